//! The state machine alone.

use chipwise::ask::{
    Asked, Form, Likely, Order, Prompt, Reply, Session, Start, Step, Stop, Wish, random_profile, replay, wish,
};
use chipwise::facts::{Facts, Truth, Value};
use chipwise::judge::Judge;
use chipwise::knowledge::Knowledge;

fn nothing(knowledge: &Knowledge) -> Start {
    Start { facts: Facts::unknown(knowledge.facts.len()), declined: Vec::new() }
}

/// Answers what is asked by the line that somebody would write; unknown where there is none.
fn reply(session: &mut Session, line: &str) {
    let Step::Ask(asked) = session.step() else { panic!("nothing is asked") };
    let prompt = Prompt::of(session, asked);
    match wish(session.knowledge(), &prompt, line) {
        Ok(Wish::Answer(reply, written)) => session.answer(asked, reply, written),
        other => panic!("{}: {line}: {other:?}", prompt.key),
    }
}

fn key(session: &Session) -> String {
    match session.step() {
        Step::Ask(asked) => Prompt::of(session, asked).key,
        Step::Stop(stop) => format!("{stop:?}"),
    }
}

#[test]
fn it_opens_with_what_a_person_knows_and_follows_the_answers() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let mut session = Session::new(&judge, nothing(&knowledge), Order::Adaptive);
    for (asked, line) in [("circumstances", "none"), ("phase", "training"), ("domain", "llm")] {
        assert_eq!(key(&session), asked);
        reply(&mut session, line);
    }
    for _ in 0..3 {
        let key = key(&session);
        assert!(!key.starts_with("serving."), "nothing about serving is asked of a training run: {key}");
        reply(&mut session, "unknown");
    }
}

#[test]
fn circumstances_lead_to_their_facts_and_to_no_others() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let mut session = Session::new(&judge, nothing(&knowledge), Order::Adaptive);
    reply(&mut session, "mandate, offline");
    assert_eq!(key(&session), "mandated_target");
    let offline = knowledge.fact_id("must_work_offline").unwrap();
    assert_eq!(session.facts().value(offline), Some(&Value::Flag(true)), "a flag that is chosen is true");
    reply(&mut session, "tpu");
    let target = knowledge.target_id("tpu");
    assert_eq!(session.decision().outcome.leader, target, "a mandate leaves no choice but to fail");
    assert!(session.outlook().shares.iter().all(|(it, _)| it.is_none() || *it == target));
    session.back();
    assert_eq!(key(&session), "mandated_target");
    session.back();
    reply(&mut session, "none");
    assert_eq!(key(&session), "phase");
}

#[test]
fn the_last_answer_can_be_taken_back_one_after_another() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let mut session = Session::new(&judge, nothing(&knowledge), Order::Adaptive);
    let mut before = Vec::new();
    for line in ["none", "1", "1", "1"] {
        before.push((
            session.step(),
            session.facts().clone(),
            session.decision().outcome.leader,
            session.outlook().clone(),
        ));
        reply(&mut session, line);
    }
    while let Some((step, facts, leader, outlook)) = before.pop() {
        assert!(session.back().is_some());
        assert_eq!((session.step(), session.facts(), session.decision().outcome.leader), (step, &facts, leader));
        assert_eq!(*session.outlook(), outlook);
    }
    assert!(session.back().is_none(), "before the first question there is none");
}

#[test]
fn who_knows_nothing_is_soon_left_alone() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let mut session = Session::new(&judge, nothing(&knowledge), Order::Adaptive);
    let mut asked = 0;
    while let Step::Ask(what) = session.step() {
        let reply = if what == Asked::Circumstances { Reply::Hold(Vec::new()) } else { Reply::Unknown };
        session.answer(what, reply, String::new());
        asked += 1;
        assert!(asked < 80, "it must end");
    }
    let Step::Stop(stop) = session.step() else { unreachable!() };
    assert!(matches!(stop, Stop::Declined | Stop::NothingMoved), "{stop:?}");
    session.go_on();
    assert!(!matches!(session.step(), Step::Stop(Stop::NoneChanges | Stop::Settled)));
}

#[test]
fn nothing_is_asked_twice_or_that_does_not_apply_or_that_is_known() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let likely = Likely::even(&knowledge);
    for seed in 0..4 {
        let profile = random_profile(&judge, &likely, seed);
        let mut asked_before: Vec<Asked> = Vec::new();
        replay(&judge, &profile, Order::Adaptive, |session| {
            let Step::Ask(asked) = session.step() else { return };
            assert!(!asked_before.contains(&asked));
            asked_before.push(asked);
            if let Asked::Fact(fact) = asked {
                assert!(session.facts().get(fact).is_none());
                let stated = &session.decision().assessment.stated;
                let applies = knowledge.fact(fact).applies.as_ref().map(|applies| applies.truth(stated));
                assert_ne!(applies, Some(Truth::False), "{}", knowledge.fact(fact).id);
            }
        });
    }
}

#[test]
fn the_same_answers_lead_to_the_same_questions() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let profile = random_profile(&judge, &Likely::new(&knowledge), 3);
    let once = replay(&judge, &profile, Order::Adaptive, |_| {});
    assert_eq!(once, replay(&judge, &profile, Order::Adaptive, |_| {}));
}

#[test]
fn all_asks_every_fact_that_applies_once_group_by_group() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let mut session = Session::new(&judge, nothing(&knowledge), Order::All);
    let mut asked: Vec<Asked> = Vec::new();
    while let Step::Ask(what) = session.step() {
        assert!(!asked.contains(&what), "asked twice");
        asked.push(what);
        match what {
            Asked::Circumstances => reply(&mut session, "none"),
            Asked::Fact(_) => session.answer(what, Reply::Unknown, "unknown".to_owned()),
        }
    }
    assert_eq!(session.step(), Step::Stop(Stop::NothingLeft));
    assert!(asked.len() > 60, "{}", asked.len());
    let of = |asked: &Asked| match asked {
        Asked::Fact(fact) => knowledge.fact(*fact).group.to_string(),
        Asked::Circumstances => "circumstances".to_owned(),
    };
    let mut groups: Vec<String> = asked.iter().map(of).collect();
    groups.dedup();
    assert_eq!(groups[..3], ["circumstances", "workload", "place"].map(str::to_owned));
    // What only later answers show to apply comes behind, so a group may come twice.
    assert!(groups.len() <= 20, "{groups:?}");
}

#[test]
fn answers_are_read_as_people_write_them() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let session = Session::new(&judge, nothing(&knowledge), Order::Adaptive);
    let prompt = |id: &str| Prompt::of(&session, Asked::Fact(knowledge.fact_id(id).unwrap()));
    let written = |id: &str, line: &str| match wish(&knowledge, &prompt(id), line) {
        Ok(Wish::Answer(Reply::Unknown, _)) => "(unknown)".to_owned(),
        Ok(Wish::Answer(_, written)) => written,
        Ok(other) => format!("({other:?})"),
        Err(problem) => format!("! {problem}"),
    };
    assert_eq!(written("framework", "2"), "jax");
    assert_eq!(written("framework", "PyTorch"), "pytorch");
    assert_eq!(written("framework", "tens"), "tensorflow");
    assert_eq!(written("framework", "none"), "none", "a choice goes before a word");
    assert_eq!(written("framework", "I don't know"), "(unknown)");
    assert_eq!(written("framework", "?"), "(Why)");
    assert_eq!(written("framework", "9"), "! there are 7 choices; 9 is none of them");
    assert_eq!(written("framework", "pytroch"), "! `pytroch` is none of the choices; did you mean `pytorch`?");
    assert_eq!(written("custom_ops", "1, triton"), "cuda,triton");
    assert_eq!(written("custom_ops", "cuda, unknown"), "cuda,unknown");
    assert_eq!(written("custom_ops", "none"), "");
    assert!(written("cloud", "none").starts_with("! an empty list is no answer"));
    assert_eq!(written("manage_accelerators", "y"), "true");
    assert_eq!(written("model.params", "7B"), "7B");
    assert!(written("model.params", "7 parameters").starts_with("! "));
    assert_eq!(written("training.run_length", "3 weeks"), "3 weeks");
    assert!(written("training.run_length", "3").contains("for example"), "{}", written("training.run_length", "3"));
    assert!(written("model.params", "").starts_with("! an empty line"));
    assert_eq!(prompt("libraries").form, Form::Names);
    assert_eq!(written("libraries", "flash-attn, deepspeed"), "flash-attn, deepspeed");
}

#[test]
fn each_question_says_why_it_is_asked_and_where_the_answer_stands() {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let mut session = Session::new(&judge, nothing(&knowledge), Order::Adaptive);
    let mut asked = 0;
    while let (Step::Ask(what), true) = (session.step(), asked < 8) {
        let prompt = Prompt::of(&session, what);
        assert!(prompt.text.ends_with('?') || what == Asked::Circumstances, "{}", prompt.text);
        assert!(prompt.help.len() > 40 && prompt.why.ends_with('.'), "{}: {}", prompt.key, prompt.why);
        assert!(prompt.standing.chars().count() <= 80, "{}", prompt.standing);
        assert!(prompt.standing.contains(" left"), "{}", prompt.standing);
        reply(&mut session, if what == Asked::Circumstances { "none" } else { "unknown" });
        asked += 1;
    }
}
