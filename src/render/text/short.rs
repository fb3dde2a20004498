//! The text at a glance: what fits into 40 lines, the strongest first, and a word about what was left out.

use super::lines::{BOLD, CAUTION, DIM, GLUE, Line, PLAIN, Piece, Setting, piece, wrap};
use super::reasons::{self, Detail};
use super::sources::{Numbering, Sources};
use super::{Frame, LINES, answer};
use crate::judge::{Status, Verdict};
use crate::knowledge::{Effect, Gravity};
use crate::report::{CautionReport, ReasonReport, TargetName, TargetReport};

/// How much of each part is shown.
#[derive(Clone, Copy, Debug)]
struct Room {
    summary: usize,
    /// For the leader, and against it.
    reasons: usize,
    next: usize,
    cautions: usize,
    /// Lines of one reason, of one caution, of any other paragraph.
    each: usize,
    marks: usize,
    footnotes: bool,
    steps: bool,
    presumed: bool,
}

/// From roomy to tight. What matters least goes first; the answer never.
const ROOMS: [Room; 8] = [
    Room {
        summary: 4,
        reasons: 4,
        next: 3,
        cautions: usize::MAX,
        each: 3,
        marks: 2,
        footnotes: true,
        steps: true,
        presumed: true,
    },
    Room {
        summary: 4,
        reasons: 4,
        next: 2,
        cautions: usize::MAX,
        each: 2,
        marks: 2,
        footnotes: true,
        steps: true,
        presumed: true,
    },
    Room {
        summary: 4,
        reasons: 4,
        next: 2,
        cautions: usize::MAX,
        each: 2,
        marks: 1,
        footnotes: true,
        steps: true,
        presumed: true,
    },
    Room {
        summary: 4,
        reasons: 4,
        next: 2,
        cautions: 4,
        each: 2,
        marks: 1,
        footnotes: true,
        steps: true,
        presumed: true,
    },
    Room {
        summary: 3,
        reasons: 3,
        next: 2,
        cautions: 4,
        each: 2,
        marks: 1,
        footnotes: true,
        steps: true,
        presumed: false,
    },
    Room {
        summary: 3,
        reasons: 3,
        next: 1,
        cautions: 3,
        each: 2,
        marks: 1,
        footnotes: true,
        steps: true,
        presumed: false,
    },
    Room {
        summary: 3,
        reasons: 2,
        next: 1,
        cautions: 2,
        each: 2,
        marks: 1,
        footnotes: true,
        steps: true,
        presumed: false,
    },
    Room {
        summary: 3,
        reasons: 2,
        next: 1,
        cautions: 2,
        each: 2,
        marks: 0,
        footnotes: false,
        steps: true,
        presumed: false,
    },
];

/// The whole text, in as much room as fits.
pub fn lines(frame: &Frame) -> Vec<Line> {
    let mut fitting = Vec::new();
    for room in ROOMS {
        fitting = set(frame, room);
        if fitting.len() <= LINES {
            return fitting;
        }
    }
    // Only in a very narrow column.
    fitting.truncate(LINES - 1);
    fitting.extend(wrap(&[], &[piece(DIM, "… more with --full")], Setting { width: frame.width, hang: 0, most: 1 }));
    fitting
}

fn set(frame: &Frame, room: Room) -> Vec<Line> {
    let mut sources = Sources::new(Numbering::BySource);
    let mut parts = vec![answer::answer(frame, &mut sources, room.summary)];
    if let Some(target) = &frame.report.target {
        parts.push(for_and_against(frame, &mut sources, room, target));
    }
    parts.push(others(frame, &mut sources, room));
    parts.push(cautions(frame, room));
    parts.push(closing(frame, room));
    if room.footnotes {
        parts.push(sources.footnotes(frame.width, 1));
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

/// A heading, with a word about how many things under it are left out.
fn heading(frame: &Frame, text: &str, left_out: usize) -> Vec<Line> {
    let mut pieces = vec![piece(BOLD, text)];
    if left_out > 0 {
        pieces.push(piece(DIM, format!(" … {left_out} more with --full")));
    }
    wrap(&[], &pieces, Setting { width: frame.width, hang: 0, most: 1 })
}

fn for_and_against(frame: &Frame, sources: &mut Sources, room: Room, target: &TargetName) -> Vec<Line> {
    let mut lines = Vec::new();
    for (favour, word) in [(true, "for"), (false, "against")] {
        let all = frame.reasons(target, |it| it.counts && matches!(it.effect, Effect::Favours(_)) == favour);
        if all.is_empty() {
            continue;
        }
        lines.extend(heading(frame, &format!("{word} {}", target.name), all.len().saturating_sub(room.reasons)));
        for reason in all.into_iter().take(room.reasons) {
            lines.extend(reasons::reason(frame, sources, reason, detail(room)));
        }
    }
    lines
}

fn detail(room: Room) -> Detail {
    Detail { lines: room.each, marks: room.marks, facts: 3 }
}

/// The next best targets, and what is out.
fn others(frame: &Frame, sources: &mut Sources, room: Room) -> Vec<Line> {
    let report = frame.report;
    let mut lines = Vec::new();
    let eligible: Vec<&TargetReport> = report
        .targets
        .iter()
        .filter(|it| it.status == Status::Eligible && Some(&it.target) != report.target.as_ref())
        .filter(|it| it.spoken_for || report.target.is_none())
        .collect();
    let shown = if report.target.is_none() { eligible.len().min(LINES / 4) } else { room.next };
    if !eligible.is_empty() {
        let word = if report.target.is_none() { "could run it" } else { "next best" };
        lines.extend(heading(frame, word, eligible.len().saturating_sub(shown)));
    }
    let name_width = eligible.iter().take(shown).map(|it| super::lines::width(&it.target.name)).max().unwrap_or(0);
    for target in eligible.into_iter().take(shown) {
        lines.extend(contender(frame, sources, room, target, name_width));
    }
    lines.extend(out(frame, sources, room));
    lines
}

/// One target beside the leader with its score and its strongest reason: against it, unless the summary says that.
fn contender(frame: &Frame, sources: &mut Sources, room: Room, it: &TargetReport, name_width: usize) -> Vec<Line> {
    let of = |favour: bool| {
        frame
            .reasons(&it.target, |reason| reason.counts && matches!(reason.effect, Effect::Favours(_)) == favour)
            .into_iter()
            .find(|reason| !frame.is_in_summary(&reason.rule) && !is_for_leader(frame, reason))
    };
    let summarised = frame.reasons(&it.target, |reason| frame.is_in_summary(&reason.rule)).into_iter().next().is_some();
    let (against, favour) = (of(false), of(true));
    let picked = match (against, favour) {
        (_, Some(favour)) if summarised || frame.report.verdict == Verdict::Benchmark => Some(("for it: ", favour)),
        (Some(against), _) => Some(("against it: ", against)),
        (None, Some(favour)) => Some(("for it: ", favour)),
        (None, None) => None,
    };
    let pad = name_width.saturating_sub(super::lines::width(&it.target.name));
    let score = reasons::signed(it.score);
    let head = [
        piece(PLAIN, format!("{score:>5}  ")),
        piece(BOLD, it.target.name.as_str()),
        piece(PLAIN, " ".repeat(pad + 2)),
    ];
    let hang = reasons::INDENT + name_width + 2;
    let mut body = Vec::new();
    match picked {
        Some((word, reason)) => {
            body.push(piece(PLAIN, word));
            body.extend(reasons::clause(frame, sources, reason, Detail { lines: room.each, marks: 1, facts: 2 }));
        }
        None => body.push(piece(PLAIN, it.because.as_str())),
    }
    wrap(&head, &body, Setting { width: frame.width, hang, most: room.each.min(2) })
}

/// Whether the same rule is shown for the leader already.
fn is_for_leader(frame: &Frame, reason: &ReasonReport) -> bool {
    let leader = frame.report.target.as_ref();
    leader.is_some_and(|leader| {
        frame.reasons(leader, |it| it.counts).iter().take(4).any(|it| it.because == reason.because)
    })
}

/// `out  Trainium, Inferentia: not offered on Azure · does not apply: Edge TPU, NPU`.
fn out(frame: &Frame, sources: &mut Sources, room: Room) -> Vec<Line> {
    if frame.report.verdict == Verdict::Impossible {
        return what_is_out(frame, sources, room);
    }
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for it in frame.report.targets.iter().filter(|it| it.status == Status::Excluded) {
        match groups.iter_mut().find(|(because, _)| *because == it.because) {
            Some((_, names)) => names.push(&it.target.name),
            None => groups.push((&it.because, vec![&it.target.name])),
        }
    }
    let mut parts: Vec<String> =
        groups.iter().map(|(because, names)| format!("{}: {because}", names.join(", "))).collect();
    let inapplicable: Vec<String> = frame
        .report
        .targets
        .iter()
        .filter(|it| it.status == Status::NotApplicable)
        .map(|it| it.target.name.replace(' ', &GLUE.to_string()))
        .collect();
    if !inapplicable.is_empty() {
        parts.push(format!("does not apply: {}", inapplicable.join(", ")));
    }
    if parts.is_empty() {
        return Vec::new();
    }
    let setting = Setting { width: frame.width, hang: reasons::INDENT, most: room.each };
    wrap(&[piece(BOLD, "out"), piece(PLAIN, "    ")], &[piece(PLAIN, parts.join(" · "))], setting)
}

/// Where nothing is left: every target with what excludes it and what would bring it back.
fn what_is_out(frame: &Frame, sources: &mut Sources, room: Room) -> Vec<Line> {
    let mut lines = heading(frame, "out", 0);
    for it in frame.report.targets.iter().filter(|it| it.status == Status::Excluded) {
        let mut body: Vec<Piece> = vec![piece(BOLD, it.target.name.as_str()), piece(PLAIN, ": ")];
        match frame.reasons(&it.target, |reason| reason.effect == Effect::Excludes).first() {
            Some(reason) => body.extend(reasons::clause(frame, sources, reason, detail(room))),
            None => body.push(piece(PLAIN, it.because.as_str())),
        }
        lines.extend(wrap(&[piece(PLAIN, "  ")], &body, Setting { width: frame.width, hang: 4, most: room.each }));
    }
    let inapplicable: Vec<&str> = frame
        .report
        .targets
        .iter()
        .filter(|it| it.status == Status::NotApplicable)
        .map(|it| it.target.name.as_str())
        .collect();
    if !inapplicable.is_empty() {
        let text = format!("does not apply: {}", inapplicable.join(", "));
        lines.extend(wrap(
            &[piece(PLAIN, "  ")],
            &[piece(PLAIN, text)],
            Setting { width: frame.width, hang: 4, most: 2 },
        ));
    }
    lines
}

fn cautions(frame: &Frame, room: Room) -> Vec<Line> {
    let all = &frame.report.cautions;
    let shown = frame.report.cautions_shown.min(room.cautions);
    if all.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(frame, "mind", all.len().saturating_sub(shown));
    for it in all.iter().take(shown) {
        lines.extend(caution(frame, it, room.each));
    }
    lines
}

/// One caution, with the targets that it concerns where that is not all of the contenders.
pub fn caution(frame: &Frame, it: &CautionReport, most: usize) -> Vec<Line> {
    let mark = match it.gravity {
        Gravity::Serious => " !! ",
        Gravity::Warn => "  ! ",
        Gravity::Note => "  · ",
    };
    let of_all = frame.report.contenders.iter().all(|target| it.targets.contains(target));
    let names: Vec<&str> = it.targets.iter().map(|target| target.name.as_str()).collect();
    let of = if of_all { String::new() } else { format!(" on {}", names.join(", ")) };
    let accepted = if it.accepted { ", accepted" } else { "" };
    let mut body = vec![piece(CAUTION, format!("{}{of}{accepted}", it.topic))];
    if !is_said(frame, it) {
        body.push(piece(PLAIN, format!(": {}", it.text.trim())));
    }
    wrap(&[piece(CAUTION, mark)], &body, Setting { width: frame.width, hang: 6, most })
}

/// Whether a reason that is shown, or the summary, already says what a caution says.
fn is_said(frame: &Frame, it: &CautionReport) -> bool {
    let report = frame.report;
    let leader = report.target.as_ref();
    let shown = leader.map(|leader| frame.reasons(leader, |reason| reason.counts)).unwrap_or_default();
    report.summary.contains(it.text.trim()) || shown.iter().take(4).any(|reason| reason.because == it.text)
}

/// What was presumed, and what to do next.
fn closing(frame: &Frame, room: Room) -> Vec<Line> {
    let report = frame.report;
    let setting = Setting { width: frame.width, hang: 10, most: room.each.min(2) };
    let mut lines = Vec::new();
    let presumed: Vec<_> = report.assumed.iter().filter(|it| it.presumed).collect();
    if room.presumed && !presumed.is_empty() {
        let value =
            |it: &&crate::report::Assumption| format!("{}: {}", it.fact, it.value.as_deref().unwrap_or("unknown"));
        let text = match presumed[..] {
            [one] => format!("{}, because {}", value(&one), one.because),
            _ => presumed.iter().map(value).collect::<Vec<_>>().join(" · "),
        };
        lines.extend(wrap(&[piece(BOLD, "presumed"), piece(PLAIN, "  ")], &[piece(PLAIN, text)], setting));
    }
    if let Some(step) = report.steps.first().filter(|_| room.steps) {
        let mut body = vec![piece(PLAIN, step.text.trim())];
        if report.steps.len() > 1 {
            body.push(piece(DIM, format!(" … {} more with --full", report.steps.len() - 1)));
        }
        lines.extend(wrap(&[piece(BOLD, "next"), piece(PLAIN, "      ")], &body, setting));
    }
    lines
}
