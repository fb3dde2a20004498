//! JUnit's XML, as test reports of pipelines read it: a suite for each file, a case for each profile.
//!
//! The document is valid by the schema of Jenkins. There is no clock here: the day is that of the check, and no time is claimed.

use std::collections::{HashMap, HashSet};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::path;
use crate::diag::is_plain;
use crate::report::{CheckReport, FindingReport, ProfileCheck, Severity, State};

/// The check as an XML document.
pub fn junit(report: &CheckReport) -> String {
    let mut out = Document { writer: Writer::new_with_indent(Vec::new(), b' ', 2) };
    out.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    let suites = suites(report);
    let total =
        |count: &dyn Fn(&Case) -> bool| suites.iter().flat_map(|suite| &suite.cases).filter(|case| count(case)).count();
    out.open(
        "testsuites",
        &[
            ("name", "chipwise check".to_owned()),
            ("tests", suites.iter().map(|suite| suite.cases.len()).sum::<usize>().to_string()),
            ("failures", total(&|case| case.failed()).to_string()),
            ("errors", total(&|case| case.broken()).to_string()),
            ("time", "0".to_owned()),
        ],
    );
    for (index, suite) in suites.iter().enumerate() {
        out.suite(index, suite, &report.as_of);
    }
    out.close("testsuites");
    let mut text = String::from_utf8(out.writer.into_inner()).unwrap_or_default();
    text.push('\n');
    text
}

struct Suite<'r> {
    name: String,
    cases: Vec<Case<'r>>,
}

/// One case: a profile, or what concerns none.
struct Case<'r> {
    name: String,
    line: u32,
    class: String,
    findings: Vec<&'r FindingReport>,
    /// The chipwise.toml because of which it could not be checked.
    held_up_by: Option<&'r str>,
    /// Whether it could not be checked at all.
    unreadable: bool,
    /// Whether there was nothing to hold it to.
    skipped: bool,
    /// Whether it stands for profiles that fail and are not listed.
    untold: bool,
}

impl Case<'_> {
    fn broken(&self) -> bool {
        self.unreadable
    }

    fn failed(&self) -> bool {
        !self.unreadable && (self.untold || self.findings.iter().any(|finding| finding.fails()))
    }

    fn is_skipped(&self) -> bool {
        self.skipped && !self.unreadable && !self.failed()
    }
}

fn suites(report: &CheckReport) -> Vec<Suite<'_>> {
    let mut found: Vec<Suite> = Vec::new();
    if report.problems_of_all().next().is_some() {
        let case = Case {
            name: "chipwise check".to_owned(),
            line: 1,
            class: "chipwise".to_owned(),
            findings: report.problems_of_all().collect(),
            held_up_by: None,
            unreadable: true,
            skipped: false,
            untold: false,
        };
        found.push(Suite { name: "chipwise check".to_owned(), cases: vec![case] });
    }
    for profile in &report.profiles {
        let name = path(&profile.path);
        let case = case(profile, &name);
        match found.last_mut().filter(|suite| suite.name == name) {
            Some(suite) => suite.cases.push(case),
            None => found.push(Suite { name, cases: vec![case] }),
        }
    }
    found.extend(report.not_listed().map(|untold| not_listed(untold, report.tally.unlisted_failing > 0)));
    found.iter_mut().for_each(name_apart);
    found
}

/// A case for all profiles that are not listed.
fn not_listed<'r>(name: String, fails: bool) -> Suite<'r> {
    let case = Case {
        name,
        line: 1,
        class: "chipwise".to_owned(),
        findings: Vec::new(),
        held_up_by: None,
        unreadable: false,
        skipped: false,
        untold: fails,
    };
    Suite { name: "not listed".to_owned(), cases: vec![case] }
}

/// Gives every case of a file a name of its own, as pipelines follow a case by its name.
fn name_apart(suite: &mut Suite) {
    let bare = |case: &Case| clean(&case.name).trim().to_owned();
    let mut times: HashMap<String, usize> = HashMap::new();
    suite.cases.iter().for_each(|case| *times.entry(bare(case)).or_default() += 1);
    let mut taken: HashSet<String> = HashSet::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for case in &mut suite.cases {
        let bare = bare(case);
        let repeats = bare.is_empty() || times.get(&bare).is_some_and(|times| *times > 1);
        let name =
            if repeats { format!("{bare} ({}:{})", suite.name, case.line).trim_start().to_owned() } else { bare };
        case.name.clone_from(&name);
        // Several records may stand on one line.
        while !taken.insert(case.name.clone()) {
            let number = numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            case.name = format!("{name} #{number}");
        }
    }
}

fn case<'r>(profile: &'r ProfileCheck, file: &str) -> Case<'r> {
    let unreadable = profile.answer.is_none();
    Case {
        name: if unreadable { format!("line {}", profile.line) } else { profile.name.clone() },
        line: profile.line,
        class: file.to_owned(),
        findings: profile.findings.iter().collect(),
        held_up_by: profile.config.as_deref().filter(|_| profile.is_held_up()),
        unreadable,
        skipped: profile.state == Some(State::Unchecked),
        untold: false,
    }
}

struct Document {
    writer: Writer<Vec<u8>>,
}

impl Document {
    /// Writing to memory cannot fail.
    fn event(&mut self, event: Event) {
        let _ = self.writer.write_event(event);
    }

    fn start<'n>(name: &'n str, attributes: &[(&str, String)]) -> BytesStart<'n> {
        let mut start = BytesStart::new(name);
        for (key, value) in attributes {
            start.push_attribute((*key, clean(value).replace(['\n', '\r', '\t'], " ").as_str()));
        }
        start
    }

    fn open(&mut self, name: &str, attributes: &[(&str, String)]) {
        self.event(Event::Start(Self::start(name, attributes)));
    }

    fn empty(&mut self, name: &str, attributes: &[(&str, String)]) {
        self.event(Event::Empty(Self::start(name, attributes)));
    }

    fn close(&mut self, name: &str) {
        self.event(Event::End(BytesEnd::new(name)));
    }

    fn text(&mut self, name: &str, attributes: &[(&str, String)], text: &str) {
        self.open(name, attributes);
        self.event(Event::Text(BytesText::new(&clean(text))));
        self.close(name);
    }

    fn suite(&mut self, index: usize, suite: &Suite, as_of: &str) {
        let count = |wanted: &dyn Fn(&Case) -> bool| suite.cases.iter().filter(|case| wanted(case)).count().to_string();
        self.open(
            "testsuite",
            &[
                ("name", suite.name.clone()),
                ("package", "chipwise".to_owned()),
                ("id", index.to_string()),
                ("timestamp", format!("{as_of}T00:00:00")),
                ("hostname", "localhost".to_owned()),
                ("tests", suite.cases.len().to_string()),
                ("failures", count(&|case| case.failed())),
                ("errors", count(&|case| case.broken())),
                ("skipped", count(&|case| case.is_skipped())),
                ("time", "0".to_owned()),
            ],
        );
        self.open("properties", &[]);
        self.empty("property", &[("name", "as_of".to_owned()), ("value", as_of.to_owned())]);
        self.close("properties");
        suite.cases.iter().for_each(|case| self.case(case));
        let notes: Vec<String> = suite.cases.iter().flat_map(passing_notes).collect();
        self.text("system-out", &[], &notes.join("\n"));
        self.empty("system-err", &[]);
        self.close("testsuite");
    }

    fn case(&mut self, case: &Case) {
        let attributes = [("name", case.name.clone()), ("classname", case.class.clone()), ("time", "0".to_owned())];
        let failing: Vec<&&FindingReport> = case.findings.iter().filter(|finding| finding.fails()).collect();
        let Some(first) = failing.first() else {
            if let Some(config) = case.held_up_by {
                let message = format!("not checked: {config} is wrong");
                self.open("testcase", &attributes);
                self.text("error", &[("message", message.clone()), ("type", "held-up".to_owned())], &message);
                self.close("testcase");
            } else if case.untold {
                self.open("testcase", &attributes);
                self.text("failure", &[("message", case.name.clone()), ("type", "not-listed".to_owned())], &case.name);
                self.close("testcase");
            } else if case.is_skipped() {
                self.open("testcase", &attributes);
                self.empty("skipped", &[("message", "there is nothing to hold the profile to".to_owned())]);
                self.close("testcase");
            } else {
                self.empty("testcase", &attributes);
            }
            return;
        };
        let kind = if first.about.is_empty() || !case.unreadable { first.kind.id() } else { first.about[0].as_str() };
        let more = if failing.len() > 1 { format!(" (and {} more)", failing.len() - 1) } else { String::new() };
        let text: Vec<String> = failing.iter().map(|finding| told(finding)).collect();
        self.open("testcase", &attributes);
        self.text(
            if case.unreadable { "error" } else { "failure" },
            &[("message", format!("{}{more}", first.message)), ("type", kind.to_owned())],
            &text.join("\n\n"),
        );
        self.close("testcase");
    }
}

/// A finding with all that it carries.
fn told(finding: &FindingReport) -> String {
    let mut lines = vec![format!("{}{} [{}]", place(finding), finding.message, finding.kind.id())];
    lines.extend(finding.because.iter().map(|because| {
        let sources: Vec<String> = because.sources.iter().map(|it| format!("{}: {}", it.short, it.at)).collect();
        let sources = if sources.is_empty() { String::new() } else { format!(" ({})", sources.join("; ")) };
        format!("- {} [{}]{sources}", because.text, because.rule)
    }));
    lines.extend((!finding.to_do.is_empty()).then(|| finding.to_do.clone()));
    lines.push(finding.read_on());
    lines.join("\n")
}

/// What a case tells that does not fail it: warnings, notes and what is waived.
fn passing_notes(case: &Case) -> Vec<String> {
    let passing = case.findings.iter().filter(|finding| !finding.fails());
    let note = |finding: &&&FindingReport| {
        let waived = finding.waived.iter().map(|waiver| {
            let until = waiver.until.as_ref().map(|until| format!(" until {until}")).unwrap_or_default();
            format!("\n  waived{until}: {}", waiver.reason)
        });
        let word = match finding.severity {
            Severity::Error => "waived",
            severity => severity.id(),
        };
        format!("{word}: {}{} [{}]{}", place(finding), finding.message, finding.kind.id(), waived.collect::<String>())
    };
    passing.collect::<Vec<_>>().iter().map(note).collect()
}

fn place(finding: &FindingReport) -> String {
    match (finding.path.as_str(), finding.line, finding.column) {
        ("", ..) => String::new(),
        (written, Some(line), Some(column)) => format!("{}:{line}:{column}: ", path(written)),
        (written, Some(line), None) => format!("{}:{line}: ", path(written)),
        (written, None, _) => format!("{}: ", path(written)),
    }
}

/// A text without the characters that XML cannot hold, however they are written.
fn clean(text: &str) -> String {
    let allowed = |letter: char| match letter {
        '\t' | '\n' | '\r' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        letter => is_plain(letter),
    };
    text.chars().map(|letter| if allowed(letter) { letter } else { '\u{fffd}' }).collect()
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(clean("a\u{0}\u{1b}[31m\u{ffff}\u{85}\tü]]>"), "a\u{fffd}\u{fffd}[31m\u{fffd}\u{fffd}\tü]]>");
    }
}
