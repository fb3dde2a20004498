//! What serving needs: weights, and for text the keys and values of every token that is still in play.

use super::activations::{WORKING_SET, hidden_state_bytes};
use super::training::SCALE_BYTES;
use super::{Parts, Range};

/// What is known about a served model. Whatever is `None` is not known and widens the estimate.
#[derive(Clone, Copy, Debug)]
pub struct ServingInputs {
    /// All parameters of the model, also those of experts that a token does not visit.
    pub params: f64,
    /// Bytes of one weight (bf16 2, int8 and fp8 1, int4 0.5).
    pub precision_bytes: Option<f64>,
    pub layers: Option<f64>,
    pub hidden: Option<f64>,
    pub attention_heads: Option<f64>,
    pub kv_heads: Option<f64>,
    pub head_dim: Option<f64>,
    /// Whether what it keeps of a token is known to be other than keys and values for each head.
    pub has_cache_of_its_own: bool,
    /// Width of the one vector that it keeps of a token in each layer instead of keys and values (latent attention).
    pub latent_width: Option<f64>,
    pub windowed: Option<Windowed>,
    /// Tokens that one sequence may hold.
    pub context_length: Option<f64>,
    /// Sequences at one time; one where it is not known, the least that serving needs.
    pub sequences: Option<f64>,
}

/// Layers that attend to the last tokens only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Windowed {
    pub layers: f64,
    /// How many tokens they see.
    pub tokens: f64,
}

impl Windowed {
    /// Tokens cached in `layers` layers together: at best the windows keep no more than they show (the rolling buffer of
    /// "Mistral 7B", <https://arxiv.org/abs/2310.06825>), at worst the cache is laid out for all tokens in every layer.
    fn cached(self, layers: f64, tokens: f64) -> Range {
        let windowed = self.layers.min(layers);
        Range::new((layers - windowed) * tokens + windowed * self.tokens.min(tokens), layers * tokens)
    }
}

/// Keys and values of all layers: 2 x bytes x heads x width of a head x layers x tokens x sequences.
///
/// "How To Scale Your Model": inference chapter, <https://jax-ml.github.io/scaling-book/inference>.
pub fn kv_cache_bytes(value_bytes: f64, kv_width: f64, layers: f64, tokens: f64, sequences: f64) -> f64 {
    2.0 * value_bytes * kv_width * layers * tokens * sequences
}

/// The smallest width of a head that is met, where neither it nor the number of heads is known (recalled).
const NARROWEST_HEAD: f64 = 64.0;

/// Tokens whose prompt is worked on in one go; longer ones are cut up (recalled: the usual chunk of prefill at most).
const PREFILL_TOKENS: f64 = 8192.0;

/// The memory of one copy of a served model. Without a precision the weights may be anything from four bits to bf16.
///
/// Bytes of weights: parameters x bytes, and the scales of quantised ones ("How To Scale Your Model": inference chapter,
/// <https://jax-ml.github.io/scaling-book/inference>; scales: recalled). What the runtime sets aside for itself is in the
/// overhead of [`super::chips_needed`].
pub fn serving_memory(inputs: &ServingInputs) -> Parts {
    let weight = match inputs.precision_bytes {
        Some(bytes) if bytes >= 2.0 => Range::exactly(bytes),
        Some(quantised) => Range::new(quantised, quantised + SCALE_BYTES),
        None => Range::new(0.5, 2.0),
    };
    Parts {
        weights: weight.scale(inputs.params),
        kv_cache: kv_cache(inputs),
        activations: working_set(inputs),
        ..Parts::default()
    }
}

/// Bytes of one cached value: as the weights, where those have 16 bits or more; under quantised weights 8 or 16 bits.
fn cached_bytes(precision_bytes: Option<f64>) -> Range {
    match precision_bytes {
        Some(bytes) if bytes >= 2.0 => Range::exactly(bytes),
        _ => Range::new(1.0, 2.0),
    }
}

fn kv_cache(inputs: &ServingInputs) -> Option<Range> {
    let (layers, tokens) = (inputs.layers?, inputs.context_length?);
    let sequences = inputs.sequences.unwrap_or(1.0);
    let value = cached_bytes(inputs.precision_bytes);
    if let Some(width) = inputs.latent_width {
        return Some(value.scale(latent_cache_values(width, layers, tokens, sequences)));
    }
    if inputs.has_cache_of_its_own {
        return None;
    }
    let width = kv_width(inputs)?;
    let all = Range::exactly(layers * tokens);
    let cached = inputs.windowed.map_or(all, |windowed| windowed.cached(layers, tokens));
    Some(Range::new(
        kv_cache_bytes(value.low, width.low, 1.0, cached.low, sequences),
        kv_cache_bytes(value.high, width.high, 1.0, cached.high, sequences),
    ))
}

/// Values that latent attention keeps: one compressed vector, with the rotated part of the keys, for each token and layer.
///
/// "DeepSeek-V2", section 2.1 and table 1, <https://arxiv.org/abs/2405.04434>. An implementation that keeps the expanded
/// keys and values, as the reference code of the model does, needs many times more.
pub fn latent_cache_values(width: f64, layers: f64, tokens: f64, sequences: f64) -> f64 {
    width * layers * tokens * sequences
}

/// Width of the keys of one layer: key-value heads x width of a head. Between one head shared by all (MQA) and as many
/// as there are attention heads (MHA) where their number is not known.
fn kv_width(inputs: &ServingInputs) -> Option<Range> {
    let from_hidden = || Some(inputs.hidden? / inputs.attention_heads?.max(1.0));
    let head = inputs.head_dim.or_else(from_hidden);
    match (inputs.kv_heads, head) {
        (Some(kv_heads), Some(head)) => Some(Range::exactly(kv_heads * head)),
        (None, Some(head)) => {
            let widest = match inputs.attention_heads {
                Some(heads) => heads * head,
                None => inputs.hidden?.max(head),
            };
            Some(Range::new(head, widest))
        }
        (kv_heads, None) => {
            let least = kv_heads.unwrap_or(1.0) * NARROWEST_HEAD;
            Some(Range::new(least, inputs.hidden?))
        }
    }
}

/// What one layer holds while it works: nothing worth counting in decoding, a prompt's working set in prefill.
fn working_set(inputs: &ServingInputs) -> Option<Range> {
    let tokens = inputs.context_length?.min(PREFILL_TOKENS);
    let value = inputs.precision_bytes.unwrap_or(2.0).max(2.0);
    let most = WORKING_SET.high * hidden_state_bytes(value, tokens, inputs.hidden?);
    Some(Range::new(0.0, most))
}

#[cfg(test)]
mod tests {
    use super::{Range, ServingInputs, Windowed, serving_memory};

    fn llama2_13b() -> ServingInputs {
        ServingInputs {
            params: 13e9,
            precision_bytes: Some(2.0),
            layers: Some(40.0),
            hidden: Some(5120.0),
            attention_heads: Some(40.0),
            kv_heads: Some(40.0),
            head_dim: None,
            has_cache_of_its_own: false,
            latent_width: None,
            windowed: None,
            context_length: Some(8192.0),
            sequences: None,
        }
    }

    /// "How To Scale Your Model" puts LLaMA 2 13B at 6.7 GB of cache for one sequence of 8,192 tokens.
    #[test]
    fn reproduces_the_published_cache() {
        let cache = serving_memory(&llama2_13b()).kv_cache.unwrap_or_default();
        assert_eq!(cache.low, cache.high);
        assert_eq!((cache.low / 1e8).round() / 10.0, 6.7);
    }

    #[test]
    fn unknown_key_value_heads_reach_from_one_to_all() {
        let known = serving_memory(&llama2_13b()).kv_cache.unwrap_or_default();
        let unknown = ServingInputs { kv_heads: None, ..llama2_13b() };
        let cache = serving_memory(&unknown).kv_cache.unwrap_or_default();
        assert_eq!(cache, Range::new(known.high / 40.0, known.high));
        let headless = ServingInputs { kv_heads: None, attention_heads: None, ..llama2_13b() };
        let wide = serving_memory(&headless).kv_cache.unwrap_or_default();
        assert!(wide.low <= cache.low && wide.high >= cache.high, "{wide:?}");
    }

    #[test]
    fn without_a_context_nothing_is_said_about_the_cache() {
        let parts = serving_memory(&ServingInputs { context_length: None, ..llama2_13b() });
        assert_eq!((parts.kv_cache, parts.activations), (None, None));
        assert_eq!(parts.total(), Range::exactly(26e9));
    }

    #[test]
    fn nothing_is_said_of_a_cache_of_another_kind() {
        let parts = serving_memory(&ServingInputs { kv_heads: None, has_cache_of_its_own: true, ..llama2_13b() });
        assert_eq!(parts.kv_cache, None);
    }

    /// "DeepSeek-V2", table 1: (512 + 64) x layers values a token; of DeepSeek-V3 576 x 61 x 2 bytes, 70,272 a token.
    #[test]
    fn latent_attention_keeps_one_vector_a_token() {
        let latent = ServingInputs {
            layers: Some(61.0),
            latent_width: Some(576.0),
            has_cache_of_its_own: true,
            context_length: Some(1000.0),
            ..llama2_13b()
        };
        assert_eq!(serving_memory(&latent).kv_cache, Some(Range::exactly(70_272_000.0)));
        let narrow = ServingInputs { precision_bytes: Some(1.0), ..latent };
        assert_eq!(serving_memory(&narrow).kv_cache, Some(Range::new(35_136_000.0, 70_272_000.0)));
    }

    #[test]
    fn a_window_reaches_from_its_own_tokens_to_all() {
        let all = serving_memory(&llama2_13b()).kv_cache.unwrap_or_default();
        let cache = |layers, tokens| {
            let windowed = Some(Windowed { layers, tokens });
            serving_memory(&ServingInputs { windowed, ..llama2_13b() }).kv_cache.unwrap_or_default()
        };
        // Half of 40 layers see 2,048 of 8,192 tokens: 20 x 8192 + 20 x 2048 is five eighths of 40 x 8192.
        assert_eq!(cache(20.0, 2048.0), Range::new(all.high * 0.625, all.high));
        assert_eq!(cache(40.0, 2048.0), Range::new(all.high * 0.25, all.high));
        assert_eq!(cache(40.0, 9000.0), all, "a window longer than the context hides nothing");
        assert_eq!(cache(99.0, 2048.0), cache(40.0, 2048.0), "no more layers than there are");
    }

    #[test]
    fn an_unknown_precision_reaches_from_four_bits_to_sixteen() {
        let parts = serving_memory(&ServingInputs { precision_bytes: None, ..llama2_13b() });
        assert_eq!(parts.weights, Range::new(6.5e9, 26e9));
        for precision_bytes in [Some(0.5), Some(1.0), Some(2.0)] {
            let known = serving_memory(&ServingInputs { precision_bytes, ..llama2_13b() }).total();
            assert!(parts.total().low <= known.low && known.high <= parts.total().high);
        }
    }

    #[test]
    fn narrower_weights_never_need_more() {
        let mut before = Range::default();
        for bytes in [0.5, 1.0, 2.0, 4.0] {
            let inputs = ServingInputs { precision_bytes: Some(bytes), ..llama2_13b() };
            let total = serving_memory(&inputs).total();
            assert!(total.low <= total.high && before.low <= total.low && before.high <= total.high);
            before = total;
        }
    }

    #[test]
    fn more_of_anything_never_needs_less() {
        let base = serving_memory(&llama2_13b()).total();
        let twice = |value: Option<f64>| value.map(|known| known * 2.0);
        let inputs = llama2_13b();
        for larger in [
            ServingInputs { params: inputs.params * 2.0, ..inputs },
            ServingInputs { layers: twice(inputs.layers), ..inputs },
            ServingInputs { context_length: twice(inputs.context_length), ..inputs },
            ServingInputs { sequences: Some(8.0), ..inputs },
            ServingInputs { kv_heads: twice(inputs.kv_heads), ..inputs },
        ] {
            let total = serving_memory(&larger).total();
            assert!(total.low >= base.low && total.high >= base.high, "{larger:?}");
        }
    }
}
