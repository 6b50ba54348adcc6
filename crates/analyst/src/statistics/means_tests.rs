use super::*;
use crate::statistics::EffectSize;
use crate::statistics::random::Random;

fn of(values: &[f64]) -> Summary {
    Summary::of(values).unwrap()
}

fn close(got: f64, right: f64) {
    assert!((got - right).abs() <= 1e-9 * right.abs(), "got {got}, right is {right}");
}

/// Student's sleep data (R: t.test(extra ~ group, sleep)).
#[test]
fn welch_as_in_the_textbook() {
    let first = of(&[0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]);
    let second = of(&[1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
    let result = welch_t(&first, &second).unwrap();
    assert!((result.test.statistic + 1.8608).abs() < 1e-4);
    assert!((result.test.p_value - 0.07939).abs() < 1e-5);
    assert!(matches!(result.test.df, Some(Df::One(df)) if (df - 17.776).abs() < 1e-3));
    assert!((result.cohens_d + 0.8322).abs() < 1e-4);
    assert_eq!(result.test.effect.unwrap().size, EffectSize::Medium);
    assert!(result.hedges_g > result.cohens_d, "closer to zero");
}

#[test]
fn two_groups_of_equal_size_give_the_square_of_t() {
    let groups = [of(&[1.0, 2.0, 3.0]), of(&[2.0, 3.0, 5.0])];
    let (t, f, welch) =
        (welch_t(&groups[0], &groups[1]).unwrap(), anova(&groups).unwrap(), welch_anova(&groups).unwrap());
    close(f.test.statistic, t.test.statistic.powi(2));
    close(welch.statistic, f.test.statistic);
    close(welch.p_value, t.test.p_value);
}

#[test]
fn anova_by_hand() {
    // Means 2, 3, 7 about 4: between 3 (4 + 1 + 9) = 42, within 2 + 2 + 2 = 6.
    let result = anova(&[of(&[1.0, 2.0, 3.0]), of(&[2.0, 3.0, 4.0]), of(&[6.0, 7.0, 8.0])]).unwrap();
    close(result.test.statistic, 21.0);
    close(result.eta_squared, 42.0 / 48.0);
    close(result.omega_squared, 40.0 / 49.0);
    close(result.epsilon_squared, 40.0 / 48.0);
    close(result.test.p_value, (1.0f64 + 2.0 * 21.0 / 6.0).powi(-3));
}

#[test]
fn a_difference_a_million_rows_prove_is_not_zero() {
    let group = |mean| Summary { n: 1_000_000, mean, variance: 1.0 };
    let result = welch_t(&group(0.0), &group(0.05)).unwrap();
    assert!(result.test.p_value > 1e-280 && result.test.p_value < 1e-270, "{}", result.test.p_value);
    assert_eq!(result.test.effect.unwrap().size, EffectSize::Negligible, "significant is not large");
}

#[test]
fn degenerate_groups() {
    let (one, flat, fine) = (of(&[1.0]), of(&[0.1, 0.1, 0.1]), of(&[1.0, 2.0]));
    assert_eq!(welch_t(&one, &fine), Err(Degenerate::TooFew { need: 2 }));
    assert_eq!(welch_t(&flat, &flat), Err(Degenerate::NoVariance));
    assert!(welch_t(&flat, &fine).is_ok());
    assert_eq!(anova(&[one, one]), Err(Degenerate::TooFew { need: 3 }));
    assert_eq!(anova(&[fine]), Err(Degenerate::TooFew { need: 2 }));
    assert_eq!(anova(&[flat, flat]), Err(Degenerate::NoVariance));
    assert!(anova(&[one, fine]).is_ok());
    assert_eq!(welch_anova(&[fine, flat]), Err(Degenerate::NoVariance));
    assert_eq!(welch_t(&fine, &Summary { n: 3, mean: f64::NAN, variance: 1.0 }), Err(Degenerate::NotFinite));
    assert_eq!(welch_t(&fine, &Summary { n: 3, mean: 1.0, variance: -1.0 }), Err(Degenerate::NotFinite));
}

#[test]
fn one_in_twenty_false_alarms() {
    let mut random = Random::new(3);
    let mut alarms = [0; 3];
    for _ in 0..2000 {
        let mut group = |n: usize| of(&(0..n).map(|_| random.normal()).collect::<Vec<_>>());
        let groups = [group(8), group(20), group(15)];
        let p = [
            welch_t(&groups[0], &groups[1]).unwrap().test.p_value,
            anova(&groups).unwrap().test.p_value,
            welch_anova(&groups).unwrap().p_value,
        ];
        alarms.iter_mut().zip(p).for_each(|(alarms, p)| *alarms += i32::from(p < 0.05));
    }
    assert!(alarms.iter().all(|alarms| (65..140).contains(alarms)), "{alarms:?} of 2000");
}
