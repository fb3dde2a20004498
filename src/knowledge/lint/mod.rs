//! Finds what is wrong with a rule set beyond what keeps it from being loaded: rules that contradict, repeat or never
//! hold, evidence that is missing or turned round, texts that name what is not known, examples that fail.

mod conditions;
mod contradictions;
mod evidence;
mod examples;
mod names;
mod pairs;
#[cfg(test)]
pub(super) mod sample;
mod search;
mod texts;

use jiff::civil::Date;

use super::{Knowledge, Presumption, Rule, RuleFile};
use crate::diag::Diagnostic;

/// Everything wrong with the rules as of a day, in the order of files and places.
pub fn lint(knowledge: &Knowledge, as_of: Date) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    conditions::lint(knowledge, &mut findings);
    pairs::lint(knowledge, &mut findings);
    evidence::lint(knowledge, as_of, &mut findings);
    texts::lint(knowledge, &mut findings);
    examples::lint(knowledge, &mut findings);
    contradictions::lint(knowledge, &mut findings);
    names::ids(knowledge, &mut findings);
    findings.sorted()
}

/// Names that rule files declare and nothing in them uses: sets, caution topics, sources.
pub fn unused_names(files: &[RuleFile]) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    names::unused(files, &mut findings);
    findings.sorted()
}

/// What has been found so far.
#[derive(Default)]
struct Findings(Vec<Diagnostic>);

impl Findings {
    fn add(&mut self, problem: Diagnostic) {
        // A rule that is written once for several targets stands in one place, and one finding is enough.
        if !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }

    /// Reports something on a rule, at its place.
    fn on_rule(&mut self, rule: &Rule, code: &'static str, message: impl std::fmt::Display) {
        let problem = Diagnostic::error(code, format!("rule `{}` {message}", rule.id));
        self.add(problem.in_file(rule.file.clone()).at(rule.place).on_key(rule.id.clone()));
    }

    /// Reports something on a presumption, at its place.
    fn on_presumption(&mut self, presumption: &Presumption, code: &'static str, message: impl std::fmt::Display) {
        let problem = Diagnostic::error(code, format!("presumption `{}` {message}", presumption.id));
        self.add(problem.in_file(presumption.file.clone()).at(presumption.place).on_key(presumption.id.clone()));
    }

    fn sorted(mut self) -> Vec<Diagnostic> {
        self.0.sort_by(|a, b| (&a.path, a.place, a.code).cmp(&(&b.path, b.place, b.code)));
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::sample::{file, knowledge, rule};
    use super::{lint, unused_names};

    /// The codes of what is found in the small rule set with `more` behind it; its own loose ends are left out.
    fn codes(more: &str) -> Vec<&'static str> {
        let as_of = "2026-06-01".parse().unwrap();
        let mut codes: Vec<&str> = lint(&knowledge(more), as_of).iter().map(|problem| problem.code).collect();
        codes.retain(|code| *code != "unused-claim");
        codes.sort_unstable();
        codes
    }

    #[test]
    fn a_sound_rule_has_no_findings() {
        assert_eq!(codes(&rule("jax-on-tpu", &[])), [""; 0]);
    }

    #[test]
    fn each_mistake_is_found_by_its_code() {
        let jax_and_torch = r#"{ all = [{ fact = "framework", is = "jax" }, { fact = "framework", is = "pytorch" }] }"#;
        let both = r#"{ fact = "framework", in = ["jax", "pytorch"] }"#;
        let not_stated =
            r#"{ all = [{ fact = "framework", is = "jax" }, { not = { fact = "libraries", has_any = ["x"] } }] }"#;
        let known = r#"{ all = [{ fact = "framework", is = "jax" }, { fact = "batch", known = false }] }"#;
        let answer = r#"{ all = [{ fact = "framework", is = "jax" }, { fact = "answer.contenders", above = 1 }] }"#;
        let failing =
            r#"[{ given = { framework = "jax" }, holds = true }, { given = { framework = "jax" }, holds = false }]"#;
        let cases: &[(&str, &str, &[&str])] = &[
            ("when", jax_and_torch, &["failing-example", "never-true"]),
            ("when", both, &["always-true", "failing-example"]),
            ("when", not_stated, &["not-of-absent"]),
            ("when", known, &["bad-test"]),
            ("when", answer, &["bad-test", "failing-example"]),
            ("because", "\"on {batch}\"", &["text-not-known"]),
            ("because", "\"in {framework}[ with {batch}]\"", &[]),
            ("because", "\"in {framwork}\"", &["unknown-fact"]),
            ("because", "\"in {framework\"", &["bad-text"]),
            ("claims", "", &["no-evidence"]),
            ("claims", r#"["doc/note"]"#, &["weak-evidence"]),
            ("favours", r#"{ gpu = "slight" }"#, &[]),
            ("disfavours", r#"{ gpu = "slight" }"#, &[]),
            ("examples", "", &["no-example"]),
            ("examples", r#"[{ given = { framework = "jax" }, holds = true }]"#, &["no-example"]),
            ("examples", failing, &["failing-example"]),
            ("favours", "", &["no-effect"]),
            ("review_by", "2026-02-01", &["overdue-review"]),
        ];
        for (key, value, expected) in cases {
            assert_eq!(codes(&rule("jax-on-tpu", &[(key, value)])), *expected, "{key} = {value}");
        }
    }

    #[test]
    fn evidence_is_held_to_what_it_says() {
        let against =
            rule("jax-on-tpu", &[("favours", r#"{ gpu = "slight" }"#), ("disfavours", r#"{ tpu = "slight" }"#)]);
        assert_eq!(codes(&against), ["claim-against"]);
        let own = [("claims", ""), ("sources", r#"["chipwise"]"#)];
        assert_eq!(codes(&rule("jax-on-tpu", &own)), [""; 0]);
        let strong = [own[0], own[1], ("favours", r#"{ tpu = "strong" }"#)];
        assert_eq!(codes(&rule("jax-on-tpu", &strong)), ["weak-evidence"]);
    }

    #[test]
    fn rules_that_repeat_or_contradict_each_other_are_found() {
        let one = rule("jax-on-tpu", &[]);
        let narrow = r#"{ all = [{ fact = "framework", is = "jax" }, { fact = "batch", at_least = 8 }] }"#;
        let examples =
            r#"[{ given = { framework = "jax", batch = 8 }, holds = true }, { given = { batch = 1 }, holds = false }]"#;
        let with = |lines: &[(&'static str, &'static str)]| {
            let mut all = vec![("when", narrow), ("examples", examples)];
            all.extend_from_slice(lines);
            codes(&format!("{one}{}", rule("jax-with-a-batch", &all)))
        };
        assert_eq!(with(&[]), ["shadowed"]);
        assert_eq!(with(&[("favours", r#"{ tpu = "moderate" }"#)]), [""; 0]);
        assert_eq!(with(&[("step", "\"s\"")]), [""; 0]);
        assert_eq!(with(&[("concern", "\"batch\"")]), [""; 0]);
        let against =
            [("favours", ""), ("disfavours", r#"{ tpu = "slight" }"#), ("claims", ""), ("sources", r#"["chipwise"]"#)];
        assert_eq!(with(&against), ["contradiction"]);
        let twice = format!("{one}{}", rule("jax-again", &[("concern", "\"batch\"")]));
        assert_eq!(codes(&twice), ["favoured-twice"]);
    }

    #[test]
    fn names_that_nothing_uses_are_found_in_the_files() {
        let text = r#"
            [[topic]]
            id = "capacity"
            [[source]]
            id = "page"
            [[set]]
            id = "used"
            members = ["a"]
            [[set]]
            id = "idle"
            members = ["a"]
            [[rule]]
            when = { fact = "f", in = "@used" }
        "#;
        let found = unused_names(&[file("r.toml", text)]);
        let found: Vec<_> = found.iter().map(|problem| (problem.code, problem.place.unwrap().line)).collect();
        assert_eq!(found, [("unused-topic", 2), ("unused-source", 4), ("unused-set", 9)]);
    }
}
