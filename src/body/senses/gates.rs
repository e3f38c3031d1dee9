//! Doors and gates: what a hand opens to walk through, and along which axis.

use std::sync::LazyLock;

use crate::{
    domain::BlockPos,
    knowledge::{self, Deed},
    voxel::StateId,
};

/// A door or a gate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// Whether one goes through it along x; else along z.
    pub along_x: bool,
    pub open: bool,
    /// Whether feet go here: not where the upper half of a door is.
    pub lower: bool,
    /// The middle of what it leaves free while it is open, across the way through, in blocks from the block's corner.
    pub middle: f64,
}

/// A gate that was opened to go through it.
#[derive(Clone, Copy, Debug)]
pub struct Opened {
    pub pos: BlockPos,
    /// Whether one has stood in it since.
    pub entered: bool,
}

/// By state.
static GATES: LazyLock<Vec<Option<Gate>>> = LazyLock::new(|| {
    knowledge::by_state(|block, state| {
        let opens = matches!(knowledge::deed(None, state), Some(Deed::Turns("open", _)));
        if !opens || knowledge::is_tagged(block.name, "trapdoors") {
            return None;
        }
        let mut properties = knowledge::state_properties(state);
        let is = |name: &str, value: &str| properties.contains(&(name, value));
        let along_x = is("facing", "east") || is("facing", "west");
        let (open, lower) = (is("open", "true"), !is("half", "upper"));
        let own = properties.iter_mut().find(|(name, _)| *name == "open")?;
        own.1 = "true";
        let middle = middle(knowledge::state_with(block, &properties)?, along_x);
        Some(Gate { along_x, open, lower, middle })
    })
});

/// The gate that a state is, if any.
#[inline]
pub fn of(state: StateId) -> Option<Gate> {
    GATES.get(usize::from(state)).copied().flatten()
}

/// The middle of what an open one leaves free.
fn middle(open: StateId, along_x: bool) -> f64 {
    let across = if along_x { 2 } else { 0 };
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for part in knowledge::collision(open) {
        if part.max[across] < 0.5 {
            low = low.max(part.max[across]);
        } else if part.min[across] > 0.5 {
            high = high.min(part.min[across]);
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(what: &str) -> Option<Gate> {
        of(knowledge::placing::state_named(what).expect("a state"))
    }

    #[test]
    fn doors_and_gates_are_gone_through_along_their_facing() {
        let door = gate("oak_door[facing=east,half=lower,open=false]").expect("a door");
        assert!(door.along_x && !door.open && door.lower);
        let upper = gate("oak_door[facing=north,half=upper,open=true]").expect("a door");
        assert!(!upper.along_x && upper.open && !upper.lower);
        // Beside the panel, which is 3 sixteenths thick.
        for hinge in ["left", "right"] {
            let middle =
                gate(&format!("oak_door[facing=north,half=lower,hinge={hinge},open=false]")).expect("a door").middle;
            assert!(((middle - 0.5).abs() - 1.5 / 16.0).abs() < 1.0e-6, "{hinge}: {middle}");
        }
        let fence = gate("oak_fence_gate[facing=west,open=false]").expect("a gate");
        assert!(fence.along_x && fence.lower && fence.middle == 0.5);
        for other in ["iron_door[half=lower]", "oak_trapdoor[half=bottom]", "oak_fence", "stone"] {
            assert_eq!(gate(other), None, "{other}");
        }
    }
}
