//! `chipwise size`: its formulas against second ways to the same figures, its properties, and what a user sees of it.

use std::fs;
use std::path::Path;
use std::process::Command;

use chipwise::built_in;
use chipwise::derive::memory::{Range, chips_needed};
use chipwise::derive::padding::{Tile, utilisation};
use chipwise::derive::prior::{self, Wanted};
use chipwise::derive::roofline::{matmul_intensity, ridge_of};
use chipwise::derive::sizing::{Sizing, sizing};
use chipwise::derive::work::{Attention, Trained, decoding_flops, training_flops};
use chipwise::facts::Facts;
use chipwise::knowledge::{Knowledge, TargetId};
use chipwise::profile::set;
use serde_json::Value as Json;

const GIB: f64 = 1024.0 * 1024.0 * 1024.0;

/// Facts as `--set` states them.
fn facts(knowledge: &Knowledge, stated: &[&str]) -> Facts {
    let mut facts = Facts::unknown(knowledge.facts.len());
    for text in stated {
        let setting = set(knowledge, text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        facts.set(setting.fact, setting.known);
    }
    facts
}

fn sized(knowledge: &Knowledge, stated: &[&str]) -> Sizing {
    let targets: Vec<TargetId> = knowledge.target_ids().collect();
    sizing(knowledge, &facts(knowledge, stated), &targets)
}

fn on<'s>(knowledge: &Knowledge, sizing: &'s Sizing, chip: &str) -> &'s chipwise::derive::sizing::ChipSizing {
    sizing.chips.iter().find(|it| knowledge.chips[it.chip].id == chip).unwrap_or_else(|| panic!("{chip} is not sized"))
}

const LLAMA_8B: [&str; 8] = [
    "domain=llm",
    "precision=bf16",
    "model.params=8030261248",
    "model.layers=32",
    "model.hidden_size=4096",
    "model.attention_heads=32",
    "model.kv_heads=8",
    "model.vocab_size=128256",
];

fn with<'a>(base: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    base.iter().chain(more).copied().collect()
}

/// "How To Scale Your Model" and the data sheets: operations a byte from which each chip is at its peak.
#[test]
fn ridge_points_are_the_published_ones() {
    let knowledge = built_in::knowledge();
    for (chip, variant, precision, ridge) in [
        ("t4", None, "fp16", 203.0),
        ("v100", Some("sxm-16gb"), "fp16", 139.0),
        ("a10g", None, "bf16", 117.0),
        ("l4", None, "bf16", 403.0),
        ("l4", None, "fp8", 807.0),
        ("l40s", None, "bf16", 419.0),
        ("a100_80", Some("sxm"), "bf16", 153.0),
        ("h100", Some("sxm"), "bf16", 295.0),
        ("h100", Some("sxm"), "fp8", 591.0),
        ("h100", Some("pcie"), "bf16", 378.0),
        ("h200", None, "bf16", 206.0),
        ("b200", None, "bf16", 281.0),
        ("gb200", None, "bf16", 312.0),
        ("v2", None, "bf16", 64.0),
        ("v3", None, "bf16", 137.0),
        ("v4", None, "bf16", 229.0),
        ("v5e", None, "bf16", 241.0),
        ("v5e", None, "int8", 480.0),
        ("v5p", None, "bf16", 166.0),
        ("v6e", None, "bf16", 574.0),
        ("tpu7x", None, "bf16", 313.0),
        ("tpu7x", None, "fp8", 625.0),
        ("trn1", None, "bf16", 232.0),
        ("trn2", None, "bf16", 230.0),
        ("trn2", None, "fp8", 448.0),
        ("trn3", None, "bf16", 137.0),
        ("inf1", None, "bf16", 1280.0),
        ("inf2", None, "int8", 463.0),
        ("mi300x", None, "bf16", 245.0),
        ("jetson_orin", Some("agx-64gb"), "int8", 671.0),
        ("jetson_orin", Some("nano-8gb"), "int8", 294.0),
    ] {
        let member = knowledge.chip(chip).unwrap().member(variant);
        let range = ridge_of(&member, precision).unwrap_or_else(|| panic!("{chip} has no ridge in {precision}"));
        assert!(range.low <= ridge + 0.6 && ridge - 0.6 <= range.high, "{chip} {precision}: {range:?}, not {ridge}");
    }
}

/// The worked examples of padding on the tiles that the catalogue gives each chip.
#[test]
fn padding_on_the_tiles_of_the_catalogue() {
    let knowledge = built_in::knowledge();
    let tile = |chip: &str| {
        let figure = |name: &str| knowledge.chip(chip).unwrap().sourced(name).map(|figure| figure.high as u64);
        let side = figure("matrix_tile").unwrap();
        let rows = figure("matrix_rows").unwrap_or(side);
        Tile { rows, shared: side, columns: figure("matrix_columns").unwrap_or(side) }
    };
    for (rows, shared, columns, on_128, on_256) in [
        (8, 64, 64, 25.0, 6.2),
        (32, 100, 100, 61.0, 15.3),
        (128, 192, 192, 56.2, 56.2),
        (256, 300, 1000, 76.3, 57.2),
        (7, 4096, 4096, 87.5, 87.5),
    ] {
        for chip in ["v2", "v3", "v4", "v5e", "v5p"] {
            assert!((100.0 * utilisation(rows, shared, columns, tile(chip)) - on_128).abs() < 0.06, "{chip}");
        }
        for chip in ["v6e", "tpu7x"] {
            assert!((100.0 * utilisation(rows, shared, columns, tile(chip)) - on_256).abs() < 0.06, "{chip}");
        }
    }
    // Counted cell by cell: of the padded box, those that hold a value.
    for (rows, shared, columns) in [(5_u64, 130_u64, 90_u64), (9, 20, 300), (64, 64, 257)] {
        let Tile { rows: by_rows, shared: by_shared, columns: by_columns } = tile("v4");
        let padded = |dimension: u64, tile: u64| (0..).map(|it| it * tile).find(|it| *it >= dimension).unwrap();
        let useful = (0..padded(rows, by_rows)).filter(|row| *row < rows).count() as u64 * shared * columns;
        let all = padded(rows, by_rows) * padded(shared, by_shared) * padded(columns, by_columns);
        assert!((utilisation(rows, shared, columns, tile("v4")) - useful as f64 / all as f64).abs() < 1e-12);
    }
}

/// Llama 3.1 8B at 32,768 tokens, bf16 ("Machine Learning Engineering: training performance"): 31 GiB of activations and
/// logits with checkpointing and 240 without.
#[test]
fn activations_of_llama_at_32k_lie_within_what_size_says() {
    let knowledge = built_in::knowledge();
    for (checkpointing, gib) in [("true", 31.0), ("false", 240.0)] {
        let setting = format!("training.activation_checkpointing={checkpointing}");
        let more = ["phase=training", "batch_size_per_device=1", "sequence_length=32768", setting.as_str()];
        let parts = sized(&knowledge, &with(&LLAMA_8B, &more)).parts.unwrap();
        let both = parts.activations.unwrap() + parts.logits.unwrap();
        assert!(both.low < gib * GIB && gib * GIB < both.high, "{both:?}");
    }
}

/// Every product of a layer written out, for a model whose feed-forward part is known, against 6 x parameters and attention.
#[test]
fn training_arithmetic_is_the_sum_of_all_products() {
    let (layers, hidden, heads, kv_heads, head, inner, vocab) = (32, 4096, 32, 8, 128, 14336, 128_256);
    let length = 8192_u64;
    let product = |rows: u64, shared: u64, columns: u64| 2 * rows * shared * columns;
    let mut forward = 0_u64;
    for _ in 0..layers {
        forward += product(length, hidden, heads * head) + 2 * product(length, hidden, kv_heads * head);
        forward += product(length, heads * head, hidden) + 3 * product(length, hidden, inner);
        // Scores and weighted values of each head; a causal mask leaves half of them.
        forward += heads * (product(length, head, length) + product(length, length, head)) / 2;
    }
    forward += product(length, hidden, vocab);
    // The products of the backward pass: one for the gradient of each operand.
    let truth = (3 * forward) as f64 / length as f64;
    // Parameters in products: the table of the embeddings is looked up in, the output matrix is multiplied with.
    let params = 8_030_261_248.0 - (vocab * hidden) as f64;
    let attention = Attention { layers: 32.0, width: 4096.0, causal: true, windowed: None };
    let counted = training_flops(params, Some(attention), 8192.0, Trained::All);
    assert!((counted / truth - 1.0).abs() < 0.001, "{counted} against {truth}");
    let whole = training_flops(8_030_261_248.0, Some(attention), 8192.0, Trained::All);
    assert!((1.0..1.07).contains(&(whole / truth)), "counting the table of embeddings too: {whole} against {truth}");
}

#[test]
fn decoding_arithmetic_is_the_sum_over_cached_tokens() {
    let attention = Attention { layers: 2.0, width: 64.0, causal: true, windowed: None };
    let mut truth = 2.0 * 1e6;
    for _layer in 0..2 {
        for _token in 0..100 {
            // A product of the query with its key, and the value added with its weight.
            truth += 2.0 * 64.0 + 2.0 * 64.0;
        }
    }
    assert_eq!(decoding_flops(1e6, Some(attention), 100.0), truth);
}

#[test]
fn intensity_counts_each_operand_once() {
    let (rows, shared, columns) = (16_u32, 512_u32, 2048_u32);
    let operations: u64 = (0..rows).map(|_| u64::from(columns) * u64::from(2 * shared)).sum();
    let values = [rows * shared, shared * columns, rows * columns];
    let bytes: u32 = values.iter().map(|values| 2 * values).sum();
    let counted = matmul_intensity(2.0, 16.0, 512.0, 2048.0);
    assert!((counted - operations as f64 / f64::from(bytes)).abs() < 1e-9);
    assert!(matmul_intensity(2.0, 8.0, 1e6, 1e6) > 7.99, "about the number of rows, where those are few");
}

/// Chips are dealt out one by one until all bytes have a place.
#[test]
fn chips_needed_are_those_that_dealing_out_takes() {
    for total in [1.0, 15.9, 16.0, 16.1, 47.0, 640.0] {
        let (mut left, mut chips) = (total * GIB, 0.0);
        while left > 0.0 {
            left -= 16.0 * GIB;
            chips += 1.0;
        }
        let needed = chips_needed(Range::new(total * GIB, total * GIB), Range::exactly(16.0 * GIB));
        assert_eq!(needed.low, chips, "{total} GiB");
    }
}

/// "How To Scale Your Model", inference chapter: LLaMA 2 13B on eight v5e with 8,192 tokens takes 4.98 ms a token at batch 1,
/// and 249 ms at batch 240 on the same eight, were there room.
#[test]
fn decoding_takes_at_best_what_the_scaling_book_reckons() {
    let knowledge = built_in::knowledge();
    let model = [
        "phase=inference",
        "domain=llm",
        "precision=bf16",
        "model.params=13B",
        "model.layers=40",
        "model.hidden_size=5120",
        "model.attention_heads=40",
        "model.kv_heads=40",
        "serving.context_length=8192",
        "serving.chips=8",
        "available_hardware=v5e",
    ];
    for (batch, milliseconds) in [("serving.concurrent_sequences=1", 4.98), ("serving.concurrent_sequences=240", 249.0)]
    {
        let sizing = sized(&knowledge, &with(&model, &[batch]));
        let chip = on(&knowledge, &sizing, "v5e");
        let on_eight = chip.best_seconds.unwrap().high * chip.chips.unwrap() / 8.0 * 1e3;
        assert!((on_eight / milliseconds - 1.0).abs() < 0.01, "{on_eight} ms, not {milliseconds}");
        assert_eq!(chip.bound.map(|bound| bound.id()), Some("memory_bandwidth"));
    }
}

/// Sharded training on v5p is bound by its links below some 850 tokens a chip on three axes ("How To Scale Your Model",
/// training chapter; with the 600 GB/s that Google prints for all six links, 765).
#[test]
fn few_tokens_a_chip_bind_sharded_training_to_the_links() {
    let knowledge = built_in::knowledge();
    for (tokens, bound) in [("batch_tokens=512k", "interconnect"), ("batch_tokens=8M", "compute")] {
        let more = ["phase=training", "model.params=70B", "training.chips=1024", "sequence_length=4096", tokens];
        let stated = with(
            &["domain=llm", "precision=bf16", "model.layers=80", "model.hidden_size=8192", "available_hardware=v5p"],
            &more,
        );
        let sizing = sized(&knowledge, &stated);
        assert_eq!(on(&knowledge, &sizing, "v5p").bound.map(|bound| bound.id()), Some(bound), "{tokens}");
    }
}

#[test]
fn more_chips_and_larger_batches_never_need_less_and_bf16_never_more_than_fp32() {
    let knowledge = built_in::knowledge();
    let total = |more: &[&str]| sized(&knowledge, &with(&LLAMA_8B, more)).memory.unwrap();
    for phase in ["phase=training", "phase=fine_tuning"] {
        let mut before = Range::default();
        for chips in ["training.chips=1", "training.chips=8", "training.chips=64", "training.chips=512"] {
            let now = total(&[phase, "batch_size_per_device=2", "sequence_length=4096", chips]);
            assert!(before.low <= now.low && before.high <= now.high, "{phase} {chips}");
            before = now;
        }
        before = Range::default();
        for batch in ["batch_size=1", "batch_size=16", "batch_size=256"] {
            let now = total(&[phase, "sequence_length=4096", batch]);
            assert!(before.low <= now.low && before.high <= now.high, "{phase} {batch}");
            before = now;
        }
    }
    let mut before = Range::default();
    for sequences in
        ["serving.concurrent_sequences=1", "serving.concurrent_sequences=8", "serving.concurrent_sequences=64"]
    {
        let now = total(&["phase=inference", "serving.context_length=8192", sequences]);
        assert!(before.low <= now.low && before.high <= now.high, "{sequences}");
        before = now;
    }
    let wide = ["phase=inference", "serving.context_length=8192"];
    let (narrow, wide) = (total(&wide), total(&with(&wide, &["precision=fp32"])));
    assert!(narrow.low <= wide.low && narrow.high <= wide.high);
    for phase in ["phase=training", "phase=fine_tuning"] {
        let more = [phase, "batch_size_per_device=2", "sequence_length=4096"];
        let (narrow, wide) = (total(&more), total(&with(&more, &["precision=fp32"])));
        // At the low end: at the high end mixed precision keeps both copies of the weights.
        assert!(narrow.low <= wide.low, "{phase}");
    }
}

#[test]
fn times_are_in_order_and_the_likely_is_never_below_the_best() {
    let knowledge = built_in::knowledge();
    for stated in [
        with(&LLAMA_8B, &["phase=training", "batch_tokens=4M", "sequence_length=8192", "training.tokens=1T"]),
        with(&LLAMA_8B, &["phase=inference", "serving.context_length=8192", "serving.concurrent_sequences=32"]),
        with(&LLAMA_8B, &["phase=inference", "domain=transformer", "batch_size=8", "sequence_length=512"]),
        with(&LLAMA_8B, &["phase=fine_tuning", "fine_tuning_method=adapters", "batch_size=8", "sequence_length=2048"]),
    ] {
        let sizing = sized(&knowledge, &stated);
        let mut timed = 0;
        for chip in &sizing.chips {
            let (Some(best), Some(likely)) = (chip.best_seconds, chip.step_seconds) else { continue };
            assert!(0.0 < best.low && best.low <= best.high && likely.low <= likely.high);
            assert!(best.low <= likely.low && best.high <= likely.high, "{}", knowledge.chips[chip.chip].id);
            timed += 1;
        }
        assert!(timed > 10, "{stated:?}");
    }
}

#[test]
fn what_is_recalled_holds_nothing() {
    let knowledge = built_in::knowledge();
    let sizing = sized(&knowledge, &with(&LLAMA_8B, &["phase=training", "cloud=gcp"]));
    for system in sizing.chips.iter().filter_map(|chip| chip.system) {
        let machine = &knowledge.machines[system.machine];
        assert!(!machine.recalled && machine.offered_in == "gcp", "{}", machine.id);
    }
    assert!(on(&knowledge, &sizing, "v2").system.is_none(), "its slices are known from memory alone");
    assert_eq!(knowledge.machines[on(&knowledge, &sizing, "v5e").system.unwrap().machine].id, "v5litepod-16");
}

fn run(arguments: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_chipwise")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

fn profiles() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let yaml = paths.filter(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    let mut all: Vec<String> = yaml.map(|path| path.to_string_lossy().into_owned()).collect();
    all.sort();
    all
}

#[test]
fn text_is_at_most_80_columns_and_answers_first() {
    for profile in profiles() {
        for full in [false, true] {
            let arguments: &[&str] = if full { &["size", &profile, "--full"] } else { &["size", &profile] };
            let (out, _, code) = run(arguments);
            assert_eq!(code, 0, "{profile}");
            let name = Path::new(&profile).file_stem().unwrap().to_string_lossy().into_owned();
            assert!(out.lines().next().unwrap().contains("memory"), "{name}: {out}");
            let wide: Vec<&str> =
                out.lines().filter(|line| line.chars().count() > 80 && !line.contains(&profile)).collect();
            assert!(wide.is_empty(), "{name}: {wide:#?}");
        }
    }
}

#[test]
fn json_has_the_keys_of_the_contract() {
    for profile in profiles() {
        let sized: Json = serde_json::from_str(&run(&["size", &profile, "--format", "json"]).0).unwrap();
        assert_eq!(sized["schema"], "chipwise/sizing/1");
        for part in ["weights", "gradients", "optimizer", "activations", "logits", "kv_cache", "total"] {
            let range = &sized["memory"][part];
            assert!(range.is_null() || range["low"].is_u64() && range["high"].is_u64(), "{profile} {part}: {range}");
        }
        for key in ["assumptions", "not_modelled"] {
            assert!(sized[key].is_array(), "{profile} {key}");
        }
        for chip in sized["chips"].as_array().unwrap() {
            for key in ["id", "needed", "padding_waste", "bound_by", "step_seconds"] {
                assert!(chip.get(key).is_some(), "{profile}: {chip}");
            }
        }
    }
}

#[test]
fn an_architecture_that_is_not_modelled_is_said_so() {
    let knowledge = built_in::knowledge();
    let sizing = sized(&knowledge, &["phase=training", "domain=cnn", "model.params=25M", "precision=bf16"]);
    assert!(sizing.not_modelled.iter().any(|text| text.contains("cnn")), "{:?}", sizing.not_modelled);
    assert!(sizing.chips.iter().all(|chip| chip.step_seconds.is_none()));
    let nothing = sized(&knowledge, &["phase=training"]);
    assert_eq!(nothing.memory, None);
    assert!(nothing.not_counted[0].contains("model.params"), "{:?}", nothing.not_counted);
    let other = sized(&knowledge, &["phase=other_compute"]);
    assert!(!other.not_modelled.is_empty());
}

/// What sizing tells the judge follows what is set, behind the one door.
#[test]
fn derived_facts_follow_the_parameters() {
    let knowledge = built_in::knowledge();
    let judge = chipwise::judge::Judge::new(&knowledge);
    let told = |params: &str, fact: &str| {
        let more = ["phase=inference", "cloud=gcp", "serving.context_length=8192", params];
        let decided = judge.decide(&facts(&knowledge, &with(&LLAMA_8B, &more))).facts;
        decided.value(knowledge.fact_id(fact).unwrap()).cloned()
    };
    use chipwise::facts::Value;
    assert_eq!(told("model.params=8B", "sizing.fits_one.gpu"), Some(Value::Flag(true)));
    assert_eq!(told("model.params=70B", "sizing.fits_one.gpu"), Some(Value::Flag(false)));
    assert_ne!(told("model.params=8B", "sizing.chips.tpu"), told("model.params=70B", "sizing.chips.tpu"));
    assert_eq!(told("model.params=unknown", "sizing.fits_one.cpu"), None);
    let bound = knowledge.fact_id("sizing.bound_by.gpu").unwrap();
    let choice = knowledge.fact(bound).choice("memory_bandwidth").map(Value::Choice);
    assert_eq!(told("model.params=8B", "sizing.bound_by.gpu"), choice);
    assert!(matches!(told("model.params=8B", "sizing.padding_waste.tpu"), Some(Value::Range { .. })));
}

#[test]
fn the_total_is_told_for_other_precisions() {
    let knowledge = built_in::knowledge();
    let of = |more: &[&str]| sized(&knowledge, &with(&LLAMA_8B, more)).by_precision;
    let serving = of(&["phase=inference"]);
    assert_eq!(serving.iter().map(|(id, _)| id.as_ref()).collect::<Vec<&str>>(), ["fp32", "bf16", "fp8", "int4"]);
    assert!(serving.windows(2).all(|pair| pair[0].1.low > pair[1].1.low), "{serving:?}");
    assert_eq!(of(&["phase=training"]).len(), 3);
    assert!(of(&["phase=inference", "memory_needed=40GB"]).is_empty());
}

#[test]
fn the_catalogue_lists_filters_and_explains() {
    let (out, _, code) = run(&["chips", "--target", "tpu", "--place", "gcp", "--memory", "90GB", "--format", "csv"]);
    assert_eq!(code, 0);
    let ids: Vec<&str> = out.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(ids, ["v5p", "tpu7x"]);
    for (id, words) in [
        ("h100", "NVIDIA H100"),
        ("ct6e-standard-8t", "8 chips of chip `v6e`"),
        ("v5p-8", "v5p-8 is 4 chips"),
        ("v6e-8", "v6e-8 is 8 chips"),
        ("v5e-8", "v5litepod-8 is 8 chips"),
        ("v3-8", "JAX sees 8 devices, 2 for each chip"),
        ("v5p-24", "v5p-24 is 12 chips"),
        ("tpu7x-8", "each with 96 GiB"),
    ] {
        let (out, err, code) = run(&["chips", id]);
        assert_eq!(code, 0, "{id}: {err}");
        assert!(out.replace('\n', " ").contains(words), "{id}: {out}");
        assert_eq!(run(&["explain", id]).0, out, "{id}");
    }
    for arguments in [["chips", "h1000"], ["chips", "v5p-7"]] {
        let (_, err, code) = run(&arguments);
        assert_eq!(code, 2, "{err}");
    }
    for wrong in [["--place", "gpc"], ["--target", "tpus"], ["--memory", "40"]] {
        let (_, err, code) = run(&["chips", wrong[0], wrong[1]]);
        assert!(code == 2 && err.contains(wrong[0]), "{err}");
    }
}

/// Every chip of the catalogue and every machine has its figures from a source, or is marked.
#[test]
fn every_figure_has_a_source_or_is_marked_as_recalled() {
    let knowledge = built_in::knowledge();
    let plain = ["matrix_tile", "matrix_rows", "matrix_columns", "devices_per_chip"];
    let mut bare = Vec::new();
    for chip in &knowledge.chips {
        let unsourced = chip
            .figures
            .iter()
            .filter(|(name, figure)| figure.sources.is_empty() && !figure.recalled && !plain.contains(&name.as_ref()));
        bare.extend(unsourced.map(|(name, _)| format!("{} {name}", chip.id)));
    }
    for machine in knowledge.machines.iter().filter(|machine| machine.sources.is_empty() && !machine.recalled) {
        bare.push(machine.id.to_string());
    }
    assert!(bare.is_empty(), "{bare:#?}");
    for id in [
        "p100",
        "t4",
        "v100",
        "a10g",
        "l4",
        "l40s",
        "a100_40",
        "a100_80",
        "h100",
        "h200",
        "b200",
        "gb200",
        "mi300x",
        "v2",
        "v3",
        "v4",
        "v5e",
        "v5p",
        "v6e",
        "tpu7x",
        "trn1",
        "trn2",
        "trn3",
        "inf1",
        "inf2",
        "coral",
        "jetson_orin",
        "npu",
    ] {
        assert!(knowledge.chip(id).is_some(), "{id}");
    }
    assert!(knowledge.machines.len() > 150, "{}", knowledge.machines.len());
}

/// BERT-base on 137B tokens: 1.05M steps of 256 x 512 tokens, 6 operations for each of 110M parameters and each token, on
/// eight chips that reach between a fifth and two thirds of their peak.
#[test]
fn tokens_of_a_run_are_tokens_where_there_are_sequences() {
    let knowledge = built_in::knowledge();
    let bert = [
        "phase=training",
        "domain=transformer",
        "precision=bf16",
        "batch_size=256",
        "model.params=110M",
        "model.layers=12",
        "model.hidden_size=768",
        "model.attention_heads=12",
        "training.tokens=137B",
        "training.chips=8",
        "cloud=gcp",
    ];
    let sizing_of = |more: &[&str]| sized(&knowledge, &with(&bert, more));
    let stated = sizing_of(&["sequence_length=512"]);
    let run = on(&knowledge, &stated, "a100_80").run_seconds.unwrap();
    let least = 6.0 * 110e6 * 137e9 / (8.0 * 312e12);
    assert!(run.low > least && run.high < 10.0 * least, "{run:?} beside {least}");
    let by_batch = sizing_of(&["batch_tokens=131072"]);
    assert!(on(&knowledge, &by_batch, "a100_80").run_seconds.is_some());
    let open = sizing_of(&[]);
    assert!(open.chips.iter().all(|chip| chip.run_seconds.is_none()));
    assert!(open.not_counted.iter().any(|it| it.contains("the time of a run") && it.contains("sequence_length")));
}

#[test]
fn a_cluster_is_timed_on_the_largest_machine_of_a_chip_and_an_unknown_network_is_said() {
    let knowledge = built_in::knowledge();
    let more = ["phase=training", "batch_tokens=4M", "sequence_length=8192", "training.chips=128", "cloud=gcp"];
    let sizing = sized(&knowledge, &with(&LLAMA_8B, &more));
    let machine = |chip: &str| &knowledge.machines[on(&knowledge, &sizing, chip).timed_on.unwrap()];
    assert_eq!(machine("h100").id, "a3-highgpu-8g");
    assert!(!on(&knowledge, &sizing, "h100").leaves_out_links);
    for (index, sized) in sizing.chips.iter().enumerate().filter(|(_, it)| it.best_seconds.is_some()) {
        let chip = &knowledge.chips[sized.chip];
        let is_slice = chip.sourced("largest_slice").is_some();
        let network = sized.timed_on.and_then(|machine| knowledge.machines[machine].network_gbps);
        let has_room = chip.sourced("tight_domain").is_some_and(|domain| domain.high >= 128.0);
        if network.is_none() && !is_slice && !has_room {
            assert!(sized.leaves_out_links, "{index} {}", chip.id);
        }
    }
    // The machines are SXM ones, so that the slower PCIe card is not in the range.
    let best = on(&knowledge, &sizing, "h100").best_seconds.unwrap();
    assert_eq!(best.low, best.high);
}

#[test]
fn what_is_not_planned_is_timed_on_the_chips_of_the_machine_that_is_named() {
    let knowledge = built_in::knowledge();
    let more = ["phase=training", "batch_size_per_device=1", "sequence_length=4096", "cloud=aws"];
    let sizing = sized(&knowledge, &with(&LLAMA_8B, &more));
    let mut seen = 0;
    for chip in &sizing.chips {
        let (Some(system), Some(chips), Some(needed)) = (chip.system, chip.chips, chip.needed) else { continue };
        let all = f64::from(system.count * knowledge.machines[system.machine].chips);
        assert_eq!(chips, if needed.high <= 1.0 { 1.0 } else { all }, "{}", knowledge.chips[chip.chip].id);
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}

/// A profile on disk, and what `size` prints of it.
fn printed(name: &str, profile: &str, beside: &[(&str, &str)]) -> (String, String) {
    let folder = std::env::temp_dir().join(format!("chipwise-size-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in beside {
        fs::write(folder.join(file), text).unwrap();
    }
    let path = folder.join("w.yaml");
    fs::write(&path, profile).unwrap();
    let (out, err, _) = run(&["size", &path.to_string_lossy()]);
    fs::remove_dir_all(&folder).unwrap();
    (out, err)
}

#[test]
fn the_stated_chip_is_shown_and_an_edge_chip_that_is_too_small_is_said_not_to_fit() {
    let big = "name: big\nphase: inference\ndomain: llm\nprecision: fp8\ngpu_model: h100\nmodel: {params: 671B}\n";
    let (out, _) = printed("stated", big, &[]);
    let gpu = out.lines().find(|line| line.trim_start().starts_with("GPU")).unwrap();
    assert!(gpu.contains("at least 8-10 h100"), "{gpu}");
    let free = big.replace("gpu_model: h100\n", "");
    let (out, _) = printed("free", &free, &[]);
    let gpu = out.lines().find(|line| line.trim_start().starts_with("GPU")).unwrap();
    assert!(!gpu.contains("rtx") && !gpu.contains(" t4"), "{gpu}");
    let phone = "phase: inference\ndomain: llm\ndeployment: mobile\nprecision: int4\nmodel: {params: 7B}\n";
    let (out, _) = printed("phone", phone, &[]);
    assert!(out.contains("does not fit on coral") && !out.contains("1836"), "{out}");
    let jax = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles/llm-pretraining-jax.yaml");
    let (out, _, _) = run(&["size", &jax.to_string_lossy()]);
    assert!(out.lines().any(|line| line.trim_start().starts_with("TPU") && line.contains(" v5p ")), "{out}");
}

#[test]
fn the_headline_says_at_least_where_something_was_left_out() {
    let vit = r#"{"model_type": "vit", "num_hidden_layers": 24, "hidden_size": 1024, "num_attention_heads": 16,
        "intermediate_size": 4096, "image_size": 224, "patch_size": 16}"#;
    let profile = "name: vit\nphase: training\ndomain: transformer\nprecision: bf16\nbatch_size: 4096\n\
                   model: {hf_config: config.json}\n";
    let (out, _) = printed("vit", profile, &[("config.json", vit)]);
    // 196 patches and one more token: the activations are counted, and no vocabulary is asked for.
    assert!(out.starts_with("vit needs ") && !out.contains("at least"), "{out}");
    assert!(out.contains("activations ") && !out.contains("vocab_size"), "{out}");
    let (out, _) = printed("least", &profile.replace("batch_size: 4096\n", ""), &[("config.json", vit)]);
    assert!(out.starts_with("vit needs at least ") && out.contains("batch_size_per_device"), "{out}");
    let (out, _) = printed("none", "name: jamba\nphase: inference\ndomain: llm\n", &[]);
    assert!(out.starts_with("jamba: the memory it needs is not known"), "{out}");
}

/// Facts with what a configuration tells, which `--set` cannot state.
fn configured(knowledge: &Knowledge, stated: &[&str], told: &[(&str, f64)], architecture: &str) -> Sizing {
    use chipwise::facts::{Known, Origin, OriginKind, Value};
    let mut facts = facts(knowledge, stated);
    let kind = knowledge.fact_id("config.architecture").unwrap();
    let choice = Value::Choice(knowledge.fact(kind).choice(architecture).unwrap());
    let numbers = told.iter().map(|(name, number)| (knowledge.fact_id(name).unwrap(), Value::Number(*number)));
    for (fact, value) in numbers.chain([(kind, choice)]) {
        facts.set(fact, Some(Known { value, origin: Origin::of(OriginKind::Derived) }));
    }
    sizing(knowledge, &facts, &knowledge.target_ids().collect::<Vec<_>>())
}

const SERVED: [&str; 3] = ["phase=inference", "serving.context_length=8192", "serving.concurrent_sequences=4"];

#[test]
fn no_time_is_given_for_what_is_no_transformer() {
    let knowledge = built_in::knowledge();
    let base = with(&LLAMA_8B, &SERVED);
    let plain = configured(&knowledge, &base, &[], "transformer");
    assert!(on(&knowledge, &plain, "h100").step_seconds.is_some());
    let hybrid = configured(&knowledge, &base, &[], "other");
    let of_kind: Vec<&str> =
        base.iter().map(|fact| if *fact == "domain=llm" { "domain=state_space" } else { fact }).collect();
    for other in [hybrid, sized(&knowledge, &of_kind)] {
        assert!(other.chips.iter().all(|chip| chip.step_seconds.is_none() && chip.best_seconds.is_none()));
        assert!(other.chips.iter().any(|chip| chip.needed.is_some()), "its weights are counted all the same");
        assert!(other.not_modelled.iter().any(|text| text.contains("architecture")), "{:?}", other.not_modelled);
        assert_eq!(other.parts.unwrap().kv_cache, None);
    }
    // Nor are parameters worked out from its shape, or activations.
    let shape = ["domain=state_space", "phase=training", "model.layers=64", "model.hidden_size=2560"];
    assert_eq!(sized(&knowledge, &shape).params, None);
    let trained = with(&shape, &["model.params=2.8B", "batch_size_per_device=8", "sequence_length=2048"]);
    let trained = sized(&knowledge, &trained);
    assert_eq!(trained.parts.unwrap().activations, None);
    assert!(trained.is_least && trained.not_counted.iter().any(|text| text.contains("activations")));
}

#[test]
fn a_sliding_window_lowers_the_low_end_of_the_cache_and_is_told() {
    let knowledge = built_in::knowledge();
    let base = with(&LLAMA_8B, &SERVED);
    let all = configured(&knowledge, &base, &[], "transformer").parts.unwrap().kv_cache.unwrap();
    assert_eq!(all.low, all.high);
    let window = [("config.windowed_layers", 16.0), ("config.window", 1024.0)];
    let windowed = configured(&knowledge, &base, &window, "transformer");
    let cache = windowed.parts.unwrap().kv_cache.unwrap();
    assert_eq!(cache, Range::new(all.high * (0.5 + 0.5 / 8.0), all.high));
    let told = windowed.assumptions.iter().find(|text| text.starts_with("KV cache")).unwrap();
    assert!(told.contains("16 of 32 layers") && told.contains("1024 tokens") && told.contains("low end"), "{told}");
}

#[test]
fn latent_attention_is_cached_and_told() {
    let knowledge = built_in::knowledge();
    let stated = with(
        &["domain=llm", "precision=bf16", "model.params=671B", "model.layers=61", "model.hidden_size=7168"],
        &with(&SERVED, &["model.attention_heads=128"]),
    );
    let latent = [("config.latent_rank", 512.0), ("config.latent_rope", 64.0)];
    let sized = configured(&knowledge, &stated, &latent, "transformer");
    // DeepSeek-V3: 70,272 bytes a token, counted layer by layer.
    let token: f64 = (0..61).map(|_| (512.0 + 64.0) * 2.0).sum();
    assert_eq!(sized.parts.unwrap().kv_cache, Some(Range::exactly(token * 8192.0 * 4.0)));
    assert!(sized.assumptions.iter().any(|text| text.contains("latent attention")), "{:?}", sized.assumptions);
}

/// Wherever a part reaches from one way to run to another, the two are named.
#[test]
fn the_ends_of_every_part_are_told() {
    let knowledge = built_in::knowledge();
    let told = |more: &[&str], parts: &[&str]| {
        let stated = with(&LLAMA_8B, more);
        let sized = sized(&knowledge, &stated);
        for part in parts {
            let said = sized.assumptions.iter().any(|text| text.starts_with(part) && text.contains("low end"));
            assert!(said, "{part}: {:?}", sized.assumptions);
        }
        sized.assumptions
    };
    let training = ["phase=training", "training.optimizer=adamw", "batch_size_per_device=1", "sequence_length=4096"];
    let all = told(&training, &["weights and gradients", "optimizer state", "logits", "activations"]);
    assert!(all.iter().any(|text| text.contains("8-bit optimizers")), "{all:?}");
    told(&with(&training, &["phase=fine_tuning", "fine_tuning_method=adapters"]), &["frozen weights"]);
    told(&with(&training, &["embedding_size=10GB"]), &["embedding tables"]);
    told(&with(&SERVED, &["precision=int4"]), &["quantised weights", "KV cache", "activations"]);
    let open = with(&SERVED, &["model.kv_heads=unknown"]);
    assert!(told(&open, &[]).iter().any(|text| text.starts_with("model.kv_heads not stated")));
}

fn profile(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn the_ends_of_the_chips_needed_are_told_and_each_member_of_a_family() {
    let text =
        "phase: inference\ndomain: llm\nprecision: bf16\nmodel.params: 12B\ncloud: [gcp]\navailable_hardware: [v100]\n";
    let path = profile("members.yaml", text);
    let (out, _, _) = run(&["size", &path]);
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("needed: the first number is for the low end of the memory"), "{out}");
    assert!(flat.contains("v100 (1 of SXM2, 32 GB; 2 of SXM2, 16 GB)"), "{out}");
    let json: Json = serde_json::from_str(&run(&["size", &path, "--format", "json"]).0).unwrap();
    let chip = json["chips"].as_array().unwrap().iter().find(|chip| chip["id"] == "v100").unwrap();
    assert_eq!(chip["memory_gib"], serde_json::json!({ "low": 16.0, "high": 32.0 }));
    let members = chip["members"].as_array().unwrap();
    let needed: Vec<u64> = members.iter().map(|member| member["needed"]["high"].as_u64().unwrap()).collect();
    assert_eq!(needed, [1, 2], "{chip}");
    assert_eq!(chip["needed"], serde_json::json!({ "low": 1, "high": 2 }), "from the best member to the worst");
}

#[test]
fn a_machine_that_is_only_elsewhere_is_said_to_be_there() {
    let text = "phase: inference\ndomain: llm\nprecision: bf16\nmodel.params: 8B\ncloud: [azure]\ngpu_model: l4\n";
    let (out, _, _) = run(&["size", &profile("elsewhere.yaml", text)]);
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("no machine with it is in the catalogue for these places, only for aws, gcp"), "{out}");
    // Of one's own servers the catalogue lists no machines, which says nothing of the chip.
    for place in ["on_prem", "azure, on_prem", "colab"] {
        let text = text.replace("azure", place);
        let (out, _, _) = run(&["size", &profile("own-servers.yaml", &text)]);
        let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("l4 (machines of these places are not in the catalogue)"), "{place}: {out}");
    }
    let nowhere = profile("nowhere.yaml", &text.replace("l4", "rtx_3090"));
    let (out, _, _) = run(&["size", &nowhere]);
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("(no machine with it is in the catalogue)"), "{out}");
}

#[test]
fn the_caution_on_memory_names_the_chip_that_it_counts() {
    let text = "phase: inference\ndomain: llm\nprecision: bf16\nmodel.params: 70B\ncloud: [gcp]\n";
    let caution = |name: &str, text: &str| {
        let (out, _, _) = run(&["recommend", &profile(name, text), "--format", "json"]);
        let json: Json = serde_json::from_str(&out).unwrap();
        let raised = json["cautions"].as_array().unwrap().iter().find(|it| it["topic"] == "memory_overflow").cloned();
        raised.unwrap()["text"].as_str().unwrap().to_owned()
    };
    let knowledge = built_in::knowledge();
    let gpu = knowledge.target(knowledge.target_id("gpu").unwrap());
    let reference = gpu.reference_chip.as_deref().unwrap();
    assert!(
        caution("caution.yaml", text).contains(&format!(" {reference} chips")),
        "{}",
        caution("caution.yaml", text)
    );
    let stated = format!("{text}gpu_model: l4\n");
    assert!(
        caution("caution-l4.yaml", &stated).contains("GPU needs 6 to 7 l4 chips"),
        "{}",
        caution("caution-l4.yaml", &stated)
    );
    // Of several chips none can be named.
    let several = format!("{text}available_hardware: [l4, h100]\n");
    assert!(!caution("caution-several.yaml", &several).contains("l4 chips"));
}

#[test]
fn a_language_model_with_a_tower_needs_at_least_its_own_parameters() {
    let knowledge = built_in::knowledge();
    let base: Vec<&str> = with(&LLAMA_8B, &SERVED).into_iter().filter(|it| !it.starts_with("model.params")).collect();
    let language = [("config.language_params", 8_030_261_248.0)];
    let sized = configured(&knowledge, &base, &language, "transformer");
    assert_eq!(sized.params, Some(Range::exactly(8_030_261_248.0)));
    assert!(sized.is_least && sized.not_counted.iter().any(|text| text.contains("beside the language model")));
    let stated = configured(&knowledge, &with(&base, &["model.params=9B"]), &language, "transformer");
    assert_eq!(stated.params, Some(Range::exactly(9e9)));
    assert!(!stated.is_least, "{:?}", stated.not_counted);
}

/// What is assumed of a part that is not counted would only mislead.
#[test]
fn nothing_is_assumed_of_parts_that_are_not_counted() {
    let knowledge = built_in::knowledge();
    let base = ["domain=gnn", "phase=training", "model.params=8M", "batch_size=64", "training.optimizer=sgd"];
    let told = sized(&knowledge, &base).assumptions;
    assert!(!told.iter().any(|text| text.contains("checkpointing") || text.contains("global batch")), "{told:?}");
    assert!(
        told.iter().any(|text| text.starts_with("optimizer state: none at the low end, one value of 4 bytes")),
        "{told:?}"
    );
    let counted = ["phase=training", "batch_size=64", "sequence_length=1024"];
    let told = sized(&knowledge, &with(&LLAMA_8B, &counted)).assumptions;
    assert!(
        told.iter().any(|text| text.contains("checkpointing")) && told.iter().any(|text| text.contains("global batch"))
    );
}

#[test]
fn an_encoder_keeps_no_cache_and_writes_no_tokens() {
    let knowledge = built_in::knowledge();
    let serving =
        ["phase=inference", "serving.context_length=8192", "serving.concurrent_sequences=64", "batch_tokens=8k"];
    let stated = with(&LLAMA_8B, &serving);
    let decoder = configured(&knowledge, &stated, &[], "transformer");
    assert!(decoder.parts.unwrap().kv_cache.is_some(), "a decoder of the same shape keeps one");
    let encoder = configured(&knowledge, &stated, &[], "encoder");
    assert_eq!(encoder.parts.unwrap().kv_cache, None);
    assert_eq!(encoder.work.map(|work| work.id()), Some("forward"));
    assert!(encoder.assumptions.iter().any(|it| it.contains("an encoder") && it.contains("no KV cache")));
    assert!(!encoder.not_counted.iter().any(|it| it.contains("KV cache")), "{:?}", encoder.not_counted);
    for domain in ["domain=transformer", "domain=diffusion", "domain=cnn"] {
        let sizing = sized(&knowledge, &with(&stated, &[domain]));
        assert_eq!(sizing.parts.unwrap().kv_cache, None, "{domain}");
        assert!(sizing.assumptions.iter().any(|it| it.contains("no KV cache")), "{domain}");
    }
    let vit = r#"{"model_type": "vit", "num_hidden_layers": 24, "hidden_size": 1024, "num_attention_heads": 16,
        "intermediate_size": 4096, "image_size": 224, "patch_size": 16}"#;
    let profile = "phase: inference\ndomain: llm\nprecision: bf16\nserving: {context_length: 8192, \
                   concurrent_sequences: 64}\nmodel: {hf_config: config.json}\n";
    let (out, _) = printed("encoder", profile, &[("config.json", vit)]);
    assert!(out.contains("an encoder (model.hf_config): no KV cache") && !out.contains("likely a token"), "{out}");
}

/// What is bound by links or by memory reaches no more of its best than what is bound by arithmetic.
#[test]
fn the_likely_time_of_what_links_bind_lies_above_the_best() {
    let knowledge = built_in::knowledge();
    let more = ["phase=fine_tuning", "batch_size_per_device=1", "sequence_length=2048", "training.chips=8"];
    let sizing = sized(&knowledge, &with(&LLAMA_8B, &more));
    let mut by_links = 0;
    for chip in &sizing.chips {
        let (Some(best), Some(likely), Some(shares)) = (chip.best_seconds, chip.step_seconds, &chip.utilisation) else {
            continue;
        };
        let id = &knowledge.chips[chip.chip].id;
        assert!(likely.low > best.low && likely.high > best.high, "{id}: likely {likely:?}, best {best:?}");
        if chip.bound.map(|bound| bound.id()) == Some("interconnect") {
            assert!(likely.low >= best.low / shares.range.high && likely.high >= best.high / shares.range.low, "{id}");
            by_links += 1;
        }
    }
    assert!(by_links > 0 && on(&knowledge, &sizing, "l40s").bound.map(|bound| bound.id()) == Some("interconnect"));
    assert!(sizing.assumptions.iter().any(|it| it.contains("memory or links bind")), "{:?}", sizing.assumptions);
}

#[test]
fn each_row_tells_for_how_many_chips_it_is_timed() {
    let profile = "phase: fine_tuning\ndomain: llm\nprecision: bf16\nbatch_size_per_device: 1\nsequence_length: 2048\n\
                   training.chips: 8\navailable_hardware: [l40s, h100]\nmodel: {params: 1B, layers: 16, hidden_size: 2048}\n";
    let (out, _) = printed("timed", profile, &[]);
    let head = out.lines().find(|line| line.contains("chips timed")).unwrap_or_else(|| panic!("{out}"));
    let end = head.find("chips timed").unwrap() + "chips timed".len();
    for chip in ["l40s", "h100"] {
        let row = out.lines().find(|line| line.trim_start().starts_with(chip)).unwrap();
        assert!(row[..end].ends_with(" 8"), "{out}");
    }
}

#[test]
fn no_likely_share_lies_beyond_the_best_published_one_of_its_kind() {
    let knowledge = built_in::knowledge();
    let mut seen = 0;
    for work in ["training", "decoding"] {
        for kind in ["dense", "experts"] {
            let best = |run: &&chipwise::knowledge::PublishedRun| run.work == work && run.kind == kind;
            let runs = knowledge.published.iter().filter(best).map(|run| run.utilisation);
            let Some(best) = runs.reduce(f64::max) else { continue };
            for chip in 0..knowledge.chips.len() {
                for precision in ["bf16", "fp8", "int4"] {
                    let wanted = Wanted { work, kind, chip, precision };
                    let range = prior::utilisation(&knowledge, wanted, |_| true).unwrap().range;
                    let id = &knowledge.chips[chip].id;
                    assert!(range.high <= best, "{work} {kind} on {id}: {range:?} beyond {best}");
                    assert!(range.high / range.low >= 2.0 - 1e-9, "{work} {kind} on {id}: {range:?}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn the_two_ways_to_store_frozen_weights_stand_beside_them() {
    let profile =
        "phase: fine_tuning\ndomain: llm\nfine_tuning_method: adapters\nprecision: bf16\nmodel: {params: 70B}\n";
    let (out, _) = printed("lora", profile, &[]);
    let mut lines = out.lines().skip_while(|line| !line.starts_with("  weights "));
    let (_, note) = (lines.next().unwrap(), lines.next().unwrap());
    assert!(note.contains("35GB with 4-bit frozen weights (QLoRA), 150GB with frozen weights in bf16"), "{out}");
    for other in ["precision: fp32", "precision: fp8"] {
        let (out, _) = printed("lora-other", &profile.replace("precision: bf16", other), &[]);
        assert!(!out.contains("QLoRA"), "{out}");
    }
    let (out, _) = printed("whole", &profile.replace("fine_tuning_method: adapters", "fine_tuning_method: full"), &[]);
    assert!(!out.contains("QLoRA"), "{out}");
}

#[test]
fn a_total_bears_the_name_of_the_stated_precision() {
    let knowledge = built_in::knowledge();
    let names = |precision: &str| -> Vec<String> {
        let sizing = sized(&knowledge, &["phase=inference", "model.params=8B", precision]);
        sizing.by_precision.iter().map(|(name, _)| name.to_string()).collect()
    };
    assert_eq!(names("precision=bf16"), ["fp32", "bf16", "fp8", "int4"]);
    assert_eq!(names("precision=fp16"), ["fp32", "fp16", "fp8", "int4"]);
    assert_eq!(names("precision=int8"), ["fp32", "bf16", "int8", "int4"]);
    assert_eq!(names("precision=fp4"), ["fp32", "bf16", "fp8", "fp4"]);
}

#[test]
fn one_chip_that_is_planned_is_spoken_of_as_one() {
    let knowledge = built_in::knowledge();
    let of = |chips: &str| {
        let more = ["phase=training", "batch_tokens=4096", "sequence_length=2048", chips];
        sized(&knowledge, &with(&LLAMA_8B, &more)).assumptions.join("\n")
    };
    let one = of("training.chips=1");
    assert!(one.contains("the one chip that is planned") && !one.contains("1 chips"), "{one}");
    assert!(of("training.chips=8").contains("the 8 chips that are planned"));
}

#[test]
fn chips_that_do_not_divide_the_heads_are_told() {
    let knowledge = built_in::knowledge();
    let of = |more: &[&str]| sized(&knowledge, &with(&LLAMA_8B, more)).not_modelled.join("\n");
    // 47 GB of weights: from one to several chips, among them three; 32 heads.
    let many = ["phase=inference", "model.params=23500000000", "serving.context_length=8192"];
    assert!(of(&many).contains("divide the attention heads (32)"), "{}", of(&many));
    let one = ["phase=inference", "model.params=1B", "serving.context_length=1024", "available_hardware=h100"];
    assert!(!of(&one[..]).contains("divide"), "{}", of(&one));
    assert!(!of(&["phase=training", "model.params=23500000000"]).contains("divide"));
}
