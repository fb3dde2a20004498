//! How much of a matrix unit a product uses: each dimension is padded up to the next multiple of the unit's tile.

/// The tile of a matrix unit, in elements: rows of the left operand, the dimension that both share, columns of the right.
/// What each chip has stands in the catalogue.
///
/// A TPU has a systolic array of 128 x 128 (up to v5p) or 256 x 256 (from v6e on), and rows come in eights
/// (<https://jax-ml.github.io/scaling-book/tpus>). The tensor engine of Trainium and Inferentia2 keeps 128 x 128 of the
/// operand that stays; the one that moves through it is not padded
/// (<https://github.com/aws-neuron/aws-neuron-sdk/blob/81ce03a/nki/guides/architecture/trainium_inferentia2_arch.rst>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    pub rows: u64,
    pub shared: u64,
    pub columns: u64,
}

/// A share of the matrix unit, between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub low: f64,
    pub high: f64,
}

/// How much of its padded length a dimension fills. A dimension or a tile of nothing fills nothing.
fn filled(dimension: u64, tile: u64) -> f64 {
    match dimension.checked_next_multiple_of(tile) {
        Some(padded) if padded > 0 => dimension as f64 / padded as f64,
        _ => 0.0,
    }
}

/// The share of the unit's work that is not padding, for a product of rows x shared by shared x columns (own arithmetic:
/// the product over the dimensions of length through padded length).
pub fn utilisation(rows: u64, shared: u64, columns: u64, tile: Tile) -> f64 {
    filled(rows, tile.rows) * filled(shared, tile.shared) * filled(columns, tile.columns)
}

/// The same where only the smallest dimension is known: at best it alone is padded, along the axis where that costs
/// least; at worst all three are as small.
pub fn utilisation_of_smallest(dimension: u64, tile: Tile) -> Share {
    let along = |side: u64| filled(dimension, side);
    Share {
        low: utilisation(dimension, dimension, dimension, tile),
        high: along(tile.rows).max(along(tile.shared)).max(along(tile.columns)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Share, Tile, utilisation, utilisation_of_smallest};

    fn tpu(side: u64) -> Tile {
        Tile { rows: 8, shared: side, columns: side }
    }

    const NEURON: Tile = Tile { rows: 128, shared: 128, columns: 1 };

    #[test]
    fn reproduces_the_worked_examples() {
        let gpu = Tile { rows: 128, shared: 64, columns: 128 };
        for (shape, on_128, on_256, on_gpu) in [
            ((8, 64, 64), 25.0, 6.2, 3.1),
            ((32, 100, 100), 61.0, 15.3, 15.3),
            ((128, 128, 128), 100.0, 25.0, 100.0),
            ((128, 192, 192), 56.2, 56.2, 75.0),
            ((256, 256, 256), 100.0, 100.0, 100.0),
            ((256, 300, 1000), 76.3, 57.2, 91.6),
            ((512, 768, 3072), 100.0, 100.0, 100.0),
            ((1024, 4096, 14336), 100.0, 100.0, 100.0),
            ((7, 4096, 4096), 87.5, 87.5, 5.5),
        ] {
            let (rows, shared, columns) = shape;
            for (tile, percent) in [(tpu(128), on_128), (tpu(256), on_256), (gpu, on_gpu)] {
                let used = 100.0 * utilisation(rows, shared, columns, tile);
                assert!((used - percent).abs() < 0.06, "{shape:?} on {tile:?}: {used}");
            }
        }
    }

    #[test]
    fn a_neuron_core_does_not_pad_what_moves() {
        assert_eq!(utilisation(128, 128, 1, NEURON), 1.0);
        assert_eq!(utilisation(64, 128, 512, NEURON), 0.5);
    }

    #[test]
    fn nothing_fills_nothing() {
        assert_eq!(utilisation(0, 128, 128, tpu(128)), 0.0);
        assert_eq!(utilisation(8, 8, 8, Tile { rows: 0, shared: 0, columns: 0 }), 0.0);
        assert_eq!(utilisation(u64::MAX, 128, 128, tpu(128)), 0.0);
    }

    #[test]
    fn shares_are_shares_and_whole_tiles_are_full() {
        for side in [128, 256] {
            for dimension in 1..1200 {
                let share = utilisation_of_smallest(dimension, tpu(side));
                assert!(0.0 < share.low && share.low <= share.high && share.high <= 1.0);
                if dimension % side == 0 {
                    assert_eq!(share, Share { low: 1.0, high: 1.0 });
                }
            }
        }
    }

    #[test]
    fn a_larger_array_never_uses_more_of_itself() {
        for dimension in 1..1200 {
            let (small, large) = (tpu(128), tpu(256));
            let used = |tile| utilisation(dimension, dimension, dimension, tile);
            assert!(used(large) <= used(small));
        }
    }
}
