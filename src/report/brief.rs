//! The answer alone, in one sentence that the outcome tells: what is written for each of a million records.

use std::collections::BTreeMap;

use crate::judge::{Basis, Outcome, Status, Verdict};
use crate::knowledge::{Knowledge, TargetId};
use crate::units;

/// The head of a recommendation: the answer, without where each target stands.
pub struct Brief<'r> {
    pub name: &'r str,
    pub path: &'r str,
    pub line: u32,
    pub labels: &'r BTreeMap<String, String>,
    pub target: Option<&'r str>,
    pub contenders: &'r [&'r str],
    pub verdict: Verdict,
    pub basis: Basis,
    pub summary: &'r str,
}

/// Writes the sentence: who leads whom by how much, without what speaks for it.
pub fn brief(knowledge: &Knowledge, outcome: &Outcome, out: &mut String) {
    let name = |target: TargetId| knowledge.target(target).name.as_ref();
    let eligible = || outcome.standings.iter().filter(|it| it.status == Status::Eligible);
    let Some(leader) = outcome.leader else {
        if outcome.verdict == Verdict::Impossible {
            out.push_str("No target can run this.");
        } else {
            joined(out, eligible().map(|it| name(it.target)));
            out.push_str(" could run this, and nothing that is known speaks for any of them.");
        }
        return;
    };
    let rival = eligible().find(|it| it.spoken_for && it.target != leader);
    match rival {
        None => {
            out.push_str(name(leader));
            let only = eligible().count() <= 1;
            out.push_str(if only { " is the only target left." } else { " alone has something in its favour." });
        }
        Some(_) if !outcome.level.is_empty() => {
            joined(out, std::iter::once(leader).chain(outcome.level.iter().copied()).map(name));
            out.push_str(" are level.");
        }
        Some(rival) => {
            let margin = outcome.margin.unwrap_or_default();
            out.push_str(name(leader));
            out.push_str(" leads ");
            out.push_str(name(rival.target));
            out.push_str(" by ");
            out.push_str(&units::format_number(margin));
            out.push_str(if margin == 1.0 { " point." } else { " points." });
        }
    }
}

/// `A, B and C`.
fn joined<'n>(out: &mut String, names: impl Iterator<Item = &'n str>) {
    let mut names = names.peekable();
    let mut first = true;
    while let Some(name) = names.next() {
        if !first {
            out.push_str(if names.peek().is_some() { ", " } else { " and " });
        }
        first = false;
        out.push_str(name);
    }
}
