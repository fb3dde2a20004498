//! What every engine but chipwise leaves to its host: which target wins by the rules that hold, and the line about it.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

include!(concat!(env!("OUT_DIR"), "/by_hand.rs"));

/// What may stand in a field of a record.
pub enum Field {
    Choice(&'static [&'static str]),
    List(&'static [&'static str]),
    Flag,
    /// The numbers that rules compare it with.
    Number(&'static [f64]),
}

pub trait Bit {
    fn bit(self) -> u128;
}

/// A list of choices as bits.
#[derive(Clone, Copy)]
pub struct Set<C>(pub u128, std::marker::PhantomData<C>);

impl<'de, C: Deserialize<'de> + Bit> Deserialize<'de> for Set<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bits<C>(std::marker::PhantomData<C>);
        impl<'de, C: Deserialize<'de> + Bit> Visitor<'de> for Bits<C> {
            type Value = Set<C>;
            fn expecting(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
                out.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Set<C>, A::Error> {
                let mut bits = 0;
                while let Some(item) = items.next_element::<C>()? {
                    bits |= item.bit();
                }
                Ok(Set(bits, self.0))
            }
        }
        deserializer.deserialize_seq(Bits(std::marker::PhantomData))
    }
}

/// The strongest favour and disfavour of each target in each concern, and what is out.
#[derive(Default)]
pub struct Tally {
    sides: [[[f64; 2]; CONCERNS]; TARGETS.len()],
    out: [bool; TARGETS.len()],
    /// Whether something stands strongly against it.
    caused: [bool; TARGETS.len()],
}

impl Tally {
    pub fn raise(&mut self, target: usize, concern: usize, side: usize, points: f64) {
        if side == 2 {
            self.out[target] = true;
            return;
        }
        let place = &mut self.sides[target][concern][side];
        *place = place.max(points);
        self.caused[target] |= side == 1 && points >= 4.0;
    }

    pub fn apply(&mut self, rule: usize) {
        for (target, concern, side, points) in EFFECTS[rule] {
            self.raise(*target, *concern, *side, *points);
        }
    }

    /// Writes the line that `compare --brief` writes, and returns the verdict.
    pub fn line(&self, name: &str, number: usize, out: &mut String) -> &'static str {
        let mut ranked: Vec<(usize, f64, bool)> = (0..TARGETS.len())
            .filter(|target| !self.out[*target])
            .map(|target| {
                let score = self.sides[target].iter().map(|[favour, disfavour]| favour - disfavour).sum();
                (target, score, self.sides[target].iter().any(|[favour, _]| *favour > 0.0))
            })
            .collect();
        ranked.sort_by(|a, b| b.2.cmp(&a.2).then(b.1.total_cmp(&a.1)).then(a.0.cmp(&b.0)));
        let only = ranked.len() == 1;
        let leader = ranked.first().copied().filter(|first| first.2 || only);
        let rivals: Vec<_> = ranked.iter().skip(1).filter(|it| it.2 && leader.is_some()).collect();
        let (score, next) = (leader.map_or(0.0, |it| it.1), rivals.first());
        let margin = next.map_or(f64::INFINITY, |it| score - it.1);
        let verdict = match leader {
            None if ranked.is_empty() => "impossible",
            None => "undecided",
            Some(_) if only || margin >= 3.0 && rivals.iter().all(|it| self.caused[it.0]) => "decided",
            Some(_) if margin >= 2.0 => "leaning",
            Some(_) => "benchmark",
        };
        out.push_str("{\"schema\":\"chipwise/recommendation/1\",\"name\":");
        out.push_str(&serde_json::to_string(name).expect("a text"));
        let _ = write!(
            out,
            ",\"source\":{{\"path\":\"-\",\"line\":{number}}},\"labels\":{{}},\"recommendation\":{{\"target\":"
        );
        match leader {
            Some((target, ..)) => _ = write!(out, "\"{}\"", TARGETS[target].0),
            None => out.push_str("null"),
        }
        out.push_str(",\"contenders\":[");
        let near = rivals.iter().filter(|it| score - it.1 <= 6.0).map(|it| it.0);
        for (at, target) in leader.map(|it| it.0).into_iter().chain(near).enumerate() {
            let _ = write!(out, "{}\"{}\"", if at > 0 { "," } else { "" }, TARGETS[target].0);
        }
        let _ = write!(out, "],\"verdict\":\"{verdict}\",\"basis\":\"documents\",\"summary\":\"");
        let name = |target: usize| TARGETS[target].1;
        match (leader, next) {
            (None, _) if ranked.is_empty() => out.push_str("No target can run this."),
            (None, _) => {
                joined(out, ranked.iter().map(|it| name(it.0)));
                out.push_str(" could run this, and nothing that is known speaks for any of them.");
            }
            (Some((target, ..)), None) => {
                let only = if only { "is the only target left." } else { "alone has something in its favour." };
                let _ = write!(out, "{} {only}", name(target));
            }
            (Some((target, ..)), Some(_)) if margin < 1e-9 => {
                let level = rivals.iter().filter(|it| score - it.1 < 1e-9).map(|it| it.0);
                joined(out, std::iter::once(target).chain(level).map(name));
                out.push_str(" are level.");
            }
            (Some((target, ..)), Some(next)) => {
                let points = if margin == 1.0 { "point" } else { "points" };
                let _ = write!(out, "{} leads {} by {margin} {points}.", name(target), name(next.0));
            }
        }
        out.push_str("\"}}\n");
        verdict
    }
}

/// `A, B and C`.
fn joined<'n>(out: &mut String, names: impl Iterator<Item = &'n str>) {
    let names: Vec<&str> = names.collect();
    let (last, others) = names.split_last().expect("some");
    out.push_str(&others.join(", "));
    out.push_str(if others.is_empty() { "" } else { " and " });
    out.push_str(last);
}
