//! A problem as text: what is wrong and where, then what is allowed and what was probably meant.

use anstyle::{AnsiColor, Style};

use crate::diag::{Diagnostic, Severity};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const PLACE: Style = Style::new().bold();

/// A problem in one to three lines.
pub fn text(problem: &Diagnostic) -> String {
    let (style, word) = match problem.severity {
        Severity::Error => (ERROR, "error"),
        Severity::Warning => (WARNING, "warning"),
    };
    let mut place = problem.path.clone().unwrap_or_default();
    if let Some(at) = problem.place {
        place = format!("{place}:{}:{}", at.line, at.column);
    }
    let mut out = format!("{style}{word}{style:#}: ");
    if !place.is_empty() {
        out += &format!("{PLACE}{place}{PLACE:#}: ");
    }
    out += &problem.message;
    out.push('\n');
    if let Some(nearest) = &problem.nearest {
        out += &format!("  did you mean `{nearest}`?\n");
    }
    if !problem.allowed.is_empty() {
        out += &format!("  allowed: {}\n", problem.allowed.join(", "));
    }
    out
}
