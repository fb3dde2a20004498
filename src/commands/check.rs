//! `chipwise check`: profiles held to what was decided, expected and laid down, in the formats of pipelines.

use super::Outcome;
use super::output::Console;
use super::printing::{self, Sink};
use super::sessions::{Session, Sessions};
use super::workloads::{self, Prepared, Refused};
use crate::check::{self, Standard};
use crate::cli::{CheckArgs, RuleOptions};
use crate::explain::explain;
use crate::facts::FactId;
use crate::knowledge::Knowledge;
use crate::profile::Profile;
use crate::render::{check as formats, text};
use crate::report::{CheckReport, Ending, ProfileCheck, checked, unreadable_check};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Json,
    Github,
    Sarif,
    Junit,
}

/// Every form with its name, the usual one first.
const FORMATS: [(Format, &str); 5] = [
    (Format::Text, "text"),
    (Format::Json, "json"),
    (Format::Github, "github"),
    (Format::Sarif, "sarif"),
    (Format::Junit, "junit"),
];

/// What is wrong where there is no profile at all.
const NO_PROFILE: [&str; 2] = ["no-profiles", "not-a-profile"];

pub fn run(
    args: &CheckArgs,
    options: &RuleOptions,
    knowledge: &Knowledge,
    console: &Console,
) -> anyhow::Result<Outcome> {
    let Some(prepared) = workloads::prepare_apart(&args.judge, &args.profiles, &FORMATS, knowledge, console) else {
        return Ok(Outcome::Wrong);
    };
    if let Some(problem) = args.expect.as_deref().and_then(|id| prepared.rival(knowledge, "--expect", id).err()) {
        console.complain(&problem);
        return Ok(Outcome::Wrong);
    }
    let report = all(args, options, knowledge, &prepared, console)?;
    // How it ended is settled before anything is written, so that no format can change it.
    let outcome = match report.tally.ending() {
        Ending::Passed => Outcome::Done,
        Ending::Failed => Outcome::Found,
        Ending::Wrong => Outcome::Wrong,
    };
    let width = console.width();
    printing::print_each(console, &prepared.sinks, |format| match format {
        Format::Text => text::check(&report, width),
        Format::Json => formats::json(&report),
        Format::Github => formats::github(&report),
        Format::Sarif => formats::sarif(&report),
        Format::Junit => formats::junit(&report),
    })?;
    Ok(outcome)
}

/// Checks every record of all inputs.
fn all(
    args: &CheckArgs,
    options: &RuleOptions,
    knowledge: &Knowledge,
    prepared: &Prepared<Format>,
    console: &Console,
) -> anyhow::Result<CheckReport> {
    let context = prepared.context(knowledge);
    let mut report = CheckReport::new(context.version, context.as_of.to_string());
    let mut sessions = Sessions::new(&args.judge, options, knowledge, &prepared.targets, context.as_of);
    // Where the findings are shown as text anyhow, they need not be told twice.
    let shown = prepared.sinks.iter().any(|sink: &Sink<Format>| sink.format == Format::Text && sink.file.is_none());
    let console = console.telling_errors_elsewhere(shown);
    workloads::each_in(&mut sessions, &prepared.inputs, &console, |path, record| {
        let checked = match record {
            Ok((session, _)) if session.context.knowledge.rules.is_empty() => {
                no_rule_left(&mut report, session);
                return Ok(());
            }
            Ok((session, profile)) => one(session, args.expect.as_deref(), profile),
            Err(Refused::Config(config, problems)) => {
                report.add_held_up(path, &config, &problems);
                return Ok(());
            }
            Err(Refused::Record(problems)) if problems.iter().any(|it| NO_PROFILE.contains(&it.code)) => {
                report.add_no_profile(path, &problems);
                return Ok(());
            }
            Err(Refused::Record(problems)) => unreadable_check(path, &problems),
        };
        report.add(checked);
        Ok(())
    })?;
    report.finish();
    Ok(report)
}

/// Without rules every target is as good as any other, and nothing can be contradicted.
fn no_rule_left(report: &mut CheckReport, session: &Session) {
    report.tally.profiles += 1;
    report.tally.unchecked += 1;
    if report.problems.is_empty() {
        let of = session.config.as_ref().map(|config| format!(" under {config}")).unwrap_or_default();
        let message = format!("Nothing was checked: no rule is left{of}.");
        report.wrong(message, "Disable fewer rules, or name a folder that holds some.".to_owned());
    }
}

fn one(session: &Session, expect: Option<&str>, profile: Profile) -> ProfileCheck {
    let knowledge = session.context.knowledge;
    let decision = session.judge.decide(&profile.facts);
    let unknowns: Vec<FactId> = match session.policy.max_unknowns {
        // To ask again takes longer than to judge.
        Some(_) => explain(&session.judge, &profile.facts, &decision).unknowns.iter().map(|it| it.fact).collect(),
        None => Vec::new(),
    };
    let standard = Standard {
        knowledge,
        policy: &session.policy,
        expect: expect.and_then(|id| knowledge.target_id(id.trim())),
        as_of: session.context.as_of,
    };
    let found = check::check(&standard, &profile, &decision, &unknowns);
    let mut told = checked(&session.context, &profile, &decision, &found, &session.policy);
    told.config.clone_from(&session.config);
    told.disabled = session.disabled.iter().map(|it| (it.id.clone(), it.reason.clone())).collect();
    told
}
