//! The text at a glance: what fits into 40 lines, the strongest first, and a word about what was left out.

use super::lines::{BOLD, DIM, GLUE, Line, Piece, Setting, piece, wrap};
use super::reasons::{self, Detail};
use super::sources::{Numbering, Sources};
use super::{Frame, LINES, answer, closing, open, others};
use crate::report::{Effect, TargetName};

/// How much of each part is shown.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub summary: usize,
    /// For the leader, and against it.
    pub reasons: usize,
    pub next: usize,
    pub cautions: usize,
    /// Lines of one reason, of one caution, of any other paragraph.
    pub each: usize,
    pub marks: usize,
    /// Whether the user's own values stand beside their places.
    pub values: bool,
    /// Lines of one footnote; none for no footnotes at all.
    pub notes: usize,
    pub unknowns: usize,
    pub flips: usize,
    pub steps: bool,
    pub presumed: bool,
}

impl Room {
    pub fn detail(&self) -> Detail {
        Detail { lines: self.each, marks: self.marks, facts: 3, values: self.values }
    }
}

/// Room for everything that a short text shows.
pub const ROOMY: Room = Room {
    summary: 4,
    reasons: 4,
    next: 3,
    cautions: usize::MAX,
    each: 3,
    marks: 2,
    values: true,
    notes: 2,
    unknowns: open::SHORT.0,
    flips: open::SHORT.1,
    steps: true,
    presumed: true,
};

/// What is given up where there is too little room, one after the other: what matters least goes first, the answer never.
const SAVINGS: [fn(&mut Room); 21] = [
    |room| room.notes = 1,
    |room| room.next = 2,
    |room| room.marks = 1,
    |room| room.each = 2,
    |room| room.cautions = 5,
    |room| room.cautions = 4,
    |room| room.values = false,
    |room| room.summary = 3,
    |room| room.presumed = false,
    |room| room.unknowns = 2,
    |room| room.flips = 1,
    |room| room.reasons = 3,
    |room| room.cautions = 3,
    |room| room.next = 1,
    |room| room.reasons = 2,
    |room| room.cautions = 2,
    |room| room.unknowns = 1,
    |room| (room.marks, room.notes) = (0, 0),
    |room| room.each = 1,
    |room| (room.unknowns, room.flips) = (0, 0),
    |room| room.steps = false,
];

/// The whole text, in as much room as fits.
pub fn lines(frame: &Frame) -> Vec<Line> {
    let mut fitting = fitted(ROOMY, &SAVINGS, |room| set(frame, room));
    if fitting.len() > LINES {
        // Only in a very narrow column.
        fitting.truncate(LINES - 1);
        fitting.extend(wrap(
            &[],
            &[piece(DIM, "… more with --full")],
            Setting { width: frame.width, hang: 0, most: 1 },
        ));
    }
    fitting
}

/// A text set in the most room in which it fits, or in the least there is; each saving takes some of what is left.
///
/// Less room never makes the text longer, so how much is to be given up is searched by halves: to set a text is the
/// slowest part of an answer.
pub fn fitted<R: Copy>(roomy: R, savings: &[fn(&mut R)], set: impl Fn(R) -> Vec<Line>) -> Vec<Line> {
    let all = set(roomy);
    if all.len() <= LINES {
        return all;
    }
    let rooms = savings.iter().scan(roomy, |room, save| {
        save(room);
        Some(*room)
    });
    let rooms: Vec<R> = rooms.collect();
    let (mut least, mut most) = (0, rooms.len());
    let mut fitting = None;
    while least < most {
        let middle = least.midpoint(most);
        let lines = set(rooms[middle]);
        if lines.len() > LINES {
            least = middle + 1;
        } else {
            most = middle;
            fitting = Some(lines);
        }
    }
    fitting.or_else(|| rooms.last().map(|room| set(*room))).unwrap_or(all)
}

fn set(frame: &Frame, room: Room) -> Vec<Line> {
    let mut sources = Sources::new(Numbering::BySource);
    let mut parts = vec![answer::answer(frame, &mut sources, room.summary)];
    if let Some(target) = &frame.report.target {
        parts.push(for_and_against(frame, &mut sources, room, target));
    }
    parts.push(others::others(frame, &mut sources, room));
    parts.push(closing::cautions(frame, room));
    parts.push(open::unknowns(frame, room));
    parts.push(open::flips(frame, room));
    parts.push(closing::closing(frame, room));
    if room.notes > 0 {
        parts.push(sources.footnotes(frame.width, room.notes));
    }
    joined(parts)
}

/// The parts with a blank line between them.
pub fn joined(parts: Vec<Vec<Line>>) -> Vec<Line> {
    let mut lines = Vec::new();
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        if !lines.is_empty() {
            lines.push(Line::blank());
        }
        lines.extend(part);
    }
    lines
}

/// A word about how many things are left out, if any are.
pub fn more(left_out: usize) -> Option<Piece> {
    let words = format!("… {left_out} more with --full").replace(' ', &GLUE.to_string());
    (left_out > 0).then(|| piece(DIM, format!(" {words}")))
}

/// A heading, with a word about how many things under it are left out.
pub fn heading(frame: &Frame, text: &str, left_out: usize) -> Vec<Line> {
    let mut pieces = vec![piece(BOLD, text)];
    pieces.extend(more(left_out));
    wrap(&[], &pieces, Setting { width: frame.width, hang: 0, most: 1 })
}

fn for_and_against(frame: &Frame, sources: &mut Sources, room: Room, target: &TargetName) -> Vec<Line> {
    let mut lines = Vec::new();
    for (favour, word) in [(true, "for"), (false, "against")] {
        let all = frame.reasons(target, |it| it.counts && matches!(it.effect, Effect::Favours(_)) == favour);
        if all.is_empty() {
            continue;
        }
        let score = frame.report.targets.iter().find(|it| it.target == *target).map_or(0.0, |it| it.score);
        let title = match word {
            "for" => format!("{word} {} ({})", target.name, reasons::signed(score)),
            _ => format!("{word} {}", target.name),
        };
        lines.extend(heading(frame, &title, all.len().saturating_sub(room.reasons)));
        for reason in all.into_iter().take(room.reasons) {
            lines.extend(reasons::reason(frame, sources, reason, room.detail()));
        }
    }
    lines
}
