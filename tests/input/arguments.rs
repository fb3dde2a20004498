//! What a command line says wrongly.

use std::fs;
use std::process::{Command, Stdio};

use super::{err, folder, out, run};

#[test]
fn a_wrong_argument_is_told_with_what_is_allowed() {
    let targets = "gpu, tpu, trainium, inferentia, managed_api, edge_tpu, edge_gpu, npu, cpu";
    let cases: [(&[&str], String); 18] = [
        (&["--set", "framework"], "--set framework: write `fact=value`\n".into()),
        (&["--set", "framwork=jax"], "--set: there is no fact `framwork`\n  did you mean `framework`?\n".into()),
        (
            &["--set", "framework="],
            "--set framework: nothing is written after the `=`; write `unknown` there to take the fact away\n".into(),
        ),
        (
            &["--set", "batch_size=many"],
            "--set: `batch_size`: `many` is not a count: it must begin with a digit\n  for example: 7B, 1.5M, 4096\n"
                .into(),
        ),
        (
            &["--set", "cloud=gcp,,aws"],
            "--set cloud: an item of the list is empty; write `a,b`, and nothing at all for an empty list\n".into(),
        ),
        (&["--set", "cloud=gcp,gcp"], "--set: `gcp` stands twice in `cloud`\n".into()),
        (
            &["--set", "measurements=x"],
            "--set measurements: tables cannot be set on the command line; state them in the profile\n".into(),
        ),
        (
            &["--set", "labels.team=x"],
            "--set labels.team: tables cannot be set on the command line; state them in the profile\n".into(),
        ),
        (
            &["--set", "data=x"],
            "--set data: it groups other facts; set one of those\n  allowed: data.rows, data.columns\n".into(),
        ),
        (
            &["--targets", "gpux"],
            format!("--targets: there is no target `gpux`\n  did you mean `gpu`?\n  allowed: {targets}\n"),
        ),
        (&["--targets", ""], format!("--targets: there is no target ``\n  allowed: {targets}\n")),
        (&["--format", "yaml"], "--format: there is no format `yaml` here\n  allowed: text, json".into()),
        (&["--format", "json="], "the file to write to has no name; write --format NAME=FILE\n".into()),
        (&["--format", "json=a", "--format", "text=a"], "two answers cannot go to the same file, a\n".into()),
        (
            &["--format", "json=a", "--output", "b"],
            "--output: every format has a file of its own already; leave it out, or one of those\n".into(),
        ),
        (
            &["--format", "text", "--format", "json"],
            "--format: only one format can go to standard output; write the others as NAME=FILE\n".into(),
        ),
        (
            &["--as-of", "soon"],
            "--as-of: `soon` is not a date: write year-month-day\n  for example: 2026-11-30\n".into(),
        ),
        (&["--output", "p.yaml"], "p.yaml: the answer would be written over this profile; name another file\n".into()),
    ];
    let folder = folder("arguments");
    fs::write(folder.join("p.yaml"), "name: x\n").unwrap();
    for (arguments, expected) in cases {
        let output = run(&folder, &[&["recommend", "p.yaml"], arguments].concat());
        assert_eq!((output.status.code(), out(&output)), (Some(2), String::new()), "{arguments:?}");
        assert!(err(&output).starts_with(&format!("error: {expected}")), "{arguments:?}: {}", err(&output));
    }
    assert_eq!(fs::read_to_string(folder.join("p.yaml")).unwrap(), "name: x\n");
}

#[test]
fn several_wrong_arguments_are_told_at_once() {
    let folder = folder("several_arguments");
    fs::write(folder.join("p.yaml"), "name: x\n").unwrap();
    let output =
        run(&folder, &["recommend", "p.yaml", "--set", "a", "--targets", "b", "--format", "c", "--as-of", "d"]);
    assert_eq!(err(&output).matches("error: ").count(), 4, "{}", err(&output));
}

#[test]
fn an_argument_that_is_right_takes_effect() {
    let folder = folder("right_arguments");
    fs::write(folder.join("p.yaml"), "name: x\nframework: jax\n").unwrap();
    for set in ["cloud=", "cloud=gcp,aws", "framework=unknown", "name=y", "priorities.cost=high"] {
        let output = run(&folder, &["recommend", "p.yaml", "--set", set]);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{set}");
        assert_eq!(out(&output).contains("y · p.yaml"), set == "name=y", "{set}");
    }
    let output = run(&folder, &["recommend", "p.yaml", "--set", "gpu_model=zx81"]);
    let expected = "warning: --set: `zx81` is not in the chip catalogue; `gpu_model` counts as unknown\n";
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), expected));
}

#[test]
fn an_output_that_cannot_be_written_is_told() {
    let folder = folder("outputs");
    fs::write(folder.join("p.yaml"), "name: x\n").unwrap();
    fs::create_dir(folder.join("inner")).unwrap();
    for name in ["inner", "nowhere/x.txt"] {
        let output = run(&folder, &["recommend", "p.yaml", "--output", name]);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).starts_with(&format!("error: cannot write {name}: ")), "{}", err(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_a_closed_pipe_is_not() {
    let folder = folder("full");
    fs::write(folder.join("p.yaml"), "name: x\n").unwrap();
    let program = || Command::new(env!("CARGO_BIN_EXE_chipwise"));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().current_dir(&folder).args(["recommend", "p.yaml"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).starts_with("error: cannot write to standard output: "), "{}", err(&output));

    let mut child = program()
        .current_dir(&folder)
        .args(["recommend", "p.yaml", "--full"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
}
