//! The knowledge as it is run: conditions as rows of bits, effects in the order of these rows.

use std::iter::repeat_n;
use std::sync::{Arc, OnceLock};

use super::gates::Gate;
use super::matrix::Matrix;
use super::patterns::{Kind, Patterns};
use crate::facts::{FactId, Value};
use crate::knowledge::{Effect, Fact, Knowledge, Outranks, Rule, RuleId, Strength, TargetId, effective};

/// A set of rules made ready to be judged by, once for all workloads.
pub struct Program<'k> {
    pub knowledge: &'k Knowledge,
    pub(super) patterns: Patterns<'k>,
    /// For each fact, what is taken where it is not stated and applies.
    pub(super) blank: Vec<Kind>,
    /// Facts for which a value is then taken that no kind foresees.
    pub(super) taken: Vec<(FactId, Value)>,
    /// For each fact, whether an answer may come where it applies.
    pub(super) may_open: Vec<bool>,
    /// Facts that apply only under a condition, in the order of their conditions.
    pub(super) applies: Vec<FactId>,
    pub(super) applying: Matrix,
    /// For each fact, whether others apply or not depending on it.
    pub(super) closes: Vec<bool>,
    /// Derived facts, together with the open facts that keep them unknown.
    pub(super) open_with: Vec<(Vec<FactId>, Vec<FactId>)>,
    pub(super) presuming: Matrix,
    /// The conditions of all rules that decide, then from a new word on what lifts each, then from a new word on when a
    /// target is verified.
    pub(super) ruling: Matrix,
    /// How many words the conditions of these rules take.
    pub(super) words: usize,
    /// For each target, the bit of its being verified; none where that needs no saying.
    verified: Vec<Option<usize>>,
    pub effects: Effects,
    /// For each row, once it was asked for, the facts behind its rule where they are the same whenever the rule holds.
    supports: Vec<OnceLock<Option<Arc<[FactId]>>>>,
    /// The rules that say to measure first.
    pub measure_first: Vec<RuleId>,
    /// The rules that raise a caution, and those with a step.
    pub cautions: Vec<RuleId>,
    pub steps: Vec<RuleId>,
    /// For each target, the rules that can be a cause against it.
    pub causes: Vec<Vec<RuleId>>,
}

/// What rules do to targets.
///
/// Rules that do nothing to a target and say nothing of what to measure decide nothing. The others stand in rows, and only
/// these are run.
pub struct Effects {
    pub targets: usize,
    pub concerns: usize,
    /// By row its rule, and by rule its row.
    pub rules: Vec<RuleId>,
    rows: Vec<Option<u16>>,
    /// Favours and disfavours, in the order of the rows.
    pub counting: Vec<Counting>,
    pub vetoes: Vec<Veto>,
    /// Rules by which measurements set aside what documents say of a target.
    pub outranking: Vec<Outranking>,
    /// The rows of these rules, as bits.
    pub outranking_rows: Vec<u64>,
    /// For each row its first favour or disfavour.
    pub first: Vec<First>,
    /// For each row, what it has of all these.
    spans: Vec<Span>,
    /// By the strengths that are present, as bits: the points of the strongest.
    pub points: [f64; 8],
}

/// What measurements set aside of a target where the rule of a row holds.
pub struct Outranking {
    pub row: usize,
    pub target: TargetId,
    pub outranks: Outranks,
}

/// The first favour or disfavour of a rule: most have no other.
#[derive(Clone, Copy)]
pub struct First {
    /// Its place among the sides of all cells; behind them all where the rule has none.
    pub place: u32,
    pub strength: u8,
    /// Whether the rule has others, or vetoes.
    pub more: bool,
}

/// Where the effects of one rule stand, from and to.
struct Span {
    counting: (u32, u32),
    vetoes: (u32, u32),
}

/// A favour or disfavour.
pub struct Counting {
    pub rule: RuleId,
    pub row: usize,
    pub target: TargetId,
    /// The cell of the target and concern, and in it the side: 0 for the target, 1 against it.
    pub cell: u32,
    pub side: u8,
    pub strength: Strength,
    /// Whether measurements may set it aside.
    pub yields: bool,
}

/// An effect that puts a target out.
pub struct Veto {
    pub rule: RuleId,
    pub row: usize,
    pub target: TargetId,
    pub effect: Effect,
}

impl<'k> Program<'k> {
    pub fn new(knowledge: &'k Knowledge) -> Self {
        let patterns = Patterns::new(knowledge);
        let conditional = || knowledge.declared().filter(|(_, fact)| fact.applies.is_some());
        let rows = rows(knowledge, &patterns);
        let words = rows.len().div_ceil(64);
        let unused = repeat_n(Gate::of(None, &patterns), words * 64 - rows.len());
        let mut bits = 2 * words * 64..;
        let verifying = || knowledge.targets.iter().map(|target| target.verified.as_ref());
        let verified = verifying().filter(Option::is_some).map(|condition| Gate::of(condition, &patterns));
        let (rules, conditions): (Vec<RuleId>, Vec<[Gate; 2]>) = rows.into_iter().unzip();
        let (whens, unlesses): (Vec<Gate>, Vec<Gate>) =
            conditions.into_iter().map(|[when, unless]| (when, unless)).unzip();
        let gates = whens.into_iter().chain(unused.clone()).chain(unlesses).chain(unused).chain(verified);
        let ruling = Matrix::of(&patterns, &gates.collect::<Vec<Gate>>());
        let effects = Effects::new(knowledge, rules);
        let applying = Matrix::new(&patterns, conditional().map(|(_, fact)| fact.applies.as_ref()));
        let mut closes = vec![false; knowledge.facts.len()];
        applying.asked().for_each(|fact| closes[fact.index()] = true);
        Self {
            knowledge,
            blank: patterns.facts.iter().map(|pattern| pattern.blank).collect(),
            taken: taken(knowledge, &patterns),
            may_open: knowledge.facts.iter().map(Fact::is_open).collect(),
            applies: conditional().map(|(id, _)| id).collect(),
            applying,
            closes,
            open_with: open_with(knowledge),
            presuming: Matrix::new(&patterns, knowledge.presumptions.iter().map(|it| Some(&it.when))),
            ruling,
            words,
            verified: verifying().map(|condition| condition.and_then(|_| bits.next())).collect(),
            measure_first: rules_with(knowledge, |rule| !rule.measure_first.is_empty()),
            cautions: rules_with(knowledge, |rule| rule.caution.is_some()),
            steps: rules_with(knowledge, |rule| rule.step.is_some()),
            causes: causes(knowledge, &effects),
            supports: effects.rules.iter().map(|_| OnceLock::new()).collect(),
            effects,
            patterns,
        }
    }

    /// The facts behind the rule of a row where they are the same whenever it holds: it asks for all of them together, and
    /// nothing lifts it.
    pub fn supports(&self, row: usize) -> Option<&Arc<[FactId]>> {
        let supports = self.supports[row].get_or_init(|| {
            let rule = self.knowledge.rule(self.effects.rules[row]);
            let same = rule.unless.is_none() && rule.when.is_conjunction();
            same.then(|| self.knowledge.facts_of(&rule.when).into())
        });
        supports.as_ref()
    }

    /// The bit of a target's being verified; none where that needs no saying.
    pub(super) fn verified(&self, target: TargetId) -> Option<usize> {
        self.verified.get(target.index()).copied().flatten()
    }
}

/// The rules that decide, each with its condition and with what lifts it. Those of one make stand together: where the
/// conditions of 64 rules in a row have no parts that are gates, there are no words for these.
fn rows(knowledge: &Knowledge, patterns: &Patterns) -> Vec<(RuleId, [Gate; 2])> {
    let decides = |rule: &Rule| !rule.effects.is_empty() || !rule.measure_first.is_empty();
    let row = |id: RuleId| {
        let rule = knowledge.rule(id);
        (id, [Some(&rule.when), rule.unless.as_ref()].map(|condition| Gate::of(condition, patterns)))
    };
    let mut rows: Vec<(RuleId, [Gate; 2])> = rules_with(knowledge, decides).into_iter().map(row).collect();
    rows.sort_by_cached_key(|(id, [when, unless])| (unless.make(), when.make(), *id));
    rows
}

fn rules_with(knowledge: &Knowledge, is: impl Fn(&Rule) -> bool) -> Vec<RuleId> {
    knowledge.rule_ids().filter(|id| is(knowledge.rule(*id))).collect()
}

/// Facts that are not stated and have a value taken of no kind that was foreseen.
fn taken(knowledge: &Knowledge, patterns: &Patterns) -> Vec<(FactId, Value)> {
    let of_no_kind = knowledge.declared().filter(|(id, _)| patterns.facts[id.index()].blank == Kind::OTHER);
    of_no_kind.filter_map(|(id, fact)| Some((id, effective(fact, None)?.clone()))).collect()
}

/// The derived facts by what keeps them unknown: most share it.
fn open_with(knowledge: &Knowledge) -> Vec<(Vec<FactId>, Vec<FactId>)> {
    let mut found: Vec<(Vec<FactId>, Vec<FactId>)> = Vec::new();
    for (id, fact) in knowledge.declared().filter(|(_, fact)| !fact.open_with.is_empty()) {
        match found.iter_mut().find(|(_, inputs)| *inputs == fact.open_with) {
            Some((facts, _)) => facts.push(id),
            None => found.push((vec![id], fact.open_with.clone())),
        }
    }
    found
}

/// What stands against a target for certain where it holds: a strong disfavour, or defeat in the user's measurements.
fn causes(knowledge: &Knowledge, effects: &Effects) -> Vec<Vec<RuleId>> {
    let mut causes = vec![Vec::new(); effects.targets];
    for effect in effects.counting.iter().filter(|effect| effect.side == 1) {
        if effect.strength == Strength::Strong || knowledge.rule(effect.rule).measured {
            causes[effect.target.index()].push(effect.rule);
        }
    }
    causes
}

impl Effects {
    /// The points of the strongest of the strengths that are present, as bits.
    #[inline]
    pub fn points_of(&self, present: u16) -> f64 {
        self.points[usize::from(present & 7)]
    }

    /// The row of a rule; none where it decides nothing.
    #[inline]
    pub fn row(&self, rule: RuleId) -> Option<usize> {
        self.rows[rule.index()].map(usize::from)
    }

    /// The favours and disfavours of a rule.
    pub fn counting_of(&self, rule: RuleId) -> &[Counting] {
        self.row(rule).map_or(&[], |row| self.counting_in(row))
    }

    /// The favours and disfavours of the rule of a row.
    pub fn counting_in(&self, row: usize) -> &[Counting] {
        let (from, to) = self.spans[row].counting;
        &self.counting[from as usize..to as usize]
    }

    /// How many sides all cells have.
    pub fn sides(&self) -> usize {
        2 * self.targets * self.concerns
    }

    /// What a rule puts out.
    pub fn vetoes_of(&self, rule: RuleId) -> &[Veto] {
        self.row(rule).map_or(&[], |row| self.vetoes_in(row))
    }

    /// What the rule of a row puts out.
    pub fn vetoes_in(&self, row: usize) -> &[Veto] {
        let (from, to) = self.spans[row].vetoes;
        &self.vetoes[from as usize..to as usize]
    }

    /// What these rules do, a row each.
    fn new(knowledge: &Knowledge, rules: Vec<RuleId>) -> Self {
        let concerns = knowledge.concerns.len();
        let (mut counting, mut vetoes, mut outranking) = (Vec::new(), Vec::new(), Vec::new());
        let mut rows = vec![None; knowledge.rules.len()];
        let mut spans = Vec::with_capacity(rules.len());
        for (row, id) in rules.iter().copied().enumerate() {
            let rule = knowledge.rule(id);
            rows[id.index()] = u16::try_from(row).ok();
            let starts = (counting.len() as u32, vetoes.len() as u32);
            for (target, effect) in &rule.effects {
                let side = match effect {
                    Effect::Favours(_) => 0,
                    Effect::Disfavours(_) => 1,
                    Effect::Excludes | Effect::NotApplicable => {
                        vetoes.push(Veto { rule: id, row, target: *target, effect: *effect });
                        continue;
                    }
                };
                let (Effect::Favours(strength) | Effect::Disfavours(strength)) = *effect else { continue };
                counting.push(Counting {
                    rule: id,
                    row,
                    target: *target,
                    cell: (target.index() * concerns + rule.concern.index()) as u32,
                    side,
                    strength,
                    yields: !rule.measured && knowledge.concern(rule.concern).measurable,
                });
            }
            spans.push(Span { counting: (starts.0, counting.len() as u32), vetoes: (starts.1, vetoes.len() as u32) });
            if rule.outranks != Outranks::default() {
                let outranks = rule.outranks;
                outranking.extend(rule.effects.iter().map(|(target, _)| Outranking { row, target: *target, outranks }));
            }
        }
        let mut points = [0.0; 8];
        for (present, points) in points.iter_mut().enumerate() {
            let strongest = [Strength::Slight, Strength::Moderate, Strength::Strong].into_iter().rev();
            let strongest = strongest.into_iter().find(|strength| present >> (*strength as usize) & 1 == 1);
            *points = strongest.map_or(0.0, |strength| knowledge.scale.points(strength));
        }
        let mut outranking_rows = vec![0; rules.len().div_ceil(64)];
        outranking.iter().for_each(|it: &Outranking| outranking_rows[it.row / 64] |= 1 << (it.row % 64));
        let mut effects = Self {
            targets: knowledge.targets.len(),
            concerns,
            rules,
            rows,
            counting,
            vetoes,
            outranking,
            outranking_rows,
            first: Vec::new(),
            spans,
            points,
        };
        effects.first = (0..effects.rules.len()).map(|row| effects.first_of(row)).collect();
        effects
    }

    fn first_of(&self, row: usize) -> First {
        let span = &self.spans[row];
        let more = span.vetoes.0 < span.vetoes.1;
        match self.counting_in(row) {
            [] => First { place: self.sides() as u32, strength: 0, more },
            [first, others @ ..] => {
                First { place: first.place(), strength: first.strength as u8, more: more || !others.is_empty() }
            }
        }
    }
}
