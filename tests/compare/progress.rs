//! How far a long run has come, on a pseudo-terminal.

use std::fs;
use std::time::{Duration, Instant};

use expectrl::Session;

use super::{folder, many};

/// Runs a shell line in a terminal until it ends, and returns all that it wrote there.
fn on_a_terminal(name: &str, options: &str, term: &str) -> String {
    let folder = folder(name);
    fs::write(folder.join("half.ndjson"), many(300, None)).unwrap();
    let program = env!("CARGO_BIN_EXE_chipwise");
    // The answer goes to a file, and the second half comes late.
    let line = format!(
        "(cat half.ndjson; sleep 3; cat half.ndjson) | '{program}' compare - --format ndjson {options} > answers.ndjson; echo end"
    );
    let mut command = std::process::Command::new("sh");
    command.current_dir(&folder).args(["-c", &line]).env("TERM", term);
    let mut session = Session::spawn(command).unwrap();
    let (mut text, begun) = (String::new(), Instant::now());
    while !text.contains("end") {
        let mut bytes = [0; 8192];
        while let Ok(read @ 1..) = session.try_read(&mut bytes) {
            text.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{text:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(fs::read_to_string(folder.join("answers.ndjson")).unwrap().lines().count(), 600);
    text
}

#[test]
fn a_long_run_says_how_far_it_has_come_and_leaves_nothing_behind() {
    let text = on_a_terminal("progress", "", "xterm");
    let lines: Vec<&str> = text.split("\r\u{1b}[2K").collect();
    let [before, told @ .., behind] = lines.as_slice() else { panic!("{text:?}") };
    assert_eq!((*before, behind.trim()), ("", "end"), "{text:?}");
    assert!(!told.is_empty());
    for line in told {
        let (records, rest) = line.split_once(" workloads judged, ").unwrap_or_else(|| panic!("{line:?}"));
        // How many are done when the line is due hangs on the machine.
        assert!(records.parse::<u32>().is_ok_and(|records| (1..=600).contains(&records)), "{line:?}");
        assert!(rest.strip_suffix(" a second").is_some_and(|pace| pace.parse::<u32>().is_ok()), "{line:?}");
    }
}

#[test]
fn nobody_is_told_who_asked_for_quiet_or_whose_terminal_cannot_show_it() {
    let both = std::thread::spawn(|| on_a_terminal("progress-quiet", "--quiet", "xterm"));
    assert_eq!(on_a_terminal("progress-dumb", "", "dumb").trim(), "end");
    assert_eq!(both.join().unwrap().trim(), "end");
}
