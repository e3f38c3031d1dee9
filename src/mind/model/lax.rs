//! Endpoints that hold no model to a schema: servers of one's own speak OpenAI's protocol, and not all of it. How they say so,
//! and which of them have. A model there is asked without the schema, which its prompt then tells in words.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use super::config::{ModelConfig, Provider};

/// Words by which servers tell that it is the schema that they do not take, in small letters: `response_format` and what it
/// holds, the grammar that llama.cpp makes of it, and what says that something is not there.
const WORDS: &[&str] = &[
    "response_format",
    "response format",
    "json_schema",
    "json schema",
    "jsonschema",
    "grammar",
    "structured output",
    "guided",
    "not supported",
    "unsupported",
    "not implemented",
    "does not support",
];

/// Who takes no schema, by address and model. Clones know the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Lax(Arc<Mutex<HashSet<(String, String)>>>);

impl Lax {
    pub fn knows(&self, model: &ModelConfig) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&place(model))
    }

    /// For the rest of the run.
    pub fn note(&self, model: &ModelConfig) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(place(model));
    }
}

fn place(model: &ModelConfig) -> (String, String) {
    (model.address(), model.model.clone())
}

/// Whether an error may well be about the schema, so that the call is worth another try without it. Of a wrong guess it costs
/// one.
pub(super) fn is_about_the_schema(provider: Provider, status: u16, body: &str) -> bool {
    // What is wrong with key, address, amount or pace does not change with the schema.
    if provider != Provider::OpenAi || !matches!(status, 400 | 415 | 422 | 500 | 501) {
        return false;
    }
    let body = body.to_lowercase();
    WORDS.iter().any(|word| body.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_say_so_in_their_own_words() {
        let is = |status, body| is_about_the_schema(Provider::OpenAi, status, body);
        assert!(is(500, r#"{"error":{"code":500,"message":"Failed to parse grammar","type":"server_error"}}"#));
        assert!(is(400, r#"{"error":"'response_format.type' must be 'json_object' or 'text'"}"#));
        assert!(is(400, r#"{"error":{"message":"JSON schema conversion failed:\nUnrecognized schema: true"}}"#));
        assert!(is(422, r#"{"detail":"This model does not support structured outputs"}"#));
        assert!(is(501, "Not supported"));
        assert!(!is(500, "out of memory"));
        assert!(!is(400, "no such model"));
        assert!(!is(401, "key not supported"));
        assert!(!is(429, "json_schema"));
        assert!(!is_about_the_schema(Provider::Gemini, 400, "json_schema"));
    }

    #[test]
    fn it_is_remembered_of_one_model_at_one_address() {
        let at = |url: &str, model: &str| ModelConfig {
            provider: Provider::OpenAi,
            model: model.to_owned(),
            base_url: Some(url.to_owned()),
        };
        let lax = Lax::default();
        lax.clone().note(&at("http://a/v1", "small"));
        assert!(lax.knows(&at("http://a/v1/", "small")));
        assert!(!lax.knows(&at("http://a/v1", "large")) && !lax.knows(&at("http://b/v1", "small")));
    }
}
