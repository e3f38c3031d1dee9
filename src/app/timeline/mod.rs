//! The window's timeline and usage, and where their entries are: carries the pane's questions to the thread that reads the store, and the answers back.
//! `ui` knows no store, and the store no window; what goes between them is plain data of `domain`.

mod answer;
mod reader;
mod text;
mod usage;

use std::{sync::Arc, thread};

use bevy::prelude::*;
use crossbeam_channel::{Receiver, Sender, bounded};
pub use reader::{History, Post, Reader, Reply};

use super::{Recorder, record::event_of};
use crate::{
    journal::{Journal, as_they_may_be_written, redacted},
    mind::model::keys_in_environment,
    store::{self, Clock, wall_clock},
    ui::TimelineDesk,
};

/// Answers that wait for a frame at most; then the thread waits, and the window never does.
const REPLIES: usize = 16;
/// Why there is no store, once it has failed.
const FAILED: &str = "the history is written no further, and the terminal says why";

/// Adds the way to the thread, which begins with the first question. `wake` has the window update soon.
pub fn plug_into(app: &mut App, history: History, wake: Arc<dyn Fn() + Send + Sync>) {
    let (replies, waiting) = bounded(REPLIES);
    let clock = wall_clock();
    let keys = as_they_may_be_written(keys_in_environment());
    let line =
        Line { post: Post::default(), replies: Some(replies), waiting, wake, clock, history, handed_in: 0, keys };
    app.insert_resource(line).add_systems(First, take_replies).add_systems(Last, send_questions);
}

/// The way to the thread and back.
#[derive(Resource)]
struct Line {
    post: Post,
    /// Goes to the thread when it begins.
    replies: Option<Sender<Reply>>,
    waiting: Receiver<Reply>,
    wake: Arc<dyn Fn() + Send + Sync>,
    clock: Clock,
    history: History,
    /// How many of the journal's entries were handed in, where there is no store.
    handed_in: usize,
    /// What must not be shown, also where no store has left it out.
    keys: Vec<String>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.post.close();
    }
}

/// Before anything is drawn.
fn take_replies(
    line: Res<Line>,
    mut desk: ResMut<TimelineDesk>,
    journal: Res<Journal>,
    recorder: Option<Res<Recorder>>,
) {
    let desk = desk.bypass_change_detection();
    desk.now_ms = (line.clock)();
    // Of a store only what is written can be read.
    desk.news = match (&line.history, &recorder) {
        (History::Store(..), Some(recorder)) => recorder.kept(),
        _ => journal.count() as u64,
    };
    for reply in line.waiting.try_iter() {
        match reply {
            Reply::Answer(answer) => desk.answer = Some(Arc::from(answer)),
            Reply::Told(told) => desk.told = Some(Arc::new(told)),
            Reply::Found(found) => desk.found = Some(found),
            Reply::Past(past) => desk.past = Some(Arc::from(past)),
            Reply::Usage(usage) => desk.usage = Some(Arc::new(usage)),
        }
    }
}

/// After the window is drawn.
fn send_questions(
    mut line: ResMut<Line>,
    mut desk: ResMut<TimelineDesk>,
    journal: Res<Journal>,
    recorder: Option<Res<Recorder>>,
) {
    let desk = desk.bypass_change_detection();
    let is_idle = desk.ask.is_none() && desk.look.is_none() && desk.seek.is_none();
    if is_idle && desk.look_back.is_none() && !desk.asks_usage {
        return;
    }
    let line = line.bypass_change_detection();
    if matches!(line.history, History::Store(..)) && recorder.is_none_or(|recorder| !recorder.keeps()) {
        line.history = History::Memory(FAILED.to_owned());
        line.post.turn_to(line.history.clone());
    }
    if let Some(replies) = line.replies.take() {
        let reader =
            Reader::new(line.post.clone(), replies, line.wake.clone(), line.clock.clone(), line.history.clone());
        if let Err(error) = thread::Builder::new().name("timeline".to_owned()).spawn(move || reader.run()) {
            tracing::warn!("the timeline stays empty: {error}");
        }
    }
    if let History::Memory(_) = line.history {
        let missed = journal.first().saturating_sub(line.handed_in);
        let (now, elapsed) = ((line.clock)(), journal.elapsed_ms());
        let from = line.handed_in + missed;
        let rows = (from..).zip(journal.numbered(from..journal.count())).filter_map(|(number, entry)| {
            let wall_ms = now.saturating_sub(elapsed.saturating_sub(entry.ms));
            let event = event_of(entry, wall_ms).ok()?;
            let entry = store::NewEvent { json: redacted(&event.json, &line.keys).into_owned(), ..event };
            Some(store::Event { id: number as u64 + 1, session: 0, entry })
        });
        line.post.hand_in(rows.collect(), missed as u64);
        line.handed_in = journal.count();
    }
    desk.ask.take().into_iter().for_each(|ask| line.post.ask(ask));
    desk.look.take().into_iter().for_each(|mark| line.post.look(mark));
    desk.seek.take().into_iter().for_each(|seek| line.post.seek(seek));
    desk.look_back.take().into_iter().for_each(|past| line.post.look_back(past));
    if std::mem::take(&mut desk.asks_usage) {
        line.post.ask_usage();
    }
}

#[cfg(test)]
mod tests;
