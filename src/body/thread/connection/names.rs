//! The names of packets by their numbers, as azalea has them: taken from its decoder, which names what it cannot read.

use std::{fmt::Debug, io::Cursor, sync::LazyLock};

use azalea::protocol::{
    packets::{ProtocolPacket, config::ClientboundConfigPacket, game::ClientboundGamePacket},
    read::ReadPacketError,
};

/// A game packet's registry name; `unknown` for a number that 26.1 does not have.
pub(super) fn game(number: u32) -> &'static str {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(all::<ClientboundGamePacket>);
    named(&NAMES, number)
}

/// A configuration packet's registry name; `unknown` for a number that 26.1 does not have.
pub(super) fn config(number: u32) -> &'static str {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(all::<ClientboundConfigPacket>);
    named(&NAMES, number)
}

fn named(names: &'static [String], number: u32) -> &'static str {
    names.get(number as usize).map_or("unknown", String::as_str)
}

fn all<P: ProtocolPacket + Debug>() -> Vec<String> {
    let name = |number| match P::read(number, &mut Cursor::new(&[][..])) {
        Ok(packet) => Some(packet.name().to_owned()),
        Err(error) => match *error {
            ReadPacketError::UnknownPacketId { .. } => None,
            ReadPacketError::Parse { packet_name, .. } | ReadPacketError::LeftoverData { packet_name, .. } => {
                Some(packet_name)
            }
            _ => Some("unknown".to_owned()),
        },
    };
    (0..).map_while(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_names_of_azalea() {
        assert_eq!(game(0), "bundle_delimiter");
        assert_eq!(game(1), "add_entity");
        assert_eq!(game(0x2d), "level_chunk_with_light");
        assert_eq!(config(7), "registry_data");
        assert_eq!((game(10_000), config(10_000)), ("unknown", "unknown"));
        assert!((0..140).all(|number| game(number) != "unknown"));
    }
}
