//! How large a file is once it is unpacked. A few kilobytes may unpack to more than a disk holds; that is found out by
//! unpacking into nothing, and no further than a limit. Whether a file is any good is the loader's to say.

use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

const PIECE: usize = 64 << 10;

/// Bytes that the file unpacks to, counted to just beyond `limit`; its own size where it is not packed.
pub fn unpacked_size(path: &Path, limit: u64) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut magic = Vec::new();
    file.by_ref().take(4).read_to_end(&mut magic)?;
    file.rewind()?;
    match magic.as_slice() {
        [0x1f, 0x8b, ..] => Ok(counted(MultiGzDecoder::new(BufReader::new(file)), limit)),
        // Spreadsheets.
        [b'P', b'K', 3, 4] => Ok(archive_size(file, limit)),
        _ => Ok(file.metadata()?.len()),
    }
}

/// What an archive says of its sizes is not believed.
fn archive_size(file: File, limit: u64) -> u64 {
    let Ok(mut archive) = zip::ZipArchive::new(BufReader::new(file)) else { return 0 };
    let mut total = 0;
    for number in 0..archive.len() {
        if let Ok(entry) = archive.by_index(number) {
            total += counted(entry, limit.saturating_sub(total));
        }
    }
    total
}

/// Up to where it ends, breaks, or goes beyond the limit.
fn counted(reader: impl Read, limit: u64) -> u64 {
    let mut reader = reader.take(limit.saturating_add(1));
    let mut piece = vec![0; PIECE];
    let mut total = 0;
    while let Ok(length @ 1..) = reader.read(&mut piece) {
        total += length as u64;
    }
    total
}

#[cfg(test)]
#[path = "unpacking_tests.rs"]
mod tests;
