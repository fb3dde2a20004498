//! What is to be expected of a workload that is known in part: which targets may come out, and which question tells most.
//!
//! The open facts are completed many times over, each time with likely answers, and each completion is judged. A question
//! is worth what its answer tells of the target that comes out, in bits, over the effort of answering. The same questions
//! are looked at exactly for answers that change the target at once.

use std::collections::BTreeMap;

use super::likely::Likely;
use super::random::Random;
use crate::facts::{FactId, Facts, Value};
use crate::judge::{Probe, Question, Scratch};
use crate::knowledge::{Assessment, TargetId};

/// So many completions are judged: enough to tell apart questions of which one is worth asking and the other is not, and
/// few enough that nobody waits.
const COMPLETIONS: usize = 512;

/// The same for every question, so that a question is not chosen because its completions happened to differ.
const SEED: u64 = 1;

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
    let (mut random, mut scratch) = (Random::new(SEED), Scratch::new(probe));
    let mut outcomes: BTreeMap<Option<TargetId>, usize> = BTreeMap::new();
    let mut tables: Vec<BTreeMap<(usize, Option<TargetId>), usize>> = vec![BTreeMap::new(); knowledge.facts.len()];
    for _ in 0..COMPLETIONS {
        let completion = likely.complete(known, base, left_out, &mut random);
        let answers: Vec<(FactId, &Value)> = completion.iter().map(|(fact, guess)| (*fact, &guess.value)).collect();
        let target = probe.lead_again(&answers, &mut scratch).map(|(target, _)| target);
        *outcomes.entry(target).or_default() += 1;
        for (fact, guess) in completion {
            *tables[fact.index()].entry((guess.kind, target)).or_default() += 1;
        }
    }
    let worth = |question: &Question| {
        let fact = question.fact;
        let bits = information(&tables[fact.index()]);
        let changing = question.answers.iter().filter(|answer| answer.target() != leader);
        let mut brings: Vec<TargetId> = changing.clone().filter_map(|answer| answer.target()).collect();
        brings.sort_unstable();
        brings.dedup();
        let all = likely.of(fact);
        let weight = |value: &Value| {
            all.iter().find(|guess| guess.value == *value).map_or(1.0, |first| {
                all.iter().filter(|guess| guess.kind == first.kind).map(|guess| guess.weight).sum()
            })
        };
        let sum: f64 = question.all_answers().map(|answer| weight(&answer.value)).sum();
        let changes = changing.map(|answer| weight(&answer.value)).sum::<f64>() / sum.max(f64::MIN_POSITIVE);
        let value = (bits + if leader.is_some() { changes } else { 0.0 }) / knowledge.fact(fact).effort.cost();
        Worth { fact, bits, changes, brings, value }
    };
    let mattering = questions.iter().filter(|it| !it.answers.is_empty() && !left_out.contains(&it.fact));
    let mut worths: Vec<Worth> = mattering.map(worth).collect();
    worths.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.fact.cmp(&b.fact)));
    let share = |count: usize| count as f64 / COMPLETIONS as f64;
    let mut shares: Vec<(Option<TargetId>, f64)> =
        outcomes.into_iter().map(|(target, count)| (target, share(count))).collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    Outlook { shares, worths }
}

/// The mutual information of answer and target, in bits, less what so few completions show of things that have nothing
/// to do with each other (Miller, "Note on the bias of information estimates", 1955); never below nothing.
fn information(table: &BTreeMap<(usize, Option<TargetId>), usize>) -> f64 {
    let total: usize = table.values().sum();
    let mut by_kind: BTreeMap<usize, usize> = BTreeMap::new();
    let mut by_target: BTreeMap<Option<TargetId>, usize> = BTreeMap::new();
    for ((kind, target), count) in table {
        *by_kind.entry(*kind).or_default() += count;
        *by_target.entry(*target).or_default() += count;
    }
    let part = |((kind, target), count): (&(usize, Option<TargetId>), &usize)| {
        let (count, total) = (*count as f64, total as f64);
        count / total * (count * total / (by_kind[kind] as f64 * by_target[target] as f64)).log2()
    };
    let seen: f64 = table.iter().map(part).sum();
    let spurious = (by_kind.len().saturating_sub(1) * by_target.len().saturating_sub(1)) as f64;
    (seen - spurious / (2.0 * std::f64::consts::LN_2 * total.max(1) as f64)).max(0.0)
}
