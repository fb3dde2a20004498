//! Where files stand: on the disk, or in a revision of a repository.

use std::path::{Path, PathBuf};

use super::rules::rule_files;
use super::{bytes, bytes_of_plain_file, known_format};
use crate::diag::Diagnostic;
use crate::read::{Format, Limits, Node};

/// Files as they stand somewhere.
pub trait Files {
    /// The content of a file, refused by name when it is larger than allowed, before it is read.
    fn bytes(&self, path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic>;

    /// The same of a file that nobody may have to wait for.
    fn bytes_of_plain_file(&self, path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic>;

    /// The format that a path tells, or none where the content has to.
    fn known_format(&self, path: &Path) -> Result<Option<Format>, Diagnostic>;

    /// The rule files below a folder, in the order of their paths.
    fn rule_files(&self, folder: &Path) -> Result<Vec<PathBuf>, Diagnostic>;

    /// The records of one file that is to be read whole.
    ///
    /// # Errors
    /// A file that cannot be read, and the first record that cannot.
    fn nodes(&self, path: &Path) -> Result<Vec<Node>, Diagnostic> {
        let limits = Limits::default();
        let bytes = self.bytes(path, limits.file_bytes)?;
        let format = match self.known_format(path)? {
            Some(format) => format,
            None => Format::sniff(&bytes),
        };
        crate::read::read(&bytes, format, &limits).map_err(|problem| problem.in_file(path.to_string_lossy()))
    }
}

/// Files on the disk.
pub struct Disk;

impl Files for Disk {
    fn bytes(&self, path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic> {
        bytes(path, most)
    }

    fn bytes_of_plain_file(&self, path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic> {
        bytes_of_plain_file(path, most)
    }

    fn known_format(&self, path: &Path) -> Result<Option<Format>, Diagnostic> {
        known_format(path)
    }

    fn rule_files(&self, folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
        rule_files(folder)
    }
}
