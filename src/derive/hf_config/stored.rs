//! How the weights of a model are stored, where its configuration says that they are quantised.

use super::Config;

/// Quantised weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// The method, as the configuration names it.
    pub method: String,
    /// Bits of one weight; none where it does not say.
    pub bits: Option<f64>,
    /// The precision that stands for them; none where there is none.
    pub precision: Option<&'static str>,
}

/// Reads `quantization_config`, as `AutoConfig` of Hugging Face transformers does
/// (<https://huggingface.co/docs/transformers/main_classes/quantization>).
pub fn stored(config: &Config) -> Option<Stored> {
    let quantised = config.below("quantization_config");
    if quantised.entries.is_empty() {
        return None;
    }
    let method = quantised.text("quant_method").or(quantised.text("quant_algo")).unwrap_or("no method named");
    let lower = method.to_ascii_lowercase();
    let group = "config_groups.group_0.weights";
    let number = quantised.number(&["bits", "w_bit", "nbits", &format!("{group}.num_bits")]);
    let bits = number.or(if quantised.flag("load_in_4bit", false) || lower.contains("fp4") {
        Some(4.0)
    } else if quantised.flag("load_in_8bit", false) || lower.contains("fp8") {
        Some(8.0)
    } else {
        None
    });
    let is_float = lower.contains("fp") || quantised.text(&format!("{group}.type")) == Some("float");
    let precision = bits.and_then(|bits| match (bits, is_float) {
        (4.0, true) => Some("fp4"),
        (4.0, false) => Some("int4"),
        (8.0, true) => Some("fp8"),
        (8.0, false) => Some("int8"),
        _ => None,
    });
    Some(Stored { method: method.to_owned(), bits, precision })
}
