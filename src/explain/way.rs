//! The shortest way to one target: the smallest changes after which it would be the answer, or at least not be out.

use super::flips::{Flip, change, options, otherwise};
use crate::facts::{FactId, Facts, Value};
use crate::judge::{Among, Answer, Decision, Judge, Probe, Question, Scratch, Status};
use crate::knowledge::{Absence, Effort, Knowledge, RuleId, TargetId};

/// The smallest changes after which a target would be recommended: of one fact, else of two, and of these first what a
/// team can do. None says that nothing within two changes does it, or that it is recommended already.
///
/// What is given (the task, the data, a mandate) is changed only where it puts the target out and nothing else helps.
pub fn way_to(judge: &Judge, facts: &Facts, decision: &Decision, target: TargetId) -> Option<Flip> {
    if decision.outcome.leader == Some(target) {
        return None;
    }
    shortest(judge, facts, decision, target, Wanted::Lead)
}

/// The smallest changes after which nothing puts a target out, whether or not it then leads. None says that nothing
/// within two changes does it, or that it is not out.
pub fn way_back(judge: &Judge, facts: &Facts, decision: &Decision, target: TargetId) -> Option<Flip> {
    if decision.outcome.standing(target).is_none_or(|standing| standing.status == Status::Eligible) {
        return None;
    }
    shortest(judge, facts, decision, target, Wanted::In)
}

/// What the changes are to do for the target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Lead,
    In,
}

/// What is looked for.
struct Search<'s> {
    knowledge: &'s Knowledge,
    probe: &'s Probe<'s>,
    leader: Option<TargetId>,
    target: TargetId,
    wanted: Wanted,
    /// The rules that put the target out.
    out_by: &'s [RuleId],
}

/// A fact that may be otherwise.
struct Step<'p> {
    question: Question<'p>,
    /// The rules that hang on it.
    rules: &'p [RuleId],
}

impl<'p> Step<'p> {
    fn new(probe: &Probe<'p>, question: Question<'p>) -> Self {
        Self { rules: probe.hanging_on(question.fact), question }
    }
}

/// First among what a team could change or could still find out, then also among what is given and puts the target out.
fn shortest(judge: &Judge, facts: &Facts, decision: &Decision, target: TargetId, wanted: Wanted) -> Option<Flip> {
    let probe = &Probe::of(judge, facts, decision);
    let (knowledge, tests) = (judge.knowledge(), &decision.assessment.stated);
    let out_by = decision.outcome.standing(target).map_or(&[][..], |standing| standing.out_by.as_slice());
    let step = |question| Step::new(probe, question);
    let mut steps: Vec<Step> = options(probe, probe.questions(), facts, tests).into_iter().map(step).collect();
    let open = steps.len();
    let search = Search { knowledge, probe, leader: decision.outcome.leader, target, wanted, out_by };
    let known = |fact: FactId| match &knowledge.fact(fact).absence {
        Absence::IfStated { taken_as } => facts.value(fact).or(taken_as.as_ref()),
        _ => facts.value(fact),
    };
    let mut given: Vec<FactId> = out_by.iter().flat_map(|id| knowledge.facts_of(&knowledge.rule(*id).when)).collect();
    given.sort_unstable();
    given.dedup();
    given.retain(|fact| steps.iter().all(|step| step.question.fact != *fact));
    let given = given.into_iter().filter_map(|fact| {
        let values = otherwise(knowledge, fact, known(fact)?, tests);
        Some(step(probe.question(fact, values)))
    });
    steps.extend(given.collect::<Vec<_>>());
    let of = |steps: &[Step]| search.one(steps).or_else(|| search.two(steps));
    of(&steps[..open]).or_else(|| if steps.len() > open { of(&steps) } else { None })
}

impl Search<'_> {
    fn one(&self, steps: &[Step]) -> Option<Flip> {
        let mut steps: Vec<&Step> = steps.iter().filter(|step| self.could(&[step])).collect();
        steps.sort_by_key(|step| self.order(&[step]));
        let mut scratch = Scratch::new(self.probe);
        steps.into_iter().find_map(|Step { question, .. }| {
            let does = |answer: &&Answer| match self.wanted {
                Wanted::Lead => answer.target() == Some(self.target),
                Wanted::In => self.probe.is_eligible_with(&[(question.fact, &answer.value)], self.target, &mut scratch),
            };
            let answer = question.all_answers().find(does)?;
            Some(self.flip(&[(question.fact, &answer.value)]))
        })
    }

    fn two(&self, steps: &[Step]) -> Option<Flip> {
        let numbered = steps.iter().enumerate();
        let pairs = numbered.flat_map(|(index, one)| steps[index + 1..].iter().map(move |other| [one, other]));
        let mut pairs: Vec<[&Step; 2]> = pairs.filter(|pair| self.could(pair)).collect();
        pairs.sort_by_key(|pair| self.order(pair));
        let mut scratch = Scratch::new(self.probe);
        pairs.into_iter().find_map(|[one, other]| {
            let (one, other) = (&one.question, &other.question);
            let shared = match (self.wanted, self.leader) {
                (Wanted::Lead, Some(leader)) => {
                    let both = (one, other);
                    Some((leader, self.probe.shared(both, Among::Changes, leader, &[self.target])?))
                }
                _ => None,
            };
            let both = one.all_answers().flat_map(|a| other.all_answers().map(move |b| (a, b)));
            let mut possible = both.filter(|pair| match &shared {
                Some((leader, shared)) => self.probe.could_lead(*pair, shared, Among::Changes, *leader, &[self.target]),
                None => true,
            });
            let mut does = |changes: &[(FactId, &Value)]| match self.wanted {
                Wanted::Lead => {
                    let lead = self.probe.lead_again(changes, &mut scratch);
                    lead.is_some_and(|(target, _)| target == self.target)
                }
                Wanted::In => self.probe.is_eligible_with(changes, self.target, &mut scratch),
            };
            possible.find_map(|(a, b)| {
                let changes = [(one.fact, &a.value), (other.fact, &b.value)];
                does(&changes).then(|| self.flip(&changes))
            })
        })
    }

    /// Whether each rule that puts the target out hangs on one of these facts.
    fn could(&self, steps: &[&Step]) -> bool {
        self.out_by.iter().all(|id| steps.iter().any(|step| step.rules.binary_search(id).is_ok()))
    }

    /// What a team can do first, then what is easiest to find out.
    fn order(&self, steps: &[&Step]) -> (usize, Effort, Vec<FactId>) {
        let facts: Vec<FactId> = steps.iter().map(|step| step.question.fact).collect();
        let given = facts.iter().filter(|fact| !self.knowledge.fact(**fact).changeable).count();
        let efforts = facts.iter().map(|fact| self.knowledge.fact(*fact).effort);
        (given, efforts.max().unwrap_or(Effort::Glance), facts)
    }

    fn flip(&self, changes: &[(FactId, &Value)]) -> Flip {
        let lead = self.probe.lead_with(changes).filter(|(target, _)| *target == self.target);
        Flip {
            changes: changes.iter().map(|(fact, value)| change(self.knowledge, *fact, value)).collect(),
            target: self.target,
            lead: lead.map_or(0.0, |(_, lead)| lead),
        }
    }
}
