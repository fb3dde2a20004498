//! From every claim to what uses it, and back.

use super::{ConcernId, Knowledge, RuleId, TargetId};
use crate::facts::FactId;

/// Something that names claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum User {
    Rule(RuleId),
    Presumption(usize),
    Conflict(usize),
    Fact(FactId),
    Target(TargetId),
    Concern(ConcernId),
    Verdict(usize),
    Topic(usize),
    Chip(usize),
}

impl User {
    /// What kind of thing it is, in a word.
    pub fn kind(self) -> &'static str {
        match self {
            User::Rule(_) => "rule",
            User::Presumption(_) => "presumption",
            User::Conflict(_) => "conflict",
            User::Fact(_) => "fact",
            User::Target(_) => "target",
            User::Concern(_) => "concern",
            User::Verdict(_) => "verdict",
            User::Topic(_) => "topic",
            User::Chip(_) => "chip",
        }
    }

    pub fn id(self, knowledge: &Knowledge) -> &str {
        match self {
            User::Rule(id) => &knowledge.rule(id).id,
            User::Presumption(index) => &knowledge.presumptions[index].id,
            User::Conflict(index) => &knowledge.conflicts[index].id,
            User::Fact(id) => &knowledge.fact(id).id,
            User::Target(id) => &knowledge.target(id).id,
            User::Concern(id) => &knowledge.concern(id).id,
            User::Verdict(index) => &knowledge.verdicts[index].id,
            User::Topic(index) => &knowledge.topics[index].id,
            User::Chip(index) => &knowledge.chips[index].id,
        }
    }

    /// Kind and id: "rule `x`".
    pub fn in_words(self, knowledge: &Knowledge) -> String {
        format!("{} `{}`", self.kind(), self.id(knowledge))
    }

    /// The claims that it names, in its own order.
    pub fn claims(self, knowledge: &Knowledge) -> &[usize] {
        match self {
            User::Rule(id) => &knowledge.rule(id).claims,
            User::Presumption(index) => &knowledge.presumptions[index].claims,
            User::Conflict(index) => &knowledge.conflicts[index].between,
            User::Fact(id) => &knowledge.fact(id).claims,
            User::Target(id) => &knowledge.target(id).claims,
            User::Concern(id) => &knowledge.concern(id).claims,
            User::Verdict(index) => &knowledge.verdicts[index].claims,
            User::Topic(index) => &knowledge.topics[index].claims,
            User::Chip(index) => &knowledge.chips[index].claims,
        }
    }
}

/// Everything that may name claims; of what is written once for several targets, the first.
pub fn users(knowledge: &Knowledge) -> Vec<User> {
    let mut all: Vec<User> = Vec::new();
    let first = |id: &RuleId| id.index() == 0 || knowledge.rules[id.index() - 1].id != knowledge.rule(*id).id;
    all.extend(knowledge.rule_ids().filter(first).map(User::Rule));
    all.extend((0..knowledge.presumptions.len()).map(User::Presumption));
    all.extend((0..knowledge.conflicts.len()).map(User::Conflict));
    all.extend(knowledge.declared().map(|(id, _)| User::Fact(id)));
    all.extend(knowledge.target_ids().map(User::Target));
    all.extend((0..=u8::MAX).take(knowledge.concerns.len()).map(|index| User::Concern(ConcernId(index))));
    all.extend((0..knowledge.verdicts.len()).map(User::Verdict));
    all.extend((0..knowledge.topics.len()).map(User::Topic));
    all.extend((0..knowledge.chips.len()).map(User::Chip));
    all
}

/// Who uses each claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    users: Vec<Vec<User>>,
}

impl Trace {
    pub fn of(knowledge: &Knowledge) -> Self {
        let mut found = vec![Vec::new(); knowledge.claims.len()];
        for user in users(knowledge) {
            for claim in user.claims(knowledge) {
                let known: &mut Vec<User> = &mut found[*claim];
                if !known.contains(&user) {
                    known.push(user);
                }
            }
        }
        Self { users: found }
    }

    /// What uses the claim in that place.
    pub fn users(&self, claim: usize) -> &[User] {
        self.users.get(claim).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::{Trace, User, users};
    use crate::knowledge::lint::sample::{knowledge, rule};

    #[test]
    fn both_directions_agree() {
        let knowledge = knowledge(&rule("jax-on-tpu", &[]));
        let trace = Trace::of(&knowledge);
        for user in users(&knowledge) {
            for claim in user.claims(&knowledge) {
                assert!(trace.users(*claim).contains(&user), "{}", user.in_words(&knowledge));
            }
        }
        let used: Vec<usize> = trace.users.iter().map(Vec::len).collect();
        assert_eq!(used, [1, 0]);
        assert!(matches!(trace.users(0)[..], [User::Rule(_)]));
    }
}
