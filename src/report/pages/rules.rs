//! Pages on rules and presumptions, and the list of rules.

use super::documents::{citation_line, claim_line};
use super::{Line, Page, phrases};
use crate::diag::Place;
use crate::knowledge::{ConcernId, Effect, Example, HOLDS, Knowledge, Presumption, Rule, TargetId, Text};
use crate::read::{Node, Tree};
use crate::report::words::value_in_words;

/// The copies of one rule: one, or one for each target that it is written for.
pub fn copies<'k>(knowledge: &'k Knowledge, id: &str) -> Vec<&'k Rule> {
    knowledge.rules.iter().filter(|rule| rule.id == id).collect()
}

/// The page on a rule.
pub fn rule(knowledge: &Knowledge, id: &str) -> Option<Page> {
    let copies = copies(knowledge, id);
    let rule = *copies.first()?;
    let mut page = Page::new("rule", &rule.id, "");
    page.say(format!("Because: {}.", rule.because.trim_end_matches('.')));
    let concern = knowledge.concern(rule.concern);
    page.say(format!("Concern `{}`: {}", concern.id, concern.about));
    if copies.len() > 1 {
        let names: Vec<&str> =
            copies.iter().filter_map(|copy| Some(knowledge.target(copy.spread?).id.as_ref())).collect();
        page.say(format!(
            "Written once for {}; what follows is the rule for {}.",
            phrases::joined(&names, "and"),
            names.first().unwrap_or(&"")
        ));
    }
    page.section("Holds when", phrases::condition(knowledge, &rule.when));
    page.section("Unless", rule.unless.iter().flat_map(|unless| phrases::condition(knowledge, unless)));
    page.section("Effect", effects(knowledge, rule));
    page.section("Caution", caution(knowledge, rule));
    page.section("Step", rule.step.iter().map(|step| Line::plain(step.as_ref())));
    page.section("Claims", rule.claims.iter().map(|claim| claim_line(knowledge, *claim)));
    page.section("Sources", rule.sources.iter().map(|citation| citation_line(knowledge, citation)));
    page.section(
        "Conflict",
        rule.conflict.map(|index| &knowledge.conflicts[index]).map(|it| {
            Line::labelled(it.id.as_ref(), format!("{}; followed is {}, because {}", it.about, it.follow, it.why))
        }),
    );
    page.section("Examples", examples(&rule.examples));
    page.section("Standing", standing(rule));
    Some(page)
}

fn effects(knowledge: &Knowledge, rule: &Rule) -> Vec<Line> {
    let line = |(target, effect): &(TargetId, Effect)| {
        Line::labelled(knowledge.target(*target).id.as_ref(), phrases::effect(*effect))
    };
    let mut lines: Vec<Line> = rule.effects.iter().map(line).collect();
    if !rule.measure_first.is_empty() {
        let names: Vec<&str> = rule.measure_first.iter().map(|target| knowledge.target(*target).id.as_ref()).collect();
        lines.push(Line::plain(format!("measure {} before you choose", phrases::joined(&names, "and"))));
    }
    lines
}

fn caution(knowledge: &Knowledge, rule: &Rule) -> Option<Line> {
    let caution = rule.caution.as_ref()?;
    let gravity = caution.gravity.id();
    let targets: Vec<&str> = caution.targets.iter().map(|target| knowledge.target(*target).id.as_ref()).collect();
    let text = caution.text.as_deref().unwrap_or(&rule.because);
    let topic = &knowledge.topics[caution.topic].id;
    Some(Line::labelled(topic.as_ref(), format!("{gravity}, for {}: {text}", phrases::joined(&targets, "and"))))
}

fn examples(examples: &[Example]) -> Vec<Line> {
    let line = |example: &Example| {
        let holds = HOLDS.iter().find(|(holds, _)| *holds == example.holds).map_or("", |(_, id)| id);
        let given: Vec<String> =
            example.given.iter().map(|(fact, node)| format!("{fact} = {}", written(node))).collect();
        Line::labelled(holds, if given.is_empty() { "nothing stated".to_owned() } else { given.join(", ") })
    };
    examples.iter().map(line).collect()
}

/// A value as it is written in a profile.
fn written(node: &Node) -> String {
    match &node.tree {
        Tree::Null => "unknown".to_owned(),
        Tree::Scalar { text, .. } => text.to_string(),
        Tree::List(items) => format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", ")),
        Tree::Map(entries) => {
            let parts: Vec<String> =
                entries.iter().map(|entry| format!("{}: {}", entry.key, written(&entry.value))).collect();
            format!("{{{}}}", parts.join(", "))
        }
    }
}

fn standing(rule: &Rule) -> Vec<Line> {
    let mut lines = vec![
        Line::labelled("verified", rule.verified.to_string()),
        Line::labelled("review by", rule.review_by.to_string()),
        Line::labelled("written in", place(&rule.file, rule.place)),
    ];
    let notes = [
        (rule.measured, "speaks of what the user measured; outranks documents where a concern is measurable"),
        (rule.estimated, "rests on sizes or costs that are computed from the profile"),
        (rule.from_profile, "its source is the profile itself"),
    ];
    lines.extend(notes.into_iter().filter(|(holds, _)| *holds).map(|(_, note)| Line::plain(note)));
    lines
}

/// A place in a rule file as `file:line`.
pub fn place(file: &Text, place: Place) -> String {
    format!("{file}:{}", place.line)
}

/// The page on a presumption.
pub fn presumption(knowledge: &Knowledge, presumption: &Presumption) -> Page {
    let fact = knowledge.fact(presumption.fact);
    let mut page = Page::new("presumption", &presumption.id, "");
    let value = value_in_words(fact, &presumption.value);
    page.say(format!("While {} ({}) is open, it is presumed to be {value}.", fact.label, fact.id));
    page.say(format!("Because: {}.", presumption.because.trim_end_matches('.')));
    page.section("Holds when", phrases::condition(knowledge, &presumption.when));
    page.section("Claims", presumption.claims.iter().map(|claim| claim_line(knowledge, *claim)));
    page.section("Sources", presumption.sources.iter().map(|citation| citation_line(knowledge, citation)));
    page.section("Examples", examples(&presumption.examples));
    page.section(
        "Standing",
        [
            Line::labelled("verified", presumption.verified.to_string()),
            Line::labelled("review by", presumption.review_by.to_string()),
            Line::labelled("written in", place(&presumption.file, presumption.place)),
        ],
    );
    page
}

/// Which rules a list shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    pub concern: Option<ConcernId>,
    pub target: Option<TargetId>,
}

impl Filter {
    fn lets_through(self, rule: &Rule) -> bool {
        let concern = self.concern.is_none_or(|concern| rule.concern == concern);
        concern && self.target.is_none_or(|target| speaks_of(rule, target))
    }
}

/// Whether a rule has anything to say of a target.
fn speaks_of(rule: &Rule, target: TargetId) -> bool {
    rule.effects.iter().any(|(on, _)| *on == target)
        || rule.measure_first.contains(&target)
        || rule.caution.as_ref().is_some_and(|caution| caution.targets.contains(&target))
}

/// A rule in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub id: String,
    pub concern: String,
    pub effects: String,
    pub claims: usize,
    pub sources: usize,
}

/// The rules that a filter lets through, one row each.
pub fn rows(knowledge: &Knowledge, filter: Filter) -> Vec<Row> {
    let mut ids: Vec<&Text> =
        knowledge.rules.iter().filter(|rule| filter.lets_through(rule)).map(|rule| &rule.id).collect();
    ids.dedup();
    let row = |id: &Text| {
        let copies = copies(knowledge, id);
        let rule = copies.first()?;
        Some(Row {
            id: id.to_string(),
            concern: knowledge.concern(rule.concern).id.to_string(),
            effects: phrases::effects(knowledge, &copies),
            claims: rule.claims.len(),
            sources: rule.sources.len(),
        })
    };
    ids.into_iter().filter_map(row).collect()
}

/// The rules for which something is true, each with what it does, once however many targets it is written for.
pub fn lines(knowledge: &Knowledge, which: impl Fn(&Rule) -> bool) -> Vec<Line> {
    let mut ids: Vec<&Text> = knowledge.rules.iter().filter(|rule| which(rule)).map(|rule| &rule.id).collect();
    ids.dedup();
    ids.into_iter().map(|id| Line::labelled(id.as_ref(), phrases::effects(knowledge, &copies(knowledge, id)))).collect()
}
