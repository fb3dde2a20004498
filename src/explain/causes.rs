//! Which of several changes, made together, brought another answer about.

/// Sets of changes that alone bring the whole difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Causes {
    /// From none of them a change can be taken; the changes by their numbers, in their order.
    pub sets: Vec<Vec<usize>>,
    /// Whether there are no other such sets of that size or less.
    pub complete: bool,
}

/// So many pairs are tried: each asks the judge once.
const MOST_PAIRS: usize = 500;

/// Looks for the causes among so many changes, given whether some of them without the others reach the new answer. All of
/// them together do, and none of them does not.
///
/// First each change alone, then pairs; where neither is enough, changes are taken from all of them one after the other as
/// long as the rest is enough.
pub fn causes(changes: usize, mut reaches: impl FnMut(&[usize]) -> bool) -> Causes {
    let alone: Vec<Vec<usize>> = (0..changes).map(|one| vec![one]).filter(|one| reaches(one)).collect();
    if !alone.is_empty() {
        return Causes { sets: alone, complete: true };
    }
    let pairs = changes * changes.saturating_sub(1) / 2;
    if pairs <= MOST_PAIRS {
        let pairs = (0..changes).flat_map(|one| (one + 1..changes).map(move |other| vec![one, other]));
        let pairs: Vec<Vec<usize>> = pairs.filter(|pair| reaches(pair)).collect();
        if !pairs.is_empty() {
            return Causes { sets: pairs, complete: true };
        }
    }
    let mut needed: Vec<usize> = (0..changes).collect();
    for change in 0..changes {
        let without: Vec<usize> = needed.iter().copied().filter(|other| *other != change).collect();
        if reaches(&without) {
            needed = without;
        }
    }
    Causes { sets: vec![needed], complete: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(changes: usize, reaches: impl Fn(&[usize]) -> bool) -> (Vec<Vec<usize>>, bool) {
        let causes = causes(changes, |some| reaches(some));
        (causes.sets, causes.complete)
    }

    #[test]
    fn one_change_is_named_before_two() {
        assert_eq!(found(4, |some| some.contains(&2)), (vec![vec![2]], true));
        assert_eq!(found(3, |some| some.contains(&0) || some.contains(&2)), (vec![vec![0], vec![2]], true));
        assert_eq!(found(1, |some| !some.is_empty()), (vec![vec![0]], true));
    }

    #[test]
    fn pairs_and_larger_combinations_are_named_where_no_single_change_is_enough() {
        assert_eq!(found(4, |some| some.contains(&1) && some.contains(&3)), (vec![vec![1, 3]], true));
        let three = |some: &[usize]| [0, 2, 4].iter().all(|one| some.contains(one));
        assert_eq!(found(5, three), (vec![vec![0, 2, 4]], false));
    }

    #[test]
    fn among_many_changes_the_answer_is_small_and_nothing_is_tried_without_end() {
        let mut asked = 0;
        let found = causes(150, |some| {
            asked += 1;
            some.contains(&7) && some.contains(&99)
        });
        assert_eq!(found, Causes { sets: vec![vec![7, 99]], complete: false });
        assert!(asked <= 2 * 150);
    }
}
