//! How many questions the questionnaire asks, how often it stops at the target that all answers would give, and how long
//! the next question takes. Beside it the same stopping rule with a fixed order and with questions at random.
//!
//! `cargo bench --bench questionnaire -- 10000` takes that many random profiles; `from=5000` those from that seed on,
//! `adaptive` leaves the other orders out, `longest=5` prints so many of the longest questionnaires, and as many of those
//! that stopped at another target.

#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use chipwise::ask::{Asked, Likely, Order, Replay, Step, Stop, random_profile, replay};
use chipwise::facts::Facts;
use chipwise::judge::Judge;
use chipwise::knowledge::{Knowledge, TargetId};
use chipwise::profile;
use chipwise::read::{Format, Limits, read};

/// What is asked for on the command line.
struct Wanted {
    number: u64,
    from: u64,
    only_adaptive: bool,
    longest: usize,
}

impl Wanted {
    fn read() -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let named = |name: &str| {
            let value = arguments.iter().find_map(|it| it.strip_prefix(name)?.strip_prefix('='));
            value.and_then(|value| value.parse().ok())
        };
        Self {
            number: arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(300),
            from: named("from").unwrap_or(0),
            only_adaptive: arguments.iter().any(|argument| argument == "adaptive"),
            longest: named("longest").unwrap_or(0) as usize,
        }
    }
}

/// What is counted over many questionnaires.
#[derive(Default)]
struct Count {
    questions: Vec<usize>,
    right: usize,
    by_stop: BTreeMap<Stop, (usize, usize)>,
    waits: Vec<Duration>,
}

impl Count {
    fn add(&mut self, replay: &Replay, wanted: Option<TargetId>) {
        let right = usize::from(replay.target == wanted);
        self.questions.push(replay.asked.len());
        self.right += right;
        let (times, rightly) = self.by_stop.entry(replay.stop).or_default();
        *times += 1;
        *rightly += right;
    }

    fn told(mut self, label: &str) -> String {
        self.questions.sort_unstable();
        self.waits.sort_unstable();
        let at = |share: f64| self.questions[((self.questions.len() - 1) as f64 * share) as usize];
        let wait = |share: f64| {
            let at = (self.waits.len().max(1) - 1) as f64 * share;
            self.waits.get(at as usize).map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
        };
        let stops = self.by_stop.iter().map(|(stop, (times, right))| format!("{stop:?} {right}/{times}"));
        format!(
            "{label:34} median {:2}  95 % {:2}  most {:2}  same target {:5.1} %  wait {:4.1} ms (99 %: {:4.1}, most: {:4.1})  {}",
            at(0.5),
            at(0.95),
            at(1.0),
            self.right as f64 / self.questions.len() as f64 * 100.0,
            wait(0.5),
            wait(0.99),
            wait(1.0),
            stops.collect::<Vec<_>>().join(", ")
        )
    }
}

fn measure<'k>(judge: &'k Judge<'k>, profiles: &[Facts], order: impl Fn(usize) -> Order) -> Count {
    let mut count = Count::default();
    for (number, facts) in profiles.iter().enumerate() {
        let wanted = judge.decide(facts).outcome.leader;
        let mut last = Instant::now();
        let mut waits = Vec::new();
        let replay = replay(judge, facts, order(number), |_| {
            waits.push(last.elapsed());
            last = Instant::now();
        });
        count.waits.extend(waits);
        count.add(&replay, wanted);
    }
    count
}

fn shipped(knowledge: &Knowledge) -> Vec<(String, Facts)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
    let mut found: Vec<(String, Facts)> = std::fs::read_dir(folder)
        .expect("the profiles are there")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = std::fs::read(&path).expect("a profile that can be read");
            let nodes = read(&bytes, Format::Yaml, &Limits::default()).expect("YAML");
            (name.clone(), profile::read(knowledge, &nodes[0], &name).expect("a profile").facts)
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// One questionnaire, question by question: what was asked, what it was worth, and how likely the leader was before.
fn transcript(judge: &Judge, facts: &Facts) -> String {
    let knowledge = judge.knowledge();
    let name = |target: Option<TargetId>| target.map_or("none", |target| knowledge.target(target).id.as_ref());
    let mut lines = Vec::new();
    let replay = replay(judge, facts, Order::Adaptive, |session| {
        let Step::Ask(asked) = session.step() else { return };
        let (key, worth) = match asked {
            Asked::Circumstances => ("circumstances", None),
            Asked::Fact(fact) => (knowledge.fact(fact).id.as_ref(), session.outlook().worth(fact)),
        };
        let worth = worth.map_or(String::new(), |it| format!("{:.3} bits, changes {:.2}", it.bits, it.changes));
        let changing = session.outlook().worths.iter().filter(|worth| worth.changes > 0.0).count();
        let (leader, share) =
            (session.decision().outcome.leader, session.outlook().share(session.decision().outcome.leader));
        lines.push(format!("  {key:32} {worth:28} {:14} {share:.3}  {changing} alone change it", name(leader)));
    });
    let wanted = judge.decide(facts).outcome.leader;
    let end =
        format!("  {} {:?} at {}; all answers: {}", replay.asked.len(), replay.stop, name(replay.target), name(wanted));
    lines.push(end);
    lines.join("\n")
}

/// The longest questionnaires, and those that stopped at another target.
fn tell_of_the_longest(judge: &Judge, profiles: &[Facts], number: usize) {
    let mut all: Vec<(usize, bool, &Facts)> = profiles
        .iter()
        .map(|facts| {
            let replay = replay(judge, facts, Order::Adaptive, |_| {});
            (replay.asked.len(), replay.target == judge.decide(facts).outcome.leader, facts)
        })
        .collect();
    all.sort_by_key(|(asked, ..)| std::cmp::Reverse(*asked));
    let wrong = all.iter().filter(|(_, right, _)| !right).take(number);
    for (_, _, facts) in all.iter().take(number).chain(wrong) {
        println!("{}\n", transcript(judge, facts));
    }
}

fn main() {
    let wanted = Wanted::read();
    let knowledge = chipwise::built_in::knowledge();
    let judge = Judge::new(&knowledge);
    let name = |target: Option<TargetId>| target.map_or("none", |target| knowledge.target(target).id.as_ref());
    let shipped = shipped(&knowledge);
    for (file, facts) in &shipped {
        let wanted = judge.decide(facts).outcome.leader;
        let replay = replay(&judge, facts, Order::Adaptive, |_| {});
        let mark = if replay.target == wanted { "" } else { " (else)" };
        println!("{file:34} {:2} {} {}{mark} {:?}", replay.asked.len(), name(wanted), name(replay.target), replay.stop);
    }
    let profiles: Vec<Facts> = shipped.into_iter().map(|(_, facts)| facts).collect();
    let number = wanted.number;
    let both = [("usual", Likely::new(&knowledge)), ("even", Likely::even(&knowledge))].map(|(label, likely)| {
        let seeds = wanted.from..wanted.from + number;
        (format!("random profiles ({label})"), seeds.map(|seed| random_profile(&judge, &likely, seed)).collect())
    });
    for (label, profiles) in [("shipped profiles".to_owned(), profiles)].into_iter().chain(both) {
        let told = |order: &str, count: Count| println!("{}", count.told(&format!("{label}, {order}")));
        told("adaptive", measure(&judge, &profiles, |_| Order::Adaptive));
        if !wanted.only_adaptive {
            told("fixed order", measure(&judge, &profiles, |_| Order::Fixed));
            told("at random", measure(&judge, &profiles, |number| Order::Random(number as u64 * 1_000)));
        }
        tell_of_the_longest(&judge, &profiles, wanted.longest);
    }
}
