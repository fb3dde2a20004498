//! The JSON of `compare --base` (`chipwise/change/1`): one object for each workload that changed. Fields are only ever
//! added.

use serde_json::{Value as Json, json};

use super::super::json::diagnostic;
use crate::report::changes::{At, Cause, Change, Changed, Changes, RulesChange, Side, SideCaution, SideReason};
use crate::report::{Status, TargetName};

/// The name of the format.
pub const SCHEMA: &str = "chipwise/change/1";

/// All changes, in their order.
pub fn all(changes: &Changes) -> Json {
    changes.changes.iter().map(|change| one(changes, change)).collect()
}

/// One change.
pub fn one(changes: &Changes, it: &Change) -> Json {
    let (came, went) = match (&it.before, &it.after) {
        (Some(before), Some(after)) => (after.reasons_beyond(before), before.reasons_beyond(after)),
        _ => (None, None),
    };
    let reasons = |all: Option<Vec<&SideReason>>| all.map(|all| all.into_iter().map(reason).collect::<Vec<_>>());
    let cautions = |one: &Option<Side>, other: &Option<Side>| match (one, other) {
        (Some(one), Some(other)) => one.cautions_beyond(other).into_iter().map(caution).collect(),
        _ => Vec::new(),
    };
    json!({
        "schema": SCHEMA,
        "generator": { "version": changes.version },
        "as_of": changes.as_of,
        "base": { "kind": changes.base.kind.id(), "name": changes.base.name, "commit": changes.base.commit },
        "name": it.name,
        "source": at(&it.at),
        "was_at": it.was_at.as_ref().map(at),
        "labels": it.labels.as_ref(),
        "kind": it.kind.id(),
        "before": it.before.as_ref().map(side),
        "after": it.after.as_ref().map(side),
        "differs": it.differs.iter().map(|aspect| aspect.id()).collect::<Vec<_>>(),
        "changes": it.changed.iter().map(changed).collect::<Vec<_>>(),
        "because": because(&it.cause),
        "came": reasons(came),
        "went": reasons(went),
        "cautions": { "came": cautions(&it.after, &it.before), "went": cautions(&it.before, &it.after) },
        "errors": it.problems.iter().map(diagnostic).collect::<Vec<_>>(),
    })
}

fn at(at: &At) -> Json {
    json!({ "path": at.path.as_ref(), "line": at.line })
}

fn ids(targets: &[TargetName]) -> Vec<&str> {
    targets.iter().map(|target| target.id.as_str()).collect()
}

fn side(it: &Side) -> Json {
    let targets = it.targets.as_ref().map(|targets| {
        let target = |it: &crate::report::changes::SideTarget| {
            let eligible = it.status == Status::Eligible;
            json!({ "id": it.target.id, "status": it.status.id(), "score": eligible.then_some(it.score) })
        };
        targets.iter().map(target).collect::<Vec<_>>()
    });
    json!({
        "target": it.target.as_ref().map(|target| &target.id),
        "verdict": it.verdict.id(),
        "basis": it.basis.id(),
        "contenders": ids(&it.contenders),
        "summary": it.summary,
        "targets": targets,
        "warnings": it.warnings,
    })
}

fn changed(it: &Changed) -> Json {
    let alone = |(target, verdict): &(Option<TargetName>, crate::report::Verdict)| json!({ "target": target.as_ref().map(|target| &target.id), "verdict": verdict.id() });
    let rules = |it: &RulesChange| json!({ "new": it.new, "gone": it.gone, "changed": it.changed });
    json!({
        "of": it.of.id(),
        "fact": it.fact,
        "from": it.from,
        "to": it.to,
        "rules": it.rules.as_deref().map(rules),
        "alone": it.alone.as_ref().map(alone),
    })
}

/// The changes by their places in `changes`.
fn because(cause: &Cause) -> Json {
    match cause {
        Cause::None => Json::Null,
        Cause::NotKnown(why) => json!({ "known": false, "why_not": why, "sets": [], "complete": false }),
        Cause::Found(it) => json!({ "known": true, "why_not": null, "sets": it.sets, "complete": it.complete }),
    }
}

fn reason(it: &SideReason) -> Json {
    json!({
        "rule": it.rule,
        "target": it.target.id,
        "excludes": it.excludes,
        "contribution": it.contribution,
        "because": it.because,
    })
}

fn caution(it: &SideCaution) -> Json {
    json!({
        "rule": it.rule,
        "topic": it.topic,
        "severity": it.gravity.id(),
        "text": it.text,
        "targets": ids(&it.targets),
    })
}
