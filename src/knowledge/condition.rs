//! Conditions on facts: a tree of `all`, `any` and `not` over tests of single facts.
//!
//! A test is asked of one fact. Equal tests are stored once, so that judging asks each of them once.

use crate::facts::{ChoiceSet, FactId, Truth, Value};

/// A test, by its place in the table of all tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TestId(pub u16);

impl TestId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What is asked of a fact's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// A choice is one of these.
    OneOf(ChoiceSet),
    Flag(bool),
    AtLeast(f64),
    Above(f64),
    AtMost(f64),
    Below(f64),
    /// The high end of an estimate is above this.
    MayExceed(f64),
    HasAny(ChoiceSet),
    HasAll(ChoiceSet),
    /// A list holds something, and nothing but these.
    HasOnly(ChoiceSet),
    /// A list of names holds one of these (normal spelling, sorted).
    NamesAny(Vec<Box<str>>),
    NotEmpty,
    /// The fact is known, or is not; for cautions only.
    Known(bool),
}

impl Ask {
    /// The number that it compares with, if it compares with one.
    pub fn bound(&self) -> Option<f64> {
        match self {
            Ask::AtLeast(bound)
            | Ask::Above(bound)
            | Ask::AtMost(bound)
            | Ask::Below(bound)
            | Ask::MayExceed(bound) => Some(*bound),
            _ => None,
        }
    }
}

/// A question about one fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    pub fact: FactId,
    pub ask: Ask,
}

impl Test {
    /// The truth of the test for a fact that is known.
    pub fn of_value(&self, value: &Value) -> Truth {
        match (&self.ask, value) {
            (Ask::Known(wanted), _) => Truth::from(*wanted),
            (Ask::OneOf(set), Value::Choice(choice)) => set.contains(*choice).into(),
            (Ask::Flag(wanted), Value::Flag(flag)) => (wanted == flag).into(),
            (Ask::HasAny(wanted), Value::Choices { set, more }) => {
                let has = wanted.0 & set.0 != 0;
                if !has && *more { Truth::Unknown } else { has.into() }
            }
            (Ask::HasAll(wanted), Value::Choices { set, more }) => {
                let has = wanted.0 & set.0 == wanted.0;
                if !has && *more { Truth::Unknown } else { has.into() }
            }
            (Ask::HasOnly(wanted), Value::Choices { set, more }) => {
                let only = !set.is_empty() && set.0 & !wanted.0 == 0;
                // Others may be in the list: that can only spoil it, or fill an empty one.
                if *more && (only || set.is_empty()) { Truth::Unknown } else { only.into() }
            }
            (Ask::NotEmpty, Value::Choices { set, more }) => {
                if set.is_empty() && *more {
                    Truth::Unknown
                } else {
                    (!set.is_empty()).into()
                }
            }
            (Ask::NamesAny(wanted), Value::Names(names)) => {
                names.iter().any(|name| wanted.binary_search(name).is_ok()).into()
            }
            (Ask::NotEmpty, Value::Names(names)) => (!names.is_empty()).into(),
            (Ask::NotEmpty, Value::Tables(rows)) => (!rows.is_empty()).into(),
            (Ask::NotEmpty, Value::Text(text)) => (!text.is_empty()).into(),
            (ask, value) => value.bounds().map_or(Truth::Unknown, |(low, high)| compare(ask, low, high)),
        }
    }

    /// The part of a list that the test asked for and found; none where it asks for no part.
    pub fn part_asked_for(&self, value: &Value) -> Option<Value> {
        match (&self.ask, value) {
            (Ask::HasAny(wanted) | Ask::HasAll(wanted), Value::Choices { set, .. }) => {
                let part = ChoiceSet(wanted.0 & set.0);
                (!part.is_empty()).then_some(Value::Choices { set: part, more: false })
            }
            (Ask::NamesAny(wanted), Value::Names(names)) => {
                let part: Vec<Box<str>> =
                    names.iter().filter(|name| wanted.binary_search(name).is_ok()).cloned().collect();
                (!part.is_empty()).then(|| Value::Names(part.into()))
            }
            _ => None,
        }
    }

    /// Whether the test asks for the fact's value, not whether it is known.
    pub fn is_of_value(&self) -> bool {
        !matches!(self.ask, Ask::Known(_))
    }

    /// The truth of the test for a fact that is not known, given whether an answer may still come.
    pub fn of_nothing(&self, open: bool) -> Truth {
        match self.ask {
            Ask::Known(wanted) => (!wanted).into(),
            _ if open => Truth::Unknown,
            _ => Truth::False,
        }
    }
}

/// A comparison with an estimate is true or false only when it is so for all that the estimate allows.
fn compare(ask: &Ask, low: f64, high: f64) -> Truth {
    let (always, sometimes) = match *ask {
        Ask::AtLeast(bound) => (low >= bound, high >= bound),
        Ask::Above(bound) => (low > bound, high > bound),
        Ask::AtMost(bound) => (high <= bound, low <= bound),
        Ask::Below(bound) => (high < bound, low < bound),
        Ask::MayExceed(bound) => return (high > bound).into(),
        _ => return Truth::Unknown,
    };
    match (always, sometimes) {
        (true, _) => Truth::True,
        (false, true) => Truth::Unknown,
        (false, false) => Truth::False,
    }
}

/// A condition over tests.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    Test(TestId),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
}

impl Condition {
    /// The condition's truth, given the truth of every test.
    pub fn truth(&self, tests: &[Truth]) -> Truth {
        match self {
            Condition::Test(test) => tests.get(test.index()).copied().unwrap_or(Truth::Unknown),
            Condition::All(parts) => {
                let mut truth = Truth::True;
                for part in parts {
                    truth = truth.and(part.truth(tests));
                    if truth.is_false() {
                        break;
                    }
                }
                truth
            }
            Condition::Any(parts) => {
                let mut truth = Truth::False;
                for part in parts {
                    truth = truth.or(part.truth(tests));
                    if truth.is_true() {
                        break;
                    }
                }
                truth
            }
            Condition::Not(part) => !part.truth(tests),
        }
    }

    /// Whether the condition is true only where each of its tests is, or its negation.
    pub fn is_conjunction(&self) -> bool {
        match self {
            Condition::Test(_) => true,
            Condition::All(parts) => parts.iter().all(Condition::is_conjunction),
            Condition::Any(_) => false,
            Condition::Not(part) => matches!(**part, Condition::Test(_)),
        }
    }

    /// Every test in the condition, left to right.
    pub fn tests(&self) -> Vec<TestId> {
        let mut found = Vec::new();
        self.visit(&mut |test| found.push(test));
        found
    }

    fn visit(&self, see: &mut impl FnMut(TestId)) {
        match self {
            Condition::Test(test) => see(*test),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| part.visit(see)),
            Condition::Not(part) => part.visit(see),
        }
    }

    /// The tests that make the condition what it is: enough of them to prove its truth, and no others.
    ///
    /// Of an alternative all true branches are given; of an unknown condition the unknown tests.
    pub fn because(&self, tests: &[Truth]) -> Vec<TestId> {
        let mut found = Vec::new();
        self.each_because_it_is(self.truth(tests), tests, &mut |test| {
            if !found.contains(&test) {
                found.push(test);
            }
        });
        found
    }

    /// Names these tests of a condition whose truth is known, one after the other, one perhaps more than once.
    pub fn each_because_it_is(&self, wanted: Truth, tests: &[Truth], name: &mut impl FnMut(TestId)) {
        match self {
            Condition::Test(test) => name(*test),
            Condition::All(parts) | Condition::Any(parts) => {
                // Of a true conjunction every part is true, and of a false disjunction every part false.
                let every =
                    matches!((self, wanted), (Condition::All(_), Truth::True) | (Condition::Any(_), Truth::False));
                for part in parts.iter().filter(|part| every || part.truth(tests) == wanted) {
                    part.each_because_it_is(wanted, tests, name);
                }
            }
            Condition::Not(part) => part.each_because_it_is(!wanted, tests, name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(ask: Ask) -> Test {
        Test { fact: FactId(0), ask }
    }

    #[test]
    fn an_estimate_is_true_or_false_only_as_a_whole() {
        let estimate = Value::Range { low: 10.0, high: 20.0 };
        assert_eq!(test(Ask::AtLeast(10.0)).of_value(&estimate), Truth::True);
        assert_eq!(test(Ask::Above(10.0)).of_value(&estimate), Truth::Unknown);
        assert_eq!(test(Ask::Below(10.0)).of_value(&estimate), Truth::False);
        assert_eq!(test(Ask::MayExceed(19.0)).of_value(&estimate), Truth::True);
        assert_eq!(test(Ask::MayExceed(20.0)).of_value(&estimate), Truth::False);
    }

    #[test]
    fn a_list_that_may_hold_more_denies_nothing() {
        let some = Value::Choices { set: ChoiceSet::default().with(1), more: true };
        let has = |choice| test(Ask::HasAny(ChoiceSet::default().with(choice))).of_value(&some);
        assert_eq!(has(1), Truth::True);
        assert_eq!(has(2), Truth::Unknown);
        assert_eq!(test(Ask::HasOnly(ChoiceSet(0b10))).of_value(&some), Truth::Unknown);
        assert_eq!(test(Ask::HasOnly(ChoiceSet(0b100))).of_value(&some), Truth::False);
    }

    #[test]
    fn what_made_a_condition_true_is_named_and_nothing_else() {
        let leaf = |index| Condition::Test(TestId(index));
        let condition =
            Condition::All(vec![leaf(0), Condition::Any(vec![leaf(1), leaf(2)]), Condition::Not(Box::new(leaf(3)))]);
        let truths = [Truth::True, Truth::Unknown, Truth::True, Truth::False];
        assert!(condition.truth(&truths).is_true());
        assert_eq!(condition.because(&truths), [TestId(0), TestId(2), TestId(3)]);
    }
}
