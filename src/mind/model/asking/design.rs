//! Goals for a building of which there is no blueprint are put to the model for a drawing. What it draws is held against what hands
//! can build, kept in a file, and planned like any other file: by the offline planner, which knows the ground.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use bevy::prelude::*;
use serde_json::json;

use crate::{
    construction::Blueprint,
    domain::{ErrorCode, PlanDraft, ToolError},
    journal::Journal,
    knowledge::SopLibrary,
    mind::{
        agent::{Agents, FreePlans, GoalOf},
        goals::{GoalLife, Ledger, Owners, UNCONFIRMED},
        model::{
            asking::{
                Asking, Drawn,
                answers::{heard, send_back},
                plan::fall_back,
            },
            call::Role,
            desk::Desk,
            reply::{Design, read_design},
        },
        plan::{grammar::wish, planner::plan_goal, state::PlannerState},
        steps::{Placed, Sops, adopt, survey},
    },
};

/// Characters of a file's name, and names that are tried for a drawing.
const NAME: usize = 40;
const NAMES: usize = 1_000;

/// Where drawings are kept.
#[derive(Resource, Debug)]
pub struct Drawings(pub PathBuf);

impl Default for Drawings {
    /// As long as the system keeps what is not asked to be kept.
    fn default() -> Self {
        Self(std::env::temp_dir().join("blockwright").join("blueprints"))
    }
}

impl Drawings {
    /// Writes a drawing into a file of its own, and says where, and whether there was none of it yet.
    ///
    /// # Errors
    /// The file cannot be written.
    fn keep(&self, design: &Design) -> io::Result<(PathBuf, bool)> {
        fs::create_dir_all(&self.0)?;
        let name = file_name(&design.title);
        for number in 1..=NAMES {
            let name = if number == 1 { format!("{name}.yaml") } else { format!("{name}_{number}.yaml") };
            let path = self.0.join(name);
            match fs::File::create_new(&path) {
                Ok(mut file) => return io::Write::write_all(&mut file, design.text.as_bytes()).map(|()| (path, true)),
                // Of the same there is one already.
                Err(_) if fs::read(&path).is_ok_and(|kept| kept == design.text.as_bytes()) => return Ok((path, false)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{NAMES} drawings are called so already")))
    }
}

/// A title as a file's name: letters and digits, and nothing that a path could be made of.
fn file_name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words = words.filter(|word| !["a", "an", "the"].contains(&word.to_ascii_lowercase().as_str()));
    let name: String = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_").chars().take(NAME).collect();
    if name.is_empty() { "drawing".to_owned() } else { name }
}

/// Takes the drawings that the models have made, where hands can build them.
pub(in crate::mind) fn heed_drawings(
    mut goals: Query<(GoalLife, &GoalOf, &Placed, &mut Ledger, &mut Asking)>,
    owners: Res<Owners>,
    agents: Agents,
    drawings: Res<Drawings>,
    sops: Res<Sops>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    let Some(limits) = desk.limits().cloned() else { return };
    for (mut life, of, placed, mut ledger, mut asking) in &mut goals {
        let Some(outlook) = agents.outlook(of) else { continue };
        // Where it goes is looked for once the land is there.
        if asking.prompt.role != Role::Designer || !outlook.lies_still {
            continue;
        }
        let Some(answer) = asking.answer.take() else { continue };
        let (entity, goal, seen) = (life.entity, life.goal, outlook.seen);
        let left_open = owners.left_open(life.speaker, outlook.blocks);
        let outlook = outlook.over(left_open.as_ref().unwrap_or(outlook.blocks));
        let state = |text: &str| {
            let state = survey(text, None, &outlook).unwrap_or_default();
            PlannerState { speaker: owners.or_first(life.speaker), ..state }
        };
        match heard(answer, |text| planned(text, &goal.text, &drawings, &state, &sops.0)) {
            Ok(Ok(planned)) => {
                commands.entity(entity).remove::<Asking>();
                let model = asking.model.model.clone();
                let Planned { design, kept, text, mut draft, state } = planned;
                if outlook.policy.free_plans == FreePlans::Refused {
                    life.fail(unconfirmed(&model, &design, &kept), &mut journal);
                    continue;
                }
                draft.why = format!("drawn for it ({}), and kept in {}; {}", design.why, kept.display(), draft.why);
                draft.planner = model;
                adopt(&mut life, placed, draft, state, &mut journal, &mut commands);
                commands.entity(entity).insert(Drawn(text));
                if outlook.policy.free_plans == FreePlans::Confirmed {
                    life.hold(UNCONFIRMED, &mut journal);
                }
            }
            Ok(Err(error)) => {
                commands.entity(entity).remove::<Asking>();
                life.fail(error, &mut journal);
            }
            Err(unproved) => {
                match send_back(unproved, &asking, goal, seen, &limits, &mut desk, &mut ledger, &mut journal) {
                    Ok(again) => *asking = again,
                    Err(why) => {
                        let state = state(&goal.text);
                        fall_back(&mut life, placed, &why, state, &sops.0, &mut journal, &mut commands);
                    }
                }
            }
        }
    }
}

/// A drawing in its file, with the goal in words since, and the plan that builds it.
struct Planned {
    design: Design,
    kept: PathBuf,
    text: String,
    draft: PlanDraft,
    state: PlannerState,
}

/// What comes of an answer: a plan, or what no other drawing mends. `state`: what a goal in these words is planned from.
///
/// # Errors
/// What is wrong with the drawing, in sentences for the model.
fn planned(
    answer: &str,
    goal: &str,
    drawings: &Drawings,
    state: &dyn Fn(&str) -> PlannerState,
    sops: &SopLibrary,
) -> Result<Result<Planned, ToolError>, Vec<String>> {
    let design = read_design(answer)?;
    let (kept, is_new) = match drawings.keep(&design) {
        Ok(kept) => kept,
        Err(error) => {
            let message = format!("the drawing cannot be kept in {}: {error}", drawings.0.display());
            return Ok(Err(ToolError::new(ErrorCode::ActionFailed, message)));
        }
    };
    let text = wish(goal).map(|wish| wish.drawn_in(&kept.to_string_lossy())).unwrap_or_default();
    let state = state(&text);
    match plan_goal(&text, &state, sops) {
        Ok(draft) => Ok(Ok(Planned { design, kept, text, draft, state })),
        // It is the land that does not allow it.
        Err(refusal) if refusal.error.code == ErrorCode::ActionFailed => Ok(Err(refusal.error)),
        Err(refusal) => {
            if is_new {
                _ = fs::remove_file(kept);
            }
            Err(vec![format!("what it takes cannot be had: {}; draw it of other blocks", refusal.error.message)])
        }
    }
}

/// What is said of a drawing that nobody can say yes to.
fn unconfirmed(model: &str, design: &Design, kept: &Path) -> ToolError {
    let Blueprint { size: [width, height, depth], .. } = design.blueprint;
    let (blocks, kept) = (design.blueprint.blocks(), kept.display());
    let words = format!(
        "there is no blueprint of it, so {model} has drawn one: {}, {blocks} blocks, {width} wide, {depth} deep and {height} \
         high ({}). Look at it: blockwright blueprint render {kept} drawing.png; then say: build {kept}, or give --yes to have such \
         drawings built",
        design.title, design.why
    );
    ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "drawing": kept.to_string(), "blocks": blocks }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_a_file_in_the_folder() {
        for (title, name) in [
            ("a small red Barn", "small_red_barn"),
            ("../../etc/passwd", "etc_passwd"),
            ("Königs Halle", "k_nigs_halle"),
            ("…", "drawing"),
        ] {
            assert_eq!(file_name(title), name);
        }
    }

    #[test]
    fn what_is_kept_already_is_no_new_file_and_another_of_the_name_is() {
        let folder = std::env::temp_dir().join(format!("blockwright-kept-{}", std::process::id()));
        let drawings = Drawings(folder.clone());
        let design = |text: &str| Design {
            why: String::new(),
            title: "a hut".to_owned(),
            text: text.to_owned(),
            blueprint: Blueprint::default(),
        };
        let kept = |text: &str| {
            let (path, is_new) = drawings.keep(&design(text)).unwrap();
            (path.file_name().unwrap().to_string_lossy().into_owned(), is_new)
        };
        let told = [kept("one"), kept("one"), kept("other"), kept("one")];
        fs::remove_dir_all(folder).unwrap();
        let [hut, second] = ["hut.yaml", "hut_2.yaml"].map(str::to_owned);
        assert_eq!(told, [(hut.clone(), true), (hut.clone(), false), (second, true), (hut, false)]);
    }
}
