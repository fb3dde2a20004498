//! The knowledge in a compact binary form: made when the program is built, read at each start without parsing anything.
//!
//! Texts lie in one piece that is borrowed, never copied. What only the lint needs (examples) is left out. What most answers
//! never look at stays packed until somebody does.

mod later;
mod value;

pub use later::Later;

use std::collections::HashMap;

use jiff::civil::Date;

use super::Knowledge;
use super::catalogue::*;
use super::condition::{Ask, Condition, Test, TestId};
use super::contradictions::{Contradiction, Contradictions};
use super::fields::Text;
use super::model::*;
use super::vocabulary::*;
use crate::diag::Place;
use crate::facts::{ChoiceSet, FactId};

/// Deeper conditions are not read: damaged bytes must not exhaust the stack.
const DEEPEST: usize = 64;

/// Collects texts and numbers.
#[derive(Default)]
pub struct Writer {
    texts: String,
    numbers: Vec<u8>,
}

/// Takes texts and numbers from the front of packed bytes.
#[derive(Clone, Copy)]
pub struct Reader {
    texts: &'static str,
    numbers: &'static [u8],
    depth: usize,
}

impl Writer {
    /// Seven bits a byte, the lowest first.
    fn number(&mut self, mut number: u128) {
        while number > 127 {
            self.numbers.push(number as u8 | 128);
            number >>= 7;
        }
        self.numbers.push(number as u8);
    }
}

impl Reader {
    fn number(&mut self) -> Option<u128> {
        // Nearly all are small.
        if let Some((first, rest)) = self.numbers.split_first().filter(|(first, _)| **first < 128) {
            self.numbers = rest;
            return Some(u128::from(*first));
        }
        let mut number = 0;
        for shift in (0..128).step_by(7) {
            let (first, rest) = self.numbers.split_first()?;
            self.numbers = rest;
            number |= u128::from(first & 127) << shift;
            if *first < 128 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<&'static str> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.texts.split_at_checked(length)?;
        self.texts = rest;
        Some(text)
    }
}

/// Something that can be written to and read from the compact form.
pub trait Pack: Sized {
    fn pack(&self, to: &mut Writer);
    fn unpack(from: &mut Reader) -> Option<Self>;
}

macro_rules! whole_numbers {
    ($($type:ty),*) => { $(impl Pack for $type {
        fn pack(&self, to: &mut Writer) {
            // None of these is ever negative.
            to.number(*self as u128);
        }
        fn unpack(from: &mut Reader) -> Option<Self> {
            <$type>::try_from(from.number()?).ok()
        }
    })* };
}
whole_numbers!(u8, u16, u32, u128, usize);

/// Types that are one other value, or several fields, one after another.
macro_rules! fields {
    ($($type:ident { $($field:ident),* } $(skip { $($skipped:ident),* })?;)*) => { $(impl Pack for $type {
        fn pack(&self, to: &mut Writer) {
            $(self.$field.pack(to);)*
        }
        fn unpack(from: &mut Reader) -> Option<Self> {
            Some(Self { $($field: Pack::unpack(from)?,)* $($($skipped: Default::default(),)*)? })
        }
    })* };
}

macro_rules! wrapped {
    ($($type:ident),*) => { $(impl Pack for $type {
        fn pack(&self, to: &mut Writer) {
            self.0.pack(to);
        }
        fn unpack(from: &mut Reader) -> Option<Self> {
            Some(Self(Pack::unpack(from)?))
        }
    })* };
}
wrapped!(FactId, TestId, TargetId, ConcernId, ChoiceSet);

/// Types with a table of all their values.
macro_rules! listed {
    ($($type:ident in $table:ident),*) => { $(impl Pack for $type {
        fn pack(&self, to: &mut Writer) {
            $table.iter().position(|row| row.0 == *self).unwrap_or_default().pack(to);
        }
        fn unpack(from: &mut Reader) -> Option<Self> {
            $table.get(usize::unpack(from)?).map(|row| row.0)
        }
    })* };
}
listed!(FactType in FACT_TYPES, Effort in EFFORTS, Strength in STRENGTHS, ClaimKind in CLAIM_KINDS, Gravity in GRAVITIES);

/// Enums whose variants hold one value or none, each with a number of its own.
macro_rules! variants {
    ($($type:ident { $($number:literal $variant:ident $(($inner:ident))?),* };)*) => { $(impl Pack for $type {
        fn pack(&self, to: &mut Writer) {
            match self {
                $($type::$variant $(($inner))? => {
                    to.number($number);
                    $($inner.pack(to);)?
                })*
            }
        }
        fn unpack(from: &mut Reader) -> Option<Self> {
            match from.number()? {
                $($number => Some($type::$variant $(({ let $inner = Pack::unpack(from)?; $inner }))?),)*
                _ => None,
            }
        }
    })* };
}
variants! {
    Effect { 0 Favours(it), 1 Disfavours(it), 2 Excludes, 3 NotApplicable };
    Ask {
        0 OneOf(it), 1 Flag(it), 2 AtLeast(it), 3 Above(it), 4 AtMost(it), 5 Below(it), 6 MayExceed(it), 7 HasAny(it),
        8 HasAll(it), 9 HasOnly(it), 10 NamesAny(it), 11 NotEmpty, 12 Known(it)
    };
    ColumnType { 0 Text, 1 Flag, 2 Date, 3 Target, 4 Currency, 5 Scalar(it), 6 Choice(it), 7 When };
}

fields! {
    Place { line, column };
    Target { id, name, about, places, reference_chip, chip_fact, verified, claims };
    Concern { id, about, measurable, priority, claims };
    Named { id, about, claims };
    Source { id, short, title, address, date, author, kind, interest, document, file, place };
    Claim { id, source, at, kind, toward, said_by, says, left_out, file, place };
    Conflict { id, between, about, follow, why, file, place };
    Citation { source, at };
    Outranks { favours, disfavours };
    Caution { topic, gravity, text, targets };
    Rule {
        id, spread, concern, when, unless, effects, measure_first, caution, step, because, claims, sources, measured,
        outranks, estimated, from_profile, conflict, verified, review_by, file, place
    } skip { examples };
    Presumption { id, fact, value, when, because, claims, sources, verified, review_by, file, place } skip { examples };
    Figure { low, high, as_published, sources, recalled };
    Chip {
        id, name, target, vendor, status, status_because, figures, words, native_precisions, places, variants, notes,
        claims, sources, checked, file, place
    };
    Variant { id, name, figures };
    Machine {
        id, chip, variant, offered_in, chips, machines, topology, chip_memory_gib, vcpus, memory, network_gbps, status,
        status_because, note, sources, recalled, file, place
    };
    Slices { chip, prefixes, counted_per_chip };
    PublishedRun { what, work, kind, chip, chips, precision, utilisation, as_published, sources };
    Package { name, imports, tied, strength, why, way_out, recalled, sources, checked };
    Choice { id, label, number };
    Column { id, kind, required };
    Fact {
        id, kind, group, question, help, label, effort, absence, changeable, only_less, applies, choices, of_chips, columns,
        must_be_positive, open_with, typical, possible, usual, compared, never_empty, example, claims,
        file, place
    };
    Test { fact, ask };
    Contradiction { id, when, more, text, file, place } skip { examples };
    Contradictions { tests, all };
    Circumstance { id, label, facts };
    Questionnaire { opening, question, help, circumstances };
    Scale {
        slight, moderate, strong, decided, leaning, decided_unverified, leaning_unverified, contender, cautions
    };
}

impl Pack for bool {
    fn pack(&self, to: &mut Writer) {
        to.number(u128::from(*self));
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        Some(from.number()? == 1)
    }
}

impl Pack for f64 {
    fn pack(&self, to: &mut Writer) {
        to.numbers.extend(self.to_bits().to_le_bytes());
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        let (bytes, rest) = from.numbers.split_first_chunk::<8>()?;
        from.numbers = rest;
        Some(f64::from_bits(u64::from_le_bytes(*bytes)))
    }
}

impl Pack for Text {
    fn pack(&self, to: &mut Writer) {
        self.len().pack(to);
        to.texts.push_str(self);
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        from.text().map(Text::Borrowed)
    }
}

impl Pack for Box<str> {
    fn pack(&self, to: &mut Writer) {
        self.len().pack(to);
        to.texts.push_str(self);
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        from.text().map(Into::into)
    }
}

impl Pack for Date {
    fn pack(&self, to: &mut Writer) {
        let part = |part: i8| part.unsigned_abs();
        (self.year().unsigned_abs(), (part(self.month()), part(self.day()))).pack(to);
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        let (year, (month, day)): (u16, (u8, u8)) = Pack::unpack(from)?;
        Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
    }
}

impl<T: Pack> Pack for Option<T> {
    fn pack(&self, to: &mut Writer) {
        self.is_some().pack(to);
        self.iter().for_each(|value| value.pack(to));
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        if bool::unpack(from)? { Some(Some(T::unpack(from)?)) } else { Some(None) }
    }
}

impl<T: Pack> Pack for Vec<T> {
    fn pack(&self, to: &mut Writer) {
        self.len().pack(to);
        self.iter().for_each(|value| value.pack(to));
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        let length = usize::unpack(from)?;
        // A damaged length must not reserve memory for what is not there.
        let mut values = Vec::with_capacity(length.min(from.numbers.len()));
        for _ in 0..length {
            values.push(T::unpack(from)?);
        }
        Some(values)
    }
}

impl<A: Pack, B: Pack> Pack for (A, B) {
    fn pack(&self, to: &mut Writer) {
        self.0.pack(to);
        self.1.pack(to);
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        Some((A::unpack(from)?, B::unpack(from)?))
    }
}

impl Pack for Condition {
    fn pack(&self, to: &mut Writer) {
        let (number, parts): (u128, &[Condition]) = match self {
            Condition::Test(test) => {
                to.number(0);
                return test.pack(to);
            }
            Condition::All(parts) => (1, parts),
            Condition::Any(parts) => (2, parts),
            Condition::Not(part) => (3, std::slice::from_ref(part)),
        };
        to.number(number);
        parts.len().pack(to);
        parts.iter().for_each(|part| part.pack(to));
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        let number = from.number()?;
        if number == 0 {
            return TestId::unpack(from).map(Condition::Test);
        }
        from.depth += 1;
        if from.depth > DEEPEST {
            return None;
        }
        let mut parts = Vec::<Condition>::unpack(from)?;
        from.depth -= 1;
        match number {
            1 => Some(Condition::All(parts)),
            2 => Some(Condition::Any(parts)),
            3 => parts.pop().map(|part| Condition::Not(Box::new(part))),
            _ => None,
        }
    }
}

impl Pack for Absence {
    fn pack(&self, to: &mut Writer) {
        let number = match self {
            Absence::Open => 0,
            Absence::IfStated { .. } => 1,
            Absence::NeverJudged => 2,
            Absence::Derived => 3,
        };
        to.number(number);
        if let Absence::IfStated { taken_as } = self {
            taken_as.pack(to);
        }
    }
    fn unpack(from: &mut Reader) -> Option<Self> {
        match from.number()? {
            0 => Some(Absence::Open),
            1 => Some(Absence::IfStated { taken_as: Pack::unpack(from)? }),
            2 => Some(Absence::NeverJudged),
            3 => Some(Absence::Derived),
            _ => None,
        }
    }
}

/// The parts of the knowledge that are packed; the rest is worked out from them.
macro_rules! knowledge {
    ($($field:ident),*) => {
        /// The knowledge as bytes.
        pub fn pack(knowledge: &Knowledge) -> Vec<u8> {
            let mut to = Writer::default();
            $(knowledge.$field.pack(&mut to);)*
            Text::Owned(knowledge.hash.clone()).pack(&mut to);
            let mut front = Writer::default();
            to.texts.len().pack(&mut front);
            [front.numbers, to.texts.into_bytes(), to.numbers].concat()
        }

        /// The knowledge in bytes that [`pack`] made; none where they are damaged. Examples and named sets are left out.
        pub fn unpack(bytes: &'static [u8]) -> Option<Knowledge> {
            let mut from = Reader { texts: "", numbers: bytes, depth: 0 };
            let length = usize::unpack(&mut from)?;
            let (texts, numbers) = from.numbers.split_at_checked(length)?;
            let mut from = Reader { texts: std::str::from_utf8(texts).ok()?, numbers, depth: 0 };
            let mut knowledge = Knowledge {
                $($field: Pack::unpack(&mut from)?,)*
                hash: Text::unpack(&mut from)?.into_owned(),
                sets: HashMap::new(),
                fact_ids: HashMap::new(),
            };
            let ids = (0u16..).map(FactId).zip(&knowledge.facts);
            knowledge.fact_ids = ids.map(|(id, fact)| (fact.id.clone(), id)).collect();
            Some(knowledge)
        }
    };
}
knowledge!(
    facts,
    targets,
    concerns,
    topics,
    verdicts,
    scale,
    sources,
    claims,
    conflicts,
    chips,
    machines,
    slices,
    published,
    packages,
    tests,
    rules,
    presumptions,
    questionnaire,
    contradictions,
    date
);
