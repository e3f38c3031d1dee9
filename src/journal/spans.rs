//! The journal's events once more, as `tracing` spans: what each goal, plan, step and call belongs to, how long it took
//! and how it ended, for everything that reads such trees. Every decision is recorded in the journal, so that spans are
//! opened and closed here alone, and no system knows of them.
//!
//! ```text
//! goal               invoke_agent blockwright
//! ├─ plan            plan blockwright
//! │  └─ model_call   chat MODEL (Gemini's: generate_content MODEL)
//! ├─ step            one for each attempt
//! │  └─ tool_call    execute_tool TOOL
//! └─ model_call      of another role than the planner's
//! ```
//!
//! A plan's span lasts from the first question to a model until there is a plan, be it the offline planner's while the model is
//! still asked; one that is made offline, or comes in the place of another, has a span without length. A goal that is
//! paused keeps its span, and what runs below it ends there as withdrawn.
//!
//! Names are those of OpenTelemetry's conventions for generative AI, schema `gen-ai-dev/1.42.0-dev` over the semantic
//! conventions v1.44.0, all of them in development still. `otel.*` is what the crate tracing-opentelemetry reads, and
//! `blockwright.*` our own. What was said to a model, by it or to a tool is in no span: by the conventions that is only
//! for those who ask for it, and the journal's file has it.

use std::collections::BTreeMap;

use tracing::{Span, field::Empty, info_span};

use super::Event;
use crate::domain::ErrorCode;

/// The spans' name for log filters: `BLOCKWRIGHT_LOG=blockwright::spans=info`.
pub const SPANS: &str = "blockwright::spans";

/// The error of what is still open when its goal ends or is paused: as a tool call's that is withdrawn.
const WITHDRAWN: &str = "CANCELLED";
/// The conventions' error for what has no name.
const OTHER: &str = "_OTHER";

/// The spans of the goals that have begun and are not over.
#[derive(Debug, Default)]
pub(super) struct Spans(BTreeMap<u64, Tree>);

impl Spans {
    /// Opens and closes what this event of a goal begins and ends. `tick`: the body's.
    pub(super) fn follow(&mut self, goal: Option<u64>, tick: u64, event: &Event) {
        let Some(goal) = goal else { return };
        match event {
            // One that is resumed starts once more.
            Event::GoalStarted { .. } => _ = self.0.entry(goal).or_insert_with(|| Tree::new(goal, tick)),
            Event::GoalDone { .. } => self.end(goal, tick, None),
            Event::GoalFailed { why, .. } => self.end(goal, tick, Some(code_of(why))),
            Event::GoalCancelled { .. } => self.end(goal, tick, Some(WITHDRAWN)),
            _ => {
                if let Some(tree) = self.0.get_mut(&goal) {
                    tree.follow(tick, event);
                }
            }
        }
    }

    fn end(&mut self, goal: u64, tick: u64, error: Option<&str>) {
        // One that is cancelled before it began has none.
        if let Some(mut tree) = self.0.remove(&goal) {
            // A goal that fails while it is planned fails as a plan.
            close(&mut tree.model_call, tick, Some(WITHDRAWN));
            close(&mut tree.plan, tick, error);
            tree.withdraw(tick);
            tree.goal.close(tick, error);
        }
    }
}

/// One goal's open spans. It has at most one of each at a time.
#[derive(Debug)]
struct Tree {
    goal: Open,
    plan: Option<Open>,
    model_call: Option<Open>,
    step: Option<Open>,
    tool_call: Option<Open>,
}

impl Tree {
    fn new(goal: u64, tick: u64) -> Self {
        Self { goal: Open::new(goal_span(goal), tick), plan: None, model_call: None, step: None, tool_call: None }
    }

    fn follow(&mut self, tick: u64, event: &Event) {
        match event {
            Event::ModelPrompt { role, provider, model, .. } => {
                let parent: &Open = match role.as_str() {
                    "planner" => self.plan.get_or_insert_with(|| Open::new(plan_span(&self.goal.span), tick)),
                    _ => &self.goal,
                };
                let span = model_span(&parent.span, role, provider, model);
                self.model_call = Some(Open::new(span, tick));
            }
            Event::ModelCalled { call } => {
                let Some(open) = self.model_call.take() else { return };
                // Without a single one they were not counted.
                if call.input > 0 || call.output > 0 {
                    open.span
                        .record("gen_ai.usage.input_tokens", call.input)
                        .record("gen_ai.usage.cache_read.input_tokens", call.cached)
                        .record("gen_ai.usage.output_tokens", call.output)
                        .record("gen_ai.usage.reasoning.output_tokens", call.reasoning);
                }
                open.span
                    .record("blockwright.model.purpose", call.purpose.as_str())
                    .record("blockwright.model.tries", call.tries)
                    .record("blockwright.model.usd", call.usd);
                open.close(tick, (call.outcome != "ok").then_some(call.outcome.as_str()));
            }
            Event::Planned { plan } => {
                let open = self.plan.take().unwrap_or_else(|| Open::new(plan_span(&self.goal.span), tick));
                open.span
                    .record("blockwright.plan.planner", plan.planner.as_str())
                    .record("blockwright.plan.sop", plan.sop.as_deref())
                    .record("blockwright.plan.steps", plan.steps.len())
                    .record("blockwright.plan.repairs", plan.repairs.len());
                open.close(tick, None);
            }
            // Where a repair of it was asked for, its plan has been begun anew.
            Event::PutAside { .. } => close(&mut self.plan, tick, None),
            Event::StepStarted { step, attempt, .. } => {
                self.step = Some(Open::new(step_span(&self.goal.span, *step, *attempt), tick));
            }
            Event::ToolCall { call, request } => {
                let parent = self.step.as_ref().unwrap_or(&self.goal);
                self.tool_call = Some(Open::new(tool_span(&parent.span, *call, request.name()), tick));
            }
            Event::ToolResult { result, .. } => {
                let code = result.error.as_ref().map(|error| error.code.to_string());
                close(&mut self.tool_call, tick, code.as_deref());
            }
            Event::StepDone { .. } => close(&mut self.step, tick, None),
            Event::StepFailed { error, .. } => close(&mut self.step, tick, Some(&error.code.to_string())),
            Event::GoalPaused { .. } => self.withdraw(tick),
            _ => {}
        }
    }

    /// Closes all but the goal, what is below first.
    fn withdraw(&mut self, tick: u64) {
        for open in [&mut self.model_call, &mut self.plan, &mut self.tool_call, &mut self.step] {
            close(open, tick, Some(WITHDRAWN));
        }
    }
}

/// A span that lasts. It is never entered, since what it stands for goes on over many frames, and on other threads.
#[derive(Debug)]
struct Open {
    span: Span,
    /// The tick it was opened at.
    since: u64,
}

impl Open {
    fn new(span: Span, tick: u64) -> Self {
        Self { span, since: tick }
    }

    fn close(self, tick: u64, error: Option<&str>) {
        self.span.record("blockwright.ticks", tick.saturating_sub(self.since));
        if let Some(error) = error {
            self.span.record("error.type", error).record("otel.status_code", "ERROR");
        }
    }
}

fn close(open: &mut Option<Open>, tick: u64, error: Option<&str>) {
    if let Some(open) = open.take() {
        open.close(tick, error);
    }
}

/// The code with which a goal's reason begins, as every tool error's words do.
fn code_of(why: &str) -> &str {
    let code = why.split(':').next().unwrap_or_default();
    let is_one = serde_json::from_value::<ErrorCode>(code.into()).is_ok();
    if is_one { code } else { OTHER }
}

/// What the conventions call a provider, and what is asked of it. Ollama has no name there but its own.
fn provider_and_operation(provider: &str) -> (&str, &'static str) {
    match provider {
        "gemini" => ("gcp.gemini", "generate_content"),
        "claude" => ("anthropic", "chat"),
        _ => (provider, "chat"),
    }
}

// Names that end in `type` are quoted, as `type` alone is a word of Rust's.

fn goal_span(goal: u64) -> Span {
    info_span!(
        target: SPANS,
        parent: None,
        "goal",
        otel.name = "invoke_agent blockwright",
        otel.kind = "internal",
        otel.status_code = Empty,
        gen_ai.operation.name = "invoke_agent",
        gen_ai.agent.name = "blockwright",
        "error.type" = Empty,
        blockwright.goal.id = goal,
        blockwright.ticks = Empty,
    )
}

fn plan_span(parent: &Span) -> Span {
    info_span!(
        target: SPANS,
        parent: parent,
        "plan",
        otel.name = "plan blockwright",
        otel.kind = "internal",
        otel.status_code = Empty,
        gen_ai.operation.name = "plan",
        gen_ai.agent.name = "blockwright",
        "error.type" = Empty,
        blockwright.plan.planner = Empty,
        blockwright.plan.sop = Empty,
        blockwright.plan.steps = Empty,
        blockwright.plan.repairs = Empty,
        blockwright.ticks = Empty,
    )
}

fn model_span(parent: &Span, role: &str, provider: &str, model: &str) -> Span {
    let (provider, operation) = provider_and_operation(provider);
    info_span!(
        target: SPANS,
        parent: parent,
        "model_call",
        otel.name = format!("{operation} {model}"),
        otel.kind = "client",
        otel.status_code = Empty,
        gen_ai.operation.name = operation,
        gen_ai.provider.name = provider,
        gen_ai.request.model = model,
        "gen_ai.output.type" = "json",
        gen_ai.usage.input_tokens = Empty,
        gen_ai.usage.cache_read.input_tokens = Empty,
        gen_ai.usage.output_tokens = Empty,
        gen_ai.usage.reasoning.output_tokens = Empty,
        "error.type" = Empty,
        blockwright.model.role = role,
        blockwright.model.purpose = Empty,
        blockwright.model.tries = Empty,
        blockwright.model.usd = Empty,
        blockwright.ticks = Empty,
    )
}

fn step_span(parent: &Span, step: usize, attempt: u32) -> Span {
    info_span!(
        target: SPANS,
        parent: parent,
        "step",
        otel.kind = "internal",
        otel.status_code = Empty,
        "error.type" = Empty,
        blockwright.step.number = step,
        blockwright.step.attempt = attempt,
        blockwright.ticks = Empty,
    )
}

fn tool_span(parent: &Span, call: u64, tool: &str) -> Span {
    info_span!(
        target: SPANS,
        parent: parent,
        "tool_call",
        otel.name = format!("execute_tool {tool}"),
        otel.kind = "internal",
        otel.status_code = Empty,
        gen_ai.operation.name = "execute_tool",
        gen_ai.agent.name = "blockwright",
        gen_ai.tool.name = tool,
        "gen_ai.tool.type" = "function",
        gen_ai.tool.call.id = call.to_string(),
        "error.type" = Empty,
        blockwright.ticks = Empty,
    )
}
