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

/// What holds a computation back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// The arithmetic units.
    Compute,
    /// Moving operands between the chip and its memory.
    MemoryBandwidth,
    /// Moving operands between chips.
    Interconnect,
}

/// Every bound with its name.
pub const BOUNDS: [(Bound, &str); 3] =
    [(Bound::Compute, "compute"), (Bound::MemoryBandwidth, "memory_bandwidth"), (Bound::Interconnect, "interconnect")];

impl Bound {
    pub fn id(self) -> &'static str {
        BOUNDS.iter().find(|(bound, _)| *bound == self).map_or("", |(_, id)| id)
    }
}

/// Seconds that each resource is busy for one step, were it alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Busy {
    pub compute: f64,
    pub memory: f64,
    pub interconnect: f64,
}

impl Busy {
    /// The longest of the three: no step is shorter, and with everything overlapped none is longer.
    pub fn best(&self) -> f64 {
        self.compute.max(self.memory).max(self.interconnect)
    }

    /// What moving operands takes, were there no arithmetic.
    pub fn moving(&self) -> f64 {
        self.memory.max(self.interconnect)
    }

    /// What takes longest; of equals the first.
    pub fn bound(&self) -> Bound {
        if self.compute >= self.memory && self.compute >= self.interconnect {
            Bound::Compute
        } else if self.memory >= self.interconnect {
            Bound::MemoryBandwidth
        } else {
            Bound::Interconnect
        }
    }
}

/// Operations a byte of a matrix product whose operands and result each cross the memory once, with `bytes` a value:
/// `2rsc / bytes(rs + sc + rc)`. With few rows it is about `2 rows / bytes`.
pub fn matmul_intensity(bytes: f64, rows: f64, shared: f64, columns: f64) -> f64 {
    let moved = bytes * (rows * shared + shared * columns + rows * columns);
    if moved > 0.0 { 2.0 * rows * shared * columns / moved } else { 0.0 }
}
