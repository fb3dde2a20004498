//! Files that are none, or no text; several files in one run; JSON output with a record that could not be read.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use super::{err, folder, out, refused, run};

#[test]
fn what_is_no_profile_is_told_by_name() {
    let folder = folder("no_profile");
    fs::create_dir(folder.join("inner")).unwrap();
    fs::write(folder.join("profile.yaml"), "name: x\n").unwrap();
    fs::write(folder.join("notes.txt"), "name: x\n").unwrap();
    let cases = [
        ("inner", "error: inner: there is no profile in this folder (.yaml, .yml, .json, .toml, .ndjson, .jsonl)\n"),
        ("inner/*.yaml", "error: inner/*.yaml: no profile matches this pattern\n"),
        ("*.txt", "error: *.txt: no profile matches this pattern\n"),
        (
            "inner/[",
            "error: inner/[: no such file, and no pattern: Pattern syntax error near position 6: invalid range pattern\n",
        ),
        ("profle.yaml", "error: profle.yaml: there is no such file\n  did you mean `profile.yaml`?\n"),
        ("zzz.json", "error: zzz.json: there is no such file\n"),
        (
            "notes.txt",
            "error: notes.txt: the extension of a profile tells its format; this file has `.txt`\n  \
             allowed: .yaml, .yml, .json, .toml, .ndjson, .jsonl\n",
        ),
    ];
    for (name, expected) in cases {
        let output = run(&folder, &["recommend", name]);
        assert_eq!((output.status.code(), out(&output).as_str(), err(&output).as_str()), (Some(2), "", expected));
    }
}

#[test]
fn what_is_no_text_is_told_at_its_first_bad_byte() {
    let folder = folder("no_text");
    let cases: [(&[u8], &str); 6] = [
        (b"", "error: p.yaml:1:1: nothing is written here but blanks and comments\n"),
        (
            b"# a comment\n",
            "error: p.yaml:1:1: nothing is written here but blanks and comments\n  1 | # a comment\n    | ^\n",
        ),
        (b"name: x\nphase: \xFF\n", "error: p.yaml:2:8: the byte 0xFF is not UTF-8; save the file as UTF-8\n"),
        (
            b"\x7FELF\x02\x01\0\0",
            "error: p.yaml:1:5: this is not a text file: it holds the control character 0x02\n  1 | \u{fffd}ELF\u{fffd}\u{fffd}\u{fffd}\u{fffd}\n    |     ^\n",
        ),
        (b"\xFF\xFEn\0", "error: p.yaml:1:1: the text is in UTF-16; save it as UTF-8\n"),
        (b"---\n---\n", "error: p.yaml:1:1: nothing is written here but blanks and comments\n  1 | ---\n    | ^\n"),
    ];
    for (content, expected) in cases {
        assert_eq!(refused(&folder, "p.yaml", content), expected);
    }
    assert_eq!(
        refused(&folder, "p.json", b" \n"),
        "error: p.json:1:1: nothing is written here but blanks and comments\n"
    );
}

#[test]
fn the_good_files_of_a_run_are_judged() {
    let folder = folder("several");
    fs::write(folder.join("a.yaml"), "name: alpha\n").unwrap();
    fs::write(folder.join("b.yaml"), "name: [\n").unwrap();
    fs::write(folder.join("c.json"), "{\"name\": \"gamma\"}").unwrap();
    let output = run(&folder, &["recommend", "a.yaml", "b.yaml", "missing.yaml", "c.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("alpha · a.yaml") && out(&output).contains("gamma · c.json"));
    assert!(err(&output).starts_with("error: b.yaml:1:7: "));
    assert!(err(&output).contains("error: missing.yaml: there is no such file\n"));
}

#[test]
fn in_json_a_record_that_cannot_be_read_stands_in_its_place() {
    let folder = folder("json_errors");
    fs::write(folder.join("p.yaml"), "name: first\n---\nframwork: jax\n---\nname: last\n").unwrap();
    let output = run(&folder, &["recommend", "p.yaml", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2));
    let records: Json = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((&records[0]["name"], &records[2]["name"]), (&Json::from("first"), &Json::from("last")));
    assert!(records[0]["recommendation"].is_object() && records[0]["errors"] == serde_json::json!([]));
    assert_eq!(records[1]["recommendation"], Json::Null);
    assert_eq!(records[1]["source"], serde_json::json!({ "path": "p.yaml", "line": 3 }));
    let expected = serde_json::json!([{
        "code": "unknown-key",
        "message": "unknown key `framwork`",
        "path": "p.yaml",
        "line": 3,
        "column": 1,
        "key": "framwork",
        "allowed": [],
        "nearest": "framework",
    }]);
    assert_eq!(records[1]["errors"], expected);

    let output = run(&folder, &["recommend", "missing.yaml", "--format", "json"]);
    let record: Json = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((output.status.code(), &record["errors"][0]["code"]), (Some(2), &Json::from("unreadable-file")));
}

#[test]
fn standard_input_is_read_and_its_format_told_by_its_content() {
    for (text, expected) in [("{\"name\": \"x\"}", 0), ("name: x\n", 0), ("name = \"x\"\n", 0), ("{\"name\": }", 2)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chipwise"))
            .args(["recommend", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(expected), "{text}: {told}");
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_a_name_all_the_same() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("raw_name");
    let name = std::ffi::OsStr::from_bytes(b"p\xFF.yaml");
    let run = || {
        Command::new(env!("CARGO_BIN_EXE_chipwise")).current_dir(&folder).arg("recommend").arg(name).output().unwrap()
    };
    assert_eq!(
        (run().status.code(), err(&run()).as_str()),
        (Some(2), "error: p\u{fffd}.yaml: there is no such file\n")
    );
    // Some file systems take no such names.
    if fs::write(folder.join(name), "name: x\n").is_ok() {
        assert_eq!((run().status.code(), err(&run()).as_str()), (Some(0), ""));
    }
}
