//! Changes as Markdown, to be posted under a pull request: a short table, and the details folded.

use super::super::markdown::escape;
use crate::report::changes::{Change, Changes, words};

/// So many rows are written; and details as long as all stays below what a comment may hold (65,536 characters).
const ROWS: usize = 100;
const ROOM: usize = 60_000;

/// The changes; nothing at all where there are none.
pub fn markdown(changes: &Changes, full: bool) -> String {
    if changes.changes.is_empty() {
        return String::new();
    }
    let mut out =
        format!("**chipwise**: {}, compared with {}\n", words::counted(changes), shown(&words::base(changes)));
    if let Some(rules) = &changes.rules {
        out += &format!("\nThe rules differ: {}.\n", shown(&words::rules(rules)));
    }
    out += "\n| workload | before | after | because |\n| --- | --- | --- | --- |\n";
    for change in changes.changes.iter().take(ROWS) {
        let cells = [change.title(), &change.was(), &change.is(), &change.cause_in_short()].map(shown);
        out += &format!("| {} |\n", cells.join(" | "));
    }
    let beyond = changes.changes.len().saturating_sub(ROWS);
    if beyond > 0 {
        out += &format!("\nand {beyond} more, which `--format json` lists\n");
    }
    for (folded, change) in changes.changes.iter().take(ROWS).enumerate() {
        let details = details(change, full);
        if out.len() + details.len() > ROOM {
            let left = changes.changes.len().min(ROWS) - folded;
            out += &format!("\nThe details of {left} are left out here; the text and JSON have them.\n");
            break;
        }
        out += &details;
    }
    out
}

fn details(change: &Change, full: bool) -> String {
    let place = change.place();
    let summary = format!("{}: {} ({})", change.title(), change.is(), place);
    let mut out = format!("\n<details><summary>{}</summary>\n\n", html(&summary));
    for said in change.told(full) {
        out += &format!("- **{}** {}\n", said.label, shown(&said.text));
    }
    out + "\n</details>\n"
}

/// A text in which names of people, teams and issues call nobody: the host would notify whom a name in a profile names.
fn shown(text: &str) -> String {
    match text.contains('@') {
        true => quiet(&escape::text(&text.replace('`', "'"))),
        false => quiet(&escape::prose(text)),
    }
}

fn quiet(markdown: &str) -> String {
    markdown.replace('@', "@<!-- -->").replace("\\#", "\\#<!-- -->")
}

/// A text in HTML, in which the host reads no Markdown.
fn html(text: &str) -> String {
    let mut out = String::new();
    for letter in escape::one_line(text).chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '@' => out += "@<!-- -->",
            '#' => out += "#<!-- -->",
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_markup_or_calls_anybody() {
        assert_eq!(shown("a|b <b>"), r"a\|b \<b\>");
        assert_eq!(shown("@team #12"), r"@<!-- -->team \#<!-- -->12");
        assert_eq!(shown("`a: b` is"), "`a: b` is");
        assert_eq!(html("</summary><script>&@x"), "&lt;/summary&gt;&lt;script&gt;&amp;@<!-- -->x");
    }
}
