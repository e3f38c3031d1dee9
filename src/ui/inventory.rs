//! What the bot holds, in the game's own grid. A click on an item puts words about it into the goal box; nothing is moved from here.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{
    Align2, Button, Color32, FontId, Label, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType, pos2, vec2,
};

use super::{
    chosen::{Choice, Chosen},
    theme, uses, words,
};
use crate::{
    domain::{BodySlot, BotView, ItemCounts, Observation, SlotStack},
    knowledge, voxel,
};

/// The sides of a slot, in points, where there is room and where there is none.
const SLOT: f32 = 40.0;
const SMALLEST: f32 = 24.0;
const GAP: f32 = 2.0;
/// Pack and hotbar, by the numbers of the player's own window.
const PACK: std::ops::Range<usize> = 9..36;
const HOTBAR: std::ops::Range<usize> = 36..45;
/// For so many ticks something has changed lately.
const LATELY: u64 = 100;

/// What has changed of late.
#[derive(Clone, Debug, Default)]
pub struct Lately {
    /// Whose inventory this is.
    bot: String,
    /// What was held when this was last looked at; `None` before the first look.
    held: Option<ItemCounts>,
    /// By item: how many more or fewer there are, and the tick of the last change.
    changes: BTreeMap<String, (i64, u64)>,
}

impl Lately {
    /// Takes in what is held now. Each frame, also of those in which no inventory is shown.
    pub fn follow(&mut self, bot: &BotView) {
        let Some(seen) = &bot.observation else { return };
        if self.bot != bot.username {
            *self = Self { bot: bot.username.clone(), ..Self::default() };
        }
        let held = seen.inventory();
        if let Some(before) = self.held.take().filter(|before| *before != held) {
            let items: BTreeSet<&str> = before.iter().chain(held.iter()).map(|(item, _)| item).collect();
            for item in items {
                let by = i64::from(held.count(item)) - i64::from(before.count(item));
                if by != 0 {
                    let (sum, tick) = self.changes.entry(item.to_owned()).or_default();
                    (*sum, *tick) = (*sum + by, seen.tick);
                }
            }
        }
        self.held = Some(held);
        // A body that begins anew counts its ticks anew.
        self.changes.retain(|_, (by, tick)| *by != 0 && (*tick..*tick + LATELY).contains(&seen.tick));
    }

    /// How many more or fewer there are of an item than a short while ago.
    fn of(&self, item: &str) -> Option<i64> {
        self.changes.get(item).map(|(by, _)| *by)
    }
}

/// The grid, and below it what has changed of late. A click on an item chooses it. Returns words for the goal box, if one was clicked.
pub fn inventory_ui(ui: &mut Ui, bot: &BotView, lately: &Lately, choice: &mut Choice) -> Option<String> {
    let Some(seen) = &bot.observation else {
        ui.label(theme::quiet("What the bot holds is shown here once it is in the world."));
        return None;
    };
    let side = ((ui.available_width() - 8.0 * GAP) / 9.0).floor().clamp(SMALLEST, SLOT);
    let mut picked = None;
    ui.spacing_mut().item_spacing = Vec2::splat(GAP);
    ui.horizontal(|ui| {
        for slot in BodySlot::ARMOUR {
            picked = picked.take().or(slot_ui(ui, side, seen, slot.number(seen.hotbar), slot.name(), lately, choice));
        }
        ui.add_space(side);
        picked = picked.take().or(slot_ui(
            ui,
            side,
            seen,
            BodySlot::OffHand.number(seen.hotbar),
            "off hand",
            lately,
            choice,
        ));
    });
    ui.add_space(theme::NEAR);
    let mut row = |ui: &mut Ui, slots: std::ops::Range<usize>| {
        ui.horizontal(|ui| {
            for slot in slots {
                picked = picked.take().or(slot_ui(ui, side, seen, slot, "", lately, choice));
            }
        });
    };
    for start in PACK.step_by(9) {
        row(ui, start..start + 9);
    }
    ui.add_space(theme::NEAR);
    row(ui, HOTBAR);
    ui.add_space(theme::NEAR);
    ui.add(Label::new(theme::quiet(lately_told(seen, lately))).wrap());
    picked
}

/// `Lately: 3 more cobblestone, 2 fewer oak planks`, or how many slots are free.
fn lately_told(seen: &Observation, lately: &Lately) -> String {
    if lately.changes.is_empty() {
        let free = PACK.chain(HOTBAR).filter(|slot| seen.slots.get(*slot).is_none_or(Option::is_none)).count();
        return format!(
            "{free} of 36 slots are free. A click on an item asks for more of it, a right click for more to ask."
        );
    }
    let told = lately.changes.iter().map(|(item, (by, _))| {
        format!("{} {} {}", by.unsigned_abs(), if *by > 0 { "more" } else { "fewer" }, words::plain(item))
    });
    format!("Lately: {}", told.collect::<Vec<_>>().join(", "))
}

/// One slot; `empty` is written where nothing lies in it.
fn slot_ui(
    ui: &mut Ui,
    side: f32,
    seen: &Observation,
    slot: usize,
    empty: &str,
    lately: &Lately,
    choice: &mut Choice,
) -> Option<String> {
    let stack = seen.slots.get(slot).and_then(Option::as_ref);
    let sense = if stack.is_some() { Sense::click() } else { Sense::hover() };
    let (area, response) = ui.allocate_exact_size(Vec2::splat(side), sense);
    let is_in_hand = slot == BodySlot::MainHand.number(seen.hotbar);
    let is_chosen = matches!((choice.what(), stack), (Some(Chosen::Item(item)), Some(stack)) if *item == stack.item);
    let line = match (response.hovered() && stack.is_some() || response.has_focus(), is_chosen, is_in_hand) {
        (true, ..) => theme::ACCENT,
        (false, true, _) => theme::MARK,
        (false, false, true) => theme::QUIET,
        (false, false, false) => theme::LINE,
    };
    ui.painter().rect(area, 3.0, theme::BACKGROUND, Stroke::new(1.0_f32, line), StrokeKind::Inside);
    let Some(stack) = stack else {
        let font = FontId::proportional(9.0);
        ui.painter().text(area.center(), Align2::CENTER_CENTER, words::plain(empty), font, theme::FAINT);
        return None;
    };
    paint(ui, area.shrink(3.0), stack, lately.of(&stack.item));
    let told = format!("{} {}", stack.count, words::plain(&stack.item));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &told));
    let response = response.on_hover_ui(|ui| told_ui(ui, stack, lately.of(&stack.item)));
    if response.clicked() {
        choice.choose(Chosen::Item(stack.item.clone()));
    }
    let mut picked = response.clicked().then(|| more_of(&stack.item));
    response.context_menu(|ui| {
        for words in asks_about(&stack.item) {
            if ui.add(Button::new(&words)).on_hover_text("Puts these words into the goal box").clicked() {
                picked = Some(words);
                ui.close();
            }
        }
    });
    picked
}

/// What can be said about an item, the first of it by a click.
fn asks_about(item: &str) -> Vec<String> {
    let mut asks = vec![more_of(item)];
    if knowledge::food(item).is_some() {
        asks.push(format!("eat 1 {item}"));
    }
    if knowledge::worn_in(item).is_some() {
        asks.push(format!("put on the {item}"));
    } else if knowledge::item(item).is_some_and(|item| item.durability.is_some()) {
        asks.push(format!("hold the {item}"));
    }
    if knowledge::placing::block_of_item(item).is_some() {
        asks.push(format!("place 1 {item}"));
    }
    asks.push(format!("drop 1 {item}"));
    asks
}

fn more_of(item: &str) -> String {
    format!("get 1 more {item}")
}

/// The item as a tile with the beginnings of its name, its count, its wear, and a mark if it has changed of late.
fn paint(ui: &Ui, area: Rect, stack: &SlotStack, changed: Option<i64>) {
    let painter = ui.painter();
    let color = color_of(&stack.item);
    painter.rect_filled(area, 2.0, color);
    let is_light = u32::from(color.r()) * 3 + u32::from(color.g()) * 6 + u32::from(color.b()) > 1_200;
    let ink = if is_light { theme::BACKGROUND } else { theme::TEXT };
    let letters = FontId::proportional((area.width() * 0.3).min(10.0));
    painter.text(area.left_top() + vec2(2.0, 1.0), Align2::LEFT_TOP, short(&stack.item), letters, ink);
    if stack.count > 1 {
        let count = FontId::proportional((area.width() * 0.36).min(12.0));
        let galley = painter.layout_no_wrap(stack.count.to_string(), count, theme::TEXT);
        let at = Align2::RIGHT_BOTTOM.align_size_within_rect(galley.size(), area.shrink(1.0));
        painter.rect_filled(at.expand2(vec2(2.0, 0.0)), 2.0, theme::ON_MAP);
        painter.galley(at.min, galley, theme::TEXT);
    }
    if let Some(left) = left_of(stack).filter(|left| *left < 1.0) {
        let bar = Rect::from_min_max(pos2(area.left(), area.bottom() - 3.0), area.right_bottom());
        painter.rect_filled(bar, 0.0, theme::BACKGROUND);
        let color = if left > 0.25 { theme::DONE } else { theme::FAILED };
        painter.rect_filled(bar.with_max_x(area.left() + area.width() * left), 0.0, color);
    }
    if let Some(by) = changed {
        let color = if by > 0 { theme::DONE } else { theme::PAUSED };
        painter.circle(area.right_top() + vec2(-1.0, 1.0), 4.0, color, Stroke::new(1.0_f32, theme::BACKGROUND));
    }
}

/// What share of its uses is left of what wears out.
fn left_of(stack: &SlotStack) -> Option<f32> {
    let all = knowledge::item(&stack.item)?.durability?;
    Some(1.0 - (stack.damage.unwrap_or_default() as f32 / all as f32).clamp(0.0, 1.0))
}

fn told_ui(ui: &mut Ui, stack: &SlotStack, changed: Option<i64>) {
    ui.set_max_width(280.0);
    let item = knowledge::item(&stack.item);
    ui.label(theme::strong(item.map_or(stack.item.as_str(), |item| item.display_name)));
    ui.label(theme::code(&stack.item).color(theme::QUIET));
    if let Some(all) = item.and_then(|item| item.durability) {
        let left = all.saturating_sub(stack.damage.unwrap_or_default());
        ui.label(theme::quiet(format!("{left} of {all} uses left")));
    }
    for line in uses::uses(&stack.item) {
        ui.label(theme::quiet(line));
    }
    if let Some(by) = changed {
        let (word, color) = if by > 0 { ("more", theme::DONE) } else { ("fewer", theme::PAUSED) };
        let within = words::duration(LATELY);
        ui.label(RichText::new(format!("{} {word} within {within}", by.unsigned_abs())).small().color(color));
    }
}

/// `cobbl`; two lines of what has more than one word.
fn short(name: &str) -> String {
    let start = |word: &str| word.chars().take(5).collect::<String>();
    match name.rsplit_once('_') {
        Some((first, last)) => format!("{}\n{}", start(first), start(last)),
        None => start(name),
    }
}

/// The colour of the block that it is, or of the one whose matter it is made of.
fn color_of(item: &str) -> Color32 {
    const MATTER: [(&str, &str); 7] = [
        ("wooden_", "oak_planks"),
        ("stone_", "cobblestone"),
        ("iron_", "iron_block"),
        ("golden_", "gold_block"),
        ("copper_", "copper_block"),
        ("diamond_", "diamond_block"),
        ("netherite_", "netherite_block"),
    ];
    let matter = || MATTER.iter().find(|(start, _)| item.starts_with(start)).and_then(|(_, of)| knowledge::block(of));
    let block = knowledge::placing::block_of_item(item).or_else(matter);
    block.map_or(theme::HOVERED, |block| {
        let [red, green, blue] = voxel::look(block.default_state).color;
        Color32::from_rgb(red, green, blue)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::plan::grammar::parse;

    #[test]
    fn what_is_offered_is_understood() {
        for item in ["oak_log", "bread", "iron_helmet", "stone_pickaxe", "torch", "diamond", "dirt"] {
            for words in asks_about(item) {
                assert!(parse(&words).is_ok(), "{words}");
            }
        }
        assert_eq!(asks_about("bread"), ["get 1 more bread", "eat 1 bread", "drop 1 bread"]);
    }

    #[test]
    fn names_are_cut_to_their_beginnings() {
        for (name, letters) in [("dirt", "dirt"), ("cobblestone", "cobbl"), ("dark_oak_log", "dark_\nlog"), ("", "")] {
            assert_eq!(short(name), letters);
        }
    }

    fn bot(tick: u64, held: &[(&str, u32)]) -> BotView {
        let mut slots = vec![None; 46];
        for (slot, (item, count)) in PACK.zip(held) {
            slots[slot] = Some(SlotStack { item: (*item).to_owned(), count: *count, damage: None });
        }
        BotView { observation: Some(Observation { tick, slots, ..Observation::default() }), ..BotView::default() }
    }

    #[test]
    fn changes_are_told_for_a_while() {
        let mut lately = Lately::default();
        lately.follow(&bot(1_000, &[("dirt", 5), ("stick", 1)]));
        assert_eq!(lately.of("dirt"), None, "what is seen first is no change");
        lately.follow(&bot(1_010, &[("dirt", 5), ("stick", 1)]));
        lately.follow(&bot(1_020, &[("stick", 1), ("dirt", 7)]));
        assert_eq!((lately.of("dirt"), lately.of("stick")), (Some(2), None), "what only moves has not changed");
        lately.follow(&bot(1_030, &[("dirt", 10)]));
        assert_eq!((lately.of("dirt"), lately.of("stick")), (Some(5), Some(-1)));
        lately.follow(&bot(1_030 + LATELY - 1, &[("dirt", 10)]));
        assert_eq!(lately.of("dirt"), Some(5));
        lately.follow(&bot(1_030 + LATELY, &[("dirt", 10)]));
        assert_eq!((lately.of("dirt"), lately.of("stick")), (None, None));
    }

    #[test]
    fn a_new_life_or_another_bot_has_no_old_changes() {
        let mut lately = Lately::default();
        lately.follow(&bot(1_000, &[("dirt", 5)]));
        lately.follow(&bot(1_001, &[("dirt", 6)]));
        lately.follow(&bot(3, &[("dirt", 6)]));
        assert_eq!(lately.of("dirt"), None);
        lately.follow(&BotView { username: "Ada".to_owned(), ..bot(4, &[]) });
        assert_eq!(lately.of("dirt"), None);
    }
}
