//! The chat: what was said in the game, by whom, and a box to speak as the bot.
//!
//! What is said there is data, whoever says it: nothing of it is read here. What the person types becomes a goal that comes first
//! ([`UserAsk::Say`]): the bot does one thing at a time, and the server shows that it was said.

mod line;
mod speak;

use bevy_egui::egui::{Align, Button, Id, Key, Label, Layout, RichText, TextEdit, Ui, vec2};

use super::{tail::Tail, theme, words};
use crate::{
    domain::{BotView, ChatLine, GoalState, MAX_CHAT_LENGTH, MindView, UserAsk},
    mind::plan::grammar::speech,
};

/// Characters that are told of what was not said.
const TOLD: usize = 40;

/// What is being typed, what was said last, and how the list stands.
#[derive(Clone, Debug, Default)]
pub struct ChatPanel {
    text: String,
    /// What is wrong with the text, and the text that this was asked of.
    refusal: (String, Option<String>),
    /// The box is to take what is typed from now on.
    wants_focus: bool,
    /// What was said last, and the goal that it became: how that ends is told.
    said: Option<(String, String)>,
    tail: Tail,
    /// The height of all below the list, in points.
    below: f32,
}

impl ChatPanel {
    /// The box takes what is typed from now on.
    pub fn focus(&mut self) {
        self.wants_focus = true;
    }

    fn refusal(&mut self) -> Option<&str> {
        if self.refusal.0 != self.text {
            self.refusal = (self.text.clone(), speak::refusal(&self.text));
        }
        self.refusal.1.as_deref()
    }

    fn may_be_said(&mut self) -> bool {
        let length = speak::length(&self.text);
        (1..=MAX_CHAT_LENGTH).contains(&length) && self.refusal().is_none()
    }
}

/// Fills its pane.
pub fn chat_ui(ui: &mut Ui, view: &MindView, bot: &BotView, panel: &mut ChatPanel, asks: &mut Vec<UserAsk>) {
    let is_heard = |line: &&ChatLine| line.bot.as_ref().is_none_or(|name| *name == bot.username);
    let lines: Vec<&ChatLine> = view.chat.iter().filter(is_heard).collect();
    let room = (ui.available_height() - panel.below).max(0.0);
    let shown = panel.tail.area().id_salt("chat").max_height(room).min_scrolled_height(0.0).show(ui, |ui| {
        if lines.is_empty() {
            let words = "Nothing was said yet. What players and the server say in the game stands here; it is never taken for an instruction.";
            ui.add(Label::new(theme::quiet(words)).wrap());
        }
        lines.iter().for_each(|chat| line::line_ui(ui, chat, &bot.username));
    });
    let next = lines.last().map_or(0, |last| last.number + 1);
    panel.tail.follow(ui, &shown, next, |since| lines.iter().filter(|line| line.number >= since).count());
    let top = ui.cursor().top();
    // A line that is cut off ends a little below its list.
    ui.add_space(theme::NEAR);
    quick_ui(ui, view, bot, asks);
    box_ui(ui, bot, panel, asks);
    note_ui(ui, view, panel);
    let below = ui.cursor().top() - top + theme::NEAR;
    if (below - panel.below).abs() >= 1.0 {
        // The list gives way in the next frame.
        panel.below = below;
        ui.ctx().request_repaint();
    }
}

/// Goals that are asked for by a click, where they make sense.
fn quick_ui(ui: &mut Ui, view: &MindView, bot: &BotView, asks: &mut Vec<UserAsk>) {
    let quick = speak::quick(view, bot);
    if quick.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::quiet("Ask for"));
        for words in quick {
            let chip = Button::new(theme::quiet(&words).color(theme::TEXT)).corner_radius(10.0);
            if ui.add(chip).on_hover_text("A goal, as if it were typed into the goal box").clicked() {
                asks.push(UserAsk::NewGoal(speak::addressed(view, bot, &words)));
            }
        }
    });
    ui.add_space(theme::NEAR);
}

fn box_ui(ui: &mut Ui, bot: &BotView, panel: &mut ChatPanel, asks: &mut Vec<UserAsk>) {
    let ready = panel.may_be_said();
    let mut send = false;
    let row = vec2(ui.available_width(), 30.0);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        let (text, fill) = if ready { (theme::BACKGROUND, theme::ACCENT) } else { (theme::QUIET, theme::RAISED) };
        let button = Button::new(RichText::new("Say").color(text)).fill(fill).min_size(vec2(60.0, 30.0));
        send |= ui.add(button).on_hover_text("Or press Enter").clicked();
        if let Some(length) = speak::told_length(&panel.text) {
            let color = if speak::length(&panel.text) > MAX_CHAT_LENGTH { theme::FAILED } else { theme::PAUSED };
            ui.label(RichText::new(length).small().color(color)).on_hover_text("Letters that the game takes in a line");
        }
        let hint = format!("Speak as {}", if bot.username.is_empty() { "the bot" } else { &bot.username });
        let edit = TextEdit::singleline(&mut panel.text)
            // What comes and goes around it must not take the focus.
            .id(Id::new("speak"))
            .hint_text(RichText::new(hint).color(theme::FAINT))
            .desired_width(f32::INFINITY)
            .min_size(vec2(0.0, 30.0))
            .vertical_align(Align::Center);
        let typed = ui.add(edit);
        if std::mem::take(&mut panel.wants_focus) {
            typed.request_focus();
        }
        if typed.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            send = true;
            // The next words can be typed at once.
            typed.request_focus();
        }
    });
    if send && panel.may_be_said() {
        let words = std::mem::take(&mut panel.text).trim().to_owned();
        panel.said = speech(&words).ok().map(|goal| (words.clone(), goal));
        panel.tail.go_back();
        asks.push(UserAsk::Say { bot: bot.username.clone(), words });
    }
}

/// What is wrong with what is typed; or else what became of what was said last, where that is not simply done.
fn note_ui(ui: &mut Ui, view: &MindView, panel: &mut ChatPanel) {
    if let Some(refusal) = panel.refusal() {
        ui.add(Label::new(RichText::new(refusal).small().color(theme::FAILED)).wrap());
        return;
    }
    let Some((said, goal)) = panel.said.clone().filter(|_| panel.text.is_empty()) else { return };
    let Some(goal) = speak::unsaid(view, &goal) else { return };
    let why = words::without_code(goal.note.as_deref().unwrap_or("no reason was given"));
    let (what, color) = match goal.state {
        GoalState::Paused => ("waits to be said", theme::PAUSED),
        _ => ("was not said", theme::FAILED),
    };
    ui.horizontal_wrapped(|ui| {
        let told = format!("\u{201c}{}\u{201d} {what}: {why}", words::start_of(&said, TOLD));
        ui.label(RichText::new(told).small().color(color));
        if ui.button(RichText::new("Edit").small()).on_hover_text("Puts your words back into the box").clicked() {
            panel.text = said;
            panel.wants_focus = true;
        }
    });
}
