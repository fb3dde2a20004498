//! Judges again with one or two facts otherwise.

use super::engine::{Base, Counting, Given, Place, Run, Status};
use super::score::{TIE, weights};
use super::{Decision, Judge};
use crate::facts::{FactId, Facts, Value};
use crate::knowledge::{Assessment, Knowledge, RuleId, TargetId};

/// A target and how far ahead of every other it is, in points.
pub type Lead = (TargetId, f64);

/// The state of one workload, to be judged again with more answers.
pub struct Probe<'a> {
    pub(super) judge: &'a Judge<'a>,
    pub(super) stated: &'a Facts,
    pub(super) base: &'a Assessment,
    pub(super) given: Given,
    pub(super) run: Run,
    unchanged: Base,
    pub(super) weights: Vec<f64>,
    pub(super) cells: Vec<Cell>,
}

/// The strongest favour and disfavour of one target in one concern, weighted: as they count, and those that are certain.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    pub counts: [f64; 2],
    pub certain: [f64; 2],
}

/// Room to judge again in, used for one change after another.
pub struct Scratch {
    given: Given,
    pub(super) run: Run,
    /// The sizes that followed before, each with the changes that they follow from.
    sizes: Vec<Followed>,
}

/// Sizes, and the changes of their inputs that they follow from.
struct Followed {
    with: Vec<(FactId, Value)>,
    sizes: Vec<(FactId, Value)>,
}

/// So many sizes are remembered: of two changes often one recurs.
const MOST_FOLLOWED: usize = 64;

impl Scratch {
    pub fn new(probe: &Probe) -> Self {
        Self { given: probe.given.clone(), run: Run::default(), sizes: Vec::new() }
    }
}

impl<'a> Probe<'a> {
    /// Goes on from a decision on what is stated.
    pub fn of(judge: &'a Judge<'a>, stated: &'a Facts, decision: &'a Decision) -> Self {
        Self::new(judge, stated, &decision.facts, &decision.assessment)
    }

    pub(super) fn new(judge: &'a Judge<'a>, stated: &'a Facts, facts: &Facts, base: &'a Assessment) -> Self {
        let program = &judge.program;
        let weights = weights(judge.knowledge, facts);
        let mut given = Given::default();
        given.read(program, facts);
        let mut run = Run::default();
        run.conclude(program, &given, &weights);
        let unchanged = run.base(program, &given);
        let mut probe = Self { judge, stated, base, given, run, unchanged, weights, cells: Vec::new() };
        probe.cells = probe.cells();
        probe
    }

    pub fn knowledge(&self) -> &'a Knowledge {
        self.judge.knowledge
    }

    /// What each target has in each concern.
    fn cells(&self) -> Vec<Cell> {
        let effects = &self.judge.program.effects;
        let mut cells = vec![Cell::default(); self.places().len() * effects.concerns];
        for effect in &effects.counting {
            let state = self.run.states.of(effect.row);
            if !state.counts || effect.is_set_aside(self.run.tally.aside[effect.target.index()]) {
                continue;
            }
            let (cell, side) = (&mut cells[effect.cell as usize], usize::from(effect.side));
            let weighted = self.weighted(effect);
            cell.counts[side] = cell.counts[side].max(weighted);
            if state.is_certain {
                cell.certain[side] = cell.certain[side].max(weighted);
            }
        }
        cells
    }

    /// The points of an effect, by the user's priority.
    pub(super) fn weighted(&self, effect: &Counting) -> f64 {
        let concern = self.knowledge().rule(effect.rule).concern;
        self.knowledge().scale.points(effect.strength) * self.weights[concern.index()]
    }

    /// Where every target stands.
    pub(super) fn places(&self) -> &[Place] {
        &self.run.tally.places
    }

    /// Takes these changes, with what is derived from them.
    fn change(&self, changes: &[(FactId, &Value)], scratch: &mut Scratch) {
        scratch.given.copy_from(&self.given);
        for (fact, value) in changes {
            scratch.given.set(&self.judge.program, *fact, value);
        }
        self.derive(changes, scratch);
    }

    /// Sizes follow the facts that they are computed from.
    fn derive(&self, changes: &[(FactId, &Value)], scratch: &mut Scratch) {
        let (judge, program) = (self.judge, &self.judge.program);
        let inputs = || changes.iter().filter(|(fact, _)| judge.index.is_input[fact.index()]);
        if inputs().next().is_none() {
            return;
        }
        let is_of = |it: &Followed| {
            inputs().map(|(fact, value)| (fact, *value)).eq(it.with.iter().map(|(fact, value)| (fact, value)))
        };
        let known = scratch.sizes.iter().position(is_of);
        let known = known.unwrap_or_else(|| {
            let changed = |fact: FactId| changes.iter().find(|(changed, _)| *changed == fact).map(|(_, value)| *value);
            let look_up = |fact: FactId| changed(fact).or_else(|| self.stated.value(fact));
            let sizes = judge.derivation.sizes(judge.knowledge, &look_up, &judge.index.derived);
            let with = inputs().map(|(fact, value)| (*fact, (*value).clone())).collect();
            if scratch.sizes.len() == MOST_FOLLOWED {
                scratch.sizes.clear();
            }
            scratch.sizes.push(Followed { with, sizes });
            scratch.sizes.len() - 1
        });
        let sizes = &scratch.sizes[known].sizes;
        for fact in judge.index.derived.iter().filter(|fact| self.stated.get(**fact).is_none()) {
            match sizes.iter().find(|(derived, _)| derived == fact) {
                Some((_, value)) => scratch.given.set(program, *fact, value),
                None => scratch.given.unset(program, *fact),
            }
        }
    }

    /// Whether a target leads in every completion of what is still open with these answers: by bounds that let every rule
    /// that could hold count for a rival, and only those that must hold for the target.
    pub fn leads_in_every_completion(
        &self,
        answers: &[(FactId, &Value)],
        leader: TargetId,
        scratch: &mut Scratch,
    ) -> bool {
        self.change(answers, scratch);
        let program = &self.judge.program;
        scratch.run.conclude_changed(program, &self.unchanged, &scratch.given, &self.weights);
        let places = &scratch.run.tally.places;
        let first = &places[leader.index()];
        if first.may_be_out {
            return false;
        }
        let rivals = self.judge.targets.iter().filter(|target| **target != leader);
        let mut eligible = rivals.filter(|target| places[target.index()].status == Status::Eligible);
        eligible.all(|rival| {
            let place = &places[rival.index()];
            let behind = place.high + TIE < first.low || place.high <= first.low + TIE && leader < *rival;
            first.surely_spoken_for && (!place.may_be_spoken_for || behind)
        })
    }

    /// The target that would be recommended with these changes, and how far ahead of every other it would be.
    pub fn lead_with(&self, changes: &[(FactId, &Value)]) -> Option<Lead> {
        self.lead_again(changes, &mut Scratch::new(self))
    }

    /// The same, in room that is there already.
    pub fn lead_again(&self, changes: &[(FactId, &Value)], scratch: &mut Scratch) -> Option<Lead> {
        self.change(changes, scratch);
        let program = &self.judge.program;
        scratch.run.score_changed(program, &self.unchanged, &scratch.given, &self.weights);
        self.lead(&scratch.run.tally.places)
    }

    fn lead(&self, places: &[Place]) -> Option<Lead> {
        let leader = self.leader(places)?;
        let rivals = self.judge.targets.iter().filter(|it| **it != leader).map(|it| &places[it.index()]);
        let best = rivals.filter(|it| it.status == Status::Eligible && it.spoken_for).map(|it| it.score);
        Some((leader, places[leader.index()].score - best.fold(f64::NEG_INFINITY, f64::max)))
    }

    fn leader(&self, places: &[Place]) -> Option<TargetId> {
        let eligible =
            || self.judge.targets.iter().copied().filter(|target| places[target.index()].status == Status::Eligible);
        let mut all = eligible();
        if let (Some(only), None) = (all.next(), all.next()) {
            return Some(only);
        }
        let mut best: Option<TargetId> = None;
        for target in eligible().filter(|target| places[target.index()].spoken_for) {
            let better = best.is_none_or(|best| places[target.index()].score > places[best.index()].score + TIE);
            best = if better { Some(target) } else { best };
        }
        best
    }

    /// Whether nothing puts a target out with these answers.
    pub fn is_eligible_with(&self, answers: &[(FactId, &Value)], target: TargetId, scratch: &mut Scratch) -> bool {
        self.change(answers, scratch);
        let program = &self.judge.program;
        scratch.run.conclude_changed(program, &self.unchanged, &scratch.given, &self.weights);
        scratch.run.tally.places[target.index()].status == Status::Eligible
    }

    /// The rules with effects that hang on a fact, also by way of others.
    pub fn hanging_on(&self, fact: FactId) -> &'a [RuleId] {
        &self.judge.index.reached(fact).rules
    }
}
