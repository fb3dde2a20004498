//! The stream: lines in, lines out, whatever happens on the way.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value as Json;

use super::{err, folder, lines, many, out, program, run};

const BRIEF: [&str; 6] = ["compare", "-", "--format", "ndjson", "--brief", "--explain"];

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let folder = folder("threads");
    let input = many(3000, Some(100));
    for form in
        [&["--format", "ndjson", "--explain", "none", "--brief"][..], &["--format", "csv"], &["--format", "json"]]
    {
        let input = if form.contains(&"none") { &input } else { &input[..input.len() / 60] };
        let of = |jobs: &str| {
            let output = run(&folder, &[&["compare", "-", "--jobs", jobs], form].concat(), input);
            assert_eq!(output.status.code(), Some(2));
            (output.stdout, output.stderr)
        };
        let one = of("1");
        for jobs in ["2", "3", "7"] {
            assert!(of(jobs) == one, "{form:?} with {jobs} threads");
        }
    }
}

#[test]
fn every_malformed_record_is_reported_in_its_place() {
    let folder = folder("malformed");
    let output = run(&folder, &[&BRIEF[..], &["none"]].concat(), &many(3000, Some(100)));
    let records = lines(&output);
    assert_eq!((output.status.code(), records.len()), (Some(2), 3000));
    for (at, record) in records.iter().enumerate() {
        assert_eq!(record["source"]["line"], Json::from(at + 1));
        let is_broken = at % 100 == 99;
        assert_eq!(record["recommendation"].is_null(), is_broken, "line {}", at + 1);
        assert_eq!(record["errors"].is_array(), is_broken, "line {}", at + 1);
        if !is_broken {
            assert_eq!(record["name"], Json::from(format!("job-{at}")));
        }
    }
    assert_eq!(err(&output).matches("error: -:").count(), 30, "{}", err(&output));
    let many_more = run(&folder, &[&BRIEF[..], &["none"]].concat(), &many(3000, Some(10)));
    assert!(err(&many_more).ends_with("error: -: and more of the kind in 250 further workloads of this file\n"));
}

#[test]
fn what_is_too_long_is_passed_over_and_the_stream_goes_on() {
    let folder = folder("long");
    let long = format!("{{\"description\": \"{}\"}}\n", "x".repeat(5 << 20));
    let input = many(3, None) + &long + &many(3, None);
    let output = run(&folder, &[&BRIEF[..], &["none"]].concat(), &input);
    let records = lines(&output);
    let wrong: Vec<usize> = (0..records.len()).filter(|at| records[*at]["recommendation"].is_null()).collect();
    assert_eq!((records.len(), wrong, output.status.code()), (7, vec![3], Some(2)));
    assert_eq!(records[3]["errors"][0]["code"], "record-too-large");
}

#[test]
fn what_has_come_is_answered_before_the_end() {
    let folder = folder("live");
    let mut child = program(&folder, &["compare", "-", "--format", "ndjson", "--brief", "--input-format", "ndjson"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for name in ["a", "b"] {
        writeln!(input, "{{\"name\": \"{name}\", \"phase\": \"training\"}}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(&format!("\"name\":\"{name}\"")), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly_though_more_could_come() {
    let folder = folder("closed");
    let mut child = program(&folder, &["compare", "-", "--format", "ndjson", "--brief", "--input-format", "ndjson"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // The input stays open: nobody ends the program but itself.
    input.write_all(many(10, None).as_bytes()).unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!((child.wait().unwrap().code(), told.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = folder("full");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    fs::write(folder.join("s.ndjson"), many(1000, None)).unwrap();
    let mut command = program(&folder, &["compare", "s.ndjson", "--format", "csv", "--explain", "none"]);
    let output = command.stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).starts_with("error: cannot write to standard output: "), "{}", err(&output));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_lines() {
    let folder = folder("interrupted");
    let mut child = program(&folder, &["compare", "-", "--format", "ndjson", "--brief", "--input-format", "ndjson"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    // One answer shows that it is listening for the signal.
    input.write_all(many(100, None).as_bytes()).unwrap();
    let mut first = [0; 1];
    output.read_exact(&mut first).unwrap();
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(rest.ends_with("}\n"), "{rest:?}");
    drop(input);
}

#[test]
fn a_file_that_is_cut_off_while_it_is_read_ends_it() {
    let folder = folder("cut");
    let path = folder.join("s.ndjson");
    fs::write(&path, many(20_000, None)).unwrap();
    let mut child = program(&folder, &["compare", "s.ndjson", "--format", "ndjson", "--brief", "--jobs", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    output.read_line(&mut text).unwrap();
    // Nobody takes the lines for now, so that it stands still in the middle.
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(100_000).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    output.read_to_string(&mut text).unwrap();
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 2)));
    assert!(text.ends_with("}\n") && text.lines().all(|line| serde_json::from_str::<Json>(line).is_ok()));
    assert!(text.lines().count() < 20_000);
}

#[test]
fn what_should_be_known_of_a_record_is_told_however_little_is_written() {
    let folder = folder("warned");
    let input = "{\"phase\": \"training\"}\n{\"phase\": \"inference\", \"training.optimizer\": \"adamw\"}\n\
                 {\"phase\": \"inference\", \"gpu_model\": \"zx81\"}\n";
    let output = run(&folder, &[&BRIEF[..], &["none", "--input-format", "ndjson"]].concat(), input);
    assert_eq!((output.status.code(), lines(&output).len()), (Some(0), 3));
    let told = err(&output);
    assert!(told.starts_with("warning: -:2:") && told.contains("warning: -:3:"), "{told}");
    let again = run(&folder, &[&BRIEF[..], &["none", "--input-format", "ndjson"]].concat(), &input.repeat(40));
    assert_eq!(again.status.code(), Some(0));
    let last = "warning: -: and more of the kind in 30 further workloads of this file\n";
    assert!(err(&again).ends_with(last) && !err(&again).contains("error"), "{}", err(&again));
}

#[test]
fn files_and_folders_are_one_stream_in_their_order() {
    let folder = folder("files");
    fs::create_dir_all(folder.join("t/a")).unwrap();
    for at in 0..60 {
        fs::write(folder.join(format!("t/a/{at:02}.yaml")), format!("name: y{at}\nphase: training\n")).unwrap();
    }
    fs::write(folder.join("t/b.ndjson"), many(200, None)).unwrap();
    let output = run(&folder, &["compare", "t", "--format", "ndjson", "--brief", "--jobs", "4"], "");
    let names: Vec<String> = lines(&output).iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect();
    let expected = (0..60).map(|at| format!("y{at}")).chain((0..200).map(|at| format!("job-{at}")));
    assert_eq!(names, expected.collect::<Vec<_>>());
    assert!(out(&output).ends_with('\n'));
}
