//! `chipwise recommend`: the recommendation for each workload, with its reasons.

use std::path::{Path, PathBuf};

use jiff::civil::Date;
use serde_json::Value as Json;

use super::output::Console;
use super::{Outcome, input};
use crate::cli::RecommendArgs;
use crate::diag::Diagnostic;
use crate::facts::{FactId, Known};
use crate::judge::Judge;
use crate::knowledge::{Knowledge, TargetId};
use crate::profile;
use crate::render::{json, text};
use crate::report::{Context, Report, gather};

/// The formats that a recommendation can be printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Json,
}

const FORMATS: [(Format, &str); 2] = [(Format::Text, "text"), (Format::Json, "json")];

/// One record: its report, or what is wrong with it.
enum Record {
    Report(Box<Report>),
    Unreadable { path: String, problems: Vec<Diagnostic> },
}

/// Where an answer goes and how it looks.
struct Sink {
    format: Format,
    file: Option<PathBuf>,
}

pub fn run(args: &RecommendArgs, knowledge: &Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    let prepared = match prepare(args, knowledge) {
        Ok(prepared) => prepared,
        Err(problems) => {
            problems.iter().for_each(|problem| console.complain(problem));
            return Ok(Outcome::Wrong);
        }
    };
    let judge =
        if prepared.targets.is_empty() { Judge::new(knowledge) } else { Judge::new(knowledge).only(&prepared.targets) };
    let context = Context { knowledge, as_of: prepared.as_of, version: env!("CARGO_PKG_VERSION") };
    let mut records = Vec::new();
    let mut many = args.profiles.len() > 1;
    for path in &args.profiles {
        let found = records_of(path, &context, &judge, &prepared.set);
        many |= found.len() > 1;
        records.extend(found);
    }
    let mut outcome = Outcome::Done;
    for record in &records {
        match record {
            Record::Report(report) => report.warnings.iter().for_each(|warning| console.complain(warning)),
            Record::Unreadable { problems, .. } => {
                outcome = Outcome::Wrong;
                problems.iter().for_each(|problem| console.complain(problem));
            }
        }
    }
    for sink in &prepared.sinks {
        let answer = match sink.format {
            Format::Text => as_text(&records, args.full, console),
            Format::Json => as_json(&records, args.full, many),
        };
        match &sink.file {
            Some(path) => console.answer_in(path, &answer)?,
            None => console.answer(&answer)?,
        }
    }
    Ok(outcome)
}

/// What the arguments come to.
struct Prepared {
    targets: Vec<TargetId>,
    set: Vec<(FactId, Option<Known>)>,
    as_of: Date,
    sinks: Vec<Sink>,
}

fn prepare(args: &RecommendArgs, knowledge: &Knowledge) -> Result<Prepared, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let targets = args
        .targets
        .iter()
        .filter_map(|id| {
            let found = knowledge.target_id(id);
            if found.is_none() {
                let known = knowledge.targets.iter().map(|target| target.id.as_ref());
                problems.push(
                    Diagnostic::error("unknown-target", format!("--targets: there is no target `{id}`"))
                        .allowing(id, known),
                );
            }
            found
        })
        .collect();
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
            problems.push(Diagnostic::error("bad-argument", format!("--as-of: {}", problem.message)));
            Date::MIN
        }
    };
    let sinks = sinks(args, &mut problems);
    if problems.is_empty() { Ok(Prepared { targets, set, as_of, sinks }) } else { Err(problems) }
}

fn sinks(args: &RecommendArgs, problems: &mut Vec<Diagnostic>) -> Vec<Sink> {
    let mut sinks = Vec::new();
    for written in &args.format {
        let (name, file) =
            written.split_once('=').map_or((written.as_str(), None), |(name, file)| (name, Some(PathBuf::from(file))));
        match FORMATS.iter().find(|(_, id)| *id == name) {
            Some((format, _)) => sinks.push(Sink { format: *format, file }),
            None => {
                let known = FORMATS.iter().map(|(_, id)| *id);
                problems.push(
                    Diagnostic::error("unknown-format", format!("--format: there is no format `{name}`"))
                        .allowing(name, known),
                );
            }
        }
    }
    if sinks.is_empty() {
        sinks.push(Sink { format: Format::Text, file: None });
    }
    if sinks.iter().filter(|sink| sink.file.is_none()).count() > 1 {
        let message = "--format: only one format can go to standard output; write the others as NAME=FILE";
        problems.push(Diagnostic::error("bad-argument", message));
    }
    if let (Some(output), Some(sink)) = (&args.output, sinks.iter_mut().find(|sink| sink.file.is_none())) {
        sink.file = Some(output.clone());
    }
    sinks
}

fn records_of(path: &Path, context: &Context, judge: &Judge, set: &[(FactId, Option<Known>)]) -> Vec<Record> {
    let name = path.to_string_lossy().into_owned();
    let nodes = match input::records(path) {
        Ok(nodes) => nodes,
        Err(problem) => return vec![Record::Unreadable { path: name, problems: vec![problem] }],
    };
    nodes
        .into_iter()
        .map(|node| {
            let profile =
                node.map_err(|problem| vec![problem]).and_then(|node| profile::read(context.knowledge, &node, &name));
            match profile {
                Ok(mut profile) => {
                    for (fact, known) in set {
                        profile.facts.set(*fact, known.clone());
                    }
                    let decision = judge.decide(&profile.facts);
                    Record::Report(Box::new(gather(context, &profile, &decision)))
                }
                Err(problems) => Record::Unreadable { path: name.clone(), problems },
            }
        })
        .collect()
}

fn as_text(records: &[Record], full: bool, console: &Console) -> String {
    let style = text::Style { full, width: console.width() };
    let reports = records.iter().filter_map(|record| match record {
        Record::Report(report) => Some(text::recommendation(report, style)),
        Record::Unreadable { .. } => None,
    });
    reports.collect::<Vec<_>>().join("\n")
}

fn as_json(records: &[Record], full: bool, many: bool) -> String {
    let each = records.iter().map(|record| match record {
        Record::Report(report) => json::recommendation(report, full),
        Record::Unreadable { path, problems } => json::unreadable(path, problems),
    });
    let mut all: Vec<Json> = each.collect();
    let whole = match (many, all.len()) {
        (false, 1) => all.remove(0),
        _ => Json::Array(all),
    };
    let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    text.push('\n');
    text
}
