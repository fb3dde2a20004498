//! The right name that a misspelt one most likely stands for.

/// The candidate nearest to `written`, or none when nothing is near enough to be worth saying.
///
/// Letter case, `-` and `_` make no difference; a swapped, missing or wrong letter in three is borne.
pub fn nearest<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    // Beyond this length nobody means a name, and comparing would cost time.
    if written.chars().count() > 80 {
        return None;
    }
    let written = plain(written);
    let borne = (written.chars().count() / 3).max(1);
    let last = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let name = plain(candidate);
            // `params` for `model.params`: the last part of a dotted name is what people remember.
            let whole = strsim::damerau_levenshtein(&written, &name);
            let part = strsim::damerau_levenshtein(&written, &last(&name));
            let distance = whole.min(part.saturating_add(1));
            (distance <= borne).then_some((distance, candidate))
        })
        .min_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(b.1)))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_a_misspelt_name_and_leaves_strangers_alone() {
        let names = ["framework", "batch_size", "model.params", "shape_dynamism"];
        assert_eq!(nearest("framwork", names), Some("framework"));
        assert_eq!(nearest("batch-size", names), Some("batch_size"));
        assert_eq!(nearest("params", names), Some("model.params"));
        assert_eq!(nearest("colour", names), None);
    }
}
