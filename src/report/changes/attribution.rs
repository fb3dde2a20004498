//! Which change made the difference: the judge is asked again with some of the changes only.

use std::sync::Arc;

use super::{Aspect, Cause, Change, ChangeKind, RulesChange, Side, Version, facts, side};
use crate::explain::causes;
use crate::facts::{FactId, Facts};
use crate::knowledge::Knowledge;
use crate::profile::translated;

/// A change with its cause: the judge is asked again with some of the changes only.
pub fn attributed(
    (before, after): (Version, Version),
    sides: (Side, Side),
    differs: Vec<Aspect>,
    rules: Option<&Arc<RulesChange>>,
) -> Change {
    let corners = Corners::new(before, after, rules.is_some());
    let mut all = facts::changed(before, after, &corners.facts);
    all.extend(rules.map(|rules| rules.as_change()));
    // Of several parts of the answer the gravest are what has to be explained.
    let until = if differs.iter().any(|it| *it <= Aspect::Verdict) { Aspect::Verdict } else { Aspect::Cautions };
    let explained: Vec<Aspect> = differs.iter().copied().filter(|it| *it <= until).collect();
    let alone: Vec<Side> = (0..all.len()).map(|index| corners.judged(&[index])).collect();
    let reaches = |some: &[usize]| {
        let still = match some {
            [one] => side::differing(&alone[*one], &sides.1),
            some => side::differing(&corners.judged(some), &sides.1),
        };
        !explained.iter().any(|aspect| still.contains(aspect))
    };
    let cause = if explained.is_empty() { Cause::None } else { Cause::Found(causes(all.len(), reaches)) };
    for (changed, side) in all.iter_mut().zip(alone) {
        changed.alone = Some((side.target, side.verdict));
    }
    Change {
        was_at: super::elsewhere(&before.at(), &after.at()),
        before: Some(sides.0),
        changed: all,
        cause,
        differs,
        ..super::with_answer(ChangeKind::Changed, &after, sides.1)
    }
}

/// The workload as it was and as it is, under the rules as they were and as they are.
struct Corners<'v> {
    versions: [Version<'v>; 2],
    /// Under each of the rules, what is known before and after.
    known: [[Facts; 2]; 2],
    /// The facts that are otherwise, under each of the rules; none where they have no word for it.
    facts: Vec<[Option<FactId>; 2]>,
    rules_differ: bool,
}

impl<'v> Corners<'v> {
    fn new(before: Version<'v>, after: Version<'v>, rules_differ: bool) -> Self {
        let (old, new) = (before.knowledge(), after.knowledge());
        let there = |from: &Knowledge, to: &Knowledge, facts: &Facts| match rules_differ {
            true => translated(from, to, facts),
            false => facts.clone(),
        };
        let (was, is) = (&before.profile.facts, &after.profile.facts);
        let known = [[was.clone(), there(new, old, is)], [there(old, new, was), is.clone()]];
        let of_new = new.declared().map(|(id, fact)| [old.fact_id(&fact.id), Some(id)]);
        let of_old = old.declared().filter(|(_, fact)| new.fact_id(&fact.id).is_none());
        let all = of_new.chain(of_old.map(|(id, _)| [Some(id), None]));
        let differ = |ids: &[Option<FactId>; 2]| {
            let value = |facts: &Facts, id: Option<FactId>| id.and_then(|id| facts.value(id).cloned());
            let under = |rules: usize| value(&known[rules][0], ids[rules]) != value(&known[rules][1], ids[rules]);
            under(0) || under(1)
        };
        let facts = all.filter(differ).collect();
        Self { versions: [before, after], known, facts, rules_differ }
    }

    /// The answer if some of the changes had been made: facts by their numbers, and behind them the rules.
    fn judged(&self, some: &[usize]) -> Side {
        let rules = usize::from(!self.rules_differ || some.contains(&self.facts.len()));
        let version = &self.versions[rules];
        let [before, after] = &self.known[rules];
        let mut facts = before.clone();
        let made = some.iter().filter_map(|change| self.facts.get(*change)?[rules]);
        made.for_each(|fact| facts.set(fact, after.get(fact).cloned()));
        let decision = version.judge.decide(&facts);
        Side::of_decision(version.knowledge(), &decision)
    }
}
