//! The invariants of ARCHITECTURE.md, held against the source itself: a dependency that points the wrong way is found
//! here, not in a review.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every Rust file under `src/FOLDER`, with its text stripped of comments.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
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
    visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder), &mut found);
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
        assert!(!files.is_empty(), "src/{folder} holds no source: has it moved?");
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
        &["app", "domain", "brain", "knowledge", "voxel", "practice", "ui", "journal", "store", "wire"],
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
    must_not_name(&["app", "domain", "brain", "knowledge", "voxel", "ui", "journal", "store"], &data);
}

#[test]
fn only_one_file_names_the_model_library() {
    must_not_name(
        &["app", "domain", "body", "knowledge", "voxel", "practice", "journal", "store", "ui"],
        &["genai", "reqwest"],
    );
    for (path, code) in sources("brain") {
        let names = ["genai", "reqwest"].into_iter().any(|name| names_crate(&code, name));
        assert_eq!(names, path.ends_with("brain/llm/client.rs"), "{}", path.display());
    }
}

#[test]
fn only_the_window_names_egui() {
    must_not_name(
        &["body", "domain", "brain", "knowledge", "voxel", "practice", "journal", "store"],
        &["egui", "bevy_egui", "egui_kittest"],
    );
}

#[test]
fn only_the_store_names_the_database() {
    let folders = ["app", "body", "brain", "domain", "journal", "knowledge", "practice", "ui", "voxel", "wire"];
    must_not_name(&folders, &["rusqlite", "libsqlite3_sys"]);
    assert!(sources("store").iter().any(|(_, code)| names_crate(code, "rusqlite")), "has the store moved?");
}

/// The store is plain data on disk: of the ECS and of who plays it knows nothing.
#[test]
fn the_store_imports_nothing_that_plays() {
    let ours = ["crate::app", "crate::body", "crate::brain", "crate::practice", "crate::ui", "crate::journal"];
    for (path, code) in sources("store") {
        for module in ours {
            assert!(!code.contains(module), "{} imports {module}", path.display());
        }
        assert!(!names_crate(&code, "bevy"), "{} names bevy", path.display());
    }
}

#[test]
fn the_plain_layers_import_no_plugin_of_ours() {
    let ours = ["crate::app", "crate::body", "crate::brain", "crate::journal", "crate::practice", "crate::ui"];
    for folder in ["domain", "knowledge", "voxel", "wire"] {
        for (path, code) in sources(folder) {
            for module in ours {
                assert!(!code.contains(module), "{} imports {module}", path.display());
            }
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
