//! Open facts that could change the target, in the order of how much an answer matters for the effort it takes.

use std::cmp::Ordering;

use crate::facts::FactId;
use crate::judge::{Answer, Question};
use crate::knowledge::{Knowledge, TargetId};

/// An open fact that could change the target.
#[derive(Clone, Debug, PartialEq)]
pub struct Unknown {
    pub fact: FactId,
    /// The targets that some answer would bring up, in the order of `targets.toml`.
    pub targets: Vec<TargetId>,
    /// The share of the answers worth telling apart that change the target.
    pub share: f64,
}

/// Every open fact of which an answer alone changes the target.
pub fn find(knowledge: &Knowledge, questions: &[Question], leader: Option<TargetId>) -> Vec<Unknown> {
    let mut found: Vec<Unknown> = questions
        .iter()
        .filter_map(|question| {
            let changing: Vec<Option<TargetId>> =
                question.answers.iter().map(Answer::target).filter(|target| *target != leader).collect();
            if changing.is_empty() {
                return None;
            }
            let share = changing.len() as f64 / question.answers.len().max(1) as f64;
            let mut targets: Vec<TargetId> = changing.into_iter().flatten().collect();
            targets.sort_unstable();
            targets.dedup();
            Some(Unknown { fact: question.fact, targets, share })
        })
        .collect();
    let worth = |unknown: &Unknown| unknown.share / knowledge.fact(unknown.fact).effort.cost();
    found.sort_by(|a, b| worth(b).partial_cmp(&worth(a)).unwrap_or(Ordering::Equal).then(a.fact.cmp(&b.fact)));
    found
}
