//! The questionnaire in a terminal: one screen a question, with arrow keys, typing to filter, and several choices.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write};
use std::rc::Rc;

use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute};
use inquire::list_option::ListOption;
use inquire::ui::RenderConfig;
use inquire::validator::Validation;
use inquire::{InquireError, MultiSelect, Select, Text};

use super::lines::{cut, wrapped};
use super::{Ended, Front};
use crate::ask::{Form, Prompt, Session, Step, Stop, Wish, answer, stop_in_words, wish};

/// Where nothing is known of the terminal's size.
const SIZE: (u16, u16) = (80, 24);

/// Lines below the choices: the prompt, the help, and one for an error.
const BELOW: usize = 4;

const KEYS: &str = "arrows or typing, Enter · ?: why it is asked · Esc: back, save, quit";
const SEVERAL: &str = "Space chooses, Enter ends · ?, Enter: why · Esc: back, save, quit";
const WRITTEN: &str = "Enter · ?: why it is asked · unknown · Esc: back, save, quit";

/// A line that can be chosen.
#[derive(Clone, PartialEq)]
enum Item {
    Choice(usize, String),
    Nothing,
    Unknown,
    Why,
}

impl fmt::Display for Item {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Choice(_, label) => out.write_str(label),
            Item::Nothing => out.write_str("none of these"),
            Item::Unknown => out.write_str("I don't know"),
            Item::Why => out.write_str("? why is this asked"),
        }
    }
}

/// The screen of the questionnaire; what stood there before comes back when it ends.
struct Screen;

impl Screen {
    fn open() -> io::Result<Self> {
        execute!(io::stderr(), EnterAlternateScreen)?;
        Ok(Self)
    }

    /// An empty screen with some lines at the top.
    fn show(&self, lines: &[String]) -> io::Result<()> {
        let mut out = io::stderr().lock();
        execute!(out, Clear(ClearType::All), cursor::MoveTo(0, 0))?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        out.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(io::stderr(), LeaveAlternateScreen, cursor::Show);
    }
}

/// Asks until the answers end or nothing is left to ask.
pub fn run(front: &mut Front, session: &mut Session) -> anyhow::Result<Ended> {
    let screen = Screen::open()?;
    let mut rich = Rich { front, screen, why: false, note: String::new(), before: None };
    loop {
        let next = match session.step() {
            Step::Ask(asked) => {
                let prompt = Prompt::of(session, asked);
                rich.question(session, &prompt)
            }
            Step::Stop(stop) => rich.stop(session, stop),
        };
        match next {
            Ok(None) => {}
            Ok(Some(ended)) => return Ok(ended),
            Err(InquireError::OperationInterrupted) => return Ok(Ended::Interrupted),
            Err(problem) => return Err(problem.into()),
        }
    }
}

struct Rich<'f, 'c> {
    front: &'f mut Front<'c>,
    screen: Screen,
    /// Whether the screen tells why the question is asked.
    why: bool,
    /// What the last wish led to, shown once.
    note: String,
    /// The answer that was taken back, or chosen so far, as a profile would state it.
    before: Option<String>,
}

type Next = Result<Option<Ended>, InquireError>;

impl Rich<'_, '_> {
    fn question(&mut self, session: &mut Session, prompt: &Prompt) -> Next {
        let room = self.head(prompt)?;
        let given = match prompt.form {
            Form::One => self.one(prompt, room),
            Form::Several => self.several(prompt, room),
            Form::Names | Form::Written => self.written(session, prompt),
        };
        match given {
            Ok(Wish::Answer(reply, written)) => {
                session.answer(prompt.asked, reply, written);
                self.front.keep(session);
                (self.why, self.before) = (false, None);
                Ok(None)
            }
            Ok(Wish::Why) => {
                self.why = true;
                Ok(None)
            }
            Ok(Wish::Back) => {
                self.back(session);
                Ok(None)
            }
            Ok(Wish::Quit) => Ok(Some(Ended::Quit)),
            Ok(Wish::Save) => {
                self.note = self.front.save(session);
                Ok(None)
            }
            Ok(Wish::Help) | Err(InquireError::OperationCanceled) => self.menu(session),
            Err(problem) => Err(problem),
        }
    }

    /// Everything above the choices; how many lines are left for these.
    fn head(&mut self, prompt: &Prompt) -> io::Result<usize> {
        let (width, height) = crossterm::terminal::size().unwrap_or(SIZE);
        let (width, height) = (usize::from(width).clamp(20, 100), usize::from(height).max(8));
        let mut lines = vec![
            cut(&format!("Question {} · {} · {}", prompt.number, prompt.key, prompt.effort), width),
            cut(&prompt.standing, width),
            String::new(),
        ];
        lines.extend(wrapped(&prompt.text, width));
        if self.why {
            lines.push(String::new());
            lines.extend(wrapped(&prompt.help, width));
            lines.extend(wrapped(&prompt.why, width));
        }
        if !self.note.is_empty() {
            lines.extend(wrapped(&std::mem::take(&mut self.note), width));
        }
        lines.truncate(height.saturating_sub(BELOW + 3));
        lines.push(String::new());
        self.screen.show(&lines)?;
        Ok(height.saturating_sub(lines.len() + BELOW).max(2))
    }

    /// The places of the choices that were answered before.
    fn chosen(&self, prompt: &Prompt) -> Vec<usize> {
        let before = self.before.as_deref().unwrap_or_default();
        let place = |id: &str| prompt.choices.iter().position(|(known, _)| known == id);
        before.split(',').filter_map(place).collect()
    }

    fn one(&self, prompt: &Prompt, room: usize) -> Result<Wish, InquireError> {
        let mut items = choices(prompt);
        items.extend([Item::Unknown, Item::Why]);
        let scorer = |typed: &str, item: &Item, _: &str, _| score(prompt, typed, item);
        let asked = Select::new("Answer:", items)
            .with_help_message(KEYS)
            .with_page_size(room)
            .with_starting_cursor(self.chosen(prompt).first().copied().unwrap_or(0))
            .with_scorer(&scorer)
            .with_render_config(self.colours());
        match asked.prompt()? {
            Item::Choice(at, _) => {
                let id = prompt.choices.get(at).map(|(id, _)| id.clone()).unwrap_or_default();
                Ok(answer_or_help(self.front, prompt, id))
            }
            Item::Why => Ok(Wish::Why),
            Item::Nothing | Item::Unknown => Ok(unknown()),
        }
    }

    fn several(&mut self, prompt: &Prompt, room: usize) -> Result<Wish, InquireError> {
        let empty = prompt.may_be_none && !prompt.choices.iter().any(|(id, _)| id == "none");
        let usually_none = matches!(prompt.asked, crate::ask::Asked::Circumstances);
        let mut items = choices(prompt);
        if empty {
            items.insert(if usually_none { 0 } else { items.len() }, Item::Nothing);
        }
        if !usually_none {
            items.push(Item::Unknown);
        }
        let typed = Rc::new(RefCell::new(String::new()));
        let (noted, seen) = (typed.clone(), typed.clone());
        let shift = usize::from(usually_none && empty);
        let mut preset: Vec<usize> = self.chosen(prompt).into_iter().map(|at| at + shift).collect();
        if preset.is_empty() && shift == 1 {
            preset.push(0);
        }
        let scorer = move |input: &str, item: &Item, _: &str, _| {
            *noted.borrow_mut() = input.to_owned();
            // The list stays as it is while the question mark is typed.
            if input.trim() == "?" { Some(0) } else { score(prompt, input, item) }
        };
        let asked = MultiSelect::new("Answer:", items)
            .with_help_message(SEVERAL)
            .with_page_size(room)
            .with_default(&preset)
            .with_keep_filter(false)
            .with_scorer(&scorer)
            .with_validator(move |chosen: &[ListOption<&Item>]| {
                let asks = seen.borrow().trim() == "?";
                let message = "nothing is chosen: press Space on each line that holds, then Enter";
                Ok(if chosen.is_empty() && !asks { Validation::Invalid(message.into()) } else { Validation::Valid })
            })
            .with_render_config(self.colours());
        let chosen = asked.prompt()?;
        let ids: Vec<&str> = chosen
            .iter()
            .filter_map(|item| match item {
                Item::Choice(at, _) => prompt.choices.get(*at).map(|(id, _)| id.as_str()),
                Item::Unknown => Some("unknown"),
                Item::Nothing | Item::Why => None,
            })
            .collect();
        if typed.borrow().trim() == "?" {
            self.before = Some(ids.join(","));
            return Ok(Wish::Why);
        }
        if ids == ["unknown"] {
            return Ok(unknown());
        }
        Ok(answer_or_help(self.front, prompt, ids.join(",")))
    }

    fn written(&self, session: &Session, prompt: &Prompt) -> Result<Wish, InquireError> {
        let knowledge = session.knowledge();
        let wanted = cut(&prompt.wanted, 70);
        let asked = Text::new("Answer:")
            .with_placeholder(&wanted)
            .with_initial_value(self.before.as_deref().filter(|before| *before != "unknown").unwrap_or_default())
            .with_help_message(WRITTEN)
            .with_validator(move |line: &str| {
                Ok(match wish(knowledge, prompt, line) {
                    Ok(_) => Validation::Valid,
                    Err(problem) => Validation::Invalid(problem.into()),
                })
            })
            .with_render_config(self.colours());
        let line = asked.prompt()?;
        Ok(wish(knowledge, prompt, &line).unwrap_or(Wish::Help))
    }

    /// What else can be done than to answer.
    fn menu(&mut self, session: &mut Session) -> Next {
        let items =
            ["answer the question", "back to the question before", "why is this asked", "save the answers now", "quit"];
        self.screen.show(&[String::new()])?;
        let asked = Select::new("What next?", items.to_vec()).with_render_config(self.colours()).without_filtering();
        match asked.raw_prompt() {
            Ok(ListOption { index: 1, .. }) => self.back(session),
            Ok(ListOption { index: 2, .. }) => self.why = true,
            Ok(ListOption { index: 3, .. }) => self.note = self.front.save(session),
            Ok(ListOption { index: 4, .. }) => return Ok(Some(Ended::Quit)),
            Ok(_) | Err(InquireError::OperationCanceled) => {}
            Err(problem) => return Err(problem),
        }
        Ok(None)
    }

    fn back(&mut self, session: &mut Session) {
        self.why = false;
        match session.back() {
            Some(taken) => self.before = Some(taken.written),
            None => self.note = "This is the first question.".to_owned(),
        }
        self.front.keep(session);
    }

    /// Tells why it stops and where that leaves the answer, and goes on if that is wanted.
    fn stop(&mut self, session: &mut Session, stop: Stop) -> Next {
        let (width, height) = crossterm::terminal::size().unwrap_or(SIZE);
        let width = usize::from(width).clamp(20, 100);
        let mut lines = wrapped(stop_in_words(stop), width);
        lines.push(String::new());
        lines.extend(self.front.headline(session).lines().map(|line| cut(line, width)));
        if !self.note.is_empty() {
            lines.push(String::new());
            lines.extend(wrapped(&std::mem::take(&mut self.note), width));
        }
        lines.truncate(usize::from(height).saturating_sub(8).max(4));
        lines.push(String::new());
        self.screen.show(&lines)?;
        let (show, on, back, save) =
            ("show the recommendation", "go on with more questions", "back to the question before", "save the answers");
        let mut items = vec![show, back, save];
        if session.could_go_on() {
            items.insert(1, on);
        }
        let asked = Select::new("What next?", items).with_render_config(self.colours()).without_filtering();
        match asked.prompt() {
            Ok(chosen) if chosen == on => session.go_on(),
            Ok(chosen) if chosen == back => self.back(session),
            Ok(chosen) if chosen == save => self.note = self.front.save(session),
            Ok(_) | Err(InquireError::OperationCanceled) => return Ok(Some(Ended::Finished)),
            Err(problem) => return Err(problem),
        }
        Ok(None)
    }

    fn colours(&self) -> RenderConfig<'static> {
        if self.front.coloured { RenderConfig::default_colored() } else { RenderConfig::empty() }
    }
}

fn unknown() -> Wish {
    Wish::Answer(crate::ask::Reply::Unknown, "unknown".to_owned())
}

/// A choice is always an answer; were it none, the menu would open.
fn answer_or_help(front: &Front, prompt: &Prompt, written: String) -> Wish {
    answer(front.knowledge, prompt, written).unwrap_or(Wish::Help)
}

fn choices(prompt: &Prompt) -> Vec<Item> {
    let width = crossterm::terminal::size().map_or(usize::from(SIZE.0), |(width, _)| usize::from(width)).clamp(20, 100);
    let line = |(at, (id, label)): (usize, &(String, String))| {
        let named = label == id || label.starts_with(&format!("{id}:")) || matches!(id.as_str(), "true" | "false");
        let text = if named { label.clone() } else { format!("{id}: {label}") };
        Item::Choice(at, cut(&text, width - 8))
    };
    let hidden = matches!(prompt.asked, crate::ask::Asked::Circumstances);
    let of_circumstance = |(at, (_, label)): (usize, &(String, String))| Item::Choice(at, cut(label, width - 8));
    let choices = prompt.choices.iter().enumerate();
    if hidden { choices.map(of_circumstance).collect() } else { choices.map(line).collect() }
}

/// What is typed is looked for in the words of a choice; a question mark leaves the one line that answers it.
fn score(prompt: &Prompt, typed: &str, item: &Item) -> Option<i64> {
    let typed = typed.trim().to_lowercase();
    let text = item.to_string().to_lowercase();
    match item {
        Item::Why => (typed.is_empty() || typed == "?" || text.contains(&typed)).then_some(0),
        _ if typed == "?" => None,
        Item::Choice(at, _) => {
            let id = prompt.choices.get(*at).map_or("", |(id, _)| id.as_str());
            if typed.is_empty() {
                Some(0)
            } else if id.starts_with(&typed) || text.starts_with(&typed) {
                Some(2)
            } else {
                text.contains(&typed).then_some(1)
            }
        }
        Item::Nothing | Item::Unknown => text.contains(&typed).then_some(0),
    }
}
