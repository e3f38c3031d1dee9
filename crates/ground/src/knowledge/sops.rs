//! Standard operating procedures: reading them, with the place of everything in its file, and turning them into tool calls.
//!
//! A procedure is a YAML file with `name`, `description`, `tags`, optional `parameters` with their defaults, `requires`
//! (totals used) and `steps`; a step's keys beside `action` are the tool's params. Some thirty are built in; a folder of
//! the user's adds to them, a file of the same name replacing the built-in one.

use std::{collections::BTreeMap, fmt, io, path::Path, sync::LazyLock};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{Map, Value};
use serde_saphyr::{Location, Spanned};

use super::{
    items,
    names::{family, unknown_item},
    params::check_request,
    template::{self, Values},
};
use crate::domain::{ToolError, ToolRequest, User};

/// A place in a file, counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    pub line: u64,
    pub column: u64,
}

impl From<Location> for Mark {
    fn from(location: Location) -> Self {
        Self { line: location.line().max(1), column: location.column().max(1) }
    }
}

/// Something wrong in a procedure's file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    pub file: String,
    pub mark: Mark,
    pub message: String,
}

/// `sops/chest.yaml:12:7: …`
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.mark.line, self.mark.column, self.message)
    }
}

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct At<T> {
    pub value: T,
    pub mark: Mark,
}

impl<T> From<Spanned<T>> for At<T> {
    fn from(spanned: Spanned<T>) -> Self {
        Self { value: spanned.value, mark: spanned.referenced.into() }
    }
}

/// A procedure as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Sop {
    /// The file's name without `.yaml`.
    pub id: String,
    /// The file as a person would name it.
    pub file: String,
    pub name: At<String>,
    pub description: String,
    pub tags: Vec<At<String>>,
    /// Names with their defaults (expressions over the ones before), in order.
    pub parameters: Vec<(At<String>, At<Value>)>,
    /// Items with how many are used up in all.
    pub requires: Vec<(At<String>, At<Value>)>,
    pub steps: Vec<SopStep>,
    /// The file's text.
    pub text: String,
}

/// One step as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct SopStep {
    pub mark: Mark,
    pub action: At<String>,
    pub params: Vec<(At<String>, At<Value>)>,
}

/// A procedure with its parameters filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    pub requires: Vec<(At<String>, At<u32>)>,
    pub steps: Vec<At<ToolRequest>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSop {
    name: Spanned<String>,
    #[serde(default)]
    description: String,
    tags: Vec<Spanned<String>>,
    #[serde(default)]
    parameters: Entries,
    #[serde(default)]
    requires: Vec<RawRequire>,
    steps: Spanned<Vec<Spanned<Entries>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRequire {
    item: Spanned<String>,
    count: Spanned<Value>,
}

/// A mapping in its written order, with the place of each key and value.
#[derive(Default)]
struct Entries(Vec<(At<String>, At<Value>)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor;
        impl<'de> Visitor<'de> for EntriesVisitor {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping such as `action: mine`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some((key, value)) = map.next_entry::<Spanned<String>, Spanned<Value>>()? {
                    entries.push((key.into(), value.into()));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(EntriesVisitor)
    }
}

impl Sop {
    /// Reads a procedure; `file` is only named in faults.
    ///
    /// # Errors
    /// The first thing about its shape that is wrong.
    pub fn parse(file: &str, text: &str) -> Result<Self, Fault> {
        let fault = |mark: Mark, message: String| Fault { file: file.to_owned(), mark, message };
        let raw: RawSop = serde_saphyr::from_str(text).map_err(|error| {
            let mark = error.location().map_or(Mark { line: 1, column: 1 }, Mark::from);
            fault(mark, without_place(&error.without_snippet().to_string()))
        })?;
        if raw.steps.value.is_empty() {
            return Err(fault(raw.steps.referenced.into(), "a procedure without steps does nothing".to_owned()));
        }
        let mut steps = Vec::new();
        for step in raw.steps.value {
            let mark: Mark = step.referenced.into();
            let mut params = step.value.0;
            let Some(index) = params.iter().position(|(key, _)| key.value == "action") else {
                return Err(fault(mark, "the step has no `action`".to_owned()));
            };
            let (_, action) = params.remove(index);
            let Value::String(name) = action.value else {
                return Err(fault(action.mark, format!("the action must be a tool's name, not {}", action.value)));
            };
            steps.push(SopStep { mark, action: At { value: name, mark: action.mark }, params });
        }
        let stem =
            Path::new(file).file_stem().map_or_else(|| file.to_owned(), |stem| stem.to_string_lossy().into_owned());
        Ok(Self {
            id: stem,
            file: file.to_owned(),
            name: raw.name.into(),
            description: raw.description,
            tags: raw.tags.into_iter().map(At::from).collect(),
            parameters: raw.parameters.0,
            requires: raw.requires.into_iter().map(|entry| (entry.item.into(), entry.count.into())).collect(),
            steps,
            text: text.to_owned(),
        })
    }

    /// Whether it can make a number of its product other than the default.
    pub fn has_parameter(&self, name: &str) -> bool {
        self.parameters.iter().any(|(parameter, _)| parameter.value == name)
    }

    /// The procedure with these parameters, the rest at their defaults.
    ///
    /// # Errors
    /// Everything that is wrong with a value, a name or a step's params.
    pub fn instantiate(&self, args: &BTreeMap<String, i64>) -> Result<Instance, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut fault = |mark: Mark, message: String| faults.push(Fault { file: self.file.clone(), mark, message });
        let mut values = Values::new();
        for (name, default) in &self.parameters {
            match args.get(&name.value).map_or_else(|| number(&default.value, &values), |given| Ok(*given)) {
                Ok(value) => drop(values.insert(name.value.clone(), value)),
                Err(message) => fault(default.mark, format!("parameter {}: {message}", name.value)),
            }
        }
        let mut requires = Vec::new();
        for (item, count) in &self.requires {
            match number(&count.value, &values).and_then(|n| u32::try_from(n).map_err(|_| format!("{n} is no count"))) {
                Ok(value) => requires.push((item.clone(), At { value, mark: count.mark })),
                Err(message) => fault(count.mark, message),
            }
            if items::item(&item.value).is_none() && family(&item.value).is_none() {
                fault(item.mark, unknown_item(&item.value).message);
            }
        }
        let mut steps = Vec::new();
        for step in &self.steps {
            match step.request(&values) {
                Ok(value) => steps.push(At { value, mark: step.mark }),
                Err((mark, message)) => fault(mark, message),
            }
        }
        if faults.is_empty() { Ok(Instance { requires, steps }) } else { Err(faults) }
    }
}

impl SopStep {
    fn request(&self, values: &Values) -> Result<ToolRequest, (Mark, String)> {
        let tool = match self.action.value.as_str() {
            "place" => "place_block",
            tool => tool,
        };
        let names = ToolRequest::names(User::Planner);
        if !names.contains(&tool) {
            let known = names.join(", ");
            return Err((self.action.mark, format!("no action is called {tool:?}; there are {known} and place")));
        }
        let mut params = Map::new();
        for (key, value) in &self.params {
            // The sample of this shape says `item` for what is placed.
            let name = if tool == "place_block" && key.value == "item" { "block" } else { key.value.as_str() };
            let filled = filled(&value.value, values).map_err(|message| (value.mark, message))?;
            params.insert(name.to_owned(), filled);
        }
        let request = ToolRequest::from_parts(tool, &Value::Object(params))
            .map_err(|error| (self.mark_of(&error), error.message))?;
        check_request(&request).map_err(|error| (self.mark_of(&error), error.message))?;
        Ok(request)
    }

    /// The param an error is about: the one it names first, else the thing that is acted upon, else the step.
    pub fn mark_of(&self, error: &ToolError) -> Mark {
        let quoted = |key: &str| error.message.contains(&format!("`{key}`"));
        let named = self.params.iter().find(|(key, _)| quoted(&key.value)).map(|(key, _)| key.mark);
        let first = || {
            let word = error.message.split_whitespace().next().unwrap_or_default();
            self.params.iter().find(|(key, _)| key.value == word).map(|(_, value)| value.mark)
        };
        let object = || {
            let objects = ["target", "item", "block", "message"];
            self.params.iter().find(|(key, _)| objects.contains(&key.value.as_str())).map(|(_, value)| value.mark)
        };
        named.or_else(first).or_else(object).unwrap_or(self.mark)
    }
}

/// A param with its `${...}` filled in; a text that is one expression and nothing else becomes a number.
fn filled(value: &Value, values: &Values) -> Result<Value, String> {
    let Value::String(text) = value else { return Ok(value.clone()) };
    if text.contains("${") { text_or_number(&template::fill(text, values)?) } else { Ok(value.clone()) }
}

fn text_or_number(text: &str) -> Result<Value, String> {
    Ok(text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from))
}

fn number(value: &Value, values: &Values) -> Result<i64, String> {
    match filled(value, values)? {
        Value::Number(number) if number.is_i64() => number.as_i64().ok_or_else(|| format!("{number} is too large")),
        other => Err(format!("{other} is no whole number")),
    }
}

/// The reader puts the place into its message too; it is told apart here.
fn without_place(message: &str) -> String {
    let cut = message.find(" at line ").map_or(message, |at| &message[..at]);
    let cut = cut.split_once(": ").filter(|(head, _)| head.starts_with("error: line")).map_or(cut, |(_, rest)| rest);
    cut.lines().next().unwrap_or(cut).trim().to_owned()
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("sops/", $name, ".yaml"), include_str!(concat!("../../../../sops/", $name, ".yaml")))),*]
    };
}

/// The procedures that come with the program: file and text.
pub const BUILT_IN: &[(&str, &str)] = built_in![
    "bucket",
    "campfire",
    "charcoal",
    "chest",
    "coal",
    "cobblestone",
    "crafting_table",
    "furnace",
    "glass",
    "iron_ingot",
    "iron_pickaxe",
    "ladders",
    "oak_boat",
    "oak_door",
    "oak_fence",
    "planks",
    "raw_iron",
    "sticks",
    "stone_axe",
    "stone_hoe",
    "stone_pickaxe",
    "stone_shovel",
    "stone_sword",
    "stone_tools",
    "torches",
    "wooden_axe",
    "wooden_pickaxe",
    "wooden_tools",
];

/// The procedures one can choose from, by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SopLibrary {
    sops: BTreeMap<String, Sop>,
    /// Files that could not be read as procedures: they are left out.
    pub faults: Vec<Fault>,
}

impl SopLibrary {
    /// What comes with the program.
    pub fn built_in() -> Self {
        static LIBRARY: LazyLock<SopLibrary> = LazyLock::new(|| {
            let mut library = SopLibrary::default();
            BUILT_IN.iter().for_each(|(file, text)| library.add(file, text));
            library
        });
        LIBRARY.clone()
    }

    /// What comes with the program, with the user's folder where one is given.
    ///
    /// # Errors
    /// A folder that cannot be read, or the files in it that are no procedures, a line each.
    pub fn load(dir: Option<&Path>) -> Result<Self, String> {
        let Some(dir) = dir else { return Ok(Self::built_in()) };
        let library = Self::with_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
        if library.faults.is_empty() {
            return Ok(library);
        }
        let faults: Vec<String> = library.faults.iter().map(ToString::to_string).collect();
        Err(faults.join("\n"))
    }

    /// What comes with the program, and the `*.yaml` files of a folder; a file of the same name replaces the built-in one.
    ///
    /// # Errors
    /// When the folder cannot be read. Files that are no procedures are told in [`SopLibrary::faults`].
    pub fn with_dir(dir: &Path) -> io::Result<Self> {
        let mut library = Self::built_in();
        for file in yaml_files(dir)? {
            library.add(&file.display().to_string(), &crate::read::text(&file).map_err(|error| told(&file, &error))?);
        }
        Ok(library)
    }

    /// Adds a procedure, replacing one of the same id; a file that is none goes to the faults.
    pub fn add(&mut self, file: &str, text: &str) {
        match Sop::parse(file, text) {
            Ok(sop) => drop(self.sops.insert(sop.id.clone(), sop)),
            Err(fault) => self.faults.push(fault),
        }
    }

    /// By id.
    pub fn iter(&self) -> impl Iterator<Item = &Sop> {
        self.sops.values()
    }

    /// By id (`stone_pickaxe`) or name (`Stone Pickaxe`).
    pub fn get(&self, name: &str) -> Option<&Sop> {
        let id = name.trim().to_lowercase().replace([' ', '-'], "_");
        let id = id.strip_suffix(".yaml").unwrap_or(&id);
        self.sops.get(id).or_else(|| self.sops.values().find(|sop| sop.name.value.eq_ignore_ascii_case(name.trim())))
    }
}

/// A folder's error is told with the folder's name; which file in it is at fault must be said besides.
fn told(file: &Path, error: &io::Error) -> io::Error {
    let name = file.file_name().unwrap_or_default().display();
    io::Error::new(error.kind(), format!("{name}: {error}"))
}

/// The `*.yaml` and `*.yml` files of a folder, by name.
///
/// # Errors
/// When the folder cannot be read.
pub fn yaml_files(dir: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        match Sop::parse("x.yaml", text) {
            Err(fault) => vec![fault.to_string()],
            Ok(sop) => match sop.instantiate(&BTreeMap::new()) {
                Ok(_) => Vec::new(),
                Err(faults) => faults.iter().map(ToString::to_string).collect(),
            },
        }
    }

    fn check(text: &str, expect: &[(&str, &str)]) {
        let found = faults(text);
        assert_eq!(found.len(), expect.len(), "{found:#?}");
        for (fault, (place, words)) in found.iter().zip(expect) {
            assert!(fault.starts_with(&format!("x.yaml:{place}: ")), "{fault} is not at {place}");
            assert!(fault.contains(words), "{fault} says nothing of {words}");
        }
    }

    const HEAD: &str = "name: X\ntags: [x]\nsteps:\n";

    #[test]
    fn built_in_procedures_can_be_read() {
        let library = SopLibrary::built_in();
        assert_eq!(library.faults, []);
        assert_eq!(library.iter().count(), BUILT_IN.len());
        for sop in library.iter() {
            assert_eq!(sop.instantiate(&BTreeMap::new()).err(), None);
        }
        assert!(library.get("Stone Pickaxe").is_some() && library.get("stone_pickaxe").is_some());
    }

    #[test]
    fn faults_name_line_and_column() {
        check(&format!("{HEAD}  - action: mine\n    target: oak_log\n    count: 3\n"), &[]);
        check(&format!("{HEAD}  - action: mine\n    target: oak_logg\n    count: 3\n"), &[("5:13", "oak_log")]);
        check(&format!("{HEAD}  - action: mine\n    target: oak_log\n    count: 0\n"), &[("6:12", "count is 0")]);
        check(&format!("{HEAD}  - action: mime\n    target: oak_log\n"), &[("4:13", "no action is called")]);
        check(&format!("{HEAD}  - action: mine\n    targets: oak_log\n"), &[("5:5", "unknown field")]);
        check(&format!("{HEAD}  - target: oak_log\n"), &[("4:5", "no `action`")]);
        check(&format!("{HEAD}  - action: craft\n    item: stick\n    count: ${{n}}\n"), &[("6:12", "no parameter")]);
        check("name: X\ntags: [x]\nsteps: []\n", &[("3:8", "without steps")]);
        check("name: X\ntags: [x]\nsteps:\n  - action: [\n", &[("4:13", "unclosed")]);
        check("name: X\nlabels: [x]\nsteps: []\n", &[("2:1", "labels")]);
        check(
            &format!("{HEAD}  - action: mine\n    target: pickax\n  - action: craft\n    item: dirt\n"),
            &[("5:13", "stone_pickaxe"), ("7:11", "no recipe")],
        );
    }

    #[test]
    fn parameters_are_filled_in() {
        let text = "name: X\ntags: [x]\nparameters:\n  count: 4\n  sticks: ${count / 4}\nrequires:\n  - item: log\n    count: ${sticks}\n\
                    steps:\n  - action: craft\n    item: torch\n    count: ${count}\n  - action: chat\n    message: made ${count}\n";
        let sop = Sop::parse("x.yaml", text).unwrap();
        let instance = sop.instantiate(&[("count".to_owned(), 10)].into()).unwrap();
        assert_eq!(instance.requires[0].1.value, 3);
        let steps = serde_json::to_value(instance.steps.iter().map(|step| &step.value).collect::<Vec<_>>()).unwrap();
        assert_eq!(steps[0]["params"]["count"], 10);
        assert_eq!(steps[1]["params"]["message"], "made 10");
    }
}
