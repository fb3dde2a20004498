//! Conditions as conjunctions: a disjunction is the negation of the conjunction of its negated parts.

use super::patterns::Patterns;
use crate::knowledge::Condition;

/// A conjunction, or the negation of one.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Gate {
    pub inverted: bool,
    /// The places of the tests among its parts, and whether each is negated.
    pub tests: Vec<(u32, bool)>,
    /// The parts that are gates themselves; each of them is the negation of a conjunction.
    pub gates: Vec<Gate>,
}

impl Gate {
    /// A condition as a gate. No condition is false whatever is known: the negation of a conjunction of nothing.
    pub fn of(condition: Option<&Condition>, patterns: &Patterns) -> Self {
        let mut gate = Self { inverted: condition.is_none(), ..Self::default() };
        condition.into_iter().for_each(|condition| gate.gather(condition, false, patterns));
        gate.tidy();
        // What is nothing but the negation of a conjunction is a gate itself.
        if gate.tests.is_empty() && gate.gates.len() == 1 { gate.gates.remove(0) } else { gate }
    }

    /// Leaves each test once, in order.
    fn tidy(&mut self) {
        self.tests.sort_unstable();
        self.tests.dedup();
    }

    /// Its make: how many of its parts are gates at each depth, and whether any part is a test.
    pub fn make(&self) -> (Vec<usize>, bool) {
        let mut depths = Vec::new();
        self.count(0, &mut depths);
        (depths, !self.tests.is_empty())
    }

    fn count(&self, depth: usize, depths: &mut Vec<usize>) {
        if self.gates.is_empty() {
            return;
        }
        if depths.len() == depth {
            depths.push(0);
        }
        depths[depth] += self.gates.len();
        self.gates.iter().for_each(|gate| gate.count(depth + 1, depths));
    }

    /// Adds the parts of a conjunction, with those of conjunctions among them.
    fn gather(&mut self, condition: &Condition, negated: bool, patterns: &Patterns) {
        match condition {
            Condition::Test(test) => {
                let place = patterns.places.get(test.index()).copied().unwrap_or_default();
                self.tests.push((place, negated));
            }
            Condition::Not(part) => self.gather(part, !negated, patterns),
            Condition::All(all) if !negated => all.iter().for_each(|part| self.gather(part, false, patterns)),
            Condition::Any(any) if negated => any.iter().for_each(|part| self.gather(part, true, patterns)),
            disjunction => {
                let mut part = Self { inverted: true, ..Self::default() };
                part.gather(disjunction, !negated, patterns);
                self.add(part);
            }
        }
    }

    /// Adds the negation of a conjunction; of a conjunction of one part that is the negation of the part.
    fn add(&mut self, mut part: Gate) {
        part.tidy();
        match (&part.tests[..], part.gates.len()) {
            ([(place, negated)], 0) => self.tests.push((*place, !negated)),
            ([], 1) => {
                let inner = part.gates.remove(0);
                self.tests.extend(inner.tests);
                self.gates.extend(inner.gates);
            }
            _ if self.gates.contains(&part) => {}
            _ => self.gates.push(part),
        }
    }
}
