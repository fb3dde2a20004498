//! Pages on chips and packages.

use super::documents::{claim_line, source_line};
use super::rules::place;
use super::{Line, Page, phrases};
use crate::knowledge::{Chip, Figure, Knowledge, Package};
use crate::units;

/// How the figures of a chip are called and in what they are measured.
const FIGURES: [(&str, &str, &str); 6] = [
    ("memory_gib", "memory", "GiB"),
    ("bandwidth_gb_s", "memory bandwidth", "GB/s"),
    ("largest_slice", "largest system", "chips"),
    ("tight_domain", "joined by fast links", "chips"),
    ("matrix_tile", "side of the matrix unit", ""),
    ("devices_per_chip", "devices per chip", ""),
];

/// The page on a chip.
pub fn chip(knowledge: &Knowledge, chip: &Chip) -> Page {
    let mut page = Page::new("chip", &chip.id, &chip.name);
    let target = knowledge.target(chip.target);
    page.say(format!("A chip for target `{}`, made by {}.", target.id, chip.vendor));
    let because = chip.status_because.as_ref().map_or_else(String::new, |because| format!(": {because}"));
    page.say(format!("Status: {}{because}.", chip.status));
    page.section("Figures, per chip and dense", chip.figures.iter().map(|(name, it)| figure(knowledge, name, it)));
    let precisions: Vec<&str> = chip.native_precisions.iter().map(AsRef::as_ref).collect();
    page.section("Number formats in hardware", (!precisions.is_empty()).then(|| Line::plain(precisions.join(", "))));
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

fn figure(knowledge: &Knowledge, name: &str, figure: &Figure) -> Line {
    let (label, unit) = match (FIGURES.iter().find(|(id, ..)| *id == name), name.strip_prefix("peak_tflops.")) {
        (Some((_, label, unit)), _) => ((*label).to_owned(), *unit),
        (None, Some(precision)) => (format!("peak in {precision}"), "TFLOP/s"),
        (None, None) => (name.to_owned(), ""),
    };
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
