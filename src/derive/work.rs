//! The arithmetic of one step of a transformer, and the bytes that it moves.
//!
//! "How To Scale Your Model": transformer and inference chapters, <https://jax-ml.github.io/scaling-book/transformers>,
//! <https://jax-ml.github.io/scaling-book/inference>. Model operations are counted, as MFU counts them: without what is
//! computed anew under checkpointing.

use super::memory::Windowed;

/// The shape that attention has, where it is known: layers, and heads times the width of a head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attention {
    pub layers: f64,
    pub width: f64,
    /// Whether a position sees only those before it, which halves the scores.
    pub causal: bool,
    pub windowed: Option<Windowed>,
}

impl Attention {
    /// Operations for each token of scores and weighted values in a forward pass over sequences of that length.
    fn forward(&self, length: f64) -> f64 {
        let seen = |window: f64| {
            // A position sees half of all tokens on average; with a window, all of it but at the start.
            if self.causal { window * (1.0 - window / (2.0 * length.max(1.0))) } else { window }
        };
        self.over_layers(length, seen)
    }

    /// Operations for each token of scores and weighted values for the last position of a sequence of that length.
    fn last(&self, length: f64) -> f64 {
        self.over_layers(length, |seen| seen)
    }

    /// Sums over the layers with a window and over the others, for the tokens that a position sees of those before it.
    fn over_layers(&self, length: f64, seen: impl Fn(f64) -> f64) -> f64 {
        let (with, window) =
            self.windowed.map_or((0.0, length), |it| (it.layers.min(self.layers), it.tokens.min(length)));
        4.0 * self.width * ((self.layers - with) * seen(length) + with * seen(window))
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
    2.0 * active + attention.map_or(0.0, |attention| attention.last(cached))
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

#[cfg(test)]
mod tests {
    use super::{Attention, Windowed, decoding_flops, forward_flops};

    /// Sums over positions one by one, what the formula closes.
    fn seen_one_by_one(length: u32, window: u32) -> f64 {
        let seen = (0..length).map(|position| f64::from(position.min(window)) + 0.5).sum::<f64>();
        seen / f64::from(length)
    }

    #[test]
    fn a_window_costs_what_its_positions_see() {
        let (length, window) = (4096, 512);
        let attention = Attention {
            layers: 10.0,
            width: 100.0,
            causal: true,
            windowed: Some(Windowed { layers: 4.0, tokens: f64::from(window) }),
        };
        let positions = 6.0 * seen_one_by_one(length, length) + 4.0 * seen_one_by_one(length, window);
        let flops = forward_flops(0.0, Some(attention), f64::from(length));
        assert!((flops / (400.0 * positions) - 1.0).abs() < 0.01, "{flops}");
        assert_eq!(decoding_flops(0.0, Some(attention), 4096.0), 400.0 * (6.0 * 4096.0 + 4.0 * 512.0));
    }

    #[test]
    fn without_a_window_half_of_all_is_seen() {
        let attention = Attention { layers: 2.0, width: 8.0, causal: true, windowed: None };
        assert_eq!(forward_flops(0.0, Some(attention), 100.0), 4.0 * 2.0 * 8.0 * 50.0);
        let both_ways = Attention { causal: false, ..attention };
        assert_eq!(forward_flops(0.0, Some(both_ways), 100.0), 4.0 * 2.0 * 8.0 * 100.0);
    }
}
