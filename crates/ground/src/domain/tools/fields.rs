//! What a call of a tool may be given, as a form shows it: a field a parameter, read from the tools' own JSON schema, so that a form cannot
//! ask for what a tool does not know.

use std::{collections::BTreeMap, sync::LazyLock};

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::ToolRequest;

/// One parameter of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    /// What its documentation says.
    pub about: String,
    pub kind: FieldKind,
    pub is_required: bool,
}

/// What is to be typed or chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    Text,
    /// `is_signed`: it may be less than none.
    Whole {
        is_signed: bool,
    },
    Decimal,
    Flag,
    /// One of these.
    Choice(Vec<String>),
    /// Three whole numbers.
    Place,
    /// Names, with commas between them.
    Names,
    /// Anything else, as JSON.
    Json,
}

static FIELDS: LazyLock<BTreeMap<String, Vec<Field>>> = LazyLock::new(|| {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<ToolRequest>().to_value();
    let calls = schema["oneOf"].as_array().into_iter().flatten();
    calls.filter_map(|call| Some((call["properties"]["tool"]["const"].as_str()?.to_owned(), fields(call)))).collect()
});

fn fields(call: &Value) -> Vec<Field> {
    let params = &call["properties"]["params"];
    let is_required = |name: &str| params["required"].as_array().is_some_and(|names| names.contains(&json!(name)));
    let properties = params["properties"].as_object().into_iter().flatten();
    let field = |(name, schema): (&String, &Value)| Field {
        name: name.clone(),
        about: schema["description"].as_str().unwrap_or_default().replace('\n', " "),
        kind: kind(schema),
        is_required: is_required(name),
    };
    properties.map(field).collect()
}

fn kind(schema: &Value) -> FieldKind {
    // What may be left out is a choice between a thing and nothing.
    let branches = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
    if let Some(branches) = branches {
        let words = branches.iter().flat_map(words).collect::<Vec<_>>();
        let something = branches.iter().find(|branch| branch["type"] != "null");
        return match (words.is_empty(), something) {
            (false, _) => FieldKind::Choice(words),
            (true, Some(branch)) => kind(branch),
            (true, None) => FieldKind::Json,
        };
    }
    let words = words(schema);
    if !words.is_empty() {
        return FieldKind::Choice(words);
    }
    let types = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        several => several.as_array().into_iter().flatten().filter_map(Value::as_str).collect(),
    };
    match types.iter().find(|kind| **kind != "null") {
        Some(&"string") => FieldKind::Text,
        Some(&"integer") => FieldKind::Whole { is_signed: schema.get("minimum").is_none() },
        Some(&"number") => FieldKind::Decimal,
        Some(&"boolean") => FieldKind::Flag,
        Some(&"object") if is_place(schema) => FieldKind::Place,
        Some(&"array") if schema["items"]["type"] == "string" => FieldKind::Names,
        _ => FieldKind::Json,
    }
}

/// The words of a choice, each of which may be documented.
fn words(schema: &Value) -> Vec<String> {
    let owned = |word: &Value| word.as_str().map(str::to_owned);
    match (&schema["enum"], &schema["const"], schema["oneOf"].as_array()) {
        (Value::Array(words), ..) => words.iter().filter_map(owned).collect(),
        (_, word @ Value::String(_), _) => owned(word).into_iter().collect(),
        (.., Some(branches)) => branches.iter().flat_map(words).collect(),
        _ => Vec::new(),
    }
}

fn is_place(schema: &Value) -> bool {
    let properties = schema["properties"].as_object();
    properties.is_some_and(|of| of.len() == 3 && ["x", "y", "z"].iter().all(|axis| of.contains_key(*axis)))
}

impl Field {
    /// The fields of a tool, in the order of their meaning; none where no tool is called so.
    pub fn of(tool: &str) -> &'static [Self] {
        FIELDS.get(tool).map_or(&[], Vec::as_slice)
    }

    /// A value as it is typed.
    pub fn write(&self, value: &Value) -> String {
        match (&self.kind, value) {
            (_, Value::Null) => String::new(),
            (FieldKind::Place, place) => {
                ["x", "y", "z"].iter().map(|axis| place[axis].to_string()).collect::<Vec<_>>().join(" ")
            }
            (FieldKind::Names, Value::Array(names)) => {
                names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
            }
            (_, Value::String(words)) => words.clone(),
            (_, value) => value.to_string(),
        }
    }

    /// What was typed as a value; nothing where nothing was, and that will do.
    ///
    /// # Errors
    /// What is wrong with it, and what would be right, in words for who typed it.
    pub fn read(&self, typed: &str) -> Result<Option<Value>, String> {
        let (name, typed) = (self.name.replace('_', " "), typed.trim());
        if typed.is_empty() {
            return if self.is_required { Err(format!("{name} is needed")) } else { Ok(None) };
        }
        let value = match &self.kind {
            FieldKind::Text => json!(typed),
            FieldKind::Whole { is_signed } => {
                let number: i64 =
                    typed.parse().map_err(|_| format!("{name} is a whole number, such as 3: {typed:?} is none"))?;
                if number < 0 && !is_signed {
                    return Err(format!("{name} is 0 or more"));
                }
                json!(number)
            }
            FieldKind::Decimal => {
                let number = typed.parse::<f64>().ok().filter(|number| number.is_finite());
                json!(number.ok_or_else(|| format!("{name} is a number, such as 1.5: {typed:?} is none"))?)
            }
            FieldKind::Flag => {
                json!(typed.parse::<bool>().map_err(|_| format!("{name} is true or false"))?)
            }
            FieldKind::Choice(words) if words.iter().any(|word| word == typed) => json!(typed),
            FieldKind::Choice(words) => return Err(format!("{name} is one of {}", words.join(", "))),
            FieldKind::Place => place(typed)
                .ok_or_else(|| format!("{name} is three whole numbers, such as 10 64 -3: {typed:?} is not"))?,
            FieldKind::Names => {
                let names = typed.split(',').map(str::trim).filter(|name| !name.is_empty());
                names.collect::<Vec<_>>().into()
            }
            FieldKind::Json => {
                serde_json::from_str(typed).map_err(|error| format!("{name} is written as JSON: {error}"))?
            }
        };
        Ok(Some(value))
    }
}

/// `10 64 -3`, also with commas.
fn place(typed: &str) -> Option<Value> {
    let numbers: Result<Vec<i32>, _> =
        typed.split([' ', ',']).filter(|part| !part.is_empty()).map(str::parse).collect();
    let [x, y, z] = numbers.ok()?.try_into().ok()?;
    Some(json!({ "x": x, "y": y, "z": z }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(tool: &str, name: &str) -> &'static Field {
        Field::of(tool).iter().find(|field| field.name == name).unwrap_or_else(|| panic!("{tool} has no {name}"))
    }

    #[test]
    fn each_tool_has_the_fields_of_its_schema() {
        for tool in ToolRequest::NAMES {
            assert!(FIELDS.contains_key(*tool), "{tool}");
        }
        let names: Vec<&str> = Field::of("mine").iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["target", "count", "max_radius", "at"], "what models are not offered is not asked for");
        assert!(field("mine", "target").is_required && !field("mine", "count").is_required);
        assert_eq!(field("mine", "target").kind, FieldKind::Text);
        assert_eq!(field("mine", "count").kind, FieldKind::Whole { is_signed: false });
        assert_eq!(field("navigate", "x").kind, FieldKind::Whole { is_signed: true });
        assert_eq!(field("navigate", "dig").kind, FieldKind::Flag);
        assert_eq!(field("mine", "at").kind, FieldKind::Place);
        assert_eq!(field("clear", "from").kind, FieldKind::Place);
        assert_eq!(field("face", "yaw").kind, FieldKind::Decimal);
        assert_eq!(field("build", "without").kind, FieldKind::Names);
        let FieldKind::Choice(ways) = &field("face", "toward").kind else { panic!("{:?}", field("face", "toward")) };
        assert!(ways.contains(&"north".to_owned()) && ways.contains(&"around".to_owned()), "{ways:?}");
        assert!(field("mine", "max_radius").about.contains("How far to search"));
        assert!(Field::of("fly").is_empty());
    }

    #[test]
    fn what_is_typed_becomes_a_value_or_is_refused_in_words() {
        let read = |tool: &str, name: &str, typed: &str| field(tool, name).read(typed);
        assert_eq!(read("mine", "count", " 8 "), Ok(Some(json!(8))));
        assert_eq!(read("mine", "count", ""), Ok(None));
        assert_eq!(read("mine", "at", "10, 64 -3"), Ok(Some(json!({"x": 10, "y": 64, "z": -3}))));
        assert_eq!(read("build", "without", "torch, water"), Ok(Some(json!(["torch", "water"]))));
        for (tool, name, typed, words) in [
            ("mine", "target", " ", "target is needed"),
            ("mine", "count", "many", "count is a whole number, such as 3: \"many\" is none"),
            ("mine", "count", "-2", "count is 0 or more"),
            ("mine", "at", "10 64", "at is three whole numbers, such as 10 64 -3: \"10 64\" is not"),
            ("face", "yaw", "NaN", "yaw is a number, such as 1.5: \"NaN\" is none"),
        ] {
            assert_eq!(read(tool, name, typed), Err(words.to_owned()), "{tool} {name}");
        }
        let error = read("face", "toward", "upward").unwrap_err();
        assert!(error.starts_with("toward is one of north, "), "{error}");
    }

    #[test]
    fn what_is_written_is_read_as_the_same() {
        for (tool, name, value) in [
            ("mine", "target", json!("oak_log")),
            ("mine", "count", json!(3)),
            ("mine", "at", json!({"x": 1, "y": 64, "z": -3})),
            ("navigate", "dig", json!(true)),
            ("build", "over", json!(["dirt", "sand"])),
            ("face", "toward", json!("east")),
        ] {
            let field = field(tool, name);
            assert_eq!(field.read(&field.write(&value)), Ok(Some(value)), "{tool} {name}");
        }
        assert_eq!(field("mine", "at").write(&Value::Null), "");
    }
}
