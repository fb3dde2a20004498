//! Gathers a report from a decision.

use jiff::civil::Date;

use super::background::background;
use super::explained::{flips, robustness, unknowns};
use super::lift::{bringing_back, lifting_answers};
use super::{
    Assumption, CautionReport, Depth, FactUsed, Outdone, ReasonReport, Report, Root, RulesUsed, SourceUsed, StepReport,
    TargetName, TargetReport, Telling, summary, target_name, words,
};
use crate::explain::Explanation;
use crate::facts::{FactId, Origin, OriginKind};
use crate::judge::{Decision, Raised, Reason, Standing, Status, Verdict};
use crate::knowledge::{Absence, Citation, Effect, FactType, Holds, Knowledge, Rule, RuleId, TargetId};
use crate::profile::Profile;

/// What a report needs beside the decision.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub knowledge: &'a Knowledge,
    pub as_of: Date,
    pub version: &'static str,
}

/// Gathers all that a reader may need. Without an explanation the report tells neither what is open nor what would flip.
pub fn gather(context: &Context, profile: &Profile, decision: &Decision, explanation: Option<&Explanation>) -> Report {
    let knowledge = context.knowledge;
    let named = |target: &_| target_name(knowledge, *target);
    let reasons: Vec<ReasonReport> = decision.reasons.iter().map(|it| reason(knowledge, decision, it)).collect();
    let targets: Vec<TargetReport> =
        decision.outcome.standings.iter().map(|it| standing(knowledge, decision, it, &reasons)).collect();
    let target = decision.outcome.leader.as_ref().map(named);
    let contenders: Vec<TargetName> = decision.outcome.contenders.iter().map(named).collect();
    let level: Vec<TargetName> = decision.outcome.level.iter().map(named).collect();
    let to_measure: Vec<TargetName> = to_measure(knowledge, decision).iter().map(named).collect();
    let summary = summary::summary(&summary::Parts {
        verdict: decision.outcome.verdict,
        target: target.as_ref(),
        to_measure: &to_measure,
        targets: &targets,
        reasons: &reasons,
        margin: decision.outcome.margin,
        held_by: decision.outcome.held_by.map(|rule| cited(knowledge, decision, knowledge.rule(rule))),
        unverified: decision.outcome.unverified,
    });
    let mut warnings = profile.warnings.clone();
    warnings.extend(overdue(context, decision));
    Report {
        depth: if explanation.is_some() { Depth::Full } else { Depth::Reasons },
        name: profile.name.clone(),
        path: profile.path.clone(),
        line: profile.line,
        labels: profile.labels.clone(),
        rules: RulesUsed { version: context.version, date: knowledge.date.to_string(), hash: knowledge.hash.clone() },
        as_of: context.as_of.to_string(),
        target,
        contenders,
        verdict: decision.outcome.verdict,
        basis: decision.outcome.basis,
        summary: summary.text,
        summary_rules: summary.cited.iter().map(|cited| cited.rule.clone()).collect(),
        summary_sources: summary.cited.into_iter().flat_map(|cited| cited.sources).collect(),
        level,
        to_measure,
        held_by: decision.outcome.held_by.map(|rule| knowledge.rule(rule).id.to_string()),
        doubt: doubt(knowledge, decision),
        margin: decision.outcome.margin,
        targets,
        reasons,
        cautions: decision.cautions.iter().map(|it| caution(context, profile, decision, it)).collect(),
        cautions_shown: knowledge.scale.cautions,
        steps: steps(knowledge, decision),
        held: super::sizing::held(knowledge, decision),
        assumed: assumed(knowledge, decision),
        unknowns: explanation.map_or_else(Vec::new, |it| unknowns(knowledge, &it.unknowns)),
        flips: explanation.map_or_else(Vec::new, |it| flips(knowledge, profile, it)),
        why_not: None,
        robustness: explanation.map(|it| robustness(knowledge, it)),
        warnings,
        background: background(context, profile, decision),
    }
}

/// What has to be measured where the verdict is benchmark: the pair that a rule names, else all that are too close.
fn to_measure(knowledge: &Knowledge, decision: &Decision) -> Vec<TargetId> {
    let Some(leader) = decision.outcome.leader.filter(|_| decision.outcome.verdict == Verdict::Benchmark) else {
        return Vec::new();
    };
    let score = |target: TargetId| decision.outcome.standing(target).map_or(0.0, |standing| standing.score);
    let scale = &knowledge.scale;
    let enough = if decision.outcome.unverified { scale.leaning_unverified } else { scale.leaning };
    let wanted = |target: &&TargetId| match decision.outcome.held_by {
        Some(rule) => knowledge.rule(rule).measure_first.contains(target),
        None => score(leader) - score(**target) < enough,
    };
    let others = decision.outcome.contenders.iter().filter(|target| **target != leader).filter(wanted);
    std::iter::once(leader).chain(others.copied()).collect()
}

fn cited(knowledge: &Knowledge, decision: &Decision, rule: &Rule) -> summary::Cited {
    summary::Cited {
        rule: rule.id.to_string(),
        because: Telling::of_rule(knowledge, &decision.facts, rule).text(&rule.because),
        sources: sources(knowledge, rule, &[]),
    }
}

/// What keeps a reason that holds from counting.
fn outdone(knowledge: &Knowledge, decision: &Decision, reason: &Reason) -> Option<Outdone> {
    let (Effect::Favours(_) | Effect::Disfavours(_), false) = (reason.effect, reason.counts) else { return None };
    let rule = knowledge.rule(reason.rule);
    let set_aside = !rule.measured
        && knowledge.concern(rule.concern).measurable
        && knowledge.rules.iter().any(|other| {
            other.outranks.sets_aside(reason.effect)
                && other.effects.iter().any(|(target, _)| *target == reason.target)
                && decision.assessment.rule(other) >= Holds::Presumably
        });
    if set_aside {
        return Some(Outdone::ByMeasurements);
    }
    let favours = |effect| matches!(effect, Effect::Favours(_));
    let beside = decision.reasons.iter().find(|other| {
        other.counts
            && other.target == reason.target
            && favours(other.effect) == favours(reason.effect)
            && knowledge.rule(other.rule).concern == rule.concern
    });
    beside.map(|other| Outdone::By(knowledge.rule(other.rule).id.to_string()))
}

fn reason(knowledge: &Knowledge, decision: &Decision, reason: &Reason) -> ReasonReport {
    let rule = knowledge.rule(reason.rule);
    let concern = knowledge.concern(rule.concern);
    let mut facts: Vec<FactUsed> = reason.facts.iter().filter_map(|fact| used(knowledge, decision, *fact)).collect();
    let priority = concern.priority.filter(|_| reason.counts).and_then(|fact| used(knowledge, decision, fact));
    facts.extend(priority.filter(|priority| reason.facts.iter().all(|fact| knowledge.fact(*fact).id != priority.id)));
    let lifted_by = match reason.holds {
        Holds::Presumably => lifting_answers(knowledge, decision, rule),
        _ => Vec::new(),
    };
    ReasonReport {
        rule: rule.id.to_string(),
        concern: concern.id.to_string(),
        effect: reason.effect,
        target: target_name(knowledge, reason.target),
        contribution: reason.contribution,
        counts: reason.counts,
        outdone: outdone(knowledge, decision, reason),
        holds: reason.holds,
        lifted_by,
        because: Telling::of_rule(knowledge, &decision.facts, rule).text(&rule.because),
        sources: sources(knowledge, rule, &facts),
        claims: rule.claims.iter().map(|claim| knowledge.claims[*claim].id.to_string()).collect(),
        facts,
    }
}

fn used(knowledge: &Knowledge, decision: &Decision, id: FactId) -> Option<FactUsed> {
    let fact = knowledge.fact(id);
    let known = decision.facts.get(id)?;
    Some(FactUsed {
        id: fact.id.to_string(),
        label: fact.label.to_string(),
        value: known.value.clone(),
        spelled: words::spelled(fact, &known.value),
        words: words::value_in_words(fact, &known.value),
        origin: known.origin.clone(),
        from: known.origin.from.iter().map(|from| knowledge.fact(*from).id.to_string()).collect(),
        lines: lines(decision, &known.origin),
        roots: roots(decision, &known.origin),
        whole: matches!(fact.kind, FactType::Count | FactType::Bytes),
    })
}

/// Where a value was first said. What is derived from the derived is followed to its beginnings.
fn roots(decision: &Decision, origin: &Origin) -> Vec<Root> {
    let mut found = Vec::new();
    let mut waiting = vec![origin];
    let mut seen: Vec<FactId> = Vec::new();
    while let Some(origin) = waiting.pop() {
        if origin.kind == OriginKind::Derived && origin.place.is_none() && !origin.from.is_empty() {
            for fact in origin.from.iter().filter(|fact| !seen.contains(fact)).copied().collect::<Vec<_>>() {
                seen.push(fact);
                waiting.extend(decision.facts.get(fact).map(|known| &known.origin));
            }
        } else {
            let said = read_off_house(decision, origin).unwrap_or(origin);
            found.push(Root { kind: said.kind, path: said.path.clone(), line: origin.place.map(|place| place.line) });
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Where the table stands that a value was read off a row of, if that is among the house facts and not in the profile.
fn read_off_house<'d>(decision: &'d Decision, origin: &Origin) -> Option<&'d Origin> {
    if origin.kind != OriginKind::Derived || origin.place.is_none() {
        return None;
    }
    let table = &decision.facts.get(*origin.from.first()?)?.origin;
    (table.kind == OriginKind::House).then_some(table)
}

/// The lines of the profile itself.
fn lines(decision: &Decision, origin: &Origin) -> Vec<u32> {
    // What was read off one row needs no other line.
    if let (OriginKind::Derived, Some(place)) = (origin.kind, origin.place) {
        let of_house = read_off_house(decision, origin).is_some();
        return if of_house { Vec::new() } else { vec![place.line] };
    }
    let behind = origin.from.iter().filter_map(|fact| Some(&decision.facts.get(*fact)?.origin));
    let own = std::iter::once(origin).chain(behind).filter(|origin| origin.kind != OriginKind::House);
    let mut lines: Vec<u32> = own.filter_map(|origin| origin.place).map(|place| place.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The places among the house facts that a fact rests on.
fn of_house(fact: &FactUsed) -> Vec<String> {
    let of_house = fact.roots.iter().filter(|root| root.kind == OriginKind::House);
    of_house.filter_map(|root| Some(format!("{}:{}", root.path.as_deref()?, root.line?))).collect()
}

/// What the rule cites: its claims' documents, its other sources, or the lines of the profile itself.
pub fn sources(knowledge: &Knowledge, rule: &Rule, facts: &[FactUsed]) -> Vec<SourceUsed> {
    if rule.from_profile {
        let mut lines: Vec<u32> = facts.iter().flat_map(|fact| fact.lines.iter().copied()).collect();
        lines.sort_unstable();
        lines.dedup();
        let own = match lines[..] {
            [] => None,
            [line] => Some(format!("line {line}")),
            _ => Some(format!("lines {}", lines.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))),
        };
        let mut at: Vec<String> = own.into_iter().chain(facts.iter().flat_map(of_house)).collect();
        at.dedup();
        let at = if at.is_empty() { "as set".to_owned() } else { at.join(", ") };
        return vec![SourceUsed { short: SourceUsed::PROFILE.to_owned(), at }];
    }
    let mut found: Vec<SourceUsed> = Vec::new();
    let of_claims = rule.claims.iter().map(|claim| {
        let claim = &knowledge.claims[*claim];
        SourceUsed { short: knowledge.sources[claim.source].short.to_string(), at: claim.at.to_string() }
    });
    let others = rule.sources.iter().map(|Citation { source, at }| SourceUsed {
        short: knowledge.sources[*source].short.to_string(),
        at: at.as_ref().map_or_else(String::new, ToString::to_string),
    });
    for source in of_claims.chain(others) {
        if !found.contains(&source) {
            found.push(source);
        }
    }
    found
}

fn standing(knowledge: &Knowledge, decision: &Decision, standing: &Standing, reasons: &[ReasonReport]) -> TargetReport {
    let target = target_name(knowledge, standing.target);
    let excluded_by: Vec<String> = {
        let mut ids: Vec<String> = standing.out_by.iter().map(|rule| knowledge.rule(*rule).id.to_string()).collect();
        ids.dedup();
        ids
    };
    let of_own = |wanted: &dyn Fn(&&ReasonReport) -> bool| {
        reasons.iter().filter(|reason| reason.target == target).find(wanted).map(|reason| reason.because.clone())
    };
    let because = match standing.status {
        // Several may put it out; the one that nothing could lift is worth most, else the first.
        Status::NotApplicable => of_own(&|reason| reason.effect == Effect::NotApplicable),
        Status::Excluded => of_own(&|reason| reason.effect == Effect::Excludes),
        Status::Eligible if standing.spoken_for => {
            of_own(&|reason| reason.counts && matches!(reason.effect, Effect::Favours(_)))
        }
        Status::Eligible => Some("nothing that is known speaks for it".to_owned()),
    };
    let lifted_by = match standing.status {
        Status::Excluded => bringing_back(knowledge, decision, standing.target, &standing.out_by),
        _ => Vec::new(),
    };
    TargetReport {
        target,
        status: standing.status,
        because: because.unwrap_or_default(),
        score: standing.score,
        low: standing.low,
        high: standing.high,
        spoken_for: standing.spoken_for,
        rank: standing.rank,
        excluded_by,
        lifted_by,
    }
}

fn caution(context: &Context, profile: &Profile, decision: &Decision, raised: &Raised) -> CautionReport {
    let knowledge = context.knowledge;
    let rule = knowledge.rule(raised.rule);
    let topic = knowledge.topics[raised.topic].id.to_string();
    let text = |id: &RuleId| {
        let rule = knowledge.rule(*id);
        let template = rule.caution.as_ref().and_then(|caution| caution.text.as_ref()).unwrap_or(&rule.because);
        Telling::of_rule(knowledge, &decision.facts, rule).text(template)
    };
    let texts: Vec<String> = std::iter::once(&raised.rule).chain(&raised.also).map(text).collect();
    CautionReport {
        accepted: accepted(context, profile, &[&topic, &rule.id]),
        id: topic.clone(),
        topic,
        gravity: raised.gravity,
        text: texts.join("; "),
        rule: rule.id.to_string(),
        targets: raised.targets.iter().map(|target| target_name(knowledge, *target)).collect(),
    }
}

/// Whether the profile waives one of these ids, until a date that has not passed.
fn accepted(context: &Context, profile: &Profile, ids: &[&str]) -> bool {
    let waivers = crate::check::waivers(context.knowledge, &profile.facts, context.as_of);
    waivers.iter().any(|waiver| !waiver.expired && ids.contains(&waiver.id.as_str()))
}

fn steps(knowledge: &Knowledge, decision: &Decision) -> Vec<StepReport> {
    let mut found: Vec<StepReport> = Vec::new();
    for id in &decision.steps {
        let rule = knowledge.rule(*id);
        let text = Telling::of_rule(knowledge, &decision.facts, rule).text(rule.step.as_deref().unwrap_or_default());
        if !found.iter().any(|step| step.text == text) {
            found.push(StepReport { id: rule.id.to_string(), text, rule: rule.id.to_string() });
        }
    }
    found
}

/// Presumptions that were used, then every if-stated fact that some rule asks and nobody stated.
fn assumed(knowledge: &Knowledge, decision: &Decision) -> Vec<Assumption> {
    let presumed = decision.assessment.presumed.iter().map(|(id, presumption)| {
        let (fact, presumption) = (knowledge.fact(*id), &knowledge.presumptions[*presumption]);
        Assumption {
            fact: fact.id.to_string(),
            label: fact.label.to_string(),
            value: Some(words::spelled(fact, &presumption.value)),
            presumed: true,
            because: Telling::of(knowledge, &decision.facts).text(&presumption.because),
            claims: presumption.claims.iter().map(|claim| knowledge.claims[*claim].id.to_string()).collect(),
        }
    });
    let asked = |id: FactId| knowledge.tests.iter().any(|test| test.fact == id);
    let not_stated = knowledge.declared().filter_map(|(id, fact)| {
        let Absence::IfStated { taken_as } = &fact.absence else { return None };
        let tables = matches!(fact.kind, FactType::Tables | FactType::Table | FactType::Map);
        if tables || decision.facts.get(id).is_some() || !asked(id) {
            return None;
        }
        Some(Assumption {
            fact: fact.id.to_string(),
            label: fact.label.to_string(),
            value: taken_as.as_ref().map(|value| words::spelled(fact, value)),
            presumed: false,
            because: "not stated".to_owned(),
            claims: Vec::new(),
        })
    });
    presumed.chain(not_stated).collect()
}

/// The warning that tells of a rule whose review is overdue.
pub const OVERDUE: &str = "overdue-rule";

/// A warning for each rule that counts and is overdue for review.
fn overdue(context: &Context, decision: &Decision) -> Vec<crate::diag::Diagnostic> {
    let mut ids: Vec<_> = decision.reasons.iter().filter(|reason| reason.counts).map(|reason| reason.rule).collect();
    ids.extend(decision.outcome.standings.iter().flat_map(|standing| standing.out_by.iter().copied()));
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter()
        .map(|id| context.knowledge.rule(id))
        .filter(|rule| rule.review_by < context.as_of)
        .map(|rule| {
            let message = format!("rule `{}` counts here and was due for review on {}", rule.id, rule.review_by);
            crate::diag::Diagnostic::warning(OVERDUE, message)
        })
        .collect()
}

/// Why a lead is no decision, in a sentence: its size, the want of a cause, or answers that could change it.
fn doubt(knowledge: &Knowledge, decision: &Decision) -> Option<String> {
    if decision.outcome.verdict != Verdict::Leaning {
        return None;
    }
    let facts: Vec<&str> = decision.outcome.unsettled_by.iter().map(|fact| knowledge.fact(*fact).id.as_ref()).collect();
    match facts[..] {
        [one] => return Some(format!("Not decided: an answer to {one} could change it.")),
        [one, other] => return Some(format!("Not decided: answers to {one} and {other} together could change it.")),
        _ => {}
    }
    let scale = &knowledge.scale;
    let wanted = if decision.outcome.unverified { scale.decided_unverified } else { scale.decided };
    if decision.outcome.margin.is_some_and(|margin| margin < wanted) {
        let tried = if decision.outcome.unverified { ", on a stack that nobody is known to have tried" } else { "" };
        return Some(format!("Not decided: that takes a lead of {wanted}{tried}."));
    }
    let names: Vec<&str> =
        decision.outcome.no_cause_against.iter().map(|target| knowledge.target(*target).name.as_ref()).collect();
    let shown = match names[..] {
        [] => return None,
        [one] => one.to_owned(),
        [one, other] => format!("{one} or {other}"),
        [one, other, ..] => format!("{one}, {other} or others"),
    };
    Some(format!("Not decided: nothing stands strongly and for certain against {shown}."))
}
