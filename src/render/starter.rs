//! A profile to start from, as commented YAML.

use crate::report::starter::{Answer, Group, Starter, Written};

/// Comments are wrapped at this width.
const WIDTH: usize = 100;

/// Lists of choices longer than this are named without what each means.
const MOST_EXPLAINED: usize = 24;

/// Where editors look for the schema: beside the profile, so that nothing is fetched.
const HEAD: &str = "\
# yaml-language-server: $schema=chipwise-profile.schema.json
# A workload, described for chipwise. Remove the `# ` before a fact and fill in what you know; leave the rest.
# What is not stated is unknown, and the report says which of it matters. `fact: unknown` says so in so many words.
# Quantities: 7B, 4096, 80GB, 40GiB, 50ms, 20 min, 3 weeks, 200/s, 12000 USD.
#
#   chipwise recommend THIS-FILE     the recommendation
#   chipwise explain FACT            what a fact means and which rules ask for it
#   chipwise schema profile --output chipwise-profile.schema.json     completion and checks in an editor
";

/// The starter as YAML.
pub fn yaml(starter: &Starter) -> String {
    let mut out = HEAD.to_owned();
    for group in &starter.groups {
        out += &format!("\n# --- {} {}\n", group.name, "-".repeat(90_usize.saturating_sub(group.name.len())));
        write_group(&mut out, group);
    }
    out
}

fn write_group(out: &mut String, group: &Group) {
    for question in &group.questions {
        out.push('\n');
        comment(out, "#", &question.text);
        if question.choices.len() > MOST_EXPLAINED {
            let ids: Vec<&str> = question.choices.iter().map(|(id, _)| id.as_str()).collect();
            comment(out, "#  ", &ids.join(", "));
        } else {
            for (id, label) in &question.choices {
                let named = label.starts_with(&format!("{id}:"));
                comment(out, "#  ", &if named { label.clone() } else { format!("{id}: {label}") });
            }
        }
        question.answers.iter().for_each(|it| answer(out, it));
    }
}

fn answer(out: &mut String, answer: &Answer) {
    let mark = if answer.stated { "" } else { "# " };
    out.push_str(&format!("{mark}{}: {}\n", answer.fact, value(&answer.value)));
}

fn value(value: &Written) -> String {
    match value {
        Written::Unknown => "unknown".to_owned(),
        Written::Text(text) => scalar(text),
        Written::Plain(text) | Written::Example(text) => text.clone(),
        Written::List(items) => {
            let items: Vec<String> = items.iter().map(|item| in_a_list(item)).collect();
            format!("[{}]", items.join(", "))
        }
    }
}

/// A text as a YAML scalar on one line, quoted where YAML would take it for something else.
fn scalar(text: &str) -> String {
    match serde_yaml::to_string(text) {
        Ok(written) if !written.trim_end().contains('\n') => written.trim_end().to_owned(),
        // JSON's strings are YAML's double-quoted ones.
        _ => serde_json::Value::from(text).to_string(),
    }
}

fn in_a_list(text: &str) -> String {
    let written = scalar(text);
    if written == text && text.contains([',', '[', ']', '{', '}']) {
        serde_json::Value::from(text).to_string()
    } else {
        written
    }
}

fn comment(out: &mut String, mark: &str, text: &str) {
    let mut line = mark.to_owned();
    for word in text.split_whitespace() {
        if line.len() > mark.len() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out.push_str(&line);
            out.push('\n');
            line = format!("{mark}  ");
            line.truncate(line.trim_end().len().max(mark.len() + 1));
        }
        line.push(' ');
        line.push_str(word);
    }
    out.push_str(&line);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::{in_a_list, scalar};

    #[test]
    fn what_yaml_would_misread_is_quoted() {
        assert_eq!(scalar("search-ranking"), "search-ranking");
        for text in ["12", "a: b", "# c", "~", "two\nlines", "- x", "null", ""] {
            assert_ne!(scalar(text), text);
            assert!(!scalar(text).contains('\n'), "{text:?}");
        }
        assert_eq!(in_a_list("aten::im2col"), "aten::im2col");
        assert_eq!(in_a_list("a,b"), "\"a,b\"");
    }
}
