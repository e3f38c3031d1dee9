//! A recorded run's answers, given again in the order in which they came: so that a run can be looked into without a
//! key, a network or a bill, and so that a test can say what a model answers. Any journal will do, and so will a file
//! written by hand, of one `model_reply` a line.

use std::{
    collections::{HashMap, VecDeque},
    io::{BufRead, BufReader, Read as _},
    path::Path,
};

use serde::Deserialize;
use serde_json::{Value, error::Category};

use super::{
    call::{CallError, CallFault, Reply, Role, Usage, tidy},
    config::{ConfigError, ModelConfig, Models, Provider},
};
use crate::read;

/// The longest line, in bytes. The client passes on answers of at most 256 KiB, each byte of which JSON may write as six;
/// and of a file without lines, such as a device, no more than this is ever held.
const MOST_LINE: usize = 2 * 1024 * 1024;
/// The longest fault of a line, in characters.
const MOST_FAULT: usize = 300;
/// What to do about a file that is no recording.
const WHAT_IS_READ: &str = "name the journal of a run that a model planned, or a file with lines such as \
                            {\"event\":\"model_reply\",\"text\":\"the answer\"}";

/// The answers that are still to be given.
#[derive(Debug)]
pub struct Replies {
    file: String,
    answers: VecDeque<Result<Reply, CallError>>,
    /// How many there were at first.
    recorded: usize,
    /// Who gave them, as far as the recording says.
    models: HashMap<Role, ModelConfig>,
}

/// What of a journal's lines is read.
#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Line {
    ModelPrompt {
        role: Option<Role>,
        provider: Option<Provider>,
        model: Option<String>,
    },
    ModelReply {
        call: Option<u64>,
        text: String,
    },
    ModelCalled {
        call: Called,
    },
    #[serde(other)]
    Other,
}

/// What of a ledger's entry is read.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Called {
    call: u64,
    outcome: String,
    input: u64,
    cached: u64,
    output: u64,
    reasoning: u64,
}

impl Replies {
    /// The answers in a file of JSON lines.
    ///
    /// # Errors
    /// If the file cannot be read, a line cannot be meant, or no answer is in it.
    pub fn read(file: &Path) -> Result<Self, ConfigError> {
        let place = file.display().to_string();
        match read::regular(file) {
            Ok(open) => Self::from_lines(BufReader::new(open), place),
            Err(error) => Err(unreadable(&place, &error)),
        }
    }

    fn from_lines(mut lines: impl BufRead, file: String) -> Result<Self, ConfigError> {
        let mut replies = Self { file: file.clone(), answers: VecDeque::new(), recorded: 0, models: HashMap::new() };
        // Where among the answers those are whose tokens are not yet known, by their calls.
        let mut uncounted = HashMap::new();
        let mut line = Vec::new();
        for number in 1u64.. {
            line.clear();
            let read = lines.by_ref().take(MOST_LINE as u64 + 1).read_until(b'\n', &mut line);
            if read.map_err(|error| unreadable(&file, &error))? == 0 {
                break;
            }
            let wrong = |problem: String| ConfigError { place: format!("{file}:{number}"), problem };
            if line.len() > MOST_LINE {
                return Err(wrong(format!(
                    "is longer than {MOST_LINE} bytes, as no journal's line is: {WHAT_IS_READ}"
                )));
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            match serde_json::from_slice::<Line>(&line) {
                Ok(read) => replies.add(read, &mut uncounted).map_err(wrong)?,
                // A run that was killed may have left half of its last line.
                Err(error) if error.is_eof() && !line.ends_with(b"\n") => {}
                Err(error) => return Err(wrong(fault(&error))),
            }
        }
        replies.recorded = replies.answers.len();
        if replies.recorded == 0 {
            return Err(ConfigError { place: file, problem: format!("holds no reply: {WHAT_IS_READ}") });
        }
        Ok(replies)
    }

    fn add(&mut self, line: Line, uncounted: &mut HashMap<u64, usize>) -> Result<(), String> {
        match line {
            Line::ModelPrompt { role: Some(role), provider: Some(provider), model: Some(model) } => {
                self.models.entry(role).or_insert(ModelConfig { provider, model, base_url: None });
            }
            Line::ModelReply { call, text } => {
                uncounted.extend(call.map(|call| (call, self.answers.len())));
                self.answers.push_back(Ok(Reply { text, usage: None }));
            }
            Line::ModelCalled { call } => match call.outcome.as_str() {
                "ok" => {
                    let answer = uncounted.remove(&call.call).and_then(|place| self.answers.get_mut(place));
                    if let Some(Ok(reply)) = answer {
                        reply.usage = call.usage();
                    }
                }
                // Nobody waited for its answer.
                "withdrawn" => {}
                outcome => {
                    let known = serde_json::from_value::<CallFault>(Value::from(outcome));
                    let fault = known.map_err(|_| {
                        let outcome = tidy(outcome, None, MOST_FAULT);
                        format!("{outcome:?} is no outcome of a call: write ok, withdrawn or a fault such as timed_out")
                    })?;
                    let words = format!("the call failed when it was recorded: {}", fault.name());
                    self.answers.push_back(Err(CallError::new(fault, &words, None)));
                }
            },
            Line::ModelPrompt { .. } | Line::Other => {}
        }
        Ok(())
    }

    /// The next answer; an error that says so when all have been given.
    pub(super) fn next_answer(&mut self) -> Result<Reply, CallError> {
        self.answers.pop_front().unwrap_or_else(|| {
            let words = format!("no more replies: all {} of {} have been given", self.recorded, self.file);
            Err(CallError::new(CallFault::NoMoreReplies, &words, None))
        })
    }

    /// Puts the models that the recording names in the place of the configured ones, so that plans say who planned them.
    pub fn name_models(&self, models: &mut Models) {
        for (role, model) in &self.models {
            match role {
                Role::Planner | Role::Designer => models.planner = model.clone(),
                Role::Reflexion => models.reflexion = model.clone(),
            }
        }
    }
}

impl Called {
    /// Of a provider that does not count, the ledger has no tokens.
    fn usage(&self) -> Option<Usage> {
        let Self { input, cached, output, reasoning, .. } = *self;
        (input > 0 || output > 0).then_some(Usage { input, cached, output, reasoning })
    }
}

fn unreadable(place: &str, error: &std::io::Error) -> ConfigError {
    ConfigError { place: place.to_owned(), problem: format!("cannot be read: {error}; {WHAT_IS_READ}") }
}

/// What is wrong with a line, without the line's own number: to the parser each is the first.
fn fault(error: &serde_json::Error) -> String {
    let words = error.to_string();
    let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
    // A value that is quoted may be a key that somebody put there.
    let words = tidy(words, None, MOST_FAULT);
    match error.classify() {
        Category::Data => format!("is no event of a journal ({words}): {WHAT_IS_READ}"),
        _ => format!("is not JSON ({words}, column {}): {WHAT_IS_READ}", error.column()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Result<Replies, ConfigError> {
        Replies::from_lines(text.as_bytes(), "run.jsonl".to_owned())
    }

    fn replies(lines: &[Value]) -> Replies {
        read(&lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap()
    }

    /// What was wrong, from the place on.
    fn wrong(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    fn reply(call: u64, text: &str) -> Value {
        json!({ "tick": 9, "ms": 40, "goal": 1, "event": "model_reply", "call": call, "text": text })
    }

    fn called(call: u64, outcome: &str, input: u64) -> Value {
        json!({ "tick": 9, "ms": 40, "goal": 1, "event": "model_called", "call": {
            "call": call, "role": "planner", "model": "m", "purpose": "plan", "outcome": outcome, "tries": 1,
            "latency_ms": 2100, "input": input, "cached": 3, "output": 2, "reasoning": 1, "usd": null, "news": true,
        } })
    }

    fn text(replies: &mut Replies) -> String {
        replies.next_answer().unwrap().text
    }

    #[test]
    fn answers_come_as_they_came() {
        let chat = json!({ "event": "chat", "sender": null, "message": "model_reply" });
        let result = json!({ "event": "tool_result", "call": 3, "result": { "success": true } });
        let lines = [chat, reply(2, "second call, first answer"), called(2, "ok", 20), result, reply(1, "a\n\"b\" é")];
        let mut replies = replies(&lines);
        let first = replies.next_answer().unwrap();
        assert_eq!(first.text, "second call, first answer");
        assert_eq!(first.usage, Some(Usage { input: 20, cached: 3, output: 2, reasoning: 1 }));
        let second = replies.next_answer().unwrap();
        assert_eq!((second.text.as_str(), second.usage), ("a\n\"b\" é", None));
        for _ in 0..2 {
            let error = replies.next_answer().unwrap_err();
            assert_eq!(error.fault, CallFault::NoMoreReplies);
            assert_eq!(error.message, "no more replies: all 2 of run.jsonl have been given");
        }
    }

    #[test]
    fn tokens_are_their_calls() {
        let lines = [reply(1, "a"), reply(2, "b"), called(2, "ok", 20), called(1, "ok", 10), called(7, "ok", 70)];
        let mut replies = replies(&lines);
        let input = |replies: &mut Replies| replies.next_answer().unwrap().usage.map(|usage| usage.input);
        assert_eq!([input(&mut replies), input(&mut replies)], [Some(10), Some(20)]);
        // The second of two journals in one file counts its calls anew.
        let twice = [reply(1, "a"), called(1, "ok", 10), reply(1, "b"), called(1, "ok", 30)];
        let mut replies = self::replies(&twice);
        assert_eq!([input(&mut replies), input(&mut replies)], [Some(10), Some(30)]);
    }

    #[test]
    fn tokens_that_nobody_counted_stay_uncounted() {
        let mut line = called(1, "ok", 0);
        line["call"]["output"] = 0.into();
        assert_eq!(replies(&[reply(1, "a"), line]).next_answer().unwrap().usage, None);
    }

    #[test]
    fn failures_fail_again_and_withdrawn_calls_are_left_out() {
        let lines = [called(1, "rate_limited", 0), called(2, "withdrawn", 0), reply(3, "a"), called(3, "ok", 10)];
        let mut replies = replies(&lines);
        let error = replies.next_answer().unwrap_err();
        assert_eq!(error.fault, CallFault::RateLimited);
        assert_eq!(error.message, "the call failed when it was recorded: rate_limited");
        assert_eq!(text(&mut replies), "a");
        assert_eq!(replies.next_answer().unwrap_err().fault, CallFault::NoMoreReplies);
        // As the journal of a replay that ran out has it.
        let mut replies = self::replies(&[called(1, "no_more_replies", 0)]);
        assert!(replies.next_answer().unwrap_err().message.contains("when it was recorded"));
    }

    #[test]
    fn lines_written_by_hand_will_do() {
        let text_only =
            "\n{\"event\":\"model_reply\",\"text\":\"one\"}\r\n\n  {\"event\":\"model_reply\",\"text\":\"two\"}";
        let mut replies = read(text_only).unwrap();
        assert_eq!([text(&mut replies), text(&mut replies)], ["one", "two"]);
        assert!(replies.next_answer().is_err());
    }

    #[test]
    fn the_models_are_those_that_the_recording_names() {
        let mut models = Models {
            planner: ModelConfig {
                base_url: Some("http://localhost:1/".to_owned()),
                ..ModelConfig::of(Provider::Gemini)
            },
            reflexion: ModelConfig::of(Provider::Ollama),
        };
        let before = models.clone();
        let old = json!({ "event": "model_prompt", "call": 1, "system": "…", "turns": [] });
        replies(&[old, reply(1, "a")]).name_models(&mut models);
        assert_eq!(models, before);
        let prompt =
            |model: &str| json!({ "event": "model_prompt", "role": "planner", "provider": "openai", "model": model });
        replies(&[prompt("gpt-5-mini"), reply(1, "a"), prompt("another")]).name_models(&mut models);
        assert_eq!(models.planner, ModelConfig::of(Provider::OpenAi));
        assert_eq!(models.reflexion, before.reflexion);
    }

    #[test]
    fn what_is_no_recording_is_told_with_its_place() {
        let good = reply(1, "a");
        let words = wrong(&format!("{good}\n\nhello\n{good}\n"));
        assert!(words.starts_with("run.jsonl:3: is not JSON (expected value, column 1): name the journal"), "{words}");
        let words = wrong(&format!("{good}\n{{\"event\":\"model_reply\"}}\n"));
        assert!(words.starts_with("run.jsonl:2: is no event of a journal (missing field `text`): name"), "{words}");
        let words = wrong(&format!("{good}\n{}\n", called(2, "eaten", 0)));
        assert!(words.starts_with("run.jsonl:2: \"eaten\" is no outcome of a call: write ok"), "{words}");
        for empty in ["", "\n \n", "{\"event\":\"goal_resumed\"}\n"] {
            let words = wrong(empty);
            assert!(words.starts_with("run.jsonl: holds no reply: name the journal"), "{words}");
        }
    }

    #[test]
    fn no_key_stands_in_an_error() {
        let words = wrong("{\"event\":\"model_reply\",\"call\":\"sk-abcdefghijkl\",\"text\":\"a\"}");
        assert!(words.contains("[key]") && !words.contains("abcdefgh"), "{words}");
    }

    #[test]
    fn half_a_last_line_is_forgiven_and_half_a_line_before_is_not() {
        let (good, half) = (reply(1, "a"), "{\"tick\":9,\"event\":\"model_re");
        assert_eq!(text(&mut read(&format!("{good}\n{half}")).unwrap()), "a");
        assert!(wrong(&format!("{half}\n{good}\n")).starts_with("run.jsonl:1: is not JSON"));
    }

    #[test]
    fn a_line_has_an_end() {
        let escaped = "\\u0001".repeat(256 * 1024);
        let mut replies = read(&format!("{{\"event\":\"model_reply\",\"text\":\"{escaped}\"}}\n")).unwrap();
        assert_eq!(text(&mut replies).len(), 256 * 1024);
        let endless = BufReader::new(std::io::repeat(b' '));
        let error = Replies::from_lines(endless, "run.jsonl".to_owned()).unwrap_err();
        assert!(error.to_string().starts_with("run.jsonl:1: is longer than 2097152 bytes"), "{error}");
    }

    #[test]
    fn a_file_that_is_not_there_or_is_none_is_told() {
        for path in [Path::new("no/such/run.jsonl"), Path::new("src")] {
            let words = Replies::read(path).unwrap_err().to_string();
            assert!(words.starts_with(&format!("{}: cannot be read: ", path.display())), "{words}");
            assert!(words.contains("name the journal"), "{words}");
        }
    }
}
