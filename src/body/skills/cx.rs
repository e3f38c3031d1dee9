//! What a skill holds: the clock to wait for, short looks at the world, and a place to say how far it is.
//!
//! A skill is an `async fn` polled once per game tick, just before the client's own tick. It never keeps a borrow of the
//! world across an await; the borrow lives as long as the closure it is given to.

use std::{
    cell::{Cell, Ref, RefCell, RefMut},
    future::{Future, poll_fn},
    pin::pin,
    rc::Rc,
    task::Poll,
};

use azalea::{
    core::{direction::Direction, position::BlockPos as AzaleaPos},
    ecs::{entity::Entity, world::World},
    entity::{LookDirection, Physics, Position},
    interact::BlockStatePredictionHandler,
    local_player::WorldHolder,
    packet::game::SendGamePacketEvent,
    protocol::packets::{
        Packet,
        game::{
            ServerboundGamePacket, ServerboundPlayerAction, ServerboundUseItem, s_interact::InteractionHand,
            s_player_action::Action,
        },
    },
};
use serde_json::json;

use super::effort::Effort;
use crate::{
    body::{
        leases::Holder,
        orders::Progress,
        senses::{
            gates::Opened,
            moment::{MOST_LAG, Moment},
            point,
            shown::Shown,
            terrain::TerrainView,
            traits::Traits,
            windows::OFF_HAND,
        },
    },
    domain::{BlockPos, Earthwork, ErrorCode, LASTING, ToolError, Vec3},
    knowledge::EYE_HEIGHT,
};

/// What the loop and the running skill share; both live on the body's thread.
pub struct Shared {
    pub world: RefCell<World>,
    pub shown: RefCell<Shown>,
    /// The bot, while it is in a world.
    pub bot: Cell<Option<Entity>>,
    /// Game ticks since the body's first spawn.
    pub tick: Cell<u64>,
    pub progress: RefCell<Option<Progress>>,
    /// A station that the running call has placed: block and place.
    pub placed: Cell<Option<(&'static str, BlockPos)>>,
    /// The furnace in which things of the running call lie.
    pub lent: Cell<Option<BlockPos>>,
    /// Something is at the bot's mouth: whatever ends the call, it is let go.
    pub eating: Cell<bool>,
    /// The bot lies in a bed, or is about to: whatever ends the call, it gets up.
    pub lying: Cell<bool>,
    /// A call like the running one had begun before the program last ended.
    pub again: Cell<bool>,
    /// Dirt that digging has yielded and nobody asked for.
    pub spare: Cell<u32>,
    /// What was moved for a building, the last call for one included.
    pub earthwork: RefCell<Earthwork>,
    /// What is dug now is for the earth, and is put back.
    pub digs_for_earth: Cell<bool>,
    /// What the running call digs with, where that is not whatever is best.
    pub only_with: RefCell<Option<OnlyWith>>,
    /// A door or gate that was opened on the way and is to be shut behind.
    pub opened: Cell<Option<Opened>>,
    /// What the bot has leased from the others on its server.
    pub holder: Holder,
    /// What is left of what the running call may compute in this tick.
    pub effort: Effort,
}

impl Shared {
    /// Now, by the body's clock and by the server's.
    pub fn moment(&self) -> Moment {
        let shown = self.shown.borrow();
        Moment { own: self.tick.get(), told: shown.clock.age().filter(|_| !shown.frozen) }
    }

    pub fn new(world: World, holder: Holder) -> Self {
        Self {
            world: RefCell::new(world),
            shown: RefCell::default(),
            bot: Cell::new(None),
            tick: Cell::new(0),
            progress: RefCell::new(None),
            placed: Cell::new(None),
            lent: Cell::new(None),
            eating: Cell::new(false),
            lying: Cell::new(false),
            again: Cell::new(false),
            spare: Cell::new(0),
            earthwork: RefCell::default(),
            digs_for_earth: Cell::new(false),
            only_with: RefCell::new(None),
            opened: Cell::new(None),
            holder,
            effort: Effort::default(),
        }
    }
}

/// What is dug with, and nothing else but the hand.
#[derive(Clone, Debug)]
pub struct OnlyWith {
    /// A tool; `None`: the bare hand.
    pub tool: Option<String>,
    /// Of these blocks each is broken with it.
    pub blocks: Vec<&'static str>,
}

/// A skill's handle.
#[derive(Clone)]
pub struct Cx {
    pub shared: Rc<Shared>,
    pub call: u64,
}

impl Cx {
    /// Waits for the next game tick.
    pub async fn tick(&self) {
        let mut waited = false;
        poll_fn(move |_| if std::mem::replace(&mut waited, true) { Poll::Ready(()) } else { Poll::Pending }).await;
    }

    /// Does something long, in each tick as much as its effort allows.
    pub async fn spread<T>(&self, mut part: impl FnMut(&Effort) -> Option<T>) -> T {
        loop {
            if let Some(done) = part(&self.shared.effort) {
                return done;
            }
            self.tick().await;
        }
    }

    /// Works at something for so many ticks of the slower clock at most; `None`: it was not done by then, and is dropped.
    pub async fn within<T>(&self, ticks: u64, work: impl Future<Output = T>) -> Option<T> {
        let (begun, mut work) = (self.moment(), pin!(work));
        poll_fn(|context| match work.as_mut().poll(context) {
            Poll::Ready(done) => Poll::Ready(Some(done)),
            Poll::Pending if self.moment().has_waited(begun, ticks) => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        })
        .await
    }

    /// Waits until `done` holds, looking once per tick; `false` if it did not within `ticks` of the slower clock.
    pub async fn until(&self, ticks: u64, mut done: impl FnMut(&Self) -> bool) -> bool {
        let begun = self.moment();
        while !done(self) {
            if self.moment().has_waited(begun, ticks) {
                return false;
            }
            self.tick().await;
        }
        true
    }

    /// The body's game tick.
    pub fn now(&self) -> u64 {
        self.shared.tick.get()
    }

    /// Now, by the body's clock and by the server's.
    pub fn moment(&self) -> Moment {
        self.shared.moment()
    }

    /// Ticks since a moment of the call, by the slower of both clocks, as its deadline counts them: while the server lags, the work
    /// goes no faster than the server does. But no server makes a call last for ever.
    pub fn since(&self, begun: Moment) -> u64 {
        let now = self.moment();
        now.since(begun).max((now.own - begun.own) / MOST_LAG)
    }

    /// How many ticks to wait for an answer of the server: two seconds of wall time or 40 ticks, whichever is longer,
    /// since at raised tick rates the network does not get faster.
    pub fn patience(&self) -> u64 {
        (2.0 * self.shown().rate()).clamp(40.0, 2_000.0) as u64
    }

    /// A short look at, or change to, azalea's world.
    ///
    /// # Errors
    /// `DISCONNECTED` if the bot is in no world.
    pub fn world<R>(&self, f: impl FnOnce(&mut World, Entity) -> R) -> Result<R, ToolError> {
        let bot = self.shared.bot.get().ok_or_else(gone)?;
        Ok(f(&mut self.shared.world.borrow_mut(), bot))
    }

    /// What the server has shown.
    pub fn shown(&self) -> Ref<'_, Shown> {
        self.shared.shown.borrow()
    }

    /// The blocks as they are shown now, to be kept over ticks.
    pub fn view(&self) -> TerrainView {
        self.shown().terrain.view()
    }

    /// Whether a hand may change what is at a place.
    ///
    /// # Errors
    /// `ACTION_FAILED`, for good, where it lies in a zone.
    pub fn may_change(&self, pos: BlockPos) -> Result<(), ToolError> {
        let shown = self.shown();
        let Some(zone) = shown.terrain.zone_of(pos) else { return Ok(()) };
        let message = format!("{pos} lies in {zone}, where nothing is to be changed");
        Err(ToolError::new(ErrorCode::ActionFailed, message).with(json!({ "target": pos, LASTING: true })))
    }

    pub fn shown_mut(&self) -> RefMut<'_, Shown> {
        self.shared.shown.borrow_mut()
    }

    /// Where the feet are.
    pub fn position(&self) -> Result<Vec3, ToolError> {
        self.world(|world, bot| world.get::<Position>(bot).map(|position| point(**position)))?.ok_or_else(gone)
    }

    /// The block the feet are in; on a floor a little lower than a block (a path), the block above it.
    pub fn feet(&self) -> Result<BlockPos, ToolError> {
        Ok(self.position()?.stood().block())
    }

    pub fn on_ground(&self) -> Result<bool, ToolError> {
        self.world(|world, bot| world.get::<Physics>(bot).is_some_and(Physics::on_ground))
    }

    /// Turns the head to a point.
    pub fn look_at(&self, target: Vec3) -> Result<(), ToolError> {
        let (yaw, pitch) = self.eye()?.heading_to(target);
        self.look(yaw, pitch)
    }

    /// Turns the head; degrees as the protocol counts them.
    pub fn look(&self, yaw: f32, pitch: f32) -> Result<(), ToolError> {
        self.world(|world, bot| {
            if let Some(mut look) = world.get_mut::<LookDirection>(bot) {
                look.update(LookDirection::new(yaw, pitch));
            }
        })
    }

    /// Where the head is turned to: yaw and pitch, in degrees.
    pub fn heading(&self) -> Result<(f32, f32), ToolError> {
        let look = self.world(|world, bot| world.get::<LookDirection>(bot).copied())?.unwrap_or_default();
        Ok((look.y_rot(), look.x_rot()))
    }

    pub fn eye(&self) -> Result<Vec3, ToolError> {
        let feet = self.position()?;
        Ok(Vec3::new(feet.x, feet.y + EYE_HEIGHT, feet.z))
    }

    /// What the client's own world has at a place, predictions included: what its physics will bump into.
    pub fn client_traits(&self, pos: BlockPos) -> Result<Traits, ToolError> {
        let at = AzaleaPos::new(pos.x, pos.y, pos.z);
        self.world(|world, bot| {
            let state = world.get::<WorldHolder>(bot).and_then(|holder| holder.shared.read().get_block_state(at));
            state.map_or(Traits::default(), |state| Traits::of(state.id()))
        })
    }

    /// Sends a packet, now.
    pub fn send(&self, packet: impl Packet<ServerboundGamePacket>) -> Result<(), ToolError> {
        self.world(|world, bot| {
            world.trigger(SendGamePacketEvent::new(bot, packet));
            world.flush();
        })
    }

    /// A number for a block change that the server will answer with an ack.
    pub(super) fn next_sequence(&self) -> Result<u32, ToolError> {
        self.world(|world, bot| {
            world.get_mut::<BlockStatePredictionHandler>(bot).map_or(0, |mut handler| handler.start_predicting())
        })
    }

    /// Waits until the server has answered all that was sent before; `false` if it did not in time.
    ///
    /// Clicks have no answer of their own. But a server takes packets one after the other, and tells at the end of a tick up
    /// to which numbered action it has come (`ackBlockChangesUpTo` of the game's `ServerGamePacketListenerImpl`).
    pub async fn caught_up(&self) -> Result<bool, ToolError> {
        let seq = self.next_sequence()?;
        let off_hand_is_empty = self.shown().windows.player(OFF_HAND).is_none();
        if off_hand_is_empty {
            // An empty hand that is used does nothing.
            let (y_rot, x_rot) = self.heading()?;
            self.send(ServerboundUseItem { hand: InteractionHand::OffHand, seq, y_rot, x_rot })?;
        } else {
            let feet = self.feet()?;
            let pos = AzaleaPos::new(feet.x, feet.y, feet.z);
            self.send(ServerboundPlayerAction {
                action: Action::AbortDestroyBlock,
                pos,
                direction: Direction::Down,
                seq,
            })?;
        }
        Ok(self.until(self.patience(), |cx| cx.shown().acked >= seq).await)
    }

    /// Remembers a station that this call has placed; its outcome will tell, however it ends.
    pub fn has_placed(&self, block: &'static str, at: BlockPos) {
        self.shared.placed.set(Some((block, at)));
        self.shared.holder.put_up(at);
    }

    /// The furnace that things of this call lie in, if any: whatever ends the call, they are taken out.
    pub fn lent(&self) -> Option<BlockPos> {
        self.shared.lent.get()
    }

    pub fn lend(&self, furnace: Option<BlockPos>) {
        self.shared.lent.set(furnace);
    }

    /// Says what the call is doing and how far it is.
    pub fn progress(&self, text: impl Into<String>, done: u32, of: u32, place: Option<BlockPos>) {
        *self.shared.progress.borrow_mut() = Some(Progress { id: self.call, text: text.into(), done, of, place });
    }
}

fn gone() -> ToolError {
    ToolError::new(ErrorCode::Disconnected, "the bot is in no world")
}
