//! `chipwise chips`: the catalogue of chips and machines, whole, filtered, or one of them in full.

use super::output::Console;
use super::printing::{self, Sink};
use super::{Outcome, explain, workloads};
use crate::cli::ChipsArgs;
use crate::diag::Diagnostic;
use crate::knowledge::Knowledge;
use crate::render::{catalogue, page};
use crate::report::pages::{self, Page, Wanted};
use crate::units;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Json,
    Csv,
}

const FORMATS: [(Format, &str); 3] = [(Format::Text, "text"), (Format::Json, "json"), (Format::Csv, "csv")];

pub fn run(args: &ChipsArgs, knowledge: &Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    let prepared = printing::sinks_among(&args.print, &FORMATS).and_then(|sinks| Ok((sinks, wanted(args, knowledge)?)));
    let (sinks, wanted) = match prepared {
        Ok(prepared) => prepared,
        Err(problems) => {
            printing::complain(console, &problems);
            return Ok(Outcome::Wrong);
        }
    };
    match &args.id {
        Some(id) => one(id, &sinks, knowledge, console),
        None => {
            list(args.machines, &wanted, &sinks, knowledge, console)?;
            Ok(Outcome::Done)
        }
    }
}

fn wanted(args: &ChipsArgs, knowledge: &Knowledge) -> Result<Wanted, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut places: Vec<&str> = Vec::new();
    places.extend(knowledge.chips.iter().flat_map(|chip| &chip.places).map(AsRef::as_ref));
    places.extend(knowledge.machines.iter().map(|machine| machine.offered_in.as_ref()));
    places.sort_unstable();
    places.dedup();
    if let Some(place) = args.place.as_ref().filter(|place| !places.contains(&place.as_str())) {
        let message = format!("--place: the catalogue knows nothing of `{}`", crate::diag::shown(place));
        problems.push(Diagnostic::error("unknown-place", message).allowing(place, places));
    }
    if let Some(id) = &args.target {
        problems.extend(workloads::target(knowledge, "--target", id).err());
    }
    let memory = args.memory.as_deref().map(units::parse_bytes).transpose().map_err(|problem| {
        let problem = problem.into_diagnostic();
        Diagnostic { message: format!("--memory: {}", problem.message), ..problem }
    });
    match memory {
        Ok(memory) if problems.is_empty() => Ok(Wanted {
            place: args.place.clone(),
            target: args.target.clone(),
            memory_gib: memory.map(|bytes| bytes / units::GIB),
        }),
        Ok(_) => Err(problems),
        Err(problem) => Err(problems.into_iter().chain([problem]).collect()),
    }
}

fn one(id: &str, sinks: &[Sink<Format>], knowledge: &Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    let kinds = ["chip", "machine", "slice"];
    let found: Vec<Page> = pages::about(knowledge, id).into_iter().filter(|page| kinds.contains(&page.kind)).collect();
    if found.is_empty() {
        console.complain(&explain::unknown(knowledge, id));
        return Ok(Outcome::Wrong);
    }
    if sinks.iter().any(|sink| sink.format == Format::Csv) {
        let message = "--format: csv is for the list; one of the catalogue comes as text or json";
        console.complain(&Diagnostic::error("bad-argument", message));
        return Ok(Outcome::Wrong);
    }
    printing::print_each(console, sinks, |format| match format {
        Format::Json => format!("{:#}\n", page::json(&found)),
        Format::Text | Format::Csv => page::texts(&found, console.width()),
    })?;
    Ok(Outcome::Done)
}

fn list(
    machines: bool,
    wanted: &Wanted,
    sinks: &[Sink<Format>],
    knowledge: &Knowledge,
    console: &Console,
) -> anyhow::Result<()> {
    if machines {
        let rows = pages::machine_rows(knowledge, wanted);
        return printing::print_each(console, sinks, |format| match format {
            Format::Text => catalogue::machines_text(&rows),
            Format::Json => format!("{:#}\n", catalogue::machines_json(&rows)),
            Format::Csv => catalogue::machines_csv(&rows),
        });
    }
    let rows = pages::chip_rows(knowledge, wanted);
    printing::print_each(console, sinks, |format| match format {
        Format::Text => catalogue::chips_text(&rows),
        Format::Json => format!("{:#}\n", catalogue::chips_json(&rows)),
        Format::Csv => catalogue::chips_csv(&rows),
    })
}
