//! What a check found, for people: each profile with its findings, then how it ended.

use super::lines::{AGAINST, BOLD, CAUTION, DIM, FOR, Line, PLAIN, Piece, Setting, piece, wrap};
use super::sources::{Numbering, Sources};
use super::{NARROWEST, painted};
use crate::report::{
    BrokenConfig, CheckReport, Ending, FindingReport, Kind, ProfileCheck, Severity, State, WaiverReport,
};

/// The columns before the texts of a finding.
const HANG: usize = 14;

/// The most sources that a reason names.
const MARKS: usize = 3;

/// The check as text.
pub fn check(report: &CheckReport, width: usize) -> String {
    let mut text = Text {
        apart: false,
        lines: Vec::new(),
        width: width.max(NARROWEST),
        sources: Sources::new(Numbering::BySource),
    };
    let listed: Vec<&ProfileCheck> = report.profiles.iter().filter(|profile| !profile.is_held_up()).collect();
    for (index, profile) in listed.iter().enumerate() {
        let beside = [index.checked_sub(1), Some(index + 1)].into_iter().flatten();
        let is_one_of_many = beside.filter_map(|it| listed.get(it)).any(|other| other.path == profile.path);
        text.profile(profile, is_one_of_many);
    }
    report.broken.iter().for_each(|broken| text.broken(broken));
    if let Some(untold) = report.not_listed() {
        text.lines.push(Line::blank());
        text.paragraph(&[], &[piece(PLAIN, untold)], 0);
    }
    if !text.lines.is_empty() && !report.problems.is_empty() {
        text.lines.push(Line::blank());
    }
    report.problems.iter().for_each(|finding| text.finding(finding, ""));
    text.disabled(report);
    text.lines.push(Line::blank());
    text.ending(report);
    let footnotes = text.sources.footnotes(text.width, 2);
    if !footnotes.is_empty() {
        text.lines.push(Line::blank());
        text.lines.extend(footnotes);
    }
    painted(&text.lines)
}

struct Text {
    /// Whether the last profile had findings.
    apart: bool,
    lines: Vec<Line>,
    width: usize,
    sources: Sources,
}

impl Text {
    fn paragraph(&mut self, head: &[Piece], body: &[Piece], hang: usize) {
        self.lines.extend(wrap(head, body, Setting { width: self.width, hang, most: usize::MAX }));
    }

    fn profile(&mut self, profile: &ProfileCheck, is_one_of_many: bool) {
        let shown: Vec<&FindingReport> = profile.findings.iter().filter(|finding| is_told(finding)).collect();
        // What has findings stands apart.
        if !self.lines.is_empty() && (self.apart || !shown.is_empty()) {
            self.lines.push(Line::blank());
        }
        self.apart = !shown.is_empty();
        let place = match profile.line > 1 || is_one_of_many {
            true => format!("{}:{}", profile.path, profile.line),
            false => profile.path.clone(),
        };
        // What cannot be read is not named either.
        let named = is_one_of_many && profile.state.is_some();
        let name = if named { format!(" {}", harmless(&profile.name)) } else { String::new() };
        let style = match profile.state {
            Some(State::Holds) => FOR,
            Some(State::Contradicted | State::PolicyBroken) | None => AGAINST,
            Some(State::Unchecked | State::Open | State::Waived) => CAUTION,
        };
        let head = [piece(style, format!("{:<HANG$}", profile.state_id()))];
        self.paragraph(&head, &[piece(BOLD, format!("{}{name}", harmless(&place))), piece(DIM, stands(profile))], HANG);
        let doubt = profile.answer.as_ref().and_then(|answer| answer.doubt.as_deref());
        let wants = profile.decided.is_some() || profile.expect.is_some();
        if let Some(doubt) = doubt.filter(|_| wants && profile.state == Some(State::Holds)) {
            self.paragraph(&[label("")], &[piece(DIM, doubt)], HANG);
        }
        shown.into_iter().for_each(|finding| self.finding(finding, &profile.path));
    }

    /// A chipwise.toml that is wrong, with the profiles that could not be checked because of it.
    fn broken(&mut self, broken: &BrokenConfig) {
        if !self.lines.is_empty() {
            self.lines.push(Line::blank());
        }
        self.apart = true;
        let number = broken.profiles;
        let profiles = if number == 1 { "1 profile".to_owned() } else { format!("{number} profiles") };
        let more = number - broken.first.len().min(number);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let named = broken.first.iter().map(|path| harmless(path)).collect::<Vec<_>>().join(", ");
        let body = format!(": {profiles} could not be checked because of it: {named}{more}");
        let head = [piece(AGAINST, format!("{:<HANG$}", "unreadable"))];
        self.paragraph(&head, &[piece(BOLD, harmless(&broken.path)), piece(DIM, body)], HANG);
        broken.findings.iter().for_each(|finding| self.finding(finding, &broken.path));
    }

    /// A finding below the name of a file; where it stands in another, that is named.
    fn finding(&mut self, finding: &FindingReport, below: &str) {
        let (style, word) = match finding.severity {
            _ if !finding.waived.is_empty() => (DIM, "waived"),
            Severity::Error => (AGAINST, "error"),
            Severity::Warning => (CAUTION, "warning"),
            Severity::Note => (DIM, "note"),
        };
        let file = if finding.path == below { String::new() } else { harmless(&finding.path) };
        let place = match (finding.line, finding.column) {
            (Some(line), Some(column)) => format!("{file}:{line}:{column} "),
            (Some(line), None) => format!("{file}:{line} "),
            _ if file.is_empty() => file,
            _ => format!("{file}: "),
        };
        let head = [piece(style, format!("  {word:<width$}", width = HANG - 2))];
        let body = [
            piece(PLAIN, format!("{place}{} ", harmless(&finding.message))),
            piece(DIM, format!("[{}]", finding.kind.id())),
        ];
        self.paragraph(&head, &body, HANG);
        finding.waived.iter().for_each(|waiver| self.waiver(waiver));
        for because in &finding.because {
            let lines = because.lines.iter().map(|line| format!(":{line}")).collect::<Vec<_>>().join(", ");
            let lines = if lines.is_empty() { lines } else { format!(" ({lines})") };
            let mut body = vec![piece(PLAIN, format!("{}{lines}", harmless(&because.text)))];
            body.extend(self.sources.marks(&because.sources, MARKS));
            self.paragraph(&[label("because")], &body, HANG);
        }
        if finding.waived.is_empty() {
            if !finding.to_do.is_empty() {
                self.paragraph(&[label("do")], &[piece(PLAIN, harmless(&finding.to_do))], HANG);
            }
            if let Some(link) = finding.website() {
                self.paragraph(&[label("see")], &[piece(DIM, link)], HANG);
            }
        }
    }

    fn waiver(&mut self, waiver: &WaiverReport) {
        let until = waiver.until.as_ref().map(|until| format!(" until {until}")).unwrap_or_default();
        let text =
            format!("accepted as `{}`{until} (:{}): {}", harmless(&waiver.id), waiver.line, harmless(&waiver.reason));
        self.paragraph(&[label("because")], &[piece(PLAIN, text)], HANG);
    }

    /// The rules that a house does not use, each once.
    fn disabled(&mut self, report: &CheckReport) {
        let mut told: Vec<(&str, &str)> = Vec::new();
        for profile in &report.profiles {
            let config = profile.config.as_deref().unwrap_or_default();
            for (id, reason) in &profile.disabled {
                if told.contains(&(config, id)) {
                    continue;
                }
                if told.is_empty() {
                    self.lines.push(Line::blank());
                }
                told.push((config, id));
                let body = format!("{} by {}: {}", harmless(id), harmless(config), harmless(reason));
                self.paragraph(&[piece(DIM, format!("{:<HANG$}", "disabled"))], &[piece(PLAIN, body)], HANG);
            }
        }
    }

    fn ending(&mut self, report: &CheckReport) {
        let tally = &report.tally;
        let (style, word) = match tally.ending() {
            Ending::Passed => (FOR, "passed"),
            Ending::Failed => (AGAINST, "failed"),
            Ending::Wrong => (AGAINST, "not passed"),
        };
        let states = [
            (tally.holds, "holds", "hold"),
            (tally.open, "open", "open"),
            (tally.waived, "waived", "waived"),
            (tally.contradicted, "contradicted", "contradicted"),
            (tally.policy_broken, "breaks the policy", "break the policy"),
            (tally.unchecked, "unchecked", "unchecked"),
            (tally.unreadable, "unreadable", "unreadable"),
        ];
        let states = states.into_iter().filter(|(number, ..)| *number > 0);
        let states = states.map(|(number, one, many)| format!("{number} {}", if number == 1 { one } else { many }));
        let findings = [
            (tally.errors, "error", "errors"),
            (tally.warnings, "warning", "warnings"),
            (tally.notes, "note", "notes"),
            (tally.silenced, "finding waived", "findings waived"),
        ];
        let findings = findings.into_iter().filter(|(number, ..)| *number > 0);
        let findings = findings.map(|(number, one, many)| format!("{number} {}", if number == 1 { one } else { many }));
        let profiles = if tally.profiles == 1 { "profile" } else { "profiles" };
        let parts = [list(states), list(findings)].into_iter().flatten().collect::<Vec<_>>();
        let told = if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) };
        let head = [piece(style, format!("{word:<HANG$}"))];
        self.paragraph(&head, &[piece(PLAIN, format!("{} {profiles}{told}", tally.profiles))], HANG);
        if report.findings().any(|(_, finding)| finding.website().is_none() && is_told(finding)) {
            let hint = "`chipwise explain KIND` tells more of each [kind] of finding.";
            self.paragraph(&[label("")], &[piece(DIM, hint)], HANG);
        }
        if tally.unchecked > 0 {
            let hint = "Unchecked profiles state no `decision`, and neither --expect nor a [policy] holds for them.";
            self.paragraph(&[label("")], &[piece(DIM, hint)], HANG);
        }
    }
}

/// Whether a finding says more than the state of its profile does.
fn is_told(finding: &FindingReport) -> bool {
    finding.kind != Kind::Unchecked || !finding.about.is_empty() || !finding.waived.is_empty()
}

fn list(items: impl Iterator<Item = String>) -> Option<String> {
    let items: Vec<String> = items.collect();
    (!items.is_empty()).then(|| items.join(", "))
}

fn label(word: &str) -> Piece {
    piece(DIM, format!("    {word:<width$}", width = HANG - 4))
}

/// What is recommended, what was chosen and what is expected.
fn stands(profile: &ProfileCheck) -> String {
    let Some(answer) = &profile.answer else { return String::new() };
    let target = match &answer.target {
        Some(target) => format!("recommended {} ({})", target.name, answer.verdict.id()),
        None => answer.verdict.id().to_owned(),
    };
    let named = |target: &crate::report::TargetName| target.name.clone();
    let decided = profile.decided.as_ref().and_then(|it| it.target.as_ref().map(named));
    let wanted = [("chosen", decided), ("expected", profile.expect.as_ref().map(named))];
    let wanted: String =
        wanted.into_iter().filter_map(|(word, name)| name.map(|name| format!(", {word} {name}"))).collect();
    let wanted = if wanted.is_empty() && profile.policy { ", nothing chosen" } else { &wanted };
    format!(": {target}{wanted}")
}

/// A text that no pipeline takes for a command: GitHub reads `##[` anywhere in a line. `::` it reads where a line begins,
/// which is seen when the lines are set.
fn harmless(text: &str) -> String {
    text.replace("##[", "## [")
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn no_word_of_a_profile_is_a_command_of_a_pipeline() {
        assert_eq!(harmless("a ##[add-mask]b"), "a ## [add-mask]b");
    }
}
