//! A user's text as a message quotes it: short, on one line, without what a terminal would obey.

/// Characters that a message quotes of a text; the longest dotted name of a fact is a third of it.
const LONGEST: usize = 80;

/// The beginning of a text, with control characters written out.
pub fn shown(text: &str) -> String {
    let mut out = String::new();
    for (index, letter) in text.chars().enumerate() {
        if index == LONGEST {
            out.push('…');
            break;
        }
        if is_plain(letter) { out.push(letter) } else { out.extend(letter.escape_default()) }
    }
    out
}

/// Whether a letter stands for itself. What turns the direction of writing would make a message say something else.
pub fn is_plain(letter: char) -> bool {
    let turns =
        matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    !letter.is_control() && !turns
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn what_is_quoted_is_short_and_harmless() {
        assert_eq!(shown("batch_größe"), "batch_größe");
        assert_eq!(shown("a\u{1b}[31m\nb\u{202e}"), "a\\u{1b}[31m\\nb\\u{202e}");
        assert_eq!(shown(&"x".repeat(5000)).chars().count(), 81);
    }
}
