//! The answer in a sentence or two.

use super::{ReasonReport, TargetName, TargetReport};
use crate::judge::{Status, Verdict};
use crate::knowledge::Effect;

/// What the summary is made from.
pub struct Parts<'r> {
    pub verdict: Verdict,
    pub target: Option<&'r TargetName>,
    pub contenders: &'r [TargetName],
    pub level: &'r [TargetName],
    pub targets: &'r [TargetReport],
    pub reasons: &'r [ReasonReport],
    /// The text of the rule that says to measure first, where it holds the verdict down.
    pub held_by: Option<String>,
    pub unverified: bool,
}

/// One or two sentences that stand alone.
pub fn summary(parts: &Parts) -> String {
    let Some(leader) = parts.target else { return without_leader(parts) };
    let strongest = |target: &TargetName, favour: bool| {
        parts
            .reasons
            .iter()
            .find(|reason| reason.target == *target && reason.counts && matches!(reason.effect, Effect::Favours(_)) == favour)
            .map(|reason| reason.because.as_str())
    };
    let for_leader = strongest(leader, true).map_or_else(|| only_one_left(parts), str::to_owned);
    let rival = parts.contenders.iter().find(|target| *target != leader);
    let next = parts.targets.iter().find(|it| it.status == Status::Eligible && it.spoken_for && it.target != *leader);
    let against = |target: &TargetName| match strongest(target, false) {
        Some(against) => format!(" Against {}: {against}.", target.name),
        None => strongest(target, true).map_or_else(String::new, |favour| format!(" For {}: {favour}.", target.name)),
    };
    match (parts.verdict, rival) {
        (Verdict::Benchmark, Some(rival)) => {
            let (names, level) = (joined(parts.contenders), if parts.level.is_empty() { "too close to call" } else { "level" });
            let why = match &parts.held_by {
                Some(held_by) => format!("{names}: measure before you choose, since {held_by}."),
                None => format!("{names} are {level}: measure them on your own model."),
            };
            format!("{why} For {}: {for_leader}.{}", leader.name, against(rival))
        }
        (Verdict::Benchmark, None) => {
            format!("{} is ahead by too little: {for_leader}. Nobody is known to have run this on it; try it before you commit.", leader.name)
        }
        _ => {
            let next = next.map_or_else(String::new, |next| against(&next.target));
            format!("{}: {for_leader}.{next}", leader.name)
        }
    }
}

fn only_one_left(parts: &Parts) -> String {
    let out = parts.targets.iter().filter(|it| it.status != Status::Eligible).count();
    format!("it is the only one left of {}", out + 1)
}

fn without_leader(parts: &Parts) -> String {
    if parts.verdict == Verdict::Undecided {
        return "Nothing that is known speaks for any target; answer the open questions first.".to_owned();
    }
    let because = parts.targets.iter().filter(|it| it.status == Status::Excluded).map(|it| (&it.target.name, &it.because));
    let shown: Vec<String> = because.take(3).map(|(name, because)| format!("{name}: {because}")).collect();
    let open = parts.targets.iter().find_map(|it| it.lifted_by.first().map(|change| (it, change)));
    let door = open.map_or_else(String::new, |(it, change)| {
        format!(" With {}: {} there would be {}.", change.fact, change.to, it.target.name)
    });
    format!("No target can run it. {}.{door}", shown.join("; "))
}

fn joined(names: &[TargetName]) -> String {
    match names {
        [] => String::new(),
        [one] => one.name.clone(),
        [most @ .., last] => {
            format!("{} and {}", most.iter().map(|name| name.name.as_str()).collect::<Vec<_>>().join(", "), last.name)
        }
    }
}
