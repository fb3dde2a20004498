//! What is asked beyond the recommendation: how deep it is told, what another value of a fact would change, and why not
//! another target.

mod shared;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use chipwise::explain::{explain, way_back, way_to};
use chipwise::facts::Facts;
use chipwise::judge::{Decision, Judge, Status};
use chipwise::knowledge::Knowledge;
use serde_json::Value as Json;
use shared::{replayed, workloads};

/// Runs the program in the repository's root, with a text on standard input.
fn chipwise(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).args(["--as-of", "2026-11-30"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // Who refuses the arguments does not read on.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(output: &Output) -> Json {
    serde_json::from_str(&text(output)).unwrap()
}

/// Every case as a line of JSON.
fn cases() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    let line = |path: std::path::PathBuf| {
        let case: Json = serde_yaml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        case["profile"].to_string() + "\n"
    };
    paths.into_iter().map(line).collect()
}

// --- how deep it is told --------------------------------------------------------------------------------------------

const TOSS_UP: &str = "profiles/vision-transformer-toss-up.yaml";

#[test]
fn the_answer_is_the_same_at_every_depth() {
    let cases = cases();
    let at = |depth| json(&chipwise(&["recommend", "-", "--format", "json", "--explain", depth, "--quiet"], &cases));
    let [none, reasons, full] = ["none", "reasons", "full"].map(at);
    let records = |answers: &Json| answers.as_array().unwrap().clone();
    assert!(records(&full).len() >= 100);
    for ((none, reasons), full) in records(&none).iter().zip(records(&reasons)).zip(records(&full)) {
        for (key, value) in none.as_object().unwrap() {
            assert_eq!(value, &reasons[key], "{}: {key}", full["name"]);
        }
        for (key, value) in reasons.as_object().unwrap() {
            assert_eq!(value, &full[key], "{}: {key}", full["name"]);
        }
    }
}

#[test]
fn a_depth_has_the_fields_of_the_contract_and_no_others() {
    let keys = |depth: &str| {
        let answer = json(&chipwise(&["recommend", TOSS_UP, "--format", "json", "--explain", depth], ""));
        answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    let mut expected = vec!["schema", "generator", "as_of", "name", "source", "labels", "recommendation", "targets"];
    assert_eq!(keys("none"), expected);
    expected.extend(["reasons", "cautions", "steps", "assumed"]);
    assert_eq!(keys("reasons"), expected);
    expected.extend(["unknowns", "flips", "robustness", "warnings", "estimates", "errors"]);
    assert_eq!(keys("full"), expected);
    let by_default = json(&chipwise(&["recommend", TOSS_UP, "--format", "json"], ""));
    assert_eq!(by_default.as_object().unwrap().keys().collect::<Vec<_>>(), expected);
}

#[test]
fn the_text_is_as_deep_as_it_is_asked_for() {
    let at = |depth: &str| text(&chipwise(&["recommend", TOSS_UP, "--explain", depth], ""));
    let (none, reasons, full) = (at("none"), at("reasons"), at("full"));
    assert!(none.lines().count() <= 6 && full.starts_with(none.lines().next().unwrap()), "{none}");
    assert!(!none.contains("for GPU") && !none.contains("[1]"), "{none}");
    for heading in ["still open", "what would change it"] {
        assert!(full.contains(heading) && !reasons.contains(heading), "{heading}\n{reasons}");
    }
    assert!(reasons.contains("mind"), "{reasons}");
    let wrong = chipwise(&["recommend", TOSS_UP, "--explain", "deeply"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("none, reasons, full"));
}

// --- the way to another target --------------------------------------------------------------------------------------

/// The ways to every target, and the ways back, of one workload; each is replayed.
fn ways(knowledge: &Knowledge, judge: &Judge, name: &str, facts: &Facts) -> [usize; 3] {
    let decision = judge.decide(facts);
    let mut found = [0; 3];
    for target in knowledge.target_ids() {
        let id = &knowledge.target(target).id;
        let way = way_to(judge, facts, &decision, target);
        if decision.outcome.leader == Some(target) {
            assert_eq!(way, None, "{name}: {id} leads already");
            continue;
        }
        found[if way.is_some() { 0 } else { 2 }] += 1;
        if let Some(way) = &way {
            assert!((1..=2).contains(&way.changes.len()), "{name}: {way:?}");
            let leader = judge.decide(&replayed(knowledge, facts, way)).outcome.leader;
            assert_eq!(leader, Some(target), "{name}: {id}: {way:?}");
        }
        let eligible = |decision: &Decision| decision.outcome.standing(target).unwrap().status == Status::Eligible;
        let back = way_back(judge, facts, &decision, target);
        assert!(way.is_none() || eligible(&decision) || back.is_some(), "{name}: {id}: what leads is not out");
        if let Some(back) = back {
            found[1] += 1;
            assert!(!eligible(&decision), "{name}: {id} is not out");
            assert!(eligible(&judge.decide(&replayed(knowledge, facts, &back))), "{name}: {id}: {back:?}");
        }
    }
    found
}

#[test]
fn every_way_leads_where_it_is_said_to() {
    let knowledge = chipwise::built_in::knowledge();
    let workloads = workloads(&knowledge);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let mut found = [0; 3];
    std::thread::scope(|scope| {
        let share = |thread: usize| {
            let (knowledge, workloads) = (&knowledge, &workloads);
            move || {
                let judge = Judge::new(knowledge);
                let own = workloads.iter().skip(thread).step_by(threads);
                own.map(|(name, facts)| ways(knowledge, &judge, name, facts)).collect::<Vec<_>>()
            }
        };
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(share(thread))).collect();
        for ways in running.into_iter().flat_map(|thread| thread.join().unwrap()) {
            found.iter_mut().zip(ways).for_each(|(sum, more)| *sum += more);
        }
    });
    let [ways, backs, none] = found;
    assert!(ways > 300 && backs > 300 && none > 300, "{ways} ways, {backs} ways back, {none} without");
}

#[test]
fn nothing_within_two_changes_is_said_only_where_it_is_true() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    for (name, facts) in workloads(&knowledge).into_iter().step_by(9) {
        let decision = judge.decide(&facts);
        let flips = explain(&judge, &facts, &decision).flips;
        for flip in &flips {
            let way = way_to(&judge, &facts, &decision, flip.target);
            let found = way.map_or(usize::MAX, |way| way.changes.len());
            assert!(found <= flip.changes.len(), "{name}: there is a shorter way: {flip:?}");
        }
    }
}

// --- why not --------------------------------------------------------------------------------------------------------

const ON_AWS: &str = "profiles/llm-serving-aws.yaml";

#[test]
fn the_case_against_a_target_names_exclusions_gaps_and_the_way() {
    let out = text(&chipwise(&["recommend", ON_AWS, "--why-not", "tpu"], ""));
    for said in ["TPU is out.", "not to be had on AWS", "lifted by cloud: gcp,aws", "the shortest way to TPU"] {
        assert!(out.contains(said), "{said}\n{out}");
    }
    let behind = text(&chipwise(&["recommend", TOSS_UP, "--why-not", "cpu"], ""));
    assert!(behind.contains("is ahead") && behind.contains("CPU is "), "{behind}");
    let answer = json(&chipwise(&["recommend", ON_AWS, "--why-not", "tpu", "--format", "json"], ""));
    let case = &answer["why_not"];
    assert_eq!((&case["target"], &case["status"]), (&"tpu".into(), &"excluded".into()));
    assert_eq!(case["excluded_by"][0]["lifted_by"][0]["fact"], "cloud");
    assert_eq!(case["way"]["target"], "tpu");
}

#[test]
fn the_leader_itself_and_unknown_targets_are_told() {
    let plain = json(&chipwise(&["recommend", ON_AWS, "--format", "json"], ""));
    assert!(plain.get("why_not").is_none());
    let leader = plain["recommendation"]["target"].as_str().unwrap();
    let said = text(&chipwise(&["recommend", ON_AWS, "--why-not", leader], ""));
    assert!(said.contains("is the recommended target itself"), "{said}");
    let refused = |arguments: &[&str]| {
        let output = chipwise(&[&["recommend", ON_AWS, "--why-not"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&["tup"]).contains("did you mean `tpu`?"));
    assert!(refused(&["tpu", "--targets", "gpu,cpu"]).contains("not among the --targets"));
}

#[test]
fn no_case_is_longer_or_wider_than_promised_and_its_points_add_up() {
    let cases = cases();
    let targets = chipwise::built_in::knowledge().targets.iter().map(|it| it.id.to_string()).collect::<Vec<_>>();
    let cases: Vec<&str> = cases.lines().collect();
    for (index, case) in cases.iter().enumerate().step_by(11) {
        let target = targets[index % targets.len()].as_str();
        let arguments = ["recommend", "-", "--quiet", "--why-not", target];
        let said = text(&chipwise(&arguments, case));
        assert!(said.lines().count() <= 40, "{said}");
        let full = text(&chipwise(&[&arguments[..], &["--full"]].concat(), case));
        let wide = said.lines().chain(full.lines()).find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{full}");
        let answer = json(&chipwise(&[&arguments[..], &["--format", "json"]].concat(), case));
        let case = &answer["why_not"];
        let score = |id: &Json| {
            let targets = answer["targets"].as_array().unwrap();
            targets.iter().find(|it| it["id"] == *id).and_then(|it| it["score"].as_f64())
        };
        let sum = |side: &str| -> f64 {
            case[side].as_array().unwrap().iter().map(|it| it["points"].as_f64().unwrap()).sum()
        };
        if let (Some(leader), Some(own)) = (score(&answer["recommendation"]["target"]), score(&case["target"])) {
            assert_eq!(sum("behind") - sum("ahead"), leader - own, "{case:#}");
        }
    }
}

// --- before and after -----------------------------------------------------------------------------------------------

#[test]
fn what_is_set_is_told_before_and_after() {
    let said = text(&chipwise(&["what-if", ON_AWS, "--set", "model.params=70B", "--set", "cloud=gcp"], ""));
    for line in ["before  GPU", "after   GPU", "  = model.params: 70B (was 8B)", "  = cloud: gcp (was aws)"] {
        assert!(said.lines().any(|it| it.starts_with(line)), "{line}\n{said}");
    }
    assert!(said.contains("memory needed: 16GB before, 140GB after"), "{said}");
    let row = |name: &str| said.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_default();
    assert!(row("TPU ").contains("out") && row("TPU ").contains("back"), "{said}");
    assert!(row("Trainium ").contains("not to be had on Google Cloud"), "{said}");
    assert!(said.contains("\ncame") && said.contains("\nwent"), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
}

#[test]
fn what_makes_no_difference_is_said_to_make_none() {
    let said = text(&chipwise(&["what-if", ON_AWS, "--set", "cloud=aws", "--set", "debugging=rare"], ""));
    assert!(said.contains("= cloud: aws, as it was"), "{said}");
    assert!(!said.contains("came") && !said.contains("what follows"), "{said}");
    let answer = json(&chipwise(&["what-if", ON_AWS, "--set", "cloud=aws", "--format", "json"], ""));
    assert_eq!(answer["set"][0]["makes_no_difference"], true);
    assert_eq!((&answer["came"], &answer["went"]), (&Json::Array(vec![]), &Json::Array(vec![])));
    for key in ["recommendation", "targets", "cautions", "steps"] {
        assert_eq!(answer["before"][key], answer["after"][key], "{key}");
    }
}

#[test]
fn the_points_that_came_and_went_are_the_change_of_the_score() {
    let arguments = ["what-if", "-", "--quiet", "--format", "json", "--set", "framework=jax", "--set", "cloud=gcp,aws"];
    let answers = json(&chipwise(&arguments, &cases()));
    let mut changed = 0;
    for answer in answers.as_array().unwrap() {
        assert_eq!(answer["schema"], "chipwise/what-if/1");
        let score = |side: &str, id: &Json| {
            let targets = answer[side]["targets"].as_array().unwrap();
            targets.iter().find(|it| it["id"] == *id).and_then(|it| it["score"].as_f64())
        };
        let sum = |side: &str, id: &Json| -> f64 {
            let reasons = answer[side].as_array().unwrap().iter().filter(|it| it["target"] == *id);
            reasons.map(|it| it["contribution"].as_f64().unwrap()).sum()
        };
        for target in answer["after"]["targets"].as_array().unwrap() {
            let id = &target["id"];
            let (Some(before), Some(after)) = (score("before", id), score("after", id)) else { continue };
            assert_eq!(sum("came", id) - sum("went", id), after - before, "{}: {id}", answer["name"]);
            changed += usize::from(before != after);
        }
    }
    assert!(changed > 50, "only {changed} scores changed");
}

#[test]
fn before_and_after_are_what_recommend_says() {
    let set = ["--set", "framework=jax", "--format", "json", "--explain", "reasons"];
    let before = json(&chipwise(&["recommend", TOSS_UP, "--format", "json", "--explain", "reasons"], ""));
    let after = json(&chipwise(&[&["recommend", TOSS_UP], &set[..]].concat(), ""));
    let answer = json(&chipwise(&["what-if", TOSS_UP, "--set", "framework=jax", "--format", "json"], ""));
    assert_eq!((&answer["before"], &answer["after"]), (&before, &after));
    let set = &answer["set"];
    assert_eq!((&set[0]["fact"], &set[0]["to"]), (&"framework".into(), &"jax".into()));
}

#[test]
fn with_nothing_set_all_that_would_change_it_is_told() {
    for path in [TOSS_UP, ON_AWS] {
        let full = json(&chipwise(&["recommend", path, "--format", "json"], ""));
        let answer = json(&chipwise(&["what-if", path, "--format", "json"], ""));
        assert_eq!((&answer["flips"], &answer["unknowns"]), (&full["flips"], &full["unknowns"]));
        let said = text(&chipwise(&["what-if", path], ""));
        for unknown in full["unknowns"].as_array().unwrap() {
            assert!(said.contains(&format!("? {}", unknown["fact"].as_str().unwrap())), "{said}");
        }
        assert!(said.contains("what a team can do"), "{said}");
        assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
    }
}

#[test]
fn several_workloads_are_told_in_turn_and_unreadable_ones_in_their_place() {
    let stream = "{\"name\": \"one\", \"phase\": \"training\"}\n{\"phase\": 7}\n{\"name\": \"three\", \"phase\": \"inference\"}\n";
    let output = chipwise(&["what-if", "-", "--set", "framework=jax", "--format", "json"], stream);
    assert_eq!(output.status.code(), Some(2));
    let answers: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answers[0]["name"], &answers[2]["name"]), (&"one".into(), &"three".into()));
    assert_eq!(answers[1]["errors"][0]["key"], "phase");
    let output = chipwise(&["what-if", "-", "--set", "framework=jax"], stream);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().filter(|line| line.starts_with("before  ")).count(), 2, "{said}");
    for wrong in [&["what-if", ON_AWS, "--set", "framwork=jax"][..], &["what-if", "no-such.yaml"], &["what-if"]] {
        assert_eq!(chipwise(wrong, "").status.code(), Some(2), "{wrong:?}");
    }
}
