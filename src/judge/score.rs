//! Scores: what holds for each target, what of it counts, and between which bounds the open facts leave it.

use std::cmp::Reverse;
use std::sync::Arc;

use super::engine::{Program, Run, Status};
use crate::facts::{FactId, Facts, Truth, Value};
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
    pub facts: Arc<[FactId]>,
}

/// The weight of each concern: the number of the stated priority, else 1.
pub fn weights(knowledge: &Knowledge, facts: &Facts) -> Vec<f64> {
    let mut weights = Vec::new();
    weigh(knowledge, facts, &mut weights);
    weights
}

/// The same, in memory that is there already.
pub fn weigh(knowledge: &Knowledge, facts: &Facts, weights: &mut Vec<f64>) {
    let stated = |fact: FactId| match facts.value(fact) {
        Some(Value::Choice(choice)) => knowledge.fact(fact).choice_at(*choice)?.number.map(|(low, _)| low),
        _ => None,
    };
    weights.clear();
    weights.extend(knowledge.concerns.iter().map(|concern| concern.priority.and_then(stated).unwrap_or(1.0)));
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
    let certain = vetoes.filter(|veto| run.states.of(veto.row).is_certain).map(|veto| veto.rule);
    let mut out_by: Vec<RuleId> = if out { certain.collect() } else { Vec::new() };
    out_by.sort_unstable();
    // What is out has no score.
    let of = |score: f64| if out { 0.0 } else { score };
    Standing {
        target,
        status: place.status,
        out_by,
        score: of(place.score),
        low: of(place.low),
        high: of(place.high),
        spoken_for: place.spoken_for && !out,
        rank: None,
    }
}

/// An effect that holds, before the facts behind it are gathered.
struct Held {
    /// Its place among the others, least first: its order in millionths of a point, its rule and its target in one number.
    key: i128,
    rule: RuleId,
    target: TargetId,
    row: usize,
    effect: Effect,
    contribution: f64,
    counts: bool,
}

/// Every effect that holds on a judged target, strongest first.
pub fn reasons(
    program: &Program,
    run: &Run,
    assessment: &Assessment,
    (targets, weights): (&[TargetId], &[f64]),
) -> Vec<Reason> {
    let mut held = held(program, run, targets, weights);
    held.sort_unstable_by_key(|it| it.key);
    let mut supports = Vec::new();
    let mut worked_out = |it: &Held| -> Arc<[FactId]> {
        supports_of(program.knowledge, assessment, program.knowledge.rule(it.rule), &mut supports);
        supports.as_slice().into()
    };
    // Those of rules that do several things, so that they are worked out once.
    let mut shared: Vec<(RuleId, Arc<[FactId]>)> = Vec::new();
    let reason = |it: Held| {
        let known = shared.iter().find(|(rule, _)| *rule == it.rule).map(|(_, facts)| facts);
        let facts = known.or(program.supports(it.row)).cloned().unwrap_or_else(|| {
            let facts = worked_out(&it);
            if program.knowledge.rule(it.rule).effects.len() > 1 {
                shared.push((it.rule, facts.clone()));
            }
            facts
        });
        Reason {
            rule: it.rule,
            target: it.target,
            effect: it.effect,
            holds: run.states.of(it.row).holds(),
            contribution: it.contribution,
            counts: it.counts,
            facts,
        }
    };
    held.into_iter().map(reason).collect()
}

fn held(program: &Program, run: &Run, targets: &[TargetId], weights: &[f64]) -> Vec<Held> {
    let knowledge = program.knowledge;
    let first = first_of_each_cell(program, run);
    let mut held = Vec::new();
    run.states.each_counting(|row| {
        let (id, is_certain) = (program.effects.rules[row], run.states.of(row).is_certain);
        let rule = knowledge.rule(id);
        let concern = rule.concern.index();
        for (target, effect) in rule.effects.iter().filter(|(target, _)| targets.contains(target)) {
            let veto = effect.is_veto();
            if veto && !is_certain {
                continue;
            }
            let out = run.tally.places[target.index()].status != Status::Eligible;
            let cell = target.index() * knowledge.concerns.len() + concern;
            // On a target that is out nothing counts.
            let counts = !veto && !out && first[cell][sign(*effect)].is_some_and(|(_, first)| first == id);
            let contribution = if counts { points(knowledge, *effect) * weights[concern] } else { 0.0 };
            let order = order(knowledge, *effect, counts.then_some(contribution));
            let key = (i128::from(order) << 32) + i128::from(id.0) * 0x1_0000 + i128::from(target.0);
            held.push(Held { key, rule: id, target: *target, row, effect: *effect, contribution, counts });
        }
    });
    held
}

/// For each cell and side the rule that counts: the strongest that holds, of equals the first by id.
fn first_of_each_cell(program: &Program, run: &Run) -> Vec<[Option<(Strength, RuleId)>; 2]> {
    let mut first = vec![[None; 2]; run.tally.places.len() * program.effects.concerns];
    run.states.each_counting(|row| {
        for effect in program.effects.counting_in(row) {
            let place: &mut Option<(Strength, RuleId)> = &mut first[effect.cell as usize][usize::from(effect.side)];
            let counts = !effect.is_set_aside(run.tally.aside[effect.target.index()]);
            let before = |(most, rule)| (effect.strength, Reverse(effect.rule)) > (most, Reverse(rule));
            if counts && place.is_none_or(before) {
                *place = Some((effect.strength, effect.rule));
            }
        }
    });
    first
}

/// Vetoes first, then what counts by weight, then the rest by strength: in millionths of a point, least first.
fn order(knowledge: &Knowledge, effect: Effect, contribution: Option<f64>) -> i64 {
    let order = match (effect, contribution) {
        (Effect::Excludes | Effect::NotApplicable, _) => return i64::MIN,
        (_, Some(contribution)) => -1e6 - contribution.abs(),
        (Effect::Favours(strength) | Effect::Disfavours(strength), None) => -knowledge.scale.points(strength) / 100.0,
    };
    (order * 1e6) as i64
}

/// Gathers the facts that made a rule hold which does hold, also those that keep what would lift it from doing so.
fn supports_of(knowledge: &Knowledge, assessment: &Assessment, rule: &Rule, facts: &mut Vec<FactId>) {
    facts.clear();
    assessment.add_supports(knowledge, (&rule.when, Truth::True), facts);
    if let Some(unless) = rule.unless.as_ref().filter(|unless| unless.truth(&assessment.assumed).is_false()) {
        let of_condition = facts.len();
        assessment.add_supports(knowledge, (unless, Truth::False), facts);
        let known = |fact: FactId| !assessment.open[fact.index()] || assessment.presumption_for(fact).is_some();
        let mut at = 0;
        facts.retain(|fact| {
            at += 1;
            at <= of_condition || known(*fact) && knowledge.fact(*fact).is_open()
        });
    }
    facts.sort_unstable();
    facts.dedup();
}

fn sign(effect: Effect) -> usize {
    usize::from(matches!(effect, Effect::Disfavours(_)))
}

/// The signed points of an effect before priorities.
fn points(knowledge: &Knowledge, effect: Effect) -> f64 {
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
