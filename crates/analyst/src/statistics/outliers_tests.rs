use super::*;
use crate::statistics::random::Random;

/// Rosner's data, as in the NIST handbook (1.3.5.17.3): three outliers, which hide each other from a test for one.
const ROSNER: [f64; 54] = [
    -0.25, 0.68, 0.94, 1.15, 1.20, 1.26, 1.26, 1.34, 1.38, 1.43, 1.49, 1.49, 1.55, 1.56, 1.58, 1.65, 1.69, 1.70, 1.76,
    1.77, 1.81, 1.91, 1.94, 1.96, 1.99, 2.06, 2.09, 2.10, 2.14, 2.15, 2.23, 2.24, 2.26, 2.35, 2.37, 2.40, 2.47, 2.54,
    2.62, 2.64, 2.90, 2.92, 2.92, 2.93, 3.21, 3.26, 3.30, 3.59, 3.68, 4.30, 4.64, 5.34, 5.42, 6.01,
];

#[test]
fn rosner() {
    let found = generalized_esd(&ROSNER, 10, 0.05).unwrap();
    assert_eq!(found.iter().map(|outlier| outlier.value).collect::<Vec<_>>(), [6.01, 5.42, 5.34]);
    for (outlier, statistic) in found.iter().zip([3.118, 2.942, 3.179]) {
        assert!((outlier.statistic - statistic).abs() < 1e-3, "{outlier:?}");
    }
    assert!(found[0].p_value > 0.05 && found[2].p_value < 0.05, "the first is hidden by the others");
    assert_eq!(found[0].index, 53);
}

#[test]
fn one_in_twenty_false_alarms() {
    let mut random = Random::new(5);
    let mut sample = || (0..40).map(|_| random.normal()).collect::<Vec<_>>();
    let alarms = (0..1000).filter(|_| !generalized_esd(&sample(), 5, 0.05).unwrap().is_empty()).count();
    assert!((30..75).contains(&alarms), "{alarms} of 1000");
}

#[test]
fn fences_and_scores() {
    let fences = tukey_fences(2.0, 4.0, 1.5).unwrap();
    assert_eq!((fences.low, fences.high), (-1.0, 7.0));
    assert!(fences.excludes(7.1) && !fences.excludes(7.0));
    let scores = robust_z(&[1.0, 2.0, 3.0, 4.0, 100.0]).unwrap();
    assert!(scores[2] == 0.0 && (scores[4] - 97.0 * 0.674_489_750_196_081_7).abs() < 1e-12);
}

#[test]
fn mostly_equal_values_still_have_a_scale() {
    let scores = robust_z(&[5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 6.0, 50.0]).unwrap();
    assert!(scores[0] == 0.0 && scores[8] < 3.5 && scores[9] > 3.5, "{scores:?}");
}

#[test]
fn degenerate_values() {
    assert_eq!(robust_z(&[1.0; 5]), Err(Degenerate::NoVariance));
    assert_eq!(robust_z(&[1.0, 2.0]), Err(Degenerate::TooFew { need: 3 }));
    assert_eq!(tukey_fences(2.0, 2.0, 1.5), Err(Degenerate::NoVariance));
    assert_eq!(tukey_fences(-f64::MAX, f64::MAX, 1.5), Err(Degenerate::NotFinite));
    assert_eq!(tukey_fences(f64::NAN, 1.0, 1.5), Err(Degenerate::NoVariance));
    assert_eq!(generalized_esd(&[1.0; 20], 3, 0.05), Err(Degenerate::NoVariance));
    assert_eq!(generalized_esd(&[1.0, 2.0], 3, 0.05), Err(Degenerate::TooFew { need: 15 }));
    let mut spike = [1.0; 20];
    spike[7] = 9.0;
    let found = generalized_esd(&spike, 3, 0.05).unwrap();
    assert_eq!((found.len(), found[0].index, found[0].p_value), (1, 7, 0.0));
}
