//! How much a file may hold before it is refused by name.

/// The limits that hold while a text is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// What a record is, for the messages.
    pub one: &'static str,
    /// Bytes of one record: a document of a YAML stream, an item of a JSON array, a line of NDJSON, else the file.
    pub record_bytes: usize,
    /// Lists and tables inside each other.
    pub depth: usize,
    pub list_items: usize,
    /// Bytes of a whole file; lines of NDJSON have no limit together.
    pub file_bytes: usize,
    pub records: usize,
    /// Values of one record, keys not counted. A record within its bytes may still hold a million `0`s,
    /// each of which costs fifty times the memory of its text.
    pub values: usize,
}

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

impl Default for Limits {
    /// What holds for profiles.
    fn default() -> Self {
        Self {
            one: "one workload",
            record_bytes: MIB,
            depth: 64,
            list_items: 10_000,
            file_bytes: 16 * MIB,
            records: 100_000,
            values: 200_000,
        }
    }
}

impl Limits {
    /// What holds for rule files: one large table each.
    pub fn rules() -> Self {
        Self { one: "one rule file", record_bytes: 4 * MIB, file_bytes: 4 * MIB, records: 64, ..Self::default() }
    }
}

/// A number of bytes for a message, in the unit that the limits are given in.
pub(super) fn spell(bytes: usize) -> String {
    match bytes {
        bytes if bytes >= MIB && bytes.is_multiple_of(MIB) => format!("{} MiB", bytes / MIB),
        bytes if bytes >= MIB => format!("{:.1} MiB", bytes as f64 / MIB as f64),
        bytes if bytes >= KIB => format!("{:.1} KiB", bytes as f64 / KIB as f64),
        bytes => format!("{bytes} bytes"),
    }
}
