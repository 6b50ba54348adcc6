use super::*;
use crate::statistics::Summary;

#[test]
fn the_published_first_numbers() {
    let mut random = Random::new(1_234_567);
    assert_eq!((random.next_u64(), random.next_u64()), (6_457_827_717_110_365_317, 3_203_168_211_198_807_973));
}

#[test]
fn below_reaches_everything_and_no_more() {
    let mut random = Random::new(1);
    let mut seen = [0; 6];
    (0..6000).for_each(|_| seen[random.below(6)] += 1);
    assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
}

#[test]
fn noise_is_what_it_claims() {
    let noise = Random::new(2).series(20_000, 0.6);
    let summary = Summary::of(&noise).unwrap();
    assert!(summary.mean.abs() < 0.06 && (summary.variance - 1.0).abs() < 0.06, "{summary:?}");
    assert!((crate::statistics::residuals::lag_one(&noise) - 0.6).abs() < 0.03);
}
