use super::*;
use crate::statistics::random::Random;

fn alarms(n: usize, rho: f64, noise: Noise) -> usize {
    let mut random = Random::new(7);
    (0..500).filter(|_| mann_kendall(&random.series(n, rho), noise).unwrap().test.significant(0.05)).count()
}

#[test]
fn by_hand() {
    let found = mann_kendall(&[1.0, 3.0, 2.0, 4.0, 4.0, 6.0], Noise::Independent).unwrap();
    // Thirteen pairs rise, one falls, one is a tie.
    assert_eq!((found.s, found.sen_slope), (12.0, 1.0));
    let variance: f64 = (6.0 * 5.0 * 17.0 - 2.0 * 1.0 * 9.0) / 18.0;
    assert!((found.test.statistic - 11.0 / variance.sqrt()).abs() < 1e-12);
    assert_eq!(found.lag_one, None);
}

#[test]
fn false_alarms_on_white_noise() {
    for n in [24, 60] {
        let (plain, careful) = (alarms(n, 0.0, Noise::Independent), alarms(n, 0.0, Noise::Autocorrelated));
        assert!((12..40).contains(&plain) && careful <= plain, "{plain} {careful} of 500");
    }
}

#[test]
fn false_alarms_on_noise_that_wanders() {
    for n in [24, 60] {
        let (plain, careful) = (alarms(n, 0.3, Noise::Independent), alarms(n, 0.3, Noise::Autocorrelated));
        assert!(plain > 45 && careful < 45, "{plain} {careful} of 500");
    }
    assert!(alarms(60, 0.6, Noise::Autocorrelated) < 55);
}

#[test]
fn trends_are_found_in_noise_that_wanders() {
    let mut random = Random::new(9);
    let found = (0..100).filter(|_| {
        let series: Vec<f64> =
            random.series(48, 0.3).iter().zip(0..48).map(|(noise, t)| noise + 0.08 * f64::from(t)).collect();
        mann_kendall(&series, Noise::Autocorrelated).unwrap().test.significant(0.05)
    });
    assert!(found.count() > 90);
}

/// What a line leaves of steady growth is a smooth curve: taken for correlation, it made the clearest trend vanish.
#[test]
fn growth_without_noise_is_a_trend() {
    let line: Vec<f64> = (0..24).map(|t| 0.1 * f64::from(t)).collect();
    let growth: Vec<f64> = (0..24).map(|t| 100.0 * 1.05f64.powi(t)).collect();
    for series in [line, growth] {
        let found = mann_kendall(&series, Noise::Autocorrelated).unwrap();
        assert!(found.test.significant(0.05) && found.sen_slope > 0.0, "{found:?}");
    }
}

#[test]
fn degenerate_series() {
    assert_eq!(mann_kendall(&[1.0; 9], Noise::Independent), Err(Degenerate::NoVariance));
    assert_eq!(mann_kendall(&[1.0, 2.0, 3.0], Noise::Independent), Err(Degenerate::TooFew { need: 4 }));
    assert_eq!(mann_kendall(&[0.0; 5001], Noise::Independent), Err(Degenerate::TooMany { most: 5000 }));
    assert_eq!(mann_kendall(&[1.0, 2.0, f64::NAN, 3.0], Noise::Independent), Err(Degenerate::NotFinite));
    assert!(mann_kendall(&[1.0, 2.0, 3.0, 4.0], Noise::Autocorrelated).is_ok());
}
