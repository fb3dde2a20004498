//! A workload, read against the vocabulary: keys to facts, texts to values, each with its place.

mod set;
mod tables;

pub use set::set;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Diagnostic, Place};
use crate::facts::{FactId, Facts, Known, Origin, Value};
use crate::knowledge::{Absence, Fact, FactType, Knowledge, unknown_chips, value_of};
use crate::read::{Node, Tree};

/// At most so many problems of one file are shown.
pub const MOST_PROBLEMS: usize = 50;

/// What is known about one workload.
#[derive(Clone, Debug)]
pub struct Profile {
    /// As stated, else the file's name.
    pub name: String,
    pub path: Arc<str>,
    pub line: u32,
    pub facts: Facts,
    pub labels: Arc<BTreeMap<String, String>>,
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
    let mut reading = Reading {
        knowledge,
        path: path.into(),
        profile: Profile {
            name: stem(path),
            path: path.into(),
            line: node.place.line,
            facts: Facts::unknown(knowledge.facts.len()),
            labels: Arc::default(),
            said_unknown: Vec::new(),
            warnings: Vec::new(),
        },
        stated: BTreeMap::new(),
        problems: Vec::new(),
    };
    match node.entries() {
        Some([]) => reading.problem(Diagnostic::error("empty-profile", "the profile states nothing").at(node.place)),
        Some(_) => reading.keys(node, ""),
        None => {
            let message = format!("a profile is a table of facts and their values, not {}", node.kind());
            reading.problem(Diagnostic::error("wrong-type", message).at(node.place));
        }
    }
    reading.finish()
}

fn stem(path: &str) -> String {
    std::path::Path::new(path).file_stem().map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

struct Reading<'k> {
    knowledge: &'k Knowledge,
    path: Arc<str>,
    profile: Profile,
    /// Where each fact was stated, in whichever spelling.
    stated: BTreeMap<FactId, Place>,
    problems: Vec<Diagnostic>,
}

impl Reading<'_> {
    fn problem(&mut self, problem: Diagnostic) {
        let problem = problem.in_file(self.path.as_ref());
        if problem.is_error() { self.problems.push(problem) } else { self.profile.warnings.push(problem) }
    }

    /// Every key of a table, with the keys above it in front.
    fn keys(&mut self, node: &Node, above: &str) {
        for entry in node.entries().unwrap_or_default() {
            let key = if above.is_empty() { entry.key.to_string() } else { format!("{above}.{}", entry.key) };
            match self.knowledge.fact_id(&key) {
                Some(id) => self.fact(id, entry.place, &entry.value),
                None if self.is_group(&key) => match &entry.value.tree {
                    Tree::Map(_) => self.keys(&entry.value, &key),
                    Tree::Null => {}
                    _ => {
                        let inside = self.inside(&key);
                        let message = format!("`{key}` groups other facts; it has no value of its own");
                        self.problem(Diagnostic::error("wrong-type", message).at(entry.value.place).on_key(key).allowing("", inside));
                    }
                },
                None => self.unknown_key(&key, entry.place),
            }
        }
    }

    fn is_group(&self, key: &str) -> bool {
        self.knowledge.facts.iter().any(|fact| fact.id.strip_prefix(key).is_some_and(|rest| rest.starts_with('.')))
    }

    fn inside(&self, key: &str) -> Vec<String> {
        let ids = self.knowledge.facts.iter().map(|fact| fact.id.to_string());
        ids.filter(|id| id.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'))).collect()
    }

    fn unknown_key(&mut self, key: &str, place: Place) {
        let shown: String = key.chars().take(80).collect();
        let mut problem = Diagnostic::error("unknown-key", format!("unknown key `{shown}`")).at(place).on_key(shown.clone());
        let statable = || self.knowledge.facts.iter().filter(|fact| fact.absence != Absence::Derived).map(|fact| fact.id.as_ref());
        problem.nearest = crate::diag::nearest(key, statable()).map(str::to_owned);
        if problem.nearest.is_none() {
            let group = key.rsplit_once('.').map(|(group, _)| group).unwrap_or_default();
            problem.allowed = self.inside(group);
            if problem.allowed.is_empty() {
                problem.message += "; `chipwise explain facts` lists all";
            }
        }
        self.problem(problem);
    }

    fn fact(&mut self, id: FactId, key_place: Place, node: &Node) {
        let fact = self.knowledge.fact(id);
        if fact.absence == Absence::Derived {
            let message = format!("`{}` is worked out from other facts and cannot be stated", fact.id);
            return self.problem(Diagnostic::error("derived-fact", message).at(key_place).on_key(fact.id.clone()));
        }
        if let Some(first) = self.stated.insert(id, key_place) {
            let message = format!("`{}` is stated twice; first in line {}", fact.id, first.line);
            return self.problem(Diagnostic::error("duplicate-key", message).at(key_place).on_key(fact.id.clone()));
        }
        if is_unknown(node) {
            self.profile.said_unknown.push(id);
            return;
        }
        match self.value(fact, node) {
            Ok(value) => {
                for warning in unknown_chips(fact, node) {
                    self.problem(warning);
                }
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
        if !self.problems.is_empty() {
            self.problems.sort_by_key(|problem| problem.place);
            let more = self.problems.len().saturating_sub(MOST_PROBLEMS);
            self.problems.truncate(MOST_PROBLEMS);
            if more > 0 {
                let message = format!("and {more} more problems in this profile");
                self.problems.push(Diagnostic::error("more-problems", message).in_file(self.path.as_ref()));
            }
            return Err(self.problems);
        }
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

fn is_unknown(node: &Node) -> bool {
    matches!(node.tree, Tree::Null) || node.text() == Some("unknown")
}
