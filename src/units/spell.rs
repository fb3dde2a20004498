//! From a number to the shortest spelling that reads back as exactly that number, for `--set` and for files.

use super::format::with_unit;
use super::{
    BYTE_UNITS, COUNT_SUFFIXES, TIME_UNITS, UnitError, parse_bytes, parse_count, parse_duration, parse_number,
    parse_rate,
};

/// The shortest lossless spelling of a count.
pub fn spell_count(count: f64) -> String {
    let scaled = COUNT_SUFFIXES.into_iter().map(|(suffix, power)| format!("{}{suffix}", count / 10f64.powi(power)));
    shortest(count, format!("{count}"), scaled, parse_count)
}

/// The shortest lossless spelling of a plain number.
pub fn spell_number(number: f64) -> String {
    shortest(number, format!("{number}"), std::iter::once(format!("{number:e}")), parse_number)
}

/// The shortest lossless spelling of a number of bytes.
pub fn spell_bytes(bytes: f64) -> String {
    let scaled = BYTE_UNITS.into_iter().map(|(name, size)| format!("{}{name}", bytes / size));
    shortest(bytes, format!("{bytes}B"), scaled, parse_bytes)
}

/// The shortest lossless spelling of a duration.
pub fn spell_duration(seconds: f64) -> String {
    let scaled = TIME_UNITS.iter().map(|unit| with_unit(&format!("{}", seconds / unit.seconds), unit));
    let small = TIME_UNITS.iter().filter(|unit| unit.seconds < 1.0);
    // A quotient by 0.001 may be off by a hair where a product with 1000 is not.
    let scaled =
        scaled.chain(small.map(|unit| with_unit(&format!("{}", seconds * (1.0 / unit.seconds).round()), unit)));
    shortest(seconds, format!("{seconds}s"), scaled, parse_duration)
}

/// The shortest lossless spelling of a rate.
pub fn spell_rate(per_second: f64) -> String {
    if per_second >= 1.0 && per_second.fract() == 0.0 {
        // Counted as people count load.
        return format!("{}/s", spell_count(per_second));
    }
    let scaled = TIME_UNITS.iter().filter(|unit| unit.seconds >= 1.0).flat_map(|unit| {
        let number = per_second * unit.seconds;
        let suffixes = std::iter::once(("", 0)).chain(COUNT_SUFFIXES);
        suffixes.map(move |(suffix, power)| format!("{}{suffix}/{}", number / 10f64.powi(power), unit.names[0]))
    });
    shortest(per_second, format!("{per_second}/s"), scaled, parse_rate)
}

/// The lossless spelling of an amount of money.
pub fn spell_money(amount: f64, currency: &str) -> String {
    format!("{amount} {currency}")
}

/// The shortest candidate that reads back as the value; of equally short ones the plain one, then the first.
///
/// Digits count thrice, for they are what people mistype: `1 week` rather than `168 h`.
fn shortest(
    value: f64,
    plain: String,
    candidates: impl Iterator<Item = String>,
    parse: impl Fn(&str) -> Result<f64, UnitError>,
) -> String {
    // Nobody writes 0.1T for 100B.
    let whole = candidates.filter(|candidate| !candidate.starts_with("0."));
    let faithful = whole.filter(|candidate| parse(candidate).is_ok_and(|read| read == value));
    let digits = |text: &String| text.bytes().take_while(|&byte| byte.is_ascii_digit() || byte == b'.').count();
    std::iter::once(plain.clone()).chain(faithful).min_by_key(|text| 2 * digits(text) + text.len()).unwrap_or(plain)
}
