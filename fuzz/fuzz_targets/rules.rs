//! A rule file, alone and on top of the built-in ones: read, loaded and linted.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/fuzzed/drive.rs"]
#[allow(dead_code)]
mod drive;

fuzz_target!(|bytes: &[u8]| drive::rules(bytes));
