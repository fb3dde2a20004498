//! Facts in the terms of another vocabulary, so that what was read under some rules can be judged under others.

use crate::facts::{ChoiceSet, FactId, Facts, Known, Origin, Value};
use crate::knowledge::Knowledge;

/// The same facts under other rules. What these have no word for is left out: no rule of theirs can ask for it.
pub fn translated(from: &Knowledge, to: &Knowledge, facts: &Facts) -> Facts {
    let mut out = Facts::unknown(to.facts.len());
    for (id, known) in facts.iter() {
        let found = to.fact_id(&from.fact(id).id).filter(|other| to.fact(*other).kind == from.fact(id).kind);
        let value = found.and_then(|other| Some((other, value(from, to, (id, other), &known.value)?)));
        if let Some((other, value)) = value {
            // Facts are numbered otherwise there.
            let origin = Origin { from: [].into(), ..known.origin.clone() };
            out.set(other, Some(Known { value, origin }));
        }
    }
    out
}

fn value(from: &Knowledge, to: &Knowledge, (id, other): (FactId, FactId), value: &Value) -> Option<Value> {
    let choice = |choice: u16| to.fact(other).choice(&from.fact(id).choice_at(choice)?.id);
    match value {
        Value::Choice(one) => choice(*one).map(Value::Choice),
        Value::Choices { set, more } => {
            Some(Value::Choices { set: set.iter().filter_map(choice).collect::<ChoiceSet>(), more: *more })
        }
        other => Some(other.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in;
    use crate::knowledge::load;
    use crate::profile::read;
    use crate::read::{Format, Limits};

    const QUOTA: &str = "\
        [[fact]]\nid = \"house.quota\"\ntype = \"flag\"\ngroup = \"house\"\nquestion = \"Is there quota?\"\n\
        help = \"Look.\"\nlabel = \"quota\"\neffort = \"glance\"\nabsence = \"if_stated\"\nchangeable = true\n";

    #[test]
    fn facts_keep_their_meaning_where_they_are_numbered_otherwise() {
        let ours = load(&built_in::files()).unwrap();
        let house = built_in::read_file("house.toml", QUOTA.as_bytes()).unwrap();
        let theirs = load(&[vec![house], built_in::files()].concat()).unwrap();
        let framework = |knowledge: &Knowledge| knowledge.fact_id("framework").unwrap();
        assert_ne!(framework(&ours), framework(&theirs));
        let text =
            b"framework: jax\ncloud: [gcp, unknown]\nmodel.params: 7B\nlibraries: [maxtext]\nhouse.quota: true\n";
        let node = crate::read::read(text, Format::Yaml, &Limits::default()).unwrap().remove(0);
        let stated = read(&theirs, &node, "a.yaml").unwrap().facts;
        let ours_of_it = translated(&theirs, &ours, &stated);
        let back = translated(&ours, &theirs, &ours_of_it);
        let values = |facts: &Facts| facts.iter().map(|(id, known)| (id, known.value.clone())).collect::<Vec<_>>();
        let quota = theirs.fact_id("house.quota").unwrap();
        let but_for_quota: Vec<_> = values(&stated).into_iter().filter(|(id, _)| *id != quota).collect();
        assert_eq!(values(&back), but_for_quota);
        assert_eq!(ours_of_it.iter().count(), 4);
        assert_eq!(ours_of_it.value(framework(&ours)), stated.value(framework(&theirs)));
    }
}
