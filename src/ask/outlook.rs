//! What is to be expected of a workload that is known in part: which targets may come out, and which question tells most.
//!
//! The open facts are completed many times over, each time with likely answers, and each completion is judged. A question
//! is worth what its answer tells of the target that comes out, in bits, and by how much likelier the target that leads
//! right behind the answer is to come out in the end; that over the effort of answering. Which answers change the target
//! at once is looked at exactly.

use super::likely::Likely;
use super::random::Random;
use super::sample::Sample;
use crate::facts::{FactId, Facts, Value};
use crate::judge::{Answer, Probe, Question};
use crate::knowledge::{Assessment, TargetId};

/// So many completions are judged: with fewer the shares scatter, more take longer than a person should wait.
const COMPLETIONS: usize = 512;

/// The same for every question, so that a question is not chosen because its completions happened to differ.
const SEED: u64 = 1;

/// What it counts for that an answer changes the target at once, beside what it tells of the target in the end. More lets
/// questions that move an early leader to and fro go before those that settle which target it will be.
const CHANGES: f64 = 0.05;

/// An open fact and what its answer would tell.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    pub fact: FactId,
    /// What the answer tells of the target that comes out in the end, in bits.
    pub bits: f64,
    /// How likely it is that the answer changes the target at once.
    pub changes: f64,
    /// The targets that some answer would bring up at once.
    pub brings: Vec<TargetId>,
    /// What it is worth for the effort.
    pub value: f64,
}

/// What is to be expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// How often each target comes out in the end, the most frequent first; none stands for no target at all.
    pub shares: Vec<(Option<TargetId>, f64)>,
    /// The questions that could still matter, the most useful first.
    pub worths: Vec<Worth>,
}

impl Outlook {
    /// How often a target comes out in the end.
    pub fn share(&self, target: Option<TargetId>) -> f64 {
        self.shares.iter().find(|(it, _)| *it == target).map_or(0.0, |(_, share)| *share)
    }

    /// Whether an answer to one open question changes the target, of those questions that may be asked.
    pub fn may_change(&self, may_ask: impl Fn(FactId) -> bool) -> bool {
        self.worths.iter().any(|worth| worth.changes > 0.0 && may_ask(worth.fact))
    }

    /// What is known of a question.
    pub fn worth(&self, fact: FactId) -> Option<&Worth> {
        self.worths.iter().find(|worth| worth.fact == fact)
    }
}

/// Looks ahead. Facts that are left out are neither answered nor asked.
pub fn look_ahead(
    likely: &Likely,
    probe: &Probe,
    questions: &[Question],
    (known, base): (&Facts, &Assessment),
    (leader, left_out): (Option<TargetId>, &[FactId]),
) -> Outlook {
    let knowledge = probe.knowledge();
    let sample = Sample::take(likely, probe, (known, base), left_out, (COMPLETIONS, &mut Random::new(SEED)));
    let mut outlook = Outlook { shares: sample.shares(), worths: Vec::new() };
    let agrees = outlook.share(leader);
    let worth = |question: &Question| {
        let fact = question.fact;
        let all = likely.of(fact);
        let kind = |value: &Value| all.iter().find(|guess| guess.value == *value).map(|guess| guess.kind);
        let weight_of = |kind: usize| all.iter().filter(|guess| guess.kind == kind).map(|guess| guess.weight).sum();
        let weight = |answer: &Answer| kind(&answer.value).map_or(1.0, weight_of);
        let changing = question.answers.iter().filter(|answer| answer.target() != leader);
        let mut brings: Vec<TargetId> = changing.clone().filter_map(|answer| answer.target()).collect();
        brings.sort_unstable();
        brings.dedup();
        let sum: f64 = question.all_answers().map(weight).sum();
        let changes = changing.map(weight).sum::<f64>() / sum.max(f64::MIN_POSITIVE);
        let leads: Vec<(usize, Option<TargetId>)> =
            question.all_answers().filter_map(|answer| Some((kind(&answer.value)?, answer.target()))).collect();
        let bits = sample.information(fact);
        let gain = sample.agreement(fact, &leads, leader) - agrees;
        let changing = if leader.is_some() { CHANGES * changes } else { 0.0 };
        let value = (bits + gain + changing) / knowledge.fact(fact).effort.cost();
        Worth { fact, bits, changes, brings, value }
    };
    let mattering = questions.iter().filter(|it| !it.answers.is_empty() && !left_out.contains(&it.fact));
    outlook.worths = mattering.map(worth).collect();
    outlook.worths.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.fact.cmp(&b.fact)));
    outlook
}
