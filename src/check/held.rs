//! Compares a decision of the judge with what was decided, expected and laid down, and lets waivers silence findings.

use std::sync::Arc;

use jiff::civil::Date;

use super::findings::{About, Against, Checked, Finding, Wanted, state_with};
use super::kinds::{Confidence, Kind, Severity};
use super::policy::{Overdue, Policy, last_day};
use super::tables::{At, Decided, Waiver, decided, rows, waivers};
use crate::diag::Place;
use crate::facts::FactId;
use crate::judge::{Decision, Raised, Status, Verdict};
use crate::knowledge::{Effect, Holds, Knowledge, RuleId, TargetId};
use crate::profile::Profile;

/// What profiles are held to.
#[derive(Clone, Copy, Debug)]
pub struct Standard<'a> {
    pub knowledge: &'a Knowledge,
    pub policy: &'a Policy,
    /// The target that every profile is expected to get.
    pub expect: Option<TargetId>,
    /// The day on which waivers, reviews and measurements are judged.
    pub as_of: Date,
}

/// Holds a profile to the standard.
///
/// `unknowns` are the open facts that could change the target; they are looked at only where the policy limits them.
pub fn check(standard: &Standard, profile: &Profile, decision: &Decision, unknowns: &[FactId]) -> Checked {
    let knowledge = standard.knowledge;
    let mut holding = Holding {
        standard,
        profile,
        decision,
        decided: decided(knowledge, &profile.facts),
        waivers: waivers(knowledge, &profile.facts, standard.as_of),
        findings: Vec::new(),
    };
    let held = holding.decision_and_expectation();
    holding.policy(unknowns);
    let policy = standard.policy.asks_for_anything();
    let is_checked = held || policy;
    if !is_checked && !holding.findings.iter().any(|it| it.kind == Kind::Unchecked) {
        let at = holding.start();
        holding.find(Kind::Unchecked, Confidence::Certain, at, About::Unchecked { not_judged: None });
    }
    holding.waive();
    let Holding { decided, waivers, mut findings, .. } = holding;
    findings.sort_by(|a, b| (b.severity, &a.at, a.kind).cmp(&(a.severity, &b.at, b.kind)));
    let state = state_with(&findings, is_checked);
    Checked { state, decided, expect: standard.expect, policy, findings, waivers }
}

/// A profile while it is being held to the standard.
struct Holding<'a> {
    standard: &'a Standard<'a>,
    profile: &'a Profile,
    decision: &'a Decision,
    decided: Option<Decided>,
    waivers: Vec<Waiver>,
    findings: Vec<Finding>,
}

impl Holding<'_> {
    fn find(&mut self, kind: Kind, confidence: Confidence, at: At, about: About) {
        let severity = kind.declared().severity;
        self.findings.push(Finding { kind, severity, confidence, at, about, waived: Vec::new() });
    }

    /// Where the record begins.
    fn start(&self) -> At {
        At { path: self.profile.path.clone(), place: Place { line: self.profile.line, column: 1 } }
    }

    fn in_file(&self, path: Option<&Arc<str>>, place: Place) -> At {
        path.map_or_else(|| self.start(), |path| At { path: path.clone(), place })
    }

    /// Where the first of some facts is stated that stands in a file.
    fn place_of(&self, facts: &[FactId]) -> At {
        let origins = facts.iter().filter_map(|fact| Some(&self.decision.facts.get(*fact)?.origin));
        let mut places = origins.filter_map(|origin| Some((origin.path.as_ref()?, origin.place?)));
        places.next().map_or_else(|| self.start(), |(path, place)| At { path: path.clone(), place })
    }

    /// Whether there is a decision or an expectation that could be looked at.
    fn decision_and_expectation(&mut self) -> bool {
        let decided =
            self.decided.as_ref().map(|it| (it.target, Wanted::Decided, self.in_file(it.path.as_ref(), it.place)));
        let expected = self.standard.expect.map(|target| (target, Wanted::Expected, self.start()));
        let mut held = false;
        for (target, wanted, at) in [decided, expected].into_iter().flatten() {
            held |= self.held_to(target, wanted, at);
        }
        held
    }

    /// Whether the target is judged at all.
    fn held_to(&mut self, target: TargetId, wanted: Wanted, at: At) -> bool {
        let outcome = &self.decision.outcome;
        let Some(standing) = outcome.standing(target) else {
            let about = About::Unchecked { not_judged: Some(target) };
            self.find(Kind::Unchecked, Confidence::Certain, at, about);
            return false;
        };
        let against = match (outcome.verdict, outcome.leader) {
            _ if standing.status != Status::Eligible => {
                let (against, confidence) =
                    (Against::Out { status: standing.status, by: standing.out_by.clone() }, Confidence::Certain);
                Some((against, confidence))
            }
            (Verdict::Decided | Verdict::Leaning, Some(leader)) if leader == target => return true,
            (verdict @ (Verdict::Decided | Verdict::Leaning), Some(leader)) => {
                let confidence = if verdict == Verdict::Decided { Confidence::High } else { Confidence::Medium };
                Some((Against::Another { leader, verdict }, confidence))
            }
            (Verdict::Benchmark, leader) if !outcome.contenders.contains(&target) => {
                Some((Against::NoContender { leader }, Confidence::Medium))
            }
            _ => None,
        };
        match against {
            Some((against, confidence)) => {
                self.find(Kind::Contradicted, confidence, at, About::Contradicted { target, wanted, against });
            }
            None => {
                let about = About::Open { target, wanted, verdict: outcome.verdict };
                self.find(Kind::Open, Confidence::Certain, at, about);
            }
        }
        true
    }

    fn policy(&mut self, unknowns: &[FactId]) {
        let policy = self.standard.policy;
        let verdict = self.decision.outcome.verdict;
        if let Some(least) = policy.min_verdict.filter(|least| verdict < *least) {
            let decided = self.decided.as_ref().map(|it| self.in_file(it.path.as_ref(), it.place));
            let at = decided.unwrap_or_else(|| self.start());
            self.find(Kind::VerdictTooLow, Confidence::Certain, at, About::VerdictTooLow { verdict, least });
        }
        if let Some(most) = policy.max_unknowns.filter(|most| unknowns.len() > *most) {
            let about = About::TooManyUnknowns { unknowns: unknowns.to_vec(), most };
            self.find(Kind::TooManyUnknowns, Confidence::Certain, self.start(), about);
        }
        self.denied_cautions(policy);
        self.missing_facts(policy);
        self.old_measurements(policy);
        self.overdue_rules(policy);
    }

    fn denied_cautions(&mut self, policy: &Policy) {
        let knowledge = self.standard.knowledge;
        let decision = self.decision;
        let wanted: Vec<TargetId> =
            self.decided.as_ref().map(|it| it.target).into_iter().chain(self.standard.expect).collect();
        let concerns = |raised: &Raised| wanted.is_empty() || raised.targets.iter().any(|it| wanted.contains(it));
        for (caution, raised) in decision.cautions.iter().enumerate().filter(|(_, raised)| concerns(raised)) {
            let names = caution_names(knowledge, raised);
            if !policy.deny_cautions.iter().any(|denied| names.contains(&denied.as_str())) {
                continue;
            }
            let rule = knowledge.rule(raised.rule);
            let certain = decision.assessment.rule(rule) == Holds::Certainly;
            let confidence = if certain { Confidence::Certain } else { Confidence::Medium };
            let at = self.place_of(&decision.assessment.supports(knowledge, &rule.when));
            self.find(Kind::CautionDenied, confidence, at, About::CautionDenied { caution });
        }
    }

    fn missing_facts(&mut self, policy: &Policy) {
        let knowledge = self.standard.knowledge;
        for fact in policy.require.iter().copied() {
            let open = self.decision.assessment.open.get(fact.index()).copied().unwrap_or(false);
            // What is not stated, could be open and is not, does not apply.
            let applies = open || !knowledge.fact(fact).is_open();
            if self.profile.facts.get(fact).is_some() || !applies {
                continue;
            }
            let said_unknown = self.profile.said_unknown.contains(&fact);
            self.find(Kind::FactMissing, Confidence::Certain, self.start(), About::FactMissing { fact, said_unknown });
        }
    }

    fn old_measurements(&mut self, policy: &Policy) {
        let Some(oldest) = policy.oldest_measurement(self.standard.as_of) else { return };
        let found: Vec<(At, About)> = rows(self.standard.knowledge, &self.profile.facts, "measured_on")
            .filter(|(_, row)| row.text("measured_on").and_then(last_day).is_none_or(|day| day < oldest))
            .map(|(path, row)| {
                let measured_on = row.text("measured_on").map(str::to_owned);
                (self.in_file(path, row.place_of("measured_on")), About::MeasurementTooOld { measured_on, oldest })
            })
            .collect();
        for (at, about) in found {
            self.find(Kind::MeasurementTooOld, Confidence::Certain, at, about);
        }
    }

    fn overdue_rules(&mut self, policy: &Policy) {
        let knowledge = self.standard.knowledge;
        let mut overdue: Vec<RuleId> = counting(self.decision);
        overdue.retain(|rule| knowledge.rule(*rule).review_by < self.standard.as_of);
        // A rule that is written once for several targets is overdue once.
        overdue.dedup_by_key(|rule| knowledge.rule(*rule).id.as_ref());
        // Many rules fall due on one day. They are one finding, and those that are accepted one by one another.
        let accepted = |rule: &RuleId| self.waiver_named(&knowledge.rule(*rule).id).is_some();
        let (accepted, open): (Vec<RuleId>, Vec<RuleId>) = overdue.into_iter().partition(accepted);
        for rules in [open, accepted].into_iter().filter(|rules| !rules.is_empty()) {
            let at = match rules[..] {
                [rule] => self.place_of(&self.decision.assessment.supports(knowledge, &knowledge.rule(rule).when)),
                _ => self.start(),
            };
            self.find(Kind::RuleOverdue, Confidence::Certain, at, About::RulesOverdue { rules });
            if let (Overdue::Deny, Some(last)) = (policy.overdue_rules, self.findings.last_mut()) {
                last.severity = Severity::Error;
            }
        }
    }

    /// Lets waivers silence what they name, then tells of those that have expired or silence nothing.
    fn waive(&mut self) {
        let knowledge = self.standard.knowledge;
        let mut used = vec![false; self.waivers.len()];
        let mut findings = std::mem::take(&mut self.findings);
        for finding in findings.iter_mut().filter(|finding| finding.kind.declared().waivable) {
            finding.waived = self.silencing(finding);
            finding.waived.iter().for_each(|waiver| used[*waiver] = true);
        }
        self.findings = findings;
        for (index, used) in used.into_iter().enumerate() {
            let waiver = &self.waivers[index];
            let path = waiver.path.clone();
            if waiver.expired {
                let at = self.in_file(path.as_ref(), waiver.until_at);
                self.find(Kind::WaiverExpired, Confidence::Certain, at, About::WaiverExpired { waiver: index });
            } else if let Some(earlier) = self.waiver_named(&waiver.id).filter(|earlier| *earlier < index) {
                let at = self.in_file(path.as_ref(), waiver.id_at);
                self.find(
                    Kind::WaiverRepeated,
                    Confidence::Certain,
                    at,
                    About::WaiverRepeated { waiver: index, earlier },
                );
            } else if !used && !self.accepts_a_caution(&waiver.id) {
                let at = self.in_file(path.as_ref(), waiver.id_at);
                let (exists, nearest) = super::policy::known_to_waivers(knowledge, &waiver.id);
                let about = About::WaiverUnused { waiver: index, exists, nearest };
                self.find(Kind::WaiverUnused, Confidence::Certain, at, about);
            }
        }
    }

    fn accepts_a_caution(&self, id: &str) -> bool {
        self.decision.cautions.iter().any(|raised| caution_names(self.standard.knowledge, raised).contains(&id))
    }

    /// The first waiver with an id that has not expired.
    fn waiver_named(&self, id: &str) -> Option<usize> {
        self.waivers.iter().position(|waiver| !waiver.expired && waiver.id == id)
    }

    /// The waivers that together silence a finding.
    fn silencing(&self, finding: &Finding) -> Vec<usize> {
        let knowledge = self.standard.knowledge;
        let named = |id: &str| self.waiver_named(id);
        // As long as one rule is not accepted, the finding stands.
        let all = |rules: &[RuleId]| {
            let waivers: Option<Vec<usize>> = rules.iter().map(|rule| named(&knowledge.rule(*rule).id)).collect();
            let mut waivers = waivers.unwrap_or_default();
            waivers.sort_unstable();
            waivers.dedup();
            waivers
        };
        if let Some(waiver) = named(finding.kind.id()) {
            return vec![waiver];
        }
        let any = |names: &[&str]| names.iter().find_map(|name| named(name)).into_iter().collect();
        match &finding.about {
            About::CautionDenied { caution } => self
                .decision
                .cautions
                .get(*caution)
                .map_or_else(Vec::new, |raised| any(&caution_names(knowledge, raised))),
            About::RulesOverdue { rules } => all(rules),
            About::FactMissing { fact, .. } => any(&[knowledge.fact(*fact).id.as_ref()]),
            About::Contradicted { against: Against::Out { by, .. }, .. } => all(by),
            _ => Vec::new(),
        }
    }
}

/// What a waiver or a policy may call a caution: its topic, and the rule that raises it.
fn caution_names<'k>(knowledge: &'k Knowledge, raised: &Raised) -> [&'k str; 2] {
    [knowledge.topics[raised.topic].id.as_ref(), knowledge.rule(raised.rule).id.as_ref()]
}

/// The rules that count for a target or put one out.
pub fn counting(decision: &Decision) -> Vec<RuleId> {
    let vetoes = |effect: Effect| effect.is_veto();
    let reasons = decision.reasons.iter().filter(|reason| reason.counts || vetoes(reason.effect));
    let mut rules: Vec<RuleId> = reasons.map(|reason| reason.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}
