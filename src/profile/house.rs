//! What holds for every workload of a house where its own profile says nothing else: house facts and price lists.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::{MOST_PROBLEMS, Profile, tables};
use crate::diag::Diagnostic;
use crate::facts::{FactId, Known, Origin, OriginKind, Row, Value};
use crate::knowledge::Knowledge;
use crate::read::{Node, Tree};

/// A price list may be longer than what one profile states.
const MOST_PRICES: usize = 10_000;

/// The cells that tell one offer from another.
const OFFER: [&str; 5] = ["target", "machine", "chips", "region", "purchase"];

/// What is known of every workload beside its profile.
#[derive(Clone, Debug, Default)]
pub struct House {
    facts: Vec<(FactId, Known)>,
    currencies: BTreeMap<FactId, String>,
    prices: Option<(FactId, Known)>,
}

impl House {
    /// The facts of a file that speaks of all workloads and is written as a profile is.
    ///
    /// # Errors
    /// A name, which would be that of every workload.
    pub fn of(knowledge: &Knowledge, profile: &Profile) -> Result<Self, Diagnostic> {
        let named = knowledge.fact_id("name").and_then(|id| profile.facts.get(id));
        if let Some(name) = named {
            let message = "house facts hold for every workload, and one name is not that of all";
            let problem = Diagnostic::error("bad-house-fact", message).in_file(profile.path.as_ref()).on_key("name");
            return Err(match name.origin.place {
                Some(place) => problem.at(place),
                None => problem,
            });
        }
        let facts = profile.facts.iter().map(|(id, known)| {
            let kind = if known.origin.kind == OriginKind::Derived { OriginKind::Derived } else { OriginKind::House };
            (id, Known { origin: Origin { kind, ..known.origin.clone() }, ..known.clone() })
        });
        Ok(Self { facts: facts.collect(), currencies: profile.currencies.clone(), prices: None })
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.prices.is_none()
    }

    /// This house where it says something, and below it another.
    pub fn before(mut self, below: House) -> Self {
        for (fact, known) in below.facts {
            match self.facts.iter_mut().find(|(own, _)| *own == fact) {
                None => self.facts.push((fact, known)),
                Some((_, own)) => {
                    if let (Value::Labels(labels), Value::Labels(below)) = (&own.value, &known.value) {
                        let mut all = below.as_ref().clone();
                        all.extend(labels.iter().map(|(key, value)| (key.clone(), value.clone())));
                        own.value = Value::Labels(Arc::new(all));
                    }
                }
            }
        }
        self.prices = self.prices.or(below.prices);
        self
    }

    /// Adds a price list: a list of tables, each as a row of the fact that lists prices.
    ///
    /// # Errors
    /// The problems of the rows, each where it stands.
    pub fn with_prices(
        mut self,
        knowledge: &Knowledge,
        fact: FactId,
        list: &Node,
        path: &Path,
    ) -> Result<Self, Vec<Diagnostic>> {
        let path = path.to_string_lossy();
        let named = |problems: Vec<Diagnostic>| -> Vec<Diagnostic> {
            problems.into_iter().take(MOST_PROBLEMS).map(|problem| problem.in_file(path.as_ref())).collect()
        };
        let value = tables::read_most(knowledge, knowledge.fact(fact), list, MOST_PRICES).map_err(named)?;
        let origin = Origin { kind: OriginKind::House, ..Origin::file(path.as_ref().into(), list.place) };
        self.prices = Some((fact, Known { value, origin }));
        Ok(self)
    }

    /// States what holds for all where the profile itself says nothing. A list of prices is put behind its own.
    pub fn fill(&self, profile: &mut Profile) {
        for (fact, known) in &self.facts {
            match (&known.value, profile.facts.value(*fact)) {
                (Value::Labels(of_all), Some(Value::Labels(own))) => {
                    let mut labels = of_all.as_ref().clone();
                    labels.extend(own.iter().map(|(key, value)| (key.clone(), value.clone())));
                    profile.labels = Arc::new(labels);
                }
                (Value::Labels(of_all), None) => profile.labels = of_all.clone(),
                _ => {}
            }
            if profile.facts.get(*fact).is_none() && !profile.said_unknown.contains(fact) {
                profile.facts.set(*fact, Some(known.clone()));
                let currency = self.currencies.get(fact);
                profile.currencies.extend(currency.map(|currency| (*fact, currency.clone())));
            }
        }
        let Some((fact, list)) = &self.prices else { return };
        let known = match profile.facts.get(*fact) {
            None if profile.said_unknown.contains(fact) => return,
            None => list.clone(),
            Some(own) => Known { value: joined(&own.value, &list.value), origin: own.origin.clone() },
        };
        profile.facts.set(*fact, Some(known));
    }
}

/// The profile's own rows, then those of the list that speak of other offers.
fn joined(own: &Value, list: &Value) -> Value {
    let (Value::Tables(own), Value::Tables(list)) = (own, list) else { return own.clone() };
    let same = |one: &Row, other: &Row| OFFER.iter().all(|column| one.cells.get(*column) == other.cells.get(*column));
    let others = list.iter().filter(|row| !own.iter().any(|known| same(known, row)));
    Value::Tables(own.iter().chain(others).cloned().collect())
}

/// The rows of a price list as one list, however its records are arranged: a list, single tables, or a table that holds
/// the list under the name of the fact.
pub fn price_rows(nodes: Vec<Node>, fact: &str) -> Node {
    let place = nodes.first().map(|node| node.place).unwrap_or_default();
    let rows = nodes.into_iter().flat_map(|node| match node.tree {
        Tree::List(items) => items,
        Tree::Map(entries) => match <[_; 1]>::try_from(entries) {
            Ok([only]) if only.key == fact => match only.value.tree {
                Tree::List(items) => items,
                _ => vec![only.value],
            },
            Ok([only]) => vec![Node { tree: Tree::Map(vec![only]), place: node.place }],
            Err(entries) => vec![Node { tree: Tree::Map(entries), place: node.place }],
        },
        _ => vec![node],
    });
    Node { tree: Tree::List(rows.collect()), place }
}
