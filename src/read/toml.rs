//! TOML into the tree: numbers, dates and booleans become unquoted scalars with the text that stands for them.

use std::ops::Range;

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::assembly::Assembly;
use super::limits::Limits;
use super::text::{Places, check_record, decode, nothing_written};
use super::tree::Node;
use crate::diag::Diagnostic;

/// Reads a whole TOML text, which is one record.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Node, Diagnostic> {
    let text = decode(bytes, limits.file_bytes)?;
    check_record(text.len(), 1, limits)?;
    let places = Places::new(text, 1);
    let table = DeTable::parse(text).map_err(|error| syntax_error(&error, text, &places))?;
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
fn syntax_error(error: &::toml::de::Error, text: &str, places: &Places<'_>) -> Diagnostic {
    let span = error.span().unwrap_or(text.len()..text.len());
    let place = places.at(span.start);
    let message = error.message();
    if message.contains("recursion") || message.contains("recurse") {
        return Diagnostic::error("too-deep", "lists and tables are nested too deep").at(place);
    }
    if message.contains("duplicate key") {
        let key = text.get(span).unwrap_or_default();
        return Diagnostic::error("duplicate-key", format!("the key `{key}` stands here a second time"))
            .at(place)
            .on_key(key);
    }
    Diagnostic::error("toml-syntax", format!("not valid TOML: {message}")).at(place)
}
