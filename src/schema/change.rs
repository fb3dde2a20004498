//! The schema of a change as JSON. What is listed is there; fields may be added within a version of the format.

use serde_json::{Map, Value as Json, json};

use super::recommendation::{list, named, object, or_null, problem};
use super::{entries, headed};
use crate::knowledge::{GRAVITIES, Knowledge};

/// The schema of one workload that changed.
pub fn change(knowledge: &Knowledge) -> Json {
    let mut body = entries(object(
        &[
            "schema",
            "generator",
            "as_of",
            "base",
            "name",
            "source",
            "kind",
            "before",
            "after",
            "differs",
            "changes",
            "because",
        ],
        top(),
    ));
    body.insert("$defs".to_owned(), Json::Object(defs(knowledge)));
    let about = "The JSON of `compare --base`, one workload that changed. Fields are only added within the version. A target \
                 of the base may be one that the rules no longer have.";
    headed("change", "chipwise change", about, body)
}

fn top() -> Json {
    json!({
        "schema": { "const": "chipwise/change/1" },
        "generator": object(&["version"], json!({ "version": { "type": "string" } })),
        "as_of": { "type": "string" },
        "base": object(&["kind", "name", "commit"], json!({
            "kind": { "enum": ["revision", "folder", "answers"] },
            "name": { "type": "string" },
            "commit": { "type": ["string", "null"] },
        })),
        "name": { "type": "string" },
        "source": named("place"),
        "was_at": or_null(named("place")),
        "labels": { "type": "object", "additionalProperties": { "type": "string" } },
        "kind": { "enum": ["changed", "new", "removed", "unreadable", "readable"] },
        "before": or_null(named("side")),
        "after": or_null(named("side")),
        "differs": { "type": "array", "items": {
            "enum": ["target", "verdict", "basis", "contenders", "excluded", "cautions", "warnings"],
        } },
        "changes": { "type": "array", "items": object(&["of", "fact", "from", "to", "rules", "alone"], json!({
            "of": { "enum": ["fact", "prices", "rules"] },
            "fact": { "type": ["string", "null"] },
            "from": { "type": ["string", "null"] },
            "to": { "type": ["string", "null"] },
            "rules": or_null(object(&["new", "gone", "changed"], json!({
                "new": named("texts"), "gone": named("texts"), "changed": named("texts"),
            }))),
            "alone": or_null(object(&["target", "verdict"], json!({
                "target": { "type": ["string", "null"] }, "verdict": named("verdict"),
            }))),
        })) },
        "because": or_null(object(&["known", "why_not", "sets", "complete"], json!({
            "known": { "type": "boolean" },
            "why_not": { "type": ["string", "null"] },
            "sets": { "type": "array", "items": { "type": "array", "minItems": 1, "items": { "type": "integer", "minimum": 0 } } },
            "complete": { "type": "boolean" },
        }))),
        "came": or_null(list("reason")),
        "went": or_null(list("reason")),
        "cautions": object(&["came", "went"], json!({ "came": list("caution"), "went": list("caution") })),
        "errors": list("problem"),
    })
}

fn defs(knowledge: &Knowledge) -> Map<String, Json> {
    entries(json!({
        "texts": { "type": "array", "items": { "type": "string" } },
        "verdict": { "enum": knowledge.verdicts.iter().map(|it| it.id.as_ref()).collect::<Vec<_>>() },
        "place": object(&["path", "line"], json!({ "path": { "type": "string" }, "line": { "type": ["integer", "null"] } })),
        "side": object(&["target", "verdict", "basis", "contenders", "summary", "targets", "warnings"], json!({
            "target": { "type": ["string", "null"] },
            "verdict": named("verdict"),
            "basis": { "enum": ["documents", "estimates", "measurements"] },
            "contenders": named("texts"),
            "summary": { "type": "string" },
            "targets": or_null(json!({ "type": "array", "items": object(&["id", "status", "score"], json!({
                "id": { "type": "string" },
                "status": { "enum": ["eligible", "excluded", "not_applicable"] },
                "score": { "type": ["number", "null"] },
            })) })),
            "warnings": or_null(named("texts")),
        })),
        "reason": object(&["rule", "target", "excludes", "contribution", "because"], json!({
            "rule": { "type": "string" },
            "target": { "type": "string" },
            "excludes": { "type": "boolean" },
            "contribution": { "type": "number" },
            "because": { "type": "string" },
        })),
        "caution": object(&["rule", "topic", "severity", "text", "targets"], json!({
            "rule": { "type": "string" },
            "topic": { "type": "string" },
            "severity": { "enum": GRAVITIES.map(|(_, id)| id) },
            "text": { "type": "string" },
            "targets": named("texts"),
        })),
        "problem": problem(),
    }))
}
