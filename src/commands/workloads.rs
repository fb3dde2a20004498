//! The workloads that a command is asked about, and how they are to be judged: the arguments and the files read once for
//! all commands that judge.
//!
//! Each record is read and handed on before the next, so that a long stream costs no more memory than its text.

use std::path::{Path, PathBuf};

use jiff::civil::Date;

use super::output::Console;
use super::printing::{self, Sink};
use super::{Outcome, hf_config, input};
use crate::cli::{JudgeArgs, PrintArgs};
use crate::diag::Diagnostic;
use crate::judge::Judge;
use crate::knowledge::{Knowledge, TargetId};
use crate::profile::{self, MOST_PROBLEMS, Profile, Setting};
use crate::report::Context;

/// One record: its profile, or what is wrong with it.
pub type Record = Result<Profile, Vec<Diagnostic>>;

/// What the arguments come to.
pub struct Prepared<F> {
    targets: Vec<TargetId>,
    pub set: Vec<Setting>,
    as_of: Date,
    pub sinks: Vec<Sink<F>>,
}

impl<F> Prepared<F> {
    /// The judge of the targets that are asked for.
    pub fn judge<'k>(&self, knowledge: &'k Knowledge) -> Judge<'k> {
        let judge = Judge::new(knowledge);
        if self.targets.is_empty() { judge } else { judge.only(&self.targets) }
    }

    /// The target of a name that an option gives, if it is judged at all.
    pub fn rival(&self, knowledge: &Knowledge, option: &str, id: &str) -> Result<TargetId, Diagnostic> {
        let target = target(knowledge, option, id)?;
        if self.targets.is_empty() || self.targets.contains(&target) {
            return Ok(target);
        }
        let message = format!("{option}: `{id}` is not among the --targets that are judged");
        Err(Diagnostic::error("bad-argument", message))
    }

    pub fn context<'k>(&self, knowledge: &'k Knowledge) -> Context<'k> {
        Context { knowledge, as_of: self.as_of, version: env!("CARGO_PKG_VERSION") }
    }
}

/// Reads the arguments and tells what is wrong with them, or worth knowing.
///
/// None says that they are wrong.
pub fn prepare<F: Copy>(
    args: &JudgeArgs,
    profiles: &[PathBuf],
    formats: &[(F, &'static str)],
    knowledge: &Knowledge,
    console: &Console,
) -> Option<Prepared<F>> {
    match prepared(args, profiles, formats, knowledge) {
        Ok(prepared) => {
            let warnings = prepared.set.iter().flat_map(|setting| &setting.warnings);
            warnings.for_each(|warning| console.complain(warning));
            Some(prepared)
        }
        Err(problems) => {
            printing::complain(console, &problems);
            None
        }
    }
}

fn prepared<F: Copy>(
    args: &JudgeArgs,
    profiles: &[PathBuf],
    formats: &[(F, &'static str)],
    knowledge: &Knowledge,
) -> Result<Prepared<F>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut targets = Vec::new();
    for id in &args.targets {
        match target(knowledge, "--targets", id) {
            Ok(target) => targets.push(target),
            Err(problem) => problems.push(problem),
        }
    }
    let mut set = Vec::new();
    for written in &args.set {
        match profile::set(knowledge, written) {
            Ok(fact) => {
                problems.extend(hf_config::refuse(knowledge, &fact));
                set.push(fact);
            }
            Err(problem) => problems.push(problem),
        }
    }
    let as_of = match args.as_of.as_deref().map(crate::units::parse_date) {
        None => super::today(),
        Some(Ok(date)) => date,
        Some(Err(problem)) => {
            let problem = problem.into_diagnostic();
            problems.push(Diagnostic { message: format!("--as-of: {}", problem.message), ..problem });
            Date::MIN
        }
    };
    let print = PrintArgs { format: args.format.clone(), output: args.output.clone() };
    let sinks = printing::sinks_among(&print, formats).unwrap_or_else(|wrong| {
        problems.extend(wrong);
        Vec::new()
    });
    problems.extend(sinks.iter().filter_map(|sink| written_over(sink.file.as_deref()?, profiles)));
    if problems.is_empty() { Ok(Prepared { targets, set, as_of, sinks }) } else { Err(problems) }
}

/// The target of a name that an option gives.
pub fn target(knowledge: &Knowledge, option: &str, id: &str) -> Result<TargetId, Diagnostic> {
    knowledge.target_id(id.trim()).ok_or_else(|| {
        let known = knowledge.targets.iter().map(|target| target.id.as_ref());
        let message = format!("{option}: there is no target `{}`", crate::diag::shown(id));
        Diagnostic::error("unknown-target", message).allowing(id, known)
    })
}

/// An answer that would be written over a profile that it is about.
fn written_over(file: &Path, profiles: &[PathBuf]) -> Option<Diagnostic> {
    let whole = file.canonicalize().ok().filter(|file| file.is_file())?;
    let same = profiles.iter().any(|profile| profile.canonicalize().is_ok_and(|profile| profile == whole));
    let message = "the answer would be written over this profile; name another file";
    same.then(|| Diagnostic::error("bad-argument", message).in_file(file.to_string_lossy()))
}

/// Hands on each record of a file. The problems of the first are told, those of all others are counted.
pub fn each(
    path: &Path,
    knowledge: &Knowledge,
    console: &Console,
    mut handle: impl FnMut(Record) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let name = path.to_string_lossy();
    let source = match input::open(path) {
        Ok(source) => source,
        Err(problem) => {
            console.complain(&problem);
            handle(Err(vec![problem]))?;
            return Ok(Outcome::Wrong);
        }
    };
    let (mut left, mut untold) = (MOST_PROBLEMS, 0_usize);
    let mut outcome = Outcome::Done;
    for node in source.records() {
        let read = node.map_err(|problem| vec![problem]);
        let read = read.and_then(|node| profile::read_telling(knowledge, &node, &name, left));
        let read = read.and_then(|mut profile| hf_config::fill(knowledge, &mut profile).map(|()| profile));
        let told: &[Diagnostic] = match &read {
            Ok(profile) => &profile.warnings,
            Err(problems) => problems,
        };
        if told.len() > left && left == 0 {
            untold += 1;
        } else {
            tell(console, &source, told);
            left = left.saturating_sub(told.len());
        }
        if read.is_err() {
            outcome = Outcome::Wrong;
        }
        handle(read)?;
    }
    if untold > 0 {
        let message = format!("and more of the kind in {untold} further workloads of this file");
        console.complain(&Diagnostic::error("more-problems", message).in_file(name.as_ref()));
    }
    Ok(outcome)
}

/// Tells of the problems of a record. One alone is shown where it stands; lines among many would be noise.
fn tell(console: &Console, source: &input::Source, problems: &[Diagnostic]) {
    match problems {
        [only] => console.complain(&source.with_line(only.clone())),
        _ => printing::complain(console, problems),
    }
}
