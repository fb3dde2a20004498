//! How firm the target is under other weights of the concerns.

use crate::judge::{Decision, Status};
use crate::knowledge::{Knowledge, TargetId};

/// How many weightings the shares are counted over. Points of a low-discrepancy sequence, fixed once and for all: the
/// shares are exact to about one in two hundred (held by a test against four times as many points).
const WEIGHTINGS: usize = 1024;

/// How firm the target is under other weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The largest share by which any one concern may weigh more or less without another target leading, at most 1; none
    /// without a target.
    pub holds_within: Option<f64>,
    /// For each eligible target, the share of weightings that it wins, uniform over the simplex of concerns.
    pub acceptability: Vec<(TargetId, f64)>,
}

/// What each eligible target has in each concern, with the user's weights.
struct Sums {
    targets: Vec<TargetId>,
    /// By target, then by concern.
    of: Vec<Vec<f64>>,
}

/// Works out how firm the target is.
pub fn weights(knowledge: &Knowledge, decision: &Decision) -> Weights {
    let sums = sums(knowledge, decision);
    Weights {
        holds_within: decision.outcome.leader.map(|leader| holds_within(&sums, leader)),
        acceptability: shares(&sums, WEIGHTINGS),
    }
}

fn sums(knowledge: &Knowledge, decision: &Decision) -> Sums {
    // Ranking puts what nothing speaks for behind, whatever the weights.
    let standing = decision.outcome.standings.iter().filter(|it| it.status == Status::Eligible && it.spoken_for);
    let targets: Vec<TargetId> = standing.map(|it| it.target).collect();
    let mut of = vec![vec![0.0; knowledge.concerns.len()]; targets.len()];
    for reason in decision.reasons.iter().filter(|reason| reason.counts) {
        if let Some(position) = targets.iter().position(|target| *target == reason.target) {
            of[position][knowledge.rule(reason.rule).concern.index()] += reason.contribution;
        }
    }
    Sums { targets, of }
}

/// With one concern weighed x times, the lead over a rival is D + (x - 1) d, where D is the lead and d its part in that
/// concern. It stays above nothing as long as x is within D / |d| of 1.
fn holds_within(sums: &Sums, leader: TargetId) -> f64 {
    let Some(first) = sums.targets.iter().position(|target| *target == leader) else { return 1.0 };
    let mut least = 1.0_f64;
    for (rival, of) in sums.of.iter().enumerate().filter(|(rival, _)| *rival != first) {
        let parts: Vec<f64> = sums.of[first].iter().zip(of).map(|(own, other)| own - other).collect();
        let lead: f64 = parts.iter().sum();
        // Of equals the first listed leads, so a tie is borne against those behind it.
        if lead <= 0.0 && sums.targets[rival] < leader {
            return 0.0;
        }
        let most = parts.iter().map(|part| part.abs()).fold(0.0, f64::max);
        if most > 0.0 {
            least = least.min(lead.max(0.0) / most);
        }
    }
    least
}

/// Counts which target wins under each weighting; equals share it.
///
/// Only concerns in which targets differ tell them apart, and the weights of some concerns, taken by themselves, are again
/// uniform over their simplex; so the others are left out.
fn shares(sums: &Sums, weightings: usize) -> Vec<(TargetId, f64)> {
    let telling = telling(&sums.of);
    let of: Vec<Vec<f64>> = sums.of.iter().map(|of| telling.iter().map(|concern| of[*concern]).collect()).collect();
    let mut won = vec![0.0; of.len()];
    let ratio = generalised_golden_ratio(telling.len());
    let mut weights = vec![0.0; telling.len()];
    // Where all are alike every weighting says the same.
    let weightings = if telling.is_empty() { 1 } else { weightings };
    let mut scores = vec![0.0; of.len()];
    for point in 0..weightings {
        weigh(&mut weights, point, ratio);
        for (score, of) in scores.iter_mut().zip(&of) {
            *score = of.iter().zip(&weights).map(|(points, weight)| points * weight).sum::<f64>();
        }
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let wins = |score: &f64| best - score < 1e-12;
        let winners = scores.iter().filter(|score| wins(score)).count();
        for (won, _) in won.iter_mut().zip(&scores).filter(|(_, score)| wins(score)) {
            *won += 1.0 / winners as f64;
        }
    }
    sums.targets.iter().copied().zip(won.into_iter().map(|won| won / weightings as f64)).collect()
}

/// The concerns in which not all have the same.
fn telling(of: &[Vec<f64>]) -> Vec<usize> {
    let concerns = of.first().map_or(0, Vec::len);
    let differ = |concern: &usize| of.iter().any(|points| points[*concern] != of[0][*concern]);
    (0..concerns).filter(differ).collect()
}

/// One point of the simplex, but for its scale: the logarithms of a point of the additive recurrence on the generalised
/// golden ratio, which spreads evenly in any number of dimensions (Roberts, "The unreasonable effectiveness of quasirandom
/// sequences", 2018), are exponentially distributed, and their shares uniform on the simplex. Which target wins does not
/// hang on the scale.
fn weigh(weights: &mut [f64], point: usize, ratio: f64) {
    let mut step = 1.0;
    for weight in weights {
        step /= ratio;
        let spread = (0.5 + step * (point as f64 + 1.0)).fract();
        *weight = -spread.max(1e-12).ln();
    }
}

/// The positive root of x^(n + 1) = x + 1, by iteration.
fn generalised_golden_ratio(dimensions: usize) -> f64 {
    let power = 1.0 / (dimensions as f64 + 1.0);
    (0..40).fold(2.0_f64, |root, _| (1.0 + root).powf(power))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(of: &[&[f64]]) -> Sums {
        let targets = (0u8..).map(TargetId).take(of.len()).collect();
        Sums { targets, of: of.iter().map(|of| of.to_vec()).collect() }
    }

    #[test]
    fn one_concern_may_weigh_so_much_more_or_less_and_no_more() {
        let sums = sums(&[&[4.0, 0.0, 1.0], &[0.0, 3.0, 1.0]]);
        // A lead of 1; the first concern carries 4 of it.
        let within = holds_within(&sums, TargetId(0));
        assert!((within - 0.25).abs() < 1e-12);
        let lead = |concern: usize, factor: f64| {
            let parts = [4.0, -3.0, 0.0];
            parts.iter().enumerate().map(|(at, part)| if at == concern { part * factor } else { *part }).sum::<f64>()
        };
        for concern in 0..3 {
            assert!(lead(concern, 1.0 - within) >= -1e-9 && lead(concern, 1.0 + within) >= -1e-9);
        }
        assert!(lead(0, 1.0 - within - 0.01) < 0.0);
    }

    #[test]
    fn a_target_without_rivals_holds_always_and_a_tie_never() {
        assert_eq!(holds_within(&sums(&[&[2.0, 1.0]]), TargetId(0)), 1.0);
        assert_eq!(holds_within(&sums(&[&[2.0, 1.0], &[1.0, 2.0]]), TargetId(0)), 0.0);
    }

    #[test]
    fn shares_add_up_and_agree_with_the_simplex() {
        // Of two concerns, one target wins where the first weighs more than a third.
        let two = shares(&sums(&[&[2.0, 0.0], &[0.0, 1.0]]), WEIGHTINGS);
        assert!((two[0].1 - 2.0 / 3.0).abs() < 0.005, "{two:?}");
        // Three alike share the simplex evenly, also among seventeen concerns.
        let mut of = vec![vec![0.0; 17]; 3];
        (0..3).for_each(|target| of[target][target * 5] = 1.0);
        let refs: Vec<&[f64]> = of.iter().map(Vec::as_slice).collect();
        let three = shares(&sums(&refs), WEIGHTINGS);
        let finer = shares(&sums(&refs), WEIGHTINGS * 4);
        assert!((three.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
        for ((_, share), (_, finer)) in three.iter().zip(&finer) {
            assert!((share - 1.0 / 3.0).abs() < 0.03, "{three:?}");
            assert!((share - finer).abs() < 0.03, "{share} {finer}");
        }
    }
}
