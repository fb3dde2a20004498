//! Texts of rules that name facts: `{fact}`, `{fact:words}`, and `[parts that may be left out]`.

/// A fact that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named<'t> {
    /// The id of the fact.
    pub fact: &'t str,
    /// Whether it stands in a part that is left out where it is not known.
    pub optional: bool,
}

/// Every fact that a text names, in the order of the text.
pub fn facts_named(template: &str) -> Vec<Named<'_>> {
    let mut found = Vec::new();
    let mut rest = template;
    let mut optional = false;
    while let Some(open) = rest.find(['{', '[', ']']) {
        let sign = rest.as_bytes()[open];
        rest = &rest[open + 1..];
        if sign != b'{' {
            optional = sign == b'[';
            continue;
        }
        let Some(length) = rest.find('}') else { break };
        let name = &rest[..length];
        found.push(Named { fact: name.strip_suffix(":words").unwrap_or(name), optional });
        rest = &rest[length + 1..];
    }
    found
}

/// Whether every bracket and brace of a text is closed, with no bracket inside another.
pub fn is_well_formed(template: &str) -> bool {
    let mut brace = false;
    let mut bracket = false;
    for letter in template.chars() {
        match letter {
            '{' if !brace => brace = true,
            '}' if brace => brace = false,
            '[' if !bracket && !brace => bracket = true,
            ']' if bracket && !brace => bracket = false,
            '{' | '}' | '[' | ']' => return false,
            _ => {}
        }
    }
    !brace && !bracket
}

#[cfg(test)]
mod tests {
    use super::{Named, facts_named, is_well_formed};

    #[test]
    fn facts_are_found_in_and_outside_of_optional_parts() {
        let named = |fact, optional| Named { fact, optional };
        assert_eq!(
            facts_named("{stage:words} model[ on {cloud}] with {model.params}"),
            [named("stage", false), named("cloud", true), named("model.params", false)]
        );
        assert_eq!(facts_named("no names"), []);
    }

    #[test]
    fn brackets_must_be_closed_and_stand_in_one_level() {
        assert!(is_well_formed("{a}[ on {b}] c"));
        for text in ["{a", "a}", "[a", "a]", "[a [b]]", "{a {b}}"] {
            assert!(!is_well_formed(text), "{text}");
        }
    }
}
