//! JSON into the tree, character by character, so that every key and value has its place and every slip its words.
//!
//! The structure is read here and not by `serde_json`, which tells no places of values, keeps no text of numbers and
//! lets the last of two equal keys win. `serde_json` decodes texts with escapes; a test holds both to the same verdict.

use super::assembly::Assembly;
use super::limits::{Limits, spell};
use super::text::{Places, decode, nothing_written};
use super::tree::Node;
use crate::diag::{Diagnostic, Place, shown};

/// Reads a JSON text, each record when it is asked for: the items of a top-level list are one each, anything else is one.
/// What follows a slip cannot be read, so it is the last.
pub fn records<'a>(bytes: &'a [u8], limits: &'a Limits) -> impl Iterator<Item = Result<Node, Diagnostic>> + 'a {
    let (text, refused) = match decode(bytes, limits.file_bytes) {
        Ok(text) => (text, None),
        Err(problem) => ("", Some(Err(problem))),
    };
    let mut items = Items { reader: Reader::new(text, 1, limits), state: State::Start, read: 0 };
    refused.into_iter().chain(std::iter::from_fn(move || items.next().transpose()))
}

/// How far a text has been read.
enum State {
    Start,
    /// In a list of records, which was opened there.
    Inside(usize),
    /// The record before this slip has been handed out.
    Broken(Diagnostic),
    End,
}

struct Items<'a> {
    reader: Reader<'a>,
    state: State,
    read: usize,
}

impl Items<'_> {
    fn next(&mut self) -> Result<Option<Node>, Diagnostic> {
        // Whatever goes wrong, nothing follows it.
        match std::mem::replace(&mut self.state, State::End) {
            State::Start => self.first(),
            State::Inside(open) => self.item(open),
            State::Broken(problem) => Err(problem),
            State::End => Ok(None),
        }
    }

    fn first(&mut self) -> Result<Option<Node>, Diagnostic> {
        let reader = &mut self.reader;
        reader.skip_blanks();
        match reader.peek() {
            None => Ok(None),
            Some(b'[') => {
                let open = reader.at;
                reader.at += 1;
                reader.skip_blanks();
                if reader.peek() == Some(b']') {
                    let place = reader.places.at(open);
                    return Err(Diagnostic::error("empty-file", "the list holds no workload").at(place));
                }
                self.item(open)
            }
            Some(_) => {
                let record = reader.record()?;
                reader.nothing_more()?;
                Ok(Some(record))
            }
        }
    }

    fn item(&mut self, open: usize) -> Result<Option<Node>, Diagnostic> {
        let reader = &mut self.reader;
        if self.read >= reader.limits.records {
            let message = format!("the file holds more than {} workloads", reader.limits.records);
            return Err(reader.problem_at("too-many-records", message, reader.at));
        }
        let record = reader.record()?;
        self.read += 1;
        self.state = match reader.item_ends(open, b']') {
            Ok(false) => State::Inside(open),
            Ok(true) => reader.nothing_more().map_or_else(State::Broken, |()| State::End),
            Err(problem) => State::Broken(problem),
        };
        Ok(Some(record))
    }
}

/// Reads one line of a stream; a blank one is no record.
pub fn read_line(line: &[u8], number: u32, limits: &Limits) -> Result<Option<Node>, Diagnostic> {
    let at_line = |problem: Diagnostic| Diagnostic {
        place: problem
            .place
            .map_or(Some(Place { line: number, column: 1 }), |place| Some(Place { line: number, ..place })),
        ..problem
    };
    let too_long = || super::text::check_record(line.len(), number, limits);
    too_long()?;
    let text = decode(line, limits.record_bytes).map_err(at_line)?;
    let mut reader = Reader::new(text, number, limits);
    reader.skip_blanks();
    if reader.peek().is_none() {
        return Ok(None);
    }
    let record = reader.record()?;
    reader.nothing_more()?;
    Ok(Some(record))
}

/// Walks through the text once, from left to right.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Where the record began, to hold it to its size while it is read.
    record_start: usize,
    places: Places<'a>,
    limits: &'a Limits,
    assembly: Assembly<'a>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, first_line: u32, limits: &'a Limits) -> Self {
        let places = Places::new(text, first_line);
        Self { text, at: 0, record_start: 0, places, limits, assembly: Assembly::new(limits) }
    }

    fn record(&mut self) -> Result<Node, Diagnostic> {
        self.skip_blanks();
        self.record_start = self.at;
        self.value()?;
        self.assembly.take().ok_or_else(nothing_written)
    }

    /// Reads a value. Nesting is refused by the assembly before it can exhaust the stack.
    fn value(&mut self) -> Result<(), Diagnostic> {
        self.skip_blanks();
        let start = self.at;
        match self.peek() {
            Some(b'{') => self.map(),
            Some(b'[') => self.list(),
            Some(b'"') => {
                let text = self.string()?;
                self.assembly.scalar(text, true, self.places.at(start))
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn list(&mut self) -> Result<(), Diagnostic> {
        let open = self.at;
        self.assembly.open_list(self.places.at(open))?;
        self.at += 1;
        self.skip_blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return self.assembly.close_and_add();
        }
        loop {
            self.value()?;
            if self.item_ends(open, b']')? {
                return self.assembly.close_and_add();
            }
        }
    }

    fn map(&mut self) -> Result<(), Diagnostic> {
        let open = self.at;
        self.assembly.open_map(self.places.at(open))?;
        self.at += 1;
        self.skip_blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return self.assembly.close_and_add();
        }
        loop {
            self.key(open)?;
            self.value()?;
            if self.item_ends(open, b'}')? {
                return self.assembly.close_and_add();
            }
        }
    }

    fn key(&mut self, open: usize) -> Result<(), Diagnostic> {
        self.skip_blanks();
        let start = self.at;
        match self.peek() {
            Some(b'"') => {}
            None => return Err(self.never_closed(open)),
            Some(b'\'') => return Err(self.syntax("JSON takes double quotes, not single ones")),
            Some(b'/' | b'#') => return Err(self.syntax("JSON has no comments")),
            Some(_) => return Err(self.syntax("a key in double quotes belongs here")),
        }
        let text = self.string()?;
        self.assembly.key(&text, self.places.at(start))?;
        self.skip_blanks();
        if self.peek() != Some(b':') {
            return Err(self.syntax("a colon is missing after the key"));
        }
        self.at += 1;
        Ok(())
    }

    /// Whether the list or map that was opened there ends here; otherwise another item follows.
    fn item_ends(&mut self, open: usize, close: u8) -> Result<bool, Diagnostic> {
        self.within_size()?;
        self.skip_blanks();
        match self.peek() {
            None => Err(self.never_closed(open)),
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(true)
            }
            Some(b',') => {
                let comma = self.at;
                self.at += 1;
                self.skip_blanks();
                match self.peek() {
                    Some(b']' | b'}') => {
                        Err(self.problem_at("json-syntax", "nothing follows this comma; take it out".into(), comma))
                    }
                    _ => Ok(false),
                }
            }
            Some(b'/' | b'#') => Err(self.syntax("JSON has no comments")),
            Some(b']' | b'}') => Err(self.syntax(&format!("a `{}` belongs here", char::from(close)))),
            Some(b':') => Err(self.syntax("a colon does not belong here")),
            Some(_) => Err(self.syntax("a comma is missing before this")),
        }
    }

    /// Reads a text in double quotes, at whose opening quote it stands.
    fn string(&mut self) -> Result<String, Diagnostic> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        let mut has_escapes = false;
        loop {
            match bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    has_escapes = true;
                    at += 2;
                }
                None | Some(b'\n' | b'\r') => {
                    return Err(self.syntax("the quote that opens here is not closed on its line"));
                }
                Some(0..0x20) => {
                    return Err(self.problem_at("json-syntax", "a tab within a text is written `\\t`".into(), at));
                }
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        self.within_size()?;
        let inside = self.text.get(start + 1..at).unwrap_or_default();
        if !has_escapes {
            return Ok(inside.to_owned());
        }
        serde_json::from_str(self.text.get(start..=at).unwrap_or_default()).map_err(|_| {
            self.problem_at("json-syntax", "a `\\` in this text is followed by what JSON does not know".into(), start)
        })
    }

    fn number(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let belongs = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_');
        let end = start + bytes[start..].iter().take_while(belongs).count();
        let written = self.text.get(start..end).unwrap_or_default();
        if !is_number(written) {
            let digits = written.trim_start_matches('-');
            let message =
                if digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    "a number does not begin with 0".to_owned()
                } else if matches!(digits, "Infinity" | "inf") {
                    format!("`{written}` is no JSON value; write null when it is not known")
                } else {
                    format!("`{}` is no JSON number; a quantity with a unit stands in double quotes", shown(written))
                };
            return Err(self.syntax(&message));
        }
        self.at = end;
        self.assembly.scalar(written, false, self.places.at(start))
    }

    /// Reads `true`, `false` or `null`, or says what stands there instead.
    fn word(&mut self) -> Result<(), Diagnostic> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        let word = &rest[..length];
        let place = self.places.at(self.at);
        let message = match word {
            "true" | "false" => {
                self.at += length;
                return self.assembly.scalar(word, false, place);
            }
            "null" => {
                self.at += length;
                return self.assembly.null(place);
            }
            "NaN" | "Infinity" | "undefined" | "None" | "nan" | "inf" => {
                format!("`{word}` is no JSON value; write null when it is not known")
            }
            "True" | "False" | "TRUE" | "FALSE" => format!("write `{}` in small letters", word.to_lowercase()),
            "" => match rest.chars().next() {
                None => "nothing follows where a value belongs".to_owned(),
                Some('\'') => "JSON takes double quotes, not single ones".to_owned(),
                Some('/' | '#') => "JSON has no comments".to_owned(),
                Some(letter) => format!("a value belongs here, not `{}`", letter.escape_default()),
            },
            word => format!("text stands in double quotes: \"{}\"", shown(word)),
        };
        Err(self.syntax(&message))
    }

    fn nothing_more(&mut self) -> Result<(), Diagnostic> {
        self.skip_blanks();
        match self.peek() {
            None => Ok(()),
            Some(b'{' | b'[') => Err(self
                .syntax("a second value follows; several workloads stand in a list, or one a line in an .ndjson file")),
            Some(_) => Err(self.syntax("nothing may follow the end of the value")),
        }
    }

    fn within_size(&self) -> Result<(), Diagnostic> {
        let length = self.at.saturating_sub(self.record_start);
        if length <= self.limits.record_bytes {
            return Ok(());
        }
        let message = format!("{} has more than {}", self.limits.one, spell(self.limits.record_bytes));
        Err(self.problem_at("record-too-large", message, self.record_start))
    }

    fn never_closed(&self, open: usize) -> Diagnostic {
        let bracket = self.text.as_bytes().get(open).copied().unwrap_or(b'{');
        self.problem_at("json-syntax", format!("the `{}` that opens here is never closed", char::from(bracket)), open)
    }

    fn syntax(&self, message: &str) -> Diagnostic {
        self.problem_at("json-syntax", message.to_owned(), self.at)
    }

    fn problem_at(&self, code: &'static str, message: String, at: usize) -> Diagnostic {
        self.assembly.about_here(Diagnostic::error(code, message).at(self.places.at(at)))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }
}

/// Whether a text is a number as JSON writes it.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let text = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(text);
    if whole == 0 || (whole > 1 && text.starts_with('0')) {
        return false;
    }
    let mut rest = &text[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests;
