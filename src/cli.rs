//! The command line as types.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Recommends hardware for a machine-learning workload and shows its reasons.
#[derive(Debug, Parser)]
#[command(name = "chipwise", version, about, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Start:  chipwise init > workload.yaml      a commented profile to fill in (--list shows more to start from)
        chipwise recommend workload.yaml   the recommendation, with its reasons

Exit codes: 0 done (whatever the verdict), 1 a lint found something, 2 wrong usage or input")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colour [NO_COLOR and TERM=dumb are respected]
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,

    /// Print no diagnostics but errors
    #[arg(long, short, global = true)]
    pub quiet: bool,

    #[command(flatten)]
    pub rules: RuleOptions,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    Auto,
    Always,
    Never,
}

/// Which rules are used.
#[derive(Clone, Debug, Default, Args)]
pub struct RuleOptions {
    /// Use the rule files of this folder instead of the built-in ones
    #[arg(long = "rules", global = true, value_name = "DIR")]
    pub instead: Option<PathBuf>,

    /// Use the rule files of this folder on top
    #[arg(long = "extra-rules", global = true, value_name = "DIR")]
    pub extra: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Recommend hardware for the workloads of one or more profiles
    Recommend(RecommendArgs),
}

#[derive(Debug, Args)]
pub struct RecommendArgs {
    /// YAML or JSON profiles; a file may hold several workloads
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,

    /// text or json; NAME=FILE writes to a file; may be repeated [default: text]
    #[arg(long, value_name = "NAME[=FILE]")]
    pub format: Vec<String>,

    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Judge only these targets
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    pub targets: Vec<String>,

    /// Set a fact, over what the profile says (cloud=gcp,aws; cloud= is empty; =unknown)
    #[arg(long, value_name = "FACT=VALUE")]
    pub set: Vec<String>,

    /// The day on which waivers and reviews are judged [default: today]
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,

    /// Show everything, without abridgement
    #[arg(long)]
    pub full: bool,
}
