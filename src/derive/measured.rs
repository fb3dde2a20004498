//! What the user's own measurements show of one target against another, where they are fair.
//!
//! Two rows are fair when they have the same kind, state a quantity in common, and nothing among batch size, precision
//! and input pipeline contradicts. What is absent lowers the strength of the comparison by one step.

use std::cmp::Ordering;

use super::{of_each_target, put, put_at};
use crate::diag::Place;
use crate::facts::{ChoiceSet, FactId, Facts, Row, Value};
use crate::knowledge::{Knowledge, TargetId};

/// The quantities that rows may have in common, and whether more of it is better.
const QUANTITIES: [(&str, bool); 6] = [
    ("run_time", false),
    ("examples_per_second", true),
    ("tokens_per_second", true),
    ("requests_per_second", true),
    ("mean_latency", false),
    ("p99_latency", false),
];

/// How far apart two results are, as steps of strength: at 1.5 times strong, at 1.15 moderate, at 1.05 slight.
/// Less than that is within what runs of the same thing differ by.
const STEPS: [(f64, u8); 3] = [(1.5, 3), (1.15, 2), (1.05, 1)];

/// The places of inputs and outputs in the vocabulary.
pub struct Measured {
    measurements: Option<FactId>,
    prices: Option<FactId>,
    speed: Outputs,
    value: Outputs,
    compared: Option<FactId>,
    unfair: Option<FactId>,
}

/// Where one kind of comparison stands in the vocabulary, for each target.
struct Outputs {
    standing: Vec<Option<FactId>>,
    times: Vec<Option<FactId>>,
    rival: Vec<Option<FactId>>,
}

/// The result of comparing two targets: how many steps the first is ahead, negative when it is behind.
#[derive(Clone, Copy)]
struct Comparison {
    of: TargetId,
    with: TargetId,
    steps: i8,
    /// How many times better the better of the two is.
    times: f64,
    /// Where the row of the first stands.
    at: Place,
}

impl Measured {
    pub fn new(knowledge: &Knowledge) -> Self {
        let outputs = |standing: &str, times: &str, rival: &str| Outputs {
            standing: of_each_target(knowledge, standing),
            times: of_each_target(knowledge, times),
            rival: of_each_target(knowledge, rival),
        };
        Self {
            measurements: knowledge.fact_id("measurements"),
            prices: knowledge.fact_id("prices"),
            speed: outputs("measured.speed", "measured.times", "measured.rival"),
            value: outputs("measured.value", "measured.value_times", "measured.value_rival"),
            compared: knowledge.fact_id("measured.compared"),
            unfair: knowledge.fact_id("measured.unfair"),
        }
    }

    pub fn any(&self, stated: &Facts) -> bool {
        !rows(stated, self.measurements).is_empty()
    }

    pub fn derive(&self, knowledge: &Knowledge, stated: &Facts, facts: &mut Facts) {
        let measured = rows(stated, self.measurements);
        let prices = rows(stated, self.prices);
        let mut speed = Vec::new();
        let mut value = Vec::new();
        let mut unfair = false;
        // Found once for each row: there may be a thousand, and as many prices.
        let priced: Vec<(&Row, Option<&Row>)> = measured.iter().map(|row| (row, price_of(prices, row))).collect();
        for (position, &(one, price)) in priced.iter().enumerate() {
            for &(other, other_price) in &priced[position + 1..] {
                let (Some(of), Some(with)) = (target_of(knowledge, one), target_of(knowledge, other)) else { continue };
                if of == with {
                    continue;
                }
                let Some(ratio) = fair_ratio(one, other) else {
                    unfair = true;
                    continue;
                };
                let softened = u8::from(!states_the_same(one, other));
                let add = |list: &mut Vec<Comparison>, ratio: f64| {
                    let steps = steps(ratio, softened);
                    let times = ratio.max(1.0 / ratio);
                    list.push(Comparison { of, with, steps, times, at: one.place });
                    list.push(Comparison { of: with, with: of, steps: -steps, times, at: other.place });
                };
                add(&mut speed, ratio);
                if let Some(dearer) = price_ratio(price, other_price) {
                    add(&mut value, ratio / dearer);
                }
            }
        }
        if let Some(from) = self.measurements {
            let both: Vec<FactId> = [Some(from), self.prices].into_iter().flatten().collect();
            self.put_standings(knowledge, facts, &self.speed, &speed, &[from]);
            self.put_standings(knowledge, facts, &self.value, &value, &both);
            let compared: ChoiceSet = speed.iter().map(|comparison| u16::from(comparison.of.0)).collect();
            if !compared.is_empty() {
                put(facts, self.compared, Value::Choices { set: compared, more: false }, &[from]);
            }
            if unfair && !measured.is_empty() {
                put(facts, self.unfair, Value::Flag(true), &[from]);
            }
        }
    }

    /// Each compared target's standing: the best by its lead over the next, every other by how far it is behind the best.
    fn put_standings(
        &self,
        knowledge: &Knowledge,
        facts: &mut Facts,
        outputs: &Outputs,
        comparisons: &[Comparison],
        from: &[FactId],
    ) {
        for target in knowledge.target_ids() {
            let own = comparisons.iter().filter(|comparison| comparison.of == target);
            let Some(worst) = own.min_by_key(|comparison| (comparison.steps, comparison.with)) else { continue };
            let Some(fact) = outputs.standing[target.index()] else { continue };
            let name = match worst.steps.cmp(&0) {
                Ordering::Greater => {
                    ["level", "slightly_ahead", "ahead", "far_ahead"][worst.steps.unsigned_abs() as usize % 4]
                }
                Ordering::Equal => "level",
                Ordering::Less => {
                    ["level", "slightly_behind", "behind", "far_behind"][worst.steps.unsigned_abs() as usize % 4]
                }
            };
            if let Some(choice) = knowledge.fact(fact).choice(name) {
                put_at(facts, Some(fact), Value::Choice(choice), from, worst.at);
            }
            // Two digits are as much as two runs can tell.
            let times = if worst.times < 10.0 { (worst.times * 10.0).round() / 10.0 } else { worst.times.round() };
            put(facts, outputs.times[target.index()], Value::Number(times), from);
            put(facts, outputs.rival[target.index()], Value::Choice(u16::from(worst.with.0)), from);
        }
    }
}

fn rows(stated: &Facts, fact: Option<FactId>) -> &[Row] {
    match fact.and_then(|fact| stated.value(fact)) {
        Some(Value::Tables(rows)) => rows,
        _ => &[],
    }
}

fn target_of(knowledge: &Knowledge, row: &Row) -> Option<TargetId> {
    knowledge.target_id(row.text("target")?)
}

/// How many times better the first row is, or none where the two cannot be held against each other.
fn fair_ratio(one: &Row, other: &Row) -> Option<f64> {
    let contradicts = |column: &str| match (one.cells.get(column), other.cells.get(column)) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    };
    let pipeline_differs = [one, other].iter().any(|row| row.flag("same_input_pipeline") == Some(false));
    if one.text("kind") != other.text("kind")
        || contradicts("batch_size")
        || contradicts("precision")
        || pipeline_differs
    {
        return None;
    }
    // A whole run is steps times time, where both say how many steps theirs takes.
    let run = |row: &Row| Some(row.number("step_time")? * row.number("steps_to_finish")?);
    let step = |row: &Row| row.number("step_time");
    let pairs = run(one).zip(run(other)).or_else(|| step(one).zip(step(other))).map(|(one, other)| other / one);
    let stated = || {
        QUANTITIES.iter().find_map(|(column, more_is_better)| {
            let (one, other) = (one.number(column)?, other.number(column)?);
            Some(if *more_is_better { one / other } else { other / one })
        })
    };
    pairs.or_else(stated).filter(|ratio| ratio.is_finite() && *ratio > 0.0)
}

/// Whether both rows state batch size, precision and input pipeline.
fn states_the_same(one: &Row, other: &Row) -> bool {
    ["batch_size", "precision", "same_input_pipeline"]
        .iter()
        .all(|column| one.cells.contains_key(*column) && other.cells.contains_key(*column))
}

fn steps(ratio: f64, softened: u8) -> i8 {
    let apart = ratio.max(1.0 / ratio);
    let full = STEPS.iter().find(|(least, _)| apart >= *least).map_or(0, |(_, steps)| *steps);
    // At most three.
    let steps = full.saturating_sub(softened) as i8;
    if ratio >= 1.0 { steps } else { -steps }
}

/// The first price that fits a row.
fn price_of<'p>(prices: &'p [Row], row: &Row) -> Option<&'p Row> {
    let same = |price: &Row, column: &str| match (price.text(column), row.text(column)) {
        (Some(price), Some(row)) => price == row,
        _ => true,
    };
    prices.iter().find(|price| {
        price.text("target") == row.text("target") && same(price, "machine") && price.number("price_per_hour").is_some()
    })
}

/// How many times dearer the first hour is, where both prices have one currency and way of buying.
fn price_ratio(one: Option<&Row>, other: Option<&Row>) -> Option<f64> {
    let (one, other) = (one?, other?);
    let differs = |column: &str| match (one.text(column), other.text(column)) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    };
    if differs("currency") || differs("purchase") {
        return None;
    }
    let ratio = one.number("price_per_hour")? / other.number("price_per_hour")?;
    (ratio.is_finite() && ratio > 0.0).then_some(ratio)
}
