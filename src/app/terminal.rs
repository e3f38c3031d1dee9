//! The terminal surface: the journal as lines for people, or as JSON lines for programs.

use std::{collections::HashMap, io::Write as _};

use bevy::prelude::*;

use super::{Ended, Recorder};
use crate::{
    domain::{self, tame, tame_lines},
    journal::{Entry, Event, Journal, Report},
    mind::View,
};

/// How the terminal speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    People,
    Json,
}

/// Prints what is new in the journal, and how a running step gets on.
#[derive(Resource)]
pub struct Terminal {
    voice: Voice,
    printed: usize,
    /// What was last said of each bot's running steps.
    progress: HashMap<(String, usize), String>,
}

impl Terminal {
    pub fn new(voice: Voice) -> Self {
        Self { voice, printed: 0, progress: HashMap::new() }
    }

    /// Prints what is new and, where there is a history, also in it: no end of the program makes unsaid what was said.
    pub fn print_news(&mut self, world: &World) {
        let journal = world.resource::<Journal>();
        if world.contains_resource::<Ended>() {
            self.print_rest(world);
        }
        let recorder = world.get_resource::<Recorder>();
        self.print_up_to(recorder.map_or(journal.count(), |recorder| recorder.may_be_shown(journal)), journal);
        if self.voice == Voice::People {
            self.print_progress(world, journal.elapsed_ms());
        }
    }

    /// Prints all that is left, nothing more being to come.
    pub fn print_rest(&mut self, world: &World) {
        let journal = world.resource::<Journal>();
        if let Some(recorder) = world.get_resource::<Recorder>().filter(|_| self.printed < journal.count()) {
            recorder.flush();
        }
        self.print_up_to(journal.count(), journal);
    }

    fn print_up_to(&mut self, end: usize, journal: &Journal) {
        for entry in journal.numbered(self.printed..end) {
            if let Some(line) = line(self.voice, entry) {
                say(&line);
            }
        }
        self.printed = self.printed.max(end);
    }

    /// A line whenever a running step's count moves: enough to follow, not a flood.
    fn print_progress(&mut self, world: &World, ms: u64) {
        let view = &world.resource::<View>().0;
        let several = view.bots.len() > 1;
        for goal in &view.goals {
            let bot = goal.bot.as_deref().filter(|_| several).unwrap_or_default();
            // A piece of a job runs, and so does the job.
            let running = goal.steps.iter().filter_map(|step| step.progress.as_ref()).enumerate();
            for (number, (text, done, of)) in running {
                let (whose, count) = ((bot.to_owned(), number), format!("{done}/{of}"));
                if *done == 0 || *of <= 1 || self.progress.get(&whose) == Some(&count) {
                    continue;
                }
                let name = if several { format!("{bot}: ") } else { String::new() };
                say(&format!("{:>7.1}s      {name}{count} {}", ms as f64 / 1000.0, tame(text)));
                self.progress.insert(whose, count);
            }
        }
    }

    /// Says that there is nothing to do; to a program, by a report on no goals.
    pub fn print_nothing(&self, why: &str) {
        match self.voice {
            Voice::Json => {
                self.print_report(&Report { event: "report".to_owned(), success: true, ..Report::default() });
            }
            Voice::People => say(why),
        }
    }

    /// Prints the report, where there is one.
    pub fn print_end(&self, ended: &Ended) {
        if let Some(report) = &ended.report {
            self.print_report(report);
        }
    }

    pub fn print_report(&self, report: &Report) {
        match self.voice {
            Voice::Json => say(&json(report)),
            Voice::People => say(&report.to_string()),
        }
    }
}

/// An entry as it is said, where it is.
fn line(voice: Voice, entry: &Entry) -> Option<String> {
    match voice {
        Voice::Json => (!entry.event.is_for_the_file_alone()).then(|| json(entry)),
        Voice::People => {
            // Who has joined says so himself.
            let bot = entry.bot.as_ref().filter(|_| !matches!(entry.event, Event::Joined { .. }));
            let bot = bot.map(|bot| format!("{}: ", tame(bot))).unwrap_or_default();
            Some(format!("{:>7.1}s  {bot}{}", entry.ms as f64 / 1000.0, entry.event.sentence()?))
        }
    }
}

/// A value as a line of JSON.
pub fn json(value: &impl serde::Serialize) -> String {
    domain::json(value).unwrap_or_else(|error| format!("{{\"event\":\"error\",\"message\":\"{error}\"}}"))
}

/// Prints text that a command was asked for. Whoever stops reading (`| head`) has read enough.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{}", tame_lines(text));
}

/// Prints what went wrong, to standard error. Where nobody can be told, the exit status has to do.
pub fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "blockwright: {}", tame_lines(message));
}

/// Prints a line that nobody asked for, to standard error.
pub fn warn(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", tame(line));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_steers_the_terminal_with_a_report() {
        let goal = crate::journal::GoalReport {
            goal: "say \u{1b}]0;x\u{7}".to_owned(),
            bot: None,
            state: "failed".to_owned(),
            why: Some("gone\ndone: all of it \u{9b}2J\u{202e}".to_owned()),
            error: None,
            steps: Vec::new(),
            ticks: 0,
            duration_ms: 0,
            tool_calls: 0,
            attempts: 0,
            model: None,
        };
        let report = Report { goals: vec![goal], ..Report::default() };
        let text = report.to_string();
        assert!(!text.contains(|c| domain::is_wild(c) && c != '\n') && text.lines().count() == 3, "{text}");
        assert!(!json(&report).contains(domain::is_wild));
    }

    #[test]
    fn what_is_for_the_file_alone_is_not_said() {
        let entry = |event| Entry { tick: 1, ms: 2100, bot: None, goal: Some(1), event };
        let reply = entry(Event::ModelReply { call: 1, text: "{}".to_owned() });
        assert_eq!((line(Voice::Json, &reply), line(Voice::People, &reply)), (None, None));
        let resumed = entry(Event::GoalResumed { left: None });
        assert_eq!(line(Voice::People, &resumed).as_deref(), Some("    2.1s  resumed"));
        let said = line(Voice::Json, &resumed);
        assert_eq!(said.as_deref(), Some(r#"{"tick":1,"ms":2100,"goal":1,"event":"goal_resumed"}"#));
    }
}
