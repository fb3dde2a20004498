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
    let mut nearest: Option<((usize, usize), &str)> = None;
    for candidate in candidates {
        let name = plain(candidate);
        // `params` for `model.params`: the last part of a dotted name is what people remember.
        let last = name.rsplit('.').next().unwrap_or(&name);
        let mut distance = distance(&written, &name, borne).min(distance(&written, last, borne).saturating_add(1));
        // `batch` for `batch_size`, `cloud_provider` for `cloud`: the beginning of a name is as good as a slip in it.
        for (half, cost) in [(name.as_str(), 1), (last, 2)] {
            if begins_with(half, &written) || begins_with(&written, half) {
                distance = distance.min(cost);
            }
        }
        if distance > borne.max(2) {
            continue;
        }
        // Of equally near ones the shortest.
        let rank = (distance, name.len());
        if nearest.is_none_or(|best| (rank, candidate) < best) {
            nearest = Some((rank, candidate));
        }
    }
    nearest.map(|(_, candidate)| candidate)
}

/// How many letters differ; at once when the lengths tell that there are too many.
fn distance(one: &str, other: &str, borne: usize) -> usize {
    if one.chars().count().abs_diff(other.chars().count()) > borne {
        return usize::MAX;
    }
    strsim::damerau_levenshtein(one, other)
}

/// Whether a name goes on after these words.
fn begins_with(name: &str, words: &str) -> bool {
    words.len() >= 3 && name.strip_prefix(words).is_some_and(|rest| rest.starts_with('_'))
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
        assert_eq!(nearest("batch", names), Some("batch_size"));
        assert_eq!(nearest("framework_version", names), Some("framework"));
        assert_eq!(nearest("colour", names), None);
    }
}
