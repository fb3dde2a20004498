//! The footnotes: which source has which number, in the order in which a reader meets them.

use std::collections::BTreeSet;

use super::lines::{DIM, GLUE, Line, PLAIN, Piece, Setting, piece, wrap};
use crate::report::SourceUsed;

/// How the places in one source are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// One number for a source, with all its places.
    BySource,
    /// One number for each place.
    ByPlace,
}

/// The sources met so far.
pub struct Sources {
    numbering: Numbering,
    notes: Vec<Note>,
}

struct Note {
    short: String,
    places: Vec<String>,
}

impl Sources {
    pub fn new(numbering: Numbering) -> Self {
        Self { numbering, notes: Vec::new() }
    }

    /// The marks of some sources, such as `[1] [3]`: at most so many, with a blank before.
    pub fn marks(&mut self, sources: &[SourceUsed], most: usize) -> Vec<Piece> {
        let mut numbers = BTreeSet::new();
        for source in sources.iter().filter(|source| !source.is_profile()) {
            let known = self.number(source);
            if numbers.len() < most || known.is_some_and(|number| numbers.contains(&number)) {
                numbers.insert(self.enter(source));
            }
        }
        let text: Vec<String> = numbers.iter().map(|number| format!("[{number}]")).collect();
        if text.is_empty() { Vec::new() } else { vec![piece(PLAIN, " "), piece(DIM, text.join(&GLUE.to_string()))] }
    }

    fn number(&self, source: &SourceUsed) -> Option<usize> {
        let same_place = |note: &Note| match source.at.as_str() {
            "" => note.places.is_empty(),
            at => note.places.iter().any(|place| place == at),
        };
        let same =
            |note: &Note| note.short == source.short && (self.numbering == Numbering::BySource || same_place(note));
        self.notes.iter().position(same).map(|index| index + 1)
    }

    fn enter(&mut self, source: &SourceUsed) -> usize {
        let number = self.number(source).unwrap_or_else(|| {
            self.notes.push(Note { short: source.short.clone(), places: Vec::new() });
            self.notes.len()
        });
        let places = &mut self.notes[number - 1].places;
        if !source.at.is_empty() && !places.contains(&source.at) {
            places.push(source.at.clone());
        }
        number
    }

    /// The footnotes, each beginning a line, of at most so many lines each.
    pub fn footnotes(&self, width: usize, most: usize) -> Vec<Line> {
        let digits = self.notes.len().to_string().len();
        self.notes
            .iter()
            .zip(1..)
            .flat_map(|(note, number)| {
                let mark = format!("{:<pad$} ", format!("[{number}]"), pad = digits + 2);
                let hang = mark.len();
                let text = match note.places[..] {
                    [] => note.short.clone(),
                    _ => format!("{}: {}", note.short, note.places.join("; ")),
                };
                wrap(&[piece(DIM, mark)], &[piece(DIM, text)], Setting { width, hang, most })
            })
            .collect()
    }
}
