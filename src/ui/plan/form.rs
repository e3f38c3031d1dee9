//! What is typed of a tool call, and whether it is one. Pure: the widgets are in [`super::form_ui`].

use serde_json::{Map, Value};

use crate::{
    domain::{Field, ToolError, ToolRequest},
    mind::plan::edits::check,
};

/// A tool call as it is typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    tool: String,
    /// A text a field.
    pub texts: Vec<String>,
    /// Parameters that no field shows: they stay as they are.
    rest: Map<String, Value>,
}

/// What is wrong with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faults {
    /// At each field.
    pub fields: Vec<Option<String>>,
    /// With the call as a whole.
    pub whole: Option<String>,
}

impl Form {
    /// An empty call of a tool.
    pub fn new(tool: &str) -> Self {
        Self { tool: tool.to_owned(), texts: vec![String::new(); Field::of(tool).len()], rest: Map::new() }
    }

    pub fn of(request: &ToolRequest) -> Self {
        let mut form = Self::new(request.name());
        let call = serde_json::to_value(request).unwrap_or_default();
        let params = call["params"].as_object().cloned().unwrap_or_default();
        for (name, value) in params {
            match Field::of(&form.tool).iter().position(|field| field.name == name) {
                Some(at) => form.texts[at] = Field::of(&form.tool)[at].write(&value),
                None => _ = form.rest.insert(name, value),
            }
        }
        form
    }

    pub fn tool(&self) -> &str {
        &self.tool
    }

    pub fn fields(&self) -> &'static [Field] {
        Field::of(&self.tool)
    }

    /// The call.
    ///
    /// # Errors
    /// What of it is wrong, each at its field where one can be told.
    pub fn read(&self) -> Result<ToolRequest, Faults> {
        let fields = self.fields();
        let mut params = self.rest.clone();
        let mut faults = Faults { fields: vec![None; fields.len()], whole: None };
        for ((field, typed), fault) in fields.iter().zip(&self.texts).zip(&mut faults.fields) {
            match field.read(typed) {
                Ok(Some(value)) => _ = params.insert(field.name.clone(), value),
                Ok(None) => {}
                Err(wrong) => *fault = Some(wrong),
            }
        }
        if faults.fields.iter().any(Option::is_some) {
            return Err(faults);
        }
        let read = ToolRequest::from_parts(&self.tool, &Value::Object(params));
        match read.and_then(|request| check(&request).map(|()| request)) {
            Ok(request) => Ok(request),
            Err(error) => {
                match self.field_of(&error) {
                    Some(at) => faults.fields[at] = Some(error.message),
                    None => faults.whole = Some(error.message),
                }
                Err(faults)
            }
        }
    }

    /// The field that an error is about: its name comes first in the words, or what is unknown was typed into it.
    fn field_of(&self, error: &ToolError) -> Option<usize> {
        let fields = self.fields();
        let first = error.message.split(' ').next();
        let unknown = error.context["name"].as_str();
        let named = fields.iter().position(|field| Some(field.name.as_str()) == first);
        named.or_else(|| self.texts.iter().position(|typed| !typed.is_empty() && Some(typed.trim()) == unknown))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(tool: &str, params: Value) -> ToolRequest {
        ToolRequest::from_parts(tool, &params).unwrap()
    }

    fn typed(tool: &str, texts: &[(&str, &str)]) -> Result<ToolRequest, Faults> {
        let mut form = Form::new(tool);
        for (name, text) in texts {
            let at = form.fields().iter().position(|field| field.name == *name).unwrap();
            form.texts[at] = (*text).to_owned();
        }
        form.read()
    }

    #[test]
    fn a_call_becomes_a_form_and_the_same_call_again() {
        for request in [
            call("mine", json!({"target": "oak_log", "count": 3, "with": "hand"})),
            call("place_block", json!({"block": "furnace", "x": 1, "y": 64, "z": -3, "state": {"facing": "north"}})),
            call("navigate", json!({"x": 4, "z": 5, "dig": true})),
            call("clear", json!({"from": {"x": 1, "y": 64, "z": 1}, "to": {"x": 2, "y": 65, "z": 2}})),
            call("face", json!({"toward": "north"})),
            call("wait", json!({"until": "night"})),
        ] {
            assert_eq!(Form::of(&request).read(), Ok(request), "what no field shows stays");
        }
    }

    #[test]
    fn what_is_wrong_is_told_at_its_field() {
        let at = |faults: &Faults, tool: &str, name: &str| {
            let at = Form::new(tool).fields().iter().position(|field| field.name == name).unwrap();
            faults.fields[at].clone().unwrap_or_default()
        };
        let faults = typed("mine", &[("count", "many")]).unwrap_err();
        assert_eq!(at(&faults, "mine", "target"), "target is needed");
        assert!(at(&faults, "mine", "count").contains("whole number"), "{faults:?}");
        let faults = typed("mine", &[("target", "oak_lgo")]).unwrap_err();
        assert!(at(&faults, "mine", "target").contains("did you mean"), "{faults:?}");
        let faults = typed("mine", &[("target", "dirt"), ("count", "0")]).unwrap_err();
        assert!(at(&faults, "mine", "count").contains("must be 1 to"), "{faults:?}");
        let faults = typed("wait", &[]).unwrap_err();
        assert!(faults.whole.is_some_and(|words| words.contains("give ticks, or until")));
        let build = [("blueprint", "no such thing"), ("x", "1"), ("y", "64"), ("z", "1")];
        assert!(typed("build", &build).is_err());
    }
}
