//! Pages on targets, concerns, verdicts and caution topics: what is decided and by what.

use super::documents::claim_line;
use super::{Line, Page, counted, phrases, rules};
use crate::knowledge::{Concern, ConcernId, Effect, Knowledge, Named, Rule, TargetId};

/// The page on a target, with the rules for and against it.
pub fn target(knowledge: &Knowledge, id: TargetId) -> Page {
    let target = knowledge.target(id);
    let mut page = Page::new("target", &target.id, &target.name);
    page.say(target.about.as_ref());
    let with = |wanted: fn(Effect) -> bool| -> Vec<Line> {
        let own = |rule: &Rule| rule.effects.iter().find(|(on, _)| *on == id).map(|(_, effect)| *effect);
        let holding =
            knowledge.rules.iter().filter_map(|rule| Some((rule, own(rule).filter(|effect| wanted(*effect))?)));
        holding.map(|(rule, effect)| Line::labelled(rule.id.as_ref(), because(rule, effect))).collect()
    };
    let favours = with(|effect| matches!(effect, Effect::Favours(_)));
    let disfavours = with(|effect| matches!(effect, Effect::Disfavours(_)));
    let excludes = with(|effect| effect == Effect::Excludes);
    let not_applicable = with(|effect| effect == Effect::NotApplicable);
    page.say(format!(
        "{} for it, {} against it, {} that exclude it, {} by which it is not applicable.",
        counted(favours.len(), "rule"),
        disfavours.len(),
        excludes.len(),
        not_applicable.len()
    ));
    let mut particulars = Vec::new();
    if !target.places.is_empty() {
        let places: Vec<&str> = target.places.iter().map(AsRef::as_ref).collect();
        particulars.push(Line::labelled("places", places.join(", ")));
    }
    let reference = target.reference_chip.as_deref().and_then(|chip| knowledge.chip(chip));
    particulars.extend(reference.map(|chip| Line::labelled("reference chip", format!("{} ({})", chip.id, chip.name))));
    particulars.extend(target.chip_fact.map(|fact| Line::labelled("chip named by", knowledge.fact(fact).id.as_ref())));
    let chips: Vec<&str> =
        knowledge.chips.iter().filter(|chip| chip.target == id).map(|chip| chip.id.as_ref()).collect();
    particulars.extend((!chips.is_empty()).then(|| Line::labelled("chips", chips.join(", "))));
    page.section("Particulars", particulars);
    page.section(
        "Known to run such work when",
        target.verified.iter().flat_map(|it| phrases::condition(knowledge, it)),
    );
    page.section("Rules for it", favours);
    page.section("Rules against it", disfavours);
    page.section("Rules that exclude it", excludes);
    page.section("Not applicable by", not_applicable);
    page.section("Claims", target.claims.iter().map(|claim| claim_line(knowledge, *claim)));
    page
}

/// Why a rule speaks as it does, behind the strength where it has one.
fn because(rule: &Rule, effect: Effect) -> String {
    match effect {
        Effect::Favours(strength) | Effect::Disfavours(strength) => format!("{}: {}", strength.id(), rule.because),
        Effect::Excludes | Effect::NotApplicable => rule.because.to_string(),
    }
}

/// The page on a concern.
pub fn concern(knowledge: &Knowledge, id: ConcernId) -> Page {
    let concern: &Concern = knowledge.concern(id);
    let mut page = Page::new("concern", &concern.id, "");
    page.say(concern.about.as_ref());
    page.say("The strongest favour and the strongest disfavour of a target count in it, and no more.");
    if concern.measurable {
        page.say("Measurable: the user's own fair measurements outrank documents here.");
    }
    if let Some(priority) = concern.priority {
        page.say(format!("How much it matters is stated with `{}`.", knowledge.fact(priority).id));
    }
    page.section("Rules", rules::lines(knowledge, |rule| rule.concern == id));
    page.section("Claims", concern.claims.iter().map(|claim| claim_line(knowledge, *claim)));
    page
}

/// The page on a caution topic.
pub fn topic(knowledge: &Knowledge, index: usize) -> Page {
    let topic: &Named = &knowledge.topics[index];
    let mut page = Page::new("topic", &topic.id, "");
    page.say(topic.about.as_ref());
    let raises = |rule: &Rule| rule.caution.as_ref().is_some_and(|caution| caution.topic == index);
    page.section("Rules that raise it", rules::lines(knowledge, raises));
    page.section("Claims", topic.claims.iter().map(|claim| claim_line(knowledge, *claim)));
    page
}

/// The page on a verdict.
pub fn verdict(knowledge: &Knowledge, verdict: &Named) -> Page {
    let mut page = Page::new("verdict", &verdict.id, "");
    page.say(verdict.about.as_ref());
    let scale = &knowledge.scale;
    page.section(
        "Scale, in points of score",
        [
            Line::labelled(
                "strengths",
                format!("slight {}, moderate {}, strong {}", scale.slight, scale.moderate, scale.strong),
            ),
            Line::labelled(
                "decided",
                format!(
                    "ahead by at least {}; by {} on a stack that nobody has tried",
                    scale.decided, scale.decided_unverified
                ),
            ),
            Line::labelled(
                "leaning",
                format!(
                    "ahead by at least {}; by {} on a stack that nobody has tried",
                    scale.leaning, scale.leaning_unverified
                ),
            ),
            Line::labelled("contenders", format!("within {} of the leader", scale.contender)),
        ],
    );
    let order: Vec<&str> = knowledge.verdicts.iter().map(|verdict| verdict.id.as_ref()).collect();
    page.section("All verdicts", [Line::plain(order.join(", "))]);
    page.section("Claims", verdict.claims.iter().map(|claim| claim_line(knowledge, *claim)));
    page
}
