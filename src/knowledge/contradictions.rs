//! Facts of a profile that cannot all be so, declared as data.

use super::condition::{Condition, Test};
use super::fields::Text;
use super::model::Example;
use crate::diag::Place;
use crate::facts::{FactId, Facts, Truth};

/// One declared contradiction.
#[derive(Clone, Debug)]
pub struct Contradiction {
    pub id: Text,
    /// When the facts contradict each other; its tests are those of [`Contradictions`].
    pub when: Option<Condition>,
    /// A number that cannot be more than another.
    pub more: Option<(FactId, FactId)>,
    /// What does not go together, and what to look at.
    pub text: Text,
    pub examples: Vec<Example>,
    pub file: Text,
    pub place: Place,
}

/// All of them, with tests of their own: what no rule asks must not make the judge try more answers.
#[derive(Clone, Debug, Default)]
pub struct Contradictions {
    pub tests: Vec<Test>,
    pub all: Vec<Contradiction>,
}

impl Contradictions {
    /// The contradictions among stated facts, in the order of the files, each with the facts that show it. What is not
    /// stated contradicts nothing.
    pub fn among(&self, stated: &Facts) -> Vec<(&Contradiction, Vec<FactId>)> {
        let truths = self.truths(stated);
        let all = self.all.iter().filter(|it| it.truth(stated, &truths).is_true());
        all.map(|it| (it, self.facts(it, &truths))).collect()
    }

    /// Whether one of them holds for some facts.
    pub fn truth(&self, of: &Contradiction, stated: &Facts) -> Truth {
        of.truth(stated, &self.truths(stated))
    }

    fn truths(&self, stated: &Facts) -> Vec<Truth> {
        let truth = |test: &Test| stated.value(test.fact).map_or(Truth::Unknown, |value| test.of_value(value));
        self.tests.iter().map(truth).collect()
    }

    /// The facts that show a contradiction, each once.
    fn facts(&self, of: &Contradiction, truths: &[Truth]) -> Vec<FactId> {
        let tests = of.when.as_ref().map_or_else(Vec::new, |when| when.because(truths));
        let asked = tests.into_iter().filter_map(|test| self.tests.get(test.index())).map(|test| test.fact);
        let mut facts: Vec<FactId> = Vec::new();
        for fact in asked.chain(of.more.into_iter().flat_map(|(one, other)| [one, other])) {
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        facts
    }
}

impl Contradiction {
    fn truth(&self, stated: &Facts, truths: &[Truth]) -> Truth {
        let when = self.when.as_ref().map_or(Truth::True, |when| when.truth(truths));
        let more = self.more.map_or(Truth::True, |(one, other)| {
            let bounds = |fact| stated.value(fact)?.bounds();
            match (bounds(one), bounds(other)) {
                (Some((low, _)), Some((_, high))) => (low > high).into(),
                _ => Truth::Unknown,
            }
        });
        when.and(more)
    }
}
