//! Runs the examples that stand beside rules and presumptions.
//!
//! In the examples of a rule that is written once for several targets `$target` is filled in before; `$other` stands for
//! another target than that, or for a chip of another where the fact names chips.

use super::Findings;
use crate::diag::{Diagnostic, Place, nearest};
use crate::facts::{Facts, Known, Origin, OriginKind, Row, Truth, Value};
use crate::knowledge::{
    Absence, Assessment, Condition, Example, Fact, FactType, HOLDS, Holds, Knowledge, TargetId, Text, value_of,
};
use crate::read::{Node, Tree};

pub fn lint(knowledge: &Knowledge, findings: &mut Findings) {
    for rule in &knowledge.rules {
        if let Some(missing) = missing(&rule.examples) {
            findings.on_rule(rule, "no-example", missing);
        }
        let of = match rule.spread {
            Some(target) => format!("rule `{}` for `{}`", rule.id, knowledge.target(target).id),
            None => format!("rule `{}`", rule.id),
        };
        let conditions = vec![&rule.when].into_iter().chain(&rule.unless).collect();
        let subject = Subject { of, file: &rule.file, spread: rule.spread, conditions };
        for example in &rule.examples {
            run(knowledge, &subject, example, findings, |assessment, _| assessment.rule(rule));
        }
    }
    for (index, presumption) in knowledge.presumptions.iter().enumerate() {
        if let Some(missing) = missing(&presumption.examples) {
            findings.on_presumption(presumption, "no-example", missing);
        }
        let of = format!("presumption `{}`", presumption.id);
        let subject = Subject { of, file: &presumption.file, spread: None, conditions: vec![&presumption.when] };
        for example in &presumption.examples {
            run(knowledge, &subject, example, findings, |assessment, facts| {
                match presumption.when.truth(&assessment.stated) {
                    Truth::Unknown => Holds::Unknown,
                    _ if assessment.presumption_for(presumption.fact) != Some(index) => Holds::No,
                    // A presumption has no degrees; both spellings say that it is used.
                    _ if example.holds == Holds::Presumably && facts.get(presumption.fact).is_none() => {
                        Holds::Presumably
                    }
                    _ => Holds::Certainly,
                }
            });
        }
    }
}

/// What a set of examples lacks.
pub(super) fn missing(examples: &[Example]) -> Option<&'static str> {
    let holds = examples.iter().any(|example| example.holds >= Holds::Presumably);
    let fails = examples.iter().any(|example| example.holds == Holds::No);
    match (examples.is_empty(), holds, fails) {
        (true, ..) => Some("has no example"),
        (_, false, _) => Some("has no example in which it holds (true or presumably)"),
        (_, _, false) => Some("has no example in which it is false"),
        _ => None,
    }
}

/// Whose example it is.
struct Subject<'k> {
    of: String,
    file: &'k Text,
    spread: Option<TargetId>,
    conditions: Vec<&'k Condition>,
}

fn run(
    knowledge: &Knowledge,
    subject: &Subject,
    example: &Example,
    findings: &mut Findings,
    holds: impl Fn(&Assessment, &Facts) -> Holds,
) {
    let facts = match given(knowledge, example, subject.spread) {
        Ok(facts) => facts,
        Err(problems) => {
            for problem in problems {
                let message = format!("an example of {}: {}", subject.of, problem.message);
                findings.add(Diagnostic { message, code: "bad-example", ..problem }.in_file(subject.file.clone()));
            }
            return;
        }
    };
    let assessment = Assessment::of(knowledge, &facts);
    let came_out = holds(&assessment, &facts);
    if came_out == example.holds {
        return;
    }
    let name = |holds: Holds| HOLDS.iter().find(|(known, _)| *known == holds).map_or("", |(_, name)| name);
    let mut message = format!(
        "an example of {} fails: expected `{}`, came out `{}`",
        subject.of,
        name(example.holds),
        name(came_out)
    );
    let open = not_known(knowledge, subject, &assessment);
    if matches!(came_out, Holds::Unknown | Holds::Presumably) && !open.is_empty() {
        message += &format!(" (not known: {})", open.join(", "));
    }
    findings.add(Diagnostic::error("failing-example", message).in_file(subject.file.clone()).at(example.place));
}

/// The facts that leave a rule unknown or presumed on what is stated.
fn not_known<'k>(knowledge: &'k Knowledge, subject: &Subject, assessment: &Assessment) -> Vec<&'k str> {
    let unknown = subject.conditions.iter().filter(|condition| condition.truth(&assessment.stated).is_unknown());
    let mut facts: Vec<&str> = unknown
        .flat_map(|condition| condition.because(&assessment.stated))
        .map(|test| knowledge.fact(knowledge.test(test).fact).id.as_ref())
        .collect();
    facts.sort_unstable();
    facts.dedup();
    facts
}

/// The facts that an example states. What is worked out otherwise may be given as well, ranges as `{ low, high }`.
pub(super) fn given(
    knowledge: &Knowledge,
    example: &Example,
    spread: Option<TargetId>,
) -> Result<Facts, Vec<Diagnostic>> {
    let mut facts = Facts::unknown(knowledge.facts.len());
    let mut problems = Vec::new();
    for (name, node) in &example.given {
        let Some(id) = knowledge.fact_id(name) else {
            let known = knowledge.facts.iter().map(|fact| fact.id.as_ref());
            let suggestion = nearest(name, known).map(str::to_owned);
            let problem = Diagnostic::error("bad-example", format!("there is no fact `{name}`"));
            problems.push(problem.at(example.place).suggesting(suggestion));
            continue;
        };
        let fact = knowledge.fact(id);
        if node.text() == Some("unknown") && fact.choice("unknown").is_none() {
            continue;
        }
        match value(fact, &with_other(knowledge, fact, spread, node)) {
            Ok(value) => facts.set(id, Some(Known { value, origin: Origin::of(OriginKind::Set) })),
            Err(problem) => problems.push(Diagnostic { place: problem.place.or(Some(example.place)), ..problem }),
        }
    }
    if problems.is_empty() { Ok(facts) } else { Err(problems) }
}

/// The node with `$other` filled in.
fn with_other(knowledge: &Knowledge, fact: &Fact, spread: Option<TargetId>, node: &Node) -> Node {
    let other = || {
        let chip = knowledge.chips.iter().find(|chip| Some(chip.target) != spread).filter(|_| fact.of_chips);
        let target = knowledge.target_ids().find(|target| Some(*target) != spread);
        chip.map(|chip| chip.id.clone()).or_else(|| target.map(|target| knowledge.target(target).id.clone()))
    };
    let tree = match &node.tree {
        Tree::Scalar { text, quoted } if text == "$other" && spread.is_some() => {
            Tree::Scalar { text: other().unwrap_or_default(), quoted: *quoted }
        }
        Tree::List(items) => Tree::List(items.iter().map(|item| with_other(knowledge, fact, spread, item)).collect()),
        tree => tree.clone(),
    };
    Node { tree, place: node.place }
}

fn value(fact: &Fact, node: &Node) -> Result<Value, Diagnostic> {
    let row = |place: Place| Row::empty(place);
    match (fact.kind, node.items(), node.get("low"), node.get("high")) {
        // Rules ask of tables only whether there is something in them.
        (FactType::Tables, Some(items), ..) => Ok(Value::Tables(items.iter().map(|item| row(item.place)).collect())),
        (FactType::Table, ..) if node.entries().is_some() => Ok(Value::Tables([row(node.place)].into())),
        (kind, _, Some(low), Some(high)) if kind.is_numeric() && fact.absence == Absence::Derived => {
            let bound = |node| value_of(fact, node).map(|value| value.bounds().map_or(0.0, |(low, _)| low));
            Ok(Value::Range { low: bound(low)?, high: bound(high)? })
        }
        _ => value_of(fact, node),
    }
}
