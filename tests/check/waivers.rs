//! Waivers: what they silence, until when, and that they are told where they do nothing.

use std::fs;

use super::{KERNELS, folder, json, kinds, out, run};

/// What comes out for kernels with a decision for TPU and these waivers.
fn with(name: &str, policy: &str, accept: &str) -> (i32, Vec<String>) {
    let folder = folder(name);
    fs::write(folder.join("chipwise.toml"), policy).unwrap();
    fs::write(folder.join("p.yaml"), format!("{KERNELS}decision: {{target: tpu}}\naccept:\n{accept}")).unwrap();
    let (code, report) = json(&folder, &["p.yaml"]);
    (code, kinds(&report))
}

#[test]
fn a_waiver_silences_what_it_names_until_its_day_has_passed() {
    let rule = "own-gpu-kernels-without-an-equivalent";
    let accept = |id: &str, until: &str| format!("  - {{id: {id}, reason: r{until}}}\n");
    // The waivers, the exit code, and the findings.
    let cases: [(String, i32, &[&str]); 9] = [
        (accept(rule, ", until: 2026-11-30"), 0, &["decision-contradicted waived"]),
        (accept(rule, ""), 0, &["decision-contradicted waived"]),
        (accept("decision-contradicted", ", until: 2027-01-01"), 0, &["decision-contradicted waived"]),
        (accept(rule, ", until: 2026-11-29"), 1, &["decision-contradicted", "waiver-expired"]),
        (accept("capacity", ""), 1, &["decision-contradicted", "waiver-unused"]),
        (accept("no-such-thing", ""), 1, &["decision-contradicted", "waiver-unused"]),
        // One of the rules that are not in the way is no excuse for the one that is.
        (accept("gpus-are-sold-everywhere", ""), 1, &["decision-contradicted", "waiver-unused"]),
        (accept("fact-missing", ""), 1, &["decision-contradicted", "waiver-unused"]),
        // What a waiver is for cannot be waived itself.
        (accept(rule, "") + &accept("waiver-unused", ""), 0, &["decision-contradicted waived", "waiver-unused"]),
    ];
    for (index, (accept, code, expected)) in cases.into_iter().enumerate() {
        let (exit, kinds) = with(&format!("waivers_{index}"), "", &accept);
        assert_eq!((exit, kinds.iter().map(String::as_str).collect::<Vec<_>>()), (code, expected.to_vec()), "{accept}");
    }
}

#[test]
fn every_finding_of_a_policy_can_be_waived_by_its_kind_or_by_what_it_is_about() {
    let policy =
        "[policy]\nrequire = [\"batch_size\"]\nmin_verdict = \"decided\"\nmax_unknowns = 0\noverdue_rules = \"deny\"\n";
    let (code, found) =
        with("by_fact", policy, "  - {id: batch_size, reason: r}\n  - {id: decision-contradicted, reason: r}\n");
    assert_eq!((code, found), (0, vec!["fact-missing waived".to_owned(), "decision-contradicted waived".to_owned()]));
    let (code, found) =
        with("by_kind", policy, "  - {id: fact-missing, reason: r}\n  - {id: decision-contradicted, reason: r}\n");
    assert_eq!(code, 0, "{found:?}");
}

#[test]
fn an_exclusion_by_several_rules_is_waived_when_all_are_accepted() {
    let folder = folder("several");
    let profile = KERNELS.replace("cloud: [gcp]", "cloud: [aws]");
    let (mut accept, mut ids) = (String::new(), Vec::new());
    for round in 0.. {
        fs::write(folder.join("p.yaml"), format!("{profile}decision: {{target: tpu}}\naccept: [{accept}]\n")).unwrap();
        let (code, report) = json(&folder, &["p.yaml"]);
        let rules = report["profiles"][0]["findings"][0]["because"].as_array().unwrap();
        ids = rules.iter().map(|it| it["rule"].as_str().unwrap().to_owned()).collect();
        assert!(ids.len() >= 2, "{ids:?}");
        if round == ids.len() {
            assert_eq!(code, 0, "{report:#}");
            break;
        }
        assert_eq!(code, 1, "{report:#}");
        accept += &format!("{{id: {}, reason: r}},", ids[round]);
    }
    assert!(!ids.is_empty());
}

#[test]
fn waivers_are_shown_and_counted() {
    let folder = folder("shown");
    let accept = "accept: [{id: decision-contradicted, reason: the contract runs on, until: 2027-03-31}]";
    fs::write(folder.join("p.yaml"), format!("{KERNELS}decision: {{target: tpu}}\n{accept}\n")).unwrap();
    let text = out(&run(&folder, &["p.yaml"]));
    assert!(text.contains("  waived      :9:12 The decision for TPU does not hold: TPU is excluded."), "{text}");
    assert!(text.contains("accepted as `decision-contradicted` until 2027-03-31 (:10): the"), "{text}");
    assert!(text.contains("1 profile: 1 waived; 1 finding waived"), "{text}");
    let (_, report) = json(&folder, &["p.yaml"]);
    assert_eq!((&report["summary"]["waived"], &report["summary"]["findings"]["waived"]), (&1.into(), &1.into()));
    assert_eq!(report["profiles"][0]["state"], "waived");
    assert_eq!(report["profiles"][0]["waivers"][0]["silences"], serde_json::json!(["decision-contradicted"]));
}

#[test]
fn two_waivers_for_the_same_are_told_with_both_places() {
    let rule = "own-gpu-kernels-without-an-equivalent";
    let row = |until: &str| format!("  - {{id: {rule}, reason: r{until}}}\n");
    let folder = folder("twice");
    let check = |accept: &str| {
        fs::write(folder.join("p.yaml"), format!("{KERNELS}decision: {{target: tpu}}\naccept:\n{accept}")).unwrap();
        let (code, report) = json(&folder, &["p.yaml"]);
        assert_eq!(code, 0, "{report:#}");
        (kinds(&report), report["profiles"][0]["findings"].as_array().unwrap().clone())
    };
    let (found, findings) = check(&(row(", until: 2026-12-31") + &row("")));
    assert_eq!(found, ["decision-contradicted waived", "waiver-repeated"]);
    assert_eq!(findings[0]["waived_by"].as_array().unwrap().len(), 1);
    let message = findings[1]["message"].as_str().unwrap();
    assert!(
        message.starts_with(&format!("`{rule}` is accepted twice: here, and in line 11, which counts.")),
        "{message}"
    );
    assert!(message.ends_with("After 2026-12-31 this one would count in its place."), "{message}");
    assert_eq!((&findings[1]["line"], &findings[1]["column"]), (&12.into(), &6.into()));
    // What ends sooner than the one that counts never counts.
    let (_, findings) = check(&(row("") + &row(", until: 2026-12-31")));
    assert!(findings[1]["message"].as_str().unwrap().ends_with("which counts."), "{findings:#?}");
    // A caution that is accepted twice is told as well.
    let lock_in = "  - {id: lock_in, reason: r}\n".repeat(2);
    let (found, _) = check(&(row("") + &lock_in));
    assert_eq!(found, ["decision-contradicted waived", "waiver-repeated"]);
    // One that has expired is told as such, and which covers the same.
    let (found, findings) = check(&(row(", until: 2026-11-01") + &row("")));
    assert_eq!(found, ["decision-contradicted waived", "waiver-expired"]);
    assert_eq!(findings[1]["to_do"], "Take it out: the one in line 12 covers the same.");
}

#[test]
fn a_misspelt_waiver_is_told_the_nearest_name() {
    let folder = folder("misspelt");
    fs::write(
        folder.join("p.yaml"),
        format!("{KERNELS}decision: {{target: gpu}}\naccept: [{{id: capacty, reason: r}}]\n"),
    )
    .unwrap();
    let (code, report) = json(&folder, &["p.yaml"]);
    assert_eq!((code, kinds(&report)), (0, vec!["waiver-unused".to_owned()]));
    let finding = &report["profiles"][0]["findings"][0];
    assert!(finding["to_do"].as_str().unwrap().starts_with("Did you mean `capacity`?"), "{finding}");
    assert_eq!((&finding["line"], &finding["column"]), (&10.into(), &11.into()));
}

#[test]
fn a_reason_of_blanks_is_none() {
    let folder = folder("blank_reason");
    for reason in ["\"  \"", "\"\\t\"", "\"\""] {
        let accept = format!("accept: [{{id: capacity, reason: {reason}}}]");
        fs::write(folder.join("p.yaml"), format!("{KERNELS}decision: {{target: gpu}}\n{accept}\n")).unwrap();
        let (code, report) = json(&folder, &["p.yaml"]);
        let finding = &report["profiles"][0]["findings"][0];
        assert_eq!((code, &finding["id"]), (2, &"invalid-profile".into()), "{reason}");
        assert!(finding["message"].as_str().unwrap().contains("reason"), "{finding}");
    }
}
