//! The smallest changes that change the target: of one fact, else of two.

use crate::facts::{ChoiceSet, FactId, Facts, Truth, Value};
use crate::judge::{Decision, Probe, Question, answers_of};
use crate::knowledge::{Absence, Knowledge, TargetId};

/// At most so many pairs of changes are judged, so that an answer never keeps anybody waiting.
const MOST_PAIRS: usize = 20_000;

/// One fact with another value.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub fact: FactId,
    pub to: Value,
    /// Whether a team can change it; else it is an answer that is still to be found.
    pub changeable: bool,
}

/// Changes that together change the target, and the target that they bring.
#[derive(Clone, Debug, PartialEq)]
pub struct Flip {
    pub changes: Vec<Change>,
    pub target: TargetId,
    /// How far ahead of every other target it is then, in points.
    pub lead: f64,
}

/// Finds the flips of one change for each fact and target, or else some of two.
pub fn find(
    knowledge: &Knowledge,
    probe: &Probe,
    questions: &[Question],
    stated: &Facts,
    decision: &Decision,
) -> Vec<Flip> {
    let options = options(knowledge, questions, stated, &decision.assessment.stated);
    let mut flips: Vec<Flip> = Vec::new();
    for (fact, values) in &options {
        let mut seen: Vec<TargetId> = Vec::new();
        for value in values {
            let reached = probe.lead_with(&[(*fact, value)]);
            let reached = reached.filter(|(target, _)| Some(*target) != decision.leader && !seen.contains(target));
            if let Some((target, lead)) = reached {
                seen.push(target);
                flips.push(Flip { changes: vec![change(knowledge, *fact, value)], target, lead });
            }
        }
    }
    if flips.is_empty() {
        flips = pairs(knowledge, probe, &options, decision.leader);
    }
    // What brings a clear answer comes first, of that what a team can do, then what is easiest to find out.
    flips.sort_by_key(|flip| {
        let unclear = flip.lead < knowledge.scale.leaning;
        let given = flip.changes.iter().filter(|change| !change.changeable).count();
        let effort = flip.changes.iter().map(|change| knowledge.fact(change.fact).effort).max();
        (unclear, given, effort, flip.changes.iter().map(|change| change.fact).collect::<Vec<_>>())
    });
    flips
}

fn change(knowledge: &Knowledge, fact: FactId, value: &Value) -> Change {
    Change { fact, to: value.clone(), changeable: knowledge.fact(fact).changeable }
}

/// The facts that may be otherwise, each with the values worth trying: what is open, and what is stated and changeable.
///
/// Facts that play no part unless stated are no flips: there is always a mandate that would turn the answer.
fn options(
    knowledge: &Knowledge,
    questions: &[Question],
    stated: &Facts,
    tests: &[Truth],
) -> Vec<(FactId, Vec<Value>)> {
    let mut options: Vec<(FactId, Vec<Value>)> =
        questions.iter().map(|question| (question.fact, question.answers.clone())).collect();
    for (fact, declared) in knowledge.declared().filter(|(_, declared)| declared.absence == Absence::Open) {
        let Some(known) = stated.value(fact) else { continue };
        if declared.changeable && !options.iter().any(|(other, _)| *other == fact) {
            options.push((fact, otherwise(knowledge, fact, known, tests)));
        }
    }
    options.sort_by_key(|(fact, _)| *fact);
    options
}

/// Other values of a fact that is known: for a list one more, one less, or another alone; else every kind of answer.
fn otherwise(knowledge: &Knowledge, fact: FactId, known: &Value, tests: &[Truth]) -> Vec<Value> {
    let values = match known {
        Value::Choices { set, .. } => {
            let all = || (0..knowledge.fact(fact).choices.len()).filter_map(|choice| u16::try_from(choice).ok());
            let list = |set: ChoiceSet| Value::Choices { set, more: false };
            let without = |gone: u16| list(set.iter().filter(|other| *other != gone).collect());
            let less = set.iter().map(without);
            if knowledge.fact(fact).only_less {
                return less.chain((!set.is_empty()).then(|| list(ChoiceSet::default()))).collect();
            }
            let others = || all().filter(|choice| !set.contains(*choice));
            let more = others().map(|choice| list(set.with(choice)));
            let instead = others().map(|choice| list(ChoiceSet::default().with(choice)));
            more.chain(less.filter(|_| set.iter().count() > 1)).chain(instead).collect()
        }
        _ => answers_of(knowledge, fact, None, tests),
    };
    values.into_iter().filter(|value| value != known).collect()
}

/// Pairs of changes, where no single one does it; one pair for each target that can be reached.
fn pairs(
    knowledge: &Knowledge,
    probe: &Probe,
    options: &[(FactId, Vec<Value>)],
    leader: Option<TargetId>,
) -> Vec<Flip> {
    let mut found: Vec<Flip> = Vec::new();
    let mut judged = 0;
    for (index, (one, values)) in options.iter().enumerate() {
        for (other, others) in &options[index + 1..] {
            for (a, b) in values.iter().flat_map(|a| others.iter().map(move |b| (a, b))) {
                judged += 1;
                if judged > MOST_PAIRS {
                    return found;
                }
                let reached = probe.lead_with(&[(*one, a), (*other, b)]);
                let new = reached
                    .filter(|(target, _)| Some(*target) != leader && !found.iter().any(|flip| flip.target == *target));
                found.extend(new.map(|(target, lead)| Flip {
                    changes: vec![change(knowledge, *one, a), change(knowledge, *other, b)],
                    target,
                    lead,
                }));
            }
        }
    }
    found
}
