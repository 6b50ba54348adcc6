use super::{Shared, turn};
use crate::samples::{answered, memory, new_session, session};
use vouch_model::{ErrorCode, MemoryId};
use vouch_store::{Remembered, RememberedBecause, StoreError};

async fn memories(store: &Shared, tenant: Option<&str>) -> Vec<Remembered> {
    store.remembered("demo", tenant).await.unwrap()
}

pub async fn come_back_as_they_went_in(store: Shared) {
    let first = memory("how many orders", None);
    let second = Remembered {
        why: RememberedBecause::Approved,
        uses: 7,
        set_aside: true,
        sql: "SELECT 'Łódź' -- \"x\"\n".into(),
        ..memory("revenue", None)
    };
    store.remember(&first).await.unwrap();
    store.remember(&second).await.unwrap();
    store.remember(&Remembered { source: "other".into(), ..memory("how many orders", None) }).await.unwrap();
    assert_eq!(memories(&store, None).await, [second, first]);
    assert_eq!(store.remembered("other", None).await.unwrap().len(), 1);
    assert!(store.remembered("nobody", None).await.unwrap().is_empty());
}

pub async fn of_the_same_wording_are_replaced(store: Shared) {
    let older = memory("q", None);
    let newer = Remembered { sql: "SELECT 2".into(), schema_version: "v2".into(), ..memory("q", None) };
    store.remember(&older).await.unwrap();
    store.remember(&memory("another", None)).await.unwrap();
    store.remember(&newer).await.unwrap();
    let kept = memories(&store, None).await;
    assert_eq!((kept.len(), &kept[0]), (2, &newer));
    // The same memory again is no conflict with itself; its id for another question is one.
    store.remember(&newer).await.unwrap();
    let other = Remembered { wording: "something else".into(), ..newer.clone() };
    assert!(matches!(store.remember(&other).await, Err(StoreError::Conflict { .. })));
    assert_eq!(memories(&store, None).await.len(), 2);
}

pub async fn that_were_approved_are_not_replaced_by_what_was_confirmed(store: Shared) {
    let approved = Remembered { why: RememberedBecause::Approved, ..memory("q", None) };
    store.remember(&memory("q", None)).await.unwrap();
    store.remember(&approved).await.unwrap();
    store.remember(&Remembered { sql: "SELECT 2".into(), ..memory("q", None) }).await.unwrap();
    assert_eq!(memories(&store, None).await, std::slice::from_ref(&approved));
    let corrected = Remembered { id: MemoryId::new(), sql: "SELECT 3".into(), ..approved };
    store.remember(&corrected).await.unwrap();
    assert_eq!(memories(&store, None).await, [corrected]);
}

pub async fn of_other_tenants_are_never_seen(store: Shared) {
    // An empty name is a tenant like any other, not the absence of one.
    let tenants = [None, Some(""), Some("acme"), Some("ACME"), Some("%"), Some("null")];
    for tenant in tenants {
        store.remember(&memory("q", tenant)).await.unwrap();
        store.remember(&memory("of all", tenant)).await.unwrap();
    }
    for tenant in tenants {
        let kept = memories(&store, tenant).await;
        assert_eq!(kept.len(), 2, "{tenant:?}");
        assert!(kept.iter().all(|m| m.tenant.as_deref() == tenant), "{tenant:?}");
    }
    assert!(memories(&store, Some("nobody")).await.is_empty());
}

pub async fn are_set_aside_counted_and_forgotten(store: Shared) {
    let kept = memory("q", Some("acme"));
    store.remember(&kept).await.unwrap();
    store.set_memory_aside(&kept.id, true).await.unwrap();
    store.memory_used(&kept.id).await.unwrap();
    store.memory_used(&kept.id).await.unwrap();
    let changed = Remembered { uses: 2, set_aside: true, ..kept.clone() };
    assert_eq!(memories(&store, Some("acme")).await, [changed]);
    store.set_memory_aside(&kept.id, false).await.unwrap();
    assert!(!memories(&store, Some("acme")).await[0].set_aside);

    assert!(store.forget(&kept.id).await.unwrap());
    assert!(!store.forget(&kept.id).await.unwrap());
    assert!(memories(&store, Some("acme")).await.is_empty());
    for gone in [store.memory_used(&kept.id).await, store.set_memory_aside(&kept.id, true).await] {
        assert_eq!(gone.unwrap_err().code(), ErrorCode::NotFound);
    }
}

pub async fn have_another_version_after_each_change(store: Shared) {
    let kept = memory("q", Some("acme"));
    let mut seen = vec![store.memories_version().await.unwrap()];
    let mut changed = async |changes: bool| {
        let version = store.memories_version().await.unwrap();
        assert_eq!(!seen.contains(&version), changes, "{version} after {seen:?}");
        seen.push(version);
    };
    store.remember(&kept).await.unwrap();
    changed(true).await;
    store.remember(&Remembered { id: MemoryId::new(), ..kept.clone() }).await.unwrap();
    changed(true).await;
    let id = memories(&store, Some("acme")).await[0].id.clone();
    store.memory_used(&id).await.unwrap();
    changed(false).await;
    for aside in [true, false] {
        store.set_memory_aside(&id, aside).await.unwrap();
        changed(true).await;
    }
    assert!(store.forget(&id).await.unwrap());
    changed(true).await;
    assert!(!store.forget(&id).await.unwrap());
    changed(false).await;
}

pub async fn of_one_wording_are_one_under_pressure(store: Shared) {
    let mut writers = tokio::task::JoinSet::new();
    for n in 0..16 {
        let store = store.clone();
        let why = if n == 7 { RememberedBecause::Approved } else { RememberedBecause::Confirmed };
        writers.spawn(async move { store.remember(&Remembered { why, ..memory("q", None) }).await.unwrap() });
    }
    writers.join_all().await;
    let kept = memories(&store, None).await;
    assert_eq!((kept.len(), kept[0].why), (1, RememberedBecause::Approved));
}

pub async fn odd_texts_are_just_texts(store: Shared) {
    let odd = "'; DROP TABLE turns; -- \u{0}\u{1F600}\u{202E} \"x\" % _ : {a} \r\n";
    store.remember(&memory(odd, Some(odd))).await.unwrap();
    assert_eq!(memories(&store, Some(odd)).await[0].wording, odd);
    store.create_session(&new_session(odd)).await.unwrap();
    turn(&store, odd, odd, Some(answered(odd))).await;
    let next = turn(&store, odd, "next", None).await;
    assert_eq!(store.history(&next, 1).await.unwrap()[0].question, odd);
    assert_eq!(store.session(&session(odd)).await.unwrap().unwrap().id.as_str(), odd);
}
