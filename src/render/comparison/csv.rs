//! Rows as CSV (RFC 4180), made so that a spreadsheet takes no cell for a formula.

use std::borrow::Cow;

use csv::WriterBuilder;
use serde_json::json;

use crate::report::{Row, TargetName};

/// The names of the columns; those of the outer contract come first.
pub const HEAD: &str =
    "source,name,target,verdict,basis,runner_up,top_unknown,cautions,labels,lead,cost_per_month,currency,error\n";

/// The lines of rows.
pub fn csv<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Vec<u8> {
    let mut writer = WriterBuilder::new().has_headers(false).buffer_capacity(512).from_writer(Vec::new());
    for row in rows {
        // Memory takes everything.
        let _ = writer.write_record(cells(row).iter().map(|cell| harmless(cell).into_owned()));
    }
    writer.into_inner().unwrap_or_default()
}

fn cells(row: &Row) -> [String; 13] {
    let source = row.source();
    let answer = match &row.answer {
        Ok(answer) => answer,
        Err(problems) => {
            let error = problems.first().map_or_else(String::new, |it| format!("{}: {}", it.code, it.message));
            let mut cells: [String; 13] = Default::default();
            (cells[0], cells[12]) = (source, error);
            return cells;
        }
    };
    let id = |target: &Option<TargetName>| target.as_ref().map_or_else(String::new, |it| it.id.clone());
    let cost = answer.cost.as_ref();
    [
        source,
        answer.name.clone(),
        id(&answer.target),
        answer.verdict.id().to_owned(),
        answer.basis.id().to_owned(),
        id(&answer.runner_up),
        answer.top_unknown.clone().unwrap_or_default(),
        answer.cautions.join(";"),
        json!(answer.labels.as_ref()).to_string(),
        answer.margin.map_or_else(String::new, |margin| margin.to_string()),
        cost.map_or_else(String::new, |cost| cost.amount.to_string()),
        cost.map_or_else(String::new, |cost| cost.currency.clone()),
        String::new(),
    ]
}

/// A cell that a spreadsheet would run gets an apostrophe in front, which spreadsheets take for "this is text".
/// Standard input is named `-`, and numbers below zero begin so; neither is a formula.
fn harmless(cell: &str) -> Cow<'_, str> {
    let rest = cell.get(1..).unwrap_or_default();
    let is_formula = match cell.as_bytes().first() {
        Some(b'=' | b'+' | b'@' | b'\t' | b'\r') => true,
        Some(b'-') => !rest.is_empty() && !rest.starts_with(':') && rest.parse::<f64>().is_err(),
        _ => false,
    };
    if is_formula { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        let cases = [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"),
            ("\tx", "'\tx"),
            ("-", "-"),
            ("-:12", "-:12"),
            ("-2.5", "-2.5"),
            ("a=b", "a=b"),
            ("", ""),
            ("é", "é"),
        ];
        for (cell, expected) in cases {
            assert_eq!(harmless(cell), expected);
        }
    }
}
