//! Conditions and effects in plain words.

use super::Line;
use crate::facts::{ChoiceSet, Value};
use crate::knowledge::{Ask, Condition, Effect, Fact, Knowledge, Rule, TargetId, Test};
use crate::report::words::value_in_words;

/// A condition as lines, what belongs together nested under a line that says how.
pub fn condition(knowledge: &Knowledge, condition: &Condition) -> Vec<Line> {
    let mut lines = Vec::new();
    nested(knowledge, condition, false, 0, &mut lines);
    lines
}

fn nested(knowledge: &Knowledge, condition: &Condition, negated: bool, depth: usize, lines: &mut Vec<Line>) {
    let parts = match condition {
        Condition::Not(part) => return nested(knowledge, part, !negated, depth, lines),
        Condition::Test(id) => {
            let text = test(knowledge, knowledge.test(*id), negated);
            lines.push(Line { depth, text, ..Line::default() });
            return;
        }
        Condition::All(parts) | Condition::Any(parts) => parts,
    };
    if let [only] = &parts[..] {
        return nested(knowledge, only, negated, depth, lines);
    }
    let heading = match (condition, negated) {
        (Condition::All(_), false) => "all of these:",
        (Condition::All(_), true) => "not all of these:",
        (_, false) => "at least one of these:",
        (_, true) => "none of these:",
    };
    lines.push(Line { depth, text: heading.to_owned(), ..Line::default() });
    parts.iter().for_each(|part| nested(knowledge, part, false, depth + 1, lines));
}

/// A test in words: the fact's label and id, then what is asked of it.
fn test(knowledge: &Knowledge, test: &Test, negated: bool) -> String {
    let fact = knowledge.fact(test.fact);
    let number = |number: f64| value_in_words(fact, &Value::Number(number));
    let (yes, no, what) = match &test.ask {
        Ask::OneOf(set) => ("is", "is not", choices(fact, *set, "or")),
        Ask::Flag(flag) => ("is", "is not", flag.to_string()),
        Ask::AtLeast(bound) => ("is at least", "is not at least", number(*bound)),
        Ask::Above(bound) => ("is more than", "is not more than", number(*bound)),
        Ask::AtMost(bound) => ("is at most", "is not at most", number(*bound)),
        Ask::Below(bound) => ("is less than", "is not less than", number(*bound)),
        Ask::MayExceed(bound) => ("may be more than", "cannot be more than", number(*bound)),
        Ask::HasAny(set) => ("includes", "does not include", choices(fact, *set, "or")),
        Ask::HasAll(set) => ("includes", "does not include", choices(fact, *set, "and")),
        Ask::HasOnly(set) => ("is nothing but", "is not only", choices(fact, *set, "or")),
        Ask::NamesAny(names) => {
            let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
            ("includes", "does not include", joined(&names, "or"))
        }
        Ask::NotEmpty => ("is stated and not empty", "is not stated or empty", String::new()),
        Ask::Known(true) => ("is known", "is not known", String::new()),
        Ask::Known(false) => ("is not known", "is known", String::new()),
    };
    let verb = if negated { no } else { yes };
    format!("{} ({}) {verb} {what}", fact.label, fact.id).trim_end().to_owned()
}

fn choices(fact: &Fact, set: ChoiceSet, word: &str) -> String {
    let names: Vec<&str> =
        set.iter().filter_map(|choice| fact.choice_at(choice)).map(|choice| choice.id.as_ref()).collect();
    if names.is_empty() { "nothing".to_owned() } else { joined(&names, word) }
}

/// `a`, `a or b`, `a, b or c`.
pub fn joined(names: &[&str], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// What an effect does, in words.
pub fn effect(effect: Effect) -> String {
    match effect {
        Effect::Favours(strength) => format!("favoured, {}", strength.id()),
        Effect::Disfavours(strength) => format!("disfavoured, {}", strength.id()),
        Effect::Excludes => "excluded".to_owned(),
        Effect::NotApplicable => "not applicable".to_owned(),
    }
}

/// All that a rule does, in short. A rule for each of several targets is given with all of its copies.
pub fn effects(knowledge: &Knowledge, copies: &[&Rule]) -> String {
    let mut groups: Vec<(Effect, Vec<TargetId>)> = Vec::new();
    let all = copies.iter().flat_map(|rule| rule.effects.iter().copied());
    for (target, effect) in all {
        match groups.iter_mut().find(|(known, _)| *known == effect) {
            Some((_, targets)) => targets.push(target),
            None => groups.push((effect, vec![target])),
        }
    }
    groups.sort_by_key(|(effect, _)| {
        (std::mem::discriminant(effect) != std::mem::discriminant(&Effect::Excludes), *effect)
    });
    let mut parts: Vec<String> = groups
        .iter()
        .map(|(effect, targets)| {
            let names =
                targets.iter().map(|target| knowledge.target(*target).id.as_ref()).collect::<Vec<&str>>().join(", ");
            let names = if targets.len() == knowledge.targets.len() { "each target".to_owned() } else { names };
            match effect {
                Effect::Favours(strength) => format!("favours {names} ({})", strength.id()),
                Effect::Disfavours(strength) => format!("disfavours {names} ({})", strength.id()),
                Effect::Excludes => format!("excludes {names}"),
                Effect::NotApplicable => format!("not applicable: {names}"),
            }
        })
        .collect();
    let Some(rule) = copies.first() else { return String::new() };
    parts.extend((!rule.measure_first.is_empty()).then(|| "measure first".to_owned()));
    parts.extend(rule.caution.as_ref().map(|caution| format!("caution {}", knowledge.topics[caution.topic].id)));
    parts.extend(rule.step.as_ref().map(|_| "step".to_owned()));
    parts.join("; ")
}
