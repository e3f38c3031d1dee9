//! The mind in a window: which of Bevy's plugins it takes, when it updates, how it is woken and how it ends.
//!
//! The App updates when something happened, not for ever: the window may be drawn by the same two processors that the
//! bot needs. Input updates at once; the body's news update at most [`FRAMES_A_SECOND`] times a second; and a slow beat
//! keeps alive what depends on wall time.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use bevy::{
    app::{PluginGroupBuilder, TaskPoolPlugin, TerminalCtrlCHandlerPlugin},
    camera::ClearColorConfig,
    core_pipeline::tonemapping::{DebandDither, Tonemapping},
    ecs::message::MessageCursor,
    prelude::*,
    render::view::Msaa,
    shader::Shader,
    window::{ExitCondition, PresentMode, WindowCloseRequested, WindowPlugin, WindowResolution},
    winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent},
};
use bevy_egui::{EguiGlobalSettings, EguiPlugin, PrimaryEguiContext, render::EGUI_SHADER_HANDLE};

use super::{
    Ended, Failure, Interrupt, SessionConfig, build_mind,
    headless::{self, all_say_goodbye, run_headless},
    log, process, redraw,
    session::{start_bodies, task_pools},
    status,
    terminal::{Terminal, complain},
    timeline::{self, History},
};
use crate::{
    domain::{GoalState, tame},
    journal::Journal,
    mind::FreePlans,
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

/// Runs a session in a window until the person closes it, or with `exit_when_over` until its goals have ended.
///
/// Where no window can be had after all (no graphics driver, say) it goes on in the terminal and says so. `layout`: where
/// the panes' places are kept. `history`: where the timeline's entries are.
///
/// # Errors
/// If the session cannot be started.
pub fn run_windowed(
    mut config: SessionConfig,
    interrupt: Interrupt,
    exit_when_over: bool,
    layout: Option<ui::LayoutFile>,
    history: History,
    mut terminal: Terminal,
) -> Result<Ended, Failure> {
    let title = format!("Blockwright: {}", tame(config.bots.first().map_or("", |bot| bot.server_name.as_str())));
    let Some(mut app) = open(&title) else {
        complain("no window can be opened here; going on in the terminal");
        config.policy.comes_back = false;
        if config.policy.free_plans == FreePlans::Confirmed {
            config.policy.free_plans = FreePlans::Refused;
        }
        interrupt.listen(Arc::new(|| ()))?;
        let ended = run_headless(config, interrupt, |world| terminal.print_news(world))?;
        terminal.print_end(&ended);
        return Ok(ended);
    };
    let end = Verdict::default();
    app.insert_resource(interrupt.clone())
        .insert_resource(end.clone())
        .insert_resource(Session { terminal, exit_when_over, reported: false })
        .add_plugins((ui::plugin, headless::plugin))
        .add_systems(Last, (print_news, end_session).chain());
    if let Some(layout) = layout {
        app.insert_resource(layout);
    }
    let wake = waker(&app);
    app.insert_resource(redraw::Again(wake.clone()));
    timeline::plug_into(&mut app, history, wake.clone());
    log::plug_into(&mut app);
    interrupt.listen(wake.clone())?;
    let bodies = start_bodies(&config.bots, &wake)?;
    build_mind(&mut app, config, bodies, wake)?;
    app.run();
    let ended = end.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    ended.ok_or_else(|| Failure::new(status::FAILED, "the window ended without saying why"))
}

/// Shows a session that is over, until the person closes the window: no bot plays, and no server is joined. `span`: from when to when it
/// was recorded.
///
/// # Errors
/// Where no window can be had.
pub fn run_replay(
    store: PathBuf,
    session: u64,
    span: (u64, u64),
    layout: Option<ui::LayoutFile>,
) -> Result<u8, Failure> {
    let Some(mut app) = open(&format!("Blockwright: session {session}, as it was")) else {
        let words = "no window can be opened here: `blockwright replay --at SECONDS` tells a moment";
        return Err(Failure::new(status::FAILED, words));
    };
    let interrupt = Interrupt::default();
    app.insert_resource(interrupt.clone()).init_resource::<Journal>().add_plugins(ui::plugin).add_systems(Last, close);
    if let Some(layout) = layout {
        app.insert_resource(layout);
    }
    let watching = ui::Watching { session, from_ms: span.0, to_ms: span.1 };
    app.world_mut().resource_mut::<ui::TimelineDesk>().watching = Some(watching);
    let wake = waker(&app);
    app.insert_resource(redraw::Again(wake.clone()));
    timeline::plug_into(&mut app, History::Over(store, session), wake.clone());
    log::plug_into(&mut app);
    interrupt.listen(wake)?;
    app.run();
    Ok(status::DONE)
}

/// Nothing has to come to rest.
fn close(interrupt: Res<Interrupt>, mut closed: MessageReader<WindowCloseRequested>, mut exit: MessageWriter<AppExit>) {
    if closed.read().count() > 0 || interrupt.is_set() {
        exit.write(AppExit::Success);
    }
}

/// Bevy panics where it finds no graphics driver or no X library; here that is only a reason to do without a window.
fn open(title: &str) -> Option<App> {
    if let Err(failure) = process::WINDOW.check() {
        complain(&failure.message);
        return None;
    }
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(|panic| tracing::warn!("the window could not be opened: {panic}")));
    let app = catch_unwind(AssertUnwindSafe(|| {
        let mut app = App::new();
        app.add_plugins(window_plugins(title, task_pools())).add_plugins(plugin);
        app
    }));
    std::panic::set_hook(loud);
    app.ok()
}

/// How the session ended, kept outside of the App: the window's runner clears the world when it ends.
#[derive(Resource, Clone, Default)]
struct Verdict(Arc<Mutex<Option<Ended>>>);

#[derive(Resource)]
struct Session {
    terminal: Terminal,
    exit_when_over: bool,
    /// The report of the goals that are over has been printed.
    reported: bool,
}

/// The terminal tells what happens beside the window.
fn print_news(world: &mut World) {
    world.resource_scope(|world, mut session: Mut<Session>| session.terminal.print_news(world));
}

/// Prints the report when the goals are over, and ends the session where that is wanted: on Ctrl-C, when the window is
/// closed, when the server was never joined, or when that was asked for. Closing the window in the midst of a goal is a
/// Ctrl-C: the bot first lets go of everything. Closing it twice does not wait.
fn end_session(world: &mut World, mut closed: Local<MessageCursor<WindowCloseRequested>>) {
    let closing = closed.read(world.resource::<Messages<WindowCloseRequested>>()).count() > 0;
    let interrupted = world.resource::<Interrupt>().is_set();
    let mut goals = world.query::<&GoalState>();
    let at_work = goals.iter(world).any(|phase| !phase.is_over());
    let Some(ended) = world.get_resource::<Ended>().cloned() else {
        world.resource_mut::<Session>().reported = false;
        match (closing, at_work) {
            (false, _) => {}
            (true, true) if !interrupted => world.resource::<Interrupt>().set(),
            (true, true) => {
                let report = process::report(world, true);
                end(world, Ended { status: status::INTERRUPTED, report: Some(report), reason: None });
            }
            (true, false) => end(world, Ended { status: status::DONE, report: None, reason: None }),
        }
        return;
    };
    let final_status = matches!(ended.status, status::INTERRUPTED | status::NOT_JOINED);
    if closing || interrupted || final_status || world.resource::<Session>().exit_when_over {
        end(world, ended);
    } else if at_work {
        // A goal was added since: it is not over after all.
        world.remove_resource::<Ended>();
    } else {
        report_once(world, &ended);
    }
}

fn end(world: &mut World, ended: Ended) {
    world.resource_scope(|world, mut session: Mut<Session>| session.terminal.print_rest(world));
    report_once(world, &ended);
    all_say_goodbye(world);
    *world.resource::<Verdict>().0.lock().unwrap_or_else(PoisonError::into_inner) = Some(ended);
    world.write_message(AppExit::Success);
}

fn report_once(world: &mut World, ended: &Ended) {
    let mut session = world.resource_mut::<Session>();
    if !std::mem::replace(&mut session.reported, true) {
        session.terminal.print_end(ended);
    }
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
            // The session ends it, once the bot has come to rest.
            exit_condition: ExitCondition::DontExit,
            close_when_requested: false,
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
    app.add_plugins(redraw::plugin);
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
