//! The questionnaire answered out of a profile, as its author would: to measure how many questions it takes.

use super::likely::Likely;
use super::random::Random;
use super::session::{Asked, Order, Reply, Session, Start, Step, Stop};
use crate::facts::{Facts, Known, Origin, OriginKind, Value};
use crate::judge::Judge;
use crate::knowledge::{Absence, Assessment, Knowledge, TargetId};

/// How a questionnaire went.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    pub asked: Vec<Asked>,
    pub target: Option<TargetId>,
    pub stop: Stop,
}

/// Asks until the first reason to stop; each answer is what the profile says, and unknown where it says nothing.
///
/// `each` sees the state before every question.
pub fn replay<'k>(judge: &'k Judge<'k>, profile: &Facts, order: Order, mut each: impl FnMut(&Session)) -> Replay {
    let knowledge = judge.knowledge();
    let start = Start { facts: Facts::unknown(knowledge.facts.len()), declined: Vec::new() };
    let mut session = Session::new(judge, start, order);
    let mut asked = Vec::new();
    loop {
        match session.step() {
            Step::Ask(next) => {
                each(&session);
                asked.push(next);
                session.answer(next, reply(knowledge, profile, next), String::new());
            }
            Step::Stop(stop) => return Replay { asked, target: session.decision().outcome.leader, stop },
        }
    }
}

fn reply(knowledge: &Knowledge, profile: &Facts, asked: Asked) -> Reply {
    match asked {
        Asked::Fact(fact) => profile.value(fact).cloned().map_or(Reply::Unknown, Reply::Known),
        Asked::Circumstances => {
            let holds = |fact: &crate::facts::FactId| match (profile.value(*fact), &knowledge.fact(*fact).absence) {
                (None | Some(Value::Flag(false)), _) => false,
                (Some(value), Absence::IfStated { taken_as }) => taken_as.as_ref() != Some(value),
                _ => true,
            };
            let choices = knowledge.questionnaire.circumstances.iter().enumerate();
            Reply::Hold(choices.filter(|(_, choice)| choice.facts.iter().any(holds)).map(|(at, _)| at).collect())
        }
    }
}

/// A profile that states every fact that is open and applies, each with a likely answer. Every fourth is of another kind
/// than those that absence is taken as (a device at the edge, a phone).
pub fn random_profile(judge: &Judge, likely: &Likely, seed: u64) -> Facts {
    let knowledge = judge.knowledge();
    // Multiplied, so that profiles of neighbouring seeds have nothing in common.
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut facts = Facts::unknown(knowledge.facts.len());
    let known = |value: Value| Some(Known { value, origin: Origin::of(OriginKind::Answered) });
    for fact in knowledge.questionnaire.circumstances.iter().flat_map(|choice| &choice.facts) {
        let declared = knowledge.fact(*fact);
        let Absence::IfStated { taken_as: Some(usual) } = &declared.absence else { continue };
        let others = declared.choice_places().map(Value::Choice).filter(|value| value != usual);
        let others: Vec<Value> = others.collect();
        let other = random.share() < 0.25 && !others.is_empty();
        facts.set(*fact, known(if other { others[random.below(others.len())].clone() } else { usual.clone() }));
    }
    let base = Assessment::of(knowledge, &judge.derived(&facts));
    for (fact, guess) in likely.complete(&facts, &base, &[], &mut random) {
        facts.set(fact, known(guess.value.clone()));
    }
    facts
}
