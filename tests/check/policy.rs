//! What a house lays down in `[policy]`.

use std::fs;

use serde_json::Value as Json;

use super::{KERNELS, folder, json, kinds, shipped};

/// The exit code and the first finding for a policy and a profile.
fn first(name: &str, policy: &str, profile: &str) -> (i32, Json) {
    let folder = folder(name);
    fs::write(folder.join("chipwise.toml"), format!("[policy]\n{policy}\n")).unwrap();
    fs::write(folder.join("p.yaml"), profile).unwrap();
    let (code, report) = json(&folder, &["p.yaml"]);
    let state = if code == 0 { "holds" } else { "policy-broken" };
    assert_eq!(report["profiles"][0]["state"], state, "{report:#}");
    assert_eq!(report["profiles"][0]["config"], "chipwise.toml");
    (code, report["profiles"][0]["findings"][0].clone())
}

#[test]
fn each_key_makes_a_finding_or_none() {
    let undecided = "name: bare\n".to_owned();
    let measured =
        |on: &str| format!("{KERNELS}measurements:\n  - target: gpu\n    kind: training_step\n{on}    step_time: 1s\n");
    let impossible = "name: stuck\nmandated_target: tpu\ncloud: [aws]\n".to_owned();
    // The policy, the profile, the kind of the finding (none where it passes) and words of its message.
    let cases: [(&str, String, &str, &str); 22] = [
        ("min_verdict = \"decided\"", KERNELS.to_owned(), "", ""),
        ("min_verdict = \"leaning\"", shipped("llm-pretraining-jax", ""), "", ""),
        (
            "min_verdict = \"decided\"",
            shipped("llm-pretraining-jax", ""),
            "verdict-too-low",
            "asks for decided at least",
        ),
        ("min_verdict = \"leaning\"", shipped("llm-serving-aws", ""), "verdict-too-low", "The verdict is benchmark"),
        ("min_verdict = \"benchmark\"", undecided.clone(), "verdict-too-low", "The verdict is undecided"),
        ("min_verdict = \"undecided\"", undecided.clone(), "", ""),
        ("min_verdict = \"undecided\"", impossible, "verdict-too-low", "The verdict is impossible"),
        (
            "deny_cautions = [\"unmeasured\"]",
            shipped("llm-serving-aws", ""),
            "caution-denied",
            "chipwise.toml denies it",
        ),
        ("deny_cautions = [\"unmeasured\"]", KERNELS.to_owned(), "", ""),
        ("max_unknowns = 50", shipped("llm-serving-aws", ""), "", ""),
        ("max_unknowns = 0", shipped("llm-serving-aws", ""), "too-many-unknowns", "chipwise.toml allows 0"),
        ("max_unknowns = 0", KERNELS.to_owned(), "", ""),
        ("require = [\"precision\", \"cloud\"]", KERNELS.to_owned(), "", ""),
        ("require = [\"batch_size\"]", KERNELS.to_owned(), "fact-missing", "`batch_size` is not stated"),
        (
            "require = [\"stage\"]",
            format!("{KERNELS}stage: unknown\n"),
            "fact-missing",
            "`stage` is said to be unknown",
        ),
        // A training run has no latency.
        ("require = [\"serving.latency_target\"]", KERNELS.to_owned(), "", ""),
        ("max_measurement_age = \"2 months\"", measured("    measured_on: 2026-10-14\n"), "", ""),
        ("max_measurement_age = \"2 months\"", measured("    measured_on: 2026-10\n"), "", ""),
        (
            "max_measurement_age = \"2 months\"",
            measured("    measured_on: 2026-09-20\n"),
            "measurement-too-old",
            "is of 2026-09-20",
        ),
        ("max_measurement_age = \"2 months\"", measured(""), "measurement-too-old", "does not say when"),
        ("overdue_rules = \"warn\"", KERNELS.to_owned(), "", ""),
        ("overdue_rules = \"deny\"", KERNELS.to_owned(), "", ""),
    ];
    for (index, (policy, profile, kind, says)) in cases.into_iter().enumerate() {
        let (code, finding) = first(&format!("policy_{index}"), policy, &profile);
        assert_eq!(code, i32::from(!kind.is_empty()), "{policy}: {finding:#}");
        assert_eq!(finding["id"].as_str().unwrap_or_default(), kind, "{policy}: {finding:#}");
        assert!(finding["message"].as_str().unwrap_or_default().contains(says), "{policy}: {finding:#}");
    }
}

#[test]
fn findings_of_a_policy_point_at_what_they_are_about() {
    let place = |policy: &str, profile: &str| {
        let (_, finding) = first("places", policy, profile);
        (finding["line"].as_u64().unwrap(), finding["column"].as_u64().unwrap())
    };
    let old = "name: x\nmeasurements:\n  - target: gpu\n    kind: training_step\n    measured_on: 2020-01\n";
    assert_eq!(place("max_measurement_age = \"1 day\"", old), (5, 5));
    assert_eq!(place("require = [\"cloud\"]", "# a\nname: x\n"), (2, 1));
    let kernels = format!("{KERNELS}stage: research\n");
    let (line, _) = place("deny_cautions = [\"lock_in\"]", &kernels);
    assert!((1..=9).contains(&line), "{line}");
}

#[test]
fn overdue_rules_warn_unless_they_are_denied() {
    let folder = folder("overdue");
    fs::write(folder.join("p.yaml"), format!("{KERNELS}decision: {{target: gpu}}\n")).unwrap();
    for (policy, code, severity) in [
        ("", 0, "warning"),
        ("[policy]\noverdue_rules = \"warn\"", 0, "warning"),
        ("[policy]\noverdue_rules = \"deny\"", 1, "error"),
    ] {
        fs::write(folder.join("chipwise.toml"), policy).unwrap();
        let (exit, report) = json(&folder, &["p.yaml", "--as-of", "2099-01-01"]);
        assert_eq!(exit, code, "{policy}");
        let finding = &report["profiles"][0]["findings"][0];
        assert_eq!((finding["id"].as_str(), finding["severity"].as_str()), (Some("rule-overdue"), Some(severity)));
    }
}

#[test]
fn overdue_rules_are_one_finding_that_counts_and_names_them() {
    let folder = folder("overdue_many");
    let overdue = |accept: &str| {
        fs::write(folder.join("p.yaml"), format!("{KERNELS}decision: {{target: gpu}}\naccept: [{accept}]\n")).unwrap();
        json(&folder, &["p.yaml", "--as-of", "2099-01-01"]).1["profiles"][0]["findings"].as_array().unwrap().clone()
    };
    let found = overdue("");
    assert_eq!(found.len(), 1, "{found:#?}");
    let about: Vec<&str> = found[0]["about"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    assert!(about.len() > 6 && about.is_sorted(), "{about:?}");
    let message = found[0]["message"].as_str().unwrap();
    let start = format!("{} rules that count here were due for review", about.len());
    let end = format!("`{}`, `{}`, `{}` and {} more.", about[0], about[1], about[2], about.len() - 3);
    assert!(message.starts_with(&start) && message.ends_with(&end), "{message}");
    assert_eq!((&found[0]["line"], &found[0]["column"]), (&1.into(), &1.into()));
    // Those that are accepted one by one stand apart; the others are still told.
    let found = overdue(&format!("{{id: {}, reason: r}}, {{id: {}, reason: s}}", about[1], about[3]));
    let told: Vec<(&Json, usize)> =
        found.iter().map(|it| (&it["about"], it["waived_by"].as_array().unwrap().len())).collect();
    let left: Vec<&str> = about.iter().copied().filter(|id| *id != about[1] && *id != about[3]).collect();
    assert_eq!(told, [(&serde_json::json!(left), 0), (&serde_json::json!([about[1], about[3]]), 2)]);
    // The kind covers all of them, and one alone is told where it stands.
    let found = overdue("{id: rule-overdue, reason: r}");
    assert!(found.len() == 1 && found[0]["waived_by"][0]["id"] == "rule-overdue", "{found:#?}");
    let all_but_one = about[..about.len() - 1].iter().map(|id| format!("{{id: {id}, reason: r}}")).collect::<Vec<_>>();
    let found = overdue(&all_but_one.join(","));
    let last = about[about.len() - 1];
    let open = found.iter().find(|it| it["waived_by"].as_array().unwrap().is_empty()).unwrap();
    assert!(open["message"].as_str().unwrap().starts_with(&format!("Rule `{last}` counts here and was due")), "{open}");
}

#[test]
fn denied_cautions_count_for_the_target_that_was_decided_on() {
    let folder = folder("cautions");
    let aws = shipped("llm-serving-aws", "");
    fs::write(folder.join("p.yaml"), &aws).unwrap();
    fs::write(folder.join("chipwise.toml"), "[policy]\ndeny_cautions = [\"op_support_unverified\"]\n").unwrap();
    let (_, report) = json(&folder, &["p.yaml"]);
    assert_eq!(kinds(&report), ["caution-denied"], "{report:#}");
    // It is raised for the chips that would need a port, and the team stays where it is.
    let (code, report) = json(&folder, &["p.yaml", "--expect", "gpu"]);
    assert_eq!((code, kinds(&report)), (0, vec!["decision-open".to_owned()]), "{report:#}");
}

#[test]
fn an_empty_policy_checks_nothing() {
    let folder = folder("empty_policy");
    fs::write(folder.join("chipwise.toml"), "[policy]\n").unwrap();
    fs::write(folder.join("p.yaml"), KERNELS).unwrap();
    let (code, report) = json(&folder, &["p.yaml"]);
    assert_eq!((code, report["profiles"][0]["state"].as_str()), (2, Some("unchecked")));
    assert!(report["errors"][0]["message"].as_str().unwrap().starts_with("Nothing was checked"));
}
