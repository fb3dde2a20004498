//! A profile in any format: read, judged, checked and written in every form.

#![no_main]

use std::sync::LazyLock;

use chipwise::knowledge::Knowledge;
use chipwise::read::Format;
use libfuzzer_sys::fuzz_target;

static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(chipwise::built_in::knowledge);

#[path = "../../tests/fuzzed/drive.rs"]
mod drive;

// The first byte tells the format.
fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else { return };
    drive::profile(&KNOWLEDGE, bytes, Format::ALL[usize::from(*first) % Format::ALL.len()]);
});
