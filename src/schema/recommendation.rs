//! The schema of a recommendation as JSON. What is listed is there; fields may be added within a version of the format.

use serde_json::{Map, Value as Json, json};

use super::{entries, headed};
use crate::knowledge::{EFFORTS, GRAVITIES, Knowledge, STRENGTHS};

/// The schema of one record.
pub fn recommendation(knowledge: &Knowledge) -> Json {
    let mut body = entries(json!({
        "type": "object",
        "required": ["schema", "source", "recommendation"],
        "properties": top(),
        // A record that could not be read has nothing but errors.
        "if": { "properties": { "recommendation": { "type": "null" } } },
        "then": { "required": ["errors"] },
        "else": { "required": ["generator", "as_of", "name", "labels", "targets"] },
    }));
    body.insert("$defs".to_owned(), Json::Object(defs(knowledge)));
    let about = "The JSON of `recommend` and `compare`, one record. Fields are only added within the version; \
                 `--explain` decides which of the lower ones are there.";
    headed("recommendation", "chipwise recommendation", about, body)
}

pub(super) fn object(required: &[&str], properties: Json) -> Json {
    json!({ "type": "object", "properties": properties, "required": required })
}

pub(super) fn list(name: &str) -> Json {
    json!({ "type": "array", "items": named(name) })
}

pub(super) fn named(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

pub(super) fn or_null(schema: Json) -> Json {
    json!({ "anyOf": [{ "type": "null" }, schema] })
}

fn top() -> Json {
    json!({
        "schema": { "const": "chipwise/recommendation/1" },
        "generator": object(&["version", "rules"], json!({
            "version": { "type": "string" },
            "rules": object(&["id", "date", "hash"], json!({
                "id": { "type": "string" }, "date": { "type": "string" }, "hash": { "type": "string" },
            })),
        })),
        "as_of": named("day"),
        "name": { "type": "string" },
        "source": object(&["path", "line"], json!({
            "path": { "type": "string" }, "line": { "type": ["integer", "null"] },
        })),
        "labels": { "type": "object", "additionalProperties": { "type": "string" } },
        "recommendation": or_null(object(&["target", "contenders", "verdict", "basis", "summary"], json!({
            "target": or_null(named("target")),
            "contenders": list("target"),
            "verdict": named("verdict"),
            "basis": { "enum": ["documents", "estimates", "measurements"] },
            "summary": { "type": "string" },
            "not_decided_because": { "type": ["string", "null"] },
        }))),
        "targets": list("standing"),
        "reasons": list("reason"),
        "cautions": list("caution"),
        "steps": { "type": "array", "items": object(&["id", "text", "rule"], json!({
            "id": { "type": "string" }, "text": { "type": "string" }, "rule": { "type": "string" },
        })) },
        "assumed": { "type": "array", "items": object(&["fact", "value", "kind", "because", "claims"], json!({
            "fact": named("fact"),
            "value": { "type": ["string", "null"] },
            "kind": { "enum": ["presumed", "not_stated"] },
            "because": { "type": "string" },
            "claims": named("texts"),
        })) },
        "unknowns": { "type": "array", "items": object(&["fact", "question", "effort", "can_change_target_to"], json!({
            "fact": named("fact"),
            "question": { "type": "string" },
            "effort": { "enum": EFFORTS.map(|(_, id)| id) },
            "can_change_target_to": list("target"),
        })) },
        "flips": list("flip"),
        "robustness": or_null(object(&["settled", "weights"], json!({
            "settled": { "type": "boolean" },
            "pairs_searched": { "type": "boolean" },
            "weights": object(&["holds_within", "acceptability"], json!({
                "holds_within": { "type": ["number", "null"] },
                "acceptability": { "type": "object", "additionalProperties": { "type": "number" } },
            })),
        }))),
        "warnings": list("problem"),
        "estimates": or_null(object(&[], json!({ "sizing": object(&["memory", "smallest"], json!({
            "memory": object(&["total"], json!({ "total": named("range") })),
            "memory_is_lower_bound": { "type": "boolean" },
            "smallest": { "type": "array", "items": object(&["target", "chip", "needed"], json!({
                "target": named("target"),
                "chip": { "type": "string" },
                "needed": named("range"),
                "fits": { "type": "boolean" },
                "available_in": or_null(named("texts")),
                "smallest": or_null(object(&["machine", "place", "count", "chips"], json!({
                    "machine": { "type": "string" },
                    "place": { "type": ["string", "null"] },
                    "count": { "type": "integer" },
                    "chips": { "type": "integer" },
                }))),
            })) },
        })) }))),
        "errors": list("problem"),
        "why_not": { "type": "object" },
    })
}

fn defs(knowledge: &Knowledge) -> Map<String, Json> {
    let change = |key: &str| object(&["fact", key], json!({ "fact": named("fact"), key: { "type": "string" } }));
    entries(json!({
        "day": { "type": "string", "pattern": "^-?[0-9]{4,6}-[0-9]{2}-[0-9]{2}$" },
        "texts": { "type": "array", "items": { "type": "string" } },
        "fact": { "type": "string", "examples": knowledge.facts.iter().map(|it| it.id.as_ref()).take(3).collect::<Vec<_>>() },
        "target": { "enum": knowledge.targets.iter().map(|it| it.id.as_ref()).collect::<Vec<_>>() },
        "verdict": { "enum": knowledge.verdicts.iter().map(|it| it.id.as_ref()).collect::<Vec<_>>() },
        "concern": { "enum": knowledge.concerns.iter().map(|it| it.id.as_ref()).collect::<Vec<_>>() },
        "range": or_null(object(&["low", "high"], json!({ "low": { "type": "number" }, "high": { "type": "number" } }))),
        "standing": object(&["id", "status", "status_because", "score", "score_range", "rank", "excluded_by", "lifted_by"], json!({
            "id": named("target"),
            "status": { "enum": ["eligible", "excluded", "not_applicable"] },
            "status_because": { "type": "string" },
            "score": { "type": ["number", "null"] },
            "score_range": named("range"),
            "rank": { "type": ["integer", "null"] },
            "excluded_by": named("texts"),
            "lifted_by": { "type": "array", "items": change("to") },
        })),
        "reason": object(
            &["rule", "concern", "effect", "target", "strength", "contribution", "counts", "holds", "lifted_by", "because", "facts", "claims", "sources"],
            json!({
                "rule": { "type": "string" },
                "concern": named("concern"),
                "effect": { "enum": ["favours", "disfavours", "excludes"] },
                "target": named("target"),
                "strength": or_null(json!({ "enum": STRENGTHS.map(|(_, id)| id) })),
                "contribution": { "type": "number" },
                "counts": { "type": "boolean" },
                "holds": { "enum": ["certainly", "presumably"] },
                "lifted_by": { "type": "array", "items": change("value") },
                "because": { "type": "string" },
                "facts": { "type": "array", "items": object(&["id", "value", "origin"], json!({
                    "id": named("fact"), "value": {}, "origin": named("origin"),
                })) },
                "claims": named("texts"),
                "sources": { "type": "array", "items": object(&["short", "where"], json!({
                    "short": { "type": "string" }, "where": { "type": "string" },
                })) },
            }),
        ),
        "origin": object(&["kind"], json!({
            "kind": { "enum": ["file", "answered", "set", "house", "scanned", "presumed", "derived"] },
            "path": { "type": "string" },
            "line": { "type": "integer" },
            "column": { "type": "integer" },
            "from": named("texts"),
        })),
        "caution": object(&["id", "topic", "severity", "text", "rule", "targets", "accepted"], json!({
            "id": { "type": "string" },
            "topic": { "enum": knowledge.topics.iter().map(|it| it.id.as_ref()).collect::<Vec<_>>() },
            "severity": { "enum": GRAVITIES.map(|(_, id)| id) },
            "text": { "type": "string" },
            "rule": { "type": "string" },
            "targets": list("target"),
            "accepted": { "type": "boolean" },
        })),
        "flip": object(&["changes", "target"], json!({
            "changes": { "type": "array", "minItems": 1, "items": object(&["fact", "from", "to", "changeable"], json!({
                "fact": named("fact"),
                "from": { "type": ["string", "null"] },
                "to": { "type": "string" },
                "changeable": { "type": "boolean" },
            })) },
            "target": named("target"),
        })),
        "problem": problem(),
    }))
}

/// What is wrong with a record.
pub(super) fn problem() -> Json {
    object(
        &["code", "message", "path", "line", "column", "key", "allowed", "nearest"],
        json!({
            "code": { "type": "string" },
            "message": { "type": "string" },
            "path": { "type": ["string", "null"] },
            "line": { "type": ["integer", "null"] },
            "column": { "type": ["integer", "null"] },
            "key": { "type": ["string", "null"] },
            "allowed": named("texts"),
            "nearest": { "type": ["string", "null"] },
        }),
    )
}
