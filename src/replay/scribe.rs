//! Writes down what changes: told what is seen, it says what the store is to keep.
//!
//! Land is kept as sheets, a column each, the same blocks once however often they are seen; what changes in a column afterwards
//! is written block by block, until so much of it has that a new sheet is the shorter way. A row that says all there is comes at least once a
//! minute: no moment is further than that from one.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher},
    sync::Arc,
};

use super::{
    moment::{BotMoment, GoalMoment, Held, Moment, Place, write_moments},
    sheet::{pack, plain},
};
use crate::{
    domain::{BlockPos, ChunkPos, Connection, GoalView, Observation, PosMap, StepView},
    voxel::{Column, StateId},
};

/// Bytes of one session at most: some 15,000 blocks of way through new land, days of work in one place.
pub const MOST_BYTES: usize = 64 << 20;
/// A row is closed when it is so long, in milliseconds: what a kill of the program loses.
const ROW_MS: u64 = 2_000;
/// Or has so many new sheets.
const ROW_SHEETS: usize = 64;
/// From one row that says all to the next, in milliseconds; and in moments, where much happens.
const WHOLE_EVERY_MS: u64 = 60_000;
const WHOLE_EVERY_MOMENTS: usize = 2_000;
/// Changed blocks of a column beyond which it is kept anew.
const MOST_CHANGES: usize = 400;

/// What is seen, as far as it may have changed since the last time.
#[derive(Debug, Default)]
pub struct Sight {
    /// Wall time in milliseconds since 1970.
    pub ms: u64,
    pub bots: Vec<BotSight>,
    pub goals: Vec<GoalView>,
    /// Goals that are kept no more.
    pub gone: Vec<u64>,
}

/// What a bot sees.
#[derive(Debug, Default)]
pub struct BotSight {
    pub name: String,
    pub server: String,
    pub connection: Connection,
    pub observation: Option<Observation>,
    /// New and changed columns, and those that are seen no more.
    pub columns: Vec<(ChunkPos, Option<Arc<Column>>)>,
}

/// What the store is to keep.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub from_ms: u64,
    pub to_ms: u64,
    /// Its first moment says all there is.
    pub whole: bool,
    pub data: Vec<u8>,
    /// By number, which counts up from 0 in a session.
    pub sheets: Vec<(u32, Vec<u8>)>,
}

impl Row {
    pub fn bytes(&self) -> usize {
        self.data.len() + self.sheets.iter().map(|(_, data)| data.len()).sum::<usize>()
    }
}

/// A column as it was written down last.
struct Written {
    sheet: u32,
    column: Arc<Column>,
    changes: BTreeMap<BlockPos, StateId>,
}

/// A bot as it was written down last.
#[derive(Default)]
struct Bot {
    name: String,
    server: String,
    connection: Option<Connection>,
    place: Option<Place>,
    held: Option<Held>,
    columns: PosMap<ChunkPos, Written>,
}

/// See the module.
pub struct Scribe {
    as_written: Box<dyn Fn(&str) -> String + Send>,
    most_bytes: usize,
    bots: Vec<Bot>,
    goals: BTreeMap<u64, GoalView>,
    /// The numbers of sheets by what is in them.
    known: HashMap<u64, u32>,
    /// The row that is being written.
    moments: Vec<Moment>,
    sheets: Vec<(u32, Vec<u8>)>,
    /// Since the last moment that said all there is: when that was, and how many.
    whole_ms: Option<u64>,
    since_whole: usize,
    last_ms: u64,
    bytes: usize,
    is_full: bool,
}

impl std::fmt::Debug for Scribe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scribe").field("bytes", &self.bytes).field("is_full", &self.is_full).finish_non_exhaustive()
    }
}

impl Scribe {
    /// One that writes up to so many bytes. `as_written`: takes out of a text what must not be kept.
    pub fn new(most_bytes: usize, as_written: Box<dyn Fn(&str) -> String + Send>) -> Self {
        Self {
            as_written,
            most_bytes,
            bots: Vec::new(),
            goals: BTreeMap::new(),
            known: HashMap::new(),
            moments: Vec::new(),
            sheets: Vec::new(),
            whole_ms: None,
            since_whole: 0,
            last_ms: 0,
            bytes: 0,
            is_full: false,
        }
    }

    /// Whether nothing more is written.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Takes a sight down: the rows that are done with it.
    pub fn take(&mut self, sight: Sight) -> Vec<Row> {
        if self.is_full {
            return Vec::new();
        }
        // A clock that is set back is waited for.
        let ms = sight.ms.max(self.last_ms);
        self.last_ms = ms;
        let mut moment = Moment { ms, ..Moment::default() };
        for bot in sight.bots {
            moment.bots.extend(self.take_bot(bot));
        }
        for goal in sight.goals {
            moment.goals.extend(self.take_goal(goal));
        }
        moment.gone = sight.gone.into_iter().filter(|goal| self.goals.remove(goal).is_some()).collect();
        let is_news = !moment.bots.is_empty() || !moment.goals.is_empty() || !moment.gone.is_empty();
        let mut rows = Vec::new();
        let is_due = |since: u64| ms >= since + WHOLE_EVERY_MS || self.since_whole >= WHOLE_EVERY_MOMENTS;
        if is_news && self.whole_ms.is_none_or(is_due) {
            rows.extend(self.close());
            self.moments.push(self.whole(ms));
            (self.whole_ms, self.since_whole) = (Some(ms), 0);
        } else if is_news {
            self.moments.push(moment);
            self.since_whole += 1;
        }
        let is_long = self.moments.first().is_some_and(|first| ms >= first.ms + ROW_MS);
        if is_long || self.sheets.len() >= ROW_SHEETS {
            rows.extend(self.close());
        }
        if self.bytes > self.most_bytes {
            self.is_full = true;
            self.moments.push(Moment { ms, full: true, ..Moment::default() });
            rows.extend(self.close());
        }
        rows
    }

    /// What is not in a row yet.
    pub fn close(&mut self) -> Option<Row> {
        // Sheets without a moment wait for it.
        let moments = std::mem::take(&mut self.moments);
        let (first, last) = (moments.first()?, moments.last()?);
        let sheets = std::mem::take(&mut self.sheets);
        let data = write_moments(&moments, &*self.as_written);
        let row = Row { from_ms: first.ms, to_ms: last.ms, whole: first.whole, data, sheets };
        self.bytes += row.bytes();
        Some(row)
    }

    fn take_bot(&mut self, sight: BotSight) -> Option<BotMoment> {
        let at = match self.bots.iter().position(|bot| bot.name == sight.name) {
            Some(at) => at,
            None => {
                self.bots.push(Bot { name: sight.name.clone(), ..Bot::default() });
                self.bots.len() - 1
            }
        };
        let mut moment = BotMoment { name: sight.name, ..BotMoment::default() };
        let bot = &mut self.bots[at];
        if bot.server != sight.server {
            bot.server.clone_from(&sight.server);
            moment.server = Some(sight.server);
        }
        if bot.connection.as_ref() != Some(&sight.connection) {
            bot.connection = Some(sight.connection.clone());
            moment.connection = Some(sight.connection);
        }
        if let Some(seen) = &sight.observation {
            let place = Place::of(seen);
            if let Some(place) = place.filter(|now| bot.place.as_ref().is_none_or(|last| !last.is_like(now))) {
                bot.place = Some(place.clone());
                moment.place = Some(place);
            }
            let held = Held::of(seen);
            if bot.held.as_ref() != Some(&held) {
                bot.held = Some(held.clone());
                moment.held = Some(held);
            }
        }
        for (chunk, column) in sight.columns {
            self.take_column(at, chunk, column, &mut moment);
        }
        let is_news = moment != BotMoment { name: moment.name.clone(), ..BotMoment::default() };
        is_news.then_some(moment)
    }

    fn take_column(&mut self, at: usize, chunk: ChunkPos, column: Option<Arc<Column>>, moment: &mut BotMoment) {
        let columns = &mut self.bots[at].columns;
        let Some(column) = column else {
            if columns.remove(&chunk).is_some() {
                moment.unseen.push((chunk.x, chunk.z));
            }
            return;
        };
        if let Some(written) = columns.get_mut(&chunk)
            && let Some(changed) = differing(&written.column, &column, chunk)
        {
            let told: Vec<_> = changed.iter().map(|(at, state)| (at.x, at.y, at.z, *state)).collect();
            written.changes.extend(changed);
            if written.changes.len() <= MOST_CHANGES {
                written.column = column;
                moment.blocks.extend(told);
                return;
            }
        }
        let plain = plain(&column);
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&plain);
        let next = self.known.len() as u32;
        let sheet = *self.known.entry(hash).or_insert_with(|| {
            self.sheets.push((next, pack(&plain)));
            next
        });
        moment.columns.push((chunk.x, chunk.z, sheet));
        self.bots[at].columns.insert(chunk, Written { sheet, column, changes: BTreeMap::new() });
    }

    fn take_goal(&mut self, goal: GoalView) -> Option<GoalMoment> {
        let moment = match self.goals.get(&goal.id) {
            None => all_of(&goal),
            Some(last) => changed(last, &goal)?,
        };
        self.goals.insert(goal.id, goal);
        Some(moment)
    }

    /// All there is, as it was written down last.
    fn whole(&self, ms: u64) -> Moment {
        let bots = self.bots.iter().map(|bot| {
            let columns = bot.columns.iter().map(|(chunk, written)| (chunk.x, chunk.z, written.sheet));
            let changes = bot.columns.values().flat_map(|written| &written.changes);
            BotMoment {
                name: bot.name.clone(),
                server: Some(bot.server.clone()),
                connection: bot.connection.clone(),
                place: bot.place.clone(),
                held: bot.held.clone(),
                columns: columns.collect(),
                unseen: Vec::new(),
                blocks: changes.map(|(at, state)| (at.x, at.y, at.z, *state)).collect(),
            }
        });
        let goals = self.goals.values().map(all_of).collect();
        Moment { ms, whole: true, bots: bots.collect(), goals, ..Moment::default() }
    }
}

/// The blocks that differ between two states of a column; `None` where it is shorter to write all of it.
fn differing(old: &Column, new: &Column, chunk: ChunkPos) -> Option<Vec<(BlockPos, StateId)>> {
    if old.min_y != new.min_y || old.sections.len() != new.sections.len() {
        return None;
    }
    let new_y = |section: usize| new.min_y + 16 * section as i32;
    let mut found = Vec::new();
    for (number, (old, new)) in old.sections.iter().zip(&new.sections).enumerate() {
        if old == new {
            continue;
        }
        let low = BlockPos::new(chunk.x * 16, new_y(number), chunk.z * 16);
        for index in (0..4096usize).filter(|index| old.get(*index) != new.get(*index)) {
            if found.len() >= MOST_CHANGES {
                return None;
            }
            let at = low.offset(index as i32 & 15, index as i32 >> 8, index as i32 >> 4 & 15);
            found.push((at, new.get(index)));
        }
    }
    Some(found)
}

fn all_of(goal: &GoalView) -> GoalMoment {
    GoalMoment { id: goal.id, head: Some(Box::new(head(goal))), order: Some(order(goal)), steps: goal.steps.clone() }
}

/// What has changed about a goal, if anything has but its ticks.
fn changed(last: &GoalView, now: &GoalView) -> Option<GoalMoment> {
    let (last_head, now_head) = (head(last), head(now));
    let is_same_head = GoalView { ticks: now_head.ticks, ..last_head } == now_head;
    let before: HashMap<u64, &StepView> = last.steps.iter().map(|step| (step.id, step)).collect();
    let is_new = |step: &&StepView| before.get(&step.id).is_none_or(|last| *last != *step);
    let steps: Vec<StepView> = now.steps.iter().filter(is_new).cloned().collect();
    let order = Some(order(now)).filter(|order| *order != self::order(last));
    let head = (!is_same_head || !steps.is_empty() || order.is_some()).then(|| Box::new(now_head));
    head.as_ref()?;
    Some(GoalMoment { id: now.id, head, order, steps })
}

fn head(goal: &GoalView) -> GoalView {
    GoalView { steps: Vec::new(), ..goal.clone() }
}

fn order(goal: &GoalView) -> Vec<u64> {
    goal.steps.iter().map(|step| step.id).collect()
}
