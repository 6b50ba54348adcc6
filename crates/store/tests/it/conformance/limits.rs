use super::{Shared, in_time};
use std::time::{Duration, Instant};
use vouch_store::Take;

const MINUTE: Duration = Duration::from_secs(60);

async fn granted(store: &Shared, bucket: &str, limit: u32, window: Duration) -> bool {
    store.take(bucket, limit, window).await.unwrap() == Take::Granted
}

pub async fn grant_as_many_as_they_say(store: Shared) {
    for _ in 0..3 {
        assert_eq!(store.take("a", 3, MINUTE).await.unwrap(), Take::Granted);
    }
    for _ in 0..3 {
        let Take::Wait(wait) = store.take("a", 3, MINUTE).await.unwrap() else { panic!("granted a fourth") };
        assert!(wait <= MINUTE && wait > MINUTE / 2, "{wait:?}");
    }
    // More room is room at once; what was refused was not counted.
    assert!(granted(&store, "a", 4, MINUTE).await);
    assert!(!granted(&store, "a", 4, MINUTE).await);
    // Nobody gets one of none.
    assert!(matches!(store.take("b", 0, MINUTE).await.unwrap(), Take::Wait(wait) if !wait.is_zero()));
}

pub async fn count_each_bucket_by_itself(store: Shared) {
    assert!(granted(&store, "key:1", 1, MINUTE).await);
    assert!(granted(&store, "key:2", 1, MINUTE).await);
    assert!(granted(&store, "key:1:x", 1, MINUTE).await);
    assert!(!granted(&store, "key:1", 1, MINUTE).await);
}

pub async fn open_again_when_the_window_has_passed(store: Shared) {
    let window = Duration::from_millis(400);
    let start = Instant::now();
    assert!(granted(&store, "a", 2, window).await);
    tokio::time::sleep(window / 2).await;
    let second = Instant::now();
    assert!(granted(&store, "a", 2, window).await);
    // Asking all the time does not put it off.
    in_time("the first leaves the window", || async { granted(&store, "a", 2, window).await.then_some(()) }).await;
    assert!(start.elapsed() >= window);
    // The window slides: it has room for one, not for two, until the second leaves it.
    if second.elapsed() < window - Duration::from_millis(100) {
        let waited = store.take("a", 2, window).await.unwrap();
        assert!(matches!(waited, Take::Wait(_)) || second.elapsed() >= window, "{waited:?}");
    }
    // Who waits as long as they were told is served.
    let wait = loop {
        match store.take("b", 1, window).await.unwrap() {
            Take::Granted => continue,
            Take::Wait(wait) => break wait,
        }
    };
    tokio::time::sleep(wait + Duration::from_millis(5)).await;
    assert!(granted(&store, "b", 1, window).await);
}

pub async fn never_grant_more_under_pressure(store: Shared) {
    let mut takers = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let store = store.clone();
        takers.spawn(async move {
            let mut count = 0;
            for _ in 0..20 {
                count += u32::from(granted(&store, "a", 25, MINUTE).await);
            }
            count
        });
    }
    assert_eq!(takers.join_all().await.into_iter().sum::<u32>(), 25);
}
