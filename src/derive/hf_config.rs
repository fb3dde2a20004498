//! What a Hugging Face `config.json` tells of a model: its shape, and its parameters counted from it.
//!
//! Only architectures that are known are read. Anything else (hybrids of attention and state spaces, models with a tower
//! for images beside the language model) gives what can be said for certain, or nothing: never a guess.

mod decoder;
mod encoder;
mod stored;
mod window;

use std::collections::BTreeMap;

pub use stored::{Stored, stored};
pub use window::Window;

/// The fact that names the file.
pub const PATH: &str = "model.hf_config";

/// The facts beside which a configuration may contradict what is stated: the parameters, and how weights are stored.
pub const PARAMS: &str = "model.params";
pub const PRECISION: &str = "precision";

/// The fact that says whether the formulas of transformers describe the model, and its choices.
pub const ARCHITECTURE: &str = "config.architecture";
pub const TRANSFORMER: &str = "transformer";
pub const ENCODER: &str = "encoder";
pub const OTHER: &str = "other";

/// The facts that tell of a sliding window: how many layers have one, and how many tokens it shows.
pub const WINDOWED_LAYERS: &str = "config.windowed_layers";
pub const WINDOW: &str = "config.window";

/// The facts that tell what latent attention keeps of a token in each layer: the width of the compressed vector, and
/// that of the rotated part beside it.
pub const LATENT_RANK: &str = "config.latent_rank";
pub const LATENT_ROPE: &str = "config.latent_rope";

/// The keys of a configuration, nested ones with dots (`text_config.hidden_size`), and their values as they are written.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub entries: BTreeMap<String, String>,
}

/// The fact that tells the parameters of the language model of a configuration that has more parts.
pub const LANGUAGE_PARAMS: &str = "config.language_params";

/// The fact that tells for how many positions the model was made.
pub const POSITIONS: &str = "config.positions";

/// What a configuration tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// Facts and their values.
    pub facts: Vec<(&'static str, f64)>,
    /// The choice of [`ARCHITECTURE`], where the configuration names an architecture at all.
    pub architecture: Option<&'static str>,
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
    /// Tokens of a sequence, where the model works on sequences of one length.
    pub sequence: Option<f64>,
    /// Positions that a decoder of text was made for.
    pub positions: Option<f64>,
    pub window: Option<Window>,
    pub latent: Option<Latent>,
}

/// What latent attention keeps of a token in each layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Latent {
    /// Width of the vector from which keys and values are made.
    pub rank: f64,
    /// Width of the rotated part of the keys, which all heads share.
    pub rope: f64,
}

/// Why a configuration tells no parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gap {
    /// The architecture is not known here.
    Unknown,
    /// A field under this name is missing, or is no number.
    Missing(&'static str),
    Because(&'static str),
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

    /// A number under the first of some keys that has one; without it nothing can be counted.
    fn need(&self, keys: &[&'static str]) -> Result<f64, Gap> {
        self.number(keys).ok_or(Gap::Missing(keys.first().copied().unwrap_or_default()))
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
        let because = format!("its layers are of several kinds (`{mixed}`), which no formula here describes");
        return Read { architecture: Some(OTHER), ..open(because) };
    }
    match counted(kind, config) {
        Ok((shape, count)) => {
            return Read { architecture: Some(architecture(kind, config)), ..told(shape, Some(count), None) };
        }
        Err(Gap::Missing(_)) => {
            let missing = missing(kind, config);
            let fields = if missing.len() == 1 { "the field" } else { "the fields" };
            let because = format!("`{kind}` is counted from {fields} {}, which it lacks", listed(&missing));
            return Read { architecture: Some(architecture(kind, config)), ..open(because) };
        }
        Err(Gap::Because(because)) => return Read { architecture: Some(TRANSFORMER), ..open(because.to_owned()) },
        Err(Gap::Unknown) => {}
    }
    let text = config.below("text_config");
    if !text.entries.is_empty() {
        let inner = text.text("model_type").unwrap_or(kind);
        let more = format!("`{kind}` has more parts than its language model");
        let none = format!("{more}, so the parameters are not counted");
        return match decoder::of(inner, &text) {
            Ok((shape, count)) => {
                let because = format!("{more}, and only the parameters of that are counted");
                of_language(told(shape, Some(count), Some(because)))
            }
            Err(Gap::Unknown) => Read { architecture: Some(OTHER), ..open(none) },
            Err(_) => Read { architecture: Some(TRANSFORMER), ..open(none) },
        };
    }
    let mut known: Vec<&str> = decoder::kinds().chain(encoder::KINDS).collect();
    known.sort_unstable();
    let because = format!(
        "the architecture `{kind}` is not among those that can be counted ({}); its weights are sized once \
         `model.params` is stated",
        known.join(", ")
    );
    Read { architecture: Some(OTHER), ..open(because) }
}

/// The choice of [`ARCHITECTURE`] of a model whose formulas are known.
fn architecture(kind: &str, config: &Config) -> &'static str {
    if encoder::is_alone(kind, config) { ENCODER } else { TRANSFORMER }
}

fn counted(kind: &str, config: &Config) -> Result<(Shape, Count), Gap> {
    match decoder::of(kind, config) {
        Err(Gap::Unknown) => encoder::of(kind, config),
        other => other,
    }
}

/// Every field that an architecture is counted from and that the configuration lacks: each is filled in as it is missed,
/// to see what is missed next.
fn missing(kind: &str, config: &Config) -> Vec<&'static str> {
    let mut filled = config.clone();
    let mut missing = Vec::new();
    while let Err(Gap::Missing(key)) = counted(kind, &filled) {
        filled.entries.insert(key.to_owned(), "1".to_owned());
        missing.push(key);
    }
    missing
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn open(because: String) -> Read {
    Read { left_open: Some(because), ..Read::default() }
}

/// The same, read as the language model of a whole that has more parts: its parameters are not all there are.
fn of_language(mut read: Read) -> Read {
    for (fact, _) in read.facts.iter_mut().filter(|(fact, _)| *fact == PARAMS) {
        *fact = LANGUAGE_PARAMS;
    }
    read
}

fn told(shape: Shape, count: Option<Count>, left_open: Option<String>) -> Read {
    let facts = [
        (PARAMS, count.map(|count| count.all)),
        // A token visits all of a dense model, whatever else is stated of it.
        ("model.active_params", count.filter(|count| count.active < count.all).map(|count| count.active)),
        ("model.layers", shape.layers),
        ("model.hidden_size", shape.hidden),
        ("model.attention_heads", shape.heads),
        ("model.kv_heads", shape.kv_heads),
        ("model.head_dim", shape.head_dim),
        ("model.vocab_size", shape.vocab),
        ("sequence_length", shape.sequence),
        (POSITIONS, shape.positions),
        (WINDOWED_LAYERS, shape.window.map(|window| window.layers)),
        (WINDOW, shape.window.map(|window| window.tokens)),
        (LATENT_RANK, shape.latent.map(|latent| latent.rank)),
        (LATENT_ROPE, shape.latent.map(|latent| latent.rope)),
    ];
    let known = facts.into_iter().filter_map(|(fact, value)| Some((fact, value?)));
    let facts = known.filter(|(_, value)| *value > 0.0).collect();
    Read { facts, architecture: Some(TRANSFORMER), left_open }
}
