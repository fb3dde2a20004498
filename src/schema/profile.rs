//! The schema of a profile: every fact with its type, its choices and its question.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::{entries, headed};
use crate::knowledge::{Absence, Column, ColumnType, Fact, FactType, Knowledge};
use crate::units::pattern;

/// Longer texts are no quantity.
const LONGEST_QUANTITY: usize = 64;
/// So many items and rows are read.
const MOST_ITEMS: usize = 10_000;
const MOST_ROWS: usize = 1000;

/// The schema of one workload. Keys may be nested or dotted.
pub fn profile(knowledge: &Knowledge) -> Json {
    let facts: Vec<&Fact> = knowledge.facts.iter().filter(|fact| fact.absence != Absence::Derived).collect();
    let unknown = json!({ "enum": [null, "unknown"], "description": "not known" });
    let mut defs: Map<String, Json> = [("unknown".to_owned(), unknown)].into_iter().collect();
    defs.extend(facts.iter().map(|fact| (fact.id.to_string(), stated(knowledge, fact))));
    let mut body = entries(json!({ "type": "object", "minProperties": 1, "additionalProperties": false }));
    body.insert("properties".to_owned(), Json::Object(keys(&facts, "")));
    let maps = facts.iter().filter(|fact| fact.kind == FactType::Map);
    let dotted = maps.map(|fact| (format!("^{}\\.", escaped(&fact.id)), scalar()));
    body.insert("patternProperties".to_owned(), Json::Object(dotted.collect()));
    body.insert("dependentSchemas".to_owned(), Json::Object(once(&facts)));
    body.insert("$defs".to_owned(), Json::Object(defs));
    headed("profile", "chipwise profile", "What is known about one workload. Leave out what is not known.", body)
}

/// The keys below a prefix: dotted ones, groups of nested ones, and the columns of tables.
fn keys(facts: &[&Fact], above: &str) -> Map<String, Json> {
    let mut found = Map::new();
    let mut groups = BTreeSet::new();
    for fact in facts {
        let Some(rest) = fact.id.strip_prefix(above) else { continue };
        found.insert(rest.to_owned(), json!({ "$ref": format!("#/$defs/{}", fact.id) }));
        groups.extend(rest.split_once('.').map(|(group, _)| group.to_owned()));
        if fact.kind == FactType::Table {
            let columns = fact.columns.iter().map(|column| {
                (
                    format!("{rest}.{}", column.id),
                    json!({ "$ref": format!("#/$defs/{}/anyOf/1/properties/{}", fact.id, column.id) }),
                )
            });
            found.extend(columns);
        }
    }
    for group in groups {
        let inside = keys(facts, &format!("{above}{group}."));
        found.insert(
            group,
            json!({ "anyOf": [
                { "type": "object", "additionalProperties": false, "properties": inside },
                { "$ref": "#/$defs/unknown" },
            ]}),
        );
    }
    found
}

/// What is stated nested is not stated dotted as well.
fn once(facts: &[&Fact]) -> Map<String, Json> {
    let mut found = Map::new();
    for fact in facts {
        if let Some((group, rest)) = fact.id.split_once('.') {
            let without = json!({ "properties": { group: { "properties": { rest: false } } } });
            found.insert(fact.id.to_string(), without);
        }
        if fact.kind == FactType::Table {
            for column in &fact.columns {
                let without = json!({ "properties": { fact.id.as_ref(): { "type": "object", "properties": { column.id.as_ref(): false } } } });
                found.insert(format!("{}.{}", fact.id, column.id), without);
            }
        }
    }
    found
}

fn escaped(id: &str) -> String {
    id.replace('.', "\\.")
}

/// A fact as a profile states it; `unknown` and null say that it is not known.
fn stated(knowledge: &Knowledge, fact: &Fact) -> Json {
    let mut schema = Map::new();
    schema.insert("title".to_owned(), json!(fact.label));
    schema.insert("description".to_owned(), json!(format!("{} {}", fact.question, fact.help).trim()));
    schema.insert("anyOf".to_owned(), json!([{ "$ref": "#/$defs/unknown" }, value(knowledge, fact)]));
    let scalar =
        !matches!(fact.kind, FactType::Choices | FactType::Names | FactType::Tables | FactType::Table | FactType::Map);
    if scalar && !fact.example.is_empty() {
        schema.insert("examples".to_owned(), json!([fact.example]));
    }
    Json::Object(schema)
}

fn value(knowledge: &Knowledge, fact: &Fact) -> Json {
    match fact.kind {
        FactType::Text | FactType::Path => scalar(),
        FactType::Flag => json!({ "type": "boolean" }),
        FactType::Choice => choice(fact),
        FactType::Choices => {
            let mut ids = ids(fact);
            ids.push("unknown".to_owned());
            let items = if fact.of_chips { json!({ "type": "string" }) } else { json!({ "enum": ids }) };
            json!({ "type": "array", "items": items, "uniqueItems": true, "maxItems": MOST_ITEMS })
        }
        FactType::Names => json!({ "type": "array", "items": scalar(), "maxItems": MOST_ITEMS }),
        FactType::Tables => json!({ "type": "array", "items": row(knowledge, fact), "maxItems": MOST_ROWS }),
        FactType::Table => row(knowledge, fact),
        FactType::Map => json!({ "type": "object", "additionalProperties": scalar() }),
        kind => quantity(kind, fact.must_be_positive),
    }
}

fn ids(fact: &Fact) -> Vec<String> {
    fact.choices.iter().map(|choice| choice.id.to_string()).collect()
}

/// One of the choices, each with its meaning. A chip that the catalogue does not know is an unknown value.
fn choice(fact: &Fact) -> Json {
    let meant = fact.choices.iter().map(|choice| json!({ "const": choice.id, "description": choice.label }));
    if fact.of_chips {
        return json!({ "type": "string", "examples": ids(fact) });
    }
    json!({ "oneOf": meant.collect::<Vec<_>>() })
}

/// Any text. Numbers and flags are texts where a text is wanted.
fn scalar() -> Json {
    json!({ "type": ["string", "number", "boolean"] })
}

fn quantity(kind: FactType, positive: bool) -> Json {
    let spelled = match kind {
        FactType::Count => pattern::count(),
        FactType::Bytes => pattern::bytes(),
        FactType::Duration => pattern::duration(),
        FactType::Rate => pattern::rate(),
        FactType::Money => pattern::money(),
        _ => pattern::number(),
    };
    let spelled = if positive { pattern::not_zero(&spelled) } else { spelled };
    let text = json!({ "type": "string", "maxLength": LONGEST_QUANTITY, "pattern": spelled });
    let bound = if positive { "exclusiveMinimum" } else { "minimum" };
    match kind {
        FactType::Count => json!({ "anyOf": [{ "type": "integer", bound: 0, "maximum": 1e18 }, text] }),
        FactType::Number => json!({ "anyOf": [{ "type": "number", bound: 0, "maximum": 1e18 }, text] }),
        FactType::Bytes if !positive => json!({ "anyOf": [{ "const": 0 }, text] }),
        _ => text,
    }
}

fn row(knowledge: &Knowledge, fact: &Fact) -> Json {
    let cells: Map<String, Json> =
        fact.columns.iter().map(|column| (column.id.to_string(), cell(knowledge, column))).collect();
    let required: Vec<&str> = fact.columns.iter().filter(|it| it.required).map(|it| it.id.as_ref()).collect();
    json!({ "type": "object", "additionalProperties": false, "properties": cells, "required": required })
}

fn cell(knowledge: &Knowledge, column: &Column) -> Json {
    let value = match &column.kind {
        ColumnType::Text | ColumnType::Currency => scalar(),
        ColumnType::Flag => json!({ "type": "boolean" }),
        ColumnType::Date => json!({ "type": "string", "pattern": pattern::date() }),
        // A year alone is a number in YAML.
        ColumnType::When => json!({ "anyOf": [
            { "type": "string", "pattern": pattern::when() },
            { "type": "integer", "minimum": 1000, "maximum": 9999 },
        ]}),
        ColumnType::Target => json!({ "enum": knowledge.targets.iter().map(|it| it.id.as_ref()).collect::<Vec<_>>() }),
        ColumnType::Choice(choices) => json!({ "enum": choices }),
        ColumnType::Scalar(kind) => quantity(*kind, false),
    };
    if column.required {
        return match column.kind {
            ColumnType::Text => json!({ "allOf": [value, { "not": { "const": "unknown" } }, { "pattern": "\\S" }] }),
            _ => value,
        };
    }
    json!({ "anyOf": [{ "$ref": "#/$defs/unknown" }, value] })
}

#[cfg(test)]
mod tests {
    use super::profile;
    use crate::knowledge::Knowledge;

    #[test]
    fn a_vocabulary_without_facts_has_a_schema_without_keys() {
        let schema = profile(&Knowledge::empty());
        assert_eq!(schema["properties"], serde_json::json!({}));
    }
}
