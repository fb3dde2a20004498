//! The proof that nothing that is open can change the target: bounds on every score, and branching where they are too
//! wide.

use crate::facts::{FactId, Value};
use crate::judge::{Probe, Question, Scratch};
use crate::knowledge::TargetId;

/// At most so many branches are looked at; what is not proved by then is not called settled.
const MOST_BRANCHES: usize = 256;

/// Whether it is proved that no completion of all open facts changes the target.
///
/// A fact that several rules share takes one value in all of them: where bounds over all answers leave room for a rival,
/// the answers to one fact after another are looked at apart, first those on which most rules hang.
pub fn is_settled(probe: &Probe, questions: &[Question], leader: Option<TargetId>) -> bool {
    let Some(leader) = leader else { return false };
    let mut order: Vec<&Question> = questions.iter().filter(|question| !question.answers.is_empty()).collect();
    order.sort_by_key(|question| (std::cmp::Reverse(question.weight()), question.fact));
    let mut proof = Proof { probe, leader, answered: Vec::new(), branches: 0, scratch: Scratch::new(probe) };
    proof.holds(&order)
}

/// A proof that is being looked for.
struct Proof<'q> {
    probe: &'q Probe<'q>,
    leader: TargetId,
    /// The answers of the branch that is looked at.
    answered: Vec<(FactId, &'q Value)>,
    branches: usize,
    scratch: Scratch,
}

impl<'q> Proof<'q> {
    fn holds(&mut self, open: &[&'q Question]) -> bool {
        self.branches += 1;
        if self.branches > MOST_BRANCHES {
            return false;
        }
        if self.probe.leads_in_every_completion(&self.answered, self.leader, &mut self.scratch) {
            return true;
        }
        let Some((question, rest)) = open.split_first() else { return false };
        question.answers.iter().all(|answer| {
            self.answered.push((question.fact, &answer.value));
            let holds = self.holds(rest);
            self.answered.pop();
            holds
        })
    }
}
