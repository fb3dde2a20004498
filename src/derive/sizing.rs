//! What a workload needs, on each chip of the catalogue: memory, chips, machines, padding, what bounds it, how long it
//! takes. Every figure is a range where something is not known, and every result has its assumptions beside it.

mod ends;
mod on_chip;
mod step;
mod systems;
mod words;

pub use on_chip::ChipSizing;
pub use step::Work;
pub use systems::System;

use super::estimate::Estimate;
use super::inputs::Inputs;
use super::memory::{Parts, Range};
use crate::facts::{Facts, Value};
use crate::knowledge::{Chip, Knowledge, TargetId, Text};
use step::Step;
use systems::Systems;

/// Everything that sizing tells of one workload.
#[derive(Clone, Debug)]
pub struct Sizing {
    /// None where the work neither trains nor serves a model.
    pub work: Option<Work>,
    /// As stated from a run, else the sum of the parts.
    pub memory: Option<Range>,
    pub is_measured: bool,
    pub parts: Option<Parts>,
    /// What the two ends of the weights are, where they are two ways to store them.
    pub weights_note: Option<String>,
    /// The total in other precisions, all else equal.
    pub by_precision: Vec<(Text, Range)>,
    pub params: Option<Range>,
    /// One for each chip that could hold it, in the order of the catalogue.
    pub chips: Vec<ChipSizing>,
    pub assumptions: Vec<String>,
    /// Whether something that belongs to the memory was left out, so that it needs at least as much as is told.
    pub is_least: bool,
    /// What was not counted: of the memory, and of the times.
    pub not_counted: Vec<String>,
    /// What no formula here describes.
    pub not_modelled: Vec<String>,
}

/// Sizes a workload on the chips of some targets. `facts` hold what is stated, worked out and presumed.
pub fn sizing(knowledge: &Knowledge, facts: &Facts, targets: &[TargetId]) -> Sizing {
    let find = |name: &str| knowledge.fact_id(name);
    let look_up = |fact| facts.value(fact);
    let estimate = Estimate { inputs: Inputs { knowledge, find: &find, look_up: &look_up } };
    let memory = estimate.memory();
    let step = Step::of(&estimate);
    let systems = Systems::of(&estimate);
    let chips = permitted(&estimate, targets).into_iter();
    let chips: Vec<ChipSizing> = chips
        .map(|index| {
            let held = on_chip::held(&estimate, &step, memory, index, &systems);
            on_chip::with_times(on_chip::with_bounds(held, &estimate, &step), &estimate, &step)
        })
        .collect();
    let words = words::of(&estimate, &step, memory, &chips);
    Sizing {
        work: step.work,
        memory,
        is_measured: estimate.inputs.number("memory_needed").is_some(),
        parts: step.parts,
        weights_note: ends::of_frozen(&estimate, &step),
        by_precision: by_precision(&estimate),
        params: estimate.params(),
        chips,
        assumptions: words.assumptions,
        is_least: words.is_least,
        not_counted: words.not_counted,
        not_modelled: words.not_modelled,
    }
}

/// The total in each precision that the vocabulary has compared; none where it was measured or cannot be computed. Nobody
/// trains all weights in less than a byte each.
fn by_precision(estimate: &Estimate) -> Vec<(Text, Range)> {
    let knowledge = estimate.inputs.knowledge;
    let Some(precision) = knowledge.fact_id("precision") else { return Vec::new() };
    if estimate.inputs.number("memory_needed").is_some() {
        return Vec::new();
    }
    let is_whole_training = estimate.trains() == Some(true) && !estimate.adapters();
    let declared = knowledge.fact(precision);
    let stated = match (estimate.inputs.look_up)(precision) {
        Some(Value::Choice(stated)) => declared.choice_at(*stated).filter(|_| !declared.compared.contains(stated)),
        _ => None,
    };
    let totals = declared.compared.iter().filter_map(|choice| {
        let precision_of = declared.choice_at(*choice)?;
        if is_whole_training && precision_of.number.is_some_and(|(bytes, _)| bytes < 1.0) {
            return None;
        }
        let other = Value::Choice(*choice);
        let look_up = |fact| if fact == precision { Some(&other) } else { (estimate.inputs.look_up)(fact) };
        let inputs = Inputs { knowledge, find: estimate.inputs.find, look_up: &look_up };
        // A precision that is as wide has the same total, and the one that is stated gives it its name.
        let named = stated.filter(|stated| stated.number == precision_of.number).unwrap_or(precision_of);
        Some((named.id.clone(), Estimate { inputs }.memory()?))
    });
    totals.collect()
}

/// What holds a workload, without times.
#[derive(Clone, Debug)]
pub struct Holding {
    pub memory: Range,
    /// Whether something that belongs to the memory was left out.
    pub is_least: bool,
    pub chips: Vec<ChipSizing>,
}

/// How many chips of some targets hold a workload, and which machines; none where its memory is not known.
pub fn holding(knowledge: &Knowledge, facts: &Facts, targets: &[TargetId]) -> Option<Holding> {
    let find = |name: &str| knowledge.fact_id(name);
    let look_up = |fact| facts.value(fact);
    let estimate = Estimate { inputs: Inputs { knowledge, find: &find, look_up: &look_up } };
    let memory = estimate.memory()?;
    let (step, systems) = (Step::of(&estimate), Systems::of(&estimate));
    let chips = permitted(&estimate, targets).into_iter();
    let chips = chips.map(|index| on_chip::held(&estimate, &step, Some(memory), index, &systems)).collect();
    Some(Holding { memory, is_least: !words::left_out(&estimate, &step).is_empty(), chips })
}

/// What some chips make of a workload, without machines, times and words.
pub(crate) fn outline(estimate: &Estimate, chips: &[usize]) -> Vec<ChipSizing> {
    let memory = estimate.memory();
    let (step, none) = (Step::of(estimate), Systems::none());
    let sized = chips.iter().map(|chip| {
        let held = on_chip::held(estimate, &step, memory, *chip, &none);
        on_chip::with_bounds(held, estimate, &step)
    });
    sized.collect()
}

/// The chips that may be used: of the targets, in the places of the profile, and among those that it is limited to.
fn permitted(estimate: &Estimate, targets: &[TargetId]) -> Vec<usize> {
    let knowledge = estimate.inputs.knowledge;
    let places = estimate.inputs.choices("cloud");
    let limited = estimate.inputs.choices("available_hardware");
    let is_permitted = |chip: &Chip| {
        if let Some(limited) = &limited {
            return limited.iter().any(|id| *id == chip.id);
        }
        if estimate.named_chip(chip.target).is_some_and(|named| named.id == chip.id) {
            return true;
        }
        // What has no places is on the spot: chips of devices.
        chip.places.is_empty() && knowledge.target(chip.target).places.is_empty()
            || places.as_ref().is_none_or(|places| places.iter().any(|place| chip.is_offered_in(place)))
                && !chip.places.is_empty()
    };
    let all = knowledge.chips.iter().enumerate();
    let judged = all.filter(|(_, chip)| targets.contains(&chip.target) && is_permitted(chip));
    judged.map(|(index, _)| index).collect()
}
