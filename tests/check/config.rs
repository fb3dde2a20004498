//! chipwise.toml: where it is found, what may stand in it, and what it does to the answer.

use std::fs;
use std::path::Path;

use super::{KERNELS, err, folder, json, out, run};

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

#[test]
fn the_file_nearest_above_each_profile_holds_for_it() {
    let folder = folder("upwards");
    write(
        &folder,
        &[
            ("chipwise.toml", "[policy]\nrequire = [\"batch_size\"]\n"),
            ("a/b/p.yaml", KERNELS),
            ("a/own/chipwise.toml", "[policy]\nrequire = [\"precision\"]\n"),
            ("a/own/deep/p.yaml", KERNELS),
            ("other.toml", "[policy]\nmin_verdict = \"decided\"\n"),
        ],
    );
    let (code, report) = json(&folder, &["a"]);
    let stands = |index: usize| {
        let profile = &report["profiles"][index];
        (profile["config"].as_str().unwrap().to_owned(), profile["findings"].as_array().unwrap().len())
    };
    assert_eq!(
        (code, stands(0), stands(1)),
        (1, ("chipwise.toml".to_owned(), 1), ("a/own/chipwise.toml".to_owned(), 0))
    );
    // One that is named holds for all.
    let (code, report) = json(&folder, &["a", "--config", "other.toml"]);
    assert_eq!((code, report["profiles"][0]["config"].as_str()), (0, Some("other.toml")));
    assert_eq!(run(&folder, &["a", "--config", "missing.toml"]).status.code(), Some(2));
    // From within, by a path that leads up, and in the folder of the moment.
    let (_, report) = json(&folder.join("a/own/deep"), &["p.yaml"]);
    assert_eq!(report["profiles"][0]["findings"], serde_json::json!([]));
    let (_, report) = json(&folder.join("a/own/deep"), &["../../b/p.yaml"]);
    assert_eq!(report["profiles"][0]["findings"][0]["id"], "fact-missing");
}

#[test]
fn what_is_wrong_in_it_is_told_with_its_place_and_the_nearest_name() {
    let folder = folder("mistakes");
    write(&folder, &[("p.yaml", KERNELS), ("q.yaml", KERNELS)]);
    // The file, the place, and what is told.
    let cases: [(&str, &str, &str); 21] = [
        ("[polcy]\n", "1:2", "unknown key `polcy`\n  did you mean `policy`?"),
        ("[policy]\nmin_verdit = \"decided\"\n", "2:1", "unknown key `min_verdit`\n  did you mean `min_verdict`?"),
        (
            "[policy]\nmin_verdict = \"decide\"\n",
            "2:15",
            "`decide` is no value of `min_verdict`\n  did you mean `decided`?",
        ),
        ("[policy]\nmin_verdict = \"impossible\"\n", "2:15", "`impossible` is no value of `min_verdict`"),
        ("[policy]\nmin_verdict = [1]\n", "2:15", "a list is no value of `min_verdict`"),
        ("[policy]\ndeny_cautions = [\"lock-in\"]\n", "2:18", "did you mean `lock_in`?"),
        ("[policy]\ndeny_cautions = [\"zzz\"]\n", "2:18", "`zzz` is no caution topic, and no rule that raises one"),
        ("[policy]\nmax_unknowns = -1\n", "2:16", "`max_unknowns` is a number of facts: 0, 1, 2 and so on"),
        ("[policy]\nmax_unknowns = \"few\"\n", "2:16", "`max_unknowns` is a number of facts"),
        ("[policy]\nrequire = [\"presicion\"]\n", "2:12", "did you mean `precision`?"),
        (
            "[policy]\nrequire = [\"sizing.memory\"]\n",
            "2:12",
            "`sizing.memory` is worked out from other facts; require those",
        ),
        ("[policy]\nrequire = [\"cloud\", \"cloud\"]\n", "2:21", "`cloud` stands twice in `require`"),
        (
            "[policy]\nmax_measurement_age = \"5m\"\n",
            "2:23",
            "`max_measurement_age`: `5m`: `m` may mean minutes or months",
        ),
        (
            "[policy]\noverdue_rules = \"fail\"\n",
            "2:17",
            "`fail` is no value of `overdue_rules`\n  allowed: warn, deny",
        ),
        ("policy = 3\n", "1:10", "expected a table of keys, found a number"),
        ("[facts]\nframwork = \"jax\"\n", "2:1", "unknown key `framwork`\n  did you mean `framework`?"),
        ("[facts]\nname = \"all\"\n", "2:8", "one name is not that of all"),
        (
            "[rules]\ndisable = [{id = \"gpus-are-sold-everywher\", reason = \"r\"}]\n",
            "2:18",
            "did you mean `gpus-are-sold-everywhere`?",
        ),
        ("[rules]\ndisable = [{id = \"gpus-are-sold-everywhere\"}]\n", "2:12", "`reason` is missing"),
        (
            "[rules]\ndisable = [{id = \"gpus-are-sold-everywhere\", reason = \" \"}]\n",
            "2:18",
            "say why `gpus-are-sold-everywhere` is not used",
        ),
        ("[policy\n", "1:8", "not valid TOML"),
    ];
    for (text, place, words) in cases {
        write(&folder, &[("chipwise.toml", text)]);
        let output = run(&folder, &["p.yaml", "q.yaml", "--format", "json"]);
        let told = err(&output);
        assert_eq!(output.status.code(), Some(2), "{text}{told}");
        assert!(told.contains(&format!("error: chipwise.toml:{place}: ")) && told.contains(words), "{text}{told}");
        assert_eq!(told.matches("error: ").count(), 1, "told once: {told}");
    }
}

#[test]
fn a_file_that_is_wrong_is_told_once_with_the_profiles_that_it_holds_up() {
    let folder = folder("held_up");
    write(&folder, &[("w/p.yaml", KERNELS), ("w/q.yaml", KERNELS), ("w/r.yaml", KERNELS), ("w/s.yaml", KERNELS)]);
    for (text, told) in [
        ("[polcy]\n", ":1:2 Unknown key `polcy`."),
        ("[policy\n", ":1:8 Not valid TOML"),
        ("a = \"\0\"\n", "error       :1:"),
        ("[rules]\ndir = \"nowhere\"\n", "nowhere: There is no such folder."),
    ] {
        write(&folder, &[("chipwise.toml", text)]);
        let output = run(&folder, &["w"]);
        let shown = out(&output);
        assert_eq!(output.status.code(), Some(2), "{shown}");
        assert!(
            shown.starts_with("unreadable    chipwise.toml: 4 profiles could not be checked because of it:"),
            "{shown}"
        );
        assert!(shown.contains("and 1 more") && shown.contains("4 profiles: 4 unreadable; 1 error\n"), "{shown}");
        assert!(shown.contains(told) && shown.matches("\n  error ").count() == 1, "{shown}");
    }
    let (_, report) = json(&folder, &["w"]);
    assert_eq!(report["errors"].as_array().unwrap().len(), 1, "{report:#}");
    assert_eq!(report["profiles"][3]["config"], "chipwise.toml");
    let junit = out(&run(&folder, &["w", "--format", "junit"]));
    assert!(
        junit.contains("errors=\"5\"") && junit.matches("not checked: chipwise.toml is wrong\"").count() == 4,
        "{junit}"
    );
    let shown = out(&run(&folder, &["w", "--config", "missing.toml"]));
    assert!(shown.starts_with("unreadable    missing.toml: 4 profiles"), "{shown}");
}

#[cfg(unix)]
#[test]
fn one_that_is_no_plain_file_is_an_error_and_is_not_opened() {
    let folder = folder("no_file");
    write(&folder, &[("p.yaml", &format!("{KERNELS}decision: {{target: gpu}}\n"))]);
    let config = folder.join("chipwise.toml");
    let pipe = |path: &Path| assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    type Make<'m> = &'m dyn Fn(&Path);
    let kinds: [(Make, &str); 3] = [
        (&|path| fs::create_dir(path).unwrap(), "This is a folder, and a file is wanted."),
        (&|path| std::os::unix::fs::symlink("nowhere", path).unwrap(), "This link leads to no file."),
        (&pipe, "This is a pipe or a device, and a plain file is wanted."),
    ];
    for (make, told) in kinds {
        let _ = fs::remove_file(&config);
        let _ = fs::remove_dir(&config);
        make(&config);
        let output = run(&folder, &["p.yaml"]);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(out(&output).contains(told), "{}", out(&output));
        assert_eq!(other(&folder, &["recommend", "p.yaml"]).0, 2, "{told}");
    }
}

#[test]
fn house_facts_and_rules_of_the_file_change_what_comes_out() {
    let folder = folder("house");
    write(
        &folder,
        &[
            ("p.yaml", "name: x\nphase: training\nframework: jax\ndecision: {target: tpu}\n"),
            ("own.yaml", "name: y\nphase: training\nframework: jax\ncloud: [gcp]\ndecision: {target: tpu}\n"),
            ("chipwise.toml", "[facts]\ncloud = [\"aws\"]\n"),
        ],
    );
    // TPUs are not on AWS; the profile's own word counts more.
    let (code, report) = json(&folder, &["p.yaml"]);
    assert_eq!((code, report["profiles"][0]["state"].as_str()), (1, Some("contradicted")));
    let rule = report["profiles"][0]["findings"][0]["because"][0]["rule"].as_str().unwrap().to_owned();
    assert_eq!(json(&folder, &["own.yaml"]).0, 0);
    // So does the file that --facts names, and --set before all.
    write(&folder, &[("f.yaml", "cloud: [gcp]\n")]);
    assert_eq!(json(&folder, &["p.yaml", "--facts", "f.yaml"]).0, 0);
    assert_eq!(json(&folder, &["own.yaml", "--set", "cloud=aws"]).0, 1);
    // A rule that is not used is told.
    let off = format!(
        "[facts]\ncloud = [\"aws\"]\n[rules]\ndisable = [{{ id = \"{rule}\", reason = \"we rent them elsewhere\" }}]\n"
    );
    write(&folder, &[("chipwise.toml", &off)]);
    let (code, report) = json(&folder, &["p.yaml"]);
    assert_eq!((code, &report["profiles"][0]["disabled_rules"][0]["id"]), (0, &rule.as_str().into()));
    let text = out(&run(&folder, &["p.yaml"]));
    assert!(text.contains("disabled") && text.contains("chipwise.toml: we rent them"), "{text}");
}

#[test]
fn rules_of_the_house_are_read_beside_the_file() {
    let folder = folder("own_rules");
    let quota =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/house-rules/quota.toml")).unwrap();
    write(
        &folder,
        &[
            ("team/chipwise.toml", "[rules]\nextra = [\"house\"]\n[facts]\n\"house.gpu_quota\" = \"spent\"\n"),
            ("team/house/quota.toml", &quota),
            ("team/p.yaml", "name: x\ndecision: {target: gpu}\n"),
        ],
    );
    let (code, report) = json(&folder, &["team/p.yaml"]);
    assert_eq!(code, 1, "{report:#}");
    assert_eq!(report["profiles"][0]["findings"][0]["because"][0]["rule"], "our-gpu-quota-is-spent");
    // Rules on the command line take the place of those.
    let elsewhere = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let output = run(&folder, &["team/p.yaml", "--rules", elsewhere.to_str().unwrap()]);
    let told = out(&output) + &err(&output);
    assert!(told.contains("Unknown key `house.gpu_quota`"), "{told}");
}

/// The JSON of another command than `check`.
fn other(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chipwise"));
    let output = command.current_dir(folder).args(arguments).args(["--as-of", super::DAY]).output().unwrap();
    (output.status.code().unwrap(), out(&output), err(&output))
}

#[test]
fn other_commands_judge_by_the_same_file() {
    let folder = folder("together");
    let profile = "name: x\nphase: training\nframework: jax\n";
    write(&folder, &[("a/p.yaml", profile), ("b/p.yaml", profile), ("chipwise.toml", "[facts]\ncloud = [\"aws\"]\n")]);
    let answer = |arguments: &[&str]| {
        let (code, told, wrong) =
            other(&folder, &[&["recommend", "--format", "json", "--explain", "reasons"], arguments].concat());
        assert_eq!(code, 0, "{wrong}");
        serde_json::from_str::<serde_json::Value>(&told).unwrap()
    };
    let one = answer(&["a/p.yaml"]);
    let tpu = one["targets"].as_array().unwrap().iter().find(|it| it["id"] == "tpu").unwrap();
    assert_eq!(tpu["status"], "excluded");
    let rule = tpu["excluded_by"][0].as_str().unwrap();
    // A house fact tells where it stands.
    let reason = one["reasons"].as_array().unwrap().iter().find(|it| it["rule"] == rule).unwrap();
    let origin = &reason["facts"].as_array().unwrap().iter().find(|it| it["id"] == "cloud").unwrap()["origin"];
    assert_eq!(
        (&origin["kind"], &origin["path"], &origin["line"]),
        (&"house".into(), &"chipwise.toml".into(), &2.into())
    );
    // A rule that is not used is not judged, and the fingerprint of the rules tells it.
    let off = format!("[facts]\ncloud = [\"aws\"]\n[rules]\ndisable = [{{ id = \"{rule}\", reason = \"r\" }}]\n");
    write(&folder, &[("off.toml", &off)]);
    let two = answer(&["a/p.yaml", "--config", "off.toml"]);
    assert!(two["targets"].as_array().unwrap().iter().any(|it| it["id"] == "tpu" && it["status"] == "eligible"));
    assert_ne!(one["generator"]["rules"]["hash"], two["generator"]["rules"]["hash"]);
    // Side by side stands only what is judged by the same file.
    write(&folder, &[("b/chipwise.toml", "")]);
    let (code, _, told) = other(&folder, &["recommend", "a", "b"]);
    assert_eq!(code, 2);
    assert!(told.contains("(chipwise.toml and b/chipwise.toml): run them apart, or name one with --config"), "{told}");
    assert_eq!(other(&folder, &["recommend", "a", "b", "--config", "b/chipwise.toml"]).0, 0);
    write(&folder, &[("b/chipwise.toml", "[polcy]\n")]);
    for command in ["recommend", "what-if", "size"] {
        let (code, answer, told) = other(&folder, &[command, "b/p.yaml"]);
        assert_eq!((code, answer.as_str()), (2, ""), "{command}");
        assert_eq!(told.matches("error: b/chipwise.toml:1:2: unknown key `polcy`").count(), 1, "{told}");
    }
}
