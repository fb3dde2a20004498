//! The one shape that every format is read into: a tree of keys and scalars, each with its place.
//!
//! A scalar keeps the text that was written. What it means is decided by whoever knows the type that is wanted,
//! so that no format's idea of numbers, dates or booleans gets in the way.

use std::borrow::Cow;

use crate::diag::Place;

/// A value in a document and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub tree: Tree,
    pub place: Place,
}

/// What a node holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// `null`, `~`, or nothing after a colon.
    Null,
    /// A scalar as written, without its quotes.
    Scalar {
        text: Cow<'static, str>,
        quoted: bool,
    },
    List(Vec<Node>),
    /// Keys in the order of the document, none twice.
    Map(Vec<Entry>),
}

/// A key of a map, where it stands, and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub key: Cow<'static, str>,
    pub place: Place,
    pub value: Node,
}

impl Node {
    /// The scalar's text, or none for a map, a list or null.
    pub fn text(&self) -> Option<&str> {
        match &self.tree {
            Tree::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The entries of a map, or none.
    pub fn entries(&self) -> Option<&[Entry]> {
        match &self.tree {
            Tree::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The items of a list, or none.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.tree {
            Tree::List(items) => Some(items),
            _ => None,
        }
    }

    /// The value under a key of a map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries()?.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// What the node is, in a word for messages.
    pub fn kind(&self) -> &'static str {
        match &self.tree {
            Tree::Null => "nothing",
            Tree::Scalar { quoted: true, .. } => "text",
            Tree::Scalar { text, .. } => match text.as_ref() {
                "true" | "false" => "true or false",
                text if text.parse::<f64>().is_ok() => "a number",
                _ => "text",
            },
            Tree::List(_) => "a list",
            Tree::Map(_) => "a table of keys",
        }
    }
}
