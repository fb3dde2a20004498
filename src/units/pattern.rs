//! The spellings of quantities as regular expressions, for schemas that editors read. They come from the tables that
//! reading uses; what a pattern cannot say (that a count comes out whole, that a day is in the calendar) is left to reading.

use super::{BYTE_UNITS, COUNT_SUFFIXES, TIME_UNITS};

/// A plain number without traps: no sign, no leading zero, no separators.
const DECIMAL: &str = r"(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?";

fn whole(inside: &str) -> String {
    format!(r"^\s*{DECIMAL}\s*{inside}\s*$")
}

fn counts() -> String {
    let suffixes: Vec<&str> = COUNT_SUFFIXES.iter().map(|(suffix, _)| *suffix).chain(["K"]).collect();
    format!("({})?", suffixes.join("|"))
}

fn times() -> String {
    let names: Vec<&str> = TIME_UNITS.iter().flat_map(|unit| unit.names.iter().copied()).collect();
    format!("({})", names.join("|"))
}

/// `4096`, `8k`, `7B`.
pub fn count() -> String {
    whole(&counts())
}

/// `0.25`.
pub fn number() -> String {
    whole("")
}

/// `80GB`, `40GiB`.
pub fn bytes() -> String {
    let mut names: Vec<String> = BYTE_UNITS.iter().map(|(name, _)| (*name).to_owned()).collect();
    names.extend(BYTE_UNITS.iter().filter(|(name, _)| *name != "B").map(|(name, _)| name.to_ascii_lowercase()));
    names.push("KB".to_owned());
    names.dedup();
    format!(r"^\s*(0|{DECIMAL}\s*({}))\s*$", names.join("|"))
}

/// `50ms`, `20 min`, `3 weeks`.
pub fn duration() -> String {
    whole(&times())
}

/// `200/s`, `1.5k/min`.
pub fn rate() -> String {
    whole(&format!(r"{}\s*/\s*{}", counts(), times()))
}

/// `12000 USD`.
pub fn money() -> String {
    whole("[A-Z]{3}")
}

/// `2026-11-30`.
pub fn date() -> &'static str {
    r"^\s*[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\s*$"
}

/// A day, a month or a year.
pub fn when() -> &'static str {
    r"^\s*[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?\s*$"
}

/// The same pattern for what is not 0.
pub fn not_zero(pattern: &str) -> String {
    let rest = pattern.strip_prefix('^').unwrap_or(pattern);
    format!(r"^(?!\s*0(\.0+)?([eE][+-]?[0-9]+)?[^0-9.eE]*$){rest}")
}
