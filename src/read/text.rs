//! From bytes to text with places: what is no text is refused before any format looks at it.

use super::limits::{Limits, spell};
use crate::diag::{Diagnostic, Place};

/// The text of a file that is small enough, without its byte-order mark.
pub fn decode(bytes: &[u8], most: usize) -> Result<&str, Diagnostic> {
    if bytes.len() > most {
        let message = format!("the file has {}; at most {} are read", spell(bytes.len()), spell(most));
        return Err(Diagnostic::error("file-too-large", message));
    }
    if matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
        return Err(Diagnostic::error("not-utf8", "the text is in UTF-16; save it as UTF-8").at(FIRST));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let control = bytes.iter().position(|&byte| is_control(byte));
    match (std::str::from_utf8(bytes), control) {
        (Err(error), control) if control.is_none_or(|at| error.valid_up_to() < at) => {
            let at = error.valid_up_to();
            let byte = bytes.get(at).copied().unwrap_or_default();
            let message = format!("the byte 0x{byte:02X} is not UTF-8; save the file as UTF-8");
            Err(Diagnostic::error("not-utf8", message).at(place_in(bytes, at)))
        }
        (_, Some(at)) => {
            let message = format!("this is not a text file: it holds the control character 0x{:02X}", bytes[at]);
            Err(Diagnostic::error("not-text", message).at(place_in(bytes, at)))
        }
        (Ok(text), None) => Ok(text),
        (Err(_), None) => Err(Diagnostic::error("not-utf8", "the text is not UTF-8")),
    }
}

/// Refuses a record that is too long; `line` is where it begins.
pub fn check_record(length: usize, line: u32, limits: &Limits) -> Result<(), Diagnostic> {
    if length <= limits.record_bytes {
        return Ok(());
    }
    let message = format!("{} has {}; at most {} are read", limits.one, spell(length), spell(limits.record_bytes));
    Err(Diagnostic::error("record-too-large", message).at(Place { line, column: 1 }))
}

/// That nothing is written where at least one record belongs.
pub fn nothing_written() -> Diagnostic {
    Diagnostic::error("empty-file", "nothing is written here but blanks and comments").at(FIRST)
}

const FIRST: Place = Place { line: 1, column: 1 };

/// Whether a byte is a control character that no text has. Tabs and line ends are left to the formats.
fn is_control(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')
}

/// The place of a byte in what need not be UTF-8 throughout.
fn place_in(bytes: &[u8], at: usize) -> Place {
    let before = &bytes[..at.min(bytes.len())];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let lines = before.iter().filter(|&&byte| byte == b'\n').count();
    Place { line: number(lines + 1), column: number(characters(&before[start..]) + 1) }
}

/// Characters in UTF-8: every byte but those that continue one.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The places of a text by byte offset, in a time that does not grow with the length of its lines.
pub struct Places<'a> {
    text: &'a [u8],
    first_line: u32,
    /// Where each line begins.
    starts: Vec<usize>,
    /// The characters before each block of bytes; nothing where every character is one byte.
    counted: Vec<usize>,
}

/// Bytes counted anew for one place.
const BLOCK: usize = 256;

impl<'a> Places<'a> {
    /// `first_line` is the number of the text's first line, for a text cut out of a larger one.
    pub fn new(text: &'a str, first_line: u32) -> Self {
        let text = text.as_bytes();
        let after = text.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(after).collect();
        let counted = if text.is_ascii() { Vec::new() } else { count_blocks(text) };
        Self { text, first_line, starts, counted }
    }

    /// The place of the byte at an offset.
    pub fn at(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        Place {
            line: self.first_line.saturating_add(number(line)),
            column: number(self.characters_before(offset).saturating_sub(self.characters_before(start)) + 1),
        }
    }

    fn characters_before(&self, offset: usize) -> usize {
        if self.counted.is_empty() {
            return offset;
        }
        // An offset at the very end may lie behind the last block.
        let block = (offset / BLOCK).min(self.counted.len().saturating_sub(1));
        self.counted.get(block).copied().unwrap_or(0) + characters(&self.text[(block * BLOCK).min(offset)..offset])
    }
}

fn count_blocks(text: &[u8]) -> Vec<usize> {
    let mut total = 0;
    let count = |block| {
        let before = total;
        total += characters(block);
        before
    };
    text.chunks(BLOCK).map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_refused_at_its_first_bad_byte() {
        let refused = |bytes: &[u8]| decode(bytes, 1000).map_err(|error| (error.code, error.place)).unwrap_err();
        let at = |line, column| Some(Place { line, column });
        assert_eq!(refused(b"a: 1\nb: \xFF\n"), ("not-utf8", at(2, 4)));
        assert_eq!(refused("é: \0".as_bytes()), ("not-text", at(1, 4)));
        assert_eq!(refused(b"GIF\x01\xFF"), ("not-text", at(1, 4)));
        assert_eq!(refused(b"\xFF\xFEa\0"), ("not-utf8", at(1, 1)));
        assert_eq!(refused(b"cut \xC3"), ("not-utf8", at(1, 5)));
        assert_eq!(refused(&[b'a'; 1001]), ("file-too-large", None));
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        assert_eq!(decode(b"\xEF\xBB\xBFname: x\r\n", 1000), Ok("name: x\r\n"));
    }

    #[test]
    fn columns_count_characters_on_lines_of_any_length() {
        let long = "ä".repeat(1000);
        let text = format!("a\n{long}b\r\nc");
        let places = Places::new(&text, 1);
        assert_eq!(places.at(0), Place { line: 1, column: 1 });
        assert_eq!(places.at(2 + 2000), Place { line: 2, column: 1001 });
        assert_eq!(places.at(text.len() - 1), Place { line: 3, column: 1 });
        assert_eq!(places.at(usize::MAX), Place { line: 3, column: 2 });
        assert_eq!(Places::new("", 7).at(0), Place { line: 7, column: 1 });
    }
}
