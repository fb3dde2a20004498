//! The command line as types.

mod compare;
mod pipeline;

pub use compare::{CompareArgs, SortKey};
pub use pipeline::{CheckArgs, CompletionsArgs, ManArgs, SchemaArgs, SchemaName};

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use pipeline::CHECK_HELP;

/// Recommends hardware for a machine-learning workload and shows its reasons.
#[derive(Debug, Parser)]
#[command(name = "chipwise", version, about, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Start:  chipwise ask                       a few questions, then the recommendation
        chipwise init > workload.yaml      a commented profile to fill in (--list shows more to start from)
        chipwise recommend workload.yaml   the recommendation, with its reasons

Exit codes: 0 done (whatever the verdict), 1 a check or lint found something, 2 wrong usage or input")]
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

    /// Ask about a workload, no more than it takes, then recommend hardware for it
    Ask(AskArgs),

    /// Hold profiles to what was decided, expected or laid down as policy: for pipelines
    #[command(after_help = CHECK_HELP)]
    Check(CheckArgs),

    /// Set many workloads side by side, a row each: files, folders, patterns, streams of any length
    Compare(CompareArgs),

    /// Show what other values of some facts would change, or what would change the recommendation at all
    WhatIf(WhatIfArgs),

    /// Work out the memory that a workload needs, the chips and machines that hold it, what bounds it and how long it takes
    Size(SizeArgs),

    /// List and filter the chips, machines and slices of the catalogue, or show one of them in full
    Chips(ChipsArgs),

    /// List, show, lint and trace the rules
    Rules(RulesArgs),

    /// Tell in plain words what a rule, fact, target, concern, claim, chip or anything else is
    Explain(ExplainArgs),

    /// Write a commented profile to start from
    Init(InitArgs),

    /// Print the JSON Schema of profiles, recommendations, changes or rule files, for editors and other programs
    Schema(SchemaArgs),

    /// Print the completions for a shell
    Completions(CompletionsArgs),

    /// Print the manual page, or write those of all commands into a folder
    Man(ManArgs),
}

impl Command {
    /// How workloads are judged and which files they are in, of commands that judge all of them by the same rules.
    pub fn judges_together(&self) -> Option<(&JudgeArgs, &[PathBuf])> {
        match self {
            Command::Recommend(args) => Some((&args.judge, &args.profiles)),
            Command::Compare(args) => Some((&args.judge, &args.paths)),
            Command::WhatIf(args) => Some((&args.judge, &args.profiles)),
            Command::Size(args) => Some((&args.judge, &args.profiles)),
            Command::Ask(args) => Some((&args.judge, args.from.as_slice())),
            _ => None,
        }
    }
}

/// Where an answer goes that comes as text or JSON.
#[derive(Clone, Debug, Default, Args)]
pub struct PrintArgs {
    /// text or json; NAME=FILE writes to a file; may be repeated [default: text]
    #[arg(long, value_name = "NAME[=FILE]")]
    pub format: Vec<String>,

    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct RulesArgs {
    #[command(subcommand)]
    pub command: RulesCommand,
}

#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// List the rules, one row each
    List(RulesListArgs),

    /// Show a rule whole: condition, effects, claims, sources, examples
    Show(RulesShowArgs),

    /// Look for what is wrong with the rules
    #[command(after_help = "Exit codes: 0 no errors, 1 errors (--strict: or warnings), 2 unreadable or invalid rules")]
    Lint(RulesLintArgs),

    /// Show claims with what uses them, and rules with the claims that they rest on
    Trace(RulesTraceArgs),
}

#[derive(Debug, Args)]
pub struct RulesListArgs {
    /// Only the rules of this concern
    #[arg(long, value_name = "CONCERN")]
    pub concern: Option<String>,

    /// Only the rules that speak of this target
    #[arg(long, value_name = "TARGET")]
    pub target: Option<String>,

    #[command(flatten)]
    pub print: PrintArgs,
}

#[derive(Debug, Args)]
pub struct RulesShowArgs {
    /// The id of a rule or presumption
    #[arg(value_name = "ID")]
    pub id: String,

    #[command(flatten)]
    pub print: PrintArgs,
}

#[derive(Debug, Args)]
pub struct RulesLintArgs {
    /// Take warnings for errors
    #[arg(long)]
    pub strict: bool,

    /// The day on which reviews are judged [default: today]
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,

    #[command(flatten)]
    pub print: PrintArgs,
}

#[derive(Debug, Args)]
pub struct RulesTraceArgs {
    /// A claim, or anything that names claims; all if none is given
    #[arg(value_name = "ID")]
    pub id: Option<String>,

    #[command(flatten)]
    pub print: PrintArgs,
}

#[derive(Debug, Args)]
#[command(mut_arg("format", |arg| arg.help("text, json or csv; NAME=FILE writes to a file; may be repeated [default: text]")))]
pub struct ChipsArgs {
    /// A chip (h100), a machine (ct6e-standard-8t) or a slice (v5p-8); all chips if none is given
    #[arg(value_name = "ID", conflicts_with_all = ["place", "target", "memory", "machines"])]
    pub id: Option<String>,

    /// Only what can be had in this place
    #[arg(long, value_name = "PLACE")]
    pub place: Option<String>,

    /// Only the chips of this target
    #[arg(long, value_name = "TARGET")]
    pub target: Option<String>,

    /// Only chips with at least so much memory (40GB, 40GiB)
    #[arg(long, value_name = "BYTES")]
    pub memory: Option<String>,

    /// List machines and slices instead of chips
    #[arg(long)]
    pub machines: bool,

    #[command(flatten)]
    pub print: PrintArgs,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// An id; or rules, facts, targets, concerns, topics, verdicts, findings, claims, chips, machines, sources, packages, conflicts, presumptions, contradictions; without one, what there is
    #[arg(value_name = "ID")]
    pub id: Option<String>,

    #[command(flatten)]
    pub print: PrintArgs,
}

#[derive(Debug, Args)]
pub struct InitArgs {
    /// Write a profile that comes with the program, as it is
    #[arg(long, value_name = "NAME")]
    pub template: Option<String>,

    /// List the profiles that come with the program
    #[arg(long, conflicts_with_all = ["template", "set", "output"])]
    pub list: bool,

    /// State a fact in the profile (cloud=gcp,aws; cloud= is empty; =unknown)
    #[arg(long, value_name = "FACT=VALUE")]
    pub set: Vec<String>,

    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Write over a file that exists
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
#[command(mut_arg("format", |arg| arg.help("text, json, ndjson or markdown; NAME=FILE writes to a file; may be repeated [default: text]")))]
pub struct RecommendArgs {
    /// Files in YAML, JSON, NDJSON or TOML, folders, patterns like 'teams/**/*.yaml', or - for standard input
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,

    #[command(flatten)]
    pub judge: JudgeArgs,

    /// How much is told: the answer alone, also its reasons, or also what is open and what would change it
    #[arg(long, value_name = "DEPTH", default_value = "full")]
    pub explain: Depth,

    /// Make the case against one target instead, and tell the shortest way to it
    #[arg(long, value_name = "TARGET")]
    pub why_not: Option<String>,
}

#[derive(Debug, Args)]
pub struct WhatIfArgs {
    /// Files in YAML, JSON, NDJSON or TOML, folders, patterns, or - for standard input; each workload is told in turn
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,

    #[command(flatten)]
    pub judge: JudgeArgs,
}

#[derive(Debug, Args)]
pub struct SizeArgs {
    /// Files in YAML, JSON, NDJSON or TOML, folders, patterns, or - for standard input; each workload is sized in turn
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,

    #[command(flatten)]
    pub judge: JudgeArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
At any question: ? tells why it is asked; back, save and quit do what they say; unknown is always an answer.
Exit codes: 0 done (whatever the verdict), 2 wrong usage or input, 130 interrupted (the answers are saved)")]
pub struct AskArgs {
    /// Write the answers as a profile, in YAML
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Go on with this profile: ask only what it does not say
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,

    /// Ask line by line, one answer a line: for screen readers, scripts and pipes
    #[arg(long)]
    pub plain: bool,

    /// Ask everything that applies, in a natural order
    #[arg(long)]
    pub all: bool,

    #[command(flatten)]
    pub judge: JudgeArgs,
}

/// How a workload is judged and where the answer goes.
#[derive(Clone, Debug, Default, Args)]
pub struct JudgeArgs {
    /// text, json or markdown; NAME=FILE writes to a file; may be repeated [default: text]
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

    /// House facts: a file that is written as a profile and holds for all where they say nothing themselves
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,

    /// A price list in CSV or YAML, put behind the prices that a profile states
    #[arg(long, value_name = "FILE")]
    pub prices: Option<PathBuf>,

    /// The format of standard input, and of files whose name tells none: yaml, json, toml or ndjson [default: by content]
    #[arg(long, value_name = "NAME")]
    pub input_format: Option<String>,

    /// The chipwise.toml that holds for all profiles [default: the first in the folder of each or above]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The day on which waivers and reviews are judged [default: today]
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,

    /// Show everything, without abridgement
    #[arg(long)]
    pub full: bool,
}

/// How much is told of a recommendation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Depth {
    None,
    Reasons,
    Full,
}
