//! The targets beside the leader: the next best, each with its most telling reason, and what is out.

use super::lines::{BOLD, GLUE, Line, PLAIN, Piece, Setting, piece, width, wrap};
use super::reasons::{self, Detail};
use super::short::{Room, heading};
use super::sources::Sources;
use super::{Frame, LINES};
use crate::report::{Effect, ReasonReport, Status, TargetReport, Verdict};

/// The next best targets, and what is out.
pub fn others(frame: &Frame, sources: &mut Sources, room: Room) -> Vec<Line> {
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
    let name_width = eligible.iter().take(shown).map(|it| width(&it.target.name)).max().unwrap_or(0);
    let mut said = said_of_leader(frame, room);
    for target in eligible.into_iter().take(shown) {
        let telling = telling(frame, target, &said);
        said.extend(telling.map(|(_, reason)| reason.because.as_str()));
        lines.extend(contender(frame, sources, room, (target, telling), name_width));
    }
    lines.extend(unspoken(frame, sources, room));
    lines.extend(out(frame, sources, room));
    lines
}

/// The targets that could run it and that nothing speaks for, with what stands most against the first: who asks after one
/// of them finds it here.
fn unspoken(frame: &Frame, sources: &mut Sources, room: Room) -> Vec<Line> {
    let report = frame.report;
    let silent = |it: &&TargetReport| {
        it.status == Status::Eligible && !it.spoken_for && Some(&it.target) != report.target.as_ref()
    };
    let mut all: Vec<&TargetReport> = report.targets.iter().filter(silent).collect();
    if report.target.is_none() || all.is_empty() || room.next < 2 {
        return Vec::new();
    }
    // The one that most stands against is the one that people ask after.
    all.sort_by(|a, b| a.score.total_cmp(&b.score));
    let names: Vec<String> =
        all.iter().map(|it| format!("{} ({})", it.target.name, reasons::signed(it.score))).collect();
    let mut body = vec![
        piece(PLAIN, format!("{}: nothing speaks for", names.join(", "))),
        piece(PLAIN, if all.len() > 1 { " them" } else { " it" }),
    ];
    let against = frame.reasons(&all[0].target, |it| it.counts && matches!(it.effect, Effect::Disfavours(_)));
    if let Some(reason) = against.first() {
        body.push(piece(PLAIN, format!("; against {}: ", all[0].target.name)));
        body.extend(reasons::clause(frame, sources, reason, Detail { marks: 1, values: false, ..room.detail() }));
    }
    wrap(&[piece(BOLD, "behind ")], &body, Setting { width: frame.width, hang: 7, most: room.each.min(2) })
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
    let pad = name_width.saturating_sub(width(&it.target.name)) + 2;
    let score = reasons::signed(it.score);
    let head =
        [piece(PLAIN, format!("{score:>5}  ")), piece(BOLD, it.target.name.as_str()), piece(PLAIN, " ".repeat(pad))];
    let hang = reasons::INDENT + name_width + 2;
    let mut body = Vec::new();
    match telling {
        Some((word, reason)) => {
            body.push(piece(PLAIN, format!("{word} it: ")));
            body.extend(reasons::clause(frame, sources, reason, Detail { marks: 1, values: false, ..room.detail() }));
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
        !frame.is_in_summary(&reason.rule) && !said.iter().any(same)
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
        // What speaks for or against the leader as well bears repeating, or what does the contrary here.
        (None, None) => all.iter().find(|reason| !frame.is_in_summary(&reason.rule)).map(|reason| {
            let leader = frame.report.target.as_ref();
            let favour = matches!(reason.effect, Effect::Favours(_));
            let alike = leader.is_some_and(|leader| {
                let same = |it: &ReasonReport| it.because == reason.because;
                frame.reasons(leader, same).iter().any(|it| matches!(it.effect, Effect::Favours(_)) == favour)
            });
            let word = match (alike, favour) {
                (true, true) => "also for",
                (true, false) => "also against",
                (false, true) => "here for",
                (false, false) => "here against",
            };
            (word, *reason)
        }),
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
///
/// Facts that no team can change are left to the summary: a mandate is no door.
fn what_is_out(frame: &Frame, sources: &mut Sources, room: Room) -> Vec<Line> {
    let mut lines = heading(frame, "out", 0);
    let door = |it: &TargetReport| {
        let change = it.lifted_by.iter().find(|change| change.changeable)?;
        let text = format!("{}: {}", change.fact, change.to);
        (!frame.report.summary.contains(&format!("`{text}`"))).then_some(text)
    };
    let mut groups: Vec<(&TargetReport, Option<String>, Vec<&str>)> = Vec::new();
    for it in frame.report.targets.iter().filter(|it| it.status == Status::Excluded) {
        let door = door(it);
        match groups.iter_mut().find(|(of, known, _)| of.because == it.because && *known == door) {
            Some((.., names)) => names.push(&it.target.name),
            None => groups.push((it, door, vec![&it.target.name])),
        }
    }
    let setting = Setting { width: frame.width, hang: 4, most: room.each };
    for (it, door, names) in groups {
        let mut body: Vec<Piece> = vec![piece(BOLD, names.join(", ")), piece(PLAIN, ": ")];
        match frame.reasons(&it.target, |reason| reason.effect == Effect::Excludes).first() {
            Some(reason) => body.extend(reasons::clause(frame, sources, reason, room.detail())),
            None => body.push(piece(PLAIN, it.because.as_str())),
        }
        if let Some(change) = door {
            body.push(piece(PLAIN, format!("; back with {change}")));
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
