//! How far a long run has come, in one line on the terminal.

use std::time::{Duration, Instant};

use crate::commands::output::Console;

/// A run shorter than this needs no telling.
const PATIENCE: Duration = Duration::from_secs(2);
/// As often it is told anew.
const PACE: Duration = Duration::from_millis(500);

/// A line on standard error that is written over, where somebody looks at it and the answer goes elsewhere.
pub struct Progress<'c> {
    console: Option<&'c Console>,
    begun: Instant,
    told: Option<Instant>,
    records: usize,
}

impl<'c> Progress<'c> {
    pub fn new(console: &'c Console) -> Self {
        let console = console.shows_progress().then_some(console);
        Self { console, begun: Instant::now(), told: None, records: 0 }
    }

    pub fn add(&mut self, records: usize) {
        self.records += records;
    }

    /// Tells how many records have been judged, now and then.
    pub fn show(&mut self) {
        let Some(console) = self.console else { return };
        let due = self.told.map_or(self.begun + PATIENCE, |told| told + PACE);
        let now = Instant::now();
        if now < due {
            return;
        }
        self.told = Some(now);
        let seconds = (now - self.begun).as_secs_f64();
        console.tell_over(&format!("{} workloads judged, {:.0} a second", self.records, self.records as f64 / seconds));
    }

    /// Takes the line away.
    pub fn hide(&mut self) {
        if let (Some(console), Some(_)) = (self.console, self.told.take()) {
            console.tell_over("");
        }
    }
}
