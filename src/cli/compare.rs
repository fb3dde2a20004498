//! The arguments of `compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Depth, JudgeArgs};

#[derive(Debug, Args)]
#[command(mut_arg("format", |arg| arg.help("text, json, ndjson, csv or markdown; NAME=FILE writes to a file; may be repeated [default: text]")))]
#[command(after_help = "\
A record that cannot be read stands in its place as an error, and the rest goes on.
Exit codes: 0 done (whatever the verdicts), 2 wrong usage or input, also of some records only, 130 interrupted")]
pub struct CompareArgs {
    /// Files in YAML, JSON, NDJSON or TOML, folders, patterns like 'teams/**/*.yaml', or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    #[command(flatten)]
    pub judge: JudgeArgs,

    /// How much is told: the answer alone, also its reasons, or also what is open [default: reasons; --summary: full]
    #[arg(long, value_name = "DEPTH")]
    pub explain: Option<Depth>,

    /// The order of the rows
    #[arg(long, value_name = "KEY")]
    pub sort: Option<SortKey>,

    /// Of json and ndjson write only name, source, labels and the answer
    #[arg(long)]
    pub brief: bool,

    /// Sum up instead: targets, verdicts, open facts, flips, cautions, costs
    #[arg(long, conflicts_with_all = ["sort", "brief"])]
    pub summary: bool,

    /// Show what changed against a base and which change made the difference: a folder of profiles, a file of answers (the
    /// json or ndjson of an earlier run), or a revision of git
    #[arg(long, value_name = "REV|DIR|JSON", conflicts_with_all = ["sort", "brief", "summary", "explain", "jobs"])]
    pub base: Option<String>,

    /// How many threads judge [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub jobs: Option<u8>,
}

/// What rows are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SortKey {
    /// The order of the input
    Source,
    Name,
    Target,
    /// The clearest first
    Verdict,
    /// The greatest lead over the runner-up first
    Lead,
    /// The greatest cost a month today first
    Cost,
}
