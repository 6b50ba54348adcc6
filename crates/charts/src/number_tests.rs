use super::*;

#[test]
fn figures_as_people_write_them() {
    for (x, unit, long, brief) in [
        (0.0, Unit::Plain, "0", "0"),
        (1234.5, Unit::Plain, "1,234", "1,234"),
        (12.5, Unit::Plain, "12.5", "12.5"),
        (-12_345.0, Unit::Currency("$"), "−$12,345", "−$12.3k"),
        (1_234_567.0, Unit::Plain, "1,234,567", "1.23M"),
        (999_960.0, Unit::Plain, "999,960", "1M"),
        (5e9, Unit::Plain, "5,000,000,000", "5B"),
        (0.1234, Unit::Fraction, "12.3%", "12.3%"),
        (45.0, Unit::Percent, "45%", "45%"),
        (0.0005, Unit::Plain, "0.0005", "0.0005"),
        (1e-9, Unit::Plain, "1.00e-9", "1.00e-9"),
        (f64::NAN, Unit::Plain, "—", "—"),
    ] {
        assert_eq!((full(x, unit).as_str(), short(x, unit).as_str()), (long, brief), "{x}");
    }
}
