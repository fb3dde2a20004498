//! `docs/judgement.md` tells the truth: every table of it is worked out anew and compared, cell by cell.
//!
//! Where a table has changed, the test prints how it has to read.

use std::fmt::Write as _;
use std::path::Path;

use chipwise::judge::{Decision, Judge, Status};
use chipwise::knowledge::{Effect, Holds, Knowledge, STRENGTHS, Strength, TargetId};
use chipwise::profile::{self, Profile};
use chipwise::read::{Format, Limits, read};
use chipwise::report::{Context, Outdone, Report, gather};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

const DOCUMENT: &str = include_str!("../docs/judgement.md");

const PROFILE: &str = "profiles/vision-transformer-toss-up.yaml";

type Table = Vec<Vec<String>>;

/// The tables of the document, each with its head as the first row; code without its backticks.
fn tables(document: &str) -> Vec<Table> {
    let mut found: Vec<Table> = Vec::new();
    let mut text = String::new();
    for event in Parser::new_ext(document, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(_)) => found.push(Vec::new()),
            Event::Start(Tag::TableHead | Tag::TableRow) => found.last_mut().expect("in a table").push(Vec::new()),
            Event::Start(Tag::TableCell) => text.clear(),
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::End(TagEnd::TableCell) => {
                let row = found.last_mut().and_then(|table| table.last_mut()).expect("in a row");
                row.push(text.clone());
            }
            _ => {}
        }
    }
    found
}

fn written(table: &Table) -> String {
    let mut out = String::new();
    for (index, row) in table.iter().enumerate() {
        writeln!(out, "| {} |", row.join(" | ")).expect("a text takes any text");
        if index == 0 {
            writeln!(out, "|{}", " --- |".repeat(row.len())).expect("a text takes any text");
        }
    }
    out
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn points(number: f64) -> String {
    chipwise::units::format_number(number + 0.0)
}

fn signed(number: f64) -> String {
    if number > 0.0 { format!("+{}", points(number)) } else { points(number) }
}

/// The profile, judged with some facts set over it.
struct Case {
    decision: Decision,
    report: Report,
}

fn judged(knowledge: &Knowledge, set: &[&str]) -> Case {
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(PROFILE)).expect("the profile is there");
    let nodes = read(&bytes, Format::Yaml, &Limits::default()).expect("the profile is YAML");
    let mut profile: Profile = profile::read(knowledge, &nodes[0], PROFILE).expect("the profile is sound");
    for written in set {
        profile.set(knowledge, &profile::set(knowledge, written).expect("a fact and its value"));
    }
    let judge = Judge::new(knowledge);
    let decision = judge.decide(&profile.facts);
    let explanation = chipwise::explain::explain(&judge, &profile.facts, &decision);
    let context = Context { knowledge, as_of: jiff::civil::date(2026, 11, 30), version: "0" };
    let report = gather(&context, &profile, &decision, Some(&explanation));
    Case { decision, report }
}

fn scale(knowledge: &Knowledge) -> [Table; 3] {
    let scale = &knowledge.scale;
    let mut strengths = vec![row(&["strength", "points"])];
    strengths.extend(STRENGTHS.iter().map(|(strength, id)| row(&[id, &points(scale.points(*strength))])));
    let mut priorities = vec![row(&["priority", "weight"])];
    let fact = knowledge.concerns.iter().find_map(|concern| concern.priority).expect("a concern has a priority");
    priorities.extend(knowledge.fact(fact).choices.iter().map(|choice| {
        let weight = choice.number.expect("a priority has a weight").0;
        row(&[&choice.id, &points(weight)])
    }));
    let thresholds = [
        ("decided", scale.decided),
        ("leaning", scale.leaning),
        ("decided, where the leader is unverified", scale.decided_unverified),
        ("leaning, where the leader is unverified", scale.leaning_unverified),
        ("contender: at most so far behind the leader", scale.contender),
    ];
    let mut table = vec![row(&["threshold", "points"])];
    table.extend(thresholds.iter().map(|(name, number)| row(&[name, &points(*number)])));
    [strengths, priorities, table]
}

/// The stated facts behind every reason that counts for an eligible target or puts one out.
fn facts(case: &Case) -> Table {
    let eligible =
        |name: &str| case.report.targets.iter().any(|it| it.target.name == name && it.status == Status::Eligible);
    let vetoes = |effect| matches!(effect, Effect::Excludes | Effect::NotApplicable);
    let telling = case.report.reasons.iter().filter(|it| vetoes(it.effect) || (it.counts && eligible(&it.target.name)));
    let ids: Vec<&String> = telling.flat_map(|it| &it.facts).map(|fact| &fact.id).collect();
    let mut table = vec![row(&["fact", "value", "line"])];
    let stated = case.report.background.stated.iter().filter(|fact| ids.contains(&&fact.id));
    table.extend(stated.map(|fact| {
        let line = fact.root.line.map_or_else(String::new, |line| line.to_string());
        row(&[&fact.id, &fact.words, &line])
    }));
    table
}

fn out(case: &Case) -> Table {
    let mut table = vec![row(&["target", "stands", "by the rule"])];
    for it in case.report.targets.iter().filter(|it| it.status != Status::Eligible) {
        let stands = if it.status == Status::Excluded { "excluded" } else { "does not apply" };
        table.push(row(&[&it.target.name, stands, &it.excluded_by.join(", ")]));
    }
    table
}

fn contributions(knowledge: &Knowledge, case: &Case) -> Table {
    let shown = ["gpu", "tpu", "cpu"];
    let mut table = vec![row(&["concern", "rule", "GPU", "TPU", "CPU"])];
    let mut sums = [0.0; 3];
    for concern in &knowledge.concerns {
        let own = || case.report.reasons.iter().filter(|it| it.counts && it.concern == concern.id.as_ref());
        let mut rules: Vec<&String> =
            own().filter(|it| shown.contains(&it.target.id.as_str())).map(|it| &it.rule).collect();
        rules.sort();
        rules.dedup();
        for rule in rules {
            let mut cells = row(&[&concern.id.replace('_', " "), rule]);
            for (column, id) in shown.iter().enumerate() {
                let here: Vec<f64> =
                    own().filter(|it| it.rule == *rule && it.target.id == *id).map(|it| it.contribution).collect();
                sums[column] += here.iter().sum::<f64>();
                cells.push(here.first().map_or_else(String::new, |points| signed(*points)));
            }
            table.push(cells);
        }
    }
    for (id, sum) in shown.iter().zip(sums) {
        let standing = case.report.targets.iter().find(|it| it.target.id == *id).expect("a judged target");
        assert_eq!(standing.score, sum, "the points of {id} add up to its score");
    }
    table.push(row(&["score", "", &signed(sums[0]), &signed(sums[1]), &signed(sums[2])]));
    table
}

fn outdone(knowledge: &Knowledge, case: &Case) -> Table {
    let mut table = vec![row(&["target", "rule", "points it would bring", "outdone by"])];
    let eligible = case.report.targets.iter().filter(|it| it.status == Status::Eligible);
    for target in eligible {
        for it in case.report.reasons.iter().filter(|it| it.target == target.target && !it.counts) {
            let would = match it.effect {
                Effect::Favours(strength) => knowledge.scale.points(strength),
                Effect::Disfavours(strength) => -knowledge.scale.points(strength),
                Effect::Excludes | Effect::NotApplicable => continue,
            };
            let by = match &it.outdone {
                Some(Outdone::By(rule)) => rule.as_str(),
                Some(Outdone::ByMeasurements) => "measurements",
                None => "",
            };
            table.push(row(&[&target.target.name, &it.rule, &signed(would), by]));
        }
    }
    table
}

/// What is sure and what is possible for a target in a concern, worked out from the rules one by one.
fn sides(knowledge: &Knowledge, case: &Case, target: TargetId, concern: usize, favours: bool) -> (f64, f64, f64) {
    let (mut sure, mut counts, mut most) = (0.0_f64, 0.0_f64, 0.0_f64);
    for rule in knowledge.rules.iter().filter(|rule| rule.concern.index() == concern) {
        let Some((_, effect)) = rule.effects.iter().find(|(on, _)| *on == target) else { continue };
        let strength: Strength = match (effect, favours) {
            (Effect::Favours(strength), true) | (Effect::Disfavours(strength), false) => *strength,
            _ => continue,
        };
        let points = knowledge.scale.points(strength);
        let holds = case.decision.assessment.rule(rule);
        if holds == Holds::Certainly {
            sure = sure.max(points);
        }
        if holds >= Holds::Presumably {
            counts = counts.max(points);
        }
        if case.decision.assessment.could_hold(rule) {
            most = most.max(points);
        }
    }
    (sure, counts, most)
}

/// The concerns in which the points are open, and the ranges that follow from them.
fn ranges(knowledge: &Knowledge, case: &Case) -> [Table; 2] {
    let mut open = vec![row(&["target", "concern", "side", "sure", "at most"])];
    let mut ranges = vec![row(&["target", "low", "score", "high"])];
    for it in case.decision.outcome.standings.iter().filter(|it| it.status == Status::Eligible) {
        let name = &knowledge.target(it.target).name;
        let (mut low, mut score, mut high) = (0.0, 0.0, 0.0);
        for (index, concern) in knowledge.concerns.iter().enumerate() {
            for favours in [true, false] {
                let (sure, counts, most) = sides(knowledge, case, it.target, index, favours);
                let sign = if favours { 1.0 } else { -1.0 };
                score += sign * counts;
                low += if favours { sure } else { -most };
                high += if favours { most } else { -sure };
                if sure != most {
                    let side = if favours { "for" } else { "against" };
                    let (sure, most) = (points(sure), points(most));
                    open.push(row(&[name, &concern.id.replace('_', " "), side, &sure, &most]));
                }
            }
        }
        assert_eq!((low, score, high), (it.low, it.score, it.high), "{name}, worked out rule by rule");
        ranges.push(row(&[name, &signed(low), &signed(score), &signed(high)]));
    }
    [open, ranges]
}

fn verdict(knowledge: &Knowledge, case: &Case) -> Table {
    let scale = &knowledge.scale;
    let eligible: Vec<_> = case.report.targets.iter().filter(|it| it.status == Status::Eligible).collect();
    let (leader, rivals) = eligible.split_first().expect("a leader");
    let mut table = vec![row(&["question", "worked out", "answer"])];
    for rival in rivals {
        let behind = leader.score - rival.score;
        let worked = format!("{} - {} = {}", points(leader.score), points(rival.score), points(behind));
        let contends = case.report.contenders.contains(&rival.target);
        assert_eq!(contends, behind <= scale.contender);
        let answer = if contends { "yes" } else { "no" };
        let question = format!("does {} contend", rival.target.name);
        table.push(row(&[&question, &format!("{worked}, at most {}", points(scale.contender)), answer]));
    }
    let margin = case.report.margin.expect("a rival");
    assert_eq!(margin, leader.score - rivals[0].score);
    let (decided, leaning) = if case.decision.outcome.unverified {
        (scale.decided_unverified, scale.leaning_unverified)
    } else {
        (scale.decided, scale.leaning)
    };
    let unverified = if case.decision.outcome.unverified { "yes" } else { "no" };
    table.push(row(&["is the leader unverified", "", unverified]));
    let reaches = |least: f64| if margin >= least { "yes" } else { "no" };
    for (name, least) in [("decided", decided), ("leaning", leaning)] {
        let question = format!("does the margin reach {name}");
        table.push(row(&[&question, &format!("{} of {}", points(margin), points(least)), reaches(least)]));
    }
    let held = case.report.held_by.as_deref().unwrap_or("no rule");
    table.push(row(&["what says to measure first", held, if held == "no rule" { "no" } else { "yes" }]));
    table.push(row(&["basis", "", case.report.basis.id()]));
    table.push(row(&["verdict", "", case.report.verdict.id()]));
    table
}

fn firm(case: &Case) -> [Table; 2] {
    let robustness = case.report.robustness.as_ref().expect("it was asked");
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let mut table = vec![row(&["question", "answer"])];
    table.push(row(&["settled", if robustness.settled { "proved" } else { "not proved" }]));
    table.push(row(&["holds_within", &percent(robustness.holds_within.expect("a target"))]));
    for (target, share) in &robustness.acceptability {
        table.push(row(&[&format!("weightings that {} wins", target.name), &percent(*share)]));
    }
    let unknowns: Vec<&str> = case.report.unknowns.iter().map(|it| it.fact.as_str()).collect();
    table.push(row(&["unknowns", &unknowns.join(", ")]));
    let mut flips = vec![row(&["change", "brings"])];
    for flip in &case.report.flips {
        let changes: Vec<String> = flip.changes.iter().map(|it| format!("{}: {}", it.fact, it.to)).collect();
        flips.push(row(&[&changes.join(", "), &flip.target.name]));
    }
    [table, flips]
}

/// The changes that the document tries, each as `--set` takes them.
const VARIATIONS: [&[&str]; 4] = [
    &["batch_size=1024"],
    &["cloud=on_prem"],
    &["custom_ops=cuda", "custom_ops_in_main_loop=true"],
    &["custom_ops=cuda", "custom_ops_in_main_loop=true", "custom_ops_replaceable=false"],
];

fn variations(knowledge: &Knowledge) -> Table {
    let mut table = vec![row(&["change", "leader", "margin", "verdict", "why it is not decided"])];
    for set in VARIATIONS {
        let case = judged(knowledge, set);
        let leader = case.report.target.map_or_else(String::new, |target| target.name);
        let margin = case.report.margin.map_or_else(|| "no rival".to_owned(), points);
        let why = match (&case.report.held_by, &case.report.doubt) {
            (Some(rule), _) => format!("held by {rule}"),
            (None, Some(doubt)) => doubt.clone(),
            (None, None) => String::new(),
        };
        table.push(row(&[&set.join(" "), &leader, &margin, case.report.verdict.id(), &why]));
    }
    table
}

#[test]
fn every_table_of_the_document_is_what_the_program_works_out() {
    let knowledge = chipwise::built_in::knowledge();
    let case = judged(&knowledge, &[]);
    let mut expected: Vec<Table> = Vec::new();
    expected.extend(scale(&knowledge));
    expected.extend([facts(&case), out(&case), contributions(&knowledge, &case), outdone(&knowledge, &case)]);
    expected.extend(ranges(&knowledge, &case));
    expected.push(verdict(&knowledge, &case));
    expected.extend(firm(&case));
    expected.push(variations(&knowledge));
    let found = tables(DOCUMENT);
    let differing: Vec<String> = expected
        .iter()
        .enumerate()
        .filter(|(index, table)| found.get(*index) != Some(*table))
        .map(|(index, table)| format!("table {} must read\n{}", index + 1, written(table)))
        .collect();
    assert!(differing.is_empty(), "docs/judgement.md:\n\n{}", differing.join("\n"));
    assert_eq!(found.len(), expected.len(), "a table that nothing holds");
}

/// What stands in sentences and in no table.
#[test]
fn the_sentences_that_hold_numbers_are_true() {
    let knowledge = chipwise::built_in::knowledge();
    let [batch, own, open, closed] = VARIATIONS.map(|set| judged(&knowledge, set));
    assert!(batch.report.held_by.is_some() && batch.report.margin == Some(knowledge.scale.leaning));
    assert!(DOCUMENT.contains("the TPU leads by 2"));
    assert_eq!(own.report.margin, Some(7.0));
    assert!(DOCUMENT.contains("the GPU leads the CPU by 7"));
    let strong = Effect::Disfavours(Strength::Strong);
    assert!(!own.report.reasons.iter().any(|it| it.target.id == "cpu" && it.effect == strong));
    let against = open.report.reasons.iter().find(|it| it.target.id == "tpu" && it.effect == strong);
    assert!(against.is_some_and(|it| it.holds == Holds::Presumably), "{against:?}");
    let eligible = closed.report.targets.iter().filter(|it| it.status == Status::Eligible);
    assert_eq!(eligible.map(|it| it.target.id.as_str()).collect::<Vec<_>>(), ["gpu"]);
    let flips = judged(&knowledge, &[]).report.flips;
    let can: Vec<bool> = flips.iter().map(|flip| flip.changes.iter().all(|change| change.changeable)).collect();
    assert_eq!(can, [true, true, true, true, false], "all but the last are things that the team can do");
    let weights = include_str!("../src/explain/weights.rs");
    assert!(weights.contains("WEIGHTINGS: usize = 1024;") && DOCUMENT.contains("counted over 1,024 evenly"));
    assert_eq!(knowledge.concerns.len(), 17);
    assert!(DOCUMENT.contains("There are 17."));
    assert_eq!(knowledge.targets.len(), 9);
    assert_eq!(knowledge.scale.cautions, 6);
}
