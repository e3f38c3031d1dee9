//! Places for clients: so many in all, so many of one address.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A number of places.
#[derive(Debug)]
pub(crate) struct Room {
    most: usize,
    most_per_address: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// One place in a room, until dropped.
#[derive(Debug)]
pub(crate) struct Place {
    room: Arc<Room>,
    address: IpAddr,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Full {
    Room(usize),
    Address(usize),
}

impl std::fmt::Display for Full {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Room(most) => write!(f, "The practice world is full: {most} clients are here. Try again later"),
            Self::Address(most) => write!(f, "{most} clients of your address are here. Try again later"),
        }
    }
}

impl Room {
    pub fn new(most: usize, most_per_address: usize) -> Arc<Self> {
        Arc::new(Self { most, most_per_address, taken: Mutex::default() })
    }

    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Result<Place, Full> {
        let address = household(address);
        let mut taken = self.taken();
        if taken.values().sum::<usize>() >= self.most {
            return Err(Full::Room(self.most));
        }
        if taken.get(&address).is_some_and(|&taken| taken >= self.most_per_address) {
            return Err(Full::Address(self.most_per_address));
        }
        *taken.entry(address).or_default() += 1;
        Ok(Place { room: self.clone(), address })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.room.taken();
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

/// Who counts as one: an IPv4 address, or the first half of an IPv6 address, which is what one customer is given.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_fill_the_room() {
        let room = Room::new(3, 2);
        let (ours, theirs) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let first = room.enter(ours).unwrap();
        let _second = room.enter(ours).unwrap();
        assert_eq!(room.enter("::ffff:10.0.0.1".parse().unwrap()).unwrap_err(), Full::Address(2));
        let _third = room.enter(theirs).unwrap();
        assert_eq!(room.enter(theirs).unwrap_err(), Full::Room(3));
        drop(first);
        room.enter(theirs).unwrap();
    }

    #[test]
    fn an_ipv6_customer_is_one() {
        let of = |text: &str| household(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
    }
}
