//! Reading an answer: code fences, prose before and after and trailing commas are forgiven, and so are numbers written as
//! text and parameters that are `null`. What cannot be meant is named.

use serde_json::{Map, Value};

use super::{
    Decision, MAX_NAME, MAX_SENTENCE, MAX_STEPS, ModelPlan, ModelRecovery, ModelStep, one_line, schema::DERIVED,
    settled,
};
use crate::domain::ToolRequest;

/// More text than this is not looked at, in bytes: a plan of the most steps is a tenth of it.
const MAX_TEXT: usize = 256 * 1024;
/// How deep the brackets of an answer may nest; a plan needs six.
const MAX_DEPTH: u32 = 64;

/// Reads a plan.
///
/// # Errors
/// What is wrong, in sentences.
pub fn read_plan(text: &str) -> Result<ModelPlan, Vec<String>> {
    let plan = written(text, "steps").map_err(|fault| vec![fault])?;
    let steps = listed_steps(&plan).map_err(|fault| vec![fault])?;
    let mut faults = Vec::new();
    let why = why(&plan, &mut faults);
    let steps = read_steps(steps, &mut faults);
    settled(ModelPlan { why, steps }, faults)
}

/// Reads what a model wants done about a failed step.
///
/// # Errors
/// What is wrong, in sentences.
pub fn read_recovery(text: &str) -> Result<ModelRecovery, Vec<String>> {
    let answer = written(text, "decision").map_err(|fault| vec![fault])?;
    let decided = |word: &str| {
        let word = word.trim().to_lowercase().replace([' ', '-'], "_");
        Decision::ALL.into_iter().find(|(name, _)| *name == word)
    };
    let Some((_, decision)) = answer.get("decision").and_then(Value::as_str).and_then(decided) else {
        let names = Decision::ALL.map(|(name, _)| name).join(", ");
        return Err(vec![format!("`decision` is {}, and must be one of {names}", shown(answer.get("decision")))]);
    };
    let mut faults = Vec::new();
    let why = why(&answer, &mut faults);
    let steps = match answer.get("steps") {
        None | Some(Value::Null) => Vec::new(),
        // Whoever gives up may write what it likes beside.
        _ if decision == Decision::GiveUp => Vec::new(),
        _ => read_steps(listed_steps(&answer).map_err(|fault| vec![fault])?, &mut faults),
    };
    settled(ModelRecovery { why, decision, steps }, faults)
}

fn listed_steps(object: &Map<String, Value>) -> Result<&[Value], String> {
    match object.get("steps") {
        Some(Value::Array(steps)) if steps.len() > MAX_STEPS => {
            Err(format!("the plan has {} steps, and at most {MAX_STEPS} are taken", steps.len()))
        }
        Some(Value::Array(steps)) => Ok(steps),
        other => Err(format!("`steps` is {}, and must be a list of steps", shown(other))),
    }
}

fn why(object: &Map<String, Value>, faults: &mut Vec<String>) -> String {
    words(object, "why").unwrap_or_else(|fault| {
        faults.push(fault);
        String::new()
    })
}

fn read_steps(steps: &[Value], faults: &mut Vec<String>) -> Vec<ModelStep> {
    let mut read = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        match read_step(step) {
            Ok(step) => read.push(step),
            Err(fault) => faults.push(format!("step {}: {fault}", index + 1)),
        }
    }
    read
}

/// The last object of the text that has this key: who thinks aloud may write drafts before.
fn written(text: &str, key: &str) -> Result<Map<String, Value>, String> {
    if text.len() > MAX_TEXT {
        return Err(format!("the answer has {} bytes, and at most {MAX_TEXT} are read", text.len()));
    }
    let (objects, unfinished) = objects(text)?;
    let mut found = None;
    let mut fault = unfinished.then(|| "the answer breaks off in the middle of its JSON object".to_owned());
    for object in objects {
        match parsed(object) {
            Ok(object) if object.contains_key(key) => found = Some(object),
            Ok(_) => _ = fault.get_or_insert_with(|| format!("the answer's JSON object has no `{key}`")),
            Err(error) => _ = fault.get_or_insert_with(|| format!("the answer's JSON cannot be read: {error}")),
        }
    }
    found.ok_or_else(|| fault.unwrap_or_else(|| "the answer has no JSON object".to_owned()))
}

/// The outermost `{…}` of a text, and whether the last one is never closed.
fn objects(text: &str) -> Result<(Vec<&str>, bool), String> {
    let mut objects = Vec::new();
    let (mut depth, mut start) = (0u32, 0);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' if depth == 0 => (depth, start) = (1, at),
            _ if depth == 0 => {}
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' if depth == MAX_DEPTH => {
                return Err("the answer's brackets nest too deep for a plan".to_owned());
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    objects.push(&text[start..=at]);
                }
            }
            _ => {}
        }
    }
    Ok((objects, depth > 0))
}

fn parsed(text: &str) -> Result<Map<String, Value>, serde_json::Error> {
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&without_trailing_commas(text)))
}

fn without_trailing_commas(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        if !quoted && matches!(c, '}' | ']') {
            let end = kept.trim_end().len();
            if kept[..end].ends_with(',') {
                kept.truncate(end - 1);
            }
        }
        kept.push(c);
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ => {}
        }
    }
    kept
}

/// A text that may be missing.
fn words(object: &Map<String, Value>, name: &str) -> Result<String, String> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(text)) => Ok(one_line(text, MAX_SENTENCE)),
        other => Err(format!("`{name}` is {}, and must be a text", shown(other))),
    }
}

fn read_step(step: &Value) -> Result<ModelStep, String> {
    let Value::Object(step) = step else {
        return Err(format!("it is {}, and must be an object with `call` and `reason`", shown(Some(step))));
    };
    let call = match step.get("call") {
        Some(Value::Object(call)) => call,
        // Some write the tool beside the reason.
        None if step.contains_key("tool") => step,
        other => return Err(format!("`call` is {}, and must be an object with `tool` and `params`", shown(other))),
    };
    let tool = match call.get("tool") {
        Some(Value::String(tool)) => one_line(tool, MAX_NAME),
        other => {
            return Err(format!("`tool` is {}, and must be one of {}", shown(other), ToolRequest::NAMES.join(", ")));
        }
    };
    let mut params = match call.get("params") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(params)) => params.clone(),
        other => return Err(format!("`params` of {tool} is {}, and must be an object", shown(other))),
    };
    params.retain(|_, value| !value.is_null());
    let mut params = Value::Object(params);
    if let Some(schema) = params_schema(&tool) {
        fit(&mut params, schema, "").map_err(|fault| format!("{tool}: {fault}"))?;
    }
    let call = ToolRequest::from_parts(&tool, &params).map_err(|error| one_line(&error.message, MAX_SENTENCE))?;
    Ok(ModelStep { call, reason: words(step, "reason")? })
}

/// The derived schema of a tool's params.
pub(super) fn params_schema(tool: &str) -> Option<&'static Value> {
    let tools = DERIVED.pointer("/properties/steps/items/properties/call/oneOf")?.as_array()?;
    tools.iter().find(|branch| branch["properties"]["tool"]["const"] == tool)?.pointer("/properties/params")
}

/// Makes a value fit its schema where that is no guess (`"5"` and `5.0` are 5), or says which is wrong; what is unknown or
/// missing is told by [`ToolRequest::from_parts`].
fn fit(value: &mut Value, schema: &Value, name: &str) -> Result<(), String> {
    // Of what may be left out, the first branch is the thing itself.
    let schema = schema["anyOf"].get(0).unwrap_or(schema);
    let types = &schema["type"];
    let is =
        |kind: &str| types == kind || types.as_array().is_some_and(|types| types.iter().any(|other| other == kind));
    if is("integer") {
        let whole = match &*value {
            Value::String(text) => text.trim().parse().ok(),
            Value::Number(number) => {
                let float = || number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 1e15);
                number.as_i64().or_else(|| float().map(|float| float as i64))
            }
            _ => None,
        };
        let range =
            if schema["minimum"] == 0 { 0..=i64::from(u32::MAX) } else { i64::from(i32::MIN)..=i32::MAX.into() };
        let Some(whole) = whole.filter(|whole| range.contains(whole)) else {
            let (low, high) = range.into_inner();
            return Err(format!(
                "`{name}` is {}, and must be a whole number from {low} to {high}",
                shown(Some(&*value))
            ));
        };
        *value = whole.into();
        return Ok(());
    }
    let (fits, wanted) = match &*value {
        Value::String(text) if is("string") => {
            (name == "message" || text.chars().take(MAX_NAME + 1).count() <= MAX_NAME, "the name of a thing")
        }
        _ if is("string") => (false, "a text"),
        Value::Bool(_) if is("boolean") => (true, ""),
        _ if is("boolean") => (false, "true or false"),
        Value::Object(_) if is("object") => (true, ""),
        _ if is("object") => (false, "an object"),
        _ => (true, ""),
    };
    if !fits {
        return Err(format!("`{name}` is {}, and must be {wanted}", shown(Some(&*value))));
    }
    if let (Value::Object(fields), Some(properties)) = (value, schema["properties"].as_object()) {
        for (key, field) in fields {
            let path = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
            if let Some(schema) = properties.get(key) {
                fit(field, schema, &path)?;
            }
        }
    }
    Ok(())
}

/// A value for a sentence.
fn shown(value: Option<&Value>) -> String {
    match value {
        None => "missing".to_owned(),
        Some(Value::Array(list)) => format!("a list of {}", list.len()),
        Some(Value::Object(_)) => "an object".to_owned(),
        Some(value) => one_line(&value.to_string(), MAX_NAME),
    }
}
