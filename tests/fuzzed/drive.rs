// What is done with arbitrary bytes, the same while fuzzing and in the tests that keep what fuzzing found. Nothing may
// panic, hang or take memory without bound; what comes out is looked at no further than that it can be written.

use std::sync::LazyLock;

use chipwise::built_in;
use chipwise::check::{self, Overdue, Policy, Standard};
use chipwise::explain::explain;
use chipwise::judge::{Judge, Verdict};
use chipwise::knowledge::{self, Knowledge, RuleFile, lint};
use chipwise::profile::{self, House, Profile};
use chipwise::read::{self, Format, Limits, Node};
use chipwise::render::{check as formats, diagnostic, json, markdown, page, text};
use chipwise::report::{CheckReport, Context, checked, gather, pages, size, unreadable_check};
use chipwise::schema;

fn day() -> jiff::civil::Date {
    jiff::civil::date(2026, 11, 30)
}

/// A text without the sequences that colour it.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (code, rest) = part.split_once('m').unwrap_or(("?", part));
        assert!(code.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'), "{code:?} is no colour");
        text + rest
    })
}

/// Writes a check in every form, and looks whether a name or a value of the input has got out of its place.
fn written(report: &CheckReport) {
    let (github, junit) = (formats::github(report), formats::junit(report));
    let words = without_colours(&text::check(report, 80));
    let all = [&formats::json(report), &formats::sarif(report), &github, &junit, &words];
    assert!(all.iter().all(|text| text.ends_with('\n') || text.is_empty()));
    let unseen = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t' | '\r');
    assert!([&github, &junit, &words].iter().all(|text| !text.contains(unseen)));
    let findings = report.findings().count() + usize::from(report.not_listed().is_some());
    assert_eq!(github.split(['\n', '\r']).filter(|line| !line.is_empty()).count(), findings);
    assert!(github.lines().all(|line| line.starts_with("::")));
    assert!(words.lines().all(|line| !line.trim_start().starts_with("::") && !line.contains("##[")));
    assert_eq!(junit.matches("<testcase ").count(), junit.matches("classname=\"").count());
}

/// A policy that asks for all that it can.
fn strict(knowledge: &Knowledge) -> Policy {
    Policy {
        path: Some("chipwise.toml".to_owned()),
        min_verdict: Some(Verdict::Decided),
        deny_cautions: knowledge.topics.iter().map(|topic| topic.id.to_string()).collect(),
        max_unknowns: Some(0),
        require: knowledge.declared().map(|(id, _)| id).take(3).collect(),
        max_measurement_age: Some(1.0),
        overdue_rules: Overdue::Deny,
        judges_reviews: true,
    }
}

/// Judges, checks and writes a profile; in full, and with all that would change the answer, where there is time for it.
fn judged(knowledge: &Knowledge, profile: &Profile, in_full: bool, report: &mut CheckReport) {
    let judge = Judge::new(knowledge);
    let decision = judge.decide(&profile.facts);
    let context = Context { knowledge, as_of: day(), version: "0" };
    let explanation = in_full.then(|| explain(&judge, &profile.facts, &decision));
    let gathered = gather(&context, profile, &decision, explanation.as_ref());
    assert!(json::recommendation(&gathered, true).is_object());
    for full in [in_full, true] {
        assert!(!text::recommendation(&gathered, text::Style { full, width: 80 }).is_empty());
    }
    if in_full {
        let sized = size(&context, &decision, &gathered);
        assert!(json::sizing(&sized).is_object());
        let style = text::Style { full: true, width: 80 };
        assert!(
            [markdown::recommendation(&gathered), markdown::sizing(&sized), text::sizing(&sized, style)]
                .iter()
                .all(|text| !text.is_empty())
        );
    }
    let unknowns: Vec<_> = explanation.iter().flat_map(|it| it.unknowns.iter().map(|unknown| unknown.fact)).collect();
    // On the day of the check, and when every rule is overdue.
    for (policy, as_of) in [(Policy::default(), day()), (strict(knowledge), jiff::civil::date(2099, 1, 1))] {
        let expect = policy.judges_reviews.then(|| decision.outcome.standings.first().map(|it| it.target)).flatten();
        let standard = Standard { knowledge, policy: &policy, expect, as_of };
        let found = check::check(&standard, profile, &decision, &unknowns);
        report.add(checked(&Context { as_of, ..context }, profile, &decision, &found, &policy));
    }
}

fn record(
    knowledge: &Knowledge,
    record: Result<Node, chipwise::diag::Diagnostic>,
    in_full: bool,
    report: &mut CheckReport,
) {
    let read = record.map_err(|problem| vec![problem]);
    match read.and_then(|node| profile::read(knowledge, &node, "p.yaml")) {
        Ok(profile) => judged(knowledge, &profile, in_full, report),
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
    for (index, node) in read::records(bytes, format, &limits).take(20).enumerate() {
        // What would change an answer takes a hundred times as long as the answer.
        record(knowledge, node, index == 0 && bytes.len().is_multiple_of(4), &mut report);
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
            record(knowledge, node, false, &mut report);
        }
    }
    report.finish();
    written(&report);
}

/// Uses rules in every way: lists, pages, schemas, and a profile that is judged by them.
fn used(knowledge: &Knowledge, profile: &str, in_full: bool) {
    let all =
        std::iter::once(pages::contents(knowledge)).chain(pages::KINDS.iter().filter(|_| in_full).flat_map(|kind| {
            let ids = kind.ids(knowledge).into_iter().take(50);
            pages::list(knowledge, kind.many).into_iter().chain(ids.flat_map(|id| pages::about(knowledge, &id)))
        }));
    let all: Vec<pages::Page> = all.collect();
    assert!(!page::texts(&all, 80).is_empty() && !page::json(&all).is_null());
    if in_full {
        for schema in [schema::profile(knowledge), schema::recommendation(knowledge), schema::rules(knowledge)] {
            assert!(schema.is_object());
        }
    }
    let mut report = CheckReport::new("0", "2026-11-30".to_owned());
    for node in read::records(profile.as_bytes(), Format::Yaml, &Limits::default()) {
        record(knowledge, node, in_full, &mut report);
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
    static BUILT_IN: LazyLock<Vec<RuleFile>> = LazyLock::new(built_in::files);
    static PROFILE: &str = include_str!("../../examples/first-profile.yaml");
    let mut files = BUILT_IN.clone();
    files.push(file.clone());
    for files in [vec![file], files] {
        let alone = files.len() == 1;
        match knowledge::load(&files) {
            Ok(knowledge) => {
                if alone {
                    drop(lint(&knowledge, day()));
                }
                used(&knowledge, if alone { "{}\n---\nname: x\n" } else { PROFILE }, alone);
            }
            Err(problems) => assert!(!problems.is_empty()),
        }
    }
}

/// A profile that states little.
fn sample(knowledge: &Knowledge) -> Option<Profile> {
    let nodes = read::read(b"name: x\ndecision: {target: gpu}\n", Format::Yaml, &Limits::default()).ok()?;
    profile::read(knowledge, nodes.first()?, "p.yaml").ok()
}

/// A chipwise.toml, with what it lays down put to use; what is no TOML is tried line by line as `--set`.
pub fn config(knowledge: &Knowledge, bytes: &[u8]) {
    let Ok(nodes) = read::read(bytes, Format::Toml, &Limits::default()) else { return set(knowledge, bytes) };
    for node in &nodes {
        let choice = check::rule_choice(node, "chipwise.toml");
        let policy = check::policy_of(knowledge, node, "chipwise.toml");
        let facts = check::facts_of(knowledge, node, "chipwise.toml");
        if let (Ok(policy), Ok(facts)) = (&policy, &facts) {
            ruled(knowledge, policy, facts.as_ref());
        }
        if let Ok(choice) = &choice {
            let without = check::without(Knowledge::empty(), &choice.disable, "chipwise.toml");
            assert_eq!(without.is_ok(), choice.disable.is_empty());
        }
        for problems in [choice.err(), policy.err(), facts.err()].into_iter().flatten() {
            assert!(!problems.is_empty() && problems.iter().all(|problem| !diagnostic::text(problem).is_empty()));
        }
    }
}

/// Holds a profile to a policy, with the facts of the house.
fn ruled(knowledge: &Knowledge, policy: &Policy, facts: Option<&Profile>) {
    let Some(mut profile) = sample(knowledge) else { return };
    match facts.map(|facts| House::of(knowledge, facts)) {
        Some(Ok(house)) => house.fill(&mut profile),
        Some(Err(problem)) => assert!(!diagnostic::text(&problem).is_empty()),
        None => {}
    }
    let decision = Judge::new(knowledge).decide(&profile.facts);
    let context = Context { knowledge, as_of: day(), version: "0" };
    let standard = Standard { knowledge, policy, expect: None, as_of: day() };
    let found = check::check(&standard, &profile, &decision, &[]);
    let mut report = CheckReport::new("0", "2026-11-30".to_owned());
    report.add(checked(&context, &profile, &decision, &found, policy));
    report.finish();
    written(&report);
}

/// What `--set` takes.
fn set(knowledge: &Knowledge, bytes: &[u8]) {
    let (Ok(text), Some(mut profile)) = (std::str::from_utf8(bytes), sample(knowledge)) else { return };
    for line in text.lines().take(20) {
        match profile::set(knowledge, line) {
            Ok(setting) => profile.set(knowledge, &setting),
            Err(problem) => assert!(!diagnostic::text(&problem).is_empty()),
        }
    }
    let mut report = CheckReport::new("0", "2026-11-30".to_owned());
    judged(knowledge, &profile, false, &mut report);
    report.finish();
    written(&report);
}
