//! What a workload needs, as text: the answer, the memory by part, the chips, and what all of it rests on.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};

use super::lines::{BOLD, DIM, Line, PLAIN, Setting, piece, wrap};
use super::short::joined;
use super::{NARROWEST, Style, painted};
use crate::report::quantity::{bytes, count, number, percent, seconds, seconds_alike};
use crate::report::{ChipRow, NoSystem, Range, SizeReport, Smallest, SystemRow};

/// So many chips are shown unless all are asked for.
const SHOWN: usize = 12;

/// So many assumptions are shown unless all are asked for.
const ASSUMED: usize = 6;

/// What stands where a figure is not known, or does not apply.
const NOTHING: &str = "-";

/// Sizes as text.
pub fn sizing(report: &SizeReport, style: Style) -> String {
    let width = style.width.max(NARROWEST);
    let parts = vec![
        answer(report, width),
        memory(report, width),
        chips(report, style.full, width),
        list("assumed", &report.assumptions, if style.full { usize::MAX } else { ASSUMED }, width),
        list("not counted", &report.not_counted, usize::MAX, width),
        list("not modelled", &report.not_modelled, usize::MAX, width),
        if style.full { list("likely times rest on", &report.sources, usize::MAX, width) } else { Vec::new() },
    ];
    painted(&joined(parts))
}

fn heading(text: &str) -> Vec<Line> {
    vec![Line::set(BOLD, text)]
}

fn answer(report: &SizeReport, width: usize) -> Vec<Line> {
    let setting = Setting { width, hang: 2, most: usize::MAX };
    let head = match report.total {
        Some(total) => {
            let least = if report.is_least { "at least " } else { "" };
            let origin = if report.is_measured { ", as a run showed" } else { "" };
            format!(" needs {least}{} of memory{origin}", bytes(total))
        }
        None => ": the memory it needs is not known".to_owned(),
    };
    let mut lines = wrap(&[], &[piece(BOLD, report.name.as_str()), piece(PLAIN, head)], setting);
    if lines.len() != 1 || !lines.iter_mut().any(|line| line.right(DIM, &report.path, width)) {
        lines.extend(wrap(&[], &[piece(DIM, report.path.as_str())], setting));
    }
    for smallest in &report.smallest {
        let head = [piece(PLAIN, format!("  {:<12}", smallest.target.name))];
        lines.extend(wrap(&head, &[piece(PLAIN, held(smallest, report.is_least))], Setting { hang: 14, ..setting }));
    }
    let excluded = report.left_out.iter().filter(|it| !it.is_other_class);
    let excluded: Vec<String> = excluded.map(|it| format!("{} ({})", it.target.name, it.because)).collect();
    let other = report.left_out.iter().filter(|it| it.is_other_class);
    let other: Vec<&str> = other.map(|it| it.target.name.as_str()).collect();
    for (title, names) in [("out", excluded.join("; ")), ("does not apply", other.join(", "))] {
        if !names.is_empty() {
            let body = [piece(DIM, format!("{title}: {names}"))];
            lines.extend(wrap(&[piece(PLAIN, "  ")], &body, Setting { hang: 4, most: 3, ..setting }));
        }
    }
    lines
}

/// `fits on one l4 (g6.xlarge, aws)`, `takes 2-3 l4 (g6.12xlarge, aws: 4 chips)`, `does not fit on coral`. Where something
/// of the memory was left out, what is told is the least.
pub fn held(smallest: &Smallest, is_least: bool) -> String {
    let chip = &smallest.chip;
    if !smallest.fits {
        let needed = count(smallest.needed);
        let because = if smallest.is_built_in { String::new() } else { format!(": {needed} are too many") };
        return format!("does not fit on {chip}{because}");
    }
    let least = if is_least { "at least " } else { "" };
    let chips = match (smallest.needed.low, smallest.needed.high) {
        (_, high) if high <= 1.0 && is_least => format!("takes at least one {chip}"),
        (_, high) if high <= 1.0 => format!("fits on one {chip}"),
        _ => format!("takes {least}{} {chip}", count(smallest.needed)),
    };
    match &smallest.system {
        Ok(system) => {
            let count = if system.count > 1 { format!("{} x ", system.count) } else { String::new() };
            let number = if system.chips > 1 { format!(": {} chips", system.chips) } else { String::new() };
            format!("{chips} ({count}{}, {}{number})", system.id, system.place)
        }
        // What is built into a device needs no machine.
        Err(_) if smallest.is_built_in => chips,
        Err(NoSystem::Unlisted) => format!("{chips} (machines of these places are not in the catalogue)"),
        Err(NoSystem::Nowhere) => format!("{chips} (no machine with it is in the catalogue)"),
        Err(NoSystem::Elsewhere(places)) => {
            format!("{chips} (no machine with it is in the catalogue for these places, only for {})", places.join(", "))
        }
        Err(NoSystem::TooSmall) => format!("{chips} (no machine or slice with so many is in the catalogue)"),
    }
}

fn memory(report: &SizeReport, width: usize) -> Vec<Line> {
    let told: Vec<_> = report.parts.iter().filter_map(|part| Some((part, part.bytes?))).collect();
    let told: Vec<_> = told.into_iter().filter(|(_, bytes)| bytes.high > 0.0).collect();
    if told.is_empty() {
        return Vec::new();
    }
    let mut lines = heading("memory, on all chips together");
    for (part, range) in told {
        lines.push(Line::set(PLAIN, &format!("  {:<16}{:>12}", part.name, bytes(range))));
        if let Some(note) = &part.note {
            let body = [piece(PLAIN, note.as_str())];
            lines.extend(wrap(&[piece(PLAIN, "    ")], &body, Setting { width, hang: 4, most: 2 }));
        }
    }
    let others = report.by_precision.iter().map(|(precision, total)| format!("{} in {precision}", bytes(*total)));
    let others: Vec<String> = others.collect();
    if !others.is_empty() {
        let body = [piece(PLAIN, format!("in all {}", others.join(", ")))];
        lines.extend(wrap(&[piece(PLAIN, "  ")], &body, Setting { width, hang: 4, most: 2 }));
    }
    lines
}

fn chips(report: &SizeReport, full: bool, width: usize) -> Vec<Line> {
    let all = || report.chips.iter().filter(|row| row.needed.is_some());
    let shown: Vec<&ChipRow> =
        if full { all().collect() } else { all().filter(|row| row.is_shown).take(SHOWN).collect() };
    if shown.is_empty() {
        return Vec::new();
    }
    let (head, rows) = cells(&shown, report.step);
    let mut lines = if longest_words(&head, &rows).iter().map(|word| word + 2).sum::<usize>() <= width {
        table(&head, rows, width)
    } else {
        stacked(&head, &rows, width)
    };
    for note in needed_notes(&shown) {
        lines.extend(wrap(&[], &[piece(PLAIN, note)], Setting { width, hang: 2, most: 4 }));
    }
    lines.extend(without_links(&shown, width));
    lines.extend(padding(&shown, width));
    if full && shown.iter().any(|row| row.best_seconds.is_some()) {
        lines.push(Line::blank());
        lines.extend(rooflines(&shown, width));
    }
    let left = all().count().saturating_sub(shown.len());
    if left > 0 {
        lines.push(Line::set(DIM, &format!("… {left} more with --full")));
    }
    lines
}

/// The head and the rows of the table of chips.
fn cells(shown: &[&ChipRow], step: &str) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let timed = shown.iter().any(|row| row.best_seconds.is_some());
    let runs = shown.iter().any(|row| row.run_seconds.is_some());
    let mut head = vec!["chip", "needed", "smallest"];
    if timed {
        head.extend(["chips timed", "bound by"]);
        // The best case gives way where the time of a run must fit beside it; it stands below in full.
        head.extend((!runs).then_some("best"));
        head.push(if step == "token" { "likely a token" } else { "likely a step" });
    }
    head.extend(runs.then_some("likely a run"));
    let alike = |of: fn(&ChipRow) -> Option<Range>| seconds_alike(&shown.iter().map(|row| of(row)).collect::<Vec<_>>());
    let (best, steps, all) =
        (alike(|row| row.best_seconds), alike(|row| row.step_seconds), alike(|row| row.run_seconds));
    let row = |(index, row): (usize, &&ChipRow)| {
        let mut cells = vec![row.id.clone(), needed(row), system(row.system.as_ref())];
        if timed {
            cells.push(timed_chips(row));
            cells.push(bound(row));
            cells.extend((!runs).then(|| best[index].clone()));
            cells.push(steps[index].clone());
        }
        cells.extend(runs.then(|| all[index].clone()));
        cells
    };
    (head, shown.iter().enumerate().map(row).collect())
}

/// For each column the width of its longest word, below which it would break inside a word.
fn longest_words(head: &[&str], rows: &[Vec<String>]) -> Vec<usize> {
    let longest = |text: &str| text.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
    let of_column = |column: usize| rows.iter().map(|row| longest(&row[column])).max().unwrap_or(0);
    head.iter().enumerate().map(|(column, title)| of_column(column).max(longest(title))).collect()
}

fn table(head: &[&str], rows: Vec<Vec<String>>, width: usize) -> Vec<Line> {
    let least = longest_words(head, &rows);
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    table.set_header(head).add_rows(rows);
    for (column, word) in table.column_iter_mut().zip(least) {
        let least = u16::try_from(word + 2).unwrap_or(u16::MAX);
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
    }
    for (column, title) in head.iter().enumerate() {
        if let Some(column) = table.column_mut(column).filter(|_| ["needed", "chips timed"].contains(title)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let style = |index: usize| if index == 0 { DIM } else { PLAIN };
    table.lines().enumerate().map(|(index, text)| Line::set(style(index), text.trim_end())).collect()
}

/// The same where the columns have no room beside each other: a paragraph for each chip.
fn stacked(head: &[&str], rows: &[Vec<String>], width: usize) -> Vec<Line> {
    let paragraph = |row: &Vec<String>| {
        let told = head.iter().zip(row).skip(1).filter(|(_, cell)| *cell != NOTHING);
        let told: Vec<String> = told.map(|(title, cell)| format!("{title} {cell}")).collect();
        let body = [piece(PLAIN, format!(": {}", told.join("; ")))];
        wrap(&[piece(BOLD, row[0].as_str())], &body, Setting { width, hang: 2, most: usize::MAX })
    };
    rows.iter().flat_map(paragraph).collect()
}

/// The chips whose times leave out what they exchange.
fn without_links(rows: &[&ChipRow], width: usize) -> Vec<Line> {
    let chips: Vec<&str> = rows.iter().filter(|row| row.leaves_out_links).map(|row| row.id.as_str()).collect();
    if chips.is_empty() {
        return Vec::new();
    }
    let body =
        [piece(PLAIN, format!("links or network not known, and not counted in the times: {}", chips.join(", ")))];
    wrap(&[], &body, Setting { width, hang: 2, most: 3 })
}

/// What the two ends of the chips needed are, where any of the rows has two, and what each member of a family needs.
pub fn needed_notes(rows: &[&ChipRow]) -> Vec<String> {
    let mut notes = Vec::new();
    if rows.iter().any(|row| !row.is_beyond && row.needed.is_some_and(|it| it.low < it.high)) {
        notes.push(
            "needed: the first number is for the low end of the memory, the second for its high end with a tenth on top; of \
             a chip that comes with more or with less memory, the first is for the most"
                .to_owned(),
        );
    }
    let differ = |row: &&&ChipRow| row.members.windows(2).any(|pair| pair[0].needed != pair[1].needed);
    let families = rows.iter().filter(|row| !row.is_beyond).filter(differ).map(|row| {
        let each = row.members.iter().map(|it| format!("{} of {}", count(it.needed), it.name));
        format!("{} ({})", row.id, each.collect::<Vec<_>>().join("; "))
    });
    let families: Vec<String> = families.collect();
    if !families.is_empty() {
        notes.push(format!("needed by member: {}", families.join(", ")));
    }
    notes
}

/// The share of the matrix units that padding takes, chips with the same share together.
fn padding(rows: &[&ChipRow], width: usize) -> Vec<Line> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for row in rows {
        let Some(waste) = row.padding_waste.map(percent) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == waste) {
            Some((_, chips)) => chips.push(&row.id),
            None => groups.push((waste, vec![&row.id])),
        }
    }
    if groups.is_empty() {
        return Vec::new();
    }
    let told: Vec<String> =
        groups.into_iter().map(|(waste, chips)| format!("{waste} on {}", chips.join(", "))).collect();
    let body = [piece(PLAIN, format!("padding wastes of the matrix units: {}", told.join("; ")))];
    wrap(&[], &body, Setting { width, hang: 2, most: 3 })
}

fn needed(row: &ChipRow) -> String {
    let needed = row.needed.map_or(NOTHING.to_owned(), count);
    if row.is_beyond { "too many".to_owned() } else { needed }
}

fn system(system: Option<&SystemRow>) -> String {
    system
        .map_or(NOTHING.to_owned(), |it| if it.count > 1 { format!("{} x {}", it.count, it.id) } else { it.id.clone() })
}

/// For how many chips the times of a row are: not always those of the machine beside it.
pub fn timed_chips(row: &ChipRow) -> String {
    let chips = row.chips.filter(|_| row.best_seconds.or(row.run_seconds).is_some());
    chips.map_or(NOTHING.to_owned(), |chips| format!("{chips:.0}"))
}

fn bound(row: &ChipRow) -> String {
    match (row.bound_by, row.best_seconds) {
        (Some("memory_bandwidth"), _) => "memory".to_owned(),
        (Some("interconnect"), _) => "links".to_owned(),
        (Some(bound), _) => bound.to_owned(),
        (None, Some(_)) => "not known".to_owned(),
        (None, None) => NOTHING.to_owned(),
    }
}

/// The arithmetic intensity against the ridge point of each chip.
fn rooflines(rows: &[&ChipRow], width: usize) -> Vec<Line> {
    let mut lines = heading("operations a byte: of the workload, and from which the chip is at its peak");
    for row in rows {
        let (Some(intensity), Some(ridge)) = (row.intensity, row.ridge) else { continue };
        let chips = row.chips.map_or_else(String::new, |chips| format!(" on {chips:.0}"));
        let share = row.utilisation.map_or_else(String::new, |it| format!("; {} of its peak is likely", percent(it)));
        let best = row.best_seconds.map_or_else(String::new, |it| format!("; at best {}{chips}", seconds(it)));
        let precision = row.precision.unwrap_or_default();
        let text = format!("{} against {} ({precision}){best}{share}", number(intensity), number(ridge));
        let head = [piece(PLAIN, format!("  {:<12}", row.id))];
        lines.extend(wrap(&head, &[piece(PLAIN, text)], Setting { width, hang: 14, most: 2 }));
    }
    lines
}

fn list(title: &str, items: &[String], most: usize, width: usize) -> Vec<Line> {
    if items.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(title);
    for item in items.iter().take(most) {
        lines.extend(wrap(
            &[piece(PLAIN, "  - ")],
            &[piece(PLAIN, item.as_str())],
            Setting { width, hang: 4, most: 4 },
        ));
    }
    let left = items.len().saturating_sub(most);
    if left > 0 {
        lines.push(Line::set(DIM, &format!("  … {left} more with --full")));
    }
    lines
}
