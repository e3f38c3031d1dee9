//! Reading an answer: what stands around it and how its JSON is written is forgiven (`lenient`), and so are the shapes that
//! are near enough to the one that was asked for: a step without `call`, its params flat beside the tool, the step in words,
//! numbers written as text, parameters that are `null`. What cannot be meant is named.

use serde_json::{Map, Value};

use crate::{
    domain::{Craft, ToolRequest, User},
    mind::{
        model::reply::{
            answer::{
                Decision, Held, MAX_FINDINGS, MAX_HOLDS, MAX_NAME, MAX_SENTENCE, MAX_STEPS, ModelPlan, ModelRecovery,
                ModelStep, one_line, settled,
            },
            lenient::Reading,
            schema::DERIVED,
        },
        plan::{
            grammar::{Intent, parse},
            planner::request_of,
        },
    },
};

/// More text than this is not looked at, in bytes: a plan of the most steps is a tenth of it.
const MAX_TEXT: usize = 256 * 1024;

/// Reads a plan.
///
/// # Errors
/// What is wrong, in sentences.
pub fn read_plan(text: &str) -> Result<ModelPlan, Vec<String>> {
    let reading = reading(text).map_err(|fault| vec![fault])?;
    let loose = || Some(Map::from_iter([("steps".to_owned(), loose_steps(&reading)?.into())]));
    let plan = match reading.last_with("steps") {
        Ok(plan) => plan.clone(),
        Err(fault) => loose().ok_or_else(|| vec![fault])?,
    };
    let steps = listed_steps(&plan).map_err(|fault| vec![fault])?;
    let mut faults = Vec::new();
    let why = why(&plan, &mut faults);
    let shown_by = text_of(&plan, "shown_by", &mut faults);
    let holds = read_holds(plan.get("holds")).unwrap_or_else(|fault| {
        faults.push(fault);
        Vec::new()
    });
    let steps = read_steps(steps, &mut faults);
    settled(ModelPlan { why, shown_by, holds, steps }, faults)
}

/// What is held in the end, which need not be said: as a list, or as an object with the counts by name.
fn read_holds(holds: Option<&Value>) -> Result<Vec<Held>, String> {
    let count = |value: Option<&Value>| match value {
        None | Some(Value::Null) => Some(1),
        Some(Value::String(text)) => text.trim().parse().ok(),
        Some(value) => value.as_u64().and_then(|count| u32::try_from(count).ok()),
    };
    let wrong = |what: &Value| format!("`holds` has {}, and takes objects with `item` and `count`", shown(Some(what)));
    let held = |item: &str, number: Option<&Value>, what: &Value| {
        let count = count(number).ok_or_else(|| wrong(what))?;
        Ok(Held { item: one_line(item, MAX_NAME), count })
    };
    let holds: Vec<Held> = match holds {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) => {
            let each = list.iter().take(MAX_HOLDS + 1).map(|what| match (what, what.get("item")) {
                (Value::String(item), _) => held(item, None, what),
                (_, Some(Value::String(item))) => held(item, what.get("count"), what),
                _ => Err(wrong(what)),
            });
            each.collect::<Result<_, String>>()?
        }
        Some(Value::Object(counts)) => {
            let each = counts.iter().take(MAX_HOLDS + 1).map(|(item, count)| held(item, Some(count), count));
            each.collect::<Result<_, String>>()?
        }
        other => return Err(format!("`holds` is {}, and must be a list of items with counts", shown(other))),
    };
    if holds.len() > MAX_HOLDS {
        return Err(format!("`holds` has more than {MAX_HOLDS} kinds of things: name those that count"));
    }
    Ok(holds)
}

/// Reads what a model wants done about a failed step.
///
/// # Errors
/// What is wrong, in sentences.
pub fn read_recovery(text: &str) -> Result<ModelRecovery, Vec<String>> {
    let reading = reading(text).map_err(|fault| vec![fault])?;
    let answer = reading.last_with("decision").map_err(|fault| vec![fault])?;
    let decided = |word: &str| {
        let word = word.trim().to_lowercase().replace([' ', '-'], "_");
        Decision::ALL.into_iter().find(|(name, _)| *name == word)
    };
    let Some((_, decision)) = answer.get("decision").and_then(Value::as_str).and_then(decided) else {
        let names = Decision::ALL.map(|(name, _)| name).join(", ");
        return Err(vec![format!("`decision` is {}, and must be one of {names}", shown(answer.get("decision")))]);
    };
    let mut faults = Vec::new();
    let why = why(answer, &mut faults);
    let steps = match answer.get("steps") {
        None | Some(Value::Null) => Vec::new(),
        // Whoever gives up may write what it likes beside.
        _ if decision == Decision::GiveUp => Vec::new(),
        _ => read_steps(listed_steps(answer).map_err(|fault| vec![fault])?, &mut faults),
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

pub(super) fn why(object: &Map<String, Value>, faults: &mut Vec<String>) -> String {
    text_of(object, "why", faults)
}

fn text_of(object: &Map<String, Value>, name: &str, faults: &mut Vec<String>) -> String {
    words(object, name).unwrap_or_else(|fault| {
        faults.push(fault);
        String::new()
    })
}

fn read_steps(steps: &[Value], faults: &mut Vec<String>) -> Vec<ModelStep> {
    let mut read = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        // To look for the names nearest to a wrong one takes time.
        if faults.len() == MAX_FINDINGS {
            break;
        }
        match read_step(step) {
            Ok(step) => read.push(step),
            Err(fault) => faults.push(format!("step {}: {fault}", index + 1)),
        }
    }
    read
}

/// The text as far as it is JSON.
pub(super) fn reading(text: &str) -> Result<Reading<'_>, String> {
    if text.len() > MAX_TEXT {
        return Err(format!("the answer has {} bytes, and at most {MAX_TEXT} are read", text.len()));
    }
    Ok(Reading::of(text))
}

/// Steps that stand there without a plan around them: as a list, or one after the other.
fn loose_steps(reading: &Reading) -> Option<Vec<Value>> {
    let is_step = |value: &Value| {
        let step = value.as_object();
        step.is_some_and(|step| step.contains_key("call") || step.contains_key("tool"))
    };
    let values = || reading.values.iter().map(|(_, value)| value);
    // Of what could not be read nobody knows whether it was a step.
    if !reading.is_whole() {
        return None;
    }
    let listed = values().rev().filter_map(Value::as_array).find(|list| list.iter().any(is_step));
    let steps = listed.cloned().unwrap_or_else(|| values().filter(|value| is_step(value)).cloned().collect());
    (!steps.is_empty()).then_some(steps)
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
    let no_object =
        |value: Option<&Value>| format!("it is {}, and must be an object with `call` and `reason`", shown(value));
    let step = match step {
        Value::Object(step) => step,
        Value::String(words) => {
            let call = said(words)?.ok_or_else(|| no_object(Some(step)))?;
            return Ok(ModelStep { call, reason: String::new() });
        }
        other => return Err(no_object(Some(other))),
    };
    // Some write the tool beside the reason.
    let beside = first(step, &TOOL).is_some();
    let (call, holder) = match step.get("call").or(step.get("step").filter(|_| !beside)) {
        Some(Value::Object(call)) => (read_call(call)?, call),
        Some(Value::String(tool)) if ToolRequest::names(User::Model).contains(&tool.as_str()) => {
            (call_of(tool, step)?, step)
        }
        Some(Value::String(words)) => match said(words)? {
            Some(call) => (call, step),
            None => return Err(no_object(Some(&words.as_str().into()))),
        },
        None | Some(Value::Null) if beside => (read_call(step)?, step),
        other => return Err(format!("`call` is {}, and must be an object with `tool` and `params`", shown(other))),
    };
    let reason = if step.contains_key("reason") { step } else { holder };
    Ok(ModelStep { call, reason: words(reason, "reason")? })
}

/// What a tool's name and its params are called; those who were taught to call functions have names of their own.
const TOOL: [&str; 3] = ["tool", "name", "function"];
const PARAMS: [&str; 4] = ["params", "parameters", "arguments", "args"];
/// What may stand beside params that are not in an object of their own, and is none.
const BESIDE: [&str; 4] = ["call", "step", "reason", "why"];

fn first<'a>(object: &'a Map<String, Value>, names: &[&str]) -> Option<&'a Value> {
    names.iter().find_map(|name| object.get(*name))
}

fn read_call(call: &Map<String, Value>) -> Result<ToolRequest, String> {
    match first(call, &TOOL) {
        Some(Value::String(words)) if words.contains(' ') && first(call, &PARAMS).is_none() => {
            said(words)?.ok_or_else(|| no_tool(Some(&words.as_str().into())))
        }
        Some(Value::String(tool)) => call_of(tool, call),
        other => Err(no_tool(other)),
    }
}

fn no_tool(tool: Option<&Value>) -> String {
    format!("`tool` is {}, and must be one of {}", shown(tool), ToolRequest::names(User::Model).join(", "))
}

/// The tool with the params in this object, which has them as one or lies them flat beside the tool.
fn call_of(tool: &str, holder: &Map<String, Value>) -> Result<ToolRequest, String> {
    let tool = one_line(tool, MAX_NAME);
    let mut params = match first(holder, &PARAMS) {
        None | Some(Value::Null) => {
            let own = |name: &str| [&TOOL[..], &PARAMS, &BESIDE].concat().contains(&name);
            // What is no param of the tool is found fault with: it may mean something.
            holder.iter().filter(|(name, _)| !own(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
        }
        Some(Value::Object(params)) => params.clone(),
        other => return Err(format!("`params` of {tool} is {}, and must be an object", shown(other))),
    };
    params.retain(|_, value| !value.is_null());
    let mut params = Value::Object(params);
    if let Some(schema) = params_schema(&tool) {
        fit(&mut params, schema, "").map_err(|fault| format!("{tool}: {fault}"))?;
    }
    ToolRequest::ordered_by(User::Model, &tool, &params).map_err(|error| one_line(&error.message, MAX_SENTENCE))
}

/// Tools whose names are no verbs of the grammar of goals, and what to say for them there.
const VERBS: [(&str, &str); 3] =
    [("place_block ", "place "), ("navigate to ", "go to "), ("get_bot_status", "look around")];

/// A step in words, where they are exactly one call: `mine 3 oak_log`. `None` for words that are none.
fn said(words: &str) -> Result<Option<ToolRequest>, String> {
    if words.chars().take(MAX_NAME + 1).count() > MAX_NAME {
        return Ok(None);
    }
    // Some number their steps.
    let words =
        words.trim().trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | '-' | '*' | ' '));
    let verb = VERBS.iter().find_map(|(tool, verb)| Some(format!("{verb}{}", words.strip_prefix(tool)?)));
    let intents = match parse(verb.as_deref().unwrap_or(words)) {
        Ok(intents) => intents,
        // Only the name is wrong: which may be meant is worth telling.
        Err(error) if !error.context["name"].is_null() && error.context["nearest"][0].is_string() => {
            return Err(one_line(&error.message, MAX_SENTENCE));
        }
        Err(_) => return Ok(None),
    };
    let [intent] = intents.as_slice() else { return Ok(None) };
    Ok(match intent {
        // By what tool is not said.
        Intent::Get { .. } => None,
        Intent::Craft { item, count } => Some(Craft { item: (*item).to_owned(), count: *count }.into()),
        intent => request_of(intent, None).ok(),
    })
}

/// The derived schema of a tool's params.
pub(super) fn params_schema(tool: &str) -> Option<&'static Value> {
    let tools = DERIVED.pointer("/properties/steps/items/properties/call/oneOf")?.as_array()?;
    tools.iter().find(|branch| branch["properties"]["tool"]["const"] == tool)?.pointer("/properties/params")
}

/// Makes a value fit its schema where that is no guess (`"5"` and `5.0` are 5), or says which is wrong; what is unknown or
/// missing is told by [`ToolRequest::ordered_by`].
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
