//! Conditions as conjunctions: a disjunction is the negation of the conjunction of its negated parts.

use std::collections::HashMap;

use super::patterns::Patterns;
use crate::knowledge::Condition;

/// One part of a conjunction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    Test { place: u32, negated: bool },
    Gate { gate: u32, negated: bool },
}

/// A conjunction, or the negation of one.
#[derive(Clone, Default)]
pub struct Gate {
    /// One more than the highest among its parts; a test has none.
    pub level: usize,
    pub inverted: bool,
    pub parts: Vec<Part>,
}

/// Collects conditions into gates.
pub struct Builder<'p, 'k> {
    patterns: &'p Patterns<'k>,
    /// The gates that are parts of others, each different one once; none of them is inverted.
    pub gates: Vec<Gate>,
    known: HashMap<Vec<Part>, u32>,
}

impl<'p, 'k> Builder<'p, 'k> {
    pub fn new(patterns: &'p Patterns<'k>) -> Self {
        Self { patterns, gates: Vec::new(), known: HashMap::new() }
    }

    /// A condition as a part of another.
    fn part(&mut self, condition: &Condition, negated: bool) -> Part {
        match condition {
            Condition::Test(test) => {
                Part::Test { place: self.patterns.places.get(test.index()).copied().unwrap_or_default(), negated }
            }
            Condition::Not(part) => self.part(part, !negated),
            Condition::All(_) | Condition::Any(_) => {
                let gate = self.gate(condition);
                match gate.parts[..] {
                    [Part::Test { place, negated: inner }] => {
                        Part::Test { place, negated: inner ^ gate.inverted ^ negated }
                    }
                    [Part::Gate { gate: only, negated: inner }] => {
                        Part::Gate { gate: only, negated: inner ^ gate.inverted ^ negated }
                    }
                    _ => {
                        let next = self.gates.len() as u32;
                        let known = *self.known.entry(gate.parts.clone()).or_insert(next);
                        let negated = negated ^ gate.inverted;
                        if known == next {
                            self.gates.push(Gate { inverted: false, ..gate });
                        }
                        Part::Gate { gate: known, negated }
                    }
                }
            }
        }
    }

    /// A condition as a conjunction of its own, or the negation of one.
    pub fn gate(&mut self, condition: &Condition) -> Gate {
        let mut parts = Vec::new();
        let inverted = match condition {
            Condition::Not(part) => {
                let gate = self.gate(part);
                return Gate { inverted: !gate.inverted, ..gate };
            }
            Condition::Any(_) => {
                self.gather(condition, true, &mut parts);
                true
            }
            other => {
                self.gather(other, false, &mut parts);
                false
            }
        };
        parts.sort_unstable();
        parts.dedup();
        let level = |part: &Part| match part {
            Part::Test { .. } => 0,
            Part::Gate { gate, .. } => self.gates[*gate as usize].level,
        };
        Gate { level: 1 + parts.iter().map(level).max().unwrap_or(0), inverted, parts }
    }

    /// The parts of a conjunction, with those of conjunctions among them.
    fn gather(&mut self, condition: &Condition, negated: bool, parts: &mut Vec<Part>) {
        match condition {
            Condition::Not(part) => self.gather(part, !negated, parts),
            Condition::All(all) if !negated => all.iter().for_each(|part| self.gather(part, false, parts)),
            Condition::Any(any) if negated => any.iter().for_each(|part| self.gather(part, true, parts)),
            other => {
                let part = self.part(other, negated);
                parts.push(part);
            }
        }
    }
}
