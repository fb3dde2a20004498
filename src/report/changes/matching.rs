//! Which workload of one set is which of another: by file and name, then by name alone, then by what it says.

use std::collections::HashMap;
use std::hash::Hash;

/// What a workload is known by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its file, as both sides name it.
    pub path: String,
    /// Its name; none of a record that cannot be read.
    pub name: Option<String>,
    /// Whether the name is stated, and not that of the file.
    pub is_named: bool,
    /// All that it says; none where that is not known.
    pub content: Option<String>,
}

/// The pairs of both sets in the order of the second, then those of the first that have no partner.
pub fn matched(before: &[Identity], after: &[Identity]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut matching = Matching { before, after, partner: vec![None; after.len()], taken: vec![false; before.len()] };
    matching.pass(false, |it| Some((&it.path, it.name.as_ref()?, it.content.as_ref()?)));
    matching.pass(false, |it| Some((&it.path, it.name.as_ref()?)));
    // What cannot be read is what stood in that file.
    let (of_any, of_unreadable) =
        (|it: &'_ Identity| Some(it.path.clone()), |it: &'_ Identity| it.name.is_none().then(|| it.path.clone()));
    matching.pass_between(false, of_any, of_unreadable);
    matching.pass_between(false, of_unreadable, of_any);
    matching.pass(true, |it| it.name.as_ref().filter(|_| it.is_named));
    matching.pass(true, |it| it.content.as_ref());
    let pairs = matching.partner.iter().enumerate().map(|(at, partner)| (*partner, Some(at)));
    let gone = (0..before.len()).filter(|at| !matching.taken[*at]).map(|at| (Some(at), None));
    pairs.chain(gone).collect()
}

struct Matching<'i> {
    before: &'i [Identity],
    after: &'i [Identity],
    partner: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl<'i> Matching<'i> {
    /// Pairs what has the same key, in order; with `alone` only where one on each side has it.
    fn pass<K: Hash + Eq>(&mut self, alone: bool, key: impl Fn(&'i Identity) -> Option<K>) {
        self.pass_between(alone, &key, &key);
    }

    /// The same with a key for each side.
    fn pass_between<K: Hash + Eq>(
        &mut self,
        alone: bool,
        key_before: impl Fn(&'i Identity) -> Option<K>,
        key_after: impl Fn(&'i Identity) -> Option<K>,
    ) {
        let mut left: HashMap<K, Vec<usize>> = HashMap::new();
        // The first of several is taken first.
        for at in (0..self.before.len()).rev().filter(|at| !self.taken[*at]) {
            if let Some(key) = key_before(&self.before[at]) {
                left.entry(key).or_default().push(at);
            }
        }
        let open: Vec<usize> = (0..self.after.len()).filter(|at| self.partner[*at].is_none()).collect();
        let mut wanted: HashMap<K, usize> = HashMap::new();
        for key in open.iter().filter_map(|at| key_after(&self.after[*at])) {
            *wanted.entry(key).or_default() += 1;
        }
        for at in open {
            let Some(key) = key_after(&self.after[at]) else { continue };
            let is_alone = wanted.get(&key) == Some(&1) && left.get(&key).is_some_and(|found| found.len() == 1);
            if alone && !is_alone {
                continue;
            }
            if let Some(partner) = left.get_mut(&key).and_then(Vec::pop) {
                self.partner[at] = Some(partner);
                self.taken[partner] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `path name content`, a name of `-` being that of the file, one of `!` saying that it cannot be read.
    fn identities(written: &[&str]) -> Vec<Identity> {
        let identity = |written: &&str| {
            let parts: Vec<&str> = written.split(' ').collect();
            let stem = parts[0].trim_end_matches(".yaml");
            Identity {
                path: parts[0].to_owned(),
                name: (parts[1] != "!").then(|| if parts[1] == "-" { stem } else { parts[1] }.to_owned()),
                is_named: !["-", "!"].contains(&parts[1]),
                content: parts.get(2).map(|content| (*content).to_owned()),
            }
        };
        written.iter().map(identity).collect()
    }

    fn pairs(before: &[&str], after: &[&str]) -> Vec<(Option<usize>, Option<usize>)> {
        matched(&identities(before), &identities(after))
    }

    #[test]
    fn a_workload_is_known_by_its_file_and_name() {
        let found = pairs(&["a.yaml x 1", "b.yaml x 2"], &["b.yaml x 3", "a.yaml x 4"]);
        assert_eq!(found, [(Some(1), Some(0)), (Some(0), Some(1))]);
    }

    #[test]
    fn a_file_that_was_renamed_is_known_by_a_name_or_by_what_it_says() {
        assert_eq!(pairs(&["a.yaml x 1"], &["b.yaml x 2"]), [(Some(0), Some(0))]);
        assert_eq!(pairs(&["a.yaml - 1"], &["b.yaml - 1"]), [(Some(0), Some(0))]);
        assert_eq!(pairs(&["a.yaml - 1"], &["b.yaml - 2"]), [(None, Some(0)), (Some(0), None)]);
        // Where several could be meant, none is.
        let found = pairs(&["a.yaml - 1"], &["b.yaml - 1", "c.yaml - 1"]);
        assert_eq!(found, [(None, Some(0)), (None, Some(1)), (Some(0), None)]);
    }

    #[test]
    fn records_without_names_are_known_by_what_they_say_before_their_order() {
        let found = pairs(&["a.yaml - 1", "a.yaml - 2"], &["a.yaml - 9", "a.yaml - 1", "a.yaml - 2"]);
        assert_eq!(found, [(None, Some(0)), (Some(0), Some(1)), (Some(1), Some(2))]);
    }

    #[test]
    fn what_cannot_be_read_is_what_stood_in_its_file() {
        assert_eq!(pairs(&["a.yaml x 1"], &["a.yaml !"]), [(Some(0), Some(0))]);
        assert_eq!(pairs(&["a.yaml !"], &["a.yaml x 1"]), [(Some(0), Some(0))]);
        assert_eq!(pairs(&["a.yaml !"], &["b.yaml !"]), [(None, Some(0)), (Some(0), None)]);
    }
}
