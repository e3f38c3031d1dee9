//! Where a bucket is emptied: here, next to the campfire, 3 blocks west of here.

use super::{
    beside::Spot,
    meaning::{Coord, Intent},
    names::Named,
    parser::Parser,
    refusals::{cannot, not_understood},
};
use crate::domain::{By, GoToPlayer, Side, ToolError, UseItem};

/// So far off water is poured at most, in blocks: farther off the land is another by the time one is there.
const FAR: i32 = 64;

impl Parser<'_> {
    /// `the water out next to the campfire`, `it out 3 blocks west of here`: what is in a bucket, at a place; beside the bot, where none
    /// is said.
    pub(super) fn poured(&mut self) -> Result<Vec<Intent>, ToolError> {
        const WATER: &[&str] =
            &["water", "water bucket", "bucket of water", "water from the bucket", "water in the bucket"];
        const LAVA: &[&str] = &["lava", "lava bucket", "bucket of lava", "lava from the bucket", "lava in the bucket"];
        const IT: &[&str] = &["it", "that", "the bucket", "your bucket", "the contents", "the full bucket", "them"];
        const OUT: &[&str] =
            &["out again", "back out", "out of the bucket", "out of it", "out", "down", "away", "from it"];
        let begun = self.at;
        self.eat("out");
        let said = self.at;
        let _ = self.eat_any(&["some of the", "all the", "some", "that", "the", "your", "my", "a", "one"]);
        let fluid = if self.eat_any(LAVA) {
            Some("lava")
        } else if self.eat_any(WATER) {
            Some("water")
        } else {
            self.at = said;
            if self.eat_any(IT) { Some(self.in_the_bucket()?) } else { None }
        };
        // "empty the bucket", "pour it": what was scooped up last.
        let emptied = self.words[..begun].last().is_some_and(|word| word.text == "bucket");
        let fluid = if fluid.is_none() && emptied { Some(self.in_the_bucket()?) } else { fluid };
        let Some(fluid) = fluid else {
            return Err(not_understood(self.text, "what to pour out (say: pour the water out next to the furnace)"));
        };
        self.eat_any(OUT);
        let item = if fluid == "lava" { "lava_bucket" } else { "water_bucket" };
        let what = Named { name: fluid, said: fluid.to_owned(), ..Named::default() };
        let off = self.so_far_off()?;
        let poured = UseItem { item: Some(item.to_owned()), ..UseItem::default() };
        if let Some(at) = off {
            let [x, z] = at;
            return Ok(vec![Intent::Pour { item, x, y: None, z }]);
        }
        Ok(match self.spot(&what)? {
            Spot::Anywhere if fluid == "lava" => {
                let words = "where the lava is to go (say: pour the lava out 3 blocks west of here)";
                return Err(not_understood(self.text, words));
            }
            Spot::Anywhere => vec![Intent::Do(poured.into())],
            Spot::At([x, y, z]) => vec![Intent::Pour { item, x, y: Some(y), z }],
            Spot::By(By::On(_)) => {
                return Err(cannot(self.text, "pour things onto others (say: pour the water out next to the furnace)"));
            }
            Spot::By(by) => vec![Intent::Do(UseItem { by: Some(by), ..poured }.into())],
            Spot::Near(player) if fluid == "water" => {
                vec![Intent::Do(GoToPlayer { player, tolerance: None }.into()), Intent::Do(poured.into())]
            }
            Spot::Near(_) | Spot::BehindIt | Spot::Together | Spot::Around(_) | Spot::Gated(..) => {
                let words = "where to pour it (say: pour the water out next to the furnace)";
                return Err(not_understood(self.text, words));
            }
        })
    }

    /// `3 blocks to the west of here`: where that is, its x and z. `None`, and nothing taken, for anything else.
    fn so_far_off(&mut self) -> Result<Option<[Coord; 2]>, ToolError> {
        const FROM: &[&str] = &["of here", "of you", "from here", "from you", "from where you are", "of where you are"];
        let begun = self.at;
        self.eat_any(&["about", "at"]);
        let many = self.number()?.and_then(|many| i32::try_from(many).ok()).filter(|many| (1..=FAR).contains(many));
        let unit = self.eat_any(&["blocks", "block", "steps", "step"]);
        self.eat("away");
        self.eat_any(&["to the", "towards the", "toward the", "due", "to"]);
        let side = self.word().and_then(Side::named).filter(|side| Side::LEVEL.contains(side));
        let (Some(many), Some(side), true) = (many, side, unit) else {
            self.at = begun;
            return Ok(None);
        };
        self.at += 1;
        self.eat_any(FROM);
        let (dx, _, dz) = side.step();
        Ok(Some([dx, dz].map(|step| Coord::Relative(step * many))))
    }

    /// What the bucket holds that the goal has filled, or has spoken of; water where it has spoken of neither.
    ///
    /// # Errors
    /// The goal speaks of both.
    fn in_the_bucket(&self) -> Result<&'static str, ToolError> {
        let says = |fluid: &str| self.words.iter().any(|word| word.text == fluid);
        match (says("lava"), says("water")) {
            (true, true) => Err(not_understood(self.text, "which of both is poured (say: pour the water out here)")),
            (true, false) => Ok("lava"),
            _ => Ok("water"),
        }
    }
}
