use super::planner::PlannerState;
use crate::domain::*;
pub enum Recovery {
    Retry { request: ToolRequest, expectation: Option<Expectation>, why: String },
    InsertBefore { steps: Vec<StepDraft>, retry: Option<ToolRequest>, why: String },
    GiveUp { why: String },
}
pub fn reflect(_s: &StepDraft, _e: &ToolError, _a: u32, _p: &PlannerState) -> Recovery {
    todo!()
}
