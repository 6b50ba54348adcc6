use super::*;
use crate::statistics::random::Random;
use std::collections::BTreeMap;

/// Groups of `values` by a category of `levels` that has nothing to do with them.
fn by_chance(random: &mut Random, values: &[f64], levels: usize) -> Vec<Summary> {
    let mut groups: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    values.iter().for_each(|value| groups.entry(random.below(levels)).or_default().push(*value));
    groups.values().filter_map(|group| Summary::of(group)).collect()
}

#[test]
fn many_categories_do_not_win_by_chance() {
    let mut random = Random::new(6);
    let values: Vec<f64> = (0..400).map(|_| random.normal()).collect();
    let of = |random: &mut Random, levels| measure_by_category(&by_chance(random, &values, levels)).unwrap();
    let many: Vec<Explained> = (0..50).map(|_| of(&mut random, 120)).collect();
    let raw = many.iter().map(|explained| explained.share).sum::<f64>() / 50.0;
    let adjusted = many.iter().map(|explained| explained.adjusted).sum::<f64>() / 50.0;
    assert!(raw > 0.25 && adjusted < 0.04, "{raw} {adjusted}");
    assert!(measure_by_number(400, 0.3).unwrap().adjusted > adjusted);
}

#[test]
fn a_category_that_determines() {
    let flat = |n, mean| Summary { n, mean, variance: 0.0 };
    let all = measure_by_category(&[flat(5, 1.0), flat(5, 2.0)]).unwrap();
    assert_eq!((all.share, all.adjusted), (1.0, 1.0));
    assert_eq!(measure_by_category(&[flat(5, 1.0), flat(5, 1.0)]), Err(Degenerate::NoVariance));
    assert_eq!(measure_by_category(&[flat(1, 1.0), flat(1, 2.0)]), Err(Degenerate::TooFew { need: 3 }));
    let table = category_by_category(&[vec![30, 0], vec![0, 20], vec![25, 0]]).unwrap();
    assert!((table.explained.adjusted - 1.0).abs() < 1e-12 && (table.uncertainty_corrected - 1.0).abs() < 1e-12);
    assert!(category_by_category(&[vec![30, 0, 25], vec![0, 20, 0]]).unwrap().uncertainty < 1.0, "it has a direction");
}

#[test]
fn a_column_of_unique_values_explains_nothing() {
    let table: Vec<Vec<u64>> = (0..60).map(|row| if row % 3 == 0 { vec![1, 0] } else { vec![0, 1] }).collect();
    let found = category_by_category(&table).unwrap();
    assert_eq!((found.explained.share, found.explained.adjusted), (1.0, 0.0));
    assert!(found.cramers_v_corrected < 1e-6 && found.uncertainty_corrected < 1e-6, "{found:?}");
}

#[test]
fn two_by_two_is_the_same_on_every_scale() {
    // As numbers 0 and 1 the same table has r = phi, and as groups of 0 and 1 the same eta².
    let found = category_by_category(&[vec![30, 10], vec![20, 40]]).unwrap();
    let number = measure_by_number(100, found.cramers_v).unwrap();
    assert!((found.explained.share - number.share).abs() < 1e-12);
    assert!((found.explained.adjusted - number.adjusted).abs() < 1e-12);
}

#[test]
fn large_tables_take_the_short_way() {
    let table: Vec<Vec<u64>> = (0..40).map(|row| (0..20).map(|column| 5000 + (row * column) % 7).collect()).collect();
    let found = category_by_category(&table).unwrap();
    assert!(found.uncertainty_corrected < 1e-3 && found.explained.adjusted < 1e-3);
}
