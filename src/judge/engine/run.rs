//! One pass over a program: from what is given to the state of every rule and the place of every target.

use super::program::Program;
use super::readings::Readings;
use super::state::State;
use super::tally::Tally;
use crate::facts::{FactId, Facts, Truth, Value};
use crate::knowledge::{Assessment, Holds, RuleId, TargetId};

/// What is known before anything is concluded from it.
#[derive(Clone)]
pub struct Given {
    tests: Vec<Readings>,
    known: Vec<bool>,
}

/// What follows. The buffers are used again for the next workload.
pub struct Run {
    /// The tests, then their negations and the gates of the circuit that ran last.
    values: Vec<Readings>,
    /// For every fact: not known, yet an answer may still come.
    pub open: Vec<bool>,
    /// The presumption that fills each fact, by its place, for facts that one fills.
    pub presumed: Vec<(FactId, usize)>,
    pub states: Vec<State>,
    pub tally: Tally,
}

impl Given {
    /// What these facts say.
    pub fn of(program: &Program, facts: &Facts) -> Self {
        let mut given = Self { tests: program.blank.clone(), known: vec![false; program.may_open.len()] };
        for (fact, known) in facts.iter() {
            given.set(program, fact, &known.value);
        }
        given
    }

    /// Takes a fact as known.
    pub fn set(&mut self, program: &Program, fact: FactId, value: &Value) {
        program.patterns.set(&mut self.tests, fact, value);
        self.known[fact.index()] = true;
    }

    /// Takes a fact that nobody can answer as not known.
    pub fn unset(&mut self, program: &Program, fact: FactId) {
        program.patterns.set_nothing(&mut self.tests, fact, program.may_open[fact.index()]);
        self.known[fact.index()] = false;
    }

    /// Becomes like another, without new memory.
    pub fn copy_from(&mut self, other: &Given) {
        self.tests.clone_from(&other.tests);
        self.known.clone_from(&other.known);
    }
}

impl Run {
    /// A run that nothing has passed through yet.
    pub fn new(program: &Program) -> Self {
        Self {
            values: Vec::with_capacity(4 * program.patterns.tests()),
            open: Vec::new(),
            presumed: Vec::new(),
            states: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Concludes what follows, with the weight of each concern.
    pub fn conclude(&mut self, program: &Program, given: &Given, weights: &[f64]) {
        self.values.clear();
        self.values.extend_from_slice(&given.tests);
        self.open.clear();
        self.open.extend(given.known.iter().zip(&program.may_open).map(|(known, may_open)| !known & may_open));
        self.close(program);
        for (facts, inputs) in &program.open_with {
            if inputs.iter().any(|input| self.open[input.index()]) {
                let unknown = facts.iter().filter(|fact| !given.known[fact.index()]);
                unknown.for_each(|fact| program.patterns.set_nothing(&mut self.values, *fact, true));
            }
        }
        self.presume(program);
        program.ruling.run(&mut self.values);
        let values = &self.values;
        let state = |[when, unless]: &[u32; 2]| {
            program.states[usize::from(State::place(values[*when as usize], values[*unless as usize]))]
        };
        self.states.clear();
        self.states.extend(program.rules.iter().map(state));
        self.tally.count(&program.effects, &self.states, weights);
    }

    /// Closes the facts that do not apply. Whether one applies may hang on another that does not, so this goes on until
    /// nothing more closes.
    fn close(&mut self, program: &Program) {
        let mut closing = !program.applies.is_empty();
        while closing {
            closing = false;
            program.applying.run(&mut self.values);
            for (fact, place) in &program.applies {
                if self.open[fact.index()] && !self.values[*place as usize].may_be() {
                    self.open[fact.index()] = false;
                    program.patterns.set_nothing(&mut self.values, *fact, false);
                    closing = true;
                }
            }
        }
    }

    /// Takes what is presumed from what is stated. Where two presumptions disagree about a fact, neither is used.
    fn presume(&mut self, program: &Program) {
        self.presumed.clear();
        if program.presumptions.is_empty() {
            return;
        }
        program.presuming.run(&mut self.values);
        let holding = (0..)
            .zip(&program.presumptions)
            .filter(|(_, (fact, place))| self.open[fact.index()] && self.values[*place as usize].stated().is_true());
        self.presumed.extend(holding.map(|(index, (fact, _)): (usize, _)| (*fact, index)));
        self.presumed.sort_unstable();
        let value = |index: usize| &program.knowledge.presumptions[index].value;
        let mut at = 0;
        while let Some((fact, first)) = self.presumed.get(at).copied() {
            let alike = self.presumed[at..].iter().take_while(|(other, _)| *other == fact).count();
            let disputed = self.presumed[at..at + alike].iter().any(|(_, other)| value(*other) != value(first));
            self.presumed.drain(if disputed { at..at + alike } else { at + 1..at + alike });
            if !disputed {
                program.patterns.presume(&mut self.values, fact, value(first));
                at += 1;
            }
        }
    }

    pub fn state(&self, rule: RuleId) -> State {
        self.states[rule.index()]
    }

    /// Whether nobody is known to have run this kind of work on a target.
    pub fn is_unverified(&self, program: &Program, target: TargetId) -> bool {
        program.verified(target).is_some_and(|place| !self.values[place as usize].assumed().is_true())
    }

    /// Whether answers to open facts may still turn a rule.
    pub fn is_unsettled(&self, program: &Program, rule: RuleId) -> bool {
        let [when, unless] = program.rules[rule.index()].map(|place| self.values[place as usize].stated());
        match when {
            Truth::False => false,
            Truth::Unknown => unless != Truth::True,
            Truth::True => unless == Truth::Unknown,
        }
    }

    /// Keeps the rules that could hold otherwise than now if nothing were known of these facts, all others being as they
    /// are.
    pub fn retain_what_may_turn(&self, program: &Program, facts: &[FactId], rules: &mut Vec<RuleId>) {
        let mut values = self.values[..program.patterns.tests()].to_vec();
        facts.iter().for_each(|fact| program.patterns.forget(&mut values, *fact));
        program.ruling.run(&mut values);
        let never = |id: &RuleId, truth: &dyn Fn(Readings) -> Truth| {
            let [when, unless] = program.rules[id.index()].map(|place| truth(values[place as usize]));
            when.is_false() || unless.is_true()
        };
        rules.retain(|id| {
            self.state(*id).holds() != Holds::No || !never(id, &Readings::assumed) || !never(id, &Readings::stated)
        });
    }

    /// The truth of every test, as it is told.
    pub fn assessment(&self, program: &Program) -> Assessment {
        let places = || program.patterns.places.iter().map(|place| self.values[*place as usize]);
        Assessment {
            stated: places().map(Readings::stated).collect(),
            assumed: places().map(Readings::assumed).collect(),
            presumed: self.presumed.clone(),
            open: self.open.clone(),
        }
    }
}
