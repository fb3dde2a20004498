//! Ranges as they stand in a narrow column: one unit for both ends, few digits.

use crate::derive::memory::Range;

const BYTES: [(&str, f64); 6] = [("PB", 1e15), ("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0)];
const TIMES: [(&str, f64); 7] =
    [("years", 365.25 * 86400.0), ("d", 86400.0), ("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3), ("us", 1e-6)];

/// `16-18GB`.
pub fn bytes(range: Range) -> String {
    within(range, &BYTES, "")
}

/// `4.8-12 ms`.
pub fn seconds(range: Range) -> String {
    within(range, &TIMES, " ")
}

/// The same for all of a column, in one unit if one shows the shortest and the longest in at most three digits before the
/// point; `-` where there is none.
pub fn seconds_alike(column: &[Option<Range>]) -> Vec<String> {
    let known = || column.iter().flatten();
    let low = known().map(|range| range.low).fold(f64::INFINITY, f64::min);
    let high = known().map(|range| range.high).fold(0.0, f64::max);
    let shared = TIMES.iter().rev().find(|(_, size)| high / size < 999.5).filter(|(_, size)| low / size >= 0.1);
    let told = |range: Range| match shared {
        Some((unit, size)) => format!("{} {unit}", number(range.scale(1.0 / size))),
        None => seconds(range),
    };
    column.iter().map(|range| range.map_or_else(|| "-".to_owned(), told)).collect()
}

/// `3-8%`.
pub fn percent(range: Range) -> String {
    let both = [range.low, range.high].map(|share| digits(share * 100.0));
    format!("{}%", ends(&both))
}

/// `2-4`; what is whole stays whole.
pub fn count(range: Range) -> String {
    ends(&[range.low, range.high].map(|number| if number < 1e5 { format!("{number:.0}") } else { digits(number) }))
}

/// `240` or `240-310`, to three digits.
pub fn number(range: Range) -> String {
    ends(&[range.low, range.high].map(digits))
}

/// Two digits, or as many as stand before the point.
fn digits(number: f64) -> String {
    if number >= 10.0 {
        return format!("{number:.0}");
    }
    let text = format!("{number:.1}");
    if number > 0.0 && text == "0.0" {
        "<0.1".to_owned()
    } else {
        text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
    }
}

fn ends(both: &[String; 2]) -> String {
    if both[0] == both[1] { both[0].clone() } else { both.join("-") }
}

fn within(range: Range, units: &[(&str, f64)], gap: &str) -> String {
    if !range.high.is_finite() {
        return "without limit".to_owned();
    }
    let unit = units.iter().find(|(_, size)| range.high >= *size).or(units.last()).copied().unwrap_or(("", 1.0));
    let lower = units.iter().find(|(_, size)| range.low >= *size).or(units.last()).copied().unwrap_or(unit);
    let both = [range.low / unit.1, range.high / unit.1].map(digits);
    // What would round to nothing keeps a unit of its own, if there is a smaller one.
    if lower.0 != unit.0 && range.low > 0.0 && range.low / unit.1 < 0.1 {
        return format!("{}{gap}{}-{}{gap}{}", digits(range.low / lower.1), lower.0, both[1], unit.0);
    }
    format!("{}{gap}{}", ends(&both), unit.0)
}

#[cfg(test)]
mod tests {
    use super::{Range, bytes, count, percent, seconds, seconds_alike};

    #[test]
    fn a_column_shares_a_unit_where_one_fits_all() {
        let column = |ranges: &[(f64, f64)]| {
            seconds_alike(&ranges.iter().map(|(low, high)| Some(Range::new(*low, *high))).collect::<Vec<_>>())
        };
        assert_eq!(column(&[(18.0, 72.0), (10.0, 27.0)]), ["18-72 s", "10-27 s"]);
        assert_eq!(column(&[(20e3, 43e3), (86400.0, 864e3)]), ["5.6-12 h", "24-240 h"]);
        assert_eq!(column(&[(1e-4, 2e-4), (90.0, 120.0)]), ["100-200 us", "1.5-2 min"]);
        assert_eq!(seconds_alike(&[None, Some(Range::exactly(2.0))])[0], "-");
    }

    #[test]
    fn both_ends_share_a_unit() {
        assert_eq!(bytes(Range::new(16.06e9, 17.9e9)), "16-18GB");
        assert_eq!(seconds(Range::new(4.79e-3, 12.4e-3)), "4.8-12 ms");
        assert_eq!(seconds(Range::new(2e-3, 90.0)), "2 ms-1.5 min");
        assert_eq!(seconds(Range::exactly(3600.0 * 24.0 * 44.0)), "44 d");
        assert_eq!(seconds(Range::new(1063.0 * 86400.0, 2809.0 * 86400.0)), "2.9-7.7 years");
        assert_eq!(bytes(Range::new(12.0, 30.0)), "12-30B");
        assert_eq!(bytes(Range::new(0.01, 0.02)), "<0.1B");
        assert_eq!(percent(Range::new(0.0, 0.438)), "0-44%");
        assert_eq!(count(Range::exactly(1.0)), "1");
    }
}
