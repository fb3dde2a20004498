//! What a size rests on, in words: what was assumed, what was not counted, what is not modelled.

use super::ends;
use super::on_chip::ChipSizing;
use super::step::{Step, Tokens, Work};
use crate::derive::estimate::Estimate;
use crate::derive::hf_config;
use crate::derive::inputs::Inputs;
use crate::derive::memory::Range;
use crate::derive::prior::Basis;
use crate::derive::roofline::Bound;
use crate::derive::work::Trained;
use crate::units::{format_count, format_number, format_range};

#[derive(Default)]
pub struct Words {
    /// Whether something of the memory is among what was not counted.
    pub is_least: bool,
    pub assumptions: Vec<String>,
    pub not_counted: Vec<String>,
    pub not_modelled: Vec<String>,
}

pub fn of(estimate: &Estimate, step: &Step, memory: Option<Range>, chips: &[ChipSizing]) -> Words {
    let mut words = Words::default();
    of_memory(&mut words, estimate, step, memory);
    of_missing(&mut words, estimate, step);
    words.not_modelled.extend(undivided(estimate, step, chips));
    of_times(&mut words, step, chips);
    of_runs(&mut words, estimate, step, chips);
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
        _ => {
            without_cache(estimate, step).into_iter().for_each(&mut assume);
            assume("one copy of the model, spread evenly over the chips".to_owned());
        }
    }
    assume("the high end adds a tenth for fragmentation, buffers and the runtime when chips are counted".to_owned());
    if inputs.choice("precision").is_none() {
        let between = if step.work == Some(Work::Training) { "2 to 6" } else { "half a byte to 2" };
        assume(format!("precision not stated: weights take {between} bytes for each parameter"));
    }
    if let Some(language) = estimate.language_params() {
        assume(format!("parameters are those of the language model alone: {}", format_count(language)));
    } else if inputs.number("model.params").is_none() {
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
        let parts = step.parts.unwrap_or_default();
        if parts.activations.is_some() && inputs.flag("training.activation_checkpointing").is_none() {
            assume("activation checkpointing not stated: the range holds both ways".to_owned());
        }
        let is_global = inputs.number("batch_size_per_device").is_none() && inputs.number("batch_size").is_some();
        if is_global && parts.activations.or(parts.logits).is_some() {
            assume("the low end works off the global batch one example at a time, the high end all at once".to_owned());
        }
    } else if estimate.keeps_cache()
        && inputs.number("serving.concurrent_sequences").is_none()
        && inputs.number("serving.context_length").is_some()
    {
        assume("serving.concurrent_sequences not stated: one sequence at a time".to_owned());
    }
    words.assumptions.extend(ends::of(estimate, step));
}

/// That nothing is cached, where the configuration says so or where the profile states what a cache would hold.
fn without_cache(estimate: &Estimate, step: &Step) -> Option<String> {
    let inputs = &estimate.inputs;
    if step.work != Some(Work::Forward) || estimate.keeps_cache() {
        return None;
    }
    if estimate.is_encoder() {
        let path = hf_config::PATH;
        return Some(format!("an encoder ({path}): no KV cache, and no time a token, for it takes its input at once"));
    }
    let stated = inputs.is_known("serving.context_length") || inputs.is_known("serving.concurrent_sequences");
    let domain = inputs.choice("domain").filter(|_| stated)?;
    Some(format!("no KV cache: a model of domain `{domain}` takes its input at once"))
}

/// That servers split a model over numbers of chips that divide its attention heads, where the chips needed may be others.
///
/// vLLM refuses three chips for 64 heads: <https://github.com/vllm-project/vllm/issues/5003>, and eight for 28:
/// <https://github.com/vllm-project/vllm/issues/11797>.
fn undivided(estimate: &Estimate, step: &Step, chips: &[ChipSizing]) -> Option<String> {
    let heads = estimate.inputs.number("model.attention_heads")?;
    let is_undivided = |chips: f64| heads % chips != 0.0;
    let ends = chips.iter().filter(|chip| !chip.is_beyond).filter_map(|chip| chip.needed);
    let example = ends.flat_map(|needed| [needed.low, needed.high]).find(|chips| is_undivided(*chips))?;
    let [heads, example] = [heads, example].map(format_number);
    (step.work == Some(Work::Decoding)).then(|| {
        format!(
            "tensor parallelism over chips that divide the attention heads ({heads}): where {example} chips are needed, take \
             the next number that divides them"
        )
    })
}

/// What could not be counted for want of an input, and what no formula covers.
fn of_missing(words: &mut Words, estimate: &Estimate, step: &Step) {
    let inputs = &estimate.inputs;
    let Some(work) = step.work else {
        words.not_modelled.push("work that neither trains nor serves a model (phase)".to_owned());
        return;
    };
    if step.params.is_none() && inputs.number("embedding_size").is_none() {
        let text = match (inputs.number("memory_needed"), inputs.is_known(hf_config::PATH)) {
            (Some(_), _) => return,
            (None, true) => "everything: the configuration tells no parameters; state model.params or memory_needed",
            (None, false) => "everything: state model.params, or model.hf_config, or memory_needed",
        };
        words.not_counted.push(text.to_owned());
        if estimate.is_of_another_architecture() {
            words.not_modelled.push(format!("the architecture that `{}` tells", hf_config::PATH));
        }
        return;
    }
    let left_out = left_out(estimate, step);
    words.is_least = !left_out.is_empty();
    words.not_counted.extend(left_out);
    if !step.is_modelled {
        let architecture = match inputs.choice("domain") {
            _ if estimate.is_of_another_architecture() => format!("the architecture that `{}` tells", hf_config::PATH),
            None => "an architecture that is not stated (domain)".to_owned(),
            Some(domain) => format!("the architecture of domain `{domain}`"),
        };
        words.not_modelled.push(format!("{architecture}: {}, and no time is given", counted(step)));
    } else if inputs.choice("domain").is_none() {
        words.assumptions.push("domain not stated: a transformer, by its shape".to_owned());
    }
    if inputs.choice("domain") == Some("multimodal") {
        words.not_modelled.push("encoders of images or sound beside the language model".to_owned());
    }
    if step.is_modelled && work != Work::Training {
        let serving = if estimate.keeps_cache() {
            "batching of requests, prompt processing, speculative decoding, prefix sharing"
        } else {
            "batching of requests"
        };
        words.not_modelled.push(serving.to_owned());
    }
}

/// What is counted of an architecture whose arithmetic is not modelled.
fn counted(step: &Step) -> &'static str {
    let parts = step.parts.unwrap_or_default();
    if parts.activations.or(parts.kv_cache).is_some() {
        "its memory is counted as that of a transformer"
    } else {
        "only its parameters are counted"
    }
}

/// What belongs to the memory and was not counted, with what to state for it.
pub fn left_out(estimate: &Estimate, step: &Step) -> Vec<String> {
    let inputs = &estimate.inputs;
    let mut left_out = Vec::new();
    let (Some(work), Some(parts)) = (step.work, step.parts) else { return left_out };
    if inputs.number("memory_needed").is_some() {
        return left_out;
    }
    if step.params.is_none() {
        left_out.push("the layers beside the embedding tables: state model.params".to_owned());
        return left_out;
    }
    if estimate.language_params().is_some() {
        left_out.push("the parts beside the language model: state model.params".to_owned());
    }
    if parts.activations.is_none() {
        left_out.extend(match work {
            Work::Training if !step.is_modelled => Some("activations, for which there is no formula here".to_owned()),
            Work::Training => {
                let mut names = missing(inputs, &["model.layers", "model.hidden_size", "sequence_length"]);
                if inputs.number("batch_size").or(inputs.number("batch_size_per_device")).is_none() {
                    names.push("batch_size_per_device");
                }
                Some(format!("activations: state {}", names.join(", ")))
            }
            Work::Forward => Some("activations of a forward pass".to_owned()),
            // Next to nothing while tokens follow one by one; a prompt is told with the cache.
            Work::Decoding => None,
        });
    }
    let has_vocabulary = step.is_modelled && !step.is_of_images;
    if work == Work::Training && has_vocabulary && inputs.number("model.vocab_size").is_none() {
        left_out.push("logits: state model.vocab_size".to_owned());
    }
    if work == Work::Decoding && parts.kv_cache.is_none() {
        let names = missing(inputs, &["model.layers", "model.hidden_size", "model.kv_heads", "serving.context_length"]);
        left_out.push(if estimate.latent_width().is_some() {
            format!("KV cache: state {}", missing(inputs, &["serving.context_length"]).join(", "))
        } else if estimate.has_cache_of_its_own() {
            "KV cache: by its configuration the model keeps other than keys and values for each head; state \
             memory_needed from a run"
                .to_owned()
        } else {
            format!("KV cache: state {}", names.join(", "))
        });
    }
    left_out
}

fn missing<'n>(inputs: &Inputs, names: &[&'n str]) -> Vec<&'n str> {
    names.iter().copied().filter(|name| inputs.number(name).is_none()).collect()
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
            if step.parts.is_none_or(|parts| parts.kv_cache.is_none()) {
                assume("the times do not count reading the KV cache".to_owned());
            }
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
        assume("the arithmetic of attention is not counted: its shape or the length is not known".to_owned());
    }
    match step.chips {
        Some(1.0) => assume("times are for the one chip that is planned, where it holds the work".to_owned()),
        Some(planned) => assume(format!(
            "times are for the {} chips that are planned, where they hold it, on the largest machines with each chip",
            format_number(planned)
        )),
        None => assume(
            "times are for one chip where it fits on one, else for all chips of the smallest system that holds it, \
             else for the most that the memory can need"
                .to_owned(),
        ),
    }
    assume("the best case is the roofline: arithmetic, memory and links each at their peak, all overlapped".to_owned());
    assume(format!("the likely range is what published runs reached of it: {}", bases(chips)));
    let is_moving = |chip: &ChipSizing| chip.bound.is_some_and(|bound| bound != Bound::Compute);
    if step.work != Some(Work::Decoding) && timed().any(is_moving) {
        assume("what memory or links bind is taken to reach as much of its best as arithmetic does".to_owned());
    }
}

/// Why no time of a run is given, where one is asked for.
fn of_runs(words: &mut Words, estimate: &Estimate, step: &Step, chips: &[ChipSizing]) {
    let is_asked = estimate.inputs.number("training.tokens").is_some() && step.work == Some(Work::Training);
    if !is_asked || !step.is_modelled || step.active.is_none() || chips.iter().any(|it| it.run_seconds.is_some()) {
        return;
    }
    let text = if step.run_tokens.is_none() && step.is_of_images {
        "state sequence_length"
    } else if step.run_tokens.is_none() {
        "whether training.tokens counts tokens or examples cannot be told; state sequence_length"
    } else if step.chips.is_none() && words.is_least {
        "the memory is not all counted, and so the chips are not known; state training.chips"
    } else {
        return;
    };
    words.not_counted.push(format!("the time of a run: {text}"));
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
