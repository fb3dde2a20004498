//! What was answered on one side: as much of a recommendation as two can be compared by.

use super::Aspect;
use crate::judge::{Basis, Decision, Status, Verdict};
use crate::knowledge::{Effect, Gravity, Knowledge, TargetId};
use crate::profile::Profile;
use crate::report::{CautionReport, ReasonReport, Report, TargetName, target_name};

/// An answer, or as much of it as was kept.
#[derive(Clone, Debug)]
pub struct Side {
    pub target: Option<TargetName>,
    pub verdict: Verdict,
    pub basis: Basis,
    /// The leader and its contenders, in their order.
    pub contenders: Vec<TargetName>,
    pub summary: String,
    /// Where every target stands; none where that was not kept.
    pub targets: Option<Vec<SideTarget>>,
    /// Reasons that count or exclude; none where they were not kept.
    pub reasons: Option<Vec<SideReason>>,
    /// The cautions that a report shows; none where they were not kept.
    pub cautions: Option<Vec<SideCaution>>,
    /// What was told about the profile itself; none where that was not kept.
    pub warnings: Option<Vec<String>>,
}

/// Where a target stands.
#[derive(Clone, Debug, PartialEq)]
pub struct SideTarget {
    pub target: TargetName,
    pub status: Status,
    pub score: f64,
    /// Why it is out, where it is.
    pub because: String,
}

/// A reason that counts, or excludes.
#[derive(Clone, Debug, PartialEq)]
pub struct SideReason {
    pub rule: String,
    pub target: TargetName,
    pub excludes: bool,
    pub contribution: f64,
    pub because: String,
}

/// A caution that is raised.
#[derive(Clone, Debug, PartialEq)]
pub struct SideCaution {
    pub rule: String,
    pub topic: String,
    pub gravity: Gravity,
    pub text: String,
    pub targets: Vec<TargetName>,
}

impl Side {
    /// What a report says, with what is told about the profile.
    pub fn of(report: &Report, profile: &Profile) -> Self {
        let reason = |it: &ReasonReport| SideReason {
            rule: it.rule.clone(),
            target: it.target.clone(),
            excludes: it.effect == Effect::Excludes,
            contribution: it.contribution,
            because: it.because.clone(),
        };
        let caution = |it: &CautionReport| SideCaution {
            rule: it.rule.clone(),
            topic: it.topic.clone(),
            gravity: it.gravity,
            text: it.text.clone(),
            targets: it.targets.clone(),
        };
        let targets = report.targets.iter().map(|it| SideTarget {
            target: it.target.clone(),
            status: it.status,
            score: it.score,
            because: it.because.clone(),
        });
        let bears = |it: &&ReasonReport| it.counts || it.effect == Effect::Excludes;
        Self {
            target: report.target.clone(),
            verdict: report.verdict,
            basis: report.basis,
            contenders: report.contenders.clone(),
            summary: report.summary.clone(),
            targets: Some(targets.collect()),
            reasons: Some(report.reasons.iter().filter(bears).map(reason).collect()),
            cautions: Some(report.cautions.iter().take(report.cautions_shown).map(caution).collect()),
            warnings: Some(warnings(profile)),
        }
    }

    /// What a decision says, without words.
    pub fn of_decision(knowledge: &Knowledge, decision: &Decision) -> Self {
        let outcome = &decision.outcome;
        let named = |target: &TargetId| target_name(knowledge, *target);
        let targets = outcome.standings.iter().map(|it| SideTarget {
            target: named(&it.target),
            status: it.status,
            score: it.score,
            because: String::new(),
        });
        let cautions = decision.cautions.iter().take(knowledge.scale.cautions).map(|it| SideCaution {
            rule: knowledge.rule(it.rule).id.to_string(),
            topic: knowledge.topics[it.topic].id.to_string(),
            gravity: it.gravity,
            text: String::new(),
            targets: it.targets.iter().map(named).collect(),
        });
        Self {
            target: outcome.leader.as_ref().map(named),
            verdict: outcome.verdict,
            basis: outcome.basis,
            contenders: outcome.contenders.iter().map(named).collect(),
            summary: String::new(),
            targets: Some(targets.collect()),
            reasons: None,
            cautions: Some(cautions.collect()),
            warnings: None,
        }
    }

    /// The targets by what became of them.
    fn statuses(&self) -> Option<Vec<(&str, Status)>> {
        let targets = self.targets.as_ref()?;
        let mut statuses: Vec<(&str, Status)> = targets.iter().map(|it| (it.target.id.as_str(), it.status)).collect();
        statuses.sort_unstable_by_key(|(target, _)| *target);
        Some(statuses)
    }

    /// The cautions by what they are, whatever words they are in.
    fn raised(&self) -> Option<Vec<(&str, Gravity)>> {
        let cautions = self.cautions.as_ref()?;
        let mut raised: Vec<(&str, Gravity)> = cautions.iter().map(|it| (it.rule.as_str(), it.gravity)).collect();
        raised.sort_unstable();
        Some(raised)
    }

    /// The reasons that bear on this answer, and not on the other or not with as many points. None where either was not
    /// kept.
    pub fn reasons_beyond(&self, other: &Side) -> Option<Vec<&SideReason>> {
        let (own, others) = (self.reasons.as_ref()?, other.reasons.as_ref()?);
        let same = |a: &SideReason, b: &SideReason| {
            (&a.rule, &a.target.id, a.excludes) == (&b.rule, &b.target.id, b.excludes)
                && a.contribution == b.contribution
        };
        Some(own.iter().filter(|it| !others.iter().any(|known| same(it, known))).collect())
    }

    /// The cautions that the other answer does not give.
    pub fn cautions_beyond(&self, other: &Side) -> Vec<&SideCaution> {
        let (Some(own), Some(others)) = (&self.cautions, &other.cautions) else { return Vec::new() };
        let same = |a: &SideCaution, b: &SideCaution| (&a.rule, a.gravity) == (&b.rule, b.gravity);
        own.iter().filter(|it| !others.iter().any(|known| same(it, known))).collect()
    }
}

/// What is told about a profile, whatever its places.
pub fn warnings(profile: &Profile) -> Vec<String> {
    let mut told: Vec<String> = profile.warnings.iter().map(|it| it.message.clone()).collect();
    told.sort_unstable();
    told
}

/// In what two answers differ; what one side did not keep differs in nothing.
pub fn differing(before: &Side, after: &Side) -> Vec<Aspect> {
    fn both<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
        one.zip(other).is_some_and(|(one, other)| one != other)
    }
    let ids = |side: &Side| side.contenders.iter().map(|it| it.id.clone()).collect::<Vec<_>>();
    let id = |side: &Side| side.target.as_ref().map(|it| it.id.clone());
    let differs = |aspect: &Aspect| match aspect {
        Aspect::Target => id(before) != id(after),
        Aspect::Verdict => before.verdict != after.verdict,
        Aspect::Basis => before.basis != after.basis,
        Aspect::Contenders => ids(before) != ids(after),
        Aspect::Excluded => both(before.statuses(), after.statuses()),
        Aspect::Cautions => both(before.raised(), after.raised()),
        Aspect::Warnings => both(before.warnings.as_ref(), after.warnings.as_ref()),
    };
    Aspect::ALL.into_iter().filter(differs).collect()
}
