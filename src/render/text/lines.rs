//! Lines of styled text, wrapped at words and measured as a terminal shows them.

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use crate::diag::is_plain;

pub const PLAIN: Style = Style::new();
pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const FOR: Style = AnsiColor::Green.on_default();
pub const AGAINST: Style = AnsiColor::Red.on_default();
pub const CAUTION: Style = AnsiColor::Yellow.on_default();

/// Keeps two words on one line; printed as a blank.
pub const GLUE: char = '\u{a0}';

/// Some text in one style.
#[derive(Clone, Debug)]
pub struct Piece {
    style: Style,
    text: String,
}

pub fn piece(style: Style, text: impl Into<String>) -> Piece {
    Piece { style, text: text.into() }
}

/// One line, no wider than it was wrapped to.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pieces: Vec<Piece>,
    pub width: usize,
}

impl Line {
    pub fn blank() -> Self {
        Self::default()
    }

    /// A line that was set elsewhere.
    pub fn set(style: Style, text: &str) -> Self {
        let mut line = Self::default();
        line.push(style, text);
        line
    }

    fn push(&mut self, style: Style, text: &str) {
        self.width += width(text);
        match self.pieces.last_mut().filter(|last| last.style == style) {
            Some(last) => last.text.push_str(text),
            None => self.pieces.push(piece(style, text)),
        }
    }

    /// Puts text at the end of a line so wide, if it fits with two blanks before it.
    pub fn right(&mut self, style: Style, text: &str, whole: usize) -> bool {
        let text = clean(text);
        let wanted = width(&text);
        if text.is_empty() || self.width + 2 + wanted > whole {
            return false;
        }
        self.push(PLAIN, &" ".repeat(whole - self.width - wanted));
        self.push(style, &text);
        true
    }

    /// The line with its escape codes, without blanks at its end.
    pub fn paint(&self) -> String {
        let end = self.pieces.iter().rposition(|piece| !piece.text.trim_end().is_empty()).map_or(0, |last| last + 1);
        let pieces = without_command(&self.pieces[..end]);
        let mut out = String::new();
        for (index, Piece { style, text }) in pieces.iter().enumerate() {
            let text = if index + 1 == end { text.trim_end() } else { text };
            if *style == PLAIN {
                out.push_str(text);
            } else {
                out.push_str(&format!("{style}{text}{style:#}"));
            }
        }
        out
    }
}

/// A line that no pipeline takes for a command, as GitHub does where `::` is the first in a line. A long word may have been
/// broken there, so it cannot be seen earlier. The line stays as wide as it is.
fn without_command(pieces: &[Piece]) -> Cow<'_, [Piece]> {
    let Some(first) = pieces.iter().position(|piece| !piece.text.trim_start().is_empty()) else {
        return Cow::Borrowed(pieces);
    };
    let begin = pieces[first].text.trim_start();
    let second = pieces.get(first + 1).is_some_and(|next| begin == ":" && next.text.starts_with(':'));
    if !begin.starts_with("::") && !second {
        return Cow::Borrowed(pieces);
    }
    let mut apart = pieces.to_vec();
    let indent = " ".repeat((pieces[first].text.len() - begin.len()).saturating_sub(1));
    if let Some(before) = first.checked_sub(1).filter(|_| pieces[first].text.len() == begin.len()) {
        apart[before].text.pop();
    }
    apart[first].text = format!("{indent}: {}", &begin[1..]);
    Cow::Owned(apart)
}

/// The columns that a terminal gives to a text.
pub fn width(text: &str) -> usize {
    // Most texts are plain letters, which take a column each; to look every one up is what setting a text spends most on.
    let plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if plain { text.len() } else { text.width() }
}

/// Text of a user's file: control characters would move the cursor or set colours.
fn clean(text: &str) -> String {
    text.chars().map(|letter| if !is_plain(letter) { ' ' } else { letter }).collect::<String>().trim().to_owned()
}

/// How a paragraph is set.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub width: usize,
    /// The column at which every line but the first begins.
    pub hang: usize,
    /// At most so many lines; the last then ends in `…`.
    pub most: usize,
}

/// Sets a paragraph: a head that stands as it is, then words.
pub fn wrap(head: &[Piece], body: &[Piece], setting: Setting) -> Vec<Line> {
    let hang = setting.hang.min(setting.width / 2);
    let mut lines = vec![Line::default()];
    for piece in head {
        last(&mut lines).push(piece.style, &piece.text);
    }
    let mut begun = false;
    let parts = parts(body);
    for word in parts.chunk_by(|_, next| !next.begins) {
        let wide: usize = word.iter().map(|part| width(part.text)).sum();
        let gap = usize::from(begun);
        if last(&mut lines).width + gap + wide <= setting.width {
            let line = last(&mut lines);
            let before = line.pieces.last().map_or(PLAIN, |last| last.style);
            let style = if word.first().is_some_and(|first| first.style == before) { before } else { PLAIN };
            line.push(style, if begun { " " } else { "" });
        } else if begun || last(&mut lines).width > hang {
            lines.push(indented(hang));
        }
        for part in word {
            place(&mut lines, part, setting.width, hang);
        }
        begun = true;
        if lines.len() > setting.most.max(1) {
            break;
        }
    }
    shorten(&mut lines, setting);
    lines
}

fn last(lines: &mut Vec<Line>) -> &mut Line {
    if lines.is_empty() {
        lines.push(Line::default());
    }
    let end = lines.len() - 1;
    &mut lines[end]
}

fn indented(hang: usize) -> Line {
    let mut line = Line::default();
    line.push(PLAIN, &" ".repeat(hang));
    line
}

/// Adds a piece, breaking it only where it is wider than a whole line.
fn place(lines: &mut Vec<Line>, whole: &Part, most: usize, hang: usize) {
    let style = whole.style;
    let text = if whole.text.contains(GLUE) { &whole.text.replace(GLUE, " ") } else { whole.text };
    if last(lines).width + width(text) <= most {
        last(lines).push(style, text);
        return;
    }
    let mut part = String::new();
    for letter in text.chars() {
        let mut longer = part.clone();
        longer.push(letter);
        let full = last(lines).width + width(&longer) > most;
        if full && (!part.is_empty() || last(lines).width > hang) {
            last(lines).push(style, &part);
            lines.push(indented(hang));
            part = letter.to_string();
        } else {
            part = longer;
        }
    }
    last(lines).push(style, &part);
}

/// A word, or a part of one in one style: a word may run through several pieces, as `GPU` and its comma.
struct Part<'b> {
    style: Style,
    text: &'b str,
    /// Whether a word begins with it.
    begins: bool,
}

/// The words of a paragraph.
fn parts(body: &[Piece]) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let mut begins = true;
    for Piece { style, text } in body {
        let is_gap = |letter: char| letter != GLUE && (letter.is_whitespace() || !is_plain(letter));
        for (index, text) in text.split(is_gap).enumerate() {
            // What stands before the first gap goes on with the word of the piece before.
            begins |= index > 0;
            if !text.is_empty() {
                found.push(Part { style: *style, text, begins });
                begins = false;
            }
        }
    }
    found
}

/// Cuts a paragraph that is too long, and shows that it is cut.
fn shorten(lines: &mut Vec<Line>, setting: Setting) {
    let most = setting.most.max(1);
    if lines.len() <= most {
        return;
    }
    lines.truncate(most);
    let line = last(lines);
    while line.width + 2 > setting.width {
        let Some(end) = line.pieces.last_mut() else { break };
        match end.text.trim_end().rfind(' ') {
            Some(space) if space > 0 => end.text.truncate(space),
            _ => {
                line.pieces.pop();
            }
        }
        line.width = line.pieces.iter().map(|piece| width(&piece.text)).sum();
    }
    let blank = line.pieces.last().is_none_or(|piece| piece.text.ends_with(' '));
    line.push(PLAIN, if blank { "…" } else { " …" });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_a_command_of_a_pipeline_wherever_a_word_is_broken() {
        let setting = Setting { width: 20, hang: 4, most: usize::MAX };
        let body =
            [piece(PLAIN, format!("{}::error::x ::a aten::add", "y".repeat(20))), piece(BOLD, " :"), piece(DIM, ":b")];
        let lines: Vec<Line> = wrap(&[], &body, setting);
        let painted: Vec<String> = lines.iter().map(Line::paint).collect();
        assert!(lines.iter().any(|line| line.pieces.iter().any(|piece| piece.text.trim_start().starts_with("::"))));
        let plain: Vec<String> = painted.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
        assert!(plain.iter().all(|line| !line.trim_start().starts_with("::")), "{plain:?}");
        assert!(plain.iter().all(|line| width(line) <= 20), "{plain:?}");
        assert!(plain.iter().any(|line| line.contains("aten::add")), "{plain:?}");
        for (pieces, expected) in [
            (vec![piece(PLAIN, "   ::a")], "  : :a"),
            (vec![piece(PLAIN, "  "), piece(PLAIN, ":"), piece(PLAIN, ":a")], " : :a"),
            (vec![piece(PLAIN, "::a")], ": :a"),
            (vec![piece(PLAIN, "  a::b")], "  a::b"),
        ] {
            let line = Line { width: 0, pieces };
            assert_eq!(line.paint(), expected);
        }
    }
}
