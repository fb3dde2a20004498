//! How changes look, whatever is written in the profiles.

use super::{JAX, write};
use crate::{err, folder, out, run};

#[test]
fn the_text_and_the_comment_tell_the_same() {
    let folder = folder("base-look");
    write(&folder, "old/a.yaml", JAX);
    write(&folder, "old/gone.yaml", "phase: training\ndomain: classical_ml\n");
    write(&folder, "new/a.yaml", &JAX.replace("[gcp]", "[azure]"));
    write(
        &folder,
        "new/new.yaml",
        "phase: training\ncustom_ops: [cuda]\ncustom_ops_in_main_loop: true\ncustom_ops_replaceable: false\n",
    );
    let of = |format: &str| {
        let output =
            run(&folder, &["compare", "new", "--base", "old", "--format", format, "--as-of", "2026-12-01"], "");
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
        out(&output)
    };
    insta::assert_snapshot!("base_text", of("text"));
    insta::assert_snapshot!("base_markdown", of("markdown"));
}

#[test]
fn hostile_names_and_values_stay_texts() {
    let folder = folder("base-hostile");
    let name = "</summary><script>alert(1)</script> | @org/team `x` \\u001b[2J #12";
    write(
        &folder,
        "old/a.json",
        &format!("{{\"name\": \"{name}\", \"phase\": \"training\", \"framework\": \"jax\", \"cloud\": [\"gcp\"]}}"),
    );
    write(
        &folder,
        "new/a.json",
        &format!(
            "{{\"name\": \"{name}\", \"phase\": \"training\", \"framework\": \"jax\", \"cloud\": [\"azure\"], \"libraries\": [\"x`|<b>@me\"]}}"
        ),
    );
    let markdown = out(&run(&folder, &["compare", "new", "--base", "old", "--format", "markdown"], ""));
    for forbidden in ["<script>a", "</summary><", " <b>", "@org", "@me", "\u{1b}", " #12"] {
        assert!(!markdown.contains(forbidden), "{forbidden}: {markdown}");
    }
    let row = markdown.lines().nth(4).unwrap();
    assert_eq!(row.replace("\\|", "").matches('|').count(), 5, "{row}");
    let parsed = pulldown_cmark::Parser::new_ext(&markdown, pulldown_cmark::Options::ENABLE_TABLES);
    let html: Vec<String> = parsed
        .filter_map(|event| match event {
            pulldown_cmark::Event::Html(html) | pulldown_cmark::Event::InlineHtml(html) => Some(html.to_string()),
            _ => None,
        })
        .filter(|html| html != "<!-- -->")
        .collect();
    let tags = html.concat().matches('<').count();
    assert_eq!(
        html.iter().filter(|it| it.starts_with("<details><summary>") || it.starts_with("</details>")).count(),
        2,
        "{html:?}"
    );
    assert_eq!(tags, 4 + html.concat().matches("<!-- -->").count(), "{html:?}");
    let text = out(&run(&folder, &["compare", "new", "--base", "old"], ""));
    assert!(!text.contains('\u{1b}'), "{text}");
}

#[test]
fn a_comment_is_never_longer_than_a_host_takes() {
    let folder = folder("base-long");
    let line = |at: usize, cloud: &str| {
        format!(
            "{{\"name\": \"a-job-with-a-long-name-that-says-what-it-is-and-whose-and-where-it-runs-{at}\", \"phase\": \"training\", \"framework\": \"jax\", \"cloud\": [\"{cloud}\"]}}\n"
        )
    };
    write(&folder, "old/all.ndjson", &(0..600).map(|at| line(at, "gcp")).collect::<String>());
    write(&folder, "new/all.ndjson", &(0..600).map(|at| line(at, "azure")).collect::<String>());
    let markdown = out(&run(&folder, &["compare", "new", "--base", "old", "--format", "markdown"], ""));
    assert!(markdown.len() < 65_000, "{}", markdown.len());
    assert!(markdown.contains("and 500 more, which `--format json` lists"));
    assert!(markdown.contains("are left out here"));
}
