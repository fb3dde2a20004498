//! JSON as the outer contract lays it down (`chipwise/recommendation/1`). Fields are only ever added.

mod sizing;
mod what_if;
mod why_not;

pub use sizing::{sizing, unreadable as unreadable_sizing};
pub use what_if::{at_length, unreadable as unreadable_what_if, what_if};

use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::diag::Diagnostic;
use crate::facts::{Origin, OriginKind, Value};
use crate::report::{
    Assumption, Brief, CautionReport, Change, Depth, Effect, FactUsed, FlipChange, FlipReport, Holds, ReasonReport,
    Report, Robustness, SourceUsed, Status, UnknownReport,
};

/// The name of the format.
pub const SCHEMA: &str = "chipwise/recommendation/1";

/// One recommendation on the wire.
#[derive(Serialize)]
struct Wire<'r> {
    schema: &'static str,
    generator: Json,
    as_of: &'r str,
    name: &'r str,
    source: Json,
    labels: &'r std::collections::BTreeMap<String, String>,
    recommendation: Json,
    targets: Vec<Json>,
    #[serde(flatten)]
    reasons: Option<Reasons>,
    #[serde(flatten)]
    explained: Option<Explained>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why_not: Option<Json>,
}

/// What the depth `reasons` adds.
#[derive(Serialize)]
struct Reasons {
    reasons: Vec<Json>,
    cautions: Vec<Json>,
    steps: Vec<Json>,
    assumed: Vec<Json>,
}

/// What the depth `full` adds.
#[derive(Serialize)]
struct Explained {
    unknowns: Vec<Json>,
    flips: Vec<Json>,
    robustness: Option<Json>,
    warnings: Vec<Json>,
    estimates: Option<Json>,
    errors: Vec<Json>,
}

/// A report as a JSON value, as deep as it is told. With `full` every caution is in it, else the gravest.
pub fn recommendation(report: &Report, full: bool) -> Json {
    let wire = Wire {
        schema: SCHEMA,
        generator: json!({
            "version": report.rules.version,
            "rules": { "id": "chipwise", "date": report.rules.date, "hash": report.rules.hash },
        }),
        as_of: &report.as_of,
        name: &report.name,
        source: json!({ "path": report.path.as_ref(), "line": report.line }),
        labels: &report.labels,
        recommendation: json!({
            "target": report.target.as_ref().map(|target| &target.id),
            "contenders": report.contenders.iter().map(|target| &target.id).collect::<Vec<_>>(),
            "verdict": report.verdict.id(),
            "basis": report.basis.id(),
            "summary": report.summary,
            "not_decided_because": report.doubt,
        }),
        targets: targets(report),
        reasons: (report.depth >= Depth::Reasons).then(|| why(report, full)),
        explained: (report.depth >= Depth::Full).then(|| explained(report)),
        why_not: report.why_not.as_ref().map(|case| why_not::why_not(case)),
    };
    serde_json::to_value(wire).unwrap_or(Json::Null)
}

fn why(report: &Report, full: bool) -> Reasons {
    let shown = if full { report.cautions.len() } else { report.cautions_shown };
    let assumption = |it: &Assumption| {
        json!({
            "fact": it.fact,
            "value": it.value,
            "kind": if it.presumed { "presumed" } else { "not_stated" },
            "because": it.because,
            "claims": it.claims,
        })
    };
    Reasons {
        reasons: report.reasons.iter().filter(|it| it.effect != Effect::NotApplicable).map(reason).collect(),
        cautions: report.cautions.iter().take(shown).map(caution).collect(),
        steps: report.steps.iter().map(|it| json!({ "id": it.id, "text": it.text, "rule": it.rule })).collect(),
        assumed: report.assumed.iter().map(assumption).collect(),
    }
}

fn explained(report: &Report) -> Explained {
    Explained {
        unknowns: report.unknowns.iter().map(unknown).collect(),
        flips: report.flips.iter().map(flip).collect(),
        robustness: report.robustness.as_ref().map(robustness),
        warnings: report.warnings.iter().map(diagnostic).collect(),
        estimates: report.held.as_ref().map(|held| json!({ "sizing": sizing::held(held) })),
        errors: Vec::new(),
    }
}

fn caution(it: &CautionReport) -> Json {
    json!({
        "id": it.id,
        "topic": it.topic,
        "severity": it.gravity.id(),
        "text": it.text,
        "rule": it.rule,
        "targets": it.targets.iter().map(|target| &target.id).collect::<Vec<_>>(),
        "accepted": it.accepted,
    })
}

fn unknown(it: &UnknownReport) -> Json {
    let targets: Vec<&String> = it.targets.iter().map(|target| &target.id).collect();
    json!({ "fact": it.fact, "question": it.question, "effort": it.effort, "can_change_target_to": targets })
}

/// The head of a recommendation on the wire.
#[derive(Serialize)]
struct Head<'r> {
    schema: &'static str,
    name: &'r str,
    source: HeadSource<'r>,
    labels: &'r std::collections::BTreeMap<String, String>,
    recommendation: HeadAnswer<'r>,
}

#[derive(Serialize)]
struct HeadSource<'r> {
    path: &'r str,
    line: u32,
}

#[derive(Serialize)]
struct HeadAnswer<'r> {
    target: Option<&'r str>,
    contenders: &'r [&'r str],
    verdict: &'static str,
    basis: &'static str,
    summary: &'r str,
}

impl<'r> From<&'r Brief<'r>> for Head<'r> {
    fn from(it: &'r Brief<'r>) -> Self {
        Head {
            schema: SCHEMA,
            name: it.name,
            source: HeadSource { path: it.path, line: it.line },
            labels: it.labels,
            recommendation: HeadAnswer {
                target: it.target,
                contenders: it.contenders,
                verdict: it.verdict.id(),
                basis: it.basis.id(),
                summary: it.summary,
            },
        }
    }
}

/// Adds the head of a recommendation as a line.
pub fn brief_line(brief: &Brief, out: &mut Vec<u8>) {
    // Texts and numbers can always be written, and memory takes everything.
    let _ = serde_json::to_writer(&mut *out, &Head::from(brief));
    out.push(b'\n');
}

/// The head of a recommendation over several lines.
pub fn brief_item(brief: &Brief) -> String {
    serde_json::to_string_pretty(&Head::from(brief)).unwrap_or_default()
}

/// A record that could not be read, in its place among the others.
pub fn unreadable(path: &str, problems: &[Diagnostic]) -> Json {
    let line = problems.iter().find_map(|problem| problem.place).map(|place| place.line);
    json!({
        "schema": SCHEMA,
        "source": { "path": path, "line": line },
        "recommendation": Json::Null,
        "errors": problems.iter().map(diagnostic).collect::<Vec<_>>(),
    })
}

pub(super) fn diagnostic(problem: &Diagnostic) -> Json {
    json!({
        "code": problem.code,
        "message": problem.message,
        "path": problem.path,
        "line": problem.place.map(|place| place.line),
        "column": problem.place.map(|place| place.column),
        "key": problem.key,
        "allowed": problem.allowed,
        "nearest": problem.nearest,
    })
}

fn targets(report: &Report) -> Vec<Json> {
    report
        .targets
        .iter()
        .map(|it| {
            let eligible = it.status == Status::Eligible;
            json!({
                "id": it.target.id,
                "status": it.status.id(),
                "status_because": it.because,
                "score": eligible.then_some(it.score),
                "score_range": eligible.then(|| json!({ "low": it.low, "high": it.high })),
                "rank": it.rank,
                "excluded_by": it.excluded_by,
                "lifted_by": it.lifted_by.iter().map(|change| json!({ "fact": change.fact, "to": change.to })).collect::<Vec<_>>(),
            })
        })
        .collect()
}

fn reason(it: &ReasonReport) -> Json {
    let lifted = |change: &Change| json!({ "fact": change.fact, "value": change.to });
    let source = |source: &SourceUsed| json!({ "short": source.short, "where": source.at });
    let (effect, strength) = match it.effect {
        Effect::Favours(strength) => ("favours", Some(strength.id())),
        Effect::Disfavours(strength) => ("disfavours", Some(strength.id())),
        Effect::Excludes | Effect::NotApplicable => ("excludes", None),
    };
    json!({
        "rule": it.rule,
        "concern": it.concern,
        "effect": effect,
        "target": it.target.id,
        "strength": strength,
        "contribution": it.contribution,
        "counts": it.counts,
        "holds": if it.holds == Holds::Certainly { "certainly" } else { "presumably" },
        "lifted_by": it.lifted_by.iter().map(lifted).collect::<Vec<_>>(),
        "because": it.because,
        "facts": it.facts.iter().map(fact).collect::<Vec<_>>(),
        "claims": it.claims,
        "sources": it.sources.iter().map(source).collect::<Vec<_>>(),
    })
}

fn fact(used: &FactUsed) -> Json {
    json!({ "id": used.id, "value": value(used), "origin": origin(&used.origin, &used.from) })
}

/// Counts and bytes as integers, durations in seconds, rates per second.
fn value(used: &FactUsed) -> Json {
    let number = |number: f64| {
        // Counts and bytes are at most 10^18.
        if used.whole && number.fract() == 0.0 && number.abs() < 1e18 { json!(number as i64) } else { json!(number) }
    };
    match &used.value {
        Value::Flag(flag) => json!(flag),
        Value::Number(one) => number(*one),
        Value::Range { low, high } => json!({ "low": number(low.floor()), "high": number(high.ceil()) }),
        Value::Choices { set, .. } if set.is_empty() => json!([]),
        Value::Choices { .. } => json!(used.spelled.split(',').collect::<Vec<_>>()),
        Value::Names(names) => json!(names.to_vec()),
        Value::Tables(rows) => json!(rows.len()),
        Value::Choice(_) | Value::Text(_) | Value::Labels(_) => json!(used.spelled),
    }
}

fn origin(origin: &Origin, from: &[String]) -> Json {
    let kind = match origin.kind {
        OriginKind::File => "file",
        OriginKind::Answered => "answered",
        OriginKind::Set => "set",
        OriginKind::House => "house",
        OriginKind::Scanned => "scanned",
        OriginKind::Presumed => "presumed",
        OriginKind::Derived => "derived",
    };
    let mut wire = Map::new();
    wire.insert("kind".to_owned(), json!(kind));
    if let Some(path) = &origin.path {
        wire.insert("path".to_owned(), json!(path.as_ref()));
    }
    if let Some(place) = origin.place {
        wire.insert("line".to_owned(), json!(place.line));
        wire.insert("column".to_owned(), json!(place.column));
    }
    if !from.is_empty() {
        wire.insert("from".to_owned(), json!(from));
    }
    Json::Object(wire)
}

fn flip(flip: &FlipReport) -> Json {
    let change =
        |it: &FlipChange| json!({ "fact": it.fact, "from": it.from, "to": it.to, "changeable": it.changeable });
    json!({ "changes": flip.changes.iter().map(change).collect::<Vec<_>>(), "target": flip.target.id })
}

fn robustness(it: &Robustness) -> Json {
    let acceptability: Map<String, Json> =
        it.acceptability.iter().map(|(target, share)| (target.id.clone(), json!(share))).collect();
    json!({ "settled": it.settled, "pairs_searched": it.pairs_searched, "weights": { "holds_within": it.holds_within, "acceptability": acceptability } })
}
