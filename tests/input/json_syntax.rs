//! JSON that is none.

use super::{all_refused, err, folder, out, refused, run};

#[test]
fn a_slip_is_shown_in_its_line() {
    let cases = [
        (
            "{\"name\": \"x\", // mine\n}",
            "
            error: p.json:1:15: JSON has no comments
              1 | {\"name\": \"x\", // mine
                |               ^",
        ),
        (
            "{\"name\": \"x\",}",
            "
            error: p.json:1:13: nothing follows this comma; take it out
              1 | {\"name\": \"x\",}
                |             ^",
        ),
        (
            "{\"batch_size\": NaN}",
            "
            error: p.json:1:16: `NaN` is no JSON value; write null when it is not known
              1 | {\"batch_size\": NaN}
                |                ^",
        ),
        (
            "{\"batch_size\": 012}",
            "
            error: p.json:1:16: a number does not begin with 0
              1 | {\"batch_size\": 012}
                |                ^",
        ),
        (
            "{\"name\": \"x\", \"name\": \"y\"}",
            "
            error: p.json:1:15: the key `name` stands here a second time; the first is in line 1
              1 | {\"name\": \"x\", \"name\": \"y\"}
                |               ^",
        ),
        (
            "{'name': 'x'}",
            "
            error: p.json:1:2: JSON takes double quotes, not single ones
              1 | {'name': 'x'}
                |  ^",
        ),
        (
            "{\"name\": \"x\"",
            "
            error: p.json:1:1: the `{` that opens here is never closed
              1 | {\"name\": \"x\"
                | ^",
        ),
        (
            "{\"name\": \"x\"} {}",
            "
            error: p.json:1:15: a second value follows; several workloads stand in a list, or one a line in an .ndjson file
              1 | {\"name\": \"x\"} {}
                |               ^",
        ),
        (
            "[]",
            "
            error: p.json:1:1: the list holds no workload
              1 | []
                | ^",
        ),
    ];
    all_refused("json_slips", "p.json", &cases);
}

#[test]
fn what_stands_before_a_slip_in_a_list_is_judged() {
    let folder = folder("json_list");
    std::fs::write(folder.join("p.json"), "[{\"name\": \"first\"},\n {\"name\": }]").unwrap();
    let output = run(&folder, &["recommend", "p.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("first · p.json"));
    assert!(err(&output).starts_with("error: p.json:2:11: a value belongs here, not `}`\n"), "{}", err(&output));
}

#[test]
fn a_broken_line_leaves_the_other_lines_judged() {
    let folder = folder("ndjson");
    std::fs::write(folder.join("p.ndjson"), "{\"name\": \"first\"}\n{\"name\":\n{\"name\": \"last\"}\n").unwrap();
    let output = run(&folder, &["recommend", "p.ndjson"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("first · p.ndjson") && out(&output).contains("last · p.ndjson"));
    let expected = "error: p.ndjson:2:9: nothing follows where a value belongs\n  2 | {\"name\":\n    |         ^\n";
    assert_eq!(err(&output), expected);
}

#[test]
fn toml_is_told_in_the_same_way() {
    let folder = folder("toml");
    assert_eq!(
        refused(&folder, "p.toml", b"name = \"x\"\nname = \"y\"\n"),
        "error: p.toml:2:1: the key `name` stands here a second time; the first is in line 1\n  2 | name = \"y\"\n    | ^\n"
    );
    assert!(refused(&folder, "p.toml", b"batch_size = 7B\n").starts_with("error: p.toml:1:14: not valid TOML: "));
}
