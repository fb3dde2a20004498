//! One file for each format. A renderer turns a report into text and decides nothing.

pub mod catalogue;
pub mod changes;
pub mod check;
pub mod comparison;
pub mod diagnostic;
pub mod json;
pub mod markdown;
pub mod page;
pub mod starter;
pub mod text;
