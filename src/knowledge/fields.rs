//! Reads the keys of one table of a rule file, reports what is wrong with them and what should not be there.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use crate::diag::{Diagnostic, Place, shown};
use crate::read::{Node, Tree};

/// Text that is borrowed from the built-in rules or owned where a user's file brought it.
pub type Text = Cow<'static, str>;

/// Everything found wrong so far, as much of it as is shown.
#[derive(Default)]
pub struct Problems {
    kept: RefCell<Vec<Diagnostic>>,
    more: Cell<usize>,
}

/// At most so many problems of rule files are shown.
const MOST: usize = 50;

impl Problems {
    /// A rule that is written for several targets has each of its faults several times; one is enough.
    pub fn add(&self, problem: Diagnostic) {
        let mut kept = self.kept.borrow_mut();
        if kept.contains(&problem) {
            return;
        }
        if kept.len() < MOST { kept.push(problem) } else { self.more.set(self.more.get() + 1) }
    }

    /// Whether one more will only be counted, so that nothing need be said about it.
    pub fn is_full(&self) -> bool {
        self.kept.borrow().len() >= MOST
    }

    /// Reports a name that nothing has, with the nearest that something has.
    pub fn add_unknown<'a>(&self, problem: Diagnostic, written: &str, known: impl IntoIterator<Item = &'a str>) {
        let nearest = if self.is_full() { None } else { crate::diag::nearest(written, known).map(str::to_owned) };
        self.add(problem.suggesting(nearest));
    }

    /// All that are kept, and how many more there are.
    pub fn into_inner(self) -> (Vec<Diagnostic>, usize) {
        (self.kept.into_inner(), self.more.get())
    }
}

/// A table of a rule file while it is being read.
pub struct Fields<'n> {
    node: &'n Node,
    pub file: &'n str,
    problems: &'n Problems,
    asked: Vec<&'static str>,
    /// Whether a key is known to be missing, so that its empty text need not be complained of as well.
    is_short: bool,
}

impl<'n> Fields<'n> {
    /// None, with a problem reported, when the node is no table.
    pub fn of(node: &'n Node, file: &'n str, problems: &'n Problems) -> Option<Self> {
        let fields = Self { node, file, problems, asked: Vec::new(), is_short: false };
        if node.entries().is_none() {
            fields.problem("wrong-type", node.place, format!("expected a table of keys, found {}", node.kind()));
            return None;
        }
        Some(fields)
    }

    pub fn place(&self) -> Place {
        self.node.place
    }

    pub fn problems(&self) -> &'n Problems {
        self.problems
    }

    pub fn problem(&self, code: &'static str, place: Place, message: impl Into<String>) {
        self.problems.add(Diagnostic::error(code, message).in_file(self.file).at(place));
    }

    /// Reports a word that is no name of its kind, with the nearest that is.
    pub fn unknown<'a>(&self, what: &str, written: &str, place: Place, known: impl IntoIterator<Item = &'a str>) {
        if self.is_short && written.is_empty() {
            return;
        }
        let problem = Diagnostic::error("unknown-name", format!("`{}` is no {what}", shown(written)));
        self.problems.add_unknown(problem.in_file(self.file).at(place).on_key(what), written, known);
    }

    /// The node under a key, null counting as absent.
    pub fn take(&mut self, key: &'static str) -> Option<&'n Node> {
        self.asked.push(key);
        self.node.get(key).filter(|node| node.tree != Tree::Null)
    }

    fn wrong(&self, key: &str, node: &Node, wanted: &str) {
        let message = format!("`{key}` must be {wanted}, not {}", node.kind());
        self.problems.add(Diagnostic::error("wrong-type", message).in_file(self.file).at(node.place).on_key(key));
    }

    pub fn text(&mut self, key: &'static str) -> Option<Text> {
        let node = self.take(key)?;
        match &node.tree {
            Tree::Scalar { text, .. } => Some(text.clone()),
            _ => {
                self.wrong(key, node, "text");
                None
            }
        }
    }

    /// The text under a key; its absence is a problem.
    pub fn required(&mut self, key: &'static str) -> Text {
        if self.node.get(key).is_none() {
            self.asked.push(key);
            self.is_short = true;
            self.problem("missing-key", self.node.place, format!("`{key}` is missing"));
            return Text::Borrowed("");
        }
        self.text(key).unwrap_or_default()
    }

    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        let node = self.take(key)?;
        match node.text() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => {
                self.wrong(key, node, "true or false");
                None
            }
        }
    }

    pub fn number(&mut self, key: &'static str) -> Option<f64> {
        let node = self.take(key)?;
        let number = node.text().and_then(|text| text.parse::<f64>().ok()).filter(|number| number.is_finite());
        if number.is_none() {
            self.wrong(key, node, "a number");
        }
        number
    }

    /// The texts of a list, or of one text alone, each with its place.
    pub fn texts(&mut self, key: &'static str) -> Vec<(Text, Place)> {
        let Some(node) = self.take(key) else { return Vec::new() };
        self.texts_of(key, node)
    }

    /// The texts in a node that is a list of texts or one text.
    pub fn texts_of(&self, key: &str, node: &Node) -> Vec<(Text, Place)> {
        match &node.tree {
            Tree::Scalar { text, .. } => vec![(text.clone(), node.place)],
            Tree::List(items) => items
                .iter()
                .filter_map(|item| match &item.tree {
                    Tree::Scalar { text, .. } => Some((text.clone(), item.place)),
                    _ => {
                        self.wrong(key, item, "text");
                        None
                    }
                })
                .collect(),
            _ => {
                self.wrong(key, node, "a list of texts");
                Vec::new()
            }
        }
    }

    /// The items of a list under a key.
    pub fn list(&mut self, key: &'static str) -> &'n [Node] {
        let Some(node) = self.take(key) else { return &[] };
        match &node.tree {
            Tree::List(items) => items,
            _ => {
                self.wrong(key, node, "a list");
                &[]
            }
        }
    }

    /// The keys and values of a table under a key, with the place of each key.
    pub fn table(&mut self, key: &'static str) -> Vec<(Text, Place, &'n Node)> {
        let Some(node) = self.take(key) else { return Vec::new() };
        match &node.tree {
            Tree::Map(entries) => entries.iter().map(|entry| (entry.key.clone(), entry.place, &entry.value)).collect(),
            _ => {
                self.wrong(key, node, "a table of keys");
                Vec::new()
            }
        }
    }

    /// Reports every key that nobody asked for.
    pub fn finish(self) {
        for entry in self.node.entries().unwrap_or_default() {
            if self.asked.iter().any(|asked| *asked == entry.key) {
                continue;
            }
            let problem = Diagnostic::error("unknown-key", format!("unknown key `{}`", shown(&entry.key)));
            let problem = problem.in_file(self.file).at(entry.place).on_key(&entry.key);
            let allowed = if self.problems.is_full() { &[] } else { self.asked.as_slice() };
            self.problems.add(problem.allowing(&entry.key, allowed.iter().copied()));
        }
    }
}
