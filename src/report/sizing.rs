//! What a workload needs and what bounds it, in words and numbers, with nothing left to look up.

use super::{Context, Report, Status, TargetName};
use crate::derive::memory::Range;
use crate::derive::sizing::{ChipSizing, Sizing, holding, sizing};
use crate::judge::Decision;
use crate::knowledge::{Knowledge, TargetId};

/// The sizes of one workload.
#[derive(Clone, Debug)]
pub struct SizeReport {
    pub name: String,
    pub path: String,
    pub line: u32,
    /// The memory by part: its id and its name, and the bytes where they could be estimated.
    pub parts: Vec<Part>,
    pub total: Option<Range>,
    /// Whether something was left out of it, so that the total is the least.
    pub is_least: bool,
    /// Whether the total was stated from a run.
    pub is_measured: bool,
    /// The total in other precisions, all else equal.
    pub by_precision: Vec<(String, Range)>,
    pub params: Option<Range>,
    /// `step` or `token`: what a step brings forth.
    pub step: &'static str,
    pub chips: Vec<ChipRow>,
    /// For each target the smallest system that holds it.
    pub smallest: Vec<Smallest>,
    /// Targets that are out for other reasons than their size.
    pub left_out: Vec<LeftOut>,
    pub assumptions: Vec<String>,
    pub not_counted: Vec<String>,
    pub not_modelled: Vec<String>,
    /// The sources of the likely times.
    pub sources: Vec<String>,
}

/// A target that is out, and why.
#[derive(Clone, Debug)]
pub struct LeftOut {
    pub target: TargetName,
    /// Whether it is of another class rather than excluded.
    pub is_other_class: bool,
    pub because: String,
}

/// One part of the memory.
#[derive(Clone, Debug)]
pub struct Part {
    pub id: &'static str,
    pub name: &'static str,
    pub bytes: Option<Range>,
    /// What its two ends are, where they are two ways to run and must not be taken for one figure that is not known.
    pub note: Option<String>,
}

/// One chip of the catalogue.
#[derive(Clone, Debug)]
pub struct ChipRow {
    pub id: String,
    pub target: TargetName,
    /// Whether it is worth a line in a short list: current, and to be had as a machine or by name.
    pub is_shown: bool,
    pub needed: Option<Range>,
    /// GiB of one chip: a range where the members of a family differ, or the sources.
    pub memory_gib: Option<Range>,
    /// The members of a family that differ in memory.
    pub members: Vec<MemberRow>,
    pub is_beyond: bool,
    pub system: Option<SystemRow>,
    /// For how many chips the times are.
    pub chips: Option<f64>,
    /// Whether the times leave out links or a network whose speed is not known.
    pub leaves_out_links: bool,
    pub padding_waste: Option<Range>,
    pub intensity: Option<Range>,
    pub ridge: Option<Range>,
    pub bound_by: Option<&'static str>,
    pub precision: Option<&'static str>,
    pub best_seconds: Option<Range>,
    pub step_seconds: Option<Range>,
    pub run_seconds: Option<Range>,
    pub utilisation: Option<Range>,
}

/// A member of a family, and how many of it hold the workload.
#[derive(Clone, Debug)]
pub struct MemberRow {
    pub name: String,
    pub memory_gib: f64,
    pub needed: Range,
}

/// Why no machine is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSystem {
    /// The catalogue has none with the chip at all.
    Nowhere,
    /// One of the places is of a kind whose machines it does not list.
    Unlisted,
    /// It has some, in places where the workload may not run.
    Elsewhere(Vec<String>),
    /// Those that there are hold less, and are not put together.
    TooSmall,
}

/// The machine or slice that holds it, or several of it.
#[derive(Clone, Debug)]
pub struct SystemRow {
    pub id: String,
    pub place: String,
    pub count: u32,
    pub chips: u32,
}

/// The smallest system of one target.
#[derive(Clone, Debug)]
pub struct Smallest {
    pub target: TargetName,
    pub chip: String,
    pub needed: Range,
    /// Whether as many can be brought together.
    pub fits: bool,
    /// Whether the chip is built into a device, so that there is one of it.
    pub is_built_in: bool,
    /// The machine, or why there is none.
    pub system: Result<SystemRow, NoSystem>,
}

/// What holds a workload.
#[derive(Clone, Debug)]
pub struct Held {
    pub memory: Range,
    /// Whether something was left out of the memory.
    pub is_least: bool,
    pub smallest: Vec<Smallest>,
}

/// Sizes a workload on the targets that nothing but its size puts out.
pub fn size(context: &Context, decision: &Decision, report: &Report) -> SizeReport {
    let knowledge = context.knowledge;
    let is_out = |id: &str| !knowledge.rules.iter().any(|rule| rule.id == id && rule.estimated);
    let mut left_out = Vec::new();
    let mut targets = Vec::new();
    for target in &report.targets {
        let out = target.status == Status::NotApplicable || target.excluded_by.iter().any(|rule| is_out(rule));
        match knowledge.target_id(&target.target.id) {
            Some(id) if !out => targets.push(id),
            _ => left_out.push(LeftOut {
                target: target.target.clone(),
                is_other_class: target.status == Status::NotApplicable,
                because: target.because.clone(),
            }),
        }
    }
    let sized = sizing(knowledge, &decision.facts, &targets);
    let source = |index: usize| knowledge.sources[index].title.to_string();
    let mut sources: Vec<usize> =
        sized.chips.iter().filter_map(|chip| chip.utilisation.as_ref()).flat_map(|it| it.sources.clone()).collect();
    sources.sort_unstable();
    sources.dedup();
    let mut chips: Vec<ChipRow> = sized.chips.iter().map(|chip| row(knowledge, chip)).collect();
    // What the profile states comes first; the others keep the order of the catalogue.
    let stated = |row: &ChipRow| sized.chips.iter().any(|it| it.is_stated && *knowledge.chips[it.chip].id == *row.id);
    chips.sort_by_key(|row| !stated(row));
    SizeReport {
        name: report.name.clone(),
        path: report.path.to_string(),
        line: report.line,
        parts: parts(&sized),
        total: sized.memory,
        is_least: sized.is_least,
        is_measured: sized.is_measured,
        by_precision: sized.by_precision.into_iter().map(|(precision, total)| (precision.to_string(), total)).collect(),
        params: sized.params,
        step: if sized.work.is_some_and(|work| work.id() == "decoding") { "token" } else { "step" },
        smallest: smallest(knowledge, &sized.chips, &targets),
        chips,
        left_out,
        assumptions: sized.assumptions,
        not_counted: sized.not_counted,
        not_modelled: sized.not_modelled,
        sources: sources.into_iter().map(source).collect(),
    }
}

/// The memory that a workload needs, and for each contender the smallest system that holds it; none where it is not known.
pub(super) fn held(knowledge: &Knowledge, decision: &Decision) -> Option<Held> {
    let holding = holding(knowledge, &decision.facts, &decision.outcome.contenders)?;
    let smallest = smallest(knowledge, &holding.chips, &decision.outcome.contenders);
    (!smallest.is_empty()).then_some(Held { memory: holding.memory, is_least: holding.is_least, smallest })
}

fn parts(sized: &Sizing) -> Vec<Part> {
    let parts = sized.parts;
    let always = |part: Range| Some(part);
    let rows = [
        ("weights", "weights", parts.map(|it| it.weights).and_then(always)),
        ("gradients", "gradients", parts.map(|it| it.gradients).and_then(always)),
        ("optimizer", "optimizer state", parts.map(|it| it.optimizer).and_then(always)),
        ("activations", "activations", parts.and_then(|it| it.activations)),
        ("logits", "logits", parts.and_then(|it| it.logits)),
        ("kv_cache", "KV cache", parts.and_then(|it| it.kv_cache)),
    ];
    let note = |id: &str| sized.weights_note.clone().filter(|_| id == "weights");
    rows.map(|(id, name, bytes)| Part { id, name, bytes, note: note(id) }).to_vec()
}

fn name_of(knowledge: &Knowledge, target: TargetId) -> TargetName {
    let target = knowledge.target(target);
    TargetName { id: target.id.to_string(), name: target.name.to_string() }
}

fn system_row(knowledge: &Knowledge, sizing: &ChipSizing) -> Option<SystemRow> {
    let system = sizing.system?;
    let machine = &knowledge.machines[system.machine];
    Some(SystemRow {
        id: machine.id.to_string(),
        place: machine.offered_in.to_string(),
        count: system.count,
        chips: system.count * machine.chips,
    })
}

fn no_system(knowledge: &Knowledge, sizing: &ChipSizing) -> NoSystem {
    if sizing.has_systems {
        return NoSystem::TooSmall;
    }
    let with_it = knowledge.machines.iter().filter(|machine| machine.chip == sizing.chip && !machine.recalled);
    let mut places: Vec<String> = with_it.map(|machine| machine.offered_in.to_string()).collect();
    places.sort_unstable();
    places.dedup();
    if sizing.may_be_unlisted {
        NoSystem::Unlisted
    } else if places.is_empty() {
        NoSystem::Nowhere
    } else {
        NoSystem::Elsewhere(places)
    }
}

fn row(knowledge: &Knowledge, sizing: &ChipSizing) -> ChipRow {
    let chip = &knowledge.chips[sizing.chip];
    let on_the_spot = knowledge.target(chip.target).places.is_empty();
    ChipRow {
        id: chip.id.to_string(),
        target: name_of(knowledge, chip.target),
        is_shown: sizing.needed.is_some()
            && (sizing.is_stated || chip.status == "current" && (sizing.system.is_some() || on_the_spot)),
        needed: sizing.needed,
        memory_gib: chip.sourced("memory_gib").map(|figure| Range::new(figure.low, figure.high)),
        members: sizing
            .members
            .iter()
            .map(|member| MemberRow {
                name: chip.variants[member.variant].name.to_string(),
                memory_gib: member.memory_gib,
                needed: member.needed,
            })
            .collect(),
        is_beyond: sizing.is_beyond,
        system: system_row(knowledge, sizing),
        chips: sizing.chips,
        leaves_out_links: sizing.leaves_out_links && sizing.best_seconds.is_some(),
        padding_waste: sizing.padding_waste,
        intensity: sizing.intensity,
        ridge: sizing.ridge,
        bound_by: sizing.bound.map(|bound| bound.id()),
        precision: sizing.precision,
        best_seconds: sizing.best_seconds,
        step_seconds: sizing.step_seconds,
        run_seconds: sizing.run_seconds,
        utilisation: sizing.utilisation.as_ref().map(|it| it.range),
    }
}

/// Of each target the chip that the profile states, else the one that [`Rank`] puts first; where none holds it, that is
/// said of the one that would come first.
fn smallest(knowledge: &Knowledge, chips: &[ChipSizing], targets: &[TargetId]) -> Vec<Smallest> {
    let mut found = Vec::new();
    for target in targets {
        let is_own = |it: &&ChipSizing| knowledge.chips[it.chip].target == *target;
        let own: Vec<&ChipSizing> = chips.iter().filter(is_own).collect();
        let is_stated = own.iter().any(|it| it.is_stated);
        let candidates = own.into_iter().filter(|it| it.is_stated || !is_stated);
        let ranked = candidates.filter_map(|it| Some((Rank::of(knowledge, it)?, it, it.needed?)));
        let first = ranked.min_by(|one, other| one.0.cmp(&other.0).then(one.2.high.total_cmp(&other.2.high)));
        found.extend(first.map(|(_, sizing, needed)| Smallest {
            target: name_of(knowledge, *target),
            chip: knowledge.chips[sizing.chip].id.to_string(),
            needed,
            fits: !sizing.is_beyond,
            is_built_in: knowledge.target(*target).places.is_empty(),
            system: system_row(knowledge, sizing).ok_or_else(|| no_system(knowledge, sizing)),
        }));
    }
    found
}

/// What speaks against showing a chip before others, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_beyond: bool,
    /// A chip of the past, unless it is the one that stands for its target.
    is_past: bool,
    /// Made for a desk, where the target is at home in data centres: no cloud rents out a machine with it.
    is_for_desks: bool,
    /// Without the bandwidth of its memory nothing can be said of its speed.
    is_bandwidth_unknown: bool,
    is_without_system: bool,
    chips: u64,
    machines: u32,
    memory_gib: u64,
}

impl Rank {
    /// None where it is not known how many chips hold the workload.
    fn of(knowledge: &Knowledge, sizing: &ChipSizing) -> Option<Rank> {
        let chip = &knowledge.chips[sizing.chip];
        let target = knowledge.target(chip.target);
        let is_built_in = target.places.is_empty();
        let machine = sizing.system.map(|system| &knowledge.machines[system.machine]);
        let machines = sizing.system.map_or(1, |system| system.count);
        let chips = machine.map_or(sizing.needed?.high as u64, |it| u64::from(it.chips) * u64::from(machines));
        Some(Rank {
            is_beyond: sizing.is_beyond,
            is_past: chip.status != "current" && target.reference_chip.as_ref() != Some(&chip.id),
            is_for_desks: !is_built_in && !knowledge.machines.iter().any(|machine| machine.chip == sizing.chip),
            is_bandwidth_unknown: chip.sourced("bandwidth_gb_s").is_none(),
            is_without_system: machine.is_none() && !is_built_in,
            chips,
            machines,
            memory_gib: chip.sourced("memory_gib")?.high as u64,
        })
    }
}
