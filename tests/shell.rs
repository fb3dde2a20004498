//! Completions and manual pages come from the command line itself, and leave no command out.

use std::fs;
use std::path::Path;
use std::process::Command;

use chipwise::cli::Cli;
use clap::CommandFactory;

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_chipwise")).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn names() -> Vec<String> {
    Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (code, script) = run(&["completions", shell]);
        assert_eq!(code, Some(0), "{shell}");
        for name in names() {
            assert!(script.contains(&name), "{shell} does not complete {name}");
        }
        assert!(script.contains("--extra-rules") || script.contains("extra-rules"), "{shell}");
    }
    assert_eq!(run(&["completions", "tcsh"]).0, Some(2));
}

#[test]
fn the_names_of_targets_are_completed_and_others_are_still_judged_by_the_rules() {
    for shell in ["bash", "fish", "zsh"] {
        let (_, script) = run(&["completions", shell]);
        let values = script.lines().filter(|line| line.contains("managed_api")).count();
        assert!(values >= 3, "{shell}: {values}");
    }
    let (code, script) = run(&["completions", "bash"]);
    assert_eq!(code, Some(0));
    for option in ["--targets)", "--expect)", "--why-not)"] {
        let after = script.split_once(option).unwrap().1;
        assert!(after.trim_start().starts_with("COMPREPLY=($(compgen -W \"gpu tpu "), "{option}");
    }
    // The words for what there is not are those of the rules, with the nearest name.
    let output = Command::new(env!("CARGO_BIN_EXE_chipwise"))
        .args(["check", "examples/ci/profiles", "--expect", "gpux"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("did you mean `gpu`?"));
}

#[test]
fn every_command_has_a_manual_page() {
    let (code, page) = run(&["man"]);
    assert_eq!(code, Some(0));
    assert!(page.contains(".TH chipwise 1"), "{page}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = fs::remove_dir_all(&folder);
    assert_eq!(run(&["man", "--output", folder.to_str().unwrap()]), (Some(0), String::new()));
    for name in names() {
        let page = fs::read_to_string(folder.join(format!("chipwise-{name}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
}

#[test]
fn a_schema_is_written_to_a_file_that_is_named() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("profile.schema.json");
    let (code, told) = run(&["schema", "profile", "--output", file.to_str().unwrap()]);
    assert_eq!((code, told.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(&file).unwrap(), run(&["schema", "profile"]).1);
    assert_eq!(run(&["schema", "profile", "--output", env!("CARGO_TARGET_TMPDIR")]).0, Some(2));
    assert_eq!(run(&["schema", "prices"]).0, Some(2));
    // What the starter tells an editor is the file that its own comment says how to write.
    let starter = run(&["init"]).1;
    let named = starter.lines().next().unwrap().strip_prefix("# yaml-language-server: $schema=").unwrap();
    assert!(starter.contains(&format!("chipwise schema profile --output {named}")));
}
