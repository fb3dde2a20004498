//! What rules rest on: claims and sources, used for what they say, none left over, none past its review.

use jiff::civil::Date;

use super::Findings;
use crate::diag::Diagnostic;
use crate::knowledge::trace::Trace;
use crate::knowledge::{Citation, Claim, ClaimKind, Effect, Knowledge, Rule, Strength};

/// More claims than this make a rule an essay.
const MOST_CLAIMS: usize = 5;
/// At most so many claims are left out, each with a reason.
const MOST_LEFT_OUT: usize = 10;
/// The source that stands for what the words of the vocabulary mean.
const OWN: &str = "chipwise";

pub fn lint(knowledge: &Knowledge, as_of: Date, findings: &mut Findings) {
    for rule in &knowledge.rules {
        of_rule(knowledge, rule, findings);
        if rule.review_by < as_of {
            let message = format!("rule `{}` was due for review on {}", rule.id, rule.review_by);
            let problem = Diagnostic::warning("overdue-review", message);
            findings.add(problem.in_file(rule.file.clone()).at(rule.place).on_key(rule.id.clone()));
        }
        if rule.review_by <= rule.verified {
            findings.on_rule(
                rule,
                "bad-date",
                format!("is to be reviewed by {}, no later than it was verified", rule.review_by),
            );
        }
    }
    for presumption in &knowledge.presumptions {
        if presumption.claims.is_empty() && presumption.sources.is_empty() {
            findings.on_presumption(presumption, "no-evidence", "has neither claim nor source");
        }
        if presumption.review_by < as_of {
            let message = format!("presumption `{}` was due for review on {}", presumption.id, presumption.review_by);
            let problem = Diagnostic::warning("overdue-review", message);
            findings
                .add(problem.in_file(presumption.file.clone()).at(presumption.place).on_key(presumption.id.clone()));
        }
    }
    claims(knowledge, findings);
}

fn of_rule(knowledge: &Knowledge, rule: &Rule, findings: &mut Findings) {
    if rule.claims.len() > MOST_CLAIMS {
        findings.on_rule(
            rule,
            "too-many-claims",
            format!("has {} claims; at most {MOST_CLAIMS} may be cited", rule.claims.len()),
        );
    }
    let own = |citation: &Citation| knowledge.sources[citation.source].id == OWN;
    let elsewhere = rule.sources.iter().any(|citation| !own(citation));
    if rule.claims.is_empty() && rule.sources.is_empty() {
        if !rule.from_profile {
            findings.on_rule(rule, "no-evidence", "has neither claim nor source");
        }
        return;
    }
    if rule.claims.is_empty() && !elsewhere && rule.effects.iter().any(|(_, effect)| is_heavy(*effect)) {
        findings.on_rule(
            rule,
            "weak-evidence",
            format!("has a strong effect or an exclusion and no source but `{OWN}`"),
        );
    }
    let weak = |claim: &usize| matches!(knowledge.claims[*claim].kind, ClaimKind::Example | ClaimKind::Note);
    if !rule.claims.is_empty() && !elsewhere && !rule.effects.is_empty() && rule.claims.iter().all(weak) {
        findings.on_rule(rule, "weak-evidence", "has an effect that rests on an example or a note alone");
    }
    for claim in rule.claims.iter().map(|claim| &knowledge.claims[*claim]) {
        if let Some((target, _)) =
            rule.effects.iter().find(|(target, effect)| Some(*target) == claim.toward && is_against(*effect))
        {
            let message = format!(
                "speaks against `{}` and cites `{}`, which speaks for it",
                knowledge.target(*target).id,
                claim.id
            );
            findings.on_rule(rule, "claim-against", message);
        }
    }
}

fn is_heavy(effect: Effect) -> bool {
    matches!(effect, Effect::Excludes | Effect::Favours(Strength::Strong) | Effect::Disfavours(Strength::Strong))
}

fn is_against(effect: Effect) -> bool {
    !matches!(effect, Effect::Favours(_))
}

fn claims(knowledge: &Knowledge, findings: &mut Findings) {
    let trace = Trace::of(knowledge);
    let on = |claim: &Claim, code: &'static str, message: String| {
        Diagnostic::error(code, message).in_file(claim.file.clone()).at(claim.place).on_key(claim.id.clone())
    };
    let mut left_out = 0;
    for (index, claim) in knowledge.claims.iter().enumerate() {
        let id = &claim.id;
        match (&claim.left_out, trace.users(index)) {
            (None, []) => {
                findings.add(on(claim, "unused-claim", format!("nothing uses claim `{id}`, and it is not left out")))
            }
            (None, _) => {}
            (Some(because), users) => {
                left_out += 1;
                if let Some(user) = users.first() {
                    let user = user.in_words(knowledge);
                    findings.add(on(
                        claim,
                        "left-out-yet-used",
                        format!("claim `{id}` is left out, yet {user} uses it"),
                    ));
                }
                if !matches!(claim.kind, ClaimKind::Fact | ClaimKind::Example | ClaimKind::Note) {
                    let message = format!("claim `{id}` may not be left out: only facts, examples and notes may");
                    findings.add(on(claim, "bad-left-out", message));
                }
                if because.trim().is_empty() {
                    findings.add(on(claim, "bad-left-out", format!("claim `{id}` is left out without a reason")));
                }
                if left_out > MOST_LEFT_OUT {
                    let message =
                        format!("claim `{id}` is one too many: at most {MOST_LEFT_OUT} claims may be left out");
                    findings.add(on(claim, "bad-left-out", message));
                }
            }
        }
    }
}
