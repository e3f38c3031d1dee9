//! An entry of the journal in a line, and all that it holds by name. What another version wrote, or what is damaged, is told as what it
//! is.

use serde_json::Value;

use crate::{
    domain::{EntryTold, ErrorCode, MarkState, plain, pretty_json, tame, tame_lines, thousands},
    journal::{Entry, Event},
    store,
};

/// Fields that are told beside the others, or say nothing more.
const TOLD_ELSEWHERE: [&str; 4] = ["tick", "ms", "goal", "event"];

/// An entry in a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub text: String,
    /// How what it ends came out, where its kind alone does not say so.
    pub state: Option<MarkState>,
}

/// The line of an entry by its kind (`step_done`) and its text as it is kept.
pub fn line(kind: &str, json: &str) -> Line {
    let told = |text: &str| Line { text: tame(text).into_owned(), state: None };
    let event = match serde_json::from_str::<Entry>(json) {
        Ok(entry) => entry.event,
        Err(_) => return told(&format!("{} ({})", plain(kind).replace('_', " "), fault(json).unwrap_or_default())),
    };
    match &event {
        Event::GoalQueued { text } => told(&format!("queued: {text}")),
        Event::GoalStarted { text } => told(text),
        Event::GoalDone { ticks, shown, .. } => {
            let shown = shown.as_ref().map(|shown| format!("; {shown}")).unwrap_or_default();
            told(&format!("done after {} game ticks{shown}", thousands(*ticks)))
        }
        Event::GoalFailed { why, .. } => told(&format!("failed: {why}")),
        Event::GoalCancelled { .. } => told("cancelled"),
        Event::StepStarted { title, attempt: 1, .. } => told(title),
        Event::StepStarted { title, attempt, .. } => told(&format!("{title}, attempt {attempt}")),
        Event::StepDone { evidence, .. } => told(&format!("done: {evidence}")),
        Event::StepFailed { error, .. } => told(&format!("failed: {error}")),
        Event::ToolCall { request, .. } => told(&request.title()),
        Event::ToolResult { result, .. } => match &result.error {
            Some(error) => {
                let withdrawn = error.code == ErrorCode::Cancelled;
                let state = Some(if withdrawn { MarkState::Cancelled } else { MarkState::Failed });
                Line { state, ..told(&error.to_string()) }
            }
            None => told(&format!("done in {} game ticks", thousands(result.ticks))),
        },
        Event::ModelReply { text, .. } => told(text),
        Event::ModelCalled { call } => {
            Line { state: (call.outcome != "ok").then_some(MarkState::Failed), ..told(&call.to_string()) }
        }
        Event::JournalFull { .. } => told("the run's file is full"),
        other => Line { text: other.sentence().unwrap_or_else(|| kind.replace('_', " ")), state: None },
    }
}

/// What is wrong with an entry's text; nothing where it is understood.
fn fault(json: &str) -> Option<&'static str> {
    match (serde_json::from_str::<Entry>(json), serde_json::from_str::<Value>(json)) {
        (Ok(_), _) => None,
        (Err(_), Ok(Value::Object(_))) => Some("of another version of the program"),
        (Err(_), _) => Some("its text is damaged"),
    }
}

/// All of an entry.
pub fn told(event: &store::Event) -> EntryTold {
    let store::Event { id, entry, .. } = event;
    let fields = match serde_json::from_str(&entry.json) {
        Ok(Value::Object(fields)) => fields.into_iter().flat_map(|(name, value)| told_field(&name, &value)).collect(),
        _ => vec![("As it is kept".to_owned(), tame_lines(&entry.json).into_owned())],
    };
    EntryTold {
        id: *id,
        wall_ms: entry.wall_ms,
        tick: entry.tick,
        text: line(&entry.kind, &entry.json).text,
        fields,
        fault: fault(&entry.json).map(str::to_owned),
    }
}

/// A field with its name; a list of texts is one field each.
fn told_field(name: &str, value: &Value) -> Vec<(String, String)> {
    if TOLD_ELSEWHERE.contains(&name) || value.is_null() {
        return Vec::new();
    }
    let mut title = name.replace('_', " ");
    if let Some(first) = title.get(..1) {
        title = first.to_uppercase() + &title[1..];
    }
    let words = |value: &Value| match value {
        Value::String(text) => tame_lines(text).into_owned(),
        other => pretty_json(other).unwrap_or_default(),
    };
    match value {
        Value::Array(texts) if !texts.is_empty() && texts.iter().all(Value::is_string) => {
            (1..).zip(texts).map(|(number, text)| (format!("{title} {number}"), words(text))).collect()
        }
        other => vec![(title, words(other))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::NewEvent;

    fn event(kind: &str, json: &str) -> store::Event {
        let entry = NewEvent { goal: Some(1), tick: 7, wall_ms: 9, kind: kind.to_owned(), json: json.to_owned() };
        store::Event { id: 3, session: 1, entry }
    }

    #[test]
    fn an_entry_is_told_in_a_line_and_with_all_that_it_holds() {
        let json = r#"{"tick":7,"ms":2,"goal":1,"event":"step_started","step":1,"title":"mine 3 log","reason":"a table","attempt":2}"#;
        assert_eq!(line("step_started", json).text, "mine 3 log, attempt 2");
        let told = told(&event("step_started", json));
        assert_eq!((told.id, told.tick, told.fault), (3, 7, None));
        let field = |name: &str| told.fields.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str());
        assert_eq!((field("Reason"), field("Tick"), field("Step")), (Some("a table"), None, Some("1")));
    }

    #[test]
    fn a_prompt_is_told_to_the_letter_with_its_lines() {
        let json = r#"{"tick":7,"ms":2,"event":"model_prompt","call":1,"role":"planner","provider":"p","model":"m","system":"one\ntwo","turns":["a","b\u001b"],"schema":null}"#;
        let fields = told(&event("model_prompt", json)).fields;
        let has = |name: &str, text: &str| fields.contains(&(name.to_owned(), text.to_owned()));
        assert!(has("System", "one\ntwo") && has("Turns 1", "a") && has("Turns 2", r"b\u{1b}"), "{fields:?}");
    }

    #[test]
    fn what_failed_is_known_by_its_text() {
        let json = |code: &str| {
            format!(
                r#"{{"tick":7,"ms":2,"event":"tool_result","call":1,"result":{{"success":false,"tool":"mine","duration_ms":1,"ticks":2,"error":{{"code":"{code}","message":"no way"}}}}}}"#
            )
        };
        assert_eq!(line("tool_result", &json("PATH_BLOCKED")).state, Some(MarkState::Failed));
        assert_eq!(line("tool_result", &json("CANCELLED")).state, Some(MarkState::Cancelled));
    }

    #[test]
    fn what_is_damaged_or_of_another_version_says_so() {
        let of_another = r#"{"tick":7,"ms":2,"event":"hat_found","hat":"red"}"#;
        assert_eq!(line("hat_found", of_another).text, "hat found (of another version of the program)");
        let told_other = told(&event("hat_found", of_another));
        assert_eq!(told_other.fields, [("Hat".to_owned(), "red".to_owned())]);
        assert!(told_other.fault.is_some());
        let damaged = told(&event("step_done", "{\"tick\":7,\"ev"));
        assert_eq!(damaged.text, "step done (its text is damaged)");
        assert_eq!(damaged.fields, [("As it is kept".to_owned(), "{\"tick\":7,\"ev".to_owned())]);
    }
}
