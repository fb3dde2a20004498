//! `chipwise recommend`: the recommendation for each workload, with its reasons.

use super::Outcome;
use super::formats::{Format, OF_A_RECOMMENDATION};
use super::listed::Printer;
use super::output::Console;
use super::stream::{self, Form, Outputs, Wanted, Work};
use super::workloads::{self, Prepared, Record};
use crate::cli::{self, JudgeArgs, RecommendArgs};
use crate::explain::explain;
use crate::judge::Judge;
use crate::knowledge::{Knowledge, TargetId};
use crate::profile::{Profile, Setting};
use crate::render::{json, markdown, text};
use crate::report::{Context, Depth, Report, gather, why_not};

pub fn run(args: &RecommendArgs, knowledge: &'static Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    let Some(prepared) = workloads::prepare(&args.judge, &args.profiles, &OF_A_RECOMMENDATION, knowledge, console)
    else {
        return Ok(Outcome::Wrong);
    };
    let why_not = match args.why_not.as_deref().map(|id| prepared.rival(knowledge, "--why-not", id)).transpose() {
        Ok(target) => target,
        Err(problem) => {
            console.complain(&problem);
            return Ok(Outcome::Wrong);
        }
    };
    let in_lines = prepared.sinks.iter().all(|sink| sink.format == Format::Ndjson);
    if in_lines && why_not.is_none() {
        return lines(args, &prepared, knowledge, console);
    }
    let run = Run {
        why_not,
        context: prepared.context(knowledge),
        judge: prepared.judge(knowledge),
        set: &prepared.set,
        depth: depth(args.explain),
        style: text::Style { full: args.judge.full, width: console.width() },
    };
    let mut printers = Printer::all(&prepared.sinks, prepared.inputs.many, console)?;
    let outcome =
        workloads::each(&prepared, knowledge, console, |path, record| run.record(path, record, &mut printers))?;
    printers.into_iter().try_for_each(Printer::finish)?;
    Ok(outcome)
}

/// One line for each record, judged on all cores: where nothing needs to know how many there are.
fn lines(
    args: &RecommendArgs,
    prepared: &Prepared<Format>,
    knowledge: &'static Knowledge,
    console: &Console,
) -> anyhow::Result<Outcome> {
    let mut outputs = Outputs::of(&prepared.sinks, |_| Some(Form::Line), console)?;
    let wanted = Wanted {
        forms: outputs.forms(),
        rows: false,
        apart: false,
        sum: false,
        depth: depth(args.explain),
        brief: false,
        full: args.judge.full,
    };
    let work = Work {
        context: prepared.context(knowledge),
        judge: prepared.judge(knowledge),
        set: prepared.set.clone(),
        house: prepared.house.clone(),
        wanted,
    };
    let outcome = stream::run(&prepared.inputs, work, stream::cores(), console, |piece| outputs.write(&piece.written))?;
    outputs.finish()?;
    Ok(outcome)
}

/// Prints the recommendation for a profile that no file holds, with everything there is to tell.
pub(super) fn one(
    prepared: &Prepared<Format>,
    args: &JudgeArgs,
    knowledge: &Knowledge,
    console: &Console,
    profile: Profile,
) -> anyhow::Result<()> {
    let style = text::Style { full: args.full, width: console.width() };
    let run = Run::new(prepared, knowledge, Depth::Full, style);
    let path = profile.path.clone();
    let mut printers = Printer::all(&prepared.sinks, false, console)?;
    run.record(&path, Ok(profile), &mut printers)?;
    printers.into_iter().try_for_each(Printer::finish)
}

/// The first sentences of the recommendation for a profile.
pub(super) fn headline(
    prepared: &Prepared<Format>,
    knowledge: &Knowledge,
    console: &Console,
    profile: Profile,
) -> String {
    let style = text::Style { full: false, width: console.width() };
    let report = Run::new(prepared, knowledge, Depth::Answer, style).judged(profile);
    let text = text::recommendation(&report, style);
    text.split("\n\n").next().unwrap_or_default().to_owned()
}

pub(super) fn depth(asked: cli::Depth) -> Depth {
    match asked {
        cli::Depth::None => Depth::Answer,
        cli::Depth::Reasons => Depth::Reasons,
        cli::Depth::Full => Depth::Full,
    }
}

/// Everything that judging a record takes.
struct Run<'k> {
    context: Context<'k>,
    judge: Judge<'k>,
    set: &'k [Setting],
    depth: Depth,
    /// The target against which the case is made.
    why_not: Option<TargetId>,
    style: text::Style,
}

impl<'k> Run<'k> {
    fn new(prepared: &Prepared<Format>, knowledge: &'k Knowledge, depth: Depth, style: text::Style) -> Self {
        let (context, judge) = (prepared.context(knowledge), prepared.judge(knowledge));
        // What `--set` says stands in the profile already.
        Self { context, judge, set: &[], depth, why_not: None, style }
    }

    /// Judges and prints one record.
    fn record(&self, path: &str, record: Record, printers: &mut [Printer<Format>]) -> anyhow::Result<()> {
        let judged = record.map(|profile| self.judged(profile));
        printers.iter_mut().try_for_each(|printer| match (printer.format, &judged) {
            (Format::Text, Ok(report)) => printer.text("\n", &text::recommendation(report, self.style)),
            (Format::Markdown, Ok(report)) => printer.text(markdown::RULE, &markdown::recommendation(report)),
            (Format::Text | Format::Markdown, Err(_)) => Ok(()),
            (Format::Json, Ok(report)) => printer.json(&json::recommendation(report, self.style.full)),
            (Format::Ndjson, Ok(report)) => printer.line(&json::recommendation(report, self.style.full)),
            (Format::Ndjson, Err(problems)) => printer.line(&json::unreadable(path, problems)),
            (Format::Json, Err(problems)) => printer.json(&json::unreadable(path, problems)),
        })
    }

    fn judged(&self, mut profile: Profile) -> Report {
        for setting in self.set {
            profile.set(self.context.knowledge, setting);
        }
        let decision = self.judge.decide(&profile.facts);
        // To ask again takes longer than to judge, so it is done only where it is told.
        let explanation = (self.depth == Depth::Full).then(|| explain(&self.judge, &profile.facts, &decision));
        let mut report = gather(&self.context, &profile, &decision, explanation.as_ref());
        report.depth = self.depth;
        report.why_not = self
            .why_not
            .map(|target| Box::new(why_not(&self.context, &self.judge, (&profile, &decision, &report), target)));
        if self.style.full {
            report.cautions_shown = report.cautions.len();
        }
        report
    }
}
