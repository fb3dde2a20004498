//! How many bytes a workload needs, as ranges: the low end is what no run can do without, the high end what one
//! usually meets. Pure arithmetic, in bytes, over all devices together.

mod activations;
mod parameters;
mod serving;
mod training;

pub use activations::{activations_kept, activations_recomputed, hidden_state_bytes};
pub use parameters::{DenseTransformer, parameters_of};
pub use serving::{ServingInputs, Windowed, kv_cache_bytes, latent_cache_values, serving_memory};
pub use training::{Batch, Trainable, TrainingInputs, training_memory};

use std::ops::Add;

/// An interval of bytes (or of another count): everything between `low` and `high` is possible.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    pub low: f64,
    pub high: f64,
}

impl Range {
    /// The interval between two values, in whichever order they come.
    pub fn new(one: f64, other: f64) -> Range {
        Range { low: one.min(other), high: one.max(other) }
    }

    /// The interval that holds one value alone.
    pub fn exactly(value: f64) -> Range {
        Range { low: value, high: value }
    }

    /// Both ends times a factor that is not negative.
    pub fn scale(self, factor: f64) -> Range {
        Range { low: self.low * factor, high: self.high * factor }
    }

    /// The product of two intervals of values that are not negative.
    pub fn times(self, other: Range) -> Range {
        Range { low: self.low * other.low, high: self.high * other.high }
    }

    /// The smallest interval that holds both.
    pub fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

impl Add for Range {
    type Output = Range;

    fn add(self, other: Range) -> Range {
        Range { low: self.low + other.low, high: self.high + other.high }
    }
}

/// What the memory goes to, in bytes. `None` says that the inputs do not allow an estimate: it counts as nothing in the
/// total, which is then too low at its high end, and worth saying.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    pub weights: Range,
    pub gradients: Range,
    pub optimizer: Range,
    pub activations: Option<Range>,
    pub logits: Option<Range>,
    pub kv_cache: Option<Range>,
}

impl Parts {
    /// All parts together.
    pub fn total(&self) -> Range {
        let estimated = [self.activations, self.logits, self.kv_cache];
        let always = self.weights + self.gradients + self.optimizer;
        estimated.into_iter().flatten().fold(always, Range::add)
    }

    /// What holds for both of two ways to run (full fine-tuning or adapters): every part from the lower to the higher.
    /// A part that only one of them needs reaches down to nothing.
    pub fn hull(&self, other: &Parts) -> Parts {
        let either = |one: Option<Range>, two: Option<Range>| match (one, two) {
            (None, None) => None,
            (one, two) => Some(one.unwrap_or_default().hull(two.unwrap_or_default())),
        };
        Parts {
            weights: self.weights.hull(other.weights),
            gradients: self.gradients.hull(other.gradients),
            optimizer: self.optimizer.hull(other.optimizer),
            activations: either(self.activations, other.activations),
            logits: either(self.logits, other.logits),
            kv_cache: either(self.kv_cache, other.kv_cache),
        }
    }
}

/// The rule that turns gradients into updates; what it remembers between steps costs memory.
///
/// Adam and AdamW keep two values for each trained parameter, Lion one, SGD one with momentum and none without;
/// Adafactor keeps factored second moments, which come to next to nothing, and one full value at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Optimizer {
    /// How many values it keeps for each trained parameter.
    pub values_kept: Range,
}

impl Optimizer {
    /// One that is not known.
    pub const UNKNOWN: Optimizer = Optimizer { values_kept: Range { low: 0.0, high: 2.0 } };

    /// One that keeps so many values.
    pub fn keeping(low: f64, high: f64) -> Optimizer {
        Optimizer { values_kept: Range::new(low, high) }
    }

    /// Bytes of state for each trained parameter: each kept value takes one byte in an 8-bit variant and four in the
    /// usual fp32, or `widest` where the model itself is wider (fp64).
    ///
    /// AdamW 8 (fp32) or 2 (8-bit), SGD with momentum and Lion 4: "Machine Learning Engineering: training performance",
    /// <https://github.com/stas00/ml-engineering/blob/744d01e/training/performance/README.md>.
    pub fn state_bytes(self, widest: f64) -> Range {
        self.values_kept.times(Range::new(1.0, widest.max(4.0)))
    }
}

/// Embedding tables of `bytes`, in training together with their gradients and the state of the optimizer.
///
/// Gradients are sparse (the rows of one batch: next to nothing) or dense (as large as the tables). The state is reckoned
/// by the values that the optimizer keeps for each entry of a table in fp32 (own arithmetic on the figures of
/// [`Optimizer::state_bytes`]); an optimizer that is not known may be row-wise, which again is next to nothing.
pub fn embedding_memory(bytes: f64, training: bool, optimizer: Optimizer) -> Parts {
    let tables = Parts { weights: Range::exactly(bytes), ..Parts::default() };
    if !training {
        return tables;
    }
    Parts { gradients: Range::new(0.0, bytes), optimizer: optimizer.state_bytes(4.0).scale(bytes / 4.0), ..tables }
}

/// What fragmentation, temporary buffers and the runtime add to the estimate at its high end. NVIDIA's AIConfigurator
/// sets 3.5 GB and up to 392 MB for collectives aside on a chip of 80 GB, 5 %
/// (<https://github.com/ai-dynamo/aiconfigurator/tree/095f58a/src/aiconfigurator/systems>); training fragments more.
const OVERHEAD: f64 = 1.1;

/// How many chips hold `total` bytes when everything is spread evenly: at best the least on the largest chip, at worst
/// the most, with overhead, on the smallest. At least one. `chip_memory` is in bytes; where it is not positive no number
/// of chips is enough, and the high end is infinite.
pub fn chips_needed(total: Range, chip_memory: Range) -> Range {
    let chips = |bytes: f64, memory: f64| {
        if memory > 0.0 { (bytes / memory).ceil().max(1.0) } else { f64::INFINITY }
    };
    Range::new(chips(total.low, chip_memory.high), chips(total.high * OVERHEAD, chip_memory.low))
}

#[cfg(test)]
mod tests {
    use super::{Optimizer, Parts, Range, chips_needed, embedding_memory};

    const GIB: f64 = 1024.0 * 1024.0 * 1024.0;

    #[test]
    fn ranges_add_scale_and_join() {
        let sum = Range::new(3.0, 1.0) + Range::exactly(2.0);
        assert_eq!(sum, Range { low: 3.0, high: 5.0 });
        assert_eq!(sum.scale(2.0), Range::new(6.0, 10.0));
        assert_eq!(sum.times(Range::new(0.0, 2.0)), Range::new(0.0, 10.0));
        assert_eq!(sum.hull(Range::exactly(9.0)), Range::new(3.0, 9.0));
    }

    #[test]
    fn optimizers_cost_what_is_published() {
        assert_eq!(Optimizer::keeping(2.0, 2.0).state_bytes(2.0), Range::new(2.0, 8.0));
        assert_eq!(Optimizer::keeping(1.0, 1.0).state_bytes(4.0), Range::new(1.0, 4.0));
        assert_eq!(Optimizer::keeping(0.0, 1.0).state_bytes(4.0), Range::new(0.0, 4.0));
        assert_eq!(Optimizer::keeping(0.0, 1.0).state_bytes(4.0), Range::new(0.0, 4.0));
        assert_eq!(Optimizer::UNKNOWN.state_bytes(4.0), Range::new(0.0, 8.0));
        assert_eq!(Optimizer::keeping(2.0, 2.0).state_bytes(8.0).high, 16.0);
    }

    #[test]
    fn tables_that_only_serve_cost_themselves() {
        let serving = embedding_memory(90e9, false, Optimizer::UNKNOWN);
        assert_eq!(serving.total(), Range::exactly(90e9));
        let training = embedding_memory(90e9, true, Optimizer::keeping(2.0, 2.0));
        assert_eq!(training.total(), Range::new(90e9 + 45e9, 90e9 * 4.0));
    }

    #[test]
    fn chips_are_whole_and_at_least_one() {
        let chip = Range::new(22.35 * GIB, 24.0 * GIB);
        assert_eq!(chips_needed(Range::exactly(GIB), chip), Range::exactly(1.0));
        assert_eq!(chips_needed(Range::default(), chip), Range::exactly(1.0));
        assert_eq!(chips_needed(Range::exactly(24.0 * GIB), chip), Range::new(1.0, 2.0));
        assert_eq!(chips_needed(Range::new(40.0 * GIB, 90.0 * GIB), chip), Range::new(2.0, 5.0));
        assert_eq!(chips_needed(Range::exactly(GIB), Range::default()).high, f64::INFINITY);
    }

    #[test]
    fn more_bytes_never_need_fewer_chips() {
        let chip = Range::new(16.0 * GIB, 32.0 * GIB);
        let mut before = Range::exactly(1.0);
        for step in 0..200 {
            let now = chips_needed(Range::new(f64::from(step), 3.0 * f64::from(step)).scale(GIB), chip);
            assert!(now.low <= now.high && now.low >= before.low && now.high >= before.high);
            before = now;
        }
    }

    #[test]
    fn a_part_that_one_way_lacks_reaches_down_to_nothing() {
        let with = Parts { logits: Some(Range::new(2.0, 3.0)), ..Parts::default() };
        assert_eq!(with.hull(&Parts::default()).logits, Some(Range::new(0.0, 3.0)));
        assert_eq!(with.hull(&with), with);
        assert_eq!(Parts::default().hull(&Parts::default()).logits, None);
    }
}
