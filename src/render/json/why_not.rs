//! The case against one target, as a field of a recommendation.

use serde_json::{Value as Json, json};

use super::{flip, reason};
use crate::report::{Change, ConcernGap, Exclusion, ReasonReport, WhyNot};

/// The case as a JSON value.
pub fn why_not(it: &WhyNot) -> Json {
    let reasons = |all: &[ReasonReport]| all.iter().map(reason).collect::<Vec<_>>();
    let change = |it: &Change| json!({ "fact": it.fact, "to": it.to });
    let exclusion = |it: &Exclusion| {
        json!({
            "rule": it.reason.rule,
            "because": it.reason.because,
            "lifted_by": it.lifted_by.iter().map(change).collect::<Vec<_>>(),
        })
    };
    let gap = |it: &ConcernGap| {
        json!({
            "concern": it.concern,
            "points": it.points,
            "of_leader": reasons(&it.of_leader),
            "of_target": reasons(&it.of_target),
        })
    };
    json!({
        "target": it.target.id,
        "is_recommended": it.leads,
        "status": it.status.id(),
        "excluded_by": it.out_by.iter().map(exclusion).collect::<Vec<_>>(),
        "behind": it.behind.iter().map(gap).collect::<Vec<_>>(),
        "ahead": it.ahead.iter().map(|(concern, points)| json!({ "concern": concern, "points": points })).collect::<Vec<_>>(),
        "against": reasons(&it.against),
        "way": it.way.as_ref().map(flip),
        "way_back": it.way_back.as_ref().map(flip),
    })
}
