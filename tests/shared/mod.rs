//! What several tests read, the shipped profiles and the cases, and do with them.

// No test needs all of it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use chipwise::explain::Flip;
use chipwise::facts::Facts;
use chipwise::knowledge::Knowledge;
use chipwise::profile;
use chipwise::read::{Format, Limits, read};

/// The YAML files of a folder of the repository, in the order of their names.
fn yaml_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = std::fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "yaml")).collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_stem().expect("a file has a name").to_string_lossy().into_owned()
}

/// The names of the shipped profiles.
pub fn names_of_shipped() -> Vec<String> {
    yaml_files("profiles").iter().map(|path| name_of(path)).collect()
}

/// Every case and every shipped profile, by name.
pub fn workloads(knowledge: &Knowledge) -> Vec<(String, Facts)> {
    let paths = [yaml_files("profiles"), yaml_files("tests/cases")].concat();
    let facts = paths.into_iter().map(|path| {
        let bytes = std::fs::read(&path).expect("the file can be read");
        let node = read(&bytes, Format::Yaml, &Limits::default()).expect("the file is YAML").remove(0);
        let profile = node.get("profile").cloned().unwrap_or(node);
        let name = name_of(&path);
        let facts = profile::read(knowledge, &profile, &name).expect("the profile is sound").facts;
        (name, facts)
    });
    facts.collect()
}

/// The facts with the changes of a flip, each spelled and read as `--set` reads it.
pub fn replayed(knowledge: &Knowledge, facts: &Facts, flip: &Flip) -> Facts {
    let mut changed = facts.clone();
    for change in &flip.changes {
        let fact = knowledge.fact(change.fact);
        let spelled = format!("{}={}", fact.id, chipwise::report::spelled(fact, &change.to));
        let setting = profile::set(knowledge, &spelled).unwrap();
        changed.set(setting.fact, setting.known);
    }
    changed
}
