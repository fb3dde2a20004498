//! House facts and price lists: the files that `--facts` and `--prices` name.

use std::path::Path;

use super::{Files, price_list};
use crate::commands::hf_config;
use crate::derive::PRICES;
use crate::diag::Diagnostic;
use crate::knowledge::Knowledge;
use crate::profile::{self, House};
use crate::read::Limits;

/// What the two files say of every workload, and what should be known of them.
///
/// # Errors
/// Files that cannot be read, and everything in them that cannot be.
pub fn house(
    files: &dyn Files,
    knowledge: &Knowledge,
    facts: Option<&Path>,
    prices: Option<&Path>,
) -> Result<(House, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut warnings = Vec::new();
    let mut problems = Vec::new();
    let mut house = House::default();
    if let Some(path) = facts {
        match of_facts(files, knowledge, path, &mut warnings) {
            Ok(read) => house = read,
            Err(wrong) => problems.extend(wrong),
        }
    }
    if let Some(path) = prices {
        match with_prices(files, knowledge, house.clone(), path) {
            Ok(read) => house = read,
            Err(wrong) => problems.extend(wrong),
        }
    }
    if problems.is_empty() { Ok((house, warnings)) } else { Err(problems) }
}

fn of_facts(
    files: &dyn Files,
    knowledge: &Knowledge,
    path: &Path,
    warnings: &mut Vec<Diagnostic>,
) -> Result<House, Vec<Diagnostic>> {
    let name = path.to_string_lossy();
    let nodes = files.nodes(path).map_err(|problem| vec![problem])?;
    let [node] = nodes.as_slice() else {
        let message = format!("--facts: the file holds {} records; house facts are one", nodes.len());
        return Err(vec![Diagnostic::error("bad-argument", message).in_file(name)]);
    };
    let mut profile = profile::read(knowledge, node, &name)?;
    hf_config::fill(files, knowledge, &mut profile)?;
    warnings.append(&mut profile.warnings);
    House::of(knowledge, &profile).map_err(|problem| vec![problem])
}

fn with_prices(files: &dyn Files, knowledge: &Knowledge, house: House, path: &Path) -> Result<House, Vec<Diagnostic>> {
    let Some(id) = knowledge.fact_id(PRICES) else {
        let message = "--prices: these rules know no prices";
        return Err(vec![Diagnostic::error("bad-argument", message)]);
    };
    let fact = knowledge.fact(id);
    let list = if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv")) {
        let bytes = files.bytes(path, Limits::default().file_bytes).map_err(|problem| vec![problem])?;
        price_list::rows(fact, &bytes, path)?
    } else {
        let nodes = files.nodes(path).map_err(|problem| vec![problem])?;
        profile::price_rows(nodes, &fact.id)
    };
    house.with_prices(knowledge, id, &list, path)
}
