//! One input per template. Fields are texts that are ready to be shown; an absent one is left out of the prompt.

use super::PromptInput;
use serde::Serialize;

macro_rules! input {
    ($(#[$about:meta])* $name:ident, $template:literal, { $($field:ident: $kind:ty = $example:expr),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Serialize)]
        pub struct $name {
            $(pub $field: $kind),*
        }

        impl PromptInput for $name {
            const TEMPLATE: &'static str = $template;
            fn example() -> Self {
                Self { $($field: $example),* }
            }
        }
    };
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

input!(
    /// The part that every call begins with.
    CommonInput, "common.md", { dialect: String = "DuckDB".into() }
);
input!(
    /// The tables at hand; the same for every stage, so that the vendor can cache it.
    SchemaInput, "schema.md", {
        schema: String = "orders (1,200 rows)\n  id INTEGER key\n  total DOUBLE 1..90".into(),
        more_tables: Option<usize> = Some(7),
    }
);
input!(FrameInput, "frame.md", {
    today: String = "Sunday 2026-11-15".into(),
    history: Option<String> = some("Q: how many orders?\nSQL: SELECT count(*) FROM orders\nResult: 1 row"),
    pending: Option<String> = some("show recent orders"),
    question: String = "and in 2024?".into(),
});
input!(
    /// A follow-up made whole where the frame stage is left out.
    StandaloneInput, "standalone.md", {
        history: String = "Q: how many orders?\nResult: 1 row".into(),
        question: String = "and in 2024?".into(),
    }
);
input!(ReasonInput, "reason.md", {
    today: String = "Sunday 2026-11-15".into(),
    rules: Option<String> = some("Revenue: only paid orders count."),
    question: String = "revenue by month".into(),
});
input!(DraftInput, "draft.md", {
    today: String = "Sunday 2026-11-15".into(),
    dialect_rules: String = "- DuckDB: ...".into(),
    rules: Option<String> = some("Revenue: only paid orders count."),
    examples: Option<String> = some("Q: how many orders?\nSQL: SELECT count(*) FROM orders"),
    history: Option<String> = some("Q: how many orders?\nResult: 1 row"),
    plan: Option<String> = some("1. Sum the totals of orders by month."),
    question: String = "revenue by month".into(),
});
input!(
    /// Frame and draft in one call.
    FastInput, "fast.md", {
        today: String = "Sunday 2026-11-15".into(),
        dialect_rules: String = "- DuckDB: ...".into(),
        rules: Option<String> = some("Revenue: only paid orders count."),
        examples: Option<String> = some("Q: how many orders?\nSQL: SELECT count(*) FROM orders"),
        history: Option<String> = some("Q: how many orders?\nResult: 1 row"),
        pending: Option<String> = some("show recent orders"),
        question: String = "revenue by month".into(),
    }
);
input!(DiagnoseInput, "diagnose.md", {
    question: String = "revenue by month".into(),
    attempts: String = "Attempt 1\nSQL: SELECT totl FROM orders\nError: COLUMN_NOT_FOUND: no column totl".into(),
    error_type: String = "COLUMN_NOT_FOUND".into(),
});
input!(RepairInput, "repair.md", {
    today: String = "Sunday 2026-11-15".into(),
    dialect_rules: String = "- DuckDB: ...".into(),
    rules: Option<String> = some("Revenue: only paid orders count."),
    plan: Option<String> = some("1. Sum the totals of orders by month."),
    question: String = "revenue by month".into(),
    attempts: String = "Attempt 1\nSQL: SELECT totl FROM orders\nError: COLUMN_NOT_FOUND: no column totl".into(),
});
input!(ExplainInput, "explain.md", {
    question: String = "revenue by month".into(),
    sql: String = "SELECT ...".into(),
    rows: String = "month | revenue\n2024-01 | 10".into(),
    rows_left_out: Option<usize> = Some(12),
    facts: String = "- The total is 10.".into(),
});
input!(
    /// One step of an exploration, steered through tool calls.
    ExploreInput, "explore.md", {
        question: String = "what drives returns?".into(),
        description: Option<String> = some("Orders of a shop, two years."),
        steps_left: usize = 12,
        findings: Option<String> = some("1. Shoes are returned twice as often (holds)."),
        earlier: Option<String> = some("step 1: profileData: 4 columns, 3 dimensions"),
    }
);
input!(
    /// The report, once a person asks for it.
    ReportInput, "report.md", {
        question: String = "what drives returns?".into(),
        findings: String = "[Q1] Shoes are returned twice as often: 12.4 % against 6.1 % (holds).".into(),
        data_quality: String = "2 % of orders have no region.".into(),
    }
);
