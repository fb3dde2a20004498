//! What many workloads come to.

use serde_json::{Value as Json, json};

use super::{THREE, err, folder, lines, many, out, run};

fn summary(input: &str, arguments: &[&str]) -> Json {
    let output =
        run(&folder("summary"), &[&["compare", "-", "--summary", "--format", "json"], arguments].concat(), input);
    serde_json::from_str(&out(&output)).unwrap()
}

#[test]
fn the_summary_counts_what_the_rows_say() {
    let input = format!("{THREE}{{\"framwork\": 1}}\n");
    let sum = summary(&input, &[]);
    let output = run(&folder("counted"), &["compare", "-", "--format", "ndjson", "--explain", "full"], &input);
    let rows: Vec<Json> = lines(&output);
    assert_eq!(
        (&sum["schema"], &sum["workloads"], &sum["unreadable"]),
        (&json!("chipwise/comparison/1"), &json!(3), &json!(1))
    );
    for answers in sum["answers"].as_array().unwrap() {
        let own = rows.iter().filter(|row| row["recommendation"].is_object());
        let own: Vec<_> = own.filter(|row| row["recommendation"]["target"] == answers["target"]).collect();
        assert_eq!(answers["workloads"], json!(own.len()));
        for (verdict, count) in answers["verdicts"].as_object().unwrap() {
            let same = own.iter().filter(|row| row["recommendation"]["verdict"] == *verdict).count();
            assert_eq!(*count, json!(same));
        }
    }
    let with = |fact: &Json| -> (usize, usize) {
        let lists = rows.iter().filter_map(|row| row["unknowns"].as_array());
        let lists: Vec<_> = lists.filter(|list| list.iter().any(|unknown| unknown["fact"] == *fact)).collect();
        (lists.len(), lists.iter().filter(|list| list.len() == 1).count())
    };
    let open = sum["unknowns"]["most"].as_array().unwrap();
    assert!(!open.is_empty());
    for fact in open {
        assert_eq!(
            (&fact["could_change"], &fact["settles"]),
            (&json!(with(&fact["fact"]).0), &json!(with(&fact["fact"]).1))
        );
    }
    let flips: usize = rows.iter().filter_map(|row| row["flips"].as_array()).map(Vec::len).sum();
    let counted: u64 =
        sum["flips"]["most"].as_array().unwrap().iter().map(|it| it["workloads"].as_u64().unwrap()).sum();
    assert_eq!(counted, flips as u64);
}

#[test]
fn money_is_summed_by_currency_and_never_converted() {
    let costs = summary(THREE, &["--explain", "none"])["cost_per_month"].clone();
    let sums: Vec<_> =
        costs.as_array().unwrap().iter().map(|it| (&it["currency"], &it["total"], &it["workloads"])).collect();
    assert_eq!(sums, [(&json!("EUR"), &json!(7.0), &json!(1)), (&json!("USD"), &json!(350.5), &json!(2))]);
    assert_eq!(costs[1]["not_decided"], json!(250.5));
    let set = summary(THREE, &["--explain", "none", "--set", "current_cost_per_month=5 CHF"]);
    assert_eq!(set["cost_per_month"][0]["total"], json!(15.0));
}

#[test]
fn less_is_asked_where_less_is_wanted() {
    let none = summary(THREE, &["--explain", "none"]);
    assert_eq!((&none["cautions"], &none["flips"], &none["unknowns"]), (&Json::Null, &Json::Null, &Json::Null));
    let reasons = summary(THREE, &["--explain", "reasons"]);
    assert!(reasons["cautions"].is_object() && reasons["flips"].is_null());
}

#[test]
fn the_text_tells_counts_and_the_markdown_the_same() {
    let folder = folder("summary_text");
    let text = out(&run(&folder, &["compare", "-", "--summary"], THREE));
    assert!(
        text.starts_with("3 workloads\n\nanswers\n") && text.contains("350.5 USD a month today, of the 2 workloads"),
        "{text}"
    );
    let markdown = out(&run(&folder, &["compare", "-", "--summary", "--format", "markdown"], THREE));
    assert!(markdown.contains("**answers**\n\n- "), "{markdown}");
}

#[test]
fn the_summary_is_the_same_for_any_number_of_threads() {
    let folder = folder("summary_threads");
    let input = many(300, Some(50));
    let of = |jobs: &str| {
        let arguments = ["compare", "-", "--summary", "--format", "json", "--explain", "reasons", "--jobs", jobs];
        let output = run(&folder, &arguments, &input);
        (out(&output), err(&output), output.status.code())
    };
    assert_eq!(of("1"), of("3"));
}
