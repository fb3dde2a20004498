//! The facts of one workload, each with its origin.

use std::sync::Arc;

use super::Value;
use crate::diag::Place;

/// A fact, by its place in the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactId(pub u16);

impl FactId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// How a value came to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OriginKind {
    File,
    Answered,
    Set,
    House,
    Scanned,
    Presumed,
    Derived,
}

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub kind: OriginKind,
    pub path: Option<Arc<str>>,
    pub place: Option<Place>,
    /// The facts that a derived or presumed value was worked out from.
    pub from: Arc<[FactId]>,
}

impl Origin {
    /// An origin without a place.
    pub fn of(kind: OriginKind) -> Self {
        Self { kind, path: None, place: None, from: Arc::new([]) }
    }

    pub fn file(path: Arc<str>, place: Place) -> Self {
        Self { path: Some(path), place: Some(place), ..Self::of(OriginKind::File) }
    }

    pub fn worked_out(kind: OriginKind, from: &[FactId]) -> Self {
        Self { from: from.into(), ..Self::of(kind) }
    }
}

/// A value and its origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub value: Value,
    pub origin: Origin,
}

/// All facts of one workload; what is not known has no entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    slots: Vec<Option<Known>>,
}

impl Facts {
    /// Nothing known, for a vocabulary of so many facts.
    pub fn unknown(facts: usize) -> Self {
        Self { slots: vec![None; facts] }
    }

    pub fn get(&self, fact: FactId) -> Option<&Known> {
        self.slots.get(fact.index())?.as_ref()
    }

    pub fn value(&self, fact: FactId) -> Option<&Value> {
        self.get(fact).map(|known| &known.value)
    }

    /// Sets what is known of a fact; `None` makes it unknown.
    pub fn set(&mut self, fact: FactId, known: Option<Known>) {
        if let Some(slot) = self.slots.get_mut(fact.index()) {
            *slot = known;
        }
    }

    /// Makes everything unknown again, in the same memory.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    /// Every fact that is known, in the order of the vocabulary.
    pub fn iter(&self) -> impl Iterator<Item = (FactId, &Known)> {
        self.slots
            .iter()
            .enumerate()
            .filter_map(|(index, slot)| Some((FactId(u16::try_from(index).ok()?), slot.as_ref()?)))
    }
}
