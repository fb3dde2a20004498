//! The sources: short where they are cited, in full at the end.

use super::Page;
use super::escape::{code, link, one_line, text};
use crate::report::{Report, SourceReport, SourceUsed};

/// `*SeaGit guide* (Decision checklist, On AWS)`, each source once; the profile itself is named by its lines.
pub fn cited(sources: &[SourceUsed]) -> String {
    let mut found: Vec<(&str, Vec<String>)> = Vec::new();
    for source in sources.iter().filter(|source| !source.is_profile()) {
        let at = text(&source.at);
        match found.iter_mut().find(|(short, _)| *short == source.short) {
            Some((_, places)) => places.push(at),
            None => found.push((&source.short, vec![at])),
        }
    }
    let one = |(short, places): (&str, Vec<String>)| {
        let places: Vec<String> = places.into_iter().filter(|place| !place.is_empty()).collect();
        let places = if places.is_empty() { String::new() } else { format!(" ({})", places.join("; ")) };
        format!("{}{places}", emphasised(short))
    };
    found.into_iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Every source that bears on the answer, with what rests on which place in it.
pub fn sources(page: &mut Page, report: &Report) {
    let all = &report.background.sources;
    if all.is_empty() {
        return;
    }
    page.heading(2, "Sources");
    let mut lines = Vec::new();
    for source in all {
        lines.push(format!("- {}", in_full(source)));
        for (at, rules) in &source.places {
            let rules: Vec<String> = rules.iter().map(|rule| code(rule)).collect();
            let at = if at.is_empty() { "as a whole".to_owned() } else { text(at) };
            lines.push(format!("  - {at}: {}", rules.join(", ")));
        }
    }
    page.list(lines);
}

/// Short name, title, author, kind, date and interest.
fn in_full(source: &SourceReport) -> String {
    let title = link(&text(&source.title), source.address.as_deref());
    // A source without a short name of its own is known by its title, which stands there once.
    let mut parts =
        vec![if source.short == source.title { title } else { format!("{}: {title}", emphasised(&source.short)) }];
    let worded = |part: &Option<String>, word: &str| part.as_ref().map(|part| format!("{word}{}", text(part)));
    parts.extend(worded(&source.author, "by "));
    parts.extend(worded(&source.kind, ""));
    parts.extend(worded(&source.date, "read or dated "));
    parts.extend(worded(&source.interest, "interest: "));
    parts.join("; ")
}

fn emphasised(short: &str) -> String {
    if one_line(short).is_empty() { String::new() } else { format!("*{}*", text(short)) }
}
