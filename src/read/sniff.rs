//! Which format a text is in: by the extension of its file, or by its first lines.

/// A format that profiles and rules are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Yaml,
    Json,
    Toml,
    /// One JSON value a line.
    Ndjson,
}

impl Format {
    pub const ALL: [Self; 4] = [Self::Yaml, Self::Json, Self::Toml, Self::Ndjson];

    /// The name for `--input-format`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Yaml => "yaml",
            Self::Json => "json",
            Self::Toml => "toml",
            Self::Ndjson => "ndjson",
        }
    }

    /// The file extensions of the format, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Yaml => &["yaml", "yml"],
            Self::Json => &["json"],
            Self::Toml => &["toml"],
            Self::Ndjson => &["ndjson", "jsonl"],
        }
    }

    /// The format of a file with this extension, in any letter case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let extension = extension.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.extensions().contains(&extension.as_str()))
    }

    /// The format that the beginning of a text looks like. YAML when nothing speaks for another.
    pub fn sniff(beginning: &[u8]) -> Self {
        let beginning = beginning.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(beginning);
        let beginning = &beginning[..beginning.len().min(SNIFFED)];
        let text = String::from_utf8_lossy(beginning);
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let Some(first) = lines.next() else { return Self::Yaml };
        let second = lines.next().unwrap_or_default();
        let after = first.trim_start_matches(['{', '[']).trim_start();
        if first.starts_with('{') && (after.is_empty() || after.starts_with(['"', '}'])) {
            // A line that is broken off is still one of many where the next begins anew.
            let goes_on = first.ends_with(['{', '[', ',', ':']);
            return if second.starts_with('{') && !goes_on { Self::Ndjson } else { Self::Json };
        }
        if is_table_header(first) || is_assignment(first) {
            return Self::Toml;
        }
        if first.starts_with('[') { Self::Json } else { Self::Yaml }
    }
}

/// As much as is looked at.
const SNIFFED: usize = 64 * 1024;

/// `[serving]` or `[[prices]]`: a list of one bare word is nothing that anybody writes in JSON.
fn is_table_header(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim();
    let inside = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inside = inside.map(|rest| rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(rest));
    inside.is_some_and(|inside| is_bare_key(inside) && !inside.starts_with(|first: char| first.is_ascii_digit()))
}

/// `framework = …`
fn is_assignment(line: &str) -> bool {
    line.split_once('=').is_some_and(|(key, _)| is_bare_key(key.trim()))
}

fn is_bare_key(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_known_by_its_extension() {
        assert_eq!(Format::of_extension("YML"), Some(Format::Yaml));
        assert_eq!(Format::of_extension("jsonl"), Some(Format::Ndjson));
        assert_eq!(Format::of_extension("md"), None);
    }

    #[test]
    fn a_format_is_known_by_its_first_lines() {
        let cases = [
            ("name: x\n", Format::Yaml),
            ("# note\n---\nname: x\n", Format::Yaml),
            ("- name: x\n", Format::Yaml),
            ("{name: x}\n", Format::Yaml),
            ("", Format::Yaml),
            ("note: a = b\n", Format::Yaml),
            ("{\"name\": \"x\"}", Format::Json),
            ("\u{feff}{\n  \"name\": 1\n}", Format::Json),
            ("[\n{\"a\": 1}]", Format::Json),
            ("[{\"a\": 1}]", Format::Json),
            ("[]", Format::Json),
            ("{\"a\": 1}\n{\"a\": 2}\n", Format::Ndjson),
            ("{\"a\": 1}\n\n{\"a\": 2}\n", Format::Ndjson),
            ("{\"a\": 1\n{\"a\": 2}\n", Format::Ndjson),
            ("{\"a\": [\n{\"b\": 2}]}\n", Format::Json),
            ("name = \"x\"\n", Format::Toml),
            ("# note\n[model]\nparams = \"7B\"\n", Format::Toml),
            ("[[prices]] # mine\n", Format::Toml),
        ];
        for (text, format) in cases {
            assert_eq!(Format::sniff(text.as_bytes()), format, "{text:?}");
        }
    }
}
