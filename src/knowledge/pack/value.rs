//! The values of facts as bytes.

use super::{Pack, Reader, Writer};
use crate::facts::{ChoiceSet, Value};

/// Rules and the vocabulary hold plain values only: no tables and no labels.
impl Pack for Value {
    fn pack(&self, to: &mut Writer) {
        match self {
            Value::Choice(choice) => (0u8, *choice).pack(to),
            Value::Flag(flag) => (1u8, *flag).pack(to),
            Value::Number(number) => (2u8, *number).pack(to),
            Value::Range { low, high } => (3u8, (*low, *high)).pack(to),
            Value::Choices { set, more } => (4u8, (*set, *more)).pack(to),
            Value::Names(names) => (5u8, names.to_vec()).pack(to),
            Value::Text(text) => (6u8, Box::<str>::from(text.as_ref())).pack(to),
            Value::Tables(_) | Value::Labels(_) => 7u8.pack(to),
        }
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        match u8::unpack(from)? {
            0 => Pack::unpack(from).map(Value::Choice),
            1 => Pack::unpack(from).map(Value::Flag),
            2 => Pack::unpack(from).map(Value::Number),
            3 => <(f64, f64)>::unpack(from).map(|(low, high)| Value::Range { low, high }),
            4 => <(ChoiceSet, bool)>::unpack(from).map(|(set, more)| Value::Choices { set, more }),
            5 => Vec::<Box<str>>::unpack(from).map(|names| Value::Names(names.into())),
            6 => Box::<str>::unpack(from).map(|text| Value::Text(text.into())),
            _ => None,
        }
    }
}
