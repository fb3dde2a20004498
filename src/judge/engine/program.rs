//! The knowledge as it is run: conditions as rows of bits, effects in the order of their rules.

use std::iter::repeat_n;

use super::matrix::Matrix;
use super::patterns::{Kind, Patterns};
use crate::facts::{FactId, Value};
use crate::knowledge::{Condition, Effect, Fact, Knowledge, Outranks, Rule, RuleId, Strength, TargetId, effective};

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
/// Rules that do nothing to a target and say nothing of what to measure decide nothing. The others stand in rows, in their
/// own order, and only these are run.
pub struct Effects {
    pub targets: usize,
    pub concerns: usize,
    /// By row its rule, and by rule its row.
    pub rules: Vec<RuleId>,
    rows: Vec<Option<u16>>,
    /// Favours and disfavours, in the order of the rules.
    pub counting: Vec<Counting>,
    pub vetoes: Vec<Veto>,
    /// Rules by which measurements set aside what documents say of a target.
    pub outranking: Vec<Outranking>,
    /// For each favour or disfavour its place among the sides of all cells, and its strength.
    pub places: Vec<(u32, u8)>,
    /// For each row, what it has of these.
    pub spans: Vec<Span>,
    /// By the strengths that are present, as bits: the points of the strongest.
    pub points: [f64; 8],
}

/// What measurements set aside of a target where the rule of a row holds.
pub struct Outranking {
    pub row: usize,
    pub target: TargetId,
    pub outranks: Outranks,
}

/// Where the effects of one rule stand, from and to.
pub struct Span {
    pub counting: (u32, u32),
    pub vetoes: (u32, u32),
    pub outranks: bool,
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
        let effects = Effects::new(knowledge);
        let words = effects.rules.len().div_ceil(64);
        let aligned = |of: fn(&Rule) -> Option<&Condition>| {
            let unused = words * 64 - effects.rules.len();
            effects.rules.iter().map(move |id| of(knowledge.rule(*id))).chain(repeat_n(None, unused))
        };
        let whens = aligned(|rule| Some(&rule.when));
        let verifying = || knowledge.targets.iter().map(|target| target.verified.as_ref());
        let conditions = whens.chain(aligned(|rule| rule.unless.as_ref())).chain(verifying().filter(Option::is_some));
        let mut bits = 2 * words * 64..;
        let ruling = Matrix::new(&patterns, conditions);
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
            effects,
            patterns,
        }
    }

    /// The bit of a target's being verified; none where that needs no saying.
    pub(super) fn verified(&self, target: TargetId) -> Option<usize> {
        self.verified.get(target.index()).copied().flatten()
    }
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
        self.row(rule).map_or(&[], |row| {
            let (from, to) = self.spans[row].counting;
            &self.counting[from as usize..to as usize]
        })
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

    fn new(knowledge: &Knowledge) -> Self {
        let concerns = knowledge.concerns.len();
        let (mut counting, mut vetoes, mut outranking) = (Vec::new(), Vec::new(), Vec::new());
        let decides = |rule: &Rule| !rule.effects.is_empty() || !rule.measure_first.is_empty();
        let rules = rules_with(knowledge, decides);
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
            spans.push(Span {
                counting: (starts.0, counting.len() as u32),
                vetoes: (starts.1, vetoes.len() as u32),
                outranks: rule.outranks != Outranks::default(),
            });
            if rule.outranks != Outranks::default() {
                let outranks = rule.outranks;
                outranking.extend(rule.effects.iter().map(|(target, _)| Outranking { row, target: *target, outranks }));
            }
        }
        let places = counting.iter().map(|effect: &Counting| (effect.place(), effect.strength as u8)).collect();
        let mut points = [0.0; 8];
        for (present, points) in points.iter_mut().enumerate() {
            let strongest = [Strength::Slight, Strength::Moderate, Strength::Strong].into_iter().rev();
            let strongest = strongest.into_iter().find(|strength| present >> (*strength as usize) & 1 == 1);
            *points = strongest.map_or(0.0, |strength| knowledge.scale.points(strength));
        }
        let targets = knowledge.targets.len();
        Self { targets, concerns, rules, rows, counting, vetoes, outranking, places, spans, points }
    }
}
