//! Rule files that cannot be used: `--rules` and `--extra-rules`.

use std::fs;
use std::path::Path;

use super::{err, folder, lines, out, run};

/// A rule that can be used, with some of its lines put in place of others.
fn rule(id: &str, change: &str) -> String {
    let whole = [
        format!("id = \"{id}\""),
        "concern = \"software\"".to_owned(),
        "when = { fact = \"framework\", is = \"jax\" }".to_owned(),
        "favours = { tpu = \"slight\" }".to_owned(),
        "because = \"it does\"".to_owned(),
        "from_profile = true".to_owned(),
        "verified = 2026-01-01".to_owned(),
        "review_by = 2027-01-01".to_owned(),
    ];
    let key = |line: &str| line.split(" = ").next().unwrap_or_default().to_owned();
    let others = whole.iter().filter(|line| key(line) != key(change)).cloned();
    let all: Vec<String> = others.chain((!change.is_empty()).then(|| change.to_owned())).collect();
    format!("[[rule]]\n{}\n", all.join("\n"))
}

/// A fact that can be used.
fn fact(id: &str, kind: &str, more: &str) -> String {
    format!(
        "[[fact]]\nid = \"{id}\"\ntype = \"{kind}\"\ngroup = \"software\"\nquestion = \"Is it?\"\nhelp = \"Look.\"\n\
         label = \"it\"\neffort = \"glance\"\nabsence = \"open\"\n{more}\n"
    )
}

fn choices(number: usize) -> String {
    let all: Vec<String> = (0..number).map(|at| format!("c{at} = \"C\"")).collect();
    format!("choices = {{ {} }}", all.join(", "))
}

/// Status and standard error with a folder of one rule file on top of the built-in ones.
fn with_rules(folder: &Path, text: &str) -> (Option<i32>, String) {
    let extra = folder.join("extra");
    fs::create_dir_all(&extra).unwrap();
    fs::write(extra.join("x.toml"), text).unwrap();
    fs::write(folder.join("p.yaml"), "name: x\nframework: jax\n").unwrap();
    let output = run(folder, &["recommend", "p.yaml", "--extra-rules", "extra"]);
    assert_eq!(output.status.code() == Some(0), !out(&output).is_empty());
    (output.status.code(), err(&output))
}

#[test]
fn what_is_wrong_in_a_rule_is_told_with_its_place_and_the_nearest_right_name() {
    let precisions = "complex128, complex64, fp64, fp32, tf32, bf16, fp16, fp8, fp4, int8, int4";
    let cases = [
        ("[[rule]\n".to_owned(), "1:8: not valid TOML: unclosed array table, expected `]`".to_owned()),
        ("[[rulez]]\n".into(), "1:3: a rule file has no table `rulez`\n  did you mean `rule`?".into()),
        (rule("x", "becase = \"y\""), "10:1: unknown key `becase`\n  did you mean `because`?".into()),
        (
            rule("x", "when = { fact = \"framwork\", is = \"jax\" }"),
            "9:17: there is no fact `framwork`\n  did you mean `framework`?".into(),
        ),
        (
            rule("x", "when = { fact = \"precision\", is = \"bf61\" }"),
            format!("9:35: `bf61` is no value of `precision`\n  did you mean `bf16`?\n  allowed: {precisions}"),
        ),
        (
            rule("x", "when = { fact = \"gpu_model\", is = \"h1000\" }"),
            "9:35: `h1000` is not in the chip catalogue; `gpu_model` counts as unknown\n  did you mean `h100`?".into(),
        ),
        (
            rule("x", "when = { fact = \"framework\", is = \"jax\", in = [\"jax\"] }"),
            "9:8: ask one thing of `framework`: one of is, in, at_least, above, at_most, below, may_exceed, has_any, has_all, has_only, not_empty, known".into(),
        ),
        (
            rule("x", "when = { fact = \"framework\", at_least = 3 }"),
            "9:41: `at_least` cannot be asked of `framework`, whose value is one of its choices\n  allowed: is, in, known".into(),
        ),
        (
            rule("x", "when = { fact = \"batch_size\", at_least = \"many\" }"),
            "9:42: `batch_size`: `many` is not a count: it must begin with a digit\n  for example: 7B, 1.5M, 4096".into(),
        ),
        (rule("x", "when = { all = [] }"), "9:8: `all` needs at least one condition".into()),
        (
            rule("x", &format!("when = {}{}{}", "{ not = ".repeat(40), "{ fact = \"spot_ok\", is = true }", " }".repeat(40))),
            "9:144: a condition is nested at most 16 deep".into(),
        ),
        (rule("x", "concern = \"softwear\""), "1:1: `softwear` is no concern\n  did you mean `software`?".into()),
        (rule("x", "favours = { tpux = \"slight\" }"), "9:13: `tpux` is no target\n  did you mean `tpu`?".into()),
        (rule("x", "favours = { tpu = \"sligth\" }"), "9:19: `sligth` is no strength\n  did you mean `slight`?".into()),
        (
            rule("x", "caution = { topic = \"capacityy\", severity = \"warn\", text = \"t\", targets = [\"gpu\"] }"),
            "10:11: `capacityy` is no caution topic\n  did you mean `capacity`?".into(),
        ),
        (rule("x", "claims = [\"nobody/said-it\"]"), "10:11: there is no claim `nobody/said-it`".into()),
        (rule("x", "verified = \"soon\""), "1:1: `verified`: `soon` is not a date: write year-month-day".into()),
        (rule("x", "each_target = []"), "10:15: `each_target` names no target".into()),
        (rule("x", "each_target = [\"gpu\", \"gpu\"]"), "10:15: `each_target` names `gpu` twice".into()),
        (rule("x", "") + &rule("x", ""), "10:1: rule `x` is declared twice; first in extra/x.toml:1".into()),
        (fact("framework", "flag", ""), "1:1: fact `framework` is declared twice; first in rules/vocabulary.toml:".into()),
        (fact("many", "choice", &choices(129)), "1:1: this fact has 129 choices; a fact has at most 128".into()),
        (fact("spread", "flag", "each = [\"targets\"]"), "10:8: `each` must be text, not a list\n  allowed: targets, concerns".into()),
        (
            fact("sized", "choice", "choices = { a = \"A\" }\nnumbers = { a = \"big\" }"),
            "11:17: the number of choice `a` must be one number, or the lowest and the highest".into(),
        ),
        (
            "[[presumption]]\nid = \"p\"\nfact = \"gpu_model\"\nvalue = \"h1000\"\n".to_owned(),
            "1:1: presumption `p` has no `when`".into(),
        ),
        ("rule = 5\n".into(), "1:8: expected a table of keys, found a number".into()),
        ("".into(), "1:1: nothing is written here but blanks and comments".into()),
        ("\0".into(), "1:1: this is not a text file: it holds the control character 0x00".into()),
        (format!("a = {}", "[".repeat(10_000)), "1:85: lists and tables are nested more than 64 deep".into()),
    ];
    let folder = folder("rule_content");
    for (text, expected) in cases {
        let (status, told) = with_rules(&folder, &text);
        let expected = format!("error: extra/x.toml:{expected}");
        assert!(status == Some(2) && told.starts_with(&expected), "{status:?}\n{told}\n{expected}");
    }
}

#[test]
fn all_problems_of_rule_files_are_told_at_once_up_to_fifty_and_each_once() {
    let folder = folder("rule_problems");
    let (_, told) = with_rules(&folder, &(rule("x", "because = 5") + &rule("y", "concern = \"z\"") + &rule("Z", "")));
    let expected = "
        error: extra/x.toml:10:1: `z` is no concern
        error: extra/x.toml:19:1: rule id `Z` must be kebab-case: small letters, digits and single hyphens";
    assert_eq!(told, lines(expected));

    let (_, told) = with_rules(&folder, &rule("x", "each_target = true").replace("because", "becase"));
    assert_eq!((told.matches("unknown key").count(), told.matches("is missing").count()), (1, 1), "{told}");

    let many: String = (0..60).map(|at| rule(&format!("x-{at}"), "concern = \"z\"")).collect();
    let (_, told) = with_rules(&folder, &many);
    assert_eq!(told.matches("is no concern").count(), 50);
    assert!(told.ends_with("error: and 10 more in the rule files\n"), "{told}");
}

#[test]
fn a_folder_without_rules_is_told() {
    let folder = folder("rule_folders");
    for name in ["empty", "notes"] {
        fs::create_dir(folder.join(name)).unwrap();
    }
    fs::write(folder.join("notes/readme.md"), "x").unwrap();
    fs::write(folder.join("p.yaml"), "name: x\n").unwrap();
    let deep: Vec<&str> = vec!["d"; 12];
    fs::create_dir_all(folder.join(deep.join("/"))).unwrap();
    let cases = [
        ("empty", "empty: there are no rule files (*.toml) in this folder\n"),
        ("notes", "notes: there are no rule files (*.toml) in this folder\n"),
        ("p.yaml", "p.yaml: rules are given as a folder of TOML files, and this is a file\n"),
        ("nowhere", "nowhere: there is no such folder\n"),
        ("d", "d/d/d/d/d/d/d/d/d/d: folders of rules are nested more than 8 deep\n"),
    ];
    for option in ["--rules", "--extra-rules"] {
        for (name, expected) in cases {
            let output = run(&folder, &["recommend", "p.yaml", option, name]);
            assert_eq!((output.status.code(), err(&output)), (Some(2), format!("error: {expected}")), "{option}");
        }
    }
}

#[test]
fn what_can_be_used_is_used() {
    let folder = folder("rules_used");
    assert_eq!(with_rules(&folder, &rule("x", "")), (Some(0), String::new()));
    assert_eq!(with_rules(&folder, &rule("x", "").replace('\n', "\r\n")), (Some(0), String::new()));
    let last = rule("x", "when = { fact = \"many\", is = \"c127\" }");
    assert_eq!(with_rules(&folder, &(fact("many", "choice", &choices(128)) + &last)), (Some(0), String::new()));
    // Facts that are asked only when each other are asked end in being asked or not, and not in a loop.
    let round = fact("aa", "flag", "applies = { fact = \"bb\", is = true }")
        + &fact("bb", "flag", "applies = { fact = \"aa\", is = true }")
        + &fact("cc", "flag", "applies = { fact = \"cc\", is = true }")
        + &rule("x", "when = { any = [{ fact = \"aa\", is = true }, { fact = \"cc\", is = true }] }");
    assert_eq!(with_rules(&folder, &round), (Some(0), String::new()));
}

#[test]
fn thousands_of_rules_load() {
    let folder = folder("rules_many");
    let when = |at: usize| format!("when = {{ fact = \"batch_size\", at_least = {} }}", at % 20 + 1);
    let many: String = (0..5000).map(|at| rule(&format!("x-{at}"), &when(at))).collect();
    assert_eq!(with_rules(&folder, &many), (Some(0), String::new()));
    let listed = out(&run(&folder, &["rules", "list", "--extra-rules", "extra"]));
    assert!(listed.contains("x-0") && listed.contains("x-4999"));
}
