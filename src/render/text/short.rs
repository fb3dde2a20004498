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
    /// Lines of one footnote; none for no footnotes at all.
    notes: usize,
    steps: bool,
    presumed: bool,
}

const ROOMY: Room = Room {
    summary: 4,
    reasons: 4,
    next: 3,
    cautions: usize::MAX,
    each: 3,
    marks: 2,
    notes: 2,
    steps: true,
    presumed: true,
};

/// What is given up where there is too little room, one after the other: what matters least goes first, the answer never.
const SAVINGS: [fn(&mut Room); 16] = [
    |room| room.notes = 1,
    |room| room.each = 2,
    |room| room.next = 2,
    |room| room.marks = 1,
    |room| room.cautions = 5,
    |room| room.cautions = 4,
    |room| room.summary = 3,
    |room| room.presumed = false,
    |room| room.reasons = 3,
    |room| room.cautions = 3,
    |room| room.next = 1,
    |room| room.reasons = 2,
    |room| room.cautions = 2,
    |room| (room.marks, room.notes) = (0, 0),
    |room| room.each = 1,
    |room| room.steps = false,
];

/// The whole text, in as much room as fits.
pub fn lines(frame: &Frame) -> Vec<Line> {
    let mut room = ROOMY;
    let mut fitting = set(frame, room);
    for save in SAVINGS {
        if fitting.len() <= LINES {
            return fitting;
        }
        save(&mut room);
        fitting = set(frame, room);
    }
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

fn set(frame: &Frame, room: Room) -> Vec<Line> {
    let mut sources = Sources::new(Numbering::BySource);
    let mut parts = vec![answer::answer(frame, &mut sources, room.summary)];
    if let Some(target) = &frame.report.target {
        parts.push(for_and_against(frame, &mut sources, room, target));
    }
    parts.push(others(frame, &mut sources, room));
    parts.push(cautions(frame, room));
    parts.push(closing(frame, room));
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
        let score = frame.report.targets.iter().find(|it| it.target == *target).map_or(0.0, |it| it.score);
        let title = match word {
            "for" => format!("{word} {} ({})", target.name, reasons::signed(score)),
            _ => format!("{word} {}", target.name),
        };
        lines.extend(heading(frame, &title, all.len().saturating_sub(room.reasons)));
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
        // Where nothing is recommended the summary names them all; what stands against one is worth a line.
        .filter(|it| report.target.is_some() || !frame.reasons(&it.target, |reason| reason.counts).is_empty())
        .collect();
    let shown = if report.target.is_none() { eligible.len().min(LINES / 4) } else { room.next };
    if !eligible.is_empty() {
        let word = if report.target.is_none() { "could run it" } else { "next best" };
        lines.extend(heading(frame, word, eligible.len().saturating_sub(shown)));
    }
    let name_width = eligible.iter().take(shown).map(|it| super::lines::width(&it.target.name)).max().unwrap_or(0);
    let mut said = said_of_leader(frame, room);
    for target in eligible.into_iter().take(shown) {
        let telling = telling(frame, target, &said);
        said.extend(telling.map(|(_, reason)| reason.because.as_str()));
        lines.extend(contender(frame, sources, room, (target, telling), name_width));
    }
    lines.extend(out(frame, sources, room));
    lines
}

/// The reasons that are given for and against the leader.
fn said_of_leader<'r>(frame: &Frame<'r>, room: Room) -> Vec<&'r str> {
    let Some(leader) = &frame.report.target else { return Vec::new() };
    let given = |favour: bool| {
        let of_sign = frame.reasons(leader, |it| it.counts && matches!(it.effect, Effect::Favours(_)) == favour);
        of_sign.into_iter().take(room.reasons).map(|reason| reason.because.as_str())
    };
    given(true).chain(given(false)).collect()
}

/// A reason with the word that leads to it.
type Telling<'r> = Option<(&'static str, &'r ReasonReport)>;

/// One target beside the leader with its score and its most telling reason.
fn contender(
    frame: &Frame,
    sources: &mut Sources,
    room: Room,
    (it, telling): (&TargetReport, Telling),
    name_width: usize,
) -> Vec<Line> {
    let pad = name_width.saturating_sub(super::lines::width(&it.target.name)) + 2;
    let score = reasons::signed(it.score);
    let head =
        [piece(PLAIN, format!("{score:>5}  ")), piece(BOLD, it.target.name.as_str()), piece(PLAIN, " ".repeat(pad))];
    let hang = reasons::INDENT + name_width + 2;
    let mut body = Vec::new();
    match telling {
        Some((word, reason)) => {
            body.push(piece(PLAIN, format!("{word} it: ")));
            body.extend(reasons::clause(frame, sources, reason, Detail { lines: room.each, marks: 1, facts: 3 }));
        }
        None => body.push(piece(PLAIN, "as above")),
    }
    wrap(&head, &body, Setting { width: frame.width, hang, most: room.each.min(2) })
}

/// The one reason that tells most about a target beside the leader: what stands against it, unless the summary says
/// that already or the two are close; of those that were not given yet, if there are any.
fn telling<'r>(frame: &Frame<'r>, it: &TargetReport, said: &[&str]) -> Telling<'r> {
    let all = frame.reasons(&it.target, |reason| reason.counts);
    let summarised = all.iter().any(|reason| frame.is_in_summary(&reason.rule));
    let is_new = |reason: &ReasonReport| {
        let same = |other: &&str| other.contains(&reason.because) || reason.because.contains(*other);
        !frame.is_in_summary(&reason.rule) && !said.iter().any(|other| same(&other))
    };
    let new = |favour: bool| {
        let mut of_sign = all.iter().filter(|reason| matches!(reason.effect, Effect::Favours(_)) == favour);
        of_sign.find(|reason| is_new(reason)).copied()
    };
    let of_interest = summarised || frame.report.verdict == Verdict::Benchmark;
    match (new(true), new(false)) {
        (Some(favour), _) if of_interest => Some(("for", favour)),
        (_, Some(against)) => Some(("against", against)),
        (Some(favour), None) => Some(("for", favour)),
        // Only a reason that the leader has as well bears repeating.
        (None, None) => {
            all.iter().find(|reason| !frame.is_in_summary(&reason.rule)).map(|reason| match reason.effect {
                Effect::Favours(_) => ("also for", *reason),
                _ => ("also against", *reason),
            })
        }
    }
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
    parts.extend(Some(inapplicable(frame)).filter(|text| !text.is_empty()));
    if parts.is_empty() {
        return Vec::new();
    }
    let setting = Setting { width: frame.width, hang: reasons::INDENT, most: room.each };
    wrap(&[piece(BOLD, "out"), piece(PLAIN, "    ")], &[piece(PLAIN, parts.join(" · "))], setting)
}

/// Where nothing is left: what excludes the targets, those of one reason together, and what would bring them back.
fn what_is_out(frame: &Frame, sources: &mut Sources, room: Room) -> Vec<Line> {
    let mut lines = heading(frame, "out", 0);
    let mut groups: Vec<(&TargetReport, Vec<&str>)> = Vec::new();
    for it in frame.report.targets.iter().filter(|it| it.status == Status::Excluded) {
        match groups.iter_mut().find(|(of, _)| of.because == it.because && of.lifted_by == it.lifted_by) {
            Some((_, names)) => names.push(&it.target.name),
            None => groups.push((it, vec![&it.target.name])),
        }
    }
    let setting = Setting { width: frame.width, hang: 4, most: room.each };
    for (it, names) in groups {
        let mut body: Vec<Piece> = vec![piece(BOLD, names.join(", ")), piece(PLAIN, ": ")];
        match frame.reasons(&it.target, |reason| reason.effect == Effect::Excludes).first() {
            Some(reason) => body.extend(reasons::clause(frame, sources, reason, detail(room))),
            None => body.push(piece(PLAIN, it.because.as_str())),
        }
        let change = it.lifted_by.first();
        let summarised = |summary: &str, fact: &str, to: &str| summary.contains(&format!("`{fact}: {to}`"));
        if let Some(change) = change.filter(|it| !summarised(&frame.report.summary, &it.fact, &it.to)) {
            body.push(piece(PLAIN, format!("; back with {}: {}", change.fact, change.to)));
        }
        lines.extend(wrap(&[piece(PLAIN, "  ")], &body, setting));
    }
    let inapplicable = inapplicable(frame);
    if !inapplicable.is_empty() {
        lines.extend(wrap(&[piece(PLAIN, "  ")], &[piece(PLAIN, inapplicable)], setting));
    }
    lines
}

/// `does not apply: Edge TPU, NPU`, or nothing.
fn inapplicable(frame: &Frame) -> String {
    let of_another_class = frame.report.targets.iter().filter(|it| it.status == Status::NotApplicable);
    let names: Vec<String> = of_another_class.map(|it| it.target.name.replace(' ', &GLUE.to_string())).collect();
    if names.is_empty() { String::new() } else { format!("does not apply: {}", names.join(", ")) }
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
    let text = what_is_new(frame, it.text.trim());
    if !text.is_empty() {
        body.push(piece(PLAIN, format!(": {text}")));
    }
    wrap(&[piece(CAUTION, mark)], &body, Setting { width: frame.width, hang: 6, most })
}

/// What a caution says beyond the summary and the reasons of the leader: often they begin alike.
fn what_is_new<'t>(frame: &Frame, text: &'t str) -> &'t str {
    let given = frame.report.reasons.iter().filter(|it| it.counts && !it.because.is_empty());
    let mut given =
        given.filter(|it| frame.is_in_summary(&it.rule) || Some(&it.target) == frame.report.target.as_ref());
    match given.find(|it| text.starts_with(it.because.as_str())) {
        Some(reason) => text[reason.because.len()..].trim_start_matches([':', ';', ',', '.', ' ']),
        None => text,
    }
}

/// What was presumed, and what to do next.
fn closing(frame: &Frame, room: Room) -> Vec<Line> {
    let report = frame.report;
    let setting = Setting { width: frame.width, hang: reasons::INDENT, most: room.each.min(2) };
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
        lines.extend(wrap(&[piece(BOLD, "next"), piece(PLAIN, "   ")], &body, setting));
    }
    lines
}
