//! Facts set on the command line: `fact=value`.

use crate::diag::{Diagnostic, Place, shown};
use crate::facts::{FactId, Known, Origin, OriginKind};
use crate::knowledge::{Absence, Fact, FactType, Knowledge, unknown_chips, value_of};
use crate::read::{Node, Tree};

/// A fact that the command line sets.
#[derive(Clone, Debug)]
pub struct Setting {
    pub fact: FactId,
    /// None where it is set to `unknown`.
    pub known: Option<Known>,
    /// The currency of an amount of money.
    pub currency: Option<String>,
    /// What should be known and stops nothing: chips that the catalogue does not have.
    pub warnings: Vec<Diagnostic>,
}

/// Reads `fact=value`. A list is written with commas (`cloud=gcp,aws`), an empty one as nothing (`cloud=`), and
/// `=unknown` takes a fact away.
///
/// # Errors
/// An unknown fact, a value that it cannot have, or a fact that is a table.
pub fn set(knowledge: &Knowledge, written: &str) -> Result<Setting, Diagnostic> {
    let Some((name, value)) = written.split_once('=') else {
        let message = format!("--set {}: write `fact=value`", shown(written));
        return Err(Diagnostic::error("bad-argument", message).on_key(written));
    };
    let (name, value) = (name.trim(), value.trim());
    let fact_id = statable(knowledge, name)?;
    let fact = knowledge.fact(fact_id);
    let setting = |known, warnings| Setting { fact: fact_id, known, currency: None, warnings };
    if value == "unknown" {
        return Ok(setting(None, Vec::new()));
    }
    let is_list = matches!(fact.kind, FactType::Choices | FactType::Names);
    if value.is_empty() && !is_list && !matches!(fact.kind, FactType::Text | FactType::Path) {
        return Err(refused(name, "nothing is written after the `=`; write `unknown` there to take the fact away"));
    }
    if is_list && !value.is_empty() && value.split(',').any(|item| item.trim().is_empty()) {
        return Err(refused(name, "an item of the list is empty; write `a,b`, and nothing at all for an empty list"));
    }
    let node = node(fact, value);
    match value_of(fact, &node) {
        Ok(value) => {
            let warnings = unknown_chips(fact, &node).into_iter().map(in_words).collect();
            let known = Some(Known { value, origin: Origin::of(OriginKind::Set) });
            Ok(Setting { currency: super::currency(fact, &node), ..setting(known, warnings) })
        }
        Err(problem) if problem.is_error() => Err(in_words(problem)),
        // A chip that the catalogue does not have is an unknown value.
        Err(warning) => Ok(setting(None, vec![in_words(warning)])),
    }
}

/// The fact of a name, if the command line can state it.
fn statable(knowledge: &Knowledge, name: &str) -> Result<FactId, Diagnostic> {
    if let Some(id) = knowledge.fact_id(name) {
        let fact = knowledge.fact(id);
        return match fact.kind {
            FactType::Tables | FactType::Table | FactType::Map => Err(refused(name, TABLE)),
            _ if fact.absence == Absence::Derived => {
                Err(refused(name, "it is worked out from other facts and cannot be set"))
            }
            _ => Ok(id),
        };
    }
    let above = name.split_once('.').and_then(|(above, _)| knowledge.fact_id(above)).map(|id| knowledge.fact(id).kind);
    if matches!(above, Some(FactType::Tables | FactType::Table | FactType::Map)) {
        return Err(refused(name, TABLE));
    }
    let known = || knowledge.facts.iter().filter(|fact| fact.absence != Absence::Derived).map(|fact| fact.id.as_ref());
    let group = format!("{name}.");
    let inside: Vec<String> = known().filter(|id| id.starts_with(&group)).map(str::to_owned).collect();
    if !inside.is_empty() {
        let problem = refused(name, "it groups other facts; set one of those");
        return Err(Diagnostic { allowed: inside, ..problem });
    }
    let nearest = crate::diag::nearest(name, known()).map(str::to_owned);
    let mut message = format!("--set: there is no fact `{}`", shown(name));
    if nearest.is_none() {
        message += "; `chipwise explain facts` lists all";
    }
    Err(Diagnostic::error("unknown-key", message).on_key(name).suggesting(nearest))
}

const TABLE: &str = "tables cannot be set on the command line; state them in the profile";

fn refused(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("bad-argument", format!("--set {}: {why}", shown(name))).on_key(name)
}

/// A problem of a value, as one of the command line: it stands in no line.
fn in_words(problem: Diagnostic) -> Diagnostic {
    Diagnostic { message: format!("--set: {}", problem.message), place: None, ..problem }
}

/// A value as the command line or an answer writes it, in the form in which files are read.
pub fn node(fact: &Fact, value: &str) -> Node {
    let place = Place::default();
    let scalar = |text: &str| Node { tree: Tree::Scalar { text: text.trim().to_owned().into(), quoted: false }, place };
    match fact.kind {
        FactType::Choices | FactType::Names if value.is_empty() => Node { tree: Tree::List(Vec::new()), place },
        FactType::Choices | FactType::Names => Node { tree: Tree::List(value.split(',').map(scalar).collect()), place },
        _ => scalar(value),
    }
}
