//! What is being built, over the map: what of it stands, and what is missing, wrong or too much, layer by layer.
//!
//! The colours are Litematica's own for the same things, so that who knows it reads them at once.

use std::collections::BTreeMap;

use bevy_egui::egui::{
    Color32, ColorImage, Context, Image, Label, Painter, Rect, Sense, Slider, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, vec2,
};

use super::{map_view::MapCamera, theme};
use crate::{
    construction::{Building, Fault, Picture, Wanted, clicks_at},
    domain::{BlockPos, BotView, Build, GoalView, Side, SideTried, StepStateView, Trial, UserAsk, Verdict},
    knowledge,
    voxel::SeenWorld,
};

/// How it is with a cell; of a column's cells the one that comes last here is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Placed,
    Missing,
    Extra,
    State,
    Wrong,
}

impl Mark {
    const ALL: [Self; 5] = [Self::Missing, Self::Wrong, Self::State, Self::Extra, Self::Placed];

    fn of(fault: Option<Fault>) -> Self {
        match fault {
            None => Self::Placed,
            Some(Fault::Missing | Fault::Unseen) => Self::Missing,
            Some(Fault::Extra(_)) => Self::Extra,
            Some(Fault::Turned) => Self::State,
            Some(Fault::Wrong(_)) => Self::Wrong,
        }
    }

    fn color(self) -> Color32 {
        match self {
            Self::Placed => theme::DONE,
            Self::Missing => Color32::from_rgb(0x33, 0xb3, 0xe6),
            Self::Extra => Color32::from_rgb(0xff, 0x4c, 0xe6),
            Self::State => Color32::from_rgb(0xff, 0x90, 0x10),
            Self::Wrong => Color32::from_rgb(0xff, 0x33, 0x33),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Placed => "placed",
            Self::Missing => "missing",
            Self::Extra => "too much",
            Self::State => "wrong state",
            Self::Wrong => "wrong block",
        }
    }
}

/// The building that the map shows.
#[derive(Default)]
pub struct Ghosts {
    /// The only layer that is shown, as a height; all of them, if none.
    layer: Option<i32>,
    known: Option<Known>,
    /// The cell that is looked into.
    chosen: Option<Chosen>,
}

struct Chosen {
    at: BlockPos,
    /// When the body was last asked about it, in seconds of the window's time.
    asked: Option<f64>,
}

/// How often the body is asked about the chosen cell, in seconds.
const AGAIN: f64 = 1.0;

struct Known {
    build: Build,
    /// The land's stamp when it was compared.
    stamp: u64,
    building: Building,
    /// From the bottom up.
    cells: Vec<(BlockPos, Mark)>,
    /// What it looks like, once that was asked; `None` within: it is too large.
    picture: Option<Option<TextureHandle>>,
}

impl Known {
    /// What it will look like; `None` where it is too large for that.
    fn picture(&mut self, context: &Context) -> Option<TextureHandle> {
        let picture = self.picture.get_or_insert_with(|| {
            let Picture { width, height, pixels } = Picture::small(self.building.blueprint(), PICTURE).ok()?;
            let image = ColorImage::from_rgba_unmultiplied([width, height], pixels.as_flattened());
            Some(context.load_texture("building", image, TextureOptions::LINEAR))
        });
        picture.clone()
    }
}

/// What a goal builds now, or would build next.
fn build_of(goal: &GoalView) -> Option<&Build> {
    let steps = || goal.steps.iter().filter(|step| step.build.is_some());
    let next = steps().find(|step| !matches!(step.state, StepStateView::Done | StepStateView::Skipped));
    next.or_else(|| steps().next_back())?.build.as_deref()
}

impl Ghosts {
    /// Compares the building with the land again, where either has changed.
    pub fn update(&mut self, goal: Option<&GoalView>, world: &SeenWorld) {
        let Some(build) = goal.and_then(build_of) else {
            (self.known, self.chosen) = (None, None);
            return;
        };
        let whole = build.whole();
        let is_known = |known: &Known| known.build == whole && known.stamp == world.stamp();
        if self.known.as_ref().is_some_and(is_known) {
            return;
        }
        if self.known.as_ref().is_none_or(|known| known.build != whole) {
            (self.layer, self.chosen) = (None, None);
        }
        // It looks the same while it is the same.
        let last = self.known.take().filter(|known| known.build == whole);
        let picture = last.and_then(|known| known.picture);
        self.known = Building::of(&whole).ok().map(|building| {
            let faults = building.difference(|at| world.get(at)).faults;
            let faults: BTreeMap<BlockPos, Fault> = faults.into_iter().map(|(at, _, fault)| (at, fault)).collect();
            let cells = building.wants().filter_map(|(at, wanted)| {
                let fault = faults.get(&at).copied();
                // That nothing stands where nothing is to be is nothing to show.
                (fault.is_some() || !wanted.is_air()).then_some((at, Mark::of(fault)))
            });
            let cells = cells.collect();
            Known { build: whole, stamp: world.stamp(), building, cells, picture }
        });
    }

    fn shown(&self) -> impl Iterator<Item = (BlockPos, Mark)> {
        let cells = self.known.iter().flat_map(|known| known.cells.iter().copied());
        cells.filter(|(at, _)| self.layer.is_none_or(|layer| layer == at.y))
    }

    /// Looks into a cell of a column, or no more where it is looked into already or there is none.
    pub fn choose(&mut self, x: i32, z: i32) {
        let chosen = self.chosen.take().map(|chosen| chosen.at);
        let at = self.told_cell(x, z).map(|(at, _)| at);
        self.chosen = at.filter(|at| chosen != Some(*at)).map(|at| Chosen { at, asked: None });
    }

    /// What the body is to be asked about the chosen cell, as long as it is missing.
    pub fn ask(&mut self, now: f64, bot: &BotView) -> Option<UserAsk> {
        let (known, chosen) = (self.known.as_ref()?, self.chosen.as_mut()?);
        let is_missing = known.cells.contains(&(chosen.at, Mark::Missing));
        if !is_missing || chosen.asked.is_some_and(|asked| now < asked + AGAIN) {
            return None;
        }
        chosen.asked = Some(now);
        Some(UserAsk::Try { bot: bot.username.clone(), build: Box::new(known.build.clone()), at: chosen.at })
    }

    /// What was tried for the chosen cell, as long as it is missing.
    fn trial<'b>(&self, bot: &'b BotView) -> Option<&'b Trial> {
        let (known, at) = (self.known.as_ref()?, self.chosen.as_ref()?.at);
        if !known.cells.contains(&(at, Mark::Missing)) {
            return None;
        }
        bot.trial.as_deref().filter(|trial| trial.at == at)
    }

    /// The chosen cell, and the stands from which it was tried.
    pub fn paint_chosen(&self, painter: &Painter, screen: Rect, camera: &MapCamera, bot: &BotView) {
        let Some(Chosen { at, .. }) = self.chosen else { return };
        let stands = self.trial(bot).map(Trial::stands).unwrap_or_default();
        // What works lies on top.
        for works in [false, true] {
            for (stand, _) in stands.iter().filter(|(_, does)| *does == works) {
                let middle = camera.area(screen, stand.x, stand.z, 1).center();
                let color = if works { theme::DONE } else { theme::QUIET };
                painter.circle(middle, 3.0, color, Stroke::new(1.0_f32, theme::BACKGROUND));
            }
        }
        let area = camera.area(screen, at.x, at.z, 1).expand(1.0);
        painter.rect_stroke(area, 0.0, Stroke::new(4.0_f32, theme::BACKGROUND), StrokeKind::Outside);
        painter.rect_stroke(area, 0.0, Stroke::new(2.0_f32, theme::MARK), StrokeKind::Outside);
    }

    pub fn paint(&self, painter: &Painter, screen: Rect, camera: &MapCamera) {
        let mut columns: BTreeMap<(i32, i32), Mark> = BTreeMap::new();
        for (at, mark) in self.shown() {
            let column = columns.entry((at.x, at.z)).or_insert(mark);
            *column = mark.max(*column);
        }
        for ((x, z), mark) in columns {
            let area = camera.area(screen, x, z, 1);
            if !area.intersects(screen) {
                continue;
            }
            let color = mark.color();
            painter.rect_filled(area, 0.0, color.gamma_multiply(if mark == Mark::Placed { 0.15 } else { 0.5 }));
            if area.width() >= 4.0 {
                let stroke = Stroke::new(1.0_f32, color.gamma_multiply(0.8));
                painter.rect_stroke(area, 0.0, stroke, StrokeKind::Inside);
            }
        }
    }

    /// What the colours mean, how many of each there are, which layer is shown, and how it is with the chosen cell.
    pub fn legend_ui(&mut self, ui: &mut Ui, world: &SeenWorld, bot: &BotView) {
        // Where there is little room, or a cell is told of, the words come first.
        let is_shown = self.chosen.is_none() && ui.ctx().content_rect().height() >= ROOMY;
        let picture = self.known.as_mut().filter(|_| is_shown).and_then(|known| known.picture(ui.ctx()));
        let Some(known) = &self.known else { return };
        let volume = known.building.volume();
        let (low, high) = (volume.low().y, volume.high().y);
        let title = known.building.blueprint().called().to_owned();
        let mut counts: BTreeMap<Mark, usize> = BTreeMap::new();
        self.shown().for_each(|(_, mark)| *counts.entry(mark).or_default() += 1);
        ui.label(theme::strong(&title));
        if let Some(picture) = picture {
            ui.add(Image::new(&picture).fit_to_exact_size(picture.size_vec2()));
        }
        ui.horizontal(|ui| {
            for mark in Mark::ALL {
                let count = counts.get(&mark).copied().unwrap_or(0);
                if count == 0 && !matches!(mark, Mark::Missing | Mark::Placed) {
                    continue;
                }
                let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
                ui.painter().rect_filled(swatch, 2.0, mark.color());
                ui.label(theme::quiet(format!("{count} {}", mark.name())));
            }
        });
        ui.horizontal(|ui| {
            let mut all = self.layer.is_none();
            if ui.checkbox(&mut all, "All layers").changed() {
                // The lowest on which there is something to be done.
                let left = known.cells.iter().find(|(_, mark)| *mark != Mark::Placed).map(|(at, _)| at.y);
                self.layer = if all { None } else { Some(left.unwrap_or(low)) };
            }
            if let Some(layer) = &mut self.layer {
                ui.add(Slider::new(layer, low..=high).prefix("y "));
            }
        });
        let Some(chosen) = &self.chosen else {
            ui.label(theme::quiet("Click a cell to see how it is put"));
            return;
        };
        let mut lines: Vec<String> = self.told_of(world, bot, chosen.at).into_iter().collect();
        lines.extend(self.trial(bot).map(|trial| tried(trial, world)).unwrap_or_default());
        ui.separator();
        ui.set_max_width(WIDE.min(ui.max_rect().width()));
        for line in lines {
            ui.add(Label::new(theme::quiet(line)).wrap());
        }
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_none()
    }

    /// The cell of a column that is told of: what is to be done first, else what lies on top.
    fn told_cell(&self, x: i32, z: i32) -> Option<(BlockPos, Mark)> {
        let column = || self.shown().filter(|(at, _)| (at.x, at.z) == (x, z));
        column().find(|(_, mark)| *mark != Mark::Placed).or_else(|| column().last())
    }

    /// How it is with a column of it, and on a second line what comes next there.
    pub fn told(&self, world: &SeenWorld, bot: &BotView, x: i32, z: i32) -> Option<String> {
        self.told_of(world, bot, self.told_cell(x, z)?.0)
    }

    fn told_of(&self, world: &SeenWorld, bot: &BotView, at: BlockPos) -> Option<String> {
        let known = self.known.as_ref()?;
        let (_, mark) = known.cells.iter().find(|(cell, _)| *cell == at)?;
        let wanted = known.building.wanted(at)?;
        let there = world.get(at).and_then(Wanted::of_state).map_or("nothing", |there| there.block.name);
        let what = if wanted.is_air() { "nothing".to_owned() } else { wanted.to_string() };
        let next = match mark {
            Mark::Placed => "stands".to_owned(),
            Mark::Extra => format!("{there} is dug away"),
            Mark::Wrong => format!("{there} stands there and is dug first"),
            Mark::State => "is turned by hand".to_owned(),
            Mark::Missing => self.missing(world, bot, at, wanted),
        };
        Some(format!("y {}: {what}, {}\n{next}", at.y, mark.name()))
    }

    /// What a missing block waits for.
    fn missing(&self, world: &SeenWorld, bot: &BotView, at: BlockPos, wanted: &Wanted) -> String {
        if wanted.comes_with_another() {
            return "comes with its other half".to_owned();
        }
        let held = bot.observation.as_ref().map(|seen| seen.inventory());
        if let Some((item, _)) = wanted.item()
            && held.is_some_and(|held| held.count(item) == 0)
        {
            return format!("waits for {item}, of which none is held");
        }
        let clicks = clicks_at(&|at| world.get(at).unwrap_or(0), at, wanted);
        let mut sides: Vec<String> = Vec::new();
        for click in clicks {
            let side = named(world, click.block, click.side);
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        match sides.as_slice() {
            [] => match self.beside(at).as_slice() {
                [] => "waits: nothing beside it could be clicked".to_owned(),
                [first] => format!("waits for {first}"),
                [first, ..] => format!("waits for {first}, or another beside it"),
            },
            [one] => format!("goes against {one}"),
            [one, others @ ..] => format!("goes against {one}, or {} others", others.len()),
        }
    }

    /// What is still to stand beside a cell.
    fn beside(&self, at: BlockPos) -> Vec<String> {
        let Some(known) = &self.known else { return Vec::new() };
        // From below first: that comes first.
        let sides = [Side::Down].into_iter().chain(Side::LEVEL).chain([Side::Up]);
        let beside = sides.map(|side| at.beside(side)).filter(|beside| known.cells.contains(&(*beside, Mark::Missing)));
        beside.filter_map(|beside| Some(format!("{} at {beside}", known.building.wanted(beside)?.block.name))).collect()
    }
}

/// How wide what is told of the chosen cell may be, in points.
const WIDE: f32 = 380.0;
/// The longest side of the building's picture, in pixels, and how high a window with room for it is, in points.
const PICTURE: u16 = 150;
const ROOMY: f32 = 600.0;
/// The stands that are named one by one.
const NAMED: usize = 3;

/// `the top of dirt at 3, 64, 5`
fn named(world: &SeenWorld, block: BlockPos, side: Side) -> String {
    let name = world.get(block).and_then(knowledge::block_of_state).map_or("block", |block| block.name);
    let side = match side {
        Side::Up => "top".to_owned(),
        Side::Down => "underside".to_owned(),
        level => format!("{} side", level.name()),
    };
    format!("the {side} of {name} at {block}")
}

/// What came of each side: from where it can be clicked, and why not from elsewhere.
fn tried(trial: &Trial, world: &SeenWorld) -> Vec<String> {
    let side = |tried: &SideTried| {
        let (mut works, mut why) = (Vec::new(), BTreeMap::<String, usize>::new());
        for (at, verdict) in &tried.stands {
            match verdict {
                Verdict::Works { sneaks, hops } => {
                    let how = [(*sneaks, " sneaking"), (*hops, " in a jump")];
                    let how: String = how.iter().filter(|(is, _)| *is).map(|(_, how)| *how).collect();
                    works.push(format!("{at}{how}"));
                }
                other => *why.entry(refusal(other, world)).or_default() += 1,
            }
        }
        let mut why: Vec<(String, usize)> = why.into_iter().collect();
        why.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let why: Vec<String> = why.into_iter().map(|(why, count)| format!("{count} {why}")).collect();
        let from = match works.len() {
            0 => "cannot be clicked".to_owned(),
            1..=NAMED => format!("can be clicked from {}", works.join("; ")),
            many => format!("can be clicked from {} and {} more", works[..NAMED].join("; "), many - NAMED),
        };
        let others = if why.is_empty() { String::new() } else { format!("; stands refused: {}", why.join(", ")) };
        format!("{} {from}{others}", named(world, tried.block, tried.side))
    };
    trial.sides.iter().map(side).collect()
}

/// Why a stand does not do.
fn refusal(verdict: &Verdict, world: &SeenWorld) -> String {
    match verdict {
        Verdict::OutOfReach => "out of reach".to_owned(),
        Verdict::TurnedAway => "behind it".to_owned(),
        Verdict::InTheWay => "in the block's own way".to_owned(),
        Verdict::Hidden(at) => {
            let name = world.get(*at).and_then(knowledge::block_of_state).map_or("a block", |block| block.name);
            format!("hidden by {name}")
        }
        Verdict::Makes(Some(made)) => format!("would come out as {made}"),
        Verdict::Makes(None) => "would place nothing".to_owned(),
        Verdict::Works { .. } => "would do".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy_egui::egui::{self, pos2};
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::{
        domain::{Connection, StepView},
        knowledge::placing::state_named,
        voxel::{Column, Section},
    };

    /// A meadow of dirt on which some blocks stand.
    fn meadow(blocks: &[([i32; 3], &str)]) -> SeenWorld {
        let state = |name: &str| state_named(name).unwrap();
        let mut states = [0; 4096];
        for x in 0..16_i32 {
            for z in 0..16_i32 {
                states[(z << 4 | x) as usize] = state("dirt");
            }
        }
        for ([x, y, z], name) in blocks {
            states[((y - 64) << 8 | z << 4 | x) as usize] = state(name);
        }
        let mut world = SeenWorld::default();
        let column = Arc::new(Column { min_y: 64, sections: vec![Section::from_states(&states)] });
        world.insert(BlockPos::new(0, 64, 0).chunk(), column);
        world
    }

    fn goal(build: Build) -> GoalView {
        let step = StepView {
            id: 0,
            title: "build".to_owned(),
            reason: String::new(),
            state: StepStateView::Running,
            attempts: 1,
            allowed: 3,
            expects: "3 more oak_log held than before".to_owned(),
            shown: None,
            ticks: 0,
            outcome: None,
            progress: None,
            error: None,
            place: None,
            build: Some(Box::new(build)),
            by_hand: crate::domain::StepByHand::default(),
        };
        GoalView { steps: vec![step], ..crate::ui::tests::goal(1, "build a house", crate::domain::GoalState::Active) }
    }

    #[test]
    fn what_differs_is_told_place_by_place() {
        // The floor lies in the ground, at 64.
        let build = Build::new("house", BlockPos::new(4, 65, 4));
        let world = meadow(&[([4, 65, 4], "oak_log"), ([5, 65, 4], "cobblestone"), ([6, 65, 6], "dirt")]);
        let bot = BotView { connection: Connection::Joined, ..BotView::default() };
        let mut ghosts = Ghosts::default();
        ghosts.update(Some(&goal(build.clone())), &world);
        let count = |ghosts: &Ghosts, mark: Mark| ghosts.shown().filter(|(_, one)| *one == mark).count();
        // 25 of the floor are dirt, and one of the wall is cobblestone.
        assert_eq!((count(&ghosts, Mark::Placed), count(&ghosts, Mark::Wrong)), (1, 26));
        assert_eq!(count(&ghosts, Mark::Extra), 1);
        assert_eq!(count(&ghosts, Mark::Missing) + 1 + 26, 96);
        ghosts.layer = Some(65);
        let told = |ghosts: &Ghosts, x, z| ghosts.told(&world, &bot, x, z).unwrap();
        assert_eq!(told(&ghosts, 4, 4), "y 65: oak_log[axis=y], placed\nstands");
        assert_eq!(told(&ghosts, 5, 4), "y 65: oak_planks, wrong block\ncobblestone stands there and is dug first");
        assert_eq!(told(&ghosts, 6, 6), "y 65: nothing, too much\ndirt is dug away");
        let wall = told(&ghosts, 4, 5);
        assert!(wall.starts_with("y 65: oak_planks, missing\ngoes against the ") && wall.contains(" of "), "{wall}");
        ghosts.layer = Some(68);
        assert_eq!(
            told(&ghosts, 6, 6),
            "y 68: oak_planks, missing\nwaits for oak_planks at 6, 68, 7, or another beside it"
        );
        assert_eq!(ghosts.told(&world, &bot, 0, 0), None);
        // Another building is seen whole again; and without one nothing is.
        ghosts.update(Some(&goal(Build::new("pen", BlockPos::new(4, 65, 4)))), &world);
        assert_eq!(ghosts.layer, None);
        ghosts.update(None, &world);
        assert!(ghosts.is_empty() && ghosts.shown().next().is_none());
    }

    #[test]
    fn a_chosen_cell_is_asked_about_and_what_was_tried_is_told() {
        let (world, mut ghosts) = (meadow(&[([5, 65, 4], "oak_planks")]), Ghosts::default());
        ghosts.update(Some(&goal(Build::new("house", BlockPos::new(4, 65, 4)))), &world);
        ghosts.layer = Some(65);
        let mut bot = BotView { username: "Ada".to_owned(), ..BotView::default() };
        assert_eq!(ghosts.ask(0.0, &bot), None, "none is chosen");
        ghosts.choose(4, 4);
        let log = BlockPos::new(4, 65, 4);
        let Some(UserAsk::Try { bot: of, at, .. }) = ghosts.ask(0.0, &bot) else { panic!("it is missing") };
        assert_eq!((of.as_str(), at, ghosts.ask(0.5, &bot)), ("Ada", log, None));
        assert!(ghosts.ask(1.5, &bot).is_some(), "what was tried is tried again");
        let stands = vec![
            (log.offset(0, 0, 1), Verdict::Works { sneaks: false, hops: true }),
            (log.offset(9, 0, 0), Verdict::OutOfReach),
        ];
        let none = vec![
            (log.offset(0, 0, 1), Verdict::Hidden(log.offset(1, 0, 0))),
            (log.offset(2, 0, 0), Verdict::Makes(Some("axis=x".to_owned()))),
        ];
        let sides = vec![
            SideTried { block: log.down(), side: Side::Up, stands },
            SideTried { block: log.offset(1, 0, 0), side: Side::West, stands: none },
        ];
        bot.trial = Some(std::sync::Arc::new(Trial { at: log, sides }));
        let told = tried(ghosts.trial(&bot).unwrap(), &world);
        assert_eq!(
            told,
            [
                "the top of dirt at 4, 64, 4 can be clicked from 4, 65, 5 in a jump; stands refused: 1 out of reach",
                "the west side of oak_planks at 5, 65, 4 cannot be clicked; stands refused: 1 hidden by oak_planks, 1 would come out as axis=x",
            ]
        );
        let mut harness =
            Harness::builder().with_size(egui::vec2(420.0, 260.0)).build_ui(|ui| ghosts.legend_ui(ui, &world, &bot));
        harness.run();
        assert!(told.iter().all(|line| harness.query_by_label(line).is_some()));
        drop(harness);
        // Chosen again it is let go; and what stands needs no trial.
        ghosts.choose(4, 4);
        assert!(ghosts.trial(&bot).is_none() && ghosts.ask(9.0, &bot).is_none());
        ghosts.choose(5, 4);
        assert_eq!(ghosts.ask(9.0, &bot), None);
    }

    #[test]
    fn the_legend_counts_and_chooses_a_layer() {
        let mut ghosts = Ghosts::default();
        let (world, bot) = (meadow(&[]), BotView::default());
        ghosts.update(Some(&goal(Build::new("house", BlockPos::new(4, 65, 4)))), &world);
        let mut harness =
            Harness::builder().with_size(egui::vec2(420.0, 120.0)).build_ui(|ui| ghosts.legend_ui(ui, &world, &bot));
        harness.run();
        assert!(harness.query_by_label("71 missing").is_some() && harness.query_by_label("25 wrong block").is_some());
        harness.get_by_label("All layers").click();
        harness.run();
        assert!(harness.query_by_label("0 missing").is_some() && harness.query_by_label("25 wrong block").is_some());
        drop(harness);
        assert_eq!(ghosts.layer, Some(64));
        let painted = Harness::builder().with_size(egui::vec2(200.0, 200.0)).build_ui(|ui| {
            let screen = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 200.0));
            ghosts.paint(ui.painter(), screen, &MapCamera { x: 6.0, z: 6.0, scale: 10.0 });
        });
        drop(painted);
    }
}
