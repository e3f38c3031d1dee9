//! `use_item`: which block, what comes of it there, and the server's word on it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            beside, clicks, craft,
            cx::Cx,
            kinds,
            looks::{self, Look},
            place, pouring,
            scan::{self, Sought},
            spots,
            walk::{blocked, into_sight},
        },
    },
    domain::{BlockPos, By, ErrorCode, LASTING, ToolError, UseItem},
    knowledge::{self, Deed},
    voxel::StateId,
};

/// How far the nearest block is looked for, in blocks on each axis, and how many are tried.
const RADIUS: i32 = 48;
const MOST: usize = 8;
/// So far above and below the feet ground is looked for to pour something onto, in blocks.
const HEIGHT: i32 = 24;
/// How many blocks of a kind are looked at by which something is poured out, the nearest first.
const NEAREST: usize = 12;
/// Longer than any button stays down by itself, in ticks: one of wood 30 (Minecraft Wiki, Button).
const MOMENT: u64 = 60;
/// How often bone meal is given that does nothing.
const HANDFULS: u32 = 6;

/// A use that is to be made.
struct Use {
    deed: Deed,
    /// The block to be clicked, or to be scooped up.
    on: BlockPos,
    /// Where something changes.
    place: BlockPos,
    /// How that place was.
    before: StateId,
}

struct Using<'a> {
    cx: &'a Cx,
    params: &'a UseItem,
    item: Option<&'a str>,
    /// The blocks that are meant; empty: whichever.
    blocks: Vec<&'static knowledge::Block>,
}

pub(super) async fn use_item(cx: &Cx, params: UseItem) -> Result<Value, ToolError> {
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let item = params.item.as_deref().map(knowledge::plain);
    let mut blocks = params.block.as_deref().map(knowledge::blocks_called).unwrap_or_default();
    // Who tills the dirt tills what the ground is of: most of it has grass on it.
    if item.is_some_and(|item| item.ends_with("_hoe")) && blocks.iter().any(|block| block.name == "dirt") {
        blocks.extend(["grass_block", "dirt_path"].into_iter().filter_map(knowledge::block));
    }
    let using = Using { cx, params: &params, item, blocks };
    match (params.at(), params.on_ground(), &params.by) {
        (Some(at), ..) => using.at(at).await,
        (None, Some([x, z]), _) => using.on_the_ground(x, z).await,
        (None, None, Some(by)) if using.pours() => using.by(by).await,
        _ => using.nearest().await,
    }
}

impl Using<'_> {
    /// On the block at a place, or at the place itself.
    async fn at(&self, at: BlockPos) -> Result<Value, ToolError> {
        let state = into_sight(self.cx, at).await?;
        if let Some(done) = self.already(at, state) {
            return Ok(done);
        }
        self.require_item()?;
        let view = self.cx.view();
        if !self.blocks.is_empty() && !self.is_meant(state) && !self.is_meant_below(&view, at) {
            let (block, seen) = (self.params.block.as_deref().unwrap_or_default(), name_of(state));
            return Err(ToolError::new(ErrorCode::ResourceNotFound, format!("no {block} is at {at}, but {seen}"))
                .with(json!({ "target": at, "expected": block, "seen": seen })));
        }
        let Some(to_do) = self.use_at(&view, at) else {
            let (what, seen) = (self.item.unwrap_or("the hand"), name_of(state));
            let message = format!("nothing comes of using {what} on {seen} at {at}{}", self.why_not(&view, at));
            return Err(ToolError::new(ErrorCode::ActionFailed, message)
                .with(json!({ "target": at, "expected": self.params.state, "seen": seen, LASTING: true })));
        };
        match self.make(&to_do).await? {
            Some(done) => Ok(done),
            None => Err(blocked(self.cx, format!("no way to where {at} can be reached"), json!({ "target": at }))),
        }
    }

    /// Poured out on the ground, wherever that is there: as near to the height of the feet as may be.
    async fn on_the_ground(&self, x: i32, z: i32) -> Result<Value, ToolError> {
        self.require_item()?;
        let level = BlockPos::new(x, self.cx.feet()?.y, z);
        into_sight(self.cx, level).await?;
        let view = self.cx.view();
        let heights = (0..=HEIGHT).flat_map(|off| [level.offset(0, off, 0), level.offset(0, -off, 0)]);
        let lands = |at: &BlockPos| self.use_at(&view, *at).is_some_and(|to_do| to_do.place == *at);
        match heights.into_iter().find(lands) {
            Some(at) => self.at(at).await,
            None => {
                let what = self.item.unwrap_or("the hand");
                let message = format!("no ground at {x}, {z} that {what} could be emptied on");
                Err(ToolError::new(ErrorCode::ActionFailed, message).with(json!({ "target": level, LASTING: true })))
            }
        }
    }

    /// Poured out by the nearest block of a kind that has a free place there.
    async fn by(&self, by: &By) -> Result<Value, ToolError> {
        let cx = self.cx;
        self.require_item()?;
        let fluid = self.item.and_then(knowledge::poured).map_or("water", |fluid| fluid.name);
        let found = kinds::nearest(cx, by.kind(), NEAREST).await?;
        let (mut tried, mut washed) = (0, None);
        for &at in &found {
            let view = cx.view();
            for pos in beside::free_places(&view, fluid, by, at, cx.feet()?) {
                let Some(to_do) = self.use_at(&view, pos).filter(|to_do| to_do.place == pos) else { continue };
                if let Some(lost) = pouring::washes(&view, fluid, pos, by.kind()) {
                    washed = washed.or(Some(lost));
                    continue;
                }
                if tried == MOST {
                    break;
                }
                tried += 1;
                if let Some(done) = self.make(&to_do).await? {
                    return Ok(done);
                }
                // One that is out of reach may take no time at all: the deadline is looked at before the next.
                cx.tick().await;
            }
        }
        let (kind, word, at) = (by.kind().replace('_', " "), by.word(), found[0]);
        let (message, context) = match washed {
            _ if tried > 0 => return Err(self.out_of_reach(at)),
            Some((lost, there)) => {
                let message = format!("{fluid} {word} the {kind} at {at} would wash away the {lost} at {there}");
                (message, json!({ "target": at, "seen": lost, "at": there, LASTING: true }))
            }
            None => {
                let message =
                    format!("no place {word} any {kind}, the nearest at {at}, that {fluid} could be poured out at");
                (message, json!({ "target": at, LASTING: true }))
            }
        };
        Err(ToolError::new(ErrorCode::ActionFailed, message).with(context))
    }

    /// On the nearest block that will do.
    async fn nearest(&self) -> Result<Value, ToolError> {
        let cx = self.cx;
        // What stands as it should is not used, whatever is held.
        if self.params.state.is_none() {
            self.require_item()?;
        }
        let view = kinds::known_land(cx, cx.feet()?, RADIUS).await;
        let found = self.candidates(&view).await?;
        if found.is_empty() {
            let what = self.params.block.as_deref().or(self.item).unwrap_or("block");
            let message = match &self.params.block {
                Some(block) => {
                    let by = self.params.by.as_ref().map_or(String::new(), |by| format!(" {by}"));
                    format!("no {block}{by} that this could be done to within {RADIUS} blocks")
                }
                None => format!("nothing to use {what} on within {RADIUS} blocks"),
            };
            return Err(ToolError::new(ErrorCode::ResourceNotFound, message)
                .with(json!({ "target": what, "search_radius": RADIUS, "position": cx.feet().ok() })));
        }
        if let [Use { deed: Deed::Scoops(_), .. }, ..] = found[..] {
            return self.bucket(&found).await?.ok_or_else(|| self.out_of_reach(found[0].on));
        }
        for to_do in &found {
            if let Some(done) = self.already(to_do.on, view.state(to_do.on).unwrap_or(0)) {
                return Ok(done);
            }
            self.require_item()?;
            if let Some(done) = self.make(to_do).await? {
                return Ok(done);
            }
            // One that is out of reach may take no time at all: the deadline is looked at before the next.
            cx.tick().await;
        }
        Err(self.out_of_reach(found[0].on))
    }

    fn out_of_reach(&self, at: BlockPos) -> ToolError {
        blocked(self.cx, format!("no way to any, the nearest at {at}"), json!({ "target": at }))
    }

    /// The uses that could be made, the nearest first.
    async fn candidates(&self, view: &TerrainView) -> Result<Vec<Use>, ToolError> {
        if self.pours() && self.blocks.is_empty() {
            let spots = spots::near(self.cx).await?;
            let view = self.cx.view();
            return Ok(spots.into_iter().filter_map(|at| self.use_at(&view, at)).take(MOST).collect());
        }
        let done =
            |state: StateId| self.params.state.as_ref().is_some_and(|wants| knowledge::is_in_state(state, wants));
        let wanted = |state: StateId| {
            if !self.is_meant(state) {
                return false;
            }
            let usual = match knowledge::deed(self.item, state) {
                // Nobody sets fire to just any ground, and plants grow where the game lets them.
                Some(Deed::Puts(block)) if self.blocks.is_empty() => {
                    knowledge::is_tagged(block.name, "crops") && name_of(state) == "farmland"
                }
                deed => deed.is_some(),
            };
            usual || !self.blocks.is_empty() && done(state)
        };
        let counts = |at: BlockPos| {
            !view.is_taken(at)
                // A bare hand opens and presses what is there.
                && (self.item.is_none() || !view.is_kept(at))
                && self.is_by(view, at)
                && (self.use_at(view, at).is_some() || view.state(at).is_some_and(done))
        };
        let sought = Sought { wanted: &wanted, counts: &counts, open: false };
        let feet = self.cx.feet()?;
        let mut found = scan::nearest(self.cx, view, feet, RADIUS, MOST, sought).await;
        // Nobody tills what is under their own feet while there is ground before them.
        found.sort_by_key(|at| *at == feet.down());
        let whole = |at: BlockPos| {
            let before = view.state(at)?;
            let stays = Use { deed: Deed::Turns("", ""), on: at, place: at, before };
            Some(self.use_at(view, at).unwrap_or(stays))
        };
        Ok(found.into_iter().filter_map(whole).collect())
    }

    fn pours(&self) -> bool {
        self.item.and_then(knowledge::poured).is_some()
    }

    /// Whether the ground there is by the block that it is to be by: as what stands on it would be.
    fn is_by(&self, view: &TerrainView, at: BlockPos) -> bool {
        self.params.by.as_ref().is_none_or(|by| knowledge::stands_by(by, at.up(), |at| view.state(at)))
    }

    fn is_meant(&self, state: StateId) -> bool {
        self.blocks.is_empty() || self.blocks.iter().any(|block| block.states().contains(&state))
    }

    /// Where something is to come into a free place, what stands below it may be what is meant.
    fn is_meant_below(&self, view: &TerrainView, at: BlockPos) -> bool {
        view.traits(at).replaceable() && view.state(at.down()).is_some_and(|below| self.is_meant(below))
    }

    /// What is to be used there, and how; `None` if nothing comes of it.
    fn use_at(&self, view: &TerrainView, at: BlockPos) -> Option<Use> {
        let state = view.state(at)?;
        let free = |pos: BlockPos| {
            let there = view.traits(pos);
            there.replaceable() && !there.fluid()
        };
        // Into the place itself, where it is free: then it is the block below that is used.
        let below = knowledge::deed(self.item, view.state(at.down())?);
        let comes_here = free(at) && matches!(below, Some(Deed::Puts(_) | Deed::Pours(_)));
        let on = if comes_here && knowledge::deed(self.item, state).is_none() { at.down() } else { at };
        let deed = knowledge::deed(self.item, view.state(on)?)?;
        let fits = match deed {
            Deed::Makes { open_above, .. } => !open_above || knowledge::is_air_state(view.state(on.up())?),
            Deed::Scoops(_) => Look::into(view, on).is_some(),
            // Only air gives way to fire and plants.
            Deed::Puts(_) => knowledge::is_air_state(view.state(on.up())?),
            Deed::Pours(_) => view.traits(on.up()).empty() && !view.traits(on.up()).fluid(),
            Deed::Turns(name, value) => {
                self.params.state.as_ref().is_none_or(|wants| wants.get(name).is_none_or(|wanted| wanted == value))
            }
            Deed::Grows => true,
        };
        let place = if matches!(deed, Deed::Puts(_) | Deed::Pours(_)) { on.up() } else { on };
        let before = view.state(place)?;
        fits.then_some(Use { deed, on, place, before })
    }

    fn why_not(&self, view: &TerrainView, at: BlockPos) -> &'static str {
        let state = view.state(at).unwrap_or(0);
        if self.item.is_none() && name_of(state).starts_with("iron_") {
            return ": iron opens by redstone alone";
        }
        match knowledge::deed(self.item, state) {
            Some(Deed::Makes { .. } | Deed::Puts(_) | Deed::Pours(_)) => ": something is on top of it",
            Some(Deed::Scoops(_)) => ": it is covered",
            _ => "",
        }
    }

    /// Says so where the block is already what it is to become.
    fn already(&self, at: BlockPos, state: StateId) -> Option<Value> {
        let there = knowledge::block_of_state(state)?;
        let asked = self.params.state.as_ref().is_some_and(|wants| knowledge::is_in_state(state, wants))
            && self.is_meant(state);
        let (lit, made) = match self.item {
            Some("flint_and_steel" | "fire_charge") => (knowledge::burns(state), false),
            Some(tool) => {
                let is_worked = self.blocks.is_empty() && knowledge::deed(Some(tool), state).is_none();
                (false, is_worked && knowledge::makes(tool).any(|made| made == there))
            }
            None => (false, false),
        };
        let shown = knowledge::state_properties(state).into_iter().filter(|(name, _)| lit && *name == "lit");
        let of = shown.collect();
        (asked || lit || made).then(|| self.told(at, state, of, false))
    }

    fn require_item(&self) -> Result<(), ToolError> {
        let Some(item) = self.item else { return Ok(()) };
        if self.cx.shown().windows.counts().count(item) > 0 {
            return Ok(());
        }
        Err(ToolError::new(ErrorCode::InsufficientMaterials, format!("no {item} in the inventory"))
            .with(json!({ "item": item, "missing": { item: 1 } })))
    }

    /// Makes the use, and waits for the server's word. `None`: nobody gets there.
    async fn make(&self, to_do: &Use) -> Result<Option<Value>, ToolError> {
        let (cx, at) = (self.cx, to_do.place);
        cx.progress(format!("using {} at {at}", self.item.unwrap_or("the hand")), 0, 1, Some(at));
        if matches!(to_do.deed, Deed::Scoops(_) | Deed::Pours(_)) {
            return self.bucket(std::slice::from_ref(to_do)).await;
        }
        // A button that is still down from before does nothing when it is pressed.
        let is_down = |cx: &Cx| cx.shown().terrain.state(at).is_some_and(is_pressed);
        if is_down(cx) && !cx.until(MOMENT, |cx| !is_down(cx)).await {
            let message = format!("the {} at {at} stays down", name_of(to_do.before));
            return Err(ToolError::new(ErrorCode::ActionFailed, message).with(json!({ "target": at, "undone": 1 })));
        }
        let put = matches!(to_do.deed, Deed::Puts(_)).then_some(at);
        let tries = if to_do.deed == Deed::Grows { HANDFULS } else { 1 };
        for _ in 0..tries {
            if !place::use_on(cx, to_do.on, put, self.item, |cx| self.is_done(cx, to_do)).await? {
                return Ok(None);
            }
            if self.is_done(cx, to_do) {
                break;
            }
        }
        self.confirmed(to_do).map(Some)
    }

    /// Scoops up one of these, or pours out.
    async fn bucket(&self, uses: &[Use]) -> Result<Option<Value>, ToolError> {
        let (cx, view) = (self.cx, self.cx.view());
        let Some(item) = self.item else { return Ok(None) };
        let looks: Vec<Look> = uses
            .iter()
            .flat_map(|to_do| match to_do.deed {
                Deed::Scoops(_) => Look::into(&view, to_do.on).into_iter().collect(),
                _ => Look::beside(&view, to_do.place),
            })
            .collect();
        let held = |cx: &Cx| cx.shown().windows.counts().count(item);
        let before = held(cx);
        let Some(look) = looks::use_at(cx, &looks, item).await? else { return Ok(None) };
        let Some(to_do) = uses.iter().find(|to_do| to_do.place == look.place) else { return Ok(None) };
        let exchanged = cx.until(cx.patience(), |cx| held(cx) < before).await;
        cx.until(10, |cx| self.is_done(cx, to_do)).await;
        match to_do.deed {
            // A spring is full again at once.
            Deed::Scoops(filled) if exchanged => {
                let mut told = self.told(look.place, to_do.before, BTreeMap::new(), true);
                told["got"] = json!(filled);
                Ok(Some(told))
            }
            _ => self.confirmed(to_do).map(Some),
        }
    }

    /// Whether the server shows that it was done.
    fn is_done(&self, cx: &Cx, to_do: &Use) -> bool {
        let Some(now) = cx.shown().terrain.state(to_do.place) else { return false };
        match to_do.deed {
            Deed::Turns(name, value) => knowledge::state_properties(now).contains(&(name, value)),
            Deed::Makes { block, .. } | Deed::Puts(block) | Deed::Pours(block) => name_of(now) == block.name,
            Deed::Grows => knowledge::age(now) > knowledge::age(to_do.before),
            Deed::Scoops(_) => name_of(now) != name_of(to_do.before),
        }
    }

    fn confirmed(&self, to_do: &Use) -> Result<Value, ToolError> {
        let at = to_do.place;
        let now = self.cx.shown().terrain.state(at).unwrap_or(0);
        if !self.is_done(self.cx, to_do) {
            let (what, seen) = (self.item.unwrap_or("the hand"), name_of(now));
            let message = format!("the server does not show that {what} did anything at {at}: {seen} is there");
            return Err(ToolError::new(ErrorCode::ActionFailed, message)
                .with(json!({ "target": at, "expected": expected(to_do), "seen": seen, "undone": 1 })));
        }
        let properties = knowledge::state_properties(now);
        let shows = |name: &str| properties.iter().find(|(own, _)| *own == name).copied();
        let of = match to_do.deed {
            Deed::Turns(name, _) => shows(name),
            Deed::Grows => shows("age"),
            _ => None,
        };
        Ok(self.told(at, now, of.into_iter().collect(), true))
    }

    fn told(&self, at: BlockPos, state: StateId, of: BTreeMap<&str, &str>, changed: bool) -> Value {
        let wanted = self.params.state.iter().flatten().map(|(name, value)| (name.clone(), json!(value)));
        let seen = of.into_iter().map(|(name, value)| (name.to_owned(), json!(value)));
        let state_of: Map<String, Value> = wanted.chain(seen).collect();
        json!({
            "item": self.item, "block": name_of(state), "x": at.x, "y": at.y, "z": at.z, "state": state_of, "changed": changed,
        })
    }
}

/// Whether this is a button that is down.
fn is_pressed(state: StateId) -> bool {
    knowledge::is_momentary(name_of(state)) && knowledge::state_properties(state).contains(&("powered", "true"))
}

fn name_of(state: StateId) -> &'static str {
    knowledge::block_of_state(state).map_or("?", |block| block.name)
}

/// What should have been seen, in words.
fn expected(to_do: &Use) -> String {
    match to_do.deed {
        Deed::Turns(name, value) => format!("{}[{name}={value}]", name_of(to_do.before)),
        Deed::Makes { block, .. } | Deed::Puts(block) | Deed::Pours(block) => block.name.to_owned(),
        Deed::Grows => format!("{}, older", name_of(to_do.before)),
        Deed::Scoops(item) => item.to_owned(),
    }
}
