//! The tables of a profile that a check looks at, found by their columns and not by the names of their facts.

use std::sync::Arc;

use jiff::civil::Date;

use crate::diag::Place;
use crate::facts::{Facts, Row, Value};
use crate::knowledge::{Knowledge, TargetId};

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    pub path: Arc<str>,
    pub place: Place,
}

/// Every row of the tables that have a column of this name, with the file that it stands in, if any.
pub fn rows<'f>(
    knowledge: &'f Knowledge,
    facts: &'f Facts,
    column: &'static str,
) -> impl Iterator<Item = (Option<&'f Arc<str>>, &'f Row)> {
    let tables = knowledge.declared().filter(move |(_, fact)| fact.columns.iter().any(|it| it.id.as_ref() == column));
    tables.filter_map(|(id, _)| facts.get(id)).flat_map(|known| {
        let rows = match &known.value {
            Value::Tables(rows) => rows.iter(),
            _ => [].iter(),
        };
        rows.map(|row| (known.origin.path.as_ref(), row))
    })
}

/// What the team has decided, as the profile says.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    pub target: TargetId,
    pub on: Option<String>,
    pub why: Option<String>,
    /// The file in which it stands, if any, and the place of its target.
    pub path: Option<Arc<str>>,
    pub place: Place,
}

/// What the team has decided; none where it says nothing of it.
pub fn decided(knowledge: &Knowledge, facts: &Facts) -> Option<Decided> {
    let (path, row) = rows(knowledge, facts, "decided_on").next()?;
    let text = |column: &str| row.text(column).map(str::to_owned);
    Some(Decided {
        target: row.text("target").and_then(|id| knowledge.target_id(id))?,
        on: text("decided_on"),
        why: text("why"),
        path: path.cloned(),
        place: row.place_of("target"),
    })
}

/// A rule, a caution or a finding that the profile accepts.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiver {
    pub id: String,
    pub reason: String,
    /// The last day on which it counts; none where it has no end.
    pub until: Option<Date>,
    /// Whether that day has passed, so that it no longer counts.
    pub expired: bool,
    pub path: Option<Arc<str>>,
    /// Where its id and its end stand.
    pub id_at: Place,
    pub until_at: Place,
}

/// Every waiver of a profile, in its order.
pub fn waivers(knowledge: &Knowledge, facts: &Facts, as_of: Date) -> Vec<Waiver> {
    let text = |row: &Row, column: &str| row.text(column).unwrap_or_default().to_owned();
    let waiver = |(path, row): (Option<&Arc<str>>, &Row)| {
        let until = row.text("until").and_then(|until| until.parse::<Date>().ok());
        Waiver {
            id: text(row, "id"),
            reason: text(row, "reason"),
            until,
            expired: until.is_some_and(|until| until < as_of),
            path: path.cloned(),
            id_at: row.place_of("id"),
            until_at: row.place_of("until"),
        }
    };
    rows(knowledge, facts, "until").map(waiver).collect()
}
