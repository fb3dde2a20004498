//! The answer: target, verdict and basis in one line, then the summary.

use super::Frame;
use super::lines::{BOLD, CAUTION, DIM, FOR, GLUE, Line, PLAIN, Piece, Setting, piece, wrap};
use super::sources::Sources;
use crate::report::{Basis, Verdict};

/// The headline and the summary, of at most so many lines.
pub fn answer(frame: &Frame, sources: &mut Sources, most: usize) -> Vec<Line> {
    set(frame, sources.marks(&frame.report.summary_sources, 2), most)
}

/// The answer with nothing below it, so also without marks of the sources that would stand there.
pub fn alone(frame: &Frame, most: usize) -> Vec<Line> {
    set(frame, Vec::new(), most)
}

fn set(frame: &Frame, marks: Vec<Piece>, most: usize) -> Vec<Line> {
    let mut lines = head(frame);
    let mut summary = vec![piece(PLAIN, unbroken(&frame.report.summary))];
    summary.extend(marks);
    lines.extend(wrap(&[], &summary, Setting { width: frame.width, hang: 0, most }));
    if let Some(doubt) = &frame.report.doubt {
        lines.extend(wrap(&[], &[piece(PLAIN, doubt.as_str())], Setting { width: frame.width, hang: 0, most: 2 }));
    }
    lines
}

/// Target, verdict and basis, with the name of the workload and its file beside or below.
pub fn head(frame: &Frame) -> Vec<Line> {
    let setting = Setting { width: frame.width, hang: 0, most: 2 };
    let mut lines = wrap(&[], &headline(frame), setting);
    let title = title(frame);
    let beside = lines.len() == 1 && lines.iter_mut().any(|line| line.right(DIM, &title, frame.width));
    if !beside {
        lines.extend(wrap(&[], &[piece(DIM, title)], setting));
    }
    lines
}

/// The text with each `fact: value` between backticks kept on one line.
pub fn unbroken(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let kept =
        parts.map(|(index, part)| if index % 2 == 1 { part.replace(' ', &GLUE.to_string()) } else { part.to_owned() });
    kept.collect::<Vec<_>>().join("`")
}

/// `GPU: decided · rests on documents`.
pub fn headline(frame: &Frame) -> Vec<Piece> {
    let report = frame.report;
    let mut pieces = Vec::new();
    match (&report.target, report.verdict) {
        (None, Verdict::Undecided) => pieces.push(piece(BOLD, "No target yet")),
        (None, _) => pieces.push(piece(BOLD, "No target")),
        (Some(_), Verdict::Benchmark) => {
            let last = report.to_measure.len().min(4).saturating_sub(1);
            for (index, target) in report.to_measure.iter().take(4).enumerate() {
                match index {
                    0 => {}
                    _ if index == last => pieces.push(piece(PLAIN, " or ")),
                    _ => pieces.push(piece(PLAIN, ", ")),
                }
                pieces.push(piece(BOLD, target.name.as_str()));
            }
        }
        (Some(target), _) => pieces.push(piece(BOLD, target.name.as_str())),
    }
    pieces.push(piece(PLAIN, ": "));
    let style = match report.verdict {
        Verdict::Decided => FOR,
        Verdict::Leaning => PLAIN,
        Verdict::Benchmark | Verdict::Undecided | Verdict::Impossible => CAUTION,
    };
    pieces.push(piece(style, verdict(frame)));
    if report.verdict != Verdict::Undecided {
        pieces.push(piece(DIM, basis(report.basis)));
    }
    pieces
}

/// The verdict in words for people.
fn verdict(frame: &Frame) -> String {
    let report = frame.report;
    let both = if report.to_measure.len() > 2 { "all" } else { "both" };
    match report.verdict {
        Verdict::Decided => "decided".to_owned(),
        Verdict::Leaning => "leaning".to_owned(),
        Verdict::Benchmark if report.held_by.is_some() => format!("measure {both} first"),
        Verdict::Benchmark => format!("too close, measure {both}"),
        Verdict::Undecided => "undecided".to_owned(),
        Verdict::Impossible => "impossible as stated".to_owned(),
    }
}

fn basis(basis: Basis) -> &'static str {
    match basis {
        Basis::Documents => " · rests on documents",
        Basis::Estimates => " · rests on estimates",
        Basis::Measurements => " · rests on your measurements",
    }
}

/// The name of the workload and the file whose lines are named below.
pub fn title(frame: &Frame) -> String {
    let report = frame.report;
    let file = frame.path.rsplit(['/', '\\']).next().unwrap_or_default();
    if file.rsplit_once('.').is_some_and(|(stem, _)| stem == report.name) {
        return frame.path.to_owned();
    }
    format!("{} · {}", report.name, frame.path)
}
