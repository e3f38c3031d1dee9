//! Breaking blocks by vanilla's rules: the server counts the ticks, whatever the client claims.
//!
//! A client says when it starts and when it thinks it is done. If by our count it is at least seven tenths there, it is
//! believed; otherwise the block breaks here when its time has come, and the client's guess is taken back until then.

use azalea_protocol::packets::game::{
    ClientboundBlockChangedAck, ClientboundBlockDestruction, ClientboundEntityEvent, ClientboundLevelEvent,
    ServerboundPlayerAction, s_player_action::Action,
};

use crate::{
    chunks::blocks,
    domain::BlockPos,
    game::Game,
    items::stack::Stack,
    knowledge,
    knowledge::Block,
    net::inbound::ConnectionId,
    players::{digging::Digging, effects::Effect, player::Player, statistics::Stat, surroundings},
    protocol::{packets, packets::IntoEntity, wire},
    rng::Rng,
    rules::{game_rules::Rule, loot, loot::Breaker, paired},
    voxel::StateId,
    world::store::World,
};

/// How far along the server must be for a client's "done" to count.
const CLOSE_ENOUGH: f32 = 0.7;

/// Exhaustion of a block broken (Minecraft Wiki, Hunger).
const EXHAUSTION: f32 = 0.005;

/// Digging with the eyes under water, and off the ground, each takes this many times as long (Minecraft Wiki, Breaking).
const HINDRANCE: f32 = 5.0;

/// How much faster each level of Haste, or of Conduit Power, digs, and what the levels of Mining Fatigue leave of the speed
/// (Minecraft Wiki, Haste and Mining Fatigue). Each is to leave three tenths of the last; that the third leaves less is a
/// slip of the game's (MC-279819).
const HASTE: f32 = 0.2;
const FATIGUE: [f32; 4] = [0.3, 0.09, 0.0027, 0.000_81];

/// The entity event of a tool that breaks in the main hand.
const TOOL_BROKE_EVENT: u8 = 47;

/// The level event that shows and sounds a block breaking.
const BREAK_EVENT: u32 = 2001;

/// A progress that takes the cracks away.
const NO_CRACKS: u8 = 255;

impl Game {
    pub(crate) fn player_action(&mut self, id: ConnectionId, packet: &ServerboundPlayerAction) {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        let pos = wire::from_block_pos(packet.pos);
        match packet.action {
            Action::StartDestroyBlock | Action::StopDestroyBlock | Action::AbortDestroyBlock => {
                player.acknowledge(packet.seq);
                if !player.reaches(pos) || !player.may_build() {
                    return player.show_block(&mut self.world, pos);
                }
                match packet.action {
                    Action::StartDestroyBlock => self.start_digging(id, pos),
                    Action::StopDestroyBlock => self.stop_digging(id, pos),
                    _ => self.abort_digging(id),
                }
            }
            _ if player.is_spectator() => {}
            Action::DropItem | Action::DropAllItems => {
                let Some(stack) = player.hand() else { return };
                let count = if packet.action == Action::DropItem { 1 } else { stack.count };
                player.inventory.pack[player.held] = stack.with_count(stack.count - count);
                if let Some(thrown) = stack.with_count(count) {
                    player.count_throw(&thrown);
                    self.throw(id, thrown);
                }
            }
            Action::SwapItemWithOffhand => {
                std::mem::swap(&mut player.inventory.pack[player.held], &mut player.inventory.offhand);
            }
            Action::ReleaseUseItem => player.eating = None,
        }
    }

    fn start_digging(&mut self, id: ConnectionId, pos: BlockPos) {
        let state = self.world.block(pos);
        let is_protected = self.is_protected_from(id, pos);
        let Some(player) = self.players.get_mut(&id) else { return };
        if is_protected {
            return player.link.send(packets::block_update(pos, state));
        }
        if player.is_creative() || player.speed(&mut self.world, state) >= 1.0 {
            return self.break_block(id, pos);
        }
        // Whatever was begun before is still whole.
        if let Some((before, _)) = player.digging.current.replace((pos, self.tick)) {
            player.link.send(packets::block_update(before, self.world.block(before)));
        }
        player.digging.cracks = 0;
    }

    fn stop_digging(&mut self, id: ConnectionId, pos: BlockPos) {
        let state = self.world.block(pos);
        let Some(player) = self.players.get_mut(&id) else { return };
        match player.digging.current {
            Some((begun, start)) if begun == pos && state != blocks::AIR => {
                player.digging.current = None;
                if player.speed(&mut self.world, state) * (self.tick - start + 1) as f32 >= CLOSE_ENOUGH {
                    self.break_block(id, pos);
                } else {
                    player.link.send(packets::block_update(pos, state));
                    player.digging.delayed.get_or_insert((pos, start));
                }
                self.show_cracks(id, pos, NO_CRACKS);
            }
            // Broken at the start, or never begun: the client's guess is put right.
            _ => player.link.send(packets::block_update(pos, state)),
        }
    }

    fn abort_digging(&mut self, id: ConnectionId) {
        let Some(player) = self.players.get_mut(&id) else { return };
        if let Some((pos, _)) = player.digging.current.take() {
            self.show_cracks(id, pos, NO_CRACKS);
        }
    }

    /// Breaks what clients stopped digging too early, and shows the others how far everyone is.
    pub(crate) fn tick_digging(&mut self) {
        let ids: Vec<_> = self.players.keys().copied().collect();
        for id in ids {
            let Some(player) = self.players.get_mut(&id) else { continue };
            let Digging { current, delayed, cracks } = player.digging;
            if let Some((pos, start)) = delayed {
                let state = self.world.block(pos);
                if state == blocks::AIR {
                    player.digging.delayed = None;
                } else if player.speed(&mut self.world, state) * (self.tick - start + 1) as f32 >= 1.0 {
                    player.digging.delayed = None;
                    self.break_block(id, pos);
                }
            } else if let Some((pos, start)) = current {
                let state = self.world.block(pos);
                let progress = player.speed(&mut self.world, state) * (self.tick - start + 1) as f32;
                let now = ((progress * 10.0) as u8).min(9);
                if state == blocks::AIR {
                    player.digging.current = None;
                    self.show_cracks(id, pos, NO_CRACKS);
                } else if now != cracks {
                    player.digging.cracks = now;
                    self.show_cracks(id, pos, now);
                }
            }
        }
    }

    /// To all but the one who digs, whose client draws its own.
    fn show_cracks(&mut self, id: ConnectionId, pos: BlockPos, progress: u8) {
        let packet = ClientboundBlockDestruction { id: id.into_entity(), pos: wire::to_block_pos(pos), progress };
        for other in self.players.values_mut().filter(|other| other.id != id) {
            other.link.send(packet.clone());
        }
    }

    /// The block goes, what it yields to this player's tool drops, the tool wears.
    fn break_block(&mut self, id: ConnectionId, pos: BlockPos) {
        let state = self.world.block(pos);
        let Some(player) = self.players.get_mut(&id) else { return };
        let creative = player.is_creative();
        let Some(block) = knowledge::block_of_state(state).filter(|block| block.hardness.is_some() || creative) else {
            return player.link.send(packets::block_update(pos, state));
        };
        if blocks::is_liquid(state) {
            return player.link.send(packets::block_update(pos, state));
        }
        let tool = player.tool();
        let silk_touch = player.enchantment("silk_touch") > 0;
        let mut loot = Vec::new();
        if !creative {
            player.vitals.tire(EXHAUSTION);
            if knowledge::can_harvest(block, tool) {
                player.statistics.count_mined(state);
            }
            let held = player.hand().filter(|stack| wear_of(stack.name()) > 0);
            if let Some(stack) = held {
                player.count_use(&stack);
            }
            if block.hardness.is_some_and(|hardness| hardness > 0.0) && player.wear_tool(&mut self.rng) {
                self.broadcast(ClientboundEntityEvent { entity_id: id.into_entity(), event_id: TOOL_BROKE_EVENT });
            }
            let breaker = match tool {
                Some(tool) if silk_touch => Breaker::SilkTouch(tool),
                tool => Breaker::Player(tool),
            };
            loot = self.loot(pos, state, breaker);
            if knowledge::can_harvest(block, tool) && !silk_touch && self.rules.is(Rule::BlockDrops) {
                let points = loot::experience(&mut self.rng, block.name);
                self.add_experience(id, points);
            }
        }
        let event = ClientboundLevelEvent {
            event_type: BREAK_EVENT,
            pos: wire::to_block_pos(pos),
            data: u32::from(state),
            global_event: false,
        };
        for other in self.players.values_mut().filter(|other| other.id != id) {
            other.link.send(event.clone());
        }
        if creative && let Some((other, _)) = paired::other_part(pos, state) {
            // Else it would lose its hold, and drop what a creator's digging never does.
            let there = self.world.block(other);
            if blocks::name(there) == block.name {
                self.set_block(other, blocks::what_is_left(there));
            }
        }
        let is_at_it =
            |digging: &Digging| [digging.current, digging.delayed].iter().flatten().any(|(at, _)| *at == pos);
        if self.players.values().any(|other| other.id != id && is_at_it(&other.digging)) {
            self.contested += 1;
        }
        let melts = !creative && !silk_touch && self.melts(pos, state);
        let left = if melts { blocks::state("water") } else { blocks::what_is_left(state) };
        self.set_block(pos, left);
        for stack in loot {
            self.pop(pos, stack);
        }
    }

    /// Whether what a player digs in survival and without Silk Touch becomes water: ice over anything that stops bodies, or
    /// over a liquid (the game's `IceBlock.playerDestroy`).
    fn melts(&mut self, pos: BlockPos, state: StateId) -> bool {
        let below = self.world.block(pos.down());
        matches!(blocks::name(state), "ice" | "frosted_ice") && (knowledge::is_solid(below) || blocks::is_liquid(below))
    }
}

impl Player {
    /// How much of a block one tick of digging does: 1 and more is at once.
    fn speed(&self, world: &mut World, state: StateId) -> f32 {
        let Some(block) = knowledge::block_of_state(state) else { return 0.0 };
        let mut speed = speed_on_ground(block, self.tool(), self.mining_efficiency());
        let hastes = [Effect::Haste, Effect::ConduitPower].map(|effect| self.vitals.effects.level(effect));
        if let Some(haste) = hastes.into_iter().flatten().max() {
            speed *= 1.0 + HASTE * haste as f32;
        }
        if let Some(fatigue) = self.vitals.effects.level(Effect::MiningFatigue) {
            speed *= FATIGUE[(fatigue as usize).min(FATIGUE.len()) - 1];
        }
        if surroundings::is_under_water(world, self.eyes()) {
            speed /= HINDRANCE;
        }
        if !self.on_ground {
            speed /= HINDRANCE;
        }
        speed
    }

    /// The level of an enchantment of what is in the hand.
    fn enchantment(&self, name: &str) -> u8 {
        self.hand().map_or(0, |stack| stack.enchantments.level(name))
    }

    /// What Efficiency adds to the speed of the right tool (Minecraft Wiki, Efficiency).
    pub fn mining_efficiency(&self) -> f32 {
        match f32::from(self.enchantment("efficiency")) {
            0.0 => 0.0,
            level => level * level + 1.0,
        }
    }

    /// Takes what breaking a block costs off the tool in the hand; whether it broke. Unbreaking spares each use by chance:
    /// one in so many counts as its level and one (Minecraft Wiki, Unbreaking).
    pub fn wear_tool(&mut self, rng: &mut Rng) -> bool {
        let Some(stack) = self.hand() else { return false };
        self.wear_out(wear_of(stack.name()), rng)
    }

    /// What is in the hand was used on a block, as a tool.
    pub fn use_tool(&mut self, rng: &mut Rng) {
        self.hand().iter().for_each(|stack| self.count_use(stack));
        if !self.is_creative() {
            self.wear_tool(rng);
        }
    }

    /// Takes so many uses off what is in the hand, if it wears out; true if it breaks.
    pub fn wear_out(&mut self, uses: u32, rng: &mut Rng) -> bool {
        let Some(stack) = self.hand() else { return false };
        let Some(durability) = knowledge::item_by_id(stack.item).and_then(|item| item.durability) else { return false };
        let unbreaking = i32::from(stack.enchantments.level("unbreaking"));
        let uses = (0..uses).filter(|_| unbreaking == 0 || rng.range(0, unbreaking) == 0).count();
        let worn = Stack { damage: stack.damage + uses as u32, ..stack };
        let broke = worn.damage >= durability;
        self.statistics.count_item(Stat::Broken, &stack, broke.into());
        self.inventory.pack[self.held] = (!broke).then_some(worn);
        broke
    }

    /// To be acknowledged at the end of the tick. Some clients number every action 0.
    pub fn acknowledge(&mut self, sequence: u32) {
        self.acknowledge = self.acknowledge.max(Some(sequence));
    }

    /// Tells the client up to which of its actions the blocks it has been sent are the truth.
    pub fn acknowledge_blocks(&mut self) {
        if let Some(seq) = self.acknowledge.take() {
            self.link.send(ClientboundBlockChangedAck { seq });
        }
    }
}

/// Uses that one broken block takes off an item: its tool component's `damage_per_block`, 1 where that is not told.
/// Nothing of what is no tool (bow, rod, armour).
fn wear_of(item: &str) -> u32 {
    let is_one_of = |kinds: &[&str]| kinds.iter().any(|kind| item.ends_with(kind));
    if is_one_of(&["_sword", "mace", "trident"]) {
        2
    } else {
        u32::from(is_one_of(&["_pickaxe", "_axe", "_shovel", "_hoe", "shears"]))
    }
}

fn speed_on_ground(block: &Block, tool: Option<&str>, efficiency: f32) -> f32 {
    match block.hardness {
        None => 0.0,
        Some(0.0) => f32::INFINITY,
        Some(hardness) => {
            let divisor = if knowledge::can_harvest(block, tool) { 30.0 } else { 100.0 };
            let speed = match knowledge::dig_speed(block, tool) {
                right if right > 1.0 => right + efficiency,
                speed => speed,
            };
            speed / hardness / divisor
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_does_its_share() {
        for (name, tool) in [("stone", Some("wooden_pickaxe")), ("oak_log", None), ("dirt", Some("stone_shovel"))] {
            let block = knowledge::block(name).unwrap();
            let ticks = (1.0 / speed_on_ground(block, tool, 0.0)).ceil() as u32;
            assert_eq!(Some(ticks), knowledge::dig_ticks(block, tool), "{name} with {tool:?}");
        }
        assert_eq!(speed_on_ground(knowledge::block("bedrock").unwrap(), None, 0.0), 0.0);
    }

    /// `damage_per_block` of the items' tool components.
    #[test]
    fn only_tools_wear() {
        let items =
            ["iron_pickaxe", "stone_axe", "shears", "iron_sword", "mace", "trident", "bow", "fishing_rod", "stick"];
        assert_eq!(items.map(wear_of), [1, 1, 1, 2, 2, 2, 0, 0, 0]);
    }
}
