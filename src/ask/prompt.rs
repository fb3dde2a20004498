//! A question as it is put: its words, its choices, why it is asked now, and where the recommendation stands.

use super::session::{Asked, Session, Stop};
use crate::facts::FactId;
use crate::knowledge::{Effort, FactType, TargetId};

/// What an answer looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One of the choices.
    One,
    /// Any number of the choices.
    Several,
    /// A quantity, or another text that is checked.
    Written,
    /// Free names with commas between them.
    Names,
}

/// A question as it is put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub asked: Asked,
    /// Its place among the questions, from 1.
    pub number: usize,
    /// The name of the fact in a profile.
    pub key: String,
    pub text: String,
    pub form: Form,
    /// Each choice and what it means, in a line.
    pub choices: Vec<(String, String)>,
    /// Of several choices, whether none is an answer.
    pub may_be_none: bool,
    /// What is to be written, where there are no choices.
    pub wanted: String,
    /// How the answer is found out.
    pub effort: &'static str,
    /// What the fact means, how to find it out, and why the hardware hangs on it.
    pub help: String,
    /// Why it is asked now, and which targets hang on it.
    pub why: String,
    /// Which targets are still open, and how many questions are likely left.
    pub standing: String,
}

impl Prompt {
    /// The question that a session asks now.
    pub fn of(session: &Session, asked: Asked) -> Self {
        let (number, standing) = (session.given().len() + 1, standing(session));
        match asked {
            Asked::Circumstances => circumstances(session, number, standing),
            Asked::Fact(fact) => of_fact(session, fact, number, standing),
        }
    }
}

fn circumstances(session: &Session, number: usize, standing: String) -> Prompt {
    let all = &session.knowledge().questionnaire;
    Prompt {
        asked: Asked::Circumstances,
        number,
        key: "circumstances".to_owned(),
        text: all.question.to_string(),
        form: Form::Several,
        choices: all.circumstances.iter().map(|choice| (choice.id.to_string(), choice.label.to_string())).collect(),
        may_be_none: true,
        wanted: String::new(),
        effort: Effort::Glance.in_words(),
        help: all.help.to_string(),
        why: "It comes first because any of it can settle the answer at once. Only what you choose is asked about."
            .to_owned(),
        standing,
    }
}

fn of_fact(session: &Session, fact: FactId, number: usize, standing: String) -> Prompt {
    let declared = session.knowledge().fact(fact);
    let form = match declared.kind {
        FactType::Choice | FactType::Flag => Form::One,
        FactType::Choices => Form::Several,
        FactType::Names => Form::Names,
        _ => Form::Written,
    };
    let mut choices: Vec<(String, String)> =
        declared.choices.iter().map(|choice| (choice.id.to_string(), choice.label.to_string())).collect();
    if declared.kind == FactType::Flag {
        choices = [("true", "yes"), ("false", "no")].map(|(id, label)| (id.to_owned(), label.to_owned())).to_vec();
    }
    Prompt {
        asked: Asked::Fact(fact),
        number,
        key: declared.id.to_string(),
        text: declared.question.to_string(),
        form,
        choices,
        may_be_none: !declared.never_empty,
        wanted: match form {
            Form::Names => format!("names with commas between them, such as {}", bare(&declared.example)),
            _ if declared.example.is_empty() => declared.kind.in_words().to_owned(),
            _ => format!("{}; here perhaps {}", declared.kind.in_words(), declared.example),
        },
        effort: declared.effort.in_words(),
        help: declared.help.to_string(),
        why: why(session, fact),
        standing,
    }
}

fn bare(list: &str) -> &str {
    list.trim_start_matches('[').trim_end_matches(']')
}

/// Why a fact is asked now.
fn why(session: &Session, fact: FactId) -> String {
    let Some(worth) = session.outlook().worth(fact) else {
        return "You chose a circumstance that leads to it, or asked for all questions.".to_owned();
    };
    let others: Vec<TargetId> = worth.brings.clone();
    let first = session
        .outlook()
        .worths
        .iter()
        .find(|other| session.given().iter().all(|it| it.asked != Asked::Fact(other.fact)));
    let rank = if first.is_some_and(|first| first.fact == fact) {
        "Of all that is open, its answer tells most about the target for the effort it takes."
    } else {
        "It is easy to answer, and what can be asked next hangs on it."
    };
    if others.is_empty() {
        format!(
            "{rank} Alone it changes nothing; together with other answers it can decide between {}.",
            in_reach(session)
        )
    } else {
        format!("{rank} An answer could bring up {} at once.", names(session, &others, "or"))
    }
}

/// The targets that may still come out, as words.
fn in_reach(session: &Session) -> String {
    let shares = &session.outlook().shares;
    let targets: Vec<TargetId> = shares.iter().filter_map(|(target, _)| *target).collect();
    names(session, &targets, "and")
}

fn names(session: &Session, targets: &[TargetId], word: &str) -> String {
    let names: Vec<&str> = targets.iter().map(|target| session.knowledge().target(*target).name.as_ref()).collect();
    match names.as_slice() {
        [] => "no target".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// One line: who leads, who may still come out, how many questions are likely left.
pub fn standing(session: &Session) -> String {
    let (outlook, leader) = (session.outlook(), session.decision().outcome.leader);
    let others = outlook.shares.iter().filter_map(|(target, _)| *target).filter(|target| Some(*target) != leader);
    let others: Vec<TargetId> = others.collect();
    let leads =
        leader.map_or("No target leads yet".to_owned(), |it| format!("{} leads", session.knowledge().target(it).name));
    let open = match others.as_slice() {
        [] => String::new(),
        // Three names fit a line; those that are left out are the least likely ones.
        [first, second, third, rest @ ..] if rest.len() > 1 => {
            let shown = [first, second, third].map(|target| names(session, &[*target], ""));
            format!(" · still open: {}, {} more", shown.join(", "), rest.len())
        }
        all => format!(" · still open: {}", names(session, all, "and")),
    };
    let left = match session.likely_left() {
        0 => String::new(),
        left => format!(" · about {left} left"),
    };
    format!("{leads}{open}{left}")
}

/// Why there is no further question, in words.
pub fn stop_in_words(stop: Stop) -> &'static str {
    match stop {
        Stop::Settled => "Settled: no answer to what is still open can change the target.",
        Stop::NoneChanges => "Enough is known: no answer to one open question changes the target.",
        Stop::Declined => "What could still matter, you do not know.",
        Stop::NothingMoved => "The last five answers moved nothing.",
        Stop::NothingLeft => "There is nothing left to ask.",
    }
}
