//! How things stood: what has changed, taken in moment by moment from one that says all there is.

use std::collections::BTreeMap;

use super::moment::{BotMoment, GoalMoment, Held, Moment, Place};
use crate::{
    domain::{BlockPos, BotView, ChunkPos, Connection, GoalView, MindView, Observation, PosMap, StepView},
    voxel::StateId,
};

/// A column as it is seen: a sheet by its number, and what differs from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    pub number: u32,
    pub blocks: BTreeMap<BlockPos, StateId>,
}

/// A bot as it stood.
#[derive(Clone, Debug, Default, PartialEq)]
struct Bot {
    name: String,
    server: String,
    connection: Connection,
    place: Option<Place>,
    held: Held,
    columns: PosMap<ChunkPos, Sheet>,
}

/// How things stood at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fold {
    /// Wall time in milliseconds since 1970 of the last moment that was taken in; 0 before the first.
    pub ms: u64,
    /// The recording ends here, with as many bytes as it may have.
    pub is_full: bool,
    bots: Vec<Bot>,
    goals: BTreeMap<u64, GoalView>,
}

impl Fold {
    /// Takes the next moment in.
    pub fn take(&mut self, moment: &Moment) {
        if moment.whole {
            *self = Self::default();
        }
        self.ms = self.ms.max(moment.ms);
        self.is_full |= moment.full;
        for bot in &moment.bots {
            self.take_bot(bot);
        }
        for goal in &moment.goals {
            self.take_goal(goal);
        }
        moment.gone.iter().for_each(|goal| _ = self.goals.remove(goal));
    }

    fn take_bot(&mut self, moment: &BotMoment) {
        let at = match self.bots.iter().position(|bot| bot.name == moment.name) {
            Some(at) => at,
            None => {
                self.bots.push(Bot { name: moment.name.clone(), ..Bot::default() });
                self.bots.len() - 1
            }
        };
        let bot = &mut self.bots[at];
        moment.server.iter().for_each(|server| bot.server.clone_from(server));
        moment.connection.iter().for_each(|connection| bot.connection.clone_from(connection));
        moment.held.iter().for_each(|held| bot.held.clone_from(held));
        if let Some(place) = &moment.place {
            bot.place = Some(place.clone());
        }
        for (x, z) in &moment.unseen {
            bot.columns.remove(&ChunkPos { x: *x, z: *z });
        }
        for (x, z, number) in &moment.columns {
            bot.columns.insert(ChunkPos { x: *x, z: *z }, Sheet { number: *number, ..Sheet::default() });
        }
        for (x, y, z, state) in &moment.blocks {
            let at = BlockPos::new(*x, *y, *z);
            if let Some(sheet) = bot.columns.get_mut(&at.chunk()) {
                sheet.blocks.insert(at, *state);
            }
        }
    }

    fn take_goal(&mut self, moment: &GoalMoment) {
        let steps = self.goals.get_mut(&moment.id).map(|goal| std::mem::take(&mut goal.steps)).unwrap_or_default();
        if let Some(head) = &moment.head {
            self.goals.insert(moment.id, (**head).clone());
        }
        let Some(goal) = self.goals.get_mut(&moment.id) else { return };
        let order = moment.order.clone().unwrap_or_else(|| steps.iter().map(|step| step.id).collect());
        let mut known: BTreeMap<u64, StepView> = steps.into_iter().map(|step| (step.id, step)).collect();
        known.extend(moment.steps.iter().map(|step| (step.id, step.clone())));
        goal.steps = order.iter().filter_map(|id| known.remove(id)).collect();
    }

    /// What the window shows, but for the journal and the chat: these are kept elsewhere.
    pub fn view(&self) -> MindView {
        let bots = self.bots.iter().map(|bot| BotView {
            username: bot.name.clone(),
            connection: bot.connection.clone(),
            server: bot.server.clone(),
            observation: bot.place.as_ref().map(|place| observation(place, &bot.held)),
            trial: None,
            // Which land was kept is not recorded.
            zones: Vec::new(),
        });
        MindView { bots: bots.collect(), goals: self.goals.values().cloned().collect(), ..MindView::default() }
    }

    /// The columns that a bot saw; those of the first where none has this name.
    pub fn columns(&self, bot: &str) -> Option<&PosMap<ChunkPos, Sheet>> {
        self.bots.iter().find(|known| known.name == bot).or(self.bots.first()).map(|bot| &bot.columns)
    }
}

fn observation(place: &Place, held: &Held) -> Observation {
    Observation {
        tick: place.tick,
        position: place.at,
        yaw: place.yaw,
        pitch: place.pitch,
        on_ground: place.on_ground,
        health: place.health,
        food: place.food,
        saturation: place.saturation,
        dimension: place.dimension.clone(),
        time_of_day: place.time_of_day,
        game_mode: place.game_mode.clone(),
        tick_rate: place.tick_rate,
        slots: held.slots.clone(),
        cursor: held.cursor.clone(),
        hotbar: held.hotbar,
        ..Observation::default()
    }
}
