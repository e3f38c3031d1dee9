//! The thread that reads, against a store in a folder of the test's own. Replies are waited for on the channel, for no time that matters.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use crossbeam_channel::RecvTimeoutError;

use super::*;
use crate::{
    domain::{
        Lane, MarkState, MarkTold, Observation, SlotStack, TimelineAnswer, TimelineAsk, TimelineFilter, TimelineSeek,
        ToldMark, UsageAnswer,
    },
    journal::Event,
    replay::{BotSight, MOST_BYTES, PastAsk, Row, Scribe, Sight},
    store::{GoalRecord, MomentsRow, NewEvent, NewSession, Record, Store, Writer},
};

/// What ends only a test that hangs.
const STUCK: Duration = Duration::from_secs(60);
/// A day in 2026.
const NOW: u64 = 1_795_340_295_000;

/// A folder of one test's own, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("blockwright-timeline-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn path(&self) -> PathBuf {
        self.0.join("store.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn event(ms: u64, kind: &str, rest: &str) -> NewEvent {
    let json = format!(r#"{{"tick":1,"ms":{ms},"goal":1,"event":"{kind}"{rest}}}"#);
    NewEvent { goal: Some(1), tick: 1, wall_ms: NOW + ms, kind: kind.to_owned(), json }
}

/// A goal with a step, a tool call that fails, a model's call, chat, and what nobody understands.
fn played() -> Vec<NewEvent> {
    let result = r#","call":1,"result":{"success":false,"tool":"mine","duration_ms":1,"ticks":2,"error":{"code":"TIMEOUT","message":"late"}}"#;
    let called = r#","call":{"call":1,"role":"planner","model":"a-model","purpose":"plan","outcome":"ok","tries":1,"latency_ms":5,"input":1,"cached":0,"output":1,"reasoning":0,"usd":null}"#;
    vec![
        event(0, "goal_started", r#","text":"get me a log""#),
        event(
            10,
            "model_prompt",
            r#","call":1,"role":"planner","provider":"p","model":"a-model","system":"be\nbrief","turns":["a log"],"schema":null"#,
        ),
        event(20, "model_reply", r#","call":1,"text":"mine it""#),
        event(30, "model_called", called),
        event(40, "step_started", r#","step":1,"title":"mine 1 oak_log","reason":"as asked","attempt":1"#),
        event(50, "tool_call", r#","call":1,"request":{"tool":"mine","params":{"target":"oak_log","count":1}}"#),
        event(60, "tool_result", result),
        event(70, "step_done", r#","step":1,"title":"mine 1 oak_log","evidence":"1 oak_log""#),
        event(80, "chat", r#","sender":"Ada","message":"Hello there""#),
        event(90, "hat_found", r#","hat":"red""#),
        NewEvent { json: "{\"tick\":1,".to_owned(), ..event(95, "died", "") },
    ]
}

fn session(path: &Path, events: Vec<NewEvent>) -> Writer {
    let new = NewSession { bot: "Ada".to_owned(), server: "a test".to_owned(), goals: 1 };
    let (writer, _) = Writer::begin(Store::open(path).unwrap(), &new, Arc::new(|| NOW), |_| ()).unwrap();
    events.into_iter().for_each(|event| writer.put(Record::Event(event)).unwrap());
    assert!(writer.flush(STUCK));
    writer
}

/// The thread, and the way to it.
struct Asked {
    post: Post,
    replies: Receiver<Reply>,
    ended: Receiver<()>,
}

impl Asked {
    fn of(history: History) -> Self {
        let (post, (to_us, replies), (end, ended)) = (Post::default(), bounded(REPLIES), bounded::<()>(0));
        let clock: Clock = Arc::new(|| NOW + 1_000);
        let reader = Reader::new(post.clone(), to_us, Arc::new(|| ()), clock, history);
        thread::spawn(move || {
            reader.run();
            drop(end);
        });
        Self { post, replies, ended }
    }

    fn answer(&self, ask: TimelineAsk) -> TimelineAnswer {
        self.post.ask(ask);
        loop {
            match self.replies.recv_timeout(STUCK).unwrap() {
                Reply::Answer(answer) if answer.searched.is_none() => return *answer,
                Reply::Answer(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    fn told(&self, told: &ToldMark) -> MarkTold {
        self.post.look(told.mark);
        match self.replies.recv_timeout(STUCK).unwrap() {
            Reply::Told(told) => told,
            other => panic!("{other:?}"),
        }
    }

    fn found(&self, from_ms: u64, id: Option<u64>, forward: bool) -> Option<ToldMark> {
        self.post.seek(TimelineSeek { from_ms, id, forward, filter: TimelineFilter::default() });
        match self.replies.recv_timeout(STUCK).unwrap() {
            Reply::Found(found) => found,
            other => panic!("{other:?}"),
        }
    }
}

fn usage(asked: &Asked) -> UsageAnswer {
    asked.post.ask_usage();
    match asked.replies.recv_timeout(STUCK).unwrap() {
        Reply::Usage(usage) => usage,
        other => panic!("{other:?}"),
    }
}

#[test]
fn todays_calls_of_models_are_told_of_all_sessions_and_yesterdays_are_not() {
    const DAY: u64 = 24 * 60 * 60 * 1_000;
    let folder = Folder::new("usage");
    let yesterday = played().into_iter().map(|event| NewEvent { wall_ms: event.wall_ms - DAY, ..event }).collect();
    drop(session(&folder.path(), yesterday));
    drop(session(&folder.path(), played()));
    let writer = session(&folder.path(), played());
    let goal = GoalRecord { id: 1, text: "get me a log".to_owned(), ..GoalRecord::default() };
    writer.put(Record::Goal(Box::new(goal))).unwrap();
    assert!(writer.flush(STUCK));
    let asked = Asked::of(History::Store(folder.path(), 3));
    let told = usage(&asked);
    let calls: Vec<_> =
        told.calls.iter().map(|call| (call.at_ms - NOW, call.role.as_str(), call.totals.input)).collect();
    assert_eq!((calls, &told.missing), (vec![(30, "planner", 1), (30, "planner", 1)], &None));
    assert_eq!(told.calls[0].goal, Some((1, Some("get me a log".to_owned()))));
    played().into_iter().for_each(|event| writer.put(Record::Event(event)).unwrap());
    assert!(writer.flush(STUCK));
    assert_eq!(usage(&asked).calls.len(), 3, "what was added since");
    assert_eq!(usage(&asked).calls.len(), 3, "and nothing twice");
}

#[test]
fn without_a_store_the_runs_own_calls_are_told() {
    let asked = Asked::of(History::Memory("none is kept".to_owned()));
    let rows = (1..).zip(played()).map(|(id, entry)| store::Event { id, session: 0, entry });
    asked.post.hand_in(rows.collect(), 0);
    let told = usage(&asked);
    assert_eq!((told.calls.len(), told.calls[0].goal.clone()), (1, Some((1, None))));
    assert!(told.missing.is_some_and(|why| why.contains("none is kept")));
    assert_eq!(usage(&asked).calls.len(), 1);
}

fn ask(words: &str) -> TimelineAsk {
    let filter = TimelineFilter { words: words.to_owned(), ..TimelineFilter::default() };
    TimelineAsk { from_ms: NOW - 10, to_ms: NOW + 2_000, cell_ms: 1, filter }
}

fn in_lane(answer: &TimelineAnswer, lane: Lane) -> &ToldMark {
    answer.marks.iter().find(|told| told.mark.lane == lane).unwrap_or_else(|| panic!("{lane:?} in {answer:?}"))
}

#[test]
fn all_that_was_played_is_on_the_axis_with_how_it_came_out() {
    let folder = Folder::new("played");
    let writer = session(&folder.path(), played());
    let asked = Asked::of(History::Store(folder.path(), writer.session()));
    let answer = asked.answer(ask(""));
    for (lane, state, text) in [
        (Lane::Goal, MarkState::Running, "get me a log"),
        (Lane::Model, MarkState::Done, "asking a-model (planner): a-model answered (plan)"),
        (Lane::Step, MarkState::Done, "mine 1 oak_log: done: 1 oak_log"),
        (Lane::Tool, MarkState::Failed, "mine 1 oak_log: TIMEOUT: late"),
        (Lane::Chat, MarkState::Plain, "Hello there"),
        (Lane::Other, MarkState::Plain, "hat found (of another version of the program)"),
        (Lane::Damage, MarkState::Failed, "died (its text is damaged)"),
    ] {
        let told = in_lane(&answer, lane);
        assert_eq!(told.mark.state, state, "{told:?}");
        assert!(told.text.contains(text), "{told:?}");
    }
    assert_eq!((answer.marks.len(), answer.missing.as_deref()), (7, None));
    assert_eq!(answer.here, Some(writer.session()));
    assert_eq!(answer.sessions.iter().map(|session| session.bot.as_str()).collect::<Vec<_>>(), ["Ada"]);
}

#[test]
fn of_a_mark_every_entry_is_told_to_the_letter() {
    let folder = Folder::new("told");
    let writer = session(&folder.path(), played());
    let asked = Asked::of(History::Store(folder.path(), writer.session()));
    let answer = asked.answer(ask(""));
    let call = asked.told(in_lane(&answer, Lane::Model));
    let fields: Vec<(&str, &str)> = call
        .entries
        .iter()
        .flat_map(|entry| &entry.fields)
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    for field in [("System", "be\nbrief"), ("Turns 1", "a log"), ("Text", "mine it")] {
        assert!(fields.contains(&field), "{field:?} in {fields:?}");
    }
    assert_eq!((call.bot.as_str(), call.entries.len()), ("Ada", 3));
    let step = asked.told(in_lane(&answer, Lane::Step));
    assert!(step.entries[0].fields.contains(&("Reason".to_owned(), "as asked".to_owned())));
    assert!(step.entries[1].fields.contains(&("Evidence".to_owned(), "1 oak_log".to_owned())));
    let damaged = asked.told(in_lane(&answer, Lane::Damage));
    assert!(damaged.entries[0].fault.is_some() && damaged.entries[0].fields[0].1 == "{\"tick\":1,");
}

#[test]
fn what_is_added_since_is_in_the_next_answer_and_a_session_that_ended_cuts_off_what_ran() {
    let folder = Folder::new("added");
    let first = session(&folder.path(), played());
    let asked = Asked::of(History::Store(folder.path(), first.session()));
    assert_eq!(in_lane(&asked.answer(ask("")), Lane::Goal).mark.to_ms, None, "it is at work");
    first.put(Record::Event(event(500, "goal_done", r#","text":"get me a log","ticks":20"#))).unwrap();
    first.put(Record::Event(event(510, "goal_started", r#","text":"get me another""#))).unwrap();
    drop(first);
    let second = session(&folder.path(), vec![event(600, "goal_started", r#","text":"a third""#)]);
    let answer = asked.answer(ask(""));
    let goals: Vec<(MarkState, &str)> = answer
        .marks
        .iter()
        .filter(|told| told.mark.lane == Lane::Goal)
        .map(|told| (told.mark.state, told.text.as_str()))
        .collect();
    assert_eq!(
        goals,
        [
            (MarkState::Done, "get me a log: done after 20 game ticks"),
            (MarkState::Cancelled, "get me another"),
            (MarkState::Running, "a third"),
        ]
    );
    assert_eq!(answer.sessions.len(), 2);
    drop(second);
}

#[test]
fn words_are_looked_for_in_the_texts_and_the_rest_is_counted() {
    let folder = Folder::new("words");
    let writer = session(&folder.path(), played());
    let asked = Asked::of(History::Store(folder.path(), writer.session()));
    let answer = asked.answer(ask("OAK_log"));
    assert_eq!(answer.marks.iter().map(|told| told.mark.lane).collect::<Vec<_>>(), [Lane::Step, Lane::Tool]);
    let hidden: u64 = answer.lanes.iter().map(|lane| lane.hidden).sum();
    assert_eq!(hidden, 5);
    writer.put(Record::Event(event(700, "chat", r#","sender":"Ada","message":"an oak_log!""#))).unwrap();
    assert!(writer.flush(STUCK));
    assert_eq!(asked.answer(ask("OAK_log")).marks.len(), 3, "what is new is looked through as well");
}

#[test]
fn one_goes_from_entry_to_entry() {
    let folder = Folder::new("seek");
    let writer = session(&folder.path(), played());
    let asked = Asked::of(History::Store(folder.path(), writer.session()));
    let first = asked.found(0, None, true).unwrap();
    assert_eq!(first.text, "get me a log");
    let second = asked.found(first.mark.from_ms, Some(first.mark.id), true).unwrap();
    assert_eq!(second.mark.lane, Lane::Model);
    assert_eq!(asked.found(second.mark.from_ms, Some(second.mark.id), false), Some(first.clone()));
    assert_eq!(asked.found(first.mark.from_ms, Some(first.mark.id), false), None);
}

#[test]
fn a_newer_question_takes_the_place_of_one_that_waits() {
    let post = Post::default();
    let folder = Folder::new("newer");
    let writer = session(&folder.path(), played());
    post.ask(ask("one"));
    post.ask(ask("two"));
    let (to_us, replies) = bounded(REPLIES);
    let history = History::Store(folder.path(), writer.session());
    let reader = Reader::new(post.clone(), to_us, Arc::new(|| ()), Arc::new(|| NOW), history);
    let thread = thread::spawn(move || reader.run());
    let Ok(Reply::Answer(answer)) = replies.recv_timeout(STUCK) else { panic!("no answer") };
    assert_eq!(answer.ask, ask("two"));
    post.close();
    thread.join().unwrap();
    assert_eq!(replies.recv_timeout(STUCK).err(), Some(RecvTimeoutError::Disconnected), "the first was never answered");
}

#[test]
fn without_a_store_the_runs_own_entries_are_there_and_what_is_missing_is_said() {
    let asked = Asked::of(History::Memory("this run keeps no history".to_owned()));
    let rows = |from: u64, count: u64| {
        let event = |id: u64| event(id, "chat", r#","sender":null,"message":"hi""#);
        (from..from + count).map(|id| store::Event { id, session: 0, entry: event(id) }).collect::<Vec<_>>()
    };
    asked.post.hand_in(rows(1, 3), 0);
    let answer = asked.answer(ask(""));
    assert_eq!((answer.marks.len(), answer.here), (3, None));
    assert_eq!(answer.missing.as_deref(), Some("Earlier sessions are not here: this run keeps no history."));
    assert_eq!(asked.told(&answer.marks[0]).entries[0].text, "server: hi");
    asked.post.hand_in(rows(4, 20_000), 0);
    let answer = asked.answer(TimelineAsk { to_ms: u64::MAX / 2, ..ask("") });
    let counted: u32 = answer.cells.iter().map(|cell| cell.count).sum();
    assert_eq!(answer.marks.len() + counted as usize, 4_000, "as many as are kept");
    assert!(answer.missing.is_some_and(|missing| missing.contains("16003 oldest entries")));
}

#[test]
fn a_store_that_cannot_be_read_is_told_and_no_panic() {
    let folder = Folder::new("damaged");
    fs::create_dir_all(&folder.0).unwrap();
    fs::write(folder.path(), "no database at all, but long enough to be looked at as one").unwrap();
    for path in [folder.path(), folder.0.join("nowhere.sqlite")] {
        let asked = Asked::of(History::Store(path, 1));
        let missing = asked.answer(ask("")).missing.unwrap_or_default();
        assert!(missing.starts_with("Not all is here:"), "{missing}");
        asked.post.close();
        assert_eq!(asked.ended.recv_timeout(STUCK), Err(RecvTimeoutError::Disconnected), "the thread ends");
    }
}

#[test]
fn a_question_on_the_desk_comes_back_as_an_answer_and_wakes_the_window() {
    let mut app = App::new();
    let (news, woken) = bounded(1);
    app.init_resource::<Journal>().init_resource::<TimelineDesk>();
    let history = History::Memory("this run keeps no history".to_owned());
    plug_into(&mut app, history, Arc::new(move || _ = news.try_send(())));
    let mut told = |event: Event| {
        app.world_mut().resource_mut::<Journal>().record(Some(1), event);
        let whole = TimelineAsk { from_ms: 0, to_ms: u64::MAX / 2, cell_ms: 1, filter: TimelineFilter::default() };
        app.world_mut().resource_mut::<TimelineDesk>().ask = Some(whole);
        app.update();
        woken.recv_timeout(STUCK).unwrap();
        app.update();
        let desk = app.world().resource::<TimelineDesk>();
        assert!(desk.ask.is_none() && desk.now_ms > 0);
        let answer = desk.answer.clone().expect("an answer");
        (desk.news, answer.marks.iter().map(|told| told.text.clone()).collect::<Vec<_>>())
    };
    assert_eq!(told(Event::GoalStarted { text: "say hi".to_owned() }), (1, vec!["say hi".to_owned()]));
    let done = Event::GoalDone { text: "say hi".to_owned(), ticks: 3, shown: None };
    assert_eq!(told(done), (2, vec!["say hi: done after 3 game ticks".to_owned()]), "handed in once each");
}

/// A minute and a half in which logs come in, written down as a run does.
fn recorded(path: &Path, spoil: impl Fn(usize, &mut MomentsRow)) {
    let writer = session(path, Vec::new());
    let sink = writer.moments().unwrap();
    let mut scribe = Scribe::new(MOST_BYTES, Box::new(str::to_owned));
    let mut rows = Vec::new();
    for number in 0..450u32 {
        let mut slots = vec![None; 46];
        slots[36] = Some(SlotStack { item: "oak_log".to_owned(), count: 1 + number / 5, damage: None });
        let seen = Observation { slots, ..Observation::default() };
        let name = "Ada".to_owned();
        let bots = vec![BotSight { name, observation: Some(seen), ..BotSight::default() }];
        rows.extend(scribe.take(Sight { ms: NOW + 200 * u64::from(number), bots, ..Sight::default() }));
    }
    rows.extend(scribe.close());
    for (number, Row { from_ms, to_ms, whole, data, sheets }) in rows.into_iter().enumerate() {
        let mut row = MomentsRow { from_ms, to_ms, whole, data, sheets };
        spoil(number, &mut row);
        sink.put(row).unwrap();
    }
    assert!(writer.flush(STUCK));
    drop((sink, writer));
}

fn logs_at(asked: &Asked, at_ms: u64) -> (u32, Option<String>) {
    asked.post.look_back(PastAsk { session: 1, at_ms, bot: "Ada".to_owned() });
    match asked.replies.recv_timeout(STUCK).unwrap() {
        Reply::Past(past) => {
            let held = past.view.bots.first().and_then(|bot| bot.observation.as_ref()).map(Observation::inventory);
            (held.unwrap_or_default().count("oak_log"), past.missing)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn how_things_stood_is_told_by_the_same_thread() {
    let folder = Folder::new("past");
    recorded(&folder.path(), |_, _| ());
    let asked = Asked::of(History::Over(folder.path(), 1));
    for (seconds, logs) in [(0, 1), (50, 51), (51, 52), (70, 71), (7, 8), (80, 81)] {
        assert_eq!(logs_at(&asked, NOW + 1_000 * seconds), (logs, None), "{seconds}");
    }
    assert_eq!(logs_at(&asked, 5), (1, None), "before the first moment things stand as in it");
    let (none, missing) = {
        asked.post.look_back(PastAsk { session: 7, at_ms: NOW, bot: String::new() });
        match asked.replies.recv_timeout(STUCK).unwrap() {
            Reply::Past(past) => (past.view.bots.len(), past.missing),
            other => panic!("{other:?}"),
        }
    };
    assert!(none == 0 && missing.is_some_and(|missing| missing.contains("Nothing of this session was recorded")));
}

#[test]
fn a_damaged_stretch_is_told_and_the_rest_is_shown() {
    let folder = Folder::new("spoilt");
    // One row in the first minute, and the one with which the second begins.
    recorded(&folder.path(), |number, row| {
        if number == 3 || row.whole && number > 0 {
            row.data.truncate(row.data.len() / 2);
        }
    });
    let asked = Asked::of(History::Over(folder.path(), 1));
    let (before, missing) = logs_at(&asked, NOW + 59_000);
    assert_eq!(before, 60, "what comes after it says all of what it is about");
    assert!(missing.is_some_and(|missing| missing.contains("cannot be read")));
    let (last, missing) = logs_at(&asked, NOW + 80_000);
    assert!(last <= 60 && last > 50, "as it stood before: {last}");
    assert!(missing.is_some_and(|missing| missing.contains("cannot be read")));
}
