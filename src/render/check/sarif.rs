//! SARIF 2.1.0: what code scanning reads. Every kind of finding is a rule, and every finding a result with its place.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{is_standard_input, path};
use crate::report::{Because, CheckReport, FindingReport, KINDS, Kind, Severity, docs};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Serialize)]
struct Log<'r> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'r> {
    tool: Tool<'r>,
    invocations: [Invocation; 1],
    /// Columns are counted in characters.
    column_kind: &'static str,
    results: Vec<ResultOf>,
}

#[derive(Serialize)]
struct Tool<'r> {
    driver: Driver<'r>,
}

#[derive(Serialize)]
struct Driver<'r> {
    name: &'static str,
    version: &'r str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Message,
    full_description: Message,
    help: Help,
    #[serde(skip_serializing_if = "Option::is_none")]
    help_uri: Option<String>,
    default_configuration: Json,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    exit_code: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultOf {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    partial_fingerprints: Json,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression>,
    properties: Json,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    status: &'static str,
    justification: String,
}

/// The check as a SARIF log.
pub fn sarif(report: &CheckReport) -> String {
    let ending = report.tally.ending();
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool { driver: Driver { name: "chipwise", version: report.version, rules: rules() } },
            invocations: [Invocation {
                execution_successful: ending.exit_code() < 2,
                exit_code: ending.exit_code(),
                tool_execution_notifications: untold(report).into_iter().collect(),
            }],
            column_kind: "unicodeCodePoints",
            results: results(report),
        }],
    };
    let text = serde_json::to_string_pretty(&log).unwrap_or_default();
    format!("{text}\n")
}

/// That not every profile is listed.
fn untold(report: &CheckReport) -> Option<Notification> {
    let level = if report.tally.unlisted_failing > 0 { "error" } else { "warning" };
    report.not_listed().map(|text| Notification { level, message: Message { text } })
}

fn rules() -> Vec<Rule> {
    let rule = |declared: &crate::report::DeclaredKind| {
        let link = docs(declared.kind);
        Rule {
            id: declared.id,
            short_description: Message { text: crate::diag::sentence(declared.title) },
            full_description: Message { text: declared.about.to_owned() },
            help: help(declared, &link),
            // An address must be whole here.
            help_uri: link.contains("://").then_some(link),
            default_configuration: json!({ "level": level(declared.severity) }),
        }
    };
    KINDS.iter().map(rule).collect()
}

/// What a kind means and where to read on; an address that is no whole one is named as the file that it is.
fn help(declared: &crate::report::DeclaredKind, link: &str) -> Help {
    let read_on = match link.contains("://") {
        true => format!("[What it means]({link})"),
        false => format!("`chipwise explain {}`, or `{link}` in the repository of chipwise", declared.id),
    };
    Help {
        text: format!("{}\n\nchipwise explain {}\n{link}", declared.about, declared.id),
        markdown: format!("{}\n\n{read_on}", declared.about),
    }
}

fn level(severity: Severity) -> &'static str {
    severity.id()
}

fn index(kind: Kind) -> usize {
    KINDS.iter().position(|declared| declared.kind == kind).unwrap_or(0)
}

fn results(report: &CheckReport) -> Vec<ResultOf> {
    // Findings alike in all but their line are counted apart, or code scanning takes them for one.
    let mut alike: HashMap<u64, usize> = HashMap::new();
    let numbered = report.findings().map(|(profile, finding)| {
        let print = fingerprint(finding, profile.map_or("", |it| &it.name));
        let number = alike.entry(print).or_default();
        *number += 1;
        result(finding, &format!("{print:016x}:{number}"))
    });
    numbered.collect()
}

fn result(finding: &FindingReport, fingerprint: &str) -> ResultOf {
    let lines = finding.because.iter().flat_map(|because| because.lines.iter().map(move |line| (because, *line)));
    ResultOf {
        rule_id: finding.kind.id(),
        rule_index: index(finding.kind),
        level: level(finding.severity),
        message: Message { text: message(finding) },
        locations: location(finding).into_iter().collect(),
        related_locations: lines.map(|(because, line)| related(finding, because, line)).collect(),
        // The first is the one that GitHub goes by.
        partial_fingerprints: json!({ "primaryLocationLineHash": fingerprint, "chipwise/v1": fingerprint }),
        suppressions: finding.waived.iter().map(suppression).collect(),
        properties: json!({
            "confidence": finding.confidence.id(),
            "about": finding.about,
            "toDo": finding.to_do,
            "docs": finding.docs,
            "rules": finding.because.iter().map(|it| it.rule.as_str()).collect::<Vec<_>>(),
            "sources": sources(finding),
        }),
    }
}

fn message(finding: &FindingReport) -> String {
    let because = finding.because.iter().map(|because| format!("- {} ({})", because.text, because.rule));
    let lines = std::iter::once(finding.message.clone()).chain(because);
    lines
        .chain((finding.waived.is_empty() && !finding.to_do.is_empty()).then(|| finding.to_do.clone()))
        .collect::<Vec<_>>()
        .join("\n")
}

fn sources(finding: &FindingReport) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for source in finding.because.iter().flat_map(|because| &because.sources) {
        let text = if source.at.is_empty() { source.short.clone() } else { format!("{}: {}", source.short, source.at) };
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

fn location(finding: &FindingReport) -> Option<Location> {
    let region =
        finding.line.map(|line| Region { start_line: line.max(1), start_column: finding.column.map(|it| it.max(1)) });
    (!finding.path.is_empty()).then(|| Location {
        physical_location: PhysicalLocation { artifact_location: artifact(&finding.path), region },
        message: None,
    })
}

fn related(finding: &FindingReport, because: &Because, line: u32) -> Location {
    Location {
        physical_location: PhysicalLocation {
            artifact_location: artifact(&finding.path),
            region: Some(Region { start_line: line.max(1), start_column: None }),
        },
        message: Some(Message { text: because.text.clone() }),
    }
}

/// A path below the root of the repository, or a whole one.
fn artifact(written: &str) -> ArtifactLocation {
    let path = encoded(&path(written));
    let whole = |uri, description| ArtifactLocation { uri, uri_base_id: None, description };
    match () {
        () if is_standard_input(written) => whole(path, Some(Message { text: "Standard input.".to_owned() })),
        () if path.starts_with('/') => whole(format!("file://{path}"), None),
        () => ArtifactLocation { uri: path, uri_base_id: Some("%SRCROOT%"), description: None },
    }
}

/// A path as part of an address: all but letters, digits and a few signs in percent.
fn encoded(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

fn suppression(waiver: &crate::report::WaiverReport) -> Suppression {
    let until = waiver.until.as_ref().map(|until| format!(" (until {until})")).unwrap_or_default();
    Suppression { kind: "inSource", status: "accepted", justification: format!("{}{until}", waiver.reason) }
}

/// What stays the same when lines move: the kind, the file, the workload and what it is about (FNV-1a).
fn fingerprint(finding: &FindingReport, name: &str) -> u64 {
    let parts = [finding.kind.id(), &finding.path, name].into_iter().chain(finding.about.iter().map(String::as_str));
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in parts.flat_map(|part| part.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::{artifact, encoded};

    #[test]
    fn a_path_is_written_as_part_of_an_address() {
        assert_eq!(encoded("a b/ü%:?#.yaml"), "a%20b/%C3%BC%25%3A%3F%23.yaml");
        assert_eq!(artifact("./a.yaml").uri, "a.yaml");
        assert_eq!(artifact("/tmp/a.yaml").uri, "file:///tmp/a.yaml");
        assert_eq!(artifact("/tmp/a.yaml").uri_base_id, None);
        assert_eq!(artifact("-").uri, "stdin");
        assert_eq!(artifact("./-").uri, "-");
    }
}
