//! What is sent, counted with OpenAI's `o200k_base` vocabulary.

use crate::support::{Shop, frame, request, sql};
use tiktoken_rs::o200k_base_singleton;
use vouch_model::Exchange;

/// Seed 004's example: one table of ten columns, five of them text with samples, three earlier exchanges.
#[tokio::test(flavor = "multi_thread")]
async fn the_draft_call_of_seed_004_s_example_takes_at_most_a_thousand_tokens() {
    let mut csv = "id,name,email,category,region,status,amount,quantity,discount,created_at\n".to_owned();
    for row in 1..=300 {
        csv.push_str(&format!(
            "{row},Person {},p{row}@example.com,{},{},{},{}.5,{},0.1,2024-{:02}-11\n",
            row % 40,
            ["Electronics", "Clothing", "Garden tools"][row % 3],
            ["North", "South", "East", "West"][row % 4],
            ["paid", "open", "sent back"][row % 3],
            row * 7,
            row % 9,
            row % 12 + 1,
        ));
    }
    let shop = Shop::of_files(&[("user_data_abc123.csv", &csv)]).await;
    let exchange = |question: &str, sql: &str| Exchange {
        question: question.into(),
        standalone: question.into(),
        sql: Some(sql.into()),
        results_summary: "3 rows, columns: category, total".into(),
        reading: None,
        pending: None,
        source: None,
    };
    let history = vec![
        exchange("How many rows are there?", "SELECT count(*) FROM user_data_abc123"),
        exchange(
            "What is the total amount by category in 2024, largest first?",
            "SELECT category, sum(amount) AS total FROM user_data_abc123 WHERE created_at >= DATE '2024-01-01' \
             GROUP BY category ORDER BY total DESC",
        ),
        exchange(
            "Only the north",
            "SELECT category, sum(amount) FROM user_data_abc123 WHERE region = 'North' GROUP BY 1",
        ),
    ];
    let script =
        [frame("TEXT_TO_SQL", 0.9), sql("SELECT category, avg(amount) AS mean FROM user_data_abc123 GROUP BY 1")];
    let told = shop.go_on(request("What is the average amount by category?"), history, script).await;
    let draft = &told.sent("draft")[0];
    let tokens = o200k_base_singleton().encode_with_special_tokens(draft).len();
    println!("draft call: {tokens} tokens (o200k_base), {} characters", draft.chars().count());
    assert!(tokens <= 1_000, "{tokens} tokens:\n{draft}");
    assert!(draft.contains("'Electronics'") && draft.contains("Only the north"), "{draft}");
}
