#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;

#[test]
fn waits_double_and_differ() {
    let first = RetrySettings::default().first_wait;
    for (tries, seconds) in [(0, 2.0), (1, 4.0), (2, 8.0)] {
        let waits: Vec<f64> = (0..50).map(|_| wait(first, tries, None).as_secs_f64()).collect();
        assert!(waits.iter().all(|wait| (seconds..=seconds * 1.25).contains(wait)), "{waits:?}");
        assert!(waits.iter().any(|wait| (wait - waits[0]).abs() > 1e-6), "no jitter: {waits:?}");
    }
}

#[test]
fn a_wait_that_was_asked_for_is_never_cut_short() {
    let first = Duration::from_secs(2);
    for _ in 0..50 {
        let waited = wait(first, 2, Some(Duration::from_secs(5)));
        assert!((5.0..=5.5).contains(&waited.as_secs_f64()), "{waited:?}");
    }
    assert!(wait(first, u32::MAX, Some(Duration::MAX)) < Duration::from_secs(25 * 60 * 60));
}
