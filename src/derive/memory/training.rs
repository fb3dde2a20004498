//! What training needs: weights, gradients, the state of the optimizer, and what the backward pass remembers.

use super::activations::{activation_bytes, activations, logits};
use super::{Optimizer, Parts, Range};

/// What is known about a training run. Whatever is `None` is not known and widens the estimate.
#[derive(Clone, Copy, Debug)]
pub struct TrainingInputs {
    /// All parameters of the model, also those of experts that a token does not visit.
    pub params: f64,
    pub trainable: Trainable,
    /// Bytes of one value in the precision that is stated (bf16 and fp16: 2, fp32 and tf32: 4, fp64: 8).
    pub precision_bytes: Option<f64>,
    pub optimizer: Optimizer,
    pub layers: Option<f64>,
    pub hidden: Option<f64>,
    pub batch: Option<Batch>,
    /// Devices that share the work; one where it is not known, and then the activations are those of one device.
    pub devices: Option<f64>,
    pub sequence_length: Option<f64>,
    pub vocab_size: Option<f64>,
    pub checkpointing: Option<bool>,
}

/// Which parameters are trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trainable {
    All,
    /// Small matrices beside frozen weights (LoRA and the like), of a size that is not known.
    Adapters,
    /// So many, beside the frozen rest.
    Params(f64),
}

/// How many examples (sequences) a step works on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Batch {
    /// On one device at a time.
    PerDevice(f64),
    /// On all devices together, perhaps in several rounds of gradient accumulation.
    Global(f64),
}

/// Adapters are from a thousandth to two hundredths of the model (recalled: LoRA of ranks 4 to 64 on all matrices).
const ADAPTER_SHARE: Range = Range { low: 0.001, high: 0.02 };

/// A quantised weight carries a scale: at most one of four bytes for each 64 weights (recalled: the blocks of QLoRA).
pub(super) const SCALE_BYTES: f64 = 4.0 / 64.0;

/// Bytes for each trained parameter, by the bytes of one value.
///
/// In mixed precision the weights take 6 (a 16-bit and an fp32 copy) and the gradients 4, with AdamW 18 together; in fp32
/// 4 and 4 ("Machine Learning Engineering: training performance",
/// <https://github.com/stas00/ml-engineering/blob/744d01e/training/performance/README.md>); in pure bf16 2 and 2 (own
/// arithmetic). Which of the two a 16-bit run is, its precision does not say: the range holds both.
struct PerParameter {
    weights: Range,
    gradients: Range,
    widest: f64,
}

impl PerParameter {
    fn of(precision_bytes: Option<f64>) -> PerParameter {
        match precision_bytes {
            Some(wide) if wide >= 4.0 => {
                PerParameter { weights: Range::exactly(wide), gradients: Range::exactly(wide), widest: wide }
            }
            narrow => {
                let least = narrow.unwrap_or(2.0).min(2.0);
                PerParameter { weights: Range::new(least, 6.0), gradients: Range::new(least, 4.0), widest: 4.0 }
            }
        }
    }
}

/// Bytes for each frozen parameter: as stored. A run that computes in 16 bits may store them in four (QLoRA; recalled).
fn frozen_bytes(precision_bytes: Option<f64>) -> Range {
    match precision_bytes {
        Some(wide) if wide >= 4.0 => Range::exactly(wide),
        Some(half) if half >= 2.0 => Range::new(0.5, half),
        Some(quantised) => Range::new(quantised, quantised + SCALE_BYTES),
        None => Range::new(0.5, 4.0),
    }
}

/// The memory of a training run over all devices, each parameter kept once (fully sharded). Copies on each device, as in
/// plain data parallelism, come on top and are the choice of whoever runs it.
pub fn training_memory(inputs: &TrainingInputs) -> Parts {
    let bytes = PerParameter::of(inputs.precision_bytes);
    let trained = match inputs.trainable {
        Trainable::All => Range::exactly(inputs.params),
        Trainable::Adapters => ADAPTER_SHARE.scale(inputs.params),
        Trainable::Params(params) => Range::exactly(params.min(inputs.params)),
    };
    let frozen = match inputs.trainable {
        Trainable::All => 0.0,
        Trainable::Adapters => inputs.params,
        Trainable::Params(_) => inputs.params - trained.low,
    };
    let value = activation_bytes(inputs.precision_bytes);
    let tokens = examples_at_once(inputs).zip(inputs.sequence_length);
    let tokens = tokens.map(|(examples, length)| examples.scale(length));
    let shape = inputs.layers.zip(inputs.hidden);
    Parts {
        weights: frozen_bytes(inputs.precision_bytes).scale(frozen) + bytes.weights.times(trained),
        gradients: bytes.gradients.times(trained),
        optimizer: inputs.optimizer.state_bytes(bytes.widest).times(trained),
        activations: tokens
            .zip(shape)
            .map(|(tokens, (layers, width))| activations(value, tokens, layers, width, inputs.checkpointing)),
        logits: tokens.zip(inputs.vocab_size).map(|(tokens, size)| logits(value, tokens, size)),
        kv_cache: None,
    }
}

/// Examples in memory at one time, on all devices: a global batch may be worked off one example at a time.
fn examples_at_once(inputs: &TrainingInputs) -> Option<Range> {
    let devices = inputs.devices.unwrap_or(1.0).max(1.0);
    match inputs.batch? {
        Batch::PerDevice(examples) => Some(Range::exactly(examples * devices)),
        Batch::Global(examples) => Some(Range::new(examples.min(1.0), examples)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Batch, Optimizer, Parts, Range, Trainable, TrainingInputs, training_memory};

    const GIB: f64 = 1024.0 * 1024.0 * 1024.0;

    fn run(params: f64) -> TrainingInputs {
        TrainingInputs {
            params,
            trainable: Trainable::All,
            precision_bytes: Some(2.0),
            optimizer: Optimizer::keeping(2.0, 2.0),
            layers: None,
            hidden: None,
            batch: None,
            devices: None,
            sequence_length: None,
            vocab_size: None,
            checkpointing: None,
        }
    }

    fn llama_8b() -> TrainingInputs {
        TrainingInputs {
            layers: Some(32.0),
            hidden: Some(4096.0),
            batch: Some(Batch::PerDevice(1.0)),
            sequence_length: Some(32768.0),
            vocab_size: Some(128_256.0),
            ..run(8.03e9)
        }
    }

    #[test]
    fn the_check_case_lies_within_the_estimate() {
        for (checkpointing, gib) in [(Some(true), 31.0), (Some(false), 240.0)] {
            let parts = training_memory(&TrainingInputs { checkpointing, ..llama_8b() });
            let sum = parts.activations.unwrap_or_default() + parts.logits.unwrap_or_default();
            assert!(sum.low < gib * GIB && gib * GIB < sum.high, "{sum:?}");
        }
    }

    #[test]
    fn adamw_costs_18_bytes_in_mixed_precision_and_16_in_fp32() {
        assert_eq!(training_memory(&run(1e9)).total().high, 18e9);
        let fp32 = TrainingInputs { precision_bytes: Some(4.0), ..run(1e9) };
        assert_eq!(training_memory(&fp32).total().high, 16e9);
        let unknown = TrainingInputs { precision_bytes: None, optimizer: Optimizer::UNKNOWN, ..run(1e9) };
        assert_eq!(training_memory(&unknown).total(), Range::new(4e9, 18e9));
    }

    #[test]
    fn what_is_not_known_about_activations_counts_as_nothing() {
        let parts = training_memory(&run(1e9));
        assert_eq!((parts.activations, parts.logits, parts.kv_cache), (None, None, None));
        let global = TrainingInputs { batch: Some(Batch::Global(512.0)), ..llama_8b() };
        let one = TrainingInputs { batch: Some(Batch::Global(1.0)), ..llama_8b() };
        let (many, single) = (training_memory(&global), training_memory(&one));
        assert_eq!(many.total().low, single.total().low, "accumulation may take one at a time");
        assert!(many.total().high > 100.0 * single.logits.unwrap_or_default().high);
    }

    #[test]
    fn adapters_cost_little_beside_the_frozen_weights() {
        let lora = TrainingInputs { trainable: Trainable::Adapters, ..run(7e9) };
        let total = training_memory(&lora).total();
        assert!(3.5e9 < total.low && total.low < 4e9, "{total:?}");
        assert!((total.high - (14e9 + 0.02 * 7e9 * 18.0)).abs() < 1.0, "{total:?}");
        let fp32 = TrainingInputs { precision_bytes: Some(4.0), ..lora };
        assert!(training_memory(&fp32).total().low > 28e9);
        let all = TrainingInputs { trainable: Trainable::Params(9e9), ..run(7e9) };
        assert_eq!(training_memory(&all), training_memory(&run(7e9)));
    }

    /// Each run once with each of the values.
    fn vary<V: Copy>(runs: Vec<TrainingInputs>, values: &[V], set: fn(&mut TrainingInputs, V)) -> Vec<TrainingInputs> {
        let with = |run: &TrainingInputs, value: &V| {
            let mut run = *run;
            set(&mut run, *value);
            run
        };
        let each = |run| values.iter().map(move |value| with(&run, value));
        runs.into_iter().flat_map(each).collect()
    }

    /// Every combination of a small grid, for the properties below.
    fn grid() -> Vec<TrainingInputs> {
        use Trainable::{Adapters, All, Params};
        let precisions = [None, Some(0.5), Some(1.0), Some(2.0), Some(4.0), Some(8.0)];
        let batches = [None, Some(Batch::PerDevice(4.0)), Some(Batch::Global(64.0))];
        let runs = vary(vec![llama_8b()], &precisions, |run, bytes| run.precision_bytes = bytes);
        let runs = vary(runs, &[All, Adapters, Params(1e8)], |run, some| run.trainable = some);
        let runs = vary(
            runs,
            &[
                Optimizer::keeping(2.0, 2.0),
                Optimizer::keeping(0.0, 1.0),
                Optimizer::keeping(1.0, 1.0),
                Optimizer::UNKNOWN,
            ],
            |run, rule| run.optimizer = rule,
        );
        let runs = vary(runs, &[None, Some(true), Some(false)], |run, flag| run.checkpointing = flag);
        let runs = vary(runs, &[Some(1.0), Some(32.0)], |run, layers| run.layers = layers);
        vary(runs, &batches, |run, batch| run.batch = batch)
    }

    #[test]
    fn low_is_never_above_high_and_more_parameters_never_need_less() {
        for inputs in grid() {
            let total = training_memory(&inputs).total();
            assert!(0.0 < total.low && total.low <= total.high, "{inputs:?}");
            let more = training_memory(&TrainingInputs { params: inputs.params * 2.0, ..inputs }).total();
            assert!(more.low >= total.low && more.high >= total.high, "{inputs:?}");
        }
    }

    /// At the low end. At the high end mixed precision does need more than fp32: it keeps both copies of the weights.
    #[test]
    fn bf16_never_needs_more_than_fp32() {
        for inputs in grid() {
            let narrow = training_memory(&TrainingInputs { precision_bytes: Some(2.0), ..inputs });
            let wide = training_memory(&TrainingInputs { precision_bytes: Some(4.0), ..inputs });
            assert!(narrow.total().low <= wide.total().low);
            let both = |parts: Parts| parts.activations.unwrap_or_default() + parts.logits.unwrap_or_default();
            assert!(both(narrow).high <= both(wide).high);
        }
    }

    #[test]
    fn knowing_less_never_narrows() {
        for inputs in grid() {
            let known = training_memory(&inputs).total();
            let mut less = vec![inputs; 3];
            less[0].optimizer = Optimizer::UNKNOWN;
            less[1].checkpointing = None;
            if matches!(inputs.precision_bytes, Some(2.0 | 4.0)) {
                less[2].precision_bytes = None;
            }
            for unknown in less {
                let total = training_memory(&unknown).total();
                let wider = total.low <= known.low && known.high <= total.high;
                assert!(wider, "{inputs:?}");
            }
        }
    }
}
