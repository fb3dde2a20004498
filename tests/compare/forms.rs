//! The forms of a comparison: text, JSON, lines, CSV, Markdown; their order and what they escape.

use std::fs;

use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Value as Json, json};

use super::{THREE, err, folder, lines, out, run};

#[test]
fn json_is_a_list_in_the_order_of_the_input_even_of_one() {
    let folder = folder("json");
    let output = run(&folder, &["compare", "-", "--format", "json"], THREE);
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    let records: Vec<Json> = serde_json::from_str(&out(&output)).unwrap();
    let names: Vec<_> = records.iter().map(|record| record["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["kernels", "chat", "boosting"]);
    assert!(records[0]["reasons"].is_array() && records[0].get("unknowns").is_none(), "reasons are the usual depth");
    assert_eq!(lines(&run(&folder, &["compare", "-", "--format", "ndjson"], THREE)), records);

    let one = run(&folder, &["compare", "-", "--format", "json", "--explain", "full"], "{\"phase\": \"training\"}");
    let records: Vec<Json> = serde_json::from_str(&out(&one)).unwrap();
    assert!(records.len() == 1 && records[0]["unknowns"].is_array());
}

#[test]
fn the_answer_is_the_same_in_every_form_and_at_every_depth() {
    let folder = folder("same");
    let answer = |record: &Json| {
        let it = &record["recommendation"];
        (it["target"].clone(), it["verdict"].clone(), it["basis"].clone(), it["contenders"].clone())
    };
    let full = lines(&run(&folder, &["compare", "-", "--format", "ndjson", "--explain", "full"], THREE));
    let csv = out(&run(&folder, &["compare", "-", "--format", "csv"], THREE));
    for arguments in [&["--explain", "none"][..], &["--brief"], &["--explain", "none", "--brief"]] {
        let other = lines(&run(&folder, &[&["compare", "-", "--format", "ndjson"], arguments].concat(), THREE));
        assert_eq!(other.iter().map(answer).collect::<Vec<_>>(), full.iter().map(answer).collect::<Vec<_>>());
    }
    for (line, record) in csv.lines().skip(1).zip(&full) {
        let cells: Vec<&str> = line.split(',').collect();
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let (target, verdict, basis, _) = answer(record);
        assert_eq!(cells[2..5], [text(&target), text(&verdict), text(&basis)]);
    }
    let of_recommend = lines(&run(&folder, &["recommend", "-", "--format", "ndjson"], THREE));
    assert_eq!(of_recommend, full);
}

#[test]
fn brief_keeps_the_head() {
    let folder = folder("brief");
    let output = run(&folder, &["compare", "-", "--brief", "--format", "ndjson"], THREE);
    let record = &lines(&output)[1];
    let keys: Vec<_> = record.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["schema", "name", "source", "labels", "recommendation"]);
    assert_eq!(
        (&record["labels"], &record["source"]),
        (&json!({ "team": "search" }), &json!({ "path": "-", "line": 2 }))
    );
    assert!(!record["recommendation"]["summary"].as_str().unwrap().is_empty());
    let whole = out(&run(&folder, &["compare", "-", "--brief", "--format", "json"], THREE));
    assert_eq!(serde_json::from_str::<Vec<Json>>(&whole).unwrap(), lines(&output));
}

#[test]
fn a_record_that_cannot_be_read_has_its_row_in_every_form() {
    let folder = folder("errors");
    fs::write(folder.join("a.yaml"), "phase: training\n").unwrap();
    fs::write(folder.join("b.yaml"), "framwork: jax\n").unwrap();
    let arguments = ["compare", "a.yaml", "b.yaml", "nowhere.yaml"];
    let of = |format: &str| {
        let output = run(&folder, &[&arguments[..], &["--format", format]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{format}");
        assert_eq!(err(&output).matches("error: ").count(), 2, "{format}");
        out(&output)
    };
    let csv = of("csv");
    let ends: Vec<&str> = csv.lines().skip(1).map(|line| line.rsplit(',').next().unwrap()).collect();
    assert_eq!(ends, ["", "unknown-key: unknown key `framwork`", "unreadable-file: there is no such file"]);
    assert!(of("markdown").contains("| error: unknown key \\`framwork\\` |"));
    assert_eq!(of("text").lines().filter(|line| line.contains(" error")).count(), 2);
    let records: Vec<Json> = serde_json::from_str(&of("json")).unwrap();
    assert_eq!((&records[1]["recommendation"], &records[2]["source"]["path"]), (&Json::Null, &json!("nowhere.yaml")));
}

#[test]
fn the_columns_of_csv_begin_as_the_contract_says() {
    let folder = folder("csv");
    let output = run(&folder, &["compare", "-", "--format", "csv"], THREE);
    let text = out(&output);
    let head = text.lines().next().unwrap();
    assert!(head.starts_with("source,name,target,verdict,basis,runner_up,top_unknown,cautions,labels,"), "{head}");
    let row: Vec<&str> = text.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(row[..4], ["-:1", "kernels", "gpu", "decided"]);
    assert!(text.contains("\"{\"\"team\"\":\"\"search\"\"}\""), "{text}");
}

#[test]
fn hostile_names_are_shown_and_do_nothing() {
    let folder = folder("hostile");
    let names = [
        "=cmd|' /C calc'!A0",
        "a|b\\n| x",
        "two\\nlines, \\\"quoted\\\"",
        "\\u001b[31mred",
        "<script>",
        "+1",
        "\\u202eturned",
    ];
    let input: String =
        names.iter().map(|name| format!("{{\"name\": \"{name}\", \"phase\": \"training\"}}\n")).collect();
    let csv = out(&run(&folder, &["compare", "-", "--format", "csv", "--explain", "none"], &input));
    assert!(csv.contains(",'=cmd|' /C calc'!A0,") && csv.contains(",'+1,"), "{csv}");
    assert!(csv.contains(",\"two\nlines, \"\"quoted\"\"\","), "{csv}");
    let text = out(&run(&folder, &["compare", "-", "--explain", "none"], &input));
    assert_eq!(text.lines().count(), 1 + names.len() + 2, "{text}");
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");

    let markdown = out(&run(&folder, &["compare", "-", "--format", "markdown", "--explain", "none"], &input));
    let events: Vec<Event> = Parser::new_ext(&markdown, Options::ENABLE_TABLES).collect();
    let rows = events.iter().filter(|event| matches!(event, Event::Start(Tag::TableRow))).count();
    let html = events.iter().any(|event| matches!(event, Event::Html(_) | Event::InlineHtml(_)));
    let heads = events.iter().filter(|event| matches!(event, Event::Start(Tag::TableCell))).count();
    assert!(!html && rows == names.len() && heads % (rows + 1) == 0, "{markdown}");
}

#[test]
fn a_table_fits_and_its_widest_column_is_shortened_first() {
    let folder = folder("width");
    let long = "n".repeat(70);
    let input = format!(
        "{{\"name\": \"{long}\", \"phase\": \"training\"}}\n{{\"name\": \"漢字の長い名前のワークロードです漢字\", \"phase\": \"inference\"}}\n"
    );
    let text = out(&run(&folder, &["compare", "-"], &input));
    use unicode_width::UnicodeWidthStr;
    assert!(text.lines().all(|line| line.width() <= 80), "{text}");
    assert!(text.contains("nn… ") && !text.contains(&long), "{text}");
    let full = out(&run(&folder, &["compare", "-", "--full"], &input));
    assert!(full.contains(&long), "{full}");
}

#[test]
fn rows_are_sorted_and_errors_go_last() {
    let folder = folder("sorted");
    let input = format!("{{\"name\": \"a\", \"bad\": 1}}\n{THREE}");
    let names = |key: &str, format: &str| -> Vec<String> {
        let arguments = ["compare", "-", "--format", format, "--sort", key, "--explain", "none"];
        let output = run(&folder, &arguments, &input);
        assert_eq!(output.status.code(), Some(2));
        let text = out(&output);
        let records: Vec<Json> = match format {
            "json" => serde_json::from_str(&text).unwrap(),
            _ => lines(&output),
        };
        records.iter().map(|record| record["name"].as_str().unwrap_or("error").to_owned()).collect()
    };
    for format in ["json", "ndjson"] {
        assert_eq!(names("source", format), ["error", "kernels", "chat", "boosting"]);
        assert_eq!(names("name", format), ["boosting", "chat", "kernels", "error"]);
        assert_eq!(names("cost", format), ["chat", "kernels", "boosting", "error"]);
        assert_eq!(names("verdict", format)[0], "kernels");
    }
    let csv = out(&run(&folder, &["compare", "-", "--format", "csv", "--sort", "name"], THREE));
    let sources: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(sources, ["-:3", "-:2", "-:1"]);
}

#[test]
fn several_forms_can_be_had_at_once() {
    let folder = folder("several");
    let arguments = ["compare", "-", "--format", "text", "--format", "csv=a.csv", "--format", "json=a.json"];
    let output = run(&folder, &arguments, THREE);
    assert!(out(&output).starts_with("workload "), "{}", out(&output));
    assert_eq!(fs::read_to_string(folder.join("a.csv")).unwrap().lines().count(), 4);
    let records: Vec<Json> = serde_json::from_str(&fs::read_to_string(folder.join("a.json")).unwrap()).unwrap();
    assert_eq!(records.len(), 3);
}

#[test]
fn wrong_arguments_are_told() {
    let folder = folder("arguments");
    let cases: [(&[&str], &str); 4] = [
        (&["--format", "html"], "error: --format: there is no format `html` here\n"),
        (&["--summary", "--format", "csv"], "error: --summary: counts are no rows of a table in csv"),
        (&["--jobs", "0"], "error: invalid value '0' for '--jobs <N>'"),
        (&["--summary", "--brief"], "error: the argument '--summary' cannot be used with '--brief'"),
    ];
    for (arguments, expected) in cases {
        let output = run(&folder, &[&["compare", "-"], arguments].concat(), THREE);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err(&output).starts_with(expected), "{}", err(&output));
    }
}
