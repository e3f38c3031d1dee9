//! Places that have a name, and the way back: what they are when a goal is planned.

use serde_json::json;

use super::{Planning, stored_told};
use crate::{
    domain::{
        BlockPos, ErrorCode, Face, GoToBlock, GoToPlayer, HOME, MAX_PLACES, NamedPlace, Navigate, StepDraft, ToolError,
        ToolRequest, UseItem,
    },
    knowledge,
    mind::plan::{
        grammar::{Coord, Intent, parse},
        stock::have,
    },
};

/// How near to a place with a name is there, in blocks on each axis.
const THERE: u32 = 1;

/// What water is called where it lies in the land.
fn is_water(name: &str) -> bool {
    matches!(name, "pond" | "lake" | "river" | "stream" | "pool")
}

/// What is put away, into the chest there.
fn stored_at(intent: &Intent, at: BlockPos) -> Intent {
    let mut intent = intent.clone();
    match &mut intent {
        Intent::Do(ToolRequest::Store(store)) => {
            (store.x, store.y, store.z) = (Some(at.x), Some(at.y), Some(at.z));
        }
        Intent::StoreAll { at: place, .. } => *place = Some(at),
        Intent::Part { of, .. } => **of = stored_at(of, at),
        _ => {}
    }
    intent
}

fn goes_into_a_furnace(intent: &Intent) -> bool {
    match intent {
        Intent::Do(ToolRequest::Store(store)) => {
            store.chest.as_deref().map(knowledge::plain) == Some(knowledge::FURNACE)
        }
        Intent::Part { of, .. } => goes_into_a_furnace(of),
        _ => false,
    }
}

impl Planning<'_> {
    /// A clause about a place with a name, or the way back, as one of where that is; every other as it is.
    ///
    /// # Errors
    /// `RESOURCE_NOT_FOUND`: there is no such place. `INVALID_PARAMS`: no more are remembered, or it will be known only later.
    pub(super) fn where_named(&mut self, intent: &Intent) -> Result<Intent, ToolError> {
        let to = match intent {
            Intent::Remember { name } => {
                let known = self.state.places.keys().chain(self.named.keys()).filter(|known| *known != name).count();
                if known >= MAX_PLACES {
                    let words = format!("{MAX_PLACES} places have a name already: no more are remembered");
                    return Err(ToolError::new(ErrorCode::InvalidParams, words));
                }
                let here = self.stands();
                self.named.insert(name.clone(), here);
                return Ok(intent.clone());
            }
            Intent::Forget { name } => {
                self.named(name)?;
                self.named.remove(name);
                return Ok(intent.clone());
            }
            Intent::GoNamed { name } => match self.player_called(name) {
                // "go over to mia": no place has that name, and somebody does.
                Some(player) => return Ok(Intent::Do(GoToPlayer { player, tolerance: None }.into())),
                // "go to the pond", where none is called so.
                None if is_water(name) && self.named(name).is_err() => {
                    return Ok(Intent::Do(GoToBlock::nearest("water").into()));
                }
                None => self.named(name)?,
            },
            Intent::GoBack => self.back()?,
            // "go 5 north and then 8 west": eight from where the five lead, where that is in a bush.
            Intent::Go { x, y, z, dig } if let Some([east, south]) = self.meant() => {
                let from = |axis: Coord, meant: i32| match axis {
                    Coord::Relative(off) => Coord::Absolute(meant.saturating_add(off)),
                    Coord::Absolute(_) => axis,
                };
                return Ok(Intent::Go { x: from(*x, east), y: *y, z: from(*z, south), dig: *dig });
            }
            Intent::Step { ahead, right } => {
                let BlockPos { x, z, .. } = self.stepped(*ahead, *right)?;
                return Ok(Intent::Do(Navigate { x, y: None, z, tolerance: None, dig: false }.into()));
            }
            Intent::TellStored { item, holder, to } => {
                let Some(seen) = self.state.stores.iter().rev().find(|seen| seen.block == *holder) else {
                    let words = format!("what lies in the {holder} could not be looked at");
                    return Err(ToolError::new(ErrorCode::ResourceNotFound, words));
                };
                let message = stored_told(item, holder, have(&seen.contents, item));
                return Ok(Intent::Say { message, to: Some(to.clone()) });
            }
            Intent::UseAgain(used) => {
                let Some(at) = self.state.began.as_ref().and_then(|began| began.used) else {
                    let words = "where that stands that was used before is not known any more";
                    return Err(ToolError::new(ErrorCode::ResourceNotFound, words));
                };
                let (x, y, z) = (Some(at.x), Some(at.y), Some(at.z));
                return Ok(Intent::Do(UseItem { x, y, z, ..used.clone() }.into()));
            }
            Intent::IntoPlaced(of) => {
                // Where it stood already, whichever is near does. The furnace that was placed is the nearest.
                let began = self.state.began.as_ref().filter(|_| !goes_into_a_furnace(of));
                let placed = began.and_then(|began| began.chest);
                return Ok(placed.map_or((**of).clone(), |at| stored_at(of, at)));
            }
            _ => return Ok(intent.clone()),
        };
        let BlockPos { x, y, z } = to;
        // Who has dug down somewhere digs back up.
        let digs = |step: &StepDraft| matches!(&step.request, ToolRequest::Navigate(go) if go.dig);
        let has_dug = || parse(self.text).is_ok_and(|intents| intents.iter().any(Intent::digs_down));
        let dig = *intent == Intent::GoBack && (self.steps.iter().any(digs) || has_dug());
        Ok(Intent::Do(Navigate { x, y: Some(y), z, tolerance: Some(THERE), dig }.into()))
    }

    /// Before the nearest door, and behind it.
    ///
    /// # Errors
    /// `RESOURCE_NOT_FOUND`: none was seen.
    pub(super) fn go_through(&mut self, kind: &str) -> Result<(), ToolError> {
        let Some((_, Some(passage))) = self.state.passages.iter().find(|(seen, _)| *seen == kind) else {
            let words = format!("no {} has been seen near here", kind.replace('_', " "));
            return Err(ToolError::new(ErrorCode::ResourceNotFound, words).with(json!({ "target": kind })));
        };
        [passage.near, passage.far].into_iter().try_for_each(|BlockPos { x, y, z }| {
            self.act(&Intent::Do(Navigate { x, y: Some(y), z, tolerance: None, dig: false }.into()))
        })
    }

    /// Where the walk before this clause was to lead, where it ended beside that.
    fn meant(&self) -> Option<[i32; 2]> {
        self.state.began.as_ref().and_then(|began| began.meant).filter(|_| self.steps.is_empty())
    }

    /// Who is meant by a name that no place has.
    fn player_called(&self, name: &str) -> Option<String> {
        let is_place = self.named.contains_key(name) || self.state.places.contains_key(name);
        self.state.players.iter().find(|player| !is_place && player.eq_ignore_ascii_case(name)).cloned()
    }

    /// Where the bot will stand after the steps so far, if that can be known.
    pub(super) fn stands(&self) -> Option<BlockPos> {
        match self.steps.iter().rev().map(|step| &step.request).find(|request| !is_on_the_spot(request)) {
            None => self.state.position.map(|position| position.block()),
            Some(ToolRequest::Navigate(to)) if to.tolerance.unwrap_or(0) <= THERE => {
                to.y.map(|y| BlockPos::new(to.x, y, to.z))
            }
            Some(_) => None,
        }
    }

    fn named(&mut self, name: &str) -> Result<BlockPos, ToolError> {
        let why = format!("{name} is a place that has been given this name");
        if let Some(set) = self.named.get(name) {
            let words = format!("where {name} will be is not known yet: ask for it in a goal of its own");
            self.whys.push(why);
            return set.ok_or_else(|| ToolError::new(ErrorCode::InvalidParams, words));
        }
        match self.state.places.get(name) {
            Some(place) => {
                self.whys.push(why);
                self.within(name, place)
            }
            None if name == HOME => {
                let words = "no home is set in this world: stand where it is to be and say: set home";
                Err(missing(name, words.to_owned()))
            }
            None => {
                let known: Vec<&str> = self.state.places.keys().map(String::as_str).collect();
                let there_are =
                    if known.is_empty() { String::new() } else { format!("; there are {}", known.join(", ")) };
                let words = format!(
                    "no place is called {name:?} here{there_are} (stand there and say: call this place {name})"
                );
                Err(missing(name, words))
            }
        }
    }

    fn back(&self) -> Result<BlockPos, ToolError> {
        let moves = self.steps.iter().any(|step| !is_on_the_spot(&step.request));
        let stood = self.state.began.as_ref().map_or(self.state.position, |began| began.position);
        match (&self.state.back, stood) {
            (_, Some(position)) if moves || self.state.began.is_some() => Ok(position.block()),
            (Some(back), _) => self.within("that", back),
            (None, _) => {
                let words = "there is no way back: no goal has led me elsewhere yet (say: go to x y z)";
                Err(missing("back", words.to_owned()))
            }
        }
    }

    /// So far ahead and to the right of where the bot looks as it stands now.
    fn stepped(&self, ahead: i32, right: i32) -> Result<BlockPos, ToolError> {
        let (Some(position), Some(yaw)) = (self.state.position, self.state.yaw) else {
            let words = "that depends on where the bot stands, which only a run knows (plan has no world)";
            return Err(ToolError::new(ErrorCode::InvalidParams, words));
        };
        // Who only turns on the spot looks where it has turned to.
        let turned = self.steps.iter().try_fold(yaw, |yaw, step| match &step.request {
            ToolRequest::Face(Face { toward: Some(toward), .. }) => Some(toward.yaw(yaw).unwrap_or(yaw)),
            ToolRequest::Face(_) => None,
            request => is_on_the_spot(request).then_some(yaw),
        });
        let Some(yaw) = turned else {
            let words = "where the bot will look then is not known yet: ask for it in a goal of its own";
            return Err(ToolError::new(ErrorCode::InvalidParams, words));
        };
        // Yaw 0 is south, towards greater z, and 90 is west, towards smaller x (Minecraft Wiki, "Rotation").
        let (sin, cos) = f64::from(yaw).to_radians().sin_cos();
        let (ahead, right) = (f64::from(ahead), f64::from(right));
        let feet = position.block();
        Ok(feet.offset((-sin * ahead - cos * right).round() as i32, 0, (cos * ahead - sin * right).round() as i32))
    }

    /// A place in the dimension in which the bot is.
    fn within(&self, name: &str, place: &NamedPlace) -> Result<BlockPos, ToolError> {
        if self.state.dimension.is_empty() || place.dimension == self.state.dimension {
            return Ok(place.at);
        }
        let words = format!("{name} is in {}, and I am in {}", place.dimension, self.state.dimension);
        Err(missing(name, words))
    }
}

/// Whether one knows before a call which way the bot looks after it.
pub(super) fn turns_known(request: &ToolRequest) -> bool {
    match request {
        ToolRequest::Face(face) => face.toward.is_some(),
        request => is_on_the_spot(request),
    }
}

/// Whether a call leaves the bot where it stands.
fn is_on_the_spot(request: &ToolRequest) -> bool {
    matches!(
        request,
        ToolRequest::Face(_)
            | ToolRequest::Jump(_)
            | ToolRequest::Sneak(_)
            | ToolRequest::Wait(_)
            | ToolRequest::Remember(_)
            | ToolRequest::Chat(_)
            | ToolRequest::GetBotStatus(_)
            | ToolRequest::Equip(_)
            | ToolRequest::Eat(_)
    )
}

fn missing(name: &str, words: String) -> ToolError {
    ToolError::new(ErrorCode::ResourceNotFound, words).with(json!({ "place": name }))
}
