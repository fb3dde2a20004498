//! Reads the facts that are tables: prices, measurements, decisions, labels.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Diagnostic, shown};
use crate::facts::{Cell, Row, Value};
use crate::knowledge::{Column, ColumnType, Fact, FactType, Knowledge};
use crate::read::{Node, Tree};
use crate::units;

/// Measurements are held against each other in pairs, so many of them cost time by their square.
const MOST_ROWS: usize = 1000;

/// Reads a table or a list of tables.
pub fn read(knowledge: &Knowledge, fact: &Fact, node: &Node) -> Result<Value, Vec<Diagnostic>> {
    read_most(knowledge, fact, node, MOST_ROWS)
}

/// The same with a limit of its own on how many tables there may be.
pub fn read_most(knowledge: &Knowledge, fact: &Fact, node: &Node, most: usize) -> Result<Value, Vec<Diagnostic>> {
    let rows: Vec<&Node> = match (&node.tree, fact.kind) {
        (Tree::List(items), FactType::Tables) => items.iter().collect(),
        (Tree::Map(_), FactType::Table) => vec![node],
        (Tree::Map(_), _) => {
            let message = format!("`{}` is a list of tables: write each as an item with `- `", fact.id);
            return Err(vec![Diagnostic::error("wrong-type", message).at(node.place).on_key(fact.id.as_ref())]);
        }
        _ => {
            let message = format!("`{}` must be {}, not {}", fact.id, fact.kind.in_words(), node.kind());
            return Err(vec![Diagnostic::error("wrong-type", message).at(node.place).on_key(fact.id.as_ref())]);
        }
    };
    if let Some(beyond) = rows.get(most) {
        let message = format!("`{}` has {} tables; at most {most} are read", fact.id, rows.len());
        return Err(vec![Diagnostic::error("too-many-items", message).at(beyond.place).on_key(fact.id.as_ref())]);
    }
    let mut problems = Vec::new();
    let rows: Vec<Row> = rows.into_iter().map(|node| row(knowledge, fact, node, &mut problems)).collect();
    if problems.is_empty() { Ok(Value::Tables(Arc::from(rows))) } else { Err(problems) }
}

fn row(knowledge: &Knowledge, fact: &Fact, node: &Node, problems: &mut Vec<Diagnostic>) -> Row {
    let mut row = Row::empty(node.place);
    let key = |column: &str| format!("{}.{column}", fact.id);
    let Some(entries) = node.entries() else {
        let message = format!("a row of `{}` is a table of keys, not {}", fact.id, node.kind());
        problems.push(Diagnostic::error("wrong-type", message).at(node.place).on_key(fact.id.as_ref()));
        return row;
    };
    for entry in entries {
        let Some(column) = fact.columns.iter().find(|column| column.id == entry.key) else {
            let message = format!("`{}` has no key `{}`", fact.id, shown(&entry.key));
            let problem = Diagnostic::error("unknown-key", message).at(entry.place).on_key(key(&entry.key));
            problems.push(problem.allowing(&entry.key, fact.columns.iter().map(|column| column.id.as_ref())));
            continue;
        };
        if super::is_unknown(&entry.value) {
            continue;
        }
        match cell(knowledge, column, &entry.value) {
            Ok(cell) => {
                row.cells.insert(column.id.to_string(), cell);
                row.keys.insert(column.id.to_string(), entry.place);
            }
            Err(problem) => {
                let message = format!("`{}`: {}", key(&column.id), problem.message);
                problems.push(Diagnostic { message, ..problem }.at(entry.value.place).on_key(key(&column.id)));
            }
        }
    }
    for column in fact.columns.iter().filter(|column| column.required && !row.cells.contains_key(column.id.as_ref())) {
        // A cell that is there and wrong has been reported.
        if node.get(&column.id).is_none_or(super::is_unknown) {
            let of = if fact.kind == FactType::Table { "" } else { "a row of " };
            let message = format!("{of}`{}` needs `{}`", fact.id, column.id);
            problems.push(Diagnostic::error("missing-key", message).at(node.place).on_key(key(&column.id)));
        }
    }
    row
}

fn cell(knowledge: &Knowledge, column: &Column, node: &Node) -> Result<Cell, Diagnostic> {
    let text = node
        .text()
        .ok_or_else(|| Diagnostic::error("wrong-type", format!("one value is wanted, not {}", node.kind())))?;
    let unit = |read: Result<f64, units::UnitError>| read.map(Cell::Number).map_err(units::UnitError::into_diagnostic);
    match &column.kind {
        ColumnType::Text if column.required && text.trim().is_empty() => {
            Err(Diagnostic::error("blank-text", "a text is wanted, and these are blanks"))
        }
        ColumnType::Text => Ok(Cell::Text(text.to_owned())),
        ColumnType::Flag => match (&node.tree, text) {
            (Tree::Scalar { quoted: false, .. }, "true" | "True" | "TRUE") => Ok(Cell::Flag(true)),
            (Tree::Scalar { quoted: false, .. }, "false" | "False" | "FALSE") => Ok(Cell::Flag(false)),
            _ => Err(Diagnostic::error("wrong-type", "true or false is wanted").allowing(text, ["true", "false"])),
        },
        ColumnType::Date => {
            units::parse_date(text).map(|date| Cell::Text(date.to_string())).map_err(units::UnitError::into_diagnostic)
        }
        ColumnType::When if is_month_or_year(text) => Ok(Cell::Text(text.to_owned())),
        ColumnType::When => {
            units::parse_date(text).map(|date| Cell::Text(date.to_string())).map_err(units::UnitError::into_diagnostic)
        }
        ColumnType::Target => knowledge.target_id(text).map(|_| Cell::Text(text.to_owned())).ok_or_else(|| {
            let known = knowledge.targets.iter().map(|target| target.id.as_ref());
            Diagnostic::error("unknown-choice", format!("`{}` is no target", shown(text))).allowing(text, known)
        }),
        ColumnType::Currency => Ok(Cell::Text(text.to_owned())),
        ColumnType::Choice(choices) => {
            if choices.iter().any(|choice| choice == text) {
                return Ok(Cell::Text(text.to_owned()));
            }
            let known = choices.iter().map(AsRef::as_ref);
            Err(Diagnostic::error("unknown-choice", format!("`{}` is not allowed here", shown(text)))
                .allowing(text, known))
        }
        ColumnType::Scalar(kind) => match kind {
            FactType::Count => unit(units::parse_count(text)),
            FactType::Bytes => unit(units::parse_bytes(text)),
            FactType::Duration => unit(units::parse_duration(text)),
            FactType::Rate => unit(units::parse_rate(text)),
            FactType::Money => unit(units::parse_money(text).map(|(amount, _)| amount)),
            _ => unit(units::parse_number(text)),
        },
    }
}

/// `2026` or `2026-11`.
fn is_month_or_year(text: &str) -> bool {
    let (year, month) = text.split_once('-').map_or((text, None), |(year, month)| (year, Some(month)));
    let number = |digits: &str, length: usize| {
        (digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| digits.parse::<u32>().ok())
            .flatten()
    };
    number(year, 4).is_some()
        && month.is_none_or(|month| number(month, 2).is_some_and(|month| (1..=12).contains(&month)))
}

/// Reads free keys and values.
pub fn labels(fact: &Fact, node: &Node) -> Result<Value, Vec<Diagnostic>> {
    let wrong = |node: &Node| {
        let message = format!("`{}` holds free keys with one text each, not {}", fact.id, node.kind());
        vec![Diagnostic::error("wrong-type", message).at(node.place).on_key(fact.id.as_ref())]
    };
    let mut found = BTreeMap::new();
    for entry in node.entries().ok_or_else(|| wrong(node))? {
        let text = entry.value.text().ok_or_else(|| wrong(&entry.value))?;
        found.insert(entry.key.to_string(), text.to_owned());
    }
    Ok(Value::Labels(Arc::new(found)))
}
