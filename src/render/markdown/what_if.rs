//! Before and after some facts are set, as a record.

use super::escape::{code, prose, stated, text};
use super::options::{clause, reason_line};
use super::outlook::caution;
use super::{Page, outcome_of, rules_used, signed};
use crate::report::{Effect, Follows, ReasonReport, Report, ScoreChange, SetFact, WhatIf};

/// What setting some facts does, as a record. The same comparison makes the same bytes.
pub fn what_if(it: &WhatIf) -> String {
    let mut page = Page::default();
    let set: Vec<String> = it.set.iter().map(|set| setting(set, &set.to)).collect();
    page.heading(1, &format!("{}: what if {}", text(&it.before.name), set.join(" and ")));
    page.bullets(&[
        format!("**Before:** {}", answer(&it.before)),
        format!("**After:** {}", answer(&it.after)),
        format!("**Profile:** {}, from line {}", code(&it.before.path), it.before.line),
        rules_used(&it.after),
        format!("**As of:** {}", text(&it.after.as_of)),
    ]);
    page.heading(2, "What is set");
    let rows = it.set.iter().map(|set| {
        let difference = if set.idle { "makes no difference" } else { "" };
        vec![code(&set.fact), spelled(&set.from), spelled(&set.to), difference.to_owned()]
    });
    page.table(&["Fact", "Before", "After", ""], &[], &rows.collect::<Vec<_>>());
    follows(&mut page, &it.follows);
    page.heading(2, "Options considered");
    let rows: Vec<Vec<String>> = it.scores.iter().map(score).collect();
    page.table(&["Target", "Before", "After", "Change", "Why"], &[1, 2, 3], &rows);
    page.heading(2, "Outcome");
    page.paragraph(prose(&it.after.summary));
    moved(&mut page, "Reasons that came", &it.after, &it.telling(&it.came));
    moved(&mut page, "Reasons that went", &it.before, &it.telling(&it.went));
    if !it.cautions_came.is_empty() || !it.cautions_went.is_empty() {
        page.heading(2, "Consequences");
        for (word, cautions) in [("To mind now:", &it.cautions_came), ("No longer to mind:", &it.cautions_went)] {
            if !cautions.is_empty() {
                page.paragraph(word);
                page.bullets(&cautions.iter().map(caution).collect::<Vec<_>>());
            }
        }
    }
    page.written()
}

fn answer(report: &Report) -> String {
    format!("{} ({})", outcome_of(report), report.verdict.id())
}

/// `fact: value`, as it is set.
fn setting(set: &SetFact, value: &Option<String>) -> String {
    value.as_ref().map_or_else(|| format!("{} unknown", code(&set.fact)), |value| stated(&set.fact, value))
}

fn spelled(value: &Option<String>) -> String {
    value.as_ref().map_or_else(|| "unknown".to_owned(), |value| code(value))
}

fn follows(page: &mut Page, all: &[Follows]) {
    if all.is_empty() {
        return;
    }
    page.heading(2, "What follows");
    let said = |value: &Option<String>| value.as_ref().map_or_else(|| "unknown".to_owned(), |value| text(value));
    let rows = all.iter().map(|it| vec![text(&it.label), said(&it.from), said(&it.to), code(&it.fact)]);
    page.table(&["What", "Before", "After", "Fact"], &[], &rows.collect::<Vec<_>>());
}

fn score(it: &ScoreChange) -> Vec<String> {
    let points = |score: Option<f64>| score.map_or_else(|| "out".to_owned(), signed);
    let (change, why) = match (it.before, it.after) {
        (Some(before), Some(after)) if before == after => (String::new(), String::new()),
        (Some(before), Some(after)) => (signed(after - before), String::new()),
        (None, _) => ("back".to_owned(), format!("no longer: {}", prose(&it.because))),
        (_, None) => ("out".to_owned(), prose(&it.because)),
    };
    vec![text(&it.target.name), points(it.before), points(it.after), change, why]
}

fn moved(page: &mut Page, title: &str, report: &Report, reasons: &[&ReasonReport]) {
    if reasons.is_empty() {
        return;
    }
    page.heading(3, title);
    let line = |reason: &&ReasonReport| match reason.effect {
        Effect::Excludes => format!("{} is out: {}", text(&reason.target.name), clause(report, reason)),
        Effect::NotApplicable => format!("{} does not apply: {}", text(&reason.target.name), clause(report, reason)),
        _ => format!("{} {}", text(&reason.target.name), reason_line(report, reason)),
    };
    page.bullets(&reasons.iter().map(line).collect::<Vec<_>>());
}
