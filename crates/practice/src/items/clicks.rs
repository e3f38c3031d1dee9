//! What a click in a window does: vanilla's rules, over plain data.
//!
//! The client makes its own guess and sends it along; only what comes out here counts.

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use crate::items::{
    crafting,
    inventory::Inventory,
    menus::{Menu, Place},
    stack::{Slot, Stack},
};

/// A click, as a player means it. Slots are the window's numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Click {
    /// With the left or the right button; outside the window without a slot.
    Pickup {
        slot: Option<usize>,
        right: bool,
    },
    /// With shift held: over to the other part of the window.
    QuickMove {
        slot: usize,
    },
    /// With a number key (the hotbar's place) or the swap key.
    Swap {
        slot: usize,
        with: Place,
    },
    /// With the middle button, in creative mode: a full stack of the same.
    Clone {
        slot: usize,
    },
    /// With the drop key, one or all.
    Throw {
        slot: usize,
        all: bool,
    },
    /// Twice: gathers the same item onto the cursor, from the first slot on or from the last.
    PickupAll {
        slot: usize,
        from_end: bool,
    },
    /// Painting over slots: its start, each slot, its end.
    DragStart(Share),
    DragOver {
        slot: usize,
    },
    DragEnd,
}

/// How much each slot gets that is painted over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Share {
    /// The cursor's stack in equal parts: the left button.
    Even,
    /// One: the right button.
    One,
    /// A full stack, out of nothing: the middle button, in creative mode.
    Full,
}

/// The slots painted over so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drag {
    share: Share,
    slots: Vec<usize>,
}

/// All that a window shows while someone clicks in it.
pub(crate) struct Clicker<'a> {
    pub menu: Menu,
    pub items: &'a mut Inventory,
    /// What the block holds that the window belongs to, in the window's order.
    pub block: &'a mut [Slot],
    pub drag: &'a mut Option<Drag>,
    /// Which place of the hotbar is in the hand.
    pub held: usize,
    pub creative: bool,
    /// What leaves the window: the world throws it.
    pub thrown: Vec<Stack>,
    /// What of it the player dropped, and what came out of grids and furnaces: for the statistics.
    pub dropped: Vec<Stack>,
    pub made: Vec<Stack>,
    /// Whether something was taken out of a furnace's output, which pays experience.
    pub took_output: bool,
}

impl Clicker<'_> {
    pub fn click(&mut self, click: Click) {
        match click {
            Click::DragStart(share) => self.drag_start(share),
            Click::DragOver { slot } => self.drag_over(slot),
            Click::DragEnd => self.drag_end(),
            // As in vanilla: another click ends the painting, and does nothing else.
            _ if self.drag.take().is_some() => {}
            Click::Pickup { slot: None, right } => self.throw_cursor(right),
            Click::Pickup { slot: Some(slot), right } => self.pick_up(slot, right),
            Click::QuickMove { slot } => self.quick_move(slot),
            Click::Swap { slot, with } => self.swap(slot, with),
            Click::Clone { slot } => self.clone_stack(slot),
            Click::Throw { slot, all } => self.throw(slot, all),
            Click::PickupAll { slot, from_end } => self.pick_up_all(slot, from_end),
        }
    }

    pub fn get(&self, place: Place) -> Slot {
        match place.in_block() {
            Some(slot) => self.block.get(slot).copied().flatten(),
            None => self.items.get(place),
        }
    }

    fn set(&mut self, place: Place, stack: Slot) {
        match place.in_block().map(|slot| self.block.get_mut(slot)) {
            Some(Some(slot)) => *slot = stack,
            Some(None) => {}
            None => self.items.set(place, stack),
        }
    }

    /// Takes `count` out of a place, or what there is, or what there is `room` for. What can be taken out and not put
    /// back must have room for all of it.
    fn take(&mut self, place: Place, count: u32, room: u32) -> Slot {
        let there = self.get(place)?;
        if !place.takes(there.name()) && room < there.count {
            return None;
        }
        if place == Place::Result {
            self.make(there);
            return Some(there);
        }
        let taken = count.min(room).min(there.count);
        self.note_output(place, there, taken);
        self.set(place, there.with_count(there.count - taken));
        there.with_count(taken)
    }

    fn note_output(&mut self, place: Place, there: Stack, taken: u32) {
        if place == Place::Output {
            self.took_output = true;
            self.made.extend(there.with_count(taken));
        }
    }

    /// Uses up what one making takes; what is left of it goes to the player.
    fn make(&mut self, made: Stack) {
        self.made.push(made);
        for left in crafting::consume(&mut self.items.grid) {
            self.thrown.extend(self.items.add(left, self.held));
        }
    }

    /// Puts `count` of a stack to what is there, as much as fits; returns what is left of the stack.
    fn put(&mut self, place: Place, stack: Stack, count: u32) -> Slot {
        let there = self.get(place);
        if !place.takes(stack.name()) || there.is_some_and(|there| !there.stacks_with(&stack)) {
            return Some(stack);
        }
        let before = there.map_or(0, |there| there.count);
        let put = count.min(stack.count).min(place.limit(&stack).saturating_sub(before));
        if put > 0 {
            self.set(place, stack.with_count(before + put));
        }
        stack.with_count(stack.count - put)
    }

    fn throw_cursor(&mut self, one: bool) {
        let Some(held) = self.items.cursor else { return };
        let count = if one { 1 } else { held.count };
        self.thrown.extend(held.with_count(count));
        self.dropped.extend(held.with_count(count));
        self.items.cursor = held.with_count(held.count - count);
    }

    fn pick_up(&mut self, slot: usize, right: bool) {
        let Some(place) = self.menu.place(slot) else { return };
        match (self.get(place), self.items.cursor) {
            (None, None) => {}
            (Some(there), None) => {
                let count = if right { there.count.div_ceil(2) } else { there.count };
                self.items.cursor = self.take(place, count, u32::MAX);
            }
            (there, Some(held)) if place.takes(held.name()) => match there {
                Some(other) if !other.stacks_with(&held) => {
                    if held.count <= place.limit(&held) {
                        self.set(place, Some(held));
                        self.items.cursor = Some(other);
                    }
                }
                _ => self.items.cursor = self.put(place, held, if right { 1 } else { held.count }),
            },
            (Some(there), Some(held)) if there.stacks_with(&held) => {
                let taken = self.take(place, there.count, held.most().saturating_sub(held.count));
                self.items.cursor = held.with_count(held.count + taken.map_or(0, |taken| taken.count));
            }
            _ => {}
        }
    }

    /// Again and again, while the same is there and some of it finds a place.
    fn quick_move(&mut self, slot: usize) {
        let Some(place) = self.menu.place(slot) else { return };
        let Some(first) = self.get(place) else { return };
        while let Some(stack) = self.get(place).filter(|stack| stack.item == first.item) {
            let moved = self.menu.shifts(slot, &stack).into_iter().find_map(|shift| {
                let left = self.move_to(stack, shift.slots());
                (left != Some(stack)).then_some(left)
            });
            let Some(left) = moved else { return };
            if place == Place::Result {
                self.make(stack);
                self.thrown.extend(left);
            } else {
                self.note_output(place, stack, stack.count - left.map_or(0, |left| left.count));
                self.set(place, left);
            }
        }
    }

    /// Fills up stacks of the same, then empty slots; returns what found no place.
    fn move_to(&mut self, stack: Stack, slots: impl Iterator<Item = usize> + Clone) -> Slot {
        let mut left = Some(stack);
        for fill_empty in [false, true] {
            for slot in slots.clone() {
                let Some(place) = self.menu.place(slot) else { continue };
                let stack = left?;
                if self.get(place).is_none() == fill_empty {
                    left = self.put(place, stack, stack.count);
                }
            }
        }
        left
    }

    fn swap(&mut self, slot: usize, with: Place) {
        let Some(place) = self.menu.place(slot) else { return };
        match (self.get(place), self.items.get(with)) {
            (Some(there), None) => {
                // Before it is taken: what its making leaves over looks for an empty place.
                self.items.set(with, Some(there));
                self.take(place, u32::MAX, u32::MAX);
            }
            (there, Some(mine)) if place.takes(mine.name()) => {
                let limit = place.limit(&mine);
                if mine.count <= limit {
                    self.items.set(with, there);
                    self.set(place, Some(mine));
                } else {
                    self.items.set(with, mine.with_count(mine.count - limit));
                    self.set(place, mine.with_count(limit));
                    let left = there.and_then(|there| self.items.add(there, self.held));
                    self.thrown.extend(left);
                }
            }
            _ => {}
        }
    }

    fn clone_stack(&mut self, slot: usize) {
        if self.creative
            && self.items.cursor.is_none()
            && let Some(there) = self.menu.place(slot).and_then(|place| self.get(place))
        {
            self.items.cursor = there.with_count(there.most());
        }
    }

    fn throw(&mut self, slot: usize, all: bool) {
        let Some(place) = self.menu.place(slot).filter(|_| self.items.cursor.is_none()) else { return };
        let Some(first) = self.get(place) else { return };
        while let Some(there) = self.get(place).filter(|there| there.item == first.item) {
            let taken = self.take(place, if all { there.count } else { 1 }, u32::MAX);
            self.thrown.extend(taken);
            self.dropped.extend(taken);
            if !all {
                return;
            }
        }
    }

    fn pick_up_all(&mut self, slot: usize, from_end: bool) {
        let Some(mut held) = self.items.cursor else { return };
        // The first of the two clicks has just emptied the slot.
        if self.menu.place(slot).is_none_or(|place| self.get(place).is_some()) {
            return;
        }
        let slots = self.menu.slots();
        for full_stacks_too in [false, true] {
            for step in 0..slots {
                let slot = if from_end { slots - 1 - step } else { step };
                let Some(place) = self.menu.place(slot).filter(|&place| place != Place::Result) else { continue };
                let Some(there) = self.get(place).filter(|there| there.stacks_with(&held)) else { continue };
                if full_stacks_too || there.count < there.most() {
                    let taken = self.take(place, there.count, held.most().saturating_sub(held.count));
                    held.count += taken.map_or(0, |taken| taken.count);
                }
            }
        }
        self.items.cursor = Some(held);
    }

    fn drag_start(&mut self, share: Share) {
        let begins = self.drag.is_none() && self.items.cursor.is_some() && (share != Share::Full || self.creative);
        *self.drag = begins.then(|| Drag { share, slots: Vec::new() });
    }

    fn drag_over(&mut self, slot: usize) {
        let Some(held) = self.items.cursor else {
            *self.drag = None;
            return;
        };
        let Some(place) = self.menu.place(slot) else { return };
        let fits = place.takes(held.name()) && self.get(place).is_none_or(|there| there.stacks_with(&held));
        if let Some(drag) = self.drag.as_mut()
            && fits
            && !drag.slots.contains(&slot)
            && (drag.share == Share::Full || held.count as usize > drag.slots.len())
        {
            drag.slots.push(slot);
        }
    }

    fn drag_end(&mut self) {
        let Some((drag, held)) = self.drag.take().zip(self.items.cursor) else { return };
        if let ([only], Share::Even | Share::One) = (&drag.slots[..], drag.share) {
            return self.pick_up(*only, drag.share == Share::One);
        }
        let share = match drag.share {
            Share::Even => held.count.checked_div(drag.slots.len() as u32).unwrap_or(0),
            Share::One => 1,
            Share::Full => held.most(),
        };
        let mut left = Some(held);
        for slot in drag.slots {
            let Some(place) = self.menu.place(slot) else { continue };
            if drag.share == Share::Full {
                self.put(place, Stack { count: share, ..held }, share);
                left = None; // as in vanilla, which takes from the cursor what it makes up
            } else if let Some(stack) = left {
                left = self.put(place, stack, share);
            }
        }
        self.items.cursor = left;
    }
}
