//! The workloads that a command is asked about, and how they are to be judged: the arguments and the files read once for
//! all commands that judge.
//!
//! Each record is read and handed on before the next, so that a stream of any length costs no more memory than a piece.

use std::path::{Path, PathBuf};

use jiff::civil::Date;

use super::input::{Batch, Batches, Disk, Files, Inputs};
use super::output::Console;
use super::printing::{self, Sink};
use super::sessions::{self, Session, Sessions};
use super::{Outcome, hf_config};
use crate::cli::{JudgeArgs, PrintArgs};
use crate::diag::Diagnostic;
use crate::judge::Judge;
use crate::knowledge::{Knowledge, TargetId};
use crate::profile::{self, House, MOST_PROBLEMS, Profile, Setting};
use crate::read::{Format, Limits, Node};
use crate::report::Context;

/// One record: its profile, or what is wrong with it.
pub type Record = Result<Profile, Vec<Diagnostic>>;

/// Why a record is not judged.
pub enum Refused {
    /// What is wrong with it.
    Record(Vec<Diagnostic>),
    /// It stands under a chipwise.toml of this name with which something is wrong.
    Config(String, Vec<Diagnostic>),
}

/// What the arguments come to.
pub struct Prepared<F> {
    pub targets: Vec<TargetId>,
    pub set: Vec<Setting>,
    /// What holds for every workload beside its profile.
    pub house: House,
    /// What the arguments name.
    pub inputs: Inputs,
    as_of: Date,
    pub sinks: Vec<Sink<F>>,
    warnings: Vec<Diagnostic>,
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
    told(prepared(args, profiles, formats, knowledge, true), console)
}

/// The same where each profile is judged by the chipwise.toml that it stands under.
pub fn prepare_apart<F: Copy>(
    args: &JudgeArgs,
    profiles: &[PathBuf],
    formats: &[(F, &'static str)],
    knowledge: &Knowledge,
    console: &Console,
) -> Option<Prepared<F>> {
    told(prepared(args, profiles, formats, knowledge, false), console)
}

fn told<F>(prepared: Result<Prepared<F>, Vec<Diagnostic>>, console: &Console) -> Option<Prepared<F>> {
    match prepared {
        Ok(prepared) => {
            let of_set = prepared.set.iter().flat_map(|setting| &setting.warnings);
            prepared.warnings.iter().chain(of_set).for_each(|warning| console.complain(warning));
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
    together: bool,
) -> Result<Prepared<F>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut targets = Vec::new();
    for id in &args.targets {
        match target(knowledge, "--targets", id) {
            Ok(target) => targets.push(target),
            Err(problem) => problems.push(problem),
        }
    }
    let set = settings(knowledge, &args.set).unwrap_or_else(|wrong| {
        problems.extend(wrong);
        Vec::new()
    });
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
    let format = args.input_format.as_deref().map(input_format).transpose().unwrap_or_else(|problem| {
        problems.push(problem);
        None
    });
    if !problems.is_empty() {
        return Err(problems);
    }
    let inputs = Inputs::of(profiles, format);
    let config = if together { sessions::one_for_all(args, &inputs).map_err(|problem| vec![problem])? } else { None };
    let (house, warnings) = sessions::house(&Disk, knowledge, args, config.as_deref())?;
    let beside = args.facts.iter().chain(&args.prices).map(PathBuf::as_path);
    let read: Vec<&Path> = inputs.files().chain(beside).collect();
    problems.extend(sinks.iter().filter_map(|sink| written_over(sink.file.as_deref()?, &read)));
    if problems.is_empty() {
        Ok(Prepared { targets, set, house, inputs, as_of, sinks, warnings })
    } else {
        Err(problems)
    }
}

/// The facts that `--set` states.
///
/// # Errors
/// What is wrong with any of them.
pub fn settings(knowledge: &Knowledge, written: &[String]) -> Result<Vec<Setting>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut set = Vec::new();
    for written in written {
        match profile::set(knowledge, written) {
            Ok(fact) => {
                problems.extend(hf_config::refuse(knowledge, &fact));
                set.push(fact);
            }
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(set) } else { Err(problems) }
}

/// The format of a name that `--input-format` gives.
fn input_format(name: &str) -> Result<Format, Diagnostic> {
    Format::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
        let message = format!("--input-format: there is no format `{}`", crate::diag::shown(name));
        Diagnostic::error("unknown-format", message).allowing(name, Format::ALL.map(Format::name))
    })
}

/// The target of a name that an option gives.
pub fn target(knowledge: &Knowledge, option: &str, id: &str) -> Result<TargetId, Diagnostic> {
    knowledge.target_id(id.trim()).ok_or_else(|| {
        let known = knowledge.targets.iter().map(|target| target.id.as_ref());
        let message = format!("{option}: there is no target `{}`", crate::diag::shown(id));
        Diagnostic::error("unknown-target", message).allowing(id, known)
    })
}

/// An answer that would be written over a file that it is about.
fn written_over(file: &Path, read: &[&Path]) -> Option<Diagnostic> {
    let whole = file.canonicalize().ok().filter(|file| file.is_file())?;
    let same = read.iter().any(|other| other.canonicalize().is_ok_and(|other| other == whole));
    let message = "the answer would be written over this profile; name another file";
    same.then(|| Diagnostic::error("bad-argument", message).in_file(file.to_string_lossy()))
}

/// Hands on each record of all inputs with the name of its file, in order, with what holds for all put in.
/// The problems of the first records of a file are told, those of all others are counted.
pub fn each<F>(
    prepared: &Prepared<F>,
    knowledge: &Knowledge,
    console: &Console,
    mut handle: impl FnMut(&str, Record) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let limits = Limits::default();
    let mut telling = Telling::default();
    let mut outcome = Outcome::Done;
    for batch in Batches::of(&prepared.inputs) {
        if batch.begins {
            telling.begin(&batch.path, console);
        }
        for node in batch.records(&limits) {
            let read = read(knowledge, &prepared.house, &batch.path, node, telling.left);
            telling.tell(&problems(&batch, &read), console);
            if read.is_err() {
                outcome = Outcome::Wrong;
            }
            handle(&batch.path, read)?;
        }
    }
    telling.end(console);
    Ok(outcome)
}

/// Hands on each record of all inputs with what holds where it stands: the rules it is judged by, and all that is put in.
/// A file whose chipwise.toml is broken is handed on once, with what is wrong there.
pub fn each_in<'a>(
    sessions: &mut Sessions<'a>,
    inputs: &Inputs,
    console: &Console,
    mut handle: impl FnMut(&str, Result<(&Session<'a>, Profile), Refused>) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let limits = Limits::default();
    let mut telling = Telling::default();
    let mut outcome = Outcome::Done;
    let mut told: Vec<Diagnostic> = Vec::new();
    for batch in Batches::of(inputs) {
        let session = sessions.of(&batch.path);
        if batch.begins {
            telling.begin(&batch.path, console);
        }
        let session = match session.as_ref() {
            Ok(session) => session,
            Err(problems) => {
                outcome = Outcome::Wrong;
                if batch.begins {
                    if !problems.iter().all(|problem| told.contains(problem)) {
                        printing::complain(console, problems);
                        told.extend(problems.iter().cloned());
                    }
                    let config = sessions.config_of(&batch.path);
                    let config = config.map_or_else(|| batch.path.to_string(), |it| it.to_string_lossy().into_owned());
                    handle(&batch.path, Err(Refused::Config(config, problems.clone())))?;
                }
                continue;
            }
        };
        for node in batch.records(&limits) {
            let read = read(session.context.knowledge, &House::default(), &batch.path, node, telling.left);
            telling.tell(&problems(&batch, &read), console);
            if read.is_err() {
                outcome = Outcome::Wrong;
            }
            let read = read.map_err(Refused::Record).map(|mut profile| {
                session.complete(&mut profile);
                (session, profile)
            });
            handle(&batch.path, read)?;
        }
    }
    telling.end(console);
    Ok(outcome)
}

/// One record, with what holds for all put in; at most so many of its problems are told, though never none.
pub fn read(knowledge: &Knowledge, house: &House, path: &str, node: Result<Node, Diagnostic>, most: usize) -> Record {
    read_in(&Disk, knowledge, house, path, node, most)
}

/// The same of a record that may not stand on the disk.
pub fn read_in(
    files: &dyn Files,
    knowledge: &Knowledge,
    house: &House,
    path: &str,
    node: Result<Node, Diagnostic>,
    most: usize,
) -> Record {
    let node = node.map_err(|problem| vec![problem])?;
    if is_schema(&node) {
        let message = "this is a JSON Schema, which tells an editor what may stand in a file, and no profile";
        return Err(vec![Diagnostic::error("not-a-profile", message).in_file(path).at(node.place)]);
    }
    let mut profile = profile::read_telling(knowledge, &node, path, most)?;
    hf_config::fill(files, knowledge, &mut profile)?;
    // House facts hold for all profiles: that one plays no part in this one contradicts nothing.
    profile.warnings.extend(profile::contradictions(knowledge, &profile));
    house.fill(&mut profile);
    Ok(profile)
}

/// Whether a record says of itself that it is a JSON Schema. Of a profile, `$schema` alone would name the schema.
fn is_schema(node: &Node) -> bool {
    node.get("$schema").is_some() && ["properties", "$defs", "oneOf"].iter().any(|key| node.get(key).is_some())
}

/// The problems of a record. One alone is shown with its line; lines among many would be noise.
pub fn problems(batch: &Batch, record: &Record) -> Vec<Diagnostic> {
    let told: &[Diagnostic] = match record {
        Ok(profile) => &profile.warnings,
        Err(problems) => problems,
    };
    match told {
        [only] => vec![batch.with_line(only.clone())],
        _ => told.to_vec(),
    }
}

/// How much of what is wrong with a file has been told.
#[derive(Default)]
pub struct Telling {
    path: String,
    left: usize,
    untold: usize,
    /// Whether any of those stops its workload.
    untold_errors: bool,
}

impl Telling {
    /// Ends with one file and begins with another.
    pub fn begin(&mut self, path: &str, console: &Console) {
        self.end(console);
        *self = Self { path: path.to_owned(), left: MOST_PROBLEMS, ..Self::default() };
    }

    /// Tells of the problems of a record.
    pub fn tell(&mut self, told: &[Diagnostic], console: &Console) {
        if told.len() > self.left && self.left == 0 {
            self.untold += 1;
            self.untold_errors |= told.iter().any(Diagnostic::is_error);
            return;
        }
        printing::complain(console, told);
        self.left = self.left.saturating_sub(told.len());
    }

    /// Says how many more workloads of the file have problems.
    pub fn end(&mut self, console: &Console) {
        let untold = std::mem::take(&mut self.untold);
        if untold > 0 {
            let message = format!("and more of the kind in {untold} further workloads of this file");
            let as_grave = if self.untold_errors { Diagnostic::error } else { Diagnostic::warning };
            console.complain(&as_grave("more-problems", message).in_file(self.path.as_str()));
        }
    }
}
