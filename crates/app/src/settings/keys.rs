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
    key("mind", "VOUCH_MIND", Some("auto"), "Who thinks: auto or builtin."),
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
    Key {
        secret: true,
        ..key("anthropic_api_key", "ANTHROPIC_API_KEY", None, "Key of a model; models are not built yet.")
    },
    Key { secret: true, ..key("openai_api_key", "OPENAI_API_KEY", None, "Key of a model; models are not built yet.") },
    key("openai_base_url", "OPENAI_BASE_URL", None, "Server of a model; models are not built yet."),
];

/// Variables that start like settings and are read elsewhere.
pub const OTHER_VARIABLES: &[&str] = &["VOUCH_CONFIG", "VOUCH_LOG", "VOUCH_BENCH_DIR"];
