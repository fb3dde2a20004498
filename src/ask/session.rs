//! One run of the questionnaire as a pure state machine: answers go in, the next question or the reason to stop comes out.

use super::likely::Likely;
use super::outlook::Outlook;
use super::state::State;
use crate::facts::{FactId, Facts, Known, Origin, OriginKind, Value};
use crate::judge::{Decision, Judge};
use crate::knowledge::{Absence, FactType, Knowledge, TargetId};

/// After so many answers in a row that moved nothing the questionnaire stops.
pub const IDLE_ANSWERS: usize = 5;

/// It does so only after so many answers in all: the first ones seldom move anything alone.
const PATIENCE: usize = 10;

/// How likely the target must be to come out in the end, beside that no single answer changes it. Several
/// answers together may change it, which looking at single ones does not show.
const FIRM: f64 = 0.95;

/// After so many answers less is asked for with each: what has not become firm by then seldom does.
const TIRED: usize = 12;
const LESS_FIRM: f64 = 0.03;

/// Behind the opening so many questions are left, and so many more for a bit of doubt about the target: fitted to three
/// hundred random profiles, of which the questionnaires ask nine questions on average.
const LEFT: f64 = 1.9;
const LEFT_A_BIT: f64 = 3.6;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Which circumstances hold.
    Circumstances,
    Fact(FactId),
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Ask(Asked),
    Stop(Stop),
}

/// Why there is no further question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// It is proved that no completion of what is open changes the target.
    Settled,
    /// No answer to one open question changes the target.
    NoneChanges,
    /// What could still matter was declined.
    Declined,
    /// Five answers in a row moved nothing.
    NothingMoved,
    /// Everything was asked.
    NothingLeft,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Known(Value),
    /// It is not known.
    Unknown,
    /// Of the circumstances those that hold, by their places.
    Hold(Vec<usize>),
}

/// One answer in the order in which they were given.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    pub asked: Asked,
    pub reply: Reply,
    /// As the person wrote it.
    pub written: String,
    /// Whether it moved the target, or how likely any target is, by much.
    pub moved: bool,
}

/// In which order questions are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// What tells most for the effort comes first, and what cannot matter is not asked.
    Adaptive,
    /// Everything that applies, in the order of the vocabulary.
    All,
    /// For comparison: in the order of the vocabulary, what can matter.
    Fixed,
    /// For comparison: at random, what can matter.
    Random(u64),
}

/// What is known before the first question.
#[derive(Clone, Debug)]
pub struct Start {
    pub facts: Facts,
    /// Facts of which it was said that they are not known; they are not asked.
    pub declined: Vec<FactId>,
}

/// A questionnaire that is being answered.
pub struct Session<'k> {
    judge: &'k Judge<'k>,
    likely: Likely<'k>,
    order: Order,
    start: Start,
    given: Vec<Given>,
    /// How many answers had been given when somebody last wanted to go on.
    gone_on: Option<usize>,
    state: State,
    step: Step,
}

impl<'k> Session<'k> {
    /// A questionnaire on what is known already.
    pub fn new(judge: &'k Judge<'k>, start: Start, order: Order) -> Self {
        let likely = Likely::new(judge.knowledge());
        let state = State::new(judge, &likely, &start.facts, &start.declined);
        let step = Step::Stop(Stop::NothingLeft);
        let mut session = Self { judge, likely, order, start, given: Vec::new(), gone_on: None, state, step };
        session.step = session.next();
        session
    }

    pub fn knowledge(&self) -> &'k Knowledge {
        self.judge.knowledge()
    }

    pub fn step(&self) -> Step {
        self.step
    }

    /// All that is known by now.
    pub fn facts(&self) -> &Facts {
        &self.state.facts
    }

    pub fn decision(&self) -> &Decision {
        &self.state.decision
    }

    pub fn outlook(&self) -> &Outlook {
        &self.state.outlook
    }

    pub fn given(&self) -> &[Given] {
        &self.given
    }

    /// Takes an answer; one to the same question that was given before is replaced.
    pub fn answer(&mut self, asked: Asked, reply: Reply, written: String) {
        self.given.retain(|given| given.asked != asked);
        self.given.push(Given { asked, reply, written, moved: true });
        let state = self.renewed();
        let moved = state.differs(&self.state);
        self.state = state;
        if let Some(last) = self.given.last_mut() {
            last.moved = moved;
        }
        self.step = self.next();
    }

    /// Takes the last answer back; none where there is none.
    pub fn back(&mut self) -> Option<Given> {
        let taken = self.given.pop()?;
        self.gone_on = self.gone_on.filter(|at| *at <= self.given.len());
        self.state = self.renewed();
        self.step = match taken.asked {
            // What was asked is asked again, whatever would be asked first today.
            Asked::Circumstances => self.next(),
            fact => Step::Ask(fact),
        };
        Some(taken)
    }

    /// Goes on with what could still matter, though there was a reason to stop.
    pub fn go_on(&mut self) {
        self.gone_on = Some(self.given.len());
        self.step = self.next();
    }

    /// Whether there is anything to go on with.
    pub fn could_go_on(&self) -> bool {
        self.order != Order::All && self.candidates().next().is_some()
    }

    fn renewed(&self) -> State {
        let knowledge = self.knowledge();
        let mut start = self.start.clone();
        let mut set = |fact: FactId, value: Value| {
            start.facts.set(fact, Some(Known { value, origin: Origin::of(OriginKind::Answered) }));
        };
        for given in &self.given {
            match (given.asked, &given.reply) {
                (Asked::Fact(fact), Reply::Known(value)) => set(fact, value.clone()),
                (Asked::Fact(fact), _) => {
                    start.declined.push(fact);
                }
                (Asked::Circumstances, Reply::Hold(hold)) => {
                    stated(knowledge, hold).into_iter().for_each(|(fact, value)| set(fact, value));
                }
                (Asked::Circumstances, _) => {}
            }
        }
        State::new(self.judge, &self.likely, &start.facts, &start.declined)
    }

    fn was_asked(&self, asked: Asked) -> bool {
        let before = matches!(asked, Asked::Fact(fact) if self.start.declined.contains(&fact));
        before || self.given.iter().any(|given| given.asked == asked)
    }

    /// Whether a fact is not known and nobody was asked for it.
    fn may_come(&self, fact: FactId) -> bool {
        self.state.facts.get(fact).is_none() && !self.was_asked(Asked::Fact(fact))
    }

    /// Whether it also applies.
    fn may_ask(&self, fact: FactId) -> bool {
        self.may_come(fact) && self.applies(fact)
    }

    /// Facts that may be asked now because an answer could matter, the most useful first.
    fn candidates(&self) -> impl Iterator<Item = FactId> + '_ {
        self.state.outlook.worths.iter().map(|worth| worth.fact).filter(|fact| self.may_ask(*fact))
    }

    /// Whether it is known that a fact applies, or those that could tell were declined.
    fn applies(&self, fact: FactId) -> bool {
        let knowledge = self.knowledge();
        let Some(applies) = &knowledge.fact(fact).applies else { return true };
        let assessment = &self.state.decision.assessment;
        let truth = applies.truth(&assessment.stated);
        let open = |other: &FactId| assessment.open[other.index()] && !self.was_asked(Asked::Fact(*other));
        truth.is_true() || truth.is_unknown() && !knowledge.facts_of(applies).iter().any(open)
    }

    fn next(&self) -> Step {
        if let Some(asked) = self.circumstances() {
            return Step::Ask(asked);
        }
        let opening = self.opening().filter(|_| self.order == Order::Adaptive && !self.state.settled);
        if let Some(fact) = opening.or_else(|| self.of_circumstances(|fact| self.target_of(fact).is_some())) {
            return Step::Ask(Asked::Fact(fact));
        }
        if self.order == Order::All {
            return self.next_of_all();
        }
        if let Some(stop) = self.stop() {
            return Step::Stop(stop);
        }
        let mut candidates: Vec<FactId> = self.candidates().collect();
        match self.order {
            Order::Fixed => candidates.sort_unstable(),
            Order::Random(seed) => {
                let mut random = super::Random::new(seed.wrapping_add(self.given.len() as u64));
                let at = random.below(candidates.len());
                candidates.swap(0, at);
            }
            Order::Adaptive | Order::All => {}
        }
        candidates.first().map_or(Step::Stop(Stop::Declined), |fact| Step::Ask(Asked::Fact(*fact)))
    }

    /// The first fact of the opening that was not asked and can still matter.
    fn opening(&self) -> Option<FactId> {
        let matters = |fact: FactId| self.state.outlook.worth(fact).is_some();
        let mut opening = self.knowledge().questionnaire.opening.iter().copied();
        opening.find(|fact| self.may_ask(*fact) && matters(*fact))
    }

    /// About how many questions are likely left, with the one that is asked: those of the opening, and behind it more the
    /// more open the target is.
    pub fn likely_left(&self) -> usize {
        let Step::Ask(asked) = self.step else { return 0 };
        let opening = self.knowledge().questionnaire.opening.iter().filter(|fact| self.may_come(**fact)).count();
        let doubt: f64 = self.state.outlook.shares.iter().map(|(_, share)| -share * share.log2()).sum();
        let left = (LEFT + LEFT_A_BIT * doubt).round() as usize;
        usize::from(asked == Asked::Circumstances) + opening + left.min(self.candidates().count()).max(1)
    }

    /// First the circumstances, unless the profile speaks of any; then what those that hold lead to. Facts about one target
    /// each come later, when it is known which targets are out.
    fn circumstances(&self) -> Option<Asked> {
        let choices = &self.knowledge().questionnaire.circumstances;
        let spoken_of = |fact: &FactId| self.start.facts.get(*fact).is_some() || self.start.declined.contains(fact);
        let none = choices.is_empty() || choices.iter().flat_map(|choice| &choice.facts).any(spoken_of);
        if !none && !self.was_asked(Asked::Circumstances) {
            return Some(Asked::Circumstances);
        }
        self.of_circumstances(|fact| self.target_of(fact).is_none()).map(Asked::Fact)
    }

    /// The first of the facts to which the circumstances that hold lead, of those that are wanted.
    fn of_circumstances(&self, wanted: impl Fn(FactId) -> bool) -> Option<FactId> {
        let choices = &self.knowledge().questionnaire.circumstances;
        let hold = self.given.iter().find_map(|given| match &given.reply {
            Reply::Hold(hold) => Some(hold),
            _ => None,
        })?;
        let mut facts = hold.iter().filter_map(|at| choices.get(*at)).flat_map(|choice| &choice.facts).copied();
        facts.find(|fact| wanted(*fact) && self.may_ask(*fact) && self.is_of_use(*fact))
    }

    /// The target that a fact is about, as far as its name tells.
    fn target_of(&self, fact: FactId) -> Option<TargetId> {
        let knowledge = self.knowledge();
        knowledge.fact(fact).id.rsplit_once('.').and_then(|(_, last)| knowledge.target_id(last))
    }

    /// Whether a fact is about something that may still be recommended.
    fn is_of_use(&self, fact: FactId) -> bool {
        let standing = self.target_of(fact).and_then(|target| self.state.decision.outcome.standing(target));
        standing.is_none_or(|standing| standing.out_by.is_empty())
    }

    fn stop(&self) -> Option<Stop> {
        let state = &self.state;
        if self.gone_on.is_none() {
            if state.settled {
                return Some(Stop::Settled);
            }
            let tired = self.given.len().saturating_sub(TIRED) as f64;
            let firm = state.outlook.share(state.decision.outcome.leader) >= FIRM - LESS_FIRM * tired;
            if state.decision.outcome.leader.is_some() && !state.outlook.may_change(|fact| self.may_come(fact)) && firm
            {
                return Some(Stop::NoneChanges);
            }
        }
        if self.candidates().next().is_none() {
            let declined = self.given.iter().any(|given| given.reply == Reply::Unknown);
            let declined = declined || !self.start.declined.is_empty();
            return Some(if declined { Stop::Declined } else { Stop::NothingLeft });
        }
        let new = self.given.len() - self.gone_on.unwrap_or(0);
        let idle = self.given.iter().rev().take(new).take_while(|given| !given.moved).count();
        let patient = self.given.len() >= PATIENCE;
        (patient && idle >= IDLE_ANSWERS && state.decision.outcome.leader.is_some()).then_some(Stop::NothingMoved)
    }

    fn next_of_all(&self) -> Step {
        let mut all = in_order(self.knowledge()).into_iter().filter(|fact| self.may_ask(*fact));
        all.next().map_or(Step::Stop(Stop::NothingLeft), |fact| Step::Ask(Asked::Fact(fact)))
    }
}

/// What choosing circumstances states at once: flags that hold, and of what does not hold what its absence is taken as.
pub fn stated(knowledge: &Knowledge, hold: &[usize]) -> Vec<(FactId, Value)> {
    let choices = knowledge.questionnaire.circumstances.iter().enumerate();
    let facts = choices.flat_map(|(at, choice)| choice.facts.iter().map(move |fact| (hold.contains(&at), *fact)));
    let value = |(holds, fact): (bool, FactId)| {
        let declared = knowledge.fact(fact);
        let value = match &declared.absence {
            Absence::IfStated { taken_as: Some(value) } if !holds => value.clone(),
            _ if holds && declared.kind == FactType::Flag => Value::Flag(true),
            _ => return None,
        };
        Some((fact, value))
    };
    facts.filter_map(value).collect()
}

/// Every fact that can be answered, group by group in the order of the vocabulary.
fn in_order(knowledge: &Knowledge) -> Vec<FactId> {
    let answerable = |kind: FactType| {
        !matches!(kind, FactType::Tables | FactType::Table | FactType::Map | FactType::Path | FactType::Text)
    };
    let mut groups: Vec<&str> = Vec::new();
    knowledge.facts.iter().for_each(|fact| {
        if !groups.contains(&fact.group.as_ref()) {
            groups.push(&fact.group);
        }
    });
    let facts = knowledge.declared().filter(|(_, fact)| answerable(fact.kind) && fact.absence != Absence::Derived);
    let mut facts: Vec<FactId> = facts.map(|(fact, _)| fact).collect();
    facts.sort_by_key(|fact| groups.iter().position(|group| *group == knowledge.fact(*fact).group));
    facts
}
