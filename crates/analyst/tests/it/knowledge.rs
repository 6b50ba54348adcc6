//! Business rules and remembered answers on their way into a prompt, and past it.

use crate::support::{Shop, Transcript, explain, frame, model_at, purpose, request, serve, sql};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{Analyst, Library, Rules};
use vouch_model::{Answer, Outcome};
use vouch_store::{SqliteStore, Store};

async fn ask(analyst: &Analyst, question: &str) -> Arc<Answer> {
    analyst.ask(request(question), Vec::new(), CancellationToken::new(), &Transcript::default()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_that_applies_is_sent_and_one_that_does_not_is_not() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("rules.md"),
        "# Net fee\nThe net fee of an order is fee minus 2.\n\n# Payroll\nSalaries are confidential.\n",
    )
    .unwrap();
    let shop = Shop::new().await;
    let script =
        [frame("TEXT_TO_SQL", 0.9), sql("SELECT sum(fee - 2) AS net_fee FROM orders"), explain("The net fee is 54.")];
    let server = serve(script).await;
    let analyst = shop
        .analyst(model_at(&server))
        .with_library(Library::default().with_rules(Rules::load(folder.path()).unwrap()));
    let answer = ask(&analyst, "what is the net fee of all orders?").await;
    assert_eq!(answer.outcome, Outcome::Answered);
    let found = answer.tool_calls.iter().find(|call| call.tool == "search_metadata").unwrap();
    assert_eq!(found.result.as_ref().unwrap()["rules"], serde_json::json!(["Net fee"]));
    let draft = server.requests().into_iter().find(|r| purpose(&r.last_user()) == "draft").unwrap().text();
    assert!(draft.contains("fee minus 2") && !draft.contains("confidential"), "{draft}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approved_answer_comes_back_at_once_but_not_to_another_tenant() {
    let shop = Shop::new().await;
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().unwrap());
    let library = |tenant| Library::default().with_memory(store.clone(), "shop", tenant);
    let server = serve([explain("It is 40."), explain("It is 40.")]).await;
    let mine = shop.analyst(model_at(&server)).with_library(library(Some("1")));
    mine.approve("What are the fees in Paris?", "SELECT sum(fee) AS fees FROM orders WHERE city = 'Paris'")
        .await
        .unwrap();
    let answer = ask(&mine, "please tell me: what are the fees in Paris").await;
    assert_eq!(answer.usage.minds["detect_clarification"], "memory", "{:?}", answer.notes);
    assert_eq!(answer.results.clone().unwrap().rows[0][0].as_f64(), Some(40.0));
    assert!(server.requests().iter().all(|r| purpose(&r.last_user()) == "explain"));
    assert!(mine.approve("evil", "DROP TABLE orders").await.is_err(), "only what may run is remembered");

    let script = [frame("TEXT_TO_SQL", 0.9), sql("SELECT sum(fee) AS fees FROM orders"), explain("It is 60.")];
    let server = serve(script).await;
    let theirs = shop.analyst(model_at(&server)).with_library(library(Some("2")));
    ask(&theirs, "What are the fees in Paris?").await;
    assert!(server.requests().iter().all(|r| !r.contains("WHERE city")), "another tenant's memory was sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_remembered_once_a_second_reading_agrees() {
    let shop = Shop::new().await;
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().unwrap());
    let library = || Library::default().with_memory(store.clone(), "shop", None);
    let script = [
        frame("TEXT_TO_SQL", 0.9),
        sql("SELECT count(*) AS n FROM orders"),
        explain("There are 3 orders."),
        frame("TEXT_TO_SQL", 0.9),
        sql("SELECT max(fee) AS n FROM orders"),
        explain("It is 30."),
    ];
    let server = serve(script).await;
    let analyst = shop.analyst(model_at(&server)).with_library(library());
    ask(&analyst, "how many orders are there?").await;
    analyst.finish_learning().await;
    // The model misread this one, and the built-in mind does not agree.
    ask(&analyst, "what is the total fee of all orders?").await;
    analyst.finish_learning().await;
    let kept = store.remembered("shop", None).await.unwrap();
    assert_eq!(kept.iter().map(|m| m.question.as_str()).collect::<Vec<_>>(), ["how many orders are there?"]);
    let server = serve([explain("There are 3 orders.")]).await;
    let later = shop.analyst(model_at(&server)).with_library(library());
    let answer = ask(&later, "How many orders are there?").await;
    assert_eq!(answer.usage.minds["detect_clarification"], "memory");
}
