//! Likely times against what published runs took, each with the utilisation of the other sources alone.
//!
//! The runs are those of rules/published.toml, which cites them. Left out are published results from which no step time
//! follows: MLPerf's times to train (the logs give no tokens a step), the B200 runs of Google's gpu-recipes (they do not
//! say in which precision), Qwen3 0.6B on an A100 (the number of sequences is not given), images and sentences a second.

use chipwise::built_in;
use chipwise::derive::memory::{Range, kv_cache_bytes};
use chipwise::derive::prior::{Wanted, utilisation};
use chipwise::derive::roofline::peak_of;
use chipwise::derive::work::{Attention, Trained, training_flops};
use chipwise::knowledge::{Knowledge, PublishedRun};

/// Seconds times chips for one token: what a run took, and what was likely by the other sources.
struct Compared {
    name: String,
    took: f64,
    likely: Range,
}

/// A model as its configuration has it: parameters that a token visits, layers, heads times width, tokens of a sequence.
#[derive(Clone, Copy)]
struct Model(f64, f64, f64, f64);

/// Runs for which a source gives tokens a second for each chip: source, run, precision, tokens a second, model. The length
/// of a sequence is the source's where it gives one, else 8192, and 4096 for Mixtral and Llama 2.
const RATES: [(&str, &str, &str, f64, Model); 17] = [
    ("maxtext-tiering", "Llama 2 70B", "v6e", 900.0, LLAMA_2_70B),
    ("maxtext-tiering", "Llama 3.1 8B", "v6e", 7207.0, Model(8.03e9, 32.0, 4096.0, 8192.0)),
    ("maxtext-tiering", "Llama 3.1 70B", "v6e", 960.0, LLAMA_70B),
    ("maxtext-tiering", "Llama 3.1 405B", "v6e", 123.0, LLAMA_405B),
    ("maxtext-tiering", "Mixtral 8x7B", "v6e", 3899.0, Model(12.88e9, 32.0, 4096.0, 4096.0)),
    ("maxtext-tiering", "Mixtral 8x22B", "v6e", 1326.0, Model(39.15e9, 56.0, 6144.0, 4096.0)),
    ("maxtext-tiering", "Llama 2 70B", "v5p", 692.0, LLAMA_2_70B),
    ("maxtext-tiering", "Mixtral 8x7B", "v5p", 2909.0, Model(12.88e9, 32.0, 4096.0, 4096.0)),
    ("tpu-recipes-ironwood", "Llama 3.1 405B", "tpu7x/bf16", 499.8, LLAMA_405B),
    ("tpu-recipes-ironwood", "Llama 3.1 405B", "tpu7x/fp8", 763.5, LLAMA_405B),
    ("tpu-recipes-ironwood", "Llama 3.1 70B", "tpu7x/bf16", 2687.0, LLAMA_70B),
    ("tpu-recipes-ironwood", "Llama 3.1 70B", "tpu7x/fp8", 4127.6, LLAMA_70B),
    ("tpu-recipes-ironwood", "Llama 3.1 70B, 131072", "tpu7x/bf16", 963.0, LONG_70B),
    ("tpu-recipes-ironwood", "Llama 3.1 70B, 131072", "tpu7x/fp8", 1088.0, LONG_70B),
    ("gpu-recipes", "Llama 3.1 70B", "h200", 1055.9, LLAMA_70B),
    ("neuron-benchmark-decoder", "Llama 3.1 8B", "trn1", 767.2, Model(8.03e9, 32.0, 4096.0, 8192.0)),
    ("neuron-benchmark-decoder", "Llama 3.1 70B", "trn1", 127.0, LLAMA_70B),
];
const LLAMA_2_70B: Model = Model(68.98e9, 80.0, 8192.0, 4096.0);
const LLAMA_70B: Model = Model(70.55e9, 80.0, 8192.0, 8192.0);
const LONG_70B: Model = Model(70.55e9, 80.0, 8192.0, 131_072.0);
const LLAMA_405B: Model = Model(405.85e9, 126.0, 16384.0, 8192.0);

fn flops(model: Model) -> f64 {
    let Model(params, layers, width, length) = model;
    training_flops(params, Some(Attention { layers, width, causal: true, windowed: None }), length, Trained::All)
}

fn rate_of(knowledge: &Knowledge, run: &PublishedRun) -> Option<(f64, Model)> {
    let source = knowledge.sources[run.sources[0]].id.as_ref();
    let chip = knowledge.chips[run.chip].id.as_ref();
    let exact = format!("{chip}/{}", run.precision);
    let row =
        RATES.iter().find(|(of, what, on, ..)| *of == source && *what == run.what && (*on == chip || *on == exact))?;
    Some((row.3, row.4))
}

/// What the other sources make likely, in chip-seconds a token for runs with a rate, else in the unit of the best case.
fn compare(knowledge: &Knowledge, run: &PublishedRun) -> Option<Compared> {
    let wanted = Wanted { work: &run.work, kind: &run.kind, chip: run.chip, precision: &run.precision };
    let share = utilisation(knowledge, wanted, |other| other.sources != run.sources)?.range;
    let name = format!("{} on {} ({})", run.what, knowledge.chips[run.chip].id, run.precision);
    // Of a family the fast member: the runs are on SXM modules.
    let peak = peak_of(&knowledge.chips[run.chip].members()[0], &run.precision).map_or(1.0, |peak| peak.low);
    Some(match rate_of(knowledge, run) {
        Some((rate, model)) => {
            let best = flops(model) / peak;
            Compared { name, took: 1.0 / rate, likely: Range::new(best / share.high, best / share.low) }
        }
        None => Compared { name, took: 1.0 / run.utilisation, likely: Range::new(1.0 / share.high, 1.0 / share.low) },
    })
}

#[test]
fn four_of_five_published_runs_took_what_the_other_sources_make_likely() {
    let knowledge = built_in::knowledge();
    let all: Vec<Compared> = knowledge.published.iter().map(|run| compare(&knowledge, run).unwrap()).collect();
    let missed: Vec<String> = all
        .iter()
        .filter(|it| !(it.likely.low <= it.took && it.took <= it.likely.high))
        .map(|it| format!("{}: took {:.3e}, likely {:.3e} to {:.3e}", it.name, it.took, it.likely.low, it.likely.high))
        .collect();
    let share = 1.0 - missed.len() as f64 / all.len() as f64;
    let mut ratios: Vec<f64> = all.iter().map(|it| it.likely.high / it.likely.low).collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    println!("{} runs, {share:.3} within, median high over low {median:.2}\n{}", all.len(), missed.join("\n"));
    assert!(all.len() >= 70, "{}", all.len());
    assert!(share >= 0.8, "{share}: \n{}", missed.join("\n"));
    assert!(median <= 2.5, "{median}");
}

/// The shares of peak in the rules follow from the tokens a second that the sources print, counted layer by layer here.
/// Sources count attention differently (fully, or halved as causal; with the vocabulary or without), hence the tolerance.
#[test]
fn utilisation_follows_from_the_rates_that_are_printed() {
    let knowledge = built_in::knowledge();
    let mut seen = 0;
    for run in knowledge.published.iter() {
        let Some((rate, model)) = rate_of(&knowledge, run) else { continue };
        let Model(params, layers, width, length) = model;
        let mut flops = 6.0 * params;
        for _ in 0..layers as usize {
            // Scores and weighted values, forward and backward, half of them masked.
            flops += 3.0 * 2.0 * (2.0 * width * length) / 2.0;
        }
        let peak = knowledge.chips[run.chip].sourced(&format!("peak_tflops.{}", run.precision)).unwrap().high * 1e12;
        let share = rate * flops / peak;
        assert!((share / run.utilisation - 1.0).abs() < 0.13, "{}: {share} against {}", run.what, run.utilisation);
        seen += 1;
    }
    assert_eq!(seen, RATES.len());
}

/// The share of the roofline in decoding: weights and cache over the bandwidth, against the measured time of a token.
#[test]
fn decoding_shares_follow_from_the_times_that_are_printed() {
    let knowledge = built_in::knowledge();
    // Run, bytes moved for a token, seconds that it took (in the middle of what is printed).
    let cache = |sequences: f64| kv_cache_bytes(2.0, 1024.0, 80.0, 1500.0, sequences);
    for (what, chip, bytes, seconds) in [
        ("Llama 3.3 70B, 64 sequences", "v6e", 141.1e9 + cache(64.0), 25.4e-3),
        ("Llama 3.3 70B, 128 sequences", "v6e", 141.1e9 + cache(128.0), 35.4e-3),
        ("Llama 3 8B, batch 1", "inf2", 16.06e9, 6.9e-3),
        ("Llama 3 70B, batch 1", "inf2", 141.1e9, 33.5e-3),
        ("Llama 3 8B, batch 1", "trn1", 16.06e9, 6.45e-3),
        ("Llama 3 70B, batch 1", "trn1", 141.1e9, 25e-3),
    ] {
        let is_meant =
            |run: &&PublishedRun| run.work == "decoding" && run.what == what && knowledge.chips[run.chip].id == chip;
        let run = knowledge.published.iter().find(is_meant).unwrap();
        let bandwidth = knowledge.chips[run.chip].sourced("bandwidth_gb_s").unwrap();
        let middle = f64::midpoint(bandwidth.low, bandwidth.high) * 1e9;
        let share = bytes / (run.chips.unwrap() * middle) / seconds;
        assert!((share / run.utilisation - 1.0).abs() < 0.05, "{what} on {chip}: {share} against {}", run.utilisation);
    }
}

/// "How To Scale Your Model" reckons 15T tokens of a 70B model at 44 days on 8,960 v5p at 40 % and at 40 days on 4,096 H100
/// at 45 % (chapters on applied training and on GPUs).
#[test]
fn runs_take_as_long_as_the_scaling_book_reckons() {
    let knowledge = built_in::knowledge();
    for (chip, chips, share, days) in [("v5p", 8960.0, 0.40, 44.0), ("h100", 4096.0, 0.45, 40.0)] {
        let peak = peak_of(&knowledge.chip(chip).unwrap().members()[0], "bf16").unwrap().high;
        let seconds = 15e12 * training_flops(70e9, None, 0.0, Trained::All) / (share * chips * peak);
        assert!((seconds / 86400.0 - days).abs() < 0.6, "{chip}: {} days", seconds / 86400.0);
    }
}
