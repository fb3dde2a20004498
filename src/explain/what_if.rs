//! Before and after: the judge is asked once more with other facts, and once without each of them.

use crate::facts::{FactId, Facts, Known};
use crate::judge::{Decision, Judge};

/// The decisions before and after some facts are set.
#[derive(Clone, Debug)]
pub struct WhatIf {
    pub before: Decision,
    pub after: Decision,
    /// The facts that make no difference to the answer, set or not.
    pub idle: Vec<FactId>,
}

/// Judges before and after; of facts that are set, the last setting of each counts.
pub fn what_if(judge: &Judge, facts: &Facts, set: &[(FactId, Option<Known>)]) -> WhatIf {
    let with = |left_out: Option<FactId>| {
        let mut changed = facts.clone();
        for (fact, known) in set.iter().filter(|(fact, _)| Some(*fact) != left_out) {
            changed.set(*fact, known.clone());
        }
        judge.decide(&changed)
    };
    let (before, after) = (judge.decide(facts), with(None));
    let mut idle: Vec<FactId> = set.iter().map(|(fact, _)| *fact).collect();
    idle.sort_unstable();
    idle.dedup();
    idle.retain(|fact| same_answer(&after, &with(Some(*fact)), *fact));
    WhatIf { before, after, idle }
}

/// Whether two decisions say the same, but for the bounds of the scores and one fact itself.
fn same_answer(one: &Decision, other: &Decision, set: FactId) -> bool {
    let scores = |it: &Decision| -> Vec<_> {
        it.outcome
            .standings
            .iter()
            .map(|standing| (standing.target, standing.status, standing.rank, standing.score))
            .collect()
    };
    let reasons = |it: &Decision| -> Vec<_> {
        let reasons = it.reasons.iter();
        reasons.map(|reason| (reason.rule, reason.target, reason.holds, reason.counts, reason.contribution)).collect()
    };
    let worked_out = |it: &Decision| -> Vec<_> {
        let others = it.facts.iter().filter(|(fact, _)| *fact != set);
        others.map(|(fact, known)| (fact, known.value.clone())).collect()
    };
    (one.outcome.leader, one.outcome.verdict, one.outcome.basis)
        == (other.outcome.leader, other.outcome.verdict, other.outcome.basis)
        && scores(one) == scores(other)
        && reasons(one) == reasons(other)
        && one.cautions == other.cautions
        && one.steps == other.steps
        && worked_out(one) == worked_out(other)
}
