//! The knowledge as it is run: conditions as gates, effects in the order of the cells that they count in.

use super::circuit::{Builder, Circuit};
use super::patterns::Patterns;
use super::readings::Readings;
use super::state::State;
use crate::facts::FactId;
use crate::knowledge::{Condition, Effect, Knowledge, Outranks, RuleId, Strength, TargetId};

/// A set of rules made ready to be judged by, once for all workloads.
pub struct Program<'k> {
    pub knowledge: &'k Knowledge,
    pub(super) patterns: Patterns<'k>,
    /// The tests where nothing is stated and every fact applies.
    pub(super) blank: Vec<Readings>,
    /// For each fact, whether an answer may come where it applies.
    pub(super) may_open: Vec<bool>,
    /// Facts that apply only under a condition, and where that stands.
    pub(super) applies: Vec<(FactId, u32)>,
    pub(super) applying: Circuit,
    /// Derived facts, together with the open facts that keep them unknown.
    pub(super) open_with: Vec<(Vec<FactId>, Vec<FactId>)>,
    /// The fact of each presumption, and where its condition stands.
    pub(super) presumptions: Vec<(FactId, u32)>,
    pub(super) presuming: Circuit,
    pub(super) ruling: Circuit,
    /// For each rule, where its condition stands and what lifts it.
    pub(super) rules: Vec<[u32; 2]>,
    /// For each target, where it stands whether somebody is known to have run such work on it.
    verified: Vec<Option<u32>>,
    /// What a rule may come to, by its condition and what lifts it.
    pub(super) states: Box<[State; 256]>,
    pub effects: Effects,
    /// The rules that say to measure first.
    pub measure_first: Vec<RuleId>,
    /// For each target, the rules that can be a cause against it.
    pub causes: Vec<Vec<RuleId>>,
}

/// What rules do to targets.
pub struct Effects {
    pub targets: usize,
    pub concerns: usize,
    /// Favours and disfavours, in the order of the rules.
    pub counting: Vec<Counting>,
    pub vetoes: Vec<Veto>,
    /// Rules by which measurements set aside what documents say of a target.
    pub outranking: Vec<(RuleId, TargetId, Outranks)>,
    /// For each rule, where its effects begin in `counting`, in `vetoes` and in `outranking`; and at last where all end.
    pub starts: Vec<[u32; 3]>,
    /// By the strengths that are present, as bits: the points of the strongest.
    pub points: [f64; 8],
}

/// A favour or disfavour.
pub struct Counting {
    pub rule: RuleId,
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
    pub target: TargetId,
    pub effect: Effect,
}

impl<'k> Program<'k> {
    pub fn new(knowledge: &'k Knowledge) -> Self {
        let patterns = Patterns::new(knowledge);
        let mut applying = Builder::new(&patterns.places);
        let conditional: Vec<FactId> =
            knowledge.declared().filter(|(_, fact)| fact.applies.is_some()).map(|(id, _)| id).collect();
        conditional.iter().for_each(|fact| applying.output(knowledge.fact(*fact).applies.as_ref()));
        let (applying, places) = applying.finish();
        let applies = conditional.into_iter().zip(places).collect();

        let mut presuming = Builder::new(&patterns.places);
        knowledge.presumptions.iter().for_each(|it| presuming.output(Some(&it.when)));
        let (presuming, places) = presuming.finish();
        let presumptions = knowledge.presumptions.iter().map(|it| it.fact).zip(places).collect();

        let mut ruling = Builder::new(&patterns.places);
        for rule in &knowledge.rules {
            ruling.output(Some(&rule.when));
            ruling.output(rule.unless.as_ref());
        }
        let verifying: Vec<Option<&Condition>> = knowledge.targets.iter().map(|it| it.verified.as_ref()).collect();
        verifying.iter().flatten().for_each(|condition| ruling.output(Some(*condition)));
        let (ruling, places) = ruling.finish();
        let (of_rules, of_targets) = places.split_at(2 * knowledge.rules.len());
        let mut of_targets = of_targets.iter().copied();
        let verified = verifying.iter().map(|condition| condition.and_then(|_| of_targets.next())).collect();
        let effects = Effects::new(knowledge);
        Self {
            knowledge,
            blank: patterns.blank(knowledge),
            patterns,
            may_open: knowledge.facts.iter().map(crate::knowledge::Fact::is_open).collect(),
            applies,
            applying,
            open_with: open_with(knowledge),
            presumptions,
            presuming,
            ruling,
            rules: of_rules.as_chunks().0.to_vec(),
            verified,
            states: State::all(),
            measure_first: knowledge.rule_ids().filter(|id| !knowledge.rule(*id).measure_first.is_empty()).collect(),
            causes: causes(knowledge, &effects),
            effects,
        }
    }

    /// Where it stands whether somebody is known to have run such work on a target; none where that needs no saying.
    pub(super) fn verified(&self, target: TargetId) -> Option<u32> {
        self.verified.get(target.index()).copied().flatten()
    }
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
    fn new(knowledge: &Knowledge) -> Self {
        let concerns = knowledge.concerns.len();
        let (mut counting, mut vetoes, mut outranking) = (Vec::new(), Vec::new(), Vec::new());
        let mut starts = Vec::with_capacity(knowledge.rules.len() + 1);
        for id in knowledge.rule_ids() {
            let rule = knowledge.rule(id);
            starts.push([counting.len() as u32, vetoes.len() as u32, outranking.len() as u32]);
            for (target, effect) in &rule.effects {
                let side = match effect {
                    Effect::Favours(_) => 0,
                    Effect::Disfavours(_) => 1,
                    Effect::Excludes | Effect::NotApplicable => {
                        vetoes.push(Veto { rule: id, target: *target, effect: *effect });
                        continue;
                    }
                };
                let (Effect::Favours(strength) | Effect::Disfavours(strength)) = *effect else { continue };
                counting.push(Counting {
                    rule: id,
                    target: *target,
                    cell: (target.index() * concerns + rule.concern.index()) as u32,
                    side,
                    strength,
                    yields: !rule.measured && knowledge.concern(rule.concern).measurable,
                });
            }
            if rule.outranks != Outranks::default() {
                outranking.extend(rule.effects.iter().map(|(target, _)| (id, *target, rule.outranks)));
            }
        }
        starts.push([counting.len() as u32, vetoes.len() as u32, outranking.len() as u32]);
        let mut points = [0.0; 8];
        for (present, points) in points.iter_mut().enumerate() {
            let strongest = [Strength::Slight, Strength::Moderate, Strength::Strong].into_iter().rev();
            let strongest = strongest.into_iter().find(|strength| present >> (*strength as usize) & 1 == 1);
            *points = strongest.map_or(0.0, |strength| knowledge.scale.points(strength));
        }
        Self { targets: knowledge.targets.len(), concerns, counting, vetoes, outranking, starts, points }
    }
}
