//! Before and after, side by side: the answers, the scores, and what came and went between them.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::lines::{BOLD, DIM, Line, PLAIN, Setting, piece, wrap};
use super::reasons::{self, Detail};
use super::short::{heading, joined};
use super::sources::{Numbering, Sources};
use super::{Frame, NARROWEST, Style, answer, closing, painted};
use crate::report::{Follows, ReasonReport, ScoreChange, SetFact, WhatIf};

/// How much is shown unless all is asked for: reasons that came, and that went; values that follow; cautions.
const SHOWN: Shown = Shown { reasons: 6, follows: 6, cautions: 4, detail: DETAIL };

const ALL: Shown = Shown {
    reasons: usize::MAX,
    follows: usize::MAX,
    cautions: usize::MAX,
    detail: Detail { lines: usize::MAX, marks: usize::MAX, facts: usize::MAX, values: true },
};

const DETAIL: Detail = Detail { lines: 3, marks: 2, facts: 3, values: true };

#[derive(Clone, Copy)]
struct Shown {
    reasons: usize,
    follows: usize,
    cautions: usize,
    detail: Detail,
}

/// What setting some facts does, as text.
pub fn what_if(it: &WhatIf, style: Style) -> String {
    let width = style.width.max(NARROWEST);
    let before = Frame { report: &it.before, width, path: it.before.path.as_ref() };
    let after = Frame { report: &it.after, width, path: it.after.path.as_ref() };
    let shown = if style.full { ALL } else { SHOWN };
    let mut sources = Sources::new(if style.full { Numbering::ByPlace } else { Numbering::BySource });
    let mut parts = vec![answers(&before, &after, it), set(&after, &it.set), scores(&after, &it.scores)];
    parts.push(follows(&after, &it.follows, shown.follows));
    parts.push(moved(&after, &mut sources, "came", &it.telling(&it.came), shown));
    parts.push(moved(&before, &mut sources, "went", &it.telling(&it.went), shown));
    for (frame, title, all) in
        [(&after, "to mind now", &it.cautions_came), (&before, "no longer to mind", &it.cautions_went)]
    {
        if !all.is_empty() {
            let mut lines = heading(frame, title, all.len().saturating_sub(shown.cautions));
            let each = all.iter().take(shown.cautions);
            lines.extend(each.flat_map(|caution| closing::caution(frame, caution, shown.detail.lines)));
            parts.push(lines);
        }
    }
    parts.push(sources.footnotes(width, if style.full { usize::MAX } else { 2 }));
    painted(&joined(parts))
}

/// The two answers, one below the other.
fn answers(before: &Frame, after: &Frame, it: &WhatIf) -> Vec<Line> {
    let setting = Setting { width: after.width, hang: 8, most: 2 };
    let mut lines = wrap(&[piece(DIM, "before  ")], &answer::headline(before), setting);
    let title = answer::title(after);
    let beside = lines.len() == 1 && lines.iter_mut().any(|line| line.right(DIM, &title, after.width));
    lines.extend(wrap(&[piece(DIM, "after   ")], &answer::headline(after), setting));
    if !beside {
        lines.extend(wrap(&[], &[piece(DIM, title)], Setting { hang: 0, ..setting }));
    }
    let same = it.before.summary == it.after.summary;
    let summary = if it.set.iter().all(|set| set.idle) {
        "What is set makes no difference to the answer.".to_owned()
    } else if same {
        "The summary stays as it was.".to_owned()
    } else {
        it.after.summary.clone()
    };
    lines.extend(wrap(&[], &[piece(PLAIN, answer::unbroken(&summary))], Setting { hang: 0, most: 4, ..setting }));
    lines
}

fn set(frame: &Frame, all: &[SetFact]) -> Vec<Line> {
    let mut lines = heading(frame, "set", 0);
    for it in all {
        let said = |value: &Option<String>| match value.as_deref() {
            None => "unknown".to_owned(),
            Some("") => "none".to_owned(),
            Some(value) => value.to_owned(),
        };
        let was = if it.is_so_already() { ", as it was".to_owned() } else { format!(" (was {})", said(&it.from)) };
        let idle = if it.idle && !it.is_so_already() { ", makes no difference" } else { "" };
        let body = [piece(BOLD, it.fact.as_str()), piece(PLAIN, format!(": {}{was}{idle}", said(&it.to)))];
        lines.extend(wrap(&[piece(PLAIN, "  = ")], &body, Setting { width: frame.width, hang: 6, most: 3 }));
    }
    lines
}

/// The score of every target before and after, and what was excluded or brought back.
fn scores(frame: &Frame, all: &[ScoreChange]) -> Vec<Line> {
    if all.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(frame.width).unwrap_or(u16::MAX));
    table.set_header(["scores", "before", "after", "change", ""]);
    for it in all {
        let score = |score: Option<f64>| score.map_or_else(|| "out".to_owned(), reasons::signed);
        let (change, why) = match (it.before, it.after) {
            (Some(before), Some(after)) if before == after => (String::new(), String::new()),
            (Some(before), Some(after)) => (reasons::signed(after - before), String::new()),
            (None, _) => ("back".to_owned(), format!("no longer: {}", it.because)),
            (_, None) => ("out".to_owned(), it.because.clone()),
        };
        table.add_row([it.target.name.clone(), score(it.before), score(it.after), change, why]);
    }
    for column in 1..=3 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let style = |index: usize| if index == 0 { DIM } else { PLAIN };
    table.lines().enumerate().map(|(index, text)| Line::set(style(index), text.trim_end())).collect()
}

fn follows(frame: &Frame, all: &[Follows], most: usize) -> Vec<Line> {
    if all.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(frame, "what follows", all.len().saturating_sub(most));
    for it in all.iter().take(most) {
        let said = |value: &Option<String>| value.clone().unwrap_or_else(|| "unknown".to_owned());
        let text = format!(": {} before, {} after", said(&it.from), said(&it.to));
        let body = [piece(BOLD, it.label.as_str()), piece(PLAIN, text)];
        lines.extend(wrap(&[piece(PLAIN, "    ")], &body, Setting { width: frame.width, hang: 6, most: 2 }));
    }
    lines
}

/// Reasons that came or went; what is said of several targets alike is said once.
fn moved(frame: &Frame, sources: &mut Sources, title: &str, all: &[&ReasonReport], shown: Shown) -> Vec<Line> {
    let mut groups: Vec<(&ReasonReport, Vec<&str>)> = Vec::new();
    for reason in all {
        let alike = |(known, _): &&mut (&ReasonReport, Vec<&str>)| {
            known.because == reason.because
                && known.effect == reason.effect
                && known.contribution == reason.contribution
        };
        match groups.iter_mut().find(alike) {
            Some((_, names)) => names.push(&reason.target.name),
            None => groups.push((reason, vec![&reason.target.name])),
        }
    }
    if groups.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(frame, title, groups.len().saturating_sub(shown.reasons));
    for (reason, names) in groups.into_iter().take(shown.reasons) {
        lines.extend(reasons::reason_on(frame, sources, reason, &names.join(", "), shown.detail));
    }
    lines
}
