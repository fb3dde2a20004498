//! Many records at once: read, judged and written piece by piece on all cores, in the order of the input.

mod outputs;
mod pipeline;
mod progress;
mod work;

pub use outputs::Outputs;
pub use work::{Form, Piece, Wanted, Work};

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::Outcome;
use super::input::{Batches, Inputs};
use super::output::Console;
use super::workloads::Telling;
use pipeline::Event;
use progress::Progress;

/// More threads than this help nobody.
const MOST_JOBS: usize = 256;

/// As many threads as there are cores.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).min(MOST_JOBS)
}

/// Sends all inputs through. Each piece is handed to the caller in the order of the input, after what is wrong with its
/// records has been told.
///
/// Ctrl-C ends it behind a whole piece.
pub fn run(
    inputs: &Inputs,
    work: Work,
    jobs: usize,
    console: &Console,
    mut take: impl FnMut(Piece) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let interrupted = interrupts();
    let mut telling = Telling::default();
    let mut progress = Progress::new(console);
    let mut outcome = Outcome::Done;
    let whole = pipeline::run(Batches::of(inputs), &Arc::new(work), jobs, |event| {
        if let Event::Piece(piece) = event {
            progress.add(piece.records);
            if let (true, Some(path)) = (piece.begins, &piece.path) {
                telling.begin(path, console);
            }
            if !piece.told.is_empty() {
                progress.hide();
                piece.told.iter().for_each(|told| telling.tell(told, console));
            }
            if piece.wrong > 0 {
                outcome = Outcome::Wrong;
            }
            take(piece)?;
        }
        progress.show();
        Ok(!interrupted.load(Ordering::Relaxed))
    });
    progress.hide();
    telling.end(console);
    Ok(if whole? { outcome } else { Outcome::Interrupted })
}

/// Becomes true with Ctrl-C or a request to end. Where that cannot be had, these end the program at once.
fn interrupts() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let heard = interrupted.clone();
    let _ = ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed));
    interrupted
}
