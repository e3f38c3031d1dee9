//! The journal on disk: one run's decisions with the exact prompts and replies, so that what a model was told and what
//! it answered can be read, and played again, long after the run. JSON lines, in the platform's data folder. No key of
//! a provider is ever written: each line passes through [`redacted`].

use std::{
    borrow::Cow,
    cmp::Reverse,
    fs::{self, File},
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use bevy::prelude::*;

use super::{Entry, Journal};

/// Shorter than this nothing is a key, and replacing it would only spoil the words around.
const SHORTEST_KEY: usize = 8;

/// Where a run's journal is written to.
#[derive(Resource, Debug)]
pub struct JournalFile {
    path: PathBuf,
    /// Nothing more is written once writing has failed.
    out: Option<BufWriter<File>>,
    keys: Vec<String>,
    /// How many of the journal's entries are in the file.
    written: usize,
}

impl JournalFile {
    /// Begins a file in this folder, or in the platform's own for such; `keys` are what must never be written.
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
        Ok(Self { path, out: Some(BufWriter::new(out)), keys: as_they_may_be_written(keys), written: 0 })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the entries that are not yet in the file, and sees them out of the program.
    ///
    /// # Errors
    /// When the disk does not take them.
    pub fn write(&mut self, entries: &[Entry]) -> io::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        let news = entries.get(self.written..).unwrap_or_default();
        if news.is_empty() {
            return Ok(());
        }
        for entry in news {
            let line = serde_json::to_string(entry)?;
            writeln!(out, "{}", redacted(&line, &self.keys))?;
            self.written += 1;
        }
        out.flush()
    }
}

/// Writes what is new in the journal, where the run has a file. A disk that is full ends the file, never the run.
pub fn write_journal(journal: Res<Journal>, file: Option<ResMut<JournalFile>>) {
    let Some(mut file) = file else { return };
    if let Err(error) = file.write(journal.entries()) {
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
fn as_they_may_be_written(keys: Vec<String>) -> Vec<String> {
    let mut all = Vec::new();
    for key in keys {
        let quoted = serde_json::Value::from(key.trim()).to_string();
        let escaped = &quoted[1..quoted.len() - 1];
        if escaped != key.trim() {
            all.push(escaped.to_owned());
        }
        all.push(key);
    }
    all
}

/// A time in UTC: `2026-11-22T09:38:15Z`.
pub(super) fn utc(time: SystemTime) -> String {
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
        file.write(journal.entries()).unwrap();
        file.write(journal.entries()).unwrap();
        assert_eq!(lines(&file).len(), 2);
        journal.record(Some(1), reply("{}"));
        file.write(journal.entries()).unwrap();
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
        file.write(journal.entries()).unwrap();
        assert_eq!(lines(&file)[0]["text"], "[key], [key]; [key] and short");
    }

    #[test]
    fn text_without_a_key_is_left_as_it_is() {
        let keys = ["sk-abcdefgh".to_owned(), String::new(), "seven77".to_owned()];
        assert!(matches!(redacted("seven77 and sk-abc", &keys), Cow::Borrowed("seven77 and sk-abc")));
        assert_eq!(redacted("sk-abcdefghsk-abcdefgh", &keys), "[key][key]");
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
        app.insert_resource(JournalFile { path, out, keys: Vec::new(), written: 0 });
        for _ in 0..2 {
            app.world_mut().resource_mut::<Journal>().record(None, Event::GoalResumed);
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
