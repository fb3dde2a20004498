//! What a value of a fact makes of all its tests, worked out once for every kind of value.

use super::readings::Readings;
use crate::facts::{FactId, Truth, Value};
use crate::knowledge::{FactType, Knowledge, Test, effective};

/// The tests of every fact in a row, and their truths for each kind of value.
pub struct Patterns<'k> {
    /// For each test of the knowledge, its place in the row.
    pub places: Vec<u32>,
    facts: Vec<Pattern>,
    /// The tests in the order of the row.
    row: Vec<&'k Test>,
    /// The truths of a fact's tests, one kind of value after another.
    truths: Vec<Readings>,
}

/// Where the tests of one fact stand, and where their truths for each kind of value begin.
struct Pattern {
    start: usize,
    count: usize,
    /// For no answer, while one may come; then for none that ever comes; then for every kind of value.
    truths: usize,
    kinds: Kinds,
}

/// How the values of a fact fall into kinds.
enum Kinds {
    /// By the place of the choice; a flag is the second choice when it is on.
    Choices(usize),
    /// By the numbers that tests compare with, in order: below the first, at it, between it and the next, and so on.
    Numbers(Vec<f64>),
    /// Each value is tested by itself.
    Each,
}

impl<'k> Patterns<'k> {
    pub fn new(knowledge: &'k Knowledge) -> Self {
        let mut of_fact: Vec<Vec<u32>> = vec![Vec::new(); knowledge.facts.len()];
        (0..).zip(&knowledge.tests).for_each(|(index, test)| of_fact[test.fact.index()].push(index));
        let mut patterns = Self {
            places: vec![0; knowledge.tests.len()],
            facts: Vec::with_capacity(knowledge.facts.len()),
            row: Vec::with_capacity(knowledge.tests.len()),
            truths: Vec::new(),
        };
        for ((_, fact), tests) in knowledge.declared().zip(of_fact) {
            let start = patterns.row.len();
            for test in &tests {
                patterns.places[*test as usize] = patterns.row.len() as u32;
                patterns.row.push(&knowledge.tests[*test as usize]);
            }
            patterns.add(start, fact.kind, fact.choices.len());
        }
        patterns
    }

    fn add(&mut self, start: usize, kind: FactType, choices: usize) {
        let own = &self.row[start..];
        let truths = self.truths.len();
        for open in [true, false] {
            self.truths.extend(own.iter().map(|test| Readings::both(test.of_nothing(open))));
        }
        let (kinds, values) = match kind {
            FactType::Flag => (Kinds::Choices(2), vec![Value::Flag(false), Value::Flag(true)]),
            FactType::Choice => {
                let all = (0..choices).filter_map(|choice| u16::try_from(choice).ok()).map(Value::Choice);
                (Kinds::Choices(choices), all.collect())
            }
            kind if kind.is_numeric() => {
                let mut bounds: Vec<f64> = own.iter().filter_map(|test| test.ask.bound()).collect();
                bounds.sort_by(f64::total_cmp);
                bounds.dedup();
                let values = one_of_each(&bounds);
                (Kinds::Numbers(bounds), values)
            }
            _ => (Kinds::Each, Vec::new()),
        };
        for value in &values {
            self.truths.extend(own.iter().map(|test| Readings::both(test.of_value(value))));
        }
        let count = own.len();
        self.facts.push(Pattern { start, count, truths, kinds });
    }

    /// How many tests there are.
    pub fn tests(&self) -> usize {
        self.row.len()
    }

    /// The truth of every test where nothing is stated and everything applies.
    pub fn blank(&self, knowledge: &Knowledge) -> Vec<Readings> {
        let mut truths = vec![Readings::FALSE; self.tests()];
        for (id, fact) in knowledge.declared() {
            match effective(fact, None) {
                Some(value) => self.set(&mut truths, id, value),
                None => self.set_nothing(&mut truths, id, fact.is_open()),
            }
        }
        truths
    }

    /// Sets the tests of a fact that is not known, given whether an answer may still come.
    pub fn set_nothing(&self, truths: &mut [Readings], fact: FactId, open: bool) {
        let pattern = &self.facts[fact.index()];
        let from = pattern.truths + if open { 0 } else { pattern.count };
        self.copy(truths, pattern, from);
    }

    /// Sets the tests of a fact that is known.
    pub fn set(&self, truths: &mut [Readings], fact: FactId, value: &Value) {
        let pattern = &self.facts[fact.index()];
        let kind = match (&pattern.kinds, value) {
            (Kinds::Choices(count), Value::Choice(choice)) => Some(usize::from(*choice)).filter(|it| it < count),
            (Kinds::Choices(2), Value::Flag(flag)) => Some(usize::from(*flag)),
            (Kinds::Numbers(bounds), Value::Number(number)) if !number.is_nan() => {
                Some(bounds.iter().map(|bound| usize::from(number > bound) + usize::from(number >= bound)).sum())
            }
            _ => None,
        };
        match kind {
            Some(kind) => self.copy(truths, pattern, pattern.truths + (2 + kind) * pattern.count),
            None => {
                let own = pattern.start..pattern.start + pattern.count;
                for (truth, test) in truths[own.clone()].iter_mut().zip(&self.row[own]) {
                    *truth = Readings::both(test.of_value(value));
                }
            }
        }
    }

    fn copy(&self, truths: &mut [Readings], pattern: &Pattern, from: usize) {
        let to = &mut truths[pattern.start..pattern.start + pattern.count];
        to.copy_from_slice(&self.truths[from..from + pattern.count]);
    }

    /// Takes the answer of every test of a fact's value from a presumption; who asks whether it is known is told no.
    pub fn presume(&self, truths: &mut [Readings], fact: FactId, value: &Value) {
        let pattern = &self.facts[fact.index()];
        let own = pattern.start..pattern.start + pattern.count;
        for (truth, test) in truths[own.clone()].iter_mut().zip(&self.row[own]) {
            if test.is_of_value() {
                *truth = truth.assuming(Readings::both(test.of_value(value)));
            }
        }
    }

    /// Leaves open what the tests of a fact would say.
    pub fn forget(&self, truths: &mut [Readings], fact: FactId) {
        let pattern = &self.facts[fact.index()];
        truths[pattern.start..pattern.start + pattern.count].fill(Readings::both(Truth::Unknown));
    }
}

/// Below, at and above every bound.
fn one_of_each(bounds: &[f64]) -> Vec<Value> {
    let mut values = vec![f64::NEG_INFINITY];
    for (index, bound) in bounds.iter().enumerate() {
        let next = bounds.get(index + 1).copied().unwrap_or(f64::INFINITY);
        values.extend([*bound, bound + (next - bound) / 2.0]);
    }
    values.into_iter().map(Value::Number).collect()
}
