//! Judges again with one or two more answers, quickly: only what hangs on them is worked out anew.

use super::Judge;
use super::answers::answers_of;
use super::score::{Status, TIE, effect_on, is_set_aside, outranked, points, weights};
use crate::derive::With;
use crate::facts::{FactId, Facts, Known, Origin, OriginKind, Truth, Value};
use crate::knowledge::{Assessment, Effect, Holds, Knowledge, Outranks, RuleId, TargetId};

/// What hangs on what, worked out once for a set of rules.
pub struct Index {
    /// For each fact, the tests that ask it.
    tests_of: Vec<Vec<usize>>,
    /// For each fact, the rules whose condition asks it.
    rules_of: Vec<Vec<RuleId>>,
    /// Whether another fact, a presumption or a formula hangs on the fact, so that all must be assessed anew.
    entangled: Vec<bool>,
}

impl Index {
    pub fn new(knowledge: &Knowledge) -> Self {
        let count = knowledge.facts.len();
        let mut tests_of = vec![Vec::new(); count];
        for (index, test) in knowledge.tests.iter().enumerate() {
            tests_of[test.fact.index()].push(index);
        }
        let mut rules_of = vec![Vec::new(); count];
        for id in knowledge.rule_ids() {
            let rule = knowledge.rule(id);
            let mut facts = knowledge.facts_of(&rule.when);
            facts.extend(rule.unless.iter().flat_map(|unless| knowledge.facts_of(unless)));
            facts.sort_unstable();
            facts.dedup();
            for fact in facts {
                rules_of[fact.index()].push(id);
            }
        }
        let mut entangled = vec![false; count];
        let conditions = knowledge.facts.iter().filter_map(|fact| fact.applies.as_ref());
        for condition in conditions.chain(knowledge.presumptions.iter().map(|presumption| &presumption.when)) {
            for fact in knowledge.facts_of(condition) {
                entangled[fact.index()] = true;
            }
        }
        for (fact, declared) in knowledge.declared() {
            for input in &declared.open_with {
                entangled[input.index()] = true;
            }
            entangled[fact.index()] |= knowledge.concerns.iter().any(|concern| concern.priority == Some(fact));
        }
        Self { tests_of, rules_of, entangled }
    }
}

/// A fact that may still be answered, with the answers worth trying.
pub struct Question {
    pub fact: FactId,
    pub answers: Vec<Value>,
    /// Whether an answer could exclude the leader.
    may_exclude: bool,
    /// For each target, the most that answers could move its score, whatever else is answered.
    gain: Vec<f64>,
}

/// The state of one workload, to be judged again with more answers.
pub struct Probe<'a> {
    judge: &'a Judge<'a>,
    stated: &'a Facts,
    assessment: &'a Assessment,
    holds: Vec<Holds>,
    weights: Vec<f64>,
    inputs: Vec<FactId>,
    aside: Vec<Outranks>,
}

impl<'a> Probe<'a> {
    pub fn new(judge: &'a Judge<'a>, stated: &'a Facts, derived: &'a Facts, assessment: &'a Assessment) -> Self {
        let knowledge = judge.knowledge;
        let holds: Vec<Holds> = knowledge.rules.iter().map(|rule| assessment.rule(rule)).collect();
        let aside = outranked(knowledge, &|id: RuleId| holds[id.index()]);
        Self {
            judge,
            stated,
            assessment,
            holds,
            weights: weights(knowledge, derived),
            inputs: judge.derivation.inputs(),
            aside,
        }
    }

    fn knowledge(&self) -> &'a Knowledge {
        self.judge.knowledge
    }

    /// Every question that is open, or answered in part, and has a bearing on any rule.
    pub fn questions(&self) -> Vec<Question> {
        let knowledge = self.knowledge();
        knowledge
            .declared()
            .filter(|(fact, declared)| {
                let partly = matches!(self.stated.value(*fact), Some(Value::Choices { more: true, .. })) && declared.is_open();
                self.assessment.open[fact.index()] || partly
            })
            .filter_map(|(fact, _)| {
                let answers = answers_of(knowledge, fact, self.stated.value(fact));
                let bears = !self.judge.index.rules_of[fact.index()].is_empty() || self.is_entangled(fact);
                (bears && !answers.is_empty()).then(|| self.question(fact, answers))
            })
            .collect()
    }

    fn is_entangled(&self, fact: FactId) -> bool {
        self.judge.index.entangled[fact.index()] || self.inputs.contains(&fact)
    }

    /// How much the answers to a question could move, bounded by what the rules that hang on it could do at most.
    fn question(&self, fact: FactId, answers: Vec<Value>) -> Question {
        let knowledge = self.knowledge();
        let index = &self.judge.index;
        let touched: Vec<RuleId> = if self.is_entangled(fact) {
            knowledge.rule_ids().collect()
        } else {
            index.rules_of[fact.index()].clone()
        };
        let unsettled: Vec<RuleId> = touched.into_iter().filter(|id| self.may_turn(*id)).collect();
        let may_exclude = unsettled.iter().any(|id| {
            knowledge.rule(*id).effects.iter().any(|(_, effect)| matches!(effect, Effect::Excludes | Effect::NotApplicable))
        });
        let mut gain = vec![0.0; knowledge.targets.len()];
        for target in knowledge.target_ids() {
            let mut seen: Vec<(u8, usize)> = Vec::new();
            for id in &unsettled {
                let rule = knowledge.rule(*id);
                let Some(effect) = effect_on(rule, target) else { continue };
                let side = usize::from(matches!(effect, Effect::Disfavours(_)));
                if matches!(effect, Effect::Excludes | Effect::NotApplicable) || seen.contains(&(rule.concern.0, side)) {
                    continue;
                }
                seen.push((rule.concern.0, side));
                // One side of one concern can move by a strong effect at most.
                let most = knowledge.scale.strong * self.weights[rule.concern.index()];
                gain[target.index()] += most;
            }
        }
        Question { fact, answers, may_exclude, gain }
    }

    /// Whether an answer may still turn a rule.
    fn may_turn(&self, id: RuleId) -> bool {
        let rule = self.knowledge().rule(id);
        let settled = |truth: Truth| !truth.is_unknown();
        match rule.when.truth(&self.assessment.stated) {
            Truth::False => false,
            Truth::Unknown => !rule.unless.as_ref().is_some_and(|unless| unless.truth(&self.assessment.stated).is_true()),
            Truth::True => rule.unless.as_ref().is_some_and(|unless| !settled(unless.truth(&self.assessment.stated))),
        }
    }

    /// Whether two answers together could change the target at all, by the bounds alone.
    pub fn could_change(&self, one: &Question, other: &Question, leader: Option<TargetId>) -> bool {
        let Some(leader) = leader else { return true };
        if one.may_exclude || other.may_exclude {
            return true;
        }
        let standing = self.scores(&self.holds, &self.weights, &self.aside);
        let first = standing[leader.index()].score;
        let slack = one.gain[leader.index()] + other.gain[leader.index()];
        self.judge.targets.iter().any(|target| {
            let rival = &standing[target.index()];
            let reach = one.gain[target.index()] + other.gain[target.index()];
            *target != leader && rival.status == Status::Eligible && rival.score + reach + slack + TIE >= first
        })
    }

    /// The target that would be recommended with these answers.
    pub fn target_with(&self, answers: &[(FactId, &Value)]) -> Option<TargetId> {
        if answers.iter().any(|(fact, _)| self.is_entangled(*fact)) {
            return self.anew(answers);
        }
        let knowledge = self.knowledge();
        let index = &self.judge.index;
        let mut assessment = self.assessment.clone();
        let mut touched: Vec<RuleId> = Vec::new();
        for (fact, value) in answers {
            for test in &index.tests_of[fact.index()] {
                let truth = knowledge.tests[*test].of_value(value);
                assessment.stated[*test] = truth;
                assessment.assumed[*test] = truth;
            }
            touched.extend(&index.rules_of[fact.index()]);
        }
        let mut holds = self.holds.clone();
        for id in touched {
            holds[id.index()] = assessment.rule(knowledge.rule(id));
        }
        self.leader(&self.scores(&holds, &self.weights, &self.aside))
    }

    /// The same where other facts hang on the answers: everything is worked out again.
    fn anew(&self, answers: &[(FactId, &Value)]) -> Option<TargetId> {
        let knowledge = self.knowledge();
        let mut stated = self.stated.clone();
        for (fact, value) in answers {
            let known = Known { value: (*value).clone(), origin: Origin::of(OriginKind::Answered) };
            stated.set(*fact, Some(known));
        }
        let facts = self.judge.derivation.derive(knowledge, &stated, With::default());
        let assessment = Assessment::of(knowledge, &facts);
        let holds: Vec<Holds> = knowledge.rules.iter().map(|rule| assessment.rule(rule)).collect();
        self.leader(&self.scores(&holds, &weights(knowledge, &facts), &self.aside))
    }

    fn scores(&self, holds: &[Holds], weights: &[f64], aside: &[Outranks]) -> Vec<Place> {
        let knowledge = self.knowledge();
        let concerns = knowledge.concerns.len();
        let mut most = vec![[0.0_f64; 2]; concerns * knowledge.targets.len()];
        let mut places = vec![Place::default(); knowledge.targets.len()];
        for (rule, holds) in knowledge.rules.iter().zip(holds).filter(|(_, holds)| **holds >= Holds::Presumably) {
            for (target, effect) in &rule.effects {
                let place = &mut places[target.index()];
                match effect {
                    Effect::Excludes | Effect::NotApplicable => {
                        if *holds == Holds::Certainly {
                            place.status = Status::Excluded;
                        }
                    }
                    Effect::Favours(_) | Effect::Disfavours(_) => {
                        if is_set_aside(knowledge, rule, *effect, aside[target.index()]) {
                            continue;
                        }
                        let side = usize::from(matches!(effect, Effect::Disfavours(_)));
                        let weight = weights[rule.concern.index()];
                        place.spoken_for |= side == 0 && weight > 0.0;
                        let cell = &mut most[target.index() * concerns + rule.concern.index()][side];
                        *cell = cell.max(points(knowledge, *effect).abs() * weight);
                    }
                }
            }
        }
        for (place, cells) in places.iter_mut().zip(most.chunks(concerns.max(1))) {
            place.score = cells.iter().map(|[favour, disfavour]| favour - disfavour).sum();
        }
        places
    }

    fn leader(&self, places: &[Place]) -> Option<TargetId> {
        let eligible = || self.judge.targets.iter().copied().filter(|target| places[target.index()].status == Status::Eligible);
        let mut all = eligible();
        if let (Some(only), None) = (all.next(), all.next()) {
            return Some(only);
        }
        let mut best: Option<TargetId> = None;
        for target in eligible().filter(|target| places[target.index()].spoken_for) {
            let better = best.is_none_or(|best| places[target.index()].score > places[best.index()].score + TIE);
            best = if better { Some(target) } else { best };
        }
        best
    }
}

/// Where a target stands in a probe.
#[derive(Clone, Copy)]
struct Place {
    status: Status,
    score: f64,
    spoken_for: bool,
}

impl Default for Place {
    fn default() -> Self {
        Self { status: Status::Eligible, score: 0.0, spoken_for: false }
    }
}
