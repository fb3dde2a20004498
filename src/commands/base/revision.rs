//! A revision as a base: the profiles, rules, house facts and prices as they stood in it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::folder::Rules;
use super::git::Repository;
use super::tree::Tree;
use super::{Base, Keys, MOST_WORKLOADS, Reading, Records, named, too_many};
use crate::cli::{JudgeArgs, RuleOptions};
use crate::commands::input::{Files, STANDARD_INPUT, format_of, pattern_folder, pattern_of, stands_beside_profiles};
use crate::commands::sessions::{self, NAME};
use crate::diag::Diagnostic;
use crate::profile::MOST_PROBLEMS;
use crate::read::{Limits, records};
use crate::report::changes::{BaseKind, BaseName};

pub fn read(revision: &str, reading: &Reading) -> Result<Base, Vec<Diagnostic>> {
    let one = |problem: Diagnostic| vec![problem];
    let repository = Repository::of(reading.paths).map_err(|problem| vec![nothing(revision, problem)])?;
    let tree = Tree::of(repository, revision).map_err(one)?;
    let profiles = profiles(&tree, reading)?;
    let (args, options) = as_it_was(&tree, reading);
    let config = match &args.config {
        Some(named) => Some(named.clone()),
        None if reading.args.config.is_some() => None,
        None => config(&tree, &profiles, reading).map_err(one)?,
    };
    let rules = Rules::read(&tree, reading, &options, config.as_deref(), &args)?;
    let limits = Limits::default();
    let mut found = Vec::new();
    for (path, place) in &profiles {
        let key = place.to_string_lossy().replace('\\', "/");
        let shown = path.to_string_lossy();
        match tree.bytes(path, limits.file_bytes) {
            Err(problem) => found.push(rules.record(&tree, &key, &shown, Err(problem))),
            Ok(bytes) => {
                let format = format_of(path).unwrap_or(crate::read::Format::Yaml);
                for node in records(&bytes, format, &limits) {
                    let node = node.map_err(|problem| problem.in_file(shown.as_ref()));
                    found.push(rules.record(&tree, &key, &shown, node));
                    if found.len() > MOST_WORKLOADS {
                        return Err(vec![too_many()]);
                    }
                }
            }
        }
    }
    let name = BaseName { commit: Some(tree.commit.clone()), ..named(BaseKind::Revision, Path::new(revision)) };
    let records = Records::Profiles { knowledge: rules.knowledge, records: found };
    Ok(Base { name, records, keys: Keys::Repository(tree.repository) })
}

/// That what is neither file nor folder is no revision either.
fn nothing(revision: &str, problem: Diagnostic) -> Diagnostic {
    let message = format!("--base: `{}` is no file or folder here; {}", crate::diag::shown(revision), problem.message);
    Diagnostic { message, ..problem }
}

/// The profiles of the revision that the arguments name: as they would be named on the disk, with their places.
fn profiles(tree: &Tree, reading: &Reading) -> Result<Vec<(PathBuf, PathBuf)>, Vec<Diagnostic>> {
    let mut found: Vec<(PathBuf, PathBuf)> = Vec::new();
    let mut known: HashSet<PathBuf> = HashSet::new();
    let mut problems = Vec::new();
    for path in reading.paths {
        let outside = |message: &str| Diagnostic::error("bad-argument", message).in_file(path.to_string_lossy());
        if path.as_os_str() == STANDARD_INPUT {
            problems.push(outside("--base: standard input stands in no revision; name files or folders"));
            continue;
        }
        let pattern = pattern_of(path);
        let root = pattern_folder(path).unwrap_or_else(|| path.clone());
        let Some(place) = tree.repository.within(&root) else {
            problems.push(outside("--base: this does not stand in the repository of the first profile"));
            continue;
        };
        for below in tree.below(&place) {
            let rest = below.strip_prefix(&place).unwrap_or(below);
            let hidden = rest.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.'));
            let shown = if rest.as_os_str().is_empty() { root.clone() } else { joined(&root, rest) };
            let meant = rest.as_os_str().is_empty() || !hidden && !stands_beside_profiles(below);
            let matches = pattern.as_ref().is_none_or(|matches| matches(&shown));
            if meant && matches && format_of(below).is_some() && known.insert(below.clone()) {
                found.push((shown, below.clone()));
            }
        }
    }
    if problems.is_empty() {
        Ok(found)
    } else {
        problems.truncate(MOST_PROBLEMS);
        Err(problems)
    }
}

/// What is in the folder of the moment goes by its bare name.
fn joined(root: &Path, rest: &Path) -> PathBuf {
    if root == Path::new(".") { rest.to_owned() } else { root.join(rest) }
}

/// The options with what the files that they name were: what was not there yet said nothing then.
fn as_it_was(tree: &Tree, reading: &Reading) -> (JudgeArgs, RuleOptions) {
    let there = |path: &Option<PathBuf>| path.clone().filter(|path| tree.was_there(path));
    let (args, options) = (reading.args, reading.options);
    let args = JudgeArgs {
        facts: there(&args.facts),
        prices: there(&args.prices),
        config: there(&args.config),
        ..args.clone()
    };
    let extra = options.extra.iter().filter(|folder| tree.was_there(folder)).cloned().collect();
    (args, RuleOptions { instead: there(&options.instead), extra })
}

/// The chipwise.toml that held for the profiles: the nearest above them in the revision, else above the repository.
///
/// # Errors
/// Profiles under different ones.
fn config(tree: &Tree, profiles: &[(PathBuf, PathBuf)], reading: &Reading) -> Result<Option<PathBuf>, Diagnostic> {
    let nearest = |place: &Path| place.ancestors().skip(1).map(|folder| folder.join(NAME)).find(|it| tree.has(it));
    let mut places = profiles.iter().map(|(_, place)| nearest(place));
    let first = match places.next() {
        Some(first) => first,
        None => reading.paths.first().and_then(|path| nearest(&tree.repository.within(path)?.join(NAME))),
    };
    if places.any(|other| other != first) {
        let message = format!(
            "--base: the profiles stood under different files {NAME} in that revision: compare them apart, or name one \
             with --config"
        );
        return Err(Diagnostic::error("bad-argument", message));
    }
    Ok(match first {
        Some(place) => Some(sessions::as_seen_from_here(tree.repository.top.join(place))),
        None => sessions::above(&tree.repository.top),
    })
}
