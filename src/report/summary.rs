//! The answer in a sentence or two: who leads, by how much and in what, and what stands against the next best.
//!
//! What speaks for the leader is left to its reasons, so that a reader who goes on finds nothing said twice.

use std::collections::BTreeMap;

use super::{ReasonReport, SourceUsed, TargetName, TargetReport};
use crate::judge::{Status, Verdict};
use crate::knowledge::Effect;

/// At most so many concerns or facts are named in a row.
const NAMED: usize = 3;

/// What the summary is made from.
pub struct Parts<'r> {
    pub verdict: Verdict,
    pub target: Option<&'r TargetName>,
    pub to_measure: &'r [TargetName],
    pub targets: &'r [TargetReport],
    pub reasons: &'r [ReasonReport],
    pub margin: Option<f64>,
    /// The text of the rule that says to measure first, where it holds the verdict down.
    pub held_by: Option<Cited>,
    /// Whether nobody is known to have tried this on the leader.
    pub unverified: bool,
}

/// The text of a rule, with what it cites.
#[derive(Clone, Debug)]
pub struct Cited {
    pub rule: String,
    pub because: String,
    pub sources: Vec<SourceUsed>,
}

/// The sentences, and the rules whose texts they contain.
pub struct Summary {
    pub text: String,
    pub cited: Vec<Cited>,
}

/// One or two sentences that stand alone.
pub fn summary(parts: &Parts) -> Summary {
    match (parts.target, parts.verdict) {
        (None, Verdict::Undecided) => undecided(parts),
        (None, _) => impossible(parts),
        (Some(leader), verdict) => {
            let eligible: Vec<&TargetReport> =
                parts.targets.iter().filter(|it| it.status == Status::Eligible).collect();
            let rival = eligible.iter().find(|it| it.spoken_for && it.target != *leader);
            match rival {
                None if eligible.len() <= 1 => only_one_left(parts, leader),
                None => only_one_spoken_for(leader, &eligible),
                Some(rival) if verdict == Verdict::Benchmark => close(parts, leader, rival),
                Some(rival) => ahead(parts, leader, rival),
            }
        }
    }
}

fn ahead(parts: &Parts, leader: &TargetName, rival: &TargetReport) -> Summary {
    let lead = format!(
        "{} leads {} by {}{}.",
        leader.name,
        rival.target.name,
        lead(parts),
        fields(parts, leader, &rival.target)
    );
    match strongest_against(parts, &rival.target) {
        None => Summary { text: lead, cited: Vec::new() },
        Some(against) => Summary {
            text: format!("{lead} Against {}: {}.", rival.target.name, against.because),
            cited: vec![against],
        },
    }
}

fn close(parts: &Parts, leader: &TargetName, rival: &TargetReport) -> Summary {
    let others: Vec<&TargetName> = parts.to_measure.iter().filter(|target| *target != leader).collect();
    let other = others.first().copied().unwrap_or(&rival.target);
    let margin = difference(parts, leader, other);
    let fields = fields(parts, leader, other);
    if let Some(held) = &parts.held_by {
        let stand = match margin {
            0.0 => format!("{} and {} are level", leader.name, other.name),
            margin => format!("{} leads {} by {}", leader.name, other.name, points(margin)),
        };
        let text = format!("{stand}{fields}. Measure both before choosing: {}.", held.because);
        return Summary { text, cited: vec![held.clone()] };
    }
    let stand = match (margin, others.len()) {
        (0.0, 0 | 1) => format!("{} and {} are level{fields}.", leader.name, other.name),
        (_, 0 | 1) => format!("{} leads {} by only {}{fields}.", leader.name, other.name, points(margin)),
        _ => {
            let names: Vec<&str> = others.iter().map(|target| target.name.as_str()).collect();
            format!("{} leads {} by too little{fields} compared with {}.", leader.name, joined(&names), other.name)
        }
    };
    let untried = if parts.unverified {
        format!(" Nobody is known to have tried this on {}.", leader.name)
    } else {
        String::new()
    };
    Summary { text: stand + &untried, cited: Vec::new() }
}

fn only_one_left(parts: &Parts, leader: &TargetName) -> Summary {
    let out = parts.targets.iter().filter(|it| it.status == Status::Excluded).count();
    let text = match out {
        0 => format!("{} is the only target there is for this.", leader.name),
        1 => format!("{} is the only target left: the other one is excluded.", leader.name),
        _ => format!("{} is the only target left: the {out} others that might run this are excluded.", leader.name),
    };
    Summary { text, cited: Vec::new() }
}

fn only_one_spoken_for(leader: &TargetName, eligible: &[&TargetReport]) -> Summary {
    let others: Vec<&str> =
        eligible.iter().filter(|it| it.target != *leader).map(|it| it.target.name.as_str()).collect();
    let text = format!(
        "Nothing that is known speaks for {}, which could run this too: {} is left.",
        either(&others),
        leader.name
    );
    Summary { text, cited: Vec::new() }
}

fn undecided(parts: &Parts) -> Summary {
    let names: Vec<&str> =
        parts.targets.iter().filter(|it| it.status == Status::Eligible).map(|it| it.target.name.as_str()).collect();
    let text = format!("{} could run this, and nothing that is known speaks for any of them.", joined(&names));
    Summary { text, cited: Vec::new() }
}

/// Which facts leave no target, and which single change opens a door.
fn impossible(parts: &Parts) -> Summary {
    let facts = decisive(parts);
    let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
    let cause = match facts[..] {
        [] => "No target can run this.".to_owned(),
        [fact] => format!("{fact} leaves no target."),
        _ => format!("Together {} leave no target.", joined(&facts)),
    };
    let door = match door(parts.targets) {
        Some((change, names)) => format!(" {change} would bring back {}.", joined(&names)),
        None if facts.is_empty() => String::new(),
        None => " No single change would bring one back.".to_owned(),
    };
    Summary { text: cause + &door, cited: Vec::new() }
}

/// The change that brings back most targets, and which.
pub fn door(targets: &[TargetReport]) -> Option<(String, Vec<&str>)> {
    let mut doors: Vec<(String, Vec<&str>)> = Vec::new();
    for (target, change) in targets.iter().flat_map(|it| it.lifted_by.iter().map(move |change| (it, change))) {
        let change = format!("`{}: {}`", change.fact, change.to);
        let name = target.target.name.as_str();
        match doors.iter_mut().find(|(known, _)| *known == change) {
            Some((_, names)) => names.push(name),
            None => doors.push((change, vec![name])),
        }
    }
    // The first of the widest: a later one has to be wider.
    doors.into_iter().reduce(|best, other| if other.1.len() > best.1.len() { other } else { best })
}

/// The fewest facts that put every target out, as found by always taking the one that puts out most of the rest.
fn decisive(parts: &Parts) -> Vec<String> {
    let mut left: Vec<&TargetName> =
        parts.targets.iter().filter(|it| it.status == Status::Excluded).map(|it| &it.target).collect();
    let mut found = Vec::new();
    while !left.is_empty() && found.len() < NAMED {
        let mut covers: BTreeMap<&str, (String, Vec<&TargetName>)> = BTreeMap::new();
        for reason in parts.reasons.iter().filter(|it| it.effect == Effect::Excludes && left.contains(&&it.target)) {
            for fact in &reason.facts {
                let spelled = format!("`{}: {}`", fact.id, fact.spelled);
                let covered = &mut covers.entry(&fact.id).or_insert((spelled, Vec::new())).1;
                if !covered.contains(&&reason.target) {
                    covered.push(&reason.target);
                }
            }
        }
        let widest = covers.into_values().reduce(|best, other| if other.1.len() > best.1.len() { other } else { best });
        let Some((spelled, covered)) = widest else { break };
        left.retain(|target| !covered.contains(target));
        found.push(spelled);
    }
    found
}

fn strongest_against(parts: &Parts, target: &TargetName) -> Option<Cited> {
    let against = |it: &&ReasonReport| it.target == *target && it.counts && matches!(it.effect, Effect::Disfavours(_));
    parts.reasons.iter().find(against).map(|reason| Cited {
        rule: reason.rule.clone(),
        because: reason.because.clone(),
        sources: reason.sources.clone(),
    })
}

/// In which concerns one is ahead of the other and in which behind: `, ahead in shapes and team, behind in cost`.
fn fields(parts: &Parts, one: &TargetName, other: &TargetName) -> String {
    let mut net: Vec<(&str, f64)> = Vec::new();
    for reason in parts.reasons.iter().filter(|it| it.counts && (it.target == *one || it.target == *other)) {
        let points = if reason.target == *one { reason.contribution } else { -reason.contribution };
        match net.iter_mut().find(|(concern, _)| *concern == reason.concern) {
            Some((_, sum)) => *sum += points,
            None => net.push((&reason.concern, points)),
        }
    }
    net.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(b.0)));
    let named = |ahead: bool| {
        let of_sign = net.iter().filter(|(_, points)| if ahead { *points > 0.0 } else { *points < 0.0 });
        let names: Vec<String> = of_sign.take(NAMED).map(|(concern, _)| concern.replace('_', " ")).collect();
        joined(&names.iter().map(String::as_str).collect::<Vec<_>>())
    };
    match (named(true), named(false)) {
        (ahead, behind) if ahead.is_empty() && behind.is_empty() => String::new(),
        (ahead, behind) if behind.is_empty() => format!(", ahead in {ahead}"),
        (ahead, behind) if ahead.is_empty() => format!(", behind in {behind}"),
        (ahead, behind) => format!(", ahead in {ahead}, behind in {behind}"),
    }
}

fn difference(parts: &Parts, one: &TargetName, other: &TargetName) -> f64 {
    let score = |target: &TargetName| parts.targets.iter().find(|it| it.target == *target).map_or(0.0, |it| it.score);
    let difference = score(one) - score(other);
    if difference.abs() < 1e-9 { 0.0 } else { difference }
}

fn lead(parts: &Parts) -> String {
    points(parts.margin.unwrap_or_default())
}

fn points(number: f64) -> String {
    let plural = if number == 1.0 { "point" } else { "points" };
    format!("{} {plural}", crate::units::format_number(number))
}

fn joined(names: &[&str]) -> String {
    listed(names, "and")
}

fn either(names: &[&str]) -> String {
    listed(names, "or")
}

fn listed(names: &[&str], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}
