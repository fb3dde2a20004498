//! Values and reasons in words.

use crate::facts::{ChoiceSet, FactId, Facts, Value};
use crate::knowledge::{Fact, FactType, Knowledge, Rule};
use crate::units;

/// A value as a person would write it in a report.
pub fn value_in_words(fact: &Fact, value: &Value) -> String {
    let number = |number: f64| match fact.kind {
        FactType::Count => units::format_count(number),
        FactType::Bytes => units::format_bytes(number),
        FactType::Duration => units::format_duration(number),
        FactType::Rate => units::format_rate(number),
        _ => units::format_number(number),
    };
    match value {
        Value::Number(one) => number(*one),
        // An estimate is not known to more than two digits.
        Value::Range { low, high } => units::format_range(two_digits(*low), two_digits(*high), number),
        Value::Choices { set, .. } if set.is_empty() => "none".to_owned(),
        Value::Names(names) if names.is_empty() => "none".to_owned(),
        Value::Choices { .. } | Value::Names(_) => spelled(fact, value).replace(',', ", "),
        _ => spelled(fact, value),
    }
}

fn two_digits(number: f64) -> f64 {
    if number == 0.0 || !number.is_finite() {
        return number;
    }
    let scale = 10f64.powf(number.abs().log10().floor() - 1.0);
    if scale < 1.0 { number } else { (number / scale).round() * scale }
}

/// A value as `--set` accepts it, without loss. Tables, which cannot be set, are counted.
pub fn spelled(fact: &Fact, value: &Value) -> String {
    let choice = |choice: u16| fact.choice_at(choice).map_or_else(String::new, |choice| choice.id.to_string());
    let number = |number: f64| match fact.kind {
        FactType::Count => units::spell_count(number),
        FactType::Bytes => units::spell_bytes(number),
        FactType::Duration => units::spell_duration(number),
        FactType::Rate => units::spell_rate(number),
        _ => units::spell_number(number),
    };
    match value {
        Value::Choice(one) => choice(*one),
        Value::Flag(flag) => flag.to_string(),
        Value::Number(one) => number(*one),
        Value::Range { low, high } => format!("{}..{}", number(*low), number(*high)),
        Value::Choices { set, more } => {
            let mut parts: Vec<String> = set.iter().map(choice).collect();
            if *more {
                parts.push("unknown".to_owned());
            }
            parts.join(",")
        }
        Value::Names(names) => names.join(","),
        Value::Text(text) => text.to_string(),
        Value::Tables(rows) => format!("{} {}", rows.len(), if rows.len() == 1 { "row" } else { "rows" }),
        Value::Labels(labels) => {
            labels.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(",")
        }
    }
}

/// Fills the texts of rules with the user's own values.
pub struct Telling<'a> {
    knowledge: &'a Knowledge,
    facts: &'a Facts,
    /// Of lists, the part that a rule asked for: the rest has nothing to do with its reason.
    asked_for: Vec<(FactId, Value)>,
}

impl<'a> Telling<'a> {
    /// Texts with the facts as they are.
    pub fn of(knowledge: &'a Knowledge, facts: &'a Facts) -> Self {
        Self { knowledge, facts, asked_for: Vec::new() }
    }

    /// Texts of one rule: of the lists that it asks about, only what it asked for.
    pub fn of_rule(knowledge: &'a Knowledge, facts: &'a Facts, rule: &Rule) -> Self {
        let mut telling = Self::of(knowledge, facts);
        for test in rule.when.tests() {
            let test = knowledge.test(test);
            if let Some(part) = facts.value(test.fact).and_then(|value| test.part_asked_for(value)) {
                match telling.asked_for.iter_mut().find(|(fact, _)| *fact == test.fact) {
                    Some((_, known)) => *known = joined(known, &part),
                    None => telling.asked_for.push((test.fact, part)),
                }
            }
        }
        telling
    }

    /// A text with values for its names: `{fact}` is the value, `{fact:words}` what the value means.
    ///
    /// What is not known is left out with the words around it, in brackets if the text has any: `[ on {cloud}]`.
    pub fn text(&self, template: &str) -> String {
        let mut text = String::with_capacity(template.len() + 32);
        let mut rest = template;
        while let Some(open) = rest.find(['[', '{']) {
            text.push_str(&rest[..open]);
            let optional = rest[open..].starts_with('[');
            let Some(length) = rest[open..].find(if optional { ']' } else { '}' }) else {
                text.push_str(&rest[open..]);
                return text;
            };
            let inner = &rest[open + 1..open + length];
            if optional {
                text.push_str(&self.filled(inner).unwrap_or_default());
            } else {
                text.push_str(&self.named(inner).unwrap_or_else(|| "unknown".to_owned()));
            }
            rest = &rest[open + length + 1..];
        }
        text.push_str(rest);
        text
    }

    /// A text all of whose facts are known, filled in.
    fn filled(&self, template: &str) -> Option<String> {
        let mut text = String::new();
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            let length = rest[open..].find('}')?;
            text.push_str(&rest[..open]);
            text.push_str(&self.named(&rest[open + 1..open + length])?);
            rest = &rest[open + length + 1..];
        }
        text.push_str(rest);
        Some(text)
    }

    fn named(&self, name: &str) -> Option<String> {
        let (id, in_words) = name.strip_suffix(":words").map_or((name, false), |id| (id, true));
        let id = self.knowledge.fact_id(id)?;
        let fact = self.knowledge.fact(id);
        let part = self.asked_for.iter().find(|(asked, _)| *asked == id).map(|(_, part)| part);
        match part.or_else(|| self.facts.value(id))? {
            Value::Choice(choice) if in_words => fact.choice_at(*choice).map(|choice| choice.label.to_string()),
            Value::Choices { set, .. } if in_words && !set.is_empty() => {
                let labels: Vec<&str> =
                    set.iter().filter_map(|choice| Some(fact.choice_at(choice)?.label.as_ref())).collect();
                Some(labels.join(" and "))
            }
            value => Some(value_in_words(fact, value)),
        }
    }
}

/// Two parts of one list together.
fn joined(one: &Value, other: &Value) -> Value {
    match (one, other) {
        (Value::Choices { set, .. }, Value::Choices { set: more, .. }) => {
            Value::Choices { set: ChoiceSet(set.0 | more.0), more: false }
        }
        (Value::Names(names), Value::Names(more)) => {
            let mut all: Vec<Box<str>> = names.iter().chain(more.iter()).cloned().collect();
            all.sort_unstable();
            all.dedup();
            Value::Names(all.into())
        }
        _ => one.clone(),
    }
}
