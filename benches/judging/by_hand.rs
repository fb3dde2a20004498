//! What the code by hand has in common: no rules as data, no unknown, no reasons. What is not stated counts as not so.

pub use super::made::Record;
use super::made::{CONCERNS, TARGETS};

/// The strongest favour and disfavour of each target in each concern, and what is excluded.
#[derive(Default)]
pub struct Tally {
    pub sides: [[[f64; 2]; CONCERNS]; TARGETS],
    pub out: [bool; TARGETS],
    /// Whether a strong disfavour holds.
    caused: [bool; TARGETS],
}

/// Which target leads, how clearly, and what each scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    pub leader: Option<usize>,
    pub verdict: &'static str,
    pub scores: [Option<f64>; TARGETS],
}

impl Tally {
    pub fn raise(&mut self, target: usize, concern: usize, side: usize, points: f64) {
        let place = &mut self.sides[target][concern][side];
        *place = place.max(points);
        self.caused[target] |= side == 1 && points == 4.0;
    }

    pub fn outcome(&self) -> Outcome {
        let mut scores = [None; TARGETS];
        let mut spoken_for = [false; TARGETS];
        for target in (0..TARGETS).filter(|target| !self.out[*target]) {
            scores[target] = Some(self.sides[target].iter().map(|[favour, disfavour]| favour - disfavour).sum::<f64>());
            spoken_for[target] = self.sides[target].iter().any(|[favour, _]| *favour > 0.0);
        }
        let nobody = |verdict| Outcome { leader: None, verdict, scores };
        let eligible = scores.iter().flatten().count();
        let mut best: Option<(usize, f64)> = None;
        for (target, score) in scores.iter().enumerate() {
            let Some(score) = score.filter(|_| spoken_for[target] || eligible == 1) else { continue };
            best = match best {
                Some((_, most)) if most >= score => best,
                _ => Some((target, score)),
            };
        }
        let Some((leader, score)) = best else {
            return nobody(if eligible == 0 { "impossible" } else { "undecided" });
        };
        let rivals = || (0..TARGETS).filter(|target| *target != leader && spoken_for[*target]);
        let next = rivals().filter_map(|target| scores[target]).fold(f64::NEG_INFINITY, f64::max);
        let caused = rivals().all(|target| scores[target].is_none() || self.caused[target]);
        let verdict = match score - next {
            margin if margin >= 3.0 && caused => "decided",
            margin if margin >= 2.0 => "leaning",
            _ => "benchmark",
        };
        Outcome { leader: Some(leader), verdict, scores }
    }
}
