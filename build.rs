//! Packs the rule files into one compact binary, so that starting the program parses no TOML.
//!
//! What the rules mean is checked when they are loaded, by the same code that checks a user's own.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

// The program's own reader and loader, so that places, errors and meaning are the same in both.
#[allow(dead_code, unused_imports)]
#[path = "src/diag/mod.rs"]
mod diag;
#[allow(dead_code, unused_imports)]
#[path = "src/facts/mod.rs"]
mod facts;
#[allow(dead_code, unused_imports)]
#[path = "src/knowledge/mod.rs"]
mod knowledge;
#[allow(dead_code, unused_imports)]
#[path = "src/units/mod.rs"]
mod units;

#[allow(dead_code)]
#[path = "src/read"]
mod read {
    pub mod assembly;
    pub mod encode;
    pub mod limits;
    pub mod text;
    pub mod toml;
    pub mod tree;

    pub use tree::{Entry, Node, Tree};
}

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=profiles");
    for module in ["diag", "facts", "knowledge", "read", "units"] {
        println!("cargo::rerun-if-changed=src/{module}");
    }
    let mut paths = Vec::new();
    rule_files(&root.join("rules"), &mut paths)?;
    // Read in the order of names, so that the same files give the same bytes on every machine.
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let name = path.strip_prefix(&root)?.to_string_lossy().replace('\\', "/");
        let node = read::toml::read(&fs::read(&path)?, &read::limits::Limits::rules())
            .map_err(|problem| problem.in_file(name.clone()).to_string())?;
        files.push((name, node));
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("rules.bin"), read::encode::encode(&files))?;
    let known = knowledge::load(&files)
        .map_err(|problems| problems.iter().map(|problem| format!("\n{problem}")).collect::<String>())?;
    fs::write(out.join("knowledge.bin"), knowledge::pack(&known))?;
    fs::write(out.join("templates.rs"), templates(&root.join("profiles"))?)?;
    Ok(())
}

/// A table of the profiles that come with the program: the name of each and its text.
fn templates(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".yaml").map(str::to_owned));
    }
    names.sort();
    let line = |name: &String| {
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/profiles/{name}.yaml\")");
        format!("    ({name:?}, include_str!({path})),\n")
    };
    let lines: String = names.iter().map(line).collect();
    Ok(format!("/// Every profile in `profiles/`, by name.\npub const TEMPLATES: &[(&str, &str)] = &[\n{lines}];\n"))
}

fn rule_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            rule_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
    Ok(())
}
