//! Reads chips, packages and named sets, and makes the sets that follow from the catalogue.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::Loading;
use crate::diag::Diagnostic;
use crate::knowledge::catalogue::{Chip, Figure, Package, Variant};
use crate::knowledge::fields::{Fields, Text};

/// The figures of a chip that stand under a key of their own.
const FIGURES: [&str; 4] = ["memory_gib", "bandwidth_gb_s", "interconnect_gb_s", "link_gb_s"];
/// The counts of a chip that stand under a key of their own, as a number or as a table of that key and `sources`.
const COUNTS: [(&str, &str); 10] = [
    ("largest_slice", "chips"),
    ("tight_domain", "chips"),
    ("chips_per_host", "chips"),
    ("matrix_tile", "chips"),
    ("matrix_rows", "chips"),
    ("matrix_columns", "chips"),
    ("devices_per_chip", "chips"),
    ("cores_per_chip", "chips"),
    ("multiprocessors", "chips"),
    ("released", "year"),
];
/// What is told of a chip in words.
const WORDS: [&str; 3] = ["interconnect", "topology", "compute_capability"];
/// Figures by precision, with the sources of all of them under `sources`.
const BY_PRECISION: [&str; 2] = ["peak_tflops", "reached_tflops"];

pub fn load(loading: &mut Loading) {
    chips(loading);
    packages(loading);
    sets(loading);
}

fn chips(loading: &mut Loading) {
    let mut seen = HashMap::new();
    for (file, node) in loading.entries("chip") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let target = fields.required("target");
        let Some(target) = loading.known.target_id(&target) else {
            fields.unknown("target", &target, node.place, loading.known.targets.iter().map(|it| it.id.as_ref()));
            continue;
        };
        let recalled: Vec<Text> = fields.texts("recalled").into_iter().map(|(text, _)| text).collect();
        let mut status_sources = sources(loading, &mut fields, "status_sources");
        status_sources.extend(sources(loading, &mut fields, "sources"));
        let chip = Chip {
            id: fields.required("id"),
            name: fields.required("name"),
            target,
            vendor: fields.required("vendor"),
            status: fields.required("status"),
            status_because: fields.text("status_because"),
            figures: figures(loading, &mut fields, &recalled),
            words: WORDS.iter().filter_map(|key| Some((Text::Borrowed(*key), fields.text(key)?))).collect(),
            places: fields.texts("places").into_iter().map(|(text, _)| text).collect(),
            variants: variants(loading, &mut fields),
            native_precisions: fields.texts("native_precisions").into_iter().map(|(text, _)| text).collect(),
            notes: fields.texts("notes").into_iter().chain(fields.texts("also")).map(|(text, _)| text).collect(),
            claims: {
                let claims = fields.texts("claims");
                loading.claims(&claims, file)
            },
            sources: status_sources,
            checked: fields.text("checked"),
            file: file.to_owned().into(),
            place: node.place,
        };
        fields.finish();
        if loading.once("chip", &chip.id, &mut seen, file, node.place) {
            loading.known.chips.push(chip);
        }
    }
    let mut sets: HashMap<Text, Vec<Text>> = HashMap::new();
    for target in &loading.known.targets {
        sets.insert(format!("chips.{}", target.id).into(), Vec::new());
    }
    let precisions: Vec<Text> = ["bf16", "fp8", "fp64", "int8"].map(Text::Borrowed).to_vec();
    sets.insert("targets".into(), loading.known.targets.iter().map(|target| target.id.clone()).collect());
    for chip in &loading.known.chips {
        let target = &loading.known.target(chip.target).id;
        let mut add = |set: String| sets.entry(set.into()).or_default().push(chip.id.clone());
        add(format!("chips.{target}"));
        add(format!("chips.status.{}", chip.status));
        add(format!("chips.vendor.{}", chip.vendor));
        for precision in precisions.iter().filter(|precision| !chip.native_precisions.contains(precision)) {
            add(format!("chips.without.{precision}"));
        }
    }
    loading.known.sets.extend(sets);
}

pub(super) fn sources(loading: &Loading, fields: &mut Fields, key: &'static str) -> Vec<usize> {
    let written = fields.texts(key);
    super::sources::citations(loading, fields.file, written).into_iter().map(|citation| citation.source).collect()
}

fn figures(loading: &Loading, fields: &mut Fields, recalled: &[Text]) -> Vec<(Text, Figure)> {
    let mut found = Vec::new();
    let is_recalled = |name: &str| recalled.iter().any(|key| key == name);
    for key in FIGURES {
        let Some(node) = fields.take(key) else { continue };
        let Some(mut inner) = Fields::of(node, fields.file, loading.problems) else { continue };
        let cited = sources(loading, &mut inner, "sources");
        found.extend(figure(&mut inner, cited, is_recalled(key)).map(|figure| (Text::Borrowed(key), figure)));
        inner.finish();
    }
    for (key, inside) in COUNTS {
        let Some(node) = fields.take(key) else { continue };
        if let Some(count) = node.text().and_then(|text| text.parse::<f64>().ok()) {
            let figure =
                Figure { low: count, high: count, as_published: None, sources: Vec::new(), recalled: is_recalled(key) };
            found.push((Text::Borrowed(key), figure));
            continue;
        }
        let Some(mut inner) = Fields::of(node, fields.file, loading.problems) else { continue };
        let cited = sources(loading, &mut inner, "sources");
        let count = inner.number(inside);
        inner.finish();
        found.extend(count.map(|count| {
            let figure =
                Figure { low: count, high: count, as_published: None, sources: cited, recalled: is_recalled(key) };
            (Text::Borrowed(key), figure)
        }));
    }
    for key in BY_PRECISION {
        found.extend(by_precision(loading, fields, key, recalled));
    }
    found
}

/// The members of a family. Their figures have the sources of the family's.
fn variants(loading: &Loading, fields: &mut Fields) -> Vec<Variant> {
    let nodes = fields.list("variant");
    let read = nodes.iter().filter_map(|node| {
        let mut inner = Fields::of(node, fields.file, loading.problems)?;
        let (id, name) = (inner.required("id"), inner.required("name"));
        let mut figures = Vec::new();
        for key in FIGURES {
            figures.extend(inner.number(key).map(|value| (Text::Borrowed(key), value)));
        }
        for key in BY_PRECISION {
            for (precision, place, node) in inner.table(key) {
                match node.text().and_then(|text| text.parse().ok()) {
                    Some(value) => figures.push((Text::Owned(format!("{key}.{precision}")), value)),
                    None => inner.problem("wrong-type", place, "the figure of a variant is one number"),
                }
            }
        }
        inner.finish();
        Some(Variant { id, name, figures })
    });
    read.collect()
}

fn by_precision(loading: &Loading, fields: &mut Fields, group: &'static str, recalled: &[Text]) -> Vec<(Text, Figure)> {
    let mut found = Vec::new();
    let table = fields.table(group);
    let cited: Vec<usize> = table
        .iter()
        .filter(|(key, _, _)| key == "sources")
        .flat_map(|(_, _, node)| super::sources::citations(loading, fields.file, fields.texts_of("sources", node)))
        .map(|citation| citation.source)
        .collect();
    for (key, _, node) in table.into_iter().filter(|(key, _, _)| key != "sources") {
        let name = format!("{group}.{key}");
        let unsourced = recalled.iter().any(|it| *it == name || *it == group);
        let Some(mut inner) = Fields::of(node, fields.file, loading.problems) else { continue };
        let own = sources(loading, &mut inner, "sources");
        let cited = if own.is_empty() { cited.clone() } else { own };
        found.extend(figure(&mut inner, cited, unsourced).map(|figure| (Text::Owned(name), figure)));
        inner.finish();
    }
    found
}

fn figure(fields: &mut Fields, sources: Vec<usize>, recalled: bool) -> Option<Figure> {
    let (low, high) = (fields.number("low")?, fields.number("high")?);
    if !(0.0 < low && low <= high) {
        fields.problem("impossible-value", fields.place(), "a figure needs 0 < low <= high");
        return None;
    }
    Some(Figure { low, high, as_published: fields.text("as_published"), sources, recalled })
}

fn packages(loading: &mut Loading) {
    let mut seen = HashMap::new();
    for (file, node) in loading.entries("package") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let package = Package {
            name: fields.required("name"),
            imports: fields.texts("imports").into_iter().map(|(text, _)| text).collect(),
            tied: fields.required("tied"),
            strength: fields.text("strength"),
            why: fields.text("why"),
            way_out: fields.text("way_out"),
            recalled: fields.flag("recalled").unwrap_or(false),
            sources: sources(loading, &mut fields, "sources"),
            checked: fields.text("checked"),
        };
        fields.finish();
        if loading.once("package", &package.name, &mut seen, file, node.place) {
            loading.known.packages.push(package);
        }
    }
    // What no source tells decides nothing.
    for package in loading.known.packages.iter().filter(|package| !package.recalled) {
        let strength = package.strength.as_deref().unwrap_or("hard");
        let set = format!("packages.{}.{strength}", package.tied);
        loading.known.sets.entry(set.into()).or_default().push(package.name.clone());
    }
}

fn sets(loading: &mut Loading) {
    for (file, node) in loading.entries("set") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let (id, members) = (fields.required("id"), fields.texts("members"));
        fields.take("about");
        fields.finish();
        match loading.known.sets.entry(id) {
            Entry::Vacant(entry) => {
                entry.insert(members.into_iter().map(|(member, _)| member).collect());
            }
            Entry::Occupied(entry) => {
                let message = format!("set `{}` is declared twice, or follows from the catalogue", entry.key());
                loading.problems.add(Diagnostic::error("duplicate-id", message).in_file(file).at(node.place));
            }
        }
    }
}
