//! The shape of the source tree: who may import whom, how long a file may get, what stands in none of them.
//!
//! The table of layers is read from the doc comment of `src/lib.rs`. What stands in tests is not looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use chipwise::built_in;

/// Longer files are split.
const MOST_LINES: usize = 420;

/// Calls that end the program or write to the terminal behind its back.
const FORBIDDEN: [&str; 9] = [
    ".unwrap()",
    ".expect(",
    "panic!(",
    "todo!(",
    "unimplemented!(",
    "dbg!(",
    "print!(",
    "println!(",
    "process::exit(",
];

/// Modules that reach a conclusion or write one down, and must not know single facts, rules or chips by name.
const NAMELESS: [&str; 6] = ["judge", "check", "report", "render", "profile", "commands"];

/// Names of facts that are also ordinary words of the program's own formats, with the reason why each may stand there.
const ALLOWED_NAMES: [(&str, &str); 3] = [
    ("name", "the profile's name stands at the head of every report, and is a key of JSON"),
    ("labels", "labels are carried through and never judged"),
    ("measurements", "the name of a basis"),
];

/// One file of the program without its tests.
struct Source {
    /// Its path below `src/`.
    path: String,
    /// The module at the top that it belongs to.
    module: String,
    /// Lines as they stand, tests included.
    lines: usize,
    /// The text without comments and tests.
    code: String,
    first: String,
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every file of the program, in the order of their paths. Files that only tests include are left out.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    rust_files(&root, &mut paths);
    paths.sort();
    let texts: Vec<(PathBuf, String)> =
        paths.into_iter().map(|path| (path.clone(), fs::read_to_string(&path).unwrap())).collect();
    let only_tests: BTreeSet<PathBuf> = texts.iter().flat_map(|(path, text)| test_modules(path, text)).collect();
    texts
        .into_iter()
        .filter(|(path, _)| !only_tests.contains(path))
        .map(|(path, text)| {
            let path = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            let module = path.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
            let first = text.lines().next().unwrap_or_default().to_owned();
            Source { path, module, lines: text.lines().count(), code: code_of(&text), first }
        })
        .collect()
}

/// The files of modules that are declared for tests alone.
fn test_modules(path: &Path, text: &str) -> Vec<PathBuf> {
    let stem = path.file_stem().unwrap().to_string_lossy();
    let folder = if matches!(stem.as_ref(), "mod" | "lib" | "main") {
        path.parent().unwrap().to_owned()
    } else {
        path.with_extension("")
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.trim() == "#[cfg(test)]") {
        let declared = lines[index + 1..].iter().find(|line| !line.trim_start().starts_with("#["));
        let Some(declared) = declared.and_then(|line| line.trim().strip_suffix(';')) else { continue };
        let named = lines[index + 1].trim().strip_prefix("#[path = \"").and_then(|rest| rest.strip_suffix("\"]"));
        let name = declared.split("mod ").nth(1).unwrap_or_else(|| panic!("{}: {line}", path.display()));
        found.push(match named {
            Some(named) => path.parent().unwrap().join(named),
            None => folder.join(format!("{name}.rs")),
        });
    }
    found
}

/// A text without comments and without what stands in its module of tests, which is the last thing in a file.
fn code_of(text: &str) -> String {
    let inline = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..inline].lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| line.split(" // ").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The table of layers: for each module those that it may import. `everything` stands for all of them.
fn layers() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let rows: Vec<(String, Vec<String>)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("//! ")?.split_once("->"))
        .map(|(module, may)| (module.trim().to_owned(), may.split_whitespace().map(str::to_owned).collect()))
        .collect();
    let all: BTreeSet<String> = rows.iter().map(|(module, _)| module.clone()).collect();
    rows.into_iter()
        .map(|(module, may)| {
            let may = if may == ["everything"] { all.clone() } else { may.into_iter().collect() };
            (module, may)
        })
        .collect()
}

/// The modules at the top that a text names after `crate::`, also in a group (`use crate::{a, b}`).
fn imported(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, prefix) in code.match_indices("crate::") {
        let rest = &code[at + prefix.len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(group) => top_level(group),
            None => vec![rest],
        };
        for name in names {
            let name: String = name.trim().chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
            found.insert(name);
        }
    }
    found
}

/// The items of a group, without what stands in groups inside it.
fn top_level(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0usize, 0, Vec::new());
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                items.push(&group[start..at]);
                start = at + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    items.retain(|item| !item.trim().is_empty());
    items
}

fn assert_none(found: &[String]) {
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn the_table_has_a_row_for_every_module_and_no_other() {
    let modules: BTreeSet<String> =
        sources().into_iter().map(|it| it.module).filter(|it| it != "lib" && it != "main").collect();
    let rows: BTreeSet<String> = layers().into_keys().collect();
    assert_eq!(modules, rows, "left: folders and files in src/, right: rows of the table in src/lib.rs");
}

#[test]
fn nobody_imports_what_its_row_does_not_allow() {
    let layers = layers();
    let mut found = Vec::new();
    for source in sources().iter().filter(|source| source.module != "lib" && source.module != "main") {
        for other in imported(&source.code).into_iter().filter(|other| *other != source.module) {
            if !layers[&source.module].contains(&other) {
                found.push(format!("src/{}: `{}` may not import `{other}`", source.path, source.module));
            }
        }
    }
    assert_none(&found);
}

#[test]
fn the_modules_have_an_order_in_which_each_imports_only_earlier_ones() {
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources().into_iter().filter(|source| source.module != "lib" && source.module != "main") {
        let others = used.entry(source.module.clone()).or_default();
        others.extend(imported(&source.code).into_iter().filter(|other| *other != source.module));
    }
    let mut placed: BTreeSet<String> = BTreeSet::new();
    loop {
        let next: Vec<String> = used
            .iter()
            .filter(|(module, others)| !placed.contains(*module) && others.is_subset(&placed))
            .map(|(module, _)| module.clone())
            .collect();
        if next.is_empty() {
            break;
        }
        placed.extend(next);
    }
    let left: BTreeSet<&String> = used.keys().filter(|module| !placed.contains(*module)).collect();
    assert!(left.is_empty(), "these import one another in a circle, or use one that does: {left:?}");
}

#[test]
fn no_file_outgrows_a_head() {
    let long: Vec<String> = sources()
        .iter()
        .filter(|source| source.lines > MOST_LINES)
        .map(|source| format!("src/{} has {} lines; at most {MOST_LINES}", source.path, source.lines))
        .collect();
    assert_none(&long);
}

#[test]
fn every_file_opens_with_a_sentence_on_its_job() {
    let silent: Vec<String> = sources()
        .iter()
        .filter(|source| !source.first.starts_with("//! ") || source.first.len() < 20)
        .map(|source| format!("src/{} opens with {:?}", source.path, source.first))
        .collect();
    assert_none(&silent);
}

#[test]
fn nothing_panics_exits_or_prints_behind_the_programs_back() {
    let mut found = Vec::new();
    for source in sources().iter().filter(|source| source.path != "main.rs") {
        for (number, line) in (1..).zip(source.code.lines()) {
            for call in FORBIDDEN.iter().filter(|call| line.contains(**call)) {
                found.push(format!("src/{} (line {number} of its code): {call}", source.path));
            }
        }
    }
    assert_none(&found);
}

/// The texts between plain double quotes of a piece of code, line by line.
fn literals(code: &str) -> Vec<&str> {
    code.lines().flat_map(|line| line.split('"').skip(1).step_by(2)).collect()
}

#[test]
fn only_the_derivation_knows_facts_rules_and_chips_by_name() {
    let knowledge = built_in::knowledge();
    let facts = knowledge.facts.iter().map(|it| it.id.to_string());
    let rules = knowledge.rules.iter().map(|it| it.id.to_string());
    let chips = knowledge.chips.iter().map(|it| it.id.to_string());
    let names: BTreeSet<String> = facts.chain(rules).chain(chips).collect();
    let mut found = Vec::new();
    let mut allowances: BTreeSet<&str> = ALLOWED_NAMES.iter().map(|(name, _)| *name).collect();
    for source in sources().iter().filter(|source| NAMELESS.contains(&source.module.as_str())) {
        for literal in literals(&source.code).into_iter().filter(|literal| names.contains(*literal)) {
            if ALLOWED_NAMES.iter().any(|(name, _)| *name == literal) {
                allowances.remove(literal);
            } else {
                found.push(format!("src/{} names `{literal}`", source.path));
            }
        }
    }
    assert_none(&found);
    assert!(allowances.is_empty(), "allowed by name, and nothing needs it: {allowances:?}");
}

#[test]
fn imports_are_found_alone_and_in_groups() {
    let code = "use crate::facts::Value;\nuse crate::{diag::{A, B}, units};\nlet x = crate::read::read(y);";
    assert_eq!(imported(code), ["diag", "facts", "read", "units"].map(str::to_owned).into());
}
