//! chipwise decides on what hardware a machine-learning workload should run, and says why.
//!
//! Data flows one way: a profile is read, facts are derived, the rules are judged, a report is gathered, a renderer
//! writes it. Each module may import only what its row allows:
//!
//! ```text
//! diag        ->
//! units       -> diag
//! facts       -> diag units
//! read        -> diag
//! knowledge   -> diag units facts read
//! built_in    -> diag read knowledge
//! profile     -> diag units facts read knowledge
//! derive      -> diag units facts knowledge
//! judge       -> facts knowledge derive
//! explain     -> units facts knowledge judge
//! check       -> diag units facts read knowledge profile judge
//! schema      -> units knowledge
//! ask         -> diag units facts read knowledge profile judge explain
//! report      -> diag units facts read knowledge profile derive judge explain check
//! render      -> diag units facts report
//! cli         ->
//! commands    -> everything
//! ```
//!
//! A test (`tests/layers.rs`) reads this table and fails on any other import.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

pub mod ask;
pub mod built_in;
pub mod check;
pub mod cli;
pub mod commands;
pub mod derive;
pub mod diag;
pub mod explain;
pub mod facts;
pub mod judge;
pub mod knowledge;
pub mod profile;
pub mod read;
pub mod render;
pub mod report;
pub mod schema;
pub mod units;
