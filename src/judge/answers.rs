//! The answers that an open fact may still get, and whether any of them, alone or two together, changes the target.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::pair::{Among, Shared};
use super::probe::{Probe, Scratch};
use super::question::Question;
use crate::facts::{ChoiceSet, FactId, Truth, Value};
use crate::knowledge::{Ask, Fact, FactType, Knowledge, TargetId, Test};

/// Lists with more classes of choices than this are tried with few of them at a time.
const MOST_CLASSES: usize = 7;

/// At most so many answers to one question are tried: far more than any rule set tells apart that people keep.
const MOST_ANSWERS: usize = 256;

/// What tells one answer from another: the truth of every test of its fact, and the number that it stands for.
type Kind = (Vec<Truth>, Option<(u64, u64)>);

/// One answer of each kind that the rules tell apart, for a fact of which `known` is all that is known.
///
/// `stated` is the truth of every test: an answer that the vocabulary calls impossible there is none.
pub fn answers_of(knowledge: &Knowledge, fact: FactId, known: Option<&Value>, stated: &[Truth]) -> Vec<Value> {
    let tests: Vec<&Test> = knowledge.tests.iter().filter(|test| test.fact == fact).collect();
    let declared = knowledge.fact(fact);
    let candidates = match declared.kind {
        FactType::Flag => vec![Value::Flag(true), Value::Flag(false)],
        FactType::Choice => declared.choice_places().map(Value::Choice).collect(),
        FactType::Choices => lists(declared, &tests, known),
        kind if kind.is_numeric() => numbers(&tests, declared.must_be_positive),
        _ => Vec::new(),
    };
    let mut seen: HashSet<Kind> = HashSet::new();
    let mut answers = Vec::new();
    let candidates = candidates.into_iter().filter(|value| declared.is_possible(value, stated));
    for value in candidates.chain(declared.typical.iter().cloned()) {
        let truths = tests.iter().map(|test| test.of_value(&value)).collect();
        if answers.len() == MOST_ANSWERS {
            break;
        }
        // Answers that no test tells apart differ only in what may be computed from them.
        let number = match &value {
            Value::Choice(choice) => declared.choice_at(*choice).and_then(|choice| choice.number),
            Value::Number(number) if declared.typical.contains(&value) => Some((*number, *number)),
            _ => None,
        };
        let number = number.map(|(low, high): (f64, f64)| (low.to_bits(), high.to_bits()));
        if seen.insert((truths, number)) {
            answers.push(value);
        }
    }
    answers
}

/// Below, at and above every number that a test compares with.
fn numbers(tests: &[&Test], must_be_positive: bool) -> Vec<Value> {
    let mut bounds: Vec<f64> = tests.iter().filter_map(|test| test.ask.bound()).collect();
    bounds.sort_by(f64::total_cmp);
    bounds.dedup();
    let mut tried = Vec::new();
    for (index, bound) in bounds.iter().enumerate() {
        let next = bounds.get(index + 1).copied().unwrap_or(bound * 2.0 + 2.0);
        if index == 0 {
            tried.push((bound / 2.0).floor());
        }
        tried.extend([*bound, (bound + next) / 2.0]);
    }
    tried.retain(|number| *number > 0.0 || (*number == 0.0 && !must_be_positive));
    tried.into_iter().map(Value::Number).collect()
}

/// Lists of choices: one member of each class that the tests tell apart, in every combination.
fn lists(declared: &Fact, tests: &[&Test], known: Option<&Value>) -> Vec<Value> {
    let already = match known {
        Some(Value::Choices { set, .. }) => *set,
        _ => ChoiceSet::default(),
    };
    let mut classes: Vec<(Vec<bool>, u16)> = Vec::new();
    for choice in declared.choice_places() {
        let member: Vec<bool> = tests
            .iter()
            .map(|test| match &test.ask {
                Ask::HasAny(set) | Ask::HasAll(set) | Ask::HasOnly(set) => set.contains(choice),
                _ => false,
            })
            .collect();
        if !classes.iter().any(|(known, _)| *known == member) {
            classes.push((member, choice));
        }
    }
    let members: Vec<u16> = classes.into_iter().map(|(_, choice)| choice).collect();
    let list = |chosen: &mut dyn Iterator<Item = u16>| Value::Choices {
        set: chosen.fold(already, ChoiceSet::with),
        more: false,
    };
    if members.len() <= MOST_CLASSES {
        // Short lists first: they are the plainer answers.
        let mut combinations: Vec<u32> = (0..1 << members.len()).collect();
        combinations.sort_by_key(|bits| bits.count_ones());
        return combinations
            .into_iter()
            .map(|bits| {
                list(
                    &mut members
                        .iter()
                        .enumerate()
                        .filter(|(index, _)| bits >> index & 1 == 1)
                        .map(|(_, choice)| *choice),
                )
            })
            .collect();
    }
    let mut found = vec![list(&mut std::iter::empty()), list(&mut members.iter().copied())];
    for (index, one) in members.iter().enumerate() {
        found.push(list(&mut std::iter::once(*one)));
        found.extend(members[index + 1..].iter().map(|other| list(&mut [*one, *other].into_iter())));
    }
    found
}

/// The open facts of which some answer, to one alone or to two together, changes the target. Stops at the first that is
/// found, alone or in a pair: one is enough to say that the answer hangs on it.
pub fn unsettling(probe: &Probe, leader: TargetId) -> Vec<FactId> {
    let mut scratch = Scratch::new(probe);
    // Where bounds tell already that nothing can change it, no answer needs to be tried.
    if probe.leads_in_every_completion(&[], leader, &mut scratch) {
        return Vec::new();
    }
    let open: Vec<Open> = probe.open_facts().filter_map(|fact| Open::new(probe, fact)).collect();
    let rivals = &probe.judge.targets;
    for one in open.iter().filter(|one| probe.could_alone(&one.reach, leader, rivals)) {
        let question = one.question(probe, &mut scratch);
        if question.answers.iter().any(|answer| answer.target() != Some(leader)) {
            return vec![one.fact];
        }
    }
    for (index, one) in open.iter().enumerate() {
        for other in open[index + 1..].iter().filter(|it| probe.could_both(&one.reach, &it.reach, leader, rivals)) {
            let (one, other) = (one.question(probe, &mut scratch), other.question(probe, &mut scratch));
            let Some(shared) = probe.shared((one, other), Among::Answers, leader, rivals) else { continue };
            let pairs = one.answers.iter().flat_map(|a| other.answers.iter().map(move |b| (a, b)));
            let mut possible = pairs.filter(|pair| probe.could_lead(*pair, &shared, Among::Answers, leader, rivals));
            let changes = possible.any(|(a, b)| {
                let lead = probe.lead_again(&[(one.fact, &a.value), (other.fact, &b.value)], &mut scratch);
                lead.map(|(target, _)| target) != Some(leader)
            });
            if changes {
                return vec![one.fact, other.fact];
            }
        }
    }
    Vec::new()
}

/// An open fact, of which the answers are tried only where bounds leave them a chance.
struct Open<'p> {
    fact: FactId,
    /// What the rules that hang on it could do at most.
    reach: Shared,
    question: OnceCell<Question<'p>>,
}

impl<'p> Open<'p> {
    /// None where no answer turns a rule.
    fn new(probe: &Probe<'p>, fact: FactId) -> Option<Self> {
        let turning = probe.turning(fact);
        let reach = probe.reach(&turning, Among::Answers);
        (!turning.is_empty()).then_some(Self { fact, reach, question: OnceCell::new() })
    }

    fn question(&self, probe: &Probe<'p>, scratch: &mut Scratch) -> &Question<'p> {
        self.question.get_or_init(|| probe.open_question(self.fact, scratch))
    }
}
