//! One reason: its points, its words, the user's own value with its place, and marks for its sources.

use super::Frame;
use super::lines::{AGAINST, BOLD, DIM, FOR, GLUE, Line, PLAIN, Piece, Setting, piece, wrap};
use super::sources::Sources;
use crate::facts::{OriginKind, Value};
use crate::report::{Effect, FactUsed, Holds, ReasonReport, Root};
use crate::units;

/// The column at which the words of a reason begin.
pub const INDENT: usize = 7;

/// Places that take up to so many columns are not broken over lines.
const KEPT_TOGETHER: usize = 30;

/// Values of more bytes are left to their places.
const LONGEST_VALUE: usize = 40;

/// How much of a reason is shown.
#[derive(Clone, Copy, Debug)]
pub struct Detail {
    /// At most so many lines.
    pub lines: usize,
    /// At most so many source marks.
    pub marks: usize,
    /// At most so many places and values.
    pub facts: usize,
    /// Whether the user's own values stand beside their places.
    pub values: bool,
}

/// Signed points, such as `+4` or `-0.5`.
pub fn signed(points: f64) -> String {
    if points > 0.0 { format!("+{}", units::format_number(points)) } else { units::format_number(points) }
}

/// A reason as a paragraph, with its points in a column of their own.
pub fn reason(frame: &Frame, sources: &mut Sources, reason: &ReasonReport, detail: Detail) -> Vec<Line> {
    paragraph(frame, reason, clause(frame, sources, reason, detail), detail)
}

/// The same, with the target that it is about before its words.
pub fn reason_on(
    frame: &Frame,
    sources: &mut Sources,
    reason: &ReasonReport,
    target: &str,
    detail: Detail,
) -> Vec<Line> {
    let mut body = vec![piece(BOLD, target), piece(PLAIN, ": ")];
    body.extend(clause(frame, sources, reason, detail));
    paragraph(frame, reason, body, detail)
}

fn paragraph(frame: &Frame, reason: &ReasonReport, body: Vec<Piece>, detail: Detail) -> Vec<Line> {
    let style = match reason.effect {
        Effect::Favours(_) => FOR,
        _ => AGAINST,
    };
    let points = match reason.effect {
        Effect::Excludes | Effect::NotApplicable => "out".to_owned(),
        _ if reason.counts => signed(reason.contribution),
        _ => "0".to_owned(),
    };
    let head = [piece(if reason.counts || points == "out" { style } else { DIM }, format!("{points:>5}  "))];
    wrap(&head, &body, Setting { width: frame.width, hang: INDENT, most: detail.lines })
}

/// The words of a reason, without points.
pub fn clause(frame: &Frame, sources: &mut Sources, reason: &ReasonReport, detail: Detail) -> Vec<Piece> {
    let mut body = vec![piece(PLAIN, reason.because.trim())];
    if let Some(lifted) = reason.lifted_by.first().filter(|_| reason.holds == Holds::Presumably) {
        body.push(piece(PLAIN, format!(", unless {}: {}", lifted.fact, lifted.to)));
    }
    let places = places(frame, reason, detail);
    if !places.is_empty() {
        body.push(piece(PLAIN, " "));
        body.push(piece(DIM, format!("({places})")));
    }
    body.extend(sources.marks(&reason.sources, detail.marks));
    body
}

/// The user's own values with the places where they stand: `:9, precision: bf16 :14`.
///
/// A value that the reason's words contain is not said again, and flags only say yes to those words.
fn places(frame: &Frame, reason: &ReasonReport, detail: Detail) -> String {
    let words = reason.because.to_lowercase();
    let said = |fact: &FactUsed| {
        let value = fact.words.to_lowercase();
        matches!(fact.value, Value::Flag(_) | Value::Tables(_))
            || value.split(", ").any(|part| holds_word(&words, part))
    };
    let some_said = reason.facts.iter().any(&said);
    let mut parts: Vec<String> = Vec::new();
    let mut facts: Vec<&FactUsed> = reason.facts.iter().collect();
    facts.sort_by_key(|fact| fact.roots.iter().filter_map(|root| root.line).min().unwrap_or(u32::MAX));
    for fact in facts {
        let mut at: Vec<String> = fact.roots.iter().map(|root| place(frame, fact, root)).collect();
        at.dedup();
        let at = at.join(" ");
        let presumed = fact.roots.iter().all(|root| root.kind == OriginKind::Presumed);
        // A class that was derived is no value of the user's.
        let classed =
            fact.origin.kind == OriginKind::Derived && matches!(fact.value, Value::Choice(_) | Value::Choices { .. });
        // One value is enough to recognise the reason by; the others are found at their places.
        let enough = !detail.values || (some_said && detail.facts < usize::MAX) || fact.words.len() > LONGEST_VALUE;
        let part = if presumed || classed || enough || said(fact) {
            at
        } else {
            format!("{}: {} {at}", fact.label, fact.words).trim_end().to_owned()
        };
        if !part.is_empty() && !parts.contains(&part) {
            parts.push(part);
        }
    }
    let left = parts.len().saturating_sub(detail.facts);
    parts.truncate(detail.facts);
    if left > 0 {
        parts.push("…".to_owned());
    }
    let text = parts.join(", ");
    // Short ones stay on one line.
    if super::lines::width(&text) <= KEPT_TOGETHER { text.replace(' ', &GLUE.to_string()) } else { text }
}

/// Where something was said: `:9` in the profile itself, `house.yaml:3` elsewhere, `--set`, `presumed`.
fn place(frame: &Frame, fact: &FactUsed, root: &Root) -> String {
    match (root.kind, &root.path, root.line) {
        (OriginKind::Set, ..) => "--set".to_owned(),
        (OriginKind::Presumed, ..) => format!("{} presumed", fact.id),
        (OriginKind::Answered, ..) => "answered".to_owned(),
        (_, Some(path), Some(line)) if path.as_ref() == frame.path => format!(":{line}"),
        (_, Some(path), Some(line)) => format!("{path}:{line}"),
        (_, Some(path), None) => path.to_string(),
        (OriginKind::House, None, _) => "house facts".to_owned(),
        (_, None, Some(line)) => format!(":{line}"),
        (_, None, None) => String::new(),
    }
}

fn holds_word(text: &str, word: &str) -> bool {
    let spaced = word.replace('_', " ");
    let within = |word: &str| {
        text.match_indices(word).any(|(start, found)| {
            let letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
            !letter(text[..start].chars().next_back()) && !letter(text[start + found.len()..].chars().next())
        })
    };
    !word.is_empty() && (within(word) || within(&spaced))
}
