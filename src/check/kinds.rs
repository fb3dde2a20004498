//! The kinds of findings, each declared once: what a waiver calls it, what it means and how grave it is.

/// How grave a finding is. Only an error makes a check fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// Every severity with its name, the least grave first.
pub const SEVERITIES: [(Severity, &str); 3] =
    [(Severity::Note, "note"), (Severity::Warning, "warning"), (Severity::Error, "error")];

impl Severity {
    pub fn id(self) -> &'static str {
        SEVERITIES.iter().find(|(severity, _)| *severity == self).map_or("", |(_, id)| id)
    }
}

/// How sure it is that a finding is right, whatever its severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// It is so on what is known; an answer to something open could change it.
    Medium,
    /// No answer to one or two open facts changes it.
    High,
    /// It follows from what is stated alone.
    Certain,
}

/// Every confidence with its name, the least sure first.
pub const CONFIDENCES: [(Confidence, &str); 3] =
    [(Confidence::Medium, "medium"), (Confidence::High, "high"), (Confidence::Certain, "certain")];

impl Confidence {
    pub fn id(self) -> &'static str {
        CONFIDENCES.iter().find(|(confidence, _)| *confidence == self).map_or("", |(_, id)| id)
    }
}

/// What a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Contradicted,
    Open,
    Unchecked,
    VerdictTooLow,
    CautionDenied,
    TooManyUnknowns,
    FactMissing,
    MeasurementTooOld,
    RuleOverdue,
    WaiverExpired,
    WaiverRepeated,
    WaiverUnused,
    InvalidProfile,
}

/// The declaration of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    pub kind: Kind,
    pub id: &'static str,
    /// What is so, in a clause.
    pub title: &'static str,
    /// When it is reported, in sentences.
    pub about: &'static str,
    /// How grave it is, unless the policy says otherwise.
    pub severity: Severity,
    /// Whether a waiver may silence it.
    pub waivable: bool,
}

/// Every kind.
pub const KINDS: [Declared; 13] = [
    Declared {
        kind: Kind::Contradicted,
        id: "decision-contradicted",
        title: "the decision no longer holds",
        about: "The target that the profile has decided on, or that `--expect` names, is excluded or does not apply; or another target is `decided` or `leaning`; or the verdict is `benchmark` and the target is not among the contenders.",
        severity: Severity::Error,
        waivable: true,
    },
    Declared {
        kind: Kind::Open,
        id: "decision-open",
        title: "the decision is neither confirmed nor contradicted",
        about: "The verdict is `benchmark` with the target among the contenders, or `undecided`: nothing speaks against the decision, and what would confirm it is still to be found out.",
        severity: Severity::Note,
        waivable: true,
    },
    Declared {
        kind: Kind::Unchecked,
        id: "unchecked",
        title: "there is nothing to hold the profile to",
        about: "The profile states no decision, `--expect` names none and no policy applies; or `--targets` leaves out the target that was decided on. When nothing at all was checked, the exit code is 2.",
        severity: Severity::Warning,
        waivable: true,
    },
    Declared {
        kind: Kind::VerdictTooLow,
        id: "verdict-too-low",
        title: "the verdict is lower than the policy asks for",
        about: "The policy sets `min_verdict`, and the verdict is lower in the order undecided, benchmark, leaning, decided. `impossible` is lower than all of them.",
        severity: Severity::Error,
        waivable: true,
    },
    Declared {
        kind: Kind::CautionDenied,
        id: "caution-denied",
        title: "a caution is raised that the policy denies",
        about: "A topic or a rule in `deny_cautions` of the policy raises a caution. Where a target is decided on or expected, only cautions that concern it count; else all that are raised.",
        severity: Severity::Error,
        waivable: true,
    },
    Declared {
        kind: Kind::TooManyUnknowns,
        id: "too-many-unknowns",
        title: "more facts are open than the policy allows",
        about: "More open facts could each change the target than `max_unknowns` of the policy allows.",
        severity: Severity::Error,
        waivable: true,
    },
    Declared {
        kind: Kind::FactMissing,
        id: "fact-missing",
        title: "a fact is missing that the policy requires",
        about: "A fact in `require` of the policy is not stated, or said to be unknown. What is presumed is not stated. A fact that does not apply to the workload is not missed.",
        severity: Severity::Error,
        waivable: true,
    },
    Declared {
        kind: Kind::MeasurementTooOld,
        id: "measurement-too-old",
        title: "a measurement is older than the policy allows",
        about: "A row of `measurements` is older than `max_measurement_age` of the policy, or does not say when it was measured. Of a month or a year alone, its last day counts.",
        severity: Severity::Error,
        waivable: true,
    },
    Declared {
        kind: Kind::RuleOverdue,
        id: "rule-overdue",
        title: "rules that count here are overdue for review",
        about: "Rules that count for or against a target, or exclude one, were to be reviewed before the day of the check. All of them are one finding; those that are accepted one by one are another. With `overdue_rules = \"deny\"` in the policy it is an error.",
        severity: Severity::Warning,
        waivable: true,
    },
    Declared {
        kind: Kind::WaiverExpired,
        id: "waiver-expired",
        title: "a waiver has expired",
        about: "The date of a row of `accept` has passed. It no longer silences anything.",
        severity: Severity::Warning,
        waivable: false,
    },
    Declared {
        kind: Kind::WaiverRepeated,
        id: "waiver-repeated",
        title: "two waivers have the same id",
        about: "Two rows of `accept` that have not expired name the same thing. The first counts; where it ends sooner, the second would go on in silence.",
        severity: Severity::Warning,
        waivable: false,
    },
    Declared {
        kind: Kind::WaiverUnused,
        id: "waiver-unused",
        title: "a waiver silences nothing",
        about: "A row of `accept` silences no finding and accepts no caution that is raised, or names what there is not.",
        severity: Severity::Warning,
        waivable: false,
    },
    Declared {
        kind: Kind::InvalidProfile,
        id: "invalid-profile",
        title: "the profile cannot be read",
        about: "The profile is broken: a syntax error, an unknown key, an impossible value. The others are still checked, and the exit code is 2.",
        severity: Severity::Error,
        waivable: false,
    },
];

impl Kind {
    /// The declaration of the kind.
    pub fn declared(self) -> &'static Declared {
        // Every kind stands in the table; a test holds that.
        KINDS.iter().find(|declared| declared.kind == self).unwrap_or(&KINDS[0])
    }

    pub fn id(self) -> &'static str {
        self.declared().id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_declared_once_in_order_with_words_for_all() {
        for (index, declared) in KINDS.iter().enumerate() {
            assert_eq!(declared.kind as usize, index, "{}", declared.id);
            assert_eq!(declared.kind.id(), declared.id);
            assert!(declared.about.ends_with('.') && !declared.title.ends_with('.'), "{}", declared.id);
            let kebab = |letter: char| letter.is_ascii_lowercase() || letter == '-';
            assert!(declared.id.chars().all(kebab), "{}", declared.id);
            assert_eq!(KINDS.iter().filter(|other| other.id == declared.id).count(), 1, "{}", declared.id);
        }
        assert_eq!(Kind::InvalidProfile as usize + 1, KINDS.len());
    }

    #[test]
    fn severities_and_confidences_have_names_in_their_order() {
        assert!(SEVERITIES.is_sorted() && SEVERITIES.iter().all(|(severity, id)| severity.id() == *id));
        assert!(CONFIDENCES.is_sorted_by_key(|(it, _)| *it) && CONFIDENCES.iter().all(|(it, id)| it.id() == *id));
    }
}
