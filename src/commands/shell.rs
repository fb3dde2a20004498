//! `chipwise completions` and `chipwise man`: made from the definition of the command line.

use std::fs;

use anyhow::Context;
use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory};

use super::Outcome;
use super::output::Console;
use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::knowledge::Knowledge;

/// Prints the completions for a shell.
pub fn completions(
    args: &CompletionsArgs,
    knowledge: &'static Knowledge,
    console: &Console,
) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    let mut command = with_targets(Cli::command(), knowledge);
    clap_complete::generate(args.shell, &mut command, "chipwise", &mut script);
    console.answer(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::Done)
}

/// The command line with the names of targets as values of every option that takes one. Only completions know them: what
/// is given is judged by the rules in use, which may have others.
fn with_targets(command: Command, knowledge: &'static Knowledge) -> Command {
    let takes_target = |arg: &Arg| arg.get_value_names().is_some_and(|names| names.len() == 1 && names[0] == "TARGET");
    let targets = || {
        let values = knowledge.targets.iter();
        values.map(|it| PossibleValue::new(it.id.as_ref()).help(it.name.as_ref())).collect::<Vec<_>>()
    };
    let command = command.mut_args(|arg| if takes_target(&arg) { arg.value_parser(targets()) } else { arg });
    command.mut_subcommands(|command| with_targets(command, knowledge))
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
