//! How rules stand: as they hold now, and whether they could under some answers.

use super::matrix::Planes;
use crate::knowledge::Holds;

/// How one rule stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// It holds on what is stated and presumed.
    pub counts: bool,
    /// It holds whatever the answers are.
    pub is_certain: bool,
    /// Some answers could make it hold, or leave it holding.
    pub could: bool,
    /// Its condition is unknown.
    is_unknown: bool,
}

/// The bits of a rule that is live.
pub const CERTAIN: usize = 2;
pub const COULD: usize = 4;

impl State {
    /// That of a rule which holds in no case.
    pub const NONE: State = State { counts: false, is_certain: false, could: false, is_unknown: false };

    pub fn holds(self) -> Holds {
        match self {
            State { is_certain: true, .. } => Holds::Certainly,
            State { counts: true, .. } => Holds::Presumably,
            State { is_unknown: true, .. } => Holds::Unknown,
            _ => Holds::No,
        }
    }

    /// Three bits: whether it counts, is certain, could hold.
    #[inline]
    pub fn bits(self) -> usize {
        let bit = |is: bool, bit: usize| if is { bit } else { 0 };
        bit(self.counts, 1) | bit(self.is_certain, CERTAIN) | bit(self.could, COULD)
    }
}

/// How the rules of all rows stand, a bit each.
#[derive(Default)]
pub struct States {
    counts: Vec<u64>,
    certain: Vec<u64>,
    could: Vec<u64>,
    unknown: Vec<u64>,
}

impl States {
    /// What the conditions, and behind them what lifts each rule, come to in both readings.
    pub fn conclude(&mut self, words: usize, stated: &Planes, assumed: &Planes) {
        let all = [&mut self.counts, &mut self.certain, &mut self.could, &mut self.unknown];
        all.into_iter().for_each(|bits| bits.resize(words, 0));
        for word in 0..words {
            let [is, may] = stated.0[word];
            let [is_lifted, may_be_lifted] = stated.0[words + word];
            let ([is_assumed, may_be_assumed], [is_assumed_lifted, _]) = (assumed.0[word], assumed.0[words + word]);
            let counts = is_assumed & !is_assumed_lifted;
            self.counts[word] = counts;
            self.certain[word] = counts & is & !may_be_lifted;
            self.could[word] = may & !is_lifted;
            self.unknown[word] = may_be_assumed & !is_assumed;
        }
    }

    #[inline]
    pub fn of(&self, row: usize) -> State {
        let (word, bit) = (row / 64, row % 64);
        let is = |bits: &[u64]| bits[word] >> bit & 1 == 1;
        State {
            counts: is(&self.counts),
            is_certain: is(&self.certain),
            could: is(&self.could),
            is_unknown: is(&self.unknown),
        }
    }

    /// Shows the rows of rules that hold or could, each with three bits: whether it counts, is certain, could hold.
    #[inline]
    pub fn each_live(&self, mut see: impl FnMut(usize, usize)) {
        for (word, ((counts, certain), could)) in self.counts.iter().zip(&self.certain).zip(&self.could).enumerate() {
            for bit in ones(counts | could) {
                let bits = counts >> bit & 1 | (certain >> bit & 1) << 1 | (could >> bit & 1) << 2;
                see(64 * word + bit, bits as usize);
            }
        }
    }

    /// Whether any of these rules holds, at least presumably; their rows are given as bits.
    #[inline]
    pub fn any_counts(&self, rows: &[u64]) -> bool {
        any(&self.counts, rows)
    }

    /// Whether any of them holds, or could.
    #[inline]
    pub fn any_could(&self, rows: &[u64]) -> bool {
        any(&self.could, rows)
    }

    /// Shows the rows of rules that hold, at least presumably.
    #[inline]
    pub fn each_counting(&self, mut see: impl FnMut(usize)) {
        for (word, bits) in self.counts.iter().enumerate() {
            ones(*bits).for_each(|bit| see(64 * word + bit));
        }
    }

    /// The rows of rules that hold otherwise than in another run.
    pub fn turned<'s>(&'s self, other: &'s States) -> impl Iterator<Item = usize> + 's {
        let differ = |word: usize| {
            let of = |bits: fn(&States) -> &[u64]| bits(self)[word] ^ bits(other)[word];
            of(|it| &it.counts) | of(|it| &it.certain) | of(|it| &it.unknown) & !self.counts[word]
        };
        (0..self.counts.len()).flat_map(move |word| ones(differ(word)).map(move |bit| 64 * word + bit))
    }
}

/// Whether two rows of bits have a one in common.
#[inline]
fn any(bits: &[u64], others: &[u64]) -> bool {
    bits.iter().zip(others).any(|(bits, others)| bits & others != 0)
}

/// The places of the ones among 64 bits.
#[inline]
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let one = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        one
    })
}
