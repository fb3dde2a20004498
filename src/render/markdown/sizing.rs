//! Sizes in Markdown, to stand beside the record of a decision.

use super::Page;
use super::escape::{code, text};
use crate::report::quantity::{bytes, count, percent, seconds_alike};
use crate::report::{ChipRow, Part, Range, SizeReport};

/// Sizes as a page.
pub fn sizing(report: &SizeReport) -> String {
    let mut page = Page::default();
    page.heading(1, &format!("{}: what it needs", text(&report.name)));
    let total = report.total.map_or_else(|| "not known".to_owned(), bytes);
    let least = if report.is_least { "at least " } else { "" };
    let origin = if report.is_measured { ", as a run showed" } else { "" };
    page.bullets(&[
        format!("**Memory:** {least}{total}{origin}, on all chips together"),
        format!("**Profile:** {}, from line {}", code(&report.path), report.line),
    ]);
    let held = report
        .smallest
        .iter()
        .map(|it| format!("{}: {}", text(&it.target.name), text(&crate::render::text::held(it, report.is_least))));
    page.bullets(&held.collect::<Vec<_>>());
    let named = |part: &Part| match &part.note {
        Some(note) => format!("{}: {}", part.name, text(note)),
        None => part.name.to_owned(),
    };
    let parts = report.parts.iter().filter_map(|part| Some(vec![named(part), bytes(part.bytes?)]));
    page.table(&["memory for", "bytes"], &[1], &parts.collect::<Vec<_>>());
    let others: Vec<Vec<String>> =
        report.by_precision.iter().map(|(precision, total)| vec![text(precision), bytes(*total)]).collect();
    page.table(&["in all in", "bytes"], &[1], &others);
    let shown: Vec<&ChipRow> = report.chips.iter().filter(|row| row.is_shown).collect();
    let alike = |of: fn(&ChipRow) -> Option<Range>| seconds_alike(&shown.iter().map(|row| of(row)).collect::<Vec<_>>());
    let times = [alike(|row| row.best_seconds), alike(|row| row.step_seconds), alike(|row| row.run_seconds)];
    let rows =
        shown.iter().enumerate().map(|(index, row)| chip(row, times.each_ref().map(|column| column[index].clone())));
    let step = if report.step == "token" { "likely for a token" } else { "likely for a step" };
    let head = ["chip", "needed", "smallest", "chips timed", "bound by", "best", step, "likely for a run", "padding"];
    page.table(&head, &[1, 3], &rows.collect::<Vec<_>>());
    let mut notes: Vec<String> = crate::render::text::needed_notes(&shown).iter().map(|note| text(note)).collect();
    let without: Vec<String> =
        report.chips.iter().filter(|row| row.is_shown && row.leaves_out_links).map(|row| code(&row.id)).collect();
    if !without.is_empty() {
        let told = format!("Links or network not known, and not counted in the times: {}", without.join(", "));
        notes.push(told);
    }
    page.bullets(&notes);
    for (title, items) in [
        ("Assumed", &report.assumptions),
        ("Not counted", &report.not_counted),
        ("Not modelled", &report.not_modelled),
        ("Likely times rest on", &report.sources),
    ] {
        if !items.is_empty() {
            page.heading(2, title);
            page.bullets(&items.iter().map(|item| text(item)).collect::<Vec<_>>());
        }
    }
    page.written()
}

/// `times`: the best case, likely for a step, and for a run.
fn chip(row: &ChipRow, times: [String; 3]) -> Vec<String> {
    let nothing = || "-".to_owned();
    let system = row.system.as_ref().map(|it| {
        let several = if it.count > 1 { format!("{} x ", it.count) } else { String::new() };
        format!("{several}{}", code(&it.id))
    });
    let [best, step, run] = times;
    vec![
        code(&row.id),
        row.needed.map_or_else(nothing, count),
        system.unwrap_or_else(nothing),
        crate::render::text::timed_chips(row),
        row.bound_by.map_or_else(nothing, super::words),
        best,
        step,
        run,
        row.padding_waste.map_or_else(nothing, percent),
    ]
}
