//! Which layers of a decoder attend to the last tokens only.
//!
//! After the configurations of Hugging Face transformers
//! (<https://github.com/huggingface/transformers/tree/008e574/src/transformers/models>).

use super::Config;

/// A sliding window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// How many layers have it; the others see all tokens.
    pub layers: f64,
    /// How many tokens it shows.
    pub tokens: f64,
}

/// Families in which the window has to be switched on, and then holds from some layer on.
const SWITCHED: [&str; 4] = ["qwen2", "qwen2_moe", "qwen3", "qwen3_moe"];

/// Families in which every layer has it.
const EVERY: [&str; 5] = ["mistral", "ministral", "mixtral", "phi3", "starcoder2"];

/// Families in which one layer in so many sees all tokens, where the configuration does not say otherwise.
const ONE_IN: [(&str, f64); 3] = [("gemma2", 2.0), ("gpt_oss", 2.0), ("gemma3_text", 6.0)];

/// From which layer on a window holds where the configuration does not say.
const FIRST_WITH_WINDOW: f64 = 28.0;

/// The sliding window of a decoder with so many layers; none where every layer sees all tokens.
pub fn of(kind: &str, config: &Config, layers: f64) -> Option<Window> {
    let tokens = config.number(&["sliding_window"]).filter(|tokens| *tokens > 0.0)?;
    let is_switched = SWITCHED.contains(&kind);
    if !config.flag("use_sliding_window", !is_switched) {
        return None;
    }
    let kinds = config.items("layer_types");
    let with_window = if !kinds.is_empty() {
        kinds.iter().filter(|kind| **kind == "sliding_attention").count() as f64
    } else if is_switched {
        layers - config.number(&["max_window_layers"]).unwrap_or(FIRST_WITH_WINDOW)
    } else if EVERY.contains(&kind) {
        layers
    } else {
        let (_, usual) = ONE_IN.iter().find(|(known, _)| *known == kind)?;
        let stated = config.number(&["sliding_window_pattern", "_sliding_window_pattern"]);
        layers - (layers / stated.unwrap_or(*usual).max(1.0)).floor()
    };
    (with_window > 0.0).then_some(Window { layers: with_window.min(layers), tokens })
}
