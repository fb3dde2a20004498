//! What is over a limit is refused by name. Time and memory are measured in `tests/outside/limits.sh`.

use super::{folder, refused};

/// The first line of what is said of a file.
fn told(name: &str, text: &str) -> String {
    let folder = folder(&format!("limit_{}", name.replace('.', "_")));
    refused(&folder, name, text.as_bytes()).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn what_is_over_a_limit_is_refused_by_name() {
    let mib = 1024 * 1024;
    let laughs: String =
        (1..10).map(|at| format!("a{at}: &a{at} [{}]\n", vec![format!("*a{}", at - 1); 9].join(", "))).collect();
    let cases = [
        ("nested.json", "[".repeat(10_000), "1:66: lists and tables are nested more than 64 deep"),
        ("nested.yaml", format!("name: {}", "[".repeat(10_000)), "1:72: lists and tables are nested more than 64 deep"),
        (
            "nested.toml",
            format!("name = {}", "[".repeat(10_000)),
            "1:88: lists and tables are nested more than 64 deep",
        ),
        ("items.yaml", format!("libraries: [{}]", "x,".repeat(10_001)), "1:20013: a list of more than 10000 items"),
        (
            "items.json",
            format!("{{\"libraries\": [{}0]}}", "0,".repeat(10_000)),
            "1:20016: a list of more than 10000 items",
        ),
        (
            "long.yaml",
            format!("name: {}", "x".repeat(5 * mib)),
            "1:1: one workload has 5.0 MiB; at most 1 MiB are read",
        ),
        ("long.json", format!("{{\"name\": \"{}\"}}", "x".repeat(5 * mib)), "1:1: one workload has more than 1 MiB"),
        ("large.yaml", "#\n".repeat(9 * mib), " the file is larger than 16 MiB, the most that a file may be"),
        (
            "laughs.yaml",
            format!("a0: &a0 [x, x, x, x, x, x, x, x, x]\n{laughs}"),
            "6:10: anchors and aliases (`&name`, `*name`) repeat more than 200000 values or 1 MiB in one workload",
        ),
        (
            "rows.yaml",
            format!("measurements:\n{}", "- {target: gpu, kind: serving}\n".repeat(1001)),
            "1002:3: `measurements` has 1001 tables; at most 1000 are read",
        ),
    ];
    for (name, text, expected) in cases {
        assert_eq!(told(name, &text), format!("error: {name}:{expected}"));
    }
}

#[test]
fn of_many_problems_fifty_are_told_and_the_others_counted() {
    let folder = folder("fifty");
    let text: String = (0..60).map(|number| format!("framework{number}: x\n")).collect();
    let told = refused(&folder, "p.yaml", text.as_bytes());
    assert_eq!(told.matches("unknown key").count(), 50);
    assert!(told.ends_with("error: p.yaml: and 10 more problems in this profile\n"), "{told}");
}

#[test]
fn of_a_stream_fifty_problems_are_told_in_all() {
    let folder = folder("fifty_of_a_stream");
    let told = refused(&folder, "p.yaml", "---\nframwork: x\n".repeat(200).as_bytes());
    assert_eq!(told.matches("unknown key").count(), 50);
    assert!(told.ends_with("error: p.yaml: and more of the kind in 150 further workloads of this file\n"), "{told}");
}

#[test]
fn a_message_quotes_no_more_than_a_line_of_a_long_text() {
    let folder = folder("long_quotes");
    let long = "y".repeat(100_000);
    for text in [
        format!("'{long}': 1"),
        format!("framework: '{long}'"),
        format!("cloud: '{long}'"),
        format!("batch_size: '{long}'"),
        format!("decision: {{target: '{long}'}}"),
        format!("accept: [{{id: x, reason: x, '{long}': 1}}]"),
        format!("? '{}'\n: 1", "a.".repeat(10_000)),
        format!("{{? '{long}'\n: 1, ? '{long}'\n: 2}}"),
    ] {
        let told = refused(&folder, "p.yaml", text.as_bytes());
        assert!(told.len() < 800, "{told}");
    }
}
