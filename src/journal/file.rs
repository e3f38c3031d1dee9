//! The journal on disk: one run's decisions with the exact prompts and replies, so that what a model was told and what
//! it answered can be read, and played again, long after the run. JSON lines, in the platform's data folder. No key of
//! a provider is ever written: each line passes through [`redacted`]. A run's file has a largest size, and old ones go.

use std::{
    borrow::Cow,
    cmp::Reverse,
    fs::{self, File},
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use bevy::prelude::*;

use super::{
    Entry, Event, Journal,
    keep::{MOST_BYTES, MOST_JOURNALS, prune},
};
use crate::domain;

/// Shorter than this nothing is a key, and replacing it would only spoil the words around.
const SHORTEST_KEY: usize = 8;

/// The most bytes of one run's file: hundreds of a model's prompts.
const MOST_OF_A_RUN: u64 = 16 << 20;
/// What is kept of them for the line that says that the file is full.
const LAST_WORD: u64 = 256;

/// Where a run's journal is written to.
#[derive(Resource, Debug)]
pub struct JournalFile {
    path: PathBuf,
    /// Nothing more is written once writing has failed.
    out: Option<BufWriter<File>>,
    keys: Vec<String>,
    /// How many of the journal's entries are in the file.
    written: usize,
    /// Bytes in the file.
    bytes: u64,
    /// Locked until the run ends, whatever becomes of the writing: no other program throws this file away.
    _lock: Option<File>,
}

impl JournalFile {
    /// Begins a file in this folder, or in the platform's own for such, and throws the oldest ones there away; `keys` are
    /// what must never be written.
    ///
    /// # Errors
    /// When the folder or the file cannot be made.
    pub fn open(folder: Option<&Path>, keys: Vec<String>) -> io::Result<Self> {
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None => dirs::data_dir()
                .ok_or_else(|| io::Error::other("this machine tells of no folder for programs' data"))?
                .join("blockwright/journals"),
        };
        fs::create_dir_all(&folder)?;
        // No colons: Windows has another use for them.
        let name = format!("{}-{}.jsonl", utc(SystemTime::now()).replace(':', "-"), std::process::id());
        let path = folder.join(name);
        // Two of one second and process share a file rather than one losing its own.
        let mut options = File::options();
        options.create(true).append(true);
        // What was asked and said is nobody else's business.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let out = options.open(&path)?;
        let lock = out.try_clone().ok().filter(|file| file.try_lock().is_ok());
        match prune(&folder, &path, MOST_JOURNALS, MOST_BYTES) {
            Ok(gone) => tracing::debug!("{gone} old journals are thrown away"),
            Err(error) => tracing::warn!("old journals in {} cannot be looked at: {error}", folder.display()),
        }
        let bytes = out.metadata()?.len();
        let keys = as_they_may_be_written(keys);
        Ok(Self { path, out: Some(BufWriter::new(out)), keys, written: 0, bytes, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the entries that are not yet in the file, and sees them out of the program.
    ///
    /// # Errors
    /// When the disk does not take them.
    pub fn write(&mut self, journal: &Journal) -> io::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        let news = journal.numbered(self.written..journal.count());
        self.written = self.written.max(journal.first());
        if news.is_empty() {
            return Ok(());
        }
        for entry in news {
            let line = domain::json(entry)?;
            let line = redacted(&line, &self.keys);
            let length = line.len() as u64 + 1;
            if self.bytes + length > MOST_OF_A_RUN - LAST_WORD {
                let event = Event::JournalFull { most_bytes: MOST_OF_A_RUN };
                writeln!(out, "{}", domain::json(&Entry { event, goal: None, ..entry.clone() })?)?;
                out.flush()?;
                let file = self.path.display();
                tracing::warn!("the journal {file} has {} MiB and is written no further", MOST_OF_A_RUN >> 20);
                self.out = None;
                return Ok(());
            }
            writeln!(out, "{line}")?;
            self.bytes += length;
            self.written += 1;
        }
        out.flush()
    }
}

/// Writes what is new in the journal, where the run has a file. A disk that is full ends the file, never the run.
pub fn write_journal(journal: Res<Journal>, file: Option<ResMut<JournalFile>>) {
    let Some(mut file) = file else { return };
    if let Err(error) = file.write(&journal) {
        tracing::warn!("the journal {} is written no further: {error}", file.path.display());
        file.out = None;
    }
}

/// The text with each of these keys replaced by `[key]`.
pub fn redacted<'a>(text: &'a str, keys: &[String]) -> Cow<'a, str> {
    let mut keys: Vec<&str> = keys.iter().map(|key| key.trim()).collect();
    keys.retain(|key| key.chars().count() >= SHORTEST_KEY && text.contains(*key));
    // Of a key that is the beginning of another, the other's end must not be left.
    keys.sort_by_key(|key| Reverse(key.len()));
    keys.into_iter().fold(Cow::Borrowed(text), |text, key| Cow::Owned(text.replace(key, "[key]")))
}

/// The keys, and each as it reads inside a JSON text, where it reads otherwise there.
pub(crate) fn as_they_may_be_written(keys: Vec<String>) -> Vec<String> {
    let mut all = Vec::new();
    for key in keys {
        let quoted = domain::json(&key.trim()).unwrap_or_default();
        let escaped = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
        if !escaped.is_empty() && escaped != key.trim() {
            all.push(escaped.to_owned());
        }
        all.push(key);
    }
    all
}

/// A time in UTC: `2026-11-22T09:38:15Z`.
pub(crate) fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day so many days after the first of 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let mut year = 1970;
    while days >= 365 + leap_day(year) {
        days -= 365 + leap_day(year);
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + leap_day(year), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

/// How many days more than 365 a year has.
fn leap_day(year: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    u64::from(is_leap)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::Value;

    use super::*;
    use crate::journal::Event;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("blockwright-journal-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn reply(text: &str) -> Event {
        Event::ModelReply { call: 1, text: text.to_owned() }
    }

    fn lines(file: &JournalFile) -> Vec<Value> {
        let text = fs::read_to_string(file.path()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn each_entry_is_one_line_once() {
        let folder = Folder::new("once");
        let mut file = JournalFile::open(Some(&folder.0.join("deep/er")), Vec::new()).unwrap();
        assert!(file.path().extension().is_some_and(|extension| extension == "jsonl"));
        let mut journal = Journal::default();
        journal.record(Some(1), Event::GoalStarted { text: "say hello".to_owned() });
        journal.record(
            Some(1),
            Event::ModelPrompt {
                call: 1,
                role: "planner".to_owned(),
                provider: "gemini".to_owned(),
                model: "gemini-3-flash-preview".to_owned(),
                system: "one\ntwo".to_owned(),
                turns: vec!["goal".to_owned()],
                schema: Value::Null,
            },
        );
        file.write(&journal).unwrap();
        file.write(&journal).unwrap();
        assert_eq!(lines(&file).len(), 2);
        journal.record(Some(1), reply("{}"));
        file.write(&journal).unwrap();
        let lines = lines(&file);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0]["event"], "goal_started");
        assert_eq!(lines[1]["system"], "one\ntwo");
        assert_eq!(lines[1]["turns"][0], "goal");
        assert_eq!(lines[2]["text"], "{}");
        assert_eq!(lines[2]["goal"], 1);
    }

    #[test]
    fn no_key_reaches_the_disk() {
        let folder = Folder::new("keys");
        let keys = ["sk-abcdefgh", "sk-abcdefgh-longer\n", "with\"quote\\s", "short"].map(str::to_owned);
        let mut file = JournalFile::open(Some(&folder.0), keys.to_vec()).unwrap();
        let mut journal = Journal::default();
        journal.record(None, reply("sk-abcdefgh, sk-abcdefgh-longer; with\"quote\\s and short"));
        file.write(&journal).unwrap();
        assert_eq!(lines(&file)[0]["text"], "[key], [key]; [key] and short");
    }

    #[test]
    fn text_without_a_key_is_left_as_it_is() {
        let keys = ["sk-abcdefgh".to_owned(), String::new(), "seven77".to_owned()];
        assert!(matches!(redacted("seven77 and sk-abc", &keys), Cow::Borrowed("seven77 and sk-abc")));
        assert_eq!(redacted("sk-abcdefghsk-abcdefgh", &keys), "[key][key]");
    }

    #[test]
    fn a_file_that_is_full_says_so_in_its_last_line() {
        let folder = Folder::new("full");
        let mut file = JournalFile::open(Some(&folder.0), Vec::new()).unwrap();
        let mut journal = Journal::default();
        for _ in 0..20 {
            journal.record(None, reply(&"x".repeat(1 << 20)));
            file.write(&journal).unwrap();
        }
        let bytes = fs::metadata(file.path()).unwrap().len();
        assert!(bytes <= MOST_OF_A_RUN && bytes > MOST_OF_A_RUN - (2 << 20), "{bytes}");
        let lines = lines(&file);
        assert_eq!((lines.len(), lines[15]["event"].as_str()), (16, Some("journal_full")));
        assert!(lines[..15].iter().all(|line| line["event"] == "model_reply"));
    }

    #[test]
    fn a_new_journal_makes_the_oldest_go_and_no_other_can_take_it() {
        let folder = Folder::new("prune");
        fs::create_dir_all(&folder.0).unwrap();
        for number in 0..MOST_JOURNALS + 5 {
            fs::write(folder.0.join(format!("2026-01-01T00-00-00Z-{number}.jsonl")), "").unwrap();
        }
        let file = JournalFile::open(Some(&folder.0), Vec::new()).unwrap();
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), MOST_JOURNALS + 1);
        prune(&folder.0, Path::new("another"), 0, 0).unwrap();
        let left: Vec<PathBuf> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(left, [file.path()]);
    }

    #[test]
    fn what_steers_a_terminal_is_escaped_and_read_back_as_it_was() {
        let folder = Folder::new("wild");
        let mut file = JournalFile::open(Some(&folder.0), Vec::new()).unwrap();
        let mut journal = Journal::default();
        let words = "\u{1b}]0;x\u{7}\u{9b}2J\u{7f}\u{202e}";
        journal.record(None, reply(words));
        file.write(&journal).unwrap();
        assert!(!fs::read_to_string(file.path()).unwrap().contains(|c| domain::is_wild(c) && c != '\n'));
        assert_eq!(lines(&file)[0]["text"], words);
    }

    #[test]
    fn a_folder_that_cannot_be_is_an_error() {
        let folder = Folder::new("no-folder");
        fs::write(&folder.0, "a file").unwrap();
        assert!(JournalFile::open(Some(&folder.0.join("below")), Vec::new()).is_err());
        fs::remove_file(&folder.0).unwrap();
    }

    /// `/dev/full` takes nothing, as a full disk.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_ends_the_file_and_not_the_run() {
        let path = PathBuf::from("/dev/full");
        let out = Some(BufWriter::new(File::options().write(true).open(&path).unwrap()));
        let mut app = App::new();
        app.init_resource::<Journal>().add_systems(Update, write_journal);
        app.update();
        app.insert_resource(JournalFile { path, out, keys: Vec::new(), written: 0, bytes: 0, _lock: None });
        for _ in 0..2 {
            app.world_mut().resource_mut::<Journal>().record(None, Event::GoalResumed { left: None });
            app.update();
            assert!(app.world().resource::<JournalFile>().out.is_none());
        }
    }

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_795_340_295, "2026-11-22T09:38:15Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }
}
