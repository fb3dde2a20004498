//! `chipwise schema`: JSON Schemas of what is read and written.

use super::Outcome;
use super::output::Console;
use super::printing::{self, Sink};
use crate::cli::{SchemaArgs, SchemaName};
use crate::diag::Diagnostic;
use crate::knowledge::Knowledge;
use crate::schema;

pub fn run(args: &SchemaArgs, knowledge: &Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    let schema = match args.name {
        SchemaName::Profile => schema::profile(knowledge),
        SchemaName::Recommendation => schema::recommendation(knowledge),
        SchemaName::Rules => schema::rules(knowledge),
        SchemaName::Change => schema::change(knowledge),
    };
    // Whether it was written before or not, it is the same.
    let sink = Sink { format: (), file: args.output.clone() };
    if sink.file.as_ref().is_some_and(|file| file.is_dir()) {
        let message = "--output names a folder; name a file";
        printing::complain(console, &[Diagnostic::error("bad-argument", message)]);
        return Ok(Outcome::Wrong);
    }
    printing::print_each(console, &[sink], |()| format!("{schema:#}\n"))?;
    Ok(Outcome::Done)
}
