//! A small rule set for the tests of the lint.

use crate::knowledge::{Condition, Knowledge, RuleFile, load};
use crate::read::{Format, Limits, read};

const BASE: &str = r#"
[[target]]
id = "gpu"
name = "GPU"
about = "a"
[[target]]
id = "tpu"
name = "TPU"
about = "a"
[[concern]]
id = "software"
about = "a"
[[concern]]
id = "batch"
about = "a"
[[topic]]
id = "capacity"
about = "a"
[strengths]
slight = 1
moderate = 2
strong = 4
[[source]]
id = "doc"
document = true
title = "A document"
[[source]]
id = "chipwise"
title = "chipwise"
[[claim]]
id = "doc/a"
where = "1"
kind = "preference"
toward = "tpu"
says = "a"
[[claim]]
id = "doc/note"
where = "1"
kind = "note"
says = "a"
[[fact]]
id = "framework"
type = "choice"
group = "g"
question = "q"
help = "h"
label = "framework"
effort = "glance"
absence = "open"
choices = { pytorch = "PyTorch", jax = "JAX" }
[[fact]]
id = "batch"
type = "count"
group = "g"
question = "q"
help = "h"
label = "batch"
effort = "glance"
absence = "open"
must_be_positive = true
[[fact]]
id = "kernels"
type = "choices"
group = "g"
question = "q"
help = "h"
label = "kernels"
effort = "glance"
absence = "open"
choices = { cuda = "CUDA", nki = "NKI", triton = "Triton" }
[[fact]]
id = "libraries"
type = "names"
group = "g"
question = "q"
help = "h"
label = "libraries"
effort = "glance"
absence = "if_stated"
[[fact]]
id = "replaceable"
type = "flag"
group = "g"
question = "q"
help = "h"
label = "replaceable"
effort = "glance"
absence = "open"
applies = { fact = "kernels", not_empty = true }
[[fact]]
id = "answer.contenders"
type = "count"
group = "answer"
question = "q"
help = "h"
label = "contenders"
effort = "glance"
absence = "derived"
"#;

/// A rule file with a text in it.
pub fn file(name: &str, text: &str) -> RuleFile {
    (name.to_owned(), read(text.as_bytes(), Format::Toml, &Limits::rules()).unwrap().remove(0))
}

/// The small rule set with more tables behind it.
pub fn knowledge(more: &str) -> Knowledge {
    load(&[file("base.toml", BASE), file("more.toml", more)]).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// One sound rule, with some of its lines replaced or added by `lines`.
pub fn rule(id: &str, lines: &[(&str, &str)]) -> String {
    let mut keys = vec![
        ("concern", r#""software""#),
        ("when", r#"{ fact = "framework", is = "jax" }"#),
        ("favours", r#"{ tpu = "slight" }"#),
        ("because", r#""in {framework}""#),
        ("claims", r#"["doc/a"]"#),
        ("verified", "2026-01-01"),
        ("review_by", "2027-01-01"),
        (
            "examples",
            r#"[{ given = { framework = "jax" }, holds = true }, { given = { framework = "pytorch" }, holds = false }]"#,
        ),
    ];
    for (key, value) in lines {
        match keys.iter_mut().find(|(known, _)| known == key) {
            Some(entry) => entry.1 = value,
            None => keys.push((key, value)),
        }
    }
    let written = keys.iter().filter(|(_, value)| !value.is_empty()).map(|(key, value)| format!("{key} = {value}\n"));
    format!("[[rule]]\nid = \"{id}\"\n{}", written.collect::<String>())
}

/// The condition of a rule.
pub fn condition<'k>(knowledge: &'k Knowledge, id: &str) -> &'k Condition {
    &knowledge.rules.iter().find(|rule| rule.id == id).unwrap().when
}
