//! Many workloads side by side: a table for the terminal, Markdown, CSV, and the summary in each.

mod cells;
mod csv;
mod summary;

pub use cells::{markdown, text};
pub use csv::{HEAD as CSV_HEAD, csv};
pub use summary::{in_a_line, json as summary_json, markdown as summary_markdown, text as summary_text};
