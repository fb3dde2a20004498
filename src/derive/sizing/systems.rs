//! The machines and slices of the catalogue that may be used, and the smallest that holds a workload.

use crate::derive::estimate::Estimate;
use crate::derive::memory::{Range, chips_needed};
use crate::knowledge::Knowledge;
use crate::units::GIB;

/// The smallest machine or slice that holds the workload, or several of the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct System {
    /// By its place in the catalogue.
    pub machine: usize,
    pub count: u32,
}

/// For each chip the machines and slices that may be used and that a source vouches for.
pub struct Systems {
    by_chip: Vec<Vec<usize>>,
    /// Whether the catalogue lists no machines of one of the places.
    pub lacks_a_place: bool,
}

impl Systems {
    /// None are looked at.
    pub fn none() -> Self {
        Self { by_chip: Vec::new(), lacks_a_place: false }
    }

    /// Those in the places of the profile.
    pub fn of(estimate: &Estimate) -> Self {
        let knowledge = estimate.inputs.knowledge;
        let places = estimate.inputs.choices("cloud");
        let mut by_chip = vec![Vec::new(); knowledge.chips.len()];
        for (index, machine) in knowledge.machines.iter().enumerate().filter(|(_, machine)| !machine.recalled) {
            if places.as_ref().is_none_or(|places| places.iter().any(|place| *place == machine.offered_in)) {
                by_chip[machine.chip].push(index);
            }
        }
        let is_listed = |place: &&str| knowledge.machines.iter().any(|machine| machine.offered_in == **place);
        let lacks_a_place = places.is_some_and(|places| !places.iter().all(is_listed));
        Self { by_chip, lacks_a_place }
    }

    /// Whether there are any with a chip, large enough or not.
    pub fn has_any(&self, chip: usize) -> bool {
        self.by_chip.get(chip).is_some_and(|own| !own.is_empty())
    }

    /// The largest machine with a chip, of which a cluster would be built: of equals the one with the fastest network
    /// that is known. Machines of the past only where there are no others.
    pub fn largest(&self, knowledge: &Knowledge, chip: usize) -> Option<usize> {
        let order = |index: &&usize| {
            let machine = &knowledge.machines[**index];
            (machine.status.is_none(), machine.chips, machine.network_gbps.map_or(0, |rate| rate.ceil() as u64))
        };
        self.by_chip.get(chip)?.iter().max_by_key(order).copied()
    }
}

/// The machine with the fewest chips that holds as much as is usually met; where none does, the fewest machines that do.
pub fn smallest(estimate: &Estimate, chip: usize, memory: Range, systems: &Systems) -> Option<System> {
    let catalogue = &estimate.inputs.knowledge.chips[chip];
    let needed = |index: &usize| {
        let machine = &estimate.inputs.knowledge.machines[*index];
        let reported = machine.chip_memory_gib.map(|memory| (memory, memory));
        let (low, high) = reported.or_else(|| catalogue.member(machine.variant.as_deref()).figure("memory_gib"))?;
        let chips = chips_needed(memory, Range::new(low, high).scale(GIB)).high;
        let count = (chips / f64::from(machine.chips)).ceil();
        // Machines of the past come last; a slice is not made of several.
        let is_legacy = machine.status.is_some();
        let may_be_several = machine.topology.is_none() && count <= f64::from(u32::MAX / machine.chips);
        (count <= 1.0 || may_be_several).then_some((is_legacy, count as u32, machine.chips, *index))
    };
    let (_, count, _, machine) = systems.by_chip.get(chip)?.iter().filter_map(needed).min()?;
    Some(System { machine, count })
}
