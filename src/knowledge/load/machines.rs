//! Reads machines, slices and published runs, which all name a chip of the catalogue.

use std::collections::HashMap;

use super::Loading;
use super::catalogue::sources;
use crate::diag::Place;
use crate::knowledge::catalogue::{Machine, PublishedRun, Slices};
use crate::knowledge::fields::{Fields, Text};

const MIB_PER_GIB: f64 = 1024.0;

/// Ids of machines and slices, each once.
type Seen = HashMap<String, (String, Place)>;

pub fn load(loading: &mut Loading) {
    let mut seen = Seen::new();
    machines(loading, &mut seen);
    slices(loading, &mut seen);
    published(loading);
}

/// The chip that a table names under `chip`, by its place.
fn chip(loading: &Loading, fields: &mut Fields) -> Option<usize> {
    let id = fields.required("chip");
    let found = loading.known.chips.iter().position(|chip| chip.id == id);
    if found.is_none() {
        fields.unknown("chip", &id, fields.place(), loading.known.chips.iter().map(|chip| chip.id.as_ref()));
    }
    found
}

/// A whole number of at least one.
fn count(fields: &mut Fields, key: &'static str) -> Option<u32> {
    let number = fields.number(key)?;
    if number.fract() == 0.0 && (1.0..=1e6).contains(&number) {
        return Some(number as u32);
    }
    fields.problem("impossible-value", fields.place(), format!("`{key}` must be a whole number of at least 1"));
    None
}

/// What all machines of a group have in common.
struct Group {
    chip: usize,
    offered_in: Text,
    sources: Vec<usize>,
    recalled: bool,
}

fn group(loading: &Loading, fields: &mut Fields) -> Option<Group> {
    Some(Group {
        chip: chip(loading, fields)?,
        offered_in: fields.required("place"),
        sources: sources(loading, fields, "sources"),
        recalled: fields.flag("recalled").unwrap_or(false),
    })
}

fn machines(loading: &mut Loading, seen: &mut Seen) {
    for (file, node) in loading.entries("machines") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let Some(group) = group(loading, &mut fields) else { continue };
        let variant = fields.text("variant");
        let members = &loading.known.chips[group.chip].variants;
        if let Some(id) = variant.as_ref().filter(|id| !members.iter().any(|known| known.id == **id)) {
            fields.unknown("variant", id, node.place, members.iter().map(|known| known.id.as_ref()));
        }
        let chip_memory = fields.number("chip_memory_mib");
        let (status, because) = (fields.text("status"), fields.text("status_because"));
        let types = fields.list("types");
        fields.finish();
        for node in types {
            let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
            let machine = Machine {
                id: fields.required("id"),
                chip: group.chip,
                variant: variant.clone(),
                offered_in: group.offered_in.clone(),
                chips: count(&mut fields, "chips").unwrap_or(1),
                machines: 1,
                topology: None,
                chip_memory_gib: chip_memory.map(|mib| mib / MIB_PER_GIB),
                vcpus: fields.number("vcpus"),
                memory: fields.text("memory"),
                network_gbps: fields.number("network_gbps"),
                status: status.clone(),
                status_because: because.clone(),
                note: fields.text("note"),
                sources: group.sources.clone(),
                recalled: group.recalled,
                file: file.to_owned().into(),
                place: node.place,
            };
            fields.finish();
            if loading.once("machine", &machine.id, seen, file, node.place) {
                loading.known.machines.push(machine);
            }
        }
    }
}

/// One machine for each shape of each kind of slice.
fn slices(loading: &mut Loading, seen: &mut Seen) {
    for (file, node) in loading.entries("slices") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let Some(group) = group(loading, &mut fields) else { continue };
        let prefixes: Vec<Text> = fields.texts("prefixes").into_iter().map(|(prefix, _)| prefix).collect();
        let counted_per_chip = match fields.required("name_counts").as_ref() {
            "chips" => 1,
            "cores" => 2,
            other => {
                fields.unknown("unit that a name counts", other, node.place, ["chips", "cores"]);
                continue;
            }
        };
        let per_machine = count(&mut fields, "chips_per_machine").unwrap_or(1);
        let one_machine = count(&mut fields, "one_machine").unwrap_or(per_machine);
        let (shapes, note) = (fields.texts("shapes"), fields.text("note"));
        fields.finish();
        for (shape, place) in shapes {
            let axes: Option<Vec<u32>> = shape.split('x').map(|axis| axis.parse().ok()).collect();
            let Some(chips) = axes.and_then(|axes| axes.iter().try_fold(1_u32, |all, axis| all.checked_mul(*axis)))
            else {
                fields_problem(loading, file, place, &shape);
                continue;
            };
            let prefix = prefixes.first().map_or("", AsRef::as_ref);
            let machine = Machine {
                id: format!("{prefix}-{}", chips.saturating_mul(counted_per_chip)).into(),
                chip: group.chip,
                variant: None,
                offered_in: group.offered_in.clone(),
                chips,
                machines: if chips <= one_machine { 1 } else { chips.div_ceil(per_machine) },
                topology: Some(shape),
                chip_memory_gib: None,
                vcpus: None,
                memory: None,
                network_gbps: None,
                status: None,
                status_because: None,
                note: note.clone(),
                sources: group.sources.clone(),
                recalled: group.recalled,
                file: file.to_owned().into(),
                place,
            };
            if loading.once("slice", &machine.id, seen, file, place) {
                loading.known.machines.push(machine);
            }
        }
        loading.known.slices.push(Slices { chip: group.chip, prefixes, counted_per_chip });
    }
}

fn fields_problem(loading: &Loading, file: &str, place: Place, shape: &str) {
    let message = format!("`{}` is no shape of a slice such as 4x4x8", crate::diag::shown(shape));
    loading.problems.add(crate::diag::Diagnostic::error("impossible-value", message).in_file(file).at(place));
}

fn published(loading: &mut Loading) {
    for (file, node) in loading.entries("published") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let Some(chip) = chip(loading, &mut fields) else { continue };
        let (work, kind) = (fields.required("work"), fields.required("kind"));
        let precision = fields.required("precision");
        let cited = sources(loading, &mut fields, "sources");
        let runs = fields.list("runs");
        fields.finish();
        for node in runs {
            let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
            let utilisation = fields.number("utilisation").unwrap_or(0.0);
            if !(0.0 < utilisation && utilisation <= 1.0) {
                fields.problem("impossible-value", node.place, "`utilisation` must be above 0 and at most 1");
            }
            loading.known.published.push(PublishedRun {
                what: fields.required("what"),
                work: work.clone(),
                kind: kind.clone(),
                chip,
                chips: fields.number("chips"),
                precision: precision.clone(),
                utilisation,
                as_published: fields.required("as_published"),
                sources: cited.clone(),
            });
            fields.finish();
        }
    }
}
