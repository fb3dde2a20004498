//! The rules as they are run. What they mean is said by [`crate::knowledge::Assessment`] and by the scores; here the same
//! is worked out without looking at anything twice, so that judging again with other facts costs next to nothing.

mod gates;
mod given;
mod matrix;
mod patterns;
mod program;
mod run;
mod state;
mod tally;

pub use given::Given;
pub use program::{Counting, Program};
pub use run::{Base, Run};
pub use tally::{Place, Status};
