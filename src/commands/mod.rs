//! One file for each subcommand; the only place that knows files, the clock, the terminal and exit codes.

mod ask;
mod base;
mod check;
mod chips;
mod compare;
mod explain;
mod formats;
mod hf_config;
mod init;
mod input;
mod listed;
mod output;
mod printing;
mod recommend;
mod rules;
mod schema;
mod sessions;
mod shell;
mod size;
mod stream;
mod what_if;
mod workloads;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};
use crate::diag::Diagnostic;
use crate::knowledge::Knowledge;
use output::Console;

/// How a command ended, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Done,
    /// A check or lint found something.
    Found,
    /// Wrong usage or input.
    Wrong,
    /// The user broke it off.
    Interrupted,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Done => ExitCode::SUCCESS,
            Outcome::Found => ExitCode::from(1),
            Outcome::Wrong => ExitCode::from(2),
            // As shells report a program that Ctrl-C ended.
            Outcome::Interrupted => ExitCode::from(130),
        }
    }
}

/// Runs the program with its arguments and returns its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(problem) => {
            // Help and version are no mistakes; a closed pipe is nobody's business.
            let code = if problem.use_stderr() { Outcome::Wrong } else { Outcome::Done };
            let _ = problem.print();
            return code.into();
        }
    };
    let console = Console::new(cli.color, cli.quiet);
    match dispatch(&cli, &console) {
        Ok(outcome) => outcome.into(),
        Err(problem) if output::is_closed_pipe(&problem) => Outcome::Done.into(),
        Err(problem) => {
            console.complain(&Diagnostic::error("machine", format!("{problem:#}")));
            Outcome::Wrong.into()
        }
    }
}

fn dispatch(cli: &Cli, console: &Console) -> anyhow::Result<Outcome> {
    let Some(knowledge) = knowledge(cli, console)? else { return Ok(Outcome::Wrong) };
    // It is needed to the end, and to free its many parts then would be a tenth of a short run.
    let knowledge: &'static Knowledge = Box::leak(Box::new(knowledge));
    match &cli.command {
        Command::Recommend(args) => recommend::run(args, knowledge, console),
        Command::Compare(args) => compare::run(args, &cli.rules, knowledge, console),
        Command::Size(args) => size::run(args, knowledge, console),
        Command::Ask(args) => ask::run(args, knowledge, console),
        Command::Check(args) => check::run(args, &cli.rules, knowledge, console),
        Command::WhatIf(args) => what_if::run(args, knowledge, console),
        Command::Rules(args) => rules::run(args, &cli.rules, knowledge, console),
        Command::Chips(args) => chips::run(args, knowledge, console),
        Command::Explain(args) => explain::run(args, knowledge, console),
        Command::Init(args) => init::run(args, knowledge, console),
        Command::Schema(args) => schema::run(args, knowledge, console),
        Command::Completions(args) => shell::completions(args, knowledge, console),
        Command::Man(args) => shell::man(args, console),
    }
}

/// The date by the clock, in UTC so that it does not hang on the machine's place.
fn today() -> jiff::civil::Date {
    jiff::tz::Offset::UTC.to_datetime(jiff::Timestamp::now()).date()
}

/// Loads the rules that the command line asks for; their problems are printed.
fn knowledge(cli: &Cli, console: &Console) -> anyhow::Result<Option<Knowledge>> {
    if let Some((judge, profiles)) = cli.command.judges_together() {
        match sessions::rules_of_run(judge, &cli.rules, profiles) {
            Ok(None) => {}
            Ok(Some(knowledge)) => return Ok(Some(knowledge)),
            Err(problems) => {
                problems.iter().for_each(|problem| console.complain(problem));
                return Ok(None);
            }
        }
    }
    let own = cli.rules.instead.is_some() || !cli.rules.extra.is_empty();
    // Those who read about the rules want their examples too.
    let reads = matches!(cli.command, Command::Rules(_) | Command::Explain(_));
    if !own && !reads {
        return Ok(Some(crate::built_in::knowledge()));
    }
    match input::rules(&input::Disk, &cli.rules).and_then(|files| crate::knowledge::load(&files)) {
        Ok(knowledge) => Ok(Some(knowledge)),
        Err(problems) => {
            problems.iter().for_each(|problem| console.complain(problem));
            Ok(None)
        }
    }
}
