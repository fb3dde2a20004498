//! Conditions as gates: each different conjunction and disjunction is worked out once, and all of one shape in a row.

use std::collections::HashMap;

use super::readings::Readings;
use crate::knowledge::Condition;

/// A circuit of gates over tests. Its values are, in this order: every test, the negation of every test, false, true, and
/// the output of every gate.
pub struct Circuit {
    tests: usize,
    batches: Vec<Batch>,
    /// The places of the inputs of all gates, batch by batch.
    inputs: Vec<u32>,
    gates: usize,
    /// Whether anything asks for the negation of a test.
    negates: bool,
}

/// Gates of one kind and width; none hangs on another of them.
struct Batch {
    all: bool,
    width: usize,
    count: usize,
}

/// Where a value stands before the gates have their final order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Wire {
    At(u32),
    Gate(u32),
}

/// The conjunction (`all`) or disjunction of its inputs.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Gate {
    /// One more than the highest among its inputs.
    level: u32,
    all: bool,
    inputs: Vec<Wire>,
}

/// Collects conditions into gates.
pub struct Builder<'p> {
    /// For each test of the knowledge, its place among the values.
    places: &'p [u32],
    gates: Vec<Gate>,
    known: HashMap<Gate, u32>,
    outputs: Vec<Wire>,
}

impl<'p> Builder<'p> {
    pub fn new(places: &'p [u32]) -> Self {
        Self { places, gates: Vec::new(), known: HashMap::new(), outputs: Vec::new() }
    }

    /// Adds a condition as the next output; none is false.
    pub fn output(&mut self, condition: Option<&Condition>) {
        let wire = match condition {
            Some(condition) => self.wire(condition, false),
            None => self.constant(false),
        };
        self.outputs.push(wire);
    }

    /// The circuit, and for each output in the order of adding where its value stands.
    pub fn finish(self) -> (Circuit, Vec<u32>) {
        let tests = self.places.len();
        let mut order: Vec<usize> = (0..self.gates.len()).collect();
        let shape = |gate: &Gate| (gate.level, gate.all, gate.inputs.len());
        order.sort_by_key(|gate| shape(&self.gates[*gate]));
        let first = 2 * tests + 2;
        let mut place_of = vec![0_u32; self.gates.len()];
        (0_u32..).zip(&order).for_each(|(position, gate)| place_of[*gate] = first as u32 + position);
        let place = |wire: &Wire| match wire {
            Wire::At(place) => *place,
            Wire::Gate(gate) => place_of[*gate as usize],
        };
        let (mut batches, mut inputs): (Vec<Batch>, Vec<u32>) = (Vec::new(), Vec::new());
        let runs = order.chunk_by(|a, b| shape(&self.gates[*a]) == shape(&self.gates[*b]));
        for run in runs {
            let gate = &self.gates[run[0]];
            batches.push(Batch { all: gate.all, width: gate.inputs.len(), count: run.len() });
            inputs.extend(run.iter().flat_map(|gate| self.gates[*gate].inputs.iter().map(place)));
        }
        let outputs: Vec<u32> = self.outputs.iter().map(place).collect();
        let negations = tests as u32..2 * tests as u32;
        let negates = inputs.iter().chain(&outputs).any(|place| negations.contains(place));
        (Circuit { tests, batches, inputs, gates: self.gates.len(), negates }, outputs)
    }

    fn constant(&self, truth: bool) -> Wire {
        Wire::At((2 * self.places.len()) as u32 + u32::from(truth))
    }

    fn wire(&mut self, condition: &Condition, negated: bool) -> Wire {
        match condition {
            Condition::Test(test) => {
                let negation = if negated { self.places.len() as u32 } else { 0 };
                self.places.get(test.index()).map_or(self.constant(false), |place| Wire::At(place + negation))
            }
            Condition::Not(part) => self.wire(part, !negated),
            Condition::All(_) | Condition::Any(_) => {
                // A negated conjunction is the disjunction of the negations.
                let all = matches!(condition, Condition::All(_)) != negated;
                let mut inputs = Vec::new();
                self.gather(condition, negated, all, &mut inputs);
                inputs.sort_unstable();
                inputs.dedup();
                match inputs[..] {
                    [] => self.constant(all),
                    [only] => only,
                    _ => self.gate(all, inputs),
                }
            }
        }
    }

    /// The inputs of a gate, with those of parts of its own kind.
    fn gather(&mut self, condition: &Condition, negated: bool, all: bool, inputs: &mut Vec<Wire>) {
        match condition {
            Condition::Not(part) => self.gather(part, !negated, all, inputs),
            Condition::All(parts) if negated != all => {
                parts.iter().for_each(|part| self.gather(part, negated, all, inputs));
            }
            Condition::Any(parts) if negated == all => {
                parts.iter().for_each(|part| self.gather(part, negated, all, inputs));
            }
            other => inputs.push(self.wire(other, negated)),
        }
    }

    fn gate(&mut self, all: bool, inputs: Vec<Wire>) -> Wire {
        let level = |wire: &Wire| match wire {
            Wire::At(_) => 0,
            Wire::Gate(gate) => self.gates[*gate as usize].level,
        };
        let gate = Gate { level: 1 + inputs.iter().map(level).max().unwrap_or(0), all, inputs };
        let next = self.gates.len() as u32;
        let known = *self.known.entry(gate.clone()).or_insert(next);
        if known == next {
            self.gates.push(gate);
        }
        Wire::Gate(known)
    }
}

impl Circuit {
    /// Works out the negations and the gates from the tests, which stand at the front.
    ///
    /// There is no branch that hangs on a value: a gate costs less than a guess that goes wrong.
    pub fn run(&self, values: &mut Vec<Readings>) {
        values.resize(2 * self.tests + 2 + self.gates, Readings::FALSE);
        let (tests, rest) = values.split_at_mut(self.tests);
        if self.negates {
            rest.iter_mut().zip(tests).for_each(|(negation, test)| *negation = !*test);
        }
        rest[self.tests] = Readings::FALSE;
        rest[self.tests + 1] = Readings::TRUE;
        let mut at = 2 * self.tests + 2;
        let mut inputs = &self.inputs[..];
        for batch in &self.batches {
            let (own, others) = inputs.split_at(batch.width * batch.count);
            let (known, open) = values.split_at_mut(at);
            let gates = &mut open[..batch.count];
            match batch.width {
                2 => batch.all_of_width::<2>(own, known, gates),
                3 => batch.all_of_width::<3>(own, known, gates),
                4 => batch.all_of_width::<4>(own, known, gates),
                _ => batch.all_of_any_width(own, known, gates),
            }
            inputs = others;
            at += batch.count;
        }
    }
}

impl Batch {
    fn all_of_width<const WIDTH: usize>(&self, inputs: &[u32], known: &[Readings], gates: &mut [Readings]) {
        let (own, _) = inputs.as_chunks::<WIDTH>();
        if self.all {
            for (gate, inputs) in gates.iter_mut().zip(own) {
                *gate = inputs.iter().fold(Readings::TRUE, |truth, input| truth & known[*input as usize]);
            }
        } else {
            for (gate, inputs) in gates.iter_mut().zip(own) {
                *gate = inputs.iter().fold(Readings::FALSE, |truth, input| truth | known[*input as usize]);
            }
        }
    }

    fn all_of_any_width(&self, inputs: &[u32], known: &[Readings], gates: &mut [Readings]) {
        for (gate, inputs) in gates.iter_mut().zip(inputs.chunks_exact(self.width)) {
            let mut values = inputs.iter().map(|input| known[*input as usize]);
            *gate = if self.all {
                values.fold(Readings::TRUE, |truth, value| truth & value)
            } else {
                values.by_ref().fold(Readings::FALSE, |truth, value| truth | value)
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::facts::Truth;
    use crate::knowledge::TestId;

    fn condition() -> impl Strategy<Value = Condition> {
        let test = (0u16..6).prop_map(|test| Condition::Test(TestId(test)));
        test.prop_recursive(4, 24, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Condition::All),
                prop::collection::vec(inner.clone(), 0..5).prop_map(Condition::Any),
                inner.prop_map(|part| Condition::Not(Box::new(part))),
            ]
        })
    }

    fn truth() -> impl Strategy<Value = Truth> {
        prop::sample::select(vec![Truth::False, Truth::Unknown, Truth::True])
    }

    proptest! {
        /// The gates give every condition the truth that its tree gives.
        #[test]
        fn gates_agree_with_the_tree(
            conditions in prop::collection::vec(condition(), 1..5),
            stated in prop::collection::vec(truth(), 6),
            assumed in prop::collection::vec(truth(), 6),
        ) {
            let places = [3, 1, 5, 0, 2, 4];
            let mut builder = Builder::new(&places);
            conditions.iter().for_each(|condition| builder.output(Some(condition)));
            builder.output(None);
            let (circuit, outputs) = builder.finish();
            let mut values = vec![Readings::FALSE; 6];
            for (test, place) in places.iter().enumerate() {
                values[*place as usize] = Readings::both(stated[test]).assuming(Readings::both(assumed[test]));
            }
            circuit.run(&mut values);
            for (condition, output) in conditions.iter().zip(&outputs) {
                let value = values[*output as usize];
                prop_assert_eq!((value.stated(), value.assumed()), (condition.truth(&stated), condition.truth(&assumed)));
            }
            prop_assert_eq!(values[outputs[conditions.len()] as usize], Readings::FALSE);
        }
    }
}
