use super::*;

/// Alarms among a hundred series.
fn rate(n: usize, rho: f64, signal: impl Fn(f64) -> f64, alarm: impl Fn(&ChangePoint) -> bool) -> usize {
    let mut random = Random::new(11);
    (0..100)
        .filter(|seed| {
            let noise = random.series(n, rho);
            let series: Vec<f64> =
                noise.iter().enumerate().map(|(t, noise)| noise + signal(t as f64 / n as f64)).collect();
            alarm(&change_point(&series, *seed).unwrap())
        })
        .count()
}

fn shift(found: &ChangePoint) -> bool {
    found.test.significant(0.05)
}

fn level(found: &ChangePoint) -> bool {
    found.level_p < 0.05
}

#[test]
fn false_alarms_on_white_noise() {
    assert!(rate(24, 0.0, |_| 0.0, shift) <= 4);
    assert!(rate(60, 0.0, |_| 0.0, shift) <= 4);
    let alarms = rate(60, 0.0, |_| 0.0, level);
    assert!((1..=10).contains(&alarms), "{alarms} of 100: neither often nor never");
}

#[test]
fn false_alarms_on_noise_that_wanders() {
    for (n, rho) in [(24, 0.3), (60, 0.3), (60, 0.6)] {
        let (both, level) = (rate(n, rho, |_| 0.0, shift), rate(n, rho, |_| 0.0, level));
        assert!(both <= 7 && level <= 15, "{both} and {level} of 100 for {n} points and {rho}");
    }
}

#[test]
fn a_trend_is_no_shift() {
    for (rho, rise) in [(0.0, 1.0), (0.0, 10.0), (0.3, 3.0)] {
        let alarms = rate(36, rho, |t| rise * t, shift);
        assert!(alarms <= 11, "{alarms} of 100 for {rise} and {rho}");
    }
    assert!(rate(36, 0.0, |t| 3.0 * t, level) > 75, "against a level, it is one");
    assert!(rate(48, 0.0, |t| 10.0 * (2.0 * t).exp(), shift) <= 5, "growth neither");
}

#[test]
fn shifts_are_found() {
    assert!(rate(36, 0.0, |t| if t < 0.5 { 0.0 } else { 5.0 }, shift) > 90);
    assert!(rate(36, 0.3, |t| if t < 0.7 { 0.0 } else { 5.0 }, shift) > 75);
}

#[test]
fn where_and_how_much() {
    let series: Vec<f64> = (0..40).map(|t| f64::from(t % 3) + if t < 25 { 10.0 } else { 20.0 }).collect();
    let found = change_point(&series, 1).unwrap();
    assert_eq!((found.position, found.before.n, found.after.n), (25, 25, 15));
    assert!(found.test.p_value <= 0.001 && found.test.effect.unwrap().value > 5.0);
    assert_eq!(found, change_point(&series, 1).unwrap(), "the same seed, the same answer");
}

/// By hand: four zeros, four ones and four zeros more have their best split at 4 or 8, where F is that of 4 against 8.
#[test]
fn the_statistic_is_an_f() {
    let series = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    let found = shift_test(&series, Steady::Level, 1).unwrap();
    assert!((found.test.statistic - 10.0 / 3.0).abs() < 1e-12, "{found:?}");
}

#[test]
fn an_outlier_is_no_shift() {
    let spike = |t: f64| if (0.49..0.51).contains(&t) { 12.0 } else { 0.0 };
    assert!(rate(50, 0.0, spike, shift) <= 3);
}

#[test]
fn degenerate_series() {
    let line: Vec<f64> = (0..30).map(|t| 0.1 * f64::from(t)).collect();
    assert_eq!(change_point(&line, 1), Err(Degenerate::NoVariance));
    assert_eq!(change_point(&[0.1; 30], 1), Err(Degenerate::NoVariance));
    assert_eq!(change_point(&[1.0, 2.0], 1), Err(Degenerate::TooFew { need: 12 }));
    assert_eq!(change_point(&[1.0; 6000], 1), Err(Degenerate::TooMany { most: 5000 }));
    assert_eq!(change_point(&[f64::NAN; 30], 1), Err(Degenerate::NotFinite));
    let clean: Vec<f64> = (0..30).map(|t| if t < 12 { 1.0 } else { 2.0 }).collect();
    let found = change_point(&clean, 1).unwrap();
    assert!(found.position == 12 && found.test.p_value <= 0.001 && found.test.statistic.is_finite(), "{found:?}");
}
