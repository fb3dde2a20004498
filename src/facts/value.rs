//! The value of one fact.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::Place;

/// A set of choices of one fact, by their place in the vocabulary (at most 128).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChoiceSet(pub u128);

impl ChoiceSet {
    pub fn with(self, choice: u16) -> Self {
        Self(self.0 | 1 << choice)
    }

    pub fn contains(self, choice: u16) -> bool {
        self.0 >> choice & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = u16> {
        (0..128).filter(move |&choice| self.contains(choice))
    }
}

impl FromIterator<u16> for ChoiceSet {
    fn from_iter<I: IntoIterator<Item = u16>>(choices: I) -> Self {
        choices.into_iter().fold(Self::default(), Self::with)
    }
}

/// A value as the rules see it. Counts, bytes, durations (seconds) and rates (per second) are numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Choice(u16),
    Flag(bool),
    Number(f64),
    /// An estimate: anything from low to high.
    Range {
        low: f64,
        high: f64,
    },
    /// A list of choices; `more` when it says of itself that there may be others.
    Choices {
        set: ChoiceSet,
        more: bool,
    },
    /// A list of free names, in their normal spelling, sorted.
    Names(Arc<[Box<str>]>),
    Text(Arc<str>),
    Tables(Arc<[Row]>),
    /// Free keys and values, carried through and never judged.
    Labels(Arc<BTreeMap<String, String>>),
}

/// One row of a table fact: its cells by column.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub cells: BTreeMap<String, Cell>,
    pub place: Place,
    /// Where the key of each cell stands.
    pub keys: BTreeMap<String, Place>,
}

/// One cell of a table fact.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Text(String),
    Number(f64),
    Flag(bool),
}

impl Row {
    /// A row without a cell.
    pub fn empty(place: Place) -> Self {
        Self { cells: BTreeMap::new(), place, keys: BTreeMap::new() }
    }

    /// Where a column is stated, or where the row begins.
    pub fn place_of(&self, column: &str) -> Place {
        self.keys.get(column).copied().unwrap_or(self.place)
    }

    pub fn text(&self, column: &str) -> Option<&str> {
        match self.cells.get(column)? {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn number(&self, column: &str) -> Option<f64> {
        match self.cells.get(column)? {
            Cell::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub fn flag(&self, column: &str) -> Option<bool> {
        match self.cells.get(column)? {
            Cell::Flag(flag) => Some(*flag),
            _ => None,
        }
    }
}

impl Value {
    /// The bounds of a numeric value.
    pub fn bounds(&self) -> Option<(f64, f64)> {
        match *self {
            Value::Number(number) => Some((number, number)),
            Value::Range { low, high } => Some((low, high)),
            _ => None,
        }
    }
}

/// A package or operation name in its normal spelling: lower case, `-` for `_`, no version.
pub fn normal_name(name: &str) -> String {
    let bare = name.split(['=', '<', '>', '~', '!', '[', ';', ' ']).next().unwrap_or(name);
    // An operation is written as its stack writes it.
    if bare.contains("::") {
        return bare.trim().to_owned();
    }
    bare.trim().to_lowercase().replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::normal_name;

    #[test]
    fn names_are_compared_without_case_version_or_extras() {
        assert_eq!(normal_name("Flash_Attn==2.8.3"), "flash-attn");
        assert_eq!(normal_name("jax[tpu]>=0.4"), "jax");
        assert_eq!(normal_name("aten::embedding_bag"), "aten::embedding_bag");
    }
}
