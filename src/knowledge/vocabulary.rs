//! The vocabulary: every fact that a profile may state, declared once.

use super::condition::Condition;
use super::fields::Text;
use crate::diag::Place;
use crate::facts::{FactId, Truth, Value};

/// The type of a fact's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FactType {
    Text,
    Path,
    Choice,
    Flag,
    Count,
    Number,
    Bytes,
    Duration,
    Rate,
    Money,
    Choices,
    Names,
    Tables,
    Table,
    Map,
}

/// Every fact type with its name in rule files and in words.
pub const FACT_TYPES: [(FactType, &str, &str); 15] = [
    (FactType::Text, "text", "text"),
    (FactType::Path, "path", "a path"),
    (FactType::Choice, "choice", "one of its choices"),
    (FactType::Flag, "flag", "true or false"),
    (FactType::Count, "count", "a count such as 4096, 8k or 7B"),
    (FactType::Number, "number", "a number"),
    (FactType::Bytes, "bytes", "a size such as 80GB or 40GiB"),
    (FactType::Duration, "duration", "a duration such as 50ms, 20 min or 3 weeks"),
    (FactType::Rate, "rate", "a rate such as 200/s"),
    (FactType::Money, "money", "an amount such as 12000 USD"),
    (FactType::Choices, "choices", "a list of its choices"),
    (FactType::Names, "names", "a list of names"),
    (FactType::Tables, "tables", "a list of tables"),
    (FactType::Table, "table", "a table of keys"),
    (FactType::Map, "map", "free keys and values"),
];

impl FactType {
    pub fn named(name: &str) -> Option<Self> {
        FACT_TYPES.iter().find(|(_, id, _)| *id == name).map(|(kind, _, _)| *kind)
    }

    pub fn id(self) -> &'static str {
        FACT_TYPES.iter().find(|(kind, _, _)| *kind == self).map_or("", |(_, id, _)| id)
    }

    /// What a value of the type looks like, in words.
    pub fn in_words(self) -> &'static str {
        FACT_TYPES.iter().find(|(kind, _, _)| *kind == self).map_or("", |(_, _, words)| words)
    }

    /// Whether values of the type are numbers with an order.
    pub fn is_numeric(self) -> bool {
        matches!(
            self,
            FactType::Count
                | FactType::Number
                | FactType::Bytes
                | FactType::Duration
                | FactType::Rate
                | FactType::Money
        )
    }
}

/// How hard it is to find a fact out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    Glance,
    LookUp,
    Measure,
}

/// Every effort with its name.
pub const EFFORTS: [(Effort, &str); 3] =
    [(Effort::Glance, "glance"), (Effort::LookUp, "look_up"), (Effort::Measure, "measure")];

impl Effort {
    /// How a fact of this effort is found out, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Effort::Glance => "somebody knows it",
            Effort::LookUp => "look it up",
            Effort::Measure => "run something",
        }
    }

    /// How much harder it is than a glance: looking something up takes minutes, measuring it hours.
    pub fn cost(self) -> f64 {
        match self {
            Effort::Glance => 1.0,
            Effort::LookUp => 2.0,
            Effort::Measure => 4.0,
        }
    }

    pub fn id(self) -> &'static str {
        EFFORTS.iter().find(|(effort, _)| *effort == self).map_or("", |(_, id)| id)
    }
}

/// What it means that a profile does not state a fact.
#[derive(Clone, Debug, PartialEq)]
pub enum Absence {
    /// It is unknown and may still change the answer.
    Open,
    /// It plays no part; with a value, that value is taken.
    IfStated { taken_as: Option<Value> },
    /// It is carried through and no rule may ask for it.
    NeverJudged,
    /// It is worked out from other facts and cannot be stated.
    Derived,
}

/// A value that a choice fact may have.
#[derive(Clone, Debug)]
pub struct Choice {
    pub id: Text,
    /// The value in plain words.
    pub label: Text,
    /// What the choice means in numbers, from low to high (bytes of a precision, weight of a priority).
    pub number: Option<(f64, f64)>,
}

/// A column of a table fact.
#[derive(Clone, Debug)]
pub struct Column {
    pub id: Text,
    pub kind: ColumnType,
    pub required: bool,
}

/// What a cell of a table holds.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnType {
    Text,
    Flag,
    Date,
    /// A date, or a month or a year alone: published figures often have no more.
    When,
    Target,
    Currency,
    Scalar(FactType),
    Choice(Vec<Text>),
}

/// The declaration of one fact.
#[derive(Clone, Debug)]
pub struct Fact {
    pub id: Text,
    pub kind: FactType,
    pub group: Text,
    pub question: Text,
    pub help: Text,
    /// How a report names the fact.
    pub label: Text,
    pub effort: Effort,
    pub absence: Absence,
    /// Whether a team can change it.
    pub changeable: bool,
    /// Whether a team can only take items away from the list.
    pub only_less: bool,
    /// When the question makes sense; none means always.
    pub applies: Option<Condition>,
    pub choices: Vec<Choice>,
    /// Whether the choices are chips, so that an unknown one is an unknown value and not an error.
    pub of_chips: bool,
    pub columns: Vec<Column>,
    pub must_be_positive: bool,
    /// For a derived fact: while one of these may still be answered, it is unknown.
    pub open_with: Vec<FactId>,
    /// Answers worth trying where the fact is open, beside those that its tests set apart.
    pub typical: Vec<Value>,
    /// Choices that are answers only where a condition is not false: nobody trains a language model in complex numbers.
    pub possible: Vec<(u16, Condition)>,
    /// The answer that is as likely as all others together, where there is one.
    pub usual: Option<Value>,
    /// Choices for which a result is told beside that for the stated one, in the order in which they are told.
    pub compared: Vec<u16>,
    /// Whether an empty list is no answer.
    pub never_empty: bool,
    pub example: Text,
    pub claims: Vec<usize>,
    pub file: Text,
    pub place: Place,
}

impl Fact {
    /// The place of a choice among the fact's choices.
    pub fn choice(&self, id: &str) -> Option<u16> {
        self.choices.iter().position(|choice| choice.id == id).and_then(|index| u16::try_from(index).ok())
    }

    /// The choice in that place.
    pub fn choice_at(&self, index: u16) -> Option<&Choice> {
        self.choices.get(usize::from(index))
    }

    /// The places of all its choices.
    pub fn choice_places(&self) -> impl Iterator<Item = u16> + use<> {
        (0..self.choices.len()).filter_map(|choice| u16::try_from(choice).ok())
    }

    /// Whether a value is an answer at all, given the truth of every test.
    pub fn is_possible(&self, value: &Value, tests: &[Truth]) -> bool {
        let Value::Choice(choice) = value else { return true };
        let mut conditions = self.possible.iter().filter(|(of, _)| of == choice);
        conditions.all(|(_, condition)| !condition.truth(tests).is_false())
    }

    /// Whether its absence leaves an answer open (where the fact applies).
    ///
    /// Lists of free names never do: what is not in them is taken as not there.
    pub fn is_open(&self) -> bool {
        self.absence == Absence::Open && !matches!(self.kind, FactType::Names | FactType::Text | FactType::Path)
    }

    /// Whether a rule may ask for it.
    pub fn is_judged(&self) -> bool {
        self.absence != Absence::NeverJudged
    }
}

/// Something that holds for few workloads and leads to facts that are asked only then.
#[derive(Clone, Debug)]
pub struct Circumstance {
    pub id: Text,
    /// What holds, in plain words.
    pub label: Text,
    /// A flag among them is true where the circumstance holds; all others are asked.
    pub facts: Vec<FactId>,
}

/// What the questionnaire asks beside the facts.
#[derive(Clone, Debug, Default)]
pub struct Questionnaire {
    /// Facts that are asked first: what everything else hangs on and a person knows without looking anything up.
    pub opening: Vec<FactId>,
    /// The one question for all circumstances; without circumstances it is not asked.
    pub question: Text,
    pub help: Text,
    pub circumstances: Vec<Circumstance>,
}

/// A fact's declaration together with its place in the vocabulary.
pub type Declared<'k> = (FactId, &'k Fact);
