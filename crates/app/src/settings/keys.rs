//! The list of settings: what each is called in every layer, its default, and what it does.

#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As it stands in `vouch.toml`.
    pub name: &'static str,
    pub variable: &'static str,
    pub default: Option<&'static str>,
    pub secret: bool,
    pub about: &'static str,
}

const fn key(name: &'static str, variable: &'static str, default: Option<&'static str>, about: &'static str) -> Key {
    Key { name, variable, default, secret: false, about }
}

/// In the order `vouch config show` lists them.
pub const KEYS: &[Key] = &[
    key("data_dir", "VOUCH_DATA_DIR", None, "Folder for sessions and the demo data."),
    key("source", "VOUCH_SOURCE", None, "Source that is asked when none is named: duckdb:PATH or sqlite:PATH."),
    key("mind", "VOUCH_MIND", Some("auto"), "Who thinks: auto, builtin, anthropic or openai."),
    key("time_zone", "VOUCH_TIME_ZONE", None, "Zone in which \"today\" begins; the machine's own when not set."),
    key("max_rows", "VOUCH_MAX_ROWS", Some("1000"), "Rows an answer may hold, at most 10000."),
    key("max_attempts", "VOUCH_MAX_ATTEMPTS", Some("3"), "Drafts a question may take, 1 to 5."),
    key("statement_timeout", "VOUCH_STATEMENT_TIMEOUT", Some("30"), "Seconds one statement may run."),
    key("ask_deadline", "VOUCH_ASK_DEADLINE", Some("60"), "Seconds one question may take."),
    key("memory_mb", "VOUCH_MEMORY_MB", Some("1024"), "Working memory of one statement, in MB."),
    key("history_kept", "VOUCH_HISTORY_KEPT", Some("10"), "Answered questions that a session keeps for context."),
    key("history_sent", "VOUCH_HISTORY_SENT", Some("3"), "How many of them a question is read with."),
    key("host", "VOUCH_HOST", Some("127.0.0.1"), "Address that `vouch serve` listens on; loopback only for now."),
    key("port", "VOUCH_PORT", Some("8080"), "Port that `vouch serve` listens on."),
    Key { secret: true, ..key("anthropic_api_key", "ANTHROPIC_API_KEY", None, "Key for Anthropic's models.") },
    key("anthropic_base_url", "ANTHROPIC_BASE_URL", None, "Another address for Anthropic's API."),
    Key {
        secret: true,
        ..key("openai_api_key", "OPENAI_API_KEY", None, "Key for OpenAI's models, or a server like it.")
    },
    key("openai_base_url", "OPENAI_BASE_URL", None, "A server that speaks OpenAI's API: Ollama, llama.cpp, vLLM..."),
    key("openai_vendor", "VOUCH_OPENAI_VENDOR", None, "What that server is (ollama, azure...); guessed when not set."),
    key("model", "VOUCH_MODEL", None, "The model to ask; the vendor's usual one when not set."),
    key("model_timeout", "VOUCH_MODEL_TIMEOUT", Some("15"), "Seconds one call of a model may take."),
    key("model_retry_ms", "VOUCH_MODEL_RETRY_MS", Some("2000"), "First wait before a failed call is made again."),
    key("sql_tokens", "VOUCH_SQL_TOKENS", Some("500"), "Tokens a model's statement may have."),
    key("budget_tokens", "VOUCH_BUDGET_TOKENS", None, "Tokens the models of one question may use."),
    key("budget_usd", "VOUCH_BUDGET_USD", None, "Money the models of one question may cost."),
    key("privacy", "VOUCH_PRIVACY", Some("off"), "schema_only: no cell value leaves this machine."),
    key("sql_reasoning", "VOUCH_SQL_REASONING", Some("auto"), "A plan before the statement: auto, always or never."),
    key("sql_diagnosis", "VOUCH_SQL_DIAGNOSIS", Some("on"), "A model may say why a statement failed: on or off."),
    key("stages_off", "VOUCH_STAGES_OFF", None, "Stages left out: of frame, reason, diagnose, explain."),
    key("prompts_dir", "VOUCH_PROMPTS_DIR", None, "Folder with prompts in place of the built-in ones."),
    key("knowledge_dir", "VOUCH_KNOWLEDGE_DIR", None, "Folder with business rules, as Markdown or YAML."),
    key("record", "VOUCH_RECORD", None, "Folder to which every exchange with a model is written."),
    key("replay", "VOUCH_REPLAY", None, "Folder from which exchanges are taken instead of the network."),
];

/// Variables that start like settings and are read elsewhere.
pub const OTHER_VARIABLES: &[&str] = &["VOUCH_CONFIG", "VOUCH_LOG", "VOUCH_BENCH_DIR"];
