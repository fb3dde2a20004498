//! The rule set that the program carries: sound, traced, and replaceable by anyone's own.

use chipwise::knowledge::{Knowledge, built_in, lint, unused_names};

fn shipped() -> Knowledge {
    built_in().unwrap_or_else(|problems| {
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", told.join("\n"))
    })
}

#[test]
fn the_lint_finds_nothing() {
    let knowledge = shipped();
    let mut findings = lint(&knowledge, knowledge.date);
    findings.extend(unused_names(&chipwise::knowledge::built_in_files()));
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}
