//! Ids that are badly spelled, and declared names that nothing uses.

use std::collections::BTreeSet;

use super::Findings;
use crate::diag::{Diagnostic, Place};
use crate::knowledge::{Knowledge, RuleFile, Text};
use crate::read::{Node, Tree};

/// Reports ids that are not in kebab-case: small letters, digits and single hyphens.
pub fn ids(knowledge: &Knowledge, findings: &mut Findings) {
    let mut check = |what: &str, id: &Text, file: &Text, place: Place| {
        if !id.split('/').all(is_kebab_case) {
            let message =
                format!("the id of {what} `{id}` must be kebab-case: small letters, digits and single hyphens");
            findings.add(Diagnostic::error("bad-id", message).in_file(file.clone()).at(place).on_key(id.clone()));
        }
    };
    knowledge.rules.iter().for_each(|it| check("rule", &it.id, &it.file, it.place));
    knowledge.presumptions.iter().for_each(|it| check("presumption", &it.id, &it.file, it.place));
    knowledge.claims.iter().for_each(|it| check("claim", &it.id, &it.file, it.place));
    knowledge.conflicts.iter().for_each(|it| check("conflict", &it.id, &it.file, it.place));
    knowledge.contradictions.all.iter().for_each(|it| check("contradiction", &it.id, &it.file, it.place));
    knowledge.sources.iter().for_each(|it| check("source", &it.id, &it.file, it.place));
}

fn is_kebab_case(id: &str) -> bool {
    let letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    id.split('-').all(|part| !part.is_empty() && part.chars().all(letter))
}

/// A table of names, the code and the words of a finding about one that nothing uses.
const DECLARED: [(&str, &str, &str); 3] = [
    ("set", "unused-set", "no condition uses set"),
    ("topic", "unused-topic", "no rule raises a caution of topic"),
    ("source", "unused-source", "nothing cites source"),
];

/// Reports sets, topics and sources that nothing in the files names.
///
/// What uses them is found in the files themselves, for loading replaces a set by its members.
pub fn unused(files: &[RuleFile], findings: &mut Findings) {
    let mut used = Used::default();
    for (_, node) in files {
        used.collect("", node);
    }
    for (table, code, words) in DECLARED {
        for (file, entry) in
            files.iter().flat_map(|(file, node)| entries(node, table).iter().map(move |entry| (file, entry)))
        {
            let Some(id) = entry.get("id").and_then(Node::text) else { continue };
            let known = match table {
                "set" => used.sets.contains(id),
                "topic" => used.topics.contains(id),
                _ => used.sources.contains(id),
            };
            if !known {
                findings.add(
                    Diagnostic::error(code, format!("{words} `{id}`")).in_file(file.clone()).at(entry.place).on_key(id),
                );
            }
        }
    }
}

fn entries<'n>(node: &'n Node, table: &str) -> &'n [Node] {
    node.get(table).and_then(Node::items).unwrap_or_default()
}

/// Every name that something uses.
#[derive(Default)]
struct Used {
    sets: BTreeSet<String>,
    topics: BTreeSet<String>,
    sources: BTreeSet<String>,
}

impl Used {
    /// Collects the names in a node that stands under a key.
    fn collect(&mut self, key: &str, node: &Node) {
        match &node.tree {
            Tree::Null => {}
            Tree::Scalar { text, .. } => self.name(key, text),
            Tree::List(items) => items.iter().for_each(|item| self.collect(key, item)),
            Tree::Map(entries) => entries.iter().for_each(|entry| match entry.key.as_ref() {
                // The claims of a document cite it by the first part of their id.
                "claim" => self.documents(&entry.value),
                key => self.collect(key, &entry.value),
            }),
        }
    }

    fn name(&mut self, key: &str, text: &str) {
        if let Some(set) = text.strip_prefix('@') {
            self.sets.insert(set.to_owned());
        }
        if key == "topic" {
            self.topics.insert(text.to_owned());
        }
        if matches!(key, "sources" | "status_sources") {
            self.sources.insert(text.split(": ").next().unwrap_or_default().trim().to_owned());
        }
    }

    fn documents(&mut self, claims: &Node) {
        for claim in claims.items().unwrap_or_default() {
            let document = claim.get("id").and_then(Node::text).and_then(|id| id.split('/').next());
            self.sources.extend(document.map(str::to_owned));
        }
    }
}
