//! What fuzzing looked at or found, run again: profiles, streams, rule files and chipwise.toml of arbitrary bytes.
//!
//! `fuzz/` drives the same functions with ever new bytes. Here they get the kept ones, and damaged copies of what is sound;
//! `CHIPWISE_FUZZ=100 cargo test --test fuzzed` makes a hundred times as many.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use chipwise::built_in;
use chipwise::knowledge::Knowledge;
use chipwise::read::Format;

mod drive;

/// What takes longer is as bad as a hang; a damaged file is small.
const LONGEST: Duration = Duration::from_secs(20);

fn kept(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzzed").join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn in_time(what: &str, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    assert!(start.elapsed() < LONGEST, "{what} took {:?}", start.elapsed());
}

/// Copies with one damage each, always the same ones.
fn damaged(text: &[u8], copies: usize) -> Vec<Vec<u8>> {
    let times = std::env::var("CHIPWISE_FUZZ").ok().and_then(|times| times.parse::<usize>().ok()).unwrap_or(1);
    let copies = copies * times.clamp(1, 100_000);
    // Numbers that look random (xorshift), from a fixed start.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ text.len() as u64;
    let mut number = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let bits: [&[u8]; 16] = [
        b"[",
        b"{",
        b"]",
        b"}",
        b"\"",
        b"'",
        b": ",
        b"\n",
        b"\0",
        b"\xff",
        b"&a ",
        b"*a ",
        b"<<: ",
        b"1e999",
        b"- ",
        b"\xe2\x80\xae",
    ];
    let mut found = Vec::new();
    for _ in 0..copies {
        let mut copy = text.to_vec();
        let at = number(copy.len() + 1);
        match number(4) {
            0 => drop(copy.splice(at..at, bits[number(bits.len())].iter().copied())),
            1 => drop(copy.drain(at..(at + number(40)).min(copy.len()))),
            2 => copy.truncate(at),
            _ => {
                let part = copy[at..(at + number(200)).min(copy.len())].to_vec();
                let to = number(copy.len() + 1);
                drop(copy.splice(to..to, part));
            }
        }
        found.push(copy);
    }
    found
}

fn profiles(knowledge: &Knowledge, bytes: &[u8]) {
    // As while fuzzing, the first byte of what is kept tells the format.
    let Some((first, rest)) = bytes.split_first() else { return };
    drive::profile(knowledge, rest, Format::ALL[usize::from(*first) % Format::ALL.len()]);
}

#[test]
fn kept_and_damaged_profiles_are_read_or_refused() {
    let knowledge = built_in::knowledge();
    for bytes in kept("profile") {
        in_time("a kept profile", || profiles(&knowledge, &bytes));
    }
    let shipped =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles/vision-transformer-toss-up.yaml")).unwrap();
    for bytes in damaged(&shipped, 150) {
        in_time("a damaged profile", || drive::profile(&knowledge, &bytes, Format::Yaml));
    }
}

#[test]
fn kept_and_damaged_streams_are_read_or_refused() {
    let knowledge = built_in::knowledge();
    for bytes in kept("ndjson") {
        in_time("a kept stream", || drive::ndjson(&knowledge, &bytes));
        for bytes in damaged(&bytes, 30) {
            in_time("a damaged stream", || drive::ndjson(&knowledge, &bytes));
        }
    }
}

#[test]
fn kept_and_damaged_rule_files_are_loaded_or_refused() {
    for bytes in kept("rules") {
        in_time("a kept rule file", || drive::rules(&bytes));
        for bytes in damaged(&bytes, 10) {
            in_time("a damaged rule file", || drive::rules(&bytes));
        }
    }
}

#[test]
fn kept_and_damaged_settings_are_read_or_refused() {
    let knowledge = built_in::knowledge();
    for bytes in kept("config") {
        in_time("a kept chipwise.toml", || drive::config(&knowledge, &bytes));
        for bytes in damaged(&bytes, 60) {
            in_time("a damaged chipwise.toml", || drive::config(&knowledge, &bytes));
        }
    }
}
