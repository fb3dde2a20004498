//! What hangs on which fact: tests, rules, presumptions and derived facts.

use std::sync::OnceLock;

use crate::facts::FactId;
use crate::knowledge::{Knowledge, RuleId};

/// What hangs on what, worked out once for a set of rules.
pub struct Index {
    /// For each fact, the rules with effects whose condition asks it.
    pub rules_of: Vec<Vec<RuleId>>,
    /// For each rule, the facts that it asks.
    pub facts_of: Vec<Vec<FactId>>,
    /// For each fact that was asked about, those that it reaches and the rules with effects that hang on it.
    reached: Vec<OnceLock<Reached>>,
    /// For each fact, those that apply or not depending on it.
    pub applied_by: Vec<Vec<FactId>>,
    /// For each fact, the derived ones that are open as long as it is.
    pub opened_by: Vec<Vec<FactId>>,
    /// For each fact, those that may be presumed from it.
    pub presumed_from: Vec<Vec<FactId>>,
    /// For each fact, whether formulas read it.
    pub is_input: Vec<bool>,
    /// The facts that formulas give and an outcome hangs on.
    pub derived: Vec<FactId>,
}

/// What hangs on a fact, also by way of others.
#[derive(Clone)]
pub struct Reached {
    /// The fact and every other whose tests may change with it.
    pub facts: Vec<FactId>,
    /// The rules with effects that hang on any of them.
    pub rules: Vec<RuleId>,
}

impl Index {
    pub fn new(knowledge: &Knowledge, inputs: &[FactId]) -> Self {
        let count = knowledge.facts.len();
        let mut index = Self {
            rules_of: vec![Vec::new(); count],
            facts_of: Vec::with_capacity(knowledge.rules.len()),
            reached: vec![OnceLock::new(); count],
            applied_by: vec![Vec::new(); count],
            opened_by: vec![Vec::new(); count],
            presumed_from: vec![Vec::new(); count],
            is_input: vec![false; count],
            derived: Vec::new(),
        };
        for id in knowledge.rule_ids() {
            let rule = knowledge.rule(id);
            let mut facts = knowledge.facts_of(&rule.when);
            facts.extend(rule.unless.iter().flat_map(|unless| knowledge.facts_of(unless)));
            facts.sort_unstable();
            facts.dedup();
            if !rule.effects.is_empty() {
                facts.iter().for_each(|fact| index.rules_of[fact.index()].push(id));
            }
            index.facts_of.push(facts);
        }
        for (id, fact) in knowledge.declared() {
            let asked = fact.applies.iter().flat_map(|applies| knowledge.facts_of(applies));
            asked.for_each(|asked| index.applied_by[asked.index()].push(id));
            fact.open_with.iter().for_each(|input| index.opened_by[input.index()].push(id));
        }
        for presumption in &knowledge.presumptions {
            for fact in knowledge.facts_of(&presumption.when) {
                index.presumed_from[fact.index()].push(presumption.fact);
            }
        }
        inputs.iter().for_each(|input| index.is_input[input.index()] = true);
        let verifying = knowledge.targets.iter().flat_map(|target| &target.verified);
        let verifying: Vec<FactId> = verifying.flat_map(|condition| knowledge.facts_of(condition)).collect();
        let decides = |fact: FactId| {
            let hang = [&index.applied_by[fact.index()], &index.presumed_from[fact.index()]];
            !index.rules_of[fact.index()].is_empty()
                || hang.iter().any(|it| !it.is_empty())
                || verifying.contains(&fact)
        };
        let derived = knowledge.declared().filter(|(_, fact)| !fact.open_with.is_empty()).map(|(id, _)| id);
        index.derived = derived.filter(|fact| decides(*fact)).collect();
        index
    }

    /// What hangs on a fact, also by way of others.
    pub fn reached(&self, fact: FactId) -> &Reached {
        self.reached[fact.index()].get_or_init(|| {
            let facts = self.reach(fact);
            let mut rules: Vec<RuleId> = facts.iter().flat_map(|fact| &self.rules_of[fact.index()]).copied().collect();
            rules.sort_unstable();
            rules.dedup();
            Reached { facts, rules }
        })
    }

    fn reach(&self, fact: FactId) -> Vec<FactId> {
        let mut reached = vec![fact];
        let mut next = 0;
        while let Some(fact) = reached.get(next).copied() {
            next += 1;
            let index = fact.index();
            let more = self.applied_by[index].iter().chain(&self.opened_by[index]).chain(&self.presumed_from[index]);
            let more: Vec<FactId> = more.copied().filter(|fact| !reached.contains(fact)).collect();
            reached.extend(more);
        }
        if self.is_input[fact.index()] {
            reached.extend(self.derived.iter().copied().filter(|fact| !reached.contains(fact)).collect::<Vec<_>>());
        }
        reached
    }
}
