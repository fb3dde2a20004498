//! The memory that a workload needs on all devices together, and how many chips of each target hold it.

use super::estimate::{Estimate, OwnHardware, most_memory, reference_memory};
use super::inputs::Inputs;
use super::memory::{Range, chips_needed};
use super::{of_each_target, put};
use crate::facts::{FactId, Facts, Value};
use crate::knowledge::Knowledge;

/// The inputs of the formulas, in the order of [`INPUTS`].
const INPUTS: [&str; 32] = [
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
    "model.hf_config",
    "config.architecture",
    "config.windowed_layers",
    "config.window",
    "config.latent_rank",
    "config.latent_rope",
    "config.language_params",
];

/// The places of inputs and outputs in the vocabulary.
pub struct Sizes {
    inputs: [Option<FactId>; INPUTS.len()],
    memory: Option<FactId>,
    left_out: Option<FactId>,
    chips: Vec<Option<FactId>>,
    beyond_largest: Vec<Option<FactId>>,
    /// For each target, the memory of the chip that stands for it, and the most that it can bring together: looked up once,
    /// since sizes are worked out anew for every answer that is tried.
    reference: Vec<Option<Range>>,
    most: Vec<Option<f64>>,
}

impl Sizes {
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            inputs: INPUTS.map(|id| knowledge.fact_id(id)),
            memory: knowledge.fact_id("sizing.memory"),
            left_out: knowledge.fact_id("sizing.left_out"),
            chips: of_each_target(knowledge, "sizing.chips"),
            beyond_largest: of_each_target(knowledge, "sizing.beyond_largest"),
            reference: knowledge.target_ids().map(|target| reference_memory(knowledge, target)).collect(),
            most: knowledge.target_ids().map(|target| most_memory(knowledge, target)).collect(),
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
        for (fact, value) in self.of(knowledge, &|fact| stated.value(fact), &|_| true) {
            put(facts, Some(fact), value, &from);
        }
    }

    /// Every wanted size that follows from facts that are looked up.
    pub fn of<'f>(
        &self,
        knowledge: &Knowledge,
        look_up: &dyn Fn(FactId) -> Option<&'f Value>,
        wanted: &dyn Fn(FactId) -> bool,
    ) -> Vec<(FactId, Value)> {
        let find = |name: &str| self.inputs[INPUTS.iter().position(|input| *input == name)?];
        let estimate = Estimate { inputs: Inputs { knowledge, find: &find, look_up } };
        let memory = estimate.memory();
        let least = estimate.least_memory(memory);
        let mut found = Vec::with_capacity(2 * self.chips.len());
        let mut add = |fact: FactId, value: Value| found.push((fact, value));
        let is_wanted = |fact: &FactId| wanted(*fact);
        if let Some((fact, memory)) = self.memory.filter(is_wanted).zip(memory) {
            add(fact, Value::Range { low: memory.low, high: memory.high });
        }
        if let Some(left_out) =
            self.left_out.filter(is_wanted).filter(|_| memory.is_some() && estimate.cache_is_left_out())
        {
            knowledge.fact(left_out).choice("kv_cache").into_iter().for_each(|it| add(left_out, Value::Choice(it)));
        }
        let own = OwnHardware::of(&estimate);
        for target in knowledge.target_ids() {
            let index = target.index();
            if let Some((fact, memory)) = self.chips[index].filter(is_wanted).zip(memory) {
                let chip = own.chip_memory(target).unwrap_or(self.reference[index]);
                let needed = chip.map(|chip| chips_needed(memory, chip)).filter(|needed| needed.high.is_finite());
                needed.into_iter().for_each(|it| add(fact, Value::Range { low: it.low, high: it.high }));
            }
            let Some(fact) = self.beyond_largest[index].filter(is_wanted) else { continue };
            match (least, own.most_memory(target).unwrap_or(self.most[index])) {
                (Some(least), Some(most)) => add(fact, Value::Flag(least > most)),
                // What can grow without limit holds anything.
                (_, None) => add(fact, Value::Flag(false)),
                (None, Some(_)) => {}
            }
        }
        found
    }
}
