//! The tools of the contract, one file each: parameters in, data or an error out.

mod build;
mod chat;
mod clear;
mod craft;
mod drop;
mod eat;
mod equip;
mod explore;
mod face;
mod fill;
mod follow;
mod give;
mod go_to_block;
mod go_to_player;
mod harvest;
mod jump;
mod light;
mod look_into;
mod mine;
mod navigate;
mod pick_up;
mod place_block;
mod remember;
mod sleep;
mod smelt;
mod sneak;
mod sort;
mod status;
mod store;
mod take;
mod take_off;
mod use_item;
mod wait;
mod write_sign;

use serde_json::Value;

use crate::{
    body::skills::{breath, cx::Cx},
    domain::{ErrorCode, ToolError, ToolRequest},
    knowledge,
};

/// Executes one call.
///
/// # Errors
/// As the contract lists them; deadline, death, withdrawal and disconnection are the executor's.
pub async fn run(cx: &Cx, request: ToolRequest) -> Result<Value, ToolError> {
    knowledge::check_request(&request)?;
    breath::free_head(cx).await?;
    match request {
        ToolRequest::Mine(params) => mine::mine(cx, params).await,
        ToolRequest::Craft(params) => craft::craft(cx, params).await,
        ToolRequest::Smelt(params) => smelt::smelt(cx, params).await,
        ToolRequest::PlaceBlock(params) => place_block::place_block(cx, params).await,
        ToolRequest::Navigate(params) => navigate::navigate(cx, params).await,
        ToolRequest::GetBotStatus(_) => status::status(cx),
        ToolRequest::Chat(params) => chat::chat(cx, params).await,
        ToolRequest::Clear(params) => clear::clear(cx, params).await,
        ToolRequest::Drop(params) => drop::drop(cx, params).await,
        ToolRequest::Store(params) => store::store(cx, params).await,
        ToolRequest::Take(params) => take::take(cx, params).await,
        ToolRequest::PickUp(params) => pick_up::pick_up(cx, params).await,
        ToolRequest::GoToPlayer(params) => go_to_player::go_to_player(cx, params).await,
        ToolRequest::Follow(params) => follow::follow(cx, params).await,
        ToolRequest::Give(params) => give::give(cx, params).await,
        ToolRequest::LookInto(params) => look_into::look_into(cx, params).await,
        ToolRequest::Eat(params) => eat::eat(cx, params).await,
        ToolRequest::UseItem(params) => use_item::use_item(cx, params).await,
        ToolRequest::Sleep(_) => sleep::sleep(cx).await,
        ToolRequest::Equip(params) => equip::equip(cx, params).await,
        ToolRequest::Fill(params) => fill::fill(cx, params).await,
        ToolRequest::Build(params) => build::build(cx, params).await,
        ToolRequest::Light(params) => light::light(cx, params).await,
        ToolRequest::Sort(params) => sort::sort(cx, params).await,
        ToolRequest::Harvest(params) => harvest::harvest(cx, params).await,
        ToolRequest::TakeOff(params) => take_off::take_off(cx, params).await,
        ToolRequest::Face(params) => face::face(cx, params).await,
        ToolRequest::Jump(params) => jump::jump(cx, params).await,
        ToolRequest::Sneak(params) => sneak::sneak(cx, params).await,
        ToolRequest::Explore(params) => explore::explore(cx, params).await,
        ToolRequest::Remember(params) => remember::remember(cx, params).await,
        ToolRequest::GoToBlock(params) => go_to_block::go_to_block(cx, params).await,
        ToolRequest::Wait(params) => wait::wait(cx, params).await,
        ToolRequest::WriteSign(params) => write_sign::write_sign(cx, params).await,
        ToolRequest::PlanOn(_) => {
            Err(ToolError::new(ErrorCode::InvalidParams, "a goal is planned by the mind: no body can do that"))
        }
    }
}
