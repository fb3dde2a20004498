//! Facts of a profile that cannot all be so: warned of where they stand, and never more than that.

mod shared;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chipwise::built_in;
use chipwise::facts::Facts;
use serde_json::Value as Json;

fn run(arguments: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_chipwise")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What is said of a profile: the warnings on standard error, and those of the JSON.
fn warned(folder: &Path, profile: &str) -> (String, Vec<String>) {
    let path = folder.join("w.yaml");
    fs::write(&path, profile).unwrap();
    let (out, err, code) = run(&["recommend", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!(code, 0, "{err}");
    let json: Json = serde_json::from_str(&out).unwrap();
    let warnings = json["warnings"].as_array().unwrap().iter().filter(|it| it["code"] == "contradiction");
    (err, warnings.map(|it| it["message"].as_str().unwrap().to_owned()).collect())
}

#[test]
fn facts_that_cannot_all_be_so_are_told_with_their_places() {
    let folder = folder("contradictions");
    for (profile, facts, line) in [
        ("custom_ops: []\ncustom_ops_in_main_loop: true\n", ["`custom_ops`", "`custom_ops_in_main_loop`"], 2),
        ("serving: {mode: online}\nphase: training\n", ["`phase` in line 2", "`serving.mode` in line 1"], 2),
        ("phase: inference\ntraining.optimizer: adamw\n", ["`phase`", "`training.optimizer`"], 2),
        ("shape_dynamism: static\ndistinct_shapes: 5000\n", ["`shape_dynamism`", "`distinct_shapes`"], 2),
        (
            "batch_size_per_device: 64\nbatch_size: 8\n",
            ["`batch_size_per_device` in line 1", "`batch_size` in line 2"],
            2,
        ),
        ("model:\n  params: 7B\n  active_params: 70B\n", ["`model.params`", "`model.active_params`"], 3),
        ("model: {kv_heads: 64, attention_heads: 8}\n", ["`model.kv_heads`", "`model.attention_heads`"], 1),
        ("cloud: [aws]\nruns_on_today: [tpu]\n", ["`cloud`", "`runs_on_today`"], 2),
    ] {
        let (err, json) = warned(&folder, profile);
        assert!(err.contains(&format!("w.yaml:{line}:")) && err.starts_with("warning"), "{profile}: {err}");
        assert_eq!(json.len(), 1, "{profile}: {json:?}");
        for fact in facts {
            assert!(json[0].contains(fact) && err.contains(fact), "{profile}: {err}");
        }
    }
}

#[test]
fn what_is_not_stated_contradicts_nothing() {
    let folder = folder("no-contradictions");
    for profile in [
        "custom_ops_in_main_loop: true\n",
        "custom_ops: [cuda]\ncustom_ops_in_main_loop: true\n",
        "custom_ops: [unknown]\ncustom_ops_in_main_loop: true\n",
        "phase: training\nserving.mode: unknown\n",
        "serving.mode: online\n",
        "batch_size_per_device: 64\n",
        "batch_size_per_device: 8\nbatch_size: 8\n",
        "runs_on_today: [tpu]\n",
        "cloud: [aws, gcp]\nruns_on_today: [tpu]\n",
    ] {
        assert_eq!(warned(&folder, profile), (String::new(), Vec::new()), "{profile}");
    }
}

/// A warning that real workloads set off would be noise.
#[test]
fn no_shipped_profile_and_no_case_contradicts_itself() {
    let knowledge = built_in::knowledge();
    let workloads = shared::workloads(&knowledge);
    assert!(workloads.len() > 100);
    for (name, facts) in workloads {
        let found: Vec<&str> = knowledge.contradictions.among(&facts).iter().map(|(it, _)| it.id.as_ref()).collect();
        assert!(found.is_empty(), "{name}: {found:?}");
    }
    assert!(knowledge.contradictions.among(&Facts::unknown(knowledge.facts.len())).is_empty());
}

#[test]
fn contradictions_are_data_that_the_lint_checks() {
    let folder = folder("own-contradictions");
    let linted = |text: &str| {
        fs::write(folder.join("own.toml"), text).unwrap();
        run(&["rules", "lint", "--extra-rules", folder.to_str().unwrap()])
    };
    let sound = "[[contradiction]]\nid = \"a-small-batch-on-many\"\nmore = [\"training.chips\", \"batch_size\"]\n\
        text = \"more chips than examples\"\nexamples = [\n  { given = { \"training.chips\" = 64, batch_size = 8 }, holds = true },\n  \
        { given = { \"training.chips\" = 8, batch_size = 64 }, holds = false },\n]\n";
    let (out, err, code) = linted(sound);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let profile = folder.join("w.yaml");
    fs::write(&profile, "training.chips: 64\nbatch_size: 8\n").unwrap();
    let rules = folder.to_str().unwrap();
    let (_, err, code) = run(&["recommend", profile.to_str().unwrap(), "--extra-rules", rules]);
    assert!(code == 0 && err.contains("more chips than examples"), "{err}");
    for (wrong, right, said) in [
        ("\"training.chips\", \"batch_size\"", "\"training.chip\", \"batch_size\"", "training.chips"),
        ("\"training.chips\", \"batch_size\"", "\"training.chips\", \"phase\"", "two facts with numbers"),
        ("holds = false", "holds = true", "no example in which it is false"),
        ("= 64, batch_size = 8 }", "= 6, batch_size = 8 }", "fails"),
        ("a-small-batch-on-many", "A Small Batch", "kebab-case"),
        ("more = [\"training.chips\", \"batch_size\"]\n", "", "neither `when` nor `more`"),
        ("more = [\"training.chips\", \"batch_size\"]", "when = { fact = \"phase\", known = false }", "not stated"),
    ] {
        let (out, err, code) = linted(&sound.replace(wrong, right));
        assert!(code != 0 && format!("{out}{err}").contains(said), "{right}: {out}{err}");
    }
}
