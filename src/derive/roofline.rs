//! What bounds a computation on a chip: its arithmetic, its memory, or the links to other chips.
//!
//! "How To Scale Your Model": rooflines, <https://jax-ml.github.io/scaling-book/roofline>.

use super::memory::Range;
use crate::knowledge::Member;

/// The arithmetic intensity, in operations a byte, from which a chip computes at its peak: peak over bandwidth.
///
/// `peak` in operations a second, `bandwidth` in bytes a second. The lowest ridge belongs to the lowest peak and the
/// highest bandwidth.
pub fn ridge(peak: Range, bandwidth: Range) -> Range {
    Range { low: peak.low / bandwidth.high, high: peak.high / bandwidth.low }
}

/// The ridge point of a chip in a precision, where the catalogue has sourced figures for both.
pub fn ridge_of(member: &Member, precision: &str) -> Option<Range> {
    Some(ridge(peak_of(member, precision)?, bandwidth_of(member)?))
}

/// Operations a second at the peak in a precision.
pub fn peak_of(member: &Member, precision: &str) -> Option<Range> {
    let (low, high) = member.figure(&format!("peak_tflops.{precision}"))?;
    Some(Range::new(low, high).scale(1e12))
}

/// Bytes a second between the chip and its memory.
pub fn bandwidth_of(member: &Member) -> Option<Range> {
    let (low, high) = member.figure("bandwidth_gb_s")?;
    Some(Range::new(low, high).scale(1e9))
}
