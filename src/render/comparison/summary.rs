//! What many workloads come to: as text, as Markdown, as JSON.

use serde_json::{Value as Json, json};

use super::super::markdown::escape;
use crate::report::{Comparison, Cost, Counted, OpenFact, Verdict};
use crate::units;

/// The name of the format.
const SCHEMA: &str = "chipwise/comparison/1";

/// As many of each kind are shown to a person, and to a program.
const SHOWN: usize = 5;
const TOLD: usize = 100;

/// A part of the summary: its heading, and its lines of a number and what it counts.
struct Part {
    heading: String,
    lines: Vec<(String, String)>,
}

/// The summary as text.
pub fn text(sum: &Comparison) -> String {
    let mut out = format!("{}\n", counted(sum));
    for part in parts(sum) {
        out += &format!("\n{}\n", part.heading);
        let widest = part.lines.iter().map(|(number, _)| number.len()).max().unwrap_or(0);
        for (number, what) in part.lines {
            out += &format!("  {number:>widest$}  {what}\n");
        }
    }
    out
}

/// What stands under a table: the counts, with their verdicts, where there are several.
pub fn in_a_line(sum: &Comparison) -> String {
    if sum.workloads < 2 {
        return String::new();
    }
    let verdicts = Verdict::ALL.iter().rev().map(|verdict| (sum.with_verdict(*verdict), verdict.id()));
    let verdicts: Vec<String> =
        verdicts.filter(|(count, _)| *count > 0).map(|(count, id)| format!("{count} {id}")).collect();
    format!("\n{}: {}\n", counted(sum), verdicts.join(", "))
}

/// The summary in Markdown.
pub fn markdown(sum: &Comparison) -> String {
    let mut out = format!("{}\n", escape::text(&counted(sum)));
    for part in parts(sum) {
        out += &format!("\n**{}**\n\n", escape::text(&part.heading));
        for (number, what) in part.lines {
            out += &format!("- {}: {}\n", escape::text(&what), escape::text(&number));
        }
    }
    out
}

fn counted(sum: &Comparison) -> String {
    let plural = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let unreadable = match sum.unreadable {
        0 => String::new(),
        count => format!(", and {} that cannot be read", plural(count, "record")),
    };
    plural(sum.workloads, "workload") + &unreadable
}

fn parts(sum: &Comparison) -> Vec<Part> {
    let mut parts = vec![Part { heading: "answers".to_owned(), lines: answers(sum) }];
    if let Some(open) = &sum.open {
        let lines = open.most(order).into_iter().map(|(fact, count)| (count.alone.to_string(), open_fact(fact, count)));
        parts.push(part("open facts, by the workloads that an answer would settle", lines, open.others));
    }
    if let Some(flips) = &sum.flips {
        let lines = flips.most(|count| *count).into_iter().map(|(flip, count)| (count.to_string(), flip.to_owned()));
        parts.push(part("what would change the most answers", lines, flips.others));
    }
    if let Some(cautions) = &sum.cautions {
        let mut cautions: Vec<(&String, &u64)> = cautions.iter().collect();
        cautions.sort_by(|one, other| other.1.cmp(one.1).then(one.0.cmp(other.0)));
        let lines = cautions.into_iter().map(|(topic, count)| (count.to_string(), topic.clone()));
        parts.push(part("cautions", lines, 0));
    }
    parts.extend(sum.costs.iter().map(|(currency, cost)| costs(currency, cost)));
    parts.retain(|part| !part.lines.is_empty());
    parts
}

fn part(heading: &str, lines: impl Iterator<Item = (String, String)>, others: u64) -> Part {
    let all: Vec<(String, String)> = lines.collect();
    let left = all.len().saturating_sub(SHOWN);
    let more = match (left, others) {
        (0, 0) => String::new(),
        (left, 0) => format!(" … {left} more in json"),
        (left, others) => format!(" … {left} more in json, and {others} of kinds that were not counted apart"),
    };
    Part { heading: format!("{heading}{more}"), lines: all.into_iter().take(SHOWN).collect() }
}

fn answers(sum: &Comparison) -> Vec<(String, String)> {
    let line = |answers: &crate::report::Answers| {
        let verdicts = Verdict::ALL.iter().rev().filter_map(|verdict| {
            let count = answers.verdicts.get(verdict)?;
            Some(format!("{count} {}", verdict.id()))
        });
        let verdicts: Vec<String> = verdicts.collect();
        (answers.verdicts.values().sum::<u64>(), format!("{}: {}", answers.name, verdicts.join(", ")))
    };
    let mut lines: Vec<(u64, String)> = sum.answers.values().map(line).collect();
    lines.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    lines.into_iter().map(|(count, what)| (count.to_string(), what)).collect()
}

/// Those first that settle the most workloads by themselves.
fn order(fact: &OpenFact) -> (u64, u64) {
    (fact.alone, fact.could_change)
}

fn open_fact(fact: &str, count: OpenFact) -> String {
    let could = match count.could_change - count.alone {
        0 => String::new(),
        others => format!(", and could change {others} more"),
    };
    format!("{fact}{could}")
}

fn costs(currency: &str, cost: &Cost) -> Part {
    let amount = |amount: f64| format!("{} {currency}", units::format_number(amount));
    let undecided = (amount(cost.not_decided.amount()), "not decided".to_owned());
    let targets = cost.by_target.iter().map(|(target, part)| {
        (
            amount(part.amount()),
            target.as_ref().map_or_else(|| "no target".to_owned(), |id| format!("recommended: {id}")),
        )
    });
    let of = if cost.workloads == 1 { "workload that says" } else { "workloads that say" };
    let heading = format!("{} a month today, of the {} {of} so", amount(cost.total.amount()), cost.workloads);
    Part { heading, lines: std::iter::once(undecided).chain(targets).collect() }
}

/// The summary as a JSON object.
pub fn json(sum: &Comparison) -> Json {
    let answers = sum.answers.iter().map(|(target, answers)| {
        let verdicts: serde_json::Map<String, Json> =
            answers.verdicts.iter().rev().map(|(verdict, count)| (verdict.id().to_owned(), json!(count))).collect();
        json!({ "target": target, "workloads": answers.verdicts.values().sum::<u64>(), "verdicts": verdicts })
    });
    let by_target = |cost: &Cost| -> Vec<Json> {
        cost.by_target.iter().map(|(target, part)| json!({ "target": target, "amount": part.amount() })).collect()
    };
    let costs = sum.costs.iter().map(|(currency, cost)| {
        json!({
            "currency": currency, "workloads": cost.workloads, "total": cost.total.amount(),
            "not_decided": cost.not_decided.amount(), "by_target": by_target(cost),
        })
    });
    json!({
        "schema": SCHEMA,
        "workloads": sum.workloads,
        "unreadable": sum.unreadable,
        "answers": answers.collect::<Vec<_>>(),
        "unknowns": sum.open.as_ref().map(|open| listed(open, order, |fact, count| {
            json!({ "fact": fact, "settles": count.alone, "could_change": count.could_change, "first": count.first })
        })),
        "flips": sum.flips.as_ref().map(|flips| listed(flips, |count| *count, |flip, count| {
            json!({ "flip": flip, "workloads": count })
        })),
        "cautions": sum.cautions.as_ref().map(|cautions| json!(cautions)),
        "cost_per_month": costs.collect::<Vec<_>>(),
    })
}

fn listed<T: Copy, K: Ord>(counted: &Counted<T>, measure: impl Fn(&T) -> K, line: impl Fn(&str, T) -> Json) -> Json {
    let all = counted.most(measure);
    let shown: Vec<Json> = all.iter().take(TOLD).map(|(key, count)| line(key, *count)).collect();
    json!({ "most": shown, "kinds": all.len(), "others": counted.others })
}
