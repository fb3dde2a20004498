//! What follows from the decision, what it takes for granted, and what would make the team look at it again.

use super::escape::{prose, stated, text};
use super::{Page, code, joined, words};
use crate::diag::Diagnostic;
use crate::report::{CautionReport, FlipReport, OVERDUE, Report, Review, Robustness, Verdict, Waiver};

/// Shares below this are left out.
const LEAST_SHARE: f64 = 0.005;

/// What to mind, and what to do.
pub fn consequences(page: &mut Page, report: &Report) {
    if report.cautions.is_empty() && report.steps.is_empty() {
        return;
    }
    page.heading(2, "Consequences");
    if !report.cautions.is_empty() {
        page.paragraph("To mind, the gravest first:");
        let shown = report.cautions.iter().take(report.cautions_shown);
        page.bullets(&shown.map(caution).collect::<Vec<_>>());
        let others = report.cautions.iter().skip(report.cautions_shown);
        let others: Vec<String> = others.map(|it| words(&it.topic)).collect();
        if !others.is_empty() {
            page.paragraph(format!("Less grave, in full with `--full`: {}.", others.join(", ")));
        }
    }
    if !report.steps.is_empty() {
        page.paragraph("To do:");
        page.numbered(
            &report.steps.iter().map(|it| format!("{} (rule {})", prose(&it.text), code(&it.rule))).collect::<Vec<_>>(),
        );
    }
}

/// One caution with its gravity, its targets and its rule.
pub fn caution(it: &CautionReport) -> String {
    let gravity = it.gravity.id();
    let accepted = if it.accepted { ", accepted" } else { "" };
    let on = if it.targets.is_empty() { String::new() } else { format!(" on {}", joined(&it.targets)) };
    format!("**{}** ({gravity}{accepted}){on}: {}. Rule {}", words(&it.topic), prose(&it.text), code(&it.rule))
}

/// What was presumed, and what was taken as not stated.
pub fn assumed(page: &mut Page, report: &Report) {
    if report.assumed.is_empty() {
        return;
    }
    page.heading(2, "Assumed");
    let presumed = report.assumed.iter().filter(|it| it.presumed);
    let presumed = presumed.map(|it| {
        format!("{}, because {}", stated(&it.fact, it.value.as_deref().unwrap_or("unknown")), prose(&it.because))
    });
    page.bullets(&presumed.collect::<Vec<_>>());
    let rest = report.assumed.iter().filter(|it| !it.presumed);
    let rest: Vec<String> =
        rest.map(|it| it.value.as_ref().map_or_else(|| code(&it.fact), |value| stated(&it.fact, value))).collect();
    if !rest.is_empty() {
        page.paragraph(format!("Plays no part unless stated, and was not stated: {}.", rest.join(", ")));
    }
}

/// The open facts that could change the target.
pub fn open(page: &mut Page, report: &Report) {
    let told: Vec<&Diagnostic> = report.warnings.iter().filter(|warning| warning.code != OVERDUE).collect();
    if report.robustness.is_none() && told.is_empty() {
        return;
    }
    page.heading(2, "Still open");
    if let Some(robustness) = &report.robustness {
        page.paragraph(what_is_open(report, robustness));
    }
    let rows: Vec<Vec<String>> = report
        .unknowns
        .iter()
        .map(|it| {
            let to = if it.targets.is_empty() { "no target".to_owned() } else { joined(&it.targets) };
            vec![code(&it.fact), prose(&it.question), text(it.how), to]
        })
        .collect();
    page.table(&["Fact", "Question", "How to find out", "Could bring up"], &[], &rows);
    page.bullets(&told.iter().map(|warning| prose(&warning.message)).collect::<Vec<_>>());
}

fn what_is_open(report: &Report, robustness: &Robustness) -> String {
    let answers = if report.target.is_none() {
        "There is no target that an answer could change."
    } else if robustness.settled {
        "It is proved that no answer to all that is open changes the target."
    } else if report.unknowns.is_empty() {
        "No answer to one open fact changes the target; it is not proved that several together do not."
    } else {
        "An answer to one of these could change the target, the most useful to find out first:"
    };
    answers.to_owned()
}

/// The changes that bring another target, how firm it is under other weights, and the dates that pass.
pub fn revisit(page: &mut Page, report: &Report) {
    let mut lines: Vec<String> = report.flips.iter().map(flip).collect();
    if let Some(robustness) = report.robustness.as_ref().filter(|_| report.flips.is_empty() && report.target.is_some())
    {
        let text = if robustness.pairs_searched {
            "Nothing within two changes of open or changeable facts brings another target"
        } else {
            "No change of one open or changeable fact brings another target; not every pair was tried"
        };
        lines.push(text.to_owned());
    }
    lines.extend(report.robustness.as_ref().and_then(|it| weights(report, it)));
    lines.extend(
        report.verdict.eq(&Verdict::Benchmark).then(|| "Own measurements of the targets named above".to_owned()),
    );
    lines.extend(reviews(&report.background.reviews));
    lines.extend(report.background.waivers.iter().map(waiver));
    if lines.is_empty() {
        return;
    }
    page.heading(2, "What would make us revisit this");
    page.bullets(&lines);
}

fn flip(it: &FlipReport) -> String {
    format!("{} brings **{}**", changes(it), text(&it.target.name))
}

/// The changes, each with what it is now.
pub fn changes(it: &FlipReport) -> String {
    let changes: Vec<String> = it
        .changes
        .iter()
        .map(|change| {
            let now = change.from.as_ref().map(|from| if from.is_empty() { "none".to_owned() } else { code(from) });
            let now = now.map_or_else(|| "not known now".to_owned(), |from| format!("now {from}"));
            let can = if change.changeable { ", the team can change it" } else { "" };
            format!("{} ({now}{can})", stated(&change.fact, &change.to))
        })
        .collect();
    changes.join(" together with ")
}

fn weights(report: &Report, robustness: &Robustness) -> Option<String> {
    let target = report.target.as_ref()?;
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let within = robustness.holds_within?;
    let within = if within < LEAST_SHARE {
        "Other priorities: the least change of a weight could bring another target".to_owned()
    } else {
        let name = text(&target.name);
        format!("Other priorities: {name} leads while no one concern weighs more than {} more or less", percent(within))
    };
    let mut shares: Vec<_> = robustness.acceptability.iter().filter(|(_, share)| *share >= LEAST_SHARE).collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    let shares: Vec<String> =
        shares.iter().map(|(name, share)| format!("{} {}", text(&name.name), percent(*share))).collect();
    Some(format!("{within}; of all weightings of the concerns wins: {}", shares.join(", ")))
}

/// The rules that are overdue, and the next day on which some are due.
fn reviews(reviews: &[Review]) -> Vec<String> {
    let (overdue, due): (Vec<&Review>, Vec<&Review>) = reviews.iter().partition(|review| review.overdue);
    let mut lines: Vec<String> = overdue
        .iter()
        .map(|review| {
            let rules: Vec<String> = review.rules.iter().map(|rule| code(rule)).collect();
            format!("Overdue for review since {}: {}", text(&review.on), rules.join(", "))
        })
        .collect();
    lines.extend(due.first().map(|next| {
        let (rules, due) = (next.rules.len(), text(&next.on));
        let of = if rules == 1 { "1 rule is".to_owned() } else { format!("{rules} rules are") };
        format!("{due}: {of} due for review of those that this rests on")
    }));
    lines
}

fn waiver(it: &Waiver) -> String {
    let until = it.until.as_deref().map(text);
    let stands = match (&until, it.expired) {
        (Some(until), true) => format!("expired on {until} and no longer counts"),
        (Some(until), false) => format!("accepted until {until}"),
        (None, _) => "accepted without an end".to_owned(),
    };
    format!("{}: {stands} (line {}): {}", code(&it.id), it.line, text(&it.reason))
}
