//! What a check found, in words and with nothing left to look up: the place, the reason, its sources, what to do.

mod upkeep;
mod wording;

use super::{Context, RulesUsed, SourceUsed, TargetName, TeamDecision, gather, target_name};
use crate::check::{Checked, Confidence, Kind, Policy, Severity, State};
use crate::diag::Diagnostic;
use crate::judge::{Decision, Verdict};
use crate::profile::Profile;
use wording::Wording;

/// The page that tells of every kind of finding, below the address of the program's repository where it has one.
const PAGE: &str = "docs/reference/findings.md";

/// What came out for one profile.
#[derive(Clone, Debug)]
pub struct ProfileCheck {
    pub name: String,
    pub path: String,
    pub line: u32,
    /// The chipwise.toml that holds for it.
    pub config: Option<String>,
    /// The rules that it does not use, each with the reason.
    pub disabled: Vec<(String, String)>,
    /// None where the profile could not be read.
    pub rules: Option<RulesUsed>,
    /// How it stands; none where it could not be read.
    pub state: Option<State>,
    pub decided: Option<TeamDecision>,
    pub expect: Option<TargetName>,
    /// Whether it is held to a policy.
    pub policy: bool,
    pub answer: Option<Answer>,
    /// The gravest first.
    pub findings: Vec<FindingReport>,
    pub waivers: Vec<WaiverReport>,
}

/// What is recommended, in short.
#[derive(Clone, Debug)]
pub struct Answer {
    pub target: Option<TargetName>,
    pub contenders: Vec<TargetName>,
    pub verdict: Verdict,
    pub basis: &'static str,
    pub summary: String,
    /// Why a lead is no decision, in a sentence; none where there is nothing to say.
    pub doubt: Option<String>,
}

/// One finding.
#[derive(Clone, Debug)]
pub struct FindingReport {
    pub kind: Kind,
    pub severity: Severity,
    pub confidence: Confidence,
    pub path: String,
    /// None where no line of a file is to blame.
    pub line: Option<u32>,
    pub column: Option<u32>,
    /// What is so, in a sentence that stands alone.
    pub message: String,
    /// The ids that it is about: rules, facts, topics, targets; for a profile that cannot be read, the code.
    pub about: Vec<String>,
    pub because: Vec<Because>,
    /// What to do, in sentences.
    pub to_do: String,
    /// A link into the documentation.
    pub docs: String,
    /// The waivers that silence it.
    pub waived: Vec<WaiverReport>,
}

/// A reason behind a finding.
#[derive(Clone, Debug)]
pub struct Because {
    pub text: String,
    pub rule: String,
    pub sources: Vec<SourceUsed>,
    /// Where the facts behind it stand in the profile.
    pub lines: Vec<u32>,
}

/// A waiver of the profile.
#[derive(Clone, Debug)]
pub struct WaiverReport {
    pub id: String,
    pub reason: String,
    pub until: Option<String>,
    pub expired: bool,
    pub line: u32,
    /// The kinds of findings that it silences.
    pub silences: Vec<&'static str>,
}

impl ProfileCheck {
    /// Whether it could not be checked because of its chipwise.toml, of which the report tells once.
    pub fn is_held_up(&self) -> bool {
        self.state.is_none() && self.config.is_some()
    }

    /// About how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        let texts = |findings: &[FindingReport]| findings.iter().map(FindingReport::size).sum::<usize>();
        let disabled = self.disabled.iter().map(|(id, reason)| id.len() + reason.len());
        let summary = self.answer.as_ref().map_or(0, |answer| answer.summary.len());
        let why = self.decided.as_ref().and_then(|decided| decided.why.as_ref()).map_or(0, String::len);
        let waivers = self.waivers.iter().map(WaiverReport::size).sum::<usize>();
        let own = size_of::<Self>() + self.name.len() + self.path.len();
        own + summary + why + waivers + disabled.sum::<usize>() + texts(&self.findings)
    }

    /// How it stands, in a word.
    pub fn state_id(&self) -> &'static str {
        self.state.map_or("unreadable", State::id)
    }
}

impl WaiverReport {
    fn size(&self) -> usize {
        size_of::<Self>() + self.id.len() + self.reason.len()
    }
}

impl FindingReport {
    fn size(&self) -> usize {
        let because = self.because.iter().map(|it| {
            let sources = it.sources.iter().map(|source| source.short.len() + source.at.len());
            size_of::<Because>() + it.text.len() + it.rule.len() + 4 * it.lines.len() + sources.sum::<usize>()
        });
        let texts = self.path.len() + self.message.len() + self.to_do.len() + self.docs.len();
        let about = self.about.iter().map(|id| size_of::<String>() + id.len()).sum::<usize>();
        let waived = self.waived.iter().map(WaiverReport::size).sum::<usize>();
        size_of::<Self>() + texts + about + waived + because.sum::<usize>()
    }

    /// The link, where it leads into a website.
    pub fn website(&self) -> Option<&str> {
        self.docs.contains("://").then_some(self.docs.as_str())
    }

    /// Where to read on, in words: the link, or a command where it leads into no website.
    pub fn read_on(&self) -> String {
        self.website().map_or_else(|| format!("More: chipwise explain {}", self.kind.id()), str::to_owned)
    }

    /// Whether it makes the check fail.
    pub fn fails(&self) -> bool {
        self.severity == Severity::Error && self.waived.is_empty()
    }
}

/// The link to what the documentation says of a kind.
pub fn docs(kind: Kind) -> String {
    let repository = env!("CARGO_PKG_REPOSITORY");
    let base = if repository.is_empty() { String::new() } else { format!("{repository}/blob/main/") };
    format!("{base}{PAGE}#{}", kind.id())
}

/// A profile that could not be read: each problem is a finding.
pub fn unreadable(path: &str, problems: &[Diagnostic]) -> ProfileCheck {
    ProfileCheck {
        line: problems.iter().find_map(|problem| problem.place).map_or(1, |place| place.line),
        findings: problems.iter().map(|problem| of_problem(Kind::InvalidProfile, path, problem)).collect(),
        ..not_checked(path)
    }
}

/// A profile that was not looked at because of a chipwise.toml that is wrong.
pub fn held_up(path: &str, config: &str) -> ProfileCheck {
    ProfileCheck { config: Some(config.to_owned()), ..not_checked(path) }
}

fn not_checked(path: &str) -> ProfileCheck {
    ProfileCheck {
        name: path.to_owned(),
        path: path.to_owned(),
        line: 1,
        config: None,
        disabled: Vec::new(),
        rules: None,
        state: None,
        decided: None,
        expect: None,
        policy: false,
        answer: None,
        findings: Vec::new(),
        waivers: Vec::new(),
    }
}

/// A problem with what was read, as a finding.
pub(super) fn of_problem(kind: Kind, path: &str, problem: &Diagnostic) -> FindingReport {
    FindingReport {
        kind,
        severity: if problem.is_error() { Severity::Error } else { Severity::Warning },
        confidence: Confidence::Certain,
        path: problem.path.clone().unwrap_or_else(|| path.to_owned()),
        line: problem.place.map(|place| place.line),
        column: problem.place.map(|place| place.column),
        message: crate::diag::sentence(&problem.message),
        about: std::iter::once(problem.code.to_owned()).chain(problem.key.clone()).collect(),
        because: Vec::new(),
        to_do: mend(problem),
        docs: docs(kind),
        waived: Vec::new(),
    }
}

/// What would be right instead.
fn mend(problem: &Diagnostic) -> String {
    let meant = problem.nearest.as_ref().map(|nearest| format!("Did you mean `{nearest}`?"));
    let allowed = (!problem.allowed.is_empty()).then(|| {
        let told = format!("{}: {}", problem.allowed_is(), problem.allowed.join(", "));
        crate::diag::sentence(&told)
    });
    meant.into_iter().chain(allowed).collect::<Vec<_>>().join(" ")
}

/// Puts what came out for a profile into words.
pub fn checked(
    context: &Context,
    profile: &Profile,
    decision: &Decision,
    checked: &Checked,
    policy: &Policy,
) -> ProfileCheck {
    let report = gather(context, profile, decision, None);
    let wording = Wording { context, decision, checked, policy, report: &report };
    let named = |target| target_name(context.knowledge, target);
    ProfileCheck {
        name: report.name.clone(),
        path: report.path.to_string(),
        line: report.line,
        config: None,
        disabled: Vec::new(),
        rules: Some(report.rules.clone()),
        state: Some(checked.state),
        decided: report.background.decided.clone(),
        expect: checked.expect.map(named),
        policy: checked.policy,
        answer: Some(Answer {
            target: report.target.clone(),
            contenders: report.contenders.clone(),
            verdict: report.verdict,
            basis: report.basis.id(),
            summary: report.summary.clone(),
            doubt: report.doubt.clone(),
        }),
        findings: checked.findings.iter().map(|finding| wording.finding(finding)).collect(),
        waivers: (0..checked.waivers.len()).filter_map(|index| wording.waiver(index)).collect(),
    }
}
