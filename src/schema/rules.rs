//! The schema of a rule file: every table with its keys. Names that a file may declare itself are offered, not required.

mod catalogue;

use serde_json::{Map, Value as Json, json};

use super::{entries, headed};
use crate::knowledge::{EFFORTS, FACT_TYPES, GRAVITIES, HOLDS, Knowledge, OUTRANKS, STRENGTHS};
use crate::units::pattern;

/// The schema of one rule file.
pub fn rules(knowledge: &Knowledge) -> Json {
    let mut tables = rule_tables();
    tables.extend(vocabulary_tables());
    tables.extend(scale_tables());
    tables.extend(catalogue::tables());
    tables.extend(catalogue::machines());
    // One table alone may be written without double brackets.
    let listed = |name: &str| json!({ "anyOf": [{ "type": "array", "items": named(name) }, named(name)] });
    let properties: Map<String, Json> =
        tables.iter().map(|(name, _)| ((*name).to_owned(), listed(&format!("table.{name}")))).collect();
    let mut body = entries(json!({ "type": "object", "additionalProperties": false }));
    body.insert("properties".to_owned(), Json::Object(properties));
    let mut defs = entries(defs(knowledge));
    defs.extend(tables.into_iter().map(|(name, table)| (format!("table.{name}"), table)));
    body.insert("$defs".to_owned(), Json::Object(defs));
    headed("rules", "chipwise rule file", "Rules and what they rest on. docs/rules.md explains every key.", body)
}

/// A table with these keys and no others.
fn table(required: &[&str], properties: Json) -> Json {
    json!({ "type": "object", "additionalProperties": false, "properties": properties, "required": required })
}

fn named(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn names<T>(all: &[(T, &'static str)]) -> Json {
    json!({ "enum": all.iter().map(|(_, id)| *id).collect::<Vec<_>>() })
}

fn defs(knowledge: &Knowledge) -> Json {
    let offered = |ids: Vec<&str>| json!({ "anyOf": [{ "enum": ids }, { "type": "string" }] });
    let question = |about: &str, body: Json| {
        let mut body = entries(body);
        body.insert("description".to_owned(), json!(about));
        Json::Object(body)
    };
    let number = json!({ "type": ["number", "string"] });
    json!({
        "id": { "type": "string", "minLength": 1 },
        "rule_id": { "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$" },
        "text": { "type": ["string", "number", "boolean"] },
        "flag": { "type": "boolean" },
        "number": { "type": "number" },
        "count": { "type": "integer", "minimum": 1 },
        "day": { "type": "string", "pattern": pattern::date() },
        "texts": { "anyOf": [named("text"), { "type": "array", "items": named("text") }] },
        "fact": offered(knowledge.facts.iter().map(|it| it.id.as_ref()).collect()),
        "target": offered(knowledge.targets.iter().map(|it| it.id.as_ref()).chain(["$target"]).collect()),
        "targets": { "anyOf": [named("target"), { "type": "array", "items": named("target") }] },
        "concern": offered(knowledge.concerns.iter().map(|it| it.id.as_ref()).collect()),
        "topic": offered(knowledge.topics.iter().map(|it| it.id.as_ref()).collect()),
        "chip": offered(knowledge.chips.iter().map(|it| it.id.as_ref()).collect()),
        "strengths": { "type": "object", "additionalProperties": names(&STRENGTHS) },
        "condition": { "oneOf": [
            table(&["all"], json!({ "all": { "type": "array", "minItems": 1, "items": named("condition") } })),
            table(&["any"], json!({ "any": { "type": "array", "minItems": 1, "items": named("condition") } })),
            table(&["not"], json!({ "not": named("condition") })),
            named("test"),
        ]},
        "test": {
            "type": "object",
            "additionalProperties": false,
            "required": ["fact"],
            "minProperties": 2,
            "maxProperties": 2,
            "properties": {
                "fact": named("fact"),
                "is": question("it has the value", named("text")),
                "in": question("it has one of the values", named("texts")),
                "has_any": question("one of them is in the list", named("texts")),
                "has_all": question("all of them are in the list", named("texts")),
                "has_only": question("something is in the list, and nothing but these", named("texts")),
                "not_empty": question("there is something in it", json!({ "const": true })),
                "at_least": question("it is as much or more", number.clone()),
                "above": question("it is more", number.clone()),
                "at_most": question("it is as much or less", number.clone()),
                "below": question("it is less", number.clone()),
                "may_exceed": question("the high end of an estimate is more", number),
                "known": question("whether it is known; for cautions and steps only", named("flag")),
            },
        },
        "example": table(&["given", "holds"], json!({
            "given": { "type": "object" },
            "holds": { "enum": HOLDS.iter().map(|(_, id)| json!(id)).chain([json!(true), json!(false)]).collect::<Vec<_>>() },
        })),
        "figure": table(&["low", "high"], json!({
            "low": { "type": "number", "exclusiveMinimum": 0 },
            "high": { "type": "number", "exclusiveMinimum": 0 },
            "as_published": named("text"),
            "sources": named("texts"),
        })),
        "figures": {
            "type": "object",
            "properties": { "sources": named("texts") },
            "additionalProperties": named("figure"),
        },
    })
}

fn rule_tables() -> Vec<(&'static str, Json)> {
    let caution = table(
        &["topic", "severity", "targets"],
        json!({
            "topic": named("topic"),
            "severity": names(&GRAVITIES),
            "text": named("text"),
            "targets": named("targets"),
        }),
    );
    let rule = table(
        &["id", "concern", "when", "because", "verified", "review_by"],
        json!({
            "id": named("rule_id"),
            "each_target": { "anyOf": [{ "const": true }, named("targets")] },
            "concern": named("concern"),
            "when": named("condition"),
            "unless": named("condition"),
            "favours": named("strengths"),
            "disfavours": named("strengths"),
            "excludes": named("targets"),
            "not_applicable": named("targets"),
            "measure_first": named("targets"),
            "caution": caution,
            "step": named("text"),
            "because": named("text"),
            "claims": named("texts"),
            "sources": named("texts"),
            "measured": named("flag"),
            "outranks": names(&OUTRANKS),
            "estimated": named("flag"),
            "from_profile": named("flag"),
            "conflict": named("text"),
            "verified": named("day"),
            "review_by": named("day"),
            "examples": { "type": "array", "items": named("example") },
        }),
    );
    let presumption = table(
        &["id", "fact", "value", "when", "because", "verified", "review_by"],
        json!({
            "id": named("id"),
            "fact": named("fact"),
            "value": {},
            "when": named("condition"),
            "because": named("text"),
            "claims": named("texts"),
            "sources": named("texts"),
            "verified": named("day"),
            "review_by": named("day"),
            "examples": { "type": "array", "items": named("example") },
        }),
    );
    let contradiction = table(
        &["id", "text"],
        json!({
            "id": named("id"),
            "text": named("text"),
            "when": named("condition"),
            "more": named("texts"),
            "examples": { "type": "array", "items": named("example") },
        }),
    );
    vec![("rule", rule), ("presumption", presumption), ("contradiction", contradiction)]
}

fn vocabulary_tables() -> Vec<(&'static str, Json)> {
    let fact = table(
        &["id", "type", "group", "question", "help", "label", "effort", "absence"],
        json!({
            "id": named("id"),
            "type": { "enum": FACT_TYPES.iter().map(|(_, id, _)| *id).collect::<Vec<_>>() },
            "group": named("text"),
            "question": named("text"),
            "help": named("text"),
            "label": named("text"),
            "effort": names(&EFFORTS),
            "absence": { "enum": ["open", "if_stated", "never_judged", "derived"] },
            "taken_as": {},
            "changeable": named("flag"),
            "only_less": named("flag"),
            "must_be_positive": named("flag"),
            "never_empty": named("flag"),
            "each": { "enum": ["targets", "concerns"] },
            "applies": named("condition"),
            "choices": { "type": "object", "additionalProperties": named("text") },
            "choices_from": { "type": "string", "pattern": "^(targets|concerns|chips(:.+)?)$" },
            "numbers": { "type": "object", "additionalProperties": { "anyOf": [
                named("number"),
                { "type": "array", "items": named("number"), "minItems": 2, "maxItems": 2 },
            ]}},
            "columns": { "type": "object", "additionalProperties": { "type": "string" } },
            "open_with": named("texts"),
            "compared": named("texts"),
            "typical": { "type": "array" },
            "possible": { "type": "object", "additionalProperties": named("condition") },
            "usual": {},
            "example": named("text"),
            "claims": named("texts"),
        }),
    );
    let set =
        table(&["id", "members"], json!({ "id": named("id"), "members": named("texts"), "about": named("text") }));
    let questionnaire = table(
        &["question", "help"],
        json!({ "opening": named("texts"), "question": named("text"), "help": named("text") }),
    );
    let circumstance =
        table(&["id", "label", "facts"], json!({ "id": named("id"), "label": named("text"), "facts": named("texts") }));
    vec![("fact", fact), ("set", set), ("questionnaire", questionnaire), ("circumstance", circumstance)]
}

fn scale_tables() -> Vec<(&'static str, Json)> {
    let about =
        || table(&["id", "about"], json!({ "id": named("id"), "about": named("text"), "claims": named("texts") }));
    let target = table(
        &["id", "name", "about"],
        json!({
            "id": named("id"),
            "name": named("text"),
            "about": named("text"),
            "places": named("texts"),
            "reference_chip": named("chip"),
            "chip_fact": named("fact"),
            "verified": named("condition"),
            "claims": named("texts"),
        }),
    );
    let concern = table(
        &["id", "about"],
        json!({ "id": named("id"), "about": named("text"), "measurable": named("flag"), "claims": named("texts") }),
    );
    let strengths =
        table(&[], json!({ "slight": named("number"), "moderate": named("number"), "strong": named("number") }));
    let thresholds = table(
        &[],
        json!({
            "decided": named("number"),
            "leaning": named("number"),
            "decided_unverified": named("number"),
            "leaning_unverified": named("number"),
            "contender": named("number"),
            "cautions": { "type": "integer", "minimum": 0, "maximum": 100 },
        }),
    );
    vec![
        ("target", target),
        ("concern", concern),
        ("strengths", strengths),
        ("thresholds", thresholds),
        ("priorities", table(&["fact"], json!({ "fact": named("text") }))),
        ("verdict", about()),
        ("topic", about()),
    ]
}
