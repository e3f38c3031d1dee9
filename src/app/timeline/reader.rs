//! The thread that reads the store for the window's timeline and usage, so that no frame waits for a disk.
//!
//! It begins with the first question. Of questions that wait only the newest is answered. Entries are read once, without their texts and
//! from an index that has none, and are kept in memory as spans and points (some 50 bytes an entry); later questions only read what has been
//! added. Texts are read of what is told one by one, and where words are looked for.
//!
//! Where there is no store it has the run's own entries, as they are handed in.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Condvar, Mutex, PoisonError},
};

use crossbeam_channel::Sender;

use super::{
    answer::Passing,
    text::{self, Line},
    usage::Usage,
};
use crate::{
    app::past::Player,
    domain::{
        Mark, MarkTold, SessionMark, TimelineAnswer, TimelineAsk, TimelineFilter, TimelineSeek, ToldMark, UsageAnswer,
        tame,
    },
    journal::Marks,
    replay::{Past, PastAsk},
    store::{self, Clock, Session, Store, StoreError, TERM_MS, Wanted},
};

/// Entries that are read at once: short enough that a newer question does not wait, some 50 ms.
const PAGE: usize = 20_000;
/// The same with their texts.
const PAGE_OF_TEXTS: usize = 5_000;
/// Lines that are remembered at most, some megabytes.
const MOST_LINES: usize = 20_000;
/// Entries that are kept in memory where there is no store, and half of what is at most.
const MOST_IN_MEMORY: usize = 4_000;

/// Where the entries are.
#[derive(Clone, Debug)]
pub enum History {
    /// In this file, as those of this session.
    Store(PathBuf, u64),
    /// In this file, of which this session is watched again; nobody writes here.
    Over(PathBuf, u64),
    /// In memory alone, and why.
    Memory(String),
}

/// What waits for the thread.
#[derive(Default)]
struct Inbox {
    ask: Option<TimelineAsk>,
    look: Option<Mark>,
    seek: Option<TimelineSeek>,
    past: Option<PastAsk>,
    usage: bool,
    /// The run's own entries, where there is no store.
    rows: Vec<store::Event>,
    /// How many were out of the journal's memory before they could be handed in.
    missed: u64,
    history: Option<History>,
    closed: bool,
}

impl Inbox {
    fn is_empty(&self) -> bool {
        self.ask.is_none()
            && self.look.is_none()
            && self.seek.is_none()
            && self.past.is_none()
            && !self.usage
            && !self.closed
    }
}

/// What the thread says.
#[derive(Debug)]
pub enum Reply {
    Answer(Box<TimelineAnswer>),
    Told(MarkTold),
    Found(Option<ToldMark>),
    Past(Box<Past>),
    Usage(UsageAnswer),
}

/// The way to the thread. It ends once this is dropped.
#[derive(Clone, Default)]
pub struct Post(Arc<(Mutex<Inbox>, Condvar)>);

impl Post {
    fn put(&self, change: impl FnOnce(&mut Inbox)) {
        let (inbox, news) = &*self.0;
        change(&mut inbox.lock().unwrap_or_else(PoisonError::into_inner));
        news.notify_one();
    }

    /// In the place of a question that waits.
    pub fn ask(&self, ask: TimelineAsk) {
        self.put(|inbox| inbox.ask = Some(ask));
    }

    pub fn look(&self, mark: Mark) {
        self.put(|inbox| inbox.look = Some(mark));
    }

    pub fn seek(&self, seek: TimelineSeek) {
        self.put(|inbox| inbox.seek = Some(seek));
    }

    /// In the place of a moment that waits.
    pub fn look_back(&self, past: PastAsk) {
        self.put(|inbox| inbox.past = Some(past));
    }

    pub fn ask_usage(&self) {
        self.put(|inbox| inbox.usage = true);
    }

    /// From now on the entries are elsewhere.
    pub fn turn_to(&self, history: History) {
        self.put(|inbox| inbox.history = Some(history));
    }

    /// Hands entries in, where there is no store; `missed` more were before them.
    pub fn hand_in(&self, rows: Vec<store::Event>, missed: u64) {
        self.put(|inbox| {
            inbox.rows.extend(rows);
            inbox.missed += missed;
        });
    }

    pub fn close(&self) {
        self.put(|inbox| inbox.closed = true);
    }

    /// Waits for something to do.
    fn wait(&self) -> Inbox {
        let (inbox, news) = &*self.0;
        let mut inbox = inbox.lock().unwrap_or_else(PoisonError::into_inner);
        while inbox.is_empty() {
            inbox = news.wait(inbox).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut *inbox)
    }

    fn take_past(&self) -> Option<PastAsk> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).past.take()
    }

    fn has_newer(&self) -> bool {
        let inbox = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        inbox.ask.is_some() || inbox.closed
    }
}

/// Where the texts are.
enum Texts {
    Nowhere,
    Store(Store),
    Memory(Vec<store::Event>),
}

impl Texts {
    fn with(&self, ids: &[u64]) -> Result<Vec<store::Event>, StoreError> {
        match self {
            Self::Nowhere => Ok(Vec::new()),
            Self::Store(store) => store.events_with(ids),
            Self::Memory(events) => {
                let find =
                    |id: &u64| events.binary_search_by_key(id, |event| event.id).ok().map(|at| events[at].clone());
                Ok(ids.iter().filter_map(find).collect())
            }
        }
    }

    fn page(&self, after: u64) -> Result<Vec<store::Event>, StoreError> {
        match self {
            Self::Nowhere => Ok(Vec::new()),
            Self::Store(store) => store.events(Wanted::default(), after, PAGE_OF_TEXTS),
            Self::Memory(events) => {
                let from = events.partition_point(|event| event.id <= after);
                Ok(events[from..].iter().take(PAGE_OF_TEXTS).cloned().collect())
            }
        }
    }
}

/// Which marks have the words that are looked for, as far as that is known.
#[derive(Default)]
struct Search {
    /// In small letters.
    words: String,
    /// The last entry that was looked at.
    after: u64,
    /// How many were.
    seen: usize,
    matches: Vec<bool>,
}

/// The thread's own.
pub struct Reader {
    post: Post,
    replies: Sender<Reply>,
    wake: Arc<dyn Fn() + Send + Sync>,
    clock: Clock,
    history: History,
    texts: Texts,
    marks: Marks,
    sessions: Vec<Session>,
    search: Search,
    lines: HashMap<u64, Line>,
    usage: Usage,
    player: Player,
    /// Entries that are in memory no more, where there is no store.
    gone: u64,
}

impl Reader {
    /// `wake` is called whenever there is a reply.
    pub fn new(
        post: Post,
        replies: Sender<Reply>,
        wake: Arc<dyn Fn() + Send + Sync>,
        clock: Clock,
        history: History,
    ) -> Self {
        let (texts, marks, search) = (Texts::Nowhere, Marks::default(), Search::default());
        let (sessions, lines, usage) = (Vec::new(), HashMap::new(), Usage::default());
        let player = Player::default();
        Self { post, replies, wake, clock, history, texts, marks, sessions, search, lines, usage, player, gone: 0 }
    }

    /// Answers until nobody asks any more.
    pub fn run(mut self) {
        loop {
            let work = self.post.wait();
            if work.closed || self.serve(work).is_none() {
                return;
            }
        }
    }

    /// `None`: nobody listens any more.
    fn serve(&mut self, work: Inbox) -> Option<()> {
        if let Some(history) = work.history {
            self.begin_anew(history);
        }
        self.gone += work.missed;
        // Before all else: while somebody drags or plays, the next moment waits already.
        if let Some(ask) = work.past {
            let past = self.past(ask);
            self.reply(Reply::Past(Box::new(past)))?;
            if work.ask.is_none() && work.look.is_none() && work.seek.is_none() && !work.usage && work.rows.is_empty() {
                return Some(());
            }
        }
        let fault = self.refresh(work.rows).err();
        if let Some(mark) = work.look {
            let told = self.told(&mark);
            self.reply(Reply::Told(told))?;
        }
        if let Some(seek) = work.seek {
            let found = self.found(&seek);
            self.reply(Reply::Found(found))?;
        }
        if work.usage {
            let usage = self.usage(fault.as_ref());
            self.reply(Reply::Usage(usage))?;
        }
        let Some(ask) = work.ask else { return Some(()) };
        loop {
            let fault = self.search(&ask.filter, 1).err().or_else(|| fault.clone());
            let answer = self.answer(&ask, fault.as_ref());
            let is_done = answer.searched.is_none() || fault.is_some();
            self.reply(Reply::Answer(Box::new(answer)))?;
            if is_done || self.post.has_newer() {
                return Some(());
            }
            // Who looks back does not wait until the search is over, nor end it.
            if let Some(ask) = self.post.take_past() {
                let past = self.past(ask);
                self.reply(Reply::Past(Box::new(past)))?;
            }
        }
    }

    fn reply(&self, reply: Reply) -> Option<()> {
        self.replies.send(reply).ok()?;
        (self.wake)();
        Some(())
    }

    /// How things stood; why that cannot be told, where it cannot.
    fn past(&mut self, ask: PastAsk) -> Past {
        let missing = |why: String| Past { ask: ask.clone(), missing: Some(why), ..Past::default() };
        if let Err(error) = self.open() {
            return missing(format!("The recording cannot be read: {error}."));
        }
        let Texts::Store(store) = &self.texts else {
            return missing("Only what is in the store can be watched again, and there is none.".to_owned());
        };
        match self.player.play(store, &ask) {
            Ok(past) => past,
            Err(error) => missing(format!("The recording cannot be read: {error}.")),
        }
    }

    fn open(&mut self) -> Result<(), StoreError> {
        if let (Texts::Nowhere, History::Store(path, _) | History::Over(path, _)) = (&self.texts, &self.history) {
            self.texts = Texts::Store(Store::open_to_read(path)?);
        }
        Ok(())
    }

    fn begin_anew(&mut self, history: History) {
        (self.history, self.texts) = (history, Texts::Nowhere);
        (self.marks, self.search, self.lines) = (Marks::default(), Search::default(), HashMap::new());
        self.usage = Usage::default();
        self.sessions.clear();
    }

    /// Takes in what has been added since.
    fn refresh(&mut self, rows: Vec<store::Event>) -> Result<(), StoreError> {
        if let History::Memory(_) = self.history {
            self.remember(rows);
            return Ok(());
        }
        self.open()?;
        let Texts::Store(store) = &self.texts else { return Ok(()) };
        loop {
            let page = store.short_events(self.marks.last_entry(), PAGE)?;
            for event in &page {
                self.marks.take(event.id, event.session, event.goal, event.wall_ms, &event.kind);
                self.usage.notice(event.id, event.wall_ms, &event.kind);
            }
            if page.len() < PAGE {
                break;
            }
        }
        let mut sessions: Vec<Session> = Vec::new();
        loop {
            let page = store.sessions(sessions.last().map_or(0, |session| session.id), PAGE)?;
            let is_last = page.len() < PAGE;
            sessions.extend(page);
            if is_last {
                break;
            }
        }
        self.sessions = sessions;
        Ok(())
    }

    fn remember(&mut self, rows: Vec<store::Event>) {
        if !matches!(self.texts, Texts::Memory(_)) {
            self.texts = Texts::Memory(Vec::new());
        }
        let Texts::Memory(events) = &mut self.texts else { return };
        for event in &rows {
            let entry = &event.entry;
            self.marks.take(event.id, event.session, entry.goal, entry.wall_ms, &entry.kind);
        }
        // They may leave the memory before anybody asks for them.
        self.usage.take(&rows);
        events.extend(rows);
        if events.len() > 2 * MOST_IN_MEMORY {
            let old = events.len() - MOST_IN_MEMORY;
            events.drain(..old);
            self.gone += old as u64;
            (self.marks, self.search) = (Marks::default(), Search::default());
            for store::Event { id, session, entry } in events {
                self.marks.take(*id, *session, entry.goal, entry.wall_ms, &entry.kind);
            }
        }
    }

    /// The session that runs here; where there is no store it has no number.
    fn here(&self) -> u64 {
        match self.history {
            History::Store(_, session) | History::Over(_, session) => session,
            History::Memory(_) => 0,
        }
    }

    /// When a session ended, or gave its last sign of life; nothing where it goes on.
    fn ended(&self, session: &Session, now: u64) -> Option<u64> {
        let is_here = matches!(self.history, History::Store(_, here) if here == session.id);
        let lives = is_here || session.beat_ms + TERM_MS > now;
        session.ended_ms.or_else(|| (!lives).then_some(session.beat_ms))
    }

    fn all_ended(&self) -> HashMap<u64, u64> {
        let now = (self.clock)();
        self.sessions.iter().filter_map(|session| Some((session.id, self.ended(session, now)?))).collect()
    }

    /// Looks for the filter's words in so many more pages, or in all.
    fn search(&mut self, filter: &TimelineFilter, pages: usize) -> Result<(), StoreError> {
        let words = filter.words.to_lowercase();
        if words != self.search.words {
            self.search = Search { words, ..Search::default() };
        }
        if self.search.words.is_empty() {
            return Ok(());
        }
        self.search.matches.resize(self.marks.count(), false);
        for _ in 0..pages {
            let page = self.texts.page(self.search.after)?;
            let Some(last) = page.last() else {
                self.search.seen = self.marks.entries();
                return Ok(());
            };
            self.search.after = last.id;
            self.search.seen += page.len();
            for store::Event { id, entry, .. } in &page {
                let has = text::line(&entry.kind, &entry.json).text.to_lowercase().contains(&self.search.words);
                if has && let Some(owner) = self.marks.owner(*id) {
                    self.search.matches[owner] = true;
                }
            }
        }
        Ok(())
    }

    /// How much was looked through, in hundredths; nothing where that is all.
    fn searched(&self) -> Option<u8> {
        let all = self.marks.entries();
        let is_done = self.search.words.is_empty() || self.search.after >= self.marks.last_entry();
        (!is_done && self.search.seen < all).then(|| (self.search.seen * 100 / all.max(1)) as u8)
    }

    fn answer(&mut self, ask: &TimelineAsk, fault: Option<&StoreError>) -> TimelineAnswer {
        let (now, ended) = ((self.clock)(), self.all_ended());
        let passing = Passing { marks: &self.marks, ended: &ended, filter: &ask.filter, matches: &self.search.matches };
        let stretch = passing.stretch(ask, now);
        let marks = self.with_texts(stretch.marks);
        let sessions = self.sessions.iter().map(|session| SessionMark {
            id: session.id,
            bot: session.bot.clone(),
            from_ms: session.began_ms,
            to_ms: self.ended(session, now),
        });
        TimelineAnswer {
            ask: ask.clone(),
            marks,
            cells: stretch.cells,
            cell_ms: stretch.cell_ms,
            lanes: stretch.lanes,
            sessions: sessions.collect(),
            here: Some(self.here()).filter(|here| *here != 0),
            whole: stretch.whole,
            searched: self.searched(),
            missing: self.missing(fault),
        }
    }

    fn missing(&self, fault: Option<&StoreError>) -> Option<String> {
        let gone = match self.gone {
            0 => String::new(),
            gone => format!(" The {gone} oldest entries of this run are no longer in memory."),
        };
        match (&self.history, fault) {
            (History::Memory(why), _) => Some(format!("Earlier sessions are not here: {why}.{gone}")),
            (History::Store(..) | History::Over(..), Some(fault)) => Some(format!("Not all is here: {fault}.")),
            (History::Store(..) | History::Over(..), None) => None,
        }
    }

    /// Today's calls of models.
    fn usage(&mut self, fault: Option<&StoreError>) -> UsageAnswer {
        let now = (self.clock)();
        let lacking = self.usage.lacking(now);
        // What cannot be read is said to be missing.
        let read = self.texts.with(&lacking);
        let fault = fault.or(read.as_ref().err()).cloned();
        self.usage.take(read.as_deref().unwrap_or_default());
        let calls = self.usage.today(now);
        if let Texts::Store(store) = &self.texts {
            for (number, text) in calls.iter_mut().filter_map(|call| call.goal.as_mut()).filter(|goal| goal.1.is_none())
            {
                let goal = store.goals(number.saturating_sub(1), 0, 1).unwrap_or_default().pop();
                let goal = goal.filter(|goal| goal.record.id == *number);
                *text = goal.map(|goal| tame(&goal.record.text).into_owned());
            }
        }
        UsageAnswer { calls: calls.to_vec(), missing: self.missing(fault.as_ref()) }
    }

    /// Each mark with its line: how it begins, and how it ends.
    fn with_texts(&mut self, marks: Vec<Mark>) -> Vec<ToldMark> {
        if self.lines.len() > MOST_LINES {
            self.lines.clear();
        }
        let mut lacking: Vec<u64> = marks.iter().flat_map(|mark| [mark.id, mark.last]).collect();
        lacking.retain(|id| !self.lines.contains_key(id));
        lacking.sort_unstable();
        lacking.dedup();
        // What cannot be read is told by its kind and time alone; why is said with the answer.
        for store::Event { id, entry, .. } in self.texts.with(&lacking).unwrap_or_default() {
            self.lines.insert(id, text::line(&entry.kind, &entry.json));
        }
        marks.into_iter().map(|mark| self.with_text(mark)).collect()
    }

    fn with_text(&self, mut mark: Mark) -> ToldMark {
        let text = match (self.lines.get(&mark.id), self.lines.get(&mark.last)) {
            (None, _) => "an entry that is no longer in the store".to_owned(),
            (Some(begins), Some(ends)) if mark.last != mark.id => {
                mark.state = ends.state.unwrap_or(mark.state);
                format!("{}: {}", begins.text, ends.text)
            }
            (Some(line), _) => {
                mark.state = line.state.unwrap_or(mark.state);
                line.text.clone()
            }
        };
        ToldMark { mark, text }
    }

    fn found(&mut self, seek: &TimelineSeek) -> Option<ToldMark> {
        // One that is behind the next page of the search is found once that has come so far.
        _ = self.search(&seek.filter, 0);
        let ended = self.all_ended();
        let passing =
            Passing { marks: &self.marks, ended: &ended, filter: &seek.filter, matches: &self.search.matches };
        let mark = passing.seek(seek)?;
        self.with_texts(vec![mark]).pop()
    }

    fn told(&self, mark: &Mark) -> MarkTold {
        let session = self.sessions.iter().find(|session| session.id == mark.session);
        let ids = self.marks.entries_of(mark);
        let entries = self.texts.with(&ids).unwrap_or_default().iter().map(text::told).collect();
        MarkTold { mark: *mark, bot: session.map(|session| session.bot.clone()).unwrap_or_default(), entries }
    }
}
