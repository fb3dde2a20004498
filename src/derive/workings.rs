//! Facts that sizing tells of each target: whether one device holds the work, what padding wastes, what bounds it.
//!
//! They are worked out for the chip that stands for a target. Where no rule with an effect asks for them, only a whole
//! decision works them out, for to judge again with other answers must cost little.

use super::estimate::Estimate;
use super::inputs::Inputs;
use super::of_each_target;
use super::sizing::outline;
use crate::facts::{FactId, Value};
use crate::knowledge::{Knowledge, TargetId};

/// What is read beside the inputs of the memory.
const INPUTS: [&str; 4] = ["batch_tokens", "smallest_matmul_dim", "model.active_params", "serving.chips"];

/// The places of the facts in the vocabulary, for each target.
pub struct Workings {
    fits_one: Vec<Option<FactId>>,
    padding_waste: Vec<Option<FactId>>,
    bound_by: Vec<Option<FactId>>,
    chip: Vec<Option<FactId>>,
    inputs: Vec<FactId>,
    /// Whether a rule with an effect asks for one of them.
    pub decide: bool,
}

impl Workings {
    pub fn new(knowledge: &Knowledge) -> Self {
        let names = ["sizing.fits_one", "sizing.padding_waste", "sizing.bound_by", "sizing.chip"];
        let [fits_one, padding_waste, bound_by, chip] = names.map(|name| of_each_target(knowledge, name));
        let own: Vec<FactId> =
            [&fits_one, &padding_waste, &bound_by, &chip].into_iter().flatten().flatten().copied().collect();
        let asks = |fact: &FactId| own.contains(fact);
        let decide = knowledge.rules.iter().filter(|rule| !rule.effects.is_empty()).any(|rule| {
            let conditions = [Some(&rule.when), rule.unless.as_ref()];
            conditions.into_iter().flatten().any(|condition| knowledge.facts_of(condition).iter().any(asks))
        });
        let inputs = INPUTS.iter().filter_map(|name| knowledge.fact_id(name)).collect();
        Self { fits_one, padding_waste, bound_by, chip, inputs, decide }
    }

    /// The facts that are read beside the inputs of the memory, where they may decide something.
    pub fn inputs(&self) -> &[FactId] {
        if self.decide { &self.inputs } else { &[] }
    }

    /// Everything that follows from facts that are looked up.
    pub fn of<'f>(&self, knowledge: &Knowledge, look_up: &dyn Fn(FactId) -> Option<&'f Value>) -> Vec<(FactId, Value)> {
        let find = |name: &str| knowledge.fact_id(name);
        let estimate = Estimate { inputs: Inputs { knowledge, find: &find, look_up } };
        let mut found = Vec::new();
        let representatives: Vec<(TargetId, usize)> =
            knowledge.target_ids().filter_map(|target| Some((target, representative(&estimate, target)?))).collect();
        let chips: Vec<usize> = representatives.iter().map(|(_, chip)| *chip).collect();
        for ((target, _), sized) in representatives.iter().zip(outline(&estimate, &chips)) {
            let index = target.index();
            if let (Some(fact), Some(needed)) = (self.fits_one[index], sized.needed) {
                // What fits at best and not at worst is not known to fit.
                let fits = if needed.high <= 1.0 { Some(true) } else { (needed.low > 1.0).then_some(false) };
                found.extend(fits.map(|fits| (fact, Value::Flag(fits))));
            }
            if let (Some(fact), Some(_), true) = (self.chip[index], sized.needed, is_alone(&estimate, *target)) {
                let id = knowledge.chips[sized.chip].id.as_ref();
                found.extend(knowledge.fact(fact).choice(id).map(|choice| (fact, Value::Choice(choice))));
            }
            if let (Some(fact), Some(waste)) = (self.padding_waste[index], sized.padding_waste) {
                // Two digits are as much as the dimensions of a few products can tell of a model.
                let [low, high] = [waste.low, waste.high].map(|share| (share * 100.0).round() / 100.0);
                found.push((fact, Value::Range { low, high }));
            }
            if let (Some(fact), Some(bound)) = (self.bound_by[index], sized.bound) {
                found.extend(knowledge.fact(fact).choice(bound.id()).map(|choice| (fact, Value::Choice(choice))));
            }
        }
        found
    }
}

/// Whether the number of chips is told of one kind of them, and not of several that the work is limited to.
fn is_alone(estimate: &Estimate, target: TargetId) -> bool {
    estimate.named_chip(target).is_some() || estimate.available(target).is_none_or(|chips| chips.len() == 1)
}

/// The chip that stands for a target: the one that the profile names, else the first that it is limited to, else the
/// target's reference chip.
fn representative(estimate: &Estimate, target: TargetId) -> Option<usize> {
    let knowledge = estimate.inputs.knowledge;
    let limited = || estimate.available(target).and_then(|chips| chips.first().map(|chip| chip.id.as_ref()));
    let reference = knowledge.target(target).reference_chip.as_deref();
    let id = estimate.named_chip(target).map(|chip| chip.id.as_ref()).or_else(limited).or(reference)?;
    knowledge.chips.iter().position(|chip| chip.id == id)
}
