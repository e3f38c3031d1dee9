//! Writing on signs: the server opens one for a client that has placed or clicked it, and takes words from that client only, once.

use azalea::{core::position::BlockPos as AzaleaPos, protocol::packets::game::ServerboundSignUpdate};

use super::hold;
use crate::{
    body::{senses::windows::HOTBAR, skills::cx::Cx},
    domain::{BlockPos, ToolError},
    knowledge::SIGN_LINES,
};

/// Ticks in which a server opens the sign that was just placed.
const OPENS: u64 = 20;

/// Whether the server has opened this sign to be written on.
pub fn is_open(cx: &Cx, at: BlockPos) -> bool {
    cx.shown().signs.editor.is_some_and(|(open, _)| open == at)
}

/// Writes on the open sign; whether on its front, or `None` where none is open.
pub fn write(cx: &Cx, lines: [String; SIGN_LINES]) -> Result<Option<bool>, ToolError> {
    let Some((at, is_front_text)) = cx.shown_mut().signs.editor.take() else { return Ok(None) };
    cx.send(ServerboundSignUpdate { pos: AzaleaPos::new(at.x, at.y, at.z), is_front_text, lines })?;
    Ok(Some(is_front_text))
}

/// Leaves the open sign as it is. As long as one has it open, nobody else can write on it.
pub fn close(cx: &Cx) -> Result<(), ToolError> {
    let open = cx.shown().signs.editor;
    let Some((at, is_front)) = open else { return Ok(()) };
    let sign = cx.shown().signs.at(at);
    write(cx, if is_front { sign.front } else { sign.back }).map(drop)
}

/// A sign that was just placed is opened: who only places it writes nothing.
pub(super) async fn close_new(cx: &Cx, at: BlockPos) -> Result<(), ToolError> {
    cx.until(OPENS, |cx| is_open(cx, at)).await;
    close(cx)
}

/// Takes out of the hand what would be put on a sign: dye, ink and wax.
pub fn with_free_hand(cx: &Cx) -> Result<(), ToolError> {
    let is_put_on = |item: &str| item.ends_with("_dye") || matches!(item, "ink_sac" | "glow_ink_sac" | "honeycomb");
    let free = {
        let selected = hold::selected(cx)?;
        let shown = cx.shown();
        let is_free =
            |slot: &usize| shown.windows.player(HOTBAR.start + slot).is_none_or(|stack| !is_put_on(&stack.item));
        std::iter::once(selected).chain(0..HOTBAR.len()).find(is_free)
    };
    free.map_or(Ok(()), |slot| hold::select(cx, slot))
}
