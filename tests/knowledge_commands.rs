//! `rules`, `explain` and `init` as they are used: standard output, standard error and status of each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chipwise")).args(arguments).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What a command answers that must succeed and say nothing on standard error.
fn answer(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{arguments:?}");
    out(&output)
}

fn json(arguments: &[&str]) -> Json {
    let mut all = arguments.to_vec();
    all.extend(["--format", "json"]);
    serde_json::from_str(&answer(&all)).unwrap()
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

const SMALL: &str = r#"
[[target]]
id = "gpu"
name = "GPU"
about = "A GPU."
[[target]]
id = "tpu"
name = "TPU"
about = "A TPU."
[[concern]]
id = "software"
about = "Whether it runs."
[strengths]
slight = 1
moderate = 2
strong = 4
[[source]]
id = "page"
title = "A page"
address = "https://example.org/page"
date = 2026-01-01
[[fact]]
id = "framework"
type = "choice"
group = "software"
question = "Which framework?"
help = "Look."
label = "framework"
effort = "glance"
absence = "open"
changeable = true
choices = { pytorch = "PyTorch", jax = "JAX" }
[[rule]]
id = "jax-on-tpu"
concern = "software"
when = { fact = "framework", is = "jax" }
favours = { tpu = "slight" }
because = "in {framework}"
sources = ["page"]
verified = 2026-01-01
review_by = 2026-06-01
examples = [
  { given = { framework = "jax" }, holds = true },
  { given = { framework = "pytorch" }, holds = false },
]
"#;

fn small(name: &str, text: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("small.toml"), text).unwrap();
    folder
}

#[test]
fn lint_tells_errors_from_warnings_and_from_files_that_cannot_be_read() {
    let sound = small("lint-sound", SMALL);
    let lint = |folder: &Path, more: &[&str]| {
        let mut all = vec!["rules", "lint", "--rules", path(folder)];
        all.extend_from_slice(more);
        run(&all)
    };
    let clean = lint(&sound, &["--as-of", "2026-02-01"]);
    assert_eq!((clean.status.code(), out(&clean).as_str()), (Some(0), "1 rule: 0 errors, 0 warnings\n"));
    let overdue = lint(&sound, &["--as-of", "2026-07-01"]);
    assert_eq!(overdue.status.code(), Some(0));
    assert!(out(&overdue).contains("was due for review on 2026-06-01"));
    assert_eq!(lint(&sound, &["--as-of", "2026-07-01", "--strict"]).status.code(), Some(1));

    let failing = small("lint-failing", &SMALL.replace("holds = false", "holds = true"));
    let found = lint(&failing, &["--as-of", "2026-02-01", "--format", "json"]);
    assert_eq!((found.status.code(), err(&found).as_str()), (Some(1), ""));
    let found: Json = serde_json::from_str(&out(&found)).unwrap();
    assert_eq!(found["schema"], "chipwise/lint/1");
    let codes: Vec<&str> = found["findings"].as_array().unwrap().iter().filter_map(|it| it["code"].as_str()).collect();
    assert_eq!(codes, ["no-example", "failing-example"]);
    assert_eq!(found["findings"][1]["line"], 44);

    let invalid = small("lint-invalid", &SMALL.replace("fact = \"framework\", is", "fact = \"framwork\", is"));
    let refused = lint(&invalid, &[]);
    assert_eq!((refused.status.code(), out(&refused).as_str()), (Some(2), ""));
    assert!(err(&refused).contains("did you mean `framework`?"));
    assert_eq!(lint(&sound, &["--as-of", "soon"]).status.code(), Some(2));
}

#[test]
fn rules_replace_and_extend_the_built_in_ones() {
    let own = small("rules-own", SMALL);
    let list = json(&["rules", "list", "--rules", path(&own)]);
    assert_eq!(list["rules"].as_array().unwrap().len(), 1);
    assert_eq!(list["rules"][0]["effects"], "favours tpu (slight)");

    let extra = folder("rules-extra");
    let text = r#"
        [[fact]]
        id = "house.mood"
        type = "flag"
        group = "house"
        question = "Is it Monday?"
        help = "Look at the calendar."
        label = "Monday"
        effort = "glance"
        absence = "open"
        changeable = false
        [[source]]
        id = "calendar"
        title = "The calendar"
        [[rule]]
        id = "mondays-are-for-gpus"
        concern = "operations"
        when = { fact = "house.mood", is = true }
        favours = { gpu = "slight" }
        because = "it is Monday"
        sources = ["calendar"]
        verified = 2026-11-30
        review_by = 2027-11-30
        examples = [
          { given = { "house.mood" = true }, holds = true },
          { given = { "house.mood" = false }, holds = false },
        ]
    "#;
    fs::write(extra.join("house.toml"), text).unwrap();
    let shown = answer(&["rules", "show", "mondays-are-for-gpus", "--extra-rules", path(&extra)]);
    assert!(shown.contains("Monday (house.mood) is true"), "{shown}");
    let profile = extra.join("monday.yaml");
    fs::write(&profile, "phase: training\nhouse.mood: true\n").unwrap();
    let judged = run(&["recommend", path(&profile), "--extra-rules", path(&extra), "--format", "json"]);
    assert_eq!(judged.status.code(), Some(0), "{}", err(&judged));
    assert!(out(&judged).contains("mondays-are-for-gpus"));
}

#[test]
fn the_list_is_filtered_by_concern_and_target() {
    let all = json(&["rules", "list"]);
    let some = json(&["rules", "list", "--concern", "custom_ops", "--target", "tpu"]);
    let (all, some) = (all["rules"].as_array().unwrap(), some["rules"].as_array().unwrap());
    assert!(!some.is_empty() && some.len() < all.len());
    assert!(some.iter().all(|row| row["concern"] == "custom_ops"));
    assert!(answer(&["rules", "list", "--concern", "custom_ops"]).contains("custom_ops"));
    let refused = run(&["rules", "list", "--concern", "custom-op"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("did you mean `custom_ops`?"));
    assert_eq!(run(&["rules", "list", "--target", "gpus"]).status.code(), Some(2));
}

#[test]
fn everything_there_is_can_be_explained_in_text_and_json() {
    use chipwise::report::pages::{KINDS, about, list};
    let knowledge = chipwise::built_in::whole();
    for kind in KINDS {
        assert!(list(&knowledge, kind.many).is_some());
        for id in kind.ids(&knowledge) {
            let pages = about(&knowledge, &id);
            assert!(pages.iter().any(|page| page.kind == kind.one && page.id == id), "{} {id}", kind.one);
            for page in pages {
                assert!(!page.about.is_empty(), "{} {id} says what it is", kind.one);
                let text = chipwise::render::page::text(&page, 80);
                let text = anstream::adapter::strip_str(&text).to_string();
                let wide = text.lines().find(|line| line.chars().count() > 80 && line.split_whitespace().count() > 4);
                assert_eq!(wide, None, "{} {id}", kind.one);
            }
        }
    }
}

#[test]
fn pages_say_what_the_contract_asks_for() {
    let chip = answer(&["explain", "h100"]);
    assert!(chip.contains("memory") && chip.contains("TFLOP/s") && chip.contains("https://"), "{chip}");
    let target = answer(&["explain", "tpu"]);
    assert!(
        target.contains("gcp, colab, kaggle") && target.contains("v6e") && target.contains("against it"),
        "{target}"
    );
    let claim = answer(&["explain", "tpu-101/torus"]);
    assert!(claim.contains("torus-dimensions") && claim.contains("what the vendors publish"), "{claim}");
    // An NPU is a target and a chip of the catalogue.
    let kinds = json(&["explain", "npu"]);
    let kinds: Vec<&str> = kinds["pages"].as_array().unwrap().iter().filter_map(|page| page["kind"].as_str()).collect();
    assert_eq!(kinds, ["target", "chip"]);
    for list in ["facts", "rules", "targets", "concerns", "topics", "claims", "verdicts", "chips"] {
        assert_eq!(json(&["explain", list])["pages"][0]["kind"], "list", "{list}");
    }
}

#[test]
fn an_unknown_id_is_refused_with_the_nearest_of_every_kind() {
    let refused = run(&["explain", "framwork"]);
    assert_eq!((refused.status.code(), out(&refused).as_str()), (Some(2), ""));
    assert!(err(&refused).contains("fact `framework`"), "{}", err(&refused));
    assert_eq!(run(&["explain", "xyzzy-plugh-42"]).status.code(), Some(2));
    assert_eq!(run(&["rules", "show", "framework"]).status.code(), Some(2));
    assert_eq!(run(&["rules", "trace", "framework-of-nothing"]).status.code(), Some(2));
    assert_eq!(run(&["explain", "tpu", "--format", "csv"]).status.code(), Some(2));
}

#[test]
fn the_trace_goes_both_ways() {
    let all = json(&["rules", "trace"]);
    assert!(all["claims"].as_array().unwrap().len() > 100);
    let claim = all["claims"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["users"].as_array().is_some_and(|it| !it.is_empty()))
        .unwrap();
    let id = claim["id"].as_str().unwrap();
    let one = json(&["rules", "trace", id]);
    assert_eq!(one["claims"][0], *claim);
    assert!(answer(&["rules", "trace", id]).contains(id));
}

#[test]
fn a_starter_is_written_once_and_read_back() {
    let folder = folder("init");
    let file = folder.join("workload.yaml");
    let init = ["init", "--set", "phase=training", "--set", "cloud=gcp,aws", "--output", path(&file)];
    assert_eq!(answer(&init), "");
    let again = run(&init);
    assert_eq!(again.status.code(), Some(2));
    assert!(err(&again).contains("--force"));
    let mut forced = init.to_vec();
    forced.push("--force");
    answer(&forced);
    let judged = run(&["recommend", path(&file), "--format", "json"]);
    assert_eq!(judged.status.code(), Some(0), "{}", err(&judged));
    assert_eq!(run(&["init", "--set", "phase=trainig"]).status.code(), Some(2));
}

#[test]
fn every_template_is_written_as_it_is_and_recommended_on() {
    let folder = folder("templates");
    let list = answer(&["init", "--list"]);
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 20);
    let mut paths = Vec::new();
    for name in names {
        let file = folder.join(format!("{name}.yaml"));
        fs::write(&file, answer(&["init", "--template", name])).unwrap();
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles").join(format!("{name}.yaml"));
        assert_eq!(fs::read(&file).unwrap(), fs::read(shipped).unwrap());
        paths.push(path(&file).to_owned());
    }
    let mut recommend = vec!["recommend", "--format", "json"];
    recommend.extend(paths.iter().map(String::as_str));
    assert_eq!(run(&recommend).status.code(), Some(0));
    let refused = run(&["init", "--template", "edge-camera-detektor"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("edge-camera-detector"));
}

#[test]
fn explain_alone_tells_what_there_is() {
    let text = answer(&["explain"]);
    for kind in ["rules", "facts", "chips", "machines", "contradictions"] {
        assert!(text.contains(&format!("\n  {kind} ")), "{kind}: {text}");
    }
    assert_eq!(json(&["explain"])["pages"].as_array().unwrap().len(), 1);
}

#[test]
fn names_are_found_in_any_case() {
    for (written, exact) in [
        ("H100", "h100"),
        ("Shape_Dynamism", "shape_dynamism"),
        ("FACTS", "facts"),
        ("V5P-24", "v5p-24"),
        (" gpu ", "gpu"),
    ] {
        let of = |id: &str| answer(&["explain", id]).lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(of(written), of(exact), "{written}");
    }
    let output = run(&["explain", "h1000"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Ids stay whole, so that they can be searched for.
#[test]
fn a_piped_list_of_rules_fits_a_hundred_columns() {
    let text = answer(&["rules", "list"]);
    assert!(text.lines().all(|line| line.chars().count() <= 100 && !line.contains('\t')));
    let listed = json(&["rules", "list"]);
    for rule in listed["rules"].as_array().unwrap() {
        let id = format!(" {} ", rule["id"].as_str().unwrap());
        assert!(text.lines().any(|line| line.starts_with(&id)), "{id}");
    }
}
