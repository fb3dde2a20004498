//! What follows from the answers so far: the decision, the outlook, and whether the target is proved.

use super::likely::Likely;
use super::outlook::{Outlook, look_ahead};
use crate::explain::is_settled;
use crate::facts::{FactId, Facts};
use crate::judge::{Decision, Judge, Probe, Verdict};

/// A change of a target's likelihood by less is none. Less than the scatter of the completions would be told from it.
const MOVES: f64 = 0.07;

pub struct State {
    pub facts: Facts,
    pub decision: Decision,
    pub outlook: Outlook,
    /// Whether it is proved that no completion of what is open changes the target, or that there will be none.
    pub settled: bool,
}

impl State {
    pub fn new(judge: &Judge, likely: &Likely, facts: &Facts, declined: &[FactId]) -> Self {
        let decision = judge.decide(facts);
        let probe = Probe::of(judge, facts, &decision);
        let questions = probe.questions();
        let (leader, base) = (decision.outcome.leader, &decision.assessment);
        let outlook = look_ahead(likely, &probe, &questions, (facts, base), (leader, declined));
        // What excludes a target for certain is lifted by no answer.
        let impossible = decision.outcome.verdict == Verdict::Impossible;
        let settled = impossible || !outlook.may_change(|_| true) && is_settled(&probe, &questions, leader);
        Self { facts: facts.clone(), decision, outlook, settled }
    }

    /// Whether an answer moved anything: the target, or by much how likely one is.
    pub fn differs(&self, before: &Self) -> bool {
        let targets = self.outlook.shares.iter().chain(&before.outlook.shares).map(|(target, _)| *target);
        let moved = |target| (self.outlook.share(target) - before.outlook.share(target)).abs() >= MOVES;
        self.decision.outcome.leader != before.decision.outcome.leader || targets.into_iter().any(moved)
    }
}
