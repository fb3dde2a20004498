//! Three-valued truth in both readings at once, in four bits: what costs one operation for one costs one for all.

use std::ops::{BitAnd, BitOr, Not};

use crate::facts::Truth;

/// The truth of a condition on what is stated, and on that with the presumptions added.
///
/// Each reading takes two bits: whether the condition is true, and whether it may be. In this encoding Kleene's
/// conjunction and disjunction are those of the bits, and a negation swaps the two bits and turns them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Readings(u8);

/// The bits that say "is true"; the bit above each says "may be true".
const IS: u8 = 0b0101;
const MAY: u8 = 0b1010;
/// The two bits of what is stated.
const STATED: u8 = 0b0011;

impl Readings {
    pub const FALSE: Readings = Readings(0);
    pub const TRUE: Readings = Readings(IS | MAY);
    /// How many different ones there are.
    pub const COUNT: usize = 16;

    /// The same truth in both readings.
    #[inline]
    pub fn both(truth: Truth) -> Self {
        match truth {
            Truth::False => Self::FALSE,
            Truth::Unknown => Readings(MAY),
            Truth::True => Self::TRUE,
        }
    }

    /// This truth of what is stated, and the other's of what is assumed.
    #[inline]
    pub fn assuming(self, other: Readings) -> Self {
        Readings(self.0 & STATED | other.0 & !STATED)
    }

    #[inline]
    pub fn stated(self) -> Truth {
        Self::truth(self.0)
    }

    #[inline]
    pub fn assumed(self) -> Truth {
        Self::truth(self.0 >> 2)
    }

    #[inline]
    fn truth(bits: u8) -> Truth {
        match bits & STATED {
            0 => Truth::False,
            0b11 => Truth::True,
            _ => Truth::Unknown,
        }
    }

    /// Whether it may be true on what is stated.
    #[inline]
    pub fn may_be(self) -> bool {
        self.0 & MAY & STATED != 0
    }

    /// Its four bits.
    #[inline]
    pub fn bits(self) -> u8 {
        self.0
    }

    /// The one with these bits.
    #[inline]
    pub fn at(index: usize) -> Self {
        Readings(u8::try_from(index % Self::COUNT).unwrap_or_default())
    }
}

impl BitAnd for Readings {
    type Output = Readings;

    #[inline]
    fn bitand(self, other: Readings) -> Readings {
        Readings(self.0 & other.0)
    }
}

impl BitOr for Readings {
    type Output = Readings;

    #[inline]
    fn bitor(self, other: Readings) -> Readings {
        Readings(self.0 | other.0)
    }
}

impl Not for Readings {
    type Output = Readings;

    #[inline]
    fn not(self) -> Readings {
        Readings((!self.0 & IS) << 1 | (!self.0 & MAY) >> 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUTHS: [Truth; 3] = [Truth::False, Truth::Unknown, Truth::True];

    #[test]
    fn the_bits_follow_the_logic_in_both_readings() {
        let pair = |stated, assumed| Readings::both(stated).assuming(Readings::both(assumed));
        for stated in TRUTHS {
            for assumed in TRUTHS {
                let one = pair(stated, assumed);
                assert_eq!((one.stated(), one.assumed()), (stated, assumed));
                assert_eq!(((!one).stated(), (!one).assumed()), (!stated, !assumed));
                for other in TRUTHS {
                    let two = pair(other, !other);
                    assert_eq!(((one & two).stated(), (one & two).assumed()), (stated.and(other), assumed.and(!other)));
                    assert_eq!(((one | two).stated(), (one | two).assumed()), (stated.or(other), assumed.or(!other)));
                }
            }
        }
    }
}
