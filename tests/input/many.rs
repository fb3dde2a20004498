//! Many profiles at once: folders, patterns, streams, standard input, and what is wrong with one of them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

use super::{err, folder, out, run};

/// Writes a profile in each of these files.
fn write(folder: &Path, names: &[&str]) {
    for name in names {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = if name.ends_with(".toml") { "framework = \"jax\"\n" } else { "framework: jax\n" };
        fs::write(path, text).unwrap();
    }
}

/// The files of the records of an answer in JSON, in its order.
fn files(output: &Output) -> Vec<String> {
    let records: Json = serde_json::from_str(&out(output)).unwrap();
    let path = |record: &Json| record["source"]["path"].as_str().unwrap().to_owned();
    records.as_array().expect("a list").iter().map(path).collect()
}

fn with_input(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
    command.current_dir(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_folder_is_read_through_in_the_order_of_its_paths() {
    let folder = folder("folders");
    write(&folder, &["t/b.yaml", "t/a/z.toml", "t/a/deep/x.yml", "t/c.toml", "t/.hidden/h.yaml", "t/chipwise.toml"]);
    fs::write(folder.join("t/notes.md"), "no profile").unwrap();
    fs::write(folder.join("t/chipwise.toml"), "").unwrap();
    let output = run(&folder, &["recommend", "t", "--explain", "none", "--format", "json"]);
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    assert_eq!(files(&output), ["t/a/deep/x.yml", "t/a/z.toml", "t/b.yaml", "t/c.toml"]);
}

#[test]
fn a_pattern_is_followed_where_the_shell_did_not() {
    let folder = folder("patterns");
    write(&folder, &["t/b.yaml", "t/a/z.toml", "t/a/deep/x.yaml", "t/c.toml", "u/[x].yaml", "v.yaml"]);
    fs::write(folder.join("t/notes.md"), "no profile").unwrap();
    let cases: [(&str, &[&str]); 8] = [
        ("t/*", &["t/a/deep/x.yaml", "t/a/z.toml", "t/b.yaml", "t/c.toml"]),
        ("t/*.yaml", &["t/b.yaml"]),
        ("t/**/*.yaml", &["t/a/deep/x.yaml", "t/b.yaml"]),
        ("**/[xz].*", &["t/a/deep/x.yaml", "t/a/z.toml"]),
        ("*.yaml", &["v.yaml"]),
        ("./t/?.yaml", &["./t/b.yaml"]),
        ("u/[x].yaml", &["u/[x].yaml"]),
        ("t/a/**", &["t/a/deep/x.yaml", "t/a/z.toml"]),
    ];
    for (pattern, expected) in cases {
        let output = run(&folder, &["recommend", pattern, "v.yaml", "--explain", "none", "--format", "json"]);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{pattern}");
        assert_eq!(files(&output), [expected, &["v.yaml"]].concat(), "{pattern}");
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_in_a_circle_or_nowhere_and_pipes_in_a_folder_stop_nothing() {
    use std::os::unix::fs::symlink;
    let folder = folder("links");
    write(&folder, &["t/a/x.yaml"]);
    symlink("..", folder.join("t/a/up")).unwrap();
    symlink("nowhere.yaml", folder.join("t/lost.yaml")).unwrap();
    let made = Command::new("mkfifo").arg(folder.join("t/pipe.yaml")).status().unwrap();
    assert!(made.success());
    let output = run(&folder, &["recommend", "t", "--explain", "none", "--format", "json"]);
    assert_eq!(files(&output), ["t/a/x.yaml", "t/lost.yaml", "t/pipe.yaml"]);
    let expected = "error: t/lost.yaml: this link leads to no file\n\
                    error: t/pipe.yaml: a profile in a folder is a plain file, and this is none\n";
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(2), expected));
}

#[test]
fn folders_that_are_nested_without_end_are_left() {
    let folder = folder("deep");
    write(&folder, &["t/x.yaml", &format!("t/{}y.yaml", "d/".repeat(40))]);
    let output = run(&folder, &["recommend", "t", "--explain", "none", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("folders are nested more than 32 deep"), "{}", err(&output));
    assert_eq!(files(&output).last().unwrap(), "t/x.yaml");
}

#[test]
fn every_record_of_a_stream_stands_in_its_place() {
    let folder = folder("streams");
    let stream = "{\"name\": \"a\", \"framework\": \"jax\"}\r\n{\"framwork\": 1}\n\n{\"name\": \n{\"name\": \"e\"}";
    fs::write(folder.join("s.ndjson"), stream).unwrap();
    let of_file = run(&folder, &["recommend", "s.ndjson", "--format", "json"]);
    let of_input = with_input(&folder, &["recommend", "-", "--format", "json"], stream.as_bytes());
    for output in [of_file, of_input] {
        let records: Json = serde_json::from_str(&out(&output)).unwrap();
        let lines: Vec<_> = records.as_array().unwrap().iter().map(|it| it["source"]["line"].as_u64()).collect();
        assert_eq!(lines, [Some(1), Some(2), Some(4), Some(5)]);
        let codes: Vec<_> = (0..4).map(|at| records[at]["errors"][0]["code"].as_str()).collect();
        assert_eq!(codes, [None, Some("unknown-key"), Some("json-syntax"), None]);
        assert_eq!((output.status.code(), err(&output).matches("error: ").count()), (Some(2), 2));
    }
}

#[test]
fn a_line_over_the_limit_is_told_and_the_stream_goes_on() {
    let folder = folder("long_lines");
    let long = |bytes: usize| format!("{{\"description\": \"{}\"}}", "x".repeat(bytes));
    let lines = ["{\"name\": \"a\"}".to_owned(), long(1 << 20), "{\"name\": \"b\"}".into(), long(3 << 20), "{}".into()];
    fs::write(folder.join("s.ndjson"), lines.join("\n") + "\n{\"name\": \"f\"}").unwrap();
    let output = run(&folder, &["recommend", "s.ndjson", "--explain", "none", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2));
    let records: Json = serde_json::from_str(&out(&output)).unwrap();
    let told = |at: usize| (records[at]["source"]["line"].as_u64(), records[at]["errors"][0]["code"].as_str());
    let expected = [
        (Some(1), None),
        (Some(2), Some("record-too-large")),
        (Some(3), None),
        (Some(4), Some("record-too-large")),
        (Some(5), Some("empty-profile")),
        (Some(6), None),
    ];
    assert_eq!((0..6).map(told).collect::<Vec<_>>(), expected);
    assert!(
        err(&output).contains("s.ndjson:4:1: one workload has 3.0 MiB; at most 1 MiB are read"),
        "{}",
        err(&output)
    );
}

#[test]
fn standard_input_is_read_in_the_format_that_is_named_and_once() {
    let folder = folder("input_format");
    let named = with_input(&folder, &["recommend", "-", "--input-format", "toml"], b"# x\nframework = \"jax\"\n");
    assert_eq!((named.status.code(), err(&named).as_str()), (Some(0), ""));
    let wrong = with_input(&folder, &["recommend", "-", "--input-format", "ndjson"], b"framework: jax\n");
    assert!(err(&wrong).starts_with("error: -:1:1: "), "{}", err(&wrong));
    let unknown = run(&folder, &["recommend", "-", "--input-format", "yml"]);
    let expected = "error: --input-format: there is no format `yml`\n  did you mean `yaml`?\n  \
                    allowed: yaml, json, toml, ndjson\n";
    assert_eq!((unknown.status.code(), err(&unknown).as_str()), (Some(2), expected));
    let twice = with_input(&folder, &["recommend", "-", "-"], b"framework: jax\n");
    assert_eq!((twice.status.code(), err(&twice).as_str()), (Some(2), "error: -: standard input can be read once\n"));
    // A file of any name, where the format is said.
    fs::write(folder.join("profile"), "framework: jax\n").unwrap();
    let output = run(&folder, &["recommend", "profile", "--input-format", "yaml"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[test]
fn one_profile_is_an_object_and_what_may_be_many_a_list() {
    let folder = folder("object_or_list");
    write(&folder, &["t/a.yaml"]);
    fs::write(folder.join("s.ndjson"), "{\"framework\": \"jax\"}\n").unwrap();
    for (path, list) in [("t/a.yaml", false), ("t", true), ("t/*", true), ("s.ndjson", true)] {
        for command in ["recommend", "what-if", "size"] {
            let output = run(&folder, &[command, path, "--format", "json"]);
            let answer: Json = serde_json::from_str(&out(&output)).unwrap();
            assert_eq!(answer.is_array(), list, "{command} {path}");
        }
    }
}

#[test]
fn no_answer_is_written_over_a_profile_of_a_folder() {
    let folder = folder("written_over");
    write(&folder, &["t/a.yaml"]);
    let output = run(&folder, &["recommend", "t", "--output", "t/a.yaml"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(folder.join("t/a.yaml")).unwrap(), "framework: jax\n");
}
