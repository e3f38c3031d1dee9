//! A call to a model as plain data: what is asked, what comes back, what can go wrong. Nothing here is any provider's,
//! so that the planner, the journal and a recorded run can speak of calls without knowing who answered them.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The longest message of a [`CallError`], in characters.
const MOST_MESSAGE: usize = 300;
/// What stands where a key stood.
const NO_KEY: &str = "[key]";
/// Words from this length on are taken for a key, or a piece of one, if the key in use holds them, in bytes.
const LEAST_KEY: usize = 8;
/// Words from this length on are taken for a key if letters and digits are mixed in them, in bytes.
const KEY_LIKE: usize = 32;
/// How the providers' keys begin.
const KEY_STARTS: &[&str] = &["sk-", "AIza", "gsk_", "xai-", "hf_"];

/// Who asks. Each role may have a model of its own.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Planner,
    Reflexion,
    /// Draws buildings; the planner's model does.
    Designer,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Self::Planner => "planner",
            Self::Reflexion => "reflexion",
            Self::Designer => "designer",
        }
    }
}

/// One side's word in a conversation.
#[derive(Serialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    User(String),
    Model(String),
}

/// What a model is asked.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub struct Prompt {
    pub role: Role,
    /// The same from call to call, so that providers' caches work.
    pub system: String,
    pub turns: Vec<Turn>,
    /// Letters, digits, `-` and `_` only: OpenAI takes no other.
    pub schema_name: &'static str,
    /// The JSON schema that the answer has to fit.
    pub schema: Value,
}

/// What a call used, in tokens.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// All that was sent, cached tokens included.
    pub input: u64,
    pub cached: u64,
    /// All that was written, reasoning included.
    pub output: u64,
    pub reasoning: u64,
}

/// What a model answered.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Reply {
    pub text: String,
    /// None if the provider did not say.
    pub usage: Option<Usage>,
}

/// Why a call brought nothing.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum CallFault {
    /// Nothing was sent: no key is set for the provider.
    NoKey,
    /// The provider does not take the key.
    Unauthorized,
    /// Asked too often, or the account's credit is spent.
    RateLimited,
    ServerError,
    /// The provider does not take the call: an unknown model, a parameter, a schema.
    BadRequest,
    /// Nobody there, or the connection broke off.
    Unreachable,
    /// No answer within the time for one call with its retries.
    TimedOut,
    /// The model, or a filter before or after it, declined to answer.
    Refused,
    /// An answer that cannot be read, or that holds no text.
    Garbled,
    /// A recording was to answer, and has given all its answers.
    NoMoreReplies,
    /// Nobody waited for the answer any more.
    Withdrawn,
}

impl CallFault {
    pub fn name(self) -> &'static str {
        match self {
            Self::NoKey => "no_key",
            Self::Unauthorized => "unauthorized",
            Self::RateLimited => "rate_limited",
            Self::ServerError => "server_error",
            Self::BadRequest => "bad_request",
            Self::Unreachable => "unreachable",
            Self::TimedOut => "timed_out",
            Self::Refused => "refused",
            Self::Garbled => "garbled",
            Self::NoMoreReplies => "no_more_replies",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// Whether it has cost nothing for certain: nothing was written.
    pub fn is_free(self) -> bool {
        !matches!(self, Self::TimedOut | Self::Refused | Self::Garbled | Self::Withdrawn)
    }

    /// Whether the same call may well succeed a moment later.
    pub fn may_pass(self) -> bool {
        matches!(self, Self::RateLimited | Self::ServerError | Self::Unreachable)
    }
}

/// A failed call.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct CallError {
    pub fault: CallFault,
    /// One line of at most 300 characters, without keys.
    pub message: String,
    /// What it used all the same, where the provider said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

impl CallError {
    /// An error whose message is made one short line, without `key` and without anything that looks like a key.
    pub fn new(fault: CallFault, message: &str, key: Option<&str>) -> Self {
        Self { fault, message: tidy(message, key, MOST_MESSAGE), usage: None }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CallError {}

/// A call's end, as it comes back through the channel.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Answer {
    pub call: u64,
    pub result: Result<Reply, CallError>,
    /// 0 where nothing was sent: without a key, and in a replay.
    pub tries: u32,
    pub latency_ms: u64,
    /// The endpoint refused the schema, and is asked without one for the rest of the run: since this call.
    #[serde(default)]
    pub lost_schema: bool,
}

/// One line of at most so many characters, without keys. Keys go first: a cut might leave half of one, unrecognised.
pub(super) fn tidy(text: &str, key: Option<&str>, most: usize) -> String {
    let text = without_keys(text, key).replace(char::is_control, " ");
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(most) {
        None => line,
        Some(_) => line.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// An answer without the key that it was asked with, nor a piece of it; its other words are the model's own. `None` if what it
/// would be read as holds the key all the same: JSON may write each character as its number.
pub(super) fn without_key(text: &str, key: Option<&str>) -> Option<String> {
    let Some(key) = key.filter(|key| key.len() >= LEAST_KEY) else { return Some(text.to_owned()) };
    let escaped = Value::from(key).to_string();
    let text = text.replace(key, NO_KEY).replace(escaped.trim_matches('"'), NO_KEY);
    let text = clean(&text, |word| is_piece(word, key));
    (!unescaped(&text).contains(key)).then_some(text)
}

/// As a reader of JSON reads it, wherever a text begins and ends.
fn unescaped(text: &str) -> String {
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        read.push_str(before);
        let number = after.strip_prefix('u').and_then(|digits| u32::from_str_radix(digits.get(..4)?, 16).ok());
        rest = after;
        if let Some(c) = number.and_then(char::from_u32) {
            read.push(c);
            rest = &after[5..];
        }
    }
    read + rest
}

fn without_keys(text: &str, key: Option<&str>) -> String {
    let key = key.filter(|key| key.len() >= LEAST_KEY);
    let text = key.map_or_else(|| text.to_owned(), |key| text.replace(key, NO_KEY));
    clean(&text, |word| looks_like_a_key(word, key))
}

/// The text without the words that may be keys.
fn clean(text: &str, is_key: impl Fn(&str) -> bool) -> String {
    let of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*');
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (word, after) = rest.split_at(rest.find(|c: char| !of_key(c)).unwrap_or(rest.len()));
        let (gap, next) = after.split_at(after.find(of_key).unwrap_or(after.len()));
        clean.push_str(if is_key(word) { NO_KEY } else { word });
        clean.push_str(gap);
        rest = next;
    }
    clean
}

fn is_piece(word: &str, key: &str) -> bool {
    word.len() >= LEAST_KEY && key.contains(word)
}

fn looks_like_a_key(word: &str, key: Option<&str>) -> bool {
    let has = |test: fn(&u8) -> bool| word.as_bytes().iter().any(&test);
    let piece = key.is_some_and(|key| is_piece(word, key));
    let known = word.len() >= LEAST_KEY && KEY_STARTS.iter().any(|start| word.starts_with(start));
    piece || known || word.len() >= KEY_LIKE && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "a-key.of+our/own==";

    fn message(text: &str) -> String {
        CallError::new(CallFault::BadRequest, text, Some(KEY)).message
    }

    #[test]
    fn keys_are_taken_out() {
        assert_eq!(message(&format!("Bearer {KEY}, said {KEY}")), "Bearer [key], said [key]");
        assert_eq!(message("Incorrect key: sk-proj-****************wxyz."), "Incorrect key: [key].");
        assert_eq!(message("?key=AIzaSyA1234 is blocked"), "?key=[key] is blocked");
        assert_eq!(message("id 0123456789abcdef0123456789abcdef"), "id [key]");
    }

    #[test]
    fn a_key_is_not_cut_into_view() {
        for before in 0..MOST_MESSAGE {
            let text = format!("{} {KEY} and more, and more", ".".repeat(before));
            let message = message(&text);
            assert!(!message.contains("a-key"), "{message}");
            assert!(message.chars().count() <= MOST_MESSAGE);
        }
    }

    #[test]
    fn words_are_kept() {
        let words =
            "claude-sonnet-4-5-20250929: set ANTHROPIC_API_KEY, see https://generativelanguage.googleapis.com/v1beta/";
        assert_eq!(message(words), words);
    }

    #[test]
    fn an_answer_keeps_its_words_and_not_the_key() {
        let answer = |text: &str| without_key(text, Some(KEY));
        let plan = r#"{"why":"id 0123456789abcdef0123456789abcdef, \u006fak","steps":[]}"#;
        assert_eq!(answer(plan).as_deref(), Some(plan));
        let echo = format!(r#"{{"why":"{KEY}","steps":["craft a-key"]}}"#);
        assert_eq!(answer(&echo).as_deref(), Some(r#"{"why":"[key]","steps":["craft a-key"]}"#));
        let quoted = without_key(r#"{"why":"my \"quoted\" key"}"#, Some("my \"quoted\" key"));
        assert_eq!(quoted.as_deref(), Some(r#"{"why":"[key]"}"#));
        let numbers: String = KEY.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
        assert_eq!(answer(&format!(r#"{{"why":"{numbers}"}}"#)), None);
        assert_eq!(answer(&format!(r#"{{"why":"{}"}}"#, KEY.replace('/', "\\/"))), None);
        assert_eq!(without_key("a none b", Some("none")).as_deref(), Some("a none b"));
        assert_eq!(without_key("half \\u00", Some(KEY)).as_deref(), Some("half \\u00"));
    }

    #[test]
    fn a_message_is_one_line() {
        assert_eq!(message("a\r\n\tb\u{1b}[31m  c"), "a b [31m c");
        assert_eq!(message(&"é".repeat(400)).chars().count(), MOST_MESSAGE);
    }

    #[test]
    fn a_short_key_spoils_no_words() {
        assert_eq!(CallError::new(CallFault::NoKey, "a none b", Some("none")).message, "a none b");
    }
}
