// What is done with arbitrary bytes, the same while fuzzing and in the tests that keep what fuzzing found. Nothing may
// panic, hang or take memory without bound; what comes out is looked at no further than that it can be written.

use chipwise::built_in;
use chipwise::check::{self, Policy, Standard};
use chipwise::judge::Judge;
use chipwise::knowledge::{self, Knowledge, lint};
use chipwise::profile::{self, Profile};
use chipwise::read::{self, Format, Limits, Node};
use chipwise::render::{check as formats, diagnostic, json, text};
use chipwise::report::{CheckReport, Context, checked, gather, unreadable_check};

fn day() -> jiff::civil::Date {
    jiff::civil::date(2026, 11, 30)
}

fn written(report: &CheckReport) {
    let all = [
        formats::json(report),
        formats::github(report),
        formats::sarif(report),
        formats::junit(report),
        text::check(report, 80),
    ];
    assert!(all.iter().all(|text| text.ends_with('\n') || text.is_empty()));
}

fn judged(knowledge: &Knowledge, profile: &Profile, report: &mut CheckReport) {
    let judge = Judge::new(knowledge);
    let decision = judge.decide(&profile.facts);
    let context = Context { knowledge, as_of: day(), version: "0" };
    let gathered = gather(&context, profile, &decision, None);
    assert!(json::recommendation(&gathered, true).is_object());
    assert!(!text::recommendation(&gathered, text::Style { full: true, width: 80 }).is_empty());
    let policy = Policy::default();
    let standard = Standard { knowledge, policy: &policy, expect: None, as_of: day() };
    let found = check::check(&standard, profile, &decision, &[]);
    report.add(checked(&context, profile, &decision, &found, &policy));
}

fn record(knowledge: &Knowledge, record: Result<Node, chipwise::diag::Diagnostic>, report: &mut CheckReport) {
    let read = record.map_err(|problem| vec![problem]);
    match read.and_then(|node| profile::read(knowledge, &node, "p.yaml")) {
        Ok(profile) => judged(knowledge, &profile, report),
        Err(problems) => {
            assert!(!problems.is_empty() && problems.len() <= 2 * profile::MOST_PROBLEMS);
            assert!(problems.iter().all(|problem| !diagnostic::text(problem).is_empty()));
            report.add(unreadable_check("p.yaml", &problems));
        }
    }
}

/// A profile in a format.
pub fn profile(knowledge: &Knowledge, bytes: &[u8], format: Format) {
    let limits = Limits::default();
    let mut report = CheckReport::new("0", "2026-11-30".to_owned());
    for node in read::records(bytes, format, &limits).take(20) {
        record(knowledge, node, &mut report);
    }
    report.finish();
    written(&report);
}

/// A stream of lines.
pub fn ndjson(knowledge: &Knowledge, bytes: &[u8]) {
    let limits = Limits::default();
    let mut report = CheckReport::new("0", "2026-11-30".to_owned());
    for (line, number) in bytes.split(|&byte| byte == b'\n').zip(1..).take(20) {
        if let Some(node) = read::read_line(line, number, &limits).transpose() {
            record(knowledge, node, &mut report);
        }
    }
    report.finish();
    written(&report);
}

/// A rule file, alone and on top.
pub fn rules(bytes: &[u8]) {
    let file = match built_in::read_file("r.toml", bytes) {
        Ok(file) => file,
        Err(problem) => return assert!(!diagnostic::text(&problem).is_empty()),
    };
    let mut files = built_in::files();
    files.push(file.clone());
    for files in [vec![file], files] {
        match knowledge::load(&files) {
            Ok(knowledge) if files.len() == 1 => drop(lint(&knowledge, day())),
            Ok(_) => {}
            Err(problems) => assert!(!problems.is_empty()),
        }
    }
}

/// A chipwise.toml.
pub fn config(knowledge: &Knowledge, bytes: &[u8]) {
    let Ok(nodes) = read::read(bytes, Format::Toml, &Limits::default()) else { return };
    for node in &nodes {
        let choice = check::rule_choice(node, "chipwise.toml");
        let policy = check::policy_of(knowledge, node, "chipwise.toml");
        let facts = check::facts_of(knowledge, node, "chipwise.toml");
        for problems in [choice.err(), policy.err(), facts.err()].into_iter().flatten() {
            assert!(!problems.is_empty() && problems.iter().all(|problem| !diagnostic::text(problem).is_empty()));
        }
    }
}
