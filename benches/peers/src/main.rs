//! chipwise beside a hand-written program, zen-engine, regorus and cel: the same rules, the same records, the same lines.
//!
//! `cargo run --release -- measure` checks that all write the same, then lets them run in turns and prints how long each
//! takes for a record, and the ratios. CHIPWISE names the program; else it is `../../target/release/chipwise`.

mod engines;
mod measure;
mod records;
mod tally;

use std::io::{BufRead, BufReader, BufWriter, Write, stdin, stdout};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["records", number] => print!("{}", records::records(number.parse().expect("a number"))),
        ["rules"] => print!("{}", include_str!(concat!(env!("OUT_DIR"), "/rules.toml"))),
        ["run", engine] => run(engine),
        ["measure"] => measure::measure(),
        _ => panic!("records NUMBER, rules, run ENGINE ({}) or measure", engines::NAMES.join(", ")),
    }
}

/// Reads records from standard input and writes a line for each.
fn run(name: &str) {
    let mut engine = engines::engine(name);
    let mut input = BufReader::with_capacity(1 << 20, stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 20, stdout().lock());
    let (mut line, mut answer, mut number) = (Vec::new(), String::new(), 0);
    while input.read_until(b'\n', &mut line).expect("input") > 0 {
        number += 1;
        let mut tally = tally::Tally::default();
        let name = engine(std::str::from_utf8(&line).expect("text"), &mut tally);
        answer.clear();
        tally.line(&name, number, &mut answer);
        output.write_all(answer.as_bytes()).expect("output");
        line.clear();
    }
    output.flush().expect("output");
}
