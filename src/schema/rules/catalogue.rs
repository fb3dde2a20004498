//! The tables of a rule file that hold sources and the catalogue.

use serde_json::{Value as Json, json};

use super::super::entries;
use super::{named, names, table};
use crate::knowledge::CLAIM_KINDS;

/// Sources, claims, conflicts, packages and chips.
pub fn tables() -> Vec<(&'static str, Json)> {
    let source = table(
        &["id", "title"],
        json!({
            "id": named("id"),
            "title": named("text"),
            "short": named("text"),
            "address": named("text"),
            "date": named("text"),
            "author": named("text"),
            "kind": named("text"),
            "interest": named("text"),
            "document": named("flag"),
        }),
    );
    let claim = table(
        &["id", "where", "kind", "says"],
        json!({
            "id": named("id"),
            "where": named("text"),
            "kind": names(&CLAIM_KINDS),
            "toward": named("target"),
            "said_by": named("text"),
            "says": named("text"),
        }),
    );
    let conflict = table(
        &["id", "between", "about", "follow", "why"],
        json!({
            "id": named("id"),
            "between": named("texts"),
            "about": named("text"),
            "follow": named("text"),
            "why": named("text"),
        }),
    );
    let package = table(
        &["name", "tied"],
        json!({
            "name": named("text"),
            "imports": named("texts"),
            "tied": named("text"),
            "strength": named("text"),
            "why": named("text"),
            "way_out": named("text"),
            "recalled": named("flag"),
            "sources": named("texts"),
            "checked": named("text"),
        }),
    );
    vec![
        ("source", source),
        ("claim", claim),
        ("left_out", table(&["claim", "because"], json!({ "claim": named("id"), "because": named("text") }))),
        ("conflict", conflict),
        ("package", package),
        ("chip", chip()),
    ]
}

fn chip() -> Json {
    let counted = |key: &str| json!({ "anyOf": [named("number"), table(&[key], json!({ key: named("number"), "sources": named("texts") }))] });
    let plain = json!({ "type": "object", "additionalProperties": named("number") });
    let mut properties = entries(json!({
        "id": named("id"),
        "name": named("text"),
        "target": named("target"),
        "vendor": named("text"),
        "status": named("text"),
        "status_because": named("text"),
        "status_sources": named("texts"),
        "sources": named("texts"),
        "recalled": named("texts"),
        "places": named("texts"),
        "native_precisions": named("texts"),
        "notes": named("texts"),
        "also": named("texts"),
        "claims": named("texts"),
        "checked": named("text"),
        "interconnect": named("text"),
        "topology": named("text"),
        "compute_capability": named("text"),
        "peak_tflops": named("figures"),
        "reached_tflops": named("figures"),
        "released": counted("year"),
        "variant": { "type": "array", "items": table(&["id", "name"], json!({
            "id": named("id"),
            "name": named("text"),
            "memory_gib": named("number"),
            "bandwidth_gb_s": named("number"),
            "interconnect_gb_s": named("number"),
            "link_gb_s": named("number"),
            "peak_tflops": plain,
            "reached_tflops": plain,
        })) },
    }));
    for key in ["memory_gib", "bandwidth_gb_s", "interconnect_gb_s", "link_gb_s"] {
        properties.insert(key.to_owned(), named("figure"));
    }
    for key in [
        "largest_slice",
        "tight_domain",
        "chips_per_host",
        "matrix_tile",
        "matrix_rows",
        "matrix_columns",
        "devices_per_chip",
        "cores_per_chip",
        "multiprocessors",
    ] {
        properties.insert(key.to_owned(), counted("chips"));
    }
    table(&["id", "name", "target", "vendor", "status"], Json::Object(properties))
}

/// Machines, slices and published runs.
pub fn machines() -> Vec<(&'static str, Json)> {
    let kind = table(
        &["id"],
        json!({
            "id": named("id"),
            "chips": named("count"),
            "vcpus": named("number"),
            "memory": named("text"),
            "network_gbps": named("number"),
            "note": named("text"),
        }),
    );
    let machines = table(
        &["chip", "place"],
        json!({
            "chip": named("chip"),
            "place": named("text"),
            "variant": named("text"),
            "chip_memory_mib": named("number"),
            "status": named("text"),
            "status_because": named("text"),
            "sources": named("texts"),
            "recalled": named("flag"),
            "types": { "type": "array", "items": kind },
        }),
    );
    let slices = table(
        &["chip", "place", "name_counts"],
        json!({
            "chip": named("chip"),
            "place": named("text"),
            "prefixes": named("texts"),
            "name_counts": { "enum": ["chips", "cores"] },
            "chips_per_machine": named("count"),
            "one_machine": named("count"),
            "shapes": named("texts"),
            "note": named("text"),
            "sources": named("texts"),
            "recalled": named("flag"),
        }),
    );
    let run = table(
        &["what", "as_published"],
        json!({
            "what": named("text"),
            "chips": named("number"),
            "utilisation": { "type": "number", "exclusiveMinimum": 0, "maximum": 1 },
            "as_published": named("text"),
        }),
    );
    let published = table(
        &["chip", "work", "kind", "precision"],
        json!({
            "chip": named("chip"),
            "work": named("text"),
            "kind": named("text"),
            "precision": named("text"),
            "sources": named("texts"),
            "runs": { "type": "array", "items": run },
        }),
    );
    vec![("machines", machines), ("slices", slices), ("published", published)]
}
