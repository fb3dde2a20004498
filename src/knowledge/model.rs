//! What the knowledge consists of besides facts, conditions and the catalogue: targets, criteria, sources, rules.

use jiff::civil::Date;

use super::condition::Condition;
use super::fields::Text;
use crate::diag::Place;
use crate::facts::{FactId, Value};

/// A target, by its place in `targets.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TargetId(pub u8);

/// A concern, by its place in `targets.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConcernId(pub u8);

/// A rule, by its place among all rules in the order of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub u16);

macro_rules! as_index {
    ($($id:ty),*) => { $(impl $id {
        pub fn index(self) -> usize { usize::from(self.0) }
    })* };
}
as_index!(TargetId, ConcernId, RuleId);

/// Something that can be recommended.
#[derive(Clone, Debug)]
pub struct Target {
    pub id: Text,
    pub name: Text,
    pub about: Text,
    pub places: Vec<Text>,
    /// The chip that stands for the target where the profile names none.
    pub reference_chip: Option<Text>,
    /// The fact that names the chip in use or planned.
    pub chip_fact: Option<FactId>,
    /// When somebody is known to have run this kind of work on it; none means that needs no saying.
    pub verified: Option<Condition>,
    pub claims: Vec<usize>,
}

/// A criterion.
#[derive(Clone, Debug)]
pub struct Concern {
    pub id: Text,
    pub about: Text,
    /// Whether the user's own fair measurements outrank the documents in it.
    pub measurable: bool,
    /// The fact that says how much it matters to the user.
    pub priority: Option<FactId>,
    pub claims: Vec<usize>,
}

/// A named thing with a sentence about it: a verdict or a caution topic.
#[derive(Clone, Debug)]
pub struct Named {
    pub id: Text,
    pub about: Text,
    pub claims: Vec<usize>,
}

/// How much a favour or disfavour weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    Slight,
    Moderate,
    Strong,
}

/// Every strength with its name.
pub const STRENGTHS: [(Strength, &str); 3] =
    [(Strength::Slight, "slight"), (Strength::Moderate, "moderate"), (Strength::Strong, "strong")];

impl Strength {
    pub fn named(name: &str) -> Option<Self> {
        STRENGTHS.iter().find(|(_, id)| *id == name).map(|(strength, _)| *strength)
    }

    pub fn id(self) -> &'static str {
        STRENGTHS.iter().find(|(strength, _)| *strength == self).map_or("", |(_, id)| id)
    }
}

/// The scale of the judgement, in points of score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    pub slight: f64,
    pub moderate: f64,
    pub strong: f64,
    pub decided: f64,
    pub leaning: f64,
    pub decided_unverified: f64,
    pub leaning_unverified: f64,
    pub contender: f64,
    /// How many cautions a report shows at most.
    pub cautions: usize,
}

impl Scale {
    /// The points that a strength is worth.
    pub fn points(&self, strength: Strength) -> f64 {
        match strength {
            Strength::Slight => self.slight,
            Strength::Moderate => self.moderate,
            Strength::Strong => self.strong,
        }
    }
}

/// Where statements come from: a document, a vendor page, a repository.
#[derive(Clone, Debug)]
pub struct Source {
    pub id: Text,
    pub short: Text,
    pub title: Text,
    pub address: Option<Text>,
    pub date: Option<Text>,
    pub author: Option<Text>,
    pub kind: Option<Text>,
    /// What its author has to gain.
    pub interest: Option<Text>,
    /// One of the documents that claims are drawn from.
    pub document: bool,
    pub file: Text,
    pub place: Place,
}

/// What a claim is for; decides how it may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    Constraint,
    Preference,
    Caution,
    Step,
    Fact,
    Example,
    Note,
}

/// Every kind of claim with its name.
pub const CLAIM_KINDS: [(ClaimKind, &str); 7] = [
    (ClaimKind::Constraint, "constraint"),
    (ClaimKind::Preference, "preference"),
    (ClaimKind::Caution, "caution"),
    (ClaimKind::Step, "step"),
    (ClaimKind::Fact, "fact"),
    (ClaimKind::Example, "example"),
    (ClaimKind::Note, "note"),
];

/// One statement of one document.
#[derive(Clone, Debug)]
pub struct Claim {
    pub id: Text,
    /// The document, by its place among the sources.
    pub source: usize,
    pub at: Text,
    pub kind: ClaimKind,
    pub toward: Option<TargetId>,
    /// The vendor who speaks of its own product.
    pub said_by: Option<Text>,
    pub says: Text,
    /// Why nothing uses it, where nothing does.
    pub left_out: Option<Text>,
    pub file: Text,
    pub place: Place,
}

/// A disagreement between claims, or of claims with published facts.
#[derive(Clone, Debug)]
pub struct Conflict {
    pub id: Text,
    /// Claims by place; published facts have none.
    pub between: Vec<usize>,
    pub about: Text,
    pub follow: Text,
    pub why: Text,
    pub file: Text,
    pub place: Place,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Citation {
    pub source: usize,
    pub at: Option<Text>,
}

/// What a rule does to one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    Favours(Strength),
    Disfavours(Strength),
    Excludes,
    NotApplicable,
}

impl Effect {
    /// Whether it puts a target out, whatever its score.
    pub fn is_veto(self) -> bool {
        matches!(self, Effect::Excludes | Effect::NotApplicable)
    }
}

/// What a measurement sets aside of what documents say about the same target, in the concerns marked measurable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outranks {
    pub favours: bool,
    pub disfavours: bool,
}

impl Outranks {
    /// What either of the two sets aside.
    pub fn or(self, other: Outranks) -> Outranks {
        Outranks { favours: self.favours || other.favours, disfavours: self.disfavours || other.disfavours }
    }

    /// Whether an effect is set aside.
    pub fn sets_aside(self, effect: Effect) -> bool {
        match effect {
            Effect::Favours(_) => self.favours,
            Effect::Disfavours(_) => self.disfavours,
            Effect::Excludes | Effect::NotApplicable => false,
        }
    }
}

/// Every way to outrank with its name.
pub const OUTRANKS: [(Outranks, &str); 3] = [
    (Outranks { favours: true, disfavours: false }, "favours"),
    (Outranks { favours: false, disfavours: true }, "disfavours"),
    (Outranks { favours: true, disfavours: true }, "both"),
];

/// How grave a caution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gravity {
    Note,
    Warn,
    Serious,
}

/// Every gravity with its name.
pub const GRAVITIES: [(Gravity, &str); 3] =
    [(Gravity::Note, "note"), (Gravity::Warn, "warn"), (Gravity::Serious, "serious")];

impl Gravity {
    pub fn id(self) -> &'static str {
        GRAVITIES.iter().find(|(gravity, _)| *gravity == self).map_or("", |(_, id)| id)
    }
}

/// The caution that a rule raises.
#[derive(Clone, Debug)]
pub struct Caution {
    pub topic: usize,
    pub gravity: Gravity,
    /// Its text; none takes the rule's `because`.
    pub text: Option<Text>,
    pub targets: Vec<TargetId>,
}

/// An example that stands beside a rule and is run as a test.
#[derive(Clone, Debug)]
pub struct Example {
    pub given: Vec<(Text, crate::read::Node)>,
    pub holds: Holds,
    pub place: Place,
}

/// Whether a rule holds for some facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holds {
    No,
    /// The condition is unknown.
    Unknown,
    /// The condition is true, but what would lift the rule is unknown, or something presumed was needed.
    Presumably,
    Certainly,
}

/// Every way to hold with its spelling in an example.
pub const HOLDS: [(Holds, &str); 4] =
    [(Holds::No, "false"), (Holds::Unknown, "unknown"), (Holds::Presumably, "presumably"), (Holds::Certainly, "true")];

/// One rule, for one target where it is written for each of several.
#[derive(Clone, Debug)]
pub struct Rule {
    pub id: Text,
    /// The target it was spread to, where it is written once for several.
    pub spread: Option<TargetId>,
    pub concern: ConcernId,
    pub when: Condition,
    pub unless: Option<Condition>,
    pub effects: Vec<(TargetId, Effect)>,
    /// The targets of which it says: measure both before you choose.
    pub measure_first: Vec<TargetId>,
    pub caution: Option<Caution>,
    pub step: Option<Text>,
    pub because: Text,
    pub claims: Vec<usize>,
    pub sources: Vec<Citation>,
    /// It speaks of what the user measured.
    pub measured: bool,
    /// What other rules say of its targets that it outranks in measurable concerns.
    pub outranks: Outranks,
    /// It rests on sizes or costs computed from the profile.
    pub estimated: bool,
    /// Its source is the profile itself (a mandate, a measurement).
    pub from_profile: bool,
    pub conflict: Option<usize>,
    pub verified: Date,
    pub review_by: Date,
    pub examples: Vec<Example>,
    pub file: Text,
    pub place: Place,
}

/// A likely value for a fact that nobody stated.
#[derive(Clone, Debug)]
pub struct Presumption {
    pub id: Text,
    pub fact: FactId,
    pub value: Value,
    pub when: Condition,
    pub because: Text,
    pub claims: Vec<usize>,
    pub sources: Vec<Citation>,
    pub examples: Vec<Example>,
    pub verified: Date,
    pub review_by: Date,
    pub file: Text,
    pub place: Place,
}
