//! A revision of git as a base.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use super::{JAX, causes, changes, kinds, refused, write};
use crate::{err, folder, out, program, run};

fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.current_dir(folder).args([
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@example.org",
        "-c",
        "commit.gpgsign=false",
    ]);
    command.args(arguments).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    let output = command.output().expect("these tests need git");
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn commit(folder: &Path) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", "x"]);
}

/// A repository with one commit of these files.
fn repository(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder(name);
    git(&folder, &["init", "-q", "-b", "main"]);
    files.iter().for_each(|(file, text)| write(&folder, file, text));
    commit(&folder);
    folder
}

#[test]
fn profiles_are_held_against_what_they_were_in_a_revision() {
    let gone = "phase: training\ndomain: classical_ml\n";
    let repository = repository("git-profiles", &[("p/a.yaml", JAX), ("p/gone.yaml", gone), ("other.yaml", gone)]);
    assert_eq!(changes(&repository, &["p", "--base", "HEAD"]).0.len(), 0);
    write(&repository, "p/a.yaml", &JAX.replace("[gcp]", "[azure]"));
    fs::remove_file(repository.join("p/gone.yaml")).unwrap();
    write(&repository, "p/new.yaml", "phase: inference\n");
    let expected = [("pretrain", "changed"), ("new", "new"), ("gone", "removed")];
    let (told, _) = changes(&repository, &["p", "--base", "HEAD"]);
    assert_eq!(kinds(&told), expected);
    assert_eq!(causes(&told[0]), [["cloud"]]);
    let head = git(&repository, &["rev-parse", "HEAD"]);
    assert_eq!(told[0]["base"], json!({ "kind": "revision", "name": "HEAD", "commit": head.trim() }));
    assert_eq!(told[2]["source"]["path"], "p/gone.yaml");
    // From a folder inside, by a pattern, by another name of the revision, and where the work is committed.
    let (told, _) = changes(&repository.join("p"), &[".", "--base", "main"]);
    assert_eq!(kinds(&told), expected);
    assert_eq!(told[2]["source"]["path"], "gone.yaml");
    assert_eq!(kinds(&changes(&repository, &["**/[agn]*.yaml", "--base", "main"]).0), expected);
    commit(&repository);
    assert_eq!(kinds(&changes(&repository, &["p", "--base", "HEAD~1"]).0), expected);
    assert_eq!(kinds(&changes(&repository, &["p", "--base", "HEAD^{/x}"]).0), []);
}

#[test]
fn a_renamed_file_is_the_same_workload() {
    let repository = repository("git-renamed", &[("a.yaml", "phase: training\n"), ("b.yaml", JAX)]);
    git(&repository, &["mv", "a.yaml", "z.yaml"]);
    fs::rename(repository.join("b.yaml"), repository.join("c.yaml")).unwrap();
    write(&repository, "c.yaml", &JAX.replace("[gcp]", "[azure]"));
    let (told, _) = changes(&repository, &[".", "--base", "HEAD"]);
    assert_eq!(kinds(&told), [("pretrain", "changed")]);
    assert_eq!(told[0]["was_at"]["path"], "b.yaml");
}

#[test]
fn rules_house_facts_prices_and_configurations_are_those_of_the_revision() {
    let repository = repository(
        "git-rules",
        &[
            ("p/a.yaml", JAX),
            ("chipwise.toml", "[rules]\nextra = [\"house\"]\n"),
            ("house/quota.toml", include_str!("../../../examples/house-rules/quota.toml")),
            ("house.yaml", "orchestrator: kubernetes\n"),
            ("prices.csv", "target,price_per_hour\ngpu,2\n"),
        ],
    );
    let with = ["p", "--base", "HEAD", "--facts", "house.yaml", "--prices", "prices.csv"];
    assert_eq!(changes(&repository, &with).0.len(), 0);
    write(&repository, "house.yaml", "mandated_target: gpu\n");
    write(&repository, "prices.csv", "target,price_per_hour\ngpu,3\n");
    let (told, _) = changes(&repository, &with);
    assert_eq!(causes(&told[0]), [["mandated_target"]]);
    let facts: Vec<_> = told[0]["changes"].as_array().unwrap().iter().map(|it| it["fact"].as_str().unwrap()).collect();
    assert_eq!(
        facts,
        ["mandated_target", "orchestrator", "prices"].into_iter().filter(|it| facts.contains(it)).collect::<Vec<_>>()
    );
    assert!(facts.contains(&"prices") && facts.contains(&"orchestrator"), "{facts:?}");
    git(&repository, &["checkout", "-q", "house.yaml", "prices.csv"]);
    // The rule now holds of everything.
    let rule = include_str!("../../../examples/house-rules/quota.toml")
        .replace("excludes = [\"gpu\"]", "excludes = [\"tpu\"]");
    write(&repository, "house/quota.toml", &rule);
    write(&repository, "p/a.yaml", &format!("{JAX}house.gpu_quota: spent\n"));
    let (told, _) = changes(&repository, &["p", "--base", "HEAD"]);
    assert_eq!(told[0]["after"]["target"], "gpu");
    assert_eq!(causes(&told[0]), [["house.gpu_quota", "rules"]], "{told:#?}");
    assert_eq!(told[0]["changes"][1]["rules"]["changed"], json!(["our-gpu-quota-is-spent"]));
    // Rules that were not there then, given by an option.
    write(&repository, "fresh/quota.toml", &rule);
    fs::remove_file(repository.join("chipwise.toml")).unwrap();
    git(&repository, &["rm", "-q", "--cached", "chipwise.toml", "house/quota.toml"]);
    git(&repository, &["commit", "-q", "-m", "without"]);
    git(&repository, &["add", "fresh"]);
    let (told, _) = changes(&repository, &["p", "--base", "HEAD", "--extra-rules", "fresh"]);
    assert_eq!(causes(&told[0]), [["house.gpu_quota", "rules"]], "{told:#?}");
}

#[test]
fn what_git_does_not_keep_holds_on_both_sides() {
    let repository = repository("git-ignored", &[("p/a.yaml", JAX), (".gitignore", "local.yaml\n")]);
    write(&repository, "local.yaml", "mandated_target: gpu\n");
    assert_eq!(changes(&repository, &["p", "--base", "HEAD", "--facts", "local.yaml"]).0.len(), 0);
}

#[test]
fn a_revision_that_is_none_is_told_with_what_it_may_have_been() {
    let repository = repository("git-unknown", &[("a.yaml", JAX)]);
    git(&repository, &["branch", "feature"]);
    for (revision, expected) in [
        ("featur", "did you mean `feature`?"),
        ("nowhere", "`nowhere` is no file or folder here, and no revision of the repository"),
        ("--output=x", "no revision of git is written so"),
        ("-n1", "no revision of git is written so"),
        ("--exec=touch y", "no revision of git is written so"),
        ("HEAD..main", "no revision of the repository"),
        ("HEAD:a.yaml", "no revision of the repository"),
        ("$(touch y)", "no revision of the repository"),
        ("`touch y`;touch y", "no revision of the repository"),
        ("HEAD\ntouch y", "no revision of the repository"),
        ("", "no revision of git is written so"),
    ] {
        let base = format!("--base={revision}");
        let told = refused(&run(&repository, &["compare", "a.yaml", &base], ""));
        assert!(told.contains(expected), "{revision}: {told}");
    }
    let left: Vec<_> = fs::read_dir(&repository).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    let told = refused(&run(&repository, &["compare", "-", "--base", "HEAD"], JAX));
    assert!(told.contains("standard input stands in no revision"), "{told}");
}

#[test]
fn a_shallow_clone_says_that_it_lacks_revisions() {
    let repository = repository("git-deep", &[("a.yaml", JAX)]);
    write(&repository, "a.yaml", "phase: inference\n");
    commit(&repository);
    let clone = folder("git-shallow");
    let from = format!("file://{}", repository.display());
    git(&clone, &["clone", "-q", "--depth", "1", &from, "clone"]);
    let told = refused(&run(&clone.join("clone"), &["compare", "a.yaml", "--base", "HEAD~1"], ""));
    assert!(told.contains("shallow clone") && told.contains("git fetch --unshallow"), "{told}");
}

#[test]
fn where_there_is_no_repository_or_no_git_this_is_said() {
    let folder = folder("git-none");
    write(&folder, "a.yaml", JAX);
    let above = folder.parent().unwrap().canonicalize().unwrap();
    let mut command = program(&folder, &["compare", "a.yaml", "--base", "main"]);
    let told = refused(&command.env("GIT_CEILING_DIRECTORIES", above).output().unwrap());
    assert!(told.contains("`main` is no file or folder here; . stands in no git repository"), "{told}");
    let mut command = program(&folder, &["compare", "a.yaml", "--base", "main"]);
    let told = refused(&command.env("PATH", "").output().unwrap());
    assert!(told.contains("the program `git` is needed, and there is none"), "{told}");
}

#[test]
fn what_stands_on_the_disk_comes_before_a_revision_of_the_name() {
    let repository = repository("git-both", &[("p/a.yaml", JAX)]);
    write(&repository, "p/a.yaml", &JAX.replace("[gcp]", "[azure]"));
    write(&repository, "main/a.yaml", &JAX.replace("[gcp]", "[azure]"));
    let (told, warned) = changes(&repository, &["p", "--base", "main"]);
    assert_eq!(told.len(), 0);
    assert!(warned.contains("`main` is a folder here and also a revision; the folder is taken"), "{warned}");
    assert_eq!(changes(&repository, &["p", "--base", "main^{commit}"]).0.len(), 1);
}

#[test]
fn the_environment_of_a_hook_sends_git_nowhere_else() {
    let repository = repository("git-hook", &[("p/a.yaml", JAX)]);
    let other = repository.join("elsewhere");
    fs::create_dir_all(&other).unwrap();
    write(&repository, "p/a.yaml", &JAX.replace("[gcp]", "[azure]"));
    let mut command = program(&repository.join("p"), &["compare", "a.yaml", "--base", "HEAD", "--format", "json"]);
    let output = command.env("GIT_DIR", ".git").env("GIT_INDEX_FILE", "/nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(serde_json::from_str::<Vec<serde_json::Value>>(&out(&output)).unwrap().len(), 1);
}

#[test]
fn what_is_no_profile_in_the_revision_is_no_fault_of_today() {
    let repository = repository(
        "git-broken",
        &[("p/a.yaml", "framwork: jax\n"), ("p/.hidden.yaml", "x: 1\n"), ("p/chipwise.toml", "")],
    );
    write(&repository, "p/a.yaml", JAX);
    let (told, warned) = changes(&repository, &["p", "--base", "HEAD"]);
    assert_eq!((kinds(&told), warned.as_str()), (vec![("pretrain", "readable")], ""));
}
