//! What is done in the field: tilled, sown, harvested.

use super::{
    beside::Spot,
    count::Count,
    handles::used_at,
    meaning::{Intent, Share},
    names::{Named, Use, resolve},
    parser::Parser,
    refusals::not_understood,
    words::is_joint,
};
use crate::{
    domain::{By, Harvest, ToolError, UseItem},
    knowledge,
};

/// Crops, as people call them, and what each is harvested for.
const CROPS: &[(&str, &str)] = &[
    ("wheat", "wheat"),
    ("carrots", "carrot"),
    ("carrot", "carrot"),
    ("potatoes", "potato"),
    ("potato", "potato"),
    ("beetroots", "beetroot"),
    ("beetroot", "beetroot"),
    ("beets", "beetroot"),
];

/// The most that is tilled in one go: a field of 8 by 8.
const MOST_TILLED: u32 = 64;

/// All of them.
const ALL_CROPS: &[&str] = &[
    "all the ripe crops",
    "everything that's ripe",
    "everything that is ripe",
    "everything ripe",
    "whatever is ripe",
    "whatever's ripe",
    "what is ripe",
    "all that is ripe",
    "all the crops",
    "all of the crops",
    "all ripe crops",
    "all crops",
    "all your crops",
    "the ripe crops",
    "the crops",
    "your crops",
    "my crops",
    "ripe crops",
    "crops",
    "the field",
    "the fields",
    "the farm",
    "what is ripe",
    "everything that is ripe",
    "everything ripe",
    "everything",
];

/// What is done anyway.
const AND_SOWN: &[&str] = &[
    "replant",
    "replant it",
    "replant them",
    "replant everything",
    "replant the crops",
    "replant the seeds",
    "plant it again",
    "plant them again",
    "sow it again",
    "sow them again",
    "resow",
];

/// What is sown of what does not grow from itself.
const SEEDS: &[(&str, &str)] =
    &[("wheat", "wheat_seeds"), ("beetroot", "beetroot_seeds"), ("pumpkin", "pumpkin_seeds"), ("melon", "melon_seeds")];

impl Parser<'_> {
    /// `harvest the wheat`, `harvest 5 carrots within 10 blocks`, `harvest all the crops without replanting`; `None` for what is no
    /// crop.
    pub(super) fn harvested(&mut self) -> Result<Option<Intent>, ToolError> {
        let begun = self.at;
        let mut harvest = Harvest::default();
        // "go to the farm, harvest, come home": whatever is ripe there.
        let bare = self.said == "harvest"
            && self.words[begun..].first().is_some_and(|word| is_joint(&word.text))
            && self.words.len() > begun + 1;
        let all = bare || self.eat_any(ALL_CROPS) && (self.ends_at(self.at) || self.comes_on());
        if !all {
            self.at = begun;
            // So many more are meant in any case.
            let (count, _) = self.amount()?;
            self.eat_any(&["ripe", "fully grown", "grown"]);
            let found = CROPS.iter().find(|(name, _)| self.eat(name));
            let Some((_, crop)) = found else {
                self.at = begun;
                return Ok(None);
            };
            self.eat_any(&["crops", "crop", "plants", "field"]);
            harvest.crop = Some((*crop).to_owned());
            if let Some(named) = resolve(crop, Use::Got) {
                let said = (*crop).to_owned();
                self.named.push((Named { said, ..named }, Count::All));
            }
            harvest.count = match count {
                Count::Some(_) | Count::QuarterStacks(_) => Some(count.of(crop)),
                Count::Part(_) | Count::But(_) => {
                    return Err(not_understood(self.text, "how much that is (say: harvest 5 wheat)"));
                }
                _ => None,
            };
        }
        self.skip_where();
        self.eat_any(&["around here", "around you", "in the field", "on the farm", "from the field", "around"]);
        harvest.radius = self.within()?;
        self.skip_fillers();
        harvest.replant = !self.eat_any(&[
            "without replanting",
            "without replanting it",
            "without replanting them",
            "without planting again",
            "without sowing again",
        ]);
        let here = self.at;
        if harvest.replant && !(self.skip_joints() && self.eat_any(AND_SOWN) && self.ends_clause()) {
            self.at = here;
        }
        Ok(Some(Intent::Do(harvest.into())))
    }

    /// Whether what comes next says more of where or how.
    fn comes_on(&self) -> bool {
        ["within", "without", "around", "around here"].iter().any(|phrase| self.comes(phrase).is_some())
    }

    /// `within 10 blocks`.
    pub(super) fn within(&mut self) -> Result<Option<u32>, ToolError> {
        if !self.eat("within") {
            return Ok(None);
        }
        self.eat("a radius of");
        let (count, _) = self.amount()?;
        let Count::Some(radius) = count else {
            return Err(not_understood(self.text, "how far that is (say for example: within 10 blocks)"));
        };
        let _ = self.eat_any(&["blocks", "block"]);
        let _ = self.eat_any(&["of here", "of you", "of me", "around", "around here", "around you", "from here"]);
        self.skip_where();
        Ok(Some(radius))
    }

    /// `plant a sapling`, `plant 3 seeds`: seeds go into farmland.
    pub(super) fn planted(&mut self) -> Result<Vec<Intent>, ToolError> {
        let in_a_row = self.row_of();
        let (mut named, count, _) = self.counted(Use::Got)?;
        // Who plants wheat sows its seeds.
        if let Some((_, seeds)) = SEEDS.iter().find(|(crop, _)| *crop == named.name) {
            self.notes.push(format!("{} is planted as {seeds}", named.name));
            named.name = seeds;
            named.several = true;
        }
        if let Some(laid) = self.laid(&named, count, in_a_row)? {
            return Ok(laid);
        }
        self.skip_where();
        self.eat_any(&[
            "in the ground",
            "in the field",
            "on the farmland",
            "in the farmland",
            "on farmland",
            "in farmland",
            "in it",
            "on it",
            "there",
            "in them",
            "on them",
        ]);
        let sown = knowledge::block(named.name).is_none() || knowledge::food(named.name).is_some();
        let several = named.several || named.said.ends_with("seeds");
        let all = several && matches!(count, Count::The | Count::All) && !named.again;
        // "plant the seeds": those that are held; where the ground was tilled for them, as many as go there.
        let share = match (count, self.tilled) {
            (_, Some(tilled)) if all => (tilled > 1).then_some(Share::UpTo(tilled)),
            (count, _) => count.share().or(all.then_some(Share::All)),
        };
        if sown && let Some(share) = share.filter(|_| !named.again) {
            let of = Box::new(used_at(Some(named.name.to_owned()), Some("farmland".to_owned()), None, None));
            return Ok(vec![Intent::Part { share, item: named.name, of }]);
        }
        let count = match count {
            Count::All if all => 1,
            Count::The => 1,
            // "wheat seeds" are several, whatever the item is called.
            Count::Unsaid if named.said.ends_with("seeds") && self.tilled.is_some() => self.tilled.unwrap_or(1),
            Count::Unsaid if named.said.ends_with("seeds") => {
                let said = named.said.replace('_', " ");
                return Err(not_understood(self.text, &format!("how many {said} (say for example: plant 5 {said})")));
            }
            count => self.how_many(&named, count, true)?,
        };
        if sown {
            let sow = used_at(Some(named.name.to_owned()), Some("farmland".to_owned()), None, None);
            return Ok(vec![sow; count as usize]);
        }
        let spot = self.spot(&named)?;
        // "plant the saplings": those that are held.
        if all && spot == Spot::Anywhere {
            let of = Box::new(Intent::Place { block: named.name, count: 1, at: None, by: None });
            return Ok(vec![Intent::Part { share: Share::All, item: named.name, of }]);
        }
        self.put(&named, count, spot)
    }

    /// `till the dirt`: with a hoe.
    pub(super) fn tilled(&mut self) -> Result<Vec<Intent>, ToolError> {
        let many = match self.amount()? {
            (Count::Some(many @ 1..=MOST_TILLED), _) => many,
            (Count::Unsaid | Count::The, _) => 1,
            _ => return Err(not_understood(self.text, "how many to till (say: till 4 dirt)")),
        };
        self.eat_any(&["blocks of", "pieces of", "patches of", "block of"]);
        let _ = self.eat_any(&["the nearest", "that", "this", "the", "a", "one"]);
        let block = [
            ("dirt", "dirt"),
            ("soil", "dirt"),
            ("ground", "grass_block"),
            ("grass block", "grass_block"),
            ("grass", "grass_block"),
        ];
        let block = block.iter().find(|(name, _)| self.eat(name)).map(|(_, block)| *block);
        let Some(block) = block else { return Err(not_understood(self.text, "what to till (say: till the dirt)")) };
        self.eat_any(&["blocks", "block"]);
        self.eat_any(&["with your hoe", "with the hoe", "with a hoe", "using your hoe", "using a hoe"]);
        let ground = Named { name: block, said: block.to_owned(), ..Named::default() };
        let by = match self.by_something(&ground)? {
            Some(Spot::By(by @ (By::Beside(_) | By::Toward(..)))) => Some(by),
            Some(Spot::Anywhere) | None => None,
            Some(_) => return Err(not_understood(self.text, "where to till (say: till 4 dirt next to the water)")),
        };
        let till = match by {
            Some(by) => {
                let (item, block) = (Some("stone_hoe".to_owned()), Some(block.to_owned()));
                Intent::Do(UseItem { item, block, by: Some(by), ..UseItem::default() }.into())
            }
            None => self.used_on(Some("stone_hoe".to_owned()), Some(block.to_owned()), None)?,
        };
        self.tilled = Some(many);
        Ok(vec![till; many as usize])
    }
}
