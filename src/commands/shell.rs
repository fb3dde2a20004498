//! `chipwise completions` and `chipwise man`: made from the definition of the command line.

use std::fs;

use anyhow::Context;
use clap::CommandFactory;

use super::Outcome;
use super::output::Console;
use crate::cli::{Cli, CompletionsArgs, ManArgs};

/// Prints the completions for a shell.
pub fn completions(args: &CompletionsArgs, console: &Console) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "chipwise", &mut script);
    console.answer(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::Done)
}

/// Prints the manual page of the program, or writes the pages of all commands into a folder.
pub fn man(args: &ManArgs, console: &Console) -> anyhow::Result<Outcome> {
    match &args.output {
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            console.answer(&String::from_utf8_lossy(&page))?;
        }
        Some(folder) => {
            let failed = || format!("cannot write the pages into {}", folder.display());
            fs::create_dir_all(folder).with_context(failed)?;
            clap_mangen::generate_to(Cli::command(), folder).with_context(failed)?;
        }
    }
    Ok(Outcome::Done)
}
