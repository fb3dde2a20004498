//! Every kind of thing that can be explained, declared once: its name, its ids, its pages.

use super::{Line, Page, chips, counted, documents, findings, machines, phrases, rules, targets, vocabulary};
use crate::check;
use crate::knowledge::{ConcernId, Knowledge};

/// A kind of thing that can be explained.
pub struct Kind {
    /// In the singular, as it stands before an id.
    pub one: &'static str,
    /// In the plural, as a list of them is asked for.
    pub many: &'static str,
    /// Each thing of the kind: its id and a line about it.
    entries: fn(&Knowledge) -> Vec<(String, String)>,
    /// The page on the thing with that place among the entries and that id.
    page: fn(&Knowledge, usize, &str) -> Option<Page>,
}

/// Every kind, in the order in which an id is looked for.
pub const KINDS: [Kind; 15] = [
    Kind {
        one: "rule",
        many: "rules",
        entries: |knowledge| {
            let mut all: Vec<(String, String)> =
                knowledge.rules.iter().map(|it| (it.id.to_string(), it.because.to_string())).collect();
            all.dedup_by(|one, other| one.0 == other.0);
            all
        },
        page: |knowledge, _, id| rules::rule(knowledge, id),
    },
    Kind {
        one: "fact",
        many: "facts",
        entries: |knowledge| knowledge.facts.iter().map(|it| (it.id.to_string(), it.question.to_string())).collect(),
        page: |knowledge, _, id| Some(vocabulary::fact(knowledge, knowledge.fact_id(id)?)),
    },
    Kind {
        one: "target",
        many: "targets",
        entries: |knowledge| knowledge.targets.iter().map(|it| (it.id.to_string(), it.about.to_string())).collect(),
        page: |knowledge, _, id| Some(targets::target(knowledge, knowledge.target_id(id)?)),
    },
    Kind {
        one: "concern",
        many: "concerns",
        entries: |knowledge| knowledge.concerns.iter().map(|it| (it.id.to_string(), it.about.to_string())).collect(),
        page: |knowledge, index, _| Some(targets::concern(knowledge, ConcernId(u8::try_from(index).ok()?))),
    },
    Kind {
        one: "topic",
        many: "topics",
        entries: |knowledge| knowledge.topics.iter().map(|it| (it.id.to_string(), it.about.to_string())).collect(),
        page: |knowledge, index, _| Some(targets::topic(knowledge, index)),
    },
    Kind {
        one: "verdict",
        many: "verdicts",
        entries: |knowledge| knowledge.verdicts.iter().map(|it| (it.id.to_string(), it.about.to_string())).collect(),
        page: |knowledge, index, _| Some(targets::verdict(knowledge, knowledge.verdicts.get(index)?)),
    },
    Kind {
        one: "finding",
        many: "findings",
        entries: |_| check::KINDS.iter().map(|it| (it.id.to_owned(), crate::diag::sentence(it.title))).collect(),
        page: |_, index, _| check::KINDS.get(index).map(findings::finding),
    },
    Kind {
        one: "claim",
        many: "claims",
        entries: |knowledge| knowledge.claims.iter().map(|it| (it.id.to_string(), it.says.to_string())).collect(),
        page: |knowledge, index, _| Some(documents::claim(knowledge, index)),
    },
    Kind {
        one: "chip",
        many: "chips",
        entries: |knowledge| {
            let about = |target, status: &str| format!("{}, {status}", knowledge.target(target).id);
            knowledge
                .chips
                .iter()
                .map(|it| (it.id.to_string(), format!("{} ({})", it.name, about(it.target, &it.status))))
                .collect()
        },
        page: |knowledge, _, id| Some(chips::chip(knowledge, knowledge.chip(id)?)),
    },
    Kind {
        one: "machine",
        many: "machines",
        entries: machines::entries,
        page: |knowledge, index, _| Some(machines::machine(knowledge, knowledge.machines.get(index)?)),
    },
    Kind {
        one: "source",
        many: "sources",
        entries: |knowledge| knowledge.sources.iter().map(|it| (it.id.to_string(), it.title.to_string())).collect(),
        page: |knowledge, index, _| Some(documents::source(knowledge, index)),
    },
    Kind {
        one: "package",
        many: "packages",
        entries: |knowledge| {
            let tied = |strength: Option<&str>, tied: &str| {
                format!("{tied} {}", strength.unwrap_or_default()).trim_end().to_owned()
            };
            knowledge.packages.iter().map(|it| (it.name.to_string(), tied(it.strength.as_deref(), &it.tied))).collect()
        },
        page: |knowledge, index, _| Some(chips::package(knowledge, knowledge.packages.get(index)?)),
    },
    Kind {
        one: "conflict",
        many: "conflicts",
        entries: |knowledge| knowledge.conflicts.iter().map(|it| (it.id.to_string(), it.about.to_string())).collect(),
        page: |knowledge, index, _| Some(documents::conflict(knowledge, index)),
    },
    Kind {
        one: "presumption",
        many: "presumptions",
        entries: |knowledge| {
            knowledge.presumptions.iter().map(|it| (it.id.to_string(), it.because.to_string())).collect()
        },
        page: |knowledge, index, _| Some(rules::presumption(knowledge, knowledge.presumptions.get(index)?)),
    },
    Kind {
        one: "contradiction",
        many: "contradictions",
        entries: |knowledge| {
            knowledge.contradictions.all.iter().map(|it| (it.id.to_string(), it.text.to_string())).collect()
        },
        page: |knowledge, index, _| {
            Some(vocabulary::contradiction(knowledge, knowledge.contradictions.all.get(index)?))
        },
    },
];

impl Kind {
    fn find(&self, knowledge: &Knowledge, id: &str) -> Option<Page> {
        let entries = (self.entries)(knowledge);
        // Nobody remembers whether a name is written small; where two differ in that alone, the exact one is meant.
        let exact = entries.iter().position(|(known, _)| known == id);
        let index = exact.or_else(|| entries.iter().position(|(known, _)| known.eq_ignore_ascii_case(id)))?;
        (self.page)(knowledge, index, &entries[index].0)
    }

    /// The ids of everything of the kind.
    pub fn ids(&self, knowledge: &Knowledge) -> Vec<String> {
        (self.entries)(knowledge).into_iter().map(|(id, _)| id).collect()
    }
}

/// Every page on things of that id; several kinds may use the same.
pub fn about(knowledge: &Knowledge, id: &str) -> Vec<Page> {
    let mut found: Vec<Page> = KINDS.iter().filter_map(|kind| kind.find(knowledge, id)).collect();
    if found.is_empty() {
        // A slice of a size that is not listed still has a name that says how large it is.
        found.extend(machines::slice_by_name(knowledge, id));
    }
    found
}

/// The page on a thing of one kind.
pub fn of_kind(knowledge: &Knowledge, one: &str, id: &str) -> Option<Page> {
    KINDS.iter().find(|kind| kind.one == one)?.find(knowledge, id)
}

/// The list of everything of a kind, by the kind's plural.
pub fn list(knowledge: &Knowledge, many: &str) -> Option<Page> {
    let kind = KINDS.iter().find(|kind| kind.many.eq_ignore_ascii_case(many))?;
    let entries = (kind.entries)(knowledge);
    let mut page = Page::new("list", kind.many, "");
    page.say(format!("{}; `chipwise explain ID` tells more of each.", counted(entries.len(), kind.one)));
    page.section("All of them", entries.into_iter().map(|(id, text)| Line::labelled(id, text)));
    Some(page)
}

/// What there is to explain: each kind with how many of it there are, and one of them.
pub fn contents(knowledge: &Knowledge) -> Page {
    let mut page = Page::new("list", "explain", "");
    page.say("`chipwise explain ID` tells in plain words what a thing is; the plural of a kind lists all of it.");
    let kinds = KINDS.iter().map(|kind| {
        let ids = kind.ids(knowledge);
        let example = ids.first().map_or_else(String::new, |id| format!(", such as `{id}`"));
        Line::labelled(kind.many, format!("{}{example}", ids.len()))
    });
    page.section("Kinds", kinds.collect::<Vec<_>>());
    page
}

/// The names of each kind that are nearest to a word, the nearest first, as `kind id`.
pub fn nearest(knowledge: &Knowledge, word: &str) -> Vec<(&'static str, String)> {
    let mut found: Vec<(&'static str, String)> = KINDS
        .iter()
        .filter_map(|kind| {
            let ids = kind.ids(knowledge);
            let id = crate::diag::nearest(word, ids.iter().map(String::as_str))?;
            Some((kind.one, id.to_owned()))
        })
        .collect();
    let ids: Vec<String> = found.iter().map(|(_, id)| id.clone()).collect();
    let best = crate::diag::nearest(word, ids.iter().map(String::as_str));
    found.sort_by_key(|(_, id)| best != Some(id));
    found
}

/// Every kind in the plural, for messages.
pub fn kinds_in_words() -> String {
    let many: Vec<&str> = KINDS.iter().map(|kind| kind.many).collect();
    phrases::joined(&many, "or")
}
