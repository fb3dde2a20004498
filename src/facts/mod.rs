//! What is known about a workload: typed values, where each came from, and three-valued truth for the rest.

mod known;
mod truth;
mod value;

pub use known::{FactId, Facts, Known, Origin, OriginKind};
pub use truth::Truth;
pub use value::{Cell, ChoiceSet, Row, Value, normal_name};
