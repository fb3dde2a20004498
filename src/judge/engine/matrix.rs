//! Conditions as rows of bits: what a value does to all conditions that ask for its fact is one mask, worked out once.
//!
//! Every condition is brought to conjunctions: a disjunction is the negation of the conjunction of its negated parts. Each
//! conjunction is a gate and has a bit. A gate is true when all its parts are, so the masks of all facts are laid over
//! each other, 64 gates at a time. Where a gate has other gates among its parts, these have the same bit in words of their
//! own, which are laid over its word.
//! Truth takes two bits in two words, whether a gate is true and whether it may be, and Kleene's conjunction is that of the
//! bits.

use std::ops::Range;

use super::gates::Gate;
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
    /// For each word behind those of the conditions, the one before it whose gates have its gates among their parts.
    part_of: Vec<u32>,
    /// By gate, whether its bit is the negation of its conjunction.
    inverted: Vec<u64>,
}

/// A mask has all words where gates ask for the fact in one of so many: words in a row take less time each.
const DENSE: usize = 3;

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
    /// The words in which gates ask for it: a mask has these and no others. Where they are many it has all words, and
    /// none are named.
    words: Box<[u16]>,
    /// How many words a mask has.
    width: usize,
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

/// Where the gates stand.
struct Layout {
    /// For each word the words of its parts.
    parts: Vec<Vec<usize>>,
    part_of: Vec<u32>,
    inverted: Vec<u64>,
    /// For each fact the gates that ask for it: where, which test, and whether for its negation.
    asked: Vec<Vec<(usize, u32, bool)>>,
}

impl Layout {
    fn of(gates: &[Gate], patterns: &Patterns) -> Self {
        let words = gates.len().div_ceil(64);
        let mut layout = Self {
            parts: vec![Vec::new(); words],
            part_of: Vec::new(),
            inverted: vec![0; words],
            asked: vec![Vec::new(); patterns.facts.len()],
        };
        gates.iter().enumerate().for_each(|(at, gate)| layout.place(at, gate, patterns));
        // Bits that no condition has are those of no condition: false.
        for unused in gates.len()..words * 64 {
            layout.inverted[unused / 64] |= 1 << (unused % 64);
        }
        layout
    }

    fn place(&mut self, at: usize, gate: &Gate, patterns: &Patterns) {
        let (word, bit) = (at / 64, at % 64);
        self.inverted[word] |= u64::from(gate.inverted) << bit;
        for (place, negated) in &gate.tests {
            self.asked[patterns.row[*place as usize].fact.index()].push((at, *place, *negated));
        }
        for (number, part) in gate.gates.iter().enumerate() {
            let own = match self.parts[word].get(number) {
                Some(own) => *own,
                None => self.add_part(word),
            };
            self.place(64 * own + bit, part, patterns);
        }
    }

    /// Adds a word whose gates are parts of those of another. Where these have no such part, nothing is asked of it: it is
    /// true.
    fn add_part(&mut self, of: usize) -> usize {
        let own = self.parts.len();
        self.parts[of].push(own);
        self.parts.push(Vec::new());
        self.part_of.push(of as u32);
        self.inverted.push(0);
        own
    }
}

impl Matrix {
    /// Brings conditions to rows of bits; where there is none the bit is false.
    pub fn new<'c>(patterns: &Patterns, conditions: impl Iterator<Item = Option<&'c Condition>>) -> Self {
        let gates: Vec<Gate> = conditions.map(|it| Gate::of(it, patterns)).collect();
        Self::of(patterns, &gates)
    }

    /// The same of conditions that are gates already.
    pub fn of(patterns: &Patterns, gates: &[Gate]) -> Self {
        let Layout { parts, part_of, inverted, asked } = Layout::of(gates, patterns);
        let mut matrix =
            Self { words: parts.len(), facts: Vec::new(), common: 0, masks: Vec::new(), part_of, inverted };
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
        let width = if DENSE * words.len() >= self.words { self.words } else { words.len() };
        if width == self.words {
            words.clear();
        }
        let (start, count) = (pattern.start, if pattern.foresees_all() { 0 } else { pattern.count });
        let asked = asked.iter().map(|(gate, place, negated)| Asked {
            word: words.iter().position(|word| usize::from(*word) == gate / 64).unwrap_or(gate / 64),
            bit: 1 << (gate % 64),
            test: *place as usize - start,
            negated: *negated,
        });
        let asked: Vec<Asked> = asked.collect();
        let kinds = self.masks.len();
        self.masks.reserve((pattern.kinds + 3 * count) * width);
        for kind in 0..pattern.kinds {
            let truths = patterns.truths(fact, Kind::at(kind));
            self.add_mask(width, &asked, |test| Some(truths[test]));
        }
        let tests = self.masks.len();
        for test in 0..count {
            for truth in [Truth::False, Truth::Unknown, Truth::True] {
                self.add_mask(width, &asked, |it| (it == test).then_some(truth));
            }
        }
        self.facts.push(Masks { fact, words: words.into(), width, kinds, tests, start, count });
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
                planes.lay_over(block);
            }
        }
    }

    #[inline]
    fn lay_over_all(&self, masks: &Masks, kinds: &[Kind], given: &Given, planes: &mut Planes) {
        let (kind, width) = (kinds[masks.fact.index()], masks.width);
        if kind == Kind::OTHER {
            for test in 0..masks.count {
                let truth = given.others[masks.start + test] as usize;
                self.lay_over(masks, masks.tests + (3 * test + truth) * width, planes);
            }
        } else {
            self.lay_over(masks, masks.kinds + kind.index() * width, planes);
        }
    }

    /// Lays the words of gates that are parts of others over the words of these; parts come behind.
    fn finish(&self, planes: &mut Planes) {
        let roots = self.words - self.part_of.len();
        for (word, whole) in (roots..self.words).zip(&self.part_of).rev() {
            let part = inverted(planes.0[word], self.inverted[word]);
            let whole = &mut planes.0[*whole as usize];
            *whole = both(*whole, part);
        }
        for (word, inverts) in planes.0[..roots].iter_mut().zip(&self.inverted) {
            *word = inverted(*word, *inverts);
        }
    }

    #[inline]
    fn lay_over(&self, masks: &Masks, at: usize, planes: &mut Planes) {
        let mask = &self.masks[at..at + masks.width];
        if masks.words.is_empty() {
            planes.lay_over(mask);
            return;
        }
        for (word, mask) in masks.words.iter().zip(mask) {
            let word = &mut planes.0[usize::from(*word)];
            *word = both(*word, *mask);
        }
    }
}

impl Planes {
    /// Nothing is laid over yet.
    fn clear(&mut self, words: usize) {
        self.0.clear();
        self.0.resize(words, [u64::MAX; 2]);
    }

    /// Lays a mask of all words over.
    #[inline]
    fn lay_over(&mut self, mask: &[Word]) {
        for (word, mask) in self.0.iter_mut().zip(mask) {
            *word = both(*word, *mask);
        }
    }
}

/// The conjunctions of gates with others.
#[inline]
fn both(one: Word, other: Word) -> Word {
    [one[IS] & other[IS], one[MAY] & other[MAY]]
}

/// The truths of gates of which some are negations.
#[inline]
fn inverted([is, may]: Word, inverted: u64) -> Word {
    [is & !inverted | !may & inverted, may & !inverted | !is & inverted]
}

#[cfg(test)]
mod tests;
