//! What an agent sees of the world, as those who plan for it want it.

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{
    body::BodyLink,
    parts::{Agent, Buildings, Clock, GoalOf, LastDone, Link, Moved, Places, Policy, Seen, Zones},
    seen::{ComingIn, SeenBlocks},
};
use crate::{
    domain::{BlockPos, Connection, Earthwork, GoalState, Observation, Zone},
    mind::plan::undo::Built,
    voxel::SeenWorld,
};

/// What is looked at of each of them.
type Watched = (
    &'static Agent,
    &'static BodyLink,
    &'static Link,
    &'static Clock,
    &'static Seen,
    &'static ComingIn,
    &'static Places,
    &'static LastDone,
    &'static Policy,
    &'static Moved,
);

/// The agents, as far as they can see.
#[derive(SystemParam)]
pub struct Agents<'w, 's> {
    agents: Query<'w, 's, Watched>,
    blocks: Res<'w, SeenBlocks>,
    buildings: Res<'w, Buildings>,
    zones: Res<'w, Zones>,
}

/// What one of them sees.
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    agent: &'a Agent,
    body: &'a BodyLink,
    pub seen: &'a Observation,
    pub blocks: &'a SeenWorld,
    pub policy: Policy,
    pub places: &'a Places,
    pub last: &'a LastDone,
    /// What it has moved for a building that is not done.
    pub moved: &'a Earthwork,
    buildings: &'a Buildings,
    zones: &'a Zones,
    /// No new land has come in for a while.
    pub lies_still: bool,
    joined: bool,
}

impl Agents<'_, '_> {
    /// What the agent of a goal sees; `None` before it has seen anything.
    pub fn outlook(&self, of: &GoalOf) -> Option<Outlook<'_>> {
        let (agent, body, link, clock, seen, coming_in, places, last, policy, moved) = self.agents.get(of.0).ok()?;
        let joined = matches!(link.0, Connection::Joined);
        let (seen, blocks) = (seen.0.as_ref()?, self.blocks.of(of.0));
        let lies_still = coming_in.lies_still(clock.0, (blocks, seen.position.block()));
        let (policy, buildings, zones, moved) = (*policy, &*self.buildings, &*self.zones, &moved.0);
        Some(Outlook { agent, body, seen, blocks, policy, places, last, moved, buildings, zones, lies_still, joined })
    }
}

impl<'a> Outlook<'a> {
    /// The same with other blocks in the place of those that were seen.
    pub fn over(self, blocks: &'a SeenWorld) -> Self {
        Self { blocks, ..self }
    }

    /// Whether the agent can work on a goal: the goal is active, and the bot stands in the world.
    pub fn can_work(&self, state: &GoalState) -> bool {
        self.joined && *state == GoalState::Active
    }

    /// What stands of what was built here in this run, the newest last.
    pub fn buildings(&self) -> Vec<Built> {
        let here = self.buildings.0.iter().filter(|(server, _)| *server == self.agent.server);
        let here = here.filter(|(_, built)| built.dimension == self.seen.dimension);
        here.filter(|(_, built)| !built.is_gone(self.blocks)).map(|(_, built)| built.clone()).collect()
    }

    /// The land around that is kept as it is.
    pub fn zones(&self) -> Vec<Zone> {
        let mut zones = self.zones.on(&self.agent.server);
        zones.retain(|zone| zone.dimension == self.seen.dimension);
        zones
    }

    /// Stations that others have put up for themselves.
    pub fn stations_of_others(&self) -> Vec<BlockPos> {
        self.body.0.leases.stations_of_others(&self.agent.username)
    }
}
