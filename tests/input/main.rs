//! Bad input gets a clear answer: place, key, what is allowed, the nearest right name; and what is good is still judged.
//!
//! Every case is a file and the exact text on standard error. The status is 2 and standard output is empty.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

mod arguments;
mod content;
mod files;
mod house;
mod json_syntax;
mod limits;
mod many;
mod rules;
mod yaml_syntax;

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("input").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program in a folder, so that files go by their bare names.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What is said of a profile that must be refused.
fn refused(folder: &Path, name: &str, content: &[u8]) -> String {
    fs::write(folder.join(name), content).unwrap();
    let output = run(folder, &["recommend", name]);
    let shown = String::from_utf8_lossy(&content[..content.len().min(200)]).into_owned();
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{name}: {shown}\n{}", err(&output));
    err(&output)
}

/// What is said of a profile that must be judged.
fn judged(folder: &Path, name: &str, content: &[u8]) -> String {
    fs::write(folder.join(name), content).unwrap();
    let output = run(folder, &["recommend", name]);
    assert_eq!(output.status.code(), Some(0), "{name}: {}\n{}", String::from_utf8_lossy(content), err(&output));
    assert!(!out(&output).is_empty());
    err(&output)
}

/// Holds each text to what is said of it.
fn all_refused(test: &str, name: &str, cases: &[(&str, &str)]) {
    let folder = folder(test);
    for (text, expected) in cases {
        let told = refused(&folder, name, text.as_bytes());
        assert_eq!(told, lines(expected), "{text}");
    }
}

/// A text as a test writes it, without the first line end and the indentation of its first line.
fn lines(text: &str) -> String {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let indentation = text.len() - text.trim_start_matches(' ').len();
    let line = |line: &str| line.get(indentation.min(line.len())..).unwrap_or_default().to_owned() + "\n";
    text.trim_end().lines().map(line).collect()
}
