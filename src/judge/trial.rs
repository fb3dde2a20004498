//! Which rules hold when one or two facts are otherwise: answered, or changed from what they are.

use std::collections::HashSet;

use super::Judge;
use super::index::Index;
use crate::facts::{FactId, Facts, Truth, Value};
use crate::knowledge::{Assessment, Holds, Knowledge, RuleId, presumed};

/// How every rule holds under some changes, and which rules that turns.
pub struct Trial {
    pub holds: Vec<Holds>,
    pub changed: Vec<RuleId>,
    pub assessment: Assessment,
}

/// The states of all tests that were judged before: all that follows hangs on these alone.
#[derive(Default)]
pub struct Seen(HashSet<Vec<u8>>);

/// What the changes are made to.
pub struct Ground<'a> {
    pub judge: &'a Judge<'a>,
    /// What the profile states.
    pub stated: &'a Facts,
    /// The same with what follows from it.
    pub derived: &'a Facts,
    pub base: &'a Assessment,
    pub holds: &'a [Holds],
}

/// The tests while changes are being worked in.
struct Working<'g> {
    ground: &'g Ground<'g>,
    changes: &'g [(FactId, &'g Value)],
    stated: Vec<Truth>,
    open: Vec<bool>,
    /// The facts whose tests may have changed, in the order in which that came out.
    touched: Vec<FactId>,
}

impl Ground<'_> {
    /// Works out which rules hold with these changes.
    pub fn trial(&self, changes: &[(FactId, &Value)]) -> Trial {
        self.tests_with(changes).finish()
    }

    /// The same where the changes leave the tests in a state that was not seen before.
    pub fn new_trial(&self, changes: &[(FactId, &Value)], seen: &mut Seen) -> Option<Trial> {
        let working = self.tests_with(changes);
        let stated = working.stated.iter().map(|truth| *truth as u8);
        let state: Vec<u8> = stated.chain(working.open.iter().map(|open| u8::from(*open))).collect();
        seen.0.insert(state).then(|| working.finish())
    }

    fn tests_with<'c>(&'c self, changes: &'c [(FactId, &'c Value)]) -> Working<'c> {
        let mut working = Working {
            ground: self,
            changes,
            stated: self.base.stated.clone(),
            open: self.base.open.clone(),
            touched: Vec::new(),
        };
        for (fact, value) in changes {
            working.set(*fact, Some(value), false);
        }
        working.derive();
        working.reopen_and_close();
        working
    }
}

impl<'g> Working<'g> {
    fn knowledge(&self) -> &'g Knowledge {
        self.ground.judge.knowledge
    }

    fn index(&self) -> &'g Index {
        &self.ground.judge.index
    }

    fn set(&mut self, fact: FactId, value: Option<&Value>, open: bool) {
        let (knowledge, index) = (self.knowledge(), self.index());
        for test in &index.tests_of[fact.index()] {
            let test_of = &knowledge.tests[*test];
            self.stated[*test] = value.map_or_else(|| test_of.of_nothing(open), |value| test_of.of_value(value));
        }
        self.open[fact.index()] = open;
        self.touched.push(fact);
    }

    fn is_changed(&self, fact: FactId) -> bool {
        self.changes.iter().any(|(changed, _)| *changed == fact)
    }

    /// Sizes follow the facts that they are computed from.
    fn derive(&mut self) {
        let index = self.index();
        if !self.changes.iter().any(|(fact, _)| index.is_input[fact.index()]) {
            return;
        }
        let changes = self.changes;
        let stated = self.ground.stated;
        let given = |fact: FactId| changes.iter().find(|(changed, _)| *changed == fact).map(|(_, value)| *value);
        let look_up = |fact: FactId| given(fact).or_else(|| stated.value(fact));
        let sizes = self.ground.judge.derivation.sizes(self.knowledge(), &look_up);
        for fact in &index.derived {
            match sizes.iter().find(|(derived, _)| derived == fact) {
                Some((_, value)) => self.set(*fact, Some(value), false),
                None => {
                    let open = self.knowledge().fact(*fact).open_with.iter().any(|input| self.open[input.index()]);
                    self.set(*fact, None, open);
                    self.open[fact.index()] = false;
                }
            }
        }
    }

    /// Facts that apply or not depending on what changed are opened or closed, and so on from there.
    fn reopen_and_close(&mut self) {
        let (knowledge, index) = (self.knowledge(), self.index());
        let mut next = 0;
        while let Some(fact) = self.touched.get(next).copied() {
            next += 1;
            for other in &index.applied_by[fact.index()] {
                if self.is_changed(*other) || self.ground.stated.get(*other).is_some() {
                    continue;
                }
                let declared = knowledge.fact(*other);
                let applies = declared.applies.as_ref().is_none_or(|applies| !applies.truth(&self.stated).is_false());
                let open = declared.is_open() && applies;
                if open != self.open[other.index()] {
                    self.set(*other, None, open);
                }
            }
            for derived in &index.opened_by[fact.index()] {
                let unknown = self.ground.derived.get(*derived).is_none() && !self.touched.contains(derived);
                let open = knowledge.fact(*derived).open_with.iter().any(|input| self.open[input.index()]);
                if unknown && !open {
                    self.set(*derived, None, false);
                }
            }
        }
    }

    fn finish(mut self) -> Trial {
        let (knowledge, index, base) = (self.knowledge(), self.index(), self.ground.base);
        let presumed = presumed(knowledge, &self.stated, &self.open);
        let mut assumed = self.stated.clone();
        for (fact, presumption) in &presumed {
            let value = &knowledge.presumptions[*presumption].value;
            for test in index.tests_of[fact.index()].iter().filter(|test| knowledge.tests[**test].is_of_value()) {
                assumed[*test] = knowledge.tests[*test].of_value(value);
            }
        }
        let of = |list: &[(FactId, usize)], fact: FactId| list.iter().find(|(id, _)| *id == fact).map(|(_, it)| *it);
        let both = base.presumed.iter().chain(&presumed).map(|(fact, _)| *fact);
        let differing = both.filter(|fact| of(&base.presumed, *fact) != of(&presumed, *fact));
        self.touched.extend(differing);
        let mut changed: Vec<RuleId> =
            self.touched.iter().flat_map(|fact| &index.rules_of[fact.index()]).copied().collect();
        changed.sort_unstable();
        changed.dedup();
        let informed = Assessment { stated: self.stated, assumed, presumed, open: self.open };
        let mut holds = self.ground.holds.to_vec();
        changed.retain(|id| {
            let now = informed.rule(knowledge.rule(*id));
            let before = std::mem::replace(&mut holds[id.index()], now);
            before != now
        });
        Trial { holds, changed, assessment: informed }
    }
}
