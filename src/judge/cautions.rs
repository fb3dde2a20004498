//! Cautions and steps: what to mind with the recommended target and its contenders, and what to do.

use std::cmp::Reverse;

use super::engine::Program;
use super::verdict::Outcome;
use crate::knowledge::{Assessment, Gravity, Holds, RuleId, TargetId};

/// A caution that is raised.
#[derive(Clone, Debug, PartialEq)]
pub struct Raised {
    pub rule: RuleId,
    /// The same rule for other targets, where it is written for several.
    pub also: Vec<RuleId>,
    pub topic: usize,
    pub gravity: Gravity,
    /// Those of its targets that are recommended or contend.
    pub targets: Vec<TargetId>,
}

/// The cautions that concern the leader or a contender, gravest first. Of the rules of one topic each target is given to
/// the gravest, of equals to the first by id, so that no text speaks of a target that it was not written for.
pub fn raise(program: &Program, assessment: &Assessment, outcome: &Outcome) -> Vec<Raised> {
    let knowledge = program.knowledge;
    let holding = program.cautions.iter().copied().filter_map(|id| {
        let rule = knowledge.rule(id);
        let caution = rule.caution.as_ref()?;
        (assessment.rule(rule) >= Holds::Presumably).then_some((id, caution))
    });
    let mut holding: Vec<_> = holding.collect();
    holding.sort_by_key(|(id, caution)| (Reverse(caution.gravity), *id));
    let mut raised: Vec<Raised> = Vec::new();
    for (id, caution) in holding {
        let taken =
            |target: &TargetId| raised.iter().any(|it| it.topic == caution.topic && it.targets.contains(target));
        let targets: Vec<TargetId> = outcome
            .contenders
            .iter()
            .copied()
            .filter(|target| caution.targets.contains(target) && !taken(target))
            .collect();
        if targets.is_empty() {
            continue;
        }
        let same = |it: &&mut Raised| knowledge.rule(it.rule).id == knowledge.rule(id).id;
        match raised.iter_mut().find(same) {
            Some(other) => {
                other.also.push(id);
                other.targets.extend(targets);
            }
            None => raised.push(Raised {
                rule: id,
                also: Vec::new(),
                topic: caution.topic,
                gravity: caution.gravity,
                targets,
            }),
        }
    }
    let elsewhere = |it: &Raised| !outcome.leader.is_some_and(|leader| it.targets.contains(&leader));
    raised.sort_by_key(|it| (Reverse(it.gravity), elsewhere(it), it.topic, it.rule));
    raised
}

/// The rules with a step that hold and concern a contender: first those that say what to measure, then those of the
/// gravest cautions.
pub fn steps(program: &Program, assessment: &Assessment, outcome: &Outcome, raised: &[Raised]) -> Vec<RuleId> {
    let knowledge = program.knowledge;
    let concerns_a_contender = |id: &RuleId| {
        let rule = knowledge.rule(*id);
        let named = rule.measure_first.iter().chain(rule.caution.iter().flat_map(|caution| &caution.targets));
        let mut named = named.chain(rule.effects.iter().map(|(target, _)| target)).peekable();
        named.peek().is_none() || named.any(|target| outcome.contenders.contains(target))
    };
    let holds = |id: &RuleId| assessment.rule(knowledge.rule(*id)) >= Holds::Presumably;
    let mut steps: Vec<RuleId> =
        program.steps.iter().copied().filter(|id| holds(id) && concerns_a_contender(id)).collect();
    let urgency = |id: &RuleId| {
        let place = raised.iter().position(|it| it.rule == *id).unwrap_or(raised.len());
        if knowledge.rule(*id).measure_first.is_empty() { place + 1 } else { 0 }
    };
    steps.sort_by_key(|id| (urgency(id), *id));
    steps
}
