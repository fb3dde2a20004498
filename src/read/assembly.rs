//! Puts a tree together piece by piece and stops at the first piece that is over a limit or stands twice.
//!
//! All formats build their trees here, so that depth, size and duplicate keys are judged in one place.

use std::borrow::Cow;
use std::collections::HashMap;

use super::limits::Limits;
use super::tree::{Entry, Node, Tree};
use crate::diag::{Diagnostic, Place, shown};

/// A tree under construction.
pub struct Assembly<'a> {
    limits: &'a Limits,
    open: Vec<Open>,
    values: usize,
    root: Option<Node>,
}

/// A list or map that is not closed yet.
struct Open {
    place: Place,
    inside: Inside,
}

enum Inside {
    List(Vec<Node>),
    Map { entries: Vec<Entry>, key: Option<(String, Place)>, known: Known },
}

/// Which keys a map has. Small maps are looked through; large ones get an index, or a hostile file would
/// take time by the square of its keys.
#[derive(Default)]
struct Known(HashMap<String, Place>);

/// Keys that are compared one by one before an index pays.
const FEW: usize = 16;

impl Known {
    fn place_of(&self, key: &str, entries: &[Entry]) -> Option<Place> {
        match self.0.is_empty() {
            true => entries.iter().find(|entry| entry.key == key).map(|entry| entry.place),
            false => self.0.get(key).copied(),
        }
    }

    fn insert(&mut self, key: &str, place: Place, entries: &[Entry]) {
        if self.0.is_empty() && entries.len() >= FEW {
            self.0 = entries.iter().map(|entry| (entry.key.clone().into_owned(), entry.place)).collect();
        }
        if !self.0.is_empty() {
            self.0.insert(key.to_owned(), place);
        }
    }
}

impl<'a> Assembly<'a> {
    pub fn new(limits: &'a Limits) -> Self {
        Self { limits, open: Vec::new(), values: 0, root: None }
    }

    /// Whether the next piece is the key of a map.
    pub fn wants_key(&self) -> bool {
        matches!(self.open.last(), Some(Open { inside: Inside::Map { key: None, .. }, .. }))
    }

    /// How many lists and maps are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    pub fn open_list(&mut self, place: Place) -> Result<(), Diagnostic> {
        self.open(place, Inside::List(Vec::new()))
    }

    pub fn open_map(&mut self, place: Place) -> Result<(), Diagnostic> {
        self.open(place, Inside::Map { entries: Vec::new(), key: None, known: Known::default() })
    }

    fn open(&mut self, place: Place, inside: Inside) -> Result<(), Diagnostic> {
        if self.open.len() >= self.limits.depth {
            return Err(self.about_here(too_deep(self.limits, place)));
        }
        self.open.push(Open { place, inside });
        Ok(())
    }

    /// The key of the next value of the open map.
    pub fn key(&mut self, text: &str, place: Place) -> Result<(), Diagnostic> {
        let Some(Open { inside: Inside::Map { entries, key, known }, .. }) = self.open.last_mut() else {
            return Ok(());
        };
        if let Some(first) = known.place_of(text, entries) {
            let message =
                format!("the key `{}` stands here a second time; the first is in line {}", shown(text), first.line);
            *key = Some((text.to_owned(), place));
            return Err(self.about_here(Diagnostic::error("duplicate-key", message).at(place)));
        }
        known.insert(text, place, entries);
        *key = Some((text.to_owned(), place));
        Ok(())
    }

    pub fn scalar(&mut self, text: impl Into<String>, quoted: bool, place: Place) -> Result<(), Diagnostic> {
        self.add(Node { tree: Tree::Scalar { text: Cow::Owned(text.into()), quoted }, place }, 1)
    }

    pub fn null(&mut self, place: Place) -> Result<(), Diagnostic> {
        self.add(Node { tree: Tree::Null, place }, 1)
    }

    /// Takes the innermost list or map out, finished. Its caller adds it.
    pub fn close(&mut self) -> Option<Node> {
        let Open { place, inside } = self.open.pop()?;
        let tree = match inside {
            Inside::List(items) => Tree::List(items),
            Inside::Map { entries, .. } => Tree::Map(entries),
        };
        Some(Node { tree, place })
    }

    /// Closes the innermost list or map and puts it where it belongs.
    pub fn close_and_add(&mut self) -> Result<(), Diagnostic> {
        match self.close() {
            Some(node) => self.add(node, 1),
            None => Ok(()),
        }
    }

    /// Puts a finished value where it belongs; `values` of the budget are spent on it.
    pub fn add(&mut self, node: Node, values: usize) -> Result<(), Diagnostic> {
        self.values = self.values.saturating_add(values);
        if self.values > self.limits.values {
            let message = format!("{} holds more than {} values", self.limits.one, self.limits.values);
            return Err(self.about_here(Diagnostic::error("too-many-values", message).at(node.place)));
        }
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open { inside: Inside::List(items), .. }) if items.len() >= self.limits.list_items => {
                let message = format!("a list of more than {} items", self.limits.list_items);
                return Err(self.about_here(Diagnostic::error("too-many-items", message).at(node.place)));
            }
            Some(Open { inside: Inside::List(items), .. }) => items.push(node),
            Some(Open { inside: Inside::Map { entries, key, .. }, .. }) => {
                if let Some((key, place)) = key.take() {
                    entries.push(Entry { key: Cow::Owned(key), place, value: node });
                }
            }
        }
        Ok(())
    }

    /// The finished tree, and a fresh start.
    pub fn take(&mut self) -> Option<Node> {
        self.open.clear();
        self.values = 0;
        self.root.take()
    }

    /// Adds to a diagnostic the key that is being read, dotted.
    pub fn about_here(&self, diagnostic: Diagnostic) -> Diagnostic {
        let keys: Vec<&str> = self
            .open
            .iter()
            .filter_map(|open| match &open.inside {
                Inside::Map { key: Some((key, _)), .. } => Some(key.as_str()),
                _ => None,
            })
            .collect();
        if keys.is_empty() { diagnostic } else { diagnostic.on_key(keys.join(".")) }
    }
}

/// That lists and tables are nested too deep.
pub fn too_deep(limits: &Limits, place: Place) -> Diagnostic {
    let message = format!("lists and tables are nested more than {} deep", limits.depth);
    Diagnostic::error("too-deep", message).at(place)
}
