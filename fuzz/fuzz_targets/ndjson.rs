//! A stream of lines: each line is read by itself, and a broken one leaves the others readable.

#![no_main]

use std::sync::LazyLock;

use chipwise::knowledge::Knowledge;
use libfuzzer_sys::fuzz_target;

static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(chipwise::built_in::knowledge);

#[path = "../../tests/fuzzed/drive.rs"]
#[allow(dead_code)]
mod drive;

fuzz_target!(|bytes: &[u8]| drive::ndjson(&KNOWLEDGE, bytes));
