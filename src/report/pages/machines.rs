//! Pages on machines and slices, how slices are called, and the lists of chips and machines.

use super::documents::source_line;
use super::rules::place;
use super::{Line, Page, counted};
use crate::knowledge::{Chip, Figure, Knowledge, Machine, Slices, Text};
use crate::units;

/// Each machine and slice: its id and a line about it.
pub fn entries(knowledge: &Knowledge) -> Vec<(String, String)> {
    knowledge.machines.iter().map(|machine| (machine.id.to_string(), in_short(knowledge, machine))).collect()
}

/// `8 x v6e in gcp`, with what makes it one to be wary of.
fn in_short(knowledge: &Knowledge, machine: &Machine) -> String {
    let chip = &knowledge.chips[machine.chip];
    let mut text = format!("{} x {} in {}", machine.chips, chip.id, machine.offered_in);
    if let Some(status) = &machine.status {
        text += &format!(", {status}");
    }
    if machine.recalled {
        text += " (from memory)";
    }
    text
}

/// The page on a machine or slice.
pub fn machine(knowledge: &Knowledge, machine: &Machine) -> Page {
    let chip = &knowledge.chips[machine.chip];
    let what = if machine.topology.is_some() { "slice" } else { "machine" };
    let mut page = Page::new("machine", &machine.id, "");
    page.say(format!(
        "A {what} in {} with {} of chip `{}`.",
        machine.offered_in,
        counted(machine.chips as usize, "chip"),
        chip.id
    ));
    if let Some(status) = &machine.status {
        let because = machine.status_because.as_ref().map_or_else(String::new, |because| format!(": {because}"));
        page.say(format!("Status: {status}{because}."));
    }
    if let Some(slices) = knowledge.slices.iter().find(|it| it.chip == machine.chip).filter(|_| what == "slice") {
        page.say(counting(slices, machine.chips));
    }
    page.say(devices(chip, machine.chips));
    if machine.recalled {
        page.say("From memory, without a source: it is never proposed.");
    }
    page.section("Figures", figures(chip, machine));
    page.section("Notes", machine.note.iter().map(|note| Line::plain(note.as_ref())));
    page.section("Sources", machine.sources.iter().map(|source| source_line(knowledge, *source)));
    let standing = [Line::labelled("written in", place(&machine.file, machine.place))];
    let checked = chip.checked.iter().map(|checked| Line::labelled("checked", checked.as_ref()));
    page.section("Standing", standing.into_iter().chain(checked));
    page
}

fn figures(chip: &Chip, machine: &Machine) -> Vec<Line> {
    let mut lines = vec![Line::labelled("chips", machine.chips.to_string())];
    let mut add = |label: &str, text: Option<String>| lines.extend(text.map(|text| Line::labelled(label, text)));
    add("member", machine.variant.as_ref().map(ToString::to_string));
    add("shape", machine.topology.as_ref().map(ToString::to_string));
    add("machines", (machine.machines > 1).then(|| machine.machines.to_string()));
    let (low, high) = chip_memory(chip, machine).unwrap_or_default();
    let all = f64::from(machine.chips);
    let range = |factor: f64| units::format_range(low * factor, high * factor, units::format_number);
    add("memory of one chip", (high > 0.0).then(|| format!("{} GiB", range(1.0))));
    add("memory of all chips", (high > 0.0).then(|| format!("{} GiB", range(all))));
    add("processor threads", machine.vcpus.map(units::format_number));
    add("memory of the host", machine.memory.as_ref().map(ToString::to_string));
    add("network", machine.network_gbps.map(|rate| format!("{} Gbit/s", units::format_number(rate))));
    lines
}

/// GiB of one chip: as the machine reports it, else as the catalogue has it.
fn chip_memory(chip: &Chip, machine: &Machine) -> Option<(f64, f64)> {
    let reported = machine.chip_memory_gib.map(|memory| (memory, memory));
    reported.or_else(|| chip.member(machine.variant.as_deref()).figure("memory_gib"))
}

/// What the number in a slice's name counts.
fn counting(slices: &Slices, chips: u32) -> String {
    let prefix = slices.prefixes.first().map_or("", AsRef::as_ref);
    let number = chips.saturating_mul(slices.counted_per_chip);
    match slices.counted_per_chip {
        1 => format!("The number in the name counts chips: {prefix}-{number} is {}.", counted(chips as usize, "chip")),
        each => format!(
            "The number in the name counts cores, {each} to a chip: {prefix}-{number} is {}.",
            counted(chips as usize, "chip")
        ),
    }
}

/// How many devices a framework sees, and what memory each has.
fn devices(chip: &Chip, chips: u32) -> String {
    let Some(each) = chip.sourced("devices_per_chip").map(|figure| figure.high).filter(|each| *each > 1.0) else {
        let slices = chip.sourced("largest_slice").is_some();
        return if slices {
            format!("JAX sees {}, one for each chip.", counted(chips as usize, "device"))
        } else {
            String::new()
        };
    };
    let memory = chip.sourced("memory_gib").map_or_else(String::new, |memory| {
        let share = units::format_range(memory.low / each, memory.high / each, units::format_number);
        format!(" with {share} GiB")
    });
    format!(
        "JAX sees {}, {each} for each chip, each{memory}.",
        counted((f64::from(chips) * each) as usize, "device"),
        each = units::format_number(each)
    )
}

/// How slices of a chip are called.
pub fn naming(knowledge: &Knowledge, chip: &Chip) -> Vec<Line> {
    let own = knowledge.slices.iter().filter(|slices| knowledge.chips[slices.chip].id == chip.id);
    own.map(|slices| Line::plain(format!("{} {}", counting(slices, 4), devices(chip, 4)).trim_end().to_owned()))
        .collect()
}

/// The machines and slices with a chip, a line for each place.
pub fn holding(knowledge: &Knowledge, chip: &Chip) -> Vec<Line> {
    let mut places: Vec<(Text, Vec<String>)> = Vec::new();
    for machine in knowledge.machines.iter().filter(|machine| knowledge.chips[machine.chip].id == chip.id) {
        let name = machine.id.to_string();
        match places.iter_mut().find(|(place, _)| *place == machine.offered_in) {
            Some((_, names)) => names.push(name),
            None => places.push((machine.offered_in.clone(), vec![name])),
        }
    }
    places.into_iter().map(|(place, names)| Line::labelled(place.as_ref(), names.join(", "))).collect()
}

/// The page on a slice whose size is not listed, from its name alone (`v5p-24`).
pub fn slice_by_name(knowledge: &Knowledge, id: &str) -> Option<Page> {
    let (prefix, number) = id.rsplit_once('-')?;
    let number: u32 = number.parse().ok()?;
    let slices = knowledge
        .slices
        .iter()
        .find(|slices| slices.prefixes.iter().any(|known| known.eq_ignore_ascii_case(prefix)))?;
    let whole = number.checked_rem(slices.counted_per_chip)? == 0 && number > 0;
    let chips = number.checked_div(slices.counted_per_chip).filter(|_| whole)?;
    let listed = knowledge
        .machines
        .iter()
        .find(|machine| machine.chip == slices.chip && machine.chips == chips && machine.topology.is_some());
    if let Some(listed) = listed {
        return Some(machine(knowledge, listed));
    }
    let chip = &knowledge.chips[slices.chip];
    let mut page = Page::new("slice", id, "");
    page.say(format!("No slice of {} is listed for chip `{}`.", counted(chips as usize, "chip"), chip.id));
    page.say(counting(slices, chips));
    page.say(devices(chip, chips));
    page.section("Slices that are listed", holding(knowledge, chip));
    Some(page)
}

/// Which chips are wanted.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub place: Option<String>,
    pub target: Option<String>,
    /// GiB that one chip has at least, at its low end.
    pub memory_gib: Option<f64>,
}

/// A chip in the list of all.
#[derive(Clone, Debug)]
pub struct ChipRow {
    pub id: String,
    pub name: String,
    pub target: String,
    pub status: String,
    pub memory_gib: Option<Shown>,
    pub bandwidth_gb_s: Option<Shown>,
    /// In bf16, or in fp16 where there is no bf16.
    pub peak_tflops: Option<Shown>,
    pub places: Vec<String>,
}

/// A figure as it is shown in a list.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    pub low: f64,
    pub high: f64,
    pub recalled: bool,
}

/// A machine in the list of all.
#[derive(Clone, Debug)]
pub struct MachineRow {
    pub id: String,
    pub chip: String,
    pub chips: u32,
    pub place: String,
    pub memory_gib: Option<Shown>,
    pub status: String,
    pub recalled: bool,
}

impl Wanted {
    fn wants(&self, knowledge: &Knowledge, chip: &Chip) -> bool {
        let of_target = self.target.as_ref().is_none_or(|target| knowledge.target(chip.target).id == *target);
        let memory =
            || chip.figures.iter().find(|(name, _)| name == "memory_gib").map_or(0.0, |(_, memory)| memory.high);
        of_target && self.memory_gib.is_none_or(|least| memory() >= least)
    }
}

fn shown(figure: &Figure) -> Shown {
    Shown { low: figure.low, high: figure.high, recalled: figure.recalled }
}

/// The chips that are wanted, in the order of the catalogue.
pub fn chip_rows(knowledge: &Knowledge, wanted: &Wanted) -> Vec<ChipRow> {
    let in_place = |chip: &&Chip| wanted.place.as_ref().is_none_or(|place| chip.is_offered_in(place));
    let all = knowledge.chips.iter().filter(|chip| wanted.wants(knowledge, chip)).filter(in_place);
    all.map(|chip| {
        let figure = |name: &str| chip.figures.iter().find(|(id, _)| id == name).map(|(_, figure)| shown(figure));
        ChipRow {
            id: chip.id.to_string(),
            name: chip.name.to_string(),
            target: knowledge.target(chip.target).id.to_string(),
            status: chip.status.to_string(),
            memory_gib: figure("memory_gib"),
            bandwidth_gb_s: figure("bandwidth_gb_s"),
            peak_tflops: figure("peak_tflops.bf16").or_else(|| figure("peak_tflops.fp16")),
            places: chip.places.iter().map(ToString::to_string).collect(),
        }
    })
    .collect()
}

/// The machines and slices with wanted chips, in the order of the catalogue.
pub fn machine_rows(knowledge: &Knowledge, wanted: &Wanted) -> Vec<MachineRow> {
    let in_place = |machine: &&Machine| wanted.place.as_ref().is_none_or(|place| machine.offered_in == *place);
    let of_chip = |machine: &&Machine| wanted.wants(knowledge, &knowledge.chips[machine.chip]);
    let all = knowledge.machines.iter().filter(in_place).filter(of_chip);
    all.map(|machine| {
        let chip = &knowledge.chips[machine.chip];
        let chips = f64::from(machine.chips);
        let memory = chip_memory(chip, machine);
        MachineRow {
            id: machine.id.to_string(),
            chip: chip.id.to_string(),
            chips: machine.chips,
            place: machine.offered_in.to_string(),
            memory_gib: memory.map(|(low, high)| Shown { low: low * chips, high: high * chips, recalled: false }),
            status: machine.status.as_ref().unwrap_or(&chip.status).to_string(),
            recalled: machine.recalled,
        }
    })
    .collect()
}
