//! An answer that was written down as JSON, read again: what it says, and what it does not say.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{At, ChangeOf, Changed, Side, SideCaution, SideReason, SideTarget, Version};
use crate::diag::Diagnostic;
use crate::facts::Value;
use crate::judge::{Basis, Status, Verdict};
use crate::knowledge::{FactType, GRAVITIES, Knowledge};
use crate::read::{Node, Tree};
use crate::report::words::spelled;
use crate::report::{Context, TargetName};

/// The name of the format that is read.
const SCHEMA: &str = "chipwise/recommendation/1";

/// An answer as it was written down.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub name: String,
    pub at: At,
    pub labels: Arc<BTreeMap<String, String>>,
    pub side: Side,
    /// The fingerprint of the rules and the version of the program; none where they were not kept (`--brief`).
    hash: Option<String>,
    version: Option<String>,
    /// The facts behind its reasons, as they were written: their ids, and their values.
    facts: BTreeMap<String, Node>,
}

/// Reads one record: an answer, or where it stands for a profile that could not be read then, its place.
///
/// # Errors
/// What is missing in it, or is not as it was written.
pub fn recorded(knowledge: &Knowledge, node: &Node) -> Result<Result<Recorded, At>, Diagnostic> {
    let schema = node.get("schema").and_then(Node::text);
    if schema != Some(SCHEMA) {
        return Err(no_answer(node, schema));
    }
    let reading = Reading { knowledge, whole: node };
    let source = reading.part(node, "source", "source")?;
    let at = At {
        path: reading.text(source, "path", "source.path")?.into(),
        line: source.get("line").and_then(Node::text).and_then(|line| line.parse().ok()),
    };
    let answer = reading.part(node, "recommendation", "recommendation")?;
    if answer.tree == Tree::Null {
        return Ok(Err(at));
    }
    let labels = node.get("labels").and_then(Node::entries).unwrap_or_default();
    let labels = labels.iter().filter_map(|entry| Some((entry.key.to_string(), entry.value.text()?.to_owned())));
    let in_generator = |keys: &[&str]| {
        let start = node.get("generator")?;
        keys.iter().try_fold(start, |node, key| node.get(key))?.text().map(str::to_owned)
    };
    Ok(Ok(Recorded {
        name: reading.text(node, "name", "name")?,
        at,
        labels: Arc::new(labels.collect()),
        side: reading.side(answer)?,
        hash: in_generator(&["rules", "hash"]),
        version: in_generator(&["version"]),
        facts: facts_of_reasons(node),
    }))
}

fn no_answer(node: &Node, schema: Option<&str>) -> Diagnostic {
    let what = match schema {
        Some(other) => format!("`{}`", crate::diag::shown(other)),
        None => format!("{} without a `schema`", if node.entries().is_some() { "a table" } else { node.kind() }),
    };
    let message = format!(
        "a base in JSON holds what `compare --format json` or `ndjson`, or `recommend --format json`, has written \
         (`{SCHEMA}`); this is {what}"
    );
    Diagnostic::error("no-answer", message).at(node.place)
}

/// Reads the parts of one record.
struct Reading<'n> {
    knowledge: &'n Knowledge,
    whole: &'n Node,
}

impl Reading<'_> {
    fn missing(&self, key: &str, what: &str) -> Diagnostic {
        let message = format!("this answer lacks `{key}`{what}; write the base anew");
        Diagnostic::error("no-answer", message).at(self.whole.place).on_key(key)
    }

    fn part<'n>(&self, node: &'n Node, key: &str, path: &str) -> Result<&'n Node, Diagnostic> {
        node.get(key).ok_or_else(|| self.missing(path, ""))
    }

    fn text(&self, node: &Node, key: &str, path: &str) -> Result<String, Diagnostic> {
        node.get(key).and_then(Node::text).map(str::to_owned).ok_or_else(|| self.missing(path, ", or it is no text"))
    }

    /// A word of a fixed list.
    fn word<T: Copy>(&self, node: &Node, key: &str, path: &str, all: &[(T, &str)]) -> Result<T, Diagnostic> {
        let written = self.text(node, key, path)?;
        all.iter().find(|(_, id)| *id == written).map(|(word, _)| *word).ok_or_else(|| {
            let message = format!("`{path}` is `{}`", crate::diag::shown(&written));
            Diagnostic::error("no-answer", message)
                .at(self.whole.place)
                .allowing(&written, all.iter().map(|(_, id)| *id))
        })
    }

    /// A target by its id; one that the rules no longer have goes by that.
    fn target(&self, id: &str) -> TargetName {
        let known = self.knowledge.target_id(id);
        let name = known.map_or(id, |target| self.knowledge.target(target).name.as_ref());
        TargetName { id: id.to_owned(), name: name.to_owned() }
    }

    fn targets(&self, node: Option<&Node>) -> Vec<TargetName> {
        let items = node.and_then(Node::items).unwrap_or_default();
        items.iter().filter_map(Node::text).map(|id| self.target(id)).collect()
    }

    fn side(&self, answer: &Node) -> Result<Side, Diagnostic> {
        let target = self.part(answer, "target", "recommendation.target")?;
        self.part(answer, "contenders", "recommendation.contenders")?;
        Ok(Side {
            target: target.text().map(|id| self.target(id)),
            verdict: self.word(answer, "verdict", "recommendation.verdict", &Verdict::ALL.map(|it| (it, it.id())))?,
            basis: self.word(answer, "basis", "recommendation.basis", &Basis::ALL.map(|it| (it, it.id())))?,
            contenders: self.targets(answer.get("contenders")),
            summary: answer.get("summary").and_then(Node::text).unwrap_or_default().to_owned(),
            targets: self.each("targets", |it| self.standing(it))?,
            reasons: self.each("reasons", |it| self.reason(it))?.map(|all| all.into_iter().flatten().collect()),
            cautions: self.each("cautions", |it| self.caution(it))?.map(|mut all| {
                all.truncate(self.knowledge.scale.cautions);
                all
            }),
            warnings: self.each("warnings", |it| self.warning(it))?.map(|all| {
                let mut told: Vec<String> = all.into_iter().flatten().collect();
                told.sort_unstable();
                told
            }),
        })
    }

    /// Every item of a list of the record; none where it was not written.
    fn each<T>(&self, key: &str, read: impl Fn(&Node) -> Result<T, Diagnostic>) -> Result<Option<Vec<T>>, Diagnostic> {
        self.whole.get(key).and_then(Node::items).map(|items| items.iter().map(read).collect()).transpose()
    }

    fn standing(&self, it: &Node) -> Result<SideTarget, Diagnostic> {
        Ok(SideTarget {
            target: self.target(&self.text(it, "id", "targets.id")?),
            status: self.word(it, "status", "targets.status", &Status::ALL.map(|it| (it, it.id())))?,
            score: number(it.get("score")),
            because: it.get("status_because").and_then(Node::text).unwrap_or_default().to_owned(),
        })
    }

    /// A reason; none where it does not bear on the answer.
    fn reason(&self, it: &Node) -> Result<Option<SideReason>, Diagnostic> {
        let excludes = it.get("effect").and_then(Node::text) == Some("excludes");
        if !excludes && it.get("counts").and_then(Node::text) != Some("true") {
            return Ok(None);
        }
        Ok(Some(SideReason {
            rule: self.text(it, "rule", "reasons.rule")?,
            target: self.target(&self.text(it, "target", "reasons.target")?),
            excludes,
            contribution: number(it.get("contribution")),
            because: it.get("because").and_then(Node::text).unwrap_or_default().to_owned(),
        }))
    }

    fn caution(&self, it: &Node) -> Result<SideCaution, Diagnostic> {
        Ok(SideCaution {
            rule: self.text(it, "rule", "cautions.rule")?,
            topic: self.text(it, "topic", "cautions.topic")?,
            gravity: self.word(it, "severity", "cautions.severity", &GRAVITIES)?,
            text: it.get("text").and_then(Node::text).unwrap_or_default().to_owned(),
            targets: self.targets(it.get("targets")),
        })
    }

    /// A warning about the profile; none where it is about the rules and the day.
    fn warning(&self, it: &Node) -> Result<Option<String>, Diagnostic> {
        let code = self.text(it, "code", "warnings.code")?;
        let message = self.text(it, "message", "warnings.message")?;
        Ok((code != crate::report::OVERDUE).then_some(message))
    }
}

fn number(node: Option<&Node>) -> f64 {
    node.and_then(Node::text).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

fn facts_of_reasons(node: &Node) -> BTreeMap<String, Node> {
    let reasons = node.get("reasons").and_then(Node::items).unwrap_or_default();
    let facts = reasons.iter().filter_map(|reason| reason.get("facts")?.items()).flatten();
    // What was presumed or worked out follows from others.
    let follows = |fact: &Node| {
        let kind = fact.get("origin").and_then(|origin| origin.get("kind")).and_then(Node::text);
        matches!(kind, Some("presumed" | "derived"))
    };
    let facts = facts.filter(|fact| !follows(fact));
    facts.filter_map(|fact| Some((fact.get("id")?.text()?.to_owned(), fact.get("value")?.clone()))).collect()
}

/// The facts that are known to be otherwise, though not whether there are more: those behind the reasons of then. And the
/// rules, if they are.
pub fn changed(before: &Recorded, after: &Version) -> Vec<Changed> {
    let (knowledge, profile) = (after.context.knowledge, after.profile);
    let decision = after.judge.decide(&profile.facts);
    let fact = |(id, was): (&String, &Node)| {
        let fact_id = knowledge.fact_id(id)?;
        let fact = knowledge.fact(fact_id);
        let from = respelled(fact.kind, was, &|value| spelled(fact, value))?;
        let to = decision.facts.value(fact_id).map(|value| spelled(fact, value));
        (to.as_ref() != Some(&from)).then(|| Changed {
            of: if super::is_prices(id) { ChangeOf::Prices } else { ChangeOf::Fact },
            fact: Some(id.clone()),
            from: Some(from),
            to,
            rules: None,
            alone: None,
        })
    };
    let facts = before.facts.iter().filter_map(fact);
    let rules = before.hash.as_ref().filter(|hash| **hash != knowledge.hash).map(|hash| Changed {
        of: ChangeOf::Rules,
        fact: None,
        from: Some(hash.clone()),
        to: Some(knowledge.hash.clone()),
        rules: None,
        alone: None,
    });
    facts.chain(rules).collect()
}

/// A value of the JSON as `--set` accepts it; none of what is worked out as a range, or has no spelling.
fn respelled(kind: FactType, was: &Node, spelled: &dyn Fn(&Value) -> String) -> Option<String> {
    match (&was.tree, kind) {
        (_, FactType::Tables | FactType::Table | FactType::Map | FactType::Money) => None,
        (Tree::Scalar { text, quoted: false }, _) if text.parse::<f64>().is_ok() => {
            Some(spelled(&Value::Number(text.parse().ok()?)))
        }
        (Tree::Scalar { text, .. }, _) => Some(text.to_string()),
        (Tree::List(items), _) => Some(items.iter().filter_map(Node::text).collect::<Vec<_>>().join(",")),
        _ => None,
    }
}

/// Why the base does not tell which change made the difference.
pub fn why_not_known(before: &Recorded, context: &Context) -> String {
    let lacks = "The base holds answers and no profiles, so nothing can be judged again";
    let version = before.version.as_deref().filter(|version| *version != context.version);
    match (&before.hash, version) {
        (None, _) => format!("{lacks}; written with --brief, it does not say by which rules they were found either."),
        (Some(hash), None) if *hash == context.knowledge.hash => {
            format!("{lacks}. The rules are the same, so it is the facts or the prices that made the difference.")
        }
        (Some(_), None) => format!("{lacks}. The rules are others too: facts, prices and rules may each have made it."),
        (Some(_), Some(version)) => format!(
            "{lacks}. They were found by chipwise {}: facts, prices, rules and the program may each have made it.",
            crate::diag::shown(version)
        ),
    }
}
