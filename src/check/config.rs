//! Reads chipwise.toml: the rules that a house uses, the facts that hold for all its profiles, and its policy.
//!
//! It is read in two steps. Which rules are used is known first; facts and policy are then read against them.

use super::policy::{OVERDUE, Policy};
use crate::diag::{Diagnostic, Place, shown};
use crate::facts::FactId;
use crate::judge::Verdict;
use crate::knowledge::{Absence, Fields, Knowledge, Problems};
use crate::profile::{self, Profile};
use crate::read::{Node, Tree};
use crate::units;

/// The tables that the file may have.
const TABLES: [&str; 3] = ["policy", "facts", "rules"];

/// A rule that the house does not use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disabled {
    pub id: String,
    pub reason: String,
    pub place: Place,
}

/// Which rules the house uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleChoice {
    /// A folder of rules instead of the built-in ones, as written.
    pub dir: Option<String>,
    /// Folders of rules on top.
    pub extra: Vec<String>,
    pub disable: Vec<Disabled>,
}

/// A file in which nothing is written; it asks for nothing.
pub fn empty() -> Node {
    Node { tree: Tree::Map(Vec::new()), place: Place { line: 1, column: 1 } }
}

fn told(problems: Problems) -> Result<(), Vec<Diagnostic>> {
    let (mut kept, more) = problems.into_inner();
    kept.sort_by_key(|problem| problem.place);
    kept.extend((more > 0).then(|| Diagnostic::error("more-problems", format!("and {more} more in this file"))));
    if kept.is_empty() { Ok(()) } else { Err(kept) }
}

/// Reads which rules are used.
///
/// # Errors
/// Tables that the file cannot have, and everything wrong in `[rules]`.
pub fn rule_choice(node: &Node, file: &str) -> Result<RuleChoice, Vec<Diagnostic>> {
    let problems = Problems::default();
    let mut choice = RuleChoice::default();
    if let Some(mut fields) = Fields::of(node, file, &problems) {
        let tables = TABLES.map(|table| fields.take(table));
        fields.finish();
        if let Some(mut fields) = tables[2].and_then(|rules| Fields::of(rules, file, &problems)) {
            choice.dir = fields.text("dir").map(|dir| dir.into_owned());
            choice.extra = fields.texts("extra").into_iter().map(|(folder, _)| folder.into_owned()).collect();
            for item in fields.list("disable") {
                choice.disable.extend(disabled(item, file, &problems));
            }
            fields.finish();
        }
    }
    told(problems).map(|()| choice)
}

fn disabled(node: &Node, file: &str, problems: &Problems) -> Option<Disabled> {
    let mut fields = Fields::of(node, file, problems)?;
    let place = node.get("id").map_or(node.place, |id| id.place);
    let (id, reason) = (fields.required("id").into_owned(), fields.required("reason").into_owned());
    if node.get("reason").is_some() && reason.trim().is_empty() {
        fields.problem("missing-key", place, format!("say why `{}` is not used", shown(&id)));
    }
    fields.finish();
    Some(Disabled { id, reason, place })
}

/// The knowledge without some rules and presumptions.
///
/// # Errors
/// A rule that there is not, with the nearest that there is.
pub fn without(mut knowledge: Knowledge, disable: &[Disabled], file: &str) -> Result<Knowledge, Vec<Diagnostic>> {
    let problems = Problems::default();
    for disabled in disable {
        let known = || {
            let rules = knowledge.rules.iter().map(|rule| rule.id.as_ref());
            rules.chain(knowledge.presumptions.iter().map(|presumption| presumption.id.as_ref()))
        };
        if !known().any(|id| id == disabled.id) {
            let message = format!("there is no rule `{}` to disable", shown(&disabled.id));
            let problem = Diagnostic::error("unknown-name", message).in_file(file).at(disabled.place);
            problems.add_unknown(problem.on_key("rules.disable"), &disabled.id, known());
        }
    }
    told(problems)?;
    knowledge.leave_out(disable.iter().map(|disabled| disabled.id.as_str()));
    Ok(knowledge)
}

/// Reads the facts that hold for all profiles of the house, as a profile; none where it states none.
///
/// # Errors
/// Everything wrong with them, as in a profile.
pub fn facts_of(knowledge: &Knowledge, node: &Node, file: &str) -> Result<Option<Profile>, Vec<Diagnostic>> {
    match node.get("facts") {
        Some(facts) if facts.entries() != Some(&[]) => profile::read(knowledge, facts, file).map(Some),
        _ => Ok(None),
    }
}

/// Reads the policy.
///
/// # Errors
/// Everything wrong with it, each with its place and the nearest right name.
pub fn policy_of(knowledge: &Knowledge, node: &Node, file: &str) -> Result<Policy, Vec<Diagnostic>> {
    let problems = Problems::default();
    let mut policy = Policy::default();
    if let Some(mut fields) = node.get("policy").and_then(|table| Fields::of(table, file, &problems)) {
        policy.path = Some(file.to_owned());
        policy.min_verdict = min_verdict(&mut fields);
        policy.deny_cautions = cautions(&mut fields, knowledge);
        policy.max_unknowns = max_unknowns(&mut fields);
        policy.require = required(&mut fields, knowledge);
        policy.max_measurement_age = age(&mut fields);
        if let Some(node) = fields.take("overdue_rules") {
            let written = node.text().unwrap_or_default();
            match OVERDUE.iter().find(|(_, id)| *id == written) {
                Some((overdue, _)) => (policy.overdue_rules, policy.judges_reviews) = (*overdue, true),
                None => not_allowed(&fields, "overdue_rules", node, OVERDUE.map(|(_, id)| id)),
            }
        }
        fields.finish();
    }
    told(problems).map(|()| policy)
}

fn not_allowed<const N: usize>(fields: &Fields, key: &str, node: &Node, allowed: [&'static str; N]) {
    let found = node.text().map_or_else(|| node.kind().to_owned(), |text| format!("`{}`", shown(text)));
    let problem = Diagnostic::error("unknown-choice", format!("{found} is no value of `{key}`"));
    let problem = problem.in_file(fields.file).at(node.place).on_key(format!("policy.{key}"));
    fields.problems().add(problem.allowing(node.text().unwrap_or_default(), allowed));
}

fn min_verdict(fields: &mut Fields) -> Option<Verdict> {
    let node = fields.take("min_verdict")?;
    // `impossible` is no place on the way to a decision.
    let allowed = [Verdict::Undecided, Verdict::Benchmark, Verdict::Leaning, Verdict::Decided];
    let found = allowed.into_iter().find(|verdict| node.text() == Some(verdict.id()));
    if found.is_none() {
        not_allowed(fields, "min_verdict", node, allowed.map(Verdict::id));
    }
    found
}

fn cautions(fields: &mut Fields, knowledge: &Knowledge) -> Vec<String> {
    let topics = || knowledge.topics.iter().map(|topic| topic.id.as_ref());
    let cautioning = knowledge.rules.iter().filter(|rule| rule.caution.is_some()).map(|rule| rule.id.as_ref());
    let known: Vec<&str> = topics().chain(cautioning).collect();
    let mut found = Vec::new();
    for (id, place) in fields.texts("deny_cautions") {
        if known.contains(&id.as_ref()) {
            found.push(id.into_owned());
        } else {
            fields.unknown("caution topic, and no rule that raises one", &id, place, known.iter().copied());
        }
    }
    found
}

fn max_unknowns(fields: &mut Fields) -> Option<usize> {
    let node = fields.take("max_unknowns")?;
    let number = node.text().and_then(|text| text.parse::<usize>().ok());
    if number.is_none() {
        let message = "`max_unknowns` is a number of facts: 0, 1, 2 and so on";
        let problem = Diagnostic::error("wrong-type", message).in_file(fields.file).at(node.place);
        fields.problems().add(problem.on_key("policy.max_unknowns"));
    }
    number
}

fn required(fields: &mut Fields, knowledge: &Knowledge) -> Vec<FactId> {
    let statable = || knowledge.facts.iter().filter(|fact| fact.absence != Absence::Derived);
    let mut found = Vec::new();
    for (id, place) in fields.texts("require") {
        match knowledge.fact_id(&id) {
            Some(fact) if knowledge.fact(fact).absence == Absence::Derived => {
                let message = format!("`{}` is worked out from other facts; require those", shown(&id));
                fields.problem("derived-fact", place, message);
            }
            Some(fact) if found.contains(&fact) => {
                fields.problem("duplicate-item", place, format!("`{}` stands twice in `require`", shown(&id)));
            }
            Some(fact) => found.push(fact),
            None => fields.unknown("fact", &id, place, statable().map(|fact| fact.id.as_ref())),
        }
    }
    found
}

fn age(fields: &mut Fields) -> Option<f64> {
    let node = fields.take("max_measurement_age")?;
    match units::parse_duration(node.text().unwrap_or_default()) {
        Ok(seconds) => Some(seconds),
        Err(problem) => {
            let problem = problem.into_diagnostic();
            let message = format!("`max_measurement_age`: {}", problem.message);
            let problem = Diagnostic { message, ..problem }.in_file(fields.file).at(node.place);
            fields.problems().add(problem.on_key("policy.max_measurement_age"));
            None
        }
    }
}
