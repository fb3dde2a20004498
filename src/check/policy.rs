//! What a house asks of its profiles: the table `[policy]` of chipwise.toml.

use jiff::civil::Date;

use super::kinds::KINDS;
use crate::facts::FactId;
use crate::judge::Verdict;
use crate::knowledge::Knowledge;

/// What to do where a rule that counts is overdue for review.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overdue {
    #[default]
    Warn,
    Deny,
}

/// Every way with its name.
pub const OVERDUE: [(Overdue, &str); 2] = [(Overdue::Warn, "warn"), (Overdue::Deny, "deny")];

/// What every profile is held to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    /// The file that it stands in.
    pub path: Option<String>,
    /// The lowest verdict that passes.
    pub min_verdict: Option<Verdict>,
    /// Topics of cautions, and rules that raise them.
    pub deny_cautions: Vec<String>,
    /// How many open facts may change the target.
    pub max_unknowns: Option<usize>,
    /// Facts that must be stated.
    pub require: Vec<FactId>,
    /// How old a measurement may be, in seconds.
    pub max_measurement_age: Option<f64>,
    pub overdue_rules: Overdue,
    /// Whether it says anything of overdue rules.
    pub judges_reviews: bool,
}

const DAY: f64 = 24.0 * 3600.0;

impl Policy {
    /// Whether there is anything to hold a profile to.
    pub fn asks_for_anything(&self) -> bool {
        self.min_verdict.is_some()
            || !self.deny_cautions.is_empty()
            || self.max_unknowns.is_some()
            || !self.require.is_empty()
            || self.max_measurement_age.is_some()
            || self.judges_reviews
    }

    /// The first day on which a measurement is young enough; none where its age does not matter.
    pub fn oldest_measurement(&self, as_of: Date) -> Option<Date> {
        let days = (self.max_measurement_age? / DAY).floor();
        // Further back than the calendar nothing is too old.
        if days > 3_650_000.0 {
            return Some(Date::MIN);
        }
        Some(as_of.checked_sub(jiff::Span::new().try_days(days as i64).ok()?).unwrap_or(Date::MIN))
    }
}

/// The last day of a date, a month or a year.
pub fn last_day(written: &str) -> Option<Date> {
    if let Ok(day) = written.parse::<Date>() {
        return Some(day);
    }
    let (year, month) = written.split_once('-').map_or((written, "12"), |(year, month)| (year, month));
    let first = Date::new(year.parse().ok()?, month.parse().ok()?, 1).ok()?;
    Some(first.last_of_month())
}

/// Whether a waiver may name this at all, and if not, the nearest name that it may.
pub fn known_to_waivers(knowledge: &Knowledge, id: &str) -> (bool, Option<String>) {
    let kinds = KINDS.iter().filter(|declared| declared.waivable).map(|declared| declared.id);
    let topics = knowledge.topics.iter().map(|topic| topic.id.as_ref());
    let rules = knowledge.rules.iter().map(|rule| rule.id.as_ref());
    let facts = knowledge.facts.iter().map(|fact| fact.id.as_ref());
    let known: Vec<&str> = kinds.chain(topics).chain(rules).chain(facts).collect();
    if known.contains(&id) {
        return (true, None);
    }
    (false, crate::diag::nearest(id, known).map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn of_a_month_or_a_year_the_last_day_counts() {
        assert_eq!(last_day("2026-02-03"), Some(day("2026-02-03")));
        assert_eq!(last_day("2024-02"), Some(day("2024-02-29")));
        assert_eq!(last_day("2025"), Some(day("2025-12-31")));
        assert_eq!(last_day("soon"), None);
        assert_eq!(last_day("2025-13"), None);
    }

    #[test]
    fn the_oldest_day_is_counted_in_whole_days_and_never_leaves_the_calendar() {
        let oldest = |seconds: f64| {
            Policy { max_measurement_age: Some(seconds), ..Policy::default() }.oldest_measurement(day("2026-11-30"))
        };
        assert_eq!(oldest(30.0 * DAY), Some(day("2026-10-31")));
        assert_eq!(oldest(1.9 * DAY), Some(day("2026-11-29")));
        assert_eq!(oldest(f64::MAX), Some(Date::MIN));
        assert_eq!(Policy::default().oldest_measurement(day("2026-11-30")), None);
    }

    #[test]
    fn a_policy_that_asks_for_nothing_checks_nothing() {
        assert!(!Policy::default().asks_for_anything());
        assert!(Policy { max_unknowns: Some(3), ..Policy::default() }.asks_for_anything());
        assert!(Policy { judges_reviews: true, ..Policy::default() }.asks_for_anything());
    }
}
