use super::{Shared, begun, in_time, turn};
use crate::samples::{answered, idle_for, new_session, owned, session};
use std::time::Duration;
use vouch_model::ErrorCode;
use vouch_store::{NewSession, Owner, Session, SessionFilter, SessionKind};

fn ids(sessions: Vec<Session>) -> Vec<String> {
    sessions.into_iter().map(|s| s.id.to_string()).collect()
}

async fn listed(store: &Shared, filter: SessionFilter) -> Vec<String> {
    ids(store.sessions(&filter).await.unwrap())
}

fn up_to(limit: usize) -> SessionFilter {
    SessionFilter { limit, ..SessionFilter::default() }
}

pub async fn come_back_as_they_went_in(store: Shared) {
    let before = jiff::Timestamp::now();
    let new = NewSession {
        owner: Owner::from_text("key-1"),
        tenant: Some("acme".into()),
        kind: SessionKind::Agent,
        ..idle_for("a", Duration::from_secs(3_600))
    };
    store.create_session(&new).await.unwrap();
    let found = store.session(&session("a")).await.unwrap().unwrap();
    assert_eq!((&found.id, &found.owner, &found.tenant, found.kind), (&new.id, &new.owner, &new.tenant, new.kind));
    assert_eq!((&found.title, &found.source, found.idle_limit), (&new.title, &new.source, new.idle_limit));
    assert_eq!((found.turn_count, found.last_activity), (0, found.created_at));
    assert!(found.created_at >= before && found.created_at <= jiff::Timestamp::now());

    turn(&store, "a", "q", Some(answered("q"))).await;
    store.rename_session(&session("a"), "renamed").await.unwrap();
    let changed = store.session(&session("a")).await.unwrap().unwrap();
    assert_eq!((changed.title.as_str(), changed.turn_count), ("renamed", 1));
    assert!(changed.last_activity > found.last_activity);
    assert_eq!(
        Session { title: found.title.clone(), turn_count: 0, last_activity: found.last_activity, ..changed },
        found
    );

    store.create_session(&new_session("plain")).await.unwrap();
    let plain = store.session(&session("plain")).await.unwrap().unwrap();
    assert_eq!((plain.tenant, plain.idle_limit, plain.kind), (None, None, SessionKind::Chat));
}

pub async fn are_listed_by_latest_activity(store: Shared) {
    for id in ["a", "b", "c"] {
        store.create_session(&new_session(id)).await.unwrap();
    }
    let open = turn(&store, "a", "q", None).await;
    assert_eq!(listed(&store, up_to(10)).await, ["a", "c", "b"]);
    turn(&store, "b", "q", None).await;
    assert_eq!(listed(&store, up_to(10)).await, ["b", "a", "c"]);
    store.close_turn(&open, &answered("q")).await.unwrap();
    assert_eq!(listed(&store, up_to(10)).await, ["a", "b", "c"]);
    assert_eq!(listed(&store, up_to(1)).await, ["a"]);
    assert_eq!(listed(&store, up_to(0)).await, [""; 0]);
    assert_eq!(listed(&store, SessionFilter { skip: 1, ..up_to(1) }).await, ["b"]);
    assert_eq!(listed(&store, SessionFilter { skip: 3, ..up_to(10) }).await, [""; 0]);
    assert_eq!(listed(&store, SessionFilter { skip: usize::MAX, ..up_to(usize::MAX) }).await, [""; 0]);
}

pub async fn are_listed_for_their_owner_and_by_kind(store: Shared) {
    for (id, owner, kind) in [
        ("a", "x", SessionKind::Chat),
        ("b", "y", SessionKind::Chat),
        ("c", "x", SessionKind::Ask),
        ("d", "x", SessionKind::Chat),
        ("e", "X", SessionKind::Chat),
    ] {
        store.create_session(&NewSession { kind, ..owned(id, owner) }).await.unwrap();
    }
    let of = |owner: &str, kind| SessionFilter { owner: Some(Owner::from_text(owner)), kind, ..up_to(10) };
    assert_eq!(listed(&store, of("x", None)).await, ["d", "c", "a"]);
    assert_eq!(listed(&store, of("x", Some(SessionKind::Chat))).await, ["d", "a"]);
    assert_eq!(listed(&store, of("y", Some(SessionKind::Ask))).await, [""; 0]);
    assert_eq!(listed(&store, SessionFilter { kind: Some(SessionKind::Ask), ..up_to(10) }).await, ["c"]);
    assert_eq!(listed(&store, SessionFilter { skip: 1, limit: 1, ..of("x", None) }).await, ["c"]);
    store.delete_session(&session("d")).await.unwrap();
    assert_eq!(listed(&store, of("x", None)).await, ["c", "a"]);
}

pub async fn are_found_by_title_and_question(store: Shared) {
    for (id, owner, title) in [("a", "x", "ÜMSATZ je Stadt"), ("b", "x", "100 % of it"), ("c", "y", "Umsatz")] {
        store.create_session(&NewSession { title: title.into(), ..owned(id, owner) }).await.unwrap();
    }
    turn(&store, "a", "How many ORDERS are there?", None).await;
    turn(&store, "b", "and last_month?", Some(answered("and last_month?"))).await;
    turn(&store, "c", "orders, too", None).await;
    let by =
        |search: &str| SessionFilter { owner: Some(Owner::from_text("x")), search: Some(search.into()), ..up_to(10) };
    for (search, expected) in [
        ("ümsatz", &["a"][..]),
        ("orders", &["a"]),
        ("T_M", &["b"]),
        ("100 %", &["b"]),
        ("%", &["b"]),
        ("_", &["b"]),
        ("je .*", &[]),
        ("nowhere", &[]),
        ("", &["b", "a"]),
    ] {
        assert_eq!(listed(&store, by(search)).await, expected, "{search:?}");
    }
    assert_eq!(listed(&store, SessionFilter { skip: 1, ..by("a") }).await, ["a"]);
    assert_eq!(listed(&store, SessionFilter { limit: 1, ..by("a") }).await, ["b"]);
}

pub async fn a_taken_id_is_refused(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    assert!(super::is_conflict(store.create_session(&owned("a", "somebody else")).await));
    let found = store.session(&session("a")).await.unwrap().unwrap();
    assert_eq!(found.owner, Owner::local());
    let mut makers = tokio::task::JoinSet::new();
    for n in 0..16 {
        let store = store.clone();
        makers.spawn(async move { store.create_session(&owned("b", &n.to_string())).await.is_ok() });
    }
    assert_eq!(makers.join_all().await.into_iter().filter(|made| *made).count(), 1);
    assert_eq!(listed(&store, up_to(100)).await, ["b", "a"]);
}

pub async fn deleting_one_takes_its_turns_along(store: Shared) {
    let id = begun(&store, "a").await;
    super::append(&store, &id, super::drafted(1)).await;
    let ended = turn(&store, "a", "q", Some(answered("q"))).await;
    assert!(store.delete_session(&session("a")).await.unwrap());
    assert!(store.session(&session("a")).await.unwrap().is_none());
    assert!(!store.delete_session(&session("a")).await.unwrap());
    for gone in [id, ended] {
        assert!(store.turn(&gone).await.unwrap().is_none());
        assert_eq!(store.events(&gone, 0).await.unwrap_err().code(), ErrorCode::NotFound);
        let late = store.append_events(&gone, &[super::drafted(2)]).await;
        assert_eq!(late.unwrap_err().code(), ErrorCode::NotFound);
    }
    assert!(store.orphans(10).await.unwrap().is_empty());
    assert_eq!(listed(&store, up_to(10)).await, [""; 0]);
    // The id is free again, and nothing of the old session shows.
    store.create_session(&new_session("a")).await.unwrap();
    assert!(store.turns(&session("a")).await.unwrap().is_empty());
    assert_eq!(store.session(&session("a")).await.unwrap().unwrap().turn_count, 0);
}

pub async fn do_not_see_each_other(store: Shared) {
    for id in ["a", "b"] {
        store.create_session(&new_session(id)).await.unwrap();
        turn(&store, id, id, Some(answered(id))).await;
    }
    let next = turn(&store, "a", "next", None).await;
    let history = store.history(&next, 10).await.unwrap();
    assert_eq!(history.into_iter().map(|e| e.question).collect::<Vec<_>>(), ["a"]);
    assert_eq!(store.turns(&session("b")).await.unwrap().len(), 1);
    store.delete_session(&session("a")).await.unwrap();
    assert_eq!(store.turns(&session("b")).await.unwrap().len(), 1);
}

pub async fn are_expired_once_idle_for_too_long(store: Shared) {
    let hour = Duration::from_secs(3_600);
    store.create_session(&idle_for("short", hour)).await.unwrap();
    store.create_session(&idle_for("long", 2 * hour)).await.unwrap();
    store.create_session(&new_session("lasting")).await.unwrap();
    store.create_session(&idle_for("forever", Duration::MAX)).await.unwrap();
    let start = store.session(&session("short")).await.unwrap().unwrap().last_activity;
    let expired = async |minutes: i64, limit| {
        let now = start + jiff::SignedDuration::from_mins(minutes);
        ids(store.expired_sessions(now, limit).await.unwrap())
    };
    assert_eq!(expired(59, 10).await, [""; 0]);
    assert_eq!(expired(61, 10).await, ["short"]);
    // The one that has waited longest comes first.
    assert_eq!(expired(121, 10).await, ["short", "long"]);
    assert_eq!(expired(121, 1).await, ["short"]);
    // What has expired is still there until somebody sweeps it.
    assert!(store.session(&session("short")).await.unwrap().is_some());
    store.delete_session(&session("short")).await.unwrap();
    assert_eq!(expired(60 * 24 * 365 * 50, 10).await, ["long"]);
}

pub async fn with_an_open_turn_are_not_idle(store: Shared) {
    store.create_session(&idle_for("a", Duration::from_millis(50))).await.unwrap();
    store.create_session(&idle_for("b", Duration::from_millis(50))).await.unwrap();
    let open = turn(&store, "a", "q", None).await;
    let expired = || async { ids(store.expired_sessions(jiff::Timestamp::now(), 10).await.unwrap()) };
    in_time("b expires", || async { (expired().await == ["b"]).then_some(()) }).await;
    let later = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(1);
    assert_eq!(ids(store.expired_sessions(later, 10).await.unwrap()), ["b"]);
    assert_eq!(ids(store.expired_sessions(later, 1).await.unwrap()), ["b"]);
    // Its time begins anew when the turn ends.
    store.close_turn(&open, &answered("q")).await.unwrap();
    let closed = store.session(&session("a")).await.unwrap().unwrap().last_activity;
    let soon = closed + jiff::SignedDuration::from_millis(40);
    assert_eq!(ids(store.expired_sessions(soon, 10).await.unwrap()), ["b"]);
    assert_eq!(ids(store.expired_sessions(later, 10).await.unwrap()), ["b", "a"]);
}

pub async fn of_unknown_ids_are_named_not_invented(store: Shared) {
    let nobody = session("nobody");
    assert!(store.session(&nobody).await.unwrap().is_none());
    let errors = [
        store.turns(&nobody).await.map(drop),
        store.rename_session(&nobody, "x").await,
        store.open_turn(&crate::samples::new_turn("t", "nobody")).await,
    ];
    for error in errors.map(Result::unwrap_err) {
        assert_eq!(error.code(), ErrorCode::NotFound);
        assert!(error.to_string().contains("nobody"), "{error}");
    }
    // Nothing was made on the way.
    assert!(store.session(&nobody).await.unwrap().is_none());
    assert!(store.turn(&crate::samples::ask("t")).await.unwrap().is_none());
}
