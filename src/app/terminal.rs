//! The terminal surface: the journal as lines for people, or as JSON lines for programs.

use bevy::prelude::*;

use crate::{
    brain::View,
    journal::{Journal, Report},
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
    progress: String,
}

impl Terminal {
    pub fn new(voice: Voice) -> Self {
        Self { voice, printed: 0, progress: String::new() }
    }

    pub fn print_news(&mut self, world: &World) {
        let journal = world.resource::<Journal>();
        for entry in &journal.entries()[self.printed..] {
            match self.voice {
                Voice::Json => say(&json(entry)),
                Voice::People => {
                    if let Some(sentence) = entry.event.sentence() {
                        say(&format!("{:>7.1}s  {sentence}", entry.ms as f64 / 1000.0));
                    }
                }
            }
        }
        self.printed = journal.entries().len();
        if self.voice == Voice::People {
            self.print_progress(world, journal.elapsed_ms());
        }
    }

    /// A line whenever a running step's count moves: enough to follow, not a flood.
    fn print_progress(&mut self, world: &World, ms: u64) {
        let steps = world.resource::<View>().0.goals.iter().flat_map(|goal| &goal.steps);
        for (text, done, of) in steps.filter_map(|step| step.progress.as_ref()) {
            let count = format!("{done}/{of}");
            if *done > 0 && *of > 1 && self.progress != count {
                say(&format!("{:>7.1}s      {count} {text}", ms as f64 / 1000.0));
                self.progress = count;
            }
        }
    }

    pub fn print_report(&self, report: &Report) {
        match self.voice {
            Voice::Json => say(&json(report)),
            Voice::People => say(&report.to_string()),
        }
    }
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| format!("{{\"event\":\"error\",\"message\":\"{error}\"}}"))
}

/// Prints text that a command was asked for. Whoever stops reading (`| head`) has read enough.
pub fn say(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Prints what went wrong, to standard error.
pub fn complain(message: &str) {
    eprintln!("blockwright: {message}");
}
