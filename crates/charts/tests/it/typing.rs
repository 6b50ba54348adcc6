//! Charts in characters, as a person sees them.

use crate::table;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;
use vouch_charts::{Colour, terminal};

#[test]
fn charts_in_characters() {
    let mut seen = String::new();
    for case in table::read(include_str!("../cases/sheet.txt")) {
        let drawn = terminal(&case.rows, &case.hints, 72, Colour::None).unwrap();
        writeln!(seen, "{drawn}").unwrap();
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    for text in [include_str!("../cases/choose.txt"), include_str!("../cases/sheet.txt")] {
        for case in table::read(text) {
            for width in [30, 41, 80, 200] {
                let Some(drawn) = terminal(&case.rows, &case.hints, width, Colour::None) else { continue };
                for line in drawn.lines() {
                    assert!(line.width() <= width, "{} at {width}: {line}", case.name);
                }
            }
        }
    }
}

#[test]
fn colours_only_where_asked() {
    let case = table::read("== x\ncol c text North, South\ncol v float 5, 3\n=> bar").remove(0);
    assert!(terminal(&case.rows, &case.hints, 60, Colour::Ansi).unwrap().contains("\x1b[38;5;68m"));
    assert!(!terminal(&case.rows, &case.hints, 60, Colour::None).unwrap().contains('\x1b'));
}

#[test]
fn wide_letters_are_counted() {
    let case = table::read("== x\ncol 地域 text 東京, 大阪府堺市, NY\ncol v float 5, 3, 1\n=> bar").remove(0);
    insta::assert_snapshot!(terminal(&case.rows, &case.hints, 40, Colour::None).unwrap());
}
