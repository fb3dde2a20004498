//! How an answer about a workload may look.

/// A form of the answers about workloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
    Markdown,
}

/// Every form with its name, the usual one first.
pub const FORMATS: [(Format, &str); 3] =
    [(Format::Text, "text"), (Format::Json, "json"), (Format::Markdown, "markdown")];
