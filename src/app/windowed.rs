//! The window's App: which of Bevy's plugins it takes, when it draws, and how it is woken.
//!
//! It draws when something happened, not for ever: the window may be drawn by the same two processors that the bot
//! needs. Input draws at once; the body's news draw at most [`FRAMES_A_SECOND`] times a second; and a slow beat keeps
//! alive what depends on wall time.

use std::{sync::Arc, time::Duration};

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

use crate::ui;

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
