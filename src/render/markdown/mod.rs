//! A record of the decision in Markdown, in the shape that teams keep beside their code (context, drivers, options,
//! outcome, consequences), ready to be committed.
//!
//! The dialect is that of GitHub: CommonMark with tables. Whatever the user or the rules say goes through `escape`.

mod context;
pub(super) mod escape;
mod options;
mod outlook;
mod sizing;
mod sources;
mod what_if;
mod why_not;

pub use sizing::sizing;

use std::sync::Arc;

use crate::facts::OriginKind;
use crate::report::{Basis, Depth, Report, Root, TargetName, Verdict};
use crate::units;
use escape::{code, text};
pub use what_if::what_if;

/// A report as a record. The same report makes the same bytes.
pub fn recommendation(report: &Report) -> String {
    let mut page = Page::default();
    page.heading(1, &title(report));
    status(&mut page, report);
    context::context(&mut page, report);
    if report.depth >= Depth::Reasons {
        context::drivers(&mut page, report);
    }
    options::options(&mut page, report);
    options::outcome(&mut page, report);
    if report.depth >= Depth::Reasons {
        outlook::consequences(&mut page, report);
        outlook::assumed(&mut page, report);
        outlook::open(&mut page, report);
        outlook::revisit(&mut page, report);
    }
    why_not::why_not(&mut page, report);
    if report.depth >= Depth::Reasons {
        sources::sources(&mut page, report);
    }
    page.written()
}

/// What stands between two records in one file.
pub const RULE: &str = "\n---\n\n";

/// Blocks with a blank line between them. Their texts are Markdown already.
#[derive(Default)]
struct Page {
    blocks: Vec<String>,
}

impl Page {
    fn heading(&mut self, level: usize, title: &str) {
        self.blocks.push(format!("{} {title}", "#".repeat(level)));
    }

    fn paragraph(&mut self, body: impl Into<String>) {
        self.blocks.push(body.into());
    }

    fn bullets(&mut self, items: &[String]) {
        self.list(items.iter().map(|item| format!("- {item}")).collect());
    }

    fn numbered(&mut self, items: &[String]) {
        self.list(items.iter().zip(1..).map(|(item, number)| format!("{number}. {item}")).collect());
    }

    fn list(&mut self, lines: Vec<String>) {
        if !lines.is_empty() {
            self.blocks.push(lines.join("\n"));
        }
    }

    /// A table with these columns; the `right` ones are set to the right. Without rows there is no table.
    fn table(&mut self, head: &[&str], right: &[usize], rows: &[Vec<String>]) {
        if rows.is_empty() {
            return;
        }
        let line = |cells: &[&str]| format!("| {} |", cells.join(" | "));
        let rule: Vec<&str> =
            (0..head.len()).map(|column| if right.contains(&column) { "---:" } else { "---" }).collect();
        let mut lines = vec![line(head), line(&rule)];
        lines.extend(rows.iter().map(|row| line(&row.iter().map(String::as_str).collect::<Vec<_>>())));
        self.blocks.push(lines.join("\n"));
    }

    fn written(&self) -> String {
        let text = self.blocks.join("\n\n");
        let mut text = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        text.push('\n');
        text
    }
}

/// The workload, and what is decided of it.
fn title(report: &Report) -> String {
    let name = text(&report.name);
    let name = if name.is_empty() { "workload".to_owned() } else { name };
    format!("{name}: {}", outcome_of(report))
}

/// What is decided, in a few words.
fn outcome_of(report: &Report) -> String {
    let leader = report.target.as_ref().map_or_else(String::new, |target| text(&target.name));
    match report.verdict {
        Verdict::Decided => leader,
        Verdict::Leaning => format!("{leader}, not yet for certain"),
        Verdict::Benchmark if report.to_measure.len() < 2 => format!("measure {leader} before deciding"),
        Verdict::Benchmark => format!("measure {} before deciding", joined(&report.to_measure)),
        Verdict::Undecided => "no decision yet".to_owned(),
        Verdict::Impossible => "no target can run it as stated".to_owned(),
    }
}

fn rules_used(report: &Report) -> String {
    let rules = &report.rules;
    format!("**Rules:** chipwise {} of {}, hash {}", text(rules.version), text(&rules.date), code(&rules.hash))
}

fn status(page: &mut Page, report: &Report) {
    let decided = report.background.decided.as_ref();
    let status = match decided {
        Some(decided) => {
            let target = decided.target.as_ref().map_or_else(String::new, |target| format!(" {}", text(&target.name)));
            let on = decided.on.as_ref().map_or_else(String::new, |on| format!(" on {}", text(on)));
            let why = decided.why.as_ref().map_or_else(String::new, |why| format!(": {}", text(why)));
            format!("the team decided for{target}{on}{why}")
        }
        None if report.target.is_some() => "proposed".to_owned(),
        None => "open".to_owned(),
    };
    let verdict = match report.background.verdict_about.as_str() {
        "" => report.verdict.id().to_owned(),
        about => format!("{}. {}", report.verdict.id(), text(about)),
    };
    let basis = match report.basis {
        Basis::Documents => "documents: an opinion, nothing was timed on this model",
        Basis::Estimates => "estimates: sizes worked out from the profile",
        Basis::Measurements => "measurements: the team's own runs",
    };
    page.bullets(&[
        format!("**Status:** {status}"),
        format!("**Verdict:** {verdict}"),
        format!("**Rests on:** {basis}"),
        format!("**Profile:** {}, from line {}", code(&report.path), report.line),
        rules_used(report),
        format!("**As of:** {}", text(&report.as_of)),
    ]);
}

/// `GPU, TPU and CPU`.
fn joined(targets: &[TargetName]) -> String {
    let names: Vec<String> = targets.iter().map(|target| text(&target.name)).collect();
    match names.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        names => names.concat(),
    }
}

/// Signed points, such as `+4` or `-0.5`.
fn signed(points: f64) -> String {
    if points > 0.0 { format!("+{}", units::format_number(points)) } else { units::format_number(points + 0.0) }
}

/// Where something was said: `line 9` of the profile itself, `house.yaml, line 3` elsewhere, `presumed`.
fn place(report: &Report, root: &Root) -> String {
    let own = |path: &Arc<str>| *path == report.path;
    match (root.kind, &root.path, root.line) {
        (OriginKind::Set, ..) => code("--set"),
        (OriginKind::Presumed, ..) => "presumed".to_owned(),
        (OriginKind::Answered, ..) => "answered".to_owned(),
        (_, Some(path), Some(line)) if !own(path) => format!("{}, line {line}", code(path)),
        (_, _, Some(line)) => format!("line {line}"),
        (_, Some(path), None) => code(path),
        (_, None, None) => String::new(),
    }
}

/// A name of the rules as words: `custom_ops` is `custom ops`.
fn words(id: &str) -> String {
    text(&id.replace('_', " "))
}
