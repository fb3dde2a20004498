//! The smallest changes that change the target: of one fact, else of two.

use crate::facts::{ChoiceSet, FactId, Facts, Truth, Value};
use crate::judge::{Among, Decision, Probe, Question, Scratch, answers_of};
use crate::knowledge::{Absence, Knowledge, TargetId};

/// At most so many pairs of changes are judged, so that an answer never keeps anybody waiting.
const MOST_PAIRS: usize = 4_000;

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

/// What was found, and whether all was looked at that could have been.
pub struct Found {
    pub flips: Vec<Flip>,
    pub complete: bool,
}

/// Finds the flips of one change for each fact and target, or else some of two.
pub fn find<'p>(
    probe: &Probe<'p>,
    questions: Vec<Question<'p>>,
    settled: bool,
    stated: &Facts,
    decision: &Decision,
) -> Found {
    let knowledge = probe.knowledge();
    let options = options(probe, questions, stated, &decision.assessment.stated);
    let mut flips: Vec<Flip> = Vec::new();
    for option in &options {
        let mut seen: Vec<TargetId> = Vec::new();
        for answer in option.all_answers() {
            let reached =
                answer.lead.filter(|(target, _)| Some(*target) != decision.outcome.leader && !seen.contains(target));
            if let Some((target, lead)) = reached {
                seen.push(target);
                flips.push(Flip { changes: vec![change(knowledge, option.fact, &answer.value)], target, lead });
            }
        }
    }
    let mut complete = true;
    if flips.is_empty() {
        (flips, complete) = pairs(probe, &options, settled, decision);
    }
    // What brings a clear answer comes first, of that what a team can do, then what is easiest to find out.
    flips.sort_by_key(|flip| {
        let unclear = flip.lead < knowledge.scale.leaning;
        let given = flip.changes.iter().filter(|change| !change.changeable).count();
        let effort = flip.changes.iter().map(|change| knowledge.fact(change.fact).effort).max();
        (unclear, given, effort, flip.changes.iter().map(|change| change.fact).collect::<Vec<_>>())
    });
    Found { flips, complete }
}

/// A change to a value, as it is told.
pub fn change(knowledge: &Knowledge, fact: FactId, value: &Value) -> Change {
    Change { fact, to: value.clone(), changeable: knowledge.fact(fact).changeable }
}

/// The facts that may be otherwise, with the values worth trying: what is open, and what is stated and changeable. What a
/// team can do comes first.
///
/// Facts that play no part unless stated are no flips: there is always a mandate that would turn the answer.
pub fn options<'p>(
    probe: &Probe<'p>,
    questions: Vec<Question<'p>>,
    stated: &Facts,
    tests: &[Truth],
) -> Vec<Question<'p>> {
    let knowledge = probe.knowledge();
    let mut options = questions;
    for (fact, declared) in knowledge.declared().filter(|(_, declared)| declared.absence == Absence::Open) {
        let Some(known) = stated.value(fact) else { continue };
        if declared.changeable && !options.iter().any(|option| option.fact == fact) {
            options.push(probe.question(fact, otherwise(knowledge, fact, known, tests)));
        }
    }
    options.sort_by_key(|option| (!knowledge.fact(option.fact).changeable, option.fact));
    options
}

/// Other values of a fact that is known: for a list one more, one less, or another alone; else every kind of answer.
pub fn otherwise(knowledge: &Knowledge, fact: FactId, known: &Value, tests: &[Truth]) -> Vec<Value> {
    let values = match known {
        Value::Choices { set, .. } => {
            let list = |set: ChoiceSet| Value::Choices { set, more: false };
            let without = |gone: u16| list(set.iter().filter(|other| *other != gone).collect());
            let less = set.iter().map(without);
            if knowledge.fact(fact).only_less {
                return less.chain((!set.is_empty()).then(|| list(ChoiceSet::default()))).collect();
            }
            let others = || knowledge.fact(fact).choice_places().filter(|choice| !set.contains(*choice));
            let more = others().map(|choice| list(set.with(choice)));
            let instead = others().map(|choice| list(ChoiceSet::default().with(choice)));
            more.chain(less.filter(|_| set.iter().count() > 1)).chain(instead).collect()
        }
        _ => answers_of(knowledge, fact, None, tests),
    };
    values.into_iter().filter(|value| value != known).collect()
}

/// Pairs of changes, where no single one does it: one pair for each target that can be reached; and whether all pairs
/// were looked at.
fn pairs(probe: &Probe, options: &[Question], settled: bool, decision: &Decision) -> (Vec<Flip>, bool) {
    let mut found: Vec<Flip> = Vec::new();
    let Some(leader) = decision.outcome.leader else { return (found, true) };
    let mut rivals: Vec<TargetId> =
        decision.outcome.standings.iter().map(|it| it.target).filter(|it| *it != leader).collect();
    let mut scratch = Scratch::new(probe);
    let mut judged = 0;
    for (index, one) in options.iter().enumerate() {
        // What is settled no answers change, so one of the two must be known and changed.
        for other in options[index + 1..].iter().filter(|other| !(settled && one.open && other.open)) {
            let Some(shared) = probe.shared((one, other), Among::Changes, leader, &rivals) else { continue };
            for (a, b) in one.all_answers().flat_map(|a| other.all_answers().map(move |b| (a, b))) {
                if !probe.could_lead((a, b), &shared, Among::Changes, leader, &rivals) {
                    continue;
                }
                judged += 1;
                if judged > MOST_PAIRS {
                    return (found, false);
                }
                let reached = probe.lead_again(&[(one.fact, &a.value), (other.fact, &b.value)], &mut scratch);
                if let Some((target, lead)) = reached.filter(|(target, _)| rivals.contains(target)) {
                    let both = [(one.fact, a), (other.fact, b)];
                    let changes = both.map(|(fact, answer)| change(probe.knowledge(), fact, &answer.value)).to_vec();
                    found.push(Flip { changes, target, lead });
                    rivals.retain(|rival| *rival != target);
                    if rivals.is_empty() {
                        return (found, true);
                    }
                }
            }
        }
    }
    (found, true)
}
