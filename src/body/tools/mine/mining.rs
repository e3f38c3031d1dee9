//! A call of `mine` under way: what is wanted, what was got, what is still to be fetched.

use serde_json::json;

use crate::{
    body::skills::{
        clicks::room_for,
        cx::{Cx, OnlyWith},
        dig, hold,
        others::Waited,
        rise,
    },
    domain::{BlockPos, ErrorCode, HAND, Mine, PosMap, ToolError, Volume},
    knowledge::{self, Block, MineTarget},
    voxel::StateId,
};

const FIELD: &str = "farmland";

pub(super) struct Mining<'a> {
    pub cx: &'a Cx,
    pub params: &'a Mine,
    pub target: MineTarget,
    /// A tool that will be held by the time the work begins.
    with: Option<&'static str>,
    /// By state: wanted, and yielding with what is held.
    wanted: Vec<bool>,
    /// Items of the target held when the call began.
    base: u32,
    pub broken: u32,
    /// The block that was named is among them.
    pub named_broken: bool,
    /// Where earth was broken: it may be put back.
    pub earth_at: Vec<BlockPos>,
    /// What was gained when drops were last fetched, and what blocks broken since should have dropped.
    pub settled: u32,
    pub due: f32,
    /// What should have been fetched since something last was, each time as one at most.
    pub barren: f32,
    /// Blocks that are given up.
    pub spoiled: PosMap<BlockPos, ()>,
    undone: PosMap<BlockPos, u32>,
    /// The floors of the stairs that were dug.
    pub keep: PosMap<BlockPos, ()>,
    /// Where the last way to work began to lead into the ground: what is dug must not cut off the way back there.
    pub anchor: Option<BlockPos>,
    pub waited: Waited,
    /// Dirt that was held when the call began.
    earth: u32,
    /// Where one last looked for what the ground holds up.
    pub spared_at: Option<BlockPos>,
}

impl<'a> Mining<'a> {
    pub fn new(cx: &'a Cx, params: &'a Mine) -> Result<Self, ToolError> {
        let target = knowledge::mine_target(&params.target)?;
        let base = cx.shown().windows.counts().count_any(&target.items);
        if let Some(with) = &params.with {
            let tool = Some(knowledge::plain(with).to_owned()).filter(|tool| tool != HAND);
            let blocks = target.blocks.iter().map(|block| block.name).collect();
            cx.shared.only_with.replace(Some(OnlyWith { tool, blocks }));
        }
        let spared = || params.spare.into_iter().flat_map(Volume::cells).map(|at| (at, ()));
        Ok(Self {
            cx,
            params,
            target,
            with: None,
            wanted: Vec::new(),
            base,
            broken: 0,
            named_broken: false,
            earth_at: Vec::new(),
            settled: 0,
            due: 0.0,
            barren: 0.0,
            spoiled: spared().collect(),
            undone: PosMap::default(),
            keep: spared().collect(),
            anchor: None,
            waited: Waited::default(),
            earth: earth(cx),
            spared_at: None,
        })
    }

    /// The same, to look for where it will be done, with the least tool that it takes.
    pub fn ahead(cx: &'a Cx, params: &'a Mine) -> Result<Self, ToolError> {
        let mut ahead = Self::new(cx, params)?;
        ahead.with = ahead.target.blocks.iter().find_map(|block| knowledge::harvest_tier(block));
        ahead.refresh_wanted()?;
        Ok(ahead)
    }

    /// What digging each state takes.
    pub fn prices(&self) -> impl Fn(StateId) -> Option<f32> + use<> {
        dig::prices_with(self.cx, self.with)
    }

    /// Dirt that may be laid: what shafts yielded before, and in this call, which did not want it.
    pub fn spare(&self) -> u32 {
        let more = if self.wants(rise::EARTH) { 0 } else { earth(self.cx).saturating_sub(self.earth) };
        (self.cx.shared.spare.get() + more).min(earth(self.cx))
    }

    /// What is left over of it is there for the ways that follow.
    pub fn leave(&self) {
        self.cx.shared.spare.set(self.spare());
    }

    pub fn gained(&self) -> u32 {
        self.cx.shown().windows.counts().count_any(&self.target.items).saturating_sub(self.base)
    }

    /// The item that was asked for; of a family, the member most of which is held.
    pub fn most_gained(&self) -> String {
        let counts = self.cx.shown().windows.counts();
        let items = &self.target.items;
        items.iter().max_by_key(|item| counts.count(item)).map_or(String::new(), |item| (*item).to_owned())
    }

    /// Whether what is held and what lies about, `pending` included, is enough.
    pub fn suffices(&self, pending: f32) -> bool {
        // Blocks dug on the way to the one that was named may have dropped enough.
        if pending == 0.0 && self.named_stands() {
            return false;
        }
        let expected = self.settled as f32 + self.due + pending;
        expected.max(self.gained() as f32) > self.params.count as f32 - 0.001
    }

    /// Whether the block that was named still stands; `false` where none was named.
    pub fn named_stands(&self) -> bool {
        self.params.at.is_some_and(|at| !self.named_broken && self.is_wanted(at))
    }

    /// How many blocks are still to be broken, if each brings as much as is expected of the kind.
    pub fn lacking(&self) -> usize {
        let missing = self.params.count as f32 - (self.settled as f32 + self.due).max(self.gained() as f32);
        missing.ceil().max(1.0) as usize
    }

    pub fn wants(&self, item: &str) -> bool {
        self.target.items.contains(&item)
    }

    /// How many items of the target breaking a block should bring.
    pub fn expected(&self, pos: BlockPos) -> f32 {
        let state = self.cx.shown().terrain.state(pos).unwrap_or(0);
        let Some(block) = knowledge::block_of_state(state) else { return 0.0 };
        let drops = block.drops.iter().filter(|drop| drop.silk_touch != Some(true) && self.wants(drop.item));
        drops.map(|drop| drop.chance * drop.min.max(1) as f32).sum()
    }

    /// Whether a state is wanted, and would yield with what is held.
    pub fn is_wanted_state(&self, state: StateId) -> bool {
        self.wanted.get(usize::from(state)).copied().unwrap_or(false)
    }

    /// The blocks of the target that would yield with what is held.
    pub fn wanted_blocks(&self) -> impl Iterator<Item = &'static Block> {
        self.target.blocks.iter().copied().filter(|block| self.is_wanted_state(block.min_state))
    }

    pub fn is_wanted(&self, pos: BlockPos) -> bool {
        let state = self.cx.shown().terrain.state(pos).unwrap_or(0);
        self.is_wanted_state(state)
    }

    pub fn name_at(&self, pos: BlockPos) -> &'static str {
        let state = self.cx.shown().terrain.state(pos).unwrap_or(0);
        knowledge::block_of_state(state).map_or("block", |block| block.name)
    }

    pub fn count_failure(&mut self, pos: BlockPos) {
        let count = self.undone.entry(pos).or_insert(0);
        *count += 1;
        if *count >= 3 {
            self.spoiled.insert(pos, ());
        }
    }

    /// A block that was named and is broken, its drop gone, cannot be broken again.
    pub fn check_named_block(&self) -> Result<(), ToolError> {
        let Some(at) = self.params.at.filter(|&at| self.broken > 0 && !self.is_wanted(at)) else { return Ok(()) };
        Err(ToolError::new(ErrorCode::ActionFailed, format!("the block at {at} is broken, but nothing of it was got"))
            .with(
                json!({ "expected": self.target.items, "seen": "no drop", "target": at, "blocks_broken": self.broken }),
            ))
    }

    /// `INVENTORY_FULL` before digging what could not be picked up.
    pub fn check_room(&self) -> Result<(), ToolError> {
        let slots = self.cx.shown().windows.player_slots();
        if self.target.items.iter().any(|item| room_for(&slots, item) > 0) {
            return Ok(());
        }
        let items = self.target.items.join(" or ");
        Err(ToolError::new(ErrorCode::InventoryFull, format!("no room for {items}"))
            .with(json!({ "item": self.target.items.first(), "collected": self.gained() })))
    }

    /// Which blocks yield with what is held now; `TOOL_REQUIRED` if none does.
    pub fn refresh_wanted(&mut self) -> Result<(), ToolError> {
        let slots = hold::usable(self.cx);
        let held = slots.iter().skip(9).flatten().map(|stack| stack.item.as_str());
        let tools: Vec<&str> = held.chain(self.with).collect();
        let named = self.params.with.as_deref().map(knowledge::plain).filter(|tool| *tool != HAND);
        if let Some(tool) = named.filter(|tool| !tools.contains(tool)) {
            return Err(hold::not_held(tool));
        }
        self.wanted.clear();
        let mut any = false;
        // A field is no earth to be dug, though it yields some.
        let is_field = |block: &Block| block.name == FIELD && knowledge::plain(&self.params.target) != FIELD;
        for block in self.target.blocks.iter().filter(|block| self.params.at.is_some() || !is_field(block)) {
            let yields = |tool: Option<&str>| {
                knowledge::yields(block, tool).iter().any(|drop| self.target.items.contains(&drop.item))
            };
            if !yields(None) && !tools.iter().any(|tool| yields(Some(*tool))) {
                continue;
            }
            any = true;
            if self.wanted.len() <= usize::from(block.max_state) {
                self.wanted.resize(usize::from(block.max_state) + 1, false);
            }
            self.wanted[usize::from(block.min_state)..=usize::from(block.max_state)].fill(true);
        }
        if any {
            return Ok(());
        }
        let block = self.target.blocks.first();
        let tier = block.and_then(|block| knowledge::harvest_tier(block));
        let name = block.map_or(&*self.params.target, |block| block.name);
        Err(ToolError::new(
            ErrorCode::ToolRequired,
            format!("{name} yields nothing without {} or better", tier.unwrap_or("a tool")),
        )
        .with(json!({ "target": self.params.target, "block": name, "tier": tier, "collected": self.gained() })))
    }

    pub fn report(&self, text: &str, place: Option<BlockPos>) {
        self.cx.progress(text, self.gained(), self.params.count, place);
    }
}

fn earth(cx: &Cx) -> u32 {
    cx.shown().windows.counts().count(rise::EARTH)
}
