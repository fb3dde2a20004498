//! Facts of a profile that cannot all be so, as warnings.

use super::Profile;
use crate::diag::{Diagnostic, Place};
use crate::facts::FactId;
use crate::knowledge::Knowledge;

/// A warning for each contradiction among the facts that a profile states, at the last line of those that show it.
pub fn contradictions(knowledge: &Knowledge, profile: &Profile) -> Vec<Diagnostic> {
    // What a configuration tells stands in another file.
    let place_of = |fact: FactId| {
        let origin = &profile.facts.get(fact)?.origin;
        origin.place.filter(|_| origin.path.as_deref() == Some(profile.path.as_ref()))
    };
    let found = knowledge.contradictions.among(&profile.facts);
    let warnings = found.into_iter().map(|(contradiction, facts)| {
        let named: Vec<String> = facts.iter().map(|fact| named(knowledge, *fact, place_of(*fact))).collect();
        let message = format!("{} ({})", contradiction.text, named.join(", "));
        let warning = Diagnostic::warning("contradiction", message).in_file(profile.path.as_ref());
        let last = facts.iter().filter_map(|fact| Some((place_of(*fact)?, *fact))).max_by_key(|(place, _)| *place);
        match last {
            Some((place, fact)) => warning.at(place).on_key(knowledge.fact(fact).id.clone()),
            None => warning,
        }
    });
    warnings.collect()
}

/// `` `phase` in line 2 ``.
fn named(knowledge: &Knowledge, fact: FactId, place: Option<Place>) -> String {
    let id = &knowledge.fact(fact).id;
    place.map_or_else(|| format!("`{id}`"), |place| format!("`{id}` in line {}", place.line))
}
