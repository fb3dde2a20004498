//! Made records, the same each time: every fact that a rule asks for is stated in every second record.

use serde_json::{Map, Value as Json, json};

use crate::tally::{FIELDS, Field};

/// So many lines.
pub fn records(number: usize) -> String {
    let mut dice = Dice(7);
    (0..number).map(|at| format!("{}\n", Json::Object(record(at, &mut dice)))).collect()
}

fn record(at: usize, dice: &mut Dice) -> Map<String, Json> {
    let mut out = Map::from_iter([("name".to_owned(), json!(format!("job-{at}")))]);
    for (name, field) in FIELDS {
        if dice.below(2) == 0 {
            continue;
        }
        let value = match field {
            Field::Choice(ids) => json!(ids[dice.below(ids.len())]),
            Field::Flag => json!(dice.below(2) == 0),
            Field::List(ids) => {
                json!(ids.iter().filter(|_| dice.below(4) == 0).collect::<Vec<_>>())
            }
            // Around the numbers that rules compare it with.
            Field::Number(bounds) => {
                json!((bounds[dice.below(bounds.len())] * [0.5, 1.0, 2.0][dice.below(3)]).ceil() as u64)
            }
        };
        out.insert((*name).to_owned(), value);
    }
    out
}

/// Throws of dice (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ bits >> 31) % end as u64) as usize
    }
}
