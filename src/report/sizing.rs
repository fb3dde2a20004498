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
    /// Whether the total was stated from a run.
    pub is_measured: bool,
    /// The total in other precisions, all else equal.
    pub by_precision: Vec<(&'static str, Range)>,
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
}

/// One chip of the catalogue.
#[derive(Clone, Debug)]
pub struct ChipRow {
    pub id: String,
    pub target: TargetName,
    /// Whether it is worth a line in a short list: current, and to be had as a machine or by name.
    pub is_shown: bool,
    pub needed: Option<Range>,
    pub is_beyond: bool,
    pub system: Option<SystemRow>,
    /// For how many chips the times are.
    pub chips: Option<f64>,
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
    pub system: Option<SystemRow>,
}

/// What holds a workload.
#[derive(Clone, Debug)]
pub struct Held {
    pub memory: Range,
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
    SizeReport {
        name: report.name.clone(),
        path: report.path.to_string(),
        line: report.line,
        parts: parts(&sized),
        total: sized.memory,
        is_measured: sized.is_measured,
        by_precision: sized.by_precision,
        params: sized.params,
        step: if sized.work.is_some_and(|work| work.id() == "decoding") { "token" } else { "step" },
        smallest: smallest(knowledge, &sized.chips, &targets),
        chips: sized.chips.iter().map(|chip| row(knowledge, chip)).collect(),
        left_out,
        assumptions: sized.assumptions,
        not_counted: sized.not_counted,
        not_modelled: sized.not_modelled,
        sources: sources.into_iter().map(source).collect(),
    }
}

/// The memory that a workload needs, and for each contender the smallest system that holds it; none where it is not known.
pub(super) fn held(knowledge: &Knowledge, decision: &Decision) -> Option<Held> {
    let (memory, chips) = holding(knowledge, &decision.facts, &decision.contenders);
    let smallest = smallest(knowledge, &chips, &decision.contenders);
    memory.filter(|_| !smallest.is_empty()).map(|memory| Held { memory, smallest })
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
    rows.map(|(id, name, bytes)| Part { id, name, bytes }).to_vec()
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

fn row(knowledge: &Knowledge, sizing: &ChipSizing) -> ChipRow {
    let chip = &knowledge.chips[sizing.chip];
    let on_the_spot = knowledge.target(chip.target).places.is_empty();
    ChipRow {
        id: chip.id.to_string(),
        target: name_of(knowledge, chip.target),
        is_shown: sizing.needed.is_some() && chip.status == "current" && (sizing.system.is_some() || on_the_spot),
        needed: sizing.needed,
        is_beyond: sizing.is_beyond,
        system: system_row(knowledge, sizing),
        chips: sizing.chips,
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

/// Of each target the chip with the least memory in its smallest system; a chip of the past only where there is no other,
/// or where it is the one that stands for the target.
fn smallest(knowledge: &Knowledge, chips: &[ChipSizing], targets: &[TargetId]) -> Vec<Smallest> {
    let mut found = Vec::new();
    for target in targets {
        let own = chips.iter().filter(|sizing| knowledge.chips[sizing.chip].target == *target && !sizing.is_beyond);
        let candidates = own.filter_map(|sizing| {
            let chip = &knowledge.chips[sizing.chip];
            let (needed, memory) = (sizing.needed?, chip.sourced("memory_gib")?.high);
            let machine = sizing.system.map(|system| &knowledge.machines[system.machine]);
            let on_the_spot = knowledge.target(chip.target).places.is_empty();
            let several = sizing.system.is_some_and(|system| system.count > 1);
            let chips = machine.map_or(needed.high, |machine| f64::from(machine.chips)) * memory;
            let count = sizing.system.map_or(1.0, |system| f64::from(system.count));
            let nowhere = machine.is_none() && !on_the_spot;
            let size = (chips * count, chips * count / memory);
            let stands_for_it = knowledge.target(chip.target).reference_chip.as_ref() == Some(&chip.id);
            let is_past = chip.status != "current" && !stands_for_it;
            Some(((nowhere, is_past, several), size, sizing, needed))
        });
        let best = candidates.min_by(|one, other| {
            one.0.cmp(&other.0).then(one.1.0.total_cmp(&other.1.0)).then(one.1.1.total_cmp(&other.1.1))
        });
        found.extend(best.map(|(_, _, sizing, needed)| Smallest {
            target: name_of(knowledge, *target),
            chip: knowledge.chips[sizing.chip].id.to_string(),
            needed,
            system: system_row(knowledge, sizing),
        }));
    }
    found
}
