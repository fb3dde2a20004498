//! What a size rests on, in words: what was assumed, what was not counted, what is not modelled.

use super::on_chip::ChipSizing;
use super::step::{Step, Tokens, Work};
use crate::derive::estimate::Estimate;
use crate::derive::memory::Range;
use crate::derive::prior::Basis;
use crate::derive::work::Trained;
use crate::units::{format_count, format_number, format_range};

#[derive(Default)]
pub struct Words {
    pub assumptions: Vec<String>,
    pub not_counted: Vec<String>,
    pub not_modelled: Vec<String>,
}

pub fn of(estimate: &Estimate, step: &Step, memory: Option<Range>, chips: &[ChipSizing]) -> Words {
    let mut words = Words::default();
    of_memory(&mut words, estimate, step, memory);
    of_missing(&mut words, estimate, step);
    of_times(&mut words, step, chips);
    if memory.is_some() && chips.is_empty() {
        words.not_counted.push("chips: the catalogue knows none that may be used in these places".to_owned());
    }
    words
}

fn of_memory(words: &mut Words, estimate: &Estimate, step: &Step, memory: Option<Range>) {
    let inputs = &estimate.inputs;
    let mut assume = |text: String| words.assumptions.push(text);
    if memory.is_none() {
        return;
    }
    if inputs.number("memory_needed").is_some() {
        return assume("the memory is that of the run you state (memory_needed)".to_owned());
    }
    match step.work {
        Some(Work::Training) => assume(
            "every parameter, gradient and state is kept once, spread evenly over all chips (fully sharded); copies for \
             data parallelism come on top"
                .to_owned(),
        ),
        _ => assume("one copy of the model, spread evenly over the chips".to_owned()),
    }
    assume("the high end adds a tenth for fragmentation, buffers and the runtime when chips are counted".to_owned());
    if inputs.choice("precision").is_none() {
        let between = if step.work == Some(Work::Training) { "2 to 6" } else { "half a byte to 2" };
        assume(format!("precision not stated: weights take {between} bytes for each parameter"));
    }
    if inputs.number("model.params").is_none() {
        let params = step.params.map(|it| format_range(it.low, it.high, format_count)).unwrap_or_default();
        assume(format!("parameters worked out for a dense transformer of the stated shape: {params}"));
    }
    if step.work == Some(Work::Training) {
        if step.trained == Trained::Adapters {
            assume("adapters of a thousandth to a fiftieth of the model (ranks 4 to 64)".to_owned());
        }
        if inputs.choice("training.optimizer").is_none() {
            assume("optimizer not stated: none to two values for each trained parameter".to_owned());
        }
        if inputs.flag("training.activation_checkpointing").is_none() {
            assume("activation checkpointing not stated: the range holds both ways".to_owned());
        }
        if inputs.number("batch_size_per_device").is_none() && inputs.number("batch_size").is_some() {
            assume("the low end works off the global batch one example at a time, the high end all at once".to_owned());
        }
    } else if inputs.number("serving.concurrent_sequences").is_none()
        && inputs.number("serving.context_length").is_some()
    {
        assume("serving.concurrent_sequences not stated: one sequence at a time".to_owned());
    }
}

/// What could not be counted for want of an input, and what no formula covers.
fn of_missing(words: &mut Words, estimate: &Estimate, step: &Step) {
    let inputs = &estimate.inputs;
    let missing = |names: &[&str]| {
        let missing: Vec<&str> = names.iter().copied().filter(|name| inputs.number(name).is_none()).collect();
        missing.join(", ")
    };
    let Some(work) = step.work else {
        words.not_modelled.push("work that neither trains nor serves a model (phase)".to_owned());
        return;
    };
    if step.params.is_none() && inputs.number("embedding_size").is_none() {
        if inputs.number("memory_needed").is_none() {
            words.not_counted.push("everything: state model.params, or model.hf_config, or memory_needed".to_owned());
        }
        return;
    }
    if inputs.number("memory_needed").is_none() && step.params.is_some() {
        let parts = estimate.parts().unwrap_or_default();
        if work == Work::Training {
            if parts.activations.is_none() {
                let names = missing(&["model.layers", "model.hidden_size", "sequence_length"]);
                let batch = if inputs.number("batch_size").or(inputs.number("batch_size_per_device")).is_none() {
                    "batch_size_per_device"
                } else {
                    ""
                };
                let all: Vec<&str> = [names.as_str(), batch].into_iter().filter(|name| !name.is_empty()).collect();
                words.not_counted.push(format!("activations: state {}", all.join(", ")));
            }
            if parts.logits.is_none() && inputs.number("model.vocab_size").is_none() && step.is_modelled {
                words.not_counted.push("logits: state model.vocab_size".to_owned());
            }
        } else if work == Work::Decoding && parts.kv_cache.is_none() {
            let names = missing(&["model.layers", "model.hidden_size", "model.kv_heads", "serving.context_length"]);
            words.not_counted.push(format!("KV cache: state {names}"));
        }
    }
    if !step.is_modelled {
        let domain = inputs.choice("domain").map_or_else(
            || "an architecture that is not stated (domain)".to_owned(),
            |domain| format!("the architecture of domain `{domain}`"),
        );
        words.not_modelled.push(format!("{domain}: only its parameters are counted, and no time is given"));
    } else if inputs.choice("domain").is_none() {
        words.assumptions.push("domain not stated: a transformer, by its shape".to_owned());
    }
    if inputs.choice("domain") == Some("multimodal") {
        words.not_modelled.push("encoders of images or sound beside the language model".to_owned());
    }
    if step.is_modelled && work != Work::Training {
        words
            .not_modelled
            .push("batching of requests, prompt processing, speculative decoding, prefix sharing".to_owned());
    }
}

fn of_times(words: &mut Words, step: &Step, chips: &[ChipSizing]) {
    let timed = || chips.iter().filter(|chip| chip.best_seconds.is_some() || chip.run_seconds.is_some());
    if !step.is_modelled || step.work.is_none() {
        return;
    }
    if step.tokens == Tokens::Unknown {
        let text = "the time of a step: state batch_tokens, or batch_size_per_device with sequence_length";
        words.not_counted.push(text.to_owned());
    }
    if timed().next().is_none() {
        return;
    }
    let mut assume = |text: String| words.assumptions.push(text);
    match step.work {
        Some(Work::Decoding) => {
            let sequences = step.tokens.on(1.0).unwrap_or(1.0);
            assume(if sequences == 1.0 {
                "a token is one of one sequence at its full context".to_owned()
            } else {
                let all = format_number(sequences);
                format!("a token is one for each of {all} sequences, each at its full context")
            });
        }
        Some(Work::Training) if step.recomputes == Some(true) => {
            assume("checkpointing computes a third more, which the best case holds and MFU does not count".to_owned());
        }
        _ => {}
    }
    match step.precision {
        None => assume("times are for 16-bit arithmetic".to_owned()),
        Some(stated) => {
            let mut others: Vec<&str> = timed().filter_map(|chip| chip.precision).filter(|it| *it != stated).collect();
            others.sort_unstable();
            others.dedup();
            if !others.is_empty() {
                let others = others.join(" or ");
                assume(format!("where a chip has no peak in {stated}, its peak in {others} stands for it"));
            }
        }
    }
    if step.attention.is_none() || step.length.is_none() {
        assume("the arithmetic of attention is not counted: its shape or the length is not stated".to_owned());
    }
    match step.chips {
        Some(planned) => {
            assume(format!("times are for the {} chips that are planned, where they hold it", format_number(planned)))
        }
        None => assume("times are for the most chips that the memory can need".to_owned()),
    }
    assume("the best case is the roofline: arithmetic, memory and links each at their peak, all overlapped".to_owned());
    assume(format!("the likely range is what published runs reached of it: {}", bases(chips)));
}

/// `on the same chip (v5p, v6e), else on chips of the same target (h100)`.
fn bases(chips: &[ChipSizing]) -> String {
    let count =
        |basis: Basis| chips.iter().filter(|it| it.utilisation.as_ref().is_some_and(|it| it.basis == basis)).count();
    let groups = [
        (Basis::SameChip, "the same chip"),
        (Basis::SameTarget, "other chips of the target"),
        (Basis::AnyChip, "chips of other targets"),
    ];
    let told: Vec<String> = groups
        .into_iter()
        .filter(|(basis, _)| count(*basis) > 0)
        .map(|(basis, words)| format!("on {words} ({} here)", count(basis)))
        .collect();
    told.join(", ")
}
