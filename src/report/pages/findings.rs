//! Pages on what `check` finds.

use super::{Line, Page};
use crate::check::Declared;

/// The page on a kind of finding.
pub fn finding(declared: &Declared) -> Page {
    let mut page = Page::new("finding", declared.id, "");
    page.say(crate::diag::sentence(declared.title));
    page.say(declared.about);
    let accept = match declared.waivable {
        true => format!("with `{}` or what it is about as an `id`, a reason and an end date", declared.id),
        false => "no; it has to be mended".to_owned(),
    };
    page.section(
        "In `check`",
        [Line::labelled("severity", declared.severity.id()), Line::labelled("can be accepted", accept)],
    );
    page
}
