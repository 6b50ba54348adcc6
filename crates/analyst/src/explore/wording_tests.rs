use super::*;

#[test]
fn figures_have_their_unit_and_few_digits() {
    let cases = [
        (0.123_4, Unit::Share, "12.3 %"),
        (0.062, Unit::Share, "6.2 %"),
        (0.25, Unit::Share, "25 %"),
        (0.004_2, Unit::Share, "0.42 %"),
        (1_234.567, Unit::Dollars, "$1,235"),
        (-12.5, Unit::Dollars, "-$12.50"),
        (123_456.7, Unit::None, "123,457"),
        (0.012_345, Unit::None, "0.01235"),
        (12.0, Unit::None, "12"),
        (130.75, Unit::None, "130.8"),
        (6.999_6, Unit::None, "7"),
        (12.34, Unit::None, "12.34"),
        (1_200.0, Unit::None, "1,200"),
    ];
    for (value, unit, text) in cases {
        assert_eq!(in_unit(value, unit), text);
    }
}

#[test]
fn how_much_more_is_said_as_people_say_it() {
    assert_eq!(compared(12.0, 6.0).as_deref(), Some("2.0 times as much"));
    assert_eq!(compared(12.0, 10.0).as_deref(), Some("20 % more"));
    assert_eq!(compared(1.0, 2.0), None);
    assert_eq!(compared(1.0, -2.0), None);
}
