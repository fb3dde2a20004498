//! TOML into the tree: numbers, dates and booleans become unquoted scalars with the text that stands for them.

use std::ops::Range;

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::assembly::{Assembly, too_deep};
use super::limits::Limits;
use super::text::{Places, check_record, decode, nothing_written};
use super::tree::Node;
use crate::diag::{Diagnostic, shown};

/// Reads a whole TOML text, which is one record.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Node, Diagnostic> {
    let text = decode(bytes, limits.file_bytes)?;
    check_record(text.len(), 1, limits)?;
    let places = Places::new(text, 1);
    let table = DeTable::parse(text).map_err(|error| syntax_error(&error, text, &places, limits))?;
    if table.get_ref().is_empty() {
        return Err(nothing_written());
    }
    let mut writer = Writer { text, places, assembly: Assembly::new(limits) };
    writer.table(table.get_ref(), table.span())?;
    writer.assembly.take().ok_or_else(nothing_written)
}

/// Carries what the parser found over into the tree.
struct Writer<'a> {
    text: &'a str,
    places: Places<'a>,
    assembly: Assembly<'a>,
}

impl Writer<'_> {
    fn value(&mut self, value: &Spanned<DeValue<'_>>) -> Result<(), Diagnostic> {
        let span = value.span();
        let place = self.places.at(span.start);
        match value.get_ref() {
            DeValue::String(text) => self.assembly.scalar(text.as_ref(), true, place),
            // The written text, so that a reader of `0x10` or `1_000` is told of what stands in the file.
            DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {
                let written = self.text.get(span).unwrap_or_default();
                self.assembly.scalar(written, false, place)
            }
            DeValue::Array(items) => {
                self.assembly.open_list(place)?;
                for item in items {
                    self.value(item)?;
                }
                self.assembly.close_and_add()
            }
            DeValue::Table(table) => self.table(table, span),
        }
    }

    fn table(&mut self, table: &DeTable<'_>, span: Range<usize>) -> Result<(), Diagnostic> {
        self.assembly.open_map(self.places.at(span.start))?;
        let mut entries: Vec<_> = table.iter().collect();
        // The parser sorts by name; people expect the order of the file.
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            self.assembly.key(key.get_ref(), self.places.at(key.span().start))?;
            self.value(value)?;
        }
        self.assembly.close_and_add()
    }
}

/// The parser's complaint with its place. Its words are plain already.
fn syntax_error(error: &::toml::de::Error, text: &str, places: &Places<'_>, limits: &Limits) -> Diagnostic {
    let span = error.span().unwrap_or(text.len()..text.len());
    let place = places.at(span.start);
    let message = error.message();
    if message.contains("recursion") || message.contains("recurse") {
        return too_deep(limits, place);
    }
    if message.contains("duplicate key") {
        let key = text.get(span.clone()).unwrap_or_default();
        let first = first_of(key, span.start, text).map(|at| format!("; the first is in line {}", places.at(at).line));
        let message = format!("the key `{}` stands here a second time{}", shown(key), first.unwrap_or_default());
        return Diagnostic::error("duplicate-key", message).at(place).on_key(key);
    }
    Diagnostic::error("toml-syntax", format!("not valid TOML: {message}")).at(place)
}

/// Where a key of this name stands before an offset; none when several tables have one, for the parser does not say which.
fn first_of(name: &str, before: usize, text: &str) -> Option<usize> {
    let (table, _) = DeTable::parse_recoverable(text);
    let mut found = Vec::new();
    keys_named(name, table.get_ref(), &mut found);
    found.retain(|&at| at < before);
    match found[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// Nesting is bounded by the parser, which drops what is deeper.
fn keys_named(name: &str, table: &DeTable<'_>, found: &mut Vec<usize>) {
    for (key, value) in table {
        if key.get_ref() == name {
            found.push(key.span().start);
        }
        keys_within(name, value.get_ref(), found);
    }
}

fn keys_within(name: &str, value: &DeValue<'_>, found: &mut Vec<usize>) {
    match value {
        DeValue::Table(inner) => keys_named(name, inner, found),
        DeValue::Array(items) => items.iter().for_each(|item| keys_within(name, item.get_ref(), found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::*;
    use crate::diag::Place;

    fn read_text(text: &str) -> Result<Node, Diagnostic> {
        read(text.as_bytes(), &Limits::default())
    }

    fn place(line: u32, column: u32) -> Place {
        Place { line, column }
    }

    #[test]
    fn values_keep_their_text_and_their_place() {
        let node = read_text("name = \"x\"\nrows = 1_000\nday = 2026-11-30\nhex = 0x10\nok = true\n").unwrap();
        let told: Vec<_> = node
            .entries()
            .unwrap()
            .iter()
            .map(|entry| (entry.key.as_ref(), entry.value.tree.clone(), entry.place, entry.value.place))
            .collect();
        let scalar = |text: &'static str, quoted| Tree::Scalar { text: text.into(), quoted };
        assert_eq!(
            told,
            [
                ("name", scalar("x", true), place(1, 1), place(1, 8)),
                ("rows", scalar("1_000", false), place(2, 1), place(2, 8)),
                ("day", scalar("2026-11-30", false), place(3, 1), place(3, 7)),
                ("hex", scalar("0x10", false), place(4, 1), place(4, 7)),
                ("ok", scalar("true", false), place(5, 1), place(5, 6)),
            ]
        );
    }

    #[test]
    fn keys_keep_the_order_of_the_file() {
        let node = read_text("z = 1\na.c = 2\n[m]\ny = 1\nb = 2\n[[p]]\nq = 1\n[[p]]\nq = 2\n").unwrap();
        let keys = |node: &Node| node.entries().unwrap().iter().map(|entry| entry.key.to_string()).collect::<Vec<_>>();
        assert_eq!(keys(&node), ["z", "a", "m", "p"]);
        assert_eq!(keys(node.get("m").unwrap()), ["y", "b"]);
        assert_eq!(node.get("a").unwrap().get("c").unwrap().text(), Some("2"));
        let items = node.get("p").unwrap().items().unwrap();
        assert_eq!(items[1].get("q").unwrap().place, place(9, 5));
    }

    #[test]
    fn a_mistake_is_told_with_its_place() {
        let refused = |text: &str| {
            let problem = read_text(text).unwrap_err();
            (problem.code, problem.place, problem.message)
        };
        let (code, at, message) = refused("a = 1\nb = 2\na = 3\n");
        assert_eq!((code, at), ("duplicate-key", Some(place(3, 1))));
        assert_eq!(message, "the key `a` stands here a second time; the first is in line 1");
        assert_eq!(refused("a = 1\nb = 7B\n").0, "toml-syntax");
        assert_eq!(refused("a = 1\nb = 7B\n").1, Some(place(2, 5)));
        assert_eq!(refused("a = [1,\n").0, "toml-syntax");
        assert_eq!(refused("# nothing\n").0, "empty-file");
        assert_eq!(refused("").0, "empty-file");
    }

    #[test]
    fn what_is_over_a_limit_is_refused_by_name() {
        let code = |text: &str| read_text(text).unwrap_err().code;
        assert_eq!(code(&format!("a = {}", "[".repeat(100_000))), "too-deep");
        assert_eq!(code(&format!("a = {}{}", "[".repeat(70), "]".repeat(70))), "too-deep");
        assert_eq!(code(&format!("a{} = 1", ".a".repeat(100_000))), "too-deep");
        assert_eq!(code(&format!("a = [{}]", "1,".repeat(10_001))), "too-many-items");
        assert_eq!(code(&format!("a = \"{}\"", "x".repeat(1024 * 1024))), "record-too-large");
    }
}
