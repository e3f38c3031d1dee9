//! What is planned only once it shows what came of the deeds before.

use super::{Planning, places::turns_known, spoken_by};
use crate::{
    domain::{Eat, PlanOn, StepDraft, Store, ToolError, ToolRequest, UseItem},
    knowledge::{self, ANY_ITEM},
    mind::plan::{
        drafts::draft,
        grammar::{Intent, Layout, Path, meaning},
        open::{is_by_place, leaves_open},
        stock::{TORCH, have, name_of},
    },
};

/// What a clause builds on of what is held.
enum Needs {
    Nothing,
    Thing(&'static str),
    /// Whatever there is.
    All,
}

impl Planning<'_> {
    /// Whether a clause can only be planned once the steps so far are done. `moved`: a clause before it leads elsewhere.
    pub(super) fn waits(&self, intent: &Intent, moved: bool) -> bool {
        let open = |name: &str| self.steps.iter().any(|step| leaves_open(&step.request, name));
        let again = matches!(intent, Intent::UseAgain(_) | Intent::IntoPlaced(_)) && self.state.began.is_none();
        // Which way the bot looks once it has worked or opened something.
        let is_step =
            matches!(intent, Intent::Step { .. }) && !self.steps.iter().all(|step| turns_known(&step.request));
        let builds = |step: &StepDraft| matches!(step.request, ToolRequest::Build(_));
        again
            || matches!(intent, Intent::TearDown(_)) && self.steps.iter().any(builds)
            || is_step && self.state.yaw.is_some()
            // What is done before may dig or build where it is to stand.
            || matches!(intent, Intent::Lay(_) | Intent::Visit(_) | Intent::Swap { .. } | Intent::Shift { .. }) && !self.steps.is_empty()
            || matches!(intent, Intent::TellStored { .. }) && !self.steps.is_empty()
            || moved && is_by_place(intent)
            || matches!(intent, Intent::GoNamed { name } | Intent::Forget { name } if self.named.get(name) == Some(&None))
            || match self.needs(intent) {
                Needs::Nothing => false,
                Needs::Thing(name) => open(name),
                Needs::All => open(ANY_ITEM),
            }
    }

    /// The step that plans these clauses, of which the first is the goal's clause `from`.
    ///
    /// # Errors
    /// `INVALID_PARAMS`: one of them is for somebody who is no player.
    pub(super) fn plan_on(&mut self, from: usize, rest: &[Intent]) -> Result<(), ToolError> {
        let mut told = Vec::new();
        for intent in rest.iter().filter(|intent| **intent != Intent::Then) {
            told.extend(spoken_by(self.state.speaker.as_deref(), intent)?.as_ref().map(meaning));
        }
        if told.is_empty() {
            return Ok(());
        }
        let call = PlanOn { from: u32::try_from(from).unwrap_or(u32::MAX), meaning: told.join("; ") };
        let why = "planned once it shows what came of the steps before".to_owned();
        self.add(vec![draft(call.into(), why)])
    }

    fn needs(&self, intent: &Intent) -> Needs {
        // What is held already does for one.
        let unless_held = |name: &str, count: u32| match name_of(name) {
            Some(name) if knowledge::group(name).is_none() && have(&self.sim.held, name) >= count => Needs::Nothing,
            Some(name) => Needs::Thing(name),
            None => Needs::All,
        };
        match intent {
            Intent::Part { item, .. }
            | Intent::Get { item, .. }
            | Intent::Craft { item, .. }
            | Intent::Smelt { item, .. }
            | Intent::Drop { item, .. }
            | Intent::Give { item, .. } => Needs::Thing(item),
            Intent::Place { block, .. }
            | Intent::Swap { block, .. }
            | Intent::Fill { block, .. }
            | Intent::FillUp { block, .. }
            | Intent::Level { block, .. }
            | Intent::Pave(Path { block, .. })
            | Intent::Lay(Layout { block, .. }) => Needs::Thing(block),
            Intent::Light { .. } => Needs::Thing(TORCH),
            Intent::MakeMost { .. }
            | Intent::DropAll { .. }
            | Intent::GiveAll { .. }
            | Intent::StoreAll { .. }
            | Intent::TellHeld { .. }
            | Intent::WearBest { .. }
            | Intent::Unless { .. }
            | Intent::WearHeld { .. }
            | Intent::With { .. }
            | Intent::HoldBest { .. } => Needs::All,
            Intent::Do(ToolRequest::Store(Store { item: Some(item), count, .. })) => {
                unless_held(item, count.unwrap_or(1))
            }
            Intent::Do(ToolRequest::Eat(Eat { item: Some(item), count, .. })) => unless_held(item, count.unwrap_or(1)),
            Intent::Do(ToolRequest::UseItem(UseItem { item: Some(item), .. })) => unless_held(item, 1),
            Intent::Pour { item, .. } => unless_held(item, 1),
            Intent::Do(ToolRequest::Equip(equip)) => unless_held(&equip.item, 1),
            _ => Needs::Nothing,
        }
    }
}
