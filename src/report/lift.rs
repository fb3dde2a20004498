//! What would lift an exclusion or a rule that holds presumably: the nearest answers that do.

use super::{Change, words};
use crate::facts::{FactId, Truth, Value};
use crate::judge::{Decision, answers_of};
use crate::knowledge::{Ask, Condition, Knowledge, Rule, RuleId, TargetId};

/// The answers that would lift a rule whose `unless` is not known.
pub fn lifting_answers(knowledge: &Knowledge, decision: &Decision, rule: &Rule) -> Vec<Change> {
    let Some(unless) = rule.unless.as_ref().filter(|unless| unless.truth(&decision.assessment.stated).is_unknown())
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for test in unless.because(&decision.assessment.stated) {
        let test = knowledge.test(test);
        let fact = knowledge.fact(test.fact);
        let value = match &test.ask {
            Ask::Flag(flag) => Some(Value::Flag(*flag)),
            // One of many choices would be an arbitrary one.
            Ask::OneOf(set) if set.iter().count() <= 3 => set.iter().next().map(Value::Choice),
            Ask::HasAny(set) | Ask::HasAll(set) | Ask::HasOnly(set) => Some(Value::Choices { set: *set, more: false }),
            Ask::AtLeast(bound) | Ask::AtMost(bound) => Some(Value::Number(*bound)),
            _ => None,
        };
        found.extend(value.map(|value| Change {
            fact: fact.id.to_string(),
            to: words::spelled(fact, &value),
            changeable: fact.changeable,
        }));
    }
    found.dedup();
    found
}

/// Single changes of a stated fact after which nothing puts the target out, one for each fact; first of the facts that
/// a team can change.
pub fn bringing_back(knowledge: &Knowledge, decision: &Decision, target: TargetId, out_by: &[RuleId]) -> Vec<Change> {
    changes(knowledge, decision, target, out_by, &[])
}

/// Single changes of a stated fact after which one of the rules that put the target out no longer does, whatever the
/// others do, and nothing new does.
pub fn lifting(knowledge: &Knowledge, decision: &Decision, target: TargetId, rule: RuleId) -> Vec<Change> {
    let others: Vec<RuleId> = decision.outcome.standing(target).map_or_else(Vec::new, |it| it.out_by.clone());
    changes(knowledge, decision, target, &[rule], &others)
}

/// Changes after which none of some rules puts the target out, and no other but those that do so anyway.
fn changes(
    knowledge: &Knowledge,
    decision: &Decision,
    target: TargetId,
    lifted: &[RuleId],
    anyway: &[RuleId],
) -> Vec<Change> {
    let mut facts: Vec<FactId> =
        lifted.iter().flat_map(|id| decision.assessment.supports(knowledge, &knowledge.rule(*id).when)).collect();
    facts.sort_unstable_by_key(|fact| (!knowledge.fact(*fact).changeable, *fact));
    facts.dedup();
    let change = |fact: FactId| {
        let declared = knowledge.fact(fact);
        let known = decision.facts.value(fact);
        let opens = |value: &Value| {
            // What let it in on other grounds may be what now puts it out, as a cloud and a device do.
            let others = knowledge
                .rule_ids()
                .filter(|id| !lifted.contains(id) && !anyway.contains(id) && vetoes(knowledge.rule(*id), target));
            let after = |id: RuleId| holds_after(knowledge, decision, id, fact, value);
            lifted.iter().all(|id| after(*id).is_false()) && !others.into_iter().any(|id| after(id).is_true())
        };
        let value = nearby(knowledge, fact, known).into_iter().find(|value| Some(value) != known && opens(value))?;
        Some(Change {
            fact: declared.id.to_string(),
            to: words::spelled(declared, &value),
            changeable: declared.changeable,
        })
    };
    facts.into_iter().filter_map(change).collect()
}

fn vetoes(rule: &Rule, target: TargetId) -> bool {
    rule.effects.iter().any(|(on, effect)| *on == target && effect.is_veto())
}

/// The values worth trying: for a list what is there and one more, else every kind of answer.
fn nearby(knowledge: &Knowledge, fact: FactId, known: Option<&Value>) -> Vec<Value> {
    match known {
        Some(Value::Choices { set, .. }) => (0..knowledge.fact(fact).choices.len())
            .filter_map(|choice| u16::try_from(choice).ok())
            .map(|choice| Value::Choices { set: set.with(choice), more: false })
            .collect(),
        _ => answers_of(knowledge, fact, None, &[]),
    }
}

/// Whether a rule would hold with another value of one fact.
fn holds_after(knowledge: &Knowledge, decision: &Decision, id: RuleId, fact: FactId, value: &Value) -> Truth {
    let rule = knowledge.rule(id);
    let truth = |condition: &Condition| {
        let mut tests = decision.assessment.stated.clone();
        for test in condition.tests() {
            if knowledge.test(test).fact == fact {
                tests[test.index()] = knowledge.test(test).of_value(value);
            }
        }
        condition.truth(&tests)
    };
    if rule.unless.as_ref().is_some_and(|unless| truth(unless).is_true()) { Truth::False } else { truth(&rule.when) }
}
