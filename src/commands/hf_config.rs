//! Fills facts of the model from the Hugging Face configuration that a profile names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::input::Files;
use crate::derive::hf_config::{self, Config, PARAMS, PRECISION, Read, Stored};
use crate::diag::{Diagnostic, Place};
use crate::facts::{Known, Origin, OriginKind, Value};
use crate::knowledge::Knowledge;
use crate::profile::{Profile, Setting};
use crate::read::{Format, Limits, Node, Tree};
use crate::units::{format_count, format_number};

/// Fills what the configuration tells and the profile does not state. What it leaves open becomes a warning.
///
/// # Errors
/// A file that cannot be read, or that is no JSON object.
pub fn fill(files: &dyn Files, knowledge: &Knowledge, profile: &mut Profile) -> Result<(), Vec<Diagnostic>> {
    let Some(named) = knowledge.fact_id(hf_config::PATH) else { return Ok(()) };
    let Some(stated) = profile.facts.get(named).cloned() else { return Ok(()) };
    let Value::Text(written) = &stated.value else { return Ok(()) };
    let at = |problem: Diagnostic| {
        let problem = problem.in_file(profile.path.as_ref()).on_key(hf_config::PATH);
        match stated.origin.place {
            Some(place) => problem.at(place),
            None => problem,
        }
    };
    let path = beside(&profile.path, written);
    let node = parsed(files, &path).map_err(|problem| match problem.place {
        // A fault inside the configuration is told where it stands there, and shows no line of the profile.
        Some(_) => vec![Diagnostic { line: Some(String::new()), ..problem }],
        None => {
            let message = format!("`{}` names {}: {}", hf_config::PATH, path.display(), problem.message);
            vec![at(Diagnostic::error(problem.code, message)).suggesting(problem.nearest)]
        }
    })?;
    let config = flattened(&node);
    let told = hf_config::read(&config);
    let differs = other_params(knowledge, profile, &told).map(|(key, problem)| problem.on_key(key));
    let quantised = hf_config::stored(&config).and_then(|stored| quantised(knowledge, profile, &path, &stored));
    let differs = differs.map(|problem| problem.in_file(profile.path.as_ref()));
    let shown: Arc<str> = path.to_string_lossy().into();
    let numbers =
        told.facts.iter().filter_map(|(fact, number)| Some((knowledge.fact_id(fact)?, Value::Number(*number))));
    let architecture = knowledge.fact_id(hf_config::ARCHITECTURE).zip(told.architecture);
    let architecture =
        architecture.and_then(|(fact, id)| Some((fact, Value::Choice(knowledge.fact(fact).choice(id)?))));
    for (fact, value) in
        numbers.chain(architecture).filter(|(fact, _)| profile.facts.get(*fact).is_none()).collect::<Vec<_>>()
    {
        let origin = Origin { path: Some(shown.clone()), ..Origin::worked_out(OriginKind::Derived, &[named]) };
        profile.facts.set(fact, Some(Known { value, origin }));
        profile.said_unknown.retain(|said| *said != fact);
    }
    profile.warnings.extend(differs);
    profile.warnings.extend(quantised.map(at));
    if let Some(because) = told.left_open {
        let message = format!("{}: {because}; state what you know of it in the profile", path.display());
        profile.warnings.push(at(Diagnostic::warning("not-counted", message)));
    }
    Ok(())
}

/// So far apart are the parameters that a name gives (`7B`) and those that are counted (8.5B) at most.
const ROUNDED: f64 = 1.3;

/// That the profile states other parameters than the configuration has. Of a model whose parts are not all counted, and of
/// one that is not counted at all, it does not tell.
fn other_params(knowledge: &Knowledge, profile: &Profile, told: &Read) -> Option<(&'static str, Diagnostic)> {
    let counted = told.facts.iter().find(|(fact, _)| *fact == PARAMS)?.1;
    let known = profile.facts.get(knowledge.fact_id(PARAMS)?)?;
    let Value::Number(stated) = known.value else { return None };
    if stated <= counted * ROUNDED && counted <= stated * ROUNDED {
        return None;
    }
    let [stated, counted] = [stated, counted].map(format_count);
    let message = format!(
        "`{PARAMS}` {stated} contradicts the configuration ({counted}); {stated} is counted, with the shape of the \
         configuration"
    );
    let problem = Diagnostic::warning("contradiction", message);
    Some((
        PARAMS,
        match known.origin.place {
            Some(place) => problem.at(place),
            None => problem,
        },
    ))
}

/// That the weights in the file are narrower than what is counted.
fn quantised(knowledge: &Knowledge, profile: &Profile, path: &Path, stored: &Stored) -> Option<Diagnostic> {
    let precision = knowledge.fact_id(PRECISION)?;
    let declared = knowledge.fact(precision);
    let stated = match profile.facts.value(precision) {
        Some(Value::Choice(choice)) => declared.choice_at(*choice),
        _ => None,
    };
    let bits_of_stated = stated.and_then(|stated| stated.number).map(|(bytes, _)| 8.0 * bytes);
    if stored.bits.is_some() && bits_of_stated == stored.bits {
        return None;
    }
    let width = stored.bits.map_or_else(String::new, |bits| format!("{}-bit, ", format_number(bits)));
    let counted = match stated {
        Some(stated) => format!("they are counted as `{PRECISION}` {} has them", stated.id),
        None => format!("`{PRECISION}` is not stated, so every usual width of them is counted"),
    };
    let remedy = stored.precision.map_or_else(
        || format!("state as `{PRECISION}` what they are stored in"),
        |precision| format!("state `{PRECISION}` {precision} to count them as they are stored"),
    );
    let method = &stored.method;
    let message = format!("{}: its weights are quantised ({width}{method}), and {counted}; {remedy}", path.display());
    Some(Diagnostic::warning("quantised", message))
}

/// Refuses to name a configuration on the command line: what it tells ranks below what the profile states, and `--set`
/// above it.
pub fn refuse(knowledge: &Knowledge, setting: &Setting) -> Option<Diagnostic> {
    let names = knowledge.fact_id(hf_config::PATH) == Some(setting.fact) && setting.known.is_some();
    let message = format!("--set: name `{}` in the profile; the file is read together with it", hf_config::PATH);
    names.then(|| Diagnostic::error("bad-argument", message))
}

/// The path as it stands beside the profile; standard input stands in the folder of the moment.
fn beside(profile: &str, written: &str) -> PathBuf {
    let folder = Path::new(profile).parent().unwrap_or(Path::new(""));
    folder.join(written)
}

fn parsed(files: &dyn Files, path: &Path) -> Result<Node, Diagnostic> {
    let bytes = files.bytes(path, Limits::default().record_bytes)?;
    let name = path.to_string_lossy();
    let nodes =
        crate::read::read(&bytes, Format::Json, &Limits::default()).map_err(|problem| problem.in_file(name.clone()))?;
    let wrong = |what: &str| {
        let message = format!("a Hugging Face configuration is one JSON object, and this is {what}");
        Diagnostic::error("wrong-type", message).in_file(name.clone())
    };
    // A list at the top is read as records, of which a configuration is one at most.
    let is_list = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    if is_list {
        return Err(wrong("a list").at(Place { line: 1, column: 1 }));
    }
    let Some(node) = nodes.into_iter().next() else { return Err(wrong("empty").at(Place { line: 1, column: 1 })) };
    match &node.tree {
        Tree::Map(_) => Ok(node),
        Tree::List(_) => Err(wrong("a list").at(node.place)),
        Tree::Scalar { .. } => Err(wrong("a single value").at(node.place)),
        Tree::Null => Err(wrong("null").at(node.place)),
    }
}

/// The keys of a configuration with dots between them.
fn flattened(node: &Node) -> Config {
    fn add(config: &mut Config, above: &str, node: &Node) {
        let key = |part: &str| if above.is_empty() { part.to_owned() } else { format!("{above}.{part}") };
        match &node.tree {
            Tree::Null => {}
            Tree::Scalar { text, .. } => {
                config.entries.insert(above.to_owned(), text.to_string());
            }
            Tree::List(items) => {
                items.iter().enumerate().for_each(|(index, item)| add(config, &key(&index.to_string()), item));
            }
            Tree::Map(entries) => entries.iter().for_each(|entry| add(config, &key(&entry.key), &entry.value)),
        }
    }
    let mut config = Config::default();
    add(&mut config, "", node);
    config
}
