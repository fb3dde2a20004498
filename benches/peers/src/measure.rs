//! The measuring: all contestants in turns, as processes, on the same records.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value as Json;

use crate::records::records;
use crate::tally::{EFFECTS, FIELDS};

/// So often everybody runs; on so many records, fast ones and slow ones; and so many are checked.
const ROUNDS: usize = 9;
const MANY: usize = 60_000;
const FEW: usize = 4_000;
const CHECKED: usize = 2_000;

const NONE: &str = "chipwise --brief --explain none --jobs 1";

/// Each contestant with its records, and the greatest number of them.
const CONTESTANTS: [(&str, &str, &str, usize); 9] = [
    ("by hand", "hand", "plain", MANY),
    ("chipwise", NONE, "plain", MANY),
    ("chipwise, two threads", "chipwise --brief --explain none --jobs 2", "plain", MANY),
    ("chipwise, reasons", "chipwise --explain reasons --jobs 1", "plain", FEW),
    ("zen-engine", "zen", "plain", FEW),
    ("regorus", "regorus", "plain", FEW),
    ("cel", "cel", "plain", FEW),
    ("by hand, all records", "hand", "all", MANY),
    ("chipwise, all records", NONE, "all", FEW),
];

const RATIOS: [(&str, &str); 7] = [
    ("chipwise", "by hand"),
    ("chipwise, all records", "by hand, all records"),
    ("zen-engine", "chipwise"),
    ("regorus", "chipwise"),
    ("cel", "chipwise"),
    ("zen-engine", "chipwise, reasons"),
    ("chipwise", "chipwise, two threads"),
];

/// Where everything lies that is measured with.
struct Bench {
    chipwise: PathBuf,
    folder: PathBuf,
}

impl Bench {
    /// A contestant on the records of a file.
    fn command(&self, what: &str, records: &str) -> Command {
        let mut command = match what.strip_prefix("chipwise ") {
            Some(options) => {
                let mut command = Command::new(&self.chipwise);
                command.args(["compare", "-", "--rules", "rules", "--input-format", "ndjson", "--format", "ndjson"]);
                command.args(options.split(' '));
                command
            }
            None => {
                let mut command = Command::new(std::env::current_exe().expect("a program"));
                command.args(["run", what]);
                command
            }
        };
        command.current_dir(&self.folder).stdin(File::open(self.folder.join(records)).expect("records"));
        command
    }

    fn answers(&self, what: &str, records: &str) -> Vec<Json> {
        let output = self.command(what, records).output().expect("it runs");
        assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("text");
        text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect()
    }

    /// How many microseconds a record takes: the start of the process falls out of the difference of two runs.
    fn time(&self, what: &str, records: &str, many: usize) -> f64 {
        let run = |number: usize| {
            let mut command = self.command(what, &format!("{records}-{number}"));
            command.stdout(File::create("/dev/null").expect("nowhere"));
            let start = Instant::now();
            assert!(command.status().expect("it runs").success());
            start.elapsed().as_secs_f64()
        };
        (run(many) - run(many / 10)) / (many as f64 * 0.9) * 1e6
    }

    /// Records are repeated: what is written of one hangs on no other.
    fn write(&self, name: &str, lines: &[&str], number: usize) {
        let text: String = lines.iter().cycle().take(number).flat_map(|line| [line, "\n"]).collect();
        fs::write(self.folder.join(format!("{name}-{number}")), text).expect("written");
    }
}

pub fn measure() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/release/chipwise");
    let bench = Bench {
        chipwise: std::env::var_os("CHIPWISE").map_or(own, PathBuf::from),
        folder: std::env::temp_dir().join(format!("chipwise-peers-{}", std::process::id())),
    };
    fs::create_dir_all(bench.folder.join("rules")).expect("a folder");
    let rules = include_str!(concat!(env!("OUT_DIR"), "/rules.toml"));
    fs::write(bench.folder.join("rules/rules.toml"), rules).expect("written");
    let all = records(CHECKED);
    let all: Vec<&str> = all.lines().collect();
    let plain = check(&bench, &all);
    for number in [MANY, MANY / 10, FEW, FEW / 10] {
        bench.write("plain", &plain, number);
        bench.write("all", &all, number);
    }
    let mut times = vec![Vec::new(); CONTESTANTS.len()];
    // The first round warms up.
    for round in 0..=ROUNDS {
        for ((_, what, records, many), times) in CONTESTANTS.iter().zip(&mut times) {
            let time = bench.time(what, records, *many);
            times.extend((round > 0).then_some(time));
        }
    }
    fs::remove_dir_all(&bench.folder).expect("removed");
    print(&times);
}

/// All must write the same. Where chipwise says `decided`, or would but for an answer that is still open, it has done what
/// no peer does: these records are not among those that are returned, and in them the verdict is not compared.
fn check<'r>(bench: &Bench, all: &[&'r str]) -> Vec<&'r str> {
    bench.write("all", all, CHECKED);
    let file = format!("all-{CHECKED}");
    let hand = bench.answers("hand", &file);
    for engine in &crate::engines::NAMES[1..] {
        assert!(bench.answers(engine, &file) == hand, "{engine} writes something else");
    }
    let mut plain = Vec::new();
    for ((own, mut hand), line) in bench.answers(NONE, &file).into_iter().zip(hand).zip(all) {
        if hand["recommendation"]["verdict"] == "decided" {
            hand["recommendation"]["verdict"] = own["recommendation"]["verdict"].clone();
        } else {
            plain.push(*line);
        }
        assert_eq!(own, hand, "{line}");
    }
    let bytes = all.iter().map(|line| line.len()).sum::<usize>() / all.len();
    println!(
        "{} rules on {} facts; {CHECKED} records of {bytes} bytes, on which all write the same",
        EFFECTS.len(),
        FIELDS.len()
    );
    println!("{} of them need no test of answers; where not said otherwise, these are measured\n", plain.len());
    plain
}

fn print(times: &[Vec<f64>]) {
    let of = |name: &str| CONTESTANTS.iter().position(|it| it.0 == name).map_or(&[][..], |at| &times[at]);
    let median = |mut numbers: Vec<f64>| {
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() / 2]
    };
    println!("{:<24}{:>12}{:>12}", "µs a record", "least", "median");
    for (name, ..) in CONTESTANTS {
        let least = of(name).iter().copied().fold(f64::INFINITY, f64::min);
        println!("{name:<24}{least:>12.2}{:>12.2}", median(of(name).to_vec()));
    }
    println!("\nratios: the median of those within each round");
    for (one, other) in RATIOS {
        let ratios = of(one).iter().zip(of(other)).map(|(one, other)| one / other).collect();
        println!("{:<48}{:>8.2}", format!("{one} / {other}"), median(ratios));
    }
}
