//! From a spelling to a number in base units, or to the reason why not.

use jiff::civil::Date;

use super::decimal::{Decimal, Wanted, looks_like_date};
use super::{BYTE_UNITS, COUNT_SUFFIXES, TIME_UNITS, TimeUnit, UnitError, to_seconds};

/// Larger numbers are slips of the pen, and beyond what JSON readers keep exact.
const LARGEST: f64 = 1e18;

const COUNT: Wanted = Wanted { name: "a count", examples: &["7B", "1.5M", "4096"] };
const NUMBER: Wanted = Wanted { name: "a number", examples: &["4", "0.25"] };
const BYTES: Wanted = Wanted { name: "a number of bytes", examples: &["80GB", "40GiB", "512MiB"] };
const DURATION: Wanted = Wanted { name: "a duration", examples: &["50ms", "20 min", "3 weeks"] };
const RATE: Wanted = Wanted { name: "a rate", examples: &["200/s", "1.5k/min", "3M/day"] };
const MONEY: Wanted = Wanted { name: "an amount of money", examples: &["12000 USD"] };

/// A whole number of things: `4096`, `8k`, `1.5M`, `7B`, `15T`, `1e9`.
pub fn parse_count(text: &str) -> Result<f64, UnitError> {
    let (decimal, suffix) = Decimal::split(text, &COUNT)?;
    let Some(power) = count_power(suffix) else {
        return Err(COUNT.refuse(unknown_count_suffix(text, suffix)));
    };
    let decimal = decimal.scaled(power);
    if !decimal.is_whole() {
        return Err(COUNT.refuse(format!("`{}` is not a whole number, and a count is", text.trim())));
    }
    within_range(decimal.value(), text, &COUNT)
}

/// A plain number, whole or with a fraction, not negative.
pub fn parse_number(text: &str) -> Result<f64, UnitError> {
    let (decimal, suffix) = Decimal::split(text, &NUMBER)?;
    if !suffix.is_empty() {
        return Err(NUMBER.refuse(format!("`{}`: a plain number is wanted, without `{suffix}`", text.trim())));
    }
    within_range(decimal.value(), text, &NUMBER)
}

/// Bytes: `80GB` (powers of 1000), `40GiB` (powers of 1024). Parts of a byte are rounded.
pub fn parse_bytes(text: &str) -> Result<f64, UnitError> {
    let (decimal, suffix) = Decimal::split(text, &BYTES)?;
    let text = text.trim();
    if suffix.is_empty() {
        return if decimal.value() == 0.0 { Ok(0.0) } else { Err(needs_a_unit(text, "GB", &BYTES)) };
    }
    let Some((name, size)) = BYTE_UNITS.into_iter().find(|(name, _)| is_byte_unit(suffix, name)) else {
        return Err(BYTES.refuse(unknown_byte_unit(text, suffix)));
    };
    // Powers of ten are applied to the digits, so that 1.1GB is exactly 1,100,000,000.
    let bytes = match name.as_bytes() {
        [b'P', b'B'] => decimal.scaled(15).value(),
        [b'T', b'B'] => decimal.scaled(12).value(),
        [b'G', b'B'] => decimal.scaled(9).value(),
        [b'M', b'B'] => decimal.scaled(6).value(),
        [b'k', b'B'] => decimal.scaled(3).value(),
        _ => decimal.value() * size,
    };
    within_range(bytes.round(), text, &BYTES)
}

/// Seconds: `50ms`, `20 min`, `3 weeks`, `2 months` (30 days each).
pub fn parse_duration(text: &str) -> Result<f64, UnitError> {
    let (decimal, suffix) = Decimal::split(text, &DURATION)?;
    let text = text.trim();
    if suffix.is_empty() {
        return Err(needs_a_unit(text, " min", &DURATION));
    }
    let unit = time_unit(text, suffix, &DURATION)?;
    within_range(to_seconds(decimal.value(), unit), text, &DURATION)
}

/// Things per second: `200/s`, `1.5k/min`, `3M/day`.
pub fn parse_rate(text: &str) -> Result<f64, UnitError> {
    let (decimal, rest) = Decimal::split(text, &RATE)?;
    let text = text.trim();
    let Some((suffix, unit)) = rest.split_once('/') else {
        return Err(needs_a_unit(text, "/s", &RATE));
    };
    let (suffix, unit) = (suffix.trim(), unit.trim());
    let Some(power) = count_power(suffix) else {
        return Err(RATE.refuse(unknown_count_suffix(text, suffix)));
    };
    let unit = time_unit(text, unit, &RATE)?;
    within_range(decimal.scaled(power).value() / unit.seconds, text, &RATE)
}

/// An amount and its currency in three capitals: `12000 USD`.
pub fn parse_money(text: &str) -> Result<(f64, String), UnitError> {
    let text = text.trim();
    if text.starts_with(|letter: char| !letter.is_ascii_digit() && !matches!(letter, '-' | '+' | '.')) {
        return Err(MONEY.refuse(format!("`{text}`: write the amount first, then the currency in three capitals")));
    }
    let (decimal, suffix) = Decimal::split(text, &MONEY)?;
    if suffix.is_empty() {
        return Err(MONEY.refuse(format!("`{text}` needs a currency in three capitals, such as `{text} USD`")));
    }
    if suffix.len() != 3 || !suffix.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(MONEY.refuse(format!("`{text}`: a currency is written in three capitals, after a plain number")));
    }
    Ok((within_range(decimal.value(), text, &MONEY)?, suffix.to_owned()))
}

/// A day: `2026-11-30`.
pub fn parse_date(text: &str) -> Result<Date, UnitError> {
    let text = text.trim();
    let refuse = |reason: &str| {
        let shown: String = text.chars().take(40).collect();
        UnitError::new(format!("`{shown}` {reason}"), &["2026-11-30"])
    };
    if text.len() != 10 || !looks_like_date(text) {
        return Err(refuse("is not a date: write year-month-day"));
    }
    text.parse().map_err(|_| refuse("is no day of the calendar"))
}

fn within_range(value: f64, text: &str, wanted: &Wanted) -> Result<f64, UnitError> {
    if value <= LARGEST {
        return Ok(value);
    }
    Err(wanted.refuse(format!("`{}` is too large: at most 1e18 is understood", text.trim())))
}

fn needs_a_unit(text: &str, unit: &str, wanted: &Wanted) -> UnitError {
    wanted.refuse(format!("`{text}` needs a unit, such as `{text}{unit}`"))
}

/// The power of ten that a suffix stands for; none for an unknown one.
fn count_power(suffix: &str) -> Option<i32> {
    match suffix {
        "" => Some(0),
        "K" => Some(3),
        _ => COUNT_SUFFIXES.into_iter().find(|(name, _)| *name == suffix).map(|(_, power)| power),
    }
}

fn unknown_count_suffix(text: &str, suffix: &str) -> String {
    let text = text.trim();
    match suffix {
        "m" => format!("`{text}`: write `M` for millions"),
        "b" => format!("`{text}`: write `B` for billions"),
        "t" => format!("`{text}`: write `T` for trillions"),
        "G" => format!("`{text}`: write `B` for billions"),
        _ => format!("`{text}`: `{suffix}` is not one of `k`, `M`, `B` and `T`"),
    }
}

/// Whether a suffix names this unit. `gb` in small letters throughout is understood; `Gb` may mean bits.
fn is_byte_unit(suffix: &str, name: &str) -> bool {
    suffix == name || (name == "kB" && suffix == "KB") || (name != "B" && suffix == name.to_ascii_lowercase())
}

fn unknown_byte_unit(text: &str, suffix: &str) -> String {
    let alike = |name: &str| name.eq_ignore_ascii_case(suffix);
    let short = |name: &str| name.eq_ignore_ascii_case(&format!("{suffix}B"));
    if let Some((name, _)) = BYTE_UNITS.into_iter().find(|(name, _)| alike(name)) {
        format!("`{text}`: `{suffix}` may mean bits; write `{name}` for bytes")
    } else if let Some((name, _)) = BYTE_UNITS.into_iter().find(|(name, _)| short(name)) {
        format!("`{text}`: write `{name}` for bytes")
    } else {
        format!("`{text}`: `{suffix}` is not a unit of memory")
    }
}

/// The unit of time with this name.
fn time_unit(text: &str, name: &str, wanted: &Wanted) -> Result<&'static TimeUnit, UnitError> {
    if let Some(unit) = TIME_UNITS.iter().find(|unit| unit.names.contains(&name)) {
        return Ok(unit);
    }
    let reason = match name {
        "" => "a unit of time is missing after the `/`".to_owned(),
        "m" | "M" => "`m` may mean minutes or months: write `min` or `months`".to_owned(),
        "y" | "yr" | "year" | "years" => "write years in months or days".to_owned(),
        _ if name.bytes().any(|byte| byte.is_ascii_digit()) => {
            "write one number and one unit, such as `90 min`".to_owned()
        }
        _ => format!("`{name}` is not a unit of time (us, ms, s, min, h, day, week, month)"),
    };
    Err(wanted.refuse(format!("`{text}`: {reason}")))
}
