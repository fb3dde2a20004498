//! The facts of a workload that are otherwise than they were, with both values.

use super::{ChangeOf, Changed, Version, is_prices};
use crate::facts::{Cell, FactId, Row, Value};
use crate::report::words::spelled;
use crate::units;

/// So many rows of a table that are otherwise are written out.
const ROWS: usize = 3;

/// Each of these facts with what it was and what it is.
pub fn changed(before: Version, after: Version, facts: &[[Option<FactId>; 2]]) -> Vec<Changed> {
    facts.iter().map(|ids| one(before, after, *ids)).collect()
}

fn one(before: Version, after: Version, [was, is]: [Option<FactId>; 2]) -> Changed {
    let value = |version: Version<'_>, id: Option<FactId>| id.and_then(|id| version.profile.facts.value(id).cloned());
    let (from, to) = (value(before, was), value(after, is));
    let written = |version: Version, id: Option<FactId>, value: &Option<Value>, other: &Option<Value>| {
        let (id, value) = (id?, value.as_ref()?);
        Some(match (value, other) {
            (Value::Tables(rows), Some(Value::Tables(others))) => rows_beyond(rows, others),
            (Value::Tables(rows), None) => rows_beyond(rows, &[]),
            _ => {
                let currency = version.profile.currencies.get(&id).map_or(String::new(), |it| format!(" {it}"));
                spelled(version.context.knowledge.fact(id), value) + &currency
            }
        })
    };
    let named = is.map(|id| after.context.knowledge.fact(id)).or(was.map(|id| before.context.knowledge.fact(id)));
    let fact = named.map(|fact| fact.id.to_string());
    Changed {
        of: if fact.as_deref().is_some_and(is_prices) { ChangeOf::Prices } else { ChangeOf::Fact },
        from: written(before, was, &from, &to),
        to: written(after, is, &to, &from),
        fact,
        rules: None,
        alone: None,
    }
}

/// The rows of a table that the other does not have.
fn rows_beyond(rows: &[Row], others: &[Row]) -> String {
    let own: Vec<&Row> = rows.iter().filter(|row| !others.iter().any(|other| other.cells == row.cells)).collect();
    let mut parts: Vec<String> = own.iter().take(ROWS).map(|row| written(row)).collect();
    match own.len().saturating_sub(ROWS) {
        0 => {}
        more => parts.push(format!("{more} more")),
    }
    let same = rows.len() - own.len();
    if same > 0 {
        parts.push(format!("{same} as in the other"));
    }
    if parts.is_empty() { "no rows".to_owned() } else { parts.join("; ") }
}

fn written(row: &Row) -> String {
    let cell = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        Cell::Number(number) => units::format_number(*number),
        Cell::Flag(flag) => flag.to_string(),
    };
    row.cells.iter().map(|(column, value)| format!("{column} {}", cell(value))).collect::<Vec<_>>().join(", ")
}
