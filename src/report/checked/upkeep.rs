//! Words for what ages: rules that are to be reviewed, and waivers.

use super::wording::{Said, Wording, accept, listed};
use crate::check::{Kind, Waiver};
use crate::diag::shown;
use crate::knowledge::RuleId;

/// So many overdue rules are all named; of more, the first few.
const ALL_NAMED: usize = 6;
const FIRST_NAMED: usize = 3;

impl Wording<'_> {
    pub(super) fn rules_overdue(&self, rules: &[RuleId]) -> Said {
        let rules = rules.iter().map(|rule| self.context.knowledge.rule(*rule));
        let ids: Vec<String> = rules.clone().map(|rule| rule.id.to_string()).collect();
        let days = rules.clone().map(|rule| rule.review_by);
        let when = match (days.clone().min(), days.max()) {
            (Some(first), Some(last)) if first < last => format!("between {first} and {last}"),
            (_, last) => last.map_or_else(String::new, |day| format!("on {day}")),
        };
        let message = match ids.as_slice() {
            [id] => format!("Rule `{id}` counts here and was due for review {when}."),
            _ => {
                let shown = if ids.len() > ALL_NAMED { FIRST_NAMED } else { ids.len() };
                let mut names: Vec<String> = ids.iter().take(shown).map(|id| format!("`{id}`")).collect();
                names.extend((shown < ids.len()).then(|| format!("{} more", ids.len() - shown)));
                let names = listed(names.iter().map(String::as_str));
                format!("{} rules that count here were due for review {when}: {names}.", ids.len())
            }
        };
        let (look, accepted) = match ids.as_slice() {
            [_] => ("look whether it still holds", accept(&ids)),
            _ => ("look whether they still hold", accept(&[Kind::RuleOverdue.id().to_owned()])),
        };
        Said {
            message,
            to_do: format!("Take a newer release with reviewed rules, or {look}. {accepted}"),
            about: ids,
            ..Said::default()
        }
    }

    pub(super) fn waiver_expired(&self, index: usize) -> Said {
        self.of_waiver(index, |waiver| {
            let until = waiver.until.map_or_else(String::new, |until| format!(" on {until}"));
            let renewed = self.checked.waivers.iter().find(|other| !other.expired && other.id == waiver.id);
            let to_do = match renewed {
                Some(other) => format!("Take it out: the one in line {} covers the same.", other.id_at.line),
                None => "Mend what it covered, or give it a new date and a reason that still holds.".to_owned(),
            };
            let message =
                format!("The waiver for `{}` expired{until}. Its reason was: {}", shown(&waiver.id), waiver.reason);
            (message, to_do)
        })
    }

    pub(super) fn waiver_repeated(&self, index: usize, earlier: usize) -> Said {
        let Some(counts) = self.checked.waivers.get(earlier) else { return Said::default() };
        let line = counts.id_at.line;
        self.of_waiver(index, |waiver| {
            let until = match counts.until {
                Some(until) if waiver.until.is_none_or(|it| it > until) => {
                    format!(" After {until} this one would count in its place.")
                }
                _ => String::new(),
            };
            (
                format!("`{}` is accepted twice: here, and in line {line}, which counts.{until}", shown(&waiver.id)),
                "Keep one of them, with the reason and the end that are meant.".to_owned(),
            )
        })
    }

    pub(super) fn waiver_unused(&self, index: usize, exists: bool, nearest: Option<&str>) -> Said {
        self.of_waiver(index, |waiver| {
            let meant = nearest.map(|nearest| format!("Did you mean `{nearest}`? ")).unwrap_or_default();
            let why = if exists { "" } else { ": no rule, caution or finding is called so" };
            (
                format!("The waiver for `{}` silences nothing{why}.", shown(&waiver.id)),
                format!("{meant}Take it out when it is no longer needed."),
            )
        })
    }

    /// What is said of a waiver: that something is so, and what to do.
    fn of_waiver(&self, index: usize, said: impl FnOnce(&Waiver) -> (String, String)) -> Said {
        let Some(waiver) = self.checked.waivers.get(index) else { return Said::default() };
        let (message, to_do) = said(waiver);
        Said { message, to_do, about: vec![waiver.id.clone()], ..Said::default() }
    }
}
