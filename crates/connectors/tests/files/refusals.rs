//! Files that cannot be tables: a clear error that says what to do, and nothing left behind.

use crate::fixture::Files;
use vouch_connectors::ConnectorError;

fn refusal(files: &Files) -> (String, String) {
    match files.try_load() {
        Err(error @ ConnectorError::BadFile { .. }) => (error.to_string(), error.hint().unwrap()),
        other => panic!("expected a refusal, got {other:?}"),
    }
}

#[test]
fn what_is_no_table_is_refused_with_advice() {
    let zip = b"PK\x03\x04\x14\0\0\0\x08\0readme.txt and so on".as_slice();
    let sqlite = b"SQLite format 3\0and so on".as_slice();
    let binary: Vec<u8> = (0..=255).cycle().take(5000).collect();
    for (name, content, expected) in [
        ("empty.csv", b"".as_slice(), "is empty"),
        ("blank.csv", b"\n\n  \n".as_slice(), "is empty"),
        ("archive.csv", zip, "zip archive"),
        ("data.csv", sqlite, "SQLite database"),
        ("noise.csv", binary.as_slice(), "is not text"),
        ("page.csv", b"<!DOCTYPE html><html></html>".as_slice(), "web page"),
        ("bad.json", b"[{\"a\": 1,}, ...".as_slice(), "not valid JSON"),
        ("bad.parquet", b"PAR1 but nothing more".as_slice(), "Parquet"),
        ("bad.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and nothing more".as_slice(), "spreadsheet"),
        ("bad.csv.gz", b"\x1f\x8bnot really".as_slice(), "gzip"),
    ] {
        let files = Files::new().with(name, content);
        let (message, hint) = refusal(&files);
        assert!(message.contains(expected) && message.contains(name), "{name}: {message}");
        assert!(!hint.is_empty(), "{name}");
        let left: Vec<_> = std::fs::read_dir(files.folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, [name], "left behind by {name}");
    }
}

#[test]
fn directories_and_missing_files() {
    let files = Files::new();
    let folder = files.path("folder");
    std::fs::create_dir(&folder).unwrap();
    assert!(refusal(&files.add(folder)).0.contains("is a directory"));
    let files = Files::new();
    let nowhere = files.path("nowhere.csv");
    assert!(refusal(&files.add(nowhere)).0.contains("does not exist"));
}

#[test]
fn one_bad_file_among_good_ones_leaves_nothing() {
    let files = Files::new().with("good.csv", "a,b\n1,2\n").with("bad.json", "[{]");
    refusal(&files);
    assert!(!files.path("out.duckdb").exists());
}
