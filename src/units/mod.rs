//! Quantities as people write them: counts, bytes, durations, rates, money and dates, read strictly and written back.
//!
//! A spelling that another program would read as another number (`012`, `1_000`, `1:30`, `1,5`) is refused with the
//! reason and with what to write instead. Every `parse_` function returns plain base units: ones, bytes, seconds,
//! things per second. `format_` is for people and rounds; `spell_` is for machines and loses nothing.

mod decimal;
mod format;
mod parse;
pub mod pattern;
mod spell;

pub use format::{format_bytes, format_count, format_duration, format_number, format_range, format_rate};
pub use parse::{parse_bytes, parse_count, parse_date, parse_duration, parse_money, parse_number, parse_rate};
pub use spell::{spell_bytes, spell_count, spell_duration, spell_money, spell_number, spell_rate};

use std::fmt;

use crate::diag::Diagnostic;

/// Why a text is not the quantity that is wanted, and a few spellings that would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitError {
    pub message: String,
    pub allowed: Vec<String>,
}

impl UnitError {
    fn new(message: impl Into<String>, allowed: &[&str]) -> Self {
        Self { message: message.into(), allowed: allowed.iter().map(|&spelling| spelling.to_owned()).collect() }
    }

    /// The same as a diagnostic, to which the caller adds file, place and key.
    pub fn into_diagnostic(self) -> Diagnostic {
        Diagnostic { allowed: self.allowed, ..Diagnostic::error("bad-quantity", self.message) }
    }
}

impl fmt::Display for UnitError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.message)?;
        if !self.allowed.is_empty() {
            write!(out, " (for example {})", self.allowed.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for UnitError {}

/// A power of 1000 and its letter, from large to small.
const COUNT_SUFFIXES: [(&str, i32); 4] = [("T", 12), ("B", 9), ("M", 6), ("k", 3)];

/// Bytes in a gibibyte, the unit in which the catalogue keeps the memory of chips.
pub const GIB: f64 = 1_073_741_824.0;

/// The units of memory, from large to small: name and size.
const BYTE_UNITS: [(&str, f64); 11] = [
    ("PB", 1e15),
    ("PiB", 1_125_899_906_842_624.0),
    ("TB", 1e12),
    ("TiB", 1_099_511_627_776.0),
    ("GB", 1e9),
    ("GiB", GIB),
    ("MB", 1e6),
    ("MiB", 1_048_576.0),
    ("kB", 1e3),
    ("KiB", 1024.0),
    ("B", 1.0),
];

/// A unit of time. The first name is the one that is written for exactly one, the second for any other number.
struct TimeUnit {
    names: &'static [&'static str],
    seconds: f64,
    /// Short units stand right behind the number (`50ms`), words after a space (`20 min`).
    spaced: bool,
}

const MINUTE: f64 = 60.0;
const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;

/// The units of time, from large to small. A month has 30 days.
const TIME_UNITS: [TimeUnit; 8] = [
    TimeUnit { names: &["month", "months"], seconds: 30.0 * DAY, spaced: true },
    TimeUnit { names: &["week", "weeks", "w"], seconds: 7.0 * DAY, spaced: true },
    TimeUnit { names: &["day", "days", "d"], seconds: DAY, spaced: true },
    TimeUnit { names: &["h", "h", "hour", "hours"], seconds: HOUR, spaced: true },
    TimeUnit { names: &["min", "min", "minute", "minutes"], seconds: MINUTE, spaced: true },
    TimeUnit { names: &["s", "s", "sec", "second", "seconds"], seconds: 1.0, spaced: false },
    TimeUnit { names: &["ms", "ms"], seconds: 1e-3, spaced: false },
    TimeUnit { names: &["us", "us", "µs", "μs"], seconds: 1e-6, spaced: false },
];

/// Seconds out of a number of units; one function, so that what is written is computed as it will be read.
fn to_seconds(number: f64, unit: &TimeUnit) -> f64 {
    // A division by a whole number is exact where a product with 0.001 is not: 50ms is 0.05, not 0.05000000000000001.
    if unit.seconds < 1.0 { number / (1.0 / unit.seconds).round() } else { number * unit.seconds }
}

#[cfg(test)]
mod tests;
