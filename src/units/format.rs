//! From a number to a spelling that a person reads at a glance: at most four significant digits.
//!
//! What four digits can say exactly is said exactly, and the `parse_` function of the same name reads it back.

use super::{BYTE_UNITS, COUNT_SUFFIXES, TIME_UNITS, TimeUnit, to_seconds};

/// The digits shown of a value that is exact, and of one that must be rounded.
const EXACT: usize = 4;
const ROUNDED: usize = 3;

/// A count: `7B`, `8.03B`, `128k`, `131072`, `4096`.
///
/// Below 10,000 it is written out; below a million too, unless a shorter spelling says the same
/// (`131072` is a familiar number, `131.1k` is none).
pub fn format_count(count: f64) -> String {
    if let Some(odd) = not_ordinary(count, format_count) {
        return odd;
    }
    if count < 10_000.0 {
        return round_to(count, EXACT);
    }
    let rounded = rounded_value(count, EXACT);
    if count < 1e6 && rounded != count {
        return format!("{count:.0}");
    }
    match COUNT_SUFFIXES.into_iter().find(|(_, power)| rounded >= 10f64.powi(*power)) {
        Some((suffix, power)) => format!("{}{suffix}", round_to(rounded / 10f64.powi(power), EXACT)),
        None => round_to(rounded, EXACT),
    }
}

/// A plain number: four digits below 10,000, whole above.
pub fn format_number(number: f64) -> String {
    if let Some(odd) = not_ordinary(number, format_number) {
        return odd;
    }
    if number < 10_000.0 { round_to(number, EXACT) } else { format!("{number:.0}") }
}

/// Bytes: `80GB`, `40GiB`, `16.2GB`.
///
/// Decimal, because vendors quote memory in decimal and people compare with that; only a value that is whole in a
/// binary unit and needs more than four decimal digits is written in that unit (`40GiB` comes back as it was written).
pub fn format_bytes(bytes: f64) -> String {
    if let Some(odd) = not_ordinary(bytes, format_bytes) {
        return odd;
    }
    let decimal = |digits| {
        let rounded = rounded_value(bytes, digits);
        let (name, size) =
            BYTE_UNITS.into_iter().find(|(name, size)| !name.contains('i') && rounded >= *size).unwrap_or(("B", 1.0));
        format!("{}{name}", round_to(rounded / size, digits))
    };
    if rounded_value(bytes, EXACT) == bytes {
        return decimal(EXACT);
    }
    let binary = BYTE_UNITS.into_iter().find(|(name, size)| {
        let number = bytes / size;
        name.contains('i') && number.fract() == 0.0 && (1.0..10_000.0).contains(&number)
    });
    match binary {
        Some((name, size)) => format!("{}{name}", bytes / size),
        None => decimal(ROUNDED),
    }
}

/// A duration: `50ms`, `20 min`, `1.5 h`, `3 weeks`, in the largest unit that says it exactly.
pub fn format_duration(seconds: f64) -> String {
    if let Some(odd) = not_ordinary(seconds, format_duration) {
        return odd;
    }
    if seconds == 0.0 {
        return "0s".to_owned();
    }
    let exact = TIME_UNITS.iter().find_map(|unit| {
        let number = seconds / unit.seconds;
        let shown = rounded_value(number, EXACT);
        // Weeks and months are exact only in whole numbers: nobody says 1.5 weeks.
        let natural = number >= 0.999 && (unit.seconds < 7.0 * super::DAY || shown.fract() == 0.0);
        (natural && to_seconds(shown, unit) == seconds).then(|| with_unit(&round_to(shown, EXACT), unit))
    });
    exact.unwrap_or_else(|| {
        let unit = TIME_UNITS
            .iter()
            .filter(|unit| unit.seconds <= super::DAY)
            .find(|unit| seconds >= unit.seconds)
            .unwrap_or(&TIME_UNITS[TIME_UNITS.len() - 1]);
        let digits = if rounded_value(seconds, EXACT) == seconds { EXACT } else { ROUNDED };
        with_unit(&round_to(seconds / unit.seconds, digits), unit)
    })
}

/// A rate: `200/s`, `1.5k/min`, `3M/day`, by the shortest time that says it exactly.
pub fn format_rate(per_second: f64) -> String {
    if let Some(odd) = not_ordinary(per_second, format_rate) {
        return odd;
    }
    let exact = TIME_UNITS.iter().rev().filter(|unit| unit.seconds >= 1.0).find_map(|unit| {
        let number = rounded_value(per_second * unit.seconds, EXACT);
        // A tiny number a second reads better as a larger one a day.
        let readable = number >= 0.01 || per_second == 0.0 || unit.seconds > super::DAY;
        (readable && number / unit.seconds == per_second).then(|| format!("{}/{}", short(number), unit.names[0]))
    });
    exact.unwrap_or_else(|| {
        let mut seldom = TIME_UNITS.iter().rev().filter(|unit| (1.0..=super::DAY).contains(&unit.seconds));
        let unit = seldom.clone().find(|unit| per_second * unit.seconds >= 0.1).or_else(|| seldom.next_back());
        match unit {
            Some(unit) => format!("{}/{}", short(rounded_value(per_second * unit.seconds, ROUNDED)), unit.names[0]),
            None => format!("{per_second}/s"),
        }
    })
}

/// A range in one spelling, `12GB to 16GB`, or the one value when both ends read the same.
pub fn format_range(low: f64, high: f64, format: impl Fn(f64) -> String) -> String {
    let (low, high) = (format(low), format(high));
    if low == high { low } else { format!("{low} to {high}") }
}

/// A number with a count's suffix where it is large; unlike a count it may have a fraction.
fn short(number: f64) -> String {
    if number < 10_000.0 { round_to(number, EXACT) } else { format_count(number) }
}

/// How a number stands with its unit.
pub(super) fn with_unit(number: &str, unit: &TimeUnit) -> String {
    let name = if number == "1" { unit.names[0] } else { unit.names[1] };
    if unit.spaced { format!("{number} {name}") } else { format!("{number}{name}") }
}

/// Spells negative numbers and those that are none, which no quantity should be but a message may have to show.
fn not_ordinary(value: f64, format: impl Fn(f64) -> String) -> Option<String> {
    if value.is_nan() {
        Some("not a number".to_owned())
    } else if value.is_infinite() {
        Some(if value > 0.0 { "unlimited" } else { "-unlimited" }.to_owned())
    } else if value < 0.0 {
        Some(format!("-{}", format(-value)))
    } else {
        None
    }
}

/// The value rounded to so many significant digits.
fn rounded_value(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value)
}

/// The value rounded to so many significant digits, written without an exponent.
fn round_to(value: f64, digits: usize) -> String {
    format!("{}", rounded_value(value, digits))
}
