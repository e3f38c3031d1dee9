//! Who works where: bots on one server leave alone what another of them is at.
//!
//! A bot leases the land around the block that it is on its way to and around the one that it digs, the stations that it
//! has put up, and while it builds, its cell, its stand and the earth that it has laid. Whoever came first holds what lies in
//! the leases of two. A lease is renewed while its bot's body is alive, and lapses when the body has been silent for
//! [`SILENCE`]. Dimensions are not told apart: what is leased in one is left alone at the same place of another, too.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use super::limits::SILENCE;
use crate::domain::{BlockPos, Volume};

/// How far a lease reaches around the block at work, in blocks: sideways, below and above. A trunk, and what falls beside it.
const AROUND: (i32, i32, i32) = (1, 3, 7);

/// What the bots on one server hold; clones are the same board.
#[derive(Clone, Debug, Default)]
pub struct Leases(Arc<Mutex<Vec<Lease>>>);

/// What a lease is for. Of the first two a bot holds one each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The block that it is on its way to.
    Aim,
    /// The block that it digs.
    Dig,
    /// What it builds at.
    Build,
    /// A crafting table or furnace that the running call has put up.
    PutUp,
    /// One that its goal has put up.
    Station,
}

impl Purpose {
    fn is_station(self) -> bool {
        matches!(self, Self::PutUp | Self::Station)
    }
}

#[derive(Clone, Debug)]
struct Lease {
    /// The bot's name.
    owner: String,
    purpose: Purpose,
    volume: Volume,
    until: Instant,
}

/// What a bot leaves alone, since others are at work there. What it has put up itself stays its own, whoever comes to work
/// around it.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    others: Vec<Volume>,
    own: Vec<Volume>,
}

impl Taken {
    pub fn contains(&self, at: BlockPos) -> bool {
        let holds = |volumes: &[Volume]| volumes.iter().any(|volume| volume.contains(at));
        holds(&self.others) && !holds(&self.own)
    }

    /// Whether others hold anything within a box.
    pub fn is_within(&self, volume: &Volume) -> bool {
        self.others.iter().any(|other| other.meets(volume))
    }

    /// Whether others are at work so close to a place that what lies there is theirs: drops fly a block far.
    pub fn is_beside(&self, at: BlockPos) -> bool {
        let sides = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];
        sides.iter().any(|&(dx, dz)| self.contains(at.offset(dx, 0, dz)))
    }
}

/// What a bot needs for itself while it works at a block.
fn around(at: BlockPos) -> Volume {
    let (side, below, above) = AROUND;
    Volume::between(at.offset(-side, -below, -side), at.offset(side, above, side))
}

impl Leases {
    fn board(&self) -> MutexGuard<'_, Vec<Lease>> {
        // Leases are plain values: what a panicking holder left is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The stations of a bot: those it held before and are not among these are free again.
    pub fn keep_stations(&self, owner: &str, stations: &[BlockPos]) {
        let until = Instant::now() + SILENCE;
        let mut board = self.board();
        board.retain(|lease| {
            lease.owner != owner
                || lease.purpose != Purpose::Station
                || stations.iter().any(|at| Volume::block(*at) == lease.volume)
        });
        for at in stations {
            let volume = Volume::block(*at);
            let mut known = board.iter_mut();
            match known
                .find(|lease| lease.owner == owner && lease.purpose == Purpose::Station && lease.volume == volume)
            {
                Some(lease) => lease.until = until,
                None => board.push(Lease { owner: owner.to_owned(), purpose: Purpose::Station, volume, until }),
            }
        }
    }

    /// The stations that bots other than this one hold.
    pub fn stations_of_others(&self, name: &str) -> Vec<BlockPos> {
        let now = Instant::now();
        let board = self.board();
        let stations = board.iter().filter(|lease| lease.purpose.is_station()).filter(|lease| lease.until > now);
        stations.filter(|lease| lease.owner != name).map(|lease| lease.volume.low()).collect()
    }

    fn take(&self, name: &str, purpose: Purpose, at: BlockPos) -> bool {
        let now = Instant::now();
        let mut board = self.board();
        board.retain(|lease| lease.until > now);
        let own_station =
            |lease: &Lease| lease.owner == name && lease.purpose.is_station() && lease.volume.contains(at);
        if board.iter().any(own_station) {
            return true;
        }
        match board.iter_mut().find(|lease| lease.volume.contains(at)) {
            Some(lease) if lease.owner != name => return false,
            Some(lease) => lease.until = now + SILENCE,
            None => {
                board.retain(|lease| lease.owner != name || lease.purpose != purpose);
                let (owner, volume) = (name.to_owned(), around(at));
                board.push(Lease { owner, purpose, volume, until: now + SILENCE });
            }
        }
        true
    }
}

/// A bot's own hand on the board.
#[derive(Clone, Debug, Default)]
pub struct Holder {
    leases: Leases,
    name: String,
}

impl Holder {
    pub fn new(leases: Leases, name: &str) -> Self {
        Self { leases, name: name.to_owned() }
    }

    /// Leases the land around a block that the bot is about to go to; `false` if another has it.
    pub fn aim_at(&self, at: BlockPos) -> bool {
        self.leases.take(&self.name, Purpose::Aim, at)
    }

    /// Leases the land around a block that the bot is about to dig; `false` if another has it.
    pub fn dig(&self, at: BlockPos) -> bool {
        self.leases.take(&self.name, Purpose::Dig, at)
    }

    /// Leases what the bot builds at, in place of what it was at before; `false` if another is at that place.
    pub fn build(&self, at: BlockPos, volumes: &[Volume]) -> bool {
        let is_others = |lease: &Lease| lease.owner != self.name && lease.volume.contains(at);
        let mut board = self.leases.board();
        board.retain(|lease| lease.until > Instant::now());
        let is_free = !board.iter().any(is_others);
        if is_free {
            self.replace(&mut board, volumes);
        }
        is_free
    }

    /// Is at nothing any more, but for these.
    pub fn keep(&self, volumes: &[Volume]) {
        self.replace(&mut self.leases.board(), volumes);
    }

    fn replace(&self, board: &mut Vec<Lease>, volumes: &[Volume]) {
        board.retain(|lease| lease.owner != self.name || lease.purpose.is_station());
        let (owner, until) = (&self.name, Instant::now() + SILENCE);
        let lease = |volume: &Volume| Lease { owner: owner.clone(), purpose: Purpose::Build, volume: *volume, until };
        board.extend(volumes.iter().map(lease));
    }

    /// Leases a station that the running call has just put up; from the call's end on its goal holds it.
    pub fn put_up(&self, at: BlockPos) {
        let (owner, volume, until) = (self.name.clone(), Volume::block(at), Instant::now() + SILENCE);
        self.leases.board().push(Lease { owner, purpose: Purpose::PutUp, volume, until });
    }

    /// What to leave alone.
    pub fn taken(&self) -> Taken {
        let (now, mut taken) = (Instant::now(), Taken::default());
        for lease in self.leases.board().iter().filter(|lease| lease.until > now) {
            match lease.owner == self.name {
                false => taken.others.push(lease.volume),
                true if lease.purpose.is_station() => taken.own.push(lease.volume),
                true => {}
            }
        }
        taken
    }

    /// The body is alive.
    pub fn renew(&self) {
        let until = Instant::now() + SILENCE;
        self.leases.board().iter_mut().filter(|lease| lease.owner == self.name).for_each(|lease| lease.until = until);
    }

    /// A call has ended: only the stations are still held.
    pub fn let_go(&self) {
        self.leases.board().retain(|lease| lease.owner != self.name || lease.purpose == Purpose::Station);
    }

    /// The bot is gone.
    pub fn leave(&self) {
        self.leases.board().retain(|lease| lease.owner != self.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: BlockPos = BlockPos::new(10, 64, -3);

    #[test]
    fn who_came_first_holds_the_land_around() {
        let leases = Leases::default();
        let [ada, bert] = ["Ada", "Bert"].map(|name| Holder::new(leases.clone(), name));
        assert!(ada.dig(HERE) && ada.dig(HERE.up()));
        assert!(!bert.dig(HERE.offset(1, 7, -1)) && !bert.aim_at(HERE));
        assert!(bert.dig(HERE.offset(2, 0, 0)), "beside it");
        assert!(!bert.dig(HERE.offset(1, 0, 0)), "in the leases of both: Ada's is older");
        assert!(ada.dig(HERE.offset(1, 0, 0)));
        assert_eq!((ada.taken().others.len(), bert.taken().others.len()), (1, 1));
    }

    #[test]
    fn what_is_left_is_free_again() {
        let leases = Leases::default();
        let [ada, bert] = ["Ada", "Bert"].map(|name| Holder::new(leases.clone(), name));
        assert!(ada.aim_at(HERE) && ada.dig(HERE.offset(20, 0, 0)));
        assert!(!bert.dig(HERE), "on her way to it she digs elsewhere");
        assert!(ada.aim_at(HERE.offset(40, 0, 0)));
        assert!(bert.dig(HERE), "she goes elsewhere");
        ada.let_go();
        assert!(bert.aim_at(HERE.offset(40, 0, 0)) && bert.taken().others.is_empty());
        bert.leave();
        assert!(Holder::new(leases.clone(), "").taken().others.is_empty());
    }

    #[test]
    fn a_station_is_held_until_it_is_given_up() {
        let leases = Leases::default();
        let bert = Holder::new(leases.clone(), "Bert");
        leases.keep_stations("Ada", &[HERE]);
        leases.keep_stations("Ada", &[HERE, HERE.up()]);
        assert_eq!(bert.taken().others, [HERE, HERE.up()].map(Volume::block));
        assert!(!bert.dig(HERE) && bert.dig(HERE.offset(1, 0, 0)));
        let ada = Holder::new(leases.clone(), "Ada");
        ada.put_up(HERE.down());
        assert_eq!(leases.stations_of_others("Bert").len(), 3);
        ada.let_go();
        assert_eq!((bert.taken().others.len(), leases.stations_of_others("Bert").len()), (2, 2));
        assert!(leases.stations_of_others("Ada").is_empty());
        leases.keep_stations("Ada", &[HERE.up()]);
        assert_eq!(bert.taken().others, [Volume::block(HERE.up())]);
    }

    #[test]
    fn ones_own_station_stays_ones_own_whoever_works_around_it() {
        let leases = Leases::default();
        let [ada, bert] = ["Ada", "Bert"].map(|name| Holder::new(leases.clone(), name));
        assert!(bert.aim_at(HERE.offset(1, 0, 0)));
        leases.keep_stations("Ada", &[HERE]);
        assert!(!ada.taken().contains(HERE) && ada.taken().contains(HERE.up()));
        assert!(bert.taken().contains(HERE));
        assert!(ada.dig(HERE) && !ada.dig(HERE.up()));
    }

    #[test]
    fn who_builds_holds_what_it_builds_at_and_nothing_else() {
        let leases = Leases::default();
        let [ada, bert] = ["Ada", "Bert"].map(|name| Holder::new(leases.clone(), name));
        let around = |at: BlockPos| Volume::between(at.offset(-1, -1, -1), at.offset(1, 1, 1));
        let pillar = Volume::between(HERE.offset(5, 0, 0), HERE.offset(5, 4, 0));
        assert!(ada.dig(HERE) && ada.build(HERE, &[around(HERE), pillar]));
        assert!(!bert.build(HERE.up(), &[around(HERE.up())]) && bert.taken().contains(HERE.offset(5, 2, 0)));
        assert!(!bert.taken().is_within(&around(HERE.offset(7, 0, 0))));
        assert!(bert.taken().is_within(&around(HERE.offset(6, 0, 0))));
        assert!(bert.build(HERE.offset(2, 0, 0), &[around(HERE.offset(2, 0, 0))]));
        assert!(ada.build(HERE.offset(9, 0, 0), &[around(HERE.offset(9, 0, 0))]), "what was dug and built is free");
        assert!(bert.build(HERE, &[around(HERE)]) && !bert.taken().contains(HERE.offset(5, 2, 0)));
        bert.keep(&[pillar]);
        assert!(!ada.taken().contains(HERE) && ada.taken().contains(HERE.offset(5, 2, 0)));
    }

    #[test]
    fn the_lease_of_a_silent_body_lapses() {
        let leases = Leases::default();
        let [ada, bert] = ["Ada", "Bert"].map(|name| Holder::new(leases.clone(), name));
        assert!(ada.dig(HERE));
        leases.board()[0].until = Instant::now();
        assert!(bert.taken().others.is_empty() && bert.dig(HERE) && !ada.dig(HERE));
    }
}
