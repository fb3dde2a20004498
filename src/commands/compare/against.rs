//! `chipwise compare --base`: what is otherwise than it was.

use std::collections::HashSet;
use std::sync::Arc;

use super::super::base::{self, Base, MOST_WORKLOADS, Packed, Reading, Records};
use super::super::output::Console;
use super::super::workloads::{self, Prepared, Record};
use super::super::{Outcome, printing};
use crate::cli::{CompareArgs, RuleOptions};
use crate::diag::Diagnostic;
use crate::judge::Judge;
use crate::knowledge::{Knowledge, TargetId};
use crate::profile::Profile;
use crate::render::changes as render;
use crate::render::text::Style;
use crate::report::Context;
use crate::report::changes::{
    At, Before, Change, ChangeKind, Changes, Identity, Recorded, RulesChange, Version, appeared, changed, matched,
    vanished, without_answer,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Json,
    Ndjson,
    Markdown,
}

const FORMATS: [(Format, &str); 4] =
    [(Format::Text, "text"), (Format::Json, "json"), (Format::Ndjson, "ndjson"), (Format::Markdown, "markdown")];

pub fn run(
    args: &CompareArgs,
    base: &str,
    options: &RuleOptions,
    knowledge: &'static Knowledge,
    console: &Console,
) -> anyhow::Result<Outcome> {
    let Some(prepared) = workloads::prepare(&args.judge, &args.paths, &FORMATS, knowledge, console) else {
        return Ok(Outcome::Wrong);
    };
    let reading =
        Reading { args: &args.judge, options, paths: &args.paths, inputs: &prepared.inputs, knowledge, console };
    let base = match base::read(base, &reading) {
        Ok(base) => base,
        Err(problems) => {
            printing::complain(console, &problems);
            return Ok(Outcome::Wrong);
        }
    };
    let mut now = Vec::new();
    let mut too_many = false;
    let outcome = workloads::each(&prepared, knowledge, console, |path, record| {
        too_many |= now.len() >= MOST_WORKLOADS;
        if !too_many {
            now.push(current(&prepared, knowledge, &base, path, record));
        }
        Ok(())
    })?;
    if too_many {
        let message = format!("--base: more than {MOST_WORKLOADS} workloads; compare a part of them at a time");
        console.complain(&Diagnostic::error("too-many", message));
        return Ok(Outcome::Wrong);
    }
    let changes = compared(&prepared, knowledge, base, &now, args);
    print(args, &prepared, &changes, console)?;
    Ok(outcome)
}

/// A workload as it is now, with what it is known by.
struct Now {
    identity: Identity,
    path: Arc<str>,
    record: Result<Packed, Vec<Diagnostic>>,
}

fn current(prepared: &Prepared<Format>, knowledge: &Knowledge, base: &Base, path: &str, record: Record) -> Now {
    let key = base.keys.of(path);
    let record = record.map(|mut profile| {
        prepared.set.iter().for_each(|setting| profile.set(knowledge, setting));
        profile
    });
    let identity = match &record {
        Ok(profile) => base::identity(knowledge, key, profile),
        Err(_) => Identity { path: key, ..Identity::default() },
    };
    Now { identity, path: path.into(), record: record.map(Packed::of) }
}

fn compared(
    prepared: &Prepared<Format>,
    knowledge: &'static Knowledge,
    base: Base,
    now: &[Now],
    args: &CompareArgs,
) -> Changes {
    let after = Bench { context: prepared.context(knowledge), judge: prepared.judge(knowledge) };
    // Files that are named one by one say nothing about others that are gone.
    let only_files = args.paths.iter().all(|path| path.is_file());
    let was = Was::of(base.records, prepared, knowledge);
    let (before, identities) = (was.identities(), now.iter().map(|it| it.identity.clone()).collect::<Vec<_>>());
    let named: HashSet<&str> = identities.iter().map(|it| it.path.as_str()).collect();
    let (mut changes, mut compared) = (Vec::new(), 0);
    for (was_at, now_at) in matched(&before, &identities) {
        let is_elsewhere = |at: usize| only_files && !named.contains(before[at].path.as_str());
        if now_at.is_none() && was_at.is_some_and(is_elsewhere) {
            continue;
        }
        compared += 1;
        let mut change = was.change(was_at, now_at.map(|at| &now[at]), &after);
        if let (Some(change), Some(was_at), Some(now_at)) = (&mut change, was_at, now_at) {
            // Two folders hold the same file by different paths.
            change.was_at = change.was_at.take().filter(|_| before[was_at].path != identities[now_at].path);
        }
        changes.extend(change);
    }
    Changes {
        base: base.name,
        compared,
        changes,
        rules: was.rules().cloned(),
        version: after.context.version,
        as_of: after.context.as_of.to_string(),
    }
}

/// What judges one side.
struct Bench<'k> {
    context: Context<'k>,
    judge: Judge<'k>,
}

impl<'k> Bench<'k> {
    fn version<'s>(&'s self, profile: &'s Profile) -> Version<'s> {
        Version { context: &self.context, judge: &self.judge, profile }
    }
}

/// The workloads of the base, with what judges them.
enum Was {
    Profiles { bench: Box<Bench<'static>>, rules: Option<Arc<RulesChange>>, records: Vec<(Identity, base::Read)> },
    Answers(Vec<(Identity, Result<Recorded, At>)>),
}

impl Was {
    fn of(records: Records, prepared: &Prepared<Format>, now: &'static Knowledge) -> Self {
        match records {
            Records::Answers(records) => Was::Answers(records),
            Records::Profiles { knowledge, records } => {
                let ids = prepared.targets.iter().map(|target| now.target(*target).id.as_ref());
                let targets: Vec<TargetId> = ids.filter_map(|id| knowledge.target_id(id)).collect();
                let judge = Judge::new(knowledge);
                let judge = if prepared.targets.is_empty() { judge } else { judge.only(&targets) };
                let bench = Box::new(Bench { context: prepared.context(knowledge), judge });
                Was::Profiles { bench, rules: RulesChange::between(knowledge, now), records }
            }
        }
    }

    fn rules(&self) -> Option<&Arc<RulesChange>> {
        match self {
            Was::Profiles { rules, .. } => rules.as_ref(),
            Was::Answers(_) => None,
        }
    }

    fn identities(&self) -> Vec<Identity> {
        match self {
            Was::Profiles { records, .. } => records.iter().map(|(identity, _)| identity.clone()).collect(),
            Was::Answers(records) => records.iter().map(|(identity, _)| identity.clone()).collect(),
        }
    }

    /// What is otherwise about one workload; none where nothing is that matters.
    fn change(&self, was_at: Option<usize>, now: Option<&Now>, after: &Bench) -> Option<Change> {
        let Some(at) = was_at else { return now.map(|now| without_base(ChangeKind::New, now, after)) };
        match self {
            Was::Profiles { bench, rules, records } => match &records[at].1 {
                Ok(packed) => {
                    let profile = packed.profile(bench.context.knowledge);
                    against(Before::Version(bench.version(&profile)), now, after, rules.as_ref())
                }
                Err((path, problems)) => could_not_be_read(path.clone(), problems, now, after),
            },
            Was::Answers(records) => match &records[at].1 {
                Ok(recorded) => against(Before::Recorded(recorded), now, after, None),
                Err(at) => could_not_be_read(at.path.clone(), &[], now, after),
            },
        }
    }
}

/// A workload that the base has an answer for.
fn against(before: Before, now: Option<&Now>, after: &Bench, rules: Option<&Arc<RulesChange>>) -> Option<Change> {
    let Some(now) = now else { return Some(vanished(ChangeKind::Removed, before, Vec::new())) };
    match &now.record {
        Ok(packed) => changed(before, after.version(&packed.profile(after.context.knowledge)), rules),
        Err(problems) => {
            let change = vanished(ChangeKind::Unreadable, before, problems.clone());
            Some(Change { at: without_answer(ChangeKind::Unreadable, now.path.clone(), problems).at, ..change })
        }
    }
}

/// A workload that the base has and could not be read there.
fn could_not_be_read(path: Arc<str>, problems: &[Diagnostic], now: Option<&Now>, after: &Bench) -> Option<Change> {
    match now {
        None => Some(without_answer(ChangeKind::Removed, path, problems)),
        // It cannot be read now either.
        Some(now) if now.record.is_err() => None,
        Some(now) => Some(without_base(ChangeKind::Readable, now, after)),
    }
}

/// A workload of which the base has no answer.
fn without_base(kind: ChangeKind, now: &Now, after: &Bench) -> Change {
    match &now.record {
        Ok(packed) => appeared(kind, after.version(&packed.profile(after.context.knowledge))),
        Err(problems) => without_answer(ChangeKind::Unreadable, now.path.clone(), problems),
    }
}

fn print(args: &CompareArgs, prepared: &Prepared<Format>, changes: &Changes, console: &Console) -> anyhow::Result<()> {
    let style = Style { full: args.judge.full, width: console.width() };
    if changes.changes.is_empty() {
        console.note(&render::nothing(changes));
    }
    printing::print_each(console, &prepared.sinks, |format| match format {
        Format::Text => render::text(changes, style),
        Format::Markdown => render::markdown(changes, args.judge.full),
        Format::Json => format!("{:#}\n", render::json(changes)),
        Format::Ndjson => {
            changes.changes.iter().map(|change| format!("{}\n", render::json_of(changes, change))).collect()
        }
    })
}
