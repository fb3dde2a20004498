//! Runs the examples that stand beside contradictions.

use super::Findings;
use super::examples::{given, missing};
use crate::diag::Diagnostic;
use crate::facts::Truth;
use crate::knowledge::{Ask, Contradiction, Holds, Knowledge};

pub fn lint(knowledge: &Knowledge, findings: &mut Findings) {
    for contradiction in &knowledge.contradictions.all {
        lint_one(knowledge, contradiction, findings);
    }
}

fn lint_one(knowledge: &Knowledge, contradiction: &Contradiction, findings: &mut Findings) {
    let mut report = |code: &'static str, message: String, place| {
        let message = format!("contradiction `{}` {message}", contradiction.id);
        let problem = Diagnostic::error(code, message).in_file(contradiction.file.clone());
        findings.add(problem.at(place).on_key(contradiction.id.clone()));
    };
    if let Some(missing) = missing(&contradiction.examples) {
        report("no-example", missing.to_owned(), contradiction.place);
    }
    let tests = contradiction.when.as_ref().map_or_else(Vec::new, |when| when.tests());
    let asks = |test: &crate::knowledge::TestId| &knowledge.contradictions.tests[test.index()].ask;
    if tests.iter().any(|test| matches!(asks(test), Ask::Known(false))) {
        report(
            "bad-test",
            "asks whether a fact is not stated; what is absent contradicts nothing".to_owned(),
            contradiction.place,
        );
    }
    for example in &contradiction.examples {
        let facts = match given(knowledge, example, None) {
            Ok(facts) => facts,
            Err(problems) => {
                let first = problems.into_iter().next().map(|problem| problem.message).unwrap_or_default();
                report("bad-example", format!("has an example that cannot be read: {first}"), example.place);
                continue;
            }
        };
        let came_out = knowledge.contradictions.truth(contradiction, &facts);
        let as_expected = match example.holds {
            Holds::No => came_out.is_false(),
            Holds::Unknown => came_out.is_unknown(),
            Holds::Presumably | Holds::Certainly => came_out == Truth::True,
        };
        if !as_expected {
            report("failing-example", "has an example that fails".to_owned(), example.place);
        }
    }
}
