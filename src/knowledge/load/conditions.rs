//! Reads conditions and the values of facts.

use std::sync::Arc;

use super::Loading;
use crate::diag::{Diagnostic, Place, Severity, shown};
use crate::facts::{ChoiceSet, FactId, Value, normal_name};
use crate::knowledge::condition::{Ask, Condition, Test};
use crate::knowledge::fields::{Fields, Text};
use crate::knowledge::vocabulary::{Fact, FactType};
use crate::read::{Node, Tree};
use crate::units;

/// Deeper conditions are refused; nobody could read them.
const DEEPEST: usize = 16;

/// What may be asked of a fact, by the key that asks it.
const QUESTIONS: [&str; 13] = [
    "is",
    "in",
    "at_least",
    "above",
    "at_most",
    "below",
    "may_exceed",
    "has_any",
    "has_all",
    "has_only",
    "not_empty",
    "known",
    "fact",
];

/// Reads a condition; what is wrong with it is reported.
pub fn condition(loading: &mut Loading, file: &str, node: &Node) -> Option<Condition> {
    nested(loading, file, node, 0)
}

fn nested(loading: &mut Loading, file: &str, node: &Node, depth: usize) -> Option<Condition> {
    let problems = loading.problems;
    let mut fields = Fields::of(node, file, problems)?;
    if depth > DEEPEST {
        fields.problem("too-deep", node.place, format!("a condition is nested at most {DEEPEST} deep"));
        return None;
    }
    let entries = node.entries().unwrap_or_default();
    if node.get("fact").is_some() {
        return single(loading, fields, node);
    }
    let [entry] = entries else {
        fields.problem(
            "bad-condition",
            node.place,
            "a condition is one of `all`, `any`, `not`, or a `fact` with a question",
        );
        return None;
    };
    match entry.key.as_ref() {
        "all" | "any" => {
            let parts = if entry.key == "all" { fields.list("all") } else { fields.list("any") };
            if parts.is_empty() {
                fields.problem("bad-condition", node.place, format!("`{}` needs at least one condition", entry.key));
            }
            let parts: Vec<Condition> =
                parts.iter().filter_map(|part| nested(loading, file, part, depth + 1)).collect();
            Some(if entry.key == "all" { Condition::All(parts) } else { Condition::Any(parts) })
        }
        "not" => nested(loading, file, &entry.value, depth + 1).map(|part| Condition::Not(Box::new(part))),
        other => {
            fields.unknown("kind of condition", other, entry.place, ["all", "any", "not", "fact"]);
            None
        }
    }
}

fn single(loading: &mut Loading, mut fields: Fields, node: &Node) -> Option<Condition> {
    let name = fields.required("fact");
    let Some(id) = loading.known.fact_id(&name) else {
        let place = node.get("fact").map_or(node.place, |fact| fact.place);
        loading.unknown_name("fact", &name, place, fields.file, loading.known.facts.iter().map(|it| it.id.as_ref()));
        return None;
    };
    if !loading.known.fact(id).is_judged() {
        fields.problem("never-judged", node.place, format!("`{name}` is never judged: no condition may ask for it"));
        return None;
    }
    let asked: Vec<_> = node.entries().unwrap_or_default().iter().filter(|entry| entry.key != "fact").collect();
    let [asked] = asked[..] else {
        fields.problem(
            "bad-condition",
            node.place,
            format!("ask one thing of `{name}`: one of {}", QUESTIONS[..12].join(", ")),
        );
        return None;
    };
    let ask = ask(loading, &fields, id, &asked.key, &asked.value)?;
    for question in QUESTIONS {
        fields.take(question);
    }
    fields.finish();
    Some(Condition::Test(loading.test(Test { fact: id, ask })))
}

fn ask(loading: &Loading, fields: &Fields, id: FactId, key: &str, node: &Node) -> Option<Ask> {
    let fact = loading.known.fact(id);
    let unfit = || {
        let message = format!("`{key}` cannot be asked of `{}`, whose value is {}", fact.id, fact.kind.in_words());
        let problem = Diagnostic::error("bad-condition", message).in_file(fields.file).at(node.place).on_key(key);
        loading.problems.add(problem.allowing("", questions_of(fact.kind).iter().copied()));
    };
    let flag = || match node.text() {
        Some("true") => Some(true),
        Some("false") => Some(false),
        _ => {
            fields.problem("wrong-type", node.place, format!("`{key}` takes true or false"));
            None
        }
    };
    let members = || members(loading, fields, fact, node);
    let number = || stated(loading, fields.file, fact, node)?.bounds().map(|(low, _)| low);
    match (key, fact.kind) {
        ("known", _) => flag().map(Ask::Known),
        (
            "not_empty",
            FactType::Names
            | FactType::Choices
            | FactType::Tables
            | FactType::Table
            | FactType::Text
            | FactType::Path
            | FactType::Money,
        ) => {
            let wanted = flag()?;
            if !wanted {
                fields.problem("bad-condition", node.place, "write `not = { …, not_empty = true }`");
            }
            Some(Ask::NotEmpty)
        }
        ("is", FactType::Flag) => flag().map(Ask::Flag),
        ("is" | "in", FactType::Choice) => members().map(Ask::OneOf),
        ("has_any", FactType::Choices) => members().map(Ask::HasAny),
        ("has_all", FactType::Choices) => members().map(Ask::HasAll),
        ("has_only", FactType::Choices) => members().map(Ask::HasOnly),
        ("has_any", FactType::Names) => {
            let mut names: Vec<Box<str>> =
                expanded(loading, fields, node).iter().map(|(name, _)| normal_name(name).into()).collect();
            names.sort_unstable();
            names.dedup();
            Some(Ask::NamesAny(names))
        }
        ("at_least", kind) if kind.is_numeric() => number().map(Ask::AtLeast),
        ("above", kind) if kind.is_numeric() => number().map(Ask::Above),
        ("at_most", kind) if kind.is_numeric() => number().map(Ask::AtMost),
        ("below", kind) if kind.is_numeric() => number().map(Ask::Below),
        ("may_exceed", kind) if kind.is_numeric() => number().map(Ask::MayExceed),
        (known, _) if QUESTIONS.contains(&known) => {
            unfit();
            None
        }
        (other, _) => {
            fields.unknown("question", other, node.place, QUESTIONS);
            None
        }
    }
}

/// What may be asked of a fact of this type.
fn questions_of(kind: FactType) -> &'static [&'static str] {
    match kind {
        FactType::Flag => &["is", "known"],
        FactType::Choice => &["is", "in", "known"],
        FactType::Choices => &["has_any", "has_all", "has_only", "not_empty", "known"],
        FactType::Names => &["has_any", "not_empty", "known"],
        FactType::Tables | FactType::Table | FactType::Text | FactType::Path => &["not_empty", "known"],
        FactType::Money => &["at_least", "above", "at_most", "below", "may_exceed", "not_empty", "known"],
        FactType::Count | FactType::Number | FactType::Bytes | FactType::Duration | FactType::Rate => {
            &["at_least", "above", "at_most", "below", "may_exceed", "known"]
        }
        FactType::Map => &["known"],
    }
}

/// The texts of a list with the named sets in it expanded.
fn expanded(loading: &Loading, fields: &Fields, node: &Node) -> Vec<(Text, Place)> {
    let mut found = Vec::new();
    for (text, place) in fields.texts_of("list", node) {
        match text.strip_prefix('@') {
            None => found.push((text, place)),
            Some(set) => match loading.known.sets.get(set) {
                Some(members) => found.extend(members.iter().map(|member| (member.clone(), place))),
                None => {
                    loading.unknown_name(
                        "set",
                        set,
                        place,
                        fields.file,
                        loading.known.sets.keys().map(|it| it.as_ref()),
                    );
                }
            },
        }
    }
    found
}

fn members(loading: &Loading, fields: &Fields, fact: &Fact, node: &Node) -> Option<ChoiceSet> {
    let of_set = fields.texts_of("list", node).iter().any(|(text, _)| text.starts_with('@'));
    let mut set = ChoiceSet::default();
    for (text, place) in expanded(loading, fields, node) {
        match fact.choice(&text) {
            Some(choice) => set = set.with(choice),
            // A set of the catalogue may hold chips that this fact cannot name.
            None if of_set && fact.of_chips => {}
            None => {
                let problem = unknown_choice(fact, &text, place);
                loading.problems.add(Diagnostic { severity: Severity::Error, ..problem }.in_file(fields.file));
                return None;
            }
        }
    }
    Some(set)
}

/// Reads a value that a rule file states; what is wrong with it is reported. There no chip may be unknown.
pub fn stated(loading: &Loading, file: &str, fact: &Fact, node: &Node) -> Option<Value> {
    let as_error = |problem: Diagnostic| Diagnostic { severity: Severity::Error, ..problem }.in_file(file);
    unknown_chips(fact, node).into_iter().for_each(|problem| loading.problems.add(as_error(problem)));
    match value_of(fact, node) {
        Ok(value) => Some(value),
        Err(problem) => {
            loading.problems.add(as_error(problem));
            None
        }
    }
}

/// Reads a value of a fact as a profile or a rule states it. Tables are read elsewhere.
///
/// # Errors
/// A diagnostic with place, key, what is allowed and the nearest right name.
pub fn value_of(fact: &Fact, node: &Node) -> Result<Value, Diagnostic> {
    let wrong = || {
        let message = format!("`{}` must be {}, not {}", fact.id, fact.kind.in_words(), node.kind());
        let allowed = if fact.of_chips { &[] } else { fact.choices.as_slice() };
        let allowed = allowed.iter().map(|choice| choice.id.to_string()).collect();
        Diagnostic { allowed, ..Diagnostic::error("wrong-type", message) }.at(node.place).on_key(fact.id.as_ref())
    };
    match fact.kind {
        FactType::Choices | FactType::Names => {
            let items = node.items().ok_or_else(|| {
                let as_list = node.text().map(|written| format!("; write [{}]", shown(written)));
                Diagnostic { message: wrong().message + &as_list.unwrap_or_default(), ..wrong() }
            })?;
            list_of(fact, items)
        }
        FactType::Tables | FactType::Table | FactType::Map => Err(wrong()),
        FactType::Choice => choice_of(fact, node.text().ok_or_else(wrong)?, node),
        FactType::Flag => flag_of(fact, node).ok_or_else(|| refuse_flag(fact, node, wrong())),
        FactType::Text | FactType::Path => Ok(Value::Text(node.text().ok_or_else(wrong)?.into())),
        _ => number_of(fact, node.text().ok_or_else(wrong)?, node),
    }
}

fn flag_of(_: &Fact, node: &Node) -> Option<Value> {
    match &node.tree {
        Tree::Scalar { text, quoted: false } if matches!(text.as_ref(), "true" | "True" | "TRUE") => {
            Some(Value::Flag(true))
        }
        Tree::Scalar { text, quoted: false } if matches!(text.as_ref(), "false" | "False" | "FALSE") => {
            Some(Value::Flag(false))
        }
        _ => None,
    }
}

fn refuse_flag(fact: &Fact, node: &Node, wrong: Diagnostic) -> Diagnostic {
    let meant = match node.text().map(str::to_lowercase).as_deref() {
        Some("yes" | "on" | "y" | "true") => Some("true"),
        Some("no" | "off" | "n" | "false") => Some("false"),
        _ => None,
    };
    let message = match (meant, node.text()) {
        (Some(meant), Some(written)) => {
            let quotes = matches!(node.tree, Tree::Scalar { quoted: true, .. });
            let written = if quotes { format!("\"{}\"", shown(written)) } else { shown(written) };
            format!("`{}` must be true or false; `{written}` is text here: write {meant}", fact.id)
        }
        _ => wrong.message.clone(),
    };
    Diagnostic { message, allowed: vec!["true".into(), "false".into()], ..wrong }
}

fn choice_of(fact: &Fact, written: &str, node: &Node) -> Result<Value, Diagnostic> {
    fact.choice(written).map(Value::Choice).ok_or_else(|| unknown_choice(fact, written, node.place))
}

fn unknown_choice(fact: &Fact, written: &str, place: Place) -> Diagnostic {
    let known = fact.choices.iter().map(|choice| choice.id.as_ref());
    if fact.of_chips {
        // The world has more chips than the catalogue: an unknown one is an unknown value.
        let message = format!("`{}` is not in the chip catalogue; `{}` counts as unknown", shown(written), fact.id);
        return Diagnostic::warning("unknown-chip", message)
            .at(place)
            .on_key(fact.id.as_ref())
            .suggesting(crate::diag::nearest(written, known).map(str::to_owned));
    }
    let message = format!("`{}` is no value of `{}`", shown(written), fact.id);
    let problem =
        Diagnostic::error("unknown-choice", message).at(place).on_key(fact.id.as_ref()).allowing(written, known);
    // `Unknown`, `unkown`: said in so many words, and nearly right.
    let nearest = problem.nearest.or_else(|| crate::diag::nearest(written, ["unknown"]).map(str::to_owned));
    Diagnostic { nearest, ..problem }
}

fn number_of(fact: &Fact, written: &str, node: &Node) -> Result<Value, Diagnostic> {
    let read = match fact.kind {
        FactType::Count => units::parse_count(written),
        FactType::Number => units::parse_number(written),
        FactType::Bytes => units::parse_bytes(written),
        FactType::Duration => units::parse_duration(written),
        FactType::Rate => units::parse_rate(written),
        _ => units::parse_money(written).map(|(amount, _)| amount),
    };
    let number = read.map_err(|problem| {
        let problem = problem.into_diagnostic();
        let message = format!("`{}`: {}", fact.id, problem.message);
        Diagnostic { message, ..problem }.at(node.place).on_key(fact.id.as_ref())
    })?;
    if fact.must_be_positive && number == 0.0 {
        let message = format!("`{}` cannot be 0; leave it out or write `unknown` if it is not known", fact.id);
        return Err(Diagnostic::error("impossible-value", message).at(node.place).on_key(fact.id.as_ref()));
    }
    Ok(Value::Number(number))
}

fn list_of(fact: &Fact, items: &[Node]) -> Result<Value, Diagnostic> {
    let mut set = ChoiceSet::default();
    let mut names: Vec<Box<str>> = Vec::new();
    let mut more = false;
    for item in items {
        let Some(written) = item.text() else {
            let message = format!("`{}` is a list of names; this is {}", fact.id, item.kind());
            return Err(Diagnostic::error("wrong-type", message).at(item.place).on_key(fact.id.as_ref()));
        };
        if written == "unknown" && fact.kind == FactType::Choices {
            more = true;
        } else if fact.kind == FactType::Names {
            names.push(normal_name(written).into());
        } else {
            let Some(choice) = fact.choice(written) else {
                if fact.of_chips {
                    more = true;
                    continue;
                }
                return Err(unknown_choice(fact, written, item.place));
            };
            if set.contains(choice) {
                let message = format!("`{}` stands twice in `{}`", shown(written), fact.id);
                return Err(Diagnostic::error("duplicate-item", message).at(item.place).on_key(fact.id.as_ref()));
            }
            set = set.with(choice);
        }
    }
    if fact.kind == FactType::Names {
        names.sort_unstable();
        names.dedup();
        return Ok(Value::Names(Arc::from(names)));
    }
    Ok(Value::Choices { set, more })
}

/// A warning for each chip in a list that the catalogue does not know.
pub fn unknown_chips(fact: &Fact, node: &Node) -> Vec<Diagnostic> {
    let items = if fact.of_chips { node.items().unwrap_or_default() } else { &[] };
    items
        .iter()
        .filter_map(|item| Some((item, item.text()?)))
        .filter(|(_, written)| *written != "unknown" && fact.choice(written).is_none())
        .map(|(item, written)| unknown_choice(fact, written, item.place))
        .collect()
}
