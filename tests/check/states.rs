//! How a profile stands to what was decided or expected, and how the check ends.

use std::fs;

use super::{KERNELS, err, folder, json, kinds, out, run, shipped};

/// A profile, the target that is wanted, how it then stands, the exit code, and words of the message.
struct Row {
    profile: String,
    target: &'static str,
    state: &'static str,
    exit: i32,
    says: &'static str,
}

fn rows() -> Vec<Row> {
    let row = |profile: &str, target, state, exit, says| Row { profile: profile.to_owned(), target, state, exit, says };
    let of = |name: &str| shipped(name, "");
    vec![
        row(KERNELS, "gpu", "holds", 0, ""),
        row(KERNELS, "tpu", "contradicted", 1, "TPU is excluded"),
        row(KERNELS, "edge_tpu", "contradicted", 1, "Edge TPU does not apply here"),
        row(&of("api-only-chatbot"), "gpu", "contradicted", 1, "managed API is decided"),
        row(&of("llm-pretraining-jax"), "tpu", "holds", 0, ""),
        row(&of("llm-pretraining-jax"), "gpu", "contradicted", 1, "TPU is leaning"),
        row(&of("llm-serving-aws"), "gpu", "open", 0, "too close to"),
        row(&of("llm-serving-aws"), "inferentia", "open", 0, "too close to"),
        row(&of("llm-serving-aws"), "cpu", "contradicted", 1, "not among the contenders"),
        row("name: bare\n", "gpu", "open", 0, "nothing known speaks for any target"),
        row("name: stuck\nmandated_target: tpu\ncloud: [aws]\n", "gpu", "contradicted", 1, "GPU is excluded"),
    ]
}

#[test]
fn a_decision_and_an_expectation_stand_as_the_recommendation_says() {
    let folder = folder("states");
    for Row { profile, target, state, exit, says } in rows() {
        fs::write(folder.join("plain.yaml"), &profile).unwrap();
        fs::write(folder.join("decided.yaml"), format!("{profile}\ndecision:\n  why: x\n  target: {target}\n"))
            .unwrap();
        for (arguments, place) in [
            (
                &["plain.yaml", "--expect", target][..],
                profile.lines().position(|line| line.starts_with("name")).map(|at| (at + 1, 1)),
            ),
            (&["decided.yaml"], Some((profile.lines().count() + 4, 3))),
        ] {
            let (code, report) = json(&folder, arguments);
            let told = format!("{target} for {}: {report:#}", &profile[..40.min(profile.len())]);
            assert_eq!((report["profiles"][0]["state"].as_str(), code), (Some(state), exit), "{told}");
            assert_eq!(report["exit_code"], exit, "{told}");
            let finding = &report["profiles"][0]["findings"][0];
            if says.is_empty() {
                assert!(finding.is_null(), "{told}");
                continue;
            }
            assert!(finding["message"].as_str().unwrap().contains(says), "{told}");
            let at = (finding["line"].as_u64().unwrap() as usize, finding["column"].as_u64().unwrap() as usize);
            // What is expected stands in no line, so its findings point at the record.
            assert!(Some(at) == place || !arguments.contains(&"decided.yaml"), "{told}: {place:?}");
        }
    }
}

#[test]
fn certainty_is_apart_from_severity() {
    let folder = folder("confidence");
    for (name, target, confidence) in [
        ("own-cuda-kernels-research", "tpu", "certain"),
        ("api-only-chatbot", "gpu", "high"),
        ("llm-pretraining-jax", "gpu", "medium"),
        ("llm-serving-aws", "cpu", "medium"),
    ] {
        fs::write(folder.join("p.yaml"), shipped(name, "")).unwrap();
        let (_, report) = json(&folder, &["p.yaml", "--expect", target]);
        let finding = &report["profiles"][0]["findings"][0];
        assert_eq!((&finding["confidence"], &finding["severity"]), (&confidence.into(), &"error".into()), "{name}");
    }
}

#[test]
fn every_finding_tells_why_from_where_and_what_to_do() {
    let folder = folder("told");
    fs::write(folder.join("p.yaml"), format!("{KERNELS}decision: {{target: tpu}}\n")).unwrap();
    let (_, report) = json(&folder, &["p.yaml"]);
    let finding = &report["profiles"][0]["findings"][0];
    assert_eq!((&finding["path"], &finding["line"], &finding["column"]), (&"p.yaml".into(), &9.into(), &12.into()));
    let because = &finding["because"][0];
    assert_eq!(because["text"], "cuda kernels in the main loop cannot be replaced");
    assert_eq!(because["rule"], "own-gpu-kernels-without-an-equivalent");
    assert_eq!(because["lines"], serde_json::json!([5, 6, 7]));
    assert!(!because["sources"][0]["short"].as_str().unwrap().is_empty());
    assert!(finding["to_do"].as_str().unwrap().contains("--why-not tpu"), "{finding}");
    assert!(finding["docs"].as_str().unwrap().ends_with("docs/reference/findings.md#decision-contradicted"));
    assert_eq!(report["profiles"][0]["decision"]["target"], "tpu");
    assert_eq!(report["profiles"][0]["recommendation"]["verdict"], "decided");
}

#[test]
fn both_a_decision_and_an_expectation_are_held_and_the_worse_counts() {
    let folder = folder("both");
    fs::write(folder.join("p.yaml"), format!("{KERNELS}decision: {{target: gpu}}\n")).unwrap();
    let (code, report) = json(&folder, &["p.yaml", "--expect", "tpu"]);
    assert_eq!((code, report["profiles"][0]["state"].as_str()), (1, Some("contradicted")));
    assert!(report["profiles"][0]["findings"][0]["message"].as_str().unwrap().starts_with("The expectation of TPU"));
}

#[test]
fn a_decision_for_what_is_not_judged_is_unchecked() {
    let folder = folder("not_judged");
    fs::write(folder.join("p.yaml"), format!("{KERNELS}decision: {{target: tpu}}\n")).unwrap();
    let (code, report) = json(&folder, &["p.yaml", "--targets", "gpu,cpu"]);
    assert_eq!((code, kinds(&report)), (2, vec!["unchecked".to_owned()]));
    assert!(report["profiles"][0]["findings"][0]["message"].as_str().unwrap().contains("--targets leaves out TPU"));
}

/// What is there, the arguments, the exit code, and words on standard output or error.
#[test]
fn the_exit_code_says_how_it_ended() {
    let folder = folder("exits");
    let holds = format!("{KERNELS}decision: {{target: gpu}}\n");
    let fails = format!("{KERNELS}decision: {{target: tpu}}\n");
    for (name, text) in [
        ("holds.yaml", holds.as_str()),
        ("fails.yaml", fails.as_str()),
        ("none.yaml", KERNELS),
        ("bad.yaml", "framwork: jax\n"),
        ("mixed.ndjson", "{\"name\": \"a\", \"decision\": {\"target\": \"gpu\"}}\n{\"nam\": 1}\n"),
        ("waived.yaml", &format!("{fails}accept: [{{id: decision-contradicted, reason: r}}]\n")),
        ("open.yaml", "name: bare\ndecision: {target: gpu}\n"),
        ("house/chipwise.toml", "[policy]\nmin_verdict = \"decided\"\n"),
        ("house/decided.yaml", KERNELS),
        ("house/leaning.yaml", &shipped("llm-pretraining-jax", "")),
        ("house/leaning-as-decided-on.yaml", &shipped("llm-pretraining-jax", "decision: {target: tpu}\n")),
        ("wrong/chipwise.toml", "[policy]\nmin_verdict = \"sure\"\n"),
        ("wrong/p.yaml", &holds),
        ("sub/empty/x.txt", ""),
        ("norules/chipwise.toml", "[rules]\ndir = \"rules\"\n"),
        ("norules/p.yaml", "decision: {target: gpu}\n"),
        (
            "norules/rules/t.toml",
            "[[target]]\nid = \"gpu\"\nname = \"GPU\"\nabout = \"a\"\n[[fact]]\nid = \"decision\"\ntype = \"table\"\ngroup = \"g\"\nquestion = \"q\"\nhelp = \"h\"\nlabel = \"l\"\neffort = \"glance\"\nabsence = \"if_stated\"\ncolumns = { target = \"target!\", decided_on = \"when\" }\n",
        ),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let cases: [(&[&str], i32, &str); 30] = [
        (&["holds.yaml"], 0, "1 profile: 1 holds"),
        (&["open.yaml"], 0, "1 profile: 1 open; 1 note"),
        (&["waived.yaml"], 0, "1 profile: 1 waived; 1 finding waived"),
        // Held to the policy alone it counts as checked; the policy holds with a decision and without.
        (&["house/decided.yaml"], 0, "nothing chosen passed 1 profile: 1 holds"),
        (&["house/leaning.yaml"], 1, "asks for decided at least"),
        (&["house/leaning-as-decided-on.yaml"], 1, "1 profile: 1 breaks the policy; 1 error"),
        (&["house/decided.yaml", "house/leaning.yaml"], 1, "1 holds, 1 breaks the policy"),
        (&["wrong/p.yaml"], 2, "`sure` is no value of `min_verdict`"),
        (&["wrong/p.yaml", "fails.yaml"], 2, "1 contradicted, 1 unreadable"),
        (&["none.yaml", "none.yaml"], 2, "nothing to hold any of the 2 profiles to"),
        (&["holds.yaml", "none.yaml"], 0, "1 unchecked"),
        (&["none.yaml", "--expect", "gpu"], 0, "passed"),
        (&["fails.yaml"], 1, "failed"),
        (&["fails.yaml", "holds.yaml"], 1, "1 holds, 1 contradicted"),
        (&["none.yaml", "--expect", "tpu"], 1, "failed"),
        (&["none.yaml"], 2, "Nothing was checked"),
        (&["bad.yaml"], 2, "did you mean `framework`?"),
        (&["holds.yaml", "bad.yaml"], 2, "1 unreadable"),
        (&["fails.yaml", "bad.yaml"], 2, "1 contradicted"),
        (&["mixed.ndjson"], 2, "1 open, 1 unreadable"),
        (&["missing.yaml"], 2, "no such file"),
        (&["holds.yaml", "missing.yaml"], 2, "1 unreadable"),
        (&["sub"], 2, "no profile in this folder"),
        (&["no/*.yaml"], 2, "no profile matches"),
        (&["holds.yaml", "--expect", "gpux"], 2, "there is no target `gpux`"),
        (&["holds.yaml", "--targets", "gpux"], 2, "there is no target `gpux`"),
        (&["norules/p.yaml"], 2, "no rule is left"),
        (&["holds.yaml", "--format", "yaml"], 2, "there is no format `yaml`"),
        (&["holds.yaml", "--as-of", "someday"], 2, "someday"),
        (&["holds.yaml", "--config", "no.toml"], 2, "no.toml"),
    ];
    for (arguments, code, words) in cases {
        let output = run(&folder, arguments);
        let told = format!("{}{}", out(&output), err(&output));
        let flat = told.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{told}");
        assert!(flat.contains(&words.to_lowercase()), "{arguments:?}\n{told}");
        // Whatever the format, it ends the same.
        if !arguments.contains(&"--format") {
            for format in ["json", "github", "sarif", "junit"] {
                let other = run(&folder, &[arguments, &["--format", format]].concat());
                assert_eq!(other.status.code(), Some(code), "{arguments:?} as {format}");
            }
        }
    }
}

#[test]
fn what_stands_beside_profiles_and_is_none_is_left_out_or_told_as_what_it_is() {
    let folder = folder("beside");
    fs::create_dir_all(folder.join("w/empty")).unwrap();
    fs::write(folder.join("w/p.yaml"), format!("{KERNELS}decision: {{target: gpu}}\n")).unwrap();
    fs::write(folder.join("w/chipwise.toml"), "").unwrap();
    let schema = ["schema", "profile", "--output", "w/chipwise-profile.schema.json"];
    let written = std::process::Command::new(env!("CARGO_BIN_EXE_chipwise")).current_dir(&folder).args(schema).status();
    assert!(written.unwrap().success());
    for arguments in [&["w"][..], &["w/*"], &["**/*.json", "w"]] {
        let (code, report) = json(&folder, arguments);
        let expected = if arguments.len() > 1 { 2 } else { 0 };
        assert_eq!((code, report["profiles"].as_array().unwrap().len()), (expected, 1), "{report:#}");
    }
    for (argument, told) in [
        ("w/chipwise-profile.schema.json", "This is a JSON Schema"),
        ("w/chipwise.toml", "This is a chipwise.toml"),
        ("w/empty", "There is no profile in this folder"),
        ("w/*.json", "No profile matches this pattern"),
    ] {
        // There is no profile, and what is there is still checked.
        let (code, report) = json(&folder, &[argument, "w/p.yaml"]);
        assert_eq!((code, &report["summary"]["profiles"], &report["summary"]["unreadable"]), (2, &1.into(), &0.into()));
        let error = &report["errors"][0];
        assert_eq!(error["path"], argument);
        assert!(error["message"].as_str().unwrap().starts_with(told), "{error}");
        let text = out(&run(&folder, &[argument]));
        assert!(text.contains("0 profiles: 1 error"), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_changes_neither_the_exit_code_nor_other_files() {
    let folder = folder("closed");
    fs::write(folder.join("bad.yaml"), format!("{KERNELS}decision: {{target: tpu}}\n")).unwrap();
    fs::write(folder.join("good.yaml"), format!("{KERNELS}decision: {{target: gpu}}\n")).unwrap();
    let closed = |arguments: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chipwise"));
        let output = command.current_dir(&folder).args(arguments).stdout(writer).output().unwrap();
        assert_eq!(err(&output), "", "{arguments:?}");
        output.status.code()
    };
    assert_eq!(closed(&["check", "good.yaml"]), Some(0));
    for format in ["text", "json", "github", "sarif", "junit"] {
        assert_eq!(closed(&["check", "bad.yaml", "--format", format]), Some(1), "{format}");
    }
    assert_eq!(closed(&["check", "missing.yaml"]), Some(2));
    assert_eq!(closed(&["check", "bad.yaml", "--format", "text", "--format", "json=o.json"]), Some(1));
    assert!(fs::read_to_string(folder.join("o.json")).unwrap().contains("\"exit_code\": 1"));
    assert_eq!(closed(&["rules", "lint", "--strict", "--as-of", "2099-01-01"]), Some(1));
}

#[test]
fn advice_names_the_profile_as_a_shell_takes_it_and_what_is_at_odds() {
    let folder = folder("advice");
    let advice = |name: &str, decided: &str, arguments: &[&str]| {
        fs::write(folder.join(name), format!("{KERNELS}{decided}")).unwrap();
        let (_, report) = json(&folder, &[&[name], arguments].concat());
        report["profiles"][0]["findings"][0]["to_do"].as_str().unwrap().to_owned()
    };
    let told = advice("it's mine.yaml", "decision: {target: tpu}\n", &[]);
    assert!(told.starts_with("Decide anew; `chipwise recommend 'it'\\''s mine.yaml' --why-not tpu` makes"), "{told}");
    let told = advice("p.yaml", "decision: {target: gpu}\n", &["--expect", "tpu"]);
    assert!(
        told.starts_with("The profile has decided on GPU: expect that with `--expect gpu`, or decide anew"),
        "{told}"
    );
    let told = advice("p.yaml", "", &["--expect", "tpu"]);
    assert!(told.starts_with("Expect another target with `--expect`; `chipwise recommend p.yaml --why-not"), "{told}");
}
