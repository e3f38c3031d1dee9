//! The record of everything that happened and why: terminal, window, report and the run's own file all read it.

mod file;
mod flood;
mod keep;
mod ledger;
mod report;
mod spans;
mod timeline;

use std::{
    collections::HashMap,
    fmt,
    ops::Range,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use bevy::prelude::*;
pub use file::{JournalFile, redacted, write_journal};
pub(crate) use file::{as_they_may_be_written, utc};
use flood::Gate;
pub use ledger::{ModelCall, price};
pub use report::{BotReport, EarlierGoals, GoalReport, ProcessFigures, Report, StepReport};
use serde::{Deserialize, Serialize};
use serde_json::Value;
pub use spans::SPANS;
use spans::Spans;
pub use timeline::Marks;

use crate::domain::{Audience, BlockPos, PlanDraft, Priority, ToolError, ToolRequest, ToolResult, Zone, tame};

/// Where what went wrong with goals and bots is logged: as warnings, which the terminal tells by itself.
pub const FAILURES: &str = "blockwright::journal::failures";

/// Entries that are in memory at least, and half of what is at most: an hour of play, in some 2 MB. The others are in the
/// run's file and in the store.
const WINDOW: usize = 2_000;

/// Who changes plans by hand, in the journal.
const USER: &str = "user";

/// Adds the journal.
pub fn plugin(app: &mut App) {
    app.init_resource::<Journal>();
}

/// One decision or happening. Serialized it is one line of `--json` output.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Joined {
        server: String,
        username: String,
        dimension: String,
        position: BlockPos,
    },
    GoalQueued {
        text: String,
    },
    GoalStarted {
        text: String,
    },
    Planned {
        plan: PlanDraft,
    },
    StepStarted {
        step: usize,
        title: String,
        reason: String,
        attempt: u32,
    },
    ToolCall {
        call: u64,
        request: ToolRequest,
    },
    ToolResult {
        call: u64,
        result: ToolResult,
    },
    StepDone {
        step: usize,
        title: String,
        evidence: String,
    },
    StepFailed {
        step: usize,
        title: String,
        attempt: u32,
        error: ToolError,
    },
    /// `decided_by`: `rule`, or the name of a model.
    Recovery {
        step: usize,
        why: String,
        decided_by: String,
    },
    /// A call goes out: all that the model is told.
    ModelPrompt {
        call: u64,
        role: String,
        provider: String,
        model: String,
        system: String,
        turns: Vec<String>,
        schema: Value,
    },
    ModelReply {
        call: u64,
        text: String,
    },
    ModelCalled {
        call: ModelCall,
    },
    /// An endpoint takes no schema for the answer: for the rest of the run it is asked without.
    SchemaRefused {
        model: String,
    },
    /// What was wrong with a model's answer goes back to it.
    SentBack {
        findings: Vec<String>,
    },
    FellBack {
        why: String,
    },
    /// A model's plan is long in coming. `begins`: the offline planner has one, and it begins; the model is asked on.
    PatienceLost {
        model: String,
        seconds: u64,
        begins: bool,
    },
    /// A model's plan takes the place of the offline planner's, which had begun meanwhile.
    PlanTaken {
        why: String,
    },
    /// A model's plan was too late or no better, or is none: the offline planner's goes on.
    PutAside {
        why: String,
    },
    /// A model was or would have been asked about a failure, and the rules decide.
    RulesDecide {
        why: String,
    },
    /// A question, which is answered without a plan.
    Answered {
        question: String,
        answer: String,
    },
    /// A place has a name from now on: this bot's, on this server in words.
    PlaceNamed {
        #[serde(rename = "of")]
        bot: String,
        server: String,
        name: String,
        dimension: String,
        at: BlockPos,
    },
    /// A name that a place had is given up.
    PlaceForgotten {
        #[serde(rename = "of")]
        bot: String,
        server: String,
        name: String,
    },
    /// Land is kept as it is from now on, on this server in words; and no longer.
    ZoneKept {
        server: String,
        zone: Zone,
    },
    ZoneLifted {
        server: String,
        zone: Zone,
    },
    GoalPaused {
        why: String,
    },
    /// `left`: where an earlier run had left it open.
    GoalResumed {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<LeftOpen>,
    },
    /// What had failed or was cancelled is queued again.
    GoalRetried,
    GoalRanked {
        priority: Priority,
    },
    /// Somebody has changed a plan by hand, or said how it is gone on with; `what` follows the name. `by`: `user`.
    PlanEdited {
        by: String,
        what: String,
    },
    /// A plan that was changed by hand is replaced by one that knows nothing of the changes.
    EditsGone {
        edits: Vec<String>,
    },
    /// Of a goal that an earlier run left open, what was left of its plan is of no use.
    PlannedAnew {
        why: String,
    },
    /// `shown`: what of the goal's words is seen to be so at its end, beside what its steps have shown.
    GoalDone {
        text: String,
        ticks: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<String>,
    },
    GoalFailed {
        text: String,
        why: String,
    },
    GoalCancelled {
        text: String,
    },
    Chat {
        sender: Option<String>,
        message: String,
        #[serde(default, skip_serializing_if = "Audience::is_everyone")]
        audience: Audience,
    },
    /// So many lines of chat came too fast to be written down.
    ChatLeftOut {
        lines: u64,
    },
    /// The last line of a run's file that has as many bytes as it may.
    JournalFull {
        most_bytes: u64,
    },
    Died {
        message: String,
        position: BlockPos,
    },
    Disconnected {
        reason: String,
    },
    Interrupted,
}

/// How far an earlier run was with a goal that it left open.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct LeftOpen {
    pub text: String,
    /// The session that it was asked in.
    pub session: u64,
    /// Steps that are done, of all.
    pub done: usize,
    pub steps: usize,
    /// The user had paused it.
    pub paused: bool,
}

/// `taken up: get me a chest (2 of 5 steps are done)`
impl fmt::Display for LeftOpen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "taken up: {}", self.text)?;
        match self.steps {
            0 => f.write_str(" (nothing was planned yet)")?,
            steps => write!(f, " ({} of {steps} steps are done)", self.done)?,
        }
        if self.paused { f.write_str(", which you had paused") } else { Ok(()) }
    }
}

impl Event {
    /// The user has changed a plan: in words that follow "you".
    pub fn edited(what: String) -> Self {
        Self::PlanEdited { by: USER.to_owned(), what }
    }

    /// Pages long and of use only to whoever asks what a model was told, or about the file itself: it stands in the
    /// journal's file alone.
    pub fn is_for_the_file_alone(&self) -> bool {
        matches!(self, Self::ModelPrompt { .. } | Self::ModelReply { .. } | Self::JournalFull { .. })
    }

    /// Something went wrong that nothing follows by itself to mend, or that a person should know of.
    fn is_failure(&self) -> bool {
        matches!(self, Self::GoalFailed { .. } | Self::FellBack { .. } | Self::Died { .. } | Self::Disconnected { .. })
    }

    /// The event in a sentence, or nothing where a person would only be kept from reading.
    pub fn sentence(&self) -> Option<String> {
        // Not only chat is someone else's words: a model's reasons and a provider's errors are in most of them.
        self.words().map(|words| tame(&words).into_owned())
    }

    fn words(&self) -> Option<String> {
        Some(match self {
            Self::Joined { server, username, dimension, position } => {
                format!("{username} joined {server} ({dimension}) at {position}")
            }
            Self::GoalQueued { .. } | Self::ToolCall { .. } | Self::ToolResult { .. } => return None,
            Self::ModelReply { .. } | Self::JournalFull { .. } => return None,
            // An answer may take a minute.
            Self::ModelPrompt { model, role, .. } => format!("asking {model} ({role})"),
            Self::ModelCalled { call } => call.to_string(),
            Self::SchemaRefused { model } => {
                format!("the endpoint of {model} takes no schema for answers: it is asked without one from now on")
            }
            Self::SentBack { findings } => format!("the answer goes back: {}", findings.join("; ")),
            Self::FellBack { why } => format!("the offline planner takes over: {why}"),
            Self::PatienceLost { model, seconds: 0, begins: true } => {
                format!("the offline plan begins while {model} is asked")
            }
            Self::PatienceLost { model, seconds, begins: true } => {
                format!("{model} has not answered for {seconds} s: the offline plan begins")
            }
            Self::PatienceLost { model, seconds, begins: false } => {
                format!(
                    "{model} has not answered for {seconds} s; the offline planner has no plan, so it is waited for"
                )
            }
            Self::PlanTaken { why } => format!("the model's plan takes over: {why}"),
            Self::PutAside { why } => format!("the model's plan is put aside: {why}"),
            Self::RulesDecide { why } => format!("the rules decide: {why}"),
            Self::GoalStarted { text } => format!("goal: {text}"),
            Self::Planned { plan } => {
                let sop = plan.sop.as_ref().map(|name| format!(" by the SOP \"{name}\"")).unwrap_or_default();
                let mut text = format!(
                    "planned {} {}{sop}, about {} game seconds: {}",
                    plan.quote.steps,
                    if plan.quote.steps == 1 { "step" } else { "steps" },
                    plan.quote.ticks.div_ceil(20),
                    plan.why
                );
                for repair in &plan.repairs {
                    text.push_str("; ");
                    text.push_str(repair);
                }
                text
            }
            Self::StepStarted { title, reason, attempt: 1, .. } => format!("{title}: {reason}"),
            Self::StepStarted { title, attempt, .. } => format!("{title}: attempt {attempt}"),
            Self::StepDone { title, evidence, .. } => format!("done: {title} ({evidence})"),
            Self::StepFailed { title, attempt, error, .. } => format!("attempt {attempt} failed: {title}: {error}"),
            Self::Recovery { why, decided_by, .. } if decided_by == "rule" => format!("recovery: {why}"),
            Self::Recovery { why, decided_by, .. } => format!("recovery by {decided_by}: {why}"),
            Self::Answered { answer, .. } => answer.clone(),
            Self::PlaceNamed { name, dimension, at, .. } => format!("{name} is the place at {at} in the {dimension}"),
            Self::PlaceForgotten { name, .. } => format!("no place is called {name} any more"),
            Self::ZoneKept { zone, .. } => format!("{zone} is kept: nothing is dug, placed or worked in it"),
            Self::ZoneLifted { zone, .. } => format!("{zone} is kept no longer"),
            Self::GoalPaused { why } => format!("paused: {why}"),
            Self::GoalRetried => "tried again".to_owned(),
            Self::GoalRanked { priority } => format!("priority {}", priority.name()),
            Self::PlanEdited { by, what } if by == USER => format!("you {what}"),
            Self::PlanEdited { by, what } => format!("{by} {what}"),
            Self::EditsGone { edits } => {
                format!("the plan was made anew, without what you had changed in it: {}", edits.join("; "))
            }
            Self::GoalResumed { left: None } => "resumed".to_owned(),
            Self::GoalResumed { left: Some(left) } => left.to_string(),
            Self::PlannedAnew { why } => format!("to be planned anew: {why}"),
            Self::GoalDone { text, ticks, shown } => {
                let shown = shown.as_ref().map(|shown| format!("; {shown}")).unwrap_or_default();
                format!("goal done: {text} ({ticks} ticks{shown})")
            }
            Self::GoalFailed { text, why } => format!("goal failed: {text}: {why}"),
            Self::GoalCancelled { text } => format!("goal cancelled: {text}"),
            Self::Chat { sender: Some(sender), message, .. } => format!("chat <{sender}> {message}"),
            Self::Chat { sender: None, message, .. } => format!("server: {message}"),
            Self::ChatLeftOut { lines } => {
                format!("{lines} more lines of chat came too fast to be written down")
            }
            Self::Died { message, position } => format!("the bot died at {position}: {message}"),
            Self::Disconnected { reason } => format!("disconnected: {reason}"),
            Self::Interrupted => "interrupted: letting go of everything".to_owned(),
        })
    }
}

/// An event with when it happened, to which bot and for which goal.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Entry {
    /// The body's game tick.
    pub tick: u64,
    /// Milliseconds of wall time since the session's start.
    pub ms: u64,
    /// Its name, where several play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<u64>,
    #[serde(flatten)]
    pub event: Event,
}

/// What happened, oldest first. The newest entries are in memory; all of them are numbered, from 0.
#[derive(Resource, Debug)]
pub struct Journal {
    entries: Vec<Entry>,
    /// How many there were before these.
    gone: usize,
    joined_ms: Option<u64>,
    begun: Instant,
    /// The same by the wall's clock, in milliseconds since 1970.
    begun_ms: u64,
    spans: Spans,
    chat: Gate,
    bots: Vec<Bot>,
    /// Which of the bots is at a goal, by their places.
    goals: HashMap<u64, usize>,
}

/// Somebody whom the journal is about.
#[derive(Debug)]
struct Bot {
    agent: Entity,
    name: String,
    /// The body's tick of the current frame: set once in the Sense set, so that entries agree.
    tick: u64,
}

impl Default for Journal {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            gone: 0,
            joined_ms: None,
            begun: Instant::now(),
            begun_ms: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64),
            spans: Spans::default(),
            chat: Gate::default(),
            bots: Vec::new(),
            goals: HashMap::new(),
        }
    }
}

impl Journal {
    /// Makes a bot known, before anything happens to it.
    pub fn introduce(&mut self, agent: Entity, name: &str) {
        self.bots.push(Bot { agent, name: name.to_owned(), tick: 0 });
    }

    /// Sets a bot's clock to its body's game tick.
    pub fn set_clock(&mut self, agent: Entity, tick: u64) {
        self.bots.iter_mut().filter(|bot| bot.agent == agent).for_each(|bot| bot.tick = tick);
    }

    /// From now on what happens for a goal happens to this bot.
    pub fn assign(&mut self, goal: u64, agent: Entity) {
        if let Some(place) = self.place(agent) {
            self.goals.insert(goal, place);
        }
    }

    /// Nothing more happens for a goal, and nobody asks about it.
    pub fn forget(&mut self, goal: u64) {
        self.goals.remove(&goal);
    }

    /// The game tick by the clock of the bot that is at a goal; by the most advanced where none is.
    pub fn tick_of(&self, goal: u64) -> u64 {
        self.tick(self.goals.get(&goal).copied())
    }

    fn place(&self, agent: Entity) -> Option<usize> {
        self.bots.iter().position(|bot| bot.agent == agent)
    }

    fn tick(&self, bot: Option<usize>) -> u64 {
        match bot.and_then(|bot| self.bots.get(bot)) {
            Some(bot) => bot.tick,
            None => self.bots.iter().map(|bot| bot.tick).max().unwrap_or(0),
        }
    }

    /// Writes down what happened for a goal, or to nobody in particular.
    pub fn record(&mut self, goal: Option<u64>, event: Event) {
        self.turn();
        self.push(goal.and_then(|goal| self.goals.get(&goal).copied()), goal, event);
    }

    /// Writes down what happened to a bot; of chat only so many lines a second, so that no flood of it fills memory and disk.
    pub fn record_of(&mut self, agent: Entity, event: Event) {
        self.turn();
        if !matches!(event, Event::Chat { .. }) || self.chat.lets_in() {
            self.push(self.place(agent), None, event);
        }
    }

    /// Says how many lines of chat were left out in the second before. Once a frame is often enough.
    pub fn turn(&mut self) {
        let left_out = self.chat.turn(self.elapsed_ms());
        self.own_up(left_out);
    }

    /// Says what is left to be said at the end of a run.
    pub fn close(&mut self) {
        let left_out = self.chat.end();
        self.own_up(left_out);
    }

    fn own_up(&mut self, left_out: Option<u64>) {
        if let Some(lines) = left_out {
            self.push(None, None, Event::ChatLeftOut { lines });
        }
    }

    fn push(&mut self, bot: Option<usize>, goal: Option<u64>, event: Event) {
        let (ms, tick) = (self.elapsed_ms(), self.tick(bot));
        // Where there is one only, nobody asks which.
        let bot = bot.and_then(|bot| self.bots.get(bot)).filter(|_| self.bots.len() > 1).map(|bot| bot.name.clone());
        match event.sentence() {
            Some(sentence) if event.is_failure() => {
                tracing::warn!(target: FAILURES, tick, bot = bot.as_deref(), goal, "{sentence}");
            }
            Some(sentence) => tracing::debug!(tick, bot = bot.as_deref(), goal, "{sentence}"),
            None => {}
        }
        self.spans.follow(goal, tick, &event);
        if matches!(event, Event::Joined { .. }) {
            self.joined_ms.get_or_insert(ms);
        }
        if self.entries.len() >= 2 * WINDOW {
            self.entries.drain(..WINDOW);
            self.gone += WINDOW;
        }
        self.entries.push(Entry { tick, ms, bot, goal, event });
    }

    /// The newest entries, oldest first: all of them in all but the longest of runs.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The number of the first of [`Journal::entries`]: how many there were before.
    pub fn first(&self) -> usize {
        self.gone
    }

    /// How many there were in all.
    pub fn count(&self) -> usize {
        self.gone + self.entries.len()
    }

    /// The entries with these numbers, as far as they are still in memory.
    pub fn numbered(&self, numbers: Range<usize>) -> &[Entry] {
        let place = |number: usize| number.saturating_sub(self.gone).min(self.entries.len());
        self.entries.get(place(numbers.start)..place(numbers.end)).unwrap_or_default()
    }

    /// When the bot first stood in the world.
    pub fn joined_ms(&self) -> Option<u64> {
        self.joined_ms
    }

    /// When an entry was written, by the wall's clock, in milliseconds since 1970.
    pub fn wall_ms(&self, entry: &Entry) -> u64 {
        self.begun_ms + entry.ms
    }

    /// Milliseconds of wall time since the program's start.
    pub fn elapsed_ms(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobodys_words_steer_the_terminal() {
        let sender = Some("a\u{1b}b".to_owned());
        let chat = Event::Chat { sender, message: "one\ntwo".to_owned(), audience: Audience::Everyone };
        assert_eq!(chat.sentence().as_deref(), Some(r"chat <a\u{1b}b> one\ntwo"));
        let plan = PlanDraft { why: "\u{1b}[2Jbecause".to_owned(), ..PlanDraft::default() };
        assert!(Event::Planned { plan }.sentence().is_some_and(|words| words.ends_with(r"\u{1b}[2Jbecause")));
        let fell_back = Event::FellBack { why: "no key\r".to_owned() };
        assert_eq!(fell_back.sentence().as_deref(), Some(r"the offline planner takes over: no key\r"));
    }

    #[test]
    fn a_flood_of_chat_is_counted_and_not_written_down() {
        let mut journal = Journal::default();
        for number in 0..100_000 {
            let (message, audience) = (number.to_string(), Audience::Everyone);
            journal.record_of(Entity::PLACEHOLDER, Event::Chat { sender: None, message, audience });
        }
        journal.record(None, Event::GoalResumed { left: None });
        journal.close();
        let kept = journal.entries().iter().filter(|entry| matches!(entry.event, Event::Chat { .. })).count() as u64;
        let left_out = journal.entries().iter().map(|entry| match entry.event {
            Event::ChatLeftOut { lines } => lines,
            _ => 0,
        });
        assert_eq!(kept + left_out.sum::<u64>(), 100_000);
        assert!(kept <= flood::LINES_A_SECOND * (journal.elapsed_ms() / 1000 + 1), "{kept}");
        assert!(journal.entries().iter().any(|entry| entry.event == Event::GoalResumed { left: None }));
    }

    #[test]
    fn the_newest_entries_are_in_memory_and_all_are_numbered() {
        let mut journal = Journal::default();
        let joined = |server: usize| Event::Joined {
            server: server.to_string(),
            username: String::new(),
            dimension: String::new(),
            position: BlockPos::default(),
        };
        for number in 0..5 * WINDOW / 2 {
            journal.record(None, joined(number));
        }
        assert_eq!((journal.count(), journal.first()), (5 * WINDOW / 2, WINDOW));
        assert_eq!((journal.entries().len(), &journal.entries()[0].event), (3 * WINDOW / 2, &joined(WINDOW)));
        let events = |numbers| journal.numbered(numbers).iter().map(|entry| entry.event.clone()).collect::<Vec<_>>();
        assert_eq!(events(WINDOW - 1..WINDOW + 1), [joined(WINDOW)]);
        assert_eq!(events(journal.count() - 1..usize::MAX), [joined(journal.count() - 1)]);
        assert!(events(0..5).is_empty() && events(journal.count()..usize::MAX).is_empty());
        assert!(journal.joined_ms().is_some_and(|ms| ms <= journal.entries()[0].ms), "the first counts");
    }

    #[test]
    fn a_goal_that_is_taken_up_says_how_far_it_is() {
        let left = LeftOpen { text: "dig".to_owned(), session: 3, done: 2, steps: 5, paused: true };
        let event = Event::GoalResumed { left: Some(left) };
        assert_eq!(event.sentence().as_deref(), Some("taken up: dig (2 of 5 steps are done), which you had paused"));
        let line = serde_json::to_string(&event).unwrap();
        assert_eq!(serde_json::from_str::<Event>(&line).unwrap(), event);
        let plain = Event::GoalResumed { left: None };
        assert_eq!(serde_json::to_string(&plain).unwrap(), r#"{"event":"goal_resumed"}"#);
        assert_eq!(serde_json::from_str::<Event>(r#"{"event":"goal_resumed"}"#).unwrap(), plain);
    }

    #[test]
    fn what_becomes_of_a_slow_models_plan_is_said() {
        let lost = |seconds, begins| Event::PatienceLost { model: "a-model".to_owned(), seconds, begins }.sentence();
        assert_eq!(lost(8, true).as_deref(), Some("a-model has not answered for 8 s: the offline plan begins"));
        assert_eq!(lost(0, true).as_deref(), Some("the offline plan begins while a-model is asked"));
        assert!(lost(8, false).is_some_and(|words| words.contains("no plan")));
        let aside = Event::PutAside { why: "about 5 game ticks".to_owned() };
        assert_eq!(aside.sentence().as_deref(), Some("the model's plan is put aside: about 5 game ticks"));
        let line = serde_json::to_value(Event::PlanTaken { why: "quicker".to_owned() }).unwrap();
        assert_eq!(line, serde_json::json!({ "event": "plan_taken", "why": "quicker" }));
    }

    #[test]
    fn what_is_told_to_a_model_is_for_the_file_alone() {
        for event in [
            Event::ModelPrompt {
                call: 1,
                role: "planner".to_owned(),
                provider: "gemini".to_owned(),
                model: "gemini-3-flash-preview".to_owned(),
                system: "rules".to_owned(),
                turns: vec!["goal".to_owned()],
                schema: Value::Null,
            },
            Event::ModelReply { call: 1, text: "{}".to_owned() },
        ] {
            assert!(event.is_for_the_file_alone());
            let sentence = event.sentence().unwrap_or_default();
            assert!(!sentence.contains("rules") && !sentence.contains("goal") && !sentence.contains('{'), "{sentence}");
        }
        assert!(!Event::GoalResumed { left: None }.is_for_the_file_alone());
    }
}
