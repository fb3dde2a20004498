//! Claims with what uses them, and rules with what they rest on.

use super::documents::claim_line;
use super::{Line, Page};
use crate::knowledge::Knowledge;
use crate::knowledge::trace::{Trace, User, users};

/// A thing and the ids of what it is linked to, each with its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    pub kind: &'static str,
    pub id: String,
    pub linked: Vec<(&'static str, String)>,
    /// Why a claim is left out, where it is.
    pub left_out: Option<String>,
}

/// Both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceReport {
    /// Every claim with its users.
    pub claims: Vec<Traced>,
    /// Everything that names claims, with those.
    pub users: Vec<Traced>,
}

/// The whole trace.
pub fn trace(knowledge: &Knowledge) -> TraceReport {
    let trace = Trace::of(knowledge);
    let claims = knowledge.claims.iter().enumerate().map(|(index, claim)| Traced {
        kind: "claim",
        id: claim.id.to_string(),
        linked: trace.users(index).iter().map(|user| (user.kind(), user.id(knowledge).to_owned())).collect(),
        left_out: claim.left_out.as_ref().map(ToString::to_string),
    });
    let all = users(knowledge);
    let with_claims =
        all.into_iter().filter(|user| matches!(user, User::Rule(_)) || !user.claims(knowledge).is_empty());
    let users = with_claims.map(|user| Traced {
        kind: user.kind(),
        id: user.id(knowledge).to_owned(),
        linked: user.claims(knowledge).iter().map(|claim| ("claim", knowledge.claims[*claim].id.to_string())).collect(),
        left_out: None,
    });
    TraceReport { claims: claims.collect(), users: users.collect() }
}

/// The trace of one id: a claim, or something that names claims.
pub fn trace_of(knowledge: &Knowledge, id: &str) -> TraceReport {
    let mut report = trace(knowledge);
    report.claims.retain(|traced| traced.id == id);
    report.users.retain(|traced| traced.id == id);
    report
}

impl TraceReport {
    /// The trace as a page, with what each claim says where the trace is of one thing.
    pub fn page(&self, knowledge: &Knowledge, id: Option<&str>) -> Page {
        let mut page = Page::new("trace", id.unwrap_or("claims and their users"), "");
        let line = |traced: &Traced| {
            let linked = traced
                .linked
                .iter()
                .map(|(kind, id)| if *kind == "claim" { id.clone() } else { format!("{kind} {id}") });
            let linked: Vec<String> = linked.collect();
            let text = match (&traced.left_out, linked.is_empty()) {
                (Some(because), _) => format!("left out: {because}"),
                (None, true) => "none".to_owned(),
                (None, false) => linked.join(", "),
            };
            Line::labelled(traced.id.as_str(), text)
        };
        page.section("Claims and what uses them", self.claims.iter().map(line));
        match id {
            None => page.section("What names claims, and which", self.users.iter().map(line)),
            Some(_) => {
                let named = self.users.iter().flat_map(|user| &user.linked);
                let claims = named.filter_map(|(_, id)| knowledge.claims.iter().position(|claim| claim.id == *id));
                page.section("Rests on", claims.map(|claim| claim_line(knowledge, claim)));
            }
        }
        page
    }
}
