use crate::{domain::*, knowledge::SopLibrary};
pub struct PlannerState {
    pub inventory: ItemCounts,
    pub position: Option<Vec3>,
    pub nearby_tables: bool,
    pub known: std::collections::BTreeMap<String, u32>,
}
pub struct Refusal {
    pub error: ToolError,
}
pub fn plan_goal(_t: &str, _s: &PlannerState, _l: &SopLibrary) -> Result<PlanDraft, Refusal> {
    todo!()
}
pub fn check_goal(_t: &str) -> Result<(), Refusal> {
    todo!()
}
