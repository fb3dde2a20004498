//! `chipwise init`: a profile to start from, made from the vocabulary or taken from those that come with the program.

use std::collections::BTreeMap;
use std::path::Path;

use super::output::Console;
use super::{Outcome, printing};
use crate::cli::InitArgs;
use crate::diag::Diagnostic;
use crate::facts::FactId;
use crate::knowledge::Knowledge;
use crate::profile;
use crate::render::starter::yaml;
use crate::report::starter::starter;

// `TEMPLATES`: name and content of every profile that comes with the program.
include!(concat!(env!("OUT_DIR"), "/templates.rs"));

pub fn run(args: &InitArgs, knowledge: &Knowledge, console: &Console) -> anyhow::Result<Outcome> {
    if args.list {
        console.answer(&list())?;
        return Ok(Outcome::Done);
    }
    let answer = match &args.template {
        Some(name) => template(name, &args.set).map_err(|problem| vec![problem]),
        None => stated(knowledge, &args.set).map(|stated| yaml(&starter(knowledge, &stated))),
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(problems) => {
            printing::complain(console, &problems);
            return Ok(Outcome::Wrong);
        }
    };
    match &args.output {
        None => console.answer(&answer)?,
        Some(path) if path.exists() && !args.force => {
            console.complain(&exists(path));
            return Ok(Outcome::Wrong);
        }
        Some(path) => console.answer_in(path, &answer)?,
    }
    Ok(Outcome::Done)
}

fn exists(path: &Path) -> Diagnostic {
    let message = "the file exists; name another, or write over it with --force";
    Diagnostic::error("file-exists", message).in_file(path.to_string_lossy())
}

/// Every template with the first line of its comment.
fn list() -> String {
    let longest = TEMPLATES.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let first = |text: &'static str| text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
    TEMPLATES.iter().map(|(name, text)| format!("{name:longest$}  {}\n", first(text))).collect()
}

fn template(name: &str, set: &[String]) -> Result<String, Diagnostic> {
    if !set.is_empty() {
        return Err(Diagnostic::error("bad-argument", "--set fills in the starter; a template is written as it is"));
    }
    let found = TEMPLATES.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
    found.ok_or_else(|| {
        let known = TEMPLATES.iter().map(|(name, _)| *name);
        let nearest = crate::diag::nearest(name, known).map(str::to_owned);
        let message = format!("there is no template `{name}`; `chipwise init --list` shows them");
        Diagnostic::error("unknown-template", message).suggesting(nearest)
    })
}

/// The facts that `--set` states, each with the text of its value, or none where it is unknown.
fn stated(knowledge: &Knowledge, set: &[String]) -> Result<BTreeMap<FactId, Option<String>>, Vec<Diagnostic>> {
    let mut stated = BTreeMap::new();
    let mut problems = Vec::new();
    for written in set {
        match profile::set(knowledge, written) {
            Ok(setting) => {
                let text = written.split_once('=').map(|(_, value)| value.trim().to_owned());
                stated.insert(setting.fact, setting.known.and(text));
            }
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(stated) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::{TEMPLATES, list, stated};
    use crate::built_in;
    use crate::knowledge::Knowledge;
    use crate::profile::{self, Profile};
    use crate::read::{Format, Limits, read};
    use crate::render::starter::yaml;
    use crate::report::starter::starter;

    fn profile_of(knowledge: &Knowledge, text: &str) -> Profile {
        let nodes = read(text.as_bytes(), Format::Yaml, &Limits::default())
            .unwrap_or_else(|problem| panic!("{problem}\n{text}"));
        assert_eq!(nodes.len(), 1);
        profile::read(knowledge, &nodes[0], "starter.yaml").unwrap_or_else(|problems| panic!("{problems:#?}"))
    }

    #[test]
    fn every_template_is_listed_and_reads_as_a_profile() {
        let knowledge = built_in::knowledge();
        assert!(TEMPLATES.len() >= 20);
        for (name, text) in TEMPLATES {
            assert!(text.starts_with("# "), "{name} begins with a comment that says what it is");
            let profile = profile_of(&knowledge, text);
            assert_eq!(profile.name, *name);
        }
        assert_eq!(list().lines().count(), TEMPLATES.len());
    }

    #[test]
    fn the_starter_reads_as_it_stands_and_with_every_fact_uncommented() {
        let knowledge = built_in::knowledge();
        let text = yaml(&starter(&knowledge, &stated(&knowledge, &[]).unwrap()));
        assert_eq!(profile_of(&knowledge, &text).facts.iter().count(), 1);
        let fact_of = |line: &str| {
            let (id, _) = line.strip_prefix("# ")?.split_once(": ")?;
            knowledge.fact_id(id)
        };
        let open: String = text
            .lines()
            .map(|line| fact_of(line).map_or(line, |_| &line[2..]))
            .fold(String::new(), |all, line| all + line + "\n");
        let facts = text.lines().filter_map(fact_of).count() + 1;
        let statable = knowledge.facts.iter().filter(|fact| fact.absence != crate::knowledge::Absence::Derived).count();
        assert_eq!(facts, statable);
        assert!(profile_of(&knowledge, &open).facts.iter().count() > 90);
    }

    #[test]
    fn what_is_set_is_stated() {
        let knowledge = built_in::knowledge();
        let set = [
            "phase=training",
            "cloud=gcp,aws",
            "custom_ops=",
            "name=no",
            "training.run_length=3 weeks",
            "batch_size=unknown",
        ];
        let text = yaml(&starter(&knowledge, &stated(&knowledge, &set.map(str::to_owned)).unwrap()));
        let profile = profile_of(&knowledge, &text);
        assert_eq!(profile.name, "no");
        assert_eq!(profile.said_unknown.len(), 1);
        let stated: Vec<&str> = profile.facts.iter().map(|(fact, _)| knowledge.fact(fact).id.as_ref()).collect();
        for fact in ["phase", "cloud", "custom_ops", "training.run_length"] {
            assert!(stated.contains(&fact), "{fact}");
        }
    }
}
