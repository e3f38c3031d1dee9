//! The panes: dragged, closed, opened, kept between starts.

use std::{fs, path::PathBuf};

use bevy::ecs::{system::RunSystemOnce, world::World};
use bevy_egui::egui::{self, Key, Pos2, Rect, accesskit::Role, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use proptest::prelude::*;

use super::{goal, view};
use crate::{
    domain::{GoalState, MindView, Observation, UserAsk, Vec3},
    ui::{
        LayoutFile, Panels,
        dock::{self, Dock, Pane, Saved},
        keep, take_up_layout, window_ui,
    },
    voxel::SeenWorld,
};

/// A window, and what was asked for in it.
#[derive(Default)]
pub(super) struct Shown {
    view: MindView,
    pub(super) panels: Panels,
    pub(super) asks: Vec<UserAsk>,
}

/// What is open at the very first start.
const AT_FIRST: [Pane; 4] = [Pane::Map, Pane::Goals, Pane::Plan, Pane::Inventory];

impl Shown {
    /// What the mind shows.
    pub(super) fn view_mut(&mut self) -> &mut MindView {
        &mut self.view
    }
}

pub(super) type Window = Harness<'static, Shown>;

pub(super) fn window(view: MindView) -> Window {
    let world = SeenWorld::default();
    let draw = move |context: &egui::Context, shown: &mut Shown| {
        shown.asks.extend(window_ui(context, &shown.view, &world, &mut shown.panels));
    };
    let shown = Shown { view, ..Shown::default() };
    let mut window = Harness::builder().with_size(vec2(1280.0, 800.0)).build_state(draw, shown);
    window.run();
    window
}

fn tab(window: &Window, pane: Pane) -> Option<Rect> {
    window.query_by_label(&format!("{} tab", pane.name())).map(|tab| tab.rect())
}

/// Which panes have a tab.
fn open(window: &Window) -> Vec<Pane> {
    Pane::ALL.into_iter().filter(|pane| tab(window, *pane).is_some()).collect()
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run();
}

/// Takes hold of something and holds it over a place.
fn hold(window: &mut Window, from: Pos2, to: Pos2) {
    window.hover_at(from);
    window.run();
    window.drag_at(from);
    window.run_steps(2);
    // A hand trembles before it moves: that is what makes a drag of a click.
    for at in [from + vec2(8.0, 8.0), to, to] {
        window.hover_at(at);
        window.run_steps(2);
    }
}

fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    hold(window, from, to);
    window.drop_at(to);
    window.run_steps(3);
    window.remove_cursor();
    window.run();
}

fn map(window: &Window) -> Rect {
    window.get_by_label("Map").rect()
}

/// A file of its own for a test.
fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("blockwright-window-{name}-{}", std::process::id()));
    _ = fs::remove_dir_all(&folder);
    folder.join("window.json")
}

#[test]
fn at_first_the_map_is_large_the_goals_are_over_the_plan_and_the_journal_is_folded_away() {
    for (width, height) in [(1280.0, 800.0), (800.0, 500.0), (3840.0, 2160.0)] {
        let mut window = window(view(vec![]));
        window.set_size(vec2(width, height));
        window.run();
        assert_eq!(open(&window), AT_FIRST);
        let (map, goals, plan) = (map(&window), tab(&window, Pane::Goals).unwrap(), tab(&window, Pane::Plan).unwrap());
        assert_eq!((map.left(), map.width()), (0.0, width - 401.0), "what is not the map's keeps its width");
        assert_eq!((goals.left(), plan.left()), (width - 400.0, width - 400.0));
        assert!(plan.top() - goals.top() > 150.0, "{height}: {} {}", goals.top(), plan.top());
        assert!(window.query_by_label("Every decision and its reason will be written here.").is_some());
    }
}

#[test]
fn in_the_smallest_window_a_goals_buttons_are_in_sight_and_nothing_is_printed_over() {
    let mut view = view(vec![goal(1, "say hello", GoalState::Active), goal(2, "craft a chest", GoalState::Queued)]);
    let position = Vec3::new(-1234.5, 66.0, -1025.5);
    let (time_of_day, server_rate) = (Some(6000), Some(20.0));
    let dimension = "overworld".to_owned();
    let seen = Observation { position, time_of_day, server_rate, dimension, ..Observation::default() };
    view.bots[0].observation = Some(seen);
    view.bots[0].server = "the practice world".to_owned();
    let mut window = window(view);
    window.set_size(vec2(800.0, 500.0));
    window.run();
    let pause = window.get_all_by_label("Pause").next().expect("the first goal's button").rect();
    let plan = tab(&window, Pane::Plan).unwrap();
    assert!(pause.bottom() < plan.top(), "{pause:?} {plan:?}");
    let line = ["Blockwright", "in the practice world", "-1235 66 -1026", "12:00", "20 ticks/s", "View"];
    let line = line.map(|words| window.get_by_label(words).rect());
    assert!(line.is_sorted_by(|left, right| left.right() <= right.left()), "{line:?}");
    assert!(window.query_by_label("overworld").is_none_or(|words| words.rect().left() > line[2].right()));
}

#[test]
fn a_pane_is_closed_by_its_cross_and_opened_again_from_the_menu_where_it_was() {
    let mut window = window(view(vec![]));
    let before = tab(&window, Pane::Plan);
    window.get_by_label("Close Plan").click();
    window.run();
    assert_eq!(open(&window), [Pane::Map, Pane::Goals, Pane::Inventory]);
    window.get_by_label("View").click();
    window.run();
    window.get_by_role_and_label(Role::CheckBox, "Plan").click();
    window.run();
    assert_eq!(tab(&window, Pane::Plan), before);
}

#[test]
fn every_pane_can_be_closed_and_the_layout_reset() {
    let mut window = window(view(vec![]));
    let before = Pane::ALL.map(|pane| tab(&window, pane));
    let (from, to) = (tab(&window, Pane::Plan).unwrap().center(), map(&window).center());
    drag(&mut window, from, to);
    assert_ne!(Pane::ALL.map(|pane| tab(&window, pane)), before);
    while let [pane, ..] = open(&window)[..] {
        window.get_by_label(&format!("Close {}", pane.name())).click();
        window.run();
    }
    assert_eq!(open(&window), []);
    window.get_by_label("View").click();
    window.run();
    window.get_by_label("Reset layout").click();
    window.run();
    assert_eq!(Pane::ALL.map(|pane| tab(&window, pane)), before);
}

#[test]
fn panes_are_shown_and_closed_by_key() {
    let mut window = window(view(vec![]));
    for (key, pane) in [(Key::Num1, Pane::Map), (Key::Num2, Pane::Goals), (Key::Num3, Pane::Plan)] {
        press(&mut window, key);
        assert_eq!(tab(&window, pane), None);
        press(&mut window, key);
        assert!(tab(&window, pane).is_some());
    }
    for key in [Key::Num4, Key::J] {
        press(&mut window, key);
        assert!(tab(&window, Pane::Journal).is_some());
        press(&mut window, Key::J);
        assert_eq!(tab(&window, Pane::Journal), None);
    }
    press(&mut window, Key::Num1);
    press(&mut window, Key::Num0);
    assert_eq!(open(&window), AT_FIRST);
}

#[test]
fn the_key_of_the_goal_box_opens_its_pane() {
    let mut window = window(view(vec![]));
    press(&mut window, Key::Num2);
    assert!(window.query_by_role(Role::TextInput).is_none());
    window.event(egui::Event::Text("/".to_owned()));
    window.run();
    assert!(window.get_by_role(Role::TextInput).is_focused());
}

#[test]
fn a_tab_is_dragged_behind_another_and_a_click_shows_what_lies_behind() {
    let mut window = window(view(vec![]));
    let (plan, goals) = (tab(&window, Pane::Plan).unwrap(), tab(&window, Pane::Goals).unwrap());
    drag(&mut window, plan.center(), goals.right_center());
    let (plan, goals) = (tab(&window, Pane::Plan).unwrap(), tab(&window, Pane::Goals).unwrap());
    assert_eq!(plan.top(), goals.top());
    let sees_box = |window: &Window| window.query_by_role(Role::TextInput).is_some();
    assert!(!sees_box(&window), "what was dragged is in front");
    window.get_by_label("Goals tab").click();
    window.run();
    assert!(sees_box(&window));
    // The keys tell what is seen from what only is open.
    press(&mut window, Key::Num3);
    assert!(!sees_box(&window));
    press(&mut window, Key::Num2);
    assert!(sees_box(&window));
    press(&mut window, Key::Num2);
    assert_eq!(open(&window), [Pane::Map, Pane::Plan, Pane::Inventory]);
}

#[test]
fn a_pane_dropped_beside_another_splits_its_room() {
    let mut window = window(view(vec![]));
    let (from, map_before) = (tab(&window, Pane::Plan).unwrap().center(), map(&window));
    drag(&mut window, from, map_before.left_center() + vec2(150.0, 0.0));
    let (plan, map) = (tab(&window, Pane::Plan).unwrap(), map(&window));
    assert_eq!(plan.left(), 0.0);
    assert!(map.left() > 300.0 && map.right() == map_before.right(), "{map:?}");
    assert!(tab(&window, Pane::Goals).unwrap().left() > map.right());
}

#[test]
fn a_border_is_dragged_and_the_map_gives_way() {
    let mut window = window(view(vec![]));
    let before = map(&window);
    drag(&mut window, before.right_center() + vec2(0.5, 0.0), before.right_center() + vec2(-99.5, 0.0));
    let (width, side) = (map(&window).width(), 1280.0 - map(&window).width());
    assert!((width - (before.width() - 100.0)).abs() < 2.0, "{width}");
    window.set_size(vec2(1000.0, 700.0));
    window.run();
    assert_eq!(map(&window).width(), 1000.0 - side, "what was widened by hand stays as wide");
}

#[test]
fn escape_puts_back_what_is_dragged_and_cancels_no_goal() {
    let mut window = window(view(vec![goal(1, "say hello", GoalState::Active)]));
    let row = window.get_all_by_label("say hello").find(|label| label.rect().left() > 880.0);
    row.expect("the goal in its list, beside that on the map").click();
    window.run();
    let before = Pane::ALL.map(|pane| tab(&window, pane));
    let (from, to) = (tab(&window, Pane::Plan).unwrap().center(), map(&window).center());
    hold(&mut window, from, to);
    window.key_press(Key::Escape);
    window.run_steps(2);
    window.drop_at(to);
    window.run_steps(2);
    assert_eq!(window.state().asks, []);
    assert_eq!(Pane::ALL.map(|pane| tab(&window, pane)), before);
    press(&mut window, Key::Escape);
    assert_eq!(window.state().asks, [UserAsk::Cancel(1)], "with nothing in the hand it does");
}

#[test]
fn a_layout_is_there_again_at_the_next_start() {
    let file = LayoutFile { path: file("again"), is_written: true };
    let mut before = window(view(vec![]));
    keep(&mut before.state_mut().panels.dock, Some(&file), &mut false);
    assert!(!file.path.exists(), "nothing was changed");
    press(&mut before, Key::J);
    let (from, to) = (tab(&before, Pane::Plan).unwrap().center(), map(&before).left_center() + vec2(150.0, 0.0));
    drag(&mut before, from, to);
    keep(&mut before.state_mut().panels.dock, Some(&file), &mut false);

    let mut world = World::new();
    world.init_resource::<Panels>();
    world.insert_resource(file);
    world.run_system_once(take_up_layout).unwrap();
    let mut after = window(view(vec![]));
    after.state_mut().panels = world.remove_resource().unwrap();
    after.run();
    let places = |window: &Window| Pane::ALL.map(|pane| tab(window, pane));
    assert_eq!(places(&after), places(&before));
    assert_eq!(map(&after), map(&before));
}

#[test]
fn without_leave_nothing_is_written() {
    let file = LayoutFile { path: file("leave"), is_written: false };
    let mut window = window(view(vec![]));
    press(&mut window, Key::J);
    keep(&mut window.state_mut().panels.dock, Some(&file), &mut false);
    assert!(!file.path.exists());
}

#[test]
fn a_file_that_cannot_be_written_is_complained_of_once_and_the_window_goes_on() {
    let inside_a_file = file("taken");
    fs::create_dir_all(inside_a_file.parent().unwrap()).unwrap();
    fs::write(&inside_a_file, "").unwrap();
    let file = LayoutFile { path: inside_a_file.join("window.json"), is_written: true };
    let (mut window, mut complained) = (window(view(vec![])), false);
    for _ in 0..2 {
        press(&mut window, Key::J);
        keep(&mut window.state_mut().panels.dock, Some(&file), &mut complained);
        assert!(complained);
    }
}

/// And the window begins as at the very first.
#[test]
fn a_damaged_or_foreign_file_is_told_from_a_layout() {
    let pane = |name: &str| format!(r#"{{"pane": {{"name": "{name}", "open": true}}}}"#);
    let whole = |layout: &str| format!(r#"{{"version": 1, "layout": {layout}}}"#);
    let sized = |points: &str| whole(&format!(r#"{{"row": [{{"points": {points}, "part": {}}}]}}"#, pane("map")));
    let path = file("damaged");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let read = |text: &str| {
        fs::write(&path, text).unwrap();
        dock::load(&path)
    };
    assert!(matches!(read(&whole(&pane("map"))), Ok(Some(_))));
    assert!(matches!(read(&sized("12.5")), Ok(Some(_))));
    for text in [
        "",
        "{",
        "null",
        "[]",
        "\u{0}\u{1}\u{2}",
        r#"{"theme": "dark"}"#,
        &whole(&pane("map")).replace("1,", "2,"),
        &whole(&pane("browser")),
        &whole(r#"{"tabs": {"front": 0, "parts": []}}"#),
        &whole(&format!(r#"{{"tabs": {{"front": 1, "parts": [{}]}}}}"#, pane("map"))),
        &whole(&format!(r#"{{"tabs": {{"front": 0, "parts": [{0}, {0}]}}}}"#, pane("map"))),
        &whole(r#"{"column": []}"#),
        &sized("0"),
        &sized("-3"),
        &sized("1e999"),
        &sized("null"),
        &format!("{}{}", r#"{"version": 1, "layout": {"row": [{"points": 1, "part": "#.repeat(9_000), "}"),
    ] {
        let told = read(text);
        assert!(told.is_err(), "{text:.80} is read as {told:?}");
        let mut world = World::new();
        world.init_resource::<Panels>();
        world.insert_resource(LayoutFile { path: path.clone(), is_written: true });
        world.run_system_once(take_up_layout).unwrap();
        let panels: Panels = world.remove_resource().unwrap();
        assert_eq!(panels.dock.saved(), Saved::default(), "{text:.80}");
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(dock::load(&path).is_err(), "a folder");
}

#[test]
fn what_an_older_layout_lacks_is_closed_behind_the_plan() {
    let text = r#"{"version": 1, "layout": {"row": [
        {"points": 600, "part": {"tabs": {"front": 0, "parts": [{"pane": {"name": "map", "open": true}}]}}},
        {"points": 400, "part": {"tabs": {"front": 0, "parts": [{"pane": {"name": "plan", "open": true}}]}}}]}}"#;
    let saved: Saved = serde_json::from_str(text).unwrap();
    let mut window = window(view(vec![]));
    window.state_mut().panels.dock = Dock::from(&saved);
    window.run();
    assert_eq!(open(&window), [Pane::Map, Pane::Plan]);
    press(&mut window, Key::Num2);
    assert_eq!(tab(&window, Pane::Goals).unwrap().top(), tab(&window, Pane::Plan).unwrap().top());
}

/// What a hand does to the layout, at places that are shares of the window.
#[derive(Clone, Debug)]
enum Deed {
    Drag(usize, f32, f32),
    Pull(f32, f32, f32, f32),
    Press(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    let share = || 0.0..1.0f32;
    prop_oneof![
        3 => (0..9usize, share(), share()).prop_map(|(tab, x, y)| Deed::Drag(tab, x, y)),
        1 => (share(), share(), share(), share()).prop_map(|(x, y, to_x, to_y)| Deed::Pull(x, y, to_x, to_y)),
        1 => (0..Pane::ALL.len()).prop_map(Deed::Press),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Whatever is done to the layout: each pane is in it once, it can be kept and read, and it looks the same afterwards.
    #[test]
    fn no_pane_is_ever_lost(deeds in prop::collection::vec(deed(), 1..20)) {
        let mut window = window(view(vec![goal(1, "craft a chest", GoalState::Active)]));
        let size = vec2(1280.0, 800.0);
        let at = |x: f32, y: f32| (vec2(x, y) * size).to_pos2();
        for deed in deeds {
            match deed {
                Deed::Drag(number, x, y) => {
                    let open = open(&window);
                    if let Some(from) = open.get(number % open.len().max(1)).and_then(|pane| tab(&window, *pane)) {
                        drag(&mut window, from.center(), at(x, y));
                    }
                }
                Deed::Pull(x, y, to_x, to_y) => drag(&mut window, at(x, y), at(to_x, to_y)),
                Deed::Press(number) => {
                    window.state_mut().panels.dock.toggle(Pane::ALL[number]);
                    window.run();
                }
            }
            let saved = window.state().panels.dock.saved();
            prop_assert_eq!(saved.check(), Ok(()));
            let text = serde_json::to_string(&saved).expect("JSON");
            for pane in Pane::ALL {
                let name = serde_json::to_string(&pane).expect("a name");
                prop_assert_eq!(text.matches(&format!(r#""name":{name}"#)).count(), 1, "{} in {}", name, text);
            }
            window.run();
            let tabs = |window: &Window| Pane::ALL.map(|pane| tab(window, pane));
            let before = tabs(&window);
            let dock = &window.state().panels.dock;
            prop_assert_eq!(before.map(|tab| tab.is_some()), Pane::ALL.map(|pane| dock.is_open(pane)));
            window.state_mut().panels.dock = Dock::from(&serde_json::from_str::<Saved>(&text).expect("a layout"));
            window.run();
            for (before, after) in before.into_iter().zip(tabs(&window)) {
                let (Some(before), Some(after)) = (before, after) else { continue };
                prop_assert!(before.min.distance(after.min) < 2.0, "{:?} {:?} {}", before, after, text);
            }
        }
    }
}
