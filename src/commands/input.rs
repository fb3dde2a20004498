//! Files as the user names them: profiles and rule folders, with what is wrong with them in plain words.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::built_in::{self, read_file};
use crate::cli::RuleOptions;
use crate::diag::Diagnostic;
use crate::knowledge::RuleFile;
use crate::read::{Format, Limits, Node, read_each};

/// The records of a profile file, each read or with its problem.
pub fn records(path: &Path) -> Result<Vec<Result<Node, Diagnostic>>, Diagnostic> {
    let name = path.to_string_lossy();
    let format = format_of(path)?;
    let limits = Limits::default();
    let bytes = bytes(path, limits.file_bytes)?;
    let records = read_each(&bytes, format, &limits);
    Ok(records.into_iter().map(|record| record.map_err(|problem| problem.in_file(name.as_ref()))).collect())
}

fn format_of(path: &Path) -> Result<Format, Diagnostic> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("yaml" | "yml") => Ok(Format::Yaml),
        Some("json") => Ok(Format::Json),
        _ if path.is_dir() => Err(folder(path)),
        _ if !path.exists() => Err(unreadable(path, &io::Error::from(io::ErrorKind::NotFound))),
        other => {
            let found = other.map_or_else(|| "no extension".to_owned(), |other| format!("`.{other}`"));
            let message = format!("a profile's format is told by its extension; this has {found}");
            Err(Diagnostic::error("unknown-format", message)
                .in_file(path.to_string_lossy())
                .allowing("", [".yaml", ".yml", ".json"]))
        }
    }
}

fn folder(path: &Path) -> Diagnostic {
    Diagnostic::error("is-a-folder", "this is a folder; name the profiles in it").in_file(path.to_string_lossy())
}

/// The content of a file, refused by name when it is larger than allowed, before it is read.
fn bytes(path: &Path, most: usize) -> Result<Vec<u8>, Diagnostic> {
    let name = path.to_string_lossy();
    let file = File::open(path).map_err(|problem| unreadable(path, &problem))?;
    let metadata = file.metadata().map_err(|problem| unreadable(path, &problem))?;
    if metadata.is_dir() {
        return Err(folder(path));
    }
    let mut bytes = Vec::new();
    // A pipe or a device tells no length, so what is read is limited as well.
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    file.take(limit).read_to_end(&mut bytes).map_err(|problem| unreadable(path, &problem))?;
    if bytes.len() > most {
        let message = format!("the file is larger than {} MiB, the most that a file may be", most >> 20);
        return Err(Diagnostic::error("file-too-large", message).in_file(name));
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

fn rule_folder(folder: &Path) -> Result<Vec<RuleFile>, Vec<Diagnostic>> {
    let mut paths = Vec::new();
    collect(folder, &mut paths, 0).map_err(|problem| vec![problem])?;
    paths.sort();
    if paths.is_empty() {
        let message = "there are no rule files (*.toml) in this folder";
        return Err(vec![Diagnostic::error("no-rules", message).in_file(folder.to_string_lossy())]);
    }
    let mut files = Vec::new();
    let mut problems = Vec::new();
    for path in paths {
        let read =
            bytes(&path, Limits::rules().file_bytes).and_then(|bytes| read_file(&path.to_string_lossy(), &bytes));
        match read {
            Ok(file) => files.push(file),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>, depth: usize) -> Result<(), Diagnostic> {
    let entries = fs::read_dir(folder).map_err(|problem| match problem.kind() {
        io::ErrorKind::NotADirectory => Diagnostic::error("not-a-folder", "rules are given as a folder of TOML files")
            .in_file(folder.to_string_lossy()),
        io::ErrorKind::NotFound => {
            Diagnostic::error("unreadable-file", "there is no such folder").in_file(folder.to_string_lossy())
        }
        _ => unreadable(folder, &problem),
    })?;
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        let kind = entry.file_type().ok();
        // A link may point upwards; folders behind links are left alone.
        if kind.is_some_and(|kind| kind.is_dir()) && depth < 8 {
            collect(&path, found, depth + 1)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
    Ok(())
}
