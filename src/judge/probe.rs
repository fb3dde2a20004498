//! Judges again with one or two facts otherwise, quickly: only what hangs on them is worked out anew.

mod reach;

use super::Judge;
use super::score::{Status, TIE, is_set_aside, outranked, points, weights};
use super::trial::{Ground, Seen, Trial};
use crate::facts::{FactId, Facts, Value};
use crate::knowledge::{Assessment, Effect, Holds, Knowledge, Outranks, RuleId, TargetId};

/// A target and how far ahead of every other it is, in points.
pub type Lead = (TargetId, f64);

/// The state of one workload, to be judged again with more answers.
pub struct Probe<'a> {
    pub(super) judge: &'a Judge<'a>,
    pub(super) stated: &'a Facts,
    pub(super) derived: &'a Facts,
    pub(super) base: &'a Assessment,
    pub(super) holds: Vec<Holds>,
    pub(super) weights: Vec<f64>,
    pub(super) aside: Vec<Outranks>,
    pub(super) cells: Vec<Cell>,
    pub(super) places: Vec<Place>,
}

/// The strongest favour and disfavour of one target in one concern, weighted: as they count, and those that are certain.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    pub counts: [f64; 2],
    pub certain: [f64; 2],
}

/// Where a target stands in a probe.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub status: Status,
    pub score: f64,
    pub spoken_for: bool,
}

impl Default for Place {
    fn default() -> Self {
        Self { status: Status::Eligible, score: 0.0, spoken_for: false }
    }
}

impl<'a> Probe<'a> {
    pub fn new(judge: &'a Judge<'a>, stated: &'a Facts, derived: &'a Facts, base: &'a Assessment) -> Self {
        let knowledge = judge.knowledge;
        let holds: Vec<Holds> = knowledge.rules.iter().map(|rule| base.rule(rule)).collect();
        let aside = outranked(knowledge, &|id: RuleId| holds[id.index()]);
        let mut probe = Self {
            judge,
            stated,
            derived,
            base,
            holds,
            weights: weights(knowledge, derived),
            aside,
            cells: Vec::new(),
            places: Vec::new(),
        };
        probe.cells = probe.cells_of(&probe.holds);
        probe.places = probe.places_of(&probe.holds, &probe.cells);
        probe
    }

    pub fn knowledge(&self) -> &'a Knowledge {
        self.judge.knowledge
    }

    /// Whether a target leads in every completion of what is still open with these answers: by bounds that let every rule
    /// that could hold count for a rival, and only those that must hold for the target.
    pub fn leads_in_every_completion(&self, answers: &[(FactId, &Value)], leader: TargetId) -> bool {
        let knowledge = self.knowledge();
        let trial = self.trial(answers);
        let concerns = knowledge.concerns.len();
        let mut must = vec![[0.0_f64; 2]; concerns * knowledge.targets.len()];
        let mut could = must.clone();
        let mut status = vec![Status::Eligible; knowledge.targets.len()];
        for (rule, holds) in knowledge.rules.iter().zip(&trial.holds) {
            let certain = *holds == Holds::Certainly;
            if rule.effects.is_empty() || !certain && !trial.assessment.could_hold(rule) {
                continue;
            }
            for (target, effect) in &rule.effects {
                if effect.is_veto() {
                    if *target == leader {
                        return false;
                    }
                    if certain {
                        status[target.index()] = Status::Excluded;
                    }
                } else if !is_set_aside(knowledge, rule, *effect, self.aside[target.index()]) {
                    let side = usize::from(matches!(effect, Effect::Disfavours(_)));
                    let weighted = points(knowledge, *effect).abs() * self.weights[rule.concern.index()];
                    let cell = target.index() * concerns + rule.concern.index();
                    could[cell][side] = could[cell][side].max(weighted);
                    if certain {
                        must[cell][side] = must[cell][side].max(weighted);
                    }
                }
            }
        }
        let cells = |target: TargetId| target.index() * concerns..(target.index() + 1) * concerns;
        let least: f64 = cells(leader).map(|cell| must[cell][0] - could[cell][1]).sum();
        let spoken_for = cells(leader).any(|cell| must[cell][0] > 0.0);
        let mut rivals =
            self.judge.targets.iter().filter(|it| **it != leader && status[it.index()] == Status::Eligible);
        rivals.all(|rival| {
            let most: f64 = cells(*rival).map(|cell| could[cell][0] - must[cell][1]).sum();
            let silent = cells(*rival).all(|cell| could[cell][0] == 0.0);
            spoken_for && (silent || most + TIE < least || most <= least + TIE && leader < *rival)
        })
    }

    /// The target that would be recommended with these changes, and how far ahead of every other it would be.
    pub fn lead_with(&self, changes: &[(FactId, &Value)]) -> Option<Lead> {
        self.lead_after(&self.trial(changes))
    }

    /// The same, where the changes leave the tests in a state that was not seen before.
    pub fn new_lead_with(&self, changes: &[(FactId, &Value)], seen: &mut Seen) -> Option<Option<Lead>> {
        Some(self.lead_after(&self.ground().new_trial(changes, seen)?))
    }

    pub(super) fn lead_after(&self, trial: &Trial) -> Option<Lead> {
        if trial.changed.is_empty() {
            return self.lead(&self.places);
        }
        self.lead(&self.places_of(&trial.holds, &self.cells_of(&trial.holds)))
    }

    fn lead(&self, places: &[Place]) -> Option<Lead> {
        let leader = self.leader(places)?;
        let rivals = self.judge.targets.iter().filter(|it| **it != leader).map(|it| &places[it.index()]);
        let best = rivals.filter(|it| it.status == Status::Eligible && it.spoken_for).map(|it| it.score);
        Some((leader, places[leader.index()].score - best.fold(f64::NEG_INFINITY, f64::max)))
    }

    pub(super) fn trial(&self, changes: &[(FactId, &Value)]) -> Trial {
        self.ground().trial(changes)
    }

    fn ground(&self) -> Ground<'_> {
        let (judge, stated, derived, base) = (self.judge, self.stated, self.derived, self.base);
        Ground { judge, stated, derived, base, holds: &self.holds }
    }

    fn cells_of(&self, holds: &[Holds]) -> Vec<Cell> {
        let knowledge = self.knowledge();
        let concerns = knowledge.concerns.len();
        let mut cells = vec![Cell::default(); concerns * knowledge.targets.len()];
        for (rule, holds) in knowledge.rules.iter().zip(holds).filter(|(_, holds)| **holds >= Holds::Presumably) {
            for (target, effect) in &rule.effects {
                let veto = effect.is_veto();
                if veto || is_set_aside(knowledge, rule, *effect, self.aside[target.index()]) {
                    continue;
                }
                let side = usize::from(matches!(effect, Effect::Disfavours(_)));
                let cell = &mut cells[target.index() * concerns + rule.concern.index()];
                let weighted = points(knowledge, *effect).abs() * self.weights[rule.concern.index()];
                cell.counts[side] = cell.counts[side].max(weighted);
                if *holds == Holds::Certainly {
                    cell.certain[side] = cell.certain[side].max(weighted);
                }
            }
        }
        cells
    }

    fn places_of(&self, holds: &[Holds], cells: &[Cell]) -> Vec<Place> {
        let knowledge = self.knowledge();
        let mut places = vec![Place::default(); knowledge.targets.len()];
        for (place, cells) in places.iter_mut().zip(cells.chunks(knowledge.concerns.len().max(1))) {
            place.score = cells.iter().map(|cell| cell.counts[0] - cell.counts[1]).sum();
            place.spoken_for = cells.iter().any(|cell| cell.counts[0] > 0.0);
        }
        for (rule, _) in knowledge.rules.iter().zip(holds).filter(|(_, holds)| **holds == Holds::Certainly) {
            for (target, effect) in &rule.effects {
                if effect.is_veto() {
                    places[target.index()].status = Status::Excluded;
                }
            }
        }
        places
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
}
