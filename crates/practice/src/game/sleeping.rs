//! Beds: whoever lies down in one comes back there after a death, and when all sleep, the night is over.
//!
//! Rules and texts are vanilla's (Minecraft Wiki, Bed; SteelMC's `sleep` for how near one has to be and in which order it
//! is asked; texts of its English language file).

use azalea_protocol::packets::game::{ClientboundAnimate, ClientboundSystemChat, c_animate::AnimationAction};

use crate::{
    chunks::blocks,
    domain::{BlockPos, Vec3},
    game::Game,
    knowledge::DAY,
    net::inbound::ConnectionId,
    players::{
        player::{BODY_HEIGHT, HALF_WIDTH, Home, Player},
        statistics::CustomStat,
    },
    protocol::{packets, packets::IntoEntity},
    rules::{game_rules::Rule, paired},
    world::{collide, collide::Bounds, store::World},
};

/// Ticks in bed until a sleeper counts as asleep.
const FALLING_ASLEEP: u64 = 100;

/// How far beside and above or below a bed one may stand to lie down in it, in blocks.
const REACH: f64 = 3.0;
const REACH_Y: f64 = 2.0;

/// How high above its block's bottom one lies in a bed (from the game, not looked up).
const LYING: f64 = 0.6875;

/// How high above a place that a command has set one appears, in blocks (from the game, not looked up).
const ABOVE_HOME: f64 = 0.1;

/// Why one cannot sleep.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Unrest {
    Day,
    TooFar,
    Obstructed,
    Occupied,
}

impl Unrest {
    fn text(self) -> &'static str {
        match self {
            Self::Day => "You can sleep only at night or during thunderstorms",
            Self::TooFar => "You may not rest now; the bed is too far away",
            Self::Obstructed => "This bed is obstructed",
            Self::Occupied => "This bed is occupied",
        }
    }
}

/// Both halves of the bed that has one here: its head, then its foot.
fn halves(world: &mut World, pos: BlockPos) -> Option<[BlockPos; 2]> {
    let state = world.block(pos);
    let (other, _) = paired::other_part(pos, state).filter(|_| blocks::name(state).ends_with("_bed"))?;
    let is_head = blocks::property(state, "part") == Some("head");
    Some(if is_head { [pos, other] } else { [other, pos] })
}

impl Game {
    /// A bed used: the player comes back here from now on, and lies down if it is night.
    pub(super) fn use_bed(&mut self, id: ConnectionId, pos: BlockPos) {
        let Some([head, foot]) = halves(&mut self.world, pos) else { return };
        let unrest = self.unrest(id, head, foot);
        let night = self.is_night();
        let Some(player) = self.players.get_mut(&id).filter(|player| player.asleep.is_none()) else { return };
        if let Some(unrest) = unrest {
            return player.show_above_hotbar(unrest.text());
        }
        let home = Home { pos: head, yaw: player.yaw, pitch: player.pitch, forced: false };
        if player.home.replace(home).is_none_or(|before| before.forced || before.pos != head) {
            player.link.send(packets::system_chat("Respawn point set"));
        }
        if !night {
            return player.show_above_hotbar(Unrest::Day.text());
        }
        player.asleep = Some((head, self.tick));
        player.statistics.count(CustomStat::SleepInBed, 1);
        player.statistics.restart(CustomStat::TimeSinceRest);
        player.at = lying_place(head);
        player.fallen = 0.0;
        self.mark_bed(head, true);
        self.announce_sleepers();
    }

    fn unrest(&mut self, id: ConnectionId, head: BlockPos, foot: BlockPos) -> Option<Unrest> {
        if self.players.values().any(|other| other.id != id && other.asleep.is_some_and(|(bed, _)| bed == head)) {
            return Some(Unrest::Occupied);
        }
        let at = self.players.get(&id)?.at;
        let is_near = |half: BlockPos| {
            let center = half.center();
            (at.x - center.x).abs() <= REACH
                && (at.y - f64::from(half.y)).abs() <= REACH_Y
                && (at.z - center.z).abs() <= REACH
        };
        if !is_near(head) && !is_near(foot) {
            return Some(Unrest::TooFar);
        }
        let covered = [head, foot].iter().any(|half| blocks::suffocates(self.world.block(half.up())));
        covered.then_some(Unrest::Obstructed)
    }

    fn mark_bed(&mut self, head: BlockPos, occupied: bool) {
        for half in halves(&mut self.world, head).into_iter().flatten() {
            let state = self.world.block(half);
            self.set_block(half, blocks::with(state, "occupied", if occupied { "true" } else { "false" }));
        }
    }

    /// Up, beside the bed.
    pub(crate) fn wake(&mut self, id: ConnectionId) {
        let Some(player) = self.players.get_mut(&id) else { return };
        let Some((head, _)) = player.asleep.take() else { return };
        let beside = place_beside(&mut self.world, head).unwrap_or(player.at);
        if player.is_alive() {
            player.teleport(beside);
        }
        self.mark_bed(head, false);
        self.broadcast(ClientboundAnimate { id: id.into_entity(), action: AnimationAction::WakeUp });
    }

    /// Wakes whom the day or a missing bed wakes; when everybody sleeps, the next day begins.
    pub(crate) fn tick_sleep(&mut self) {
        let sleepers: Vec<_> = self.players.values().filter_map(|player| Some((player.id, player.asleep?))).collect();
        if sleepers.is_empty() {
            return;
        }
        let tick = self.tick;
        let asleep = sleepers.iter().filter(|(_, (_, since))| tick - since >= FALLING_ASLEEP).count();
        let night_is_over = asleep >= self.sleepers_needed();
        if night_is_over {
            if self.rules.is(Rule::AdvanceTime) {
                let days = self.day_time() / DAY;
                self.set_day_time((days + 1) * DAY);
            }
            self.clear_up();
        }
        let is_night = self.is_night();
        for (id, (head, _)) in sleepers {
            if night_is_over || !is_night || halves(&mut self.world, head).is_none() {
                self.wake(id);
            }
        }
    }

    /// Players who count when enough must sleep.
    fn bodies(&self) -> usize {
        self.players.values().filter(|player| !player.is_spectator()).count()
    }

    /// How many must sleep: of all, the share that a rule says, and one at least.
    fn sleepers_needed(&self) -> usize {
        let percent = usize::try_from(self.rules.get(Rule::PlayersSleepingPercentage)).unwrap_or_default();
        self.bodies().saturating_mul(percent).div_ceil(100).max(1)
    }

    fn announce_sleepers(&mut self) {
        let (all, needed) = (self.bodies(), self.sleepers_needed());
        let asleep = self.players.values().filter(|player| player.asleep.is_some()).count();
        if all > 1 {
            let text = if needed > all {
                "No amount of rest can pass this night".to_owned()
            } else if asleep >= needed {
                "Sleeping through this night".to_owned()
            } else {
                format!("{asleep}/{needed} players sleeping")
            };
            self.broadcast(above_hotbar(&text));
        }
    }

    /// Where a player comes back after a death: beside their bed, if it still stands and there is room; or where a command
    /// says, if a body fits there.
    pub(super) fn place_of_return(&mut self, home: Option<Home>) -> Option<Vec3> {
        let Home { pos, forced, .. } = home?;
        if halves(&mut self.world, pos).is_some_and(|[head, _]| head == pos) {
            return place_beside(&mut self.world, pos);
        }
        let at = Vec3::new(f64::from(pos.x) + 0.5, f64::from(pos.y) + ABOVE_HOME, f64::from(pos.z) + 0.5);
        let body = Bounds::of(at, HALF_WIDTH, BODY_HEIGHT);
        let is_dry = [pos, pos.up()].into_iter().all(|pos| !blocks::is_liquid(self.world.block(pos)));
        (forced && is_dry && collide::obstacles(&mut self.world, &body).is_empty()).then_some(at)
    }
}

fn above_hotbar(text: &str) -> ClientboundSystemChat {
    ClientboundSystemChat { overlay: true, ..packets::system_chat(text) }
}

impl Player {
    fn show_above_hotbar(&mut self, text: &str) {
        self.link.send(above_hotbar(text));
    }
}

/// Where one lies whose head is on this half of a bed.
fn lying_place(head: BlockPos) -> Vec3 {
    Vec3::new(f64::from(head.x) + 0.5, f64::from(head.y) + LYING, f64::from(head.z) + 0.5)
}

/// A place to stand next to a bed, level with it or a block lower, or else on it.
fn place_beside(world: &mut World, head: BlockPos) -> Option<Vec3> {
    let [head, foot] = halves(world, head)?;
    let mut around = Vec::new();
    for half in [foot, head] {
        for dy in [0, -1] {
            for (dx, dz) in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                around.push(half.offset(dx, dy, dz));
            }
        }
    }
    let beside = around.into_iter().filter(|pos| ![head, foot].contains(pos) && ![head, foot].contains(&pos.up()));
    for pos in beside {
        let at = Vec3::new(f64::from(pos.x) + 0.5, f64::from(pos.y), f64::from(pos.z) + 0.5);
        let body = Bounds::of(Vec3 { y: at.y + 1.0e-3, ..at }, HALF_WIDTH, BODY_HEIGHT);
        if world.is_solid(pos.down()) && collide::obstacles(world, &body).is_empty() && is_harmless(world, pos) {
            return Some(at);
        }
    }
    Some(lying_place(head))
}

fn is_harmless(world: &mut World, pos: BlockPos) -> bool {
    [pos, pos.up(), pos.down()]
        .iter()
        .all(|&pos| !matches!(blocks::name(world.block(pos)), "lava" | "fire" | "soul_fire" | "cactus" | "magma_block"))
}
