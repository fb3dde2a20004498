//! Pages on claims, sources and conflicts: what the rules rest on.

use super::rules::place;
use super::{Line, Page, counted, phrases};
use crate::knowledge::trace::Trace;
use crate::knowledge::{CLAIM_KINDS, Citation, Claim, Conflict, Knowledge, Source};

/// A claim in a list: what it says and where.
pub fn claim_line(knowledge: &Knowledge, index: usize) -> Line {
    let claim = &knowledge.claims[index];
    let source = &knowledge.sources[claim.source];
    let vendor = claim.said_by.as_ref().map_or_else(String::new, |vendor| format!(", {vendor} of its own product"));
    Line::labelled(claim.id.as_ref(), format!("{} ({}, {}{vendor})", claim.says, source.short, claim.at))
}

/// A source that is cited at a place.
pub fn citation_line(knowledge: &Knowledge, citation: &Citation) -> Line {
    let source = &knowledge.sources[citation.source];
    let at = citation.at.as_ref().map_or_else(String::new, |at| format!(": {at}"));
    Line::labelled(source.id.as_ref(), format!("{}{at}", in_full(source)))
}

/// A source by its id.
pub fn source_line(knowledge: &Knowledge, index: usize) -> Line {
    let source = &knowledge.sources[index];
    Line::labelled(source.id.as_ref(), in_full(source))
}

/// Title, address and date.
fn in_full(source: &Source) -> String {
    let parts = [Some(source.title.as_ref()), source.address.as_deref(), source.date.as_deref()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn kind(claim: &Claim) -> &'static str {
    CLAIM_KINDS.iter().find(|(kind, _)| *kind == claim.kind).map_or("", |(_, id)| id)
}

/// The page on a claim, with the conflicts that it is part of and the side that is followed.
pub fn claim(knowledge: &Knowledge, index: usize) -> Page {
    let claim = &knowledge.claims[index];
    let source = &knowledge.sources[claim.source];
    let mut page = Page::new("claim", &claim.id, "");
    page.say(format!("{}.", claim.says.trim_end_matches('.')));
    page.say(format!("Said in: {} ({}), {}.", source.short, in_full(source), claim.at));
    if let Some(vendor) = &claim.said_by {
        page.say(format!("Here {vendor} speaks of its own product."));
    }
    let toward = claim.toward.map_or_else(String::new, |target| format!(", toward {}", knowledge.target(target).id));
    page.say(format!("Kind of claim: {}{toward}.", kind(claim)));
    if let Some(because) = &claim.left_out {
        page.say(format!("Left out of the rules: {}.", because.trim_end_matches('.')));
    }
    let conflicts = knowledge.conflicts.iter().filter(|conflict| conflict.between.contains(&index));
    page.section(
        "Conflicts",
        conflicts.map(|conflict| Line::labelled(conflict.id.as_ref(), side(conflict, &claim.id))),
    );
    let trace = Trace::of(knowledge);
    let users = trace.users(index).iter();
    page.section("Used by", users.map(|user| Line::labelled(user.kind(), user.id(knowledge))));
    page.section("Standing", [Line::labelled("written in", place(&claim.file, claim.place))]);
    page
}

/// What a conflict comes to for one of its claims.
fn side(conflict: &Conflict, claim: &str) -> String {
    let followed = match conflict.follow.as_ref() {
        follow if follow == claim => "this claim is followed".to_owned(),
        "none" => "neither side is followed".to_owned(),
        follow => format!("followed is {}", follow_in_words(follow)),
    };
    format!("{}: {followed}, because {}", conflict.about, conflict.why)
}

fn follow_in_words(follow: &str) -> String {
    match follow {
        "published" => "what the vendors publish".to_owned(),
        "none" => "neither side".to_owned(),
        claim => format!("`{claim}`"),
    }
}

/// The page on a conflict.
pub fn conflict(knowledge: &Knowledge, index: usize) -> Page {
    let conflict = &knowledge.conflicts[index];
    let mut page = Page::new("conflict", &conflict.id, "");
    page.say(format!("The sources disagree: {}.", conflict.about));
    page.say(format!("Followed is {}, because {}.", follow_in_words(&conflict.follow), conflict.why));
    page.section("Between", conflict.between.iter().map(|claim| claim_line(knowledge, *claim)));
    page.section("Rules that raise it", super::rules::lines(knowledge, |rule| rule.conflict == Some(index)));
    page.section("Standing", [Line::labelled("written in", place(&conflict.file, conflict.place))]);
    page
}

/// The page on a source.
pub fn source(knowledge: &Knowledge, index: usize) -> Page {
    let source = &knowledge.sources[index];
    let mut page = Page::new("source", &source.id, &source.short);
    page.say(format!("{}.", source.title.trim_end_matches('.')));
    let facts = [
        ("author", &source.author),
        ("kind", &source.kind),
        ("date", &source.date),
        ("address", &source.address),
        ("interest", &source.interest),
    ];
    page.section(
        "Particulars",
        facts.into_iter().filter_map(|(label, text)| Some(Line::labelled(label, text.as_ref()?.as_ref()))),
    );
    let claims = (0..knowledge.claims.len()).filter(|claim| knowledge.claims[*claim].source == index);
    page.section(
        "Claims",
        claims.map(|claim| Line::labelled(knowledge.claims[claim].id.as_ref(), knowledge.claims[claim].says.as_ref())),
    );
    page.section(
        "Rules that cite it",
        super::rules::lines(knowledge, |rule| rule.sources.iter().any(|it| it.source == index)),
    );
    let chips: Vec<&str> = knowledge
        .chips
        .iter()
        .filter(|chip| {
            chip.sources.contains(&index) || chip.figures.iter().any(|(_, figure)| figure.sources.contains(&index))
        })
        .map(|chip| chip.id.as_ref())
        .collect();
    let packages: Vec<&str> = knowledge
        .packages
        .iter()
        .filter(|package| package.sources.contains(&index))
        .map(|package| package.name.as_ref())
        .collect();
    let cited = [("chip", chips), ("package", packages)].into_iter().filter(|(_, names)| !names.is_empty());
    page.section(
        "Also cited for",
        cited.map(|(what, names)| Line::labelled(counted(names.len(), what), phrases::joined(&names, "and"))),
    );
    page
}
