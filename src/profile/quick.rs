//! Records of a stream in one pass: from the text of a line to its facts, without a tree in between.
//!
//! Only what is plainly right is read here. Whatever is not (an unknown key, a wrong type, a table, a number with a
//! fraction) is left to [`super::read`], which knows what to say; a test holds both to the same facts. Places are not kept,
//! so this is for answers that show none.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{Profile, stem};
use crate::facts::{ChoiceSet, FactId, Facts, Known, Origin, OriginKind, Value, normal_name};
use crate::knowledge::{Absence, Fact, FactType, Knowledge};
use crate::units;

/// Longer lists are left to the reader that knows their limit.
const LONGEST_LIST: usize = 1000;

/// The keys that a record may have, each at hand.
pub struct Quick<'k> {
    knowledge: &'k Knowledge,
    tables: Vec<Table>,
    keys: Vec<Key>,
    labels: Arc<BTreeMap<String, String>>,
}

/// The keys of a record, or of a group in it, by their names without what stands before their last dots.
#[derive(Default)]
struct Table {
    keys: HashMap<Box<str>, u16>,
    /// The key that came first last.
    first: Cell<u16>,
}

struct Key {
    table: u16,
    name: Box<str>,
    what: What,
    /// The key that came behind it last, which most records have in the same order.
    next: Cell<u16>,
}

#[derive(Clone, Copy)]
enum What {
    Fact(FactId),
    Group(u16),
}

/// The room for one record, used for one after another.
pub struct Slate {
    pub profile: Profile,
    origin: Origin,
    stem: String,
    stated: Vec<bool>,
}

impl Slate {
    /// Room for records of a file.
    fn new(quick: &Quick, path: &Arc<str>) -> Self {
        let knowledge = quick.knowledge;
        let origin = Origin { path: Some(path.clone()), ..Origin::of(OriginKind::File) };
        let profile = Profile {
            name: String::new(),
            path: path.clone(),
            line: 0,
            facts: Facts::unknown(knowledge.facts.len()),
            labels: Arc::default(),
            currencies: BTreeMap::new(),
            said_unknown: Vec::new(),
            warnings: Vec::new(),
        };
        Self { profile, origin, stem: stem(path), stated: vec![false; knowledge.facts.len() + quick.tables.len()] }
    }

    /// Whether it is for records of this file.
    pub fn is_for(&self, path: &Arc<str>) -> bool {
        Arc::ptr_eq(&self.profile.path, path)
    }

    fn clean(&mut self, labels: &Arc<BTreeMap<String, String>>, line: u32) {
        let profile = &mut self.profile;
        profile.facts.clear();
        profile.name.clear();
        profile.name.push_str(&self.stem);
        profile.labels = labels.clone();
        profile.currencies.clear();
        profile.said_unknown.clear();
        profile.line = line;
        self.stated.fill(false);
    }
}

impl<'k> Quick<'k> {
    pub fn new(knowledge: &'k Knowledge) -> Self {
        let mut quick = Self { knowledge, tables: vec![Table::default()], keys: Vec::new(), labels: Arc::default() };
        for (id, fact) in knowledge.declared().filter(|(_, fact)| fact.absence != Absence::Derived) {
            // `a.b.c` stands as such, and as `b.c` in a group `a`, and so on inwards.
            let mut table = 0;
            let mut rest: &str = &fact.id;
            quick.add(table, rest, What::Fact(id));
            while let Some((group, inner)) = rest.split_once('.') {
                table = quick.group(table, group);
                rest = inner;
                quick.add(table, rest, What::Fact(id));
            }
        }
        quick
    }

    fn add(&mut self, table: u16, name: &str, what: What) -> u16 {
        let at = u16::try_from(self.keys.len()).unwrap_or(u16::MAX);
        self.keys.push(Key { table, name: name.into(), what, next: Cell::new(at) });
        if let Some(table) = self.tables.get_mut(usize::from(table)) {
            table.keys.insert(name.into(), at);
        }
        at
    }

    fn group(&mut self, table: u16, name: &str) -> u16 {
        let known = self.tables.get(usize::from(table)).and_then(|table| table.keys.get(name)).copied();
        if let Some(What::Group(group)) = known.and_then(|at| self.keys.get(usize::from(at))).map(|key| key.what) {
            return group;
        }
        let group = u16::try_from(self.tables.len()).unwrap_or(u16::MAX);
        self.tables.push(Table::default());
        self.add(table, name, What::Group(group));
        group
    }

    /// Room for records of a file.
    pub fn slate(&self, path: &Arc<str>) -> Slate {
        Slate::new(self, path)
    }

    /// Reads a line, if it is plainly right. Otherwise what the slate holds means nothing.
    pub fn read(&self, line: &[u8], number: u32, slate: &mut Slate) -> bool {
        let Ok(text) = std::str::from_utf8(line) else { return false };
        slate.clean(&self.labels, number);
        let mut reader = serde_json::Deserializer::from_str(text);
        let keys = Keys { quick: self, table: 0, slate };
        keys.deserialize(&mut reader).is_ok_and(|stated| stated > 0) && reader.end().is_ok()
    }
}

/// That a record is left to the other reader.
fn left<E: Error>() -> E {
    E::custom("")
}

/// The keys of a record or of a group. Comes to the number of keys.
struct Keys<'a, 'k> {
    quick: &'a Quick<'k>,
    table: u16,
    slate: &'a mut Slate,
}

impl<'de> DeserializeSeed<'de> for Keys<'_, '_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<usize, D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Keys<'_, '_> {
    type Value = usize;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a table of facts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<usize, A::Error> {
        let Keys { quick, table, slate } = self;
        let mut last = &quick.tables.get(usize::from(table)).ok_or_else(left)?.first;
        let mut count = 0;
        while let Some(at) = map.next_key_seed(KeyName { quick, table, last })? {
            let key = quick.keys.get(usize::from(at)).ok_or_else(left)?;
            last.set(at);
            last = &key.next;
            count += 1;
            let mark = match key.what {
                What::Fact(id) => id.index(),
                What::Group(table) => quick.knowledge.facts.len() + usize::from(table),
            };
            if std::mem::replace(slate.stated.get_mut(mark).ok_or_else(left)?, true) {
                return Err(left());
            }
            match key.what {
                What::Group(table) => {
                    map.next_value_seed(Keys { quick, table, slate })?;
                }
                What::Fact(id) => match map.next_value_seed(OfFact { fact: quick.knowledge.fact(id), id, slate })? {
                    None => slate.profile.said_unknown.push(id),
                    Some(value) => {
                        let origin = slate.origin.clone();
                        slate.profile.facts.set(id, Some(Known { value, origin }));
                    }
                },
            }
        }
        Ok(count)
    }
}

/// The place of a key by its name.
struct KeyName<'a, 'k> {
    quick: &'a Quick<'k>,
    table: u16,
    last: &'a Cell<u16>,
}

impl<'de> DeserializeSeed<'de> for KeyName<'_, '_> {
    type Value = u16;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<u16, D::Error> {
        reader.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeyName<'_, '_> {
    type Value = u16;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("the name of a fact")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<u16, E> {
        // A key that follows another once does so in most records.
        let guess = self.last.get();
        let guessed = self.quick.keys.get(usize::from(guess));
        if guessed.is_some_and(|key| key.table == self.table && *key.name == *name) {
            return Ok(guess);
        }
        let table = self.quick.tables.get(usize::from(self.table)).ok_or_else(left)?;
        table.keys.get(name).copied().ok_or_else(left)
    }
}

/// The value of a fact; none where it is said to be unknown.
struct OfFact<'a> {
    fact: &'a Fact,
    id: FactId,
    slate: &'a mut Slate,
}

impl<'de> DeserializeSeed<'de> for OfFact<'_> {
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Option<Value>, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for OfFact<'_> {
    type Value = Option<Value>;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("the value of a fact")
    }

    fn visit_unit<E: Error>(self) -> Result<Option<Value>, E> {
        Ok(None)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Option<Value>, E> {
        if self.fact.kind == FactType::Flag { Ok(Some(Value::Flag(flag))) } else { Err(left()) }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Option<Value>, E> {
        let plain = matches!(self.fact.kind, FactType::Count | FactType::Number);
        // So far every whole number is a double without loss.
        if !plain || number > 1 << 53 || (self.fact.must_be_positive && number == 0) {
            return Err(left());
        }
        Ok(Some(Value::Number(number as f64)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Option<Value>, E> {
        if text == "unknown" {
            return Ok(None);
        }
        let fact = self.fact;
        let read = match fact.kind {
            FactType::Choice => return fact.choice(text).map(|choice| Some(Value::Choice(choice))).ok_or_else(left),
            FactType::Text => {
                if fact.id.as_ref() == "name" {
                    self.slate.profile.name.clear();
                    self.slate.profile.name.push_str(text);
                }
                return Ok(Some(Value::Text(text.into())));
            }
            FactType::Count => units::parse_count(text),
            FactType::Number => units::parse_number(text),
            FactType::Bytes => units::parse_bytes(text),
            FactType::Duration => units::parse_duration(text),
            FactType::Rate => units::parse_rate(text),
            FactType::Money => units::parse_money(text).map(|(amount, currency)| {
                self.slate.profile.currencies.insert(self.id, currency);
                amount
            }),
            _ => return Err(left()),
        };
        match read {
            Ok(number) if number != 0.0 || !fact.must_be_positive => Ok(Some(Value::Number(number))),
            _ => Err(left()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Option<Value>, A::Error> {
        let fact = self.fact;
        match fact.kind {
            FactType::Choices => {
                let (mut set, mut more) = (ChoiceSet::default(), false);
                while let Some(item) = items.next_element_seed(Item(fact))? {
                    match item {
                        None => more = true,
                        Some(choice) if !set.contains(choice) => set = set.with(choice),
                        Some(_) => return Err(left()),
                    }
                }
                Ok(Some(Value::Choices { set, more }))
            }
            FactType::Names => {
                let mut names: Vec<Box<str>> = Vec::new();
                while let Some(NameItem(name)) = items.next_element_seed(NameItem(Box::default()))? {
                    if names.len() >= LONGEST_LIST {
                        return Err(left());
                    }
                    names.push(name);
                }
                names.sort_unstable();
                names.dedup();
                Ok(Some(Value::Names(names.into())))
            }
            _ => Err(left()),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<Value>, A::Error> {
        // Other tables have columns, and an empty one is told apart from none.
        if self.fact.kind != FactType::Map {
            return Err(left());
        }
        let mut labels = BTreeMap::new();
        while let Some((key, value)) = map.next_entry::<String, String>()? {
            if labels.insert(key, value).is_some() {
                return Err(left());
            }
        }
        if labels.is_empty() {
            return Err(left());
        }
        let labels = Arc::new(labels);
        self.slate.profile.labels = labels.clone();
        Ok(Some(Value::Labels(labels)))
    }
}

/// An item of a list of choices; none is one that says that there may be more.
struct Item<'a>(&'a Fact);

impl<'de> DeserializeSeed<'de> for Item<'_> {
    type Value = Option<u16>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Option<u16>, D::Error> {
        reader.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Item<'_> {
    type Value = Option<u16>;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a choice")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Option<u16>, E> {
        if text == "unknown" { Ok(None) } else { self.0.choice(text).map(Some).ok_or_else(left) }
    }
}

/// An item of a list of names, in its normal spelling.
struct NameItem(Box<str>);

impl<'de> DeserializeSeed<'de> for NameItem {
    type Value = NameItem;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<NameItem, D::Error> {
        reader.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for NameItem {
    type Value = NameItem;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a name")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<NameItem, E> {
        Ok(NameItem(normal_name(text).into()))
    }
}

#[cfg(test)]
mod tests;
