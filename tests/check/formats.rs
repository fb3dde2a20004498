//! One set of findings through every format; machine formats are read back.

use std::fs;
use std::path::PathBuf;

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value as Json;

use super::{KERNELS, err, folder, json, out, run};

/// A file name and a waiver that try to be more than that.
const FILE: &str = "a%,b:c d.yaml";
const HOSTILE: &str = "\\n::error::x ##[add-mask]y ]]> <b>&amp; \\e[31mred\\0 ü \\u202e\\u2066\\u2028\\ufeff\\u200f";

/// Letters that turn the direction of writing, end a line for some readers or have no width.
const UNSEEN: [char; 5] = ['\u{202e}', '\u{2066}', '\u{2028}', '\u{feff}', '\u{200f}'];

/// A folder with one profile of every kind.
fn fixture(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("chipwise.toml"), "[policy]\nrequire = [\"batch_size\"]\n").unwrap();
    let profile = format!(
        "{KERNELS}decision: {{target: tpu, why: \"{HOSTILE}\"}}\naccept:\n  - {{id: batch_size, reason: \"{HOSTILE}\"}}\n  - {{id: \"{HOSTILE}\", reason: \"{HOSTILE}\"}}\n"
    );
    fs::write(folder.join(FILE), profile.replace("name: kernels", &format!("name: \"{HOSTILE}\""))).unwrap();
    fs::write(folder.join("bad.yaml"), format!("\"{HOSTILE}\": 1\nframwork: jax\n")).unwrap();
    fs::write(folder.join("good.yaml"), format!("{KERNELS}batch_size: 8\ndecision: {{target: gpu}}\n")).unwrap();
    folder
}

const ALL: [&str; 3] = [FILE, "bad.yaml", "good.yaml"];

/// The findings as (kind, line, column), in the order of the JSON.
fn expected(name: &str) -> Vec<(String, u64, u64)> {
    let (code, report) = json(&fixture(name), &ALL);
    assert_eq!(code, 2);
    let profiles = report["profiles"].as_array().unwrap();
    let found: Vec<(String, u64, u64)> = profiles
        .iter()
        .flat_map(|profile| profile["findings"].as_array().unwrap())
        .map(|finding| {
            let number = |key: &str| finding[key].as_u64().unwrap();
            (finding["id"].as_str().unwrap().to_owned(), number("line"), number("column"))
        })
        .collect();
    let kinds: Vec<&str> = found.iter().map(|(kind, ..)| kind.as_str()).collect();
    assert_eq!(kinds, ["fact-missing", "decision-contradicted", "waiver-unused", "invalid-profile", "invalid-profile"]);
    found
}

#[test]
fn several_formats_are_written_at_once() {
    let folder = fixture("at_once");
    let arguments =
        ["--format", "sarif=o.sarif", "--format", "junit=o.xml", "--format", "github=o.txt", "--format", "json=o.json"];
    let output = run(&folder, &[&ALL[..], &arguments, &["--format", "text"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("not passed    3 profiles"), "{}", out(&output));
    for (file, format) in [("o.sarif", "sarif"), ("o.xml", "junit"), ("o.txt", "github"), ("o.json", "json")] {
        let alone = run(&folder, &[&ALL[..], &["--format", format]].concat());
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), out(&alone), "{format}");
    }
    // Where the text is shown, what is wrong is not told a second time; elsewhere it is.
    assert_eq!(err(&output), "");
    assert!(err(&run(&folder, &["bad.yaml", "--format", "sarif=o.sarif"])).contains("framwork"));
}

/// A workflow command, as the runner takes it apart: its name, its properties, its message.
fn command(line: &str) -> (String, Vec<(String, String)>, String) {
    let decoded = |text: &str| {
        text.replace("%0D", "\r").replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
    };
    let (head, message) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
    let (name, properties) = head.split_once(' ').unwrap();
    let property = |part: &str| part.split_once('=').map(|(key, value)| (key.to_owned(), decoded(value))).unwrap();
    (name.to_owned(), properties.split(',').map(property).collect(), decoded(message))
}

#[test]
fn annotations_are_one_command_a_line_and_point_at_the_place() {
    let output = run(&fixture("github"), &[&ALL[..], &["--format", "github"]].concat());
    let text = out(&output);
    let commands: Vec<_> = text.lines().map(command).collect();
    let found: Vec<(String, u64, u64)> = commands
        .iter()
        .map(|(_, properties, _)| {
            let get = |key: &str| properties.iter().find(|(name, _)| name == key).unwrap().1.clone();
            let title = get("title").strip_prefix("chipwise: ").unwrap().to_owned();
            assert_eq!(
                properties.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(),
                ["file", "line", "col", "title"]
            );
            (title, get("line").parse().unwrap(), get("col").parse().unwrap())
        })
        .collect();
    assert_eq!(found, expected("expected_github"));
    assert_eq!(commands[0].1[0].1, FILE);
    let words: Vec<&str> = commands.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(words, ["notice", "error", "warning", "error", "error"]);
    assert!(commands[0].2.contains("Waived: \n::error::x"), "{:?}", commands[0].2);
    assert!(!text.contains('\u{1b}') && !text.contains('\0') && !text.contains(UNSEEN), "{text:?}");
    // What is waived is not to be done.
    assert!(!commands[0].2.contains("State it:") && commands[1].2.contains("Decide anew"), "{text}");
}

#[test]
fn sarif_has_a_rule_a_place_and_a_fingerprint_for_every_result() {
    let folder = fixture("sarif");
    let output = run(&folder, &[&ALL[..], &["--format", "sarif"]].concat());
    let log: Json = serde_json::from_slice(&output.stdout).unwrap();
    let run_of = &log["runs"][0];
    assert_eq!((log["version"].as_str(), run_of["columnKind"].as_str()), (Some("2.1.0"), Some("unicodeCodePoints")));
    let rules = run_of["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run_of["results"].as_array().unwrap();
    let found: Vec<(String, u64, u64)> = results
        .iter()
        .map(|result| {
            let id = result["ruleId"].as_str().unwrap();
            assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], id);
            let prints = &result["partialFingerprints"];
            assert!(prints["chipwise/v1"].as_str().unwrap().ends_with(":1"), "{prints}");
            assert_eq!(prints["primaryLocationLineHash"], prints["chipwise/v1"]);
            let region = &result["locations"][0]["physicalLocation"]["region"];
            (id.to_owned(), region["startLine"].as_u64().unwrap(), region["startColumn"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(found, expected("expected_sarif"));
    assert_eq!(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%25%2Cb%3Ac%20d.yaml");
    assert_eq!(results[0]["suppressions"][0]["status"], "accepted");
    assert!(results[1].get("suppressions").is_none());
    assert_eq!(results[1]["relatedLocations"].as_array().unwrap().len(), 3);
    assert_eq!(run_of["invocations"][0]["exitCode"], 2);
    // Where lines move, the fingerprint stays.
    let moved = format!("# moved\n{}", fs::read_to_string(folder.join(FILE)).unwrap());
    fs::write(folder.join(FILE), moved).unwrap();
    let again: Json =
        serde_json::from_slice(&run(&folder, &[&ALL[..], &["--format", "sarif"]].concat()).stdout).unwrap();
    let print = |log: &Json| log["runs"][0]["results"][1]["partialFingerprints"].clone();
    assert_eq!(print(&again), print(&log));
    assert_ne!(again["runs"][0]["results"][1]["locations"], log["runs"][0]["results"][1]["locations"]);
}

#[test]
fn junit_is_xml_with_a_case_for_every_profile() {
    let output = run(&fixture("junit"), &[&ALL[..], &["--format", "junit"]].concat());
    let text = out(&output);
    let allowed = |letter: char| matches!(letter, '\t' | '\n' | '\r') || !letter.is_control();
    assert!(text.chars().all(allowed) && !text.contains(UNSEEN), "{text:?}");
    let mut reader = Reader::from_str(&text);
    reader.config_mut().check_end_names = true;
    let (mut cases, mut failures, mut errors, mut open, mut messages) = (0, 0, 0, Vec::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => break,
            Event::Start(start) => {
                let name = start.name().as_ref().to_owned();
                match name.as_str() {
                    "testcase" => cases += 1,
                    "failure" => failures += 1,
                    "error" => errors += 1,
                    _ => {}
                }
                let message = start.attributes().map(Result::unwrap).find(|it| it.key.as_ref() == "message");
                messages.extend(message.map(|it| it.value.into_owned()));
                open.push(name);
            }
            Event::Empty(start) => cases += usize::from(start.name().as_ref() == "testcase"),
            Event::End(_) => drop(open.pop()),
            _ => {}
        }
    }
    assert_eq!((cases, failures, errors), (3, 1, 1), "{text}");
    assert!(messages[0].starts_with("The decision for TPU does not hold"), "{messages:?}");
    assert!(messages[1].ends_with("(and 1 more)"), "{messages:?}");
    assert!(text.contains("tests=\"3\" failures=\"1\" errors=\"1\""), "{text}");
    assert!(text.contains("]]&gt; &lt;b&gt;&amp;amp;"), "{text}");
}

#[test]
fn text_holds_nothing_that_a_terminal_or_a_runner_obeys() {
    let output = run(&fixture("text"), &ALL);
    let text = out(&output);
    assert!(text.chars().all(|letter| letter == '\n' || !letter.is_control()), "{text:?}");
    assert!(!text.contains(UNSEEN), "{text:?}");
    assert!(text.lines().all(|line| !line.trim_start().starts_with("::")), "{text}");
    assert!(!text.contains("##["), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let told = err(&run(&fixture("text_err"), &[&ALL[..], &["--format", "json=o.json"]].concat()));
    assert!(!told.contains("##[") && !told.contains('\u{1b}') && !told.contains(UNSEEN), "{told:?}");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let folder = fixture("bytes");
    for format in ["text", "json", "github", "sarif", "junit"] {
        let once = run(&folder, &[&ALL[..], &["--format", format]].concat());
        let again = run(&folder, &[&ALL[..], &["--format", format]].concat());
        assert_eq!(once.stdout, again.stdout, "{format}");
    }
}

/// The names of the cases of a JUnit report.
fn case_names(text: &str) -> Vec<String> {
    let named = |part: &str| part.split_once('"').map(|(name, _)| name.to_owned());
    text.split("<testcase name=\"").skip(1).filter_map(named).collect()
}

#[test]
fn the_cases_of_a_file_have_names_of_their_own() {
    let folder = folder("case_names");
    let line = |name: &str| format!("{{\"name\": \"{name}\", \"decision\": {{\"target\": \"gpu\"}}}}");
    let lines = [line("a"), line("b"), line("a"), line(" "), line("a (p.ndjson:3)"), line("a (p.ndjson:3)")];
    fs::write(folder.join("p.ndjson"), lines.join("\n")).unwrap();
    let names = case_names(&out(&run(&folder, &["p.ndjson", "--format", "junit"])));
    assert_eq!(names[..2], ["a (p.ndjson:1)", "b"], "{names:?}");
    assert!(names[3].contains("(p.ndjson:4)"), "{names:?}");
    let apart: std::collections::HashSet<&String> = names.iter().collect();
    assert_eq!((apart.len(), names.len()), (6, 6), "{names:?}");
}

#[test]
fn the_records_of_a_file_are_told_apart_in_every_format() {
    let folder = folder("records");
    let line = |name: &str, target: &str| {
        format!(
            "{{\"name\": \"{name}\", \"custom_ops\": [\"cuda\"], \"custom_ops_in_main_loop\": true, \
             \"custom_ops_replaceable\": false, \"decision\": {{\"target\": \"{target}\"}}}}"
        )
    };
    let lines = [line("first one", "gpu"), line("\\n::error::x", "tpu"), line("same", "tpu"), line("same", "tpu")];
    fs::write(folder.join("p.ndjson"), lines.join("\n")).unwrap();
    fs::write(folder.join("alone.yaml"), format!("{KERNELS}decision: {{target: gpu}}\n")).unwrap();
    let text = out(&run(&folder, &["p.ndjson", "alone.yaml"]));
    assert!(text.contains("holds         p.ndjson:1 first one: recommended GPU (decided), chosen GPU"), "{text}");
    assert!(text.contains("contradicted  p.ndjson:3 same: recommended"), "{text}");
    assert!(text.contains("holds         alone.yaml: recommended GPU"), "{text}");
    assert!(text.lines().all(|line| !line.trim_start().starts_with("::")), "{text}");
    let log: Json = serde_json::from_slice(&run(&folder, &["p.ndjson", "--format", "sarif"]).stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let prints: std::collections::HashSet<&str> =
        results.iter().map(|it| it["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap()).collect();
    assert_eq!((results.len(), prints.len()), (3, 3), "{prints:?}");
}

#[test]
fn standard_input_is_named_as_each_format_takes_it() {
    let folder = folder("stdin");
    let from_stdin = |format: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chipwise"));
        command.current_dir(&folder).args(["check", "-", "--as-of", super::DAY, "--format", format]);
        let mut child =
            command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
        let profile = format!("{KERNELS}decision: {{target: tpu}}\n");
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), profile.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{format}");
        out(&output)
    };
    let log: Json = serde_json::from_str(&from_stdin("sarif")).unwrap();
    let artifact = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(*artifact, serde_json::json!({"uri": "stdin", "description": {"text": "Standard input."}}));
    let line = from_stdin("github");
    assert!(line.starts_with("::error title=chipwise%3A decision-contradicted::stdin, line 9: The decision"), "{line}");
    assert!(from_stdin("junit").contains("classname=\"stdin\""));
    assert_eq!(serde_json::from_str::<Json>(&from_stdin("json")).unwrap()["profiles"][0]["source"]["path"], "-");
}

#[test]
fn profiles_that_are_not_listed_are_counted_in_every_format() {
    use chipwise::render::{check as formats, text};
    use chipwise::report::{CheckReport, MOST_LISTED, MOST_TOLD, unreadable_check};
    let mut report = CheckReport::new("0", super::DAY.to_owned());
    (0..MOST_LISTED + 2).for_each(|_| report.add(unreadable_check("p.ndjson", &[])));
    report.finish();
    let told = "2 more profiles were checked and counted, and not listed; 2 of them fail.";
    assert!(text::check(&report, 80).contains(told));
    assert!(formats::github(&report).ends_with(&format!("::error::{told}\n")));
    let log: Json = serde_json::from_str(&formats::sarif(&report)).unwrap();
    let notifications = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(*notifications, serde_json::json!([{"level": "error", "message": {"text": told}}]));
    let xml = formats::junit(&report);
    assert!(xml.contains(&format!("<testcase name=\"{told}\"")) && xml.contains("failures=\"1\" errors=\"20000\""));
    let summary = &serde_json::from_str::<Json>(&formats::json(&report)).unwrap()["summary"];
    assert_eq!((&summary["not_listed"], &summary["not_listed_failing"]), (&2.into(), &2.into()));
    // Long texts fill the list sooner.
    let long = chipwise::diag::Diagnostic::error("long", "x".repeat(MOST_TOLD / 3));
    let mut report = CheckReport::new("0", super::DAY.to_owned());
    (0..5).for_each(|_| report.add(unreadable_check("p.yaml", std::slice::from_ref(&long))));
    report.add(unreadable_check("short.yaml", &[]));
    assert_eq!((report.profiles.len(), report.tally.unlisted, report.tally.unreadable), (2, 4, 6));
}

#[test]
fn every_profile_is_counted_in_one_state() {
    let folder = folder("counted");
    let accept = "accept: [{id: decision-contradicted, reason: r}]\n";
    for (name, text) in [
        ("holds", format!("{KERNELS}decision: {{target: gpu}}\ndescription: d\n")),
        ("open", "name: bare\ndescription: d\ndecision: {target: gpu}\n".to_owned()),
        ("waived", format!("{KERNELS}description: d\ndecision: {{target: tpu}}\n{accept}")),
        ("contradicted", format!("{KERNELS}decision: {{target: tpu}}\n")),
        ("policy-broken", format!("{KERNELS}decision: {{target: gpu}}\n")),
        ("unreadable", "framwork: jax\n".to_owned()),
    ] {
        fs::write(folder.join(format!("{name}.yaml")), text).unwrap();
    }
    fs::write(folder.join("chipwise.toml"), "[policy]\nrequire = [\"description\"]\n").unwrap();
    fs::create_dir(folder.join("apart")).unwrap();
    fs::write(folder.join("apart/chipwise.toml"), "").unwrap();
    fs::write(folder.join("apart/unchecked.yaml"), KERNELS).unwrap();
    let (code, report) = json(&folder, &["."]);
    let profiles = report["profiles"].as_array().unwrap();
    for profile in profiles {
        let state = profile["state"].as_str().unwrap();
        assert!(profile["source"]["path"].as_str().unwrap().ends_with(&format!("{state}.yaml")), "{profile:#}");
        assert_eq!(report["summary"][state.replace('-', "_")], 1, "{state}");
    }
    let summary = &report["summary"];
    assert_eq!((code, profiles.len(), &summary["profiles"], &summary["checked"]), (2, 7, &7.into(), &5.into()));
    assert_eq!(summary["findings"], serde_json::json!({"error": 4, "warning": 1, "note": 1, "waived": 1}));
    let text = out(&run(&folder, &["."]));
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "7 profiles: 1 holds, 1 open, 1 waived, 1 contradicted, 1 breaks the policy, 1 unchecked, 1 unreadable; \
                4 errors, 1 warning, 1 note, 1 finding waived";
    assert!(flat.contains(told), "{text}");
}

#[test]
fn a_lead_that_is_no_decision_is_told_as_one() {
    let folder = folder("leaning");
    fs::write(folder.join("p.yaml"), "framework: jax\ndomain: llm\ndecision: {target: tpu}\n").unwrap();
    let (code, report) = json(&folder, &["p.yaml"]);
    let answer = &report["profiles"][0]["recommendation"];
    assert_eq!((code, answer["verdict"].as_str()), (0, Some("leaning")));
    let doubt = answer["doubt"].as_str().unwrap();
    assert!(doubt.starts_with("Not decided: "), "{doubt}");
    assert!(out(&run(&folder, &["p.yaml"])).contains(doubt));
    fs::write(folder.join("p.yaml"), format!("{KERNELS}decision: {{target: gpu}}\n")).unwrap();
    let (_, report) = json(&folder, &["p.yaml"]);
    assert!(report["profiles"][0]["recommendation"]["doubt"].is_null());
}

#[test]
fn a_file_in_a_folder_that_is_not_there_is_told_with_the_folder() {
    let folder = fixture("no_folder");
    let output = run(&folder, &["good.yaml", "--format", "json=build/o.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("cannot write build/o.json: the folder `build` does not exist"), "{}", err(&output));
}

#[test]
fn what_is_a_mere_example_is_told_as_one() {
    let folder = folder("examples");
    fs::write(folder.join("p.yaml"), "model:\n  params: lots\n").unwrap();
    let (_, report) = json(&folder, &["p.yaml"]);
    let finding = &report["profiles"][0]["findings"][0];
    assert!(finding["to_do"].as_str().unwrap().starts_with("For example: "), "{finding}");
    fs::write(folder.join("p.yaml"), "phase: traning\n").unwrap();
    let (_, report) = json(&folder, &["p.yaml"]);
    let finding = &report["profiles"][0]["findings"][0];
    assert!(finding["to_do"].as_str().unwrap().contains("Allowed: "), "{finding}");
}
