//! Who imports whom: reads Rust sources as text and says which file needs which other, so that the rooms of `src` can be held
//! to an order (`architecture.rs`).
//!
//! It knows as much of Rust as that takes: comments, strings and what is compiled for tests are left out; `use` trees and paths
//! in the code are followed to the file that defines the name, through re-exports as well. `mod x;` is no import, and neither is a
//! re-export of what lies below the file, unless the file uses the name itself. Methods are not seen: who calls one has its
//! value from somewhere.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// A module by its path from the crate's root; the root's is empty.
type Module = Vec<String>;

/// Which file imports which others, and a name from each of them, by paths such as `practice/net/mod.rs`.
pub type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// One file, read.
#[derive(Default)]
struct Source {
    file: String,
    /// What it declares itself: items and modules.
    defined: BTreeSet<String>,
    /// Modules that only tests have.
    for_tests: BTreeSet<String>,
    /// By the name they have here, the paths that names are imported from; `*` stands for globs.
    bound: Vec<Bound>,
    /// Paths in the code.
    paths: Vec<Vec<String>>,
}

struct Bound {
    name: String,
    path: Vec<String>,
    exported: bool,
}

/// The imports of all files under `root`, a crate's `src`.
pub fn of_folder(root: &Path) -> Imports {
    fn visit(folder: &Path, root: &Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).expect("a source folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                visit(&path, root, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).expect("a source file")));
            }
        }
    }
    let mut found = Vec::new();
    visit(root, root, &mut found);
    of_sources(found.iter().map(|(file, text)| (file.as_str(), text.as_str())))
}

/// The imports of files, each given as its path below `src` and its text.
pub fn of_sources<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Imports {
    let mut sources: BTreeMap<Module, Source> =
        files.into_iter().map(|(file, text)| (module_of(file), Source::read(file, text))).collect();
    let only_for_tests: Vec<Module> = sources
        .iter()
        .flat_map(|(module, source)| {
            source.for_tests.iter().map(|name| [module.as_slice(), std::slice::from_ref(name)].concat())
        })
        .collect();
    sources.retain(|module, _| {
        let is_test = only_for_tests.iter().any(|test| module.starts_with(test));
        !is_test && !module.iter().any(|segment| segment == "tests")
    });
    let imports = sources.iter().map(|(module, source)| {
        let mut to = BTreeMap::new();
        for path in source.needs(module) {
            let home = resolve(&sources, module, path, 0);
            if let Some(home) = home.filter(|home| home != module) {
                to.entry(sources[&home].file.clone()).or_insert_with(|| path.join("::"));
            }
        }
        (source.file.clone(), to)
    });
    imports.collect()
}

/// The same between what lies directly below `folder` ("" is the crate's `src`): a folder counts as one, with all that is in it. With
/// each import comes one file that has it.
pub fn between_rooms(imports: &Imports, folder: &str) -> Imports {
    let room = |file: &str| {
        let below = file.strip_prefix(folder)?;
        let below = if folder.is_empty() { below } else { below.strip_prefix('/')? };
        Some(below.split('/').next().unwrap_or(below).trim_end_matches(".rs").to_owned())
    };
    let mut rooms = Imports::new();
    for (file, to) in imports {
        let Some(from) = room(file) else { continue };
        for other in to.keys() {
            if let Some(other_room) = room(other).filter(|other_room| *other_room != from) {
                rooms
                    .entry(from.clone())
                    .or_default()
                    .entry(other_room)
                    .or_insert_with(|| format!("{file} -> {other}"));
            }
        }
    }
    rooms
}

/// Only what lies below a folder ("" is the crate's `src`).
pub fn within(imports: &Imports, folder: &str) -> Imports {
    let inside = |file: &str| folder.is_empty() || file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let files = imports.iter().filter(|(file, _)| inside(file));
    files
        .map(|(file, to)| {
            let to = to.iter().filter(|(other, _)| inside(other));
            (file.clone(), to.map(|(other, name)| (other.clone(), name.clone())).collect())
        })
        .collect()
}

/// Groups whose members all reach each other; what lies on no circle is in none. Each with the imports that make it one.
pub fn circles(imports: &Imports) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|from| (from, reached(imports, from))).collect();
    let mut circles = Vec::new();
    let mut seen = BTreeSet::new();
    for from in imports.keys() {
        let back = |to: &&&String| reached.get(*to).is_some_and(|there| there.contains(from));
        let members: BTreeSet<&String> = reached[from].iter().filter(back).copied().collect();
        if !members.is_empty() && seen.insert(members.clone()) {
            let inner = members.iter().flat_map(|from| {
                let to = imports[*from].iter().filter(|(to, _)| members.contains(to));
                to.map(move |(to, name)| format!("{from} -> {to} ({name})"))
            });
            circles.push(inner.collect());
        }
    }
    circles
}

/// All that is reached from a file by its imports; itself only if it lies on a circle.
fn reached<'a>(imports: &'a Imports, from: &str) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        for to in imports.get(file).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(to) {
                open.push(to);
            }
        }
    }
    found
}

/// The module that a file is.
fn module_of(file: &str) -> Module {
    let path = file.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if path == "lib" { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// The module whose file defines what a path names, seen from the module `at`; `None` for what is not of this crate.
fn resolve(sources: &BTreeMap<Module, Source>, at: &[String], path: &[String], depth: u32) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => descend(sources, Module::new(), rest, depth),
        "self" => descend(sources, at.to_vec(), rest, depth),
        "super" => {
            let above = at.split_last()?.1;
            match rest.first() {
                Some(next) if next == "super" => resolve(sources, above, rest, depth),
                _ => descend(sources, above.to_vec(), rest, depth),
            }
        }
        // Two re-exports in a row are usual, more than eight are a circle of names.
        _ if depth > 8 => None,
        name => {
            let source = sources.get(at)?;
            if source.defined.contains(name) {
                return descend(sources, at.to_vec(), path, depth);
            }
            let bound = source.bound.iter().find(|bound| bound.name == name && bound.path != [name])?;
            resolve(sources, at, &[bound.path.as_slice(), rest].concat(), depth + 1)
        }
    }
}

/// Follows the names of a path down from a module, as far as they are modules or re-exports.
fn descend(sources: &BTreeMap<Module, Source>, mut at: Module, path: &[String], depth: u32) -> Option<Module> {
    for (count, name) in path.iter().enumerate() {
        let below = [at.as_slice(), std::slice::from_ref(name)].concat();
        if sources.contains_key(&below) {
            at = below;
            continue;
        }
        let Some(source) = sources.get(&at).filter(|source| !source.defined.contains(name) && depth <= 8) else {
            break;
        };
        let through =
            |bound: &Bound, rest: &[String]| resolve(sources, &at, &[bound.path.as_slice(), rest].concat(), depth + 1);
        if let Some(bound) = source.bound.iter().find(|bound| bound.name == *name) {
            // The root passes on what another crate of ours holds: whoever takes it there needs that crate, not the root.
            if bound.path.first().is_some_and(|first| first.starts_with("blockwright_")) {
                return None;
            }
            return through(bound, &path[count + 1..]).or(Some(at));
        }
        let globs = source.bound.iter().filter(|bound| bound.name == "*" && bound.exported);
        let mut homes = globs.filter_map(|glob| through(glob, &[]));
        if let Some(home) = homes.find(|home| sources[home].defined.contains(name)) {
            return Some(home);
        }
        break;
    }
    sources.contains_key(&at).then_some(at)
}

impl Source {
    fn read(file: &str, text: &str) -> Self {
        let mut source = Self { file: file.to_owned(), ..Self::default() };
        let tokens = tokens(text);
        // Where the modules end that are written out here and that this is inside of.
        let mut inside: Vec<usize> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            inside.retain(|end| at < *end);
            if let Some(after) = past_test_attribute(&tokens, at) {
                let end = past_item(&tokens, after);
                if let Some(name) = tokens[after..end].iter().position(|token| token == "mod") {
                    source.for_tests.extend(tokens.get(after + name + 1).cloned());
                }
                at = end;
                continue;
            }
            match tokens[at].as_str() {
                "use" => at = source.read_use(&tokens, at, inside.len()),
                // `pub(super)` and the like name whom a thing is for, not what is needed.
                "pub" if tokens.get(at + 1).is_some_and(|token| token == "(") => at = past_group(&tokens, at + 1),
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "mod" | "union" | "macro_rules" => {
                    let name = tokens[at + 1..].iter().find(|token| is_name(token) && *token != "mut");
                    source.defined.extend(name.cloned());
                    if tokens[at] == "mod" && tokens.get(at + 2).is_some_and(|token| token == "{") {
                        inside.push(past_group(&tokens, at + 2));
                    }
                    at += 1;
                }
                token if is_name(token) && (at == 0 || !matches!(tokens[at - 1].as_str(), "." | "::")) => {
                    let mut path = vec![token.to_owned()];
                    while tokens.get(at + 1).is_some_and(|token| token == "::")
                        && tokens.get(at + 2).is_some_and(|token| is_name(token))
                    {
                        path.push(tokens[at + 2].clone());
                        at += 2;
                    }
                    source.paths.push(outward(path, inside.len()));
                    at += 1;
                }
                _ => at += 1,
            }
        }
        source
    }

    /// Reads the `use` at a place, so many modules deep in the file, and returns where it ends.
    fn read_use(&mut self, tokens: &[String], at: usize, depth: usize) -> usize {
        let end = at + tokens[at..].iter().position(|token| token == ";").unwrap_or(tokens.len() - at - 1);
        // `pub` or `pub(super)` before it.
        let exported = at > 0 && matches!(tokens[at - 1].as_str(), "pub" | ")");
        let mut open: Vec<Vec<String>> = Vec::new();
        let mut path: Vec<String> = Vec::new();
        let mut alias = None;
        for (place, token) in tokens[at + 1..=end].iter().enumerate() {
            match token.as_str() {
                "{" => open.push(path.clone()),
                "," | "}" | ";" => {
                    let base = open.last().cloned().unwrap_or_default();
                    if path != base {
                        if path.len() > 1 && path.last().is_some_and(|name| name == "self") {
                            path.pop();
                        }
                        let name = alias.take().or_else(|| path.last().cloned()).unwrap_or_default();
                        if name == "*" {
                            path.pop();
                        }
                        self.bound.push(Bound { name, path: outward(path.clone(), depth), exported });
                    }
                    if token == "}" {
                        open.pop();
                    }
                    // Behind a closed group comes a comma or the end: nothing new was named.
                    path = open.last().cloned().unwrap_or_default();
                }
                "as" => alias = tokens.get(at + 1 + place + 1).cloned(),
                name if alias.is_none() && (is_name(name) || name == "*") => path.push(name.to_owned()),
                _ => {}
            }
        }
        end + 1
    }

    /// The paths that count as imports.
    fn needs<'a>(&'a self, module: &'a [String]) -> impl Iterator<Item = &'a [String]> {
        let used: BTreeSet<&String> = self.paths.iter().map(|path| &path[0]).collect();
        let bound = self.bound.iter().filter(move |bound| {
            let below = match bound.path.first().map(String::as_str) {
                Some("crate") => bound.path[1..].starts_with(module),
                Some("self") => true,
                Some(first) => self.defined.contains(first),
                None => false,
            };
            !(bound.exported && below) || used.contains(&bound.name)
        });
        let relative = |first: &str| matches!(first, "crate" | "super" | "self");
        let paths = self.paths.iter().filter(move |path| path.len() > 1 || relative(&path[0]));
        bound.map(|bound| bound.path.as_slice()).chain(paths.map(Vec::as_slice))
    }
}

/// A path as the file's own module would write it that stands in a module written out there.
fn outward(path: Vec<String>, depth: usize) -> Vec<String> {
    let up = path.iter().take(depth).take_while(|name| *name == "super").count();
    let own = || vec!["self".to_owned()];
    match path.first().map(String::as_str) {
        _ if depth == 0 => path,
        Some("super") if up < depth => own(),
        Some("super") if path.get(up).is_some_and(|next| next == "super") => path[up..].to_vec(),
        Some("super") => [own(), path[up..].to_vec()].concat(),
        Some("self") => own(),
        _ => path,
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Names, `::` and single signs; without comments, strings, letters in quotes, lifetimes and numbers.
fn tokens(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    let word = |c: char| c.is_alphanumeric() || c == '_';
    while at < letters.len() {
        let next = letters.get(at + 1).copied().unwrap_or(' ');
        match letters[at] {
            '/' if next == '/' => at += letters[at..].iter().position(|c| *c == '\n').unwrap_or(letters.len() - at),
            '/' if next == '*' => {
                let mut depth = 0;
                loop {
                    match (letters.get(at), letters.get(at + 1)) {
                        (Some('/'), Some('*')) => (depth, at) = (depth + 1, at + 2),
                        (Some('*'), Some('/')) => (depth, at) = (depth - 1, at + 2),
                        (Some(_), _) => at += 1,
                        (None, _) => break,
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
            '"' => at = past_string(&letters, at, None),
            'r' | 'b' | 'c' if starts_string(&letters, at) => {
                let quote = at + letters[at..].iter().position(|c| *c == '"').unwrap_or(0);
                let hashes = letters[at..quote].iter().filter(|c| **c == '#').count();
                at = past_string(&letters, quote, letters[at..quote].contains(&'r').then_some(hashes));
            }
            '\'' if next == '\\' => {
                let close = letters[at + 3..].iter().position(|c| *c == '\'');
                at = close.map_or(letters.len(), |close| at + close + 4);
            }
            '\'' if letters.get(at + 2) == Some(&'\'') => at += 3,
            // A lifetime.
            '\'' => at += 1 + letters[at + 1..].iter().take_while(|c| word(**c)).count(),
            ':' if next == ':' => {
                found.push("::".to_owned());
                at += 2;
            }
            c if word(c) => {
                let length = letters[at..].iter().take_while(|c| word(**c)).count();
                if !c.is_numeric() {
                    found.push(letters[at..at + length].iter().collect());
                }
                at += length;
            }
            c => {
                if !c.is_whitespace() {
                    found.push(c.to_string());
                }
                at += 1;
            }
        }
    }
    found
}

/// Whether a string begins here with letters before its quote, such as `br#"`.
fn starts_string(letters: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| letters[before]);
    let rest = letters[at..].iter().position(|c| !matches!(c, 'r' | 'b' | 'c' | '#'));
    !before.is_some_and(|c| c.is_alphanumeric() || c == '_') && rest.is_some_and(|rest| letters[at + rest] == '"')
}

/// Where a string ends whose quote is at `at`; a raw one by as many hashes as it began with.
fn past_string(letters: &[char], at: usize, hashes: Option<usize>) -> usize {
    let mut at = at + 1;
    while at < letters.len() {
        match (letters[at], hashes) {
            ('\\', None) => at += 2,
            ('"', None) => return at + 1,
            ('"', Some(hashes)) if letters[at + 1..].iter().take_while(|c| **c == '#').count() >= hashes => {
                return at + 1 + hashes;
            }
            _ => at += 1,
        }
    }
    at
}

/// Behind a `#[cfg(test)]` and the attributes that follow it, if one stands here.
fn past_test_attribute(tokens: &[String], at: usize) -> Option<usize> {
    let is = |offset: usize, text: &str| tokens.get(at + offset).is_some_and(|token| token == text);
    let mut end = at;
    if !(is(0, "#") && is(1, "[") && is(2, "cfg") && is(3, "(") && is(4, "test") && is(5, ")")) {
        return None;
    }
    while tokens.get(end).is_some_and(|token| token == "#") {
        end = past_group(tokens, end + 1);
    }
    Some(end)
}

/// Behind the item, field or statement that begins here.
fn past_item(tokens: &[String], mut at: usize) -> usize {
    let is_use = tokens[at..].iter().take(6).any(|token| token == "use");
    let is_item = is_use
        || tokens[at..].iter().take(6).any(|token| {
            matches!(
                token.as_str(),
                "fn" | "mod" | "struct" | "enum" | "impl" | "trait" | "const" | "static" | "type" | "let"
            )
        });
    while at < tokens.len() {
        match tokens[at].as_str() {
            ";" => return at + 1,
            "," if !is_item => return at + 1,
            "}" => return at,
            "{" if !is_use && is_item => return past_group(tokens, at),
            "{" | "(" | "[" => at = past_group(tokens, at),
            _ => at += 1,
        }
    }
    at
}

/// Behind the bracket that closes the one here.
fn past_group(tokens: &[String], mut at: usize) -> usize {
    let mut depth = 0;
    while at < tokens.len() {
        match tokens[at].as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at
}
