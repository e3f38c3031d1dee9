//! `/give` and `/clear`.

use crate::{
    Game, Stack,
    commands::{
        asker::{Asker, by_count},
        fault::Fault,
        selectors::Selector,
        tree::Arguments,
    },
    protocol::texts::{item_name, words},
};

/// Full stacks given at once, at most; vanilla's.
const MOST_STACKS: u32 = 100;

pub(super) fn give(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let item = *arguments.get::<Stack>("item")?;
    let count = arguments.find::<i32>("count").map_or(1, |count| count.unsigned_abs());
    let most = item.most() * MOST_STACKS;
    if count > most {
        return Err(Fault::new("commands.give.failed.toomanyitems", [words(most.to_string()), item_name(&item)]));
    }
    let ids = game.players_of(asker, arguments.get::<Selector>("targets")?)?;
    let mut names = Vec::new();
    for id in ids {
        names.push(game.name_of(id));
        game.give_stack(id, Stack { count, ..item });
    }
    let text = by_count("commands.give.success", &names, &[words(count.to_string()), item_name(&item)]);
    game.report(asker, text);
    let idle: Vec<&str> = item.enchantments.idle().collect();
    if !idle.is_empty() {
        game.answer(asker, words(format!("This world keeps these and does not simulate them: {}", idle.join(", "))));
    }
    Ok(())
}

pub(super) fn clear(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let oneself = Selector::oneself();
    let ids = game.players_of(asker, arguments.find::<Selector>("targets").unwrap_or(&oneself))?;
    let item = arguments.find::<Stack>("item").map(|stack| stack.item);
    let most = arguments.find::<i32>("maxCount").copied();
    let (mut total, mut names) = (0, Vec::new());
    for id in ids {
        let Some(player) = game.players.get_mut(&id) else { continue };
        names.push(player.name.clone());
        let is_meant = |stack: &Stack| item.is_none_or(|item| stack.item == item);
        if most == Some(0) {
            total += player.inventory.stacks().filter(is_meant).map(|stack| stack.count).sum::<u32>();
            continue;
        }
        let mut wanted = most.map_or(u32::MAX, i32::unsigned_abs);
        for slot in player.inventory.slots_mut() {
            if let Some(stack) = slot.filter(|stack| is_meant(stack)) {
                let taken = stack.count.min(wanted);
                *slot = stack.with_count(stack.count - taken);
                wanted -= taken;
                total += taken;
            }
        }
        player.show_changes();
    }
    if total == 0 {
        let key = if names.len() == 1 { "clear.failed.single" } else { "clear.failed.multiple" };
        let who = if let [one] = &names[..] { one.clone() } else { names.len().to_string() };
        return Err(Fault::new(key, [words(who)]));
    }
    let key = if most == Some(0) { "commands.clear.test" } else { "commands.clear.success" };
    game.report(asker, by_count(key, &names, &[words(total.to_string())]));
    Ok(())
}
