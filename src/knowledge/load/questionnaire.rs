//! Reads how the questionnaire opens, and the circumstances of which most workloads have none.

use std::collections::HashMap;

use super::Loading;
use crate::diag::{Diagnostic, Place};
use crate::facts::FactId;
use crate::knowledge::fields::{Fields, Text};
use crate::knowledge::vocabulary::{Circumstance, Questionnaire};

pub fn load(loading: &mut Loading) {
    let circumstances = circumstances(loading);
    let mut tables = loading.entries("questionnaire").into_iter();
    let Some((file, node)) = tables.next() else {
        if let Some((file, node)) = loading.entries("circumstance").first() {
            let message = "circumstances need a question: write a table `questionnaire` with `question` and `help`";
            loading.problems.add(Diagnostic::error("missing-key", message).in_file(*file).at(node.place));
        }
        return;
    };
    if let Some((file, node)) = tables.next() {
        let message = "there is one questionnaire, and this is a second";
        loading.problems.add(Diagnostic::error("duplicate-id", message).in_file(file).at(node.place));
    }
    let Some(mut fields) = Fields::of(node, file, loading.problems) else { return };
    let opening = facts(loading, &fields.texts("opening"), file);
    let (question, help) = (fields.required("question"), fields.required("help"));
    fields.finish();
    loading.known.questionnaire = Questionnaire { opening, question, help, circumstances };
}

fn circumstances(loading: &Loading) -> Vec<Circumstance> {
    let mut seen = HashMap::new();
    let mut found = Vec::new();
    for (file, node) in loading.entries("circumstance") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let (id, label, names) = (fields.required("id"), fields.required("label"), fields.texts("facts"));
        fields.finish();
        if names.is_empty() {
            let message = format!("circumstance `{id}` names no `facts`");
            loading.problems.add(Diagnostic::error("missing-key", message).in_file(file).at(node.place));
        }
        let facts = facts(loading, &names, file);
        if loading.once("circumstance", &id, &mut seen, file, node.place) {
            found.push(Circumstance { id, label, facts });
        }
    }
    found
}

fn facts(loading: &Loading, names: &[(Text, Place)], file: &str) -> Vec<FactId> {
    let fact = |(name, place): &(Text, Place)| {
        let fact = loading.known.fact_id(name);
        if fact.is_none() {
            let known = loading.known.facts.iter().map(|fact| fact.id.as_ref());
            loading.unknown_name("fact", name, *place, file, known);
        }
        fact
    };
    names.iter().filter_map(fact).collect()
}
