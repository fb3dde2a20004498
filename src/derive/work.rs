//! The arithmetic of one step of a transformer, and the bytes that it moves.
//!
//! "How To Scale Your Model": transformer and inference chapters, <https://jax-ml.github.io/scaling-book/transformers>,
//! <https://jax-ml.github.io/scaling-book/inference>. Model operations are counted, as MFU counts them: without what is
//! computed anew under checkpointing.

/// The shape that attention has, where it is known: layers, and heads times the width of a head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attention {
    pub layers: f64,
    pub width: f64,
    /// Whether a position sees only those before it, which halves the scores.
    pub causal: bool,
}

impl Attention {
    /// Operations for each token of scores and weighted values in a forward pass over sequences of that length.
    fn forward(&self, length: f64) -> f64 {
        let all = 4.0 * self.layers * self.width * length;
        if self.causal { all / 2.0 } else { all }
    }
}

/// Which parameters a training step trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trained {
    All,
    /// A few beside frozen ones, whose gradients are not computed.
    Adapters,
}

/// Operations for each token of a forward pass: 2 for each parameter that takes part, and attention.
pub fn forward_flops(active: f64, attention: Option<Attention>, length: f64) -> f64 {
    2.0 * active + attention.map_or(0.0, |attention| attention.forward(length))
}

/// Operations for each token of a training step: a forward pass, and a backward pass of twice that. Beside frozen
/// weights the backward pass computes no gradients of them, half of its work (own arithmetic).
pub fn training_flops(active: f64, attention: Option<Attention>, length: f64, trained: Trained) -> f64 {
    let passes = match trained {
        Trained::All => 3.0,
        Trained::Adapters => 2.0,
    };
    passes * 2.0 * active + 3.0 * attention.map_or(0.0, |attention| attention.forward(length))
}

/// Operations for one new token that attends to `cached` tokens before it.
pub fn decoding_flops(active: f64, attention: Option<Attention>, cached: f64) -> f64 {
    2.0 * active + attention.map_or(0.0, |attention| 4.0 * attention.layers * attention.width * cached)
}

/// Bytes that each chip must take in over its links in a fully sharded training step: the weights in 16 bits for the
/// forward and for the backward pass, and as much of gradients going out, unless the weights are frozen.
///
/// "How To Scale Your Model": training chapter, <https://jax-ml.github.io/scaling-book/training>.
pub fn sharded_training_bytes(params: f64, chips: f64, trained: Trained) -> f64 {
    let times = match trained {
        Trained::All => 3.0,
        Trained::Adapters => 2.0,
    };
    times * 2.0 * params * (chips - 1.0) / chips.max(1.0)
}

/// Bytes that each chip exchanges for one step of decoding split over chips by tensor parallelism: two sums of the
/// activations a layer, each of which passes twice, in 16 bits.
///
/// "How To Scale Your Model": training chapter, <https://jax-ml.github.io/scaling-book/training>.
pub fn tensor_parallel_bytes(layers: f64, hidden: f64, tokens: f64, chips: f64) -> f64 {
    8.0 * layers * hidden * tokens * (chips - 1.0) / chips.max(1.0)
}
