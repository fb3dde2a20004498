//! The arguments of commands for pipelines, editors and shells.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::JudgeArgs;

/// How `check` ends.
pub const CHECK_HELP: &str = "\
A profile is held to its `decision`, to --expect, and to the [policy] of chipwise.toml; `accept` in it waives findings.
Exit codes: 0 all hold or are open, 1 a decision is contradicted or the policy broken, 2 wrong usage or input, or nothing
was checked. They are the same in every format.";

#[derive(Debug, Args)]
#[command(mut_arg("format", |arg| arg.help("text, json, github, sarif or junit; NAME=FILE writes to a file; may be repeated [default: text]")))]
pub struct CheckArgs {
    /// Files in YAML, JSON, NDJSON or TOML, folders, patterns like 'teams/**/*.yaml', or - for standard input
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,

    /// The target that every profile is expected to get
    #[arg(long, value_name = "TARGET")]
    pub expect: Option<String>,

    #[command(flatten)]
    pub judge: JudgeArgs,
}

#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// What the schema describes
    #[arg(value_name = "WHAT")]
    pub name: SchemaName,

    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaName {
    /// What is known about one workload
    Profile,
    /// The JSON of `recommend` and `compare`
    Recommendation,
    /// A rule file
    Rules,
    /// The JSON of `compare --base`
    Change,
}

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write a page for every command into this folder
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
}
