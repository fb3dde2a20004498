//! House facts and price lists hold for every workload, below what its profile says, and keep their own places.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::{err, folder, out, run};

fn recommended(folder: &Path, arguments: &[&str]) -> Json {
    let arguments = [&["recommend", "p.yaml", "--format", "json"], arguments].concat();
    let output = run(folder, &arguments);
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{arguments:?}");
    serde_json::from_str(&out(&output)).unwrap()
}

/// The value and the origin of a fact that a reason rests on.
fn fact(answer: &Json, id: &str) -> Option<(Json, Json)> {
    let reasons = answer["reasons"].as_array()?;
    let mut facts = reasons.iter().flat_map(|reason| reason["facts"].as_array().unwrap());
    facts.find(|fact| fact["id"] == id).map(|fact| (fact["value"].clone(), fact["origin"].clone()))
}

fn with_house(name: &str, profile: &str, house: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("p.yaml"), profile).unwrap();
    fs::write(folder.join("house.toml"), house).unwrap();
    folder
}

#[test]
fn house_facts_rank_below_the_profile_and_above_presumptions() {
    let folder = with_house(
        "ranks",
        "phase: inference\nframework: jax\nteam.skills: unknown\nlabels: {team: search}\n",
        "framework = \"pytorch\"\ncloud = [\"gcp\"]\nteam.skills = [\"jax\"]\nxla_status = \"fails\"\n\
         labels = { team = \"none\", org = \"acme\" }\n",
    );
    let answer = recommended(&folder, &["--facts", "house.toml"]);
    assert_eq!(fact(&answer, "framework").unwrap().0, json!("jax"));
    assert_eq!(fact(&answer, "team.skills"), None, "said to be unknown");
    let origin = json!({ "kind": "house", "path": "house.toml", "line": 2, "column": 9 });
    assert_eq!(fact(&answer, "cloud"), Some((json!(["gcp"]), origin)));
    assert_eq!(fact(&answer, "xla_status").unwrap().0, json!("fails"), "presumed to run otherwise");
    assert_eq!(answer["labels"], json!({ "org": "acme", "team": "search" }));
    let answer = recommended(&folder, &["--facts", "house.toml", "--set", "cloud=aws"]);
    assert_eq!(fact(&answer, "cloud").unwrap().1, json!({ "kind": "set" }));
}

#[test]
fn a_reason_that_rests_on_the_house_says_where() {
    let folder = with_house("mandate", "phase: inference\n", "\nmandated_target = \"tpu\"\n");
    let answer = recommended(&folder, &["--facts", "house.toml"]);
    let reasons = answer["reasons"].as_array().unwrap();
    let mandate = reasons.iter().find(|reason| reason["sources"][0]["short"] == "your profile").unwrap();
    assert_eq!(mandate["sources"][0]["where"], "house.toml:2");
}

#[test]
fn wrong_house_facts_are_told_and_nothing_is_judged() {
    let cases = [
        ("name = \"x\"", "house.toml:1:8: house facts hold for every workload, and one name is not that of all\n"),
        ("framwork = \"jax\"", "house.toml:1:1: unknown key `framwork`\n  did you mean `framework`?\n"),
    ];
    for (house, expected) in cases {
        let folder = with_house("wrong_house", "phase: inference\n", house);
        let output = run(&folder, &["recommend", "p.yaml", "--facts", "house.toml"]);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""));
        assert_eq!(err(&output), format!("error: {expected}"));
    }
    let output = run(&folder("no_house"), &["recommend", "p.yaml", "--facts", "nowhere.yaml"]);
    assert_eq!(err(&output), "error: nowhere.yaml: there is no such file\n");
}

const MEASURED: &str = "phase: training\nmeasurements:\n\
    - {target: gpu, machine: a, kind: training_step, step_time: 100ms, batch_size: 8, precision: bf16}\n\
    - {target: tpu, machine: b, kind: training_step, step_time: 100ms, batch_size: 8, precision: bf16}\n";

/// How much better per money spent the price list says that TPU is.
fn tpu_value(folder: &Path, arguments: &[&str]) -> Option<Json> {
    fact(&recommended(folder, arguments), "measured.value.tpu").map(|(value, _)| value)
}

#[test]
fn prices_of_a_list_are_joined_with_what_was_measured() {
    let folder = folder("prices");
    fs::write(folder.join("p.yaml"), MEASURED).unwrap();
    fs::write(folder.join("list.csv"), "target, machine, price_per_hour, currency\ngpu,a,40,USD\ntpu,b,\"10\",USD\n")
        .unwrap();
    let yaml = "- {target: gpu, machine: a, price_per_hour: 40}\n- {target: tpu, machine: b, price_per_hour: 10}\n";
    fs::write(folder.join("list.yaml"), yaml).unwrap();
    fs::write(folder.join("whole.yaml"), format!("prices:\n{yaml}")).unwrap();
    assert_eq!(tpu_value(&folder, &[]), None);
    for list in ["list.csv", "list.yaml", "whole.yaml"] {
        let value = tpu_value(&folder, &["--prices", list]).unwrap_or_else(|| panic!("{list}"));
        assert!(value.as_str().unwrap().contains("ahead"), "{list}: {value}");
    }
    // What the profile itself says of the same offer comes first.
    let own = format!("{MEASURED}prices: [{{target: gpu, machine: a, price_per_hour: 1, currency: USD}}]\n");
    fs::write(folder.join("p.yaml"), own).unwrap();
    let value = tpu_value(&folder, &["--prices", "list.csv"]).unwrap();
    assert!(value.as_str().unwrap().contains("behind"), "{value}");
}

#[test]
fn a_wrong_price_is_told_where_it_stands() {
    let folder = folder("wrong_prices");
    fs::write(folder.join("p.yaml"), "phase: inference\n").unwrap();
    let cases = [
        ("target,mashine\n", "list.csv:1:8: `prices` has no column `mashine`\n  did you mean `machine`?\n"),
        ("target,target\n", "list.csv:1:8: the column `target` stands here a second time\n"),
        ("target,price_per_hour\ngpu,\"1\"\ngpu,dear\n", "list.csv:3:5: `prices.price_per_hour`: "),
        ("target,price_per_hour\ngpu,1,2\n", "list.csv:2:1: this line has 3 cells, and the first has 2\n"),
        ("price_per_hour\n1\n", "list.csv:2:1: a row of `prices` needs `target`\n"),
        (
            "target\n",
            "list.csv:1:1: a price list has a line with the names of its columns, and a line for each price\n",
        ),
    ];
    for (list, expected) in cases {
        fs::write(folder.join("list.csv"), list).unwrap();
        let output = run(&folder, &["recommend", "p.yaml", "--prices", "list.csv"]);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{list}");
        assert!(err(&output).starts_with(&format!("error: {expected}")), "{list}: {}", err(&output));
    }
}

#[test]
fn measurements_among_house_facts_are_cited_where_they_stand() {
    let folder = folder("house_measured");
    fs::write(folder.join("p.yaml"), "name: a\nframework: jax\nphase: training\n").unwrap();
    let measured = MEASURED.replace("phase: training\n", "").replacen("100ms", "300ms", 1);
    fs::write(folder.join("house.yaml"), measured).unwrap();
    let output = run(&folder, &["recommend", "p.yaml", "--facts", "house.yaml", "--format", "json"]);
    let report: Json = serde_json::from_str(&out(&output)).unwrap();
    let reasons = report["reasons"].as_array().unwrap();
    let cited: Vec<&str> = reasons
        .iter()
        .filter(|reason| reason["rule"].as_str().unwrap().starts_with("measured"))
        .map(|reason| reason["sources"][0]["where"].as_str().unwrap())
        .collect();
    assert!(!cited.is_empty(), "{reasons:#?}");
    assert!(cited.iter().all(|at| at.starts_with("house.yaml:")), "{cited:?}");
    let text = out(&run(&folder, &["recommend", "p.yaml", "--facts", "house.yaml", "--full"]));
    assert!(text.contains("your own runs: ahead, 3 times GPU (house.yaml:3)"), "{text}");
}
