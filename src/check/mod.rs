//! A profile held to what its team decided, to what it is expected to get and to the policy of its house. Pure.
//!
//! Nothing is judged here: a decision of the judge is compared with what was wanted. Findings are data; words are found
//! for them in `report`.

mod config;
mod findings;
mod held;
mod kinds;
mod policy;
mod tables;

pub use config::{Disabled, RuleChoice, empty, facts_of, policy_of, rule_choice, without};
pub use findings::{About, Against, Checked, Finding, State, Wanted};
pub use held::{Standard, check, counting};
pub use kinds::{CONFIDENCES, Confidence, Declared, KINDS, Kind, SEVERITIES, Severity};
pub use policy::{Overdue, Policy};
pub use tables::{At, Decided, Waiver, decided, rows, waivers};
