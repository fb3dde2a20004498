//! `compare --base`: what is otherwise than it was, and which change made the difference.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value as Json;

use super::{err, out, run};

mod answers;
mod folders;
mod git;
mod wording;

/// A workload that runs on TPUs, and what each of some changes makes of it.
const JAX: &str = "name: pretrain\nphase: training\nframework: jax\ndomain: llm\ncloud: [gcp]\n";

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The changes that a run tells, and what it says on standard error.
fn changes(folder: &Path, arguments: &[&str]) -> (Vec<Json>, String) {
    let output = run(folder, &[&["compare"], arguments, &["--format", "json"]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    (serde_json::from_str(&out(&output)).unwrap(), err(&output))
}

/// What a run that cannot be has to say.
fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{}{}", out(output), err(output));
    assert_eq!(out(output), "");
    err(output)
}

fn kinds(changes: &[Json]) -> Vec<(&str, &str)> {
    changes.iter().map(|it| (it["name"].as_str().unwrap(), it["kind"].as_str().unwrap())).collect()
}

/// What alone or together brings the answer, by names: a fact, or `rules`.
fn causes(change: &Json) -> Vec<Vec<String>> {
    let name = |at: &Json| {
        let changed = &change["changes"][at.as_u64().unwrap() as usize];
        changed["fact"].as_str().unwrap_or("rules").to_owned()
    };
    let sets = change["because"]["sets"].as_array().unwrap().iter();
    sets.map(|set| set.as_array().unwrap().iter().map(name).collect()).collect()
}
