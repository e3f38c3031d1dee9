//! A model's answer: read leniently, proved strictly.
//!
//! A model writes text. Whatever stands around the plan in it is forgiven; but nothing of the plan is acted upon before it
//! is proved as the offline planner's plans are: parameters, materials, tools, stations, and that the goal's own things
//! are held in the end. What is wrong becomes sentences, which go back to the model.

use std::{cmp::Reverse, sync::LazyLock};

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{
    brain::{
        closure::{FURNACE, TABLE, loads},
        dry_run::{DryRun, Sim, dry_run, dry_run_steps, have},
        facts::step_title,
        grammar::parse,
        planner::{PlannerState, merged, request_of},
        quote::quote,
        sop_plan::{Means, Wanted},
        steps::title,
        steps_of::{self, draft, placed_station, take_back, taken_station},
    },
    domain::{BlockPos, ItemCounts, Navigate, PlanDraft, Smelt, StepDraft, ToolRequest},
    knowledge::{self, check_request, family, family_of, mine_target, plain, ways_for},
};

/// More text than this is not looked at, in bytes: a plan of the most steps is a tenth of it.
const MAX_TEXT: usize = 256 * 1024;
/// The most steps a plan may have.
pub const MAX_STEPS: usize = 64;
/// How deep the brackets of an answer may nest; a plan needs six.
const MAX_DEPTH: u32 = 64;
/// The longest name of a thing, in characters. Looking for the names nearest to a long one takes long.
const MAX_NAME: usize = 64;
/// What is wrong is told up to here: whoever made this many mistakes had better begin anew.
const MAX_FINDINGS: usize = 12;
/// The longest sentence of a finding or a reason, in characters.
const MAX_SENTENCE: usize = 300;

/// The tool calls that reach the goal, in order.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ModelPlan {
    /// Why this way, in one sentence.
    pub why: String,
    /// At most 64; none only if the goal is already met.
    pub steps: Vec<ModelStep>,
}

/// One step of a model's plan.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ModelStep {
    pub call: ToolRequest,
    /// What the step is for, in a few words.
    pub reason: String,
}

/// As schemars derives it: what an answer's types are checked by.
static DERIVED: LazyLock<Value> = LazyLock::new(|| {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    settings.into_generator().into_root_schema_for::<ModelPlan>().to_value()
});

static SCHEMA: LazyLock<Value> = LazyLock::new(|| slim(&DERIVED));

/// The schema of [`ModelPlan`], in the words that all providers understand and no more: it is paid for with every call.
pub fn plan_schema() -> Value {
    SCHEMA.clone()
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

/// One line without control characters, cut to so many characters.
pub(super) fn one_line(text: &str, most: usize) -> String {
    // What is cut off is not looked at: it may be long.
    let clean: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(most + 1).collect();
    if clean.chars().count() <= most {
        return clean;
    }
    clean.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Reads a plan: code fences, prose before and after and trailing commas are forgiven, and so are numbers written as text
/// and parameters that are `null`.
///
/// # Errors
/// What is wrong, in sentences.
pub fn read_plan(text: &str) -> Result<ModelPlan, Vec<String>> {
    let plan = written_plan(text).map_err(|fault| vec![fault])?;
    let steps = match plan.get("steps") {
        Some(Value::Array(steps)) if steps.len() > MAX_STEPS => {
            return Err(vec![format!("the plan has {} steps, and at most {MAX_STEPS} are taken", steps.len())]);
        }
        Some(Value::Array(steps)) => steps,
        other => return Err(vec![format!("`steps` is {}, and must be a list of steps", shown(other))]),
    };
    let mut faults = Vec::new();
    let why = words(&plan, "why").unwrap_or_else(|fault| {
        faults.push(fault);
        String::new()
    });
    let mut read = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        match read_step(step) {
            Ok(step) => read.push(step),
            Err(fault) => faults.push(format!("step {}: {fault}", index + 1)),
        }
    }
    faults.truncate(MAX_FINDINGS);
    if faults.is_empty() { Ok(ModelPlan { why, steps: read }) } else { Err(faults) }
}

/// The last object of the text that has `steps`: who thinks aloud may write drafts before.
fn written_plan(text: &str) -> Result<Map<String, Value>, String> {
    if text.len() > MAX_TEXT {
        return Err(format!("the answer has {} bytes, and at most {MAX_TEXT} are read", text.len()));
    }
    let (objects, unfinished) = objects(text)?;
    let mut plan = None;
    let mut fault = unfinished.then(|| "the answer breaks off in the middle of its JSON object".to_owned());
    for object in objects {
        match parsed(object) {
            Ok(object) if object.contains_key("steps") => plan = Some(object),
            Ok(_) => _ = fault.get_or_insert_with(|| "the answer's JSON object has no `steps`".to_owned()),
            Err(error) => _ = fault.get_or_insert_with(|| format!("the answer's JSON cannot be read: {error}")),
        }
    }
    plan.ok_or_else(|| fault.unwrap_or_else(|| "the answer has no JSON object".to_owned()))
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
fn params_schema(tool: &str) -> Option<&'static Value> {
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

/// Proves a model's plan: every call's parameters, a dry run over all steps from the observed state, and the goal itself
/// where its words are understood. A station that the model forgot to put up or to take back is seen to, and said.
///
/// # Errors
/// What is wrong, in sentences for the model.
pub fn prove(plan: ModelPlan, model: &str, goal: &str, state: &PlannerState) -> Result<PlanDraft, Vec<String>> {
    let wrong = plan.steps.iter().enumerate().filter_map(|(index, step)| {
        let error = check_request(&step.call).err()?;
        Some(finding(index + 1, &title(&step.call), &error.message))
    });
    // Whatever follows from a name that does not exist is not worth telling.
    let wrong: Vec<String> = wrong.take(MAX_FINDINGS).collect();
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let asked = Asked::new(goal, state).map_err(|fault| vec![fault])?;
    if asked.is_none() && plan.steps.is_empty() {
        return Err(vec!["the plan has no steps".to_owned()]);
    }
    let mut findings = Vec::new();
    let mut fitting = Fitting::new(goal, asked.is_some(), state);
    let mut own: Vec<Own> = plan.steps.into_iter().map(Own::from).collect();
    if let Some(asked) = &asked {
        findings.extend(asked.find_acts(&mut own, &mut fitting.repairs));
    }
    let acts_found = findings.is_empty();
    if let Some(asked) = &asked {
        findings.extend(asked.unasked(&own));
    }
    for (index, step) in own.into_iter().enumerate() {
        fitting.step(index + 1, step);
    }
    fitting.take_back_the_rest();
    let (numbers, steps): (Vec<usize>, Vec<StepDraft>) = fitting.steps.into_iter().unzip();
    let run = dry_run_steps(Sim::new(state.inventory.clone(), state.nearby), &steps);
    let quote = quote(&steps, &run, state);
    findings
        .extend(run.faults.iter().map(|(at, error)| finding(numbers[*at], &step_title(&steps[*at]), &error.message)));
    if let Some(asked) = &asked {
        findings.extend(asked.lacking(&run, &steps, &quote.materials));
        findings.extend(asked.taken_away(&run).filter(|_| acts_found));
    }
    if !findings.is_empty() {
        findings.truncate(MAX_FINDINGS);
        return Err(findings);
    }
    let why = one_line(&plan.why, MAX_SENTENCE);
    Ok(PlanDraft {
        planner: model.to_owned(),
        sop: None,
        why: if why.is_empty() { "the model gave no reason".to_owned() } else { why },
        repairs: fitting.repairs,
        steps,
        quote,
    })
}

/// `step 4 (craft 1 chest): …`
fn finding(number: usize, title: &str, message: &str) -> String {
    one_line(&format!("step {number} ({}): {message}", one_line(title, MAX_NAME)), MAX_SENTENCE)
}

/// A step as the model wrote it.
struct Own {
    request: ToolRequest,
    reason: String,
    /// It does what the goal's words ask to be done.
    asked: bool,
}

impl From<ModelStep> for Own {
    fn from(step: ModelStep) -> Self {
        let reason = one_line(&step.reason, MAX_SENTENCE);
        let reason = if reason.is_empty() { "the model gave no reason".to_owned() } else { reason };
        Self { request: step.call, reason, asked: false }
    }
}

/// The same item, or one of the family.
fn is_of(item: &str, name: &str) -> bool {
    let item = plain(item);
    item == name || family_of(item) == Some(name)
}

/// What an understood goal asks for.
struct Asked {
    ends: Vec<End>,
    /// What is to be done rather than got, in order.
    acts: Vec<ToolRequest>,
}

/// What must be held in the end.
struct End {
    thing: Wanted,
    /// The item that is counted: mining stone yields cobblestone.
    item: &'static str,
    /// How many in all.
    held: u32,
}

impl Asked {
    /// `None` for a goal that only a model understands.
    fn new(goal: &str, state: &PlannerState) -> Result<Option<Self>, String> {
        let Ok(intents) = parse(goal) else { return Ok(None) };
        let mut acts = Vec::new();
        // Things that are asked for between two acts, each with the number of acts before.
        let mut parts: Vec<(usize, Vec<Wanted>)> = vec![(0, Vec::new())];
        for intent in &intents {
            match (Wanted::new(intent), parts.last_mut()) {
                (Some(thing), Some((_, part))) => part.push(thing),
                _ => {
                    acts.push(request_of(intent, state.position).map_err(|error| error.message)?);
                    parts.push((acts.len(), Vec::new()));
                }
            }
        }
        // What is asked to be dropped or placed need not be held in the end.
        let spent = |acts: &[ToolRequest], name: &str| -> u32 {
            let counts = acts.iter().map(|act| match act {
                ToolRequest::Drop(drop) if is_of(&drop.item, name) => drop.count,
                ToolRequest::PlaceBlock(place) if is_of(&place.block, name) => 1,
                _ => 0,
            });
            counts.sum()
        };
        let mut ends: Vec<End> = Vec::new();
        for (acts_before, part) in parts {
            for thing in merged(part) {
                let mined = || mine_target(thing.name).ok()?.items.first().copied();
                let by_mining = thing.means == Means::Mined && family(thing.name).is_none();
                let item = if by_mining { mined().unwrap_or(thing.name) } else { thing.name };
                let held = if thing.more {
                    let before: u32 =
                        ends.iter().filter(|end| end.thing.more && end.item == item).map(|end| end.thing.count).sum();
                    have(&state.inventory, item)
                        .saturating_add(before)
                        .saturating_add(thing.count)
                        .saturating_sub(spent(&acts, item))
                } else {
                    thing.count.saturating_sub(spent(&acts[acts_before..], item))
                };
                ends.push(End { thing, item, held });
            }
        }
        Ok(Some(Self { ends, acts }))
    }

    /// Marks the steps that do what is asked, in the goal's order; the last that will do is the one. What no step does is
    /// found fault with.
    fn find_acts(&self, own: &mut [Own], repairs: &mut Vec<String>) -> Vec<String> {
        let mut findings = Vec::new();
        let mut before = own.len();
        for act in self.acts.iter().rev() {
            let Some(at) = own[..before].iter().rposition(|step| does(&step.request, act)) else {
                findings.push(one_line(&format!("the goal asks to {}, and no step does it", title(act)), MAX_SENTENCE));
                continue;
            };
            before = at;
            own[at].asked = true;
            // Near is not there.
            if let (ToolRequest::Navigate(to), ToolRequest::Navigate(asked)) = (&mut own[at].request, act) {
                let exactly = Navigate { dig: to.dig, ..asked.clone() };
                if *to != exactly {
                    *to = exactly;
                    repairs.push(format!("step {}: {}, as asked", at + 1, title(act)));
                }
            }
        }
        findings
    }

    /// What nobody asked for and cannot be taken back: words in the chat, and throwing away what is wanted.
    fn unasked(&self, own: &[Own]) -> Vec<String> {
        let faults = own.iter().enumerate().filter(|(_, step)| !step.asked).filter_map(|(index, step)| {
            let fault = match &step.request {
                ToolRequest::Chat(_) => "the goal does not ask for it to be said",
                ToolRequest::Drop(drop) if self.ends.iter().any(|end| is_of(&drop.item, end.item)) => {
                    "the goal asks for it, so that it may not be dropped"
                }
                _ => return None,
            };
            Some(finding(index + 1, &title(&step.request), fault))
        });
        faults.collect()
    }

    /// What is not there in the end, or not come by as asked.
    fn lacking(&self, run: &DryRun, steps: &[StepDraft], materials: &ItemCounts) -> Vec<String> {
        let mut findings = Vec::new();
        for End { thing, item, held } in &self.ends {
            let really = have(&run.after.held, item);
            if really < *held {
                let verb = if *held == 1 { "is" } else { "are" };
                let more = if thing.more { format!(" ({} more than now)", thing.count) } else { String::new() };
                findings.push(format!("the plan ends with {really} {item}, {held} {verb} wanted{more}"));
            }
            let (verb, done) = match thing.means {
                Means::Any => continue,
                Means::Mined => ("mine", have(materials, item)),
                Means::Smelted => {
                    let counts = steps.iter().map(|step| match &step.request {
                        ToolRequest::Smelt(smelt) if plain(&smelt.item) == thing.name => smelt.count,
                        _ => 0,
                    });
                    ("smelt", counts.sum::<u32>())
                }
            };
            if done < thing.count {
                findings
                    .push(format!("the goal asks to {verb} {} {}, the steps {verb} {done}", thing.count, thing.name));
            }
        }
        findings
    }

    /// What was placed as asked must stand in the end.
    fn taken_away(&self, run: &DryRun) -> Option<String> {
        let block = |act: &ToolRequest| match act {
            ToolRequest::PlaceBlock(place) => Some(plain(&place.block).to_owned()),
            _ => None,
        };
        let placed: ItemCounts = self.acts.iter().filter_map(block).map(|block| (block, 1)).collect();
        let (gone, _) = placed.iter().find(|(block, count)| run.after.placed.count(block) < *count)?;
        Some(format!("the goal asks for the {gone} to be placed, and a step takes it away again"))
    }
}

/// Whether a step does what is asked.
fn does(step: &ToolRequest, asked: &ToolRequest) -> bool {
    match (step, asked) {
        (ToolRequest::Navigate(step), ToolRequest::Navigate(asked)) => {
            let height = asked.y.is_none() || step.y.is_none() || step.y == asked.y;
            (step.x, step.z) == (asked.x, asked.z) && height
        }
        (ToolRequest::Chat(step), ToolRequest::Chat(asked)) => step.message.trim() == asked.message.trim(),
        (ToolRequest::PlaceBlock(step), ToolRequest::PlaceBlock(asked)) => {
            is_of(&step.block, plain(&asked.block)) && (asked.at().is_none() || step.at() == asked.at())
        }
        (ToolRequest::Mine(step), ToolRequest::Mine(asked)) => step.at == asked.at,
        (ToolRequest::Drop(step), ToolRequest::Drop(asked)) => {
            is_of(&step.item, plain(&asked.item)) && step.count == asked.count
        }
        (ToolRequest::GetBotStatus(_), ToolRequest::GetBotStatus(_)) => true,
        _ => false,
    }
}

/// A model's steps as they will be: with the stations put up and taken back that it only thought of.
struct Fitting {
    /// As it will be after the steps so far.
    sim: Sim,
    /// Each with the number of the model's step that it is, or belongs to.
    steps: Vec<(usize, StepDraft)>,
    standing: Vec<Standing>,
    /// Stations that stay: nobody but the model knows whether they are what the goal asks for.
    stay: Vec<&'static str>,
    repairs: Vec<String>,
}

/// A station that was placed as a means.
struct Standing {
    station: &'static str,
    at: Option<BlockPos>,
    /// Which of the steps is the last that needs it.
    last: usize,
}

impl Fitting {
    fn new(goal: &str, understood: bool, state: &PlannerState) -> Self {
        let goal = goal.to_lowercase().replace(' ', "_");
        let named = |station: &&'static str| !understood && goal.contains(station);
        Self {
            sim: Sim::new(state.inventory.clone(), state.nearby),
            steps: Vec::new(),
            standing: Vec::new(),
            stay: [TABLE, FURNACE].into_iter().filter(named).collect(),
            repairs: Vec::new(),
        }
    }

    fn push(&mut self, number: usize, step: StepDraft) {
        // What a fault says is missing is taken as given: the faults are told by the run over all steps.
        self.sim = dry_run(self.sim.clone(), [&step.request]).after;
        self.steps.push((number, step));
    }

    fn step(&mut self, number: usize, own: Own) {
        let Own { mut request, reason, asked } = own;
        if let Some(station) = taken_station(&request).filter(|_| !asked)
            && let ToolRequest::Mine(mine) = &mut request
        {
            let ours =
                |standing: &Standing| standing.station == station && mine.at.is_none_or(|at| Some(at) == standing.at);
            let ours: Vec<usize> = (0..self.standing.len()).rev().filter(|at| ours(&self.standing[*at])).collect();
            for at in ours.into_iter().take(mine.count as usize) {
                self.standing.remove(at);
                mine.count -= 1;
                self.push(number, StepDraft { reason: reason.clone(), ..take_back(station) });
            }
            if mine.count == 0 {
                return;
            }
        }
        // The tools put up what is held where none is near; the plan says so.
        let run = dry_run(self.sim.clone(), [&request]);
        for station in [TABLE, FURNACE] {
            let stood_up = run.after.near.has(station) && !self.sim.near.has(station);
            if stood_up && run.proved() && placed_station(&request) != Some(station) {
                self.push(number, steps_of::place(station));
                self.stand(station, None);
                self.repairs
                    .push(format!("the {} is placed before step {number}, which needs it", shown_station(station)));
            }
        }
        let requests = in_loads(request);
        if requests.len() > 1 {
            self.repairs.push(format!("step {number} is done in {} loads, each within its deadline", requests.len()));
        }
        for request in requests {
            for station in [TABLE, FURNACE].into_iter().filter(|station| needs(&request, station)) {
                if let Some(standing) = self.standing.iter_mut().rfind(|standing| standing.station == station) {
                    standing.last = self.steps.len();
                }
            }
            let placed = placed_station(&request).filter(|_| !asked);
            let at = if let ToolRequest::PlaceBlock(place) = &request { place.at() } else { None };
            self.push(number, draft(request, reason.clone()));
            if let Some(station) = placed {
                self.stand(station, at);
            }
        }
    }

    /// The step that was pushed last has put a station up.
    fn stand(&mut self, station: &'static str, at: Option<BlockPos>) {
        if !self.stay.contains(&station) {
            self.standing.push(Standing { station, at, last: self.steps.len().saturating_sub(1) });
        }
    }

    /// Each station is taken back once nothing needs it any more.
    fn take_back_the_rest(&mut self) {
        // From the last on, so that the places of the others stay what they are.
        self.standing.sort_by_key(|standing| Reverse(standing.last));
        for Standing { station, last, .. } in std::mem::take(&mut self.standing) {
            let number = self.steps[last].0;
            self.steps.insert(last + 1, (number, take_back(station)));
            self.repairs.push(format!("the {} is taken back after step {number}", shown_station(station)));
        }
    }
}

fn shown_station(station: &str) -> String {
    station.replace('_', " ")
}

fn needs(request: &ToolRequest, station: &str) -> bool {
    match request {
        ToolRequest::Craft(craft) => station == TABLE && ways_for(&craft.item).iter().any(|way| way.needs_table),
        ToolRequest::Smelt(_) => station == FURNACE,
        _ => false,
    }
}

/// Smelting as calls that end before their deadline, as the offline planner splits it; anything else as it is.
fn in_loads(request: ToolRequest) -> Vec<ToolRequest> {
    let ToolRequest::Smelt(smelt) = &request else { return vec![request] };
    let ticks = knowledge::smelt_target(&smelt.item).ok().and_then(|target| Some(target.ingredients.first()?.1));
    let Some(ticks) = ticks.filter(|ticks| *ticks > 0) else { return vec![request] };
    // Where the fuel is left to the tool, in loads of whole pieces of coal.
    let named = smelt.fuel.as_deref().and_then(|fuel| loads(smelt.count, ticks, plain(fuel)));
    let Some(loads) = named.or_else(|| loads(smelt.count, ticks, "coal")) else { return vec![request] };
    loads.iter().map(|load| ToolRequest::Smelt(Smelt { count: load.count, ..smelt.clone() })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        brain::{dry_run::Stations, planner::plan_goal},
        domain::Vec3,
        knowledge::SopLibrary,
    };

    fn holding(list: &[(&str, u32)]) -> PlannerState {
        let inventory = list.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        PlannerState { inventory, ..Default::default() }
    }

    fn answer(steps: &[(&str, Value)]) -> String {
        let step =
            |(tool, params): &(&str, Value)| json!({ "call": { "tool": tool, "params": params }, "reason": "so" });
        json!({ "why": "it works", "steps": steps.iter().map(step).collect::<Vec<_>>() }).to_string()
    }

    fn proved(goal: &str, state: &PlannerState, steps: &[(&str, Value)]) -> Result<PlanDraft, Vec<String>> {
        prove(read_plan(&answer(steps)).unwrap(), "a-model", goal, state)
    }

    fn titles(plan: &PlanDraft) -> Vec<String> {
        plan.steps.iter().map(step_title).collect()
    }

    fn refused(goal: &str, state: &PlannerState, steps: &[(&str, Value)], words: &str) {
        let findings = proved(goal, state, steps).expect_err(goal);
        assert!(findings.iter().any(|finding| finding.contains(words)), "{goal}: {findings:?}");
    }

    fn pickaxe() -> Vec<(&'static str, Value)> {
        vec![
            ("mine", json!({"target": "log", "count": 3})),
            ("craft", json!({"item": "planks", "count": 12})),
            ("craft", json!({"item": "stick", "count": 4})),
            ("craft", json!({"item": "crafting_table"})),
            ("place_block", json!({"block": "crafting_table"})),
            ("craft", json!({"item": "wooden_pickaxe"})),
            ("mine", json!({"target": "cobblestone", "count": 3})),
            ("craft", json!({"item": "stone_pickaxe"})),
        ]
    }

    const GOAL: &str = "get me a stone pickaxe";

    #[test]
    fn the_schema_is_small_and_in_every_providers_words() {
        fn check(schema: &Value) {
            let Value::Object(map) = schema else { return schema.as_array().into_iter().flatten().for_each(check) };
            if map.get("type").is_some_and(|kind| kind == "object") {
                let names: Vec<&String> = map["properties"].as_object().unwrap().keys().collect();
                assert!(!names.is_empty() && map["additionalProperties"] == false, "{schema}");
                let required = map["required"].as_array().unwrap();
                assert!(required.iter().all(|name| names.iter().any(|known| name == known.as_str())), "{schema}");
            }
            for word in ["oneOf", "const", "$ref", "format", "minimum", "default", "title"] {
                assert!(!map.contains_key(word), "{word}: {schema}");
            }
            map.values().for_each(check);
        }
        let schema = plan_schema();
        check(&schema);
        let text = schema.to_string();
        assert!(text.len() < 6_000, "{} characters", text.len());
        assert!(text.contains("Break blocks and collect") && text.contains("Why this way"), "{text}");
        let tools = &schema["properties"]["steps"]["items"]["properties"]["call"]["anyOf"];
        let names: Vec<&str> = tools
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|tool| tool["properties"]["tool"]["enum"][0].as_str())
            .collect();
        assert_eq!(names, ToolRequest::NAMES);
        assert!(ToolRequest::NAMES.iter().all(|tool| params_schema(tool).is_some()), "{:#}", *DERIVED);
    }

    #[test]
    fn whatever_is_around_a_plan_is_forgiven() {
        let plain = answer(&[("mine", json!({"target": "log", "count": 3}))]);
        let plan = read_plan(&plain).unwrap();
        assert_eq!((plan.why.as_str(), plan.steps[0].reason.as_str()), ("it works", "so"));
        assert_eq!(title(&plan.steps[0].call), "mine 3 log");
        for text in [
            format!("```json\n{plain}\n```"),
            format!("Let's see {{it needs wood}}. A draft: {{\"steps\": []}}. So:\n\n{plain}\n\nDon't you \"agree?"),
            format!("\u{feff}{}", plain.replace("}]}", "},\n ]\n,}")),
            plain.replace("\"count\":3", "\"count\": \"3\", \"max_radius\": null"),
            plain.replace("\"count\":3", "\"count\": 3.0"),
            r#"{"why": "it works", "steps": [{"tool": "mine", "params": {"target": "log", "count": 3}, "reason": "so"}]}"#
                .to_owned(),
        ] {
            assert_eq!(read_plan(&text).as_ref(), Ok(&plan), "{text}");
        }
        let comma = answer(&[("chat", json!({"message": "a, ] b \" ,}"}))]);
        assert_eq!(read_plan(&comma.replace("}]}", "},]}")), read_plan(&comma));
        assert!(read_plan(&answer(&[("get_bot_status", Value::Null)])).is_ok());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let fault = |tool: &str, params: Value, words: &str| {
            let faults = read_plan(&answer(&[(tool, params)])).unwrap_err();
            assert!(faults.len() == 1 && faults[0].starts_with("step 1: ") && faults[0].contains(words), "{faults:?}");
            assert!(faults[0].chars().count() <= MAX_SENTENCE + 10, "{faults:?}");
        };
        fault("mine", json!({"target": "log", "count": "five"}), "`count` is \"five\", and must be a whole number");
        fault("mine", json!({"target": "log", "count": -5}), "`count` is -5");
        fault("mine", json!({"target": 7}), "`target` is 7, and must be a text");
        fault("mine", json!({"target": "x".repeat(100_000)}), "must be the name of a thing");
        fault("mine", json!({"target": "log", "at": {"x": 1, "y": 2.5, "z": 3}}), "`at.y` is 2.5");
        fault("mine", json!({"target": "log", "at": "here"}), "`at` is \"here\", and must be an object");
        fault("mine", json!({"count": 5}), "target");
        fault("craft", json!({"item": "stick", "amount": 5}), "amount");
        fault("navigate", json!({"x": 1, "y": 1e308, "z": 2}), "`y` is 1e");
        fault("navigate", json!({"x": 1, "z": 2, "dig": "yes"}), "`dig` is \"yes\", and must be true or false");
        fault("fly", json!({}), "no tool is called \"fly\"");
        let faults = |text: &str, words: &str| {
            let faults = read_plan(text).unwrap_err();
            assert!(faults.len() == 1 && faults[0].contains(words), "{faults:?}");
        };
        faults("", "no JSON object");
        faults("I cannot do that.", "no JSON object");
        faults("{}", "no `steps`");
        faults(r#"{"steps": "mine"}"#, "`steps` is \"mine\"");
        faults(r#"{"why": 5, "steps": []}"#, "`why` is 5");
        faults(r#"{"steps": [7]}"#, "step 1: it is 7");
        faults(r#"{"steps": [{"reason": "so"}]}"#, "step 1: `call` is missing");
        faults(r#"{"steps": oops}"#, "cannot be read");
        let whole = answer(&pickaxe());
        faults(&whole[..whole.len() / 2], "breaks off");
        faults(&answer(&vec![("get_bot_status", json!({})); 1_000]), "1000 steps");
    }

    #[test]
    fn junk_is_told_quickly() {
        for text in ["[".repeat(10_000), format!("{{\"steps\": {}", "[".repeat(10_000)), "{".repeat(250_000)] {
            assert!(read_plan(&text).is_err());
        }
        assert!(read_plan(&"{\"steps\": [], ".repeat(700_000)).unwrap_err()[0].contains("bytes"));
        assert!(read_plan(&"{}".repeat(100_000)).is_err());
        let names = vec![("mine", json!({"target": "x_".repeat(MAX_NAME / 2)})); MAX_STEPS];
        assert_eq!(proved(GOAL, &holding(&[]), &names).unwrap_err().len(), MAX_FINDINGS);
        refused(GOAL, &holding(&[]), &[("mine", json!({"target": "log", "count": 4e9}))], "must be 1 to 2304");
    }

    #[test]
    fn a_plan_is_proved_and_its_table_taken_back() {
        let plan = proved(GOAL, &holding(&[]), &pickaxe()).unwrap();
        let offline = plan_goal(GOAL, &holding(&[]), &SopLibrary::built_in()).unwrap();
        assert_eq!(titles(&plan), titles(&offline));
        assert_eq!((&plan.quote, plan.planner.as_str()), (&offline.quote, "a-model"));
        let kinds = |plan: &PlanDraft| plan.steps.iter().map(|step| step.expectation.clone()).collect::<Vec<_>>();
        assert_eq!(kinds(&plan), kinds(&offline));
        assert_eq!(plan.repairs, ["the crafting table is taken back after step 8"]);
        let mut own = pickaxe();
        own.push(("mine", json!({"target": "crafting_table"})));
        let plan = proved(GOAL, &holding(&[]), &own).unwrap();
        assert_eq!((titles(&plan), plan.repairs.len()), (titles(&offline), 0));
        own.remove(4);
        let plan = proved(GOAL, &holding(&[]), &own).unwrap();
        assert_eq!(titles(&plan), titles(&offline), "placed where it is needed");
        assert_eq!(plan.repairs, ["the crafting table is placed before step 5, which needs it"]);
    }

    #[test]
    fn a_furnace_is_taken_back_with_a_pickaxe_or_not_placed() {
        let steps = [("place_block", json!({"block": "furnace"})), ("smelt", json!({"item": "glass", "count": 64}))];
        let things = [("furnace", 1), ("sand", 64), ("coal", 8)];
        refused(
            "get 64 glass",
            &holding(&things),
            &steps,
            "step 2 (take back the furnace): furnace needs a wooden_pickaxe",
        );
        let plan = proved("get 64 glass", &holding(&[&things[..], &[("stone_pickaxe", 1)]].concat()), &steps).unwrap();
        let smelt = "smelt 16 glass";
        assert_eq!(titles(&plan), ["place furnace nearby", smelt, smelt, smelt, smelt, "take back the furnace"]);
        let near = PlannerState { nearby: Stations { table: false, furnace: true }, ..holding(&things[1..]) };
        assert_eq!(proved("get 64 glass", &near, &steps[1..]).unwrap().steps.len(), 4);
    }

    #[test]
    fn what_would_fail_is_told_by_step() {
        let mut few = pickaxe();
        few[1] = ("craft", json!({"item": "planks", "count": 6}));
        refused(GOAL, &holding(&[]), &few, "step 6 (craft 1 wooden_pickaxe): 1 wooden_pickaxe needs 3 planks");
        refused(GOAL, &holding(&[]), &[("mine", json!({"target": "cobblestone"}))], "or better");
        refused(GOAL, &holding(&[]), &[("mine", json!({"target": "pickax"}))], "did you mean");
        refused(GOAL, &holding(&[]), &[("chat", json!({"message": "/op me"}))], "slash");
    }

    #[test]
    fn the_goals_things_are_held_in_the_end() {
        let log = [("mine", json!({"target": "log"}))];
        refused(GOAL, &holding(&[]), &log, "the plan ends with 0 stone_pickaxe, 1 is wanted");
        refused(GOAL, &holding(&[]), &[], "the plan ends with 0 stone_pickaxe");
        let one = holding(&[("stone_pickaxe", 1)]);
        assert_eq!(proved(GOAL, &one, &[]).unwrap().steps.len(), 0);
        refused("craft a stone pickaxe", &one, &[], "ends with 1 stone_pickaxe, 2 are wanted (1 more than now)");
        let four = holding(&[("dirt", 4)]);
        refused("get 3 dirt", &four, &[("drop", json!({"item": "dirt"}))], "may not be dropped");
        refused("get 4 dirt", &four, &[("place_block", json!({"block": "dirt"}))], "the plan ends with 3 dirt");
        let drop = ("drop", json!({"item": "dirt", "count": 2}));
        let dig = ("mine", json!({"target": "dirt", "count": 2}));
        assert!(proved("get 6 dirt and drop 2 dirt", &four, &[dig.clone(), drop.clone()]).is_ok());
        assert!(proved("drop 2 dirt and get 4 dirt", &four, &[drop.clone(), dig]).is_ok());
        refused("drop 2 dirt and get 4 dirt", &four, &[drop], "the plan ends with 2 dirt");
        let pickaxe = holding(&[("stone_pickaxe", 1)]);
        assert!(proved("mine 2 stone", &pickaxe, &[("mine", json!({"target": "stone", "count": 2}))]).is_ok());
        refused("mine 2 stone", &pickaxe, &[("mine", json!({"target": "stone"}))], "the steps mine 1");
        refused("build a hut", &holding(&[]), &[], "no steps");
        assert!(proved("please look for wood", &holding(&[]), &log).is_ok(), "only a model understands it");
    }

    #[test]
    fn what_is_asked_to_be_done_is_done_and_no_more_is_said() {
        let state = PlannerState { position: Some(Vec3::new(0.5, 64.0, 0.5)), ..holding(&[("crafting_table", 1)]) };
        let go = ("navigate", json!({"x": 100, "z": 100, "tolerance": 5}));
        let say = |message: &str| ("chat", json!({ "message": message }));
        let goal = "go to 100 64 100 and say hello";
        let plan = proved(goal, &state, &[go.clone(), say("hello")]).unwrap();
        assert_eq!(titles(&plan), ["go to 100, 64, 100", "say \"hello\""]);
        assert!(matches!(&plan.steps[0].request, ToolRequest::Navigate(to) if to.tolerance.is_none()));
        refused(goal, &state, std::slice::from_ref(&go), "the goal asks to say \"hello\", and no step does it");
        refused(goal, &state, &[say("hello"), go.clone()], "no step does it");
        refused("go to 100 64 100", &state, &[go, say("hello")], "does not ask for it to be said");
        let place = ("place_block", json!({"block": "crafting_table"}));
        let plan = proved("place a crafting table", &state, std::slice::from_ref(&place)).unwrap();
        assert!(plan.steps.len() == 1 && plan.repairs.is_empty(), "what is asked for stays: {plan:?}");
        let mine = ("mine", json!({"target": "crafting_table"}));
        refused("place a crafting table", &state, &[place.clone(), mine], "takes it away again");
        let plan = proved("set up a workshop with a crafting table", &state, &[place]).unwrap();
        assert_eq!(plan.steps.len(), 1, "nobody but the model knows what the goal asks for");
    }
}
