//! The rows of bits against the trees that they come from.

use proptest::prelude::*;

use super::*;
use crate::facts::Value;
use crate::knowledge::{Ask, FactType, Knowledge, Test, TestId};
use crate::read::{Format, Limits, read};

/// A flag with both its tests, and a count with two; with a duplicate of neither.
fn knowledge() -> Knowledge {
    let fact = |id: &str, kind: &str| {
        format!(
            "[[fact]]\nid = \"{id}\"\ntype = \"{kind}\"\ngroup = \"g\"\nquestion = \"?\"\nhelp = \"h\"\nlabel = \"l\"\neffort = \"glance\"\nabsence = \"open\"\n"
        )
    };
    let text = fact("f", "flag")
        + &fact("g", "flag")
        + &fact("n", "count")
        + "[thresholds]\ndecided = 3\nleaning = 2\ndecided_unverified = 4\nleaning_unverified = 4\ncontender = 6\ncautions = 6\n[strengths]\nslight = 1\nmoderate = 2\nstrong = 4\n";
    let node = read(text.as_bytes(), Format::Toml, &Limits::rules()).unwrap().remove(0);
    let mut knowledge = crate::knowledge::load(&[("w.toml".to_owned(), node)]).unwrap();
    let test = |fact: u16, ask: Ask| Test { fact: FactId(fact), ask };
    knowledge.tests = vec![
        test(2, Ask::AtLeast(5.0)),
        test(0, Ask::Flag(true)),
        test(1, Ask::Flag(false)),
        test(2, Ask::Below(9.0)),
        test(0, Ask::Flag(false)),
    ];
    assert!(knowledge.facts.iter().all(|fact| fact.kind != FactType::Text));
    knowledge
}

fn condition() -> impl Strategy<Value = Condition> {
    let test = (0u16..5).prop_map(|test| Condition::Test(TestId(test)));
    test.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Condition::All),
            prop::collection::vec(inner.clone(), 0..5).prop_map(Condition::Any),
            inner.prop_map(|part| Condition::Not(Box::new(part))),
        ]
    })
}

fn number() -> impl Strategy<Value = Option<Value>> {
    let number = (0u8..12).prop_map(|number| Value::Number(f64::from(number)));
    let range = (0u8..12, 0u8..4).prop_map(|(low, more)| Value::Range { low: low.into(), high: (low + more).into() });
    prop::option::of(prop_oneof![number, range])
}

proptest! {
    /// The rows of bits give every condition the truth that its tree gives.
    #[test]
    fn rows_agree_with_the_tree(
        conditions in prop::collection::vec(condition(), 1..140),
        flags in prop::collection::vec(prop::option::of(any::<bool>()), 2),
        number in number(),
    ) {
        let knowledge = knowledge();
        let patterns = Patterns::new(&knowledge);
        let with_none = conditions.iter().map(Some).chain([None]);
        let matrix = Matrix::new(&patterns, with_none);
        let mut given = Given { kinds: vec![Kind::OPEN; 3], known: vec![false; 3], others: vec![Truth::Unknown; 5], touched: Vec::new() };
        let flags = flags.into_iter().map(|flag| flag.map(Value::Flag));
        let values: Vec<Option<Value>> = flags.chain([number]).collect();
        for (fact, value) in (0u16..).map(FactId).zip(&values) {
            let Some(value) = value else { continue };
            given.kinds[fact.index()] = patterns.kind(fact, value);
            for (place, test) in patterns.row.iter().enumerate().filter(|(_, test)| test.fact == fact) {
                given.others[place] = test.of_value(value);
            }
        }
        let truths: Vec<Truth> = knowledge.tests.iter().map(|test| match &values[test.fact.index()] {
            Some(value) => test.of_value(value),
            None => Truth::Unknown,
        }).collect();
        let mut planes = Planes::default();
        matrix.run(&given.kinds.clone(), &given, &mut planes);
        // The same where one fact after another is changed from nothing known.
        let nothing = Given { kinds: vec![Kind::OPEN; 3], ..given.clone() };
        let blocks = matrix.blocks(&nothing.kinds, &nothing);
        let changed = Given { touched: (0..3).map(FactId).collect(), ..given.clone() };
        let mut again = Planes::default();
        matrix.run_changed(&blocks, &changed.kinds, &changed, &mut again);
        prop_assert_eq!(&again.0, &planes.0);
        for (bit, condition) in conditions.iter().enumerate() {
            prop_assert_eq!(planes.truth(bit), condition.truth(&truths), "{:?}", condition);
        }
        for bit in conditions.len()..conditions.len().next_multiple_of(64) {
            prop_assert_eq!(planes.truth(bit), Truth::False);
        }
    }
}
