//! The text that a person reads: the answer first, at most 40 lines of 80 columns unless all is asked for.

use crate::report::Report;

/// How the text is to be set.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub full: bool,
    pub width: usize,
}

/// A report as text.
pub fn recommendation(report: &Report, _style: Style) -> String {
    format!("{} {} {}\n", report.name, report.verdict.id(), report.summary)
}
