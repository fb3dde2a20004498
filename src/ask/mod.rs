//! The questionnaire: which question next, and when nothing that is open matters any more. Pure; it knows no terminal.

mod likely;
mod outlook;
mod prompt;
mod random;
mod replay;
mod reply;
mod sample;
mod session;
mod state;

pub use likely::{Completion, Guess, Likely};
pub use outlook::{Outlook, Worth};
pub use prompt::{Form, Prompt, standing, stop_in_words};
pub use random::Random;
pub use replay::{Replay, random_profile, replay};
pub use reply::{Wish, answer, wish};
pub use session::{Asked, Given, IDLE_ANSWERS, Order, Reply, Session, Start, Step, Stop, stated};
