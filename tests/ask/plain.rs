//! The line mode, over pipes.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use super::{answer, folder, knows, program, run, stated};

/// Writes lines to the questionnaire and ends the input.
fn piped(folder: &Path, arguments: &[&str], lines: &str) -> Output {
    let mut command = program(folder, arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// Answers each question as it comes: from what is known, else with `unknown`. Returns the keys that were asked.
pub fn dialogue(folder: &Path, arguments: &[&str], knows: &BTreeMap<&str, &str>) -> (Output, Vec<String>) {
    let mut command = program(folder, arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut errors = child.stderr.take().unwrap();
    let (mut text, mut keys, mut byte) = (String::new(), Vec::new(), [0]);
    while errors.read(&mut byte).unwrap() == 1 {
        text.push(char::from(byte[0]));
        if !text.ends_with("\n> ") {
            continue;
        }
        let last = text.rsplit("\nQuestion ").next().unwrap();
        let key = last.split_once(" (").and_then(|(_, rest)| rest.split_once(')')).map(|(key, _)| key.to_owned());
        let line = match key.filter(|_| !last.contains("Go on with more questions?")) {
            Some(key) => {
                let line = knows.get(key.as_str()).copied().unwrap_or("unknown");
                keys.push(key);
                line
            }
            None => "no",
        };
        writeln!(input, "{line}").unwrap();
    }
    (child.wait_with_output().unwrap(), keys)
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A pipe that never ends and never answers is left after a while, without being read into memory.
#[test]
fn endless_nonsense_ends() {
    let folder = folder("endless");
    let mut child = program(&folder, &["ask", "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let written = std::thread::spawn(move || {
        let mut lines = 0_u32;
        while lines < 2_000_000 && input.write_all(b"zzz\n").is_ok() {
            lines += 1;
        }
        lines
    });
    let output = child.wait_with_output().unwrap();
    assert!(written.join().unwrap() < 200_000, "all of it was read");
    let text = err(&output);
    assert!(text.contains("1000 lines in a row answered nothing: no more are read."), "{text}");
    assert!(!text.contains('\u{1b}'), "no colour where there is no terminal");
}

#[test]
fn the_saved_profile_gets_the_same_answer() {
    let folder = folder("saved");
    let arguments = ["ask", "--plain", "--save", "work.yaml", "--format", "json", "--as-of", "2026-11-30"];
    let (asked, keys) = dialogue(&folder, &arguments, &knows());
    assert_eq!(asked.status.code(), Some(0), "{keys:?}");
    assert!(keys.len() >= 5 && keys.len() <= 25, "{keys:?}");
    let again = run(&folder, &["recommend", "work.yaml", "--format", "json", "--as-of", "2026-11-30"]);
    assert_eq!(answer(&asked.stdout), answer(&again.stdout));
    let text = std::fs::read_to_string(folder.join("work.yaml")).unwrap();
    assert!(text.contains("name: work\n") && text.contains("phase: inference\n") && text.contains("cloud: [gcp, aws]"));
    assert!(text.contains("# What is the hardware to do"), "each fact keeps its question as a comment");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "no other file is left behind");
}

#[test]
fn only_what_is_missing_is_asked() {
    let folder = folder("from");
    let first = piped(&folder, &["ask", "--plain", "--save", "half.yaml"], "none\ninference\nllm\nunknown\n");
    assert_eq!(first.status.code(), Some(0));
    assert!(err(&first).contains("Go on: chipwise ask --from half.yaml --save half.yaml"), "{}", err(&first));
    assert!(String::from_utf8_lossy(&first.stdout).contains("rests on"), "what was said is judged");
    let before = stated(&folder.join("half.yaml"));
    assert!(before.contains(&"framework: unknown".to_owned()), "{before:?}");
    let (second, keys) = dialogue(&folder, &["ask", "--plain", "--from", "half.yaml", "--save", "half.yaml"], &knows());
    assert_eq!(second.status.code(), Some(0));
    for asked in ["circumstances", "phase", "domain", "framework"] {
        assert!(!keys.contains(&asked.to_owned()), "{asked} is asked again: {keys:?}");
    }
    let after = stated(&folder.join("half.yaml"));
    assert!(before.iter().all(|line| after.contains(line)), "{before:?} {after:?}");
}

#[test]
fn a_profile_that_is_gone_on_with_loses_nothing() {
    let folder = folder("whole");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles/vision-transformer-toss-up.yaml");
    let from = shipped.to_string_lossy().into_owned();
    let output =
        piped(&folder, &["ask", "--plain", "--from", &from, "--save", "new.yaml", "--format", "json"], "quit\n");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let again = run(&folder, &["recommend", "new.yaml", "--format", "json"]);
    let first = run(&folder, &["recommend", &from, "--format", "json"]);
    assert_eq!(answer(&again.stdout), answer(&first.stdout));
    assert_eq!(answer(&output.stdout), answer(&first.stdout));
}

#[test]
fn input_that_ends_is_judged_and_saved_where_nothing_was_named() {
    let folder = folder("ends");
    let output = piped(&folder, &["ask", "--plain", "--format", "json"], "none\ntraining\n");
    assert_eq!(output.status.code(), Some(0));
    answer(&output.stdout);
    assert!(err(&output).contains("The answers are in chipwise-answers.yaml."), "{}", err(&output));
    assert!(stated(&folder.join("chipwise-answers.yaml")).contains(&"phase: training".to_owned()));
    piped(&folder, &["ask", "--plain"], "none\ninference\n");
    assert!(stated(&folder.join("chipwise-answers-2.yaml")).contains(&"phase: inference".to_owned()));
}

#[test]
fn mistakes_are_explained_and_asked_again() {
    let folder = folder("mistakes");
    let lines = "\nperhaps\nnone\n?\nhelp\nback\nmandate\n99\ntpu\nback\ntpu\nquit\n";
    let output = piped(&folder, &["ask", "--plain"], lines);
    let told = err(&output);
    assert!(told.contains("Not taken: an empty line is no answer"), "{told}");
    assert!(told.contains("Not taken: `perhaps` is none of the choices"), "{told}");
    assert!(told.contains("Training from scratch, fine-tuning and inference"), "{told}");
    assert!(told.contains("Not taken: there are 9 choices; 99 is none of them"), "{told}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("TPU: "), "{told}");
}

#[test]
fn without_a_terminal_it_says_at_once_what_to_use_instead() {
    let folder = folder("no-terminal");
    let begun = Instant::now();
    let mut child =
        program(&folder, &["ask"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let held = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(held);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(err(&output).contains("standard input is no terminal") && err(&output).contains("chipwise ask --plain"));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_file_is_never_written_over_unasked() {
    let folder = folder("exists");
    std::fs::write(folder.join("mine.yaml"), "phase: training\n").unwrap();
    for (arguments, says) in [
        (["ask", "--plain", "--save", "mine.yaml"], "--from mine.yaml --save mine.yaml"),
        (["ask", "--plain", "--save", "mine.txt"], "ends in .yaml"),
        (["ask", "--plain", "--save", "none/mine.yaml"], "there is no folder none"),
        (["ask", "--plain", "--from", "other.yaml"], "there is no such file"),
    ] {
        let output = piped(&folder, &arguments, "");
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains(says), "{}", err(&output));
    }
    assert_eq!(stated(&folder.join("mine.yaml")), ["phase: training"]);
}

#[test]
fn what_set_states_is_not_asked() {
    let folder = folder("set");
    let arguments = ["ask", "--plain", "--set", "phase=training", "--set", "domain=unknown", "--save", "it.yaml"];
    let (output, keys) = dialogue(&folder, &arguments, &knows());
    assert_eq!(output.status.code(), Some(0));
    assert!(!keys.iter().any(|key| key == "phase" || key == "domain"), "{keys:?}");
    let stated = stated(&folder.join("it.yaml"));
    assert!(stated.contains(&"phase: training".to_owned()) && stated.contains(&"domain: unknown".to_owned()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_file_to_go_on_with_and_says_where() {
    let folder = folder("interrupt");
    let mut command = program(&folder, &["ask", "--plain"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"none\ntraining\n").unwrap();
    let file = folder.join("chipwise-answers.yaml");
    let begun = Instant::now();
    while !std::fs::read_to_string(&file).is_ok_and(|text| text.contains("\nphase: training")) {
        assert!(begun.elapsed() < Duration::from_secs(60), "each answer is kept as it comes");
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(130));
    assert!(err(&output).contains("The answers are in chipwise-answers.yaml. Go on: chipwise ask --from"));
    assert!(output.stdout.is_empty());
}
