//! What is otherwise than in a base: as text, as Markdown for a pull request, as JSON.

mod json;
mod markdown;
mod text;

pub use json::{SCHEMA, all as json, one as json_of};
pub use markdown::markdown;
pub use text::{nothing, text};
