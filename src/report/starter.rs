//! A profile to start from: every fact that can be stated, by group, with its question and its choices.

use std::collections::BTreeMap;

use crate::diag::Place;
use crate::facts::FactId;
use crate::knowledge::{Absence, Fact, Knowledge};

/// The facts of the vocabulary as a questionnaire on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starter {
    pub groups: Vec<Group>,
}

/// Facts under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub name: String,
    pub questions: Vec<Question>,
}

/// One question and the facts that answer it: one, or one for each target or concern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub text: String,
    /// Each choice and what it means.
    pub choices: Vec<(String, String)>,
    pub answers: Vec<Answer>,
    place: (String, Place),
}

/// A fact with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub fact: String,
    pub value: Written,
    /// Whether the value is stated, or an example that is commented out.
    pub stated: bool,
}

/// A value as it is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Nothing known.
    Unknown,
    /// Text, to be quoted where the format would take it for something else.
    Text(String),
    /// A number, a quantity, true or false: as it is.
    Plain(String),
    List(Vec<String>),
    /// An example of a table, as the vocabulary writes it.
    Example(String),
}

/// The starter, with some facts stated: each the text of its value, or none for unknown.
pub fn starter(knowledge: &Knowledge, stated: &BTreeMap<FactId, Option<String>>) -> Starter {
    let mut groups: Vec<Group> = Vec::new();
    for (id, fact) in knowledge.declared().filter(|(_, fact)| fact.absence != Absence::Derived) {
        let answer = match stated.get(&id) {
            Some(value) => Answer { fact: fact.id.to_string(), value: written(fact, value.as_deref()), stated: true },
            None => Answer {
                fact: fact.id.to_string(),
                value: written(fact, Some(&example(fact))),
                // A profile that states nothing at all is refused, so it has a name.
                stated: fact.id == "name",
            },
        };
        let group = group(&mut groups, &fact.group);
        let place = (fact.file.to_string(), fact.place);
        // Facts that are declared once for each target or concern stand in one place, and share their question.
        match group.questions.iter_mut().find(|question| question.place == place) {
            Some(question) => question.answers.push(answer),
            None => {
                let choices = fact.choices.iter().map(|choice| (choice.id.to_string(), choice.label.to_string()));
                group.questions.push(Question {
                    text: fact.question.to_string(),
                    choices: choices.collect(),
                    answers: vec![answer],
                    place,
                });
            }
        }
    }
    Starter { groups }
}

fn group<'g>(groups: &'g mut Vec<Group>, name: &str) -> &'g mut Group {
    let index = groups.iter().position(|group| group.name == name).unwrap_or_else(|| {
        groups.push(Group { name: name.to_owned(), questions: Vec::new() });
        groups.len() - 1
    });
    &mut groups[index]
}

fn example(fact: &Fact) -> String {
    if fact.example.is_empty() {
        fact.choices.first().map_or_else(|| "unknown".to_owned(), |choice| choice.id.to_string())
    } else {
        fact.example.to_string()
    }
}

fn written(fact: &Fact, text: Option<&str>) -> Written {
    use crate::knowledge::FactType::{Choice, Choices, Map, Names, Path, Table, Tables, Text};
    let Some(text) = text.filter(|text| *text != "unknown" || matches!(fact.kind, Text | Path)) else {
        return Written::Unknown;
    };
    match fact.kind {
        Text | Path | Choice => Written::Text(text.to_owned()),
        Choices | Names => {
            let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
            Written::List(bare.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect())
        }
        Tables | Table | Map => Written::Example(text.to_owned()),
        _ => Written::Plain(text.to_owned()),
    }
}
