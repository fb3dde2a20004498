//! How likely each answer is, before anybody has given it: equally, but for the one that the vocabulary calls usual.

use super::random::Random;
use crate::facts::{FactId, Facts, Truth, Value};
use crate::judge::answers_of;
use crate::knowledge::{Assessment, Condition, FactType, Knowledge, Test};

/// An answer that somebody may give.
#[derive(Clone, Debug)]
pub struct Guess {
    pub value: Value,
    pub weight: f64,
    /// Answers of one kind are told apart by no rule.
    pub kind: usize,
}

/// Answers to some open facts, one each.
pub type Completion<'l> = Vec<(FactId, &'l Guess)>;

/// The answers to every open fact.
pub struct Likely<'k> {
    knowledge: &'k Knowledge,
    /// Open facts, each behind those that decide whether it applies.
    order: Vec<FactId>,
    guesses: Vec<Vec<Guess>>,
    tests_of: Vec<Vec<usize>>,
}

impl<'k> Likely<'k> {
    pub fn new(knowledge: &'k Knowledge) -> Self {
        Self::with(knowledge, true)
    }

    /// The same with no answer more usual than another.
    pub fn even(knowledge: &'k Knowledge) -> Self {
        Self::with(knowledge, false)
    }

    fn with(knowledge: &'k Knowledge, usual: bool) -> Self {
        let nothing = Assessment::of(knowledge, &Facts::unknown(knowledge.facts.len()));
        let mut tests_of = vec![Vec::new(); knowledge.facts.len()];
        for (position, test) in knowledge.tests.iter().enumerate() {
            tests_of[test.fact.index()].push(position);
        }
        let guesses: Vec<Vec<Guess>> = knowledge
            .declared()
            .map(|(id, fact)| if fact.is_open() { guesses(knowledge, id, &nothing.stated, usual) } else { Vec::new() })
            .collect();
        Self { knowledge, order: order(knowledge), guesses, tests_of }
    }

    /// The answers to a fact that are worth telling apart, with their likelihood.
    pub fn of(&self, fact: FactId) -> &[Guess] {
        &self.guesses[fact.index()]
    }

    /// Answers to every fact that is open, applies, and is not among those left out.
    pub fn complete(
        &self,
        known: &Facts,
        base: &Assessment,
        left_out: &[FactId],
        random: &mut Random,
    ) -> Completion<'_> {
        let mut tests = base.stated.clone();
        let mut completion = Vec::new();
        for fact in self.order.iter().copied() {
            let declared = self.knowledge.fact(fact);
            if known.get(fact).is_some() || left_out.contains(&fact) {
                continue;
            }
            let applies = declared.applies.as_ref().is_none_or(|applies| !applies.truth(&tests).is_false());
            let guess = if applies { self.guess(fact, &tests, random) } else { None };
            for test in &self.tests_of[fact.index()] {
                let of: &Test = &self.knowledge.tests[*test];
                tests[*test] = guess.map_or_else(|| of.of_nothing(applies), |guess| of.of_value(&guess.value));
            }
            completion.extend(guess.map(|guess| (fact, guess)));
        }
        completion
    }

    fn guess(&self, fact: FactId, tests: &[Truth], random: &mut Random) -> Option<&Guess> {
        let declared = self.knowledge.fact(fact);
        let guesses = || self.of(fact).iter().filter(|guess| declared.is_possible(&guess.value, tests));
        let mut left = random.share() * guesses().map(|guess| guess.weight).sum::<f64>();
        guesses().find(|guess| {
            left -= guess.weight;
            left < 0.0
        })
    }
}

/// Open facts, each behind those that decide whether it applies, or which answers to it are possible.
fn order(knowledge: &Knowledge) -> Vec<FactId> {
    let mut order: Vec<FactId> = Vec::new();
    let mut waiting: Vec<FactId> =
        knowledge.declared().filter(|(_, fact)| fact.is_open()).map(|(fact, _)| fact).collect();
    let conditions = |fact: FactId| -> Vec<&Condition> {
        let declared = knowledge.fact(fact);
        declared.applies.iter().chain(declared.possible.iter().map(|(_, condition)| condition)).collect()
    };
    loop {
        let ready = |fact: &FactId| {
            let mut asked = conditions(*fact).into_iter().flat_map(|condition| knowledge.facts_of(condition));
            asked.all(|other| other == *fact || !waiting.contains(&other))
        };
        let next: Vec<FactId> = waiting.iter().copied().filter(ready).collect();
        if next.is_empty() {
            // What hangs on itself by way of others is taken as it comes.
            order.extend(waiting);
            return order;
        }
        waiting.retain(|fact| !next.contains(fact));
        order.extend(next);
    }
}

fn guesses(knowledge: &Knowledge, fact: FactId, stated: &[Truth], with_usual: bool) -> Vec<Guess> {
    let declared = knowledge.fact(fact);
    let kinds = answers_of(knowledge, fact, None, stated);
    let tests: Vec<&Test> = knowledge.tests.iter().filter(|test| test.fact == fact).collect();
    let alike = |one: &Value, other: &Value| tests.iter().all(|test| test.of_value(one) == test.of_value(other));
    let mut found: Vec<Guess> = match declared.kind {
        FactType::Choice => {
            let number = |value: &Value| match value {
                Value::Choice(choice) => declared.choice_at(*choice).and_then(|choice| choice.number),
                _ => None,
            };
            declared
                .choice_places()
                .map(Value::Choice)
                .map(|value| {
                    let same = |kind: &Value| alike(kind, &value) && number(kind) == number(&value);
                    Guess { kind: kinds.iter().position(same).unwrap_or(0), value, weight: 1.0 }
                })
                .collect()
        }
        _ => kinds.into_iter().enumerate().map(|(kind, value)| Guess { weight: 1.0, value, kind }).collect(),
    };
    if declared.kind == FactType::Choices {
        list_weights(&mut found);
    }
    if declared.never_empty {
        found.retain(|guess| !matches!(guess.value, Value::Choices { set, .. } if set.is_empty()));
    }
    if let Some(usual) = declared.usual.as_ref().filter(|_| with_usual) {
        let others: f64 = found.iter().filter(|guess| guess.value != *usual).map(|guess| guess.weight).sum();
        match found.iter_mut().find(|guess| guess.value == *usual) {
            Some(guess) => guess.weight = others,
            None => {
                let kind = found.iter().find(|guess| alike(&guess.value, usual)).map_or(found.len(), |it| it.kind);
                found.push(Guess { value: usual.clone(), weight: others, kind });
            }
        }
    }
    found
}

/// Of lists, those of none, of one and of two items are as likely as each other, longer ones each half as likely as the
/// next shorter; of equally long lists each.
fn list_weights(found: &mut [Guess]) {
    let length = |guess: &Guess| match guess.value {
        Value::Choices { set, .. } => set.0.count_ones(),
        _ => 0,
    };
    let lengths: Vec<u32> = found.iter().map(length).collect();
    for (guess, own) in found.iter_mut().zip(&lengths) {
        let alike = lengths.iter().filter(|other| *other == own).count();
        guess.weight = 0.5f64.powi(own.saturating_sub(2) as i32) / alike as f64;
    }
}
