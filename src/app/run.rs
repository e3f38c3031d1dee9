//! `blockwright run`: goals to their end, in a window or in the terminal.

use std::{sync::Arc, time::Duration};

use super::{
    BotPlanner, Failure, Host, HostConfig, Interrupt, Model, Recorder, SessionConfig,
    cli::{BuildArgs, ModelArgs, RunArgs, as_goals},
    crew::Crew,
    data, dry_run,
    headless::run_headless,
    owners,
    record::lasting_zones,
    resume::{self, Beginning, Here, Open},
    status,
    terminal::{self, Terminal, Voice},
    timeline::History,
    windowed,
};
use crate::{
    journal::{JournalFile, Report},
    knowledge::SopLibrary,
    mind::{
        FreePlans, Owners, Policy, Zones,
        model::{Client, ConfigError, ConfigFile, LlmConfig, PlannerChoice, Replies, Source, keys_in_environment},
        plan::{grammar, planner::check_goal},
    },
    store::NewSession,
    ui::LayoutFile,
};

/// What to do about words that no grammar foresees.
const MODEL_HINT: &str = "A language model may understand more: see --model";
/// And about a building that has no blueprint.
const DRAWING_HINT: &str = "A language model can draw one: see --model";

/// Builds a blueprint: the goal that says so is run.
///
/// # Errors
/// As [`run`].
pub fn build(args: BuildArgs) -> Result<u8, Failure> {
    let goal = args.goal().map_err(Failure::bad_input)?;
    // Whoever is named builds.
    let is_shared = args.how.bots.len() > 1 && args.how.bot.is_none();
    let goal = if is_shared { format!("everyone: {goal}") } else { goal };
    run(RunArgs { goals: vec![goal], resume: false, how: args.how })
}

/// Runs the goals and says how it ended.
///
/// # Errors
/// Bad input, before anything is started; a server that cannot be joined.
pub fn run(args: RunArgs) -> Result<u8, Failure> {
    let json = args.how.json;
    let ended = run_goals(args);
    if let (true, Err(failure)) = (json, &ended) {
        let report = Report { event: "report".to_owned(), error: Some(failure.message.clone()), ..Report::default() };
        Terminal::new(Voice::Json).print_report(&report);
    }
    ended
}

fn run_goals(args: RunArgs) -> Result<u8, Failure> {
    let written =
        ConfigFile::open(args.how.model.config.as_deref()).map_err(|error| Failure::bad_input(error.to_string()))?;
    let crew = Crew::of(&args, &written)?;
    let bounds = owners::bounds(&written)?;
    let goals = crew.give(as_goals(args.goals), args.how.bot.as_deref())?;
    let sops = SopLibrary::load(args.how.sops.as_deref()).map_err(|error| Failure::bad_input(error.to_string()))?;
    let (model, planners) = planning_models(&args.how.model, &written, &crew)?;
    for goal in &goals {
        let asks_model = crew.planners_for(goal, &planners).iter().any(|one| !matches!(one, BotPlanner::Offline));
        let goal = crew.asked(goal);
        let Err(refusal) = check_goal(goal, &sops) else { continue };
        // What no grammar foresees a model may still understand; what is understood and wrong is wrong for it as well.
        let fault = grammar::parse(goal).err();
        let hopeless = goal.trim().is_empty() || fault.as_ref().is_some_and(grammar::is_wrong_for_all);
        if asks_model && fault.is_some() && !hopeless {
            continue;
        }
        let told = asks_model || hopeless || fault.is_none() || args.how.model.planner == Some(PlannerChoice::Offline);
        let mut words = refusal.error.message;
        if !told {
            let end = if words.ends_with('?') { " " } else { ". " };
            let hint = if grammar::wish(goal).is_some() { DRAWING_HINT } else { MODEL_HINT };
            words = format!("{words}{end}{hint}");
        }
        return Err(Failure::bad_input(words));
    }
    let in_window = !args.how.dry_run && !args.how.headless && !args.how.json && windowed::has_display();
    if goals.is_empty() && !args.resume && args.how.owner.is_empty() && !in_window {
        let words = "a goal is needed where there is no window, such as: blockwright run \"get me a stone pickaxe\"";
        return Err(Failure::bad_input(words));
    }
    let host = HostConfig::from(&args.how.host);
    let here = Here::new(&crew.known_as(), &host);
    let mut terminal = Terminal::new(if args.how.json { Voice::Json } else { Voice::People });
    if args.resume && goals.is_empty() {
        let open = Open::read(&data::path()?, &here)?;
        if open.here.is_empty() {
            open.left_alone().inspect(|line| terminal::warn(line));
            terminal.print_nothing(&here.nothing_open());
            return Ok(status::DONE);
        }
    }
    let is_dry_run = args.how.dry_run;
    if is_dry_run {
        dry_run::check(&goals)?;
    }
    let host = Host::start(&host)?;
    let session = NewSession { bot: here.bot.clone(), server: host.name(), goals: goals.len() as u64 };
    let (journal_file, recorder) = match (args.how.no_journal || is_dry_run, args.resume) {
        (true, _) => (None, None),
        (false, true) => {
            let (recorder, taken) = resume(&session, &here)?;
            match (taken, goals.is_empty()) {
                // Another program was quicker.
                (0, true) => {
                    terminal.print_nothing(&here.nothing_open());
                    return Ok(status::DONE);
                }
                (0, false) => terminal::warn(&here.nothing_open()),
                _ => {}
            }
            (open_journal(), Some(recorder))
        }
        (false, false) => (open_journal(), open_store(&session, &here, crew.options().as_deref(), in_window)),
    };
    let history = match (&recorder, data::path()) {
        (Some(recorder), Ok(path)) => History::Store(path, recorder.session()),
        _ if args.how.no_journal => History::Memory("this run keeps no history (--no-journal)".to_owned()),
        _ => History::Memory("the history cannot be used, and the terminal says why".to_owned()),
    };
    let zones = lasting_zones(data::path()).unwrap_or_else(|failure| {
        // Where a history was to be written it has been said.
        if recorder.is_none() && (args.how.no_journal || is_dry_run) {
            tracing::warn!("no zone holds in this run: {}", failure.message);
        }
        Zones::default()
    });
    let config = SessionConfig {
        bots: crew.on(&host, planners),
        owners: Owners { names: args.how.owner, bounds },
        goals,
        policy: Policy {
            comes_back: in_window,
            free_plans: match (args.how.yes, in_window) {
                (true, _) => FreePlans::Done,
                (false, true) => FreePlans::Confirmed,
                (false, false) => FreePlans::Refused,
            },
            farthest: args.how.search,
            timeout: args.how.timeout.map(|seconds| seconds.saturating_mul(20)),
            wall_timeout: args.how.timeout.map(Duration::from_secs),
            ..Policy::default()
        },
        sops,
        model,
        journal_file,
        zones,
        recorder,
    };
    if is_dry_run {
        return dry_run::run(config, &host, args.how.json);
    }
    let interrupt = Interrupt::default();
    let ended = if in_window {
        let layout = data::layout_path().map(|path| LayoutFile { path, is_written: !args.how.no_journal });
        windowed::run_windowed(config, interrupt, args.how.exit, layout, history, terminal)?
    } else {
        // Its frames come often enough to notice the flag: nobody needs waking.
        interrupt.listen(Arc::new(|| ()))?;
        let ended = run_headless(config, interrupt, |world| terminal.print_news(world))?;
        terminal.print_end(&ended);
        ended
    };
    match ended.reason {
        Some(reason) => Err(host.not_joined(&reason)),
        None => Ok(ended.status),
    }
}

/// The models that plan, if any are to, and who plans for each bot. A recording stands in for all of them.
fn planning_models(
    args: &ModelArgs,
    written: &ConfigFile,
    crew: &Crew,
) -> Result<(Option<Model>, Vec<BotPlanner>), Failure> {
    let wrong = |error: ConfigError| Failure::bad_input(error.to_string());
    let overrides = args.overrides();
    let config = LlmConfig::of(written, &overrides).map_err(wrong)?;
    let own = crew.configs(written, &overrides).map_err(wrong)?;
    let planner = |config: LlmConfig| match (&args.replies, config.uses_model()) {
        (Some(_), _) => BotPlanner::Session,
        (None, true) => BotPlanner::Models(config.models),
        (None, false) => BotPlanner::Offline,
    };
    let planners: Vec<BotPlanner> = own.into_iter().map(planner).collect();
    let any_model = planners.iter().any(|planner| matches!(planner, BotPlanner::Models(_)));
    let source = match &args.replies {
        Some(_) if args.planner == Some(PlannerChoice::Offline) => {
            let words = "--replies lets a recorded model plan, and --planner offline none: leave one of them out";
            return Err(Failure::bad_input(words));
        }
        Some(file) => Source::Replies(Replies::read(file).map_err(|error| Failure::bad_input(error.to_string()))?),
        None if any_model => Source::Client(
            Client::new(&config.limits).map_err(|error| Failure::new(status::FAILED, error.to_string()))?,
        ),
        None => return Ok((None, planners)),
    };
    Ok((Some(Model { config, source }), planners))
}

/// A journal that cannot be written is no reason not to play.
fn open_journal() -> Option<JournalFile> {
    JournalFile::open(None, keys_in_environment())
        .inspect_err(|error| tracing::warn!("the journal cannot be written: {error}"))
        .ok()
}

/// Nor is a store that cannot be used. What earlier runs left open in it is offered in a window, and else told of.
fn open_store(session: &NewSession, here: &Here, crew: Option<&str>, in_window: bool) -> Option<Recorder> {
    let opened = data::path().and_then(|path| {
        let mut recorder = Recorder::begin(&path, session, keys_in_environment())?;
        // Bots with servers of their own cannot go on.
        let Some(crew) = crew else { return Ok(recorder) };
        match Open::read(&path, here) {
            Ok(open) if in_window => {
                let (session, here) = (recorder.session(), here.clone());
                recorder.begin_with(Beginning::Offers { open, path, session, here });
            }
            Ok(open) => _ = open.hint(here, crew).inspect(|hint| terminal::warn(hint)),
            Err(error) => tracing::warn!("what was left open cannot be told: {error}"),
        }
        Ok(recorder)
    });
    opened
        .inspect_err(|failure| tracing::warn!("playing on without a history, and no zone holds: {}", failure.message))
        .ok()
}

/// Begins a session with what earlier ones left open: so many goals.
fn resume(session: &NewSession, here: &Here) -> Result<(Recorder, usize), Failure> {
    let path = data::path()?;
    let mut recorder = Recorder::begin(&path, session, keys_in_environment())?;
    let (taken, open) = resume::take_open_goals(&path, recorder.session(), here)?;
    open.left_alone().inspect(|line| terminal::warn(line));
    let count = taken.len();
    recorder.begin_with(Beginning::Resumes(taken));
    Ok((recorder, count))
}
