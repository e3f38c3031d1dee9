//! A packet in the stream: a length, perhaps compression, an id and a body; and what it says.
//!
//! Read here rather than by azalea-protocol, which inflates a packet to its end whatever length was claimed (64 KiB of
//! frame make 64 MiB), and lets a reader's buffer grow with what a frame claims to be. Here nothing is allocated by
//! claim: whoever reads lets a buffer grow with the bytes that came, and inflating stops at the claimed length.

use std::{
    cell::RefCell,
    fmt::Debug,
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
};

use azalea_protocol::{
    packets::ProtocolPacket,
    read::{ReadPacketError, deserialize_packet},
};
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

/// Bytes of a frame's length, at most; vanilla's.
const LENGTH_BYTES: usize = 3;

/// Where a frame begins and how long it is; `None` while its length is incomplete.
pub fn split(bytes: &[u8], longest: usize) -> Result<Option<(usize, usize)>, String> {
    let Some((length, head)) = var(bytes, LENGTH_BYTES)? else { return Ok(None) };
    match length as usize {
        0 => Err("an empty packet".to_owned()),
        length if length > longest => Err(format!("a packet of {length} bytes, more than {longest}")),
        length => Ok(Some((head, length))),
    }
}

/// A VarInt at the beginning and its length; `None` while it is incomplete.
fn var(bytes: &[u8], most: usize) -> Result<Option<(u32, usize)>, String> {
    let mut value = 0;
    for (at, &byte) in bytes.iter().take(most).enumerate() {
        value |= u32::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Ok(Some((value, at + 1)));
        }
    }
    if bytes.len() >= most { Err(format!("a length of more than {most} bytes")) } else { Ok(None) }
}

/// Undoes the compression, as far as the claimed length and no further.
pub fn unpack(frame: &[u8], threshold: Option<u32>, longest: usize) -> Result<Vec<u8>, String> {
    let Some(threshold) = threshold else { return Ok(frame.to_vec()) };
    let Some((length, head)) = var(frame, 5)? else { return Err("a packet that ends in its head".to_owned()) };
    let (length, body) = (length as usize, &frame[head..]);
    if length == 0 {
        return Ok(body.to_vec());
    }
    if length < threshold as usize {
        return Err(format!("{length} bytes compressed, where that begins at {threshold}"));
    }
    if length > longest {
        return Err(format!("a packet of {length} bytes when inflated, more than {longest}"));
    }
    let mut packet = vec![0; length];
    let (status, inflated) = INFLATER.with_borrow_mut(|inflater| {
        inflater.reset(true);
        (inflater.decompress(body, &mut packet, FlushDecompress::Finish), inflater.total_out())
    });
    match status.map_err(|error| format!("compression that cannot be undone: {error}"))? {
        Status::StreamEnd if inflated == length as u64 => Ok(packet),
        _ => Err(format!("compression that does not hold the {length} bytes it claims")),
    }
}

/// Appends a packet as the stream has it.
pub fn write_frame(bytes: &mut Vec<u8>, packet: &[u8], threshold: Option<u32>) {
    match threshold {
        None => {
            write_var(bytes, packet.len());
            bytes.extend_from_slice(packet);
        }
        Some(threshold) if packet.len() < threshold as usize => {
            write_var(bytes, packet.len() + 1);
            bytes.push(0);
            bytes.extend_from_slice(packet);
        }
        Some(_) => {
            let mut body = Vec::with_capacity(packet.len() / 2 + 64);
            write_var(&mut body, packet.len());
            deflate(packet, &mut body);
            write_var(bytes, body.len());
            bytes.extend_from_slice(&body);
        }
    }
}

thread_local! {
    // Hundreds of kilobytes each, so they are not made anew for every packet.
    static DEFLATER: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), true));
    static INFLATER: RefCell<Decompress> = RefCell::new(Decompress::new(true));
}

fn deflate(packet: &[u8], body: &mut Vec<u8>) {
    DEFLATER.with_borrow_mut(|deflater| {
        deflater.reset();
        loop {
            let taken = deflater.total_in() as usize;
            body.reserve((packet.len() - taken) / 2 + 64);
            // Writing to memory does not fail.
            let status = deflater.compress_vec(&packet[taken..], body, FlushCompress::Finish);
            if !matches!(status, Ok(Status::Ok | Status::BufError)) {
                break;
            }
        }
    });
}

fn write_var(bytes: &mut Vec<u8>, value: usize) {
    let mut value = value as u32;
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Reads a packet of a state to its last byte: what is left over counts as an error. A panic of the decoder is the packet's
/// fault and counts as one too.
///
/// # Errors
/// What `tell` makes of the fault.
pub fn decode<P: ProtocolPacket + Debug>(
    packet: &[u8],
    tell: impl FnOnce(ReadPacketError) -> String,
) -> Result<P, String> {
    let decoded = catch_unwind(AssertUnwindSafe(|| deserialize_packet(&mut Cursor::new(packet))));
    let decoded = decoded.map_err(|_| "the decoder does not understand it".to_owned())?;
    decoded.map_err(|error| tell(*error))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: usize = 64 << 10;

    /// The packet of a stream's first frame.
    fn read(bytes: &[u8], threshold: Option<u32>) -> Result<Vec<u8>, String> {
        let (head, length) = split(bytes, LONGEST)?.ok_or("cut")?;
        unpack(bytes.get(head..head + length).ok_or("cut")?, threshold, LONGEST)
    }

    /// Zeros, compressed: a thousand times as much as it looks.
    fn bomb(claimed: usize, held: usize) -> Vec<u8> {
        let (mut frame, mut bytes) = (Vec::new(), Vec::new());
        write_var(&mut frame, claimed);
        deflate(&vec![0; held], &mut frame);
        write_frame(&mut bytes, &frame, None);
        bytes
    }

    #[test]
    fn nothing_is_inflated_beyond_its_claim() {
        let held = 4 << 20;
        for (claimed, reason) in [
            (1, "where that begins"),
            (255, "where that begins"),
            (300, "does not hold"),
            (LONGEST, "does not hold"),
            (LONGEST + 1, "more than"),
        ] {
            let error = read(&bomb(claimed, held), Some(256)).unwrap_err();
            assert!(error.contains(reason), "{claimed}: {error}");
        }
        assert!(read(&bomb(1000, 999), Some(256)).unwrap_err().contains("does not hold"));
        assert!(read(&[4, 0x80, 2, 1, 2], Some(256)).unwrap_err().contains("cannot be undone"));
        assert_eq!(read(&bomb(1000, 1000), Some(256)).unwrap(), vec![0; 1000]);
    }
}
