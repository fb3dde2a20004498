//! All that a reader may need to know about one decision, in words and numbers, with nothing left to look up.

mod background;
mod brief;
pub mod changes;
mod checked;
mod comparison;
pub mod explained;
mod gather;
mod lift;
pub mod pages;
pub mod quantity;
mod row;
mod sizing;
pub mod starter;
mod summary;
mod tally;
mod what_if;
mod why_not;
pub mod words;

pub use crate::derive::memory::Range;
pub use background::{Background, ConcernReport, Review, SourceReport, StatedFact, TeamDecision, Waiver};
pub use brief::{Brief, brief};
pub use checked::{
    Answer, Because, FindingReport, ProfileCheck, WaiverReport, checked, docs, unreadable as unreadable_check,
};
pub use comparison::{Answers, Comparison, Cost, Counted, OpenFact};
pub use gather::{Context, OVERDUE, gather};
pub use row::{Money, Row, RowAnswer};
// Words of a report that lower layers coined: a renderer needs no other module for them.
pub use crate::check::{Confidence, Declared as DeclaredKind, KINDS, Kind, Severity, State};
pub use crate::judge::{Basis, Status, Verdict};
pub use crate::knowledge::{Effect, Gravity, Holds};
pub use sizing::{ChipRow, Held, LeftOut, NoSystem, Part, SizeReport, Smallest, SystemRow, size};
pub use tally::{BrokenConfig, CheckReport, Ending, MOST_LISTED, MOST_TOLD, Tally};
pub use what_if::{Follows, ScoreChange, SetFact, WhatIf, what_if};
pub use why_not::{ConcernGap, Exclusion, WhyNot, why_not};
pub use words::{Telling, spelled, value_in_words};

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::facts::{Origin, OriginKind, Value};
use crate::knowledge::Knowledge;

/// How much of a report is told. The answer is the same at every depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// The answer and where each target stands.
    Answer,
    /// Also the reasons, what to mind, what to do and what was taken for granted.
    Reasons,
    /// Also what is open and what would change the answer.
    Full,
}

/// The report on one workload.
#[derive(Clone, Debug)]
pub struct Report {
    /// How much of it is told.
    pub depth: Depth,
    pub name: String,
    pub path: Arc<str>,
    pub line: u32,
    pub labels: Arc<BTreeMap<String, String>>,
    pub rules: RulesUsed,
    pub as_of: String,
    /// The recommended target; none when undecided or impossible.
    pub target: Option<TargetName>,
    pub contenders: Vec<TargetName>,
    pub verdict: Verdict,
    pub basis: Basis,
    /// One or two sentences that stand alone.
    pub summary: String,
    /// The rules whose text the summary contains, so that nothing says it again, and their sources.
    pub summary_rules: Vec<String>,
    pub summary_sources: Vec<SourceUsed>,
    /// The targets exactly level with the leader.
    pub level: Vec<TargetName>,
    /// Where the verdict is benchmark: the targets to measure, the leader first.
    pub to_measure: Vec<TargetName>,
    /// The rule that holds the verdict at benchmark, whatever the scores.
    pub held_by: Option<String>,
    /// Why a lead is no decision; none unless the verdict is `leaning`.
    pub doubt: Option<String>,
    /// Points ahead of the best rival.
    pub margin: Option<f64>,
    /// Every judged target by rank, the excluded and then the not applicable behind.
    pub targets: Vec<TargetReport>,
    /// Strongest first.
    pub reasons: Vec<ReasonReport>,
    /// Gravest first, all of them.
    pub cautions: Vec<CautionReport>,
    /// How many of the cautions a short report shows.
    pub cautions_shown: usize,
    pub steps: Vec<StepReport>,
    /// The memory that it needs and the smallest systems that hold it.
    pub held: Option<Held>,
    pub assumed: Vec<Assumption>,
    /// Open facts that could change the target, the most useful to find out first.
    pub unknowns: Vec<UnknownReport>,
    /// The smallest changes that change the target, what a team can do first.
    pub flips: Vec<FlipReport>,
    /// The case against a target that was asked about.
    pub why_not: Option<Box<WhyNot>>,
    /// How firm the target is; none where that was not asked.
    pub robustness: Option<Robustness>,
    pub warnings: Vec<Diagnostic>,
    /// What a record of the decision tells beyond all that.
    pub background: Background,
}

/// The rule set that was used.
#[derive(Clone, Debug)]
pub struct RulesUsed {
    pub version: &'static str,
    pub date: String,
    pub hash: String,
}

/// A target by id and by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetName {
    pub id: String,
    pub name: String,
}

/// Where one target stands.
#[derive(Clone, Debug)]
pub struct TargetReport {
    pub target: TargetName,
    pub status: Status,
    /// Why it stands so, in a clause.
    pub because: String,
    pub score: f64,
    pub low: f64,
    pub high: f64,
    pub spoken_for: bool,
    pub rank: Option<u32>,
    pub excluded_by: Vec<String>,
    /// Single changes that would bring it back.
    pub lifted_by: Vec<Change>,
}

/// A fact and a value for it, spelled as `--set` accepts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub fact: String,
    pub to: String,
    /// Whether a team can change it.
    pub changeable: bool,
}

/// One effect that holds, with everything behind it.
#[derive(Clone, Debug)]
pub struct ReasonReport {
    pub rule: String,
    pub concern: String,
    pub effect: Effect,
    pub target: TargetName,
    pub contribution: f64,
    pub counts: bool,
    /// Why it does not count, where it does not.
    pub outdone: Option<Outdone>,
    pub holds: Holds,
    pub lifted_by: Vec<Change>,
    pub because: String,
    pub facts: Vec<FactUsed>,
    pub claims: Vec<String>,
    pub sources: Vec<SourceUsed>,
}

/// Why a reason that holds does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outdone {
    /// Another rule speaks more strongly, or as strongly, for or against the target in the same concern.
    By(String),
    /// The user's own measurements outrank it.
    ByMeasurements,
}

/// A fact that made a rule hold.
#[derive(Clone, Debug)]
pub struct FactUsed {
    pub id: String,
    pub label: String,
    pub value: Value,
    /// Whether it is a count or a number of bytes.
    pub whole: bool,
    /// The value as `--set` accepts it.
    pub spelled: String,
    /// The value in words for people.
    pub words: String,
    pub origin: Origin,
    /// The ids of the facts it was worked out from.
    pub from: Vec<String>,
    /// The lines of the profile that it stands in, or that it was worked out from.
    pub lines: Vec<u32>,
    /// Where it, or what it was worked out from, was first said: each place once.
    pub roots: Vec<Root>,
}

/// Where somebody said something: in a line of a file, on the command line, or nowhere because it was presumed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Root {
    pub kind: OriginKind,
    pub path: Option<Arc<str>>,
    pub line: Option<u32>,
}

/// A source and the place in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceUsed {
    pub short: String,
    pub at: String,
}

impl SourceUsed {
    /// The source that is the user's own profile, as the outer contract names it.
    pub const PROFILE: &'static str = "your profile";

    pub fn is_profile(&self) -> bool {
        self.short == Self::PROFILE
    }
}

/// A caution that is raised.
#[derive(Clone, Debug)]
pub struct CautionReport {
    pub id: String,
    pub topic: String,
    pub gravity: Gravity,
    pub text: String,
    pub rule: String,
    pub targets: Vec<TargetName>,
    /// Whether the profile accepts it, with a reason and until a date that has not passed.
    pub accepted: bool,
}

/// Something to do.
#[derive(Clone, Debug)]
pub struct StepReport {
    pub id: String,
    pub text: String,
    pub rule: String,
}

/// What was taken for granted about a fact that nobody stated.
#[derive(Clone, Debug)]
pub struct Assumption {
    pub fact: String,
    pub label: String,
    /// The value taken, as `--set` accepts it; none where the fact just plays no part.
    pub value: Option<String>,
    pub presumed: bool,
    pub because: String,
    pub claims: Vec<String>,
}

/// An open fact that could change the target.
#[derive(Clone, Debug)]
pub struct UnknownReport {
    pub fact: String,
    pub question: String,
    /// What the question means and where its answer is found.
    pub help: String,
    pub effort: &'static str,
    /// How to find it out, in words.
    pub how: &'static str,
    pub targets: Vec<TargetName>,
}

/// How firm the target is.
#[derive(Clone, Debug, PartialEq)]
pub struct Robustness {
    /// Proved: no completion of all open facts changes the target.
    pub settled: bool,
    /// Whether every pair of changes was looked at that could bring another target.
    pub pairs_searched: bool,
    /// The largest share by which any one concern may weigh more or less without another target leading.
    pub holds_within: Option<f64>,
    /// The share of weightings that each target wins.
    pub acceptability: Vec<(TargetName, f64)>,
}

/// Changes that together bring another target.
#[derive(Clone, Debug)]
pub struct FlipReport {
    pub changes: Vec<FlipChange>,
    pub target: TargetName,
}

/// One fact with another value, both spelled as `--set` accepts them.
#[derive(Clone, Debug)]
pub struct FlipChange {
    pub fact: String,
    /// None where it is not known now.
    pub from: Option<String>,
    pub to: String,
    /// Whether a team can change it.
    pub changeable: bool,
}

/// The name of a target as reports print it.
pub fn target_name(knowledge: &Knowledge, target: crate::knowledge::TargetId) -> TargetName {
    let target = knowledge.target(target);
    TargetName { id: target.id.to_string(), name: target.name.to_string() }
}
