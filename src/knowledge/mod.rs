//! Everything in `rules/`, loaded and checked: the vocabulary, the targets, the sources, the rules, the catalogue.

mod assess;
mod catalogue;
mod condition;
mod contradictions;
mod fields;
mod lint;
mod load;
mod model;
mod pack;
pub mod template;
pub mod trace;
mod vocabulary;

pub use assess::{Assessment, effective};
pub use catalogue::*;
pub use condition::{Ask, Condition, Test, TestId};
pub use contradictions::{Contradiction, Contradictions};
pub use fields::{Fields, Problems, Text};
pub use lint::{lint, unused_names};
pub use load::{RuleFile, load, unknown_chips, value_of};
pub use model::*;
pub use pack::{Later, pack, unpack};
pub use vocabulary::*;

use std::collections::HashMap;

use crate::facts::FactId;

/// The whole of the knowledge. Made by [`load`], never changed afterwards.
#[derive(Debug)]
pub struct Knowledge {
    pub facts: Vec<Fact>,
    pub targets: Vec<Target>,
    pub concerns: Vec<Concern>,
    pub topics: Vec<Named>,
    pub verdicts: Vec<Named>,
    pub scale: Scale,
    pub sources: Vec<Source>,
    pub claims: Vec<Claim>,
    pub conflicts: Vec<Conflict>,
    pub chips: Vec<Chip>,
    pub machines: Later<Machine>,
    pub slices: Later<Slices>,
    pub published: Later<PublishedRun>,
    pub packages: Later<Package>,
    /// Named sets of choices or names, without the leading `@`.
    pub sets: HashMap<Text, Vec<Text>>,
    /// Every test that any condition asks, each once.
    pub tests: Vec<Test>,
    /// In the order of their ids, then of their targets.
    pub rules: Vec<Rule>,
    pub presumptions: Vec<Presumption>,
    pub questionnaire: Questionnaire,
    /// Facts of a profile that cannot all be so.
    pub contradictions: Contradictions,
    fact_ids: HashMap<Text, FactId>,
    /// A fingerprint of everything loaded (FNV-1a of the canonical text), in hexadecimal.
    pub hash: String,
    /// The latest `verified` date of any rule.
    pub date: jiff::civil::Date,
}

impl Knowledge {
    /// Nothing known at all.
    pub fn empty() -> Self {
        Self {
            facts: Vec::new(),
            targets: Vec::new(),
            concerns: Vec::new(),
            topics: Vec::new(),
            verdicts: Vec::new(),
            scale: Scale {
                slight: 0.0,
                moderate: 0.0,
                strong: 0.0,
                decided: 0.0,
                leaning: 0.0,
                decided_unverified: 0.0,
                leaning_unverified: 0.0,
                contender: 0.0,
                cautions: 0,
            },
            sources: Vec::new(),
            claims: Vec::new(),
            conflicts: Vec::new(),
            chips: Vec::new(),
            machines: Later::default(),
            slices: Later::default(),
            published: Later::default(),
            packages: Later::default(),
            sets: HashMap::new(),
            tests: Vec::new(),
            rules: Vec::new(),
            presumptions: Vec::new(),
            questionnaire: Questionnaire::default(),
            contradictions: Contradictions::default(),
            fact_ids: HashMap::new(),
            hash: String::new(),
            date: jiff::civil::Date::MIN,
        }
    }

    /// Leaves out the rules and presumptions of these ids. The fingerprint tells that they are missing.
    pub fn leave_out<'i>(&mut self, ids: impl IntoIterator<Item = &'i str>) {
        let ids: Vec<&str> = ids.into_iter().collect();
        if ids.is_empty() {
            return;
        }
        self.rules.retain(|rule| !ids.contains(&rule.id.as_ref()));
        self.presumptions.retain(|presumption| !ids.contains(&presumption.id.as_ref()));
        self.hash = load::fingerprint_without(&self.hash, &ids);
    }

    /// The place of a fact in the vocabulary.
    pub fn fact_id(&self, id: &str) -> Option<FactId> {
        self.fact_ids.get(id).copied()
    }

    pub fn fact(&self, id: FactId) -> &Fact {
        &self.facts[id.index()]
    }

    /// Every fact with its place.
    pub fn declared(&self) -> impl Iterator<Item = Declared<'_>> {
        (0u16..).map(FactId).zip(&self.facts)
    }

    pub fn target_id(&self, id: &str) -> Option<TargetId> {
        self.target_ids().find(|target| self.target(*target).id == id)
    }

    pub fn target(&self, id: TargetId) -> &Target {
        &self.targets[id.index()]
    }

    /// Every target, in the order of `targets.toml`.
    pub fn target_ids(&self) -> impl Iterator<Item = TargetId> + use<> {
        (0..self.targets.len()).filter_map(|index| u8::try_from(index).ok()).map(TargetId)
    }

    pub fn concern(&self, id: ConcernId) -> &Concern {
        &self.concerns[id.index()]
    }

    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()]
    }

    pub fn rule_ids(&self) -> impl Iterator<Item = RuleId> + use<> {
        (0..self.rules.len()).filter_map(|index| u16::try_from(index).ok()).map(RuleId)
    }

    pub fn chip(&self, id: &str) -> Option<&Chip> {
        self.chips.iter().find(|chip| chip.id == id)
    }

    pub fn test(&self, id: TestId) -> &Test {
        &self.tests[id.index()]
    }

    /// The facts that a condition asks about, each once, in the order of the vocabulary.
    pub fn facts_of(&self, condition: &Condition) -> Vec<FactId> {
        let mut facts: Vec<FactId> = condition.tests().into_iter().map(|test| self.test(test).fact).collect();
        facts.sort_unstable();
        facts.dedup();
        facts
    }
}
