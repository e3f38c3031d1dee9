//! Vanilla's data registries, in the form the protocol sends them: facts derived from minecraft-data by
//! `derive-registries.mjs` in `assets/minecraft/26.1`.
//!
//! The practice world sends them; the body knows from them which kind of number stands where.

use std::{io::Cursor, sync::LazyLock};

use azalea_buf::AzBuf;
use azalea_protocol::packets::config::ClientboundRegistryData;

static FILE: &[u8] = include_bytes!("../../../../assets/minecraft/26.1/registries.bin");

/// Every registry, its entries in the order of their ids.
///
/// # Errors
/// If the file that comes with the program is damaged.
pub fn all() -> Result<&'static [ClientboundRegistryData], String> {
    static ALL: LazyLock<Result<Vec<ClientboundRegistryData>, String>> = LazyLock::new(|| parse(FILE));
    ALL.as_deref().map_err(Clone::clone)
}

fn parse(mut file: &[u8]) -> Result<Vec<ClientboundRegistryData>, String> {
    let mut registries = Vec::new();
    while let Some((length, rest)) = file.split_first_chunk() {
        let (body, rest) =
            rest.split_at_checked(u32::from_be_bytes(*length) as usize).ok_or("registries.bin is cut")?;
        registries.push(ClientboundRegistryData::azalea_read(&mut Cursor::new(body)).map_err(|e| e.to_string())?);
        file = rest;
    }
    Ok(registries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_28_registries_read_and_write_alike() {
        let registries = all().unwrap();
        assert_eq!(registries.len(), 28);
        let mut written = Vec::new();
        for registry in registries {
            let mut body = Vec::new();
            registry.azalea_write(&mut body).unwrap();
            written.extend_from_slice(&(body.len() as u32).to_be_bytes());
            written.extend_from_slice(&body);
        }
        assert_eq!(written, FILE);
    }
}
