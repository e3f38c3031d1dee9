//! Calls over the providers' own protocols, and the only file that names `genai`: what comes back, well or badly, is
//! plain data before it leaves.
//!
//! genai's errors carry whole bodies and payloads, so none of their words are passed on: a message is made here of who,
//! what and the status, and of a little of the body without keys.

use std::{fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

use genai::{
    Error, ModelIden, ServiceTarget,
    adapter::AdapterKind,
    chat::{
        CacheControl, ChatMessage, ChatOptions, ChatRequest, ChatResponse, ChatResponseFormat, JsonSpec,
        ReasoningEffort, StopReason,
    },
    resolver::{AuthData, Endpoint},
    webc,
};
use reqwest::redirect::Policy;
use serde_json::Value;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use super::{
    call::{CallError, CallFault, Prompt, Reply, Turn, Usage, tidy, without_key},
    config::{Limits, ModelConfig, Provider, environment},
    lax::{Lax, is_about_the_schema},
};

const MOST_TRIES: u32 = 3;
/// The pause before the second try; it doubles with each.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The most that a model may write, reasoning included, in tokens: several of the longest plans.
const MOST_OUTPUT: u32 = 4096;
/// The longest answer that is passed on, in bytes. What is longer was not written within [`MOST_OUTPUT`].
const MOST_TEXT: usize = 256 * 1024;
/// How much of a body goes into a message, in characters.
const MOST_DETAIL: usize = 200;

/// Where keys are looked up, by the variable's name.
type Keys = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// How time is let pass: the pauses between tries, and the limit of a call.
type Sleep = Arc<dyn Fn(Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// Calls models. Clones share their connections.
#[derive(Clone)]
pub struct Client {
    genai: genai::Client,
    /// For one call with its retries.
    timeout: Duration,
    keys: Keys,
    sleep: Sleep,
    lax: Lax,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

impl Client {
    /// A client whose keys are read from the environment at each call.
    ///
    /// # Errors
    /// If no HTTPS client can be made on this machine.
    pub fn new(limits: &Limits) -> Result<Self, CallError> {
        Self::with_keys(limits, environment)
    }

    /// As [`Client::new`], with another place to look keys up in by the variables' names.
    ///
    /// # Errors
    /// As [`Client::new`].
    pub fn with_keys(
        limits: &Limits,
        keys: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    ) -> Result<Self, CallError> {
        // Nobody is followed elsewhere: most providers' key headers would go along.
        let web = reqwest::Client::builder().redirect(Policy::none()).connect_timeout(CONNECT_TIMEOUT).build();
        let web = web.map_err(|_| {
            let message = "no HTTPS client can be made: are the system's certificates installed?";
            CallError::new(CallFault::Unreachable, message, None)
        })?;
        let genai = genai::Client::builder()
            .with_reqwest(web)
            .build()
            .map_err(|_| CallError::new(CallFault::Unreachable, "no client for models can be made", None))?;
        let sleep: Sleep = Arc::new(|time| Box::pin(sleep(time)));
        Ok(Self { genai, timeout: limits.timeout, keys: Arc::new(keys), sleep, lax: Lax::default() })
    }

    /// The same, with another way to let time pass: for who has no time to wait.
    pub fn with_sleep<F>(self, sleep: impl Fn(Duration) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        Self { sleep: Arc::new(move |time| Box::pin(sleep(time))), ..self }
    }

    /// Asks a model, again if that may help, and says how many tries it took: none if there is no key. Ends
    /// within the configured timeout; dropping the future ends the call.
    ///
    /// # Errors
    /// Whatever goes wrong, as a [`CallError`] without keys.
    pub async fn call(&self, prompt: &Prompt, model: &ModelConfig) -> (Result<Reply, CallError>, u32) {
        let variables = model.provider.key_variables();
        let key = variables.iter().find_map(|variable| (self.keys)(variable));
        let called = Called { model, key: key.as_deref(), strict: !self.lax.knows(model) };
        if key.is_none() && model.needs_key() {
            let words = format!("needs a key: set {} in the environment", variables.join(" or "));
            return (Err(called.error(CallFault::NoKey, &words, "")), 0);
        }
        let mut tries = 0;
        let limit = self.timeout;
        let result = tokio::select! {
            result = self.persist(&called, prompt, &mut tries) => result,
            () = (self.sleep)(limit) => {
                let words = format!("gave no answer within {} s", limit.as_secs_f32());
                Err(called.error(CallFault::TimedOut, &words, ""))
            }
        };
        (result, tries)
    }

    /// Whether a model has answered without a schema after it was refused with one: then it is asked so.
    pub fn goes_without_schema(&self, model: &ModelConfig) -> bool {
        self.lax.knows(model)
    }

    /// Tries until there is an answer, or an error that stays, or no time for another try. An endpoint that refuses the schema
    /// is asked once more without it.
    async fn persist(&self, called: &Called<'_>, prompt: &Prompt, tries: &mut u32) -> Result<Reply, CallError> {
        let (mut called, mut most_tries) = (*called, MOST_TRIES);
        let begun = Instant::now();
        loop {
            *tries += 1;
            let failed = match self.ask(&called, prompt).await {
                Ok(reply) => {
                    if !called.strict {
                        self.lax.note(called.model);
                    }
                    return Ok(reply);
                }
                Err(failed) => failed,
            };
            if failed.of_schema && called.strict {
                // The refused try is one of this call's, and no call of its own in the goal's limit: nothing was written,
                // and the question is still the same. Nor is it one of the most tries: the next asks for less.
                (called.strict, most_tries) = (false, MOST_TRIES + 1);
                continue;
            }
            let Failed { error, asked_for, .. } = failed;
            let pause = asked_for.unwrap_or_else(|| backoff(*tries));
            let left = self.timeout.saturating_sub(begun.elapsed());
            if !error.fault.may_pass() || *tries >= most_tries || pause >= left {
                return Err(error);
            }
            (self.sleep)(pause).await;
        }
    }

    /// One try.
    async fn ask(&self, called: &Called<'_>, prompt: &Prompt) -> Result<Reply, Failed> {
        let genai = self.genai.clone();
        let (target, request, options) = (called.target(), called.request(prompt), called.options(prompt));
        // A task of its own, ended with the set, since genai adds up the provider's token counts without a check:
        // absurd ones make it panic.
        let mut task = JoinSet::new();
        task.spawn(async move { genai.exec_chat(target, request, Some(&options)).await });
        match task.join_next().await {
            Some(Ok(Ok(response))) => called.read(response).map_err(Failed::from),
            Some(Ok(Err(error))) => Err(Failed {
                of_schema: called.is_refused_schema(&error),
                asked_for: retry_after(&error),
                error: called.understand(&error),
            }),
            Some(Err(_)) | None => Err(called.error(CallFault::Garbled, "answered what cannot be read", "").into()),
        }
    }
}

/// A try that has come to nothing.
struct Failed {
    error: CallError,
    /// The pause that the provider asks for.
    asked_for: Option<Duration>,
    /// It may well be the schema that was refused.
    of_schema: bool,
}

impl From<CallError> for Failed {
    fn from(error: CallError) -> Self {
        Self { error, asked_for: None, of_schema: false }
    }
}

/// A model that is being called, with the key in use: what must not show in an error or an answer.
#[derive(Clone, Copy)]
struct Called<'a> {
    model: &'a ModelConfig,
    key: Option<&'a str>,
    /// The endpoint is to hold the model to the schema, as far as its protocol can say so.
    strict: bool,
}

impl Called<'_> {
    fn target(&self) -> ServiceTarget {
        let adapter = match self.model.provider {
            Provider::Gemini => AdapterKind::Gemini,
            Provider::Claude => AdapterKind::Anthropic,
            Provider::OpenAi => AdapterKind::OpenAI,
            Provider::Ollama => AdapterKind::Ollama,
        };
        ServiceTarget {
            endpoint: Endpoint::from_owned(self.model.address()),
            // genai wants a key even where none is needed.
            auth: AuthData::from_single(self.key.unwrap_or("none")),
            model: ModelIden::new(adapter, self.model.model.as_str()),
        }
    }

    fn request(&self, prompt: &Prompt) -> ChatRequest {
        let turns = prompt.turns.iter().map(|turn| match turn {
            Turn::User(text) => ChatMessage::user(text.as_str()),
            Turn::Model(text) => ChatMessage::assistant(text.as_str()),
        });
        // Where nobody holds the model to the schema it is told of it. genai cannot give Ollama one.
        let system = if self.model.provider == Provider::Ollama || !self.strict {
            let schema = bare(&prompt.schema);
            format!("{}\n\nAnswer with one JSON object and nothing else. It fits this schema: {schema}", prompt.system)
        } else {
            prompt.system.clone()
        };
        ChatRequest::new(turns.collect()).with_system(system)
    }

    fn options(&self, prompt: &Prompt) -> ChatOptions {
        // The body is kept to tell a refusal from an empty answer.
        let options = ChatOptions::default().with_max_tokens(MOST_OUTPUT).with_capture_raw_body(true);
        let spec = || JsonSpec::new(prompt.schema_name, prompt.schema.clone());
        match self.model.provider {
            Provider::Gemini => options.with_response_format(spec()).with_reasoning_effort(ReasoningEffort::Low),
            Provider::Claude => options
                .with_response_format(spec())
                .with_reasoning_effort(ReasoningEffort::Low)
                .with_cache_control(CacheControl::Ephemeral),
            Provider::OpenAi if !self.strict => {
                options.with_reasoning_effort(openai_effort(&self.model.model)).with_normalize_reasoning_content(true)
            }
            Provider::OpenAi => options
                .with_response_format(spec())
                .with_reasoning_effort(openai_effort(&self.model.model))
                .with_normalize_reasoning_content(true),
            // Models that do not think take no word about it.
            Provider::Ollama => options.with_response_format(ChatResponseFormat::JsonMode),
        }
    }

    /// The text of an answer, if it has one.
    fn read(&self, mut response: ChatResponse) -> Result<Reply, CallError> {
        let body = response.captured_raw_body.take().unwrap_or_default();
        let usage = usage(&response.usage);
        let filtered = matches!(response.stop_reason, Some(StopReason::ContentFilter(_)));
        let cut = response.stop_reason.as_ref().is_some_and(StopReason::is_max_tokens);
        // Parts of one answer, not paragraphs: joined as they came, so that JSON stays JSON.
        let text = response.into_texts().concat();
        let error = if filtered || refusal(&body).is_some() || text.trim().is_empty() && !cut {
            self.without_text(&body, filtered)
        } else if text.trim().is_empty() {
            self.error(CallFault::Garbled, "spent all its tokens before it answered", "")
        } else if text.len() > MOST_TEXT {
            self.error(CallFault::Garbled, "answered far more than was asked for", "")
        } else {
            match without_key(&text, self.key) {
                Some(text) => return Ok(Reply { text, usage }),
                None => self.error(CallFault::Garbled, "answered with the key in disguise", ""),
            }
        };
        Err(CallError { usage, ..error })
    }

    /// What an answer without a text means.
    fn without_text(&self, body: &Value, filtered: bool) -> CallError {
        match refusal(body) {
            Some(words) => self.error(CallFault::Refused, "declined to answer", words),
            None if filtered => self.error(CallFault::Refused, "declined to answer", ""),
            None => self.error(CallFault::Garbled, "answered without a text", said(body).unwrap_or_default()),
        }
    }

    fn is_refused_schema(&self, error: &Error) -> bool {
        let status = match error {
            Error::WebModelCall { webc_error, .. } | Error::WebAdapterCall { webc_error, .. } => match webc_error {
                webc::Error::ResponseFailedStatus { status, .. } => status.as_u16(),
                _ => return false,
            },
            Error::HttpError { status, .. } => status.as_u16(),
            _ => return false,
        };
        body_of(error).is_some_and(|body| is_about_the_schema(self.model.provider, status, body))
    }

    fn understand(&self, error: &Error) -> CallError {
        match error {
            Error::WebModelCall { webc_error, .. } | Error::WebAdapterCall { webc_error, .. } => match webc_error {
                webc::Error::ResponseFailedStatus { status, body, .. } => self.of_status(status.as_u16(), body),
                webc::Error::Reqwest(error) if error.is_builder() => {
                    self.error(CallFault::BadRequest, "cannot be called: key or base_url is malformed", "")
                }
                webc::Error::Reqwest(error) if error.is_connect() => {
                    let words = format!("cannot be reached at {}", self.model.address());
                    self.error(CallFault::Unreachable, &words, "")
                }
                webc::Error::Reqwest(_) => self.error(CallFault::Unreachable, "broke off the connection", ""),
                webc::Error::ResponseFailedNotJson { body, .. }
                | webc::Error::ResponseFailedInvalidJson { body, .. } => {
                    self.error(CallFault::Garbled, "answered what is not JSON", body)
                }
                webc::Error::JsonValueExt(_) => self.error(CallFault::Garbled, "answered what cannot be read", ""),
            },
            Error::HttpError { status, body, .. } => self.of_status(status.as_u16(), body),
            Error::ChatResponseGeneration { response_body, .. } => self.without_text(response_body, false),
            _ => self.error(CallFault::BadRequest, "cannot be called so: check the model and base_url", ""),
        }
    }

    fn of_status(&self, status: u16, body: &str) -> CallError {
        let (fault, words) = match status {
            // Gemini calls a wrong key a bad request.
            400 if body.contains("API_KEY_INVALID") => (CallFault::Unauthorized, "does not take the key"),
            401 | 403 => (CallFault::Unauthorized, "does not take the key"),
            408 | 500..=599 => (CallFault::ServerError, "failed"),
            429 => (CallFault::RateLimited, "was asked too often, or its credit is spent"),
            _ => (CallFault::BadRequest, "does not take the call"),
        };
        let json: Option<Value> = serde_json::from_str(body).ok();
        let detail = json.as_ref().and_then(said).unwrap_or(body);
        self.error(fault, &format!("{words} (status {status})"), detail)
    }

    /// An error in our words, with a little of the provider's.
    fn error(&self, fault: CallFault, words: &str, detail: &str) -> CallError {
        let detail = tidy(detail, self.key, MOST_DETAIL);
        let colon = if detail.is_empty() { "" } else { ": " };
        CallError::new(fault, &format!("{} {words}{colon}{detail}", self.model.provider), self.key)
    }
}

/// Little thought where a model can be told so. A budget goes out as nothing at all over this protocol, and keeps genai
/// from reading a name like `qwen3-max` as `qwen3` with the most thought.
fn openai_effort(model: &str) -> ReasoningEffort {
    let thinks = ["gpt-5", "gpt-6", "o1", "o3", "o4"].iter().any(|start| model.starts_with(start));
    if thinks && !model.contains("chat") { ReasoningEffort::Low } else { ReasoningEffort::Budget(0) }
}

/// A schema without its descriptions, which the prompt gives in its own words.
fn bare(schema: &Value) -> Value {
    let words = |key: &str, value: &Value| matches!(key, "$schema" | "title" | "description") && value.is_string();
    match schema {
        Value::Object(map) => map
            .iter()
            .filter(|(key, value)| !words(key, value))
            .map(|(key, value)| (key.clone(), bare(value)))
            .collect(),
        Value::Array(items) => items.iter().map(bare).collect(),
        other => other.clone(),
    }
}

/// Why a provider declined, as far as it says.
fn refusal(body: &Value) -> Option<&str> {
    let places = ["/promptFeedback/blockReason", "/choices/0/message/refusal"];
    places.iter().find_map(|place| body.pointer(place)?.as_str()).filter(|words| !words.is_empty())
}

/// An error's words, wherever a provider puts them.
fn said(body: &Value) -> Option<&str> {
    let places = ["/error/message", "/0/error/message", "/error", "/message", "/detail"];
    places.iter().find_map(|place| body.pointer(place)?.as_str())
}

/// What the provider counted. No call sends nothing: where it counted no input it did not count.
fn usage(counted: &genai::chat::Usage) -> Option<Usage> {
    let tokens = |count: Option<i32>| count.and_then(|count| u64::try_from(count).ok());
    let input = tokens(counted.prompt_tokens).filter(|input| *input > 0)?;
    let cached = counted.prompt_tokens_details.as_ref().and_then(|details| tokens(details.cached_tokens));
    let reasoning = counted.completion_tokens_details.as_ref().and_then(|details| tokens(details.reasoning_tokens));
    let output = tokens(counted.completion_tokens).or(reasoning)?;
    Some(Usage { input, cached: cached.unwrap_or(0).min(input), output, reasoning: reasoning.unwrap_or(0).min(output) })
}

/// The pause after so many tries, a quarter more or less so that many clients do not come back at once.
fn backoff(tries: u32) -> Duration {
    FIRST_PAUSE.mul_f64(f64::from(1u32 << (tries - 1).min(8)) * (0.75 + fastrand::f64() / 2.0))
}

/// The pause that the provider asks for: in a header, or as Gemini does in the body. A date, which none of the four sends,
/// is not read.
fn retry_after(error: &Error) -> Option<Duration> {
    let header = || error.headers()?.get("retry-after")?.to_str().ok()?.trim().parse().ok();
    let seconds: f64 = header().or_else(|| retry_delay(body_of(error)?))?;
    (seconds >= 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

fn body_of(error: &Error) -> Option<&str> {
    match error {
        Error::HttpError { body, .. } => Some(body),
        Error::WebModelCall { webc_error, .. } | Error::WebAdapterCall { webc_error, .. } => match webc_error {
            webc::Error::ResponseFailedStatus { body, .. } => Some(body),
            _ => None,
        },
        _ => None,
    }
}

/// The seconds in `{"error": {"details": [{"retryDelay": "3s"}]}}`.
fn retry_delay(body: &str) -> Option<f64> {
    let body: Value = serde_json::from_str(body).ok()?;
    let details = body.pointer("/error/details").or_else(|| body.pointer("/0/error/details"))?.as_array()?;
    details.iter().find_map(|detail| detail["retryDelay"].as_str()?.trim().strip_suffix('s')?.parse().ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_bare_schema_keeps_a_property_called_description() {
        let schema = json!({"title": "Plan", "properties": {"description": {"type": "string", "description": "x"}}});
        assert_eq!(bare(&schema), json!({"properties": {"description": {"type": "string"}}}));
    }

    #[test]
    fn pauses_grow() {
        for tries in 1..3 {
            let (shortest, longest) = (FIRST_PAUSE.mul_f64(0.75), FIRST_PAUSE.mul_f64(1.25));
            let pause = backoff(tries);
            assert!(pause >= shortest * tries && pause <= longest * tries, "{pause:?}");
        }
    }

    #[test]
    fn a_pause_in_a_body_is_found() {
        let body = json!({"error": {"code": 429, "details": [{"@type": "x"}, {"retryDelay": "3.5s"}]}});
        assert_eq!(retry_delay(&body.to_string()), Some(3.5));
        assert_eq!(retry_delay(&json!([body]).to_string()), Some(3.5));
        assert_eq!(retry_delay("{}"), None);
    }

    #[test]
    fn absurd_counts_are_no_counts() {
        let counted = |prompt, completion| genai::chat::Usage {
            prompt_tokens: prompt,
            completion_tokens: completion,
            ..Default::default()
        };
        assert_eq!(usage(&counted(None, None)), None);
        assert_eq!(usage(&counted(Some(-5), Some(1))), None);
        assert_eq!(usage(&counted(Some(5), Some(1))), Some(Usage { input: 5, output: 1, ..Usage::default() }));
    }

    #[test]
    fn only_models_that_think_are_told_how_much() {
        assert!(matches!(openai_effort("gpt-5-mini"), ReasoningEffort::Low));
        for name in ["gpt-4o", "qwen3-max", "gpt-5-chat-latest"] {
            assert!(matches!(openai_effort(name), ReasoningEffort::Budget(_)), "{name}");
        }
    }
}
