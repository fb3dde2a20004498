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
pub use text::nothing_written;
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
    records(bytes, format, limits).collect()
}

/// The same one by one, each record read when it is asked for: a large stream costs no more memory than its text.
pub fn records<'a>(
    bytes: &'a [u8],
    format: Format,
    limits: &'a Limits,
) -> impl Iterator<Item = Result<Node, Diagnostic>> + 'a {
    let found: Box<dyn Iterator<Item = Result<Node, Diagnostic>> + 'a> = match format {
        Format::Yaml => Box::new(yaml::records(bytes, limits)),
        Format::Json => Box::new(json::records(bytes, limits)),
        Format::Ndjson => Box::new(lines(bytes, limits)),
        Format::Toml => Box::new(std::iter::once_with(|| toml::read(bytes, limits))),
    };
    let mut found = found.peekable();
    let nothing = found.peek().is_none().then(|| Err(text::nothing_written()));
    nothing.into_iter().chain(found)
}

/// Reads one line of NDJSON; `number` is that of the line in its stream. A blank line is no record.
pub fn read_line(line: &[u8], number: u32, limits: &Limits) -> Result<Option<Node>, Diagnostic> {
    json::read_line(line, number, limits)
}

fn lines<'a>(bytes: &'a [u8], limits: &'a Limits) -> impl Iterator<Item = Result<Node, Diagnostic>> + 'a {
    let lines = bytes.split(|&byte| byte == b'\n').zip(1..);
    lines.filter_map(move |(line, number)| read_line(line, number, limits).transpose())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Place;

    fn count(text: &str, format: Format) -> Result<usize, &'static str> {
        read(text.as_bytes(), format, &Limits::default()).map(|nodes| nodes.len()).map_err(|problem| problem.code)
    }

    #[test]
    fn the_same_content_is_the_same_tree_in_every_format() {
        let texts = [
            ("model:\n  params: \"7B\"\nlist: [1, true]\n", Format::Yaml),
            ("{\"model\": {\"params\": \"7B\"}, \"list\": [1, true]}", Format::Json),
            ("{\"model\": {\"params\": \"7B\"}, \"list\": [1, true]}\n", Format::Ndjson),
            ("model.params = \"7B\"\nlist = [1, true]\n", Format::Toml),
        ];
        for (text, format) in texts {
            let nodes = read(text.as_bytes(), format, &Limits::default()).unwrap();
            let node = &nodes[0];
            let params = &node.get("model").unwrap().get("params").unwrap().tree;
            assert_eq!(*params, Tree::Scalar { text: "7B".into(), quoted: true }, "{format:?}");
            let items = node.get("list").unwrap().items().unwrap();
            assert_eq!(items.iter().filter_map(Node::text).collect::<Vec<_>>(), ["1", "true"], "{format:?}");
            assert_eq!(node.place.line, 1, "{format:?}");
        }
    }

    #[test]
    fn a_text_without_a_record_is_never_a_success() {
        for format in Format::ALL {
            for text in ["", "\n \n", "\u{feff}\n"] {
                assert_eq!(count(text, format), Err("empty-file"), "{format:?} {text:?}");
            }
        }
    }

    #[test]
    fn lines_are_records_and_a_broken_one_leaves_the_others_readable() {
        let results = read_each(b"{\"a\": 1}\n\n{\"a\": }\n{\"a\": 3}", Format::Ndjson, &Limits::default());
        let places: Vec<_> = results
            .iter()
            .map(|result| match result {
                Ok(node) => Ok(node.place.line),
                Err(problem) => Err(problem.place),
            })
            .collect();
        assert_eq!(places, [Ok(1), Err(Some(Place { line: 3, column: 7 })), Ok(4)]);
        assert_eq!(count("{\"a\": 1}\n{\"a\": 2}\n", Format::Ndjson), Ok(2));
    }

    #[test]
    fn rule_files_may_be_larger_than_profiles() {
        let text = format!("a: {}", "x".repeat(2 * 1024 * 1024));
        assert_eq!(count(&text, Format::Yaml), Err("record-too-large"));
        assert!(read(text.as_bytes(), Format::Yaml, &Limits::rules()).is_ok());
    }
}
