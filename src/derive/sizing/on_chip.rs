//! The workload on one chip of the catalogue.

use super::step::{Step, Work};
use super::systems::{System, Systems, smallest};
use super::words;
use crate::derive::estimate::{Estimate, memory_of};
use crate::derive::memory::{Range, chips_needed};
use crate::derive::padding::{Tile, utilisation, utilisation_of_smallest};
use crate::derive::prior::{Utilisation, Wanted, utilisation as likely};
use crate::derive::roofline::{Bound, Busy, bandwidth_of, matmul_intensity, peak_of, ridge};
use crate::derive::work::{sharded_training_bytes, tensor_parallel_bytes};
use crate::knowledge::{Chip, Knowledge, Member};
use crate::units::GIB;

/// What a workload needs of one chip, and what the chip makes of it.
#[derive(Clone, Debug)]
pub struct ChipSizing {
    /// The chip, by its place in the catalogue.
    pub chip: usize,
    /// None where the memory of the chip or of the workload is not known.
    pub needed: Option<Range>,
    /// The members of a family that differ in memory.
    pub members: Vec<MemberNeeds>,
    /// More than its largest system brings together, at the least that it can need; of a chip that is built into a
    /// device, more than there are devices.
    pub is_beyond: bool,
    /// Whether the profile says that this is the chip, or among the chips, to be used.
    pub is_stated: bool,
    pub system: Option<System>,
    /// Whether the catalogue has machines with it in the places of the profile, large enough or not.
    pub has_systems: bool,
    /// Whether it may run in a place of which the catalogue lists no machines at all, such as one's own servers.
    pub may_be_unlisted: bool,
    /// The chips for which times are given: those that are planned, if they hold it, else one where that is
    /// enough, else those of the system that holds it, else the most that it can need.
    pub chips: Option<f64>,
    /// The machine of those chips, by its place in the catalogue: it fixes the network and the member of a family.
    pub timed_on: Option<usize>,
    /// Whether the chips exchange something over links or a network whose speed is not known: the times leave it out.
    pub leaves_out_links: bool,
    /// The share of the matrix unit's work that is padding.
    pub padding_waste: Option<Range>,
    /// Operations a byte of memory.
    pub intensity: Option<Range>,
    /// The intensity from which the chip computes at its peak.
    pub ridge: Option<Range>,
    pub bound: Option<Bound>,
    /// The precision whose peak is reckoned with, as the catalogue calls it.
    pub precision: Option<&'static str>,
    /// What the roofline allows.
    pub best_seconds: Option<Range>,
    /// What memory and links alone take of it, at their best.
    pub moving_seconds: Option<Range>,
    /// What published runs make likely.
    pub step_seconds: Option<Range>,
    pub run_seconds: Option<Range>,
    pub utilisation: Option<Utilisation>,
}

/// How many chips of one member of a family hold the workload.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemberNeeds {
    /// The member, by its place among the variants of the chip.
    pub variant: usize,
    pub memory_gib: f64,
    pub needed: Range,
}

/// Adds what padding wastes, what bounds the work and what the roofline allows.
pub fn with_bounds(mut sizing: ChipSizing, estimate: &Estimate, step: &Step) -> ChipSizing {
    let chip = &estimate.inputs.knowledge.chips[sizing.chip];
    sizing.padding_waste = padding_waste(estimate, step, chip, sizing.chips);
    if let Some(chips) = sizing.chips {
        bounds(&mut sizing, estimate, step, chips);
    }
    sizing
}

/// Adds what published runs make likely.
pub fn with_times(mut sizing: ChipSizing, estimate: &Estimate, step: &Step) -> ChipSizing {
    if let (Some(chips), Some(work), Some(per_token)) = (sizing.chips, step.work, step.flops_per_token()) {
        likely_times(&mut sizing, estimate, step, work, per_token, chips);
    }
    sizing
}

/// How many chips hold it, and which machine; nothing else is worked out.
pub fn held(estimate: &Estimate, step: &Step, memory: Option<Range>, index: usize, systems: &Systems) -> ChipSizing {
    let chip = &estimate.inputs.knowledge.chips[index];
    let needed = memory.zip(memory_of(chip)).map(|(memory, each)| chips_needed(memory, each));
    let needed = needed.filter(|needed| needed.high.is_finite());
    let largest = chip.sourced("largest_slice").map(|slice| slice.high).or_else(|| devices(estimate, chip));
    let is_beyond = needed.zip(largest).is_some_and(|(needed, most)| needed.low > most);
    let system = memory.filter(|_| !is_beyond).and_then(|memory| smallest(estimate, index, memory, systems));
    let timed = needed.filter(|_| !is_beyond).map(|needed| {
        let knowledge = estimate.inputs.knowledge;
        match (step.chips.filter(|planned| *planned >= needed.low), system) {
            (Some(planned), _) => (planned, systems.largest(knowledge, index)),
            // What fits on one chip is not spread over the others of its machine.
            (None, system) if needed.high <= 1.0 => (1.0, system.map(|system| system.machine)),
            (None, Some(system)) => {
                let machine = &knowledge.machines[system.machine];
                (f64::from(machine.chips) * f64::from(system.count), Some(system.machine))
            }
            (None, None) => (needed.high, None),
        }
    });
    ChipSizing {
        chip: index,
        needed,
        members: memory.map_or_else(Vec::new, |memory| members(chip, memory)),
        is_beyond,
        is_stated: is_stated(estimate, chip),
        system,
        may_be_unlisted: systems.lacks_a_place,
        has_systems: systems.has_any(index),
        chips: timed.map(|(chips, _)| chips),
        timed_on: timed.and_then(|(_, machine)| machine),
        leaves_out_links: false,
        padding_waste: None,
        intensity: None,
        ridge: None,
        bound: None,
        precision: None,
        best_seconds: None,
        moving_seconds: None,
        step_seconds: None,
        run_seconds: None,
        utilisation: None,
    }
}

/// How many chips of each member of a family hold it, the largest first; none where all have as much memory.
fn members(chip: &Chip, memory: Range) -> Vec<MemberNeeds> {
    let all = chip.members().into_iter().enumerate();
    let mut members: Vec<MemberNeeds> = all
        .filter_map(|(variant, member)| {
            let (low, high) = member.figure("memory_gib")?;
            let needed = chips_needed(memory, Range::new(low, high).scale(GIB));
            (member.variant.is_some() && needed.high.is_finite()).then_some(MemberNeeds {
                variant,
                memory_gib: low,
                needed,
            })
        })
        .collect();
    members.sort_by(|one, other| other.memory_gib.total_cmp(&one.memory_gib));
    let differ = members.windows(2).any(|pair| pair[0].memory_gib != pair[1].memory_gib);
    if differ { members } else { Vec::new() }
}

/// How many of a chip there are where it is built into devices, which no network joins to a cluster: one, unless more are
/// said to be there.
fn devices(estimate: &Estimate, chip: &Chip) -> Option<f64> {
    let is_built_in = estimate.inputs.knowledge.target(chip.target).places.is_empty();
    is_built_in.then(|| estimate.inputs.number("devices_available").unwrap_or(1.0).max(1.0))
}

/// Whether the profile names the chip, or lists it where it names none of the target.
fn is_stated(estimate: &Estimate, chip: &Chip) -> bool {
    match estimate.named_chip(chip.target) {
        Some(named) => named.id == chip.id,
        None => estimate.available(chip.target).is_some_and(|chips| chips.iter().any(|it| it.id == chip.id)),
    }
}

/// The share of the matrix unit's work that is padding, where the chip has one of a fixed size.
fn padding_waste(estimate: &Estimate, step: &Step, chip: &Chip, chips: Option<f64>) -> Option<Range> {
    let figure = |name: &str| chip.sourced(name).map(|figure| figure.high as u64);
    let side = figure("matrix_tile")?;
    let tile = Tile {
        rows: figure("matrix_rows").unwrap_or(side),
        shared: side,
        columns: figure("matrix_columns").unwrap_or(side),
    };
    if let Some(smallest) = estimate.inputs.number("smallest_matmul_dim") {
        let used = utilisation_of_smallest(smallest as u64, tile);
        return Some(Range::new(1.0 - used.high, 1.0 - used.low));
    }
    let chips = chips.unwrap_or(1.0);
    let tokens = step.tokens.on(chips)?;
    // Tokens of one sequence each are not dealt out over chips: every chip works on all, with a share of the weights.
    let rows = if step.work == Some(Work::Decoding) { tokens } else { tokens / chips };
    let products = products(estimate, step, rows.max(1.0).ceil())?;
    let (mut useful, mut padded) = (0.0, 0.0);
    for [rows, shared, columns] in products {
        let work = rows * shared * columns;
        useful += work;
        padded += work / utilisation(rows as u64, shared as u64, columns as u64, tile).max(f64::MIN_POSITIVE);
    }
    Some(Range::exactly(1.0 - useful / padded))
}

/// The products of a layer whose dimensions are known, as rows, shared and columns: queries, keys and values, and the
/// output of the attention. The feed-forward part has dimensions of its own that the profile does not state.
fn products(estimate: &Estimate, step: &Step, rows: f64) -> Option<Vec<[f64; 3]>> {
    let (hidden, attention) = (step.hidden?, step.attention?);
    let head = estimate.inputs.number("model.head_dim");
    let heads = estimate.inputs.number("model.attention_heads");
    let head = head.or_else(|| Some(hidden / heads?.max(1.0)));
    let keys = estimate.inputs.number("model.kv_heads").zip(head).map_or(attention.width, |(heads, head)| heads * head);
    Some(vec![[rows, hidden, attention.width], [rows, hidden, 2.0 * keys], [rows, attention.width, hidden]])
}

/// The peak that stands for a precision, with the name that the catalogue has for it: a 16-bit format for the other where
/// the chip has only one of them; for quantised weights the 16-bit rate where it has no rate of their own.
fn peak(member: &Member, precision: Option<&str>) -> Option<(&'static str, Range)> {
    const SIXTEEN: [&str; 2] = ["bf16", "fp16"];
    let order: &[&'static str] = match precision {
        None | Some("bf16") => &SIXTEEN,
        Some("fp16") => &["fp16", "bf16"],
        Some("fp8") => &["fp8", "bf16", "fp16"],
        Some("int8") => &["int8", "bf16", "fp16"],
        Some("int4") => &["int4", "bf16", "fp16"],
        Some("fp4") => &["fp4", "bf16", "fp16"],
        Some("tf32") => &["tf32"],
        Some("fp32") => &["fp32"],
        Some("fp64") => &["fp64"],
        Some(_) => &[],
    };
    order.iter().find_map(|name| Some((*name, peak_of(member, name)?)))
}

/// Bytes a second that a chip takes in over its links; beyond the chips that fast links join, what the network of a
/// machine brings to all of its chips limits each of them.
fn links(estimate: &Estimate, sizing: &ChipSizing, member: &Member, chips: f64) -> Option<f64> {
    let (_, high) = member.figure("interconnect_gb_s")?;
    let own = high * 1e9;
    let machine = || Some(&estimate.inputs.knowledge.machines[sizing.timed_on?]);
    let joined = match (member.chip.sourced("tight_domain"), member.chip.sourced("largest_slice")) {
        (Some(domain), _) => domain.high,
        // A slice is wired throughout.
        (None, Some(slice)) => slice.high,
        (None, None) => f64::from(machine()?.chips),
    };
    if chips <= joined {
        return Some(own);
    }
    let machine = machine()?;
    Some(own.min(machine.network_gbps? * 1e9 / 8.0))
}

/// The members of a family that the times are for: the one that the machine holds, else all.
fn timed_members<'k>(knowledge: &'k Knowledge, sizing: &ChipSizing) -> Vec<Member<'k>> {
    let chip = &knowledge.chips[sizing.chip];
    let variant = sizing.timed_on.and_then(|machine| knowledge.machines[machine].variant.as_deref());
    variant.map_or_else(|| chip.members(), |variant| vec![chip.member(Some(variant))])
}

/// Fills in what bounds a step and how long it takes at best, over the members of a family.
fn bounds(sizing: &mut ChipSizing, estimate: &Estimate, step: &Step, chips: f64) {
    let knowledge = estimate.inputs.knowledge;
    let Some(per_token) = step.flops_per_token() else { return };
    let mut bounds: Vec<Option<Bound>> = Vec::new();
    for member in timed_members(knowledge, sizing) {
        let Some((name, peak)) = peak(&member, step.precision) else { continue };
        sizing.precision = Some(name);
        // Without the bandwidth of its memory nothing can be said of what bounds it, or how fast it is at best.
        let Some(bandwidth) = bandwidth_of(&member) else { continue };
        sizing.ridge = joined(sizing.ridge, Some(ridge(peak, bandwidth)));
        let Some(tokens) = step.tokens.on(chips) else { continue };
        let flops = per_token.scale(tokens);
        let intensity = intensity(step, flops, tokens, chips);
        sizing.intensity = joined(sizing.intensity, intensity);
        let (exchanged, links) = (exchanged(step, tokens, chips), links(estimate, sizing, &member, chips));
        let Some(intensity) = intensity else { continue };
        let busy = |flops: f64, peak: f64, bandwidth: f64| Busy {
            compute: flops * step.recomputation() / (chips * peak),
            memory: flops / (chips * intensity.high * bandwidth),
            interconnect: exchanged.zip(links).map_or(0.0, |(bytes, rate)| bytes / rate),
        };
        let fast = busy(flops.low, peak.high, bandwidth.high);
        let slow = busy(flops.high, peak.low, bandwidth.low);
        // Links whose speed is not known may be what bounds it.
        let is_known = chips <= 1.0 || exchanged.is_some() && links.is_some();
        sizing.leaves_out_links |= !is_known;
        bounds.extend(if is_known { [Some(fast.bound()), Some(slow.bound())] } else { [None, None] });
        sizing.best_seconds = joined(sizing.best_seconds, Some(Range::new(fast.best(), slow.best())));
        let moving = Range::new(fast.moving(), slow.moving());
        sizing.moving_seconds = joined(sizing.moving_seconds, Some(moving));
    }
    bounds.dedup();
    sizing.bound = if bounds.len() == 1 { bounds[0] } else { None };
}

fn joined(one: Option<Range>, other: Option<Range>) -> Option<Range> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.hull(other)),
        (one, other) => one.or(other),
    }
}

/// What published runs make of the best case.
fn likely_times(sizing: &mut ChipSizing, estimate: &Estimate, step: &Step, work: Work, per_token: Range, chips: f64) {
    let knowledge = estimate.inputs.knowledge;
    let Some(precision) = sizing.precision else { return };
    let kind = if step.is_sparse { "experts" } else { "dense" };
    let wanted = Wanted { work: work.id(), kind, chip: sizing.chip, precision };
    let Some(prior) = likely(knowledge, wanted, |_| true) else { return };
    let shares = prior.range;
    sizing.utilisation = Some(prior);
    let members = timed_members(knowledge, sizing);
    let peaks = members.iter().filter_map(|member| Some(peak(member, step.precision)?.1));
    let Some(peak) = peaks.reduce(Range::hull) else { return };
    let arithmetic = |tokens: f64| {
        Range::new(
            per_token.low * tokens / (chips * peak.high * shares.high),
            per_token.high * tokens / (chips * peak.low * shares.low),
        )
    };
    let tokens = step.tokens.on(chips);
    sizing.step_seconds = match (work, sizing.best_seconds, tokens) {
        (Work::Decoding, Some(best), _) => Some(Range::new(best.low / shares.high, best.high / shares.low)),
        (_, Some(best), Some(tokens)) => {
            // MFU holds for steps that are bound by arithmetic. No run tells what share of their best memory and links
            // reach: the same is taken for them, for none of the three is ever at its peak.
            let likely = arithmetic(tokens);
            let moving = sizing.moving_seconds.unwrap_or_default();
            Some(Range {
                low: likely.low.max(moving.low / shares.high).max(best.low),
                high: likely.high.max(moving.high / shares.low).max(best.high),
            })
        }
        _ => None,
    };
    // A run on as many chips as the memory needs says nothing where the memory is not all counted.
    let are_chips_known = || step.chips.is_some() || words::left_out(estimate, step).is_empty();
    if let Some(all) = step.run_tokens.filter(|_| work == Work::Training && are_chips_known()) {
        sizing.run_seconds = match tokens {
            Some(tokens) => sizing.step_seconds.map(|seconds| seconds.scale(all / tokens)),
            None => Some(arithmetic(all)),
        };
    }
}

/// Operations for each byte between the chips and their memory.
fn intensity(step: &Step, flops: Range, tokens: f64, chips: f64) -> Option<Range> {
    let bytes = step.bytes.unwrap_or(2.0);
    if step.work != Some(Work::Decoding) {
        // Training and forward passes: the products of a layer, four times as wide as it is deep.
        let rows = tokens / chips;
        let hidden = step.hidden?;
        return Some(Range::exactly(matmul_intensity(bytes.min(2.0), rows, hidden, 4.0 * hidden)));
    }
    let parts = step.parts?;
    let cache = parts.kv_cache.unwrap_or_default();
    let visited = match (step.active, step.params) {
        // One token visits its own experts; many tokens visit all of them.
        (Some(active), Some(params)) if step.is_sparse => Range::new((active.low * tokens / params.high).min(1.0), 1.0),
        _ => Range::exactly(1.0),
    };
    let moved = parts.weights.times(visited) + cache;
    (moved.low > 0.0).then(|| Range::new(flops.low / moved.high, flops.high / moved.low))
}

/// Bytes that each chip exchanges with others in a step; none on one chip, or where the shape is not known.
fn exchanged(step: &Step, tokens: f64, chips: f64) -> Option<f64> {
    if chips <= 1.0 {
        return None;
    }
    match step.work? {
        Work::Training => Some(sharded_training_bytes(step.params?.low, chips, step.trained)),
        Work::Decoding | Work::Forward => {
            Some(tensor_parallel_bytes(step.attention?.layers, step.hidden?, tokens, chips))
        }
    }
}
