//! Rules that repeat or contradict one another.

use super::Findings;
use super::conditions::effective;
use super::search::{Found, MOST_EVALUATIONS, implies};
use crate::diag::Diagnostic;
use crate::knowledge::{Condition, Effect, Knowledge, Rule, TargetId};

/// A rule with the condition under which it holds and is not lifted.
struct Whole<'k> {
    rule: &'k Rule,
    condition: Condition,
}

pub fn lint(knowledge: &Knowledge, findings: &mut Findings) {
    let all: Vec<Whole> = knowledge
        .rules
        .iter()
        .filter(|rule| !rule.effects.is_empty())
        .map(|rule| Whole { rule, condition: effective(rule) })
        .collect();
    for (index, one) in all.iter().enumerate() {
        for other in &all[index + 1..] {
            if one.rule.concern == other.rule.concern {
                of_one_concern(knowledge, one, other, findings);
            } else {
                of_two_concerns(knowledge, one, other, findings);
            }
        }
    }
}

fn of_one_concern(knowledge: &Knowledge, one: &Whole, other: &Whole, findings: &mut Findings) {
    // Of two that hold for the same answers the second repeats the first, and not both each other.
    if repeats(other.rule, one.rule) && implied(knowledge, other, one, findings) {
        shadowed(other.rule, one.rule, findings);
    } else if repeats(one.rule, other.rule) && implied(knowledge, one, other, findings) {
        shadowed(one.rule, other.rule, findings);
    }
    for (narrow, wide) in [(one, other), (other, one)] {
        if let Some(target) = opposed(narrow.rule, wide.rule)
            && implied(knowledge, narrow, wide, findings)
        {
            let message = format!(
                "contradicts `{}` of the same concern about `{}`: whenever it holds, that one does too",
                wide.rule.id,
                knowledge.target(target).id
            );
            findings.on_rule(narrow.rule, "contradiction", message);
            return;
        }
    }
}

fn shadowed(rule: &Rule, by: &Rule, findings: &mut Findings) {
    let message = format!("adds nothing to `{}`, which holds whenever it does, with effects at least as strong", by.id);
    findings.on_rule(rule, "shadowed", message);
}

fn of_two_concerns(knowledge: &Knowledge, one: &Whole, other: &Whole, findings: &mut Findings) {
    let favoured = |rule: &Rule| {
        let favours = rule.effects.iter().filter(|(_, effect)| matches!(effect, Effect::Favours(_)));
        favours.map(|(target, _)| *target).collect::<Vec<TargetId>>()
    };
    let theirs = favoured(other.rule);
    let Some(target) = favoured(one.rule).into_iter().find(|target| theirs.contains(target)) else { return };
    if implied(knowledge, one, other, findings) && implied(knowledge, other, one, findings) {
        let message = format!(
            "favours `{}` on the same condition as `{}` in another concern: one condition counts once",
            knowledge.target(target).id,
            one.rule.id
        );
        findings.on_rule(other.rule, "favoured-twice", message);
    }
}

/// Whether all that a rule does is done by another at least as strongly.
fn repeats(rule: &Rule, by: &Rule) -> bool {
    rule.caution.is_none()
        && rule.step.is_none()
        && rule.measure_first.is_empty()
        && rule.measured == by.measured
        && rule.effects.iter().all(|(target, effect)| {
            on(by, *target).is_some_and(|other| match (effect, other) {
                (Effect::Favours(own), Effect::Favours(other))
                | (Effect::Disfavours(own), Effect::Disfavours(other)) => *own <= other,
                (own, other) => *own == other,
            })
        })
}

/// A target about which a rule says the opposite of another that holds whenever it does.
///
/// An exclusion in a special case of what else favours the target is no contradiction; the other way round it is.
fn opposed(narrow: &Rule, wide: &Rule) -> Option<TargetId> {
    let opposed = |own: Effect, other: Effect| {
        matches!(
            (own, other),
            (Effect::Favours(_), Effect::Disfavours(_) | Effect::Excludes | Effect::NotApplicable)
                | (Effect::Disfavours(_), Effect::Favours(_))
        )
    };
    narrow
        .effects
        .iter()
        .find(|(target, own)| on(wide, *target).is_some_and(|other| opposed(*own, other)))
        .map(|(target, _)| *target)
}

fn on(rule: &Rule, target: TargetId) -> Option<Effect> {
    rule.effects.iter().find(|(on, _)| *on == target).map(|(_, effect)| *effect)
}

/// Whether the second rule holds whenever the first does. That it could not be found out is reported.
fn implied(knowledge: &Knowledge, narrow: &Whole, wide: &Whole, findings: &mut Findings) -> bool {
    let facts = |whole: &Whole| knowledge.facts_of(&whole.condition);
    let theirs = facts(wide);
    if !facts(narrow).iter().any(|fact| theirs.contains(fact)) {
        return false;
    }
    match implies(knowledge, &narrow.condition, &wide.condition) {
        Found::Yes => true,
        Found::No => false,
        Found::GaveUp => {
            let message = format!(
                "rules `{}` and `{}` ask too much together to be compared in {MOST_EVALUATIONS} steps",
                narrow.rule.id, wide.rule.id
            );
            let problem = Diagnostic::warning("not-checked", message);
            findings
                .add(problem.in_file(narrow.rule.file.clone()).at(narrow.rule.place).on_key(narrow.rule.id.clone()));
            false
        }
    }
}
