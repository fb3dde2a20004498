//! Words for every kind of finding.

use super::super::{Change, Context, ReasonReport, Report, TargetName, target_name};
use super::{Because, FindingReport, WaiverReport, docs};
use crate::check::{About, Against, Checked, Finding, Policy, Wanted};
use crate::diag::sentence;
use crate::facts::FactId;
use crate::judge::{Decision, Status, Verdict};
use crate::knowledge::{Effect, TargetId};

/// At most so many reasons for and against a target are told.
const REASONS: usize = 2;

/// What is said of one finding beyond its place.
#[derive(Default)]
pub(super) struct Said {
    pub message: String,
    pub about: Vec<String>,
    pub because: Vec<Because>,
    pub to_do: String,
}

pub struct Wording<'a> {
    pub context: &'a Context<'a>,
    pub decision: &'a Decision,
    pub checked: &'a Checked,
    pub policy: &'a Policy,
    pub report: &'a Report,
}

impl Wording<'_> {
    pub fn finding(&self, finding: &Finding) -> FindingReport {
        let said = self.said(finding);
        FindingReport {
            kind: finding.kind,
            severity: finding.severity,
            confidence: finding.confidence,
            path: finding.at.path.to_string(),
            line: Some(finding.at.place.line),
            column: Some(finding.at.place.column),
            message: said.message,
            about: said.about,
            because: said.because,
            to_do: said.to_do,
            docs: docs(finding.kind),
            waived: finding.waived.iter().filter_map(|waiver| self.waiver(*waiver)).collect(),
        }
    }

    pub fn waiver(&self, index: usize) -> Option<WaiverReport> {
        let waiver = self.checked.waivers.get(index)?;
        let silenced = self.checked.findings.iter().filter(|finding| finding.waived.contains(&index));
        let mut silences: Vec<&'static str> = silenced.map(|finding| finding.kind.id()).collect();
        silences.dedup();
        Some(WaiverReport {
            id: waiver.id.clone(),
            reason: waiver.reason.clone(),
            until: waiver.until.map(|until| until.to_string()),
            expired: waiver.expired,
            line: waiver.id_at.line,
            silences,
        })
    }

    fn name(&self, target: TargetId) -> TargetName {
        target_name(self.context.knowledge, target)
    }

    /// How the file with the policy is called.
    fn house(&self) -> &str {
        self.policy.path.as_deref().unwrap_or("the policy")
    }

    fn said(&self, finding: &Finding) -> Said {
        match &finding.about {
            About::Contradicted { target, wanted, against } => self.contradicted(&self.name(*target), *wanted, against),
            About::Open { target, wanted, verdict } => self.open(&self.name(*target), *wanted, *verdict),
            About::Unchecked { not_judged } => self.unchecked(*not_judged),
            About::VerdictTooLow { verdict, least } => self.verdict_too_low(*verdict, *least),
            About::CautionDenied { caution } => self.caution_denied(*caution),
            About::TooManyUnknowns { unknowns, most } => self.too_many_unknowns(unknowns, *most),
            About::FactMissing { fact, said_unknown } => self.fact_missing(*fact, *said_unknown),
            About::MeasurementTooOld { measured_on, oldest } => Said {
                message: match measured_on {
                    Some(day) => {
                        format!("The measurement is of {day}; {} takes none from before {oldest}.", self.house())
                    }
                    None => format!(
                        "The measurement does not say when it was made; {} takes none from before {oldest}.",
                        self.house()
                    ),
                },
                to_do: "Measure again and state `measured_on`, or take the row out.".to_owned(),
                ..Said::default()
            },
            About::RulesOverdue { rules } => self.rules_overdue(rules),
            About::WaiverExpired { waiver } => self.waiver_expired(*waiver),
            About::WaiverRepeated { waiver, earlier } => self.waiver_repeated(*waiver, *earlier),
            About::WaiverUnused { waiver, exists, nearest } => self.waiver_unused(*waiver, *exists, nearest.as_deref()),
        }
    }

    /// The file of the profile, as a shell takes it.
    fn profile_as_argument(&self) -> String {
        quoted(&self.report.path)
    }

    /// What is to change where the target that is wanted does not hold: the decision, or what the command expects.
    fn decide_anew(&self, wanted: Wanted) -> String {
        let other = self.checked.decided.as_ref().filter(|it| Some(it.target) != self.checked.expect);
        match (wanted, other.map(|it| self.name(it.target))) {
            (Wanted::Decided, _) => "Decide anew".to_owned(),
            (Wanted::Expected, Some(it)) => {
                format!("The profile has decided on {}: expect that with `--expect {}`, or decide anew", it.name, it.id)
            }
            (Wanted::Expected, _) => "Expect another target with `--expect`".to_owned(),
        }
    }

    fn contradicted(&self, target: &TargetName, wanted: Wanted, against: &Against) -> Said {
        let subject = subject(target, wanted);
        let name = &target.name;
        let why_not =
            format!("`chipwise recommend {} --why-not {}` makes the whole case", self.profile_as_argument(), target.id);
        let anew = self.decide_anew(wanted);
        match against {
            Against::Out { status, .. } => {
                let out = if *status == Status::NotApplicable { "does not apply here" } else { "is excluded" };
                let because = self.because(target, usize::MAX, |reason| reason.effect.is_veto());
                let rules: Vec<String> = because.iter().map(|it| it.rule.clone()).collect();
                let back = self.report.targets.iter().find(|it| it.target == *target).map(|it| it.lifted_by.as_slice());
                Said {
                    message: format!("{subject} does not hold: {name} {out}."),
                    to_do: format!(
                        "{}{anew}; {why_not}. {}",
                        bring_back(back.unwrap_or_default(), name),
                        accept(&rules)
                    ),
                    about: std::iter::once(target.id.clone()).chain(rules).collect(),
                    because,
                }
            }
            Against::Another { leader, verdict } => {
                let leader = self.name(*leader);
                let ahead =
                    self.ahead_of(target).map_or_else(String::new, |points| format!(", {points} ahead of {name}"));
                Said {
                    message: format!("{subject} does not hold: {} is {}{ahead}.", leader.name, verdict.id()),
                    to_do: format!(
                        "{anew}, or state what speaks for {name} (own measurements, what is mandated); {why_not}."
                    ),
                    because: self.for_and_against(&leader, target),
                    about: vec![target.id.clone(), leader.id],
                }
            }
            Against::NoContender { leader } => {
                let ahead =
                    self.ahead_of(target).map_or_else(String::new, |points| format!(", and is {points} behind"));
                let others = names(&self.report.contenders);
                let leader = leader.map(|leader| self.name(leader));
                let because = leader.as_ref().map_or_else(Vec::new, |leader| self.for_and_against(leader, target));
                Said {
                    message: format!("{subject} does not hold: {name} is not among the contenders ({others}){ahead}."),
                    to_do: format!(
                        "{anew}, or state what speaks for {name} (own measurements, what is mandated); {why_not}."
                    ),
                    about: std::iter::once(target.id.clone()).chain(leader.map(|it| it.id)).collect(),
                    because,
                }
            }
        }
    }

    /// The lead over a target that is behind.
    fn ahead_of(&self, target: &TargetName) -> Option<String> {
        let score = |wanted: &TargetName| self.report.targets.iter().find(|it| it.target == *wanted).map(|it| it.score);
        let points = score(self.report.target.as_ref()?)? - score(target)?;
        let words = if points == 1.0 { "point" } else { "points" };
        (points > 0.0).then(|| format!("{} {words}", crate::units::format_number(points)))
    }

    /// The reasons on a target that a test picks, strongest first.
    fn because(&self, target: &TargetName, most: usize, wanted: impl Fn(&ReasonReport) -> bool) -> Vec<Because> {
        let mut found: Vec<Because> = Vec::new();
        for reason in self.report.reasons.iter().filter(|reason| reason.target == *target && wanted(reason)) {
            if found.len() < most && !found.iter().any(|it| it.text == reason.because) {
                let mut lines: Vec<u32> = reason.facts.iter().flat_map(|fact| fact.lines.iter().copied()).collect();
                lines.sort_unstable();
                lines.dedup();
                found.push(Because {
                    text: reason.because.clone(),
                    rule: reason.rule.clone(),
                    sources: reason.sources.clone(),
                    lines,
                });
            }
        }
        found
    }

    fn for_and_against(&self, leader: &TargetName, target: &TargetName) -> Vec<Because> {
        let told = |name: &TargetName, word: &str, mut because: Vec<Because>| {
            because.iter_mut().for_each(|it| it.text = format!("{word} {}: {}", name.name, it.text));
            because
        };
        let favours = |reason: &ReasonReport| reason.counts && matches!(reason.effect, Effect::Favours(_));
        let disfavours = |reason: &ReasonReport| reason.counts && matches!(reason.effect, Effect::Disfavours(_));
        let mut found = told(target, "against", self.because(target, REASONS, disfavours));
        found.extend(told(leader, "for", self.because(leader, REASONS, favours)));
        found
    }

    fn open(&self, target: &TargetName, wanted: Wanted, verdict: Verdict) -> Said {
        let subject = subject(target, wanted);
        let about = vec![target.id.clone()];
        if verdict == Verdict::Undecided {
            return Said {
                message: format!("{subject} is open: nothing known speaks for any target yet."),
                to_do: format!(
                    "State more of the workload: `chipwise recommend {}` names what matters most, and `chipwise ask` asks for it.",
                    self.profile_as_argument()
                ),
                about,
                ..Said::default()
            };
        }
        let others: Vec<TargetName> = self.report.contenders.iter().filter(|it| *it != target).cloned().collect();
        let step = self.report.steps.first().map(|step| format!(" {}", sentence(&step.text))).unwrap_or_default();
        Said {
            message: format!("{subject} is open: {} is too close to {}.", target.name, names(&others)),
            to_do: format!("Measure what is too close and state it under `measurements`.{step}"),
            about,
            ..Said::default()
        }
    }

    fn unchecked(&self, not_judged: Option<TargetId>) -> Said {
        match not_judged.map(|target| self.name(target)) {
            Some(target) => Said {
                message: format!("The decision is not checked: --targets leaves out {}.", target.name),
                to_do: format!("Name `{}` among --targets, or leave the option out.", target.id),
                about: vec![target.id],
                ..Said::default()
            },
            None => Said {
                message: "There is nothing to hold this profile to.".to_owned(),
                to_do:
                    "State a `decision` in it, name a target with --expect, or lay down a [policy] in chipwise.toml."
                        .to_owned(),
                ..Said::default()
            },
        }
    }

    fn verdict_too_low(&self, verdict: Verdict, least: Verdict) -> Said {
        let doubt = self.report.doubt.as_ref().map(|doubt| format!(" {doubt}")).unwrap_or_default();
        let facts = &self.decision.outcome.unsettled_by;
        let ids: Vec<String> = facts.iter().map(|fact| self.context.knowledge.fact(*fact).id.to_string()).collect();
        let recommend = format!("chipwise recommend {}", self.profile_as_argument());
        let find_out = match ids[..] {
            [] => format!("`{recommend}` lists what is open and what would settle it."),
            _ => format!("Find out {}; `{recommend}` lists what else is open.", ids.join(" and ")),
        };
        Said {
            message: format!(
                "The verdict is {}; {} asks for {} at least.{doubt}",
                verdict.id(),
                self.house(),
                least.id()
            ),
            to_do: find_out,
            about: ids,
            ..Said::default()
        }
    }

    fn caution_denied(&self, caution: usize) -> Said {
        let Some(it) = self.report.cautions.get(caution) else { return Said::default() };
        let steps = self.report.steps.iter().filter(|step| step.rule == it.rule);
        let steps: String = steps.map(|step| format!("{} ", sentence(&step.text))).collect();
        let raised = self.decision.cautions.get(caution).map(|raised| self.context.knowledge.rule(raised.rule));
        let sources =
            raised.map_or_else(Vec::new, |rule| super::super::gather::sources(self.context.knowledge, rule, &[]));
        Said {
            message: format!(
                "The caution `{}` is raised for {}, and {} denies it.",
                it.topic,
                names(&it.targets),
                self.house()
            ),
            about: vec![it.topic.clone(), it.rule.clone()],
            because: vec![Because { text: it.text.clone(), rule: it.rule.clone(), sources, lines: Vec::new() }],
            to_do: format!("{steps}{}", accept(std::slice::from_ref(&it.topic))),
        }
    }

    fn too_many_unknowns(&self, unknowns: &[FactId], most: usize) -> Said {
        let ids: Vec<String> = unknowns.iter().map(|fact| self.context.knowledge.fact(*fact).id.to_string()).collect();
        let first = unknowns.first().map(|fact| self.context.knowledge.fact(*fact));
        let first = first
            .map_or_else(String::new, |fact| format!("Most useful to find out first: {}: {}", fact.id, fact.question));
        Said {
            message: format!(
                "{} open facts could change the target; {} allows {most}: {}.",
                ids.len(),
                self.house(),
                ids.join(", ")
            ),
            to_do: first,
            about: ids,
            ..Said::default()
        }
    }

    fn fact_missing(&self, fact: FactId, said_unknown: bool) -> Said {
        let fact = self.context.knowledge.fact(fact);
        let how = if said_unknown { "is said to be unknown" } else { "is not stated" };
        Said {
            message: format!("`{}` {how}; {} requires it.", fact.id, self.house()),
            to_do: format!("State it: {} `chipwise explain {}` tells how to find out.", fact.question, fact.id),
            about: vec![fact.id.to_string()],
            ..Said::default()
        }
    }
}

fn subject(target: &TargetName, wanted: Wanted) -> String {
    match wanted {
        Wanted::Decided => format!("The decision for {}", target.name),
        Wanted::Expected => format!("The expectation of {}", target.name),
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./+:@%,=".contains(letter);
    // What begins with `-` would be an option; `-` alone is standard input.
    let word = &if word.len() > 1 && word.starts_with('-') { format!("./{word}") } else { word.to_owned() };
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// How to go on with what a finding is about.
pub(super) fn accept(ids: &[String]) -> String {
    let mut ids: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
    ids.dedup();
    match ids.is_empty() {
        true => String::new(),
        false => {
            format!("To go on with it, accept {} under `accept`, with a reason and an end date.", ids.join(" and "))
        }
    }
}

fn bring_back(changes: &[Change], name: &str) -> String {
    let change = changes.iter().find(|change| change.changeable);
    change.map_or_else(String::new, |change| format!("With {}={} {name} would be in again. ", change.fact, change.to))
}

fn names(targets: &[TargetName]) -> String {
    listed(targets.iter().map(|target| target.name.as_str()))
}

/// `GPU`, `GPU and TPU`, `GPU, TPU and CPU`.
pub(super) fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.split_last() {
        None => "none".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
