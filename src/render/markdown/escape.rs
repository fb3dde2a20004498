//! Texts that others wrote, as Markdown that shows them and does nothing else.

use crate::diag::is_plain;

/// Characters that may start markup anywhere in a line.
const MARKUP: &str = "\\`*_[]<>|~#$";

/// A text on one line in which nothing is markup: what it may not say is escaped, what cannot be seen is marked.
pub fn text(written: &str) -> String {
    let letters: Vec<char> = one_line(written).chars().collect();
    let digits = letters.iter().take_while(|letter| letter.is_ascii_digit()).count();
    let mut out = String::with_capacity(letters.len() + 8);
    for (index, &letter) in letters.iter().enumerate() {
        let next = letters.get(index + 1);
        let before = index.checked_sub(1).and_then(|index| letters.get(index));
        let within_word =
            || before.is_some_and(|it| it.is_alphanumeric()) && next.is_some_and(|it| it.is_alphanumeric());
        let escaped = match letter {
            '_' => !within_word(),
            '&' => next.is_some_and(|next| *next == '#' || next.is_ascii_alphanumeric()),
            // A list, or a line under a heading, where the text begins a line.
            '-' | '+' | '=' => index == 0,
            '.' | ')' => index > 0 && index == digits && next.is_none_or(|next| *next == ' '),
            letter => MARKUP.contains(letter),
        };
        if escaped {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// A text of the rules, in which what stands between backticks is code.
pub fn prose(written: &str) -> String {
    let parts: Vec<&str> = written.split('`').collect();
    // Without its partner a backtick stands for itself.
    if parts.len().is_multiple_of(2) {
        return text(written);
    }
    let parts = parts.iter().enumerate();
    let parts = parts.map(|(index, part)| if index % 2 == 1 { code(part) } else { spaced(part) });
    let joined = parts.collect::<String>();
    joined.trim().to_owned()
}

/// A part of a text, with the blanks at its ends that separate it from its neighbours.
fn spaced(part: &str) -> String {
    let blank = |at: Option<char>| if at.is_some_and(char::is_whitespace) { " " } else { "" };
    let inner = text(part);
    if inner.is_empty() {
        return blank(part.chars().next()).to_owned();
    }
    format!("{}{inner}{}", blank(part.chars().next()), blank(part.chars().last()))
}

/// A name or value as code; one that code cannot hold, as a table cannot hold its bars, as plain text.
pub fn code(written: &str) -> String {
    let line = one_line(written);
    match line.as_str() {
        "" => "none".to_owned(),
        line if line.contains(['`', '|', '\\']) => text(line),
        line => format!("`{line}`"),
    }
}

/// `fact: value` as code, as a profile and `--set` spell it.
pub fn stated(fact: &str, value: &str) -> String {
    let value = one_line(value);
    code(&format!("{fact}: {}", if value.is_empty() { "[]" } else { &value }))
}

/// A link to an address that can be one; else its text alone. The text is Markdown already.
pub fn link(shown: &str, address: Option<&str>) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~:/?#@!$&+,;=%".contains(letter);
    match address {
        Some(address) if address.starts_with("https://") || address.starts_with("http://") => {
            if address.chars().all(plain) {
                format!("[{shown}]({address})")
            } else {
                format!("{shown}, {}", text(address))
            }
        }
        Some(address) => format!("{shown}, {}", text(address)),
        None => shown.to_owned(),
    }
}

/// All white space as single blanks, and a mark for what has no shape or turns the direction of writing.
pub fn one_line(written: &str) -> String {
    let mut out = String::with_capacity(written.len());
    for word in written.split(|letter: char| letter.is_whitespace()).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().map(|letter| if is_plain(letter) { letter } else { char::REPLACEMENT_CHARACTER }));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_was_written_is_markup() {
        assert_eq!(text("a|b `c` <b>\n# d *e* snake_case _f_"), r"a\|b \`c\` \<b\> \# d \*e\* snake_case \_f\_");
        assert_eq!(text("- a - b"), r"\- a - b");
        assert_eq!(text("12. a 3. b"), r"12\. a 3. b");
        assert_eq!(text("AT&T &amp; &#35; & x"), r"AT\&T \&amp; \&#35; & x".replace("#", r"\#"));
        assert_eq!(text("\u{202e}a\u{0}"), "\u{fffd}a\u{fffd}");
        assert_eq!(text(" \t\n"), "");
    }

    #[test]
    fn code_is_code_where_it_can_be() {
        assert_eq!(code("a: b"), "`a: b`");
        assert_eq!(code("a|b"), r"a\|b");
        assert_eq!(code(" "), "none");
        assert_eq!(stated("cloud", ""), "`cloud: []`");
        assert_eq!(prose("Together `a: b` and `c` leave <none>."), r"Together `a: b` and `c` leave \<none\>.");
        assert_eq!(prose("one ` alone"), r"one \` alone");
    }

    #[test]
    fn a_link_leads_only_to_an_address() {
        assert_eq!(link("*a*", Some("https://a.org/b_c?d=1")), "[*a*](https://a.org/b_c?d=1)");
        assert_eq!(link("*a*", Some("https://a.org/) [x](y")), r"*a*, https://a.org/) \[x\](y");
        assert_eq!(link("*a*", Some("javascript:x")), "*a*, javascript:x");
        assert_eq!(link("*a*", None), "*a*");
    }
}
