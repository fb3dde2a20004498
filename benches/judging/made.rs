//! Made-up rules in two forms: as a rule file, and as the code that somebody would write by hand for the same rules.
//!
//! Forty facts, four targets, eight concerns; conditions of one to four tests under `all`, `any` and `not`; one rule in
//! ten is lifted by something, one in twelve excludes. A fixed sequence of pseudo-random numbers, so that every run
//! makes the same.

use std::fmt::Write;

use chipwise::ask::Random;
use chipwise::facts::{ChoiceSet, Facts, Known, Origin, OriginKind, Value};
use chipwise::knowledge::Knowledge;

pub const TARGETS: usize = 4;
pub const CONCERNS: usize = 8;
const FLAGS: usize = 12;
const CHOICES: usize = 12;
const NUMBERS: usize = 10;
const LISTS: usize = 6;
/// How many choices a choice fact or a list has.
const EACH: usize = 6;

/// Throws of dice that are the same each time.
pub struct Dice(Random);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        (self.0.bits() % end as u64) as usize
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

/// A condition in both forms.
struct Both {
    toml: String,
    rust: String,
}

fn test(dice: &mut Dice) -> Both {
    match dice.below(4) {
        0 => {
            let (fact, on) = (dice.below(FLAGS), !dice.one_in(3));
            Both {
                toml: format!("{{ fact = \"flag-{fact}\", is = {on} }}"),
                rust: format!("record.flags[{fact}] == Some({on})"),
            }
        }
        1 => {
            let fact = dice.below(CHOICES);
            let mut choices: Vec<usize> = (0..1 + dice.below(3)).map(|_| dice.below(EACH)).collect();
            choices.sort_unstable();
            choices.dedup();
            let named: Vec<String> = choices.iter().map(|choice| format!("\"c{choice}\"")).collect();
            let matched: Vec<String> = choices.iter().map(ToString::to_string).collect();
            Both {
                toml: format!("{{ fact = \"choice-{fact}\", in = [{}] }}", named.join(", ")),
                rust: format!("matches!(record.choices[{fact}], Some({}))", matched.join(" | ")),
            }
        }
        2 => {
            let (fact, bound) = (dice.below(NUMBERS), 1 + dice.below(40));
            let (word, sign) = if dice.one_in(2) { ("at_least", ">=") } else { ("below", "<") };
            Both {
                toml: format!("{{ fact = \"number-{fact}\", {word} = {bound} }}"),
                rust: format!("record.numbers[{fact}].is_some_and(|number| number {sign} {bound}.0)"),
            }
        }
        _ => {
            let (fact, choice) = (dice.below(LISTS), dice.below(EACH));
            Both {
                toml: format!("{{ fact = \"list-{fact}\", has_any = [\"c{choice}\"] }}"),
                rust: format!("record.lists[{fact}].is_some_and(|list| list & {} != 0)", 1 << choice),
            }
        }
    }
}

fn condition(dice: &mut Dice, deepest: usize) -> Both {
    if deepest == 0 || dice.one_in(3) {
        return test(dice);
    }
    if dice.one_in(6) {
        let part = condition(dice, deepest - 1);
        return Both { toml: format!("{{ not = {} }}", part.toml), rust: format!("!({})", part.rust) };
    }
    let all = !dice.one_in(3);
    let parts: Vec<Both> = (0..2 + dice.below(2)).map(|_| condition(dice, deepest - 1)).collect();
    let joined = |form: fn(&Both) -> &str, sign: &str| parts.iter().map(form).collect::<Vec<_>>().join(sign);
    Both {
        toml: format!("{{ {} = [{}] }}", if all { "all" } else { "any" }, joined(|it| &it.toml, ", ")),
        rust: format!("({})", joined(|it| &it.rust, if all { " && " } else { " || " })),
    }
}

/// The rule file and the code by hand of so many rules. Facts that are not stated are open, or else count as not so.
pub fn rules(count: usize, open: bool) -> Made {
    let mut dice = Dice::new(count as u64);
    let (mut toml, mut rust) = (vocabulary(open), header(count));
    for index in 0..count {
        let concern = dice.below(CONCERNS);
        let when = condition(&mut dice, 2);
        let unless = dice.one_in(10).then(|| test(&mut dice));
        let target = dice.below(TARGETS);
        let (effect, code) = match dice.below(12) {
            0 => (format!("excludes = [\"t{target}\"]"), format!("tally.out[{target}] = true;")),
            it => {
                let (side, word) = if it % 2 == 0 { (0, "favours") } else { (1, "disfavours") };
                let (strength, points) = [("slight", 1), ("moderate", 2), ("strong", 4)][dice.below(3)];
                (
                    format!("{word} = {{ t{target} = \"{strength}\" }}"),
                    format!("tally.raise({target}, {concern}, {side}, {points}.0);"),
                )
            }
        };
        let lifted = unless.as_ref().map_or(String::new(), |it| format!("unless = {}\n", it.toml));
        let and_not = unless.as_ref().map_or(String::new(), |it| format!(" && !({})", it.rust));
        let _ = write!(
            toml,
            "[[rule]]\nid = \"r{index:04}\"\nconcern = \"k{concern}\"\nwhen = {}\n{lifted}{effect}\nbecause = \"so\"\nsources = [\"doc\"]\nverified = 2026-01-01\nreview_by = 2027-01-01\n",
            when.toml
        );
        let _ = write!(rust, "    if {}{and_not} {{\n        {code}\n    }}\n", when.rust);
    }
    rust.push_str("    tally.outcome()\n}\n");
    Made { toml, rust }
}

/// A whole rule file and the code for the same rules.
pub struct Made {
    pub toml: String,
    pub rust: String,
}

fn header(count: usize) -> String {
    format!(
        "//! {count} made rules as somebody would write them by hand. Written by `made.rs`; see `main.rs`.\n\n\
         use super::by_hand::{{Outcome, Record, Tally}};\n\n\
         #[rustfmt::skip]\n#[allow(unused_parens, clippy::all)]\npub fn judge(record: &Record) -> Outcome {{\n    let mut tally = Tally::default();\n"
    )
}

fn vocabulary(open: bool) -> String {
    let mut out = String::from(
        "[strengths]\nslight = 1\nmoderate = 2\nstrong = 4\n[thresholds]\ndecided = 3\nleaning = 2\ndecided_unverified = 4\nleaning_unverified = 4\ncontender = 6\ncautions = 6\n[[source]]\nid = \"doc\"\ntitle = \"A document\"\n",
    );
    for target in 0..TARGETS {
        let _ = write!(out, "[[target]]\nid = \"t{target}\"\nname = \"T{target}\"\nabout = \"a target\"\n");
    }
    for concern in 0..CONCERNS {
        let _ = write!(out, "[[concern]]\nid = \"k{concern}\"\nabout = \"a concern\"\n");
    }
    let absence = if open { "open" } else { "if_stated" };
    let kinds = [
        ("flag", FLAGS, "flag"),
        ("choice", CHOICES, "choice"),
        ("number", NUMBERS, "number"),
        ("list", LISTS, "choices"),
    ];
    for (name, count, kind) in kinds {
        for fact in 0..count {
            let _ = write!(
                out,
                "[[fact]]\nid = \"{name}-{fact}\"\ntype = \"{kind}\"\ngroup = \"g\"\nquestion = \"what?\"\nhelp = \"a fact\"\nlabel = \"{name} {fact}\"\neffort = \"glance\"\nabsence = \"{absence}\"\n"
            );
            if matches!(kind, "choice" | "choices") {
                out.push_str("[fact.choices]\n");
                (0..EACH).for_each(|choice| {
                    let _ = writeln!(out, "c{choice} = \"choice {choice}\"");
                });
            }
        }
    }
    out
}

/// One workload as the code by hand takes it.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub flags: [Option<bool>; FLAGS],
    pub choices: [Option<u16>; CHOICES],
    pub numbers: [Option<f64>; NUMBERS],
    pub lists: [Option<u64>; LISTS],
}

/// So many workloads; one fact in sixteen is not stated.
pub fn records(count: usize) -> Vec<Record> {
    let mut dice = Dice::new(7);
    let mut record = || {
        let mut made = Record::default();
        let stated = |dice: &mut Dice| !dice.one_in(16);
        made.flags.iter_mut().for_each(|it| *it = stated(&mut dice).then(|| dice.one_in(2)));
        made.choices.iter_mut().for_each(|it| *it = stated(&mut dice).then(|| dice.below(EACH) as u16));
        made.numbers.iter_mut().for_each(|it| *it = stated(&mut dice).then(|| dice.below(48) as f64));
        made.lists.iter_mut().for_each(|it| *it = stated(&mut dice).then(|| dice.0.bits() & dice.0.bits() & 0b11_1111));
        made
    };
    (0..count).map(|_| record()).collect()
}

impl Record {
    /// The same as facts of a vocabulary that was made here.
    pub fn facts(&self, knowledge: &Knowledge) -> Facts {
        let mut facts = Facts::unknown(knowledge.facts.len());
        let mut set = |name: &str, fact: usize, value: Option<Value>| {
            let known = value.map(|value| Known { value, origin: Origin::of(OriginKind::File) });
            facts.set(knowledge.fact_id(&format!("{name}-{fact}")).expect("a made fact"), known);
        };
        self.flags.iter().enumerate().for_each(|(at, it)| set("flag", at, it.map(Value::Flag)));
        self.choices.iter().enumerate().for_each(|(at, it)| set("choice", at, it.map(Value::Choice)));
        self.numbers.iter().enumerate().for_each(|(at, it)| set("number", at, it.map(Value::Number)));
        let list = |bits: u64| Value::Choices { set: ChoiceSet(bits.into()), more: false };
        self.lists.iter().enumerate().for_each(|(at, it)| set("list", at, it.map(list)));
        facts
    }
}
