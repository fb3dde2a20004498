//! JSON Schemas (2020-12) of what is read and written, made from the vocabulary: for editors and for other programs.
//!
//! A schema says as much as one can: that a quantity comes out whole or that a day is in the calendar is left to reading.

mod change;
mod profile;
mod recommendation;
mod rules;

pub use change::change;
pub use profile::profile;
pub use recommendation::recommendation;
pub use rules::rules;

use serde_json::{Map, Value as Json, json};

/// The dialect that all schemas are written in.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The schemas by name, each with what it describes.
pub const NAMES: [(&str, &str); 4] = [
    ("profile", "a profile: what is known about one workload"),
    ("recommendation", "the JSON of a recommendation"),
    ("rules", "a rule file"),
    ("change", "the JSON of `compare --base`"),
];

/// A schema with its head.
fn headed(name: &str, title: &str, about: &str, body: Map<String, Json>) -> Json {
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), json!(DIALECT));
    // A name and no address: nothing is fetched to use it.
    schema.insert("$id".to_owned(), json!(format!("urn:chipwise:schema:{name}")));
    schema.insert("title".to_owned(), json!(title));
    schema.insert("description".to_owned(), json!(about));
    schema.extend(body);
    Json::Object(schema)
}

/// The entries of a JSON object that is written out in the code.
fn entries(object: Json) -> Map<String, Json> {
    match object {
        Json::Object(entries) => entries,
        _ => Map::new(),
    }
}
