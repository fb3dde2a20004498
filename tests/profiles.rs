//! The shipped profiles get the decisions that were written down for them, and every target wins somewhere.

use std::collections::BTreeSet;
use std::path::Path;

use chipwise::judge::Judge;
use chipwise::profile;
use chipwise::read::{Format, Limits, read};
use serde::Deserialize;

#[derive(Deserialize)]
struct Expectations {
    profile: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    file: String,
    verdicts: Vec<String>,
    #[serde(default)]
    target: Vec<String>,
    #[serde(default)]
    never: Vec<String>,
    #[serde(default)]
    cautions: Vec<String>,
    because: String,
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles")
}

fn expectations() -> Vec<Expected> {
    let text = std::fs::read_to_string(folder().with_file_name("tests").join("expected.toml")).unwrap();
    toml::from_str::<Expectations>(&text).unwrap().profile
}

#[test]
fn each_profile_gets_its_decision() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let mut winners = BTreeSet::new();
    for expected in expectations() {
        let bytes = std::fs::read(folder().join(&expected.file)).unwrap();
        let nodes = read(&bytes, Format::Yaml, &Limits::default()).unwrap();
        let profile = profile::read(&knowledge, &nodes[0], &expected.file).unwrap();
        let decision = judge.decide(&profile.facts);
        let target = decision.outcome.leader.map(|target| knowledge.target(target).id.to_string());
        let file = &expected.file;
        assert!(
            expected.verdicts.iter().any(|it| it == decision.outcome.verdict.id()),
            "{file}: {}",
            decision.outcome.verdict.id()
        );
        assert!(
            expected.target.is_empty() || expected.target.iter().any(|it| Some(it) == target.as_ref()),
            "{file}: {target:?}"
        );
        assert!(!expected.never.iter().any(|it| Some(it) == target.as_ref()), "{file}: {target:?}");
        let topics: Vec<&str> = decision.cautions.iter().map(|it| knowledge.topics[it.topic].id.as_ref()).collect();
        for caution in &expected.cautions {
            assert!(topics.contains(&caution.as_str()), "{file}: no caution {caution} in {topics:?}");
        }
        assert!(!expected.because.is_empty());
        winners.extend(target);
    }
    let all: BTreeSet<String> = knowledge.targets.iter().map(|target| target.id.to_string()).collect();
    assert_eq!(winners, all, "every target is the answer somewhere");
}

#[test]
fn every_shipped_profile_has_an_expectation() {
    let stated: BTreeSet<String> = expectations().into_iter().map(|expected| expected.file).collect();
    let names =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let shipped: BTreeSet<String> = names.filter(|name| name.ends_with(".yaml")).collect();
    assert_eq!(stated, shipped);
    assert!(shipped.len() >= 14);
}
