//! What would lift an exclusion or a rule that holds presumably: the nearest answers that do.

use super::{Change, words};
use crate::facts::{FactId, Truth, Value};
use crate::judge::{Decision, answers_of};
use crate::knowledge::{Ask, Condition, Knowledge, Rule, RuleId};

/// The answers that would lift a rule whose `unless` is not known.
pub fn lifting_answers(knowledge: &Knowledge, decision: &Decision, rule: &Rule) -> Vec<Change> {
    let Some(unless) = rule.unless.as_ref().filter(|unless| unless.truth(&decision.assessment.stated).is_unknown()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for test in unless.because(&decision.assessment.stated) {
        let test = knowledge.test(test);
        let fact = knowledge.fact(test.fact);
        let value = match &test.ask {
            Ask::Flag(flag) => Some(Value::Flag(*flag)),
            Ask::OneOf(set) => set.iter().next().map(Value::Choice),
            Ask::HasAny(set) | Ask::HasAll(set) | Ask::HasOnly(set) => Some(Value::Choices { set: *set, more: false }),
            Ask::AtLeast(bound) | Ask::AtMost(bound) => Some(Value::Number(*bound)),
            _ => None,
        };
        found.extend(value.map(|value| Change { fact: fact.id.to_string(), to: words::spelled(fact, &value) }));
    }
    found.dedup();
    found
}

/// Single changes of a stated fact after which none of the rules puts its target out, one for each fact.
pub fn bringing_back(knowledge: &Knowledge, decision: &Decision, out_by: &[RuleId]) -> Vec<Change> {
    let mut facts: Vec<FactId> =
        out_by.iter().flat_map(|id| decision.assessment.supports(knowledge, &knowledge.rule(*id).when)).collect();
    facts.sort_unstable();
    facts.dedup();
    facts.into_iter().filter_map(|fact| change_of(knowledge, decision, out_by, fact)).collect()
}

fn change_of(knowledge: &Knowledge, decision: &Decision, out_by: &[RuleId], fact: FactId) -> Option<Change> {
    let declared = knowledge.fact(fact);
    let known = decision.facts.value(fact);
    nearby(knowledge, fact, known)
        .into_iter()
        .find(|value| Some(value) != known && out_by.iter().all(|id| !still_holds(knowledge, decision, *id, fact, value)))
        .map(|value| Change { fact: declared.id.to_string(), to: words::spelled(declared, &value) })
}

/// The values worth trying: for a list what is there and one more, else every kind of answer.
fn nearby(knowledge: &Knowledge, fact: FactId, known: Option<&Value>) -> Vec<Value> {
    match known {
        Some(Value::Choices { set, .. }) => (0..knowledge.fact(fact).choices.len())
            .filter_map(|choice| u16::try_from(choice).ok())
            .map(|choice| Value::Choices { set: set.with(choice), more: false })
            .collect(),
        _ => answers_of(knowledge, fact, None),
    }
}

/// Whether a rule would still be true with another value of one fact.
fn still_holds(knowledge: &Knowledge, decision: &Decision, id: RuleId, fact: FactId, value: &Value) -> bool {
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
    truth(&rule.when) != Truth::False && !rule.unless.as_ref().is_some_and(|unless| truth(unless).is_true())
}
