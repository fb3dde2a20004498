//! The folders of rule files that the user names.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Files, unreadable};
use crate::built_in::{self, read_file};
use crate::cli::RuleOptions;
use crate::diag::Diagnostic;
use crate::knowledge::RuleFile;
use crate::profile::MOST_PROBLEMS;
use crate::read::Limits;

/// The rule files that are asked for: the built-in ones, or those of a folder instead, and those of others on top.
pub fn rules(from: &dyn Files, options: &RuleOptions) -> Result<Vec<RuleFile>, Vec<Diagnostic>> {
    let mut files = match &options.instead {
        None => built_in::files(),
        Some(folder) => rule_folder(from, folder)?,
    };
    for folder in &options.extra {
        files.extend(rule_folder(from, folder)?);
    }
    Ok(files)
}

/// At most so many bytes of rule files are read from one folder, and so many files.
const MOST_RULE_BYTES: usize = 16 << 20;
pub const MOST_RULE_FILES: usize = 1000;
/// Folders in folders are looked through so deep.
const DEEPEST: usize = 8;

fn rule_folder(from: &dyn Files, folder: &Path) -> Result<Vec<RuleFile>, Vec<Diagnostic>> {
    let paths = from.rule_files(folder).map_err(|problem| vec![problem])?;
    let refuse = |code, message: String| vec![Diagnostic::error(code, message).in_file(folder.to_string_lossy())];
    if paths.is_empty() {
        return Err(refuse("no-rules", "there are no rule files (*.toml) in this folder".to_owned()));
    }
    let mut files = Vec::new();
    let mut problems = Vec::new();
    let mut left = MOST_RULE_BYTES;
    for path in paths {
        let read = from.bytes(&path, Limits::rules().file_bytes).and_then(|bytes| {
            let within = left.checked_sub(bytes.len());
            left = within.unwrap_or(0);
            within.map(|_| read_file(&path.to_string_lossy(), &bytes)).transpose()
        });
        match read {
            Ok(Some(file)) => files.push(file),
            Ok(None) => {
                let message = format!("the rule files are larger than {} MiB together", MOST_RULE_BYTES >> 20);
                return Err(refuse("file-too-large", message));
            }
            Err(problem) if problems.len() < MOST_PROBLEMS => problems.push(problem),
            Err(_) => {}
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}

/// The rule files below a folder, in the order of their paths.
pub fn rule_files(folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut paths = Vec::new();
    collect(folder, &mut Found { paths: &mut paths, seen: HashSet::new() }, 0)?;
    paths.sort();
    Ok(paths)
}

/// The rule files below a folder, and the folders that have been looked through.
struct Found<'p> {
    paths: &'p mut Vec<PathBuf>,
    seen: HashSet<PathBuf>,
}

fn collect(folder: &Path, found: &mut Found, depth: usize) -> Result<(), Diagnostic> {
    let about = |code, message: String| Diagnostic::error(code, message).in_file(folder.to_string_lossy());
    if depth > DEEPEST {
        return Err(about("too-deep", format!("folders of rules are nested more than {DEEPEST} deep")));
    }
    // A link may point upwards.
    if !found.seen.insert(folder.canonicalize().unwrap_or_default()) {
        return Ok(());
    }
    let entries = fs::read_dir(folder).map_err(|problem| match problem.kind() {
        io::ErrorKind::NotADirectory => {
            about("not-a-folder", "rules are given as a folder of TOML files, and this is a file".to_owned())
        }
        io::ErrorKind::NotFound => about("unreadable-file", "there is no such folder".to_owned()),
        _ => unreadable(folder, &problem),
    })?;
    for entry in entries {
        let path = entry.map_err(|problem| unreadable(folder, &problem))?.path();
        if path.is_dir() {
            collect(&path, found, depth + 1)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            // To open a pipe would wait for its other end.
            if !path.is_file() {
                let message = "a rule file is a plain file, and this is none".to_owned();
                return Err(Diagnostic::error("unreadable-file", message).in_file(path.to_string_lossy()));
            }
            found.paths.push(path);
        }
        if found.paths.len() > MOST_RULE_FILES {
            return Err(about("too-many", format!("there are more than {MOST_RULE_FILES} rule files in this folder")));
        }
    }
    Ok(())
}
