//! The map: what the bot has seen, from above, with the bot on it. Drag moves it, the wheel zooms at the cursor, a right
//! click asks for something to be done there.

use bevy_egui::egui::{
    Align2, Color32, CursorIcon, FontId, Key, Painter, Popup, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind,
    Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{
    chosen::{Choice, Chosen},
    ghosts::Ghosts,
    icons,
    map_area::{self, Selected},
    map_corners,
    map_grain::Grains,
    map_layers::{Layer, Layers},
    map_menu::{self, Spot},
    map_tiles::{Known, MapTiles},
    map_view::MapCamera,
    queue, theme,
};
use crate::{
    domain::{BlockPos, BotView, ChunkPos, MindView, StepStateView, UserAsk},
    voxel::SeenWorld,
};

/// What a notch of the wheel enlarges by is 2 to the power of its points over this.
const POINTS_TO_DOUBLE: f32 = 160.0;
/// How far an arrow key moves the map, in points.
const STRIDE: f32 = 48.0;
/// Points between two hatches of what has not been seen.
const HATCH: f32 = 14.0;

/// What is left of the land's colours beside and around caves.
const ABOVE_CAVES: Color32 = Color32::from_gray(70);

/// What the map keeps between frames.
pub struct MapPanel {
    pub camera: MapCamera,
    /// The bot stays in the middle; a drag ends it.
    pub follow: bool,
    layers: Layers,
    surface: MapTiles,
    caves: MapTiles,
    grains: Grains,
    /// The server and the dimension that the pictures are of.
    land: (String, String),
    ghosts: Ghosts,
    /// Where the right click was that opened the menu.
    menu: Option<Spot>,
    /// The area that is selected, with a card of what can be asked for there.
    selected: Option<Selected>,
    /// The keys that move and zoom are another pane's in this frame.
    pub gives_keys_away: bool,
    /// It shows another moment than now.
    pub is_past: bool,
}

impl Default for MapPanel {
    fn default() -> Self {
        Self {
            camera: MapCamera::default(),
            follow: true,
            layers: Layers::default(),
            surface: MapTiles::default(),
            caves: MapTiles::default(),
            grains: Grains::default(),
            land: Default::default(),
            ghosts: Ghosts::default(),
            menu: None,
            selected: None,
            gives_keys_away: false,
            is_past: false,
        }
    }
}

impl MapPanel {
    /// Whether Esc lets go of what is selected in this frame.
    pub fn takes_escape(&self) -> bool {
        self.selected.is_some()
    }

    /// What is drawn and not seen now is forgotten: it may not have been seen at all yet.
    pub fn forget_remembered(&mut self) {
        self.surface.forget_remembered();
        self.caves.forget_remembered();
    }

    /// The pictures of a layer.
    fn tiles(&self, layer: Layer) -> &MapTiles {
        match layer {
            Layer::Surface => &self.surface,
            Layer::Caves { .. } => &self.caves,
        }
    }
}

/// Fills what is left of the window.
pub fn map_ui(
    ui: &mut Ui,
    view: &MindView,
    bot: &BotView,
    world: &SeenWorld,
    map: &mut MapPanel,
    choice: &mut Choice,
    asks: &mut Vec<UserAsk>,
) {
    let (screen, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, "Map"));
    steer(ui, screen, &response, bot, world, map);

    let (layer, camera) = (map.layers.layer(), map.camera);
    let mut more = map.surface.update(world, &camera, Layer::Surface);
    let painter = ui.painter_at(screen);
    hatch(&painter, screen, &camera, &map.surface);
    match layer {
        Layer::Surface => map.surface.paint(ui.ctx(), &painter, &camera, screen, Color32::WHITE),
        Layer::Caves { .. } => {
            // The land stays to be seen where nothing of the caves is drawn, or not yet.
            map.surface.paint(ui.ctx(), &painter, &camera, screen, ABOVE_CAVES);
            more |= map.caves.update(world, &camera, layer);
            map.caves.paint(ui.ctx(), &painter, &camera, screen, Color32::WHITE);
        }
    }
    if more {
        ui.ctx().request_repaint();
    }
    let is_empty = map.surface.is_empty();
    map.grains.paint(ui.ctx(), &painter, screen, &camera, layer, world);
    map.ghosts.update(queue::current(view, Some(bot)), world);
    map.ghosts.paint(&painter, screen, &map.camera);
    map.ghosts.paint_chosen(&painter, screen, &map.camera, bot);
    if !map.is_past {
        asks.extend(map.ghosts.ask(ui.input(|input| input.time), bot));
    }
    map_area::paint(&painter, screen, &map.camera, &bot.zones, map.selected.as_ref());
    marks(&painter, screen, view, bot, &map.camera);
    if is_empty {
        let text = "Nothing seen yet: the map fills in once the bot is in the world";
        painter.text(screen.center(), Align2::CENTER_CENTER, text, FontId::proportional(15.0), theme::QUIET);
    }

    // What is told of the place may lie over it, and would take the pointer from the map: it would come and go in turn, for ever.
    let pointed = ui.input(|input| input.pointer.hover_pos()).filter(|_| ui.rect_contains_pointer(screen));
    let under_cursor = pointed.map(|at| {
        let at = map.camera.block_at(screen, at);
        map_menu::spot(world, map.tiles(layer), layer, at)
    });
    if let Some(spot) = &under_cursor {
        let area = map.camera.area(screen, spot.x, spot.z, 1);
        if area.width() >= 4.0 {
            painter.rect_stroke(area, 0.0, Stroke::new(1.0_f32, Color32::from_white_alpha(160)), StrokeKind::Outside);
        }
    }
    if let Some(Chosen::Spot(spot)) = choice.what() {
        let area = map.camera.area(screen, spot.x, spot.z, 1);
        painter.rect_stroke(area.expand(1.0), 1.0, Stroke::new(2.0_f32, theme::MARK), StrokeKind::Outside);
    }
    let ghost = under_cursor.as_ref().and_then(|spot| map.ghosts.told(world, bot, spot.x, spot.z));
    let under_cursor_told = under_cursor.as_ref().map(|spot| (spot, ghost));
    let MapPanel { camera, follow, layers, ghosts, .. } = map;
    map_corners::corners_ui(ui, screen, world, view, bot, under_cursor_told, camera, follow, layers, ghosts);

    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let (x, z) = map.camera.block_at(screen, at);
        map.ghosts.choose(x, z);
        choice.choose(Chosen::Spot(map_menu::spot(world, map.tiles(layer), layer, (x, z))));
    }
    if response.secondary_clicked() {
        map.menu = under_cursor;
    }
    let several = view.bots.len() > 1;
    if let Some(spot) = &map.menu {
        let name = several.then_some(bot.username.as_str());
        response.context_menu(|ui| {
            map_menu::menu_ui(ui, spot, name, map.is_past, asks);
            let at = BlockPos::new(spot.x, 0, spot.z);
            for zone in bot.zones.iter().filter(|zone| !map.is_past && zone.volume().contains(at)) {
                map_area::lift_ui(ui, zone, bot, asks);
            }
        });
    }
    if let Some(selected) = map.selected.filter(|selected| !selected.is_drawn) {
        let spot = (selected.from == selected.to).then(|| {
            let [x, z] = selected.from;
            map_menu::spot(world, map.tiles(layer), layer, (x, z))
        });
        let shown = (&selected, spot.as_ref());
        let is_over = map_area::card_ui(ui, screen, &map.camera, shown, world, (bot, several), asks);
        let is_left = ui.input(|input| input.key_pressed(Key::Escape)) && !Popup::is_any_open(ui.ctx());
        if is_over || is_left {
            map.selected = None;
        }
    }
}

/// Moves the camera as the hand, the wheel or the bot does.
fn steer(ui: &Ui, screen: Rect, response: &Response, bot: &BotView, world: &SeenWorld, map: &mut MapPanel) {
    let seen = bot.observation.as_ref();
    if let Some(seen) = seen
        && (&bot.server, &seen.dimension) != (&map.land.0, &map.land.1)
    {
        map.surface.clear();
        map.caves.clear();
        map.land = (bot.server.clone(), seen.dimension.clone());
        map.follow = true;
    }
    if let Some(seen) = seen {
        map.layers.follow(world, seen);
    }
    let draws = map.selected.is_some_and(|selected| selected.is_drawn);
    // Nothing is asked for of another moment than now.
    if map.is_past {
        map.selected = None;
    }
    let begins = !map.is_past && response.drag_started() && ui.input(|input| input.modifiers.shift);
    if draws || begins {
        draw(ui, screen, response, map);
    } else if response.dragged() {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        if response.drag_delta() != vec2(0.0, 0.0) {
            map.camera.drag(response.drag_delta());
            map.follow = false;
        }
    }
    by_key(ui, screen, map);
    if response.contains_pointer() {
        // The raw wheel: smoothing it would draw ten more frames a notch.
        let (wheel, pinch) = ui.input(|input| (input.raw_scroll_delta.y, input.zoom_delta()));
        let factor = if pinch == 1.0 { (wheel / POINTS_TO_DOUBLE).exp2() } else { pinch };
        if let Some(at) = ui.input(|input| input.pointer.hover_pos())
            && factor != 1.0
        {
            let fixed = if map.follow { screen.center() } else { at };
            map.camera.zoom(screen, fixed, f64::from(factor));
        }
    }
    if let Some(seen) = seen
        && map.follow
    {
        map.camera.look_at(seen.position);
    }
}

/// Selects the area that a hand draws with Shift held: from where it was pressed to where it is.
fn draw(ui: &Ui, screen: Rect, response: &Response, map: &mut MapPanel) {
    ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    let (pressed, now) = ui.input(|input| (input.pointer.press_origin(), input.pointer.latest_pos()));
    let block = |at: Pos2| map.camera.block_at(screen, at);
    if response.drag_started()
        && let Some((x, z)) = pressed.map(block)
    {
        map.selected = Some(Selected { is_drawn: true, ..Selected::block((x, z)) });
        // It would be drawn over land that moves along.
        map.follow = false;
    }
    let to = now.map(|at| block(at.clamp(screen.min, screen.max)));
    if let (Some(selected), Some((x, z))) = (&mut map.selected, to)
        && selected.is_drawn
    {
        selected.to = [x, z];
        selected.is_drawn = response.dragged() && !response.drag_stopped();
    }
}

/// Moves the camera as the keys do, while nothing is typed and no button has the focus.
fn by_key(ui: &Ui, screen: Rect, map: &mut MapPanel) {
    if ui.ctx().memory(|memory| memory.focused().is_some()) {
        return;
    }
    let pressed = |keys: &[Key]| ui.input(|input| keys.iter().any(|key| input.key_pressed(*key)));
    let way = |key: Key, x: f32, z: f32| if pressed(&[key]) { vec2(x, z) * STRIDE } else { Vec2::ZERO };
    if !map.gives_keys_away {
        let middle = map.camera.block_at(screen, screen.center());
        if !map.is_past {
            Selected::by_key(&mut map.selected, ui, middle);
        }
        let by = way(Key::ArrowLeft, 1.0, 0.0)
            + way(Key::ArrowRight, -1.0, 0.0)
            + way(Key::ArrowUp, 0.0, 1.0)
            + way(Key::ArrowDown, 0.0, -1.0);
        if by != Vec2::ZERO {
            map.camera.drag(by);
            map.follow = false;
        }
        for (keys, factor) in [([Key::Plus, Key::Equals].as_slice(), 2.0), (&[Key::Minus], 0.5)] {
            if pressed(keys) {
                map.camera.zoom(screen, screen.center(), factor);
            }
        }
    }
    if pressed(&[Key::F]) {
        map.follow = !map.follow;
    }
    map.layers.by_key(ui);
}

/// What nobody has seen is hatched; the hatching lies on the world and moves along with it. Where all that is on the
/// screen has been seen there is nothing to hatch, and hatching below the pictures would be drawn for nothing.
fn hatch(painter: &Painter, screen: Rect, camera: &MapCamera, tiles: &MapTiles) {
    let (west, north) = camera.block_at(screen, screen.min);
    let (east, south) = camera.block_at(screen, screen.max);
    let (from, to) = (BlockPos::new(west, 0, north).chunk(), BlockPos::new(east, 0, south).chunk());
    if (from.x..=to.x).all(|x| (from.z..=to.z).all(|z| tiles.known(ChunkPos { x, z }) != Known::Unseen)) {
        return;
    }
    let origin = ((camera.x + camera.z) * camera.scale).rem_euclid(f64::from(HATCH)) as f32;
    let stroke = Stroke::new(1.0_f32, theme::HATCH);
    let mut x = screen.left() - origin;
    while x < screen.right() + screen.height() {
        painter.line_segment([pos2(x, screen.top()), pos2(x - screen.height(), screen.bottom())], stroke);
        x += HATCH;
    }
}

/// The bot, what is near it, and where the steps of the current goal take place.
fn marks(painter: &Painter, screen: Rect, view: &MindView, watched: &BotView, camera: &MapCamera) {
    let bot = watched.observation.as_ref();
    let bot_at = bot.map(|seen| camera.to_screen(screen, seen.position.x, seen.position.z));
    for step in queue::current(view, Some(watched)).iter().flat_map(|goal| &goal.steps) {
        let Some(place) = step.place else { continue };
        let area = camera.area(screen, place.x, place.z, 1);
        let middle = area.center();
        match step.state {
            StepStateView::Running => {
                if let Some(bot_at) = bot_at {
                    painter.extend(Shape::dashed_line(&[bot_at, middle], Stroke::new(1.5_f32, theme::MARK), 5.0, 4.0));
                }
                target(painter, middle, area.width());
            }
            StepStateView::Done => {
                painter.circle(middle, 3.0, theme::DONE, Stroke::new(1.0_f32, theme::BACKGROUND));
            }
            StepStateView::Waiting | StepStateView::Failed | StepStateView::Skipped => {
                let color = icons::Mark::from(step.state).color();
                painter.circle(middle, 3.0, theme::BACKGROUND, Stroke::new(1.5_f32, color));
            }
        }
    }
    for entity in bot.iter().flat_map(|seen| &seen.entities) {
        let at = camera.to_screen(screen, entity.position.x, entity.position.z);
        let color = match entity.kind.as_str() {
            "item" | "experience_orb" => theme::MARK,
            "player" => theme::RUNNING,
            _ => theme::FAILED,
        };
        painter.circle(at, 2.5, color, Stroke::new(1.0_f32, theme::BACKGROUND));
    }
    if let (Some(seen), Some(at)) = (bot, bot_at) {
        icons::bot(painter, at, seen.yaw);
    }
}

/// Corners around the block that is being worked at: they leave the block itself to be seen.
fn target(painter: &Painter, middle: Pos2, width: f32) {
    let reach = (width / 2.0 + 3.0).max(8.0);
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let corner = middle + vec2(x, y) * reach;
        let arms = vec![corner - vec2(x * reach * 0.6, 0.0), corner, corner - vec2(0.0, y * reach * 0.6)];
        painter.add(Shape::line(arms.clone(), Stroke::new(4.0_f32, theme::BACKGROUND)));
        painter.add(Shape::line(arms, Stroke::new(2.0_f32, theme::MARK)));
    }
}
