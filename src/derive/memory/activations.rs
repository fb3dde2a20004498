//! What the backward pass remembers of the forward pass, and the logits at its end.

use super::Range;

/// The working set of a layer in hidden states: 24 to 48 in the models that were measured
/// ("Machine Learning Engineering: training performance",
/// <https://github.com/stas00/ml-engineering/blob/744d01e/training/performance/README.md>).
pub(super) const WORKING_SET: Range = Range { low: 20.0, high: 50.0 };

/// Bytes of one hidden state: bytes of a value x tokens of all examples x width.
///
/// "Machine Learning Engineering: training performance",
/// <https://github.com/stas00/ml-engineering/blob/744d01e/training/performance/README.md>.
pub fn hidden_state_bytes(value_bytes: f64, tokens: f64, width: f64) -> f64 {
    value_bytes * tokens * width
}

/// Activations with nothing recomputed: each layer keeps its working set.
///
/// "Machine Learning Engineering: training performance",
/// <https://github.com/stas00/ml-engineering/blob/744d01e/training/performance/README.md>.
pub fn activations_kept(hidden_state: f64, layers: f64, working_set: f64) -> f64 {
    layers * working_set * hidden_state
}

/// Activations under checkpointing: each layer keeps its input, and one working set lives at a time.
///
/// "Machine Learning Engineering: training performance",
/// <https://github.com/stas00/ml-engineering/blob/744d01e/training/performance/README.md>.
pub fn activations_recomputed(hidden_state: f64, layers: f64, working_set: f64) -> f64 {
    (layers + working_set) * hidden_state
}

/// Bytes of one activation: as the precision says; 8-bit training keeps most of them in 16 bits (recalled).
pub(super) fn activation_bytes(precision_bytes: Option<f64>) -> Range {
    match precision_bytes {
        Some(bytes) if bytes >= 2.0 => Range::exactly(bytes),
        Some(_) => Range::new(1.0, 2.0),
        None => Range::new(2.0, 4.0),
    }
}

/// Activations of `tokens` tokens of a transformer. Whether layers are recomputed makes the difference of a factor of
/// tens, so that an unknown `checkpointing` spans both. Source as of [`WORKING_SET`].
pub(super) fn activations(
    value_bytes: Range,
    tokens: Range,
    layers: f64,
    width: f64,
    checkpointing: Option<bool>,
) -> Range {
    let least = hidden_state_bytes(value_bytes.low, tokens.low, width);
    let most = hidden_state_bytes(value_bytes.high, tokens.high, width);
    let recomputed = Range::new(
        activations_recomputed(least, layers, WORKING_SET.low),
        activations_recomputed(most, layers, WORKING_SET.high),
    );
    let kept =
        Range::new(activations_kept(least, layers, WORKING_SET.low), activations_kept(most, layers, WORKING_SET.high));
    match checkpointing {
        Some(true) => recomputed,
        Some(false) => kept,
        // A model of one layer keeps less than it would recompute: neither is the smaller one by nature.
        None => recomputed.hull(kept),
    }
}

/// The logits of `tokens` tokens: one copy in the precision of the activations at least; at most that and one in fp32,
/// 6 bytes a value in 16 bits. Source as of [`WORKING_SET`].
pub(super) fn logits(value_bytes: Range, tokens: Range, vocab_size: f64) -> Range {
    let copies = Range::new(value_bytes.low, value_bytes.high + 4.0);
    tokens.scale(vocab_size).times(copies)
}

#[cfg(test)]
mod tests {
    use super::{
        Range, activation_bytes, activations, activations_kept, activations_recomputed, hidden_state_bytes, logits,
    };

    const GIB: f64 = 1024.0 * 1024.0 * 1024.0;

    /// The worked example of "Machine Learning Engineering" for Llama 3.1 8B, where a layer's working set is 28.
    #[test]
    fn reproduces_the_published_check_case() {
        let gib = |bytes: f64| (bytes / GIB).round();
        let hidden = hidden_state_bytes(2.0, 32768.0, 4096.0);
        let logits = 4.0 * 32768.0 * 128_256.0;
        assert_eq!(gib(28.0 * hidden), 7.0);
        assert_eq!(gib(32.0 * hidden), 8.0);
        assert_eq!(gib(logits), 16.0);
        assert_eq!(gib(activations_recomputed(hidden, 32.0, 28.0) + logits), 31.0);
        assert_eq!(gib(activations_kept(hidden, 32.0, 28.0) + logits), 240.0);
    }

    #[test]
    fn the_unknown_spans_what_is_known() {
        let value = activation_bytes(Some(2.0));
        let tokens = Range::new(1024.0, 4096.0);
        for layers in [1.0, 2.0, 32.0] {
            let of = |checkpointing| activations(value, tokens, layers, 768.0, checkpointing);
            assert_eq!(of(None), of(Some(true)).hull(of(Some(false))));
            assert!(of(None).low <= of(None).high);
        }
    }

    #[test]
    fn a_stated_precision_lies_within_the_unknown_one() {
        let [unknown, bf16, fp32] = [None, Some(2.0), Some(4.0)].map(activation_bytes);
        assert_eq!(unknown, bf16.hull(fp32));
        let size = |bytes| logits(bytes, Range::exactly(1000.0), 32_000.0);
        assert_eq!(size(bf16), Range::new(64e6, 192e6));
        assert!(size(bf16).high <= size(fp32).high);
    }
}
