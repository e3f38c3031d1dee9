//! The window's App: which of Bevy's plugins it takes, when it draws, and how it is woken.
//!
//! It draws when something happened, not for ever: the window may be drawn by the same two processors that the bot
//! needs. Input draws at once; the body's news draw at most [`FRAMES_A_SECOND`] times a second; and a slow beat keeps
//! alive what depends on wall time.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use bevy::{
    app::{PluginGroupBuilder, TaskPoolPlugin, TerminalCtrlCHandlerPlugin},
    camera::ClearColorConfig,
    core_pipeline::tonemapping::{DebandDither, Tonemapping},
    prelude::*,
    render::view::Msaa,
    shader::Shader,
    window::{ExitCondition, PresentMode, WindowPlugin, WindowResolution},
    winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent},
};
use bevy_egui::{EguiGlobalSettings, EguiPlugin, PrimaryEguiContext, render::EGUI_SHADER_HANDLE};

use super::{
    Ended, Failure, Interrupt, SessionConfig, build_mind, headless,
    run::print_end,
    session::{start_body, task_pools},
    status,
    terminal::Terminal,
};
use crate::{
    brain::{self, GoalPhase},
    ui,
};

/// How often the body's news may draw the window.
const FRAMES_A_SECOND: u64 = 30;
/// The beat of a window in which nothing happens.
const IDLE_FRAME: Duration = Duration::from_millis(500);
/// In points; the layout is made for this and larger.
const SIZE: (u32, u32) = (1280, 800);
const SMALLEST: (f32, f32) = (800.0, 500.0);

/// Whether a window can be opened: there is a display, and it answers.
///
/// Asked before Bevy is, whose window plugin panics where there is none.
pub fn has_display() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    std::env::var("DISPLAY").is_ok_and(|display| answers(&display))
}

/// `:0`, `host:0.0`, `unix:0`: whether an X server listens there.
fn answers(display: &str) -> bool {
    let Some((host, number)) = display.rsplit_once(':') else { return false };
    let Ok(number) = number.split('.').next().unwrap_or_default().parse::<u16>() else { return false };
    #[cfg(unix)]
    if matches!(host, "" | "unix") {
        use std::os::unix::net::UnixStream;
        return UnixStream::connect(format!("/tmp/.X11-unix/X{number}")).is_ok();
    }
    std::net::TcpStream::connect((host, 6000u16.saturating_add(number))).is_ok()
}

/// Bevy's plugins for a window, the task pools made as the body needs them.
///
/// Ctrl-C stays with the session, which lets the bot come to rest first.
pub fn window_plugins(title: &str, pools: TaskPoolPlugin) -> PluginGroupBuilder {
    let window = Window {
        title: title.to_owned(),
        name: Some("blockwright".to_owned()),
        resolution: WindowResolution::new(SIZE.0, SIZE.1),
        resize_constraints: WindowResizeConstraints {
            min_width: SMALLEST.0,
            min_height: SMALLEST.1,
            ..WindowResizeConstraints::default()
        },
        present_mode: PresentMode::AutoVsync,
        ..Window::default()
    };
    DefaultPlugins
        .set(pools)
        .set(WindowPlugin {
            primary_window: Some(window),
            exit_condition: ExitCondition::OnAllClosed,
            ..WindowPlugin::default()
        })
        .disable::<TerminalCtrlCHandlerPlugin>()
}

/// Egui, its camera, and when to draw. Goes after [`window_plugins`].
pub fn plugin(app: &mut App) {
    let calm = UpdateMode::reactive_low_power(IDLE_FRAME);
    app.add_plugins(EguiPlugin::default())
        .insert_resource(EguiGlobalSettings { auto_create_primary_context: false, ..EguiGlobalSettings::default() })
        .insert_resource(WinitSettings { focused_mode: calm, unfocused_mode: calm })
        .add_systems(Startup, spawn_camera);
    let cheap = Shader::from_wgsl(include_str!("egui_cheap.wgsl"), "egui_cheap.wgsl");
    if let Err(error) = app.world_mut().resource_mut::<Assets<Shader>>().insert(&EGUI_SHADER_HANDLE, cheap) {
        tracing::warn!("the window is drawn with the dearer shader: {error}");
    }
}

/// Egui draws everything; the camera under it only clears.
fn spawn_camera(mut commands: Commands) {
    let [red, green, blue] = ui::CLEAR_COLOR;
    let clear_color = ClearColorConfig::Custom(Color::srgb_u8(red, green, blue));
    commands.spawn((
        Camera2d,
        Camera { clear_color, ..Camera::default() },
        PrimaryEguiContext,
        // Four samples a pixel, tones and dithering cost half a frame on a software renderer, and egui needs none.
        Msaa::Off,
        Tonemapping::None,
        DebandDither::Disabled,
    ));
}

/// A function any thread may call as often as it likes: the window's App updates soon after, but not more often than it
/// should draw. Goes after [`window_plugins`].
pub fn waker(app: &App) -> Arc<dyn Fn() + Send + Sync> {
    let proxy = (*app.world().resource::<EventLoopProxyWrapper>()).clone();
    let (news, waiting) = crossbeam_channel::bounded::<()>(1);
    let wake = move || {
        while waiting.recv().is_ok() && proxy.send_event(WinitUserEvent::WakeUp).is_ok() {
            std::thread::sleep(Duration::from_millis(1000 / FRAMES_A_SECOND));
        }
    };
    if let Err(error) = std::thread::Builder::new().name("wake".to_owned()).spawn(wake) {
        tracing::warn!("the window draws only twice a second: {error}");
    }
    // A full channel means that a frame is due already.
    Arc::new(move || _ = news.try_send(()))
}

/// What the window's end leaves behind for `main`: winit keeps the App itself.
#[derive(Resource, Clone, Default)]
struct LastWord(Arc<Mutex<Option<Ended>>>);

/// Whether to close once every goal has ended.
#[derive(Resource)]
struct ExitWhenDone(bool);

/// Runs goals in a window until it is closed, or, with `exit`, until every goal has ended.
///
/// # Errors
/// If the body cannot be started.
pub fn run_windowed(
    config: SessionConfig,
    interrupt: Interrupt,
    exit: bool,
    terminal: Terminal,
) -> Result<Ended, Failure> {
    let last_word = LastWord::default();
    let mut app = App::new();
    app.add_plugins((window_plugins("Blockwright", task_pools()), plugin, ui::plugin, headless::plugin))
        .insert_resource(interrupt.clone())
        .insert_resource(last_word.clone())
        .insert_resource(ExitWhenDone(exit))
        .insert_resource(terminal)
        .add_systems(Update, (print_news, follow_the_end).chain().after(headless::end_when_over))
        .add_systems(Last, leave_last_word);
    let wake = waker(&app);
    interrupt.listen(wake.clone());
    let body = start_body(config.server.clone(), &config.username, wake)?;
    build_mind(&mut app, config, body);
    app.run();
    let ended = last_word.0.lock().ok().and_then(|mut ended| ended.take());
    Ok(ended.unwrap_or(Ended { status: status::FAILED, report: None, reason: None }))
}

fn print_news(world: &mut World) {
    world.resource_scope(|world, mut terminal: Mut<Terminal>| terminal.print_news(world));
}

/// Prints the report whenever all goals have ended, and closes the window where that was asked for.
fn follow_the_end(
    ended: Option<Res<Ended>>,
    exit: Res<ExitWhenDone>,
    goals: Query<&GoalPhase>,
    terminal: Res<Terminal>,
    mut exits: MessageWriter<AppExit>,
    mut commands: Commands,
) {
    let Some(ended) = ended else { return };
    if ended.is_added() {
        print_end(&ended, &terminal);
    }
    let closes = exit.0 || matches!(ended.status, status::INTERRUPTED | status::NOT_JOINED);
    if closes {
        exits.write(AppExit::Success);
    } else if goals.iter().any(|phase| !phase.is_over()) {
        commands.remove_resource::<Ended>();
    }
}

/// The last frame of all: how it stands is how it ended.
fn leave_last_word(world: &mut World) {
    if world.resource::<Messages<AppExit>>().is_empty() {
        return;
    }
    let ended = world.get_resource::<Ended>().cloned().unwrap_or_else(|| {
        let report = brain::report(world, false);
        Ended { status: status::FAILED, report: Some(report), reason: None }
    });
    if let Ok(mut word) = world.resource::<LastWord>().0.lock() {
        *word = Some(ended);
    }
}
