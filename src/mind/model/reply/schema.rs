//! The schemas that answers are asked for in: derived from the tools' own types, so that schema, validation and prompt
//! cannot drift apart, and slimmed to the words that all providers understand.

use std::sync::LazyLock;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::{
    domain::{ToolRequest, User},
    mind::model::reply::answer::{ModelDesign, ModelPlan, ModelRecovery},
};

/// As schemars derives it: what an answer's types are checked by.
pub(super) static DERIVED: LazyLock<Value> = LazyLock::new(derived::<ModelPlan>);

/// What only a plan for a goal that nobody else understands says.
const FREE_ALONE: [&str; 2] = ["shown_by", "holds"];

static PLAN: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = FREE.clone();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| !FREE_ALONE.contains(&name.as_str()));
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| !FREE_ALONE.iter().any(|alone| name == alone));
    }
    schema
});
static FREE: LazyLock<Value> = LazyLock::new(|| for_models(slim(&DERIVED)));
static DESIGN: LazyLock<Value> = LazyLock::new(|| slim(&derived::<ModelDesign>()));
static RECOVERY: LazyLock<Value> = LazyLock::new(|| for_models(slim(&derived::<ModelRecovery>())));

/// The schema of [`ModelPlan`], in the words that all providers understand and no more: it is paid for with every call. What a
/// goal's own words say of its end need not be answered.
pub fn plan_schema() -> Value {
    PLAN.clone()
}

/// The same for a goal that no grammar understands: there the model says what its end is.
pub fn free_plan_schema() -> Value {
    FREE.clone()
}

/// The schema of [`ModelDesign`], likewise.
pub fn design_schema() -> Value {
    DESIGN.clone()
}

/// The schema of [`ModelRecovery`], likewise.
pub fn recovery_schema() -> Value {
    RECOVERY.clone()
}

fn derived<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Leaves out the tools that models may not order.
fn for_models(mut schema: Value) -> Value {
    let names = ToolRequest::names(User::Model);
    if let Some(Value::Array(calls)) = schema.pointer_mut("/properties/steps/items/properties/call/anyOf") {
        calls.retain(|call| call["properties"]["tool"]["enum"][0].as_str().is_some_and(|name| names.contains(&name)));
    }
    schema
}

/// Leaves out what one provider or the other refuses or nobody needs (titles, formats, limits, defaults), closes every
/// object, and says `enum` for `const` and `anyOf` for `oneOf`. An object that can hold nothing is left out of its parent.
fn slim(schema: &Value) -> Value {
    let Value::Object(from) = schema else { return schema.clone() };
    let mut to = Map::new();
    let mut left_out: Option<Value> = None;
    for (key, value) in from {
        match (key.as_str(), value) {
            ("$schema" | "title" | "format" | "minimum" | "maximum" | "default", _) => {}
            ("description", Value::String(text)) => {
                to.insert(key.clone(), text.replace('\n', " ").into());
            }
            ("const", value) => {
                to.insert("enum".to_owned(), json!([value]));
            }
            ("oneOf" | "anyOf", Value::Array(branches)) => {
                to.insert("anyOf".to_owned(), branches.iter().map(slim).collect());
            }
            ("items", value) => {
                to.insert(key.clone(), slim(value));
            }
            ("properties", Value::Object(properties)) => {
                let mut kept = Map::new();
                for (name, value) in properties {
                    let value = slim(value);
                    if value["type"] == "object" && value.get("properties").is_none() {
                        left_out = value.get("description").cloned();
                    } else {
                        kept.insert(name.clone(), value);
                    }
                }
                to.insert(key.clone(), Value::Object(kept));
            }
            _ => {
                to.insert(key.clone(), value.clone());
            }
        }
    }
    if let Some(description) = left_out.filter(|_| !to.contains_key("description")) {
        to.insert("description".to_owned(), description);
    }
    let names: Vec<String> =
        to.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned().collect();
    if let Some(Value::Array(required)) = to.get_mut("required") {
        required.retain(|name| name.as_str().is_some_and(|name| names.iter().any(|known| known == name)));
    }
    let types = to.get("type").cloned().unwrap_or_default();
    let nullable = types.as_array().is_some_and(|types| types.iter().any(|kind| kind == "object"));
    if nullable {
        to.insert("type".to_owned(), "object".into());
    }
    if nullable || types == "object" {
        to.insert("additionalProperties".to_owned(), false.into());
    }
    if !nullable {
        return Value::Object(to);
    }
    let mut either = Map::new();
    if let Some(description) = to.get_mut("description").map(Value::take) {
        to.retain(|key, _| key != "description");
        either.insert("description".to_owned(), description);
    }
    either.insert("anyOf".to_owned(), json!([to, { "type": "null" }]));
    Value::Object(either)
}
