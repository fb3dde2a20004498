//! What puts a target out and what hangs on a fact, for the search of ways to a target.

use super::Probe;
use crate::facts::{FactId, Value};
use crate::knowledge::{Effect, Holds, RuleId, TargetId};

impl Probe<'_> {
    /// Whether nothing puts a target out with these answers.
    pub fn is_eligible_with(&self, answers: &[(FactId, &Value)], target: TargetId) -> bool {
        let veto = |(on, effect): &(TargetId, Effect)| *on == target && effect.is_veto();
        let trial = self.trial(answers);
        let mut rules = self.knowledge().rules.iter().zip(&trial.holds);
        !rules.any(|(rule, holds)| *holds == Holds::Certainly && rule.effects.iter().any(veto))
    }

    /// The rules that hang on a fact, also by way of others.
    pub fn hanging_on(&self, fact: FactId) -> Vec<RuleId> {
        let index = &self.judge.index;
        let reached = index.reach(fact);
        let mut rules: Vec<RuleId> = reached.iter().flat_map(|fact| &index.rules_of[fact.index()]).copied().collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}
