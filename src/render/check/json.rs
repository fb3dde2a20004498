//! The JSON of a check (`chipwise/check/1`). Fields are only ever added.

use serde::Serialize;

use crate::report::{
    Answer, Because, CheckReport, FindingReport, ProfileCheck, TargetName, TeamDecision, WaiverReport,
};

/// The name of the format.
pub const SCHEMA: &str = "chipwise/check/1";

#[derive(Serialize)]
struct Wire<'r> {
    schema: &'static str,
    generator: Generator<'r>,
    as_of: &'r str,
    ending: &'static str,
    exit_code: u8,
    summary: Summary,
    profiles: Vec<Profile<'r>>,
    errors: Vec<Finding<'r>>,
}

#[derive(Serialize)]
struct Generator<'r> {
    version: &'r str,
}

#[derive(Serialize)]
struct Summary {
    profiles: usize,
    holds: usize,
    open: usize,
    waived: usize,
    contradicted: usize,
    policy_broken: usize,
    unchecked: usize,
    unreadable: usize,
    checked: usize,
    findings: Findings,
    not_listed: usize,
    not_listed_failing: usize,
}

#[derive(Serialize)]
struct Findings {
    error: usize,
    warning: usize,
    note: usize,
    waived: usize,
}

#[derive(Serialize)]
struct Profile<'r> {
    name: &'r str,
    source: Source<'r>,
    config: Option<&'r str>,
    disabled_rules: Vec<Disabled<'r>>,
    rules: Option<Rules<'r>>,
    state: &'static str,
    decision: Option<Decision<'r>>,
    expect: Option<&'r str>,
    policy: bool,
    recommendation: Option<Recommendation<'r>>,
    findings: Vec<Finding<'r>>,
    waivers: Vec<Waiver<'r>>,
}

#[derive(Serialize)]
struct Disabled<'r> {
    id: &'r str,
    reason: &'r str,
}

#[derive(Serialize)]
struct Source<'r> {
    path: &'r str,
    line: u32,
}

#[derive(Serialize)]
struct Rules<'r> {
    id: &'static str,
    date: &'r str,
    hash: &'r str,
}

#[derive(Serialize)]
struct Decision<'r> {
    target: Option<&'r str>,
    decided_on: Option<&'r str>,
    why: Option<&'r str>,
}

#[derive(Serialize)]
struct Recommendation<'r> {
    target: Option<&'r str>,
    contenders: Vec<&'r str>,
    verdict: &'static str,
    basis: &'static str,
    summary: &'r str,
    doubt: Option<&'r str>,
}

#[derive(Serialize)]
struct Finding<'r> {
    id: &'static str,
    severity: &'static str,
    confidence: &'static str,
    path: Option<&'r str>,
    line: Option<u32>,
    column: Option<u32>,
    message: &'r str,
    about: &'r [String],
    because: Vec<Reason<'r>>,
    to_do: &'r str,
    docs: &'r str,
    waived_by: Vec<Waiver<'r>>,
}

#[derive(Serialize)]
struct Reason<'r> {
    text: &'r str,
    rule: &'r str,
    lines: &'r [u32],
    sources: Vec<Cited<'r>>,
}

#[derive(Serialize)]
struct Cited<'r> {
    short: &'r str,
    #[serde(rename = "where")]
    at: &'r str,
}

#[derive(Serialize)]
struct Waiver<'r> {
    id: &'r str,
    reason: &'r str,
    until: Option<&'r str>,
    expired: bool,
    line: u32,
    silences: &'r [&'static str],
}

/// The check as one JSON object.
pub fn json(report: &CheckReport) -> String {
    let tally = report.tally;
    let ending = tally.ending();
    let wire = Wire {
        schema: SCHEMA,
        generator: Generator { version: report.version },
        as_of: &report.as_of,
        ending: ending.id(),
        exit_code: ending.exit_code(),
        summary: Summary {
            profiles: tally.profiles,
            holds: tally.holds,
            open: tally.open,
            waived: tally.waived,
            contradicted: tally.contradicted,
            policy_broken: tally.policy_broken,
            unchecked: tally.unchecked,
            unreadable: tally.unreadable,
            checked: tally.checked(),
            findings: Findings {
                error: tally.errors,
                warning: tally.warnings,
                note: tally.notes,
                waived: tally.silenced,
            },
            not_listed: tally.unlisted,
            not_listed_failing: tally.unlisted_failing,
        },
        profiles: report.profiles.iter().map(profile).collect(),
        errors: report.problems_of_all().map(finding).collect(),
    };
    let text = serde_json::to_string_pretty(&wire).unwrap_or_default();
    format!("{text}\n")
}

fn profile(it: &ProfileCheck) -> Profile<'_> {
    Profile {
        name: &it.name,
        source: Source { path: &it.path, line: it.line },
        config: it.config.as_deref(),
        disabled_rules: it.disabled.iter().map(|(id, reason)| Disabled { id, reason }).collect(),
        rules: it.rules.as_ref().map(|rules| Rules { id: "chipwise", date: &rules.date, hash: &rules.hash }),
        state: it.state_id(),
        decision: it.decided.as_ref().map(decision),
        expect: it.expect.as_ref().map(id),
        policy: it.policy,
        recommendation: it.answer.as_ref().map(recommendation),
        findings: it.findings.iter().map(finding).collect(),
        waivers: it.waivers.iter().map(waiver).collect(),
    }
}

fn id(target: &TargetName) -> &str {
    &target.id
}

fn decision(it: &TeamDecision) -> Decision<'_> {
    Decision { target: it.target.as_ref().map(id), decided_on: it.on.as_deref(), why: it.why.as_deref() }
}

fn recommendation(it: &Answer) -> Recommendation<'_> {
    Recommendation {
        target: it.target.as_ref().map(id),
        contenders: it.contenders.iter().map(id).collect(),
        verdict: it.verdict.id(),
        basis: it.basis,
        summary: &it.summary,
        doubt: it.doubt.as_deref(),
    }
}

fn finding(it: &FindingReport) -> Finding<'_> {
    Finding {
        id: it.kind.id(),
        severity: it.severity.id(),
        confidence: it.confidence.id(),
        path: (!it.path.is_empty()).then_some(it.path.as_str()),
        line: it.line,
        column: it.column,
        message: &it.message,
        about: &it.about,
        because: it.because.iter().map(reason).collect(),
        to_do: &it.to_do,
        docs: &it.docs,
        waived_by: it.waived.iter().map(waiver).collect(),
    }
}

fn reason(it: &Because) -> Reason<'_> {
    Reason {
        text: &it.text,
        rule: &it.rule,
        lines: &it.lines,
        sources: it.sources.iter().map(|source| Cited { short: &source.short, at: &source.at }).collect(),
    }
}

fn waiver(it: &WaiverReport) -> Waiver<'_> {
    Waiver {
        id: &it.id,
        reason: &it.reason,
        until: it.until.as_deref(),
        expired: it.expired,
        line: it.line,
        silences: &it.silences,
    }
}
