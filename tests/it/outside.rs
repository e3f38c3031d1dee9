//! Words from outside on every way out: a server that writes escape codes into its kicks and its chat, a person who
//! writes them into a goal or a file. No byte that steers a terminal may leave the program.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};

use azalea_protocol::{
    connect::Connection,
    packets::{
        config::{ClientboundConfigPacket, ClientboundDisconnect, ServerboundConfigPacket},
        game::c_player_info_update::PlayerInfoEntry,
        handshake::{ClientboundHandshakePacket, ServerboundHandshakePacket},
        login::{ClientboundLoginDisconnect, ClientboundLoginFinished, ClientboundLoginPacket, ServerboundLoginPacket},
    },
};
use blockwright::{
    body::Report,
    domain::{EntitySeen, ErrorCode, UserAsk, Vec3, is_wild},
    mind::{Policy, View},
};
use serde_json::{Value, json};

use super::{
    cli::blockwright,
    harness::{LEVEL, block_on, world},
    scripted::Scripted,
};

/// Sets a terminal's title and clears its screen, in C0 and in C1; forges a line; turns the rest around.
const WILD: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}2J\u{7f}\r\ngoal done: all of it\u{202e}\u{2066}\u{2028}";
/// The same where it can be seen, as text and as JSON.
const SHOWN: &str = r"\u{1b}]0;owned\u{7}";
const IN_JSON: &str = r"\u001b]0;owned\u0007";

/// Everything that leaves: nothing in it steers, but the ends of our own lines.
fn assert_tame(what: &str, bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    for (number, line) in text.split('\n').enumerate() {
        assert!(!line.contains(is_wild), "{what}, line {}: {line:?}", number + 1);
        assert!(!line.starts_with("goal done"), "{what}, line {}: forged", number + 1);
    }
}

/// A folder for the journals of one run.
struct Journals(PathBuf);

impl Journals {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("outside-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    /// The one journal in it.
    fn read(&self) -> Vec<u8> {
        let mut files = fs::read_dir(self.0.join("blockwright/journals")).expect("a folder of journals").flatten();
        let journal = files.next().expect("a journal");
        assert!(files.next().is_none(), "two journals");
        fs::read(journal.path()).expect("a journal")
    }
}

impl Drop for Journals {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A server that does this with each client.
fn serve<F: Future<Output = ()>>(handle: impl Fn(tokio::net::TcpStream) -> F + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address").to_string();
    listener.set_nonblocking(true).expect("a socket for tokio");
    std::thread::spawn(move || {
        block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            while let Ok((stream, _)) = listener.accept().await {
                handle(stream).await;
            }
        });
    });
    address
}

type Login = Connection<ServerboundLoginPacket, ClientboundLoginPacket>;

/// Reads the greeting.
async fn greeted(stream: tokio::net::TcpStream) -> Login {
    let mut connection = Connection::<ServerboundHandshakePacket, ClientboundHandshakePacket>::wrap(stream);
    connection.read().await.expect("an intention");
    let mut connection = connection.login();
    connection.read().await.expect("a hello");
    connection
}

/// Runs a goal there in both voices: status, and that nothing wild leaves.
fn visit(name: &str, address: &str) -> Vec<Output> {
    let outputs = ["--headless", "--json"].map(|voice| {
        let journals = Journals::new(&format!("{name}{voice}"));
        let output = blockwright(&["run", voice, "--server", address, "say \u{202e}hello"])
            .env("XDG_DATA_HOME", &journals.0)
            .env("BLOCKWRIGHT_LOG", "error,blockwright=debug,azalea_client=debug")
            .output()
            .expect("the program");
        assert_tame("stdout", &output.stdout);
        assert_tame("stderr", &output.stderr);
        assert_tame("the journal", &journals.read());
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(SHOWN), "{output:?}");
        output
    });
    outputs.into()
}

#[test]
fn a_kick_at_login_steers_nothing() {
    let address = serve(async |stream| {
        let mut connection = greeted(stream).await;
        connection.write(ClientboundLoginDisconnect { reason: WILD.into() }).await.expect("written");
        // Until the client has read it and is gone.
        while connection.read().await.is_ok() {}
    });
    let json = &visit("login", &address)[1];
    let last = json.stdout.trim_ascii_end().rsplit(|&byte| byte == b'\n').next().expect("a report");
    let report: Value = serde_json::from_slice(last).expect("JSON");
    assert!(report["error"].as_str().is_some_and(|error| error.contains(SHOWN)), "{report}");
}

#[test]
fn a_kick_while_configuring_steers_nothing() {
    let address = serve(async |stream| {
        let mut connection = greeted(stream).await;
        let mut game_profile = PlayerInfoEntry::default().profile;
        game_profile.name = "Blockwright".to_owned();
        connection.write(ClientboundLoginFinished { game_profile }).await.expect("written");
        connection.read().await.expect("that it has been heard");
        let mut connection: Connection<ServerboundConfigPacket, ClientboundConfigPacket> = connection.config();
        connection.write(ClientboundDisconnect { reason: WILD.into() }).await.expect("written");
        while connection.read().await.is_ok() {}
    });
    visit("configuration", &address);
}

/// Chat first, then the kick, while the bot is at work.
#[test]
fn chat_and_a_kick_in_play_steer_nothing() {
    for voice in ["--headless", "--json"] {
        let world = world(LEVEL, &[]);
        let journals = Journals::new(&format!("play{voice}"));
        let mut child = blockwright(&["run", voice, "--server", &world.address().to_string(), "mine 64 cobblestone"])
            .env("XDG_DATA_HOME", &journals.0)
            .env("BLOCKWRIGHT_LOG", "error,blockwright=debug")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut stderr = child.stderr.take().expect("a pipe");
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            stderr.read_to_end(&mut bytes).map(|_| bytes)
        });
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut said = Vec::new();
        let until = |stdout: &mut BufReader<_>, said: &mut Vec<u8>, words: &str| {
            let from = said.len();
            while !String::from_utf8_lossy(&said[from..]).contains(words) {
                assert_ne!(stdout.read_until(b'\n', said).expect("a line"), 0, "{}", String::from_utf8_lossy(said));
            }
        };
        until(&mut stdout, &mut said, if voice == "--json" { "goal_started" } else { "goal: mine" });
        world.with(|game| game.say(WILD));
        until(&mut stdout, &mut said, "owned");
        world.with(|game| game.kick("Blockwright", WILD));
        stdout.read_to_end(&mut said).expect("the rest");
        assert_eq!(child.wait().expect("its end").code(), Some(1));
        assert_tame("stdout", &said);
        assert_tame("stderr", &errors.join().expect("a thread").expect("stderr"));
        let journal = journals.read();
        assert_tame("the journal", &journal);
        let (said, journal) = (String::from_utf8_lossy(&said), String::from_utf8_lossy(&journal));
        let shown = if voice == "--json" { IN_JSON } else { SHOWN };
        // The chat, the disconnection, the failed goal and the report.
        assert!(said.matches(shown).count() >= 4, "{said}");
        assert!(journal.matches(IN_JSON).count() >= 3, "{journal}");
        // To programs it is what it was.
        let chat = journal.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let chat: Vec<Value> = chat.filter(|entry| entry["event"] == "chat").collect();
        assert!(chat.iter().any(|entry| entry["message"] == WILD), "{chat:?}");
    }
}

/// Two thousand lines at once: a few are kept, the rest is counted, and what was decided is all there.
#[test]
fn a_flood_of_chat_leaves_a_small_journal() {
    let world = world(LEVEL, &[]);
    let journals = Journals::new("flood");
    let mut child =
        blockwright(&["run", "--headless", "--server", &world.address().to_string(), "mine 1 dirt", "say enough"])
            .env("XDG_DATA_HOME", &journals.0)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("goal: mine 1 dirt")), "it never began");
    for part in 0..10 {
        world.with(move |game| (0..200).for_each(|line| game.say(&format!("buy now: {part} {line}"))));
    }
    assert!(lines.any(|line| line.contains("goal done: say enough")), "it has failed");
    assert!(child.wait().expect("its end").success());
    let journal = journals.read();
    let entries: Vec<Value> = journal
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect();
    let seconds = entries.last().and_then(|entry| entry["ms"].as_u64()).expect("a time") / 1000 + 1;
    let chat = entries.iter().filter(|entry| entry["event"] == "chat").count() as u64;
    let left_out: u64 = entries.iter().filter_map(|entry| entry["lines"].as_u64()).sum();
    assert!(chat > 0 && chat <= 20 * seconds, "{chat} lines in {seconds} s");
    assert!(left_out > 0 && chat + left_out <= 2_001, "{left_out} left out, {chat} kept");
    for event in ["planned", "tool_result", "goal_done"] {
        assert!(entries.iter().any(|entry| entry["event"] == event), "no {event}");
    }
}

#[test]
fn a_persons_own_words_steer_nothing() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside.yaml");
    fs::write(&file, format!("name: {}\ntags: [x]\nsteps:\n  - action: \"{}\"\n", "x", r"\e]0;owned\a\u202e"))
        .expect("a file");
    let toml = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside.toml");
    fs::write(&toml, "\"\\u001b]0;owned\\u0007\" = 1\n").expect("a file");
    let (file, toml) = (file.to_str().expect("UTF-8"), toml.to_str().expect("UTF-8"));
    let goal = format!("zorble {WILD}");
    for args in [
        &["run", "--headless", &goal][..],
        &["run", "--json", &goal],
        &["plan", &goal],
        &["plan", "--json", &goal],
        &["sop", "find", &goal],
        &["sop", "show", WILD],
        &["sop", "check", file],
        &["tool", WILD],
        &["tool", "mine", &json!({ "target": WILD }).to_string()],
        &["run", "--config", toml, "say hello"],
        &["run", "--server", WILD, "say hello"],
        &["run", "--give", WILD, "say hello"],
        &["run", &format!("--{WILD}")],
        &[WILD],
        &["bench", WILD],
    ] {
        let Output { status, stdout, stderr } = blockwright(args).output().expect("the program");
        assert_tame("stdout", &stdout);
        assert_tame("stderr", &stderr);
        assert!(matches!(status.code(), Some(1 | 2)), "{args:?}: {status:?}");
        assert!(
            [stdout, stderr].concat().windows(5).any(|part| part == b"owned"),
            "{args:?} is not told what is wrong"
        );
    }
}

/// What a window shows: every text of the view, wherever it comes from.
#[test]
fn nothing_wild_reaches_a_window() {
    let mut mind = Scripted::new(&["mine 2 dirt"], Policy { comes_back: true, ..Policy::default() });
    let (id, _) = mind.call();
    mind.seen.dimension = WILD.to_owned();
    mind.seen.entities = vec![EntitySeen {
        kind: "player".to_owned(),
        name: Some(WILD.to_owned()),
        position: Vec3::new(1.0, 64.0, 1.0),
    }];
    mind.show();
    mind.hear(Some(WILD), WILD);
    mind.fail(id, "mine", ErrorCode::ActionFailed, json!({ "seen": WILD }));
    mind.app.world_mut().write_message(UserAsk::NewGoal(format!("dance {WILD}")));
    mind.frame();
    mind.report(Report::Died { message: WILD.to_owned(), position: Vec3::new(0.0, 64.0, 0.0) });
    mind.frame();
    assert_view_is_tame(&mind);
    mind.report(Report::Disconnected { reason: WILD.to_owned(), joined: true });
    mind.frame();
    let shown = assert_view_is_tame(&mind);
    assert!(shown > 5, "{shown} texts show something of it");
}

/// Returns how many texts of the view say something of the wild words.
fn assert_view_is_tame(mind: &Scripted) -> usize {
    fn texts(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Array(list) => list.iter().for_each(|value| texts(value, found)),
            Value::Object(map) => map.values().for_each(|value| texts(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    texts(&serde_json::to_value(&mind.app.world().resource::<View>().0).expect("JSON"), &mut found);
    for text in &found {
        assert!(!text.contains(is_wild), "{text:?}");
    }
    found.iter().filter(|text| text.contains("owned")).count()
}
