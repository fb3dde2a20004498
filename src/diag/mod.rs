//! A user's mistake, told so that it can be mended: where it stands, what is allowed, the nearest right name.

mod nearest;
mod shown;

pub use nearest::nearest;
pub use shown::{is_plain, sentence, shown};

use std::fmt;

/// A place in a text: both numbers count from 1, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

/// How grave a problem is: an error stops the record or rule set that has it, a warning does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Warning,
    Error,
}

/// One problem in a user's file or argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// A short kebab-case name of the kind of problem (`unknown-key`, `wrong-type`).
    pub code: &'static str,
    pub message: String,
    /// The file, as the user named it.
    pub path: Option<String>,
    pub place: Option<Place>,
    /// The offending key, dotted.
    pub key: Option<String>,
    /// What may stand there instead.
    pub allowed: Vec<String>,
    /// The right name that is nearest to what was written.
    pub nearest: Option<String>,
    /// The line that it is about, where seeing it helps.
    pub line: Option<String>,
}

impl Diagnostic {
    /// An error with a message and nothing else yet.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            path: None,
            place: None,
            key: None,
            allowed: Vec::new(),
            nearest: None,
            line: None,
        }
    }

    /// A warning with a message and nothing else yet.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    pub fn in_file(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    pub fn on_key(mut self, key: impl AsRef<str>) -> Self {
        self.key = Some(shown(key.as_ref()));
        self
    }

    /// States what is allowed and, of it, what is nearest to the word that was written.
    pub fn allowing<I, S>(mut self, written: &str, allowed: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: Into<String>,
    {
        self.allowed = allowed.into_iter().map(Into::into).collect();
        self.nearest = nearest(written, self.allowed.iter().map(String::as_str)).map(str::to_owned);
        self
    }

    /// States the nearest right name alone, where what is allowed is too long to print.
    pub fn suggesting(mut self, nearest: Option<String>) -> Self {
        self.nearest = nearest;
        self
    }

    /// What the list of what is allowed is: whole, or some examples, as quantities are without number.
    pub fn allowed_is(&self) -> &'static str {
        if self.code == "bad-quantity" { "for example" } else { "allowed" }
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// `path:line:column: message`, then what is allowed and the nearest right name.
impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(out, "{path}:")?;
        }
        if let Some(Place { line, column }) = self.place {
            write!(out, "{line}:{column}:")?;
        }
        if self.path.is_some() || self.place.is_some() {
            write!(out, " ")?;
        }
        write!(out, "{}", self.message)?;
        if let Some(nearest) = &self.nearest {
            write!(out, "; did you mean `{nearest}`?")?;
        }
        if !self.allowed.is_empty() {
            write!(out, " ({}: {})", self.allowed_is(), self.allowed.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}
