//! `harvest`: goes from one ripe crop to the next, breaks what is in reach, picks up what drops and sows it again; confirmed by
//! the server's blocks and slots.

use serde_json::{Value, json};

use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            clicks::{self, room_for},
            collect::{self, Wanted},
            craft,
            cx::Cx,
            dig, kinds,
            path::Near,
            place,
            scan::{self, Sought},
            walk::{self, blocked},
        },
    },
    domain::{BlockPos, ErrorCode, Harvest, LASTING, PosMap, ToolError},
    knowledge::{self, Crop},
    voxel::StateId,
};

/// So near to a crop one goes to break it, in blocks on each level axis; and so far from the feet others are broken from there.
const BESIDE: i32 = 1;
const ARM: u32 = 3;
/// The most that are broken before what they dropped is picked up and they are sown again: who is withdrawn leaves no more bare.
const TOGETHER: usize = 8;
/// How far from the stand drops are fetched, in blocks.
const FETCH: f64 = 8.0;
/// The most crops that one look finds.
const MOST: usize = 256;

pub(super) async fn harvest(cx: &Cx, params: Harvest) -> Result<Value, ToolError> {
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let crops = match params.crop.as_deref() {
        Some(name) => knowledge::crop(name).into_iter().collect(),
        None => knowledge::crops().iter().collect(),
    };
    let mut harvesting = Harvesting {
        cx,
        origin: cx.feet()?,
        crops,
        held: 0,
        reaped: Vec::new(),
        bare: Vec::new(),
        barred: PosMap::default(),
        params: &params,
    };
    harvesting.held = harvesting.holds();
    kinds::known_land(cx, harvesting.origin, params.radius() as i32).await;
    harvesting.run().await?;
    Ok(harvesting.told())
}

struct Harvesting<'a> {
    cx: &'a Cx,
    params: &'a Harvest,
    origin: BlockPos,
    crops: Vec<&'static Crop>,
    /// How many were held before.
    held: u32,
    /// The crops that were broken.
    reaped: Vec<(BlockPos, &'static Crop)>,
    /// Those of them that could not be sown again, and what is there.
    bare: Vec<(BlockPos, &'static Crop)>,
    /// Those that nobody gets at.
    barred: PosMap<BlockPos, ()>,
}

impl Harvesting<'_> {
    async fn run(&mut self) -> Result<(), ToolError> {
        while !self.is_enough() {
            self.check_room()?;
            let view = self.cx.view();
            let ripe = self.standing(&view, true).await;
            let here = self.cx.feet()?;
            let Some(next) = ripe.iter().min_by_key(|at| at.level_distance(here)).copied() else {
                return self.nothing_left(&view).await;
            };
            self.report("harvesting", Some(next));
            if !self.go_beside(next).await? {
                self.barred.insert(next, ());
                continue;
            }
            let batch = self.reap(&ripe).await?;
            if batch.is_empty() {
                self.barred.insert(next, ());
                continue;
            }
            self.fetch(&batch).await?;
            if self.params.replant {
                for (at, crop) in batch {
                    self.sow(at, crop).await?;
                }
            }
        }
        self.check_sown()
    }

    fn yields(&self) -> Vec<&'static str> {
        self.crops.iter().map(|crop| crop.yields).collect()
    }

    /// How many are held of what the crops yield.
    fn holds(&self) -> u32 {
        self.cx.shown().windows.counts().count_any(&self.yields())
    }

    fn gained(&self) -> u32 {
        self.holds().saturating_sub(self.held)
    }

    fn is_enough(&self) -> bool {
        self.params.count.is_some_and(|count| self.gained() >= count)
    }

    /// What is harvested, in words.
    fn name(&self) -> &str {
        self.params.crop.as_deref().map_or("crop", knowledge::plain)
    }

    fn report(&self, what: &str, at: Option<BlockPos>) {
        self.cx.progress(format!("{what} {}", self.name()), self.gained(), self.params.count.unwrap_or(0), at);
    }

    /// The crops around, ripe or not, that nobody else is at and that were not given up.
    async fn standing(&self, view: &TerrainView, ripe: bool) -> Vec<BlockPos> {
        let wanted = |state: StateId| {
            knowledge::crop_in(state).is_some_and(|(crop, is_ripe)| is_ripe == ripe && self.crops.contains(&crop))
        };
        let counts = |at: BlockPos| !view.is_spared(at) && !self.barred.contains_key(&at);
        let sought = Sought { wanted: &wanted, counts: &counts, open: false };
        scan::nearest(self.cx, view, self.origin, self.params.radius() as i32, MOST, sought).await
    }

    async fn go_beside(&self, at: BlockPos) -> Result<bool, ToolError> {
        let near = Near { target: at, tolerance: BESIDE, level: true };
        let range = self.params.radius() as i32 + 16;
        if !near.is_met(self.cx.feet()?) && !walk::walk_to(self.cx, || &near, range, false).await? {
            return Ok(false);
        }
        walk::settle(self.cx).await?;
        Ok(true)
    }

    /// Breaks what is within an arm's length, as far as it is needed.
    async fn reap(&mut self, ripe: &[BlockPos]) -> Result<Vec<(BlockPos, &'static Crop)>, ToolError> {
        let feet = self.cx.feet()?;
        let in_reach = |at: &&BlockPos| at.level_distance(feet) <= ARM && at.y.abs_diff(feet.y) <= 1;
        let lacking = self.params.count.map_or(u32::MAX, |count| count.saturating_sub(self.gained()));
        let mut near: Vec<BlockPos> = ripe.iter().filter(in_reach).copied().collect();
        near.sort_by_key(|at| at.level_distance(feet));
        near.truncate(TOGETHER.min(lacking as usize));
        let mut batch = Vec::new();
        for at in near {
            let Some(state) = self.cx.shown().terrain.state(at) else { continue };
            let Some((crop, true)) = knowledge::crop_in(state) else { continue };
            if dig::dig(self.cx, at).await? && dig::confirm(self.cx, &[at]).await? {
                self.reaped.push((at, crop));
                batch.push((at, crop));
            }
        }
        Ok(batch)
    }

    /// Picks up what has dropped.
    async fn fetch(&self, batch: &[(BlockPos, &'static Crop)]) -> Result<(), ToolError> {
        let cx = self.cx;
        let names: Vec<&str> =
            batch.iter().flat_map(|(_, crop)| crop.block.drops.iter().map(|drop| drop.item)).collect();
        let is_meant = |item: &str| {
            names.contains(&item) || batch.iter().any(|(_, crop)| crop.yields == item || crop.seed == item)
        };
        let (here, before) = (cx.position()?, self.gained());
        let lies = |_: &Cx| collect::lying(cx, here, FETCH, &is_meant).is_ok_and(|items| !items.is_empty());
        // The drops may come a moment after the block's end.
        cx.until(4 + cx.patience() / 4, |cx| lies(cx) || self.gained() > before).await;
        let has_room = |item: &str| room_for(&cx.shown().windows.player_slots(), item) > 0;
        let wanted =
            Wanted { is_wanted: &|item| is_meant(item) && has_room(item), gained: &|| self.gained(), count: u32::MAX };
        collect::collect(cx, FETCH, &wanted, None).await.map(drop)
    }

    /// Sows one again; what cannot be is remembered.
    async fn sow(&mut self, at: BlockPos, crop: &'static Crop) -> Result<(), ToolError> {
        let stands = move |cx: &Cx| {
            let there = cx.shown().terrain.state(at).and_then(knowledge::crop_in);
            there.is_some_and(|(there, _)| there == crop)
        };
        if self.cx.shown().windows.counts().count(crop.seed) > 0 {
            self.report("sowing", Some(at));
            place::use_on(self.cx, at.down(), Some(at), Some(crop.seed), stands).await?;
        }
        if !stands(self.cx) {
            self.bare.push((at, crop));
        }
        Ok(())
    }

    fn check_room(&self) -> Result<(), ToolError> {
        let slots = self.cx.shown().windows.player_slots();
        let Some(crop) = self.crops.iter().find(|crop| room_for(&slots, crop.yields) == 0) else { return Ok(()) };
        Err(ToolError::new(ErrorCode::InventoryFull, format!("no room for {}", crop.yields)).with(self.told()))
    }

    /// There is no ripe one any more: that is all, or too little, or there never was one.
    async fn nothing_left(&self, view: &TerrainView) -> Result<(), ToolError> {
        let (name, radius, got) = (self.name(), self.params.radius(), self.gained());
        let around = format!("within {radius} blocks");
        if let Some(at) = self.barred.keys().next() {
            let message = format!("no way to the ripe {name} at {at}: {got} harvested");
            return Err(blocked(self.cx, message, self.told()));
        }
        let unripe = self.standing(view, false).await.len();
        match self.params.count {
            None if !self.reaped.is_empty() => self.check_sown(),
            _ if unripe > 0 => {
                let rest = if self.reaped.is_empty() { "" } else { "rest of the " };
                let wanted = self.params.count.map_or(String::new(), |count| format!(", {got} of {count} harvested"));
                let message = format!("the {rest}{name} is not ripe: {unripe} still grow {around}{wanted}");
                let mut told = self.told();
                told["unripe"] = json!(unripe);
                told[LASTING] = json!(true);
                Err(ToolError::new(ErrorCode::ActionFailed, message).with(told))
            }
            Some(count) if !self.reaped.is_empty() => {
                let message = format!("no more {name} grows {around}: {got} of {count} harvested");
                let mut told = self.told();
                told[LASTING] = json!(true);
                Err(ToolError::new(ErrorCode::ActionFailed, message).with(told))
            }
            _ => Err(ToolError::new(ErrorCode::ResourceNotFound, format!("no {name} grows {around}"))
                .with(json!({ "target": name, "search_radius": radius, "position": self.cx.feet().ok() }))),
        }
    }

    /// That nothing was left bare.
    fn check_sown(&self) -> Result<(), ToolError> {
        let Some((at, crop)) = self.bare.first() else { return Ok(()) };
        let below =
            self.cx.shown().terrain.state(at.down()).and_then(knowledge::block_of_state).map_or("?", |b| b.name);
        let held = self.cx.shown().windows.counts().count(crop.seed);
        let message = format!(
            "{} of {} were not sown again, the first at {at}: {below} is below, {held} {} held",
            self.bare.len(),
            self.reaped.len(),
            crop.seed
        );
        let mut told = self.told();
        told[LASTING] = json!(true);
        Err(ToolError::new(ErrorCode::ActionFailed, message).with(told))
    }

    fn told(&self) -> Value {
        let places: Vec<BlockPos> = self.reaped.iter().map(|(at, _)| *at).collect();
        let bare: Vec<BlockPos> = self.bare.iter().map(|(at, _)| *at).collect();
        json!({ "crop": self.params.crop, "harvested": self.gained(), "places": places, "bare": bare })
    }
}
