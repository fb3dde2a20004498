//! Pages on chips and packages.

use super::documents::{claim_line, source_line};
use super::rules::place;
use super::{Line, Page, phrases};
use crate::derive::memory::Range;
use crate::derive::roofline::ridge_of;
use crate::knowledge::{Chip, Figure, Knowledge, Package, Variant};
use crate::units;

/// How the figures of a chip are called and in what they are measured.
const FIGURES: [(&str, &str, &str); 14] = [
    ("memory_gib", "memory", "GiB"),
    ("bandwidth_gb_s", "memory bandwidth", "GB/s"),
    ("interconnect_gb_s", "links, one direction", "GB/s"),
    ("link_gb_s", "one link, one direction", "GB/s"),
    ("largest_slice", "largest system", "chips"),
    ("tight_domain", "joined by fast links", "chips"),
    ("chips_per_host", "chips in a machine", ""),
    ("matrix_tile", "side of the matrix unit", ""),
    ("matrix_rows", "rows of the matrix unit", ""),
    ("matrix_columns", "columns of the matrix unit", ""),
    ("devices_per_chip", "devices per chip", ""),
    ("cores_per_chip", "cores per chip", ""),
    ("multiprocessors", "multiprocessors", ""),
    ("released", "released", ""),
];

/// How that is called which is told of a chip in words.
const WORDS: [(&str, &str); 3] =
    [("interconnect", "links"), ("topology", "topology"), ("compute_capability", "compute capability")];

/// The page on a chip.
pub fn chip(knowledge: &Knowledge, chip: &Chip) -> Page {
    let mut page = Page::new("chip", &chip.id, &chip.name);
    let target = knowledge.target(chip.target);
    page.say(format!("A chip for target `{}`, made by {}.", target.id, chip.vendor));
    let because = chip.status_because.as_ref().map_or_else(String::new, |because| format!(": {because}"));
    page.say(format!("Status: {}{because}.", chip.status));
    page.section("Figures, per chip and dense", chip.figures.iter().map(|(name, it)| figure(knowledge, name, it)));
    page.section("Members of the family", chip.variants.iter().map(variant));
    let words = chip.words.iter().map(|(key, text)| {
        let label = WORDS.iter().find(|(id, _)| *id == *key).map_or(key.as_ref(), |(_, label)| label);
        Line::labelled(label, text.as_ref())
    });
    page.section("Build", words);
    page.section("Arithmetic intensity from which it computes at its peak (ridge point)", ridges(chip));
    let precisions: Vec<&str> = chip.native_precisions.iter().map(AsRef::as_ref).collect();
    page.section("Number formats in hardware", (!precisions.is_empty()).then(|| Line::plain(precisions.join(", "))));
    let places: Vec<&str> = chip.places.iter().map(AsRef::as_ref).collect();
    page.section("Offered in", (!places.is_empty()).then(|| Line::plain(places.join(", "))));
    page.section("Names of slices", super::machines::naming(knowledge, chip));
    page.section("Machines and slices with it", super::machines::holding(knowledge, chip));
    page.section("Notes", chip.notes.iter().map(|note| Line::plain(note.as_ref())));
    page.section("Claims", chip.claims.iter().map(|claim| claim_line(knowledge, *claim)));
    let mut sources: Vec<usize> = chip
        .sources
        .iter()
        .copied()
        .chain(chip.figures.iter().flat_map(|(_, figure)| figure.sources.iter().copied()))
        .collect();
    sources.sort_unstable();
    sources.dedup();
    page.section("Sources", sources.into_iter().map(|source| source_line(knowledge, source)));
    let mut standing = vec![Line::labelled("written in", place(&chip.file, chip.place))];
    standing.extend(chip.checked.iter().map(|checked| Line::labelled("checked", checked.as_ref())));
    page.section("Standing", standing);
    page
}

/// The name of a figure and its unit.
fn label_of(name: &str) -> (String, &'static str) {
    let peak = || Some((format!("peak in {}", name.strip_prefix("peak_tflops.")?), "TFLOP/s"));
    let reached = || Some((format!("reached in {}", name.strip_prefix("reached_tflops.")?), "TFLOP/s"));
    let known = FIGURES.iter().find(|(id, ..)| *id == name).map(|(_, label, unit)| ((*label).to_owned(), *unit));
    known.or_else(peak).or_else(reached).unwrap_or_else(|| (name.to_owned(), ""))
}

/// A member of a family with the figures that are its own.
fn variant(variant: &Variant) -> Line {
    let figures = variant.figures.iter().map(|(name, value)| {
        let (label, unit) = label_of(name);
        format!("{label} {}", units::format_number(*value)) + if unit.is_empty() { "" } else { " " } + unit
    });
    let figures: Vec<String> = figures.collect();
    Line::labelled(variant.id.as_ref(), format!("{}: {}", variant.name, figures.join("; ")))
}

/// The ridge point in each precision, as a range over the members of a family.
fn ridges(chip: &Chip) -> Vec<Line> {
    let members = chip.members();
    let precisions = chip.figures.iter().filter_map(|(name, _)| name.strip_prefix("peak_tflops."));
    precisions
        .filter_map(|precision| {
            let of_members = members.iter().filter_map(|member| ridge_of(member, precision));
            let range = of_members.reduce(Range::hull)?;
            let text = units::format_range(range.low.round(), range.high.round(), units::format_number);
            Some(Line::labelled(precision, format!("{text} FLOP/byte")))
        })
        .collect()
}

fn figure(knowledge: &Knowledge, name: &str, figure: &Figure) -> Line {
    let (label, unit) = label_of(name);
    let mut text =
        format!("{} {unit}", units::format_range(figure.low, figure.high, units::format_number)).trim_end().to_owned();
    if let Some(words) = &figure.as_published {
        text += &format!("; published as \"{words}\"");
    }
    let sources = figure.sources.iter().map(|source| {
        let source = &knowledge.sources[*source];
        source.date.as_ref().map_or_else(|| source.id.to_string(), |date| format!("{}, {date}", source.id))
    });
    let sources: Vec<String> = sources.collect();
    if figure.recalled {
        text += " (from memory, without a source: decides nothing)";
    } else if !sources.is_empty() {
        text += &format!(" ({})", sources.join("; "));
    }
    Line::labelled(label, text)
}

/// The page on a package.
pub fn package(knowledge: &Knowledge, package: &Package) -> Page {
    let mut page = Page::new("package", &package.name, "");
    page.say(match (package.tied.as_ref(), package.strength.as_deref()) {
        ("portable", _) => "Portable: nothing in it ties the work to a family of hardware.".to_owned(),
        (tied, Some("hard")) => format!("Tied to {tied}: it does not do its main job elsewhere."),
        (tied, Some("soft")) => {
            format!("Tied softly to {tied}: it has another path elsewhere and loses its point there.")
        }
        (tied, Some("multi")) => format!("Tied to {tied}, with a path of its own for another family."),
        (tied, _) => format!("Tied to {tied}."),
    });
    page.say(package.why.as_ref().map_or_else(String::new, |why| format!("{}.", why.trim_end_matches('.'))));
    page.say(
        package.way_out.as_ref().map_or_else(String::new, |way| format!("Way out: {}.", way.trim_end_matches('.'))),
    );
    if package.recalled {
        page.say("From memory, without a source.");
    }
    let imports: Vec<&str> = package.imports.iter().map(AsRef::as_ref).collect();
    page.section("Imported as", (!imports.is_empty()).then(|| Line::plain(phrases::joined(&imports, "and"))));
    page.section("Sources", package.sources.iter().map(|source| source_line(knowledge, *source)));
    page.section("Standing", package.checked.iter().map(|checked| Line::labelled("checked", checked.as_ref())));
    page
}
