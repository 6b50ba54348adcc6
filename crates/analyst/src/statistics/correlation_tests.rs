use super::*;

fn close(got: f64, right: f64) {
    assert!((got - right).abs() <= 1e-9 * right.abs(), "got {got}, right is {right}");
}

/// Anscombe's first set: what every textbook prints.
const X: [f64; 11] = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
const Y: [f64; 11] = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];

#[test]
fn anscombe() {
    let fit = line(&X, &Y).unwrap();
    close(fit.slope, 0.500_090_909_090_909_1);
    close(fit.intercept, 3.000_090_909_090_909);
    assert!((fit.r - 0.816_420_516).abs() < 1e-9 && (fit.test.p_value - 0.002_169_63).abs() < 1e-8);
    assert!((fit.stderr - 0.117_905_5).abs() < 1e-7 && (fit.intercept_stderr - 1.124_746_8).abs() < 1e-7);
    close(pearson(11, fit.r).unwrap().p_value, fit.test.p_value);
    let moments = line_from_moments(&Summary::of(&X).unwrap(), &Summary::of(&Y).unwrap(), fit.r).unwrap();
    close(moments.slope, fit.slope);
    close(moments.test.p_value, fit.test.p_value);
}

#[test]
fn monotone_is_perfect_for_ranks() {
    let squares: Vec<f64> = X.iter().map(|x| x.powi(5)).collect();
    let result = spearman(&X, &squares).unwrap();
    assert_eq!((result.statistic, result.p_value), (1.0, 0.0));
    assert!(correlation(&X, &squares).unwrap() < 0.95);
}

#[test]
fn a_line_without_noise_has_figures() {
    let y: Vec<f64> = X.iter().map(|x| 3.0 - 2.0 * x).collect();
    let fit = line(&X, &y).unwrap();
    assert!(fit.test.p_value < 1e-100 && fit.stderr < 1e-12);
    close(fit.slope, -2.0);
}

#[test]
fn degenerate_pairs() {
    assert_eq!(line(&[1.0, 2.0], &[1.0, 2.0]), Err(Degenerate::TooFew { need: 3 }));
    assert_eq!(line(&[1.0; 4], &[1.0, 2.0, 3.0, 4.0]), Err(Degenerate::NoVariance));
    assert_eq!(spearman(&[1.0, 2.0, 3.0], &[5.0; 3]), Err(Degenerate::NoVariance));
    assert_eq!(correlation(&[1.0, 2.0], &[1.0]), Err(Degenerate::Malformed));
    assert_eq!(correlation(&[1.0, f64::NAN], &[1.0, 2.0]), Err(Degenerate::NotFinite));
    assert_eq!(pearson(10, 1.5), Err(Degenerate::Malformed));
    assert_eq!(pearson(10, f64::NAN), Err(Degenerate::Malformed));
    assert_eq!(pearson(10, 0.0).unwrap().p_value, 1.0);
    assert_eq!(pearson(2, 0.4), Err(Degenerate::TooFew { need: 3 }));
}
