//! The lists of chips and of machines: as a table, as JSON, as CSV.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde_json::{Value as Json, json};

use crate::report::pages::{ChipRow, MachineRow, Shown};
use crate::units;

/// What marks a figure without a source.
const RECALLED: &str = "~";

fn short(figure: Option<&Shown>) -> String {
    figure.map_or_else(
        || "-".to_owned(),
        |figure| {
            let mark = if figure.recalled { RECALLED } else { "" };
            let (low, high) = (units::format_number(figure.low), units::format_number(figure.high));
            if low == high { format!("{mark}{low}") } else { format!("{mark}{low}-{high}") }
        },
    )
}

/// Columns that are numbers are set to the right.
fn table(head: &[&str], right: &[usize], rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(head.to_vec());
    for row in rows {
        table.add_row(row);
    }
    for column in right {
        if let Some(column) = table.column_mut(*column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn ending(count: usize, what: &str, any_recalled: bool) -> String {
    let plural = if count == 1 { "" } else { "s" };
    let note = if any_recalled {
        format!("; {RECALLED} from memory, without a source: decides nothing")
    } else {
        String::new()
    };
    format!("\n{count} {what}{plural}{note}\n")
}

/// The chips as a table.
pub fn chips_text(rows: &[ChipRow]) -> String {
    let cells = |row: &ChipRow| {
        vec![
            row.id.clone(),
            row.target.clone(),
            short(row.memory_gib.as_ref()),
            short(row.bandwidth_gb_s.as_ref()),
            short(row.peak_tflops.as_ref()),
            row.status.clone(),
            row.places.iter().filter(|place| !place.contains('_')).cloned().collect::<Vec<_>>().join(" "),
        ]
    };
    let head = ["chip", "target", "GiB", "GB/s", "TFLOP/s", "status", "clouds"];
    let all = || rows.iter().flat_map(|row| [&row.memory_gib, &row.bandwidth_gb_s, &row.peak_tflops]).flatten();
    table(&head, &[2, 3, 4], rows.iter().map(cells).collect())
        + &ending(rows.len(), "chip", all().any(|figure| figure.recalled))
        + "memory, its bandwidth and the dense 16-bit peak of one chip; `chipwise chips ID`\ntells all of one, with sources; `--machines` lists machines and slices\n"
}

/// The machines as a table.
pub fn machines_text(rows: &[MachineRow]) -> String {
    let cells = |row: &MachineRow| {
        let mark = if row.recalled { RECALLED } else { "" };
        vec![
            format!("{mark}{}", row.id),
            row.place.clone(),
            row.chips.to_string(),
            row.chip.clone(),
            short(row.memory_gib.as_ref()),
            row.status.clone(),
        ]
    };
    let head = ["machine", "place", "chips", "chip", "GiB", "status"];
    table(&head, &[2, 4], rows.iter().map(cells).collect())
        + &ending(rows.len(), "machine", rows.iter().any(|row| row.recalled))
        + "GiB of all chips together; the name of a slice counts chips or cores, see\n`chipwise chips ID`\n"
}

fn range(figure: Option<&Shown>) -> Json {
    figure.map_or(Json::Null, |it| json!({ "low": it.low, "high": it.high, "recalled": it.recalled }))
}

/// The chips as one JSON object.
pub fn chips_json(rows: &[ChipRow]) -> Json {
    let row = |row: &ChipRow| {
        json!({
            "id": row.id, "name": row.name, "target": row.target, "status": row.status, "places": row.places,
            "memory_gib": range(row.memory_gib.as_ref()),
            "bandwidth_gb_s": range(row.bandwidth_gb_s.as_ref()),
            "peak_tflops": range(row.peak_tflops.as_ref()),
        })
    };
    json!({ "schema": "chipwise/chips/1", "chips": rows.iter().map(row).collect::<Vec<_>>() })
}

/// The machines as one JSON object.
pub fn machines_json(rows: &[MachineRow]) -> Json {
    let row = |row: &MachineRow| {
        json!({
            "id": row.id, "chip": row.chip, "chips": row.chips, "place": row.place, "status": row.status,
            "recalled": row.recalled, "memory_gib": range(row.memory_gib.as_ref()),
        })
    };
    json!({ "schema": "chipwise/chips/1", "machines": rows.iter().map(row).collect::<Vec<_>>() })
}

/// The chips as CSV, a column for each end of a figure.
pub fn chips_csv(rows: &[ChipRow]) -> String {
    let head = "id,name,target,status,memory_gib_low,memory_gib_high,bandwidth_gb_s_low,bandwidth_gb_s_high,\
                peak_tflops_low,peak_tflops_high,recalled,places\n";
    let lines = rows.iter().map(|row| {
        let figures = [row.memory_gib, row.bandwidth_gb_s, row.peak_tflops];
        let named = ["memory_gib", "bandwidth_gb_s", "peak_tflops"].iter().zip(&figures);
        let recalled = named.filter(|(_, figure)| figure.is_some_and(|it| it.recalled)).map(|(name, _)| *name);
        let recalled: Vec<&str> = recalled.collect();
        let mut cells = vec![row.id.clone(), row.name.clone(), row.target.clone(), row.status.clone()];
        cells.extend(figures.iter().flat_map(ends));
        cells.extend([recalled.join(";"), row.places.join(";")]);
        line(&cells)
    });
    head.to_owned() + &lines.collect::<String>()
}

/// The machines as CSV.
pub fn machines_csv(rows: &[MachineRow]) -> String {
    let lines = rows.iter().map(|row| {
        let mut cells = vec![row.id.clone(), row.place.clone(), row.chip.clone(), row.chips.to_string()];
        cells.extend(ends(&row.memory_gib));
        cells.extend([row.status.clone(), row.recalled.to_string()]);
        line(&cells)
    });
    "id,place,chip,chips,memory_gib_low,memory_gib_high,status,recalled\n".to_owned() + &lines.collect::<String>()
}

fn ends(figure: &Option<Shown>) -> [String; 2] {
    figure.map_or_else(Default::default, |it| [it.low.to_string(), it.high.to_string()])
}

/// A line of CSV (RFC 4180, with a bare line feed): a cell is quoted where it must be.
fn line(cells: &[String]) -> String {
    let quoted = cells.iter().map(|cell| {
        if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.clone() }
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}
