//! What asking again has shown, in words and spellings.

use super::{FlipChange, FlipReport, Robustness, UnknownReport, target_name, words};
use crate::explain::{Change, Explanation, Flip, Unknown};
use crate::knowledge::Knowledge;
use crate::profile::Profile;

/// Open facts that could change the target, as reports print them.
pub fn unknowns(knowledge: &Knowledge, unknowns: &[Unknown]) -> Vec<UnknownReport> {
    let report = |unknown: &Unknown| {
        let fact = knowledge.fact(unknown.fact);
        UnknownReport {
            fact: fact.id.to_string(),
            question: fact.question.to_string(),
            help: fact.help.to_string(),
            effort: fact.effort.id(),
            how: fact.effort.in_words(),
            targets: unknown.targets.iter().map(|target| target_name(knowledge, *target)).collect(),
        }
    };
    unknowns.iter().map(report).collect()
}

/// The changes that bring another target, as reports print them.
pub fn flips(knowledge: &Knowledge, profile: &Profile, explanation: &Explanation) -> Vec<FlipReport> {
    explanation.flips.iter().map(|it| flip(knowledge, profile, it)).collect()
}

/// Changes that together bring a target, as reports print them.
pub fn flip(knowledge: &Knowledge, profile: &Profile, flip: &Flip) -> FlipReport {
    let change = |change: &Change| {
        let fact = knowledge.fact(change.fact);
        FlipChange {
            fact: fact.id.to_string(),
            from: profile.facts.value(change.fact).map(|value| words::spelled(fact, value)),
            to: words::spelled(fact, &change.to),
            changeable: change.changeable,
        }
    };
    FlipReport { changes: flip.changes.iter().map(change).collect(), target: target_name(knowledge, flip.target) }
}

/// How firm the target is, by the targets' names.
pub fn robustness(knowledge: &Knowledge, explanation: &Explanation) -> Robustness {
    let weights = &explanation.weights;
    Robustness {
        settled: explanation.settled,
        pairs_searched: explanation.searched,
        holds_within: weights.holds_within,
        acceptability: weights
            .acceptability
            .iter()
            .map(|(target, share)| (target_name(knowledge, *target), *share))
            .collect(),
    }
}
