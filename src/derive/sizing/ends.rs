//! What the low and the high end of each part of the memory stand for, in words.

use super::step::{Step, Work};
use crate::derive::estimate::Estimate;
use crate::derive::hf_config;
use crate::derive::memory::{Parts, Range};
use crate::units::{format_bytes, format_number};

/// One sentence for each part of which the two ends are two ways to run, and not two values of one that is not known.
pub fn of(estimate: &Estimate, step: &Step) -> Vec<String> {
    let Some(parts) = step.parts else { return Vec::new() };
    let mut told = match step.work {
        Some(Work::Training) => of_training(estimate, step, &parts),
        Some(_) => of_serving(estimate, &parts),
        None => Vec::new(),
    };
    if estimate.inputs.is_known("embedding_size") && step.work == Some(Work::Training) {
        told.push(
            "embedding tables: at the low end only the rows of a batch have gradients, at the high end all rows"
                .to_owned(),
        );
    }
    told
}

fn is_range(part: Range) -> bool {
    part.low < part.high
}

fn of_training(estimate: &Estimate, step: &Step, parts: &Parts) -> Vec<String> {
    let mut told = Vec::new();
    let has_params = step.params.is_some();
    let bytes = step.bytes;
    if has_params && estimate.adapters() {
        told.extend(of_frozen(estimate, step).map(|_| {
            "frozen weights: stored in four bits at the low end, as they are computed with at the high end".to_owned()
        }));
        if bytes.is_some_and(|bytes| bytes < 2.0) {
            told.push("frozen weights: without scales at the low end, with one for each 64 at the high end".to_owned());
        }
    } else if has_params && bytes.is_some_and(|bytes| bytes < 4.0) {
        let low = step.precision.unwrap_or_default();
        told.push(format!(
            "weights and gradients: in {low} alone at the low end, with fp32 copies beside them at the high end (mixed \
             precision)"
        ));
    }
    if is_range(parts.optimizer) && estimate.inputs.choice("training.optimizer").is_some() {
        let each = format_number(bytes.unwrap_or(4.0).max(4.0));
        let kept = estimate.optimizer().values_kept;
        told.push(if kept.low > 0.0 {
            format!(
                "optimizer state: one byte for each value that it keeps at the low end (8-bit optimizers), {each} at the \
                 high end"
            )
        } else {
            let most = if kept.high == 1.0 { "one value".to_owned() } else { format!("{} values", format_number(kept.high)) };
            format!("optimizer state: none at the low end, {most} of {each} bytes for each parameter at the high end")
        });
    }
    if parts.logits.is_some() {
        told.push("logits: one copy at the low end, one more in fp32 at the high end".to_owned());
    }
    if parts.activations.is_some() {
        told.push("activations: a layer works on 20 hidden states at the low end, on 50 at the high end".to_owned());
    }
    told
}

/// The two ways to store the weights beside which adapters are trained, where a run may choose between them.
pub fn of_frozen(estimate: &Estimate, step: &Step) -> Option<String> {
    let weights = step.parts?.weights;
    let may_be_narrow = estimate.precision_bytes().is_none_or(|bytes| (2.0..4.0).contains(&bytes));
    let is_meant = step.work == Some(Work::Training) && step.params.is_some() && estimate.adapters() && may_be_narrow;
    is_meant.then(|| {
        // Two digits are as much as the size of the adapters, which is not known, leaves certain.
        let [low, high] = [weights.low, weights.high].map(|bytes| format_bytes(two_digits(bytes)));
        let stored = step.precision.unwrap_or("fp32");
        format!("{low} with 4-bit frozen weights (QLoRA), {high} with frozen weights in {stored}")
    })
}

fn two_digits(value: f64) -> f64 {
    let unit = 10_f64.powf(value.max(1.0).log10().floor() - 1.0);
    (value / unit).round() * unit
}

fn of_serving(estimate: &Estimate, parts: &Parts) -> Vec<String> {
    let inputs = &estimate.inputs;
    let mut told = Vec::new();
    let is_quantised = estimate.precision_bytes().is_some_and(|bytes| bytes < 2.0);
    if is_quantised && is_range(parts.weights) {
        told.push("quantised weights: without scales at the low end, with one for each 64 at the high end".to_owned());
    }
    if let Some(cache) = parts.kv_cache {
        if is_quantised && is_range(cache) {
            told.push("KV cache: in 8 bits at the low end, in 16 at the high end".to_owned());
        }
        told.extend(of_cache(estimate));
    }
    if parts.activations.is_some_and(is_range) && inputs.is_known("serving.context_length") {
        told.push(if estimate.keeps_cache() {
            "activations: next to none at the low end, where tokens follow one by one, and those of a prompt at the high end"
                .to_owned()
        } else {
            "activations: next to none at the low end, those of one input at the high end".to_owned()
        });
    }
    told
}

/// What is cached of each token, where that is more than the facts of the profile say.
fn of_cache(estimate: &Estimate) -> Option<String> {
    let inputs = &estimate.inputs;
    if estimate.latent_width().is_some() {
        return Some(
            "KV cache: latent attention, one compressed vector for each token and layer; code that keeps expanded keys and \
             values needs many times more"
                .to_owned(),
        );
    }
    if let Some(windowed) = estimate.windowed() {
        let [with, tokens] = [windowed.layers, windowed.tokens].map(format_number);
        let all = inputs.number("model.layers").map_or_else(String::new, |all| format!(" of {}", format_number(all)));
        let attend = match (windowed.layers, all.is_empty()) {
            (1.0, true) => "layer attends",
            (1.0, false) => "layers attends",
            _ => "layers attend",
        };
        return Some(format!(
            "KV cache: {with}{all} {attend} to the last {tokens} tokens ({}); the low end keeps no more there, the high end \
             caches every token in every layer",
            hf_config::PATH
        ));
    }
    inputs.number("model.kv_heads").is_none().then(|| {
        "model.kv_heads not stated: the cache of one head shared by all at the low end, of one for each attention head at \
         the high end"
            .to_owned()
    })
}
