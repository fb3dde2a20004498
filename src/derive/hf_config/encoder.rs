//! Encoders of text and of images, and encoders with a decoder.
//!
//! Counted tensor by tensor after the reference implementations of Hugging Face transformers
//! (<https://github.com/huggingface/transformers/tree/main/src/transformers/models>), without heads for single tasks.

use super::{Config, Count, Gap, Shape};

/// Every `model_type` that is known here.
pub const KINDS: [&str; 12] = [
    "bert",
    "roberta",
    "xlm-roberta",
    "camembert",
    "distilbert",
    "vit",
    "deit",
    "t5",
    "mt5",
    "bart",
    "mbart",
    "whisper",
];

/// Encoders without a decoder.
const ALONE: [&str; 7] = ["bert", "roberta", "xlm-roberta", "camembert", "distilbert", "vit", "deit"];

/// Whether it only encodes: it works on all tokens of its input at once and keeps nothing of them. A configuration may
/// say that its attention is masked as that of a decoder.
pub fn is_alone(kind: &str, config: &Config) -> bool {
    ALONE.contains(&kind) && !config.flag("is_decoder", false)
}

/// The shape and the parameters.
///
/// # Errors
/// An architecture that is not known here, or a field that it lacks.
pub fn of(kind: &str, config: &Config) -> Result<(Shape, Count), Gap> {
    let (shape, all) = match kind {
        "bert" | "roberta" | "xlm-roberta" | "camembert" => bert(config)?,
        "distilbert" => distilbert(config)?,
        "vit" | "deit" => vision(kind, config)?,
        "t5" | "mt5" => t5(config)?,
        "bart" | "mbart" => bart(config)?,
        "whisper" => whisper(config)?,
        _ => return Err(Gap::Unknown),
    };
    Ok((shape, Count { all, active: all }))
}

/// One block of attention with biases on all four projections.
fn attention(width: f64) -> f64 {
    4.0 * (width * width + width)
}

/// Two matrices with biases.
fn feed_forward(width: f64, inner: f64) -> f64 {
    2.0 * width * inner + inner + width
}

/// A norm with a bias.
fn norm(width: f64) -> f64 {
    2.0 * width
}

fn square_shape(layers: f64, hidden: f64, heads: f64, vocab: Option<f64>) -> Shape {
    Shape {
        layers: Some(layers),
        hidden: Some(hidden),
        heads: Some(heads),
        kv_heads: Some(heads),
        head_dim: Some(hidden / heads.max(1.0)),
        vocab,
        ..Shape::default()
    }
}

fn bert(config: &Config) -> Result<(Shape, f64), Gap> {
    let number = |key: &str| config.number(&[key]);
    let (layers, hidden, inner) =
        (config.need(&["num_hidden_layers"])?, config.need(&["hidden_size"])?, config.need(&["intermediate_size"])?);
    let vocab = config.need(&["vocab_size"])?;
    let rows = vocab + config.need(&["max_position_embeddings"])? + number("type_vocab_size").unwrap_or(2.0);
    let layer = attention(hidden) + feed_forward(hidden, inner) + 2.0 * norm(hidden);
    let pooler = hidden * hidden + hidden;
    let all = rows * hidden + norm(hidden) + layers * layer + pooler;
    Ok((square_shape(layers, hidden, config.need(&["num_attention_heads"])?, Some(vocab)), all))
}

fn distilbert(config: &Config) -> Result<(Shape, f64), Gap> {
    let (layers, hidden, inner) = (config.need(&["n_layers"])?, config.need(&["dim"])?, config.need(&["hidden_dim"])?);
    let vocab = config.need(&["vocab_size"])?;
    let layer = attention(hidden) + feed_forward(hidden, inner) + 2.0 * norm(hidden);
    let all = (vocab + config.need(&["max_position_embeddings"])?) * hidden + norm(hidden) + layers * layer;
    Ok((square_shape(layers, hidden, config.need(&["n_heads"])?, Some(vocab)), all))
}

/// A vision transformer: patches are cut by a convolution, and one or two more tokens are learned.
fn vision(kind: &str, config: &Config) -> Result<(Shape, f64), Gap> {
    let number = |key: &str| config.number(&[key]);
    let (layers, hidden, inner) =
        (config.need(&["num_hidden_layers"])?, config.need(&["hidden_size"])?, config.need(&["intermediate_size"])?);
    let (image, patch) = (config.need(&["image_size"])?, config.need(&["patch_size"])?.max(1.0));
    let tokens = if kind == "deit" { 2.0 } else { 1.0 };
    let patches = (image / patch).floor().powi(2);
    let cut = number("num_channels").unwrap_or(3.0) * patch * patch * hidden + hidden;
    let layer = attention(hidden) + feed_forward(hidden, inner) + 2.0 * norm(hidden);
    let all = cut + (tokens + patches + tokens) * hidden + layers * layer + norm(hidden);
    let shape = square_shape(layers, hidden, config.need(&["num_attention_heads"])?, None);
    Ok((Shape { sequence: Some(patches + tokens), ..shape }, all))
}

/// The shape of an encoder with a decoder: layers of both, and no key and value heads, for a cache is kept of the
/// decoder alone, and twice.
fn paired_shape(layers: f64, hidden: f64, heads: f64, vocab: f64) -> Shape {
    Shape { kv_heads: None, ..square_shape(layers, hidden, heads, Some(vocab)) }
}

fn t5(config: &Config) -> Result<(Shape, f64), Gap> {
    let number = |key: &str| config.number(&[key]);
    let (hidden, inner, vocab) = (config.need(&["d_model"])?, config.need(&["d_ff"])?, config.need(&["vocab_size"])?);
    let (heads, head) = (config.need(&["num_heads"])?, config.need(&["d_kv"])?);
    let layers = config.need(&["num_layers"])?;
    let decoder = number("num_decoder_layers").unwrap_or(layers);
    let gated = config.text("feed_forward_proj").is_some_and(|kind| kind.starts_with("gated"));
    let feed = if gated { 3.0 } else { 2.0 } * hidden * inner;
    let attention = 4.0 * hidden * heads * head;
    let buckets = number("relative_attention_num_buckets").unwrap_or(32.0) * heads;
    let vocabularies = if config.flag("tie_word_embeddings", true) { 1.0 } else { 2.0 };
    let all = vocabularies * vocab * hidden
        + layers * (attention + feed + 2.0 * hidden)
        + decoder * (2.0 * attention + feed + 3.0 * hidden)
        + 2.0 * buckets
        + 2.0 * hidden;
    Ok((Shape { head_dim: Some(head), ..paired_shape(layers + decoder, hidden, heads, vocab) }, all))
}

fn bart(config: &Config) -> Result<(Shape, f64), Gap> {
    let (hidden, vocab) = (config.need(&["d_model"])?, config.need(&["vocab_size"])?);
    let (encoder, decoder) = (config.need(&["encoder_layers"])?, config.need(&["decoder_layers"])?);
    // Two positions stand before the first.
    let positions = 2.0 * (config.need(&["max_position_embeddings"])? + 2.0) * hidden;
    let in_encoder = attention(hidden) + feed_forward(hidden, config.need(&["encoder_ffn_dim"])?) + 2.0 * norm(hidden);
    let in_decoder =
        2.0 * attention(hidden) + feed_forward(hidden, config.need(&["decoder_ffn_dim"])?) + 3.0 * norm(hidden);
    let last = if config.flag("add_final_layer_norm", config.text("model_type") == Some("mbart")) { 2.0 } else { 0.0 };
    let all = vocab * hidden + positions + (2.0 + last) * norm(hidden) + encoder * in_encoder + decoder * in_decoder;
    Ok((paired_shape(encoder + decoder, hidden, config.need(&["encoder_attention_heads"])?, vocab), all))
}

fn whisper(config: &Config) -> Result<(Shape, f64), Gap> {
    let (hidden, vocab) = (config.need(&["d_model"])?, config.need(&["vocab_size"])?);
    let (encoder, decoder) = (config.need(&["encoder_layers"])?, config.need(&["decoder_layers"])?);
    // Keys have no bias.
    let attention = attention(hidden) - hidden;
    let cut = 3.0 * hidden * (config.need(&["num_mel_bins"])? + hidden) + 2.0 * hidden;
    let positions = (config.need(&["max_source_positions"])? + config.need(&["max_target_positions"])?) * hidden;
    let in_encoder = attention + feed_forward(hidden, config.need(&["encoder_ffn_dim"])?) + 2.0 * norm(hidden);
    let in_decoder = 2.0 * attention + feed_forward(hidden, config.need(&["decoder_ffn_dim"])?) + 3.0 * norm(hidden);
    let all = cut + positions + vocab * hidden + encoder * in_encoder + decoder * in_decoder + 2.0 * norm(hidden);
    Ok((paired_shape(encoder + decoder, hidden, config.need(&["encoder_attention_heads"])?, vocab), all))
}
