//! The text without abridgement: every target's score and reasons, what does not count and why, and all the rest.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::closing::{caution, what_holds_it};
use super::lines::{BOLD, DIM, Line, PLAIN, Setting, piece, wrap};
use super::reasons::{self, Detail};
use super::short::{ROOMY, Room, joined};
use super::sources::{Numbering, Sources};
use super::{Frame, answer, open};
use crate::report::{Effect, Outdone, ReasonReport, Status, TargetReport};

const ALL: Detail = Detail { lines: usize::MAX, marks: usize::MAX, facts: usize::MAX, values: true };

pub fn lines(frame: &Frame) -> Vec<Line> {
    let mut sources = Sources::new(Numbering::ByPlace);
    let mut parts = vec![answer::answer(frame, &mut sources, usize::MAX), scores(frame)];
    parts.extend(frame.report.targets.iter().map(|it| target(frame, &mut sources, it)));
    let every = Room { unknowns: usize::MAX, flips: usize::MAX, ..ROOMY };
    parts.extend([
        cautions(frame),
        open::unknowns(frame, every),
        open::flips(frame, every),
        open::robustness(frame),
        size(frame),
        steps(frame),
        presumed(frame),
        not_stated(frame),
    ]);
    parts.push(sources.footnotes(frame.width, usize::MAX));
    joined(parts)
}

fn heading(frame: &Frame, text: &str) -> Vec<Line> {
    paragraph(frame, &[piece(BOLD, text)], 0)
}

fn paragraph(frame: &Frame, body: &[super::lines::Piece], hang: usize) -> Vec<Line> {
    wrap(&[piece(PLAIN, " ".repeat(hang))], body, Setting { width: frame.width, hang, most: usize::MAX })
}

/// Every target that may be recommended, with its score and the bounds that the open facts leave it.
fn scores(frame: &Frame) -> Vec<Line> {
    let eligible: Vec<&TargetReport> = frame.report.targets.iter().filter(|it| it.status == Status::Eligible).collect();
    if eligible.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new();
    // The crate is built without its terminal support: it adds no colour, and knows the width only from here.
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(frame.width).unwrap_or(u16::MAX));
    table.set_header(["", "target", "score", "open facts leave", ""]);
    for it in eligible {
        table.add_row([
            it.rank.map_or_else(String::new, |rank| format!("{rank}.")),
            it.target.name.clone(),
            reasons::signed(it.score),
            format!("{} to {}", reasons::signed(it.low), reasons::signed(it.high)),
            if it.spoken_for { String::new() } else { "nothing known speaks for it".to_owned() },
        ]);
    }
    for column in [0, 2] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut lines = heading(frame, "scores");
    for (index, text) in table.lines().enumerate() {
        let style = if index == 0 { DIM } else { PLAIN };
        lines.push(Line::set(style, text.trim_end()));
    }
    lines
}

fn target(frame: &Frame, sources: &mut Sources, it: &TargetReport) -> Vec<Line> {
    let name = &it.target.name;
    let all = frame.reasons(&it.target, |_| true);
    let vetoes = |effect: Effect| effect.is_veto();
    let favours = |effect: Effect| matches!(effect, Effect::Favours(_));
    let title = match it.status {
        Status::Eligible => format!("{name} {}", reasons::signed(it.score)),
        Status::Excluded => format!("{name} is out"),
        Status::NotApplicable => format!("{name} does not apply"),
    };
    let mut lines = heading(frame, &title);
    let mut show = |lines: &mut Vec<Line>, wanted: &dyn Fn(&ReasonReport) -> bool| {
        for reason in all.iter().filter(|reason| wanted(reason)) {
            lines.extend(reasons::reason(frame, sources, reason, ALL));
            lines.extend(paragraph(frame, &[piece(DIM, footing(reason))], reasons::INDENT));
        }
    };
    if all.is_empty() {
        lines.extend(paragraph(frame, &[piece(DIM, "nothing known speaks for or against it")], reasons::INDENT));
    }
    show(&mut lines, &|reason| vetoes(reason.effect));
    if it.status != Status::Eligible {
        for change in &it.lifted_by {
            let text = format!("{}: {} would bring it back", change.fact, change.to);
            lines.extend(paragraph(frame, &[piece(PLAIN, text)], reasons::INDENT));
        }
        // What is out has no score, so the rest would weigh nothing.
        return lines;
    }
    show(&mut lines, &|reason| reason.counts && favours(reason.effect));
    show(&mut lines, &|reason| reason.counts && !favours(reason.effect));
    show(&mut lines, &|reason| !reason.counts && !vetoes(reason.effect));
    lines
}

/// Concern and rule of a reason, and why it does not count.
fn footing(reason: &ReasonReport) -> String {
    let concern = reason.concern.replace('_', " ");
    let does_not_count = match &reason.outdone {
        None => String::new(),
        Some(Outdone::By(rule)) => format!(" · does not count beside {rule}"),
        Some(Outdone::ByMeasurements) => " · does not count: your own measurements outrank it".to_owned(),
    };
    let direction = match (&reason.outdone, reason.effect) {
        (Some(_), Effect::Favours(_)) => " · for it",
        (Some(_), Effect::Disfavours(_)) => " · against it",
        _ => "",
    };
    format!("{concern} · {}{direction}{does_not_count}", reason.rule)
}

fn cautions(frame: &Frame) -> Vec<Line> {
    if frame.report.cautions.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(frame, "mind");
    lines.extend(frame.report.cautions.iter().flat_map(|it| caution(frame, it, usize::MAX)));
    lines
}

fn size(frame: &Frame) -> Vec<Line> {
    let setting = Setting { width: frame.width, hang: 7, most: usize::MAX };
    frame.report.held.as_ref().map_or_else(Vec::new, |held| what_holds_it(held, setting))
}

fn steps(frame: &Frame) -> Vec<Line> {
    if frame.report.steps.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(frame, "next");
    for (step, number) in frame.report.steps.iter().zip(1..) {
        let setting = Setting { width: frame.width, hang: reasons::INDENT, most: usize::MAX };
        lines.extend(wrap(
            &[piece(PLAIN, format!("{:>5}  ", format!("{number}.")))],
            &[piece(PLAIN, step.text.trim())],
            setting,
        ));
    }
    lines
}

fn presumed(frame: &Frame) -> Vec<Line> {
    let presumed: Vec<_> = frame.report.assumed.iter().filter(|it| it.presumed).collect();
    if presumed.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(frame, "presumed");
    for it in presumed {
        let text = format!("{}: {}, because {}", it.fact, it.value.as_deref().unwrap_or("unknown"), it.because);
        lines.extend(paragraph(frame, &[piece(PLAIN, text)], reasons::INDENT));
    }
    lines
}

/// The facts that play a part only when they are stated, and were not.
fn not_stated(frame: &Frame) -> Vec<Line> {
    let names: Vec<String> = frame
        .report
        .assumed
        .iter()
        .filter(|it| !it.presumed)
        .map(|it| it.value.as_ref().map_or_else(|| it.fact.clone(), |value| format!("{}: {value}", it.fact)))
        .collect();
    if names.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(frame, "taken as not stated");
    lines.extend(paragraph(frame, &[piece(DIM, names.join(", "))], reasons::INDENT));
    lines
}
