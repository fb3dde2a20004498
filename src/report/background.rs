//! What a record of the decision tells beyond the answer: every stated fact, the weights, the sources in full, the dates.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Context, Root, TargetName, target_name, words};
use crate::check::{self, counting};
use crate::facts::{Cell, Facts, Row, Value};
use crate::judge::Decision;
use crate::knowledge::{Column, ColumnType, Fact, FactType, Knowledge, RuleId};
use crate::profile::Profile;
use crate::units;

/// What stands behind a report and is not part of the answer.
#[derive(Clone, Debug, Default)]
pub struct Background {
    /// What the verdict means.
    pub verdict_about: String,
    /// Every stated fact in the order of the profile; the workload's name is left to the report.
    pub stated: Vec<StatedFact>,
    /// The facts of which the profile says that they are not known, by label and id.
    pub said_unknown: Vec<(String, String)>,
    /// Every concern with its weight.
    pub concerns: Vec<ConcernReport>,
    /// Every source that bears on the answer, in the order of the catalogue.
    pub sources: Vec<SourceReport>,
    /// What the profile accepts.
    pub waivers: Vec<Waiver>,
    /// When the rules that count or exclude are due for review, the earliest first.
    pub reviews: Vec<Review>,
    /// What the team has decided, as the profile says.
    pub decided: Option<TeamDecision>,
}

/// A fact as stated.
#[derive(Clone, Debug)]
pub struct StatedFact {
    pub id: String,
    pub label: String,
    /// The value in words; tables row by row.
    pub words: String,
    pub root: Root,
}

/// A concern and how much it weighs.
#[derive(Clone, Debug)]
pub struct ConcernReport {
    pub id: String,
    pub about: String,
    pub weight: f64,
    /// The user's priority and where it is stated.
    pub stated: Option<StatedFact>,
}

/// A source in full.
#[derive(Clone, Debug)]
pub struct SourceReport {
    pub short: String,
    pub title: String,
    pub author: Option<String>,
    pub kind: Option<String>,
    /// What its author has to gain.
    pub interest: Option<String>,
    pub address: Option<String>,
    pub date: Option<String>,
    /// The places in it, each with the rules and presumptions that rest on it.
    pub places: BTreeMap<String, Vec<String>>,
}

/// A rule or caution that the profile accepts.
#[derive(Clone, Debug)]
pub struct Waiver {
    pub id: String,
    pub reason: String,
    pub until: Option<String>,
    /// Whether its date has passed, so that it no longer counts.
    pub expired: bool,
    pub line: u32,
}

/// Rules that are due for review on one day.
#[derive(Clone, Debug)]
pub struct Review {
    pub on: String,
    pub overdue: bool,
    pub rules: Vec<String>,
}

/// What the team has decided.
#[derive(Clone, Debug)]
pub struct TeamDecision {
    pub target: Option<TargetName>,
    pub on: Option<String>,
    pub why: Option<String>,
}

/// Gathers the background of a decision.
pub fn background(context: &Context, profile: &Profile, decision: &Decision) -> Background {
    let knowledge = context.knowledge;
    let verdict = knowledge.verdicts.iter().find(|named| named.id == decision.outcome.verdict.id());
    let named = |fact: &Fact| (fact.label.to_string(), fact.id.to_string());
    Background {
        verdict_about: verdict.map_or_else(String::new, |named| named.about.to_string()),
        stated: stated(knowledge, &profile.facts),
        said_unknown: profile.said_unknown.iter().map(|fact| named(knowledge.fact(*fact))).collect(),
        concerns: concerns(knowledge, &decision.facts),
        sources: sources(knowledge, decision),
        waivers: waivers(context, &profile.facts),
        reviews: reviews(context, decision),
        decided: decided(knowledge, &profile.facts),
    }
}

fn stated(knowledge: &Knowledge, facts: &Facts) -> Vec<StatedFact> {
    let mut found: Vec<StatedFact> =
        facts.iter().map(|(id, _)| id).filter_map(|id| stated_fact(knowledge, facts, id)).collect();
    found.retain(|fact| fact.id != "name");
    // The order of the vocabulary stands where lines are equal or none.
    found.sort_by(|a, b| (&a.root.path, a.root.line).cmp(&(&b.root.path, b.root.line)));
    found
}

fn stated_fact(knowledge: &Knowledge, facts: &Facts, id: crate::facts::FactId) -> Option<StatedFact> {
    let (fact, known) = (knowledge.fact(id), facts.get(id)?);
    let words = match &known.value {
        Value::Tables(rows) => rows.iter().map(|row| row_in_words(fact, row)).collect::<Vec<_>>().join("; "),
        value => words::value_in_words(fact, value),
    };
    let origin = &known.origin;
    let root =
        Root { kind: origin.kind, path: origin.path.clone(), line: origin.place.as_ref().map(|place| place.line) };
    Some(StatedFact { id: fact.id.to_string(), label: fact.label.to_string(), words, root })
}

/// `target gpu, chips 32`, in the order of the columns.
fn row_in_words(fact: &Fact, row: &Row) -> String {
    let cell = |column: &Column| {
        let value = match row.cells.get(column.id.as_ref())? {
            Cell::Text(text) => text.clone(),
            Cell::Flag(flag) => flag.to_string(),
            Cell::Number(number) => match column.kind {
                ColumnType::Scalar(FactType::Count) => units::format_count(*number),
                ColumnType::Scalar(FactType::Bytes) => units::format_bytes(*number),
                ColumnType::Scalar(FactType::Duration) => units::format_duration(*number),
                ColumnType::Scalar(FactType::Rate) => units::format_rate(*number),
                _ => units::format_number(*number),
            },
        };
        Some(format!("{} {value}", column.id.replace('_', " ")))
    };
    fact.columns.iter().filter_map(cell).collect::<Vec<_>>().join(", ")
}

fn concerns(knowledge: &Knowledge, facts: &Facts) -> Vec<ConcernReport> {
    let weights = crate::judge::weights(knowledge, facts);
    let report = |(concern, weight): (&crate::knowledge::Concern, f64)| ConcernReport {
        id: concern.id.to_string(),
        about: concern.about.to_string(),
        weight,
        stated: concern.priority.and_then(|fact| stated_fact(knowledge, facts, fact)),
    };
    knowledge.concerns.iter().zip(weights).map(report).collect()
}

/// The rules that a reader may want to look up: those that count, exclude, caution, advise or hold the verdict.
fn bearing(decision: &Decision) -> Vec<RuleId> {
    let mut rules = counting(decision);
    rules.extend(decision.cautions.iter().flat_map(|it| std::iter::once(&it.rule).chain(&it.also)));
    rules.extend(decision.steps.iter().chain(&decision.outcome.held_by));
    rules.sort_unstable();
    rules.dedup();
    rules
}

fn sources(knowledge: &Knowledge, decision: &Decision) -> Vec<SourceReport> {
    let mut places: BTreeMap<usize, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    let mut enter = |source: usize, at: String, id: &str| {
        let rules = places.entry(source).or_default().entry(at).or_default();
        if !rules.iter().any(|known| known == id) {
            rules.push(id.to_owned());
        }
    };
    let rules = bearing(decision).into_iter().map(|id| knowledge.rule(id));
    let rules = rules.map(|rule| (&rule.id, &rule.claims, &rule.sources));
    let presumed = decision.assessment.presumed.iter().map(|(_, index)| &knowledge.presumptions[*index]);
    let presumed = presumed.map(|it| (&it.id, &it.claims, &it.sources));
    for (id, claims, citations) in rules.chain(presumed) {
        for claim in claims.iter().map(|claim| &knowledge.claims[*claim]) {
            enter(claim.source, claim.at.to_string(), id);
        }
        for cited in citations {
            enter(cited.source, cited.at.as_ref().map_or_else(String::new, ToString::to_string), id);
        }
    }
    let report = |(index, places)| {
        let source: &crate::knowledge::Source = &knowledge.sources[index];
        let text = |it: &Option<crate::knowledge::Text>| it.as_ref().map(ToString::to_string);
        SourceReport {
            short: source.short.to_string(),
            title: source.title.to_string(),
            author: text(&source.author),
            kind: text(&source.kind),
            interest: text(&source.interest),
            address: text(&source.address),
            date: text(&source.date),
            places,
        }
    };
    places.into_iter().map(report).collect()
}

fn waivers(context: &Context, facts: &Facts) -> Vec<Waiver> {
    let waiver = |it: check::Waiver| Waiver {
        id: it.id,
        reason: it.reason,
        until: it.until.map(|until| until.to_string()),
        expired: it.expired,
        line: it.id_at.line,
    };
    check::waivers(context.knowledge, facts, context.as_of).into_iter().map(waiver).collect()
}

fn reviews(context: &Context, decision: &Decision) -> Vec<Review> {
    let mut by_day: BTreeMap<Date, Vec<String>> = BTreeMap::new();
    for id in counting(decision) {
        let rule = context.knowledge.rule(id);
        let rules = by_day.entry(rule.review_by).or_default();
        // A rule that is written once for several targets is reviewed once.
        if !rules.iter().any(|known| known.as_str() == rule.id.as_ref()) {
            rules.push(rule.id.to_string());
        }
    }
    let review = |(on, rules): (Date, _)| Review { on: on.to_string(), overdue: on < context.as_of, rules };
    by_day.into_iter().map(review).collect()
}

fn decided(knowledge: &Knowledge, facts: &Facts) -> Option<TeamDecision> {
    let it = check::decided(knowledge, facts)?;
    Some(TeamDecision { target: Some(target_name(knowledge, it.target)), on: it.on, why: it.why })
}
