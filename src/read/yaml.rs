//! YAML into the tree, from the parser's events and never through values that the parser has built.
//!
//! A stream is cut at its `---` lines before it is parsed, so that each document is held to its size first and a
//! broken one leaves the others readable. Every copy that an alias makes is paid from a budget. A merge key (`<<`)
//! is expanded one level deep, and what is written out wins over what is merged.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use granit_parser::{Event, Marker, Options, Parser, ScalarStyle, ScanError, Span, StructureStyle, Tag};

use super::assembly::{Assembly, too_deep};
use super::limits::{Limits, spell};
use super::text::{check_record, decode};
use super::tree::{Node, Tree};
use super::yaml_errors::syntax_error;
use crate::diag::{Diagnostic, Place, shown};

/// Reads each document of a stream by itself, when it is asked for. Documents without content are passed over.
pub fn records<'a>(bytes: &'a [u8], limits: &'a Limits) -> impl Iterator<Item = Result<Node, Diagnostic>> + 'a {
    let (text, refused) = match decode(bytes, limits.file_bytes) {
        Ok(text) => (text, None),
        Err(problem) => ("", Some(Err(problem))),
    };
    let documents = documents(text).zip(1..).map_while(move |((first_line, document), number)| {
        match number.cmp(&limits.records.saturating_add(1)) {
            Ordering::Less => Some(document_records(document, first_line, limits)),
            Ordering::Equal => {
                let message = format!("the file holds more than {} workloads", limits.records);
                let place = Place { line: first_line, column: 1 };
                Some(vec![Err(Diagnostic::error("too-many-records", message).at(place))])
            }
            Ordering::Greater => None,
        }
    });
    refused.into_iter().chain(documents.flatten())
}

/// The records of one document: one, none, or several where `...` parts them.
fn document_records(document: &str, first_line: u32, limits: &Limits) -> Vec<Result<Node, Diagnostic>> {
    if let Err(problem) = check_record(document.len(), first_line, limits) {
        return vec![Err(problem)];
    }
    let mut reader = Reader::new(document, first_line, limits);
    let outcome = reader.run();
    reader.finished.into_iter().map(Ok).chain(outcome.err().map(Err)).collect()
}

/// The documents of a stream, each with the number of its first line and from its `---` on.
///
/// A line that begins with `---` ends a document wherever it stands, even within a text of several lines.
fn documents(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut lines = text.split_inclusive('\n').zip(1..);
    let (mut start, mut start_line, mut offset) = (0, 1, 0);
    // Comments and directives before the first `---` belong to the document behind it.
    let (mut has_content, mut has_directives) = (false, false);
    std::iter::from_fn(move || {
        for (line, number) in lines.by_ref() {
            let cut = (has_content && marks_a_document(line)).then(|| (start_line, &text[start..offset]));
            if cut.is_some() {
                (start, start_line) = (offset, number);
            }
            let trimmed = line.trim_start();
            has_directives |= line.starts_with('%');
            has_content |= !(trimmed.is_empty() || trimmed.starts_with('#') || line.starts_with('%'));
            offset += line.len();
            if cut.is_some() {
                return cut;
            }
        }
        // Directives without a document are a mistake, which the parser tells.
        let rest = (has_content || has_directives).then(|| (start_line, &text[start..]));
        (has_content, has_directives) = (false, false);
        rest
    })
}

fn marks_a_document(line: &str) -> bool {
    line.strip_prefix("---").is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
}

/// What a subtree costs when it is copied.
#[derive(Clone, Copy, Default)]
struct Weight {
    values: usize,
    bytes: usize,
    depth: usize,
}

impl Weight {
    fn of(node: &Node) -> Self {
        let mut weight = Self { values: 1, bytes: node.text().map_or(0, str::len), depth: 0 };
        let mut inner = |child: &Node| {
            let child = Self::of(child);
            weight.values += child.values;
            weight.bytes += child.bytes;
            weight.depth = weight.depth.max(child.depth);
        };
        match &node.tree {
            Tree::List(items) => items.iter().for_each(&mut inner),
            Tree::Map(entries) => entries.iter().for_each(|entry| inner(&entry.value)),
            Tree::Null | Tree::Scalar { .. } => return weight,
        }
        weight.bytes += node.entries().unwrap_or_default().iter().map(|entry| entry.key.len()).sum::<usize>();
        weight.depth += 1;
        weight
    }
}

/// What a tag says about a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tagged {
    No,
    Text,
    Null,
    Other,
}

/// A list or map that is not closed yet.
struct Opened {
    /// 0 for none.
    anchor: usize,
    /// The line and the bracket, where it was opened by one.
    bracket: Option<(u32, char)>,
}

/// Builds the trees of one document, or of several where `...` parts them.
struct Reader<'a> {
    text: &'a str,
    first_line: u32,
    limits: &'a Limits,
    assembly: Assembly<'a>,
    open: Vec<Opened>,
    anchored: HashMap<usize, (Node, Weight)>,
    copied: Weight,
    finished: Vec<Node>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, first_line: u32, limits: &'a Limits) -> Self {
        Self {
            text,
            first_line,
            limits,
            assembly: Assembly::new(limits),
            open: Vec::new(),
            anchored: HashMap::new(),
            copied: Weight::default(),
            finished: Vec::new(),
        }
    }

    fn run(&mut self) -> Result<(), Diagnostic> {
        for next in Parser::new_from_str_with_options(self.text, parser_options(self.limits)) {
            match next {
                Ok((event, span)) => self.event(event, &span)?,
                Err(error) => return Err(self.syntax_error(&error)),
            }
        }
        Ok(())
    }

    /// The parser's complaint. An error in a later line often means that a bracket of an earlier one is not closed.
    fn syntax_error(&self, error: &ScanError) -> Diagnostic {
        let place = self.place(error.marker());
        let mut problem = syntax_error(error, self.text, place, self.limits);
        match self.open.iter().find_map(|opened| opened.bracket) {
            Some((line, bracket)) if line < place.line && problem.code == "yaml-syntax" => {
                problem.message += &format!("; the `{bracket}` of line {line} is still open");
            }
            _ => {}
        }
        self.assembly.about_here(problem)
    }

    fn opened(&mut self, anchor: usize, bracket: Option<char>, place: Place) {
        self.open.push(Opened { anchor, bracket: bracket.map(|bracket| (place.line, bracket)) });
    }

    fn event(&mut self, event: Event<'_>, span: &Span) -> Result<(), Diagnostic> {
        let place = self.place(&span.start);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let tagged = self.tagged(tag.as_deref(), span)?;
                // Where nothing is written the parser says `~`; the length tells that from a written one.
                let text = if span.start.index() == span.end.index() { "" } else { &text };
                self.scalar(text, style == ScalarStyle::Plain, tagged, anchor, place)
            }
            Event::SequenceStart(style, anchor, tag) => {
                self.tagged(tag.as_deref(), span)?;
                self.refuse_as_key("a list", place)?;
                self.opened(anchor, (style == StructureStyle::Flow).then_some('['), place);
                self.assembly.open_list(place)
            }
            Event::MappingStart(style, anchor, tag) => {
                self.tagged(tag.as_deref(), span)?;
                self.refuse_as_key("a table", place)?;
                self.opened(anchor, (style == StructureStyle::Flow).then_some('{'), place);
                self.assembly.open_map(place)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            Event::Alias(id) => self.alias(id, place),
            Event::DocumentEnd => {
                self.finished.extend(self.assembly.take());
                self.anchored.clear();
                self.copied = Weight::default();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn scalar(
        &mut self,
        text: &str,
        plain: bool,
        tagged: Tagged,
        anchor: usize,
        place: Place,
    ) -> Result<(), Diagnostic> {
        if self.assembly.wants_key() {
            if plain && text.is_empty() {
                return Err(self.problem("key-not-text", "a key is missing before the colon", place));
            }
            if anchor != 0 {
                let tree = Tree::Scalar { text: text.to_owned().into(), quoted: !plain };
                self.remember(anchor, &Node { tree, place })?;
            }
            return self.assembly.key(text, place);
        }
        let is_null = plain && matches!(text, "" | "~" | "null" | "Null" | "NULL");
        let nothing_at_all =
            self.assembly.depth() == 0 && plain && text.is_empty() && tagged == Tagged::No && anchor == 0;
        if nothing_at_all {
            return Ok(());
        }
        let tree = match tagged {
            Tagged::Null => Tree::Null,
            Tagged::No | Tagged::Other if is_null => Tree::Null,
            _ => Tree::Scalar { text: text.to_owned().into(), quoted: !plain || tagged == Tagged::Text },
        };
        let node = Node { tree, place };
        self.remember(anchor, &node)?;
        self.assembly.add(node, 1)
    }

    fn close(&mut self) -> Result<(), Diagnostic> {
        let Some(node) = self.assembly.close() else { return Ok(()) };
        let node = self.merged(node)?;
        let anchor = self.open.pop().map_or(0, |opened| opened.anchor);
        self.remember(anchor, &node)?;
        self.assembly.add(node, 1)
    }

    /// Keeps a copy of what an anchor names. The copy is paid for: anchors around anchors would multiply a file.
    fn remember(&mut self, anchor: usize, node: &Node) -> Result<(), Diagnostic> {
        if anchor == 0 {
            return Ok(());
        }
        let weight = Weight::of(node);
        self.pay(weight, node.place)?;
        self.anchored.insert(anchor, (node.clone(), weight));
        Ok(())
    }

    fn alias(&mut self, id: usize, place: Place) -> Result<(), Diagnostic> {
        let Some((node, weight)) = self.anchored.get(&id) else {
            return Err(self.problem("bad-alias", "this repeats what it stands in itself", place));
        };
        let weight = *weight;
        if self.assembly.wants_key() {
            let Some(text) = node.text().map(str::to_owned) else {
                return Err(self.problem("key-not-text", "a key must be a plain text, not what this repeats", place));
            };
            self.pay(weight, place)?;
            return self.assembly.key(&text, place);
        }
        if self.assembly.depth() + weight.depth > self.limits.depth {
            return Err(self.assembly.about_here(too_deep(self.limits, place)));
        }
        // The copy stands where it is repeated; what is inside it stands where it was written.
        let copy = self.pay(weight, place).map(|()| self.anchored.get(&id).map(|(node, _)| node.tree.clone()))?;
        self.assembly.add(Node { tree: copy.unwrap_or(Tree::Null), place }, weight.values)
    }

    fn pay(&mut self, weight: Weight, place: Place) -> Result<(), Diagnostic> {
        self.copied.values = self.copied.values.saturating_add(weight.values);
        self.copied.bytes = self.copied.bytes.saturating_add(weight.bytes);
        if self.copied.values <= self.limits.values && self.copied.bytes <= self.limits.record_bytes {
            return Ok(());
        }
        let message = format!(
            "anchors and aliases (`&name`, `*name`) repeat more than {} values or {} in one workload",
            self.limits.values,
            spell(self.limits.record_bytes)
        );
        Err(self.problem("too-many-copies", &message, place))
    }

    /// A map with what its `<<` names put in: only keys that it does not have itself, the first named wins.
    fn merged(&self, mut node: Node) -> Result<Node, Diagnostic> {
        let Tree::Map(entries) = &mut node.tree else { return Ok(node) };
        let Some(at) = entries.iter().position(|entry| entry.key == "<<") else { return Ok(node) };
        let merge = entries.remove(at);
        let sources = match merge.value.tree {
            Tree::List(items) => items,
            _ => vec![merge.value],
        };
        let mut known: HashSet<String> = entries.iter().map(|entry| entry.key.clone().into_owned()).collect();
        for source in sources {
            let Tree::Map(merged) = source.tree else {
                let message = "`<<` takes a table of keys, or a list of such tables";
                return Err(self.problem("bad-merge", message, source.place));
            };
            entries.extend(merged.into_iter().filter(|entry| known.insert(entry.key.clone().into_owned())));
        }
        Ok(node)
    }

    fn refuse_as_key(&self, what: &str, place: Place) -> Result<(), Diagnostic> {
        if !self.assembly.wants_key() {
            return Ok(());
        }
        Err(self.problem("key-not-text", &format!("a key must be a plain text, not {what}"), place))
    }

    /// What a tag means; tags that would need a program's types are refused.
    fn tagged(&self, tag: Option<&Tag>, span: &Span) -> Result<Tagged, Diagnostic> {
        let Some(tag) = tag else { return Ok(Tagged::No) };
        match tag.core_suffix() {
            Some("str") => Ok(Tagged::Text),
            Some("null") => Ok(Tagged::Null),
            Some(_) => Ok(Tagged::Other),
            None if tag.original() == "!" => Ok(Tagged::Text),
            None => {
                let place = self.place(&span.tag_start().unwrap_or(span.start));
                let message =
                    format!("`{}` is a tag that is not understood here; leave it out", shown(&tag.original()));
                let allowed = ["!!str", "!!int", "!!float", "!!bool", "!!null", "!!map", "!!seq"];
                let problem = self.problem("unknown-tag", &message, place);
                Err(Diagnostic { allowed: allowed.map(str::to_owned).to_vec(), ..problem })
            }
        }
    }

    fn problem(&self, code: &'static str, message: &str, place: Place) -> Diagnostic {
        self.assembly.about_here(Diagnostic::error(code, message).at(place))
    }

    fn place(&self, marker: &Marker) -> Place {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Place {
            line: self.first_line.saturating_add(number(marker.line()).saturating_sub(1)),
            column: number(marker.col()).saturating_add(1),
        }
    }
}

fn parser_options(limits: &Limits) -> Options {
    granit_parser::options! {
        emit_comments: false,
        // One more than is allowed, so that the tree, which knows the key, is the one to refuse.
        flow_nesting_limit: limits.depth.saturating_add(1),
        block_nesting_limit: limits.depth.saturating_add(1),
    }
}

#[cfg(test)]
mod tests;
