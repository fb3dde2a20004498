//! What stands below the comparison: cautions, what was presumed, and what to do next.

use super::Frame;
use super::lines::{BOLD, CAUTION, GLUE, Line, PLAIN, Setting, piece, width, wrap};
use super::reasons;
use super::short::{Room, heading, more};
use crate::report::quantity::{bytes, count};
use crate::report::{Assumption, CautionReport, Gravity, Held};

/// The cautions, gravest first.
pub fn cautions(frame: &Frame, room: Room) -> Vec<Line> {
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

const PRESUMED: &str = "presumed  ";

/// What was presumed, and what to do next.
pub fn closing(frame: &Frame, room: Room) -> Vec<Line> {
    let report = frame.report;
    let setting = Setting { width: frame.width, hang: reasons::INDENT, most: room.each.min(2) };
    let mut lines = Vec::new();
    if let Some(held) = report.held.as_ref().filter(|_| room.steps) {
        lines.extend(what_holds_it(held, Setting { most: 1, ..setting }));
    }
    let presumed: Vec<_> = report.assumed.iter().filter(|it| it.presumed).collect();
    if room.presumed && !presumed.is_empty() {
        lines.extend(wrap(&[piece(BOLD, PRESUMED)], &[piece(PLAIN, what_is_presumed(frame, &presumed))], setting));
    }
    if let Some(step) = report.steps.first().filter(|_| room.steps) {
        let mut body = vec![piece(PLAIN, step.text.trim())];
        body.extend(more(report.steps.len() - 1));
        lines.extend(wrap(&[piece(BOLD, "next"), piece(PLAIN, "   ")], &body, setting));
    }
    lines
}

/// The smallest system of each contender, on one line.
pub fn what_holds_it(held: &Held, setting: Setting) -> Vec<Line> {
    let each = held.smallest.iter().map(|it| {
        if !it.fits {
            return format!("not on {}", it.chip).replace(' ', &GLUE.to_string());
        }
        let chips = if it.needed.high <= 1.0 { "1".to_owned() } else { count(it.needed) };
        let system = it.system.as_ref().map_or_else(
            |_| String::new(),
            |system| {
                let several = if system.count > 1 { format!("{} x ", system.count) } else { String::new() };
                format!(" ({several}{})", system.id)
            },
        );
        format!("{chips} {}{system}", it.chip).replace(' ', &GLUE.to_string())
    });
    let least = if held.is_least { "at least " } else { "" };
    let text = format!("{least}{}: {}", bytes(held.memory), each.collect::<Vec<_>>().join(" · "));
    wrap(&[piece(BOLD, "size"), piece(PLAIN, "   ")], &[piece(PLAIN, text)], setting)
}

/// The values taken for likely; with the reason if that leaves them on one line.
fn what_is_presumed(frame: &Frame, presumed: &[&Assumption]) -> String {
    let value = |it: &Assumption| format!("{}: {}", it.fact, it.value.as_deref().unwrap_or("unknown"));
    if let [one] = presumed {
        let with_reason = format!("{}, because {}", value(one), one.because);
        if width(PRESUMED) + width(&with_reason) <= frame.width {
            return with_reason;
        }
    }
    presumed.iter().map(|it| value(it)).collect::<Vec<_>>().join(" · ")
}
