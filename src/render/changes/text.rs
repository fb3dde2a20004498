//! Changes as text: a paragraph for each workload, its answer before and after first.

use super::super::text::lines::{BOLD, CAUTION, DIM, FOR, Line, PLAIN, Setting, piece, wrap};
use super::super::text::{Style, painted};
use crate::report::changes::{Change, ChangeKind, Changes, words};

/// The column in which texts begin, behind their labels.
const HANG: usize = 11;
/// Lines of one text, unless all is asked for.
const MOST: usize = 4;

/// The changes; nothing at all where there are none.
pub fn text(changes: &Changes, style: Style) -> String {
    if changes.changes.is_empty() {
        return String::new();
    }
    let setting = Setting { width: style.width.max(HANG * 2), hang: 2, most: usize::MAX };
    let head = format!("{}, compared with {}", words::counted(changes), words::base(changes));
    let mut lines = wrap(&[], &[piece(PLAIN, head)], setting);
    if let Some(rules) = &changes.rules {
        lines.extend(wrap(&[], &[piece(PLAIN, format!("The rules differ: {}", words::rules(rules)))], setting));
    }
    for change in &changes.changes {
        lines.push(Line::blank());
        lines.extend(paragraph(change, setting.width, style.full));
    }
    painted(&lines)
}

/// What is told where nothing that matters is otherwise.
pub fn nothing(changes: &Changes) -> String {
    let workloads = if changes.compared == 1 { "workload" } else { "workloads" };
    let rules = if changes.rules.is_some() { ", though the rules differ" } else { "" };
    format!("{} {workloads} compared with {}: no answer changed{rules}", changes.compared, words::base(changes))
}

fn paragraph(change: &Change, width: usize, full: bool) -> Vec<Line> {
    let (was, is) = (change.was(), change.is());
    let mut answer = vec![piece(BOLD, change.title()), piece(PLAIN, ": ")];
    let style = match change.kind {
        ChangeKind::Unreadable | ChangeKind::Removed => CAUTION,
        ChangeKind::New | ChangeKind::Readable => FOR,
        ChangeKind::Changed => BOLD,
    };
    if was == is {
        answer.push(piece(PLAIN, format!("{is}, as before")));
    } else {
        answer.push(piece(PLAIN, format!("{was} -> ")));
        answer.push(piece(style, is));
    }
    let mut lines = wrap(&[], &answer, Setting { width, hang: 2, most: 3 });
    let place = change.place();
    let beside = lines.len() == 1 && lines.iter_mut().any(|line| line.right(DIM, &place, width));
    if !beside {
        lines.extend(wrap(&[piece(PLAIN, "  ")], &[piece(DIM, place)], Setting { width, hang: 2, most: 2 }));
    }
    let mut last = "";
    for said in change.told(full) {
        let label = if said.label == last { "" } else { said.label };
        last = said.label;
        let head = format!("  {label:<rest$}", rest = HANG - 2);
        let most = if full { usize::MAX } else { MOST };
        lines.extend(wrap(&[piece(DIM, head)], &[piece(PLAIN, said.text)], Setting { width, hang: HANG, most }));
    }
    lines
}
