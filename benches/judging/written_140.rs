//! 140 made rules as somebody would write them by hand. Written by `made.rs`; see `main.rs`.

use super::by_hand::{Outcome, Record, Tally};

#[rustfmt::skip]
#[allow(unused_parens, clippy::all)]
pub fn judge(record: &Record) -> Outcome {
    let mut tally = Tally::default();
    if (!(record.flags[0] == Some(true)) && !(record.lists[1].is_some_and(|list| list & 2 != 0))) {
        tally.raise(0, 1, 1, 2.0);
    }
    if record.numbers[2].is_some_and(|number| number < 19.0) && !(record.numbers[3].is_some_and(|number| number < 33.0)) {
        tally.raise(3, 0, 1, 1.0);
    }
    if record.flags[5] == Some(true) {
        tally.raise(2, 6, 0, 2.0);
    }
    if (record.numbers[0].is_some_and(|number| number >= 37.0) || (record.lists[2].is_some_and(|list| list & 4 != 0) || record.flags[4] == Some(true) || record.lists[0].is_some_and(|list| list & 8 != 0)) || (record.lists[3].is_some_and(|list| list & 1 != 0) && record.flags[2] == Some(true) && record.numbers[2].is_some_and(|number| number < 38.0))) {
        tally.out[1] = true;
    }
    if !((record.numbers[2].is_some_and(|number| number < 21.0) || matches!(record.choices[3], Some(2 | 3 | 5)) || record.flags[3] == Some(true))) {
        tally.raise(2, 3, 0, 1.0);
    }
    if record.numbers[2].is_some_and(|number| number < 38.0) {
        tally.raise(2, 1, 1, 4.0);
    }
    if ((record.lists[5].is_some_and(|list| list & 16 != 0) && matches!(record.choices[0], Some(0 | 1 | 2)) && record.lists[1].is_some_and(|list| list & 4 != 0)) && (matches!(record.choices[10], Some(0)) && matches!(record.choices[1], Some(3)))) {
        tally.raise(1, 0, 0, 2.0);
    }
    if !((record.numbers[2].is_some_and(|number| number >= 36.0) && record.numbers[5].is_some_and(|number| number >= 30.0))) && !(record.lists[0].is_some_and(|list| list & 1 != 0)) {
        tally.raise(2, 3, 1, 2.0);
    }
    if (record.lists[5].is_some_and(|list| list & 2 != 0) && (record.numbers[2].is_some_and(|number| number < 26.0) || record.numbers[2].is_some_and(|number| number >= 24.0)) && matches!(record.choices[5], Some(0))) && !(matches!(record.choices[2], Some(1 | 3))) {
        tally.raise(2, 2, 0, 1.0);
    }
    if ((record.lists[3].is_some_and(|list| list & 1 != 0) && record.flags[6] == Some(false) && matches!(record.choices[1], Some(0))) && (record.flags[6] == Some(true) || record.flags[4] == Some(true) || record.numbers[9].is_some_and(|number| number >= 6.0))) {
        tally.raise(0, 0, 0, 2.0);
    }
    if matches!(record.choices[3], Some(2 | 3)) {
        tally.raise(0, 0, 1, 4.0);
    }
    if (!(record.lists[5].is_some_and(|list| list & 2 != 0)) && (record.lists[5].is_some_and(|list| list & 4 != 0) || matches!(record.choices[1], Some(3 | 4)))) {
        tally.raise(3, 0, 1, 1.0);
    }
    if matches!(record.choices[1], Some(0 | 5)) && !(record.flags[4] == Some(true)) {
        tally.raise(1, 2, 1, 2.0);
    }
    if record.numbers[0].is_some_and(|number| number < 27.0) {
        tally.raise(3, 2, 0, 4.0);
    }
    if ((record.numbers[3].is_some_and(|number| number < 38.0) || matches!(record.choices[2], Some(1 | 3))) || !(record.flags[0] == Some(true)) || !(matches!(record.choices[7], Some(3)))) {
        tally.raise(2, 0, 1, 1.0);
    }
    if ((matches!(record.choices[2], Some(4)) && record.numbers[8].is_some_and(|number| number >= 22.0)) && (record.flags[7] == Some(true) || matches!(record.choices[10], Some(0 | 4)) || record.lists[4].is_some_and(|list| list & 8 != 0)) && (record.lists[3].is_some_and(|list| list & 16 != 0) && record.lists[3].is_some_and(|list| list & 1 != 0) && record.lists[2].is_some_and(|list| list & 32 != 0))) && !(matches!(record.choices[0], Some(1 | 4))) {
        tally.raise(1, 5, 0, 2.0);
    }
    if ((record.flags[9] == Some(true) && record.lists[4].is_some_and(|list| list & 4 != 0)) && (record.lists[3].is_some_and(|list| list & 2 != 0) || record.lists[0].is_some_and(|list| list & 16 != 0)) && (record.numbers[4].is_some_and(|number| number >= 34.0) && record.numbers[4].is_some_and(|number| number < 3.0))) {
        tally.raise(0, 7, 1, 4.0);
    }
    if record.flags[4] == Some(false) {
        tally.raise(3, 6, 0, 2.0);
    }
    if (matches!(record.choices[8], Some(0 | 3 | 4)) && (record.flags[6] == Some(true) && matches!(record.choices[5], Some(0 | 3 | 5)) && record.lists[2].is_some_and(|list| list & 32 != 0)) && !(matches!(record.choices[4], Some(0)))) {
        tally.raise(0, 1, 0, 2.0);
    }
    if (record.flags[7] == Some(true) || (record.lists[3].is_some_and(|list| list & 16 != 0) || record.flags[10] == Some(false) || record.flags[1] == Some(false))) {
        tally.raise(1, 7, 1, 4.0);
    }
    if ((record.numbers[5].is_some_and(|number| number < 25.0) && matches!(record.choices[6], Some(0))) && matches!(record.choices[7], Some(5))) {
        tally.raise(3, 2, 0, 4.0);
    }
    if matches!(record.choices[2], Some(1 | 4)) {
        tally.raise(3, 7, 0, 4.0);
    }
    if ((record.lists[5].is_some_and(|list| list & 1 != 0) && record.lists[2].is_some_and(|list| list & 8 != 0) && record.flags[3] == Some(true)) && (record.flags[1] == Some(false) && matches!(record.choices[4], Some(4))) && matches!(record.choices[5], Some(2 | 5))) {
        tally.raise(2, 1, 1, 2.0);
    }
    if ((record.numbers[1].is_some_and(|number| number >= 38.0) && matches!(record.choices[9], Some(1 | 2)) && matches!(record.choices[4], Some(4 | 5))) && (record.numbers[9].is_some_and(|number| number < 4.0) || record.lists[0].is_some_and(|list| list & 2 != 0)) && (matches!(record.choices[9], Some(2 | 4)) && matches!(record.choices[11], Some(1)))) {
        tally.raise(0, 4, 1, 4.0);
    }
    if record.lists[5].is_some_and(|list| list & 4 != 0) {
        tally.raise(3, 0, 0, 4.0);
    }
    if ((record.flags[4] == Some(true) && record.numbers[9].is_some_and(|number| number < 25.0) && record.lists[4].is_some_and(|list| list & 1 != 0)) || (record.flags[1] == Some(true) && record.numbers[0].is_some_and(|number| number < 34.0)) || record.numbers[6].is_some_and(|number| number >= 11.0)) {
        tally.raise(2, 1, 0, 4.0);
    }
    if matches!(record.choices[6], Some(0 | 3)) {
        tally.raise(3, 2, 0, 4.0);
    }
    if (record.lists[4].is_some_and(|list| list & 4 != 0) && (record.flags[1] == Some(false) && record.numbers[5].is_some_and(|number| number < 30.0) && matches!(record.choices[11], Some(1 | 3))) && (matches!(record.choices[1], Some(1 | 3)) || record.flags[1] == Some(true))) {
        tally.raise(0, 4, 0, 4.0);
    }
    if ((record.flags[6] == Some(true) && record.lists[5].is_some_and(|list| list & 32 != 0) && record.flags[5] == Some(true)) && record.flags[5] == Some(false)) {
        tally.out[2] = true;
    }
    if ((record.flags[11] == Some(true) || record.numbers[9].is_some_and(|number| number >= 16.0)) && (record.flags[10] == Some(false) || matches!(record.choices[2], Some(0 | 3 | 4))) && record.numbers[6].is_some_and(|number| number < 38.0)) {
        tally.raise(3, 3, 0, 2.0);
    }
    if (record.lists[3].is_some_and(|list| list & 32 != 0) && (record.flags[0] == Some(true) && matches!(record.choices[7], Some(4)) && record.lists[2].is_some_and(|list| list & 32 != 0)) && (matches!(record.choices[9], Some(1)) && record.lists[3].is_some_and(|list| list & 32 != 0))) {
        tally.raise(1, 5, 1, 1.0);
    }
    if ((record.flags[7] == Some(true) && record.numbers[8].is_some_and(|number| number < 7.0)) && (record.lists[3].is_some_and(|list| list & 16 != 0) && record.lists[3].is_some_and(|list| list & 32 != 0) && record.numbers[6].is_some_and(|number| number >= 5.0)) && (record.flags[11] == Some(true) && record.lists[1].is_some_and(|list| list & 1 != 0) && record.numbers[0].is_some_and(|number| number < 35.0))) {
        tally.raise(2, 1, 0, 2.0);
    }
    if ((record.flags[8] == Some(true) || record.flags[6] == Some(true) || record.numbers[7].is_some_and(|number| number >= 17.0)) && (matches!(record.choices[10], Some(0 | 2 | 4)) || record.numbers[5].is_some_and(|number| number >= 12.0) || matches!(record.choices[3], Some(1)))) {
        tally.raise(3, 0, 1, 4.0);
    }
    if (record.lists[0].is_some_and(|list| list & 8 != 0) || !(record.flags[10] == Some(true)) || (matches!(record.choices[0], Some(1 | 3)) && record.numbers[6].is_some_and(|number| number >= 33.0) && matches!(record.choices[6], Some(0 | 5)))) {
        tally.raise(2, 2, 0, 1.0);
    }
    if (record.flags[3] == Some(true) || (record.numbers[7].is_some_and(|number| number < 26.0) && record.lists[0].is_some_and(|list| list & 1 != 0) && record.numbers[1].is_some_and(|number| number < 33.0))) {
        tally.raise(2, 3, 1, 4.0);
    }
    if !((matches!(record.choices[0], Some(4)) && record.lists[0].is_some_and(|list| list & 8 != 0))) {
        tally.raise(2, 6, 0, 4.0);
    }
    if !((record.flags[5] == Some(true) || record.lists[2].is_some_and(|list| list & 4 != 0))) {
        tally.raise(0, 1, 1, 2.0);
    }
    if (record.flags[3] == Some(false) || record.numbers[3].is_some_and(|number| number >= 29.0) || record.lists[0].is_some_and(|list| list & 32 != 0)) {
        tally.raise(1, 3, 0, 4.0);
    }
    if ((matches!(record.choices[0], Some(1 | 3)) && record.numbers[8].is_some_and(|number| number >= 35.0) && record.numbers[8].is_some_and(|number| number >= 7.0)) || record.flags[3] == Some(true) || (record.flags[6] == Some(true) && record.lists[2].is_some_and(|list| list & 16 != 0) && record.flags[9] == Some(true))) {
        tally.raise(0, 6, 1, 1.0);
    }
    if record.numbers[7].is_some_and(|number| number >= 17.0) {
        tally.raise(0, 4, 1, 2.0);
    }
    if (record.lists[4].is_some_and(|list| list & 1 != 0) || (record.lists[4].is_some_and(|list| list & 8 != 0) && record.flags[7] == Some(true) && matches!(record.choices[1], Some(1 | 2 | 3))) || !(matches!(record.choices[2], Some(0 | 2 | 3)))) {
        tally.raise(3, 2, 1, 2.0);
    }
    if (record.numbers[7].is_some_and(|number| number < 30.0) && record.flags[7] == Some(true) && !(record.flags[7] == Some(false))) {
        tally.raise(2, 1, 0, 2.0);
    }
    if ((record.numbers[5].is_some_and(|number| number < 3.0) && record.numbers[1].is_some_and(|number| number < 3.0)) && (record.flags[7] == Some(false) && record.lists[5].is_some_and(|list| list & 1 != 0)) && record.lists[1].is_some_and(|list| list & 4 != 0)) {
        tally.out[3] = true;
    }
    if record.flags[2] == Some(true) {
        tally.raise(3, 5, 1, 2.0);
    }
    if ((record.flags[11] == Some(false) || record.numbers[2].is_some_and(|number| number >= 30.0) || record.numbers[0].is_some_and(|number| number < 16.0)) && (record.numbers[3].is_some_and(|number| number < 18.0) && record.lists[3].is_some_and(|list| list & 16 != 0))) {
        tally.raise(3, 1, 0, 2.0);
    }
    if record.flags[8] == Some(true) {
        tally.raise(3, 1, 0, 1.0);
    }
    if record.lists[5].is_some_and(|list| list & 16 != 0) {
        tally.raise(1, 1, 0, 1.0);
    }
    if (record.numbers[8].is_some_and(|number| number < 35.0) || (record.lists[1].is_some_and(|list| list & 8 != 0) && record.lists[3].is_some_and(|list| list & 4 != 0))) {
        tally.raise(2, 0, 0, 1.0);
    }
    if !((record.flags[8] == Some(false) || record.lists[1].is_some_and(|list| list & 32 != 0) || matches!(record.choices[7], Some(1)))) {
        tally.raise(0, 0, 0, 2.0);
    }
    if (record.numbers[6].is_some_and(|number| number >= 30.0) && record.lists[4].is_some_and(|list| list & 1 != 0) && matches!(record.choices[1], Some(2))) && !(record.numbers[6].is_some_and(|number| number >= 12.0)) {
        tally.raise(0, 2, 1, 1.0);
    }
    if record.numbers[1].is_some_and(|number| number >= 7.0) {
        tally.raise(3, 6, 0, 4.0);
    }
    if !((record.numbers[6].is_some_and(|number| number >= 6.0) && matches!(record.choices[6], Some(2)))) {
        tally.raise(3, 4, 1, 1.0);
    }
    if !((record.numbers[6].is_some_and(|number| number < 22.0) && record.flags[4] == Some(true) && matches!(record.choices[6], Some(5)))) {
        tally.raise(2, 4, 0, 4.0);
    }
    if (matches!(record.choices[2], Some(4)) || record.numbers[5].is_some_and(|number| number < 37.0) || (record.numbers[7].is_some_and(|number| number >= 25.0) && matches!(record.choices[7], Some(0 | 2)))) {
        tally.out[3] = true;
    }
    if record.lists[3].is_some_and(|list| list & 16 != 0) && !(matches!(record.choices[11], Some(3))) {
        tally.raise(1, 7, 0, 2.0);
    }
    if matches!(record.choices[3], Some(5)) {
        tally.raise(3, 4, 0, 1.0);
    }
    if !(record.lists[1].is_some_and(|list| list & 1 != 0)) {
        tally.raise(0, 7, 1, 4.0);
    }
    if ((record.numbers[3].is_some_and(|number| number < 30.0) && matches!(record.choices[7], Some(0)) && matches!(record.choices[7], Some(2 | 5))) && (record.lists[1].is_some_and(|list| list & 32 != 0) && record.numbers[2].is_some_and(|number| number < 36.0))) {
        tally.out[2] = true;
    }
    if ((record.numbers[0].is_some_and(|number| number < 16.0) && matches!(record.choices[9], Some(2 | 4)) && record.lists[2].is_some_and(|list| list & 1 != 0)) && !(matches!(record.choices[2], Some(1 | 2 | 3))) && !(matches!(record.choices[4], Some(0 | 1 | 4)))) {
        tally.raise(1, 0, 0, 2.0);
    }
    if !(!(record.lists[3].is_some_and(|list| list & 16 != 0))) {
        tally.raise(2, 0, 1, 4.0);
    }
    if ((record.numbers[3].is_some_and(|number| number >= 27.0) || record.flags[5] == Some(true)) && !(record.numbers[5].is_some_and(|number| number >= 8.0))) {
        tally.raise(1, 1, 0, 2.0);
    }
    if matches!(record.choices[8], Some(1)) {
        tally.raise(1, 4, 1, 1.0);
    }
    if (matches!(record.choices[6], Some(0 | 3 | 5)) && (record.numbers[6].is_some_and(|number| number >= 37.0) && matches!(record.choices[8], Some(3 | 4)) && record.numbers[0].is_some_and(|number| number < 21.0))) && !(record.lists[2].is_some_and(|list| list & 32 != 0)) {
        tally.raise(1, 6, 1, 2.0);
    }
    if (record.numbers[1].is_some_and(|number| number >= 15.0) && (matches!(record.choices[3], Some(4)) && record.lists[0].is_some_and(|list| list & 4 != 0)) && record.numbers[5].is_some_and(|number| number < 39.0)) {
        tally.raise(3, 5, 0, 4.0);
    }
    if !((matches!(record.choices[3], Some(0 | 3 | 5)) || record.numbers[7].is_some_and(|number| number < 23.0))) {
        tally.raise(2, 2, 1, 4.0);
    }
    if ((matches!(record.choices[9], Some(4)) && matches!(record.choices[4], Some(1 | 4))) || (record.lists[1].is_some_and(|list| list & 2 != 0) || matches!(record.choices[11], Some(0 | 1)) || record.numbers[5].is_some_and(|number| number >= 2.0)) || record.numbers[1].is_some_and(|number| number < 8.0)) {
        tally.raise(3, 6, 0, 4.0);
    }
    if ((record.lists[0].is_some_and(|list| list & 32 != 0) && record.numbers[1].is_some_and(|number| number < 3.0)) || (record.lists[5].is_some_and(|list| list & 2 != 0) && matches!(record.choices[9], Some(0 | 4)) && record.numbers[4].is_some_and(|number| number < 32.0)) || !(matches!(record.choices[9], Some(0 | 3 | 5)))) {
        tally.raise(3, 3, 0, 1.0);
    }
    if record.numbers[3].is_some_and(|number| number >= 35.0) {
        tally.raise(2, 7, 0, 2.0);
    }
    if matches!(record.choices[2], Some(4)) && !(matches!(record.choices[3], Some(2 | 4))) {
        tally.raise(2, 1, 1, 2.0);
    }
    if (record.numbers[9].is_some_and(|number| number >= 20.0) || (record.flags[11] == Some(true) && matches!(record.choices[0], Some(4)) && record.numbers[0].is_some_and(|number| number >= 12.0)) || (record.lists[3].is_some_and(|list| list & 8 != 0) || record.numbers[8].is_some_and(|number| number < 19.0) || record.lists[1].is_some_and(|list| list & 32 != 0))) {
        tally.raise(2, 3, 0, 2.0);
    }
    if matches!(record.choices[2], Some(1 | 4)) {
        tally.raise(3, 5, 1, 1.0);
    }
    if ((record.lists[1].is_some_and(|list| list & 32 != 0) || record.flags[8] == Some(true) || record.lists[3].is_some_and(|list| list & 8 != 0)) || (record.numbers[7].is_some_and(|number| number >= 25.0) || record.flags[3] == Some(false) || record.flags[9] == Some(true)) || record.lists[5].is_some_and(|list| list & 32 != 0)) {
        tally.raise(2, 4, 1, 4.0);
    }
    if ((record.numbers[4].is_some_and(|number| number < 12.0) && record.numbers[6].is_some_and(|number| number >= 12.0)) && matches!(record.choices[3], Some(4))) {
        tally.raise(1, 5, 1, 2.0);
    }
    if record.numbers[3].is_some_and(|number| number < 29.0) {
        tally.raise(0, 3, 0, 1.0);
    }
    if record.flags[5] == Some(false) {
        tally.raise(3, 1, 1, 2.0);
    }
    if !(record.lists[1].is_some_and(|list| list & 32 != 0)) {
        tally.raise(2, 5, 1, 4.0);
    }
    if record.numbers[7].is_some_and(|number| number < 34.0) {
        tally.raise(2, 2, 0, 2.0);
    }
    if (!(matches!(record.choices[9], Some(4 | 5))) && record.flags[1] == Some(true)) {
        tally.raise(2, 7, 0, 4.0);
    }
    if matches!(record.choices[0], Some(0 | 2)) {
        tally.raise(0, 5, 0, 4.0);
    }
    if ((matches!(record.choices[2], Some(2 | 4)) && matches!(record.choices[10], Some(0))) && (record.numbers[7].is_some_and(|number| number >= 16.0) || matches!(record.choices[11], Some(0 | 3))) && !(record.lists[2].is_some_and(|list| list & 16 != 0))) {
        tally.raise(0, 5, 1, 2.0);
    }
    if !((record.lists[5].is_some_and(|list| list & 4 != 0) || record.lists[5].is_some_and(|list| list & 16 != 0) || record.lists[2].is_some_and(|list| list & 16 != 0))) {
        tally.raise(2, 0, 1, 2.0);
    }
    if matches!(record.choices[7], Some(4 | 5)) {
        tally.raise(3, 2, 0, 4.0);
    }
    if record.flags[2] == Some(true) {
        tally.raise(0, 2, 1, 2.0);
    }
    if (record.lists[1].is_some_and(|list| list & 16 != 0) || (record.numbers[4].is_some_and(|number| number < 16.0) && record.numbers[3].is_some_and(|number| number < 5.0) && record.flags[3] == Some(false))) {
        tally.raise(3, 3, 1, 1.0);
    }
    if (record.numbers[4].is_some_and(|number| number < 35.0) || matches!(record.choices[6], Some(4)) || !(matches!(record.choices[3], Some(0)))) {
        tally.raise(0, 7, 1, 2.0);
    }
    if (record.numbers[7].is_some_and(|number| number >= 10.0) || record.numbers[8].is_some_and(|number| number < 12.0) || (record.lists[3].is_some_and(|list| list & 32 != 0) && record.numbers[2].is_some_and(|number| number < 9.0))) {
        tally.raise(1, 4, 1, 2.0);
    }
    if ((record.numbers[3].is_some_and(|number| number >= 1.0) && record.numbers[7].is_some_and(|number| number < 7.0) && matches!(record.choices[11], Some(3 | 5))) && matches!(record.choices[11], Some(1 | 2 | 5)) && (record.flags[11] == Some(true) && record.flags[2] == Some(true) && record.lists[4].is_some_and(|list| list & 4 != 0))) {
        tally.raise(0, 5, 1, 1.0);
    }
    if ((matches!(record.choices[5], Some(3 | 4 | 5)) && record.flags[2] == Some(true) && record.flags[4] == Some(true)) && (matches!(record.choices[1], Some(0 | 3 | 5)) || record.flags[1] == Some(true)) && (record.numbers[5].is_some_and(|number| number < 30.0) && record.numbers[9].is_some_and(|number| number >= 39.0))) {
        tally.raise(3, 3, 1, 2.0);
    }
    if (record.numbers[0].is_some_and(|number| number >= 3.0) && !(record.lists[1].is_some_and(|list| list & 2 != 0)) && matches!(record.choices[6], Some(0))) && !(record.lists[1].is_some_and(|list| list & 4 != 0)) {
        tally.out[2] = true;
    }
    if record.lists[5].is_some_and(|list| list & 2 != 0) {
        tally.raise(2, 0, 1, 1.0);
    }
    if (matches!(record.choices[0], Some(0 | 1)) && matches!(record.choices[11], Some(5)) && record.lists[3].is_some_and(|list| list & 32 != 0)) {
        tally.raise(2, 4, 0, 1.0);
    }
    if ((record.numbers[8].is_some_and(|number| number < 9.0) || record.numbers[1].is_some_and(|number| number >= 19.0)) && (record.lists[0].is_some_and(|list| list & 32 != 0) || matches!(record.choices[7], Some(0 | 3))) && (record.lists[1].is_some_and(|list| list & 2 != 0) && matches!(record.choices[8], Some(4)))) {
        tally.raise(1, 1, 0, 2.0);
    }
    if record.lists[0].is_some_and(|list| list & 32 != 0) {
        tally.raise(3, 4, 0, 4.0);
    }
    if !((matches!(record.choices[4], Some(0 | 5)) && record.numbers[9].is_some_and(|number| number >= 39.0) && record.numbers[4].is_some_and(|number| number < 36.0))) && !(record.lists[3].is_some_and(|list| list & 2 != 0)) {
        tally.raise(3, 1, 0, 2.0);
    }
    if ((record.numbers[5].is_some_and(|number| number >= 1.0) || record.lists[0].is_some_and(|list| list & 4 != 0)) && (matches!(record.choices[1], Some(5)) && record.flags[11] == Some(true)) && (matches!(record.choices[9], Some(4)) && record.numbers[6].is_some_and(|number| number < 34.0))) && !(record.flags[11] == Some(true)) {
        tally.raise(2, 2, 0, 2.0);
    }
    if !((record.flags[10] == Some(true) && record.numbers[5].is_some_and(|number| number >= 28.0) && record.numbers[5].is_some_and(|number| number >= 36.0))) {
        tally.raise(0, 4, 0, 1.0);
    }
    if !((matches!(record.choices[5], Some(4)) && record.flags[2] == Some(true) && record.numbers[4].is_some_and(|number| number >= 10.0))) {
        tally.raise(2, 0, 1, 2.0);
    }
    if record.flags[1] == Some(true) {
        tally.raise(1, 4, 0, 2.0);
    }
    if record.lists[5].is_some_and(|list| list & 16 != 0) {
        tally.raise(3, 2, 0, 4.0);
    }
    if (record.numbers[5].is_some_and(|number| number >= 2.0) || matches!(record.choices[9], Some(4)) || (record.numbers[4].is_some_and(|number| number >= 34.0) && record.flags[10] == Some(true) && record.flags[4] == Some(false))) {
        tally.raise(3, 5, 0, 2.0);
    }
    if record.flags[5] == Some(true) {
        tally.raise(3, 6, 0, 2.0);
    }
    if record.lists[5].is_some_and(|list| list & 32 != 0) {
        tally.raise(0, 7, 1, 2.0);
    }
    if (record.lists[2].is_some_and(|list| list & 32 != 0) && !(matches!(record.choices[2], Some(3 | 4)))) {
        tally.out[2] = true;
    }
    if record.lists[4].is_some_and(|list| list & 4 != 0) {
        tally.raise(2, 4, 1, 1.0);
    }
    if (record.numbers[6].is_some_and(|number| number < 26.0) && (record.numbers[8].is_some_and(|number| number < 39.0) && matches!(record.choices[1], Some(0 | 3)) && matches!(record.choices[6], Some(1 | 2)))) {
        tally.raise(0, 0, 0, 2.0);
    }
    if !((record.numbers[3].is_some_and(|number| number >= 28.0) || record.numbers[5].is_some_and(|number| number < 13.0))) {
        tally.raise(2, 0, 1, 4.0);
    }
    if record.numbers[4].is_some_and(|number| number < 40.0) {
        tally.raise(1, 2, 0, 2.0);
    }
    if record.lists[5].is_some_and(|list| list & 16 != 0) {
        tally.out[0] = true;
    }
    if (record.lists[0].is_some_and(|list| list & 8 != 0) || (record.lists[0].is_some_and(|list| list & 16 != 0) && record.flags[4] == Some(true))) {
        tally.raise(1, 2, 0, 4.0);
    }
    if record.lists[1].is_some_and(|list| list & 1 != 0) {
        tally.raise(1, 5, 1, 4.0);
    }
    if ((record.numbers[9].is_some_and(|number| number < 18.0) || record.numbers[2].is_some_and(|number| number >= 19.0) || record.numbers[5].is_some_and(|number| number < 12.0)) && (record.lists[1].is_some_and(|list| list & 2 != 0) && record.lists[1].is_some_and(|list| list & 16 != 0)) && (record.flags[3] == Some(true) && record.flags[10] == Some(false))) {
        tally.raise(1, 5, 1, 4.0);
    }
    if ((matches!(record.choices[6], Some(3 | 5)) && matches!(record.choices[7], Some(3 | 4))) && (record.flags[8] == Some(true) || record.flags[5] == Some(true) || record.flags[4] == Some(true)) && !(record.flags[8] == Some(true))) {
        tally.raise(1, 7, 0, 1.0);
    }
    if ((matches!(record.choices[10], Some(1 | 3)) || record.flags[0] == Some(true)) && matches!(record.choices[9], Some(1 | 2)) && record.lists[1].is_some_and(|list| list & 2 != 0)) {
        tally.raise(1, 7, 0, 2.0);
    }
    if !(record.flags[8] == Some(true)) {
        tally.raise(2, 6, 0, 4.0);
    }
    if record.numbers[7].is_some_and(|number| number >= 12.0) {
        tally.raise(2, 4, 0, 2.0);
    }
    if record.lists[5].is_some_and(|list| list & 1 != 0) {
        tally.raise(3, 7, 1, 1.0);
    }
    if matches!(record.choices[11], Some(1)) {
        tally.raise(1, 1, 0, 2.0);
    }
    if ((record.lists[1].is_some_and(|list| list & 2 != 0) || matches!(record.choices[6], Some(2))) || (record.numbers[6].is_some_and(|number| number >= 8.0) && record.lists[4].is_some_and(|list| list & 8 != 0)) || record.flags[10] == Some(false)) {
        tally.raise(0, 2, 0, 1.0);
    }
    if !((matches!(record.choices[11], Some(0 | 1)) && record.numbers[1].is_some_and(|number| number < 16.0) && record.lists[5].is_some_and(|list| list & 32 != 0))) {
        tally.raise(2, 1, 1, 2.0);
    }
    if (matches!(record.choices[5], Some(0 | 3)) || record.flags[3] == Some(true)) {
        tally.raise(2, 3, 0, 1.0);
    }
    if ((record.lists[4].is_some_and(|list| list & 4 != 0) && record.numbers[6].is_some_and(|number| number >= 21.0) && record.flags[2] == Some(true)) && (record.lists[0].is_some_and(|list| list & 4 != 0) && record.lists[1].is_some_and(|list| list & 1 != 0) && record.lists[2].is_some_and(|list| list & 32 != 0)) && record.flags[7] == Some(false)) {
        tally.out[3] = true;
    }
    if ((record.numbers[7].is_some_and(|number| number >= 24.0) || matches!(record.choices[4], Some(2 | 3 | 5)) || record.lists[4].is_some_and(|list| list & 4 != 0)) && (record.numbers[1].is_some_and(|number| number < 36.0) || matches!(record.choices[2], Some(1 | 3)) || matches!(record.choices[3], Some(1)))) {
        tally.out[2] = true;
    }
    if record.flags[3] == Some(true) && !(matches!(record.choices[2], Some(0 | 2))) {
        tally.raise(1, 2, 0, 2.0);
    }
    if ((record.numbers[6].is_some_and(|number| number >= 3.0) && record.lists[3].is_some_and(|list| list & 32 != 0)) || !(record.numbers[0].is_some_and(|number| number >= 31.0))) {
        tally.raise(1, 2, 0, 4.0);
    }
    if (record.numbers[9].is_some_and(|number| number < 6.0) && (record.flags[5] == Some(true) && record.numbers[3].is_some_and(|number| number < 18.0) && record.numbers[7].is_some_and(|number| number >= 22.0)) && (record.flags[5] == Some(true) && matches!(record.choices[8], Some(1)) && record.flags[2] == Some(true))) {
        tally.raise(2, 4, 1, 2.0);
    }
    if record.lists[1].is_some_and(|list| list & 2 != 0) {
        tally.raise(2, 7, 1, 2.0);
    }
    if (record.lists[3].is_some_and(|list| list & 4 != 0) || record.lists[1].is_some_and(|list| list & 8 != 0)) {
        tally.raise(1, 3, 1, 2.0);
    }
    if ((matches!(record.choices[1], Some(1 | 4)) && matches!(record.choices[9], Some(4)) && matches!(record.choices[3], Some(2 | 3))) && (matches!(record.choices[1], Some(0 | 2 | 4)) || matches!(record.choices[3], Some(4)))) {
        tally.raise(1, 2, 0, 1.0);
    }
    if !(matches!(record.choices[0], Some(3 | 4))) {
        tally.raise(2, 7, 0, 4.0);
    }
    if !((record.numbers[2].is_some_and(|number| number >= 25.0) && record.numbers[0].is_some_and(|number| number >= 6.0) && matches!(record.choices[3], Some(2 | 4)))) {
        tally.raise(3, 0, 0, 4.0);
    }
    if matches!(record.choices[6], Some(0)) {
        tally.raise(2, 3, 0, 4.0);
    }
    if (!(matches!(record.choices[7], Some(1 | 4))) && (record.numbers[2].is_some_and(|number| number >= 11.0) && record.numbers[5].is_some_and(|number| number >= 39.0) && record.numbers[3].is_some_and(|number| number < 21.0))) {
        tally.raise(3, 3, 0, 2.0);
    }
    if record.lists[0].is_some_and(|list| list & 32 != 0) {
        tally.raise(2, 7, 1, 1.0);
    }
    if !(record.numbers[2].is_some_and(|number| number < 22.0)) {
        tally.raise(3, 5, 0, 1.0);
    }
    if !((matches!(record.choices[3], Some(1)) && record.numbers[5].is_some_and(|number| number >= 35.0))) {
        tally.raise(1, 5, 1, 2.0);
    }
    if matches!(record.choices[11], Some(1 | 4)) {
        tally.out[3] = true;
    }
    if (matches!(record.choices[1], Some(1 | 2)) && (record.numbers[1].is_some_and(|number| number >= 11.0) || record.flags[8] == Some(true) || matches!(record.choices[9], Some(4 | 5)))) {
        tally.raise(3, 6, 0, 2.0);
    }
    if matches!(record.choices[7], Some(0)) {
        tally.out[2] = true;
    }
    if record.flags[0] == Some(true) {
        tally.raise(1, 3, 1, 1.0);
    }
    if record.flags[8] == Some(false) {
        tally.raise(0, 2, 1, 4.0);
    }
    tally.outcome()
}
