//! What share of its best a chip is likely to reach, from published runs.

use super::memory::Range;
use crate::knowledge::{Knowledge, PublishedRun};

/// Two recipes for the same model on the same chip differ by as much, so that no range is narrower.
const NARROWEST: f64 = 2.0;

/// So many runs make a range.
const ENOUGH: usize = 2;

/// On what runs a likely share rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// On this chip in this precision.
    SameChip,
    /// On chips of the same target.
    SameTarget,
    /// On any chip.
    AnyChip,
}

/// A likely share of the best case.
#[derive(Clone, Debug, PartialEq)]
pub struct Utilisation {
    pub range: Range,
    pub basis: Basis,
    /// How many runs it rests on.
    pub runs: usize,
    /// Their sources.
    pub sources: Vec<usize>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// `training`, `decoding` or `forward`.
    pub work: &'a str,
    /// `dense`, `experts`, `diffusion`.
    pub kind: &'a str,
    pub chip: usize,
    pub precision: &'a str,
}

/// Runs that are near, and what makes them so.
type Group<'g> = (Basis, &'g dyn Fn(&PublishedRun) -> bool);

/// The likely share of the best case: from the lowest to the highest that published runs of this work reached on this chip
/// in this precision, if there are at least two, else on chips of the same target, else on any; and at least a factor of
/// two wide, but never beyond the best that any run of its kind reached. `counts` picks the runs that may be used.
///
/// None where no run of this work is known at all. Published runs are good runs: whoever tunes less reaches less.
pub fn utilisation(
    knowledge: &Knowledge,
    wanted: Wanted,
    counts: impl Fn(&PublishedRun) -> bool,
) -> Option<Utilisation> {
    let of_work = |work: &str| -> Vec<&PublishedRun> {
        knowledge.published.iter().filter(|run| run.work == work && counts(run)).collect()
    };
    // A forward pass is the first third of a training step.
    let mut runs = of_work(wanted.work);
    if runs.is_empty() && wanted.work == "forward" {
        runs = of_work("training");
    }
    let of_kind: Vec<&PublishedRun> = runs.iter().copied().filter(|run| run.kind == wanted.kind).collect();
    let runs = if of_kind.is_empty() { runs } else { of_kind };
    let target = knowledge.chips.get(wanted.chip)?.target;
    let same = |run: &PublishedRun| run.chip == wanted.chip && run.precision == wanted.precision;
    let near = |run: &PublishedRun| knowledge.chips[run.chip].target == target;
    let groups: [Group; 3] = [(Basis::SameChip, &same), (Basis::SameTarget, &near), (Basis::AnyChip, &|_| true)];
    let enough = groups.into_iter().find_map(|(basis, belongs)| {
        let group: Vec<&PublishedRun> = runs.iter().copied().filter(|run| belongs(run)).collect();
        (group.len() >= ENOUGH || (basis == Basis::AnyChip && !group.is_empty())).then_some((basis, group))
    });
    let (basis, group) = enough?;
    let low = group.iter().map(|run| run.utilisation).fold(f64::INFINITY, f64::min);
    let high = group.iter().map(|run| run.utilisation).fold(0.0, f64::max);
    let (middle, half) = ((low * high).sqrt(), NARROWEST.sqrt());
    let best = runs.iter().map(|run| run.utilisation).fold(0.0, f64::max);
    let high = high.max((middle * half).min(best));
    let range = Range { low: low.min(middle / half).min(high / NARROWEST), high };
    let mut sources: Vec<usize> = group.iter().flat_map(|run| run.sources.iter().copied()).collect();
    sources.sort_unstable();
    sources.dedup();
    Some(Utilisation { range, basis, runs: group.len(), sources })
}
