//! Real public situations with the right answer, scored as a whole: no single case may be tuned for.
//!
//! A case holds what its people knew beforehand and what a good answer is. `must`: any competent engineer gets it.
//! `should`: a good one does. The others are open: nothing there may be called decided.

use std::collections::BTreeMap;
use std::path::Path;

use chipwise::judge::{Decision, Judge, Status, Verdict};
use chipwise::knowledge::{Effect, Knowledge, TargetId};
use chipwise::profile::{self, Profile};
use chipwise::read::{Format, Limits, read};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: String,
    profile: serde_yaml::Value,
    expected: Expected,
}

#[derive(Deserialize)]
struct Expected {
    target: Option<String>,
    acceptable: Vec<String>,
    never: Vec<String>,
    strength: String,
    warn: Vec<String>,
    #[serde(default)]
    deciding: Vec<String>,
}

struct Judged {
    case: Case,
    profile: Profile,
    decision: Decision,
}

fn judged(knowledge: &Knowledge) -> Vec<Judged> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let judge = Judge::new(knowledge);
    paths
        .into_iter()
        .map(|path| {
            let case: Case = serde_yaml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let text = serde_yaml::to_string(&case.profile).unwrap();
            let nodes = read(text.as_bytes(), Format::Yaml, &Limits::default()).unwrap();
            let profile =
                profile::read(knowledge, &nodes[0], &case.id).unwrap_or_else(|all| panic!("{}: {all:?}", case.id));
            let decision = judge.decide(&profile.facts);
            Judged { case, profile, decision }
        })
        .collect()
}

impl Judged {
    fn name<'k>(&self, knowledge: &'k Knowledge, target: Option<TargetId>) -> Option<&'k str> {
        target.map(|target| knowledge.target(target).id.as_ref())
    }

    fn is_right(&self, knowledge: &Knowledge) -> bool {
        let expected = &self.case.expected;
        let target = self.name(knowledge, self.decision.outcome.leader);
        let acceptable =
            |target: Option<&str>| target.is_some_and(|target| expected.acceptable.iter().any(|it| it == target));
        let committed = matches!(self.decision.outcome.verdict, Verdict::Decided | Verdict::Leaning);
        let contenders = &self.decision.outcome.contenders;
        let all_acceptable =
            contenders.len() > 1 && contenders.iter().all(|it| acceptable(self.name(knowledge, Some(*it))));
        let right = match expected.strength.as_str() {
            "must" => {
                acceptable(target)
                    && (committed || self.decision.outcome.verdict == Verdict::Benchmark && all_acceptable)
            }
            "should" => acceptable(target) && committed,
            _ => {
                !matches!(self.decision.outcome.verdict, Verdict::Decided | Verdict::Impossible)
                    && (!committed || acceptable(target))
            }
        };
        right && !target.is_some_and(|target| expected.never.iter().any(|it| it == target))
    }
}

#[test]
fn the_cases_get_good_answers() {
    let knowledge = chipwise::built_in::knowledge();
    let judged = judged(&knowledge);
    let mut right: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for it in &judged {
        let class = match it.case.expected.strength.as_str() {
            class @ ("must" | "should") => class,
            _ => "open",
        };
        let entry = right.entry(class).or_default();
        entry.1 += 1;
        if it.is_right(&knowledge) {
            entry.0 += 1;
        } else {
            wrong.push(it.case.id.as_str());
        }
    }
    assert!(judged.len() >= 105);
    for (class, least) in [("must", 29), ("should", 25), ("open", 44)] {
        assert!(right[class].0 >= least, "{class}: {:?}, wrong: {wrong:?}", right[class]);
    }
}

#[test]
fn nothing_is_confidently_wrong_and_nothing_impossible_is_recommended() {
    let knowledge = chipwise::built_in::knowledge();
    for it in judged(&knowledge) {
        let expected = &it.case.expected;
        let target = it.name(&knowledge, it.decision.outcome.leader);
        if it.decision.outcome.verdict == Verdict::Decided {
            assert!(expected.acceptable.iter().any(|acceptable| Some(acceptable.as_str()) == target), "{}", it.case.id);
        }
        assert!(!expected.never.iter().any(|never| Some(never.as_str()) == target), "{}: {target:?}", it.case.id);
        let rank = |name: &String| {
            let standing = it.decision.outcome.standing(knowledge.target_id(name)?)?;
            standing.rank.filter(|_| standing.status == Status::Eligible)
        };
        let best = expected.acceptable.iter().filter_map(rank).min();
        let above = expected.never.iter().filter_map(rank).any(|never| best.is_some_and(|best| never < best));
        assert!(!above, "{}: a target that is never right ranks above an acceptable one", it.case.id);
    }
}

#[test]
fn the_preferred_target_is_named_and_its_deciding_facts_are_cited() {
    let knowledge = chipwise::built_in::knowledge();
    let judged = judged(&knowledge);
    let mut named: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut cited, mut citable) = (0u32, 0u32);
    for it in &judged {
        if let Some(preferred) = it.case.expected.target.as_deref() {
            let entry = named.entry(preferred).or_default();
            entry.1 += 1;
            entry.0 += usize::from(it.name(&knowledge, it.decision.outcome.leader) == Some(preferred));
        }
        if !it.case.expected.deciding.is_empty() {
            citable += 1;
            let seen: Vec<&str> = it
                .decision
                .reasons
                .iter()
                .filter(|reason| reason.counts || reason.effect == Effect::Excludes)
                .flat_map(|reason| {
                    let from = reason
                        .facts
                        .iter()
                        .filter_map(|fact| it.decision.facts.get(*fact))
                        .flat_map(|known| known.origin.from.iter());
                    reason
                        .facts
                        .iter()
                        .chain(from)
                        .chain(&knowledge.concern(knowledge.rule(reason.rule).concern).priority)
                        .map(|fact| knowledge.fact(*fact).id.as_ref())
                        .collect::<Vec<_>>()
                })
                .collect();
            cited += u32::from(it.case.expected.deciding.iter().any(|fact| seen.contains(&fact.as_str())));
        }
    }
    let (right, all) = named.values().fold((0, 0), |(right, all), (r, a)| (right + r, all + a));
    let mean = named.values().map(|(right, all)| *right as f64 / *all as f64).sum::<f64>() / named.len() as f64;
    assert!(right as f64 / all as f64 >= 0.80, "{right} of {all}: {named:?}");
    assert!(mean >= 0.70, "{mean}: {named:?}");
    assert!(f64::from(cited) / f64::from(citable) >= 0.95, "{cited} of {citable}");
}

#[test]
fn warnings_are_raised_and_never_too_many() {
    let knowledge = chipwise::built_in::knowledge();
    let (mut raised, mut wanted, mut missing) = (0u32, 0u32, Vec::new());
    for it in judged(&knowledge) {
        let topics: Vec<&str> = it
            .decision
            .cautions
            .iter()
            .take(knowledge.scale.cautions)
            .map(|caution| knowledge.topics[caution.topic].id.as_ref())
            .collect();
        for warning in &it.case.expected.warn {
            wanted += 1;
            if topics.contains(&warning.as_str()) {
                raised += 1
            } else {
                missing.push(format!("{} {warning}", it.case.id))
            }
        }
        assert_eq!(it.profile.warnings, [], "{}", it.case.id);
    }
    assert!(f64::from(raised) / f64::from(wanted) >= 0.88, "{raised} of {wanted}, missing: {missing:#?}");
}

#[test]
fn contributions_add_up_to_the_scores() {
    let knowledge = chipwise::built_in::knowledge();
    for it in judged(&knowledge) {
        for standing in &it.decision.outcome.standings {
            let own = it.decision.reasons.iter().filter(|reason| reason.target == standing.target && reason.counts);
            let sum: f64 = own.map(|reason| reason.contribution).sum();
            assert!((sum - standing.score).abs() < 1e-9, "{}", it.case.id);
            assert!(standing.low <= standing.score + 1e-9 && standing.score <= standing.high + 1e-9, "{}", it.case.id);
        }
    }
}
