//! The search against examples, and against trying every value of a small vocabulary.

use proptest::prelude::*;

use super::{Found, Want, exists, implies};
use crate::facts::{ChoiceSet, Truth, Value};
use crate::knowledge::lint::sample::{condition, knowledge};
use crate::knowledge::{Condition, Knowledge, TestId};

fn can_be_true(text: &str) -> Found {
    let knowledge = knowledge(&format!(
        "[[rule]]\nid = \"r\"\nconcern = \"software\"\nwhen = {text}\nbecause = \"b\"\nverified = 2026-01-01\nreview_by = 2027-01-01\n"
    ));
    exists(&knowledge, &[(condition(&knowledge, "r"), Want::True)], &[])
}

#[test]
fn contradictions_are_found_in_every_type() {
    let never = [
        r#"{ all = [{ fact = "framework", is = "jax" }, { fact = "framework", is = "pytorch" }] }"#,
        r#"{ all = [{ fact = "batch", at_least = 8 }, { fact = "batch", below = 8 }] }"#,
        r#"{ all = [{ fact = "kernels", has_any = ["cuda"] }, { fact = "kernels", has_only = ["nki"] }] }"#,
        r#"{ all = [{ fact = "libraries", has_any = ["vllm"] }, { not = { fact = "libraries", not_empty = true } }] }"#,
        r#"{ not = { fact = "batch", at_least = 1 } }"#,
    ];
    for text in never {
        assert_eq!(can_be_true(text), Found::No, "{text}");
    }
    let sometimes = [
        r#"{ all = [{ fact = "batch", at_least = 8 }, { fact = "batch", at_most = 8 }] }"#,
        r#"{ all = [{ fact = "kernels", has_all = ["cuda", "nki"] }, { fact = "kernels", not_empty = true }] }"#,
        r#"{ all = [{ fact = "framework", known = false }, { fact = "batch", known = true }] }"#,
    ];
    for text in sometimes {
        assert_eq!(can_be_true(text), Found::Yes, "{text}");
    }
}

#[test]
fn the_narrower_condition_implies_the_wider() {
    let knowledge = knowledge(
        r#"
        [[rule]]
        id = "narrow"
        concern = "software"
        when = { all = [{ fact = "batch", at_least = 64 }, { fact = "framework", is = "jax" }] }
        because = "b"
        verified = 2026-01-01
        review_by = 2027-01-01
        [[rule]]
        id = "wide"
        concern = "software"
        when = { fact = "batch", above = 8 }
        because = "b"
        verified = 2026-01-01
        review_by = 2027-01-01
        "#,
    );
    let (narrow, wide) = (condition(&knowledge, "narrow"), condition(&knowledge, "wide"));
    assert_eq!(implies(&knowledge, narrow, wide), Found::Yes);
    assert_eq!(implies(&knowledge, wide, narrow), Found::No);
}

/// A rule set whose rules ask all kinds of tests, for conditions to be made of.
fn with_many_tests() -> Knowledge {
    let tests = [
        r#"{ fact = "framework", is = "jax" }"#,
        r#"{ fact = "batch", at_least = 4 }"#,
        r#"{ fact = "batch", above = 7 }"#,
        r#"{ fact = "batch", at_most = 4 }"#,
        r#"{ fact = "batch", below = 9 }"#,
        r#"{ fact = "kernels", has_any = ["cuda", "nki"] }"#,
        r#"{ fact = "kernels", has_all = ["cuda", "triton"] }"#,
        r#"{ fact = "kernels", has_only = ["nki", "triton"] }"#,
        r#"{ fact = "kernels", not_empty = true }"#,
        r#"{ fact = "libraries", has_any = ["a", "b"] }"#,
        r#"{ fact = "libraries", has_any = ["b", "c"] }"#,
        r#"{ fact = "libraries", not_empty = true }"#,
        r#"{ fact = "replaceable", is = true }"#,
    ];
    let rule = |test: &str| {
        let id = test.bytes().map(|byte| u32::from(byte).to_string()).collect::<String>();
        format!(
            "[[rule]]\nid = \"r{id}\"\nconcern = \"software\"\nwhen = {test}\nbecause = \"b\"\nverified = 2026-01-01\nreview_by = 2027-01-01\n"
        )
    };
    knowledge(&tests.map(rule).concat())
}

/// Every value of each fact that the conditions ask, `None` for one that may go unstated.
fn every_value(knowledge: &Knowledge, fact: &str) -> Vec<Option<Value>> {
    match fact {
        "framework" => (0..2).map(|choice| Some(Value::Choice(choice))).collect(),
        "batch" => (1..=20).map(|number| Some(Value::Number(f64::from(number)))).collect(),
        "kernels" => (0..8).map(|bits| Some(Value::Choices { set: ChoiceSet(bits), more: false })).collect(),
        "libraries" => {
            let names = ["a", "b", "c", "d"];
            let list = |bits: usize| {
                (0..4).filter(|bit| bits >> bit & 1 == 1).map(|bit| names[bit].into()).collect::<Vec<Box<str>>>()
            };
            (0..16).map(|bits| Some(Value::Names(list(bits).into()))).chain([None]).collect()
        }
        "replaceable" => [true, false].map(|flag| Some(Value::Flag(flag))).to_vec(),
        _ => panic!("{} facts", knowledge.facts.len()),
    }
}

/// Whether some values make the condition what is wanted, by trying all.
fn by_trying(knowledge: &Knowledge, condition: &Condition, want: Want) -> bool {
    let facts = knowledge.facts_of(condition);
    let mut all: Vec<Vec<Truth>> = vec![vec![Truth::Unknown; knowledge.tests.len()]];
    for fact in facts {
        let values = every_value(knowledge, &knowledge.fact(fact).id);
        let mut next = Vec::new();
        for truths in &all {
            for value in &values {
                let mut truths = truths.clone();
                for (truth, test) in truths.iter_mut().zip(&knowledge.tests).filter(|(_, test)| test.fact == fact) {
                    *truth = value.as_ref().map_or(test.of_nothing(false), |value| test.of_value(value));
                }
                if !next.contains(&truths) {
                    next.push(truths);
                }
            }
        }
        all = next;
    }
    all.iter().any(|truths| condition.truth(truths).is_true() == (want == Want::True))
}

fn any_condition() -> impl Strategy<Value = Condition> {
    let test = (0u16..13).prop_map(|test| Condition::Test(TestId(test)));
    test.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::All),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::Any),
            inner.prop_map(|part| Condition::Not(Box::new(part))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn the_search_finds_what_trying_everything_finds(condition in any_condition()) {
        let knowledge = with_many_tests();
        for want in [Want::True, Want::NotTrue] {
            let expected = if by_trying(&knowledge, &condition, want) { Found::Yes } else { Found::No };
            prop_assert_eq!(exists(&knowledge, &[(&condition, want)], &[]), expected);
        }
    }
}
