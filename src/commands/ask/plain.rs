//! The questionnaire line by line: for screen readers, for dumb terminals, and for scripts that write answers to a pipe.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};

use super::{Ended, Front};
use crate::ask::{Form, Prompt, Session, Step, Stop, Wish, stop_in_words, wish};

/// A longer line is no answer to anything.
const LONGEST_LINE: u64 = 64 << 10;

/// After so many lines in a row that answer nothing, no more are read: a pipe may be endless.
const MOST_IDLE: usize = 1_000;

/// What reaches the program while it waits.
enum Event {
    Line(String),
    End,
    Interrupted,
}

/// Asks until the answers end or nothing is left to ask.
pub fn run(front: &mut Front, session: &mut Session) -> anyhow::Result<Ended> {
    // Lines are read as they are wanted, so that an endless pipe takes no memory and an interrupt is not left waiting.
    let (events, received) = mpsc::sync_channel(1);
    interrupts(events.clone());
    std::thread::spawn(move || lines(&events));
    let mut plain = Plain { front, received, told_how: false, idle: 0 };
    loop {
        let ended = match session.step() {
            Step::Ask(asked) => {
                let prompt = Prompt::of(session, asked);
                plain.question(session, &prompt)?
            }
            Step::Stop(stop) => plain.stop(session, stop)?,
        };
        if let Some(ended) = ended {
            return Ok(ended);
        }
    }
}

/// Tells of Ctrl-C and of requests to end. Where that cannot be had, the answers are still in the file.
fn interrupts(events: SyncSender<Event>) {
    let _ = ctrlc::set_handler(move || {
        let _ = events.send(Event::Interrupted);
    });
}

fn lines(events: &SyncSender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line);
        let event = match read {
            Ok(0) | Err(_) => Event::End,
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).trim().to_owned()),
        };
        let ends = matches!(event, Event::End);
        if events.send(event).is_err() || ends {
            return;
        }
    }
}

struct Plain<'f, 'c> {
    front: &'f mut Front<'c>,
    received: Receiver<Event>,
    /// Whether it was told how to answer.
    told_how: bool,
    /// How many lines in a row answered nothing.
    idle: usize,
}

impl Plain<'_, '_> {
    fn say(&self, text: &str) {
        // Nobody is left to read when standard error is closed; answers are taken all the same.
        let mut out = anstream::stderr().lock();
        let _ = writeln!(out, "{text}");
    }

    fn wait(&mut self) -> Event {
        self.idle += 1;
        if self.idle > MOST_IDLE {
            self.say(&format!("{MOST_IDLE} lines in a row answered nothing: no more are read."));
            return Event::End;
        }
        let mut out = anstream::stderr().lock();
        let _ = write!(out, "> ").and_then(|()| out.flush());
        drop(out);
        self.received.recv().unwrap_or(Event::End)
    }

    /// Asks until there is an answer or another wish.
    fn question(&mut self, session: &mut Session, prompt: &Prompt) -> anyhow::Result<Option<Ended>> {
        self.say(&format!("\nQuestion {} ({}): {}", prompt.number, prompt.key, prompt.text));
        self.say(&prompt.standing);
        self.choices(prompt);
        if !self.told_how {
            self.told_how = true;
            self.say("Other answers: ? (why it is asked), unknown, back, save, quit, help.");
        }
        loop {
            let line = match self.wait() {
                Event::Line(line) => line,
                Event::End => return Ok(Some(Ended::Input)),
                Event::Interrupted => return Ok(Some(Ended::Interrupted)),
            };
            match wish(session.knowledge(), prompt, &line) {
                Err(problem) => self.say(&format!("Not taken: {problem}.")),
                Ok(Wish::Answer(reply, written)) => {
                    self.idle = 0;
                    session.answer(prompt.asked, reply, written);
                    self.front.keep(session);
                    return Ok(None);
                }
                Ok(Wish::Why) => {
                    self.say(&format!("{}\n{}\nTo find it out: {}.", prompt.help, prompt.why, prompt.effort))
                }
                Ok(Wish::Back) if session.back().is_some() => return Ok(None),
                Ok(Wish::Back) => self.say("This is the first question."),
                Ok(Wish::Save) => self.save(session),
                Ok(Wish::Quit) => return Ok(Some(Ended::Quit)),
                Ok(Wish::Help) => {
                    self.choices(prompt);
                    self.say("? tells why it is asked. unknown: you do not know. back: the question before.");
                    self.say("save: write the answers to a file now. quit: stop here, save, and judge what is known.");
                }
            }
        }
    }

    fn save(&mut self, session: &Session) {
        let told = self.front.save(session);
        self.say(&told);
    }

    fn choices(&self, prompt: &Prompt) {
        for (number, (id, label)) in (1..).zip(&prompt.choices) {
            let named = label == id || label.starts_with(&format!("{id}:"));
            self.say(&if named { format!("{number}. {label}") } else { format!("{number}. {id}: {label}") });
        }
        let how = match prompt.form {
            Form::One => "Answer with a number or a name.".to_owned(),
            Form::Several if prompt.may_be_none => {
                "Answer with numbers or names, with commas between them, or none.".to_owned()
            }
            Form::Several => "Answer with numbers or names, with commas between them.".to_owned(),
            Form::Names => format!("Answer with {}, or none.", prompt.wanted),
            Form::Written => format!("Answer with {}.", prompt.wanted),
        };
        self.say(&how);
    }

    /// Tells why it stops and where that leaves the answer, and goes on if that is wanted.
    fn stop(&mut self, session: &mut Session, stop: Stop) -> anyhow::Result<Option<Ended>> {
        self.say(&format!("\n{}", stop_in_words(stop)));
        self.say(&self.front.headline(session));
        if !session.could_go_on() {
            return Ok(Some(Ended::Finished));
        }
        self.say("Go on with more questions? (yes, no, back, save)");
        loop {
            let line = match self.wait() {
                Event::Line(line) => line.to_lowercase(),
                Event::End => return Ok(Some(Ended::Finished)),
                Event::Interrupted => return Ok(Some(Ended::Interrupted)),
            };
            match line.as_str() {
                "y" | "yes" => {
                    session.go_on();
                    return Ok(None);
                }
                "" | "n" | "no" | "q" | "quit" => return Ok(Some(Ended::Finished)),
                "back" | "<" => {
                    session.back();
                    return Ok(None);
                }
                "save" => self.save(session),
                _ => self.say("Not taken: answer yes, no, back or save."),
            }
        }
    }
}
