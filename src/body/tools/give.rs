//! `give`: walks to somebody, throws items to their feet and sees that they take them; what they leave is picked up again.

use serde_json::{Value, json};

use crate::{
    body::{
        senses::{players, players::PlayerSeen, terrain::TerrainView},
        skills::{
            clicks,
            collect::{self, Wanted},
            craft,
            cx::Cx,
            path::Destination,
            people::Company,
            sight::between,
            throw::{pitch_for, throw_out},
            walk,
        },
    },
    domain::{BlockPos, ErrorCode, Give, LASTING, ToolError, Vec3},
    knowledge::{self, EYE_HEIGHT, SPRINT},
};

/// How far from somebody's feet one stands to throw, in blocks over the ground: out of one's own reach, so that one does not
/// take it back, and not so far that it flies astray; and how much higher or lower.
const FAR: std::ops::RangeInclusive<f64> = 2.1..=3.4;
const HIGHER: f64 = 1.1;
/// How far off one still goes straight for somebody, before a stand is looked for, in blocks on each axis.
const CLOSE: u32 = 4;
/// Ticks for which nobody can take what was thrown (the game's `Player.drop`), and for which it is waited for after that.
const DELAY: u64 = 40;
const PATIENCE: u64 = 120;
/// How far off what was thrown is picked up again, in blocks.
const AROUND: f64 = 8.0;
/// Times that it is thrown before it counts as not wanted.
const THROWS: u32 = 2;
/// Times that a stand is looked for while somebody moves about.
const STANDS: u32 = 12;

pub(super) async fn give(cx: &Cx, params: Give) -> Result<Value, ToolError> {
    let items = knowledge::items_called(&params.item)?;
    let name = knowledge::plain(&params.item);
    let held = |cx: &Cx| cx.shown().windows.counts().count_any(&items);
    if held(cx) < params.count {
        let (have, missing) = (held(cx), params.count - held(cx));
        let message = format!("{have} {name} held, {} to be given", params.count);
        return Err(ToolError::new(ErrorCode::InsufficientMaterials, message)
            .with(json!({ "item": name, "held": have, "missing": { name: missing } })));
    }
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let company = Company::new(cx, &params.player).await?;
    let before = held(cx);
    let mut giving = Giving { cx, company, items: &items, given: 0, count: params.count };
    for _ in 0..THROWS {
        let them = giving.stand_before().await?;
        // What is out of the pack and was not seen to be taken is not thrown once more.
        let left = params.count.saturating_sub(before.saturating_sub(held(cx)));
        if left == 0 {
            break;
        }
        giving.throw_to(&them, left).await?;
        if giving.given >= params.count {
            break;
        }
    }
    let (given, to) = (giving.given, giving.company.name());
    let data = json!({ "player": to, "item": name, "given": given });
    if given >= params.count {
        return Ok(data);
    }
    let message = format!("{to} was seen to take {given} of {} {name}: no room, or not there any more", params.count);
    let mut context = data;
    // What has gone to somebody else is not thrown once more.
    let gone = before.saturating_sub(held(cx)).saturating_sub(given);
    let message = if gone > 0 { format!("{message}; {gone} went elsewhere") } else { message };
    if gone > 0 {
        context[LASTING] = json!(true);
    }
    context["expected"] = json!(params.count);
    context["held"] = json!(held(cx));
    Err(ToolError::new(ErrorCode::ActionFailed, message).with(context))
}

struct Giving<'a> {
    cx: &'a Cx,
    company: Company<'a>,
    items: &'a [&'static str],
    /// How many they have taken so far, and are to take in all.
    given: u32,
    count: u32,
}

impl Giving<'_> {
    /// Goes to where it can be thrown from; whom to.
    async fn stand_before(&mut self) -> Result<PlayerSeen, ToolError> {
        let cx = self.cx;
        for _ in 0..STANDS {
            while !self.company.is_near(CLOSE)? {
                self.company.approach(CLOSE - 1, &|_| false).await?;
            }
            cx.stand_still()?;
            walk::settle(cx).await?;
            let Some(them) = self.company.look()? else { continue };
            let stand = Stand { to: them.position };
            if stand.is_good(&cx.view(), cx.position()?) {
                return Ok(them);
            }
            if walk::walk_to(cx, || Stand { to: them.position }, 16, false).await? {
                let feet = cx.feet()?;
                walk::center(cx, feet).await?;
            }
            // One who is hemmed in may take no time at all: the deadline is looked at before the next.
            cx.tick().await;
        }
        let at = self.company.look()?.map(|them| them.position.block());
        let name = self.company.name();
        let message = format!("there is no place to throw something to {name} from");
        Err(walk::blocked(cx, message, json!({ "player": name, "target": at })))
    }

    /// Throws so many, waits until they are taken, and picks up what is left.
    async fn throw_to(&mut self, them: &PlayerSeen, left: u32) -> Result<(), ToolError> {
        let cx = self.cx;
        cx.progress(format!("giving {} to {}", self.items[0], them.name), self.given, self.count, None);
        let here = cx.position()?;
        let (dx, dz) = (them.position.x - here.x, them.position.z - here.z);
        let yaw = (-dx).atan2(dz).to_degrees() as f32;
        cx.look(yaw, pitch_for(dx.hypot(dz), them.position.y - here.y))?;
        // The server must know the look before the throw: it goes out with this tick's movement.
        cx.tick().await;
        cx.tick().await;
        let since = cx.shown().heaps.taken;
        let own = cx.world(|world, bot| players::own_id(world, bot))?;
        let held = cx.shown().windows.counts().count_any(self.items);
        let thrown = throw_out(cx, self.items, left).await?;
        let taken = |by: Option<i32>| -> u32 {
            let shown = cx.shown();
            let of_it = shown.heaps.since(since).filter(|taking| self.items.contains(&taking.item.as_str()));
            of_it.filter(|taking| Some(taking.by) == by).map(|taking| taking.count).sum()
        };
        let settled = |_: &Cx| taken(Some(them.id)) + taken(own) >= thrown;
        cx.until(DELAY + PATIENCE + cx.patience() / 4, settled).await;
        let got = taken(Some(them.id)).min(thrown);
        self.given += got;
        if got < thrown {
            self.take_back(held - got).await?;
        }
        Ok(())
    }

    /// Picks up what was thrown and not taken, until so many are held.
    async fn take_back(&self, held: u32) -> Result<(), ToolError> {
        let cx = self.cx;
        let now = || cx.shown().windows.counts().count_any(self.items);
        let is_wanted = |item: &str| self.items.contains(&item);
        let wanted = Wanted { is_wanted: &is_wanted, gained: &now, count: held };
        collect::collect(cx, AROUND, &wanted, None).await.map(drop)
    }
}

/// A stand from which something can be thrown to somebody's feet.
struct Stand {
    to: Vec3,
}

impl Stand {
    fn is_good(&self, view: &TerrainView, feet: Vec3) -> bool {
        let hands = Vec3 { y: feet.y + EYE_HEIGHT - 0.3, ..feet };
        let target = Vec3 { y: self.to.y + 0.5, ..self.to };
        FAR.contains(&feet.horizontal_distance(self.to))
            && (feet.y - self.to.y).abs() <= HIGHER
            && between(hands, target).iter().all(|&pos| view.traits(pos).passable())
    }
}

impl Destination for Stand {
    fn estimate(&self, at: BlockPos) -> f32 {
        let off = at.center().horizontal_distance(self.to);
        SPRINT * (off - FAR.end()).max(FAR.start() - off).max(0.0) as f32 * 0.7
    }
    fn ends(&mut self, view: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        let middle = at.center();
        self.is_good(view, Vec3 { y: f64::from(at.y), ..middle }).then_some(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::tests::{flat, put};

    #[test]
    fn one_throws_from_some_steps_off_with_nothing_between() {
        let mut terrain = flat();
        let stand = Stand { to: Vec3::new(0.5, 64.0, 0.5) };
        let good = |terrain: &crate::body::senses::terrain::Terrain, x: f64| {
            stand.is_good(&terrain.view(), Vec3::new(x, 64.0, 0.5))
        };
        assert!(good(&terrain, 3.5) && !good(&terrain, 1.5) && !good(&terrain, 4.5));
        put(&mut terrain, 2, 65, 0, "stone");
        assert!(!good(&terrain, 3.5) && good(&terrain, -2.5));
    }
}
