use super::*;
use crate::statistics::EffectSize;

fn close(got: f64, right: f64) {
    assert!((got - right).abs() <= 1e-9 * right.abs(), "got {got}, right is {right}");
}

/// Fisher's lady: three of four cups right.
#[test]
fn tea() {
    let result = fisher_exact([[3, 1], [1, 3]]).unwrap();
    close(result.test.p_value, 34.0 / 70.0);
    assert_eq!(result.odds_ratio, Some(9.0));
    close(fisher_exact([[4, 0], [0, 4]]).unwrap().test.p_value, 2.0 / 70.0);
    assert_eq!(fisher_exact([[4, 0], [0, 4]]).unwrap().odds_ratio, None);
    assert_eq!(fisher_exact([[4, 0], [3, 0]]), Err(Degenerate::NoVariance));
}

#[test]
fn small_tables_are_judged_exactly() {
    let small = association(&[vec![3, 1], vec![1, 3]]).unwrap();
    assert!(small.small_expected && small.test.name == "fisher_exact");
    close(small.test.p_value, 34.0 / 70.0);
    let large = association(&[vec![30, 10], vec![10, 30]]).unwrap();
    assert!(!large.small_expected && large.test.name == "chi_square");
}

#[test]
fn chi_square_by_hand() {
    let result = contingency(&[vec![10, 20, 30], vec![30, 20, 10]]).unwrap();
    close(result.test.statistic, 20.0);
    close(result.test.p_value, (-10.0f64).exp());
    close(result.cramers_v, (20.0f64 / 120.0).sqrt());
    assert!(result.cramers_v_corrected < result.cramers_v && result.min_expected == 20.0);
    assert_eq!(result.test.effect.unwrap().size, EffectSize::Medium);
}

#[test]
fn empty_rows_and_columns_do_not_count() {
    let with = contingency(&[vec![10, 0, 20], vec![0, 0, 0], vec![20, 0, 10]]).unwrap();
    assert_eq!(with, contingency(&[vec![10, 20], vec![20, 10]]).unwrap());
    assert_eq!(contingency(&[vec![1, 2], vec![0, 0]]), Err(Degenerate::NoVariance));
    assert_eq!(contingency(&[]), Err(Degenerate::NoVariance));
    assert_eq!(contingency(&[vec![1, 2], vec![3]]), Err(Degenerate::Malformed));
}

#[test]
fn proportions_are_the_root_of_chi_square() {
    let result = two_proportions((30, 100), (45, 100)).unwrap();
    let without_correction = 200.0 * (30.0 * 55.0 - 70.0 * 45.0f64).powi(2) / (75.0 * 125.0 * 100.0 * 100.0);
    close(result.test.statistic.powi(2), without_correction);
    assert!(result.test.statistic < 0.0 && !result.small_expected);
    assert!(two_proportions((1, 8), (2, 9)).unwrap().small_expected);
    assert_eq!(two_proportions((0, 5), (0, 9)), Err(Degenerate::NoVariance));
    assert_eq!(two_proportions((6, 5), (0, 9)), Err(Degenerate::Malformed));
    assert_eq!(two_proportions((0, 0), (3, 9)), Err(Degenerate::TooFew { need: 1 }));
}

#[test]
fn a_table_of_millions_keeps_its_small_p_value() {
    let result = contingency(&[vec![1_000_000, 1_015_000], vec![1_015_000, 1_000_000]]).unwrap();
    assert!(result.test.p_value > 0.0 && result.test.p_value < 1e-40, "{}", result.test.p_value);
    let chances: f64 = (0..=300).map(|hits| hypergeometric(hits, 300, 500_000, 1_000_000)).sum();
    close(chances, 1.0);
}
