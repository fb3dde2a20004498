//! How a rule stands, in one byte: as it holds now, and whether it could under some answers.

use super::readings::Readings;
use crate::facts::Truth;
use crate::knowledge::Holds;

/// How a rule stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State(u8);

/// It holds on what is stated and presumed.
const COUNTS: u8 = 1;
/// It holds whatever the answers are.
const CERTAIN: u8 = 2;
/// Some answers could make it hold, or leave it holding.
const COULD: u8 = 4;
/// Its condition is unknown.
const UNKNOWN: u8 = 8;

impl State {
    /// What a condition with something that may lift it comes to.
    fn of(when: Readings, unless: Readings) -> Self {
        let counts = when.assumed().is_true() && !unless.assumed().is_true();
        let certain = counts && when.stated().is_true() && unless.stated().is_false();
        let could = !when.stated().is_false() && !unless.stated().is_true();
        let unknown = when.assumed() == Truth::Unknown;
        let bit = |is: bool, bit: u8| if is { bit } else { 0 };
        State(bit(counts, COUNTS) | bit(certain, CERTAIN) | bit(could, COULD) | bit(unknown, UNKNOWN))
    }

    /// Every state, by the readings of the condition and of what may lift it.
    pub fn all() -> Box<[State; 256]> {
        let mut all = Box::new([State::default(); 256]);
        let each = (0..Readings::COUNT).flat_map(|unless| (0..Readings::COUNT).map(move |when| (when, unless)));
        let states = each.map(|(when, unless)| State::of(Readings::at(when), Readings::at(unless)));
        all.iter_mut().zip(states).for_each(|(place, state)| *place = state);
        all
    }

    /// Its place in [`State::all`].
    #[inline]
    pub fn place(when: Readings, unless: Readings) -> u8 {
        unless.bits() << 4 | when.bits()
    }

    #[inline]
    pub fn holds(self) -> Holds {
        if self.is_certain() {
            Holds::Certainly
        } else if self.counts() {
            Holds::Presumably
        } else if self.0 & UNKNOWN != 0 {
            Holds::Unknown
        } else {
            Holds::No
        }
    }

    #[inline]
    pub fn counts(self) -> bool {
        self.0 & COUNTS != 0
    }

    #[inline]
    pub fn is_certain(self) -> bool {
        self.0 & CERTAIN != 0
    }

    #[inline]
    pub fn could(self) -> bool {
        self.0 & COULD != 0
    }

    /// Whether it neither holds nor could.
    #[inline]
    pub fn is_idle(self) -> bool {
        self.bits() == 0
    }

    /// Three bits: whether it counts, is certain, could hold.
    #[inline]
    pub fn bits(self) -> usize {
        usize::from(self.0 & (COUNTS | CERTAIN | COULD))
    }
}
