//! `chipwise ask`: the questionnaire, then the recommendation.

mod lines;
mod plain;
mod rich;
mod saved;

use std::io::{self, IsTerminal};
use std::path::Path;

use super::formats::{FORMATS, Format};
use super::output::Console;
use super::workloads::{self, Prepared};
use super::{Outcome, input, printing, recommend};
use crate::ask::{Order, Session, Start};
use crate::cli::AskArgs;
use crate::diag::Diagnostic;
use crate::facts::{Facts, Value};
use crate::knowledge::Knowledge;
use crate::profile::{self, Profile};
use saved::{Saved, Texts};

/// How the questionnaire ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// There was a reason to stop, and nobody wanted to go on.
    Finished,
    Quit,
    /// The input ended in the middle.
    Input,
    /// Ctrl-C, or a request to end.
    Interrupted,
}

/// What both front ends need beside the session.
struct Front<'c> {
    knowledge: &'c Knowledge,
    saved: Saved,
    /// The answer in short.
    head: Box<dyn Fn(&Facts) -> String + 'c>,
    coloured: bool,
    /// The first failure to write the answers, told once.
    failed: Option<String>,
}

impl Front<'_> {
    /// Keeps the answers in the file, so that they outlive the program.
    fn keep(&mut self, session: &Session) {
        if let Err(problem) = self.saved.write(session) {
            self.failed.get_or_insert_with(|| problem.to_string());
        }
    }

    /// Saves the answers because the user wants it, and tells where.
    fn save(&mut self, session: &Session) -> String {
        let path = self.saved.path().display().to_string();
        match self.saved.keep(session) {
            Ok(()) => format!("The answers are in {path}."),
            Err(problem) => format!("The answers cannot be written to {path}: {problem}."),
        }
    }

    /// The first sentences of the recommendation.
    fn headline(&self, session: &Session) -> String {
        (self.head)(session.facts())
    }
}

pub fn run(args: &AskArgs, knowledge: &Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    let plain = match line_mode(args.plain) {
        Ok(plain) => plain,
        Err(problem) => return wrong(console, &[problem]),
    };
    let from: Vec<_> = args.from.iter().cloned().collect();
    let Some(prepared) = workloads::prepare(&args.judge, &from, &FORMATS, knowledge, console) else {
        return Ok(Outcome::Wrong);
    };
    if let Some(problem) = args.save.as_deref().and_then(|save| cannot_save(save, args.from.as_deref())) {
        return wrong(console, &[problem]);
    }
    let (mut profile, mut texts) =
        match args.from.as_deref().map_or_else(|| Ok(nothing(knowledge)), |it| begun(it, knowledge)) {
            Ok(begun) => begun,
            Err(problems) => return wrong(console, &problems),
        };
    profile.warnings.extend(profile::contradictions(knowledge, &profile));
    profile.warnings.iter().for_each(|warning| console.complain(warning));
    prepared.house.fill(&mut profile);
    set(knowledge, &prepared, &args.judge.set, &mut profile, &mut texts);
    name(knowledge, args.save.as_deref(), &mut profile, &mut texts);
    let judge = prepared.judge(knowledge);
    let start = Start { facts: profile.facts.clone(), declined: profile.said_unknown.clone() };
    let mut session = Session::new(&judge, start, if args.all { Order::All } else { Order::Adaptive });
    let begun = profile.clone();
    let head = |facts: &Facts| {
        let profile = Profile { facts: facts.clone(), ..begun.clone() };
        recommend::headline(&prepared, knowledge, console, profile)
    };
    let mut front = Front {
        knowledge,
        saved: Saved::new(args.save.as_deref(), texts),
        head: Box::new(head),
        coloured: console.colours_diagnostics(),
        failed: None,
    };
    let ended = if plain { plain::run(&mut front, &mut session)? } else { rich::run(&mut front, &mut session)? };
    let told = closing(&mut front, &session, ended, args.save.is_some());
    if let Some(told) = told {
        console.tell(&told);
    }
    if ended == Ended::Interrupted {
        return Ok(Outcome::Interrupted);
    }
    profile.facts = session.facts().clone();
    if let Some(save) = &args.save {
        profile.path = save.to_string_lossy().into();
    }
    recommend::one(&prepared, &args.judge, knowledge, console, profile)?;
    Ok(Outcome::Done)
}

fn wrong(console: &Console, problems: &[Diagnostic]) -> anyhow::Result<Outcome> {
    printing::complain(console, problems);
    Ok(Outcome::Wrong)
}

/// Whether the questionnaire goes line by line.
///
/// # Errors
/// There is no terminal, and no line mode was asked for: nobody could answer.
fn line_mode(plain: bool) -> Result<bool, Diagnostic> {
    if plain {
        return Ok(true);
    }
    let missing = match (io::stdin().is_terminal(), io::stderr().is_terminal()) {
        (true, true) => return Ok(std::env::var_os("TERM").is_some_and(|term| term == "dumb")),
        (false, _) => "standard input",
        (true, false) => "standard error",
    };
    let message = format!(
        "{missing} is no terminal, so nobody can answer; write answers line by line to `chipwise ask --plain`, or state \
         the facts in a file (`chipwise init`) and use `chipwise recommend FILE`"
    );
    Err(Diagnostic::error("no-terminal", message))
}

/// Answers are never lost at the end because a file could not be written, and never written over a file.
fn cannot_save(save: &Path, from: Option<&Path>) -> Option<Diagnostic> {
    let about = |code, message: String| Some(Diagnostic::error(code, message).in_file(save.to_string_lossy()));
    let yaml = save.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    if !yaml {
        return about("unknown-format", "--save writes YAML; name a file that ends in .yaml".to_owned());
    }
    if save.is_dir() {
        return about("is-a-folder", "--save: this is a folder; name a file".to_owned());
    }
    let same =
        |from: &Path| from == save || from.canonicalize().ok().is_some_and(|it| save.canonicalize().ok() == Some(it));
    if save.exists() && !from.is_some_and(same) {
        let path = save.display();
        let message = format!("--save: the file exists; name another, or go on with it by --from {path} --save {path}");
        return about("file-exists", message);
    }
    let folder = save.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return about("unreadable-file", format!("--save: there is no folder {}", folder.display()));
    }
    None
}

/// The profile to go on with, and the texts of its values.
fn begun(path: &Path, knowledge: &Knowledge) -> Result<(Profile, Texts), Vec<Diagnostic>> {
    let nodes = input::Files::nodes(&input::Disk, path).map_err(|problem| vec![problem])?;
    let [node] = nodes.as_slice() else {
        let message = format!("--from: the file holds {} workloads; a questionnaire is about one", nodes.len());
        return Err(vec![Diagnostic::error("bad-argument", message).in_file(path.to_string_lossy())]);
    };
    let profile = profile::read(knowledge, node, &path.to_string_lossy())?;
    Ok((profile, saved::texts(knowledge, node)))
}

fn nothing(knowledge: &Knowledge) -> (Profile, Texts) {
    let profile = Profile {
        name: "answers".to_owned(),
        path: "answers".into(),
        line: 1,
        facts: Facts::unknown(knowledge.facts.len()),
        labels: std::sync::Arc::default(),
        currencies: std::collections::BTreeMap::new(),
        said_unknown: Vec::new(),
        warnings: Vec::new(),
    };
    (profile, Texts::new())
}

/// States what `--set` says.
fn set(
    knowledge: &Knowledge,
    prepared: &Prepared<Format>,
    written: &[String],
    profile: &mut Profile,
    texts: &mut Texts,
) {
    for (setting, written) in prepared.set.iter().zip(written) {
        profile.set(knowledge, setting);
        let text = written.split_once('=').map(|(_, value)| value.trim().to_owned());
        if setting.known.is_none() {
            profile.said_unknown.push(setting.fact);
        } else {
            profile.said_unknown.retain(|fact| *fact != setting.fact);
        }
        texts.insert(setting.fact, setting.known.as_ref().and(text));
    }
}

/// A profile has a name: its own, or that of the file in which it is saved.
fn name(knowledge: &Knowledge, save: Option<&Path>, profile: &mut Profile, texts: &mut Texts) {
    let Some(fact) = knowledge.fact_id("name") else { return };
    if let Some(stem) =
        save.and_then(Path::file_stem).filter(|_| !texts.contains_key(&fact) && profile.path.as_ref() == "answers")
    {
        profile.name = stem.to_string_lossy().into_owned();
    }
    texts.entry(fact).or_insert_with(|| Some(profile.name.clone()));
    let value = Value::Text(profile.name.as_str().into());
    if profile.facts.get(fact).is_none() {
        let origin = crate::facts::Origin::of(crate::facts::OriginKind::Answered);
        profile.facts.set(fact, Some(crate::facts::Known { value, origin }));
    }
}

/// Writes what was answered and says where, in one line, where there is anything to say.
fn closing(front: &mut Front, session: &Session, ended: Ended, named: bool) -> Option<String> {
    let anything = !session.given().is_empty();
    if ended == Ended::Finished && !named {
        front.saved.done();
        return front.failed.take().map(|problem| format!("The answers could not be kept in a file: {problem}."));
    }
    if !named && !anything {
        return None;
    }
    let told = front.save(session);
    let path = front.saved.path().display();
    Some(match ended {
        Ended::Finished => told,
        _ => format!("{told} Go on: chipwise ask --from {path} --save {path}"),
    })
}
