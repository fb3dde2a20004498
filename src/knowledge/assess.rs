//! The truth of every test, and how every rule holds, for what is known of one workload.
//!
//! Two readings are kept. The *stated* one takes what is stated, or worked out from that, and leaves the rest unknown.
//! The *assumed* one adds the presumptions. Learning more never turns a true or a false of the stated reading round.

use super::{Absence, Condition, Fact, Holds, Knowledge, Rule};
use crate::facts::{FactId, Facts, Truth, Value};

/// What the tests of the knowledge say of one workload.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The truth of every test on what is stated.
    pub stated: Vec<Truth>,
    /// The truth of every test with the presumptions added.
    pub assumed: Vec<Truth>,
    /// The presumption that fills each fact, by its place, for facts that one fills.
    pub presumed: Vec<(FactId, usize)>,
    /// For every fact: not known, yet an answer may still come.
    pub open: Vec<bool>,
}

/// The value of a fact as stated, or as its declaration takes its absence.
pub fn effective<'a>(fact: &'a Fact, stated: Option<&'a Value>) -> Option<&'a Value> {
    stated.or(match &fact.absence {
        Absence::IfStated { taken_as } => taken_as.as_ref(),
        _ => None,
    })
}

impl Assessment {
    /// Assesses what is known.
    pub fn of(knowledge: &Knowledge, facts: &Facts) -> Self {
        let value = |id: FactId| effective(knowledge.fact(id), facts.value(id));
        let mut stated: Vec<Truth> = knowledge
            .tests
            .iter()
            .map(|test| match value(test.fact) {
                Some(value) => test.of_value(value),
                // Whether a fact applies may hang on others; until that is settled what may be open is unknown.
                None => test.of_nothing(knowledge.fact(test.fact).is_open()),
            })
            .collect();
        let open = close(knowledge, facts, &mut stated);
        let presumed = presumed(knowledge, &stated, &open);
        let mut assumed = stated.clone();
        for (id, presumption) in &presumed {
            let value = &knowledge.presumptions[*presumption].value;
            for (truth, test) in assumed.iter_mut().zip(&knowledge.tests).filter(|(_, test)| test.fact == *id) {
                // A presumption is no knowledge: who asks whether the fact is known is told that it is not.
                if test.is_of_value() {
                    *truth = test.of_value(value);
                }
            }
        }
        Self { stated, assumed, presumed, open }
    }

    /// The same with some facts known besides, of which no presumption and no other fact depends.
    pub fn with(&self, knowledge: &Knowledge, besides: &[(FactId, Value)]) -> Self {
        let mut informed = self.clone();
        for (fact, value) in besides {
            for (index, test) in knowledge.tests.iter().enumerate().filter(|(_, test)| test.fact == *fact) {
                informed.stated[index] = test.of_value(value);
                informed.assumed[index] = test.of_value(value);
            }
        }
        informed
    }

    /// How a condition with something that may lift it holds.
    pub fn holds(&self, when: &Condition, unless: Option<&Condition>) -> Holds {
        match when.truth(&self.assumed) {
            Truth::False => Holds::No,
            Truth::Unknown => Holds::Unknown,
            Truth::True if unless.is_some_and(|unless| unless.truth(&self.assumed).is_true()) => Holds::No,
            Truth::True => {
                let certain = when.truth(&self.stated).is_true()
                    && unless.is_none_or(|unless| unless.truth(&self.stated).is_false());
                if certain { Holds::Certainly } else { Holds::Presumably }
            }
        }
    }

    /// How a rule holds.
    pub fn rule(&self, rule: &Rule) -> Holds {
        self.holds(&rule.when, rule.unless.as_ref())
    }

    /// Whether some answer to what is open could make a rule hold, or leave it holding.
    pub fn could_hold(&self, rule: &Rule) -> bool {
        !rule.when.truth(&self.stated).is_false()
            && rule.unless.as_ref().is_none_or(|unless| !unless.truth(&self.stated).is_true())
    }

    /// The facts that make a condition true under the assumed reading.
    pub fn supports(&self, knowledge: &Knowledge, condition: &Condition) -> Vec<FactId> {
        let mut facts = Vec::new();
        self.add_supports(knowledge, (condition, condition.truth(&self.assumed)), &mut facts);
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// Adds the facts that make a condition true, or false, to others, as they come.
    pub fn add_supports(
        &self,
        knowledge: &Knowledge,
        (condition, truth): (&Condition, Truth),
        facts: &mut Vec<FactId>,
    ) {
        condition.each_because_it_is(truth, &self.assumed, &mut |test| facts.push(knowledge.test(test).fact));
    }

    /// The presumption that fills a fact.
    pub fn presumption_for(&self, fact: FactId) -> Option<usize> {
        self.presumed.iter().find(|(id, _)| *id == fact).map(|(_, presumption)| *presumption)
    }
}

/// Finds what is open, and makes every test of an unknown fact false that does not apply.
///
/// Whether a fact applies may hang on one that itself does not, so this goes on until nothing more closes.
fn close(knowledge: &Knowledge, facts: &Facts, stated: &mut [Truth]) -> Vec<bool> {
    let mut open: Vec<bool> =
        knowledge.declared().map(|(id, fact)| facts.get(id).is_none() && fact.is_open()).collect();
    close_what_does_not_apply(knowledge, stated, &mut open);
    // A derived fact is unknown as long as one of those it is worked out from may still be answered.
    for (id, fact) in knowledge.declared().filter(|(id, fact)| !fact.open_with.is_empty() && facts.get(*id).is_none()) {
        if fact.open_with.iter().any(|input| open[input.index()]) {
            for (truth, test) in stated.iter_mut().zip(&knowledge.tests).filter(|(_, test)| test.fact == id) {
                *truth = test.of_nothing(true);
            }
        }
    }
    open
}

fn close_what_does_not_apply(knowledge: &Knowledge, stated: &mut [Truth], open: &mut [bool]) {
    loop {
        let mut closed_one = false;
        for (id, fact) in knowledge.declared().filter(|(_, fact)| fact.applies.is_some()) {
            if open[id.index()] && !applies(fact, stated) {
                open[id.index()] = false;
                closed_one = true;
                for (truth, test) in stated.iter_mut().zip(&knowledge.tests).filter(|(_, test)| test.fact == id) {
                    *truth = test.of_nothing(false);
                }
            }
        }
        if !closed_one {
            return;
        }
    }
}

fn applies(fact: &Fact, stated: &[Truth]) -> bool {
    fact.applies.as_ref().is_none_or(|applies| !applies.truth(stated).is_false())
}

/// Presumptions whose condition is true on what is stated. Where two disagree about a fact, neither is used.
fn presumed(knowledge: &Knowledge, stated: &[Truth], open: &[bool]) -> Vec<(FactId, usize)> {
    let holding: Vec<usize> = (0..knowledge.presumptions.len())
        .filter(|index| {
            let presumption = &knowledge.presumptions[*index];
            open[presumption.fact.index()] && presumption.when.truth(stated).is_true()
        })
        .collect();
    let mut found: Vec<(FactId, usize)> = Vec::new();
    for index in &holding {
        let this = &knowledge.presumptions[*index];
        let disputed = holding.iter().any(|other| {
            let other = &knowledge.presumptions[*other];
            other.fact == this.fact && other.value != this.value
        });
        if !disputed && !found.iter().any(|(fact, _)| *fact == this.fact) {
            found.push((this.fact, *index));
        }
    }
    found.sort_unstable();
    found
}
