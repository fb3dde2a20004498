//! Scores: what holds for each target, what of it counts, and between which bounds the open facts leave it.

use super::engine::{Program, Run, Status};
use crate::facts::{FactId, Facts, Value};
use crate::knowledge::{Assessment, Effect, Holds, Knowledge, Rule, RuleId, Strength, TargetId};

/// Differences smaller than this are none: scores are sums of halves of points.
pub const TIE: f64 = 1e-9;

/// Where a target stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub target: TargetId,
    pub status: Status,
    /// The rules that put it out, by id.
    pub out_by: Vec<RuleId>,
    /// The sum of the contributions that count.
    pub score: f64,
    /// The least and the most that answers to the open facts leave.
    pub low: f64,
    pub high: f64,
    /// Whether a favour counts for it.
    pub spoken_for: bool,
    /// From 1 among the eligible; equals share a rank.
    pub rank: Option<u32>,
}

/// One effect that holds on one target.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub rule: RuleId,
    pub target: TargetId,
    pub effect: Effect,
    pub holds: Holds,
    /// Signed points, weighted by the user's priority; 0 where it does not count.
    pub contribution: f64,
    pub counts: bool,
    /// The facts that made the condition true.
    pub facts: Vec<FactId>,
}

/// The weight of each concern: the number of the stated priority, else 1.
pub fn weights(knowledge: &Knowledge, facts: &Facts) -> Vec<f64> {
    let stated = |fact: FactId| match facts.value(fact) {
        Some(Value::Choice(choice)) => knowledge.fact(fact).choice_at(*choice)?.number.map(|(low, _)| low),
        _ => None,
    };
    knowledge.concerns.iter().map(|concern| concern.priority.and_then(stated).unwrap_or(1.0)).collect()
}

/// Where every judged target stands, in the order of its rank.
pub fn standings(program: &Program, run: &Run, targets: &[TargetId]) -> Vec<Standing> {
    let mut standings: Vec<Standing> = targets.iter().map(|target| standing(program, run, *target)).collect();
    rank(&mut standings);
    standings
}

fn standing(program: &Program, run: &Run, target: TargetId) -> Standing {
    let place = run.tally.places[target.index()];
    let out = place.status != Status::Eligible;
    let vetoes = program.effects.vetoes.iter().filter(|veto| veto.target == target);
    let certain = vetoes.map(|veto| veto.rule).filter(|rule| run.state(*rule).is_certain());
    // What is out has no score.
    let of = |score: f64| if out { 0.0 } else { score };
    Standing {
        target,
        status: place.status,
        out_by: if out { certain.collect() } else { Vec::new() },
        score: of(place.score),
        low: of(place.low),
        high: of(place.high),
        spoken_for: place.spoken_for && !out,
        rank: None,
    }
}

/// Every effect that holds on a judged target, strongest first.
pub fn reasons(
    knowledge: &Knowledge,
    program: &Program,
    run: &Run,
    assessment: &Assessment,
    (targets, weights): (&[TargetId], &[f64]),
) -> Vec<Reason> {
    let first = first_of_each_cell(program, run);
    let mut reasons: Vec<Reason> = Vec::new();
    for id in knowledge.rule_ids().filter(|id| run.state(*id).counts()) {
        let (rule, holds) = (knowledge.rule(id), run.state(id).holds());
        let supports = supports(knowledge, assessment, rule);
        for (target, effect) in rule.effects.iter().filter(|(target, _)| targets.contains(target)) {
            let veto = effect.is_veto();
            if veto && holds < Holds::Certainly {
                continue;
            }
            let (concern, out) = (rule.concern.index(), run.tally.places[target.index()].status != Status::Eligible);
            let cell = target.index() * knowledge.concerns.len() + concern;
            // On a target that is out nothing counts.
            let counts = !veto && !out && first[cell][sign(*effect)].is_some_and(|(_, first)| first == id);
            let contribution = if counts { points(knowledge, *effect) * weights[concern] } else { 0.0 };
            let facts = supports.clone();
            reasons.push(Reason { rule: id, target: *target, effect: *effect, holds, contribution, counts, facts });
        }
    }
    reasons.sort_by(|a, b| {
        order(knowledge, a).total_cmp(&order(knowledge, b)).then(a.rule.cmp(&b.rule)).then(a.target.cmp(&b.target))
    });
    reasons
}

/// For each cell and side the rule that counts: the strongest that holds, of equals the first by id.
fn first_of_each_cell(program: &Program, run: &Run) -> Vec<[Option<(Strength, RuleId)>; 2]> {
    let mut first = vec![[None; 2]; run.tally.places.len() * program.effects.concerns];
    for effect in &program.effects.counting {
        let place: &mut Option<(Strength, RuleId)> = &mut first[effect.cell as usize][usize::from(effect.side)];
        let counts = run.state(effect.rule).counts() && !effect.is_set_aside(run.tally.aside[effect.target.index()]);
        if counts && place.is_none_or(|(most, _)| effect.strength > most) {
            *place = Some((effect.strength, effect.rule));
        }
    }
    first
}

/// Vetoes first, then what counts by weight, then the rest by strength.
fn order(knowledge: &Knowledge, reason: &Reason) -> f64 {
    match reason.effect {
        Effect::Excludes | Effect::NotApplicable => -1000.0,
        _ if reason.counts => -10.0 - reason.contribution.abs(),
        Effect::Favours(strength) | Effect::Disfavours(strength) => -knowledge.scale.points(strength) / 100.0,
    }
}

/// The facts that made a rule hold, also those that keep what would lift it from doing so.
fn supports(knowledge: &Knowledge, assessment: &Assessment, rule: &Rule) -> Vec<FactId> {
    let mut facts = assessment.supports(knowledge, &rule.when);
    if let Some(unless) = rule.unless.as_ref().filter(|unless| unless.truth(&assessment.assumed).is_false()) {
        let known = |fact: &FactId| !assessment.open[fact.index()] || assessment.presumption_for(*fact).is_some();
        let stated = assessment.supports(knowledge, unless).into_iter().filter(known);
        facts.extend(stated.filter(|fact| knowledge.fact(*fact).is_open()));
        facts.sort_unstable();
        facts.dedup();
    }
    facts
}

fn sign(effect: Effect) -> usize {
    usize::from(matches!(effect, Effect::Disfavours(_)))
}

/// The signed points of an effect before priorities.
pub fn points(knowledge: &Knowledge, effect: Effect) -> f64 {
    match effect {
        Effect::Favours(strength) => knowledge.scale.points(strength),
        Effect::Disfavours(strength) => -knowledge.scale.points(strength),
        Effect::Excludes | Effect::NotApplicable => 0.0,
    }
}

/// Eligible first and by score, what nothing speaks for behind; the order of the targets breaks ties in the listing only.
fn rank(standings: &mut [Standing]) {
    standings.sort_by(|a, b| {
        let key = |standing: &Standing| (standing.status, !standing.spoken_for);
        key(a).cmp(&key(b)).then(b.score.total_cmp(&a.score)).then(a.target.cmp(&b.target))
    });
    let mut last: Option<(f64, bool, u32)> = None;
    for (position, standing) in (1..).zip(standings.iter_mut().filter(|it| it.status == Status::Eligible)) {
        let rank = match last {
            Some((score, spoken_for, rank))
                if (score - standing.score).abs() < TIE && spoken_for == standing.spoken_for =>
            {
                rank
            }
            _ => position,
        };
        standing.rank = Some(rank);
        last = Some((standing.score, standing.spoken_for, rank));
    }
}
