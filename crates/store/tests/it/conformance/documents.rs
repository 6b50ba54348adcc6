use super::{Shared, in_time};
use crate::samples::audit_entry;
use serde_json::json;
use std::time::Duration;
use vouch_model::DatasetId;
use vouch_store::records::{self, ApiKey, Dataset, Loaded, Role};
use vouch_store::{AuditEntry, AuditFilter, Document, Kind, Owner};

const LONG: Duration = Duration::from_secs(3_600);

fn document(kind: Kind, id: &str, owner: &str) -> Document {
    let body = json!({"name": id, "odd": "Łódź \u{0} '\"", "list": [1, 2.5, null, {"x": {}}], "empty": []});
    Document { kind, id: id.into(), owner: Owner::from_text(owner), body }
}

pub async fn are_kept_replaced_and_deleted(store: Shared) {
    let (first, second) = (document(Kind::Share, "first", "x"), document(Kind::Share, "second", "x"));
    store.put_document(&first).await.unwrap();
    store.put_document(&second).await.unwrap();
    assert_eq!(store.documents(Kind::Share, None).await.unwrap(), [second.clone(), first.clone()]);
    // What is replaced keeps its place.
    let changed = Document { body: json!({"now": "this"}), ..first.clone() };
    store.put_document(&changed).await.unwrap();
    assert_eq!(store.document(Kind::Share, "first").await.unwrap(), Some(changed.clone()));
    assert_eq!(store.documents(Kind::Share, None).await.unwrap(), [second.clone(), changed]);
    assert!(store.delete_document(Kind::Share, "first").await.unwrap());
    assert!(!store.delete_document(Kind::Share, "first").await.unwrap());
    assert_eq!(store.document(Kind::Share, "first").await.unwrap(), None);
    assert_eq!(store.documents(Kind::Share, None).await.unwrap(), std::slice::from_ref(&second));
    // One that comes back is new.
    store.put_document(&first).await.unwrap();
    assert_eq!(store.documents(Kind::Share, None).await.unwrap(), [first, second]);
}

pub async fn are_listed_for_their_owner(store: Shared) {
    for (id, owner) in [("a", "x"), ("b", "y"), ("c", "x")] {
        store.put_document(&document(Kind::Saved, id, owner)).await.unwrap();
    }
    let of = async |owner: &str| {
        let found = store.documents(Kind::Saved, Some(&Owner::from_text(owner))).await.unwrap();
        found.into_iter().map(|d| d.id).collect::<Vec<_>>()
    };
    assert_eq!(of("x").await, ["c", "a"]);
    assert_eq!(of("X").await, [""; 0]);
    // Given to somebody else, it is theirs alone.
    store.put_document(&document(Kind::Saved, "a", "y")).await.unwrap();
    assert_eq!((of("x").await, of("y").await), (vec!["c".into()], vec!["b".into(), "a".into()]));
}

pub async fn are_told_apart_by_kind(store: Shared) {
    let kinds = [Kind::Dataset, Kind::ApiKey, Kind::Source, Kind::Feedback, Kind::Share, Kind::Saved, Kind::Board];
    for kind in kinds {
        store.put_document(&document(kind, "same", "x")).await.unwrap();
    }
    assert!(store.delete_document(Kind::Board, "same").await.unwrap());
    for kind in kinds {
        let expected = usize::from(kind != Kind::Board);
        assert_eq!(store.documents(kind, None).await.unwrap().len(), expected, "{kind:?}");
        let of_x = store.documents(kind, Some(&Owner::from_text("x"))).await.unwrap();
        assert_eq!(of_x, store.documents(kind, None).await.unwrap());
        assert_eq!(store.document(kind, "same").await.unwrap().map(|d| d.kind), (expected == 1).then_some(kind));
    }
}

pub async fn records_come_back_as_they_went_in(store: Shared) {
    let dataset = Dataset {
        id: DatasetId::from_text("d"),
        owner: Owner::from_text("key-1"),
        name: "sales.csv".into(),
        path: "datasets/d.duckdb".into(),
        created_at: jiff::Timestamp::now(),
        files: vec!["sales.csv".into()],
        bytes: u64::MAX,
        tables: vec!["sales".into(), "Łódź".into()],
        problems: vec![],
        session: None,
        loaded: vec![Loaded {
            table: "sales".into(),
            file: "sales.csv".into(),
            rows: 3,
            problem_count: 0,
            notes: vec!["delimiter ';'".into()],
        }],
    };
    let key = ApiKey {
        id: "k".into(),
        owner: Owner::from_text("key-1"),
        name: "page".into(),
        digest: "00ff".into(),
        role: Role::Analyst,
        sources: Some(vec!["demo".into()]),
        client_id: Some("acme".into()),
        created_at: jiff::Timestamp::now(),
        revoked_at: None,
    };
    records::put(store.as_ref(), &dataset).await.unwrap();
    records::put(store.as_ref(), &key).await.unwrap();
    assert_eq!(records::get::<Dataset>(store.as_ref(), "d").await.unwrap(), Some(dataset));
    assert_eq!(records::list::<ApiKey>(store.as_ref(), None).await.unwrap(), [key]);
    assert!(records::remove::<Dataset>(store.as_ref(), "d").await.unwrap());
    assert_eq!(records::get::<Dataset>(store.as_ref(), "d").await.unwrap(), None);
}

pub async fn kept_texts_last_a_while(store: Shared) {
    let kept = || async { store.kept("s", "k").await.unwrap() };
    assert!(store.keep_new("s", "k", "first", LONG).await.unwrap());
    assert!(!store.keep_new("s", "k", "second", LONG).await.unwrap());
    assert_eq!(kept().await.as_deref(), Some("first"));
    store.keep("s", "k", "third \u{0} Łódź", LONG).await.unwrap();
    assert_eq!(kept().await.as_deref(), Some("third \u{0} Łódź"));
    // The newer one's time counts, also when it is shorter.
    store.keep("s", "k", "short", Duration::from_millis(50)).await.unwrap();
    in_time("the text expires", || async { kept().await.is_none().then_some(()) }).await;
    assert!(store.keep_new("s", "k", "again", LONG).await.unwrap());
    store.drop_kept("s", "k").await.unwrap();
    assert_eq!(kept().await, None);
    store.drop_kept("s", "k").await.unwrap();
    assert!(store.keep_new("s", "k", "", Duration::MAX).await.unwrap());
    assert_eq!(kept().await.as_deref(), Some(""));
    // For no time at all is not at all.
    store.keep("s", "k", "never", Duration::ZERO).await.unwrap();
    assert_eq!(kept().await, None);
}

pub async fn kept_texts_are_told_apart_by_space(store: Shared) {
    for (space, key) in [("a", "b:c"), ("a:b", "c"), ("", "a:b:c"), ("a:b:c", "")] {
        assert!(store.keep_new(space, key, &format!("{space}|{key}"), LONG).await.unwrap(), "{space} {key}");
    }
    assert_eq!(store.kept("a", "b:c").await.unwrap().as_deref(), Some("a|b:c"));
    store.drop_kept("a", "b:c").await.unwrap();
    assert_eq!(store.kept("a:b", "c").await.unwrap().as_deref(), Some("a:b|c"));
}

pub async fn of_many_who_keep_one_is_first(store: Shared) {
    let mut keepers = tokio::task::JoinSet::new();
    for n in 0..16 {
        let store = store.clone();
        keepers.spawn(async move {
            let text = n.to_string();
            store.keep_new("s", "k", &text, LONG).await.unwrap().then_some(text)
        });
    }
    let first: Vec<String> = keepers.join_all().await.into_iter().flatten().collect();
    assert_eq!(first.len(), 1);
    assert_eq!(store.kept("s", "k").await.unwrap(), first.into_iter().next());
}

pub async fn the_audit_log_is_read_latest_first(store: Shared) {
    let entries: Vec<AuditEntry> =
        [("x", "ask"), ("y", "ask"), ("x", "export"), ("x", "ask")].map(|(o, a)| audit_entry(o, a)).into();
    for entry in &entries {
        store.record(entry).await.unwrap();
    }
    let [first, second, third, fourth] = &entries[..] else { unreachable!() };
    let read = async |owner: Option<&str>, action: Option<&str>, limit| {
        let filter = AuditFilter { owner: owner.map(Owner::from_text), action: action.map(str::to_owned), limit };
        store.audit(&filter).await.unwrap()
    };
    assert_eq!(read(None, None, 10).await, [fourth, third, second, first].map(Clone::clone));
    assert_eq!(read(None, None, 2).await, [fourth, third].map(Clone::clone));
    assert_eq!(read(Some("x"), None, 10).await, [fourth, third, first].map(Clone::clone));
    assert_eq!(read(None, Some("ask"), 2).await, [fourth, second].map(Clone::clone));
    assert_eq!(read(Some("x"), Some("ask"), 10).await, [fourth, first].map(Clone::clone));
    assert_eq!(read(Some("nobody"), None, 10).await, []);
    assert_eq!(read(None, None, 0).await, []);
    // Of many, the few of one owner are found.
    for _ in 0..1_500 {
        store.record(&audit_entry("z", "ask")).await.unwrap();
    }
    assert_eq!(read(Some("y"), None, 10).await, std::slice::from_ref(second));
}
