//! What was answered as a profile file: written after each answer, so that nothing is lost however the program ends.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::ask::{Asked, Given, Reply, Session, stated};
use crate::facts::{FactId, Value};
use crate::knowledge::{FactType, Knowledge};
use crate::read::{Node, Tree};
use crate::render::starter::yaml;
use crate::report::spelled;
use crate::report::starter::starter;

/// The text of every fact's value, or none where it is said to be unknown.
pub type Texts = BTreeMap<FactId, Option<String>>;

/// Where answers go that no `--save` names.
const UNNAMED: &str = "chipwise-answers";

/// The file in which the answers are kept.
pub struct Saved {
    path: PathBuf,
    /// Whether the user named it; else it is removed when all went well.
    named: bool,
    written: bool,
    /// What was known before the first question.
    start: Texts,
}

impl Saved {
    pub fn new(path: Option<&Path>, start: Texts) -> Self {
        let named = path.is_some();
        let path = path.map_or_else(unnamed, Path::to_owned);
        Self { path, named, written: false, start }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps the file, which the user asked for.
    pub fn keep(&mut self, session: &Session) -> io::Result<()> {
        self.named = true;
        self.write(session)
    }

    /// Writes all answers, whole or not at all.
    pub fn write(&mut self, session: &Session) -> io::Result<()> {
        let text = self.text(session);
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let beside = self.path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &self.path));
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        self.written |= written.is_ok();
        written
    }

    /// Removes a file that nobody asked for.
    pub fn done(&self) {
        if self.written && !self.named {
            let _ = fs::remove_file(&self.path);
        }
    }

    fn text(&self, session: &Session) -> String {
        let knowledge = session.knowledge();
        let mut texts = self.start.clone();
        for given in session.given() {
            texts.extend(texts_of(knowledge, given));
        }
        yaml(&starter(knowledge, &texts))
    }
}

/// A name that no file has yet.
fn unnamed() -> PathBuf {
    let numbered = (2..1000).map(|number| format!("{UNNAMED}-{number}.yaml"));
    let mut names = std::iter::once(format!("{UNNAMED}.yaml")).chain(numbered).map(PathBuf::from);
    names.find(|path| !path.exists()).unwrap_or_else(|| PathBuf::from(format!("{UNNAMED}.yaml")))
}

fn texts_of(knowledge: &Knowledge, given: &Given) -> Vec<(FactId, Option<String>)> {
    match (given.asked, &given.reply) {
        (Asked::Fact(fact), Reply::Known(_)) => vec![(fact, Some(given.written.clone()))],
        (Asked::Fact(fact), _) => vec![(fact, None)],
        (Asked::Circumstances, Reply::Hold(hold)) => {
            let spelled = |(fact, value): (FactId, Value)| (fact, Some(spelled(knowledge.fact(fact), &value)));
            stated(knowledge, hold).into_iter().map(spelled).collect()
        }
        (Asked::Circumstances, _) => Vec::new(),
    }
}

/// What a profile states, as it is written there: a quantity keeps its spelling, a table its rows.
pub fn texts(knowledge: &Knowledge, profile: &Node) -> Texts {
    let mut texts = Texts::new();
    let mut parts: BTreeMap<FactId, Vec<String>> = BTreeMap::new();
    gather(knowledge, profile, "", &mut texts, &mut parts);
    for (fact, parts) in parts {
        texts.insert(fact, Some(format!("{{{}}}", parts.join(", "))));
    }
    texts
}

fn gather(
    knowledge: &Knowledge,
    node: &Node,
    above: &str,
    texts: &mut Texts,
    parts: &mut BTreeMap<FactId, Vec<String>>,
) {
    for entry in node.entries().unwrap_or_default() {
        let key = if above.is_empty() { entry.key.to_string() } else { format!("{above}.{}", entry.key) };
        if let Some(fact) = knowledge.fact_id(&key) {
            match (knowledge.fact(fact).kind, entry.value.entries()) {
                (FactType::Table | FactType::Map, Some(entries)) => {
                    let part = |entry: &crate::read::Entry| format!("{}: {}", in_flow(&entry.key), flow(&entry.value));
                    parts.entry(fact).or_default().extend(entries.iter().map(part));
                }
                _ => {
                    texts.insert(fact, text(&entry.value));
                }
            }
        } else if let Some((fact, part)) = part_of(knowledge, &key) {
            parts.entry(fact).or_default().push(format!("{}: {}", in_flow(part), flow(&entry.value)));
        } else {
            gather(knowledge, &entry.value, &key, texts, parts);
        }
    }
}

/// `labels.team`: a key of a fact that is a table.
fn part_of<'k>(knowledge: &Knowledge, key: &'k str) -> Option<(FactId, &'k str)> {
    key.match_indices('.').find_map(|(at, _)| Some((knowledge.fact_id(&key[..at])?, &key[at + 1..])))
}

/// A value as text; none where it is said to be unknown.
fn text(node: &Node) -> Option<String> {
    match &node.tree {
        Tree::Null => None,
        Tree::Scalar { text, .. } => (text.as_ref() != "unknown").then(|| text.to_string()),
        Tree::List(items) if items.iter().all(|item| item.text().is_some()) => {
            let items: Vec<&str> = items.iter().filter_map(Node::text).collect();
            Some(format!("[{}]", items.join(", ")))
        }
        _ => Some(flow(node)),
    }
}

/// A value in YAML's flow style, on one line.
fn flow(node: &Node) -> String {
    match &node.tree {
        Tree::Null => "~".to_owned(),
        Tree::Scalar { text, quoted: true } => serde_json::Value::from(text.as_ref()).to_string(),
        Tree::Scalar { text, .. } => in_flow(text),
        Tree::List(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Tree::Map(entries) => {
            let entries = entries.iter().map(|entry| format!("{}: {}", in_flow(&entry.key), flow(&entry.value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A plain scalar, quoted where the flow style would take it apart.
fn in_flow(text: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "._+-/ ()%".contains(letter);
    let begins = text.starts_with(|letter: char| letter.is_alphanumeric() || letter == '.');
    if begins && text.trim() == text && text.chars().all(plain) {
        text.to_owned()
    } else {
        serde_json::Value::from(text).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::texts;
    use crate::read::{Format, Limits, read};
    use crate::{built_in, profile};

    #[test]
    fn a_profile_survives_being_written_again() {
        let knowledge = built_in::knowledge();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
        let read_text = |text: &str| {
            let nodes =
                read(text.as_bytes(), Format::Yaml, &Limits::default()).unwrap_or_else(|it| panic!("{it}\n{text}"));
            (profile::read(&knowledge, &nodes[0], "x.yaml").unwrap_or_else(|it| panic!("{it:#?}\n{text}")), nodes)
        };
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "yaml") {
                continue;
            }
            let (before, nodes) = read_text(&std::fs::read_to_string(&path).unwrap());
            let texts = texts(&knowledge, &nodes[0]);
            let (after, _) = read_text(&super::yaml(&super::starter(&knowledge, &texts)));
            for (fact, known) in before.facts.iter() {
                let again = after.facts.value(fact);
                let rows = |value: Option<&crate::facts::Value>| match value {
                    Some(crate::facts::Value::Tables(rows)) => {
                        Some(rows.iter().map(|row| row.cells.clone()).collect::<Vec<_>>())
                    }
                    _ => None,
                };
                assert!(
                    again == Some(&known.value) || rows(again).is_some() && rows(again) == rows(Some(&known.value)),
                    "{}: {} {:?} {again:?}",
                    path.display(),
                    knowledge.fact(fact).id,
                    known.value
                );
            }
            assert_eq!(before.facts.iter().count(), after.facts.iter().count(), "{}", path.display());
            assert_eq!(before.said_unknown, after.said_unknown);
        }
    }
}
