//! Scores: what holds for each target, what of it counts, and between which bounds the open facts leave it.

use crate::facts::{FactId, Facts, Value};
use crate::knowledge::{Assessment, Effect, Holds, Knowledge, Outranks, Rule, RuleId, Strength, TargetId};

/// Differences smaller than this are none: scores are sums of halves of points.
pub const TIE: f64 = 1e-9;

/// Whether a target can be recommended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    Eligible,
    /// It cannot run this workload, or not where it may run.
    Excluded,
    /// It is of another class: for another kind of deployment or another phase.
    NotApplicable,
}

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

/// Standings and reasons together.
#[derive(Clone, Debug)]
pub struct Scored {
    pub standings: Vec<Standing>,
    pub reasons: Vec<Reason>,
    /// The user's weight of each concern.
    pub weights: Vec<f64>,
}

impl Scored {
    pub fn eligible(&self) -> impl Iterator<Item = &Standing> {
        self.standings.iter().filter(|standing| standing.status == Status::Eligible)
    }
}

/// The weight of each concern: the number of the stated priority, else 1.
pub fn weights(knowledge: &Knowledge, facts: &Facts) -> Vec<f64> {
    let stated = |fact: FactId| match facts.value(fact) {
        Some(Value::Choice(choice)) => knowledge.fact(fact).choice_at(*choice)?.number.map(|(low, _)| low),
        _ => None,
    };
    knowledge.concerns.iter().map(|concern| concern.priority.and_then(stated).unwrap_or(1.0)).collect()
}

/// How a rule stands: as it holds now, and whether it could under some answers.
#[derive(Clone, Copy)]
struct RuleState {
    holds: Holds,
    could: bool,
}

/// Scores every target.
pub fn score(knowledge: &Knowledge, targets: &[TargetId], assessment: &Assessment, facts: &Facts) -> Scored {
    let states: Vec<RuleState> = knowledge
        .rules
        .iter()
        .map(|rule| RuleState { holds: assessment.rule(rule), could: assessment.could_hold(rule) })
        .collect();
    let weights = weights(knowledge, facts);
    let holding = |id: RuleId| states[id.index()].holds;
    let outranked = outranked(knowledge, &holding);
    let mut reasons = Vec::new();
    let mut standings: Vec<Standing> = targets
        .iter()
        .map(|target| standing(knowledge, *target, &states, &weights, outranked[target.index()], &mut reasons))
        .collect();
    for reason in &mut reasons {
        reason.facts = supports(knowledge, assessment, knowledge.rule(reason.rule));
    }
    rank(&mut standings);
    reasons.sort_by(|a, b| {
        order(knowledge, a).total_cmp(&order(knowledge, b)).then(a.rule.cmp(&b.rule)).then(a.target.cmp(&b.target))
    });
    Scored { standings, reasons, weights }
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

/// What the user's own measurements set aside of what documents say, for each target.
pub fn outranked(knowledge: &Knowledge, holds: &impl Fn(RuleId) -> Holds) -> Vec<Outranks> {
    let mut aside = vec![Outranks::default(); knowledge.targets.len()];
    for id in knowledge.rule_ids() {
        let rule = knowledge.rule(id);
        if rule.outranks != Outranks::default() && holds(id) >= Holds::Presumably {
            for (target, _) in &rule.effects {
                aside[target.index()] = aside[target.index()].or(rule.outranks);
            }
        }
    }
    aside
}

/// Whether measurements set an effect of a rule aside.
pub fn is_set_aside(knowledge: &Knowledge, rule: &Rule, effect: Effect, aside: Outranks) -> bool {
    !rule.measured && knowledge.concern(rule.concern).measurable && aside.sets_aside(effect)
}

/// The strongest of one sign in one concern, as it counts and within its bounds.
#[derive(Clone, Copy, Default)]
struct Side {
    /// The rule that counts: the strongest that holds, of equals the first by id.
    counts: Option<(Strength, RuleId)>,
    must: Option<Strength>,
    could: Option<Strength>,
}

impl Side {
    fn add(&mut self, strength: Strength, id: RuleId, state: RuleState) {
        if state.holds >= Holds::Presumably && self.counts.is_none_or(|(most, _)| strength > most) {
            self.counts = Some((strength, id));
        }
        if state.holds == Holds::Certainly {
            self.must = self.must.max(Some(strength));
        }
        if state.could {
            self.could = self.could.max(Some(strength));
        }
    }
}

/// What the rules come to for one target.
struct Tally<'a> {
    knowledge: &'a Knowledge,
    target: TargetId,
    /// By concern: for it and against it.
    sides: Vec<[Side; 2]>,
    /// Whether it is out, and by which rules.
    out: Option<(Status, Vec<RuleId>)>,
    weights: &'a [f64],
}

fn standing(
    knowledge: &Knowledge,
    target: TargetId,
    states: &[RuleState],
    weights: &[f64],
    aside: Outranks,
    reasons: &mut Vec<Reason>,
) -> Standing {
    let own =
        knowledge.rule_ids().filter_map(|id| Some((id, effect_on(knowledge.rule(id), target)?, states[id.index()])));
    let own: Vec<(RuleId, Effect, RuleState)> = own.collect();
    let sides = vec![[Side::default(); 2]; knowledge.concerns.len()];
    let mut tally = Tally { knowledge, target, sides, out: None, weights };
    own.iter().for_each(|(id, effect, state)| tally.add(*id, *effect, *state, aside));
    reasons.extend(own.iter().filter_map(|(id, effect, state)| tally.reason(*id, *effect, state.holds)));
    tally.standing()
}

impl Tally<'_> {
    fn add(&mut self, id: RuleId, effect: Effect, state: RuleState, aside: Outranks) {
        let rule = self.knowledge.rule(id);
        match effect {
            Effect::Favours(strength) | Effect::Disfavours(strength)
                if !is_set_aside(self.knowledge, rule, effect, aside) =>
            {
                self.sides[rule.concern.index()][sign(effect)].add(strength, id, state);
            }
            Effect::Excludes | Effect::NotApplicable if state.holds == Holds::Certainly => {
                let status = if effect == Effect::Excludes { Status::Excluded } else { Status::NotApplicable };
                let (kept, rules) = self.out.get_or_insert((status, Vec::new()));
                // What is of another class is not applicable, whatever else stands against it.
                *kept = (*kept).max(status);
                rules.push(id);
            }
            _ => {}
        }
    }

    /// The reason that a rule gives; none where it does not hold. On a target that is out nothing counts.
    fn reason(&self, rule: RuleId, effect: Effect, holds: Holds) -> Option<Reason> {
        let veto = effect.is_veto();
        if holds < if veto { Holds::Certainly } else { Holds::Presumably } {
            return None;
        }
        let concern = self.knowledge.rule(rule).concern.index();
        let first = self.sides[concern][sign(effect)].counts.is_some_and(|(_, first)| first == rule);
        let counts = !veto && self.out.is_none() && first;
        let contribution = if counts { points(self.knowledge, effect) * self.weights[concern] } else { 0.0 };
        Some(Reason { rule, target: self.target, effect, holds, contribution, counts, facts: Vec::new() })
    }

    /// The weighted sum of one side over all concerns.
    fn total(&self, side: usize, pick: impl Fn(&Side) -> Option<Strength>) -> f64 {
        let each = self.sides.iter().zip(self.weights).map(|(sides, weight)| {
            pick(&sides[side]).map_or(0.0, |strength| self.knowledge.scale.points(strength) * weight)
        });
        each.sum()
    }

    fn standing(self) -> Standing {
        let counts = |side: &Side| side.counts.map(|(strength, _)| strength);
        let scores = [
            self.total(0, counts) - self.total(1, counts),
            self.total(0, |side| side.must) - self.total(1, |side| side.could),
            self.total(0, |side| side.could) - self.total(1, |side| side.must),
        ];
        let favoured = |(sides, weight): (&[Side; 2], &f64)| sides[0].counts.is_some() && *weight > 0.0;
        let spoken_for = self.sides.iter().zip(self.weights).any(favoured);
        // What is out has no score.
        let eligible = self.out.is_none();
        let [score, low, high] = if eligible { scores } else { [0.0; 3] };
        let (status, out_by) = self.out.unwrap_or((Status::Eligible, Vec::new()));
        Standing {
            target: self.target,
            status,
            out_by,
            score,
            low,
            high,
            spoken_for: spoken_for && eligible,
            rank: None,
        }
    }
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

/// What a rule does to a target.
pub fn effect_on(rule: &Rule, target: TargetId) -> Option<Effect> {
    rule.effects.iter().find(|(on, _)| *on == target).map(|(_, effect)| *effect)
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
