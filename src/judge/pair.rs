//! Two facts that are otherwise at once: bounds that tell most pairs of changes apart from those worth judging.

use super::engine::Status;
use super::probe::Probe;
use super::question::{Answer, Movement, Moves, Question};
use super::score::TIE;
use crate::knowledge::{Holds, RuleId, TargetId};

/// What two facts could be otherwise among.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// Both are open: what is certain stays so.
    Answers,
    /// One or both are known, and changed.
    Changes,
}

/// What the rules that hang on both facts could do beyond what each change does alone.
pub struct Shared {
    moves: Moves,
    /// The targets that both together may exclude.
    excluded: Vec<bool>,
}

impl Probe<'_> {
    /// What the rules that two facts share could do.
    pub fn shared(&self, one: &Question, other: &Question, among: Among) -> Shared {
        let knowledge = self.knowledge();
        let count = knowledge.targets.len();
        let mut shared = Shared { moves: Moves::none(count), excluded: vec![false; count] };
        let (rules, others) = match among {
            Among::Answers => (&one.turning, &other.turning),
            Among::Changes => (&one.hanging, &other.hanging),
        };
        let mut both: Vec<RuleId> = rules.iter().copied().filter(|id| others.binary_search(id).is_ok()).collect();
        if among == Among::Changes && !both.is_empty() {
            // Those that could hold otherwise than now with both facts changed and all others as they are.
            let reached = [one, other].map(|question| self.judge.index.reach(question.fact)).concat();
            self.run.retain_what_may_turn(&self.judge.program, &reached, &mut both);
        }
        let mut movement = Movement::default();
        for id in both {
            let rule = knowledge.rule(id);
            let holds = self.run.state(id).holds();
            for (target, effect) in &rule.effects {
                if effect.is_veto() {
                    shared.excluded[target.index()] |= holds != Holds::Certainly;
                    shared.moves.freed[target.index()] |= holds == Holds::Certainly;
                    continue;
                }
                let Some((at, side, gained)) = self.lead_in_cell(rule, *target, *effect) else { continue };
                let cell = &self.cells[at];
                let certain = if among == Among::Answers { cell.certain[side] } else { 0.0 };
                let lost = if holds >= Holds::Presumably { cell.counts[side] - certain } else { 0.0 };
                movement.add(at, side, gained, lost);
            }
        }
        movement.sum_into(&mut shared.moves, knowledge.concerns.len());
        shared
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
        let moves = |answer: &'_ Answer, of: &dyn Fn(&Moves) -> f64| match among {
            Among::Answers => of(&answer.beside_answers),
            Among::Changes => of(&answer.beside_changes),
        };
        let both = |of: &dyn Fn(&Moves) -> f64| moves(one, of) + moves(other, of) + of(&shared.moves);
        let first = &self.places()[leader.index()];
        let drop = both(&|moves| moves.fall[leader.index()]);
        let concerns = self.knowledge().concerns.len();
        let cells = &self.cells[leader.index() * concerns..(leader.index() + 1) * concerns];
        let spoken_for: f64 = cells.iter().map(|cell| cell.counts[0]).sum();
        // What nothing speaks for any more comes after all others, whatever its score.
        let silent = drop + TIE >= spoken_for;
        if shared.excluded[leader.index()] {
            return true;
        }
        rivals.iter().filter(|rival| **rival != leader).any(|rival| {
            let at = rival.index();
            let place = &self.places()[at];
            let reachable = place.status == Status::Eligible
                || [&one.beside_changes, &other.beside_changes, &shared.moves].iter().any(|moves| moves.freed[at]);
            let rise = || both(&|moves| moves.rise[at]);
            reachable && (silent || place.score + rise() + drop + TIE >= first.score)
        })
    }
}
