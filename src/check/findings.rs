//! What a check finds, as data: how a profile stands, and each finding with what it is about.

use jiff::civil::Date;

use super::kinds::{Confidence, Kind, Severity};
use super::tables::{At, Decided, Waiver};
use crate::facts::FactId;
use crate::judge::{Status, Verdict};
use crate::knowledge::{RuleId, TargetId};

/// How a profile stands to what it is held to, in a word. Every profile that was read has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// There is nothing to hold it to.
    Unchecked,
    /// The recommendation is what was decided, and the policy is kept.
    Holds,
    /// Nothing speaks against what was decided, and nothing confirms it.
    Open,
    /// It would fail, and everything that fails is accepted.
    Waived,
    /// The policy is broken; what was decided is not contradicted.
    PolicyBroken,
    Contradicted,
}

impl State {
    pub const ALL: [State; 6] =
        [State::Holds, State::Open, State::Waived, State::Contradicted, State::PolicyBroken, State::Unchecked];

    pub fn id(self) -> &'static str {
        match self {
            State::Unchecked => "unchecked",
            State::Holds => "holds",
            State::Open => "open",
            State::Waived => "waived",
            State::PolicyBroken => "policy-broken",
            State::Contradicted => "contradicted",
        }
    }
}

/// Who wants a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The team, as the profile says.
    Decided,
    /// Whoever runs the check.
    Expected,
}

/// What contradicts a decision.
#[derive(Clone, Debug, PartialEq)]
pub enum Against {
    /// The target is out, by these rules; none where only the judge's own arguments leave it out.
    Out { status: Status, by: Vec<RuleId> },
    /// Another target is decided or leaning.
    Another { leader: TargetId, verdict: Verdict },
    /// The verdict is benchmark, and others contend.
    NoContender { leader: Option<TargetId> },
}

/// What a finding is about.
#[derive(Clone, Debug, PartialEq)]
pub enum About {
    Contradicted {
        target: TargetId,
        wanted: Wanted,
        against: Against,
    },
    Open {
        target: TargetId,
        wanted: Wanted,
        verdict: Verdict,
    },
    /// With the target that was decided on and is not among those that are judged.
    Unchecked {
        not_judged: Option<TargetId>,
    },
    VerdictTooLow {
        verdict: Verdict,
        least: Verdict,
    },
    /// The place of the caution among those of the decision.
    CautionDenied {
        caution: usize,
    },
    TooManyUnknowns {
        unknowns: Vec<FactId>,
        most: usize,
    },
    FactMissing {
        fact: FactId,
        said_unknown: bool,
    },
    /// When it was measured, as written, and the oldest day that is allowed.
    MeasurementTooOld {
        measured_on: Option<String>,
        oldest: Date,
    },
    /// Rules that count here and were to be reviewed before the day of the check.
    RulesOverdue {
        rules: Vec<RuleId>,
    },
    WaiverExpired {
        waiver: usize,
    },
    /// An earlier waiver has the same id and counts; this one never does while the other lasts.
    WaiverRepeated {
        waiver: usize,
        earlier: usize,
    },
    /// With the right name that is nearest to one that nothing has.
    WaiverUnused {
        waiver: usize,
        exists: bool,
        nearest: Option<String>,
    },
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub kind: Kind,
    pub severity: Severity,
    pub confidence: Confidence,
    pub at: At,
    pub about: About,
    /// The waivers that silence it, by their place; none where it stands.
    pub waived: Vec<usize>,
}

impl Finding {
    /// Whether it makes the check fail.
    pub fn fails(&self) -> bool {
        self.severity == Severity::Error && self.waived.is_empty()
    }
}

/// What came out for one profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    pub state: State,
    pub decided: Option<Decided>,
    pub expect: Option<TargetId>,
    /// Whether the policy asks for anything.
    pub policy: bool,
    /// The gravest first, then in the order of the profile.
    pub findings: Vec<Finding>,
    pub waivers: Vec<Waiver>,
}

/// How a profile stands with its findings: what fails tells first, then what would.
pub fn state_with(findings: &[Finding], is_checked: bool) -> State {
    let any = |test: &dyn Fn(&Finding) -> bool| findings.iter().any(test);
    match () {
        () if any(&|it| it.fails() && it.kind == Kind::Contradicted) => State::Contradicted,
        () if any(&Finding::fails) => State::PolicyBroken,
        () if any(&|it| it.severity == Severity::Error) => State::Waived,
        () if !is_checked => State::Unchecked,
        () if any(&|it| it.kind == Kind::Open) => State::Open,
        () => State::Holds,
    }
}
