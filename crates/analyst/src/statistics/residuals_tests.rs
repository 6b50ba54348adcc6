use super::*;

#[test]
fn a_parabola_takes_out_what_it_can() {
    let parabola: Vec<f64> = (0..30).map(|t| 5.0 - 3.0 * f64::from(t) + 0.5 * f64::from(t * t)).collect();
    assert!(Curve::new(30, 2).without(parabola.clone()).iter().all(|left| left.abs() < 1e-11));
    assert!(Curve::new(30, 1).without(parabola).iter().any(|left| left.abs() > 10.0));
}

#[test]
fn neighbours() {
    assert_eq!(lag_one(&[1.0, -1.0, 1.0, -1.0]), -0.75);
    assert_eq!(lag_one(&[0.0, 0.0]), 0.0);
}
