//! Price lists in CSV: a table with the columns of the fact that lists prices, each cell with its place.

use std::path::Path;

use csv::{ErrorKind, StringRecord};

use crate::diag::{Diagnostic, Place};
use crate::knowledge::Fact;
use crate::read::text::decode;
use crate::read::{Entry, Limits, Node, Tree};

/// The rows of a CSV file as a list of tables. An empty cell says nothing.
///
/// # Errors
/// A column that a price does not have, and lines that are no rows.
pub fn rows(fact: &Fact, bytes: &[u8], path: &Path) -> Result<Node, Vec<Diagnostic>> {
    let named = |problem: Diagnostic| problem.in_file(path.to_string_lossy());
    let text = decode(bytes, Limits::default().file_bytes).map_err(|problem| vec![named(problem)])?;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).trim(csv::Trim::All).from_reader(text.as_bytes());
    let mut columns: Option<StringRecord> = None;
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(problem) => {
                problems.push(named(unreadable(&problem)));
                break;
            }
        };
        let cells = places(text, &record);
        match &columns {
            None => {
                problems.extend(unknown_columns(fact, &record, &cells).map(named));
                columns = Some(record);
            }
            Some(columns) => rows.push(row(columns, &record, &cells)),
        }
    }
    if rows.is_empty() && problems.is_empty() {
        let message = "a price list has a line with the names of its columns, and a line for each price";
        problems.push(named(Diagnostic::error("empty-file", message).at(Place { line: 1, column: 1 })));
    }
    if problems.is_empty() {
        Ok(Node { tree: Tree::List(rows), place: Place { line: 1, column: 1 } })
    } else {
        Err(problems)
    }
}

fn row(columns: &StringRecord, record: &StringRecord, cells: &[Place]) -> Node {
    let written = columns.iter().zip(record).zip(cells).filter(|((_, text), _)| !text.is_empty());
    let entries = written.map(|((column, text), place)| {
        let tree = Tree::Scalar { text: text.to_owned().into(), quoted: false };
        Entry { key: column.to_owned().into(), place: *place, value: Node { tree, place: *place } }
    });
    Node { tree: Tree::Map(entries.collect()), place: cells.first().copied().unwrap_or_default() }
}

fn unknown_columns<'a>(
    fact: &'a Fact,
    header: &'a StringRecord,
    cells: &'a [Place],
) -> impl Iterator<Item = Diagnostic> + 'a {
    let known = || fact.columns.iter().map(|column| column.id.as_ref());
    header.iter().zip(cells).enumerate().filter_map(move |(at, (column, place))| {
        if header.iter().take(at).any(|other| other == column) {
            let message = format!("the column `{}` stands here a second time", crate::diag::shown(column));
            return Some(Diagnostic::error("duplicate-key", message).at(*place));
        }
        let message = format!("`{}` has no column `{}`", fact.id, crate::diag::shown(column));
        let unknown = || Diagnostic::error("unknown-key", message).at(*place).allowing(column, known());
        (!known().any(|id| id == column)).then(unknown)
    })
}

/// Where each cell of a record begins.
fn places(text: &str, record: &StringRecord) -> Vec<Place> {
    let position = record.position();
    let start = position.and_then(|it| usize::try_from(it.byte()).ok()).unwrap_or(0);
    let mut line = position.and_then(|it| u32::try_from(it.line()).ok()).unwrap_or(1);
    let (mut column, mut quoted, mut begun) = (1, false, false);
    let mut places = Vec::with_capacity(record.len());
    for letter in text.get(start..).unwrap_or_default().chars() {
        if !begun && !matches!(letter, '\n' | '\r') {
            places.push(Place { line, column });
            begun = true;
        }
        column += 1;
        match letter {
            '"' => quoted = !quoted,
            '\n' => {
                if begun && !quoted {
                    break;
                }
                (line, column) = (line.saturating_add(1), 1);
            }
            ',' if !quoted && places.len() < record.len() => places.push(Place { line, column }),
            _ => {}
        }
    }
    places.resize(record.len(), Place { line, column: 1 });
    places
}

fn unreadable(problem: &csv::Error) -> Diagnostic {
    let line = problem.position().and_then(|it| u32::try_from(it.line()).ok()).unwrap_or(1);
    let message = match problem.kind() {
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("this line has {len} cells, and the first has {expected_len}")
        }
        _ => "this is no line of a table in CSV".to_owned(),
    };
    Diagnostic::error("csv-syntax", message).at(Place { line, column: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_place() {
        let text = "a,b\n\n\"x, y\",  2\r\né,3\n";
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let places: Vec<Vec<(u32, u32)>> = reader
            .records()
            .map(|record| places(text, &record.unwrap()).iter().map(|at| (at.line, at.column)).collect())
            .collect();
        assert_eq!(places, [[(1, 1), (1, 3)], [(3, 1), (3, 8)], [(4, 1), (4, 3)]]);
    }
}
