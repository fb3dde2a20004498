//! One workload as a row among many: what a table, a line of CSV or a summary may know of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{TargetName, target_name};
use crate::derive::COST_PER_MONTH;
use crate::diag::Diagnostic;
use crate::facts::Value;
use crate::judge::{Basis, Decision, Outcome, Status, Verdict};
use crate::knowledge::Knowledge;
use crate::profile::Profile;

/// One workload among many, or why it could not be read.
#[derive(Clone, Debug)]
pub struct Row {
    pub path: Arc<str>,
    /// Where it begins; none where the file as a whole could not be read.
    pub line: Option<u32>,
    pub answer: Result<RowAnswer, Vec<Diagnostic>>,
}

/// The answer in short.
#[derive(Clone, Debug)]
pub struct RowAnswer {
    pub name: String,
    pub labels: Arc<BTreeMap<String, String>>,
    /// The recommended target; none when undecided or impossible.
    pub target: Option<TargetName>,
    pub verdict: Verdict,
    pub basis: Basis,
    /// The best of the other targets that something speaks for.
    pub runner_up: Option<TargetName>,
    /// Points ahead of it.
    pub margin: Option<f64>,
    /// The open fact that is most useful to find out; none as well where that was not asked.
    pub top_unknown: Option<String>,
    /// The topics of the cautions, gravest first; none as well where that was not asked.
    pub cautions: Vec<String>,
    pub cost: Option<Money>,
}

/// An amount for a month, in its currency.
#[derive(Clone, Debug, PartialEq)]
pub struct Money {
    pub amount: f64,
    pub currency: String,
}

impl Row {
    /// A record that could not be read.
    pub fn unreadable(path: Arc<str>, problems: Vec<Diagnostic>) -> Self {
        let line = problems.iter().find_map(|problem| problem.place).map(|place| place.line);
        Self { path, line, answer: Err(problems) }
    }

    /// The row of an outcome, without what only the reasons tell.
    pub fn of_outcome(knowledge: &Knowledge, profile: &Profile, outcome: &Outcome) -> Self {
        let named = |target| target_name(knowledge, target);
        let spoken_for = outcome.standings.iter().filter(|it| it.status == Status::Eligible && it.spoken_for);
        let runner_up = spoken_for.map(|it| it.target).find(|target| Some(*target) != outcome.leader);
        let answer = RowAnswer {
            name: profile.name.clone(),
            labels: profile.labels.clone(),
            target: outcome.leader.map(named),
            verdict: outcome.verdict,
            basis: outcome.basis,
            runner_up: runner_up.filter(|_| outcome.leader.is_some()).map(named),
            margin: outcome.margin,
            top_unknown: None,
            cautions: Vec::new(),
            cost: cost(knowledge, profile),
        };
        Self { path: profile.path.clone(), line: Some(profile.line), answer: Ok(answer) }
    }

    /// Adds the cautions of a decision, the gravest first and no more than a report shows.
    pub fn with_cautions(mut self, knowledge: &Knowledge, decision: &Decision) -> Self {
        if let Ok(answer) = &mut self.answer {
            let shown = decision.cautions.iter().take(knowledge.scale.cautions);
            for topic in shown.map(|raised| knowledge.topics[raised.topic].id.as_ref()) {
                if !answer.cautions.iter().any(|known| known == topic) {
                    answer.cautions.push(topic.to_owned());
                }
            }
        }
        self
    }

    /// Adds the open fact that is most useful to find out.
    pub fn with_unknown(mut self, fact: Option<String>) -> Self {
        if let Ok(answer) = &mut self.answer {
            answer.top_unknown = fact;
        }
        self
    }

    /// Where it stands: `profiles/a.yaml:3`.
    pub fn source(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.path),
            None => self.path.to_string(),
        }
    }
}

/// What the workload costs in a month today, where the profile says so.
fn cost(knowledge: &Knowledge, profile: &Profile) -> Option<Money> {
    let fact = knowledge.fact_id(COST_PER_MONTH)?;
    let currency = profile.currencies.get(&fact)?.clone();
    match profile.facts.value(fact)? {
        Value::Number(amount) => Some(Money { amount: *amount, currency }),
        _ => None,
    }
}
