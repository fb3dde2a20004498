//! Reads the declarations of facts.

use std::collections::HashMap;

use super::{Loading, conditions};
use crate::diag::Diagnostic;
use crate::facts::Value;
use crate::knowledge::fields::{Fields, Text};
use crate::knowledge::vocabulary::{Absence, Choice, Column, ColumnType, EFFORTS, Effort, FACT_TYPES, Fact, FactType};
use crate::read::Node;

/// Sets of choices are kept in a word of so many bits.
const MOST_CHOICES: usize = 128;

pub fn load(loading: &mut Loading) {
    let mut seen = HashMap::new();
    let mut declared = Vec::new();
    for (file, node) in loading.entries("fact") {
        for (spread, name) in spreads(loading, file, node) {
            let Some(fact) = declaration(loading, file, node, spread.as_deref(), &name) else { continue };
            if loading.once("fact", &fact.id, &mut seen, file, node.place) {
                declared.push((file, node));
                loading.add_fact(fact);
            }
        }
    }
    // What follows names other facts, so it waits until all are declared.
    for (index, (file, node)) in declared.into_iter().enumerate() {
        links(loading, index, file, node);
    }
    super::scale::links(loading);
}

/// What `$target` or `$concern` stands for in each fact that a declaration makes.
fn spreads(loading: &Loading, file: &str, node: &Node) -> Vec<(Option<String>, String)> {
    let Some(each) = node.get("each") else { return vec![(None, String::new())] };
    match each.text() {
        None => {
            let message = format!("`each` must be text, not {}", each.kind());
            let problem = Diagnostic::error("wrong-type", message).in_file(file).at(each.place).on_key("each");
            loading.problems.add(problem.allowing("", ["targets", "concerns"]));
            Vec::new()
        }
        Some("targets") => {
            loading.known.targets.iter().map(|it| (Some(it.id.to_string()), it.name.to_string())).collect()
        }
        Some("concerns") => {
            loading.known.concerns.iter().map(|it| (Some(it.id.to_string()), it.id.replace('_', " "))).collect()
        }
        Some(other) => {
            loading.unknown_name("table to spread over", other, node.place, file, ["targets", "concerns"]);
            Vec::new()
        }
    }
}

fn declaration(loading: &Loading, file: &str, node: &Node, spread: Option<&str>, name: &str) -> Option<Fact> {
    let mut fields = Fields::of(node, file, loading.problems)?;
    let fill = |text: Text, with: &str| match spread {
        Some(_) => Text::Owned(text.replace("$target", with).replace("$concern", with)),
        None => text,
    };
    let kind = fields.required("type");
    let Some(kind) = FactType::named(&kind) else {
        fields.unknown("type of fact", &kind, node.place, FACT_TYPES.iter().map(|(_, id, _)| *id));
        return None;
    };
    let (choices, of_chips) = choices(loading, &mut fields);
    let fact = Fact {
        id: fill(fields.required("id"), spread.unwrap_or_default()),
        kind,
        group: fields.required("group"),
        question: fill(fields.required("question"), name),
        help: fill(fields.required("help"), name),
        label: fill(fields.required("label"), name),
        effort: effort(&mut fields),
        absence: absence(&mut fields),
        changeable: fields.flag("changeable").unwrap_or(false),
        only_less: fields.flag("only_less").unwrap_or(false),
        applies: None,
        choices,
        of_chips,
        columns: columns(loading, &mut fields),
        must_be_positive: fields.flag("must_be_positive").unwrap_or(false),
        open_with: Vec::new(),
        typical: Vec::new(),
        possible: Vec::new(),
        usual: None,
        compared: Vec::new(),
        never_empty: fields.flag("never_empty").unwrap_or(false),
        example: fields.text("example").unwrap_or_default(),
        claims: Vec::new(),
        file: file.to_owned().into(),
        place: node.place,
    };
    for later in ["each", "applies", "taken_as", "claims", "open_with", "typical", "possible", "usual", "compared"] {
        fields.take(later);
    }
    if matches!(kind, FactType::Choice | FactType::Choices) && fact.choices.is_empty() {
        fields.problem("missing-key", node.place, format!("fact `{}` has no choices", fact.id));
    }
    fields.finish();
    Some(fact)
}

fn effort(fields: &mut Fields) -> Effort {
    let name = fields.required("effort");
    EFFORTS.iter().find(|(_, id)| *id == name).map_or_else(
        || {
            fields.unknown("effort", &name, fields.place(), EFFORTS.iter().map(|(_, id)| *id));
            Effort::LookUp
        },
        |(effort, _)| *effort,
    )
}

fn absence(fields: &mut Fields) -> Absence {
    let known = ["open", "if_stated", "never_judged", "derived"];
    match fields.required("absence").as_ref() {
        "open" => Absence::Open,
        "if_stated" => Absence::IfStated { taken_as: None },
        "never_judged" => Absence::NeverJudged,
        "derived" => Absence::Derived,
        other => {
            fields.unknown("meaning of absence", other, fields.place(), known);
            Absence::Open
        }
    }
}

fn choices(loading: &Loading, fields: &mut Fields) -> (Vec<Choice>, bool) {
    let numbers = numbers(fields);
    let choice =
        |id: &Text, label: &Text| Choice { id: id.clone(), label: label.clone(), number: numbers.get(id).copied() };
    let mut found = Vec::new();
    for (id, _, node) in fields.table("choices") {
        match node.text() {
            Some(label) => found.push(choice(&id, &Text::Owned(label.to_owned()))),
            None => fields.problem(
                "wrong-type",
                node.place,
                format!("the label of choice `{id}` must be text, not {}", node.kind()),
            ),
        }
    }
    let from = fields.text("choices_from");
    let known = &loading.known;
    match from.as_deref() {
        None => {}
        Some("targets") => found.extend(known.targets.iter().map(|it| choice(&it.id, &it.name))),
        Some("concerns") => found.extend(known.concerns.iter().map(|it| choice(&it.id, &it.id))),
        Some("chips") => found.extend(known.chips.iter().map(|it| choice(&it.id, &it.name))),
        Some(other) => match other.strip_prefix("chips:").and_then(|target| known.target_id(target)) {
            Some(target) => {
                found.extend(known.chips.iter().filter(|it| it.target == target).map(|it| choice(&it.id, &it.name)));
            }
            None => fields.unknown("table of choices", other, fields.place(), ["targets", "concerns", "chips"]),
        },
    }
    for id in numbers.keys().filter(|id| !found.iter().any(|choice| choice.id == **id)) {
        fields.problem(
            "unknown-name",
            fields.place(),
            format!("`numbers` names `{id}`, which is no choice of this fact"),
        );
    }
    if found.len() > MOST_CHOICES {
        let message = format!("this fact has {} choices; a fact has at most {MOST_CHOICES}", found.len());
        fields.problem("impossible-value", fields.place(), message);
        found.truncate(MOST_CHOICES);
    }
    (found, from.is_some_and(|from| from.starts_with("chips")))
}

/// What choices mean in numbers.
fn numbers(fields: &mut Fields) -> HashMap<Text, (f64, f64)> {
    let mut found = HashMap::new();
    for (id, _, node) in fields.table("numbers") {
        match bounds(node).filter(|(low, high)| low.is_finite() && high.is_finite() && low <= high) {
            Some(bounds) => {
                found.insert(id, bounds);
            }
            None => {
                let message = format!("the number of choice `{id}` must be one number, or the lowest and the highest");
                fields.problem("wrong-type", node.place, message);
            }
        }
    }
    found
}

/// A number, or a list of the lowest and the highest.
fn bounds(node: &Node) -> Option<(f64, f64)> {
    let number = |node: &Node| node.text()?.parse::<f64>().ok();
    match node.items() {
        Some([low, high]) => Some((number(low)?, number(high)?)),
        _ => number(node).map(|number| (number, number)),
    }
}

fn columns(loading: &Loading, fields: &mut Fields) -> Vec<Column> {
    let mut found = Vec::new();
    for (id, place, node) in fields.table("columns") {
        let written = node.text().unwrap_or_default();
        let (kind, required) = written.strip_suffix('!').map_or((written, false), |kind| (kind, true));
        let kind = match kind {
            "text" | "machine" => Some(ColumnType::Text),
            "flag" => Some(ColumnType::Flag),
            "date" => Some(ColumnType::Date),
            "when" => Some(ColumnType::When),
            "target" => Some(ColumnType::Target),
            "currency" => Some(ColumnType::Currency),
            other => match other.strip_prefix("choice:") {
                Some(choices) => {
                    Some(ColumnType::Choice(choices.split('|').map(|it| Text::Owned(it.trim().to_owned())).collect()))
                }
                None => FactType::named(other).filter(|kind| kind.is_numeric()).map(ColumnType::Scalar),
            },
        };
        match kind {
            Some(kind) => found.push(Column { id, kind, required }),
            None => loading.unknown_name(
                "type of column",
                written,
                place,
                fields.file,
                ["text", "flag", "date", "target", "count", "number"],
            ),
        }
    }
    found
}

fn links(loading: &mut Loading, index: usize, file: &str, node: &Node) {
    if let Some(applies) = node.get("applies") {
        loading.known.facts[index].applies = conditions::condition(loading, file, applies);
    }
    if let Some(taken_as) = node.get("taken_as") {
        let fact = &loading.known.facts[index];
        if let Some(value) = conditions::stated(loading, file, fact, taken_as) {
            loading.known.facts[index].absence = Absence::IfStated { taken_as: Some(value) };
        }
    }
    if let Some(usual) = node.get("usual") {
        loading.known.facts[index].usual = conditions::stated(loading, file, &loading.known.facts[index], usual);
    }
    if let Some(mut fields) = Fields::of(node, file, loading.problems) {
        let claims = fields.texts("claims");
        loading.known.facts[index].claims = loading.claims(&claims, file);
        for (name, place) in fields.texts("open_with") {
            match loading.known.fact_id(&name) {
                Some(fact) => loading.known.facts[index].open_with.push(fact),
                None => {
                    let known = loading.known.facts.iter().map(|fact| fact.id.as_ref());
                    loading.unknown_name("fact", &name, place, file, known);
                }
            }
        }
        for (choice, place, node) in fields.table("possible") {
            match loading.known.facts[index].choice(&choice) {
                Some(choice) => {
                    let condition = conditions::condition(loading, file, node);
                    loading.known.facts[index].possible.extend(condition.map(|condition| (choice, condition)));
                }
                None => {
                    let known = loading.known.facts[index].choices.iter().map(|it| it.id.as_ref());
                    loading.unknown_name("choice", &choice, place, file, known);
                }
            }
        }
        for (name, place) in fields.texts("compared") {
            match loading.known.facts[index].choice(&name) {
                Some(choice) => loading.known.facts[index].compared.push(choice),
                None => {
                    let known = loading.known.facts[index].choices.iter().map(|it| it.id.as_ref());
                    loading.unknown_name("choice", &name, place, file, known);
                }
            }
        }
        for node in fields.list("typical") {
            let value = conditions::stated(loading, file, &loading.known.facts[index], node);
            loading.known.facts[index].typical.extend(value);
        }
    }
    let fact = &loading.known.facts[index];
    if !fact.example.is_empty()
        && matches!(
            fact.kind,
            FactType::Choice | FactType::Count | FactType::Bytes | FactType::Duration | FactType::Rate
        )
    {
        let example =
            Node { tree: crate::read::Tree::Scalar { text: fact.example.clone(), quoted: false }, place: node.place };
        let _ = conditions::stated(loading, file, fact, &example);
    }
    debug_assert!(!matches!(fact.absence, Absence::IfStated { taken_as: Some(Value::Tables(_)) }));
}
