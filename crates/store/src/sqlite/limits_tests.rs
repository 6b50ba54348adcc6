use super::*;

const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn the_window_slides() {
    let (limits, start) = (Limits::default(), Instant::now());
    let at = |seconds| limits.take("a", 2, MINUTE, start + Duration::from_secs(seconds));
    assert_eq!([at(0), at(30)], [Take::Granted; 2]);
    assert_eq!(at(45), Take::Wait(Duration::from_secs(15)));
    assert_eq!(at(60), Take::Granted);
    // A fixed window would have begun anew at 60 and granted this one.
    assert_eq!(at(61), Take::Wait(Duration::from_secs(29)));
}

#[test]
fn a_limit_of_none_grants_nothing() {
    assert_eq!(Limits::default().take("a", 0, MINUTE, Instant::now()), Take::Wait(MINUTE));
}

#[test]
fn buckets_that_nobody_uses_are_thrown_out() {
    let (limits, start) = (Limits::default(), Instant::now());
    for n in 0..100_000_u32 {
        limits.take(&n.to_string(), 1, MINUTE, start + Duration::from_secs(u64::from(n)));
    }
    assert!(limits.buckets.lock().unwrap().of.len() <= 2 * FEW_BUCKETS);
}
