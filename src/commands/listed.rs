//! Writes answers in one format as they come: text with a blank line between, JSON as one object or as a list.

use serde_json::Value as Json;

use super::output::{Console, Writer};
use super::printing::Sink;

/// Where the answers of one format go.
pub struct Printer<F> {
    pub format: F,
    out: Writer,
    many: bool,
    written: usize,
    /// Whether a list has been begun.
    listed: bool,
    /// The first record as JSON, until it is known whether it stands alone.
    held: Option<String>,
}

impl<F: Copy> Printer<F> {
    /// A printer for each place that is asked for; with `many`, JSON is a list even of one.
    pub fn all(sinks: &[Sink<F>], many: bool, console: &Console) -> anyhow::Result<Vec<Self>> {
        sinks.iter().map(|sink| Self::new(sink, many, console)).collect()
    }

    fn new(sink: &Sink<F>, many: bool, console: &Console) -> anyhow::Result<Self> {
        let out = console.writer(sink.file.as_deref())?;
        Ok(Self { format: sink.format, out, many, written: 0, listed: false, held: None })
    }

    /// Writes one text, behind the others with a gap between.
    pub fn text(&mut self, gap: &str, text: &str) -> anyhow::Result<()> {
        let gap = if self.written > 0 { gap } else { "" };
        self.written += 1;
        self.out.write(&format!("{gap}{text}"))
    }

    /// Writes one object, or keeps it until it is known whether it stands alone.
    pub fn json(&mut self, record: &Json) -> anyhow::Result<()> {
        let text = format!("{record:#}");
        if self.written == 0 && !self.many {
            self.written = 1;
            self.held = Some(text);
            return Ok(());
        }
        (self.many, self.listed) = (true, true);
        if let Some(first) = self.held.take() {
            self.out.write(&format!("[\n  {}", indented(&first)))?;
        }
        let gap = if self.written > 0 { ",\n  " } else { "[\n  " };
        self.written += 1;
        self.out.write(&format!("{gap}{}", indented(&text)))
    }

    /// Writes one object on a line of its own.
    pub fn line(&mut self, record: &Json) -> anyhow::Result<()> {
        self.out.write(&format!("{record}\n"))
    }

    /// Ends the list.
    pub fn finish(mut self) -> anyhow::Result<()> {
        match self.held.take() {
            Some(alone) => self.out.write(&format!("{alone}\n")),
            None if self.listed => self.out.write("\n]\n"),
            None => Ok(()),
        }
    }
}

/// A text one level further in, as an item of a list. No line of JSON begins within a text.
fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}
