//! `chipwise explain`: anything that the rules know, in plain words.

use super::output::Console;
use super::{Outcome, printing};
use crate::cli::ExplainArgs;
use crate::diag::Diagnostic;
use crate::knowledge::Knowledge;
use crate::render::page;
use crate::report::pages;

pub fn run(args: &ExplainArgs, knowledge: &Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    let sinks = match printing::sinks(&args.print) {
        Ok(sinks) => sinks,
        Err(problems) => {
            printing::complain(console, &problems);
            return Ok(Outcome::Wrong);
        }
    };
    let found = match args.id.as_deref().map(str::trim) {
        None => vec![pages::contents(knowledge)],
        Some(id) => {
            let mut found: Vec<pages::Page> = pages::list(knowledge, id).into_iter().collect();
            found.extend(pages::about(knowledge, id));
            if found.is_empty() {
                console.complain(&unknown(knowledge, id));
                return Ok(Outcome::Wrong);
            }
            found
        }
    };
    printing::print(console, &sinks, || page::texts(&found, console.width()), || page::json(&found))?;
    Ok(Outcome::Done)
}

/// An id that is none, with the nearest of every kind.
pub fn unknown(knowledge: &Knowledge, id: &str) -> Diagnostic {
    let near = pages::nearest(knowledge, id);
    let shown: String = id.chars().take(80).collect();
    let mut message = format!("nothing is called `{shown}`");
    if near.is_empty() {
        message += &format!("; list what there is with `chipwise explain` and one of {}", pages::kinds_in_words());
    } else {
        let each: Vec<String> = near.iter().map(|(kind, id)| format!("{kind} `{id}`")).collect();
        message += &format!("; near it: {}", each.join(", "));
    }
    Diagnostic::error("unknown-id", message).suggesting(near.into_iter().next().map(|(_, id)| id))
}
