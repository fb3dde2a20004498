//! Reads the inputs of formulas by name from facts that are looked up.

use crate::facts::{FactId, Value};
use crate::knowledge::Knowledge;

/// Finds facts by name and their values by fact.
#[derive(Clone, Copy)]
pub struct Inputs<'a, 'f> {
    pub knowledge: &'a Knowledge,
    pub find: &'a dyn Fn(&str) -> Option<FactId>,
    pub look_up: &'a dyn Fn(FactId) -> Option<&'f Value>,
}

impl<'a, 'f> Inputs<'a, 'f> {
    fn value(&self, name: &str) -> Option<(FactId, &'f Value)> {
        let fact = (self.find)(name)?;
        Some((fact, (self.look_up)(fact)?))
    }

    /// Whether anything is known of it.
    pub fn is_known(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// A numeric value; the low end of a range.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.value(name)?.1.bounds().map(|(low, _)| low)
    }

    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.value(name)?.1 {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// The id of a choice.
    pub fn choice(&self, name: &str) -> Option<&'a str> {
        let (fact, value) = self.value(name)?;
        match value {
            Value::Choice(choice) => self.knowledge.fact(fact).choice_at(*choice).map(|choice| choice.id.as_ref()),
            _ => None,
        }
    }

    /// What a choice means in numbers.
    pub fn choice_number(&self, name: &str) -> Option<(f64, f64)> {
        let (fact, value) = self.value(name)?;
        match value {
            Value::Choice(choice) => self.knowledge.fact(fact).choice_at(*choice)?.number,
            _ => None,
        }
    }

    /// The ids of the choices in a list; none where the list is not known.
    pub fn choices(&self, name: &str) -> Option<Vec<&'a str>> {
        let (fact, value) = self.value(name)?;
        let Value::Choices { set, .. } = value else { return None };
        let declared = set.iter().filter_map(|choice| self.knowledge.fact(fact).choice_at(choice));
        Some(declared.map(|choice| choice.id.as_ref()).collect())
    }

    /// The id of the choice that a fact holds, by the fact itself.
    pub fn choice_of(&self, fact: FactId) -> Option<&'a str> {
        match (self.look_up)(fact)? {
            Value::Choice(choice) => self.knowledge.fact(fact).choice_at(*choice).map(|choice| choice.id.as_ref()),
            _ => None,
        }
    }
}
