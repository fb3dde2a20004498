//! Files in batches: one whole file, or some lines of a stream, which is never held in memory as a whole.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::vec;

use super::paths::{Inputs, Named};
use super::{STANDARD_INPUT, at_most, known_format, opened, unreadable};
use crate::diag::{Diagnostic, Place};
use crate::read::{Format, Limits, Node, nothing_written, read_line, records};

/// So many bytes of a stream are read at once.
const CHUNK: usize = 256 << 10;
/// So many bytes are looked at to tell a format.
const SNIFFED: usize = 64 << 10;
/// Nobody looks at longer lines, and to search them for each problem costs time.
const LONGEST_LINE: usize = 64 << 10;

/// Some records of one file, as they stand there.
pub struct Batch {
    /// The file, as the user named it.
    pub path: Arc<str>,
    /// Whether it is the first of its file.
    pub begins: bool,
    content: Content,
}

enum Content {
    /// Whole lines of NDJSON, and the number of the first.
    Lines {
        bytes: Vec<u8>,
        first: u32,
    },
    Whole {
        bytes: Vec<u8>,
        format: Format,
    },
    /// What cannot be read stands in its place.
    Wrong(Diagnostic),
}

impl Batch {
    /// Each record, read when it is asked for.
    pub fn records<'b>(&'b self, limits: &'b Limits) -> Box<dyn Iterator<Item = Result<Node, Diagnostic>> + 'b> {
        let named = |record: Result<Node, Diagnostic>| record.map_err(|problem| problem.in_file(self.path.as_ref()));
        match &self.content {
            Content::Lines { .. } => {
                let read = |(line, number)| read_line(line, number, limits).transpose();
                Box::new(self.lines().filter_map(read).map(named))
            }
            Content::Whole { bytes, format } => Box::new(records(bytes, *format, limits).map(named)),
            Content::Wrong(problem) => Box::new(std::iter::once(Err(problem.clone()))),
        }
    }

    pub fn is_lines(&self) -> bool {
        matches!(self.content, Content::Lines { .. })
    }

    /// The lines of a stream with their numbers; none of what is no stream.
    pub fn lines(&self) -> impl Iterator<Item = (&[u8], u32)> {
        let (bytes, first) = match &self.content {
            Content::Lines { bytes, first } => (bytes.as_slice(), *first),
            _ => (&[][..], 1),
        };
        let numbers = (0..).map(move |further: u32| first.saturating_add(further));
        bytes.split(|&byte| byte == b'\n').zip(numbers)
    }

    /// A problem with the line that it is about, if that is one that people look at.
    /// One that brings its line stands in another file.
    pub fn with_line(&self, problem: Diagnostic) -> Diagnostic {
        let (bytes, first) = match &self.content {
            Content::Lines { bytes, first } => (bytes.as_slice(), *first),
            Content::Whole { bytes, .. } => (bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes), 1),
            Content::Wrong(_) => return problem,
        };
        if problem.line.is_some() {
            return problem;
        }
        let index = problem.place.and_then(|place| usize::try_from(place.line.checked_sub(first)?).ok());
        let line = index.and_then(|index| bytes.split(|&byte| byte == b'\n').nth(index));
        let line = line
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
            .filter(|line| line.len() <= LONGEST_LINE && !line.contains(&b'\r'));
        let line = line.and_then(|line| std::str::from_utf8(line).ok()).map(str::to_owned);
        Diagnostic { line, ..problem }
    }
}

/// The batches of all inputs, in order, each read when it is asked for.
pub struct Batches {
    named: vec::IntoIter<Named>,
    format: Option<Format>,
    limits: Limits,
    stream: Option<Lines>,
}

impl Batches {
    pub fn of(inputs: &Inputs) -> Self {
        Self { named: inputs.named.clone().into_iter(), format: inputs.format, limits: Limits::default(), stream: None }
    }

    fn open(&mut self, path: &Path) -> Result<Content, Diagnostic> {
        let format = match (known_format(path), self.format) {
            (Ok(Some(format)), _) | (_, Some(format)) => Some(format),
            (known, None) => known?,
        };
        let mut reader: Box<dyn Read + Send> = match path.as_os_str() == STANDARD_INPUT {
            true => Box::new(io::stdin()),
            false => Box::new(opened(path)?),
        };
        let mut beginning = Vec::new();
        let format = match format {
            Some(format) => format,
            None => {
                begin(&mut reader, &mut beginning).map_err(|problem| unreadable(path, &problem))?;
                Format::sniff(&beginning)
            }
        };
        if format == Format::Ndjson {
            let lines = Lines::new(path, reader, beginning, &self.limits);
            let first = self.stream.insert(lines).next();
            return Ok(first.unwrap_or_else(|| Content::Wrong(nothing_written())));
        }
        let bytes = at_most(io::Cursor::new(beginning).chain(reader), path, self.limits.file_bytes)?;
        Ok(Content::Whole { bytes, format })
    }
}

impl Iterator for Batches {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        if let Some(stream) = &mut self.stream {
            if let Some(content) = stream.next() {
                return Some(Batch { path: stream.path.clone(), begins: false, content });
            }
            self.stream = None;
        }
        let (path, content) = match self.named.next()? {
            Named::File(path) => {
                let content = self.open(&path);
                (path, content.unwrap_or_else(Content::Wrong))
            }
            Named::Wrong(path, problem) => (path, Content::Wrong(problem)),
        };
        Some(Batch { path: path.to_string_lossy().into(), begins: true, content })
    }
}

/// Reads as much as tells the format: two lines with something on them, or the whole of a short text.
fn begin(reader: &mut impl Read, beginning: &mut Vec<u8>) -> io::Result<()> {
    let full = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.trim_ascii().starts_with(b"#");
    loop {
        // Behind the last line end stands what may not be a whole line yet.
        let lines = beginning.split(|&byte| byte == b'\n');
        let whole = lines.clone().count().saturating_sub(1);
        if lines.take(whole).filter(full).count() > 1 || beginning.len() >= SNIFFED || !more(reader, beginning)? {
            return Ok(());
        }
    }
}

/// Reads once, and tells whether anything came.
fn more(reader: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let length = bytes.len();
    bytes.resize(length + CHUNK, 0);
    let read = loop {
        match reader.read(&mut bytes[length..]) {
            Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
            read => break read,
        }
    };
    bytes.truncate(length + read.as_ref().map_or(0, |&read| read));
    read.map(|read| read > 0)
}

/// A stream of lines, of which no more is held than a batch and the beginning of a line.
struct Lines {
    path: Arc<str>,
    reader: Box<dyn Read + Send>,
    /// What has been read and not handed out.
    held: Vec<u8>,
    /// The number of the first line that is held.
    line: u32,
    /// The bytes of a line that is too long, of which nothing is kept.
    passed_over: Option<usize>,
    most: usize,
    has_content: bool,
    ended: bool,
}

impl Lines {
    fn new(path: &Path, reader: Box<dyn Read + Send>, held: Vec<u8>, limits: &Limits) -> Self {
        let path: Arc<str> = path.to_string_lossy().into();
        let most = limits.record_bytes;
        Self { path, reader, held, line: 1, passed_over: None, most, has_content: false, ended: false }
    }

    fn next(&mut self) -> Option<Content> {
        loop {
            if let Some(content) = self.held_lines() {
                return Some(content);
            }
            if self.ended {
                return None;
            }
            match more(&mut self.reader, &mut self.held) {
                Ok(true) => {}
                Ok(false) => {
                    self.ended = true;
                    return self.last();
                }
                Err(problem) => {
                    self.ended = true;
                    let problem = unreadable(Path::new(self.path.as_ref()), &problem);
                    return Some(Content::Wrong(problem.at(Place { line: self.line, column: 1 })));
                }
            }
        }
    }

    /// The whole lines that are held, or what is wrong with a line that is too long.
    fn held_lines(&mut self) -> Option<Content> {
        if let Some(passed) = self.passed_over {
            let end = self.held.iter().position(|&byte| byte == b'\n');
            self.passed_over = Some(passed.saturating_add(end.unwrap_or(self.held.len())));
            self.held.drain(..end.map_or(self.held.len(), |end| end + 1));
            return end.and_then(|_| self.too_long());
        }
        let Some(end) = self.held.iter().rposition(|&byte| byte == b'\n') else {
            if self.held.len() > self.most {
                self.passed_over = Some(self.held.len());
                self.held.clear();
            }
            return None;
        };
        let rest = self.held.split_off(end + 1);
        let bytes = std::mem::replace(&mut self.held, rest);
        Some(self.lines(bytes))
    }

    fn lines(&mut self, bytes: Vec<u8>) -> Content {
        self.has_content |= !bytes.trim_ascii().is_empty();
        let first = self.line;
        let ends = bytes.iter().filter(|&&byte| byte == b'\n').count();
        self.line = first.saturating_add(u32::try_from(ends).unwrap_or(u32::MAX));
        Content::Lines { bytes, first }
    }

    /// What stands behind the last line end; or that there was nothing at all.
    fn last(&mut self) -> Option<Content> {
        if self.passed_over.is_some() {
            return self.too_long();
        }
        let bytes = std::mem::take(&mut self.held);
        if !bytes.is_empty() {
            let lines = self.lines(bytes);
            if self.has_content {
                return Some(lines);
            }
        }
        (!self.has_content).then(|| Content::Wrong(nothing_written().in_file(self.path.as_ref())))
    }

    fn too_long(&mut self) -> Option<Content> {
        let length = self.passed_over.take()?;
        let limits = Limits { record_bytes: self.most, ..Limits::default() };
        let problem = crate::read::text::check_record(length, self.line, &limits).err()?;
        self.line = self.line.saturating_add(1);
        self.has_content = true;
        Some(Content::Wrong(problem.in_file(self.path.as_ref())))
    }
}
