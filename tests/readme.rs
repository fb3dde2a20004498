//! The README and docs/ci.md tell the truth: their commands print what they show, and the files that they show are those in
//! `examples/`.
//!
//! In a console block each `$ chipwise …` line is run from the repository's root, and what follows up to the next one
//! is what it must print. A line `...` stands for any lines, also none; within a line it stands for any text. Where the
//! command fails, standard error is shown behind standard output.

use std::fs;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");
const DOCUMENTS: [(&str, &str); 2] = [("README.md", README), ("docs/ci.md", include_str!("../docs/ci.md"))];

/// A fenced block: its document, the word behind its fence, the line that it starts in, its lines.
struct Block {
    document: &'static str,
    kind: &'static str,
    line: usize,
    lines: Vec<&'static str>,
}

fn blocks() -> Vec<Block> {
    DOCUMENTS.into_iter().flat_map(|(document, text)| blocks_of(document, text)).collect()
}

fn blocks_of(document: &'static str, text: &'static str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (number, line) in (1..).zip(text.lines()) {
        match line.strip_prefix("```") {
            Some(kind) if !open => {
                found.push(Block { document, kind, line: number, lines: Vec::new() });
                open = true;
            }
            Some(_) => open = false,
            None if open => found.last_mut().unwrap().lines.push(line),
            None => {}
        }
    }
    assert!(!open, "the last block is not closed");
    found
}

/// The commands of a console block, each with the lines that it must print.
fn commands(block: &Block) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in &block.lines {
        match line.strip_prefix("$ ") {
            Some(command) => found.push((command, Vec::new())),
            None => found.last_mut().expect("a console block starts with a command").1.push(line),
        }
    }
    found
}

/// What a command prints, line by line without trailing spaces.
fn printed(command: &str) -> Vec<String> {
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("chipwise"), "only `chipwise` is run: {command}");
    let words: Vec<&str> = words.collect();
    // There is no shell here to understand these.
    assert!(!words.iter().any(|word| word.contains(['|', '>', '<', '"', '\'', '$'])), "needs a shell: {command}");
    let output = Command::new(env!("CARGO_BIN_EXE_chipwise"))
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap_or_else(|problem| panic!("{command}: {problem}"));
    let mut text = String::from_utf8(output.stdout).unwrap();
    if !output.status.success() {
        text.push_str(&String::from_utf8(output.stderr).unwrap());
    }
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// Whether lines are as expected, where `...` stands for any lines.
fn fits(expected: &[&str], lines: &[String]) -> bool {
    match (expected.split_first(), lines.split_first()) {
        (Some((&"...", rest)), _) => (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..])),
        (Some((first, rest)), Some((line, more))) => fits_line(first.trim_end(), line) && fits(rest, more),
        (None, None) => true,
        _ => false,
    }
}

/// Whether a line is as expected, where `...` stands for any text.
fn fits_line(expected: &str, line: &str) -> bool {
    match expected.split_once("...") {
        Some((start, end)) => line.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
        None => expected == line,
    }
}

#[test]
fn every_command_prints_what_the_documents_show() {
    let mut run = 0;
    for block in blocks().iter().filter(|block| block.kind == "console") {
        for (command, expected) in commands(block) {
            let lines = printed(command);
            run += 1;
            assert!(
                fits(&expected, &lines),
                "{}:{}: `{command}` prints this, and the document shows something else:\n{}",
                block.document,
                block.line,
                lines.join("\n")
            );
        }
    }
    assert!(run >= 12, "only {run} commands were found");
}

#[test]
fn every_file_that_the_documents_show_is_the_one_in_the_repository() {
    let mut compared = 0;
    for block in blocks().iter().filter(|block| matches!(block.kind, "yaml" | "toml" | "make")) {
        let name = block.lines.first().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let text = fs::read_to_string(&path)
            .unwrap_or_else(|problem| panic!("{}:{}: {name}: {problem}", block.document, block.line));
        assert_eq!(block.lines, text.lines().collect::<Vec<_>>(), "{}:{} and {name}", block.document, block.line);
        compared += 1;
    }
    assert!(compared >= 6, "only {compared} files were found");
}

#[test]
fn the_readme_is_short_and_has_no_block_that_nothing_checks() {
    assert!(README.lines().count() < 270, "{} lines", README.lines().count());
    for block in blocks() {
        let known = matches!(block.kind, "console" | "sh" | "yaml" | "toml" | "text" | "make");
        assert!(known, "{}:{}: a block of kind `{}`", block.document, block.line, block.kind);
    }
}

#[test]
fn dots_stand_for_any_lines() {
    let lines = ["a", "b", "c"].map(str::to_owned);
    assert!(fits(&["a", "...", "c"], &lines));
    assert!(fits(&["...", "a", "b", "c", "..."], &lines));
    assert!(!fits(&["a", "..."], &lines[1..]));
    assert!(!fits(&["a", "b"], &lines));
    assert!(fits_line("... rules: 0 errors", "236 rules: 0 errors"));
    assert!(!fits_line("... rules: 0 errors", "236 rules: 1 errors"));
}
