//! Many workloads summed up: counts by target and verdict, what is open, what would flip them, what to mind, what it costs.

use std::collections::BTreeMap;

use super::{FlipReport, Row, UnknownReport};
use crate::judge::Verdict;

/// Different flips, or open facts, that are counted apart; what comes behind is counted together.
const MOST_KINDS: usize = 10_000;

/// What many workloads come to.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    pub workloads: u64,
    /// Records that could not be read.
    pub unreadable: u64,
    /// By target (none for undecided and impossible) and verdict; the targets by their ids.
    pub answers: BTreeMap<Option<String>, Answers>,
    /// Open facts of which an answer alone could change a target; none where that was not asked.
    pub open: Option<Counted<OpenFact>>,
    /// The smallest changes that bring another target; none where that was not asked.
    pub flips: Option<Counted<u64>>,
    /// Cautions by topic, with the workloads that have one; none where that was not asked.
    pub cautions: Option<BTreeMap<String, u64>>,
    /// What the workloads of known cost come to, by currency.
    pub costs: BTreeMap<String, Cost>,
}

/// The answers for one target.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    pub name: String,
    pub verdicts: BTreeMap<Verdict, u64>,
}

/// How often each thing occurs, up to a number of different ones.
#[derive(Clone, Debug, Default)]
pub struct Counted<T> {
    pub kinds: BTreeMap<String, T>,
    /// Occurrences of others.
    pub others: u64,
}

/// How much an open fact matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenFact {
    /// Workloads in which an answer to it alone could change the target.
    pub could_change: u64,
    /// Those of them in which it is the only such fact: an answer settles the target as far as single answers go.
    pub alone: u64,
    /// Those of them in which it is the most useful one to find out.
    pub first: u64,
}

/// What workloads cost in a month.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    pub workloads: u64,
    pub total: Sum,
    /// The part of the workloads that are not decided.
    pub not_decided: Sum,
    /// By the recommended target.
    pub by_target: BTreeMap<Option<String>, Sum>,
}

/// A sum of amounts that is the same in whatever order they are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum(i128);

/// The parts of a unit that are counted.
const PARTS: f64 = 10_000.0;

impl Sum {
    fn add(&mut self, amount: f64) {
        self.0 = self.0.saturating_add((amount * PARTS).round() as i128);
    }

    fn join(&mut self, other: Sum) {
        self.0 = self.0.saturating_add(other.0);
    }

    pub fn amount(self) -> f64 {
        self.0 as f64 / PARTS
    }
}

impl<T: Default> Counted<T> {
    /// Counts an occurrence, as one of the others where there are too many kinds.
    fn count(&mut self, key: String, occurrences: impl FnOnce(&mut T)) {
        if self.kinds.len() >= MOST_KINDS && !self.kinds.contains_key(&key) {
            self.others += 1;
        } else {
            occurrences(self.kinds.entry(key).or_default());
        }
    }

    fn join(&mut self, other: Self, add: impl Fn(&mut T, T)) {
        self.others += other.others;
        other.kinds.into_iter().for_each(|(key, counted)| self.count(key, |sum| add(sum, counted)));
    }
}

impl<T: Copy> Counted<T> {
    /// Every kind, those first that a measure finds greatest, of equals by their names.
    pub fn most<K: Ord>(&self, measure: impl Fn(&T) -> K) -> Vec<(&str, T)> {
        let mut all: Vec<(&str, T)> = self.kinds.iter().map(|(key, count)| (key.as_str(), *count)).collect();
        all.sort_by(|(one, a), (other, b)| measure(b).cmp(&measure(a)).then(one.cmp(other)));
        all
    }
}

impl Comparison {
    /// Counts a row; what it says to mind only where that was looked at.
    pub fn add(&mut self, row: &Row, with_cautions: bool) {
        let Ok(answer) = &row.answer else {
            self.unreadable += 1;
            return;
        };
        self.workloads += 1;
        let id = answer.target.as_ref().map(|target| target.id.clone());
        let answers = self.answers.entry(id.clone()).or_insert_with(|| Answers {
            name: answer.target.as_ref().map_or_else(|| "none".to_owned(), |target| target.name.clone()),
            verdicts: BTreeMap::new(),
        });
        *answers.verdicts.entry(answer.verdict).or_default() += 1;
        if let Some(money) = &answer.cost {
            let cost = self.costs.entry(money.currency.clone()).or_default();
            cost.workloads += 1;
            cost.total.add(money.amount);
            cost.not_decided.add(if answer.verdict == Verdict::Decided { 0.0 } else { money.amount });
            cost.by_target.entry(id).or_default().add(money.amount);
        }
        if with_cautions {
            let topics = self.cautions.get_or_insert_default();
            answer.cautions.iter().for_each(|topic| *topics.entry(topic.clone()).or_default() += 1);
        }
    }

    /// Counts what is open in a workload and what would flip it.
    pub fn add_explained(&mut self, unknowns: &[UnknownReport], flips: &[FlipReport]) {
        let open = self.open.get_or_insert_default();
        for (at, unknown) in unknowns.iter().enumerate() {
            open.count(unknown.fact.clone(), |fact| {
                fact.could_change += 1;
                fact.alone += u64::from(unknowns.len() == 1);
                fact.first += u64::from(at == 0);
            });
        }
        let sum = self.flips.get_or_insert_default();
        for flip in flips {
            let changes: Vec<String> =
                flip.changes.iter().map(|change| format!("{}={}", change.fact, change.to)).collect();
            sum.count(format!("{} -> {}", changes.join(" "), flip.target.id), |count| *count += 1);
        }
    }

    /// Adds what further workloads come to.
    pub fn join(&mut self, other: Comparison) {
        self.workloads += other.workloads;
        self.unreadable += other.unreadable;
        for (target, answers) in other.answers {
            let sum = self.answers.entry(target).or_default();
            sum.name = answers.name;
            answers
                .verdicts
                .into_iter()
                .for_each(|(verdict, count)| *sum.verdicts.entry(verdict).or_default() += count);
        }
        if let Some(open) = other.open {
            self.open.get_or_insert_default().join(open, |sum, other| {
                sum.could_change += other.could_change;
                sum.alone += other.alone;
                sum.first += other.first;
            });
        }
        if let Some(flips) = other.flips {
            self.flips.get_or_insert_default().join(flips, |sum, count| *sum += count);
        }
        if let Some(cautions) = other.cautions {
            let sum = self.cautions.get_or_insert_default();
            cautions.into_iter().for_each(|(topic, count)| *sum.entry(topic).or_default() += count);
        }
        for (currency, cost) in other.costs {
            let sum = self.costs.entry(currency).or_default();
            sum.workloads += cost.workloads;
            sum.total.join(cost.total);
            sum.not_decided.join(cost.not_decided);
            cost.by_target.into_iter().for_each(|(target, part)| sum.by_target.entry(target).or_default().join(part));
        }
    }

    /// How many workloads have this verdict, whatever the target.
    pub fn with_verdict(&self, verdict: Verdict) -> u64 {
        self.answers.values().filter_map(|answers| answers.verdicts.get(&verdict)).sum()
    }
}
