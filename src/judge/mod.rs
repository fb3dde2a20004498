//! The judgement: which target the rules speak for, how clearly, and why. Pure, and with one door: [`Judge::decide`].
//!
//! Targets are alternatives, concerns are criteria, rules are evidence. A rule that excludes is a veto. Within one
//! concern the strongest favour and the strongest disfavour of a target count; across concerns they add up.

mod answers;
mod cautions;
mod engine;
mod index;
mod pair;
mod probe;
mod question;
mod score;
mod verdict;

pub use answers::answers_of;
pub use cautions::Raised;
pub use engine::Status;
pub use pair::{Among, Shared};
pub use probe::{Lead, Probe, Scratch};
pub use question::{Answer, Question};
pub use score::{Reason, Standing, weights};
pub use verdict::{Basis, Outcome, Verdict};

use std::borrow::Cow;

use crate::derive::{Derivation, With};
use crate::facts::{Facts, Known, Origin, OriginKind, Value};
use crate::knowledge::{Assessment, Knowledge, RuleId, TargetId};
use engine::{Given, Program, Run};
use index::Index;

/// A judge who knows the rules.
pub struct Judge<'k> {
    knowledge: &'k Knowledge,
    derivation: Derivation,
    index: Index,
    program: Program<'k>,
    /// The targets that may be recommended; others take no part.
    targets: Vec<TargetId>,
}

/// What was decided about one workload, with everything that led to it.
#[derive(Clone, Debug)]
pub struct Decision {
    pub outcome: Outcome,
    /// The facts as judged: stated, derived, and presumed where nothing better is known.
    pub facts: Facts,
    /// How the tests stand on them.
    pub assessment: Assessment,
    /// Every effect that holds, strongest first.
    pub reasons: Vec<Reason>,
    /// The cautions that are raised, gravest first.
    pub cautions: Vec<Raised>,
    /// Rules with a step to take that hold.
    pub steps: Vec<RuleId>,
}

impl<'k> Judge<'k> {
    /// A judge of all targets.
    pub fn new(knowledge: &'k Knowledge) -> Self {
        let derivation = Derivation::new(knowledge);
        Self {
            knowledge,
            index: Index::new(knowledge, &derivation.inputs()),
            program: Program::new(knowledge),
            derivation,
            targets: knowledge.target_ids().collect(),
        }
    }

    /// The same judge for some targets only.
    pub fn only(mut self, targets: &[TargetId]) -> Self {
        self.targets.retain(|target| targets.contains(target));
        self
    }

    pub fn knowledge(&self) -> &'k Knowledge {
        self.knowledge
    }

    /// What is stated, with everything that follows from it.
    pub fn derived(&self, stated: &Facts) -> Facts {
        self.derivation.derive(self.knowledge, stated, With::default()).into_owned()
    }

    /// Decides on what is stated, without the reasons. Who decides often brings the same room each time.
    pub fn outcome(&self, stated: &Facts, room: &mut Room) -> Outcome {
        self.judged(stated, room).1
    }

    /// Decides on what is stated.
    pub fn decide(&self, stated: &Facts) -> Decision {
        let (knowledge, program) = (self.knowledge, &self.program);
        let mut room = Room::default();
        let (facts, outcome) = self.judged(stated, &mut room);
        let assessment = room.run.assessment(program, &room.given);
        let reasons = score::reasons(program, &room.run, &assessment, (&self.targets, &room.weights));
        let after = self.derivation.of_outcome(knowledge, outcome.contenders.len(), outcome.basis.id());
        let informed = assessment.with(knowledge, &after);
        let raised = cautions::raise(program, &informed, &outcome);
        let steps = cautions::steps(program, &informed, &outcome, &raised);
        Decision {
            facts: with_presumed(knowledge, facts.into_owned(), &assessment),
            assessment,
            reasons,
            cautions: raised,
            steps,
            outcome,
        }
    }

    /// The outcome, with all facts that follow from what is stated.
    fn judged<'f>(&self, stated: &'f Facts, room: &mut Room) -> (Cow<'f, Facts>, Outcome) {
        let facts = self.derivation.derive(self.knowledge, stated, With::default());
        let mut outcome = self.on_its_face(&facts, room);
        if let (Verdict::Decided, Some(leader)) = (outcome.verdict, outcome.leader) {
            let assessment = room.run.assessment(&self.program, &room.given);
            outcome.unsettled_by = answers::unsettling(&Probe::new(self, stated, &facts, &assessment), leader);
            if !outcome.unsettled_by.is_empty() {
                outcome.verdict = Verdict::Leaning;
            }
        }
        outcome.basis = self.basis(stated, &outcome);
        (facts, outcome)
    }

    /// The outcome before it is asked whether answers would change it.
    fn on_its_face(&self, facts: &Facts, room: &mut Room) -> Outcome {
        score::weigh(self.knowledge, facts, &mut room.weights);
        room.given.read(&self.program, facts);
        room.run.conclude(&self.program, &room.given, &room.weights);
        let standings = score::standings(&self.program, &room.run, &self.targets);
        verdict::reach((&self.program, &room.run), standings, &room.weights)
    }

    /// What the outcome rests on: measurements or estimates, if taking those away would change it.
    fn basis(&self, stated: &Facts, outcome: &Outcome) -> Basis {
        let changes = |with: With| {
            let facts = self.derivation.derive(self.knowledge, stated, with);
            let other = self.on_its_face(&facts, &mut Room::default());
            (other.leader, other.verdict.min(Verdict::Leaning))
                != (outcome.leader, outcome.verdict.min(Verdict::Leaning))
        };
        if self.derivation.has_measurements(stated) && changes(With { measurements: false, ..With::default() }) {
            Basis::Measurements
        } else if self.derivation.has_sizes(stated) && changes(With { sizes: false, ..With::default() }) {
            Basis::Estimates
        } else {
            Basis::Documents
        }
    }
}

/// Room to decide in, used for one workload after another.
#[derive(Default)]
pub struct Room {
    weights: Vec<f64>,
    given: Given,
    run: Run,
}

/// The facts with the presumed values added, marked as such.
fn with_presumed(knowledge: &Knowledge, mut facts: Facts, assessment: &Assessment) -> Facts {
    for (fact, presumption) in &assessment.presumed {
        let presumption = &knowledge.presumptions[*presumption];
        let from = knowledge.facts_of(&presumption.when);
        let value: Value = presumption.value.clone();
        facts.set(*fact, Some(Known { value, origin: Origin::worked_out(OriginKind::Presumed, &from) }));
    }
    facts
}
