//! Parts of the knowledge that most answers never look at: they stay packed until somebody does.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use super::{Pack, Reader, Writer};

/// A list that is unpacked when it is first looked at.
pub struct Later<T> {
    list: OnceLock<Vec<T>>,
    packed: Option<Reader>,
}

impl<T> Default for Later<T> {
    fn default() -> Self {
        Self { list: OnceLock::from(Vec::new()), packed: None }
    }
}

impl<T> From<Vec<T>> for Later<T> {
    fn from(list: Vec<T>) -> Self {
        Self { list: OnceLock::from(list), packed: None }
    }
}

impl<T: Pack> Deref for Later<T> {
    type Target = [T];

    /// The list. A test holds that what the program carries can be unpacked; what could not would be empty.
    fn deref(&self) -> &[T] {
        self.list.get_or_init(|| self.packed.and_then(|mut from| Pack::unpack(&mut from)).unwrap_or_default())
    }
}

impl<T: Pack> Later<T> {
    /// Adds one more.
    pub fn push(&mut self, value: T) {
        let mut list = self.list.take().unwrap_or_default();
        list.push(value);
        self.list = OnceLock::from(list);
    }
}

impl<T: Pack + fmt::Debug> fmt::Debug for Later<T> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(to)
    }
}

impl<T: Pack> Pack for Later<T> {
    fn pack(&self, to: &mut Writer) {
        let mut own = Writer::default();
        own.number(self.len() as u128);
        self.iter().for_each(|value| value.pack(&mut own));
        (own.texts.len(), own.numbers.len()).pack(to);
        to.texts.push_str(&own.texts);
        to.numbers.extend(own.numbers);
    }

    fn unpack(from: &mut Reader) -> Option<Self> {
        let (texts, numbers): (usize, usize) = Pack::unpack(from)?;
        let (own_texts, texts) = from.texts.split_at_checked(texts)?;
        let (own_numbers, numbers) = from.numbers.split_at_checked(numbers)?;
        (from.texts, from.numbers) = (texts, numbers);
        let packed = Some(Reader { texts: own_texts, numbers: own_numbers, depth: 0 });
        Some(Self { list: OnceLock::new(), packed })
    }
}
