//! A folder of profiles as a base, judged by the chipwise.toml that it stands under.

use std::path::{Path, PathBuf};

use super::{Base, Keys, MOST_WORKLOADS, Packed, Read, Reading, Records, identity, named, too_many};
use crate::commands::input::{Batches, Disk, Files, Inputs};
use crate::commands::{sessions, workloads};
use crate::diag::Diagnostic;
use crate::knowledge::Knowledge;
use crate::profile::{House, MOST_PROBLEMS, Setting};
use crate::read::{Limits, Node};
use crate::report::changes::{BaseKind, Identity};

pub fn read(folder: &Path, reading: &Reading) -> Result<Base, Vec<Diagnostic>> {
    let inputs = Inputs::of(&[folder.to_owned()], None);
    let config = sessions::one_for_all(reading.args, &inputs).map_err(|problem| vec![problem])?;
    let rules = Rules::read(&Disk, reading, reading.options, config.as_deref(), reading.args)?;
    let limits = Limits::default();
    let mut records = Vec::new();
    for batch in Batches::of(&inputs) {
        let below = Path::new(batch.path.as_ref()).strip_prefix(folder).unwrap_or(Path::new(batch.path.as_ref()));
        let key = below.to_string_lossy().replace('\\', "/");
        for node in batch.records(&limits) {
            if let Err(problem) = &node
                && problem.code == "no-profiles"
            {
                return Err(vec![problem.clone()]);
            }
            records.push(rules.record(&Disk, &key, &batch.path, node));
            if records.len() > MOST_WORKLOADS {
                return Err(vec![too_many()]);
            }
        }
    }
    Ok(Base {
        name: named(BaseKind::Folder, folder),
        records: Records::Profiles { knowledge: rules.knowledge, records },
        keys: Keys::Below(reading.paths.iter().map(|path| root(path)).collect()),
    })
}

/// The folder below which an argument names files.
fn root(path: &Path) -> PathBuf {
    match crate::commands::input::pattern_folder(path) {
        Some(folder) => folder,
        None => path.to_owned(),
    }
}

/// What profiles of a base are read under.
pub struct Rules {
    pub knowledge: &'static Knowledge,
    house: House,
    set: Vec<Setting>,
}

impl Rules {
    pub fn read(
        files: &dyn Files,
        reading: &Reading,
        options: &crate::cli::RuleOptions,
        config: Option<&Path>,
        args: &crate::cli::JudgeArgs,
    ) -> Result<Self, Vec<Diagnostic>> {
        let own = sessions::rules_under(files, options, config)?;
        let knowledge: &'static Knowledge = match own.hash == reading.knowledge.hash {
            true => reading.knowledge,
            // Needed to the end, as the rules of the program are.
            false => Box::leak(Box::new(own)),
        };
        let (house, _) = sessions::house(files, knowledge, args, config)?;
        Ok(Self { knowledge, house, set: workloads::settings(knowledge, &args.set)? })
    }

    /// One record of the base with what it is known by.
    pub fn record(&self, files: &dyn Files, key: &str, path: &str, node: Result<Node, Diagnostic>) -> (Identity, Read) {
        match workloads::read_in(files, self.knowledge, &self.house, path, node, MOST_PROBLEMS) {
            Ok(mut profile) => {
                self.set.iter().for_each(|setting| profile.set(self.knowledge, setting));
                (identity(self.knowledge, key.to_owned(), &profile), Ok(Packed::of(profile)))
            }
            Err(problems) => (Identity { path: key.to_owned(), ..Identity::default() }, Err((path.into(), problems))),
        }
    }
}
