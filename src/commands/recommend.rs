//! `chipwise recommend`: the recommendation for each workload, with its reasons.
//!
//! Each record is read, judged and printed before the next, so that a long stream costs no more memory than its text.

use std::path::{Path, PathBuf};

use jiff::civil::Date;
use serde_json::Value as Json;

use super::output::{Console, Writer};
use super::printing::{self, Format, Sink};
use super::{Outcome, input};
use crate::cli::{PrintArgs, RecommendArgs};
use crate::diag::Diagnostic;
use crate::explain::explain;
use crate::judge::Judge;
use crate::knowledge::{Knowledge, TargetId};
use crate::profile::{self, MOST_PROBLEMS, Setting};
use crate::render::{json, text};
use crate::report::{Context, Report, gather};

/// One record: its report, or what is wrong with it.
enum Record<'a> {
    Report(Box<Report>),
    Unreadable { path: &'a str, problems: Vec<Diagnostic> },
}

pub fn run(args: &RecommendArgs, knowledge: &Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    let prepared = match prepare(args, knowledge) {
        Ok(prepared) => prepared,
        Err(problems) => {
            printing::complain(console, &problems);
            return Ok(Outcome::Wrong);
        }
    };
    let warnings = prepared.set.iter().flat_map(|setting| &setting.warnings);
    warnings.for_each(|warning| console.complain(warning));
    let judge = Judge::new(knowledge);
    let judge = if prepared.targets.is_empty() { judge } else { judge.only(&prepared.targets) };
    let context = Context { knowledge, as_of: prepared.as_of, version: env!("CARGO_PKG_VERSION") };
    let style = text::Style { full: args.full, width: console.width() };
    let mut printers = Vec::new();
    for sink in &prepared.sinks {
        printers.push(Printer::new(sink, args.profiles.len() > 1, style, console)?);
    }
    let run = Run { context, judge, set: prepared.set, console };
    let mut outcome = Outcome::Done;
    for path in &args.profiles {
        outcome = outcome.max(run.file(path, &mut printers)?);
    }
    printers.into_iter().try_for_each(Printer::finish)?;
    Ok(outcome)
}

/// What the arguments come to.
struct Prepared {
    targets: Vec<TargetId>,
    set: Vec<Setting>,
    as_of: Date,
    sinks: Vec<Sink>,
}

fn prepare(args: &RecommendArgs, knowledge: &Knowledge) -> Result<Prepared, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut targets = Vec::new();
    for id in &args.targets {
        match knowledge.target_id(id.trim()) {
            Some(target) => targets.push(target),
            None => {
                let known = knowledge.targets.iter().map(|target| target.id.as_ref());
                let message = format!("--targets: there is no target `{}`", crate::diag::shown(id));
                problems.push(Diagnostic::error("unknown-target", message).allowing(id, known));
            }
        }
    }
    let mut set = Vec::new();
    for written in &args.set {
        match profile::set(knowledge, written) {
            Ok(fact) => set.push(fact),
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
    let sinks = printing::sinks(&PrintArgs { format: args.format.clone(), output: args.output.clone() })
        .unwrap_or_else(|wrong| {
            problems.extend(wrong);
            Vec::new()
        });
    problems.extend(sinks.iter().filter_map(|sink| written_over(sink.file.as_deref()?, &args.profiles)));
    if problems.is_empty() { Ok(Prepared { targets, set, as_of, sinks }) } else { Err(problems) }
}

/// An answer that would be written over a profile that it is about.
fn written_over(file: &Path, profiles: &[PathBuf]) -> Option<Diagnostic> {
    let whole = file.canonicalize().ok().filter(|file| file.is_file())?;
    let same = profiles.iter().any(|profile| profile.canonicalize().is_ok_and(|profile| profile == whole));
    let message = "the answer would be written over this profile; name another file";
    same.then(|| Diagnostic::error("bad-argument", message).in_file(file.to_string_lossy()))
}

/// Everything that judging a record takes.
struct Run<'k> {
    context: Context<'k>,
    judge: Judge<'k>,
    set: Vec<Setting>,
    console: &'k Console,
}

impl Run<'_> {
    /// Judges and prints each record of a file. The problems of the first are told, those of all others are counted.
    fn file(&self, path: &Path, printers: &mut [Printer]) -> anyhow::Result<Outcome> {
        let name = path.to_string_lossy();
        let source = match input::open(path) {
            Ok(source) => source,
            Err(problem) => {
                self.console.complain(&problem);
                let record = Record::Unreadable { path: &name, problems: vec![problem] };
                printers.iter_mut().try_for_each(|printer| printer.record(&record))?;
                return Ok(Outcome::Wrong);
            }
        };
        let (mut left, mut untold) = (MOST_PROBLEMS, 0_usize);
        let mut outcome = Outcome::Done;
        for node in source.records() {
            let read = node.map_err(|problem| vec![problem]);
            let read = read.and_then(|node| profile::read_telling(self.context.knowledge, &node, &name, left));
            let told: &[Diagnostic] = match &read {
                Ok(profile) => &profile.warnings,
                Err(problems) => problems,
            };
            if told.len() > left && left == 0 {
                untold += 1;
            } else {
                self.tell(&source, told);
                left = left.saturating_sub(told.len());
            }
            let record = match read {
                Ok(profile) => self.judged(profile),
                Err(problems) => {
                    outcome = Outcome::Wrong;
                    Record::Unreadable { path: &name, problems }
                }
            };
            printers.iter_mut().try_for_each(|printer| printer.record(&record))?;
        }
        if untold > 0 {
            let message = format!("and more of the kind in {untold} further workloads of this file");
            self.console.complain(&Diagnostic::error("more-problems", message).in_file(name.as_ref()));
        }
        Ok(outcome)
    }

    /// Tells of the problems of a record. One alone is shown where it stands; lines among many would be noise.
    fn tell(&self, source: &input::Source, problems: &[Diagnostic]) {
        match problems {
            [only] => self.console.complain(&source.with_line(only.clone())),
            _ => printing::complain(self.console, problems),
        }
    }

    fn judged(&self, mut profile: profile::Profile) -> Record<'static> {
        for setting in &self.set {
            profile.set(self.context.knowledge, setting);
        }
        let decision = self.judge.decide(&profile.facts);
        let explanation = explain(&self.judge, &profile.facts, &decision);
        Record::Report(Box::new(gather(&self.context, &profile, &decision, Some(&explanation))))
    }
}

/// Writes records in one format as they come.
struct Printer {
    format: Format,
    style: text::Style,
    out: Writer,
    many: bool,
    written: usize,
    /// The first record as JSON, until it is known whether it stands alone.
    held: Option<String>,
}

impl Printer {
    fn new(sink: &Sink, many: bool, style: text::Style, console: &Console) -> anyhow::Result<Self> {
        let out = console.writer(sink.file.as_deref())?;
        Ok(Self { format: sink.format, style, out, many, written: 0, held: None })
    }

    fn record(&mut self, record: &Record) -> anyhow::Result<()> {
        match (self.format, record) {
            (Format::Text, Record::Report(report)) => {
                let gap = if self.written > 0 { "\n" } else { "" };
                self.written += 1;
                self.out.write(&format!("{gap}{}", text::recommendation(report, self.style)))
            }
            (Format::Text, Record::Unreadable { .. }) => Ok(()),
            (Format::Json, Record::Report(report)) => self.json(&json::recommendation(report, self.style.full)),
            (Format::Json, Record::Unreadable { path, problems }) => self.json(&json::unreadable(path, problems)),
        }
    }

    fn json(&mut self, record: &Json) -> anyhow::Result<()> {
        let text = format!("{record:#}");
        if self.written == 0 && !self.many {
            self.written = 1;
            self.held = Some(text);
            return Ok(());
        }
        self.many = true;
        if let Some(first) = self.held.take() {
            self.out.write(&format!("[\n  {}", indented(&first)))?;
        }
        let gap = if self.written > 0 { ",\n  " } else { "[\n  " };
        self.written += 1;
        self.out.write(&format!("{gap}{}", indented(&text)))
    }

    fn finish(mut self) -> anyhow::Result<()> {
        match (self.format, self.held.take()) {
            (Format::Text, _) => Ok(()),
            (Format::Json, Some(alone)) => self.out.write(&format!("{alone}\n")),
            (Format::Json, None) => self.out.write("\n]\n"),
        }
    }
}

/// A text one level further in, as an item of a list. No line of JSON begins within a text.
fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}
