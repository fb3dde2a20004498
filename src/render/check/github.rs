//! GitHub's workflow commands: one annotation a line, at the place that the finding is about.

use super::{is_standard_input, path};
use crate::diag::is_plain;
use crate::report::{CheckReport, FindingReport, Severity};

/// The findings as annotations. What a waiver silences is a notice.
pub fn github(report: &CheckReport) -> String {
    let mut text: String = report.findings().map(|(_, finding)| annotation(finding)).collect();
    if let Some(untold) = report.not_listed() {
        let command = if report.tally.unlisted_failing > 0 { "error" } else { "warning" };
        text += &format!("::{command}::{}\n", data(&untold));
    }
    text
}

fn annotation(finding: &FindingReport) -> String {
    let command = match finding.severity {
        _ if !finding.waived.is_empty() => "notice",
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = Vec::new();
    if !finding.path.is_empty() && !is_standard_input(&finding.path) {
        properties.push(format!("file={}", property(&path(&finding.path))));
        properties.extend(finding.line.map(|line| format!("line={line}")));
        properties.extend(finding.column.map(|column| format!("col={column}")));
    }
    properties.push(format!("title={}", property(&format!("chipwise: {}", finding.kind.id()))));
    format!("::{command} {}::{}\n", properties.join(","), data(&message(finding)))
}

fn message(finding: &FindingReport) -> String {
    // An annotation stands beside a line of a file, which standard input is not.
    let place = match finding.line.filter(|_| is_standard_input(&finding.path)) {
        Some(line) => format!("{}, line {line}: ", path(&finding.path)),
        None => String::new(),
    };
    let mut lines = vec![format!("{place}{}", finding.message)];
    lines.extend(finding.waived.iter().map(|waiver| {
        let until = waiver.until.as_ref().map(|until| format!(" until {until}")).unwrap_or_default();
        format!("Waived{until}: {}", waiver.reason)
    }));
    lines.extend(finding.because.iter().map(|because| {
        let sources: Vec<String> = because
            .sources
            .iter()
            .map(|it| if it.at.is_empty() { it.short.clone() } else { format!("{}: {}", it.short, it.at) })
            .collect();
        let sources = if sources.is_empty() { String::new() } else { format!(" ({})", sources.join("; ")) };
        format!("- {} [{}]{sources}", because.text, because.rule)
    }));
    // What is waived is not to be done.
    lines.extend((finding.waived.is_empty() && !finding.to_do.is_empty()).then(|| finding.to_do.clone()));
    lines.push(finding.read_on());
    lines.join("\n")
}

/// The message of a command: it ends with its line.
fn data(text: &str) -> String {
    let plain: String =
        text.chars().filter(|letter| matches!(letter, '\n' | '\r' | '\t') || is_plain(*letter)).collect();
    plain.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command: a comma begins the next one, a colon the message.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn nothing_ends_a_command_or_begins_another() {
        assert_eq!(data("100%\n::error::x\r\u{1b}[31m"), "100%25%0A::error::x%0D[31m");
        assert_eq!(property("a,line=9:: \n.yaml"), "a%2Cline=9%3A%3A %0A.yaml");
    }
}
