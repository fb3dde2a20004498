//! What is still open and what would change the answer.

use super::Frame;
use super::lines::{BOLD, DIM, Line, PLAIN, Setting, piece, wrap};
use super::short::{Room, heading};
use crate::report::{FlipChange, FlipReport, UnknownReport};

/// How many open questions and flips a short text shows at most.
pub const SHORT: (usize, usize) = (3, 2);

/// Open facts that could change the target, the most useful to find out first.
pub fn unknowns(frame: &Frame, room: Room) -> Vec<Line> {
    let all = &frame.report.unknowns;
    if all.is_empty() || room.unknowns == 0 {
        return Vec::new();
    }
    let mut lines = heading(frame, "still open, most useful first", all.len().saturating_sub(room.unknowns));
    for it in all.iter().take(room.unknowns) {
        lines.extend(unknown(frame, it));
    }
    lines
}

/// One open fact and the targets that an answer could bring up.
pub fn unknown(frame: &Frame, it: &UnknownReport) -> Vec<Line> {
    let names: Vec<&str> = it.targets.iter().map(|target| target.name.as_str()).collect();
    let to = if names.is_empty() { "leave no target".to_owned() } else { format!("bring up {}", names.join(", ")) };
    let body =
        [piece(BOLD, it.fact.clone()), piece(PLAIN, format!(": could {to}")), piece(DIM, format!(" ({})", it.how))];
    wrap(&[piece(BOLD, "  ? ")], &body, Setting { width: frame.width, hang: 6, most: 2 })
}

/// The smallest changes that change the target, what a team can do first.
pub fn flips(frame: &Frame, room: Room) -> Vec<Line> {
    let report = frame.report;
    let Some(robustness) = report.robustness.as_ref().filter(|_| room.flips > 0) else { return Vec::new() };
    if report.flips.is_empty() {
        let text = match (&report.target, robustness.pairs_searched) {
            (None, _) => return Vec::new(),
            (Some(_), true) => "nothing within two changes would change it",
            (Some(_), false) => "no one change would change it; not every pair was tried",
        };
        return wrap(&[], &[piece(BOLD, text)], Setting { width: frame.width, hang: 0, most: 1 });
    }
    // What is open has been listed; here stands first what a team could do.
    let mut lines = heading(frame, "what would change it", report.flips.len().saturating_sub(room.flips));
    for it in report.flips.iter().take(room.flips) {
        lines.extend(flip(frame, it));
    }
    lines
}

/// Changes and the target that they bring.
pub fn flip(frame: &Frame, it: &FlipReport) -> Vec<Line> {
    let body = [piece(PLAIN, in_words(it)), piece(BOLD, format!(" -> {}", it.target.name))];
    wrap(&[piece(BOLD, "  > ")], &body, Setting { width: frame.width, hang: 6, most: 2 })
}

/// Changes alone, where they bring no target up.
pub fn changes(frame: &Frame, it: &FlipReport) -> Vec<Line> {
    wrap(&[piece(BOLD, "  > ")], &[piece(PLAIN, in_words(it))], Setting { width: frame.width, hang: 6, most: 2 })
}

/// `framework: jax (now pytorch) and cloud: gcp (now aws)`.
fn in_words(it: &FlipReport) -> String {
    let or_none = |value: &str| if value.is_empty() { "none".to_owned() } else { value.to_owned() };
    let change = |change: &FlipChange| {
        let from = change.from.as_deref().map_or_else(String::new, |from| format!(" (now {})", or_none(from)));
        format!("{}: {}{from}", change.fact, or_none(&change.to))
    };
    it.changes.iter().map(change).collect::<Vec<_>>().join(" and ")
}

/// How firm the answer is against what is open and against other weights; for the full text.
pub fn robustness(frame: &Frame) -> Vec<Line> {
    let Some(it) = &frame.report.robustness else { return Vec::new() };
    let Some(target) = &frame.report.target else { return Vec::new() };
    let settled = if it.settled {
        "proved: no answer to all that is open changes the target"
    } else {
        "not proved against every answer to what is open"
    };
    let within = it.holds_within.map_or_else(String::new, |within| {
        format!("; {} leads as long as no concern weighs more than {:.0} % more or less", target.name, within * 100.0)
    });
    let mut shares: Vec<_> = it.acceptability.iter().filter(|(_, share)| *share >= 0.005).collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    let shares: Vec<String> =
        shares.iter().map(|(name, share)| format!("{} {:.0} %", name.name, share * 100.0)).collect();
    let shares = format!("; of all weightings of the concerns wins: {}", shares.join(", "));
    let body = [piece(PLAIN, format!("{settled}{within}{shares}"))];
    wrap(&[piece(BOLD, "how firm  ")], &body, Setting { width: frame.width, hang: 10, most: usize::MAX })
}
