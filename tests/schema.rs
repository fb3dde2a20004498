//! The schemas hold what the program reads and writes: all that is sound passes, what is malformed does not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chipwise::built_in;
use chipwise::knowledge::Knowledge;
use chipwise::profile;
use chipwise::read::{Format, Limits, read};
use chipwise::schema;
use jsonschema::Validator;
use serde_json::{Value as Json, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![root().join(folder)];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What a validator says against a document.
fn told(validator: &Validator, document: &Json) -> Vec<String> {
    let told = validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path()));
    told.map(|told| told.chars().take(300).collect()).collect()
}

fn of(schema: &Json) -> Validator {
    jsonschema::draft202012::new(schema).unwrap()
}

fn yaml(text: &str) -> Json {
    serde_yaml::from_str(text).unwrap()
}

/// TOML as its editors see it: a day is a text.
fn toml(text: &str) -> Json {
    fn plain(value: toml::Value) -> Json {
        match value {
            toml::Value::Table(table) => table.into_iter().map(|(key, value)| (key, plain(value))).collect(),
            toml::Value::Array(items) => items.into_iter().map(plain).collect(),
            toml::Value::Datetime(day) => json!(day.to_string()),
            toml::Value::String(text) => json!(text),
            toml::Value::Integer(number) => json!(number),
            toml::Value::Float(number) => json!(number),
            toml::Value::Boolean(flag) => json!(flag),
        }
    }
    plain(toml::Value::Table(text.parse().unwrap()))
}

#[test]
fn the_schemas_are_schemas_and_are_printed_by_the_program() {
    let knowledge = built_in::knowledge();
    let all = [
        schema::profile(&knowledge),
        schema::recommendation(&knowledge),
        schema::rules(&knowledge),
        schema::change(&knowledge),
    ];
    assert_eq!(all.len(), schema::NAMES.len());
    for ((name, _), schema) in schema::NAMES.iter().zip(all) {
        assert!(jsonschema::draft202012::meta::is_valid(&schema), "{name}");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        let output = Command::new(env!("CARGO_BIN_EXE_chipwise")).args(["schema", name]).output().unwrap();
        assert_eq!(serde_json::from_slice::<Json>(&output.stdout).unwrap(), schema, "{name}");
    }
}

#[test]
fn every_shipped_profile_and_every_case_is_sound() {
    let validator = of(&schema::profile(&built_in::knowledge()));
    let mut seen = 0;
    for path in [files("profiles", "yaml"), files("tests/cases", "yaml"), files("examples", "yaml")].concat() {
        let document = yaml(&fs::read_to_string(&path).unwrap());
        let document = document.get("profile").unwrap_or(&document);
        if document.get("profile").is_some() || document.get("name").is_none() {
            continue;
        }
        assert_eq!(told(&validator, document), Vec::<String>::new(), "{}", path.display());
        seen += 1;
    }
    assert!(seen > 100, "{seen}");
}

/// Profiles with one fault each.
const MALFORMED: [&str; 60] = [
    "framwork: jax",
    "name: x\nmodel:\n  parms: 7B",
    "params: 7B",
    "batch: 32",
    "batch size: 32",
    "training: {gizmo: 1}",
    "gizmo: 1",
    "'': 1",
    "cloud: gcp",
    "cloud: {gcp: true}",
    "framework: [pytorch]",
    "model: 7B",
    "batch_size: [32]",
    "measurements: {target: gpu}",
    "accept.until: 2027-01-01",
    "labels: {team: [a]}",
    "labels: a",
    "- name: x\n- name: y",
    "{}",
    "cloud: [GCP]",
    "cloud: [gcp, gcp]",
    "cloud: [[gcp]]",
    "libraries: torch",
    "precision: 16",
    "framework: Unknown",
    "decision.target: gpux",
    "decision: {target: unknown}",
    "decision: {why: x}",
    "decision: {target: gpu, wy: x}",
    "decision: [gpu]",
    "model.params: 7b",
    "batch_size: no",
    "batch_size: '012'",
    "batch_size: 1_000",
    "batch_size: 1,000",
    "training.run_length: '1:30'",
    "training.run_length: 2026-11-30",
    "training.run_length: 5m",
    "training.run_length: 90",
    "batch_size: -3",
    "batch_size: '.nan'",
    "batch_size: 1.5",
    "batch_size: 1e30",
    "batch_size: 0",
    "batch_size: '0'",
    "memory_needed: 80Gb",
    "memory_needed: 80",
    "serving.requests_per_second: 200",
    "serving.requests_per_second: 200/m",
    "current_cost_per_month: 12000",
    "current_cost_per_month: 12000 usd",
    "spot_ok: no",
    "spot_ok: \"true\"",
    "accept: [{id: capacity, reason: r, until: tomorrow}]",
    "accept: [{id: capacity, reason: r, until: '2026'}]",
    "accept: [{id: capacity}]",
    "accept: [{id: capacity, reason: '  '}]",
    "accept: [{id: ' ', reason: r}]",
    "model: {params: 7B}\nmodel.params: 8B",
    "decision: {target: gpu}\ndecision.target: gpu",
];

/// What only reading can refuse: arithmetic, and the calendar.
const BEYOND_A_SCHEMA: [&str; 2] = ["model.params: 1.2345k", "accept: [{id: capacity, reason: r, until: 2026-02-30}]"];

fn is_read(knowledge: &Knowledge, text: &str) -> bool {
    let nodes = read(text.as_bytes(), Format::Yaml, &Limits::default()).unwrap();
    nodes.iter().all(|node| profile::read(knowledge, node, "p.yaml").is_ok())
}

#[test]
fn what_reading_refuses_the_schema_refuses() {
    let knowledge = built_in::knowledge();
    let validator = of(&schema::profile(&knowledge));
    for text in MALFORMED {
        assert!(!is_read(&knowledge, text), "{text} is read");
        assert!(!validator.is_valid(&yaml(text)), "{text} passes the schema");
    }
    for text in BEYOND_A_SCHEMA {
        assert!(!is_read(&knowledge, text) && validator.is_valid(&yaml(text)), "{text}");
    }
}

#[test]
fn what_reading_takes_the_schema_takes() {
    let knowledge = built_in::knowledge();
    let validator = of(&schema::profile(&knowledge));
    let sound = [
        "name: 7",
        "framework: ~",
        "framework: unknown\nmodel: unknown",
        "model: {params: 7B, layers: 32}\nmodel.vocab_size: 128k",
        "unsupported_ops: {tpu: [], neuron: ['aten::im2col']}",
        "custom_ops: [cuda, unknown]",
        "batch_size: 4096.0\nmodel.params: 1e9",
        "memory_needed: 40 gib\nembedding_size: 0",
        "training.run_length: 3 weeks\nserving.latency_target: 50ms",
        "serving.requests_per_second: 1.5k / min",
        "decision.target: gpu\ndecision.why: x\nlabels.team: a",
        "decision: {target: gpu, decided_on: 2026}",
        "gpu_model: h1000\navailable_hardware: [h100, zx81]",
        "measurements: [{target: gpu, kind: serving, measured_on: 2026-10, chips: unknown}]",
        "accept: []",
        "priorities: {cost: high}",
    ];
    for text in sound {
        assert!(is_read(&knowledge, text), "{text} is not read");
        assert_eq!(told(&validator, &yaml(text)), Vec::<String>::new(), "{text}");
    }
    // Every fact with the example that its declaration gives.
    for fact in knowledge.facts.iter().filter(|fact| !fact.example.is_empty()) {
        let text = format!("{}: {}", fact.id, fact.example);
        if is_read(&knowledge, &text) {
            assert_eq!(told(&validator, &yaml(&text)), Vec::<String>::new(), "{text}");
        }
    }
}

#[test]
fn every_rule_file_is_sound_and_a_slip_in_one_is_not() {
    let validator = of(&schema::rules(&built_in::knowledge()));
    let paths = [files("rules", "toml"), files("examples/house-rules", "toml")].concat();
    for path in &paths {
        assert_eq!(
            told(&validator, &toml(&fs::read_to_string(path).unwrap())),
            Vec::<String>::new(),
            "{}",
            path.display()
        );
    }
    assert!(paths.len() > 15, "{}", paths.len());
    let rule = fs::read_to_string(root().join("examples/house-rules/quota.toml")).unwrap();
    let slips = [
        ("[[rule]]", "[[rules]]"),
        ("because =", "becuse ="),
        ("excludes = [\"gpu\"]", "favours = { gpu = \"very\" }"),
        ("is = \"spent\"", "equals = \"spent\""),
        ("is = \"spent\" }\nexcludes", "is = \"spent\", in = [\"spent\"] }\nexcludes"),
        ("id = \"our-gpu-quota-is-spent\"", "id = \"Our quota\""),
        ("holds = true", "holds = \"yes\""),
        ("verified = 2026-11-30", "verified = \"soon\""),
        ("effort = \"glance\"", "effort = \"none\""),
        ("type = \"choice\"", "type = \"enum\""),
    ];
    for (right, wrong) in slips {
        assert!(rule.contains(right), "{right}");
        assert!(!validator.is_valid(&toml(&rule.replacen(right, wrong, 1))), "{wrong}");
    }
}

/// The schema without room for keys that it does not list, so that none is forgotten in it.
fn closed(schema: &Json) -> Json {
    match schema {
        Json::Object(entries) => {
            let mut out: serde_json::Map<String, Json> =
                entries.iter().map(|(key, value)| (key.clone(), closed(value))).collect();
            let lists_keys = entries.get("type") == Some(&json!("object")) && entries.contains_key("properties");
            if lists_keys {
                out.entry("additionalProperties").or_insert(json!(false));
            }
            Json::Object(out)
        }
        Json::Array(items) => items.iter().map(closed).collect(),
        other => other.clone(),
    }
}

#[test]
fn every_recommendation_is_as_its_schema_says_at_every_depth() {
    let validator = of(&closed(&schema::recommendation(&built_in::knowledge())));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schema");
    fs::create_dir_all(&folder).unwrap();
    let broken = folder.join("broken.yaml");
    fs::write(&broken, "framwork: jax\n").unwrap();
    let mut profiles: Vec<String> =
        files("profiles", "yaml").iter().map(|path| path.to_string_lossy().into_owned()).collect();
    profiles.push(broken.to_string_lossy().into_owned());
    for arguments in [&["--explain", "none"][..], &["--explain", "reasons"], &["--full"], &["--targets", "tpu,npu"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_chipwise"))
            .args(["recommend", "--format", "json"])
            .args(arguments)
            .args(&profiles)
            .output()
            .unwrap();
        let records: Vec<Json> = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(records.len(), profiles.len());
        for record in records {
            assert_eq!(told(&validator, &record), Vec::<String>::new(), "{}", record["source"]);
        }
    }
    let slip =
        json!({ "schema": "chipwise/recommendation/1", "source": { "path": "a", "line": 1 }, "recommendation": 1 });
    assert!(!validator.is_valid(&slip));
}

#[test]
fn every_change_is_as_its_schema_says() {
    let validator = of(&closed(&schema::change(&built_in::knowledge())));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schema-change");
    let write = |file: &str, text: &str| {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for (file, text) in [
        ("old/changed.yaml", "phase: training\nframework: jax\ncloud: [gcp]\nbatch_size: 8\n"),
        ("new/changed.yaml", "phase: training\nframework: jax\ncloud: [aws]\n"),
        ("old/gone.yaml", "phase: training\ndomain: gnn\n"),
        ("old/broken.yaml", "phase: training\ndomain: cnn\n"),
        ("new/broken.yaml", "phase: x\n"),
        ("old/mended.yaml", "phase: x\n"),
        ("new/mended.yaml", "name: b\nlabels: {team: x}\nframework: jax\n"),
        ("new/new.yaml", "phase: inference\n"),
    ] {
        write(file, text);
    }
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
        command.current_dir(&folder).args(["compare", "new", "--format", "json"]).args(arguments);
        serde_json::from_slice::<Vec<Json>>(&command.output().unwrap().stdout).unwrap()
    };
    let base = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chipwise"));
        command.current_dir(&folder).args(["compare", "old", "--format", "json", "--output", "base.json"]);
        command.args(arguments).output().unwrap();
    };
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/house-rules");
    let by_folder = run(&["--base", "old"]);
    base(&[]);
    let by_answers = run(&["--base", "base.json", "--extra-rules", rules]);
    base(&["--brief"]);
    let by_heads = run(&["--base", "base.json"]);
    let mut kinds: Vec<&str> = by_folder.iter().map(|change| change["kind"].as_str().unwrap()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["changed", "new", "readable", "removed", "unreadable"]);
    for change in by_folder.iter().chain(&by_answers).chain(&by_heads) {
        assert_eq!(told(&validator, change), Vec::<String>::new(), "{change:#}");
    }
    let mut slip = by_folder[0].clone();
    slip["kind"] = json!("moved");
    assert!(!validator.is_valid(&slip));
}
