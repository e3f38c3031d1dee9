//! The furnace: its fire, what it makes of what lies in it, and the experience that waits with it.
//!
//! The rules are vanilla's (Minecraft Wiki, Furnace and Smelting; SteelMC's `abstract_furnace`): fuel is lit only for
//! something that can be smelted, and burns on whether it is needed or not; over a dead fire what was begun falls back twice
//! as fast as it cooked, of which the Wiki's Furnace still says that it is lost at once.

use crate::{
    items::{
        crafting,
        stack::{Slot, Stack},
    },
    knowledge,
    rng::Rng,
};

/// Ticks that an input takes whose recipe does not say, or that is not there.
const COOK_TICKS: u32 = 200;

/// Ticks of cooking lost in one tick without fire.
const FALLS_BACK: u32 = 2;

/// A furnace: three slots and a fire. Times are in ticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Furnace {
    pub input: Slot,
    pub fuel: Slot,
    pub output: Slot,
    /// How long the fire still burns, and how long the last fuel burns in all.
    pub lit: u32,
    pub lit_total: u32,
    /// How far the input is.
    pub cooked: u32,
    /// Experience that waits with the output for whoever takes it.
    pub experience: f32,
}

impl Furnace {
    pub fn is_lit(&self) -> bool {
        self.lit > 0
    }

    /// Whether time changes anything about it.
    pub fn is_at_work(&self) -> bool {
        self.is_lit() || self.cooked > 0 || self.could_light()
    }

    /// What the window shows: ticks of fire left and in all, ticks cooked and in all (Minecraft Wiki, Java Edition
    /// protocol, Set Container Property).
    pub fn gauges(&self) -> [u32; 4] {
        [self.lit, self.lit_total, self.cooked, self.cook_ticks()]
    }

    fn cook_ticks(&self) -> u32 {
        self.input.and_then(|input| knowledge::smelting_of(input.name())).map_or(COOK_TICKS, |recipe| recipe.ticks)
    }

    /// Other stacks in its slots. A new kind of input starts from the beginning.
    pub fn fill(&mut self, input: Slot, fuel: Slot, output: Slot) {
        if input.is_some_and(|new| !self.input.is_some_and(|old| old.stacks_with(&new))) {
            self.cooked = 0;
        }
        (self.input, self.fuel, self.output) = (input, fuel, output);
    }

    /// What the input becomes, with its experience, if there is room for it.
    fn product(&self) -> Option<(Stack, f32)> {
        let recipe = knowledge::smelting_of(self.input?.name())?;
        let one = Stack::new(knowledge::item(recipe.result)?.id, 1);
        let product = match self.output {
            None => one,
            Some(there) if there.stacks_with(&one) && there.count < there.most() => {
                Stack { count: there.count + 1, ..there }
            }
            Some(_) => return None,
        };
        Some((product, recipe.experience))
    }

    fn could_light(&self) -> bool {
        self.fuel.is_some_and(|fuel| knowledge::burn_ticks(fuel.name()).is_some()) && self.product().is_some()
    }

    pub fn pass_tick(&mut self) {
        self.lit = self.lit.saturating_sub(1);
        let product = self.product();
        if !self.is_lit() && product.is_some() {
            self.light();
        }
        match product {
            Some(product) if self.is_lit() => {
                self.cooked += 1;
                if self.cooked >= self.cook_ticks() {
                    self.cooked = 0;
                    self.finish(product);
                }
            }
            // Something in both slots, and nothing comes of it; or a fire for nothing.
            _ if self.is_lit() || self.input.is_some() && self.fuel.is_some() => self.cooked = 0,
            _ => self.cooked = self.cooked.saturating_sub(FALLS_BACK),
        }
    }

    fn light(&mut self) {
        let Some(fuel) = self.fuel else { return };
        let Some(ticks) = knowledge::burn_ticks(fuel.name()) else { return };
        (self.lit, self.lit_total) = (ticks, ticks);
        self.fuel = fuel.with_count(fuel.count - 1);
        if self.fuel.is_none() {
            let left = crafting::remainder(fuel.name()).and_then(knowledge::item);
            self.fuel = left.map(|item| Stack::new(item.id, 1));
        }
    }

    fn finish(&mut self, (product, experience): (Stack, f32)) {
        let Some(input) = self.input else { return };
        self.output = Some(product);
        self.experience += experience;
        // A wet sponge gives its water to an empty bucket under it.
        if input.name() == "wet_sponge" && self.fuel.is_some_and(|fuel| fuel.name() == "bucket") {
            self.fuel = knowledge::item("water_bucket").map(|item| Stack::new(item.id, 1));
        }
        self.input = input.with_count(input.count - 1);
    }

    /// Whole points of the experience; what is over is one more by chance.
    pub fn take_experience(&mut self, rng: &mut Rng) -> u32 {
        let experience = std::mem::take(&mut self.experience);
        let over = f64::from(experience.fract());
        experience as u32 + u32::from(over > 0.0 && rng.unit() < over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::crafting::tests::stack;

    fn furnace(input: (&str, u32), fuel: (&str, u32)) -> Furnace {
        let slot = |(name, count)| if count > 0 { Some(stack(name, count)) } else { None };
        Furnace { input: slot(input), fuel: slot(fuel), ..Furnace::default() }
    }

    fn after(mut furnace: Furnace, ticks: u32) -> Furnace {
        (0..ticks).for_each(|_| furnace.pass_tick());
        furnace
    }

    #[test]
    fn one_coal_smelts_eight() {
        let begun = furnace(("raw_iron", 9), ("coal", 1));
        assert_eq!(after(begun.clone(), 1).gauges(), [1600, 1600, 1, 200]);
        assert_eq!(after(begun.clone(), 1).fuel, None);
        assert_eq!(after(begun.clone(), 199).output, None);
        assert_eq!(after(begun.clone(), 200).output, Some(stack("iron_ingot", 1)));
        let done = after(begun.clone(), 1600);
        assert_eq!((done.output, done.input), (Some(stack("iron_ingot", 8)), Some(stack("raw_iron", 1))));
        assert!((done.experience - 5.6).abs() < 1.0e-4, "{}", done.experience);
        let out = after(begun, 1601);
        assert!(!out.is_lit() && !out.is_at_work(), "{out:?}");
    }

    #[test]
    fn a_dead_fire_lets_the_food_cool() {
        let mut cooling = after(furnace(("raw_iron", 1), ("oak_planks", 1)), 100);
        assert_eq!(cooling.cooked, 100);
        cooling.lit = 1;
        assert_eq!(after(cooling.clone(), 1).cooked, 98);
        assert_eq!(after(cooling.clone(), 60), Furnace { cooked: 0, lit: 0, ..cooling });
    }

    #[test]
    fn fuel_is_lit_only_for_something() {
        for idle in [
            furnace(("dirt", 1), ("coal", 1)),
            furnace(("raw_iron", 0), ("coal", 1)),
            furnace(("raw_iron", 1), ("stone", 1)),
            Furnace { output: Some(stack("iron_ingot", 64)), ..furnace(("raw_iron", 1), ("coal", 1)) },
            Furnace { output: Some(stack("glass", 1)), ..furnace(("raw_iron", 1), ("coal", 1)) },
        ] {
            assert!(!idle.is_at_work());
            assert_eq!(after(idle.clone(), 10), idle);
        }
    }

    #[test]
    fn the_fire_burns_on_for_nothing() {
        let mut lit = after(furnace(("raw_iron", 1), ("coal", 1)), 50);
        lit.fill(None, None, None);
        let lit = after(lit, 10);
        assert_eq!((lit.lit, lit.cooked), (1600 - 59, 0));
    }

    #[test]
    fn another_input_starts_anew_and_more_of_the_same_does_not() {
        let begun = after(furnace(("raw_iron", 1), ("coal", 1)), 50);
        let mut more = begun.clone();
        more.fill(Some(stack("raw_iron", 5)), None, None);
        assert_eq!(more.cooked, 50);
        let mut other = begun;
        other.fill(Some(stack("sand", 5)), None, None);
        assert_eq!(other.cooked, 0);
    }

    #[test]
    fn buckets_stay() {
        let lava = after(furnace(("sand", 1), ("lava_bucket", 1)), 1);
        assert_eq!((lava.lit, lava.fuel), (20_000, Some(stack("bucket", 1))));
        let mut sponge = furnace(("wet_sponge", 1), ("coal", 1));
        sponge.pass_tick();
        sponge.fuel = Some(stack("bucket", 1));
        let dry = after(sponge, 199);
        assert_eq!((dry.output, dry.fuel), (Some(stack("sponge", 1)), Some(stack("water_bucket", 1))));
    }

    #[test]
    fn points_are_whole() {
        let mut rng = Rng::new(3);
        let points = |rng: &mut Rng, experience| Furnace { experience, ..Furnace::default() }.take_experience(rng);
        assert_eq!(points(&mut rng, 2.0), 2);
        let sum: u32 = (0..1000).map(|_| points(&mut rng, 0.35)).sum();
        assert!((300..400).contains(&sum), "{sum}");
    }
}
