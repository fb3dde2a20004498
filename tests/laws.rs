//! Laws of the judgement, held over generated small rule sets against brute force, and over the real cases.

use std::collections::HashMap;

use chipwise::explain::explain;
use chipwise::facts::{FactId, Facts, Known, Origin, OriginKind, Truth, Value};
use chipwise::judge::{Decision, Judge, Verdict, answers_of};
use chipwise::knowledge::{Assessment, Knowledge, load};
use chipwise::read::{Format, Limits, Node, Tree, read};
use proptest::prelude::*;

/// A small world: three targets, three concerns, four open facts, and rules that the test makes up.
const WORLD: &str = r#"
[strengths]
slight = 1
moderate = 2
strong = 4
[thresholds]
decided = 3
leaning = 2
decided_unverified = 4
leaning_unverified = 4
contender = 6
cautions = 6
[[target]]
id = "a"
name = "A"
about = "a"
[[target]]
id = "b"
name = "B"
about = "b"
[[target]]
id = "c"
name = "C"
about = "c"
[[concern]]
id = "x"
about = "x"
[[concern]]
id = "y"
about = "y"
[[source]]
id = "doc"
title = "A document"
[[fact]]
id = "f"
type = "flag"
group = "g"
question = "f?"
help = "f"
label = "f"
effort = "glance"
absence = "open"
[[fact]]
id = "g"
type = "flag"
group = "g"
question = "g?"
help = "g"
label = "g"
effort = "glance"
absence = "open"
[[fact]]
id = "k"
type = "choice"
group = "g"
question = "k?"
help = "k"
label = "k"
effort = "glance"
absence = "open"
[fact.choices]
one = "one"
two = "two"
three = "three"
[[fact]]
id = "n"
type = "count"
group = "g"
question = "n?"
help = "n"
label = "n"
effort = "glance"
absence = "open"
applies = { fact = "f", is = true }
[[fact]]
id = "l"
type = "choices"
group = "g"
question = "l?"
help = "l"
label = "l"
effort = "glance"
absence = "open"
[fact.choices]
p = "p"
q = "q"
"#;

const FACTS: [&str; 5] = ["f", "g", "k", "n", "l"];

fn test() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<bool>().prop_map(|on| format!("{{ fact = \"f\", is = {on} }}")),
        any::<bool>().prop_map(|on| format!("{{ fact = \"g\", is = {on} }}")),
        prop::sample::select(vec!["one", "two", "three"]).prop_map(|it| format!("{{ fact = \"k\", is = \"{it}\" }}")),
        prop::sample::select(vec![2, 5, 9]).prop_map(|least| format!("{{ fact = \"n\", at_least = {least} }}")),
        prop::sample::select(vec!["p", "q"]).prop_map(|it| format!("{{ fact = \"l\", has_any = [\"{it}\"] }}")),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    test().prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..3).prop_map(|all| format!("{{ all = [{}] }}", all.join(", "))),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|any| format!("{{ any = [{}] }}", any.join(", "))),
            inner.prop_map(|not| format!("{{ not = {not} }}")),
        ]
    })
}

/// What a rule does: a favour or disfavour of some strength, or an exclusion.
fn effect() -> impl Strategy<Value = String> {
    let target = || prop::sample::select(vec!["a", "b", "c"]);
    let strength = prop::sample::select(vec!["slight", "moderate", "strong"]);
    prop_oneof![
        4 => (target(), strength.clone()).prop_map(|(target, strength)| format!("favours = {{ {target} = \"{strength}\" }}")),
        4 => (target(), strength).prop_map(|(target, strength)| format!("disfavours = {{ {target} = \"{strength}\" }}")),
        1 => target().prop_map(|target| format!("excludes = [\"{target}\"]")),
    ]
}

prop_compose! {
    fn rule()(
        concern in prop::sample::select(vec!["x", "y"]),
        when in condition(),
        unless in prop::option::weighted(0.3, condition()),
        effect in effect(),
    ) -> String {
        let unless = unless.map_or_else(String::new, |unless| format!("unless = {unless}\n"));
        format!("concern = \"{concern}\"\nwhen = {when}\n{unless}{effect}\nbecause = \"so\"\nsources = [\"doc\"]\nverified = 2026-01-01\nreview_by = 2027-01-01\n")
    }
}

prop_compose! {
    fn presumption()(fact in prop::sample::select(vec![("g", "true"), ("k", "\"two\"")]), when in test()) -> String {
        format!("[[presumption]]\nid = \"p-{}\"\nfact = \"{}\"\nvalue = {}\nwhen = {when}\nbecause = \"so\"\nsources = [\"doc\"]\nverified = 2026-01-01\nreview_by = 2027-01-01\n", fact.0, fact.0, fact.1)
    }
}

fn world(rules: &[String], presumption: &Option<String>) -> Knowledge {
    let rules: String =
        rules.iter().enumerate().map(|(index, rule)| format!("[[rule]]\nid = \"r{index}\"\n{rule}")).collect();
    let text = format!("{WORLD}\n{}\n{rules}", presumption.clone().unwrap_or_default());
    let node = read(text.as_bytes(), Format::Toml, &Limits::rules()).unwrap().remove(0);
    load(&[("world.toml".to_owned(), node)]).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// Every answer worth telling apart, for each fact.
fn answers(knowledge: &Knowledge) -> Vec<(FactId, Vec<Value>)> {
    FACTS
        .iter()
        .map(|id| knowledge.fact_id(id).unwrap())
        .map(|fact| (fact, answers_of(knowledge, fact, None, &[])))
        .collect()
}

fn stated(knowledge: &Knowledge, given: &[(FactId, Value)]) -> Facts {
    let mut facts = Facts::unknown(knowledge.facts.len());
    for (fact, value) in given {
        facts.set(*fact, Some(Known { value: value.clone(), origin: Origin::of(OriginKind::Set) }));
    }
    facts
}

/// Some of the facts stated, as the picks say: a number past the answers leaves the fact open.
fn some_stated(knowledge: &Knowledge, picks: &[usize; 5]) -> Vec<(FactId, Value)> {
    let all = answers(knowledge);
    all.into_iter().zip(picks).filter_map(|((fact, values), pick)| Some((fact, values.get(*pick)?.clone()))).collect()
}

/// Every completion of what is stated. A fact that does not apply has no answer.
fn completions(knowledge: &Knowledge, given: &[(FactId, Value)]) -> Vec<Vec<(FactId, Value)>> {
    let mut all = vec![given.to_vec()];
    for (fact, values) in answers(knowledge) {
        if given.iter().any(|(known, _)| *known == fact) || values.is_empty() {
            continue;
        }
        let applies = |done: &[(FactId, Value)]| {
            let open = Assessment::of(knowledge, &stated(knowledge, done)).open;
            open[fact.index()]
        };
        all = all
            .iter()
            .flat_map(|done| match applies(done) {
                true => values.iter().map(|value| [done.as_slice(), &[(fact, value.clone())]].concat()).collect(),
                false => vec![done.clone()],
            })
            .collect();
    }
    all
}

fn picks() -> impl Strategy<Value = [usize; 5]> {
    [0usize..4, 0..4, 0..6, 0..10, 0..8]
}

/// Whether one answer, or two together, changes the target: by judging everything anew each time.
fn changes_by_brute_force(
    judge: &Judge,
    knowledge: &Knowledge,
    given: &[(FactId, Value)],
    decision: &Decision,
) -> bool {
    let open: Vec<(FactId, Vec<Value>)> =
        answers(knowledge).into_iter().filter(|(fact, _)| decision.assessment.open[fact.index()]).collect();
    let target = |more: &[(FactId, Value)]| judge.decide(&stated(knowledge, &[given, more].concat())).outcome.leader;
    open.iter().enumerate().any(|(index, (fact, values))| {
        values.iter().any(|value| {
            let one = (*fact, value.clone());
            target(std::slice::from_ref(&one)) != decision.outcome.leader
                || open[index + 1..].iter().any(|(other, values)| {
                    values
                        .iter()
                        .any(|value| target(&[one.clone(), (*other, value.clone())]) != decision.outcome.leader)
                })
        })
    })
}

/// How many worlds each law is held over: enough to find a slip, and more where PROPTEST_CASES asks for it.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(64)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases()) })]

    /// What is true or false on what is stated stays so in every completion, and scores stay within their ranges.
    #[test]
    fn no_completion_contradicts_what_is_certain(
        rules in prop::collection::vec(rule(), 1..7), presumption in prop::option::of(presumption()), picks in picks(),
    ) {
        let knowledge = world(&rules, &presumption);
        let judge = Judge::new(&knowledge);
        let given = some_stated(&knowledge, &picks);
        let facts = stated(&knowledge, &given);
        let before = Assessment::of(&knowledge, &facts);
        let decision = judge.decide(&facts);
        for completion in completions(&knowledge, &given) {
            let facts = stated(&knowledge, &completion);
            let after = Assessment::of(&knowledge, &facts);
            for (index, truth) in before.stated.iter().enumerate() {
                prop_assert!(truth.is_unknown() || *truth == after.stated[index]);
            }
            for rule in &knowledge.rules {
                let (condition, done) = (rule.when.truth(&before.stated), rule.when.truth(&after.stated));
                prop_assert!(condition.is_unknown() || condition == done);
                prop_assert!(done != Truth::Unknown, "everything is answered");
            }
            // What a completion excludes has no score there.
            for standing in judge.decide(&facts).outcome.standings.into_iter().filter(|it| it.rank.is_some()) {
                let range = decision.outcome.standing(standing.target).unwrap();
                prop_assert!(range.low - 1e-9 <= standing.score && standing.score <= range.high + 1e-9,
                    "{:?} not within {:?}", standing, range);
            }
        }
    }

    /// A decided target survives every answer to one and to two open facts, and only then is it called decided.
    #[test]
    fn decided_is_what_no_two_answers_change(
        rules in prop::collection::vec(rule(), 1..7), presumption in prop::option::of(presumption()), picks in picks(),
    ) {
        let knowledge = world(&rules, &presumption);
        let judge = Judge::new(&knowledge);
        let given = some_stated(&knowledge, &picks);
        let decision = judge.decide(&stated(&knowledge, &given));
        if decision.outcome.verdict == Verdict::Decided {
            prop_assert!(!changes_by_brute_force(&judge, &knowledge, &given, &decision));
        }
        if !decision.outcome.unsettled_by.is_empty() {
            prop_assert!(changes_by_brute_force(&judge, &knowledge, &given, &decision));
        }
    }

    /// What is called settled leads in every completion; and most of what does is proved.
    #[test]
    fn settled_is_what_no_completion_changes(
        rules in prop::collection::vec(rule(), 1..7), presumption in prop::option::of(presumption()), picks in picks(),
    ) {
        let knowledge = world(&rules, &presumption);
        let judge = Judge::new(&knowledge);
        let given = some_stated(&knowledge, &picks);
        let facts = stated(&knowledge, &given);
        let decision = judge.decide(&facts);
        let settled = explain(&judge, &facts, &decision).settled;
        let all = completions(&knowledge, &given);
        let leads = decision.outcome.leader.is_some()
            && all.iter().all(|completion| judge.decide(&stated(&knowledge, completion)).outcome.leader == decision.outcome.leader);
        prop_assert!(!settled || leads);
        // In a world this small every branch can be looked at, so the proof finds whatever is true.
        prop_assert!(settled || !leads, "true, and not proved");
    }

    /// Within the stated share no weight of a single concern changes the target, and a little beyond one does.
    #[test]
    fn a_target_holds_within_its_share_and_no_further(
        rules in prop::collection::vec(rule(), 1..7), picks in picks(), up in any::<bool>(),
    ) {
        let knowledge = world(&rules, &None);
        let judge = Judge::new(&knowledge);
        let facts = stated(&knowledge, &some_stated(&knowledge, &picks));
        let decision = judge.decide(&facts);
        let Some(within) = explain(&judge, &facts, &decision).weights.holds_within else { return Ok(()) };
        prop_assert!((0.0..=1.0).contains(&within));
        let lead = |concern: usize, factor: f64| {
            let of = |target| decision.reasons.iter().filter(|it| it.target == target && it.counts).map(|it| {
                let at = knowledge.rule(it.rule).concern.index();
                if at == concern { it.contribution * factor } else { it.contribution }
            }).sum::<f64>();
            let leader = decision.outcome.leader.unwrap();
            let rivals = decision.outcome.standings.iter().filter(|it| it.rank.is_some() && it.spoken_for && it.target != leader);
            rivals.map(|rival| of(leader) - of(rival.target)).fold(f64::INFINITY, f64::min)
        };
        let sides = |share: f64| [1.0 - share, 1.0 + share];
        for concern in 0..knowledge.concerns.len() {
            let factor = sides(within)[usize::from(up)];
            prop_assert!(lead(concern, factor) >= -1e-9, "{within} {concern}");
        }
        if within < 1.0 {
            let beyond = sides(within + 0.01);
            let some = (0..knowledge.concerns.len()).any(|concern| beyond.iter().any(|factor| lead(concern, *factor) < 1e-9));
            prop_assert!(some, "{within}");
        }
    }

    /// The order of rules, of tables and of files changes nothing.
    #[test]
    fn order_changes_nothing(rules in prop::collection::vec(rule(), 2..7), picks in picks()) {
        let knowledge = world(&rules, &None);
        let text = format!("{WORLD}\n{}", rules.iter().enumerate().rev().map(|(index, rule)| format!("[[rule]]\nid = \"r{index}\"\n{rule}")).collect::<String>());
        let node = read(text.as_bytes(), Format::Toml, &Limits::rules()).unwrap().remove(0);
        let turned = load(&[("world.toml".to_owned(), node)]).unwrap();
        let of = |knowledge: &Knowledge| {
            let decision = Judge::new(knowledge).decide(&stated(knowledge, &some_stated(knowledge, &picks)));
            (decision.outcome.verdict, decision.outcome.leader, decision.outcome.standings)
        };
        prop_assert_eq!(of(&knowledge), of(&turned));
    }
}

/// Turns the order of every list of tables in a rule file.
fn turned(node: &Node) -> Node {
    let tree = match &node.tree {
        Tree::Map(entries) => Tree::Map(
            entries
                .iter()
                .rev()
                .map(|entry| {
                    let mut entry = entry.clone();
                    // The order of targets and of choices is part of what they say.
                    if ["rule", "presumption", "source", "claim", "set", "package"].contains(&entry.key.as_ref())
                        && let Tree::List(items) = &mut entry.value.tree
                    {
                        items.reverse();
                    }
                    entry
                })
                .collect(),
        ),
        other => other.clone(),
    };
    Node { tree, place: node.place }
}

fn shipped(knowledge: &Knowledge) -> HashMap<String, Facts> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let yaml = paths.filter(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    yaml.map(|path| {
        let node = read(&std::fs::read(&path).unwrap(), Format::Yaml, &Limits::default()).unwrap().remove(0);
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let facts = chipwise::profile::read(knowledge, &node, &name).unwrap().facts;
        (name, facts)
    })
    .collect()
}

#[test]
fn the_order_of_the_built_in_files_changes_no_decision() {
    let files = chipwise::built_in::files();
    let knowledge = load(&files).unwrap();
    let other: Vec<_> = files.iter().rev().map(|(name, node)| (name.clone(), turned(node))).collect();
    let other = load(&other).unwrap();
    let (judge, turned) = (Judge::new(&knowledge), Judge::new(&other));
    let other_facts = shipped(&other);
    for (name, facts) in shipped(&knowledge) {
        let (one, two) = (judge.decide(&facts), turned.decide(&other_facts[&name]));
        assert_eq!(
            (one.outcome.verdict, one.outcome.leader, &one.outcome.standings),
            (two.outcome.verdict, two.outcome.leader, &two.outcome.standings),
            "{name}"
        );
    }
}

#[test]
fn the_compiled_rules_are_the_rules_in_the_files() {
    let mut whole = chipwise::built_in::whole();
    whole.rules.iter_mut().for_each(|rule| rule.examples.clear());
    whole.presumptions.iter_mut().for_each(|presumption| presumption.examples.clear());
    let compiled = chipwise::built_in::knowledge();
    let parts = |it: &Knowledge| {
        [
            format!("{:?}", it.rules),
            format!("{:?}", it.facts),
            format!("{:?}", it.tests),
            format!("{:?}", it.presumptions),
            format!("{:?}", it.targets),
            format!("{:?}", it.concerns),
            format!("{:?}", it.claims),
            format!("{:?}", it.chips),
            format!("{:?}", it.sources),
            format!("{:?}", it.packages),
            format!("{:?}", (it.scale, &it.topics, &it.verdicts, &it.conflicts)),
            format!("{} {}", it.hash, it.date),
        ]
    };
    for (compiled, whole) in parts(&compiled).iter().zip(parts(&whole)) {
        assert!(*compiled == whole, "differs: {}", &compiled[..compiled.len().min(200)]);
    }
}

#[test]
fn facts_that_are_not_judged_change_nothing() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    for (name, facts) in shipped(&knowledge) {
        let mut bare = facts.clone();
        for (id, fact) in knowledge.declared().filter(|(_, fact)| !fact.is_judged()) {
            assert!(!fact.id.is_empty());
            bare.set(id, None);
        }
        let (one, two) = (judge.decide(&facts), judge.decide(&bare));
        assert_eq!(
            (one.outcome.verdict, one.outcome.leader, one.outcome.standings),
            (two.outcome.verdict, two.outcome.leader, two.outcome.standings),
            "{name}"
        );
    }
}
