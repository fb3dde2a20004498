//! `chipwise what-if`: before and after some facts are set; with none set, all that would change the recommendation.

use super::Outcome;
use super::formats::{FORMATS, Format};
use super::listed::Printer;
use super::output::Console;
use super::workloads;
use crate::cli::WhatIfArgs;
use crate::explain::explain;
use crate::knowledge::Knowledge;
use crate::profile::Profile;
use crate::render::{json, markdown, text};
use crate::report::{Report, WhatIf, gather, what_if};

/// What is told of one workload.
enum Told {
    BeforeAndAfter(Box<WhatIf>),
    AtLength(Box<Report>),
}

pub fn run(args: &WhatIfArgs, knowledge: &Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    let Some(prepared) = workloads::prepare(&args.judge, &args.profiles, &FORMATS, knowledge, console) else {
        return Ok(Outcome::Wrong);
    };
    let (context, judge) = (prepared.context(knowledge), prepared.judge(knowledge));
    let (full, style) = (args.judge.full, text::Style { full: args.judge.full, width: console.width() });
    let told = |profile: Profile| {
        if !prepared.set.is_empty() {
            return Told::BeforeAndAfter(Box::new(what_if(&context, &judge, &profile, &prepared.set)));
        }
        let decision = judge.decide(&profile.facts);
        let explanation = explain(&judge, &profile.facts, &decision);
        Told::AtLength(Box::new(gather(&context, &profile, &decision, Some(&explanation))))
    };
    let mut printers = Printer::all(&prepared.sinks, prepared.inputs.many, console)?;
    let outcome = workloads::each(&prepared, knowledge, console, |path, record| {
        let told = record.map(told);
        printers.iter_mut().try_for_each(|printer| match (printer.format, &told) {
            (Format::Text, Ok(Told::BeforeAndAfter(it))) => printer.text("\n", &text::what_if(it, style)),
            (Format::Text, Ok(Told::AtLength(it))) => printer.text("\n", &text::at_length(it, style)),
            (Format::Markdown, Ok(Told::BeforeAndAfter(it))) => printer.text(markdown::RULE, &markdown::what_if(it)),
            (Format::Markdown, Ok(Told::AtLength(it))) => printer.text(markdown::RULE, &markdown::recommendation(it)),
            (Format::Text | Format::Markdown, Err(_)) => Ok(()),
            (Format::Json | Format::Ndjson, Ok(Told::BeforeAndAfter(it))) => printer.json(&json::what_if(it, full)),
            (Format::Json | Format::Ndjson, Ok(Told::AtLength(it))) => printer.json(&json::at_length(it, full)),
            (Format::Json | Format::Ndjson, Err(problems)) => printer.json(&json::unreadable_what_if(path, problems)),
        })
    })?;
    printers.into_iter().try_for_each(Printer::finish)?;
    Ok(outcome)
}
