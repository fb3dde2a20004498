use proptest::prelude::*;

use super::super::tree::Tree;
use super::*;

fn read_text(text: &str) -> Result<Vec<Node>, Diagnostic> {
    crate::read::read(text.as_bytes(), crate::read::Format::Json, &Limits::default())
}

/// Code, place and message of what is refused.
fn refused(text: &str) -> (&'static str, (u32, u32), String) {
    let problem = read_text(text).unwrap_err();
    let place = problem.place.unwrap();
    (problem.code, (place.line, place.column), problem.message)
}

fn code(text: &str) -> &'static str {
    read_text(text).unwrap_err().code
}

fn at(node: &Node) -> (u32, u32) {
    (node.place.line, node.place.column)
}

#[test]
fn every_key_and_value_has_its_place_and_its_text() {
    let node = &read_text("{\n  \"ä\": 1.50,\n  \"b\": [true, {\"c\": \"\\u0041\"}]\n}\n").unwrap()[0];
    let entries = node.entries().unwrap();
    assert_eq!((entries[0].place.line, entries[0].place.column), (2, 3));
    assert_eq!(entries[0].value.tree, Tree::Scalar { text: "1.50".into(), quoted: false });
    assert_eq!(at(&entries[0].value), (2, 8));
    let items = entries[1].value.items().unwrap();
    assert_eq!(items[0].tree, Tree::Scalar { text: "true".into(), quoted: false });
    assert_eq!(at(items[1].get("c").unwrap()), (3, 21));
    assert_eq!(items[1].get("c").unwrap().tree, Tree::Scalar { text: "A".into(), quoted: true });
}

#[test]
fn a_list_at_the_top_holds_one_record_an_item() {
    assert_eq!(read_text("[{\"a\": 1}, {\"a\": 2}]").unwrap().len(), 2);
    assert_eq!(read_text("{\"a\": 1}").unwrap().len(), 1);
    assert_eq!(code("[]"), "empty-file");
    assert_eq!(code(" \n"), "empty-file");
}

#[test]
fn a_second_equal_key_is_refused_and_the_first_is_named() {
    let (code, place, message) = refused("{\"m\": {\"a\": 1,\n\"\\u0061\": 2}}");
    assert_eq!((code, place), ("duplicate-key", (2, 1)));
    assert_eq!(message, "the key `a` stands here a second time; the first is in line 1");
    assert_eq!(read_text("{\"m\": {\"a\": 1, \"a\": 2}}").unwrap_err().key.as_deref(), Some("m.a"));
}

#[test]
fn slips_are_told_in_plain_words_where_they_stand() {
    let cases = [
        ("{\"a\": 1,}", 8, "nothing follows this comma"),
        ("{'a': 1}", 2, "double quotes, not single"),
        ("{\"a\": 'x'}", 7, "double quotes, not single"),
        ("{a: 1}", 2, "a key in double quotes"),
        ("{\"a\": [1, 2", 7, "the `[` that opens here is never closed"),
        ("{\"a\": 1", 1, "the `{` that opens here is never closed"),
        ("{\"a\": 1]", 8, "a `}` belongs here"),
        ("{\"a\": 1 \"b\": 2}", 9, "a comma is missing"),
        ("{\"a\" 1}", 6, "a colon is missing"),
        ("{\"a\": NaN}", 7, "`NaN` is no JSON value"),
        ("{\"a\": -Infinity}", 7, "`-Infinity` is no JSON value"),
        ("{\"a\": True}", 7, "write `true` in small letters"),
        ("{\"a\": 7B}", 7, "a quantity with a unit stands in double quotes"),
        ("{\"a\": 012}", 7, "does not begin with 0"),
        ("{\"a\": \"x}", 7, "not closed on its line"),
        ("{\"a\": \"\\q\"}", 7, "what JSON does not know"),
        ("{\"a\": \"x\ty\"}", 9, "a tab within a text"),
        ("{\"a\": jax}", 7, "text stands in double quotes: \"jax\""),
        ("{\"a\":", 6, "nothing follows where a value belongs"),
        ("{} // note", 4, "nothing may follow"),
        ("{ // note", 3, "no comments"),
        ("{\"a\": 1} {\"a\": 2}", 10, "a second value follows"),
        ("{\"a\": .5}", 7, "a value belongs here, not `.`"),
        ("[,1]", 2, "a value belongs here, not `,`"),
    ];
    for (text, column, words) in cases {
        let (code, place, message) = refused(text);
        assert_eq!((code, place), ("json-syntax", (1, column)), "{text}: {message}");
        assert!(message.contains(words), "{text}: {message}");
    }
}

#[test]
fn what_is_over_a_limit_is_refused_by_name() {
    assert_eq!(code(&"[".repeat(100_000)), "too-deep");
    assert_eq!(code(&"{\"a\":".repeat(100_000)), "too-deep");
    // The list of records is no level of a record.
    assert!(read_text(&format!("[{}{}]", "[".repeat(64), "]".repeat(64))).is_ok());
    assert_eq!(code(&format!("[{}{}]", "[".repeat(65), "]".repeat(65))), "too-deep");
    assert_eq!(code(&format!("{{\"a\": [{}1]}}", "1,".repeat(10_000))), "too-many-items");
    assert_eq!(code(&format!("[{{}}, \"{}\"]", "x".repeat(1024 * 1024))), "record-too-large");
    assert_eq!(code(&format!("[{{}}, [{}1]]", format!("[{}1],", "1,".repeat(9_000)).repeat(40))), "too-many-values");
    assert_eq!(code(&format!("[{}{{}}]", "{},".repeat(100_000))), "too-many-records");
    let big = " ".repeat(16 * 1024 * 1024 + 1);
    assert_eq!(code_without_place(&big), "file-too-large");
}

fn code_without_place(text: &str) -> &'static str {
    read_text(text).unwrap_err().code
}

#[test]
fn a_line_of_a_stream_knows_its_number() {
    let limits = Limits::default();
    assert_eq!(read_line(b"  \r", 7, &limits), Ok(None));
    let node = read_line(b"{\"a\": 1}\r\n", 7, &limits).unwrap().unwrap();
    assert_eq!(at(node.get("a").unwrap()), (7, 7));
    let place = |line: &[u8]| read_line(line, 7, &limits).unwrap_err().place.unwrap();
    assert_eq!(place(b"{\"a\": }"), Place { line: 7, column: 7 });
    assert_eq!(place(b"{\"a\": \xFF}"), Place { line: 7, column: 7 });
    assert_eq!(place(&vec![b' '; 2 * 1024 * 1024]), Place { line: 7, column: 1 });
}

/// Pieces of which random texts reach deep into the reader.
const PIECES: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\"a\"",
    "\"b\"",
    "\\",
    "\\n",
    "\\u00e4",
    "\\ud83d",
    "\\ude00",
    "\\ud83d\\ude00",
    "1",
    "0",
    "-",
    ".",
    "e",
    "E+",
    "1.5",
    "-0",
    "true",
    "false",
    "null",
    "nul",
    " ",
    "\n",
    "\t",
    "\r",
    "ä",
    "NaN",
    "'",
    "{\"a\":",
    "\"c\":1",
    "[1,",
    "[]",
    "{}",
    "1e2",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn serde_json_comes_to_the_same_verdict(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..14)) {
        let text = pieces.concat();
        let ours = read_text(&text);
        match serde_json::from_str::<serde_json::Value>(&text) {
            Ok(value) => match ours {
                Ok(nodes) => {
                    let items = value.as_array().filter(|_| text.trim_start().starts_with('[')).map_or(1, Vec::len);
                    prop_assert_eq!(nodes.len(), items, "{}", text);
                }
                // We refuse more: equal keys, and a list without a record.
                Err(problem) => prop_assert!(matches!(problem.code, "duplicate-key" | "empty-file"), "{text:?}: {problem}"),
            },
            // Numbers too large for a floating-point number are text to us.
            Err(error) => prop_assert!(ours.is_err() || error.to_string().contains("out of range"), "{text:?}: {error}"),
        }
    }

    #[test]
    fn what_serde_json_writes_is_read(text in any::<String>(), number in any::<f64>()) {
        let written = serde_json::json!({ "text": text, "number": number }).to_string();
        let node = &read_text(&written).unwrap()[0];
        prop_assert_eq!(node.get("text").unwrap().text(), Some(text.as_str()));
        prop_assert_eq!(node.get("number").unwrap().text().unwrap().parse::<f64>().unwrap(), number);
    }
}
