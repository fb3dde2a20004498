//! The JSON of `what-if` (`chipwise/what-if/1`). Fields are only ever added.

use serde_json::{Value as Json, json};

use super::{caution, diagnostic, flip, reason, recommendation, unknown};
use crate::diag::Diagnostic;
use crate::report::{Depth, Effect, Follows, Report, SetFact, WhatIf};

/// The name of the format.
pub const SCHEMA: &str = "chipwise/what-if/1";

/// Before and after some facts are set.
pub fn what_if(it: &WhatIf, full: bool) -> Json {
    let set =
        |set: &SetFact| json!({ "fact": set.fact, "from": set.from, "to": set.to, "makes_no_difference": set.idle });
    let follows = |it: &Follows| json!({ "fact": it.fact, "from": it.from, "to": it.to });
    // What is of another class gives no reasons in JSON.
    let reasons = |all: &[crate::report::ReasonReport]| -> Vec<Json> {
        all.iter().filter(|it| it.effect != Effect::NotApplicable).map(reason).collect()
    };
    json!({
        "schema": SCHEMA,
        "name": it.before.name,
        "source": { "path": it.before.path.as_ref(), "line": it.before.line },
        "set": it.set.iter().map(set).collect::<Vec<_>>(),
        "before": recommendation(&it.before, full),
        "after": recommendation(&it.after, full),
        "came": reasons(&it.came),
        "went": reasons(&it.went),
        "cautions": {
            "came": it.cautions_came.iter().map(caution).collect::<Vec<_>>(),
            "went": it.cautions_went.iter().map(caution).collect::<Vec<_>>(),
        },
        "follows": it.follows.iter().map(follows).collect::<Vec<_>>(),
    })
}

/// What would change a recommendation, where nothing is set.
pub fn at_length(report: &Report, full: bool) -> Json {
    let before = Report { depth: Depth::Reasons, ..report.clone() };
    json!({
        "schema": SCHEMA,
        "name": report.name,
        "source": { "path": report.path.as_ref(), "line": report.line },
        "set": [],
        "before": recommendation(&before, full),
        "flips": report.flips.iter().map(flip).collect::<Vec<_>>(),
        "unknowns": report.unknowns.iter().map(unknown).collect::<Vec<_>>(),
    })
}

/// A record that could not be read, in its place among the others.
pub fn unreadable(path: &str, problems: &[Diagnostic]) -> Json {
    let line = problems.iter().find_map(|problem| problem.place).map(|place| place.line);
    json!({
        "schema": SCHEMA,
        "source": { "path": path, "line": line },
        "before": Json::Null,
        "errors": problems.iter().map(diagnostic).collect::<Vec<_>>(),
    })
}
