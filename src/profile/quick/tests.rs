use super::*;
use crate::built_in;
use crate::read::{Limits, read_line};

/// Holds a record to the other reader; tells whether it was read quickly.
fn agrees(knowledge: &Knowledge, quick: &Quick, slate: &mut Slate, line: &str) -> bool {
    if !quick.read(line.as_bytes(), 7, slate) {
        return false;
    }
    let node = read_line(line.as_bytes(), 7, &Limits::default()).unwrap_or_else(|it| panic!("{line}: {it}")).unwrap();
    let slow = super::super::read(knowledge, &node, "in/here.ndjson").unwrap_or_else(|it| panic!("{line}: {it:?}"));
    let own = &slate.profile;
    let values = |profile: &Profile| profile.facts.iter().map(|(id, it)| (id, it.value.clone())).collect::<Vec<_>>();
    assert_eq!(values(own), values(&slow), "{line}");
    assert_eq!((&own.name, &own.labels, own.line), (&slow.name, &slow.labels, slow.line), "{line}");
    assert_eq!((&own.said_unknown, &own.currencies), (&slow.said_unknown, &slow.currencies), "{line}");
    assert!(slow.warnings.is_empty(), "{line}");
    true
}

#[test]
fn what_is_read_quickly_is_what_the_other_reader_reads() {
    let knowledge = built_in::knowledge();
    let quick = Quick::new(&knowledge);
    let mut slate = quick.slate(&"in/here.ndjson".into());
    let mut values: Vec<String> = [
        "null",
        "true",
        "\"true\"",
        "0",
        "1",
        "7",
        "4096",
        "-3",
        "0.5",
        "1e3",
        "9007199254740993",
        "\"unknown\"",
        "\"7B\"",
        "\"0\"",
        "\"80GB\"",
        "\"50ms\"",
        "\"200/s\"",
        "\"12 USD\"",
        "\"\"",
        "\"x\\u00e9\\n\"",
        "[]",
        "[\"unknown\"]",
        "[1]",
        "[\"flash_attn==2\", \"x\"]",
        "{}",
        "{\"a\": \"b\"}",
        "{\"a\": 1}",
        "{\"a\": \"b\", \"a\": \"c\"}",
        "[[]]",
    ]
    .map(str::to_owned)
    .into();
    let (mut quickly, always) = (0, values.len());
    for (_, fact) in knowledge.declared() {
        values.truncate(always);
        for choice in &fact.choices {
            values.push(format!("\"{}\"", choice.id));
            values.push(format!("[\"{}\", \"unknown\"]", choice.id));
            values.push(format!("[\"{0}\", \"{0}\"]", choice.id));
        }
        for value in &values {
            let (first, rest) = fact.id.split_once('.').unwrap_or((&fact.id, ""));
            let nested = if rest.is_empty() { value.clone() } else { format!("{{\"{rest}\": {value}}}") };
            for line in [
                format!("{{\"{}\": {value}}}", fact.id),
                format!("  {{\"{first}\": {nested}, \"phase\": \"training\"}} "),
                format!("{{\"{}\": {value}, \"{first}\": {nested}}}", fact.id),
            ] {
                quickly += usize::from(agrees(&knowledge, &quick, &mut slate, &line));
            }
        }
    }
    assert!(quickly > 1500, "only {quickly} were read quickly");
}

#[test]
fn what_is_not_plainly_right_is_left() {
    let knowledge = built_in::knowledge();
    let quick = Quick::new(&knowledge);
    let mut slate = quick.slate(&"x.ndjson".into());
    for line in [
        "",
        "{}",
        "[]",
        "null",
        "{\"phase\": \"training\"",
        "{\"phase\": \"training\"} x",
        "{\"framwork\": \"jax\"}",
        "{\"phase\": \"training\", \"phase\": \"training\"}",
        "{\"model\": {\"params\": 1}, \"model\": {\"layers\": 1}}",
        "{\"model\": {\"params\": 1}, \"model.params\": 1}",
        "{\"batch_size\": 0}",
        "{\"phase\": \"train\"}",
        "{\"model.hf_config\": \"config.json\"}",
        "{\"gpu_model\": \"zx81\"}",
        "{\"name\": \"\u{1}\"}",
    ] {
        assert!(!quick.read(line.as_bytes(), 1, &mut slate), "{line}");
    }
    assert!(!quick.read(b"{\"name\": \"\xFF\"}", 1, &mut slate));
}

#[test]
fn one_record_leaves_nothing_for_the_next() {
    let knowledge = built_in::knowledge();
    let quick = Quick::new(&knowledge);
    let mut slate = quick.slate(&"in/here.ndjson".into());
    let full = "{\"name\": \"a\", \"phase\": \"training\", \"labels\": {\"a\": \"b\"}, \"current_cost_per_month\": \"1 USD\", \
                \"framework\": null}";
    for line in [full, "{\"phase\": \"inference\"}", "{\"framwork\": 1}", "{\"framework\": \"jax\"}", full] {
        agrees(&knowledge, &quick, &mut slate, line);
    }
    assert!(agrees(&knowledge, &quick, &mut slate, full) && slate.profile.name == "a");
    assert!(agrees(&knowledge, &quick, &mut slate, "{\"framework\": \"jax\"}") && slate.profile.name == "here");
}
