//! A change in words, the same for every renderer: what it was and is, and why. What stands between backticks is code.

use super::{Aspect, Cause, Change, ChangeKind, ChangeOf, Changed, Changes, RulesChange, Side, SideReason};
use crate::judge::Status;
use crate::report::TargetName;
use crate::units;

/// So many reasons that came, and that went, are told, and so many changes that make no difference.
const SHOWN: usize = 4;
/// So many characters of a value are told, and so many rules by name.
const LONGEST: usize = 80;
const RULES: usize = 5;

/// One thing that is told about a change, under a word of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub label: &'static str,
    pub text: String,
}

/// How many workloads became what: `2 of 12 workloads changed, 1 is new`.
pub fn counted(changes: &Changes) -> String {
    let workloads = if changes.compared == 1 { "workload" } else { "workloads" };
    let mut parts = Vec::new();
    for kind in ChangeKind::ALL {
        let count = changes.count(kind);
        let be = if count == 1 { "is" } else { "are" };
        match (kind, count) {
            (ChangeKind::Changed, _) => parts.push(format!("{count} of {} {workloads} changed", changes.compared)),
            (_, 0) => {}
            (ChangeKind::New, _) => parts.push(format!("{count} {be} new")),
            (ChangeKind::Removed, _) => parts.push(format!("{count} {be} gone")),
            (ChangeKind::Unreadable, _) => parts.push(format!("{count} cannot be read")),
            (ChangeKind::Readable, _) => parts.push(format!("{count} could not be read before")),
        }
    }
    parts.join(", ")
}

/// What is compared with: "`main` (commit `0123456789ab`)".
pub fn base(changes: &Changes) -> String {
    let name = code(&changes.base.name);
    match &changes.base.commit {
        Some(commit) => format!("{name} (commit `{}`)", commit.get(..12).unwrap_or(commit)),
        None => name,
    }
}

/// Which rules are otherwise, in a sentence.
pub fn rules(rules: &RulesChange) -> String {
    let parts = [("new", &rules.new), ("gone", &rules.gone), ("changed", &rules.changed)];
    let told = parts.iter().filter(|(_, ids)| !ids.is_empty()).map(|(word, ids)| {
        let names: Vec<String> = ids.iter().take(RULES).map(|id| code(id)).collect();
        let more = ids.len().saturating_sub(RULES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{} {word} ({}{more})", ids.len(), names.join(", "))
    });
    let told: Vec<String> = told.collect();
    match told.is_empty() {
        true => "facts, sources or figures of theirs, and no rule itself".to_owned(),
        false => told.join(", "),
    }
}

/// An answer in a few words: `TPU, decided`.
pub fn answer(side: &Side) -> String {
    answered(side.target.as_ref(), side.verdict.id())
}

fn answered(target: Option<&TargetName>, verdict: &str) -> String {
    format!("{}, {verdict}", target.map_or("no target", |target| target.name.as_str()))
}

impl Change {
    /// What it was.
    pub fn was(&self) -> String {
        match (&self.before, self.kind) {
            (Some(before), _) => answer(before),
            (None, ChangeKind::New) => "not there".to_owned(),
            (None, _) => "could not be read".to_owned(),
        }
    }

    /// What it is.
    pub fn is(&self) -> String {
        match (&self.after, self.kind) {
            (Some(after), _) => answer(after),
            (None, ChangeKind::Removed) => "gone".to_owned(),
            (None, _) => "cannot be read".to_owned(),
        }
    }

    /// Its name, or its file where it has none.
    pub fn title(&self) -> &str {
        if self.name.is_empty() { &self.at.path } else { &self.name }
    }

    /// Where it stands, or stood.
    pub fn place(&self) -> String {
        match self.at.line {
            Some(line) => format!("{}:{line}", self.at.path),
            None => self.at.path.to_string(),
        }
    }

    /// What made the difference, in a word or two: for a table.
    pub fn cause_in_short(&self) -> String {
        let name = |index: &usize| match &self.changed.get(*index) {
            Some(Changed { fact: Some(fact), .. }) => code(fact),
            _ => "the rules".to_owned(),
        };
        match &self.cause {
            Cause::None if self.differs == [Aspect::Warnings] => "what is told about the profile".to_owned(),
            Cause::None => String::new(),
            Cause::NotKnown(_) => "not known".to_owned(),
            Cause::Found(causes) => {
                let sets: Vec<String> = causes
                    .sets
                    .iter()
                    .take(SHOWN)
                    .map(|set| set.iter().map(name).collect::<Vec<_>>().join(" with "))
                    .collect();
                let more = if causes.sets.len() > SHOWN { ", …" } else { "" };
                sets.join(", or ") + more
            }
        }
    }

    /// Everything that is told about it; with `full` nothing is left out.
    pub fn told(&self, full: bool) -> Vec<Said> {
        let mut told: Vec<Said> = Vec::new();
        let mut say = |label, text: String| {
            if !text.is_empty() {
                told.push(Said { label, text });
            }
        };
        say("because", self.because());
        say("also", self.beside(full));
        if let Some(at) = &self.was_at {
            say("moved", format!("it stood in {}", code(&at.path)));
        }
        if let (Some(before), Some(after)) = (&self.before, &self.after) {
            if self.differs.contains(&Aspect::Basis) {
                say("basis", format!("{} (was {})", after.basis.id(), before.basis.id()));
            }
            if self.differs.contains(&Aspect::Contenders) {
                say("in play", format!("{} (was {})", names(&after.contenders), names(&before.contenders)));
            }
            say("scores", scores(before, after));
            statuses(before, after).into_iter().for_each(|text| say("targets", text));
            moved(after, before, full).into_iter().for_each(|text| say("came", text));
            moved(before, after, full).into_iter().for_each(|text| say("went", text));
            let caution = |it: &&super::SideCaution| format!("{} ({}): {}", it.topic, names(&it.targets), it.text);
            after.cautions_beyond(before).iter().map(caution).for_each(|text| say("mind", text));
            let topic = |it: &&super::SideCaution| format!("{} ({})", it.topic, names(&it.targets));
            say("no more", before.cautions_beyond(after).iter().map(topic).collect::<Vec<_>>().join("; "));
            let beyond = |one: &Side, other: &Side| -> Vec<String> {
                let (Some(own), Some(known)) = (&one.warnings, &other.warnings) else { return Vec::new() };
                own.iter().filter(|it| !known.contains(it)).cloned().collect()
            };
            beyond(after, before).into_iter().for_each(|text| say("warned", text));
            beyond(before, after).into_iter().for_each(|text| say("settled", text));
        } else if let Some(only) = self.after.as_ref().or(self.before.as_ref()) {
            say("answer", only.summary.clone());
        }
        for problem in self.problems.iter().take(if full { usize::MAX } else { SHOWN }) {
            say("error", problem.to_string());
        }
        told
    }

    fn because(&self) -> String {
        let causes = match &self.cause {
            Cause::None => return String::new(),
            Cause::NotKnown(why) => return why.clone(),
            Cause::Found(causes) => causes,
        };
        let set = |set: &Vec<usize>| joined(set.iter().filter_map(|it| self.changed.get(*it)).map(named).collect());
        let untried = if causes.complete { "" } else { "; not every combination of them was tried" };
        match causes.sets.as_slice() {
            [] => String::new(),
            [only] if only.len() == 1 => format!("{} makes the difference alone", set(only)),
            sets if sets.iter().all(|it| it.len() == 1) => {
                let each: Vec<String> = sets.iter().map(set).collect();
                format!("each of these makes the difference alone: {}", joined(each))
            }
            [only] => format!(
                "{} make the difference together, and not {}{untried}",
                set(only),
                if only.len() == 2 { "one of them alone" } else { "without each other" }
            ),
            [first, others @ ..] => format!(
                "{} make the difference together, and so {} other {}; no single change does",
                set(first),
                if others.len() == 1 { "does one".to_owned() } else { format!("do {}", others.len()) },
                if others.len() == 1 { "pair" } else { "pairs" },
            ),
        }
    }

    /// What was changed and is not needed for the difference.
    fn beside(&self, full: bool) -> String {
        let needed = |index: &usize| match &self.cause {
            Cause::Found(causes) => causes.sets.iter().any(|set| set.contains(index)),
            Cause::None | Cause::NotKnown(_) => false,
        };
        let others: Vec<&Changed> =
            (0..self.changed.len()).filter(|index| !needed(index)).map(|index| &self.changed[index]).collect();
        let shown = if full { others.len() } else { SHOWN };
        let mut parts: Vec<String> = others.iter().take(shown).map(|it| named(it)).collect();
        if others.len() > shown {
            parts.push(format!("{} more", others.len() - shown));
        }
        joined(parts)
    }
}

/// A change with what it was and is.
fn named(changed: &Changed) -> String {
    let Some(fact) = changed.fact.as_deref().filter(|_| changed.of != ChangeOf::Rules) else {
        return match &changed.rules {
            Some(it) => format!("the rules: {}", rules(it)),
            None => "the rules".to_owned(),
        };
    };
    let value = |value: &Option<String>| match value.as_deref() {
        None => "unknown".to_owned(),
        Some("") => "[]".to_owned(),
        Some(value) => value.to_owned(),
    };
    format!("{} (was {})", code(&format!("{fact}: {}", value(&changed.to))), code(&value(&changed.from)))
}

/// A user's text between backticks, short and without any of its own.
fn code(text: &str) -> String {
    let mut short: String =
        text.chars().take(LONGEST).map(|letter| if letter == '`' { '\'' } else { letter }).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    format!("`{short}`")
}

fn joined(mut parts: Vec<String>) -> String {
    match parts.pop() {
        None => String::new(),
        Some(last) if parts.is_empty() => last,
        Some(last) => format!("{} and {last}", parts.join(", ")),
    }
}

fn names(targets: &[TargetName]) -> String {
    let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The scores that are otherwise, of targets that are eligible on both sides.
fn scores(before: &Side, after: &Side) -> String {
    let (Some(was), Some(is)) = (&before.targets, &after.targets) else { return String::new() };
    let both = is.iter().filter(|it| it.status == Status::Eligible).filter_map(|it| {
        let other = was.iter().find(|other| other.target.id == it.target.id && other.status == Status::Eligible)?;
        (other.score != it.score)
            .then(|| format!("{} {} (was {})", it.target.name, signed(it.score), signed(other.score)))
    });
    both.collect::<Vec<_>>().join(", ")
}

/// What became of targets that are out now, or no longer.
fn statuses(before: &Side, after: &Side) -> Vec<String> {
    let (Some(was), Some(is)) = (&before.targets, &after.targets) else { return Vec::new() };
    let word = |status: Status| match status {
        Status::Eligible => "back",
        Status::Excluded => "out",
        Status::NotApplicable => "of no use here",
    };
    let otherwise = is.iter().filter_map(|it| {
        let other = was.iter().find(|other| other.target.id == it.target.id);
        let status = other.map_or(Status::NotApplicable, |other| other.status);
        if status == it.status {
            return None;
        }
        let why = match it.status {
            Status::Eligible => other.map(|other| format!("; it was out: {}", other.because)),
            Status::Excluded | Status::NotApplicable => Some(format!(": {}", it.because)),
        };
        Some(format!("{} is {}{}", it.target.name, word(it.status), why.unwrap_or_default()))
    });
    let gone = was.iter().filter(|it| !is.iter().any(|other| other.target.id == it.target.id));
    otherwise.chain(gone.map(|it| format!("{} is not judged any more", it.target.name))).collect()
}

/// The reasons of one side that the other lacks; what is said of several targets alike is said once.
fn moved(one: &Side, other: &Side, full: bool) -> Vec<String> {
    let out = |target: &TargetName| {
        let targets = one.targets.as_deref().unwrap_or_default();
        targets.iter().any(|it| it.target == *target && it.status != Status::Eligible)
    };
    // Why a target is out is told with the target, and what it had in points is told of it no longer.
    let all = one.reasons_beyond(other).unwrap_or_default();
    let mut groups: Vec<(&SideReason, Vec<&str>)> = Vec::new();
    for reason in all.into_iter().filter(|it| !it.excludes && !out(&it.target)) {
        let alike = |(known, _): &&mut (&SideReason, Vec<&str>)| {
            known.because == reason.because && known.contribution == reason.contribution
        };
        match groups.iter_mut().find(alike) {
            Some((_, targets)) => targets.push(&reason.target.name),
            None => groups.push((reason, vec![&reason.target.name])),
        }
    }
    let shown = if full { groups.len() } else { SHOWN };
    let mut told: Vec<String> = groups
        .iter()
        .take(shown)
        .map(|(reason, targets)| format!("{} {}: {}", signed(reason.contribution), targets.join(", "), reason.because))
        .collect();
    if groups.len() > shown {
        told.push(format!("{} more with --full", groups.len() - shown));
    }
    told
}

fn signed(points: f64) -> String {
    if points > 0.0 { format!("+{}", units::format_number(points)) } else { units::format_number(points + 0.0) }
}
