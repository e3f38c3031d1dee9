//! Which model plans, where it is reached and what it may cost: from `blockwright.toml` and the command line, never
//! from code. Keys come from the environment only, and are read when a call is made, so that none is ever held here.

use std::{
    env, fmt,
    io::ErrorKind,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use bevy::ecs::component::Component;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, Error as _, MapAccess, Visitor, value::MapAccessDeserializer},
};
use url::Url;

use super::call::{Role, tidy};
use crate::{mind::agent::Advised, read};

/// The file that is read if none is named.
const FILE: &str = "blockwright.toml";
/// What is said of an address that is none.
const NO_URL: &str =
    "base_url must be an http or https address such as http://localhost:8080/v1, without a password, query or fragment";
/// The longest fault of a file, in characters.
const MOST_FAULT: usize = 300;
/// The longest time for one call with its retries, and the longest patience, in seconds.
const MOST_SECONDS: u64 = 3600;
/// Ten seconds are about how long a person's attention stays with a program that says nothing (J. Nielsen, "Response Times:
/// The 3 Important Limits", 1993). Hosted models mostly answer sooner; small ones on a machine of one's own take minutes.
const USUAL_PATIENCE: Duration = Duration::from_secs(10);

/// Who serves a model, and so the protocol that is spoken.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    #[serde(alias = "google")]
    Gemini,
    #[serde(alias = "anthropic")]
    Claude,
    /// Chat completions: OpenAI itself, and every endpoint compatible with it.
    OpenAi,
    Ollama,
}

impl Provider {
    pub const ALL: [Self; 4] = [Self::Gemini, Self::Claude, Self::OpenAi, Self::Ollama];

    pub fn name(self) -> &'static str {
        match self {
            Self::Gemini => "gemini",
            Self::Claude => "claude",
            Self::OpenAi => "openai",
            Self::Ollama => "ollama",
        }
    }

    pub fn default_model(self) -> &'static str {
        match self {
            Self::Gemini => "gemini-3-flash-preview",
            Self::Claude => "claude-sonnet-4-5",
            Self::OpenAi => "gpt-5-mini",
            Self::Ollama => "qwen3:8b",
        }
    }

    /// The root of the provider's own protocol, where no `base_url` is given. One that is given stands for this.
    pub fn default_address(self) -> &'static str {
        match self {
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta/",
            Self::Claude => "https://api.anthropic.com/v1/",
            Self::OpenAi => "https://api.openai.com/v1/",
            Self::Ollama => "http://localhost:11434/",
        }
    }

    /// The environment variables that may hold the key, the first that is set counting.
    pub fn key_variables(self) -> &'static [&'static str] {
        match self {
            Self::Gemini => &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
            Self::Claude => &["ANTHROPIC_API_KEY"],
            Self::OpenAi => &["OPENAI_API_KEY"],
            Self::Ollama => &[],
        }
    }

    /// By a model's name, as far as it tells: the great three by their own, Ollama by its tags (`qwen3:8b`).
    pub fn of_model(name: &str) -> Option<Self> {
        if name.contains('/') {
            None
        } else if name.contains(':') || name.starts_with("gpt-oss") {
            Some(Self::Ollama)
        } else if name.starts_with("gemini") {
            Some(Self::Gemini)
        } else if name.starts_with("claude") {
            Some(Self::Claude)
        } else {
            ["gpt-", "chatgpt-", "o1", "o3", "o4"].iter().any(|start| name.starts_with(start)).then_some(Self::OpenAi)
        }
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Provider {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let also = |provider: &Self| match provider {
            Self::Gemini => "google",
            Self::Claude => "anthropic",
            other => other.name(),
        };
        Self::ALL
            .into_iter()
            .find(|provider| provider.name() == text || also(provider) == text)
            .ok_or_else(|| format!("{text:?} is no provider: gemini, claude, openai or ollama"))
    }
}

/// A model and where it is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelConfig {
    pub provider: Provider,
    pub model: String,
    /// Where the provider's protocol is spoken, if not at the provider's own address.
    pub base_url: Option<String>,
}

impl ModelConfig {
    /// The provider's default model at its own address.
    pub fn of(provider: Provider) -> Self {
        Self { provider, model: provider.default_model().to_owned(), base_url: None }
    }

    /// Where the protocol's root is, with a slash at its end.
    pub fn address(&self) -> String {
        let address = self.base_url.as_deref().unwrap_or(self.provider.default_address());
        format!("{}/", address.trim_end_matches('/'))
    }

    /// Whether a call is pointless without a key. Whoever runs an endpoint of their own may do without.
    pub fn needs_key(&self) -> bool {
        match self.provider {
            Provider::Gemini | Provider::Claude => true,
            Provider::OpenAi => self.base_url.is_none(),
            Provider::Ollama => false,
        }
    }
}

/// Who plans.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum PlannerChoice {
    /// The model if it can be called, else the offline planner.
    #[default]
    Auto,
    Offline,
    Model,
}

impl FromStr for PlannerChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "offline" => Ok(Self::Offline),
            "model" => Ok(Self::Model),
            _ => Err(format!("{text:?} is no planner: auto, offline or model")),
        }
    }
}

/// What models may cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// For one goal, in US dollars. None: no limit.
    pub budget_usd: Option<f64>,
    /// For one goal.
    pub max_calls: u32,
    /// For one goal while nothing is got, lost or gone to.
    pub max_calls_without_change: u32,
    /// For one call with its retries.
    pub timeout: Duration,
    /// How long the bot waits for a model's plan before it begins with the offline planner's, where there is one.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        // A plan, its two repairs and a failure's first question fit in.
        Self {
            budget_usd: None,
            max_calls: 8,
            max_calls_without_change: 5,
            timeout: Duration::from_secs(60),
            patience: USUAL_PATIENCE,
        }
    }
}

/// The models that plan for a bot, each in its role. On the agent.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[require(Advised)]
pub struct Models {
    pub planner: ModelConfig,
    pub reflexion: ModelConfig,
}

impl Models {
    /// One model in all roles.
    pub fn one(model: ModelConfig) -> Self {
        Self { planner: model.clone(), reflexion: model }
    }

    pub fn of(&self, role: Role) -> &ModelConfig {
        match role {
            Role::Planner | Role::Designer => &self.planner,
            Role::Reflexion => &self.reflexion,
        }
    }
}

/// All that is configured about models, for one bot.
#[derive(Clone, Debug, PartialEq)]
pub struct LlmConfig {
    pub choice: PlannerChoice,
    pub models: Models,
    /// The same for all bots of a run.
    pub limits: Limits,
}

/// What the command line says instead of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    pub planner: Option<PlannerChoice>,
    /// `NAME`, `PROVIDER` or `PROVIDER:NAME`.
    pub model: Option<String>,
    pub base_url: Option<String>,
    pub budget_usd: Option<f64>,
    pub max_calls: Option<u32>,
}

/// What the configuration says of one bot's planner, over what it says of all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnPlanner {
    pub planner: Option<PlannerChoice>,
    pub model: Option<OwnModel>,
}

/// A bot's own model as it is written: a name as the command line takes it, or a table like `[model]`.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnModel(WrittenModel);

/// What is wrong in the configuration, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct ConfigError {
    /// `blockwright.toml:3`, or an option of the command line.
    pub place: String,
    pub problem: String,
}

/// The configuration as it is written. What is said of models is read here, what of bots by `app::crew`, what of owners by
/// `app::owners`.
#[derive(Clone, Debug)]
pub struct ConfigFile {
    text: String,
    place: String,
}

impl ConfigFile {
    /// A file, or `./blockwright.toml`; nothing where there is none.
    ///
    /// # Errors
    /// If a named file cannot be read.
    pub fn open(file: Option<&Path>) -> Result<Self, ConfigError> {
        let path = file.map_or_else(|| PathBuf::from(FILE), Path::to_path_buf);
        let place = path.display().to_string();
        match read::text(&path) {
            Ok(text) => Ok(Self { text, place }),
            Err(error) if file.is_none() && error.kind() == ErrorKind::NotFound => {
                Ok(Self { text: String::new(), place })
            }
            Err(error) => Err(ConfigError { place, problem: format!("cannot be read: {error}") }),
        }
    }

    /// What it says of something.
    ///
    /// # Errors
    /// What cannot be meant, with its line.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ConfigError> {
        let Self { text, place } = self;
        toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map_or(1, |before| before.matches('\n').count() + 1);
            // Never the line itself, which may hold a key that somebody put there.
            let mut problem = tidy(error.message(), None, MOST_FAULT);
            if problem.starts_with("unknown field") && problem.to_lowercase().contains("key`") {
                problem.push_str("; keys are read from the environment only, such as GEMINI_API_KEY");
            }
            ConfigError { place: format!("{place}:{line}"), problem }
        })
    }
}

impl LlmConfig {
    /// The configuration in a file, with the command line's word over it. Where no provider is named anywhere it is the first
    /// whose key is set.
    ///
    /// # Errors
    /// If anything in it or in the overrides cannot be meant.
    pub fn of(file: &ConfigFile, overrides: &Overrides) -> Result<Self, ConfigError> {
        Self::of_bot(file, overrides, &OwnPlanner::default())
    }

    /// The same for a bot with a planner of its own, which goes over the file's; the command line's word is over both.
    ///
    /// # Errors
    /// As [`LlmConfig::of`].
    pub fn of_bot(file: &ConfigFile, overrides: &Overrides, own: &OwnPlanner) -> Result<Self, ConfigError> {
        file.parse::<Written>()?.settle(overrides, own, environment)
    }

    /// Whether goals go to a model: always, never, or if the planner's could be called.
    pub fn uses_model(&self) -> bool {
        self.uses_model_with(environment)
    }

    fn uses_model_with(&self, keys: impl Fn(&str) -> Option<String>) -> bool {
        match self.choice {
            PlannerChoice::Offline => false,
            PlannerChoice::Model => true,
            PlannerChoice::Auto => {
                let planner = &self.models.planner;
                !planner.needs_key() || has_key(planner.provider, keys)
            }
        }
    }
}

/// A key from the environment. One that is empty is none.
pub(super) fn environment(variable: &str) -> Option<String> {
    let key = env::var(variable).ok()?.trim().to_owned();
    (!key.is_empty()).then_some(key)
}

/// Every key that the environment holds for a provider: what must not be written anywhere.
pub fn keys_in_environment() -> Vec<String> {
    Provider::ALL.iter().flat_map(|provider| provider.key_variables()).filter_map(|name| environment(name)).collect()
}

fn has_key(provider: Provider, keys: impl Fn(&str) -> Option<String>) -> bool {
    provider.key_variables().iter().any(|variable| keys(variable).is_some())
}

/// The file as it is written.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Written {
    planner: PlannerChoice,
    model: WrittenModel,
    reflexion: WrittenModel,
    limits: WrittenLimits,
    /// Who plays is read by `app::crew`.
    #[serde(rename = "bot")]
    _bots: serde::de::IgnoredAny,
    /// What players may not ask for by `app::owners`.
    #[serde(rename = "owners")]
    _owners: serde::de::IgnoredAny,
}

#[derive(Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields, default)]
struct WrittenModel {
    provider: Option<Provider>,
    #[serde(deserialize_with = "model_name")]
    name: Option<String>,
    #[serde(deserialize_with = "base_url")]
    base_url: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct WrittenLimits {
    #[serde(deserialize_with = "budget")]
    budget_usd: Option<f64>,
    #[serde(deserialize_with = "max_calls")]
    max_calls: Option<u32>,
    #[serde(deserialize_with = "max_calls")]
    max_calls_without_change: Option<u32>,
    #[serde(deserialize_with = "timeout")]
    timeout_seconds: Option<u64>,
    #[serde(deserialize_with = "patience")]
    patience_seconds: Option<u64>,
}

impl Written {
    fn settle(
        self,
        overrides: &Overrides,
        own: &OwnPlanner,
        keys: impl Fn(&str) -> Option<String>,
    ) -> Result<LlmConfig, ConfigError> {
        let wrong = |option: &str| {
            let place = option.to_owned();
            move |problem| ConfigError { place, problem }
        };
        let mut over = overrides.model.as_deref().map(named_model).transpose().map_err(wrong("--model"))?;
        if let Some(url) = overrides.base_url.as_deref() {
            over.get_or_insert_default().base_url = Some(checked_url(url).map_err(wrong("--base-url"))?);
        }
        let budget = overrides.budget_usd.map(checked_budget).transpose().map_err(wrong("--budget-usd"))?;
        let calls = overrides.max_calls.map(checked_calls).transpose().map_err(wrong("--max-calls"))?;

        let written = match own.model.clone() {
            Some(OwnModel(own)) => own.over(self.model),
            None => self.model,
        };
        let planner = match over {
            Some(over) => over.over(written),
            None => written,
        };
        let planner = planner.settle(keys);
        // Who names a model on the command line, or for one bot, wants it to plan, and is told if it cannot.
        let told = |named: bool| named.then_some(PlannerChoice::Model);
        let choice = overrides.planner.or(told(overrides.model.is_some()));
        let choice = choice.or(own.planner).or(told(own.model.is_some()));
        let reflexion = self.reflexion.over(WrittenModel {
            provider: Some(planner.provider),
            name: Some(planner.model.clone()),
            base_url: planner.base_url.clone(),
        });
        let usual = Limits::default();
        Ok(LlmConfig {
            choice: choice.unwrap_or(self.planner),
            models: Models { reflexion: reflexion.settle(|_| None), planner },
            limits: Limits {
                budget_usd: budget.or(self.limits.budget_usd),
                max_calls: calls.or(self.limits.max_calls).unwrap_or(usual.max_calls),
                max_calls_without_change: self
                    .limits
                    .max_calls_without_change
                    .unwrap_or(usual.max_calls_without_change),
                timeout: self.limits.timeout_seconds.map_or(usual.timeout, Duration::from_secs),
                patience: self.limits.patience_seconds.map_or(usual.patience, Duration::from_secs),
            },
        })
    }
}

impl WrittenModel {
    /// The provider that is named, or that the model's name tells.
    fn named_provider(&self) -> Option<Provider> {
        self.provider.or_else(|| Provider::of_model(self.name.as_deref()?))
    }

    /// As named; else, at an address of the user's, what most endpoints speak.
    fn told_provider(&self) -> Option<Provider> {
        self.named_provider().or(self.base_url.is_some().then_some(Provider::OpenAi))
    }

    /// This, and where it says nothing what lies under it, as long as both mean one provider. Over an address of the
    /// user's another model's name does not tell its provider: a proxy may serve any maker's.
    fn over(self, under: Self) -> Self {
        let was = under.told_provider();
        let named = if under.base_url.is_some() { self.provider } else { self.named_provider() };
        let provider = named.or(was);
        let under = if was.is_none() || was == provider { under } else { Self::default() };
        Self { provider, name: self.name.or(under.name), base_url: self.base_url.or(under.base_url) }
    }

    /// What is meant: the provider that is told, or else the first whose key is there.
    fn settle(self, keys: impl Fn(&str) -> Option<String>) -> ModelConfig {
        let provider = self.told_provider().unwrap_or_else(|| {
            Provider::ALL.into_iter().find(|provider| has_key(*provider, &keys)).unwrap_or(Provider::Gemini)
        });
        let model = self.name.unwrap_or_else(|| provider.default_model().to_owned());
        ModelConfig { provider, model, base_url: self.base_url }
    }
}

impl<'de> Deserialize<'de> for OwnModel {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct NameOrTable;
        impl<'de> Visitor<'de> for NameOrTable {
            type Value = OwnModel;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(
                    "a model such as \"claude\" or \"ollama:qwen3:8b\", or a table with provider, name, base_url",
                )
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<OwnModel, E> {
                named_model(name).map(OwnModel).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<OwnModel, A::Error> {
                WrittenModel::deserialize(MapAccessDeserializer::new(table)).map(OwnModel)
            }
        }
        from.deserialize_any(NameOrTable)
    }
}

/// A model as the command line names it: `claude`, `claude-sonnet-4-5`, `claude:claude-sonnet-4-5`, `qwen3:8b`.
fn named_model(text: &str) -> Result<WrittenModel, String> {
    let (before, after) = text.split_once(':').map_or((text, None), |(before, after)| (before, Some(after)));
    let (provider, name) = match (before.parse::<Provider>().ok(), after) {
        (Some(provider), None) => return Ok(WrittenModel { provider: Some(provider), ..WrittenModel::default() }),
        (Some(provider), Some(name)) => (Some(provider), name),
        (None, _) => (None, text),
    };
    Ok(WrittenModel { provider, name: Some(checked_name(name)?), base_url: None })
}

fn checked_name(name: &str) -> Result<String, String> {
    let known = |c: char| c.is_ascii_alphanumeric() || "-_.:/@+".contains(c);
    // A name goes into addresses, and genai reads two colons as a provider of its own.
    let begins = name.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
    let fine = begins && name.len() <= 200 && name.chars().all(known) && !name.contains("::");
    fine.then(|| name.to_owned()).ok_or_else(|| "no model's name: write one like gemini-3-flash-preview".to_owned())
}

fn checked_url(url: &str) -> Result<String, String> {
    let is_plain = |parsed: &Url| {
        matches!(parsed.scheme(), "http" | "https")
            && parsed.host().is_some()
            && parsed.port() != Some(0)
            && (parsed.username(), parsed.password(), parsed.query(), parsed.fragment()) == ("", None, None, None)
    };
    // The text itself is not said again: it may hold a password.
    Url::parse(url).ok().filter(is_plain).map(String::from).ok_or_else(|| NO_URL.to_owned())
}

fn checked_budget(usd: f64) -> Result<f64, String> {
    (usd.is_finite() && usd >= 0.0).then_some(usd).ok_or_else(|| "budget_usd must be 0 or more US dollars".to_owned())
}

fn checked_calls(calls: u32) -> Result<u32, String> {
    (calls > 0)
        .then_some(calls)
        .ok_or_else(|| "calls must be at least 1; for none, let the offline planner plan".to_owned())
}

fn checked_timeout(seconds: u64) -> Result<u64, String> {
    let fine = (1..=MOST_SECONDS).contains(&seconds);
    fine.then_some(seconds).ok_or_else(|| format!("timeout_seconds must be 1 to {MOST_SECONDS}"))
}

fn checked_patience(seconds: u64) -> Result<u64, String> {
    let fine = seconds <= MOST_SECONDS;
    fine.then_some(seconds)
        .ok_or_else(|| format!("patience_seconds must be 0 to {MOST_SECONDS}; at 0 the bot does not wait"))
}

fn model_name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    checked_name(&String::deserialize(from)?).map(Some).map_err(D::Error::custom)
}

fn base_url<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    checked_url(&String::deserialize(from)?).map(Some).map_err(D::Error::custom)
}

fn budget<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    checked_budget(f64::deserialize(from)?).map(Some).map_err(D::Error::custom)
}

fn max_calls<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    checked_calls(u32::deserialize(from)?).map(Some).map_err(D::Error::custom)
}

fn timeout<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    checked_timeout(u64::deserialize(from)?).map(Some).map_err(D::Error::custom)
}

fn patience<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    checked_patience(u64::deserialize(from)?).map(Some).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Written, ConfigError> {
        ConfigFile { text: text.to_owned(), place: FILE.to_owned() }.parse()
    }

    fn settle(text: &str, overrides: Overrides) -> LlmConfig {
        read(text).and_then(|written| written.settle(&overrides, &OwnPlanner::default(), |_| None)).unwrap()
    }

    fn model(name: &str) -> Overrides {
        Overrides { model: Some(name.to_owned()), ..Overrides::default() }
    }

    fn fault(text: &str) -> String {
        read(text).err().unwrap().to_string()
    }

    #[test]
    fn nothing_written_is_gemini_if_a_key_is_there() {
        let config = settle("", Overrides::default());
        assert_eq!(config.models.planner, ModelConfig::of(Provider::Gemini));
        assert_eq!(config.models.reflexion, config.models.planner);
        assert_eq!(config.limits, Limits::default());
        assert!(!config.uses_model_with(|_| None));
        assert!(config.uses_model_with(|name| (name == "GOOGLE_API_KEY").then(String::new)));
    }

    #[test]
    fn the_first_key_there_decides_where_nothing_else_does() {
        let keys = |name: &str| (name == "ANTHROPIC_API_KEY").then(String::new);
        let config = Written::default().settle(&Overrides::default(), &OwnPlanner::default(), keys).unwrap();
        assert_eq!(config.models.planner, ModelConfig::of(Provider::Claude));
        let config = Written::default().settle(&model("gpt-5-mini"), &OwnPlanner::default(), keys).unwrap();
        assert_eq!(config.models.planner, ModelConfig::of(Provider::OpenAi));
    }

    #[test]
    fn a_file_is_read_whole() {
        let text = r#"
            planner = "model"
            [model]
            provider = "anthropic"
            name = "claude-haiku-4-5"
            base_url = "http://localhost:1/v1"
            [reflexion]
            provider = "ollama"
            [limits]
            budget_usd = 1
            max_calls = 3
            max_calls_without_change = 2
            timeout_seconds = 5
            patience_seconds = 0
        "#;
        let config = settle(text, Overrides::default());
        assert_eq!(config.choice, PlannerChoice::Model);
        assert_eq!(
            (config.models.planner.provider, config.models.planner.model.as_str()),
            (Provider::Claude, "claude-haiku-4-5")
        );
        assert_eq!(config.models.planner.address(), "http://localhost:1/v1/");
        assert_eq!(config.models.reflexion, ModelConfig::of(Provider::Ollama), "another provider, another address");
        let limits = Limits {
            budget_usd: Some(1.0),
            max_calls: 3,
            max_calls_without_change: 2,
            timeout: Duration::from_secs(5),
            patience: Duration::ZERO,
        };
        assert_eq!(config.limits, limits);
    }

    #[test]
    fn the_command_line_has_the_last_word() {
        let text =
            "[model]\nprovider = \"gemini\"\nname = \"gemini-2.5-pro\"\n[reflexion]\nname = \"gemini-2.5-flash\"";
        let config = settle(text, model("claude"));
        assert_eq!(config.models.planner, ModelConfig::of(Provider::Claude));
        assert_eq!(
            (config.models.reflexion.provider, config.models.reflexion.model.as_str()),
            (Provider::Gemini, "gemini-2.5-flash")
        );
        let config = settle(text, model("qwen3:8b"));
        assert_eq!(
            (config.models.planner.provider, config.models.planner.model.as_str()),
            (Provider::Ollama, "qwen3:8b")
        );
        let config = settle(text, model("openai:my/model"));
        assert_eq!(
            (config.models.planner.provider, config.models.planner.model.as_str()),
            (Provider::OpenAi, "my/model")
        );
        let overrides = Overrides {
            planner: Some(PlannerChoice::Offline),
            budget_usd: Some(0.5),
            max_calls: Some(1),
            ..model("gemini")
        };
        let config = settle("planner = \"model\"\n[limits]\nmax_calls = 3", overrides);
        assert_eq!(
            (config.choice, config.limits.budget_usd, config.limits.max_calls),
            (PlannerChoice::Offline, Some(0.5), 1)
        );
    }

    #[test]
    fn a_bot_may_have_a_planner_of_its_own() {
        #[derive(Deserialize)]
        struct Bot {
            model: OwnModel,
        }
        let own =
            |text: &str| toml::from_str::<Bot>(text).map(|bot| bot.model).map_err(|error| error.message().to_owned());
        let file = "planner = \"offline\"\n[model]\nprovider = \"openai\"\nname = \"gpt-5-mini\"\nbase_url = \"http://proxy/v1\"";
        let settle = |overrides: &Overrides, own: &OwnPlanner| {
            read(file).and_then(|written| written.settle(overrides, own, |_| None)).unwrap()
        };
        let none = Overrides::default();
        let with = |text: &str| OwnPlanner { model: Some(own(text).unwrap()), planner: None };
        let claude = settle(&none, &with("model = \"claude\""));
        assert_eq!(
            (claude.choice, &claude.models),
            (PlannerChoice::Model, &Models::one(ModelConfig::of(Provider::Claude)))
        );
        let table = settle(&none, &with("[model]\nname = \"gpt-5\""));
        assert_eq!(table.models.planner.model, "gpt-5");
        assert_eq!(table.models.planner.base_url.as_deref(), Some("http://proxy/v1"), "the file's, under it");
        assert_eq!(settle(&none, &OwnPlanner::default()).choice, PlannerChoice::Offline);
        let offline = OwnPlanner { planner: Some(PlannerChoice::Offline), ..with("model = \"claude\"") };
        assert_eq!(settle(&none, &offline).choice, PlannerChoice::Offline);
        let told = settle(&model("gemini"), &offline);
        assert_eq!((told.choice, told.models.planner.provider), (PlannerChoice::Model, Provider::Gemini));
        for (text, word) in
            [("model = 3", "claude"), ("model = \"a b\"", "gemini-3-flash"), ("[model]\nkey = \"sk\"", "key")]
        {
            assert!(own(text).unwrap_err().contains(word), "{text}");
        }
    }

    #[test]
    fn an_endpoint_of_ones_own_is_openai_unless_said_otherwise() {
        let at = |model: Option<&str>| Overrides {
            model: model.map(str::to_owned),
            base_url: Some("http://localhost:8080/v1".to_owned()),
            ..Overrides::default()
        };
        let config = settle("", at(None));
        assert_eq!(config.models.planner.provider, Provider::OpenAi);
        assert!(config.uses_model_with(|_| None), "it needs no key");
        assert_eq!(settle("", at(Some("gemini"))).models.planner.provider, Provider::Gemini);
        assert!(settle("", at(Some("gemini"))).uses_model_with(|_| None), "whoever names a model is told of its key");
        assert!(!settle("[model]\nprovider = \"gemini\"", Overrides::default()).uses_model_with(|_| None));
        let proxy = "[model]\nprovider = \"openai\"\nbase_url = \"http://proxy/v1\"";
        let config = settle(proxy, model("claude-sonnet-4-5"));
        assert_eq!(
            (config.models.planner.provider, config.models.planner.address()),
            (Provider::OpenAi, "http://proxy/v1/".to_owned())
        );
    }

    #[test]
    fn faults_say_where_and_what_to_do() {
        let key = fault("planner = \"auto\"\n[model]\napi_key = \"sk-0123456789\"\n");
        assert!(key.starts_with("blockwright.toml:3: ") && key.contains("environment"), "{key}");
        assert!(!key.contains("0123456789"), "{key}");
        for (text, line, word) in [
            ("planner = \"alone\"", 1, "offline"),
            ("\n[model]\nprovider = \"clod\"", 3, "claude"),
            ("[model]\nbase_url = \"localhost\"", 2, "http://localhost:8080/v1"),
            ("[model]\nbase_url = \"http://me:secret@host/\"", 2, "password"),
            ("[model]\nname = \"a b\"", 2, "gemini-3-flash-preview"),
            ("[limits]\nmax_calls = 0", 2, "at least 1"),
            ("[limits]\nmax_calls = -1", 2, "-1"),
            ("[limits]\nbudget_usd = nan", 2, "dollars"),
            ("[limits]\n\ntimeout_seconds = 0", 3, "1 to"),
            ("[limits]\npatience_seconds = 3601", 2, "does not wait"),
            ("[model", 1, ""),
        ] {
            let fault = fault(text);
            assert!(
                fault.starts_with(&format!("blockwright.toml:{line}: ")) && fault.contains(word),
                "{text}: {fault}"
            );
            assert!(!fault.contains("secret"), "{fault}");
        }
        let error = Written::default().settle(&model("gemini:"), &OwnPlanner::default(), |_| None).unwrap_err();
        assert_eq!(error.place, "--model");
    }

    #[test]
    fn a_named_file_must_be_there() {
        let error = ConfigFile::open(Some(Path::new("/nowhere/at all.toml"))).unwrap_err();
        assert!(error.to_string().contains("/nowhere/at all.toml: cannot be read"), "{error}");
    }
}
