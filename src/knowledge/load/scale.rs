//! Reads targets, concerns, strengths, thresholds, verdicts and caution topics.

use std::collections::HashMap;

use super::Loading;
use crate::diag::Diagnostic;
use crate::knowledge::fields::Fields;
use crate::knowledge::model::{Concern, Named, Scale, Target};
use crate::knowledge::vocabulary::Fact;
use crate::read::Node;

/// At most so many targets and concerns: their places are kept in a byte, and sets of them in a word.
const MOST: usize = 60;

pub fn load(loading: &mut Loading) {
    targets(loading);
    concerns(loading);
    loading.known.topics = named(loading, "topic");
    loading.known.verdicts = named(loading, "verdict");
    loading.known.scale = scale(loading);
}

fn targets(loading: &mut Loading) {
    let mut seen = HashMap::new();
    for (file, node) in loading.entries("target") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let target = Target {
            id: fields.required("id"),
            name: fields.required("name"),
            about: fields.required("about"),
            places: fields.texts("places").into_iter().map(|(place, _)| place).collect(),
            reference_chip: fields.text("reference_chip"),
            // These two name facts, which are read later.
            chip_fact: None,
            verified: None,
            claims: Vec::new(),
        };
        fields.take("chip_fact");
        fields.take("verified");
        fields.take("claims");
        fields.finish();
        let is_new = loading.once("target", &target.id, &mut seen, file, node.place);
        if is_new && has_room(loading, "targets", loading.known.targets.len(), file, node) {
            loading.known.sets.insert(format!("places.{}", target.id).into(), target.places.clone());
            loading.known.targets.push(target);
        }
    }
}

fn has_room(loading: &Loading, what: &str, there_are: usize, file: &str, node: &Node) -> bool {
    if there_are < MOST {
        return true;
    }
    let problem = Diagnostic::error("too-many", format!("there are more than {MOST} {what}"));
    loading.problems.add(problem.in_file(file).at(node.place));
    false
}

fn concerns(loading: &mut Loading) {
    let mut seen = HashMap::new();
    for (file, node) in loading.entries("concern") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let concern = Concern {
            id: fields.required("id"),
            about: fields.required("about"),
            measurable: fields.flag("measurable").unwrap_or(false),
            priority: None,
            claims: Vec::new(),
        };
        fields.take("claims");
        fields.finish();
        let is_new = loading.once("concern", &concern.id, &mut seen, file, node.place);
        if is_new && has_room(loading, "concerns", loading.known.concerns.len(), file, node) {
            loading.known.concerns.push(concern);
        }
    }
}

fn named(loading: &Loading, table: &str) -> Vec<Named> {
    let mut seen = HashMap::new();
    let mut all = Vec::new();
    for (file, node) in loading.entries(table) {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let one = Named { id: fields.required("id"), about: fields.required("about"), claims: Vec::new() };
        fields.take("claims");
        fields.finish();
        if loading.once(table, &one.id, &mut seen, file, node.place) {
            all.push(one);
        }
    }
    all
}

fn scale(loading: &Loading) -> Scale {
    let mut scale = loading.known.scale;
    for (file, node) in loading.entries("strengths") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        scale.slight = fields.number("slight").unwrap_or(scale.slight);
        scale.moderate = fields.number("moderate").unwrap_or(scale.moderate);
        scale.strong = fields.number("strong").unwrap_or(scale.strong);
        if !(0.0 < scale.slight && scale.slight <= scale.moderate && scale.moderate <= scale.strong) {
            fields.problem(
                "impossible-value",
                node.place,
                "strengths must be positive and in the order slight, moderate, strong",
            );
        }
        fields.finish();
    }
    for (file, node) in loading.entries("thresholds") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        scale.decided = fields.number("decided").unwrap_or(scale.decided);
        scale.leaning = fields.number("leaning").unwrap_or(scale.leaning);
        scale.decided_unverified = fields.number("decided_unverified").unwrap_or(scale.decided_unverified);
        scale.leaning_unverified = fields.number("leaning_unverified").unwrap_or(scale.leaning_unverified);
        scale.contender = fields.number("contender").unwrap_or(scale.contender);
        match fields.number("cautions") {
            // Checked to be small and not negative.
            Some(most) if (0.0..=100.0).contains(&most) => scale.cautions = most as usize,
            Some(_) => fields.problem("impossible-value", node.place, "`cautions` is a number from 0 to 100"),
            None => {}
        }
        fields.finish();
    }
    scale
}

/// Reads what targets, concerns, verdicts and topics say of facts and claims, once those are known.
pub fn links(loading: &mut Loading) {
    for (file, node) in loading.entries("target") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let Some(id) = fields.text("id").and_then(|id| loading.known.target_id(&id)) else { continue };
        let chip_fact = fields.text("chip_fact").and_then(|fact| {
            let found = loading.known.fact_id(&fact);
            if found.is_none() {
                loading.unknown_name(
                    "fact",
                    &fact,
                    node.place,
                    file,
                    loading.known.facts.iter().map(|fact| fact.id.as_ref()),
                );
            }
            found
        });
        let claims = loading.claims(&fields.texts("claims"), file);
        let verified = fields.take("verified").and_then(|node| super::conditions::condition(loading, file, node));
        let target = &mut loading.known.targets[id.index()];
        (target.chip_fact, target.verified, target.claims) = (chip_fact, verified, claims);
    }
    for (table, pick) in [("concern", 0), ("verdict", 1), ("topic", 2)] {
        for (file, node) in loading.entries(table) {
            let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
            let (Some(id), claims) = (fields.text("id"), fields.texts("claims")) else { continue };
            let claims = loading.claims(&claims, file);
            let known = &mut loading.known;
            match pick {
                0 => known.concerns.iter_mut().filter(|it| it.id == id).for_each(|it| it.claims.clone_from(&claims)),
                1 => known.verdicts.iter_mut().filter(|it| it.id == id).for_each(|it| it.claims.clone_from(&claims)),
                _ => known.topics.iter_mut().filter(|it| it.id == id).for_each(|it| it.claims.clone_from(&claims)),
            }
        }
    }
    priorities(loading);
}

fn priorities(loading: &mut Loading) {
    for (file, node) in loading.entries("priorities") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let pattern = fields.required("fact");
        fields.finish();
        for index in 0..loading.known.concerns.len() {
            let id = pattern.replace("$concern", &loading.known.concerns[index].id);
            let fact = loading.known.fact_id(&id);
            if fact.is_none() {
                let known = loading.known.facts.iter().map(|fact: &Fact| fact.id.as_ref());
                loading.unknown_name("fact", &id, node.place, file, known);
            }
            loading.known.concerns[index].priority = fact;
        }
    }
}
