use super::*;

#[test]
fn the_fonts_are_there_and_have_widths() {
    assert!(width("11px Inter", "Total revenue") > 60.0 && width("11px Inter", "Total revenue") < 90.0);
    assert!(width("600 11px Inter", "Total revenue") > width("11px Inter", "Total revenue"));
    assert!((width("22px Inter", "W") - 2.0 * width("11px Inter", "W")).abs() < 0.1);
    assert_eq!(width("11px Inter", ""), 0.0);
}

#[test]
fn canvas_fonts_are_read() {
    assert_eq!(parse("bold 15px Inter, sans-serif"), Css { bold: true, size: 15.0 });
    assert_eq!(parse("italic 400 11.5px Inter"), Css { bold: false, size: 11.5 });
    assert_eq!(parse("nonsense"), Css { bold: false, size: 11.0 });
}

#[test]
fn it_knows_what_it_lacks() {
    assert!(covers("Größe, Ærøskøbing, Łódź, Αθήνα, Москва, €1,234 − 5 %…"));
    assert!(!covers("売上"));
}
