//! From what a person writes to an answer, or to what else they want.

use super::prompt::{Form, Prompt};
use super::session::{Asked, Reply};
use crate::diag::{nearest, shown};
use crate::knowledge::{Knowledge, unknown_chips, value_of};
use crate::profile::node;

/// What a person wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// An answer and how it is written in a profile.
    Answer(Reply, String),
    Why,
    Back,
    Save,
    Quit,
    Help,
}

/// What is written instead of an answer, and what it does.
const WORDS: [(&str, Wish); 9] = [
    ("?", Wish::Why),
    ("why", Wish::Why),
    ("<", Wish::Back),
    ("back", Wish::Back),
    ("save", Wish::Save),
    ("quit", Wish::Quit),
    ("q", Wish::Quit),
    ("exit", Wish::Quit),
    ("help", Wish::Help),
];

/// Ways to say that something is not known.
const NOT_KNOWN: [&str; 6] = ["unknown", "i don't know", "i dont know", "don't know", "dont know", "skip"];

/// Ways to say that a list is empty.
const EMPTY: [&str; 4] = ["none", "nothing", "[]", "-"];

/// Reads one line.
///
/// # Errors
/// Why it is no answer to the question, and what would be.
pub fn wish(knowledge: &Knowledge, prompt: &Prompt, line: &str) -> Result<Wish, String> {
    let line = line.trim();
    let plain = line.to_lowercase();
    // A choice of that name goes before the word.
    let is_choice = prompt.choices.iter().any(|(id, _)| *id == plain);
    if !is_choice {
        if let Some((_, wish)) = WORDS.iter().find(|(word, _)| *word == plain) {
            return Ok(wish.clone());
        }
        if NOT_KNOWN.contains(&plain.as_str()) {
            return Ok(Wish::Answer(Reply::Unknown, "unknown".to_owned()));
        }
    }
    if line.is_empty() {
        return Err("an empty line is no answer; write `unknown` if you do not know".to_owned());
    }
    let written = match prompt.form {
        Form::One => choice(prompt, line)?,
        Form::Several if !is_choice && EMPTY.contains(&plain.as_str()) => String::new(),
        Form::Several => several(prompt, line)?,
        Form::Names if EMPTY.contains(&plain.as_str()) => String::new(),
        Form::Names | Form::Written => line.to_owned(),
    };
    answer(knowledge, prompt, written)
}

/// An answer as a profile would state it: an id, ids with commas between them, a quantity.
///
/// # Errors
/// Why the fact cannot have that value, and what would do.
pub fn answer(knowledge: &Knowledge, prompt: &Prompt, written: String) -> Result<Wish, String> {
    if written.is_empty() && prompt.form == Form::Several && !prompt.may_be_none {
        return Err("an empty list is no answer here; choose at least one, or say that you do not know".to_owned());
    }
    let fact = match prompt.asked {
        Asked::Fact(fact) => knowledge.fact(fact),
        Asked::Circumstances => {
            let place = |id: &str| prompt.choices.iter().position(|(known, _)| known == id);
            let hold = written.split(',').filter_map(place).collect();
            return Ok(Wish::Answer(Reply::Hold(hold), written));
        }
    };
    let node = node(fact, &written);
    match value_of(fact, &node) {
        Ok(value) if unknown_chips(fact, &node).is_empty() => Ok(Wish::Answer(Reply::Known(value), written)),
        Ok(_) => Err("the catalogue has no such chip; `chipwise explain chips` lists them".to_owned()),
        Err(problem) => {
            let key = format!("`{}`", fact.id);
            let message = problem.message.replacen(&key, "the answer", 1);
            let nearest = problem.nearest.map(|it| format!("; did you mean `{it}`?")).unwrap_or_default();
            let allowed = if problem.allowed.is_empty() || !prompt.choices.is_empty() {
                String::new()
            } else {
                format!(" (for example {})", problem.allowed.join(", "))
            };
            Err(format!("{message}{nearest}{allowed}"))
        }
    }
}

fn several(prompt: &Prompt, line: &str) -> Result<String, String> {
    let items = line.trim_start_matches('[').trim_end_matches(']').split([',', ';']).map(str::trim);
    let mut chosen: Vec<String> = Vec::new();
    for item in items.filter(|item| !item.is_empty()) {
        let id = if NOT_KNOWN.contains(&item) { "unknown".to_owned() } else { choice(prompt, item)? };
        if !chosen.contains(&id) {
            chosen.push(id);
        }
    }
    Ok(chosen.join(","))
}

/// The id of a choice that is named by its place, its id, its words, or the beginning of either.
fn choice(prompt: &Prompt, line: &str) -> Result<String, String> {
    let choices = &prompt.choices;
    let plain = line.to_lowercase();
    let id = |(id, _): &(String, String)| id.clone();
    if let Some(exact) = choices.iter().find(|(id, label)| *id == plain || label.to_lowercase() == plain) {
        return Ok(id(exact));
    }
    if let Ok(number) = plain.parse::<usize>() {
        let message = || format!("there are {} choices; {number} is none of them", choices.len());
        return number.checked_sub(1).and_then(|at| choices.get(at)).map(id).ok_or_else(message);
    }
    let begins = |it: &&(String, String)| it.0.starts_with(&plain) || it.1.to_lowercase().starts_with(&plain);
    let found: Vec<&(String, String)> = choices.iter().filter(begins).collect();
    match found.as_slice() {
        [only] => Ok(id(only)),
        [] => {
            let known = choices.iter().map(|(id, _)| id.as_str());
            let nearest = nearest(line, known).map(|it| format!("; did you mean `{it}`?")).unwrap_or_default();
            Err(format!("`{}` is none of the choices{nearest}", shown(line)))
        }
        several => {
            let ids: Vec<&str> = several.iter().map(|(id, _)| id.as_str()).collect();
            Err(format!("`{}` may be {}; write more of it", shown(line), ids.join(" or ")))
        }
    }
}
