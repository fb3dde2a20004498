//! `chipwise rules`: the rules listed, shown, linted, and traced to the claims that they rest on.

use std::io::IsTerminal;

use jiff::civil::Date;

use super::output::Console;
use super::printing::{self, Sink};
use super::{Outcome, explain, input};
use crate::cli::{RuleOptions, RulesArgs, RulesCommand, RulesLintArgs, RulesListArgs};
use crate::diag::{Diagnostic, Severity};
use crate::knowledge::{ConcernId, Knowledge, lint, unused_names};
use crate::render::page;
use crate::report::pages;

pub fn run(
    args: &RulesArgs,
    options: &RuleOptions,
    knowledge: &Knowledge,
    console: &Console,
) -> anyhow::Result<Outcome> {
    let print = match &args.command {
        RulesCommand::List(args) => &args.print,
        RulesCommand::Show(args) => &args.print,
        RulesCommand::Lint(args) => &args.print,
        RulesCommand::Trace(args) => &args.print,
    };
    let sinks = match printing::sinks(print) {
        Ok(sinks) => sinks,
        Err(problems) => return wrong(console, &problems),
    };
    match &args.command {
        RulesCommand::List(args) => list(args, knowledge, console, &sinks),
        RulesCommand::Show(args) => match pages::of_kind(knowledge, "rule", &args.id)
            .or_else(|| pages::of_kind(knowledge, "presumption", &args.id))
        {
            Some(found) => {
                let found = [found];
                printing::print(console, &sinks, || page::texts(&found, console.width()), || page::json(&found))?;
                Ok(Outcome::Done)
            }
            None => wrong(console, &[no_rule(knowledge, &args.id)]),
        },
        RulesCommand::Lint(args) => run_lint(args, options, knowledge, console, &sinks),
        RulesCommand::Trace(args) => trace(args.id.as_deref(), knowledge, console, &sinks),
    }
}

/// The width of a list that is piped or written to a file.
const PIPED_WIDTH: usize = 100;

fn wrong(console: &Console, problems: &[Diagnostic]) -> anyhow::Result<Outcome> {
    printing::complain(console, problems);
    Ok(Outcome::Wrong)
}

fn no_rule(knowledge: &Knowledge, id: &str) -> Diagnostic {
    let nearest = crate::diag::nearest(id, knowledge.rules.iter().map(|rule| rule.id.as_ref())).map(str::to_owned);
    let other = pages::about(knowledge, id)
        .first()
        .map_or_else(String::new, |page| format!("; it is a {}: ask `chipwise explain {id}`", page.kind));
    Diagnostic::error("unknown-id", format!("there is no rule `{id}`{other}")).suggesting(nearest)
}

fn list(args: &RulesListArgs, knowledge: &Knowledge, console: &Console, sinks: &[Sink]) -> anyhow::Result<Outcome> {
    let mut problems = Vec::new();
    let mut filter = pages::Filter::default();
    if let Some(id) = &args.concern {
        let index = knowledge.concerns.iter().position(|concern| concern.id == *id);
        filter.concern = index.and_then(|index| u8::try_from(index).ok()).map(ConcernId);
        if filter.concern.is_none() {
            let known = knowledge.concerns.iter().map(|concern| concern.id.as_ref());
            problems.push(
                Diagnostic::error("unknown-concern", format!("--concern: there is no concern `{id}`"))
                    .allowing(id, known),
            );
        }
    }
    if let Some(id) = &args.target {
        filter.target = knowledge.target_id(id);
        if filter.target.is_none() {
            let known = knowledge.targets.iter().map(|target| target.id.as_ref());
            problems.push(
                Diagnostic::error("unknown-target", format!("--target: there is no target `{id}`")).allowing(id, known),
            );
        }
    }
    if !problems.is_empty() {
        return wrong(console, &problems);
    }
    let rows = pages::rows(knowledge, filter);
    let width = if std::io::stdout().is_terminal() { console.width() } else { PIPED_WIDTH };
    printing::print(console, sinks, || page::rules_text(&rows, width), || page::rules_json(&rows))?;
    Ok(Outcome::Done)
}

fn run_lint(
    args: &RulesLintArgs,
    options: &RuleOptions,
    knowledge: &Knowledge,
    console: &Console,
    sinks: &[Sink],
) -> anyhow::Result<Outcome> {
    let as_of = match as_of(args.as_of.as_deref()) {
        Ok(date) => date,
        Err(problem) => return wrong(console, &[problem]),
    };
    let files = match input::rules(&input::Disk, options) {
        Ok(files) => files,
        Err(problems) => return wrong(console, &problems),
    };
    let mut findings = lint(knowledge, as_of);
    findings.extend(unused_names(&files));
    if args.strict {
        findings.iter_mut().for_each(|finding| finding.severity = Severity::Error);
    }
    // Findings are the answer here, and so go where answers go.
    let (rules, hash) = (pages::rows(knowledge, pages::Filter::default()).len(), &knowledge.hash);
    printing::print(
        console,
        sinks,
        || page::findings_text(&findings, rules),
        || page::findings_json(&findings, rules, hash),
    )?;
    Ok(if findings.iter().any(Diagnostic::is_error) { Outcome::Found } else { Outcome::Done })
}

/// The day that is given, else today.
fn as_of(written: Option<&str>) -> Result<Date, Diagnostic> {
    match written.map(crate::units::parse_date) {
        None => Ok(super::today()),
        Some(Ok(date)) => Ok(date),
        Some(Err(problem)) => Err(Diagnostic::error("bad-argument", format!("--as-of: {}", problem.message))),
    }
}

fn trace(id: Option<&str>, knowledge: &Knowledge, console: &Console, sinks: &[Sink]) -> anyhow::Result<Outcome> {
    let trace = match id {
        None => pages::trace(knowledge),
        Some(id) => {
            let trace = pages::trace_of(knowledge, id);
            if trace.claims.is_empty() && trace.users.is_empty() {
                return wrong(console, &[explain::unknown(knowledge, id)]);
            }
            trace
        }
    };
    let text = || page::text(&trace.page(knowledge, id), console.width());
    printing::print(console, sinks, text, || page::trace_json(&trace))?;
    Ok(Outcome::Done)
}
