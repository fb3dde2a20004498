//! From scores to a verdict: who leads, by how much, and whether that is enough.

use super::engine::{Program, Run, Status};
use super::score::{Standing, TIE};
use crate::knowledge::{Knowledge, RuleId, TargetId};

/// How clear the answer is, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    Impossible,
    Undecided,
    Benchmark,
    Leaning,
    Decided,
}

impl Verdict {
    pub const ALL: [Verdict; 5] =
        [Verdict::Impossible, Verdict::Undecided, Verdict::Benchmark, Verdict::Leaning, Verdict::Decided];

    pub fn id(self) -> &'static str {
        match self {
            Verdict::Impossible => "impossible",
            Verdict::Undecided => "undecided",
            Verdict::Benchmark => "benchmark",
            Verdict::Leaning => "leaning",
            Verdict::Decided => "decided",
        }
    }
}

/// What a recommendation rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    Documents,
    Estimates,
    Measurements,
}

impl Basis {
    pub const ALL: [Basis; 3] = [Basis::Documents, Basis::Estimates, Basis::Measurements];

    pub fn id(self) -> &'static str {
        match self {
            Basis::Documents => "documents",
            Basis::Estimates => "estimates",
            Basis::Measurements => "measurements",
        }
    }
}

/// The verdict and what it was reached from.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub leader: Option<TargetId>,
    pub verdict: Verdict,
    pub contenders: Vec<TargetId>,
    pub margin: Option<f64>,
    pub level: Vec<TargetId>,
    pub held_by: Option<RuleId>,
    pub unverified: bool,
    /// The rivals that nothing stands against strongly and for certain, and that no measurement beats.
    pub no_cause_against: Vec<TargetId>,
}

/// Reaches the verdict. Whether answers could change a decided one is tested elsewhere.
pub fn reach(knowledge: &Knowledge, (program, run): (&Program, &Run), standings: &[Standing], weights: &[f64]) -> Outcome {
    let eligible: Vec<&Standing> = standings.iter().filter(|it| it.status == Status::Eligible).collect();
    let nothing = |verdict| Outcome {
        leader: None,
        verdict,
        contenders: Vec::new(),
        margin: None,
        level: Vec::new(),
        held_by: None,
        unverified: false,
        no_cause_against: Vec::new(),
    };
    let Some(first) = eligible.first() else { return nothing(Verdict::Impossible) };
    if eligible.len() == 1 {
        // Exclusions rest on stated facts alone, or they would not be.
        let alone = nothing(Verdict::Decided);
        return Outcome { leader: Some(first.target), contenders: vec![first.target], ..alone };
    }
    if !first.spoken_for {
        return nothing(Verdict::Undecided);
    }
    let leader = first.target;
    let rivals: Vec<&Standing> = eligible[1..].iter().copied().filter(|rival| rival.spoken_for).collect();
    let margin = rivals.first().map(|rival| first.score - rival.score);
    let near = |rival: &&&Standing| first.score - rival.score <= knowledge.scale.contender + TIE;
    let contenders: Vec<TargetId> =
        std::iter::once(leader).chain(rivals.iter().filter(near).map(|rival| rival.target)).collect();
    let level: Vec<TargetId> =
        rivals.iter().filter(|rival| first.score - rival.score < TIE).map(|rival| rival.target).collect();
    let unverified = run.is_unverified(program, leader);
    let held_by = measure_first(knowledge, (program, run), leader, &contenders);
    let has_cause = |target: TargetId| {
        let mut causes = program.causes[target.index()].iter();
        causes.any(|id| run.state(*id).is_certain() && weights[knowledge.rule(*id).concern.index()] > 0.0)
    };
    let without_cause = rivals.iter().map(|rival| rival.target).filter(|it| !has_cause(*it));
    let no_cause_against: Vec<TargetId> = without_cause.collect();
    let verdict = if held_by.is_some() {
        Verdict::Benchmark
    } else {
        by_margin(knowledge, margin, unverified, no_cause_against.is_empty())
    };
    Outcome { leader: Some(leader), verdict, contenders, margin, level, held_by, unverified, no_cause_against }
}

fn by_margin(knowledge: &Knowledge, margin: Option<f64>, unverified: bool, caused: bool) -> Verdict {
    let scale = &knowledge.scale;
    let (decided, leaning) =
        if unverified { (scale.decided_unverified, scale.leaning_unverified) } else { (scale.decided, scale.leaning) };
    // Without a rival nothing is in the way.
    let margin = margin.unwrap_or(f64::INFINITY);
    if margin + TIE >= decided && caused {
        Verdict::Decided
    } else if margin >= TIE && margin + TIE >= leaning {
        Verdict::Leaning
    } else {
        Verdict::Benchmark
    }
}

/// The first rule that says to measure the leader and a contender before choosing.
fn measure_first(
    knowledge: &Knowledge,
    (program, run): (&Program, &Run),
    leader: TargetId,
    contenders: &[TargetId],
) -> Option<RuleId> {
    let concerns = |id: &RuleId| {
        let pair = &knowledge.rule(*id).measure_first;
        pair.contains(&leader) && contenders.iter().any(|other| *other != leader && pair.contains(other))
    };
    program.measure_first.iter().copied().find(|id| run.state(*id).counts() && concerns(id))
}
