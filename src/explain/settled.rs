//! The proof that nothing that is open can change the target: bounds on every score, and branching where they are too
//! wide.

use crate::facts::{FactId, Value};
use crate::judge::{Probe, Question};
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
    let mut branches = 0;
    proved(probe, &order, leader, &mut Vec::new(), &mut branches)
}

fn proved<'q>(
    probe: &Probe,
    open: &[&'q Question],
    leader: TargetId,
    answered: &mut Vec<(FactId, &'q Value)>,
    branches: &mut usize,
) -> bool {
    *branches += 1;
    if *branches > MOST_BRANCHES {
        return false;
    }
    if probe.leads_in_every_completion(answered, leader) {
        return true;
    }
    let Some((question, rest)) = open.split_first() else { return false };
    question.answers.iter().all(|answer| {
        answered.push((question.fact, &answer.value));
        let proved = proved(probe, rest, leader, answered, branches);
        answered.pop();
        proved
    })
}
