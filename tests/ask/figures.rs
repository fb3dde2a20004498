//! How many questions it takes, and how often it stops where all answers would lead: few profiles here, ten thousand in
//! `benches/questionnaire.rs`.

use chipwise::ask::{Likely, Order, Stop, random_profile, replay};
use chipwise::facts::Facts;
use chipwise::judge::Judge;

#[test]
fn few_questions_lead_to_the_target_that_all_answers_would_give() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let (usual, even) = (Likely::new(&knowledge), Likely::even(&knowledge));
    let profiles = (0..48).map(|seed| random_profile(&judge, if seed % 2 == 0 { &usual } else { &even }, seed));
    let profiles: Vec<Facts> = profiles.collect();
    let (mut counts, mut right) = (Vec::new(), 0);
    for facts in &profiles {
        let wanted = judge.decide(facts).outcome.leader;
        let replay = replay(&judge, facts, Order::Adaptive, |_| {});
        assert!(replay.stop != Stop::Settled || replay.target == wanted, "settled is a proof");
        right += usize::from(replay.target == wanted);
        counts.push(replay.asked.len());
    }
    counts.sort_unstable();
    assert!(counts[counts.len() / 2] <= 9, "{counts:?}");
    assert!(right >= profiles.len() - 2, "{right} of {}", profiles.len());
}
