//! What came out of a whole check: every profile, how many stand how, and how it ended.

use super::checked::{FindingReport, ProfileCheck, docs, held_up, of_problem};
use crate::check::{Confidence, Kind, Severity, State};
use crate::diag::Diagnostic;

/// At most so many profiles are told one by one; the others are judged and counted. Who shows findings takes fewer.
pub const MOST_LISTED: usize = 20_000;

/// At most so many bytes of text are kept of what is told. Reasons and names may be long, and a profile may have thousands
/// of findings.
pub const MOST_TOLD: usize = 64 << 20;

/// The check of all profiles.
#[derive(Clone, Debug)]
pub struct CheckReport {
    pub version: &'static str,
    pub as_of: String,
    /// In the order in which they were named.
    pub profiles: Vec<ProfileCheck>,
    /// What is wrong and concerns no single profile.
    pub problems: Vec<FindingReport>,
    /// Each chipwise.toml that is wrong, once.
    pub broken: Vec<BrokenConfig>,
    pub tally: Tally,
    /// How many bytes the listed profiles take.
    told: usize,
}

/// A chipwise.toml that is wrong, so that no profile under it can be checked.
#[derive(Clone, Debug)]
pub struct BrokenConfig {
    pub path: String,
    pub findings: Vec<FindingReport>,
    /// The number of the profiles under it, and the first of them.
    pub profiles: usize,
    pub first: Vec<String>,
}

/// So many of the profiles under a chipwise.toml that is wrong are named.
const MOST_NAMED: usize = 3;

/// How many profiles stand how, and how many findings there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub profiles: usize,
    // Each profile is counted in one of these.
    pub holds: usize,
    pub open: usize,
    /// Profiles that would fail, and in which everything that fails is accepted.
    pub waived: usize,
    pub contradicted: usize,
    pub policy_broken: usize,
    pub unchecked: usize,
    pub unreadable: usize,
    // Each finding is counted in one of these.
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
    pub silenced: usize,
    /// Profiles that are counted and not told one by one, and those of them that fail.
    pub unlisted: usize,
    pub unlisted_failing: usize,
    /// Whether something is wrong that concerns no single profile.
    pub wrong: bool,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Passed,
    Failed,
    /// Something could not be read, or nothing was checked.
    Wrong,
}

impl Ending {
    pub fn id(self) -> &'static str {
        match self {
            Ending::Passed => "passed",
            Ending::Failed => "failed",
            Ending::Wrong => "wrong",
        }
    }

    /// The exit code of the program.
    pub fn exit_code(self) -> u8 {
        match self {
            Ending::Passed => 0,
            Ending::Failed => 1,
            Ending::Wrong => 2,
        }
    }
}

impl Tally {
    /// Profiles that were held to something.
    pub fn checked(&self) -> usize {
        self.holds + self.open + self.waived + self.contradicted + self.policy_broken
    }

    /// How it ended: wrong input wins over findings, and what checked nothing has not passed.
    pub fn ending(&self) -> Ending {
        if self.wrong || self.unreadable > 0 || self.checked() == 0 {
            Ending::Wrong
        } else if self.errors > 0 {
            Ending::Failed
        } else {
            Ending::Passed
        }
    }

    fn count(&mut self, profile: &ProfileCheck) {
        self.profiles += 1;
        let number = match profile.state {
            None => &mut self.unreadable,
            Some(State::Unchecked) => &mut self.unchecked,
            Some(State::Holds) => &mut self.holds,
            Some(State::Open) => &mut self.open,
            Some(State::Waived) => &mut self.waived,
            Some(State::Contradicted) => &mut self.contradicted,
            Some(State::PolicyBroken) => &mut self.policy_broken,
        };
        *number += 1;
        profile.findings.iter().for_each(|finding| self.count_finding(finding));
    }

    fn count_finding(&mut self, finding: &FindingReport) {
        if !finding.waived.is_empty() {
            self.silenced += 1;
            return;
        }
        match finding.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }
}

impl CheckReport {
    pub fn new(version: &'static str, as_of: String) -> Self {
        Self {
            version,
            as_of,
            profiles: Vec::new(),
            problems: Vec::new(),
            broken: Vec::new(),
            tally: Tally::default(),
            told: 0,
        }
    }

    /// Adds what came out for a profile.
    pub fn add(&mut self, profile: ProfileCheck) {
        self.tally.count(&profile);
        let size = profile.size();
        // Once one is left out, so are all behind it: what is listed is the beginning.
        let fits = self.profiles.len() < MOST_LISTED && self.told.saturating_add(size) <= MOST_TOLD;
        if fits && self.tally.unlisted == 0 {
            self.told += size;
            self.profiles.push(profile);
        } else {
            self.tally.unlisted += 1;
            let fails = profile.state.is_none() || profile.findings.iter().any(FindingReport::fails);
            self.tally.unlisted_failing += usize::from(fails);
        }
    }

    /// Adds a profile that cannot be checked because of what is wrong with its chipwise.toml.
    pub fn add_held_up(&mut self, path: &str, config: &str, problems: &[Diagnostic]) {
        let known = self.broken.iter().position(|broken| broken.path == config);
        let index = known.unwrap_or_else(|| {
            let findings: Vec<FindingReport> =
                problems.iter().map(|problem| of_problem(Kind::InvalidProfile, config, problem)).collect();
            findings.iter().for_each(|finding| self.tally.count_finding(finding));
            self.broken.push(BrokenConfig { path: config.to_owned(), findings, profiles: 0, first: Vec::new() });
            self.broken.len() - 1
        });
        if let Some(broken) = self.broken.get_mut(index) {
            broken.profiles += 1;
            broken.first.extend((broken.first.len() < MOST_NAMED).then(|| path.to_owned()));
        }
        self.add(held_up(path, config));
    }

    /// Tells of an argument that leads to no profile.
    pub fn add_no_profile(&mut self, path: &str, problems: &[Diagnostic]) {
        self.tally.wrong = true;
        for problem in problems {
            let finding = of_problem(Kind::Unchecked, path, problem);
            self.tally.count_finding(&finding);
            self.problems.push(finding);
        }
    }

    /// Ends the check: one that has held nothing to anything says so.
    pub fn finish(&mut self) {
        if self.tally.checked() > 0 || self.tally.unreadable > 0 || !self.problems.is_empty() {
            return;
        }
        let message = match self.tally.profiles {
            0 => "Nothing was checked: there is no profile here.".to_owned(),
            1 => "Nothing was checked: there is nothing to hold the profile to.".to_owned(),
            number => format!("Nothing was checked: there is nothing to hold any of the {number} profiles to."),
        };
        let to_do = match self.tally.profiles {
            0 => "Name profiles that exist.",
            _ => {
                "State a `decision` in a profile, name a target with --expect, or lay down a [policy] in chipwise.toml."
            }
        };
        self.wrong(message, to_do.to_owned());
    }

    /// Tells of something wrong that concerns no single profile.
    pub fn wrong(&mut self, message: String, to_do: String) {
        self.tally.wrong = true;
        self.tally.errors += 1;
        self.problems.push(FindingReport {
            kind: Kind::Unchecked,
            severity: Severity::Error,
            confidence: Confidence::Certain,
            path: String::new(),
            line: None,
            column: None,
            message,
            about: Vec::new(),
            because: Vec::new(),
            to_do,
            docs: docs(Kind::Unchecked),
            waived: Vec::new(),
        });
    }

    /// Which profiles are not listed, in a sentence; none where all are.
    pub fn not_listed(&self) -> Option<String> {
        let number = self.tally.unlisted;
        let failing = match self.tally.unlisted_failing {
            0 => "none of them fails".to_owned(),
            1 => "1 of them fails".to_owned(),
            failing => format!("{failing} of them fail"),
        };
        let profiles =
            if number == 1 { "1 more profile was".to_owned() } else { format!("{number} more profiles were") };
        (number > 0).then(|| format!("{profiles} checked and counted, and not listed; {failing}."))
    }

    /// What is wrong and concerns no single profile, with what is wrong in every chipwise.toml.
    pub fn problems_of_all(&self) -> impl Iterator<Item = &FindingReport> {
        self.problems.iter().chain(self.broken.iter().flat_map(|broken| &broken.findings))
    }

    /// Every finding with the profile that it belongs to, if any.
    pub fn findings(&self) -> impl Iterator<Item = (Option<&ProfileCheck>, &FindingReport)> {
        let of_profiles =
            self.profiles.iter().flat_map(|it| it.findings.iter().map(move |finding| (Some(it), finding)));
        self.problems_of_all().map(|finding| (None, finding)).chain(of_profiles)
    }
}
