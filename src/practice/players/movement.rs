//! Where clients say they are, believed within reason, and falling.
//!
//! As in vanilla a client moves itself. A position that cannot be true (not a number, too far, inside a block) is put
//! right by a teleport, and until the client has confirmed that, its movements are about a place it no longer is at.

use azalea_core::position::Vec3 as WireVec3;
use azalea_entity::LookDirection;
use azalea_protocol::packets::game::s_player_command::Action;

use crate::{
    domain::{BlockPos, Vec3},
    practice::{
        game::Game,
        net::{listener::ConnectionId, packets, wire},
        players::player::{BODY_HEIGHT, Player},
        world::{
            blocks,
            chunks::{HEIGHT, MIN_Y},
            store::World,
        },
    },
};

/// Blocks one movement may cover; vanilla's, for one that does not fly.
const FARTHEST_MOVE: f64 = 10.0;

/// Blocks from the middle within which a world's coordinates lie.
const WORLD_EDGE: f64 = 3.0e7;

/// Falls hurt by the block beyond these.
const SAFE_FALL: f64 = 3.0;

/// Exhaustion of a block sprinted.
const SPRINT_EXHAUSTION: f32 = 0.1;

impl Game {
    pub(crate) fn move_player(
        &mut self,
        id: ConnectionId,
        to: Option<WireVec3>,
        look: Option<LookDirection>,
        on_ground: bool,
    ) {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        if player.teleporting.is_some() {
            return;
        }
        if let Some(look) = look {
            if !(look.y_rot().is_finite() && look.x_rot().is_finite()) {
                return self.kick_id(id, "Invalid player movement");
            }
            (player.yaw, player.pitch) = (look.y_rot(), look.x_rot());
        }
        let from = player.at;
        if let Some(to) = to.map(wire::from_vec3) {
            if !is_a_place(to) {
                return self.kick_id(id, "Invalid player movement");
            }
            // Nobody outruns the land that is made for them.
            let unseen = to.block().chunk() != from.block().chunk() && !self.world.is_here(to.block().chunk());
            if unseen || from.distance(to) > FARTHEST_MOVE {
                return player.teleport(from);
            }
            if !player.is_spectator() && is_stuck(&mut self.world, to) && !is_stuck(&mut self.world, from) {
                return player.teleport(from);
            }
            player.at = to;
            if player.sprinting && !player.is_invulnerable() {
                player.vitals.exhaustion += from.horizontal_distance(to) as f32 * SPRINT_EXHAUSTION;
            }
        }
        player.on_ground = on_ground;
        let around = self.world.block(player.at.block());
        let fall = player.fall(from.y, player.flying || blocks::is_water(around) || blocks::is_climbable(around));
        if fall > 0.0 {
            self.hurt(id, fall, "fall", "fell from a high place");
        }
    }

    pub(crate) fn confirm_teleport(&mut self, id: ConnectionId, teleport: u32) {
        if let Some(player) = self.players.get_mut(&id)
            && let Some((awaited, to)) = player.teleporting
            && awaited == teleport
        {
            player.teleporting = None;
            player.at = to;
            player.fallen = 0.0;
        }
    }
}

impl Player {
    /// Puts the player there and waits for the client to confirm it.
    pub fn teleport(&mut self, to: Vec3) {
        self.teleports = self.teleports.wrapping_add(1) & 0x7fff_ffff;
        self.teleporting = Some((self.teleports, to));
        self.at = to;
        self.fallen = 0.0;
        self.link.send(packets::position(self.teleports, to, self.yaw, self.pitch));
    }

    pub fn command(&mut self, action: Action) {
        match action {
            Action::StartSprinting => self.sprinting = true,
            Action::StopSprinting => self.sprinting = false,
            _ => {}
        }
    }

    /// Counts blocks fallen; returns what landing costs, in half hearts. Water and ladders catch a fall.
    fn fall(&mut self, from_y: f64, caught: bool) -> f32 {
        self.fallen += (from_y - self.at.y).max(0.0);
        if caught {
            self.fallen = 0.0;
        }
        if !self.on_ground {
            return 0.0;
        }
        let fallen = std::mem::take(&mut self.fallen);
        // Vanilla's small allowance for sums of many steps.
        (fallen + 1.0e-6 - SAFE_FALL).floor().max(0.0) as f32
    }
}

pub(crate) fn is_a_place(at: Vec3) -> bool {
    let bounds = f64::from(MIN_Y) - 1024.0..f64::from(MIN_Y + HEIGHT) + 4096.0;
    [at.x, at.y, at.z].into_iter().all(f64::is_finite)
        && at.x.abs() < WORLD_EDGE
        && at.z.abs() < WORLD_EDGE
        && bounds.contains(&at.y)
}

/// Whether the middle of the body is inside solid blocks: only what no shape of a block could excuse.
fn is_stuck(world: &mut World, at: Vec3) -> bool {
    let heights = [0.6, BODY_HEIGHT - 0.3];
    heights.into_iter().any(|height| {
        let block: BlockPos = Vec3 { y: at.y + height, ..at }.block();
        blocks::is_opaque(world.block(block))
    })
}
