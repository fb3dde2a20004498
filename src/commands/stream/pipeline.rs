//! Batches through many hands and out again in their order, with no more underway than fits.
//!
//! One thread reads, some work, and the caller's takes the pieces in the order of the batches, so that what is written is
//! the same for any number of hands. Every channel is bounded: who is ahead waits. The threads are not joined, because a
//! read from a terminal or a pipe may never end; they end with the program, or when nobody takes their pieces any more.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};

use crate::commands::input::{Batch, Batches};

/// Pieces of one batch that may wait to be taken.
const WAITING: usize = 16;
/// Batches underway for each hand.
const AHEAD: usize = 2;
/// While nothing comes, the caller looks up as often.
const TICK: Duration = Duration::from_millis(100);

/// What makes pieces from batches, on several threads at once.
pub trait Work: Send + Sync + 'static {
    type Piece: Send + 'static;
    /// What a hand keeps from one batch to the next.
    type Room: Default;

    /// Hands on the pieces of a batch; stops when one is refused.
    fn work(&self, batch: &Batch, room: &mut Self::Room, hand_on: &mut dyn FnMut(Self::Piece) -> bool);
}

/// What the caller is told of.
pub enum Event<P> {
    Piece(P),
    /// Nothing has come for a moment.
    Tick,
}

/// A batch that is to be worked on, and where its pieces go. The last of them is none.
type Task<P> = (Batch, SyncSender<Option<P>>);

/// Sends all batches through so many hands. Ends early, and returns false, when the caller wants no more.
///
/// # Errors
/// What the caller returns, and threads that cannot be had.
pub fn run<W: Work>(
    batches: Batches,
    work: &Arc<W>,
    hands: usize,
    mut take: impl FnMut(Event<W::Piece>) -> anyhow::Result<bool>,
) -> anyhow::Result<bool> {
    let hands = hands.max(1);
    let (tasks, waiting) = sync_channel::<Task<W::Piece>>(hands);
    let (places, in_order) = sync_channel::<Receiver<Option<W::Piece>>>(hands * AHEAD);
    let waiting = Arc::new(Mutex::new(waiting));
    for _ in 0..hands {
        let (work, waiting) = (work.clone(), waiting.clone());
        spawned(move || hand(work.as_ref(), &waiting))?;
    }
    spawned(move || read(batches, &tasks, &places))?;
    let mut underway: Option<Receiver<Option<W::Piece>>> = None;
    loop {
        let event = match &underway {
            None => match in_order.recv_timeout(TICK) {
                Ok(pieces) => {
                    underway = Some(pieces);
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => Event::Tick,
                // The reader has come to the end.
                Err(RecvTimeoutError::Disconnected) => return Ok(true),
            },
            Some(pieces) => match pieces.recv_timeout(TICK) {
                Ok(Some(piece)) => Event::Piece(piece),
                Ok(None) => {
                    underway = None;
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => Event::Tick,
                Err(RecvTimeoutError::Disconnected) => bail!("a thread ended before its work was done"),
            },
        };
        if !take(event)? {
            return Ok(false);
        }
    }
}

fn spawned(work: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let spawned: io::Result<_> = thread::Builder::new().spawn(work);
    spawned.map(|_| ()).context("no thread can be had")
}

/// Gives each batch its place in the order first, and then to whoever is free.
fn read<P>(batches: Batches, tasks: &SyncSender<Task<P>>, places: &SyncSender<Receiver<Option<P>>>) {
    for batch in batches {
        let (pieces, taken) = sync_channel(WAITING);
        if places.send(taken).is_err() || tasks.send((batch, pieces)).is_err() {
            return;
        }
    }
}

fn hand<W: Work>(work: &W, waiting: &Mutex<Receiver<Task<W::Piece>>>) {
    let mut room = W::Room::default();
    loop {
        let task = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((batch, pieces)) = task else { return };
        work.work(&batch, &mut room, &mut |piece| pieces.send(Some(piece)).is_ok());
        // Refused only when nobody takes any more, which the next task tells.
        let _ = pieces.send(None);
    }
}
