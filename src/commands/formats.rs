//! How an answer about a workload may look.

/// A form of the answers about workloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
    /// One JSON object a line.
    Ndjson,
    Markdown,
}

/// The forms of every answer with their names, the usual one first.
pub const FORMATS: [(Format, &str); 3] =
    [(Format::Text, "text"), (Format::Json, "json"), (Format::Markdown, "markdown")];

/// The forms of a recommendation.
pub const OF_A_RECOMMENDATION: [(Format, &str); 4] =
    [(Format::Text, "text"), (Format::Json, "json"), (Format::Ndjson, "ndjson"), (Format::Markdown, "markdown")];
