//! The text of a recommendation: never too long or too wide, without escape codes where they are not wanted, and as the
//! snapshots in `tests/snapshots` show it for some of the shipped profiles.
//!
//! `INSTA_UPDATE=always cargo test --test text` writes the snapshots anew; read them before you commit them.

mod shared;

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use chipwise::facts::{Origin, OriginKind, Value};
use chipwise::judge::{Basis, Judge, Status, Verdict};
use chipwise::knowledge::{Effect, Gravity, Holds, Knowledge, Strength};
use chipwise::profile;
use chipwise::read::{Format, Limits, read};
use chipwise::render::text::{LINES, Style, recommendation};
use chipwise::report::{
    Assumption, Background, CautionReport, Change, Context, Depth, FactUsed, FlipChange, FlipReport, Held, Outdone,
    Range, ReasonReport, Report, Robustness, Root, RulesUsed, Smallest, SourceUsed, StepReport, SystemRow, TargetName,
    TargetReport, UnknownReport, gather,
};
use proptest::prelude::*;
use proptest::sample::select;
use shared::names_of_shipped;
use unicode_width::UnicodeWidthStr;

/// A text without its escape codes, which all end in `m`.
fn stripped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('\u{1b}') {
        plain.push_str(&rest[..start]);
        let end = rest[start..].find('m').expect("an escape code ends");
        rest = &rest[start + end + 1..];
    }
    plain + rest
}

// --- whatever the report, it fits ---------------------------------------------------------------------------------

const TARGETS: [&str; 9] =
    ["GPU", "TPU", "Trainium", "Inferentia", "managed API", "Edge TPU", "edge GPU", "NPU", "CPU"];

fn target() -> impl Strategy<Value = TargetName> {
    select(&TARGETS[..])
        .prop_map(|name| TargetName { id: name.to_lowercase().replace(' ', "_"), name: name.to_owned() })
}

/// What may stand in a text: words, long unbroken tokens, wide letters, emoji, control characters, nothing.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-z]{1,12}( [a-zA-Z0-9_,:]{1,14}){0,40}",
        1 => "[a-z/._-]{0,300}",
        1 => "[\u{4e00}-\u{4eff}\u{ac00}-\u{acff} ]{0,90}",
        1 => "([a-z]{1,3} ?(🚀|👩‍🔬|🇩🇪|e\u{301}|\u{1b}\\[31m|\t|\n)){0,40}",
        1 => "\\PC{0,120}",
    ]
}

fn source() -> impl Strategy<Value = SourceUsed> {
    ("[A-Za-z]{2,9}( [a-z]{2,9}){0,6}", "([A-Z][a-z]{2,9}){0,4}").prop_map(|(short, at)| SourceUsed { short, at })
}

fn root() -> impl Strategy<Value = Root> {
    let kind = select(&[OriginKind::File, OriginKind::Set, OriginKind::House, OriginKind::Presumed][..]);
    (kind, proptest::option::of("[a-z/]{1,30}.yaml"), proptest::option::of(1u32..100_000))
        .prop_map(|(kind, path, line)| Root { kind, path: path.map(Arc::from), line })
}

fn fact() -> impl Strategy<Value = FactUsed> {
    ("[a-z_.]{1,30}", words(), words(), proptest::collection::vec(root(), 0..5)).prop_map(
        |(id, label, words, roots)| FactUsed {
            id,
            label,
            value: Value::Number(1.0),
            whole: true,
            spelled: words.clone(),
            words,
            origin: Origin::of(OriginKind::File),
            from: Vec::new(),
            lines: Vec::new(),
            roots,
        },
    )
}

fn change() -> impl Strategy<Value = Change> {
    ("[a-z_.]{1,30}", "[a-z,]{0,60}", any::<bool>()).prop_map(|(fact, to, changeable)| Change { fact, to, changeable })
}

fn effect() -> impl Strategy<Value = Effect> {
    let strength = select(&[Strength::Slight, Strength::Moderate, Strength::Strong][..]);
    (strength, 0..4).prop_map(|(strength, kind)| match kind {
        0 => Effect::Favours(strength),
        1 => Effect::Disfavours(strength),
        2 => Effect::Excludes,
        _ => Effect::NotApplicable,
    })
}

fn reason() -> impl Strategy<Value = ReasonReport> {
    let facts = proptest::collection::vec(fact(), 0..6);
    let lists = (facts, proptest::collection::vec(source(), 0..5), proptest::collection::vec(change(), 0..3));
    (target(), effect(), words(), any::<bool>(), -8.0..8.0f64, lists, proptest::option::of("[a-z-]{3,40}")).prop_map(
        |(target, effect, because, counts, contribution, (facts, sources, lifted_by), other)| ReasonReport {
            rule: "a-rule".to_owned(),
            concern: "custom_ops".to_owned(),
            effect,
            target,
            contribution: contribution.round(),
            counts,
            outdone: other.map(Outdone::By),
            holds: if lifted_by.is_empty() { Holds::Certainly } else { Holds::Presumably },
            lifted_by,
            because,
            facts,
            claims: Vec::new(),
            sources,
        },
    )
}

fn standing() -> impl Strategy<Value = TargetReport> {
    let status = select(&[Status::Eligible, Status::Excluded, Status::NotApplicable][..]);
    (target(), status, words(), -20.0..20.0f64, any::<bool>(), proptest::collection::vec(change(), 0..3)).prop_map(
        |(target, status, because, score, spoken_for, lifted_by)| TargetReport {
            target,
            status,
            because,
            score,
            low: score - 3.0,
            high: score + 3.0,
            spoken_for,
            rank: Some(1),
            excluded_by: Vec::new(),
            lifted_by,
        },
    )
}

fn caution() -> impl Strategy<Value = CautionReport> {
    let gravity = select(&[Gravity::Note, Gravity::Warn, Gravity::Serious][..]);
    (gravity, words(), proptest::collection::vec(target(), 0..5), "[a-z_]{3,25}", any::<bool>()).prop_map(
        |(gravity, text, targets, topic, accepted)| CautionReport {
            id: topic.clone(),
            topic,
            gravity,
            text,
            rule: "a-rule".to_owned(),
            targets,
            accepted,
        },
    )
}

fn assumption() -> impl Strategy<Value = Assumption> {
    ("[a-z_.]{1,30}", words(), any::<bool>()).prop_map(|(fact, because, presumed)| Assumption {
        fact,
        label: String::new(),
        value: presumed.then(|| "runs".to_owned()),
        presumed,
        because,
        claims: Vec::new(),
    })
}

fn unknown() -> impl Strategy<Value = UnknownReport> {
    ("[a-z_.]{1,40}", words(), proptest::collection::vec(target(), 0..5)).prop_map(|(fact, question, targets)| {
        UnknownReport { fact, question, help: String::new(), effort: "look_up", how: "look it up", targets }
    })
}

fn flip() -> impl Strategy<Value = FlipReport> {
    let change = ("[a-z_.]{1,40}", proptest::option::of("[a-z,]{0,60}"), "[a-z,]{0,60}", any::<bool>())
        .prop_map(|(fact, from, to, changeable)| FlipChange { fact, from, to, changeable });
    (proptest::collection::vec(change, 1..3), target()).prop_map(|(changes, target)| FlipReport { changes, target })
}

fn report() -> impl Strategy<Value = Report> {
    let head = (words(), "[a-z/]{0,120}", proptest::option::of(target()), words());
    let verdict = (select(&Verdict::ALL[..]), select(&Basis::ALL[..]), proptest::option::of("[a-z-]{3,40}"));
    let names = (proptest::collection::vec(target(), 0..9), proptest::collection::vec(target(), 0..9));
    let judged = (proptest::collection::vec(standing(), 0..12), proptest::collection::vec(reason(), 0..40));
    let rest = (
        proptest::collection::vec(caution(), 0..12),
        0..12usize,
        proptest::collection::vec(words(), 0..6),
        proptest::collection::vec(assumption(), 0..30),
        proptest::collection::vec(source(), 0..4),
        (any::<bool>(), proptest::collection::vec(unknown(), 0..6), proptest::collection::vec(flip(), 0..6)),
    );
    (head, verdict, names, judged, rest).prop_map(|(head, verdict, names, judged, rest)| Report {
        depth: Depth::Full,
        name: head.0,
        path: head.1.into(),
        line: 1,
        labels: Arc::default(),
        rules: RulesUsed { version: "0", date: String::new(), hash: String::new() },
        as_of: "2026-11-30".to_owned(),
        target: head.2,
        summary: head.3,
        verdict: verdict.0,
        basis: verdict.1,
        held_by: verdict.2,
        contenders: names.0,
        level: Vec::new(),
        to_measure: names.1,
        summary_rules: Vec::new(),
        summary_sources: rest.4,
        doubt: None,
        why_not: None,
        margin: None,
        targets: judged.0,
        reasons: judged.1,
        cautions: rest.0,
        cautions_shown: rest.1,
        held: rest.5.0.then(|| held(&rest.2)),
        steps: rest.2.into_iter().map(|text| StepReport { id: String::new(), text, rule: String::new() }).collect(),
        assumed: rest.3,
        robustness: rest.5.0.then(|| Robustness {
            settled: true,
            pairs_searched: true,
            holds_within: Some(0.25),
            acceptability: Vec::new(),
        }),
        unknowns: rest.5.1,
        flips: rest.5.2,
        warnings: Vec::new(),
        background: Background::default(),
    })
}

/// Systems under any names at all.
fn held(names: &[String]) -> Held {
    let smallest = names.iter().map(|name| Smallest {
        fits: true,
        is_built_in: false,
        target: TargetName { id: "gpu".to_owned(), name: name.clone() },
        chip: name.clone(),
        needed: Range::new(1.0, 1e9),
        system: Ok(SystemRow { id: name.clone(), place: name.clone(), count: 2, chips: 16 }),
    });
    Held { memory: Range::new(1e9, 1e15), is_least: false, smallest: smallest.collect() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_longer_or_wider_than_promised(report in report(), width in 40usize..=100) {
        let short = stripped(&recommendation(&report, Style { full: false, width }));
        prop_assert!(short.lines().count() <= LINES, "{} lines:\n{short}", short.lines().count());
        let full = stripped(&recommendation(&report, Style { full: true, width }));
        for line in short.lines().chain(full.lines()) {
            prop_assert!(line.width() <= width, "{} columns of {width}: {line}", line.width());
            prop_assert_eq!(line, line.trim_end(), "blanks at the end of a line");
            prop_assert!(!line.contains(|letter: char| letter.is_control()), "a control character: {line:?}");
        }
    }
}

// --- the shipped profiles -----------------------------------------------------------------------------------------

fn judged(knowledge: &Knowledge, yaml: &[u8], path: &str) -> Report {
    let nodes = read(yaml, Format::Yaml, &Limits::default()).expect("the profile is YAML");
    let profile = profile::read(knowledge, &nodes[0], path).expect("the profile is sound");
    let judge = Judge::new(knowledge);
    let decision = judge.decide(&profile.facts);
    let explanation = chipwise::explain::explain(&judge, &profile.facts, &decision);
    let as_of = jiff::civil::date(2026, 11, 30);
    gather(&Context { knowledge, as_of, version: "0" }, &profile, &decision, Some(&explanation))
}

fn shipped(knowledge: &Knowledge, name: &str) -> Report {
    let path = format!("profiles/{name}.yaml");
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).expect("the profile is there");
    judged(knowledge, &bytes, &path)
}

#[test]
fn no_sentence_says_what_another_has_said() {
    let knowledge = chipwise::built_in::knowledge();
    for name in names_of_shipped() {
        let report = shipped(&knowledge, &name);
        let text = stripped(&recommendation(&report, Style { full: false, width: 1000 }));
        let because = report.reasons.iter().map(|reason| reason.because.as_str());
        let cautions = report.cautions.iter().map(|caution| caution.text.as_str());
        for said in because.chain(cautions).filter(|said| said.len() > 25) {
            let times = text.matches(said).count();
            // What speaks for two targets alike may be said of both.
            let again = |line: &&str| line.contains("also ") || line.contains("here ");
            let alike = text.lines().filter(again).filter(|line| line.contains(said)).count();
            assert!(times <= 1 + alike, "{name} says {times} times: {said}\n{text}");
        }
    }
}

#[test]
fn shipped_profiles_read_as_reviewed() {
    let knowledge = chipwise::built_in::knowledge();
    let reviewed = [
        "bert-classifier-inferentia",
        "edge-camera-detector",
        "free-notebook-fine-tuning",
        "gradient-boosting",
        "llm-pretraining-jax",
        "llm-serving-gcp",
        "own-cuda-kernels-research",
        "vision-transformer-toss-up",
    ];
    for name in reviewed {
        let report = shipped(&knowledge, name);
        let text = stripped(&recommendation(&report, Style { full: false, width: 80 }));
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("text__{name}"), text);
        });
    }
}

#[test]
fn what_is_impossible_names_its_causes_and_a_door() {
    let knowledge = chipwise::built_in::knowledge();
    let yaml = b"phase: training\nframework: jax\ncloud: [azure]\nmandated_target: tpu\n";
    let text = stripped(&recommendation(&judged(&knowledge, yaml, "w.yaml"), Style { full: false, width: 80 }));
    assert!(text.starts_with("No target: impossible as stated"), "{text}");
    let said = text.replace('\n', " ");
    assert!(said.contains("Together `mandated_target: tpu` and `cloud: azure` leave no target."), "{text}");
    assert!(said.contains("`cloud: gcp,azure` would bring back TPU"), "{text}");
    assert!(text.contains("GPU, Trainium, CPU: TPU is mandated (:4)"), "{text}");
}

#[test]
fn what_is_undecided_names_the_targets_and_recommends_none() {
    let knowledge = chipwise::built_in::knowledge();
    let report = judged(&knowledge, b"name: nothing yet\n", "w.yaml");
    assert_eq!(report.verdict, Verdict::Undecided);
    for full in [false, true] {
        let text = stripped(&recommendation(&report, Style { full, width: 80 }));
        assert!(text.starts_with("No target yet: undecided"), "{text}");
        assert!(text.contains("nothing yet · w.yaml"), "{text}");
    }
}

// --- colour -------------------------------------------------------------------------------------------------------

fn chipwise(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["recommend", "profiles/llm-serving-aws.yaml"]);
    command.args(arguments).env_remove("NO_COLOR").env("TERM", "xterm-256color");
    command.envs(variables.iter().copied()).output().expect("the program starts")
}

fn escape_codes(output: &Output) -> usize {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout.iter().filter(|byte| **byte == 0x1b).count()
}

#[test]
fn a_pipe_gets_no_escape_codes() {
    assert_eq!(escape_codes(&chipwise(&[], &[])), 0);
    assert_eq!(escape_codes(&chipwise(&[], &[("NO_COLOR", "1")])), 0);
    assert_eq!(escape_codes(&chipwise(&[], &[("TERM", "dumb")])), 0);
    assert_eq!(escape_codes(&chipwise(&["--color", "never"], &[])), 0);
    assert_eq!(escape_codes(&chipwise(&["--full"], &[])), 0);
}

#[test]
fn colour_is_there_when_it_is_asked_for() {
    for arguments in [&["--color", "always"][..], &["--color", "always", "--full"]] {
        let output = chipwise(arguments, &[]);
        assert!(escape_codes(&output) > 10);
        let plain = chipwise(&arguments[2..], &[]);
        let text = String::from_utf8(output.stdout).expect("text");
        assert_eq!(stripped(&text), String::from_utf8_lossy(&plain.stdout), "colour changes nothing but colour");
    }
}

#[test]
fn several_workloads_are_kept_apart_by_a_blank_line_and_named() {
    let output = chipwise(&["profiles/gradient-boosting.yaml"], &[]);
    let text = String::from_utf8(output.stdout).expect("text");
    let blank = text.split("\n\n").filter(|part| part.contains("profiles/")).count();
    assert_eq!(blank, 2, "{text}");
}
