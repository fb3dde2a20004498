//! What a value of a fact makes of all its tests, worked out once for every kind of value.

use crate::facts::{FactId, Truth, Value};
use crate::knowledge::{Fact, FactType, Knowledge, Test, effective};

/// A kind of value of one fact: values of one kind no test of the fact tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(u32);

impl Kind {
    /// Nothing is known, and an answer may come.
    pub const OPEN: Kind = Kind(0);
    /// Nothing is known, and no answer will come.
    pub const NOTHING: Kind = Kind(1);
    /// A value of no kind that was foreseen: each of the tests is asked by itself.
    pub const OTHER: Kind = Kind(u32::MAX);

    /// The kind in that place.
    pub fn at(index: usize) -> Kind {
        Kind(index as u32)
    }

    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The tests of every fact in a row, and their truths for each kind of value.
pub struct Patterns<'k> {
    /// For each test of the knowledge, its place in the row.
    pub places: Vec<u32>,
    pub facts: Vec<Pattern>,
    /// The tests in the order of the row.
    pub row: Vec<&'k Test>,
    /// The truths of a fact's tests, one kind of value after another.
    truths: Vec<Truth>,
    /// For each presumption the kind of what it presumes.
    pub presumed: Vec<Kind>,
}

/// Where the tests of one fact stand, and where their truths for each kind of value begin.
pub struct Pattern {
    pub start: usize,
    pub count: usize,
    truths: usize,
    /// How many kinds there are: open, nothing, then each of the values, then what presumptions say.
    pub kinds: usize,
    values: Values,
    /// Whether a presumption may fill it.
    presumed: bool,
    /// What is taken where nothing is stated and the fact applies.
    pub blank: Kind,
}

impl Pattern {
    /// Whether every value that the fact may have is of a kind that was foreseen.
    pub fn foresees_all(&self) -> bool {
        matches!(self.values, Values::Choices(_))
    }
}

/// How the values of a fact fall into kinds.
enum Values {
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
            presumed: vec![Kind::OTHER; knowledge.presumptions.len()],
        };
        for ((id, fact), tests) in knowledge.declared().zip(of_fact) {
            let start = patterns.row.len();
            for test in &tests {
                patterns.places[*test as usize] = patterns.row.len() as u32;
                patterns.row.push(&knowledge.tests[*test as usize]);
            }
            patterns.add(knowledge, id, start);
            let stated = effective(fact, None).map(|value| patterns.kind(id, value));
            let blank = stated.unwrap_or(if fact.is_open() { Kind::OPEN } else { Kind::NOTHING });
            patterns.facts[id.index()].blank = blank;
        }
        patterns
    }

    fn add(&mut self, knowledge: &Knowledge, id: FactId, start: usize) {
        let own = &self.row[start..];
        let fact = knowledge.fact(id);
        let truths = self.truths.len();
        for open in [true, false] {
            self.truths.extend(own.iter().map(|test| test.of_nothing(open)));
        }
        let (values, each) = values(fact, own);
        for value in &each {
            self.truths.extend(own.iter().map(|test| test.of_value(value)));
        }
        let mut kinds = 2 + each.len();
        // A presumption is no knowledge: who asks whether the fact is known is told that it is not.
        let foreseen = kinds;
        let told = |test: &&Test, value: &Value| {
            if test.is_of_value() { test.of_value(value) } else { test.of_nothing(true) }
        };
        for (presumption, kind) in knowledge.presumptions.iter().zip(&mut self.presumed) {
            if presumption.fact == id {
                self.truths.extend(own.iter().map(|test| told(test, &presumption.value)));
                *kind = Kind(kinds as u32);
                kinds += 1;
            }
        }
        let presumed = kinds > foreseen;
        self.facts.push(Pattern { start, count: own.len(), truths, kinds, values, presumed, blank: Kind::NOTHING });
    }

    /// Whether a presumption may fill a fact.
    pub fn may_be_presumed(&self, fact: FactId) -> bool {
        self.facts[fact.index()].presumed
    }

    /// The kind that a value of a fact is of.
    pub fn kind(&self, fact: FactId, value: &Value) -> Kind {
        let place = match (&self.facts[fact.index()].values, value) {
            (Values::Choices(count), Value::Choice(choice)) if usize::from(*choice) < *count => usize::from(*choice),
            (Values::Choices(2), Value::Flag(flag)) => usize::from(*flag),
            // The vocabulary lets no other value be read or derived.
            (Values::Choices(_), _) => return Kind::NOTHING,
            (Values::Numbers(bounds), Value::Number(number)) if !number.is_nan() => {
                let below = bounds.partition_point(|bound| bound < number);
                2 * below + usize::from(bounds.get(below) == Some(number))
            }
            _ => return Kind::OTHER,
        };
        Kind(2 + place as u32)
    }

    /// The truths of all tests in their row, for these kinds of the facts' values; `others` has those that no kind tells.
    pub fn row_of_truths(&self, kinds: &[Kind], others: &[Truth]) -> Vec<Truth> {
        let mut row = Vec::with_capacity(self.row.len());
        for (pattern, kind) in self.facts.iter().zip(kinds).filter(|(pattern, _)| pattern.count > 0) {
            let (truths, from) = match *kind {
                Kind::OTHER => (others, pattern.start),
                _ => (&*self.truths, pattern.truths + kind.index() * pattern.count),
            };
            row.extend_from_slice(&truths[from..from + pattern.count]);
        }
        row
    }

    /// The truths of a fact's tests for a kind of value that was foreseen.
    pub fn truths(&self, fact: FactId, kind: Kind) -> &[Truth] {
        let pattern = &self.facts[fact.index()];
        let from = pattern.truths + kind.index() * pattern.count;
        &self.truths[from..from + pattern.count]
    }
}

/// How the values of a fact fall into kinds, and one value of each.
fn values(fact: &Fact, tests: &[&Test]) -> (Values, Vec<Value>) {
    match fact.kind {
        FactType::Flag => (Values::Choices(2), vec![Value::Flag(false), Value::Flag(true)]),
        FactType::Choice => (Values::Choices(fact.choices.len()), fact.choice_places().map(Value::Choice).collect()),
        kind if kind.is_numeric() => {
            let mut bounds: Vec<f64> = tests.iter().filter_map(|test| test.ask.bound()).collect();
            bounds.sort_by(f64::total_cmp);
            bounds.dedup();
            let mut numbers = vec![f64::NEG_INFINITY];
            for (index, bound) in bounds.iter().enumerate() {
                let next = bounds.get(index + 1).copied().unwrap_or(f64::INFINITY);
                numbers.extend([*bound, bound + (next - bound) / 2.0]);
            }
            (Values::Numbers(bounds), numbers.into_iter().map(Value::Number).collect())
        }
        _ => (Values::Each, Vec::new()),
    }
}
