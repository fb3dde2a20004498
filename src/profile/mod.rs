//! A workload, read against the vocabulary: keys to facts, texts to values, each with its place.

mod contradictions;
mod house;
mod quick;
mod set;
mod tables;
mod translate;

pub use contradictions::contradictions;
pub use house::{House, price_rows};
pub use quick::{Quick, Slate};
pub use set::{Setting, node, set};
pub use translate::translated;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::diag::{Diagnostic, Place, shown};
use crate::facts::{FactId, Facts, Known, Origin, Value};
use crate::knowledge::{Absence, Fact, FactType, Knowledge, unknown_chips, value_of};
use crate::read::{Entry, Node, Tree};
use crate::units;

/// At most so many problems of one file are shown.
pub const MOST_PROBLEMS: usize = 50;

/// What is not shown is counted so far; nobody mends a thousand problems by their number.
const COUNTED: usize = 1000;

/// No fact's name has as many dots, so a key is looked through no further.
const DOTS: usize = 8;

/// What is known about one workload.
#[derive(Clone, Debug)]
pub struct Profile {
    /// As stated, else the file's name.
    pub name: String,
    pub path: Arc<str>,
    pub line: u32,
    pub facts: Facts,
    pub labels: Arc<BTreeMap<String, String>>,
    /// The currencies of the amounts of money that it states.
    pub currencies: BTreeMap<FactId, String>,
    /// Facts of which the profile says in so many words that they are not known.
    pub said_unknown: Vec<FactId>,
    /// What does not stop the judgement and should be known all the same.
    pub warnings: Vec<Diagnostic>,
}

/// Reads one record.
///
/// # Errors
/// All problems of content, at most [`MOST_PROBLEMS`], in the order of the file.
pub fn read(knowledge: &Knowledge, node: &Node, path: &str) -> Result<Profile, Vec<Diagnostic>> {
    read_telling(knowledge, node, path, MOST_PROBLEMS)
}

/// Reads one record and tells at most so many problems, though never none; how many more there are is told as one.
/// Suggestions take time, so a file of thousands of broken records must be able to have an end of them.
///
/// # Errors
/// The problems of content, in the order of the file.
pub fn read_telling(knowledge: &Knowledge, node: &Node, path: &str, most: usize) -> Result<Profile, Vec<Diagnostic>> {
    let mut reading = Reading {
        knowledge,
        path: path.into(),
        profile: Profile {
            name: stem(path),
            path: path.into(),
            line: node.place.line,
            facts: Facts::unknown(knowledge.facts.len()),
            labels: Arc::default(),
            currencies: BTreeMap::new(),
            said_unknown: Vec::new(),
            warnings: Vec::new(),
        },
        stated: BTreeMap::new(),
        parts: BTreeMap::new(),
        problems: Told::at_most(most.max(1)),
        warnings: Told::at_most(MOST_PROBLEMS),
        suggests: most > 0,
    };
    match node.entries() {
        Some([]) => reading.problem(Diagnostic::error("empty-profile", "the profile states nothing").at(node.place)),
        Some(_) => reading.keys(node, ""),
        None => {
            let message = format!("a profile is a table of facts and their values, not {}", node.kind());
            reading.problem(Diagnostic::error("wrong-type", message).at(node.place));
        }
    }
    reading.tables_of_parts();
    reading.finish()
}

fn stem(path: &str) -> String {
    std::path::Path::new(path).file_stem().map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Problems of one kind, and how many there are beyond those that are kept.
struct Told {
    kept: Vec<Diagnostic>,
    most: usize,
    more: usize,
}

impl Told {
    fn at_most(most: usize) -> Self {
        Self { kept: Vec::new(), most, more: 0 }
    }

    fn is_full(&self) -> bool {
        self.kept.len() >= self.most
    }

    fn add(&mut self, problem: Diagnostic) {
        if self.is_full() { self.more += 1 } else { self.kept.push(problem) }
    }

    /// All that are kept, in the order of the file, and one that counts the others.
    fn all(mut self, count: impl Fn(usize) -> Diagnostic) -> Vec<Diagnostic> {
        self.kept.sort_by_key(|problem| problem.place);
        self.kept.extend((self.more > 0).then(|| count(self.more)));
        self.kept
    }
}

impl Profile {
    /// States a fact over what the profile says of it.
    pub fn set(&mut self, knowledge: &Knowledge, setting: &Setting) {
        if let (Some(Value::Text(name)), "name") =
            (setting.known.as_ref().map(|known| &known.value), knowledge.fact(setting.fact).id.as_ref())
        {
            self.name = name.to_string();
        }
        if let Some(currency) = &setting.currency {
            self.currencies.insert(setting.fact, currency.clone());
        }
        self.facts.set(setting.fact, setting.known.clone());
    }
}

struct Reading<'k> {
    knowledge: &'k Knowledge,
    path: Arc<str>,
    profile: Profile,
    /// Where each fact was stated, in whichever spelling.
    stated: BTreeMap<FactId, Place>,
    /// What was stated of facts that are tables, key by key, dotted or nested.
    parts: BTreeMap<FactId, Vec<Entry>>,
    problems: Told,
    warnings: Told,
    /// Whether unknown names are held against the right ones.
    suggests: bool,
}

impl Reading<'_> {
    fn problem(&mut self, problem: Diagnostic) {
        let told = if problem.is_error() { &mut self.problems } else { &mut self.warnings };
        told.add(problem.in_file(self.path.as_ref()));
    }

    /// Every key of a table, with the keys above it in front.
    fn keys(&mut self, node: &Node, above: &str) {
        for entry in node.entries().unwrap_or_default() {
            if self.problems.more >= COUNTED {
                return;
            }
            let key = if above.is_empty() { entry.key.to_string() } else { format!("{above}.{}", entry.key) };
            match self.knowledge.fact_id(&key) {
                Some(id) => self.fact(id, entry.place, &entry.value),
                None if self.is_group(&key) => match &entry.value.tree {
                    Tree::Map(_) => self.keys(&entry.value, &key),
                    _ if is_unknown(&entry.value) => {}
                    _ => self.group_with_a_value(&key, &entry.value),
                },
                None => match self.part_of_a_table(&key) {
                    Some((id, part)) => self.part(id, part.to_owned(), entry),
                    None => self.unknown_key(&key, entry.place),
                },
            }
        }
    }

    fn is_group(&self, key: &str) -> bool {
        self.knowledge.facts.iter().any(|fact| fact.id.strip_prefix(key).is_some_and(|rest| rest.starts_with('.')))
    }

    fn inside(&self, key: &str) -> Vec<String> {
        let statable = self.knowledge.facts.iter().filter(|fact| fact.absence != Absence::Derived);
        let ids = statable.map(|fact| fact.id.to_string());
        ids.filter(|id| id.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'))).collect()
    }

    fn group_with_a_value(&mut self, key: &str, value: &Node) {
        let message = format!("`{key}` groups other facts; it has no value of its own");
        let problem = Diagnostic::error("wrong-type", message).at(value.place).on_key(key);
        self.problem(Diagnostic { allowed: self.inside(key), ..problem });
    }

    /// The fact with keys of its own that a dotted key belongs to, and the rest of the key.
    fn part_of_a_table<'a>(&self, key: &'a str) -> Option<(FactId, &'a str)> {
        let mut dots = key.match_indices('.').take(DOTS).map(|(at, _)| (&key[..at], &key[at + 1..]));
        dots.find_map(|(above, part)| {
            let id = self.knowledge.fact_id(above)?;
            let kind = self.knowledge.fact(id).kind;
            matches!(kind, FactType::Table | FactType::Map | FactType::Tables).then_some((id, part))
        })
    }

    /// `decision.target: gpu`, which says the same as `decision: {target: gpu}`.
    fn part(&mut self, id: FactId, key: String, entry: &Entry) {
        let fact = self.knowledge.fact(id);
        if fact.kind == FactType::Tables {
            let message = format!("`{}` is a list of tables: write each as an item with `- `", fact.id);
            return self.problem(Diagnostic::error("wrong-type", message).at(entry.place).on_key(fact.id.as_ref()));
        }
        self.add_part(id, Entry { key: key.into(), place: entry.place, value: entry.value.clone() });
    }

    fn add_part(&mut self, id: FactId, part: Entry) {
        self.parts.entry(id).or_default().push(part);
    }

    /// Reads the facts whose keys have been gathered.
    fn tables_of_parts(&mut self) {
        for (id, mut parts) in std::mem::take(&mut self.parts) {
            let Some(place) = parts.first().map(|part| part.place) else { continue };
            if let Some(first) = self.stated.get(&id).copied() {
                self.stated_twice(&self.knowledge.fact(id).id.clone(), place, first);
                continue;
            }
            let mut known: HashMap<String, Place> = HashMap::new();
            parts.retain(|part| {
                let first = *known.entry(part.key.to_string()).or_insert(part.place);
                if first != part.place {
                    self.stated_twice(&format!("{}.{}", self.knowledge.fact(id).id, part.key), part.place, first);
                }
                first == part.place
            });
            self.state(id, &Node { tree: Tree::Map(parts), place });
        }
    }

    fn stated_twice(&mut self, key: &str, place: Place, first: Place) {
        let message = format!("`{}` is stated twice; first in line {}", shown(key), first.line);
        self.problem(Diagnostic::error("duplicate-key", message).at(place).on_key(key));
    }

    fn unknown_key(&mut self, key: &str, place: Place) {
        if self.problems.is_full() {
            // One that is only counted needs no words.
            self.problems.more += 1;
            return;
        }
        let message =
            if key.is_empty() { "a key is empty".to_owned() } else { format!("unknown key `{}`", shown(key)) };
        let mut problem = Diagnostic::error("unknown-key", message).at(place).on_key(key);
        if self.suggests {
            let statable = self.knowledge.facts.iter().filter(|fact| fact.absence != Absence::Derived);
            problem.nearest = crate::diag::nearest(key, statable.map(|fact| fact.id.as_ref())).map(str::to_owned);
            if problem.nearest.is_none() {
                let group = key.rsplit_once('.').map(|(group, _)| group).unwrap_or_default();
                problem.allowed = self.inside(group);
                if problem.allowed.is_empty() {
                    problem.message += "; `chipwise explain facts` lists all";
                }
            }
        }
        self.problem(problem);
    }

    fn fact(&mut self, id: FactId, key_place: Place, node: &Node) {
        let fact = self.knowledge.fact(id);
        if let (FactType::Table | FactType::Map, Some(entries @ [_, ..])) = (fact.kind, node.entries()) {
            return entries.iter().for_each(|entry| self.add_part(id, entry.clone()));
        }
        if fact.absence == Absence::Derived {
            let message = format!("`{}` is worked out from other facts and cannot be stated", fact.id);
            return self.problem(Diagnostic::error("derived-fact", message).at(key_place).on_key(fact.id.as_ref()));
        }
        if let Some(first) = self.stated.insert(id, key_place) {
            return self.stated_twice(&fact.id, key_place, first);
        }
        if is_unknown(node) {
            self.profile.said_unknown.push(id);
            return;
        }
        self.state(id, node);
    }

    fn state(&mut self, id: FactId, node: &Node) {
        let fact = self.knowledge.fact(id);
        match self.value(fact, node) {
            Ok(value) => {
                for warning in unknown_chips(fact, node) {
                    self.problem(warning);
                }
                self.profile.currencies.extend(currency(fact, node).map(|currency| (id, currency)));
                let origin = Origin::file(self.path.clone(), node.place);
                self.profile.facts.set(id, Some(Known { value, origin }));
            }
            Err(problems) => problems.into_iter().for_each(|problem| self.problem(problem)),
        }
    }

    fn value(&self, fact: &Fact, node: &Node) -> Result<Value, Vec<Diagnostic>> {
        match fact.kind {
            FactType::Tables | FactType::Table => tables::read(self.knowledge, fact, node),
            FactType::Map => tables::labels(fact, node),
            _ => value_of(fact, node).map_err(|problem| vec![problem]),
        }
    }

    fn finish(mut self) -> Result<Profile, Vec<Diagnostic>> {
        let path = self.path.clone();
        if !self.problems.kept.is_empty() {
            return Err(self.problems.all(|more| {
                let message = format!("and {} in this profile", more_problems(more));
                Diagnostic::error("more-problems", message).in_file(path.as_ref())
            }));
        }
        self.profile.warnings = self.warnings.all(|more| {
            let message = format!("and {more} more warnings on this profile");
            Diagnostic::warning("more-problems", message).in_file(path.as_ref())
        });
        let text = |id: &str| match self.knowledge.fact_id(id).and_then(|id| self.profile.facts.value(id)) {
            Some(Value::Text(text)) => Some(text.to_string()),
            _ => None,
        };
        if let Some(name) = text("name") {
            self.profile.name = name;
        }
        let labels = self.knowledge.fact_id("labels").and_then(|id| self.profile.facts.value(id));
        if let Some(Value::Labels(labels)) = labels {
            self.profile.labels = labels.clone();
        }
        Ok(self.profile)
    }
}

/// The currency of an amount of money.
fn currency(fact: &Fact, node: &Node) -> Option<String> {
    let written = node.text().filter(|_| fact.kind == FactType::Money)?;
    units::parse_money(written).ok().map(|(_, currency)| currency)
}

/// `1 more problem`, `12 more problems`, `more than 1000 more problems`.
fn more_problems(number: usize) -> String {
    let over = if number >= COUNTED { "more than " } else { "" };
    format!("{over}{number} more {}", if number == 1 { "problem" } else { "problems" })
}

fn is_unknown(node: &Node) -> bool {
    matches!(node.tree, Tree::Null) || node.text() == Some("unknown")
}
