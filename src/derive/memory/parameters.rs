//! How many parameters a dense transformer has, when nobody has said.

use super::Range;

/// The shape of a dense transformer; what is `None` is not known and widens the count.
#[derive(Clone, Copy, Debug)]
pub struct DenseTransformer {
    pub layers: f64,
    pub hidden: f64,
    pub attention_heads: Option<f64>,
    pub kv_heads: Option<f64>,
    pub head_dim: Option<f64>,
    pub vocab_size: Option<f64>,
}

/// Parameters of the feed-forward part in squares of the width: 8 for the classic pair of matrices four times as wide,
/// and as much for a gated triple of 8/3; gated ones go up to three matrices eight times as wide (24; recalled: Gemma).
const FEED_FORWARD: Range = Range { low: 8.0, high: 24.0 };

/// The largest vocabulary that is usual, where the size is not known (recalled).
const LARGE_VOCABULARY: f64 = 262_144.0;

/// Norms and biases, which are not counted one by one, at the high end.
const SMALL_CHANGE: f64 = 1.01;

/// The parameters of a dense transformer: in each layer the attention projections (2 x width x heads x head width for
/// queries and output, as much again for keys and values by their own number of heads) and the feed-forward part; beside
/// the layers one vocabulary matrix, or two where input and output are not tied. About 12 x layers x width squared.
///
/// "How To Scale Your Model": transformer chapter, <https://jax-ml.github.io/scaling-book/transformers>. A mixture of
/// experts has many more, and no shape here tells it: this holds for dense models alone.
pub fn parameters_of(shape: &DenseTransformer) -> Range {
    let DenseTransformer { layers, hidden, .. } = *shape;
    let queries = match (shape.attention_heads, shape.head_dim) {
        (Some(heads), Some(head)) => heads * head,
        _ => hidden,
    };
    let attention = Range::exactly(queries).scale(2.0) + keys(shape, queries).scale(2.0);
    let layer = attention.scale(hidden) + FEED_FORWARD.scale(hidden * hidden);
    let vocabulary = match shape.vocab_size {
        Some(size) => Range::new(size, 2.0 * size),
        None => Range::new(0.0, 2.0 * LARGE_VOCABULARY),
    };
    let all = layer.scale(layers) + vocabulary.scale(hidden);
    Range::new(all.low, all.high * SMALL_CHANGE)
}

/// Width of the keys of a layer, from one shared head to as many as there are queries.
fn keys(shape: &DenseTransformer, queries: f64) -> Range {
    let from_heads = || Some(queries / shape.attention_heads?.max(1.0));
    match (shape.head_dim.or_else(from_heads), shape.kv_heads) {
        (Some(head), Some(kv_heads)) => Range::exactly(head * kv_heads),
        (Some(head), None) => Range::new(head.min(queries), queries),
        (None, _) => Range::new(0.0, queries),
    }
}

#[cfg(test)]
mod tests {
    use super::{DenseTransformer, parameters_of};

    fn shape(layers: f64, hidden: f64, heads: f64, kv_heads: f64, vocab: f64) -> DenseTransformer {
        DenseTransformer {
            layers,
            hidden,
            attention_heads: Some(heads),
            kv_heads: Some(kv_heads),
            head_dim: None,
            vocab_size: Some(vocab),
        }
    }

    #[test]
    fn holds_the_published_size_of_known_models() {
        let gemma = DenseTransformer { head_dim: Some(128.0), ..shape(46.0, 4608.0, 32.0, 16.0, 256_000.0) };
        for (name, shape, params) in [
            ("GPT-2", shape(12.0, 768.0, 12.0, 12.0, 50_257.0), 124e6),
            ("Llama 2 7B", shape(32.0, 4096.0, 32.0, 32.0, 32_000.0), 6.74e9),
            ("Llama 3.1 8B", shape(32.0, 4096.0, 32.0, 8.0, 128_256.0), 8.03e9),
            ("Llama 3.1 70B", shape(80.0, 8192.0, 64.0, 8.0, 128_256.0), 70.6e9),
            ("Qwen 2.5 7B", shape(28.0, 3584.0, 28.0, 4.0, 152_064.0), 7.62e9),
            ("Gemma 2 27B", gemma, 27.2e9),
        ] {
            let range = parameters_of(&shape);
            assert!(range.low <= params && params <= range.high, "{name}: {range:?}");
        }
    }

    #[test]
    fn knowing_less_never_narrows_and_more_never_shrinks() {
        let known = shape(32.0, 4096.0, 32.0, 8.0, 128_256.0);
        let range = parameters_of(&known);
        for less in [
            DenseTransformer { kv_heads: None, ..known },
            DenseTransformer { vocab_size: None, ..known },
            DenseTransformer { attention_heads: None, kv_heads: None, vocab_size: None, ..known },
        ] {
            let wider = parameters_of(&less);
            assert!(wider.low <= range.low && range.high <= wider.high, "{less:?}");
        }
        for more in [
            DenseTransformer { layers: 64.0, ..known },
            DenseTransformer { hidden: 8192.0, ..known },
            DenseTransformer { vocab_size: Some(256_000.0), ..known },
        ] {
            let larger = parameters_of(&more);
            assert!(larger.low >= range.low && larger.high >= range.high, "{more:?}");
        }
    }
}
