//! Reads YAML, JSON, NDJSON and TOML into one kind of tree, with the place of every key and value.
//!
//! Nothing here knows what a key means. Limits are enforced while a text is read, before it costs memory or time,
//! and every refusal is a diagnostic with a place.

pub mod assembly;
pub mod encode;
mod json;
pub mod limits;
mod sniff;
pub mod text;
pub mod toml;
pub mod tree;
mod yaml;
mod yaml_errors;

pub use limits::Limits;
pub use sniff::Format;
pub use tree::{Entry, Node, Tree};

use crate::diag::Diagnostic;

/// Reads all records of a text: one node each. The first problem refuses them all.
pub fn read(bytes: &[u8], format: Format, limits: &Limits) -> Result<Vec<Node>, Diagnostic> {
    read_each(bytes, format, limits).into_iter().collect()
}

/// Reads all records of a text, each by itself, so that a broken document of a stream leaves the others readable.
///
/// Never empty: a text without any record is one diagnostic (`empty-file`).
pub fn read_each(bytes: &[u8], format: Format, limits: &Limits) -> Vec<Result<Node, Diagnostic>> {
    let records = match format {
        Format::Yaml => yaml::read_each(bytes, limits),
        Format::Json => match json::read(bytes, limits) {
            Ok(nodes) => nodes.into_iter().map(Ok).collect(),
            Err(problem) => vec![Err(problem)],
        },
        Format::Ndjson => read_lines(bytes, limits),
        Format::Toml => vec![toml::read(bytes, limits)],
    };
    if records.is_empty() { vec![Err(text::nothing_written())] } else { records }
}

/// Reads one line of NDJSON; `number` is that of the line in its stream. A blank line is no record.
pub fn read_line(line: &[u8], number: u32, limits: &Limits) -> Result<Option<Node>, Diagnostic> {
    json::read_line(line, number, limits)
}

fn read_lines(bytes: &[u8], limits: &Limits) -> Vec<Result<Node, Diagnostic>> {
    let lines = bytes.split(|&byte| byte == b'\n').zip(1..);
    lines.filter_map(|(line, number)| read_line(line, number, limits).transpose()).collect()
}
