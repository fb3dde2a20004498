//! The memory that a workload needs and the memory that chips have, from what is known of both.

use super::hf_config;
use super::inputs::Inputs;
use super::memory::{
    Batch, DenseTransformer, Optimizer, Parts, Range, ServingInputs, Trainable, TrainingInputs, Windowed,
    embedding_memory, parameters_of, serving_memory, training_memory,
};
use crate::knowledge::{Chip, Knowledge, TargetId};
use crate::units::GIB;

/// Estimates sizes from the inputs of one workload.
#[derive(Clone, Copy)]
pub struct Estimate<'a, 'f> {
    pub inputs: Inputs<'a, 'f>,
}

impl<'a> Estimate<'a, '_> {
    /// Whether the work trains; none where it neither trains nor serves.
    pub fn trains(&self) -> Option<bool> {
        match self.inputs.choice("phase")? {
            "training" | "fine_tuning" => Some(true),
            "inference" => Some(false),
            _ => None,
        }
    }

    /// The memory needed on all devices together: as stated from a run, else as computed; none where nothing tells.
    pub fn memory(&self) -> Option<Range> {
        match self.inputs.number("memory_needed") {
            Some(known) => Some(Range::exactly(known)),
            None => self.parts().map(|parts| parts.total()),
        }
    }

    /// The memory without which the work cannot run at all, given what it needs. Serving takes requests in turn where their
    /// caches do not fit side by side, so one sequence is enough.
    pub fn least_memory(&self, memory: Option<Range>) -> Option<f64> {
        let several = self.inputs.number("serving.concurrent_sequences").is_some_and(|sequences| sequences > 1.0);
        if several && self.trains() == Some(false) && self.inputs.number("memory_needed").is_none() {
            return self.parts_with(Some(1.0)).map(|parts| parts.total().low);
        }
        memory.map(|memory| memory.low)
    }

    /// What the memory goes to, as computed; none where nothing tells.
    pub fn parts(&self) -> Option<Parts> {
        self.parts_with(None)
    }

    /// The same with at most so many sequences at a time.
    fn parts_with(&self, most_sequences: Option<f64>) -> Option<Parts> {
        let training = self.trains()?;
        let model = self.params().map(|params| {
            let at = |params: f64| if training { self.training(params) } else { self.serving(params, most_sequences) };
            let least = at(params.low);
            if params.high > params.low { least.hull(&at(params.high)) } else { least }
        });
        let optimizer = self.optimizer();
        let tables = self.inputs.number("embedding_size").map(|bytes| embedding_memory(bytes, training, optimizer));
        match (model, tables) {
            (Some(model), Some(tables)) => Some(Parts {
                weights: model.weights + tables.weights,
                gradients: model.gradients + tables.gradients,
                optimizer: model.optimizer + tables.optimizer,
                ..model
            }),
            (model, tables) => model.or(tables),
        }
    }

    /// Whether the key-value cache of a served language model could not be counted for want of the model's shape.
    pub fn cache_is_left_out(&self) -> bool {
        self.inputs.number("memory_needed").is_none()
            && self.inputs.choice("phase") == Some("inference")
            && self.generates()
            && self.params().is_some_and(|params| self.serving(params.low, None).kv_cache.is_none())
    }

    /// Whether the configuration of the model leaves its key and value heads open, for no number of them describes what
    /// it keeps of each token (encoders with a decoder, state spaces).
    pub fn has_cache_of_its_own(&self) -> bool {
        let is_open = self.inputs.is_known(hf_config::PATH) && self.inputs.number("model.kv_heads").is_none();
        is_open || self.is_of_another_architecture()
    }

    /// Width of the vector that latent attention keeps of a token in each layer.
    pub fn latent_width(&self) -> Option<f64> {
        Some(self.inputs.number(hf_config::LATENT_RANK)? + self.inputs.number(hf_config::LATENT_ROPE)?)
    }

    /// The layers that attend to the last tokens only.
    pub fn windowed(&self) -> Option<Windowed> {
        let (layers, tokens) = (hf_config::WINDOWED_LAYERS, hf_config::WINDOW);
        Some(Windowed { layers: self.inputs.number(layers)?, tokens: self.inputs.number(tokens)? })
    }

    /// Whether the configuration of the model has an architecture that no formula here describes, or layers of several
    /// kinds.
    pub fn is_of_another_architecture(&self) -> bool {
        self.inputs.choice(hf_config::ARCHITECTURE) == Some(hf_config::OTHER)
    }

    /// Whether the model is one of language by its domain.
    pub fn is_of_language(&self) -> bool {
        matches!(self.inputs.choice("domain"), Some("llm" | "multimodal"))
    }

    /// Whether the configuration of the model says that it only encodes.
    pub fn is_encoder(&self) -> bool {
        self.inputs.choice(hf_config::ARCHITECTURE) == Some(hf_config::ENCODER)
    }

    /// Whether the model writes text, one token after another.
    pub fn generates(&self) -> bool {
        self.is_of_language() && !self.is_encoder()
    }

    /// Whether a served model may keep something of the tokens before: not where it only encodes, and not in a domain
    /// whose models take their whole input at once.
    pub fn keeps_cache(&self) -> bool {
        let at_once = ["transformer", "cnn", "diffusion", "recommender", "gnn", "vision_3d"];
        !self.is_encoder() && !self.inputs.choice("domain").is_some_and(|domain| at_once.contains(&domain))
    }

    /// Whether the formulas of transformers describe the model: by its domain, or without one by its shape, and never
    /// against what its configuration says.
    pub fn is_transformer(&self) -> bool {
        let domain = self.inputs.choice("domain");
        let by_domain = self.is_of_language() || domain == Some("transformer") || domain.is_none() && self.has_heads();
        by_domain && !self.is_of_another_architecture()
    }

    /// Whether layers, width and heads of attention are known.
    fn has_heads(&self) -> bool {
        let names = ["model.layers", "model.hidden_size", "model.attention_heads"];
        names.into_iter().all(|name| self.inputs.number(name).is_some())
    }

    /// Layers and width, where they are those of a transformer: in a model of another kind they say nothing of what its
    /// layers hold. A model of speech or of images may be one; then it has heads.
    fn shape(&self) -> Option<(f64, f64)> {
        let may_be = self.inputs.choice("domain") != Some("state_space") && !self.is_of_another_architecture();
        let is_one =
            self.is_transformer() || may_be && self.has_heads() || self.inputs.choice("domain").is_none() && may_be;
        is_one.then(|| self.inputs.number("model.layers").zip(self.inputs.number("model.hidden_size"))).flatten()
    }

    /// The parameters of the language model alone, where nobody states those of the whole.
    pub fn language_params(&self) -> Option<f64> {
        let known = self.inputs.number(hf_config::LANGUAGE_PARAMS);
        known.filter(|_| self.inputs.number("model.params").is_none())
    }

    /// Parameters as stated, else those of the language model, else worked out for a dense transformer of the stated shape.
    pub fn params(&self) -> Option<Range> {
        if let Some(params) = self.inputs.number("model.params") {
            return Some(Range::exactly(params));
        }
        if let Some(language) = self.language_params() {
            return Some(Range::exactly(language));
        }
        let (layers, hidden) = self.shape()?;
        Some(parameters_of(&DenseTransformer {
            layers,
            hidden,
            attention_heads: self.inputs.number("model.attention_heads"),
            kv_heads: self.inputs.number("model.kv_heads"),
            head_dim: self.inputs.number("model.head_dim"),
            vocab_size: self.inputs.number("model.vocab_size"),
        }))
    }

    pub fn optimizer(&self) -> Optimizer {
        let kept = self.inputs.choice_number("training.optimizer");
        kept.map_or(Optimizer::UNKNOWN, |(low, high)| Optimizer::keeping(low, high))
    }

    pub fn precision_bytes(&self) -> Option<f64> {
        self.inputs.choice_number("precision").map(|(bytes, _)| bytes)
    }

    /// Whether small matrices are trained beside frozen weights.
    pub fn adapters(&self) -> bool {
        self.inputs.choice("fine_tuning_method") == Some("adapters")
    }

    fn training(&self, params: f64) -> Parts {
        let per_device = self.inputs.number("batch_size_per_device").map(Batch::PerDevice);
        training_memory(&TrainingInputs {
            params,
            trainable: if self.adapters() { Trainable::Adapters } else { Trainable::All },
            precision_bytes: self.precision_bytes(),
            optimizer: self.optimizer(),
            layers: self.shape().map(|(layers, _)| layers),
            hidden: self.shape().map(|(_, hidden)| hidden),
            batch: per_device.or_else(|| self.inputs.number("batch_size").map(Batch::Global)),
            devices: self.inputs.number("training.chips"),
            sequence_length: self.inputs.number("sequence_length"),
            vocab_size: self.inputs.number("model.vocab_size"),
            checkpointing: self.inputs.flag("training.activation_checkpointing"),
        })
    }

    fn serving(&self, params: f64, most_sequences: Option<f64>) -> Parts {
        let sequences = self.inputs.number("serving.concurrent_sequences");
        let parts = serving_memory(&ServingInputs {
            params,
            precision_bytes: self.precision_bytes(),
            layers: self.shape().map(|(layers, _)| layers),
            hidden: self.shape().map(|(_, hidden)| hidden),
            attention_heads: self.inputs.number("model.attention_heads"),
            kv_heads: self.inputs.number("model.kv_heads"),
            has_cache_of_its_own: self.has_cache_of_its_own(),
            latent_width: self.latent_width(),
            windowed: self.windowed(),
            head_dim: self.inputs.number("model.head_dim"),
            context_length: self.inputs.number("serving.context_length"),
            sequences: sequences.map(|stated| most_sequences.map_or(stated, |most| stated.min(most))),
        });
        Parts { kv_cache: parts.kv_cache.filter(|_| self.keeps_cache()), ..parts }
    }

    /// The chips that the profile says it is limited to, of all targets.
    fn limited_to(&self) -> Option<Vec<&'a Chip>> {
        let named = self.inputs.choices("available_hardware")?;
        Some(named.into_iter().filter_map(|id| self.inputs.knowledge.chip(id)).collect())
    }

    /// The chips of a target that the profile says it is limited to.
    pub fn available(&self, target: TargetId) -> Option<Vec<&'a Chip>> {
        let chips: Vec<&Chip> = self.limited_to()?.into_iter().filter(|chip| chip.target == target).collect();
        (!chips.is_empty()).then_some(chips)
    }

    /// The chip of a target that the profile names.
    pub fn named_chip(&self, target: TargetId) -> Option<&'a Chip> {
        let fact = self.inputs.knowledge.target(target).chip_fact?;
        self.inputs.knowledge.chip(self.inputs.choice_of(fact)?)
    }
}

/// The hardware that a profile is limited to, or names.
pub struct OwnHardware<'e, 'a, 'f> {
    estimate: &'e Estimate<'a, 'f>,
    /// The chips that the profile is limited to; none where it is not.
    chips: Vec<&'a Chip>,
}

impl<'e, 'a, 'f> OwnHardware<'e, 'a, 'f> {
    pub fn of(estimate: &'e Estimate<'a, 'f>) -> Self {
        Self { estimate, chips: estimate.limited_to().unwrap_or_default() }
    }

    /// The memory of one chip of a target as the profile has it, if the profile says which chips.
    pub fn chip_memory(&self, target: TargetId) -> Option<Option<Range>> {
        if let Some(range) = self.estimate.named_chip(target).and_then(memory_of) {
            return Some(Some(range));
        }
        let mut own = self.of_target(target).peekable();
        own.peek()?;
        Some(own.filter_map(memory_of).reduce(Range::hull))
    }

    /// The most memory that the target can bring together where the profile says how many of which chips there are.
    pub fn most_memory(&self, target: TargetId) -> Option<Option<f64>> {
        let mut own = self.of_target(target).peekable();
        own.peek()?;
        let devices = self.estimate.inputs.number("devices_available")?;
        let most = own.map(|chip| memory_of(chip).map(|memory| memory.high)).collect::<Option<Vec<f64>>>();
        Some(most.and_then(|most| most.into_iter().reduce(f64::max)).map(|each| each * devices))
    }

    fn of_target(&self, target: TargetId) -> impl Iterator<Item = &'a Chip> {
        self.chips.iter().copied().filter(move |chip| chip.target == target)
    }
}

/// The memory of the chip that stands for a target, as far as a source tells.
pub fn reference_memory(knowledge: &Knowledge, target: TargetId) -> Option<Range> {
    memory_of(knowledge.chip(knowledge.target(target).reference_chip.as_ref()?)?)
}

/// The most memory that a target can bring together; none where there is no limit or it is not known.
pub fn most_memory(knowledge: &Knowledge, target: TargetId) -> Option<f64> {
    // A chip whose figures have no source decides nothing; one without a largest slice grows without limit.
    let own = knowledge.chips.iter().filter(|chip| chip.target == target);
    let sourced = own.filter_map(|chip| Some((chip, memory_of(chip)?)));
    let mut most: Option<f64> = None;
    for (chip, memory) in sourced {
        if !chip.figures.iter().any(|(name, _)| name == "largest_slice") {
            return None;
        }
        let slice = chip.sourced("largest_slice").map(|slice| memory.high * slice.high);
        most = slice.into_iter().chain(most).reduce(f64::max);
    }
    most
}

/// Bytes of one chip, as far as a source tells.
pub fn memory_of(chip: &Chip) -> Option<Range> {
    chip.sourced("memory_gib").map(|figure| Range::new(figure.low * GIB, figure.high * GIB))
}
