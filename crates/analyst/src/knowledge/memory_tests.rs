use super::*;
use vouch_model::MemoryId;
use vouch_store::RememberedBecause;

fn memory(question: &str, sql: &str) -> Remembered {
    Remembered {
        id: MemoryId::new(),
        source: "demo".into(),
        tenant: None,
        schema_version: "v1".into(),
        question: question.into(),
        wording: wording(question),
        sql: sql.into(),
        why: RememberedBecause::Confirmed,
        created_at: jiff::Timestamp::UNIX_EPOCH,
        uses: 0,
        set_aside: false,
    }
}

fn of(memories: &[Remembered]) -> Memories {
    Memories::new(memories.to_vec(), "v1")
}

fn same(question: &str, memories: &[Remembered]) -> Option<String> {
    of(memories).recall(question, 3).same.map(|memory| memory.question.clone())
}

fn examples(question: &str, memories: &[Remembered]) -> Vec<String> {
    of(memories).recall(question, 3).examples.iter().map(|memory| memory.question.clone()).collect()
}

#[test]
fn the_same_question_comes_back_at_once() {
    let memories = [memory("How many orders were shipped?", "SELECT 1"), memory("Revenue per city", "SELECT 2")];
    assert_eq!(same("please tell me the revenue per city!", &memories), Some("Revenue per city".to_owned()));
    assert_eq!(same("revenue per country", &memories), None);
    assert_eq!(same("how many orders weren't shipped", &memories), None);
    assert!(
        !examples("Revenue per city", &memories).contains(&"Revenue per city".to_owned()),
        "it is no example of itself"
    );
}

#[test]
fn what_could_be_wrong_by_now_does_not() {
    let fine = memory("orders per customer", "SELECT 1");
    let aside = Remembered { set_aside: true, ..fine.clone() };
    let older = Remembered { schema_version: "v0".into(), ..fine.clone() };
    assert_eq!(same("orders per customer", std::slice::from_ref(&fine)), Some("orders per customer".to_owned()));
    for unusable in [aside, older] {
        let memories = [unusable];
        let usable = of(&memories);
        let found = usable.recall("orders per customer", 3);
        assert!(found.same.is_none() && found.examples.is_empty());
    }
    let memories = [memory("orders of last month", "SELECT 1 WHERE d >= DATE '2025-03-01'")];
    assert_eq!(same("orders of last month", &memories), None);
    assert_eq!(examples("orders of last month", &memories), ["orders of last month"]);
}

#[test]
fn dates_that_the_question_does_not_name_came_from_the_clock() {
    let sql = "SELECT 1 WHERE d >= '2023-01-01' AND d < '2024-01-01'";
    assert!(same("orders in 2023", &[memory("orders in 2023", sql)]).is_some());
    assert_eq!(same("Bestellungen im letzten Jahr", &[memory("Bestellungen im letzten Jahr", sql)]), None);
    assert!(same("orders", &[memory("orders", "SELECT '2023-1-1', 12345")]).is_some());
}

#[test]
fn of_several_the_approved_then_the_latest() {
    let early = memory("orders", "SELECT 'early'");
    let late = Remembered { created_at: jiff::Timestamp::from_second(9).unwrap(), ..memory("orders", "SELECT 'late'") };
    let approved = Remembered { why: RememberedBecause::Approved, ..memory("orders", "SELECT 'approved'") };
    let memories = [early, late, approved];
    assert_eq!(of(&memories).recall("orders", 0).same.unwrap().sql, "SELECT 'approved'");
    assert_eq!(of(&memories[..2]).recall("orders", 0).same.unwrap().sql, "SELECT 'late'");
    let usable = of(&memories);
    let found: Vec<&str> = usable.recall("orders", 5).examples.iter().map(|m| m.sql.as_str()).collect();
    assert_eq!(found, ["SELECT 'late'", "SELECT 'early'"]);
}

#[test]
fn examples_are_like_the_question() {
    let memories = [
        memory("total revenue per product category", "1"),
        memory("revenue by product", "2"),
        memory("employees hired in 2020", "3"),
        memory("which customers live in Berlin", "4"),
        memory("average salary of employees", "5"),
    ];
    let found = examples("revenue per category of products", &memories);
    assert_eq!(found, ["total revenue per product category", "revenue by product"]);
    assert!(examples("weather on the moon", &memories).is_empty());
    assert!(examples("what is it", &memories).is_empty());
    assert_eq!(of(&memories).recall("revenue of products", 1).examples.len(), 1);
    assert!(of(&[]).recall("revenue", 3).examples.is_empty());
}

#[test]
fn a_question_that_says_nothing_is_no_question() {
    let memories = [Remembered { wording: String::new(), ..memory("?", "SELECT 1") }];
    assert_eq!(same("please", &memories), None);
}
