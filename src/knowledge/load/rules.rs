//! Reads rules and presumptions.

use std::collections::HashMap;

use jiff::civil::Date;

use super::{Loading, conditions, sources};
use crate::diag::Place;
use crate::knowledge::fields::{Fields, Text};
use crate::knowledge::model::{
    Caution, Effect, Example, GRAVITIES, Gravity, HOLDS, Holds, OUTRANKS, Outranks, Presumption, Rule, STRENGTHS,
    Strength, TargetId,
};
use crate::read::{Entry, Node, Tree};

pub fn load(loading: &mut Loading) {
    presumptions(loading);
    let mut seen = HashMap::new();
    for (file, node) in loading.entries("rule") {
        let Some(id) = node.get("id").and_then(Node::text) else {
            let fields = Fields::of(node, file, loading.problems);
            fields.into_iter().for_each(|fields| fields.problem("missing-key", node.place, "a rule needs an `id`"));
            continue;
        };
        if !loading.once("rule", id, &mut seen, file, node.place) {
            continue;
        }
        if !is_kebab_case(id) {
            let message = format!("rule id `{id}` must be kebab-case: small letters, digits and single hyphens");
            loading.problems.add(crate::diag::Diagnostic::error("bad-id", message).in_file(file).at(node.place));
        }
        let loaded = match node.get("each_target") {
            None => rule(loading, file, node, None).into_iter().collect(),
            Some(each) => each_target(loading, file, node, each),
        };
        loading.known.rules.extend(loaded);
    }
    loading.known.rules.sort_by(|a, b| (&a.id, a.spread).cmp(&(&b.id, b.spread)));
    loading.known.presumptions.sort_by(|a, b| a.id.cmp(&b.id));
    loading.known.date = loading.known.rules.iter().map(|rule| rule.verified).max().unwrap_or(Date::MIN);
}

fn is_kebab_case(id: &str) -> bool {
    !id.is_empty()
        && id.split('-').all(|part| {
            !part.is_empty() && part.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        })
}

/// A rule that is written once for several targets becomes one rule for each.
fn each_target(loading: &mut Loading, file: &str, node: &Node, each: &Node) -> Vec<Rule> {
    let all = each.text() == Some("true");
    let ids: Vec<TargetId> = if all {
        loading.known.target_ids().collect()
    } else {
        let Some(fields) = Fields::of(node, file, loading.problems) else { return Vec::new() };
        let written = fields.texts_of("each_target", each);
        let ids: Vec<TargetId> =
            written.iter().filter_map(|(id, place)| target(loading, &fields, id, *place)).collect();
        if written.is_empty() {
            fields.problem("missing-key", each.place, "`each_target` names no target");
        }
        let twice = ids.iter().enumerate().find(|(at, id)| ids[..*at].contains(id));
        if let Some((_, id)) = twice {
            let message = format!("`each_target` names `{}` twice", loading.known.target(*id).id);
            fields.problem("duplicate-item", each.place, message);
        }
        ids
    };
    ids.into_iter()
        .filter_map(|id| {
            let target = loading.known.target(id);
            let filled = fill(node, &target.id.clone(), &target.name.clone());
            // The filled copy lives as long as the rule is being read and no longer.
            rule(loading, file, &filled, Some(id))
        })
        .collect()
}

/// A copy of a node with `$target` and `$name` replaced in every text and key.
fn fill(node: &Node, id: &str, name: &str) -> Node {
    let text = |text: &Text| {
        if text.contains('$') { Text::Owned(text.replace("$target", id).replace("$name", name)) } else { text.clone() }
    };
    let tree = match &node.tree {
        Tree::Null => Tree::Null,
        Tree::Scalar { text: written, quoted } => Tree::Scalar { text: text(written), quoted: *quoted },
        Tree::List(items) => Tree::List(items.iter().map(|item| fill(item, id, name)).collect()),
        Tree::Map(entries) => Tree::Map(
            entries
                .iter()
                .map(|entry| Entry { key: text(&entry.key), place: entry.place, value: fill(&entry.value, id, name) })
                .collect(),
        ),
    };
    Node { tree, place: node.place }
}

fn rule(loading: &mut Loading, file: &str, node: &Node, spread: Option<TargetId>) -> Option<Rule> {
    let problems = loading.problems;
    let mut fields = Fields::of(node, file, problems)?;
    fields.take("each_target");
    let id = fields.required("id");
    let concern_name = fields.required("concern");
    let Some(concern) = loading.known.concerns.iter().position(|it| it.id == concern_name) else {
        fields.unknown("concern", &concern_name, node.place, loading.known.concerns.iter().map(|it| it.id.as_ref()));
        return None;
    };
    let Some(when) = fields.take("when") else {
        fields.problem("missing-key", node.place, format!("rule `{id}` has no `when`"));
        return None;
    };
    let when = conditions::condition(loading, file, when)?;
    let unless = match fields.take("unless") {
        None => None,
        Some(node) => Some(conditions::condition(loading, file, node)?),
    };
    let rule = Rule {
        spread,
        concern: crate::knowledge::model::ConcernId(u8::try_from(concern).unwrap_or(u8::MAX)),
        when,
        unless,
        effects: effects(loading, &mut fields),
        measure_first: targets(loading, &mut fields, "measure_first"),
        caution: caution(loading, &mut fields),
        step: fields.text("step"),
        because: fields.required("because"),
        claims: {
            let claims = fields.texts("claims");
            loading.claims(&claims, file)
        },
        sources: {
            let written = fields.texts("sources");
            sources::citations(loading, file, written)
        },
        measured: fields.flag("measured").unwrap_or(false),
        outranks: outranks(&mut fields),
        estimated: fields.flag("estimated").unwrap_or(false),
        from_profile: fields.flag("from_profile").unwrap_or(false),
        conflict: conflict(loading, &mut fields),
        verified: date(&mut fields, "verified"),
        review_by: date(&mut fields, "review_by"),
        examples: examples(&mut fields),
        file: file.to_owned().into(),
        place: node.place,
        id,
    };
    fields.finish();
    Some(rule)
}

fn target(loading: &Loading, fields: &Fields, id: &str, place: Place) -> Option<TargetId> {
    let found = loading.known.target_id(id);
    if found.is_none() {
        fields.unknown("target", id, place, loading.known.targets.iter().map(|it| it.id.as_ref()));
    }
    found
}

fn targets(loading: &Loading, fields: &mut Fields, key: &'static str) -> Vec<TargetId> {
    fields.texts(key).iter().filter_map(|(id, place)| target(loading, fields, id, *place)).collect()
}

fn effects(loading: &Loading, fields: &mut Fields) -> Vec<(TargetId, Effect)> {
    let mut found: Vec<(TargetId, Effect)> = Vec::new();
    for (key, make) in [("favours", Effect::Favours as fn(Strength) -> Effect), ("disfavours", Effect::Disfavours)] {
        for (id, place, node) in fields.table(key) {
            let strength = node.text().unwrap_or_default();
            match (target(loading, fields, &id, place), Strength::named(strength)) {
                (Some(target), Some(strength)) => found.push((target, make(strength))),
                (Some(_), None) => {
                    fields.unknown("strength", strength, node.place, STRENGTHS.iter().map(|(_, id)| *id));
                }
                (None, _) => {}
            }
        }
    }
    found.extend(targets(loading, fields, "excludes").into_iter().map(|target| (target, Effect::Excludes)));
    found.extend(targets(loading, fields, "not_applicable").into_iter().map(|target| (target, Effect::NotApplicable)));
    found.sort_unstable();
    if let Some(pair) = found.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let message =
            format!("a rule has one effect on a target; this has two on `{}`", loading.known.target(pair[0].0).id);
        fields.problem("bad-effect", fields.place(), message);
    }
    found
}

fn caution(loading: &Loading, fields: &mut Fields) -> Option<Caution> {
    let node = fields.take("caution")?;
    let mut inner = Fields::of(node, fields.file, loading.problems)?;
    let (topic, severity) = (inner.required("topic"), inner.required("severity"));
    let found = loading.known.topics.iter().position(|it| it.id == topic);
    if found.is_none() {
        inner.unknown("caution topic", &topic, node.place, loading.known.topics.iter().map(|it| it.id.as_ref()));
    }
    let gravity = GRAVITIES.iter().find(|(_, id)| *id == severity).map(|(gravity, _)| *gravity);
    if gravity.is_none() {
        inner.unknown("severity", &severity, node.place, GRAVITIES.iter().map(|(_, id)| *id));
    }
    let caution = Caution {
        topic: found?,
        gravity: gravity.unwrap_or(Gravity::Note),
        text: inner.text("text"),
        targets: targets(loading, &mut inner, "targets"),
    };
    if caution.targets.is_empty() {
        inner.problem("missing-key", node.place, "a caution names its `targets`");
    }
    inner.finish();
    Some(caution)
}

fn conflict(loading: &Loading, fields: &mut Fields) -> Option<usize> {
    let id = fields.text("conflict")?;
    let found = loading.known.conflicts.iter().position(|it| it.id == id);
    if found.is_none() {
        fields.unknown("conflict", &id, fields.place(), loading.known.conflicts.iter().map(|it| it.id.as_ref()));
    }
    found
}

fn outranks(fields: &mut Fields) -> Outranks {
    let Some(name) = fields.text("outranks") else { return Outranks::default() };
    let found = OUTRANKS.iter().find(|(_, id)| *id == name).map(|(outranks, _)| *outranks);
    if found.is_none() {
        fields.unknown("way to outrank", &name, fields.place(), OUTRANKS.iter().map(|(_, id)| *id));
    }
    found.unwrap_or_default()
}

fn date(fields: &mut Fields, key: &'static str) -> Date {
    let text = fields.required(key);
    crate::units::parse_date(&text).unwrap_or_else(|problem| {
        if !text.is_empty() {
            fields.problem("bad-date", fields.place(), format!("`{key}`: {}", problem.message));
        }
        Date::MIN
    })
}

pub(super) fn examples(fields: &mut Fields) -> Vec<Example> {
    let problems = fields.problems();
    let mut found = Vec::new();
    for node in fields.list("examples") {
        let Some(mut inner) = Fields::of(node, fields.file, problems) else { continue };
        let given = inner.table("given").into_iter().map(|(fact, _, value)| (fact, value.clone())).collect();
        let holds = inner.required("holds");
        match HOLDS.iter().find(|(_, id)| *id == holds) {
            Some((holds, _)) => found.push(Example { given, holds: *holds, place: node.place }),
            None => inner.unknown("way to hold", &holds, node.place, HOLDS.iter().map(|(_, id)| *id)),
        }
        inner.finish();
    }
    debug_assert!(found.iter().all(|example| example.holds <= Holds::Certainly));
    found
}

fn presumptions(loading: &mut Loading) {
    let mut seen = HashMap::new();
    for (file, node) in loading.entries("presumption") {
        let problems = loading.problems;
        let Some(mut fields) = Fields::of(node, file, problems) else { continue };
        let (id, name) = (fields.required("id"), fields.required("fact"));
        let Some(fact) = loading.known.fact_id(&name) else {
            fields.unknown("fact", &name, node.place, loading.known.facts.iter().map(|it| it.id.as_ref()));
            continue;
        };
        for key in ["value", "when"].into_iter().filter(|key| node.get(key).is_none()) {
            fields.problem("missing-key", node.place, format!("presumption `{id}` has no `{key}`"));
        }
        let value = fields.take("value");
        let value = value.and_then(|node| conditions::stated(loading, file, loading.known.fact(fact), node));
        let when = fields.take("when").and_then(|node| conditions::condition(loading, file, node));
        let (Some(value), Some(when)) = (value, when) else { continue };
        let claims = fields.texts("claims");
        let written = fields.texts("sources");
        let presumption = Presumption {
            fact,
            value,
            when,
            because: fields.required("because"),
            claims: loading.claims(&claims, file),
            sources: sources::citations(loading, file, written),
            verified: date(&mut fields, "verified"),
            review_by: date(&mut fields, "review_by"),
            examples: examples(&mut fields),
            file: file.to_owned().into(),
            place: node.place,
            id,
        };
        fields.finish();
        if loading.once("presumption", &presumption.id, &mut seen, file, node.place) {
            loading.known.presumptions.push(presumption);
        }
    }
}
