//! Lines that fit a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A text in lines of at most so many columns, broken between words.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&cut(word, width));
        }
        lines.push(line);
    }
    lines
}

/// One line of at most so many columns; what is cut off is marked.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut columns = 0;
    for letter in text.chars() {
        columns += letter.width().unwrap_or(0);
        if columns >= width {
            break;
        }
        out.push(letter);
    }
    out.push('…');
    out
}

#[cfg(test)]
mod tests {
    use super::{cut, wrapped};

    #[test]
    fn lines_fit_and_lose_no_word() {
        let text = "How many different input shapes does a run meet?";
        let lines = wrapped(text, 20);
        assert!(lines.iter().all(|line| line.len() <= 20), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(cut("abcd", 4), "abcd");
    }
}
