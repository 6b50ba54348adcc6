use super::*;

#[test]
fn groups_merge_into_what_all_values_give() {
    let (a, b) = ([1.0, 2.0, 4.0], [10.0, -3.0, 7.0, 7.0]);
    let merged = Summary::merged(&[Summary::of(&a).unwrap(), Summary::of(&b).unwrap()]).unwrap();
    let all = Summary::of(&[a.as_slice(), &b].concat()).unwrap();
    assert_eq!(merged.n, 7);
    assert!((merged.mean - all.mean).abs() < 1e-14 && (merged.variance - all.variance).abs() < 1e-13);
}

#[test]
fn rounding_is_no_spread() {
    let tenths = Summary::of(&[0.1; 1000]).unwrap();
    assert!(tenths.is_constant(), "{tenths:?}");
    assert!(!Summary::of(&[1e9, 1e9 + 1.0]).unwrap().is_constant());
}

#[test]
fn nothing_has_no_mean() {
    assert_eq!((Summary::of(&[]), Summary::merged(&[])), (None, None));
    assert_eq!(Summary::of(&[1.0, f64::NAN]), None);
    assert_eq!(Summary::of(&[f64::MAX, -f64::MAX]), None, "a variance beyond floats");
    assert_eq!(Summary::of(&[5.0]).unwrap(), Summary { n: 1, mean: 5.0, variance: 0.0 });
}
