//! Decoders of text: dense and mixtures of experts, with any number of key and value heads.
//!
//! Counted tensor by tensor after the reference implementations of Hugging Face transformers
//! (<https://github.com/huggingface/transformers/tree/main/src/transformers/models>).

use super::{Config, Count, Gap, Latent, Shape, window};

/// How the layers of a family are built, beside the sizes that the configuration gives.
#[derive(Clone, Copy)]
struct Family {
    /// `model_type`s.
    kinds: &'static [&'static str],
    /// Three matrices in the feed-forward part instead of two.
    is_gated: bool,
    /// Norms of the width of the model in each layer.
    norms: f64,
    /// Norms with a bias.
    has_norm_bias: bool,
    biases: Biases,
    queries: QueryNorm,
    /// Whether input and output share a matrix where the configuration does not say.
    is_tied: bool,
    positions: Positions,
}

#[derive(Clone, Copy, PartialEq)]
enum Biases {
    None,
    /// As `attention_bias` and `mlp_bias` say.
    Stated,
    /// On queries, keys and values.
    Inputs,
    All,
}

#[derive(Clone, Copy, PartialEq)]
enum QueryNorm {
    None,
    /// One for all heads of the queries and one for those of the keys, as wide as a head.
    Head,
    /// As wide as all heads together.
    Whole,
}

/// Position embeddings that are learned.
#[derive(Clone, Copy, PartialEq)]
enum Positions {
    None,
    /// So many more than the configuration says.
    Learned(f64),
}

const LLAMA: Family = Family {
    kinds: &["llama", "mistral", "phi3", "granite", "yi", "internlm2", "ministral"],
    is_gated: true,
    norms: 2.0,
    has_norm_bias: false,
    biases: Biases::Stated,
    queries: QueryNorm::None,
    is_tied: false,
    positions: Positions::None,
};

const CLASSIC: Family = Family {
    kinds: &["gpt2"],
    is_gated: false,
    norms: 2.0,
    has_norm_bias: true,
    biases: Biases::All,
    queries: QueryNorm::None,
    is_tied: true,
    positions: Positions::Learned(0.0),
};

const FAMILIES: [Family; 12] = [
    LLAMA,
    Family { kinds: &["qwen2"], biases: Biases::Inputs, ..LLAMA },
    Family { kinds: &["qwen3"], queries: QueryNorm::Head, ..LLAMA },
    Family { kinds: &["gemma"], is_tied: true, ..LLAMA },
    Family { kinds: &["gemma2"], norms: 4.0, is_tied: true, ..LLAMA },
    Family { kinds: &["gemma3_text"], norms: 4.0, queries: QueryNorm::Head, is_tied: true, ..LLAMA },
    Family { kinds: &["olmo2"], queries: QueryNorm::Whole, ..LLAMA },
    CLASSIC,
    Family { kinds: &["opt"], positions: Positions::Learned(2.0), ..CLASSIC },
    Family { kinds: &["gpt_neox"], is_tied: false, positions: Positions::None, ..CLASSIC },
    Family { kinds: &["starcoder2"], positions: Positions::None, ..CLASSIC },
    Family { kinds: &["falcon"], biases: Biases::None, norms: 1.0, positions: Positions::None, ..CLASSIC },
];

/// Mixtures of experts: like one of the dense families but for the feed-forward part.
const EXPERTS: [(&str, &Family); 5] = [
    ("mixtral", &LLAMA),
    ("qwen2_moe", &FAMILIES[1]),
    ("qwen3_moe", &FAMILIES[2]),
    ("olmoe", &FAMILIES[6]),
    ("gpt_oss", &LLAMA),
];

/// Decoders with latent attention.
const LATENT: [&str; 2] = ["deepseek_v2", "deepseek_v3"];

/// The sizes that a configuration gives.
#[derive(Clone, Copy)]
struct Sizes {
    layers: f64,
    hidden: f64,
    heads: f64,
    kv_heads: f64,
    head: f64,
    inner: f64,
    vocab: f64,
}

fn sizes(kind: &str, config: &Config) -> Result<Sizes, Gap> {
    let hidden = config.need(&["hidden_size", "n_embd", "d_model"])?;
    let heads = config.need(&["num_attention_heads", "n_head", "num_heads"])?.max(1.0);
    let kv_heads = if kind == "falcon" {
        let many = config.number(&["num_kv_heads"]).unwrap_or(heads);
        let is_new = config.flag("new_decoder_architecture", false);
        if is_new || !config.flag("multi_query", true) { many } else { 1.0 }
    } else {
        config.number(&["num_key_value_heads"]).unwrap_or(heads)
    };
    Ok(Sizes {
        layers: config.need(&["num_hidden_layers", "n_layer", "num_layers"])?,
        hidden,
        heads,
        kv_heads,
        head: config.number(&["head_dim"]).filter(|head| *head > 0.0).unwrap_or(hidden / heads),
        inner: config.number(&["intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size"]).unwrap_or(4.0 * hidden),
        vocab: config.need(&["vocab_size"])?,
    })
}

impl Sizes {
    fn shape(&self, kind: &str, config: &Config) -> Shape {
        Shape {
            window: window::of(kind, config, self.layers),
            positions: positions(config),
            layers: Some(self.layers),
            hidden: Some(self.hidden),
            heads: Some(self.heads),
            kv_heads: Some(self.kv_heads),
            head_dim: Some(self.head),
            vocab: Some(self.vocab),
            ..Shape::default()
        }
    }
}

/// The positions that it was made for, with what a scaling of them adds.
fn positions(config: &Config) -> Option<f64> {
    let scaling = config.number(&["rope_scaling.factor", "rope_parameters.factor"]).unwrap_or(1.0).max(1.0);
    Some(config.number(&["n_positions", "max_position_embeddings"])? * scaling)
}

/// Every `model_type` that is known here.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    let dense = FAMILIES.iter().flat_map(|family| family.kinds.iter().copied());
    dense.chain(EXPERTS.iter().map(|(kind, _)| *kind)).chain(LATENT)
}

/// The shape and the parameters of a decoder.
///
/// # Errors
/// An architecture that is not known here, or a field that it lacks.
pub fn of(kind: &str, config: &Config) -> Result<(Shape, Count), Gap> {
    if LATENT.contains(&kind) {
        return latent(config);
    }
    if let Some((_, family)) = EXPERTS.iter().find(|(known, _)| *known == kind) {
        let sizes = sizes(kind, config)?;
        return experts(kind, config, &sizes, family).map(|count| (sizes.shape(kind, config), count));
    }
    let family = FAMILIES.iter().find(|family| family.kinds.contains(&kind)).ok_or(Gap::Unknown)?;
    let sizes = sizes(kind, config)?;
    // OPT 350M puts a projection of its own between embeddings and layers.
    if config.number(&["word_embed_proj_dim"]).is_some_and(|width| width != sizes.hidden) {
        return Err(Gap::Because("it has a projection between embeddings and layers, which is not counted here"));
    }
    let layer = attention(family, config, &sizes) + feed_forward(family, config, sizes.hidden, sizes.inner);
    let is_new_falcon = kind == "falcon" && config.flag("new_decoder_architecture", false);
    let norms = if is_new_falcon { 2.0 } else { family.norms };
    let all = sizes.layers * (layer + norms * norm(family, sizes.hidden)) + outside(family, config, &sizes);
    Ok((sizes.shape(kind, config), Count { all, active: all }))
}

fn norm(family: &Family, width: f64) -> f64 {
    if family.has_norm_bias { 2.0 * width } else { width }
}

/// Projections of queries, keys, values and output, with their biases and norms.
fn attention(family: &Family, config: &Config, sizes: &Sizes) -> f64 {
    let (queries, keys) = (sizes.heads * sizes.head, sizes.kv_heads * sizes.head);
    let weights = sizes.hidden * (2.0 * queries + 2.0 * keys);
    let inputs = queries + 2.0 * keys;
    let biases = match family.biases {
        Biases::None => 0.0,
        Biases::Inputs => inputs,
        Biases::All => inputs + sizes.hidden,
        Biases::Stated if config.flag("attention_bias", false) => inputs + sizes.hidden,
        Biases::Stated => 0.0,
    };
    let norms = match family.queries {
        QueryNorm::None => 0.0,
        QueryNorm::Head => 2.0 * sizes.head,
        QueryNorm::Whole => queries + keys,
    };
    weights + biases + norms
}

fn feed_forward(family: &Family, config: &Config, hidden: f64, inner: f64) -> f64 {
    let matrices = if family.is_gated { 3.0 } else { 2.0 };
    let has_biases = family.biases == Biases::All || family.biases == Biases::Stated && config.flag("mlp_bias", false);
    let biases = if has_biases { (matrices - 1.0) * inner + hidden } else { 0.0 };
    matrices * hidden * inner + biases
}

/// Embeddings, the last norm, and the output matrix where it is one of its own.
fn outside(family: &Family, config: &Config, sizes: &Sizes) -> f64 {
    let vocabularies = if config.flag("tie_word_embeddings", family.is_tied) { 1.0 } else { 2.0 };
    let positions = match family.positions {
        Positions::None => 0.0,
        Positions::Learned(more) => config.number(&["n_positions", "max_position_embeddings"]).unwrap_or(0.0) + more,
    };
    (vocabularies * sizes.vocab + positions) * sizes.hidden + norm(family, sizes.hidden)
}

/// A mixture of experts: every layer, or some of them, has a router and many small feed-forward parts.
fn experts(kind: &str, config: &Config, sizes: &Sizes, family: &Family) -> Result<Count, Gap> {
    let number = config.need(&["num_local_experts", "num_experts"])?;
    let visited = config.need(&["num_experts_per_tok", "experts_per_token"])?;
    let inner = config.number(&["moe_intermediate_size"]).unwrap_or(sizes.inner);
    let hidden = sizes.hidden;
    let (mut each, mut router, mut shared) = (3.0 * hidden * inner, hidden * number, 0.0);
    let mut attention = attention(family, config, sizes);
    if kind == "gpt_oss" {
        // Its experts and router have biases, and its attention a sink for each head.
        each += 2.0 * inner + hidden;
        router += number;
        attention += sizes.heads;
    }
    if let Some(width) = config.number(&["shared_expert_intermediate_size"]).filter(|width| *width > 0.0) {
        shared = 3.0 * hidden * width + hidden;
    }
    let step = config.number(&["decoder_sparse_step"]).unwrap_or(1.0).max(1.0);
    let plain_only = config.items("mlp_only_layers").len() as f64;
    let sparse = (sizes.layers / step).floor().min(sizes.layers - plain_only).max(0.0);
    let dense = (sizes.layers - sparse) * 3.0 * hidden * sizes.inner;
    let common =
        sizes.layers * (attention + family.norms * norm(family, hidden)) + dense + outside(family, config, sizes);
    let of = |experts: f64| common + sparse * (router + shared + experts * each);
    Ok(Count { all: of(number), active: of(visited) })
}

/// DeepSeek's decoders, whose attention keeps one compressed vector a token, with the rotated part of the keys beside it,
/// instead of keys and values: the shape is told without key and value heads, for no number of them describes that cache.
fn latent(config: &Config) -> Result<(Shape, Count), Gap> {
    let number = |key: &str| config.number(&[key]);
    let (layers, hidden, heads) =
        (config.need(&["num_hidden_layers"])?, config.need(&["hidden_size"])?, config.need(&["num_attention_heads"])?);
    let (rank, rope) = (config.need(&["kv_lora_rank"])?, config.need(&["qk_rope_head_dim"])?);
    let (plain, value) = (config.need(&["qk_nope_head_dim"])?, config.need(&["v_head_dim"])?);
    let queries = heads * (plain + rope);
    let query = match number("q_lora_rank").filter(|rank| *rank > 0.0) {
        Some(rank) => hidden * rank + rank + rank * queries,
        None => hidden * queries,
    };
    let keys = hidden * (rank + rope) + rank + rank * heads * (plain + value);
    let attention = query + keys + heads * value * hidden;
    let experts = config.need(&["n_routed_experts"])?;
    let visited = config.need(&["num_experts_per_tok"])?;
    let each = 3.0 * hidden * config.need(&["moe_intermediate_size"])?;
    let shared = number("n_shared_experts").unwrap_or(0.0) * each;
    // From version 3 on the router has a bias for each expert.
    let bias = if config.text("model_type") == Some("deepseek_v3") { experts } else { 0.0 };
    let dense = number("first_k_dense_replace").unwrap_or(0.0).min(layers);
    let common = layers * (attention + 2.0 * hidden)
        + dense * 3.0 * hidden * config.need(&["intermediate_size"])?
        + 2.0 * config.need(&["vocab_size"])? * hidden
        + hidden;
    let of = |experts_read: f64| common + (layers - dense) * (hidden * experts + bias + shared + experts_read * each);
    let shape = Shape {
        layers: Some(layers),
        hidden: Some(hidden),
        heads: Some(heads),
        vocab: number("vocab_size"),
        positions: positions(config),
        latent: Some(Latent { rank, rope }),
        ..Shape::default()
    };
    Ok((shape, Count { all: of(experts), active: of(visited) }))
}
