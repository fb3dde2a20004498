//! The library without the command line: reads a profile from a string, decides, and prints the target with its reasons.
//!
//! `cargo run --example recommend`

use chipwise::built_in;
use chipwise::diag::Diagnostic;
use chipwise::judge::Judge;
use chipwise::profile;
use chipwise::read::{Format, Limits, read};
use chipwise::report::{Context, ReasonReport, gather};

const PROFILE: &str = "
phase: training
domain: vision_3d
framework: pytorch
custom_ops: [cuda]
custom_ops_in_main_loop: true
cloud: [gcp]
";

fn main() -> Result<(), Vec<Diagnostic>> {
    let knowledge = built_in::knowledge();
    let judge = Judge::new(&knowledge);
    // The library knows no clock: the day is given.
    let context = Context { knowledge: &knowledge, as_of: knowledge.date, version: "an example" };
    for record in read(PROFILE.as_bytes(), Format::Yaml, &Limits::default()).map_err(|problem| vec![problem])? {
        let profile = profile::read(&knowledge, &record, "profile.yaml")?;
        let decision = judge.decide(&profile.facts);
        let report = gather(&context, &profile, &decision, None);
        let target = report.target.as_ref().map_or("none", |target| target.name.as_str());
        say(&format!("{target} ({}): {}", report.verdict.id(), report.summary));
        let of_target = |reason: &&ReasonReport| reason.counts && Some(&reason.target) == report.target.as_ref();
        for reason in report.reasons.iter().filter(of_target) {
            say(&format!("{:+} {} ({})", reason.contribution, reason.because, reason.rule));
        }
    }
    Ok(())
}

/// Prints a line; the program may not, and this example is no part of it.
#[allow(clippy::print_stdout)]
fn say(line: &str) {
    println!("{line}");
}
