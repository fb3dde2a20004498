//! A decimal number cut off the front of a text, kept digit by digit so that `1.1M` is exactly 1,100,000.

use super::UnitError;

/// A non-negative decimal number: its digits without leading zeros, times a power of ten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: String,
    exponent: i32,
}

/// What kind of quantity is wanted, for the messages.
pub(super) struct Wanted {
    /// With its article: `a count`.
    pub name: &'static str,
    pub examples: &'static [&'static str],
}

impl Wanted {
    pub(super) fn refuse(&self, message: String) -> UnitError {
        UnitError::new(message, self.examples)
    }
}

/// Longer texts are no quantity; comparing and quoting them would only cost time.
const LONGEST: usize = 64;

impl Decimal {
    /// The number at the front of a text, and what follows it, both without surrounding space.
    pub(super) fn split<'a>(text: &'a str, wanted: &Wanted) -> Result<(Self, &'a str), UnitError> {
        let text = text.trim();
        refuse_traps(text, wanted)?;
        let digits = |from: usize| from + text[from..].bytes().take_while(u8::is_ascii_digit).count();
        let whole = digits(0);
        if whole == 0 {
            return Err(wanted.refuse(format!("`{text}` is not {}: it must begin with a digit", wanted.name)));
        }
        let mut end = whole;
        let mut fraction = "";
        if text[end..].starts_with('.') {
            end = digits(whole + 1);
            fraction = &text[whole + 1..end];
            if fraction.is_empty() {
                return Err(wanted.refuse(format!("`{text}`: digits are missing after the point")));
            }
        }
        let (exponent, end) = exponent_at(text, end, wanted)?;
        let all = format!("{}{fraction}", &text[..whole]);
        let decimal = Self {
            digits: all.trim_start_matches('0').to_owned(),
            exponent: exponent.saturating_sub(i32::try_from(fraction.len()).unwrap_or(i32::MAX)),
        };
        Ok((decimal, text[end..].trim()))
    }

    /// The number times a power of ten, exactly.
    pub(super) fn scaled(mut self, power: i32) -> Self {
        self.exponent = self.exponent.saturating_add(power);
        self
    }

    /// Whether nothing is left behind the point.
    pub(super) fn is_whole(&self) -> bool {
        let zeros = self.digits.len() - self.digits.trim_end_matches('0').len();
        self.digits.is_empty() || self.exponent >= 0 || zeros >= self.exponent.unsigned_abs() as usize
    }

    /// The nearest floating-point number; infinite when it is out of range.
    pub(super) fn value(&self) -> f64 {
        if self.digits.is_empty() {
            return 0.0;
        }
        format!("{}e{}", self.digits, self.exponent).parse().unwrap_or(f64::INFINITY)
    }
}

/// A power of ten as in `1e9`, and where it ends. An `e` without digits is left to the unit.
fn exponent_at(text: &str, start: usize, wanted: &Wanted) -> Result<(i32, usize), UnitError> {
    let rest = &text[start..];
    let Some(after) = rest.strip_prefix(['e', 'E']) else { return Ok((0, start)) };
    let unsigned = after.strip_prefix(['+', '-']).unwrap_or(after);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return Ok((0, start));
    }
    let end = start + rest.len() - unsigned.len() + digits;
    match text[start + 1..end].parse::<i32>() {
        Ok(exponent) if exponent.abs() <= 400 => Ok((exponent, end)),
        _ => Err(wanted.refuse(format!("`{text}` is out of range"))),
    }
}

/// Refuses what is no plain number, or what another program would read as another number.
fn refuse_traps(text: &str, wanted: &Wanted) -> Result<(), UnitError> {
    let name = wanted.name;
    if text.is_empty() {
        return Err(wanted.refuse(format!("nothing is written where {name} belongs")));
    }
    if text.len() > LONGEST {
        let start: String = text.chars().take(24).collect();
        return Err(wanted.refuse(format!("`{start}…` is too long to be {name}")));
    }
    let bare = text.trim_start_matches(['+', '-', '.']).to_ascii_lowercase();
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let digits_only: String = text.chars().filter(|letter| !matches!(letter, ',' | '_' | '\'')).collect();
    let second = text.as_bytes().get(1);
    let reason = if ["nan", "inf", "infinity"].contains(&bare.as_str()) {
        format!("`{text}` is not a number; write `unknown` when it is not known")
    } else if text.starts_with(['-', '−']) {
        format!("`{text}` is negative; {name} is not")
    } else if text.starts_with('+') {
        format!("`{text}`: leave out the plus sign")
    } else if text.starts_with('.') {
        format!("`{text}`: write a zero before the point, `0{text}`")
    } else if looks_like_date(text) {
        format!("`{text}` is a date where {name} belongs")
    } else if text.contains('_') {
        format!("`{text}`: programs disagree on underscores in numbers; write `{digits_only}`")
    } else if text.contains(',') {
        format!("`{text}`: a comma may mean thousands or a fraction; write `{digits_only}`, or a point for a fraction")
    } else if text
        .split_once(':')
        .is_some_and(|(left, right)| is_digits(left) && right.starts_with(|c: char| c.is_ascii_digit()))
    {
        format!("`{text}`: a colon makes it a time of day, or a number of base 60; write {name}")
    } else if text.starts_with('0') && second.is_some_and(|byte| matches!(byte, b'x' | b'X' | b'o' | b'O')) {
        format!("`{text}`: write the number in decimal")
    } else if text.starts_with('0') && second.is_some_and(u8::is_ascii_digit) {
        let plain = text.trim_start_matches('0');
        let plain =
            if plain.starts_with(|c: char| c.is_ascii_digit()) { plain.to_owned() } else { format!("0{plain}") };
        format!("`{text}`: some programs read a leading zero as octal; write `{plain}`")
    } else {
        return Ok(());
    };
    Err(wanted.refuse(reason))
}

/// Whether a text begins like `2026-11-30`.
pub(super) fn looks_like_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['T', ' ']).next().unwrap_or(text).split('-').collect();
    let digits = |part: &str, longest: usize| {
        (1..=longest).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    matches!(parts[..], [year, month, day] if year.len() == 4 && digits(year, 4) && digits(month, 2) && digits(day, 2))
}
