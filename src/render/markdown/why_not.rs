//! The case against one target that was asked about, as a part of the record.

use super::escape::{prose, stated, text};
use super::options::clause;
use super::outlook::changes;
use super::{Page, signed, words};
use crate::report::{ConcernGap, Exclusion, Report, Status, WhyNot};

/// Everything against the target, and the shortest way to it.
pub fn why_not(page: &mut Page, report: &Report) {
    let Some(it) = &report.why_not else { return };
    let name = text(&it.target.name);
    page.heading(2, &format!("Why not {name}"));
    if it.leads {
        page.paragraph(format!("{name} is the recommended target itself."));
        return;
    }
    exclusions(page, report, it);
    let leader = report.target.as_ref().map_or_else(String::new, |target| text(&target.name));
    if !it.behind.is_empty() {
        page.paragraph(format!("Where {leader} is ahead:"));
        page.list(it.behind.iter().flat_map(|gap| behind(report, gap)).collect());
    }
    if !it.ahead.is_empty() {
        let ahead = it.ahead.iter().map(|(concern, points)| format!("{} by {}", words(concern), plain(*points)));
        page.paragraph(format!("Where {name} is ahead: {}.", ahead.collect::<Vec<_>>().join(", ")));
    }
    if !it.against.is_empty() {
        let word =
            if it.status == Status::Eligible { "Against it:" } else { "What would stand against it, were it back:" };
        page.paragraph(word);
        page.bullets(&it.against.iter().map(|reason| clause(report, reason)).collect::<Vec<_>>());
    }
    page.paragraph(way(it, &name));
}

fn exclusions(page: &mut Page, report: &Report, it: &WhyNot) {
    if it.out_by.is_empty() {
        return;
    }
    page.paragraph(if it.status == Status::NotApplicable { "Why it does not apply:" } else { "What puts it out:" });
    let line = |Exclusion { reason, lifted_by }: &Exclusion| {
        let lifts: Vec<String> = lifted_by.iter().map(|change| stated(&change.fact, &change.to)).collect();
        let lifts = match lifts[..] {
            [] => "no single change would lift it".to_owned(),
            _ => format!("lifted by {}", lifts.join(", or ")),
        };
        format!("{}; {lifts}", clause(report, reason))
    };
    page.bullets(&it.out_by.iter().map(line).collect::<Vec<_>>());
}

/// One concern, then the reasons of both in it.
fn behind(report: &Report, gap: &ConcernGap) -> Vec<String> {
    let reasons = gap.of_leader.iter().chain(&gap.of_target);
    let each = reasons.map(|reason| {
        let (name, points) = (text(&reason.target.name), signed(reason.contribution));
        format!("  - {name} **{points}**: {}", clause(report, reason))
    });
    let head = format!("- {} by {}", words(&gap.concern), plain(gap.points));
    std::iter::once(head).chain(each).collect()
}

fn plain(points: f64) -> String {
    signed(points).trim_start_matches('+').to_owned()
}

fn way(it: &WhyNot, name: &str) -> String {
    if let Some(way) = &it.way {
        return format!("The shortest way to {name}: {}.", changes(way));
    }
    let back = match &it.way_back {
        Some(back) => format!(" What would at least bring it back: {}.", changes(back)),
        None if it.status != Status::Eligible => " Nor would anything within two changes bring it back.".to_owned(),
        None => String::new(),
    };
    prose(&format!("Nothing within two changes would make {name} the target.")) + &back
}
