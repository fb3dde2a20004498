//! The rules as they are run. What they mean is said by [`crate::knowledge::Assessment`] and by the scores; here the same
//! is worked out without looking at anything twice, so that judging again with other facts costs next to nothing.

mod circuit;
mod patterns;
mod program;
mod readings;
mod run;
mod state;
mod tally;

pub use program::Program;
pub use run::{Given, Run};
pub use tally::{Place, Status};
