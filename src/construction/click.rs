//! The placement solver: which clicks put a block into a cell, and what state the server makes of each.
//!
//! It works forward. A click is held against the rules of `placing.yaml` one by one, as the game decides them, and what comes out is
//! compared with what is wanted; who chooses where to stand asks for one stand after another. So there is no second table that says
//! how to get a state, and none that could contradict the first. What neighbours decide is left open.

use super::{
    blueprint::{Wanted, grows_on_sides},
    hold::{Around, stays},
};
use crate::{
    domain::{BlockPos, Side, Vec3},
    knowledge::{
        self, Block, Support, is_air_state, is_fluid, is_replaceable, is_sturdy,
        placing::{Row, Rule, block_of_item, on_wall, row_of},
    },
};

/// A click on a side of a block, at a point of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Click {
    pub block: BlockPos,
    pub side: Side,
    pub point: Vec3,
}

/// How one looks while clicking: yaw and pitch in degrees (0 is south, 90 west; 90 down), and whether one sneaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub yaw: f32,
    pub pitch: f32,
    pub sneaks: bool,
}

/// Whether it has to come before what is beside it: signs and banners are put from one of sixteen sides, and of doors and chests the
/// neighbours may make something else. `around`: what stands there in the end.
pub fn comes_early(around: &Around, at: BlockPos, wanted: &Wanted) -> bool {
    let Some(row) = row_of(wanted.block) else { return false };
    let has = |of: fn(&Rule) -> bool| row.state.iter().any(|(_, rule)| of(rule));
    if has(|rule| matches!(rule, Rule::Look16 | Rule::Look16Opposite)) {
        return true;
    }
    if !has(|rule| matches!(rule, Rule::Hinge | Rule::Pair)) || wanted.comes_with_another() {
        return false;
    }
    let Some((item, _)) = wanted.item() else { return false };
    let before = |place: BlockPos| if [at, at.up()].contains(&place) { 0 } else { around(place) };
    let yaws = [0.0, 90.0, 180.0, 270.0].into_iter();
    let poses = yaws.flat_map(|yaw| [false, true].map(|sneaks| Pose { yaw, pitch: 40.0, sneaks }));
    let is_made =
        |click: &Click, pose: Pose| made_by(&before, at, item, click, pose).is_some_and(|made| made.meets(wanted));
    !clicks_at(&before, at, wanted).iter().any(|click| poses.clone().any(|pose| is_made(click, pose)))
}

/// What a click makes: a block, the values that it decides, and the properties that neighbours decide.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    pub block: &'static Block,
    pub decided: Vec<(&'static str, String)>,
    open: Vec<&'static str>,
}

impl Made {
    /// Whether it is what a cell wants, or a part of it that the next click adds to.
    pub fn meets(&self, wanted: &Wanted) -> bool {
        if self.block.id != wanted.block.id {
            return false;
        }
        let default = knowledge::state_properties(self.block.default_state);
        wanted.properties.iter().all(|(name, value)| {
            if self.open.contains(name) || by_hand(self.block.name, name) {
                return true;
            }
            match self.decided.iter().find(|(one, _)| one == name) {
                // The other half joins it later.
                Some((_, made)) if *name == "type" && made == "single" => true,
                Some((_, made)) => made == value || is_on_the_way(self.block, name, made, value),
                None => default.iter().any(|(one, usual)| {
                    one == name && (usual == value || is_on_the_way(self.block, name, usual, value))
                }),
            }
        })
    }

    /// The state, with what neighbours decide by default.
    pub fn state(&self) -> Option<u16> {
        let decided: Vec<(&str, &str)> = self.decided.iter().map(|(name, value)| (*name, value.as_str())).collect();
        knowledge::state_with(self.block, &decided)
    }
}

/// Whether one more click makes it right: a slab of two, the third candle, a vine on another side.
pub(super) fn is_on_the_way(block: &Block, name: &str, has: &str, wanted: &str) -> bool {
    let grows = || grows_on_sides(block);
    match name {
        _ if Side::named(name).is_some() => (has, wanted) == ("false", "true") && grows(),
        "type" => wanted == "double" && matches!(has, "top" | "bottom"),
        _ if COUNTS.contains(&name) => has.parse::<u32>().ok() < wanted.parse().ok(),
        _ => false,
    }
}

/// Whether a click with an empty hand changes this property. The Minecraft Wiki's pages of these blocks: iron opens to redstone only.
pub(super) fn by_hand(block: &str, property: &str) -> bool {
    match property {
        "open" => !block.starts_with("iron_") && !block.ends_with("barrel"),
        "powered" => block == "lever",
        "delay" => block == "repeater",
        "mode" => block == "comparator",
        "inverted" => block == "daylight_detector",
        "note" => block == "note_block",
        _ => false,
    }
}

/// What is counted up by one click after another.
pub(super) const COUNTS: &[&str] = &["candles", "pickles", "eggs", "layers", "flower_amount", "segment_amount"];

/// Whether something is there that a look does not go through.
fn is_clickable(state: u16) -> bool {
    knowledge::block_of_state(state)
        .is_some_and(|block| !is_air_state(state) && !is_fluid(block.name) && !is_replaceable(block, state))
}

/// The clicks that put what is wanted into a cell, from wherever one may stand: the middles of sides first.
pub fn clicks_at(around: &Around, at: BlockPos, wanted: &Wanted) -> Vec<Click> {
    let row = row_of(wanted.block);
    let depends_on_point = row
        .is_some_and(|row| row.state.iter().any(|(_, rule)| matches!(rule, Rule::HitHalf | Rule::Slab | Rule::Hinge)));
    let turns_finely =
        row.is_some_and(|row| row.state.iter().any(|(_, rule)| matches!(rule, Rule::Look16 | Rule::Look16Opposite)));
    let mut clicks = Vec::new();
    // What is there already is added to.
    let there = around(at);
    if wanted.block.states().contains(&there) {
        let sides =
            Side::ALL.into_iter().filter(|side| *side != Side::Down || wanted.property("type") == Some("double"));
        clicks.extend(sides.map(|side| Click { block: at, side, point: middle(at, side, [0.0; 3]) }));
        return clicks;
    }
    // The ground's side first: it is the one that is mostly seen.
    for side in [Side::Up, Side::North, Side::South, Side::West, Side::East, Side::Down] {
        let block = at.beside(side.opposite());
        if !is_clickable(around(block)) {
            continue;
        }
        let mut push = |off: [f64; 3]| clicks.push(Click { block, side, point: middle(block, side, off) });
        if turns_finely && !side.is_level() {
            let parts = [0.0, -0.2, 0.2, -0.4, 0.4];
            parts.into_iter().flat_map(|x| parts.map(|z| [x, 0.0, z])).for_each(push);
        } else if !depends_on_point {
            push([0.0; 3]);
        } else if side.is_level() {
            [-0.25, 0.25].into_iter().for_each(|y| push([0.0, y, 0.0]));
        } else {
            [[-0.25, 0.0, 0.0], [0.25, 0.0, 0.0], [0.0, 0.0, -0.25], [0.0, 0.0, 0.25]].into_iter().for_each(push);
        }
    }
    clicks
}

/// A point of a block's side: its middle, and so far off it.
fn middle(block: BlockPos, side: Side, off: [f64; 3]) -> Vec3 {
    let (center, (x, y, z)) = (block.center(), side.step());
    Vec3::new(
        center.x + f64::from(x) * 0.5 + off[0],
        center.y + f64::from(y) * 0.5 + off[1],
        center.z + f64::from(z) * 0.5 + off[2],
    )
}

/// What a click with an item makes at a place; `None` where nothing comes to stand there.
pub fn made_by(around: &Around, at: BlockPos, item: &str, click: &Click, pose: Pose) -> Option<Made> {
    let block = block_of_item(item)?;
    let there = around(at);
    let free = knowledge::block_of_state(there)
        .is_none_or(|other| is_air_state(there) || is_replaceable(other, there) || other.id == block.id);
    if !free {
        return None;
    }
    if click.block != at && takes_in(around(click.block), block, click, pose) {
        return None;
    }
    let placing = Placing { around, at, click, pose, is_inside: click.block == at };
    let Some(row) = row_of(block) else {
        return Some(Made { block, decided: Vec::new(), open: Vec::new() });
    };
    let Some(on_wall) = on_wall(block) else { return placing.make(block, Some(row)) };
    // It stands or hangs by the first way one looks in that holds it.
    let (foot, other) = if row.hangs { (Side::Up, Side::Down) } else { (Side::Down, Side::Up) };
    let (mut standing, mut at_wall) = (None, None);
    for side in placing.looks().into_iter().filter(|side| *side != other) {
        let made = if side == foot {
            standing.get_or_insert_with(|| placing.make(block, Some(row)))
        } else {
            at_wall.get_or_insert_with(|| placing.make(on_wall, row_of(on_wall)))
        };
        if made.is_some() {
            return made.clone();
        }
    }
    None
}

/// Whether what is clicked takes in one more of its kind, which then does not come to stand beside it.
fn takes_in(clicked: u16, block: &Block, click: &Click, pose: Pose) -> bool {
    if !block.states().contains(&clicked) {
        return false;
    }
    let (has, rules) = (knowledge::state_properties(clicked), row_of(block).map_or(&[][..], |row| &row.state));
    let value = |name: &str| has.iter().find(|(one, _)| *one == name).map(|(_, value)| *value);
    rules.iter().any(|(name, rule)| match rule {
        Rule::Count if name == "layers" => click.side == Side::Up,
        Rule::Count => !pose.sneaks,
        Rule::Slab => {
            let is_upper = click.point.y - f64::from(click.block.y) > 0.5;
            match value(name) {
                Some("bottom") => click.side == Side::Up || click.side.is_level() && is_upper,
                Some("top") => click.side == Side::Down || click.side.is_level() && !is_upper,
                _ => false,
            }
        }
        Rule::Vine => Side::ALL.into_iter().any(|side| value(side.name()) == Some("false")),
        _ => false,
    })
}

struct Placing<'a> {
    around: &'a Around<'a>,
    at: BlockPos,
    click: &'a Click,
    pose: Pose,
    /// Whether what is in the place itself is clicked.
    is_inside: bool,
}

/// What a rule says.
enum Ruled {
    Is(String),
    /// The neighbours say it.
    Open,
    /// Nothing comes to stand there.
    Nothing,
}

impl Placing<'_> {
    fn make(&self, block: &'static Block, row: Option<&Row>) -> Option<Made> {
        let mut made = Made { block, decided: Vec::new(), open: Vec::new() };
        let there = (self.around)(self.at);
        let rules = row.map_or(&[][..], |row| &row.state);
        if block.states().contains(&there) {
            return self.add_to(made, there, rules);
        }
        for (name, rule) in rules {
            if *rule == Rule::Vine {
                let is_grown = made.decided.iter().any(|(name, _)| Side::named(name).is_some());
                if !is_grown {
                    made.decided.push((self.grows_on(block, &[])?.name(), "true".to_owned()));
                }
                continue;
            }
            if name == "sides" {
                let sides = ["north", "south", "west", "east"];
                match rule {
                    Rule::Is(value) => made.decided.extend(sides.map(|side| (side, value.clone()))),
                    _ => made.open.extend(sides),
                }
                continue;
            }
            let name = block.properties.iter().find(|property| property.name == name).map(|property| property.name);
            let Some(name) = name else { continue };
            match self.ruled(name, rule, &made) {
                Ruled::Is(value) => made.decided.push((name, value)),
                Ruled::Open => made.open.push(name),
                Ruled::Nothing => return None,
            }
        }
        let is_free = |at: BlockPos| {
            let state = (self.around)(at);
            knowledge::block_of_state(state).is_none_or(|other| is_air_state(state) || is_replaceable(other, state))
        };
        let has_room = self.second_half(&made).is_none_or(is_free);
        (has_room && stays(self.around, self.at, made.state()?)).then_some(made)
    }

    /// What is there is added to: one candle more, the other half of a slab.
    fn add_to(&self, mut made: Made, there: u16, rules: &[(String, Rule)]) -> Option<Made> {
        let has = knowledge::state_properties(there);
        let side = if grows_on_sides(made.block) { Some(self.grows_on(made.block, &has)?.name()) } else { None };
        for (name, value) in has {
            let rule = rules.iter().find(|(one, _)| one == name).map(|(_, rule)| rule);
            let value = match rule {
                Some(Rule::Slab) if value != "double" => "double".to_owned(),
                Some(Rule::Count) if !self.pose.sneaks => (value.parse::<u32>().ok()? + 1).to_string(),
                Some(Rule::Slab | Rule::Count) => return None,
                // A whole block holds no water.
                Some(Rule::InWater) if made.decided.contains(&("type", "double".to_owned())) => "false".to_owned(),
                _ if side == Some(name) => "true".to_owned(),
                _ => value.to_owned(),
            };
            made.decided.push((name, value));
        }
        made.state()?;
        Some(made)
    }

    /// The first side one looks at that holds what grows on sides, and where it does not grow yet.
    fn grows_on(&self, block: &Block, has: &[(&str, &str)]) -> Option<Side> {
        let can = |side: &Side| block.properties.iter().any(|property| property.name == side.name());
        let holds = |side: &Side| knowledge::is_covered(self.there(*side), side.opposite());
        self.looks().into_iter().find(|side| can(side) && holds(side) && !has.contains(&(side.name(), "true")))
    }

    /// Where the second half of what takes two places comes to stand.
    fn second_half(&self, made: &Made) -> Option<BlockPos> {
        let value = |name: &str| made.decided.iter().find(|(one, _)| *one == name).map(|(_, value)| value.as_str());
        match (value("half"), value("part")) {
            (Some("lower"), _) => Some(self.at.beside(Side::Up)),
            (_, Some("foot")) => Some(self.at.beside(Side::named(value("facing")?)?)),
            _ => None,
        }
    }

    fn there(&self, toward: Side) -> u16 {
        (self.around)(self.at.beside(toward))
    }

    /// Where in the place it was hit, each from 0 to 1.
    fn hit(&self) -> [f64; 3] {
        let (point, at) = (self.click.point, self.at);
        [point.x - f64::from(at.x), point.y - f64::from(at.y), point.z - f64::from(at.z)]
    }

    fn level_look(&self) -> Side {
        Side::of_yaw(self.pose.yaw)
    }

    /// The sides by how much one looks their way; what was clicked comes first, where it was beside the place.
    fn looks(&self) -> [Side; 6] {
        let mut looks = by_look(self.pose);
        if !self.is_inside {
            let clicked = self.click.side.opposite();
            let place = looks.iter().position(|side| *side == clicked).unwrap_or_default();
            looks[..=place].rotate_right(1);
        }
        looks
    }

    fn sixteenth(&self, turn: f32) -> Ruled {
        let steps = (f64::from(self.pose.yaw + turn) * 16.0 / 360.0 + 0.5).floor().rem_euclid(16.0);
        Ruled::Is((steps as u32).to_string())
    }

    fn ruled(&self, name: &str, rule: &Rule, made: &Made) -> Ruled {
        let side = |side: Side| Ruled::Is(side.name().to_owned());
        let word = |word: &str| Ruled::Is(word.to_owned());
        let face = self.click.side;
        let stays_with = |pairs: &[(&str, &str)]| {
            let known = made.decided.iter().map(|(name, value)| (*name, value.as_str()));
            let all: Vec<(&str, &str)> = known.chain(pairs.iter().copied()).collect();
            knowledge::state_with(made.block, &all).is_some_and(|state| stays(self.around, self.at, state))
        };
        match rule {
            Rule::Is(value) => Ruled::Is(value.clone()),
            Rule::Look => side(self.level_look()),
            Rule::LookOpposite => match self.joined_chest(made.block) {
                Some(facing) => side(facing),
                None => side(self.level_look().opposite()),
            },
            Rule::LookClockwise => side(self.level_look().clockwise()),
            Rule::Look3d => side(by_look(self.pose)[0]),
            Rule::Look3dOpposite => side(by_look(self.pose)[0].opposite()),
            Rule::Look16 => self.sixteenth(0.0),
            Rule::Look16Opposite => self.sixteenth(180.0),
            Rule::Face => side(face),
            Rule::FaceAxis => word(face.axis()),
            Rule::FaceOrBack => {
                let on = knowledge::state_properties((self.around)(self.click.block));
                let of_kind = made.block.states().contains(&(self.around)(self.click.block));
                let looks_there = on.contains(&("facing", face.name()));
                side(if of_kind && looks_there { face.opposite() } else { face })
            }
            Rule::FaceOppositeOrDown => side(if face == Side::Down { Side::Down } else { face.opposite() }),
            Rule::FaceOrLookOpposite => side(if face.is_level() { face } else { self.level_look().opposite() }),
            Rule::Against | Rule::Into | Rule::Across => {
                let found = self.looks().into_iter().filter(|look| look.is_level()).find_map(|look| {
                    let facing = if *rule == Rule::Into { look } else { look.opposite() };
                    let across = *rule != Rule::Across || face.axis() != look.axis();
                    (across && stays_with(&[("facing", facing.name())])).then_some(facing)
                });
                found.map_or(Ruled::Nothing, side)
            }
            // Both properties at once: whichever is asked for.
            Rule::Attached => {
                let found = self.looks().into_iter().find_map(|look| {
                    let (face, facing) = match look {
                        Side::Up => ("ceiling", self.level_look()),
                        Side::Down => ("floor", self.level_look()),
                        wall => ("wall", wall.opposite()),
                    };
                    let all = [("face", face), ("facing", facing.name())];
                    let state = knowledge::state_with(made.block, &all)?;
                    stays(self.around, self.at, state).then_some((face, facing))
                });
                match found {
                    Some((face, _)) if name == "face" => word(face),
                    Some((_, facing)) => side(facing),
                    None => Ruled::Nothing,
                }
            }
            Rule::HitHalf | Rule::Slab => word(if self.is_upper() { "top" } else { "bottom" }),
            Rule::Hinge => word(self.hinge(made)),
            Rule::Hanging => {
                let looks = self.looks().into_iter().filter(|look| !look.is_level());
                let hangs = looks.map(|look| if look == Side::Up { "true" } else { "false" });
                let found = hangs.into_iter().find(|hangs| stays_with(&[("hanging", hangs)]));
                found.map_or(Ruled::Nothing, word)
            }
            Rule::Count => word("1"),
            Rule::InWater | Rule::NotInWater => {
                let there = (self.around)(self.at);
                let water = knowledge::block("water").is_some_and(|water| water.min_state == there);
                word(if water == (*rule == Rule::InWater) { "true" } else { "false" })
            }
            Rule::FrontTop => {
                let front = by_look(self.pose)[0].opposite();
                let top = match front {
                    Side::Up => self.level_look(),
                    Side::Down => self.level_look().opposite(),
                    _ => Side::Up,
                };
                Ruled::Is(format!("{}_{}", front.name(), top.name()))
            }
            Rule::SignAttached => word(if self.hangs_narrow() { "true" } else { "false" }),
            Rule::SignRotation if self.hangs_narrow() => self.sixteenth(180.0),
            Rule::SignRotation => {
                let quarter = Side::LEVEL.iter().position(|side| *side == self.level_look().opposite());
                Ruled::Is((quarter.unwrap_or_default() * 4).to_string())
            }
            Rule::Bell => {
                let both = |axis: Side| {
                    [axis, axis.opposite()]
                        .into_iter()
                        .all(|toward| is_sturdy(self.there(toward), toward.opposite(), Support::Full))
                };
                let (attachment, facing) = match face {
                    Side::Down => ("ceiling", self.level_look()),
                    Side::Up => ("floor", self.level_look()),
                    wall if both(wall) => ("double_wall", wall.opposite()),
                    wall => ("single_wall", wall.opposite()),
                };
                if name == "attachment" { word(attachment) } else { side(facing) }
            }
            Rule::Pair => word(self.pair(made)),
            Rule::TipDirection => {
                // Away from where one looks, if that holds it.
                let looks_up = self.pose.pitch < 0.0;
                let ways = if looks_up { ["down", "up"] } else { ["up", "down"] };
                let ways = &ways[..if self.pose.sneaks { 1 } else { 2 }];
                let found = ways.iter().find(|way| stays_with(&[(name, way)]));
                found.map_or(Ruled::Nothing, |way| word(way))
            }
            Rule::Corner
            | Rule::Fence
            | Rule::Pane
            | Rule::Wall
            | Rule::Tripwire
            | Rule::InWall
            | Rule::LogDistance
            | Rule::SnowAbove
            | Rule::HayBelow
            | Rule::Rail
            | Rule::Vine
            | Rule::TipThickness => Ruled::Open,
        }
    }

    /// Where the chest looks that is clicked while sneaking, to be joined from its side.
    fn joined_chest(&self, block: &Block) -> Option<Side> {
        let clicked = (self.around)(self.click.block);
        if !self.pose.sneaks || self.is_inside || !self.click.side.is_level() {
            return None;
        }
        let facing = single_chest(block, clicked)?;
        (facing.axis() != self.click.side.axis()).then_some(facing)
    }

    /// Which half of two chests it becomes. Of two that face south the western one is the right half.
    fn pair(&self, made: &Made) -> &'static str {
        let facing = made.decided.iter().find(|(name, _)| *name == "facing").and_then(|(_, side)| Side::named(side));
        let Some(facing) = facing else { return "single" };
        let joins = |toward: Side| single_chest(made.block, self.there(toward)) == Some(facing);
        let (left, right) = (facing.clockwise(), facing.counterclockwise());
        let clicked = self.click.side.opposite();
        match self.pose.sneaks {
            true if clicked == left && joins(left) => "left",
            true if clicked == right && joins(right) => "right",
            true => "single",
            false if joins(left) => "left",
            false if joins(right) => "right",
            false => "single",
        }
    }

    /// Whether the upper half of the place was hit.
    fn is_upper(&self) -> bool {
        match self.click.side {
            Side::Down => true,
            Side::Up => false,
            _ => self.hit()[1] > 0.5,
        }
    }

    /// Whether a sign under it hangs from one point.
    fn hangs_narrow(&self) -> bool {
        let above = self.there(Side::Up);
        self.pose.sneaks || !knowledge::is_sturdy(above, Side::Down, knowledge::Support::Full)
    }

    /// The side of a door's hinge: away from another door, or to the side with more wall, or to that which was hit.
    fn hinge(&self, made: &Made) -> &'static str {
        let facing = self.level_look();
        let whole = |at: BlockPos| i32::from(knowledge::collision((self.around)(at)) == [knowledge::Cuboid::WHOLE]);
        let wall = |toward: Side| whole(self.at.beside(toward)) + whole(self.at.beside(toward).beside(Side::Up));
        let door = |toward: Side| {
            let state = self.there(toward);
            made.block.states().contains(&state) && knowledge::state_properties(state).contains(&("half", "lower"))
        };
        let (left, right) = (facing.counterclockwise(), facing.clockwise());
        let more_right = wall(right) - wall(left);
        let (at_left, at_right) = (door(left), door(right));
        if at_left && !at_right || more_right > 0 {
            return "right";
        }
        if at_right && !at_left || more_right < 0 {
            return "left";
        }
        let ([x, _, z], (dx, _, dz)) = (self.hit(), facing.step());
        let is_right = dx < 0 && z < 0.5 || dx > 0 && z > 0.5 || dz < 0 && x > 0.5 || dz > 0 && x < 0.5;
        if is_right { "right" } else { "left" }
    }
}

/// Where a chest of this kind looks that is joined with no other.
fn single_chest(block: &Block, state: u16) -> Option<Side> {
    let has = knowledge::state_properties(state);
    let facing = has.iter().find(|(name, _)| *name == "facing").and_then(|(_, side)| Side::named(side));
    facing.filter(|_| block.states().contains(&state) && has.contains(&("type", "single")))
}

/// The six sides by how much one looks their way.
fn by_look(pose: Pose) -> [Side; 6] {
    let (yaw, pitch) = (f64::from(pose.yaw).to_radians(), f64::from(pose.pitch).to_radians());
    let look = [-yaw.sin() * pitch.cos(), -pitch.sin(), yaw.cos() * pitch.cos()];
    let pick = |way: f64, plus: Side| (way.abs(), if way > 0.0 { plus } else { plus.opposite() });
    let mut ways = [pick(look[0], Side::East), pick(look[1], Side::Up), pick(look[2], Side::South)];
    ways.sort_by(|one, other| other.0.total_cmp(&one.0));
    let [first, second, third] = ways.map(|(_, side)| side);
    [first, second, third, third.opposite(), second.opposite(), first.opposite()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::placing::{is_state, rows, state_named};

    /// The properties that a text asks for and that neighbours decide are left out.
    fn without_open(text: &str, open: &[&str]) -> String {
        let Some((name, rest)) = text.split_once('[') else { return text.to_owned() };
        let pairs: Vec<&str> = rest
            .trim_end_matches(']')
            .split(',')
            .filter(|pair| !open.contains(&pair.split('=').next().unwrap_or_default().trim()))
            .collect();
        format!("{name}[{}]", pairs.join(","))
    }

    fn around(land: &[([i32; 3], &str)]) -> impl Fn(BlockPos) -> u16 + use<> {
        let place = |[x, y, z]: [i32; 3]| BlockPos::new(x, y, z);
        let land: std::collections::BTreeMap<BlockPos, u16> =
            land.iter().map(|(at, state)| (place(*at), state_named(state).unwrap())).collect();
        move |at| land.get(&at).copied().unwrap_or(0)
    }

    #[test]
    fn what_takes_in_its_own_kind_is_not_put_beside() {
        let at = BlockPos::new(0, 64, 0);
        let made = |on: &str, item: &str, side: Side, y: f64, sneaks: bool| {
            let land = around(&[([0, 63, 0], "stone"), ([0, 64, 1], on), ([0, 63, 1], "stone")]);
            let click = Click { block: BlockPos::new(0, 64, 1), side, point: Vec3::new(0.5, y, 1.0) };
            made_by(&land, at, item, &click, Pose { yaw: 0.0, pitch: 20.0, sneaks }).is_some()
        };
        // A candle is added to the one that is clicked, unless one sneaks.
        assert!(
            !made("candle", "candle", Side::North, 64.2, false) && made("candle", "candle", Side::North, 64.2, true)
        );
        assert!(made("stone", "candle", Side::North, 64.2, false));
        // A slab joins the other where its empty half is clicked.
        assert!(made("oak_slab[type=bottom]", "oak_slab", Side::North, 64.25, false));
        assert!(!made("oak_slab[type=bottom]", "oak_slab", Side::North, 64.75, false));
        assert!(made("oak_slab[type=double]", "oak_slab", Side::North, 64.75, false));
    }

    #[test]
    fn a_sign_can_be_turned_each_way_from_eight_places() {
        let land = around(&[([0, 63, 0], "stone")]);
        let at = BlockPos::new(0, 64, 0);
        for turn in 0..16 {
            let wanted = Wanted::read(&format!("oak_sign[rotation={turn}]")).unwrap();
            let stands = [(-2, -2), (-2, 0), (-2, 2), (0, -2), (0, 2), (2, -2), (2, 0), (2, 2)];
            let is_made = |(x, z): (i32, i32)| {
                let eye = Vec3::new(f64::from(x) + 0.5, 65.62, f64::from(z) + 0.5);
                clicks_at(&land, at, &wanted).iter().any(|click| {
                    let (yaw, pitch) = eye.heading_to(click.point);
                    let made = made_by(&land, at, "oak_sign", click, Pose { yaw, pitch, sneaks: false });
                    made.is_some_and(|made| made.meets(&wanted))
                })
            };
            assert!(stands.into_iter().any(is_made), "{turn}");
        }
    }

    #[test]
    fn a_door_comes_before_walls_that_would_turn_its_hinge() {
        let of = |hinge: &str, wall: [i32; 3]| {
            let [x, y, z] = wall;
            let land = around(&[([0, 63, 0], "stone"), (wall, "stone"), ([x, y + 1, z], "stone")]);
            let door = Wanted::read(&format!("oak_door[half=lower,facing=north,hinge={hinge}]")).unwrap();
            comes_early(&land, BlockPos::new(0, 64, 0), &door)
        };
        // To the west of it is the left of who looks north: the hinge goes there.
        assert_eq!((of("left", [-1, 64, 0]), of("right", [-1, 64, 0])), (false, true));
        assert_eq!((of("left", [1, 64, 0]), of("right", [1, 64, 0])), (true, false));
    }

    #[test]
    fn what_grows_on_two_sides_is_put_one_after_the_other() {
        let land = around(&[([1, 64, 0], "stone"), ([0, 64, -1], "stone")]);
        let wanted =
            Wanted::read("resin_clump[north=true,east=true,south=false,west=false,up=false,down=false]").unwrap();
        let click = Click { block: BlockPos::new(1, 64, 0), side: Side::West, point: Vec3::new(1.0, 64.5, 0.5) };
        let pose = Pose { yaw: -90.0, pitch: 0.0, sneaks: false };
        let made = made_by(&land, BlockPos::new(0, 64, 0), "resin_clump", &click, pose).unwrap();
        assert!(made.meets(&wanted));
        let other = Wanted::read("resin_clump[north=true,east=false]").unwrap();
        assert!(!made.meets(&other));
    }

    /// Every case of the cited table, foretold: the state that the click makes, or that it makes none.
    #[test]
    fn the_table_is_foretold() {
        let place = BlockPos::new(0, 64, 0);
        let (mut wrong, mut cases, mut skipped) = (Vec::new(), 0, 0);
        for row in rows() {
            for case in &row.cases {
                let item = case.item.as_deref().unwrap_or(row.blocks[0].name);
                if block_of_item(item).is_none() {
                    skipped += 1;
                    continue;
                }
                let mut land = std::collections::BTreeMap::new();
                land.insert(place.beside(case.face.opposite()), state_named(&case.on).unwrap());
                if let Some(there) = &case.there {
                    land.insert(place, state_named(there).unwrap());
                }
                for (way, state) in &case.around {
                    let at = way.split(' ').fold(place, |at, side| at.beside(Side::named(side).unwrap()));
                    land.insert(at, state_named(state).unwrap());
                }
                let around = |at: BlockPos| land.get(&at).copied().unwrap_or(0);
                let block = if case.inside { place } else { place.beside(case.face.opposite()) };
                let point = case.hit.map_or_else(
                    || middle(block, case.face, [0.0; 3]),
                    |[x, y, z]| Vec3::new(f64::from(place.x) + x, f64::from(place.y) + y, f64::from(place.z) + z),
                );
                let click = Click { block, side: case.face, point };
                let pose = Pose { yaw: case.look[0], pitch: case.look[1], sneaks: case.sneak };
                cases += 1;
                let made = made_by(&around, place, item, &click, pose);
                let right = match &made {
                    // What is there stays as it is.
                    None => case.expect == "nothing" || is_state(around(place), &case.expect, row.blocks[0]),
                    Some(made) => {
                        let expect = without_open(&case.expect, &made.open);
                        case.expect != "nothing"
                            && made.state().is_some_and(|state| is_state(state, &expect, row.blocks[0]))
                    }
                };
                if !right {
                    wrong.push(format!("{}: {case:?}\n   {made:?}", row.name));
                }
            }
        }
        println!("{cases} cases, {skipped} skipped");
        assert!(wrong.is_empty(), "{} of {cases}:\n{}", wrong.len(), wrong.join("\n"));
    }

    #[test]
    fn looks_are_ordered() {
        let looks = |yaw: f32, pitch: f32| by_look(Pose { yaw, pitch, sneaks: false })[..2].to_vec();
        assert_eq!(looks(10.0, 0.0), [Side::South, Side::West]);
        assert_eq!(looks(-90.0, 30.0), [Side::East, Side::Down]);
        assert_eq!(looks(180.0, -80.0), [Side::Up, Side::North]);
    }
}
