//! The facts that could be otherwise, what each other value does alone, and between which bounds it moves the scores.

use super::answers::answers_of;
use super::engine::{Counting, Run};
use super::pair::{Among, Shared};
use super::probe::{Cell, Lead, Probe, Scratch};
use crate::facts::{FactId, Value};
use crate::knowledge::{RuleId, TargetId};

/// A fact that could be otherwise, with the values worth trying.
pub struct Question<'p> {
    pub fact: FactId,
    /// Whether it may still be answered; else it is known, and the values would change it.
    pub open: bool,
    /// Values that turn a rule, alone or with an answer to another open fact.
    pub answers: Vec<Answer>,
    /// Values that turn none unless a known fact changes as well.
    pub idle: Vec<Answer>,
    /// Rules that hang on the fact and that answers to open facts may still turn.
    pub(super) turning: Vec<RuleId>,
    /// All rules that hang on the fact.
    pub(super) hanging: &'p [RuleId],
    /// The most that any of the values does beside an answer, and beside a change.
    pub(super) most: [Moves; 2],
    /// The most that rules which another fact shares could do then.
    pub(super) reach: [Shared; 2],
}

/// One value of a fact, and what it does alone.
pub struct Answer {
    pub value: Value,
    pub lead: Option<Lead>,
    /// Beside an answer to another open fact, and beside any other change.
    pub(super) beside: [Moves; 2],
}

impl Answer {
    pub fn target(&self) -> Option<TargetId> {
        self.lead.map(|(target, _)| target)
    }
}

/// The most that a change could do to one target, alone and in what it adds to another change.
#[derive(Clone, Copy, Default)]
pub(super) struct Move {
    /// The most that the score could rise, in points.
    pub rise: f64,
    /// The most that it could fall.
    pub fall: f64,
    /// Whether a veto on it falls away.
    pub freed: bool,
}

/// Such moves by target.
#[derive(Clone)]
pub(super) struct Moves(pub Vec<Move>);

impl Moves {
    pub fn none(targets: usize) -> Self {
        Self(vec![Move::default(); targets])
    }

    /// The most of both.
    fn widen(&mut self, other: &Moves) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.rise = own.rise.max(other.rise);
            own.fall = own.fall.max(other.fall);
            own.freed |= other.freed;
        }
    }
}

impl Question<'_> {
    /// How many rules hang on the fact that answers may still turn.
    pub fn weight(&self) -> usize {
        self.turning.len()
    }

    pub fn all_answers(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().chain(&self.idle)
    }
}

impl<'p> Probe<'p> {
    /// Every question that is open, or answered in part.
    pub fn questions(&self) -> Vec<Question<'p>> {
        let mut scratch = Scratch::new(self);
        let hanging = self.open_facts().filter(|fact| !self.hanging_on(*fact).is_empty());
        hanging.map(|fact| self.open_question(fact, &mut scratch)).collect()
    }

    /// Every fact that is open, or known in part.
    pub(super) fn open_facts(&self) -> impl Iterator<Item = FactId> {
        let open = self.knowledge().declared().filter(|(fact, declared)| {
            let partly =
                matches!(self.stated.value(*fact), Some(Value::Choices { more: true, .. })) && declared.is_open();
            self.base.open[fact.index()] || partly
        });
        open.map(|(fact, _)| fact)
    }

    /// What the answers to an open fact would do.
    pub(super) fn open_question(&self, fact: FactId, scratch: &mut Scratch) -> Question<'p> {
        let answers = answers_of(self.knowledge(), fact, self.stated.value(fact), &self.base.stated);
        Question { open: true, ..self.question_in(fact, answers, scratch) }
    }

    /// What these values of a fact would do.
    pub fn question(&self, fact: FactId, values: Vec<Value>) -> Question<'p> {
        self.question_in(fact, values, &mut Scratch::new(self))
    }

    /// The rules that hang on a fact and that answers to open facts may still turn.
    pub(super) fn turning(&self, fact: FactId) -> Vec<RuleId> {
        let unsettled = |id: &RuleId| self.run.is_unsettled(&self.judge.program, *id);
        self.hanging_on(fact).iter().copied().filter(unsettled).collect()
    }

    fn question_in(&self, fact: FactId, values: Vec<Value>, scratch: &mut Scratch) -> Question<'p> {
        let index = &self.judge.index;
        let (hanging, turning) = (self.hanging_on(fact), self.turning(fact));
        let moves_others = !index.presumed_from[fact.index()].is_empty() || !index.applied_by[fact.index()].is_empty();
        // An answer that turns no rule can turn none beside another either, unless they share one.
        let shares = moves_others || turning.iter().any(|id| self.asks_more_than(*id, fact));
        let none = Moves::none(self.places().len());
        let mut question = Question {
            fact,
            open: false,
            answers: Vec::with_capacity(values.len()),
            idle: Vec::new(),
            most: [none.clone(), none],
            reach: [self.reach(&turning, Among::Answers), self.reach(hanging, Among::Changes)],
            turning,
            hanging,
        };
        for value in values {
            let lead = self.lead_again(&[(fact, &value)], scratch);
            let run = &scratch.run;
            let changed = self.turned_by(run);
            let idle = question.turning.is_empty() || changed.is_empty() && !shares;
            let beside = [
                self.moves(&changed, run, |cell, side| cell.counts[side] - cell.certain[side]),
                self.moves(&changed, run, |cell, side| cell.counts[side]),
            ];
            question.most.iter_mut().zip(&beside).for_each(|(most, moves)| most.widen(moves));
            let answer = Answer { value, lead, beside };
            let list = if idle { &mut question.idle } else { &mut question.answers };
            list.push(answer);
        }
        question
    }

    /// Whether a rule hangs on another open fact as well.
    fn asks_more_than(&self, id: RuleId, fact: FactId) -> bool {
        let may_be_otherwise = |other: &FactId| self.base.open[other.index()] || !self.given.is_known(*other);
        self.judge.index.facts_of[id.index()].iter().any(|other| *other != fact && may_be_otherwise(other))
    }

    /// The rules that hold otherwise than now.
    fn turned_by(&self, run: &Run) -> Vec<RuleId> {
        let turned = self.run.states.turned(&run.states);
        turned.map(|row| self.judge.program.effects.rules[row]).collect()
    }

    /// How far a change moves the scores.
    ///
    /// A favour that appears raises by its lead over what counts. Where a rule falls away, another change may take the
    /// next one in its cell with it, so all that `may_go` is taken as gone.
    fn moves(&self, changed: &[RuleId], run: &Run, may_go: impl Fn(&Cell, usize) -> f64) -> Moves {
        let effects = &self.judge.program.effects;
        let mut moves = Moves::none(effects.targets);
        let mut movement = Movement::default();
        for id in changed {
            let (before, after) = (self.run.state(&self.judge.program, *id), run.state(&self.judge.program, *id));
            for veto in effects.vetoes_of(*id) {
                moves.0[veto.target.index()].freed |= before.is_certain;
            }
            for effect in effects.counting_of(*id) {
                let Some(lead) = self.lead_in_cell(effect) else { continue };
                let (cell, side) = (effect.cell as usize, usize::from(effect.side));
                let gained = if after.counts && !before.counts { lead } else { 0.0 };
                let lost = if before.counts && !after.counts { may_go(&self.cells[cell], side) } else { 0.0 };
                movement.add(cell, side, gained, lost);
            }
        }
        movement.sum_into(&mut moves, effects.concerns);
        moves
    }

    /// By how much an effect leads what counts in its cell now; none where measurements set it aside.
    pub(super) fn lead_in_cell(&self, effect: &Counting) -> Option<f64> {
        let counts = self.cells[effect.cell as usize].counts[usize::from(effect.side)];
        let set_aside = effect.is_set_aside(self.run.tally.aside[effect.target.index()]);
        (!set_aside).then(|| (self.weighted(effect) - counts).max(0.0))
    }
}

/// What was gained and lost in each side of each cell: the strongest of a cell counts, so the most of each is kept.
#[derive(Default)]
pub(super) struct Movement(Vec<(usize, usize, f64, f64)>);

impl Movement {
    pub fn add(&mut self, cell: usize, side: usize, gained: f64, lost: f64) {
        match self.0.iter_mut().find(|(at, on, _, _)| (*at, *on) == (cell, side)) {
            Some((_, _, most, gone)) => (*most, *gone) = (most.max(gained), gone.max(lost)),
            None => self.0.push((cell, side, gained, lost)),
        }
    }

    pub fn sum_into(self, moves: &mut Moves, concerns: usize) {
        for (cell, side, gained, lost) in self.0 {
            let target = cell / concerns.max(1);
            let (up, down) = if side == 0 { (gained, lost) } else { (lost, gained) };
            moves.0[target].rise += up;
            moves.0[target].fall += down;
        }
    }
}
