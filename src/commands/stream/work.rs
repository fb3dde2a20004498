//! From a batch to what is written of it: read, judge, and set in every form that is asked for.

use std::sync::Arc;

use super::pipeline;
use crate::commands::input::Batch;
use crate::commands::workloads::{self, Record};
use crate::diag::Diagnostic;
use crate::explain::{explain, unknowns};
use crate::judge::{Decision, Judge, Room, Verdict};
use crate::knowledge::Knowledge;
use crate::profile::{House, MOST_PROBLEMS, Profile, Quick, Setting, Slate};
use crate::read::{Limits, Node, read_line};
use crate::render::{comparison, json};
use crate::report::{Brief, Comparison, Context, Depth, Row, brief, explained, gather};

/// A piece of so many bytes is handed on.
const PIECE: usize = 256 << 10;
/// So many rows are.
const ROWS: usize = 1000;

/// A form of the answer of which each record makes a part of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line of JSON.
    Line,
    /// An item of a list in JSON, set over several lines.
    Item,
    Csv,
}

/// What is to be made of each record.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub forms: Vec<Form>,
    /// The rows themselves, for a table.
    pub rows: bool,
    /// Each record by itself, to be put into another order.
    pub apart: bool,
    pub sum: bool,
    pub depth: Depth,
    /// Of JSON only the head.
    pub brief: bool,
    /// Every caution.
    pub full: bool,
}

/// Everything that working on a batch takes.
pub struct Work {
    pub context: Context<'static>,
    pub judge: Judge<'static>,
    pub set: Vec<Setting>,
    pub house: House,
    pub wanted: Wanted,
}

/// What came of some records.
#[derive(Default)]
pub struct Piece {
    pub path: Option<Arc<str>>,
    /// Whether it is the first of its file.
    pub begins: bool,
    pub records: usize,
    /// Of these, those that could not be read.
    pub wrong: usize,
    /// What is to be told of each record that has something to be told.
    pub told: Vec<Vec<Diagnostic>>,
    /// For each form what is written.
    pub written: Vec<Vec<u8>>,
    pub rows: Vec<Row>,
    /// For each row what is written of it alone, in each form.
    pub apart: Vec<Vec<Vec<u8>>>,
    pub sum: Comparison,
}

/// What a hand keeps from one record to the next.
#[derive(Default)]
pub struct Own {
    room: Room,
    sentence: String,
    quick: Option<Quick<'static>>,
    slate: Option<Slate>,
}

impl pipeline::Work for Work {
    type Piece = Piece;
    type Room = Own;

    fn work(&self, batch: &Batch, own: &mut Own, hand_on: &mut dyn FnMut(Piece) -> bool) {
        let limits = Limits::default();
        let mut piece = self.piece(batch, batch.begins);
        let mut full = |piece: &mut Piece| {
            let is_full = piece.written.iter().map(Vec::len).sum::<usize>() > PIECE || piece.rows.len() > ROWS;
            !is_full || hand_on(std::mem::replace(piece, self.piece(batch, false)))
        };
        if batch.is_lines() && !self.needs_reasons() {
            for (line, number) in batch.lines() {
                self.line((line, number), batch, own, &mut piece);
                if !full(&mut piece) {
                    return;
                }
            }
        } else {
            for node in batch.records(&limits) {
                self.node(node, batch, own, &mut piece);
                if !full(&mut piece) {
                    return;
                }
            }
        }
        hand_on(piece);
    }
}

impl Piece {
    /// Keeps what is to be told of a record.
    fn tell(&mut self, batch: &Batch, record: &Record) {
        self.records += 1;
        self.wrong += usize::from(record.is_err());
        match record {
            Ok(profile) if profile.warnings.is_empty() => {}
            record => self.told.push(workloads::problems(batch, record)),
        }
    }
}

impl Work {
    fn piece(&self, batch: &Batch, begins: bool) -> Piece {
        Piece { path: Some(batch.path.clone()), begins, written: self.nothing(), ..Piece::default() }
    }

    /// Whether the reasons have to be gathered; else the outcome is enough, and no place is shown.
    fn needs_reasons(&self) -> bool {
        (self.has_json() && !self.wanted.brief) || (self.has_rows() && self.wanted.depth >= Depth::Reasons)
    }

    fn has_json(&self) -> bool {
        self.wanted.forms.iter().any(|form| *form != Form::Csv)
    }

    /// A line of a stream: read quickly where it is plainly right.
    fn line(&self, (line, number): (&[u8], u32), batch: &Batch, own: &mut Own, piece: &mut Piece) {
        let limits = Limits::default();
        let quick = own.quick.get_or_insert_with(|| Quick::new(self.knowledge()));
        let mut slate = match own.slate.take() {
            Some(slate) if slate.is_for(&batch.path) => slate,
            _ => quick.slate(&batch.path),
        };
        // What contradicts itself is told with its places.
        let is_plain = line.len() <= limits.record_bytes
            && quick.read(line, number, &mut slate)
            && self.knowledge().contradictions.among(&slate.profile.facts).is_empty();
        if is_plain {
            piece.records += 1;
            self.house.fill(&mut slate.profile);
            self.set.iter().for_each(|setting| slate.profile.set(self.knowledge(), setting));
            self.apart(piece, |piece| self.readable(&slate.profile, own, piece));
        } else {
            let node = read_line(line, number, &limits).map_err(|problem| problem.in_file(batch.path.as_ref()));
            if let Some(node) = node.transpose() {
                self.node(node, batch, own, piece);
            }
        }
        own.slate = Some(slate);
    }

    fn node(&self, node: Result<Node, Diagnostic>, batch: &Batch, own: &mut Own, piece: &mut Piece) {
        let record = workloads::read(self.knowledge(), &self.house, &batch.path, node, MOST_PROBLEMS);
        piece.tell(batch, &record);
        self.apart(piece, |piece| match record {
            Ok(mut profile) => {
                self.set.iter().for_each(|setting| profile.set(self.knowledge(), setting));
                self.readable(&profile, own, piece)
            }
            Err(problems) => {
                self.unreadable(batch, &problems, piece);
                let row = || Row::unreadable(batch.path.clone(), problems);
                self.has_rows().then(row)
            }
        });
    }

    /// Whether anything is made of the rows.
    fn has_rows(&self) -> bool {
        self.wanted.rows || self.wanted.apart || self.wanted.sum || self.wanted.forms.contains(&Form::Csv)
    }

    fn knowledge(&self) -> &'static Knowledge {
        self.context.knowledge
    }

    /// Lets a record be written, by itself where it is to be put elsewhere later, and makes of its row what is wanted.
    fn apart(&self, piece: &mut Piece, write: impl FnOnce(&mut Piece) -> Option<Row>) {
        let whole = self.wanted.apart.then(|| std::mem::replace(&mut piece.written, self.nothing()));
        let row = write(piece);
        if let Some(row) = &row {
            let forms = self.wanted.forms.iter().zip(&mut piece.written);
            forms.filter(|(form, _)| **form == Form::Csv).for_each(|(_, out)| out.extend(comparison::csv([row])));
        }
        if let Some(whole) = whole {
            piece.apart.push(std::mem::replace(&mut piece.written, whole));
        }
        let Some(row) = row else { return };
        if self.wanted.sum {
            piece.sum.add(&row, self.wanted.depth >= Depth::Reasons);
        }
        if self.wanted.rows || self.wanted.apart {
            piece.rows.push(row);
        }
    }

    /// Room for what is written in each form.
    fn nothing(&self) -> Vec<Vec<u8>> {
        vec![Vec::new(); self.wanted.forms.len()]
    }

    fn unreadable(&self, batch: &Batch, problems: &[Diagnostic], piece: &mut Piece) {
        let json = || json::unreadable(&batch.path, problems);
        self.each_json(piece, |form, out| match form {
            Form::Item => item(out, &format!("{:#}", json())),
            _ => line(out, &json().to_string()),
        });
    }

    /// Lets each form of JSON be written.
    fn each_json(&self, piece: &mut Piece, mut write: impl FnMut(Form, &mut Vec<u8>)) {
        let forms = self.wanted.forms.iter().zip(&mut piece.written);
        forms.filter(|(form, _)| **form != Form::Csv).for_each(|(form, out)| write(*form, out));
    }

    /// Judges no deeper than what is asked for needs. Returns the row where one is wanted.
    fn readable(&self, profile: &Profile, own: &mut Own, piece: &mut Piece) -> Option<Row> {
        let (has_json, has_rows) = (self.has_json(), self.has_rows());
        if self.needs_reasons() {
            return self.decided(profile, own, piece, has_json, has_rows);
        }
        let outcome = self.judge.outcome(&profile.facts, &mut own.room);
        if has_json {
            self.brief(profile, &outcome, own, piece);
        }
        has_rows.then(|| Row::of_outcome(self.knowledge(), profile, &outcome))
    }

    fn brief(&self, profile: &Profile, outcome: &crate::judge::Outcome, own: &mut Own, piece: &mut Piece) {
        own.sentence.clear();
        brief(self.knowledge(), outcome, &mut own.sentence);
        let id = |target| self.knowledge().target(target).id.as_ref();
        let contenders: Vec<&str> = outcome.contenders.iter().map(|target| id(*target)).collect();
        let head = Brief {
            name: &profile.name,
            path: &profile.path,
            line: profile.line,
            labels: &profile.labels,
            target: outcome.leader.map(id),
            contenders: &contenders,
            verdict: outcome.verdict,
            basis: outcome.basis,
            summary: &own.sentence,
        };
        self.each_json(piece, |form, out| match form {
            Form::Item => item(out, &json::brief_item(&head)),
            _ => json::brief_line(&head, out),
        });
    }

    fn decided(
        &self,
        profile: &Profile,
        own: &mut Own,
        piece: &mut Piece,
        has_json: bool,
        has_rows: bool,
    ) -> Option<Row> {
        let (knowledge, wanted) = (self.knowledge(), &self.wanted);
        let decision = self.judge.decide(&profile.facts);
        let told = has_json && !wanted.brief;
        // To ask again takes longer than to judge, so it is done only where it is told.
        let asked = wanted.depth == Depth::Full && (told || wanted.sum);
        let explanation = asked.then(|| explain(&self.judge, &profile.facts, &decision));
        if told {
            let mut report = gather(&self.context, profile, &decision, explanation.as_ref());
            report.depth = wanted.depth;
            let value = json::recommendation(&report, wanted.full);
            self.each_json(piece, |form, out| match form {
                Form::Item => item(out, &format!("{value:#}")),
                _ => line(out, &value.to_string()),
            });
        } else if has_json {
            self.brief(profile, &decision.outcome, own, piece);
        }
        if let (true, Some(explanation)) = (wanted.sum, &explanation) {
            let unknowns = explained::unknowns(knowledge, &explanation.unknowns);
            piece.sum.add_explained(&unknowns, &explained::flips(knowledge, profile, explanation));
        }
        has_rows.then(|| {
            let top = match &explanation {
                Some(explanation) => explanation.unknowns.first().map(|it| it.fact),
                None => self.top_unknown(profile, &decision),
            };
            let row = Row::of_outcome(knowledge, profile, &decision.outcome).with_cautions(knowledge, &decision);
            row.with_unknown(top.map(|fact| knowledge.fact(fact).id.to_string()))
        })
    }

    /// The open fact that is most useful to find out, where somebody sees it.
    fn top_unknown(&self, profile: &Profile, decision: &Decision) -> Option<crate::facts::FactId> {
        // A single answer never changes what is decided.
        let asked = decision.outcome.verdict != Verdict::Decided;
        let seen = self.wanted.rows || self.wanted.apart || self.wanted.forms.contains(&Form::Csv);
        let asked = asked && seen && self.wanted.depth >= Depth::Reasons;
        asked.then(|| unknowns(&self.judge, &profile.facts, decision)).and_then(|found| Some(found.first()?.fact))
    }
}

fn line(out: &mut Vec<u8>, text: &str) {
    out.extend(text.bytes());
    out.push(b'\n');
}

/// An item of a list, one level further in and parted from the one before.
fn item(out: &mut Vec<u8>, text: &str) {
    if !out.is_empty() {
        out.extend(b",\n  ");
    }
    // No line of JSON begins within a text.
    out.extend(text.replace('\n', "\n  ").bytes());
}
