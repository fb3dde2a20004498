//! Looks for answers under which some conditions are true and others are not, by trying one answer of each kind.
//!
//! Answers that no test of the conditions tells apart are tried once. A branch is left as soon as it is lost.

use crate::facts::{ChoiceSet, FactId, Truth, Value};
use crate::knowledge::{Absence, Ask, Condition, Fact, FactType, Knowledge, Test, TestId};

/// So many evaluations of conditions are made before a search gives up.
pub const MOST_EVALUATIONS: u32 = 200_000;

/// Lists whose members fall into more classes than this are tried with at most two classes at a time.
const MOST_CLASSES: usize = 8;

/// What a condition is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    True,
    NotTrue,
}

/// What came of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// There are such answers.
    Yes,
    /// There are none.
    No,
    /// There were too many to try.
    GaveUp,
}

/// Whether some answers make every condition what is wanted of it. The tests in `fixed` have that truth throughout.
pub fn exists(knowledge: &Knowledge, wants: &[(&Condition, Want)], fixed: &[(TestId, Truth)]) -> Found {
    let mut tests: Vec<TestId> = wants.iter().flat_map(|(condition, _)| condition.tests()).collect();
    tests.sort_unstable();
    tests.dedup();
    let mut truths = vec![Truth::Unknown; knowledge.tests.len()];
    for (test, truth) in fixed {
        truths[test.index()] = *truth;
    }
    tests.retain(|test| fixed.iter().all(|(fixed, _)| fixed != test));
    let mut facts: Vec<FactId> = tests.iter().map(|test| knowledge.test(*test).fact).collect();
    facts.sort_unstable();
    facts.dedup();
    let questions = facts
        .into_iter()
        .map(|fact| {
            let tests: Vec<TestId> = tests.iter().copied().filter(|test| knowledge.test(*test).fact == fact).collect();
            let answers = kinds_of_answers(knowledge, fact, &tests);
            Question { tests, answers }
        })
        .collect();
    let mut search = Search { wants, questions, truths, left: MOST_EVALUATIONS };
    search.from(0)
}

/// Whether one condition is true whenever another is.
pub fn implies(knowledge: &Knowledge, condition: &Condition, other: &Condition) -> Found {
    match exists(knowledge, &[(condition, Want::True), (other, Want::NotTrue)], &[]) {
        Found::Yes => Found::No,
        Found::No => Found::Yes,
        Found::GaveUp => Found::GaveUp,
    }
}

/// A fact with the truth of its tests for every kind of answer.
struct Question {
    tests: Vec<TestId>,
    answers: Vec<Vec<Truth>>,
}

struct Search<'s> {
    wants: &'s [(&'s Condition, Want)],
    questions: Vec<Question>,
    truths: Vec<Truth>,
    left: u32,
}

impl Search<'_> {
    fn from(&mut self, depth: usize) -> Found {
        let Some(left) = self.left.checked_sub(1) else { return Found::GaveUp };
        self.left = left;
        let last = depth == self.questions.len();
        match self.state(last) {
            Some(true) => return Found::Yes,
            Some(false) => return Found::No,
            None => {}
        }
        for answer in 0..self.questions[depth].answers.len() {
            self.answer(depth, Some(answer));
            match self.from(depth + 1) {
                Found::No => {}
                found => return found,
            }
        }
        self.answer(depth, None);
        Found::No
    }

    fn answer(&mut self, depth: usize, answer: Option<usize>) {
        let question = &self.questions[depth];
        for (index, test) in question.tests.iter().enumerate() {
            self.truths[test.index()] = answer.map_or(Truth::Unknown, |answer| question.answers[answer][index]);
        }
    }

    /// Won, lost, or none while answers are missing that may still do either.
    fn state(&self, last: bool) -> Option<bool> {
        let mut won = true;
        for (condition, want) in self.wants {
            match (want, condition.truth(&self.truths)) {
                (Want::True, Truth::False) | (Want::NotTrue, Truth::True) => return Some(false),
                (Want::True, Truth::True) | (Want::NotTrue, Truth::False) => {}
                (Want::True, Truth::Unknown) => won = false,
                (Want::NotTrue, Truth::Unknown) => won &= last,
            }
        }
        (won || last).then_some(won)
    }
}

/// The truths of some tests of a fact, for every kind of answer that they tell apart.
fn kinds_of_answers(knowledge: &Knowledge, id: FactId, ids: &[TestId]) -> Vec<Vec<Truth>> {
    let fact = knowledge.fact(id);
    let tests: Vec<&Test> = ids.iter().map(|test| knowledge.test(*test)).collect();
    let mut kinds: Vec<Vec<Truth>> = Vec::new();
    let mut add = |kind: Vec<Truth>| {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    };
    for value in values(fact, &tests) {
        add(tests.iter().map(|test| test.of_value(&value)).collect());
    }
    // That nobody states it is an answer of its own where absence means that, or where a test asks for it.
    if fact.absence == (Absence::IfStated { taken_as: None }) {
        add(tests.iter().map(|test| test.of_nothing(false)).collect());
    }
    if tests.iter().any(|test| matches!(test.ask, Ask::Known(_))) {
        add(tests.iter().map(|test| test.of_nothing(fact.is_open())).collect());
    }
    kinds
}

/// Values of a fact, at least one of each kind that the tests tell apart.
fn values(fact: &Fact, tests: &[&Test]) -> Vec<Value> {
    match fact.kind {
        FactType::Flag => vec![Value::Flag(true), Value::Flag(false)],
        FactType::Choice => choices(fact).map(Value::Choice).collect(),
        FactType::Choices => {
            let lists = combinations(&classes(choices(fact), |choice| {
                tests.iter().map(|test| asked_for(&test.ask).is_some_and(|set| set.contains(*choice))).collect()
            }));
            lists
                .into_iter()
                .map(|list| Value::Choices { set: list.into_iter().collect::<ChoiceSet>(), more: false })
                .collect()
        }
        FactType::Names => names(tests),
        FactType::Text | FactType::Path => ["", "text"].map(|text| Value::Text(text.into())).to_vec(),
        FactType::Tables | FactType::Table | FactType::Map => {
            let row = crate::facts::Row::empty(fact.place);
            vec![Value::Tables([].into()), Value::Tables([row].into())]
        }
        _ => numbers(fact, tests),
    }
}

fn choices(fact: &Fact) -> impl Iterator<Item = u16> {
    (0..fact.choices.len()).filter_map(|choice| u16::try_from(choice).ok())
}

fn asked_for(ask: &Ask) -> Option<&ChoiceSet> {
    match ask {
        Ask::HasAny(set) | Ask::HasAll(set) | Ask::HasOnly(set) => Some(set),
        _ => None,
    }
}

/// The members of each class that the tests tell apart.
fn classes<T: Clone>(members: impl Iterator<Item = T>, belongs: impl Fn(&T) -> Vec<bool>) -> Vec<Vec<T>> {
    let mut found: Vec<(Vec<bool>, Vec<T>)> = Vec::new();
    for member in members {
        let class = belongs(&member);
        match found.iter_mut().find(|(known, _)| *known == class) {
            Some((_, same)) => same.push(member),
            None => found.push((class, vec![member])),
        }
    }
    found.into_iter().map(|(_, members)| members).collect()
}

/// Lists with none, the first, or all members of each class.
fn combinations<T: Clone>(classes: &[Vec<T>]) -> Vec<Vec<T>> {
    let mut lists: Vec<Vec<T>> = vec![Vec::new()];
    let few = classes.len() <= MOST_CLASSES;
    for class in classes {
        let parts: Vec<&[T]> = if class.len() > 1 { vec![&class[..1], class] } else { vec![class] };
        let base: Vec<Vec<T>> =
            if few { lists.clone() } else { lists.iter().filter(|list| list.len() <= 1).cloned().collect() };
        for list in base {
            lists.extend(parts.iter().map(|part| list.iter().chain(*part).cloned().collect::<Vec<T>>()));
        }
    }
    if !few {
        lists.push(classes.concat());
    }
    lists
}

fn names(tests: &[&Test]) -> Vec<Value> {
    let wanted = |test: &&&Test| match &test.ask {
        Ask::NamesAny(names) => names.clone(),
        _ => Vec::new(),
    };
    let mut all: Vec<Box<str>> = tests.iter().flat_map(|test| wanted(&test)).collect();
    all.sort_unstable();
    all.dedup();
    // A name that no rule asks for.
    all.push("?".into());
    let classes = classes(all.into_iter(), |name| tests.iter().map(|test| wanted(&test).contains(name)).collect());
    let sorted = |mut list: Vec<Box<str>>| {
        list.sort_unstable();
        Value::Names(list.into())
    };
    combinations(&classes).into_iter().map(sorted).collect()
}

/// Below, at and above every number that a test compares with; for what is worked out also ranges between those.
fn numbers(fact: &Fact, tests: &[&Test]) -> Vec<Value> {
    let mut bounds: Vec<f64> = tests.iter().filter_map(|test| test.ask.bound()).collect();
    bounds.sort_by(f64::total_cmp);
    bounds.dedup();
    let mut tried: Vec<f64> = vec![bounds.first().map_or(1.0, |bound| bound / 2.0)];
    for (index, bound) in bounds.iter().enumerate() {
        let next = bounds.get(index + 1).copied().unwrap_or(bound * 2.0 + 2.0);
        tried.extend([*bound, (bound + next) / 2.0]);
    }
    if matches!(fact.kind, FactType::Count | FactType::Bytes) {
        tried.iter_mut().for_each(|number| *number = number.floor());
    }
    tried.retain(|number| *number > 0.0 || (*number == 0.0 && !fact.must_be_positive));
    let mut values: Vec<Value> = tried.iter().copied().map(Value::Number).collect();
    if fact.absence == Absence::Derived {
        for (index, low) in tried.iter().enumerate() {
            values.extend(tried[index + 1..].iter().map(|high| Value::Range { low: *low, high: *high }));
        }
    }
    values
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
