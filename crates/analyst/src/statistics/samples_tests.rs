use super::*;
use crate::statistics::random::Random;

fn close(got: f64, right: f64) {
    assert!((got - right).abs() <= 1e-9 * right.abs(), "got {got}, right is {right}");
}

#[test]
fn separate_samples() {
    let (low, high) = ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]);
    let test = mann_whitney(&low, &high).unwrap();
    assert_eq!((test.statistic, test.effect.unwrap().value), (0.0, -1.0));
    close(test.p_value, 0.080_855_598_370_052_12);
    // Two of the twenty ways to deal six values separate them.
    close(kolmogorov_smirnov(&low, &high).unwrap().p_value, 0.1);
    let test = kruskal_wallis(&[&low, &high]).unwrap();
    close(test.statistic, 27.0 / 7.0);
}

#[test]
fn small_p_values_of_the_largest_distance() {
    let low: Vec<f64> = (0..60).map(f64::from).collect();
    let high: Vec<f64> = (100..160).map(f64::from).collect();
    // 2 / C(120, 60)
    close(kolmogorov_smirnov(&low, &high).unwrap().p_value, 2.070_073_888_186_964e-35);
}

#[test]
fn long_samples_use_the_limit() {
    let mut random = Random::new(8);
    let mut sample = |n: usize, shift: f64| (0..n).map(|_| random.uniform() + shift).collect::<Vec<_>>();
    assert!(kolmogorov_smirnov(&sample(6000, 0.0), &sample(6000, 0.0)).unwrap().p_value > 0.01);
    assert!(kolmogorov_smirnov(&sample(6000, 0.0), &sample(6000, 0.1)).unwrap().p_value < 1e-20);
    close(kolmogorov_sf(1.0), 0.269_999_671_677_354_6);
}

#[test]
fn the_same_everywhere_is_no_evidence() {
    assert_eq!(mann_whitney(&[1.0, 1.0], &[1.0]), Err(Degenerate::NoVariance));
    assert_eq!(kruskal_wallis(&[&[1.0, 1.0], &[1.0]]), Err(Degenerate::NoVariance));
    assert_eq!(kolmogorov_smirnov(&[1.0, 1.0], &[1.0]).unwrap().p_value, 1.0);
    assert_eq!(mann_whitney(&[], &[1.0]), Err(Degenerate::TooFew { need: 1 }));
    assert_eq!(kruskal_wallis(&[&[1.0]]), Err(Degenerate::TooFew { need: 2 }));
    assert_eq!(mann_whitney(&[1.0, f64::NAN], &[1.0]), Err(Degenerate::NotFinite));
    assert_eq!(mann_whitney(&[1.0, 2.0], &[1.0, 2.0]).unwrap().p_value, 1.0);
}

#[test]
fn false_alarms_with_ties_and_skew() {
    let mut random = Random::new(4);
    let mut alarms = [0; 3];
    for _ in 0..1000 {
        let mut sample = |n: usize| (0..n).map(|_| (random.normal() * 1.5).exp().round()).collect::<Vec<_>>();
        let (a, b, c) = (sample(25), sample(30), sample(20));
        let p = [
            mann_whitney(&a, &b).unwrap().p_value,
            kruskal_wallis(&[&a, &b, &c]).unwrap().p_value,
            kolmogorov_smirnov(&a, &b).unwrap().p_value,
        ];
        alarms.iter_mut().zip(p).for_each(|(alarms, p)| *alarms += i32::from(p < 0.05));
    }
    assert!(alarms[0] < 75 && alarms[1] < 75 && alarms[2] < 75 && alarms[0] > 25, "{alarms:?} of 1000");
}
