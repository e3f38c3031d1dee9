//! Draws only what is new: a frame whose picture is the one already on the screen is not handed to the renderer.
//!
//! The mind's App has to update twenty times a second to follow the body, and Bevy would draw each time. Mostly nothing
//! that one can see has changed. On a software renderer a frame takes some twenty milliseconds from the processors that
//! the bot plays on, so how often a changing picture may be drawn is bounded too.
//!
//! How: the render App's extraction is wrapped, and its schedule runs only if something was extracted.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    time::{Duration, Instant},
};

use bevy::{
    app::SubApp,
    ecs::schedule::ScheduleLabel,
    prelude::*,
    render::{Render, RenderApp, renderer::RenderAdapterInfo},
    window::WindowEvent,
};
use bevy_egui::{EguiContext, EguiRenderOutput, egui};

/// While pipelines are compiled and windows made, every frame is drawn: what an early one lacks cannot be told.
const STARTING: Duration = Duration::from_secs(4);
/// So often the picture is drawn anyway: a window system may have lost it.
const ANYWAY: Duration = Duration::from_secs(2);
/// The shortest time between two pictures, on a graphics processor and on the bot's own processors.
const ON_HARDWARE: Duration = Duration::from_millis(30);
const ON_SOFTWARE: Duration = Duration::from_millis(90);
/// The same while a hand is at work, which wants to see what it does.
const BY_HAND_ON_SOFTWARE: Duration = Duration::from_millis(45);

/// Goes after Bevy's and egui's plugins.
pub fn plugin(app: &mut App) {
    app.insert_resource(Gate::new()).add_systems(Last, decide);
    let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
    gate(render_app);
}

/// Whether this frame is drawn.
#[derive(Resource)]
struct Gate {
    open: bool,
    started: Instant,
    drawn: Instant,
    /// A hash of the picture on the screen.
    picture: u64,
    /// Input came since the last picture.
    by_hand: bool,
}

impl Gate {
    fn new() -> Self {
        let now = Instant::now();
        Self { open: true, started: now, drawn: now, picture: 0, by_hand: false }
    }

    fn decide(&mut self, now: Instant, picture: u64, by_hand: bool, uploads: bool, software: bool) -> bool {
        self.by_hand |= by_hand;
        let pause = match (software, self.by_hand) {
            (false, _) => ON_HARDWARE,
            (true, true) => BY_HAND_ON_SOFTWARE,
            (true, false) => ON_SOFTWARE,
        };
        let since = now.duration_since(self.drawn);
        // Bevy forgets what was not extracted after two frames: new textures cannot wait.
        self.open = uploads
            || now.duration_since(self.started) < STARTING
            || since >= ANYWAY
            || (picture != self.picture && since >= pause);
        if self.open {
            (self.drawn, self.picture, self.by_hand) = (now, picture, false);
        }
        self.open
    }
}

/// Runs last, when egui has made its triangles.
fn decide(
    mut gate: ResMut<Gate>,
    outputs: Query<(&EguiContext, &EguiRenderOutput)>,
    mut window_events: MessageReader<WindowEvent>,
    mut images: MessageReader<AssetEvent<Image>>,
    mut shaders: MessageReader<AssetEvent<bevy::shader::Shader>>,
    adapter: Option<Res<RenderAdapterInfo>>,
) {
    let mut hasher = DefaultHasher::new();
    for (_, output) in &outputs {
        output.paint_jobs.iter().for_each(|job| hash(job, &mut hasher));
    }
    // Read to the end each: what is not read would count again in the next frame.
    let by_hand = window_events.read().count() > 0;
    let uploads = images.read().count() + shaders.read().count() > 0;
    let software = adapter.is_some_and(|adapter| format!("{:?}", adapter.device_type) == "Cpu");
    gate.decide(Instant::now(), hasher.finish(), by_hand, uploads, software);
}

/// Everything of a paint job that one can see.
fn hash(job: &egui::ClippedPrimitive, hasher: &mut impl Hasher) {
    let rect = job.clip_rect;
    [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(f32::to_bits).hash(hasher);
    if let egui::epaint::Primitive::Mesh(mesh) = &job.primitive {
        mesh.texture_id.hash(hasher);
        mesh.indices.hash(hasher);
        for vertex in &mesh.vertices {
            [vertex.pos.x, vertex.pos.y, vertex.uv.x, vertex.uv.y].map(f32::to_bits).hash(hasher);
            vertex.color.to_array().hash(hasher);
        }
    }
}

/// The render App's schedule, run only for frames that were extracted.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct RenderIfExtracted;

#[derive(Resource, Default)]
struct Extracted(bool);

fn gate(render_app: &mut SubApp) {
    let Some(mut extract) = render_app.take_extract() else { return };
    render_app.set_extract(move |main_world, render_world| {
        let open = main_world.get_resource::<Gate>().is_none_or(|gate| gate.open);
        render_world.insert_resource(Extracted(open));
        if open {
            extract(main_world, render_world);
        }
    });
    render_app.init_resource::<Extracted>();
    render_app.add_systems(RenderIfExtracted, |world: &mut World| {
        if world.resource::<Extracted>().0 {
            world.run_schedule(Render);
        }
    });
    render_app.update_schedule = Some(RenderIfExtracted.intern());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_the_screen_is_not_drawn_again() {
        let mut gate = Gate::new();
        let start = gate.started;
        let mut draws = |millis: u64, picture, by_hand, uploads| {
            gate.decide(start + STARTING + Duration::from_millis(millis), picture, by_hand, uploads, true)
        };
        assert!(draws(0, 1, false, false), "the first");
        assert!(!draws(200, 1, false, false), "the same");
        assert!(draws(400, 2, false, false), "another");
        assert!(!draws(450, 3, false, false), "too soon");
        assert!(draws(451, 3, true, false), "but a hand is at work");
        assert!(draws(452, 3, false, true), "new textures cannot wait");
        assert!(draws(2500, 3, false, false), "from time to time all the same");
    }

    #[test]
    fn every_frame_is_drawn_at_first() {
        let mut gate = Gate::new();
        let start = gate.started;
        assert!((0..100).all(|frame| gate.decide(start + Duration::from_millis(frame), 1, false, false, true)));
    }
}
