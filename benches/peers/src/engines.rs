//! Each peer as it reads a line and says which rules hold. Whatever can be prepared is prepared once.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::tally::{EFFECTS, Record, Tally, judge};

/// Reads a line and puts the rules that hold into the tally; returns the name of the record.
pub type Engine = Box<dyn FnMut(&str, &mut Tally) -> String>;

pub const NAMES: [&str; 4] = ["hand", "zen", "regorus", "cel"];

pub fn engine(name: &str) -> Engine {
    match name {
        "hand" => Box::new(|line, tally| {
            let record: Record = serde_json::from_str(line).expect("a record");
            judge(&record, tally);
            record.name.into_owned()
        }),
        "zen" => zen(),
        "regorus" => regorus(),
        "cel" => cel(),
        other => panic!("no engine {other}"),
    }
}

/// A decision table that collects the rules that hold, an expression each.
fn zen() -> Engine {
    let rules: Vec<Json> = include_str!(concat!(env!("OUT_DIR"), "/rules.zen"))
        .lines()
        .enumerate()
        .map(|(at, rule)| json!({ "_id": at.to_string(), "i": rule, "o": at.to_string() }))
        .collect();
    let graph = json!({
        "nodes": [
            { "id": "in", "name": "in", "type": "inputNode", "content": {} },
            { "id": "table", "name": "table", "type": "decisionTableNode", "content": {
                "hitPolicy": "collect",
                "inputs": [{ "id": "i", "name": "holds" }],
                "outputs": [{ "id": "o", "name": "rule", "field": "rule" }],
                "rules": rules,
            } },
            { "id": "out", "name": "out", "type": "outputNode", "content": {} },
        ],
        "edges": [
            { "id": "a", "sourceId": "in", "targetId": "table" },
            { "id": "b", "sourceId": "table", "targetId": "out" },
        ],
    });
    let content: zen_engine::model::GraphContent = serde_json::from_value(graph).expect("a decision");
    let mut decision = zen_engine::Decision::from(content);
    decision.compile();
    Box::new(move |line, tally| {
        let record: zen_engine::Variable = serde_json::from_str(line).expect("a record");
        let name = record.dot("name").and_then(|name| name.as_str().map(str::to_owned)).expect("a name");
        let answer = futures::executor::block_on(decision.evaluate(record)).expect("an answer");
        let held = answer.result.as_array().expect("a list");
        for row in held.borrow().iter() {
            let rule = row.dot("rule").and_then(|rule| rule.as_number()).expect("a number");
            tally.apply(rule.try_into().expect("an index"));
        }
        name
    })
}

/// The set of rules that hold, by the virtual machine.
fn regorus() -> Engine {
    use regorus::languages::rego::compiler::Compiler;
    let mut engine = regorus::Engine::new();
    engine
        .add_policy("rules.rego".to_owned(), include_str!(concat!(env!("OUT_DIR"), "/rules.rego")).to_owned())
        .expect("rules");
    let entry = "data.p.held";
    let policy = engine.compile_with_entrypoint(&entry.into()).expect("a policy");
    let program = Compiler::compile_from_policy(&policy, &[entry]).expect("a program");
    let mut machine = regorus::rvm::vm::RegoVM::new();
    machine.load_program(program);
    Box::new(move |line, tally| {
        let record = regorus::Value::from_json_str(line).expect("a record");
        let name = record["name"].as_string().expect("a name").to_string();
        machine.set_input(record);
        let held = machine.execute().expect("an answer");
        for rule in held.as_set().expect("a set").iter() {
            tally.apply(rule.as_u64().expect("an index") as usize);
        }
        name
    })
}

/// A program for each rule, over one record.
fn cel() -> Engine {
    use cel::{Context, Env, Program, Value};
    let env = Arc::new(Env::stdlib());
    let rules: Vec<Program> = include_str!(concat!(env!("OUT_DIR"), "/rules.cel"))
        .lines()
        .map(|rule| env.compile(rule).unwrap_or_else(|problem| panic!("{rule}: {problem}")))
        .collect();
    assert_eq!(rules.len(), EFFECTS.len());
    fn value(json: Json) -> Value {
        match json {
            Json::Bool(flag) => Value::Bool(flag),
            Json::Number(number) => Value::Float(number.as_f64().expect("a number")),
            Json::String(text) => text.into(),
            Json::Array(items) => items.into_iter().map(value).collect::<Vec<_>>().into(),
            Json::Object(entries) => entries
                .into_iter()
                .map(|(key, json)| (key, value(json)))
                .collect::<std::collections::HashMap<_, _>>()
                .into(),
            Json::Null => Value::Null,
        }
    }
    Box::new(move |line, tally| {
        let record: Json = serde_json::from_str(line).expect("a record");
        let name = record["name"].as_str().expect("a name").to_owned();
        let mut context = Context::with_env(env.clone());
        context.add_variable_from_value("r", value(record));
        for (at, rule) in rules.iter().enumerate() {
            if rule.execute(&context).unwrap_or_else(|problem| panic!("rule {at}: {problem}")) == Value::Bool(true) {
                tally.apply(at);
            }
        }
        name
    })
}
