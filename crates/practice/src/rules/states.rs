//! Which state a block takes where it is put, and what becomes of it when its neighbours change: the interpreter of the
//! table `placing.yaml`.

use crate::{
    chunks::{
        blocks,
        blocks::{property, with},
    },
    domain::{BlockPos, Side},
    knowledge,
    knowledge::{
        Block, is_tagged, placing,
        placing::{Row, Rule},
    },
    rules::{joining, support},
    voxel::StateId,
    world::store::World,
};

/// How a player puts a block somewhere: all that the rules ask about them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Click {
    /// The side of the block that was clicked.
    pub face: Side,
    /// Where, in blocks from the corner of the place that the block is to take.
    pub hit: [f64; 3],
    /// In degrees: 0 is south, 90 west.
    pub yaw: f32,
    /// In degrees: 90 is down.
    pub pitch: f32,
    pub sneaking: bool,
    /// Whether what was clicked is in the place itself, and gives way or is added to.
    pub inside: bool,
}

impl Click {
    pub fn looks(&self) -> Side {
        Side::of_yaw(self.yaw)
    }

    /// All sides, from the one looked at most to the one looked away from most.
    fn nearest(&self) -> [Side; 6] {
        let (sin_yaw, cos_yaw) = self.yaw.to_radians().sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch.to_radians().sin_cos();
        let towards = |amount: f32, side: Side| if amount > 0.0 { side } else { side.opposite() };
        let mut axes = [
            (cos_yaw.abs() * cos_pitch, towards(cos_yaw, Side::South)),
            (sin_yaw.abs() * cos_pitch, towards(-sin_yaw, Side::East)),
            (sin_pitch.abs(), if sin_pitch < 0.0 { Side::Up } else { Side::Down }),
        ];
        axes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let [a, b, c] = axes.map(|(_, side)| side);
        [a, b, c, c.opposite(), b.opposite(), a.opposite()]
    }

    /// The sides in the order in which a hold is looked for: the clicked block first, then by look.
    pub fn order(&self) -> [Side; 6] {
        let mut sides = self.nearest();
        if !self.inside {
            let clicked = self.face.opposite();
            sides.sort_by_key(|&side| side != clicked);
        }
        sides
    }

    /// Which of sixteen ways someone looks who is turned so many degrees further; 0 is south.
    fn sixteenth(&self, turned: f32) -> &'static str {
        number(((f64::from(self.yaw + turned) * 16.0 / 360.0 + 0.5).floor().rem_euclid(16.0)) as usize)
    }

    fn half(&self) -> &'static str {
        match self.face {
            Side::Up => "bottom",
            Side::Down => "top",
            _ if self.hit[1] > 0.5 => "top",
            _ => "bottom",
        }
    }
}

const NUMBERS: [&str; 16] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];

fn number(number: usize) -> &'static str {
    NUMBERS[number.min(NUMBERS.len() - 1)]
}

fn truth(is: bool) -> &'static str {
    if is { "true" } else { "false" }
}

fn rule_of(block: &Block, is: impl Fn(&Rule) -> bool) -> Option<&'static str> {
    let (property, _) = placing::row_of(block)?.state.iter().find(|(_, rule)| is(rule))?;
    Some(property.as_str())
}

/// Whether what is in a place gives way to a block that is put there, or takes it in.
pub(crate) fn gives_way(there: StateId, block: &Block, click: &Click) -> bool {
    if blocks::name(there) != block.name {
        return blocks::is_replaceable(there);
    }
    if let Some(count) = rule_of(block, |rule| *rule == Rule::Count) {
        let most = block.properties.iter().find(|own| own.name == count).and_then(|own| own.values.last());
        let is_full = most.map(String::as_str) == property(there, count);
        // Layers of snow are added from above only; the others by whoever does not sneak.
        let adds = if count == "layers" { !click.inside || click.face == Side::Up } else { !click.sneaking };
        return !is_full && adds;
    }
    if let Some(half) = rule_of(block, |rule| *rule == Rule::Slab) {
        return match property(there, half) {
            Some("double") | None => false,
            Some(_) if !click.inside => true,
            Some("bottom") => click.face == Side::Up || click.face.is_level() && click.hit[1] > 0.5,
            Some(_) => click.face == Side::Down || click.face.is_level() && click.hit[1] <= 0.5,
        };
    }
    if rule_of(block, |rule| *rule == Rule::Vine).is_some() {
        return Side::ALL.into_iter().any(|side| property(there, side.name()) == Some("false"));
    }
    false
}

/// The state that a block takes in a place; `None` where it cannot be put. That the place is free is for the caller to
/// see to.
pub(crate) fn placed(world: &mut World, pos: BlockPos, block: &'static Block, click: &Click) -> Option<StateId> {
    let mut stands = |block: &'static Block| {
        state_of(world, pos, block, click).filter(|&state| support::can_stand(world, pos, state))
    };
    let Some(on_wall) = placing::on_wall(block) else { return stands(block) };
    let hangs = placing::row_of(block).is_some_and(|row| row.hangs);
    let held_by = if hangs { Side::Up } else { Side::Down };
    click
        .order()
        .into_iter()
        .filter(|&side| side != held_by.opposite())
        .find_map(|side| stands(if side == held_by { block } else { on_wall }))
}

fn state_of(world: &mut World, pos: BlockPos, block: &'static Block, click: &Click) -> Option<StateId> {
    let there = world.block(pos);
    if blocks::name(there) == block.name
        && let Some(joined) = joined(there, block)
    {
        return Some(joined);
    }
    let Some(row) = placing::row_of(block) else { return Some(block.default_state) };
    let mut placement = Placement { world, pos, row, click, state: block.default_state };
    for (property, rule) in &row.state {
        match property.as_str() {
            "sides" if *rule != Rule::Vine => {
                Side::LEVEL.into_iter().try_for_each(|side| placement.decide(side.name(), rule))?;
            }
            property => placement.decide(property, rule)?,
        }
    }
    Some(placement.state)
}

/// What one's own kind in the place becomes with one more: two slabs are whole, candles are counted.
fn joined(there: StateId, block: &'static Block) -> Option<StateId> {
    if let Some(half) = rule_of(block, |rule| *rule == Rule::Slab) {
        let whole = with(there, half, "double");
        return Some(with(whole, "waterlogged", "false"));
    }
    let count = rule_of(block, |rule| *rule == Rule::Count)?;
    let more: usize = property(there, count)?.parse::<usize>().ok()? + 1;
    Some(with(there, count, number(more)))
}

/// A state in the making.
struct Placement<'a> {
    world: &'a mut World,
    pos: BlockPos,
    row: &'static Row,
    click: &'a Click,
    state: StateId,
}

impl Placement<'_> {
    /// Decides a property; `None` if the block cannot be put there in any way.
    fn decide(&mut self, property: &str, rule: &'static Rule) -> Option<()> {
        let looks = self.click.looks();
        let face = self.click.face;
        let value = match rule {
            Rule::Is(value) => value.as_str(),
            Rule::Look => looks.name(),
            Rule::LookOpposite => looks.opposite().name(),
            Rule::LookClockwise => looks.clockwise().name(),
            Rule::Look3d => self.click.nearest()[0].name(),
            Rule::Look3dOpposite => self.click.nearest()[0].opposite().name(),
            Rule::Look16 => self.click.sixteenth(0.0),
            Rule::Look16Opposite => self.click.sixteenth(180.0),
            Rule::Face => face.name(),
            Rule::FaceAxis => face.axis(),
            Rule::FaceOrBack => {
                let clicked = self.world.block(self.pos.beside(face.opposite()));
                let same = blocks::name(clicked) == blocks::name(self.state);
                let back = same && joining::facing(clicked) == Some(face);
                if back { face.opposite().name() } else { face.name() }
            }
            Rule::FaceOppositeOrDown if face.is_level() => face.opposite().name(),
            Rule::FaceOppositeOrDown => "down",
            Rule::FaceOrLookOpposite if face.is_level() && !self.click.inside => face.name(),
            Rule::FaceOrLookOpposite => looks.opposite().name(),
            Rule::HitHalf | Rule::Slab => self.click.half(),
            Rule::Hinge => {
                let own = joining::facing(self.state)?;
                joining::hinge(self.world, self.pos, own, self.click.hit)
            }
            Rule::Count => return Some(()),
            Rule::InWater => truth(blocks::is_still_water(self.world.block(self.pos))),
            Rule::NotInWater => truth(!blocks::is_still_water(self.world.block(self.pos))),
            Rule::LogDistance => self.log_distance(),
            Rule::Rail if matches!(looks, Side::West | Side::East) => "east_west",
            Rule::Rail => "north_south",
            Rule::FrontTop => self.front_top(property)?,
            Rule::SignAttached => truth(self.hangs_by_one_chain(looks)),
            Rule::SignRotation => match blocks::property(self.state, "attached") {
                Some("true") => self.click.sixteenth(180.0),
                _ => number(4 * Side::LEVEL.iter().position(|&side| side == looks.opposite())?),
            },
            Rule::Pair => {
                let (world, name) = (&mut *self.world, blocks::name(self.state));
                let (facing, half) = joining::chest(world, self.pos, name, looks, face, self.click.sneaking);
                self.set("facing", facing.name());
                half
            }
            Rule::Against | Rule::Into | Rule::Attached | Rule::Hanging | Rule::Across | Rule::Bell => {
                return self.find_hold(property, rule);
            }
            Rule::TipDirection => {
                let first = if self.click.pitch < 0.0 { Side::Down } else { Side::Up };
                let points = [first, first.opposite()];
                return self.first_held(points.map(|side| with(self.state, property, side.name())));
            }
            Rule::Vine => return self.take_hold(property),
            Rule::Corner
            | Rule::Fence
            | Rule::Pane
            | Rule::Wall
            | Rule::Tripwire
            | Rule::InWall
            | Rule::SnowAbove
            | Rule::HayBelow
            | Rule::TipThickness => by_neighbors(self.world, self.pos, self.state, property, rule)?,
        };
        self.set(property, value);
        Some(())
    }

    fn set(&mut self, property: &str, value: &'static str) {
        self.state = with(self.state, property, value);
    }

    /// Takes the first of these states that something holds.
    fn first_held(&mut self, states: impl IntoIterator<Item = StateId>) -> Option<()> {
        let mut states = states.into_iter();
        self.state = states.find(|&state| support::is_held(self.world, self.pos, state))?;
        Some(())
    }

    /// By the sides in order: the first that holds decides what it is for.
    fn find_hold(&mut self, property: &str, rule: &Rule) -> Option<()> {
        let (order, looks, state) = (self.click.order(), self.click.looks(), self.state);
        let level = order.into_iter().filter(|side| side.is_level());
        match rule {
            Rule::Against if self.row.support.is_empty() => {
                // Heads keep to walls that do not give way, and stay when these go.
                let side = level.into_iter().find(|&side| {
                    let wall = self.world.block(self.pos.beside(side));
                    !blocks::is_replaceable(wall)
                })?;
                self.set(property, side.opposite().name());
                Some(())
            }
            Rule::Against => {
                let clicked = self.world.block(self.pos.beside(self.click.face.opposite()));
                let on_itself =
                    !self.click.inside && blocks::name(clicked) == "ladder" && blocks::name(state) == "ladder";
                if on_itself && joining::facing(clicked) == Some(self.click.face) {
                    return None;
                }
                self.first_held(level.map(|side| with(state, property, side.opposite().name())))
            }
            Rule::Into => self.first_held(level.map(|side| with(state, property, side.name()))),
            Rule::Hanging => {
                let upright = order.into_iter().filter(|side| !side.is_level());
                self.first_held(upright.map(|side| with(state, property, truth(side == Side::Up))))
            }
            Rule::Attached if property == "face" => self.first_held(order.map(|side| {
                let (face, facing) = match side {
                    Side::Up => ("ceiling", looks),
                    Side::Down => ("floor", looks),
                    wall => ("wall", wall.opposite()),
                };
                with(with(state, "face", face), "facing", facing.name())
            })),
            Rule::Bell if property == "attachment" => {
                let face = self.click.face;
                let hung =
                    |attachment, facing: Side| with(with(state, "attachment", attachment), "facing", facing.name());
                match face {
                    Side::Up => self.first_held([hung("floor", looks)]),
                    Side::Down => self.first_held([hung("ceiling", looks)]),
                    _ => {
                        let into = face.opposite();
                        let both = [face, into].into_iter().all(|side| {
                            let wall = self.world.block(self.pos.beside(side));
                            knowledge::is_sturdy(wall, side.opposite(), knowledge::Support::Full)
                        });
                        let walls = if both { "double_wall" } else { "single_wall" };
                        self.first_held([hung(walls, into), hung("floor", into), hung("ceiling", into)])
                    }
                }
            }
            Rule::Across => {
                let clicked = self.click.face.axis();
                let facing = level.into_iter().map(Side::opposite).find(|facing| {
                    let arms = [facing.clockwise(), facing.counterclockwise()];
                    facing.axis() != clicked && arms.into_iter().any(|arm| self.holds_sign(arm, *facing))
                })?;
                self.set(property, facing.name());
                Some(())
            }
            // The other of two properties that were decided together.
            _ => Some(()),
        }
    }

    /// Whether what is on that side holds a sign that hangs across it.
    fn holds_sign(&mut self, arm: Side, facing: Side) -> bool {
        let there = self.world.block(self.pos.beside(arm));
        if is_tagged(blocks::name(there), "wall_hanging_signs") {
            return joining::facing(there).is_some_and(|other| other.axis() == facing.axis());
        }
        knowledge::is_sturdy(there, arm.opposite(), knowledge::Support::Full)
    }

    /// Vines and lichen: on one more side, the first in order that holds them.
    fn take_hold(&mut self, property: &str) -> Option<()> {
        if property != "sides" {
            return Some(());
        }
        let there = self.world.block(self.pos);
        let grown = blocks::name(there) == blocks::name(self.state);
        let bare = Side::ALL.into_iter().fold(self.state, |state, side| with(state, side.name(), "false"));
        let state = if grown { there } else { bare };
        let side = self.click.order().into_iter().find(|&side| {
            blocks::property(state, side.name()) == Some("false") && vine_holds(self.world, self.pos, state, side)
        })?;
        self.state = with(state, side.name(), "true");
        Some(())
    }

    /// Which way its front and its top are: the front towards the player, the top away from them if it is up.
    fn front_top(&self, property: &str) -> Option<&'static str> {
        let front = self.click.nearest()[0].opposite();
        let top = match front {
            Side::Up => self.click.looks(),
            Side::Down => self.click.looks().opposite(),
            _ => Side::Up,
        };
        let wanted = format!("{}_{}", front.name(), top.name());
        let block = knowledge::block_of_state(self.state)?;
        let values = &block.properties.iter().find(|own| own.name == property)?.values;
        values.iter().find(|value| **value == wanted).map(String::as_str)
    }

    /// Signs hang by one chain in the middle from what is narrow, and from anything for who sneaks.
    fn hangs_by_one_chain(&mut self, looks: Side) -> bool {
        let above = self.world.block(self.pos.up());
        if self.click.sneaking {
            return true;
        }
        if is_tagged(blocks::name(above), "all_hanging_signs") {
            let axis = match (joining::facing(above), blocks::property(above, "rotation")) {
                (Some(facing), _) => Some(facing.axis()),
                (None, Some("0" | "8")) => Some("z"),
                (None, Some("4" | "12")) => Some("x"),
                _ => None,
            };
            if axis == Some(looks.axis()) {
                return false;
            }
        }
        !knowledge::is_covered(above, Side::Down)
    }

    fn log_distance(&mut self) -> &'static str {
        let steps = Side::ALL.map(|side| {
            let there = self.world.block(self.pos.beside(side));
            match blocks::property(there, "distance") {
                _ if is_tagged(blocks::name(there), "logs") => 1,
                Some(distance) => distance.parse::<usize>().map_or(7, |distance| distance + 1),
                None => 7,
            }
        });
        number(steps.into_iter().min().unwrap_or(7).min(7))
    }
}

/// Whether a vine, or lichen, is held on this side; vines also by the same vine above.
fn vine_holds(world: &mut World, pos: BlockPos, state: StateId, side: Side) -> bool {
    if knowledge::is_covered(world.block(pos.beside(side)), side.opposite()) {
        return true;
    }
    let above = world.block(pos.up());
    let hangs = side.is_level() && blocks::name(state) == "vine" && blocks::name(above) == "vine";
    hangs && property(above, side.name()) == Some("true")
}

/// What neighbours decide of a state; `None` where they decide nothing.
fn by_neighbors(
    world: &mut World,
    pos: BlockPos,
    state: StateId,
    property: &str,
    rule: &'static Rule,
) -> Option<&'static str> {
    let mut side_of = || Side::named(property).map(|side| (side, world.block(pos.beside(side))));
    Some(match rule {
        Rule::Fence => {
            side_of().map(|(side, there)| truth(joining::fence_reaches(blocks::name(state), there, side)))?
        }
        Rule::Pane => side_of().map(|(side, there)| truth(joining::pane_reaches(there, side)))?,
        Rule::Tripwire => side_of().map(|(side, there)| truth(joining::string_reaches(there, side)))?,
        Rule::Wall => joining::wall(world, pos, Side::named(property)?),
        Rule::Corner => joining::corner(world, pos, state),
        Rule::Pair => joining::half_of_chest(world, pos, state)?,
        Rule::InWall => truth(joining::is_in_wall(world, pos, state)),
        Rule::SnowAbove => truth(is_tagged(blocks::name(world.block(pos.up())), "snow")),
        Rule::HayBelow => truth(blocks::name(world.block(pos.down())) == "hay_block"),
        Rule::TipThickness => {
            let points = Side::named(blocks::property(state, "vertical_direction")?)?;
            joining::tip_thickness(world, pos, points)
        }
        _ => return None,
    })
}

/// A state as its neighbours, which may have changed, make it. A vine that nothing holds any more has no side left.
pub(crate) fn settled(world: &mut World, pos: BlockPos, state: StateId) -> StateId {
    let Some(row) = knowledge::block_of_state(state).and_then(placing::row_of) else { return state };
    let mut now = state;
    for (name, rule) in &row.state {
        let names: &[&str] = if name == "sides" { &["north", "south", "west", "east"] } else { &[name.as_str()] };
        for name in names {
            if *rule == Rule::Vine {
                let side = Side::named(name).unwrap_or(Side::Up);
                if property(now, name) == Some("true") && !vine_holds(world, pos, now, side) {
                    now = with(now, name, "false");
                }
            } else if rule.is_of_neighbors()
                && let Some(value) = by_neighbors(world, pos, now, name, rule)
            {
                now = with(now, name, value);
            }
        }
    }
    now
}

/// Whether a state is of a kind that holds on by its sides, and has none left.
pub(super) fn lost_its_hold(state: StateId) -> bool {
    let Some(block) = knowledge::block_of_state(state) else { return false };
    rule_of(block, |rule| *rule == Rule::Vine).is_some()
        && Side::ALL.into_iter().all(|side| property(state, side.name()) != Some("true"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_come_in_the_order_of_the_look() {
        let click = |yaw, pitch, face, inside| Click { face, hit: [0.5; 3], yaw, pitch, sneaking: false, inside };
        use Side::{Down, East, North, South, Up, West};
        assert_eq!(click(10.0, 20.0, Up, true).order(), [South, Down, West, East, Up, North]);
        assert_eq!(click(100.0, -60.0, Up, true).order(), [Up, West, North, South, East, Down]);
        assert_eq!(click(10.0, 20.0, East, false).order(), [West, South, Down, East, Up, North]);
    }
}
