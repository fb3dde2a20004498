//! Cautions and steps: what to mind with the recommended target and its contenders, and what to do.

use super::verdict::Outcome;
use crate::knowledge::{Assessment, Gravity, Holds, Knowledge, RuleId, TargetId};

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

/// The cautions that concern the leader or a contender, gravest first, one for each topic.
pub fn raise(knowledge: &Knowledge, assessment: &Assessment, outcome: &Outcome) -> Vec<Raised> {
    let mut raised: Vec<Raised> = Vec::new();
    for id in knowledge.rule_ids() {
        let rule = knowledge.rule(id);
        let Some(caution) = &rule.caution else { continue };
        let targets: Vec<TargetId> =
            outcome.contenders.iter().copied().filter(|target| caution.targets.contains(target)).collect();
        if targets.is_empty() || assessment.rule(rule) < Holds::Presumably {
            continue;
        }
        match raised.iter_mut().find(|other| other.topic == caution.topic) {
            None => raised.push(Raised {
                rule: id,
                also: Vec::new(),
                topic: caution.topic,
                gravity: caution.gravity,
                targets,
            }),
            Some(other) => {
                // The gravest speaks for its topic, of equals the first by id; all their targets are named.
                if caution.gravity > other.gravity {
                    (other.rule, other.gravity) = (id, caution.gravity);
                    other.also.clear();
                } else if knowledge.rule(other.rule).id == rule.id {
                    other.also.push(id);
                }
                other.targets.extend(targets);
                other.targets.sort_unstable();
                other.targets.dedup();
            }
        }
    }
    let leads = |it: &Raised| !outcome.leader.is_some_and(|leader| it.targets.contains(&leader));
    raised.sort_by_key(|it| (std::cmp::Reverse(it.gravity), leads(it), it.topic));
    raised
}

/// The rules with a step that hold and concern no excluded target alone.
pub fn steps(knowledge: &Knowledge, assessment: &Assessment, outcome: &Outcome) -> Vec<RuleId> {
    let concerns_a_contender = |id: &RuleId| {
        let rule = knowledge.rule(*id);
        let named = rule.measure_first.iter().chain(rule.caution.iter().flat_map(|caution| &caution.targets));
        let mut named = named.chain(rule.effects.iter().map(|(target, _)| target)).peekable();
        named.peek().is_none() || named.any(|target| outcome.contenders.contains(target))
    };
    knowledge
        .rule_ids()
        .filter(|id| knowledge.rule(*id).step.is_some() && assessment.rule(knowledge.rule(*id)) >= Holds::Presumably)
        .filter(concerns_a_contender)
        .collect()
}
