//! Several bots at one building: each places part of it, none digs or walls in what another does, and who is left alone ends it.

use blockwright::{
    construction::Building,
    domain::{BlockPos, Build, PosMap, Vec3},
    journal::{Entry, Event},
    practice::PracticeWorld,
};

use crate::{
    bots::{ends, play},
    building::{difference, materials},
    harness::{FAST, Hands, fill, meadow},
};

/// A meadow, what is to be built on it, and the words for that; each bot holds such a part of what it takes.
fn site(name: &str, part: u32) -> (PracticeWorld, Build, String) {
    let share = |(item, count): (&'static str, u32)| (item, count.div_ceil(part));
    let give: Vec<_> = materials(&Build::new(name, BlockPos::new(0, 64, 0))).into_iter().map(share).collect();
    let give = [give.as_slice(), &[("dirt", 16), ("iron_shovel", 1)]].concat();
    let (world, spawn) = meadow(FAST, &give, |world, spawn| {
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
    });
    let at = spawn.offset(3, 0, 2);
    let goal = format!("build a {name} with its corner at {} {} {} facing south", at.x, at.y, at.z);
    (world, Build::new(name, at), goal)
}

/// How many blocks a bot has placed, by what its calls have told.
fn placed(entries: &[Entry], bot: &str) -> u64 {
    let by = entries.iter().filter(|entry| entry.bot.as_deref() == Some(bot));
    let told = by.filter_map(|entry| match &entry.event {
        Event::ToolResult { result, .. } => {
            let context = || result.error.as_ref().map(|error| &error.context);
            result.data.as_ref().or_else(context)?["placed"].as_u64()
        }
        _ => None,
    });
    told.sum()
}

#[test]
fn two_build_one_house_of_what_each_has_brought() {
    let (world, build, goal) = site("house", 2);
    let (ended, entries) = play(&world, &["Ada", "Bert"], &[&format!("Ada and Bert: {goal}")], |_| ());
    assert_eq!(difference(&world, &build), "", "{ended:#?}");
    let mut ends = ends(&ended);
    ends.sort_unstable();
    assert_eq!(ends, [("Ada", "done"), ("Bert", "done")], "{entries:#?}");
    let by = ["Ada", "Bert"].map(|name| placed(&entries, name));
    let all = Building::of(&build).expect("a house").blueprint().blocks() as u64;
    assert!(by.iter().all(|placed| *placed >= 20) && by[0] + by[1] >= all - 4, "{by:?} of {all}");
    assert_eq!(world.with(|game| game.contested()), 0);
}

#[test]
fn three_build_a_cottage_with_a_roof_and_stand_in_nobodys_way() {
    let (world, build, goal) = site("cottage", 1);
    let (ended, entries) = play(&world, &["Ada", "Bert", "Cleo"], &[&format!("everyone: {goal}")], |_| ());
    assert_eq!(difference(&world, &build), "", "{ended:#?}");
    assert!(ended.report.is_some_and(|report| report.success), "{entries:#?}");
    assert_eq!(world.with(|game| game.contested()), 0);
}

#[test]
fn who_is_left_alone_with_half_a_house_ends_it() {
    let (world, build, goal) = site("house", 1);
    let mut kicked = false;
    let (low, high) = (build.at(), build.at().offset(4, 3, 4));
    let (ended, entries) = play(&world, &["Ada", "Bert"], &[&format!("everyone: {goal}")], |_| {
        let stands = || {
            let logs = world.with(move |game| {
                let corners = [low, BlockPos { x: high.x, ..low }, BlockPos { z: high.z, ..low }];
                corners.into_iter().filter(|at| game.block(*at) != 0).count()
            });
            logs == 3
        };
        if !kicked && stands() {
            kicked = true;
            world.with(|game| game.kick("Bert", "home to dinner"));
        }
    });
    assert!(kicked);
    assert_eq!(difference(&world, &build), "", "{ended:#?}");
    let mut ends = ends(&ended);
    ends.sort_unstable();
    assert_eq!(ends, [("Ada", "done"), ("Bert", "failed")], "{entries:#?}");
}

/// Somebody looks on from where a wall is to be: it waits until they have gone.
#[test]
fn who_looks_on_is_not_built_in() {
    let (world, build, _) = site("house", 1);
    let mut hands = Hands::join(&world);
    let _guest = Hands::join_as(&world, "Guest");
    let building = Building::of(&build).expect("a house");
    let wall = build.at().offset(4, 0, 2);
    let feet = wall.center();
    world.with(move |game| game.teleport("Guest", Vec3::new(feet.x, f64::from(wall.y), feet.z)));
    let call = hands.order("build", serde_json::to_value(&build).expect("a call"), 6_000);
    let stands_but_for_it = world.until(6_000, move |game| {
        let there: PosMap<BlockPos, u16> = building.wants().map(|(at, _)| (at, game.block(at))).collect();
        let difference = building.difference(|at| there.get(&at).copied());
        difference.faults.iter().all(|(at, ..)| (at.x, at.z) == (wall.x, wall.z))
    });
    assert!(stands_but_for_it);
    assert_eq!(world.with(move |game| game.block(wall)), 0, "the guest stands there");
    world.with(move |game| game.teleport("Guest", Vec3::new(feet.x + 6.0, f64::from(wall.y), feet.z)));
    let told = hands.outcome(call);
    assert_eq!((told.success, difference(&world, &build).as_str()), (true, ""), "{told:#?}");
}
