use proptest::prelude::*;

use super::*;

fn read_each(bytes: &[u8], limits: &Limits) -> Vec<Result<Node, Diagnostic>> {
    super::super::read_each(bytes, super::super::Format::Yaml, limits)
}

fn read(text: &str) -> Result<Vec<Node>, Diagnostic> {
    read_each(text.as_bytes(), &Limits::default()).into_iter().collect()
}

fn one(text: &str) -> Node {
    let mut nodes = read(text).unwrap();
    assert_eq!(nodes.len(), 1, "{text:?}");
    nodes.remove(0)
}

/// Code, place and message of what is refused.
fn refused(text: &str) -> (&'static str, (u32, u32), String) {
    let problem = read(text).unwrap_err();
    let place = problem.place.unwrap();
    (problem.code, (place.line, place.column), problem.message)
}

fn code(text: &str) -> &'static str {
    read(text).unwrap_err().code
}

fn at(node: &Node) -> (u32, u32) {
    (node.place.line, node.place.column)
}

fn keys(node: &Node) -> Vec<&str> {
    node.entries().unwrap().iter().map(|entry| entry.key.as_ref()).collect()
}

#[test]
fn scalars_keep_the_text_that_was_written() {
    for text in ["012", "1_000", "no", "on", "1:30", "2026-11-30", "0x1F", "7B", "1e9", ".inf", "true", "=", "a#b"] {
        let node = one(&format!("key: {text}\n"));
        assert_eq!(node.get("key").unwrap().tree, Tree::Scalar { text: text.to_owned().into(), quoted: false });
    }
}

#[test]
fn quotes_are_taken_off_and_told() {
    let node = one("a: '7B'\nb: \"x\\ty\"\nc: |\n  two\n  lines\nd: !!str 12\ne: ! ~\n");
    for (key, text) in [("a", "7B"), ("b", "x\ty"), ("c", "two\nlines\n"), ("d", "12"), ("e", "~")] {
        assert_eq!(node.get(key).unwrap().tree, Tree::Scalar { text: text.to_owned().into(), quoted: true }, "{key}");
    }
}

#[test]
fn nothing_is_null_in_all_its_spellings() {
    let node = one("a:\nb: ~\nc: null\nd: !!null ''\ne: [~, null]\n");
    for key in ["a", "b", "c", "d"] {
        assert_eq!(node.get(key).unwrap().tree, Tree::Null, "{key}");
    }
    assert!(node.get("e").unwrap().items().unwrap().iter().all(|item| item.tree == Tree::Null));
    assert_eq!(one("a: 'null'\n").get("a").unwrap().text(), Some("null"));
}

#[test]
fn places_are_those_of_the_file_in_characters() {
    let node = one("# ünder a comment\nmodel:\n  params: 7B\nlist: [ä, b]\n");
    let model = &node.entries().unwrap()[0];
    assert_eq!((model.place.line, model.place.column), (2, 1));
    assert_eq!(at(&model.value), (3, 3));
    assert_eq!(at(model.value.get("params").unwrap()), (3, 11));
    assert_eq!(at(&node.get("list").unwrap().items().unwrap()[1]), (4, 11));
}

#[test]
fn places_count_through_all_documents_and_line_ends() {
    let nodes = read("\u{feff}a: 1\r\n--- # next\r\n# x\r\nb:\r\n  c: 2\r\n").unwrap();
    assert_eq!(at(nodes[0].get("a").unwrap()), (1, 4));
    assert_eq!(at(nodes[1].get("b").unwrap().get("c").unwrap()), (5, 6));
}

#[test]
fn a_stream_holds_a_record_a_document_and_empty_ones_do_not_count() {
    let texts =
        |text: &str| read(text).unwrap().iter().map(|node| node.text().unwrap_or("?").to_owned()).collect::<Vec<_>>();
    assert_eq!(texts("a\n---\nb\n"), ["a", "b"]);
    assert_eq!(texts("--- a\n--- b\n---\n"), ["a", "b"]);
    assert_eq!(texts("%YAML 1.2\n# x\n---\na\n...\n---\n# nothing\n---\nb\n...\n"), ["a", "b"]);
    assert_eq!(texts("a\n...\nb\n"), ["a", "b"]);
    assert_eq!(read("---\n~\n").unwrap()[0].tree, Tree::Null);
}

#[test]
fn a_broken_document_leaves_the_others_readable() {
    let results = read_each(b"a: 1\n---\nb: [1\n---\nc: 3\n", &Limits::default());
    let told: Vec<_> = results.iter().map(|result| result.as_ref().map(keys).map_err(|error| error.code)).collect();
    assert_eq!(told, [Ok(vec!["a"]), Err("yaml-syntax"), Ok(vec!["c"])]);
}

#[test]
fn nothing_but_comments_is_an_empty_file() {
    for text in ["", "\n\n", "# only\n  # comments\n", "---\n", "---\n---\n", "\u{feff}"] {
        assert_eq!(code(text), "empty-file", "{text:?}");
    }
}

#[test]
fn a_second_equal_key_is_refused_and_the_first_is_named() {
    let (code, place, message) = refused("a: 1\nmodel:\n  x: 1\n  y: 2\n  \"x\": 3\n");
    assert_eq!((code, place), ("duplicate-key", (5, 3)));
    assert_eq!(message, "the key `x` stands here a second time; the first is in line 3");
    assert_eq!(read("model: {x: 1, x: 2}").unwrap_err().key.as_deref(), Some("model.x"));
    let many: String = (0..1000).map(|number| format!("k{number}: 1\n")).collect();
    assert_eq!(
        refused(&format!("{many}k500: 2\n")).2,
        "the key `k500` stands here a second time; the first is in line 501"
    );
}

#[test]
fn keys_are_plain_texts() {
    for text in ["[a]: 1\n", "{a: 1}: 1\n", "? [a]\n: 1\n", "a: &l [1]\n*l : 2\n", ": 1\n"] {
        assert_eq!(code(text), "key-not-text", "{text:?}");
    }
    assert_eq!(keys(&one("1: a\ntrue: b\n~: c\n? long\n: d\n")), ["1", "true", "~", "long"]);
}

#[test]
fn core_tags_are_understood_and_others_refused_by_name() {
    assert_eq!(one("a: !!int 7\n").get("a").unwrap().text(), Some("7"));
    assert_eq!(one("!!map {a: !!seq [1]}\n").get("a").unwrap().items().unwrap().len(), 1);
    let (code, place, message) = refused("a: 1\nb: !python/object x\n");
    assert_eq!((code, place), ("unknown-tag", (2, 4)));
    assert!(message.contains("!python/object"), "{message}");
    assert_eq!(self::code("a: !!binary eA==\n"), "unknown-tag");
}

#[test]
fn an_alias_repeats_its_anchor_where_it_stands() {
    let node = one("base: &b {x: 1}\nuse: *b\nkey: &k name\n*k : 2\n");
    assert_eq!(node.get("use").unwrap().get("x").unwrap().text(), Some("1"));
    assert_eq!(at(node.get("use").unwrap()), (2, 6));
    assert_eq!(node.get("name").unwrap().text(), Some("2"));
    assert_eq!(refused("a: *nobody\n").1, (1, 4));
    assert_eq!(code("a: &a [*a]\n"), "bad-alias");
    assert_eq!(code("a: &a 1\n---\nb: *a\n"), "yaml-syntax");
}

#[test]
fn a_merge_puts_in_what_is_not_written_out() {
    let node = one("base: &b {x: 1, y: 2}\nmore: &m {y: 3, z: 4}\nuse:\n  <<: [*b, *m]\n  x: 9\n");
    let merged = node.get("use").unwrap();
    assert_eq!(keys(merged), ["x", "y", "z"]);
    let texts: Vec<_> = ["x", "y", "z"].iter().map(|key| merged.get(key).unwrap().text().unwrap()).collect();
    assert_eq!(texts, ["9", "2", "4"]);
    assert_eq!(refused("a:\n  <<: text\n").0, "bad-merge");
    assert_eq!(refused("a:\n  <<: [{x: 1}, 2]\n").1, (2, 16));
}

#[test]
fn copies_are_paid_for() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..20 {
        bomb += &format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 10].join(", "));
    }
    assert_eq!(code(&bomb), "too-many-copies");
    let long = "x".repeat(100_000);
    assert_eq!(code(&format!("a: &a {long}\nb: [{}]\n", vec!["*a"; 10_000].join(", "))), "too-many-copies");
    let anchors: String = (0..20_000).map(|number| format!("k{number}: &a{number} v\n")).collect();
    assert_eq!(one(&anchors).entries().unwrap().len(), 20_000);
}

#[test]
fn an_alias_does_not_hide_depth() {
    let deep = format!("a: &a {}{}\nb: {}*a{}\n", "[".repeat(40), "]".repeat(40), "[".repeat(40), "]".repeat(40));
    assert_eq!(code(&deep), "too-deep");
}

#[test]
fn what_is_over_a_limit_is_refused_by_name() {
    assert_eq!(code(&"[".repeat(100_000)), "too-deep");
    assert_eq!(code(&"{a: ".repeat(50_000)), "too-deep");
    assert_eq!(code(&"- ".repeat(100_000)), "too-deep");
    assert_eq!(code(&"? ".repeat(100)), "key-not-text");
    let nested: String = (0..100).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert_eq!(refused(&nested), ("too-deep", (65, 65), "lists and tables are nested more than 64 deep".to_owned()));
    assert!(read(&format!("{}{}", "[".repeat(64), "]".repeat(64))).is_ok());
    assert_eq!(code(&format!("{}{}", "[".repeat(65), "]".repeat(65))), "too-deep");
    assert_eq!(code(&format!("[{}]", "1,".repeat(10_001))), "too-many-items");
    assert!(read(&format!("[{}]", "1,".repeat(10_000))).is_ok());
    assert_eq!(code(&format!("[{}]", format!("[{}],", "1,".repeat(10_000)).repeat(21))), "too-many-values");
    assert_eq!(code(&format!("a: 1\n---\na: {}", "x".repeat(1024 * 1024))), "record-too-large");
    assert_eq!(code(&"# x\n".repeat(5_000_000)), "file-too-large");
    let few = Limits { records: 3, ..Limits::default() };
    assert_eq!(read_each(b"a\n--- b\n--- c\n--- d\n", &few).pop().unwrap().unwrap_err().code, "too-many-records");
}

#[test]
fn a_record_over_its_size_leaves_its_neighbours_readable() {
    let text = format!("a: {}\n---\nb: 1\n", "x".repeat(1024 * 1024));
    let results = read_each(text.as_bytes(), &Limits::default());
    assert_eq!(results[0].as_ref().unwrap_err().code, "record-too-large");
    assert_eq!(keys(results[1].as_ref().unwrap()), ["b"]);
}

#[test]
fn syntax_errors_are_told_in_plain_words_where_they_stand() {
    let cases = [
        ("a: 1\n\tb: 2\n", "tab-indentation", 2),
        ("a:\n\tb: 2\n", "tab-indentation", 2),
        ("a:\n  b: 1\n\tc: 2\n", "tab-indentation", 3),
        ("a: 1\nb: 'x\nc: 2\n", "yaml-syntax", 2),
        ("a: [1, 2\nb: 3\n", "yaml-syntax", 2),
        ("a: [1, 2\n", "yaml-syntax", 1),
        ("a: b: c\n", "yaml-syntax", 1),
        ("a: 1\n b: 2\n", "yaml-syntax", 2),
        ("a: @x\n", "yaml-syntax", 1),
        ("a: 1\nnonsense\n", "yaml-syntax", 2),
        ("a: [1}\n", "yaml-syntax", 1),
        ("a: \"x\" y\n", "yaml-syntax", 1),
        ("%name: x\n", "yaml-syntax", 2),
        ("%YAML 3.0\n---\na: 1\n", "yaml-syntax", 1),
    ];
    for (text, code, line) in cases {
        let told = refused(text);
        assert_eq!((told.0, told.1.0), (code, line), "{text:?}: {told:?}");
    }
    assert!(refused("a: [1, 2\nb: 3\n").2.ends_with("; the `[` of line 1 is still open"));
    assert_eq!(refused("b: 'x\n").2, "the quote that opens here is never closed");
    assert_eq!(
        refused("a: b: c\n").2,
        "a second `: ` in one value; put the value in quotes, or the key on a line of its own"
    );
}

/// Pieces that YAML gives a meaning to, so that random texts of them reach deep into the parser.
const PIECES: [&str; 36] = [
    "a",
    "b: ",
    ": ",
    "- ",
    "? ",
    "\n",
    "\n  ",
    "\n    ",
    "\t",
    "[",
    "]",
    "{",
    "}",
    ",",
    "'",
    "\"",
    "|\n",
    ">-\n",
    "&x ",
    "*x ",
    "<<: ",
    "!!str ",
    "!t ",
    "---\n",
    "...\n",
    "#",
    " # c\n",
    "%YAML 1.2\n",
    "~",
    "ä",
    "\u{2028}",
    "\\",
    "\r\n",
    "\r",
    "\u{feff}",
    "|2+\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_makes_the_reader_panic(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40)) {
        let text = pieces.concat();
        for result in read_each(text.as_bytes(), &Limits::default()) {
            if let Err(problem) = result {
                let place = problem.place.unwrap_or(Place { line: 1, column: 1 });
                prop_assert!(place.line >= 1 && place.column >= 1, "{text:?}: {problem:?}");
                prop_assert!(place.line as usize <= text.lines().count() + text.matches('\r').count() + 1, "{text:?}: {problem:?}");
            }
        }
    }

    #[test]
    fn any_text_in_double_quotes_comes_back(text in "[ -~äß€\n\t]{0,40}") {
        let quoted = serde_json::to_string(&text).unwrap();
        let node = one(&format!("key: {quoted}\n"));
        prop_assert_eq!(node.get("key").unwrap().text(), Some(text.as_str()));
    }
}
