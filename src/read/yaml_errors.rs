//! The YAML parser's complaints in words for people who do not know its grammar.

use granit_parser::{ErrorKind, ScanError};

use super::assembly::too_deep;
use super::limits::Limits;
use crate::diag::{Diagnostic, Place};

/// A complaint of the parser as a diagnostic. `text` is what the parser was given.
pub fn syntax_error(error: &ScanError, text: &str, place: Place, limits: &Limits) -> Diagnostic {
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return too_deep(limits, place);
    }
    if let Some(tab) = tab_in_indentation(error, text, place) {
        let message = "a tab stands in the indentation; YAML takes spaces there and nothing else";
        return Diagnostic::error("tab-indentation", message).at(tab);
    }
    Diagnostic::error("yaml-syntax", in_plain_words(error.kind())).at(place)
}

/// Where the tab stands, if the complaint is about one at the beginning of a line. The parser may only complain of
/// what the tab has led to, or at the end of the line before.
fn tab_in_indentation(error: &ScanError, text: &str, place: Place) -> Option<Place> {
    let mut lines = text.split('\n').skip(error.marker().line().saturating_sub(1));
    let tab_of = |line: Option<&str>, number: u32| {
        let column = line?.chars().take_while(|letter| letter.is_whitespace()).position(|letter| letter == '\t')?;
        Some(Place { line: number, column: u32::try_from(column).ok()?.saturating_add(1) })
    };
    let here = tab_of(lines.next(), place.line);
    let below = || tab_of(lines.next(), place.line.saturating_add(1));
    match error.kind() {
        ErrorKind::TabInPlainScalar => here.or_else(below),
        kind if is_about_tabs(kind) => here.or(Some(place)),
        _ => here,
    }
}

fn is_about_tabs(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabAtBlockScalarStart
    )
}

fn in_plain_words(kind: &ErrorKind) -> String {
    let words = match kind {
        ErrorKind::UnclosedQuotedScalar | ErrorKind::DocumentIndicatorInQuotedScalar => {
            "the quote that opens here is never closed"
        }
        ErrorKind::UnclosedFlowCollection { open } => return format!("the `{open}` that opens here is never closed"),
        ErrorKind::UnexpectedEofFlowSequence => "the file ends before a `[` is closed",
        ErrorKind::UnexpectedEofFlowMapping | ErrorKind::UnexpectedEofImplicitFlowMapping => {
            "the file ends before a `{` is closed"
        }
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => {
            return format!("`{close}` closes what `{open}` has opened");
        }
        ErrorKind::MisplacedFlowCollectionEnd => "a bracket is closed that was not opened",
        ErrorKind::ExpectedFlowSequenceSeparator => "a `,` or `]` is missing before this",
        ErrorKind::ExpectedFlowMappingSeparator => "a `,` or `}` is missing before this",
        ErrorKind::MappingValueNotAllowed | ErrorKind::InvalidColonPlacement => {
            "a second `: ` in one value; put the value in quotes, or the key on a line of its own"
        }
        ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => {
            "a key without its colon: write `key: value`, with a space after the colon"
        }
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::InvalidIndentation => {
            "this line is not indented like those it belongs to"
        }
        ErrorKind::ExpectedBlockSequenceEntry => "an item of this list must begin with `- ` in the same column",
        ErrorKind::BlockSequenceEntryNotAllowed => "a `- ` is not possible here; begin the list on the next line",
        ErrorKind::ExpectedDocumentStart => {
            "this belongs to nothing before it; is a line above indented or quoted wrongly?"
        }
        ErrorKind::UnknownAnchor => "this repeats a name that nothing before it carries (`&name`)",
        ErrorKind::UnexpectedCharacter { character: '@' | '`' } => "a value that begins with this sign needs quotes",
        ErrorKind::UnexpectedCharacter { character: '%' } => "a value that begins with `%` needs quotes",
        ErrorKind::UnknownQuotedScalarEscape => {
            "after `\\` in double quotes only certain letters are possible; use single quotes"
        }
        ErrorKind::InvalidTrailingSingleQuotedScalar | ErrorKind::InvalidTrailingDoubleQuotedScalar => {
            "something follows the closing quote"
        }
        ErrorKind::TabInPlainScalar => "a tab within a value; use spaces, or put the value in quotes",
        ErrorKind::UndeclaredTagHandle => "a value that begins with `!` needs quotes",
        ErrorKind::MissingAnchorOrAliasName => "a value that begins with `*` or `&` needs quotes",
        kind => return format!("not valid YAML: {kind}"),
    };
    words.to_owned()
}
