//! What a Hugging Face `config.json` tells of a model: its shape, and its parameters counted from it.
//!
//! Only architectures that are known are read. Anything else (hybrids of attention and state spaces, models with a tower
//! for images beside the language model) gives what can be said for certain, or nothing: never a guess.

mod decoder;
mod encoder;

use std::collections::BTreeMap;

/// The fact that names the file.
pub const PATH: &str = "model.hf_config";

/// The keys of a configuration, nested ones with dots (`text_config.hidden_size`), and their values as they are written.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub entries: BTreeMap<String, String>,
}

/// What a configuration tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// Facts and their values.
    pub facts: Vec<(&'static str, f64)>,
    /// What could not be told, and why.
    pub left_open: Option<String>,
}

/// The parameters of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Count {
    pub all: f64,
    /// Those that one token visits.
    pub active: f64,
}

/// The shape that the facts have a place for. What is `None` is not told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shape {
    pub layers: Option<f64>,
    pub hidden: Option<f64>,
    pub heads: Option<f64>,
    pub kv_heads: Option<f64>,
    pub head_dim: Option<f64>,
    pub vocab: Option<f64>,
}

impl Config {
    fn text(&self, key: &str) -> Option<&str> {
        self.entries.get(key).map(String::as_str)
    }

    /// A number under the first of some keys that has one; null is none.
    fn number(&self, keys: &[&str]) -> Option<f64> {
        let numbers = keys.iter().filter_map(|key| self.text(key)?.parse::<f64>().ok());
        numbers.into_iter().find(|number| number.is_finite() && *number >= 0.0)
    }

    fn flag(&self, key: &str, absent: bool) -> bool {
        self.text(key).map_or(absent, |text| text == "true")
    }

    /// Everything below a key, as a configuration of its own.
    fn below(&self, key: &str) -> Config {
        let prefix = format!("{key}.");
        let below = self.entries.iter().filter_map(|(key, text)| Some((key.strip_prefix(&prefix)?, text)));
        Config { entries: below.map(|(key, text)| (key.to_owned(), text.clone())).collect() }
    }

    /// The values of a list.
    fn items(&self, key: &str) -> Vec<&str> {
        let prefix = format!("{key}.");
        self.entries.iter().filter(|(key, _)| key.starts_with(&prefix)).map(|(_, text)| text.as_str()).collect()
    }
}

/// Reads a configuration.
pub fn read(config: &Config) -> Read {
    let Some(kind) = config.text("model_type") else {
        return open("it names no `model_type`".to_owned());
    };
    // Attention in some layers only leaves neither cache nor arithmetic as the formulas have them.
    let mixed =
        config.items("layer_types").into_iter().find(|kind| !matches!(*kind, "full_attention" | "sliding_attention"));
    if let Some(mixed) = mixed {
        return open(format!("its layers are of several kinds (`{mixed}`), which no formula here describes"));
    }
    let found = decoder::of(kind, config).or_else(|| encoder::of(kind, config));
    if let Some((shape, count)) = found {
        return told(shape, Some(count), None);
    }
    let text = config.below("text_config");
    if !text.entries.is_empty() {
        let inner = text.text("model_type").unwrap_or(kind);
        let because = format!("`{kind}` has more parts than its language model, so the parameters are not counted");
        return match decoder::of(inner, &text) {
            Some((shape, _)) => told(shape, None, Some(because)),
            None => open(because),
        };
    }
    open(format!("the architecture `{kind}` is not among those that can be counted"))
}

fn open(because: String) -> Read {
    Read { facts: Vec::new(), left_open: Some(because) }
}

fn told(shape: Shape, count: Option<Count>, left_open: Option<String>) -> Read {
    let facts = [
        ("model.params", count.map(|count| count.all)),
        ("model.active_params", count.map(|count| count.active)),
        ("model.layers", shape.layers),
        ("model.hidden_size", shape.hidden),
        ("model.attention_heads", shape.heads),
        ("model.kv_heads", shape.kv_heads),
        ("model.head_dim", shape.head_dim),
        ("model.vocab_size", shape.vocab),
    ];
    let known = facts.into_iter().filter_map(|(fact, value)| Some((fact, value?)));
    Read { facts: known.filter(|(_, value)| *value > 0.0).collect(), left_open }
}
