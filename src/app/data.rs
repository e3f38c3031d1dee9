//! `blockwright data`: looking after the store. Where it is, whether it is whole, its journals, what to throw away.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};

use super::{
    Failure,
    cli::{DataCommand, ExportArgs},
    pages::{PAGE, Pages, Stop, ago, counted, each_event, each_row, ended},
    status, terminal,
};
use crate::{
    domain::thousands,
    journal::utc,
    store::{self, Fault, Session, Store, Wanted, wall_clock},
};

/// Where the store is.
///
/// # Errors
/// Where the machine tells of no folder for programs' data.
pub fn path() -> Result<PathBuf, Failure> {
    store::default_path()
        .ok_or_else(|| Failure::new(status::FAILED, "this machine tells of no folder for programs' data"))
}

/// Where the window's layout is kept: beside the store.
pub fn layout_path() -> Option<PathBuf> {
    Some(store::default_path()?.with_file_name("window.json"))
}

/// # Errors
/// What is wrong with the store, with what was asked, or with where it is to be written to.
pub fn run(command: DataCommand) -> Result<u8, Failure> {
    match command {
        DataCommand::Path => terminal::say(&path()?.display().to_string()),
        DataCommand::Check => return check(&Store::open_existing(&path()?)?),
        DataCommand::Export(args) => return export(&Store::open_existing(&path()?)?, &args),
        DataCommand::Prune { older_than, open } => prune(Store::open_existing(&path()?)?, older_than, open)?,
    }
    Ok(status::DONE)
}

fn check(store: &Store) -> Result<u8, Failure> {
    let faults = store.faults()?;
    if !faults.is_empty() {
        faults.iter().for_each(|fault| terminal::say(fault));
        let words =
            "the store is damaged: save what can be saved with `blockwright data export`, then move the file away";
        return Err(Failure::new(status::FAILED, words));
    }
    let figures = store.figures()?;
    terminal::say(&format!(
        "{} is whole: {}, {} ({} open), {}, {}",
        store.path().display(),
        counted(figures.sessions, "session", "sessions"),
        counted(figures.goals, "goal", "goals"),
        thousands(figures.open_goals),
        counted(figures.events, "entry", "entries"),
        mib(figures.bytes),
    ));
    Ok(status::DONE)
}

fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// Writes journals as JSON lines, session by session: what was one run's stays together, and can be played again.
fn export(store: &Store, args: &ExportArgs) -> Result<u8, Failure> {
    let begin = args.since.map_or(Ok(0), |since| store.last_event_before(ago(since)))?;
    if let Some(id) = args.session
        && store.sessions(id.saturating_sub(1), 1)?.first().is_none_or(|found| found.id != id)
    {
        return Err(Failure::bad_input(format!("there is no session {id}")));
    }
    if let Some(folder) = &args.dir {
        fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
        return ended(each_session(store, args, |session| {
            let wanted = Wanted { goal: args.goal, session: Some(session.id) };
            if store.events(wanted, begin, 1)?.is_empty() {
                return Ok(());
            }
            let began = utc(UNIX_EPOCH + Duration::from_millis(session.began_ms)).replace(':', "-");
            let path = folder.join(format!("{began}-{}.jsonl", session.id));
            let file = new_file(&path).map_err(|error| Stop::Failed(cannot_write(&path, &error)))?;
            let mut lines = Pages::new(file);
            all(store, wanted, begin, &mut lines)?;
            lines.end()?;
            terminal::say(&path.display().to_string());
            Ok(())
        }));
    }
    let mut lines = Pages::new(io::stdout().lock());
    let written = each_session(store, args, |session| {
        let wanted = Wanted { goal: args.goal, session: Some(session.id) };
        all(store, wanted, begin, &mut lines)
    });
    ended(written.and_then(|()| lines.end()))
}

/// Writes the lines as they were written.
fn all(store: &Store, wanted: Wanted, begin: u64, lines: &mut Pages<impl Write>) -> Result<(), Stop> {
    each_event(store, wanted, begin, u64::MAX, |event| lines.line(&event.entry.json).map(|()| true)).map(drop)
}

fn each_session(
    store: &Store,
    args: &ExportArgs,
    mut each: impl FnMut(&Session) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let (after, limit) = args.session.map_or((0, u64::MAX), |id| (id.saturating_sub(1), 1));
    let pages = |after| store.sessions(after, PAGE);
    each_row(pages, |session| session.id, after, limit, |session| each(session).map(|()| true)).map(drop)
}

/// Nobody's file is written over, and what was asked and said is nobody else's business.
fn new_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::new(status::FAILED, format!("{} cannot be written: {error}", path.display()))
}

fn prune(mut store: Store, older_than: Duration, open: bool) -> Result<(), Failure> {
    let (before, now) = (ago(older_than), wall_clock()());
    if open {
        store.give_up(before, now)?;
    }
    let gone = store.prune(before, now)?;
    let room = match store.shrink() {
        Ok(()) => format!("the store has {}", mib(store.figures()?.bytes)),
        Err(error) if error.fault == Fault::Locked => {
            "the file keeps its size, since another program is at work in it; the room is used again".to_owned()
        }
        Err(error) => return Err(error.into()),
    };
    terminal::say(&format!(
        "thrown away: {}, {}, {}; {room}",
        counted(gone.goals as u64, "goal", "goals"),
        counted(gone.events as u64, "entry", "entries"),
        counted(gone.sessions as u64, "session", "sessions"),
    ));
    Ok(())
}
