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

/// What stands for standard input, which has no path.
const STANDARD_INPUT: &str = "stdin";

fn is_standard_input(written: &str) -> bool {
    written == "-"
}

/// A path as the formats take it: with `/`, and without a leading `./`.
fn path(written: &str) -> String {
    if is_standard_input(written) {
        return STANDARD_INPUT.to_owned();
    }
    let path = written.replace('\\', "/");
    path.strip_prefix("./").map(str::to_owned).unwrap_or(path)
}
