//! What is open and what would change the answer, at length: all of it, what a team can do apart from what is to be
//! found out.

use super::lines::{BOLD, DIM, Line, PLAIN, Setting, piece, wrap};
use super::short::{ROOMY, heading, joined};
use super::{Frame, NARROWEST, Style, answer, open, painted};
use crate::report::{FlipReport, Report, UnknownReport};

/// A report with everything that would change it, as text.
pub fn at_length(report: &Report, style: Style) -> String {
    let frame = &Frame { report, width: style.width.max(NARROWEST), path: report.path.as_ref() };
    let mut parts = vec![answer::alone(frame, usize::MAX)];
    let by_team = |it: &&FlipReport| it.changes.iter().all(|change| change.changeable);
    let (team, others): (Vec<&FlipReport>, Vec<&FlipReport>) = report.flips.iter().partition(by_team);
    parts.push(flips(frame, "what a team can do", &team));
    if !report.unknowns.is_empty() {
        let mut lines = heading(frame, "what is to be found out, most useful first", 0);
        lines.extend(report.unknowns.iter().flat_map(|it| unknown(frame, it, &others)));
        parts.push(lines);
    }
    let of_unknown = |it: &FlipReport| {
        it.changes.len() == 1 && report.unknowns.iter().any(|unknown| unknown.fact == it.changes[0].fact)
    };
    let rest: Vec<&FlipReport> = others.into_iter().filter(|it| !of_unknown(it)).collect();
    parts.push(flips(frame, "what would change it together", &rest));
    if report.flips.is_empty() {
        parts.push(open::flips(frame, ROOMY));
    } else if report.unknowns.is_empty() {
        let text = "no answer alone to what is open would change it";
        parts.push(wrap(&[], &[piece(BOLD, text)], Setting { width: frame.width, hang: 0, most: 1 }));
    }
    painted(&joined(parts))
}

fn flips(frame: &Frame, title: &str, all: &[&FlipReport]) -> Vec<Line> {
    if all.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(frame, title, 0);
    lines.extend(all.iter().flat_map(|it| open::flip(frame, it)));
    lines
}

/// One open fact with its question, how to find it out, and the answers that would change the target.
fn unknown(frame: &Frame, it: &UnknownReport, flips: &[&FlipReport]) -> Vec<Line> {
    let mut lines = open::unknown(frame, it);
    let indent = || piece(PLAIN, "      ");
    let setting = Setting { width: frame.width, hang: 6, most: 3 };
    lines.extend(wrap(&[indent()], &[piece(PLAIN, it.question.trim())], setting));
    let help = it.help.trim();
    if !help.is_empty() && help != it.question.trim() {
        lines.extend(wrap(&[indent()], &[piece(DIM, help)], setting));
    }
    for flip in flips.iter().filter(|flip| flip.changes.len() == 1 && flip.changes[0].fact == it.fact) {
        let to = if flip.changes[0].to.is_empty() { "none" } else { flip.changes[0].to.as_str() };
        let body = [piece(PLAIN, to), piece(BOLD, format!(" -> {}", flip.target.name))];
        lines.extend(wrap(&[piece(BOLD, "      > ")], &body, Setting { hang: 10, most: 2, ..setting }));
    }
    lines
}
