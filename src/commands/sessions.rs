//! What holds where a profile stands: the rules, house facts and policy of the chipwise.toml in its folder or above.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::input::{self, Disk, Files, Inputs, STANDARD_INPUT};
use super::{hf_config, workloads};
use crate::check::{self, Disabled, Policy, RuleChoice};
use crate::cli::{JudgeArgs, RuleOptions};
use crate::diag::Diagnostic;
use crate::judge::Judge;
use crate::knowledge::{Knowledge, TargetId};
use crate::profile::{House, Profile, Setting};
use crate::read::{Format, Limits, Node};
use crate::report::Context;

/// The file that is looked for.
pub const NAME: &str = "chipwise.toml";

/// Everything that judging a profile takes, the same for all profiles under one chipwise.toml.
pub struct Session<'k> {
    pub judge: Judge<'k>,
    pub context: Context<'k>,
    pub set: Vec<Setting>,
    pub policy: Policy,
    /// The file, as it is shown.
    pub config: Option<String>,
    pub disabled: Vec<Disabled>,
    house: House,
}

impl Session<'_> {
    /// Puts in what holds for all profiles of the house, and what the command line sets.
    pub fn complete(&self, profile: &mut Profile) {
        self.house.fill(profile);
        for setting in &self.set {
            profile.set(self.context.knowledge, setting);
        }
    }
}

/// Which chipwise.toml is nearest to each profile.
#[derive(Default)]
struct Nearest {
    by_folder: HashMap<PathBuf, Option<PathBuf>>,
}

impl Nearest {
    /// The first chipwise.toml in the folder of a profile or above it. One that is no file is found too, so that what is
    /// wrong with it is told: to pass it over would judge by another.
    fn to(&mut self, profile: &Path) -> Option<PathBuf> {
        let folder = match profile.parent() {
            _ if profile.as_os_str() == STANDARD_INPUT => PathBuf::from("."),
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        if let Some(known) = self.by_folder.get(&folder) {
            return known.clone();
        }
        // What stands above is known by the whole path alone.
        let whole = fs::canonicalize(&folder).ok();
        let mut above = whole.as_deref().into_iter().flat_map(Path::ancestors).map(|folder| folder.join(NAME));
        let found = above.find(|path| path.symlink_metadata().is_ok()).map(as_seen_from_here);
        self.by_folder.insert(folder, found.clone());
        found
    }
}

/// The chipwise.toml that holds for all inputs of a run.
///
/// # Errors
/// Inputs under different ones: what is judged by different rules does not stand side by side.
pub fn one_for_all(args: &JudgeArgs, inputs: &Inputs) -> Result<Option<PathBuf>, Diagnostic> {
    if let Some(named) = &args.config {
        return Ok(Some(named.clone()));
    }
    let mut nearest = Nearest::default();
    let mut files = inputs.files();
    let Some(first) = files.next() else { return Ok(nearest.to(Path::new(STANDARD_INPUT))) };
    let found = nearest.to(first);
    match files.find(|file| nearest.to(file) != found) {
        None => Ok(found),
        Some(other) => {
            let shown = |config: Option<PathBuf>| config.map_or("none".to_owned(), |it| it.display().to_string());
            let message = format!(
                "profiles of one run stand under different files {NAME} ({} and {}): run them apart, or name one with --config",
                shown(found),
                shown(nearest.to(other))
            );
            Err(Diagnostic::error("bad-argument", message).in_file(other.to_string_lossy()))
        }
    }
}

/// The rules that the chipwise.toml of a run asks for; none where it asks for no others than the command line does.
///
/// # Errors
/// What is wrong with the file, or with the rules.
pub fn rules_of_run(
    args: &JudgeArgs,
    options: &RuleOptions,
    profiles: &[PathBuf],
) -> Result<Option<Knowledge>, Vec<Diagnostic>> {
    let config = match one_for_all(args, &Inputs::of(profiles, None)) {
        Ok(Some(config)) if options.instead.is_none() => config,
        // Where inputs stand under different files, that is told when they are looked at.
        _ => return Ok(None),
    };
    let file = config.to_string_lossy();
    let choice = check::rule_choice(&node(&Disk, &config).map_err(|problem| vec![problem])?, &file)?;
    if choice == RuleChoice::default() { Ok(None) } else { chosen(&Disk, &choice, options, Some(&config)).map(Some) }
}

/// The chipwise.toml above a folder.
pub fn above(folder: &Path) -> Option<PathBuf> {
    Nearest::default().to(folder)
}

/// The rules that hold for profiles under a chipwise.toml, wherever its files stand.
///
/// # Errors
/// What is wrong with the file, or with the rules.
pub fn rules_under(
    files: &dyn Files,
    options: &RuleOptions,
    config: Option<&Path>,
) -> Result<Knowledge, Vec<Diagnostic>> {
    let choice = match config {
        Some(config) if options.instead.is_none() => {
            let file = config.to_string_lossy();
            check::rule_choice(&node(files, config).map_err(|problem| vec![problem])?, &file)?
        }
        _ => RuleChoice::default(),
    };
    chosen(files, &choice, options, config)
}

/// House facts: those of `--facts` and `--prices` before those of a chipwise.toml, and what should be known of them.
///
/// # Errors
/// What is wrong with any of the files.
pub fn house(
    files: &dyn Files,
    knowledge: &Knowledge,
    args: &JudgeArgs,
    config: Option<&Path>,
) -> Result<(House, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (house, mut warnings) = input::house(files, knowledge, args.facts.as_deref(), args.prices.as_deref())?;
    let Some(config) = config else { return Ok((house, warnings)) };
    let file = config.to_string_lossy();
    let node = node(files, config).map_err(|problem| vec![problem])?;
    check::rule_choice(&node, &file)?;
    // A policy is nothing to a recommendation; a slip in it is told all the same.
    check::policy_of(knowledge, &node, &file)?;
    let Some(mut profile) = check::facts_of(knowledge, &node, &file)? else { return Ok((house, warnings)) };
    hf_config::fill(files, knowledge, &mut profile)?;
    warnings.append(&mut profile.warnings);
    let below = House::of(knowledge, &profile).map_err(|problem| vec![problem])?;
    Ok((house.before(below), warnings))
}

/// The rules that a file and the command line ask for together.
fn chosen(
    files: &dyn Files,
    choice: &RuleChoice,
    options: &RuleOptions,
    config: Option<&Path>,
) -> Result<Knowledge, Vec<Diagnostic>> {
    let folder = config.and_then(Path::parent).unwrap_or(Path::new(""));
    let beside = |written: &String| folder.join(written);
    let options = RuleOptions {
        instead: options.instead.clone().or_else(|| choice.dir.as_ref().map(beside)),
        extra: choice.extra.iter().map(beside).chain(options.extra.iter().cloned()).collect(),
    };
    let knowledge = if options.instead.is_none() && options.extra.is_empty() {
        crate::built_in::knowledge()
    } else {
        crate::knowledge::load(&input::rules(files, &options)?)?
    };
    let file = config.map_or_else(|| NAME.into(), |path| path.to_string_lossy());
    check::without(knowledge, &choice.disable, &file)
}

/// The sessions of a run, each made when a profile first needs it.
pub struct Sessions<'a> {
    args: &'a JudgeArgs,
    options: &'a RuleOptions,
    /// The session where there is no chipwise.toml.
    knowledge: &'a Knowledge,
    targets: Vec<TargetId>,
    nearest: Nearest,
    by_config: HashMap<Option<PathBuf>, Outcome<'a>>,
    as_of: jiff::civil::Date,
}

/// A session, or what is wrong with its chipwise.toml.
pub type Outcome<'a> = Rc<Result<Session<'a>, Vec<Diagnostic>>>;

impl<'a> Sessions<'a> {
    pub fn new(
        args: &'a JudgeArgs,
        options: &'a RuleOptions,
        knowledge: &'a Knowledge,
        targets: &[TargetId],
        as_of: jiff::civil::Date,
    ) -> Self {
        let targets = targets.to_vec();
        Self { args, options, knowledge, targets, nearest: Nearest::default(), by_config: HashMap::new(), as_of }
    }

    /// The chipwise.toml that holds for a profile of this path.
    pub fn config_of(&mut self, profile: &str) -> Option<PathBuf> {
        match &self.args.config {
            Some(named) => Some(named.clone()),
            None => self.nearest.to(Path::new(profile)),
        }
    }

    /// The session for a profile of this path.
    pub fn of(&mut self, profile: &str) -> Outcome<'a> {
        let config = self.config_of(profile);
        if let Some(known) = self.by_config.get(&config) {
            return known.clone();
        }
        let session = Rc::new(self.session(config.as_deref()));
        self.by_config.insert(config, session.clone());
        session
    }

    fn session(&self, config: Option<&Path>) -> Result<Session<'a>, Vec<Diagnostic>> {
        let (file, node) = match config {
            Some(path) => (path.to_string_lossy().into_owned(), node(&Disk, path).map_err(|problem| vec![problem])?),
            None => (NAME.to_owned(), check::empty()),
        };
        let mut choice = check::rule_choice(&node, &file)?;
        if self.options.instead.is_some() {
            // Other rules than those that the file speaks of.
            choice = RuleChoice::default();
        }
        let knowledge = self.knowledge_for(&choice, config, &file)?;
        let policy = check::policy_of(knowledge, &node, &file)?;
        let (house, _) = house(&Disk, knowledge, self.args, config)?;
        let judge = Judge::new(knowledge);
        let judge = if self.targets.is_empty() { judge } else { judge.only(&self.targets) };
        Ok(Session {
            judge,
            context: Context { knowledge, as_of: self.as_of, version: env!("CARGO_PKG_VERSION") },
            set: workloads::settings(knowledge, &self.args.set)?,
            policy,
            config: config.map(|_| file),
            disabled: choice.disable,
            house,
        })
    }

    /// The rules that the file and the command line ask for.
    fn knowledge_for(
        &self,
        choice: &RuleChoice,
        config: Option<&Path>,
        file: &str,
    ) -> Result<&'a Knowledge, Vec<Diagnostic>> {
        if *choice == RuleChoice::default() {
            return Ok(self.knowledge);
        }
        let knowledge = chosen(&Disk, choice, self.options, config)?;
        if knowledge.targets.len() != self.knowledge.targets.len() && !self.targets.is_empty() {
            let message = "--targets: the rules of this file have other targets";
            return Err(vec![Diagnostic::error("bad-argument", message).in_file(file)]);
        }
        // Needed to the end, as the rules of the program are.
        Ok(Box::leak(Box::new(knowledge)))
    }
}

/// A path below the folder of the moment without that folder in front.
pub fn as_seen_from_here(path: PathBuf) -> PathBuf {
    let here = env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    path.strip_prefix(&here).map(Path::to_owned).unwrap_or(path)
}

/// The content of the file. One in which nothing is written asks for nothing.
fn node(files: &dyn Files, path: &Path) -> Result<Node, Diagnostic> {
    let limits = Limits::default();
    let bytes = files.bytes_of_plain_file(path, limits.record_bytes)?;
    let name = path.to_string_lossy();
    match crate::read::read(&bytes, Format::Toml, &limits) {
        Ok(nodes) => Ok(nodes.into_iter().next().unwrap_or_else(check::empty)),
        Err(problem) if problem.code == "empty-file" => Ok(check::empty()),
        Err(problem) => Err(problem.in_file(name)),
    }
}
