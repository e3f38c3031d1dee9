//! The store by itself: what is told as kept is there, whatever happens to the program, the file or the disk.

use std::{
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use serde_json::json;

use super::*;
use crate::domain::{GoalState, Totals, Zone};

/// What ends only a test that hangs.
const STUCK: Duration = Duration::from_secs(60);
/// A day in 2026.
const NOW: u64 = 1_795_340_295_000;

/// A store in a folder of one test's own, gone with it, and a clock that the test sets.
struct Place {
    folder: PathBuf,
    now: Arc<AtomicU64>,
    told: Arc<Mutex<Vec<StoreError>>>,
}

impl Place {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("blockwright-store-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        Self { folder, now: Arc::new(AtomicU64::new(NOW)), told: Arc::default() }
    }

    fn path(&self) -> PathBuf {
        self.folder.join("deep/er/store.sqlite")
    }

    fn store(&self) -> Store {
        Store::open(&self.path()).unwrap()
    }

    fn clock(&self) -> Clock {
        let now = self.now.clone();
        Arc::new(move || now.load(Ordering::Acquire))
    }

    fn pass(&self, ms: u64) {
        self.now.fetch_add(ms, Ordering::AcqRel);
    }

    fn session(&self, store: Store) -> Result<(Writer, crate::domain::GoalIds), StoreError> {
        let told = self.told.clone();
        let session = NewSession { bot: "Ada".to_owned(), server: "a test".to_owned(), goals: 1 };
        Writer::begin(store, &session, self.clock(), move |error| told.lock().unwrap().push(error.clone()))
    }

    fn begin(&self) -> (Writer, crate::domain::GoalIds) {
        self.session(self.store()).unwrap()
    }

    fn faults_told(&self) -> Vec<Fault> {
        self.told.lock().unwrap().iter().map(|error| error.fault).collect()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.folder);
    }
}

fn event(goal: Option<u64>, number: u64) -> NewEvent {
    let json = json!({ "tick": number, "ms": number, "goal": goal, "event": "goal_resumed" }).to_string();
    NewEvent { goal, tick: number, wall_ms: NOW + number, kind: "goal_resumed".to_owned(), json }
}

fn goal(id: u64, state: GoalState) -> GoalRecord {
    GoalRecord { id, text: format!("goal {id}"), state, ..Default::default() }
}

fn put_goal(writer: &Writer, goal: GoalRecord) {
    writer.put(Record::Goal(Box::new(goal))).unwrap();
}

#[test]
fn what_is_written_is_read_again() {
    let place = Place::new("read");
    let (writer, ids) = place.begin();
    let step = StepRecord {
        request: json!({ "tool": "mine", "params": { "target": "dirt", "count": 1 } }),
        reason: "the goal".to_owned(),
        expectation: json!({ "expect": "gain", "items": ["dirt"], "count": 1 }),
        aim: Some(json!({ "aim": "at_least", "items": ["dirt"], "total": 1 })),
        takes_back: None,
        state: "running".to_owned(),
        attempts: 2,
        error: Some(json!({ "code": "TIMEOUT" })),
        progress: Some(json!({ "had": { "dirt": 1 } })),
    };
    let active = GoalRecord {
        planner: Some("offline".to_owned()),
        plan: Some(json!({ "why": "so" })),
        placed: Some(json!([])),
        attempts: 3,
        recoveries: 1,
        tool_calls: 4,
        ticks: 500,
        cost: Some(Totals { calls: 1, usd: Some(0.25), ..Totals::default() }),
        progress: Some(json!({ "replan": true })),
        steps: vec![step.clone(), StepRecord { aim: None, error: None, progress: None, ..step }],
        ..goal(ids.next_id(), GoalState::Active)
    };
    put_goal(&writer, goal(active.id, GoalState::Queued));
    place.pass(1);
    put_goal(&writer, active.clone());
    put_goal(&writer, goal(ids.next_id(), GoalState::Done));
    writer.put(Record::Event(event(None, 1))).unwrap();
    writer.put(Record::Event(event(Some(1), 2))).unwrap();
    assert!(writer.flush(STUCK));
    assert_eq!(writer.kept(), 2);
    writer.put(Record::Outcome("done".to_owned())).unwrap();
    let reader = place.store();
    let open = reader.open_goals().unwrap();
    assert_eq!(open.len(), 1);
    assert_eq!((&open[0].record, open[0].bot.as_str(), open[0].session), (&active, "Ada", writer.session()));
    assert_eq!(reader.goal(active.id).unwrap().as_ref(), Some(&open[0]));
    let owner = |goal| reader.lease(goal).unwrap().map(|lease| lease.owner);
    assert_eq!((owner(1), owner(2)), (Some(writer.session()), None), "what is open is held");
    drop(writer);
    assert_eq!(owner(1), None, "an end in good order lets go");
    let sessions = reader.sessions(0, 10).unwrap();
    assert_eq!((sessions.len(), sessions[0].outcome.as_deref()), (1, Some("done")));
    assert!(sessions[0].ended_ms.is_some());
    let all = reader.events(Wanted::default(), 0, 10).unwrap();
    assert_eq!(all.iter().map(|row| row.entry.clone()).collect::<Vec<_>>(), [event(None, 1), event(Some(1), 2)]);
    let of_session = Wanted { session: Some(1), goal: None };
    assert_eq!(reader.events(of_session, 0, 10).unwrap(), all);
    assert_eq!(reader.events(Wanted { goal: Some(1), session: Some(1) }, 0, 10).unwrap(), all[1..]);
    assert_eq!(reader.goals(0, 0, 10).unwrap().len(), 2);
    assert_eq!(reader.goals(1, 0, 10).unwrap()[0].record.state, GoalState::Done);
    assert!(reader.goals(0, NOW + 10, 10).unwrap().is_empty());
    assert!(reader.faults().unwrap().is_empty());
    assert_eq!(place.faults_told(), []);
}

#[test]
fn land_that_is_kept_lasts_until_it_is_lifted() {
    let place = Place::new("zones");
    let (writer, _) = place.begin();
    let record = |x: i32, is_kept: bool| ZoneRecord {
        server: "a test".to_owned(),
        zone: Zone::between("overworld", [x, 9], [-3, 2]),
        is_kept,
    };
    for zone in [record(1, true), record(2, true), record(2, true), record(1, false)] {
        writer.put(Record::Zone(zone)).unwrap();
    }
    drop(writer);
    assert_eq!(place.store().zones().unwrap(), [record(2, true)]);
}

#[test]
fn what_was_said_and_what_models_cost_can_be_asked_about() {
    let place = Place::new("views");
    let (writer, _) = place.begin();
    let put = |kind: &str, json: serde_json::Value| {
        let entry = NewEvent { kind: kind.to_owned(), json: json.to_string(), ..event(None, 1) };
        writer.put(Record::Event(entry)).unwrap();
    };
    put("chat", json!({ "event": "chat", "sender": "Bob", "message": "hi" }));
    put("model_called", json!({ "event": "model_called", "call": { "model": "x", "input": 7, "usd": 0.5 } }));
    drop(writer);
    let store = place.store();
    let said: (String, String) = store
        .connection
        .query_row("SELECT sender, text FROM messages", [], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    assert_eq!(said, ("Bob".to_owned(), "hi".to_owned()));
    let cost: (u64, f64) = store
        .connection
        .query_row("SELECT sum(input), sum(usd) FROM usage", [], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    assert_eq!(cost, (7, 0.5));
}

#[test]
fn preferences_last() {
    let place = Place::new("preferences");
    let mut store = place.store();
    assert_eq!(store.preference("scale").unwrap(), None);
    store.prefer("scale", "1").unwrap();
    store.prefer("scale", "2").unwrap();
    drop(store);
    assert_eq!(place.store().preference("scale").unwrap().as_deref(), Some("2"));
}

#[cfg(unix)]
#[test]
fn only_its_owner_reads_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new("mode");
    let (writer, _) = place.begin();
    for beside in ["", "-wal", "-shm"] {
        let path = format!("{}{beside}", place.path().display());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{path}");
    }
    drop(writer);
}

// ── Numbers of goals ──

#[test]
fn numbers_of_goals_never_start_again() {
    let place = Place::new("ids");
    let (writer, ids) = place.begin();
    for expected in 1..=3 {
        assert_eq!(ids.next_id(), expected);
        put_goal(&writer, goal(expected, GoalState::Done));
    }
    drop(writer);
    let (writer, ids) = place.begin();
    assert_eq!(ids.next_id(), 4, "what was set aside and not used is used next");
    put_goal(&writer, goal(4, GoalState::Done));
    drop(writer);
    let mut store = place.store();
    assert_eq!(store.prune(NOW + 1, NOW).unwrap().goals, 4);
    drop(store);
    assert_eq!(place.begin().1.next_id(), 5, "also when the goals are gone");
}

#[test]
fn programs_beside_each_other_give_no_number_twice() {
    let place = Place::new("ids-beside");
    let (first, ids) = place.begin();
    let (second, others) = place.begin();
    let mut given: Vec<u64> = Vec::new();
    // Each uses more than it was first given.
    for _ in 0..300 {
        for (writer, ids) in [(&first, &ids), (&second, &others)] {
            let id = ids.next_id();
            given.push(id);
            put_goal(writer, goal(id, GoalState::Done));
            assert!(writer.flush(STUCK));
        }
    }
    let count = given.len();
    given.sort_unstable();
    given.dedup();
    assert_eq!(given.len(), count);
    drop((first, second));
    assert_eq!(place.store().figures().unwrap().goals, count as u64);
}

// ── Leases ──

#[test]
fn a_goal_is_taken_from_nobody_who_lives() {
    let place = Place::new("leases");
    let (mut one, mut other) = (place.store(), place.store());
    let lease = one.take_lease(7, 1, NOW).unwrap().unwrap();
    assert_eq!((lease.taken_ms, lease.beat_ms, lease.until_ms), (NOW, NOW, NOW + TERM_MS));
    assert_eq!(other.take_lease(7, 2, NOW + TERM_MS - 1).unwrap(), Err(lease.clone()));
    // It lives, and so it lasts.
    assert_eq!(one.renew_leases(1, NOW + TERM_MS - 1).unwrap(), [7]);
    let held = other.take_lease(7, 2, NOW + TERM_MS).unwrap().unwrap_err();
    assert_eq!((held.owner, held.taken_ms, held.beat_ms), (1, NOW, NOW + TERM_MS - 1));
    // It does not, and so the other has it.
    let stolen = other.take_lease(7, 2, held.until_ms).unwrap().unwrap();
    assert_eq!((stolen.owner, stolen.taken_ms), (2, held.until_ms));
    assert_eq!(one.renew_leases(1, held.until_ms).unwrap(), Vec::<u64>::new());
    assert_eq!(one.take_lease(7, 1, held.until_ms).unwrap(), Err(stolen));
    assert!(!one.release_lease(7, 1).unwrap());
    assert!(other.release_lease(7, 2).unwrap());
    assert_eq!(one.lease(7).unwrap(), None);
}

#[test]
fn a_lease_from_the_future_is_of_a_clock_that_was_set_back() {
    let place = Place::new("future");
    let (mut one, mut other) = (place.store(), place.store());
    let hour = 3_600_000;
    one.take_lease(7, 1, NOW + hour).unwrap().unwrap();
    assert_eq!(other.take_lease(7, 2, NOW).unwrap().map(|lease| lease.owner), Ok(2));
    // By a little it may differ.
    one.take_lease(8, 1, NOW + TERM_MS).unwrap().unwrap();
    assert!(other.take_lease(8, 2, NOW).unwrap().is_err());
}

#[test]
fn what_a_killed_program_held_is_free_at_once() {
    let place = Place::new("buried");
    let (writer, ids) = place.begin();
    put_goal(&writer, goal(ids.next_id(), GoalState::Active));
    assert!(writer.flush(STUCK));
    let living = writer.session();
    let mut store = place.store();
    // As the system leaves it when a program is killed: the file is there, and nobody locks it.
    store.take_lease(7, 99, NOW).unwrap().unwrap();
    let sign = place.path().with_file_name("store.sqlite.session-99");
    fs::write(&sign, "").unwrap();
    let nobodys = place.path().with_file_name("store.sqlite.session-of-somebody-elses");
    fs::write(&nobodys, "").unwrap();
    assert!(store.is_held(7, NOW).unwrap());
    store.bury_the_dead().unwrap();
    assert_eq!((store.is_held(7, NOW).unwrap(), sign.exists(), nobodys.exists()), (false, false, true));
    assert!(store.is_held(1, NOW).unwrap(), "who lives is not buried");
    assert_eq!(store.take_lease(1, 98, NOW).unwrap().unwrap_err().owner, living);
    store.take_lease(8, 97, NOW).unwrap().unwrap();
    store.bury_the_dead().unwrap();
    assert!(store.is_held(8, NOW).unwrap(), "of whom nothing is known only the clock tells");
    drop(writer);
    assert!(!place.path().with_file_name(format!("store.sqlite.session-{living}")).exists());
}

#[test]
fn what_nobody_goes_on_with_can_be_given_up() {
    let place = Place::new("given-up");
    let (writer, ids) = place.begin();
    for state in [GoalState::Active, GoalState::Paused, GoalState::Done] {
        put_goal(&writer, goal(ids.next_id(), state));
    }
    assert!(writer.flush(STUCK));
    let mut store = place.store();
    assert_eq!(store.give_up(NOW + 1, NOW).unwrap(), 0, "somebody works at them");
    drop(writer);
    assert_eq!(store.give_up(NOW, NOW).unwrap(), 0, "they are not old enough");
    assert_eq!(store.give_up(NOW + 1, NOW).unwrap(), 2);
    assert!(store.open_goals().unwrap().is_empty());
}

#[test]
fn of_many_who_want_a_goal_one_has_it() {
    let place = Place::new("race");
    drop(place.store());
    let owners: Vec<u64> = (1..=8).collect();
    let won = thread::scope(|scope| {
        let takers: Vec<_> = owners
            .iter()
            .map(|&owner| {
                let place = &place;
                scope.spawn(move || place.store().take_lease(7, owner, NOW).unwrap().is_ok())
            })
            .collect();
        takers.into_iter().map(|taker| taker.join().unwrap()).filter(|&won| won).count()
    });
    assert_eq!(won, 1);
}

#[test]
fn a_goal_that_another_program_has_is_not_written_over() {
    let place = Place::new("stolen");
    let (writer, ids) = place.begin();
    let id = ids.next_id();
    put_goal(&writer, goal(id, GoalState::Active));
    assert!(writer.flush(STUCK));
    let mut other = place.store();
    other.take_lease(id, 99, NOW + TERM_MS).unwrap().unwrap();
    place.pass(TERM_MS);
    put_goal(&writer, goal(id, GoalState::Failed));
    assert!(writer.flush(STUCK));
    assert_eq!(other.goal(id).unwrap().unwrap().record.state, GoalState::Active);
    assert_eq!(other.lease(id).unwrap().unwrap().owner, 99);
}

// ── Pages ──

#[test]
fn a_hundred_thousand_entries_are_paged_each_once() {
    const ENTRIES: u64 = 100_000;
    const PAGE: usize = 100;
    let place = Place::new("pages");
    let mut store = place.store();
    let (mine, others) = (1, 2);
    let rows: Vec<NewEvent> = (0..ENTRIES).flat_map(|n| [event(Some(mine), n), event(Some(others), n)]).collect();
    store.write(|transaction| write::put_events(transaction, 1, rows.iter())).unwrap();
    let wanted = Wanted { goal: Some(mine), session: None };
    let (mut after, mut seen) = (0, 0);
    loop {
        let page = store.events(wanted, after, PAGE).unwrap();
        let Some(last) = page.last() else { break };
        assert!(page.iter().zip(seen..).all(|(row, number)| row.entry.tick == number && row.entry.goal == Some(mine)));
        (after, seen) = (last.id, seen + page.len() as u64);
    }
    assert_eq!(seen, ENTRIES);
    let after = store.last_event_before(NOW + ENTRIES - 10).unwrap();
    assert_eq!(store.events(wanted, after, PAGE).unwrap().len(), 10);
    assert_eq!(store.events(Wanted::default(), store.last_event_before(NOW + ENTRIES).unwrap(), 1).unwrap(), []);
    // No page costs more than the first: SQLite goes straight to it and sorts nothing.
    for (goal, session, column) in
        [(None, None, "rowid"), (Some(1), None, "id"), (None, Some(1), "id"), (Some(1), Some(1), "id")]
    {
        let sql = format!("EXPLAIN QUERY PLAN {}", read::page_of(Wanted { goal, session }));
        let plan: Vec<String> = {
            // What is asked for makes no difference to how: nothing is bound.
            let mut plan = store.connection.prepare(&sql).unwrap();
            plan.raw_query().mapped(|row| row.get(3)).map(Result::unwrap).collect()
        };
        let [step] = &plan[..] else { panic!("{plan:?}") };
        assert!(step.starts_with("SEARCH events USING") && step.contains(&format!("{column}>?")), "{step}");
    }
}

#[test]
fn entries_are_read_without_their_texts_from_the_index_alone() {
    let place = Place::new("short");
    let (writer, _) = place.begin();
    for number in 0..10 {
        writer.put(Record::Event(event(Some(1 + number % 2), number))).unwrap();
    }
    assert!(writer.flush(STUCK));
    let store = Store::open_to_read(&place.path()).unwrap();
    let mut after = 0;
    for number in 0..10 {
        let [short] = &store.short_events(after, 1).unwrap()[..] else { panic!("a page of one") };
        assert!(short.id > after);
        let told = (short.session, short.goal, short.wall_ms, short.kind.as_str());
        assert_eq!(told, (writer.session(), Some(1 + number % 2), NOW + number, "goal_resumed"));
        assert_eq!(store.events_with(&[short.id, 999]).unwrap()[0].entry, event(Some(1 + number % 2), number));
        after = short.id;
    }
    let mut plan = store.connection.prepare(&format!("EXPLAIN QUERY PLAN {}", read::SHORT_PAGE)).unwrap();
    let plan: Vec<String> = plan.raw_query().mapped(|row| row.get(3)).map(Result::unwrap).collect();
    let [step] = &plan[..] else { panic!("{plan:?}") };
    assert_eq!(step, "SEARCH events USING COVERING INDEX events_in_short (id>?)");
}

#[test]
fn who_reads_only_changes_nothing_and_is_told_what_is_wrong() {
    let place = Place::new("to-read");
    assert_eq!(Store::open_to_read(&place.path()).unwrap_err().fault, Fault::Missing);
    let (writer, _) = place.begin();
    let mut reader = Store::open_to_read(&place.path()).unwrap();
    assert_eq!(reader.prefer("a", "b").unwrap_err().fault, Fault::ReadOnly);
    writer.put(Record::Event(event(None, 1))).unwrap();
    assert!(writer.flush(STUCK), "nobody is held up");
    assert_eq!(reader.short_events(0, 10).unwrap().len(), 1, "what is committed is seen");
    drop(writer);
    place.store().connection.pragma_update(None, "user_version", 1).unwrap();
    let error = Store::open_to_read(&place.path()).unwrap_err();
    assert!(error.to_string().contains("older layout"), "{error}");
}

// ── What goes wrong ──

#[test]
fn a_newer_store_is_refused_and_left_as_it_is() {
    let place = Place::new("newer");
    place.store().connection.pragma_update(None, "user_version", 99).unwrap();
    let before = fs::read(place.path()).unwrap();
    let error = Store::open(&place.path()).unwrap_err();
    assert_eq!(error.fault, Fault::Newer { found: 99, known: MIGRATIONS.len() as u32 });
    assert!(error.to_string().contains("newer blockwright"), "{error}");
    assert_eq!(fs::read(place.path()).unwrap(), before);
}

#[test]
fn a_store_that_is_missing_damaged_or_somebody_elses_is_told() {
    let place = Place::new("damaged");
    assert_eq!(Store::open_existing(&place.path()).unwrap_err().fault, Fault::Missing);
    assert!(!place.path().exists());
    drop(place.store());
    fs::write(place.path(), "this is no database, and long enough to be none: ".repeat(100)).unwrap();
    let error = Store::open(&place.path()).unwrap_err();
    assert_eq!(error.fault, Fault::Damaged, "{error}");
    assert!(error.to_string().contains("move the file away"), "{error}");
    fs::remove_file(place.path()).unwrap();
    Connection::open(place.path()).unwrap().execute_batch("CREATE TABLE cookies (host TEXT)").unwrap();
    assert_eq!(Store::open(&place.path()).unwrap_err().fault, Fault::Foreign);
    // A folder that cannot be.
    fs::write(place.folder.join("file"), "").unwrap();
    let below = place.folder.join("file/store.sqlite");
    assert!(Store::open(&below).unwrap_err().to_string().contains("file/store.sqlite"));
}

#[test]
fn pages_that_were_overwritten_are_found() {
    let place = Place::new("rotten");
    let mut store = place.store();
    let rows: Vec<NewEvent> = (0..5_000).map(|n| event(Some(1), n)).collect();
    store.write(|transaction| write::put_events(transaction, 1, rows.iter())).unwrap();
    store.shrink().unwrap();
    drop(store);
    let mut bytes = fs::read(place.path()).unwrap();
    let half = bytes.len() / 2;
    bytes[half..half + 40_000].fill(0x5a);
    fs::write(place.path(), bytes).unwrap();
    let store = place.store();
    let found = store.faults().map_err(|error| error.fault);
    assert!(found.as_ref().map_or_else(|fault| *fault == Fault::Damaged, |lines| !lines.is_empty()), "{found:?}");
    let read = store.events(Wanted::default(), 0, 10_000).map_err(|error| error.fault);
    assert_eq!(read.unwrap_err(), Fault::Damaged);
}

#[test]
fn a_locked_store_is_told_once() {
    let place = Place::new("locked");
    let store = Store::open_within(&place.path(), Duration::ZERO);
    let holder = place.store();
    holder.connection.execute_batch("BEGIN EXCLUSIVE").unwrap();
    // Whoever plays beside it may read, and not begin a session.
    let error = place.session(store.unwrap()).unwrap_err();
    assert_eq!(error.fault, Fault::Locked);
    assert!(error.to_string().contains("another program"), "{error}");
    holder.connection.execute_batch("ROLLBACK").unwrap();
    drop(holder);
    let hermit = Connection::open(place.path()).unwrap();
    hermit.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT").unwrap();
    assert_eq!(Store::open_within(&place.path(), Duration::ZERO).unwrap_err().fault, Fault::Locked);
}

#[test]
fn a_full_queue_says_so_at_once_and_loses_nothing_it_took() {
    let place = Place::new("queue");
    let (writer, _) = place.begin();
    let holder = place.store();
    holder.connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut taken = 0;
    let refused = loop {
        match writer.put(Record::Event(event(None, taken))) {
            Ok(()) => taken += 1,
            Err(refused) => break refused,
        }
    };
    assert!(matches!(refused, Refused::Full), "{refused:?}");
    holder.connection.execute_batch("COMMIT").unwrap();
    assert!(writer.flush(STUCK));
    assert_eq!(writer.kept(), taken);
    drop(writer);
    assert_eq!(place.store().figures().unwrap().events, taken);
    assert_eq!(place.faults_told(), []);
}

/// Puts entries until the store has failed.
fn put_until_the_end(writer: &Writer) {
    let text = "x".repeat(10_000);
    for number in 0.. {
        match writer.put(Record::Event(NewEvent { json: text.clone(), ..event(None, number) })) {
            Ok(()) => {}
            Err(Refused::Full) => thread::yield_now(),
            Err(Refused::Ended) => break,
        }
    }
}

#[test]
fn a_full_disk_is_told_once_and_what_was_kept_stays() {
    let place = Place::new("full");
    let store = place.store();
    store.connection.pragma_update(None, "max_page_count", 100).unwrap();
    let (writer, _) = place.session(store).unwrap();
    put_until_the_end(&writer);
    assert!(!writer.flush(STUCK));
    let kept = writer.kept();
    drop(writer);
    assert_eq!(place.faults_told(), [Fault::Full]);
    assert!(place.told.lock().unwrap()[0].to_string().contains("data prune"));
    let store = place.store();
    assert_eq!(store.figures().unwrap().events, kept);
    assert!(store.faults().unwrap().is_empty());
}

#[test]
fn a_store_that_cannot_be_written_is_told_once() {
    let place = Place::new("read-only");
    let store = place.store();
    let (writer, _) = place.session(store).unwrap();
    drop(writer);
    let mut store = place.store();
    store.connection.pragma_update(None, "query_only", true).unwrap();
    assert_eq!(store.prefer("scale", "1").unwrap_err().fault, Fault::ReadOnly);
    assert_eq!(place.session(store).unwrap_err().fault, Fault::ReadOnly);
}

// ── Killed ──

/// Set for the program that is to be killed: where its store is.
const VICTIM: &str = "BLOCKWRIGHT_TEST_STORE";

/// Not a test of its own: what [`no_kill_takes_what_was_told`] starts and kills.
#[test]
fn writes_until_it_is_killed() {
    let Ok(path) = std::env::var(VICTIM) else { return };
    let session = NewSession { bot: "Ada".to_owned(), server: "a test".to_owned(), goals: 1 };
    let store = Store::open(Path::new(&path)).unwrap();
    let (writer, _) = Writer::begin(store, &session, wall_clock(), |_| ()).unwrap();
    let (mut put, mut told) = (0, 0);
    loop {
        while put < writer.kept() + 500 && writer.put(Record::Event(event(Some(1), put))).is_ok() {
            put += 1;
        }
        let kept = writer.kept();
        if kept > told {
            println!("\nkept {kept}");
            told = kept;
        }
    }
}

#[test]
fn no_kill_takes_what_was_told() {
    let place = Place::new("killed");
    let mut before = 0;
    for round in 0..12 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store::tests::writes_until_it_is_killed", "--nocapture"])
            .env(VICTIM, place.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut told = lines.filter_map(|line| line.strip_prefix("kept ").and_then(|count| count.parse::<u64>().ok()));
        let told = told.nth(fastrand::usize(..30)).expect("it never wrote");
        child.kill().unwrap();
        child.wait().unwrap();
        let store = place.store();
        let events = store.figures().unwrap().events - before;
        assert!(events >= told, "round {round}: {told} were told, {events} are there");
        let wanted = Wanted { session: Some(store.sessions(0, 100).unwrap().last().unwrap().id), goal: None };
        let rows = store.events(wanted, 0, usize::MAX >> 1).unwrap();
        assert!(rows.iter().zip(0..).all(|(row, number)| row.entry.tick == number), "a gap in round {round}");
        assert_eq!(rows.len() as u64, events);
        before += events;
    }
    assert!(place.store().faults().unwrap().is_empty());
}

// ── Thrown away ──

#[test]
fn what_is_old_and_over_goes_and_nothing_else() {
    let place = Place::new("prune");
    let (writer, ids) = place.begin();
    for state in [GoalState::Done, GoalState::Paused, GoalState::Cancelled] {
        let id = ids.next_id();
        put_goal(&writer, goal(id, state));
        for number in 0..10 {
            writer.put(Record::Event(event(Some(id), number))).unwrap();
        }
    }
    writer.put(Record::Event(event(None, 1))).unwrap();
    drop(writer);
    let day = 86_400_000;
    place.pass(2 * day);
    let (writer, ids) = place.begin();
    let young = ids.next_id();
    put_goal(&writer, goal(young, GoalState::Done));
    writer.put(Record::Event(NewEvent { wall_ms: NOW, ..event(None, 1) })).unwrap();
    assert!(writer.flush(STUCK));
    let mut store = place.store();
    let now = NOW + 2 * day;
    assert_eq!(store.prune(NOW, now).unwrap(), Pruned::default());
    // The first session stays, for its goal; the second one runs, and its entry stays with it.
    assert_eq!(store.prune(now - day, now).unwrap(), Pruned { sessions: 0, goals: 2, events: 21 });
    let left: Vec<u64> = store.goals(0, 0, 10).unwrap().iter().map(|goal| goal.record.id).collect();
    assert_eq!(left, [2, young]);
    assert_eq!(store.events(Wanted { goal: Some(2), session: None }, 0, 100).unwrap().len(), 10);
    drop(writer);
    store.shrink().unwrap();
    assert!(store.faults().unwrap().is_empty());
}

// ── Recordings ──

fn moments(from_ms: u64, whole: bool, sheets: &[u32]) -> MomentsRow {
    let sheets = sheets.iter().map(|number| (*number, vec![*number as u8; 1_000])).collect();
    MomentsRow { from_ms, to_ms: from_ms + 2_000, whole, data: vec![7; 500], sheets }
}

#[test]
fn a_moment_is_found_in_its_stretch() {
    let place = Place::new("moments");
    let (writer, _ids) = place.begin();
    let sink = writer.moments().unwrap();
    for (number, from_ms) in (0..9u64).map(|number| (number, 1_000 + 2_000 * number)) {
        sink.put(moments(from_ms, number % 3 == 0, &[number as u32])).unwrap();
    }
    assert!(writer.flush(STUCK));
    let store = place.store();
    let from = |ms: u64| -> Vec<u64> { store.stretch(1, ms).unwrap().iter().map(|row| row.from_ms).collect() };
    assert_eq!(from(7_000), [7_000, 9_000, 11_000]);
    assert_eq!(from(12_999), [7_000, 9_000, 11_000]);
    assert_eq!(from(0), [1_000, 3_000, 5_000], "before the first");
    assert_eq!(from(u64::MAX >> 1), [13_000, 15_000, 17_000], "behind the last");
    assert!(store.stretch(2, 7_000).unwrap().is_empty());
    assert_eq!((store.recorded(1).unwrap(), store.recorded(2).unwrap()), (Some((1_000, 19_000)), None));
    let sheets = store.sheets(1, &[3, 99, 0]).unwrap();
    assert_eq!(sheets, [(3, vec![3; 1_000]), (0, vec![0; 1_000])], "what is gone is left out");
    assert_eq!(store.sessions(0, 1).unwrap()[0].recorded_bytes, 9 * 1_500);
    drop((sink, writer));
    assert_eq!(place.faults_told(), []);
}

#[test]
fn recordings_go_with_their_age_and_make_room_for_newer_ones() {
    let place = Place::new("recordings");
    for _ in 0..3 {
        let (writer, _ids) = place.begin();
        let sink = writer.moments().unwrap();
        (0..4).for_each(|number| sink.put(moments(NOW + number, number == 0, &[number as u32])).unwrap());
        drop((sink, writer));
        place.pass(86_400_000);
    }
    let mut store = place.store();
    let recorded = |store: &Store| -> Vec<u64> {
        store
            .sessions(0, 9)
            .unwrap()
            .iter()
            .filter(|session| session.recorded_bytes > 0)
            .map(|session| session.id)
            .collect()
    };
    assert_eq!(recorded(&store), [1, 2, 3]);
    let now = (place.clock())();
    moments::trim(&mut store.connection, 9, 12_000, now).unwrap();
    assert_eq!(recorded(&store), [2, 3], "the newest that have room");
    assert!(store.stretch(1, NOW).unwrap().is_empty() && store.sheets(1, &[0]).unwrap().is_empty());
    assert_eq!(store.stretch(2, NOW).unwrap().len(), 4);
    store.prune(now - 100_000_000, now).unwrap();
    assert_eq!(recorded(&store), [3], "what ended before");
    assert_eq!(store.sheets(3, &[0, 1, 2, 3]).unwrap().len(), 4);
}

#[test]
fn a_recording_waits_for_the_disk_and_no_longer_than_there_is_a_store() {
    let place = Place::new("sink");
    let (writer, _ids) = place.begin();
    let sink = writer.moments().unwrap();
    let locked = rusqlite::Connection::open(place.path()).unwrap();
    locked.execute_batch("BEGIN IMMEDIATE").unwrap();
    let rows =
        std::thread::spawn(move || (0..30).map(|number| sink.put(moments(number, false, &[]))).all(|put| put.is_ok()));
    locked.execute_batch("COMMIT").unwrap();
    assert!(rows.join().unwrap());
    drop(writer);
    assert_eq!(place.store().stretch(1, 0).unwrap().len(), 0, "no stretch without a beginning");
    assert_eq!(place.store().recorded(1).unwrap(), Some((0, 2_029)));
}
