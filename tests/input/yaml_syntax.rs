//! YAML that is none: the first slip of each document, told in plain words where it stands.

use super::{all_refused, err, folder, judged, out, refused, run};

#[test]
fn a_slip_is_shown_in_its_line() {
    let cases = [
        (
            "name: x\ncloud: [gcp aws\nphase: training\n",
            "
            error: p.yaml:3:6: a second `: ` in one value; put the value in quotes, or the key on a line of its own; the `[` of line 2 is still open
              3 | phase: training
                |      ^",
        ),
        (
            "model:\n\tparams: 7B",
            "
            error: p.yaml:2:1: a tab stands in the indentation; YAML takes spaces there and nothing else
              2 |  params: 7B
                | ^",
        ),
        (
            "name: x\nphase: training\nname: y",
            "
            error: p.yaml:3:1: the key `name` stands here a second time; the first is in line 1
              3 | name: y
                | ^",
        ),
        (
            "name: 'x",
            "
            error: p.yaml:1:7: the quote that opens here is never closed
              1 | name: 'x
                |       ^",
        ),
        (
            "name: @x",
            "
            error: p.yaml:1:7: a value that begins with this sign needs quotes
              1 | name: @x
                |       ^",
        ),
        (
            "name: *nobody",
            "
            error: p.yaml:1:7: this repeats a name that nothing before it carries (`&name`)
              1 | name: *nobody
                |       ^",
        ),
        (
            "labels: &l {a: *l}",
            "
            error: p.yaml:1:16: this repeats what it stands in itself
              1 | labels: &l {a: *l}
                |                ^",
        ),
        (
            "name: !python/object x",
            "
            error: p.yaml:1:7: `!python/object` is a tag that is not understood here; leave it out
              1 | name: !python/object x
                |       ^
              allowed: !!str, !!int, !!float, !!bool, !!null, !!map, !!seq",
        ),
        (
            "[a]: 1",
            "
            error: p.yaml:1:1: a key must be a plain text, not a list
              1 | [a]: 1
                | ^",
        ),
    ];
    all_refused("yaml_slips", "p.yaml", &cases);
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_make_no_difference() {
    let folder = folder("bom_crlf");
    assert_eq!(judged(&folder, "p.yaml", b"\xEF\xBB\xBFname: x\r\nphase: training\r\n"), "");
    assert_eq!(
        refused(&folder, "p.yaml", b"\xEF\xBB\xBFphase: x\r\nframework: jxa\r\n"),
        "error: p.yaml:1:8: `x` is no value of `phase`\n  allowed: training, fine_tuning, inference, other_compute\n\
         error: p.yaml:2:12: `jxa` is no value of `framework`\n  did you mean `jax`?\n  allowed: pytorch, jax, tensorflow, keras, onnx, other, none\n"
    );
    assert_eq!(
        refused(&folder, "p.yaml", b"\xEF\xBB\xBFphaze: training\r\n"),
        "error: p.yaml:1:1: unknown key `phaze`\n  1 | phaze: training\n    | ^\n  did you mean `phase`?\n"
    );
}

#[test]
fn anchors_aliases_and_merges_are_understood() {
    let folder = folder("aliases");
    let text = "labels: &l {team: a}\nmodel: &m {params: 7B}\ntraining: {<<: {chips: 8}}\n";
    assert_eq!(judged(&folder, "p.yaml", text.as_bytes()), "");
}

#[test]
fn a_broken_document_leaves_the_others_judged() {
    let folder = folder("stream");
    std::fs::write(folder.join("p.yaml"), "name: first\n---\nname: [\n---\nname: third\nphaze: x\n---\nname: last\n")
        .unwrap();
    let output = run(&folder, &["recommend", "p.yaml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("first · p.yaml") && out(&output).contains("last · p.yaml"), "{}", out(&output));
    assert!(!out(&output).contains("third"));
    let told = err(&output);
    assert!(told.starts_with("error: p.yaml:3:7: the `[` that opens here is never closed\n  3 | name: [\n"), "{told}");
    assert!(told.contains("error: p.yaml:6:1: unknown key `phaze`\n"), "{told}");
}
