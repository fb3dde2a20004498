//! Judges again with one or two more answers, quickly: only what hangs on them is worked out anew.

use super::Judge;
use super::answers::answers_of;
use super::score::{Status, TIE, is_set_aside, outranked, points, weights};
use super::trial::{Ground, Trial};
use crate::facts::{FactId, Facts, Truth, Value};
use crate::knowledge::{Assessment, Effect, Holds, Knowledge, Outranks, RuleId, TargetId};

/// A fact that may still be answered, with the answers worth trying and what each does alone.
pub struct Question {
    pub fact: FactId,
    pub answers: Vec<Value>,
    /// The target that each answer alone leads to.
    pub targets: Vec<Option<TargetId>>,
    /// For each target, the most that an answer could raise its score, alone or beside any other answer.
    rise: Vec<f64>,
    /// For each target, the most that an answer could lower it.
    fall: Vec<f64>,
    /// Rules that hang on the fact and may still turn.
    turning: Vec<RuleId>,
}

impl Question {
    /// How many rules hang on the fact that may still turn.
    pub fn weight(&self) -> usize {
        self.turning.len()
    }
}

/// The state of one workload, to be judged again with more answers.
pub struct Probe<'a> {
    judge: &'a Judge<'a>,
    stated: &'a Facts,
    derived: &'a Facts,
    base: &'a Assessment,
    holds: Vec<Holds>,
    weights: Vec<f64>,
    aside: Vec<Outranks>,
    cells: Vec<Cell>,
    places: Vec<Place>,
}

/// The strongest favour and disfavour of one target in one concern, weighted: as they count, and those that are certain.
#[derive(Clone, Copy, Default)]
struct Cell {
    counts: [f64; 2],
    certain: [f64; 2],
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

impl<'a> Probe<'a> {
    pub fn new(judge: &'a Judge<'a>, stated: &'a Facts, derived: &'a Facts, base: &'a Assessment) -> Self {
        let knowledge = judge.knowledge;
        let holds: Vec<Holds> = knowledge.rules.iter().map(|rule| base.rule(rule)).collect();
        let aside = outranked(knowledge, &|id: RuleId| holds[id.index()]);
        let mut probe = Self {
            judge,
            stated,
            derived,
            base,
            holds,
            weights: weights(knowledge, derived),
            aside,
            cells: Vec::new(),
            places: Vec::new(),
        };
        probe.cells = probe.cells_of(&probe.holds);
        probe.places = probe.places_of(&probe.holds, &probe.cells);
        probe
    }

    fn knowledge(&self) -> &'a Knowledge {
        self.judge.knowledge
    }

    /// Every question that is open, or answered in part, and has a bearing on a rule that may still turn.
    pub fn questions(&self) -> Vec<Question> {
        let knowledge = self.knowledge();
        let open = knowledge.declared().filter(|(fact, declared)| {
            let partly =
                matches!(self.stated.value(*fact), Some(Value::Choices { more: true, .. })) && declared.is_open();
            self.base.open[fact.index()] || partly
        });
        open.filter_map(|(fact, _)| self.question(fact)).collect()
    }

    fn question(&self, fact: FactId) -> Option<Question> {
        let knowledge = self.knowledge();
        let index = &self.judge.index;
        let mut turning: Vec<RuleId> =
            index.reach(fact).into_iter().flat_map(|fact| &index.rules_of[fact.index()]).copied().collect();
        turning.sort_unstable();
        turning.dedup();
        turning.retain(|id| self.may_turn(*id));
        if turning.is_empty() {
            return None;
        }
        let answers = answers_of(knowledge, fact, self.stated.value(fact), &self.base.stated);
        let count = knowledge.targets.len();
        let mut question = Question {
            fact,
            answers: Vec::new(),
            targets: Vec::new(),
            rise: vec![0.0; count],
            fall: vec![0.0; count],
            turning,
        };
        for answer in answers {
            let trial = self.trial(&[(fact, &answer)]);
            if trial.changed.is_empty()
                && index.presumed_from[fact.index()].is_empty()
                && index.applied_by[fact.index()].is_empty()
            {
                // An answer that turns no rule can turn none beside another either, unless they share one.
                let shares = question.turning.iter().any(|id| self.asks_more_than(*id, fact));
                if !shares {
                    continue;
                }
            }
            self.bound(&trial, &mut question);
            question.targets.push(self.leader(&self.places_of(&trial.holds, &self.cells_of(&trial.holds))));
            question.answers.push(answer);
        }
        (!question.answers.is_empty()).then_some(question)
    }

    /// Whether a rule hangs on another open fact as well.
    fn asks_more_than(&self, id: RuleId, fact: FactId) -> bool {
        let knowledge = self.knowledge();
        let rule = knowledge.rule(id);
        let unless = rule.unless.iter().flat_map(|unless| knowledge.facts_of(unless));
        knowledge
            .facts_of(&rule.when)
            .into_iter()
            .chain(unless)
            .any(|other| other != fact && (self.base.open[other.index()] || self.derived.get(other).is_none()))
    }

    /// Widens the bounds of a question by what one of its answers does.
    ///
    /// A favour that appears raises by its lead over what counts. Where a rule falls away, another answer may take the
    /// next one in its cell with it, so all that is not certain is taken as gone.
    fn bound(&self, trial: &Trial, question: &mut Question) {
        let knowledge = self.knowledge();
        let count = knowledge.targets.len();
        let concerns = knowledge.concerns.len();
        let (mut rise, mut fall) = (vec![0.0; count], vec![0.0; count]);
        let mut moved: Vec<(usize, usize, f64, bool)> = Vec::new();
        for id in &trial.changed {
            let rule = knowledge.rule(*id);
            let (before, after) = (self.holds[id.index()], trial.holds[id.index()]);
            for (target, effect) in &rule.effects {
                let aside = is_set_aside(knowledge, rule, *effect, self.aside[target.index()]);
                if aside || matches!(effect, Effect::Excludes | Effect::NotApplicable) {
                    continue;
                }
                let side = usize::from(matches!(effect, Effect::Disfavours(_)));
                let cell = target.index() * concerns + rule.concern.index();
                let weighted = points(knowledge, *effect).abs() * self.weights[rule.concern.index()];
                let appears = after >= Holds::Presumably && before < Holds::Presumably;
                let falls = after < Holds::Presumably && before >= Holds::Presumably;
                let gained = if appears { (weighted - self.cells[cell].counts[side]).max(0.0) } else { 0.0 };
                match moved.iter_mut().find(|(at, on, _, _)| (*at, *on) == (cell, side)) {
                    Some((_, _, most, gone)) => {
                        *most = most.max(gained);
                        *gone |= falls;
                    }
                    None => moved.push((cell, side, gained, falls)),
                }
            }
        }
        for (cell, side, gained, gone) in moved {
            let target = cell / concerns.max(1);
            let lost = if gone { self.cells[cell].counts[side] - self.cells[cell].certain[side] } else { 0.0 };
            let (up, down) = if side == 0 { (gained, lost) } else { (lost, gained) };
            rise[target] += up;
            fall[target] += down;
        }
        for target in 0..count {
            question.rise[target] = question.rise[target].max(rise[target]);
            question.fall[target] = question.fall[target].max(fall[target]);
        }
    }

    /// Whether an answer may still turn a rule.
    fn may_turn(&self, id: RuleId) -> bool {
        let rule = self.knowledge().rule(id);
        if rule.effects.is_empty() {
            return false;
        }
        let unless = rule.unless.as_ref().map(|unless| unless.truth(&self.base.stated));
        match rule.when.truth(&self.base.stated) {
            Truth::False => false,
            Truth::Unknown => unless != Some(Truth::True),
            Truth::True => unless == Some(Truth::Unknown),
        }
    }

    /// Whether two answers together could change the target at all, by the bounds alone.
    pub fn could_change(&self, one: &Question, other: &Question, leader: TargetId) -> bool {
        let knowledge = self.knowledge();
        let concerns = knowledge.concerns.len();
        let shared = one.turning.iter().filter(|id| other.turning.binary_search(id).is_ok());
        let count = knowledge.targets.len();
        let (mut rise, mut fall) = (vec![0.0; count], vec![0.0; count]);
        for id in shared {
            let rule = knowledge.rule(*id);
            for (target, effect) in &rule.effects {
                if matches!(effect, Effect::Excludes | Effect::NotApplicable) {
                    // Together the two may exclude the leader.
                    if *target == leader {
                        return true;
                    }
                    continue;
                }
                let side = usize::from(matches!(effect, Effect::Disfavours(_)));
                let cell = &self.cells[target.index() * concerns + rule.concern.index()];
                let weighted = points(knowledge, *effect).abs() * self.weights[rule.concern.index()];
                let gained = (weighted - cell.counts[side]).max(0.0);
                let lost = if self.holds[id.index()] >= Holds::Presumably {
                    cell.counts[side] - cell.certain[side]
                } else {
                    0.0
                };
                let (up, down) = if side == 0 { (gained, lost) } else { (lost, gained) };
                rise[target.index()] += up;
                fall[target.index()] += down;
            }
        }
        let first = leader.index();
        let drop = one.fall[first] + other.fall[first] + fall[first];
        self.judge.targets.iter().any(|target| {
            let at = target.index();
            let reach = one.rise[at] + other.rise[at] + rise[at];
            let rival = &self.places[at];
            *target != leader
                && rival.status == Status::Eligible
                && rival.score + reach + drop + TIE >= self.places[first].score
        })
    }

    /// Whether a target leads in every completion of what is still open with these answers: by bounds that let every rule
    /// that could hold count for a rival, and only those that must hold for the target.
    pub fn leads_in_every_completion(&self, answers: &[(FactId, &Value)], leader: TargetId) -> bool {
        let knowledge = self.knowledge();
        let trial = self.trial(answers);
        let concerns = knowledge.concerns.len();
        let mut must = vec![[0.0_f64; 2]; concerns * knowledge.targets.len()];
        let mut could = must.clone();
        let mut status = vec![Status::Eligible; knowledge.targets.len()];
        for (rule, holds) in knowledge.rules.iter().zip(&trial.holds) {
            let certain = *holds == Holds::Certainly;
            if rule.effects.is_empty() || !certain && !trial.assessment.could_hold(rule) {
                continue;
            }
            for (target, effect) in &rule.effects {
                if matches!(effect, Effect::Excludes | Effect::NotApplicable) {
                    if *target == leader {
                        return false;
                    }
                    if certain {
                        status[target.index()] = Status::Excluded;
                    }
                } else if !is_set_aside(knowledge, rule, *effect, self.aside[target.index()]) {
                    let side = usize::from(matches!(effect, Effect::Disfavours(_)));
                    let weighted = points(knowledge, *effect).abs() * self.weights[rule.concern.index()];
                    let cell = target.index() * concerns + rule.concern.index();
                    could[cell][side] = could[cell][side].max(weighted);
                    if certain {
                        must[cell][side] = must[cell][side].max(weighted);
                    }
                }
            }
        }
        let cells = |target: TargetId| target.index() * concerns..(target.index() + 1) * concerns;
        let least: f64 = cells(leader).map(|cell| must[cell][0] - could[cell][1]).sum();
        let spoken_for = cells(leader).any(|cell| must[cell][0] > 0.0);
        let mut rivals =
            self.judge.targets.iter().filter(|it| **it != leader && status[it.index()] == Status::Eligible);
        rivals.all(|rival| {
            let most: f64 = cells(*rival).map(|cell| could[cell][0] - must[cell][1]).sum();
            let silent = cells(*rival).all(|cell| could[cell][0] == 0.0);
            spoken_for && (silent || most + TIE < least || most <= least + TIE && leader < *rival)
        })
    }

    /// The target that would be recommended with these answers, and how far ahead of every other it would be.
    pub fn lead_with(&self, answers: &[(FactId, &Value)]) -> Option<(TargetId, f64)> {
        let trial = self.trial(answers);
        let places = self.places_of(&trial.holds, &self.cells_of(&trial.holds));
        let leader = self.leader(&places)?;
        let rivals = self.judge.targets.iter().filter(|it| **it != leader).map(|it| &places[it.index()]);
        let best = rivals.filter(|it| it.status == Status::Eligible && it.spoken_for).map(|it| it.score);
        Some((leader, places[leader.index()].score - best.fold(f64::NEG_INFINITY, f64::max)))
    }

    /// The target that would be recommended with these answers.
    pub fn target_with(&self, answers: &[(FactId, &Value)]) -> Option<TargetId> {
        let trial = self.trial(answers);
        self.leader(&self.places_of(&trial.holds, &self.cells_of(&trial.holds)))
    }

    fn trial(&self, changes: &[(FactId, &Value)]) -> Trial {
        let (judge, stated, derived, base) = (self.judge, self.stated, self.derived, self.base);
        Ground { judge, stated, derived, base, holds: &self.holds }.trial(changes)
    }

    fn cells_of(&self, holds: &[Holds]) -> Vec<Cell> {
        let knowledge = self.knowledge();
        let concerns = knowledge.concerns.len();
        let mut cells = vec![Cell::default(); concerns * knowledge.targets.len()];
        for (rule, holds) in knowledge.rules.iter().zip(holds).filter(|(_, holds)| **holds >= Holds::Presumably) {
            for (target, effect) in &rule.effects {
                let veto = matches!(effect, Effect::Excludes | Effect::NotApplicable);
                if veto || is_set_aside(knowledge, rule, *effect, self.aside[target.index()]) {
                    continue;
                }
                let side = usize::from(matches!(effect, Effect::Disfavours(_)));
                let cell = &mut cells[target.index() * concerns + rule.concern.index()];
                let weighted = points(knowledge, *effect).abs() * self.weights[rule.concern.index()];
                cell.counts[side] = cell.counts[side].max(weighted);
                if *holds == Holds::Certainly {
                    cell.certain[side] = cell.certain[side].max(weighted);
                }
            }
        }
        cells
    }

    fn places_of(&self, holds: &[Holds], cells: &[Cell]) -> Vec<Place> {
        let knowledge = self.knowledge();
        let mut places = vec![Place::default(); knowledge.targets.len()];
        for (place, cells) in places.iter_mut().zip(cells.chunks(knowledge.concerns.len().max(1))) {
            place.score = cells.iter().map(|cell| cell.counts[0] - cell.counts[1]).sum();
            place.spoken_for = cells.iter().any(|cell| cell.counts[0] > 0.0);
        }
        for (rule, _) in knowledge.rules.iter().zip(holds).filter(|(_, holds)| **holds == Holds::Certainly) {
            for (target, effect) in &rule.effects {
                if matches!(effect, Effect::Excludes | Effect::NotApplicable) {
                    places[target.index()].status = Status::Excluded;
                }
            }
        }
        places
    }

    fn leader(&self, places: &[Place]) -> Option<TargetId> {
        let eligible =
            || self.judge.targets.iter().copied().filter(|target| places[target.index()].status == Status::Eligible);
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
