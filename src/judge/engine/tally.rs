//! What the effects come to: by target and concern the strongest of each side, and their sums.

use super::program::{Counting, Effects, Outranking};
use super::state::{CERTAIN, COULD, States};
use crate::knowledge::{Effect, Outranks};

/// Whether a target can be recommended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    #[default]
    Eligible,
    /// It cannot run this workload, or not where it may run.
    Excluded,
    /// It is of another class: for another kind of deployment or another phase.
    NotApplicable,
}

impl Status {
    pub const ALL: [Status; 3] = [Status::Eligible, Status::Excluded, Status::NotApplicable];

    pub fn id(self) -> &'static str {
        match self {
            Status::Eligible => "eligible",
            Status::Excluded => "excluded",
            Status::NotApplicable => "not_applicable",
        }
    }
}

/// Where a target stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    pub status: Status,
    /// The sum of the contributions that count.
    pub score: f64,
    /// The least and the most that answers to the open facts leave.
    pub low: f64,
    pub high: f64,
    /// Whether a favour counts for it; and whether one may.
    pub spoken_for: bool,
    pub may_be_spoken_for: bool,
    /// Whether a favour counts for it whatever the answers are.
    pub surely_spoken_for: bool,
    /// Whether some answers may put it out.
    pub may_be_out: bool,
}

/// The places of all targets.
#[derive(Default)]
pub struct Tally {
    pub places: Vec<Place>,
    /// For each target, what measurements set aside.
    pub aside: Vec<Outranks>,
    /// By cell and side: which strengths count, are certain, and could hold, three bits each.
    cells: Vec<u16>,
}

/// The three bits of a state, three bits apart.
const SPREAD: [u16; 8] = [0, 0o1, 0o10, 0o11, 0o100, 0o101, 0o110, 0o111];

/// What measurements set aside of a target: as it counts, and in the least and the most favourable case.
#[derive(Clone, Copy, Default)]
struct Aside {
    now: Outranks,
    surely: Outranks,
    maybe: Outranks,
}

impl Tally {
    /// Counts what holds, with the weight of each concern.
    pub fn count(&mut self, effects: &Effects, states: &States, weights: &[f64]) {
        self.clear(effects);
        // Of many rules few hold or could.
        states.each_live(|row, bits| {
            let (first, spread) = (effects.first[row], SPREAD[bits & 7]);
            self.cells[first.place as usize] |= spread << first.strength;
            if first.more {
                for effect in effects.counting_in(row) {
                    self.cells[effect.place() as usize] |= spread << effect.strength as u16;
                }
                for veto in effects.vetoes_in(row) {
                    self.places[veto.target.index()].put_out(veto.effect, bits);
                }
            }
        });
        if states.any_could(&effects.outranking_rows) {
            self.cells.fill(0);
            self.fill_what_is_not_set_aside(effects, states);
        }
        self.add_up(effects, weights);
    }

    /// The same for the scores alone: the bounds are left at nothing.
    pub fn count_now(&mut self, effects: &Effects, states: &States, weights: &[f64]) {
        if states.any_counts(&effects.outranking_rows) {
            return self.count(effects, states, weights);
        }
        self.clear(effects);
        states.each_counting(|row| {
            let first = effects.first[row];
            self.cells[first.place as usize] |= 1 << first.strength;
            if first.more {
                for effect in effects.counting_in(row) {
                    self.cells[effect.place() as usize] |= 1 << effect.strength as u16;
                }
                for veto in effects.vetoes_in(row).iter().filter(|_| states.of(row).is_certain) {
                    self.places[veto.target.index()].put_out(veto.effect, CERTAIN);
                }
            }
        });
        let concerns = 2 * effects.concerns.max(1);
        for (place, cells) in self.places.iter_mut().zip(self.cells.chunks_exact(concerns)) {
            // What is out has no score.
            if place.status != Status::Eligible {
                continue;
            }
            let (sides, _) = cells.as_chunks::<2>();
            for ([favour, disfavour], weight) in sides.iter().zip(weights).filter(|(sides, _)| **sides != [0, 0]) {
                place.score += weight * (effects.points_of(*favour) - effects.points_of(*disfavour));
                place.spoken_for |= *weight > 0.0 && *favour != 0;
            }
        }
    }

    fn clear(&mut self, effects: &Effects) {
        self.cells.clear();
        // One more, for rules that neither favour nor disfavour.
        self.cells.resize(effects.sides() + 1, 0);
        self.aside.clear();
        self.aside.resize(effects.targets, Outranks::default());
        self.places.clear();
        self.places.resize(effects.targets, Place::default());
    }

    fn fill_what_is_not_set_aside(&mut self, effects: &Effects, states: &States) {
        let mut aside = vec![Aside::default(); effects.targets];
        for Outranking { row, target, outranks } in &effects.outranking {
            let (state, aside) = (states.of(*row), &mut aside[target.index()]);
            for (is, aside) in
                [(state.counts, &mut aside.now), (state.is_certain, &mut aside.surely), (state.could, &mut aside.maybe)]
            {
                *aside = if is { aside.or(*outranks) } else { *aside };
            }
        }
        for effect in &effects.counting {
            let mut bits = SPREAD[states.of(effect.row).bits()];
            let aside = &aside[effect.target.index()];
            for (set_aside, bit) in [(aside.now, 0o1), (aside.maybe, 0o10), (aside.surely, 0o100)] {
                if effect.is_set_aside(set_aside) {
                    bits &= !bit;
                }
            }
            self.cells[effect.place() as usize] |= bits << effect.strength as u16;
        }
        self.aside.iter_mut().zip(&aside).for_each(|(kept, aside)| *kept = aside.now);
    }

    fn add_up(&mut self, effects: &Effects, weights: &[f64]) {
        let points = |present: u16| effects.points_of(present);
        for (place, cells) in self.places.iter_mut().zip(self.cells.chunks_exact(2 * effects.concerns.max(1))) {
            let mut favours = 0;
            let (sides, _) = cells.as_chunks::<2>();
            for ([favour, disfavour], weight) in sides.iter().zip(weights).filter(|(sides, _)| **sides != [0, 0]) {
                place.score += weight * (points(*favour) - points(*disfavour));
                place.low += weight * (points(favour >> 3) - points(disfavour >> 6));
                place.high += weight * (points(favour >> 6) - points(disfavour >> 3));
                favours |= if *weight > 0.0 { *favour } else { 0 };
            }
            place.spoken_for = favours & 0o7 != 0;
            place.surely_spoken_for = favours & 0o70 != 0;
            place.may_be_spoken_for = favours & 0o700 != 0;
        }
    }
}

impl Place {
    fn put_out(&mut self, effect: Effect, bits: usize) {
        self.may_be_out |= bits & COULD != 0;
        if bits & CERTAIN != 0 {
            let status = if effect == Effect::Excludes { Status::Excluded } else { Status::NotApplicable };
            // What is of another class is not applicable, whatever else stands against it.
            self.status = self.status.max(status);
        }
    }
}

impl Counting {
    /// The place of its side among all cells.
    pub fn place(&self) -> u32 {
        2 * self.cell + u32::from(self.side)
    }

    /// Whether it is set aside by what outranks its target.
    pub fn is_set_aside(&self, aside: Outranks) -> bool {
        self.yields && if self.side == 0 { aside.favours } else { aside.disfavours }
    }
}
