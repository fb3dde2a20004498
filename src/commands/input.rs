//! Files as the user names them: profiles and rule folders, with what is wrong with them in plain words.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::built_in::{self, read_file};
use crate::cli::RuleOptions;
use crate::diag::{Diagnostic, shown};
use crate::knowledge::RuleFile;
use crate::profile::MOST_PROBLEMS;
use crate::read::{Format, Limits, Node, records};

/// A profile file that has been read, whose records are parsed when they are asked for.
pub struct Source {
    pub name: String,
    bytes: Vec<u8>,
    format: Format,
    limits: Limits,
}

/// Nobody looks at longer lines, and to search them for each problem costs time.
const LONGEST_LINE: usize = 64 << 10;

/// The name that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// Opens a profile file, or standard input as `-`.
pub fn open(path: &Path) -> Result<Source, Diagnostic> {
    let limits = Limits::default();
    let known = known_format(path)?;
    let bytes = if path.as_os_str() == STANDARD_INPUT {
        at_most(io::stdin().lock(), path, limits.file_bytes)?
    } else {
        bytes(path, limits.file_bytes)?
    };
    let format = known.unwrap_or_else(|| Format::sniff(&bytes));
    Ok(Source { name: path.to_string_lossy().into_owned(), bytes, format, limits })
}

impl Source {
    pub fn records(&self) -> impl Iterator<Item = Result<Node, Diagnostic>> + '_ {
        let records = records(&self.bytes, self.format, &self.limits);
        records.map(|record| record.map_err(|problem| problem.in_file(self.name.as_str())))
    }

    /// A problem with the line that it is about, if that is one that people look at.
    /// One that brings its line stands in another file.
    pub fn with_line(&self, problem: Diagnostic) -> Diagnostic {
        if problem.line.is_some() {
            return problem;
        }
        let text = self.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.bytes);
        let number = problem.place.and_then(|place| usize::try_from(place.line).ok()).unwrap_or(0);
        let line = number.checked_sub(1).and_then(|index| text.split(|&byte| byte == b'\n').nth(index));
        let line = line
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
            .filter(|line| line.len() <= LONGEST_LINE && !line.contains(&b'\r'));
        let line = line.and_then(|line| std::str::from_utf8(line).ok()).map(str::to_owned);
        Diagnostic { line, ..problem }
    }
}

/// The format that a path tells, or none where the content has to: standard input, pipes and the like have no extension.
fn known_format(path: &Path) -> Result<Option<Format>, Diagnostic> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
    if let Some(format) = extension.as_deref().and_then(Format::of_extension) {
        return Ok(Some(format));
    }
    if path.as_os_str() == STANDARD_INPUT {
        return Ok(None);
    }
    let metadata = fs::metadata(path).map_err(|problem| unreadable(path, &problem))?;
    if metadata.is_dir() {
        return Err(folder(path));
    }
    if !metadata.is_file() {
        return Ok(None);
    }
    let found = extension.map_or_else(|| "none".to_owned(), |other| format!("`.{}`", shown(&other)));
    let message = format!("the extension of a profile tells its format; this file has {found}");
    let known = Format::ALL.iter().flat_map(|format| format.extensions()).map(|extension| format!(".{extension}"));
    Err(Diagnostic::error("unknown-format", message).in_file(path.to_string_lossy()).allowing("", known))
}

fn folder(path: &Path) -> Diagnostic {
    Diagnostic::error("is-a-folder", "this is a folder; name the profiles in it").in_file(path.to_string_lossy())
}

/// The content of a file, refused by name when it is larger than allowed, before it is read.
pub fn bytes(path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic> {
    let file = File::open(path).map_err(|problem| unreadable(path, &problem))?;
    let metadata = file.metadata().map_err(|problem| unreadable(path, &problem))?;
    if metadata.is_dir() {
        return Err(folder(path));
    }
    at_most(file, path, most)
}

/// What a reader gives. A pipe or a device tells no length, so the reading itself is limited.
fn at_most(reader: impl Read, path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    reader.take(limit).read_to_end(&mut bytes).map_err(|problem| unreadable(path, &problem))?;
    if bytes.len() > most {
        let message = format!("the file is larger than {} MiB, the most that a file may be", most >> 20);
        return Err(Diagnostic::error("file-too-large", message).in_file(path.to_string_lossy()));
    }
    Ok(bytes)
}

fn unreadable(path: &Path, problem: &io::Error) -> Diagnostic {
    let (message, nearest) = match problem.kind() {
        io::ErrorKind::NotFound => ("there is no such file".to_owned(), neighbour(path)),
        io::ErrorKind::PermissionDenied => ("the file may not be read: permission denied".to_owned(), None),
        io::ErrorKind::IsADirectory => return folder(path),
        _ => (format!("the file cannot be read: {problem}"), None),
    };
    Diagnostic::error("unreadable-file", message).in_file(path.to_string_lossy()).suggesting(nearest)
}

/// A file beside the missing one with nearly its name.
fn neighbour(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let wanted = path.file_name()?.to_string_lossy();
    let names: Vec<String> = fs::read_dir(folder)
        .ok()?
        .take(1000)
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    let nearest = crate::diag::nearest(&wanted, names.iter().map(String::as_str))?;
    Some(path.with_file_name(nearest).to_string_lossy().into_owned())
}

/// The rule files that are asked for: the built-in ones, or those of a folder instead, and those of others on top.
pub fn rules(options: &RuleOptions) -> Result<Vec<RuleFile>, Vec<Diagnostic>> {
    let mut files = match &options.instead {
        None => built_in::files(),
        Some(folder) => rule_folder(folder)?,
    };
    for folder in &options.extra {
        files.extend(rule_folder(folder)?);
    }
    Ok(files)
}

/// At most so many bytes of rule files are read from one folder, and so many files.
const MOST_RULE_BYTES: usize = 16 << 20;
const MOST_RULE_FILES: usize = 1000;
/// Folders in folders are looked through so deep.
const DEEPEST: usize = 8;

fn rule_folder(folder: &Path) -> Result<Vec<RuleFile>, Vec<Diagnostic>> {
    let mut paths = Vec::new();
    collect(folder, &mut Found { paths: &mut paths, seen: HashSet::new() }, 0).map_err(|problem| vec![problem])?;
    paths.sort();
    let refuse = |code, message: String| vec![Diagnostic::error(code, message).in_file(folder.to_string_lossy())];
    if paths.is_empty() {
        return Err(refuse("no-rules", "there are no rule files (*.toml) in this folder".to_owned()));
    }
    let mut files = Vec::new();
    let mut problems = Vec::new();
    let mut left = MOST_RULE_BYTES;
    for path in paths {
        let read = bytes(&path, Limits::rules().file_bytes).and_then(|bytes| {
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
