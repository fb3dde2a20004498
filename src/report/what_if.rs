//! Before and after: what setting some facts does to a recommendation.

use super::{CautionReport, Context, ReasonReport, Report, Status, TargetName, gather, words};
use crate::explain;
use crate::facts::{FactId, Known, OriginKind};
use crate::judge::{Decision, Judge};
use crate::knowledge::{Effect, Fact, TargetId};
use crate::profile::{Profile, Setting};

/// Two reports on one workload, and what lies between them.
#[derive(Clone, Debug)]
pub struct WhatIf {
    pub set: Vec<SetFact>,
    pub before: Report,
    pub after: Report,
    /// Every target that may be recommended before or after, in the order after.
    pub scores: Vec<ScoreChange>,
    /// What was worked out or presumed and is otherwise now.
    pub follows: Vec<Follows>,
    /// Reasons that count, or exclude, and did not before.
    pub came: Vec<ReasonReport>,
    /// Reasons that did, and no longer do.
    pub went: Vec<ReasonReport>,
    pub cautions_came: Vec<CautionReport>,
    pub cautions_went: Vec<CautionReport>,
}

impl WhatIf {
    /// Those of some reasons that tell more than the scores do: what a target had before it was put out does not.
    pub fn telling<'r>(&self, reasons: &'r [ReasonReport]) -> Vec<&'r ReasonReport> {
        let tells = |reason: &&ReasonReport| {
            let row = self.scores.iter().find(|row| row.target == reason.target);
            row.is_some_and(|row| reason.effect == Effect::Excludes || row.after.is_some())
        };
        reasons.iter().filter(tells).collect()
    }
}

/// A fact that is set, its values as `--set` accepts them; none where it is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetFact {
    pub fact: String,
    pub from: Option<String>,
    pub to: Option<String>,
    /// Whether it makes no difference to the answer.
    pub idle: bool,
}

impl SetFact {
    /// Whether it is set to what it was.
    pub fn is_so_already(&self) -> bool {
        self.from == self.to
    }
}

/// The score of a target before and after; none while it is out.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreChange {
    pub target: TargetName,
    pub before: Option<f64>,
    pub after: Option<f64>,
    /// Why it is out, where it is out before or after.
    pub because: String,
}

/// A value that follows from others, in words; none where it is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follows {
    pub fact: String,
    pub label: String,
    pub from: Option<String>,
    pub to: Option<String>,
}

/// Judges a workload before and after some facts are set, and compares.
pub fn what_if(context: &Context, judge: &Judge, profile: &Profile, settings: &[Setting]) -> WhatIf {
    let knowledge = context.knowledge;
    let mut set_to = profile.clone();
    settings.iter().for_each(|setting| set_to.set(knowledge, setting));
    let changes: Vec<(FactId, Option<Known>)> =
        settings.iter().map(|setting| (setting.fact, setting.known.clone())).collect();
    let judged = explain::what_if(judge, &profile.facts, &changes);
    let before = gather(context, profile, &judged.before, None);
    let after = gather(context, &set_to, &judged.after, None);
    let spelled =
        |of: &Profile, fact: FactId| of.facts.value(fact).map(|value| words::spelled(knowledge.fact(fact), value));
    let mut facts: Vec<FactId> = Vec::new();
    settings.iter().for_each(|it| {
        if !facts.contains(&it.fact) {
            facts.push(it.fact)
        }
    });
    let set = facts.iter().map(|fact| SetFact {
        fact: knowledge.fact(*fact).id.to_string(),
        from: spelled(profile, *fact),
        to: spelled(&set_to, *fact),
        idle: judged.idle.contains(fact),
    });
    WhatIf {
        set: set.collect(),
        scores: scores(&before, &after),
        follows: follows(context, &judged.before, &judged.after, &facts),
        came: beyond(&after, &before),
        went: beyond(&before, &after),
        cautions_came: cautions_beyond(&after, &before),
        cautions_went: cautions_beyond(&before, &after),
        before,
        after,
    }
}

fn scores(before: &Report, after: &Report) -> Vec<ScoreChange> {
    let score = |report: &Report, target: &TargetName| {
        let found = report.targets.iter().find(|it| it.target == *target)?;
        (found.status == Status::Eligible).then_some(found.score)
    };
    let row = |target: &TargetName| {
        let out = [after, before]
            .into_iter()
            .find_map(|report| report.targets.iter().find(|it| it.target == *target && it.status != Status::Eligible));
        ScoreChange {
            target: target.clone(),
            before: score(before, target),
            after: score(after, target),
            because: out.map_or_else(String::new, |it| it.because.clone()),
        }
    };
    let rows = after.targets.iter().map(|it| row(&it.target));
    rows.filter(|row| row.before.is_some() || row.after.is_some()).collect()
}

/// The reasons of one report that bear on its answer and not on that of the other, or not with as many points.
fn beyond(one: &Report, other: &Report) -> Vec<ReasonReport> {
    let bears = |it: &&ReasonReport| it.counts || it.effect == Effect::Excludes;
    let same = |a: &ReasonReport, b: &ReasonReport| {
        (&a.rule, &a.target, a.effect) == (&b.rule, &b.target, b.effect) && a.contribution == b.contribution
    };
    let new = |it: &&ReasonReport| !other.reasons.iter().filter(bears).any(|known| same(it, known));
    one.reasons.iter().filter(bears).filter(new).cloned().collect()
}

/// The cautions of one report that the other does not give; that they concern other targets is told by the answer.
fn cautions_beyond(one: &Report, other: &Report) -> Vec<CautionReport> {
    let same = |a: &CautionReport, b: &CautionReport| a.rule == b.rule && a.text == b.text;
    one.cautions.iter().filter(|it| !other.cautions.iter().any(|known| same(it, known))).cloned().collect()
}

/// The values that nobody set and that are otherwise all the same.
fn follows(context: &Context, before: &Decision, after: &Decision, set: &[FactId]) -> Vec<Follows> {
    let value = |decision: &Decision, id: FactId, fact: &Fact| {
        let known = decision.facts.get(id)?;
        let presumed = if known.origin.kind == OriginKind::Presumed { " (presumed)" } else { "" };
        Some(format!("{}{presumed}", words::value_in_words(fact, &known.value)))
    };
    let knowledge = context.knowledge;
    let eligible = |decision: &Decision, target: TargetId| {
        decision.outcome.standing(target).is_some_and(|standing| standing.status == Status::Eligible)
    };
    // What is worked out for a target that is out all the while would be noise.
    let of_no_interest = |fact: &Fact| {
        let about = fact.id.rsplit_once('.').and_then(|(_, target)| knowledge.target_id(target));
        about.is_some_and(|target| !eligible(before, target) && !eligible(after, target))
    };
    let others = knowledge.declared().filter(|(id, fact)| !set.contains(id) && !of_no_interest(fact));
    let follows = others.map(|(id, fact)| Follows {
        fact: fact.id.to_string(),
        label: fact.label.to_string(),
        from: value(before, id, fact),
        to: value(after, id, fact),
    });
    follows.filter(|it| it.from != it.to).collect()
}
