//! The timeline: everything in the journal on a time axis, of all sessions, a lane for each kind.
//!
//! The pane knows no store. It puts a question on its [`TimelineDesk`] (a stretch of time and a resolution) whenever another stretch is in sight,
//! and draws what it has until the answer comes.

mod axis;
mod desk;
mod layout;
mod paint;
mod scrub;
mod told;
mod view;

use std::sync::Arc;

pub use axis::{moment, time};
use bevy_egui::egui::{
    self, Align, Align2, Button, Checkbox, Context, CursorIcon, EventFilter, FontId, Id, Key, Modifiers, Rect,
    Response, RichText, Sense, StrokeKind, TextEdit, Tooltip, Ui, UiBuilder, WidgetInfo, WidgetType, pos2, vec2,
};
use desk::question;
pub use desk::{TimelineDesk, Watching};
use layout::{Layout, What};
use paint::Canvas;
use scrub::{SPEEDS, Scrub, session_at};
pub use told::mark_ui;
use view::TimeView;

use super::{
    chosen::{Choice, Chosen},
    theme,
};
use crate::{
    domain::{
        Lane, MarkTold, TimelineAnswer, TimelineAsk, TimelineCell, TimelineFilter, TimelineSeek, ToldMark, thousands,
    },
    replay::Past,
};

/// What a notch of the wheel enlarges by is 2 to the power of its points over this, as on the map.
const POINTS_TO_DOUBLE: f32 = 160.0;
/// How far an arrow key moves time and the lanes, in points.
const STRIDE: f32 = 48.0;
/// The width of the lanes' names.
const NAMES: f32 = 82.0;
/// The width of the box for words, at least and at most.
const WORDS: std::ops::Range<f32> = 70.0..130.0;
/// What goes on grows once in so many milliseconds: more often the window would be drawn for nothing.
const BEAT: u64 = 1_000;
/// News are asked for at most so often, in seconds.
const NEWS_EVERY: f64 = 0.5;
/// A click on what is counted shows it so much larger.
const CLOSER: f64 = 8.0;
/// *Look back* goes so far, in milliseconds.
const BACK: u64 = 10_000;
/// How far a step by key goes, in seconds.
const STEP: f64 = 1.0;
/// How wide the pane is taken to be before it has been drawn, in points.
const AT_FIRST: f32 = 900.0;

/// What is looked back at.
pub struct LookedBack {
    /// Wall time in milliseconds since 1970.
    pub at_ms: u64,
    /// As of that moment, or of the one before while that is being read; `None` before the first.
    pub past: Option<Arc<Past>>,
    /// There is a present to go back to.
    pub can_go_back: bool,
}

/// What the timeline keeps between frames.
pub struct TimelinePanel {
    pub desk: TimelineDesk,
    view: TimeView,
    /// The newest moment stays at the right border; a drag ends it.
    follow: bool,
    filter: TimelineFilter,
    /// The last question, which news were known then, and when that was in seconds.
    asked: Option<(TimelineAsk, u64, f64)>,
    /// Where one is when going from entry to entry by key.
    cursor: Option<ToldMark>,
    /// How far the lanes are moved up, in points.
    lift: f32,
    /// Where the lanes were in the last frame, if they were shown.
    shown: Option<(Rect, Id)>,
    /// The keys that the map has too are the timeline's in this frame.
    has_keys: bool,
    /// The moment that is looked back at, if one is.
    scrub: Option<Scrub>,
    /// There is no present to go back to: a session that is over is watched.
    only_back: bool,
    /// When the moment last moved on by itself, in seconds.
    played: Option<f64>,
    /// Its line is being dragged.
    drags_moment: bool,
}

impl Default for TimelinePanel {
    fn default() -> Self {
        Self {
            desk: TimelineDesk::default(),
            view: TimeView::default(),
            follow: true,
            filter: TimelineFilter::default(),
            asked: None,
            cursor: None,
            lift: 0.0,
            shown: None,
            has_keys: false,
            scrub: None,
            only_back: false,
            played: None,
            drags_moment: false,
        }
    }
}

impl TimelinePanel {
    /// Whether arrow keys, + and - are the timeline's in this frame, and not the map's: with the pointer on it and the focus nowhere, or with
    /// the focus on it. Goes before the panes are drawn, once a frame.
    pub fn takes_keys(&mut self, context: &Context) -> bool {
        let pointer = context.input(|input| input.pointer.hover_pos());
        let focused = context.memory(|memory| memory.focused());
        self.has_keys = self.shown.take().is_some_and(|(area, id)| match focused {
            Some(focused) => focused == id,
            None => pointer.is_some_and(|at| area.contains(at)),
        });
        self.has_keys
    }

    /// Watches a session that is over from its beginning; there is no present to go back to.
    fn watch(&mut self, watching: Watching) {
        self.scrub = Some(Scrub::new(watching.session, watching.from_ms as f64));
        (self.only_back, self.follow) = (true, false);
        // Some width; the pane's own is not known yet.
        self.view.fit(watching.from_ms, watching.to_ms, AT_FIRST);
    }

    /// What is looked back at, and how things stood then as far as that is known; goes on where it plays. Once a frame, before the panes are
    /// drawn. `bot`: whose land is to be seen.
    pub fn look_back(&mut self, context: &Context, bot: &str) -> Option<LookedBack> {
        if let Some(watching) = self.desk.watching.take() {
            self.watch(watching);
        }
        let scrub = self.scrub.as_mut()?;
        let past = self.desk.past.clone().filter(|past| past.ask.session == scrub.session);
        let (now, span) = (context.input(|input| input.time), past.as_ref().and_then(|past| past.span));
        let before = self.played.replace(now);
        scrub.pass(now - before.unwrap_or(now), span);
        if scrub.plays {
            context.request_repaint();
        } else {
            self.played = None;
        }
        let ask = scrub.ask(bot);
        let is_answered = past.as_ref().is_some_and(|past| past.ask == ask);
        if !is_answered {
            self.desk.look_back = Some(ask);
        }
        Some(LookedBack { at_ms: scrub.at_ms as u64, past, can_go_back: !self.only_back })
    }

    /// Plays, steps and goes back to now by key, while nothing is typed and no button has the focus. Before other keys are looked at.
    pub fn steer_moment(&mut self, context: &Context) {
        let span = self.span();
        let Some(scrub) = &mut self.scrub else { return };
        if context.wants_keyboard_input() || context.memory(|memory| memory.focused().is_some()) {
            return;
        }
        let press = |modifiers, key: Key| context.input_mut(|input| input.consume_key(modifiers, key));
        if press(Modifiers::NONE, Key::Space) {
            scrub.toggle(span);
        }
        for (key, seconds) in [(Key::ArrowLeft, -STEP), (Key::ArrowRight, STEP)] {
            if press(Modifiers::SHIFT, key) {
                scrub.step(seconds, span);
            }
        }
        if press(Modifiers::NONE, Key::L) {
            self.go_live();
        }
    }

    /// Now is shown again.
    pub fn go_live(&mut self) {
        if !self.only_back {
            (self.scrub, self.desk.past, self.follow) = (None, None, true);
        }
    }

    /// Looks at a moment.
    fn look_at(&mut self, ms: f64, answer: &TimelineAnswer) {
        let before = self.scrub.as_ref().map(|scrub| scrub.session);
        let session = match before {
            Some(session) if self.only_back => Some(session),
            _ => session_at(&answer.sessions, ms, before),
        };
        let Some(session) = session else { return };
        self.follow = false;
        let scrub = self.scrub.get_or_insert_with(|| Scrub::new(session, ms));
        (scrub.session, scrub.at_ms) = (session, ms.max(0.0));
    }

    /// What was recorded of the session that is looked back at.
    fn span(&self) -> Option<(u64, u64)> {
        let session = self.scrub.as_ref()?.session;
        self.desk.past.as_ref().filter(|past| past.ask.session == session)?.span
    }

    /// What is known of the mark that was chosen last.
    pub fn told(&self) -> Option<Arc<MarkTold>> {
        self.desk.told.clone()
    }

    fn inspect(&mut self, told: &ToldMark, choice: &mut Choice) {
        (self.cursor, self.desk.look) = (Some(told.clone()), Some(told.mark));
        choice.choose(Chosen::Mark(told.mark));
    }

    /// How far goes what goes on. It stands still while nothing is at work.
    fn now(&self, answer: &TimelineAnswer) -> u64 {
        let is_at_work = answer.marks.iter().any(|told| told.mark.to_ms.is_none());
        match answer.whole {
            Some((_, last)) if !is_at_work => last,
            _ => self.desk.now_ms / BEAT * BEAT,
        }
    }

    /// Asks for what is in sight, where that is not what was asked for last or there are news of it.
    fn ask(&mut self, width: f32, time: f64) {
        let ask = question(self.view, width, &self.filter);
        let news = self.desk.news;
        let is_new = self
            .asked
            .as_ref()
            .is_none_or(|(asked, known, when)| *asked != ask || (*known != news && (time - when).abs() >= NEWS_EVERY));
        if is_new {
            self.asked = Some((ask.clone(), news, time));
            self.desk.ask = Some(ask);
        }
    }
}

/// Fills its pane.
pub fn timeline_ui(ui: &mut Ui, panel: &mut TimelinePanel, choice: &mut Choice) {
    let answer = panel.desk.answer.clone().unwrap_or_default();
    tools_ui(ui, panel, &answer);
    let room = ui.available_size().max(vec2(NAMES + 1.0, paint::HEAD + 1.0));
    let (area, _) = ui.allocate_exact_size(room, Sense::hover());
    let names = area.with_max_x(area.left() + NAMES);
    let area = area.with_min_x(names.right());
    let id = ui.id().with("lanes");
    let response = ui.interact(area, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, "Lanes of the timeline"));
    panel.shown = Some((area, id));

    steer(ui, panel, &response, area);
    ruler_ui(ui, panel, area, &answer);
    take_found(panel, area.width());
    let now = panel.now(&answer);
    if panel.follow {
        panel.view.end_at(now, area.width());
    }
    panel.ask(area.width(), ui.input(|input| input.time));

    let canvas = Canvas { area, view: panel.view, lift: panel.lift };
    let layout = Layout::new(&answer, panel.view, now, canvas.lanes().height());
    panel.lift = panel.lift.clamp(0.0, (layout.height - canvas.lanes().height()).max(0.0));
    let canvas = Canvas { lift: panel.lift, ..canvas };
    paint::ground(ui, &canvas, &layout, &answer);
    let chosen = match choice.what() {
        Some(Chosen::Mark(mark)) => Some(mark.id),
        _ => None,
    };
    let marked: Vec<u64> = panel.cursor.iter().map(|told| told.mark.id).chain(chosen).collect();
    paint::marks(ui, &canvas, &layout, &answer, &marked);
    paint::now(ui, &canvas, now);
    if let Some(scrub) = &panel.scrub {
        paint::moment(ui, &canvas, scrub.at_ms as u64);
    }
    names_ui(ui, panel, names.with_min_y(canvas.lanes().top()), &canvas, &layout, &answer);
    if panel.desk.answer.is_none() {
        say(ui, canvas.lanes(), "Reading what has happened\u{2026}");
    } else if answer.whole.is_none() {
        say(ui, canvas.lanes(), "Nothing has happened yet.");
    }
    if response.has_focus() {
        ui.painter().rect_stroke(area.shrink(1.0), 2.0, (1.0_f32, theme::MARK), StrokeKind::Inside);
    }
    point(ui, panel, &response, &canvas, &layout, &answer, choice);
    follow_chosen(panel, &answer, choice);
}

fn say(ui: &Ui, area: Rect, words: &str) {
    let font = FontId::proportional(14.0);
    ui.painter_at(area).text(area.center(), Align2::CENTER_CENTER, words, font, theme::QUIET);
}

/// The axis: a click or a drag on it looks back at that moment.
fn ruler_ui(ui: &Ui, panel: &mut TimelinePanel, area: Rect, answer: &TimelineAnswer) {
    let ruler = area.with_max_y(area.top() + paint::HEAD);
    let response = ui.interact(ruler, ui.id().with("ruler"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, "Axis of the timeline"));
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
    let is_held = response.dragged() || response.is_pointer_button_down_on();
    let at = response.interact_pointer_pos().filter(|_| is_held || response.clicked());
    if let Some(at) = at {
        let x = at.x.clamp(area.left(), area.right()) - area.left();
        panel.look_at(panel.view.ms(x), answer);
        if let Some(scrub) = panel.scrub.as_mut().filter(|_| is_held && !panel.drags_moment) {
            scrub.plays = false;
        }
    }
    panel.drags_moment = is_held;
    if let Some(scrub) = panel.scrub.as_ref().filter(|scrub| scrub.plays && !is_held) {
        panel.view.bring_in(scrub.at_ms as u64, area.width());
    }
    response.on_hover_text("Click or drag: map, inventory and plan as they were then");
}

/// What is done with the moment that is looked back at.
fn back_ui(ui: &mut Ui, panel: &mut TimelinePanel, answer: &TimelineAnswer) {
    let span = panel.span();
    let Some(scrub) = &mut panel.scrub else {
        let last = answer.whole.map(|(first, last)| last.saturating_sub(BACK).max(first));
        let hint = "Map, inventory and plan as they were, from a moment ago; or click the axis where you want to look";
        if ui.add_enabled(last.is_some(), Button::new("Look back")).on_hover_text(hint).clicked()
            && let Some(last) = last
        {
            panel.look_at(last as f64, answer);
        }
        return;
    };
    let words = if scrub.plays { "Pause" } else { "Play" };
    if ui.button(words).on_hover_text("As it was then; key: Space").clicked() {
        scrub.toggle(span);
    }
    for speed in SPEEDS {
        let button = Button::new(RichText::new(format!("{speed}\u{d7}")).small()).selected(scrub.speed == speed);
        if ui.add(button).on_hover_text(format!("{speed} times as fast as it was")).clicked() {
            scrub.speed = speed;
        }
    }
    ui.label(RichText::new(axis::time(scrub.at_ms as u64)).color(theme::PAUSED))
        .on_hover_text(axis::moment(scrub.at_ms as u64));
    if !panel.only_back && ui.button("Live").on_hover_text("Back to now; key: L").clicked() {
        panel.go_live();
    }
}

/// Buttons, the box for words, and what is not to be seen.
fn tools_ui(ui: &mut Ui, panel: &mut TimelinePanel, answer: &TimelineAnswer) {
    let width = (ui.available_width() - NAMES).max(1.0);
    ui.horizontal_wrapped(|ui| {
        back_ui(ui, panel, answer);
        let now = Button::new("Now").selected(panel.follow);
        if ui.add(now).on_hover_text("Follow the newest; a drag lets go; key: End").clicked() {
            panel.follow = true;
        }
        if ui.button("All").on_hover_text("From the first entry to the last; key: Home").clicked() {
            fit_all(panel, answer, width);
        }
        let here = answer.sessions.iter().find(|session| Some(session.id) == answer.here);
        let span = here.map(|here| (here.from_ms, panel.now(answer).max(here.from_ms))).or(answer.whole);
        if ui.button("This session").on_hover_text("From its beginning until now").clicked()
            && let Some((from, to)) = span
        {
            (panel.follow, _) = (false, panel.view.fit(from, to, width));
        }
        let label = ui.label(theme::quiet("Only with"));
        let width = (ui.available_size_before_wrap().x - theme::APART).clamp(WORDS.start, WORDS.end);
        let words = TextEdit::singleline(&mut panel.filter.words).desired_width(width);
        let words = words.hint_text(RichText::new("these words").color(theme::FAINT));
        ui.add(words).labelled_by(label.id);
        let (hidden, all) = hidden(answer);
        if hidden > 0 {
            let told = format!("{} of {} hidden", thousands(hidden), thousands(all));
            ui.label(RichText::new(told).small().color(theme::PAUSED))
                .on_hover_text("By the words, and by the lanes that are not ticked");
        }
        if let Some(searched) = answer.searched {
            ui.label(theme::quiet(format!("{searched} % looked through so far")));
        }
        if let Some(missing) = &answer.missing {
            ui.label(theme::quiet(missing).color(theme::PAUSED));
        }
    });
}

/// How many marks are held back, and of how many.
fn hidden(answer: &TimelineAnswer) -> (u64, u64) {
    let hidden: u64 = answer.lanes.iter().map(|lane| lane.hidden).sum();
    let shown: u64 = answer.lanes.iter().map(|lane| lane.shown).sum();
    (hidden, hidden + shown)
}

fn fit_all(panel: &mut TimelinePanel, answer: &TimelineAnswer, width: f32) {
    if let Some((first, last)) = answer.whole {
        panel.follow = false;
        panel.view.fit(first, last, width);
    }
}

/// The lanes' names, each with a box that shows or hides the lane.
fn names_ui(
    ui: &mut Ui,
    panel: &mut TimelinePanel,
    area: Rect,
    canvas: &Canvas,
    layout: &Layout,
    answer: &TimelineAnswer,
) {
    let mut ui = ui.new_child(UiBuilder::new().max_rect(area));
    ui.set_clip_rect(area.intersect(ui.clip_rect()));
    ui.spacing_mut().interact_size.y = layout::LANE;
    ui.spacing_mut().icon_width = 11.0;
    ui.spacing_mut().icon_spacing = 4.0;
    // An empty box is seen on any ground.
    ui.visuals_mut().widgets.inactive.bg_stroke.color = theme::QUIET;
    for (number, lane) in Lane::ALL.into_iter().enumerate() {
        let top = canvas.lanes().top() - canvas.lift + layout.rooms[number].top;
        let room = Rect::from_min_size(pos2(area.left(), top), vec2(NAMES - theme::NEAR, layout::LANE));
        let mut shown = !panel.filter.hidden[number];
        let count = answer.lanes[number];
        let told = format!("{} shown, {} hidden", thousands(count.shown), thousands(count.hidden));
        let name = theme::quiet(lane.name());
        let mut place =
            ui.new_child(UiBuilder::new().max_rect(room).layout(egui::Layout::left_to_right(Align::Center)));
        if place.add(Checkbox::new(&mut shown, name)).on_hover_text(told).changed() {
            panel.filter.hidden[number] = !shown;
        }
    }
}

/// Moves and enlarges as the hand, the wheel and the keys do.
fn steer(ui: &Ui, panel: &mut TimelinePanel, response: &Response, area: Rect) {
    if response.dragged() {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        let by = response.drag_delta();
        if by != vec2(0.0, 0.0) {
            panel.view.drag(by.x);
            panel.lift -= by.y;
            panel.follow &= by.x == 0.0;
        }
    }
    if response.contains_pointer() {
        // The raw wheel: smoothing it would draw ten more frames a notch.
        let (wheel, pinch) = ui.input(|input| (input.raw_scroll_delta.y, input.zoom_delta()));
        let factor = if pinch == 1.0 { (wheel / POINTS_TO_DOUBLE).exp2() } else { pinch };
        if let Some(at) = ui.input(|input| input.pointer.hover_pos())
            && factor != 1.0
        {
            panel.view.zoom(at.x - area.left(), f64::from(factor));
        }
    }
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    }
    if panel.has_keys {
        by_key(ui, panel, area.width());
    }
}

fn by_key(ui: &Ui, panel: &mut TimelinePanel, width: f32) {
    let pressed = |key: Key| ui.input(|input| input.key_pressed(key));
    for (key, by) in [(Key::ArrowLeft, STRIDE), (Key::ArrowRight, -STRIDE)] {
        if pressed(key) {
            panel.view.drag(by);
            panel.follow = false;
        }
    }
    for (key, by) in [(Key::ArrowUp, -STRIDE), (Key::ArrowDown, STRIDE)] {
        if pressed(key) {
            panel.lift += by;
        }
    }
    for (keys, factor) in [([Key::Plus, Key::Equals].as_slice(), 2.0), (&[Key::Minus], 0.5)] {
        if keys.iter().any(|key| pressed(*key)) {
            // The newest stays where it is while it is followed, and else the entry that one has gone to, or the middle.
            let at = panel.cursor.as_ref().map(|told| panel.view.x(told.mark.from_ms));
            let at = at.filter(|x| (0.0..width).contains(x)).unwrap_or(width / 2.0);
            panel.view.zoom(if panel.follow { width } else { at }, factor);
        }
    }
    if pressed(Key::End) {
        panel.follow = true;
    }
    if pressed(Key::Home)
        && let Some(answer) = panel.desk.answer.clone()
    {
        fit_all(panel, &answer, width);
    }
    for (key, forward) in [(Key::Comma, false), (Key::Period, true)] {
        if pressed(key) {
            let at = panel.cursor.as_ref().map(|told| told.mark);
            let from_ms = match (at, forward) {
                (Some(mark), _) => mark.from_ms,
                (None, true) => panel.view.from as u64,
                (None, false) => panel.view.ms(width) as u64,
            };
            let (id, filter) = (at.map(|mark| mark.id), panel.filter.clone());
            panel.desk.seek = Some(TimelineSeek { from_ms, id, forward, filter });
        }
    }
}

/// Goes to the entry that was looked for by key.
fn take_found(panel: &mut TimelinePanel, width: f32) {
    if let Some(Some(told)) = panel.desk.found.take() {
        panel.follow = false;
        panel.view.bring_in(told.mark.from_ms, width);
        panel.cursor = Some(told);
    }
}

/// What the pointer and Enter do to a mark: told in a line, chosen, or what is counted shown larger.
fn point(
    ui: &Ui,
    panel: &mut TimelinePanel,
    response: &Response,
    canvas: &Canvas,
    layout: &Layout,
    answer: &TimelineAnswer,
    choice: &mut Choice,
) {
    let presses_enter = panel.has_keys && ui.input(|input| input.key_pressed(Key::Enter));
    if presses_enter && let Some(told) = panel.cursor.clone() {
        panel.inspect(&told, choice);
        return;
    }
    let now = panel.now(answer);
    let pointer = ui.input(|input| input.pointer.hover_pos()).filter(|at| canvas.lanes().contains(*at));
    let lanes = canvas.lanes();
    let pointer = pointer.filter(|_| response.contains_pointer() && !response.dragged());
    let hit = pointer.and_then(|at| {
        let placed = layout.hit(at.x - lanes.left(), at.y - lanes.top() + canvas.lift)?;
        Some((at, placed))
    });
    let Some((at, placed)) = hit else {
        if panel.has_keys {
            tell_cursor(ui, panel.cursor.as_ref(), response, canvas, layout, now);
        }
        return;
    };
    ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
    let told = match placed.what {
        What::Mark(index) => line(&answer.marks[index], now),
        What::Cell(index) => paint::crowd(&answer.cells[index]),
    };
    if response.clicked() {
        match placed.what {
            What::Mark(index) => panel.inspect(&answer.marks[index], choice),
            What::Cell(index) => show_larger(panel, &answer.cells[index], answer.cell_ms, at.x - lanes.left()),
        }
    }
    response.clone().on_hover_text_at_pointer(told);
}

/// Tells the entry that one has gone to by key, where it is.
fn tell_cursor(ui: &Ui, cursor: Option<&ToldMark>, response: &Response, canvas: &Canvas, layout: &Layout, now: u64) {
    let Some(told) = cursor else { return };
    let (area, room) = (canvas.lanes(), layout.rooms[told.mark.lane as usize]);
    let at = pos2(area.left() + canvas.view.x(told.mark.from_ms), area.top() - canvas.lift + room.top);
    if area.contains(at) {
        let anchor = Rect::from_min_size(at, vec2(1.0, room.bottom - room.top));
        Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), response.id, anchor).show(|ui| ui.label(line(told, now)));
    }
}

/// `Steps, 30 Nov 2026, 17:02:29 UTC, 3.2 s: mine 3 oak_log: done: …`
fn line(told: &ToldMark, now: u64) -> String {
    let ToldMark { mark, text } = told;
    let lasted = mark.to_ms.unwrap_or(now).saturating_sub(mark.from_ms);
    let lasted = if mark.id == mark.last && mark.to_ms.is_some() && lasted == 0 {
        String::new()
    } else {
        format!(", {}", axis::lasted(lasted))
    };
    let text = super::words::start_of(text, 240);
    format!("{}, {}{lasted}: {text}", mark.lane.name(), axis::moment(mark.from_ms))
}

fn show_larger(panel: &mut TimelinePanel, cell: &TimelineCell, cell_ms: u64, x: f32) {
    panel.follow = false;
    panel.view.zoom(x, CLOSER);
    panel.view.bring_in(cell.from_ms + cell_ms / 2, panel.shown.map_or(1.0, |(area, _)| area.width()));
}

/// What is chosen may have gone on since: it is looked at anew.
fn follow_chosen(panel: &mut TimelinePanel, answer: &TimelineAnswer, choice: &mut Choice) {
    let Some(Chosen::Mark(chosen)) = choice.what() else { return };
    let now = answer.marks.iter().map(|told| told.mark).find(|mark| mark.id == chosen.id);
    if let Some(mark) = now.filter(|mark| mark != chosen) {
        panel.desk.look = Some(mark);
        choice.renew(Chosen::Mark(mark));
    }
}
