//! Conditions as rows of bits: what a value does to all conditions that ask for its fact is one mask, worked out once.
//!
//! Every condition is brought to conjunctions: a disjunction is the negation of the conjunction of its negated parts. Each
//! different conjunction is a gate and has a bit. A gate is true when all its parts are, so the masks of all facts are
//! laid over each other, 64 gates at a time; where a gate has other gates among its parts, these follow one by one.
//! Truth takes two bits in two words, whether a gate is true and whether it may be, and Kleene's conjunction is that of the
//! bits.

use std::ops::Range;

use super::gates::{Builder, Gate, Part};
use super::given::Given;
use super::patterns::{Kind, Patterns};
use crate::facts::{FactId, Truth};
use crate::knowledge::Condition;

/// Of 64 gates, whether each is true, and whether it may be.
pub type Word = [u64; 2];

const IS: usize = 0;
const MAY: usize = 1;

/// The truth of all gates.
#[derive(Clone, Default)]
pub struct Planes(pub Vec<Word>);

impl Planes {
    /// The truth of a gate.
    #[inline]
    pub fn truth(&self, gate: usize) -> Truth {
        match self.0[gate / 64].map(|bits| bits >> (gate % 64) & 1) {
            [1, _] => Truth::True,
            [_, 1] => Truth::Unknown,
            _ => Truth::False,
        }
    }
}

/// Conditions in the order in which they were given, one bit each, and behind them the gates that they are made of.
pub struct Matrix {
    words: usize,
    /// Facts that may be presumed come last.
    facts: Vec<Masks>,
    /// How many facts come before them, in whole blocks: of these both readings say the same.
    common: usize,
    masks: Vec<Word>,
    /// The gates level by level; the conditions themselves come last.
    levels: Vec<Level>,
    /// By gate, whether its bit is the negation of its conjunction.
    inverted: Vec<u64>,
}

/// So many facts share a block.
const BLOCK: usize = 8;

/// The masks of all facts as they are before something is changed, eight facts in a block: where none of them is changed,
/// the block stands for them.
#[derive(Clone, Default)]
pub struct Blocks {
    kinds: Vec<Kind>,
    words: Vec<Word>,
}

/// The masks of one fact: one for each kind of its values, then one for each test and truth where values may be of no kind
/// that was foreseen.
struct Masks {
    fact: FactId,
    /// The words in which gates ask for it: a mask has these and no others.
    words: Box<[u16]>,
    kinds: usize,
    tests: usize,
    start: usize,
    count: usize,
}

/// A gate that asks a test of one fact: its word among those in which the fact is asked, its bit, and the test's place
/// among those of the fact.
struct Asked {
    word: usize,
    bit: u64,
    test: usize,
    negated: bool,
}

struct Level {
    /// Parts of gates that are gates themselves.
    links: Vec<Link>,
    words: Range<usize>,
}

struct Link {
    to: u32,
    from: u32,
    negated: bool,
}

impl Matrix {
    /// Brings conditions to rows of bits; where there is none the bit is false.
    pub fn new<'c>(patterns: &Patterns, conditions: impl Iterator<Item = Option<&'c Condition>>) -> Self {
        let mut builder = Builder::new(patterns);
        // What has no condition is the negation of a conjunction of nothing.
        let nothing = || Gate { inverted: true, ..Gate::default() };
        let outputs: Vec<Gate> = conditions.map(|it| it.map_or_else(nothing, |it| builder.gate(it))).collect();
        Self::laid_out(patterns, outputs, builder.gates)
    }

    fn laid_out(patterns: &Patterns, outputs: Vec<Gate>, inner: Vec<Gate>) -> Self {
        let deepest = inner.iter().map(|gate| gate.level).max().unwrap_or(0);
        let mut words = outputs.len().div_ceil(64);
        let mut place = vec![0; inner.len()];
        let mut levels = Vec::new();
        for level in 1..=deepest {
            let (first, mut next) = (words, words * 64);
            for (_, place) in inner.iter().zip(&mut place).filter(|(gate, _)| gate.level == level) {
                *place = next;
                next += 1;
            }
            words = next.div_ceil(64);
            levels.push(Level { links: Vec::new(), words: first..words });
        }
        levels.push(Level { links: Vec::new(), words: 0..outputs.len().div_ceil(64) });
        let mut inverted = vec![0; words];
        // Bits that no condition has are those of no condition: false.
        for unused in outputs.len()..outputs.len().next_multiple_of(64) {
            inverted[unused / 64] |= 1 << (unused % 64);
        }
        let mut asked: Vec<Vec<(usize, u32, bool)>> = vec![Vec::new(); patterns.facts.len()];
        let own = inner.iter().enumerate().map(|(index, gate)| (place[index], gate.level - 1, gate));
        let last = levels.len() - 1;
        for (at, level, gate) in own.chain(outputs.iter().enumerate().map(|(at, gate)| (at, last, gate))) {
            inverted[at / 64] |= u64::from(gate.inverted) << (at % 64);
            for part in &gate.parts {
                match *part {
                    Part::Test { place, negated } => {
                        asked[patterns.row[place as usize].fact.index()].push((at, place, negated));
                    }
                    Part::Gate { gate, negated } => {
                        let from = place[gate as usize] as u32;
                        levels[level].links.push(Link { to: at as u32, from, negated });
                    }
                }
            }
        }
        let mut matrix = Self { words, facts: Vec::new(), common: 0, masks: Vec::new(), levels, inverted };
        let facts = || (0u16..).map(FactId).zip(&asked).filter(|(_, asked)| !asked.is_empty());
        for (fact, asked) in facts().filter(|(fact, _)| !patterns.may_be_presumed(*fact)) {
            matrix.add(patterns, fact, asked);
        }
        matrix.common = matrix.facts.len() / BLOCK * BLOCK;
        for (fact, asked) in facts().filter(|(fact, _)| patterns.may_be_presumed(*fact)) {
            matrix.add(patterns, fact, asked);
        }
        matrix
    }

    /// Adds the masks of a fact, given the gates that ask for it: which test, and whether for its negation.
    fn add(&mut self, patterns: &Patterns, fact: FactId, asked: &[(usize, u32, bool)]) {
        let pattern = &patterns.facts[fact.index()];
        let mut words: Vec<u16> = asked.iter().map(|(gate, ..)| (gate / 64) as u16).collect();
        words.sort_unstable();
        words.dedup();
        let (start, count) = (pattern.start, if pattern.foresees_all() { 0 } else { pattern.count });
        let asked = asked.iter().map(|(gate, place, negated)| Asked {
            word: words.iter().position(|word| usize::from(*word) == gate / 64).unwrap_or_default(),
            bit: 1 << (gate % 64),
            test: *place as usize - start,
            negated: *negated,
        });
        let asked: Vec<Asked> = asked.collect();
        let kinds = self.masks.len();
        self.masks.reserve((pattern.kinds + 3 * count) * words.len());
        for kind in 0..pattern.kinds {
            let truths = patterns.truths(fact, Kind::at(kind));
            self.add_mask(words.len(), &asked, |test| Some(truths[test]));
        }
        let tests = self.masks.len();
        for test in 0..count {
            for truth in [Truth::False, Truth::Unknown, Truth::True] {
                self.add_mask(words.len(), &asked, |it| (it == test).then_some(truth));
            }
        }
        self.facts.push(Masks { fact, words: words.into(), kinds, tests, start, count });
    }

    /// Adds a mask: the bit of a gate falls where one of its tests is not true, or cannot be.
    fn add_mask(&mut self, words: usize, asked: &[Asked], truth: impl Fn(usize) -> Option<Truth>) {
        let at = self.masks.len();
        self.masks.resize(at + words, [u64::MAX; 2]);
        for Asked { word, bit, test, negated } in asked {
            let Some(truth) = truth(*test) else { continue };
            let truth = if *negated { !truth } else { truth };
            let mask = &mut self.masks[at + word];
            mask[IS] &= if truth.is_true() { u64::MAX } else { !bit };
            mask[MAY] &= if truth.is_false() { !bit } else { u64::MAX };
        }
    }

    /// The facts that any of the conditions asks.
    pub fn asked(&self) -> impl Iterator<Item = FactId> {
        self.facts.iter().map(|masks| masks.fact)
    }

    /// Works out all gates from the kinds of the facts' values; `given` has the truths of the tests that no kind tells.
    pub fn run(&self, kinds: &[Kind], given: &Given, planes: &mut Planes) {
        planes.clear(self.words);
        self.facts.iter().for_each(|masks| self.lay_over_all(masks, kinds, given, planes));
        self.finish(planes);
    }

    /// The same in both readings, of which the second differs from the first in facts that are presumed.
    pub fn run_both(&self, [kinds, assumed_kinds]: [&[Kind]; 2], given: &Given, [planes, assumed]: [&mut Planes; 2]) {
        planes.clear(self.words);
        let (common, others) = self.facts.split_at(self.common);
        common.iter().for_each(|masks| self.lay_over_all(masks, kinds, given, planes));
        assumed.0.clone_from(&planes.0);
        for (kinds, planes) in [(kinds, planes), (assumed_kinds, assumed)] {
            others.iter().for_each(|masks| self.lay_over_all(masks, kinds, given, planes));
            self.finish(planes);
        }
    }

    /// The blocks of these values.
    pub fn blocks(&self, kinds: &[Kind], given: &Given) -> Blocks {
        let mut planes = Planes::default();
        let mut blocks = Blocks { kinds: kinds.to_vec(), words: Vec::new() };
        for facts in self.facts.chunks(BLOCK) {
            planes.clear(self.words);
            facts.iter().for_each(|masks| self.lay_over_all(masks, kinds, given, &mut planes));
            blocks.words.extend_from_slice(&planes.0);
        }
        blocks
    }

    /// The same as [`Matrix::run`], where few facts are otherwise than in the blocks.
    pub fn run_changed(&self, blocks: &Blocks, kinds: &[Kind], given: &Given, planes: &mut Planes) {
        planes.clear(self.words);
        self.lay_blocks(0..self.facts.len(), blocks, kinds, given, planes);
        self.finish(planes);
    }

    /// The same as [`Matrix::run_both`], where few facts are otherwise than in the blocks.
    pub fn run_both_changed(
        &self,
        [blocks, assumed_blocks]: [&Blocks; 2],
        [kinds, assumed_kinds]: [&[Kind]; 2],
        given: &Given,
        [planes, assumed]: [&mut Planes; 2],
    ) {
        planes.clear(self.words);
        self.lay_blocks(0..self.common, blocks, kinds, given, planes);
        assumed.0.clone_from(&planes.0);
        let readings = [(blocks, kinds, planes), (assumed_blocks, assumed_kinds, assumed)];
        for (blocks, kinds, planes) in readings {
            self.lay_blocks(self.common..self.facts.len(), blocks, kinds, given, planes);
            self.finish(planes);
        }
    }

    /// Lays over some facts, which begin with a block: those of a block in which something is changed one by one.
    fn lay_blocks(&self, facts: Range<usize>, blocks: &Blocks, kinds: &[Kind], given: &Given, planes: &mut Planes) {
        let changed = |masks: &Masks| {
            let fact = masks.fact.index();
            kinds[fact] != blocks.kinds[fact] || kinds[fact] == Kind::OTHER && given.touched.contains(&masks.fact)
        };
        let words = &blocks.words[facts.start / BLOCK * self.words..];
        for (facts, block) in self.facts[facts].chunks(BLOCK).zip(words.chunks_exact(self.words.max(1))) {
            if facts.iter().any(changed) {
                facts.iter().for_each(|masks| self.lay_over_all(masks, kinds, given, planes));
            } else {
                for (word, mask) in planes.0.iter_mut().zip(block) {
                    *word = [word[IS] & mask[IS], word[MAY] & mask[MAY]];
                }
            }
        }
    }

    #[inline]
    fn lay_over_all(&self, masks: &Masks, kinds: &[Kind], given: &Given, planes: &mut Planes) {
        let (kind, width) = (kinds[masks.fact.index()], masks.words.len());
        if kind == Kind::OTHER {
            for test in 0..masks.count {
                let truth = given.others[masks.start + test] as usize;
                self.lay_over(masks, masks.tests + (3 * test + truth) * width, planes);
            }
        } else {
            self.lay_over(masks, masks.kinds + kind.index() * width, planes);
        }
    }

    /// Follows the gates that are parts of others, level by level.
    fn finish(&self, planes: &mut Planes) {
        for level in &self.levels {
            for link in &level.links {
                planes.follow(link);
            }
            let words = level.words.clone();
            for (word, inverted) in planes.0[words.clone()].iter_mut().zip(&self.inverted[words]) {
                let [is, may] = *word;
                *word = [is & !inverted | !may & inverted, may & !inverted | !is & inverted];
            }
        }
    }

    #[inline]
    fn lay_over(&self, masks: &Masks, at: usize, planes: &mut Planes) {
        for (word, mask) in masks.words.iter().zip(&self.masks[at..at + masks.words.len()]) {
            let word = &mut planes.0[usize::from(*word)];
            word[IS] &= mask[IS];
            word[MAY] &= mask[MAY];
        }
    }
}

impl Planes {
    /// Nothing is laid over yet.
    fn clear(&mut self, words: usize) {
        self.0.clear();
        self.0.resize(words, [u64::MAX; 2]);
    }

    #[inline]
    fn follow(&mut self, link: &Link) {
        let (word, bit) = (link.from as usize / 64, link.from % 64);
        let mut part = self.0[word].map(|bits| !(bits >> bit) & 1);
        if link.negated {
            part = [part[MAY] ^ 1, part[IS] ^ 1];
        }
        let (word, bit) = (link.to as usize / 64, link.to % 64);
        let word = &mut self.0[word];
        word[IS] &= !(part[IS] << bit);
        word[MAY] &= !(part[MAY] << bit);
    }
}

#[cfg(test)]
mod tests;
