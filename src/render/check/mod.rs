//! What a check found, in the formats that machines read: JSON, GitHub's annotations, SARIF and JUnit.
//!
//! Names, values and paths are the user's, or a stranger's: each format writes out what it would take for its own.

mod github;
mod json;
mod junit;
mod sarif;

pub use github::github;
pub use json::{SCHEMA, json};
pub use junit::junit;
pub use sarif::sarif;

/// A path as the formats take it: with `/`, and without a leading `./`.
fn path(written: &str) -> String {
    let path = written.replace('\\', "/");
    path.strip_prefix("./").map(str::to_owned).unwrap_or(path)
}
