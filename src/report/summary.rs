//! The answer in a sentence or two: who leads, by how much and in what, and what stands against the next best.
//!
//! What speaks for the leader is left to its reasons, so that a reader who goes on finds nothing said twice.

use std::collections::BTreeMap;

use super::{Change, ReasonReport, SourceUsed, TargetName, TargetReport};
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
    let (ahead, behind) = fields(parts, leader, &rival.target);
    let fields = match (ahead.is_empty(), behind.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!(": ahead in {ahead}"),
        (true, false) => format!(", though behind in {behind}"),
        (false, false) => format!(": ahead in {ahead}, behind in {behind}"),
    };
    let margin = points(parts.margin.unwrap_or_default());
    let lead = format!("{} leads {} by {margin}{fields}.", leader.name, rival.target.name);
    match strongest_against(parts, &rival.target) {
        None => Summary { text: lead, cited: Vec::new() },
        Some(against) => {
            let text = format!("{lead} Against {}: {}.", rival.target.name, against.because);
            Summary { text, cited: vec![against] }
        }
    }
}

fn close(parts: &Parts, leader: &TargetName, rival: &TargetReport) -> Summary {
    let mut others: Vec<&TargetName> = parts.to_measure.iter().filter(|target| *target != leader).collect();
    if others.is_empty() {
        others.push(&rival.target);
    }
    let stand = standing(parts, leader, &others);
    let (ahead, behind) = fields(parts, leader, others[0]);
    let fields = match (ahead.is_empty(), behind.is_empty()) {
        (true, true) => String::new(),
        (false, true) if others.len() > 1 => format!(": of {} it is ahead in {ahead}", others[0].name),
        (false, true) => format!(", ahead in {ahead}"),
        (true, false) => format!(", though behind in {behind}"),
        (false, false) => format!(": {} is ahead in {ahead}; {} in {behind}", leader.name, others[0].name),
    };
    let measure = if others.len() > 1 { "all" } else { "both" };
    let (why, cited) = match &parts.held_by {
        Some(held) => (format!(" Measure {measure} before choosing: {}.", held.because), vec![held.clone()]),
        None if parts.unverified => (format!(" Nobody is known to have tried this on {}.", leader.name), Vec::new()),
        None => (String::new(), Vec::new()),
    };
    Summary { text: format!("{stand}{fields}.{why}"), cited }
}

/// `GPU and TPU are level`, `GPU leads TPU by only 1 point`, `GPU leads TPU and CPU by 1 point to 2`.
fn standing(parts: &Parts, leader: &TargetName, others: &[&TargetName]) -> String {
    let names: Vec<&str> = others.iter().map(|target| target.name.as_str()).collect();
    let margins: Vec<f64> = others.iter().map(|other| difference(parts, leader, other)).collect();
    let least = margins.iter().copied().fold(f64::INFINITY, f64::min);
    let most = margins.iter().copied().fold(0.0, f64::max);
    let only = if parts.held_by.is_some() { "" } else { "only " };
    if most == 0.0 {
        let all: Vec<&str> = std::iter::once(leader.name.as_str()).chain(names).collect();
        format!("{} are level{}", joined(&all), level_besides(parts, leader, &all))
    } else if least == most {
        format!("{} leads {} by {only}{}", leader.name, joined(&names), points(most))
    } else {
        let all: Vec<&str> = std::iter::once(leader.name.as_str()).chain(names).collect();
        format!("{} lie within {}", joined(&all), points(most))
    }
}

/// The targets that are level as well, though nothing says to measure them.
fn level_besides(parts: &Parts, leader: &TargetName, named: &[&str]) -> String {
    let others = parts.targets.iter().filter(|it| it.status == Status::Eligible && it.spoken_for);
    let level = others.filter(|it| difference(parts, leader, &it.target) == 0.0).map(|it| it.target.name.as_str());
    match level.filter(|name| !named.contains(name)).collect::<Vec<_>>()[..] {
        [] => String::new(),
        [one] => format!(", and so is {one}"),
        ref more => format!(", and so are {}", joined(more)),
    }
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
    let text =
        format!("{} could run this too, but {} alone has something in its favour.", joined(&others), leader.name);
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

/// The change that brings back most targets, and which; a fact that a team can change goes first.
fn door(targets: &[TargetReport]) -> Option<(String, Vec<&str>)> {
    let mut doors: Vec<(&Change, Vec<&str>)> = Vec::new();
    for (target, change) in targets.iter().flat_map(|it| it.lifted_by.iter().map(move |change| (it, change))) {
        let name = target.target.name.as_str();
        match doors.iter_mut().find(|(known, _)| *known == change) {
            Some((_, names)) => names.push(name),
            None => doors.push((change, vec![name])),
        }
    }
    // The first of the widest: a later one has to be wider.
    let width = |(change, names): &(&Change, Vec<&str>)| (change.changeable, names.len());
    let widest = doors.into_iter().reduce(|best, other| if width(&other) > width(&best) { other } else { best });
    widest.map(|(change, names)| (format!("`{}: {}`", change.fact, change.to), names))
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

/// What counts most against a target and is not what speaks for the leader, seen from the other side.
fn strongest_against(parts: &Parts, target: &TargetName) -> Option<Cited> {
    let for_leader = |it: &ReasonReport| {
        parts.reasons.iter().any(|other| Some(&other.target) == parts.target && other.because == it.because)
    };
    let against = |it: &&ReasonReport| {
        it.target == *target && it.counts && matches!(it.effect, Effect::Disfavours(_)) && !for_leader(it)
    };
    parts.reasons.iter().find(against).map(|reason| Cited {
        rule: reason.rule.clone(),
        because: reason.because.clone(),
        sources: reason.sources.clone(),
    })
}

/// In which concerns one is ahead of the other, and in which behind.
fn fields(parts: &Parts, one: &TargetName, other: &TargetName) -> (String, String) {
    let mut net: Vec<(&str, f64)> = Vec::new();
    for reason in parts.reasons.iter().filter(|it| it.counts && (it.target == *one || it.target == *other)) {
        let points = if reason.target == *one { reason.contribution } else { -reason.contribution };
        match net.iter_mut().find(|(concern, _)| *concern == reason.concern) {
            Some((_, sum)) => *sum += points,
            None => net.push((&reason.concern, points)),
        }
    }
    net.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(b.0)));
    let named = |sign: f64| {
        let of_sign = net.iter().filter(|(_, points)| points * sign > 0.0);
        let names: Vec<String> = of_sign.take(NAMED).map(|(concern, _)| concern.replace('_', " ")).collect();
        joined(&names.iter().map(String::as_str).collect::<Vec<_>>())
    };
    (named(1.0), named(-1.0))
}

fn difference(parts: &Parts, one: &TargetName, other: &TargetName) -> f64 {
    let score = |target: &TargetName| parts.targets.iter().find(|it| it.target == *target).map_or(0.0, |it| it.score);
    let difference = score(one) - score(other);
    if difference.abs() < 1e-9 { 0.0 } else { difference }
}

fn points(number: f64) -> String {
    let plural = if number == 1.0 { "point" } else { "points" };
    format!("{} {plural}", crate::units::format_number(number))
}

fn joined(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
