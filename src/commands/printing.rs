//! Where an answer goes that comes as text or JSON: standard output, or files by `--format NAME=FILE` and `--output`.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::output::{Console, is_closed_pipe};
use crate::cli::PrintArgs;
use crate::diag::Diagnostic;

/// The formats that every command knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
}

const FORMATS: [(Format, &str); 2] = [(Format::Text, "text"), (Format::Json, "json")];

/// Where an answer goes and how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sink<F = Format> {
    pub format: F,
    pub file: Option<PathBuf>,
}

/// Reads what is asked for, where there are only the formats that every command knows.
///
/// # Errors
/// Unknown formats, and more than one answer on standard output.
pub fn sinks(args: &PrintArgs) -> Result<Vec<Sink>, Vec<Diagnostic>> {
    sinks_among(args, &FORMATS)
}

/// Reads what is asked for; of the formats, the first is taken where none is named.
///
/// # Errors
/// Unknown formats, and more than one answer on standard output.
pub fn sinks_among<F: Copy>(args: &PrintArgs, formats: &[(F, &'static str)]) -> Result<Vec<Sink<F>>, Vec<Diagnostic>> {
    let mut sinks = Vec::new();
    let mut problems = Vec::new();
    for written in &args.format {
        let (name, file) =
            written.split_once('=').map_or((written.as_str(), None), |(name, file)| (name, Some(PathBuf::from(file))));
        match formats.iter().find(|(_, id)| *id == name) {
            Some((format, _)) => sinks.push(Sink { format: *format, file }),
            None => {
                let message = format!("--format: there is no format `{name}` here");
                problems.push(
                    Diagnostic::error("unknown-format", message).allowing(name, formats.iter().map(|(_, id)| *id)),
                );
            }
        }
    }
    if args.format.is_empty() {
        sinks.extend(formats.first().map(|(format, _)| Sink { format: *format, file: None }));
    }
    if sinks.iter().filter(|sink| sink.file.is_none()).count() > 1 {
        let message = "--format: only one format can go to standard output; write the others as NAME=FILE";
        problems.push(Diagnostic::error("bad-argument", message));
    }
    if let Some(output) = &args.output {
        match sinks.iter_mut().find(|sink| sink.file.is_none()) {
            Some(sink) => sink.file = Some(output.clone()),
            None if problems.is_empty() => {
                let message = "--output: every format has a file of its own already; leave it out, or one of those";
                problems.push(Diagnostic::error("bad-argument", message));
            }
            None => {}
        }
    }
    problems.extend(same_file_twice(&sinks));
    if problems.is_empty() { Ok(sinks) } else { Err(problems) }
}

/// The second of two answers would write over the first.
fn same_file_twice<F>(sinks: &[Sink<F>]) -> Option<Diagnostic> {
    let files = || sinks.iter().filter_map(|sink| sink.file.as_deref());
    if files().any(|file| file.as_os_str().is_empty()) {
        return Some(Diagnostic::error("bad-argument", "the file to write to has no name; write --format NAME=FILE"));
    }
    let twice = files()
        .enumerate()
        .find(|(at, file)| *file != Path::new("/dev/null") && files().take(*at).any(|other| other == *file));
    let message = |file: &Path| format!("two answers cannot go to the same file, {}", file.display());
    twice.map(|(_, file)| Diagnostic::error("bad-argument", message(file)))
}

/// Writes an answer in each format that is asked for.
pub fn print(
    console: &Console,
    sinks: &[Sink],
    text: impl Fn() -> String,
    json: impl Fn() -> Json,
) -> anyhow::Result<()> {
    print_each(console, sinks, |format| match format {
        Format::Text => text(),
        Format::Json => format!("{:#}\n", json()),
    })
}

/// The same for any formats, given what each makes of the answer. That nobody reads one of them to its end is no fault: it
/// keeps no other from being written, and changes nothing about how the command ends.
pub fn print_each<F: Copy>(console: &Console, sinks: &[Sink<F>], answer: impl Fn(F) -> String) -> anyhow::Result<()> {
    for sink in sinks {
        let answer = answer(sink.format);
        let written = match &sink.file {
            Some(path) => console.answer_in(path, &answer),
            None => console.answer(&answer),
        };
        match written {
            Err(problem) if !is_closed_pipe(&problem) => return Err(problem),
            _ => {}
        }
    }
    Ok(())
}

/// Tells of every problem.
pub fn complain(console: &Console, problems: &[Diagnostic]) {
    problems.iter().for_each(|problem| console.complain(problem));
}
