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

/// Whether a letter stands for itself. What turns the direction of writing or is not seen would make
/// a message say something else.
pub fn is_plain(letter: char) -> bool {
    let turns =
        matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    // Of no width, or the end of a line for some readers.
    let hides = matches!(letter, '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{2028}' | '\u{2029}');
    !letter.is_control() && !turns && !hides
}

/// A message as a sentence: with a capital letter, unless it begins with a name in quotes, and a full stop.
pub fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let end = if message.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::{sentence, shown};

    #[test]
    fn a_message_becomes_a_sentence() {
        assert_eq!(sentence("unknown key `a`"), "Unknown key `a`.");
        assert_eq!(sentence("`a` is no value"), "`a` is no value.");
        assert_eq!(sentence(""), ".");
    }

    #[test]
    fn what_is_quoted_is_short_and_harmless() {
        assert_eq!(shown("batch_größe"), "batch_größe");
        assert_eq!(shown("a\u{1b}[31m\nb\u{202e}"), "a\\u{1b}[31m\\nb\\u{202e}");
        for letter in "\u{200b}\u{200e}\u{2028}\u{2029}\u{202a}\u{2066}\u{2069}\u{feff}".chars() {
            assert_eq!(shown(&letter.to_string()), letter.escape_default().to_string());
        }
        assert_eq!(shown(&"x".repeat(5000)).chars().count(), 81);
    }
}
