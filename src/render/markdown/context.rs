//! What is known of the workload, and what drives the decision.

use super::escape::text;
use super::{Page, code, place, signed, words};
use crate::report::{ConcernReport, Report, Status, TargetReport};

/// At most so many targets stand beside each other in a table.
const BESIDE: usize = 4;

/// Every stated fact with its value and the line that states it.
pub fn context(page: &mut Page, report: &Report) {
    page.heading(2, "Context");
    let rows: Vec<Vec<String>> = report
        .background
        .stated
        .iter()
        .map(|fact| vec![text(&fact.label), text(&fact.words), code(&fact.id), place(report, &fact.root)])
        .collect();
    if rows.is_empty() {
        page.paragraph("The profile states no fact.");
    }
    page.table(&["What is known", "Value", "Fact", "Stated"], &[], &rows);
    if !report.background.said_unknown.is_empty() {
        let facts = report.background.said_unknown.iter();
        let facts: Vec<String> = facts.map(|(label, id)| format!("{} ({})", text(label), code(id))).collect();
        page.paragraph(format!("The profile says in so many words that this is not known: {}.", facts.join(", ")));
    }
}

/// The concerns in which something counts, the most telling first, with the points of the best targets in each.
pub fn drivers(page: &mut Page, report: &Report) {
    page.heading(2, "Decision drivers");
    let stated = report.background.concerns.iter().filter_map(|concern| Some((concern, concern.stated.as_ref()?)));
    let stated: Vec<String> = stated
        .map(|(concern, fact)| {
            let (value, weight) = (text(&fact.words), crate::units::format_number(concern.weight));
            format!("{}: priority {value}, so it weighs {weight} ({})", words(&concern.id), place(report, &fact.root))
        })
        .collect();
    if stated.is_empty() {
        page.paragraph("The profile states no priorities: every concern weighs the same.");
    }
    page.bullets(&stated);
    let shown: Vec<&TargetReport> =
        report.targets.iter().filter(|it| it.status == Status::Eligible).take(BESIDE).collect();
    let mut concerns: Vec<(&ConcernReport, Vec<f64>)> = report
        .background
        .concerns
        .iter()
        .map(|concern| (concern, shown.iter().map(|it| net(report, it, concern)).collect::<Vec<f64>>()))
        .filter(|(concern, _)| shown.iter().any(|it| counts(report, it, concern)))
        .collect();
    // What tells the targets apart goes first, then what weighs most; equals keep the order of the rules.
    concerns.sort_by(|(_, a), (_, b)| weight(b).partial_cmp(&weight(a)).unwrap_or(std::cmp::Ordering::Equal));
    let mut rows: Vec<Vec<String>> = concerns
        .iter()
        .map(|(concern, points)| {
            let cell = |(it, points): (&&TargetReport, &f64)| {
                if counts(report, it, concern) { signed(*points) } else { String::new() }
            };
            let mut row = vec![words(&concern.id), text(&concern.about)];
            row.extend(shown.iter().zip(points).map(cell));
            row
        })
        .collect();
    if rows.is_empty() {
        page.paragraph("Nothing counts for or against a target that could run this.");
        return;
    }
    let mut sums = vec!["**score**".to_owned(), String::new()];
    sums.extend(shown.iter().map(|it| format!("**{}**", signed(it.score))));
    rows.push(sums);
    let names: Vec<String> = shown.iter().map(|it| text(&it.target.name)).collect();
    let mut head = vec!["Concern", "What it asks"];
    head.extend(names.iter().map(String::as_str));
    page.table(&head, &(2..head.len()).collect::<Vec<_>>(), &rows);
}

fn of_concern<'r>(
    report: &'r Report,
    target: &'r TargetReport,
    concern: &'r ConcernReport,
) -> impl Iterator<Item = f64> + 'r {
    let own = report.reasons.iter().filter(|it| it.counts && it.target == target.target && it.concern == concern.id);
    own.map(|it| it.contribution)
}

fn counts(report: &Report, target: &TargetReport, concern: &ConcernReport) -> bool {
    of_concern(report, target, concern).next().is_some()
}

fn net(report: &Report, target: &TargetReport, concern: &ConcernReport) -> f64 {
    // An empty sum of numbers is minus nothing.
    of_concern(report, target, concern).sum::<f64>() + 0.0
}

/// How far a concern sets the first target apart from the others, and how much it weighs at all.
fn weight(points: &[f64]) -> (f64, f64) {
    let first = points.first().copied().unwrap_or_default();
    let apart = points.iter().map(|other| (first - other).abs()).fold(0.0, f64::max);
    (apart, points.iter().map(|points| points.abs()).fold(0.0, f64::max))
}
