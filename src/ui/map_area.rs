//! An area of the map that is selected, what can be asked for there, and the zones that are kept as they are.

use bevy_egui::egui::{
    Area, Button, Color32, FontId, Id, Key, Modifiers, Order, Painter, Rect, Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::{
    map_menu::{self, Spot},
    map_view::MapCamera,
    theme,
};
use crate::{
    domain::{BlockPos, BotView, UserAsk, Volume, Zone},
    voxel::SeenWorld,
};

/// So many columns are cleared at once at most.
const WIDEST: u64 = 1_024;
/// How much of a zone's colour lies over the land, and points between two of its hatches.
const TINT: u8 = 48;
const HATCH: f32 = 12.0;

/// What is selected: from one corner to the other, both in it, each x and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selected {
    pub from: [i32; 2],
    pub to: [i32; 2],
    /// The hand still draws it.
    pub is_drawn: bool,
}

impl Selected {
    pub fn block(at: (i32, i32)) -> Self {
        Self { from: [at.0, at.1], to: [at.0, at.1], is_drawn: false }
    }

    /// The corner with the least x and z, and the other.
    fn corners(&self) -> ([i32; 2], [i32; 2]) {
        let of = |pick: fn(i32, i32) -> i32| [pick(self.from[0], self.to[0]), pick(self.from[1], self.to[1])];
        (of(i32::min), of(i32::max))
    }

    fn is_block(&self) -> bool {
        self.from == self.to
    }

    fn holds(&self, zone: &Zone) -> bool {
        let ((low, high), (zone_low, zone_high)) = (self.corners(), (zone.low(), zone.high()));
        (0..2).all(|axis| low[axis] <= zone_high[axis] && zone_low[axis] <= high[axis])
    }

    /// Moves the corner that is drawn, as the arrow keys do with Shift; `middle` is where a selection begins.
    pub fn by_key(selected: &mut Option<Self>, ui: &Ui, middle: (i32, i32)) {
        let ways =
            [(Key::ArrowLeft, [-1, 0]), (Key::ArrowRight, [1, 0]), (Key::ArrowUp, [0, -1]), (Key::ArrowDown, [0, 1])];
        for (key, [x, z]) in ways {
            if ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, key)) {
                let selected = selected.get_or_insert(Self::block(middle));
                selected.to = [selected.to[0] + x, selected.to[1] + z];
            }
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::X)) {
            *selected = Some(Self::block(middle));
        }
    }
}

/// The zones, hatched, and what is selected.
pub fn paint(painter: &Painter, screen: Rect, camera: &MapCamera, zones: &[Zone], selected: Option<&Selected>) {
    for zone in zones {
        let area = rect(screen, camera, zone.low(), zone.high());
        let seen = area.intersect(screen);
        if !seen.is_positive() {
            continue;
        }
        let tint = Color32::from_rgba_unmultiplied(theme::PAUSED.r(), theme::PAUSED.g(), theme::PAUSED.b(), TINT);
        painter.rect_filled(seen, 0.0, tint);
        hatch(painter, area, seen);
        painter.rect_stroke(area, 0.0, Stroke::new(2.0_f32, theme::PAUSED), StrokeKind::Inside);
        if area.width() > 60.0 && area.height() > 24.0 {
            let told = painter.layout_no_wrap("kept as it is".to_owned(), FontId::proportional(12.0), theme::PAUSED);
            let ground = Rect::from_min_size(seen.left_top() + vec2(4.0, 4.0), told.size() + vec2(10.0, 4.0));
            painter.rect_filled(ground, 4.0, theme::ON_MAP);
            painter.galley(ground.min + vec2(5.0, 2.0), told, theme::PAUSED);
        }
    }
    if let Some(selected) = selected {
        let (low, high) = selected.corners();
        let area = rect(screen, camera, low, high);
        painter.rect_filled(area.intersect(screen), 0.0, Color32::from_white_alpha(24));
        painter.rect_stroke(area, 0.0, Stroke::new(2.0_f32, theme::MARK), StrokeKind::Outside);
    }
}

fn rect(screen: Rect, camera: &MapCamera, [x, z]: [i32; 2], [to_x, to_z]: [i32; 2]) -> Rect {
    let corner = |x: i32, z: i32| camera.to_screen(screen, f64::from(x), f64::from(z));
    Rect::from_min_max(corner(x, z), corner(to_x + 1, to_z + 1))
}

/// Lines from corner to corner that lie on the area, of which only what is in sight is drawn.
fn hatch(painter: &Painter, area: Rect, seen: Rect) {
    let painter = painter.with_clip_rect(seen.intersect(painter.clip_rect()));
    let stroke = Stroke::new(1.0_f32, theme::PAUSED.gamma_multiply(0.7));
    let first = ((seen.left() - seen.height() - area.left()) / HATCH).floor();
    let mut x = area.left() + first * HATCH;
    while x < seen.right() {
        let rise = area.bottom() - seen.bottom();
        let foot = pos2(x - rise + rise.rem_euclid(HATCH), seen.bottom());
        painter.line_segment([foot, pos2(foot.x + seen.height(), seen.top())], stroke);
        x += HATCH;
    }
}

/// What can be asked for where something is selected, beside it. `spot`: what is there, of one block. Returns whether it is to be let go.
pub fn card_ui(
    ui: &Ui,
    screen: Rect,
    camera: &MapCamera,
    (selected, spot): (&Selected, Option<&Spot>),
    world: &SeenWorld,
    (bot, several): (&BotView, bool),
    asks: &mut Vec<UserAsk>,
) -> bool {
    let (low, high) = selected.corners();
    let area = rect(screen, camera, low, high);
    let mut is_over = false;
    // Beside the area, where there is room; never off the map.
    let at = pos2(area.right() + 8.0, area.top()).clamp(screen.min, screen.max);
    Area::new(Id::new("the selected area")).order(Order::Middle).fixed_pos(at).constrain_to(screen.shrink(8.0)).show(
        ui.ctx(),
        |ui| {
            theme::on_map().show(ui, |ui| {
                let ([x, z], [to_x, to_z]) = (low, high);
                let (told, copy, corners) = if selected.is_block() {
                    (format!("{x}, {z}"), "Copy place", format!("{x} {z}"))
                } else {
                    let (wide, deep) = (to_x - x + 1, to_z - z + 1);
                    let told = format!("{x}, {z} to {to_x}, {to_z}: {wide} by {deep} blocks");
                    (told, "Copy corners", format!("{x} {z} to {to_x} {to_z}"))
                };
                ui.label(theme::strong(told));
                let name = several.then_some(bot.username.as_str());
                if let Some(spot) = spot {
                    let count = asks.len();
                    map_menu::menu_ui(ui, spot, name, false, asks);
                    is_over |= asks.len() > count;
                } else {
                    is_over |= clear_ui(ui, world, (low, high), name, asks);
                }
                is_over |= zones_ui(ui, selected, bot, asks);
                ui.horizontal(|ui| {
                    if ui.button(copy).clicked() {
                        ui.ctx().copy_text(corners);
                    }
                    is_over |= ui.button("Close").on_hover_text("Key: Esc").clicked();
                });
            });
        },
    );
    is_over
}

/// To keep the land, or no longer. Whether it was asked for.
fn zones_ui(ui: &mut Ui, selected: &Selected, bot: &BotView, asks: &mut Vec<UserAsk>) -> bool {
    let (low, high) = selected.corners();
    let count = asks.len();
    let of = || bot.username.clone();
    let is_kept = bot.zones.iter().any(|zone| (zone.low(), zone.high()) == (low, high));
    let hint = "Nothing is dug, placed or worked here, whatever the goal: who comes here walks, opens doors and uses chests. \
                Goals that cannot do without are refused";
    if !is_kept && ui.button("Keep as it is").on_hover_text(hint).clicked() {
        asks.push(UserAsk::Keep { bot: of(), from: low, to: high });
    }
    for zone in bot.zones.iter().filter(|zone| selected.holds(zone)) {
        lift_ui(ui, zone, bot, asks);
    }
    asks.len() > count
}

/// To keep a zone no longer.
pub fn lift_ui(ui: &mut Ui, zone: &Zone, bot: &BotView, asks: &mut Vec<UserAsk>) {
    let button = ui.button(format!("Lift {zone}")).on_hover_text("It may be dug and built on again");
    if button.clicked() {
        asks.push(UserAsk::Lift { bot: bot.username.clone(), from: zone.low(), to: zone.high() });
        ui.close();
    }
}

/// To clear what stands on the ground there. Whether it was asked for.
fn clear_ui(
    ui: &mut Ui,
    world: &SeenWorld,
    corners: ([i32; 2], [i32; 2]),
    bot: Option<&str>,
    asks: &mut Vec<UserAsk>,
) -> bool {
    let count = asks.len();
    match clear_goal(world, corners) {
        Ok(goal) => {
            let button = ui.button("Clear what stands here").on_hover_text(format!("Adds the goal: {goal}"));
            if button.clicked() {
                asks.push(map_menu::goal_of(bot, &goal));
            }
        }
        Err(why) => {
            ui.add_enabled(false, Button::new("Clear what stands here"));
            ui.label(theme::quiet(why));
        }
    }
    asks.len() > count
}

/// The goal that clears all above most of the ground of an area, up to the highest that is seen on it; or why there is none.
fn clear_goal(world: &SeenWorld, ([x, z], [to_x, to_z]): ([i32; 2], [i32; 2])) -> Result<String, &'static str> {
    if Volume::between(BlockPos::new(x, 0, z), BlockPos::new(to_x, 0, to_z)).count() > WIDEST {
        return Err("It is too large to be cleared at once");
    }
    let columns = (x..=to_x).flat_map(|x| (z..=to_z).map(move |z| (x, z)));
    let mut stands = Vec::new();
    let mut highest = i32::MIN;
    for (x, z) in columns {
        let Some(surface) = world.surface(x, z) else { return Err("Not all of it has been seen") };
        highest = highest.max(surface.y + i32::from(surface.cover.is_some()));
        // Over water nobody stands.
        stands.extend(world.ground_level(x, z));
    }
    stands.sort_unstable();
    let low = stands.get(stands.len() / 2).ok_or("There is only water")?;
    if highest < *low {
        return Err("Nothing stands above the ground");
    }
    Ok(format!("clear {x} {low} {z} to {to_x} {highest} {to_z}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        domain::ChunkPos,
        knowledge,
        mind::plan::grammar::parse,
        voxel::{Column, Section},
    };

    /// Ground up to y 65, with a trunk of three blocks at 5, 5.
    fn land() -> SeenWorld {
        let state = |name: &str| knowledge::block(name).expect("a block").default_state;
        let mut states = [0; 4096];
        states[..512].fill(state("grass_block"));
        (2..5).for_each(|y| states[y << 8 | 5 << 4 | 5] = state("oak_log"));
        let mut world = SeenWorld::default();
        let sections = vec![Section::from_states(&states)];
        world.insert(ChunkPos { x: 0, z: 0 }, Arc::new(Column { min_y: 64, sections }));
        world
    }

    #[test]
    fn what_stands_above_most_of_the_ground_is_cleared() {
        let world = land();
        let of = |from, to| clear_goal(&world, (from, to));
        assert_eq!(of([4, 4], [8, 6]), Ok("clear 4 66 4 to 8 68 6".to_owned()));
        assert!(parse(&of([4, 4], [8, 6]).unwrap()).is_ok());
        assert_eq!(of([8, 4], [9, 6]), Err("Nothing stands above the ground"));
        assert_eq!(of([4, 4], [20, 6]), Err("Not all of it has been seen"));
        assert_eq!(of([-99, -99], [99, 99]), Err("It is too large to be cleared at once"));
        assert_eq!(clear_goal(&SeenWorld::default(), ([0, 0], [1, 1])), Err("Not all of it has been seen"));
    }
}
