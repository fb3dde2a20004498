//! The case against one target: what puts it out, where the leader is ahead of it, and the shortest way to it.

use super::lines::{BOLD, DIM, Line, PLAIN, Setting, piece, wrap};
use super::reasons::{self, Detail};
use super::short::{fitted, heading, joined};
use super::sources::{Numbering, Sources};
use super::{Frame, LINES, answer, open};
use crate::report::{ConcernGap, Exclusion, Status, TargetName, WhyNot};
use crate::units;

/// How much is shown.
#[derive(Clone, Copy)]
struct Room {
    exclusions: usize,
    concerns: usize,
    against: usize,
    detail: Detail,
    notes: usize,
}

const ALL: Room = Room {
    exclusions: usize::MAX,
    concerns: usize::MAX,
    against: usize::MAX,
    detail: Detail { lines: usize::MAX, marks: usize::MAX, facts: usize::MAX, values: true },
    notes: usize::MAX,
};

const ROOMY: Room = Room {
    exclusions: 4,
    concerns: 6,
    against: 4,
    detail: Detail { lines: 3, marks: 2, facts: 3, values: true },
    notes: 2,
};

/// What is given up where there is too little room, one after the other; the way is kept.
const SAVINGS: [fn(&mut Room); 12] = [
    |room| room.notes = 1,
    |room| room.detail.lines = 2,
    |room| room.detail.marks = 1,
    |room| room.detail.values = false,
    |room| room.against = 2,
    |room| room.concerns = 4,
    |room| room.exclusions = 2,
    |room| room.concerns = 3,
    |room| (room.notes, room.detail.marks) = (0, 0),
    |room| room.detail.lines = 1,
    |room| (room.concerns, room.against) = (2, 1),
    |room| (room.concerns, room.against, room.exclusions) = (1, 0, 1),
];

/// The case in as much room as there is, or all of it.
pub fn lines(frame: &Frame, it: &WhyNot, full: bool) -> Vec<Line> {
    if full {
        return set(frame, it, ALL);
    }
    let mut fitting = fitted(ROOMY, &SAVINGS, |room| set(frame, it, room));
    fitting.truncate(LINES);
    fitting
}

fn set(frame: &Frame, it: &WhyNot, room: Room) -> Vec<Line> {
    let mut sources = Sources::new(if room.notes == usize::MAX { Numbering::ByPlace } else { Numbering::BySource });
    let parts = vec![
        opening(frame, it),
        exclusions(frame, &mut sources, it, room),
        behind(frame, &mut sources, it, room),
        against(frame, &mut sources, it, room),
        ahead(frame, it),
        way(frame, it),
        if room.notes > 0 { sources.footnotes(frame.width, room.notes) } else { Vec::new() },
    ];
    joined(parts)
}

fn sentence(frame: &Frame, text: String) -> Vec<Line> {
    wrap(&[], &[piece(PLAIN, text)], Setting { width: frame.width, hang: 0, most: 2 })
}

/// What is recommended, and in a sentence where the target stands beside it.
fn opening(frame: &Frame, it: &WhyNot) -> Vec<Line> {
    let report = frame.report;
    let name = &it.target.name;
    let mut lines = answer::head(frame);
    let score = |target: &TargetName| report.targets.iter().find(|it| it.target == *target).map_or(0.0, |it| it.score);
    let stands = match (&report.target, it.status) {
        _ if it.leads => format!("{name} is the recommended target itself."),
        (_, Status::NotApplicable) => format!("{name} does not apply here."),
        (_, Status::Excluded) => format!("{name} is out."),
        (None, Status::Eligible) => format!("{name} could run this; nothing is recommended."),
        (Some(leader), Status::Eligible) => {
            let gap = score(leader) - score(&it.target);
            let points = if gap == 1.0 { "point" } else { "points" };
            match gap {
                0.0 => format!("{name} is level with {}.", leader.name),
                gap => format!("{name} is {} {points} behind {}.", units::format_number(gap), leader.name),
            }
        }
    };
    lines.extend(sentence(frame, stands));
    lines
}

fn exclusions(frame: &Frame, sources: &mut Sources, it: &WhyNot, room: Room) -> Vec<Line> {
    if it.out_by.is_empty() {
        return Vec::new();
    }
    let title = if it.status == Status::NotApplicable { "why it does not apply" } else { "what puts it out" };
    let mut lines = heading(frame, title, it.out_by.len().saturating_sub(room.exclusions));
    for Exclusion { reason, lifted_by } in it.out_by.iter().take(room.exclusions) {
        lines.extend(reasons::reason(frame, sources, reason, room.detail));
        let lifts: Vec<String> = lifted_by.iter().map(|change| format!("{}: {}", change.fact, change.to)).collect();
        let text = match lifts[..] {
            [] => "no single change would lift it".to_owned(),
            _ => format!("lifted by {}", lifts.join(", or ")),
        };
        let setting = Setting { width: frame.width, hang: reasons::INDENT, most: room.detail.lines };
        lines.extend(wrap(&[piece(PLAIN, " ".repeat(reasons::INDENT))], &[piece(DIM, text)], setting));
    }
    lines
}

/// Where the leader is ahead, concern by concern, with the reasons of both.
fn behind(frame: &Frame, sources: &mut Sources, it: &WhyNot, room: Room) -> Vec<Line> {
    let Some(leader) = frame.report.target.as_ref().filter(|_| !it.behind.is_empty()) else { return Vec::new() };
    let left = it.behind.len().saturating_sub(room.concerns);
    let mut lines = heading(frame, &format!("where {} is ahead", leader.name), left);
    for ConcernGap { concern, points, of_leader, of_target } in it.behind.iter().take(room.concerns) {
        let title = [
            piece(PLAIN, format!("  {}", concern.replace('_', " "))),
            piece(DIM, format!(" by {}", units::format_number(*points))),
        ];
        lines.extend(wrap(&title, &[], Setting { width: frame.width, hang: 4, most: 1 }));
        for (name, reasons) in [(&leader.name, of_leader), (&it.target.name, of_target)] {
            for reason in reasons {
                lines.extend(reasons::reason_on(frame, sources, reason, name, room.detail));
            }
        }
    }
    lines
}

/// What else stands against it.
fn against(frame: &Frame, sources: &mut Sources, it: &WhyNot, room: Room) -> Vec<Line> {
    if it.against.is_empty() || room.against == 0 {
        return Vec::new();
    }
    let title = match (it.status, it.behind.is_empty()) {
        (Status::Eligible, true) => "what stands against it",
        (Status::Eligible, false) => "what else stands against it",
        _ => "what would stand against it, were it back",
    };
    let mut lines = heading(frame, title, it.against.len().saturating_sub(room.against));
    for reason in it.against.iter().take(room.against) {
        if it.status == Status::Eligible {
            lines.extend(reasons::reason(frame, sources, reason, room.detail));
        } else {
            // What is out has no points.
            let body = reasons::clause(frame, sources, reason, room.detail);
            let setting = Setting { width: frame.width, hang: reasons::INDENT, most: room.detail.lines };
            lines.extend(wrap(&[piece(PLAIN, "    ·  ")], &body, setting));
        }
    }
    lines
}

fn ahead(frame: &Frame, it: &WhyNot) -> Vec<Line> {
    let concerns: Vec<String> = it
        .ahead
        .iter()
        .map(|(concern, points)| format!("{} by {}", concern.replace('_', " "), units::format_number(*points)))
        .collect();
    if concerns.is_empty() {
        return Vec::new();
    }
    let body = [piece(PLAIN, concerns.join(", "))];
    let setting = Setting { width: frame.width, hang: 4, most: 2 };
    wrap(&[piece(BOLD, "where it is ahead"), piece(PLAIN, "  ")], &body, setting)
}

/// The smallest changes after which it would be the answer, or would at least be in.
fn way(frame: &Frame, it: &WhyNot) -> Vec<Line> {
    let name = &it.target.name;
    if it.leads {
        return Vec::new();
    }
    if let Some(way) = &it.way {
        let mut lines = heading(frame, &format!("the shortest way to {name}"), 0);
        lines.extend(open::flip(frame, way));
        return lines;
    }
    let text = format!("nothing within two changes would make {name} the target");
    let mut lines = wrap(&[], &[piece(BOLD, text)], Setting { width: frame.width, hang: 0, most: 2 });
    match &it.way_back {
        Some(back) => {
            lines.extend(heading(frame, "what would at least bring it back", 0));
            lines.extend(open::changes(frame, back));
        }
        None if it.status != Status::Eligible => {
            lines.extend(sentence(frame, "Nor would anything within two changes bring it back.".to_owned()));
        }
        None => {}
    }
    lines
}
