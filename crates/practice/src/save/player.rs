//! A player's file (Minecraft Wiki, "Player.dat format").

use azalea_core::game_type::GameMode;
use simdnbt::owned::{NbtCompound, NbtTag};

use crate::{
    domain::BlockPos,
    items::{inventory::Inventory, stack::Slot},
    players::{
        effects,
        effects::{ENDLESS, Effect, Effects, Lasting},
        experience::Experience,
        player::{Belongings, Home},
        vitals::{FULL_AIR, UNBURNT, Vitals},
    },
    save::{item, nbt, nbt::compound, version::DATA_VERSION},
    world::edge::is_a_place,
};

/// The places of worn things, in the order of [`Inventory::armour`].
const WORN: [&str; 4] = ["head", "chest", "legs", "feet"];

pub(super) fn write(uuid: uuid::Uuid, player: &Belongings) -> NbtCompound {
    let Belongings { at, yaw, pitch, game_mode, inventory, held, vitals, home, .. } = player;
    let mut worn = NbtCompound::new();
    let places = WORN.iter().copied().zip(&inventory.armour).chain([("offhand", &inventory.offhand)]);
    for (place, stack) in places {
        if let Some(stack) = stack {
            worn.insert(place, NbtTag::Compound(item::write_stack(stack)));
        }
    }
    let free = matches!(game_mode, GameMode::Creative | GameMode::Spectator);
    let abilities = compound([
        ("flying", nbt::flag(*game_mode == GameMode::Spectator)),
        ("mayfly", nbt::flag(free)),
        ("invulnerable", nbt::flag(free)),
        ("instabuild", nbt::flag(*game_mode == GameMode::Creative)),
        ("mayBuild", nbt::flag(!game_mode.is_block_placing_restricted())),
        ("flySpeed", NbtTag::Float(0.05)),
        ("walkSpeed", NbtTag::Float(0.1)),
    ]);
    let mut written = compound([
        ("DataVersion", NbtTag::Int(DATA_VERSION)),
        ("UUID", nbt::uuid(uuid)),
        ("Dimension", nbt::id("overworld")),
        ("Pos", nbt::doubles(&[at.x, at.y, at.z])),
        ("Rotation", nbt::floats(&[*yaw, *pitch])),
        ("Motion", nbt::doubles(&[0.0; 3])),
        ("OnGround", nbt::flag(true)),
        ("fall_distance", NbtTag::Double(0.0)),
        ("playerGameType", NbtTag::Int(game_mode.to_id().into())),
        ("abilities", NbtTag::Compound(abilities)),
        ("Health", NbtTag::Float(vitals.health)),
        ("AbsorptionAmount", NbtTag::Float(vitals.absorption)),
        ("foodLevel", NbtTag::Int(vitals.food as i32)),
        ("foodSaturationLevel", NbtTag::Float(vitals.saturation)),
        ("foodExhaustionLevel", NbtTag::Float(vitals.exhaustion)),
        ("foodTickTimer", NbtTag::Int(vitals.clock as i32)),
        ("Air", NbtTag::Short(vitals.air as i16)),
        ("Fire", NbtTag::Short(vitals.fire as i16)),
        ("XpLevel", NbtTag::Int(vitals.experience.level as i32)),
        ("XpP", NbtTag::Float(vitals.experience.progress())),
        ("XpTotal", NbtTag::Int(vitals.experience.total as i32)),
        ("active_effects", nbt::compounds(vitals.effects.iter().map(write_effect).collect())),
        ("SelectedItemSlot", NbtTag::Int(*held as i32)),
        ("Inventory", item::write_slots(&inventory.pack)),
        ("equipment", NbtTag::Compound(worn)),
    ]);
    if let Some(Home { pos, yaw, pitch, forced }) = *home {
        let respawn = compound([
            ("dimension", nbt::id("overworld")),
            ("pos", NbtTag::IntArray(vec![pos.x, pos.y, pos.z])),
            ("yaw", NbtTag::Float(yaw)),
            ("pitch", NbtTag::Float(pitch)),
            ("forced", nbt::flag(forced)),
        ]);
        written.insert("respawn", NbtTag::Compound(respawn));
    }
    written
}

/// Effects without end last -1 ticks in the file.
fn write_effect((effect, Lasting { ticks, amplifier, shown }): (Effect, Lasting)) -> NbtCompound {
    compound([
        ("id", nbt::id(effects::name(effect))),
        ("amplifier", NbtTag::Byte(amplifier as u8 as i8)),
        ("duration", NbtTag::Int(i32::try_from(ticks).unwrap_or(-1))),
        ("show_particles", nbt::flag(shown)),
        ("show_icon", nbt::flag(shown)),
    ])
}

fn read_effects(tag: &NbtCompound) -> Effects {
    let mut read = Effects::default();
    for entry in nbt::list(tag, "active_effects") {
        let Some(effect) = nbt::text(entry, "id").and_then(|name| effects::named(&name)) else { continue };
        let ticks = entry.int("duration").map_or(0, |ticks| u32::try_from(ticks).unwrap_or(ENDLESS));
        let amplifier = entry.byte("amplifier").map_or(0, |amplifier| u32::from(amplifier as u8));
        let shown = entry.byte("show_particles").is_none_or(|shown| shown != 0);
        if ticks > 0 {
            read.add(effect, Lasting { ticks, amplifier, shown });
        }
    }
    read
}

fn read_home(tag: &NbtCompound) -> Option<Home> {
    let respawn = tag.compound("respawn")?;
    let [x, y, z] = respawn.int_array("pos")?.try_into().ok()?;
    let angle = |name: &str| respawn.float(name).filter(|angle| angle.is_finite()).unwrap_or(0.0);
    let forced = respawn.byte("forced").is_some_and(|forced| forced != 0);
    Some(Home { pos: BlockPos::new(x, y, z), yaw: angle("yaw"), pitch: angle("pitch"), forced })
}

/// What is not told, or makes no sense, is as it is at a first join.
pub(super) fn read(tag: &NbtCompound, first: Belongings) -> Belongings {
    let mut inventory = Inventory::default();
    item::read_slots(tag, "Inventory", &mut inventory.pack);
    let worn = |place: &str| -> Slot { item::read_stack(tag.compound("equipment")?.compound(place)?) };
    inventory.armour = WORN.map(worn);
    inventory.offhand = worn("offhand");
    let rotation = tag.list("Rotation").and_then(|list| list.floats()).unwrap_or_default();
    let (yaw, pitch) = if let [yaw, pitch] = rotation[..] { (yaw, pitch) } else { (0.0, 0.0) };
    let number = |name: &str, most: f32, otherwise: f32| {
        tag.float(name).filter(|number| number.is_finite()).map_or(otherwise, |number| number.clamp(0.0, most))
    };
    let effects = read_effects(tag);
    let vitals = Vitals {
        // Nobody is dead between two lives.
        health: Some(number("Health", effects.most_health(), 20.0)).filter(|&health| health > 0.0).unwrap_or(20.0),
        absorption: number("AbsorptionAmount", effects.most_absorption(), 0.0),
        food: tag.int("foodLevel").map_or(20, |food| food.clamp(0, 20) as u32),
        saturation: number("foodSaturationLevel", 20.0, 5.0),
        exhaustion: number("foodExhaustionLevel", 40.0, 0.0),
        clock: tag.int("foodTickTimer").unwrap_or(0).max(0) as u32,
        air: tag.short("Air").map_or(FULL_AIR, |air| i32::from(air).clamp(UNBURNT, FULL_AIR)),
        fire: tag.short("Fire").map_or(UNBURNT, |fire| i32::from(fire).max(UNBURNT)),
        effects,
        experience: Experience::resume(
            tag.int("XpLevel").unwrap_or(0).max(0) as u32,
            number("XpP", 1.0, 0.0),
            tag.int("XpTotal").unwrap_or(0).max(0) as u32,
        ),
        ..Vitals::default()
    };
    Belongings {
        at: item::read_vec3(tag, "Pos").filter(|&at| is_a_place(at)).unwrap_or(first.at),
        yaw: if yaw.is_finite() { yaw } else { 0.0 },
        pitch: if pitch.is_finite() { pitch.clamp(-90.0, 90.0) } else { 0.0 },
        game_mode: tag.int("playerGameType").and_then(|mode| GameMode::from_id(mode as u8)).unwrap_or_default(),
        inventory,
        held: tag.int("SelectedItemSlot").map_or(0, |slot| slot.clamp(0, Inventory::HOTBAR as i32 - 1) as usize),
        vitals,
        home: read_home(tag),
        statistics: first.statistics,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::Vec3, items::crafting::tests::stack, players::statistics::Statistics};

    #[test]
    fn a_player_comes_back() {
        let mut inventory = Inventory::default();
        inventory.pack[0] = Some(stack("stick", 3));
        inventory.pack[35] = Some(crate::Stack { damage: 7, ..stack("iron_axe", 1) });
        let mut boots = stack("leather_boots", 1);
        assert!(boots.enchantments.set("feather_falling", 4) && boots.enchantments.set("unbreaking", 255));
        inventory.armour[3] = Some(boots);
        inventory.offhand = Some(stack("torch", 64));
        let mut vitals =
            Vitals { health: 7.5, food: 3, saturation: 0.5, exhaustion: 1.5, clock: 60, ..Vitals::default() };
        (vitals.air, vitals.fire) = (150, 33);
        vitals.experience.add(360);
        vitals.effects.add(Effect::Haste, Lasting { shown: false, ..Lasting::new(77, 200) });
        vitals.effects.add(Effect::Speed, Lasting::new(ENDLESS, 0));
        vitals.take_on(Effect::Absorption, Lasting::new(50, 1));
        vitals.take_on(Effect::HealthBoost, Lasting::new(50, 0));
        (vitals.health, vitals.absorption) = (22.5, 6.5);
        let home = Some(Home { pos: BlockPos::new(-7, 65, 9), yaw: -90.0, pitch: 12.5, forced: true });
        let (at, yaw, pitch) = (Vec3::new(-10.25, 70.0, 3.5), 90.0, -12.5);
        let (game_mode, statistics) = (GameMode::Creative, Statistics::default());
        let player = Belongings { at, yaw, pitch, game_mode, inventory, held: 8, vitals, home, statistics };
        let uuid = uuid::Uuid::from_u128(0x0123_4567_89ab_cdef_fedc_ba98_7654_3210);
        let tag = nbt::decode(&nbt::encode(write(uuid, &player))).unwrap();
        assert_eq!(nbt::read_uuid(&tag), Some(uuid));
        let first = Belongings { at: Vec3::default(), ..player.clone() };
        assert_eq!(format!("{:?}", read(&tag, first)), format!("{player:?}"));
    }

    #[test]
    fn nonsense_is_as_at_the_first_join() {
        let first = || Belongings {
            at: Vec3::new(1.0, 64.0, 1.0),
            yaw: 0.0,
            pitch: 0.0,
            game_mode: GameMode::Survival,
            inventory: Inventory::default(),
            held: 0,
            vitals: Vitals::default(),
            home: None,
            statistics: Statistics::default(),
        };
        let tag = compound([
            ("Pos", nbt::doubles(&[f64::NAN, 0.0, 0.0])),
            ("Health", NbtTag::Float(0.0)),
            ("foodLevel", NbtTag::Int(-5)),
            ("playerGameType", NbtTag::Int(77)),
            ("SelectedItemSlot", NbtTag::Int(99)),
        ]);
        let read = read(&tag, first());
        assert_eq!((read.at, read.vitals.health, read.vitals.food, read.held), (first().at, 20.0, 0, 8));
        assert_eq!(read.game_mode, GameMode::Survival);
    }
}
