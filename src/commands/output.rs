//! The terminal: what goes to standard output, what to standard error, and whether with colour.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, anyhow};

use crate::cli::ColorWhen;
use crate::diag::Diagnostic;

/// Lines of a report are this wide where nothing else is known.
pub const WIDTH: usize = 80;

/// Where a command writes.
pub struct Console {
    choice: ColorChoice,
    quiet: bool,
    /// Whether errors are told elsewhere.
    mute: bool,
}

impl Console {
    pub fn new(when: ColorWhen, quiet: bool) -> Self {
        let choice = match when {
            ColorWhen::Always => ColorChoice::AlwaysAnsi,
            ColorWhen::Never => ColorChoice::Never,
            ColorWhen::Auto => ColorChoice::Auto,
        };
        Self { choice, quiet, mute: false }
    }

    /// The same, but where errors are part of the answer they are not told again.
    pub fn telling_errors_elsewhere(&self, elsewhere: bool) -> Self {
        Self { choice: self.choice, quiet: self.quiet, mute: elsewhere }
    }

    /// Writes the answer to standard output.
    pub fn answer(&self, text: &str) -> anyhow::Result<()> {
        self.writer(None)?.write(text)
    }

    /// Writes the answer to a file, without colour.
    pub fn answer_in(&self, path: &Path, text: &str) -> anyhow::Result<()> {
        self.writer(Some(path))?.write(text)
    }

    /// A file, emptied, or standard output, for an answer that comes piece by piece.
    pub fn writer(&self, file: Option<&Path>) -> anyhow::Result<Writer> {
        let name = file.map_or_else(|| "to standard output".to_owned(), |path| path.display().to_string());
        let stream: Box<dyn Write> = match file {
            Some(path) => {
                let file = created(path)?;
                Box::new(AutoStream::new(file, ColorChoice::Never))
            }
            None => Box::new(AutoStream::new(io::stdout(), self.choice_for(io::stdout().is_terminal()))),
        };
        Ok(Writer { stream, name })
    }

    /// The same for what holds no colour, and in bytes.
    pub fn plain_writer(&self, file: Option<&Path>) -> anyhow::Result<Writer> {
        let name = file.map_or_else(|| "to standard output".to_owned(), |path| path.display().to_string());
        let stream: Box<dyn Write> = match file {
            Some(path) => Box::new(created(path)?),
            None => Box::new(io::stdout()),
        };
        Ok(Writer { stream, name })
    }

    /// Tells of a problem on standard error; warnings only when not quiet.
    pub fn complain(&self, problem: &Diagnostic) {
        if self.quiet && !problem.is_error() || self.mute && problem.is_error() {
            return;
        }
        let mut err = AutoStream::new(io::stderr().lock(), self.choice_for(io::stderr().is_terminal()));
        // Nobody is left to tell when standard error is closed.
        let _ = write!(err, "{}", crate::render::diagnostic::text(problem));
    }

    /// Says something in a line on standard error that is no problem, unless it is to be quiet.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            self.tell(text);
        }
    }

    /// Tells something in a line on standard error that is no problem.
    pub fn tell(&self, text: &str) {
        // Nobody is left to tell when standard error is closed.
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Whether somebody watches who is not shown the answer itself.
    pub fn shows_progress(&self) -> bool {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        !self.quiet && !dumb && io::stderr().is_terminal() && !io::stdout().is_terminal()
    }

    /// Tells something on standard error in the place of what was told there before.
    pub fn tell_over(&self, text: &str) {
        // Nobody is left to tell when standard error is closed.
        let _ = write!(io::stderr().lock(), "\r\x1b[2K{text}");
    }

    /// Whether what goes to standard error has colour.
    pub fn colours_diagnostics(&self) -> bool {
        !matches!(self.choice_for(io::stderr().is_terminal()), ColorChoice::Never)
    }

    fn choice_for(&self, terminal: bool) -> ColorChoice {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match self.choice {
            ColorChoice::Auto if dumb || none || !terminal => ColorChoice::Never,
            ColorChoice::Auto => ColorChoice::AlwaysAnsi,
            choice => choice,
        }
    }

    /// How wide the text may be: the terminal, but no narrower than is readable and no wider than the eye follows.
    pub fn width(&self) -> usize {
        if !io::stdout().is_terminal() {
            return WIDTH;
        }
        terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0).clamp(40, WIDTH))
    }

    /// How wide a table may be: as wide as the terminal.
    pub fn whole_width(&self) -> usize {
        terminal_width().unwrap_or(WIDTH)
    }
}

/// An empty file to write to.
fn created(path: &Path) -> anyhow::Result<File> {
    File::create(path).map_err(|problem| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        match folder {
            Some(folder) => {
                anyhow!("cannot write {}: the folder `{}` does not exist", path.display(), folder.display())
            }
            None => anyhow::Error::new(problem).context(format!("cannot write {}", path.display())),
        }
    })
}

/// The whole width of the terminal, for tables.
fn terminal_width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size()?;
    io::stdout().is_terminal().then_some(usize::from(width.0))
}

/// Where an answer is being written.
pub struct Writer {
    stream: Box<dyn Write>,
    name: String,
}

impl Writer {
    /// Writes a piece and sees it through.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.write_bytes(text.as_bytes())
    }

    pub fn write_bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = self.stream.write_all(bytes).and_then(|()| self.stream.flush());
        written.with_context(|| format!("cannot write {}", self.name))
    }
}

/// Whether the reader of the answer has gone away, which is no fault.
pub fn is_closed_pipe(problem: &anyhow::Error) -> bool {
    problem.downcast_ref::<io::Error>().is_some_and(|problem| problem.kind() == io::ErrorKind::BrokenPipe)
}
