//! What `compare --base` names: a folder, a file of answers or a revision, and the workloads in it.

mod answers;
mod folder;
mod git;
mod revision;
mod tree;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::input::{Inputs, STANDARD_INPUT};
use super::output::Console;
use crate::cli::{JudgeArgs, RuleOptions};
use crate::diag::{Diagnostic, shown};
use crate::facts::{FactId, Facts, Known};
use crate::knowledge::Knowledge;
use crate::profile::Profile;
use crate::report::changes::{At, BaseKind, BaseName, Identity, Recorded};
use crate::report::words::spelled;

/// So many workloads are held on each side.
pub const MOST_WORKLOADS: usize = 10_000;

/// What is compared with.
pub struct Base {
    pub name: BaseName,
    pub records: Records,
    /// How what is compared names its files, so that they are known again in the base.
    pub keys: Keys,
}

/// The workloads of a base, each with what it is known by.
pub enum Records {
    /// Profiles, and the rules that held for them.
    Profiles { knowledge: &'static Knowledge, records: Vec<(Identity, Read)> },
    /// Answers; of a profile that could not be read then, where it stood.
    Answers(Vec<(Identity, Result<Recorded, At>)>),
}

/// A profile of the base, or what is wrong with it and where it stands.
pub type Read = Result<Packed, (Arc<str>, Vec<Diagnostic>)>;

/// A profile that takes no more room than what it states: most of the vocabulary is not stated in most profiles.
pub struct Packed {
    /// The profile without its facts.
    rest: Profile,
    known: Vec<(FactId, Known)>,
}

impl Packed {
    pub fn of(mut profile: Profile) -> Self {
        let known = profile.facts.iter().map(|(fact, known)| (fact, known.clone())).collect();
        profile.facts = Facts::unknown(0);
        Self { rest: profile, known }
    }

    /// The whole profile again.
    pub fn profile(&self, knowledge: &Knowledge) -> Profile {
        let mut facts = Facts::unknown(knowledge.facts.len());
        self.known.iter().for_each(|(fact, known)| facts.set(*fact, Some(known.clone())));
        Profile { facts, ..self.rest.clone() }
    }
}

/// What the base is read with.
pub struct Reading<'a> {
    pub args: &'a JudgeArgs,
    pub options: &'a RuleOptions,
    /// The arguments, and what they name.
    pub paths: &'a [PathBuf],
    pub inputs: &'a Inputs,
    pub knowledge: &'static Knowledge,
    pub console: &'a Console,
}

/// Reads what `--base` names: what stands on the disk before a revision.
///
/// # Errors
/// What is wrong with it as a whole. A single profile of it that cannot be read is none.
pub fn read(base: &str, reading: &Reading) -> Result<Base, Vec<Diagnostic>> {
    let path = Path::new(base);
    let is_input = base == STANDARD_INPUT;
    if is_input && reading.inputs.files().any(|file| file.as_os_str() == STANDARD_INPUT) {
        let message = "--base: standard input can be read once, and a profile is read from it";
        return Err(vec![Diagnostic::error("bad-argument", message)]);
    }
    if !is_input && !path.exists() {
        return revision::read(base, reading);
    }
    if git::Repository::of(reading.paths).is_ok_and(|repository| repository.commit(base).is_ok()) {
        let kind = if path.is_dir() { "folder" } else { "file" };
        let message = format!(
            "--base: `{}` is a {kind} here and also a revision; the {kind} is taken. For the revision write \
             `{}^{{commit}}`",
            shown(base),
            shown(base)
        );
        reading.console.complain(&Diagnostic::warning("ambiguous-base", message));
    }
    if path.is_dir() { folder::read(path, reading) } else { answers::read(path, reading) }
}

/// How files are named on both sides.
pub enum Keys {
    /// By their place in the repository.
    Repository(git::Repository),
    /// By their place below the folder that an argument names; a file that one names by its own name.
    Below(Vec<PathBuf>),
    /// As they are named.
    AsNamed,
}

impl Keys {
    pub fn of(&self, path: &str) -> String {
        let named = Path::new(path);
        let found = match self {
            Keys::Repository(repository) => repository.within(named),
            Keys::Below(folders) => {
                let below = folders.iter().find_map(|folder| named.strip_prefix(folder).ok());
                below
                    .filter(|rest| !rest.as_os_str().is_empty())
                    .map(Path::to_owned)
                    .or_else(|| named.file_name().map(PathBuf::from))
            }
            Keys::AsNamed => named.strip_prefix(".").ok().map(Path::to_owned),
        };
        found.unwrap_or_else(|| named.to_owned()).to_string_lossy().replace('\\', "/")
    }
}

/// What a profile is known by.
pub fn identity(knowledge: &Knowledge, key: String, profile: &Profile) -> Identity {
    let is_named = knowledge.fact_id("name").is_some_and(|name| profile.facts.value(name).is_some());
    let content = content(knowledge, &profile.facts);
    Identity { path: key, name: Some(profile.name.clone()), is_named, content: Some(content) }
}

/// Everything that is stated, as a text.
fn content(knowledge: &Knowledge, facts: &Facts) -> String {
    let mut out = String::new();
    for (id, known) in facts.iter() {
        let fact = knowledge.fact(id);
        let value = match &known.value {
            crate::facts::Value::Tables(rows) => {
                rows.iter().map(|row| format!("{:?}", row.cells)).collect::<Vec<_>>().join(";")
            }
            value => spelled(fact, value),
        };
        out.push_str(&format!("{}={value}\n", fact.id));
    }
    out
}

/// That a base holds more than can be held.
fn too_many() -> Diagnostic {
    let message = format!("--base: more than {MOST_WORKLOADS} workloads; compare a part of them at a time");
    Diagnostic::error("too-many", message)
}

/// The name of a base as the user wrote it.
fn named(kind: BaseKind, base: &Path) -> BaseName {
    BaseName { kind, name: base.to_string_lossy().into_owned(), commit: None }
}
