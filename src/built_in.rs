//! The knowledge that the program carries with it, compiled for judging and whole for reading about it, and how a user's
//! own rule files are read.

use crate::diag::{Diagnostic, Place};
use crate::knowledge::{Knowledge, RuleFile, load, unpack};
use crate::read::{Format, Limits, Node, Tree};

/// The rule files as they stand in `rules/`, with examples and the place of every key.
pub fn files() -> Vec<RuleFile> {
    static WHOLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rules.bin"));
    crate::read::encode::decode(WHOLE).unwrap_or_default()
}

/// The knowledge for judging, compiled when the program was built: without the rules' examples and the named sets.
///
/// # Panics
/// Never: a test holds that the compiled form is whole, and where it were not, the files are loaded.
pub fn knowledge() -> Knowledge {
    static COMPILED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/knowledge.bin"));
    unpack(COMPILED).unwrap_or_else(whole)
}

/// The knowledge with everything in it, loaded from [`files`].
pub fn whole() -> Knowledge {
    // The build would have failed on rules that do not load.
    load(&files()).unwrap_or_else(|_| Knowledge::empty())
}

/// Reads one rule file.
///
/// # Errors
/// The first problem of syntax.
pub fn read_file(name: &str, bytes: &[u8]) -> Result<RuleFile, Diagnostic> {
    let nodes = crate::read::read(bytes, Format::Toml, &Limits::rules()).map_err(|problem| problem.in_file(name))?;
    let empty = || Node { tree: Tree::Map(Vec::new()), place: Place { line: 1, column: 1 } };
    Ok((name.to_owned(), nodes.into_iter().next().unwrap_or_else(empty)))
}
