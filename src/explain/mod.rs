//! What is still open and matters, and the smallest changes that would bring another answer: the judge is asked again.

mod causes;
mod flips;
mod settled;
mod unknowns;
mod way;
mod weights;
mod what_if;

pub use causes::{Causes, causes};
pub use flips::{Change, Flip};
pub use settled::is_settled;
pub use unknowns::Unknown;
pub use way::{way_back, way_to};
pub use weights::Weights;
pub use what_if::{WhatIf, what_if};

use crate::facts::Facts;
use crate::judge::{Decision, Judge, Probe};

/// What asking again has shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Open facts of which an answer alone could change the target, the most useful to find out first.
    pub unknowns: Vec<Unknown>,
    /// The smallest changes that change the target: what a team can do first. One fact, else two; none means that nothing
    /// within two changes does, if the search was complete.
    pub flips: Vec<Flip>,
    /// Whether every pair of changes was looked at that could change the target.
    pub searched: bool,
    /// Whether it is proved that no completion of all open facts changes the target.
    pub settled: bool,
    pub weights: Weights,
}

/// Open facts of which an answer alone could change the target, without the rest of an explanation.
pub fn unknowns(judge: &Judge, stated: &Facts, decision: &Decision) -> Vec<Unknown> {
    let probe = Probe::of(judge, stated, decision);
    unknowns::find(judge.knowledge(), &probe.questions(), decision.outcome.leader)
}

/// Asks again what the answer hangs on.
pub fn explain(judge: &Judge, stated: &Facts, decision: &Decision) -> Explanation {
    let probe = Probe::of(judge, stated, decision);
    let questions = probe.questions();
    let unknowns = unknowns::find(judge.knowledge(), &questions, decision.outcome.leader);
    let settled = settled::is_settled(&probe, &questions, decision.outcome.leader);
    let found = flips::find(&probe, questions, settled, stated, decision);
    Explanation {
        unknowns,
        settled,
        weights: weights::weights(judge.knowledge(), decision),
        flips: found.flips,
        searched: found.complete,
    }
}
