//! What is otherwise between two sets of rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{ChangeOf, Changed};
use crate::knowledge::Knowledge;
use crate::report::pages;

/// Sections of a page on a rule that say where it stands or rests, and not what it does.
const BESIDE: [&str; 3] = ["Standing", "Examples", "Claims"];

/// The rules that came, went or say something else, by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesChange {
    /// The fingerprints of both sets.
    pub from: String,
    pub to: String,
    pub new: Vec<String>,
    pub gone: Vec<String>,
    pub changed: Vec<String>,
}

impl RulesChange {
    /// What is otherwise; none where both are the same to the last letter.
    pub fn between(before: &Knowledge, after: &Knowledge) -> Option<Arc<Self>> {
        if before.hash == after.hash {
            return None;
        }
        let (old, new) = (ids(before), ids(after));
        let says = |knowledge: &Knowledge, id: &str| {
            let mut page = pages::of_kind(knowledge, "rule", id)?;
            page.sections.retain(|section| !BESIDE.contains(&section.heading));
            Some(page)
        };
        let otherwise = |id: &&String| says(before, id) != says(after, id);
        Some(Arc::new(Self {
            from: before.hash.clone(),
            to: after.hash.clone(),
            new: new.difference(&old).cloned().collect(),
            gone: old.difference(&new).cloned().collect(),
            changed: old.intersection(&new).filter(otherwise).cloned().collect(),
        }))
    }

    /// It as one of the changes.
    pub fn as_change(self: &Arc<Self>) -> Changed {
        Changed {
            of: ChangeOf::Rules,
            fact: None,
            from: Some(self.from.clone()),
            to: Some(self.to.clone()),
            rules: Some(self.clone()),
            alone: None,
        }
    }
}

fn ids(knowledge: &Knowledge) -> BTreeSet<String> {
    knowledge.rules.iter().map(|rule| rule.id.to_string()).collect()
}
