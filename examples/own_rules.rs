//! The built-in rules and a house's own, from a string: loads them together, lints them, and decides by them.
//!
//! `cargo run --example own_rules`

use chipwise::built_in;
use chipwise::diag::Diagnostic;
use chipwise::judge::{Judge, Status};
use chipwise::knowledge::{lint, load};
use chipwise::profile;
use chipwise::read::{Format, Limits, read};

const OWN_RULES: &str = include_str!("house-rules/quota.toml");

const PROFILE: &str = "
phase: training
domain: transformer
framework: jax
cloud: [gcp]
house.gpu_quota: spent
";

fn main() -> Result<(), Vec<Diagnostic>> {
    let one = |problem| vec![problem];
    let mut files = built_in::files();
    files.push(built_in::read_file("house-rules/quota.toml", OWN_RULES.as_bytes()).map_err(one)?);
    let knowledge = load(&files)?;
    say(&format!("the lint finds {} problems", lint(&knowledge, knowledge.date).len()));

    let records = read(PROFILE.as_bytes(), Format::Yaml, &Limits::default()).map_err(one)?;
    let judge = Judge::new(&knowledge);
    for record in &records {
        let profile = profile::read(&knowledge, record, "profile.yaml")?;
        let decision = judge.decide(&profile.facts);
        for standing in &decision.outcome.standings {
            let name = &knowledge.target(standing.target).name;
            match standing.status {
                Status::Eligible => say(&format!("{name}: {:+}", standing.score)),
                Status::Excluded | Status::NotApplicable => {
                    let by: Vec<&str> = standing.out_by.iter().map(|rule| knowledge.rule(*rule).id.as_ref()).collect();
                    say(&format!("{name}: out by {}", by.join(", ")));
                }
            }
        }
    }
    Ok(())
}

/// Prints a line; the program may not, and this example is no part of it.
#[allow(clippy::print_stdout)]
fn say(line: &str) {
    println!("{line}");
}
