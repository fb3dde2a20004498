//! A file of answers as a base.

use serde_json::json;

use super::{JAX, changes, kinds, refused, write};
use crate::{err, folder, out, run};

#[test]
fn answers_that_were_written_down_are_compared_in_every_form() {
    let folder = folder("base-answers");
    write(&folder, "p/a.yaml", JAX);
    write(&folder, "p/b.yaml", "phase: training\ndomain: classical_ml\n");
    for (command, format, file) in [
        ("compare", "json", "compare.json"),
        ("compare", "ndjson", "compare.ndjson"),
        ("recommend", "json", "recommend.json"),
    ] {
        write(&folder, "p/a.yaml", JAX);
        let output = run(&folder, &[command, "p", "--format", format, "--output", file], "");
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert_eq!(changes(&folder, &["p", "--base", file]).0.len(), 0, "{file}");
        write(&folder, "p/a.yaml", &JAX.replace("[gcp]", "[azure]"));
        let (told, _) = changes(&folder, &["p", "--base", file]);
        assert_eq!(kinds(&told), [("pretrain", "changed")], "{file}");
        assert_eq!((&told[0]["before"]["target"], &told[0]["after"]["target"]), (&json!("tpu"), &json!("gpu")));
        // The base holds no profiles, and this is said.
        assert_eq!(told[0]["because"]["known"], false);
        let why = told[0]["because"]["why_not"].as_str().unwrap();
        assert!(why.contains("The rules are the same, so it is the facts or the prices"), "{why}");
        assert!(!told[0]["went"].as_array().unwrap().is_empty());
        // What stood behind the reasons is known.
        let facts: Vec<_> =
            told[0]["changes"].as_array().unwrap().iter().map(|it| it["fact"].as_str().unwrap()).collect();
        assert_eq!(facts, ["cloud"], "{file}");
    }
    // One profile alone is one object.
    write(&folder, "p/a.yaml", JAX);
    run(&folder, &["recommend", "p/a.yaml", "--format", "json", "--output", "one.json"], "");
    assert_eq!(changes(&folder, &["p/a.yaml", "--base", "one.json"]).0.len(), 0);
}

#[test]
fn standard_input_may_be_the_base() {
    let folder = folder("base-input");
    write(&folder, "a.yaml", JAX);
    let base = out(&run(&folder, &["compare", "a.yaml", "--format", "ndjson"], ""));
    write(&folder, "a.yaml", &JAX.replace("[gcp]", "[azure]"));
    let output = run(&folder, &["compare", "a.yaml", "--base", "-"], &base);
    assert!(out(&output).contains("TPU, "), "{}{}", out(&output), err(&output));
    let told = refused(&run(&folder, &["compare", "-", "--base", "-"], &base));
    assert!(told.contains("standard input can be read once"), "{told}");
}

#[test]
fn what_was_not_written_down_is_not_compared_and_this_is_said() {
    let folder = folder("base-brief");
    write(&folder, "a.yaml", JAX);
    run(&folder, &["compare", "a.yaml", "--format", "json", "--brief", "--output", "brief.json"], "");
    let (told, warned) = changes(&folder, &["a.yaml", "--base", "brief.json"]);
    assert_eq!(told.len(), 0);
    assert!(warned.contains("not compared: which targets are out, reasons, cautions"), "{warned}");
    write(&folder, "a.yaml", &JAX.replace("[gcp]", "[azure]"));
    let (told, _) = changes(&folder, &["a.yaml", "--base", "brief.json"]);
    assert_eq!((&told[0]["went"], &told[0]["before"]["targets"]), (&json!(null), &json!(null)));
    assert!(told[0]["because"]["why_not"].as_str().unwrap().contains("--brief"));
}

#[test]
fn other_rules_than_those_of_the_base_are_said_to_be() {
    let folder = folder("base-answers-rules");
    write(&folder, "a.yaml", JAX);
    run(&folder, &["compare", "a.yaml", "--format", "ndjson", "--output", "base.ndjson"], "");
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/house-rules");
    write(&folder, "a.yaml", &JAX.replace("[gcp]", "[azure]"));
    let (told, _) = changes(&folder, &["a.yaml", "--base", "base.ndjson", "--extra-rules", rules]);
    assert!(told[0]["because"]["why_not"].as_str().unwrap().contains("The rules are others too"), "{told:#?}");
    assert_eq!(told[0]["changes"].as_array().unwrap().last().unwrap()["of"], "rules");
}

#[test]
fn what_is_no_answer_is_refused_by_what_it_lacks() {
    let folder = folder("base-wrong");
    write(&folder, "a.yaml", JAX);
    let cases = [
        ("{\"phase\": \"training\"}", "a table without a `schema`"),
        ("[1]", "a number without a `schema`"),
        ("{\"schema\": \"chipwise/comparison/1\"}", "`chipwise/comparison/1`"),
        ("{\"schema\": \"chipwise/recommendation/1\"}", "lacks `source`"),
        ("{\"schema\": \"chipwise/recommendation/1\", \"source\": {\"path\": \"a\"}}", "lacks `recommendation`"),
        (
            "{\"schema\": \"chipwise/recommendation/1\", \"source\": {\"path\": \"a\"}, \"name\": \"a\", \
             \"recommendation\": {\"target\": \"gpu\", \"contenders\": [], \"verdict\": \"decidd\", \"basis\": \"documents\"}}",
            "did you mean `decided`?",
        ),
        ("{\"schema\": ", "base.json:1:"),
        ("", "base.json"),
    ];
    for (text, expected) in cases {
        write(&folder, "base.json", text);
        let told = refused(&run(&folder, &["compare", "a.yaml", "--base", "base.json"], ""));
        assert!(told.contains(expected), "{text}: {told}");
    }
    // A target that is gone from the rules goes by its id, and a record that could not be read is mended now.
    write(
        &folder,
        "base.ndjson",
        "{\"schema\": \"chipwise/recommendation/1\", \"source\": {\"path\": \"a.yaml\", \"line\": 1}, \
        \"name\": \"pretrain\", \"recommendation\": {\"target\": \"abacus\", \"contenders\": [\"abacus\"], \"verdict\": \"decided\", \
        \"basis\": \"documents\", \"summary\": \"x\"}}\n\
        {\"schema\": \"chipwise/recommendation/1\", \"source\": {\"path\": \"b.yaml\", \"line\": 1}, \"recommendation\": null, \"errors\": []}\n",
    );
    write(&folder, "b.yaml", "phase: training\n");
    let (told, _) = changes(&folder, &["a.yaml", "b.yaml", "--base", "base.ndjson"]);
    assert_eq!(kinds(&told), [("pretrain", "changed"), ("b", "readable")]);
    assert_eq!(told[0]["before"]["target"], "abacus");
}
