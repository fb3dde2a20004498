//! What is known before anything is concluded from it.

use super::patterns::Kind;
use super::program::Program;
use crate::facts::{FactId, Facts, Known, OriginKind, Truth, Value};

/// The kind of every fact's value.
#[derive(Clone, Default)]
pub struct Given {
    pub(super) kinds: Vec<Kind>,
    pub(super) known: Vec<bool>,
    /// The truths of the tests in their row, for facts of a value that no kind foresees.
    pub(super) others: Vec<Truth>,
    /// The facts that were set since this was read or copied.
    pub(super) touched: Vec<FactId>,
}

impl Given {
    /// Takes what these facts say, and nothing else. What was presumed is no knowledge and is passed over.
    pub fn read(&mut self, program: &Program, facts: &Facts) {
        self.kinds.clone_from(&program.blank);
        self.known.clear();
        self.known.resize(program.blank.len(), false);
        self.others.resize(program.patterns.row.len(), Truth::Unknown);
        for (fact, value) in &program.taken {
            self.set(program, *fact, value);
            self.known[fact.index()] = false;
        }
        let known = |(_, known): &(FactId, &Known)| known.origin.kind != OriginKind::Presumed;
        for (fact, known) in facts.iter().filter(known) {
            self.set(program, fact, &known.value);
        }
        self.touched.clear();
    }

    /// Takes a fact as known.
    pub fn set(&mut self, program: &Program, fact: FactId, value: &Value) {
        let kind = program.patterns.kind(fact, value);
        if kind == Kind::OTHER {
            let pattern = &program.patterns.facts[fact.index()];
            for place in pattern.start..pattern.start + pattern.count {
                self.others[place] = program.patterns.row[place].of_value(value);
            }
        }
        self.kinds[fact.index()] = kind;
        self.known[fact.index()] = true;
        self.touched.push(fact);
    }

    /// Takes a fact as not known.
    pub fn unset(&mut self, program: &Program, fact: FactId) {
        self.kinds[fact.index()] = program.blank[fact.index()];
        self.known[fact.index()] = false;
        self.touched.push(fact);
    }

    pub fn is_known(&self, fact: FactId) -> bool {
        self.known[fact.index()]
    }

    /// Becomes like another, without new memory.
    pub fn copy_from(&mut self, other: &Given) {
        self.kinds.clone_from(&other.kinds);
        self.known.clone_from(&other.known);
        self.others.clone_from(&other.others);
        self.touched.clear();
    }
}
