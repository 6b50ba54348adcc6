use super::*;

#[test]
fn arithmetic_passes_and_ways_out_do_not() {
    for (text, allowed) in [
        ("datum.price * datum.units", true),
        ("datum['unit price'] > 1e5 ? 'high' : \"low\"", true),
        ("timeFormat(datum.day, '%b') + ' ' + year(datum.day)", true),
        ("isValid(datum.x) && datum.name.length < 3", true),
        ("{a: 1}.a", true),
        ("'datum(data(x))'", true),
        ("data('source_0')", false),
        ("sequence(1e9)", false),
        ("repeat('x', 1e9)", false),
        ("pad('x', 1e9, 'y')", false),
        ("regexp('(a+)+$')", false),
        ("datum.constructor", false),
        ("datum.constructor('return 1')()", false),
        ("datum.toString()", false),
        ("window.location", false),
        ("event.item", false),
        ("my_param > 3", false),
        ("warn(datum)", false),
    ] {
        assert_eq!(check(text).is_ok(), allowed, "{text}");
    }
    assert!(check(&"1+".repeat(400)).is_err());
}

#[test]
fn columns_that_are_read() {
    assert_eq!(reads("datum.price * datum['unit price'] + 'datum.no' + a.datum.b"), ["price", "unit price"]);
}
