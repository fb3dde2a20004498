//! `chipwise check`: what holds, what does not, what is laid down, what is waived, and in which format.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

mod config;
mod formats;
mod policy;
mod states;
mod waivers;

/// The day of all checks here.
const DAY: &str = "2026-11-30";

/// An empty folder for one test. A chipwise.toml in it keeps what stands above out.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("chipwise.toml"), "").unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
    command.current_dir(folder).arg("check").args(arguments);
    if !arguments.contains(&"--as-of") {
        command.args(["--as-of", DAY]);
    }
    command.stdin(Stdio::null()).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The exit code and the JSON of a check.
fn json(folder: &Path, arguments: &[&str]) -> (i32, Json) {
    let output = run(folder, &[arguments, &["--format", "json"]].concat());
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|problem| panic!("{problem}: {}", err(&output)));
    (output.status.code().unwrap(), report)
}

/// The kinds of the findings of the first profile, with `waived` behind those that are.
fn kinds(report: &Json) -> Vec<String> {
    let findings = report["profiles"][0]["findings"].as_array().unwrap();
    let kind = |finding: &Json| {
        let waived = finding["waived_by"].as_array().unwrap().is_empty();
        format!("{}{}", finding["id"].as_str().unwrap(), if waived { "" } else { " waived" })
    };
    findings.iter().map(kind).collect()
}

/// A shipped profile with more at its end.
fn shipped(name: &str, more: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles").join(format!("{name}.yaml"));
    format!("{}\n{more}", fs::read_to_string(path).unwrap())
}

/// Kernels that nothing but a GPU runs: GPU is decided, every other is out.
const KERNELS: &str = "\
name: kernels
phase: training
framework: pytorch
precision: bf16
custom_ops: [cuda]
custom_ops_in_main_loop: true
custom_ops_replaceable: false
cloud: [gcp]
";
