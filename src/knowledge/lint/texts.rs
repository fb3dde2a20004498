//! Texts that name facts: whether the facts exist and whether the rule's own condition makes them known.

use super::Findings;
use super::search::{Found, Want, exists};
use crate::diag::{Diagnostic, Place, nearest};
use crate::facts::{FactId, Truth};
use crate::knowledge::template::{facts_named, is_well_formed};
use crate::knowledge::{Absence, Condition, Knowledge, TestId, Text};

pub fn lint(knowledge: &Knowledge, findings: &mut Findings) {
    for rule in &knowledge.rules {
        let caution = rule.caution.as_ref().and_then(|caution| caution.text.as_deref());
        let texts = [("because", Some(rule.because.as_ref())), ("caution", caution), ("step", rule.step.as_deref())];
        for (key, text) in texts.into_iter().filter_map(|(key, text)| Some((key, text?))) {
            let of = format!("`{key}` of rule `{}`", rule.id);
            of_text(
                knowledge,
                &Named { of, file: &rule.file, place: rule.place, id: &rule.id },
                text,
                &rule.when,
                findings,
            );
        }
    }
    for presumption in &knowledge.presumptions {
        let of = format!("`because` of presumption `{}`", presumption.id);
        let named = Named { of, file: &presumption.file, place: presumption.place, id: &presumption.id };
        of_text(knowledge, &named, &presumption.because, &presumption.when, findings);
    }
}

/// What a text belongs to.
struct Named<'k> {
    of: String,
    file: &'k Text,
    place: Place,
    id: &'k Text,
}

fn of_text(knowledge: &Knowledge, named: &Named, text: &str, when: &Condition, findings: &mut Findings) {
    let problem = |code, message: String| {
        let problem = Diagnostic::error(code, message);
        problem.in_file(named.file.clone()).at(named.place).on_key(named.id.clone())
    };
    if !is_well_formed(text) {
        findings.add(problem("bad-text", format!("{} has a bracket or brace that is not closed: {text}", named.of)));
        return;
    }
    for name in facts_named(text) {
        match knowledge.fact_id(name.fact) {
            None => {
                let known = knowledge.facts.iter().map(|fact| fact.id.as_ref());
                let suggestion = nearest(name.fact, known).map(str::to_owned);
                let message = format!("{} names `{}`, which is no fact", named.of, name.fact);
                findings.add(problem("unknown-fact", message).suggesting(suggestion));
            }
            Some(fact) if !name.optional && can_be_true_without(knowledge, when, fact) => {
                let message = format!(
                    "{} names `{}`, which its condition does not make known; put it into [brackets] with the words around it",
                    named.of, name.fact
                );
                findings.add(problem("text-not-known", message));
            }
            Some(_) => {}
        }
    }
}

/// Whether a condition can be true while a fact is not known.
fn can_be_true_without(knowledge: &Knowledge, condition: &Condition, id: FactId) -> bool {
    let mut tests: Vec<TestId> = condition.tests();
    tests.retain(|test| knowledge.test(*test).fact == id);
    tests.sort_unstable();
    tests.dedup();
    let fact = knowledge.fact(id);
    let with = |truth: &dyn Fn(TestId) -> Truth, wants: &[(&Condition, Want)]| {
        let fixed: Vec<(TestId, Truth)> = tests.iter().map(|test| (*test, truth(*test))).collect();
        exists(knowledge, wants, &fixed) != Found::No
    };
    let nothing = |open| move |test: TestId| knowledge.test(test).of_nothing(open);
    let holds = (condition, Want::True);
    let open = fact.is_open() || !fact.open_with.is_empty();
    if open && with(&nothing(true), &[holds]) {
        return true;
    }
    match (&fact.absence, &fact.applies) {
        (Absence::IfStated { taken_as: Some(value) }, _) => {
            with(&|test| knowledge.test(test).of_value(value), &[holds])
        }
        // A fact that does not apply is as good as denied, but only where what it hangs on says so.
        (Absence::Open, Some(applies)) => with(&nothing(false), &[holds, (applies, Want::NotTrue)]),
        (Absence::Open, None) if fact.is_open() => false,
        _ => with(&nothing(false), &[holds]),
    }
}
