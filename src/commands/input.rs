//! Files as the user names them, with what is wrong with them in plain words.

mod batches;
mod files;
mod house;
mod paths;
mod price_list;
mod rules;

pub use batches::{Batch, Batches};
pub use files::{Disk, Files};
pub use house::house;
pub use paths::{Inputs, pattern_folder, pattern_of, stands_beside_profiles};
pub use rules::{MOST_RULE_FILES, rules};

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::diag::{Diagnostic, shown};
use crate::read::Format;

/// The name that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// The format that a path tells, or none where the content has to: standard input, pipes and the like have no extension.
fn known_format(path: &Path) -> Result<Option<Format>, Diagnostic> {
    if let Some(format) = format_of(path) {
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
    let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
    let found = extension.map_or_else(|| "none".to_owned(), |other| format!("`.{}`", shown(&other)));
    let message = format!("the extension of a profile tells its format; this file has {found}");
    let problem = Diagnostic::error("unknown-format", message).in_file(path.to_string_lossy());
    Err(problem.allowing("", extensions()))
}

/// The format that the extension of a file tells.
pub fn format_of(path: &Path) -> Option<Format> {
    Format::of_extension(&path.extension()?.to_string_lossy())
}

/// Every extension of a profile, with its dot.
fn extensions() -> impl Iterator<Item = String> {
    Format::ALL.iter().flat_map(|format| format.extensions()).map(|extension| format!(".{extension}"))
}

fn folder(path: &Path) -> Diagnostic {
    Diagnostic::error("is-a-folder", "this is a folder, and a file is wanted").in_file(path.to_string_lossy())
}

/// The content of a file, refused by name when it is larger than allowed, before it is read.
fn bytes(path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic> {
    if path.as_os_str() == STANDARD_INPUT {
        return at_most(io::stdin().lock(), path, most);
    }
    at_most(opened(path)?, path, most)
}

/// The same of a file that nobody may have to wait for: a pipe is not even opened.
fn bytes_of_plain_file(path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic> {
    let metadata = fs::metadata(path).map_err(|problem| unreadable(path, &problem))?;
    if metadata.is_dir() {
        return Err(folder(path));
    }
    if !metadata.is_file() {
        let message = "this is a pipe or a device, and a plain file is wanted";
        return Err(Diagnostic::error("unreadable-file", message).in_file(path.to_string_lossy()));
    }
    bytes(path, most)
}

/// A file that is no folder.
fn opened(path: &Path) -> Result<File, Diagnostic> {
    let file = File::open(path).map_err(|problem| unreadable(path, &problem))?;
    let metadata = file.metadata().map_err(|problem| unreadable(path, &problem))?;
    if metadata.is_dir() { Err(folder(path)) } else { Ok(file) }
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
        io::ErrorKind::NotFound if path.is_symlink() => ("this link leads to no file".to_owned(), None),
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
