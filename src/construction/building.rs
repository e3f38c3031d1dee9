//! A blueprint in its place, and what of it is not there yet.

use std::{
    borrow::Cow,
    collections::{BTreeMap, VecDeque},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use serde_json::json;

use super::{
    blueprint::{Blueprint, Wanted},
    click::{by_hand, is_on_the_way},
    drawing::Drawing,
    files::{Format, LEFT, MAX_PACKED},
    hands::{Handmade, handmade},
    instead::{Instead, is_of_some_block},
    library::library,
};
use crate::{
    domain::{BlockPos, Build, ErrorCode, PosSet, Side, ToolError, Volume},
    knowledge::{self, plain},
    read,
};

/// What is wrong with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing stands there, or not all of it.
    Missing,
    /// Another block, or the right one in another state.
    Wrong(u16),
    /// The right block in a state that a hand can change: a door that is open.
    Turned,
    /// Something stands where nothing is to be.
    Extra(u16),
    /// Nobody has seen what is there.
    Unseen,
}

impl Fault {
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Wrong(_) => "wrong",
            Self::Turned => "in another state",
            Self::Extra(_) => "too much",
            Self::Unseen => "out of sight",
        }
    }
}

/// What is wrong with a building, cell by cell from the bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference<'a> {
    pub faults: Vec<(BlockPos, &'a Wanted, Fault)>,
}

impl Difference<'_> {
    pub fn is_none(&self) -> bool {
        self.faults.is_empty()
    }

    /// `3 missing, 1 wrong`.
    pub fn told(&self) -> String {
        let count = |of: fn(&Fault) -> bool| self.faults.iter().filter(|(.., fault)| of(fault)).count();
        let parts = [
            (count(|fault| *fault == Fault::Missing), "missing"),
            (count(|fault| matches!(fault, Fault::Wrong(_) | Fault::Turned)), "wrong"),
            (count(|fault| matches!(fault, Fault::Extra(_))), "too many"),
            (count(|fault| *fault == Fault::Unseen), "out of sight"),
        ];
        let told: Vec<String> =
            parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
        if told.is_empty() { "nothing".to_owned() } else { told.join(", ") }
    }
}

/// The last buildings that were asked for: mind and body ask for the same one again and again.
static KNOWN: Mutex<VecDeque<(Build, Stamp, Building)>> = Mutex::new(VecDeque::new());
type Stamp = Option<(SystemTime, u64)>;
const KEPT: usize = 8;

/// A blueprint, turned as it is to stand, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Building {
    pub made: Arc<Handmade>,
    /// Its corner with the least coordinates.
    pub low: BlockPos,
}

impl Building {
    /// What a call asks for.
    ///
    /// # Errors
    /// `INVALID_PARAMS`: no blueprint is called so, or it cannot be made in this way.
    pub fn of(build: &Build) -> Result<Self, ToolError> {
        let whole = build.whole();
        let stamp = stamp(&build.blueprint);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., building)) = known.iter().find(|(of, then, _)| *of == whole && *then == stamp) {
            return Ok(building.clone());
        }
        let building = Self::make(&whole)?;
        if known.len() == KEPT {
            known.pop_front();
        }
        known.push_back((whole, stamp, building.clone()));
        Ok(building)
    }

    fn make(build: &Build) -> Result<Self, ToolError> {
        let named = json!({ "blueprint": build.blueprint });
        let invalid = |message: String| ToolError::new(ErrorCode::InvalidParams, message).with(named.clone());
        let plan = match &build.drawing {
            Some(text) => Plan::Drawing(Cow::Owned(Drawing::read(text).map_err(invalid)?)),
            None => plan_called(&build.blueprint, &build.with, &build.without)?,
        };
        let size = [build.width, build.height, build.depth].map(|side| side.map(|side| side as i32));
        let whole = plan.make(&build.with, size).map_err(invalid)?;
        let mut made = handmade(&whole, &build.without);
        made.check().map_err(invalid)?;
        if build.mirror {
            made.blueprint = made.blueprint.mirrored();
        }
        made.blueprint = made.blueprint.turned(quarters(build.facing()));
        let low = BlockPos::new(build.x, build.y - made.blueprint.sunk, build.z);
        Ok(Self { made: Arc::new(made), low })
    }

    /// As hands make it, turned as it is to stand.
    pub fn blueprint(&self) -> &Blueprint {
        &self.made.blueprint
    }

    pub fn volume(&self) -> Volume {
        let [width, height, depth] = self.blueprint().size;
        Volume::between(self.low, self.low.offset(width - 1, height - 1, depth - 1))
    }

    /// What is to stand at a place.
    pub fn wanted(&self, at: BlockPos) -> Option<&Wanted> {
        self.blueprint().at([at.x - self.low.x, at.y - self.low.y, at.z - self.low.z])
    }

    /// What is to stand where, layer by layer from the bottom.
    pub fn wants(&self) -> impl Iterator<Item = (BlockPos, &Wanted)> {
        self.blueprint().wants().map(|([x, y, z], wanted)| (self.low.offset(x, y, z), wanted))
    }

    /// Where two walls meet, higher than one gets at from the ground outside: once both stand, nobody sees the corner from within.
    pub fn corners(&self) -> PosSet<BlockPos> {
        /// So many blocks over the ground one still gets at it.
        const FROM_OUTSIDE: i32 = 3;
        let stands = |at: BlockPos| self.wanted(at).is_some_and(|wanted| !wanted.is_air());
        let ground = self.low.y + self.blueprint().sunk;
        let is_corner = |at: &BlockPos| {
            let sides = Side::LEVEL.map(|side| stands(at.beside(side)));
            let is_across = (0..4).any(|side| sides[side] && stands(at.beside(Side::LEVEL[side].opposite())));
            at.y - ground > FROM_OUTSIDE && !is_across && sides.iter().filter(|stands| **stands).count() == 2
        };
        self.wants().filter(|(_, wanted)| !wanted.is_air()).map(|(at, _)| at).filter(is_corner).collect()
    }

    /// What is wrong with it. `seen` says what stands at a place, and nothing where that is not known.
    pub fn difference(&self, seen: impl Fn(BlockPos) -> Option<u16>) -> Difference<'_> {
        let faults = self.wants().filter_map(|(at, wanted)| Some((at, wanted, fault(wanted, seen(at))?)));
        Difference { faults: faults.collect() }
    }
}

/// How many quarters to the right bring the front there: it is drawn to the south.
pub fn quarters(facing: Side) -> u32 {
    Side::LEVEL.iter().position(|side| *side == facing).unwrap_or_default() as u32
}

/// How files of drawings end.
const DRAWN: &str = ".yaml";

/// What is built by.
#[derive(Clone, Debug)]
pub enum Plan {
    Drawing(Cow<'static, Drawing>),
    /// A file of another program: as large as it is.
    Filed(Blueprint),
}

impl Plan {
    /// The blueprint with these parameters, in this size where one is given.
    ///
    /// # Errors
    /// It cannot be made so.
    pub fn make(&self, with: &BTreeMap<String, String>, size: [Option<i32>; 3]) -> Result<Blueprint, String> {
        match self {
            Self::Drawing(drawing) => {
                let (chosen, instead) = with.clone().into_iter().partition(|(name, other)| {
                    drawing.parameters.contains_key(name) || !is_of_some_block(name) || !is_of_some_block(other)
                });
                Instead::new(&instead)?.put_into(drawing.make(&chosen, size)?)
            }
            Self::Filed(blueprint) => {
                let differs = size.iter().zip(blueprint.size).any(|(asked, is)| asked.is_some_and(|asked| asked != is));
                let [width, height, depth] = blueprint.size;
                if differs {
                    return Err(format!(
                        "{} is {width}x{depth} and {height} high, and cannot be larger or smaller",
                        blueprint.title
                    ));
                }
                Ok(blueprint.clone())
            }
        }
    }
}

/// The plan of this name: one that comes with the program, or a file. `with` and `without`: which blocks stand in others' place in
/// the file of another program, and which none, as far as the game does not know them.
///
/// # Errors
/// `INVALID_PARAMS`: there is none, or what is wrong with it.
pub fn plan_called(name: &str, with: &BTreeMap<String, String>, without: &[String]) -> Result<Plan, ToolError> {
    let invalid =
        |message: String| ToolError::new(ErrorCode::InvalidParams, message).with(json!({ "blueprint": name }));
    let mut unknown = without.iter().filter(|name| !is_of_some_block(plain(name)));
    // Only what another program has saved can have blocks that the game does not know.
    let mut drawn = |drawing: Cow<'static, Drawing>| match unknown.next() {
        Some(name) => Err(invalid(format!("{} has no {name} that could be left out", drawing.title))),
        None => Ok(Plan::Drawing(drawing)),
    };
    if let Some(shipped) = library().get(name) {
        return drawn(Cow::Borrowed(&shipped.drawing));
    }
    let path = Path::new(name);
    let unread = |fault: std::io::Error| invalid(format!("the blueprint {name} cannot be read: {fault}"));
    let faulty = |fault: String| invalid(format!("{name}: {fault}"));
    if let Some(format) = Format::of(name) {
        let mut with = with.clone();
        with.extend(unknown.map(|name| (name.clone(), LEFT.to_owned())));
        let instead = Instead::new(&with).map_err(faulty)?;
        let bytes = read::bytes(path, MAX_PACKED).map_err(unread)?;
        let title = path.file_name().map_or(name.into(), |name| name.to_string_lossy());
        return format.read(&bytes, &title, &instead).map(Plan::Filed).map_err(faulty);
    }
    if !is_file(name) {
        let names = library().names();
        let endings = Format::ENDINGS.map(|(ending, _)| ending).join(", ");
        let message = format!(
            "no blueprint is called {name:?}; there are {}, and files that end with {DRAWN}, {endings}",
            names.join(", ")
        );
        return Err(
            ToolError::new(ErrorCode::InvalidParams, message).with(json!({ "blueprint": name, "blueprints": names }))
        );
    }
    let text = read::text(path).map_err(unread)?;
    drawn(Cow::Owned(Drawing::read(&text).map_err(faulty)?))
}

/// Whether a blueprint of this name is a file.
pub fn is_file(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(DRAWN) || Format::of(name).is_some()
}

/// What tells one state of a file from another: when it was written, and how long it is.
fn stamp(name: &str) -> Stamp {
    let file = is_file(name).then(|| std::fs::metadata(name).ok()).flatten()?;
    Some((file.modified().ok()?, file.len()))
}

/// What is wrong where this is wanted and that is there.
pub fn fault(wanted: &Wanted, there: Option<u16>) -> Option<Fault> {
    let Some(there) = there else { return Some(Fault::Unseen) };
    if wanted.is_met(there) {
        return None;
    }
    if wanted.is_air() {
        return Some(Fault::Extra(there));
    }
    let block = knowledge::block_of_state(there)?;
    if knowledge::is_air_state(there) || knowledge::is_replaceable(block, there) && block.id != wanted.block.id {
        return Some(Fault::Missing);
    }
    let has = knowledge::state_properties(there);
    let may_become = |(name, value): &(&str, &str)| {
        has.contains(&(name, value))
            || has.iter().any(|(one, now)| one == name && is_on_the_way(block, name, now, value))
    };
    if block.id == wanted.block.id && wanted.properties.iter().all(may_become) {
        return Some(Fault::Missing);
    }
    let is_turned = |(name, value): &(&str, &str)| has.contains(&(name, value)) || by_hand(wanted.block.name, name);
    if block.id == wanted.block.id && wanted.properties.iter().all(is_turned) {
        return Some(Fault::Turned);
    }
    Some(Fault::Wrong(there))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::placing::state_named;

    #[test]
    fn faults_are_told_apart() {
        let of = |wanted: &str, there: &str| fault(&Wanted::read(wanted).unwrap(), state_named(there));
        let state = |text: &str| state_named(text).unwrap();
        assert_eq!(of("oak_planks", "oak_planks"), None);
        assert_eq!(of("oak_planks", "air"), Some(Fault::Missing));
        assert_eq!(of("oak_planks", "short_grass"), Some(Fault::Missing));
        assert_eq!(of("oak_planks", "dirt"), Some(Fault::Wrong(state("dirt"))));
        assert_eq!(of("oak_log[axis=x]", "oak_log[axis=y]"), Some(Fault::Wrong(state("oak_log[axis=y]"))));
        assert_eq!(of("air", "short_grass"), Some(Fault::Extra(state("short_grass"))));
        assert_eq!(of("oak_slab[type=double]", "oak_slab[type=bottom]"), Some(Fault::Missing));
        assert_eq!(
            of("oak_slab[type=top]", "oak_slab[type=bottom]"),
            Some(Fault::Wrong(state("oak_slab[type=bottom]")))
        );
        assert_eq!(of("oak_door[open=false,facing=east]", "oak_door[open=true,facing=east]"), Some(Fault::Turned));
        let other = "oak_door[open=true,facing=west]";
        assert_eq!(of("oak_door[open=false,facing=east]", other), Some(Fault::Wrong(state(other))));
        assert_eq!(fault(&Wanted::read("stone").unwrap(), None), Some(Fault::Unseen));
    }
}
