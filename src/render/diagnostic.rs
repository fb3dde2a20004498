//! A problem as text: what is wrong and where, the line itself where that helps, what was meant and what is allowed.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthChar;

use crate::diag::{Diagnostic, Severity, is_plain};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const PLACE: Style = Style::new().bold();

/// A problem in one to five lines.
pub fn text(problem: &Diagnostic) -> String {
    let (style, word) = match problem.severity {
        Severity::Error => (ERROR, "error"),
        Severity::Warning => (WARNING, "warning"),
    };
    let mut place = harmless(problem.path.as_deref().unwrap_or_default());
    if let Some(at) = problem.place {
        place = format!("{place}:{}:{}", at.line, at.column);
    }
    let mut out = format!("{style}{word}{style:#}: ");
    if !place.is_empty() {
        out += &format!("{PLACE}{place}{PLACE:#}: ");
    }
    out += &harmless(&problem.message);
    out.push('\n');
    out += &excerpt(problem).unwrap_or_default();
    if let Some(nearest) = &problem.nearest {
        out += &format!("  did you mean `{}`?\n", harmless(nearest));
    }
    if !problem.allowed.is_empty() {
        out += &format!("  {}: {}\n", problem.allowed_is(), harmless(&problem.allowed.join(", ")));
    }
    out
}

/// A text without what a terminal or the runner of a pipeline would obey: no message may clear the screen or pretend to be
/// two. GitHub's runner takes `##[` for the beginning of a command.
fn harmless(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if is_plain(letter) { letter } else { '\u{fffd}' }).collect();
    plain.replace("##[", "## [")
}

/// Characters shown before and after the place in a long line.
const AROUND: usize = 36;

/// The line with a caret under the place.
fn excerpt(problem: &Diagnostic) -> Option<String> {
    let (place, line) = (problem.place?, problem.line.as_deref()?);
    let at = usize::try_from(place.column).ok()?.checked_sub(1)?;
    let start = at.saturating_sub(AROUND);
    let shown: String = line.chars().skip(start).take(2 * AROUND).map(plain).collect();
    if shown.trim().is_empty() {
        return None;
    }
    let before: usize = shown.chars().take(at - start).map(|letter| letter.width().unwrap_or(0)).sum();
    let number = place.line.to_string();
    let cut = if start > 0 { "…" } else { "" };
    let margin = " ".repeat(number.len());
    let pad = " ".repeat(before + cut.chars().count());
    // Of the same width, so that the caret stays where it belongs.
    let shown = shown.replace("##[", "## ");
    Some(format!("  {number} | {cut}{}\n  {margin} | {pad}^\n", shown.trim_end()))
}

/// A letter that takes its place in a line: tabs would move the caret.
fn plain(letter: char) -> char {
    match letter {
        '\t' => ' ',
        letter if !is_plain(letter) => '\u{fffd}',
        letter => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Place;

    fn plain_text(line: &str, column: u32) -> String {
        let problem = Diagnostic::error("x", "wrong").in_file("a.yaml").at(Place { line: 12, column });
        let problem = Diagnostic { line: Some(line.to_owned()), ..problem };
        anstream::adapter::strip_str(&text(&problem)).to_string()
    }

    #[test]
    fn the_caret_stands_under_the_place() {
        assert_eq!(plain_text("\ta: [b", 5), "error: a.yaml:12:5: wrong\n  12 |  a: [b\n     |     ^\n");
        // A wide letter takes two columns of the terminal and one of the file.
        assert_eq!(plain_text("名: [b", 4), "error: a.yaml:12:4: wrong\n  12 | 名: [b\n     |     ^\n");
    }

    #[test]
    fn of_a_long_line_the_part_around_the_place_is_shown() {
        let told = plain_text(&format!("{}!{}", "a".repeat(5000), "b".repeat(5000)), 5001);
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[1], format!("  12 | …{}!{}", "a".repeat(36), "b".repeat(35)));
        assert_eq!(lines[2], format!("     | {}^", " ".repeat(37)));
    }

    #[test]
    fn nothing_in_a_message_reaches_the_terminal_as_a_command() {
        let problem = Diagnostic::error("x", "a\u{1b}[2J\nerror: b").in_file("\u{1b}[2J.yaml");
        let told = anstream::adapter::strip_str(&text(&problem)).to_string();
        assert_eq!(told, "error: \u{fffd}[2J.yaml: a\u{fffd}[2J\u{fffd}error: b\n");
    }
}
