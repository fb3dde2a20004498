//! Names of facts that are read or filled outside the formulas.

/// The list of prices, to which price lists are added.
pub const PRICES: &str = "prices";

/// What a workload costs in a month today.
pub const COST_PER_MONTH: &str = "current_cost_per_month";
