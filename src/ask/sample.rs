//! Completions of what is open, each with the target that it leads to, and what the answers tell of the targets.

use super::likely::Likely;
use super::random::Random;
use crate::facts::{FactId, Facts, Value};
use crate::judge::{Probe, Scratch};
use crate::knowledge::{Assessment, TargetId};

/// Stands for no answer, where a fact does not apply.
const NONE: u16 = u16::MAX;

/// Completions, judged.
pub struct Sample {
    /// What came out, by first appearance.
    outcomes: Vec<Option<TargetId>>,
    /// By completion, the place of what came out.
    targets: Vec<u16>,
    /// By fact and completion, the kind of the answer.
    kinds: Vec<u16>,
}

impl Sample {
    /// Completes what is known, and judges each completion.
    pub fn take(
        likely: &Likely,
        probe: &Probe,
        (known, base): (&Facts, &Assessment),
        left_out: &[FactId],
        (count, random): (usize, &mut Random),
    ) -> Self {
        let mut scratch = Scratch::new(probe);
        let facts = probe.knowledge().facts.len();
        let mut sample =
            Self { outcomes: Vec::new(), targets: Vec::with_capacity(count), kinds: vec![NONE; count * facts] };
        for at in 0..count {
            let completion = likely.complete(known, base, left_out, random);
            let answers: Vec<(FactId, &Value)> = completion.iter().map(|(fact, guess)| (*fact, &guess.value)).collect();
            let target = probe.lead_again(&answers, &mut scratch).map(|(target, _)| target);
            let place = sample.outcomes.iter().position(|known| *known == target).unwrap_or_else(|| {
                sample.outcomes.push(target);
                sample.outcomes.len() - 1
            });
            sample.targets.push(place as u16);
            for (fact, guess) in completion {
                sample.kinds[fact.index() * count + at] = guess.kind as u16;
            }
        }
        sample
    }

    /// How often each target comes out, the most frequent first.
    pub fn shares(&self) -> Vec<(Option<TargetId>, f64)> {
        let often = |place: usize| self.targets.iter().filter(|it| usize::from(**it) == place).count();
        let share = |place: usize| often(place) as f64 / self.targets.len() as f64;
        let mut shares: Vec<(Option<TargetId>, f64)> =
            self.outcomes.iter().enumerate().map(|(place, target)| (*target, share(place))).collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        shares
    }

    fn kinds_of(&self, fact: FactId) -> &[u16] {
        let count = self.targets.len();
        &self.kinds[fact.index() * count..(fact.index() + 1) * count]
    }

    /// What an answer tells of the target, in bits.
    pub fn information(&self, fact: FactId) -> f64 {
        let kinds = self.kinds_of(fact);
        let number = number_of(kinds);
        let mut table = vec![0_u32; number * self.outcomes.len()];
        for (kind, target) in kinds.iter().zip(&self.targets).filter(|(kind, _)| **kind != NONE) {
            table[usize::from(*kind) * self.outcomes.len() + usize::from(*target)] += 1;
        }
        information(&table, self.outcomes.len())
    }

    /// How often the target that leads right behind the answer is the one that comes out. `leads` has the leader behind
    /// each kind of answer, `now` is the leader without one.
    pub fn agreement(&self, fact: FactId, leads: &[(usize, Option<TargetId>)], now: Option<TargetId>) -> f64 {
        let kinds = self.kinds_of(fact);
        let mut by_kind = vec![now; number_of(kinds)];
        for (kind, lead) in leads {
            if let Some(place) = by_kind.get_mut(*kind) {
                *place = *lead;
            }
        }
        let answered = kinds.iter().zip(&self.targets).filter(|(kind, _)| **kind != NONE);
        let agrees = answered
            .clone()
            .filter(|(kind, target)| by_kind[usize::from(**kind)] == self.outcomes[usize::from(**target)]);
        agrees.count() as f64 / answered.count().max(1) as f64
    }
}

fn number_of(kinds: &[u16]) -> usize {
    kinds.iter().filter(|kind| **kind != NONE).max().map_or(0, |most| usize::from(*most) + 1)
}

/// The mutual information of rows and columns of a table, in bits, less what so few completions show of things that have
/// nothing to do with each other (Miller, "Note on the bias of information estimates", 1955); never below nothing.
fn information(table: &[u32], width: usize) -> f64 {
    let mut columns = vec![0_u32; width];
    for row in table.chunks(width.max(1)) {
        columns.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
    }
    let total = f64::from(columns.iter().sum::<u32>());
    if total == 0.0 {
        return 0.0;
    }
    let (mut seen, mut rows) = (0.0, 0_usize);
    for row in table.chunks(width.max(1)) {
        let sum = row.iter().sum::<u32>();
        rows += usize::from(sum > 0);
        for (count, column) in row.iter().zip(&columns).filter(|(count, _)| **count > 0) {
            let count = f64::from(*count);
            seen += count / total * (count * total / (f64::from(sum) * f64::from(*column))).log2();
        }
    }
    let columns = columns.iter().filter(|sum| **sum > 0).count();
    let spurious = (rows.saturating_sub(1) * columns.saturating_sub(1)) as f64;
    (seen - spurious / (2.0 * std::f64::consts::LN_2 * total)).max(0.0)
}
