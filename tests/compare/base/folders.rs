//! A folder as a base.

use std::fs;

use serde_json::json;

use super::{JAX, causes, changes, kinds, refused, write};
use crate::{err, folder, out, run};

#[test]
fn nothing_is_said_where_nothing_that_matters_is_otherwise() {
    let folder = folder("base-silent");
    write(&folder, "old/a.yaml", JAX);
    // Another order, another place, a description and a label: no answer hangs on them.
    let same = "# moved\ndescription: ours\nlabels: {team: x}\ncloud: [gcp]\ndomain: llm\nframework: jax\nphase: training\nname: pretrain\n";
    write(&folder, "new/a.yaml", same);
    for format in ["text", "markdown", "ndjson"] {
        let output = run(&folder, &["compare", "new", "--base", "old", "--format", format], "");
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), ""), "{format}");
        assert_eq!(err(&output), "1 workload compared with `old`: no answer changed\n");
    }
    let (changes, _) = changes(&folder, &["new", "--base", "old"]);
    assert_eq!(changes, [] as [serde_json::Value; 0]);
    let quiet = run(&folder, &["compare", "new", "--base", "old", "--quiet"], "");
    assert_eq!((out(&quiet), err(&quiet)), (String::new(), String::new()));
}

#[test]
fn the_change_that_made_the_difference_is_named_and_the_others_are_listed() {
    let folder = folder("base-cause");
    write(&folder, "old/a.yaml", JAX);
    write(&folder, "new/a.yaml", &JAX.replace("[gcp]", "[azure]").replace("llm", "transformer"));
    let (changes, _) = changes(&folder, &["new", "--base", "old"]);
    let [change] = changes.as_slice() else { panic!("{changes:?}") };
    assert_eq!((&change["before"]["target"], &change["after"]["target"]), (&json!("tpu"), &json!("gpu")));
    assert_eq!(causes(change), [["cloud"]]);
    let facts: Vec<_> =
        change["changes"].as_array().unwrap().iter().map(|it| (&it["fact"], &it["from"], &it["to"])).collect();
    assert_eq!(
        facts,
        [(&json!("domain"), &json!("llm"), &json!("transformer")), (&json!("cloud"), &json!("gcp"), &json!("azure")),]
    );
    // Each was tried alone.
    assert_eq!(change["changes"][0]["alone"]["target"], "tpu");
    assert_eq!(change["changes"][1]["alone"], json!({ "target": "gpu", "verdict": change["after"]["verdict"] }));
    let text = out(&run(&folder, &["compare", "new", "--base", "old"], ""));
    assert!(text.contains("`cloud: azure` (was `gcp`) makes the difference alone"), "{text}");
    assert!(text.contains("also     `domain: transformer` (was `llm`)"), "{text}");
}

#[test]
fn what_only_a_combination_brings_is_said_to_be_one() {
    let folder = folder("base-together");
    let kernels = "name: k\nphase: training\nframework: pytorch\ndomain: llm\ncloud: [gcp]\nxla_status: runs\n";
    write(&folder, "old/a.yaml", &format!("{kernels}custom_ops: []\ncustom_ops_in_main_loop: false\n"));
    write(
        &folder,
        "new/a.yaml",
        &format!("{kernels}custom_ops: [cuda]\ncustom_ops_in_main_loop: true\ncustom_ops_replaceable: false\n"),
    );
    let (changes, _) = changes(&folder, &["new", "--base", "old"]);
    let sets = causes(&changes[0]);
    assert_eq!(sets, [["custom_ops", "custom_ops_in_main_loop", "custom_ops_replaceable"]], "{changes:#?}");
    assert_eq!(changes[0]["because"]["complete"], false);
    // The answer that each alone would give is not the new one.
    for changed in changes[0]["changes"].as_array().unwrap() {
        assert_ne!(changed["alone"]["verdict"], changes[0]["after"]["verdict"]);
    }
}

#[test]
fn workloads_that_came_and_went_and_those_that_cannot_be_read_are_told() {
    let folder = folder("base-new");
    write(&folder, "old/team/a.yaml", JAX);
    write(&folder, "old/team/gone.yaml", "phase: training\ndomain: classical_ml\n");
    write(&folder, "old/mended.yaml", "framwork: jax\n");
    write(&folder, "old/broken.yaml", "phase: training\n");
    write(&folder, "new/team/a.yaml", JAX);
    write(&folder, "new/added.yaml", "phase: inference\ndomain: llm\n");
    write(&folder, "new/mended.yaml", "framework: jax\n");
    write(&folder, "new/broken.yaml", "phase: trainig\n");
    let output = run(&folder, &["compare", "new", "--base", "old", "--format", "json"], "");
    // What cannot be read now is wrong input; what could not be read then is no fault of today.
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(err(&output).matches("error:").count(), 1, "{}", err(&output));
    let changes: Vec<serde_json::Value> = serde_json::from_str(&out(&output)).unwrap();
    let told = kinds(&changes);
    assert_eq!(told, [("added", "new"), ("broken", "unreadable"), ("mended", "readable"), ("gone", "removed")]);
    assert_eq!(changes[1]["errors"][0]["code"], "unknown-choice");
    assert_eq!((&changes[1]["after"], changes[1]["source"]["path"].as_str()), (&json!(null), Some("new/broken.yaml")));
    assert_eq!(changes[3]["before"]["target"], "cpu");
    let text = out(&run(&folder, &["compare", "new", "--base", "old"], "")).replace('\n', " ");
    assert!(
        text.starts_with(
            "0 of 5 workloads changed, 1 is new, 1 is gone, 1 cannot be read, 1 could not be   read before"
        ),
        "{text}"
    );
    // Files that are named one by one say nothing about others.
    let one = run(&folder, &["compare", "new/team/a.yaml", "--base", "old/team"], "");
    assert_eq!((one.status.code(), out(&one).as_str()), (Some(0), ""));
}

#[test]
fn a_workload_is_known_again_in_another_file() {
    let folder = folder("base-renamed");
    write(&folder, "old/a.yaml", JAX);
    write(&folder, "new/z/b.yaml", &JAX.replace("[gcp]", "[azure]"));
    let (moved, _) = changes(&folder, &["new", "--base", "old"]);
    assert_eq!(kinds(&moved), [("pretrain", "changed")]);
    assert_eq!(
        (&moved[0]["source"]["path"], &moved[0]["was_at"]["path"]),
        (&json!("new/z/b.yaml"), &json!("old/a.yaml"))
    );
    let text = out(&run(&folder, &["compare", "new", "--base", "old"], ""));
    assert!(text.contains("moved    it stood in `old/a.yaml`"), "{text}");
    // Nothing but the name of the file.
    write(&folder, "one/a.yaml", "phase: training\n");
    write(&folder, "two/b.yaml", "phase: training\n");
    assert_eq!(changes(&folder, &["two", "--base", "one"]).0.len(), 0);
}

#[test]
fn records_of_one_file_are_known_by_name_wherever_they_stand_in_it() {
    let folder = folder("base-records");
    let line = |name: &str, cloud: &str| {
        format!("{{\"name\": \"{name}\", \"phase\": \"training\", \"framework\": \"jax\", \"cloud\": [\"{cloud}\"]}}\n")
    };
    write(&folder, "old/all.ndjson", &(line("a", "gcp") + &line("b", "gcp") + &line("c", "gcp")));
    write(&folder, "new/all.ndjson", &(line("c", "gcp") + &line("x", "gcp") + &line("b", "azure")));
    let (changes, _) = changes(&folder, &["new", "--base", "old"]);
    assert_eq!(kinds(&changes), [("x", "new"), ("b", "changed"), ("a", "removed")]);
    let lines: Vec<_> = changes.iter().map(|it| it["source"]["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [2, 3, 1]);
}

#[test]
fn each_side_is_judged_by_the_rules_and_house_facts_above_it() {
    let folder = folder("base-rules");
    for side in ["old", "new"] {
        write(&folder, &format!("{side}/profiles/a.yaml"), JAX);
    }
    write(&folder, "old/chipwise.toml", "");
    write(&folder, "new/chipwise.toml", "[facts]\nmandated_target = \"gpu\"\n");
    let (by_house, _) = changes(&folder, &["new/profiles", "--base", "old/profiles"]);
    assert_eq!(causes(&by_house[0]), [["mandated_target"]]);
    let rule = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/house-rules/quota.toml")).unwrap();
    let strict = rule.replace(
        "when = { fact = \"house.gpu_quota\", is = \"spent\" }",
        "when = { fact = \"framework\", is = \"jax\" }",
    );
    let strict = strict.replace("excludes = [\"gpu\"]", "excludes = [\"tpu\"]");
    let examples = strict.find("examples = [").unwrap();
    let strict = format!(
        "{}examples = [{{ given = {{ framework = \"jax\" }}, holds = true }}, {{ given = {{ framework = \"pytorch\" }}, holds = false }}]\n",
        &strict[..examples]
    );
    write(&folder, "new/rules/quota.toml", &strict);
    write(&folder, "new/chipwise.toml", "[rules]\nextra = [\"rules\"]\n");
    let (by_rules, _) = changes(&folder, &["new/profiles", "--base", "old/profiles"]);
    assert_eq!(causes(&by_rules[0]), [["rules"]]);
    assert_eq!(by_rules[0]["changes"][0]["rules"]["new"], json!(["our-gpu-quota-is-spent"]));
    let text = out(&run(&folder, &["compare", "new/profiles", "--base", "old/profiles"], ""));
    assert!(text.contains("The rules differ: 1 new (`our-gpu-quota-is-spent`)"), "{text}");
}

#[test]
fn prices_are_changes_of_their_own() {
    let folder = folder("base-prices");
    let measured = "name: a\nphase: training\ndomain: cnn\nframework: jax\ncloud: [gcp]\nmeasurements:\n\
        - {target: gpu, kind: whole_run, run_time: 10h, chips: 8, machine: a}\n\
        - {target: tpu, kind: whole_run, run_time: 10h, chips: 8, machine: b}\n";
    let prices = |gpu: u32, tpu: u32| {
        format!(
            "prices:\n- {{target: gpu, machine: a, price_per_hour: {gpu}}}\n- {{target: tpu, machine: b, price_per_hour: {tpu}}}\n"
        )
    };
    write(&folder, "old/a.yaml", &format!("{measured}{}", prices(10, 40)));
    write(&folder, "new/a.yaml", &format!("{measured}{}", prices(40, 10)));
    let (changes, _) = changes(&folder, &["new", "--base", "old"]);
    assert_eq!(causes(&changes[0]), [["prices"]], "{changes:#?}");
    assert_eq!(changes[0]["changes"][0]["of"], "prices");
    assert!(changes[0]["changes"][0]["from"].as_str().unwrap().contains("price_per_hour 10"), "{changes:#?}");
}

#[test]
fn a_folder_without_profiles_is_no_base() {
    let folder = folder("base-empty");
    write(&folder, "new/a.yaml", JAX);
    fs::create_dir_all(folder.join("old")).unwrap();
    let told = refused(&run(&folder, &["compare", "new", "--base", "old"], ""));
    assert!(told.contains("there is no profile in this folder"), "{told}");
    let told = refused(&run(&folder, &["compare", "new", "--base", "old", "--format", "csv"], ""));
    assert!(told.contains("there is no format `csv` here"), "{told}");
    for option in [&["--summary"][..], &["--sort", "name"], &["--brief"], &["--explain", "none"]] {
        let output = run(&folder, &[&["compare", "new", "--base", "old"], option].concat(), "");
        assert!(refused(&output).contains("cannot be used with"), "{option:?}");
    }
}

#[test]
fn more_workloads_than_can_be_held_are_refused() {
    let folder = folder("base-many");
    let line = |at: usize| format!("{{\"name\": \"job-{at}\", \"phase\": \"training\"}}\n");
    write(&folder, "many/all.ndjson", &(0..10_001).map(line).collect::<String>());
    write(&folder, "few/all.ndjson", &line(0));
    for arguments in [["compare", "few", "--base", "many"], ["compare", "many", "--base", "few"]] {
        let told = refused(&run(&folder, &arguments, ""));
        assert!(told.contains("more than 10000 workloads; compare a part of them at a time"), "{told}");
    }
}
