//! What is said to be open, and what is said to flip the answer, really does: each is replayed on all cases.

mod shared;

use std::collections::BTreeSet;

use chipwise::explain::explain;
use chipwise::facts::{ChoiceSet, FactId, Facts, Known, Origin, OriginKind, Value};
use chipwise::judge::{Decision, Judge, Probe, Scratch, Verdict, answers_of};
use chipwise::knowledge::{Absence, Fact, Knowledge};
use shared::{replayed, workloads};

#[test]
fn every_flip_flips_when_it_is_set() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let mut flips = 0;
    for (name, facts) in workloads(&knowledge) {
        let decision = judge.decide(&facts);
        for flip in explain(&judge, &facts, &decision).flips {
            for change in &flip.changes {
                let fact = knowledge.fact(change.fact);
                assert!(fact.is_open(), "{name}: {} plays no part unless it is stated", fact.id);
            }
            let changed = replayed(&knowledge, &facts, &flip);
            let leader = judge.decide(&changed).outcome.leader;
            assert_eq!(leader, Some(flip.target), "{name}: {flip:?}");
            assert_ne!(leader, decision.outcome.leader, "{name}: {flip:?}");
            flips += 1;
        }
    }
    assert!(flips > 300, "only {flips} flips");
}

#[test]
fn exactly_the_answers_that_change_the_target_are_said_to() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    for (name, facts) in workloads(&knowledge).into_iter().step_by(30) {
        let decision = judge.decide(&facts);
        let unknowns = explain(&judge, &facts, &decision).unknowns;
        for (fact, declared) in knowledge.declared().filter(|(fact, _)| decision.assessment.open[fact.index()]) {
            let answers = answers_of(&knowledge, fact, None, &decision.assessment.stated);
            let mut brought: Vec<_> = answers
                .into_iter()
                .filter_map(|value| {
                    let mut answered = facts.clone();
                    answered.set(fact, Some(Known { value, origin: Origin::of(OriginKind::Answered) }));
                    let leader = judge.decide(&answered).outcome.leader;
                    (leader != decision.outcome.leader).then_some(leader)
                })
                .collect();
            brought.sort_unstable();
            brought.dedup();
            let said = unknowns.iter().find(|unknown| unknown.fact == fact);
            assert_eq!(said.is_some(), !brought.is_empty(), "{name}: {}", declared.id);
            let targets: Vec<_> = brought.into_iter().flatten().collect();
            assert_eq!(said.map_or(&[][..], |unknown| &unknown.targets), targets, "{name}: {}", declared.id);
        }
    }
}

#[test]
fn what_is_decided_has_no_open_question_and_no_flip_among_the_open_facts() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let mut decided = 0;
    for (name, facts) in workloads(&knowledge) {
        let decision = judge.decide(&facts);
        if decision.outcome.verdict != Verdict::Decided {
            continue;
        }
        decided += 1;
        let explanation = explain(&judge, &facts, &decision);
        assert_eq!(explanation.unknowns, [], "{name}");
        for flip in explanation.flips {
            let changes_something_known = flip.changes.iter().any(|change| facts.get(change.fact).is_some());
            assert!(changes_something_known, "{name}: {flip:?}");
        }
    }
    assert!(decided >= 10, "only {decided} are decided");
}

/// What a fact that plays a part could be instead: any answer while it is open; where it is stated and a team can change
/// it, another value; of a list, one item more, one less or another alone.
fn instead(knowledge: &Knowledge, decision: &Decision, facts: &Facts, id: FactId, fact: &Fact) -> Vec<Value> {
    let tests = &decision.assessment.stated;
    match facts.value(id) {
        _ if fact.absence != Absence::Open => Vec::new(),
        None if decision.assessment.open[id.index()] => answers_of(knowledge, id, None, tests),
        Some(known @ Value::Choices { more: true, .. }) => answers_of(knowledge, id, Some(known), tests),
        Some(Value::Choices { set, .. }) if fact.changeable => {
            let choices = (0..fact.choices.len()).map(|choice| u16::try_from(choice).unwrap());
            let lists = choices.flat_map(|choice| {
                let turned = if set.contains(choice) {
                    set.iter().filter(|other| *other != choice).collect()
                } else {
                    set.with(choice)
                };
                [turned, ChoiceSet::default().with(choice)]
            });
            let less = |list: &ChoiceSet| list.iter().all(|choice| set.contains(choice));
            let whole = lists.chain(fact.only_less.then(ChoiceSet::default));
            // A list of one loses its item only where nothing but less can be had.
            let kept = whole.filter(|list| {
                if fact.only_less {
                    less(list) && (list.is_empty() || list.iter().count() + 1 == set.iter().count())
                } else {
                    !list.is_empty()
                }
            });
            kept.filter(|list| list != set).map(|set| Value::Choices { set, more: false }).collect()
        }
        Some(known) if fact.changeable => {
            answers_of(knowledge, id, None, tests).into_iter().filter(|value| value != known).collect()
        }
        _ => Vec::new(),
    }
}

/// The pairs that are judged are picked by bounds. Here every pair is judged.
#[test]
fn two_changes_reach_exactly_the_targets_that_are_said() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let mut looked_at = 0;
    for (name, facts) in workloads(&knowledge) {
        let decision = judge.decide(&facts);
        let explanation = explain(&judge, &facts, &decision);
        let alone = explanation.flips.iter().any(|flip| flip.changes.len() == 1);
        if decision.outcome.leader.is_none() || alone || !explanation.searched {
            continue;
        }
        looked_at += 1;
        let probe = Probe::of(&judge, &facts, &decision);
        let mut scratch = Scratch::new(&probe);
        let options: Vec<(FactId, Vec<Value>)> = knowledge
            .declared()
            .map(|(id, fact)| (id, instead(&knowledge, &decision, &facts, id, fact)))
            .filter(|(_, values)| !values.is_empty())
            .collect();
        let mut reached = BTreeSet::new();
        for (index, (one, values)) in options.iter().enumerate() {
            for (other, others) in &options[index + 1..] {
                for a in values {
                    for b in others {
                        reached.extend(probe.lead_again(&[(*one, a), (*other, b)], &mut scratch).map(|(it, _)| it));
                    }
                }
            }
        }
        reached.extend(decision.outcome.leader);
        let said: BTreeSet<_> =
            explanation.flips.iter().map(|flip| flip.target).chain(decision.outcome.leader).collect();
        assert_eq!(said, reached, "{name}");
    }
    assert!(looked_at >= 10, "only {looked_at}");
}
