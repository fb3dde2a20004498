//! Rows as a table that fits its width, and as a table in Markdown.

use std::collections::HashSet;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::super::markdown::escape;
use crate::diag::{Diagnostic, is_plain};
use crate::report::{Row, TargetName};
use crate::units;

/// No column is shortened below this, and the names by which rows are told apart not below that.
const LEAST: usize = 6;
const LEAST_NAME: usize = 16;
/// Blanks between two columns.
const GAP: usize = 2;

/// A column: its head, whether it is set to the right, how far it may be shortened, and what stands in it.
struct Column {
    head: &'static str,
    right: bool,
    least: usize,
    cells: Vec<String>,
}

/// The head of the column of paths.
const SOURCE: &str = "source";

/// Targets, verdicts and numbers are shown whole.
const WHOLE: usize = usize::MAX;

/// The rows as a table of at most so many columns. The widest are shortened first.
pub fn text(rows: &[Row], width: usize) -> String {
    let mut columns = columns(rows, false);
    fit(&mut columns, width);
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(columns.iter().map(|column| column.head));
    for at in 0..rows.len() {
        table.add_row(columns.iter().map(|column| column.cells.get(at).map_or("", String::as_str)));
    }
    for (at, column) in columns.iter().enumerate() {
        if let Some(drawn) = table.column_mut(at) {
            drawn.set_padding((0, u16::try_from(GAP).unwrap_or(1)));
            drawn.set_cell_alignment(if column.right { CellAlignment::Right } else { CellAlignment::Left });
        }
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The rows as a table in Markdown.
pub fn markdown(rows: &[Row]) -> String {
    let columns = columns(rows, true);
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = line(columns.iter().map(|column| column.head.to_owned()).collect());
    out += &line(columns.iter().map(|column| if column.right { "---:" } else { "---" }.to_owned()).collect());
    for at in 0..rows.len() {
        let cell = |column: &Column| column.cells.get(at).map(|cell| escape::text(cell)).unwrap_or_default();
        out += &line(columns.iter().map(cell).collect());
    }
    out
}

/// The columns that say something of any row; with `topics` the cautions by name, else their number.
fn columns(rows: &[Row], topics: bool) -> Vec<Column> {
    let mind = |cautions: &[String]| match (topics, cautions.len()) {
        (true, _) => cautions.join(" "),
        (false, 0) => String::new(),
        (false, count) => count.to_string(),
    };
    let of = |head, least, right, cell: &dyn Fn(&Row) -> String| {
        let cells = rows.iter().map(cell).collect();
        Column { head, right, least, cells }
    };
    let all = [
        of("workload", LEAST_NAME, false, &|row| {
            row.answer.as_ref().map_or_else(|_| plain(&row.source()), |answer| plain(&answer.name))
        }),
        of(SOURCE, LEAST_NAME, false, &|row| plain(&row.source())),
        of("target", WHOLE, false, &|row| of_answer(row, |answer| name(answer.target.as_ref()))),
        of("verdict", WHOLE, false, &|row| match &row.answer {
            Ok(answer) => answer.verdict.id().to_owned(),
            Err(problems) if topics => format!("error: {}", plain(&first(problems))),
            Err(_) => "error".to_owned(),
        }),
        of("lead", WHOLE, true, &|row| {
            of_answer(row, |answer| answer.margin.map_or_else(String::new, units::format_number))
        }),
        of("runner-up", LEAST, false, &|row| of_answer(row, |answer| name(answer.runner_up.as_ref()))),
        of("basis", WHOLE, false, &|row| of_answer(row, |answer| answer.basis.id().to_owned())),
        of("open", LEAST, false, &|row| of_answer(row, |answer| answer.top_unknown.clone().unwrap_or_default())),
        of("mind", WHOLE, !topics, &|row| of_answer(row, |answer| mind(&answer.cautions))),
        of("a month", WHOLE, true, &|row| {
            of_answer(row, |answer| match &answer.cost {
                Some(cost) => format!("{} {}", units::format_number(cost.amount), plain(&cost.currency)),
                None => String::new(),
            })
        }),
    ];
    let [workload, source, basis] = [0, 1, 6];
    let named: HashSet<&str> = all[workload].cells.iter().map(String::as_str).collect();
    let distinct = named.len() == rows.len();
    // What rests on documents throughout needs no column that says so.
    let on_documents = rows.iter().flat_map(|row| &row.answer).all(|it| it.basis.id() == "documents");
    let wanted = |at: usize, column: &Column| match at {
        at if at == workload => true,
        at if at == source => !distinct,
        at if at == basis => !on_documents,
        _ => column.cells.iter().any(|cell| !cell.is_empty()),
    };
    all.into_iter().enumerate().filter(|(at, column)| wanted(*at, column)).map(|(_, column)| column).collect()
}

fn of_answer(row: &Row, cell: impl Fn(&crate::report::RowAnswer) -> String) -> String {
    row.answer.as_ref().map_or_else(|_| String::new(), cell)
}

fn name(target: Option<&TargetName>) -> String {
    target.map_or_else(|| "-".to_owned(), |target| target.name.clone())
}

fn first(problems: &[Diagnostic]) -> String {
    problems.first().map_or_else(String::new, |problem| problem.message.clone())
}

/// A text of the user's on one line, without what a terminal would obey.
fn plain(text: &str) -> String {
    text.chars().map(|letter| if is_plain(letter) { letter } else { '\u{fffd}' }).collect()
}

/// Shortens cells until the columns and the gaps between them fit, always the widest column next.
fn fit(columns: &mut [Column], width: usize) {
    let mut widths: Vec<usize> = columns.iter().map(Column::width).collect();
    let gaps = GAP * columns.len().saturating_sub(1);
    let least: Vec<usize> = columns.iter().map(|column| column.least.max(column.head.width())).collect();
    while widths.iter().sum::<usize>() + gaps > width {
        let can_give = widths.iter_mut().enumerate().filter(|(at, width)| **width > least[*at]);
        // A narrower terminal breaks the lines itself.
        let Some((_, widest)) = can_give.max_by_key(|(at, width)| (**width, usize::MAX - at)) else { break };
        *widest -= 1;
    }
    for (column, width) in columns.iter_mut().zip(widths) {
        let cells = column.cells.iter_mut().filter(|cell| cell.width() > width);
        // Of a path the end tells most.
        let shortened = if column.head == SOURCE { shortened_path } else { shortened };
        cells.for_each(|cell| *cell = shortened(cell, width));
    }
}

impl Column {
    fn width(&self) -> usize {
        self.cells.iter().map(|cell| cell.width()).chain([self.head.width()]).max().unwrap_or(0)
    }
}

/// The end of a path, marked as one.
fn shortened_path(text: &str, width: usize) -> String {
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    reversed(&shortened(&reversed(text), width))
}

/// The beginning of a text, marked as one.
fn shortened(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut used = 1;
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used > width {
            break;
        }
        out.push(letter);
    }
    out.push('…');
    out
}
