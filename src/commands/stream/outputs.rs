//! Where the forms of an answer go, written as the pieces come or, where they are sorted, at the end.

use super::work::Form;
use crate::commands::output::{Console, Writer};
use crate::commands::printing::Sink;
use crate::render::comparison::CSV_HEAD;

/// One form of the answer, and where it goes.
pub struct Output {
    pub form: Form,
    out: Writer,
    begun: bool,
}

/// All forms that are written record by record, in the order in which they were asked for.
pub struct Outputs(pub Vec<Output>);

impl Outputs {
    /// The places of the sinks that have such a form.
    pub fn of<F: Copy>(sinks: &[Sink<F>], form: impl Fn(F) -> Option<Form>, console: &Console) -> anyhow::Result<Self> {
        let streaming = sinks.iter().filter_map(|sink| Some((form(sink.format)?, sink.file.as_deref())));
        let outputs = streaming.map(|(form, file)| {
            let mut out = console.plain_writer(file)?;
            if form == Form::Csv {
                out.write(CSV_HEAD)?;
            }
            Ok(Output { form, out, begun: false })
        });
        outputs.collect::<anyhow::Result<_>>().map(Self)
    }

    pub fn forms(&self) -> Vec<Form> {
        self.0.iter().map(|output| output.form).collect()
    }

    /// Writes what came of some records.
    pub fn write(&mut self, written: &[Vec<u8>]) -> anyhow::Result<()> {
        self.0.iter_mut().zip(written).try_for_each(|(output, bytes)| output.write(bytes))
    }

    /// Ends every list.
    pub fn finish(self) -> anyhow::Result<()> {
        self.0.into_iter().try_for_each(|mut output| match (output.form, output.begun) {
            (Form::Item, true) => output.out.write("\n]\n"),
            (Form::Item, false) => output.out.write("[]\n"),
            (Form::Line | Form::Csv, _) => Ok(()),
        })
    }
}

impl Output {
    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        if self.form == Form::Item {
            self.out.write(if self.begun { ",\n  " } else { "[\n  " })?;
        }
        self.begun = true;
        self.out.write_bytes(bytes)
    }
}
