//! Bytes before they are text: encodings, line ends, compression, delimiters.

use crate::fixture::{Files, table};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

const TEXT: &str = "name,city\nJürgen,Köln\nZoë,Málaga\n";

fn check(bytes: Vec<u8>, what: &str) {
    let loaded = Files::new().with("people.csv", bytes).load();
    assert_eq!(loaded.rows("SELECT name, city FROM people"), table("Jürgen|Köln\nZoë|Málaga"), "{what}");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn every_encoding_gives_the_same_rows() {
    let utf16 = |little: bool| {
        let units = TEXT.encode_utf16();
        units.flat_map(|u| if little { u.to_le_bytes() } else { u.to_be_bytes() }).collect::<Vec<u8>>()
    };
    check(TEXT.into(), "UTF-8");
    check([&[0xef, 0xbb, 0xbf], TEXT.as_bytes()].concat(), "UTF-8 with BOM");
    check([vec![0xff, 0xfe], utf16(true)].concat(), "UTF-16 LE with BOM");
    check([vec![0xfe, 0xff], utf16(false)].concat(), "UTF-16 BE with BOM");
    check(utf16(true), "UTF-16 LE");
    check(TEXT.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect(), "Latin-1");
    check(TEXT.replace('\n', "\r\n").into(), "CRLF");
    check(TEXT.replace('\n', "\r").into(), "CR");
    check(gzip(TEXT.as_bytes()), "gzip under another name");
}

#[test]
fn one_latin_line_in_a_utf8_file_is_read_too() {
    let mut bytes = b"name,city\n".to_vec();
    (0..20).for_each(|_| bytes.extend("Zoë,Málaga\n".as_bytes()));
    bytes.extend(b"J\xfcrgen,K\xf6ln\n");
    let loaded = Files::new().with("p.csv", bytes).load();
    assert_eq!(loaded.rows("SELECT * FROM p WHERE city LIKE 'K%'"), table("Jürgen|Köln"));
}

#[test]
fn packed_files_are_named_after_what_is_in_them() {
    let loaded = Files::new()
        .with("sales.csv.gz", gzip(b"a,b\n1,2\n"))
        .with("events.ndjson.gz", gzip(b"{\"id\": 1}\n{\"id\": 2}\n"))
        .load();
    let names: Vec<&str> = loaded.report.tables.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["sales", "events"]);
    assert_eq!(loaded.one("SELECT sum(id) FROM events"), "3");
}

#[test]
fn delimiters_are_found() {
    for (name, text) in [
        ("a.tsv", "x\ty\tz\n1\ta b\t2,5\n2\tc d\t3,5\n"),
        ("b.csv", "x;y;z\n1;a b;2,5\n2;c d;3,5\n"),
        ("c.txt", "x|y|z\n1|a b|2,5\n2|c d|3,5\n"),
        ("d.csv", "x,y,z\n1,a b,\"2,5\"\n2,c d,\"3,5\"\n"),
    ] {
        let loaded = Files::new().with(name, text).load();
        let table_name = &loaded.report.tables[0].name;
        assert_eq!(loaded.rows(&format!("SELECT * FROM {table_name}")), table("1|a b|2.5\n2|c d|3.5"), "{name}");
    }
}

#[test]
fn quoted_line_breaks_and_backslashes() {
    let loaded = Files::new().with("q.csv", "id,note\n1,\"two\nlines\"\n2,\"say \"\"hi\"\"\"\n").load();
    assert_eq!(loaded.rows("SELECT note FROM q"), [["two\nlines"], ["say \"hi\""]]);
    let escaped = Files::new().with("e.csv", "id,note,x\n1,\"say \\\"hi\\\", now\",5\n2,\"b\",6\n").load();
    assert_eq!(escaped.rows("SELECT note FROM e"), [["say \"hi\", now"], ["b"]]);
}
