//! Translates the rules that chipwise carries, as far as they are plain, into the languages of its peers.
//!
//! Plain are rules without `unless` that favour, disfavour or exclude, and whose tests ask whether a stated choice is one of
//! some, a flag is set, a number is beyond another, or a list of choices holds one of some. All facts are open: a rule
//! holds where its condition is true by Kleene, so each test has two forms, that it is so and that it is known not to be.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use chipwise::facts::ChoiceSet;
use chipwise::knowledge::{Absence, Ask, Condition, Effect, Fact, FactType, Knowledge, Rule, Test, TestId};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let knowledge = chipwise::built_in::knowledge();
    let rules: Vec<&Rule> = knowledge.rules.iter().filter(|rule| is_plain(&knowledge, rule)).collect();
    let mut facts: BTreeMap<u16, Vec<f64>> = BTreeMap::new();
    for test in rules.iter().flat_map(|rule| tests(&rule.when)).map(|id| knowledge.test(id)) {
        facts.entry(test.fact.0).or_default().extend(test.ask.bound());
    }
    let facts: Vec<(&Fact, Vec<f64>)> =
        facts.into_iter().map(|(id, bounds)| (&knowledge.facts[usize::from(id)], bounds)).collect();
    let out = env::var("OUT_DIR").expect("cargo says where");
    let write = |file: &str, text: String| fs::write(Path::new(&out).join(file), text).expect("written");
    write("rules.toml", toml(&knowledge, &facts, &rules));
    write("by_hand.rs", by_hand(&knowledge, &facts, &rules));
    write("rules.rego", rego(&knowledge, &rules));
    let each = |language| rules.iter().map(|rule| form(&knowledge, &rule.when, true, language) + "\n").collect();
    write("rules.cel", each(Language::Cel));
    write("rules.zen", each(Language::Zen));
}

fn tests(condition: &Condition) -> Vec<TestId> {
    match condition {
        Condition::Test(test) => vec![*test],
        Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(tests).collect(),
        Condition::Not(part) => tests(part),
    }
}

fn is_plain(knowledge: &Knowledge, rule: &Rule) -> bool {
    let is_plain = |id: TestId| {
        let test = knowledge.test(id);
        let fact = knowledge.fact(test.fact);
        let asks = comparison(&test.ask).is_some() || matches!(test.ask, Ask::OneOf(_) | Ask::Flag(_) | Ask::HasAny(_));
        asks && fact.absence != Absence::Derived && kind(fact).is_some()
    };
    let effects = |(_, effect): &(_, Effect)| *effect != Effect::NotApplicable;
    rule.unless.is_none()
        && !rule.effects.is_empty()
        && rule.effects.iter().all(effects)
        && rule.measure_first.is_empty()
        && !(rule.measured || rule.estimated)
        && tests(&rule.when).into_iter().all(is_plain)
}

/// The type that a fact has among the peers.
fn kind(fact: &Fact) -> Option<&'static str> {
    match fact.kind {
        FactType::Choice => Some("choice"),
        FactType::Flag => Some("flag"),
        FactType::Choices => Some("choices"),
        FactType::Count | FactType::Number | FactType::Bytes | FactType::Duration | FactType::Rate => Some("number"),
        _ => None,
    }
}

fn name(fact: &Fact) -> String {
    fact.id.replace('.', "_")
}

fn points(knowledge: &Knowledge, effect: Effect) -> (usize, f64) {
    match effect {
        Effect::Favours(strength) => (0, knowledge.scale.points(strength)),
        Effect::Disfavours(strength) => (1, knowledge.scale.points(strength)),
        Effect::Excludes | Effect::NotApplicable => (2, 0.0),
    }
}

const NAME: &str = "[[fact]]\nid = \"name\"\ntype = \"text\"\ngroup = \"g\"\nquestion = \"what?\"\nhelp = \"its name\"\n\
    label = \"name\"\neffort = \"glance\"\nabsence = \"if_stated\"\n";

/// The rules as a rule file of chipwise.
fn toml(knowledge: &Knowledge, facts: &[(&Fact, Vec<f64>)], rules: &[&Rule]) -> String {
    let scale = &knowledge.scale;
    let mut out = format!(
        "[strengths]\nslight = {:?}\nmoderate = {:?}\nstrong = {:?}\n[thresholds]\ndecided = {:?}\nleaning = {:?}\n\
         decided_unverified = 4\nleaning_unverified = 4\ncontender = {:?}\ncautions = 6\n[[source]]\nid = \"doc\"\n\
         title = \"A document\"\n",
        scale.slight, scale.moderate, scale.strong, scale.decided, scale.leaning, scale.contender
    );
    for target in &knowledge.targets {
        let _ = write!(out, "[[target]]\nid = {:?}\nname = {:?}\nabout = \"a target\"\n", target.id, target.name);
    }
    for concern in &knowledge.concerns {
        let _ = write!(out, "[[concern]]\nid = {:?}\nabout = \"a concern\"\n", concern.id);
    }
    out.push_str(NAME);
    for (fact, _) in facts {
        let _ = write!(
            out,
            "[[fact]]\nid = {:?}\ntype = {:?}\ngroup = \"g\"\nquestion = \"what?\"\nhelp = \"a fact\"\nlabel = {:?}\n\
             effort = \"glance\"\nabsence = \"open\"\n",
            name(fact),
            kind(fact).unwrap_or_default(),
            fact.label
        );
        if !fact.choices.is_empty() {
            out.push_str("[fact.choices]\n");
            fact.choices.iter().for_each(|choice| _ = writeln!(out, "{:?} = \"a choice\"", choice.id));
        }
    }
    for (index, rule) in rules.iter().enumerate() {
        let (concern, when) = (&knowledge.concern(rule.concern).id, form(knowledge, &rule.when, true, Language::Toml));
        let _ = write!(
            out,
            "[[rule]]\nid = \"r{index:03}\"\nconcern = {concern:?}\nwhen = {when}\nbecause = \"it is so\"\nsources = [\"doc\"]\n\
             verified = 2026-01-01\nreview_by = 2099-01-01\n"
        );
        let mut sides = [
            ("favours", "{", Vec::new(), "}"),
            ("disfavours", "{", Vec::new(), "}"),
            ("excludes", "[", Vec::new(), "]"),
        ];
        for (target, effect) in &rule.effects {
            let id = &knowledge.target(*target).id;
            sides[points(knowledge, *effect).0].2.push(match effect {
                Effect::Favours(it) | Effect::Disfavours(it) => format!("{id} = {:?}", it.id()),
                _ => format!("{id:?}"),
            });
        }
        for (word, open, effects, close) in sides.iter().filter(|side| !side.2.is_empty()) {
            let _ = writeln!(out, "{word} = {open}{}{close}", effects.join(", "));
        }
    }
    out
}

#[derive(Clone, Copy, PartialEq)]
enum Language {
    Toml,
    Rust,
    Cel,
    Zen,
    Rego,
}

/// A condition, or that it is known not to hold.
fn form(knowledge: &Knowledge, condition: &Condition, holds: bool, language: Language) -> String {
    let each =
        |parts: &[Condition]| parts.iter().map(|part| form(knowledge, part, holds, language)).collect::<Vec<_>>();
    let (and, or) = if language == Language::Zen { (" and ", " or ") } else { (" && ", " || ") };
    match (condition, language) {
        (Condition::Test(test), _) => leaf(knowledge, knowledge.test(*test), holds, language),
        (Condition::Not(part), Language::Toml) => format!("{{ not = {} }}", form(knowledge, part, holds, language)),
        (Condition::Not(part), _) => form(knowledge, part, !holds, language),
        (Condition::All(parts), Language::Toml) => format!("{{ all = [{}] }}", each(parts).join(", ")),
        (Condition::Any(parts), Language::Toml) => format!("{{ any = [{}] }}", each(parts).join(", ")),
        (Condition::All(parts), _) => format!("({})", each(parts).join(if holds { and } else { or })),
        (Condition::Any(parts), _) => format!("({})", each(parts).join(if holds { or } else { and })),
    }
}

fn quoted(fact: &Fact, set: ChoiceSet, quote: char) -> String {
    let ids = set.iter().filter_map(|choice| fact.choice_at(choice)).map(|it| format!("{quote}{}{quote}", it.id));
    ids.collect::<Vec<_>>().join(", ")
}

/// What is asked, turned round where it is the opposite that is asked for; that of a list has no form of its own.
fn turned(fact: &Fact, ask: &Ask, holds: bool) -> Ask {
    match (ask, holds) {
        (Ask::OneOf(set), false) => Ask::OneOf(fact.choice_places().filter(|choice| !set.contains(*choice)).collect()),
        (Ask::Flag(flag), false) => Ask::Flag(!flag),
        (Ask::AtLeast(bound), false) => Ask::Below(*bound),
        (Ask::Below(bound), false) => Ask::AtLeast(*bound),
        (Ask::Above(bound), false) => Ask::AtMost(*bound),
        (Ask::AtMost(bound), false) => Ask::Above(*bound),
        (ask, _) => ask.clone(),
    }
}

fn comparison(ask: &Ask) -> Option<(&'static str, &'static str, f64)> {
    match ask {
        Ask::AtLeast(bound) => Some((">=", "at_least", *bound)),
        Ask::Above(bound) => Some((">", "above", *bound)),
        Ask::AtMost(bound) => Some(("<=", "at_most", *bound)),
        Ask::Below(bound) => Some(("<", "below", *bound)),
        _ => None,
    }
}

fn leaf(knowledge: &Knowledge, test: &Test, holds: bool, language: Language) -> String {
    use Language::{Cel, Rego, Rust, Toml, Zen};
    let fact = knowledge.fact(test.fact);
    let (n, ask) = (name(fact), turned(fact, &test.ask, holds));
    if let Some((sign, word, bound)) = comparison(&ask) {
        return match language {
            Toml => format!("{{ fact = {n:?}, {word} = {bound:?} }}"),
            Rust => format!("record.{n}.is_some_and(|it| it {sign} {bound:?})"),
            Cel => format!("(has(r.{n}) && r.{n} {sign} {bound:?})"),
            Zen => format!("({n} != null and {n} {sign} {bound})"),
            Rego => format!("input.{n} {sign} {bound}"),
        };
    }
    let none = if holds { "" } else { "!" };
    match (&ask, language) {
        (Ask::Flag(flag), Toml) => format!("{{ fact = {n:?}, is = {flag} }}"),
        (Ask::Flag(flag), Rust) => format!("record.{n} == Some({flag})"),
        (Ask::Flag(flag), Cel) => format!("(has(r.{n}) && r.{n} == {flag})"),
        (Ask::Flag(flag), Zen) => format!("({n} == {flag})"),
        (Ask::Flag(flag), Rego) => format!("input.{n} == {flag}"),
        (Ask::OneOf(set), Toml) => format!("{{ fact = {n:?}, in = [{}] }}", quoted(fact, *set, '"')),
        (Ask::OneOf(set), Rust) => {
            let names: Vec<String> = set.iter().map(|choice| format!("{}::C{choice}", camel(&n))).collect();
            format!("matches!(record.{n}, Some({}))", names.join(" | "))
        }
        (Ask::OneOf(set), Cel) => format!("(has(r.{n}) && r.{n} in [{}])", quoted(fact, *set, '\'')),
        (Ask::OneOf(set), Zen) => format!("({n} != null and {n} in [{}])", quoted(fact, *set, '\'')),
        (Ask::OneOf(set), Rego) => format!("input.{n} in {{{}}}", quoted(fact, *set, '"')),
        (Ask::HasAny(set), Toml) => format!("{{ fact = {n:?}, has_any = [{}] }}", quoted(fact, *set, '"')),
        (Ask::HasAny(set), Rust) => format!("record.{n}.is_some_and(|it| {none}(it.0 & {} != 0))", set.0),
        (Ask::HasAny(set), Cel) => {
            format!("(has(r.{n}) && {none}r.{n}.exists(x, x in [{}]))", quoted(fact, *set, '\''))
        }
        (Ask::HasAny(set), Zen) => {
            let none = if holds { "" } else { "not " };
            format!("({n} != null and {none}some({n}, # in [{}]))", quoted(fact, *set, '\''))
        }
        (Ask::HasAny(set), Rego) => {
            let sign = if holds { ">" } else { "==" };
            format!(
                "count([x | some x in input.{n}; x in {{{}}}]) {sign} 0; is_array(input.{n})",
                quoted(fact, *set, '"')
            )
        }
        (other, _) => panic!("{other:?} is not plain"),
    }
}

/// Rego has no "or" within a rule: every alternative is a body of its own.
fn bodies(knowledge: &Knowledge, condition: &Condition, holds: bool) -> Vec<String> {
    let each = |parts: &[Condition]| parts.iter().map(|part| bodies(knowledge, part, holds)).collect::<Vec<_>>();
    match (condition, holds) {
        (Condition::Test(test), _) => vec![leaf(knowledge, knowledge.test(*test), holds, Language::Rego)],
        (Condition::Not(part), _) => bodies(knowledge, part, !holds),
        (Condition::All(parts), true) | (Condition::Any(parts), false) => each(parts)
            .into_iter()
            .reduce(|all, part| all.iter().flat_map(|a| part.iter().map(move |b| format!("{a}; {b}"))).collect())
            .unwrap_or_default(),
        (Condition::Any(parts), true) | (Condition::All(parts), false) => each(parts).concat(),
    }
}

fn rego(knowledge: &Knowledge, rules: &[&Rule]) -> String {
    let mut out = "package p\nimport rego.v1\n".to_owned();
    for (index, rule) in rules.iter().enumerate() {
        bodies(knowledge, &rule.when, true)
            .iter()
            .for_each(|it| _ = writeln!(out, "held contains {index} if {{ {it} }}"));
    }
    out
}

fn camel(name: &str) -> String {
    name.split('_').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

/// The record as a type, the rules as code that somebody would write, and what each rule does.
fn by_hand(knowledge: &Knowledge, facts: &[(&Fact, Vec<f64>)], rules: &[&Rule]) -> String {
    let mut out = format!("pub const CONCERNS: usize = {};\n", knowledge.concerns.len());
    let pairs: Vec<(&str, &str)> = knowledge.targets.iter().map(|it| (it.id.as_ref(), it.name.as_ref())).collect();
    let _ = writeln!(out, "pub const TARGETS: [(&str, &str); {}] = {pairs:?};", pairs.len());
    let mut fields = String::new();
    let mut made = String::new();
    for (fact, bounds) in facts {
        let (n, type_name) = (name(fact), camel(&name(fact)));
        let ids: Vec<&str> = fact.choices.iter().map(|choice| choice.id.as_ref()).collect();
        if !ids.is_empty() {
            let variants: Vec<String> =
                ids.iter().enumerate().map(|(at, id)| format!("#[serde(rename = {id:?})] C{at}")).collect();
            let _ = writeln!(
                out,
                "#[derive(Clone, Copy, Deserialize, PartialEq)] pub enum {type_name} {{ {} }}\n\
                 impl Bit for {type_name} {{ fn bit(self) -> u128 {{ 1 << self as u32 }} }}",
                variants.join(", ")
            );
        }
        let (of, field) = match kind(fact) {
            Some("choice") => (type_name, format!("Field::Choice(&{ids:?})")),
            Some("choices") => (format!("Set<{type_name}>"), format!("Field::List(&{ids:?})")),
            Some("flag") => ("bool".to_owned(), "Field::Flag".to_owned()),
            _ => ("f64".to_owned(), format!("Field::Number(&{bounds:?})")),
        };
        let _ = writeln!(fields, "    pub {n}: Option<{of}>,");
        let _ = writeln!(made, "    ({n:?}, {field}),");
    }
    let _ = write!(
        out,
        "#[derive(Deserialize)] #[serde(default)] #[derive(Default)]\npub struct Record<'a> {{\n    #[serde(borrow)] pub name: Cow<'a, str>,\n{fields}}}\n\
         pub const FIELDS: &[(&str, Field)] = &[\n{made}];\n#[allow(unused_parens)]\npub fn judge(record: &Record, tally: &mut Tally) {{\n"
    );
    let mut table = String::new();
    for rule in rules {
        let each = rule.effects.iter().map(|(target, effect)| {
            let (side, points) = points(knowledge, *effect);
            format!("({}, {}, {side}, {points:?})", target.0, rule.concern.0)
        });
        let effects: Vec<String> = each.collect();
        let calls: String = effects.iter().map(|it| format!(" tally.raise{it};")).collect();
        let _ = writeln!(out, "    if {} {{{calls} }}", form(knowledge, &rule.when, true, Language::Rust));
        let _ = writeln!(table, "    &[{}],", effects.join(", "));
    }
    let _ = write!(out, "}}\npub const EFFECTS: [&[(usize, usize, usize, f64)]; {}] = [\n{table}];\n", rules.len());
    out
}
