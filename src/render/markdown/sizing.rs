//! Sizes in Markdown, to stand beside the record of a decision.

use super::Page;
use super::escape::{code, text};
use crate::report::quantity::{bytes, count, percent, seconds};
use crate::report::{ChipRow, SizeReport};

/// Sizes as a page.
pub fn sizing(report: &SizeReport) -> String {
    let mut page = Page::default();
    page.heading(1, &format!("{}: what it needs", text(&report.name)));
    let total = report.total.map_or_else(|| "not known".to_owned(), bytes);
    let origin = if report.is_measured { ", as a run showed" } else { "" };
    page.bullets(&[
        format!("**Memory:** {total}{origin}, on all chips together"),
        format!("**Profile:** {}, from line {}", code(&report.path), report.line),
    ]);
    let held =
        report.smallest.iter().map(|it| format!("{}: {}", text(&it.target.name), text(&crate::render::text::held(it))));
    page.bullets(&held.collect::<Vec<_>>());
    let parts = report.parts.iter().filter_map(|part| Some(vec![part.name.to_owned(), bytes(part.bytes?)]));
    page.table(&["memory for", "bytes"], &[1], &parts.collect::<Vec<_>>());
    let others: Vec<Vec<String>> =
        report.by_precision.iter().map(|(precision, total)| vec![(*precision).to_owned(), bytes(*total)]).collect();
    page.table(&["in all in", "bytes"], &[1], &others);
    let rows = report.chips.iter().filter(|row| row.is_shown).map(chip);
    let step = if report.step == "token" { "likely for a token" } else { "likely for a step" };
    let head = ["chip", "needed", "smallest", "bound by", "best", step, "likely for a run", "padding"];
    page.table(&head, &[1], &rows.collect::<Vec<_>>());
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

fn chip(row: &ChipRow) -> Vec<String> {
    let nothing = || "-".to_owned();
    let system = row.system.as_ref().map(|it| {
        let several = if it.count > 1 { format!("{} x ", it.count) } else { String::new() };
        format!("{several}{}", code(&it.id))
    });
    vec![
        code(&row.id),
        row.needed.map_or_else(nothing, count),
        system.unwrap_or_else(nothing),
        row.bound_by.map_or_else(nothing, super::words),
        row.best_seconds.map_or_else(nothing, seconds),
        row.step_seconds.map_or_else(nothing, seconds),
        row.run_seconds.map_or_else(nothing, seconds),
        row.padding_waste.map_or_else(nothing, percent),
    ]
}
