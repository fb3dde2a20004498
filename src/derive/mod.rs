//! Facts worked out from other facts: the memory that a workload needs, the chips that hold it, what measurements show.
//!
//! This is the only place that names facts, as the inputs and outputs of formulas. A vocabulary that lacks one of them
//! gets no such derived fact.

mod estimate;
pub mod hf_config;
mod inputs;
mod measured;
pub mod memory;
mod named;
pub mod padding;
pub mod prior;
pub mod roofline;
mod sizes;
pub mod sizing;
pub mod work;
mod workings;

pub use named::{COST_PER_MONTH, PRICES};

use std::borrow::Cow;

use crate::diag::Place;
use crate::facts::{FactId, Facts, Known, Origin, OriginKind, Value};
use crate::knowledge::Knowledge;

/// Which derived facts are wanted. What is left out shows what the rest rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct With {
    pub sizes: bool,
    pub measurements: bool,
}

impl Default for With {
    fn default() -> Self {
        Self { sizes: true, measurements: true }
    }
}

/// Knows where the inputs and outputs of the formulas stand in the vocabulary.
pub struct Derivation {
    sizes: sizes::Sizes,
    workings: workings::Workings,
    measured: measured::Measured,
    contenders: Option<FactId>,
    basis: Option<FactId>,
}

impl Derivation {
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            sizes: sizes::Sizes::new(knowledge),
            workings: workings::Workings::new(knowledge),
            measured: measured::Measured::new(knowledge),
            contenders: knowledge.fact_id("answer.contenders"),
            basis: knowledge.fact_id("answer.basis"),
        }
    }

    /// The stated facts with everything added that follows from them.
    pub fn derive<'f>(&self, knowledge: &Knowledge, stated: &'f Facts, with: With) -> Cow<'f, Facts> {
        let mut facts = Cow::Borrowed(stated);
        if with.sizes && self.sizes.has_outputs() {
            self.sizes.derive(knowledge, stated, facts.to_mut());
            // What no effect hangs on is worked out once, for the whole of what is known.
            if with == With::default() || self.workings.decide {
                let from: Vec<FactId> = self.inputs().into_iter().filter(|fact| stated.get(*fact).is_some()).collect();
                for (fact, value) in self.workings.of(knowledge, &|fact| stated.value(fact)) {
                    put(facts.to_mut(), Some(fact), value, &from);
                }
            }
        }
        if with.measurements && self.has_measurements(stated) {
            self.measured.derive(knowledge, stated, facts.to_mut());
        }
        facts
    }

    /// The wanted sizes that follow from facts that are looked up.
    pub fn sizes<'f>(
        &self,
        knowledge: &Knowledge,
        look_up: &dyn Fn(FactId) -> Option<&'f Value>,
        wanted: &[FactId],
    ) -> Vec<(FactId, Value)> {
        let mut found = self.sizes.of(knowledge, look_up, &|fact| wanted.contains(&fact));
        if self.workings.decide {
            found.extend(self.workings.of(knowledge, look_up));
        }
        found
    }

    /// Whether the profile brings measurements.
    pub fn has_measurements(&self, stated: &Facts) -> bool {
        self.measured.any(stated)
    }

    /// Whether anything is stated that a size can be computed from.
    pub fn has_sizes(&self, stated: &Facts) -> bool {
        self.sizes.inputs().any(|fact| stated.get(fact).is_some())
    }

    /// The facts from which sizes are computed.
    pub fn inputs(&self) -> Vec<FactId> {
        self.sizes.inputs().chain(self.workings.inputs().iter().copied()).collect()
    }

    /// What is known once a verdict has been reached: how many targets contend, and what the answer rests on.
    pub fn of_outcome(&self, knowledge: &Knowledge, contenders: usize, basis: &str) -> Vec<(FactId, Value)> {
        // A handful of targets at most.
        let count = self.contenders.map(|fact| (fact, Value::Number(contenders as f64)));
        let basis = self.basis.and_then(|fact| Some((fact, Value::Choice(knowledge.fact(fact).choice(basis)?))));
        count.into_iter().chain(basis).collect()
    }
}

/// For each target, the fact of that name for it, where the vocabulary has one.
fn of_each_target(knowledge: &Knowledge, name: &str) -> Vec<Option<FactId>> {
    knowledge.targets.iter().map(|target| knowledge.fact_id(&format!("{name}.{}", target.id))).collect()
}

/// The same for a fact that was read off one place of the profile.
fn put_at(facts: &mut Facts, fact: Option<FactId>, value: Value, from: &[FactId], place: Place) {
    let Some(fact) = fact else { return };
    if facts.get(fact).is_none() {
        let origin = Origin { place: Some(place), ..Origin::worked_out(OriginKind::Derived, from) };
        facts.set(fact, Some(Known { value, origin }));
    }
}

/// Sets a derived fact, unless the profile states it (a rule's example may).
fn put(facts: &mut Facts, fact: Option<FactId>, value: Value, from: &[FactId]) {
    let Some(fact) = fact else { return };
    if facts.get(fact).is_none() {
        facts.set(fact, Some(Known { value, origin: Origin::worked_out(OriginKind::Derived, from) }));
    }
}
