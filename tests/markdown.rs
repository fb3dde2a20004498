//! The record of a decision in Markdown: as reviewed for three shipped profiles, in agreement with the JSON, and of the
//! same structure whatever a profile says.
//!
//! `INSTA_UPDATE=always cargo test --test markdown` writes the snapshots anew; read them before you commit them.

mod shared;

use std::path::Path;
use std::process::Command;

use chipwise::judge::Judge;
use chipwise::knowledge::Knowledge;
use chipwise::profile;
use chipwise::read::{Format, Limits, read};
use chipwise::render::{json, markdown};
use chipwise::report::{Context, Report, gather, what_if};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value as Json;
use shared::names_of_shipped;

fn judged(knowledge: &Knowledge, bytes: &[u8], format: Format, path: &str) -> Report {
    explained(knowledge, bytes, format, path, true)
}

/// Asking again what the answer hangs on takes time, and it names nothing that a profile says in free words.
fn explained(knowledge: &Knowledge, bytes: &[u8], format: Format, path: &str, whole: bool) -> Report {
    let nodes = read(bytes, format, &Limits::default()).expect("the profile can be read");
    let profile = profile::read(knowledge, &nodes[0], path).expect("the profile is sound");
    let judge = Judge::new(knowledge);
    let decision = judge.decide(&profile.facts);
    let explanation = whole.then(|| chipwise::explain::explain(&judge, &profile.facts, &decision));
    let as_of = jiff::civil::date(2026, 11, 30);
    gather(&Context { knowledge, as_of, version: "0" }, &profile, &decision, explanation.as_ref())
}

fn shipped(knowledge: &Knowledge, name: &str) -> Report {
    let path = format!("profiles/{name}.yaml");
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).expect("the profile is there");
    let mut report = judged(knowledge, &bytes, Format::Yaml, &path);
    // It changes with every rule, and says nothing of the record.
    report.rules.hash = "0".to_owned();
    report
}

/// What a parser makes of a record: its blocks in their order, its headings, its tables, and what must not be in it.
#[derive(Debug, Default, PartialEq)]
struct Parsed {
    /// Every block by name, with the number of columns for a table.
    blocks: Vec<String>,
    headings: Vec<String>,
    /// Every table, row by row, the head first.
    tables: Vec<Vec<Vec<String>>>,
    items: Vec<String>,
    html: usize,
    links: Vec<String>,
}

fn parsed(record: &str) -> Parsed {
    let mut found = Parsed::default();
    let mut text = String::new();
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH;
    for event in Parser::new_ext(record, options) {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => found.blocks.push("break".to_owned()),
            Event::Html(_) | Event::InlineHtml(_) => found.html += 1,
            Event::Rule => found.blocks.push("rule".to_owned()),
            Event::TaskListMarker(_) | Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                found.blocks.push(format!("{event:?}"));
            }
            Event::Start(tag) => match tag {
                Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => found.links.push(dest_url.to_string()),
                Tag::Strong | Tag::Emphasis => {}
                tag => {
                    if matches!(tag, Tag::Table(_)) {
                        found.tables.push(Vec::new());
                    }
                    if matches!(tag, Tag::TableHead | Tag::TableRow) {
                        found.tables.last_mut().expect("a row is in a table").push(Vec::new());
                    }
                    text.clear();
                    found.blocks.push(format!("{tag:?}"));
                }
            },
            Event::End(end) => match end {
                TagEnd::Heading(_) => found.headings.push(text.clone()),
                TagEnd::TableCell => {
                    let row = found.tables.last_mut().and_then(|table| table.last_mut()).expect("a cell is in a row");
                    row.push(text.clone());
                }
                TagEnd::Item => found.items.push(text.clone()),
                _ => {}
            },
        }
    }
    found
}

// --- shipped profiles ---------------------------------------------------------------------------------------------

#[test]
fn records_of_shipped_profiles_read_as_reviewed() {
    let knowledge = chipwise::built_in::knowledge();
    for name in ["llm-serving-aws", "own-cuda-kernels-research", "vision-transformer-toss-up"] {
        let record = markdown::recommendation(&shipped(&knowledge, name));
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("markdown__{name}"), record);
        });
    }
}

#[test]
fn every_record_is_sound_and_the_same_each_time() {
    let knowledge = chipwise::built_in::knowledge();
    for name in names_of_shipped() {
        let report = shipped(&knowledge, &name);
        let record = markdown::recommendation(&report);
        assert_eq!(record, markdown::recommendation(&shipped(&knowledge, &name)), "{name}");
        assert!(record.ends_with('\n') && !record.ends_with("\n\n"), "{name}: one line break at the end");
        for line in record.lines() {
            assert_eq!(line, line.trim_end(), "{name}: blanks at the end of a line");
            assert!(!line.contains(|letter: char| letter.is_control()), "{name}: a control character: {line:?}");
        }
        let parsed = parsed(&record);
        assert_eq!(parsed.html, 0, "{name}");
        let wanted = ["Context", "Decision drivers", "Options considered", "Decision outcome", "Still open", "Sources"];
        for heading in wanted {
            assert!(parsed.headings.iter().any(|it| it == heading), "{name} has no {heading}: {:?}", parsed.headings);
        }
        for table in &parsed.tables {
            assert!(table.iter().all(|row| row.len() == table[0].len()), "{name}: {table:?}");
        }
    }
}

/// A shipped profile before and after some facts are set.
fn compared(knowledge: &Knowledge, name: &str, set: &[&str]) -> String {
    let path = format!("profiles/{name}.yaml");
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).expect("the profile is there");
    let nodes = read(&bytes, Format::Yaml, &Limits::default()).expect("the profile can be read");
    let profile = profile::read(knowledge, &nodes[0], &path).expect("the profile is sound");
    let settings: Vec<_> = set.iter().map(|set| profile::set(knowledge, set).expect("it can be set")).collect();
    let context = Context { knowledge, as_of: jiff::civil::date(2026, 11, 30), version: "0" };
    let mut compared = what_if(&context, &Judge::new(knowledge), &profile, &settings);
    compared.after.rules.hash = "0".to_owned();
    markdown::what_if(&compared)
}

#[test]
fn before_and_after_reads_as_reviewed() {
    let knowledge = chipwise::built_in::knowledge();
    let record = compared(&knowledge, "llm-serving-aws", &["cloud=gcp", "model.params=400B"]);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("markdown__what-if", record);
    });
}

#[test]
fn every_comparison_is_sound() {
    let knowledge = chipwise::built_in::knowledge();
    for name in names_of_shipped() {
        let record = compared(&knowledge, &name, &["cloud=azure", "framework=jax", "custom_ops=unknown"]);
        let parsed = parsed(&record);
        assert_eq!(parsed.html, 0, "{name}");
        assert!(
            record.starts_with("# ") && record.contains(": what if `cloud: azure` and `framework: jax` and "),
            "{record}"
        );
        for heading in ["What is set", "Options considered", "Outcome"] {
            assert!(parsed.headings.iter().any(|it| it == heading), "{name} has no {heading}");
        }
        for table in &parsed.tables {
            assert!(table.iter().all(|row| row.len() == table[0].len()), "{name}: {table:?}");
        }
    }
}

#[test]
fn the_case_against_a_target_stands_in_the_record() {
    let record = |name: &str, target: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
        let profile = format!("profiles/{name}.yaml");
        let arguments = ["recommend", &profile, "--why-not", target, "--format", "markdown", "--as-of", "2026-11-30"];
        let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().expect("it starts");
        String::from_utf8(output.stdout).expect("a record is text")
    };
    let out = record("llm-serving-aws", "tpu");
    assert!(out.contains("\n## Why not TPU\n\nWhat puts it out:\n\n- not to be had on AWS (`cloud: aws`"), "{out}");
    assert!(out.contains("; lifted by `cloud: gcp,aws`\n") && out.contains("\nThe shortest way to TPU: `"), "{out}");
    let behind = record("llm-serving-aws", "cpu");
    assert!(behind.contains("\nWhere GPU is ahead:\n\n- ") && behind.contains("\n  - GPU **+"), "{behind}");
    let leads = record("llm-serving-aws", "gpu");
    assert!(leads.contains("\nGPU is the recommended target itself.\n"), "{leads}");
}

#[test]
fn what_is_undecided_or_impossible_is_told_as_such() {
    let knowledge = chipwise::built_in::knowledge();
    let record = |yaml: &[u8]| markdown::recommendation(&judged(&knowledge, yaml, Format::Yaml, "w.yaml"));
    let open = record(b"name: nothing yet\n");
    assert!(open.starts_with("# nothing yet: no decision yet\n\n- **Status:** open\n"), "{open}");
    assert!(open.contains("\nThe profile states no fact.\n"), "{open}");
    let none = record(b"phase: training\nframework: jax\ncloud: [azure]\nmandated_target: tpu\n");
    assert!(none.starts_with("# w: no target can run it as stated\n"), "{none}");
    assert!(none.contains("| TPU | excluded |  |  | not to be had on Azure; back with `cloud: gcp,azure` |"), "{none}");
}

#[test]
fn what_the_team_decided_accepts_and_prefers_stands_in_the_record() {
    let knowledge = chipwise::built_in::knowledge();
    let yaml = b"name: w\nphase: training\ncloud: [gcp, unknown]\nframework: unknown\npriorities: {cost: high}\n\
        decision: {target: gpu, decided_on: 2026-10-01, why: \"measured | in September\"}\n\
        accept:\n  - {id: capacity, reason: reserved, until: 2027-03-31}\n  - {id: lock_in, reason: for now, until: 2026-01-31}\n\
        measurements:\n  - {target: gpu, kind: training_step, step_time: 120ms, chips: 32}\n";
    let record = markdown::recommendation(&judged(&knowledge, yaml, Format::Yaml, "w.yaml"));
    for wanted in [
        "- **Status:** the team decided for GPU on 2026-10-01: measured \\| in September\n",
        "The profile says in so many words that this is not known: framework (`framework`).\n",
        "- cost: priority high, so it weighs 2 (line 5)\n",
        "- `capacity`: accepted until 2027-03-31 (line 8): reserved\n",
        "- `lock_in`: expired on 2026-01-31 and no longer counts (line 9): for now\n",
        "kind training_step",
        "step time 120ms",
    ] {
        assert!(record.contains(wanted), "{wanted:?} is not in\n{record}");
    }
}

// --- agreement with the JSON --------------------------------------------------------------------------------------

/// A number as the record prints it: four digits.
fn number(text: &str) -> f64 {
    text.trim_start_matches('+').parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

fn table<'p>(parsed: &'p Parsed, first: &str) -> &'p Vec<Vec<String>> {
    parsed.tables.iter().find(|table| table[0][0] == first).unwrap_or_else(|| panic!("a table of {first}"))
}

#[test]
fn the_numbers_of_a_record_are_those_of_the_json() {
    let knowledge = chipwise::built_in::knowledge();
    for name in names_of_shipped() {
        let report = shipped(&knowledge, &name);
        let wire = json::recommendation(&report, false);
        let parsed = parsed(&markdown::recommendation(&report));
        let list = |key: &str| wire[key].as_array().cloned().unwrap_or_default();
        let options = &table(&parsed, "Rank")[1..];
        assert_eq!(options.len(), list("targets").len(), "{name}");
        for (row, target) in options.iter().zip(list("targets")) {
            assert_eq!(row[1].to_lowercase().replace(' ', "_"), target["id"].as_str().unwrap_or_default(), "{name}");
            assert_eq!(row[0], target["rank"].as_u64().map_or_else(String::new, |rank| rank.to_string()), "{name}");
            let Some(score) = target["score"].as_f64() else {
                assert_eq!((row[3].as_str(), row[4].as_str()), ("", ""), "{name}");
                continue;
            };
            assert_eq!(number(&row[3]), score, "{name}: {row:?}");
            let (low, high) = row[4].split_once(" to ").expect("a range");
            assert_eq!(Some(number(low)), target["score_range"]["low"].as_f64(), "{name}: {row:?}");
            assert_eq!(Some(number(high)), target["score_range"]["high"].as_f64(), "{name}: {row:?}");
        }
        // Every reason that counts for a target in question is there, with its points, and no other is.
        let shown = |reason: &Json| {
            let contenders = wire["recommendation"]["contenders"].as_array().cloned().unwrap_or_default();
            let named = if contenders.is_empty() {
                options
                    .iter()
                    .any(|row| row[2] == "eligible" && row[1].to_lowercase().replace(' ', "_") == reason["target"])
            } else {
                contenders.contains(&reason["target"])
            };
            reason["counts"] == true && named
        };
        let mut wanted: Vec<(String, f64)> = list("reasons")
            .iter()
            .filter(|reason| shown(reason))
            .map(|it| {
                (it["rule"].as_str().unwrap_or_default().to_owned(), it["contribution"].as_f64().unwrap_or(f64::NAN))
            })
            .collect();
        let mut found: Vec<(String, f64)> = parsed
            .items
            .iter()
            .filter_map(|item| {
                let (points, _) = item.split_once(' ')?;
                let (_, rule) = item.rsplit_once(". Rule ")?;
                let points = points.starts_with(['+', '-', '0']).then(|| number(points))?;
                Some((rule.to_owned(), points))
            })
            .collect();
        let order = |a: &(String, f64), b: &(String, f64)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1));
        wanted.sort_by(order);
        found.sort_by(order);
        assert_eq!(found, wanted, "{name}");
        // The points of the concerns add up to the scores.
        let Some(drivers) = parsed.tables.iter().find(|table| table[0][0] == "Concern") else { continue };
        let (sums, concerns) = drivers[1..].split_last().expect("a row of sums");
        for column in 2..sums.len() {
            let total: f64 =
                concerns.iter().map(|row| &row[column]).filter(|it| !it.is_empty()).map(|it| number(it)).sum();
            assert_eq!(total, number(&sums[column]), "{name}: {}", drivers[0][column]);
        }
        let open: Vec<&str> = parsed
            .tables
            .iter()
            .filter(|it| it[0][0] == "Fact")
            .flat_map(|it| &it[1..])
            .map(|row| row[0].as_str())
            .collect();
        let unknown: Vec<Json> = list("unknowns").iter().map(|it| it["fact"].clone()).collect();
        assert_eq!(open, unknown.iter().filter_map(Json::as_str).collect::<Vec<_>>(), "{name}");
        for flip in list("flips") {
            for change in flip["changes"].as_array().into_iter().flatten() {
                let said =
                    format!("{}: {}", change["fact"].as_str().unwrap_or(""), change["to"].as_str().unwrap_or(""));
                assert!(parsed.items.iter().any(|item| item.contains(&said)), "{name}: {said}");
            }
        }
    }
}

// --- whatever a profile says --------------------------------------------------------------------------------------

/// What may break a structure: pieces of markup, and anything else.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => proptest::sample::select(&[
            "|", "\\", "\\|", "`", "``", "```", "~~~", "\n", "\n\n", "\r\n", "# ", "## x", "\n# x\n", "===", "\n---\n", "---|---",
            "- ", "* ", "+ ", "1. ", "2) ", "> ", "<b>", "</td>", "<!--", "-->", "<script>", "<https://a.org>", "&lt;", "&#124;",
            "[x](y)", "![x](y)", "[^1]", "[^1]: x", "[x]: y", "[ ] ", "[x] ", "**", "__", "_", "*", "$", "$$", "~", "\t", "    ",
            " ", "\u{202e}", "\u{a0}", "\u{2028}", "\u{85}", "http://a.org/b_c", "@all", "#1", "{", "}", ":", ":-:", "=", "^", "!",
        ][..]).prop_map(str::to_owned),
        2 => "[a-z0-9]{1,6}",
        1 => "\\PC{0,12}",
    ];
    proptest::collection::vec(piece, 1..14).prop_map(|pieces| pieces.concat())
}

/// A profile with these texts in every place that takes any.
fn profile_with(name: &str, description: &str, label: &str, library: &str, why: &str) -> Vec<u8> {
    serde_json::json!({
        "name": name,
        "description": description,
        "labels": { label: why },
        "phase": "training",
        "framework": "pytorch",
        "libraries": [library, "timm"],
        "unsupported_ops": { "tpu": [library] },
        "cloud": ["gcp"],
        "decision": { "target": "gpu", "why": why },
        // Both have something in them that is no blank.
        "accept": [{ "id": format!("{label}w"), "reason": format!("{why}w") }],
        "prices": [{ "target": "gpu", "machine": library, "region": why }],
    })
    .to_string()
    .into_bytes()
}

/// A text as a reader sees it: its words, with a mark for what has no shape.
fn seen(text: &str) -> String {
    let invisible = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || matches!(letter, '\u{61c}' | '\u{2060}' | '\u{feff}')
    };
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.chars().map(|letter| if invisible(letter) { '\u{fffd}' } else { letter }).collect())
        .collect();
    words.join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_of_a_profile_breaks_the_structure(
        name in hostile(), description in hostile(), label in hostile(), library in hostile(), why in hostile(),
    ) {
        thread_local! {
            static KNOWLEDGE: Knowledge = chipwise::built_in::knowledge();
        }
        // A name has something in it that names.
        let library = format!("x{library}");
        let of = |bytes: &[u8]| KNOWLEDGE.with(|knowledge| {
            markdown::recommendation(&explained(knowledge, bytes, Format::Json, "w.json", false))
        });
        let record = of(&profile_with(&name, &description, &label, &library, &why));
        let (broken, plain) = (parsed(&record), parsed(&of(&profile_with("n", "d", "l", "x-y", "w"))));
        prop_assert_eq!(&broken.blocks, &plain.blocks, "{}", record);
        prop_assert_eq!(broken.html, 0, "{}", record);
        prop_assert_eq!(&broken.links, &plain.links, "{}", record);
        prop_assert_eq!(&broken.headings[1..], &plain.headings[1..], "{}", record);
        let shape = |parsed: &Parsed| -> Vec<Vec<usize>> {
            parsed.tables.iter().map(|table| table.iter().map(Vec::len).collect()).collect()
        };
        prop_assert_eq!(shape(&broken), shape(&plain), "{}", record);
        // What was written is what a reader sees.
        let title = seen(&name);
        let title = if title.is_empty() { "workload".to_owned() } else { title };
        prop_assert!(broken.headings[0].starts_with(&format!("{title}: ")), "{:?} of {title:?}", broken.headings[0]);
        let context = table(&broken, "What is known");
        let stated = context.iter().find(|row| row[2] == "description").map(|row| row[1].clone());
        prop_assert_eq!(stated, Some(seen(&description)));
        for line in record.lines() {
            prop_assert_eq!(line, line.trim_end());
        }
    }
}

// --- the command --------------------------------------------------------------------------------------------------

#[test]
fn several_workloads_are_records_with_a_rule_between() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args([
        "recommend",
        "--format",
        "markdown",
        "--as-of",
        "2026-11-30",
    ]);
    let output = command.args(["profiles/llm-serving-aws.yaml", "profiles/llm-serving-gcp.yaml"]).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("a record is text");
    let parsed = parsed(&text);
    assert_eq!(parsed.blocks.iter().filter(|block| block.starts_with("Heading") && block.contains("H1")).count(), 2);
    assert_eq!(parsed.blocks.iter().filter(|block| *block == "rule").count(), 1);
    assert!(text.contains("\n\n---\n\n# llm-serving-gcp: "), "{text}");
}

#[test]
fn a_source_known_by_its_title_names_it_once() {
    let knowledge = chipwise::built_in::knowledge();
    let record = markdown::recommendation(&shipped(&knowledge, "llm-serving-aws"));
    let sources = record.split("## Sources").nth(1).unwrap();
    assert!(sources.contains("\n- [vLLM: README](https://"), "{sources}");
    for line in sources.lines().filter(|line| line.starts_with("- *")) {
        let (short, title) = line[3..].split_once("*: ").unwrap();
        let title = title.trim_start_matches('[').split(['(', ']', ';']).next().unwrap();
        assert_ne!(title, short, "{line}");
    }
}
