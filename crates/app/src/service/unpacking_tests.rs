use super::*;
use std::io::Write;

const LIMIT: u64 = 1 << 20;

fn size_of(content: &[u8]) -> u64 {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(content).unwrap();
    unpacked_size(file.path(), LIMIT).unwrap()
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(content).unwrap();
    packed.finish().unwrap()
}

fn zip(entries: &[&[u8]]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    for (number, content) in entries.iter().enumerate() {
        archive.start_file(format!("xl/{number}.xml"), zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(content).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn what_is_not_packed_has_its_own_size() {
    assert_eq!(size_of(b""), 0);
    assert_eq!(size_of(b"a,b\n1,2\n"), 8);
}

#[test]
fn what_is_packed_has_the_size_it_unpacks_to() {
    assert_eq!(size_of(&gzip(&[b'a'; 10_000])), 10_000);
    // Several members one after the other are one file.
    assert_eq!(size_of(&[gzip(&[b'a'; 10_000]), gzip(&[b'b'; 5])].concat()), 10_005);
    assert_eq!(size_of(&zip(&[&[b'a'; 10_000], &[b'b'; 500]])), 10_500);
}

#[test]
fn nothing_is_unpacked_beyond_the_limit() {
    let large = vec![0_u8; 8 << 20];
    assert_eq!(size_of(&gzip(&large)), LIMIT + 1);
    let twice = size_of(&zip(&[&large, &large]));
    assert!((LIMIT + 1..LIMIT + 10).contains(&twice), "{twice}");
}

#[test]
fn what_breaks_off_counts_as_far_as_it_went() {
    let whole = gzip(&(0..200_000u32).flat_map(u32::to_le_bytes).collect::<Vec<u8>>());
    let size = size_of(&whole[..whole.len() / 2]);
    assert!(size > 100_000 && size < 800_000, "{size}");
    assert_eq!(size_of(b"PK\x03\x04torn"), 0);
}
