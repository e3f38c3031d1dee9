//! Throwing items away, forward, and where they come to lie.

use super::{clicks::Click, wear::WORN};
use crate::{
    body::{senses::windows::STORAGE, skills::cx::Cx},
    domain::ToolError,
    knowledge::{
        EYE_HEIGHT,
        lying::{AIR_DRAG, GRAVITY, GROUND_DRAG},
    },
};

/// How far below the eyes things are thrown from, in blocks; how fast, and how much of it upwards whatever the look, in blocks
/// a tick (the game's `Player.drop`, as the practice world has it from servers made after the game).
const HANDS: f64 = 0.3;
const SPEED: f64 = 0.3;
const LIFT: f64 = 0.1;

/// Throws so many of these items away, as the bot looks, and waits for the server's slots; how many are gone. What is worn goes
/// last.
pub async fn throw_out(cx: &Cx, items: &[&str], count: u32) -> Result<u32, ToolError> {
    let held = |cx: &Cx| cx.shown().windows.counts().count_any(items);
    let before = held(cx);
    let slots = cx.shown().windows.player_slots();
    let mut left = count;
    for slot in STORAGE.rev().chain(WORN) {
        let Some(stack) = slots[slot].as_ref().filter(|stack| items.contains(&stack.item.as_str())) else { continue };
        if left == 0 {
            break;
        }
        if stack.count <= left {
            cx.click(Click::ThrowAll(slot))?;
            left -= stack.count;
        } else {
            for _ in 0..left {
                cx.click(Click::ThrowOne(slot))?;
            }
            left = 0;
        }
    }
    let target = before.saturating_sub(count);
    cx.until(cx.patience(), |cx| held(cx) <= target).await;
    Ok(before.saturating_sub(held(cx)))
}

/// The pitch, in degrees, at which what is thrown comes to lie nearest to a place so far off, in blocks over the ground, and so
/// much higher than the feet of who throws.
pub fn pitch_for(distance: f64, higher: f64) -> f32 {
    let off = |pitch: &i32| (flight(f64::from(*pitch), higher) - distance).abs();
    let best = (-30..=75).min_by(|a, b| off(a).total_cmp(&off(b)));
    best.map_or(0.0, |pitch| pitch as f32)
}

/// How far off it comes to lie, on level ground.
fn flight(pitch: f64, higher: f64) -> f64 {
    let (sin, cos) = pitch.to_radians().sin_cos();
    let (mut x, mut y) = (0.0, EYE_HEIGHT - HANDS);
    let (mut vx, mut vy) = (cos * SPEED, LIFT - sin * SPEED);
    for _ in 0..200 {
        vy -= GRAVITY;
        x += vx;
        y = (y + vy).max(higher);
        let lies = y <= higher;
        vx *= if lies { GROUND_DRAG } else { AIR_DRAG };
        vy = if lies { 0.0 } else { vy * AIR_DRAG };
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_thrown_comes_to_lie_where_it_should() {
        for distance in [1.8, 2.0, 2.5, 3.0, 3.4] {
            for higher in [-1.0, 0.0, 1.0] {
                let pitch = pitch_for(distance, higher);
                let lies = flight(f64::from(pitch), higher);
                assert!((lies - distance).abs() < 0.15, "{distance} {higher}: {pitch} leads to {lies}");
            }
        }
        assert!(pitch_for(2.0, 0.0) > pitch_for(3.0, 0.0), "what is nearer is looked down at");
    }
}
