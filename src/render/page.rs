//! Pages on single things of the knowledge, lists of rules, findings of the lint: as text and as JSON.

use anstyle::Style;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, TableStyle, Width};
use serde_json::{Value as Json, json};
use unicode_width::UnicodeWidthStr;

use crate::diag::Diagnostic;
use crate::report::pages::{Line, Page, Row, TraceReport, Traced};

const BOLD: Style = Style::new().bold();

/// Labels wider than this stand on a line of their own.
const WIDEST_LABEL: usize = 28;

/// A page as text of that width.
pub fn text(page: &Page, width: usize) -> String {
    let head = format!("{} {}", page.kind, page.id);
    let mut out = String::new();
    if page.name.is_empty() {
        out += &format!("{BOLD}{head}{BOLD:#}\n");
    } else {
        wrap(&mut out, &format!("{head}: "), &page.name, 2, width);
        out.replace_range(..head.len(), &format!("{BOLD}{head}{BOLD:#}"));
    }
    for sentence in &page.about {
        wrap(&mut out, "", sentence, 0, width);
    }
    for section in &page.sections {
        out += &format!("\n{BOLD}{}{BOLD:#}\n", section.heading);
        // One label that is too wide puts all of them on lines of their own, so that a section looks the same throughout.
        let column = Some(section.lines.iter().map(|line| line.label.width()).max().unwrap_or(0));
        let column = column.filter(|widest| *widest <= WIDEST_LABEL);
        section.lines.iter().for_each(|it| line(&mut out, it, column, width));
    }
    out
}

fn line(out: &mut String, line: &Line, column: Option<usize>, width: usize) {
    let indent = 2 + 2 * line.depth;
    let head = format!("{:indent$}{}", "", line.label);
    match (line.label.width(), column) {
        (0, _) => wrap(out, &head, &line.text, indent, width),
        (label, Some(column)) => {
            let head = format!("{head}{:1$}", "", column.saturating_sub(label) + 2);
            wrap(out, &head, &line.text, indent + column + 2, width);
        }
        (_, None) => {
            out.push_str(&head);
            out.push('\n');
            wrap(out, &" ".repeat(indent + 4), &line.text, indent + 4, width);
        }
    }
}

/// Writes a head and then words, in lines of at most that width; all but the first begin at the column `hang`.
fn wrap(out: &mut String, head: &str, text: &str, hang: usize, width: usize) {
    // A narrow terminal still gets some words on each line.
    let width = width.max(hang + 20);
    out.push_str(head);
    let mut at = head.width();
    let mut begun = false;
    for word in text.split_whitespace() {
        if begun && at + 1 + word.width() > width {
            out.push('\n');
            out.push_str(&" ".repeat(hang));
            (at, begun) = (hang, false);
        }
        if begun {
            out.push(' ');
            at += 1;
        }
        out.push_str(word);
        at += word.width();
        begun = true;
    }
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

/// Several pages as one text.
pub fn texts(pages: &[Page], width: usize) -> String {
    pages.iter().map(|page| text(page, width)).collect::<Vec<_>>().join("\n")
}

/// Pages as one JSON object.
pub fn json(pages: &[Page]) -> Json {
    let page = |page: &Page| {
        json!({
            "kind": page.kind,
            "id": page.id,
            "name": page.name,
            "about": page.about,
            "sections": page.sections.iter().map(|section| json!({
                "heading": section.heading,
                "lines": section.lines.iter().map(|line| json!({
                    "depth": line.depth, "label": line.label, "text": line.text,
                })).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
        })
    };
    json!({ "schema": "chipwise/explanation/1", "pages": pages.iter().map(page).collect::<Vec<_>>() })
}

/// So many columns are what the others need beside the ids.
const OTHER_COLUMNS: usize = 48;

/// A list of rules as a table of that width.
pub fn rules_text(rows: &[Row], width: usize) -> String {
    let mut table = Table::new();
    table.load_style(TableStyle::new()).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    // An id that is whole can be searched for; it is broken only where the line has no room for it.
    let longest = rows.iter().map(|row| row.id.width()).max().unwrap_or(0);
    let is_broken = longest + OTHER_COLUMNS > width;
    table.set_header(["rule", "concern", "effects", "claims"]);
    for row in rows {
        let id = if is_broken { broken(&row.id) } else { row.id.clone() };
        table.add_row([id.as_str(), &row.concern, &row.effects, &row.claims.to_string()]);
    }
    if let (Some(column), false) = (table.column_mut(0), is_broken) {
        let least = u16::try_from(longest + 2).unwrap_or(u16::MAX);
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
    }
    let lines = table.lines().map(|line| format!("{}\n", line.trim_end()));
    format!("{}\n{} rules\n", lines.collect::<String>(), rows.len())
}

/// An id broken behind its hyphens into lines that leave room for other columns.
fn broken(id: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for part in id.split_inclusive('-') {
        if at > 0 && at + part.len() > WIDEST_LABEL {
            out.push('\n');
            at = 0;
        }
        out.push_str(part);
        at += part.len();
    }
    out
}

/// A list of rules as one JSON object.
pub fn rules_json(rows: &[Row]) -> Json {
    let row = |row: &Row| {
        json!({
            "id": row.id, "concern": row.concern, "effects": row.effects, "claims": row.claims, "sources": row.sources,
        })
    };
    json!({ "schema": "chipwise/rules/1", "rules": rows.iter().map(row).collect::<Vec<_>>() })
}

/// What the lint found as text: each finding, then a line that counts them.
pub fn findings_text(findings: &[Diagnostic], rules: usize) -> String {
    let mut out: String = findings.iter().map(super::diagnostic::text).collect();
    let errors = findings.iter().filter(|finding| finding.is_error()).count();
    let count = |number: usize, what: &str| if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") };
    let warnings = findings.len() - errors;
    out += &format!("{}: {}, {}\n", count(rules, "rule"), count(errors, "error"), count(warnings, "warning"));
    out
}

/// What the lint found as one JSON object.
pub fn findings_json(findings: &[Diagnostic], rules: usize, hash: &str) -> Json {
    let errors = findings.iter().filter(|finding| finding.is_error()).count();
    let finding = |finding: &Diagnostic| {
        json!({
            "severity": if finding.is_error() { "error" } else { "warning" },
            "code": finding.code,
            "message": finding.message,
            "path": finding.path,
            "line": finding.place.map(|place| place.line),
            "column": finding.place.map(|place| place.column),
            "id": finding.key,
            "nearest": finding.nearest,
        })
    };
    json!({
        "schema": "chipwise/lint/1",
        "rules": { "count": rules, "hash": hash },
        "errors": errors,
        "warnings": findings.len() - errors,
        "findings": findings.iter().map(finding).collect::<Vec<_>>(),
    })
}

/// The trace as one JSON object.
pub fn trace_json(trace: &TraceReport) -> Json {
    let traced = |traced: &Traced, linked: &str| {
        let links: Vec<Json> = traced.linked.iter().map(|(kind, id)| json!({ "kind": kind, "id": id })).collect();
        let mut wire = json!({ "kind": traced.kind, "id": traced.id, "left_out": traced.left_out });
        wire[linked] = Json::Array(links);
        wire
    };
    json!({
        "schema": "chipwise/trace/1",
        "claims": trace.claims.iter().map(|it| traced(it, "users")).collect::<Vec<_>>(),
        "users": trace.users.iter().map(|it| traced(it, "claims")).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::{broken, text};
    use crate::report::pages::{Line, Page, Section};

    #[test]
    fn an_id_is_broken_behind_a_hyphen_and_keeps_it() {
        assert_eq!(broken("own-gpu-kernels-carry-the-main-loop"), "own-gpu-kernels-carry-the-\nmain-loop");
        assert_eq!(broken("short"), "short");
    }

    #[test]
    fn text_is_wrapped_behind_its_label() {
        let line = |depth, label: &str, text: &str| Line { depth, label: label.into(), text: text.into() };
        let page = Page {
            kind: "fact",
            id: "batch_size".into(),
            name: "batch".into(),
            about: vec!["How many examples does one step take?".into()],
            sections: vec![
                Section {
                    heading: "Particulars",
                    lines: vec![
                        line(0, "type", "a count such as 4096 or 8k"),
                        line(0, "effort", "at a glance"),
                        line(1, "", "nested"),
                    ],
                },
                Section {
                    heading: "Rules",
                    lines: vec![line(0, "a-label-that-is-longer-than-a-column", "text"), line(0, "b", "text")],
                },
            ],
        };
        let plain = anstream::adapter::strip_str(&text(&page, 30)).to_string();
        let expected = "fact batch_size: batch\nHow many examples does one\nstep take?\n\nParticulars\n  type    a count such as 4096\n          or 8k\n  \
                        effort  at a glance\n    nested\n\nRules\n  a-label-that-is-longer-than-a-column\n      text\n  \
                        b\n      text\n";
        assert_eq!(plain, expected);
    }
}
