//! One step of the workload: how much arithmetic, how many tokens, in which precision.

use crate::derive::estimate::Estimate;
use crate::derive::hf_config;
use crate::derive::memory::{Parts, Range};
use crate::derive::work::{Attention, Trained, decoding_flops, forward_flops, training_flops};

/// What kind of step it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Forward, backward, update.
    Training,
    /// One more token for each sequence.
    Decoding,
    /// One pass over whole inputs.
    Forward,
}

/// Every kind of step with its name in the catalogue of published runs.
pub const WORKS: [(Work, &str); 3] =
    [(Work::Training, "training"), (Work::Decoding, "decoding"), (Work::Forward, "forward")];

impl Work {
    pub fn id(self) -> &'static str {
        WORKS.iter().find(|(work, _)| *work == self).map_or("", |(_, id)| id)
    }
}

/// What is known of a step. What is `None` is not known, or not modelled.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    pub work: Option<Work>,
    /// Whether the arithmetic of transformers describes it.
    pub is_modelled: bool,
    pub trained: Trained,
    pub params: Option<Range>,
    /// What the memory goes to.
    pub parts: Option<Parts>,
    /// Parameters that a token visits.
    pub active: Option<Range>,
    pub is_sparse: bool,
    pub attention: Option<Attention>,
    pub hidden: Option<f64>,
    /// Tokens of a sequence: its length, or those in the cache.
    pub length: Option<f64>,
    pub tokens: Tokens,
    /// Tokens in one run; none where what the profile states may as well be examples of a length that is not known.
    pub run_tokens: Option<f64>,
    pub precision: Option<&'a str>,
    pub bytes: Option<f64>,
    pub recomputes: Option<bool>,
    /// Whether its tokens are patches of images: it has no vocabulary, and an example is a whole image.
    pub is_of_images: bool,
    /// Chips that are planned.
    pub chips: Option<f64>,
}

/// How many tokens a step works on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tokens {
    Unknown,
    /// On all chips together.
    Together(f64),
    PerChip(f64),
}

impl Tokens {
    /// On so many chips together.
    pub fn on(self, chips: f64) -> Option<f64> {
        match self {
            Tokens::Unknown => None,
            Tokens::Together(tokens) => Some(tokens),
            Tokens::PerChip(tokens) => Some(tokens * chips),
        }
    }
}

impl<'a> Step<'a> {
    pub fn of(estimate: &Estimate<'a, '_>) -> Step<'a> {
        let inputs = &estimate.inputs;
        let domain = inputs.choice("domain");
        let layers = inputs.number("model.layers");
        let hidden = inputs.number("model.hidden_size");
        let generates = estimate.generates();
        let is_modelled = estimate.is_transformer();
        let work = estimate.trains().map(|trains| match (trains, generates) {
            (true, _) => Work::Training,
            (false, true) => Work::Decoding,
            (false, false) => Work::Forward,
        });
        let params = estimate.params();
        let active = inputs.number("model.active_params").map(Range::exactly);
        let adapters = estimate.trains() == Some(true) && estimate.adapters();
        Step {
            work,
            is_modelled,
            trained: if adapters { Trained::Adapters } else { Trained::All },
            params,
            parts: estimate.parts(),
            active: active.or(params),
            is_sparse: active.zip(params).is_some_and(|(active, params)| active.high < params.low),
            attention: layers.zip(width(estimate, work)).filter(|_| is_modelled).map(|(layers, width)| Attention {
                layers,
                width,
                causal: domain != Some("transformer") && !estimate.is_encoder(),
                windowed: estimate.windowed(),
            }),
            hidden,
            length: match work {
                Some(Work::Decoding) => inputs.number("serving.context_length"),
                _ => inputs.number("sequence_length"),
            },
            tokens: tokens(estimate, work),
            run_tokens: run_tokens(estimate),
            is_of_images: is_of_images(estimate),
            precision: inputs.choice("precision"),
            bytes: estimate.precision_bytes(),
            recomputes: inputs.flag("training.activation_checkpointing"),
            chips: inputs.number(if work == Some(Work::Training) { "training.chips" } else { "serving.chips" }),
        }
    }

    /// Model operations for each token, as a range over the parameters.
    pub fn flops_per_token(&self) -> Option<Range> {
        let active = self.active.filter(|_| self.is_modelled)?;
        let length = self.length.unwrap_or(0.0);
        let at = |active: f64| match self.work? {
            Work::Training => Some(training_flops(active, self.attention, length, self.trained)),
            Work::Decoding => Some(decoding_flops(active, self.attention, length)),
            Work::Forward => Some(forward_flops(active, self.attention, length)),
        };
        Some(Range::new(at(active.low)?, at(active.high)?))
    }

    /// How many times more operations are computed than the model asks for: a third more where layers are recomputed.
    pub fn recomputation(&self) -> f64 {
        let recomputes = self.work == Some(Work::Training) && self.recomputes == Some(true);
        if recomputes { 8.0 / 6.0 } else { 1.0 }
    }
}

/// Heads times the width of a head, or the width of the model for it. Latent attention decodes with queries that are
/// brought into the space of its compressed vector: twice that vector and once the rotated part for each head ("DeepSeek-V2",
/// section 2.1.2, <https://arxiv.org/abs/2405.04434>). Of a whole pass its configuration tells no such width.
fn width(estimate: &Estimate, work: Option<Work>) -> Option<f64> {
    let inputs = &estimate.inputs;
    let heads = inputs.number("model.attention_heads");
    match (inputs.number(hf_config::LATENT_RANK), inputs.number(hf_config::LATENT_ROPE)) {
        (Some(rank), Some(rope)) if work == Some(Work::Decoding) => Some(heads? * (2.0 * rank + rope) / 2.0),
        (Some(_), Some(_)) => None,
        _ => {
            let width = heads.zip(inputs.number("model.head_dim")).map(|(heads, head)| heads * head);
            width.or(inputs.number("model.hidden_size"))
        }
    }
}

fn tokens(estimate: &Estimate, work: Option<Work>) -> Tokens {
    let inputs = &estimate.inputs;
    if work == Some(Work::Decoding) {
        // One sequence is the least that serving works on.
        return Tokens::Together(inputs.number("serving.concurrent_sequences").unwrap_or(1.0));
    }
    let length = inputs.number("sequence_length");
    let of_batch = |name: &str| Some(inputs.number(name)? * length?);
    if let Some(tokens) = inputs.number("batch_tokens").or_else(|| of_batch("batch_size")) {
        return Tokens::Together(tokens);
    }
    of_batch("batch_size_per_device").map_or(Tokens::Unknown, Tokens::PerChip)
}

/// Whether the tokens are patches of images: a configuration tells the heads of the model and has no vocabulary.
fn is_of_images(estimate: &Estimate) -> bool {
    let inputs = &estimate.inputs;
    let has_shape = inputs.number("model.attention_heads").is_some();
    inputs.is_known(hf_config::PATH) && has_shape && inputs.number("model.vocab_size").is_none()
}

/// Tokens of a run. What is stated counts tokens where there are sequences, and images where tokens are patches of
/// them. Where neither is known it may be either, and the two are hundreds of times apart.
fn run_tokens(estimate: &Estimate) -> Option<f64> {
    let inputs = &estimate.inputs;
    let stated = inputs.number("training.tokens")?;
    let length = inputs.number("sequence_length");
    if is_of_images(estimate) {
        return Some(stated * length?);
    }
    let has_sequences = estimate.is_of_language() || length.or(inputs.number("batch_tokens")).is_some();
    has_sequences.then_some(stated)
}
