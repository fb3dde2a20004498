//! Reads which facts of a profile cannot all be so.

use std::collections::HashMap;
use std::mem;

use super::{Loading, conditions, rules};
use crate::facts::FactId;
use crate::knowledge::Contradictions;
use crate::knowledge::contradictions::Contradiction;
use crate::knowledge::fields::Fields;
use crate::read::Node;

pub fn load(loading: &mut Loading) {
    // Their tests are kept apart from those of rules.
    let asked_by_rules = mem::take(&mut loading.known.tests);
    let spelled = mem::take(&mut loading.tests);
    let mut seen = HashMap::new();
    let mut all = Vec::new();
    for (file, node) in loading.entries("contradiction") {
        let Some(read) = contradiction(loading, file, node) else { continue };
        if loading.once("contradiction", &read.id, &mut seen, file, node.place) {
            all.push(read);
        }
    }
    let tests = mem::replace(&mut loading.known.tests, asked_by_rules);
    loading.tests = spelled;
    loading.known.contradictions = Contradictions { tests, all };
}

fn contradiction(loading: &mut Loading, file: &str, node: &Node) -> Option<Contradiction> {
    let problems = loading.problems;
    let mut fields = Fields::of(node, file, problems)?;
    let (id, text) = (fields.required("id"), fields.required("text"));
    let when = fields.take("when").and_then(|when| conditions::condition(loading, file, when));
    let more = more(loading, &mut fields, node);
    if node.get("when").is_none() && node.get("more").is_none() {
        fields.problem("missing-key", node.place, format!("contradiction `{id}` has neither `when` nor `more`"));
    }
    let examples = rules::examples(&mut fields);
    fields.finish();
    Some(Contradiction { id, when, more, text, examples, file: file.to_owned().into(), place: node.place })
}

/// Two numeric facts of one type, of which the first cannot be more than the second.
fn more(loading: &Loading, fields: &mut Fields, node: &Node) -> Option<(FactId, FactId)> {
    let names = fields.texts("more");
    if names.is_empty() {
        return None;
    }
    let known = &loading.known;
    let mut facts = Vec::new();
    for (name, place) in &names {
        match known.fact_id(name) {
            Some(fact) => facts.push(fact),
            None => {
                loading.unknown_name("fact", name, *place, fields.file, known.facts.iter().map(|it| it.id.as_ref()));
                return None;
            }
        }
    }
    match facts[..] {
        [one, other] if known.fact(one).kind.is_numeric() && known.fact(one).kind == known.fact(other).kind => {
            Some((one, other))
        }
        _ => {
            let message = "`more` names two facts with numbers of one type: one that cannot be more than the other";
            fields.problem("bad-condition", node.place, message);
            None
        }
    }
}
