//! From the arguments to the files that are read: files, folders, patterns and standard input, in a fixed order.

use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern};

use super::{STANDARD_INPUT, extensions, format_of, unreadable};
use crate::diag::Diagnostic;
use crate::read::Format;

/// Folders in folders are looked through so deep.
const DEEPEST: usize = 32;
/// So many files are taken from one argument, and so many names looked at.
const MOST_FILES: usize = 100_000;
const MOST_NAMES: usize = 1_000_000;
/// What stands among profiles and is none: the settings of a house, and the schemas that editors read.
const SETTINGS: &str = "chipwise.toml";
const SCHEMA_ENDING: &str = ".schema.json";

/// `*` stays within a folder, and what is hidden is not meant unless it is named.
const MATCHING: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

/// One thing to read, or what is wrong with its name.
#[derive(Clone, Debug)]
pub enum Named {
    File(PathBuf),
    Wrong(PathBuf, Diagnostic),
}

/// What the arguments name, in their order; within a folder in the order of the paths.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub named: Vec<Named>,
    /// Whether there may be many records because of how they are named, whatever their number turns out to be.
    pub many: bool,
    /// The format of what has no telling name.
    pub format: Option<Format>,
}

impl Inputs {
    /// Looks at every argument. What is wrong with one stands in its place.
    pub fn of(arguments: &[PathBuf], format: Option<Format>) -> Self {
        let mut inputs = Self { named: Vec::new(), many: arguments.len() > 1, format };
        let mut reads_standard_input = false;
        for path in arguments {
            if path.as_os_str() == STANDARD_INPUT {
                let again = std::mem::replace(&mut reads_standard_input, true);
                let problem = Diagnostic::error("bad-argument", "standard input can be read once").in_file("-");
                inputs.named.push(if again { Named::Wrong(path.clone(), problem) } else { Named::File(path.clone()) });
            } else if path.is_dir() {
                inputs.many = true;
                inputs.named.extend(of_folder(path));
            } else if let Some(pattern) = path.to_str().filter(|text| !path.exists() && is_pattern(text)) {
                inputs.many = true;
                inputs.named.extend(of_pattern(pattern));
            } else if path.is_file() && path.file_name().is_some_and(|name| name == SETTINGS) {
                let message = format!("this is a {SETTINGS}, which says how profiles are judged, and no profile");
                inputs.named.push(wrong(path, "not-a-profile", message));
            } else {
                inputs.many |= format_of(path) == Some(Format::Ndjson);
                inputs.named.push(Named::File(path.clone()));
            }
        }
        inputs
    }

    /// The files among them.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.named.iter().filter_map(|named| match named {
            Named::File(path) => Some(path.as_path()),
            Named::Wrong(..) => None,
        })
    }
}

fn wrong(path: &Path, code: &'static str, message: impl Into<String>) -> Named {
    Named::Wrong(path.to_owned(), Diagnostic::error(code, message).in_file(path.to_string_lossy()))
}

fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

fn of_folder(folder: &Path) -> Vec<Named> {
    let mut walk = Walk { accepts: &|_| true, found: Vec::new(), seen: HashSet::new(), names: 0 };
    walk.folder(folder, 0);
    if walk.found.is_empty() {
        let looked_for = extensions().collect::<Vec<_>>().join(", ");
        let message = format!("there is no profile in this folder ({looked_for})");
        return vec![wrong(folder, "no-profiles", message)];
    }
    walk.found
}

/// Whether a path matches.
pub type Matches = Box<dyn Fn(&Path) -> bool>;

/// What matches a pattern that the shell did not spell out; none where a path is no pattern, or a wrong one.
pub fn pattern_of(path: &Path) -> Option<Matches> {
    let text = path.to_str().filter(|text| !path.exists() && is_pattern(text))?;
    matches(text).ok()
}

/// The folder below which a pattern finds files; none where a path is no pattern.
pub fn pattern_folder(path: &Path) -> Option<PathBuf> {
    pattern_of(path).map(|_| before_pattern(path))
}

fn matches(text: &str) -> Result<Matches, glob::PatternError> {
    let pattern = Pattern::new(text.strip_prefix("./").unwrap_or(text))?;
    Ok(Box::new(move |path: &Path| {
        let path = path.strip_prefix(".").unwrap_or(path);
        // A folder that matches stands for what is in it.
        path.ancestors().any(|part| !part.as_os_str().is_empty() && pattern.matches_path_with(part, MATCHING))
    }))
}

/// The files that match a pattern with the name of a profile, and those in folders that do.
fn of_pattern(text: &str) -> Vec<Named> {
    let path = Path::new(text);
    let matches = match matches(text) {
        Ok(matches) => matches,
        Err(problem) => return vec![wrong(path, "bad-argument", format!("no such file, and no pattern: {problem}"))],
    };
    let mut walk = Walk { accepts: matches.as_ref(), found: Vec::new(), seen: HashSet::new(), names: 0 };
    walk.folder(&before_pattern(path), 0);
    if walk.found.is_empty() {
        let message = "no profile matches this pattern";
        return vec![wrong(path, "no-profiles", message)];
    }
    walk.found
}

/// The folder that stands before the first part with a `*` in it.
fn before_pattern(path: &Path) -> PathBuf {
    let fixed = path
        .components()
        .take_while(|part| !matches!(part, Component::Normal(name) if is_pattern(&name.to_string_lossy())));
    let fixed: PathBuf = fixed.collect();
    if fixed.as_os_str().is_empty() { PathBuf::from(".") } else { fixed }
}

/// Whether a file has the name of something that is kept in a folder of profiles and is none.
pub fn stands_beside_profiles(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == SETTINGS || name.to_string_lossy().ends_with(SCHEMA_ENDING))
}

/// A walk through folders for profiles.
struct Walk<'m> {
    accepts: &'m dyn Fn(&Path) -> bool,
    found: Vec<Named>,
    /// The folders that have been looked through: a link may point upwards.
    seen: HashSet<PathBuf>,
    names: usize,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) {
        if depth > DEEPEST {
            let message = format!("folders are nested more than {DEEPEST} deep; what is deeper is not read");
            return self.found.push(wrong(folder, "too-deep", message));
        }
        if !folder.canonicalize().is_ok_and(|whole| self.seen.insert(whole)) {
            return;
        }
        let names = match self.names_in(folder) {
            Ok(names) => names,
            Err(problem) => return self.found.push(Named::Wrong(folder.to_owned(), problem)),
        };
        for path in names {
            if self.is_full() {
                return;
            }
            let is_folder = path.is_dir();
            if is_folder {
                self.folder(&path, depth + 1);
            } else if format_of(&path).is_some() && !stands_beside_profiles(&path) {
                self.file(path);
            }
        }
    }

    fn file(&mut self, path: PathBuf) {
        if !(self.accepts)(&path) {
            return;
        }
        if self.found.len() >= MOST_FILES {
            let message =
                format!("there are more than {MOST_FILES} profiles here; this and all behind it are not read");
            self.found.push(wrong(&path, "too-many", message));
        } else if path.exists() && !path.is_file() {
            // To open a pipe would wait for its other end.
            self.found.push(wrong(&path, "unreadable-file", "a profile in a folder is a plain file, and this is none"));
        } else {
            self.found.push(Named::File(path));
        }
    }

    fn is_full(&self) -> bool {
        self.found.len() > MOST_FILES
    }

    /// What is in a folder and not hidden, in the order of the names.
    fn names_in(&mut self, folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
        let entries = fs::read_dir(folder).map_err(|problem| unreadable(folder, &problem))?;
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|problem| unreadable(folder, &problem))?;
            self.names += 1;
            if self.names > MOST_NAMES {
                let message = format!("there are more than {MOST_NAMES} names here; name the profiles more closely");
                return Err(Diagnostic::error("too-many", message).in_file(folder.to_string_lossy()));
            }
            let name = entry.file_name();
            if !name.to_string_lossy().starts_with('.') {
                // What was looked for in the folder of the moment goes by its bare name.
                names.push(if folder == Path::new(".") { PathBuf::from(name) } else { folder.join(name) });
            }
        }
        names.sort();
        Ok(names)
    }
}
