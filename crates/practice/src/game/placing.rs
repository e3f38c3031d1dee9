//! The hand's item used on a block: it opens, it is worked with a tool, a block is placed, or nothing happens; the client
//! is told which. What state a block takes is for `states`.

use azalea_protocol::packets::game::{ClientboundSystemChat, ServerboundUseItemOn, s_interact::InteractionHand};

use crate::{
    chunks::{
        blocks,
        heights::{HEIGHT, MIN_Y},
    },
    domain::{BlockPos, Side},
    game::Game,
    items::stack::Stack,
    knowledge,
    knowledge::{Block, placing},
    net::inbound::ConnectionId,
    players::player::{HALF_WIDTH, Player},
    protocol::{texts, wire},
    rules::{joining, paired, states, states::Click},
    voxel::StateId,
    world::collide::Bounds,
};

impl Game {
    pub(crate) fn use_item_on(&mut self, id: ConnectionId, packet: &ServerboundUseItemOn) {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        player.acknowledge(packet.seq);
        let hit = &packet.block_hit;
        let clicked = wire::from_block_pos(hit.block_pos);
        let side = wire::from_direction(hit.direction);
        let beside = clicked.beside(side);
        // What is clicked decides, not where a block would come to stand: vanilla's `mayInteract`.
        let is_protected = self.is_protected_from(id, clicked);
        let Some(player) = self.players.get(&id) else { return };
        let hits = [hit.location.x, hit.location.y, hit.location.z];
        let can = player.reaches(clicked)
            && player.teleporting.is_none()
            && !player.is_spectator()
            && !is_protected
            && hits.into_iter().all(f64::is_finite);
        if can && packet.hand == InteractionHand::MainHand {
            let busy_hands = player.sneaking && player.hand().is_some();
            if busy_hands || !self.open_block(id, clicked) {
                self.use_hand_on(id, clicked, side, hits);
            }
        }
        // As vanilla does, whatever came of it: the client guessed, and may have guessed wrong.
        if let Some(player) = self.players.get_mut(&id) {
            player.show_block(&mut self.world, clicked);
            player.show_block(&mut self.world, beside);
        }
    }

    /// Works the block with the tool in the hand, or places the block in it. `hit` is in the world.
    fn use_hand_on(&mut self, id: ConnectionId, clicked: BlockPos, face: Side, hit: [f64; 3]) {
        let Some(player) = self.players.get(&id).filter(|player| player.may_build()) else { return };
        let Some(stack) = player.hand() else { return };
        let (yaw, pitch, sneaking) = (player.yaw, player.pitch, player.sneaking);
        if self.work(id, clicked, face, stack.name())
            || self.kindle(id, clicked, face, stack)
            || self.douse(id, clicked, face, stack)
            || self.fertilize(id, clicked, stack)
        {
            return;
        }
        let Some(block) = placing::block_of_item(stack.name()) else { return };
        let click = |place: BlockPos| {
            let hit = [hit[0] - f64::from(place.x), hit[1] - f64::from(place.y), hit[2] - f64::from(place.z)];
            Click { face, hit, yaw, pitch, sneaking, inside: place == clicked }
        };
        let place = if states::gives_way(self.world.block(clicked), block, &click(clicked)) {
            clicked
        } else {
            clicked.beside(face)
        };
        let placed = self.place(place, block, &click(place));
        if placed {
            self.write_on_new(id, place);
        }
        let Some(player) = self.players.get_mut(&id) else { return };
        if placed {
            player.count_use(&stack);
            player.use_up(stack);
        } else if face == Side::Up && clicked.y >= MIN_Y + HEIGHT - 1 {
            player.tell_height_limit();
        }
    }

    /// Puts a block somewhere, with all that goes with it; false where it cannot be.
    fn place(&mut self, pos: BlockPos, block: &'static Block, click: &Click) -> bool {
        let is_free = |game: &mut Self, pos: BlockPos, click: &Click| {
            (MIN_Y..MIN_Y + HEIGHT).contains(&pos.y) && states::gives_way(game.world.block(pos), block, click)
        };
        if !is_free(self, pos, click) {
            return false;
        }
        let Some(state) = states::placed(&mut self.world, pos, block, click) else { return false };
        if self.players.values().any(|player| player.is_in_the_way(pos, state)) {
            return false;
        }
        let other = paired::other_part(pos, state);
        if let Some((beside, part)) = other {
            if !is_free(self, beside, &Click { inside: false, ..*click }) {
                return false;
            }
            let in_water = blocks::is_still_water(self.world.block(beside));
            let part = blocks::with(part, "waterlogged", if in_water { "true" } else { "false" });
            self.set_block(beside, part);
        }
        self.set_block(pos, state);
        self.join_chest(pos, state);
        self.join_rail(pos);
        true
    }

    /// A chest that was placed as one half makes the other of the chest beside it.
    fn join_chest(&mut self, pos: BlockPos, state: StateId) {
        let Some(partner) = joining::partner_side(state).map(|side| pos.beside(side)) else { return };
        let half = if blocks::property(state, "type") == Some("left") { "right" } else { "left" };
        let joined = blocks::with(self.world.block(partner), "type", half);
        self.set_block(partner, joined);
    }

    /// What a hoe, a shovel or an axe makes of a block; false if nothing.
    fn work(&mut self, id: ConnectionId, pos: BlockPos, face: Side, tool: &str) -> bool {
        let state = self.world.block(pos);
        let Some((block, open_above)) = placing::made_by_tool(tool, blocks::name(state)) else { return false };
        if open_above && (face == Side::Down || self.world.block(pos.up()) != blocks::AIR) {
            return false;
        }
        let had = knowledge::state_properties(state);
        let kept: Vec<_> =
            had.into_iter().filter(|(name, _)| block.properties.iter().any(|own| own.name == *name)).collect();
        self.set_block(pos, knowledge::state_with(block, &kept).unwrap_or(block.default_state));
        if blocks::name(state) == "rooted_dirt" && block.name == "dirt" {
            self.pop(pos.beside(face), Stack::new(knowledge::item("hanging_roots").map_or(0, |item| item.id), 1));
        }
        if let Some(player) = self.players.get_mut(&id) {
            player.use_tool(&mut self.rng);
        }
        true
    }

    /// Opens or closes a door and its like.
    pub(crate) fn swing(&mut self, pos: BlockPos, to: StateId) {
        self.set_block(pos, to);
        // A lone half of a door has no other.
        if let Some((other, to)) = paired::other_part(pos, to)
            && blocks::name(self.world.block(other)) == blocks::name(to)
        {
            self.set_block(other, to);
        }
    }
}

impl Player {
    /// One less in the hand; powdered snow leaves its bucket.
    pub(super) fn use_up(&mut self, stack: Stack) {
        if self.is_creative() {
            return;
        }
        let bucket = knowledge::item("bucket").filter(|_| stack.name().ends_with("_bucket"));
        self.inventory.pack[self.held] = match bucket {
            Some(bucket) => Some(Stack::new(bucket.id, 1)),
            None => stack.with_count(stack.count - 1),
        };
    }

    /// Whether the body meets the boxes of a state there.
    fn is_in_the_way(&self, pos: BlockPos, state: StateId) -> bool {
        if !self.is_alive() || self.is_spectator() {
            return false;
        }
        let body = Bounds::of(self.at, HALF_WIDTH, self.tall);
        let corner = [pos.x, pos.y, pos.z].map(f64::from);
        let mut boxes = blocks::collision(state).iter();
        boxes.any(|part| Bounds { low: part.min, high: part.max }.moved(corner).overlaps(&body))
    }

    /// As vanilla does, over the hotbar: nothing is built above the world.
    fn tell_height_limit(&mut self) {
        let top = texts::words((MIN_Y + HEIGHT - 1).to_string());
        let content = texts::red(texts::phrase("build.tooHigh", [top]));
        self.link.send(ClientboundSystemChat { content, overlay: true });
    }
}
