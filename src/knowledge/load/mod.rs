//! Loads rule files into the knowledge and reports everything that is wrong with them, each with its place.
//!
//! Files are read in passes, so that neither the order of files nor of entries in them matters:
//! targets and criteria, then sources and claims, chips and sets, facts, and at last the rules that use them all.

mod catalogue;
mod conditions;
mod contradictions;
mod machines;
mod questionnaire;
mod rules;
mod scale;
mod sources;
mod vocabulary;

use std::collections::HashMap;

use super::fields::{Problems, Text};
use super::{Fact, Knowledge, Test};
use crate::diag::{Diagnostic, Place, shown};
use crate::facts::FactId;
use crate::read::Node;

pub use conditions::{unknown_chips, value_of};

/// A rule file: its name as the user gave it, and its content.
pub type RuleFile = (String, Node);

/// The tables that a rule file may have at its top, and no others.
const TABLES: [&str; 21] = [
    "target",
    "concern",
    "strengths",
    "thresholds",
    "priorities",
    "verdict",
    "topic",
    "source",
    "claim",
    "left_out",
    "conflict",
    "chip",
    "machines",
    "slices",
    "published",
    "package",
    "set",
    "fact",
    "questionnaire",
    "circumstance",
    "contradiction",
];
const RULE_TABLES: [&str; 2] = ["rule", "presumption"];

/// What has been loaded so far and is needed to read the rest.
pub(super) struct Loading<'f> {
    pub files: &'f [RuleFile],
    pub problems: &'f Problems,
    pub known: Knowledge,
    /// The places of tests by their spelling: thousands of rules would else be compared by their square.
    tests: HashMap<String, super::TestId>,
}

impl<'f> Loading<'f> {
    /// Every entry of a table, in all files, with the file's name.
    pub fn entries(&self, table: &str) -> Vec<(&'f str, &'f Node)> {
        let mut found = Vec::new();
        for (file, node) in self.files {
            let Some(node) = node.get(table) else { continue };
            match node.items() {
                Some(items) => found.extend(items.iter().map(|item| (file.as_str(), item))),
                None => found.push((file.as_str(), node)),
            }
        }
        found
    }

    /// Reports an id that is declared a second time.
    pub fn once(
        &self,
        what: &str,
        id: &str,
        seen: &mut HashMap<String, (String, Place)>,
        file: &str,
        place: Place,
    ) -> bool {
        if let Some((first, at)) = seen.get(id) {
            let message = format!("{what} `{}` is declared twice; first in {first}:{}", shown(id), at.line);
            self.problems.add(Diagnostic::error("duplicate-id", message).in_file(file).at(place).on_key(id));
            return false;
        }
        seen.insert(id.to_owned(), (file.to_owned(), place));
        true
    }

    /// The places of claims by their ids; an unknown one is reported.
    pub fn claims(&self, ids: &[(Text, Place)], file: &str) -> Vec<usize> {
        ids.iter()
            .filter_map(|(id, place)| {
                let found = self.known.claims.iter().position(|claim| claim.id == *id);
                if found.is_none() {
                    let known = self.known.claims.iter().map(|claim| claim.id.as_ref());
                    self.unknown_name("claim", id, *place, file, known);
                }
                found
            })
            .collect()
    }

    pub fn unknown_name<'a>(
        &self,
        what: &str,
        written: &str,
        place: Place,
        file: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let problem = Diagnostic::error("unknown-name", format!("there is no {what} `{}`", shown(written)));
        self.problems.add_unknown(problem.in_file(file).at(place).on_key(what), written, known);
    }

    /// The place of a test in the table, added if it is new.
    pub fn test(&mut self, test: Test) -> super::TestId {
        let tests = &mut self.known.tests;
        *self.tests.entry(format!("{test:?}")).or_insert_with(|| {
            tests.push(test);
            super::TestId(u16::try_from(tests.len() - 1).unwrap_or(u16::MAX))
        })
    }

    pub fn add_fact(&mut self, fact: Fact) {
        let id = FactId(u16::try_from(self.known.facts.len()).unwrap_or(u16::MAX));
        self.known.fact_ids.insert(fact.id.clone(), id);
        self.known.facts.push(fact);
    }
}

/// Loads rule files.
///
/// # Errors
/// Every problem found, in the order of the files.
pub fn load(files: &[RuleFile]) -> Result<Knowledge, Vec<Diagnostic>> {
    let problems = Problems::default();
    let mut loading = Loading { files, problems: &problems, known: Knowledge::empty(), tests: HashMap::new() };
    unknown_tables(files, &problems);
    scale::load(&mut loading);
    sources::load(&mut loading);
    catalogue::load(&mut loading);
    machines::load(&mut loading);
    vocabulary::load(&mut loading);
    questionnaire::load(&mut loading);
    contradictions::load(&mut loading);
    rules::load(&mut loading);
    let mut known = loading.known;
    too_many(&known, &problems);
    known.hash = fingerprint(files);
    let (mut problems, more) = problems.into_inner();
    if problems.iter().any(Diagnostic::is_error) {
        let order = |path: &Option<String>| files.iter().position(|(file, _)| Some(file) == path.as_ref());
        problems.sort_by_key(|problem| (order(&problem.path), problem.place));
        if more > 0 {
            problems.push(Diagnostic::error("more-problems", format!("and {more} more in the rule files")));
        }
        return Err(problems);
    }
    Ok(known)
}

/// Facts, rules and tests are numbered in two bytes; what is beyond would be mixed up.
fn too_many(known: &Knowledge, problems: &Problems) {
    let most = usize::from(u16::MAX);
    let counts = [("facts", known.facts.len()), ("rules", known.rules.len()), ("different tests", known.tests.len())];
    for (what, count) in counts.into_iter().filter(|(_, count)| *count > most) {
        let message = format!("the rule files hold {count} {what}; at most {most} are read");
        problems.add(Diagnostic::error("too-many", message));
    }
}

fn unknown_tables(files: &[RuleFile], problems: &Problems) {
    let known = || TABLES.iter().chain(&RULE_TABLES).copied();
    for (file, node) in files {
        for entry in node.entries().unwrap_or_default() {
            if !known().any(|table| table == entry.key) {
                let problem =
                    Diagnostic::error("unknown-key", format!("a rule file has no table `{}`", shown(&entry.key)));
                problems.add(problem.in_file(file).at(entry.place).on_key(&entry.key).allowing(&entry.key, known()));
            }
        }
    }
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

fn fed(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The fingerprint of rules of which some are left out.
pub fn fingerprint_without(whole: &str, ids: &[&str]) -> String {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let parts = std::iter::once(whole).chain(sorted);
    let hash = parts.fold(START, |hash, part| fed(fed(hash, part.as_bytes()), b"\0"));
    format!("{hash:016x}")
}

/// FNV-1a over every key and scalar of the files, in the order of the files' names.
fn fingerprint(files: &[RuleFile]) -> String {
    fn walk(node: &Node, feed: &mut impl FnMut(&[u8])) {
        use crate::read::Tree;
        match &node.tree {
            Tree::Null => feed(b"~"),
            Tree::Scalar { text, .. } => {
                feed(text.as_bytes());
                feed(b"\0");
            }
            Tree::List(items) => {
                feed(b"[");
                items.iter().for_each(|item| walk(item, feed));
                feed(b"]");
            }
            Tree::Map(entries) => {
                feed(b"{");
                for entry in entries {
                    feed(entry.key.as_bytes());
                    feed(b"=");
                    walk(&entry.value, feed);
                }
                feed(b"}");
            }
        }
    }
    let mut hash = START;
    let mut feed = |bytes: &[u8]| hash = fed(hash, bytes);
    let mut sorted: Vec<&RuleFile> = files.iter().collect();
    sorted.sort_by(|a, b| a.0.cmp(&b.0));
    for (name, node) in sorted {
        feed(name.as_bytes());
        walk(node, &mut feed);
    }
    format!("{hash:016x}")
}
