//! Two facts that are otherwise at once: bounds that tell most pairs of changes apart from those worth judging.

use super::engine::Status;
use super::probe::Probe;
use super::question::{Answer, Move, Movement, Moves, Question};
use super::score::TIE;
use crate::knowledge::{RuleId, TargetId};

/// What two facts could be otherwise among.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// Both are open: what is certain stays so.
    Answers = 0,
    /// One or both are known, and changed.
    Changes = 1,
}

/// What the rules that hang on both facts could do beyond what each change does alone.
pub struct Shared {
    moves: Moves,
    /// The targets that both together may exclude.
    excluded: Vec<bool>,
}

/// The most that two changes could do to a target together.
struct Most {
    rise: f64,
    fall: f64,
    /// Whether a veto on it may fall away.
    freed: bool,
}

impl Most {
    fn of<const MOVES: usize>(moves: [&Move; MOVES]) -> Self {
        Self {
            rise: moves.iter().map(|it| it.rise).sum(),
            fall: moves.iter().map(|it| it.fall).sum(),
            freed: moves.iter().any(|it| it.freed),
        }
    }
}

impl Probe<'_> {
    /// What the rules that two facts share could do; none where bounds tell that no two changes of them bring one of
    /// these targets to the front.
    pub fn shared(
        &self,
        (one, other): (&Question, &Question),
        among: Among,
        leader: TargetId,
        rivals: &[TargetId],
    ) -> Option<Shared> {
        let at = among as usize;
        let (reach, others) = (&one.reach[at], &other.reach[at]);
        let most = |target: TargetId| {
            let place = target.index();
            let (own, more) = (&one.most[at].0[place], &other.most[at].0[place]);
            let (shared, also) = (&reach.moves.0[place], &others.moves.0[place]);
            Most {
                rise: own.rise + more.rise + shared.rise.min(also.rise),
                fall: own.fall + more.fall + shared.fall.min(also.fall),
                freed: own.freed || more.freed || shared.freed && also.freed,
            }
        };
        let excluded = reach.excluded[leader.index()] && others.excluded[leader.index()];
        self.is_in_reach(most, excluded, leader, rivals).then(|| self.shared_by(one, other, among))
    }

    fn shared_by(&self, one: &Question, other: &Question, among: Among) -> Shared {
        let (rules, others): (&[RuleId], &[RuleId]) = match among {
            Among::Answers => (&one.turning, &other.turning),
            Among::Changes => (one.hanging, other.hanging),
        };
        let mut both: Vec<RuleId> = rules.iter().copied().filter(|id| others.binary_search(id).is_ok()).collect();
        if among == Among::Changes && !both.is_empty() {
            // Those that could hold otherwise than now with both facts changed and all others as they are.
            let index = &self.judge.index;
            let reached = [one, other].map(|question| index.reached(question.fact).facts.as_slice()).concat();
            self.run.retain_what_may_turn(&self.judge.program, &self.given, &reached, &mut both);
        }
        self.reach(&both, among)
    }

    /// What some rules could do, should they turn.
    pub(super) fn reach(&self, rules: &[RuleId], among: Among) -> Shared {
        let effects = &self.judge.program.effects;
        let mut shared = Shared { moves: Moves::none(effects.targets), excluded: vec![false; effects.targets] };
        let mut movement = Movement::default();
        for id in rules {
            let state = self.run.state(&self.judge.program, *id);
            for veto in effects.vetoes_of(*id) {
                shared.excluded[veto.target.index()] |= !state.is_certain;
                shared.moves.0[veto.target.index()].freed |= state.is_certain;
            }
            for effect in effects.counting_of(*id) {
                let Some(gained) = self.lead_in_cell(effect) else { continue };
                let (cell, side) = (&self.cells[effect.cell as usize], usize::from(effect.side));
                let certain = if among == Among::Answers { cell.certain[side] } else { 0.0 };
                let lost = if state.counts { cell.counts[side] - certain } else { 0.0 };
                movement.add(effect.cell as usize, side, gained, lost);
            }
        }
        movement.sum_into(&mut shared.moves, effects.concerns);
        shared
    }

    /// Whether rules that turn could bring one of these targets to the front, by the bounds alone.
    pub(super) fn could_alone(&self, reach: &Shared, leader: TargetId, rivals: &[TargetId]) -> bool {
        let most = |target: TargetId| Most::of([&reach.moves.0[target.index()]]);
        self.is_in_reach(most, reach.excluded[leader.index()], leader, rivals)
    }

    /// The same of the rules that hang on either of two facts.
    pub(super) fn could_both(&self, one: &Shared, other: &Shared, leader: TargetId, rivals: &[TargetId]) -> bool {
        let most = |target: TargetId| Most::of([&one.moves.0[target.index()], &other.moves.0[target.index()]]);
        let excluded = one.excluded[leader.index()] || other.excluded[leader.index()];
        self.is_in_reach(most, excluded, leader, rivals)
    }

    /// Whether two changes together could bring one of these targets to the front, by the bounds alone.
    pub fn could_lead(
        &self,
        (one, other): (&Answer, &Answer),
        shared: &Shared,
        among: Among,
        leader: TargetId,
        rivals: &[TargetId],
    ) -> bool {
        let moves = [&one.beside[among as usize], &other.beside[among as usize], &shared.moves];
        let most = |target: TargetId| Most::of(moves.map(|moves| &moves.0[target.index()]));
        self.is_in_reach(most, shared.excluded[leader.index()], leader, rivals)
    }

    fn is_in_reach(
        &self,
        most: impl Fn(TargetId) -> Most,
        excluded: bool,
        leader: TargetId,
        rivals: &[TargetId],
    ) -> bool {
        if excluded {
            return true;
        }
        let places = self.places();
        let first = &places[leader.index()];
        let drop = most(leader).fall;
        // What nothing speaks for any more comes after all others, whatever its score.
        let silent = drop + TIE >= self.favours(leader);
        rivals.iter().filter(|rival| **rival != leader).any(|rival| {
            let (place, most) = (&places[rival.index()], most(*rival));
            let reachable = place.status == Status::Eligible || most.freed;
            reachable && (silent || place.score + most.rise + drop + TIE >= first.score)
        })
    }

    /// The sum of what counts for a target.
    fn favours(&self, target: TargetId) -> f64 {
        let concerns = self.knowledge().concerns.len();
        let cells = &self.cells[target.index() * concerns..(target.index() + 1) * concerns];
        cells.iter().map(|cell| cell.counts[0]).sum()
    }
}
