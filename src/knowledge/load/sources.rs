//! Reads sources, the claims drawn from the documents among them, and where they disagree.

use std::collections::HashMap;

use super::Loading;
use crate::diag::Place;
use crate::knowledge::fields::{Fields, Text};
use crate::knowledge::model::{CLAIM_KINDS, Citation, Claim, ClaimKind, Conflict, Source};

pub fn load(loading: &mut Loading) {
    sources(loading);
    claims(loading);
    left_out(loading);
    conflicts(loading);
}

fn sources(loading: &mut Loading) {
    let mut seen = HashMap::new();
    for (file, node) in loading.entries("source") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let (id, title) = (fields.required("id"), fields.required("title"));
        let source = Source {
            short: fields.text("short").unwrap_or_else(|| title.clone()),
            address: fields.text("address"),
            date: fields.text("date"),
            author: fields.text("author"),
            kind: fields.text("kind"),
            interest: fields.text("interest"),
            document: fields.flag("document").unwrap_or(false),
            file: file.to_owned().into(),
            place: node.place,
            id,
            title,
        };
        fields.finish();
        if loading.once("source", &source.id, &mut seen, file, node.place) {
            loading.known.sources.push(source);
        }
    }
}

fn claims(loading: &mut Loading) {
    let mut seen = HashMap::new();
    for (file, node) in loading.entries("claim") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let (id, kind, toward) = (fields.required("id"), fields.required("kind"), fields.text("toward"));
        let claim = Claim {
            source: document_of(loading, &id, file, node.place),
            at: fields.required("where"),
            kind: kind_of(&fields, &kind),
            toward: toward.and_then(|target| {
                let found = loading.known.target_id(&target);
                if found.is_none() {
                    let known = loading.known.targets.iter().map(|target| target.id.as_ref());
                    fields.unknown("target", &target, node.place, known);
                }
                found
            }),
            said_by: fields.text("said_by"),
            says: fields.required("says"),
            left_out: None,
            file: file.to_owned().into(),
            place: node.place,
            id,
        };
        fields.finish();
        if loading.once("claim", &claim.id, &mut seen, file, node.place) {
            loading.known.claims.push(claim);
        }
    }
}

fn document_of(loading: &Loading, claim: &str, file: &str, place: Place) -> usize {
    let document = claim.split('/').next().unwrap_or_default();
    let found = loading.known.sources.iter().position(|source| source.document && source.id == document);
    found.unwrap_or_else(|| {
        let known = loading.known.sources.iter().filter(|source| source.document).map(|source| source.id.as_ref());
        loading.unknown_name("document", document, place, file, known);
        0
    })
}

fn kind_of(fields: &Fields, name: &str) -> ClaimKind {
    let found = CLAIM_KINDS.iter().find(|(_, id)| *id == name);
    if found.is_none() {
        fields.unknown("kind of claim", name, fields.place(), CLAIM_KINDS.iter().map(|(_, id)| *id));
    }
    found.map_or(ClaimKind::Note, |(kind, _)| *kind)
}

fn left_out(loading: &mut Loading) {
    for (file, node) in loading.entries("left_out") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let (claim, because) = (fields.required("claim"), fields.required("because"));
        fields.finish();
        for index in loading.claims(&[(claim, node.place)], file) {
            loading.known.claims[index].left_out = Some(because.clone());
        }
    }
}

fn conflicts(loading: &mut Loading) {
    let mut seen = HashMap::new();
    for (file, node) in loading.entries("conflict") {
        let Some(mut fields) = Fields::of(node, file, loading.problems) else { continue };
        let between: Vec<(Text, Place)> =
            fields.texts("between").into_iter().filter(|(claim, _)| claim != "published").collect();
        let conflict = Conflict {
            id: fields.required("id"),
            between: loading.claims(&between, file),
            about: fields.required("about"),
            follow: fields.required("follow"),
            why: fields.required("why"),
            file: file.to_owned().into(),
            place: node.place,
        };
        fields.finish();
        if loading.once("conflict", &conflict.id, &mut seen, file, node.place) {
            loading.known.conflicts.push(conflict);
        }
    }
}

/// Reads citations of sources, `id` or `id: where in it`.
pub fn citations(loading: &Loading, file: &str, written: Vec<(Text, Place)>) -> Vec<Citation> {
    let mut found = Vec::new();
    for (text, place) in written {
        let (id, at) = match text.split_once(": ") {
            Some((id, at)) => (id.trim(), Some(Text::Owned(at.trim().to_owned()))),
            None => (text.trim(), None),
        };
        match loading.known.sources.iter().position(|source| source.id == id) {
            Some(source) => found.push(Citation { source, at }),
            None => {
                loading.unknown_name(
                    "source",
                    id,
                    place,
                    file,
                    loading.known.sources.iter().map(|source| source.id.as_ref()),
                );
            }
        }
    }
    found
}
