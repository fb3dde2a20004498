//! The case against one target, and the shortest way to it.

use super::explained::flip;
use super::lift::lifting;
use super::{Change, Context, FlipReport, ReasonReport, Report, Status, TargetName, target_name};
use crate::explain::{way_back, way_to};
use crate::judge::{Decision, Judge};
use crate::knowledge::{Effect, TargetId};
use crate::profile::Profile;

/// All that stands against one target, and what would make it the answer.
#[derive(Clone, Debug)]
pub struct WhyNot {
    pub target: TargetName,
    /// Whether it is the recommended target itself.
    pub leads: bool,
    pub status: Status,
    /// What puts it out, each with the single changes that would lift it.
    pub out_by: Vec<Exclusion>,
    /// The concerns in which the leader is ahead of it, the widest first.
    pub behind: Vec<ConcernGap>,
    /// The concerns in which it is ahead of the leader, with the points, the widest first.
    pub ahead: Vec<(String, f64)>,
    /// Every other reason against it, strongest first: in concerns in which it is not behind, or that do not count.
    pub against: Vec<ReasonReport>,
    /// The smallest changes after which it would be the answer; none if nothing within two changes does it.
    pub way: Option<FlipReport>,
    /// The smallest changes after which nothing would put it out.
    pub way_back: Option<FlipReport>,
}

/// A reason that puts the target out.
#[derive(Clone, Debug)]
pub struct Exclusion {
    pub reason: ReasonReport,
    /// Single changes after which it would not hold.
    pub lifted_by: Vec<Change>,
}

/// A concern in which one target is ahead of another.
#[derive(Clone, Debug)]
pub struct ConcernGap {
    pub concern: String,
    pub points: f64,
    /// What counts for and against the leader there.
    pub of_leader: Vec<ReasonReport>,
    /// What counts for and against the target.
    pub of_target: Vec<ReasonReport>,
}

/// Makes the case against a target of a report.
pub fn why_not(
    context: &Context,
    judge: &Judge,
    (profile, decision, report): (&Profile, &Decision, &Report),
    target: TargetId,
) -> WhyNot {
    let knowledge = context.knowledge;
    let name = target_name(knowledge, target);
    let standing = decision.outcome.standing(target);
    let gaps = gaps(report, &name);
    let behind: Vec<ConcernGap> = gaps.iter().filter(|gap| gap.points > 0.0).cloned().collect();
    let mut ahead: Vec<(String, f64)> =
        gaps.into_iter().filter(|gap| gap.points < 0.0).map(|gap| (gap.concern, -gap.points)).collect();
    ahead.reverse();
    let told =
        |reason: &ReasonReport| behind.iter().flat_map(|gap| &gap.of_target).any(|known| known.rule == reason.rule);
    let own = || report.reasons.iter().filter(|reason| reason.target == name);
    let against = own().filter(|it| matches!(it.effect, Effect::Disfavours(_)) && !told(it)).cloned().collect();
    let out_by = standing.map_or(&[][..], |standing| standing.out_by.as_slice());
    let exclusions = out_by.iter().filter_map(|id| {
        let rule = knowledge.rule(*id).id.as_ref();
        let vetoes = |it: &&ReasonReport| it.effect.is_veto();
        let reason = own().filter(vetoes).find(|reason| reason.rule == rule)?.clone();
        Some(Exclusion { reason, lifted_by: lifting(knowledge, decision, target, *id) })
    });
    let way = |found: Option<crate::explain::Flip>| found.map(|found| flip(knowledge, profile, &found));
    WhyNot {
        leads: decision.outcome.leader == Some(target),
        status: standing.map_or(Status::NotApplicable, |standing| standing.status),
        out_by: exclusions.collect(),
        behind,
        ahead,
        against,
        way: way(way_to(judge, &profile.facts, decision, target)),
        way_back: way(way_back(judge, &profile.facts, decision, target)),
        target: name,
    }
}

/// How far the leader is ahead of a target in each concern that tells them apart, the widest first.
fn gaps(report: &Report, target: &TargetName) -> Vec<ConcernGap> {
    let Some(leader) = report.target.as_ref().filter(|leader| *leader != target) else { return Vec::new() };
    let eligible = |it: &super::TargetReport| it.target == *target && it.status == Status::Eligible;
    if !report.targets.iter().any(eligible) {
        return Vec::new();
    }
    let counted = |of: &TargetName, concern: &str| -> Vec<ReasonReport> {
        let reasons = report.reasons.iter();
        reasons.filter(|it| it.counts && it.target == *of && it.concern == concern).cloned().collect()
    };
    let mut concerns: Vec<&str> = report.reasons.iter().map(|reason| reason.concern.as_str()).collect();
    concerns.sort_unstable();
    concerns.dedup();
    let sum = |reasons: &[ReasonReport]| reasons.iter().map(|reason| reason.contribution).sum::<f64>();
    let gaps = concerns.into_iter().map(|concern| {
        let (of_leader, of_target) = (counted(leader, concern), counted(target, concern));
        let points = sum(&of_leader) - sum(&of_target);
        ConcernGap { concern: concern.to_owned(), points, of_leader, of_target }
    });
    let mut gaps: Vec<ConcernGap> = gaps.filter(|gap| gap.points != 0.0).collect();
    gaps.sort_by(|a, b| b.points.total_cmp(&a.points).then_with(|| a.concern.cmp(&b.concern)));
    gaps
}
