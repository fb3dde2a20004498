//! The rich mode, through a pseudo-terminal of 80 columns and 24 lines.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use expectrl::Session;
use expectrl::session::OsSession;

use super::{folder, knows, plain, program, stated};

/// The end of the line of help below every question.
const KEYS: &str = "Esc: back, save, quit";

/// A terminal in which the program runs, and all that it wrote.
struct Terminal {
    session: OsSession,
    text: String,
}

impl Terminal {
    fn open(command: Command) -> Self {
        let mut session = Session::spawn(command).unwrap();
        session.get_process_mut().set_window_size(80, 24).unwrap();
        Self { session, text: String::new() }
    }

    /// Waits until what was written since a mark holds a text, and the program waits for a key.
    fn wait(&mut self, from: usize, wanted: &[&str]) -> usize {
        let begun = Instant::now();
        loop {
            self.read();
            let seen = self.text.get(from..).unwrap_or_default();
            if let Some(found) = wanted.iter().position(|wanted| seen.contains(wanted)) {
                return found;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "no {wanted:?} in {seen:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn read(&mut self) {
        let mut bytes = [0; 8192];
        while let Ok(read @ 1..) = self.session.try_read(&mut bytes) {
            self.text.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
    }

    fn send(&mut self, keys: &str) {
        use std::io::Write;
        self.session.get_stream_mut().write_all(keys.as_bytes()).unwrap();
        // Keys that come at once could be taken for one; a person is slower too.
        std::thread::sleep(Duration::from_millis(15));
        self.read();
    }

    /// The key of the question of that number, which comes up after a mark, or none at the last menu.
    fn question(&mut self, from: usize, number: usize) -> Option<String> {
        let head = format!("Question {number} · ");
        if self.wait(from, &[&head, "What next?"]) == 1 {
            return None;
        }
        let at = from + self.text[from..].find(&head).unwrap();
        self.wait(at, &[KEYS]);
        self.text[at + head.len()..].split(" · ").next().map(str::to_owned)
    }

    /// What stands on the screen since a mark.
    fn since(&self, mark: usize) -> &str {
        &self.text[mark..]
    }

    fn ends(mut self) -> String {
        let begun = Instant::now();
        while self.session.get_process().is_alive().unwrap_or(false) {
            self.read();
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not end: {:?}", self.text);
            std::thread::sleep(Duration::from_millis(10));
        }
        self.read();
        self.text
    }
}

/// Answers each question with keys, until the last menu; returns what was asked.
fn answer_all(terminal: &mut Terminal, knows: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut asked = Vec::new();
    let mut mark = 0;
    while let Some(key) = terminal.question(mark, asked.len() + 1) {
        let typed_in = terminal.since(mark).contains("unknown · Esc");
        let several = terminal.since(mark).contains("Space chooses");
        mark = terminal.text.len();
        match knows.get(key.as_str()) {
            None if typed_in => terminal.send("unknown\r"),
            None if several => ["know", " ", "\r"].iter().for_each(|keys| terminal.send(keys)),
            None => ["know", "\r"].iter().for_each(|keys| terminal.send(keys)),
            // The first question has it chosen already.
            Some(&"none") if key == "circumstances" => terminal.send("\r"),
            Some(answer) if several => {
                let words = answer.split(',').map(|id| if id == "none" { "none of these" } else { id });
                words.for_each(|word| [word, " "].iter().for_each(|keys| terminal.send(keys)));
                terminal.send("\r");
            }
            Some(&"true") => ["yes", "\r"].iter().for_each(|keys| terminal.send(keys)),
            Some(answer) => [*answer, "\r"].iter().for_each(|keys| terminal.send(keys)),
        }
        asked.push(key);
        assert!(asked.len() < 60, "{asked:?}");
    }
    asked
}

fn spawned(folder: &Path, arguments: &[&str]) -> Terminal {
    Terminal::open(program(folder, arguments))
}

#[test]
fn rich_and_plain_modes_give_the_same_profile() {
    let folder = folder("both");
    let (_, keys) = plain::dialogue(&folder, &["ask", "--plain", "--save", "plain.yaml"], &knows());
    let mut terminal = spawned(&folder, &["ask", "--save", "rich.yaml"]);
    assert_eq!(answer_all(&mut terminal, &knows()), keys);
    terminal.send("\r");
    let text = terminal.ends();
    assert!(text.contains("rests on"), "the recommendation follows: {text}");
    let without_name = |path: &str| {
        let mut lines = stated(&folder.join(path));
        lines.retain(|line| !line.starts_with("name: "));
        lines
    };
    assert_eq!(without_name("rich.yaml"), without_name("plain.yaml"));
}

#[test]
fn a_question_mark_tells_why_escape_goes_back_and_control_c_saves() {
    let folder = folder("keys");
    let mut terminal = spawned(&folder, &["ask"]);
    assert_eq!(terminal.question(0, 1).as_deref(), Some("circumstances"));
    let mark = terminal.text.len();
    terminal.send("\r");
    assert_eq!(terminal.question(mark, 2).as_deref(), Some("phase"));
    terminal.send("?");
    let mark = terminal.text.len();
    terminal.send("\r");
    terminal.wait(mark, &["Training from scratch, fine-tuning and inference"]);
    terminal.wait(mark, &[KEYS]);
    terminal.send("training");
    let mark = terminal.text.len();
    terminal.send("\r");
    assert_eq!(terminal.question(mark, 3).as_deref(), Some("domain"));
    let mark = terminal.text.len();
    terminal.send("\u{1b}");
    terminal.wait(mark, &["to move, enter to select"]);
    terminal.send("\u{1b}[B");
    let mark = terminal.text.len();
    terminal.send("\r");
    terminal.wait(mark, &["Question 2 · phase"]);
    let mark = terminal.text.rfind("Question 2").unwrap();
    terminal.wait(mark, &[KEYS]);
    terminal.send("\u{3}");
    let text = terminal.ends();
    assert!(text.contains("The answers are in chipwise-answers.yaml. Go on:"), "{text}");
    assert!(text.contains("\u{1b}[?1049l"), "what stood on the screen comes back");
    assert!(stated(&folder.join("chipwise-answers.yaml")).contains(&"deployment: datacenter".to_owned()));
}

#[test]
fn a_dumb_terminal_gets_lines_without_escapes() {
    let folder = folder("dumb");
    let mut command = program(&folder, &["ask"]);
    command.env("TERM", "dumb");
    let mut terminal = Terminal::open(command);
    terminal.wait(0, &["\n> "]);
    terminal.send("mandate\n");
    terminal.wait(0, &["(mandated_target)"]);
    terminal.send("gpu\n");
    terminal.wait(0, &["Question 3 "]);
    terminal.send("quit\n");
    let text = terminal.ends();
    assert!(text.contains("GPU: decided"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text:?}");
}
