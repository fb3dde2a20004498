//! The text that a person reads: the answer first, at most 40 lines of 80 columns unless all is asked for.

mod answer;
mod check;
mod closing;
mod full;
mod length;
pub(super) mod lines;
mod open;
mod others;
mod reasons;
mod short;
mod sizing;
mod sources;
mod what_if;
mod why_not;

pub use check::check;
pub use length::at_length;
pub use sizing::{held, needed_notes, sizing, timed_chips};
pub use what_if::what_if;

use crate::report::{Depth, ReasonReport, Report, TargetName};
use lines::Line;

/// The most lines of a text that is not asked for in full.
pub const LINES: usize = 40;

/// How the text is to be set. It always has its escape codes; who writes it takes them out where colour is off.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub full: bool,
    pub width: usize,
}

/// The least width that is set; a narrower terminal breaks the lines itself.
const NARROWEST: usize = 20;

/// What all parts of the text need to know.
struct Frame<'r> {
    report: &'r Report,
    width: usize,
    /// The file of the profile: places in it are given without its name.
    path: &'r str,
}

impl<'r> Frame<'r> {
    /// The reasons on a target that a test picks, strongest first.
    fn reasons(&self, target: &TargetName, wanted: impl Fn(&ReasonReport) -> bool) -> Vec<&'r ReasonReport> {
        self.report.reasons.iter().filter(|reason| reason.target == *target && wanted(reason)).collect()
    }

    /// Whether the summary already says what this rule says.
    fn is_in_summary(&self, rule: &str) -> bool {
        self.report.summary_rules.iter().any(|id| id == rule)
    }
}

/// A report as text.
pub fn recommendation(report: &Report, style: Style) -> String {
    let frame = Frame { report, width: style.width.max(NARROWEST), path: report.path.as_ref() };
    if let Some(case) = &report.why_not {
        return painted(&why_not::lines(&frame, case, style.full));
    }
    let lines = match report.depth {
        Depth::Answer => answer::alone(&frame, if style.full { usize::MAX } else { short::ROOMY.summary }),
        Depth::Reasons | Depth::Full if style.full => full::lines(&frame),
        Depth::Reasons | Depth::Full => short::lines(&frame),
    };
    painted(&lines)
}

pub(super) fn painted(lines: &[Line]) -> String {
    let mut text = lines.iter().map(Line::paint).collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}
