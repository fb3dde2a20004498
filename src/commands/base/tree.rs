//! The files of a revision, read as if they stood on the disk.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::git::{Contents, Repository};
use crate::commands::input::{Disk, Files, MOST_RULE_FILES, format_of};
use crate::diag::{Diagnostic, shown};
use crate::read::Format;

/// A revision of a repository. What stands outside the repository, or git does not know, is read from the disk.
pub struct Tree {
    pub repository: Repository,
    pub commit: String,
    /// As the user named it.
    revision: String,
    /// By their places in the repository, the names of the contents of files that may be wanted.
    files: BTreeMap<PathBuf, String>,
    contents: RefCell<Contents>,
}

impl Tree {
    pub fn of(repository: Repository, revision: &str) -> Result<Self, Diagnostic> {
        let commit = repository.commit(revision)?;
        let mut files = BTreeMap::new();
        repository.each_file(&commit, |path, hash| {
            let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
            if is_csv || format_of(&path).is_some() {
                files.insert(path, hash);
            }
        })?;
        let contents = RefCell::new(repository.contents()?);
        Ok(Self { repository, commit, revision: revision.to_owned(), files, contents })
    }

    /// The files at a place in the repository and below it.
    pub fn below<'t>(&'t self, place: &'t Path) -> impl Iterator<Item = &'t PathBuf> + 't {
        self.files.range(place.to_owned()..).map(|(path, _)| path).take_while(move |path| path.starts_with(place))
    }

    pub fn has(&self, place: &Path) -> bool {
        self.files.contains_key(place)
    }

    /// The place of a path in the repository if what stands there is that of the revision, and not of the disk.
    pub fn place(&self, path: &Path) -> Option<PathBuf> {
        let place = self.repository.within(path)?;
        let known = self.below(&place).next().is_some() || self.repository.tracks(&place);
        known.then_some(place)
    }

    /// Whether a path that an option names had anything in the revision, or does not belong to it.
    pub fn was_there(&self, path: &Path) -> bool {
        self.place(path).is_none_or(|place| self.below(&place).next().is_some())
    }

    fn missing(&self, path: &Path) -> Diagnostic {
        let message = format!("there is no such file in the revision {}", shown(&self.revision));
        Diagnostic::error("unreadable-file", message).in_file(path.to_string_lossy())
    }
}

impl Files for Tree {
    fn bytes(&self, path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic> {
        let Some(place) = self.place(path) else { return Disk.bytes(path, most) };
        let hash = self.files.get(&place).ok_or_else(|| self.missing(path))?;
        let about = |code, message: String| Diagnostic::error(code, message).in_file(path.to_string_lossy());
        let read = self.contents.borrow_mut().read(hash, most);
        let read = read.map_err(|problem| about("unreadable-file", format!("git cannot read the file: {problem}")))?;
        read.ok_or_else(|| {
            about("file-too-large", format!("the file is larger than {} MiB, the most that a file may be", most >> 20))
        })
    }

    fn bytes_of_plain_file(&self, path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic> {
        match self.place(path) {
            Some(_) => self.bytes(path, most),
            None => Disk.bytes_of_plain_file(path, most),
        }
    }

    fn known_format(&self, path: &Path) -> Result<Option<Format>, Diagnostic> {
        match format_of(path) {
            Some(format) => Ok(Some(format)),
            None => Disk.known_format(path),
        }
    }

    fn rule_files(&self, folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
        let Some(place) = self.place(folder) else { return Disk.rule_files(folder) };
        let is_rules = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "toml");
        let found = self.below(&place).filter(is_rules).take(MOST_RULE_FILES + 1);
        let found: Vec<PathBuf> = found.filter_map(|path| Some(folder.join(path.strip_prefix(&place).ok()?))).collect();
        if found.len() > MOST_RULE_FILES {
            let message = format!("there are more than {MOST_RULE_FILES} rule files in this folder");
            return Err(Diagnostic::error("too-many", message).in_file(folder.to_string_lossy()));
        }
        Ok(found)
    }
}
