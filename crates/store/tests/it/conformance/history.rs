use super::{Shared, turn};
use crate::samples::{answered, asking_back, failed, new_session, without_rows};
use vouch_model::{AskId, ErrorCode, Outcome};

async fn context(store: &Shared, of: &AskId, limit: usize) -> Vec<String> {
    store.history(of, limit).await.unwrap().into_iter().map(|exchange| exchange.question).collect()
}

pub async fn holds_only_what_was_answered(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let declined =
        Outcome::Declined { code: ErrorCode::NotReadOnly, message: "only reads".into(), suggestions: vec![] };
    turn(&store, "a", "good", Some(answered("good"))).await;
    turn(&store, "a", "bad", Some(failed("bad"))).await;
    turn(&store, "a", "harmful", Some(without_rows("harmful", declined))).await;
    turn(&store, "a", "stopped", Some(without_rows("stopped", Outcome::Stopped))).await;
    turn(&store, "a", "running", None).await;
    let next = turn(&store, "a", "next", None).await;
    let history = store.history(&next, 10).await.unwrap();
    assert_eq!(history.len(), 1);
    let exchange = &history[0];
    assert_eq!(exchange.question, "good");
    assert_eq!(exchange.standalone, "good, in full");
    assert_eq!(exchange.sql.as_deref(), Some("SELECT city, amount FROM sales"));
    assert_eq!(exchange.results_summary, "3 rows, columns: city, amount");
    assert_eq!(exchange.reading, Some(serde_json::json!({"measure": "amount"})));
    assert_eq!(exchange.pending, None);
}

pub async fn a_question_back_is_context_until_something_follows(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    turn(&store, "a", "first", Some(answered("first"))).await;
    turn(&store, "a", "vague", Some(asking_back("vague"))).await;
    let net = turn(&store, "a", "net", None).await;
    assert_eq!(context(&store, &net, 10).await, ["first", "vague"]);
    let history = store.history(&net, 10).await.unwrap();
    assert_eq!(history[1].pending.as_ref().unwrap().question, "vague");
    // A turn that is still running has not answered it yet.
    let second = turn(&store, "a", "second", None).await;
    assert_eq!(context(&store, &second, 10).await, ["first", "vague"]);
    store.close_turn(&net, &answered("net")).await.unwrap();
    assert_eq!(context(&store, &second, 10).await, ["first", "net"]);
    // For the one that did answer it nothing has changed.
    assert_eq!(context(&store, &net, 10).await, ["first", "vague"]);
    store.close_turn(&second, &failed("second")).await.unwrap();
    // What failed was the answer to it, too: the next message is not.
    turn(&store, "a", "vague again", Some(asking_back("vague again"))).await;
    turn(&store, "a", "nonsense", Some(failed("nonsense"))).await;
    let last = turn(&store, "a", "last", None).await;
    assert_eq!(context(&store, &last, 10).await, ["first", "net"]);
}

pub async fn is_the_last_ones_oldest_first(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    for question in ["1", "2", "3", "4"] {
        turn(&store, "a", question, Some(answered(question))).await;
        turn(&store, "a", "bad", Some(failed("bad"))).await;
    }
    let next = turn(&store, "a", "next", None).await;
    assert_eq!(context(&store, &next, 3).await, ["2", "3", "4"]);
    assert_eq!(context(&store, &next, 0).await, [""; 0]);
    assert_eq!(context(&store, &next, usize::MAX).await, ["1", "2", "3", "4"]);
}

pub async fn looks_back_only_and_never_at_itself(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let first = turn(&store, "a", "first", None).await;
    let second = turn(&store, "a", "second", Some(answered("second"))).await;
    let third = turn(&store, "a", "third", Some(answered("third"))).await;
    assert_eq!(context(&store, &first, 10).await, [""; 0]);
    assert_eq!(context(&store, &second, 10).await, [""; 0]);
    assert_eq!(context(&store, &third, 10).await, ["second"]);
    // The order is that of asking, not that of ending.
    store.close_turn(&first, &answered("first")).await.unwrap();
    assert_eq!(context(&store, &third, 10).await, ["first", "second"]);
    assert_eq!(context(&store, &first, 10).await, [""; 0]);
}
