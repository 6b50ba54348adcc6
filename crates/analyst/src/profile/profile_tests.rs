use super::edges::{of_numbers, of_seconds};
use super::reader::literal;

#[test]
fn edges_are_round_numbers_around_the_range() {
    assert_eq!(of_numbers(1.0, 9.0, true).unwrap(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]);
    assert_eq!(of_numbers(5.0, 5.0, false).unwrap(), [5.0, 5.0]);
    let tenths = of_numbers(0.0, 1.0, false).unwrap();
    assert_eq!((tenths.len(), tenths[3]), (21, 0.15), "{tenths:?}");
    let negative = of_numbers(-3.7, 96.2, false).unwrap();
    assert_eq!((negative[0], *negative.last().unwrap()), (-10.0, 100.0), "{negative:?}");
    assert_eq!(of_numbers(-1e308, 1e308, false), None);
}

/// Marks from 1 to 5: the last bin once held the fours and the fives.
#[test]
fn bins_of_few_whole_numbers_hold_equally_many() {
    assert_eq!(of_numbers(1.0, 5.0, true).unwrap(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(of_numbers(0.0, 1.0, true).unwrap(), [0.0, 1.0, 2.0]);
    assert_eq!(of_numbers(1.0, 20.0, true).unwrap().len(), 21);
    let twos = of_numbers(0.0, 20.0, true).unwrap();
    assert_eq!((twos[1], twos.len(), twos[11]), (2.0, 12, 22.0));
    assert_eq!(of_numbers(0.0, 100.0, true).unwrap().last(), Some(&100.0), "one of six in a bin is not seen");
}

#[test]
fn edges_hold_every_range_in_at_most_twenty_bins() {
    let mut state = 7_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    for _ in 0..5_000 {
        let power = 10_f64.powf(random() * 24.0 - 12.0);
        let min = (random() - 0.5) * power;
        let max = min + random() * 10_f64.powf(random() * 12.0 - 6.0);
        let edges = of_numbers(min, max, false).unwrap_or_else(|| panic!("{min} to {max}"));
        assert!(edges[0] <= min && *edges.last().unwrap() >= max && edges.len() <= 21, "{min} {max} {edges:?}");
        assert!(edges.len() == 2 || edges.windows(2).all(|pair| pair[0] < pair[1]), "{edges:?}");
        let whole = of_numbers(min.floor(), max.ceil(), true).unwrap();
        assert!(whole.len() <= 21 && whole.iter().all(|edge| edge.fract() == 0.0), "{whole:?}");
        let first = min.abs() * 100.0 % 1e11;
        let last = first + random() * 1e9;
        let days = of_seconds(first, last, true).unwrap_or_else(|| panic!("{first} to {last}"));
        assert!(days[0] <= first && *days.last().unwrap() >= last && days.len() <= 21, "{first} {last} {days:?}");
        assert!(days.iter().all(|edge| edge % 86_400.0 == 0.0), "{days:?}");
    }
}

#[test]
fn dates_are_cut_at_the_beginnings_of_months_and_years() {
    let second = |text: &str| text.parse::<jiff::Timestamp>().unwrap().as_second() as f64;
    let months = of_seconds(second("2024-01-15T00:00:00Z"), second("2025-01-15T00:00:00Z"), true).unwrap();
    assert_eq!((months.len(), months[1]), (14, second("2024-02-01T00:00:00Z")));
    let years = of_seconds(second("1990-06-01T00:00:00Z"), second("2024-06-01T00:00:00Z"), false).unwrap();
    assert_eq!((years.len(), years[0]), (19, second("1990-01-01T00:00:00Z")));
    let far = of_seconds(second("2024-01-01T00:00:00Z"), second("9999-12-30T00:00:00Z"), true).unwrap();
    assert!(far.len() <= 21, "{far:?}");
    assert_eq!(of_seconds(0.0, 30.0, false).unwrap().len(), 8);
}

#[test]
fn a_literal_is_a_double_and_nothing_else() {
    assert_eq!(literal(1_000.0), "1e3");
    assert_eq!(literal(-0.5), "(-5e-1)");
    assert_eq!(literal(0.0), "0e0");
}
