use super::*;

#[test]
fn by_hand() {
    let found = describe(&[4.0, 1.0, 2.0, 2.0, 10.0, 4.0]).unwrap();
    assert_eq!((found.count, found.median, found.q1, found.q3), (6, 3.0, 2.0, 4.0));
    assert_eq!(found.mode, 2.0, "the smallest of several");
    assert_eq!((found.min, found.max), (1.0, 10.0));
    assert!((found.stddev.unwrap() - 3.250_640_962_435_972_5).abs() < 1e-12);
    assert!((found.skew.unwrap() - 1.741_952_012_928_550_6).abs() < 1e-12);
}

#[test]
fn little_and_nothing() {
    assert_eq!(describe(&[]), None);
    assert_eq!(describe(&[f64::NAN, f64::INFINITY]), None);
    let one = describe(&[5.0, f64::NAN]).unwrap();
    assert_eq!((one.count, one.median, one.mode, one.stddev, one.skew), (1, 5.0, 5.0, None, None));
    let flat = describe(&[0.1; 7]).unwrap();
    assert_eq!((flat.skew, flat.q1, flat.q3), (Some(0.0), 0.1, 0.1));
}

#[test]
fn quantiles_of_huge_values_are_finite() {
    assert_eq!(quantile(&[-f64::MAX, f64::MAX], 0.5), Some(0.0));
    assert_eq!(quantile(&[], 0.5), None);
    assert_eq!(quantile(&[1.0, 2.0], 7.0), Some(2.0));
}
