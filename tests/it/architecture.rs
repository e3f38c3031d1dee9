//! The invariants of ARCHITECTURE.md, held against the source itself: a dependency that points the wrong way is found
//! here, not in a review.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::imports::{self, Imports};

/// The rooms of `blockwright-ground`.
const GROUND: [&str; 4] = ["domain", "knowledge", "voxel", "wire"];

/// Where a crate's source lies: the program's (""), `ground`'s or `practice`'s.
fn source_of(krate: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if krate.is_empty() { root.join("src") } else { root.join("crates").join(krate).join("src") }
}

/// Where a room lies: a folder of the program, one of `ground`, or the whole of `practice`.
fn folder_of(room: &str) -> PathBuf {
    match room {
        "practice" => source_of("practice"),
        room if GROUND.contains(&room) => source_of("ground").join(room),
        room => source_of("").join(room),
    }
}

/// Every Rust file of a room, with its text stripped of comments.
fn sources(room: &str) -> Vec<(PathBuf, String)> {
    fn visit(path: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(path).expect("a source folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
                found.push((path, code.join("\n")));
            }
        }
    }
    let mut found = Vec::new();
    visit(&folder_of(room), &mut found);
    found
}

/// Whether a text names this crate: as the first segment of a path or in a `use`.
fn names_crate(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + name.len()..];
        let starts = !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':' || c == '.');
        starts && (after.starts_with("::") || after.starts_with(';') || after.starts_with(" as "))
    })
}

fn must_not_name(folders: &[&str], crates: &[&str]) {
    for folder in folders {
        let files = sources(folder);
        assert!(!files.is_empty(), "{folder} holds no source: has it moved?");
        for (path, code) in files {
            for name in crates {
                assert!(!names_crate(&code, name), "{} names {name}", path.display());
            }
        }
    }
}

#[test]
fn only_the_body_names_the_client() {
    let client = ["azalea", "azalea_client", "azalea_physics"];
    must_not_name(
        &[
            "app",
            "construction",
            "domain",
            "mind",
            "knowledge",
            "voxel",
            "practice",
            "ui",
            "journal",
            "replay",
            "store",
            "wire",
        ],
        &client,
    );
}

#[test]
fn only_body_practice_and_wire_name_any_of_azalea() {
    let data = [
        "azalea_block",
        "azalea_brigadier",
        "azalea_buf",
        "azalea_chat",
        "azalea_core",
        "azalea_crypto",
        "azalea_entity",
        "azalea_inventory",
        "azalea_protocol",
        "azalea_registry",
        "azalea_world",
    ];
    must_not_name(
        &["app", "construction", "domain", "mind", "knowledge", "voxel", "ui", "journal", "replay", "store"],
        &data,
    );
}

#[test]
fn only_one_file_names_the_model_library() {
    must_not_name(
        &[
            "app",
            "construction",
            "domain",
            "body",
            "knowledge",
            "voxel",
            "practice",
            "journal",
            "replay",
            "store",
            "ui",
        ],
        &["genai", "reqwest"],
    );
    for (path, code) in sources("mind") {
        let names = ["genai", "reqwest"].into_iter().any(|name| names_crate(&code, name));
        assert_eq!(names, path.ends_with("mind/model/client.rs"), "{}", path.display());
    }
}

#[test]
fn only_the_window_names_egui() {
    must_not_name(
        &["body", "construction", "domain", "mind", "knowledge", "voxel", "practice", "journal", "replay", "store"],
        &["egui", "bevy_egui", "egui_kittest", "egui_tiles"],
    );
}

#[test]
fn only_the_store_names_the_database() {
    let folders =
        ["app", "body", "mind", "domain", "journal", "knowledge", "practice", "replay", "ui", "voxel", "wire"];
    must_not_name(&folders, &["rusqlite", "libsqlite3_sys"]);
    assert!(sources("store").iter().any(|(_, code)| names_crate(code, "rusqlite")), "has the store moved?");
}

/// The store is plain data on disk: of the ECS and of who plays it knows nothing.
#[test]
fn the_store_imports_nothing_that_plays() {
    let ours = ["crate::app", "crate::body", "crate::mind", "crate::practice", "crate::ui", "crate::journal"];
    for (path, code) in sources("store") {
        for module in ours {
            assert!(!code.contains(module), "{} imports {module}", path.display());
        }
        assert!(!names_crate(&code, "bevy"), "{} names bevy", path.display());
    }
}

/// What plays stands on the ground, which knows nobody; the practice world knows the ground alone.
#[test]
fn each_crate_knows_only_those_below_it() {
    let named = |krate: &str| -> Vec<String> {
        let file = source_of(krate).parent().expect("a crate's folder").join("Cargo.toml");
        let text = fs::read_to_string(file).expect("a manifest");
        let manifest: toml::Table = toml::from_str(&text).expect("a manifest in TOML");
        let tables = ["dependencies", "dev-dependencies"].into_iter().filter_map(|name| manifest.get(name)?.as_table());
        tables.flat_map(|table| table.keys().filter(|name| name.starts_with("blockwright")).cloned()).collect()
    };
    assert_eq!(named("ground"), [] as [&str; 0]);
    assert_eq!(named("practice"), ["blockwright-ground"]);
    assert_eq!(named(""), ["blockwright-ground", "blockwright-practice"]);
}

/// The body and the mind play in whatever world they are told of: only who starts worlds names the practice world.
#[test]
fn body_and_mind_never_name_the_practice_world() {
    for room in ["body", "mind", "journal", "replay", "store", "ui"] {
        for (path, code) in sources(room) {
            let code = code.split("#[cfg(test)]").next().unwrap_or_default();
            let is_test = path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests");
            let names = code.contains("crate::practice") || code.contains("blockwright_practice");
            assert!(is_test || !names, "{} names the practice world", path.display());
        }
    }
}

/// What the body reads of the server's packets is let through to it.
#[test]
fn the_sieve_lets_through_what_the_body_reads() {
    let body = sources("body");
    let sieve = body.iter().find(|(path, _)| path.ends_with("connection/sift.rs")).map(|(_, code)| code.clone());
    let sieve = sieve.expect("the sieve: has it moved?");
    for (path, code) in &body {
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for (_, read) in code.match_indices("ClientboundGamePacket::").map(|(at, name)| code[at..].split_at(name.len()))
        {
            let name = read.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            let snake: String = name
                .char_indices()
                .flat_map(|(at, c)| (at > 0 && c.is_uppercase()).then_some('_').into_iter().chain(c.to_lowercase()))
                .collect();
            assert!(sieve.contains(&format!("\"{snake}\"")), "{} reads {snake}", path.display());
        }
    }
}

#[test]
fn the_window_changes_nothing_but_by_messages() {
    for (path, code) in sources("ui") {
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for forbidden in ["ResMut<View>", "ResMut<SeenBlocks>", "&mut GoalState", "&mut StepState", "BodyLink"] {
            assert!(!code.contains(forbidden), "{} reaches into the mind by {forbidden}", path.display());
        }
    }
}

#[test]
fn there_is_one_ecs_and_one_egui_in_the_lock_file() {
    let lock = include_str!("../../Cargo.lock");
    for name in ["bevy_ecs", "egui"] {
        let entries = lock.matches(&format!("name = \"{name}\"\n")).count();
        assert_eq!(entries, 1, "{entries} versions of {name}");
    }
}

/// The rules above can fail: the scanner sees what it is meant to see.
#[test]
fn the_scanner_sees_imports_and_paths() {
    assert!(names_crate("use azalea::{Account};", "azalea"));
    assert!(names_crate("let a = azalea::Account;", "azalea"));
    assert!(!names_crate("use azalea_world::Chunk;", "azalea"));
    assert!(!names_crate("let x = crate::egui::y;", "egui"), "a module of ours is no crate");
}

fn imports(krate: &str) -> Imports {
    imports::of_folder(&source_of(krate))
}

/// Neither a circle of files in a room of a crate nor one between its folders.
fn has_no_circle(krate: &str, room: &str) {
    let imports = imports(krate);
    let files = imports::within(&imports, room);
    assert!(!files.is_empty(), "{krate}/{room} holds no source: has it moved?");
    let none: [Vec<String>; 0] = [];
    assert_eq!(imports::circles(&files), none, "files of {krate}/{room} import each other in a circle");
    assert_eq!(imports::circles(&imports::between_rooms(&imports, room)), none, "folders of {krate}/{room} do");
}

#[test]
fn no_files_and_no_folders_of_a_room_import_each_other_in_a_circle() {
    ["app", "body", "construction", "mind", "replay", "store", "ui"].iter().for_each(|room| has_no_circle("", room));
    GROUND.iter().for_each(|room| has_no_circle("ground", room));
    has_no_circle("practice", "");
}

/// What stands in a room imports only what stands before it in its room's order.
fn holds_to(krate: &str, room: &str, order: &[&str]) -> Imports {
    let place = |part: &str| {
        let place = order.iter().position(|known| *known == part);
        place.unwrap_or_else(|| panic!("where does {room}/{part} belong?"))
    };
    let parts = imports::between_rooms(&imports(krate), room);
    for (part, to) in &parts {
        for (other, by) in to {
            assert!(place(other) < place(part), "{other} is above {part}: {by}");
        }
    }
    parts
}

#[test]
fn the_rooms_of_mind_and_body_are_in_order() {
    holds_to("", "mind", &["plan", "jobs", "agent", "goals", "steps", "recovery", "model", "view", "answers", "mod"]);
    holds_to("", "body", &["limits", "leases", "orders", "senses", "skills", "tools", "thread", "mod"]);
}

/// A recording is plain data: neither who plays nor who keeps it is named.
#[test]
fn what_is_watched_again_knows_the_ground_alone() {
    let rooms = imports::between_rooms(&imports(""), "");
    assert!(rooms.get("replay").is_none_or(std::collections::BTreeMap::is_empty), "{rooms:?}");
    assert!(sources("replay").iter().all(|(_, code)| !names_crate(code, "bevy") && !names_crate(code, "bevy_ecs")));
}

#[test]
fn the_top_rooms_have_no_circle() {
    let rooms = imports::between_rooms(&imports(""), "");
    assert!(rooms["ui"].contains_key("mind"), "{rooms:?}");
    assert_eq!(imports::circles(&rooms), [] as [Vec<String>; 0]);
    // What is to be built is plain data and decisions: of bodies and minds it knows nothing.
    assert!(rooms.get("construction").is_none_or(std::collections::BTreeMap::is_empty), "{rooms:?}");
    holds_to(
        "",
        "construction",
        &[
            "blueprint",
            "drawing",
            "turn",
            "library",
            "hold",
            "click",
            "support",
            "instead",
            "hands",
            "files",
            "picture",
            "building",
            "before",
            "earthwork",
            "mod",
        ],
    );
    holds_to("ground", "", &["domain", "wire", "read", "write", "knowledge", "voxel", "lib"]);
}

/// The rooms of the practice world, from the bottom to the top, as its `lib.rs` tells: each imports only those before it.
#[test]
fn the_rooms_of_the_practice_world_are_in_order() {
    #[rustfmt::skip]
    let order = [
        "config", "registries", "rng", "tick_times", "items", "protocol", "net", "chunks", "land", "world", "rules", "entities",
        "players", "keep", "save", "game", "controls", "commands", "turn", "server", "guest", "lib",
    ];
    let rooms = holds_to("practice", "", &order);
    // The network knows nobody, the game no files.
    assert_eq!(rooms["net"].keys().collect::<Vec<_>>(), ["protocol"]);
    assert!(!rooms["game"].contains_key("save"));
}

/// Which file needs which, of made-up sources; `FILE -> FILE` by line.
fn needs(sources: &[(&str, &str)]) -> Vec<String> {
    let imports = imports::of_sources(sources.iter().copied());
    imports.iter().flat_map(|(file, to)| to.keys().map(move |other| format!("{file} -> {other}"))).collect()
}

#[test]
fn the_scanner_follows_names_to_their_files() {
    let room = |inside: &str| -> Vec<String> {
        let sources = [
            ("lib.rs", "mod a; mod b;"),
            (
                "a/mod.rs",
                "mod deep; mod other; pub use deep::Thing; pub(crate) use other::*; pub fn own() {} use blockwright_b::elsewhere;",
            ),
            ("a/deep.rs", "pub struct Thing; pub enum Kind { One }"),
            ("a/other.rs", "pub(crate) fn far() {}"),
            ("b.rs", inside),
        ];
        needs(&sources).into_iter().filter_map(|line| line.strip_prefix("b.rs -> ").map(str::to_owned)).collect()
    };
    let none: [&str; 0] = [];
    assert_eq!(room("use crate::a::deep::Thing;"), ["a/deep.rs"]);
    assert_eq!(room("use crate::{a::{self as first, other::far}};"), ["a/mod.rs", "a/other.rs"]);
    assert_eq!(room("use super::a::deep::{self, Kind::*};"), ["a/deep.rs"]);
    assert_eq!(room("use crate::a::Thing;"), ["a/deep.rs"], "through a re-export");
    assert_eq!(room("use crate::a::far;"), ["a/other.rs"], "through one of everything");
    assert_eq!(room("use crate::a::own;"), ["a/mod.rs"]);
    assert_eq!(room("use crate::a::elsewhere::X;"), none, "another crate's, passed on");
    assert_eq!(room("fn f() { crate::a::other::far(); let _: super::a::deep::Kind; }"), ["a/deep.rs", "a/other.rs"]);
    assert_eq!(room("use crate::a; fn f() { a::other::far() }"), ["a/mod.rs", "a/other.rs"], "by a module's name");
    assert_eq!(room("use std::a::deep; use other::crate_a; fn f() { x.a::<u8>(); }"), none);
    assert_eq!(room("#[cfg(test)] use crate::a::{deep, other}; #[cfg(test)]\nmod tests { use crate::a::own; }"), none);
    let quoted = "// use crate::a::own;\n/* crate::a::own */ const S: &str = \"crate::a::own\"; const C: char = '\"';";
    assert_eq!(room(quoted), none);
    assert_eq!(
        room("const R: &str = r#\"\" crate::a::own \"#; fn f<'a>(_: &'a str) {} use crate::a::own;"),
        ["a/mod.rs"]
    );
    assert_eq!(room("pub(in crate::a) fn f() {} pub(super) struct S;"), none, "whom it is for");
    assert_eq!(room("mod inside { use super::super::a::own; use super::near; } fn near() {}"), ["a/mod.rs"]);
    assert_eq!(room("#[cfg(test)]\npub mod tests; use crate::a::deep::Kind;"), ["a/deep.rs"]);
}

#[test]
fn the_scanner_sees_circles_and_only_those() {
    let circles = |sources: &[(&str, &str)]| imports::circles(&imports::of_sources(sources.iter().copied()));
    let none: [Vec<String>; 0] = [];
    let two = circles(&[("lib.rs", ""), ("a.rs", "use crate::b::B; struct A;"), ("b.rs", "fn f() { crate::a::A }")]);
    assert_eq!(two, [["a.rs -> b.rs (crate::b::B)", "b.rs -> a.rs (crate::a::A)"]]);
    let three =
        [("a.rs", "use super::b;"), ("b.rs", "use super::c;"), ("c.rs", "use super::a;"), ("d.rs", "use super::a;")];
    assert_eq!(circles(&three).iter().map(Vec::len).collect::<Vec<_>>(), [3], "d is on none");
    // A parent and its child.
    let child = ("p/child.rs", "use super::Own;");
    assert_eq!(circles(&[("p/mod.rs", "mod child; pub use child::C; pub struct Own;"), child]), none);
    assert_eq!(circles(&[("p/mod.rs", "mod child; pub struct Own; fn f() { child::g() }"), child]).len(), 1);
    assert_eq!(circles(&[("p/mod.rs", "mod child; pub use child::C; struct Own(C);"), child]).len(), 1, "used too");
    assert_eq!(circles(&[("p.rs", "mod child; use self::child::C; struct Own;"), child]).len(), 1);
    // Only tests need it.
    assert_eq!(circles(&[("a.rs", "use crate::b;"), ("b.rs", "#[cfg(test)] mod tests { use crate::a; }")]), none);
    assert_eq!(circles(&[("a.rs", "use crate::b;"), ("b.rs", "mod tests;"), ("b/tests.rs", "use crate::a;")]), none);
    // No circle of files, and still one of folders.
    let folders = [
        ("r/mod.rs", "mod x; mod y; mod z;"),
        ("r/x/mod.rs", "mod one; mod two;"),
        ("r/x/one.rs", "use crate::r::y::Y;"),
        ("r/x/two.rs", "pub struct Two;"),
        ("r/y.rs", "use crate::r::x::two::Two; pub struct Y;"),
        ("r/z.rs", "use crate::r::x::two::Two;"),
    ];
    assert_eq!(circles(&folders), none);
    let rooms = imports::between_rooms(&imports::of_sources(folders), "r");
    assert_eq!(imports::circles(&rooms), [["x -> y (r/x/one.rs -> r/y.rs)", "y -> x (r/y.rs -> r/x/two.rs)"]]);
}

/// `Crew::of`, `follow`: the walk in ARCHITECTURE.md goes over functions that are there.
#[test]
fn the_walk_goes_over_functions_that_are_there() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/ARCHITECTURE.md")).expect("the page");
    let walk = page.split("\n## ").find(|part| part.starts_with("A walk")).expect("the walk");
    let everywhere = ["", "practice"].into_iter().chain(GROUND).flat_map(sources);
    let source: String = everywhere.map(|(_, text)| text).collect();
    let named =
        walk.split('`').skip(1).step_by(2).filter(|name| name.chars().all(|c| c.is_alphanumeric() || "_:".contains(c)));
    let (mut functions, mut missing) = (0, Vec::new());
    for name in named {
        let last = name.rsplit("::").next().unwrap_or_default();
        let is_room = ["app", "body", "mind", "practice", "journal", "store"]
            .iter()
            .any(|room| name == *room || name.starts_with(&format!("{room}::")));
        if is_room || name.ends_with(".rs") || last.starts_with(char::is_uppercase) {
            continue;
        }
        functions += 1;
        if !source.contains(&format!("fn {last}(")) && !source.contains(&format!("fn {last}<")) {
            missing.push(name.to_owned());
        }
    }
    assert!(functions > 40, "{functions}");
    assert!(missing.is_empty(), "{missing:?}");
}
