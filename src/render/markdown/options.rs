//! The targets that were considered, and what was concluded for which reasons.

use super::escape::{prose, stated, text};
use super::sources::cited;
use super::{Page, code, joined, place, signed, words};
use crate::report::{Depth, Effect, FactUsed, Holds, ReasonReport, Report, Status, TargetName, TargetReport};

/// Values of more letters are left to the place where they stand.
const LONGEST_VALUE: usize = 60;

/// Every judged target with its status, score, range and the one thing that tells most.
pub fn options(page: &mut Page, report: &Report) {
    page.heading(2, "Options considered");
    let rows: Vec<Vec<String>> = report.targets.iter().map(|it| option(report, it)).collect();
    page.table(&["Rank", "Target", "Status", "Score", "Open facts leave", "Why"], &[0, 3], &rows);
}

fn option(report: &Report, it: &TargetReport) -> Vec<String> {
    let eligible = it.status == Status::Eligible;
    let only = |text: String| if eligible { text } else { String::new() };
    let leader = report.target.as_ref() == Some(&it.target);
    let status = match it.status {
        Status::Eligible if report.to_measure.contains(&it.target) => "to measure",
        Status::Eligible if leader => "recommended",
        Status::Eligible if report.contenders.contains(&it.target) => "contender",
        Status::Eligible => "eligible",
        Status::Excluded => "excluded",
        Status::NotApplicable => "does not apply",
    };
    let doors = it.lifted_by.iter().map(|change| stated(&change.fact, &change.to)).collect::<Vec<_>>();
    let door = if doors.is_empty() { String::new() } else { format!("; back with {}", doors.join(" or ")) };
    vec![
        it.rank.map_or_else(String::new, |rank| rank.to_string()),
        text(&it.target.name),
        status.to_owned(),
        only(signed(it.score)),
        only(format!("{} to {}", signed(it.low), signed(it.high))),
        format!("{}{door}", prose(&why(report, it))),
    ]
}

/// What speaks for a target, and what most speaks against one that is not recommended.
fn why(report: &Report, it: &TargetReport) -> String {
    let leads = report.target.is_none() || report.target.as_ref() == Some(&it.target);
    if it.status != Status::Eligible || leads {
        return it.because.clone();
    }
    let mut own = report.reasons.iter().filter(|reason| reason.target == it.target && reason.counts);
    match own.find(|reason| matches!(reason.effect, Effect::Disfavours(_))) {
        Some(against) => format!("against it: {}", against.because),
        None => it.because.clone(),
    }
}

/// The summary, and every reason that counts for or against the targets that come into question.
pub fn outcome(page: &mut Page, report: &Report) {
    page.heading(2, "Decision outcome");
    let cited = cited(&report.summary_sources);
    let sources = if cited.is_empty() { String::new() } else { format!(" Source: {cited}.") };
    page.paragraph(format!("{}{sources}", prose(&report.summary)));
    if let Some(doubt) = &report.doubt {
        page.paragraph(prose(doubt));
    }
    if report.depth < Depth::Reasons {
        return;
    }
    let in_question = |it: &&TargetReport| match &report.target {
        Some(target) => it.target == *target || report.contenders.contains(&it.target),
        None => it.status == Status::Eligible,
    };
    for it in report.targets.iter().filter(in_question) {
        target(page, report, it);
    }
    let out = excluded(report);
    if !out.is_empty() {
        page.heading(3, "Excluded");
        page.bullets(&out);
    }
}

/// What puts targets out, those of one reason together.
fn excluded(report: &Report) -> Vec<String> {
    let out = report.targets.iter().filter(|it| it.status == Status::Excluded);
    let mut groups: Vec<(String, Vec<TargetName>)> = Vec::new();
    for it in out {
        let own = report.reasons.iter().filter(|reason| reason.target == it.target);
        for reason in own.filter(|reason| reason.effect == Effect::Excludes) {
            let clause = clause(report, reason);
            match groups.iter_mut().find(|(known, _)| *known == clause) {
                Some((_, targets)) => targets.push(it.target.clone()),
                None => groups.push((clause, vec![it.target.clone()])),
            }
        }
    }
    groups.into_iter().map(|(clause, targets)| format!("{}: {clause}", joined(&targets))).collect()
}

fn target(page: &mut Page, report: &Report, it: &TargetReport) {
    page.heading(3, &format!("{}: {}", text(&it.target.name), signed(it.score)));
    let own = |favour: bool| {
        let counted = report.reasons.iter().filter(|reason| reason.target == it.target && reason.counts);
        let of_sign = counted.filter(move |reason| matches!(reason.effect, Effect::Favours(_)) == favour);
        of_sign.map(|reason| reason_line(report, reason)).collect::<Vec<String>>()
    };
    let (favours, disfavours) = (own(true), own(false));
    if favours.is_empty() && disfavours.is_empty() {
        page.paragraph("Nothing that is known counts for it or against it.");
        return;
    }
    for (word, lines) in [("For it:", favours), ("Against it:", disfavours)] {
        if !lines.is_empty() {
            page.paragraph(word);
            page.bullets(&lines);
        }
    }
}

/// A reason with its points and its concern.
pub fn reason_line(report: &Report, reason: &ReasonReport) -> String {
    format!("**{}** {}: {}", signed(reason.contribution), words(&reason.concern), clause(report, reason))
}

/// The words of a reason, the facts and the sources that it rests on, and its rule.
pub fn clause(report: &Report, reason: &ReasonReport) -> String {
    let mut line = prose(&reason.because);
    if let Some(lifted) = reason.lifted_by.first().filter(|_| reason.holds == Holds::Presumably) {
        line.push_str(&format!(", unless {}", stated(&lifted.fact, &lifted.to)));
    }
    let facts: Vec<String> = reason.facts.iter().map(|it| fact(report, it)).collect();
    if !facts.is_empty() {
        line.push_str(&format!(" ({})", facts.join("; ")));
    }
    let sources = cited(&reason.sources);
    if !sources.is_empty() {
        line.push_str(&format!(". Source: {sources}"));
    }
    format!("{line}. Rule {}", code(&reason.rule))
}

/// A fact with its value and every place that it was first said in.
fn fact(report: &Report, it: &FactUsed) -> String {
    let long = it.spelled.chars().count() > LONGEST_VALUE;
    let named = if long { code(&it.id) } else { stated(&it.id, &it.spelled) };
    let mut places: Vec<String> = it.roots.iter().map(|root| place(report, root)).collect();
    places.retain(|place| !place.is_empty());
    places.dedup();
    if places.is_empty() { named } else { format!("{named}, {}", places.join(", ")) }
}
