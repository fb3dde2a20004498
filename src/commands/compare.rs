//! `chipwise compare`: many workloads side by side, a row each, or summed up.

mod against;

use std::cmp::Reverse;

use super::output::Console;
use super::printing::Sink;
use super::stream::{self, Form, Outputs, Piece, Wanted, Work};
use super::workloads::{self, Prepared};
use super::{Outcome, printing, recommend};
use crate::cli::{self, CompareArgs, RuleOptions, SortKey};
use crate::diag::Diagnostic;
use crate::knowledge::Knowledge;
use crate::render::comparison;
use crate::report::{Comparison, Row};

/// So many rows can be held, for a table or to be sorted.
const MOST_ROWS: usize = 200_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Json,
    Ndjson,
    Csv,
    Markdown,
}

const FORMATS: [(Format, &str); 5] = [
    (Format::Text, "text"),
    (Format::Json, "json"),
    (Format::Ndjson, "ndjson"),
    (Format::Csv, "csv"),
    (Format::Markdown, "markdown"),
];

pub fn run(
    args: &CompareArgs,
    options: &RuleOptions,
    knowledge: &'static Knowledge,
    console: &Console,
) -> anyhow::Result<Outcome> {
    if let Some(base) = &args.base {
        return against::run(args, base, options, knowledge, console);
    }
    let Some(prepared) = workloads::prepare(&args.judge, &args.paths, &FORMATS, knowledge, console) else {
        return Ok(Outcome::Wrong);
    };
    if let Some(problem) = contradiction(args, &prepared) {
        console.complain(&problem);
        return Ok(Outcome::Wrong);
    }
    let mut outputs = match args.summary {
        true => Outputs(Vec::new()),
        false => Outputs::of(&prepared.sinks, form, console)?,
    };
    let wanted = wanted(args, &prepared, &outputs);
    let mut held = Held { apart: wanted.apart, ..Held::default() };
    let work = Work {
        context: prepared.context(knowledge),
        judge: prepared.judge(knowledge),
        set: prepared.set.clone(),
        house: prepared.house.clone(),
        wanted,
    };
    let jobs = args.jobs.map_or_else(stream::cores, usize::from);
    let outcome = stream::run(&prepared.inputs, work, jobs, console, |mut piece| {
        if !held.apart {
            outputs.write(&std::mem::take(&mut piece.written))?;
        }
        held.add(piece);
        Ok(())
    })?;
    if outcome == Outcome::Interrupted {
        return Ok(outcome);
    }
    let all = held.sort(args.sort);
    held.written.iter().try_for_each(|written| outputs.write(written))?;
    outputs.finish()?;
    print(args, &prepared, &held, console)?;
    if !all {
        let message = format!(
            "only the first {MOST_ROWS} workloads are shown; csv and ndjson without --sort have no end, and --summary \
             counts them all"
        );
        console.complain(&Diagnostic::error("too-many-rows", message));
        return Ok(Outcome::Wrong);
    }
    Ok(outcome)
}

/// The form of each record where it has a part of its own.
fn form(format: Format) -> Option<Form> {
    match format {
        Format::Json => Some(Form::Item),
        Format::Ndjson => Some(Form::Line),
        Format::Csv => Some(Form::Csv),
        Format::Text | Format::Markdown => None,
    }
}

fn wanted(args: &CompareArgs, prepared: &Prepared<Format>, outputs: &Outputs) -> Wanted {
    let usual = if args.summary { cli::Depth::Full } else { cli::Depth::Reasons };
    let as_table = |sink: &Sink<Format>| form(sink.format).is_none();
    let rows = !args.summary && prepared.sinks.iter().any(as_table);
    Wanted {
        forms: outputs.forms(),
        rows,
        apart: !args.summary && args.sort.is_some_and(|key| key != SortKey::Source),
        sum: args.summary || rows,
        depth: recommend::depth(args.explain.unwrap_or(usual)),
        brief: args.brief,
        full: args.judge.full,
    }
}

/// What cannot be had together.
fn contradiction(args: &CompareArgs, prepared: &Prepared<Format>) -> Option<Diagnostic> {
    let in_csv = args.summary && prepared.sinks.iter().any(|sink| sink.format == Format::Csv);
    let message = "--summary: counts are no rows of a table in csv; use text, markdown, json or ndjson";
    in_csv.then(|| Diagnostic::error("bad-argument", message))
}

/// What is held until the end.
#[derive(Default)]
struct Held {
    rows: Vec<Row>,
    /// For each row, where they are sorted, what is written of it in each form.
    written: Vec<Vec<Vec<u8>>>,
    apart: bool,
    sum: Comparison,
    more: bool,
}

impl Held {
    fn add(&mut self, piece: Piece) {
        self.sum.join(piece.sum);
        let room = MOST_ROWS - self.rows.len();
        self.more |= piece.rows.len() > room;
        self.rows.extend(piece.rows.into_iter().take(room));
        self.written.extend(piece.apart.into_iter().take(room));
    }

    /// Puts the rows into the order that is asked for, records that could not be read behind the others. Tells whether
    /// all are there.
    fn sort(&mut self, key: Option<SortKey>) -> bool {
        let Some(key) = key.filter(|key| *key != SortKey::Source) else { return !self.more };
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by(|one, other| compared(key, &self.rows[*one], &self.rows[*other]));
        let mut rows: Vec<Option<Row>> = self.rows.drain(..).map(Some).collect();
        self.rows = order.iter().filter_map(|at| rows[*at].take()).collect();
        let mut written = std::mem::take(&mut self.written);
        self.written = order.iter().filter_map(|at| written.get_mut(*at).map(std::mem::take)).collect();
        !self.more
    }
}

/// Names from a to z, numbers from the greatest, verdicts from the clearest.
fn compared(key: SortKey, one: &Row, other: &Row) -> std::cmp::Ordering {
    let (Ok(a), Ok(b)) = (&one.answer, &other.answer) else {
        return one.answer.is_err().cmp(&other.answer.is_err());
    };
    let number = |number: Option<f64>| Reverse(number.map(|number| (number * 1e6) as i64));
    match key {
        SortKey::Source => std::cmp::Ordering::Equal,
        SortKey::Name => a.name.cmp(&b.name),
        SortKey::Target => {
            let id = |answer: &crate::report::RowAnswer| answer.target.as_ref().map(|target| target.id.clone());
            (a.target.is_none(), id(a)).cmp(&(b.target.is_none(), id(b)))
        }
        SortKey::Verdict => b.verdict.cmp(&a.verdict),
        SortKey::Lead => number(a.margin).cmp(&number(b.margin)),
        SortKey::Cost => {
            let amount = |answer: &crate::report::RowAnswer| answer.cost.as_ref().map(|cost| cost.amount);
            number(amount(a)).cmp(&number(amount(b)))
        }
    }
}

/// Prints what is made of all records together: the tables, or the summary.
fn print(args: &CompareArgs, prepared: &Prepared<Format>, held: &Held, console: &Console) -> anyhow::Result<()> {
    let together: Vec<Sink<Format>> =
        prepared.sinks.iter().filter(|sink| args.summary || form(sink.format).is_none()).cloned().collect();
    let width = if args.judge.full { usize::MAX } else { console.whole_width() };
    printing::print_each(console, &together, |format| match (format, args.summary) {
        (Format::Text, true) => comparison::summary_text(&held.sum),
        (Format::Markdown, true) => comparison::summary_markdown(&held.sum),
        (Format::Json, true) => format!("{:#}\n", comparison::summary_json(&held.sum)),
        (Format::Ndjson, true) => format!("{}\n", comparison::summary_json(&held.sum)),
        (Format::Markdown, _) => comparison::markdown(&held.rows),
        (Format::Text | Format::Json | Format::Ndjson | Format::Csv, _) => {
            comparison::text(&held.rows, width) + &comparison::in_a_line(&held.sum)
        }
    })
}
