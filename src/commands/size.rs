//! `chipwise size`: memory, chips, machines, what bounds the work, and how long it takes.

use super::Outcome;
use super::formats::{FORMATS, Format};
use super::listed::Printer;
use super::output::Console;
use super::workloads;
use crate::cli::SizeArgs;
use crate::knowledge::Knowledge;
use crate::profile::Profile;
use crate::render::{json, markdown, text};
use crate::report::{gather, size};

pub fn run(args: &SizeArgs, knowledge: &Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    let Some(prepared) = workloads::prepare(&args.judge, &args.profiles, &FORMATS, knowledge, console) else {
        return Ok(Outcome::Wrong);
    };
    let (context, judge) = (prepared.context(knowledge), prepared.judge(knowledge));
    let style = text::Style { full: args.judge.full, width: console.width() };
    let sized = |mut profile: Profile| {
        for setting in &prepared.set {
            profile.set(knowledge, setting);
        }
        let decision = judge.decide(&profile.facts);
        size(&context, &decision, &gather(&context, &profile, &decision, None))
    };
    let mut printers = Printer::all(&prepared.sinks, prepared.inputs.many, console)?;
    let outcome = workloads::each(&prepared, knowledge, console, |path, record| {
        let sized = record.map(sized);
        printers.iter_mut().try_for_each(|printer| match (printer.format, &sized) {
            (Format::Text, Ok(report)) => printer.text("\n", &text::sizing(report, style)),
            (Format::Markdown, Ok(report)) => printer.text(markdown::RULE, &markdown::sizing(report)),
            (Format::Text | Format::Markdown, Err(_)) => Ok(()),
            (Format::Json | Format::Ndjson, Ok(report)) => printer.json(&json::sizing(report)),
            (Format::Json | Format::Ndjson, Err(problems)) => printer.json(&json::unreadable_sizing(path, problems)),
        })
    })?;
    printers.into_iter().try_for_each(Printer::finish)?;
    Ok(outcome)
}
