//! Pages on single things of the knowledge, in plain words: what `explain` and `rules show` print.
//!
//! A page is data. It looks the same for every kind of thing, so that a renderer needs to know no kinds.

mod chips;
mod documents;
mod findings;
mod index;
mod machines;
mod phrases;
mod rules;
mod targets;
mod trace;
mod vocabulary;

pub use index::{KINDS, Kind, about, contents, kinds_in_words, list, nearest, of_kind};
pub use machines::{ChipRow, MachineRow, Shown, Wanted, chip_rows, machine_rows};
pub use rules::{Filter, Row, rows};
pub use trace::{TraceReport, Traced, trace, trace_of};

/// A page on one thing, or a list of things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// What kind of thing it is, in a word (`rule`, `chip`).
    pub kind: &'static str,
    pub id: String,
    /// Its name where it has one beside the id.
    pub name: String,
    /// What it is, in sentences of their own.
    pub about: Vec<String>,
    pub sections: Vec<Section>,
}

/// A part of a page with its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub heading: &'static str,
    pub lines: Vec<Line>,
}

/// One line of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// How deep it is nested under the lines before it.
    pub depth: usize,
    /// The name of what the text is about; empty where there is none.
    pub label: String,
    pub text: String,
}

impl Line {
    fn labelled(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self { depth: 0, label: label.into(), text: text.into() }
    }

    fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Page {
    fn new(kind: &'static str, id: &str, name: &str) -> Self {
        Self { kind, id: id.to_owned(), name: name.to_owned(), about: Vec::new(), sections: Vec::new() }
    }

    /// Adds a sentence, if there is one.
    fn say(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !sentence.is_empty() {
            self.about.push(sentence);
        }
    }

    /// Adds a section, unless it has no lines.
    fn section(&mut self, heading: &'static str, lines: impl IntoIterator<Item = Line>) {
        let lines: Vec<Line> = lines.into_iter().collect();
        if !lines.is_empty() {
            self.sections.push(Section { heading, lines });
        }
    }
}

/// `1 rule`, `2 rules`.
fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
