//! The memory that a workload needs on all devices together, and how many chips of each target hold it.

use super::memory::{
    Batch, DenseTransformer, Optimizer, Parts, Range, ServingInputs, Trainable, TrainingInputs, chips_needed,
    embedding_memory, parameters_of, serving_memory, training_memory,
};
use super::put;
use crate::facts::{FactId, Facts, Value};
use crate::knowledge::{Chip, Knowledge, TargetId};

const GIB: f64 = 1024.0 * 1024.0 * 1024.0;

/// The inputs of the formulas, in the order of [`INPUTS`].
const INPUTS: [&str; 25] = [
    "phase",
    "domain",
    "fine_tuning_method",
    "precision",
    "model.params",
    "model.layers",
    "model.hidden_size",
    "model.attention_heads",
    "model.kv_heads",
    "model.head_dim",
    "model.vocab_size",
    "embedding_size",
    "batch_size",
    "batch_size_per_device",
    "sequence_length",
    "training.optimizer",
    "training.activation_checkpointing",
    "training.chips",
    "serving.context_length",
    "serving.concurrent_sequences",
    "memory_needed",
    "available_hardware",
    "devices_available",
    "gpu_model",
    "tpu_generation",
];

/// The places of inputs and outputs in the vocabulary.
pub struct Sizes {
    inputs: [Option<FactId>; INPUTS.len()],
    memory: Option<FactId>,
    left_out: Option<FactId>,
    chips: Vec<Option<FactId>>,
    beyond_largest: Vec<Option<FactId>>,
}

impl Sizes {
    pub fn new(knowledge: &Knowledge) -> Self {
        let of_each_target = |prefix: &str| {
            knowledge.targets.iter().map(|target| knowledge.fact_id(&format!("{prefix}.{}", target.id))).collect()
        };
        Self {
            inputs: INPUTS.map(|id| knowledge.fact_id(id)),
            memory: knowledge.fact_id("sizing.memory"),
            left_out: knowledge.fact_id("sizing.left_out"),
            chips: of_each_target("sizing.chips"),
            beyond_largest: of_each_target("sizing.beyond_largest"),
        }
    }

    /// The facts that any of the formulas reads.
    pub fn inputs(&self) -> impl Iterator<Item = FactId> {
        self.inputs.iter().flatten().copied()
    }

    /// Whether the vocabulary has a fact that any of the formulas gives.
    pub fn has_outputs(&self) -> bool {
        let single = [self.memory, self.left_out];
        single.iter().chain(&self.chips).chain(&self.beyond_largest).any(Option::is_some)
    }

    pub fn derive(&self, knowledge: &Knowledge, stated: &Facts, facts: &mut Facts) {
        let from: Vec<FactId> = self.inputs().filter(|fact| stated.get(*fact).is_some()).collect();
        for (fact, value) in self.of(knowledge, &|fact| stated.value(fact)) {
            put(facts, Some(fact), value, &from);
        }
    }

    /// Every size that follows from facts that are looked up.
    pub fn of<'f>(&self, knowledge: &Knowledge, look_up: &dyn Fn(FactId) -> Option<&'f Value>) -> Vec<(FactId, Value)> {
        let reading = Reading { sizes: self, knowledge, look_up };
        let memory = reading.memory();
        let mut found = Vec::new();
        let mut add = |fact: Option<FactId>, value: Value| found.extend(fact.map(|fact| (fact, value)));
        if let Some(memory) = memory {
            add(self.memory, Value::Range { low: memory.low, high: memory.high });
        }
        if let Some(left_out) = self.left_out.filter(|_| memory.is_some() && reading.cache_is_left_out()) {
            let choice = knowledge.fact(left_out).choice("kv_cache");
            add(choice.map(|_| left_out), Value::Choice(choice.unwrap_or_default()));
        }
        for target in knowledge.target_ids() {
            let index = target.index();
            if let Some((memory, chip)) = memory.zip(reading.chip_memory(target)) {
                let needed = chips_needed(memory, chip);
                if needed.high.is_finite() {
                    add(self.chips[index], Value::Range { low: needed.low, high: needed.high });
                }
            }
            match (memory, reading.most_memory(target)) {
                (Some(memory), Some(most)) => add(self.beyond_largest[index], Value::Flag(memory.low > most)),
                // What can grow without limit holds anything.
                (_, None) => add(self.beyond_largest[index], Value::Flag(false)),
                (None, Some(_)) => {}
            }
        }
        found
    }
}

/// Reads inputs by name from what is stated.
struct Reading<'a, 'f> {
    sizes: &'a Sizes,
    knowledge: &'a Knowledge,
    look_up: &'a dyn Fn(FactId) -> Option<&'f Value>,
}

impl<'f> Reading<'_, 'f> {
    fn value(&self, name: &str) -> Option<(FactId, &'f Value)> {
        let position = INPUTS.iter().position(|input| *input == name)?;
        let fact = self.sizes.inputs[position]?;
        Some((fact, (self.look_up)(fact)?))
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.value(name)?.1.bounds().map(|(low, _)| low)
    }

    fn flag(&self, name: &str) -> Option<bool> {
        match self.value(name)?.1 {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    fn choice(&self, name: &str) -> Option<&str> {
        let (fact, value) = self.value(name)?;
        match value {
            Value::Choice(choice) => self.knowledge.fact(fact).choice_at(*choice).map(|choice| choice.id.as_ref()),
            _ => None,
        }
    }

    /// What the stated choice means in numbers.
    fn choice_number(&self, name: &str) -> Option<(f64, f64)> {
        let (fact, value) = self.value(name)?;
        match value {
            Value::Choice(choice) => self.knowledge.fact(fact).choice_at(*choice)?.number,
            _ => None,
        }
    }

    /// The memory needed on all devices together: as stated from a run, else as computed; none where nothing tells.
    fn memory(&self) -> Option<Range> {
        if let Some(known) = self.number("memory_needed") {
            return Some(Range::exactly(known));
        }
        let training = match self.choice("phase")? {
            "training" | "fine_tuning" => true,
            "inference" => false,
            _ => return None,
        };
        let model = self.params().map(|params| {
            let at = |params: f64| if training { self.training(params) } else { self.serving(params) };
            at(params.low).hull(&at(params.high)).total()
        });
        let optimizer = self.optimizer();
        let tables = self.number("embedding_size").map(|bytes| embedding_memory(bytes, training, optimizer).total());
        match (model, tables) {
            (None, None) => None,
            (model, tables) => Some(model.unwrap_or_default() + tables.unwrap_or_default()),
        }
    }

    /// Whether the key-value cache of a served language model could not be counted for want of the model's shape.
    fn cache_is_left_out(&self) -> bool {
        self.number("memory_needed").is_none()
            && self.choice("phase") == Some("inference")
            && matches!(self.choice("domain"), Some("llm" | "multimodal"))
            && self.params().is_some_and(|params| self.serving(params.low).kv_cache.is_none())
    }

    /// Parameters as stated, else worked out for a dense transformer of the stated shape.
    fn params(&self) -> Option<Range> {
        if let Some(params) = self.number("model.params") {
            return Some(Range::exactly(params));
        }
        Some(parameters_of(&DenseTransformer {
            layers: self.number("model.layers")?,
            hidden: self.number("model.hidden_size")?,
            attention_heads: self.number("model.attention_heads"),
            kv_heads: self.number("model.kv_heads"),
            head_dim: self.number("model.head_dim"),
            vocab_size: self.number("model.vocab_size"),
        }))
    }

    fn optimizer(&self) -> Optimizer {
        let kept = self.choice_number("training.optimizer");
        kept.map_or(Optimizer::UNKNOWN, |(low, high)| Optimizer::keeping(low, high))
    }

    fn training(&self, params: f64) -> Parts {
        let adapters = self.choice("fine_tuning_method") == Some("adapters");
        let per_device = self.number("batch_size_per_device").map(Batch::PerDevice);
        training_memory(&TrainingInputs {
            params,
            trainable: if adapters { Trainable::Adapters } else { Trainable::All },
            precision_bytes: self.choice_number("precision").map(|(bytes, _)| bytes),
            optimizer: self.optimizer(),
            layers: self.number("model.layers"),
            hidden: self.number("model.hidden_size"),
            batch: per_device.or_else(|| self.number("batch_size").map(Batch::Global)),
            devices: self.number("training.chips"),
            sequence_length: self.number("sequence_length"),
            vocab_size: self.number("model.vocab_size"),
            checkpointing: self.flag("training.activation_checkpointing"),
        })
    }

    fn serving(&self, params: f64) -> Parts {
        serving_memory(&ServingInputs {
            params,
            precision_bytes: self.choice_number("precision").map(|(bytes, _)| bytes),
            layers: self.number("model.layers"),
            hidden: self.number("model.hidden_size"),
            attention_heads: self.number("model.attention_heads"),
            kv_heads: self.number("model.kv_heads"),
            head_dim: self.number("model.head_dim"),
            context_length: self.number("serving.context_length"),
            sequences: self.number("serving.concurrent_sequences"),
        })
    }

    /// The chips of a target that the profile says it is limited to.
    fn available(&self, target: TargetId) -> Option<Vec<&Chip>> {
        let (fact, value) = self.value("available_hardware")?;
        let Value::Choices { set, .. } = value else { return None };
        let named = set.iter().filter_map(|choice| self.knowledge.fact(fact).choice_at(choice));
        let chips: Vec<&Chip> =
            named.filter_map(|choice| self.knowledge.chip(&choice.id)).filter(|chip| chip.target == target).collect();
        (!chips.is_empty()).then_some(chips)
    }

    /// The memory of one chip: of the one that the profile names, else of those it is limited to, else of the target's
    /// reference chip. Figures without a source decide nothing.
    fn chip_memory(&self, target: TargetId) -> Option<Range> {
        let declared = self.knowledge.target(target);
        let named = declared.chip_fact.and_then(|fact| match (self.look_up)(fact)? {
            Value::Choice(choice) => self.knowledge.chip(&self.knowledge.fact(fact).choice_at(*choice)?.id),
            _ => None,
        });
        if let Some(range) = named.and_then(memory_of) {
            return Some(range);
        }
        if let Some(chips) = self.available(target) {
            return chips.into_iter().filter_map(memory_of).reduce(Range::hull);
        }
        memory_of(self.knowledge.chip(declared.reference_chip.as_ref()?)?)
    }

    /// The most memory that the target can bring together; none where there is no limit or it is not known.
    fn most_memory(&self, target: TargetId) -> Option<f64> {
        if let (Some(chips), Some(devices)) = (self.available(target), self.number("devices_available")) {
            let most = chips.into_iter().map(|chip| memory_of(chip).map(|memory| memory.high));
            return most.collect::<Option<Vec<f64>>>()?.into_iter().reduce(f64::max).map(|each| each * devices);
        }
        // A chip whose figures have no source decides nothing; one without a largest slice grows without limit.
        let own = self.knowledge.chips.iter().filter(|chip| chip.target == target);
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
}

fn memory_of(chip: &Chip) -> Option<Range> {
    chip.sourced("memory_gib").map(|figure| Range::new(figure.low * GIB, figure.high * GIB))
}
