//! One pass over a program: from what is given to the state of every rule and the place of every target.

use super::given::Given;
use super::matrix::{Blocks, Planes};
use super::patterns::Kind;
use super::program::Program;
use super::state::{State, States};
use super::tally::Tally;
use crate::facts::{FactId, Truth};
use crate::knowledge::{Assessment, Holds, RuleId, TargetId};

/// What follows from what is given. The buffers are used again for the next workload.
#[derive(Default)]
pub struct Run {
    /// The kind of every fact's value, with those closed that do not apply.
    kinds: Vec<Kind>,
    /// The same with what is presumed.
    assumed_kinds: Vec<Kind>,
    /// For every fact: not known, yet an answer may still come.
    pub open: Vec<bool>,
    /// The presumption that fills each fact, by its place, for facts that one fills.
    pub presumed: Vec<(FactId, usize)>,
    /// The conditions of rules, on what is stated and on what is assumed.
    stated: Planes,
    assumed: Planes,
    /// Other conditions, while they are looked at.
    aside: Planes,
    pub states: States,
    pub tally: Tally,
}

/// What was concluded before something is changed: the facts that are open or closed, and the conditions of rules in both
/// readings.
#[derive(Clone, Default)]
pub struct Base {
    /// The kinds of all values before derived ones are kept unknown.
    kinds: Vec<Kind>,
    open: Vec<bool>,
    stated: Blocks,
    assumed: Blocks,
}

impl Run {
    /// Concludes what follows, with the weight of each concern.
    pub fn conclude(&mut self, program: &Program, given: &Given, weights: &[f64]) {
        self.find_open(program, given);
        self.settle(program, given);
        if self.presumed.is_empty() {
            program.ruling.run(&self.kinds, given, &mut self.stated);
        } else {
            let (kinds, planes) = ([&*self.kinds, &*self.assumed_kinds], [&mut self.stated, &mut self.assumed]);
            program.ruling.run_both(kinds, given, planes);
        }
        self.conclude_states(program);
        self.tally.count(&program.effects, &self.states, weights);
    }

    /// The same, where few facts are otherwise than in another run.
    pub fn conclude_changed(&mut self, program: &Program, base: &Base, given: &Given, weights: &[f64]) {
        self.follow_changed(program, base, given);
        self.tally.count(&program.effects, &self.states, weights);
    }

    /// The same for the scores as they are then, without the bounds.
    pub fn score_changed(&mut self, program: &Program, base: &Base, given: &Given, weights: &[f64]) {
        self.follow_changed(program, base, given);
        self.tally.count_now(&program.effects, &self.states, weights);
    }

    fn follow_changed(&mut self, program: &Program, base: &Base, given: &Given) {
        self.find_open_again(program, base, given);
        self.settle(program, given);
        if self.presumed.is_empty() {
            program.ruling.run_changed(&base.stated, &self.kinds, given, &mut self.stated);
        } else {
            let (kinds, planes) = ([&*self.kinds, &*self.assumed_kinds], [&mut self.stated, &mut self.assumed]);
            program.ruling.run_both_changed([&base.stated, &base.assumed], kinds, given, planes);
        }
        self.conclude_states(program);
    }

    /// What other runs may go on from.
    pub fn base(&self, program: &Program, given: &Given) -> Base {
        let stated = program.ruling.blocks(&self.kinds, given);
        let assumed = match self.presumed.is_empty() {
            true => stated.clone(),
            false => program.ruling.blocks(&self.assumed_kinds, given),
        };
        let mut kinds = self.kinds.clone();
        let derived = program.open_with.iter().flat_map(|(facts, _)| facts);
        derived.for_each(|fact| kinds[fact.index()] = given.kinds[fact.index()]);
        Base { kinds, open: self.open.clone(), stated, assumed }
    }

    /// Finds out which facts are open and which closed.
    fn find_open(&mut self, program: &Program, given: &Given) {
        self.kinds.clone_from(&given.kinds);
        self.open.clear();
        self.open.extend(given.known.iter().zip(&program.may_open).map(|(known, may_open)| !known & may_open));
        self.close(program, given);
    }

    /// The same, where few facts are otherwise than in another run: what is closed stays so, unless one of these decides it.
    fn find_open_again(&mut self, program: &Program, base: &Base, given: &Given) {
        let decides =
            |fact: &FactId| program.closes[fact.index()] || !given.is_known(*fact) && program.may_open[fact.index()];
        if given.touched.iter().any(decides) {
            return self.find_open(program, given);
        }
        self.kinds.clone_from(&base.kinds);
        self.open.clone_from(&base.open);
        for fact in &given.touched {
            self.kinds[fact.index()] = given.kinds[fact.index()];
            self.open[fact.index()] = false;
        }
    }

    /// Keeps unknown what is worked out from open facts, and takes what is presumed.
    fn settle(&mut self, program: &Program, given: &Given) {
        for (facts, inputs) in &program.open_with {
            if inputs.iter().any(|input| self.open[input.index()]) {
                let unknown = facts.iter().filter(|fact| !given.known[fact.index()]);
                unknown.for_each(|fact| self.kinds[fact.index()] = Kind::OPEN);
            }
        }
        self.presume(program, given);
    }

    /// From the conditions to the state of every rule.
    fn conclude_states(&mut self, program: &Program) {
        if self.presumed.is_empty() {
            self.assumed.0.clone_from(&self.stated.0);
        }
        self.states.conclude(program.words, &self.stated, &self.assumed);
    }

    /// Closes the facts that do not apply. Whether one applies may hang on another that does not, so this goes on until
    /// nothing more closes.
    fn close(&mut self, program: &Program, given: &Given) {
        let mut closing = !program.applies.is_empty();
        while closing {
            closing = false;
            program.applying.run(&self.kinds, given, &mut self.aside);
            for (bit, fact) in program.applies.iter().enumerate() {
                if self.open[fact.index()] && self.aside.truth(bit).is_false() {
                    self.open[fact.index()] = false;
                    self.kinds[fact.index()] = Kind::NOTHING;
                    closing |= program.closes[fact.index()];
                }
            }
        }
    }

    /// Takes what is presumed from what is stated. Where two presumptions disagree about a fact, neither is used.
    fn presume(&mut self, program: &Program, given: &Given) {
        let presumptions = &program.knowledge.presumptions;
        self.presumed.clear();
        if presumptions.is_empty() {
            return;
        }
        program.presuming.run(&self.kinds, given, &mut self.aside);
        for (index, presumption) in presumptions.iter().enumerate() {
            if self.open[presumption.fact.index()] && self.aside.truth(index).is_true() {
                self.presumed.push((presumption.fact, index));
            }
        }
        self.presumed.sort_unstable();
        let value = |index: usize| &presumptions[index].value;
        let mut at = 0;
        while let Some((fact, first)) = self.presumed.get(at).copied() {
            let alike = self.presumed[at..].iter().take_while(|(other, _)| *other == fact).count();
            let disputed = self.presumed[at..at + alike].iter().any(|(_, other)| value(*other) != value(first));
            self.presumed.drain(if disputed { at..at + alike } else { at + 1..at + alike });
            at += usize::from(!disputed);
        }
        self.assumed_kinds.clone_from(&self.kinds);
        for (fact, presumption) in &self.presumed {
            self.assumed_kinds[fact.index()] = program.patterns.presumed[*presumption];
        }
    }

    /// How a rule stands that decides something.
    pub fn state(&self, program: &Program, rule: RuleId) -> State {
        program.effects.row(rule).map_or(State::NONE, |row| self.states.of(row))
    }

    /// Whether nobody is known to have run this kind of work on a target.
    pub fn is_unverified(&self, program: &Program, target: TargetId) -> bool {
        program.verified(target).is_some_and(|bit| !self.assumed.truth(bit).is_true())
    }

    /// Whether answers to open facts may still turn a rule.
    pub fn is_unsettled(&self, program: &Program, rule: RuleId) -> bool {
        let Some(row) = program.effects.row(rule) else { return false };
        let unless = self.stated.truth(64 * program.words + row);
        match self.stated.truth(row) {
            Truth::False => false,
            Truth::Unknown => unless != Truth::True,
            Truth::True => unless == Truth::Unknown,
        }
    }

    /// Keeps the rules that could hold otherwise than now if nothing were known of these facts, all others being as they
    /// are.
    pub fn retain_what_may_turn(&self, program: &Program, given: &Given, facts: &[FactId], rules: &mut Vec<RuleId>) {
        let without = |kinds: &[Kind]| {
            let mut kinds = kinds.to_vec();
            facts.iter().for_each(|fact| kinds[fact.index()] = Kind::OPEN);
            let mut planes = Planes::default();
            program.ruling.run(&kinds, given, &mut planes);
            planes
        };
        let stated = without(&self.kinds);
        let assumed = if self.presumed.is_empty() { stated.clone() } else { without(&self.assumed_kinds) };
        let never = |planes: &Planes, row: usize| {
            planes.truth(row).is_false() || planes.truth(64 * program.words + row).is_true()
        };
        rules.retain(|id| {
            program.effects.row(*id).is_some_and(|row| {
                self.states.of(row).holds() != Holds::No || !never(&assumed, row) || !never(&stated, row)
            })
        });
    }

    /// The truth of every test, as it is told.
    pub fn assessment(&self, program: &Program, given: &Given) -> Assessment {
        let truths = |kinds: &[Kind]| -> Vec<Truth> {
            let row = program.patterns.row_of_truths(kinds, &given.others);
            program.patterns.places.iter().map(|place| row[*place as usize]).collect()
        };
        let stated = truths(&self.kinds);
        let assumed = if self.presumed.is_empty() { stated.clone() } else { truths(&self.assumed_kinds) };
        Assessment { stated, assumed, presumed: self.presumed.clone(), open: self.open.clone() }
    }
}
