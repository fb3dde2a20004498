//! The questionnaire: which question comes next, when it stops, and the two ways in which people answer it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

mod figures;
mod plain;
mod session;
#[cfg(unix)]
mod terminal;

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ask").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
    command.current_dir(folder).args(arguments).env_remove("NO_COLOR").env("TERM", "xterm");
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    program(folder, arguments).output().unwrap()
}

/// What somebody who serves a language model knows; nothing else is known.
fn knows() -> BTreeMap<&'static str, &'static str> {
    BTreeMap::from([
        ("circumstances", "none"),
        ("phase", "inference"),
        ("domain", "llm"),
        ("framework", "pytorch"),
        ("cloud", "gcp,aws"),
        ("custom_ops", "none"),
        ("model.params", "8B"),
        ("runs_on_today", "nvidia_gpu"),
        ("serving.mode", "interactive"),
        ("serving.traffic", "steady"),
        ("serving.stack", "vllm"),
        ("manage_accelerators", "true"),
    ])
}

/// The lines of a saved profile that state something.
fn stated(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// Target and verdict of a recommendation in JSON.
fn answer(json: &[u8]) -> (serde_json::Value, serde_json::Value, serde_json::Value) {
    let json: serde_json::Value = serde_json::from_slice(json).expect("JSON and nothing else");
    let it = &json["recommendation"];
    (it["target"].clone(), it["verdict"].clone(), json["targets"].clone())
}
