//! What is otherwise about a workload than it was, and which change made the difference.

mod attribution;
mod facts;
mod matching;
mod recorded;
mod rules;
mod side;
pub mod words;

pub use matching::{Identity, matched};
pub use recorded::{Recorded, recorded};
pub use rules::RulesChange;
pub use side::{Side, SideCaution, SideReason, SideTarget};

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Context, TargetName, gather};
use crate::derive::PRICES;
use crate::diag::Diagnostic;
use crate::explain::Causes;
use crate::judge::{Judge, Verdict};
use crate::knowledge::Knowledge;
use crate::profile::Profile;

/// A workload that is otherwise than it was, or that was or is not there at all.
#[derive(Clone, Debug)]
pub struct Change {
    pub name: String,
    /// Where it stands; where it stood if it is gone.
    pub at: At,
    /// Where it stood, if that was elsewhere.
    pub was_at: Option<At>,
    pub labels: Arc<BTreeMap<String, String>>,
    pub kind: ChangeKind,
    pub before: Option<Side>,
    pub after: Option<Side>,
    /// What of the answer is otherwise.
    pub differs: Vec<Aspect>,
    /// What was changed, whether it makes a difference or not: facts in the order of the vocabulary, then the rules.
    pub changed: Vec<Changed>,
    pub cause: Cause,
    /// What is wrong with it where it cannot be read.
    pub problems: Vec<Diagnostic>,
}

/// The beginning of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    pub path: Arc<str>,
    pub line: Option<u32>,
}

/// What became of a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    Changed,
    New,
    Removed,
    /// It cannot be read.
    Unreadable,
    /// It could not be read before.
    Readable,
}

impl ChangeKind {
    pub const ALL: [ChangeKind; 5] =
        [ChangeKind::Changed, ChangeKind::New, ChangeKind::Removed, ChangeKind::Unreadable, ChangeKind::Readable];

    pub fn id(self) -> &'static str {
        match self {
            ChangeKind::Changed => "changed",
            ChangeKind::New => "new",
            ChangeKind::Removed => "removed",
            ChangeKind::Unreadable => "unreadable",
            ChangeKind::Readable => "readable",
        }
    }
}

/// A part of an answer that may be otherwise; the first that are weigh most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    Target,
    Verdict,
    Basis,
    /// Which targets contend, in their order.
    Contenders,
    /// Which targets are out, or do not apply.
    Excluded,
    Cautions,
    /// What is told about the profile itself.
    Warnings,
}

impl Aspect {
    pub const ALL: [Aspect; 7] = [
        Aspect::Target,
        Aspect::Verdict,
        Aspect::Basis,
        Aspect::Contenders,
        Aspect::Excluded,
        Aspect::Cautions,
        Aspect::Warnings,
    ];

    pub fn id(self) -> &'static str {
        match self {
            Aspect::Target => "target",
            Aspect::Verdict => "verdict",
            Aspect::Basis => "basis",
            Aspect::Contenders => "contenders",
            Aspect::Excluded => "excluded",
            Aspect::Cautions => "cautions",
            Aspect::Warnings => "warnings",
        }
    }
}

/// What a change is a change of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeOf {
    Fact,
    Prices,
    Rules,
}

impl ChangeOf {
    pub const ALL: [ChangeOf; 3] = [ChangeOf::Fact, ChangeOf::Prices, ChangeOf::Rules];

    pub fn id(self) -> &'static str {
        match self {
            ChangeOf::Fact => "fact",
            ChangeOf::Prices => PRICES,
            ChangeOf::Rules => "rules",
        }
    }
}

/// One thing that was changed.
#[derive(Clone, Debug)]
pub struct Changed {
    pub of: ChangeOf,
    /// The fact; none for the rules.
    pub fact: Option<String>,
    /// The values as `--set` accepts them, of tables the rows that are otherwise, of rules their fingerprint. None where
    /// it is not known.
    pub from: Option<String>,
    pub to: Option<String>,
    /// Which rules are otherwise.
    pub rules: Option<Arc<RulesChange>>,
    /// The answer if this alone had been changed; none where that cannot be told.
    pub alone: Option<(Option<TargetName>, Verdict)>,
}

/// What made the difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// There is no other answer, or no answer to compare with.
    None,
    /// Each of these sets of changes brings the new answer by itself.
    Found(Causes),
    /// It cannot be told, for this reason.
    NotKnown(String),
}

/// A workload as it is read under its rules, so that it can be judged again.
#[derive(Clone, Copy)]
pub struct Version<'v> {
    pub context: &'v Context<'v>,
    pub judge: &'v Judge<'v>,
    pub profile: &'v Profile,
}

impl Version<'_> {
    fn knowledge(&self) -> &Knowledge {
        self.context.knowledge
    }

    fn side(&self) -> Side {
        let decision = self.judge.decide(&self.profile.facts);
        Side::of(&gather(self.context, self.profile, &decision, None), self.profile)
    }

    fn at(&self) -> At {
        At { path: self.profile.path.clone(), line: Some(self.profile.line) }
    }
}

/// A workload as it was.
#[derive(Clone, Copy)]
pub enum Before<'v> {
    Version(Version<'v>),
    /// What was answered then.
    Recorded(&'v Recorded),
}

/// What is otherwise about a workload; none where nothing of the answer is.
pub fn changed(before: Before, after: Version, rules: Option<&Arc<RulesChange>>) -> Option<Change> {
    match before {
        Before::Version(before) => {
            let values = |version: &Version| -> Vec<_> {
                version.profile.facts.iter().map(|(id, known)| (id, known.value.clone())).collect()
            };
            let same_warnings = || side::warnings(before.profile) == side::warnings(after.profile);
            if rules.is_none() && values(&before) == values(&after) && same_warnings() {
                return None;
            }
            let sides = (before.side(), after.side());
            let differs = side::differing(&sides.0, &sides.1);
            (!differs.is_empty()).then(|| attribution::attributed((before, after), sides, differs, rules))
        }
        Before::Recorded(before) => {
            let now = after.side();
            let differs = side::differing(&before.side, &now);
            (!differs.is_empty()).then(|| {
                let cause = Cause::NotKnown(recorded::why_not_known(before, after.context));
                Change {
                    was_at: elsewhere(&before.at, &after.at()),
                    before: Some(before.side.clone()),
                    changed: recorded::changed(before, &after),
                    cause,
                    differs,
                    ..with_answer(ChangeKind::Changed, &after, now)
                }
            })
        }
    }
}

/// All that is otherwise.
#[derive(Clone, Debug)]
pub struct Changes {
    pub base: BaseName,
    /// How many workloads were compared, new ones and those that are gone among them.
    pub compared: usize,
    /// In the order of the input, what is gone behind.
    pub changes: Vec<Change>,
    /// What is otherwise about the rules; none as well where that is not known.
    pub rules: Option<Arc<RulesChange>>,
    pub version: &'static str,
    pub as_of: String,
}

/// What is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseName {
    pub kind: BaseKind,
    /// As the user named it.
    pub name: String,
    /// The full hash of a revision.
    pub commit: Option<String>,
}

/// The kinds of things that can be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseKind {
    Revision,
    Folder,
    /// Answers that were written down.
    Answers,
}

impl BaseKind {
    pub const ALL: [BaseKind; 3] = [BaseKind::Revision, BaseKind::Folder, BaseKind::Answers];

    pub fn id(self) -> &'static str {
        match self {
            BaseKind::Revision => "revision",
            BaseKind::Folder => "folder",
            BaseKind::Answers => "answers",
        }
    }
}

impl Changes {
    /// How many workloads became this.
    pub fn count(&self, kind: ChangeKind) -> usize {
        self.changes.iter().filter(|it| it.kind == kind).count()
    }
}

/// A workload that was not there, or could not be read.
pub fn appeared(kind: ChangeKind, after: Version) -> Change {
    with_answer(kind, &after, after.side())
}

fn with_answer(kind: ChangeKind, after: &Version, side: Side) -> Change {
    let labels = after.profile.labels.clone();
    Change { after: Some(side), labels, ..bare(kind, after.profile.name.clone(), after.at()) }
}

/// A workload that is no longer there, or can no longer be read.
pub fn vanished(kind: ChangeKind, before: Before, problems: Vec<Diagnostic>) -> Change {
    let (name, at, labels, side) = match before {
        Before::Version(it) => (it.profile.name.clone(), it.at(), it.profile.labels.clone(), it.side()),
        Before::Recorded(it) => (it.name.clone(), it.at.clone(), it.labels.clone(), it.side.clone()),
    };
    Change { before: Some(side), labels, problems, ..bare(kind, name, at) }
}

/// A record that cannot be read, or could not be read and is gone, of which no answer is known.
pub fn without_answer(kind: ChangeKind, path: Arc<str>, problems: &[Diagnostic]) -> Change {
    let line = problems.iter().find_map(|problem| problem.place).map(|place| place.line);
    Change { problems: problems.to_vec(), ..bare(kind, String::new(), At { path, line }) }
}

/// A workload of which nothing more is known than where it stands.
fn bare(kind: ChangeKind, name: String, at: At) -> Change {
    Change {
        name,
        at,
        was_at: None,
        labels: Arc::default(),
        kind,
        before: None,
        after: None,
        differs: Vec::new(),
        changed: Vec::new(),
        cause: Cause::None,
        problems: Vec::new(),
    }
}

fn elsewhere(before: &At, after: &At) -> Option<At> {
    (before.path != after.path).then(|| before.clone())
}

/// Whether a fact is a list of prices.
fn is_prices(fact: &str) -> bool {
    fact == PRICES
}
