//! `chipwise compare`: many workloads side by side, in every form, and as a stream.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

mod base;
mod forms;
mod progress;
mod stream;
mod summary;

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
    command.current_dir(folder).args(arguments);
    command
}

/// Runs the program in a folder with this on standard input.
fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = program(folder, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The records of an answer in lines.
fn lines(output: &Output) -> Vec<Json> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Three workloads that come out differently.
const THREE: &str = "\
{\"name\": \"kernels\", \"phase\": \"training\", \"framework\": \"pytorch\", \"custom_ops\": [\"cuda\"], \
\"custom_ops_in_main_loop\": true, \"custom_ops_replaceable\": false, \"current_cost_per_month\": \"100 USD\"}
{\"name\": \"chat\", \"phase\": \"inference\", \"labels\": {\"team\": \"search\"}, \"current_cost_per_month\": \"250.5 USD\"}
{\"name\": \"boosting\", \"phase\": \"training\", \"domain\": \"classical_ml\", \"current_cost_per_month\": \"7 EUR\"}
";

/// Many records, of which every so-manieth cannot be read.
fn many(records: usize, broken: Option<usize>) -> String {
    let frameworks = ["pytorch", "jax", "tensorflow"];
    let broken_ones = ["{\"framwork\": 1}", "{\"name\": ", "[1]", "{\"framework\": \"jx\"}", "no json"];
    let line = |at: usize| match broken {
        Some(every) if at % every == every - 1 => broken_ones[at / every % broken_ones.len()].to_owned(),
        _ => format!(
            "{{\"name\": \"job-{at}\", \"phase\": \"training\", \"framework\": \"{}\", \"model\": {{\"params\": \"{}B\"}}, \
             \"description\": \"{}\"}}",
            frameworks[at % 3],
            at % 70 + 1,
            "x".repeat(at % 500),
        ),
    };
    (0..records).map(|at| line(at) + "\n").collect()
}
