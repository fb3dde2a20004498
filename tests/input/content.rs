//! What a profile says: keys, types, values.

use super::{all_refused, folder, judged, refused};

#[test]
fn an_unknown_key_is_told_with_the_nearest_or_with_what_is_there() {
    let cases = [
        (
            "framwork: jax",
            "
            error: p.yaml:1:1: unknown key `framwork`
              1 | framwork: jax
                | ^
              did you mean `framework`?",
        ),
        (
            "name: x\nmodel:\n  parms: 7B",
            "
            error: p.yaml:3:3: unknown key `model.parms`
              3 |   parms: 7B
                |   ^
              did you mean `model.params`?",
        ),
        (
            "params: 7B",
            "
            error: p.yaml:1:1: unknown key `params`
              1 | params: 7B
                | ^
              did you mean `model.params`?",
        ),
        (
            "batch: 32",
            "
            error: p.yaml:1:1: unknown key `batch`
              1 | batch: 32
                | ^
              did you mean `batch_size`?",
        ),
        (
            "batch size: 32",
            "
            error: p.yaml:1:1: unknown key `batch size`
              1 | batch size: 32
                | ^
              did you mean `batch_size`?",
        ),
        (
            "training: {gizmo: 1}",
            "
            error: p.yaml:1:12: unknown key `training.gizmo`
              1 | training: {gizmo: 1}
                |            ^
              allowed: training.run_length, training.tokens, training.chips, training.runs_per_month, training.optimizer, training.activation_checkpointing, training.parallelism",
        ),
        (
            "gizmo: 1",
            "
            error: p.yaml:1:1: unknown key `gizmo`; `chipwise explain facts` lists all
              1 | gizmo: 1
                | ^",
        ),
        (
            "'': 1",
            "
            error: p.yaml:1:1: a key is empty; `chipwise explain facts` lists all
              1 | '': 1
                | ^",
        ),
        (
            "\"a\\e[2J\\nb\": 1",
            r#"
            error: p.yaml:1:1: unknown key `a\u{1b}[2J\nb`; `chipwise explain facts` lists all
              1 | "a\e[2J\nb": 1
                | ^"#,
        ),
    ];
    all_refused("unknown_key", "p.yaml", &cases);
}

#[test]
fn a_wrong_type_is_told_with_what_belongs_there() {
    let cases = [
        (
            "cloud: gcp",
            "
            error: p.yaml:1:8: `cloud` must be a list of its choices, not text; write [gcp]
              1 | cloud: gcp
                |        ^
              allowed: gcp, aws, azure, other_cloud, on_prem, colab, kaggle",
        ),
        (
            "cloud: {gcp: true}",
            "
            error: p.yaml:1:8: `cloud` must be a list of its choices, not a table of keys
              1 | cloud: {gcp: true}
                |        ^
              allowed: gcp, aws, azure, other_cloud, on_prem, colab, kaggle",
        ),
        (
            "framework: [pytorch]",
            "
            error: p.yaml:1:12: `framework` must be one of its choices, not a list
              1 | framework: [pytorch]
                |            ^
              allowed: pytorch, jax, tensorflow, keras, onnx, other, none",
        ),
        (
            "model: 7B",
            "
            error: p.yaml:1:8: `model` groups other facts; it has no value of its own
              1 | model: 7B
                |        ^
              allowed: model.params, model.active_params, model.layers, model.hidden_size, model.attention_heads, model.kv_heads, model.head_dim, model.vocab_size, model.hf_config",
        ),
        (
            "batch_size: [32]",
            "
            error: p.yaml:1:13: `batch_size` must be a count such as 4096, 8k or 7B, not a list
              1 | batch_size: [32]
                |             ^",
        ),
        (
            "measurements: {target: gpu}",
            "
            error: p.yaml:1:15: `measurements` is a list of tables: write each as an item with `- `
              1 | measurements: {target: gpu}
                |               ^",
        ),
        (
            "accept.until: 2027-01-01",
            "
            error: p.yaml:1:1: `accept` is a list of tables: write each as an item with `- `
              1 | accept.until: 2027-01-01
                | ^",
        ),
        (
            "labels: {team: [a]}",
            "
            error: p.yaml:1:16: `labels` holds free keys with one text each, not a list
              1 | labels: {team: [a]}
                |                ^",
        ),
        (
            "- name: x\n- name: y",
            "
            error: p.yaml:1:1: a profile is a table of facts and their values, not a list
              1 | - name: x
                | ^",
        ),
    ];
    all_refused("wrong_type", "p.yaml", &cases);
}

#[test]
fn an_impossible_choice_is_told_with_what_is_allowed() {
    let cases = [
        (
            "cloud: [GCP]",
            "
            error: p.yaml:1:9: `GCP` is no value of `cloud`
              1 | cloud: [GCP]
                |         ^
              did you mean `gcp`?
              allowed: gcp, aws, azure, other_cloud, on_prem, colab, kaggle",
        ),
        (
            "cloud: [gcp, gcp]",
            "
            error: p.yaml:1:14: `gcp` stands twice in `cloud`
              1 | cloud: [gcp, gcp]
                |              ^",
        ),
        (
            "precision: 16",
            "
            error: p.yaml:1:12: `16` is no value of `precision`
              1 | precision: 16
                |            ^
              allowed: complex128, complex64, fp64, fp32, tf32, bf16, fp16, fp8, fp4, int8, int4",
        ),
        (
            "framework: Unknown",
            "
            error: p.yaml:1:12: `Unknown` is no value of `framework`
              1 | framework: Unknown
                |            ^
              did you mean `unknown`?
              allowed: pytorch, jax, tensorflow, keras, onnx, other, none",
        ),
        (
            "decision.target: gpux",
            "
            error: p.yaml:1:18: `decision.target`: `gpux` is no target
              1 | decision.target: gpux
                |                  ^
              did you mean `gpu`?
              allowed: gpu, tpu, trainium, inferentia, managed_api, edge_tpu, edge_gpu, npu, cpu",
        ),
        (
            "decision: {target: unknown}",
            "
            error: p.yaml:1:12: `decision` needs `target`
              1 | decision: {target: unknown}
                |            ^",
        ),
    ];
    all_refused("impossible_choice", "p.yaml", &cases);
}

#[test]
fn a_quantity_is_told_with_a_spelling_that_would_do() {
    // Of each the message alone; place, line and examples are as everywhere.
    let cases = [
        ("model.params: 7b", "`model.params`: `7b`: write `B` for billions"),
        ("batch_size: no", "`batch_size`: `no` is not a count: it must begin with a digit"),
        ("batch_size: 012", "`batch_size`: `012`: some programs read a leading zero as octal; write `12`"),
        ("batch_size: 1_000", "`batch_size`: `1_000`: programs disagree on underscores in numbers; write `1000`"),
        (
            "batch_size: 1,000",
            "`batch_size`: `1,000`: a comma may mean thousands or a fraction; write `1000`, or a point for a fraction",
        ),
        (
            "training.run_length: 1:30",
            "`training.run_length`: `1:30`: a colon makes it a time of day, or a number of base 60; write a duration",
        ),
        ("training.run_length: 2026-11-30", "`training.run_length`: `2026-11-30` is a date where a duration belongs"),
        (
            "training.run_length: 5m",
            "`training.run_length`: `5m`: `m` may mean minutes or months: write `min` or `months`",
        ),
        ("training.run_length: 90", "`training.run_length`: `90` needs a unit, such as `90 min`"),
        ("batch_size: -3", "`batch_size`: `-3` is negative; a count is not"),
        ("batch_size: .nan", "`batch_size`: `.nan` is not a number; write `unknown` when it is not known"),
        ("batch_size: 1.5", "`batch_size`: `1.5` is not a whole number, and a count is"),
        ("batch_size: 1e30", "`batch_size`: `1e30` is too large: at most 1e18 is understood"),
        ("batch_size: 0", "`batch_size` cannot be 0; leave it out or write `unknown` if it is not known"),
        ("memory_needed: 80Gb", "`memory_needed`: `80Gb`: `Gb` may mean bits; write `GB` for bytes"),
        (
            "current_cost_per_month: 12000",
            "`current_cost_per_month`: `12000` needs a currency in three capitals, such as `12000 USD`",
        ),
    ];
    let folder = folder("quantities");
    for (text, message) in cases {
        let column = text.find(": ").unwrap() + 3;
        let told = refused(&folder, "p.yaml", text.as_bytes());
        let expected =
            format!("error: p.yaml:1:{column}: {message}\n  1 | {text}\n    | {}^\n", " ".repeat(column - 1));
        assert!(told.starts_with(&expected), "{told}\n{expected}");
        assert!(told.contains("\n  for example: ") || message.contains("cannot be 0"), "{told}");
    }
}

#[test]
fn a_flag_is_true_or_false_and_nothing_that_yaml_once_took_for_it() {
    let folder = folder("flags");
    for (written, meant) in [("no", "false"), ("on", "true"), ("Yes", "true"), ("off", "false"), ("\"true\"", "true")] {
        let told = refused(&folder, "p.yaml", format!("spot_ok: {written}").as_bytes());
        let expected = format!(
            "error: p.yaml:1:10: `spot_ok` must be true or false; `{written}` is text here: write {meant}\n  \
             1 | spot_ok: {written}\n    |          ^\n  allowed: true, false\n"
        );
        assert_eq!(told, expected);
    }
}

#[test]
fn a_date_is_a_day() {
    let folder = folder("dates");
    for (written, why) in [
        ("tomorrow", "is not a date: write year-month-day"),
        ("2026", "is not a date: write year-month-day"),
        ("2026-02-30", "is no day of the calendar"),
    ] {
        let text = format!("accept:\n  - id: capacity\n    reason: r\n    until: {written}\n");
        let told = refused(&folder, "p.yaml", text.as_bytes());
        assert!(told.starts_with(&format!("error: p.yaml:4:12: `accept.until`: `{written}` {why}\n")), "{told}");
        assert!(told.ends_with("  for example: 2026-11-30\n"), "{told}");
    }
}

#[test]
fn a_fact_stated_in_both_spellings_is_stated_twice() {
    let cases = [
        (
            "model: {params: 7B}\nmodel.params: 8B",
            "
            error: p.yaml:2:1: `model.params` is stated twice; first in line 1
              2 | model.params: 8B
                | ^",
        ),
        (
            "labels: {team: a}\nlabels.team: b",
            "
            error: p.yaml:2:1: `labels.team` is stated twice; first in line 1
              2 | labels.team: b
                | ^",
        ),
        (
            "decision: unknown\ndecision.target: gpu",
            "
            error: p.yaml:2:1: `decision` is stated twice; first in line 1
              2 | decision.target: gpu
                | ^",
        ),
    ];
    all_refused("both_spellings", "p.yaml", &cases);
}

#[test]
fn all_problems_of_a_profile_are_told_at_once_in_the_order_of_the_file() {
    let cases = [(
        "framwork: jax\ncloud: gcp\nbatch_size: -1\n",
        "
        error: p.yaml:1:1: unknown key `framwork`
          did you mean `framework`?
        error: p.yaml:2:8: `cloud` must be a list of its choices, not text; write [gcp]
          allowed: gcp, aws, azure, other_cloud, on_prem, colab, kaggle
        error: p.yaml:3:13: `batch_size`: `-1` is negative; a count is not
          for example: 7B, 1.5M, 4096",
    )];
    all_refused("all_at_once", "p.yaml", &cases);
}

#[test]
fn json_is_held_to_the_same() {
    let cases = [
        (
            "{\"cloud\": \"gcp\"}",
            "
            error: p.json:1:11: `cloud` must be a list of its choices, not text; write [gcp]
              1 | {\"cloud\": \"gcp\"}
                |           ^
              allowed: gcp, aws, azure, other_cloud, on_prem, colab, kaggle",
        ),
        (
            "{\"batch_size\": -1}",
            "
            error: p.json:1:16: `batch_size`: `-1` is negative; a count is not
              1 | {\"batch_size\": -1}
                |                ^
              for example: 7B, 1.5M, 4096",
        ),
        (
            "{\"model\": {\"params\": 7}, \"model.params\": 8}",
            "
            error: p.json:1:26: `model.params` is stated twice; first in line 1
              1 | {\"model\": {\"params\": 7}, \"model.params\": 8}
                |                          ^",
        ),
    ];
    all_refused("json_content", "p.json", &cases);
}

#[test]
fn dotted_and_nested_spellings_are_the_same() {
    let folder = folder("spellings");
    for text in
        ["decision: {target: gpu, why: x}\nlabels: {team: a}", "decision.target: gpu\ndecision.why: x\nlabels.team: a"]
    {
        assert_eq!(judged(&folder, "p.yaml", text.as_bytes()), "");
    }
}

#[test]
fn an_unknown_chip_is_an_unknown_value_and_a_warning() {
    let folder = folder("chips");
    assert_eq!(
        judged(&folder, "p.yaml", b"gpu_model: h1000"),
        "warning: p.yaml:1:12: `h1000` is not in the chip catalogue; `gpu_model` counts as unknown\n  \
         1 | gpu_model: h1000\n    |            ^\n  did you mean `h100`?\n"
    );
    assert_eq!(
        judged(&folder, "p.yaml", b"available_hardware: [h100, zx81]"),
        "warning: p.yaml:1:28: `zx81` is not in the chip catalogue; `available_hardware` counts as unknown\n  \
         1 | available_hardware: [h100, zx81]\n    |                            ^\n"
    );
}
