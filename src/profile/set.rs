//! Facts set on the command line: `fact=value`.

use crate::diag::{Diagnostic, Place};
use crate::facts::{FactId, Known, Origin, OriginKind};
use crate::knowledge::{Absence, Fact, FactType, Knowledge, value_of};
use crate::read::{Node, Tree};

/// Reads `fact=value`. A list is written with commas (`cloud=gcp,aws`), an empty one as nothing (`cloud=`), and
/// `=unknown` takes a fact away.
///
/// # Errors
/// An unknown fact, a value that it cannot have, or a fact that is a table.
pub fn set(knowledge: &Knowledge, written: &str) -> Result<(FactId, Option<Known>), Diagnostic> {
    let Some((name, value)) = written.split_once('=') else {
        return Err(Diagnostic::error("bad-argument", format!("--set {written}: write `fact=value`")));
    };
    let name = name.trim();
    let Some(id) = knowledge.fact_id(name) else {
        let known = knowledge.facts.iter().map(|fact| fact.id.as_ref());
        let nearest = crate::diag::nearest(name, known).map(str::to_owned);
        return Err(Diagnostic::error("unknown-key", format!("--set: there is no fact `{name}`")).on_key(name).suggesting(nearest));
    };
    let fact = knowledge.fact(id);
    let refuse = |why: &str| Err(Diagnostic::error("bad-argument", format!("--set {name}: {why}")).on_key(name));
    if matches!(fact.kind, FactType::Tables | FactType::Table | FactType::Map) {
        return refuse("tables cannot be set on the command line; state them in the profile");
    }
    if fact.absence == Absence::Derived {
        return refuse("it is worked out from other facts and cannot be set");
    }
    if value.trim() == "unknown" {
        return Ok((id, None));
    }
    let value = value_of(fact, &node(fact, value.trim())).map_err(|problem| {
        let message = format!("--set {name}: {}", problem.message);
        Diagnostic { message, place: None, ..problem }
    })?;
    Ok((id, Some(Known { value, origin: Origin::of(OriginKind::Set) })))
}

fn node(fact: &Fact, value: &str) -> Node {
    let place = Place::default();
    let scalar = |text: &str| Node { tree: Tree::Scalar { text: text.trim().to_owned().into(), quoted: false }, place };
    match fact.kind {
        FactType::Choices | FactType::Names => {
            let items = value.split(',').filter(|item| !item.trim().is_empty()).map(scalar).collect();
            Node { tree: Tree::List(items), place }
        }
        _ => scalar(value),
    }
}
