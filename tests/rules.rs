//! The rule set that the program carries: sound, traced, the same as on disk, and open to anyone's own rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chipwise::built_in::{files as built_in_files, read_file};
use chipwise::diag::Diagnostic;
use chipwise::facts::{Facts, Known, Origin, OriginKind, Value};
use chipwise::judge::Judge;
use chipwise::knowledge::trace::{Trace, User, users};
use chipwise::knowledge::{Holds, Knowledge, lint, load, unused_names};

fn told(problems: &[Diagnostic]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn shipped() -> Knowledge {
    load(&built_in_files()).unwrap_or_else(|problems| panic!("{}", told(&problems)))
}

fn linted(codes: impl Fn(&str) -> bool) -> String {
    let knowledge = shipped();
    let mut findings = lint(&knowledge, knowledge.date);
    findings.extend(unused_names(&built_in_files()));
    findings.retain(|finding| codes(finding.code));
    told(&findings)
}

#[test]
fn the_lint_finds_nothing() {
    let found = linted(|code| !matches!(code, "failing-example" | "unused-claim"));
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn every_example_comes_out_as_it_says() {
    let found = linted(|code| code == "failing-example");
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn every_rule_could_be_checked() {
    assert_eq!(linted(|code| code == "not-checked"), "");
}

#[test]
fn every_claim_is_used_or_left_out() {
    let knowledge = shipped();
    let trace = Trace::of(&knowledge);
    let lost: Vec<&str> = knowledge
        .claims
        .iter()
        .enumerate()
        .filter(|(index, claim)| trace.users(*index).is_empty() == claim.left_out.is_none())
        .map(|(_, claim)| claim.id.as_ref())
        .collect();
    assert!(lost.is_empty(), "neither used nor left out, or both: {lost:#?}");
}

#[test]
fn the_trace_is_the_same_in_both_directions() {
    let knowledge = shipped();
    let trace = Trace::of(&knowledge);
    let down: BTreeSet<(User, usize)> =
        users(&knowledge).iter().flat_map(|user| user.claims(&knowledge).iter().map(|claim| (*user, *claim))).collect();
    let up: BTreeSet<(User, usize)> = (0..knowledge.claims.len())
        .flat_map(|claim| trace.users(claim).iter().map(move |user| (*user, claim)))
        .collect();
    assert_eq!(down, up);
    assert!(!down.is_empty());
}

fn toml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            toml_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
}

#[test]
fn the_compiled_rules_are_the_files_on_disk() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    toml_files(&root.join("rules"), &mut paths);
    paths.sort();
    let on_disk: Vec<_> = paths
        .iter()
        .map(|path| {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            read_file(&name, &fs::read(path).unwrap()).unwrap_or_else(|problem| panic!("{problem}"))
        })
        .collect();
    let compiled = built_in_files();
    let names =
        |files: &[(String, chipwise::read::Node)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&compiled), names(&on_disk));
    for ((name, compiled), (_, read)) in compiled.iter().zip(&on_disk) {
        assert!(compiled == read, "{name} differs from its compiled form");
    }
}

const OWN: &str = r#"
[[fact]]
id = "house.rack_is_full"
type = "flag"
group = "house"
question = "Is the rack full?"
help = "Ask the people of the machine room."
label = "rack full"
effort = "glance"
absence = "open"
changeable = true
example = "true"

[[source]]
id = "machine-room"
title = "The people of the machine room"

[[rule]]
id = "a-full-rack-takes-no-gpu"
concern = "availability"
when = { fact = "house.rack_is_full", is = true }
excludes = ["gpu"]
because = "the rack is full ({house.rack_is_full})"
sources = ["machine-room"]
verified = 2026-11-30
review_by = 2027-11-30
examples = [
  { given = { "house.rack_is_full" = true }, holds = true },
  { given = { "house.rack_is_full" = false }, holds = false },
]
"#;

#[test]
fn a_fact_and_a_rule_on_it_are_added_without_touching_the_program() {
    let mut files = built_in_files();
    files.push(read_file("house/rack.toml", OWN.as_bytes()).unwrap());
    let knowledge = load(&files).unwrap_or_else(|problems| panic!("{}", told(&problems)));
    let of_the_house: Vec<Diagnostic> = lint(&knowledge, knowledge.date)
        .into_iter()
        .filter(|finding| finding.path.as_deref().is_some_and(|path| path.starts_with("house/")))
        .collect();
    assert_eq!(told(&of_the_house), "");
    let mut facts = Facts::unknown(knowledge.facts.len());
    let fact = knowledge.fact_id("house.rack_is_full").unwrap();
    facts.set(fact, Some(Known { value: Value::Flag(true), origin: Origin::of(OriginKind::Set) }));
    let decision = Judge::new(&knowledge).decide(&facts);
    let reason =
        decision.reasons.iter().find(|reason| knowledge.rule(reason.rule).id == "a-full-rack-takes-no-gpu").unwrap();
    assert_eq!(reason.holds, Holds::Certainly);
}

#[test]
fn mistakes_in_own_rules_are_told_with_place_and_nearest_name() {
    let broken = OWN
        .replace("fact = \"house.rack_is_full\", is", "fact = \"house.rack_is_ful\", is")
        .replace("[\"gpu\"]", "[\"gpus\"]");
    let mut files = built_in_files();
    files.push(read_file("house/rack.toml", broken.as_bytes()).unwrap());
    let problems = load(&files).map(|_| ()).unwrap_err();
    let fact = problems.iter().find(|problem| problem.message.contains("house.rack_is_ful")).unwrap();
    assert_eq!(fact.nearest.as_deref(), Some("house.rack_is_full"));
    assert_eq!((fact.path.as_deref(), fact.place.map(|place| place.line)), (Some("house/rack.toml"), Some(21)));
}
