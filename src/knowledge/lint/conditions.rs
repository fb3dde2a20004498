//! Conditions that say nothing, or that ask what no effect may hang on.

use super::Findings;
use super::search::{Found, MOST_EVALUATIONS, Want, exists};
use crate::diag::Diagnostic;
use crate::facts::FactId;
use crate::knowledge::{Absence, Ask, Condition, Knowledge, Presumption, Rule};

/// Facts of this name are known only once a verdict has been reached.
const ANSWER: &str = "answer.";

pub fn lint(knowledge: &Knowledge, findings: &mut Findings) {
    for rule in &knowledge.rules {
        of_rule(knowledge, rule, findings);
    }
    for presumption in &knowledge.presumptions {
        of_presumption(knowledge, presumption, findings);
    }
}

fn of_rule(knowledge: &Knowledge, rule: &Rule, findings: &mut Findings) {
    let whole = effective(rule);
    let parts = [("its condition", Some(&rule.when)), ("its `unless`", rule.unless.as_ref())];
    let mut sound = true;
    for (what, part) in parts.into_iter().filter_map(|(what, part)| Some((what, part?))) {
        if let Some((code, message)) = says_nothing(knowledge, part) {
            sound = false;
            report(findings, rule, code, &format!("says nothing: {what} {message}"));
        }
        for fact in denied_though_absent(knowledge, part) {
            let id = &knowledge.fact(fact).id;
            let message = format!(
                "denies something of `{id}`, which plays no part unless stated: {what} would be true of everyone who says \
                 nothing; require in the same `all` that `{id}` is stated"
            );
            findings.on_rule(rule, "not-of-absent", message);
        }
    }
    if sound && rule.unless.is_some() && says_nothing(knowledge, &whole).is_some_and(|(code, _)| code == "never-true") {
        findings.on_rule(rule, "never-true", "can never hold: its `unless` lifts it whenever its condition is true");
    }
    if rule.effects.is_empty() && rule.measure_first.is_empty() && rule.caution.is_none() && rule.step.is_none() {
        findings.on_rule(rule, "no-effect", "does nothing: it has neither effect nor caution, step or `measure_first`");
    }
    if !rule.effects.is_empty() || !rule.measure_first.is_empty() {
        for fact in unfit_for_effects(knowledge, &whole) {
            let message = format!("has an effect, yet tests {fact}; only cautions and steps may");
            findings.on_rule(rule, "bad-test", message);
        }
    }
}

fn of_presumption(knowledge: &Knowledge, presumption: &Presumption, findings: &mut Findings) {
    if let Some((code, message)) = says_nothing(knowledge, &presumption.when) {
        findings.on_presumption(presumption, code, format!("says nothing: its condition {message}"));
    }
    for fact in unfit_for_effects(knowledge, &presumption.when) {
        findings.on_presumption(presumption, "bad-test", format!("tests {fact}; only cautions and steps may"));
    }
    for fact in denied_though_absent(knowledge, &presumption.when) {
        let id = &knowledge.fact(fact).id;
        findings.on_presumption(
            presumption,
            "not-of-absent",
            format!("denies something of `{id}`, which plays no part unless stated"),
        );
    }
}

fn report(findings: &mut Findings, rule: &Rule, code: &'static str, message: &str) {
    if code == "not-checked" {
        let problem = Diagnostic::warning(code, format!("rule `{}` {message}", rule.id));
        findings.add(problem.in_file(rule.file.clone()).at(rule.place).on_key(rule.id.clone()));
    } else {
        findings.on_rule(rule, code, message);
    }
}

/// The condition under which a rule holds and is not lifted.
pub fn effective(rule: &Rule) -> Condition {
    match &rule.unless {
        None => rule.when.clone(),
        Some(unless) => Condition::All(vec![rule.when.clone(), Condition::Not(Box::new(unless.clone()))]),
    }
}

/// Whether a condition is the same for all answers, with the code of the finding.
fn says_nothing(knowledge: &Knowledge, condition: &Condition) -> Option<(&'static str, String)> {
    let can_be = |want| exists(knowledge, &[(condition, want)], &[]);
    match (can_be(Want::True), can_be(Want::NotTrue)) {
        (Found::No, _) => Some(("never-true", "is never true, whatever the answers".to_owned())),
        (_, Found::No) => Some(("always-true", "is always true, whatever the answers".to_owned())),
        (Found::GaveUp, _) | (_, Found::GaveUp) => {
            Some(("not-checked", format!("asks too much to be checked in {MOST_EVALUATIONS} steps")))
        }
        (Found::Yes, Found::Yes) => None,
    }
}

/// What a condition tests that no effect may hang on, in words.
fn unfit_for_effects(knowledge: &Knowledge, condition: &Condition) -> Vec<String> {
    let mut found = Vec::new();
    for test in condition.tests() {
        let test = knowledge.test(test);
        let id = &knowledge.fact(test.fact).id;
        if matches!(test.ask, Ask::Known(_)) {
            found.push(format!("whether `{id}` is known"));
        } else if id.starts_with(ANSWER) {
            found.push(format!("`{id}`, which is known only after the verdict"));
        }
    }
    found.dedup();
    found
}

/// If-stated facts without a value of their own of which something is denied where nothing requires that they are stated.
fn denied_though_absent(knowledge: &Knowledge, condition: &Condition) -> Vec<FactId> {
    let mut found = Vec::new();
    deny(knowledge, condition, false, &[], &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn deny(knowledge: &Knowledge, condition: &Condition, negated: bool, required: &[FactId], found: &mut Vec<FactId>) {
    match condition {
        Condition::Test(test) => {
            let test = knowledge.test(*test);
            let absent = knowledge.fact(test.fact).absence == (Absence::IfStated { taken_as: None });
            if negated && absent && !required.contains(&test.fact) {
                found.push(test.fact);
            }
        }
        Condition::Not(part) => deny(knowledge, part, !negated, required, found),
        Condition::All(parts) | Condition::Any(parts) => {
            // Denied, an `any` asks all its parts to be false.
            let together = matches!(condition, Condition::All(_)) != negated;
            let mut required = required.to_vec();
            if together {
                parts.iter().for_each(|part| required_by(knowledge, part, negated, &mut required));
            }
            parts.iter().for_each(|part| deny(knowledge, part, negated, &required, found));
        }
    }
}

/// The facts that must be stated for a condition to be true.
fn required_by(knowledge: &Knowledge, condition: &Condition, negated: bool, required: &mut Vec<FactId>) {
    match condition {
        Condition::Test(test) if !negated => required.push(knowledge.test(*test).fact),
        Condition::Not(part) => required_by(knowledge, part, !negated, required),
        Condition::All(parts) if !negated => {
            parts.iter().for_each(|part| required_by(knowledge, part, negated, required))
        }
        Condition::Any(parts) if negated => {
            parts.iter().for_each(|part| required_by(knowledge, part, negated, required))
        }
        _ => {}
    }
}
