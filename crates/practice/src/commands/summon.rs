//! `/summon`: items and falling blocks, which are the entities of this world beside its players.

use simdnbt::owned::{NbtCompound, NbtTag};

use crate::{
    Game, Stack,
    chunks::blocks,
    commands::{asker::Asker, fault::Fault, kinds::EntityName, places::Place, snbt, tree::Arguments},
    domain::Vec3,
    protocol::texts::{item_text, phrase, words},
    save,
    voxel::StateId,
    world::edge::is_a_place,
};

/// Blocks a tick, each way: what an entity's file may hold.
const FASTEST: f64 = 10.0;

pub(super) fn summon(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let EntityName(kind) = arguments.get("entity")?;
    let at = arguments.find::<Place>("pos").map_or(asker.stance.at, |place| place.from(asker.stance));
    if !is_a_place(at) {
        return Err(Fault::new("commands.summon.invalidPosition", []));
    }
    let nothing = NbtCompound::new();
    let data = arguments.find::<NbtCompound>("nbt").unwrap_or(&nothing);
    let name = match kind.as_str() {
        "item" => {
            known(kind, data, &["Item", "Motion", "PickupDelay", "Age"])?;
            let stack = summoned_stack(data)?;
            let ticks = |name: &str| whole(data, name).map(|ticks| ticks.max(0) as u32);
            game.put_item(at, stack, motion(data)?, ticks("PickupDelay").unwrap_or(0), ticks("Age").unwrap_or(0));
            item_text(&stack)
        }
        "falling_block" => {
            known(kind, data, &["BlockState", "Motion", "Time"])?;
            let state = falling_state(data)?;
            game.begin_to_fall(at, state, motion(data)?, whole(data, "Time").unwrap_or(0).max(0) as u32);
            let block = phrase(&format!("block.minecraft.{}", blocks::name(state)), []);
            phrase("entity.minecraft.falling_block_type", [block])
        }
        other => {
            let told = format!("This world does not simulate {other}: only item and falling_block can be summoned");
            return Err(Fault::plain(told));
        }
    };
    game.report(asker, phrase("commands.summon.success", [name]));
    Ok(())
}

fn summoned_stack(data: &NbtCompound) -> Result<Stack, Fault> {
    let mut told = data.compound("Item").cloned().unwrap_or_default();
    known("an item's stack", &told, &["id", "count", "components"])?;
    if let Some(components) = told.compound("components") {
        known("an item", components, &["minecraft:damage", "minecraft:enchantments"])?;
    }
    // Whatever kind of number it is.
    if let Some(count) = whole(&told, "count") {
        told.remove("count");
        told.insert("count", NbtTag::Int(count));
    }
    let stack = save::read_stack(&told);
    stack.ok_or_else(|| Fault::plain("An item needs its stack: {Item:{id:\"minecraft:stick\",count:1}}"))
}

/// Sand where nothing is told, as in vanilla.
fn falling_state(data: &NbtCompound) -> Result<StateId, Fault> {
    let Some(told) = data.compound("BlockState") else { return Ok(blocks::state("sand")) };
    match save::read_state(told) {
        Ok(state) if state != blocks::AIR => Ok(state),
        Ok(_) => Err(Fault::plain("Air does not fall")),
        Err(fault) => Err(Fault::plain(format!("BlockState: {fault}"))),
    }
}

/// A fault for what is told of an entity and means nothing here.
fn known(kind: &str, data: &NbtCompound, names: &[&str]) -> Result<(), Fault> {
    let other = data.iter().map(|(name, _)| name.to_str().into_owned()).find(|name| !names.contains(&name.as_str()));
    other.map_or(Ok(()), |name| {
        let known = names.join(", ");
        Err(Fault::plain(format!("This world does not simulate {name} of {kind}: {known} are what it knows")))
    })
}

fn whole(data: &NbtCompound, name: &str) -> Option<i32> {
    data.get(name).and_then(snbt::number).map(|number| number as i32)
}

fn motion(data: &NbtCompound) -> Result<Vec3, Fault> {
    match data.get("Motion") {
        None => Ok(Vec3::default()),
        Some(NbtTag::List(list)) => match list.doubles().unwrap_or_default()[..] {
            [x, y, z] if [x, y, z].into_iter().all(|part| part.abs() <= FASTEST) => Ok(Vec3::new(x, y, z)),
            _ => Err(Fault::plain("Motion is three numbers with a point, from -10.0 to 10.0: [0.0,0.2,0.0]")),
        },
        Some(_) => Err(Fault::new("argument.nbt.expected.value", [words("Motion")])),
    }
}
