//! Kleene's strong three-valued logic: what is unknown is neither true nor false.

use std::ops::Not;

/// The truth of a condition on facts of which some may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    False,
    Unknown,
    True,
}

impl Truth {
    /// Conjunction: the lesser of the two.
    pub fn and(self, other: Truth) -> Truth {
        self.min(other)
    }

    /// Disjunction: the greater of the two.
    pub fn or(self, other: Truth) -> Truth {
        self.max(other)
    }

    pub fn is_true(self) -> bool {
        self == Truth::True
    }

    pub fn is_false(self) -> bool {
        self == Truth::False
    }

    pub fn is_unknown(self) -> bool {
        self == Truth::Unknown
    }
}

impl Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
            Truth::True => Truth::False,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::True } else { Truth::False }
    }
}

#[cfg(test)]
mod tests {
    use super::Truth::{False, True, Unknown};

    #[test]
    fn follows_kleenes_tables() {
        assert_eq!(False.and(Unknown), False);
        assert_eq!(True.and(Unknown), Unknown);
        assert_eq!(True.or(Unknown), True);
        assert_eq!(False.or(Unknown), Unknown);
        assert_eq!(!Unknown, Unknown);
        assert_eq!(!True, False);
    }
}
