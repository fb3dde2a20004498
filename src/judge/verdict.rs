//! From scores to a verdict: who leads, by how much, and whether that is enough.

use super::engine::{Program, Run, Status};
use super::score::{Standing, TIE};
use crate::facts::FactId;
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

/// What was decided about one workload, without the reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Every judged target, in the order of its rank.
    pub standings: Vec<Standing>,
    /// The target that is recommended.
    pub leader: Option<TargetId>,
    pub verdict: Verdict,
    /// The leader and every target near enough to it to be named.
    pub contenders: Vec<TargetId>,
    /// Points of score between the leader and the best rival; none without a rival.
    pub margin: Option<f64>,
    /// The targets that are exactly level with the leader, if there are any.
    pub level: Vec<TargetId>,
    /// The rule that says to measure first, where it holds the verdict down.
    pub held_by: Option<RuleId>,
    /// Whether the leader's stack is one that nobody is known to have tried with this model.
    pub unverified: bool,
    /// The rivals that nothing stands against strongly and for certain, and that no measurement beats.
    pub no_cause_against: Vec<TargetId>,
    /// Open facts of which an answer to one, or to two together, would change the target.
    pub unsettled_by: Vec<FactId>,
    pub basis: Basis,
}

impl Outcome {
    pub fn standing(&self, target: TargetId) -> Option<&Standing> {
        self.standings.iter().find(|standing| standing.target == target)
    }
}

/// Reaches the verdict on documents. Whether answers could change a decided one, and what it rests on, is found elsewhere.
pub fn reach((program, run): (&Program, &Run), standings: Vec<Standing>, weights: &[f64]) -> Outcome {
    let mut outcome = Outcome {
        leader: None,
        verdict: Verdict::Impossible,
        contenders: Vec::new(),
        margin: None,
        level: Vec::new(),
        held_by: None,
        unverified: false,
        no_cause_against: Vec::new(),
        unsettled_by: Vec::new(),
        basis: Basis::Documents,
        standings,
    };
    let eligible = outcome.standings.iter().take_while(|it| it.status == Status::Eligible).count();
    match &outcome.standings[..eligible] {
        [] => {}
        [only] => {
            // Exclusions rest on stated facts alone, or they would not be.
            outcome.verdict = Verdict::Decided;
            outcome.leader = Some(only.target);
            outcome.contenders.push(only.target);
        }
        [first, ..] if !first.spoken_for => outcome.verdict = Verdict::Undecided,
        _ => compare(&mut outcome, eligible, (program, run), weights),
    }
    outcome
}

/// Compares the first of several eligible targets with the others.
fn compare(outcome: &mut Outcome, eligible: usize, (program, run): (&Program, &Run), weights: &[f64]) {
    let knowledge = program.knowledge;
    let [first, others @ ..] = &outcome.standings[..eligible] else { return };
    let leader = first.target;
    let rivals = || others.iter().filter(|rival| rival.spoken_for);
    let behind = |rival: &Standing| first.score - rival.score;
    let near = rivals().filter(|rival| behind(rival) <= knowledge.scale.contender + TIE).map(|rival| rival.target);
    outcome.contenders.push(leader);
    outcome.contenders.extend(near);
    outcome.margin = rivals().next().map(behind);
    outcome.level.extend(rivals().filter(|rival| behind(rival) < TIE).map(|rival| rival.target));
    let has_cause = |target: TargetId| {
        let mut causes = program.causes[target.index()].iter();
        causes.any(|id| run.state(program, *id).is_certain && weights[knowledge.rule(*id).concern.index()] > 0.0)
    };
    outcome.no_cause_against.extend(rivals().map(|rival| rival.target).filter(|target| !has_cause(*target)));
    outcome.leader = Some(leader);
    outcome.unverified = run.is_unverified(program, leader);
    outcome.held_by = measure_first((program, run), leader, &outcome.contenders);
    outcome.verdict = match outcome.held_by {
        Some(_) => Verdict::Benchmark,
        None => by_margin(knowledge, outcome.margin, outcome.unverified, outcome.no_cause_against.is_empty()),
    };
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
fn measure_first((program, run): (&Program, &Run), leader: TargetId, contenders: &[TargetId]) -> Option<RuleId> {
    let concerns = |id: &RuleId| {
        let pair = &program.knowledge.rule(*id).measure_first;
        pair.contains(&leader) && contenders.iter().any(|other| *other != leader && pair.contains(other))
    };
    program.measure_first.iter().copied().find(|id| run.state(program, *id).counts && concerns(id))
}
