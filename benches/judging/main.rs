//! How long judging takes, against code written by hand for the same rules in the same run.
//!
//! `cargo bench --bench judging` measures with criterion, then prints the ratios of an interleaved run, which noise on the
//! machine moves less. The code by hand knows no unknown and no reasons: it is the least that any program has to do.
//! `CHIPWISE_WRITE=1` writes it anew after a change of `made.rs`; before anything is measured both are compared on all
//! records.

#![allow(clippy::print_stdout)]

mod by_hand;
mod made;
mod written_140;
#[rustfmt::skip]
mod written_1000;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chipwise::explain::explain;
use chipwise::facts::Facts;
use chipwise::judge::{Judge, Room, Verdict};
use chipwise::knowledge::{Knowledge, load};
use chipwise::read::{Format, Limits, read};
use criterion::Criterion;
use made::Record;

/// Made rules with the code by hand for them.
struct Rules {
    count: usize,
    by_hand: fn(&Record) -> by_hand::Outcome,
}

const SETS: [Rules; 2] =
    [Rules { count: 140, by_hand: written_140::judge }, Rules { count: 1000, by_hand: written_1000::judge }];

fn main() {
    if std::env::var_os("CHIPWISE_WRITE").is_some() {
        SETS.iter()
            .for_each(|rules| std::fs::write(path(rules.count), made::rules(rules.count, true).rust).expect("written"));
        return;
    }
    let mut criterion = Criterion::default().configure_from_args().without_plots();
    let mut table = Vec::new();
    for rules in &SETS {
        keep_written(rules.count);
        against_by_hand(rules, &mut criterion, &mut table);
    }
    on_cases(&mut criterion, &mut table);
    criterion.final_summary();
    table.iter().for_each(|line| println!("{line}"));
}

/// The code by hand is checked in; it must be what the generator makes.
fn keep_written(count: usize) {
    let written = std::fs::read_to_string(path(count)).unwrap_or_default();
    let made = made::rules(count, true).rust;
    assert!(written == made, "{} is not what made.rs makes: run with CHIPWISE_WRITE=1", path(count).display());
}

fn path(count: usize) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("benches/judging/written_{count}.rs"))
}

fn knowledge(count: usize, open: bool) -> Knowledge {
    let text = made::rules(count, open).toml;
    let node = read(text.as_bytes(), Format::Toml, &Limits::rules()).expect("made rules can be read").remove(0);
    load(&[("made.toml".to_owned(), node)]).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn against_by_hand(rules: &Rules, criterion: &mut Criterion, table: &mut Vec<String>) {
    let (open, closed) = (knowledge(rules.count, true), knowledge(rules.count, false));
    let (three_valued, two_valued) = (Judge::new(&open), Judge::new(&closed));
    let all = made::records(2_000);
    let mut room = Room::default();
    for record in &all {
        let own = two_valued.outcome(&record.facts(&closed), &mut room);
        let other = (rules.by_hand)(record);
        let scores = |target: usize| {
            let standing = own.standings.iter().find(|it| usize::from(it.target.0) == target);
            standing.filter(|it| it.rank.is_some()).map(|it| it.score)
        };
        let same = by_hand::Outcome {
            leader: own.leader.map(|leader| usize::from(leader.0)),
            verdict: own.verdict.id(),
            scores: std::array::from_fn(scores),
        };
        assert_eq!(same, other, "{record:?}");
    }
    // Whether answers would change a decided verdict is asked apart.
    let needs_no_test = |record: &&Record| {
        let outcome = three_valued.outcome(&record.facts(&open), &mut Room::default());
        outcome.verdict != Verdict::Decided && outcome.unsettled_by.is_empty()
    };
    let records: Vec<Record> = all.iter().filter(needs_no_test).take(400).cloned().collect();
    let facts: Vec<Facts> = records.iter().map(|record| record.facts(&open)).collect();
    let known: Vec<Facts> = records.iter().map(|record| record.facts(&closed)).collect();
    assert!(records.len() == 400, "only {} records", records.len());

    let by_hand = || records.iter().map(|record| (rules.by_hand)(record).leader.unwrap_or(9)).sum::<usize>();
    let leader = |outcome: chipwise::judge::Outcome| outcome.leader.map_or(9, |leader| usize::from(leader.0));
    let each = |judge: &Judge, workloads: &[Facts]| {
        let mut room = Room::default();
        workloads.iter().map(|facts| leader(judge.outcome(facts, &mut room))).sum::<usize>()
    };
    let none = || each(&three_valued, &facts);
    let without_unknown = || each(&two_valued, &known);
    let reasons = || facts.iter().map(|facts| three_valued.decide(facts).reasons.len()).sum::<usize>();
    let contestants: [(&str, &dyn Fn() -> usize); 4] =
        [("by hand", &by_hand), ("none", &none), ("none, two-valued", &without_unknown), ("reasons", &reasons)];
    let mut group = criterion.benchmark_group(format!("{} rules, 400 workloads", rules.count));
    for (name, run) in contestants {
        group.bench_function(name, |bencher| bencher.iter(|| black_box(run())));
    }
    group.finish();
    let times = interleaved(&contestants.map(|(_, run)| run));
    let each = |time: &Duration| time.as_secs_f64() * 1e6 / 400.0;
    let ratio = |of: usize, to: usize| times[of].as_secs_f64() / times[to].as_secs_f64();
    table.push(format!("{} rules, median of interleaved runs, per workload:", rules.count));
    table.extend(contestants.iter().zip(&times).map(|((name, _), time)| format!("  {name:<18}{:8.2} µs", each(time))));
    table.push(format!("  none / by hand         {:.2}", ratio(1, 0)));
    table.push(format!("  three- / two-valued    {:.2}", ratio(1, 2)));
    table.push(format!("  reasons / none         {:.2}", ratio(3, 1)));
}

/// The median time of each, run in turns.
fn interleaved(contestants: &[&dyn Fn() -> usize]) -> Vec<Duration> {
    const ROUNDS: usize = 61;
    let mut times = vec![Vec::with_capacity(ROUNDS); contestants.len()];
    for _ in 0..ROUNDS {
        for (run, times) in contestants.iter().zip(&mut times) {
            let start = Instant::now();
            black_box(run());
            times.push(start.elapsed());
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    times.into_iter().map(median).collect()
}

/// The real cases: the test of answers where it is made, and a whole explanation.
fn on_cases(criterion: &mut Criterion, table: &mut Vec<String>) {
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let cases = cases(&knowledge);
    let mut tested = Vec::new();
    let room = std::cell::RefCell::new(Room::default());
    let mut full = Vec::new();
    for facts in &cases {
        // The whole judgement is measured, of which the test is the greater part by far.
        let outcome = judge.outcome(facts, &mut room.borrow_mut());
        if outcome.verdict == Verdict::Decided || !outcome.unsettled_by.is_empty() {
            tested.push(best_of(|| judge.outcome(facts, &mut room.borrow_mut()).contenders.len()));
        }
        full.push(best_of(|| {
            let decision = judge.decide(facts);
            explain(&judge, facts, &decision).flips.len()
        }));
    }
    criterion.bench_function("full, all cases", |bencher| {
        bencher.iter(|| {
            let each = cases.iter().map(|facts| explain(&judge, facts, &judge.decide(facts)).flips.len());
            black_box(each.sum::<usize>())
        });
    });
    let mut line = |name: &str, mut times: Vec<Duration>| {
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1e6;
        table.push(format!(
            "  {name:<18}{:4} cases: median {:.0} µs, 95th percentile {:.0} µs",
            times.len(),
            at(0.5),
            at(0.95)
        ));
    };
    line("test of answers", tested);
    line("full", full);
}

fn best_of(run: impl Fn() -> usize) -> Duration {
    let time = || {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    };
    (0..5).map(|_| time()).min().unwrap_or_default()
}

fn cases(knowledge: &Knowledge) -> Vec<Facts> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let paths = std::fs::read_dir(folder).expect("the cases").map(|entry| entry.expect("a case").path());
    let facts = paths.map(|path| {
        let text = std::fs::read(&path).expect("a case can be read");
        let node = read(&text, Format::Yaml, &Limits::default()).expect("a case is YAML").remove(0);
        let profile = node.get("profile").cloned().expect("a case has a profile");
        chipwise::profile::read(knowledge, &profile, "case").expect("a case is a profile").facts
    });
    facts.collect()
}
