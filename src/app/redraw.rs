//! Draws only what is new: a frame whose picture is the one already on the screen is not handed to the renderer.
//!
//! The mind's App has to update twenty times a second to follow the body, and Bevy would draw each time. Mostly nothing
//! that one can see has changed. On a software renderer a frame takes some twenty milliseconds from the processors that
//! the bot plays on, so how often a changing picture may be drawn is bounded too.
//!
//! How: the render App's extraction is wrapped, and its schedule runs only if something was extracted.
//!
//! A frame that is drawn must be whole. Left to themselves, two things come a frame late, and with drawing on demand the
//! next frame may be half a second away: what egui wrote into its textures is announced to the renderer by
//! [`AssetEventSystems`], to which bevy_egui gives no order; and a new size of the window reaches egui by the camera,
//! which Bevy measures at the end of a frame. Both are put before their use here.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
    time::{Duration, Instant},
};

use bevy::{
    app::SubApp,
    asset::AssetEventSystems,
    ecs::schedule::ScheduleLabel,
    prelude::*,
    render::{Render, RenderApp, camera::camera_system, renderer::RenderAdapterInfo},
    window::WindowEvent,
};
use bevy_egui::{EguiContext, EguiPostUpdateSet, EguiPreUpdateSet, EguiRenderOutput, egui};

/// While pipelines are compiled and windows made, every frame is drawn: what an early one lacks cannot be told.
const STARTING: Duration = Duration::from_secs(4);
/// So often the picture is drawn anyway: a window system may have lost it without a word.
const ANYWAY: Duration = Duration::from_secs(10);
/// The shortest time between two pictures, on a graphics processor and on the bot's own processors.
const ON_HARDWARE: Duration = Duration::from_millis(30);
const ON_SOFTWARE: Duration = Duration::from_millis(90);
/// The same while a hand is at work, which wants to see what it does.
const BY_HAND_ON_SOFTWARE: Duration = Duration::from_millis(45);

/// Goes after Bevy's and egui's plugins.
pub fn plugin(app: &mut App) {
    app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems))
        .add_systems(PreUpdate, camera_system.before(EguiPreUpdateSet::InitContexts))
        .insert_resource(Gate::new())
        .add_systems(Last, decide);
    let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
    gate(render_app);
}

/// Has the App update again soon.
#[derive(Resource)]
pub struct Again(pub Arc<dyn Fn() + Send + Sync>);

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

/// What is known of a frame when it is made.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// A hash of it.
    picture: u64,
    /// Input came.
    by_hand: bool,
    /// It cannot wait: it brings textures, which Bevy forgets after two frames if they are not extracted; or the window
    /// system has lost what was on the screen.
    now: bool,
    /// It is drawn by the bot's own processors.
    software: bool,
}

impl Gate {
    fn new() -> Self {
        let now = Instant::now();
        Self { open: true, started: now, drawn: now, picture: 0, by_hand: false }
    }

    fn decide(&mut self, now: Instant, frame: Frame) -> bool {
        self.by_hand |= frame.by_hand;
        let pause = match (frame.software, self.by_hand) {
            (false, _) => ON_HARDWARE,
            (true, true) => BY_HAND_ON_SOFTWARE,
            (true, false) => ON_SOFTWARE,
        };
        let since = now.duration_since(self.drawn);
        self.open = frame.now
            || now.duration_since(self.started) < STARTING
            || since >= ANYWAY
            || (frame.picture != self.picture && since >= pause);
        if self.open {
            (self.drawn, self.picture, self.by_hand) = (now, frame.picture, false);
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
    again: Option<Res<Again>>,
) {
    let mut hasher = DefaultHasher::new();
    for (_, output) in &outputs {
        output.paint_jobs.iter().for_each(|job| hash(job, &mut hasher));
    }
    let mut frame = Frame { picture: hasher.finish(), ..Frame::default() };
    // Read to the end each: what is not read would count again in the next frame.
    frame.now = images.read().count() + shaders.read().count() > 0;
    for event in window_events.read() {
        frame.by_hand = true;
        frame.now |= matches!(event, WindowEvent::WindowResized(_) | WindowEvent::WindowOccluded(_));
    }
    frame.software = adapter.is_some_and(|adapter| format!("{:?}", adapter.device_type) == "Cpu");
    if !gate.decide(Instant::now(), frame)
        && gate.picture != frame.picture
        && let Some(again) = again
    {
        // A new picture that came too soon after another: without this it might wait for the idle window's beat.
        again.0();
    }
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
    use std::collections::HashSet;

    use bevy::{
        app::TaskPoolPlugin,
        ecs::message::MessageCursor,
        image::ImagePlugin,
        input::InputPlugin,
        render::texture::ManualTextureViews,
        shader::Shader,
        time::TimePlugin,
        window::{PrimaryWindow, WindowPlugin, WindowResized},
    };
    use bevy_egui::{EguiContexts, EguiManagedTextures, EguiPrimaryContextPass, PrimaryEguiContext};

    use super::*;
    use crate::app::windowed;

    #[test]
    fn what_is_on_the_screen_is_not_drawn_again() {
        let mut gate = Gate::new();
        let start = gate.started;
        let mut draws = |millis: u64, picture, by_hand, now| {
            let frame = Frame { picture, by_hand, now, software: true };
            gate.decide(start + STARTING + Duration::from_millis(millis), frame)
        };
        assert!(draws(0, 1, false, false), "the first");
        assert!(!draws(200, 1, false, false), "the same");
        assert!(draws(400, 2, false, false), "another");
        assert!(!draws(450, 3, false, false), "too soon");
        assert!(draws(451, 3, true, false), "but a hand is at work");
        assert!(draws(452, 3, false, true), "new textures cannot wait");
        assert!(!draws(9_000, 3, false, false), "the same for long");
        assert!(draws(11_000, 3, false, false), "from time to time all the same");
    }

    #[test]
    fn every_frame_is_drawn_at_first() {
        let mut gate = Gate::new();
        let start = gate.started;
        let frame = Frame { picture: 1, software: true, ..Frame::default() };
        assert!((0..100).all(|millis| gate.decide(start + Duration::from_millis(millis), frame)));
    }

    /// The window's plugins without a window system and a renderer.
    fn app() -> App {
        let mut app = App::new();
        let no_window = WindowPlugin { primary_window: None, ..WindowPlugin::default() };
        app.add_plugins((TaskPoolPlugin::default(), TimePlugin, AssetPlugin::default(), ImagePlugin::default()))
            .add_plugins((InputPlugin, no_window))
            .init_asset::<Shader>()
            .init_resource::<ManualTextureViews>()
            .add_plugins(windowed::plugin);
        app.world_mut().spawn((Window::default(), PrimaryWindow));
        app
    }

    /// One texture set as a whole, one written into, and egui's letters.
    #[derive(Resource, Default)]
    struct Painted(Option<[egui::TextureHandle; 2]>);

    fn draw(mut contexts: EguiContexts, mut painted: ResMut<Painted>) -> Result {
        let context = contexts.ctx_mut()?;
        let image = |side| egui::ColorImage::filled([side, side], egui::Color32::RED);
        let [whole, part] = painted
            .0
            .get_or_insert_with(|| ["whole", "part"].map(|name| context.load_texture(name, image(8), OPTIONS)));
        whole.set(image(8), OPTIONS);
        part.set_partial([0, 0], image(4), OPTIONS);
        Ok(())
    }
    const OPTIONS: egui::TextureOptions = egui::TextureOptions::NEAREST;

    #[test]
    fn what_a_frame_paints_with_is_announced_to_the_renderer_in_that_frame() {
        let mut app = app();
        app.init_resource::<Painted>().add_systems(EguiPrimaryContextPass, draw);
        let mut cursor = MessageCursor::<AssetEvent<Image>>::default();
        let mut announced = HashSet::new();
        for frame in 0..10 {
            app.update();
            let world = app.world();
            let mut written = HashSet::new();
            for event in cursor.read(world.resource::<Messages<AssetEvent<Image>>>()) {
                match event {
                    AssetEvent::Added { id } => _ = announced.insert(*id),
                    AssetEvent::Modified { id } => _ = written.insert(*id),
                    _ => {}
                }
            }
            let textures = world.resource::<EguiManagedTextures>();
            let missing = textures.values().filter(|texture| !announced.contains(&texture.handle.id())).count();
            assert_eq!(missing, 0, "frame {frame} paints with textures that the renderer has not got");
            let Some([_, part]) = &world.resource::<Painted>().0 else { panic!("nothing was painted") };
            let part = textures.iter().find(|((_, id), _)| egui::TextureId::Managed(*id) == part.id());
            let (_, part) = part.expect("the texture that is written into");
            assert!(frame == 0 || written.contains(&part.handle.id()), "frame {frame} paints with an old texture");
        }
    }

    #[test]
    fn a_new_size_is_laid_out_in_the_frame_that_learns_of_it() {
        let mut app = app();
        app.update();
        for (width, height) in [(900, 700), (2560, 1440), (800, 500)] {
            let world = app.world_mut();
            let mut windows = world.query::<(Entity, &mut Window)>();
            let (window, mut its) = windows.single_mut(world).expect("one window");
            its.resolution.set_physical_resolution(width, height);
            world.write_message(WindowResized { window, width: width as f32, height: height as f32 });
            app.update();
            let world = app.world_mut();
            let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
            let size = contexts.single_mut(world).expect("one context").get_mut().content_rect().size();
            assert_eq!((size.x, size.y), (width as f32, height as f32));
        }
    }
}
