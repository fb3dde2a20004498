//! What is asked beyond the recommendation: how deep it is told, what another value of a fact would change, and why not
//! another target.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

/// Runs the program in the repository's root, with a text on standard input.
fn chipwise(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).args(["--as-of", "2026-11-30"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // Who refuses the arguments does not read on.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(output: &Output) -> Json {
    serde_json::from_str(&text(output)).unwrap()
}

/// Every case as a line of JSON.
fn cases() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    let line = |path: std::path::PathBuf| {
        let case: Json = serde_yaml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        case["profile"].to_string() + "\n"
    };
    paths.into_iter().map(line).collect()
}

// --- how deep it is told --------------------------------------------------------------------------------------------

const TOSS_UP: &str = "profiles/vision-transformer-toss-up.yaml";

#[test]
fn the_answer_is_the_same_at_every_depth() {
    let cases = cases();
    let at = |depth| json(&chipwise(&["recommend", "-", "--format", "json", "--explain", depth, "--quiet"], &cases));
    let [none, reasons, full] = ["none", "reasons", "full"].map(at);
    let records = |answers: &Json| answers.as_array().unwrap().clone();
    assert!(records(&full).len() >= 100);
    for ((none, reasons), full) in records(&none).iter().zip(records(&reasons)).zip(records(&full)) {
        for (key, value) in none.as_object().unwrap() {
            assert_eq!(value, &reasons[key], "{}: {key}", full["name"]);
        }
        for (key, value) in reasons.as_object().unwrap() {
            assert_eq!(value, &full[key], "{}: {key}", full["name"]);
        }
    }
}

#[test]
fn a_depth_has_the_fields_of_the_contract_and_no_others() {
    let keys = |depth: &str| {
        let answer = json(&chipwise(&["recommend", TOSS_UP, "--format", "json", "--explain", depth], ""));
        answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    let mut expected = vec!["schema", "generator", "as_of", "name", "source", "labels", "recommendation", "targets"];
    assert_eq!(keys("none"), expected);
    expected.extend(["reasons", "cautions", "steps", "assumed"]);
    assert_eq!(keys("reasons"), expected);
    expected.extend(["unknowns", "flips", "robustness", "warnings", "errors"]);
    assert_eq!(keys("full"), expected);
    let by_default = json(&chipwise(&["recommend", TOSS_UP, "--format", "json"], ""));
    assert_eq!(by_default.as_object().unwrap().keys().collect::<Vec<_>>(), expected);
}

#[test]
fn the_text_is_as_deep_as_it_is_asked_for() {
    let at = |depth: &str| text(&chipwise(&["recommend", TOSS_UP, "--explain", depth], ""));
    let (none, reasons, full) = (at("none"), at("reasons"), at("full"));
    assert!(none.lines().count() <= 6 && full.starts_with(none.lines().next().unwrap()), "{none}");
    assert!(!none.contains("for GPU") && !none.contains("[1]"), "{none}");
    for heading in ["still open", "what would change it"] {
        assert!(full.contains(heading) && !reasons.contains(heading), "{heading}\n{reasons}");
    }
    assert!(reasons.contains("mind"), "{reasons}");
    let wrong = chipwise(&["recommend", TOSS_UP, "--explain", "deeply"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("none, reasons, full"));
}
