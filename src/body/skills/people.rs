//! Going to other players: where each is by what the server shows, and on as they go on.

use serde_json::json;

use super::{
    collect::landing,
    path::{Found, Near, Rules, find},
    walk::{self, blocked},
};
use crate::{
    body::{
        senses::{
            moment::Moment,
            players::{self, PlayerSeen},
        },
        skills::cx::Cx,
    },
    domain::{BlockPos, ErrorCode, ToolError, Vec3},
};

/// Ticks for which somebody may be out of sight, and out of reach, before the call says so: ten and twenty seconds.
const OUT_OF_SIGHT: u64 = 200;
const OUT_OF_REACH: u64 = 400;
/// Ticks that bodies still take to come in where they are in view.
const COMES_IN: u64 = 60;
/// Ticks to wait before a way is looked for again where there was none.
const PAUSE: u64 = 20;
/// How deep below somebody in the air the ground is gone to instead, in blocks: a jump, a step off an edge.
const IN_THE_AIR: f64 = 2.5;
/// How far somebody may have gone from where a way leads before it is left, in blocks on each axis.
const MOVED: u32 = 1;
/// A way that comes so much nearer is worth going, in ticks.
const MUCH: f32 = 30.0;
/// Nodes that a search for a way to somebody looks at, and how far it reaches, in blocks on each axis.
const NODES: usize = 20_000;
const RANGE: i32 = 256;
/// The eyes of somebody who stands, in blocks above the feet, to be looked at.
const FACE: f64 = crate::knowledge::EYE_HEIGHT;

/// A player as the server spells the name.
///
/// # Errors
/// `RESOURCE_NOT_FOUND`: nobody of that name is there.
pub fn named(cx: &Cx, name: &str) -> Result<String, ToolError> {
    let online = cx.world(|world, bot| players::online(world, bot))?;
    let found = online.into_iter().find(|player| player.eq_ignore_ascii_case(name));
    found.ok_or_else(|| absent(cx, name, None))
}

/// Somebody who is gone to, or stayed with.
pub struct Company<'a> {
    cx: &'a Cx,
    name: String,
    /// Where they were last seen.
    last: Vec3,
    lost_since: Option<Moment>,
    blocked_since: Option<Moment>,
    /// Blocks walked so far.
    pub walked: f64,
}

impl<'a> Company<'a> {
    /// Finds somebody by name.
    ///
    /// # Errors
    /// `INVALID_PARAMS`: it is the bot's own name. `RESOURCE_NOT_FOUND`: nobody of that name is there, or in sight; its context
    /// says by `online` which, and by `players` who is there.
    pub async fn new(cx: &'a Cx, name: &str) -> Result<Self, ToolError> {
        let own = cx.world(|world, bot| players::own_name(world, bot))?;
        if own.is_some_and(|own| own.eq_ignore_ascii_case(name)) {
            return Err(ToolError::new(ErrorCode::InvalidParams, format!("{name} is the bot itself")));
        }
        let find = |cx: &Cx| cx.world(|world, bot| players::seen(world, bot, name)).ok().flatten();
        // Just after a join, those who stand around still come in.
        if is_online(cx, name)? {
            cx.until(COMES_IN, |cx| find(cx).is_some()).await;
        }
        let Some(PlayerSeen { name, position, .. }) = find(cx) else { return Err(absent(cx, name, None)) };
        Ok(Self { cx, name, last: position, lost_since: None, blocked_since: None, walked: 0.0 })
    }

    /// As the server spells it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where they are now; `None` while they are out of sight.
    ///
    /// # Errors
    /// `RESOURCE_NOT_FOUND` once they have left the game, or been out of sight for long.
    pub fn look(&mut self) -> Result<Option<PlayerSeen>, ToolError> {
        let seen = self.cx.world(|world, bot| players::seen(world, bot, &self.name))?;
        if let Some(seen) = &seen {
            (self.last, self.lost_since) = (seen.position, None);
            return Ok(Some(seen.clone()));
        }
        let now = self.cx.moment();
        let since = *self.lost_since.get_or_insert(now);
        if now.has_waited(since, OUT_OF_SIGHT) || now.has_waited(since, PAUSE) && !is_online(self.cx, &self.name)? {
            return Err(absent(self.cx, &self.name, Some(self.last)));
        }
        Ok(None)
    }

    /// Whether they are in sight and so near, in blocks on each axis.
    pub fn is_near(&mut self, tolerance: u32) -> Result<bool, ToolError> {
        let here = self.cx.position()?;
        let near = self.look()?.is_some_and(|seen| seen.position.is_beside(here, tolerance));
        if near {
            self.blocked_since = None;
        }
        Ok(near)
    }

    /// Goes on towards them until they are so near, or have gone elsewhere, or it is `over`; at least a tick passes.
    ///
    /// # Errors
    /// As [`Company::look`]; `PATH_BLOCKED` once there has been no way for long.
    pub async fn approach(&mut self, tolerance: u32, over: &dyn Fn(&Cx) -> bool) -> Result<(), ToolError> {
        let cx = self.cx;
        let seen = self.look()?;
        let target = self.last;
        let goal = Near { target: foothold(cx, target), tolerance: tolerance as i32, level: true };
        cx.progress(format!("going to {}", self.name), 0, 0, Some(target.block()));
        let (view, from) = {
            let view = cx.view();
            let from = walk::start(&view, cx.position()?);
            (view, from)
        };
        if goal.is_met(from) {
            // Those who are out of sight may be behind the next corner; those who are in the air come down.
            self.wait(1).await;
            return if seen.is_some() { self.stuck(target) } else { Ok(()) };
        }
        let rules = Rules { dig: None, keep: None, limit: NODES, range: RANGE, ..Rules::default() };
        let (steps, leads_there) = match find(cx, &view, from, &rules, &mut &goal).await {
            Found::Way { steps, .. } => (steps, true),
            Found::None { nearest, .. } => (nearest, false),
        };
        let gain = steps.last().map_or(0.0, |last| goal.estimate(from) - goal.estimate(last.pos));
        if !leads_there && gain <= 0.0 {
            self.wait(PAUSE).await;
            return self.stuck(target);
        }
        // A part of a long way is a way, too.
        let gets_on = leads_there || gain >= MUCH;
        if gets_on {
            self.blocked_since = None;
        }
        let name = self.name.as_str();
        let stays = |cx: &Cx| {
            let now = cx.world(|world, bot| players::seen(world, bot, name)).ok().flatten();
            !over(cx) && now.is_none_or(|now| now.position.is_beside(target, MOVED))
        };
        let before = cx.position()?;
        if walk::follow_while(cx, from, &steps, &stays).await?.is_err() {
            walk::settle(cx).await?;
        }
        self.walked += before.horizontal_distance(cx.position()?);
        cx.tick().await;
        if gets_on { Ok(()) } else { self.stuck(target) }
    }

    async fn wait(&self, ticks: u64) {
        self.cx.until(ticks, |_| false).await;
    }

    /// There was no way this time.
    fn stuck(&mut self, target: Vec3) -> Result<(), ToolError> {
        let now = self.cx.moment();
        let since = *self.blocked_since.get_or_insert(now);
        if !now.has_waited(since, OUT_OF_REACH) {
            return Ok(());
        }
        let (name, at) = (&self.name, target.block());
        let message = format!("no way to {name}, who is at {at}");
        Err(blocked(self.cx, message, json!({ "player": name, "target": at })))
    }

    /// Turns to their face.
    pub fn face(&self) -> Result<(), ToolError> {
        self.cx.look_at(Vec3 { y: self.last.y + FACE, ..self.last })
    }
}

/// The block to be gone to where somebody is: under those in the air the ground, if it is near.
fn foothold(cx: &Cx, at: Vec3) -> BlockPos {
    let raised = Vec3 { y: at.y + 0.2, ..at };
    let ground = landing(&cx.shown().terrain, raised);
    if raised.y - ground.y <= IN_THE_AIR { ground.block() } else { raised.block() }
}

fn is_online(cx: &Cx, name: &str) -> Result<bool, ToolError> {
    let online = cx.world(|world, bot| players::online(world, bot))?;
    Ok(online.iter().any(|other| other.eq_ignore_ascii_case(name)))
}

/// `RESOURCE_NOT_FOUND`: they are not there, or not in sight.
pub fn absent(cx: &Cx, name: &str, last: Option<Vec3>) -> ToolError {
    let players = cx.world(|world, bot| players::online(world, bot)).unwrap_or_default();
    let online = players.iter().any(|other| other.eq_ignore_ascii_case(name));
    let message = match (online, last.map(Vec3::block)) {
        (true, None) => format!("{name} is online, but not in sight"),
        (true, Some(at)) => format!("{name} is out of sight, and was last seen at {at}"),
        (false, Some(at)) => format!("{name} has left the game, and was last seen at {at}"),
        (false, None) if players.is_empty() => format!("nobody called {name} is online, nor anybody else"),
        (false, None) => format!("nobody called {name} is online; there are {}", players.join(", ")),
    };
    ToolError::new(ErrorCode::ResourceNotFound, message).with(json!({
        "player": name, "online": online, "players": players, "last_seen": last.map(Vec3::block),
        "position": cx.feet().ok(),
    }))
}
