//! The page on a fact.

use super::documents::claim_line;
use super::rules::place;
use super::{Line, Page, phrases, rules};
use crate::facts::FactId;
use crate::knowledge::{Absence, Contradiction, Effort, Fact, FactType, Knowledge, Rule};
use crate::report::words::value_in_words;

/// The page on a fact.
pub fn fact(knowledge: &Knowledge, id: FactId) -> Page {
    let fact = knowledge.fact(id);
    let mut page = Page::new("fact", &fact.id, &fact.label);
    page.say(fact.question.as_ref());
    page.say(fact.help.as_ref());
    page.section("Particulars", particulars(fact));
    let choices = fact.choices.iter().map(|choice| {
        let number = choice.number.map_or_else(String::new, |(low, high)| {
            if low == high { format!(" (counts as {low})") } else { format!(" (counts as {low} to {high})") }
        });
        Line::labelled(choice.id.as_ref(), format!("{}{number}", choice.label))
    });
    page.section("Choices", choices);
    page.section(
        "Columns",
        fact.columns.iter().map(|column| {
            Line::labelled(column.id.as_ref(), if column.required { "must be in each row" } else { "may be left out" })
        }),
    );
    page.section("Asked when", fact.applies.iter().flat_map(|applies| phrases::condition(knowledge, applies)));
    let from: Vec<&str> = fact.open_with.iter().map(|from| knowledge.fact(*from).id.as_ref()).collect();
    page.section(
        "Unknown while these are open",
        (!from.is_empty()).then(|| Line::plain(phrases::joined(&from, "and"))),
    );
    let asks = |rule: &Rule| {
        let of = |condition| knowledge.facts_of(condition).contains(&id);
        of(&rule.when) || rule.unless.as_ref().is_some_and(of)
    };
    page.section("Rules that ask for it", rules::lines(knowledge, asks));
    let presumptions = knowledge.presumptions.iter().filter(|presumption| presumption.fact == id);
    page.section(
        "Presumed by",
        presumptions
            .map(|it| Line::labelled(it.id.as_ref(), format!("{}: {}", value_in_words(fact, &it.value), it.because))),
    );
    page.section("Claims", fact.claims.iter().map(|claim| claim_line(knowledge, *claim)));
    page.section("Standing", [Line::labelled("written in", place(&fact.file, fact.place))]);
    page
}

/// The page on facts that cannot all be so.
pub fn contradiction(knowledge: &Knowledge, contradiction: &Contradiction) -> Page {
    let mut page = Page::new("contradiction", &contradiction.id, "");
    page.say(format!("Warned of, and never more than that: {}.", contradiction.text));
    let contradictions = &knowledge.contradictions;
    let tests = contradiction.when.as_ref().map_or_else(Vec::new, |when| when.tests());
    let asked = tests.into_iter().map(|test| contradictions.tests[test.index()].fact);
    let mut facts: Vec<FactId> =
        asked.chain(contradiction.more.into_iter().flat_map(|(one, other)| [one, other])).collect();
    facts.sort_unstable();
    facts.dedup();
    let lines = facts.into_iter().map(|fact| knowledge.fact(fact));
    page.section("Facts looked at", lines.map(|fact| Line::labelled(fact.id.as_ref(), fact.label.as_ref())));
    page.section("Standing", [Line::labelled("written in", place(&contradiction.file, contradiction.place))]);
    page
}

fn particulars(fact: &Fact) -> Vec<Line> {
    let mut lines = vec![Line::labelled("type", fact.kind.in_words())];
    let absence = match &fact.absence {
        Absence::Open => "open: unknown, and may still change the answer".to_owned(),
        Absence::IfStated { taken_as: None } => "if stated: plays no part unless somebody states it".to_owned(),
        Absence::IfStated { taken_as: Some(value) } => {
            format!("if stated: else taken to be {}", value_in_words(fact, value))
        }
        Absence::NeverJudged => "carried through and never judged".to_owned(),
        Absence::Derived => "worked out from other facts; cannot be stated".to_owned(),
    };
    lines.push(Line::labelled("when absent", absence));
    if fact.absence != Absence::Derived {
        let effort = match fact.effort {
            Effort::Glance => "at a glance",
            Effort::LookUp => "by looking it up or asking",
            Effort::Measure => "by running something",
        };
        lines.push(Line::labelled("found out", effort));
        lines.push(Line::labelled("a team can change it", if fact.changeable { "yes" } else { "no" }));
    }
    if !fact.example.is_empty() {
        let text = if matches!(fact.kind, FactType::Text | FactType::Path) {
            format!("\"{}\"", fact.example)
        } else {
            fact.example.to_string()
        };
        lines.push(Line::labelled("example", text));
    }
    if !fact.typical.is_empty() {
        let typical: Vec<String> = fact.typical.iter().map(|value| value_in_words(fact, value)).collect();
        lines.push(Line::labelled("typical", typical.join(", ")));
    }
    lines
}
