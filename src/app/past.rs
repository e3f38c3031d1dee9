//! How things stood, from the store: reads the stretch of a recording in which a moment lies and folds it up to there. Going on from there
//! takes in only what follows; going back begins with the stretch.

use crate::{
    domain::JournalLine,
    journal::Entry,
    replay::{Fold, Land, Moment, Past, PastAsk, read_moments},
    store::{MomentsRow, Store, StoreError},
};

/// Lines of the journal that are shown, as of a run that goes on.
const LINES: usize = 200;
/// Entries of which many are in no line: so many are read at most.
const ENTRIES: usize = 400;

/// Reads one moment after the other.
#[derive(Debug, Default)]
pub struct Player {
    session: Option<u64>,
    bot: String,
    stretch: Stretch,
    land: Land,
}

/// Moments that were read, and how far they are folded.
#[derive(Debug, Default)]
struct Stretch {
    /// When it begins and how many rows of it there were: whether it was read already.
    known: Option<(u64, usize)>,
    to_ms: u64,
    moments: Vec<Moment>,
    next: usize,
    fold: Fold,
    /// Rows that cannot be read, and what is wrong with the first of them.
    damaged: usize,
    fault: Option<String>,
}

impl Stretch {
    fn read(rows: &[MomentsRow]) -> Self {
        let mut stretch = Self {
            known: rows.first().map(|row| (row.from_ms, rows.len())),
            to_ms: rows.last().map_or(0, |row| row.to_ms),
            ..Self::default()
        };
        for row in rows {
            match read_moments(&row.data) {
                Ok(moments) => stretch.moments.extend(moments),
                Err(damaged) => {
                    stretch.damaged += 1;
                    stretch.fault.get_or_insert(damaged.0);
                }
            }
        }
        stretch
    }

    /// Whether it begins with all there is.
    fn is_founded(&self) -> bool {
        self.moments.first().is_none_or(|first| first.whole)
    }

    /// Stands at a moment; at the first where that is before it.
    fn go_to(&mut self, ms: u64) {
        if ms < self.fold.ms {
            (self.fold, self.next) = (Fold::default(), 0);
        }
        while let Some(moment) = self.moments.get(self.next)
            && (moment.ms <= ms || self.next == 0)
        {
            self.fold.take(moment);
            self.next += 1;
        }
    }
}

impl Player {
    /// How things stood when that is asked about.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn play(&mut self, store: &Store, ask: &PastAsk) -> Result<Past, StoreError> {
        if self.session.replace(ask.session) != Some(ask.session) || self.bot != ask.bot {
            self.bot.clone_from(&ask.bot);
            self.stretch = Stretch::default();
            self.land.clear();
        }
        let Some(span) = store.recorded(ask.session)? else {
            let missing = Some("Nothing of this session was recorded to be watched again.".to_owned());
            return Ok(Past { ask: ask.clone(), missing, ..Past::default() });
        };
        self.find(store, ask)?;
        self.stretch.go_to(ask.at_ms);
        let fold = &self.stretch.fold;
        let mut missing_land = 0;
        if let Some(columns) = fold.columns(&ask.bot) {
            missing_land = self.land.lay(columns, |numbers| store.sheets(ask.session, numbers))?;
        }
        let mut view = fold.view();
        view.journal = lines(store, ask)?;
        let missing = self.missing(ask.at_ms, missing_land);
        Ok(Past { ask: ask.clone(), span: Some(span), view, world: self.land.world().clone(), missing })
    }

    /// Has the stretch in which a moment lies.
    fn find(&mut self, store: &Store, ask: &PastAsk) -> Result<(), StoreError> {
        let lies_in = self.stretch.known.is_some_and(|(from, _)| (from..self.stretch.to_ms).contains(&ask.at_ms));
        if lies_in {
            return Ok(());
        }
        let mut at = ask.at_ms;
        let mut skipped = 0;
        loop {
            let rows = store.stretch(ask.session, at)?;
            let Some(first) = rows.first() else { return Ok(()) };
            if self.stretch.known == Some((first.from_ms, rows.len())) {
                return Ok(());
            }
            let from_ms = first.from_ms;
            let mut stretch = Stretch::read(&rows);
            stretch.damaged += skipped;
            if stretch.is_founded() && !stretch.moments.is_empty() {
                self.stretch = stretch;
                return Ok(());
            }
            // Of a stretch that has no beginning nothing is of use: things are shown as they stood at the end of the one before.
            skipped = stretch.damaged;
            if from_ms == 0 || store.stretch(ask.session, from_ms - 1)?.first().is_none_or(|row| row.from_ms >= from_ms)
            {
                self.stretch = Stretch { moments: Vec::new(), ..stretch };
                return Ok(());
            }
            at = from_ms - 1;
        }
    }

    fn missing(&self, at_ms: u64, land: usize) -> Option<String> {
        let Stretch { damaged, fault, fold, .. } = &self.stretch;
        if *damaged > 0 {
            let why = fault.as_deref().unwrap_or("it means nothing here");
            return Some(format!("Some seconds around here cannot be read from the recording: {why}."));
        }
        if land > 0 {
            return Some(format!("{land} columns of land cannot be read from the recording."));
        }
        (fold.is_full && at_ms > fold.ms).then(|| "The recording ends here: it has as many bytes as it may.".to_owned())
    }
}

/// The newest lines of the journal by then, oldest first.
fn lines(store: &Store, ask: &PastAsk) -> Result<Vec<JournalLine>, StoreError> {
    let events = store.last_events(ask.session, ask.at_ms, ENTRIES)?;
    let told = events.iter().filter_map(|event| {
        let Entry { tick, bot, goal, event, .. } = serde_json::from_str(&event.entry.json).ok()?;
        Some(JournalLine { tick, bot, goal, text: event.sentence()? })
    });
    let mut lines: Vec<JournalLine> = told.take(LINES).collect();
    lines.reverse();
    Ok(lines)
}
