//! A file of answers as a base, as `compare` and `recommend` write them.

use std::path::Path;

use super::{Base, Keys, MOST_WORKLOADS, Reading, Records, named, too_many};
use crate::commands::input::{Batches, Inputs};
use crate::diag::Diagnostic;
use crate::profile::MOST_PROBLEMS;
use crate::read::Limits;
use crate::report::changes::{BaseKind, Identity, Side, recorded};

pub fn read(file: &Path, reading: &Reading) -> Result<Base, Vec<Diagnostic>> {
    let limits = Limits::default();
    let mut records = Vec::new();
    let mut problems = Vec::new();
    for batch in Batches::of(&Inputs::of(&[file.to_owned()], None)) {
        for node in batch.records(&limits) {
            match node.and_then(|node| recorded(reading.knowledge, &node)) {
                Ok(record) => {
                    let (path, name) = match &record {
                        Ok(it) => (it.at.path.as_ref(), Some(it.name.clone())),
                        Err(at) => (at.path.as_ref(), None),
                    };
                    // Whether a name is that of the file is not kept; a file that moved keeps its stated name.
                    let stem = Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
                    let is_named = name.is_some() && name != stem;
                    let identity = Identity { path: Keys::AsNamed.of(path), name, is_named, content: None };
                    records.push((identity, record));
                }
                Err(problem) if problems.len() < MOST_PROBLEMS => problems.push(problem.in_file(batch.path.as_ref())),
                Err(_) => {}
            }
            if records.len() > MOST_WORKLOADS {
                return Err(vec![too_many()]);
            }
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let sides = || records.iter().filter_map(|(_, record)| Some(&record.as_ref().ok()?.side));
    tell_what_is_missing(sides, reading);
    Ok(Base { name: named(BaseKind::Answers, file), records: Records::Answers(records), keys: Keys::AsNamed })
}

/// Says once which parts of the answers were not written down, so that nobody takes them for the same.
fn tell_what_is_missing<'r, I: Iterator<Item = &'r Side>>(sides: impl Fn() -> I, reading: &Reading) {
    let parts = [
        ("which targets are out", sides().any(|side| side.targets.is_none())),
        ("reasons", sides().any(|side| side.reasons.is_none())),
        ("cautions", sides().any(|side| side.cautions.is_none())),
    ];
    let missing: Vec<&str> = parts.iter().filter(|(_, lacks)| *lacks).map(|(name, _)| *name).collect();
    if !missing.is_empty() {
        let message = format!(
            "--base: its answers were written with less than --explain reasons; not compared: {}",
            missing.join(", ")
        );
        reading.console.complain(&Diagnostic::warning("not-compared", message));
    }
}
