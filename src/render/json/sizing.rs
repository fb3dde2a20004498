//! Sizes as JSON (`chipwise/sizing/1`): the keys of the outer contract, and more beside them.

use serde_json::{Map, Value as Json, json};

use crate::diag::Diagnostic;
use crate::report::{ChipRow, Held, NoSystem, Range, SizeReport, Smallest, SystemRow};

/// The name of the format.
const SCHEMA: &str = "chipwise/sizing/1";

/// Sizes as a JSON value. Bytes are whole, durations in seconds, what is not known is null.
pub fn sizing(report: &SizeReport) -> Json {
    let mut memory: Map<String, Json> =
        report.parts.iter().map(|part| (part.id.to_owned(), whole(part.bytes))).collect();
    memory.insert("total".to_owned(), whole(report.total));
    json!({
        "schema": SCHEMA,
        "name": report.name,
        "source": { "path": report.path, "line": report.line },
        "memory": memory,
        "memory_by_precision": report.by_precision.iter()
            .map(|(precision, total)| (precision.clone(), whole(Some(*total)))).collect::<Map<String, Json>>(),
        "memory_is_lower_bound": report.is_least,
        "memory_is_measured": report.is_measured,
        "params": whole(report.params),
        "smallest": report.smallest.iter().map(smallest).collect::<Vec<_>>(),
        "chips": report.chips.iter().map(chip).collect::<Vec<_>>(),
        "left_out": report.left_out.iter()
            .map(|it| json!({ "target": it.target.id, "because": it.because })).collect::<Vec<_>>(),
        "assumptions": report.assumptions,
        "not_counted": report.not_counted,
        "not_modelled": report.not_modelled,
        "sources": report.sources,
        "errors": [],
    })
}

/// What a recommendation tells of sizes.
pub fn held(held: &Held) -> Json {
    json!({
        "memory": { "total": whole(Some(held.memory)) },
        "memory_is_lower_bound": held.is_least,
        "smallest": held.smallest.iter().map(smallest).collect::<Vec<_>>(),
    })
}

/// A record that could not be read.
pub fn unreadable(path: &str, problems: &[Diagnostic]) -> Json {
    let errors: Vec<Json> = problems.iter().map(super::diagnostic).collect();
    json!({ "schema": SCHEMA, "source": { "path": path, "line": null }, "memory": null, "chips": [], "errors": errors })
}

fn chip(row: &ChipRow) -> Json {
    json!({
        "id": row.id,
        "target": row.target.id,
        "needed": whole(row.needed),
        "memory_gib": plain(row.memory_gib),
        "members": row.members.iter()
            .map(|it| json!({ "name": it.name, "memory_gib": it.memory_gib, "needed": whole(Some(it.needed)) }))
            .collect::<Vec<_>>(),
        "beyond_largest": row.is_beyond,
        "smallest": row.system.as_ref().map(system),
        "padding_waste": plain(row.padding_waste),
        "bound_by": row.bound_by,
        "intensity": plain(row.intensity),
        "ridge": plain(row.ridge),
        "at_precision": row.precision,
        "times_for_chips": row.chips,
        "links_not_counted": row.leaves_out_links,
        "best_seconds": plain(row.best_seconds),
        "step_seconds": plain(row.step_seconds),
        "run_seconds": plain(row.run_seconds),
        "utilisation": plain(row.utilisation),
    })
}

fn system(row: &SystemRow) -> Json {
    json!({ "machine": row.id, "place": row.place, "count": row.count, "chips": row.chips })
}

fn smallest(it: &Smallest) -> Json {
    json!({
        "target": it.target.id, "chip": it.chip, "needed": whole(Some(it.needed)), "fits": it.fits,
        "smallest": it.system.as_ref().ok().map(system),
        "available_in": match &it.system {
            Err(NoSystem::Elsewhere(places)) => json!(places),
            _ => Json::Null,
        },
    })
}

/// Whole numbers, as far as such numbers are exact.
fn whole(range: Option<Range>) -> Json {
    range.map_or(Json::Null, |range| json!({ "low": integer(range.low), "high": integer(range.high) }))
}

fn integer(number: f64) -> Json {
    const MOST_EXACT: f64 = 9_007_199_254_740_992.0;
    if (0.0..MOST_EXACT).contains(&number) { json!(number.round() as u64) } else { json!(number) }
}

fn plain(range: Option<Range>) -> Json {
    range.map_or(Json::Null, |range| json!({ "low": range.low, "high": range.high }))
}
